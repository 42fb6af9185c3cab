--- Runs queries of one library on a map of mapmaker.lua, for plain.lua:
--
--   luajit bench/plain_one.lua NAME MAP SIDE COUNT
--
-- NAME is lua (the core in Lua), module (the C module), or the search of
-- Jumper: astar, jps, default. Prints the cost of each query, and
-- `# microseconds kept`.

local here = (arg[0] or ""):match("^(.*[/\\])") or "./"
package.path = here .. "?.lua;" .. package.path

local name, side, count = arg[1], tonumber(arg[3]), tonumber(arg[4])
if name == "lua" then
  require "tilepath.plain"
end
local tilepath = require "tilepath"
local measure = require "measure"
local movingai = require "movingai"
local places = require "places"

local RULE = "at_least_one_walkable" -- Jumper's own
local LONG_ENOUGH = 100000           -- microseconds

local cells = require "mapmaker"(arg[2], side)

--- @return a function that runs a query, from 0; a function of a path's cost
local function ours()
  local finder = tilepath.pathfinder(movingai.draw(cells), { diagonal = RULE })
  return function(x1, y1, x2, y2)
    return finder:find(x1, y1, x2, y2)
  end, function(path)
    return path.cost
  end
end

local JUMPER = {
  astar = { "ASTAR", "CARDINTCARD" },
  jps = { "JPS", "CARDINTCARD" },
  default = { "JPS", "MANHATTAN" },
}

local function jumpers()
  package.path = os.getenv("JUMPER") .. "/?.lua;" .. package.path
  local Grid, Pathfinder = require "jumper.grid", require "jumper.pathfinder"
  local rows = {}
  for line in cells:gmatch("[^\n]+") do
    local row = {}
    for x = 1, #line do
      row[x] = line:sub(x, x) == "." and 0 or 1
    end
    rows[#rows + 1] = row
  end
  local finder = Pathfinder(Grid(rows), JUMPER[name][1], 0)
  finder:setHeuristic(JUMPER[name][2])
  return function(x1, y1, x2, y2)
    return finder:getPath(x1 + 1, y1 + 1, x2 + 1, y2 + 1)
  end, function(path)
    return path:getLength()
  end
end

local queries = places.pairs(tilepath.pathfinder(movingai.draw(cells)),
  measure.random(side), count)
local before = measure.bytes()
local ask, cost_of = (JUMPER[name] and jumpers or ours)()
for _, q in ipairs(queries) do
  print(("%.9f"):format(cost_of(ask(q[1], q[2], q[3], q[4]))))
end

local begun, passes, spent = measure.clock(), 0, 0
while spent < LONG_ENOUGH do
  for i = 1, #queries do
    local q = queries[i]
    ask(q[1], q[2], q[3], q[4])
  end
  passes, spent = passes + 1, measure.clock() - begun
end

-- Code that LuaJIT has compiled is no part of a map's memory.
if type(jit) == "table" then
  jit.flush()
end
print(("# %.3f %.3f"):format(spent / passes / #queries,
  (measure.bytes() - before) / 1024))
