--- Every public call, with a name and a kind for each of its arguments. Each
-- kind has a right value and wrong values, with their texts in messages.
-- misuse_spec tries all of them, and fails for a missing call. fuzz/calls.lua
-- makes each without memory and among finalizers, bench/worst_calls.lua
-- measures it.

local core = require "tilepath_core"
local sorted = require "spec.support.sorted"
local worlds = require "spec.contract.world"

local nan, huge = 0 / 0, math.huge
local unpack = rawget(table, "unpack") or rawget(_G, "unpack")
local load_text = rawget(_G, "loadstring") or load

local data = { world = worlds.new, state = worlds.state }

--- "argument:kind ..."; a kind with ? is optional. An object's name is that of
-- the reference. Behind stands ! if the call changes its object, and 0 if it
-- leaves no garbage.
data.calls = {
  ["grid:has"] = "x:cell y:cell 0",
  ["grid:get"] = "x:cell y:cell 0",
  ["grid:get_world"] = "wx:place wy:place 0",
  ["grid:set"] = "x:cell y:cell terrain:terrain !0",
  ["grid:set_world"] = "wx:place wy:place terrain:terrain !0",
  ["grid:is_walkable"] = "x:cell y:cell 0",
  ["grid:set_walkable"] = "x:cell y:cell yes:flag !0",
  ["grid:terrain"] = "name:name price:price? opaque:flag? !0",
  ["grid:fill"] = "x:cell y:cell w:size h:size terrain:terrain !0",
  ["grid:clear"] = "terrain:terrain? !0",
  ["grid:sample"] = "f:sampler x:cell y:cell w:size h:size !",
  ["grid:cells"] = "terrain:terrain?",
  ["grid:to_cell"] = "wx:place wy:place 0",
  ["grid:to_world"] = "x:cell y:cell 0",
  ["grid:cell_rect"] = "x:cell y:cell 0",
  ["grid:cell_polygon"] = "x:cell y:cell",
  ["grid:distance"] = "x1:cell y1:cell x2:cell y2:cell 0",
  ["grid:line"] = "x1:cell y1:cell x2:near_x y2:near_y",
  ["grid:link"] = "x1:cell y1:cell x2:other y2:cell options:options? !",
  ["grid:unlink"] = "link:link !0",
  ["grid:links"] = "x:cell y:cell",
  ["grid:fence"] = "x1:cell y1:cell x2:other y2:cell options:options? !0",
  ["grid:fence_rect"] = "x:cell y:cell w:size h:size options:options? !",
  ["grid:unfence"] = "x1:cell y1:cell x2:other y2:cell name:label? !0",
  ["grid:fences"] = "",
  ["grid:resize"] = "x:first y:first width:height height:height "
    .. "terrain:terrain? !",
  ["grid:copy"] = "",
  ["grid:save"] = "",
  ["layer:get"] = "x:cell y:cell 0",
  ["layer:set"] = "x:cell y:cell value:value !0",
  ["layer:add"] = "x:no_set y:cell amount:cell !0",
  ["layer:fill"] = "x:cell y:cell w:size h:size value:value !0",
  ["layer:sample"] = "f:sampler x:cell y:cell w:size h:size !",
  ["layer:fade"] = "factor:factor !0",
  ["layer:save"] = "",
  ["finder:find"] = "x1:cell y1:cell x2:no_list y2:cell query:query?",
  ["finder:find_world"] =
    "wx1:place wy1:place wx2:no_points wy2:place query:query?",
  ["finder:search"] = "x1:cell y1:cell x2:no_list y2:cell query:query?",
  ["finder:line_of_sight"] = "x1:cell y1:cell x2:cell y2:cell query:query? 0",
  ["finder:view"] = "x:no_set y:cell within:toll options:options?",
  ["finder:line_of_sight_world"] =
    "wx1:place wy1:place wx2:place wy2:place query:query? 0",
  ["finder:explain"] = "x1:cell y1:cell x2:cell y2:cell",
  ["finder:can_step"] = "x1:cell y1:cell x2:cell y2:cell 0",
  ["finder:can_enter"] = "x:cell y:cell 0",
  ["finder:is_reachable"] = "x1:cell y1:cell x2:cell y2:cell 0",
  ["finder:price"] = "x:cell y:cell 0",
  ["finder:region"] = "x:cell y:cell 0",
  ["finder:neighbors"] = "x:cell y:cell",
  ["finder:nearest"] = "x:cell y:cell options:options? 0",
  ["finder:to_cell"] = "wx:place wy:place 0",
  ["finder:to_world"] = "x:cell y:cell 0",
  ["finder:would_block"] = "cells:cells x1:no_list y1:cell x2:cell y2:cell 0",
  ["finder:prepare"] = "n:count? 0",
  ["finder:field"] = "goals:goals options:options?",
  ["finder:reach"] = "x:cell y:cell max_cost:toll options:options?",
  ["field:cost"] = "x:cell y:cell 0",
  ["field:next"] = "x:cell y:cell 0",
  ["field:path"] = "x:cell y:cell",
  ["field:direction"] = "wx:place wy:place 0",
  ["field:advance"] = "xs:places ys:places n:size distance:lengths "
    .. "options:options? !0",
  ["field:update"] = "goals:goals? !0",
  ["field:flee"] = "strength:strength?",
  ["reach:cost"] = "x:cell y:cell 0",
  ["reach:path"] = "x:cell y:cell",
  ["reach:cells"] = "",
  ["view:has"] = "x:cell y:cell 0",
  ["view:cells"] = "",
  ["queue:find"] = "finder:finder x1:cell y1:cell x2:no_list y2:cell "
    .. "query:query? !",
  ["queue:find_world"] = "finder:finder wx1:place wy1:place wx2:no_points "
    .. "wy2:place query:query? !",
  ["queue:field"] = "finder:finder goals:goals options:options? !",
  ["queue:prepare"] = "finder:finder options:options? !",
  ["queue:update"] = "!0",
  ["ticket:path"] = "",
  ["ticket:cancel"] = "!0",
  ["crowd:add"] = "options:arrival !",
  ["crowd:at"] = "x:cell y:cell 0",
  ["crowd:unit"] = "id:count",
  ["crowd:is_free"] = "x:cell y:cell w:count? h:count? 0",
  ["crowd:nearest"] = "x:no_list y:cell options:options?",
  ["crowd:vacate"] = "x:cell y:cell w:size h:size !",
  ["crowd:units"] = "x:no_list y:cell w:size h:size",
  ["crowd:units_within"] = "x1:place y1:place x2:place y2:place",
  ["crowd:save"] = "options:options?",
  ["crowd:load"] = "text:saved options:options? !",
  ["crowd:go"] = "units:list_of_units wx:no_points wy:place query:query? !",
  ["crowd:go_cell"] = "units:list_of_units x:no_list y:cell query:query? !",
  ["crowd:update"] = "dt:stretch !0",
  ["crowd:tick"] = "!0",
  ["crowd:events"] = "!",
  ["unit:set_position"] = "wx:place wy:place !0",
  ["unit:set_cell"] = "x:cell y:cell !0",
  ["unit:set_finder"] = "finder:finder !0",
  ["unit:cells"] = "",
  ["unit:go"] = "wx:no_points wy:place query:query? !0",
  ["unit:go_cell"] = "x:no_list y:cell query:query? !0",
  ["unit:follow"] = "way:course options:beside? !",
  ["unit:patrol"] = "points:points query:query? !",
  ["unit:patrol_cell"] = "points:stations query:query? !",
  ["unit:chase"] = "target:target options:options? !0",
  ["unit:flee"] = "target:target options:options? !0",
  ["unit:keep"] = "target:target options:options? !0",
  ["unit:path"] = "into:filled? 0",
  ["unit:step"] = "dx:stride dy:stride !0",
  ["unit:stop"] = "!0",
  ["unit:pause"] = "!0",
  ["unit:resume"] = "!0",
  ["unit:remove"] = "!0",
  ["search:step"] = "n:count? !0",
  ["search:path"] = "",
  ["search:cell"] = "x:cell y:cell 0",
  ["search:cells"] = "",
  ["path:size"] = "0",
  ["path:point"] = "i:index 0",
  ["path:points"] = "0",
  ["path:dedup"] = "",
  ["path:prune"] = "finder:finder options:options?",
  ["path:smooth"] = "finder:finder radius:toll options:options?",
  ["path:cells"] = "grid:grid?",
  ["path:to_world"] = "grid:map",
  ["path:length"] = "0",
  ["path:cut"] = "finder:finder max_cost:toll?",
  ["path:is_valid"] = "finder:finder from:from? 0",
  ["hero:follow"] = "path:way options:beside? !",
  ["hero:go"] = "wx:no_points wy:place query:query? !",
  ["hero:go_cell"] = "x:no_list y:cell query:query? !",
  ["hero:path"] = "into:filled?",
  ["hero:set_cell"] = "x:cell y:cell !",
  ["hero:update"] = "dt:seconds !0",
  ["hero:velocity"] = "dt:seconds !0",
  ["hero:set_position"] = "x:spot y:spot !0",
  ["hero:stop"] = "!0",
  ["hero:pause"] = "!0",
  ["hero:resume"] = "!0",
  ["hero:patrol"] = "points:way query:query? !",
  ["hero:patrol_cell"] = "points:way query:query? !",
  ["hero:chase"] = "target:target options:options? !",
  ["hero:flee"] = "target:target options:options? !",
  ["hero:keep"] = "target:target options:options? !",
  ["hero:save"] = "options:options?",
  ["hero:load"] = "text:kept options:options? !",
  ["tilepath.building"] = "floors:floors options:options?",
  ["house:to_floor"] = "x:cell y:cell 0",
  ["house:to_floor_world"] = "wx:place wy:place 0",
  ["house:link"] = "from:hall x1:cell y1:cell to:hall x2:cell y2:other "
    .. "options:options? !",
  ["floor:to_grid"] = "x:cell y:cell 0",
  ["floor:to_grid_world"] = "wx:place wy:place 0",
  ["floor:to_cell"] = "wx:place wy:place 0",
  ["floor:to_world"] = "x:cell y:cell 0",
  ["tilepath.grid"] = "width:side height:height options:options?",
  ["tilepath.from_tiled"] = "map:map_of_tiled options:options?",
  ["tilepath.from_ldtk"] = "project:level options:options?",
  ["tilepath.load"] = "text:dump grid:grid?",
  ["tilepath.pathfinder"] = "grid:grid profile:options?",
  ["tilepath.layer"] = "grid:grid",
  ["tilepath.path"] = "path:flat units:units",
  ["tilepath.follower"] = "options:options",
  ["tilepath.queue"] = "options:budget",
  ["tilepath.crowd"] = "grid:grid options:options?",
  ["tilepath.platformer"] = "grid:grid options:options?",
  ["tilepath.ascii"] = "grid:grid options:options?",
  ["tilepath.picture"] = "things:things options:choices?",
  ["picture:update"] = "!0",
  ["picture:triangles"] = "part:part into:filled?",
  ["tilepath.svg"] = "things:things options:choices?",
  ["tilepath.draw"] = "things:things options:choices?",
}

