--- A follower's order, and its searches for paths.
--
-- A path says where it leads, but not what else would do: another goal of a
-- list, a place near enough, a place beside the goal. So an order keeps what
-- the game gave, in copies, because callers fill their tables anew. An order to
-- follow a path leads to the path's last point, a patrol to its next point.
--
-- A chase reads the target's place once at the beginning of each update. So the
-- target moves at the same moments however time is cut. When the target has
-- moved, the end of the path is led to it without a search: the path is cut at
-- one of its last points, or at the follower's place. From this point it goes
-- straight to the target. The point must see the target, and the straight line
-- must cost no more than the points that it replaces.
--
-- A search is wanted in two cases:
--
--   - no such point sees the target
--   - the target has moved far since the last search, compared with the rest of
--     the path
--
-- The search starts at the follower's place, `interval` seconds of the
-- follower's time after the last search, even in the middle of an update.
--
-- An order is a table of
--
--   goals               a list of goals; false: none or one
--   x, y                the one goal; x is false if the path itself holds the
--                       goal
--   query               the options for find_world
--   is_partial          the path leads only as near to the goal as possible
--   reason              why the last search found no path; false: it found one
--
-- With the option `breaks` another pathfinder searches, and the path is cut
-- before the first wall of the follower's own. Its fields wall_x and wall_y are
-- the next point then. The follower waits at its end until the map changes.
--
-- A chase has these fields, too:
--
--   target              an object with x and y. The last place read is in the
--                       order's x and y
--   finder, revision    of the map at the last search
--   within              a distance that counts as near, in world units
--   interval, wait      seconds between searches; seconds until the next one is
--                       allowed
--   is_wanted           a search is wanted
--   led                 how far the target has moved since the last search
--   leads               the path leads to the target's place, or as near to it
--                       as the follower's body has room
--   is_near             the follower is near, and that was told
--   is_stuck            the last search found no path, and that was told
--
-- Only this file writes into it. Each new order is a new table. Cost: a
-- find_world for a search, SIGHTS lines of sight if a target has moved, else
-- O(1).

local core = require "tilepath_core"
local root = (...):match("^(.*[./])follower[./]") or ""
local check = require(root .. "check")
local given = require(root .. "given")
local Links = require(root .. "links")
local Map = require(root .. "follower.map")
local options = require(root .. "follower.options")
local ready = require(root .. "ready")
local Walk = require(root .. "follower.walk")
local Way = require(root .. "follower.way")

local abs, huge, max, min = math.abs, math.huge, math.max, math.min
local raw_get = rawget
local distance = Way.distance

local Orders = {}

-- A chase tests a line of sight to the target from this many of the last
-- points.
local SIGHTS = 8

-- A chase searches again if the target has moved by more than this part of the
-- rest of the path.
local FAR = 0.5

-- A place on the circle counts as near, however the distance is rounded.
local ON_CIRCLE = 1 + 2e-9

-- Near a target, unless the game says otherwise; in cells.
local NEAR = 1.5

local WHOLE, MOST_WHOLE = "a whole number", 2 ^ 53 - 1

-- Costs that differ by less than this part are equal.
local ROUNDING = 1e-9

-- The order of a follower without an order.
Orders.NONE = { is_partial = false, target = false }

-- What an order is given ------------------------------------------------------

-- Three levels of a query are copied, for the rectangles to avoid. Deeper tables
-- are errors. Objects are kept as they are.
local DEPTH = 3

-- What a goal may have.
local GOAL = { 1, 2, 3, 4, "x", "y", "w", "h", "cost" }

local function copy(value, depth)
  if type(value) ~= "table" or depth == 0 or rawget(value, "_state") then
    return value
  end
  local twin = {}
  for key, item in next, value do
    twin[key] = copy(item, depth - 1)
  end
  return twin
end

