--- Options of calls: each is one row, and one function reads them all.
--
-- A row has the option's name, its kind (what the value must be), the calls that
-- take it, and the value that it has if it is left out. What errors say, what a
-- unit refuses and a follower takes, and what the library tells about itself
-- (options.list) comes from the rows.
--
-- Of several mistakes in a table the first by name is reported, in whatever order
-- the VM keeps the keys. Rules across options come after that.
--
-- All reading is raw, and each value is read once. While a table is read nothing
-- is made that could run the collector, because a finalizer might change the table.
--
-- Cost: O(1) for each option that is given.

local siblings = (...):match("^.*[./]") or ""
-- LuaJIT does not compile loops over keys.
require(siblings .. "luajit").off()
local check = require(siblings .. "check")
local Terrain = require(siblings .. "terrain")

local floor, huge = math.floor, math.huge
local getmetatable, next, raw_get, type = getmetatable, next, rawget, type
local is_table = check.is_table

local options = {}

-- Kinds -----------------------------------------------------------------------
--
-- A kind has a word, `what` the value must be, a test, and the bounds of numbers.
-- The file that reads a call may give a row of it a test and a refusal of its own:
-- is_right(value, own), refuse(call, value, own).

local function kind(word, what, is_right)
  return { kind = word, what = what, is_right = is_right }
end

local function whole(low, high)
  local most = high or check.MOST
  return { kind = "whole", low = low, high = high,
    what = check.what_whole(low, most), is_right = function(value)
      return type(value) == "number" and value >= low and value <= most
        and value == floor(value)
    end }
end

--- A number from low to high; without high it is at least low, and less than
-- infinity if it is to be finite.
local function number(low, high, what, is_finite)
  local most = high or huge
  return { kind = "number", low = low, high = high, what = what,
    is_right = function(value)
      return type(value) == "number" and value >= (low or -huge)
        and value <= most and not (is_finite and value - value ~= 0)
    end }
end

--- Has an object, or a table of ours, this name?
local function is_called(value, name)
  local metatable = getmetatable(value)
  return type(metatable) == "table" and raw_get(metatable, "__name") == name
end

local function is_object(value, name)
  return not is_table(value) and is_called(value, name)
end

local function is_unit(value)
  return is_object(value, "tilepath.Unit")
end

--- May a value stand for a list of others? Those in it are checked later.
local function is_list(value)
  return is_table(value) and not is_called(value, "tilepath.Follower")
end

local FLAG = kind("flag", "true or false", function(value)
  return value == true or value == false
end)
local FUNCTION = kind("function", "a function", function(value)
  return type(value) == "function"
end)
local FINITE = number(nil, nil, "a finite number", true)
local LENGTH = number(0, nil, "a finite number of at least 0", true)
local PRICE = number(1 / 1024, 1024, "a number from 1/1024 to 1024")
local COST = number(0, nil, "a number of at least 0")
local POINTS = kind("number", "a number from 0 to moves", function(value)
  return type(value) == "number" and value >= 0
end)
local TIME = kind("number", "a number above 0", function(value)
  return type(value) == "number" and value > 0
end)
local COUNT, AT_LEAST_ONE = whole(0), whole(1)
local SETTLE = whole(0, 32767)
local FILLED = kind("path", check.FILLED, check.may_fill)
local FINDER = kind("pathfinder", "a pathfinder", function(value)
  return is_object(value, "tilepath.Pathfinder")
end)
local OTHERS = kind("others", "a crowd, a unit, or a list of crowds, units, "
  .. "{ x, y } and { x, y, w, h }", function(value)
  return is_list(value) or is_unit(value) or is_object(value, "tilepath.Crowd")
end)
local UNITS = kind("units", "a unit or a list of units", function(value)
  return is_list(value) or is_unit(value)
end)
local PLACE = kind("whole", "a whole number", function(value)
  return type(value) == "number" and value == floor(value)
    and value >= -check.MOST and value <= check.MOST
end)
local CALLBACK = kind("function", "a function", function(value)
  return not value or type(value) == "function"
end)
-- Floats of 32 bits have room for these speeds, too.
local SPEED = kind("number", "a finite number above 0", function(value)
  return type(value) == "number" and value >= 2 ^ -126 and value <= 2 ^ 126
end)
local TABLE = kind("table", "a table", is_table)
local FACTORS = kind("table", "a table { terrain = factor }", is_table)
local GAPS = kind("table", "a list of { x, y } or { x, y, w, h }", is_table)
local JUMP = kind("table", "a whole number or { across, up }", function(value)
  return type(value) == "number" or is_table(value)
end)
local NAME = kind("string", "a string of 1 to 31 bytes, none zero",
  Terrain.is_name)
