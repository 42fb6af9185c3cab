--- tilepath.from_tiled: makes a grid from a Tiled map.
--
-- The map is the table of Tiled's Lua export, the same table decoded from JSON,
-- or the map object of STI (Simple Tiled Implementation), which has tiles
-- instead of gids. tilesets.lua reads tiles, layers.lua takes groups and chunks
-- apart, meaning.lua says what they and objects mean, sheet.lua makes a grid of
-- the layers, and objects.lua paints shapes over it.

local root = (...):match("^(.*[./])import[./]") or ""
local given = require(root .. "given")
local layers = require(root .. "import.layers")
local Node = require(root .. "import.node")
local new_tilesets = require(root .. "import.tilesets")
local read_objects = require(root .. "import.objects")
local orientation = require(root .. "import.orientation")
local Sheet = require(root .. "import.sheet")
local Sides = require(root .. "import.sides")

local CALL = "from_tiled"

local OPTIONS = given.set { "layers", "legend", "empty", "unknown", "files",
  "decompress", "properties", "prices", "opaque", "touched", "shapes", "base",
  "into" }

--- tilepath.from_tiled(map [, options])
return function(map, options)
  local frame, node = orientation.read(CALL, map)
  options = Node.options(CALL, options, OPTIONS)
  local sheet = Sheet.new(CALL, options, true)
  sheet.frame, sheet.legends = frame, {}
  sheet.touched = given.flag(CALL, "touched", options.touched)
  sheet.shapes = given.flag(CALL, "shapes", options.shapes)
  sheet.tilesets = new_tilesets(node, sheet)
  local list = layers.list(node, sheet.meaning)
  for _, layer in ipairs(layers.choose(CALL, list, "tilelayer", sheet.names)) do
    frame.is_infinite = layers.lay(sheet, layer) or frame.is_infinite
  end
  local paint = read_objects(layers.choose(CALL, list, "objectgroup"),
    sheet)
  sheet:settle(not layers.choose(CALL, list, "tilelayer")[1])

  local left, top, width, height = 0, 0, frame.columns, frame.rows
  if frame.is_infinite then
    left, top, width, height = sheet:bounds()
  end
  frame.base = frame.is_infinite and 0 or 1
  local grid = sheet:grid(left, top, width, height, frame.lattice
    and not frame.is_infinite and "wall" or sheet.empty, frame)
  local sides = Sides.new(CALL, grid)
  sheet:fence(sides)
  paint(grid, sides)
  return sheet.found:returned(sheet, grid, list)
end
