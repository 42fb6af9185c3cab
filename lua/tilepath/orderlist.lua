--- Orders in a list, of followers and units: the options `queued` and `resume` of
-- orders, and body:resume().
--
-- A list has the orders that a body takes up when the one that it has is over,
-- the next one first. `queued` adds an order at the end, and `resume` the
-- interrupted order at the beginning. Each is the call that gives it with its
-- arguments, which were checked when the game gave them. So an order of a list
-- begins as any other, and may be refused. But an interrupted order is not
-- refused if there is no path: its body is blocked.
--
--   call     "go", ..., or "send": to a cell of a group (core.send)
--   what, y  a place; or a list, a target, a path or a field, and nil
--   query    the options; nil: none
--   goals, in_world  with "send": a spare unit's, and are they in the world?
--   is_interrupted  true: it was under way when it came into the list; else nil
--
-- The body keeps its list: a unit in its core, a follower in a field. A new
-- order and stop drop it.
--
-- Cost: without lists a look at each update.

local core = require "tilepath_core"
local siblings = (...):match("^.*[./]") or ""
local check = require(siblings .. "check")
local given = require(siblings .. "given")
local options = require(siblings .. "options")
local serialize = require(siblings .. "serialize")
local Trail = require(siblings .. "trail")
local Wander = require(siblings .. "wander")

local copy, DEPTH, is_whole = given.copy, given.DEPTH, serialize.is_whole

local orderlist = {}

-- The body that resumes an interrupted order at this moment, or nil.
local resuming

--- Does the body resume an interrupted order, which is not refused?
function orderlist.is_resuming(body)
  return rawequal(resuming, body)
end

-- What tells the kinds of bodies apart: that of units, and that of followers.
local of_units
local of_followers = require(siblings .. "later").module("follower.list")

local function is_unit(value)
  return check.is(value, core.Unit)
end

local function is_field(value)
  return check.is(value, core.Field)
end

local TARGETED = { chase = true, flee = true, keep = true }

--- Is what an order leads to a target?
local function is_target(call, what)
  return TARGETED[call] or is_unit(what) or check.noun_of(what) == "follower"
end

local function kind_of(body)
  return is_unit(body) and of_units or of_followers
end

-- What the game gives -----------------------------------------------------------

--- The points of a patrol or of a path, flat, and what else the path has.
local function read_points(call, name, list)
  local numbers, count = given.some_points(call, name, list)
  for i = 1, count do
    local at = ("%s[%d]"):format(name, i)
    check.finite(call, at, numbers[i])
    if call == "patrol_cell" then
      check.whole(call, at, numbers[i])
    end
  end
  numbers.units, numbers.partial = list.units, list.partial
  numbers.links = copy(list.links, 1)
  return numbers
end

--- Raises about a field that a unit cannot follow.
local function check_field(call, unit, field)
  local own, its = unit.finder, field.finder
  local size, other = own.profile.size, its.profile.size
  if not rawequal(own.grid, its.grid) then
    check.raise(call .. ": field must be on the crowd's grid")
  elseif size[1] ~= other[1] or size[2] ~= other[2] then
    check.raise(("%s: field must be for agents of %dx%d, as the unit is, got a "
      .. "field for %dx%d"):format(call, size[1], size[2], other[1], other[2]))
  end
end

--- A copy of what an order of a body leads to.
local function read_what(call, body, what, is_random)
  local is_patrol = call == "patrol" or call == "patrol_cell"
  if is_random then
    Wander.check(call, what)
    return given.goals(call, what, call == "patrol")
  elseif is_patrol and given.are_areas(what) then
    return given.areas(call, what)
  elseif is_patrol then
    return read_points(call, "points",
      given.kind(call, "points", what, "table", "a table"))
  elseif call == "follow" and not (is_field(what) or is_target(call, what)) then
    return read_points(call, "path", given.kind(call, "way", what, "table",
      is_unit(body) and "a field, a path or a body" or "a field or a path"))
  elseif call == "follow" then
    if is_field(what) then
      check_field(call, body, what)
    end
    return what
  elseif not (check.is_table(what) and (call == "go" or call == "go_cell")) then
    return what
  elseif rawget(what, "terrain") ~= nil and not is_unit(body) then
    return copy(what, 1)
  end
  return given.goals(call, what, call == "go")