--- A copy of what a list of goals says. What is no goal stays, for an error.
local function copy_goals(goals)
  local count = type(goals) == "table" and check.length(goals) or 0
  if count == 0 then
    return copy(goals, 1)
  end
  local list = {}
  for i = 1, count do
    local goal = raw_get(goals, i)
    list[i] = goal
    if type(goal) == "table" and not check.is_object(goal) then
      list[i] = {}
      for _, key in ipairs(GOAL) do
        list[i][key] = raw_get(goal, key)
      end
    end
  end
  return list
end

--- An order to a goal, to one goal of a list (y is nil), or along a path
-- (without arguments).
function Orders.new(goals, y, query)
  local order = { goals = false, x = false, y = false, is_partial = false,
    reason = false, target = false, query = copy(query or {}, DEPTH) }
  if y then
    order.x, order.y = goals, y
  elseif goals then
    order.goals = copy_goals(goals)
  end
  if order.query.escape == nil then
    order.query.escape = true
  end
  return order
end

--- Takes over what a saved state holds.
function Orders.restore(self, order, is_partial)
  local finder = self.finder
  self._order = order
  if order ~= Orders.NONE then
    order.is_partial = is_partial
  end
  if order.target then
    order.finder = finder
    order.revision = order.has_searched and finder and finder.grid.revision
  end
end

-- The options of orders; and those that a unit takes, but a follower does not.
local OPTIONS = {
  query = given.set { "adjacent", "avoid", "avoid_price", "breaks", "escape",
    "except", "max_nodes", "partial", "sight", "within" },
  options = given.set { "escape", "max_nodes", "partial", "repath_interval",
    "within" },
}
local OF_UNITS = { query = { "settle" }, options = { "sight" } }

--- Returns the options of an order; raises if it has no such option.
-- @param name  "query" or "options"
function Orders.need_options(self, call, name, asked)
  given.refused(call, asked, OF_UNITS[name], "a follower", "a unit")
  local own = check.options(call, name, asked, OPTIONS[name])
  if own.breaks ~= nil then
    check.object(call, "breaks", own.breaks, core.Pathfinder, "a pathfinder")
    if not rawequal(own.breaks.grid, Orders.need_finder(self, call).grid) then
      check.raise(call .. ": breaks is a pathfinder of another grid")
    end
  end
  return own
end

-- Cells -----------------------------------------------------------------------

--- The follower's pathfinder; raises if it has none.
function Orders.need_finder(self, call)
  return self.finder or check.fail(call, "finder",
    "a pathfinder (an option of the follower)", nil)
end

--- The place of the follower's middle when it is in a cell.
-- @param name_x, name_y  of the arguments; nil: "x", "y"
function Orders.middle(self, call, x, y, name_x, name_y)
  local finder = Orders.need_finder(self, call)
  given.whole(call, name_x or "x", x, -MOST_WHOLE, MOST_WHOLE, WHOLE)
  given.whole(call, name_y or "y", y, -MOST_WHOLE, MOST_WHOLE, WHOLE)
  return finder:to_world(x, y)
end

--- Turns a cell, or a list of goals in cells, into world units.
-- @param is_beside  the goals are cells of the map, however large the agent is
-- @return x, y; or a list
function Orders.to_world(self, call, x, y, is_beside)
  local finder = Orders.need_finder(self, call)
  local space = is_beside and finder.grid or finder
  if type(x) ~= "table" then
    Orders.middle(self, call, x, y)
    return space:to_world(x, y)
  elseif raw_get(x, "terrain") ~= nil then
    return x
  end
  local goals, count = {}, check.length(x)
  if count == 0 then
    given.none(call, "goals", x, given.GOAL)
  end
  for i = 1, count do
    local column, row, w, h, cost = given.item(call, "goals", i, raw_get(x, i),
      given.GOAL)
    if w * h > 1 and finder.grid.stagger then
      check.raise(("%s: on hexagons a follower takes goals of one cell, "
        .. "goals[%d] has %.14g"):format(call, i, w * h))
    end
    local left, top = space:to_world(column, row)
    local right, bottom = space:to_world(column + w - 1, row + h - 1)
    goals[i] = { left, top, right - left, bottom - top, cost = cost }
  end
  return goals
