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
-- All reading is raw, except of what makes an object (`tilepath.crowd`), and each
-- value is read once. While a table is read nothing
-- is made that could run the collector, because a finalizer might change the table.
--
-- Cost: O(1) for each option that is given.

local siblings = (...):match("^.*[./]") or ""
-- LuaJIT does not compile loops over keys.
require(siblings .. "luajit").off()
local check = require(siblings .. "check")
local kinds = require(siblings .. "optionkinds")
local Terrain = require(siblings .. "terrain")

local huge = math.huge
local getmetatable, next, raw_get, type = getmetatable, next, rawget, type
local is_table = check.is_table
local FLAG, FUNCTION, TABLE, FACTORS = kinds.FLAG, kinds.FUNCTION, kinds.TABLE,
  kinds.FACTORS
local COST, COUNT, LENGTH, PLACE, PRICE, TOLL = kinds.COST, kinds.COUNT,
  kinds.LENGTH, kinds.PLACE, kinds.PRICE, kinds.TOLL
local MAY_AMOUNT, MAY_CALLBACK = kinds.or_none(LENGTH),
  kinds.or_none(FUNCTION)

local options = {}

-- The orders of bodies.
options.ORDERS = { "go", "follow", "patrol", "chase", "flee", "keep" }

-- What stays given with an order of a unit: the names of options, and of members
-- of the order, which are saved; and what is usual. An order that differs in one
-- of them is another order.
options.GIVEN = { { name = "first", member = "patrol_first", usual = 1 },
  { name = "rest", member = "patrol_rest" } }

local OF_GO = kinds.refused("%s: option '%s' is for go")

-- The rows --------------------------------------------------------------------
--
-- A call stands for all that share its options: finder:find for find_world and
-- search, unit:go for go_cell. A body is a follower (hero) and a unit.

local FIND = "finder:find queue:find "
local TO_GOALS = FIND .. "body:go hero:patrol "
local FIELD = "finder:field queue:field "
local OF_HEROES = "hero:go hero:patrol hero:chase hero:flee hero:keep "
local ORDERS = "body:" .. table.concat(options.ORDERS, " body:") .. " crowd:go"
local AMONG_OTHERS = FIND .. FIELD .. "finder:line_of_sight finder:nearest "
  .. "finder:reach finder:view hero:go hero:patrol path:prune path:smooth "
local TICKETS = "queue:find queue:field queue:prepare "
local PROFILE, BODY = "tilepath.pathfinder", "tilepath.follower"

local function is_number_or_table(value)
  return type(value) == "number" or is_table(value)
end

local function is_table_or_flag(value)
  return is_table(value) or FLAG.is_right(value)
end

