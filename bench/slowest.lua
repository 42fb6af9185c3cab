--- A row for a map and its ground: the time of the slowest query, without
-- memory between queries and with landmarks, beside a search by Dijkstra's
-- algorithm. The maps are those of a folder, with the queries of their
-- scenarios, and those of nasty.lua, with queries between places far apart,
-- near each other, and between the two farthest places.
--
-- All queries run twice; the first time builds what is lazy. The slowest ones
-- run a few times more, and the longest of their medians is told. A query
-- fails if it takes more than 3 such searches and 20 microseconds.

local grounds = require "grounds"
local measure = require "measure"
local movingai = require "movingai"
local nasty = require "nasty"
local places = require "places"
local tilepath = require "tilepath"

local clock = measure.clock

local SIDE = 512 -- of a made map
local FEWER = 10 -- of the queries are asked on it
local SLOWEST, AGAIN = 5, 5
local TIMES, FREE_US = 3, 20

local slowest = {}

slowest.columns = {
  { "map", "map", "%-16s" },
  { "ground", "ground", "%-9s" },
  { "us", "longest", "%9.1f" },
  { "dijkstra_us", "dijkstra", "%9.1f" },
  { "times", "times", "%6.2f" },
  { "expanded", "cells", "%8d" },
  { "marks_us", "landmarks", "%9.1f" },
  { "marks_dijkstra_us", "dijkstra", "%9.1f" },
  { "marks_times", "times", "%6.2f" },
  { "marks_expanded", "cells", "%8d" },
  { "query", "from, to", "%-20s" },
  { "verdict", "", "%-8s" },
}

--- How many rows of all calls took too long.
slowest.failed = 0

local function time_of(finder, q, options)
  local begun = clock()
  finder:find(q[1], q[2], q[3], q[4], options)
  return clock() - begun - measure.overhead
end

local function median_of(finder, q, options)
  local times = {}
  for i = 1, AGAIN do
    times[i] = time_of(finder, q, options)
  end
  return measure.median(times)
end

--- The slowest query, its time, and the number of expanded cells.
local function longest(finder, queries)
  local options, times, order = { into = {} }, {}, {}
  for i, q in ipairs(queries) do
    order[i] = q
    time_of(finder, q, options)
  end
  for _, q in ipairs(queries) do
    times[q] = time_of(finder, q, options)
  end
  table.sort(order, function(a, b) return times[a] > times[b] end)
  local worst, most = nil, -1
  for i = 1, math.min(SLOWEST, #order) do
    local time = median_of(finder, order[i], options)
    if time > most then
      worst, most = order[i], time
    end
  end
  median_of(finder, worst, options)
  return worst, most, finder.info.expanded
end

--- Adds the slowest query and Dijkstra's search for it to a row, in fields that
-- begin with a prefix.
local function judge(row, prefix, grid, profile, queries)
  local is_known, finder = pcall(tilepath.pathfinder, grid, profile)
  if not is_known then
    return
  end
  if profile.landmarks then
    finder:prepare()
  end
  local worst, time, expanded = longest(finder, queries)
  profile.algorithm, profile.landmarks = "dijkstra", nil
  local unit = median_of(tilepath.pathfinder(grid, profile), worst,
    { into = {} })
  row[prefix .. "us"], row[prefix .. "expanded"] = time, expanded
  row[prefix .. "dijkstra_us"] = unit
  row[prefix .. "times"] = time / unit
  row.query = table.concat(worst, " ", 1, 4) -- with landmarks, if there are
  if time - FREE_US > TIMES * unit then
    row.verdict = "TOO LONG"
  end
end

local function rows_of(map, task, make)
  local rows = {}
  for _, ground in ipairs(grounds.all) do
    if grounds.wants(task.only, map, ground) then
      local grid, queries = make(ground)
      local row = { map = map, ground = ground, verdict = "" }
      judge(row, "", grid, grounds.profile(ground, task), queries)
      if task.landmarks > 0 then
        judge(row, "marks_", grid,
          grounds.profile(ground, task, task.landmarks), queries)
      end
      slowest.failed = slowest.failed + (row.verdict ~= "" and 1 or 0)
      rows[#rows + 1] = row
    end
  end
  return rows
end

--- Measures a map. @param files, task as in maps.run; task.landmarks how many
-- @return a list of rows
function slowest.run(files, task)
  return rows_of(files.name, task, function(ground)
    return movingai.grid(files.map, ground),
      movingai.spread(movingai.queries(files.scen), task.queries)
  end)
end

--- Measures a map of nasty.lua.
local function run_nasty(map, task)
  return rows_of(map[1], task, function(ground)
    local lines = nasty.draw(map[2], SIDE, measure.random(7))
    local grid = movingai.draw(table.concat(lines, "\n"), ground)
    local queries = nasty.queries(lines, math.ceil(task.queries / FEWER),
      measure.random(11))
    queries[#queries + 1] = { places.region(tilepath.pathfinder(grid,
      { diagonal = task.rule })) }
    return grid, queries
  end)
end

--- Measures all of them. @param task as for slowest.run
function slowest.made(task)
  local rows = {}
  for _, map in ipairs(nasty.maps) do
    for _, row in ipairs(run_nasty(map, task)) do
      rows[#rows + 1] = row
    end
  end
  return rows
end

return slowest