end

--- The follower's own copy of a path, in world units. The caller may change the
-- original, or find the next path into the same table.
-- @param count  the number of coordinates; nil: #path
function Orders.own_path(self, call, name, path, count)
  if check.is(path, core.Field) then
    check.raise(call .. ": a follower takes a path, got field (a unit takes it)")
  elseif type(path) ~= "table" then
    check.fail(call, name, "a path or a list of { x, y }", path)
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
  local own = { units = "world", links = Links.copy(call, name, path, n / 2),
    partial = path.partial == true or nil }
  for _, key in ipairs { "cost", "goal", "escape" } do
    own[key] = options.is_finite(path[key]) and path[key] or nil
  end
  for i = 1, n do
    if type(list[i]) ~= "number" or not (abs(list[i]) <= 2 ^ 53) then
      options.need(call, ("%s[%d]"):format(name, i), list[i], "place")
    end
    own[i] = list[i] + 0.0
  end
  for i = 1, path.units == "cells" and n or 0, 2 do
    own[i], own[i + 1] = Orders.middle(self, call, own[i], own[i + 1],
      ("%s[%d]"):format(name, i), ("%s[%d]"):format(name, i + 1))
  end
  return setmetatable(own, core.Path)
end

--- Copies the points of a patrol (a path or a list of { x, y }) into a path.
function Orders.own_points(self, call, points)
  local own = Orders.own_path(self, call, "points", points)
  if #own == 0 then
    given.none(call, "points", points, given.POINT)
  end
  own.links = nil
  return own
end

-- Ways ------------------------------------------------------------------------

--- Rounds a path in the world by the follower's turning circle.
-- @param among  options `avoid`, `except` and `avoid_price` of its search
function Orders.round(self, call, path, finder, among)
  local radius = self.turn_radius
  if not radius then
    return path
  end
  ready.to_see(call, finder)
  among.least = radius
  return path:round(finder, radius, among)
end

--- Searches for a path from the follower's place. The game's heuristic may
-- write to the follower's fields meanwhile.
-- @param x, y  a point of its path; nil: the goal of the order
-- @return a new path, pruned if `prune` is set, and rounded; or nil, reason
function Orders.find(self, call, order, x, y)
  local finder, query = self.finder, order.query
  local seeker = query.breaks or finder
  local path, reason, wall_x, wall_y
  if query.breaks then
    query = copy(query, 1)
    query.breaks = nil
  end
  if not x then
    x, y = order.x, order.y
    if not x and not order.goals then
      x, y = Way.goal(self)
    end
  end
  options.check_one(self, call, "prune")
  ready.to_search(call, seeker)
  if order.goals then
    path, reason = core.find_for(call, seeker, self.x, self.y, order.goals,
      query)
  else
    path, reason = core.find_for(call, seeker, self.x, self.y, x, y, query)
  end
  options.check(self, call)
  order.reason = not path and reason
  if not path then
    return nil, reason
  elseif seeker ~= finder then
    ready.to_see(call, finder)
    path, wall_x, wall_y = path:cut(finder)
  end
  if self.prune or self.turn_radius then
    local among = { avoid = query.avoid, except = query.except,
      avoid_price = query.avoid_price }
    if self.prune then
      path = path:prune(finder, among)
    end
    path = Orders.round(self, call, path, finder, among)
  end
  path.wall_x, path.wall_y = wall_x, wall_y
  return path
end

--- The follower takes a path that was found at this revision of the map.
local function note_way(self, order, path, revision)
  order.is_partial = (order.x or order.goals) and path.partial or false
  if order.target then
    order.leads, order.is_stuck = not path.partial, false
    order.finder, order.revision = self.finder, revision
  end
end

--- Begins an order.
-- @param revision  of the map when the path was found; false: the game gave the
-- path
-- @param is_round  the path has the points of a patrol
function Orders.begin(self, order, path, revision, is_round)
  Way.lay(self, path, is_round or false, order.within or false)
  self._order = order
  Walk.forget(self)
  note_way(self, order, path, revision)
  Map.begin(self, revision)
