--- A row for a map and a building: microseconds of finder:would_block for the
-- path between two random places, and how often the answer is yes. A building
-- is a random cell, a square of four cells, or a cell on the path between the
-- two.

local measure = require "measure"
local movingai = require "movingai"
local places = require "places"
local tilepath = require "tilepath"

local clock = measure.clock

local would_block = {}

would_block.columns = {
  { "map", "map", "%-16s" },
  { "cells", "cells", "%-10s" },
  { "asked", "asked", "%5d" },
  { "blocked", "would", "%5d" },
  { "median_us", "median", "%8.2f" },
  { "p99_us", "99 %", "%8.2f" },
  { "longest_us", "longest", "%8.2f" },
}

local KINDS = { "one", "four", "on the way" }
local choose = {}

function choose.one(finder, random)
  local x, y = places.cell(finder, random)
  return { { x, y } }
end

function choose.four(finder, random)
  local x, y
  repeat
    x, y = places.cell(finder, random)
  until finder.grid:contains(x + 1, y + 1)
  return { { x, y }, { x + 1, y }, { x, y + 1 }, { x + 1, y + 1 } }
end

choose["on the way"] = function(finder, random, way)
  local path = finder:find(way[1], way[2], way[3], way[4])
  local i = random(path:count()) + 1
  return { { path[2 * i - 1], path[2 * i] } }
end

local function row(name, finder, kind, count)
  local random, times, blocked = measure.random(11), {}, 0
  local ways = places.pairs(finder, random, count)
  for i, way in ipairs(ways) do
    local cells = choose[kind](finder, random, way)
    local begun = clock()
    local answer = finder:would_block(cells, way[1], way[2], way[3], way[4])
    times[i] = clock() - begun - measure.overhead
    blocked = blocked + (answer and 1 or 0)
  end
  return {
    map = name,
    cells = kind,
    asked = count,
    blocked = blocked,
    median_us = measure.median(times),
    p99_us = measure.percentile(times, 0.99),
    longest_us = measure.percentile(times, 1),
  }
end

--- Measures a map. @param files, task as in maps.run @return a list of rows
function would_block.run(files, task)
  local finder = tilepath.pathfinder(movingai.grid(files.map),
    { diagonal = task.rule })
  local rows = {}
  for i, kind in ipairs(KINDS) do
    rows[i] = row(files.name, finder, kind, task.queries)
  end
  return rows
end

return would_block
