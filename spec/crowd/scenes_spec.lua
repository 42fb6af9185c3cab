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
  end)

  it("has smaller scenes", function()
    local counts = {}
    for i, smaller in ipairs(scene.smaller(scene.read(DOOR))) do
      counts[i] = #smaller.agents .. " " .. #smaller.events
    end
    assert.are.equal("2 2, 2 2, 1 2, 1 3, 2 3, 2 3, 2 3, 2 3",
      table.concat(counts, ", "))
  end)

  it("fails if an expectation does not hold, its judge finds a fault, or it"
    .. " has a wrong word", function()
    for _, case in ipairs {
      { "a is arrived .* at tick 9, not stuck", "9 a arrived", "9 a stuck" },
      { "all was done at .*, not at 4", "bound 9", "bound 4" },
      { "nothing is called shout", "pause", "shout" },
      { "no agent c", "pause a", "pause c" },
      { "an agent is nowhere: c", "agent b", "agent c" },
      { "an event of another kind", "event 2 remove b", "event x" } } do
      local _, message = pcall(scene.play, (DOOR:gsub(case[2], case[3])),
        "turns")
      assert.matches(case[1], message)
    end
  end)
end)
