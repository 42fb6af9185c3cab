--- A row for a map and a number of goals: microseconds that a query with a list
-- of goals takes, beside the same asked goal by goal, and beside the one query
-- to the goal that is the cheapest.
--
-- Goals and starts are cells by chance, connected. The list must cost what the
-- cheapest of the single queries does. Passes over the starts are timed as a
-- whole; the first goes without a clock.

local measure = require "measure"
local movingai = require "movingai"
local places = require "places"
local tilepath = require "tilepath"

local clock = measure.clock

local COUNTS = { 1, 10, 100 }
local STARTS = 30

local goals = {}

goals.columns = {
  { "map", "map", "%-16s" },
  { "goals", "goals", "%6d" },
  { "list_us", "list", "%9.2f" },
  { "cheapest_us", "cheapest", "%9.2f" },
  { "each_us", "each", "%10.2f" },
  { "ratio", "ratio", "%7.2f" },
}

local OPTIONS = { waypoints = true, into = {} }

--- For each start its cheapest goal, by asking for every one.
local function one_by_one(finder, starts, list)
  local best, costs = {}, {}
  local begun = clock()
  for i, start in ipairs(starts) do
    for _, goal in ipairs(list) do
      local _, cost = finder:find(start[1], start[2], goal[1], goal[2], OPTIONS)
      if not costs[i] or cost < costs[i] then
        best[i], costs[i] = goal, cost
      end
    end
  end
  return (clock() - begun) / #starts, best, costs
end

local function check(name, finder, starts, list, costs)
  for i, start in ipairs(starts) do
    local _, cost = finder:find(start[1], start[2], list, OPTIONS)
    if math.abs(cost - costs[i]) > 1e-6 * costs[i] then
      error(("%s: from %d, %d the cheapest of %d goals costs %.9f, not %.9f")
        :format(name, start[1], start[2], #list, costs[i], cost), 0)
    end
  end
end

--- Microseconds a query, the median over rounds.
local function pass(starts, rounds, ask)
  local times = {}
  for r = 0, rounds do
    local begun = clock()
    for i, start in ipairs(starts) do
      ask(start, i)
    end
    times[r] = (clock() - begun) / #starts
  end
  return measure.median(times)
end

--- Measures one map. @param files, task as in maps.run @return a list of rows
function goals.run(files, task)
  local finder = tilepath.pathfinder(movingai.grid(files.map),
    { diagonal = task.rule })
  local random, rows = measure.random(10), {}
  local x, y = places.goal(files)
  for n, count in ipairs(COUNTS) do
    local starts = places.around(finder, random, STARTS, x, y)
    local list = places.around(finder, random, count, x, y)
    local each, best, costs = one_by_one(finder, starts, list)
    check(files.name, finder, starts, list, costs)
    local of_list = pass(starts, task.rounds, function(start)
      finder:find(start[1], start[2], list, OPTIONS)
    end)
    local cheapest = pass(starts, task.rounds, function(start, i)
      finder:find(start[1], start[2], best[i][1], best[i][2], OPTIONS)
    end)
    rows[n] = {
      map = files.name,
      goals = count,
      list_us = of_list,
      cheapest_us = cheapest,
      each_us = each,
      ratio = of_list / cheapest,
    }
  end
  return rows
end

return goals
