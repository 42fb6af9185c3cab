--- Saving grids and layers, and loading them, on either core: grid:save,
-- layer:save and tilepath.load.
--
-- A dump has a title and a sum (serialize.lua). Between them stands a line for each
-- of these, and then a byte a cell (core.bytes):
--
--     place     width, height, base, size of a cell, origin, the column and row
--               that begin there, stagger and cell side of hexagons
--     terrains  by name: name, price, and false if it hides
--     fences    as grid:fences lists them: x1,y1,x2,y2 and 1 if it is one way;
--               or 0 or 1, and the name of the fence
--     links     by id: id, x1, y1, x2, y2, price, seconds, one way, name
--
-- Equal grids have equal dumps: the terrains are sorted. The lines of a layer are
-- its width and height.
--
-- Nothing in a dump is trusted. The calls that build a grid check all that they
-- are given, and raise. If one of them does, the dump is damaged. All other
-- errors, such as a lack of memory, are passed on. Before a grid is made, its
-- number of cells is compared with the length of the dump.
--
-- Cost: 4 ns a cell to load, 3 ns to dump, and a microsecond or two for a fence,
-- five for a link.

local core = require "tilepath_core"
local siblings = (...):match("^.*[./]") or ""
local check = require(siblings .. "check")
local serialize = require(siblings .. "serialize")
local given = require(siblings .. "given")
local layout = require(siblings .. "layout")

local methods = core.grid_methods
local copy, link_list, fence_list = methods.copy, methods.links, methods.fences

local DAMAGED = "load: damaged"

-- The calls that check a dump.
local CALLS = given.set { "load", "grid", "terrain", "fence", "link" }

-- Writing ---------------------------------------------------------------------

local function place_line(grid)
  local first_x, first_y, origin_x, origin_y = core.place(grid)
  return serialize.list { grid.width, grid.height, grid.base_x, grid.base_y,
    grid.cell_width, grid.cell_height, origin_x, origin_y, first_x, first_y,
    grid.stagger or false, grid.cell_side or 0 }
end

