--- Laws of crowds' states that were changed: by a mistake, or by a cheat. Such
-- a state is damaged, or needs other objects; then nothing changes. Or it is
-- one that a crowd could have written: then the crowd from it writes the same
-- state, no two of its units are ever in one cell, and it answers and goes on
-- without an error.

local tilepath = require "tilepath"
local flat = require "tilepath.serialize"
local options = require "tilepath.options"
local helper = require "spec.support.helper"
local law = require "spec.support.law"
local sorted = require "spec.support.sorted"
local crowds = require "spec.support.random_crowds"

local MUTANTS, LOOKS = 25, 24 -- of a crowd; of a mutant
local STEP = 0.75 -- ticks between two looks

-- Crowds ----------------------------------------------------------------------

local function draw(random)
  local hexagons = random.chance(33) or nil
  local side = random.one_of(6, 12, 60)
  return crowds.draw(random, { saves = true, cuts = true, keeps = true,
    width = side, height = side, edits = random.chance(50),
    is_priced = random.chance(30), hexagons = hexagons,
    max_nodes = random.one_of(nil, 300) })
end

--- A walk of random steps, which crosses itself.
local function walk_of(random, unit, steps)
  local points = { unit.cell_x, unit.cell_y }
  for _ = 1, steps do
    local x, y = points[#points - 1], points[#points]
    local beside = {}
    for to_x, to_y in unit.finder:neighbors(x, y) do
      beside[#beside + 1] = { to_x, to_y }
    end
    local to = beside[1] and random.any(beside) or { x, y }
    points[#points + 1], points[#points + 2] = to[1], to[2]
  end
  return tilepath.path(points, "cells")
end

local ORDERS = {
  function(random, unit)
    unit:follow(walk_of(random, unit, random(1, 40)))
  end,
  function(random, unit)
    local grid, goals = unit.crowd.grid, {}
    for i = 1, random(1, 3) do
      goals[i] = { random(1, grid.width) - 0.5, random(1, grid.height) - 0.5 }
    end
    local within = random.one_of(nil, 2)
    unit:go(goals, { within = within, sight = within and random.chance(50),
      partial = random.chance(50) })
  end,
}

--- Plays a scene up to where it is saved, with more orders.
local function play(scenario, random)
  local march = crowds.play(scenario)
  while march.sample * march.step < (crowds.saved_at(scenario) or 0) do
    march:next()
  end
  for _, unit in ipairs(march.crowd:units()) do
    if random.chance(40) then
      random.any(ORDERS)(random, unit)
      unit.field = nil
    end
  end
  for _ = 1, random(0, 3) do
    march:pass()
  end
  return march
end

-- Changes ---------------------------------------------------------------------

local NUMBERS = { "0", "1", "-1", "2", "3", "255", "65537", "4294967295",
  "18446744073709551615", "99999999999999999999999", "", "01", "x", " ", "0 0",
  "3^-1", "1^2000", "^", "c", "true", "false", "going", "inf" }

--- The names of the members of a unit's record, which both cores write, and one
-- that is none.
local function names_of_members()
  local file = assert(io.open "src/bind/saved/crowdstate.h")
  local rows = file:read("*a"):match("#define UNIT_STATE(.-)#define STATE_FLAG")
  local names = sorted(options.of("unit").rows)
  file:close()
  for name in rows:gmatch("%u%([%u_]+, ([%l_]+)") do
    names[#names + 1] = name
  end
  names[#names + 1] = "mood"
  return names
end

local NAMES = names_of_members()
local WORDS = { "going", "waiting", "arrived", "settled", "blocked", "goal",
  "field", "member", "path", "patrol", "keep", "unreachable", "budget",
  "too_far", "too_near", "true", "false" }

--- A unit's record as a list of { name, value }, and back.
local function split(text)
  local members = {}
  for name, value in text:gmatch("(%S+) (%S*)") do
    members[#members + 1] = { name, value }
  end
  return members
end

local function join(members)
  local words = {}
  for i, member in ipairs(members) do
    words[i] = member[1] .. " " .. member[2]
  end
  return table.concat(words, " ")
end

local function draw_number(random)
  return random.chance(40) and random.any(NUMBERS)
    or random.chance(20) and random.any(WORDS)
    or tostring(random(random.one_of(0, 0, -60), random.one_of(3, 9, 60, 4000)))
end

local function keys_of(state, pattern)
  local keys = {}
  for _, key in ipairs(sorted(state)) do
    if type(state[key]) == "string" and key:find(pattern) then
      keys[#keys + 1] = key
    end
  end
  return keys
end

local function any_key(random, state, pattern)
  local keys = keys_of(state, pattern)
  return keys[1] and random.any(keys)
end

local CHANGES = {
  -- one number of any text
  function(random, state)
    local key = any_key(random, state, "")
    local _, count = state[key]:gsub("[%d^-]+", "")
    local at, i = random(1, math.max(count, 1)), 0
    state[key] = state[key]:gsub("[%d^-]+", function()
      i = i + 1
      return i == at and draw_number(random) or nil
    end)
  end,
  -- a member of a record: another value, none, or one more
  function(random, state)
    local key = random.chance(20) and state.crowd and "crowd"
      or any_key(random, state, "^unit")
    local members = split(state[key])
    local i, how = random(1, #members), random(1, 3)
    if how == 1 then
      table.remove(members, i)
    elseif how == 2 then
      members[i][2] = draw_number(random)
    else
      table.insert(members, i, { random.any(NAMES), draw_number(random) })
    end
    state[key] = join(members)
  end,
  -- the list or path of another unit, or its record behind the first member
  function(random, state)
    local one, other = any_key(random, state, "^unit"),
      any_key(random, state, "^unit")
    if random.chance(50) then
      local list = random.one_of("list", "path")
      one, other = one:gsub("unit", list), other:gsub("unit", list)
      state[one], state[other] = state[other], state[one]
    else
      state[one] = (state[one]:match("^id %d*") or "")
        .. state[other]:gsub("^id %d*", "")
    end
  end,
  -- a key less
  function(random, state)
    state[random.any(sorted(state))] = nil
  end,
}

-- Checks ----------------------------------------------------------------------

-- What a core may drop, or make anew (of a unit that has arrived, how far it has
-- walked); and what belongs to a path.
local FREE = tilepath.core == "C" and { cut = true } or { cut = true,
  failed_joint_plans = true, window = true, window_w = true, window_h = true }
local IS_PAST = tilepath.core == "C" and {} or { walked = true }
local OF_PATHS = { goal = true, walked = true, window = true, window_w = true,
  window_h = true }

--- A record of a state, by name. Without a path a unit waits for one, and its
-- goal may be another one. Speeds and the like that are usual are left out.
-- @param again  the record that the crowd writes: by a path that is cut, a unit
-- goes to the end however far it has walked
local function known(record, has_path, again)
  local members = {}
  local is_there = (record or ""):find(" state arrived ", 1, true)
    or again:find(" cut ", 1, true)
  for _, member in ipairs(split(record or "")) do
    local name, value = member[1], member[2]
    value = not has_path and value == "going" and "waiting" or value
    if not (FREE[name] or is_there and IS_PAST[name]
      or OF_PATHS[name] and not has_path
      or name .. value == "speed4") then
      members[#members + 1] = name .. " " .. value
    end
  end
  table.sort(members)
  return table.concat(members, " ")
end

--- Fails if a crowd does not write the state that it is made from. A path that
-- the map does not allow is dropped.
local function compare(crowd, state)
  local again = helper.values_of("crowd", crowd:save())
  for _, keys in ipairs { sorted(state), sorted(again) } do
    for _, key in ipairs(keys) do
      local path = again[key:gsub("^unit", "path")]
      local is_free = key == "plans" or key:find("^path") and not again[key]
        or (key:find("^unit") or key == "crowd")
        and known(again[key], path, again[key])
          == known(state[key], path, again[key])
      if again[key] ~= state[key] and not is_free then
        error(("%s was %q, is %q"):format(key, tostring(state[key]),
          tostring(again[key])), 0)
      end
    end
  end
end

--- Fails if two units are in one cell.
local function look(crowd)
  local taken = {}
  for _, unit in ipairs(crowd:units()) do
    local size = unit.finder.profile.size
    for y = unit.cell_y, unit.cell_y + size[2] - 1 do
      for x = unit.cell_x, unit.cell_x + size[1] - 1 do
        local key = x .. "," .. y
        assert(not taken[key], "two units in " .. key)
        taken[key] = true
      end
    end
    for _, name in ipairs { "remaining", "goal_x", "goal", "status", "angle" } do
      local _ = unit[name]
    end
    unit:path()
  end
end

--- Plays on with a crowd from a changed state, and removes its units.
local function use(crowd, fields)
  local by_ticks = pcall(crowd.tick, crowd)
  for _ = 1, LOOKS do
    look(crowd)
    if by_ticks then
      crowd:tick()
    else
      crowd:update(STEP)
    end
  end
  local again, targets = crowd:save()
  assert(crowd:load(again, { fields = fields, targets = targets }))
  local grid = crowd.grid
  for _, unit in ipairs(crowd:units()) do
    unit:remove()
  end
  assert.is_true(crowd:is_free(1, 1, grid.width, grid.height))
end

local function check(scenario)
  local random = crowds.random(scenario)
  local march = play(scenario, random)
  local finders, fields = {}, {}
  for i, unit in ipairs(march.crowd:units()) do
    finders[i], fields[i] = unit.finder, unit.field or nil
  end
  for _ = 1, MUTANTS do
    local before, targets = march.crowd:save()
    local state = helper.values_of("crowd", before)
    for _ = 1, random.one_of(1, 1, 2) do
      if any_key(random, state, "^unit") then
        random.any(CHANGES)(random, state)
      end
    end
    local text = flat.write("crowd", state)
    local fine, other, reason = pcall(helper.load_crowd, march.grid,
      { state = text, finders = finders, fields = fields,
        nodes = scenario.nodes, moved = true, targets = targets })
    if fine and other then
      compare(other, state)
      use(other, fields)
    else
      assert.is_truthy(reason == "damaged" or reason == "size"
        or not fine and other:find("load: %l+%[%d+%] must be "))
      local again, done = pcall(march.crowd.restore, march.crowd, text,
        { fields = fields, targets = targets })
      assert.is_falsy(again and done)
      assert.are.equal(before, march.crowd:save())
    end
  end
end

describe("the state of a crowd", function()
  law(it, "that was changed is refused, or a crowd's own",
    { runs = 20, noun = "changed", draw = draw, read = crowds.read }, check)
end)
