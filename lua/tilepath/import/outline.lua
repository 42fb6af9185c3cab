--- Where an object of a Tiled map lies: its place and its area.
--
-- An object's x and y are world units. (In isometric maps, too: Tiled counts
-- them in squares as high as a tile.) Layers are moved, and shapes and tiles
-- turned, on the screen. STI turns and moves the corners of polygons when it loads
-- a map. Its objects have a field `layer`, which other objects do not have.

local root = (...):match("^(.*[./])import[./]") or ""
require(root .. "luajit").exact()
local check = require(root .. "check")
local given = require(root .. "given")
local orientation = require(root .. "import.orientation")
local Shapes = require(root .. "import.shapes")

local max = math.max

local outline = {}

-- The most corners of a map.
local MAX_POINTS = 2 ^ 17

-- The most corners of shapes of tiles that are objects.
local MAX_CORNERS = 2 ^ 20

local MAX_TILE = orientation.MAX_TILE

-- A tile closes cells at most so far away.
local FAR = 2 ^ 12

-- The place of an object's x, y on its tile, by the tileset's
-- `objectalignment`.
local ALIGNMENTS = {
  topleft = { 0, 0 }, top = { 0.5, 0 }, topright = { 1, 0 },
  left = { 0, 0.5 }, center = { 0.5, 0.5 }, right = { 1, 0.5 },
  bottomleft = { 0, 1 }, bottom = { 0.5, 1 }, bottomright = { 1, 1 },
}

local MARKS = { "ellipse", "point", "polygon", "polyline", "text", "capsule" }

--- The shape of an object: in the Lua export a word, in JSON a mark.
function outline.shape(object)
  local shape = object:string "shape"
  if object:get "gid" ~= nil then
    return "tile"
  elseif shape ~= "" then
    return shape
  end
  for _, mark in ipairs(MARKS) do
    if object:get(mark) then
      return mark
    end
  end
  return "rectangle"
end

--- The corners of a polygon or polyline, turned, in the units of objects. STI has
-- moved the points of its own maps to the screen.
local function read_points(reader, frame, layer, object, place)
  local count = check.length(object:table(place.shape))
  if count < 1 then
    object:fail(place.shape, "a list of points")
  end
  given.count(reader, "points", count, MAX_POINTS,
    "the objects have more than %d points together", object:title())
  local x, y, rotation = place.x, place.y, place.rotation
  if rawequal(rawget(object.raw, "layer"), layer.raw) then
    x, y, rotation = -layer:number("x", 0), -layer:number("y", 0), 0
    if frame.lean then
      check.raise(("%s: STI has moved %s to the screen: read the map before STI "
        .. "does"):format(reader.call, object:title()))
    end
  end
  local points = {}
  for i, point in object:each(place.shape) do
    points[2 * i - 1] = x + point:number "x"
    points[2 * i] = y + point:number "y"
  end
  return Shapes.turn(points, x, y, rotation, frame)
end

--- Moves points of the objects of a layer to the world.
local function move(frame, points, layer)
  for i = 1, #points, 2 do
    points[i], points[i + 1] = frame.at(points[i], points[i + 1], layer.offset_x,
      layer.offset_y)
  end
  return points
end

-- Tiles that are objects are pictures, which stand upright on all maps ----------

--- The width and height of a tile's picture.
-- @param tile  its node, or nil
local function size_of(tileset, tile)
  local wide, high = tileset.tile_width, tileset.tile_height
  if tile then
    wide = tile:number("width", tile:number("imagewidth", wide))
    high = tile:number("height", tile:number("imageheight", high))
  end
  return max(1, wide), max(1, high)
end

--- The left upper corner of a picture, counted from its object's x, y; and how its
-- `tileoffset` moves it, which is scaled as the picture is.
local function corner(reader, place)
  local tileset = reader.tilesets:find(place.gid)
  local at = tileset and ALIGNMENTS[tileset.alignment]
    or ALIGNMENTS[reader.frame.lean and "bottom" or "bottomleft"]
  local x, y = -at[1] * place.width, -at[2] * place.height
  if not tileset or tileset.offset_x == 0 and tileset.offset_y == 0 then
    return x, y, 0, 0
  end
  local wide, high = size_of(tileset, (reader.tilesets:tile(place.gid)))
  return x, y, tileset.offset_x * place.width / wide,
    tileset.offset_y * place.height / high
end

--- Moves points of the picture of an object, counted from its x, y, to the world.
local function hang(reader, layer, object, place, points)
  local x, y = object:number "x", object:number "y"
  Shapes.turn(points, 0, 0, place.rotation)
  for i = 1, #points, 2 do
    points[i], points[i + 1] = reader.frame.at(x, y, points[i] + layer.offset_x,
      points[i + 1] + layer.offset_y)
  end
  return points
end

-- Where an object lies ----------------------------------------------------------

