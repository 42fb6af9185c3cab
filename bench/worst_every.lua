--- Every call of the library with the worst input known for it, in units of a
-- search over the same map: the rows are worst_calls.lua's.
--
-- The unit is a search by a pathfinder with `algorithm = "dijkstra"`, for the
-- same kind of agent (diagonal rule, size, prices), over the largest connected
-- part of the map that is found. Passes of the unit and of the row take turns,
-- and the better CPU time of each counts. A row may take 3 units, plus the
-- time to read what is handed over: for each cell or point six times what
-- uncompiled Lua takes to look at one in a table.
--
-- A row fails if it takes longer than that, and 20 microseconds longer. Some
-- rows are known to need more; they fail if they exceed that.

local measure = require "measure"
local places = require "places"
local rows = require "worst_calls"
local tilepath = require "tilepath"

local clock = measure.clock

local PASSES = 5
local FREE_US = 20
local PASS_ITEMS = 20000
local READS = 6

local every = {}

every.columns = {
  { "call", "call", "%-27s" },
  { "what", "input", "%-42s" },
  { "ms", "ms", "%9.3f" },
  { "dijkstra_ms", "dijkstra", "%9.3f" },
  { "reading_ms", "reading", "%8.3f" },
  { "ratio", "ratio", "%7.2f" },
  { "verdict", "", "%-8s" },
}

local function now(f)
  local begun = clock()
  f()
  return clock() - begun - measure.overhead
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
  for _, key in ipairs { "diagonal", "size", "keep_away", "prices" } do
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
    if made.before then
      made.before()
    end
    best = math.min(best, now(made.run))
  end
  local queries = made.queries or 1
  local read = READS * per_item * (made.reads or 0)
  local over = best - read - FREE_US
  local may_be = math.max(times, made.known or 0) * best_unit * queries
  local ratio = math.max(0, best - read) / (best_unit * queries)
  return {
    call = row.call,
    what = row.what,
    ms = best / 1e3,
    dijkstra_ms = best_unit / 1e3,
    reading_ms = read / 1e3,
    ratio = ratio,
    verdict = over > may_be and "TOO LONG"
      or made.known and ("known: %g"):format(made.known) or "",
  }
end

--- How many rows of the last call of `made` took too long.
every.failed = 0

--- Measures all rows whose call has that in its name.
-- @param task  side of the maps; times: how many units a row may take; only;
--              each: a function that gets every row, or nil
-- @return a list of rows
function every.made(task)
  local list, per_item = {}, reading()
  every.failed = 0
  for _, row in ipairs(rows) do
    local name = row.call .. " " .. row.what
    if name:find(task.only or "", 1, true) then
      collectgarbage()
      local result = measure_row(row, task.side or 512, task.times or 3,
        per_item)
      if result.verdict == "TOO LONG" then
        every.failed = every.failed + 1
      end
      list[#list + 1] = result
      if task.each then
        task.each(result)
      end
    end
  end
  return list
end

return every
