--- What a follower was told to do, and how it finds its ways.
--
-- A way that is walked says where it leads, but not what else would do: another
-- goal of a list, a place near enough, beside a goal. So an order keeps what it
-- was given, in copies, for callers fill their tables anew. One to follow a
-- path leads to the last point of that, in a loop to the next one; a patrol to
-- its next point.
--
-- A chase reads the target's place once an update, at its beginning: so the
-- target moves at the same moments however time was cut. When it has moved, the
-- end of the way is led to it without a search: the way is cut at one of its
-- last points, or where the follower stands, and goes straight on to the target
-- from there, if that can be seen from the point and costs no more than the
-- points that it saves. If no such point sees it, or the target has moved far
-- since the last search for what is left of the way, a search is wanted. It is
-- made, from where the follower stands, when `interval` seconds of its own time
-- have gone by since the last one: in the middle of an update, if that is when.
--
-- An order is a table of
--
--   goals               a list of goals; false: none or one
--   x, y                the one goal; x is false if the way leads to points of
--                       the path
--   query               what find_world is asked with
--   is_partial          the way that is walked leads only as near as it can
--
-- and in a chase of
--
--   target              what has x and y; its place is x, y of the order
--   finder, revision    of the map at the last search
--   within              how near is near enough
--   interval, wait      seconds from one search to the next, and until one may
--                       be made
--   is_wanted           one is wanted
--   led                 how far the target has moved since the last search
--   leads               the way leads to where the target is, or as near to
--                       that as there is room for its body
--   is_near             it has come near, and that was told
--   is_stuck            the last search found no way, and that was told
--
-- This file alone writes into it. A new order is another table. Cost: a
-- find_world for a search, SIGHTS lines of sight if a target has moved, else
-- O(1).

local core = require "tilepath_core"
local root = (...):match("^(.*[./])follower[./]") or ""
local check = require(root .. "check")
local Links = require(root .. "links")
local Map = require(root .. "follower.map")
local options = require(root .. "follower.options")
local ready = require(root .. "ready")
local Walk = require(root .. "follower.walk")
local Way = require(root .. "follower.way")

local abs, huge, max = math.abs, math.huge, math.max
local distance = Way.distance

local Orders = {}

-- So many of the last points are asked whether they see the target.
local SIGHTS = 8

-- The way is searched for again if the target has moved by more than this part
-- of what is left of it.
local FAR = 0.5

-- Standing on the circle is near, however the distance was rounded.
local ON_CIRCLE = 1 + 2e-9

-- A straight way that is dearer by less than this part is not dearer.
local ROUNDING = 1e-9

-- Of a follower that was told nothing.
Orders.NONE = { is_partial = false, target = false }

-- What an order is given ------------------------------------------------------

-- A list of goals of numbers, a query of words, in it what is to be avoided, a
-- list of rectangles: three levels. What lies deeper is wrong; objects are
-- kept.
local DEPTH = 3

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

--- An order to a goal, to one of a list of them (then y is nil), or along a
-- path (nothing is given).
function Orders.new(goals, y, query)
  local order = { goals = false, x = false, y = false, is_partial = false,
    target = false, query = copy(query or {}, DEPTH) }
  if y then
    order.x, order.y = goals, y
  elseif goals then
    order.goals = copy(goals, DEPTH)
  end
  if order.query.escape == nil then
    order.query.escape = true
  end
  return order
end

--- Goes on as it was kept.
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