--- The corners of a box or an ellipse.
local function corners(shape, x, y, width, height)
  return shape == "ellipse" and Shapes.ellipse_points(x, y, width, height)
    or { x, y, x + width, y, x + width, y + height, x, y + height }
end

--- The area of a tile that is an object, and its middle, as points. On a map that
-- is drawn slanted it is a picture that stands on a point.
local function read_tile(reader, layer, object, place)
  local x, y, dx, dy = corner(reader, place)
  local wide, high = place.width, place.height
  if reader.frame.is_slanted then
    local foot = hang(reader, layer, object, place, { x + wide / 2, y + high })
    return foot, foot
  end
  return hang(reader, layer, object, place, corners("tile", x + dx, y + dy, wide,
    high)), hang(reader, layer, object, place, { x + dx + wide / 2,
    y + dy + high / 2 })
end

--- The same of another object. A shape of a newer Tiled is a box.
local function read_shape(reader, frame, layer, object, place)
  local x, y, shape = place.x, place.y, place.shape
  local points, middle = { x, y }, { x, y }
  if shape == "polygon" or shape == "polyline" then
    points = read_points(reader, frame, layer, object, place)
    place.points = points
  elseif shape ~= "point" then
    local wide, high = place.width, place.height
    points = Shapes.turn(corners(shape, x, y, wide, high), x, y, place.rotation,
      frame)
    middle = Shapes.turn({ x + wide / 2, y + high / 2 }, x, y, place.rotation,
      frame)
  end
  return move(frame, points, layer), move(frame, middle, layer)
end

--- Reads where an object lies into a place: shape, x, y (the point, or the middle
-- of the area), width, height, rotation, points.
-- @param reader  a table of call, tilesets and frame, which counts points
-- @param frame   that of the map, or of the tile whose shape it is
-- @param layer   the node of its layer, with offset_x and offset_y
-- @return a method of Shapes (nil for a text, which covers nothing), and its
-- numbers
function outline.read(reader, frame, layer, object, place)
  local shape = outline.shape(object)
  place.shape = shape
  place.x, place.y = object:number "x", object:number "y"
  place.width, place.height = object:number("width", 0),
    object:number("height", 0)
  place.rotation = object:number("rotation", 0)
  local points, middle
  if place.gid then
    points, middle = read_tile(reader, layer, object, place)
  else
    points, middle = read_shape(reader, frame, layer, object, place)
  end
  place.x, place.y = middle[1], middle[2]
  return shape == "polyline" and "line" or shape ~= "text" and "polygon" or nil,
    points
end

-- The shapes of tiles ---------------------------------------------------------

--- The frame of the shapes of a tile: the pixels of its picture, or the units of
-- the tileset's isometric grid, whose one cell stands at the foot of the picture.
local function frame_of(tileset, high)
  local grid = tileset.grid
  if not grid then
    return { at = function(x, y) return x, y end }
  end
  local grid_width = grid:whole("width", 1, MAX_TILE)
  local grid_height = grid:whole("height", 1, MAX_TILE)
  return orientation.slant({ at = function(x, y)
    return ((x - y) / grid_height + 1) * grid_width / 2,
      (x + y) / 2 + high - grid_height
  end }, grid_width, grid_height)
end

