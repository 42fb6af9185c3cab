--- Where an object of a Tiled map lies: its place and its area.
--
-- An object's x and y are world units. (In isometric maps, too: Tiled counts
-- them in squares as high as a tile.) STI turns and moves the corners of
-- polygons when it loads a map. Its objects have a field `layer`, which other
-- objects do not have.

local root = (...):match("^(.*[./])import[./]") or ""
local check = require(root .. "check")
local given = require(root .. "given")
local Shapes = require(root .. "import.shapes")

local max = math.max

local outline = {}

-- The most corners of a map.
local MAX_POINTS = 2 ^ 17

-- The most corners of shapes of tiles that are objects.
local MAX_CORNERS = 2 ^ 20

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

--- The corners of a polygon or polyline in the world. STI has moved the points of
-- its own maps to the screen.
local function read_points(reader, layer, object, place)
  local count = check.length(object:table(place.shape))
  if count < 1 then
    object:fail(place.shape, "a list of points")
  end
  given.count(reader, "points", count, MAX_POINTS,
    "the objects have more than %d points together", object:title())
  local x, y, rotation = place.x, place.y, place.rotation
  if rawequal(rawget(object.raw, "layer"), layer.raw) then
    x, y, rotation = -layer:number("x", 0), -layer:number("y", 0), 0
    if reader.frame.is_isometric then
      check.raise(("%s: STI has moved %s to the screen: read the map before STI "
        .. "does"):format(reader.call, object:title()))
    end
  end
  local points = {}
  for i, point in object:each(place.shape) do
    points[2 * i - 1] = x + point:number "x"
    points[2 * i] = y + point:number "y"
  end
  return Shapes.turn(points, x, y, rotation)
end

--- The point of a tile that lies at the x, y of its object, in parts of its size.
local function alignment(reader, place)
  local tileset = place.gid and reader.tilesets:find(place.gid)
  return tileset and ALIGNMENTS[tileset.alignment]
    or ALIGNMENTS[reader.frame.is_isometric and "bottom" or "bottomleft"]
end

--- Is a place only a point? An isometric tile is a picture that stands on a
-- point.
local function is_point(reader, place)
  local shape = place.shape
  return shape == "point" or shape == "tile" and reader.frame.is_isometric
end

--- The area of an object: a method of Shapes (nil for a text, which covers
-- nothing) and its numbers. A shape of a newer Tiled is a box.
local function area(reader, place, x, y)
  local shape, width, height = place.shape, place.width, place.height
  if is_point(reader, place) then
    return "polygon", { place.x, place.y }
  elseif place.points then
    return shape == "polyline" and "line" or "polygon", place.points
  end
  return shape ~= "text" and "polygon" or nil, Shapes.turn(shape == "ellipse"
    and Shapes.ellipse_points(x, y, width, height) or { x, y, x + width, y,
    x + width, y + height, x, y + height }, place.x, place.y, place.rotation)
end

--- Reads where an object lies into a place: shape, x, y (the point, or the middle
-- of the area), width, height, rotation, points.
-- @param reader  a table of call, tilesets and is_isometric, which counts points
-- @param layer   the node of its layer
-- @return a method of Shapes or nil, and its numbers
function outline.read(reader, layer, object, place)
  place.shape = outline.shape(object)
  place.x, place.y = object:number "x", object:number "y"
  place.width, place.height = object:number("width", 0),
    object:number("height", 0)
  place.rotation = object:number("rotation", 0)
  if place.shape == "polygon" or place.shape == "polyline" then
    place.points = read_points(reader, layer, object, place)
  end
  local at = place.shape == "tile" and alignment(reader, place)
    or ALIGNMENTS.topleft
  local x, y = place.x - at[1] * place.width, place.y - at[2] * place.height
  local method, numbers = area(reader, place, x, y)
  if not place.points and not is_point(reader, place) then
    local middle = Shapes.turn({ x + place.width / 2, y + place.height / 2 },
      place.x, place.y, place.rotation)
    place.x, place.y = middle[1], middle[2]
  end
  return method, numbers
end

--- Moves points from the picture of a map to the flat grid: a function of x, y
-- (and the place of the picture of an object) does that to a point.
function outline.flat(flatten, points, x, y)
  for i = 1, #points, 2 do
    points[i], points[i + 1] = flatten(points[i], points[i + 1], x, y)
  end
  return points
end

-- The shapes of tiles ---------------------------------------------------------

--- A tile's own shapes (of Tiled's collision editor) that close cells, in parts of
-- its size: a list of { points, label }.
local function shapes_of(reader, tileset, tile)
  if tile.shapes then
    return tile.shapes
  end
  tile.shapes = {}
  local wide = max(1, tile:number("width", tile:number("imagewidth",
    tileset.tile_width)))
  local high = max(1, tile:number("height", tile:number("imageheight",
    tileset.tile_height)))
  local group = tile:child("objectGroup", true) or tile:child("objectgroup", true)
  for _, object in (group or tile):each("objects", true) do
    local place = {}
    local method, numbers = outline.read(reader, group, object, place)
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

--- Do a tile's own shapes make it a wall? They do if one of them holds the middle
-- of the tile, or with `touched` any part of it. For that they are painted on one
-- cell.
-- @param reader   see tilesets.lua
-- @param tileset  { tile_width =, tile_height = }
function outline.makes_wall(reader, tileset, tile)
  local is_wall = false
  local cell = { width = 1, height = 1, base_x = 0, base_y = 0, origin_x = 0,
    origin_y = 0, cell_width = 1, cell_height = 1 }
  function cell.fill()
    is_wall = true
  end
  local shapes = Shapes.new(reader.call, cell, nil, { touched = reader.touched,
    is_strict = true, found = { close = function() end } })
  for _, shape in ipairs(shapes_of(reader, tileset, tile)) do
    shapes:polygon(shape[1], "wall", { label = shape[2] })
  end
  return is_wall
end

--- Calls f(points) for each polygon of an object's tile, where it lies on
-- the map: scaled, flipped and turned with the object.
-- @param object  has the x, y that the map gives it
function outline.tile_shapes(reader, object, place, f)
  local tile, tileset = reader.tilesets:tile(place.gid)
  local at, gid, flatten = alignment(reader, place), object:get "gid",
    reader.frame.flatten
  local x, y, wide, high = object:number "x", object:number "y", place.width,
    place.height
  for _, shape in ipairs(tile and shapes_of(reader, tileset, tile) or {}) do
    local own, points = shape[1], {}
    given.count(reader, "corners", #own / 2, MAX_CORNERS,
      "tiles of objects have more than %d corners together", object:title())
    for i = 1, #own, 2 do
      points[i] = x + ((gid >= 2 ^ 31 and 1 - own[i] or own[i]) - at[1]) * wide
      points[i + 1] = y + ((gid % 2 ^ 31 >= 2 ^ 30 and 1 - own[i + 1]
        or own[i + 1]) - at[2]) * high
    end
    Shapes.turn(points, x, y, place.rotation)
    f(flatten and outline.flat(flatten, points, x, y) or points)
  end
end

return outline
