--- tilepath.from_ldtk: makes a grid from one or several levels of LDtk.
--
-- Cells come from IntGrid layers. The game gives the meaning of a value, by the
-- value's name in the project or by its number. A value without a meaning
-- raises. Layers lie over each other as in Tiled's maps, by the rule in
-- sheet.lua. Several levels lie at their places in the world, with walls in
-- between.

local root = (...):match("^(.*[./])import[./]") or ""
local check = require(root .. "check")
local given = require(root .. "given")
local layout = require(root .. "layout")
local Terrain = require(root .. "terrain")
local layers = require(root .. "import.layers")
local Node = require(root .. "import.node")
local new_terrains = require(root .. "import.terrains")
local Sheet = require(root .. "import.sheet")

local CALL = "from_ldtk"

local OPTIONS = { project = true, level = true, layers = true, legend = true,
  prices = true, opaque = true, empty = true, base = true }

-- The largest cell in pixels, place of a level in pixels, value, and number of
-- entities in all levels.
local MAX_CELL, MAX_PLACE, MAX_VALUE, MAX_ENTITIES = 2 ^ 24, 2 ^ 40, 2 ^ 31,
  2 ^ 17

-- The project -----------------------------------------------------------------

--- The names of values, by the uid of their layer's definition:
-- names[uid][value].
local function value_names(project)
  local names = {}
  local defs = project and Node.new(CALL, project, "the project"):child "defs"
  if not defs then
    return names
  end
  defs.label = "defs"
  for _, def in defs:each "layers" do
    local by_value = {}
    for _, entry in def:each("intGridValues", true) do
      local name = entry:string "identifier"
      by_value[entry:whole("value", 0, MAX_VALUE)] = name ~= "" and name or nil
    end
    names[def:whole("uid", -MAX_VALUE, MAX_VALUE)] = by_value
  end
  return names
end

--- Reads a level's name.
local function name_level(level)
  level.name = level:string "identifier"
  level.label = "level " .. check.show(level.name)
  return level
end

