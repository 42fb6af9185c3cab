--- The worst input known for every call of the library: a table of calls, of
-- which worst.lua makes programs.
--
-- A row has the name of its call, as in spec/support/api_names.lua, a word on
-- the input, and the call itself as Lua code. A call has several rows if more
-- than one kind of input is bad for it.
-- The code's names are those of `things`, made when a row first names them, and
-- what `set` gives values to. The other fields of a row:
--
--     on       the ground: a name of `grounds` or of mapmaker.lua; or "open"
--     set      code that makes the input, which is not measured
--     before   code that runs before each run and is not measured
--     profile  of the agent, also of the unit
--     unit     code of the map whose search is the unit; or `grid`
--     still    true if the unit's map is a copy that no edit changes
--     reads    number of cells or points handed over, in or out
--     queries  number of queries answered, each of which may take as long as
--              one
--     known    number of units that the call is known to need
--
-- The numbers may be code, too. Coordinates count from 1.

local compile = require "spec.support.compile"
local data = require "spec.contract.calls"
local mapmaker = require "mapmaker"
local measure = require "measure"
local places = require "places"
local tilepath = require "tilepath"

local unpack = rawget(table, "unpack") or rawget(_G, "unpack")

local LINKS, UNITS = 1000, 1000
local LEGEND = { ["@"] = "wall" }

-- Grounds ---------------------------------------------------------------------

local grounds = setmetatable({}, { __index = function(_, name)
  return function(side)
    return tilepath.grid(mapmaker(name, side), { legend = LEGEND })
  end
end })

function grounds.open(side)
  return tilepath.grid(side, side)
end

--- Terrains of as many prices as there is room for, no two in a simple ratio,
-- and a cell of each.
function grounds.motley(side)
  local grid = tilepath.grid(side, side)
  for i = 1, 125 do
    grid:terrain("t" .. i, i <= 110 and i + 1 or 1 + math.sqrt(i) / 30)
    grid:set((i * 7) % side + 1, (i * 13) % side + 1, "t" .. i)
  end
  return grid
end

--- Every cell has a random price.
function grounds.noisy(side)
  local grid, random = tilepath.grid(side, side), measure.random(3)
  for i = 2, 9 do
    grid:terrain("t" .. i, i)
  end
  grid:sample(function()
    return "t" .. 2 + random(8)
  end)
  return grid
end

--- A fence to the right of each cell, and as many links as can be.
function grounds.woven(side)
  local grid = tilepath.grid(side, side)
  for y = 1, side do
    for x = 1, side - 1 do
      grid:fence(x, y, x + 1, y)
    end
  end
  for i = 1, math.min(2 ^ 14, side * (side - 1)) do
    local x, y = (i - 1) % side + 1, math.floor((i - 1) / side) + 1
    grid:link(x, y, x, y + 1)
  end
  return grid
end

--- Random links, on which estimates know little.
function grounds.linked(side, price)
  local grid, random = tilepath.grid(side, side), measure.random(11)
  for i = 1, LINKS do
    local x, y = random(side) + 1, random(side) + 1
    grid:link(x, y, (x + random(side - 1)) % side + 1, random(side) + 1,
      { price = price, name = "n" .. i % 200 })
  end
  return grid
end

--- Fences on all sides, except for random gaps.
function grounds.fenced(side)
  local grid, random = tilepath.grid(side, side), measure.random(5)
  for y = 1, side do
    for x = 1, side - 1 do
      if random(4) == 0 then
        grid:fence(x, y, x + 1, y)
        grid:fence(y, x, y, x + 1)
      end
    end
  end
  return grid
end

--- Fences of all 15 names, each on a quarter of the sides.
function grounds.named(side)
  local grid, random = tilepath.grid(side, side), measure.random(7)
  for y = 1, side do
    for x = 1, side - 1 do
      for i = 1, 15 do
        if random(4) == 0 then
          grid:fence(x, y, x + 1, y, { name = "n" .. i, one_way = i % 2 == 0 })
        end
      end
    end
  end
  return grid
end

--- Ways out: from the middle of a block; with a pocket beside each step; along
-- a blocked path that winds through free cells. The middle is a wall.
function grounds.solid(side)
  local grid = tilepath.grid(side, side)
  grid:fill(2, 2, side - 2, side - 2, "wall")
  return grid
end

function grounds.pocketed(side)
  local grid = grounds.solid(side)
  for y = 3, side - 2, 2 do
    for x = 3, side - 2, 2 do
      grid:set(x, y, "open")
    end
  end
  return grid
end

--- A closet with a winding door, so that a walker must come close. The goal is
-- side - 10, side - 10.
function grounds.closet(side)
  local grid, at = tilepath.grid(side, side), side - 10
  for y, row in ipairs { "#####..", "#...#..", "#.o.##.", "#...###", "###...#",
    "..###.#", "......." } do
    for x = 1, #row do
      grid:set(at - 3 + x, at - 3 + y,
        row:sub(x, x) == "#" and "wall" or "open")
    end
  end
  return grid
end

--- Hexagons, with a wall between start and goal, and one fence far away.
function grounds.hexagons(side)
  local grid = tilepath.grid(side, side, { shape = "hex" })
  grid:fill(1, 10, side - 1, 1, "wall")
  grid:fence(side - 5, side - 5, side - 4, side - 5)
  return grid
end

--- Water to the right of a shore.
function grounds.shore(side)
  local grid = tilepath.grid(side, side)
  grid:terrain("water", false)
  grid:fill(math.floor(side / 2), 1, side, side, "water")
  return grid
end

--- Gaps between random fences on a high map.
local function high(side, shape)
  local wide, rows = math.ceil(side / 4), side * 4
  local grid, random = tilepath.grid(wide, rows, { shape = shape }),
    measure.random(3)
  for _ = 1, wide * rows / 40 do
    local x, y = 1 + random(wide - 1), 1 + random(rows)
    grid:fence(x, y, x + 1, y)
  end
  return grid
end

function grounds.high_square(side)
  return high(side, "square")
end

function grounds.high_hex(side)
  return high(side, "hex")
end

--- Columns of ground, not too near each other.
function grounds.columns(side)
  local grid = tilepath.grid(side, side)
  for x = 1, side, math.max(1, math.floor(side / 90)) do
    grid:set(x, side, "wall")
  end
  return grid
end

-- Things ----------------------------------------------------------------------

--- What a row's code may name: each is a function of the row's world, whose
-- `grid` and `side` there are from the beginning.
local things = {}

function things.finder(w)
  return tilepath.pathfinder(w.grid, w.profile)
end

--- A free cell near the first one, and the two ends of a large region.
function things.near_x(w)
  local x, y = w.finder:nearest(1, 1)
  w.near_y = y
  return x
end

function things.far_x(w)
  local x, y, far_x, far_y = places.region(tilepath.pathfinder(w.grid))
  w.from_x, w.from_y, w.far_y = x, y, far_y
  return far_x
end

function things.middle(w)
  return math.floor(w.side / 2)
end

--- A path over half the cells of "serpentine-1".
function things.long_path(w)
  return w.finder:find(1, 1, w.finder:nearest(1, w.side))
end