end

--- Begins a patrol.
-- @param way  the path to its next point. The query may count the follower's
-- own place as near enough; then the path leads nowhere, and the follower
-- searches for a path to another point.
function Orders.begin_patrol(self, order, points, way, revision)
  Orders.begin(self, order, points, revision, true)
  if self._way.state == "moving" and #way > 2 then
    Way.lay_detour(self, way)
  else
    Map.forget(self)
  end
end

--- Ends the order.
function Orders.stop(self)
  self._order = Orders.NONE
  Way.clear(self)
  Walk.forget(self, true)
end

--- Does the follower still walk as it did at this number of departures? False
-- if the game has given another order meanwhile.
local function goes_on(self, departures)
  local way = self._way
  return way.departures == departures and not self._paused
    and Way.is_under_way(way)
end

--- Finds a path to the next point of a patrol, and skips points without a path.
-- A path must lead away from the follower's place, unless the patrol has one
-- point.
-- @return a path; or nil. If no point has a path, the next point is the same as
-- before
local function find_round(self, call, order)
  local way, departures = self._way, self._way.departures
  for _ = 1, Way.stops(way) do
    local path = Orders.find(self, call, order)
    local n = path and #path
    if not goes_on(self, departures) then
      return nil
    elseif path and (path[n - 1] ~= self.x or path[n] ~= self.y) then
      return path
    elseif path and way.count == 1 then
      Way.turn(self, "arriving")
      return nil
    end
    Way.skip(way)
  end
end

--- Is this path better than the partial path that the follower walks?
local function is_better(self, path)
  local way = self._way
  local n = #path
  return not path.partial or path[n - 1] ~= way.path[2 * way.count - 1]
    or path[n] ~= way.path[2 * way.count]
end

--- Checks the path ahead, and takes another one if it is blocked. The finder
-- may call a heuristic of the game, which may give orders. Then the result of
-- the search is dropped.
-- @return the blocked place, if the path was clear and now there is none; nil;
-- or false if the game gave an order meanwhile
function Orders.look_ahead(self, call)
  local way, order, finder = self._way, self._order, self.finder
  local departures, revision = way.departures, finder.grid.revision
  local was_blocked, path = way.state == "blocked", nil
  ready.to_see(call, finder)
  local clear, cell_x, cell_y
  if not way.is_round or way.detour then
    clear, cell_x, cell_y = Map.is_clear(self, finder)
  end
  local hopes = order.is_partial and Map.has_changed(self)
  if way.is_round and not clear then
    path = find_round(self, call, order)
  elseif hopes or not clear then
    path = Orders.find(self, call, order)
  end
  if not goes_on(self, departures) then
    return false
  end
  local stays = clear and not (path and is_better(self, path))
  Map.note(self, self.finder == finder and revision, not stays)
  if stays then
    Way.turn(self, "moving")
    return nil
  elseif not path then
    Way.turn(self, "blocked")
    if was_blocked then
      return nil
    elseif way.is_round then
      return Way.goal(self)
    end
    return finder:to_world(cell_x, cell_y)
  elseif way.is_round then
    Way.lay_detour(self, path)
  else
    Way.lay(self, path)
    order.is_partial = (order.x or order.goals) and path.partial or false
  end
end

-- Chases ----------------------------------------------------------------------

local function place_of(target)
  return target.x, target.y
end

--- The place of a target; raises if the target has none.
function Orders.read_target(call, target)
  local kind = type(target)
  if kind ~= "table" and kind ~= "userdata" then
    check.fail(call, "target", "a table or a userdata with x and y", target)
  end
  local has_place, x, y = pcall(place_of, target)
  if not has_place then
    check.raise(("%s: target must have x and y, but reading them raised: %s")
      :format(call, type(x) == "string" and x or check.show(x)))
  end
  return options.need(call, "target.x", x, "place") + 0.0,
    options.need(call, "target.y", y, "place") + 0.0
