--- Every call of the library with the worst input known for it, in units of a
-- search over the same map: the rows are worst_calls.lua's.
--
-- The unit is a search by a pathfinder with `algorithm = "dijkstra"`, for the
-- same kind of agent (diagonal rule, size, prices), over the largest connected
-- part of the map that is found. Passes of the unit and of the row take turns,
-- and the better CPU time of each counts. A row may take TIMES units, plus the
-- time to read what is handed over: for each cell or point six times what
-- uncompiled Lua takes to look at one in a table.
--
-- A row fails if it takes longer than that, and 20 microseconds longer. Some
-- rows are known to need more; they fail if they exceed that. If a row fails, the
-- program exits with 1.

local USAGE = [[
usage: worst.lua [SIDE=512] [TIMES=3] [ONLY=name]
ONLY is part of a call's name and input.]]

local here = (arg[0] or ""):match("^(.*[/\\])") or "./"
package.path = here .. "?.lua;" .. package.path

local measure = require "measure"
local options = require "options"(arg, { TIMES = "3", SIDE = "512", ONLY = "" },
  USAGE)
local places = require "places"
local rows = require "worst_calls"
local show = require "show"
local tilepath = require "tilepath"

local PASSES = 5
local FREE_US = 20
local PASS_ITEMS = 20000
local READS = 6

local COLUMNS = {
  { "call", "call", "%-27s" },
  { "what", "input", "%-42s" },
  { "ms", "ms", "%9.3f" },
  { "dijkstra_ms", "dijkstra", "%9.3f" },
  { "reading_ms", "reading", "%8.3f" },
  { "ratio", "ratio", "%7.2f" },
  { "verdict", "", "%-8s" },
}

local function now(f)
  local begun = measure.clock()
  f()
  return measure.clock() - begun - measure.overhead
end

--- Microseconds that Lua takes to look at a cell of a list.
local function reading()
  local list, best = {}, math.huge
  for i = 1, PASS_ITEMS do
    list[i] = { i, i + 1 }
  end
  local function pass()
    local sum = 0
    for i = 1, #list do
      local cell = list[i]
      local x, y = cell[1], cell[2]
      if type(x) == "number" and type(y) == "number" then
        sum = sum + x + y
      end
    end
    return sum
  end
  if jit then
    jit.off(pass)
  end
  for _ = 1, PASSES do
    best = math.min(best, now(pass))
  end
  return best / PASS_ITEMS
end

--- A search over all cells that can be reached from a cell, by such an agent.
local function unit_of(grid, profile)
  local plain = { algorithm = "dijkstra" }
  for _, key in ipairs { "diagonal", "size", "keep_away", "prices",
    "fences" } do
    plain[key] = profile and profile[key]
  end
  local finder = tilepath.pathfinder(grid, plain)
  local x1, y1, x2, y2 = places.region(finder)
  local query = { into = {} }
  return function()
    return finder:find(x1, y1, x2, y2, query)
  end
end

local function measure_row(row, side, times, per_item)
  local made = row.setup(side)
  local unit = unit_of(made.grid, made.profile)
  local best, best_unit = math.huge, math.huge
  for _ = 1, PASSES do
    best_unit = math.min(best_unit, now(unit))
    made.before()
    best = math.min(best, now(made.run))
  end
  local read = READS * per_item * (made.reads or 0)
  local whole = best_unit * (made.queries or 1)
  local is_long = best - read - FREE_US
    > math.max(times, made.known or 0) * whole
  return {
    call = row.call,
    what = row.what,
    ms = best / 1e3,
    dijkstra_ms = best_unit / 1e3,
    reading_ms = read / 1e3,
    ratio = math.max(0, best - read) / whole,
    verdict = is_long and "TOO LONG"
      or made.known and ("known: %g"):format(made.known) or "",
  }
end

io.stdout:setvbuf("line")
show.titles(COLUMNS)
local per_item, passed, failed = reading(), 0, 0
for _, row in ipairs(rows) do
  if (row.call .. " " .. row.what):find(options.ONLY, 1, true) then
    collectgarbage()
    local result = measure_row(row, tonumber(options.SIDE),
      tonumber(options.TIMES), per_item)
    show.row(COLUMNS, result)
    if result.verdict == "TOO LONG" then
      failed = failed + 1
    else
      passed = passed + 1
    end
  end
end
print(("%d passed, %d failed"):format(passed, failed))
os.exit(failed == 0 and passed > 0 and 0 or 1)
