--- The objects of a Tiled map: places that the game asks for, and shapes that
-- give cells a terrain, or are thin walls.
--
-- An object's x and y are world units already (in isometric maps, too: there a
-- cell is a square of a tile's height, as Tiled has it). The Lua export names
-- the shape, JSON marks it. STI turns and moves the corners of polygons when it
-- loads a map; its objects know their layer, which tells them from others.

local root = (...):match("^(.*[./])import[./]") or ""
local check = require(root .. "check")
local raw = require(root .. "import.raw")
local Shapes = require(root .. "import.shapes")

local CALL = "from_tiled"

-- Objects and corners of a map, all together.
local MAX_OBJECTS, MAX_POINTS = 2 ^ 17, 2 ^ 17

-- As raw.number has it.
local FARTHEST = raw.FARTHEST

-- Where an object's x, y is on a tile, by the tileset's `objectalignment`.
local ALIGNMENTS = {
  topleft = { 0, 0 }, top = { 0.5, 0 }, topright = { 1, 0 },
  left = { 0, 0.5 }, center = { 0.5, 0.5 }, right = { 1, 0.5 },
  bottomleft = { 0, 1 }, bottom = { 0.5, 1 }, bottomright = { 1, 1 },
}

local MARKS = { "ellipse", "point", "polygon", "polyline", "text", "capsule" }

local function shape_of(object, label)
  local shape = raw.string(CALL, object, "shape", label)
  if raw.get(object, "gid") ~= nil then
    return "tile"
  elseif shape ~= "" then
    return shape
  end
  for _, mark in ipairs(MARKS) do
    if raw.get(object, mark) then
      return mark
    end
  end
  return "rectangle"
end

--- One number of a point. There may be a million points: their name is made
-- only where one is wrong.
local function read_coordinate(point, key, shape, i, label)
  local value = rawget(point, key)
  if type(value) ~= "number" or not (value >= -FARTHEST and value <= FARTHEST)
  then
    raw.number(CALL, point, key, ("%s[%d] of %s"):format(shape, i, label))
  end
  return value
end

--- The corners of a polygon or polyline, where they are in the world.
local function read_points(reader, object, place, label)
  local list = raw.table(CALL, object, place.shape, label)
  local count = check.length(list)
  reader.points = reader.points + count
  if count < 1 then
    check.fail(CALL, ("%s of %s"):format(place.shape, label),
      "a list of points", list)
  elseif reader.points > MAX_POINTS then
    check.raise(("%s: the objects have more than %d points together, with %s")
      :format(CALL, MAX_POINTS, label))
  end
  local of_sti = rawget(object, "layer")
  local is_moved = rawequal(of_sti, reader.layer.layer)
  local x, y = place.x, place.y
  if is_moved then
    if reader.is_isometric then
      check.raise(("%s: %s has been moved to the screen by STI: read the map "
        .. "before STI does"):format(CALL, label))
    end
    x = -raw.number(CALL, of_sti, "x", reader.layer.label, 0)
    y = -raw.number(CALL, of_sti, "y", reader.layer.label, 0)
  end
  local points = {}
  for i = 1, count do
    local point = raw.item(CALL, list, i, place.shape, label)
    points[2 * i - 1] = x + read_coordinate(point, "x", place.shape, i, label)
    points[2 * i] = y + read_coordinate(point, "y", place.shape, i, label)
  end
  if place.rotation ~= 0 and not is_moved then
    Shapes.turn(points, place.x, place.y, place.rotation)
  end
  return points
end

--- The corner of what an object covers: a tile's is not where its x, y is.
local function corner_of(reader, object, place)
  local x, y = place.x, place.y
  if place.shape == "tile" then
    local gid = reader.tilesets.without_flips(rawget(object, "gid"))
    local tileset = gid and reader.tilesets:find(gid)
    local at = tileset and ALIGNMENTS[tileset.alignment]
      or ALIGNMENTS.bottomleft
    x, y = x - at[1] * place.width, y - at[2] * place.height
  end
  return x, y
end

local function class_of(object, label)
  local class = raw.string(CALL, object, "class", label)
  return class ~= "" and class or raw.string(CALL, object, "type", label)
end

--- What an object covers, by its corners, or nil.
local function outline(place, x, y)
  if place.points then
    return place.points
  elseif place.shape == "ellipse" then
    return Shapes.turn(Shapes.ellipse_points(x, y, place.width, place.height),
      place.x, place.y, place.rotation)
  elseif place.rotation % 360 ~= 0 then
    return Shapes.turn(Shapes.rectangle_points(x, y, place.width,
      place.height), place.x, place.y, place.rotation)
  end
end