--- A path that turns at every step, all over an open map.
function things.zigzag(w)
  local t = {}
  for row = 1, w.side - 1, 2 do
    local first, last, step = 1, w.side, 1
    if row % 4 == 3 then
      first, last, step = w.side, 1, -1
    end
    for x = first, last, step do
      t[#t + 1] = x
      t[#t + 1] = row + x % 2
    end
  end
  return tilepath.path(t, "cells")
end

--- Random cells, all different: in the upper part of a map, or in all of it.
function things.scattered(w)
  return function(count, top)
    local list = {}
    for i = 1, count do
      local n = (i * 104729) % (w.side * (top or w.side))
      list[i] = { n % w.side + 1, math.floor(n / w.side) + 1 }
    end
    return list
  end
end

function things.layer(w)
  local layer, random = tilepath.layer(w.grid), measure.random(5)
  layer:sample(function() return 99 + random(156) end)
  return layer
end

things.other_layer = things.layer

function things.search(w)
  local finder = tilepath.pathfinder(w.grid, { algorithm = "astar" })
  local search = finder:search(1, 1, w.side, w.side)
  search:step(math.floor(w.side * w.side / 3))
  return search
end

function things.queue()
  return tilepath.queue { max_nodes = 2 ^ 50 }
end

function things.ticket(w)
  return w.queue:find(w.finder, 1, 1, w.side - 1, 1)
end

function things.field(w)
  return w.near_x and w.finder:field { { w.near_x, w.near_y } }
end

function things.reach(w)
  return w.finder:reach(1, 1, math.huge)
end

function things.view(w)
  return w.finder:view(1, 1, math.huge)
end

--- What pictures show of a map on which every second cell is an outline.
function things.shown(w)
  local grid, side = w.grid, w.side
  for i = 1, side * side / 4 do
    grid:set((2 * i) % side + 1, math.floor(2 * i / side) % side + 1, "wall")
  end
  return { grid, w.finder, w.finder:field { { 1, side } },
    w.finder:reach(1, side, math.huge), w.finder:view(1, side, side) }
end

things.colours = function()
  return { colours = { cost = true, lattice = true } }
end

function things.picture(w)
  return tilepath.picture(w.shown, w.colours)
end

--- A list of values, one for each cell.
function things.values(w)
  return function(f)
    local list = {}
    for i = 1, w.side * w.side do
      list[i] = f(i)
    end
    return list
  end
end

function things.large(w)
  return tilepath.pathfinder(w.grid, { size = math.min(64, w.side / 2) })
end

--- Single cells with room around each.
function things.crowd(w)
  local crowd, across = tilepath.crowd(w.grid), math.floor(w.side / 4)
  for i = 0, math.min(UNITS, across * across / 2) - 1 do
    crowd:add { finder = w.finder, cell_x = i % across * 4 + 1,
      cell_y = w.side - math.floor(i / across) * 4 }
  end
  return crowd
end

function things.unit(w)
  return w.crowd:at(1, w.side)
end

--- Units in the way; `move` moves them all.
function things.asked(w)
  local crowd, units, turn = tilepath.crowd(w.grid), {}, 0
  for i = 0, UNITS - 1 do
    units[#units + 1] = crowd:add { finder = w.finder,
      cell_x = i * 37 % w.side + 1, cell_y = i * 91 % w.side + 1 }
  end
  function w.move()
    turn = turn + 1
    for i, unit in ipairs(units) do
      unit:set_cell(unit.cell_x + (i + turn) % 3 - 1, unit.cell_y)
    end
  end
  return { avoid = crowd }
end

--- Units on all cells of a map, until there are UNITS of them, and a goal at its
-- end, to which `send_all` orders them.
function things.march(w)
  local finder, units = w.finder, {}
  local crowd = tilepath.crowd(w.grid, w.limits)
  local x, y = finder:to_world(finder:nearest(w.side, w.side))
  for i = 1, w.side * w.side do
    local cx, cy = (i - 1) % w.side + 1, math.floor((i - 1) / w.side) + 1
    if #units < UNITS and w.grid:is_walkable(cx, cy) then
      units[#units + 1] = crowd:add { finder = finder, cell_x = cx,
        cell_y = cy, speed = 6 }
    end
  end
  function w.send_all()
    for _, unit in ipairs(units) do
      unit:go(x, y)
    end
  end
  return { crowd = crowd, units = units, x = x, y = y }
end

--- A follower on its way over half the cells, with a pathfinder that looks
-- ahead; `again` sends it off from the start.
function things.hero(w)
  local path = w.long_path:to_world(w.grid)
  local options = { x = 0.5, y = 0.5, speed = 1, finder = w.finder }
  for key, value in pairs(w.options or {}) do
    options[key] = value
  end
  local hero = tilepath.follower(options)
  function w.again()
    hero:set_position(0.5, 0.5)
    hero:follow(path)
  end
  w.path, w.end_x, w.end_y = path, path[#path - 1], path[#path]
  hero:follow(path)
  return hero
end

--- Floors of a few columns each: together they are as wide as the map.
function things.floors(w)
  local floors = {}
  for i = 1, math.max(2, math.floor(w.side / 4)) do
    floors[("floor %d"):format(i)] = { 3, w.side }
  end
  return floors
end

function things.house(w)
  local house
  house, w.grid = tilepath.building(w.floors)
  return house
end

function things.floor(w)
  return w.house[w.house.names[#w.house.names]]
end

--- How many times an iterator gives something.
local function drain(...)
  local n = 0
  for _ in ... do
    n = n + 1
  end
  return n
end

-- Programs --------------------------------------------------------------------

--- Makes a function of code, and what the code names.
local function prepare(code, world)
  for name in code:gmatch("%f[%w_.:]([%a_][%w_]*)") do
    assert(not things[name] or world[name] ~= nil, name)
  end
  return compile(code, world, code)
end

local COMMON = { tilepath = tilepath, measure = measure, drain = drain,
  mapmaker = mapmaker, grounds = grounds, LEGEND = LEGEND, LINKS = LINKS,
  math = math, ipairs = ipairs, pairs = pairs, pcall = pcall,
  tostring = tostring, turn = 0 }

local function new_world(row, side)
  local world = { side = side, profile = row.profile and {},
    limits = row.limits, options = row.options, query = row.query }
  for key, value in pairs(row.profile or {}) do
    world.profile[key] = value
  end
  world.grid = grounds[row.on or "open"](side)
  return setmetatable(world, { __index = function(t, name)
    if things[name] then
      local thing = things[name](t)
      rawset(t, name, thing)
      return thing
    end
    return COMMON[name]
  end })
end

local rows = {}

local function worst(row)
  rows[#rows + 1] = { call = row[1], what = row[2], setup = function(side)
    local world = new_world(row, side)
    compile(row.set or "", world, row[1])()
    local function value(what)
      return type(what) == "string" and compile(what, world, what)() or what
    end
    local before = prepare(row.before or "", world)
    local run = prepare(row[3], world)
    local unit = row.unit and value(row.unit) or world.grid
    return { grid = row.still and unit:copy() or unit,
      profile = row.profile and world.profile, reads = value(row.reads),
      queries = value(row.queries), known = value(row.known),
      before = before, run = run }
  end }
end

-- The library -----------------------------------------------------------------

worst { "tilepath.grid", "from a text",
  "tilepath.grid(text, { legend = LEGEND })",
  set = "text = mapmaker('noise-40', side)" }
worst { "tilepath.grid", "from rows of names",
  "tilepath.grid(list, { prices = terrain })", reads = "side ^ 2",
  set = [[
    list, terrain = {}, {}
    for y = 1, side do
      list[y] = {}
      for x = 1, side do list[y][x] = 't' .. (x * y) % 120 end
    end
    for i = 0, 119 do terrain['t' .. i] = i + 1 end]] }
worst { "tilepath.load", "fences and links everywhere", "tilepath.load(dump)",
  on = "woven", set = "dump = grid:save()" }
worst { "tilepath.load", "a layer", "tilepath.load(dump, grid)",
  set = "dump = layer:save()" }
worst { "tilepath.pathfinder", "125 prices of its own",
  "tilepath.pathfinder(grid, { prices = costs })", on = "motley",
  set = "costs = {} for i = 1, 125 do costs['t' .. i] = i end" }
worst { "tilepath.path", "over half the cells", "tilepath.path(long_path)",
  on = "serpentine-1", reads = "long_path:size()" }
worst { "tilepath.ascii", "a path, 125 terrains",
  "tilepath.ascii(grid, { path = route })", on = "motley",
  reads = "2 * side ^ 2", set = [[
    finder = tilepath.pathfinder(grid, { algorithm = 'dijkstra' })
    local search = finder:search(1, 1, side, side)
    search:step(side * side)
    route = search:path()]] }
worst { "tilepath.crowd", "where nobody stands", "tilepath.crowd(grid)" }
worst { "tilepath.layer", "", "tilepath.layer(grid)" }

-- Pictures --------------------------------------------------------------------

for call, code in pairs {
  ["tilepath.svg"] = "tilepath.svg(shown, colours)",
  ["tilepath.draw"] = "tilepath.draw(shown, colours)",
  ["picture:triangles"] =
    "for _, part in ipairs(picture.parts) do picture:triangles(part) end",
} do
  worst { call, "cells that touch in corners", code, on = "noisy",
    reads = "8 * side ^ 2" }
end
for call, code in pairs {
  ["tilepath.picture"] = "tilepath.picture(shown, colours)",
  ["picture:update"] = "picture:update()",
} do
  worst { call, "after an edit", code, on = "noisy", reads = "8 * side ^ 2",
    before = "grid:set(1, 1, 'wall') grid:set(1, 1, 'open')" }
end

-- Importers -------------------------------------------------------------------

-- A cell of a level is looked at, and then its value, or its tile.
worst { "tilepath.from_tiled", "two layers, 120 terrains, a jagged polygon",
  "tilepath.from_tiled(tiled, { legend = { swamp = 'mud' }, "
    .. "prices = { mud = 2 } })", reads = "4 * side ^ 2", set = [[
    local tiles, corners = {}, {}
    for id = 0, 119 do
      tiles[id + 1] = { id = id, properties = { price = id % 60 + 1 } }
    end
    for i = 1, 2 * side do
      corners[i] = { x = 16 * (i % 2 == 0 and side or 0), y = 8 * i }
    end
    local function tile_layer(name, kinds)
      return { type = 'tilelayer', name = name, width = side, height = side,
        data = values(function(i) return i % kinds + 1 end) }
    end
    tiled = { orientation = 'orthogonal', width = side, height = side,
      tilewidth = 16, tileheight = 16,
      tilesets = { { name = 't', firstgid = 1, tilecount = 120,
        tiles = tiles } },
      layers = { tile_layer('low', 120), tile_layer('high', 119),
        { type = 'objectgroup', name = 'things', objects = { {
          name = 'swamp', x = 0, y = 0, polygon = corners } } } } }]] }
worst { "tilepath.from_ldtk", "a level of 120 values",
  "tilepath.from_ldtk(project, { prices = terrain })", reads = "2 * side ^ 2",
  set = [[
    local kinds = {}
    terrain = {}
    for i = 1, 120 do
      kinds[i] = { value = i, identifier = 'v' .. i }
      terrain['v' .. i] = i
    end
    project = {
      defs = { layers = { { uid = 1, intGridValues = kinds } } },
      levels = { { identifier = 'Level', layerInstances = { {
        __identifier = 'Ground', __type = 'IntGrid', layerDefUid = 1,
        __cWid = side, __cHei = side, __gridSize = 16,
        intGridCsv = values(function(i) return i % 121 end) } } } } }]] }
-- Ground in every other cell, and air for each jump that is tried.
worst { "tilepath.platformer", "columns apart",
  "tilepath.platformer(grid, { jump = 16 })", on = "columns",
  reads = "8 * side ^ 2" }

-- Grids -----------------------------------------------------------------------

worst { "grid __eq", "equal, terrains named the other way round",
  "grid == other", on = "motley", set = "other = tilepath.load(grid:save())" }
worst { "grid __pairs", "all cells", "drain(all(grid))", on = "noisy",
  set = "all = pcall(pairs, grid) and pairs or grid.cells",
  reads = "side ^ 2" }
worst { "grid:copy", "125 terrains", "grid:copy()", on = "motley" }
worst { "grid:save", "fences and links everywhere", "grid:save()",
  on = "woven" }
worst { "grid:sample", "all cells", [[
    turn = turn + 1
    grid:sample(function(x, y) return (x + y + turn) % 2 == 0 end)]],
  still = true, reads = "side ^ 2" }
worst { "grid:cells", "all cells", "drain(grid:cells())", on = "noisy",
  reads = "side ^ 2" }
worst { "grid:cells", "a terrain of one cell", "drain(grid:cells('mud'))",
  set = "grid:terrain('mud', 2) grid:set(side, side, 'mud')" }
worst { "grid:line", "as long as can be",
  "drain(grid:line(1, 1, 32766, 32765))", on = "noisy", reads = 2 * 32767 }
worst { "grid:resize", "a column, with a crowd and a layer", [[
    by = -by
    return grid:resize(grid.base_x - by, grid.base_y, grid.width + by,
      grid.height)]], on = "motley",
  set = "by = 1 tilepath.layer(grid) tilepath.crowd(grid)" }

--- Two edits, the second of which undoes the first, with cheap queries after
-- each. `odd` is 0, then 1.
local function edit(call, what, on, change, profile, set)
  worst { call, what, ([[
    turn = turn + 1
    for odd = 0, 1 do
      local kind = odd == 0 and 'wall' or 'open'
      %s
      finder:can_step(1, 1, 2, 1)
      finder:is_reachable(1, 1, side, side)
      finder:find(1, 1, 3, 1)
    end]]):format(change), on = on, profile = profile, still = true,
    queries = 2, set = (set or "") .. " finder:find(1, 1, side, side)" }
end

local FOUR_WAYS = { diagonal = "never" }
local OFF_WALLS = { keep_away = { 15, 3 } }
local LARGE = { size = 3, keep_away = { 15, 3 } }

edit("grid:set", "the only cell of a terrain", "motley",
  "grid:set(side, side, odd == 0 and 't125' or 'open')", {},
  "grid:set((125 * 7) % side + 1, (125 * 13) % side + 1, 'open')")
edit("grid:set", "a thousand cells here and there", "open", [[
  for i = 1, 1000 do
    local n = i * 7919 % (side * side)
    grid:set(n % side + 1, math.floor(n / side) + 1, n > 2 and kind or 'open')
  end]])
edit("grid:set_world", "the door of a maze", "maze",
  "grid:set_world(1.5, 0.5, kind)")
edit("grid:set_walkable", "the door between two halves", "pillars-2",
  "grid:set_walkable(side / 2 + 1, side / 2, odd == 0)", nil,
  "grid:fill(1, side / 2, side, 1, 'wall')")
edit("grid:fill", "pieces, twenty of them", "open",
  "for i = 1, 20 do grid:fill(4 + i * 23 % (side - 8), 1, 3, side, kind) end",
  { size = 2 })
edit("grid:clear", "prices and none by turns", "open", [[
  grid:terrain('mud', 2 + (2 * turn + odd) % 5)
  grid:clear(odd == 0 and 'mud' or 'open')]], OFF_WALLS)
edit("grid:terrain", "another price among 125, 4-way", "motley",
  "grid:terrain('t125', 1 + math.sqrt((2 * turn + odd) * 10 + 7) / 30)",
  FOUR_WAYS)

-- Links and fences ------------------------------------------------------------

worst { "grid:link", "a thousand are there", "made = grid:link(1, 1, side, side)",
  on = "linked", before = "if made then grid:unlink(made) end" }
worst { "grid:unlink", "the first of a thousand", "grid:unlink(first)",
  on = "linked", before = [[
    first = grid:links()[1]
    grid:link(first.x1, first.y1, first.x2, first.y2)]] }
worst { "grid:links", "a thousand", "grid:links()", on = "linked",
  reads = "9 * LINKS" }
worst { "grid:fence", "again and again", [[
    grid:fence(1, 1, 2, 1)
    grid:fence(1, 1, 2, 1, { one_way = true })]], on = "fenced" }
worst { "grid:fence", "a side with 15 names", [[
    grid:fence(1, 1, 2, 1, { name = "n1" })
    grid:fence(1, 1, 2, 1, { name = "n1", one_way = true })]], on = "named" }
worst { "grid:fences", "of 15 names", "grid:fences()", on = "named",
  reads = "9 * #grid:fences()" }
worst { "finder:find", "after an edit among fences of 15 names, half of which count",
  "finder:find(1, 1, side, side)", on = "named",
  before = "grid:fence(1, 1, 2, 1, { name = 'n1', one_way = turn % 2 == 0 })",
  profile = { fences = { n2 = false, n4 = false, n6 = false, n8 = false,
    n10 = false, n12 = false, n14 = false } } }
-- The unit is a search from the rim into the rectangle.
worst { "grid:fence_rect", "the whole map but its rim",
  "grid:fence_rect(2, 2, side - 2, side - 2, { name = 'rim' })", on = "fenced",
  profile = { fences = { rim = false } } }
worst { "grid:unfence", "again and again", "grid:unfence(1, 1, 2, 1)",
  on = "fenced", before = "grid:fence(1, 1, 2, 1)" }
worst { "grid:fences", "a quarter of all sides", "grid:fences()", on = "fenced",
  reads = "5 * #grid:fences()" }

-- Layers ----------------------------------------------------------------------

worst { "layer:fill", "all cells",
  "turn = turn + 1 layer:fill(1, 1, side, side, turn % 2)" }
worst { "layer:fade", "all cells", "layer:fade(0.999)" }
worst { "layer:save", "all cells", "layer:save()" }
worst { "layer:sample", "all cells", [[
    turn = turn + 1
    layer:sample(function(x, y) return (x + y + turn) % 256 end)]],
  reads = "side ^ 2" }

--- An agent with layers, all of whose numbers change before each query. With
-- `least`, the other layer attracts, in a single cell.
local function fading(call, what, code, profile, least)
  worst { call, "layers fade, " .. what, [[
    if layer:fade(0.99) == 0 then layer:fill(1, 1, side, side, 255) end
    return ]] .. code, on = "noisy", profile = profile or {}, set = ([[
    local least = %s
    profile.layers = { { layer, 0.05 }, { other_layer, least and -1 or 1 / 7 },
      min_price = least }
    if least then
      other_layer:fill(1, 1, side, side, 0)
      other_layer:set(side, 1, 255)
    end
    finder:find(1, 1, 2, 1)]]):format(tostring(least)) }
end

fading("finder:find", "all of them", "finder:find(1, 1, side, side)")
fading("finder:find", "one attracts", "finder:find(1, 1, side, side)", nil, 0.01)
fading("finder:can_enter", "a large agent off walls", "finder:can_enter(1, 1)",
  LARGE)

-- Queries ---------------------------------------------------------------------

--- Adds a row for a query from one end of a map to the other, unless it has
-- `from` and `to`, each code; `goals` in `to` come from `set`.
local function query(what, row)
  row[1], row[2] = "finder:find", what
  row[3] = ("finder:find(%s, %s, query)"):format(row.from or "from_x, from_y",
    row.to or "far_x, far_y")
  row.set = (row.set or "") .. " return far_x"
  row.still = true
  row.reads = row.reads or row.to == "goals" and "#goals" or nil
  worst(row)
end

for _, name in ipairs { "comb-2", "comb-5", "pillars-2", "noise-40" } do
  for _, algorithm in ipairs { "astar", "auto" } do
    query("Euclidean, " .. algorithm .. ", " .. name, { on = name,
      profile = { algorithm = algorithm, heuristic = "euclidean" } })
  end
end
-- A binary heap, while the unit has buckets.
for _, name in ipairs { "pillars-2", "noise-40" } do
  query("weight 1.001, " .. name, { on = name, profile = { weight = 1.001 },
    known = 6 })
end
query("prices far apart", { on = "noisy",
  set = "grid:terrain('t2', 1 / 1024) grid:terrain('t9', 1023.7)" })
query("partial, the goal shut in", { on = "noise-35", to = "side, side",
  set = "grid:fill(side - 4, side - 4, 5, 5, 'wall')",
  query = { partial = true } })
query("16 goals with tolls", { on = "noise-35", to = "goals", set = [[
  goals = {}
  for i = 1, 16 do
    goals[i] = { side - i, i * math.floor(side / 17), cost = i * 10 }
  end]] })
query("a heuristic of one's own", { on = "noise-25", reads = "side ^ 2",
  profile = { heuristic = function() return 0 end } })

-- The unit here is a search over as many free cells.
for _, block in ipairs { "solid", "pocketed" } do
  query("out of a block, " .. block, { on = block, unit = "grounds.open(side)",
    set = "grid:set(side / 2, side / 2, 'wall')", from = "side / 2, side / 2",
    to = "1, side", query = { escape = true } })
  query("out of a block, " .. block .. ", near one of 1000", { on = block,
    unit = "grounds.open(side)", from = "side / 2, side / 2", to = "goals",
    query = { escape = true, within = 1, sight = true }, set = [[
      grid:set(side / 2, side / 2, 'wall')
      goals = scattered(1000)
      for _, goal in ipairs(goals) do goal[1] = 1 + goal[1] % 2 end]] })
end

query("in sight of a closet, from afar", { on = "closet",
  to = "side - 10, side - 10", query = { sight = true },
  set = "query.within = 2 * side" })
for size, what in ipairs { "a body", "a large body" } do
  query("in sight past pillars, with " .. what, { to = "middle, middle",
    profile = { size = size, radius = 0.5 }, known = 45,
    query = { sight = true }, set = ([[
      local size = %d
      query.within = 2 * side
      for i = -3, 3, 3 do
        grid:set(middle + i, middle + i, 'wall')
        grid:set(middle + i, middle - i, 'wall')
      end
      for y = 1, side do
        grid:set(3 * size, y, y < side - size and 'wall' or 'open')
      end]]):format(size) })
end
query("in sight on hexagons, from afar", { on = "hexagons", from = "1, 1",
  to = "middle, middle", query = { sight = true },
  set = "query.within = side" })
-- From a shore on the left; the farthest goals from an isolated cell.
for _, radius in ipairs { 0, 0.5 } do
  query("in sight by other eyes, over water, radius " .. radius, {
    on = "shore", from = "1, 1", to = "goals", query = { sight = true },
    set = ([[
      query.within = side / 8
      goals = scattered(300)
      finder = tilepath.pathfinder(grid, { eyes = tilepath.pathfinder(grid,
        { prices = { water = 1 }, radius = %s }) })]]):format(radius) })
end

-- Trees along the edges of a map, none near its middle.
for what, near in pairs {
  ["beside one"] = { { adjacent = true } },
  ["near one"] = { { within = 1.5 } },
  ["in sight of one"] = { { within = 1.5, sight = true } },
  ["with a body, in sight of one"] = { { within = 1.5, sight = true },
    { radius = 0.5 } },
} do
  query(what .. " of 1100 trees", { to = "goals", query = near[1],
    profile = near[2], from = "math.floor(side * 0.47), side / 2", set = [[
      goals = {}
      for i = 1, 1000 do
        goals[i] = { (i * 37) % math.floor(side / 17) + math.floor(side * 0.93),
          (i * 104729) % (side - 12) + 6 }
      end
      for i = 1, side - 12, 10 do
        goals[#goals + 1] = { i, 2 }
        goals[#goals + 1] = { 2, i }
      end
      for _, tree in ipairs(goals) do grid:set(tree[1], tree[2], 'wall') end]] })
end
query("partial, none of 1000 goals reached", { from = "5, side - 2",
  to = "goals", query = { partial = true }, set = [[
    grid:fill(1, side - 8, side, 1, 'wall')
    goals = scattered(1000, side - 60)]] })
-- Knuth's multiplicative hash of a cell. Products of 32 bits are split, since
-- doubles would round them.
query("goals chosen against a hash", { from = "side / 2, side / 2",
  to = "goals", set = [[
    goals = {}
    local factor, slots = 2654435769, side * side / 8
    for y = 0, side - 1 do
      for x = 0, side - 1 do
        local hash = (x * factor + y * factor % 65536 * 65536) % 2 ^ 32
        if math.floor(hash / 128) % slots < side * side / 128 then
          goals[#goals + 1] = { x + 1, y + 1 }
        end
      end
    end]] })
query("a column of goals after another", { to = "goals", set = [[
  goals = {}
  for x = side - 19, side do
    for y = 1, side do goals[#goals + 1] = { x, y } end
  end]] })

query("all of the map, many times", { from = "1, side / 2", to = "goals",
  reads = "200 * side",
  set = "goals = {} for i = 1, 50 do goals[i] = { 1 + i, 1, side, side } end" })
-- Each third cell is a goal, and runs of cells are short.
worst { "finder:find", "a goal by terrain, strewn over the map",
  "finder:find(near_x, near_y, { terrain = 'unknown' }, { adjacent = true })",
  on = "noise-35", unit = "grounds.open(side)", set = [[
    local all = tilepath.grid(side, side, { prices = { unknown = false } })
    for x, y, name in grid:cells() do
      all:set(x, y, name == 'open' and 'open' or 'unknown')
    end
    grid = all]] }
for _, count in ipairs { 2, 32, 200, 1000 } do
  worst { "finder:find", count .. " scattered edits before it",
    "finder:find(1, 1, 4, 1, into)",
    set = "random, into = measure.random(200), { into = {} }", before = ([[
      for _ = 1, %d do
        local x, y = random(side) + 1, random(side) + 1
        grid:set(x, y, grid:is_walkable(x, y) and 'wall' or 'open')
      end
      grid:fill(1, 1, 4, 1, 'open')]]):format(count) }
end
worst { "finder:find", "a thousand links, one edited",
  "finder:find(1, 1, side, side)", on = "linked", before =
    "made = made and grid:unlink(made) and nil or grid:link(1, 1, side, side)" }
worst { "finder:find", "fences on a quarter of all sides",
  "finder:find(1, 1, side, side)", on = "fenced" }
worst { "finder:find", "rectangles to avoid that overlap",
  "finder:find(1, side, side, 1, { avoid = list })", set = [[
    list = {}
    for i = 1, side do
      list[i] = { i % 9 + 1, i % 7 + 1, side / 2, side / 2 }
    end]] }
worst { "finder:find_world", "comb",
  "finder:find_world(0.1, 0.1, side - 1.1, 0.1)", on = "comb-5" }

-- Others in the way -----------------------------------------------------------

--- Rows with units that all move before each run, or not.
local function among(call, what, code, row)
  row = row or {}
  row[1], row[2], row[3] = call, "others, " .. what, code
  row.on = row.on or "pillars-2"
  row.before = row.before or "move()"
  row.set = (row.set or "") .. " return asked"
  worst(row)
end

local FIND = "finder:find(2, 2, side, side - 1, asked)"
among("finder:find", "who have all moved", FIND)
among("finder:find", "who cost, and have all moved", FIND,
  { set = "asked.avoid_price = 1.1", known = 5 })
among("finder:find", "whose zones have all moved", FIND,
  { set = "asked.stops = asked.avoid" })
among("finder:find", "another avoid_price each time",
  "turn = turn % 9 + 1 asked.avoid_price = turn return " .. FIND,
  { before = "return", known = 5 })
for _, shape in ipairs { "square", "hex" } do
  among("finder:reach", "whose zones have all moved, " .. shape,
    "finder:reach(2, 2, math.huge, asked)", { on = "open", set = ([[
      grid = tilepath.grid(side, side, { shape = '%s' })
      asked.stops, asked.pass = asked.avoid, { { 3, 3 } }]]):format(shape) })
end
among("finder:search", "made and one step",
  "finder:search(2, 2, side, side - 1, asked):step()", { before = "return" })
among("finder:line_of_sight", "who have all moved",
  "finder:line_of_sight(2, 2, side, side - 1, asked)")
among("finder:reach", "who have all moved",
  "finder:reach(2, 2, math.huge, asked)")
among("finder:view", "who have all moved",
  "finder:view(2, 2, math.huge, asked)")
among("finder:nearest", "who have all moved",
  "finder:nearest(side, side, asked)", { set = "asked.from = { 2, 2 }" })
among("finder:field", "who stand", "finder:field({ { 2, 2 } }, asked)",
  { before = "return" })
among("field:update", "who have all moved", "field:update()",
  { set = "field = finder:field({ { 2, 2 } }, asked)" })
among("path:prune", "who have all moved", "path:prune(finder, asked)",
  { set = "path = finder:find(2, 2, side, side - 1)", reads = "path:size()" })

-- Questions -------------------------------------------------------------------

for _, call in ipairs { "line_of_sight", "line_of_sight_world" } do
  worst { "finder:" .. call, "along prices",
    ("finder:%s(1, 1, side - 1, side - 2)"):format(call), on = "noisy" }
end
-- The largest body, past pillars on both sides of a slope that it barely fits
-- through.
worst { "finder:line_of_sight", "the widest body",
  "finder:line_of_sight(1, 1, side - size, side - size + 1)",
  unit = "grounds.open(side)", set = [[
    size = math.min(64, math.floor(side / 2))
    for y = 1, side do
      grid:set(y - size, y, 'wall')
      grid:set(y + size, y, 'wall')
    end
    finder = tilepath.pathfinder(grid, { size = size, radius = size / 2 })]] }

worst { "finder:region", "noise-45, after an edit", "finder:region(1, 1)",
  on = "noise-45", unit = "grounds.open(side)", before = [[
    turn = turn + 1
    grid:set(side / 2, side / 2, turn % 2 == 0 and 'open' or 'wall')]] }

worst { "finder:nearest", "all but one cell out of reach",
  "finder:nearest(1, 1, { from = { side, side } })", on = "checkerboard",
  unit = "grounds.open(side)" }
worst { "finder:nearest", "a function that no cell pleases",
  "finder:nearest(1, 1, { where = function() return false end })" }
-- Over all cells, with a queue of any keys.
worst { "finder:explain", "all cells, a wall between",
  "finder:explain(1, 1, side, side)", unit = "grounds.open(side)", known = 15,
  set = "grid:fill(side / 2, 1, 1, side, 'wall')" }
worst { "finder:explain", "noise-45, a large agent",
  "finder:explain(1, 1, side - 7, side - 7)", on = "noise-45",
  unit = "grounds.open(side)", known = 30,
  set = "finder = tilepath.pathfinder(grid, { size = 8 })" }

for _, size in ipairs { 1, 2, 64 } do
  for _, count in ipairs { 5000, 50000 } do
    worst { "finder:would_block", ("%d cells, size %d"):format(count, size),
      "finder:would_block(list, 1, 1, 2, side / 2)", reads = count, set = ([[
        finder = tilepath.pathfinder(grid, { size = math.min(%d, side / 8) })
        list = {}
        for i = 1, %d do
          list[i] = { i * 7919 %% (side - 70) + 70,
            i * 104729 %% (side - 9) + 9 }
        end]]):format(size, count) }
  end
end
worst { "finder:would_block", "many ways",
  "finder:would_block({ { 4, 4 }, { side / 2, 2 } }, ways)", on = "pillars-2",
  reads = "3 * #ways", set = [[
    ways = {}
    for i = 1, 10000 do ways[i] = { 2, 2, side - 2 * (i % 9), side - 2 } end]] }

-- Searches and queues ---------------------------------------------------------

worst { "search:step", "one by one, to the end",
  "while search:step() == 'running' do end", on = "comb-5",
  profile = { algorithm = "astar" }, reads = "side ^ 2",
  before = "search = finder:search(1, 1, side - 1, 1)" }
worst { "search:cells", "of a third of the map", "drain(search:cells())",
  on = "noisy", reads = "side ^ 2" }
worst { "search:path", "over half the cells", "search:path()",
  on = "serpentine-1", reads = "side ^ 2 / 2", set = [[
    search = finder:search(1, 1, finder:nearest(1, side))
    search:step(side * side)]] }

local ASTAR = { algorithm = "astar" }
worst { "queue:update", "one ticket, over all of the map", "queue:update()",
  on = "comb-5", profile = ASTAR, queries = 2,
  before = "queue:find(finder, 1, 1, side - 1, 1)" }
worst { "queue:field", "and its update",
  "queue:field(finder, { { 1, 1 } }) queue:update()", on = "comb-5" }
worst { "queue:prepare", "8 landmarks, and its update", [[
    queue:prepare(tilepath.pathfinder(grid, { landmarks = 8 }))
    queue:update()]], on = "noisy", known = 30 }
worst { "queue:find", "of rising priorities", [[
    turn = turn + 1
    queue:find(finder, 1, 1, 2, 2, { priority = turn })]], on = "comb-5" }
worst { "queue:find_world", "beside many tickets of low priority",
  "queue:find_world(finder, 1, 1, 2, 2)", on = "comb-5", set = [[
    for _ = 1, 1000 do
      queue:find(finder, 1, 1, 2, 2, { priority = -1 })
    end]] }
worst { "ticket:path", "", "ticket:path()", on = "comb-5",
  before = "queue:update()" }

-- Fields ----------------------------------------------------------------------

worst { "finder:field", "many goals, tolls far apart", "finder:field(goals)",
  on = "noisy", reads = "#goals", set = [[
    goals = scattered(5000)
    for i, goal in ipairs(goals) do goal.cost = i * i / 1024 end]] }
worst { "finder:field", "a goal of the whole map",
  "finder:field { { 1, 1, side, side } }", reads = "side ^ 2" }
worst { "field:update", "the goal across the map", [[
    turn = (turn + 1) % 2
    local x, y = finder:nearest(1 + turn * (side - 1), side)
    return field:update { { x, y } }]], on = "noise-40", still = true,
  profile = { diagonal = "always" } }
worst { "field:update", "a gate beside the goal", [[
    turn = turn + 1
    grid:set(3, turn % 2 == 0 and 1 or side, 'open')
    grid:set(3, turn % 2 == 0 and side or 1, 'wall')
    return field:update()]], still = true, set = [[
    grid:fill(3, 1, 1, side, 'wall')
    grid:set(3, 1, 'open')]] }
for _, rule in ipairs { "only_if_no_obstacles", "never" } do
  for _, name in ipairs { "open", "comb-2" } do
    worst { "field:flee", name .. ", " .. rule, "field:flee()", on = name,
      profile = { diagonal = rule } }
  end
end
worst { "field:flee", "strength 16", "field:flee(16)" }
for _, call in ipairs { "cost", "next", "direction" } do
  worst { "field:" .. call, "1000 goals out of reach, asked often",
    ("for x = 1, side do field:%s(x, side - 2) end"):format(call),
    reads = "2 * side", set = [[
      grid:fill(1, side / 2, side, 1, 'wall')
      field = finder:field(scattered(1000, side / 2 - 6), { max_cost = 10 })]] }
end
worst { "field:path", "over half the cells", "field:path(x, y)",
  on = "serpentine-1", reads = "side ^ 2 / 2",
  set = "x, y = finder:nearest(1, side)" }

--- A thousand agents on a field, that begin at the points of place(i).
local function advance(what, code, row)
  row[1], row[2] = "field:advance", "1000 agents " .. what
  row[3] = ("field:advance(xs, ys, 1000, %s)"):format(code)
  row.set = (row.set or "") .. " xs, ys = {}, {} return field"
  row.before = row.before or [[
    for i = 1, 1000 do xs[i], ys[i] = grid:to_world(1 + i % side, 1) end]]
  worst(row)
end

for _, distance in ipairs { 0.5, 1e9 } do
  advance("by " .. distance, distance, { on = "serpentine-1",
    reads = ("1000 * (1 + math.min(%s, side))"):format(distance) })
end
-- Between walls, so that each step is checked; the body fills its cells.
advance("with a radius", "0.2", { on = "serpentine-1", reads = 1000,
  set = [[
    finder = tilepath.pathfinder(grid, { radius = 0.5 })
    field = finder:field { { finder:nearest(1, side) } }]], before = [[
    for i = 1, 1000 do
      xs[i], ys[i] = grid:to_world(1 + i % side, 1)
      xs[i] = xs[i] + 0.4
    end]] })
-- All at a single point, or as dense as allowed, and on their way.
for what, spread in pairs { ["on one spot"] = 0, ["in a crowd"] = 0.5 } do
  advance("apart, " .. what, "0.1, { apart = 0.6 }", { reads = 20000,
    before = ([[
      for i = 1, 1000 do
        xs[i], ys[i] = grid:to_world(1, 1)
        xs[i] = xs[i] + i %% 32 * %s
        ys[i] = ys[i] + math.floor(i / 32) * %s
      end]]):format(spread, spread) })
end
-- In walls, from which the nearest exit is 128 steps away; past many cells
-- without a way on, and past none.
for what, pockets in pairs { ["out of walls"] = 0,
  ["out of walls, past pockets"] = 1 } do
  advance(what, "0.01", { profile = FOUR_WAYS,
    reads = 1000 * 128 * (pockets == 1 and 64 or 4), set = ([[
      grid:fill(1, 2, side, side - 1, 'wall')
      for y = 4, %d * side, 2 do
        for x = y %% 4, side - 1, 2 do grid:set(x + 1, y, 'open') end
      end]]):format(pockets), before = [[
      for i = 1, 1000 do
        xs[i], ys[i] = grid:to_world(1 + i % side, math.min(side - 1, 127))
      end]] })
end

-- Reaches ---------------------------------------------------------------------

for _, name in ipairs { "open", "comb-2" } do
  worst { "finder:reach", "all there is, " .. name,
    "finder:reach(near_x, near_y, math.huge)", on = name }
end
worst { "finder:reach", "all there is, out of a block with pockets",
  "finder:reach(side / 2, side / 2, math.huge, { escape = true })",
  on = "pocketed", unit = "grounds.open(side)" }
for _, moves in ipairs { 1, 1000 } do
  worst { "finder:reach", "all there is, in turns of " .. moves,
    ("finder:reach(near_x, near_y, math.huge, { moves = %d })"):format(moves),
    on = "noisy" }
end
worst { "finder:reach", "all there is, size 64", "large:reach(1, 1, math.huge)" }
-- Two tables for each landmark, and everything else.
worst { "finder:prepare", "8 landmarks, from nothing",
  "tilepath.pathfinder(grid, { landmarks = 8 }):prepare()", on = "noisy",
  known = 30 }
worst { "reach:cells", "the whole map", "drain(reach:cells())", on = "noisy",
  reads = "side ^ 2" }
worst { "reach:path", "over half the cells", "reach:path(x, y)",
  on = "serpentine-1", reads = "long_path:size()",
  set = "x, y = long_path:point(long_path:size())" }

-- Views -----------------------------------------------------------------------

local FROM_MIDDLE = "finder:view(middle, middle, math.huge)"
worst { "finder:view", "all there is, on hexagons", FROM_MIDDLE,
  on = "hexagons" }
-- So many gaps that a quarter takes several sweeps.
for _, shape in ipairs { "square", "hex" } do
  worst { "finder:view", "a high map, fences, " .. shape,
    "finder:view(math.floor(grid.width / 2), 1, math.huge)",
    on = "high_" .. shape, known = 8 }
end
worst { "finder:view", "all there is, past fences", FROM_MIDDLE,
  profile = { diagonal = "always" }, set = [[
    for y = 1, side do
      for x = 1, side - 1, 2 do grid:fence(x, y, x + 1, y) end
    end]] }
worst { "finder:view", "all there is, with the walls",
  "finder:view(x, y, math.huge, { walls = true })", on = "noise-8",
  set = "x, y = finder:nearest(middle, middle)" }
worst { "view:cells", "the whole map", "drain(view:cells())",
  reads = "side ^ 2" }

-- Crowds ----------------------------------------------------------------------

worst { "crowd:is_free", "the whole map, where nobody stands",
  "none:is_free(1, 1, side, side)", set = "none = tilepath.crowd(grid)" }
worst { "crowd:vacate", "a full site of 8 x 8", "crowd:vacate(1, 1, 8, 8)" }
for call, code in pairs {
  nearest = "crowd:nearest(1, 1, { count = crowd.count })",
  units = "crowd:units()",
  units_within = "crowd:units_within(0, 0, side, side)",
} do
  worst { "crowd:" .. call, "all of many", code, reads = "#crowd" }
end
-- A key and a record for each unit.
worst { "crowd:save", "many units", "crowd:save()", reads = "6 * #crowd" }
for what, options in pairs { ["many units under way"] = "nil",
  ["many units, each with a query"] = "{ within = 3, partial = true }" } do
  worst { "crowd:load", what, "crowd:load(state)", reads = "10 * #crowd",
    before = "crowd:update(0.125)", set = ([[
      for _, unit in ipairs(crowd:units()) do
        unit:go(side / 2, side / 2, %s)
      end
      state = crowd:save()]]):format(options) }
end
worst { "crowd:load", "half of many units are new",
  "crowd:load(state, { finders = function() return finder end })",
  reads = "10 * #crowd", set = "state = crowd:save()", before = [[
    for i, one in ipairs(crowd:units()) do
      if i % 2 == 0 then one:remove() end
    end]] }
worst { "crowd:load", "all of many units are new",
  "again:load(state, { finders = function() return finder end })",
  reads = "10 * #crowd", set = "state = crowd:save()",
  before = "again = tilepath.crowd(grid)" }
worst { "crowd:add", "the largest one, the first question", [[
    local largest = tilepath.pathfinder(grid, { size = size })
    crowd:add { finder = largest, cell_x = 1, cell_y = 1 }]],
  set = "size = math.min(64, math.floor(side / 2)) return crowd" }
for call, arguments in pairs {
  set_cell = "turn % 2 + 1, 1",
  set_position = "big.x + (turn % 2 == 0 and 1 or -1), big.y",
  set_finder = "turn % 2 == 0 and finder or large",
  remove = "",
} do
  worst { "unit:" .. call, "the largest one",
    ("big:%s(%s)"):format(call, arguments), before = [[
      turn = turn + 1
      if not (big and big.crowd) then
        big = crowd:add { finder = large, cell_x = 1, cell_y = 1 }
      end]] }
end

-- A call as a game makes it: a frame, or a tick. The units stand and have orders:
-- each needs a path, and decides. With a budget that takes a few searches, and a
-- look at each unit: a node may be a look along a row and a column, so as many
-- nodes as there are rows take no longer. Without a budget it finds as many paths
-- as there are orders.
for call, pass in pairs { update = "march.crowd:update(1 / 60)",
  tick = "march.crowd:tick()" } do
  local function sent_off(what, on, queries)
    worst { "crowd:" .. call, what, pass, on = on, still = true,
      set = queries and "" or "limits = { max_nodes = 4 * side }",
      reads = "8 * #march.units", queries = queries, before = ([[
        for _, one in ipairs(march.units) do one:stop() end
        for _ = 1, 60 do %s end
        send_all()]]):format(pass) }
  end
  sent_off("all have just been sent off, in a row", "serpentine-1")
  sent_off("all have just been sent off, in the open", "open")
  sent_off("without a budget, a way for each", "serpentine-1",
    "#march.units")
end
worst { "crowd:events", "of a throng", "drain(march.crowd:events())",
  still = true, reads = "8 * #march.units",
  before = "send_all() march.crowd:update(8)", set = "return march" }
-- One field, and for each unit a short search around the place.
worst { "crowd:go", "many in the open, to the other corner",
  "march.crowd:go(march.units, march.x, march.y)", still = true,
  reads = "8 * #march.units" }
-- The whole map is one corridor, which is walked for each unit.
worst { "crowd:go", "many, from one end to the other",
  "march.crowd:go(march.units, march.x, march.y)", on = "serpentine-1",
  still = true, known = "#march.units / 4" }
worst { "crowd:go_cell", "many in the open, to the other corner",
  "march.crowd:go_cell(march.units, grid:to_cell(march.x, march.y))",
  still = true, reads = "8 * #march.units" }

-- An order to one of many units on their way, on the map with the longest path.
for call, arguments in pairs { go = "march.x, march.y",
  go_cell = "grid:to_cell(march.x, march.y)", follow = "way",
  patrol = "{ one.x, one.y, march.x, march.y }",
  patrol_cell = "{ one.cell_x, one.cell_y, 1, 1 }", chase = "march",
  flee = "march", keep = "march, { min = 3, within = 6 }", stop = "",
  pause = "", resume = "" } do
  worst { "unit:" .. call, "under way, to the other end",
    ("one:%s(%s)"):format(call, arguments), on = "serpentine-1", still = true,
    reads = call == "follow" and "way:size()" or nil, set = [[
      one = march.units[1]
      way = finder:find(1, 1, finder:nearest(side, side))
      march.crowd:go(march.units, march.x, march.y)
      march.crowd:update(0.1)]],
    before = "one:resume() one:go(march.x, march.y)"
      .. (call == "resume" and " one:pause()" or "") }
end
-- The longest path of a unit on its way.
worst { "unit:path", "the longest way", "one:path()", on = "serpentine-1",
  still = true, set = [[
    one = march.units[1]
    one:go(march.x, march.y)
    march.crowd:update(0.1)]] }
-- All others in a passage must make way; each looks along the passage.
for what, room in pairs { ["all make way"] = 1, ["nobody has room"] = 0 } do
  worst { "unit:step", what, "units[1]:step(1, 0)",
    unit = "grounds.open(side)", known = "#units / 64", set = ([[
      grid = tilepath.grid(math.min(8 * side, 32767), 1)
      local crowd = tilepath.crowd(grid)
      units = {}
      for x = 1, grid.width - %d do
        units[x] = crowd:add { finder = finder, cell_x = x, cell_y = 1 }
      end]]):format(room),
    before = "for x, one in ipairs(units) do one:set_cell(x, 1) end" }
end

-- Paths -----------------------------------------------------------------------

-- These calls read points, and if they look at the cells along the legs, those
-- too. Pruning looks along some lines to each of the points.
for call, code in pairs { cells = "path:cells()", size = "path:size()",
  dedup = "path:dedup()", length = "path:length()", point = "path:point(2)",
  points = "drain(path:points())", prune = "path:prune(finder)",
  smooth = "path:smooth(finder, 1)", cut = "path:cut(finder)",
  is_valid = "path:is_valid(finder)", __tostring = "tostring(path)",
  to_world = "path:to_world(grid)", __eq = "path == same" } do
  local name = (call:find "__" and "path " or "path:") .. call
  local reads = (call == "cells" and "4" or "1") .. " * path:size()"
  worst { name, "over half the cells", code, on = "serpentine-1",
    set = "path = long_path same = tilepath.path(path)", reads = reads }
  worst { name, "a zigzag on open ground", code, reads = reads,
    set = "path = zigzag same = tilepath.path(path)",
    known = call == "prune" and "side / 8" or nil }
end
-- A map 64 times as wide as high, and as large as the others.
for what, size in pairs { ["along a long map"] = "side * 8, side / 8",
  ["down a long map"] = "side / 8, side * 8" } do
  worst { "path:prune", what, "path:prune(finder)", reads = "path:size()",
    set = ([[grid = tilepath.grid(%s)
      path = finder:find(1, 1, %s)]]):format(size, size) }
end

-- Followers -------------------------------------------------------------------

--- Follows a new path before each run, which passes all of its points `times`
-- times.
local function walk(call, what, times, code, options)
  worst { "hero" .. (call:find "__" and " " or ":") .. call, what, code,
    on = "serpentine-1", still = true, options = options,
    reads = times .. " * path:size()", set = "return hero",
    before = "again()" }
end

local HALF, STOP = "over half the cells", " hero:update(0.1) hero:stop()"
walk("follow", HALF, 1, "hero:follow(path)")
walk("save", HALF, 6, "hero:save()")
walk("load", "there and back", 12, "hero:load(hero:save())")
walk("chase", "to the end of that, and back", 6, [[
  local target = { x = end_x, y = end_y }
  hero:chase(target)
  hero:update(0.1)
  target.x, target.y = 0.5, 0.5]] .. STOP)
for _, call in ipairs { "flee", "keep" } do
  walk(call, "from where it stands", 6, ("hero:%s({ x = hero.x + 1, "
    .. "y = hero.y }, { within = 8 })"):format(call) .. STOP)
end
walk("go", "to the end of that", 6, "hero:go(end_x, end_y)", { prune = true })
walk("go_cell", "to the end of that, among many goals", 6, [[
  local goals = {}
  for i = 1, 100 do
    local x, y = grid:to_cell(path:point(path:size() + 1 - i))
    goals[i] = { x, y, cost = i }
  end
  return hero:go_cell(goals)]])
walk("patrol_cell", "to the first cell", 24,
  "hero:patrol_cell { 1, 1, hero.cell_x, hero.cell_y }")
walk("patrol", "to the end of that and back, for ages", 24,
  "hero:patrol { end_x, end_y, 0.5, 0.5 } hero:update(1e12)")
walk("update", "all of it in one step", 8, "hero:update(1e12)")
walk("update", "a wall far ahead, no other way", 6, [[
  local x, y = grid:to_cell(path:point(path:size() - 9))
  grid:set(x, y, 'wall')
  hero:update(0.1)
  grid:set(x, y, 'open')
  hero:update(0.1)]])
walk("update", "all of it, over ground and slowing down", 48,
  "hero:update(1e12)", { speeds = { open = 0.5 }, slow_down = 1e9 })
walk("velocity", "all of it in one step", 8, "hero:velocity(1e12)")
for _, call in ipairs { "path", "pause", "resume", "stop" } do
  walk(call, HALF, 0, "hero:" .. call .. "()")
end
walk("set_cell", "to and fro", 0, "hero:set_cell(1, 1)")
walk("set_position", "to and fro", 0, "hero:set_position(0.6, 0.5)")
walk("__tostring", HALF, 0, "tostring(hero)")
worst { "hero:update", "edits of no concern, pruned, off walls", [[
    turn = turn + 1
    grid:set(side, 1, turn % 2 == 0 and 'wall' or 'open')
    return one:update(0.1)]], on = "pillars-8", still = true, set = [[
    one = tilepath.follower { x = 1.5, y = 1.5, speed = 0.1, finder = finder,
      prune = true }
    one:follow(finder:find_world(1.5, 1.5, side - 2.5, side - 2.5))]] }

-- Buildings -------------------------------------------------------------------

worst { "tilepath.building", "narrow floors", "tilepath.building(floors)",
  reads = "side ^ 2" }
worst { "house:link", "from the first floor to the last",
  "made = house:link(house.names[1], 1, 1, floor.name, 1, side)",
  before = "if made then grid:unlink(made) end" }

-- All other calls ---------------------------------------------------------------

-- They take almost no time and have no bad input: each with its right arguments.
local asked = {}
for _, row in ipairs(rows) do
  asked[row.call] = true
end
for _, name in ipairs(data.names) do
  if not asked[name] and not name:find("index$") then -- fields are no calls
    rows[#rows + 1] = { call = name, what = "", setup = function(side)
      local world = new_world({ on = "noisy" }, side)
      local call = data.prepare(name, world)
      return { grid = world.grid, before = function() end, run = function()
        return call.f(unpack(call.arguments, 1, call.n))
      end }
    end }
  end
end

return rows
