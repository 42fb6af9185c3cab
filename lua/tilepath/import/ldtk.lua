--- tilepath.from_ldtk: a grid of a level drawn in LDtk, or of several.
--
-- Cells come from IntGrid layers. What a value means is the game's to say, by
-- the name that the value has in the project or by its number; a value that
-- nobody explains raises. Layers lie over each other as in Tiled's maps, by the
-- rule of sheet.lua. Several levels lie where the world has them, with walls in
-- between.

local root = (...):match("^(.*[./])import[./]") or ""
local check = require(root .. "check")
local layout = require(root .. "layout")
local Terrain = require(root .. "terrain")
local raw = require(root .. "import.raw")
local new_terrains = require(root .. "import.terrains")
local Sheet = require(root .. "import.sheet")

local CALL = "from_ldtk"

local OPTIONS = { project = true, level = true, layers = true, legend = true,
  terrain = true, empty = true, base = true }

-- Pixels of a cell, levels' places in pixels, values, entities of all levels.
local MAX_CELL, MAX_PLACE, MAX_VALUE, MAX_ENTITIES = 2 ^ 24, 2 ^ 40, 2 ^ 31,
  2 ^ 17

-- The project -----------------------------------------------------------------

--- Names of values, by the uid of their layer's definition: names[uid][value].
local function value_names(project)
  local names = {}
  local defs = project and raw.table(CALL, project, "defs", "the project")
  local list = defs and raw.table(CALL, defs, "layers", "defs") or {}
  for i = 1, check.length(list) do
    local label = ("layers[%d] of defs"):format(i)
    local def = raw.item(CALL, list, i, "layers", "defs")
    local values = raw.table(CALL, def, "intGridValues", label, true) or {}
    local by_value = {}
    for k = 1, check.length(values) do
      local entry = raw.item(CALL, values, k, "intGridValues", label)
      local place = ("intGridValues[%d] of %s"):format(k, label)
      local name = raw.string(CALL, entry, "identifier", place)
      local value = raw.whole(CALL, entry, "value", place, 0, MAX_VALUE)
      by_value[value] = name ~= "" and name or nil
    end
    names[raw.whole(CALL, def, "uid", label, -MAX_VALUE, MAX_VALUE)] = by_value
  end
  return names
end

