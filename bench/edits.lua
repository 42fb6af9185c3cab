--- A row for a map: the time that an edit of a cell adds to the next query.
--
-- Each of a few hundred queries has a random cell of its own. The cell is closed
-- before the query (opened, if it was closed), and restored before the next
-- one: two samples. A sample is the time of edit and query together, minus the
-- time of the same query without an edit. Another query runs before each, so
-- that no query runs twice in a row. The sample's time is the median over
-- rounds on fresh objects. (worst_calls.lua has the worst edits.)

local measure = require "measure"
local movingai = require "movingai"
local tilepath = require "tilepath"

local clock = measure.clock

local edits = {}

edits.columns = {
  { "map", "map", "%-18s" },
  { "edits", "edits", "%6d" },
  { "median_us", "+ median", "%9.2f" },
  { "p99_us", "+ 99 %", "%9.2f" },
}

--- Runs a round. @return the added microseconds of each sample
local function round(grid, profile, queries, cells)
  local finder = tilepath.pathfinder(grid, profile)
  local options = { into = {} }
  local added = {}
  local function ask(q)
    finder:find(q[1], q[2], q[3], q[4], options)
  end
  for _, q in ipairs(queries) do
    ask(q)
  end
  for i, cell in ipairs(cells) do
    local x, y = cell[1], cell[2]
    local q, other = queries[i], queries[i % #queries + 1]
    for _ = 1, 2 do
      ask(other)
      local begun = clock()
      grid:set_walkable(x, y, not grid:is_walkable(x, y))
      ask(q)
      local edited = clock() - begun
      ask(other)
      begun = clock()
      ask(q)
      added[#added + 1] = edited - (clock() - begun)
    end
  end
  return added
end

--- Measures a map. @param files, task as for maps.run @return a list of a row
function edits.run(files, task)
  local grid, random = movingai.grid(files.map), measure.random(3)
  local queries = movingai.spread(movingai.queries(files.scen), task.queries)
  local profile = { diagonal = task.rule, algorithm = task.algorithm }
  local cells, added = {}, {}
  for i = 1, #queries do
    cells[i] = { random(grid.width), random(grid.height) }
  end
  for r = 1, task.rounds do
    added[r] = round(grid, profile, queries, cells)
  end
  local times = measure.medians(added)
  return { {
    map = files.name,
    edits = #times,
    median_us = measure.median(times),
    p99_us = measure.percentile(times, 0.99),
  } }
end

return edits
