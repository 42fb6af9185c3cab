--- Do a tile's own shapes (of Tiled's collision editor) make it a wall?
--
-- They do if one of them holds the middle of the tile, or with `touched` any
-- part of it. A shape may say that it does not count. For that the shapes are
-- painted on one cell, which is as large as the tile.

local root = (...):match("^(.*[./])import[./]") or ""
local outline = require(root .. "import.outline")
local Shapes = require(root .. "import.shapes")

--- @param reader  see tilesets.lua
-- @param tileset  { node =, tile_width =, tile_height = }
return function(reader, tileset, tile)
  local group, is_wall = tile:child("objectGroup", true)
    or tile:child("objectgroup", true), false
  if not group then
    return false
  end
  local cell = { width = 1, height = 1, base_x = 0, base_y = 0, origin_x = 0,
    origin_y = 0, cell_width = tileset.tile_width,
    cell_height = tileset.tile_height }
  function cell.fill()
    is_wall = true
  end
  local shapes = Shapes.new(reader.call, cell, nil, { touched = reader.touched,
    is_strict = true, found = { close = function() end } })
  for _, object in group:each("objects", true) do
    local place = {}
    local method, numbers = outline.read(reader, group, object, place)
    if method and method ~= "line" and place.shape ~= "point"
      and reader.meaning:read(object, nil, place.shape).closed ~= false then
      shapes[method](shapes, numbers, "wall", { label = object:title() })
    end
  end
  return is_wall
end