--- Gives the cells under an object a terrain, once there is a grid.
local function cover(reader, place, terrain, x, y, label)
  local shape, is_point = place.shape, place.shape == "point"
  if shape == "tile" and reader.is_isometric then
    is_point = true             -- a picture that stands there
  end
  local points = not is_point and outline(place, x, y)
  if not points and not is_point and shape ~= "rectangle" and shape ~= "tile"
    or shape == "polyline" and terrain ~= "wall" and terrain ~= "ledge" then
    check.fail(CALL, "shape of " .. label,
      "rectangle, ellipse, polygon, point or tile, to be a terrain", shape)
  end
  local to_do = reader.covers
  to_do[#to_do + 1] = function(shapes)
    if shape == "polyline" then
      shapes:line(points, terrain == "ledge", label)
    elseif points then
      shapes:polygon(points, terrain, label)
    elseif is_point then
      shapes:point(place.x, place.y, terrain, label)
    else
      shapes:rectangle(x, y, place.width, place.height, terrain, label)
    end
  end
end

--- A polyline that calls itself a "wall" or a "ledge", by a property or else by
-- its class.
local function line_of(reader, place, label)
  for _, kind in ipairs { "wall", "ledge" } do
    local name = reader.names[kind]
    local value = name and rawget(place.properties, name)
    if value ~= nil and type(value) ~= "boolean" then
      check.fail(CALL, ("property %s of %s"):format(check.show(name), label),
        "true or false", value)
    elseif value or value == nil and place.class == name then
      return kind
    end
  end
end

local function read_object(reader, object, label)
  local name = raw.string(CALL, object, "name", label)
  if name ~= "" then
    label = ("object %s (%s)"):format(check.show(name), label)
  end
  local place = { name = name, layer = reader.layer.name,
    class = class_of(object, label), shape = shape_of(object, label),
    x = raw.number(CALL, object, "x", label),
    y = raw.number(CALL, object, "y", label),
    width = raw.number(CALL, object, "width", label, 0),
    height = raw.number(CALL, object, "height", label, 0),
    rotation = raw.number(CALL, object, "rotation", label, 0),
    properties = reader.read_properties(object, label) }
  if place.shape == "polygon" or place.shape == "polyline" then
    place.points = read_points(reader, object, place, label)
  end
  local x, y = corner_of(reader, object, place)
  local terrain = reader.terrain_of(place.name)
  if terrain == nil then
    terrain = reader.terrain_of(place.class)
  end
  if terrain == nil and place.shape == "polyline" then
    terrain = line_of(reader, place, label)
  end
  if terrain == nil and reader.layer.is_blocking then
    terrain = "wall"
  end
  if terrain then
    cover(reader, place, terrain, x, y, label)
  end
  if not place.points and place.shape ~= "point"
    and not (place.shape == "tile" and reader.is_isometric) then
    local middle = Shapes.turn({ x + place.width / 2, y + place.height / 2 },
      place.x, place.y, place.rotation)
    place.x, place.y = middle[1], middle[2]
  end
  return place
end

--- Adds the places of a layer to a list, and each under its name, if that is
-- free.
local function read_layer(reader, places)
  local layer = reader.layer
  local list = raw.table(CALL, layer.layer, "objects", layer.label)
  for i = 1, check.length(list) do
    local object = raw.item(CALL, list, i, "objects", layer.label)
    local place = read_object(reader, object,
      ("objects[%d] of %s"):format(i, layer.label))
    places[#places + 1] = place
    if place.name ~= "" and places[place.name] == nil then
      places[place.name] = place
    end
  end
end

--- Counts the objects of all layers, before any is read.
local function count(list)
  local total = 0
  for _, layer in ipairs(list) do
    if layer.type == "objectgroup" then
      total = total + check.length(raw.table(CALL, layer.layer, "objects",
        layer.label))
      if total > MAX_OBJECTS then
        check.raise(("%s: the map has more than %d objects, with %s"):format(
          CALL, MAX_OBJECTS, layer.label))
      end
    end
  end
end

--- The objects of all layers.
-- @param list     layers, as layers.list gives them
-- @param reader   read_properties, names, tilesets, is_isometric, and
--                 terrain_of, a function(name) that gives the terrain of such
--                 an object
-- @return places, and a function(grid, sides) that gives cells their terrain,
-- and adds thin walls
return function(list, reader)
  local places = {}
  reader.points, reader.covers = 0, {}
  count(list)
  for _, layer in ipairs(list) do
    if layer.type == "objectgroup" then
      reader.layer = layer
      read_layer(reader, places)
    end
  end
  return places, function(grid, sides)
    local shapes = Shapes.new(CALL, grid, sides)
    for _, paint in ipairs(reader.covers) do
      paint(shapes)
    end
  end
end
