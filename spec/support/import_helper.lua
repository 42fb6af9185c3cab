--- Shared by the specs of importers: small maps, and a town in the forms of
-- Tiled's exports and of STI.

local tilepath = require "tilepath"
local files = require "spec.support.helper"
local sorted = require "spec.support.sorted"

local helper = {}

--- Fails unless from_tiled raises this error.
function helper.says(expected, map, options)
  local said = files.mistake(function()
    tilepath.from_tiled(map, options)
  end)
  if said ~= "from_tiled: " .. expected then
    error(("said '%s', not '%s'"):format(said, expected), 2)
  end
end

-- Maps ------------------------------------------------------------------------

--- A map of cells of 10 x 10. `tiles` are those of its only tileset.
function helper.map(width, height, layers, tiles)
  return { orientation = "orthogonal", width = width, height = height,
    tilewidth = 10, tileheight = 10, layers = layers, tilesets = {
      { name = "set", firstgid = 1, tilecount = 9, tiles = tiles or {} } } }
end

--- A map of one row of three cells, with a layer for each list of gids.
function helper.row(tiles, ...)
  local layers = {}
  for i, data in ipairs { ... } do
    layers[i] = { type = "tilelayer", name = "layer" .. i, width = 3,
      height = 1, data = data }
  end
  return helper.map(3, 1, layers, tiles)
end

--- A map of 6 x 4 cells with a layer of these objects.
function helper.with_objects(objects, width, height)
  return helper.map(width or 6, height or 4,
    { { type = "objectgroup", name = "things", objects = objects } })
end

--- A layer with this list of chunks, { x, y, width, height, gids }.
function helper.chunked(...)
  local chunks = {}
  for i, chunk in ipairs { ... } do
    chunks[i] = { x = chunk[1], y = chunk[2], width = chunk[3],
      height = chunk[4], data = chunk[5] }
  end
  return { type = "tilelayer", name = "a", chunks = chunks }
end

