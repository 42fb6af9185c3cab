--- How long queries take, called from Lua: tables for `make bench`.
--
-- The method is in the head of the file that measures a table's rows: maps.lua,
-- edits.lua, calls.lua, large.lua, sizes.lua. Times of one machine mean little;
-- the ratio to the textbook A*, of the same run, is what stands up from machine
-- to machine.

local USAGE = [[
usage: make bench MAPS=folder [VM=lua5.4] [TABLE=uniform] [ONLY=name]
                  [RULE=always] [ALGORITHM=astar] [QUERIES=300] [ROUNDS=3]
MAPS holds .map and .map.scen files of movingai.com/benchmarks.
TABLE is uniform, priced, 4way, edits, calls, large, sizes, or several:
edits+calls.
Results go to bench/results, files of a machine (MACHINE=name).]]

local here = (arg[0] or ""):match("^(.*[/\\])") or "./"
package.path = here .. "?.lua;" .. package.path

local calls = require "calls"
local edits = require "edits"
local large = require "large"
local maps = require "maps"
local measure = require "measure"
local movingai = require "movingai"
local options = require "options"(arg, {
  MAPS = "", TABLE = "uniform+priced+4way+edits+calls+large+sizes",
  RULE = "only_if_no_obstacles", ALGORITHM = "auto", ONLY = "",
  QUERIES = "300", ROUNDS = "3", MACHINE = "",
  TEXTBOOK = "build/bench/textbook",
}, USAGE)
local peers = require "peers"(here)
local results = require "results"
local sizes = require "sizes"

-- ---- printing and keeping ---------------------------------------------------

-- Key in the row and in the CSV, title, format.
local MAP_COLUMNS = {
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
}

local PEER_COLUMNS = {
  { "unprepared", "peers", "%7.1f" },
  { "prepared", "1.5 s", "%7.1f" },
  { "against", "times", "%6.2f" },
}

local EDIT_COLUMNS = {
  { "map", "map", "%-18s" },
  { "cells", "cells", "%-7s" },
  { "edits", "edits", "%6d" },
  { "query_us", "query", "%9.2f" },
  { "mean_us", "+ mean", "%9.2f" },
  { "median_us", "+ median", "%9.2f" },
  { "p99_us", "+ 99 %", "%9.2f" },
  { "longest_us", "+ longest", "%10.1f" },
}

local SIZE_COLUMNS = {
  { "map", "map", "%-16s" },
  { "agent", "agent", "%-14s" },
  { "query_us", "query", "%9.2f" },
  { "one_cell_us", "one cell", "%9.2f" },
  { "ratio", "ratio", "%6.3f" },
  { "first_query_ms", "first ms", "%9.2f" },
  { "catch_up_us", "edit", "%7.2f" },
  { "catch_up_p99_us", "99 %", "%7.2f" },
}

local CALL_COLUMNS = {
  { "call", "call", "%-38s" },
  { "ns", "ns", "%8.0f" },
  { "garbage_bytes", "garbage", "%8.0f" },
}

local function print_titles(columns)
  local words = {}
  for i, column in ipairs(columns) do
    local width = column[3]:match("^%%(%-?%d+)")
    words[i] = ("%" .. width .. "s"):format(column[2])
  end
  print(table.concat(words, " "))
end

local function print_row(columns, row)
  local words = {}
  for i, column in ipairs(columns) do
    local value, width = row[column[1]], column[3]:match("^%%(%-?%d+)")
    words[i] = value and column[3]:format(value)
      or ("%" .. width .. "s"):format("-")
  end
  print((table.concat(words, " ")))
end

local function keys(columns)
  local list = {}
  for i, column in ipairs(columns) do
    list[i] = column[1]
  end
  return list
end

--- Runs on part of the maps are for looking at, not for keeping.
local function keep(task, file, columns, rows)
  if options.ONLY ~= "" then
    return
  end
  print("written to " .. results.save(here, {
    vm = results.vm, table = task.name, rule = task.rule,
    algorithm = task.algorithm, machine = options.MACHINE,
  }, file, keys(columns), rows))
end

