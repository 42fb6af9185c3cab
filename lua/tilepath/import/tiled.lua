--- tilepath.from_tiled: makes a grid from a Tiled map.
--
-- The map is the table of Tiled's Lua export, the same table decoded from JSON,
-- or the map object of STI (Simple Tiled Implementation), which has tiles
-- instead of gids. tilesets.lua reads tiles, layers.lua takes groups and chunks
-- apart, meaning.lua says what they and objects mean, sheet.lua makes a grid of
-- the layers, and objects.lua paints shapes over it.

local root = (...):match("^(.*[./])import[./]") or ""
local check = require(root .. "check")
local given = require(root .. "given")
local layout = require(root .. "layout")
local Found = require(root .. "import.found")
local layers = require(root .. "import.layers")
local Meaning = require(root .. "import.meaning")
local new_terrains = require(root .. "import.terrains")
local new_tilesets = require(root .. "import.tilesets")
local read_objects = require(root .. "import.objects")
local read_orientation = require(root .. "import.orientation")
local Outside = require(root .. "import.outside")
local Sheet = require(root .. "import.sheet")
local Sides = require(root .. "import.sides")

local CALL = "from_tiled"

local OPTIONS = given.set { "layers", "legend", "empty", "unknown", "files",
  "decompress", "properties", "prices", "opaque", "touched", "shapes", "base",
  "into" }

--- tilepath.from_tiled(map [, options])
return function(map, options)
  local frame, node = read_orientation(CALL, map)
  options = check.options(CALL, "options", options, OPTIONS)
  local terrains, found = new_terrains(CALL, options.prices), Found.new(CALL)
  local chosen = given.names(CALL, "layers", options.layers)
  local reader = { call = CALL, terrains = terrains, found = found,
    meaning = Meaning.new(CALL, options, terrains, true),
    outside = Outside.new(CALL, options), frame = frame,
    is_isometric = frame.is_isometric, legends = {},
    touched = given.flag(CALL, "touched", options.touched),
    shapes = given.flag(CALL, "shapes", options.shapes) }
  reader.sheet = Sheet.new(reader)
  reader.tilesets = new_tilesets(node, reader)
  local list = layers.list(node, reader.meaning)

  local tile_layers = layers.choose(CALL, list, "tilelayer", chosen, "layers",
    "a tile layer of the map")
  local is_infinite = false
  for _, layer in ipairs(tile_layers) do
    is_infinite = layers.lay(reader, layer) or is_infinite
  end
  local places, paint = read_objects(layers.choose(CALL, list, "objectgroup"),
    reader)
  reader.meaning:settle()
  reader.tilesets.unknown = options.unknown ~= nil
    and Meaning.of(terrains:option("unknown", options.unknown), "unknown")
  local empty = options.empty
  if empty == nil then
    empty = not layers.choose(CALL, list, "tilelayer")[1]
  end
  empty = terrains:option("empty", empty)

  local base_x, base_y = layout.base(CALL, options.base,
    is_infinite and 0 or 1)
  local left, top, width, height = 0, 0, frame.columns, frame.rows
  if is_infinite then
    left, top, width, height = reader.sheet:bounds()
  end
  frame.base_x, frame.base_y, frame.opaque = base_x, base_y, options.opaque
  local grid = reader.sheet:grid(left, top, width, height, empty, frame)
  local sides = Sides.new(CALL, grid)
  reader.sheet:fence(sides)
  paint(grid, sides)
  return found:returned(options.into, grid, places, list)
end
