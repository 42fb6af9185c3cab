--- Rows for a map and its priced ground: the time that an edit of a cell adds
-- to the next query, as in edits.lua; without memory between queries, and with
-- landmarks, which must be repaired before they help again.
--
-- Kinds of edits: any cell of the map is closed or opened, and restored
-- (`random`); a wall beside a free cell is opened (`opened`); a cell becomes
-- as cheap as any (`cheaper`). The restoring edits of the last two are not
-- counted, since only cheaper steps give landmarks work.

local edits = require "edits"
local grounds = require "grounds"
local measure = require "measure"
local movingai = require "movingai"
local tilepath = require "tilepath"

-- A round runs four queries a sample. Rounds end early after so many
-- microseconds.
local FEWER = 3
local LONG_ENOUGH = 3e6

-- Cells that are tried for each cell that is wanted.
local TRIES = 200

local priced_edits = {}

priced_edits.columns = {
  { "map", "map", "%-16s" },
  { "ground", "ground", "%-9s" },
  { "cells", "cells", "%-8s" },
  { "edits", "edits", "%6d" },
  { "query_us", "query", "%8.1f" },
  { "median_us", "+ median", "%8.1f" },
  { "p99_us", "+ 99 %", "%8.1f" },
  { "longest_us", "+ longest", "%9.0f" },
  { "marks_query_us", "landmarks", "%9.1f" },
  { "marks_median_us", "+ median", "%8.1f" },
  { "marks_p99_us", "+ 99 %", "%8.1f" },
  { "marks_longest_us", "+ longest", "%9.0f" },
}

-- ---- cells ------------------------------------------------------------------

--- Random cells that pass a test, as many as wanted or almost as many.
local function choose(grid, count, test)
  local random, cells = measure.random(3), {}
  for _ = 1, count * TRIES do
    local x, y = random(grid.width), random(grid.height)
    if #cells < count and test(x, y) then
      cells[#cells + 1] = { x, y }
    end
  end
  return cells
end

local kinds = {}

function kinds.random(grid, count)
  return edits.random(grid, measure.random(3), count)
end

function kinds.opened(grid, count)
  return choose(grid, count, function(x, y)
    return not grid:is_walkable(x, y) and
      (grid:is_walkable(x - 1, y) or grid:is_walkable(x + 1, y) or
        grid:is_walkable(x, y - 1) or grid:is_walkable(x, y + 1))
  end)
end

function kinds.cheaper(grid, count)
  local cells = choose(grid, count, function(x, y)
    return grid:is_walkable(x, y) and grid:get(x, y) ~= "open"
  end)
  for _, cell in ipairs(cells) do
    cell.terrain, cell.other = "open", grid:get(cell[1], cell[2])
  end
  return cells
end

-- ---- rows -------------------------------------------------------------------

--- The samples of a list that count for a kind.
local function counted(list, kind)
  if kind == "random" then
    return list
  end
  local first = {}
  for i = 1, #list, 2 do
    first[#first + 1] = list[i]
  end
  return first
end

--- Adds the columns of one kind of agent to a row; their names begin with a
-- prefix. Adds nothing if the library refuses such an agent.
local function add(row, prefix, grid, profile, queries, cells, task)
  if not pcall(tilepath.pathfinder, grid, profile) then
    return
  end
  local added, plain, begun = {}, {}, measure.clock()
  repeat
    local r = #added + 1
    added[r], plain[r] = edits.round(grid, profile, queries, cells)
  until r == task.rounds or measure.clock() - begun > LONG_ENOUGH
  local times = counted(measure.medians(added), row.cells)
  row.edits = #times
  row[prefix .. "query_us"] = measure.mean(measure.medians(plain))
  row[prefix .. "median_us"] = measure.median(times)
  row[prefix .. "p99_us"] = measure.percentile(times, 0.99)
  row[prefix .. "longest_us"] = measure.percentile(times, 1)
end

local function row_of(name, ground, kind, grid, queries, cells, task)
  local row = { map = name, ground = ground, cells = kind }
  add(row, "", grid, grounds.profile(ground, task), queries, cells, task)
  if task.landmarks > 0 then
    add(row, "marks_", grid, grounds.profile(ground, task, task.landmarks),
      queries, cells, task)
  end
  return row
end

--- Measures a map. @param files, task as in maps.run; task.landmarks how many
-- @return a list of rows
function priced_edits.run(files, task)
  local rows = {}
  for _, ground in ipairs(grounds.priced) do
    if grounds.wants(task.only, files.name, ground) then
      local grid = movingai.grid(files.map, ground)
      local queries = movingai.spread(movingai.queries(files.scen),
        math.ceil(task.queries / FEWER))
      for _, kind in ipairs { "random", "opened", "cheaper" } do
        local cells = kinds[kind](grid, #queries)
        if #cells > 0 then
          rows[#rows + 1] = row_of(files.name, ground, kind, grid, queries,
            cells, task)
        end
      end
    end
  end
  return rows
end

return priced_edits