--- A tile's own shapes (of Tiled's collision editor) that close cells, in parts of
-- its size: a list of { points, label }.
local function shapes_of(reader, tileset, tile)
  if tile.shapes then
    return tile.shapes
  end
  tile.shapes = {}
  local wide, high = size_of(tileset, tile)
  local group = tile:child("objectGroup", true) or tile:child("objectgroup", true)
  local frame = group and frame_of(tileset, high)
  if group then
    group.offset_x, group.offset_y = 0, 0
  end
  for _, object in (group or tile):each("objects", true) do
    local place = {}
    local method, numbers = outline.read(reader, frame, group, object, place)
    if method == "polygon" and place.shape ~= "point"
      and reader.meaning:read(object, nil, place.shape).closed ~= false then
      for i = 1, #numbers, 2 do
        numbers[i], numbers[i + 1] = numbers[i] / wide, numbers[i + 1] / high
      end
      tile.shapes[#tile.shapes + 1] = { numbers, object:title() }
    end
  end
  return tile.shapes
end

--- Paints a tile's own shapes on a board of cells: a table with the fields of a
-- grid, whose cells are counted from 0. f(x, y, w, h) is called for each rectangle
-- of cells whose middles they hold, or with `touched` that they touch.
-- @param to_board  moves the points of a shape, in parts of the picture
local function paint(reader, tileset, tile, board, to_board, f)
  board.base_x, board.base_y, board.origin_x, board.origin_y = 0, 0, 0, 0
  function board.fill(_, x, y, w, h)
    f(x, y, w, h)
  end
  local shapes = Shapes.new(reader.call, board, nil, { touched = reader.touched,
    is_strict = true, found = { close = function() end } })
  for _, shape in ipairs(shapes_of(reader, tileset, tile)) do
    shapes:polygon(to_board(shape[1]), "wall", { label = shape[2] })
  end
end

--- The points of a shape, from the corner of the box of the cell on which the
-- picture is drawn: it begins at its left lower corner.
local function lay(frame, tileset, tile, gid, own)
  local wide, high = size_of(tileset, tile)
  local is_turned = gid % 2 ^ 30 >= 2 ^ 29
  if is_turned then
    wide, high = high, wide
  end
  local points, middle_x, middle_y = {}, 0, 0
  for i = 1, #own, 2 do
    local x, y = own[i], own[i + 1]
    if is_turned then
      x, y = y, x
    end
    x = gid >= 2 ^ 31 and 1 - x or x
    y = gid % 2 ^ 31 >= 2 ^ 30 and 1 - y or y
    points[i], points[i + 1] = frame.on_tile(x * wide + tileset.offset_x,
      (y - 1) * high + frame.tile_height + tileset.offset_y)
    middle_x, middle_y = middle_x + points[i], middle_y + points[i + 1]
  end
  -- The box around a diamond ends in the middles of its neighbours.
  local share = frame.is_slanted and 2 ^ -20 or 0
  for i = 1, #points, 2 do
    points[i] = points[i] + (2 * middle_x / #points - points[i]) * share
    points[i + 1] = points[i + 1]
      + (2 * middle_y / #points - points[i + 1]) * share
  end
  return points
end

--- What a tile larger than a cell closes, on a line of cells that is shoved or not:
-- a list of rectangles { dx, dy, w, h }, from the cell on which it is drawn.
local function walls_on(reader, tileset, tile, gid, is_shoved)
  local frame, list = reader.frame, {}
  local side, wide, high = frame.cell_side, frame.cell_width, frame.cell_height
  local board = { width = 2 * FAR, height = 2 * FAR, cell_width = wide,
    cell_height = high, cell_side = side,
    stagger = side and (frame.is_flat and "odd-q" or "odd-r") }
  local x, y, left, top = FAR, FAR, FAR * wide, FAR * high
  if side and frame.is_flat then
    x, y = is_shoved and FAR + 1 or FAR, FAR
    left, top = x * (wide + side) / 2, (is_shoved and FAR + 0.5 or FAR) * high
  elseif side then
    x, y = FAR, is_shoved and FAR + 1 or FAR
    left, top = (is_shoved and FAR + 0.5 or FAR) * wide, y * (high + side) / 2
  end
  paint(reader, tileset, tile, board, function(own)
    local points = lay(frame, tileset, tile, gid, own)
    for i = 1, #points, 2 do
      points[i], points[i + 1] = points[i] + left, points[i + 1] + top
    end
    return points
  end, function(from_x, from_y, w, h)
    list[#list + 1] = { from_x - x, from_y - y, w, h }
  end)
  return list
end

--- What a tile's own shapes close. A tile as large as a cell is a wall if one of
-- them holds its middle, or with `touched` any part of it; a larger one closes the
-- cells where it is drawn.
-- @param reader   see tilesets.lua
-- @param tileset  { tile_width =, tile_height =, offset_x =, offset_y = }
-- @return is it a wall? And the list of other cells, for Sheet.legend, or nil
function outline.walls(reader, tileset, tile, gid)
  local frame, wide, high = reader.frame, size_of(tileset, tile)
  if not tileset.is_scaled and (wide > frame.tile_width
    or high > frame.tile_height or tileset.offset_x ~= 0
    or tileset.offset_y ~= 0) then
    return false, { [false] = walls_on(reader, tileset, tile, gid, false),
      [true] = walls_on(reader, tileset, tile, gid, true) }
  end
  local is_wall = false
  paint(reader, tileset, tile, { width = 1, height = 1, cell_width = 1,
    cell_height = 1 }, function(own) return own end,
    function() is_wall = true end)
  return is_wall
end

--- Calls f(points) for each polygon of an object's tile, where it lies on
-- the map: scaled, flipped and turned with the object.
function outline.tile_shapes(reader, layer, object, place, f)
  local tile, tileset = reader.tilesets:tile(place.gid)
  local gid, wide, high = object:get "gid", place.width, place.height
  for _, shape in ipairs(tile and shapes_of(reader, tileset, tile) or {}) do
    local own, points = shape[1], {}
    given.count(reader, "corners", #own / 2, MAX_CORNERS,
      "tiles of objects have more than %d corners together", object:title())
    local x, y, dx, dy = corner(reader, place)
    for i = 1, #own, 2 do
      points[i] = x + dx + (gid >= 2 ^ 31 and 1 - own[i] or own[i]) * wide
      points[i + 1] = y + dy + (gid % 2 ^ 31 >= 2 ^ 30 and 1 - own[i + 1]
        or own[i + 1]) * high
    end
    f(hang(reader, layer, object, place, points))
  end
end

return outline
