--- The worst input known for every call of the library, for worst_every.lua.
--
-- A row has the name of its call, as in spec/support/api_names.lua, and a word
-- on the input; a call may have several rows. The row's function gets the side
-- of the maps and makes the input, which is not measured. It returns
--
--     run      what is measured
--     before   runs before each run and is not measured, or nil
--     grid     the map whose search is the unit
--     profile  of the agent that searches it, if it matters, or nil
--     reads    number of cells or points handed over, in or out, or nil
--     queries  number of queries answered, each of which may take as long as
--              one, or nil
--     known    number of units that the call is known to need, or nil
--
-- Coordinates count from 1.

local measure = require "measure"
local nasty = require "nasty"
local places = require "places"
local tilepath = require "tilepath"

local rows = {}

local function worst(call, what, setup)
  rows[#rows + 1] = { call = call, what = what, setup = setup }
end

-- Maps ------------------------------------------------------------------------

local LEGEND = { ["@"] = "wall" }

local function draw(name, side)
  for _, map in ipairs(nasty.maps) do
    if map[1] == name then
      return nasty.draw(map[2], side, measure.random(7))
    end
  end
  error("no map " .. name)
end

local function map(name, side)
  return tilepath.grid(table.concat(draw(name, side), "\n"),
    { legend = LEGEND })
end

--- Terrains of as many prices as there is room for, no two in a simple ratio,
-- and a cell of each.
local function motley(side)
  local grid = tilepath.grid(side, side)
  for i = 1, 125 do
    grid:terrain("t" .. i, i <= 110 and i + 1 or 1 + math.sqrt(i) / 30)
    grid:set((i * 7) % side + 1, (i * 13) % side + 1, "t" .. i)
  end
  return grid
end

--- Every cell has a random price.
local function noisy(side)
  local grid, random = tilepath.grid(side, side), measure.random(3)
  for i = 2, 9 do
    grid:terrain("t" .. i, i)
  end
  grid:sample(function()
    return "t" .. 2 + random(8)
  end)
  return grid
end

--- Random cells, all different.
local function scattered(side, count, top)
  local list = {}
  for i = 1, count do
    local n = (i * 104729) % (side * (top or side))
    list[i] = { n % side + 1, math.floor(n / side) + 1 }
  end
  return list
end

--- A path over half the cells of a map.
local function long_path(side)
  local grid = map("serpentine-1", side)
  local finder = tilepath.pathfinder(grid)
  local path = finder:find(1, 1, finder:nearest(1, side))
  return path, finder, grid
end

--- A path that turns at every step, all over an open map.
local function zigzag(side)
  local t = {}
  for row = 1, side - 1, 2 do
    local first, last, step = 1, side, 1
    if row % 4 == 3 then
      first, last, step = side, 1, -1
    end
    for x = first, last, step do
      t[#t + 1] = x
      t[#t + 1] = row + x % 2
    end
  end
  return tilepath.path(t, "cells")
end

local function drain(...)
  local n = 0
  for _ in ... do
    n = n + 1
  end
  return n
end

--- A row whose call takes almost no time, and has no bad input.
local function short(call, setup)
  worst(call, "", function(side)
    local run, grid = setup(side)
    return { run = run, grid = grid or tilepath.grid(side, side) }
  end)
end

-- The library -----------------------------------------------------------------

worst("tilepath.grid", "from a text", function(side)
  local text = table.concat(draw("noise-40", side), "\n")
  return { grid = map("open", side), run = function()
    tilepath.grid(text, { legend = LEGEND })
  end }
end)

worst("tilepath.grid", "from rows of names", function(side)
  local list = {}
  for y = 1, side do
    list[y] = {}
    for x = 1, side do
      list[y][x] = "t" .. (x * y) % 120
    end
  end
  local terrain = {}
  for i = 0, 119 do
    terrain["t" .. i] = i + 1
  end
  return { grid = map("open", side), reads = side * side, run = function()
    tilepath.grid(list, { prices = terrain })
  end }
end)

worst("tilepath.grid", "from rows, by a function", function(side)
  local list = {}
  for y = 1, side do
    list[y] = {}
    for x = 1, side do
      list[y][x] = y * side + x
    end
  end
  return { grid = map("open", side), reads = 2 * side * side, run = function()
    tilepath.grid(list, { walkable = function(v) return v % 3 > 0 end })
  end }
end)

worst("tilepath.load", "125 terrains", function(side)
  local grid = motley(side)
  local dump = grid:save()
  return { grid = grid, run = function() tilepath.load(dump) end }
end)

--- A map with a fence to the right of each cell, and as many links as can be.
local function woven(side)
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

worst("grid:save", "fences and links everywhere", function(side)
  local grid = woven(side)
  return { grid = grid, run = function() return grid:save() end }
end)

worst("tilepath.load", "fences and links everywhere", function(side)
  local grid = woven(side)
  local dump = grid:save()
  return { grid = grid, run = function() tilepath.load(dump) end }
end)

worst("tilepath.pathfinder", "125 prices of its own", function(side)
  local grid, costs = motley(side), {}
  for i = 1, 125 do
    costs["t" .. i] = i
  end
  return { grid = grid, run = function()
    tilepath.pathfinder(grid, { prices = costs })
  end }
end)

worst("tilepath.path", "over half the cells", function(side)
  local path, _, grid = long_path(side)
  return { grid = grid, reads = path:size(), run = function()
    tilepath.path(path)
  end }
end)

short("tilepath.follower", function()
  return function() tilepath.follower { x = 1, y = 1, speed = 1 } end
end)

worst("tilepath.ascii", "a path, 125 terrains", function(side)
  local grid = motley(side)
  local finder = tilepath.pathfinder(grid, { algorithm = "dijkstra" })
  local search = finder:search(1, 1, side, side)
  search:step(side * side)
  return { grid = grid, reads = 2 * side * side, run = function()
    tilepath.ascii(grid, { path = search:path() })
  end }
end)

-- Pictures --------------------------------------------------------------------

--- A map on which every second cell is an outline, with everything a picture
-- can show.
local function crowded_picture(side)
  local grid = noisy(side)
  for i = 1, side * side / 4 do
    grid:set((2 * i) % side + 1, math.floor(2 * i / side) % side + 1, "wall")
  end
  local finder = tilepath.pathfinder(grid)
  local things = { grid, finder, finder:field { { 1, side } },
    finder:reach(1, side, math.huge), finder:view(1, side, side) }
  return grid, tilepath.picture(things, { colours = { cost = true,
    lattice = true } }), things
end

worst("tilepath.picture", "cells that touch in corners", function(side)
  local grid, _, things = crowded_picture(side)
  return { grid = grid, reads = 8 * side * side, before = function()
    grid:set(1, 1, "wall")
    grid:set(1, 1, "open")
  end, run = function()
    tilepath.picture(things, { colours = { cost = true, lattice = true } })
  end }
end)

worst("tilepath.svg", "cells that touch in corners", function(side)
  local grid, _, things = crowded_picture(side)
  return { grid = grid, reads = 8 * side * side, run = function()
    tilepath.svg(things, { colours = { cost = true, lattice = true } })
  end }
end)

--- The calls of LÖVE that tilepath.draw uses; they do nothing.
local function silent_love()
  local function nothing() end
  local mesh = { setVertices = nothing, setDrawRange = nothing,
    release = nothing, getVertexCount = function() return 1e9 end }
  return { graphics = setmetatable({ newMesh = function() return mesh end },
    { __index = function() return nothing end }) }
end

worst("tilepath.draw", "cells that touch in corners", function(side)
  local grid, _, things = crowded_picture(side)
  return { grid = grid, reads = 8 * side * side, run = function()
    rawset(_G, "love", silent_love())
    tilepath.draw(things, { colours = { cost = true, lattice = true } })
    rawset(_G, "love", nil)
  end }
end)

worst("picture:triangles", "cells that touch in corners", function(side)
  local grid, picture = crowded_picture(side)
  return { grid = grid, reads = 8 * side * side, run = function()
    for _, part in ipairs(picture.parts) do
      picture:triangles(part)
    end
  end }
end)

worst("picture:update", "after an edit", function(side)
  local grid, picture = crowded_picture(side)
  return { grid = grid, reads = 8 * side * side, before = function()
    grid:set(1, 1, "wall")
    grid:set(1, 1, "open")
  end, run = function()
    picture:update()
  end }
end)

short("picture __tostring", function(side)
  local grid = tilepath.grid(side, side)
  local picture = tilepath.picture(grid)
  return function() return tostring(picture) end, grid
end)

-- Importers -------------------------------------------------------------------

--- A layer of a Tiled map: tiles from 1 to `kinds` in turn.
local function tile_layer(name, side, kinds)
  local data = {}
  for i = 1, side * side do
    data[i] = i % kinds + 1
  end
  return { type = "tilelayer", name = name, width = side, height = side,
    data = data }
end

-- A cell of a level is looked at, and then its value, or its tile.
worst("tilepath.from_tiled", "two layers, 120 terrains, a jagged polygon",
  function(side)
    local tiles, corners = {}, {}
    for id = 0, 119 do
      tiles[id + 1] = { id = id, properties = { price = id % 60 + 1 } }
    end
    for i = 1, 2 * side do
      corners[i] = { x = 16 * (i % 2 == 0 and side or 0), y = 8 * i }
    end
    local things = { type = "objectgroup", name = "things", objects = { {
      name = "swamp", x = 0, y = 0, polygon = corners } } }
    local tiled = { orientation = "orthogonal", width = side, height = side,
      tilewidth = 16, tileheight = 16,
      tilesets = { { name = "t", firstgid = 1, tilecount = 120,
        tiles = tiles } },
      layers = { tile_layer("low", side, 120), tile_layer("high", side, 119),
        things } }
    local options = { legend = { swamp = "mud" }, prices = { mud = 2 } }
    return { grid = map("open", side), reads = 4 * side * side,
      run = function() tilepath.from_tiled(tiled, options) end }
  end)

-- Ground in every other cell, and air for each jump that is tried.
worst("tilepath.platformer", "columns apart", function(side)
  local grid = tilepath.grid(side, side)
  for x = 1, side, math.max(1, math.floor(side / 90)) do
    grid:set(x, side, "wall")
  end
  return { grid = grid, reads = 8 * side * side, run = function()
    tilepath.platformer(grid, { jump = 16 })
  end }
end)

worst("tilepath.from_ldtk", "a level of 120 values", function(side)
  local values, csv, terrain = {}, {}, {}
  for i = 1, 120 do
    values[i] = { value = i, identifier = "v" .. i }
    terrain["v" .. i] = i
  end
  for i = 1, side * side do
    csv[i] = i % 121
  end
  local project = {
    defs = { layers = { { uid = 1, intGridValues = values } } },
    levels = { { identifier = "Level", layerInstances = { {
      __identifier = "Ground", __type = "IntGrid", layerDefUid = 1,
      __cWid = side, __cHei = side, __gridSize = 16, intGridCsv = csv } } } },
  }
  return { grid = map("open", side), reads = 2 * side * side, run = function()
    tilepath.from_ldtk(project, { prices = terrain })
  end }
end)

-- Grids -----------------------------------------------------------------------

for _, call in ipairs { "get", "get_world", "is_walkable", "is_closed",
  "has", "to_cell", "to_world", "cell_rect", "cell_polygon" } do
  short("grid:" .. call, function(side)
    local grid = noisy(side)
    return function() return grid[call](grid, side, side) end, grid
  end)
end

short("grid:distance", function(side)
  local grid = noisy(side)
  return function() return grid:distance(1, 1, side, side) end, grid
end)

short("grid __call", function(side)
  local grid = tilepath.grid(side, side)
  return function() return grid(side, side) end
end)

short("grid __len", function(side)
  local grid = tilepath.grid(side, side)
  return function() return #grid end
end)

short("grid __tostring", function(side)
  local grid = map("noise-45", side)
  return function() return tostring(grid) end, grid
end)

worst("grid __eq", "equal, terrains named the other way round", function(side)
  local a = motley(side)
  local b = tilepath.load(a:save())
  return { grid = a, run = function() return a == b end }
end)

worst("grid __pairs", "all cells", function(side)
  local grid = noisy(side)
  local all = pcall(pairs, grid) and pairs or grid.cells
  return { grid = grid, reads = side * side, run = function()
    return drain(all(grid))
  end }
end)

--- Two edits, the second of which undoes the first, with cheap queries after
-- each.
local function edit(call, what, make, change, profile)
  worst(call, what, function(side)
    local grid = make(side)
    local finder, turn = tilepath.pathfinder(grid, profile), 0
    finder:find(1, 1, side, side)
    return { grid = grid:copy(), profile = profile, queries = 2,
      run = function()
        for _ = 1, 2 do
          turn = turn + 1
          change(grid, side, turn)
          finder:can_step(1, 1, 2, 1)
          finder:is_reachable(1, 1, side, side)
          finder:find(1, 1, 3, 1)
        end
      end }
  end)
end

local function open_map(side)
  return tilepath.grid(side, side)
end

local PLAIN = { diagonal = "never" }

--- The only cell of a terrain comes and goes.
local function toggle_last(grid, side, turn)
  grid:set(side, side, turn % 2 == 0 and "t125" or "open")
end

local function motley_but_one(side)
  local grid = motley(side)
  grid:set((125 * 7) % side + 1, (125 * 13) % side + 1, "open")
  return grid
end

edit("grid:set", "the only cell of a terrain, 4-way", motley_but_one,
  toggle_last, PLAIN)
edit("grid:set", "the only cell of a terrain", motley_but_one, toggle_last)
edit("grid:set", "the only cell of a terrain, off walls", motley_but_one,
  toggle_last, { diagonal = "never", keep_away = { 1, 1 } })
edit("grid:set", "a thousand cells here and there", open_map,
  function(grid, side, turn)
    for i = 1, 1000 do
      local n = i * 7919 % (side * side)
      grid:set(n % side + 1, math.floor(n / side) + 1,
        turn % 2 == 0 and n > 2 and "wall" or "open")
    end
  end)
edit("grid:set", "a cell for a huge agent off walls", function(side)
  return noisy(side)
end, function(grid, side, turn)
  grid:set(side / 2, side / 2, turn % 2 == 0 and "wall" or "open")
end, { size = 16, keep_away = { 15, 3 } })

edit("grid:set_world", "the door of a maze", function(side)
  return map("maze", side)
end, function(grid, _, turn)
  grid:set_world(1.5, 0.5, turn % 2 == 0 and "wall" or "open")
end)

edit("grid:set_walkable", "the door between two halves", function(side)
  local grid = map("pillars-2", side)
  grid:fill(1, side / 2, side, 1, "wall")
  return grid
end, function(grid, side, turn)
  grid:set_walkable(side / 2 + 1, side / 2, turn % 2 == 0)
end)

edit("grid:fill", "all of it, wall and open by turns", open_map,
  function(grid, side, turn)
    grid:fill(4, 1, side, side, turn % 2 == 0 and "wall" or "open")
  end)
edit("grid:fill", "pieces, twenty of them", open_map,
  function(grid, side, turn)
    for i = 1, 20 do
      grid:fill(4 + i * 23 % (side - 8), 1, 3, side,
        turn % 2 == 0 and "wall" or "open")
    end
  end, { size = 2 })
edit("grid:clear", "prices and none by turns", open_map,
  function(grid, _, turn)
    grid:terrain("mud", 2 + turn % 5)
    grid:clear(turn % 2 == 0 and "mud" or "open")
  end, { keep_away = { 15, 3 } })

edit("grid:terrain", "another price among 125, 4-way", motley,
  function(grid, _, turn)
    grid:terrain("t125", 1 + math.sqrt(turn * 10 + 7) / 30)
  end, PLAIN)
edit("grid:terrain", "another price, large and off walls", motley,
  function(grid, _, turn)
    grid:terrain("t125", 1 + math.sqrt(turn * 10 + 7) / 30)
  end, { size = 3, keep_away = { 15, 3 } })

worst("grid:sample", "all cells", function(side)
  local grid, turn = tilepath.grid(side, side), 0
  return { grid = grid:copy(), reads = side * side, run = function()
    turn = turn + 1
    return grid:sample(function(x, y)
      return (x + y + turn) % 2 == 0
    end)
  end }
end)

-- Layers ----------------------------------------------------------------------

local function layer_of(grid)
  local layer, random = tilepath.layer(grid), measure.random(5)
  layer:sample(function() return 99 + random(156) end)
  return layer
end

--- An agent with layers, all of whose numbers change before each query. With
-- `least`, the other layer attracts, in a single cell.
local function warm(call, what, profile, run, least)
  worst(call, what, function(side)
    local grid = noisy(side)
    local layer, other = layer_of(grid), layer_of(grid)
    local full = { layers = { { layer, 0.05 }, { other, 1 / 7 } } }
    for key, value in pairs(profile) do
      full[key] = value
    end
    if least then
      full.layers[2][2], full.layers.min_price = -1, least
      other:fill(1, 1, side, side, 0)
      other:set(side, 1, 255)
    end
    local finder = tilepath.pathfinder(grid, full)
    finder:find(1, 1, 2, 1)
    return { grid = grid, profile = profile, run = function()
      if layer:fade(0.99) == 0 then
        layer:fill(1, 1, side, side, 255)
      end
      return run(finder, side)
    end }
  end)
end

warm("finder:find", "over layers that fade", {}, function(finder, side)
  return finder:find(1, 1, side, side)
end)
warm("finder:find", "over layers that fade, one attracts", {},
  function(finder, side)
    return finder:find(1, 1, side, side)
  end, 0.01)
warm("finder:can_enter", "layers fade, a large agent off walls",
  { size = 3, keep_away = { 15, 3 } }, function(finder)
    return finder:can_enter(1, 1)
  end)

for call, run in pairs {
  ["layer:fill"] = function(layer, side, turn)
    return layer:fill(1, 1, side, side, turn % 2)
  end,
  ["layer:fade"] = function(layer) return layer:fade(0.999) end,
  ["layer:save"] = function(layer) return layer:save() end,
} do
  worst(call, "all cells", function(side)
    local grid, turn = tilepath.grid(side, side), 0
    local layer = layer_of(grid)
    return { grid = grid, run = function()
      turn = turn + 1
      return run(layer, side, turn)
    end }
  end)
end

for call, run in pairs {
  ["layer:get"] = function(layer, side) return layer:get(side, side) end,
  ["layer:set"] = function(layer, side, turn)
    return layer:set(side, side, turn % 2)
  end,
  ["layer:add"] = function(layer, side, turn)
    return layer:add(side, side, turn % 2 == 0 and 300 or -300)
  end,
} do
  short(call, function(side)
    local grid, turn = tilepath.grid(side, side), 0
    local layer = layer_of(grid)
    return function()
      turn = turn + 1
      return run(layer, side, turn)
    end, grid
  end)
end

short("layer __tostring", function(side)
  local grid = tilepath.grid(side, side)
  local layer = layer_of(grid)
  return function() return tostring(layer) end, grid
end)

short("tilepath.layer", function(side)
  local grid = tilepath.grid(side, side)
  return function() return tilepath.layer(grid) end, grid
end)

worst("tilepath.load", "a layer", function(side)
  local grid = tilepath.grid(side, side)
  local dump = layer_of(grid):save()
  return { grid = grid, run = function() tilepath.load(dump, grid) end }
end)

worst("layer:sample", "all cells", function(side)
  local grid, turn = tilepath.grid(side, side), 0
  local layer = tilepath.layer(grid)
  return { grid = grid, reads = side * side, run = function()
    turn = turn + 1
    return layer:sample(function(x, y) return (x + y + turn) % 256 end)
  end }
end)

worst("grid:cells", "all cells", function(side)
  local grid = noisy(side)
  return { grid = grid, reads = side * side, run = function()
    return drain(grid:cells())
  end }
end)

worst("grid:cells", "a terrain of one cell", function(side)
  local grid = tilepath.grid(side, side, { prices = { mud = 2 } })
  grid:set(side, side, "mud")
  return { grid = grid, run = function() return drain(grid:cells("mud")) end }
end)

worst("grid:line", "as long as can be", function(side)
  local grid = noisy(side)
  return { grid = grid, reads = 2 * 32767, run = function()
    return drain(grid:line(1, 1, 32766, 32765))
  end }
end)

worst("grid:resize", "a column, with a crowd and a layer", function(side)
  local grid = motley(side)
  tilepath.layer(grid)
  tilepath.crowd(grid)
  local by = 1
  return { grid = grid, run = function()
    by = -by
    return grid:resize(grid.base_x - by, grid.base_y, grid.width + by,
      grid.height)
  end }
end)

for _, call in ipairs { "copy", "save" } do
  worst("grid:" .. call, "125 terrains", function(side)
    local grid = motley(side)
    return { grid = grid, run = function() return grid[call](grid) end }
  end)
end

-- Queries ---------------------------------------------------------------------

--- A query from one end of a map to the other, unless `make` returns a start
-- and goals; it may also return another map as the unit.
local function query(call, what, make)
  worst(call, what, function(side)
    local q = make(side)
    local finder = tilepath.pathfinder(q.grid,
      q.eyes and { eyes = q.eyes } or q.profile)
    local plain = tilepath.pathfinder(q.grid)
    local from_x, from_y, far_x, far_y = places.region(plain)
    local x, y = q.x or from_x, q.y or from_y
    local goal_x, goal_y = q.goals or q.to_x or far_x, q.to_y or far_y
    local options = q.query
    if q.goals then
      goal_y, options = q.query, nil
    end
    return { grid = (q.unit or q.grid):copy(), profile = q.profile,
      known = q.known,
      reads = q.reads or q.goals and #q.goals,
      run = function()
        return finder:find(x, y, goal_x, goal_y, options)
      end }
  end)
end

for _, name in ipairs { "comb-2", "comb-5", "spiral-4", "pillars-2",
  "pillars-3-stray", "noise-40", "islands-9" } do
  for _, algorithm in ipairs { "astar", "auto" } do
    query("finder:find", "Euclidean, " .. algorithm .. ", " .. name,
      function(side)
        return { grid = map(name, side),
          profile = { algorithm = algorithm, heuristic = "euclidean" } }
      end)
  end
end

-- A binary heap, while the unit has buckets.
for _, name in ipairs { "pillars-2", "noise-40", "cups-30" } do
  query("finder:find", "weight 1.001, " .. name, function(side)
    return { grid = map(name, side), profile = { weight = 1.001 }, known = 6 }
  end)
end

query("finder:find", "125 prices in no ratio", function(side)
  return { grid = motley(side) }
end)
query("finder:find", "prices far apart", function(side)
  local grid = noisy(side)
  grid:terrain("t2", 1 / 1024)
  grid:terrain("t9", 1023.7)
  return { grid = grid }
end)
query("finder:find", "off walls, large", function(side)
  return { grid = map("slopes-24", side), x = 1, y = 1, to_x = side - 2,
    to_y = side - 2, profile = { size = 3, keep_away = { 15, 3 } } }
end)
query("finder:find", "a budget of a step less", function(side)
  return { grid = map("cups-30", side),
    query = { partial = true, max_nodes = math.floor(side * side / 2) } }
end)
query("finder:find", "partial, the goal shut in", function(side)
  local grid = map("noise-35", side)
  grid:fill(side - 4, side - 4, 5, 5, "wall")
  return { grid = grid, to_x = side, to_y = side, query = { partial = true } }
end)

--- Ways out: from the middle of a block; with a pocket beside each step; along
-- a blocked path that winds through free cells, with goals beside it. The unit
-- here is a search over as many free cells.
local function solid(side)
  local grid = tilepath.grid(side, side)
  grid:fill(2, 2, side - 2, side - 2, "wall")
  return grid
end

local function pocketed(side)
  local grid = solid(side)
  for y = 3, side - 2, 2 do
    for x = 3, side - 2, 2 do
      grid:set(x, y, "open")
    end
  end
  return grid
end

local function inverted(side)
  local grid = map("comb-2", side)
  for y = 2, side - 1 do
    for x = 2, side - 1 do
      grid:set(x, y, grid:is_walkable(x, y) and "wall" or "open")
    end
  end
  return grid
end

for what, ground in pairs { ["a solid block"] = solid,
  ["a block with pockets"] = pocketed, ["a comb turned round"] = inverted } do
  query("finder:find", "out of " .. what, function(side)
    local x = side / 2
    local grid = ground(side)
    grid:set(x, x, "wall")
    return { grid = grid, unit = tilepath.grid(side, side), x = x, y = x,
      to_x = 1, to_y = side, query = { escape = true } }
  end)
  query("finder:find", "out of " .. what .. ", near one of 1000", function(side)
    local x = side / 2
    local grid = ground(side)
    grid:set(x, x, "wall")
    local goals = scattered(side, 1000)
    for _, goal in ipairs(goals) do
      goal[1] = 1 + goal[1] % 2
    end
    return { grid = grid, unit = tilepath.grid(side, side), goals = goals,
      x = x, y = x,
      query = { escape = true, within = 1, sight = true } }
  end)
end

--- A goal in a closet with a winding door, so that a walker must come close.
local function closet(side)
  local grid, at = tilepath.grid(side, side), side - 10
  for y, row in ipairs { "#####..", "#...#..", "#.o.##.", "#...###", "###...#",
    "..###.#", "......." } do
    for x = 1, #row do
      grid:set(at - 3 + x, at - 3 + y,
        row:sub(x, x) == "#" and "wall" or "open")
    end
  end
  return grid, at
end

query("finder:find", "in sight of a closet, from afar", function(side)
  local grid, at = closet(side)
  return { grid = grid, to_x = at, to_y = at,
    query = { within = 2 * side, sight = true } }
end)
query("finder:find", "in sight of a closet, with a body", function(side)
  local grid, at = closet(side)
  return { grid = grid, to_x = at, to_y = at, profile = { radius = 0.5 },
    query = { within = 2 * side, sight = true } }
end)
for size, what in ipairs { "a body", "a large body" } do
  query("finder:find", "in sight past pillars, with " .. what, function(side)
    local grid, middle = tilepath.grid(side, side), math.floor(side / 2)
    for i = -3, 3, 3 do
      grid:set(middle + i, middle + i, "wall")
      grid:set(middle + i, middle - i, "wall")
    end
    for y = 1, side do
      grid:set(3 * size, y, y < side - size and "wall" or "open")
    end
    return { grid = grid, to_x = middle, to_y = middle, known = 45,
      profile = { size = size, radius = 0.5 },
      query = { within = 2 * side, sight = true } }
  end)
end
query("finder:find", "in sight, many goals, with a body", function(side)
  local goals = scattered(side, 1000)
  local grid = tilepath.grid(side, side)
  for _, goal in ipairs(goals) do
    grid:set(goal[1], goal[2], "wall")
  end
  return { grid = grid, goals = goals, profile = { radius = 0.4 },
    query = { within = side / 4, sight = true } }
end)
--- Hexagons, with a wall between start and goal, and one fence far away.
local function hexagons(side)
  local grid = tilepath.grid(side, side, { shape = "hex" })
  grid:fill(1, 10, side - 1, 1, "wall")
  grid:fence(side - 5, side - 5, side - 4, side - 5)
  return grid, math.floor(side / 2)
end

query("finder:find", "in sight on hexagons, from afar", function(side)
  local grid, middle = hexagons(side)
  return { grid = grid, x = 1, y = 1, to_x = middle, to_y = middle,
    query = { within = side, sight = true } }
end)
query("finder:find", "in sight, many goals", function(side)
  local goals = scattered(side, 1000)
  local grid = tilepath.grid(side, side)
  for _, goal in ipairs(goals) do
    grid:set(goal[1], goal[2], "wall")
  end
  return { grid = grid, goals = goals,
    query = { within = side / 4, sight = true } }
end)

--- Sight over water, from a shore on the left; the farthest goals from an
-- isolated cell.
for radius, what in pairs { [0] = "other eyes", [0.5] = "a body's eyes" } do
  query("finder:find", "in sight by " .. what .. ", over water", function(side)
    local grid = tilepath.grid(side, side)
    grid:terrain("water", false)
    grid:fill(math.floor(side / 2), 1, side, side, "water")
    local eyes = tilepath.pathfinder(grid, { prices = { water = 1 },
      radius = radius })
    return { grid = grid, goals = scattered(side, 300), eyes = eyes,
      x = 1, y = 1, query = { within = side / 8, sight = true } }
  end)
end

--- Trees along the edges of a map, none near its middle.
local function trees(side)
  local grid, list = tilepath.grid(side, side), {}
  for i = 1, 1000 do
    list[i] = { (i * 37) % math.floor(side / 17) + math.floor(side * 0.93),
      (i * 104729) % (side - 12) + 6 }
  end
  for i = 1, side - 12, 10 do
    list[#list + 1] = { i, 2 }
    list[#list + 1] = { 2, i }
  end
  for _, tree in ipairs(list) do
    grid:set(tree[1], tree[2], "wall")
  end
  return grid, list
end

for what, options in pairs {
  ["beside one of 1100 trees"] = { adjacent = true },
  ["near one of 1100 trees"] = { within = 1.5 },
  ["in sight of one of 1100 trees"] = { within = 1.5, sight = true },
  ["in sight of one of 1100 trees, with a body"] = { within = 1.5,
    sight = true },
} do
  query("finder:find", what, function(side)
    local grid, list = trees(side)
    return { grid = grid, goals = list, query = options,
      profile = { radius = what:find("body") and 0.5 },
      x = math.floor(side * 0.47), y = side / 2 }
  end)
end

query("finder:find", "partial, none of 1000 goals reached", function(side)
  local grid = tilepath.grid(side, side)
  grid:fill(1, side - 8, side, 1, "wall")
  return { grid = grid, x = 5, y = side - 2,
    goals = scattered(side, 1000, side - 60), query = { partial = true } }
end)

--- The slot of Knuth's multiplicative hash for a cell, among 2^k slots.
-- Products of 32 bits are split, since doubles would round them.
local function hashed(x, y, places_there)
  local factor = 2654435769
  local h = (x * factor + y * factor % 65536 * 65536) % 2 ^ 32
  return math.floor(h / 128) % places_there
end

query("finder:find", "goals chosen against a hash", function(side)
  local goals = {}
  for y = 0, side - 1 do
    for x = 0, side - 1 do
      if hashed(x, y, side * side / 8) < side * side / 128 then
        goals[#goals + 1] = { x + 1, y + 1 }
      end
    end
  end
  return { grid = tilepath.grid(side, side), x = side / 2, y = side / 2,
    goals = goals }
end)
query("finder:find", "a column of goals after another", function(side)
  local goals = {}
  for x = side - 19, side do
    for y = 1, side do
      goals[#goals + 1] = { x, y }
    end
  end
  return { grid = tilepath.grid(side, side), goals = goals }
end)
--- A wide goal in the middle, of half the map's sides.
local function court(side, what)
  local grid = tilepath.grid(side, side)
  local goal = { side / 4, side / 4, side / 2, side / 2 }
  grid:fill(goal[1], goal[2], goal[3], goal[4], what)
  return grid, { goal }
end

for what, options in pairs {
  ["a wide goal"] = {},
  ["beside a wide goal"] = { adjacent = true },
  ["near a wide goal"] = { within = 20 },
  ["in sight of a wide goal"] = { within = 20, sight = true },
} do
  for _, terrain in ipairs { "open", "wall" } do
    query("finder:find", what .. ", " .. terrain, function(side)
      local grid, goals = court(side, terrain)
      return { grid = grid, goals = goals, query = options, x = 1, y = 1,
        reads = 2 * side }
    end)
  end
end
query("finder:find", "partial, to a wide goal", function(side)
  local grid, goals = court(side, "wall")
  return { grid = grid, goals = goals, query = { partial = true }, x = 1,
    y = 1, reads = 2 * side }
end)
query("finder:find", "all of the map, many times", function(side)
  local grid, goals = tilepath.grid(side, side), {}
  for i = 1, 50 do
    goals[i] = { 1 + i, 1, side, side }
  end
  return { grid = grid, goals = goals, x = 1, y = side / 2,
    reads = 200 * side }
end)
query("finder:find", "beside a long wall", function(side)
  local grid = tilepath.grid(side, side)
  grid:fill(2, side / 2, side - 2, 1, "wall")
  return { grid = grid, goals = { { 2, side / 2, side - 2, 1 } },
    query = { adjacent = true }, x = 1, y = 1, reads = side }
end)
query("finder:find", "16 goals with tolls", function(side)
  local goals = {}
  for i = 1, 16 do
    goals[i] = { side - i, i * math.floor(side / 17), cost = i * 10 }
  end
  return { grid = map("noise-35", side), goals = goals }
end)
query("finder:find", "a heuristic of one's own", function(side)
  return { grid = map("noise-25", side), reads = side * side,
    profile = { heuristic = function() return 0 end } }
end)

worst("finder:find_world", "comb", function(side)
  local grid = map("comb-5", side)
  local finder = tilepath.pathfinder(grid)
  return { grid = grid, run = function()
    return finder:find_world(0.1, 0.1, side - 1.1, 0.1)
  end }
end)

for _, count in ipairs { 1, 10, 64, 100, 200, 500, 1000 } do
  worst("finder:find", count .. " scattered edits before it", function(side)
    local grid = tilepath.grid(side, side)
    local finder = tilepath.pathfinder(grid)
    local random, into = measure.random(count), { into = {} }
    return { grid = grid, before = function()
      for _ = 1, count do
        local x, y = random(side) + 1, random(side) + 1
        grid:set(x, y, grid:is_walkable(x, y) and "wall" or "open")
      end
      grid:fill(1, 1, 4, 1, "open")
    end, run = function()
      return finder:find(1, 1, 4, 1, into)
    end }
  end)
end

worst("finder:search", "made, and one step", function(side)
  local grid = map("comb-5", side)
  local finder = tilepath.pathfinder(grid, { algorithm = "astar" })
  return { grid = grid, run = function()
    return finder:search(1, 1, side - 1, 1):step()
  end }
end)

-- Questions -------------------------------------------------------------------

for _, call in ipairs { "line_of_sight", "line_of_sight_world" } do
  worst("finder:" .. call, "along prices", function(side)
    local grid = noisy(side)
    local finder = tilepath.pathfinder(grid)
    return { grid = grid, run = function()
      return finder[call](finder, 1, 1, side - 1, side - 2)
    end }
  end)
end

--- The largest body, past pillars on both sides of a slope that it barely fits
-- through.
worst("finder:line_of_sight", "the widest body", function(side)
  local size, grid = math.min(64, math.floor(side / 2)), tilepath.grid(side,
    side)
  for y = 1, side do
    for _, x in ipairs { y - size, y + size } do
      grid:set(x, y, "wall")
    end
  end
  local finder = tilepath.pathfinder(grid, { size = size, radius = size / 2 })
  return { grid = tilepath.grid(side, side), run = function()
    return finder:line_of_sight(1, 1, side - size, side - size + 1)
  end }
end)

short("finder:can_step", function(side)
  local finder = tilepath.pathfinder(map("noise-8", side), { size = 4 })
  return function() return finder:can_step(2, 2, 3, 3) end
end)

for _, call in ipairs { "can_enter", "to_cell", "to_world" } do
  short("finder:" .. call, function(side)
    local finder = tilepath.pathfinder(noisy(side), { size = 4 })
    return function() return finder[call](finder, 2, 2) end
  end)
end

short("finder:neighbors", function(side)
  local finder = tilepath.pathfinder(noisy(side), { size = 4 })
  return function() return drain(finder:neighbors(2, 2)) end
end)

short("finder __tostring", function(side)
  local finder = tilepath.pathfinder(tilepath.grid(side, side))
  return function() return tostring(finder) end
end)

worst("finder:nearest", "one cell in the far corner", function(side)
  local grid = tilepath.grid(side, side)
  grid:clear "wall"
  grid:set(side, side, "open")
  local finder = tilepath.pathfinder(grid)
  return { grid = map("open", side), run = function()
    return finder:nearest(1, 1)
  end }
end)

worst("finder:nearest", "all but one cell out of reach", function(side)
  local grid = map("checkerboard", side)
  local finder = tilepath.pathfinder(grid)
  return { grid = map("open", side), run = function()
    return finder:nearest(1, 1, { from = { side, side } })
  end }
end)

worst("finder:nearest", "all cells of another terrain", function(side)
  local grid = tilepath.grid(side, side, { prices = { unknown = 2 } })
  local finder = tilepath.pathfinder(grid)
  return { grid = map("open", side), run = function()
    return finder:nearest(1, 1, { terrain = "unknown" })
  end }
end)

worst("finder:nearest", "a function that no cell pleases", function(side)
  local finder = tilepath.pathfinder(tilepath.grid(side, side))
  return { grid = map("open", side), run = function()
    return finder:nearest(1, 1, { where = function() return false end })
  end }
end)

worst("finder:nearest", "from far outside", function(side)
  local grid = map("noise-45", side)
  local finder = tilepath.pathfinder(grid)
  local x, y = finder:nearest(1, 1)
  return { grid = map("open", side), run = function()
    return finder:nearest(2 ^ 40, -2 ^ 40, { from = { x, y } })
  end }
end)

-- Over all cells, with a queue of any keys.
worst("finder:explain", "all cells, a wall between", function(side)
  local grid = tilepath.grid(side, side)
  grid:fill(side / 2, 1, 1, side, "wall")
  local finder = tilepath.pathfinder(grid)
  return { grid = map("open", side), known = 15, run = function()
    return finder:explain(1, 1, side, side)
  end }
end)

worst("finder:explain", "noise-45, a large agent", function(side)
  local grid = map("noise-45", side)
  local finder = tilepath.pathfinder(grid, { size = 8 })
  return { grid = map("open", side), known = 30, run = function()
    return finder:explain(1, 1, side - 7, side - 7)
  end }
end)

short("finder:price", function(side)
  local finder = tilepath.pathfinder(map("noise-40", side))
  return function() return finder:price(1, 1) end
end)

for _, call in ipairs { "region", "regions" } do
  worst("finder:" .. call, "noise-45, after an edit", function(side)
    local grid = map("noise-45", side)
    local finder = tilepath.pathfinder(grid)
    local kind = "open"
    return { grid = grid, before = function()
      kind = kind == "open" and "wall" or "open"
      grid:set(side / 2, side / 2, kind)
    end, run = function()
      return finder[call](finder, 1, 1)
    end }
  end)
end

short("finder:is_reachable", function(side)
  local finder = tilepath.pathfinder(map("noise-40", side))
  return function() return finder:is_reachable(1, 1, side, side) end
end)

for _, size in ipairs { 1, 2, 64 } do
  for _, count in ipairs { 5000, 50000 } do
    worst("finder:would_block", ("%d cells, size %d"):format(count, size),
      function(side)
        local grid, list = tilepath.grid(side, side), {}
        local finder = tilepath.pathfinder(grid,
          { size = math.min(size, side / 8) })
        for i = 1, count do
          list[i] = { i * 7919 % (side - 70) + 70, i * 104729 % (side - 9) + 9 }
        end
        return { grid = grid, reads = count, run = function()
          return finder:would_block(list, 1, 1, 2, side / 2)
        end }
      end)
  end
end

worst("finder:would_block", "many ways", function(side)
  local grid, ways = map("pillars-2", side), {}
  local finder = tilepath.pathfinder(grid)
  for i = 1, 10000 do
    ways[i] = { 2, 2, side - 2 * (i % 9), side - 2 }
  end
  return { grid = grid, reads = 3 * #ways, run = function()
    return finder:would_block({ { 4, 4 }, { side / 2, 2 } }, ways)
  end }
end)

-- Searches --------------------------------------------------------------------

local function half_done(side)
  local grid = noisy(side)
  local finder = tilepath.pathfinder(grid, { algorithm = "astar" })
  local search = finder:search(1, 1, side, side)
  search:step(math.floor(side * side / 3))
  return search, grid
end

worst("search:step", "one by one, to the end", function(side)
  local grid = map("comb-5", side)
  local finder = tilepath.pathfinder(grid, { algorithm = "astar" })
  local search
  return { grid = grid, reads = side * side,
    before = function() search = finder:search(1, 1, side - 1, 1) end,
    run = function()
      while search:step() == "running" do
      end
    end }
end)

worst("search:cells", "of a third of the map", function(side)
  local search, grid = half_done(side)
  return { grid = grid, reads = side * side, run = function()
    return drain(search:cells())
  end }
end)

worst("search:path", "over half the cells", function(side)
  local _, finder, grid = long_path(side)
  local x, y = finder:nearest(1, side)
  local search = finder:search(1, 1, x, y)
  search:step(side * side)
  return { grid = grid, reads = side * side / 2, run = function()
    return search:path()
  end }
end)

short("search:cell", function(side)
  local search, grid = half_done(side)
  return function() return search:cell(9, 9) end, grid
end)

-- Queues ----------------------------------------------------------------------

local function waiting(side, ...)
  local grid = map("comb-5", side)
  local finder = tilepath.pathfinder(grid, { algorithm = "astar" })
  local queue = tilepath.queue { max_nodes = 2 ^ 50 }
  return queue, finder, grid, queue:find(finder, 1, 1, side - 1, 1, ...)
end

worst("queue:update", "one ticket, over all of the map", function(side)
  local queue, finder, grid = waiting(side)
  return { grid = grid,
    before = function() queue:find(finder, 1, 1, side - 1, 1) end,
    run = function()
      queue:update()
    end, queries = 2 }
end)

worst("queue:update", "eight nodes at a time", function(side)
  local grid = map("comb-5", side)
  local finder = tilepath.pathfinder(grid, { algorithm = "astar" })
  local queue = tilepath.queue { max_nodes = 8 }
  return { grid = grid, reads = side * side,
    before = function() queue:find(finder, 1, 1, side - 1, 1) end,
    run = function()
      while queue.count > 0 do
        queue:update()
      end
    end }
end)

worst("queue:field", "and its update", function(side)
  local queue, finder, grid = waiting(side)
  queue:update()
  return { grid = grid, run = function()
    queue:field(finder, { { 1, 1 } })
    queue:update()
  end }
end)

worst("queue:prepare", "8 landmarks, and its update", function(side)
  local grid = noisy(side)
  local queue = tilepath.queue { max_nodes = 2 ^ 50 }
  return { grid = grid, known = 30, run = function()
    queue:prepare(tilepath.pathfinder(grid, { landmarks = 8 }))
    queue:update()
  end }
end)

worst("queue:find", "of rising priorities", function(side)
  local queue, finder, grid = waiting(side)
  local n = 0
  return { grid = grid, run = function()
    n = n + 1
    return queue:find(finder, 1, 1, 2, 2, { priority = n })
  end }
end)

worst("queue:find_world", "beside many tickets of low priority", function(side)
  local queue, finder, grid = waiting(side)
  for _ = 1, 1000 do
    queue:find(finder, 1, 1, 2, 2, { priority = -1 })
  end
  return { grid = grid, run = function()
    return queue:find_world(finder, 1, 1, 2, 2)
  end }
end)

short("ticket:path", function(side)
  local queue, _, grid, ticket = waiting(side)
  queue:update()
  return function() return ticket:path() end, grid
end)

short("ticket:cancel", function(side)
  local _, _, grid, ticket = waiting(side)
  return function() return ticket:cancel() end, grid
end)

for _, call in ipairs { "queue __tostring", "ticket __tostring" } do
  short(call, function(side)
    local queue, _, grid, ticket = waiting(side)
    local run = { ["queue __tostring"] = function() return tostring(queue) end,
      ["ticket __tostring"] = function() return tostring(ticket) end }
    return run[call], grid
  end)
end

short("tilepath.queue", function(side)
  return function() return tilepath.queue { seconds = 1 } end,
    map("comb-5", side)
end)

short("search __tostring", function(side)
  local search, grid = half_done(side)
  return function() return tostring(search) end, grid
end)

-- Fields ----------------------------------------------------------------------

for _, name in ipairs { "open", "comb-2", "noise-40", "pillars-2" } do
  worst("finder:field", name, function(side)
    local grid = map(name, side)
    local finder = tilepath.pathfinder(grid)
    local x, y = finder:nearest(1, 1)
    return { grid = grid, run = function()
      return finder:field { { x, y } }
    end }
  end)
end

worst("finder:field", "125 prices in no ratio", function(side)
  local grid = motley(side)
  local finder = tilepath.pathfinder(grid)
  return { grid = grid, run = function() return finder:field { { 1, 1 } } end }
end)

worst("finder:field", "many goals, tolls far apart", function(side)
  local grid, goals = noisy(side), scattered(side, 5000)
  for i, goal in ipairs(goals) do
    goal.cost = i * i / 1024
  end
  local finder = tilepath.pathfinder(grid)
  return { grid = grid, reads = #goals, run = function()
    return finder:field(goals)
  end }
end)

local function field_of(name, side, profile)
  local grid = map(name, side)
  local finder = tilepath.pathfinder(grid, profile)
  local x, y = finder:nearest(1, 1)
  return finder:field { { x, y } }, grid
end

worst("field:update", "the goal a cell further", function(side)
  local field, grid = field_of("open", side)
  local turn = 1
  return { grid = grid:copy(), run = function()
    turn = turn % 9 + 1
    return field:update { { turn, 1 } }
  end }
end)

for _, name in ipairs { "pillars-2", "noise-40" } do
  worst("field:update", "the goal across the map, " .. name, function(side)
    local field, grid = field_of(name, side, { diagonal = "always" })
    local turn, finder = 0, field.finder
    local profile = { diagonal = "always" }
    return { grid = grid:copy(), profile = profile, run = function()
      turn = (turn + 1) % 2
      local x, y = finder:nearest(1 + turn * (side - 1), side)
      return field:update { { x, y } }
    end }
  end)
end

worst("field:update", "a gate beside the goal", function(side)
  local grid, turn = tilepath.grid(side, side), 0
  grid:fill(3, 1, 1, side, "wall")
  grid:set(3, 1, "open")
  local field = tilepath.pathfinder(grid):field { { 1, 1 } }
  return { grid = grid:copy(), run = function()
    turn = turn + 1
    grid:set(3, turn % 2 == 0 and 1 or side, "open")
    grid:set(3, turn % 2 == 0 and side or 1, "wall")
    return field:update()
  end }
end)

for _, rule in ipairs { "only_if_no_obstacles", "never" } do
  for _, name in ipairs { "open", "comb-2", "noise-35" } do
    worst("field:flee", name .. ", " .. rule, function(side)
      local field, grid = field_of(name, side, { diagonal = rule })
      return { grid = grid, profile = { diagonal = rule }, run = function()
        return field:flee()
      end }
    end)
  end
end

worst("field:flee", "strength 16", function(side)
  local field, grid = field_of("open", side)
  return { grid = grid, run = function() return field:flee(16) end }
end)

worst("finder:field", "a goal of the whole map", function(side)
  local grid = tilepath.grid(side, side)
  local finder = tilepath.pathfinder(grid)
  return { grid = grid, reads = side * side, run = function()
    return finder:field { { 1, 1, side, side } }
  end }
end)

for _, call in ipairs { "cost", "next", "direction" } do
  worst("field:" .. call, "1000 goals out of reach, asked often",
    function(side)
      local grid = tilepath.grid(side, side)
      grid:fill(1, side / 2, side, 1, "wall")
      local field = tilepath.pathfinder(grid):field(
        scattered(side, 1000, side / 2 - 6), { max_cost = 10 })
      return { grid = grid, reads = 2 * side, run = function()
        for x = 1, side do
          field[call](field, x, side - 2)
        end
      end }
    end)
end

worst("field:path", "over half the cells", function(side)
  local field, grid = field_of("serpentine-1", side)
  local x, y = field.finder:nearest(1, side)
  return { grid = grid, reads = side * side / 2, run = function()
    return field:path(x, y)
  end }
end)

for _, distance in ipairs { 0.5, 1e9 } do
  worst("field:advance", "1000 agents by " .. distance, function(side)
    local field, grid = field_of("serpentine-1", side)
    local start_xs, start_ys, xs, ys = {}, {}, {}, {}
    for i = 1, 1000 do
      start_xs[i], start_ys[i] = grid:to_world(1 + i % side, 1)
    end
    return { grid = grid, reads = 1000 * (1 + math.min(distance, side)),
      before = function()
        for i = 1, 1000 do
          xs[i], ys[i] = start_xs[i], start_ys[i]
        end
      end,
      run = function()
        return field:advance(xs, ys, 1000, distance)
      end }
  end)
end

-- Between walls, so that each step is checked; the body fills its cells.
worst("field:advance", "1000 agents with a radius", function(side)
  local grid = map("serpentine-1", side)
  local finder = tilepath.pathfinder(grid,
    { radius = math.min(grid.cell_width, grid.cell_height) / 2 })
  local x, y = finder:nearest(1, side)
  local field = finder:field { { x, y } }
  local xs, ys = {}, {}
  return { grid = grid, reads = 1000,
    before = function()
      for i = 1, 1000 do
        xs[i], ys[i] = grid:to_world(1 + i % side, 1)
        xs[i] = xs[i] + 0.4 * grid.cell_width
      end
    end,
    run = function()
      return field:advance(xs, ys, 1000, 0.2 * grid.cell_width)
    end }
end)

-- All at a single point, or as dense as allowed, and on their way.
for _, spread in ipairs { 0, 0.5 } do
  worst("field:advance", "1000 agents apart, "
    .. (spread == 0 and "on one spot" or "in a crowd"), function(side)
    local field, grid = field_of("open", side)
    local width = grid.cell_width
    local xs, ys = {}, {}
    return { grid = grid, reads = 20000,
      before = function()
        for i = 1, 1000 do
          xs[i], ys[i] = grid:to_world(1, 1)
          xs[i] = xs[i] + i % 32 * spread * width
          ys[i] = ys[i] + math.floor(i / 32) * spread * width
        end
      end,
      run = function()
        return field:advance(xs, ys, 1000, 0.1 * width,
          { apart = 0.6 * width })
      end }
  end)
end

-- In walls, from which the nearest exit is 128 steps away; past many cells
-- without a way on, and past none.
for _, pockets in ipairs { false, true } do
  worst("field:advance", "1000 agents out of walls"
    .. (pockets and ", past pockets" or ""), function(side)
    local grid = tilepath.grid(side, side)
    grid:fill(1, 2, side, side - 1, "wall")
    for y = 4, pockets and side or 0, 2 do
      for x = y % 4, side - 1, 2 do
        grid:set(x + 1, y, "open")
      end
    end
    local field = tilepath.pathfinder(grid, { diagonal = "never" })
      :field { { 1, 1 } }
    local xs, ys = {}, {}
    return { grid = grid, reads = 1000 * (pockets and 128 * 64 or 128 * 4),
      before = function()
        for i = 1, 1000 do
          xs[i], ys[i] = grid:to_world(1 + i % side, math.min(side - 1, 127))
        end
      end,
      run = function()
        return field:advance(xs, ys, 1000, 0.01)
      end }
  end)
end

short("field __tostring", function(side)
  local field = field_of("open", side)
  return function() return tostring(field) end
end)

-- Reaches ---------------------------------------------------------------------

for _, name in ipairs { "open", "comb-2", "noise-35" } do
  worst("finder:reach", "all there is, " .. name, function(side)
    local grid = map(name, side)
    local finder = tilepath.pathfinder(grid)
    local x, y = finder:nearest(1, 1)
    return { grid = grid, run = function()
      return finder:reach(x, y, math.huge)
    end }
  end)
end

--- Two tables for each landmark, and everything else.
worst("finder:prepare", "8 landmarks, from nothing", function(side)
  local grid = noisy(side)
  return { grid = grid, known = 30, run = function()
    return tilepath.pathfinder(grid, { landmarks = 8 }):prepare()
  end }
end)
worst("finder:reach", "all there is, out of a block with pockets",
  function(side)
    local grid = pocketed(side)
    local finder = tilepath.pathfinder(grid)
    return { grid = tilepath.grid(side, side), run = function()
      return finder:reach(side / 2, side / 2, math.huge, { escape = true })
    end }
  end)

worst("finder:reach", "all of 125 prices", function(side)
  local grid = motley(side)
  local finder = tilepath.pathfinder(grid)
  return { grid = grid, run = function() return finder:reach(1, 1, 1e9) end }
end)

worst("finder:reach", "all there is, size 64", function(side)
  local grid = tilepath.grid(side, side)
  local finder = tilepath.pathfinder(grid, { size = math.min(64, side / 2) })
  return { grid = grid, run = function()
    return finder:reach(1, 1, math.huge)
  end }
end)

worst("reach:cells", "the whole map", function(side)
  local grid = noisy(side)
  local reach = tilepath.pathfinder(grid):reach(1, 1, math.huge)
  return { grid = grid, reads = side * side, run = function()
    return drain(reach:cells())
  end }
end)

worst("reach:path", "over half the cells", function(side)
  local path, finder, grid = long_path(side)
  local reach = finder:reach(1, 1, math.huge)
  local x, y = path:point(path:size())
  return { grid = grid, reads = path:size(), run = function()
    return reach:path(x, y)
  end }
end)

short("reach:cost", function(side)
  local grid = noisy(side)
  local reach = tilepath.pathfinder(grid):reach(1, 1, math.huge)
  return function() return reach:cost(side, side) end, grid
end)

for _, operator in ipairs { "__len", "__tostring" } do
  short("reach " .. operator, function(side)
    local grid = noisy(side)
    local reach = tilepath.pathfinder(grid):reach(1, 1, math.huge)
    local f = operator == "__len" and function() return #reach end or tostring
    return function() return f(reach) end, grid
  end)
end

-- Views -----------------------------------------------------------------------

for _, name in ipairs { "open", "comb-2", "noise-8" } do
  worst("finder:view", "all there is, " .. name, function(side)
    local grid = map(name, side)
    local finder = tilepath.pathfinder(grid, { diagonal = "always" })
    local x, y = finder:nearest(math.floor(side / 2), math.floor(side / 2))
    return { grid = grid, run = function()
      return finder:view(x, y, math.huge)
    end }
  end)
end

--- Trees here and there, and a wood all around.
worst("finder:view", "all there is, trees", function(side)
  local grid, middle = tilepath.grid(side, side), math.floor(side / 2)
  grid:terrain("tree", 1, true)
  grid:clear("tree")
  grid:fill(6, 6, side - 10, side - 10, "open")
  for i = 1, side do
    grid:set(6 + i * 61 % (side - 12), 6 + i * 97 % (side - 12), "tree")
  end
  grid:set(middle, middle, "open")
  local finder = tilepath.pathfinder(grid, { diagonal = "always" })
  return { grid = grid, run = function()
    return finder:view(middle, middle, math.huge)
  end }
end)

worst("finder:view", "all there is, on hexagons", function(side)
  local grid, middle = hexagons(side)
  local finder = tilepath.pathfinder(grid)
  return { grid = grid, run = function()
    return finder:view(middle, middle, math.huge)
  end }
end)

--- So many gaps that a quarter takes several sweeps.
for _, shape in ipairs { "square", "hex" } do
  worst("finder:view", "a high map, fences, " .. shape, function(side)
    local wide, high = math.ceil(side / 4), side * 4
    local grid, random = tilepath.grid(wide, high, { shape = shape }),
      measure.random(3)
    for _ = 1, wide * high / 40 do
      local x, y = 1 + random(wide - 1), 1 + random(high)
      grid:fence(x, y, x + 1, y)
    end
    local finder = tilepath.pathfinder(grid)
    return { grid = grid, known = 8, run = function()
      return finder:view(math.floor(wide / 2), 1, math.huge)
    end }
  end)
end

worst("finder:view", "all there is, past fences", function(side)
  local grid, middle = tilepath.grid(side, side), math.floor(side / 2)
  for y = 1, side do
    for x = 1, side - 1, 2 do
      grid:fence(x, y, x + 1, y)
    end
  end
  local finder = tilepath.pathfinder(grid, { diagonal = "always" })
  return { grid = grid, run = function()
    return finder:view(middle, middle, math.huge)
  end }
end)

worst("finder:view", "all there is, with the walls", function(side)
  local grid = map("noise-8", side)
  local finder = tilepath.pathfinder(grid)
  local x, y = finder:nearest(side / 2, side / 2)
  return { grid = grid, run = function()
    return finder:view(x, y, math.huge, { walls = true })
  end }
end)

worst("finder:view", "a range of 20, noise-8", function(side)
  local grid = map("noise-8", side)
  local finder = tilepath.pathfinder(grid, { diagonal = "always" })
  local x, y = finder:nearest(math.floor(side / 2), math.floor(side / 2))
  return { grid = grid, reads = 41 * 41, run = function()
    return finder:view(x, y, 20)
  end }
end)

worst("view:cells", "the whole map", function(side)
  local grid = map("open", side)
  local view = tilepath.pathfinder(grid):view(1, 1, math.huge)
  return { grid = grid, reads = side * side, run = function()
    return drain(view:cells())
  end }
end)

for _, call in ipairs { "reach:has", "view:has", "view __len",
  "view __tostring" } do
  short(call, function(side)
    local grid = map("open", side)
    local finder = tilepath.pathfinder(grid)
    local reach, view = finder:reach(1, 1, 9), finder:view(1, 1, 9)
    local calls = { ["reach:has"] = function() return reach:has(side, 1) end,
      ["view:has"] = function() return view:has(side, 1) end,
      ["view __len"] = function() return #view end,
      ["view __tostring"] = function() return tostring(view) end }
    return calls[call], grid
  end)
end

-- Crowds ----------------------------------------------------------------------

local UNITS = 1000

--- A crowd of single cells with room around each, and one of the largest kind.
local function crowded(side)
  local grid = map("open", side)
  local finder = tilepath.pathfinder(grid)
  local large = tilepath.pathfinder(grid, { size = math.min(64, side / 2) })
  local crowd, across = tilepath.crowd(grid), math.floor(side / 4)
  for i = 0, math.min(UNITS, across * across / 2) - 1 do
    crowd:add { finder = finder, cell_x = i % across * 4 + 1,
      cell_y = side - math.floor(i / across) * 4 }
  end
  return crowd, grid, finder, large, crowd:at(1, side)
end

for _, call in ipairs { "crowd:at", "crowd:unit", "crowd __len", "crowd __tostring",
  "unit:cells", "unit __tostring" } do
  short(call, function(side)
    local crowd, grid, _, _, unit = crowded(side)
    local calls = { ["crowd:unit"] = function() return crowd:unit(#crowd) end,
      ["crowd:at"] = function() return crowd:at(1, side) end,
      ["crowd __len"] = function() return #crowd end,
      ["crowd __tostring"] = function() return tostring(crowd) end,
      ["unit:cells"] = function() return unit:cells() end,
      ["unit __tostring"] = function() return tostring(unit) end }
    return calls[call], grid
  end)
end

--- Units that all move between two queries, on a map of pillars.
local function restless(side)
  local grid = map("pillars-2", side)
  local finder = tilepath.pathfinder(grid)
  local crowd, units, turn = tilepath.crowd(grid), {}, 0
  for i = 0, UNITS - 1 do
    local x, y = i * 37 % side + 1, i * 91 % side + 1
    units[#units + 1] = crowd:add { finder = finder, cell_x = x, cell_y = y }
  end
  return grid, finder, { avoid = crowd }, function()
    turn = turn + 1
    for i, unit in ipairs(units) do
      unit:set_cell(unit.cell_x + (i + turn) % 3 - 1, unit.cell_y)
    end
  end
end

worst("finder:find", "others, who have all moved", function(side)
  local grid, finder, asked, move = restless(side)
  return { grid = grid, before = move, run = function()
    return finder:find(2, 2, side, side - 1, asked)
  end }
end)

worst("finder:find", "others, and nobody has moved", function(side)
  local grid, finder, asked = restless(side)
  return { grid = grid, run = function()
    return finder:find(2, 2, side, side - 1, asked)
  end }
end)

worst("finder:find", "others who cost, and have all moved", function(side)
  local grid, finder, asked, move = restless(side)
  asked.avoid_price = 1.1
  return { grid = grid, known = 5, before = move, run = function()
    return finder:find(2, 2, side, side - 1, asked)
  end }
end)

for _, shape in ipairs { "square", "hex" } do
  worst("finder:reach", "zones of units who have all moved, " .. shape,
    function(side)
      local grid = tilepath.grid(side, side, { shape = shape })
      local finder = tilepath.pathfinder(grid)
      local crowd, units, turn = tilepath.crowd(grid), {}, 0
      for i = 0, UNITS - 1 do
        units[i + 1] = crowd:add { finder = finder,
          cell_x = i * 37 % side + 1, cell_y = i * 91 % side + 1 }
      end
      local move = { avoid = crowd, stops = crowd, pass = { { 3, 3 } } }
      return { grid = grid, before = function()
        turn = turn + 1
        for i, unit in ipairs(units) do
          unit:set_cell(unit.cell_x + (i + turn) % 3 - 1, unit.cell_y)
        end
      end, run = function()
        return finder:reach(2, 2, math.huge, move)
      end }
    end)
end

-- Each third cell is a goal, and runs of cells are short.
worst("finder:find", "a goal by terrain, strewn over the map", function(side)
  local grid = map("noise-35", side)
  local all = tilepath.grid(side, side, { prices = { unknown = false } })
  for x, y, name in grid:cells() do
    all:set(x, y, name == "open" and "open" or "unknown")
  end
  local finder = tilepath.pathfinder(all)
  local x, y = finder:nearest(1, 1)
  return { grid = map("open", side), run = function()
    return finder:find(x, y, { terrain = "unknown" }, { adjacent = true })
  end }
end)

worst("finder:find", "zones of others, who have all moved", function(side)
  local grid, finder, asked, move = restless(side)
  asked.stops = asked.avoid
  return { grid = grid, before = move, run = function()
    return finder:find(2, 2, side, side - 1, asked)
  end }
end)

worst("finder:find", "another avoid_price each time", function(side)
  local grid, finder, asked = restless(side)
  local turn = 0
  return { grid = grid, known = 5, run = function()
    turn = turn % 9 + 1
    asked.avoid_price = turn
    return finder:find(2, 2, side, side - 1, asked)
  end }
end)

worst("finder:find", "a rectangle for each cell of two rows", function(side)
  local grid = map("open", side)
  local finder, avoid = tilepath.pathfinder(grid), {}
  for i = 1, side - 1 do
    avoid[i], avoid[side - 1 + i] = { i, 5 }, { side + 1 - i, side - 5 }
  end
  return { grid = grid, reads = #avoid, run = function()
    return finder:find(1, 1, side, side, { avoid = avoid })
  end }
end)

worst("finder:search", "others, made and one step", function(side)
  local grid, finder, asked = restless(side)
  return { grid = grid, run = function()
    return finder:search(2, 2, side, side - 1, asked):step()
  end }
end)

-- All units have moved since the last query.
local AMONG = {
  ["finder:line_of_sight"] = function(finder, side, asked)
    return finder:line_of_sight(2, 2, side, side - 1, asked)
  end,
  ["finder:reach"] = function(finder, _, asked)
    return finder:reach(2, 2, math.huge, asked)
  end,
  ["finder:view"] = function(finder, _, asked)
    return finder:view(2, 2, math.huge, asked)
  end,
  ["finder:nearest"] = function(finder, side, asked)
    asked.from = { 2, 2 }
    return finder:nearest(side, side, asked)
  end,
}
for _, call in ipairs { "finder:line_of_sight", "finder:reach",
  "finder:view", "finder:nearest" } do
  worst(call, "others, who have all moved", function(side)
    local grid, finder, asked, move = restless(side)
    return { grid = grid, before = move, run = function()
      return AMONG[call](finder, side, asked)
    end }
  end)
end

worst("finder:find", "rectangles to avoid that overlap", function(side)
  local grid = map("open", side)
  local finder, list = tilepath.pathfinder(grid), {}
  for i = 1, side do
    list[i] = { i % 9 + 1, i % 7 + 1, side / 2, side / 2 }
  end
  return { grid = grid, run = function()
    return finder:find(1, side, side, 1, { avoid = list })
  end }
end)

worst("path:prune", "others, who have all moved", function(side)
  local grid, finder, asked, move = restless(side)
  local path = finder:find(2, 2, side, side - 1)
  return { grid = grid, reads = path:size(), before = move, run = function()
    return path:prune(finder, asked)
  end }
end)

worst("finder:field", "others", function(side)
  local grid, finder, asked = restless(side)
  return { grid = grid, run = function()
    return finder:field({ { 2, 2 } }, asked)
  end }
end)

worst("field:update", "others have all moved", function(side)
  local grid, finder, asked, move = restless(side)
  local field = finder:field({ { 2, 2 } }, asked)
  return { grid = grid, before = move, run = function()
    return field:update()
  end }
end)

worst("crowd:is_free", "the whole map, where nobody stands", function(side)
  local grid = map("open", side)
  local crowd = tilepath.crowd(grid)
  return { grid = grid, run = function()
    return crowd:is_free(1, 1, side, side)
  end }
end)

worst("crowd:nearest", "all of many", function(side)
  local crowd, grid = crowded(side)
  return { grid = grid, reads = #crowd, run = function()
    return crowd:nearest(1, 1, { count = #crowd })
  end }
end)

worst("crowd:vacate", "a full site of 8 x 8", function(side)
  local crowd, grid = crowded(side)
  return { grid = grid, run = function()
    return crowd:vacate(1, 1, 8, 8)
  end }
end)

worst("crowd:units", "all of many", function(side)
  local crowd, grid = crowded(side)
  return { grid = grid, reads = #crowd, run = function()
    return crowd:units()
  end }
end)

worst("crowd:units_within", "the whole map", function(side)
  local crowd, grid = crowded(side)
  return { grid = grid, reads = #crowd, run = function()
    return crowd:units_within(0, 0, side, side)
  end }
end)

worst("crowd:units", "in a quarter as many cells", function(side)
  local crowd, grid = crowded(side)
  local h = math.floor(#crowd / 4 / side)
  return { grid = grid, reads = #crowd / 4, run = function()
    return crowd:units(1, side - h, side, h)
  end }
end)

worst("crowd:units", "the whole map, large ones", function(side)
  local grid = map("open", side)
  local finder = tilepath.pathfinder(grid, { size = 16 })
  local crowd = tilepath.crowd(grid)
  for y = 1, side - 15, 16 do
    for x = 1, side - 15, 16 do
      crowd:add { finder = finder, cell_x = x, cell_y = y }
    end
  end
  return { grid = grid, reads = #crowd, run = function()
    return crowd:units(1, 1, side, side)
  end }
end)

-- A key and a record for each unit.
worst("crowd:save", "many units", function(side)
  local crowd, grid = crowded(side)
  return { grid = grid, reads = 6 * #crowd, run = function()
    return crowd:save()
  end }
end)

--- Many units, all on their way; each run finds them equally far.
local function restored(side, options)
  local crowd, grid = crowded(side)
  for _, unit in ipairs(crowd:units()) do
    unit:go(side / 2, side / 2, options)
  end
  local state = crowd:save()
  return { grid = grid, reads = 10 * #crowd, before = function()
    crowd:update(0.125)
  end, run = function()
    return crowd:load(state)
  end }
end

worst("crowd:load", "many units under way", function(side)
  return restored(side)
end)

worst("crowd:load", "many units, each with a query", function(side)
  return restored(side, { within = 3, partial = true })
end)

worst("crowd:load", "half of many units are new", function(side)
  local crowd, grid, finder = crowded(side)
  local state = crowd:save()
  local options = { finders = function() return finder end }
  return { grid = grid, reads = 10 * #crowd, before = function()
    for i, unit in ipairs(crowd:units()) do
      if i % 2 == 0 then unit:remove() end
    end
  end, run = function()
    return crowd:load(state, options)
  end }
end)

worst("tilepath.crowd", "where nobody stands", function(side)
  local grid = map("open", side)
  return { grid = grid, run = function()
    return tilepath.crowd(grid)
  end }
end)

worst("crowd:load", "all of many units are new", function(side)
  local crowd, grid, finder = crowded(side)
  local state, again = crowd:save(), nil
  local options = { finders = function() return finder end }
  return { grid = grid, reads = 10 * #crowd, before = function()
    again = tilepath.crowd(grid)
  end, run = function()
    return again:load(state, options)
  end }
end)

worst("crowd:add", "the largest one, the first question",
  function(side)
    local crowd, grid = crowded(side)
    local size = math.min(64, math.floor(side / 2))
    return { grid = grid, run = function()
      local large = tilepath.pathfinder(grid, { size = size })
      crowd:add { finder = large, cell_x = 1, cell_y = 1 }
    end }
  end)

for _, call in ipairs { "set_cell", "set_position", "set_finder", "remove" } do
  worst("unit:" .. call, "the largest one", function(side)
    local crowd, grid, finder, large = crowded(side)
    local unit, turn = nil, 0
    local calls = {
      set_cell = function() return unit:set_cell(turn % 2 + 1, 1) end,
      set_position = function()
        return unit:set_position(unit.x + (turn % 2 == 0 and 1 or -1), unit.y)
      end,
      set_finder = function()
        return unit:set_finder(turn % 2 == 0 and finder or large)
      end,
      remove = function() return unit:remove() end,
    }
    return { grid = grid, before = function()
      turn = turn + 1
      if not (unit and unit.crowd) then
        unit = crowd:add { finder = large, cell_x = 1, cell_y = 1 }
      end
    end, run = calls[call] }
  end)
end

--- The crowd above, on a map with a long path through it and a goal at the end.
-- All units get new orders before each run.
local function marching(side, name, order, options)
  local grid = map(name, side)
  local finder = tilepath.pathfinder(grid)
  local crowd, units = tilepath.crowd(grid, options), {}
  local x, y = finder:to_world(finder:nearest(side, side))
  for i = 1, side * side do
    local cx, cy = (i - 1) % side + 1, math.floor((i - 1) / side) + 1
    if #units < UNITS and grid:is_walkable(cx, cy) then
      units[#units + 1] = crowd:add { finder = finder, cell_x = cx,
        cell_y = cy, speed = 6 }
    end
  end
  local function before()
    for _, unit in ipairs(units) do
      order(unit, x, y, crowd, units)
    end
  end
  return { grid = grid, crowd = crowd, units = units, finder = finder, x = x,
    y = y, before = before }
end

local function ordered_to(unit, x, y)
  unit:go(x, y)
end

local function send_away(o)
  return o.crowd:go(o.units, o.x, o.y)
end

--- What a game gives an update. A node may be a look along a row and a column,
-- so as many nodes as there are rows take no longer than a few searches.
local function budget(side)
  return { max_nodes = 4 * side }
end

local PASSING = {
  update = function(crowd) return crowd:update(1 / 60) end,
  tick = function(crowd) return crowd:tick() end,
}

--- The units stand and have orders: each needs a path, and decides.
local function send_off_again(o, call)
  return function()
    for _, unit in ipairs(o.units) do
      unit:stop()
    end
    for _ = 1, 60 do
      PASSING[call](o.crowd)
    end
    o.before()
  end
end

-- A call as a game makes it: a frame, or a tick. With a budget it takes a few
-- searches, and a look at each unit, however many need a path. Without a budget
-- it finds as many paths as there are orders.
for _, call in ipairs { "update", "tick" } do
  local function passing(map_name, limits)
    return function(side)
      local o = marching(side, map_name, ordered_to, limits and limits(side))
      return { grid = o.grid:copy(), reads = 8 * #o.units,
        queries = not limits and #o.units or nil,
        before = send_off_again(o, call),
        run = function() return PASSING[call](o.crowd) end }
    end
  end
  worst("crowd:" .. call, "all have just been sent off, in a row",
    passing("serpentine-1", budget))
  worst("crowd:" .. call, "all have just been sent off, in the open",
    passing("open", budget))
  worst("crowd:" .. call, "without a budget, a way for each",
    passing "serpentine-1")
end

for _, traffic in ipairs { false, true } do
  worst("crowd:update", traffic and "a throng with traffic, 60 frames at once"
    or "a throng in the open, 60 frames at once", function(side)
      local o = marching(side, "open", ordered_to,
        { max_nodes = 4 * side, traffic = traffic })
      return { grid = o.grid:copy(), queries = 60, before = o.before,
        run = function() return o.crowd:update(1) end }
    end)
end

worst("crowd:events", "of a throng", function(side)
  local o = marching(side, "open", ordered_to)
  local count = 0
  return { grid = o.grid:copy(), reads = 8 * #o.units, before = function()
    o.before()
    o.crowd:update(8)
  end, run = function()
    count = drain(o.crowd:events())
    return count
  end }
end)

-- One field, and for each unit a short search around the place.
worst("crowd:go", "many in the open, to the other corner", function(side)
  local o = marching(side, "open", ordered_to)
  return { grid = o.grid:copy(), reads = 8 * #o.units, run = function()
    return send_away(o)
  end }
end)

-- The whole map is one corridor, which is walked for each unit.
worst("crowd:go", "many, from one end to the other", function(side)
  local o = marching(side, "serpentine-1", ordered_to)
  return { grid = o.grid:copy(), known = #o.units / 4, run = function()
    return send_away(o)
  end }
end)

worst("crowd:go_cell", "many in the open, to the other corner", function(side)
  local o = marching(side, "open", ordered_to)
  local x, y = o.grid:to_cell(o.x, o.y)
  return { grid = o.grid:copy(), reads = 8 * #o.units, run = function()
    return o.crowd:go_cell(o.units, x, y)
  end }
end)

local ORDERS = {
  go = function(unit, o) return unit:go(o.x, o.y) end,
  go_cell = function(unit, o)
    return unit:go_cell(unit.finder:to_cell(o.x, o.y))
  end,
  follow = function(unit, o) return unit:follow(o.path) end,
  patrol = function(unit, o)
    return unit:patrol({ unit.x, unit.y, o.x, o.y })
  end,
  patrol_cell = function(unit)
    return unit:patrol_cell { unit.cell_x, unit.cell_y, 1, 1 }
  end,
  chase = function(unit, o) return unit:chase(o) end,
  flee = function(unit, o) return unit:flee(o) end,
  keep = function(unit, o) return unit:keep(o, { min = 3, within = 6 }) end,
  stop = function(unit) return unit:stop() end,
  pause = function(unit) return unit:pause() end,
  resume = function(unit) return unit:resume() end,
}

--- An order to one of many units on their way, on the map with the longest
-- path.
for _, call in ipairs { "go", "go_cell", "follow", "patrol", "patrol_cell",
  "chase", "flee",
  "keep", "stop", "pause", "resume" } do
  worst("unit:" .. call, "under way, to the other end", function(side)
    local o = marching(side, "serpentine-1", ordered_to)
    local unit = o.units[1]
    o.path = o.finder:find(1, 1, o.finder:nearest(side, side))
    o.crowd:go(o.units, o.x, o.y)
    o.crowd:update(0.1)
    local reads = call == "follow" and o.path:size() or nil
    return { grid = o.grid:copy(), reads = reads,
      before = function()
        unit:resume()
        unit:go(o.x, o.y)
        if call == "resume" then
          unit:pause()
        end
      end,
      run = function() return ORDERS[call](unit, o) end }
  end)
end

--- The longest path of a unit on its way; and of a unit beside it, which is led
-- back.
for _, what in ipairs { "along it", "led back to it" } do
  worst("unit:path", "the longest way, " .. what, function(side)
    local o = marching(side, "serpentine-1", ordered_to)
    local unit = o.units[1]
    unit:go(o.x, o.y)
    o.crowd:update(0.1)
    if what ~= "along it" then
      unit:set_cell(1, 1)
    end
    return { grid = o.grid:copy(), run = function() return unit:path() end }
  end)
end

--- All others in a passage must make way; each looks along the passage.
for _, what in ipairs { "all make way", "nobody has room" } do
  worst("unit:step", what, function(side)
    local grid = tilepath.grid(math.min(8 * side, 32767), 1)
    local finder, crowd = tilepath.pathfinder(grid), tilepath.crowd(grid)
    local units = {}
    local last = grid.width - (what == "all make way" and 1 or 0)
    for x = 1, last do
      units[x] = crowd:add { finder = finder, cell_x = x, cell_y = 1 }
    end
    return { grid = map("open", side), known = last / 64,
      before = function()
        for x = 1, last do
          units[x]:set_cell(x, 1)
        end
      end,
      run = function() return units[1]:step(1, 0) end }
  end)
end

-- Paths -----------------------------------------------------------------------

local METHODS = { "cells", "size", "dedup", "length", "point", "points",
  "prune", "smooth", "cut", "is_valid",
  "__tostring" }

local PATH_CALLS = {
  size = function(path) return path:size() end,
  point = function(path) return path:point(2) end,
  points = function(path) return drain(path:points()) end,
  prune = function(path, finder) return path:prune(finder) end,
  smooth = function(path, finder) return path:smooth(finder, 1) end,
  is_valid = function(path, finder) return path:is_valid(finder) end,
  cut = function(path, finder) return path:cut(finder) end,
  __tostring = function(path) return tostring(path) end,
}

--- These calls read points, and if they look at the cells along the legs, those
-- too.
for _, method in ipairs(METHODS) do
  local call = PATH_CALLS[method] or function(path)
    return path[method](path)
  end
  local times = method == "cells" and 4 or 1
  local name = method:find "__" and "path " .. method or "path:" .. method
  worst(name, "over half the cells", function(side)
    local path, finder, grid = long_path(side)
    return { grid = grid, reads = times * path:size(), run = function()
      return call(path, finder)
    end }
  end)
  worst(name, "a zigzag on open ground", function(side)
    local grid, path = tilepath.grid(side, side), zigzag(side)
    local finder = tilepath.pathfinder(grid)
    -- Pruning looks along some lines to each of the points, rounding along the
    -- chords of an arc at each.
    local known = method == "prune" and side / 8
      or method == "round" and side or nil
    return { grid = grid, reads = times * path:size(), known = known,
      run = function()
        return call(path, finder)
      end }
  end)
end

--- A map 64 times as wide as high, and as large as the others.
local function long_map(side)
  return tilepath.grid(side * 8, side / 8)
end

for _, turned in ipairs { false, true } do
  worst("path:prune", turned and "down a long map" or "along a long map",
    function(side)
      local grid = long_map(side)
      local x, y = side * 8, side / 8
      if turned then
        grid = tilepath.grid(side / 8, side * 8)
        x, y = y, x
      end
      local finder = tilepath.pathfinder(grid)
      local path = finder:find(1, 1, x, y)
      return { grid = grid, reads = path:size(), run = function()
        return path:prune(finder)
      end }
    end)
end

worst("path:prune", "prices, in the world", function(side)
  local grid = noisy(side)
  local finder = tilepath.pathfinder(grid)
  local path = finder:find_world(0.3, 0.3, side - 0.3, side - 0.7)
  return { grid = grid, reads = path:size(), run = function()
    return path:prune(finder)
  end }
end)

worst("path:to_world", "over half the cells", function(side)
  local path, _, grid = long_path(side)
  return { grid = grid, reads = path:size(), run = function()
    return path:to_world(grid)
  end }
end)

worst("path __eq", "over half the cells", function(side)
  local path, _, grid = long_path(side)
  local other = tilepath.path(path)
  return { grid = grid, reads = path:size(), run = function()
    return path == other
  end }
end)

-- Followers -------------------------------------------------------------------

--- A follower on its way over half the cells, with a pathfinder that looks
-- ahead.
local function hero_of(side, options)
  local path, finder, grid = long_path(side)
  options = options or {}
  options.x, options.y, options.speed = 0.5, 0.5, 1
  options.finder = finder
  path = path:to_world(grid)
  local hero = tilepath.follower(options)
  hero:follow(path)
  return hero, path, grid
end

--- Follows a new path before each run, which passes all of its points `times`
-- times.
local function walk(call, what, times, options, run)
  worst(call, what, function(side)
    local hero, path, grid = hero_of(side, options)
    return { grid = grid:copy(), reads = times * path:size(),
      before = function()
        hero:set_position(0.5, 0.5)
        hero:follow(path)
      end,
      run = function() return run(hero, grid, path) end }
  end)
end

walk("hero:follow", "over half the cells", 1, {}, function(hero, _, path)
  return hero:follow(path)
end)

walk("hero:save", "over half the cells", 6, {}, function(hero)
  return hero:save()
end)

walk("hero:load", "there and back", 12, {}, function(hero)
  return hero:load(hero:save())
end)

walk("hero:chase", "to the end of that, and back", 6, {},
  function(hero, _, path)
    local target = { x = path[#path - 1], y = path[#path] }
    hero:chase(target)
    hero:update(0.1)
    target.x, target.y = 0.5, 0.5
    hero:update(0.1)
    return hero:stop()
  end)

for _, call in ipairs { "flee", "keep" } do
  walk("hero:" .. call, "from where it stands", 6, {}, function(hero)
    hero[call](hero, { x = hero.x + 1, y = hero.y }, { within = 8 })
    hero:update(0.1)
    return hero:stop()
  end)
end

walk("hero:go", "to the end of that", 6, { prune = true },
  function(hero, _, path)
    return hero:go(path[#path - 1], path[#path])
  end)

local function end_at_once(hero)
  return hero:update(1e12)
end

walk("hero:go_cell", "to the end of that, among many goals", 6, {},
  function(hero, _, path)
    local grid, goals = hero.finder.grid, {}
    for i = 1, 100 do
      local x, y = grid:to_cell(path:point(path:size() + 1 - i))
      goals[i] = { x, y, cost = i }
    end
    return hero:go_cell(goals)
  end)
walk("hero:patrol_cell", "to the first cell", 24, {}, function(hero)
  return hero:patrol_cell { 1, 1, hero.cell_x, hero.cell_y }
end)

walk("hero:patrol", "to the end of that and back, for ages", 24, {},
  function(hero, _, path)
    hero:patrol { path[#path - 1], path[#path], 0.5, 0.5 }
    return end_at_once(hero)
  end)

walk("hero:update", "all of it in one step", 8, {}, end_at_once)
walk("hero:update", "a wall far ahead, no other way", 6, {},
  function(hero, grid, path)
    local x, y = grid:to_cell(path:point(path:size() - 9))
    grid:set(x, y, "wall")
    hero:update(0.1)
    grid:set(x, y, "open")
    hero:update(0.1)
  end)
walk("hero:update", "all of it, over ground and slowing down", 48,
  { speeds = { open = 0.5 }, slow_down = 1e9 }, end_at_once)
walk("hero:velocity", "all of it in one step", 8, {}, function(hero)
  return hero:velocity(1e12)
end)

worst("hero:update", "edits of no concern, pruned, off walls", function(side)
  local grid = map("pillars-8", side)
  local finder = tilepath.pathfinder(grid)
  local hero = tilepath.follower { x = 1.5, y = 1.5, speed = 0.1,
    finder = finder, prune = true }
  hero:follow(finder:find_world(1.5, 1.5, side - 2.5, side - 2.5))
  local turn = 0
  return { grid = grid:copy(), run = function()
    turn = turn + 1
    grid:set(side, 1, turn % 2 == 0 and "wall" or "open")
    return hero:update(0.1)
  end }
end)

for _, call in ipairs { "path", "pause", "resume", "stop" } do
  walk("hero:" .. call, "over half the cells", 0, {}, function(hero)
    return hero[call](hero)
  end)
end

walk("hero:set_cell", "to and fro", 0, {}, function(hero)
  return hero:set_cell(1, 1)
end)
walk("hero:set_position", "to and fro", 0, {}, function(hero)
  return hero:set_position(0.6, 0.5)
end)

walk("hero __tostring", "over half the cells", 0, {}, function(hero)
  return tostring(hero)
end)

assert(loadfile("bench/worst_links.lua"))(worst, measure)

return rows
