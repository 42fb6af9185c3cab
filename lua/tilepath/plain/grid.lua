--- The grids of the core in Lua, with the methods of grid.c. Links, fences, shapes
-- and dumps have their own files.

local parent = (...):match("^(.*)plain[./]") or ""
local siblings = (...):match("^.*[./]") or ""
require(parent .. "luajit").off()
local check = require(parent .. "check")
local given = require(parent .. "given")
local Terrain = require(parent .. "terrain")
local args = require(siblings .. "args")
local class = require(parent .. "class")
local map = require(siblings .. "map")
local later = require(parent .. "later")
local hexagons = require(siblings .. "hexagons")

local fenceedits = later.module("plain.fenceedits")

local abs, huge, max = math.abs, math.huge, math.max

local Grid, methods, properties = map.Grid, map.methods, map.properties
local self_of, editable = map.self, map.editable
local cell_at, price_of = map.cell_at, map.price_of
local shown = args.cut
local OPEN, CLOSED = map.OPEN, map.CLOSED

local MAX_TERRAINS = 127

--- The top left corner of a cell, or of the box around a hexagon, in the world.
local function corner(g, x, y)
  if g.stagger then
    return hexagons.corner(g, x, y)
  end
  return g.origin_x + (x - g.first_x) * g.pitch_x,
    g.origin_y + (y - g.first_y) * g.pitch_y
end

local function is_free(g, i)
  return i ~= nil and price_of(g, g.cells[i]) < huge
end

-- Cells, by themselves or by a point of the world -----------------------------

function methods.has(self, x, y)
  return cell_at("has", self_of(self, "has"), x, y) ~= nil
end

for suffix, find in pairs { [""] = cell_at, _world = map.world_cell } do
  local get, set = "get" .. suffix, "set" .. suffix

  methods[get] = function(self, x, y)
    local g = self_of(self, get)
    local i = find(get, g, x, y)
    if not i then
      return nil, "outside"
    end
    local cell = g.cells[i]
    return g.name[cell % CLOSED], price_of(g, cell), cell >= CLOSED
  end

  methods[set] = function(self, x, y, terrain)
    local g = editable(self, set)
    local i = find(set, g, x, y)
    return map.write(g, i, args.terrain(set, g, "terrain", terrain))
  end
end

function methods.is_walkable(self, x, y)
  local g = self_of(self, "is_walkable")
  return is_free(g, cell_at("is_walkable", g, x, y))
end

function Grid.__call(self, x, y)
  local g = self_of(self, "__call")
  local i = cell_at("grid", g, x, y)
  return is_free(g, i) and g.price[g.cells[i]] or nil
end

--- Closes a cell, or opens it again. A cell of impassable terrain becomes
-- 'open' when it is opened.
function methods.set_walkable(self, x, y, yes)
  local g = editable(self, "set_walkable")
  local i = cell_at("set_walkable", g, x, y)
  given.kind("set_walkable", "yes", yes, "boolean", "true or false")
  local cell = i and g.cells[i] % CLOSED
  if i and yes then
    cell = g.price[cell] < huge and cell or OPEN
  elseif i then
    cell = cell + CLOSED
  end
  return map.write(g, i, cell)
end

-- Many cells ------------------------------------------------------------------

function methods.fill(self, x, y, w, h, terrain)
  local g = editable(self, "fill")
  x, y, w, h = args.rect("fill", g, x, y, w, h)
  return map.paste(g, x, y, w, h, args.terrain("fill", g, "terrain", terrain))
end

function methods.clear(self, terrain)
  local g = editable(self, "clear")
  return map.paste(g, 0, 0, g.width, g.height, terrain == nil and OPEN
    or args.terrain("clear", g, "terrain", terrain))
end

--- Asks a function about each cell. If the function raises, the grid stays as
-- it was.
function methods.sample(self, ...)
  local g = editable(self, "sample")
  return map.paste(g, map.sample(g, g, function(answer)
    return args.known_terrain(g, answer)
  end, "a terrain of the grid, true, false or nil", ...))
end

-- Terrains --------------------------------------------------------------------