--- The levels of a project or world that are to be read.
local function choose_levels(world, wanted)
  local chosen = {}
  if wanted ~= nil then
    given.kind(CALL, "level", wanted, "string", "the identifier of a level")
  end
  for _, level in world:each "levels" do
    name_level(level)
    if wanted == nil or level.name == wanted then
      chosen[#chosen + 1] = level
    end
  end
  if not chosen[1] and wanted ~= nil then
    check.fail(CALL, "level", "the identifier of a level", wanted)
  elseif not chosen[1] then
    check.raise(("%s: there are no levels (a project of several worlds has them"
      .. " in worlds[i]: give such a world, with project =)"):format(CALL))
  end
  return chosen
end

--- Raises unless the levels lie on one plane.
local function check_plane(world, levels)
  world.label = "the world"
  local form, first = world:string "worldLayout", levels[1]
  if form:find("^Linear") then
    check.raise(("%s: the world is %s, so its levels do not lie beside each "
      .. "other: choose one, level = %s"):format(CALL, form,
      check.show(first.name)))
  end
  for _, level in ipairs(levels) do
    if not rawequal(level:get "worldDepth", first:get "worldDepth") then
      level:fail("worldDepth",
        "the same as in the first level (or choose one, level =)")
    end
  end
end

-- A level ---------------------------------------------------------------------

--- The layers of a level from the lowest to the topmost: nodes with name and
-- type. LDtk lists the topmost layer first.
local function read_layers(level)
  local all = {}
  if level:get "layerInstances" == nil then
    local file = level:string "externalRelPath"
    check.raise(("%s: %s has no layers here%s"):format(CALL, level.label,
      file == "" and "" or ("; they are in a file of their own, %s: decode "
      .. "it and put it in the place of the level, or give it, with "
      .. "project ="):format(check.show(file))))
  end
  local count = check.length(level:table "layerInstances")
  for i, layer in level:each "layerInstances" do
    layer.name, layer.type = layer:string "__identifier", layer:string "__type"
    layer.label = ("layer %s of %s"):format(check.show(layer.name), level.label)
    layer.left = layer:number("__pxTotalOffsetX", 0)
    layer.top = layer:number("__pxTotalOffsetY", 0)
    all[count + 1 - i] = layer
  end
  return all
end

--- Checks that the cells of a layer lie where those of the first layer do. The
-- first layer sets the frame.
local function check_frame(frame, layer)
  local size = layer:whole("__gridSize", 1, MAX_CELL)
  if not frame.size then
    frame.size, frame.left, frame.top = size, layer.left, layer.top
  elseif size ~= frame.size then
    layer:fail("__gridSize", ("%d as in the other layers (the option layers "
      .. "chooses some)"):format(frame.size))
  elseif layer.left ~= frame.left or layer.top ~= frame.top then
    layer:fail("offset", ("%.14g, %.14g as in the other layers"):format(
      frame.left, frame.top),
      layer.left ~= frame.left and layer.left or layer.top)
  end
end

--- The distance of a level from the border of all levels, in whole cells.
local function column_of(level, key, pixels, size)
  if pixels % size ~= 0 then
    level:fail(key, ("a multiple of the cell size (%d) away from the other "
      .. "levels"):format(size))
  end
  return pixels / size
end

local function add_layer(reader, level, layer)
  check_frame(reader.frame, layer)
  local size = reader.frame.size
  local x = column_of(level, "worldX", level.left - reader.left, size)
  local y = column_of(level, "worldY", level.top - reader.top, size)
  local width = layer:whole("__cWid", 1, layout.MAX_SIDE)
  local height = layer:whole("__cHei", 1, layout.MAX_SIDE)
  reader.sheet:count(width * height, layer.label)
  reader.sheet:add { x = x, y = y, label = layer.label, width = width,
    height = height, list = layer:table "intGridCsv",
    legend = reader.legend_of(layer:whole("layerDefUid", -MAX_VALUE,
      MAX_VALUE)) }
end

-- Entities --------------------------------------------------------------------

--- The two numbers of a list at a key; 0, 0 if the list is missing and may be.
local function pair(entity, key, may_lack)
  local list = entity:child(key, may_lack)
  if list == nil then
    return 0, 0
  end
  return list:number(1), list:number(2)
end

--- Adds the entities of a layer to the places, each also under its name, if the
-- name is free. A place is the middle of its entity.
local function add_entities(reader, level, layer)
  local places = reader.places
  for _, entity in layer:each("entityInstances", true) do
    local x, y = pair(entity, "px")
    local pivot_x, pivot_y = pair(entity, "__pivot", true)
    local width = entity:number("width", 0)
    local height = entity:number("height", 0)
    local name, fields = entity:string "__identifier", {}
    given.count(reader, "entities", 1, MAX_ENTITIES,
      "there are more than %d entities", entity:title())
    for _, field in entity:each("fieldInstances", true) do
      fields[field:string "__identifier"] = field:get "__value"
    end
    local place = { name = name, layer = layer.name, level = level.name,
      x = level.left + layer.left + x + (0.5 - pivot_x) * width,
      y = level.top + layer.top + y + (0.5 - pivot_y) * height,
      width = width, height = height, properties = fields }
    places[#places + 1] = place
    if name ~= "" and places[name] == nil then
      places[name] = place
    end
  end
end

-- All of it -------------------------------------------------------------------

--- Returns a function that makes the legend of a layer's definition: the
-- meanings of its values.
local function new_legends(options, terrains, names, empty)
  local legends = {}
  local meanings = Terrain.legend(CALL, options.legend, terrains.known, {})
  return function(uid)
    local named = names[uid] or {}
    legends[uid] = legends[uid] or Sheet.legend(function(value, label)
      if value == 0 then
        return empty
      end
      given.whole(CALL, label, value, 0, MAX_VALUE,
        "a whole number of at least 0")
      local terrain, name = meanings[value], named[value]
      if terrain == nil and name then
        terrain = meanings[name] or terrains.known[name] and name
      end
      if not terrain then
        check.fail(CALL, label, "a value whose name is a terrain, or that "
          .. "legend explains", name or value)
      end
      return "open", terrain ~= "wall" and terrain, terrain == "wall"
    end)
    return legends[uid]
  end
end

local function read_level(reader, level, names)
  local all = read_layers(level)
  local chosen = layers.choose(CALL, all, "IntGrid", names, "layers",
    "an IntGrid layer of " .. level.label)
  if not chosen[1] then
    check.raise(("%s: %s has no IntGrid layer"):format(CALL, level.label))
  end
  for _, layer in ipairs(chosen) do
    add_layer(reader, level, layer)
  end
  for _, layer in ipairs(all) do
    add_entities(reader, level, layer)
  end
end

--- The levels to read, with their places in pixels (in the world, if there are
-- several levels), and the left and upper border of all.
local function read_levels(first, wanted)
  local levels, left, top = { first }, math.huge, math.huge
  if first:get "levels" ~= nil then
    levels = choose_levels(first, wanted)
  elseif wanted ~= nil then
    check.fail(CALL, "level", "left out if the first argument is a level",
      wanted)
  else
    name_level(first)
  end
  if #levels > 1 then
    check_plane(first, levels)
  end
  for _, level in ipairs(levels) do
    level.left, level.top = 0, 0
    if #levels > 1 then
      level.left = level:whole("worldX", -MAX_PLACE, MAX_PLACE)
      level.top = level:whole("worldY", -MAX_PLACE, MAX_PLACE)
    end
    left, top = math.min(left, level.left), math.min(top, level.top)
  end
  return levels, left, top
end

--- tilepath.from_ldtk(level [, options])
return function(level, options)
  given.kind(CALL, "level", level, "table",
    "a table, a level or a project of LDtk")
  options = check.options(CALL, "options", options, OPTIONS)
  local first, project = Node.new(CALL, level), options.project
  if project ~= nil then
    given.kind(CALL, "project", project, "table", "a table")
  elseif first:get "defs" ~= nil then
    project = level
  end
  local base_x, base_y = layout.base(CALL, options.base, 1)
  local names = given.names(CALL, "layers", options.layers)
  local terrains = new_terrains(CALL, options.prices)
  local empty = options.empty == nil and "open"
    or terrains:option("empty", options.empty)
  local levels, left, top = read_levels(first, options.level)
  local reader = { call = CALL, sheet = Sheet.new(CALL), frame = {},
    places = {}, left = left, top = top,
    legend_of = new_legends(options, terrains, value_names(project), empty) }
  for _, one in ipairs(levels) do
    read_level(reader, one, names)
  end
  local frame = reader.frame
  local x, y, width, height = reader.sheet:bounds()
  local grid = reader.sheet:grid(x, y, width, height, terrains, "wall", {
    base_x = base_x, base_y = base_y, opaque = options.opaque,
    cell_width = frame.size, cell_height = frame.size,
    left = left + frame.left, top = top + frame.top })
  return grid, reader.places
end
