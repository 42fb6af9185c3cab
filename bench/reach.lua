--- A row for a map and a cost: microseconds that finder:reach takes to find all
-- cells up to that cost, from random cells; and the number of these cells.

local measure = require "measure"
local movingai = require "movingai"
local places = require "places"
local tilepath = require "tilepath"

local clock = measure.clock

local COSTS = { 5, 10, 30 }

local reach = {}

reach.columns = {
  { "map", "map", "%-16s" },
  { "max_cost", "max cost", "%8d" },
  { "cells", "cells", "%8.1f" },
  { "median_us", "median", "%8.2f" },
  { "p99_us", "99 %", "%8.2f" },
}

--- Measures a map. @param files, task as in maps.run @return a list of rows
function reach.run(files, task)
  local finder = tilepath.pathfinder(movingai.grid(files.map),
    { diagonal = task.rule })
  local rows = {}
  for i, most in ipairs(COSTS) do
    local random, times, cells = measure.random(9), {}, 0
    for n = 1, task.queries do
      local x, y = places.cell(finder, random)
      local begun = clock()
      local set = finder:reach(x, y, most)
      times[n] = clock() - begun - measure.overhead
      cells = cells + #set
    end
    rows[i] = {
      map = files.name,
      max_cost = most,
      cells = cells / task.queries,
      median_us = measure.median(times),
      p99_us = measure.percentile(times, 0.99),
    }
  end
  return rows
end

return reach