-- ---- tables -----------------------------------------------------------------

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

local function heading(task, what)
  print(("\n%s: %s, diagonal %s, algorithm %s; %s"):format(task.name,
    results.vm, task.rule, task.algorithm, what))
end

--- A line with the geometric mean of each of some columns over the rows that
-- have it.
local function means(columns, rows, wanted)
  local line = { [columns[1][1]] = "geometric mean" }
  for _, key in ipairs(wanted) do
    local list = {}
    for _, row in ipairs(rows) do
      list[#list + 1] = row[key]
    end
    line[key] = #list > 0 and measure.geometric_mean(list) or nil
  end
  return line
end

local function map_table(task)
  local columns = {}
  for i, column in ipairs(MAP_COLUMNS) do
    columns[i] = column
  end
  if task.name == "uniform" then
    for _, column in ipairs(PEER_COLUMNS) do
      columns[#columns + 1] = column
    end
  end
  heading(task, "microseconds a query")
  print_titles(columns)
  local rows = {}
  for i, files in ipairs(all_maps()) do
    local row = maps.run(files, task)
    local peer = peers[files.name] or {}
    row.unprepared, row.prepared = peer.unprepared, peer.prepared
    row.against = peer.prepared and row.ratio / peer.prepared
    rows[i] = row
    print_row(columns, row)
  end
  print_row(columns, means(columns, rows, { "ratio", "unprepared", "prepared",
    "against" }))
  keep(task, "maps", MAP_COLUMNS, rows)
end

local function large_table(task)
  heading(task, "4096 x 4096 cells; microseconds a query")
  print_titles(MAP_COLUMNS)
  local row = large.run(task)
  print_row(MAP_COLUMNS, row)
  keep(task, "maps", MAP_COLUMNS, { row })
end

local function edit_table(task)
  heading(task, "microseconds that an edit adds")
  print_titles(EDIT_COLUMNS)
  local rows = {}
  local function add(some)
    for _, row in ipairs(some) do
      rows[#rows + 1] = row
      print_row(EDIT_COLUMNS, row)
    end
  end
  for _, files in ipairs(all_maps()) do
    add(edits.run(files, task))
  end
  add(edits.made(task))
  keep(task, "edits", EDIT_COLUMNS, rows)
end

local function size_table(task)
  heading(task, "microseconds a query, and to catch up with an edit")
  print_titles(SIZE_COLUMNS)
  local rows = {}
  for _, files in ipairs(all_maps()) do
    for _, row in ipairs(sizes.run(files, task)) do
      rows[#rows + 1] = row
      print_row(SIZE_COLUMNS, row)
    end
  end
  print_row(SIZE_COLUMNS, means(SIZE_COLUMNS, rows, { "ratio" }))
  keep(task, "sizes", SIZE_COLUMNS, rows)
end

local function call_table(task)
  heading(task, "nanoseconds a call")
  print_titles(CALL_COLUMNS)
  local rows = calls()
  for _, row in ipairs(rows) do
    print_row(CALL_COLUMNS, row)
  end
  keep(task, "calls", CALL_COLUMNS, rows)
end

local TABLES = {
  uniform = map_table,
  priced = map_table,
  ["4way"] = map_table,
  edits = edit_table,
  calls = call_table,
  large = large_table,
  sizes = size_table,
}

-- Some always ask in their own way.
local SPECIAL = {
  priced = { prices = "priced" },
  ["4way"] = { rule = "never" },
}

io.stdout:setvbuf("no")
for name in options.TABLE:gmatch("[^+]+") do
  local run, special = TABLES[name], SPECIAL[name] or {}
  if not run then
    io.stderr:write(("there is no table '%s'\n"):format(name), USAGE, "\n")
    os.exit(2)
  end
  run {
    name = name,
    rule = special.rule or options.RULE,
    algorithm = options.ALGORITHM,
    prices = special.prices,
    queries = tonumber(options.QUERIES),
    rounds = tonumber(options.ROUNDS),
    textbook = options.TEXTBOOK,
  }
  local load = measure.load()
  if load then
    print("load of the machine over the last minute: " .. load)
  end
end
