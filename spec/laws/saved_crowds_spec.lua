--- Laws of saved crowds: two crowds from one state go on the same, with any
-- pathfinders. Saving changes nothing. Units of a restored crowd arrive.

local tilepath = require "tilepath"
local law = require "spec.support.law"
local random_new = require("spec.support.random").new
local scene = require "spec.support.scene"
local seeds = require "spec.seeds"
local throng = require "spec.support.throng"

local floor = math.floor
local unpack = table.unpack or unpack -- luacheck: ignore

local function saved_law(title, runs, draw, check)
  law(it, title, { runs = runs, noun = "saved", draw = draw,
    write = throng.write, read = throng.read, smaller = throng.smaller }, check)
end

local function go_on_the_same(scenario)
  local march = throng.play(scenario, throng.twins())
  for _ = 1, throng.looks(scenario) do
    march:next()
    march:compare()
  end
end

--- Draws with these options, half of the crowds with few nodes an update.
local function drawn_with(options, nodes)
  return function(random)
    local all = { saves = true, keeps = true }
    for key, value in pairs(options) do
      all[key] = value
    end
    all.nodes = random.one_of(nil, unpack(nodes or { 200 }))
    all.is_priced = random.chance(50)
    return throng.draw(random, all)
  end
end

describe("two crowds from one state go on the same", function()
  saved_law("on small maps", 30, drawn_with {}, go_on_the_same)

  saved_law("right after edits", 10, drawn_with { edits = true },
    go_on_the_same)

  saved_law("on hexagons", 20, drawn_with { hexagons = true, edits = true },
    go_on_the_same)

  saved_law("on large maps", 10,
    drawn_with({ width = 140, height = 140 }, { 20, 200, 2000 }),
    go_on_the_same)

  saved_law("right after edits, on large maps", 10,
    drawn_with({ width = 140, height = 140, edits = true }, { 200, 2000 }),
    go_on_the_same)

  saved_law("with few nodes for an update", 10,
    drawn_with({ width = 16, height = 16 }, { 20, 300, 600 }), go_on_the_same)
end)

describe("saving", function()
  saved_law("changes nothing", 10,
    drawn_with({ edits = true, width = 60, height = 40 }),
    function(scenario)
      local saver, other = throng.play(scenario), throng.play(scenario)
      for _ = 1, throng.looks(scenario) do
        saver.crowd:state()
        saver:next()
        other:next()
        throng.compare(other, saver)
      end
    end)
end)

-- Arriving --------------------------------------------------------------------

--- When the units of a game arrive or settle, by name.
local function arrivals(scenario, is_saved)
  local march, at = throng.play(scenario), {}
  for look = 1, throng.looks(scenario) do
    march:next()
    for _, text in ipairs(march.told) do
      local id, what = text:match("^(%S+) (%S+)")
      if what == "arrived" or what == "settled" then
        at[id] = look
      end
    end
    march.told = {}
    if is_saved and look == floor(throng.looks(scenario) / 12) then
      scene.restore(march)
    end
  end
  return at
end

describe("units of a saved and restored crowd", function()
  it("arrive within a twentieth more of the time", function()
    local all, with, without, lost, gained = 0, 0, 0, 0, 0
    for game = 1, 60 do
      local random = random_new(seeds.base + game)
      local scenario = throng.draw(random, { nodes = game % 2 == 0 and 200
        or nil, without = { remove = true, put = true, edit = true } })
      scenario.bound = 4 * scenario.bound
      local plain, saved = arrivals(scenario), arrivals(scenario, true)
      for _, agent in ipairs(scenario.agents) do
        local one, other = plain[agent.id], saved[agent.id]
        all = all + (one and 1 or 0)
        lost = lost + (one and not other and 1 or 0)
        gained = gained + (other and not one and 1 or 0)
        if one and other then
          without, with = without + one, with + other
        end
      end
    end
    assert.is_true(with <= 1.05 * without, with / without)
    assert.is_true(all > 400, all)
    assert.is_true(lost <= gained + all / 50, lost)
  end)
end)

-- Changed states --------------------------------------------------------------

local VALUES = { "0", "1", "-1", "2", "255", "65537", "4294967295",
  "18446744073709551615", "99999999999999999999999", "", "x", " ", "0 0",
  "3^-1", "1^2000", "^", "c" }

--- The state with one or two changed numbers in one of its texts.
local function tamper(random, state)
  local keys = {}
  for key, value in pairs(state) do
    keys[#keys + 1] = type(value) == "string" and key or nil
  end
  table.sort(keys)
  local key = keys[random(1, #keys)]
  for _ = 1, random(1, 2) do
    local _, count = state[key]:gsub("[%d^-]+", "")
    local at, i = random(1, math.max(count, 1)), 0
    state[key] = state[key]:gsub("[%d^-]+", function()
      i = i + 1
      return i == at and VALUES[random(1, #VALUES)] or nil
    end)
  end
  return state
end

--- Plays on with a crowd from a changed state, and removes its units.
local function use(other, by_time, grid)
  for _ = 1, 12 do
    if by_time then
      other:update(0.75)
    else
      other:tick()
    end
  end
  for _ in other:events() do end
  other:state()
  for _, unit in ipairs(other:units()) do
    unit:remove()
  end
  assert.is_true(other:is_free(1, 1, grid.width, grid.height))
end

describe("the state of a crowd", function()
  saved_law("that was changed raises an error, or works", 10,
    function(random)
      local side = random.one_of(12, 60, 136)
      return throng.draw(random, { saves = true, cuts = true, keeps = true,
        width = side,
        height = side, edits = true, nodes = random.one_of(nil, 300) })
    end,
    function(scenario)
      local march, finders = throng.play(scenario), {}
      local by_time = scenario.clock == "seconds"
      local random = throng.random(scenario)
      while march.sample * march.step < throng.saved_at(scenario) do
        march:next()
      end
      for i, unit in ipairs(march.crowd:units()) do
        finders[i] = unit.finder
      end
      for _ = 1, 25 do
        local state, targets = march.crowd:state()
        state = tamper(random, state)
        local before = march.crowd:state()
        local fine, other = pcall(tilepath.crowd, march.grid,
          { state = state, finders = finders, nodes = scenario.nodes,
            targets = targets })
        if fine then
          other = pcall(use, other, by_time, march.grid)
            or pcall(use, other, not by_time, march.grid)
          assert.is_true(other)
        else
          assert.is_truthy(tostring(other):find("crowd: ", 1, true))
          assert.is_false(pcall(march.crowd.restore, march.crowd, state))
          assert.are.same(before, march.crowd:state())
        end
      end
    end)
end)
