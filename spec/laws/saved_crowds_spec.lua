--- Laws of saved crowds: two crowds from one state go on the same, with any
-- pathfinders. Saving changes nothing, and a text of any moment can be loaded.
-- Units of a restored crowd arrive.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local law = require "spec.support.law"
local random_new = require("spec.support.random").new
local scene = require "spec.support.scene"
local seeds = require "spec.seeds"
local crowds = require "spec.support.random_crowds"

local floor = math.floor
local unpack = table.unpack or unpack -- luacheck: ignore

local function saved_law(title, runs, draw, check)
  law(it, title, { runs = runs, noun = "saved", draw = draw,
    read = crowds.read }, check)
end

local function go_on_the_same(scenario)
  local march = crowds.play(scenario, crowds.twins())
  for _ = 1, crowds.looks(scenario) do
    march:next()
    march:compare()
  end
end

--- Draws with these options, half of the crowds with few nodes an update.
local function drawn_with(options, nodes)
  return function(random)
    local all = helper.with({ saves = true, keeps = true, traffic = true },
      options)
    all.nodes = random.one_of(nil, unpack(nodes or { 200 }))
    all.is_priced = random.chance(50)
    return crowds.draw(random, all)
  end
end

describe("two crowds from one state go on the same", function()
  saved_law("on small maps", 12, drawn_with {}, go_on_the_same)

  saved_law("right after edits", 8, drawn_with { edits = true }, go_on_the_same)

  saved_law("on hexagons", 8, drawn_with { hexagons = true, edits = true },
    go_on_the_same)

  saved_law("on large maps", 4,
    drawn_with({ width = 140, height = 140 }, { 20, 200, 2000 }),
    go_on_the_same)

  saved_law("right after edits, on large maps", 4,
    drawn_with({ width = 140, height = 140, edits = true }, { 200, 2000 }),
    go_on_the_same)

  saved_law("with orders in lists", 16,
    drawn_with { lists = true, edits = true }, go_on_the_same)

  saved_law("with few nodes for an update", 8,
    drawn_with({ width = 16, height = 16 }, { 20, 300, 600 }), go_on_the_same)
end)

--- Does a loaded crowd go elsewhere than the crowd that saved it? (Only the crowd
-- that saved it reports the events between the save and the next update, so
-- these are not compared.)
local function go_apart(scenario)
  local watcher = crowds.twins(true)
  function watcher:listen()
    scene.March.listen(self)
    self.told = {}
  end
  local march = crowds.play(scenario, watcher)
  for _ = 1, crowds.looks(scenario) do
    march:next()
    if not pcall(march.compare, march) then
      return true
    end
  end
  return false
end

-- A search for a path that is under way begins anew in the loaded crowd. The
-- core in Lua also searches its joint plans anew.
local MOST_APART = tilepath.core == "C" and 3 or 7

describe("a loaded crowd #once", function()
  it("goes where the crowd that saved it goes, in nearly all games", function()
    local apart = 0
    for game = 1, 40 do
      local random = random_new(seeds.base + game)
      local scenario = crowds.draw(random, { saves = true, keeps = true,
        edits = game % 2 == 0, lists = game % 3 == 0, often = game % 5 == 0,
        hexagons = game % 4 == 0, is_priced = random.chance(50) })
      apart = apart + (go_apart(scenario) and 1 or 0)
    end
    assert.is_true(apart <= MOST_APART, apart)
  end)
end)

describe("saving", function()
  saved_law("changes nothing", 6,
    drawn_with({ edits = true, width = 60, height = 40 }),
    function(scenario)
      local saver, other = crowds.play(scenario), crowds.play(scenario)
      for _ = 1, crowds.looks(scenario) do
        saver.crowd:save()
        saver:next()
        other:next()
        crowds.compare(other, saver)
      end
    end)
end)

--- A new crowd from the text of a crowd, whose units keep their fields.
local function copy_of(crowd)
  local units = crowd:units()
  local state, fields, targets = scene.saved { crowd = crowd }
  local copy = tilepath.crowd(crowd.grid)
  assert(copy:load(state, { fields = fields, targets = targets,
    finders = function(i)
      return units[i].finder
    end }))
  for i, unit in ipairs(copy:units()) do
    unit.field = units[i].field
  end
  return copy
end

--- Saves a march's crowd and loads it; then again without the units that are
-- targets of others.
local function save_and_load(march)
  local copy, targets = copy_of(march.crowd), {}
  for _, unit in ipairs(copy:units()) do
    local target = unit.target
    if target and target.crowd == copy then
      targets[#targets + 1] = target
    end
  end
  for _, unit in ipairs(targets) do
    unit:remove()
  end
  if targets[1] then
    copy_of(copy)
  end
end

describe("a crowd can be saved and loaded", function()
  saved_law("after each event and each update", 12,
    drawn_with({ often = true, lists = true, edits = true }, { 20, 200 }),
    function(scenario)
      local watcher = { see = save_and_load }
      function watcher:pass()
        scene.March.pass(self)
        save_and_load(self)
      end
      local march = crowds.play(scenario, watcher)
      for _ = 1, crowds.looks(scenario) do
        march:next()
      end
    end)
end)

-- Arriving --------------------------------------------------------------------

--- When the units of a game arrive or settle, by name.
local function arrivals(scenario, is_saved)
  local march, at = crowds.play(scenario), {}
  for look = 1, crowds.looks(scenario) do
    march:next()
    for _, text in ipairs(march.told) do
      local id, what = text:match("^(%S+) (%S+)")
      if what == "arrived" or what == "settled" then
        at[id] = look
      end
    end
    march.told = {}
    if is_saved and look == floor(crowds.looks(scenario) / 12) then
      scene.restore(march)
    end
  end
  return at
end

describe("units of a saved and restored crowd #once", function()
  it("arrive within a twentieth more of the time", function()
    local all, with, without, lost, gained = 0, 0, 0, 0, 0
    for game = 1, 30 do
      local random = random_new(seeds.base + game)
      local scenario = crowds.draw(random, { nodes = game % 2 == 0 and 200
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
    assert.is_true(all > 150, all)
    assert.is_true(lost <= gained + all / 20, lost) -- of a few jams
  end)
end)
