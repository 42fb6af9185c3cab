--- tilepath.from_tiled: makes a grid from a Tiled map.
--
-- The map is the table of Tiled's Lua export, the same table decoded from JSON,
-- or the map object of STI (Simple Tiled Implementation), which has tiles
-- instead of gids. tilesets.lua reads tiles, layers.lua takes groups and chunks
-- apart, sheet.lua makes a grid of the layers, and objects.lua paints shapes
-- over it.

local root = (...):match("^(.*[./])import[./]") or ""
local check = require(root .. "check")
local given = require(root .. "given")
local layout = require(root .. "layout")
local layers = require(root .. "import.layers")
local new_terrains = require(root .. "import.terrains")
local new_tilesets = require(root .. "import.tilesets")
local read_objects = require(root .. "import.objects")
local read_orientation = require(root .. "import.orientation")
local Sheet = require(root .. "import.sheet")
local Sides = require(root .. "import.sides")

local CALL = "from_tiled"

local OPTIONS = { layers = true, properties = true, blocking = true,
  empty = true, objects = true, prices = true, opaque = true, tilesets = true,
  base = true }

local PROPERTIES = { "terrain", "price", "walkable", "fence", "ledge" }

--- The names to look for on tiles and lines: { terrain =, price =, ... }.
local function read_names(properties)
  local names = {}
  for _, key in ipairs(PROPERTIES) do
    names[key] = key
  end
  if properties ~= nil then
    check.options(CALL, "properties", properties, names)
  end
  for key, name, label in given.entries(CALL, "properties", properties) do
    names[key] = name and given.kind(CALL, label, name, "string",
      "a name or false")
  end
  return names
end

--- The option `tilesets`: decoded tilesets by the names of their files.
local function read_given(tilesets)
  for _, tileset, label in given.entries(CALL, "tilesets", tilesets,
    "a table { file = tileset }") do
    given.kind(CALL, label, tileset or {}, "table", "a table or false")
  end
  return tilesets or {}
end

--- The option `objects`: the terrains of objects by their names.
local function read_covers(objects, terrains)
  local covers = {}
  for name, terrain, label in given.entries(CALL, "objects", objects,
    "a table { name = terrain }") do
    covers[name] = terrains:option(label, terrain)
  end
  return covers
end

--- tilepath.from_tiled(map [, options])
return function(map, options)
  local frame, node = read_orientation(CALL, map)
  options = check.options(CALL, "options", options, OPTIONS)
  local names = read_names(options.properties)
  local separate = read_given(options.tilesets)
  local terrains = new_terrains(CALL, options.prices)
  local chosen = given.names(CALL, "layers", options.layers)
  local blocking = given.names(CALL, "blocking", options.blocking) or {}
  local tilesets = new_tilesets(node, names, separate, terrains,
    frame.is_isometric)
  local empty = options.empty == nil and "wall"
    or terrains:option("empty", options.empty)
  local terrain_of = read_covers(options.objects, terrains)

  local list = layers.list(node)
  for _, layer in ipairs(layers.choose(CALL, list, nil, blocking, "blocking",
    "a layer of the map")) do
    layer.is_blocking = true
  end
  local sheet, is_infinite = Sheet.new(CALL), false
  local legend = Sheet.legend(function(gid, label)
    return tilesets:explain(gid, label)
  end)
  for _, layer in ipairs(layers.choose(CALL, list, "tilelayer", chosen,
    "layers", "a tile layer of the map")) do
    local is_chunked = layers.lay(sheet, legend, layer, frame.columns,
      frame.rows)
    is_infinite = is_infinite or is_chunked
  end
  local places, paint = read_objects(layers.choose(CALL, list, "objectgroup"), {
    names = names, tilesets = tilesets, is_isometric = frame.is_isometric,
    terrain_of = terrain_of })

  local base_x, base_y = layout.base(CALL, options.base,
    is_infinite and 0 or 1)
  local left, top, width, height = 0, 0, frame.columns, frame.rows
  if is_infinite then
    left, top, width, height = sheet:bounds()
  end
  frame.base_x, frame.base_y, frame.opaque = base_x, base_y, options.opaque
  local grid = sheet:grid(left, top, width, height, terrains, empty, frame)
  local sides = Sides.new(CALL, grid)
  sheet:fence(sides)
  paint(grid, sides)
  return grid, places
end
