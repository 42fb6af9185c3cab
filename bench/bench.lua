--- How long queries take, called from Lua: tables for `make bench`.
--
-- The method stands at the head of the file that measures a table's rows. The
-- times of one machine mean little. The ratio to a textbook algorithm in the
-- same run holds on other machines, too.

local USAGE = [[
usage: make bench MAPS=folder [VM=lua5.4] [TABLE=uniform] [ONLY=name]
                  [RULE=always] [ALGORITHM=astar] [QUERIES=300] [ROUNDS=3]
                  [LANDMARKS=8] [AGAINST=folder]
MAPS holds .map and .map.scen files of movingai.com/benchmarks.
TABLE is uniform, priced, 4way, small, edits, goals, nearby, fields, frames, or
several: edits+goals; or
calls (what the calls of a game cost on both cores, beside the build before in the
folder of AGAINST); or
plain (the core in Lua beside an A* on tables, and beside Jumper and lua-star,
whose folders the variables JUMPER and LUA_STAR name); or
peers and meshes (how often the path of a library is not the shortest).
priced takes ONLY=blocks, land or keep_away, too; LANDMARKS=0 for none.
Results of all maps and QUERIES go to bench/results, files of a machine
(MACHINE=name).]]

local here = (arg[0] or ""):match("^(.*[/\\])") or "./"
package.path = here .. "?.lua;" .. package.path

local measure = require "measure"
local movingai = require "movingai"
local QUERIES = "300"
local options = require "options"(arg, {
  MAPS = "", TABLE = "uniform+priced+4way+small+edits+goals"
    .. "+nearby+fields+frames",
  RULE = "only_if_no_obstacles", ALGORITHM = "auto", ONLY = "",
  QUERIES = QUERIES, ROUNDS = "3", LANDMARKS = "8", MACHINE = "",
  AGAINST = "",
}, USAGE)
local results = require "results"
local show = require "show"

-- `by`: the file that measures. It has `columns`, and `run` for the rows of a
-- map, or `made` for rows without a map, or both; `file`: of its results. Some
-- tables always use their own options, or their own number of queries unless
-- QUERIES is given.
local TABLES = {
  uniform = { by = "maps", what = "microseconds a query",
    means = { "ratio" } },
  priced = { by = "maps", file = "priced", queries = 100,
    means = { "ratio", "marks_ratio" }, mean_by = "ground", is_priced = true,
    what = "microseconds a query: nothing kept, textbook, landmarks" },
  ["4way"] = { by = "maps", what = "microseconds a query",
    means = { "ratio" }, rule = "never" },
  small = { by = "small",
    what = "microseconds a query of 10 to 60 cells; with an edit" },
  edits = { by = "edits", what = "microseconds that an edit adds" },
  goals = { by = "goals",
    what = "microseconds a query with a list of goals" },
  nearby = { by = "nearby",
    what = "microseconds a query that need not come to its goal" },
  fields = { by = "fields", mean_by = "ground", means = { "ratio" },
    what = "a field, milliseconds; microseconds of field:update" },
  frames = { by = "crowd_frames", what = "a crowd's update, milliseconds" },
  peers = { by = "shortest", queries = 2000, judges = true,
    what = "how many paths on random maps are longer than the shortest" },
  meshes = { by = "meshes", queries = 1000,
    what = "how many paths over meshes are longer than the shortest" },
  calls = { by = "calls", judges = true,
    what = "calls of a game, beside another value of the run or a build before" },
  plain = { by = "plain", queries = 40, rule = "at_least_one_walkable",
    means = { "ratio" }, mean_by = "host", judges = true,
    what = "microseconds a query; times as fast as an A* on tables" },
}

local function all_maps(kind)
  local list, wanted = movingai.maps(options.MAPS), {}
  if #list == 0 then
    io.stderr:write(("no scenarios in '%s'\n"):format(options.MAPS), USAGE,
      "\n")
    os.exit(2)
  end
  for _, files in ipairs(list) do
    -- A table of several grounds chooses its rows itself.
    if kind.is_priced or files.name:find(options.ONLY, 1, true) then
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
  for _, files in ipairs(by.run and all_maps(kind) or {}) do
    add(by.run(files, task))
  end
  if by.made then
    add(by.made(task))
  end
  if kind.means then
    show.means(columns, rows, kind.means, kind.mean_by)
  end
  -- Runs on a part of the maps or of the queries are shown, not kept.
  if options.ONLY == "" and options.QUERIES == QUERIES then
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
    is_priced = kind.is_priced,
    queries = options.QUERIES == QUERIES and kind.queries
      or tonumber(options.QUERIES),
    rounds = tonumber(options.ROUNDS),
    landmarks = tonumber(options.LANDMARKS),
    against = options.AGAINST,
  }, kind)
  print(("in %d seconds"):format(os.difftime(os.time(), begun)))
  local load = measure.load()
  if load then
    print("load of the machine over the last minute: " .. load)
  end
end
os.exit(failed == 0 and 0 or 1)