--- Returns the price of a terrain, and whether it hides what is behind it; or
-- sets these, and defines the terrain if it is new.
function methods.terrain(self, name, price, opaque)
  local g = self_of(self, "terrain")
  local id = g.id_of[given.kind("terrain", "name", name, "string", "a string")]
  if price == nil and opaque == nil then
    if not id then
      return nil
    end
    return g.price[id], g.hides[id]
  end
  editable(self, "terrain")
  price = price == false and huge or price or g.price[id]
  if price ~= huge and not check.is_price(price) then
    check.fail("terrain", "price",
      "a number from 1/1024 to 1024, false or math.huge", price)
  elseif opaque ~= nil and type(opaque) ~= "boolean" then
    check.fail("terrain", "opaque", "true or false", opaque)
  elseif id == OPEN and price == huge then
    check.raise("terrain: 'open' cannot be made impassable")
  elseif id == map.WALL and price < huge then
    check.raise("terrain: 'wall' is always impassable")
  elseif not Terrain.is_name(name) then
    check.fail("terrain", "name", args.NAME, name)
  elseif not id and g.terrains == MAX_TERRAINS then
    check.raise(("terrain: a grid has at most %d terrains, and no room for %s")
      :format(MAX_TERRAINS, check.show(name)))
  end
  map.price(g, name, price, opaque)
  return price * 1.0, g.hides[g.id_of[name]]
end

-- World and cells -------------------------------------------------------------

function methods.to_cell(self, wx, wy)
  local g = self_of(self, "to_cell")
  local x, y = args.world_cell("to_cell", g, wx, wy)
  return shown(x, g.base_x), shown(y, g.base_y)
end

function methods.to_world(self, x, y)
  local g = self_of(self, "to_world")
  return args.middle(g, args.cell("to_world", g, x, y))
end

function methods.cell_rect(self, x, y)
  local g = self_of(self, "cell_rect")
  local wx, wy = corner(g, args.cell("cell_rect", g, x, y))
  return wx, wy, g.cell_width, g.cell_height
end

function methods.distance(self, x1, y1, x2, y2)
  local g = self_of(self, "distance")
  x1, y1 = args.cell("distance", g, x1, y1, "x1", "y1")
  x2, y2 = args.cell("distance", g, x2, y2, "x2", "y2")
  return shown(g.stagger and hexagons.apart(g.stagger, x1, y1, x2, y2)
    or max(abs(x2 - x1), abs(y2 - y1)), 0)
end

-- Loops -----------------------------------------------------------------------

--- The values of an iterator for a cell: x, y, terrain, price.
local function visit(g, i)
  local x, y = args.shown(g, map.cell(g, i))
  return x, y, g.name[g.cells[i] % CLOSED], price_of(g, g.cells[i])
end

--- Iterates over all cells, or over the cells of a terrain.
function methods.cells(self, terrain)
  local g = self_of(self, "cells")
  local wanted = terrain ~= nil and args.terrain("cells", g, "terrain", terrain)
  local i = 0
  return function()
    repeat
      i = i + 1
    until i > #g.cells or not wanted or g.cells[i] % CLOSED == wanted
    if i <= #g.cells then
      return visit(g, i)
    end
  end
end

Grid.__pairs = methods.cells

-- Whole grids -----------------------------------------------------------------

function methods.copy(self)
  local copy = args.copy(self_of(self, "copy"))
  copy.busy, copy.dependents = false, setmetatable({}, { __mode = "k" })
  return class.make(Grid, copy)
end

function Grid.__len(self)
  return #self_of(self, "__len").cells
end

function Grid.__tostring(self)
  local g, blocked = self_of(self, "__tostring"), 0
  for cell = 0, 2 * CLOSED - 1 do
    blocked = blocked + (g.count[cell] > 0 and price_of(g, cell) == huge
      and g.count[cell] or 0)
  end
  return ("grid %dx%d (%d blocked)"):format(g.width, g.height, blocked)
end

class.fields(properties, { width = "width", height = "height",
  cell_width = "cell_width", cell_height = "cell_height",
  cell_size = "cell_width", base_x = "base_x", base_y = "base_y" })

function properties.shape(g)
  return g.stagger and "hex" or "square"
end

function properties.stagger(g)
  return g.stagger and g.stagger.name
end

function properties.cell_side(g)
  return g.stagger and g.stagger.side
end

function properties.origin_x(g)
  return g.origin_x - g.first_x * g.pitch_x
end

function properties.origin_y(g)
  return g.origin_y - g.first_y * g.pitch_y
end

function properties.revision(g)
  return g.log.version
end

local grid = { Grid = Grid, corner = corner, visit = visit }

function grid.open(core)
  core.Grid, core.grid_methods = Grid, methods

  function core.grid(...)
    local g = map.new(...)
    if g.stagger then
      fenceedits.begin(g)
    end
    return class.make(Grid, g)
  end

  --- The prices of all terrains, by name.
  function core.terrains(handle)
    local g = class.state(Grid, handle)
    local prices = {}
    for id = 0, g.terrains - 1 do
      prices[g.name[id]] = g.price[id]
    end
    return prices
  end

  --- A grid with a building keeps its size. Of several buildings the `shift` of
  -- the first counts.
  function core.lodge(handle, building, shift)
    local g = map.self(handle, "lodge")
    g.dependents[building], g.shift = "building", g.shift or shift
  end
end

return grid
