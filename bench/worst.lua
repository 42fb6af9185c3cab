--- The worst case, in two parts. First, every call of the library with the
-- worst input known for it, in units of a search over the same map
-- (worst_every.lua, which `make bench TABLE=worst` runs, too). Second, the
-- slowest queries on the maps of nasty.lua, in units of the textbook A*'s time
-- for them.
--
-- Every map, and every map of a folder, is searched under some rules, with and
-- without prices (in blocks, and for each cell alone). Queries run between
-- places far apart, between places near each other (often on two sides of a
-- wall), and between places without a path. The textbook runs each query twice
-- in a row, and the better time counts. So does the library, in a few passes,
-- the first of which builds what is lazy: both have just seen the place
-- before. Costs must agree.
--
-- A query fails if it takes more than 3 times the textbook's time and 2
-- microseconds. Then the program exits with 1.

local USAGE = [[
usage: worst.lua [PART=calls+queries] [SIDE=512] [TIMES=3] [ONLY=name]
                 [QUERIES=60] [RULES=never+always] [PRICES=plain+blocks+noisy]
                 [MAPS=folder] [FOLDER=build/worst]
A call may take TIMES units. ONLY is part of a call's or a map's name. FOLDER is
where maps and queries are written to. With MAPS, queries are on those of that
folder and no others.]]

local here = (arg[0] or ""):match("^(.*[/\\])") or "./"
package.path = here .. "?.lua;" .. package.path

local measure = require "measure"
local movingai = require "movingai"
local nasty = require "nasty"
local options = require "options"(arg, {
  PART = "calls+queries", TIMES = "3", SIDE = "512", QUERIES = "60",
  PRICES = "plain+blocks+noisy", ONLY = "", MAPS = "",
  RULES = "only_if_no_obstacles+at_least_one_walkable+always+never",
  FOLDER = "build/worst", TEXTBOOK = "build/bench/textbook",
}, USAGE)
local show = require "show"
local tilepath = require "tilepath"
local worst_every = require "worst_every"

local clock = measure.clock
local side, query_count = tonumber(options.SIDE), tonumber(options.QUERIES)

local TIMES = 3
local FREE_US = 2
local PASSES = 6

local function write(file_name, lines)
  local file = assert(io.open(file_name, "w"))
  file:write(table.concat(lines, "\n"), "\n")
  file:close()
end