--- The rows: row(name, kind, calls, default) for each. No list of them is kept, as
-- a game uses few calls, and most rows are of no use to it.
local function each_row(row)
  -- Where the path may end.
  row("adjacent", FLAG, TO_GOALS .. FIELD .. "crowd:go crowd:nearest")
  row("min", LENGTH, "body:keep", 0)
  row("sight", FLAG, TO_GOALS .. "body:chase body:keep crowd:go")
  row("within", LENGTH, TO_GOALS .. "body:keep unit:follow crowd:go")
  row("within", LENGTH, "body:chase", 1.5)
  row("within", LENGTH, "body:flee", 8)

  -- What is in the way.
  row("avoid", kinds.OTHERS, AMONG_OTHERS)
  row("avoid_price", PRICE, AMONG_OTHERS)
  row("avoid_price", COST, "unit:go unit:patrol")
  row("breaks", kinds.FINDER, "hero:go")
  row("breaks", OF_GO, "hero:patrol")
  row("except", kinds.UNITS, AMONG_OTHERS)
  row("pass", kinds.OTHERS, FIND .. "finder:reach")
  row("stops", kinds.OTHERS, FIND .. "finder:reach")

  -- The search, and its result.
  row("escape", FLAG, FIND .. "finder:reach")
  row("escape", FLAG, OF_HEROES, true)
  row("into", kinds.INTO, FIND)
  row("max_nodes", COUNT, FIND .. OF_HEROES .. "unit:go")
  row("max_cost", COST, FIND .. FIELD .. "finder:nearest crowd:nearest")
  row("max_nodes", kinds.or_huge(kinds.whole(1)), "tilepath.crowd")
  row("max_nodes", kinds.whole(1), "tilepath.queue")
  row("on_done", FUNCTION, TICKETS)
  row("partial", FLAG, TO_GOALS .. "hero:chase hero:keep")
  row("priority", kinds.FINITE, TICKETS)
  row("seconds", kinds.TIME, "tilepath.queue")
  row("cells", FLAG, "path:prune")

  -- The order.
  row("first", kinds.whole(1, 2 ^ 31 - 1), "body:patrol", 1)
  row("formation", kinds.new("table", "true or a list of { ahead, aside }",
    function(value)
      return value == true or is_table(value)
    end), "crowd:go")
  row("queued", FLAG, ORDERS)
  row("random", kinds.new("number", "true or a whole number from 1 to 2147483646",
    function(value)
      return value == true or type(value) == "number" and value >= 1
        and value <= 2147483646 and value % 1 == 0
    end), "body:patrol")
  row("rest", LENGTH, "body:patrol")
  row("rest", LENGTH, "crowd:add unit", 0)
  row("resume", FLAG, ORDERS)
  row("settle", kinds.whole(0, 32767), "unit:go unit:patrol crowd:go", 0)
  row("wait", FLAG, "body:go crowd:go")
  row("wait", OF_GO, "hero:patrol")

  -- Cells and units.
  row("angle", kinds.number("a number from -1048576 to 1048576", -1048576,
    1048576), "finder:view")
  row("cone", kinds.number("a number from 0 to 6.2831853071796", 0,
    6.283185307179586), "finder:view")
  row("count", kinds.whole(1, 2 ^ 31), "crowd:nearest", 1)
  row("from", kinds.of_type("table", "{ x, y }"), "finder:nearest")
  row("moves", kinds.number("a number from 1/1024 to 1048576", 1 / 1024,
    1048576), "finder:reach")
  row("moves_left", kinds.new("number", "a number from 0 to moves", COST.is_right),
    "finder:reach")
  row("overdraw", FLAG, "finder:reach")
  row("terrain", kinds.TERRAIN, "finder:nearest")
  row("walls", FLAG, "finder:view")
  row("where", FUNCTION, "crowd:nearest finder:nearest")

  -- Agents.
  row("algorithm", kinds.words({ "auto", "jps", "astar", "dijkstra" },
    "'auto', 'jps', 'astar' or 'dijkstra'"), PROFILE, "auto")
  row("diagonal", kinds.words({ "only_if_no_obstacles", "at_least_one_walkable",
    "always", "never" }, "'only_if_no_obstacles', 'at_least_one_walkable', "
    .. "'always', 'never', true or false", FLAG.is_right), PROFILE,
    "only_if_no_obstacles")
  row("diagonal_cost", PRICE, PROFILE, math.sqrt(2))
  row("eyes", kinds.or_none(kinds.FINDER), PROFILE)
  row("fences", kinds.new("table", "a table { name = true or false }, true or "
    .. "false", is_table_or_flag), PROFILE, true)
  row("heuristic", kinds.words({ "auto", "octile", "manhattan", "chebyshev",
    "euclidean", "zero" }, "'auto', 'octile', 'manhattan', 'chebyshev', "
    .. "'euclidean', 'zero' or a function", FUNCTION.is_right), PROFILE, "auto")
  row("keep_away", kinds.new("table", "{ cells, price }", function(value)
    return value == false or type(value) == "number" or is_table(value)
  end), PROFILE, false)
  row("landmarks", kinds.or_none(kinds.whole(0, 16)), PROFILE, false)
  row("layers", kinds.or_none(kinds.of_type("table",
    "a list of { layer, weight }")), PROFILE)
  row("links", kinds.new("table", "a table { name = price }, true or false",
    is_table_or_flag), PROFILE, true)
  row("opaque", kinds.of_type("table", "a table { terrain = true or false }"),
    PROFILE)
  row("prices", kinds.of_type("table", "a table { terrain = price }"), PROFILE)
  row("radius", kinds.new("number", "a number from 0 to half the smaller side of "
    .. "what the agent covers", COST.is_right), PROFILE, 0)
  row("size", kinds.new("table", "a whole number from 1 to 64 or "
    .. "{ columns, rows }", is_number_or_table), PROFILE, 1)
  row("straight_cost", PRICE, PROFILE, 1)
  row("weight", kinds.number("a number from 1 to 1024", 1, 1024), PROFILE, 1)

  -- Followers: these are also fields.
  row("angle", kinds.FINITE, BODY, 0)
  row("finder", kinds.or_none(kinds.FINDER), BODY)
  row("prune", kinds.or_none(FLAG), BODY, true)
  row("rest", MAY_AMOUNT, BODY)
  row("slow_down", MAY_AMOUNT, BODY)
  row("speed", MAY_AMOUNT, BODY)
  row("speeds", kinds.or_none(FACTORS), BODY)
  row("turn_radius", MAY_AMOUNT, BODY)
  row("turn_rate", MAY_AMOUNT, BODY)
  row("x", PLACE, BODY, 0)
  row("y", PLACE, BODY, 0)

  -- Edges and pictures.
  row("fall", kinds.whole(0, 32767), "tilepath.platformer")
  row("fences", FLAG, "tilepath.ascii")
  row("gaps", kinds.of_type("table", "a list of { x, y } or { x, y, w, h }"),
    "grid:fence_rect")
  row("jump", kinds.new("table", "a whole number or { across, up }",
    is_number_or_table), "tilepath.platformer", 1)
  row("legend", kinds.of_type("table", "a table { key = terrain }"),
    "tilepath.ascii")
  row("name", kinds.new("string", "a string of 1 to 31 bytes, none zero",
    Terrain.is_name), "grid:fence grid:fence_rect grid:link")
  row("one_way", FLAG, "grid:fence grid:fence_rect grid:link")
  row("path", kinds.new("path", "a path", is_table), "tilepath.ascii")
  row("price", TOLL, "grid:link", 1)
  row("seconds", TOLL, "grid:link", 0)
  row("seconds", kinds.number("a number from 0 to 16", 0, 16),
    "tilepath.platformer", 0)

  -- Swarms and crowds.
  row("apart", LENGTH, "field:advance", 0)
  row("arrived", TABLE, "field:advance")
  row("moved", FLAG, "tilepath.crowd")
  row("speeds", FACTORS, "field:advance tilepath.crowd")
  row("traffic", FLAG, "tilepath.crowd")

  -- Units. Those of `unit` are fields that a game may write.
  row("cell_x", kinds.whole(), BODY .. " crowd:add")
  row("cell_y", kinds.whole(), BODY .. " crowd:add")
  row("finder", kinds.FINDER, "crowd:add")
  row("on_arrived", MAY_CALLBACK, BODY .. " crowd:add")
  row("on_blocked", MAY_CALLBACK, BODY .. " crowd:add")
  row("on_link", MAY_CALLBACK, BODY .. " crowd:add")
  row("on_reached", MAY_CALLBACK, BODY .. " crowd:add")
  row("pace", kinds.whole(1, 1024), "crowd:add unit", 1)
  row("priority", kinds.whole(-1000, 1000), "crowd:add unit", 0)
  row("speed", kinds.new("number", "a finite number above 0", function(value)
    return type(value) == "number" and value > 0 and value < huge
  end), "crowd:add unit")
  row("x", kinds.FINITE, "crowd:add")
  row("y", kinds.FINITE, "crowd:add")
  row("yields", FLAG, "crowd:add unit", true)
