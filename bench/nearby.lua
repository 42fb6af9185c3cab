--- A row for a map: microseconds of a query that need not reach its goal,
-- beside the query to the goal itself, on plain ground: within a range, with
-- sight or without; beside the goal; and with `partial`, to a wall near the
-- goal.
--
-- A round is timed as a whole; the first is not counted, and of the others the
-- median counts.

local measure = require "measure"
local movingai = require "movingai"
local tilepath = require "tilepath"

local FAR = 8 -- greatest distance of a wall from a goal, in cells
local TRIES = 1000

local nearby = {}

local KINDS = {
  { "goal_us", "the goal", {} },
  { "adjacent_us", "adjacent", { adjacent = true } },
  { "range3_us", "range 3", { within = 3 } },
  { "range10_us", "range 10", { within = 10 } },
  { "sight_us", "6, sight", { within = 6, sight = true } },
  { "partial_us", "partial", { partial = true } },
}

nearby.columns = { { "map", "map", "%-16s" } }
for i, kind in ipairs(KINDS) do
  kind[3].into = {}
  nearby.columns[i + 1] = { kind[1], kind[2], "%9.2f" }
end

--- A wall near a cell; the cell itself if there is none.
local function wall_near(grid, random, x, y)
  for _ = 1, TRIES do
    local wx = x + random(2 * FAR + 1) - FAR - 1
    local wy = y + random(2 * FAR + 1) - FAR - 1
    if grid:has(wx, wy) and not grid:is_walkable(wx, wy) then
      return wx, wy
    end
  end
  return x, y
end

local function to_walls(grid, queries)
  local random, list = measure.random(3), {}
  for i, q in ipairs(queries) do
    list[i] = { q[1], q[2], wall_near(grid, random, q[3], q[4]) }
  end
  return list
end

--- Measures a map. @param files, task as in maps.run @return a list of rows
function nearby.run(files, task)
  local queries = movingai.spread(movingai.queries(files.scen), task.queries)
  local finder = tilepath.pathfinder(movingai.grid(files.map),
    { diagonal = task.rule, algorithm = task.algorithm })
  local walls = to_walls(finder.grid, queries)
  local row = { map = files.name }
  for _, kind in ipairs(KINDS) do
    local times = {}
    for r = 0, task.rounds do -- round 0 is not counted
      times[r] = measure.queries(finder,
        kind[3].partial and walls or queries, kind[3])
    end
    row[kind[1]] = measure.median(times)
  end
  return { row }
end

return nearby
