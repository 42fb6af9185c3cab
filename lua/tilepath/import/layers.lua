--- The layers of a Tiled map and their cells, without groups.
--
-- The name of a layer in a group begins with the group's name: "houses.roofs".
-- (STI takes groups apart and names layers in the same way, so its maps agree.)
-- What a group says holds for its layers, unless they say otherwise. The offsets of
-- a layer of objects and of its groups move its objects. Layers of tiles lie on
-- the same cells whatever their offsets, as do hidden layers and layers with
-- parallax.

local root = (...):match("^(.*[./])import[./]") or ""
local check = require(root .. "check")
local layout = require(root .. "layout")
local Meaning = require(root .. "import.meaning")
local Sheet = require(root .. "import.sheet")

local CALL = "from_tiled"
local MAX_DEPTH = 64

local layers = {}

-- Groups ----------------------------------------------------------------------

-- The types that layers have.
local TYPES = { tilelayer = true, objectgroup = true, imagelayer = true,
  customlayer = true, group = true }

--- A name, and what is left of it as one part after another is cut off: "a.b.c",
-- "b.c", "c" or "a.b.c", "a.b", "a".
local function names_of(name, part)
  local names = { name }
  for i = 2, name:find(".", 1, true) and MAX_DEPTH or 0 do
    names[i] = names[i - 1]:gsub(part, "")
  end
  return names
end

--- Adds the layers of a map or group, with `prefix` before their names.
local function collect(walk, parent, prefix, outer, depth)
  if depth > MAX_DEPTH then
    check.raise(("%s: groups of layers are nested more than %d deep")
      :format(CALL, MAX_DEPTH))
  end
  for _, layer in parent:each "layers" do
    layer.name = prefix .. layer:kind("name", "string", "a string")
    if walk.seen[layer.raw] then
      check.fail(CALL, layer:title(),
        "a layer that is not in the map twice", layer.raw)
    end
    walk.seen[layer.raw] = true
    layer.label = "layer " .. check.show(layer.name)
    layer.type = layer:get "type"
    if not TYPES[layer.type] then
      layer:fail("type", "'tilelayer', 'objectgroup', 'imagelayer' or 'group'")
    end
    layer.offset_x = (parent.offset_x or 0) + layer:number("offsetx", 0)
    layer.offset_y = (parent.offset_y or 0) + layer:number("offsety", 0)
    -- Groups that STI has opened are left in the names of their layers.
    layer.said = Meaning.over(walk.meaning:told(walk.meaning:read(layer),
      names_of(layer.name, "^[^.]*%.")), depth > 1 and outer
      or walk.meaning:told(outer, names_of(layer.name, "%.[^.]*$")))
    if layer.type == "group" then
      layer.label = "group " .. check.show(layer.name)
      collect(walk, layer, layer.name .. ".", layer.said, depth + 1)
    else
      walk.list[#walk.list + 1] = layer
    end
  end
end

--- All layers from the lowest to the topmost: nodes with name, type and said
-- (what they and their groups mean).
function layers.list(map, meaning)
  local walk = { list = {}, seen = {}, meaning = meaning }
  collect(walk, map, "", Meaning.NOTHING, 1)
  return walk.list
end

--- The layers of a type (nil: any) with a name (nil: any), or in a group of
-- that name. If there is none, the name may leave out outer groups.
local function find(list, kind, name)
  local found, whole = {}, {}
  local wanted = name and "." .. name .. "." or "."
  for _, layer in ipairs(list) do
    local at = ("." .. layer.name .. "."):find(wanted, 1, true)
    if at and (not kind or layer.type == kind) then
      found[#found + 1] = layer
      whole[#whole + 1] = at == 1 and layer or nil
    end
  end
  return whole[1] and whole or found
end

--- The layers of a type (nil: any) that an option names, in its order; without
-- names, all layers of the type. Raises if no layer has a name.
-- @param where  whose layers they are, for the message; or nil
function layers.choose(call, list, kind, names, where)
  local chosen, known = not names and find(list, kind) or {}, {}
  for _, layer in ipairs(list) do
    known[layer.name] = layer.type == kind or nil
  end
  for _, name in ipairs(names or {}) do
    local found = find(list, kind, name)
    if not found[1] then
      check.unknown(call, name, known, where, "layer")
    end
    for _, layer in ipairs(found) do
      chosen[#chosen + 1] = layer
    end
  end
  return chosen
end

-- Cells -----------------------------------------------------------------------

--- Converts STI's data[y][x] into a flat list of gids. STI has tiles instead of
-- gids, and nil for an empty cell.
local function flatten(owner, width, height)
  local list, n = {}, 0
  for y, row in owner:each "data" do
    for x = 1, y <= height and width or 0 do
      local tile = rawget(row.raw, x)
      local gid = tile == nil and 0 or tile
      if type(tile) == "table" then
        gid = rawget(tile, "gid")
      end
      if type(gid) ~= "number" then
        owner:fail(("data[%d][%d]"):format(y, x), "a tile with its gid", tile)
      end
      n = n + 1
      list[n] = gid
    end
  end
  return list
end

--- Columns or rows by which a layer of tiles is moved, in old files and in those of
-- other programs.
local function moved(layer, key)
  return layer:get(key) == nil and 0
    or layer:whole(key, -layout.MAX_BASE, layout.MAX_BASE)
end

--- Adds one rectangle of cells to the sheet. The type of data decides what it
-- is: STI leaves the word `encoding` beside its tiles, and its layers have their
-- offset in x and y.
local function add(sheet, layer, owner, x, y, width, height, is_chunk)
  local data, label = rawget(owner.raw, "data"), owner:title()
  sheet:count(width * height, label)
  if type(data) ~= "string" and type(rawget(owner:table "data", 1)) == "table" then
    data = flatten(owner, width, height)
  else
    x, y = x + moved(layer, "x"), y + moved(layer, "y")
    data = type(data) == "string" and sheet.outside:gids(data,
      layer:string "compression", width * height, label) or data
  end
  sheet:add({ x = x, y = y, width = width, height = height, list = data,
    legend = layer.legend, label = label, layer = layer.name }, not is_chunk
    and sheet.frame)
end

--- Adds a layer to the sheet. Without chunks it begins at 0, 0.
-- @param sheet  also has frame, tilesets, and legends (by what layers say)
-- @return is it an infinite layer, which has chunks?
function layers.lay(sheet, layer)
  local side, base, said = layout.MAX_SIDE, layout.MAX_BASE, layer.said
  layer.legend = sheet.legends[said] or Sheet.legend(function(gid, label)
    return sheet.tilesets:explain(gid, label, said)
  end)
  sheet.legends[said] = layer.legend
  if not layer:table("chunks", true) then
    add(sheet, layer, layer, 0, 0, layer:whole("width", 1, side),
      layer:whole("height", 1, side))
    return false
  end
  for _, chunk in layer:each "chunks" do
    add(sheet, layer, chunk, chunk:whole("x", -base, base),
      chunk:whole("y", -base, base), chunk:whole("width", 1, side),
      chunk:whole("height", 1, side), true)
  end
  return true
end

return layers
