--- A row for a small map, as games of rooms and villages have it: what a query
-- takes from Lua, of which the call itself, the plan and the path are a large
-- part. The paths of the queries have 10 to 60 cells.
--
-- `find` makes a new table for each path, cell by cell; `into` fills the same
-- table with the turns. `edit` is such a find and the edit before it, which
-- closes a random free cell or opens it again.

local measure = require "measure"
local movingai = require "movingai"
local nasty = require "nasty"
local places = require "places"
local tilepath = require "tilepath"

local SIDES = { 16, 32, 64, 128 }
local GROUNDS = {
  { "open" }, { "rooms-8" }, { "noise-15" }, { "open", "blocks" },
}
local SHORTEST, LONGEST = 10, 60

local small = {}

small.columns = {
  { "map", "map", "%-10s" },
  { "ground", "ground", "%-7s" },
  { "side", "side", "%5d" },
  { "cells", "cells", "%6.1f" },
  { "find_us", "find", "%8.2f" },
  { "into_us", "into", "%8.2f" },
  { "edit_us", "edit", "%8.2f" },
}

local function drawn(name, side)
  for _, map in ipairs(nasty.maps) do
    if map[1] == name then
      local lines = nasty.draw(map[2], side, measure.random(7))
      return table.concat(lines, "\n")
    end
  end
end

--- Queries between random cells, and the mean number of cells of a path.
local function make_queries(finder, count)
  local random, queries, sum = measure.random(3), {}, 0
  while #queries < count do
    local query = places.pairs(finder, random, 1)[1]
    local cells = #finder:find(query[1], query[2], query[3], query[4]) / 2
    if cells >= SHORTEST and cells <= LONGEST then
      queries[#queries + 1] = query
      sum = sum + cells
    end
  end
  return queries, sum / count
end

--- Microseconds of a query.
local function mean_of(finder, queries, options)
  return measure.call(function(n)
    for _ = 1, n do
      measure.queries(finder, queries, options)
    end
  end) / #queries / 1e3
end

--- Microseconds of an edit and a query.
local function mean_of_edits(finder, queries)
  local random, grid, cells = measure.random(5), finder.grid, {}
  for i = 1, #queries do
    local x, y = places.cell(finder, random)
    cells[i] = { x, y, (grid:get(x, y)) }
  end
  return measure.call(function(n)
    for _ = 1, n do
      for i, q in ipairs(queries) do
        local cell = cells[i]
        grid:set(cell[1], cell[2], "wall")
        finder:find(q[1], q[2], q[3], q[4])
        grid:set(cell[1], cell[2], cell[3])
        finder:find(q[1], q[2], q[3], q[4])
      end
    end
  end) / (2 * #queries) / 1e3
end

local function row(side, name, ground, task)
  local grid = movingai.draw(drawn(name, side), ground)
  local finder = tilepath.pathfinder(grid,
    { diagonal = task.rule, algorithm = task.algorithm })
  local queries, cells = make_queries(finder, task.queries)
  return {
    map = name, ground = ground or "plain", side = side, cells = cells,
    find_us = mean_of(finder, queries),
    into_us = mean_of(finder, queries, { into = {} }),
    edit_us = mean_of_edits(finder, queries),
  }
end

--- Measures all maps. @return a list of rows
function small.made(task)
  local rows = {}
  for _, ground in ipairs(GROUNDS) do
    for _, side in ipairs(SIDES) do
      rows[#rows + 1] = row(side, ground[1], ground[2], task)
    end
  end
  return rows
end

return small