-- Kinds -----------------------------------------------------------------------

local some = worlds.new()
local strangers = { { true, "true" }, { print, "function" },
  { io.stdout, "userdata" }, { coroutine.create(function() end), "thread" } }
local newproxy = rawget(_G, "newproxy")
if newproxy then
  strangers[#strangers + 1] = { newproxy(true), "userdata" }
end
local ours = { { some.grid, "grid" }, { some.finder, "pathfinder" },
  { some.search, "search" }, { some.path, "path" }, { some.field, "field" },
  { some.reach, "reach" }, { some.view, "view" }, { some.crowd, "crowd" },
  { some.queue, "queue" }, { some.ticket, "ticket" },
  { some.unit, "unit" }, { some.layer, "layer" } }
local texts = { { "1", "'1'" }, { "", "''" }, { "a\nb", "'a\\10b'" } }
local tables = { { {}, "table" }, { { 1, 2 }, "table" } }
local numbers = { { 1, "1" }, { 0.5, "0.5" }, { -7, "-7" } }
local no_finite = { { nan, "nan" }, { huge, "inf" }, { -huge, "-inf" } }
local no_whole = { { 1.5, "1.5" }, { 1e300, "1e+300" },
  { 2 ^ 53, "9.007199254741e+15" }, { -2 ^ 53, "-9.007199254741e+15" },
  { 9007199254740993, "9.007199254741e+15" },
  { 9223372036854775807, "9.2233720368548e+18" } }
local negative, zero = { { -1, "-1" } }, { { 0, "0" } }

--- All of several lists, without those that a message calls `but`.
local function all(but, ...)
  local list = {}
  for _, part in ipairs { ... } do
    for _, case in ipairs(part) do
      if case[2] ~= but then
        list[#list + 1] = case
      end
    end
  end
  return list
end

local no_number = all(nil, strangers, ours, texts, tables)
local no_whole_at_all = all(nil, no_number, no_finite, no_whole)
local some_of_ours = { ours[1], ours[2], ours[3] }
local no_table = all(nil, strangers, texts, numbers, no_finite, some_of_ours)
local no_name = all(nil, strangers, ours, tables, numbers, no_finite)

local function finder_of(world)
  return world.finder
end

local RULES = "'only_if_no_obstacles', 'at_least_one_walkable', 'always', "
  .. "'never', true or false"

--- kind = { its words in a message, a right value, wrong values, absent = its
-- words for a missing value, own = a function that makes the right value from a
-- world instead }
data.kinds = {
  cell = { "a whole number", 2, no_whole_at_all },
  no_set = { "a whole number", 2, all("reach", all("view", no_whole_at_all)) },
  other = { "a whole number", 3, no_whole_at_all },
  index = { "a whole number", 1,
    all(nil, no_number, no_finite, { { 1.5, "1.5" } }) },
  link = { "a link of a grid, or its id", 1, all(nil, strangers, ours, texts,
    tables, no_finite, no_whole) },
  hall = { "the name of a floor", "hall", all(nil, no_name, texts) },
  floors = { "a table { name = { columns, rows }, ... }", { hall = { 2, 2 } },
    no_table },
  no_list = { "a whole number", 2, all(nil, strangers, texts, no_finite,
    no_whole, some_of_ours) },
  no_points = { "a finite number", 1.5, all(nil, strangers, texts, no_finite,
    some_of_ours) },
  place = { "a finite number", 1.5, all(nil, no_number, no_finite) },
  size = { "a whole number of at least 0", 1,
    all(nil, no_whole_at_all, negative) },
  count = { "a whole number of at least 1", 1,
    all(nil, no_whole_at_all, negative, zero) },
  first = { "a whole number from -1073741823 to 1073741825", 1,
    all(nil, no_whole_at_all, { { 1073741826, "1073741826" } }) },
  near_x = { "a whole number from -32764 to 32768", 3,
    all(nil, no_whole_at_all, { { -32765, "-32765" } }) },
  near_y = { "a whole number from -32764 to 32768", 3,
    all(nil, no_whole_at_all, { { 32769, "32769" } }) },
  side = { "a whole number from 1 to 32767", 5,
    all(nil, no_finite, no_whole, negative, zero, { { 32768, "32768" } }),
    absent = "a whole number from 1 to 32767 (or the first argument a text, "
      .. "rows or a list)" },
  height = { "a whole number from 1 to 32767", 5,
    all(nil, no_whole_at_all, negative, zero, { { 32768, "32768" } }) },
  terrain = { "a terrain of the grid (open, wall, water)", "water",
    all("true", no_name, { { "mud", "'mud'" }, { "Water", "'Water'" },
      { "water\0", "'water\\0'" }, { "", "''" } }) },
  value = { "a whole number from 0 to 255", 7,
    all(nil, no_whole_at_all, negative, { { 256, "256" } }) },
  factor = { "a number from 0 to 1", 0.5,
    all(nil, no_number, negative, { { 1.01, "1.01" } }) },
  name = { "a string", "water", no_name },
  label = { "a string of 1 to 31 bytes, none zero", "kerb", all(nil, no_name,
    { { "", "''" }, { "a\0b", "'a\\0b'" } }) },
  price = { "a number from 1/1024 to 1024, false or math.huge", 3,
    all("inf", no_number, no_finite, negative, zero, { { 1025, "1025" },
      { 1 / 1025, "0.00097560975609756" } }) },
  flag = { "true or false", true, all("true", no_number, numbers, no_finite) },
  sampler = { "a function", function() end,
    all("function", no_number, numbers) },
  rule = { RULES, "always", all("true", no_number, numbers,
    { { "Always", "'Always'" } }) },
  query = { "a table", {}, no_table },
  options = { "a table", {}, no_table },
  goals = { "a table", { { 1, 1 }, { 4, 2, 2, 9, cost = 0.5 } }, no_table },
  places = { "a table", { 1.5 }, no_table },
  cells = { "a table", { { 2, 2 } }, no_table },
  points = { "a table", { { 1.5, 1.5 }, { 2.5, 1.5 } }, no_table },
  stations = { "a table", { { 2, 1 }, { 3, 1 } }, no_table },
  budget = { "a table", { max_nodes = 7 }, no_table },
  choices = { "a table", {}, all(nil, strangers, texts, numbers, no_finite) },
  filled = { "a path or a table without a metatable", nil, no_table,
    own = function() return {} end },
  toll = { "a number of at least 0", 3,
    all("inf", no_number, no_finite, negative) },
  strength = { "a number from 1 to 16", 1.5, all(nil, no_number, no_finite,
    negative, { { 0.99, "0.99" }, { 16.1, "16.1" } }) },
  grid = { "a grid", some.grid, all("grid", no_number, numbers) },
  map = { "a grid or a pathfinder", nil, all(nil, strangers, texts, tables,
    numbers, { ours[3], ours[4] }), own = finder_of },
  finder = { "a pathfinder", nil, all("pathfinder", no_number, numbers),
    own = finder_of },
  arrival = { "a table", nil, no_table, own = function(world)
    return { finder = world.finder, cell_x = 2, cell_y = 3 }
  end },
  saved = { "a string that save() returned", nil, no_name,
    own = function(world) return world.crowd:save() end },
  kept = { "a string that save() returned", nil, no_name,
    own = function(world) return world.hero:save() end },
  from = { "a whole number from 1 to 4", 2,
    all(nil, no_whole_at_all, negative, zero, { { 5, "5" } }) },
  way = { "a path or a list of { x, y }", { 1, 1, 2, 2 },
    all(nil, strangers, texts, numbers, no_finite, some_of_ours) },
  beside = { "a table", {}, {} },
  course = { "a field, a path or a body", { 1.5, 1.5, 2.5, 1.5 }, no_table },
  seconds = { "a finite number of at least 0", 0.1,
    all(nil, no_number, no_finite, negative) },
  lengths = { "a finite number of at least 0", 0.1,
    all(nil, strangers, some_of_ours, texts, no_finite, negative) },
  stretch = { "a number of seconds from 0 to 2^30", 0.1,
    all(nil, no_number, no_finite, negative) },
  spot = { "a number from -2^53 to 2^53", 1,
    all(nil, no_number, no_finite, { { 1e300, "1e+300" } }) },
  things = { "a grid, a layer, a pathfinder, a field, a reach, a view, a "
    .. "search, a path, a follower, a unit, a crowd or a list of these",
    some.grid, all(nil, strangers, texts, numbers, no_finite,
      { ours[9], ours[10] }) },
  part = { "a part of a picture", nil, all(nil, strangers, texts, numbers,
    no_finite, some_of_ours, { { { form = "area", sizes = 2 }, "table" },
      { { form = "line", sizes = { 2 } }, "table" } }),
    own = function(world) return world.picture.parts[1] end },
  map_of_tiled = { "a table, as Tiled's Lua export returns it",
    worlds.isometric_map(), no_table },
  level = { "a level or a project of LDtk", worlds.ldtk_level(),
    no_table },
  target = { "a table or a userdata with x and y", { x = 1, y = 1 },
    all(nil, texts, numbers, no_finite, { strangers[1], strangers[2],
      strangers[4] }) },
  stride = { "a whole number from -1 to 1", 1,
    all(nil, no_number, no_finite, { { 0.5, "0.5" }, { 2, "2" },
      { -2, "-2" } }) },
  list_of_units = { "a list of units", nil, no_table,
    own = function(world) return { world.unit } end },
  dump = { "a string that save() returned", "x", no_name },
  flat = { "a flat table { x1, y1, x2, y2, ... }", { 1, 1 }, no_table },
  units = { "'cells' or 'world'", "world", all(nil, no_name, texts) },
}

--- Kinds whose messages list all words. A word with more bytes behind a zero
-- byte is another word. (C's own comparisons would stop at the zero byte.)
for _, name in ipairs(sorted(data.kinds)) do
  local kind = data.kinds[name]
  if type(kind[2]) == "string" and kind[1]:find("'", 1, true) then
    local words = kind[3]
    kind[3] = all(nil, words)
    for word in kind[1]:gmatch("'([%w_]+)'") do
      table.insert(kind[3], { word .. "\0", "'" .. word .. "\\0'" })
      table.insert(kind[3], { word .. "\0x", "'" .. word .. "\\0x'" })
    end
  end
end

--- Objects that a method may wrongly get as self.
data.strangers = all(nil, strangers, ours, texts, numbers, no_finite,
  { { nil, "nil" }, { {}, "table" }, { setmetatable({}, core.Grid), "table" } })

-- Calls -----------------------------------------------------------------------

--- The names of the calls with a mark, those whose names begin so.
function data.those_with(mark, beginning)
  local names = {}
  for _, name in ipairs(sorted(data.calls)) do
    local fits = data.calls[name]:find(mark .. "%d?$")
      and name:find(beginning or "", 1, true) == 1
    names[#names + 1] = fits and name or nil
  end
  return names
end

--- Calls f from line 3 of a file with a long name. Returns its error without the
-- place, which must be that line.
function data.raised(f, arguments, n)
  local call = load_text("local f, unpack, arguments, n = ...\n\n"
    .. "f(unpack(arguments, 1, n))\nreturn true", "=caller" .. ("_"):rep(50))
  local fine, message = pcall(call, f, unpack, arguments, n)
  if fine then return "nothing" end
  local text = tostring(message):match("^caller_*:3: (.*)$")
  return text or "elsewhere: " .. tostring(message)
end

-- What operators take beside the object, unless it is the object again.
local OPERANDS = { __call = { 2, 2 }, __index = { "no_such_thing" },
  __newindex = { "status", 3 }, __pairs = {} }

--- The names of all calls, with the operators of their objects.
data.names = sorted(data.calls)
local nouns = {}
for _, name in ipairs(data.names) do
  nouns[name:match("^%l+")] = true
end
for _, noun in ipairs(sorted(nouns)) do
  for key, f in pairs(getmetatable(some[noun]) or {}) do
    data.names[#data.names + 1] = type(f) == "function" and noun .. " " .. key
      or nil
  end
end
table.sort(data.names)

--- A call on a world: the function, its right arguments and their kinds.
function data.prepare(name, world)
  local noun, mark, key = name:match("^(%l+)([:. ])([%w_]+)$")
  local object = world[noun]
  if mark == " " then
    return { name = key, f = getmetatable(object)[key], n = 3,
      arguments = { object, unpack(OPERANDS[key] or { object }) } }
  end
  local call = { name = key, f = object[key], arguments = {}, n = 0,
    kinds = {}, first = 0 }
  if mark == ":" then
    call.arguments[1], call.n, call.first = object, 1, 1
  end
  assert(data.calls[name], name .. ": no row in spec/contract/calls.lua")
  for argument, kind, may_lack in data.calls[name]:gmatch(
    "([%w_]+):([%w_]+)(%??)") do
    call.n = call.n + 1
    local own = data.kinds[kind].own
    call.arguments[call.n] = own and own(world) or data.kinds[kind][2]
    call.kinds[#call.kinds + 1] = { argument = argument, kind = kind,
      may_lack = may_lack ~= "" }
  end
  return call
end

local OPTIONS = { arrival = true, query = true, options = true, choices = true,
  beside = true, budget = true }

--- A function that makes a call with a table of options, its last argument.
function data.with_options(name)
  local call = data.prepare(name, worlds.new())
  return call.kinds[1] and OPTIONS[call.kinds[#call.kinds].kind]
    and function(options)
      call.arguments[call.n] = options
      call.f(unpack(call.arguments, 1, call.n))
    end
end

--- The options that a call names if it is given an unknown one.
function data.options_of(name)
  local _, message = pcall(data.with_options(name), { [9] = 1 })
  local names = {}
  for option in message:match("%(options: (.*)%)$"):gmatch("[%l_]+") do
    names[#names + 1] = option
  end
  return names
end

return data
