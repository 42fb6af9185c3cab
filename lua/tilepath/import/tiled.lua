--- tilepath.from_tiled: a grid of a map drawn in Tiled.
--
-- Takes the table that Tiled's Lua export returns, the same decoded from its
-- JSON, and the map object of STI (Simple Tiled Implementation), which is the
-- first with tiles in place of gids. The tilesets say what tiles are,
-- layers.lua takes groups and chunks apart, sheet.lua has the rule by which
-- layers come to a grid, objects.lua lays its shapes over that.

local root = (...):match("^(.*[./])import[./]") or ""
local check = require(root .. "check")
local layout = require(root .. "layout")
local raw = require(root .. "import.raw")
local layers = require(root .. "import.layers")
local new_properties = require(root .. "import.properties")
local new_terrains = require(root .. "import.terrains")
local new_tilesets = require(root .. "import.tilesets")
local read_objects = require(root .. "import.objects")
local read_orientation = require(root .. "import.orientation")
local Sheet = require(root .. "import.sheet")
local Sides = require(root .. "import.sides")

local CALL = "from_tiled"

local OPTIONS = { layers = true, properties = true, blocking = true,
  empty = true, objects = true, terrain = true, tilesets = true, base = true }

local PROPERTIES = { terrain = true, price = true, walkable = true,
  wall = true, ledge = true }

--- The names to look for on tiles and lines: { terrain =, price =, ... }.
local function read_names(properties)
  local names = {}
  for key in pairs(PROPERTIES) do
    names[key] = key
  end
  if properties == nil then
    return names
  end
  check.options(CALL, "properties", properties, PROPERTIES)
  for _, key in ipairs(check.sorted_keys(properties)) do
    local name = properties[key]
    if type(name) ~= "string" and name ~= false then
      check.fail(CALL, ("properties[%s]"):format(check.show(key)),
        "a name or false", name)
    end
    names[key] = name
  end
  return names
end

--- The option `tilesets`: decoded tilesets by the names of their files.
local function read_given(tilesets)
  if tilesets == nil then
    return {}
  elseif type(tilesets) ~= "table" then
    check.fail(CALL, "tilesets", "a table { file = tileset }", tilesets)
  end
  for _, file in ipairs(check.sorted_keys(tilesets)) do
    local tileset = tilesets[file]
    if type(tileset) ~= "table" and tileset ~= false then
      check.fail(CALL, ("tilesets[%s]"):format(check.show(file)),
        "a table or false", tileset)
    end
  end
  return tilesets
end

--- The option `objects` as a function: the terrain of objects of a name.
local function read_covers(objects, terrains)
  local covers = {}
  if objects ~= nil and type(objects) ~= "table" then
    check.fail(CALL, "objects", "a table { name = terrain }", objects)
  end
  for _, name in ipairs(check.sorted_keys(objects or {})) do
    covers[name] = terrains:option(("objects[%s]"):format(check.show(name)),
      objects[name])
  end
  return function(name)
    return covers[name]
  end
end

--- Where the grid lies: the rectangle of the layers; a map without any layer
-- of cells has its own size.
local function bounds(sheet, is_infinite, width, height)
  if not is_infinite then
    return 0, 0, width, height
  end
  local left, top, columns, rows = sheet:bounds()
  if not left then
    check.raise(("%s: the map has no tile: its layers have no chunks")
      :format(CALL))
  end
  return left, top, columns, rows
end

--- tilepath.from_tiled(map [, options])
return function(map, options)
  if type(map) ~= "table" then
    check.fail(CALL, "map", "a table, as Tiled's Lua export returns it", map)
  end
  options = check.options(CALL, "options", options, OPTIONS)
  local names = read_names(options.properties)
  local given = read_given(options.tilesets)
  local terrains = new_terrains(CALL, options.terrain)
  local chosen = options.layers ~= nil and raw.names(CALL, options, "layers")
  local blocking = raw.names(CALL, options, "blocking")

  local frame = read_orientation(CALL, map)
  local read_properties = new_properties(CALL)
  local tilesets = new_tilesets(map, names, given, terrains, read_properties,
    frame.is_isometric)
  local empty = "wall"
  if options.empty ~= nil then
    empty = terrains:option("empty", options.empty)
  end
  local terrain_of = read_covers(options.objects, terrains)

  local list = layers.list(map, read_properties)
  layers.block(list, blocking)
  local sheet, is_infinite = Sheet.new(CALL), false
  local legend = Sheet.legend(function(gid, label)
    return tilesets:explain(gid, label)
  end)
  for _, layer in ipairs(layers.choose(list, chosen)) do
    local is_chunked = layers.lay(sheet, legend, layer, frame.columns,
      frame.rows)
    is_infinite = is_infinite or is_chunked
  end
  local places, paint = read_objects(list, { read_properties = read_properties,
    names = names, tilesets = tilesets, is_isometric = frame.is_isometric,
    terrain_of = terrain_of })

  local base_x, base_y = layout.base(CALL, options.base,
    is_infinite and 0 or 1)
  local left, top, width, height = bounds(sheet, is_infinite, frame.columns,
    frame.rows)
  local grid = sheet:grid(left, top, width, height, terrains, empty, {
    base_x = base_x, base_y = base_y, cell_width = frame.cell_width,
    cell_height = frame.cell_height })
  local sides = Sides.new(CALL, grid)
  sheet:wall(sides)
  paint(grid, sides)
  sides:put()
  return grid, places
end
