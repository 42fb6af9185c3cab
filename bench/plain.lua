--- The core in Lua beside the C module, and beside what users would write or
-- take: an A* on tables (table_astar.lua), Jumper and lua-star; and beside the A*
-- in C of textbook.c.
--
-- All but the latter run in one process, in turns, and of each the fastest turn
-- counts. The environment variables JUMPER and LUA_STAR name the folders with
-- jumper/grid.lua and with lua-star.lua; without them these columns are empty.
-- All use Jumper's corner rule but lua-star, which cuts corners, has a price
-- for all steps and is only asked on the smallest maps. Jumper has the octile
-- heuristic, and no prices. LuaJIT measures everything a second time without
-- its compiler.
--
-- The table fails if the core in Lua is not 1.5 times as fast as the A* on
-- tables in the geometric mean. (On small open maps it may be slower: an A* that
-- expands few nodes saves all that a call checks.) If a path of ours costs more
-- than another one, the program ends.

local mapmaker = require "mapmaker"
local measure = require "measure"
local movingai = require "movingai"
local others = require "others"
local table_astar = require "table_astar"
local tilepath = require "tilepath"

local plain = { failed = 0 }

plain.columns = {
  { "host", "VM", "%-11s" },
  { "map", "map", "%-7s" },
  { "side", "side", "%4d" },
  { "us", "us", "%8.1f" },
  { "module", "module", "%7.1f" },
  { "tables", "table A*", "%8.1f" },
  { "ratio", "times", "%6.2f" },
  { "textbook", "A* in C", "%8.1f" },
  { "astar", "Jumper A*", "%9.1f" },
  { "jps", "JPS", "%8.1f" },
  { "star", "lua-star", "%9.1f" },
}

local SIDES, STAR_SIDE, LEAST_MEAN = { 32, 64, 128 }, 32, 1.5
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

local Grid = others.from("JUMPER", "jumper.grid")
local Pathfinder = Grid and require "jumper.pathfinder"
local star = others.from("LUA_STAR", "lua-star")

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
  tables = function(map) return table_astar(map.side, map.price) end,
  astar = jumpers("ASTAR"),
  jps = jumpers("JPS"),
  star = function(map)
    local function is_open(x, y)
      return map.price(x - 1, y - 1) > 0
    end
    return function(x1, y1, x2, y2)
      return star:find(map.side, map.side, { x = x1 + 1, y = y1 + 1 },
        { x = x2 + 1, y = y2 + 1 }, is_open)
    end
  end,
}

--- The libraries that take part on a map.
local function names_for(map)
  local names = { "us", "module", "tables" }
  if map.name ~= "priced" and Grid then
    names[4], names[5] = "astar", "jps"
  end
  if map.name ~= "priced" and star and map.side == STAR_SIDE then
    names[#names + 1] = "star"
  end
  return names
end

-- ---- maps -------------------------------------------------------------------

-- By name, what mapmaker.lua calls them. A quarter of the cells of "priced" has
-- price 3.
local MAPS = { rooms = "rooms-10", noise = "noise-25", open = "open",
  maze = "maze", priced = "rooms-10" }

local function draw(name, side)
  local random, prices = measure.random(side), {}
  for cell in mapmaker(MAPS[name], side):gmatch("[.@]") do
    local is_mud = name == "priced" and random(4) == 0
    prices[#prices + 1] = cell == "@" and 0 or is_mud and 3 or 1
  end
  return { name = name, side = side, random = random, price = function(x, y)
    local is_inside = x >= 0 and y >= 0 and x < side and y < side
    return is_inside and prices[y * side + x + 1] or 0
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
    local _, least = find.tables(q[1], q[2], q[3], q[4])
    for _, name in ipairs { "us", "module" } do
      local _, cost = find[name](q[1], q[2], q[3], q[4])
      if math.abs(cost - least) > 1e-6 then
        error(("query %d costs %.9f, but %.9f by the table A*"):format(i, cost,
          least), 0)
      end
    end
  end
end

local function write(text)
  local name = os.tmpname()
  local file = assert(io.open(name, "w"))
  file:write(text)
  file:close()
  return name
end

--- Microseconds of a query by the A* in C, which reads no prices from a map.
local function in_c(map, queries)
  local cells, lines = {}, {}
  for y = 0, map.side - 1 do
    for x = 0, map.side - 1 do
      cells[#cells + 1] = map.price(x, y) == 0 and "@" or "."
    end
    cells[#cells + 1] = "\n"
  end
  for i, q in ipairs(queries) do
    lines[i] = ("0\tmap\t%d\t%d\t%d\t%d\t%d\t%d\t0\n"):format(map.side,
      map.side, q[1], q[2], q[3], q[4])
  end
  local files = {
    map = write(("type octile\nheight %d\nwidth %d\nmap\n"):format(map.side,
      map.side) .. table.concat(cells)),
    scen = write("version 1\n" .. table.concat(lines)),
  }
  local _, all = movingai.textbook(files, RULE.diagonal, #queries)
  os.remove(files.map)
  os.remove(files.scen)
  return all.mean
end

local function row(map, task, host)
  local find, own = {}, { host = host, map = map.name, side = map.side }
  local names = names_for(map)
  for _, name in ipairs(names) do
    find[name] = MAKE[name](map)
  end
  local queries = queries_on(map, find.tables, task.queries)
  compare(find, queries)
  for _ = 1, task.rounds do
    for _, name in ipairs(names) do
      own[name] = math.min(own[name] or math.huge, turn(find[name], queries))
    end
    if map.name ~= "priced" then
      own.textbook = math.min(own.textbook or math.huge, in_c(map, queries))
    end
  end
  own.ratio = own.tables / own.us
  return own
end

local function rows_of(task, host, rows)
  local ratios = {}
  for _, name in ipairs { "rooms", "noise", "open", "maze", "priced" } do
    for _, side in ipairs(SIDES) do
      if (name .. side):find(task.only, 1, true) then
        local own = row(draw(name, side), task, host)
        rows[#rows + 1], ratios[#ratios + 1] = own, own.ratio
      end
    end
  end
  local mean = ratios[1] and measure.geometric_mean(ratios) or LEAST_MEAN
  plain.failed = plain.failed + (mean < LEAST_MEAN and 1 or 0)
end

function plain.made(task)
  local rows, host = {}, require "results".vm
  rows_of(task, host, rows)
  if jit then
    jit.off()
    jit.flush()
    rows_of(task, host .. " -joff", rows)
    jit.on()
  end
  return rows
end

return plain
