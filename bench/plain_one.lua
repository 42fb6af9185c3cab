--- Runs queries of one library on a map, for plain.lua:
--
--   luajit bench/plain_one.lua NAME MAP SCEN COUNT
--
-- NAME is lua (the core in Lua), module (the C module), or the search of
-- Jumper: astar, jps, default. Prints the cost of each query, -1 without a
-- path, and `# microseconds kept waste`.

local here = (arg[0] or ""):match("^(.*[/\\])") or "./"
package.path = here .. "?.lua;" .. package.path

local name, map_file, scenarios, count = arg[1], arg[2], arg[3], arg[4]
if name == "lua" then
  require "tilepath.plain"
end
local tilepath = require "tilepath"
local measure = require "measure"
local movingai = require "movingai"

local RULE = "at_least_one_walkable" -- Jumper's own
local LONG_ENOUGH = 100000           -- microseconds
local FEW = 5

-- ---- libraries --------------------------------------------------------------

--- @return a function that runs a query, from 0; a function of a path's cost
local function ours(cells)
  local grid = movingai.draw(cells)
  local finder = tilepath.pathfinder(grid, { diagonal = RULE })
  return function(x1, y1, x2, y2)
    return finder:find(x1, y1, x2, y2)
  end, function(path)
    return path.cost
  end
end

local function rows_of(cells)
  local rows = {}
  for line in cells:gmatch("[^\n]+") do
    local row = {}
    for x = 1, #line do
      row[x] = line:find("^[.GS]", x) and 0 or 1
    end
    rows[#rows + 1] = row
  end
  return rows
end

local JUMPER = {
  astar = { "ASTAR", "CARDINTCARD" },
  jps = { "JPS", "CARDINTCARD" },
  default = { "JPS", "MANHATTAN" },
}

local function jumpers(cells)
  package.path = os.getenv("JUMPER") .. "/?.lua;" .. package.path
  local Grid, Pathfinder = require "jumper.grid", require "jumper.pathfinder"
  local finder = Pathfinder(Grid(rows_of(cells)), JUMPER[name][1], 0)
  finder:setHeuristic(JUMPER[name][2])
  return function(x1, y1, x2, y2)
    return finder:getPath(x1 + 1, y1 + 1, x2 + 1, y2 + 1)
  end, function(path)
    return path:getLength()
  end
end

-- ---- measured ---------------------------------------------------------------

local function pass(ask, queries)
  for i = 1, #queries do
    local q = queries[i]
    ask(q[1], q[2], q[3], q[4])
  end
end

local cells = movingai.cells(map_file)
local queries = movingai.spread(movingai.queries(scenarios), tonumber(count))
local few = movingai.spread(queries, FEW)

local before = measure.bytes()
local ask, cost_of = (JUMPER[name] and jumpers or ours)(cells)
for _, q in ipairs(queries) do
  local path = ask(q[1], q[2], q[3], q[4])
  print(("%.9f"):format(path and cost_of(path) or -1))
end

local begun, passes, spent = measure.clock(), 0, 0
while spent < LONG_ENOUGH do
  pass(ask, queries)
  passes, spent = passes + 1, measure.clock() - begun
end

collectgarbage("stop")
local count_before = collectgarbage("count")
pass(ask, few)
local waste = (collectgarbage("count") - count_before) / #few
collectgarbage("restart")

-- Code that LuaJIT has compiled is no part of a map's memory.
if type(jit) == "table" then
  jit.flush()
end
print(("# %.3f %.3f %.3f"):format(spent / passes / #queries,
  (measure.bytes() - before) / 1024, waste))
