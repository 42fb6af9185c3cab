--- A row for a map and a kind of cell: the time that an edit of a cell adds to
-- the next query.
--
-- Each of a few hundred queries has a cell of its own. The cell is closed
-- before the query (opened, if it was closed), and restored before the next
-- one: two samples. A sample is the time of edit and query together, minus the
-- time of the same query without an edit. Another query runs before each, so
-- that no query runs twice in a row. The sample's time is the median over
-- rounds on fresh objects.
--
-- Kinds of cells: `random`; `open`: all neighbours within two steps are free;
-- `split`: an edit splits a region into parts of at least 50 cells each (some
-- maps have few such cells).

local measure = require "measure"
local movingai = require "movingai"
local tilepath = require "tilepath"

local clock = measure.clock

local SIDE = 512
local PART = 50
local FEW = 10 -- a kind with fewer cells makes no row

-- ---- cells ------------------------------------------------------------------

local function is_open(grid, x, y)
  for dy = -2, 2 do
    for dx = -2, 2 do
      if not grid:is_walkable(x + dx, y + dy) then
        return false
      end
    end
  end
  return true
end

local AROUND = { { 0, -1 }, { 1, -1 }, { 1, 0 }, { 1, 1 }, { 0, 1 }, { -1, 1 },
  { -1, 0 }, { -1, -1 } }

--- Is the cell free, and do its free neighbours fall apart without it? Only
-- such a cell can split a region.
local function may_split(grid, x, y)
  if not grid:is_walkable(x, y) then
    return false
  end
  local pieces, before = 0, grid:is_walkable(x - 1, y - 1)
  for _, step in ipairs(AROUND) do
    local free = grid:is_walkable(x + step[1], y + step[2])
    if free and not before then
      pieces = pieces + 1
    end
    before = free
  end
  return pieces > 1
end