end

--- An order to chase a moving target.
function Orders.chase(self, target, asked)
  local x, y = Orders.read_target("chase", target)
  if rawequal(target, self) then
    check.raise("chase: a follower cannot be its own target")
  end
  local known = Orders.need_options(self, "chase", "options", asked)
  local within = options.need("chase", "within",
    known.within == nil and NEAR or known.within, "amount")
  options.need("chase", "repath_interval", known.repath_interval or 0, "amount")
  local grid = Orders.need_finder(self, "chase").grid
  local order = Orders.new(x, y, { partial = known.partial,
    max_nodes = known.max_nodes, escape = known.escape })
  order.target = target
  order.within = within * min(grid.cell_width, grid.cell_height)
  order.interval = known.repath_interval or 0.25
  order.wait, order.is_wanted, order.led = order.interval, false, 0
  order.leads, order.is_near, order.is_stuck = false, false, false
  order.finder, order.revision = false, false
  return order
end

--- Is this chase like another one? Then the order changes nothing.
function Orders.is_chase_of(now, order)
  local a, b = now.query, order.query
  return rawequal(now.target, order.target) and now.within == order.within
    and now.interval == order.interval and a.partial == b.partial
    and a.max_nodes == b.max_nodes and a.escape == b.escape
end

--- The cost of a straight line, or nil if it is blocked.
local function price_of(finder, x1, y1, x2, y2)
  local clear, cost = core.walks_world("walk", finder, x1, y1, x2, y2)
  return clear and cost or nil
end

--- The cost of the leg from point i of the path (0: from the follower to its
-- next point); huge if it is blocked.
local function price_of_leg(self, finder, i, x1, y1, x2, y2)
  local way = self._way
  local by_link = way.is_link
  if i > 0 then
    by_link = Links.has(way.path, i)
  end
  if by_link then
    local _, _, toll = core.link_between(finder, x1, y1, x2, y2)
    return toll or huge
  end
  return price_of(finder, x1, y1, x2, y2) or huge
end

--- The cost of a path in world units as the map is now; huge if something is in
-- the way.
function Orders.cost(self, path)
  local finder, sum = self.finder, 0
  ready.to_see("path", finder)
  for i = 1, #path / 2 - 1 do
    local x1, y1, x2, y2 = path[2 * i - 1], path[2 * i], path[2 * i + 1],
      path[2 * i + 2]
    if Links.has(path, i) then
      local _, _, toll = core.link_between(finder, x1, y1, x2, y2)
      sum = sum + (toll or huge)
    else
      sum = sum + (price_of(finder, x1, y1, x2, y2) or huge)
    end
  end
  return sum
end

--- Finds the point at which the path is cut. The search goes backwards from the
-- path's last point. It ends at the first point from which the straight line to
-- the target is blocked, or costs more than the path. 0 stands for the
-- follower's own place; points behind the follower do not count.
-- @return the number of the earliest good point; nil: none sees the target
local function best_cut(self, finder, x, y)
  local way = self._way
  local path, first = way.path, way.index
  local lowest = max(first - 1, way.count - SIGHTS)
  local best, cost, later_x, later_y
  for i = way.count, lowest, -1 do
    local from_x, from_y = path[2 * i - 1], path[2 * i]
    if i < first then
      i, from_x, from_y = 0, self.x, self.y
    end
    local straight = price_of(finder, from_x, from_y, x, y)
    if best then
      local leg = price_of_leg(self, finder, i, from_x, from_y, later_x,
        later_y)
      if not straight or straight > (leg + cost) * (1 + ROUNDING) then
        return best
      end
    end
    if straight then
      best, cost = i, straight
    end
    later_x, later_y = from_x, from_y
  end
  return best
end

