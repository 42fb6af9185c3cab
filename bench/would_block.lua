--- A row for a map and a building: microseconds that finder:would_block takes
-- to tell whether cells by chance, one or a square of four, would cut the way
-- between two places by chance, and how many of them do.

local measure = require "measure"
local movingai = require "movingai"
local places = require "places"
local tilepath = require "tilepath"

local clock = measure.clock

local SIDES = { 1, 2 }

local would_block = {}

would_block.columns = {
  { "map", "map", "%-16s" },
  { "cells", "cells", "%5d" },
  { "asked", "asked", "%5d" },
  { "blocked", "would", "%5d" },
  { "median_us", "median", "%8.2f" },
  { "p99_us", "99 %", "%8.2f" },
  { "longest_us", "longest", "%8.2f" },
}

local function square(finder, random, side)
  local x, y = places.cell(finder, random)
  local cells = {}
  for i = 0, side * side - 1 do
    local dx, dy = i % side, math.floor(i / side)
    cells[i + 1] = finder.grid:contains(x + dx, y + dy) and { x + dx, y + dy }
      or { x, y }
  end
  return cells
end

local function row(name, finder, side, count)
  local random, times, blocked = measure.random(11), {}, 0
  local ways = places.pairs(finder, random, count)
  for i, way in ipairs(ways) do
    local cells = square(finder, random, side)
    local begun = clock()
    local answer = finder:would_block(cells, way[1], way[2], way[3], way[4])
    times[i] = clock() - begun - measure.overhead
    blocked = blocked + (answer and 1 or 0)
  end
  return {
    map = name,
    cells = side * side,
    asked = count,
    blocked = blocked,
    median_us = measure.median(times),
    p99_us = measure.percentile(times, 0.99),
    longest_us = measure.percentile(times, 1),
  }
end

--- Measures one map. @param files, task as in maps.run @return a list of rows
function would_block.run(files, task)
  local finder = tilepath.pathfinder(movingai.grid(files.map),
    { diagonal = task.rule })
  local rows = {}
  for i, side in ipairs(SIDES) do
    rows[i] = row(files.name, finder, side, task.queries)
  end
  return rows
end

return would_block