--- The names of the terrains, and their line.
local function terrain_line(grid)
  local names, words = check.sorted_keys(core.terrains(grid)), {}
  for _, name in ipairs(names) do
    local price, hides = grid:terrain(name)
    words[#words + 1], words[#words + 2] = name, price
    if hides then
      words[#words + 1] = false
    end
  end
  return names, serialize.list(words)
end

--- The line of all fences, and has one of them a name?
local function fence_line(grid)
  local words, has_names = fence_list(grid), false
  for i, fence in ipairs(words) do
    local way = fence.one_way and ",1" or fence.name and ",0" or ""
    words[i] = ("%d,%d,%d,%d%s%s;"):format(fence.x1, fence.y1, fence.x2,
      fence.y2, way, fence.name and "," .. serialize.hidden(fence.name) or "")
    has_names = has_names or fence.name ~= nil
  end
  return table.concat(words), has_names
end

local function link_line(grid)
  local words = {}
  for i, link in ipairs(link_list(grid)) do
    words[i] = serialize.list { link.id, link.x1, link.y1, link.x2, link.y2,
      link.price, link.seconds, link.one_way, link.name or "" }
  end
  return table.concat(words)
end

--- grid:save(). A finalizer may edit the grid in between, but nobody knows the
-- copy.
function methods.save(self)
  given.self("save", "a grid", self, check.is(self, core.Grid))
  local grid = copy(self)
  local names, terrains = terrain_line(grid)
  local bytes = core.bytes(grid, names)
  local fences, has_names = fence_line(grid)
  return serialize.close("grid", table.concat({ place_line(grid), terrains,
    fences, link_line(grid), bytes }, "\n"), has_names)
end

--- a == b: equal grids have equal dumps. From 5.3 on, Lua also calls this if one
-- side is no grid.
function core.Grid.__eq(a, b)
  local is_grid, is_other = check.is(a, core.Grid), check.is(b, core.Grid)
  given.self("__eq", "a grid", a, is_grid or is_other)
  return is_grid and is_other and a.width == b.width and a.height == b.height
    and methods.save(a) == methods.save(b)
end

--- layer:save()
function core.layer_methods.save(self)
  given.self("save", "a layer", self, check.is(self, core.Layer))
  local bytes, width, height = core.bytes(self)
  return serialize.close("layer",
    serialize.list { width, height } .. "\n" .. bytes)
end

-- Reading ---------------------------------------------------------------------

local function need(is_sound)
  if not is_sound then
    error(DAMAGED, 0)
  end
  return is_sound
end

--- Takes lines and the bytes behind them off a text.
-- @return a list with all of them; or nil
local function split(text, lines)
  local parts, at = {}, 1
  for i = 1, lines do
    local line_end = text:find("\n", at, true)
    if not line_end then
      return nil
    end
    parts[i], at = text:sub(at, line_end - 1), line_end + 1
  end
  parts[lines + 1] = text:sub(at)
  return parts
end

--- Makes a grid with its place and its terrains.
local function new_grid(place, terrains)
  local stagger = place[11] or nil
  return layout.grid("load", place[1], place[2], { base = { place[3],
    place[4] }, cell_size = { place[5], place[6] }, origin = { place[7],
    place[8] }, shape = stagger and "hex", stagger = stagger,
    cell_side = stagger and place[12] }, terrains, nil, place[9], place[10])
end

--- The names of the terrains, and a list for new_grid.
local function read_terrains(line)
  local values = need(serialize.values(line))
  local names, terrains, known, i = {}, {}, {}, 1
  while i <= #values do
    local name, price = values[i], values[i + 1]
    need(type(name) == "string" and price and not known[name])
    names[#names + 1], known[name] = name, true
    terrains[#names] = { name, price, values[i + 2] == false }
    i = i + (values[i + 2] == false and 3 or 2)
  end
  return names, terrains
end

local WAYS = { [""] = false, [",1"] = true, [",0,"] = false, [",1,"] = true }

local function add_fences(grid, line)
  for word in need(serialize.words(line)) do
    local x1, y1, x2, y2, way, name =
      word:match("^(-?%d+),(-?%d+),(-?%d+),(-?%d+)(,?[01]?,?)([^,]*)$")
    local has_name = way and #way == 3
    need(WAYS[way or 0] ~= nil and has_name == (name ~= ""))
    need(grid:fence(tonumber(x1), tonumber(y1), tonumber(x2), tonumber(y2),
      { one_way = WAYS[way], name = has_name and serialize.plain(name) or nil }))
  end
end

local function add_links(grid, line)
  local values = need(serialize.values(line))
  for i = 1, #values, 9 do
    local name = values[i + 8]
    need(core.load_link(grid, values[i + 1], values[i + 2], values[i + 3],
      values[i + 4], { price = values[i + 5], seconds = values[i + 6],
        one_way = values[i + 7], name = name ~= "" and name or nil },
      values[i]))
  end
end

--- Makes the grid of a dump; raises if something in it is wrong.
local function build(place, parts)
  local names, terrains = read_terrains(parts[2])
  local grid = new_grid(place, terrains)
  add_fences(grid, parts[3])
  add_links(grid, parts[4])
  need(core.load_cells(grid, names, parts[5]))
  return grid
end

--- Reads a dump: the values of its first line, which begin with width and height,
-- and a list of all lines and the bytes, a byte for each cell; or nil and a
-- reason.
local function open(kind, text, lines)
  local body, reason = serialize.open(kind, text)
  local parts = body and split(body, lines)
  local values = parts and serialize.values(parts[1]) or {}
  local width, height = values[1], values[2]
  if type(width) ~= "number" or type(height) ~= "number"
    or width * height ~= #parts[lines + 1] then
    return nil, reason or "damaged"
  end
  return values, parts
end

local function load_grid(text)
  local place, parts = open("grid", text, 4)
  if not place then
    return nil, parts
  end
  local is_sound, grid = pcall(build, place, parts)
  if is_sound then
    return grid
  elseif type(grid) == "string" and CALLS[grid:match("(%l+): ")] then
    return nil, "damaged"
  end
  error(grid, 0)
end

local function load_layer(text, grid)
  local size, parts = open("layer", text, 1)
  if not size then
    return nil, parts
  end
  return core.load_layer(parts[2], size[1], size[2], grid)
end

--- tilepath.load: makes a grid from a dump of grid:save(); with a grid, a layer
-- of that grid from a dump of layer:save().
-- @return grid or layer; or nil and "damaged", "version" or "size"
return function(dump, grid)
  if type(dump) ~= "string" then
    check.fail("load", "text", "a string that save() returned", dump)
  elseif grid == nil then
    return load_grid(dump)
  end
  check.object("load", "grid", grid, core.Grid, "a grid")
  return load_layer(dump, grid)
end
