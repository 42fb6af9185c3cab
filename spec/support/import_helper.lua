--- Shared by the specs of importers: decoded fixtures, and STI's form of a map.

local files = require "spec.support.helper"
local json = require "spec.support.json"

local helper = {}

local FOLDER = "spec/fixtures/tiled/"

helper.read_file = files.read_file

--- The content of a file, a new table each time: Lua or JSON, by the name.
function helper.decoded(name)
  if name:find("%.json$") then
    return json.decode(helper.read_file(name))
  end
  return dofile(name)
end

--- The same for a file that Tiled exported.
function helper.tiled(name)
  return helper.decoded(FOLDER .. name)
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

return helper