local TOLL = number(0, 1048576, "a number from 0 to 1048576")
local TERRAIN = kind("terrain", "a terrain of the grid", function(value)
  return type(value) == "string" or type(value) == "boolean"
end)
local FORMATION = kind("table", "true or a list of { ahead, aside }",
  function(value)
    return value == true or is_table(value)
  end)

--- The kind of an option that the call does not take. `says` is the message.
local function refused(says)
  return { says = says, is_right = function() return false end }
end

local OF_FOLLOWERS = refused("%s: a unit does not take '%s' (a follower does)")
local OF_UNITS = refused("%s: a follower does not take '%s' (a unit does)")
local OF_GO = refused("%s: option '%s' is for go")

-- The rows --------------------------------------------------------------------
--
-- A call stands for all that share its options: finder:find for find_world and
-- search, unit:go for go_cell. A body is a follower (hero) and a unit.

local FIND = "finder:find queue:find "
local TO_GOALS = FIND .. "body:go hero:patrol "
local FIELD = "finder:field queue:field "
local OF_HEROES = "hero:go hero:patrol hero:chase hero:flee hero:keep "
local AMONG_OTHERS = FIND .. FIELD .. "finder:line_of_sight finder:nearest "
  .. "finder:reach finder:view hero:go hero:patrol path:prune "
local TICKETS = "queue:find queue:field queue:prepare "

