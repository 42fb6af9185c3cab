--- A row for a map of 512 x 512 cells, plain or priced: the longest update of a
-- queue that may take two milliseconds, while it answers 500 tickets that were
-- given at once, after a thousand scattered cells were edited; the number of
-- updates; and the time of all updates for each ticket, beside that of `find`
-- for the same query.
--
-- A run edits, gives all tickets, and updates until they are answered. Of the
-- longest updates of all runs the median counts. If a path differs from that
-- of `find`, the program fails. The next run edits the same cells back. Times
-- are CPU times; the queue itself uses the wall clock, so on a busy machine
-- its updates do less.

local measure = require "measure"
local movingai = require "movingai"
local tilepath = require "tilepath"

local clock = measure.clock

local SIDE, TICKETS, EDITS, RUNS = 512, 500, 1000, 10
local SECONDS = 0.002

local queue = {}

queue.columns = {
  { "map", "map", "%-16s" },
  { "ground", "ground", "%-7s" },
  { "longest_ms", "longest", "%7.3f" },
  { "updates", "updates", "%7d" },
  { "ticket_us", "ticket", "%8.2f" },
  { "find_us", "find", "%8.2f" },
  { "ratio", "ratio", "%6.3f" },
  { "bytes", "bytes", "%6d" },
}

local function edit(grid, cells)
  for i = 1, #cells do
    local x, y = cells[i][1], cells[i][2]
    grid:set_walkable(x, y, not grid:is_walkable(x, y))
  end
end

local function scattered(grid, random)
  local cells, seen = {}, {}
  while #cells < EDITS do
    local x, y = random(grid.width), random(grid.height)
    if not seen[x + y * grid.width] then
      seen[x + y * grid.width] = true
      cells[#cells + 1] = { x, y }
    end
  end
  return cells
end

local function is_same(path, cost, other, other_cost)
  if not path or not other then
    return path == other and cost == other_cost
  end
  local same = cost == other_cost and #path == #other
  for i = 1, same and #path or 0 do
    same = same and path[i] == other[i]
  end
  return same
end

--- Compares all answers. Returns the time of `find` for each.
local function check(finder, queries, tickets)
  local begun, paths = clock(), {}
  for i = 1, TICKETS do
    local q = queries[(i - 1) % #queries + 1]
    paths[i] = { finder:find(q[1], q[2], q[3], q[4]) }
  end
  local took = (clock() - begun) / TICKETS
  for i, ticket in ipairs(tickets) do
    local path, cost = ticket:path()
    if not is_same(path, cost, paths[i][1], paths[i][2]) then
      error("a ticket's path is not that of find")
    end
  end
  return took
end

--- Runs once. @return longest update, updates, microseconds a ticket, of `find`
local function run(grid, finder, queries, cells)
  local line, tickets = tilepath.queue { seconds = SECONDS }, {}
  edit(grid, cells)
  for i = 1, TICKETS do
    local q = queries[(i - 1) % #queries + 1]
    tickets[i] = line:find(finder, q[1], q[2], q[3], q[4])
  end
  local longest, updates, all = 0, 0, 0
  while line.count > 0 do
    local begun = clock()
    line:update()
    local took = clock() - begun - measure.overhead
    longest, updates, all = math.max(longest, took), updates + 1, all + took
  end
  return longest, updates, all / TICKETS, check(finder, queries, tickets)
end

--- Bytes of a waiting ticket.
local function weigh(finder, queries)
  local line, tickets = tilepath.queue { max_nodes = 1 }, {}
  collectgarbage()
  collectgarbage()
  local before = collectgarbage "count"
  for i = 1, TICKETS do
    local q = queries[(i - 1) % #queries + 1]
    tickets[i] = line:find(finder, q[1], q[2], q[3], q[4])
  end
  assert(#tickets == line.count)
  collectgarbage()
  local bytes = (collectgarbage "count" - before) * 1024 / TICKETS
  return bytes
end

local function row(files, ground, task)
  local grid = movingai.grid(files.map, ground == "priced" and "blocks" or nil)
  local queries = movingai.spread(movingai.queries(files.scen), task.queries)
  local finder = tilepath.pathfinder(grid, { diagonal = task.rule,
    algorithm = task.algorithm })
  local cells = scattered(grid, measure.random(11))
  local lists = { {}, {}, {}, {} }
  for r = 1, RUNS do
    collectgarbage()
    local figures = { run(grid, finder, queries, cells) }
    for i, figure in ipairs(figures) do
      lists[i][r] = figure
    end
  end
  local ticket, find = measure.median(lists[3]), measure.median(lists[4])
  return {
    map = files.name, ground = ground,
    longest_ms = measure.median(lists[1]) / 1000,
    updates = measure.median(lists[2]),
    ticket_us = ticket, find_us = find, ratio = ticket / find,
    bytes = weigh(finder, queries),
  }
end

--- Measures one map.
-- @param files, task as in maps.run
-- @return a list of rows
function queue.run(files, task)
  local grid = movingai.grid(files.map)
  if grid.width ~= SIDE or grid.height ~= SIDE then
    return {}
  end
  return { row(files, "plain", task), row(files, "priced", task) }
end

return queue
