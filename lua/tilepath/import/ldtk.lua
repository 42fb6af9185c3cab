--- tilepath.from_ldtk: makes a grid from one or several levels of LDtk.
--
-- Cells come from IntGrid layers, and from layers of tiles that have enum tags
-- with a meaning. The game gives the meaning of a value, by the value's name in
-- the project or by its number, and of a tag by its name. A value without a
-- meaning raises. Layers lie over each other as in Tiled's maps, by the rule in
-- sheet.lua. Several levels lie at their places in the world, with walls in
-- between.

local root = (...):match("^(.*[./])import[./]") or ""
local check = require(root .. "check")
local given = require(root .. "given")
local layout = require(root .. "layout")
local layers = require(root .. "import.layers")
local Meaning = require(root .. "import.meaning")
local Node = require(root .. "import.node")
local Sheet = require(root .. "import.sheet")

local CALL = "from_ldtk"

local OPTIONS = given.set { "level", "layers", "legend", "empty", "unknown",
  "files", "prices", "opaque", "base", "into" }

-- The largest cell in pixels, place of a level in pixels, value, and number of
-- entities in all levels.
local MAX_CELL, MAX_PLACE, MAX_VALUE, MAX_ENTITIES = 2 ^ 24, 2 ^ 40, 2 ^ 31,
  2 ^ 17

-- The project -----------------------------------------------------------------

--- What a value or tag means: what the legend says, or the terrain of its name.
local function said_by(reader, name, number, label)
  return reader.meaning:told(reader.terrains.known[name]
    and Meaning.of(name, name) or Meaning.NOTHING, { name }, number, label)
end

--- Returns the legend of a layer's definition (nil: it is not known).
local function new_legend(reader, def)
  local names = {}
  for _, entry in (def or reader.nothing):each("intGridValues", true) do
    if entry:get "value" == nil then
      check.raise(("%s: %s have no value: the project was saved by LDtk before "
        .. "1.0, save it again"):format(CALL, def:name_of "intGridValues"))
    end
    names[entry:whole("value", 0, MAX_VALUE)] = entry:string "identifier"
  end
  return Sheet.legend(function(value, label)
    if value == 0 then
      return false
    end
    check.whole(CALL, label, value, 0)
    local name = names[value] ~= "" and names[value] or nil
    local said = said_by(reader, name, value, label)
    if said == Meaning.NOTHING and not reader.unknown then
      check.fail(CALL, label, "a value whose name is a terrain, or that "
        .. "legend explains (or all others do, with unknown =)", name or value)
    end
    return "open", said ~= Meaning.NOTHING and said or reader.unknown
  end)
end

--- What tiles of a tileset mean by their enum tags, { [tile] = meaning }, or nil.
local function read_tags(reader, def)
  local meanings
  for _, tag in def:each("enumTags", true) do
    local said = said_by(reader, tag:string "enumValueId")
    local ids = tag:table "tileIds"
    for i = 1, said ~= Meaning.NOTHING and check.length(ids) or 0 do
      local id = rawget(ids, i)
      meanings = meanings or {}
      local old = meanings[id]
      if type(id) == "number" and id == id and not (old and old.closed) then
        meanings[id] = said
      end
    end
  end
  return meanings
end

--- Reads the definitions of a project: the legends of layers and the tags of
-- tilesets, by their uids.
local function read_defs(reader, project)
  local defs = project:child("defs", true) or reader.nothing
  defs.label = "defs"
  for _, def in defs:each("layers", true) do
    reader.legends[def:whole("uid", -MAX_VALUE, MAX_VALUE)] =
      new_legend(reader, def)
  end
  for _, def in defs:each("tilesets", true) do
    reader.tags[def:whole("uid", -MAX_VALUE, MAX_VALUE)] =
      read_tags(reader, def)
  end
end

--- Reads a level's name.
local function name_level(level)
  level.name = level:string "identifier"
  level.label = "level " .. check.show(level.name)
end

