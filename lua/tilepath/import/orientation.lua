--- The layout of a Tiled map: its size, the size of a cell, and its orientation
-- (orthogonal, isometric or hexagonal). Staggered maps are neither squares nor
-- hexagons.

local root = (...):match("^(.*[./])import[./]") or ""
local check = require(root .. "check")
local given = require(root .. "given")
local layout = require(root .. "layout")
local Node = require(root .. "import.node")

-- The largest tile in pixels.
local MAX_TILE = 2 ^ 24

--- Adds the layout of hexagons: the shifted rows or columns, and the side.
-- Tiled rounds the width and height of a tile down to even numbers there. The
-- length of a side is rounded down, too.
local function add_hexagons(frame, node)
  local axis, index = node:get "staggeraxis", node:get "staggerindex"
  if axis ~= "x" and axis ~= "y" then
    node:fail("staggeraxis", "'x' or 'y'")
  elseif index ~= "odd" and index ~= "even" then
    node:fail("staggerindex", "'odd' or 'even'")
  end
  for _, key in ipairs { "tilewidth", "tileheight" } do
    node:whole(key, 2, MAX_TILE)
  end
  frame.cell_width = frame.tile_width - frame.tile_width % 2
  frame.cell_height = frame.tile_height - frame.tile_height % 2
  local side = node:whole("hexsidelength", 0,
    axis == "y" and frame.cell_height or frame.cell_width)
  frame.cell_side = side - side % 2
  frame.is_flat, frame.is_even = axis == "x", index == "even"
end

-- Files of other programs: the letter with which a text begins or a field that a
-- table has, and the way to read them.
local OTHERS = { { "<", "XML: tiled --export-map writes Lua" },
  { "{", "JSON: decode it" }, { "maps", "a .world: read each of its maps" },
  { "levels", "of LDtk: tilepath.from_ldtk" },
  { "ogmoVersion", "of Ogmo: tilepath.grid(layer.data, { width = })" },
  { "map", "XML: tiled --export-map writes Lua" } }

--- The way to read something else than a map of Tiled, for a message; or nil.
local function hint(map)
  local is_text = type(map) == "string"
  for _, other in ipairs(OTHERS) do
    if is_text and map:match "^%s*(.)" == other[1]
      or not is_text and rawget(map, other[1]) ~= nil then
      return (" (this is %s)"):format(other[2])
    end
  end
end

--- Checks a map.
-- @return { columns =, rows =, tile_width =, tile_height =, orientation =,
-- is_isometric =, cell_width =, cell_height = } with cells in world units, for
-- hexagons also cell_side =, is_flat =, is_even =; and the map's node
return function(call, map)
  if type(map) == "string" then
    check.fail(call, "map", "a table, as Tiled's Lua export returns it", map,
      hint(map))
  end
  given.kind(call, "map", map, "table",
    "a table, as Tiled's Lua export returns it")
  local node = Node.new(call, map, "the map")
  local orientation = node:get "orientation"
  if orientation == "oblique" then -- a skewed picture of the same cells
    orientation = "orthogonal"
  end
  if orientation == "staggered" then
    check.raise(("%s: the map is staggered: its cells have other neighbours "
      .. "than squares and hexagons. Orthogonal, isometric and hexagonal maps "
      .. "can be read"):format(call))
  elseif orientation ~= "orthogonal" and orientation ~= "isometric"
    and orientation ~= "hexagonal" then
    check.fail(call, "orientation of the map",
      "'orthogonal', 'isometric' or 'hexagonal'", orientation, hint(map))
  end
  local width = node:whole("tilewidth", 1, MAX_TILE)
  local height = node:whole("tileheight", 1, MAX_TILE)
  local is_isometric = orientation == "isometric"
  local frame = {
    columns = node:whole("width", 1, layout.MAX_SIDE),
    rows = node:whole("height", 1, layout.MAX_SIDE),
    tile_width = width, tile_height = height, is_isometric = is_isometric,
    orientation = orientation,
    cell_width = is_isometric and height or width, cell_height = height,
  }
  if orientation == "hexagonal" then
    add_hexagons(frame, node)
  end
  node.label = nil
  return frame, node
end