-- name, kind, calls, default
local ROWS = {
  -- Where the path may end.
  { "adjacent", FLAG, TO_GOALS .. FIELD .. "crowd:go crowd:nearest" },
  { "min", LENGTH, "body:keep", 0 },
  { "sight", FLAG, TO_GOALS .. "body:chase body:keep crowd:go" },
  { "within", LENGTH, TO_GOALS .. "body:keep crowd:go" },
  { "within", LENGTH, "body:chase", 1.5 },
  { "within", LENGTH, "body:flee", 8 },

  -- What is in the way.
  { "avoid", OTHERS, AMONG_OTHERS },
  { "avoid_price", PRICE, AMONG_OTHERS },
  { "avoid_price", COST, "unit:go" },
  { "breaks", FINDER, "hero:go" },
  { "breaks", OF_GO, "hero:patrol" },
  { "except", UNITS, AMONG_OTHERS },
  { "pass", OTHERS, FIND .. "finder:reach" },
  { "stops", OTHERS, FIND .. "finder:reach" },

  -- The search, and its result.
  { "escape", FLAG, FIND .. "finder:reach" },
  { "escape", FLAG, OF_HEROES, true },
  { "into", FILLED, FIND },
  { "max_nodes", COUNT, FIND .. OF_HEROES .. "unit:go" },
  { "max_cost", COST, FIELD },
  { "max_nodes", AT_LEAST_ONE, "tilepath.crowd tilepath.queue" },
  { "on_done", FUNCTION, TICKETS },
  { "partial", FLAG, TO_GOALS .. "hero:chase hero:keep" },
  { "priority", FINITE, TICKETS },
  { "seconds", TIME, "tilepath.queue" },

  -- The order.
  { "formation", FORMATION, "crowd:go" },
  { "settle", SETTLE, "unit:go unit:patrol crowd:go", 0 },
  { "wait", FLAG, "body:go crowd:go" },
  { "wait", OF_GO, "hero:patrol" },

  -- Cells and units.
  { "count", whole(1, 2 ^ 31), "crowd:nearest", 1 },
  { "from", kind("table", "{ x, y }", is_table), "finder:nearest" },
  { "moves", number(1 / 1024, 1048576, "a number from 1/1024 to 1048576"),
    "finder:reach" },
  { "moves_left", POINTS, "finder:reach" },
  { "terrain", TERRAIN, "finder:nearest" },
  { "walls", FLAG, "finder:view" },
  { "where", FUNCTION, "crowd:nearest finder:nearest" },

  -- Edges and pictures.
  { "fall", whole(0, 32767), "tilepath.platformer" },
  { "fences", FLAG, "tilepath.ascii" },
  { "gaps", GAPS, "grid:fence_rect" },
  { "jump", JUMP, "tilepath.platformer", 1 },
  { "legend", kind("table", "a table { key = terrain }", is_table),
    "tilepath.ascii" },
  { "name", NAME, "grid:link" },
  { "one_way", FLAG, "grid:fence grid:fence_rect grid:link" },
  { "path", kind("path", "a path", is_table), "tilepath.ascii" },
  { "price", TOLL, "grid:link", 1 },
  { "seconds", TOLL, "grid:link", 0 },
  { "seconds", number(0, 16, "a number from 0 to 16"), "tilepath.platformer",
    0 },

  -- Swarms and crowds.
  { "apart", LENGTH, "field:advance", 0 },
  { "arrived", TABLE, "field:advance" },
  { "moved", FLAG, "tilepath.crowd" },
  { "speeds", FACTORS, "field:advance tilepath.crowd" },
  { "traffic", FLAG, "tilepath.crowd" },

  -- Units. Those of `unit` are fields that a game may write.
  { "cell_x", PLACE, "crowd:add" },
  { "cell_y", PLACE, "crowd:add" },
  { "finder", FINDER, "crowd:add" },
  { "on_arrived", CALLBACK, "crowd:add" },
  { "on_blocked", CALLBACK, "crowd:add" },
  { "on_link", CALLBACK, "crowd:add" },
  { "on_reached", CALLBACK, "crowd:add" },
  { "pace", whole(1, 1024), "crowd:add unit", 1 },
  { "priority", whole(-1000, 1000), "crowd:add unit", 0 },
  { "speed", SPEED, "crowd:add unit" },
  { "x", FINITE, "crowd:add" },
  { "y", FINITE, "crowd:add" },
  { "yields", FLAG, "crowd:add unit", true },
}

-- The calls whose table is named "query" in messages. The others have "options".
local QUERIES = TO_GOALS .. "body:patrol crowd:go finder:line_of_sight"

-- The calls by their names: the `rows` by option, the `defaults` that are not
-- false or nil, and the name of the `argument`.
local CALLS = {}

local function copy(t)
  local own = {}
  for key, value in next, t do
    own[key] = value
  end
  return own
end

--- for call in each_call(text): the names in a text.
local function each_call(text)
  return text:gsub("body(:%a+)", "hero%1 unit%1"):gmatch("%S+")
end

for _, row in ipairs(ROWS) do
  local name, default = row[1], row[4]
  for call in each_call(row[3]) do
    CALLS[call] = CALLS[call] or { rows = {}, defaults = {},
      argument = "options" }
    local own = copy(row[2])
    own.default = default
    CALLS[call].rows[name], CALLS[call].defaults[name] = own, default
  end
end
for call in each_call(QUERIES) do
  CALLS[call].argument = "query"
end

--- What one body takes in a call, and the other one does not, that one refuses.
local function refuse_what(takes, lacks, refusal)
  for name, row in next, takes.rows do
    if not row.says and not lacks.rows[name] then
      lacks.rows[name] = refusal
    end
  end
end

