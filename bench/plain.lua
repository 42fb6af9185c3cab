--- The core in Lua beside the C module, and beside what users would write or
-- take: an A* on tables (table_astar.lua), and Jumper.
--
-- All run in one process, in turns, and of each the fastest turn counts. The
-- environment variable JUMPER names the folder with jumper/grid.lua; without it
-- these columns are empty. All use Jumper's corner rule. Jumper has the octile
-- heuristic, and no prices. LuaJIT measures everything a second time without
-- its compiler.
--
-- A row fails if the core in Lua is slower than the A* on tables; and so does
-- the table if it is not 1.5 times as fast in the geometric mean. If a path of
-- ours costs more than another one, the program ends.

local measure = require "measure"
local table_astar = require "table_astar"
local tilepath = require "tilepath"

local plain = { failed = 0 }

plain.columns = {
  { "vm", "VM", "%-11s" },
  { "map", "map", "%-7s" },
  { "side", "side", "%4d" },
  { "us", "us", "%8.1f" },
  { "module", "module", "%7.1f" },
  { "table", "table A*", "%8.1f" },
  { "ratio", "times", "%6.2f" },
  { "astar", "Jumper A*", "%9.1f" },
  { "jps", "JPS", "%8.1f" },
}

local SIDES, LEAST_MEAN = { 32, 64, 128 }, 1.5
local LONG_ENOUGH = 10000 -- microseconds
local RULE = { diagonal = "at_least_one_walkable" }

-- ---- libraries --------------------------------------------------------------

--- The same library with the core in Lua.
local function load_plain()
  local kept, loaded = {}, package.loaded
  for name, module in pairs(loaded) do
    kept[name] = name:find("^tilepath") and module or nil
  end
  for name in pairs(kept) do
    loaded[name] = nil
  end
  local own = require "tilepath.plain"
  for name, module in pairs(kept) do
    loaded[name] = module
  end
  return own
end
local in_lua = load_plain()

local Grid, Pathfinder
if os.getenv("JUMPER") then
  package.path = os.getenv("JUMPER") .. "/?.lua;" .. package.path
  Grid, Pathfinder = require "jumper.grid", require "jumper.pathfinder"
else
  print "JUMPER names no folder: it is left out"
end

-- Each makes of a map a function that answers a query, from 0; its first result
-- is a path, the second its cost, if the library tells it.
local function ours(library)
  return function(map)
    local grid = library.grid(map.side, map.side, { base = 0 })
    grid:terrain("mud", 3)
    grid:sample(function(x, y)
      local price = map.price(x, y)
      return price == 0 and "wall" or price > 1 and "mud" or nil
    end)
    local finder = library.pathfinder(grid, RULE)
    return function(x1, y1, x2, y2)
      return finder:find(x1, y1, x2, y2)
    end
  end
end

local function jumpers(search)
  return function(map)
    local rows = {}
    for y = 1, map.side do
      rows[y] = {}
      for x = 1, map.side do
        rows[y][x] = map.price(x - 1, y - 1) == 0 and 1 or 0
      end
    end
    local finder = Pathfinder(Grid(rows), search, 0)
    finder:setHeuristic("CARDINTCARD")
    return function(x1, y1, x2, y2)
      return finder:getPath(x1 + 1, y1 + 1, x2 + 1, y2 + 1)
    end
  end
end

local MAKE = {
  us = ours(in_lua),
  module = ours(tilepath),
  table = function(map) return table_astar(map.side, map.price) end,
  astar = jumpers("ASTAR"),
  jps = jumpers("JPS"),
}

--- The libraries that take part on a map.
local function names_for(map)
  local names = { "us", "module", "table" }
  if map.name ~= "priced" and Grid then
    names[4], names[5] = "astar", "jps"
  end
  return names
end

-- ---- maps -------------------------------------------------------------------

--- Rooms of nine by nine cells, with a door or more in most walls.
local function is_room(x, y, random)
  local at_wall, at_ceiling = x % 10 == 9, y % 10 == 9
  return not (at_wall or at_ceiling)
    or at_wall ~= at_ceiling and random(9) < 2
end

