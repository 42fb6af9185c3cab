--- The objects of a Tiled map: places that the game asks for, and shapes that
-- give cells a terrain or are fences.
--
-- An object's x and y are world units. (In isometric maps, too: Tiled counts
-- them in squares as high as a tile.) The Lua export names the shape; JSON
-- marks it. STI turns and moves the corners of polygons when it loads a map.
-- Its objects have a field `layer`, which other objects do not have.

local root = (...):match("^(.*[./])import[./]") or ""
local check = require(root .. "check")
local given = require(root .. "given")
local Shapes = require(root .. "import.shapes")

local CALL = "from_tiled"

-- The most objects and corners of a map.
local MAX_OBJECTS, MAX_POINTS = 2 ^ 17, 2 ^ 17

-- The place of an object's x, y on its tile, by the tileset's
-- `objectalignment`.
local ALIGNMENTS = {
  topleft = { 0, 0 }, top = { 0.5, 0 }, topright = { 1, 0 },
  left = { 0, 0.5 }, center = { 0.5, 0.5 }, right = { 1, 0.5 },
  bottomleft = { 0, 1 }, bottom = { 0.5, 1 }, bottomright = { 1, 1 },
}

local MARKS = { "ellipse", "point", "polygon", "polyline", "text", "capsule" }

local function shape_of(object)
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

--- The origin and rotation of a polygon's or polyline's points. STI has moved
-- the points of its own maps to the screen.
local function origin_of(reader, object, place)
  local of_sti = rawget(object.raw, "layer")
  if not rawequal(of_sti, reader.layer.raw) then
    return place.x, place.y, place.rotation
  elseif reader.is_isometric then
    check.raise(("%s: STI has moved %s to the screen: read the map before STI "
      .. "does"):format(CALL, object:title()))
  end
  return -reader.layer:number("x", 0), -reader.layer:number("y", 0), 0
end

--- The corners of a polygon or polyline in the world.
local function read_points(reader, object, place)
  local count = check.length(object:table(place.shape))
  if count < 1 then
    object:fail(place.shape, "a list of points")
  end
  given.count(reader, "points", count, MAX_POINTS,
    "the objects have more than %d points together", object:title())
  local x, y, rotation = origin_of(reader, object, place)
  local points = {}
  for i, point in object:each(place.shape) do
    points[2 * i - 1] = x + point:number "x"
    points[2 * i] = y + point:number "y"
  end
  return rotation == 0 and points
    or Shapes.turn(points, place.x, place.y, rotation)
end

--- The upper left corner of the area of an object. The x, y of a tile may be
-- another point.
local function corner_of(reader, object, place)
  local x, y = place.x, place.y
  if place.shape == "tile" then
    local gid = reader.tilesets.without_flips(rawget(object.raw, "gid"))
    local tileset = gid and reader.tilesets:find(gid)
    local at = tileset and ALIGNMENTS[tileset.alignment]
      or ALIGNMENTS.bottomleft
    x, y = x - at[1] * place.width, y - at[2] * place.height
  end
  return x, y
end

--- Is a place only a point? An isometric tile is a picture that stands on a
-- point.
local function is_point(reader, place)
  return place.shape == "point" or place.shape == "tile" and reader.is_isometric
end

--- The area of an object: a method of Shapes and its numbers, or nil.
local function outline(reader, place, x, y)
  local shape, width, height = place.shape, place.width, place.height
  if is_point(reader, place) then
    return "rectangle", { place.x, place.y, place.x, place.y }
  elseif place.points then
    return shape == "polyline" and "line" or "polygon", place.points
  elseif shape == "ellipse" then
    return "polygon", Shapes.turn(Shapes.ellipse_points(x, y, width, height),
      place.x, place.y, place.rotation)
  elseif shape ~= "rectangle" and shape ~= "tile" then
    return nil
  elseif place.rotation % 360 == 0 then
    return "rectangle", { x, y, x + width, y + height }
  end
  return "polygon", Shapes.turn({ x, y, x + width, y, x + width, y + height, x,
    y + height }, place.x, place.y, place.rotation)
end

-- The meanings of a line; "wall" is what `objects` or a blocking layer says.
local LINES = { wall = true, fence = true, ledge = true }

--- Notes the terrain for the cells under an object. They get it once there is a
-- grid.
local function cover(reader, object, terrain, method, numbers)
  if not method or method == "line" and not LINES[terrain] then
    object:fail("shape", "rectangle, ellipse, polygon, point or tile, to be a "
      .. "terrain", shape_of(object))
  end
  reader.covers[#reader.covers + 1] = { method, numbers, terrain,
    object:title() }
end

--- Returns "fence" or "ledge" for a polyline with such a property or class, or
-- nil.
local function line_of(reader, object, place)
  for _, kind in ipairs { "fence", "ledge" } do
    local name = reader.names[kind]
    local value = object:property(name, "boolean", "true or false")
    if value or value == nil and place.class == name then
      return kind
    end
  end
end

--- The terrain of the cells under an object, or nil.
local function terrain_of(reader, object, place)
  local terrain = reader.terrain_of[place.name]
  if terrain == nil then
    terrain = reader.terrain_of[place.class]
  end
  if terrain == nil and place.shape == "polyline" then
    terrain = line_of(reader, object, place)
  end
  return terrain or reader.layer.is_blocking and "wall"
end

--- Reads an object as a place for the game. Its x, y is the point, or the
-- middle of the area.
local function read_object(reader, object)
  local name = object:string "name"
  if name ~= "" then
    object.label = ("object %s (%s)"):format(check.show(name), object:title())
  end
  local place = { name = name, layer = reader.layer.name,
    class = object:class(), shape = shape_of(object),
    x = object:number "x", y = object:number "y",
    width = object:number("width", 0), height = object:number("height", 0),
    rotation = object:number("rotation", 0),
    properties = object:properties() }
  if place.shape == "polygon" or place.shape == "polyline" then
    place.points = read_points(reader, object, place)
  end
  local x, y = corner_of(reader, object, place)
  local method, numbers = outline(reader, place, x, y)
  local terrain = terrain_of(reader, object, place)
  if terrain then
    cover(reader, object, terrain, method, numbers)
  end
  if not place.points and not is_point(reader, place) then
    local middle = Shapes.turn({ x + place.width / 2, y + place.height / 2 },
      place.x, place.y, place.rotation)
    place.x, place.y = middle[1], middle[2]
  end
  return place
end

--- Reads the objects of all layers. They are counted before the first is read.
-- @param groups   layers of objects
-- @param reader   a table of names, tilesets, is_isometric, and terrain_of (the
-- terrains of objects by their names)
-- @return places, each also under its name, if the name is free; and a
-- function(grid, sides) that gives cells their terrain and adds fences
return function(groups, reader)
  local places = {}
  reader.call, reader.covers = CALL, {}
  for _, layer in ipairs(groups) do
    given.count(reader, "objects", check.length(layer:table "objects"),
      MAX_OBJECTS, "the map has more than %d objects", layer.label)
  end
  for _, layer in ipairs(groups) do
    reader.layer = layer
    for _, object in layer:each "objects" do
      local place = read_object(reader, object)
      places[#places + 1] = place
      if place.name ~= "" and places[place.name] == nil then
        places[place.name] = place
      end
    end
  end
  return places, function(grid, sides)
    local shapes = Shapes.new(CALL, grid, sides)
    for _, one in ipairs(reader.covers) do
      shapes[one[1]](shapes, one[2], one[3], one[4])
    end
  end
end
