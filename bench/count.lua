--- Instructions of the core, without Lua, for a fixed workload: figures that
-- hold still where times do not, to compare one version with another. Counted
-- by valgrind's callgrind; the compiler has its part in them.
--
-- The workload: 100 queries, spread over the scenarios, on each of two maps; on
-- plain ground with and without diagonals, and on priced ground. `first` is one
-- query on a new map, with all that is made lazily.

local USAGE = "usage: make count MAPS=folder"
local MAPS = { "arena2", "brc202d" }
local QUERIES = 100
local WAYS = {
  { name = "uniform", words = "only_if_no_obstacles %d" },
  { name = "4way", words = "never %d" },
  { name = "priced", words = "only_if_no_obstacles %d priced" },
}

local here = (arg[0] or ""):match("^(.*[/\\])") or "./"
package.path = here .. "?.lua;" .. package.path

local movingai = require "movingai"
local options = require "options"(arg,
  { MAPS = "", CORE = "build/bench/core" }, USAGE)

--- Instructions within one function of the program, with all it calls.
local function count(map, words, name)
  local command = ("valgrind --tool=callgrind --callgrind-out-file=/dev/null"
    .. " --toggle-collect=%s %s '%s/%s.map' '%s/%s.map.scen' %s 2>&1"):format(
    name, options.CORE, options.MAPS, map, options.MAPS, map, words)
  local lines = movingai.lines(command)
  for _, line in ipairs(lines) do
    local number = line:match("Collected%s*:%s*(%d+)")
    if number then
      return tonumber(number)
    end
  end
  error("nothing was counted: " .. command .. "\n" .. table.concat(lines, "\n"),
    0)
end

print(("%-10s %-10s %16s %16s"):format("map", "table", "first query",
  "each of " .. QUERIES))
for _, map in ipairs(MAPS) do
  for _, way in ipairs(WAYS) do
    local words = way.words:format(QUERIES)
    print(("%-10s %-10s %16d %16d"):format(map, way.name,
      count(map, words, "first"), count(map, words, "rest") / QUERIES))
  end
end