--- The levels of a project that are to be read, and the node that has their
-- layout: the project, or one of its worlds.
-- @param wanted  the name of a level or a world; nil: all
local function choose_levels(project, wanted)
  local worlds, levels, of, names = { project }, {}, nil, {}
  for i, world in project:each("worlds", true) do
    worlds[i + 1] = world
  end
  for _, world in ipairs(worlds) do
    local of_world = world:string "identifier"
    local is_named = wanted == nil or of_world == wanted
    names[of_world] = of_world ~= "" or nil
    for _, level in world:each "levels" do
      name_level(level)
      names[level.name] = true
      if is_named or level.name == wanted then
        levels[#levels + 1], of = level, of or world
      end
      if of and of ~= world and wanted == nil then
        check.raise(("%s: the project has several worlds: choose one, level = %s"
          ):format(CALL, check.show(of:string "identifier")))
      end
    end
  end
  if not next(names) or wanted == nil and not of then
    check.raise(CALL .. ": the project has no levels")
  elseif not of then
    check.unknown(CALL, wanted, names, nil, "level")
  end
  return levels, of
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
local function read_layers(reader, level)
  local all, label = {}, level.label
  if level:get "layerInstances" == nil then
    local name = level:string "externalRelPath"
    level = Node.new(CALL, name ~= "" and reader.outside:file({ name }, label)
      or { layerInstances = {} }, label)
  end
  local count = check.length(level:table "layerInstances")
  for i, layer in level:each "layerInstances" do
    layer.name, layer.type = layer:string "__identifier", layer:string "__type"
    layer.label = ("layer %s of %s"):format(check.show(layer.name), label)
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
  elseif size ~= frame.size or layer.left ~= frame.left
    or layer.top ~= frame.top then
    local form = "%.14g wide from %.14g, %.14g"
    layer:fail("cells", form:format(frame.size, frame.left, frame.top)
      .. ", as in the other layers (the option layers chooses some)",
      form:format(size, layer.left, layer.top))
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

--- The rectangle of a layer in the sheet, with `empty` below it.
local function add_ground(reader, level, layer)
  check_frame(reader.frame, layer)
  local size = reader.frame.size
  local left, top = level.left - reader.world_left, level.top - reader.world_top
  local piece = { x = column_of(level, "worldX", left, size),
    y = column_of(level, "worldY", top, size),
    width = layer:whole("__cWid", 1, layout.MAX_SIDE),
    height = layer:whole("__cHei", 1, layout.MAX_SIDE),
    label = layer.label, layer = layer.name, terrain = reader.empty }
  reader:count(piece.width * piece.height, layer.label)
  reader.grounds[#reader.grounds + 1] = piece
  return piece
end

--- Adds the tiles of a layer, if tags of its tileset have a meaning. Where several
-- lie on one cell, a closed one counts, or else the topmost with a meaning.
local function add_tiles(reader, level, layer)
  local meanings = reader.tags[layer:get "__tilesetDefUid" or false]
  if not meanings then
    return
  end
  local piece, list = add_ground(reader, level, layer), {}
  for i = 1, piece.width * piece.height do
    list[i] = 0
  end
  for _, key in ipairs { "autoLayerTiles", "gridTiles" } do
    for _, tile in layer:each(key, true) do
      local at, size = tile:child "px", reader.frame.size
      local x = math.floor(at:number(1) / size)
      local i = math.floor(at:number(2) / size) * piece.width + x + 1
      local said, old = meanings[tile:number "t"] or Meaning.NOTHING, list[i]
      if old and x >= 0 and x < piece.width and (old == 0
        or said ~= Meaning.NOTHING and not old.closed) then
        list[i] = said
      end
    end
  end
  piece.list, piece.legend = list, reader.tiles
  reader:add(piece)
end

-- Entities --------------------------------------------------------------------

--- The value of a field. A point { cx =, cy = }, or each of a list, is a cell of
-- its layer; here it also gets its place in the world. null is nothing, in lists,
-- too.
local function value_of(field, left, top, size)
  local value, form = field:get "__value", field:string "__type"
  local function placed(cell)
    local cx = form:find "Point" and type(cell) == "table" and rawget(cell, "cx")
    local cy = cx and rawget(cell, "cy")
    return type(cx) == "number" and type(cy) == "number" and { cx = cx,
      cy = cy, x = left + (cx + 0.5) * size, y = top + (cy + 0.5) * size } or cell
  end
  if type(value) ~= "table" or not form:find "^Array" then
    return placed(value)
  end
  local list = {}
  for i, one in next, value do
    if not given.is_null(one) then
      list[i] = placed(one)
    end
  end
  return list
end

--- Adds the entities of a layer to the places. A place is the middle of its
-- entity.
local function add_entities(reader, level, layer)
  local left, top = level.left + layer.left, level.top + layer.top
  local size = layer:number("__gridSize", 1)
  for _, entity in layer:each("entityInstances", true) do
    local at, pivot = entity:child "px", entity:child("__pivot", true)
      or reader.nothing
    local width, height = entity:number("width", 0), entity:number("height", 0)
    local name, fields = entity:string "__identifier", {}
    given.count(reader, "entities", 1, MAX_ENTITIES,
      "there are more than %d entities", entity:title())
    for _, field in entity:each("fieldInstances", true) do
      fields[field:string "__identifier"] = value_of(field, left, top, size)
    end
    reader:place { name = name, layer = layer.name, level = level.name,
      x = left + at:number(1) + (0.5 - pivot:number(1, 0)) * width,
      y = top + at:number(2) + (0.5 - pivot:number(2, 0)) * height,
      width = width, height = height, properties = fields,
      id = entity:get "iid", object = entity.raw }
  end
end

-- All of it -------------------------------------------------------------------

local function read_level(reader, level)
  local all = read_layers(reader, level)
  local chosen = layers.choose(CALL, all, "IntGrid", reader.names, " of "
    .. level.label)
  for _, layer in ipairs(chosen) do
    local piece = add_ground(reader, level, layer)
    local uid = layer:whole("layerDefUid", -MAX_VALUE, MAX_VALUE)
    reader.legends[uid] = reader.legends[uid] or new_legend(reader)
    piece.list, piece.legend = layer:table "intGridCsv", reader.legends[uid]
    reader:add(piece)
  end
  for _, layer in ipairs(all) do
    add_tiles(reader, level, layer)
    add_entities(reader, level, layer)
    reader.layers[#reader.layers + 1] = layer
  end
  if not chosen[1] then
    add_ground(reader, level, all[1] or check.raise(("%s: %s has no layers "
      .. "here"):format(CALL, level.label)))
  end
end

--- The levels to read, with their places in pixels (in the world, if there are
-- several levels), and the left and upper border of all.
local function read_levels(first, wanted)
  local levels, world, left, top = { first }, nil, math.huge, math.huge
  if first:get "levels" ~= nil then
    levels, world = choose_levels(first, wanted)
  elseif wanted ~= nil then
    check.fail(CALL, "level", "left out if the first argument is a level",
      wanted)
  else
    name_level(first)
  end
  if #levels > 1 then
    check_plane(world, levels)
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

--- tilepath.from_ldtk(project [, options])
return function(project, options)
  if not check.is_table(project)
    or not (rawget(project, "levels") or rawget(project, "layerInstances")
    or rawget(project, "externalRelPath")) then
    check.fail(CALL, "project", "a level or a project of LDtk", project,
      Node.hint(project))
  end
  options = Node.options(CALL, options, OPTIONS)
  local node, reader = Node.new(CALL, project), Sheet.new(CALL, options)
  reader:settle(true)
  reader.frame, reader.layers = { base = 1 }, {}
  reader.legends, reader.tags, reader.nothing = {}, {}, Node.new(CALL, {})
  reader.tiles = Sheet.legend(function(said)
    return said ~= 0 and "open", said ~= 0 and said or nil
  end)
  read_defs(reader, node)
  local levels
  levels, reader.world_left, reader.world_top = read_levels(node, options.level)
  for _, level in ipairs(levels) do
    read_level(reader, level)
  end
  local frame = reader.frame
  frame.left, frame.top = reader.world_left + frame.left,
    reader.world_top + frame.top
  frame.cell_width, frame.cell_height = frame.size, frame.size
  local x, y, width, height = reader:bounds()
  local grid = reader:grid(x, y, width, height, "wall", frame)
  return reader.found:returned(reader, grid, reader.layers)
end