--- Can at least PART cells be reached from here by straight steps?
local function is_large(grid, x, y)
  local list, seen, done = { { x, y } }, { [x .. "," .. y] = true }, 0
  while done < #list and #list < PART do
    done = done + 1
    local cell = list[done]
    for side = 1, 7, 2 do
      local nx = cell[1] + AROUND[side][1]
      local ny = cell[2] + AROUND[side][2]
      local key = nx .. "," .. ny
      if not seen[key] and grid:is_walkable(nx, ny) then
        seen[key] = true
        list[#list + 1] = { nx, ny }
      end
    end
  end
  return #list >= PART
end

local function splits(grid, finder, x, y)
  local sides = {}
  grid:set_walkable(x, y, false)
  for side = 1, 7, 2 do
    local nx, ny = x + AROUND[side][1], y + AROUND[side][2]
    if grid:is_walkable(nx, ny) and is_large(grid, nx, ny) then
      sides[#sides + 1] = { nx, ny }
    end
  end
  local apart = false
  for i = 2, #sides do
    apart = apart or not finder:is_reachable(sides[1][1], sides[1][2],
      sides[i][1], sides[i][2])
  end
  grid:set_walkable(x, y, true)
  return apart
end

--- All cells that pass a test, in random order.
local function shuffled(grid, random, test)
  local cells = {}
  for y = 0, grid.height - 1 do
    for x = 0, grid.width - 1 do
      if test(grid, x, y) then
        local place = random(#cells + 1) + 1
        cells[#cells + 1] = cells[place]
        cells[place] = { x, y }
      end
    end
  end
  return cells
end

local choose = {}

function choose.random(grid, random, count)
  local cells = {}
  for i = 1, count do
    cells[i] = { random(grid.width), random(grid.height) }
  end
  return cells
end

function choose.open(grid, random, count)
  local all, cells = shuffled(grid, random, is_open), {}
  for i = 1, math.min(count, #all) do
    cells[i] = all[i]
  end
  return cells
end

function choose.split(grid, random, count)
  local finder, cells = tilepath.pathfinder(grid), {}
  for _, cell in ipairs(shuffled(grid, random, may_split)) do
    if #cells < count and splits(grid, finder, cell[1], cell[2]) then
      cells[#cells + 1] = cell
    end
  end
  return cells
end

-- ---- samples ----------------------------------------------------------------

local edits = {}

--- Runs a round. @return added and plain microseconds, of each sample
local function round(grid, profile, queries, cells)
  local finder = tilepath.pathfinder(grid, profile)
  local options = { into = {} }
  local added, plain = {}, {}
  local function ask(q)
    finder:find(q[1], q[2], q[3], q[4], options)
  end
  for _, q in ipairs(queries) do
    ask(q)
  end
  for i, cell in ipairs(cells) do
    local q = queries[(i - 1) % #queries + 1]
    local other = queries[i % #queries + 1]
    for _ = 1, 2 do
      ask(other)
      local begun = clock()
      grid:set_walkable(cell[1], cell[2], not grid:is_walkable(cell[1], cell[2]))
      ask(q)
      local edited = clock() - begun
      ask(other)
      begun = clock()
      ask(q)
      plain[#plain + 1] = clock() - begun - measure.overhead
      added[#added + 1] = edited - measure.overhead - plain[#plain]
    end
  end
  return added, plain
end

local function row(name, kind, grid, cells, queries, task)
  local profile = { diagonal = task.rule, algorithm = task.algorithm }
  local added, plain = {}, {}
  for r = 1, task.rounds do
    added[r], plain[r] = round(grid, profile, queries, cells)
  end
  local times = measure.medians(added)
  return {
    map = name,
    cells = kind,
    edits = #times,
    query_us = measure.mean(measure.medians(plain)),
    mean_us = measure.mean(times),
    median_us = measure.median(times),
    p99_us = measure.percentile(times, 0.99),
    longest_us = measure.percentile(times, 1),
  }
end

-- ---- maps -------------------------------------------------------------------

--- Queries between any two cells of a grid.
local function any_queries(grid, count)
  local random, queries = measure.random(4), {}
  for i = 1, count do
    queries[i] = { random(grid.width), random(grid.height),
      random(grid.width), random(grid.height) }
  end
  return queries
end

edits.columns = {
  { "map", "map", "%-18s" },
  { "cells", "cells", "%-9s" },
  { "edits", "edits", "%6d" },
  { "query_us", "query", "%9.2f" },
  { "mean_us", "+ mean", "%9.2f" },
  { "median_us", "+ median", "%9.2f" },
  { "p99_us", "+ 99 %", "%9.2f" },
  { "longest_us", "+ longest", "%10.1f" },
}

--- Measures the kinds of cells on a map.
-- @param files, task as for maps.run
-- @return a list of rows
function edits.run(files, task)
  local grid, rows = movingai.grid(files.map), {}
  local queries = movingai.spread(movingai.queries(files.scen), task.queries)
  for _, kind in ipairs { "random", "open", "split" } do
    local cells = choose[kind](grid, measure.random(3), task.queries)
    if #cells >= FEW then
      rows[#rows + 1] = row(files.name, kind, grid, cells, queries, task)
    end
  end
  return rows
end

--- Two made maps on which an edit is at its worst: open ground, where a wall
-- cuts long lines; and two halves with one door, the cell that each edit
-- changes.
function edits.made(task)
  local open = tilepath.grid(SIDE, SIDE, { base = 0 })
  local halves = open:copy()
  halves:fill(SIDE / 2, 0, 1, SIDE, "wall")
  local doors, queries = {}, any_queries(open, task.queries)
  for i = 1, task.queries do
    doors[i] = { SIDE / 2, SIDE / 4 }
  end
  halves:set(doors[1][1], doors[1][2], "open")
  return {
    row("nothing but ground", "open", open,
      choose.open(open, measure.random(3), task.queries), queries, task),
    row("two halves", "split", halves, doors, queries, task),
  }
end

return edits