--- The prices of a maze's cells, by y * side + x: corridors one cell wide, dug
-- from a stack.
local function dig(side, random)
  local cells, stack = { [0] = 1 }, { { 0, 0 } }
  while stack[1] do
    local x, y = stack[#stack][1], stack[#stack][2]
    local ways = {}
    for _, by in ipairs { { 1, 0 }, { 0, 1 }, { -1, 0 }, { 0, -1 } } do
      local to_x, to_y = x + 2 * by[1], y + 2 * by[2]
      if to_x >= 0 and to_y >= 0 and to_x < side and to_y < side
        and not cells[to_y * side + to_x] then
        ways[#ways + 1] = by
      end
    end
    local by = ways[1] and ways[random(#ways) + 1]
    if by then
      cells[(y + by[2]) * side + x + by[1]] = 1
      cells[(y + 2 * by[2]) * side + x + 2 * by[1]] = 1
      stack[#stack + 1] = { x + 2 * by[1], y + 2 * by[2] }
    else
      stack[#stack] = nil
    end
  end
  return cells
end

local PRICES = {
  rooms = function(x, y, random) return is_room(x, y, random) and 1 or 0 end,
  noise = function(_, _, random) return random(4) > 0 and 1 or 0 end,
  open = function() return 1 end,
  priced = function(x, y, random)
    return is_room(x, y, random) and (random(4) > 0 and 1 or 3) or 0
  end,
}

local function draw(name, side)
  local random = measure.random(side)
  local cells = name == "maze" and dig(side, random) or {}
  for i = 0, name == "maze" and -1 or side * side - 1 do
    cells[i] = PRICES[name](i % side, math.floor(i / side), random)
  end
  return { name = name, side = side, random = random, price = function(x, y)
    return cells[y * side + x] or 0
  end }
end

--- Pairs of cells with a path between them.
local function queries_on(map, find, count)
  local list, side = {}, map.side
  while #list < count do
    local q = { map.random(side), map.random(side), map.random(side),
      map.random(side) }
    if map.price(q[1], q[2]) > 0 and find(q[1], q[2], q[3], q[4]) then
      list[#list + 1] = q
    end
  end
  return list
end

-- ---- measured ---------------------------------------------------------------

local function pass(find, queries)
  for i = 1, #queries do
    local q = queries[i]
    find(q[1], q[2], q[3], q[4])
  end
end

--- Microseconds of a query.
local function turn(find, queries)
  local begun, passes, spent = measure.clock(), 0, 0
  while spent < LONG_ENOUGH do
    pass(find, queries)
    passes, spent = passes + 1, measure.clock() - begun
  end
  return spent / passes / #queries
end

--- Raises if a path of ours costs more than one by the A* on tables.
local function compare(find, queries)
  for i, q in ipairs(queries) do
    local _, least = find.table(q[1], q[2], q[3], q[4])
    for _, name in ipairs { "us", "module" } do
      local _, cost = find[name](q[1], q[2], q[3], q[4])
      if math.abs(cost - least) > 1e-6 then
        error(("query %d costs %.9f, but %.9f by the table A*"):format(i, cost,
          least), 0)
      end
    end
  end
end

local function row(map, task, vm)
  local find, own = {}, { vm = vm, map = map.name, side = map.side }
  local names = names_for(map)
  for _, name in ipairs(names) do
    find[name] = MAKE[name](map)
  end
  local queries = queries_on(map, find.table, task.queries)
  compare(find, queries)
  for _ = 1, task.rounds do
    for _, name in ipairs(names) do
      own[name] = math.min(own[name] or math.huge, turn(find[name], queries))
    end
  end
  own.ratio = own.table / own.us
  plain.failed = plain.failed + (own.ratio < 1 and 1 or 0)
  return own
end

local function rows_of(task, vm, rows)
  local ratios = {}
  for _, name in ipairs { "rooms", "noise", "open", "maze", "priced" } do
    for _, side in ipairs(SIDES) do
      if (name .. side):find(task.only, 1, true) then
        local own = row(draw(name, side), task, vm)
        rows[#rows + 1], ratios[#ratios + 1] = own, own.ratio
      end
    end
  end
  local mean = ratios[1] and measure.geometric_mean(ratios) or LEAST_MEAN
  plain.failed = plain.failed + (mean < LEAST_MEAN and 1 or 0)
end

function plain.made(task)
  local rows, vm = {}, require "results".vm
  rows_of(task, vm, rows)
  if jit then
    jit.off()
    jit.flush()
    rows_of(task, vm .. " -joff", rows)
    jit.on()
  end
  return rows
end

return plain