end

--- Raises for two options that exclude each other.
function orderlist.check(call, query)
  if query.queued and query.resume then
    check.raise(call .. ": give queued or resume, not both")
  end
end

--- Reads an order of the game, whose options were checked.
-- @return the order; and its options, with those of lists
local function read(call, body, a, b, c)
  local is_place = type(a) == "number"
  local how = copy(is_place and c or b, DEPTH)
  orderlist.check(call, how)
  local what = read_what(call, body, a, how.random)
  if how.first then
    given.first(call, how.first,
      type(what[1]) == "table" and #what or #what / 2)
  end
  return { call = call, what = what, y = is_place and b or nil,
    query = options.unlisted(how) }, how
end

--- The order of a unit of a group to its cell.
-- @param own    the options of crowd:go
-- @param goals  of a spare unit, as given.goals has read them; else nil
function orderlist.send(x, y, own, goals, in_world)
  local query = goals and { adjacent = own.adjacent or nil, within = own.within,
    sight = own.sight or nil } or {}
  query.settle = own.settle or 0
  for _, row in ipairs(options.GIVEN) do
    query[row.name] = own[row.name]
  end
  return { call = "send", what = x, y = y, query = query, goals = goals or nil,
    in_world = goals and in_world or nil }
end

-- Going on ----------------------------------------------------------------------

--- Gives an order of a list.
-- @return true; or nil, reason
local function give(body, order)
  local call, query = order.call, order.query
  if call == "send" then
    return core.send(body, order, nil, "go")
  elseif order.y then
    return body[call](body, order.what, order.y, query)
  end
  return body[call](body, order.what, query)
end

-- What stands for removed units in loaded followers.
local removed = setmetatable({}, { __mode = "k" })

--- Is a target a unit that was removed?
function orderlist.has_lost(target)
  return is_unit(target) and not target.crowd or removed[target] ~= nil
end

--- A target that stands for a unit which was removed at that place.
function orderlist.lost_at(x, y)
  local target = { x = x, y = y }
  removed[target] = true
  return target
end

--- Is that the target of an order?
local function has_lost(order)
  return orderlist.has_lost(order.what)
end

--- The form of what an order leads to: a "place", a list of "goals" or areas,
-- the cells of a "terrain", a list of "points", or an "object": a target or field.
local function form_of(order)
  local call, what = order.call, order.what
  if order.y then
    return "place"
  elseif not check.is_table(what) or is_target(call, what) then
    return "object"
  elseif call:find("^go") then
    return what.terrain ~= nil and "terrain" or "goals"
  end
  return type(what[1]) == "table" and "goals" or "points"
end

--- The place of the goal of a refused order, in the world; nil: it has none.
local function goal_of(body, order)
  local call, what, x, y = order.call, order.what, order.what, order.y
  local in_cells = call == "go_cell" or call == "patrol_cell" or call == "send"
  local form, first = form_of(order), order.query and order.query.first or 1
  if form == "object" then
    if is_field(what) then
      return nil
    end
    x, y = what.x, what.y
  elseif form == "points" then
    first = call == "follow" and #what / 2 or first
    x, y = what[2 * first - 1], what[2 * first]
    in_cells = in_cells or what.units == "cells"
  elseif not y then
    local goal = what[first] or {}
    x, y = goal[1], goal[2]
  end
  if in_cells and x then
    return body.finder:to_world(x, y)
  end
  return x, y
end

--- Where the orders of a unit lead at last, as far as that is known: there it
-- begins a queued one. In the world.
function orderlist.last_place(unit)
  local list, x, y = core.order_list(unit), nil, nil
  if list then
    x, y = goal_of(unit, list[#list])
  elseif unit.moving then
    x, y = unit.goal_x, unit.goal_y
  end
  return x or unit.x, y or unit.y
end

--- Begins the next order of a list. One whose target was removed is over. One
-- that raises, as its target has no place any more, is taken out of the list, or it
-- would raise in each update.
-- @return true; or nil, of one that is refused the place of its goal, and a reason
local function begin_next(body)
  local kind = kind_of(body)
  local list = kind.list(body)
  local order = list[1]
  local is_fine, goes, reason = true, has_lost(order), nil
  if not goes then
    local before = resuming
    resuming = order.is_interrupted and body or nil
    is_fine, goes, reason = pcall(give, body, order)
    resuming = before
  end
  if is_unit(body) and not body.crowd then
    return true -- reading its target has removed it
  elseif not is_fine and not tostring(goes):find(": ", 1, true) then
    error(goes, 0) -- there was not enough memory
  end
  table.remove(list, 1)
  kind.keep(body, list[1] and list or nil)
  if not is_fine then
    error(goes, 0)
  elseif goes then
    return true
  end
  local x, y = goal_of(body, order)
  return nil, x, y, reason
end
orderlist.begin_next = begin_next

-- The goals of refused orders of a unit, two numbers each, until on_blocked is
-- called for them.
local refused = setmetatable({}, { __mode = "k" })

--- What on_blocked gets: a place and a reason.
-- @param reason  why an order of its list was refused; nil: none was
function orderlist.blocked_at(unit, reason)
  local goals = reason and refused[unit]
  if not goals then
    return unit.goal_x, unit.goal_y, reason or unit.reason
  end
  local x, y = table.remove(goals, 1), table.remove(goals, 1)
  refused[unit] = goals[1] ~= nil and goals or nil
  return x or nil, y or nil, reason
end

--- In an update: a unit whose order is over begins the next of its list.
function orderlist.go_on(unit)
  while unit.crowd and core.order_list(unit) and core.order_is_over(unit) do
    local goes, x, y, reason = begin_next(unit)
    if not goes then
      local goals = unit.on_blocked and (refused[unit] or {})
      if goals then
        goals[#goals + 1], goals[#goals + 2] = x or false, y or false
        refused[unit] = goals
      end
      core.tell_blocked(unit, reason)
    end
  end
end

-- The calls -----------------------------------------------------------------------

--- Is this the order that a body has? (A patrol is, wherever it goes on.)
local function is_same(one, other)
  local first = other.query and other.query.first
  local query = copy(one.query, 1) or {}
  query.first = first
  return one.call == other.call and one.y == other.y
    and one.in_world == other.in_world
    and given.are_same(one.goals, other.goals, DEPTH)
    and given.are_same(one.what, other.what,
      form_of(one) == "object" and 0 or DEPTH)
    and given.are_same(query, other.query or {}, DEPTH)
end

--- Has a body that order?
local function has_order(body, order)
  local now = order and kind_of(body).present(body)
  return now and is_same(order, now)
end

--- Gives a body an order that was read.
-- @param how  its options, with those of lists
-- @return true; or nil, reason
function orderlist.give_read(body, order, how)
  local kind, resumes = kind_of(body), how.resume
  local list = kind.list(body)
  if how.queued and (list or not kind.is_over(body)) then
    list = list or {}
    list[#list + 1] = order
    kind.keep(body, list)
    return true
  end
  local before = resumes and not kind.is_over(body) and kind.present(body)
  local longer = before and copy(list or {}, 1)
  if longer then
    before.is_interrupted = true
    table.insert(longer, 1, before)
  end
  local goes, reason = give(body, order)
  if goes and resumes then
    -- The new order has begun, so nothing may fail from here on. If there is not
    -- enough memory to compare the orders, they are different.
    local is_fine, is_same_order = pcall(has_order, body, before)
    kind.keep(body, not (is_fine and is_same_order) and longer or list)
  end
  return goes, reason
end

--- Gives an order with options of lists: body:call(a, b, c).
function orderlist.give(call, body, a, b, c)
  return orderlist.give_read(body, read(call, body, a, b, c))
end

--- body:resume() of a body that is not paused: the next order begins, or, if it is
-- refused, the next update says so and goes on.
function orderlist.next(body)
  local kind = kind_of(body)
  local list = kind.list(body)
  local order = list[1]
  if has_lost(order) or not give(body, order) then
    kind.stop(body)
    kind.keep(body, list)
  else
    table.remove(list, 1)
    kind.keep(body, list[1] and list or nil)
  end
end

-- Saved lists ----------------------------------------------------------------------

-- What of a path is an option in a text.
local OF_PATHS = { "units", "partial", "goal_index" }

-- The beginning of the text of an interrupted order.
local INTERRUPTED = serialize.list { true }

--- Appends the numbers of goals.
local function add_goals(numbers, goals)
  for _, goal in ipairs(goals) do
    for k = 1, 4 do
      numbers[#numbers + 1] = goal[k]
    end
    numbers[#numbers + 1] = goal.cost or 0 -- areas have none
  end
end

--- An order as a list of values: the call, the form of what it leads to, how many
-- numbers that has, and these; then options, name and value in turn. Goals of a
-- spare unit follow its place.
local function values_of(order)
  local what, query = order.what, copy(order.query or {}, 1)
  local numbers, form = {}, form_of(order)
  if form == "place" then
    numbers = { what, order.y }
    add_goals(numbers, order.goals or {})
    query.in_world = order.in_world
  elseif form == "goals" or form == "terrain" then
    add_goals(numbers, what)
    query.terrain = what.terrain
  elseif form == "points" then
    numbers = what
    for _, name in ipairs(OF_PATHS) do
      query[name] = what[name]
    end
    query.links = what.links and table.concat(what.links, " ") or nil
  end
  local values = { order.call, form, #numbers }
  for i = 1, #numbers do
    values[#values + 1] = numbers[i]
  end
  for _, name in ipairs(check.sorted_keys(query)) do
    values[#values + 1], values[#values + 2] = name, query[name]
  end
  return values
end

--- An order as a text; and its target or field, or nil.
local function text_of(order, check_value)
  local values = values_of(order)
  for i = 4 + values[3], #values, 2 do
    check_value(values[i], values[i + 1])
  end
  local is_object, text = values[2] == "object", serialize.list(values)
  return (order.is_interrupted and INTERRUPTED or "") .. text,
    is_object and order.what or nil
end

--- for i, text, object in orderlist.texts(list, check_value): the orders of a
-- list, or of nil, without those whose targets were removed.
-- @param check_value  raises if the value of an option cannot be saved
function orderlist.texts(list, check_value)
  local i, k = 0, 0
  return function()
    repeat
      k = k + 1
    until not (list and list[k] and has_lost(list[k]))
    i = i + 1
    if list and list[k] then
      return i, text_of(list[k], check_value)
    end
  end
end

--- The list of goals, or the points, that numbers say.
local function list_of(form, numbers, query)
  local list = form == "goals" and serialize.goals(numbers) or {}
  if form == "points" then
    list = numbers
    for _, name in ipairs(OF_PATHS) do
      list[name], query[name] = query[name], nil
    end
    local links = query.links
    list.links, query.links = links and {} or nil, nil
    for number in tostring(links or ""):gmatch("%S+") do
      list.links[#list.links + 1] = tonumber(number)
    end
  end
  return list
end

-- The calls of texts, beside "send".
local CALLS = { go_cell = true, patrol_cell = true }
for _, call in ipairs(options.ORDERS) do
  CALLS[call] = true
end

--- The call of a text, what it gets, and its options; nil if it is damaged.
local function parse(text, object)
  local values = serialize.values(text)
  local call, form, count = nil, nil, nil
  if values then
    call, form, count = values[1], values[2], values[3]
  end
  if type(count) ~= "number" or not (count >= 0 and count + 3 <= #values)
    or (#values - 3 - count) % 2 ~= 0 or form == "goals" and count % 5 ~= 0 then
    return nil
  end
  local numbers, query = {}, {}
  for i = 1, count do
    numbers[i] = values[3 + i]
    if type(numbers[i]) ~= "number" then
      return nil
    end
  end
  for i = 4 + count, #values, 2 do
    query[values[i]] = values[i + 1]
  end
  if form == "place" then
    local x, y = table.remove(numbers, 1), table.remove(numbers, 1)
    query.goals = numbers[1] and #numbers % 5 == 0 and serialize.goals(numbers)
      or nil
    return call, x, y, query
  elseif form == "terrain" then
    local terrain = query.terrain
    query.terrain = nil
    return call, { terrain = terrain }, nil, query
  elseif form == "object" then
    return call, object, nil, query
  end
  local list = list_of(form, numbers, query)
  for _, area in ipairs(call:find("^patrol") and form == "goals" and list or {}) do
    area.cost = nil
  end
  return call, list, nil, query
end

--- Queues an order of a text. The body's own call checks it. False if the text
-- is damaged.
local function queue(body, call, what, y, query)
  query.queued = true
  local is_fine, reason
  if y then
    is_fine, reason = pcall(body[call], body, what, y, query)
  else
    is_fine, reason = pcall(body[call], body, what, query)
  end
  if not is_fine and not tostring(reason):find(call .. ": ", 1, true) then
    error(reason, 0)
  end
  return is_fine
end

--- Adds the order of a text to the list of a body, which has one. False if the
-- text is damaged.
local function add(body, text, object)
  local call, what, y, query = parse(text, object)
  if call == "send" and is_unit(body) then
    local list, goals, in_world = core.order_list(body), query.goals, query.in_world
    query.goals, query.in_world = nil, nil
    if not (is_whole(what, -check.MOST, check.MOST)
      and is_whole(y, -check.MOST, check.MOST) and query.settle
      and queue(body, goals and in_world and "go" or "go_cell", goals or what,
        not goals and y, query)) then
      return false
    end
    list[#list] = nil -- it was checked
    return orderlist.give_read(body,
      orderlist.send(what, y, query, goals, in_world), { queued = true })
  end
  return CALLS[call] and queue(body, call, what, y, query) or false
end

--- The same for that of an interrupted order, too.
-- @param object  its target or field, if it has one
function orderlist.add(body, text, object)
  local is_interrupted = text:sub(1, #INTERRUPTED) == INTERRUPTED
  local is_fine = add(body,
    is_interrupted and text:sub(#INTERRUPTED + 1) or text, object)
  local list = is_fine and kind_of(body).list(body)
  if list then
    list[#list].is_interrupted = is_interrupted or nil
  end
  return is_fine
end

--- Adds the units of the core, whose methods call `give` and `next`.
-- @param present  a function: the order of a unit, in the form of this file
-- @param points  a function: what the order of a unit keeps of its path
-- (Methods of units, their patrols at random and companions call `wander`, `draw`
-- and `trail`, too.)
function orderlist.add_units(present, points)
  of_units = { list = core.order_list, keep = core.keep_orders,
    is_over = core.order_is_over, stop = core.end_order, present = present }
  orderlist.points = points
  function orderlist.wander(call, unit, areas, query)
    return Wander.begin(call, unit, areas, query, orderlist.is_resuming(unit))
  end
  orderlist.draw = Wander.draw_for
  orderlist.trail = Trail.look
  core.Unit.__orders = orderlist
end

return orderlist
