--- Scenes (spec/support/scene.lua): how they are played, written, made smaller.

local scene = require "spec.support.scene"

local DOOR = [[
  name a door that opens
  diagonal never
  bound 9
  nodes 400
  map 5 3
  ..#..
  a.#.A
  .b#..
  event 2 open 3,2
  event 2 remove b
  event 8 pause a
  event 9 resume a
  agent a pace=1
  agent b idle
  expect 1 a idle
  expect 9 a arrived
]]

local function fault_of(text, clock)
  local _, message = pcall(scene.play, text, clock or "turns")
  return message
end

describe("a scene", function()
  for _, clock in ipairs(scene.CLOCKS) do
    it("is played (" .. clock .. ")", function()
      scene.play(DOOR, clock)
    end)
  end

  it("is written as it was read", function()
    local text = scene.write(scene.read(DOOR))
    assert.are.equal(text, scene.write(scene.read(text)))
    assert.are.equal(scene.log_of(scene.read(DOOR), "seconds"),
      scene.log_of(scene.read(text), "seconds"))
    scene.play(text, "turns")
  end)

  it("is written with all words of its agents", function()
    for _, wish in ipairs { "chase=b r=2", "flee=3,1 r=4",
      "keep=b min=1 max=3 sight", "to=5,2 form=-1,0.5", "to=5,2 form",
      "walk=2,1/3,1" } do
      local text = scene.write(scene.read("map 5 2\n.....\n.....\n"
        .. "agent a at=1,1 " .. wish .. "\nagent b at=1,2 idle\n"))
      for word in wish:gmatch("%S+") do
        assert.matches(" " .. word .. " ", text:gsub("\n", " "), 1, true)
      end
      assert.are.equal(text, scene.write(scene.read(text)))
    end
  end)

  it("has smaller scenes, without an agent or an event", function()
    local counts = {}
    for i, smaller in ipairs(scene.smaller(scene.read(DOOR))) do
      counts[i] = { #smaller.agents, #smaller.events, #smaller.expected }
    end
    assert.are.same({ { 1, 2, 0 }, { 1, 3, 2 }, { 2, 3, 2 }, { 2, 3, 2 },
      { 2, 3, 2 }, { 2, 3, 2 } }, counts)
  end)

  it("fails if an expectation does not hold", function()
    assert.matches("a is arrived (nil) at beat 9, not stuck",
      fault_of((DOOR:gsub("9 a arrived", "9 a stuck"))), 1, true)
    assert.matches("a is going", fault_of((DOOR:gsub("pause a", "go a 1,1"))))
  end)

  it("fails if its judge finds a fault", function()
    assert.matches("all was done at .*, not at 4",
      fault_of((DOOR:gsub("bound 9", "bound 4"))))
  end)

  it("names a wrong word", function()
    assert.matches("nothing is called shout",
      fault_of((DOOR:gsub("pause", "shout"))))
    assert.matches("no agent c", fault_of((DOOR:gsub("pause a", "pause c"))))
    assert.matches("an agent is nowhere: c",
      fault_of((DOOR:gsub("agent b", "agent c"))))
    assert.matches("an event of another kind", fault_of(DOOR .. "event x\n"))
  end)
end)
