--- Instructions of the core, without Lua, for a fixed workload. These figures
-- are stable even if times are not, so they compare versions. valgrind's
-- callgrind counts them; they depend on the compiler.
--
-- The workload has 100 queries, spread over the scenarios, on each of two
-- maps: on plain ground with and without diagonals, and on priced ground.
-- `first` is a query on a new map, with all that is built lazily, such as the
-- mask and the regions; `each` is one of the others. Fields: `new`, and
-- `update` after one of 200 edits of a cell, short and long updates. A crowd:
-- each unit is asked for a step before each of 50 ticks; `ask` is all of these
-- calls, `tick` is the tick.
--
-- Each figure is compared with the one in results/count.csv, and may exceed it
-- by TOLERANCE; KEEP=yes keeps the new figures. Figures of another compiler
-- are shown, and not judged. Ends with `N passed, N failed, N skipped`.

local USAGE = "usage: make count MAPS=folder [KEEP=yes]"
local TOLERANCE = 0.02

local here = (arg[0] or ""):match("^(.*[/\\])") or "./"
package.path = here .. "?.lua;" .. package.path

local movingai = require "movingai"
local results = require "results"
local options = require "options"(arg,
  { MAPS = "", KEEP = "", CC = "cc", CORE = "build/bench/core",
    FIELD = "build/bench/field", STEPS = "build/bench/steps" }, USAGE)

local BASELINE = here .. "results/count.csv"
local COLUMNS = { "commit", "compiler", "machine", "map", "table", "what",
  "instructions" }
local MAPS = { "arena2", "brc202d" }

-- What is measured on each map: the program's name among the options, the words
-- after the map and its scenarios, and the functions of the program to count
-- in, with the number of their calls.
local QUERIES = 100
local SEARCH = {
  { what = "first", within = "first", times = 1 },
  { what = "each", within = "rest", times = QUERIES },
}
-- A first field, and a field beside one in 20 edits.
local EDITS = 100
local FIELD = {
  { what = "new", within = "bench_build", times = 1 + 2 * EDITS / 20 },
  { what = "update", within = "bench_update", times = 2 * EDITS },
}
local TICKS = 50
local STEPS = {
  { what = "ask", within = "bench_ask", times = TICKS },
  { what = "tick", within = "bench_tick", times = TICKS },
}
local TABLES = {
  { name = "uniform", program = "CORE", phases = SEARCH,
    words = "only_if_no_obstacles " .. QUERIES },
  { name = "4way", program = "CORE", phases = SEARCH,
    words = "never " .. QUERIES },
  { name = "priced", program = "CORE", phases = SEARCH,
    words = "only_if_no_obstacles " .. QUERIES .. " blocks" },
  { name = "field", program = "FIELD", phases = FIELD,
    words = "only_if_no_obstacles 1 " .. EDITS },
  { name = "field4way", program = "FIELD", phases = FIELD,
    words = "never 1 " .. EDITS },
  { name = "fieldpriced", program = "FIELD", phases = FIELD,
    words = "only_if_no_obstacles 1 " .. EDITS .. " blocks" },
  { name = "steps", program = "STEPS", phases = STEPS,
    words = "only_if_no_obstacles " .. TICKS },
}

--- Instructions within a function of the program, with all that it calls.
local function count(map, row, within)
  local file = options.MAPS .. "/" .. map .. ".map"
  local command = ("valgrind --tool=callgrind --callgrind-out-file=/dev/null"
    .. " --toggle-collect=%s %s '%s' '%s.scen' %s 2>&1"):format(
    within, options[row.program], file, file, row.words)
  local lines = movingai.lines(command)
  for _, line in ipairs(lines) do
    if line:find("^core: ") then
      error(line .. ": " .. command, 0)
    end
    local number = line:match("Collected%s*:%s*(%d+)")
    if number then
      return tonumber(number)
    end
  end
  error("nothing was counted: " .. command .. "\n" .. table.concat(lines, "\n"),
    0)
end

local function key(row)
  return row.map .. " " .. row.table .. " " .. row.what
end

--- The kept rows, by key.
local function read_baseline()
  local kept = {}
  for _, row in ipairs(results.read(BASELINE)) do
    kept[key(row)] = row
  end
  return kept
end

local function write_baseline(rows)
  local file = assert(io.open(BASELINE, "w"))
  file:write(table.concat(COLUMNS, ","), "\n")
  for _, row in ipairs(rows) do
    local words = {}
    for i, column in ipairs(COLUMNS) do
      words[i] = tostring(row[column])
    end
    file:write(table.concat(words, ","), "\n")
  end
  file:close()
end

--- The compiler's name and version. `cc` counts as the compiler that it stands
-- for.
local function compiler()
  local line = movingai.lines(options.CC .. " --version")[1] or options.CC
  return (line:gsub("^g?cc ", "gcc "):gsub(",", ";"))
end

--- Judges a row: "passed", "failed" or "skipped", the ratio and a remark.
local function judge(row, kept)
  if not kept then
    return "skipped", nil, "not in " .. BASELINE
  end
  local ratio = row.instructions / kept.instructions
  if kept.compiler ~= row.compiler then
    return "skipped", ratio, "kept with " .. kept.compiler
  elseif ratio > 1 + TOLERANCE then
    return "failed", ratio, ("FAILED: %d at %s"):format(kept.instructions,
      kept.commit)
  end
  return "passed", ratio, ""
end

if options.MAPS == "" then
  print "MAPS is not given: nothing is counted"
  print "0 passed, 0 failed, 1 skipped"
  os.exit(0)
end

local origin = { commit = results.commit(here), machine = results.machine(""),
  compiler = compiler() }
local baseline, rows = read_baseline(), {}
local tally = { passed = 0, failed = 0, skipped = 0 }

print(("%-10s %-12s %-8s %16s %8s"):format("map", "table", "what",
  "instructions", "ratio"))
for _, map in ipairs(MAPS) do
  for _, ground in ipairs(TABLES) do
    for _, phase in ipairs(ground.phases) do
      local row = { commit = origin.commit, machine = origin.machine,
        compiler = origin.compiler, map = map, table = ground.name,
        what = phase.what }
      row.instructions = math.floor(count(map, ground, phase.within)
        / phase.times)
      local outcome, ratio, remark = judge(row, baseline[key(row)])
      tally[outcome] = tally[outcome] + 1
      rows[#rows + 1] = row
      print((("%-10s %-12s %-8s %16d %8s %s"):format(map, ground.name,
        phase.what, row.instructions, ratio and ("%.4f"):format(ratio) or "-",
        remark):gsub("%s+$", "")))
    end
  end
end

if options.KEEP == "yes" then
  write_baseline(rows)
  print("kept in " .. BASELINE)
else
  print(("%d passed, %d failed%s"):format(tally.passed, tally.failed,
    tally.skipped > 0 and (", %d skipped"):format(tally.skipped) or ""))
  os.exit(tally.failed > 0 and 1 or 0)
end