--- The target has moved: leads the end of the path to it, or wants a search.
local function follow_up(self, order)
  local way, finder = self._way, self.finder
  local i
  if way.state == "moving" then
    i = best_cut(self, finder, order.x, order.y)
  elseif price_of(finder, self.x, self.y, order.x, order.y) then
    i = 0
  end
  order.is_wanted = not i
  if i then
    Way.lead(self, i, order.x, order.y)
    Map.forget_box(self)
    order.leads, order.is_partial, order.is_stuck = true, false, false
    order.led = i > 0 and order.led or 0
    order.is_wanted = way.state == "moving"
      and order.led > FAR * Way.remaining(self)
  end
end

--- Was the follower near its target, and has it been moved away? (Near counts
-- even before on_arrived is called.)
local function was_moved(self, order)
  local way = self._way
  if way.state ~= "arrived" and way.state ~= "arriving" then
    return false
  end
  local x, y = way.path[2 * way.count - 1], way.path[2 * way.count]
  return distance(self.x, self.y, x, y) > order.within * ON_CIRCLE
end

--- Reads the target's place at the beginning of an update.
function Orders.look_at_target(self, call)
  local order = self._order
  if not self.finder then
    check.fail(call, "finder", "a pathfinder (the chase needs it)", self.finder)
  end
  local x, y = Orders.read_target(call, order.target)
  if self._order == order and self.finder
    and (x ~= order.x or y ~= order.y or was_moved(self, order)) then
    ready.to_see(call, self.finder)
    order.led = order.led + distance(order.x, order.y, x, y)
    order.x, order.y, order.leads = x, y, false
    follow_up(self, order)
  end
end

--- Is a wanted search due? A waiting follower wants one when the map has
-- changed.
function Orders.is_due(self, slack)
  local order, way, finder = self._order, self._way, self.finder
  if not finder then
    return false
  elseif way.state == "waiting" and not order.is_wanted
    and (order.finder ~= finder
      or order.revision ~= finder.grid.revision) then
    order.is_wanted = true
  elseif way.state == "moving" then
    order.is_near = false
  end
  return order.is_wanted and order.wait <= slack
end

--- Searches for a path to the target and takes it.
-- @return an event to tell: "blocked" and the target's place; or nil
function Orders.search(self, call)
  local order, way = self._order, self._way
  local departures, finder = way.departures, self.finder
  local revision = finder.grid.revision
  local path = Orders.find(self, call, order)
  if self._order ~= order or way.departures ~= departures then
    return nil
  end
  order.wait, order.is_wanted, order.led = order.interval, false, 0
  order.finder, order.revision = self.finder, revision
  if path then
    Way.lay(self, path)
    note_way(self, order, path, revision)
    Map.begin(self, self.finder == finder and revision)
    return nil
  end
  local was_stuck = order.is_stuck or way.state == "blocked"
  order.is_stuck = true
  Way.turn(self, "waiting")
  if not was_stuck then
    return "blocked", order.x, order.y
  end
end

--- Counts passed time.
function Orders.pass(order, time)
  order.wait = max(0, order.wait - time)
end

--- Seconds until a search is due; huge: none is wanted.
function Orders.time_left(self)
  local order = self._order
  return order.is_wanted and self.finder and order.wait or huge
end

--- The follower waits at a wall, and the map has changed.
function Orders.try_wall(self, call)
  local departures, revision = self._way.departures, self.finder.grid.revision
  local path = Orders.find(self, call, self._order)
  if self._way.departures == departures then
    Map.note(self, revision, true)
    if path and #path > 2 then
      Orders.begin(self, self._order, path, revision)
    end
  end
end

--- The follower is at the end of its path. Is a wall there? In a chase: is the
-- target there?
-- @return "arrive", or "blocked" and a place, if that is news; else nil
function Orders.arrive(self)
  local order, path = self._order, self._way.path
  if path.wall_x then
    Way.turn(self, "waiting")
    return "blocked", path.wall_x, path.wall_y
  elseif not order.target then
    Way.turn(self, "arrived")
    return "arrive"
  elseif not order.leads then
    Way.turn(self, "waiting")
    return nil
  end
  Way.turn(self, "arrived")
  if not order.is_near then
    order.is_near = true
    return "arrive"
  end
end

return Orders
