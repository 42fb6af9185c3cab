--- How a Tiled map's cells lie: its size, the size of a cell, orthogonal or
-- isometric. The other two orientations are no grids of squares.

local root = (...):match("^(.*[./])import[./]") or ""
local check = require(root .. "check")
local given = require(root .. "given")
local layout = require(root .. "layout")
local Node = require(root .. "import.node")

-- Pixels of a tile.
local MAX_TILE = 2 ^ 24

--- Checks a map.
-- @return { columns =, rows =, tile_width =, tile_height =, is_isometric =,
-- cell_width =, cell_height = }, cells in world units; and the map's node
return function(call, map)
  given.kind(call, "map", map, "table",
    "a table, as Tiled's Lua export returns it")
  local node = Node.new(call, map, "the map")
  local orientation = node:get "orientation"
  if orientation == "staggered" or orientation == "hexagonal" then
    check.raise(("%s: the map is %s: its cells do not have eight neighbours in "
      .. "rows and columns, so no grid stands for it; orthogonal and isometric "
      .. "maps can be read"):format(call, orientation))
  elseif orientation ~= "orthogonal" and orientation ~= "isometric" then
    node:fail("orientation", "'orthogonal' or 'isometric'")
  end
  local width = node:whole("tilewidth", 1, MAX_TILE)
  local height = node:whole("tileheight", 1, MAX_TILE)
  local is_isometric = orientation == "isometric"
  local frame = {
    columns = node:whole("width", 1, layout.MAX_SIDE),
    rows = node:whole("height", 1, layout.MAX_SIDE),
    tile_width = width, tile_height = height, is_isometric = is_isometric,
    cell_width = is_isometric and height or width, cell_height = height,
  }
  node.label = nil
  return frame, node
end