--- The levels of a project or world that are to be read.
local function choose_levels(world, wanted)
  local list, chosen = raw.table(CALL, world, "levels"), {}
  for i = 1, check.length(list) do
    local level = raw.item(CALL, list, i, "levels")
    local name = raw.string(CALL, level, "identifier", ("levels[%d]"):format(i))
    if wanted == nil or name == wanted then
      chosen[#chosen + 1] = level
    end
  end
  if not chosen[1] and wanted ~= nil then
    check.fail(CALL, "level", "the identifier of a level", wanted)
  elseif not chosen[1] then
    check.raise(("%s: there are no levels (a project of several worlds has them"
      .. " in worlds[i]: hand that in, with project =)"):format(CALL))
  end
  return chosen
end

--- Levels that are read together must be laid out on one plane.
local function check_plane(world, levels)
  local form = raw.string(CALL, world, "worldLayout", "the world")
  if form:find("^Linear") then
    check.raise(("%s: the world is %s, so its levels do not lie beside each "
      .. "other: name one, level = %s"):format(CALL, form,
      check.show(rawget(levels[1], "identifier"))))
  end
  for _, level in ipairs(levels) do
    if not rawequal(rawget(level, "worldDepth"),
      rawget(levels[1], "worldDepth")) then
      check.fail(CALL, ("worldDepth of level %s"):format(
        check.show(rawget(level, "identifier"))), "that of the first level: "
        .. "name one, level =", rawget(level, "worldDepth"))
    end
  end
end

-- A level ---------------------------------------------------------------------

local function layers_of(level, label)
  local list = raw.get(level, "layerInstances")
  if list == nil then
    local file = raw.string(CALL, level, "externalRelPath", label)
    check.raise(("%s: %s has no layers here%s"):format(CALL, label,
      file == "" and "" or ("; they are in a file of their own, %s: decode "
      .. "that and put it in the place of the level, or hand it in, with "
      .. "project ="):format(check.show(file))))
  end
  return raw.table(CALL, level, "layerInstances", label)
end

--- The layers of a level from the lowest to the topmost, { layer =, name =,
-- label = } each. LDtk lists the topmost first.
local function read_layers(level, label)
  local list, all = layers_of(level, label), {}
  for i = check.length(list), 1, -1 do
    local layer = raw.item(CALL, list, i, "layerInstances", label)
    local place = ("layerInstances[%d] of %s"):format(i, label)
    local name = raw.string(CALL, layer, "__identifier", place)
    local kind = raw.string(CALL, layer, "__type", place)
    all[#all + 1] = { layer = layer, name = name, type = kind,
      label = ("layer %s of %s"):format(check.show(name), label) }
  end
  return all
end

--- The IntGrid layers that are to be read, in order.
local function choose_layers(all, names, label)
  local chosen = {}
  for i = 1, names and #names or 1 do
    local before = #chosen
    for _, layer in ipairs(all) do
      if layer.type == "IntGrid" and (not names or layer.name == names[i]) then
        chosen[#chosen + 1] = layer
      end
    end
    if names and #chosen == before then
      check.fail(CALL, ("layers[%d]"):format(i),
        "an IntGrid layer of " .. label, names[i])
    end
  end
  if not chosen[1] then
    check.raise(("%s: %s has no IntGrid layer"):format(CALL, label))
  end
  return chosen
end

local function offset_of(layer)
  return raw.number(CALL, layer.layer, "__pxTotalOffsetX", layer.label, 0),
    raw.number(CALL, layer.layer, "__pxTotalOffsetY", layer.label, 0)
end

--- Checks that the layer's cells lie where the first layer's do, and sets them
-- by that layer where it is the first.
local function check_frame(frame, layer)
  local size = raw.whole(CALL, layer.layer, "__gridSize", layer.label, 1,
    MAX_CELL)
  local offset_x, offset_y = offset_of(layer)
  if not frame.size then
    frame.size, frame.offset_x, frame.offset_y = size, offset_x, offset_y
  elseif size ~= frame.size then
    check.fail(CALL, "__gridSize of " .. layer.label, ("%d as in the other "
      .. "layers (the option layers chooses some)"):format(frame.size), size)
  elseif offset_x ~= frame.offset_x or offset_y ~= frame.offset_y then
    check.fail(CALL, "offset of " .. layer.label, ("%.14g, %.14g as in the "
      .. "other layers"):format(frame.offset_x, frame.offset_y),
      offset_x ~= frame.offset_x and offset_x or offset_y)
  end
end

--- A level's place in its world, in whole cells.
local function column_of(level, key, label, from, size)
  local place = raw.whole(CALL, level, key, label, -MAX_PLACE, MAX_PLACE) - from
  if place % size ~= 0 then
    check.fail(CALL, ("%s of %s"):format(key, label), ("a multiple of the cell "
      .. "size (%d) away from the other levels"):format(size), place + from)
  end
  return place / size
end

local function add_layers(reader, level, label, chosen)
  for _, layer in ipairs(chosen) do
    check_frame(reader.frame, layer)
    local t, size = layer.layer, reader.frame.size
    local x, y = 0, 0
    if reader.is_world then
      x = column_of(level, "worldX", label, reader.left, size)
      y = column_of(level, "worldY", label, reader.top, size)
    end
    local side = layout.MAX_SIDE
    local width = raw.whole(CALL, t, "__cWid", layer.label, 1, side)
    local height = raw.whole(CALL, t, "__cHei", layer.label, 1, side)
    reader.sheet:count(width * height, layer.label)
    reader.sheet:add { x = x, y = y, label = layer.label, width = width,
      height = height, list = raw.table(CALL, t, "intGridCsv", layer.label),
      legend = reader.legend_of(raw.whole(CALL, t, "layerDefUid", layer.label,
        -MAX_VALUE, MAX_VALUE)) }
  end
end

-- Entities --------------------------------------------------------------------

local function pair(t, key, owner, unless_given)
  local list = raw.table(CALL, t, key, owner, unless_given ~= nil)
  if list == nil then
    return unless_given, unless_given
  end
  local label = ("%s of %s"):format(key, owner)
  return raw.number(CALL, list, 1, label), raw.number(CALL, list, 2, label)
end

local function fields_of(entity, label)
  local list = raw.table(CALL, entity, "fieldInstances", label, true) or {}
  local fields = {}
  for i = 1, check.length(list) do
    local field = raw.item(CALL, list, i, "fieldInstances", label)
    fields[raw.string(CALL, field, "__identifier", label)] =
      raw.get(field, "__value")
  end
  return fields
end

--- Adds the entities of a layer to the places, each under its name, too, if
-- that is free. A place is the middle of its entity.
local function add_entities(reader, layer, level_name, left, top)
  local places = reader.places
  local list = raw.table(CALL, layer.layer, "entityInstances", layer.label,
    true) or {}
  local offset_x, offset_y = offset_of(layer)
  for i = 1, check.length(list) do
    local label = ("entityInstances[%d] of %s"):format(i, layer.label)
    local entity = raw.item(CALL, list, i, "entityInstances", layer.label)
    local x, y = pair(entity, "px", label)
    local pivot_x, pivot_y = pair(entity, "__pivot", label, 0)
    local width = raw.number(CALL, entity, "width", label, 0)
    local height = raw.number(CALL, entity, "height", label, 0)
    local name = raw.string(CALL, entity, "__identifier", label)
    if #places >= MAX_ENTITIES then
      check.raise(("%s: there are more than %d entities, with %s"):format(CALL,
        MAX_ENTITIES, label))
    end
    local place = { name = name, layer = layer.name, level = level_name,
      x = left + offset_x + x + (0.5 - pivot_x) * width,
      y = top + offset_y + y + (0.5 - pivot_y) * height,
      width = width, height = height, properties = fields_of(entity, label) }
    places[#places + 1] = place
    if name ~= "" and places[name] == nil then
      places[name] = place
    end
  end
end

-- All of it -------------------------------------------------------------------

--- A function that gives the legend of a layer's definition: what values mean.
local function new_legends(options, terrains, names, empty)
  local legends, meanings = {}, {}
  for value, terrain in Terrain.legend(CALL, options.legend, terrains.known) do
    meanings[value] = terrain
  end
  local function explain(value, label, name)
    if value == 0 then
      return empty
    elseif type(value) ~= "number" or not (value > 0 and value <= MAX_VALUE)
      or value % 1 ~= 0 then
      check.fail(CALL, label, "a whole number of at least 0", value)
    end
    local terrain = meanings[value]
    if terrain == nil and name then
      terrain = meanings[name] or terrains.known[name] and name
    end
    if not terrain then
      check.fail(CALL, label, "a value whose name is a terrain, or that legend "
        .. "explains", name or value)
    end
    return "open", terrain ~= "wall" and terrain, terrain == "wall"
  end
  return function(uid)
    legends[uid] = legends[uid] or Sheet.legend(function(value, label)
      return explain(value, label, names[uid] and names[uid][value])
    end)
    return legends[uid]
  end
end

local function read_level(reader, level, i, names)
  local name = raw.string(CALL, level, "identifier", ("levels[%d]"):format(i))
  local label = "level " .. check.show(name)
  local all = read_layers(level, label)
  add_layers(reader, level, label, choose_layers(all, names, label))
  local left, top = 0, 0
  if reader.is_world then
    left, top = rawget(level, "worldX"), rawget(level, "worldY")
  end
  for _, layer in ipairs(all) do
    add_entities(reader, layer, name, left, top)
  end
end

--- The left and upper border of all levels, in pixels of the world.
local function corner_of(levels)
  local left, top
  for i, level in ipairs(levels) do
    local label = ("levels[%d]"):format(i)
    local x = raw.whole(CALL, level, "worldX", label, -MAX_PLACE, MAX_PLACE)
    local y = raw.whole(CALL, level, "worldY", label, -MAX_PLACE, MAX_PLACE)
    left, top = math.min(left or x, x), math.min(top or y, y)
  end
  return left, top
end

--- The levels to read, and whether they lie in a world together.
local function read_world(first, options)
  if raw.get(first, "levels") == nil then
    if options.level ~= nil then
      check.fail(CALL, "level", "left out where the first argument is a level",
        options.level)
    end
    return { first }, false
  end
  if options.level ~= nil and type(options.level) ~= "string" then
    check.fail(CALL, "level", "the identifier of a level", options.level)
  end
  local levels = choose_levels(first, options.level)
  if #levels > 1 then
    check_plane(first, levels)
  end
  return levels, #levels > 1
end

--- tilepath.from_ldtk(level [, options])
return function(level, options)
  if type(level) ~= "table" then
    check.fail(CALL, "level", "a table, a level or a project of LDtk", level)
  end
  options = check.options(CALL, "options", options, OPTIONS)
  local project = options.project
  if project ~= nil and type(project) ~= "table" then
    check.fail(CALL, "project", "a table", project)
  elseif project == nil and raw.get(level, "defs") ~= nil then
    project = level
  end
  local base_x, base_y = layout.base(CALL, options.base, 1)
  local names = options.layers ~= nil and raw.names(CALL, options, "layers")
  local terrains = new_terrains(CALL, options.terrain)
  local empty = "open"
  if options.empty ~= nil then
    empty = terrains:option("empty", options.empty)
  end
  local levels, is_world = read_world(level, options)
  local reader = { sheet = Sheet.new(CALL), frame = {}, places = {},
    is_world = is_world, left = 0, top = 0,
    legend_of = new_legends(options, terrains, value_names(project), empty) }
  if is_world then
    reader.left, reader.top = corner_of(levels)
  end
  for i, one in ipairs(levels) do
    read_level(reader, one, i, names)
  end
  local frame = reader.frame
  local x, y, width, height = reader.sheet:bounds()
  local grid = reader.sheet:grid(x, y, width, height, terrains, "wall", {
    base_x = base_x, base_y = base_y,
    cell_width = frame.size, cell_height = frame.size,
    origin_x = reader.left + frame.offset_x,
    origin_y = reader.top + frame.offset_y })
  return grid, reader.places
end