--- Points of a polygon or polyline from { x1, y1, x2, y2, ... }.
function helper.points(list)
  local points = {}
  for i = 1, #list, 2 do
    points[#points + 1] = { x = list[i], y = list[i + 1] }
  end
  return points
end

--- A layer with the fields that each has in Tiled's Lua export, and STI needs.
local function new_layer(kind, name, fields)
  fields.type, fields.name = kind, name
  fields.properties = fields.properties or {}
  fields.offsetx, fields.offsety = fields.offsetx or 0, fields.offsety or 0
  return fields
end

--- The same for an object.
local function new_object(id, name, shape, x, y, w, h, fields)
  fields = fields or {}
  fields.id, fields.name, fields.shape, fields.x, fields.y = id, name, shape, x, y
  fields.width, fields.height = w or 0, h or 0
  fields.rotation = fields.rotation or 0
  fields.type, fields.properties = fields.type or "", fields.properties or {}
  return fields
end

function helper.isometric()
  local map = helper.map(5, 3, {
    new_layer("tilelayer", "ground", { width = 5, height = 3,
      data = { 1, 1, 2, 1, 1, 4, 4, 2, 4, 4, 1, 1, 1, 1, 3 } }),
    new_layer("objectgroup", "things", { objects = {
      new_object(1, "start", "point", 8, 24),
      new_object(2, "gate", "rectangle", 32, 16, 16, 16) } }),
  }, { { id = 1, class = "wall" }, { id = 2, class = "water" },
    { id = 3, class = "road" } })
  map.orientation, map.tilewidth, map.tileheight = "isometric", 32, 16
  return map
end

-- A town: four of its layers, row by row; gids with their flips.
local GROUND = { 1, 1, 1, 3, 3, 1, 1, 1,
  4, 4, 4, 3, 3, 4, 4, 2147483652,
  1, 1, 1, 3, 3, 1, 6, 6,
  1, 1, 1, 3, 3, 1, 1073741830, 536870918,
  1, 1, 1, 3, 3, 1, 1, 1,
  1, 1, 1, 3, 3, 1, 1, 0 }

--- A list of 48 gids: 0 except at these places.
local function sparse(gids)
  local data = {}
  for i = 1, 48 do
    data[i] = gids[i] or 0
  end
  return data
end

--- A map as Tiled's Lua export has it.
function helper.town()
  local function tiles(name, data, fields)
    fields = fields or {}
    fields.width, fields.height, fields.data = 8, 6, data
    return new_layer("tilelayer", name, fields)
  end
  local map = helper.map(8, 6, {
    tiles("ground", GROUND),
    new_layer("group", "houses", { offsety = -8, properties = { collidable = true },
      layers = {
        tiles("walls", sparse { [33] = 2, [34] = 3221225474, [35] = 1,
          [48] = 1 }),
        tiles("roofs", sparse { [33] = 7, [35] = 7, [41] = 7 },
          { properties = { collidable = false } }) } }),
    tiles("over", sparse { [12] = 5, [13] = 3758096389, [46] = 8 }),
    new_layer("objectgroup", "things", { offsetx = 160, objects = {
      new_object(1, "start", "point", 8, 24, 0, 0, { type = "spawn",
        properties = { facing = "east" } }),
      new_object(2, "swamp", "rectangle", 16, 32, 32, 16),
      new_object(3, "fence", "rectangle", 80.5, 2, 40, 4),
      new_object(4, "", "ellipse", 80, 64, 48, 32, { type = "pond" }),
      new_object(5, "field", "polygon", 16, 0, 0, 0,
        { polygon = helper.points { 0, 0, 32, 0, 0, 32 } }),
      new_object(6, "patrol", "polyline", 8, 24, 0, 0,
        { polyline = helper.points { 0, 0, 40, 0, 40, 48 } }),
      new_object(7, "turned", "rectangle", 64, 0, 16, 32, { rotation = 90 }),
      new_object(8, "chest", "rectangle", 96, 32, 16, 16, { gid = 8 }),
      new_object(9, "label", "text", 0, 0, 48, 16, { text = "Town" }) } }),
    new_layer("imagelayer", "sky", {}),
  }, {
    { id = 1, properties = { walkable = false } },
    { id = 2, properties = { price = false, terrain = "water" } },
    { id = 3, type = "road", properties = { price = 0.5 } },
    { id = 4, type = "bridge" }, { id = 5, properties = { price = 3 } },
    { id = 6, type = "roof" } })
  map.tilewidth, map.tileheight = 16, 16
  for _, object in ipairs(map.layers[4].objects) do
    object.x = object.x - map.layers[4].offsetx
  end
  return map
end

--- A deep copy; shared tables stay shared.
function helper.copy(t, done)
  done = done or {}
  if type(t) ~= "table" then
    return t
  elseif not done[t] then
    done[t] = {}
    for key, value in pairs(t) do
      done[t][key] = helper.copy(value, done)
    end
  end
  return done[t]
end

-- STI -------------------------------------------------------------------------

local Map = {}
Map.__index = Map

local function merged(properties, more)
  for key, value in pairs(more) do
    if properties[key] == nil then
      properties[key] = value
    end
  end
end

--- Opens groups as STI does: joins names, adds offsets, inherits properties.
local function take_apart(list, layer)
  if layer.type ~= "group" then
    list[#list + 1] = layer
    return
  end
  for _, inner in ipairs(layer.layers) do
    inner.name = layer.name .. "." .. inner.name
    inner.offsetx = layer.offsetx + inner.offsetx
    inner.offsety = layer.offsety + inner.offsety
    merged(inner.properties, layer.properties)
    take_apart(list, inner)
  end
end

--- data[y][x]: a table for each tile, shared by equal gids.
local function to_tiles(map, owner)
  local rows = {}
  for y = 1, owner.height do
    rows[y] = {}
    for x = 1, owner.width do
      local gid = owner.data[(y - 1) * owner.width + x]
      if gid > 0 then
        map.tiles[gid] = map.tiles[gid] or { gid = gid, properties = {} }
        rows[y][x] = map.tiles[gid]
      end
    end
  end
  owner.data = rows
end

local function move_points(layer, object)
  local c, s = math.cos(math.rad(object.rotation)),
    math.sin(math.rad(object.rotation))
  for _, point in ipairs(object.polygon or object.polyline or {}) do
    point.x, point.y = layer.x + object.x + c * point.x - s * point.y,
      layer.y + object.y + s * point.x + c * point.y
  end
end

--- A map with all changes of STI that an importer can see.
function helper.sti(map)
  local layers = {}
  setmetatable(map, Map)
  map.tiles, map.tileInstances, map.objects = {}, {}, {}
  for _, layer in ipairs(map.layers) do
    take_apart(layers, layer)
  end
  map.layers = layers
  for i = 1, #layers do
    local layer = layers[i]
    layer.x = (layer.x or 0) + layer.offsetx
    layer.y = (layer.y or 0) + layer.offsety
    layer.update = function() end
    if layer.type == "tilelayer" then
      for _, owner in ipairs(layer.chunks or { layer }) do
        to_tiles(map, owner)
      end
    end
    for _, object in ipairs(layer.objects or {}) do
      object.layer = layer
      map.objects[object.id] = object
      move_points(layer, object)
      if object.shape == "rectangle" then
        object.rectangle = {}
      elseif object.shape == "ellipse" then
        object.ellipse = {}
      end
    end
    layers[layer.name] = layer
  end
  return map
end

--- Gives a map the form of the JSON export: properties are lists, and an object
-- has a mark in place of its shape.
function helper.to_json(node)
  for _, item in pairs(node) do
    if type(item) == "table" then
      helper.to_json(item)
    end
  end
  local list = {}
  for _, name in ipairs(sorted(node.properties or {})) do
    list[#list + 1] = { name = name, value = node.properties[name] }
  end
  node.properties = list[1] and list
  if node.shape and node.shape ~= "rectangle" then
    node[node.shape] = node[node.shape] or true
  end
  node.shape = nil
  return node
end

--- The town in each form.
function helper.towns()
  return { lua = helper.town(), json = helper.to_json(helper.town()),
    sti = helper.sti(helper.town()) }
end

return helper
