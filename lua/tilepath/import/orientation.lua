--- How a Tiled map's cells lie: its size, the size of a cell, orthogonal or
-- isometric. The other two orientations are no grids of squares.

local root = (...):match("^(.*[./])import[./]") or ""
local check = require(root .. "check")
local layout = require(root .. "layout")
local raw = require(root .. "import.raw")

-- Pixels of a tile.
local MAX_TILE = 2 ^ 24

--- Checks a map.
-- @return { columns =, rows =, tile_width =, tile_height =, is_isometric =,
-- cell_width =, cell_height = }, cells in world units
return function(call, map)
  local orientation = raw.get(map, "orientation")
  if orientation == "staggered" or orientation == "hexagonal" then
    check.raise(("%s: the map is %s: its cells do not have eight neighbours in "
      .. "rows and columns, so no grid stands for it; orthogonal and isometric "
      .. "maps can be read"):format(call, orientation))
  elseif orientation ~= "orthogonal" and orientation ~= "isometric" then
    check.fail(call, "orientation of the map", "'orthogonal' or 'isometric'",
      orientation)
  end
  local side = layout.MAX_SIDE
  local width = raw.whole(call, map, "tilewidth", "the map", 1, MAX_TILE)
  local height = raw.whole(call, map, "tileheight", "the map", 1, MAX_TILE)
  local is_isometric = orientation == "isometric"
  return {
    columns = raw.whole(call, map, "width", "the map", 1, side),
    rows = raw.whole(call, map, "height", "the map", 1, side),
    tile_width = width, tile_height = height, is_isometric = is_isometric,
    cell_width = is_isometric and height or width, cell_height = height,
  }
end
