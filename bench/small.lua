--- A row for a small map, as games of rooms and villages have it: what a query
-- takes from Lua, of which the call itself, the plan and the path are a large
-- part. The paths of the queries have 10 to 60 cells.
--
-- `find` makes a new table for each path, cell by cell; `into` fills the same
-- table with the turns. `edit` is such a find and the edit before it, which
-- closes a random free cell or opens it again. `reach` is all cells within a cost
-- of 10, `block` asks whether a wall on a random cell would close the path, and
-- `field` is a new field over the whole map, all from the same places.

local mapmaker = require "mapmaker"
local measure = require "measure"
local movingai = require "movingai"
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
  { "find_us", "find", "%8.2f" },
  { "into_us", "into", "%8.2f" },
  { "edit_us", "edit", "%8.2f" },
  { "reach_us", "reach", "%8.2f" },
  { "block_us", "block", "%8.2f" },
  { "field_us", "field", "%8.2f" },
}

--- Queries between random cells.
local function make_queries(finder, count)
  local random, queries = measure.random(3), {}
  while #queries < count do
    local query = places.pairs(finder, random, 1)[1]
    local cells = #finder:find(query[1], query[2], query[3], query[4]) / 2
    if cells >= SHORTEST and cells <= LONGEST then
      queries[#queries + 1] = query
    end
  end
  return queries
end

--- Microseconds of f, which gets each query in turn.
local function mean_of(queries, f)
  return measure.call(function(n)
    for _ = 1, n do
      for _, q in ipairs(queries) do
        f(q[1], q[2], q[3], q[4])
      end
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
  local grid = movingai.draw(mapmaker(name, side), ground)
  local finder = tilepath.pathfinder(grid,
    { diagonal = task.rule, algorithm = task.algorithm })
  local queries = make_queries(finder, task.queries)
  local into, wall = { into = {} }, { {} }
  return {
    map = name, ground = ground or "plain", side = side,
    find_us = mean_of(queries, function(x, y, goal_x, goal_y)
      finder:find(x, y, goal_x, goal_y)
    end),
    into_us = mean_of(queries, function(x, y, goal_x, goal_y)
      finder:find(x, y, goal_x, goal_y, into)
    end),
    edit_us = mean_of_edits(finder, queries),
    reach_us = mean_of(queries, function(x, y)
      finder:reach(x, y, 10)
    end),
    block_us = mean_of(queries, function(x, y, goal_x, goal_y)
      wall[1][1], wall[1][2] = x < side and x + 1 or x - 1, y
      finder:would_block(wall, x, y, goal_x, goal_y)
    end),
    field_us = mean_of(queries, function(_, _, goal_x, goal_y)
      finder:field { { goal_x, goal_y } }
    end),
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