for _, call in ipairs { "go", "patrol", "chase", "flee", "keep" } do
  local hero, unit = CALLS["hero:" .. call], CALLS["unit:" .. call]
  refuse_what(hero, unit, OF_FOLLOWERS)
  refuse_what(unit, hero, OF_UNITS)
end

-- Reading ---------------------------------------------------------------------

--- Raises for the first mistake by name.
local function report(taken, call, asked, own)
  for _, name in ipairs(check.sorted_keys(asked)) do
    local row, value = taken.rows[name], raw_get(asked, name)
    if not row then
      local known = {}
      for other, its in next, taken.rows do
        known[other] = not its.says or nil
      end
      check.unknown(call, name, known)
    elseif row.says then
      check.raise(row.says:format(call, name))
    elseif value ~= nil and not row.is_right(value, own) then
      if row.refuse then
        row.refuse(call, value, own)
      end
      check.fail(call, name, row.what, value)
    end
  end
  check.raise(("%s: %s was changed meanwhile"):format(call, taken.argument))
end

--- The options of a call, for options.read: options.of "finder:find".
function options.of(call)
  return CALLS[call]
end

-- { terrain = }, in place of a list of goals.
options.TERRAIN = { rows = { terrain = copy(TERRAIN) }, defaults = {},
  argument = "goals" }

--- The options of some calls as a new table: { [call] = { [option] = row } }. A
-- row has the kind, what the value must be, and, if there are any, the bounds `low`
-- and `high`, the `words` and the default.
-- @param calls  a list; nil: all calls
function options.list(calls)
  local list = {}
  for _, call in ipairs(calls or check.sorted_keys(CALLS)) do
    list[call] = call ~= "unit" and {} or nil
    for name, row in next, list[call] and CALLS[call].rows or {} do
      local default = row.default
      if default == nil and row.kind == "flag" then
        default = false
      end
      list[call][name] = not row.says and { kind = row.kind, what = row.what,
        low = row.low, high = row.high, default = default } or nil
    end
  end
  return list
end

--- Reads a table of options.
-- @param taken  options.of(...)
-- @param call   the called function, for errors
-- @param asked  the game's table, or nil
-- @param own    the table that gets the values; nil: a new one
-- @return that table. A new one has the defaults; without options nobody may
-- write to it
function options.read(taken, call, asked, own)
  if asked == nil then
    return own or taken.defaults
  elseif not is_table(asked) then
    check.fail(call, taken.argument, "a table", asked)
  end
  own = own or copy(taken.defaults)
  local rows = taken.rows
  for name, value in next, asked do
    local row = rows[name]
    if not (row and row.is_right(value, own)) then
      report(taken, call, asked, own)
    end
    own[name] = value
  end
  return own
end

--- Raises if a value is none that a game may write into that field of a unit.
-- @return is it such a field?
function options.check_field(name, value)
  local row = CALLS.unit.rows[name]
  if row and not row.is_right(value) then
    check.fail("unit", name, row.what, value)
  end
  return row ~= nil
end

--- Those of some options that another call takes, as a new table.
function options.shared(taken, own)
  local part = {}
  for name, value in next, own do
    local row = taken.rows[name]
    if row and not row.says then
      part[name] = value
    end
  end
  return part
end

-- From the least distance that a body keeps to the most, in cells.
local ROOM = 2

--- Raises for options about the end of a path that do not go together.
function options.check_end(call, own)
  if own.sight and not own.within then
    check.raise(call .. ": option 'sight' needs option 'within'")
  elseif own.within and own.adjacent then
    check.raise(call .. ": options 'adjacent' and 'within' exclude each other")
  end
end

--- The least and the most distance to a target, in cells, of the options of
-- "chase", "flee" or "keep".
function options.distances(call, own)
  if call == "flee" then
    return own.within, huge
  end
  local least = own.min or 0
  local most = own.within or least + ROOM
  if call == "keep" and most < least + ROOM then
    check.raise("keep: within must be at least min + 2")
  end
  return least, most
end

return options