--- Nobody is in his own way, with the cells ahead of him.
function Orders.spare(order, unit)
  local query = order.query
  if not (unit and query) or query.avoid == nil
    or rawequal(query.except, unit) then
    return
  elseif type(query.except) == "table" then
    query.except[#query.except + 1] = unit
  elseif query.except ~= nil then
    query.except = { query.except, unit }
  else
    query.except = unit
  end
end

--- A call's query; raises if it is none.
function Orders.need_query(call, query)
  if query ~= nil and type(query) ~= "table" then
    check.fail(call, "query", "a table", query)
  end
  check.left_out(call, query or {}, { "into" },
    "(the path is the follower's own)")
  check.left_out(call, query or {}, { "facing" },
    "(a follower faces where its angle says)")
  return query
end

--- The follower's own copy of a path: whoever made it may change it, or find
-- the next one into the same table.
-- @param count  of its coordinates; nil: #path
function Orders.own_path(call, name, path, count)
  if type(path) ~= "table" then
    check.fail(call, name, "a path in world units", path)
  elseif path.units == "cells" then
    check.raise(("%s: %s must be in world units, got one in cells "
      .. "(convert it with path:to_world(grid))"):format(call, name))
  elseif path.units ~= nil and path.units ~= "world" then
    check.fail(call, name .. ".units", "'world'", path.units)
  end
  local n = count or #path
  if n % 2 ~= 0 then
    check.fail(call, name, "an even number of coordinates", n)
  end
  local own = { units = "world", links = Links.copy(call, name, path, n / 2),
    partial = path.partial == true or nil }
  for _, key in ipairs { "cost", "goal", "escape" } do
    own[key] = options.is_finite(path[key]) and path[key] or nil
  end
  for i = 1, n do
    if type(path[i]) ~= "number" or not (abs(path[i]) <= 2 ^ 53) then
      options.need(call, ("%s[%d]"):format(name, i), path[i], "place")
    end
    own[i] = path[i] + 0.0
  end
  return setmetatable(own, core.Path)
end

--- The points of a patrol, a path or a list of { x, y }, as a path of one's
-- own.
function Orders.own_points(call, points)
  if type(points) == "table" and type(points[1]) == "table" then
    local flat = {}
    for i, point in ipairs(points) do
      if type(point) ~= "table" then
        check.fail(call, ("points[%d]"):format(i), "a table { x, y }", point)
      end
      for k, axis in ipairs { "x", "y" } do
        local label = ("points[%d][%d]"):format(i, k)
        flat[2 * i - 2 + k] = options.need(call, label, point[k] or point[axis],
          "place")
      end
    end
    points = flat
  end
  local own = Orders.own_path(call, "points", points)
  if #own == 0 then
    check.raise(call .. ": points must be one or more { x, y }, got none")
  end
  own.links = nil
  return own
end

-- Ways ------------------------------------------------------------------------

--- Looks for a way from where the follower stands. A heuristic of the game's
-- may write to its fields meanwhile.
-- @param x, y  a point of its path; nil: to where the order leads
-- @return a path of its own, pruned if it prunes; or nil, reason
function Orders.find(self, call, order, x, y)
  local finder, query = self.finder, order.query
  local path, reason
  if not x then
    x, y = order.x, order.y
    if not x and not order.goals then
      x, y = Way.goal(self)
    end
  end
  options.check_one(self, call, "prune")
  ready.to_search(call, finder)
  query.facing = self.angle
  if order.goals then
    path, reason = finder:find_world(self.x, self.y, order.goals, query)
  else
    path, reason = finder:find_world(self.x, self.y, x, y, query)
  end
  options.check(self, call)
  if not path then
    return nil, reason
  elseif not self.prune then
    return path
  end
  local among = query.avoid ~= nil and { avoid = query.avoid,
    except = query.except, avoid_cost = query.avoid_cost } or nil
  return path:prune(finder, among)
end

--- It goes along a way that was found at this revision of the map.
local function note_way(self, order, path, revision)
  order.is_partial = (order.x or order.goals) and path.partial or false
  if order.target then
    order.leads, order.is_stuck = not path.partial, false
    order.finder, order.revision = self.finder, revision
  end
end

--- Begins an order.
-- @param goes  as Way has it
-- @param revision  of the map when the path was found; false: it was given
function Orders.begin(self, order, path, goes, revision)
  Way.lay(self, path, goes, order.within or false)
  self._order = order
  Walk.forget(self)
  note_way(self, order, path, revision)
  Map.begin(self, revision)
end

--- Begins a patrol.
-- @param way  to its next point. One that leads nowhere, because a query takes
-- this place for near enough, is none: then it looks round.
function Orders.begin_patrol(self, order, points, way, revision)
  Orders.begin(self, order, points, "round", revision)
  if self._way.state == "moving" and #way > 2 then
    Way.lay_detour(self, way)
  else
    Map.forget(self)
  end
end

--- The order is over.
function Orders.stop(self)
  self._order = Orders.NONE
  Way.clear(self)
  Walk.forget(self, true)
end

--- Has nobody sent it elsewhere since it had departed so often?
local function goes_on(self, departures)
  local way = self._way
  return way.departures == departures and not self._paused
    and Way.is_under_way(way)
end

--- Finds the way to the next point of a patrol to which there is one. The place
-- where it stands is none, but the goal of a patrol of one point.
-- @return a path; or nil, with the next point as before if nobody gave orders
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
    Way.skip(self)
  end
end

--- Is this way better than the partial one that it walks?
local function is_better(self, path)
  local way = self._way
  local n = #path
  return not path.partial or path[n - 1] ~= way.path[2 * way.count - 1]
    or path[n] ~= way.path[2 * way.count]
end

--- Looks ahead, and goes another way if its own is not clear.
-- A finder may ask a function of the game (its heuristic), and that may give
-- orders: then what was found counts for nothing.
-- @return the place in the way, if there has been a way and now is none; nil;
-- or false, if it was given orders meanwhile
function Orders.look_ahead(self, call)
  local way, order, finder = self._way, self._order, self.finder
  local departures, revision = way.departures, finder.grid.revision
  local was_blocked, path = way.state == "blocked", nil
  local is_round = way.goes == "round" and not way.detour
  ready.to_see(call, finder)
  local clear, cell_x, cell_y
  if not is_round then
    clear, cell_x, cell_y = Map.is_clear(self, finder)
  end
  local hopes = order.is_partial and Map.has_changed(self)
  if way.goes == "round" and not clear then
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
    elseif way.goes == "round" then
      return Way.goal(self)
    end
    return finder:to_world(cell_x, cell_y)
  elseif Way.loop(self) then
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

--- Where a target is; raises if it has no place.
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

local CHASE = { within = true, repath_interval = true, partial = true,
  max_nodes = true, escape = true }

--- An order to go after something that moves.
function Orders.chase(target, given)
  local x, y = Orders.read_target("chase", target)
  local known = check.options("chase", "options", given, CHASE)
  options.need("chase", "within", known.within or 0, "amount")
  options.need("chase", "repath_interval", known.repath_interval or 0, "amount")
  local order = Orders.new(x, y, { partial = known.partial,
    max_nodes = known.max_nodes, escape = known.escape })
  order.target, order.within = target, known.within or 0
  order.interval = known.repath_interval or 0.25
  order.wait, order.is_wanted, order.led = order.interval, false, 0
  order.leads, order.is_near, order.is_stuck = false, false, false
  return order
end

--- What a straight way costs, or nil if it cannot be walked.
local function price_of(finder, x1, y1, x2, y2)
  local clear, cost = finder:line_of_sight_world(x1, y1, x2, y2)
  return clear and cost or nil
end

--- What the leg from point i of the way costs (0: from where the follower
-- stands to the point that it goes to); huge if it cannot be gone.
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

--- The point that the way is cut at: the earliest of the last ones that sees
-- the target at no more than what its points cost. 0 stands for the follower's
-- own place, the points that it has passed do not count.
-- @return its number; or nil if none sees the target
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

--- The target has moved: leads the end of the way there, or wants a search.
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
    Map.forget_sketch(self)
    order.leads, order.is_partial, order.is_stuck = true, false, false
    order.led = i > 0 and order.led or 0
    order.is_wanted = way.state == "moving"
      and order.led > FAR * Way.remaining(self)
  end
end

--- Does it stand where it had come near (though that need not be told yet), but
-- no longer is?
local function was_moved(self, order)
  local way = self._way
  if way.state ~= "arrived" and way.state ~= "arriving" then
    return false
  end
  local x, y = way.path[2 * way.count - 1], way.path[2 * way.count]
  return distance(self.x, self.y, x, y) > order.within * ON_CIRCLE
end

--- Reads where the target is, at the beginning of an update.
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

--- Is the time come for a search that is wanted? One that waits wants one when
-- the map has changed.
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

--- Searches for a way to the target from where it stands, and takes it.
-- @return an event that is to be told: "blocked" and the target's place
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

--- So much time has passed.
function Orders.pass(order, time)
  order.wait = max(0, order.wait - time)
end

--- Seconds until a search is due; huge: none is wanted.
function Orders.time_left(self)
  local order = self._order
  return order.is_wanted and self.finder and order.wait or huge
end

--- It has come to the end of its way. In a chase: is that where the target is?
-- @return "arrive", if that is to be told; else nil
function Orders.arrive(self)
  local order = self._order
  if not order.target then
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