end

-- The calls whose table is named "query" in messages. The others have "options".
local QUERIES = TO_GOALS .. "body:patrol crowd:go finder:line_of_sight"

local function copy(t)
  local own = {}
  for key, value in next, t do
    own[key] = value
  end
  return own
end

--- Does a text name a call?
local function names(text, call)
  return text:find(call .. "%f[^%w:_]")
    or text:find(call:gsub("^hero:", "body:"):gsub("^unit:", "body:")
      .. "%f[^%w:_]")
end

-- What one body takes in an order, and the other one does not, that one refuses.
local REFUSED = {
  hero = kinds.refused("%s: a unit does not take '%s' (a follower does)"),
  unit = kinds.refused("%s: a follower does not take '%s' (a unit does)"),
}

local function refuse_what(other, order, rows)
  each_row(function(name, kind, calls)
    if not kind.says and names(calls, other .. order) then
      rows[name] = rows[name] or REFUSED[other]
    end
  end)
end

--- The options of a call: the `rows` by option, the `defaults`, the name of the
-- `argument`, and does the table count with what it inherits?
local function make(call)
  local rows, defaults = {}, {}
  each_row(function(name, kind, calls, default)
    if names(calls, call) then
      local own = kind
      if default ~= nil then
        own = copy(own)
        own.default = default
      end
      rows[name], defaults[name] = own, default
    end
  end)
  local body, order = call:match("^(%l+)(:%l+)$")
  if body == "hero" or body == "unit" then
    refuse_what(body == "hero" and "unit" or "hero", order, rows)
  end
  return { rows = rows, defaults = defaults,
    argument = call == PROFILE and "profile"
      or names(QUERIES, call) and "query" or "options",
    inherits = call:find("^tilepath%.") ~= nil }
