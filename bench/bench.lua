--- How long queries take, called from Lua: tables for `make bench`.
--
-- The method is in the head of the file that measures a table's rows: maps.lua,
-- large.lua, edits.lua, sizes.lua, goals.lua, fields.lua, swarms.lua,
-- reach.lua, would_block.lua, followers.lua, queue.lua, calls.lua, units.lua,
-- others.lua, crowds.lua, crowd_frames.lua. Times of one machine mean little;
-- the ratio to a textbook's, of the same run, is what stands up from machine to
-- machine.
--
-- The table `worst` (worst_every.lua) is no measurement to be kept but a test:
-- where a call takes too long the program exits with 1. worst.lua has it, too,
-- for maps of other sides and with other limits.

local USAGE = [[
usage: make bench MAPS=folder [VM=lua5.4] [TABLE=uniform] [ONLY=name]
                  [RULE=always] [ALGORITHM=astar] [QUERIES=300] [ROUNDS=3]
MAPS holds .map and .map.scen files of movingai.com/benchmarks.
TABLE is uniform, priced, 4way, large, edits, sizes, goals, fields, swarms,
reach, would_block, followers, queue, calls, units, others, crowds, frames, or
several: edits+calls; or
worst, which needs no MAPS and fails where some call takes more than three
searches of its map.
Results go to bench/results, files of a machine (MACHINE=name).]]

local here = (arg[0] or ""):match("^(.*[/\\])") or "./"
package.path = here .. "?.lua;" .. package.path

local measure = require "measure"
local movingai = require "movingai"
local options = require "options"(arg, {
  MAPS = "", TABLE = "uniform+priced+4way+large+edits+sizes+goals+fields"
    .. "+swarms+reach+would_block+followers+queue+calls+units+others"
    .. "+crowds+frames",
  RULE = "only_if_no_obstacles", ALGORITHM = "auto", ONLY = "",
  QUERIES = "300", ROUNDS = "3", MACHINE = "",
  TEXTBOOK = "build/bench/textbook", FIELD = "build/bench/field",
}, USAGE)
local results = require "results"
local show = require "show"

-- By: the file that measures. It has columns, and run, for the rows of a map,
-- or made, for rows without one, or both. Some always ask in their own way.
local TABLES = {
  uniform = { by = "maps", what = "microseconds a query",
    means = { "ratio", "unprepared", "prepared", "against" },
    peers = require "peers"(here) },
  priced = { by = "maps", what = "microseconds a query", means = { "ratio" },
    prices = "priced" },
  ["4way"] = { by = "maps", what = "microseconds a query",
    means = { "ratio" }, rule = "never" },
  large = { by = "large", file = "maps",
    what = "4096 x 4096 cells; microseconds a query" },
  edits = { by = "edits", what = "microseconds that an edit adds" },
  sizes = { by = "sizes", means = { "ratio" },
    what = "microseconds a query, and to catch up with an edit" },
  goals = { by = "goals",
    what = "microseconds a query with a list of goals" },
  fields = { by = "fields", means = { "ratio", "update_ratio", "next_ns" },
    what = "a field, milliseconds; field:update; field:next" },
  swarms = { by = "swarms",
    means = { "tables_ns", "doubles_ns", "floats_ns" },
    what = "field:advance, nanoseconds an agent" },
  reach = { by = "reach", what = "microseconds" },
  would_block = { by = "would_block", what = "microseconds" },
  followers = { by = "followers",
    what = "an update after an edit, nanoseconds a follower" },
  queue = { by = "queue", means = { "longest_ms", "ratio" },
    what = "the longest update, milliseconds; microseconds a ticket" },
  calls = { by = "calls", what = "nanoseconds a call" },
  units = { by = "units",
    what = "crowds and units, nanoseconds a call; ratio: of a grid:set" },
  others = { by = "others",
    what = "queries with others in the way, microseconds; ratios" },
  crowds = { by = "crowds", means = { "ratio" },
    what = "beats until all are at their goals; milliseconds" },
  frames = { by = "crowd_frames", what = "a crowd's update, milliseconds" },
  worst = { by = "worst_every", what = "milliseconds; ratio: of one search",
    judges = true },
}

local function all_maps()
  local list, wanted = movingai.maps(options.MAPS), {}
  if #list == 0 then
    io.stderr:write(("no scenarios in '%s'\n"):format(options.MAPS), USAGE,
      "\n")
    os.exit(2)
  end
  for _, files in ipairs(list) do
    if files.name:find(options.ONLY, 1, true) then
      wanted[#wanted + 1] = files
    end
  end
  return wanted
end

local function run(task, kind)
  print(("\n%s: %s, diagonal %s, algorithm %s; %s"):format(task.name,
    results.vm, task.rule, task.algorithm, kind.what))
  local by = require(kind.by)
  local columns, rows = by.columns, {}
  show.titles(columns)
  local function add(some)
    for _, row in ipairs(some) do
      rows[#rows + 1] = row
      show.row(columns, row)
    end
  end
  for _, files in ipairs(by.run and all_maps() or {}) do
    add(by.run(files, task))
  end
  if by.made then
    add(by.made(task))
  end
  if kind.means then
    show.means(columns, rows, kind.means)
  end
  -- Runs on part of the maps are for looking at, not for keeping.
  if options.ONLY == "" and not kind.judges then
    print("written to " .. results.save(here, {
      vm = results.vm, table = task.name, rule = task.rule,
      algorithm = task.algorithm, machine = options.MACHINE,
    }, kind.file or kind.by, show.keys(columns), rows))
  end
  return kind.judges and by.failed or 0
end

io.stdout:setvbuf("no")
local failed = 0
for name in options.TABLE:gmatch("[^+]+") do
  local kind = TABLES[name]
  if not kind then
    io.stderr:write(("there is no table '%s'\n"):format(name), USAGE, "\n")
    os.exit(2)
  end
  local begun = os.time()
  failed = failed + run({
    name = name,
    only = options.ONLY,
    rule = kind.rule or options.RULE,
    algorithm = options.ALGORITHM,
    prices = kind.prices,
    peers = kind.peers,
    queries = tonumber(options.QUERIES),
    rounds = tonumber(options.ROUNDS),
    textbook = options.TEXTBOOK,
    field = options.FIELD,
  }, kind)
  print(("in %d seconds"):format(os.difftime(os.time(), begun)))
  local load = measure.load()
  if load then
    print("load of the machine over the last minute: " .. load)
  end
end
os.exit(failed == 0 and 0 or 1)
