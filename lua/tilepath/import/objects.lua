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
local Meaning = require(root .. "import.meaning")
local Node = require(root .. "import.node")
local outline = require(root .. "import.outline")
local Shapes = require(root .. "import.shapes")

local CALL = "from_tiled"

local DETACH = " (or save the map without templates: tiled --export-map "
  .. "--detach-templates)"

-- The most objects of a map.
local MAX_OBJECTS = 2 ^ 17

-- Templates and tiles ---------------------------------------------------------

--- Copies the entries of a table that may be nil into another.
local function add(to, from)
  for key, value in next, from or {} do
    to[key] = value
  end
  return to
end

--- The gid in this map of a tile of a template's own tileset.
local function gid_here(reader, template, gid)
  local tileset = template:child("tileset", true)
  local source = tileset and tileset:string "source"
  for _, own in ipairs(source and reader.tilesets.list or {}) do
    if (own.source or ""):match("[^/\\]*$") == source:match("[^/\\]*$") then
      return gid - tileset:whole("firstgid", 0, 2 ^ 28) + own.first
    end
  end
end

--- An object with all that its template says, and the properties of both.
local function with_template(reader, object)
  local name = object:string "template"
  local base = reader.templates[name]
  if name ~= "" and base == nil then
    local file = reader.outside:file({ name }, object:title()
      .. " (of a template)", DETACH)
    local template = file and Node.new(CALL, file, "template "
      .. check.show(name))
    base = template and template:child "object"
    if base and base:get "gid" ~= nil then
      base = base:with(add({ shape = "tile" }, base.raw))
      base.raw.gid = gid_here(reader, template,
        base:whole("gid", 0, 2 ^ 32 - 1))
    end
    reader.templates[name] = base
  end
  if not base then
    return object, object:properties()
  end
  local raw = add(add({}, base.raw), object.raw)
  raw.properties = add(add({}, base:properties()), object:properties())
  return object:with(raw), raw.properties
end

--- What an object says, and what its tile says. The class of a tile is the name of
-- a terrain, but here only if the terrain has a price.
local function said_by(reader, object, place)
  local meaning = reader.meaning
  local said = meaning:told(meaning:read(object, nil, place.shape),
    { place.name, place.class })
  local of_tile = place.gid and reader.tilesets:says(place.gid)
    or Meaning.NOTHING
  local terrain = reader.terrains.known[of_tile.terrain or false]
  if terrain and terrain.price == nil then
    of_tile = { closed = of_tile.closed, by = of_tile.by,
      is_given = of_tile.is_given }
  end
  return said, of_tile
end

-- The cells under objects -----------------------------------------------------

--- What a polyline is: "wall", "fence" or "ledge", by its property, its class or
-- its layer; or nil. And the name of its fences, or nil.
local function line_of(reader, place, said)
  local sides, outer = said.sides, reader.layer.said
  if said.closed then
    return "wall"
  end
  for _, word in ipairs(sides and {} or { "fence", "ledge" }) do
    for _, name in ipairs(reader.meaning.names[word]) do
      if place.class == name then
        return word
      end
    end
  end
  sides = sides or outer.sides
  if sides and sides[1] then
    return sides[1][3] and "ledge" or "fence", sides[1][4]
  end
  return said.closed == nil and outer.closed and "wall" or nil
end

--- Notes the terrain for the cells under an object, and under the shapes of its
-- tile. They get it once there is a grid. The innermost that says something wins:
-- the object, its tile, its layer. But what the legend says of the layer counts
-- before what the map says of the tile.
local function cover(reader, object, place, method, numbers)
  local own, of_tile = said_by(reader, object, place)
  local of_layer = reader.layer.said
  local said, terrain, fence = own, nil, nil
  if place.shape == "polyline" then
    terrain, fence = line_of(reader, place, own)
  end
  local function note(how, points, name, by)
    reader.covers[#reader.covers + 1] = { how, points, name,
      { label = object:title(), layer = place.layer, by = by,
        name = fence } }
  end
  if place.shape ~= "polyline" then
    said = Meaning.over(own, of_layer.is_given and not of_tile.is_given
      and Meaning.over(of_layer, of_tile) or Meaning.over(of_tile, of_layer))
    terrain = said.closed and "wall" or said.terrain
  end
  if terrain and method then
    note(method, numbers, terrain, said.by)
  end
  if reader.shapes and place.gid and own.closed == nil and of_tile.closed == nil
    and not (of_layer.is_given and said.closed == false) then
    outline.tile_shapes(reader, reader.layer, object, place, function(points)
      note("polygon", points, "wall", "shapes")
    end)
  end
end

--- Reads an object as a place for the game.
local function read_object(reader, whole)
  local object, properties = with_template(reader, whole)
  local name = object:string "name"
  if name ~= "" then
    object.label = ("object %s (%s)"):format(check.show(name), object:title())
  end
  reader.found:meet(object)
  local gid = reader.tilesets.without_flips(object:get "gid")
  local place = { name = name, layer = reader.layer.name,
    class = object:class(), id = object:get "id", gid = gid,
    object = whole.raw }
  local tile = gid and reader.tilesets:tile(gid)
  if tile and place.class == "" then
    place.class = tile:class()
  end
  place.properties = tile and next(tile:properties()) ~= nil
    and add(add({}, tile:properties()), properties) or properties
  local method, numbers = outline.read(reader, reader.frame, reader.layer, object,
    place)
  cover(reader, object, place, method, numbers)
  return place
end

--- Reads the objects of all layers. They are counted before the first is read.
-- @param groups   layers of objects
-- @param reader   the sheet, which also has frame, tilesets and touched
-- @return a function(grid, sides) that gives cells their terrain and
-- adds fences
return function(groups, reader)
  reader.covers, reader.templates = {}, {}
  for _, layer in ipairs(groups) do
    given.count(reader, "objects", check.length(layer:table "objects"),
      MAX_OBJECTS, "the map has more than %d objects", layer.label)
  end
  for _, layer in ipairs(groups) do
    reader.layer = layer
    for _, object in layer:each "objects" do
      reader:place(read_object(reader, object))
    end
  end
  return function(grid, sides)
    local shapes = Shapes.new(CALL, grid, sides, reader)
    for _, one in ipairs(reader.covers) do
      shapes[one[1]](shapes, one[2], one[3], one[4])
    end
  end
end
