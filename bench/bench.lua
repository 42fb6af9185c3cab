--- How long one query takes, called from Lua, and how many times faster that is
-- than the textbook A* of textbook.c on the same queries in the same run.
--
-- A map a row: mean, median and 99th percentile over 300 queries that are
-- spread evenly over the map's scenarios. Each round runs the textbook first,
-- then the library; a query's time is its median over the rounds. Both sides
-- count CPU time of their own process, so that a busy machine disturbs them
-- less; the ratio, of the two means, is what stands up from machine to machine.
--
-- Costs have to agree, or the program fails.

local USAGE = [[
usage: make bench MAPS=folder [VM=lua5.4] [RULE=never] [PRICED=1]
                  [ALGORITHM=astar] [ONLY=name] [QUERIES=300] [ROUNDS=3]
MAPS holds .map and .map.scen files of movingai.com/benchmarks.
Results go to bench/results, a file a machine (MACHINE=name).]]

local here = (arg[0] or ""):match("^(.*[/\\])") or "./"
package.path = here .. "?.lua;" .. package.path

local movingai = require "movingai"
local options = require "options"(arg, {
  MAPS = "", RULE = "only_if_no_obstacles", PRICED = "", ALGORITHM = "auto",
  ONLY = "", QUERIES = "300", ROUNDS = "3", MACHINE = "",
  TEXTBOOK = "build/bench/textbook",
}, USAGE)
local results = require "results"
local tilepath = require "tilepath"

local clock = os.clock
local is_priced = options.PRICED ~= ""
local query_count = tonumber(options.QUERIES)

-- A query shorter than this is run again until so many microseconds are full:
-- the clock counts whole ones.
local LEAST = 40

--- Microseconds that one find takes, and the cost of its path.
local function measure(finder, query, query_options)
  local sx, sy, gx, gy = query[1], query[2], query[3], query[4]
  local count, total, more = 0, 0, 1
  local path, cost
  repeat
    local begun = clock()
    for _ = 1, more do
      path, cost = finder:find(sx, sy, gx, gy, query_options)
    end
    total = total + (clock() - begun) * 1e6
    count, more = count + more, 2 * more
  until total >= LEAST
  return total / count, path and cost or -1
end

local function check(name, query, cost)
  local expected = query[5]
  if math.abs(cost - expected) > 1e-6 * math.max(1, math.abs(expected)) then
    error(("%s: from %d, %d to %d, %d costs %.9f, but %.9f for the textbook")
      :format(name, query[1], query[2], query[3], query[4], cost, expected), 0)
  end
end

local function median(list)
  table.sort(list)
  local middle = #list / 2
  if middle % 1 == 0 then
    return (list[middle] + list[middle + 1]) / 2
  end
  return list[middle + 0.5]
end

local function mean(list)
  local sum = 0
  for _, value in ipairs(list) do
    sum = sum + value
  end
  return sum / #list
end

--- For each query the median over the rounds.
local function by_query(rounds)
  local list = {}
  for i = 1, #rounds[1] do
    local times = {}
    for r, round in ipairs(rounds) do
      times[r] = round[i]
    end
    list[i] = median(times)
  end
  return list
end

--- One map's row.
local function run(files)
  local grid = movingai.grid(files.map, is_priced)
  local finder = tilepath.pathfinder(grid,
    { diagonal = options.RULE, algorithm = options.ALGORITHM })
  local query_options = { into = {} }
  local ours, theirs = {}, {}
  for round = 1, tonumber(options.ROUNDS) do
    local queries = movingai.textbook(options.TEXTBOOK, files, options.RULE,
      query_count, is_priced)
    ours[round], theirs[round] = {}, {}
    for i, query in ipairs(queries) do
      local time, cost = measure(finder, query, query_options)
      check(files.name, query, cost)
      ours[round][i], theirs[round][i] = time, query[6]
    end
  end
  local times, unit = by_query(ours), mean(by_query(theirs))
  table.sort(times)
  return {
    map = files.name,
    mean = mean(times),
    median = median(times),
    p99 = times[math.ceil(0.99 * #times)],
    textbook = unit,
    ratio = unit / mean(times),
  }
end

local maps = movingai.maps(options.MAPS)
if #maps == 0 then
  io.stderr:write(("no scenarios in '%s'\n"):format(options.MAPS), USAGE, "\n")
  os.exit(2)
end

io.stdout:setvbuf("no")
print(("%s, diagonal %s%s, algorithm %s, microseconds a query"):format(
  results.vm, options.RULE, is_priced and ", priced" or "", options.ALGORITHM))
print(("%-20s %9s %9s %9s %10s %7s"):format("map", "mean", "median", "99 %",
  "textbook", "ratio"))
local rows, logarithms = {}, {}
for _, files in ipairs(maps) do
  if files.name:find(options.ONLY, 1, true) then
    local row = run(files)
    rows[#rows + 1] = row
    logarithms[#rows] = math.log(row.ratio)
    print(("%-20s %9.1f %9.1f %9.1f %10.1f %7.2f"):format(row.map, row.mean,
      row.median, row.p99, row.textbook, row.ratio))
  end
end
print(("%-60s %8.2f"):format("geometric mean",
  math.exp(mean(logarithms))))
if options.ONLY == "" then
  print("written to " .. results.save(here, options, rows))
end