end

-- The options of calls, made when they are first asked for.
local CALLS = setmetatable({}, { __index = function(calls, call)
  calls[call] = make(call)
  return calls[call]
end })

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
        row.refuse(call, value, own, asked)
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
options.TERRAIN = { rows = { terrain = copy(kinds.TERRAIN) }, defaults = {},
  argument = "goals" }

--- The names of all calls, sorted.
local function all_calls()
  local known = {}
  each_row(function(_, _, calls)
    for call in calls:gsub("body(:%a+)", "hero%1 unit%1"):gmatch("%S+") do
      known[call] = true
    end
  end)
  return check.sorted_keys(known)
end

--- The options of some calls as a new table: { [call] = { [option] = row } }. A
-- row has the kind, what the value must be, and, if there are any, the bounds `low`
-- and `high`, the `words` and the default.
-- @param calls  a list; nil: all calls
function options.list(calls)
  local list = {}
  for _, call in ipairs(calls or all_calls()) do
    list[call] = call ~= "unit" and {} or nil
    for name, row in next, list[call] and CALLS[call].rows or {} do
      local default = row.default
      if default == nil and row.kind == "flag" then
        default = false
      end
      list[call][name] = not row.says and { kind = row.kind, what = row.what,
        low = row.low, high = row.high, words = row.words and copy(row.words),
        default = default } or nil
    end
  end
  return list
end

--- A copy of a table with the options that it inherits.
local function with_inherited(rows, asked)
  local all = copy(asked)
  for name in next, rows do
    all[name] = asked[name]
  end
  return all
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
  elseif check.noun_of(asked) ~= "table" then
    check.fail(call, taken.argument, "a table", asked)
  end
  if taken.inherits and getmetatable(asked) ~= nil then
    asked = with_inherited(taken.rows, asked)
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

-- Those by which a list takes an order (orderlist.lua).
local OF_LISTS = { queued = true, resume = true }

--- Is an order for a list?
function options.is_listed(own)
  for name in next, OF_LISTS do
    if own[name] then
      return true
    end
  end
  return false
end

--- The options of an order without those of lists, in a new table if it has some
-- of these; nil: it has no others.
function options.unlisted(own)
  local rest, is_rest = nil, true
  for name in next, OF_LISTS do
    is_rest = is_rest and own[name] == nil
  end
  if is_rest then
    return own
  end
  for name, value in next, own do
    if not OF_LISTS[name] then
      rest = rest or {}
      rest[name] = value
    end
  end
  return rest
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
    check.raise(("keep: within must be at least min + 2 (%s), got %s"):format(
      check.show(least + ROOM), check.show(most)))
  end
  return least, most
end

return options
