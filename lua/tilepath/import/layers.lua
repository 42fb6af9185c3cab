--- The layers of a Tiled map, out of their groups, with their cells.
--
-- A layer in a group has the group's name before its own: "houses.roofs". (STI
-- takes groups apart and names layers that way, so its maps agree.) A group's
-- property `collidable` holds for the layers in it, unless theirs says
-- otherwise. Nothing else of a group matters: what is hidden, shifted or shown
-- at another speed for the eye lies on the same cells.

local root = (...):match("^(.*[./])import[./]") or ""
local check = require(root .. "check")
local layout = require(root .. "layout")
local raw = require(root .. "import.raw")

local CALL = "from_tiled"
local MAX_DEPTH = 64

local layers = {}

-- Groups ----------------------------------------------------------------------

-- The types that layers have, and whether they have cells or objects.
local TYPES = { tilelayer = true, objectgroup = true, imagelayer = true,
  customlayer = true, group = true }

local function is_collidable(walk, layer, label, inherited)
  local value = rawget(walk.read_properties(layer, label), "collidable")
  if value == nil then
    return inherited
  elseif type(value) ~= "boolean" then
    check.fail(CALL, "property 'collidable' of " .. label, "true or false",
      value)
  end
  return value
end

--- Adds the layers of a map or group. `path` is the group's label, nil for the
-- map; `prefix` goes before their names.
local function collect(walk, parent, path, prefix, inherited, depth)
  if depth > MAX_DEPTH then
    check.raise(("%s: groups of layers are nested more than %d deep")
      :format(CALL, MAX_DEPTH))
  end
  local list = raw.table(CALL, parent, "layers", path)
  for i = 1, check.length(list) do
    local layer = raw.item(CALL, list, i, "layers", path)
    local at = ("layers[%d]%s"):format(i, path and " of " .. path or "")
    local name = rawget(layer, "name")
    if type(name) ~= "string" then
      check.fail(CALL, "name of " .. at, "a string", name)
    elseif walk.seen[layer] then
      check.fail(CALL, at, "a layer that the map has not had already", layer)
    end
    walk.seen[layer] = true
    local kind = rawget(layer, "type")
    if type(kind) ~= "string" or not TYPES[kind] then
      check.fail(CALL, ("type of layer %s"):format(check.show(name)),
        "'tilelayer', 'objectgroup', 'imagelayer' or 'group'", kind)
    end
    name = prefix .. name
    local label = ("layer %s"):format(check.show(name))
    local blocks = is_collidable(walk, layer, label, inherited)
    if kind == "group" then
      collect(walk, layer, "group " .. check.show(name), name .. ".", blocks,
        depth + 1)
    else
      walk.list[#walk.list + 1] = { layer = layer, name = name, type = kind,
        label = label, is_blocking = blocks }
    end
  end
end

--- All layers from the lowest to the topmost: { layer =, name =, label =,
-- type =, is_blocking = } each.
function layers.list(map, read_properties)
  local walk = { list = {}, seen = {}, read_properties = read_properties }
  collect(walk, map, nil, "", false, 1)
  return walk.list
end

