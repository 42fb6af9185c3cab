--- A follower's orders: what the game gave, and when it is done.
--
-- A path says where it leads, but not what else would do: another goal of a
-- list, a place near enough, a place beside the goal. So an order keeps what
-- the game gave, in copies, because callers fill their tables anew. An order to
-- follow a path leads to the path's last point, a patrol to its next point.

local core = require "tilepath_core"
local parent = (...):match("^(.*[./])follower[./]") or ""
require(parent .. "luajit").exact()
local calloptions = require(parent .. "options")
local Wander = require(parent .. "later").module("wander")
local check = require(parent .. "check")
local given = require(parent .. "given")
local Leg = require(parent .. "follower.leg")
local Links = require(parent .. "links")
local Map = require(parent .. "follower.map")
local options = require(parent .. "follower.options")
local Motion = require(parent .. "follower.motion")
local Progress = require(parent .. "follower.progress")

local abs, floor, max = math.abs, math.floor, math.max

local TO_GOALS, FIND = calloptions.of "hero:go", calloptions.of "finder:find"

local Orders = {}

-- An order is a table of these fields; a chase has more (chase.lua). Only this file,
-- search.lua and chase.lua write into it. Each new order is a new table.
--
--   goals               a list of goals; false: none or one
--   x, y                the one goal; x is false if the path itself holds the
--                       goal
--   query               the options for find_world
--   is_partial          the path leads only as near to the goal as possible
--   reason              why the last search found no path; false: it found one
--   waits               true: at the end of a partial path it waits for a way;
--                       else nil. (An interrupted order waits without that, if
--                       it has no path when its turn comes.)
--   wander              what a patrol at random keeps (wander.lua); else nil
--   areas               of a patrol with areas its points, as goals; else nil
--   rest                seconds at each point of a patrol; nil: those of the follower
--   first               of a patrol: the number of the point where it began
--   prunes, turn_radius fields of the follower when the order began
--   planner, planned    its finder and core.edits(finder, true) when its path was
--                       found
--   is_old              true: of a loaded order whose path was found before an edit
--   has_searched        of a loaded order with a target: the last search was
--                       with the finder that the follower had when saved

-- The order of a follower without an order.
Orders.NONE = { is_partial = false, target = false }

-- What an order is given ------------------------------------------------------

local DEPTH = given.DEPTH
Orders.copy = given.copy

--- An order to a goal, to one goal of a list (y is nil), or along a path
-- (without arguments).
function Orders.new(goals, y, query)
  local order = { goals = false, x = false, y = false, is_partial = false,
    reason = false, target = false, prunes = false, turn_radius = false,
    planner = false, planned = false,
    query = Orders.copy(query or TO_GOALS.defaults, DEPTH) }
  if order.query.wait then
    order.waits, order.query.partial = true, true
  end
  order.query.wait = nil
  if y then
    order.x, order.y = goals, y
  elseif goals then
    order.goals = Orders.copy(goals, DEPTH)
  end
  return order
end

--- An order to patrol.
-- @param asked  its options; those of queries are for its searches
-- @param areas  its points, if one is an area
function Orders.patrol(asked, areas)
  local order = Orders.new(nil, nil, calloptions.shared(FIND, asked))
  order.rest, order.areas = asked.rest, areas
  order.first = asked.first > 1 and floor(asked.first) or nil
  return order
end

local function has_point(points, x, y)
  for i = 1, #points, 2 do
    if points[i] == x and points[i + 1] == y then
      return true
    end
  end
  return false
end