--- Writes a map's queries; each is listed twice.
local function write_queries(files, lines)
  local scenarios = { "version 1" }
  for _, q in ipairs(nasty.queries(lines, query_count,
    measure.random(11))) do
    local line = ("0 %s %d %d %d %d %d %d 0"):format(files.name, #lines[1],
      #lines, q[1], q[2], q[3], q[4])
    scenarios[#scenarios + 1] = line
    scenarios[#scenarios + 1] = line
  end
  write(files.scen, scenarios)
end

local function files_of(name)
  local file = options.FOLDER .. "/" .. name .. ".map"
  return { name = name, map = file, scen = file .. ".scen" }
end

--- Writes a map and its queries.
local function make(map)
  local files = files_of(map[1])
  local lines = nasty.draw(map[2], side, measure.random(7))
  write_queries(files, lines)
  table.insert(lines, 1, ("type octile\nheight %d\nwidth %d\nmap"):format(side,
    side))
  write(files.map, lines)
  return files
end

--- Queries of the same kinds for an existing map.
local function take(found)
  local files, lines = files_of(found.name), {}
  local in_header = true
  for line in io.lines(found.map) do
    if not in_header then
      lines[#lines + 1] = line:gsub("\r", "")
    end
    in_header = in_header and not line:find("^map")
  end
  files.map = found.map
  write_queries(files, lines)
  return files
end

--- Functions that make files, by the names of their maps.
local function all_maps()
  local maps = {}
  if options.MAPS == "" then
    for i, map in ipairs(nasty.maps) do
      maps[i] = { name = map[1], make = function() return make(map) end }
    end
  else
    for i, map in ipairs(movingai.maps(options.MAPS)) do
      maps[i] = { name = map.name, make = function() return take(map) end }
    end
  end
  return maps
end

--- The textbook's costs and better times.
local function ask_textbook(files, rule, prices)
  local all = movingai.textbook(options.TEXTBOOK, files, rule, 2 * query_count,
    prices)
  local queries = {}
  for i = 1, query_count do
    local q, again = all[2 * i - 1], all[2 * i]
    q[6] = math.min(q[6], again[6])
    queries[i] = q
  end
  return queries
end

--- Each query has its own table. A short path in the table of a long one would
-- take as long as the long one, to clear the rest.
local function ask(finder, files, queries)
  local times, asked = {}, {}
  for i = 1, #queries do
    asked[i] = { into = {} }
  end
  for pass = 1, PASSES do
    for i, q in ipairs(queries) do
      finder:find(q[1], q[2], q[3], q[4], asked[i])
      local begun = clock()
      local path, cost = finder:find(q[1], q[2], q[3], q[4], asked[i])
      local time = clock() - begun - measure.overhead
      times[i] = pass > 1 and math.min(times[i] or time, time) or nil
      local expected = path and cost or -1
      assert(math.abs(expected - q[5]) <= 1e-6 * math.max(1, math.abs(q[5])),
        files.name .. ": costs differ")
    end
  end
  return times
end

--- Ratio of a query's time to its limit; 1 is just allowed.
local function excess(time, unit)
  return (time - FREE_US) / (TIMES * unit)
end

--- Prints the worst query of a map; counts the queries that take too long.
local function judge(files, rule, prices)
  local queries = ask_textbook(files, rule, prices)
  local finder = tilepath.pathfinder(movingai.grid(files.map, prices),
    { diagonal = rule })
  local times = ask(finder, files, queries)
  local worst, failed, sum, unit = 1, 0, 0, 0
  for i, q in ipairs(queries) do
    local over = excess(times[i], q[6])
    if over > excess(times[worst], queries[worst][6]) then
      worst = i
    end
    failed = failed + (over > 1 and 1 or 0)
    sum, unit = sum + times[i], unit + q[6]
  end
  local q = queries[worst]
  local form = "%-16s %-22s %-6s %8.2f %9.2f %10.1f %8.1f  %d, %d to %d, %d%s"
  print(form:format(files.name, rule, prices or "",
    (times[worst] - FREE_US) / q[6], times[worst], q[6], unit / sum, q[1], q[2],
    q[3], q[4], failed > 0 and (", TOO LONG: %d queries"):format(failed) or ""))
  return failed
end

--- Judges every call, a line each. Returns how many passed and failed.
local function judge_calls()
  local columns = worst_every.columns
  show.titles(columns)
  local all = worst_every.made {
    side = side, times = tonumber(options.TIMES), only = options.ONLY,
    each = function(row) show.row(columns, row) end,
  }
  return #all - worst_every.failed, worst_every.failed
end

--- Judges every map, rule and kind of prices, a line each.
local function judge_queries()
  local failed, total = 0, 0
  os.execute("mkdir -p '" .. options.FOLDER .. "'")
  print(("%-16s %-22s %-6s %8s %9s %10s %8s  %s"):format("map", "rule", "",
    "worst", "us", "textbook", "mean", "the worst query"))
  for _, map in ipairs(all_maps()) do
    if map.name:find(options.ONLY, 1, true) then
      local files = map.make()
      for rule in options.RULES:gmatch("[^+]+") do
        for prices in options.PRICES:gmatch("[^+]+") do
          failed = failed
            + judge(files, rule, prices ~= "plain" and prices or nil)
          total = total + query_count
        end
      end
    end
  end
  return total - failed, failed
end

local PARTS = { calls = judge_calls, queries = judge_queries }

io.stdout:setvbuf("line")
local passed, failed = 0, 0
for part in options.PART:gmatch("[^+]+") do
  local more_passed, more_failed = PARTS[part]()
  passed, failed = passed + more_passed, failed + more_failed
end
print(("%d passed, %d failed"):format(passed, failed))
os.exit(failed == 0 and passed > 0 and 0 or 1)