--- Is a layer of that name, or in a group of that name? With `anywhere`, names
-- may leave out the groups around.
local function is_named(layer, name, anywhere)
  local path = layer.name .. "."
  if anywhere then
    return ("." .. path):find("." .. name .. ".", 1, true) ~= nil
  end
  return path:sub(1, #name + 1) == name .. "."
end

--- The layers of a type (or of any) that a name stands for; raises where there
-- is none.
local function named(list, name, kind, option)
  for _, anywhere in ipairs { false, true } do
    local found = {}
    for _, layer in ipairs(list) do
      if (not kind or layer.type == kind) and is_named(layer, name, anywhere)
      then
        found[#found + 1] = layer
      end
    end
    if found[1] then
      return found
    end
  end
  check.fail(CALL, option,
    kind and "a tile layer of the map" or "a layer of the map", name)
end

--- Marks those that block, as the option `blocking` names them.
function layers.block(list, names)
  for i, name in ipairs(names) do
    for _, layer in ipairs(named(list, name, nil, ("blocking[%d]"):format(i)))
    do
      layer.is_blocking = true
    end
  end
end

--- The tile layers that the option `layers` names, in its order; all of them
-- where it is left out.
function layers.choose(list, names)
  local chosen = {}
  if not names then
    for _, layer in ipairs(list) do
      if layer.type == "tilelayer" then
        chosen[#chosen + 1] = layer
      end
    end
    return chosen
  end
  for i, name in ipairs(names) do
    for _, layer in ipairs(named(list, name, "tilelayer",
      ("layers[%d]"):format(i))) do
      chosen[#chosen + 1] = layer
    end
  end
  return chosen
end

-- Cells -----------------------------------------------------------------------

--- The data of a layer or chunk; raises where it is still packed.
local function data_of(owner, label, encoding)
  local data = rawget(owner, "data")
  if type(data) == "string" or encoding == "base64" then
    check.raise(("%s: data of %s is encoded (%s): set Tile Layer Format to CSV "
      .. "in the map's properties and save it again, or put the decoded list "
      .. "of gids there"):format(CALL, label,
      encoding ~= "" and encoding or "a string"))
  elseif type(data) ~= "table" then
    check.fail(CALL, "data of " .. label, "a table", data)
  end
  return data
end

--- STI's data[y][x], tiles instead of gids and nothing where there is none, as
-- a flat list of gids.
local function flatten(rows, width, height, label)
  local list, n = {}, 0
  for y = 1, height do
    local row = raw.item(CALL, rows, y, "data", label)
    for x = 1, width do
      local tile = rawget(row, x)
      if tile == nil then
        tile = 0
      elseif type(tile) == "table" then
        tile = rawget(tile, "gid")
      end
      if type(tile) ~= "number" then
        check.fail(CALL, ("data[%d][%d] of %s"):format(y, x, label),
          "a tile with its gid", rawget(row, x))
      end
      n = n + 1
      list[n] = tile
    end
  end
  return list
end

--- Lays one rectangle of cells on the sheet.
local function add(sheet, legend, layer, owner, x, y, width, height, label)
  local encoding = raw.string(CALL, layer.layer, "encoding", layer.label)
  local data = data_of(owner, label, encoding)
  sheet:count(width * height, label)
  if type(rawget(data, 1)) == "table" then
    data = flatten(data, width, height, label)
  end
  sheet:add { x = x, y = y, width = width, height = height, list = data,
    legend = legend, label = label, is_blocking = layer.is_blocking }
end

--- A layer without chunks is as large as its map.
local function check_side(layer, key, side)
  if raw.get(layer.layer, key) ~= side then
    check.fail(CALL, ("%s of %s"):format(key, layer.label),
      ("%d, which is the map's"):format(side), raw.get(layer.layer, key))
  end
end

--- Lays a layer on the sheet. Returns whether it is one without bounds, that
-- comes in chunks.
function layers.lay(sheet, legend, layer, width, height)
  local chunks = raw.table(CALL, layer.layer, "chunks", layer.label, true)
  local side, base = layout.MAX_SIDE, layout.MAX_BASE
  if not chunks then
    check_side(layer, "width", width)
    check_side(layer, "height", height)
    add(sheet, legend, layer, layer.layer, 0, 0, width, height, layer.label)
    return false
  end
  for i = 1, check.length(chunks) do
    local chunk = raw.item(CALL, chunks, i, "chunks", layer.label)
    local label = ("chunks[%d] of %s"):format(i, layer.label)
    add(sheet, legend, layer, chunk,
      raw.whole(CALL, chunk, "x", label, -base, base),
      raw.whole(CALL, chunk, "y", label, -base, base),
      raw.whole(CALL, chunk, "width", label, 1, side),
      raw.whole(CALL, chunk, "height", label, 1, side), label)
  end
  return true
end

return layers