--- Has the follower that patrol, wherever it goes on? Then the order changes
-- nothing.
-- @param points  nil: at random
function Orders.is_on_patrol(self, order, points)
  local now, progress = self._order, self._progress
  if not progress.path or not progress.is_patrol
    or progress.state == "arrived" and not has_point(progress.path, self.x, self.y)
    or now.rest ~= order.rest
    or now.first ~= order.first
    or not given.are_same(now.query, order.query, DEPTH) then
    return false
  elseif not points or now.wander then
    return not points and Wander.is_same(now.wander, order.wander)
  elseif order.areas or now.areas then
    return given.are_same(now.areas, order.areas, 2)
  end
  for i = 1, max(#points, #progress.path) do
    if points[i] ~= progress.path[i] then
      return false
    end
  end
  return true
end

--- May an edit away from the path make its end unfit?
function Orders.picks_end(order)
  local query = order.query
  return query and (query.adjacent or query.sight)
    and not (order.target or query.breaks)
end

--- Was the path of an order found on the map as it is now, with its layers?
function Orders.is_new(self, order)
  local finder = self.finder
  return order.planner == finder
    and order.planned == core.edits(finder, true)
end

--- Does the follower obey this order already, on a path of the map as it is now?
-- Then the order changes nothing. Others in the way may have moved.
function Orders.repeats(self, order)
  local now, query, state = self._order, order.query, self._progress.state
  return (state == "going" or self._progress.at_end and now.waits)
    and now.x == order.x and now.y == order.y and now.waits == order.waits
    and now.prunes == self.prune and now.turn_radius == self.turn_radius
    and not now.target and query.avoid == nil
    and self._map.moved == 0 and self._map.revision
    and Orders.is_new(self, now)
    and given.are_same(now.goals, order.goals, DEPTH)
    and given.are_same(now.query, query, DEPTH)
end

--- Takes over what a saved state holds.
function Orders.restore(self, order, is_partial)
  local finder = self.finder
  self._order = order
  if order ~= Orders.NONE then
    order.planner = finder or false
    order.planned = finder and not order.is_old and core.edits(finder, true)
      or false
    order.is_partial = is_partial
    order.prunes, order.turn_radius = self.prune, self.turn_radius
  end
  if order.target then
    order.finder = finder
    order.revision = order.has_searched and finder and core.edits(finder)
    order.is_put, order.decided_by = order.is_put or false, finder
    order.decided = finder and core.edits(finder) or false
  end
end

--- Reads the options of an order to goals.
local function read_query(self, call, asked)
  local own = calloptions.read(TO_GOALS, call, asked)
  if own.breaks
    and not rawequal(own.breaks.grid, Orders.need_finder(self, call).grid) then
    check.raise(call .. ": breaks is a pathfinder of another grid")
  end
  return own
end

-- Cells -----------------------------------------------------------------------

--- The follower's pathfinder; raises if it has none, or something else.
function Orders.need_finder(self, call)
  options.check_one(self, call, "finder")
  return self.finder or check.fail(call, "finder",
    "a pathfinder (an option of the follower)", nil)
end

--- The place of the follower's middle when it is in a cell.
-- @param name_x, name_y  of the arguments; nil: "x", "y"
function Orders.middle(self, call, x, y, name_x, name_y)
  local finder = Orders.need_finder(self, call)
  check.whole(call, name_x or "x", x)
  check.whole(call, name_y or "y", y)
  return finder:to_world(x, y)
end

--- Turns a cell, or a list of goals in cells, into world units.
-- @param is_beside  the goals are cells of the map, however large the agent is
-- @return x, y; or a list
function Orders.to_world(self, call, x, y, is_beside)
  local finder = Orders.need_finder(self, call)
  local space = is_beside and finder.grid or finder
  if not check.is_table(x) then
    Orders.middle(self, call, x, y)
    return space:to_world(x, y)
  elseif rawget(x, "terrain") ~= nil then
    return x
  end
  local goals = given.goals(call, x)
  for i, goal in ipairs(goals) do
    local column, row, w, h = goal[1], goal[2], goal[3], goal[4]
    if w * h > 1 and finder.grid.stagger then
      check.raise(("%s: on hexagons a follower takes goals of one cell, "
        .. "goals[%d] has %.14g"):format(call, i, w * h))
    end
    local left, top = space:to_world(column, row)
    local right, bottom = space:to_world(column + w - 1, row + h - 1)
    goals[i] = { left, top, right - left, bottom - top, cost = goal.cost }
  end
  return goals
end

--- An order to go to a point or to one of several goals, in world units or
-- (go_cell) in cells.
-- @return the order; is it for a list (orderlist.lua)?
function Orders.to_goals(self, call, first, second, third)
  local is_list = check.is_table(first)
  local query = read_query(self, call, is_list and second or third)
  if call == "go_cell" then
    first, second = Orders.to_world(self, call, first, second, query.adjacent)
  elseif not is_list then
    check.finite(call, "wx", first)
    check.finite(call, "wy", second)
  elseif rawget(first, "terrain") == nil then
    first = given.goals(call, first, true)
  end
  return Orders.new(first, not is_list and second or nil,
    calloptions.unlisted(query)), calloptions.is_listed(query)
end

--- The follower's own copy of a path, in world units. The caller may change the
-- original, or find the next path into the same table.
-- @param count  the number of coordinates; nil: #path
-- @param in_cells  it is in cells, whatever it is
function Orders.own_path(self, call, name, path, count, in_cells)
  if check.is(path, core.Field) then
    check.raise(call .. ": a follower takes a path, got field (a unit takes it)")
  elseif not check.is_table(path) or given.has_texts(path) then
    check.fail(call, name, "a path or a list of { x, y }", path,
      check.is_table(path) and given.TEXTS or nil)
  elseif path.units ~= nil and path.units ~= "world"
    and path.units ~= "cells" then
    check.fail(call, name .. ".units", "'world' or 'cells'", path.units)
  end
  local list = path
  if type(path[1]) == "table" then
    list = given.points(call, name, path)
  end
  local n = count or #list
  if n % 2 ~= 0 then
    check.fail(call, name, "an even number of coordinates", n)
  end
  local own = { units = "world",
    links = Links.copy(Links.read(call, name, path, n / 2)),
    partial = path.partial == true or nil }
  for _, key in ipairs { "cost", "goal_index", "escape" } do
    own[key] = options.is_finite(path[key]) and path[key] or nil
  end
  for i = 1, n do
    if type(list[i]) ~= "number" or not (abs(list[i]) <= 2 ^ 53) then
      options.need(call, ("%s[%d]"):format(name, i), list[i], "place")
    end
    own[i] = list[i] + 0.0
  end
  for i = 1, (in_cells or path.units == "cells") and n or 0, 2 do
    own[i], own[i + 1] = Orders.middle(self, call, own[i], own[i + 1],
      ("%s[%d]"):format(name, i), ("%s[%d]"):format(name, i + 1))
  end
  return setmetatable(own, core.Path)
end

--- The areas of a patrol: its points, as goals; nil: none is an area.
-- @return them; and their middles, as points
local function own_areas(self, call, points)
  if not given.are_areas(points) then
    return nil, points
  end
  local middles, areas = {}, given.areas(call, points)
  if call == "patrol_cell" then
    areas = Orders.to_world(self, call, areas)
  end
  for i, area in ipairs(areas) do
    middles[i] = { area[1] + area[3] / 2, area[2] + area[4] / 2 }
    area.cost = nil
  end
  return areas, middles
end

--- Copies the points of a patrol (a path or a list of { x, y }, or goals) into a
-- path.
-- @return it; and its areas, or nil
function Orders.own_points(self, call, points)
  local areas
  areas, points = own_areas(self, call, points)
  local own = Orders.own_path(self, call, "points", points, nil,
    call == "patrol_cell" and not areas)
  if #own == 0 then
    given.none(call, "points", points, given.STATION)
  end
  own.links = nil
  return own, areas
end

-- Begin and end ---------------------------------------------------------------

--- Notes in the order how far its path leads, and the revision of the map at
-- which that was found.
function Orders.record_path(self, order, path, revision)
  order.is_partial = (order.x or order.goals) and path.partial or false
  order.planner = self.finder or false
  order.planned = self.finder and core.edits(self.finder, true) or false
  if order.target then
    order.reaches, order.is_stuck = not path.partial, false
    order.finder, order.revision = self.finder, revision
  end
end

--- The radius of the circle around the goal in which the follower stops. 0: it
-- walks to the end, as to a cell away from a target or with a free line to it.
function Orders.radius(order)
  return not (order.is_away or order.query.sight) and order.within or 0
end

--- Begins an order.
-- @param revision  of the map when the path was found; false: the game gave the
-- path
-- @param first  the path has the points of a patrol, which begins at this one
function Orders.begin(self, order, path, revision, first)
  self._progress.wanders = order.wander ~= nil
  Progress.set_path(self, path, first ~= nil, Orders.radius(order), first)
  order.prunes, order.turn_radius = self.prune, self.turn_radius
  self._order = order
  Motion.reset(self)
  Orders.record_path(self, order, path, revision)
  Map.record_check(self, revision)
end

--- Begins a patrol.
-- @param path  to its next point. The query may count the follower's
-- own place as near enough; then the path leads nowhere, and the follower
-- searches for a path to another point.
function Orders.begin_patrol(self, order, points, first, path, revision)
  Orders.begin(self, order, points, revision, first)
  local n = #path
  if self._progress.state == "going"
    and (path[n - 1] ~= self.x or path[n] ~= self.y) then
    Progress.set_approach(self, path)
  else
    Map.require_check(self)
  end
end

--- Begins an order, not a patrol, that has no path now: the follower is blocked.
-- @param path  to its goal
function Orders.wait(self, order, path, revision)
  Orders.begin(self, order, path, revision)
  order.is_stuck = order.target and true
  Progress.set_state(self, "blocked", true)
end

--- Ends the order.
function Orders.stop(self)
  self._order = Orders.NONE
  Progress.clear(self)
  Motion.reset(self, true)
end

--- The follower is at the end of its path. Is a wall there? In a chase: is the
-- target there? Is it to wait there for a way?
-- @return "arrived", or "blocked" and a place, if that is news; else nil
function Orders.arrive(self)
  local order, path = self._order, self._progress.path
  if path.wall_x then
    Progress.set_state(self, "blocked", true)
    return "blocked", path.wall_x, path.wall_y
  elseif order.waits and path.partial then
    Progress.set_state(self, "blocked", true)
    return "blocked", order.x or self.x, order.y or self.y
  elseif not order.target then
    Progress.set_state(self, "arrived")
    return "arrived"
  elseif not order.reaches and not order.is_away then
    Progress.set_state(self, "blocked", true)
    return nil
  end
  Progress.set_state(self, "arrived")
  if order.query.sight and order.moved > 0 or order.is_away and order.reaches
    and Leg.distance(self.x, self.y, order.x, order.y) < order.least then
    order.is_wanted = true -- the target has moved on, or has come after it
    return nil
  end
  if not order.is_near then
    order.is_near = true
    return "arrived"
  end
end

return Orders
