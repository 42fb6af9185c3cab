--- A row for a map: how long its queries take; how many times as fast that is
-- as the textbook A* on the same queries in the same run; what the first query
-- costs; and memory.
--
-- A round runs the textbook, unless it has run for long already. Then, on a
-- new grid and pathfinder, come the first query, which builds what is lazy; a
-- first pass over the queries; and passes that find what earlier queries left.
-- Each pass runs each query once, in the order of the scenarios, as the
-- textbook does. The mean comes from passes timed as a whole, the rest from
-- single queries.
--
-- If a cost differs from the textbook's, the program fails.

local measure = require "measure"
local movingai = require "movingai"
local tilepath = require "tilepath"

local clock = measure.clock

-- Warm passes go on until they have taken so many microseconds.
local LONG_ENOUGH = 20000

-- The textbook goes on until it has taken so many; its runs are long.
local LONG_BOOK = 1e6

local maps = {}

-- Columns with true at the end are shown, but not kept.
maps.columns = {
  { "map", "map", "%-16s" },
  { "mean_us", "mean", "%9.2f" },
  { "median_us", "median", "%9.2f" },
  { "p99_us", "99 %", "%9.2f" },
  { "longest_us", "longest", "%9.1f" },
  { "first_pass_us", "1st pass", "%9.2f" },
  { "textbook_us", "textbook", "%10.1f" },
  { "ratio", "ratio", "%8.2f" },
  { "worst", "worst", "%6.2f" },
  { "first_query_ms", "build ms", "%9.2f" },
  { "bytes_a_cell", "B/cell", "%7.1f" },
  { "unprepared", "peers", "%7.1f", true },
  { "prepared", "1.5 s", "%7.1f", true },
  { "against", "times", "%6.2f", true },
}

--- Microseconds of a query, over one pass.
function maps.pass(finder, queries, options)
  local begun = clock()
  for i = 1, #queries do
    local q = queries[i]
    finder:find(q[1], q[2], q[3], q[4], options)
  end
  return (clock() - begun) / #queries
end

--- The same; adds the time of each query to `times`.
local function pass_by_query(finder, queries, options, times)
  for i = 1, #queries do
    local q = queries[i]
    local begun = clock()
    finder:find(q[1], q[2], q[3], q[4], options)
    times[i] = (times[i] or 0) + (clock() - begun - measure.overhead)
  end
end

--- Ends the program if a query does not cost what the textbook says.
-- @return how many cells or jump points were expanded
function maps.check(name, finder, queries)
  local options, expanded = { into = {} }, 0
  for _, q in ipairs(queries) do
    local path, cost = finder:find(q[1], q[2], q[3], q[4], options)
    local expected = q[5]
    cost = path and cost or -1
    if math.abs(cost - expected) > 1e-6 * math.max(1, math.abs(expected)) then
      error(("%s: from %d, %d to %d, %d costs %.9f, but %.9f for the textbook")
        :format(name, q[1], q[2], q[3], q[4], cost, expected), 0)
    end
    expanded = expanded + finder.info.expanded
  end
  return expanded
end

--- The library's part of a round.
-- @return a table of measurements, and the pathfinder
function maps.round(grid, profile, queries)
  local options = { into = {} }
  local before = measure.bytes()
  local begun = clock()
  local finder = tilepath.pathfinder(grid, profile)
  local q = queries[math.ceil(#queries / 2)]
  finder:find(q[1], q[2], q[3], q[4], options)
  local first_query = clock() - begun
  local first_pass = maps.pass(finder, queries, options)
  local means, times, passes = {}, {}, 0
  local start = clock()
  repeat
    passes = passes + 1
    means[passes] = maps.pass(finder, queries, options)
    pass_by_query(finder, queries, options, times)
  until clock() - start > LONG_ENOUGH
  for i = 1, #times do
    times[i] = times[i] / passes
  end
  return {
    mean = measure.median(means),
    times = times,
    first_pass = first_pass,
    first_query = first_query,
    bytes_a_cell = (measure.bytes() - before) / #grid,
  }, finder
end

--- The greatest ratio of a query's time to the textbook's, after a deduction of
-- 2 microseconds.
local function worst(ours, theirs)
  local most = 0
  for i, time in ipairs(ours) do
    most = math.max(most, (time - 2) / theirs[i])
  end
  return most
end

--- The row of a map's rounds, without the columns that need the textbook.
function maps.row(name, rounds)
  local function median(key)
    local list = {}
    for i, round in ipairs(rounds) do
      list[i] = round[key]
    end
    return measure.median(list)
  end
  local lists = {}
  for i, round in ipairs(rounds) do
    lists[i] = round.times
  end
  local times = measure.medians(lists)
  return {
    map = name,
    mean_us = median("mean"),
    median_us = measure.median(times),
    p99_us = measure.percentile(times, 0.99),
    longest_us = measure.percentile(times, 1),
    first_pass_us = median("first_pass"),
    first_query_ms = median("first_query") / 1e3,
    bytes_a_cell = median("bytes_a_cell"),
  }, times
end

--- The textbook's time for each query.
local function times_of(queries)
  local times = {}
  for i, q in ipairs(queries) do
    times[i] = q[6]
  end
  return times
end

--- Measures one map. @return a list of one row
-- @param files { name =, map =, scen = }
-- @param task { rule =, algorithm =, queries =, rounds =,
-- textbook = the program, peers = nil or ratios by map }
function maps.run(files, task)
  local profile = { diagonal = task.rule, algorithm = task.algorithm }
  local ours, theirs = {}, {}
  local queries, spent = nil, 0
  for r = 1, task.rounds do
    if spent < LONG_BOOK then
      queries = movingai.textbook(task.textbook, files, task.rule,
        task.queries)
      theirs[r] = times_of(queries)
      spent = spent + measure.mean(theirs[r]) * #queries
    end
    local grid = movingai.grid(files.map)
    local finder
    ours[r], finder = maps.round(grid, profile, queries)
    if r == 1 then
      maps.check(files.name, finder, queries)
    end
  end
  local row, times = maps.row(files.name, ours)
  local unit = measure.medians(theirs)
  row.textbook_us = measure.mean(unit)
  row.ratio = row.textbook_us / row.mean_us
  row.worst = worst(times, unit)
  local peer = task.peers and task.peers[files.name] or {}
  row.unprepared, row.prepared = peer.unprepared, peer.prepared
  row.against = peer.prepared and row.ratio / peer.prepared
  return { row }
end

return maps
