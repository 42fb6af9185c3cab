--- A follower's chase of a moving target; and orders to flee from one, or to keep
-- a distance, which are chases with a least distance.
--
-- A chase reads the target's place at the beginning of each update. It decides
-- anew when the target has moved, the map has changed, or the game has moved the
-- follower; and at the end of its way. So how time is cut into updates changes
-- nothing.
--
-- When the target has moved, the end of the path is led to it without a search,
-- from one of the last points that sees it, if that costs no more. A search is
-- wanted if no such point sees the target, or if the target has moved far compared
-- with the rest of the path. It comes INTERVAL seconds of the follower's time after
-- the last one, even in the middle of an update.
--
-- With `sight` the path leads to a cell in range that sees the target, as that of
-- hero:go does. A search is wanted if the map has changed, or if the target has
-- moved and the follower stands, or it has moved far compared with the distance.
--
-- Cost: SIGHTS lines of sight if the target has moved, else O(1).

local core = require "tilepath_core"
local parent = (...):match("^(.*[./])follower[./]") or ""
require(parent .. "luajit").exact()
local calloptions = require(parent .. "options")
local check = require(parent .. "check")
local exact = require(parent .. "exact")
local given = require(parent .. "given")
local Leg = require(parent .. "follower.leg")
local Links = require(parent .. "links")
local Map = require(parent .. "follower.map")
local options = require(parent .. "follower.options")
local Orders = require(parent .. "follower.orders")
local Search = require(parent .. "follower.search")
local ready = require(parent .. "ready")
local Progress = require(parent .. "follower.progress")

local huge, max, min = math.huge, math.max, math.min
local distance = Leg.distance

local Chase = {}

-- An order with a target has these fields, too (the others are in orders.lua):
--
--   target              an object with x and y. The last place read is in the
--                       order's x and y
--   finder, revision    of the map at the last search
--   within              a distance that counts as near, in world units; with
--                       `sight` the query has it, too, in cells
--   search_in           seconds until the next search is allowed
--   is_wanted           a search is wanted
--   moved               how far the target has moved since the last search
--   reaches             the path leads to the target's place, or as near to it
--                       as the follower's body has room
--   is_near             the follower is near, and that was reported
--   is_stuck            the last search found no path, and that was reported
--   least               a distance that is too near, in world units; 0: none
--   flees               it only flees: no distance is too far (`within` is 0)
--   is_away             it is nearer than `least`, so its path leads away from the
--                       target (flee.lua)
--   is_put              the game has moved the follower since it decided
--   decided, decided_by the revision of the map and the pathfinder when it decided

-- The shortest time between two searches because the target moved, in seconds.
local INTERVAL = 0.25

-- A chase tests a line of sight to the target from this many of the last
-- points.
local SIGHTS = 8

-- A chase searches again if the target has moved by more than this part of the
-- rest of the path.
local FAR = 0.5

-- A place on the circle counts as near, however the distance is rounded.
local ON_CIRCLE = 1 + 2 * exact.tolerance(1e-9)

local FIND = calloptions.of "finder:find"
local TAKEN = { chase = calloptions.of "hero:chase",
  flee = calloptions.of "hero:flee", keep = calloptions.of "hero:keep" }

-- While it flees, or looks for a free line, it searches again if the target has
-- moved by this part of its distance.
local PART = 0.25

-- Costs that differ by less than this part are equal.
local ROUNDING = exact.tolerance(1e-9)

local function place_of(target)
  return target.x, target.y
end

--- The place of a target; raises if the target has none.
function Chase.read_target(call, target)
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

--- An order to chase a moving target, to flee from it, or to keep a distance.
-- @param call  "chase", "flee" or "keep"
-- @return the order; does it belong in a list?
function Chase.new(self, call, target, asked)
  local x, y = Chase.read_target(call, target)
  if rawequal(target, self) then
    check.raise(call .. ": a follower cannot be its own target")
  end
  local own = calloptions.read(TAKEN[call], call, asked)
  local least, within = calloptions.distances(call, own)
  local grid = Orders.need_finder(self, call).grid
  local side = min(grid.cell_width, grid.cell_height)
  local query = calloptions.shared(FIND, own)
  query.sight = own.sight or nil
  query.within = own.sight and within or nil
  within = within < huge and within or 0
  local order = Orders.new(x, y, query)
  order.target = target
  order.within, order.least = within * side, least * side
  order.flees = call == "flee"
  order.is_away = distance(self.x, self.y, x, y) < order.least
  order.search_in, order.is_wanted, order.moved = INTERVAL, false, 0
  order.reaches, order.is_near, order.is_stuck = false, false, false
  order.finder, order.revision = false, false
  order.is_put, order.decided_by = false, self.finder
  order.decided = core.edits(self.finder)
  return order, calloptions.is_listed(own)
end

--- Is this chase like another one? Then the order changes nothing.
function Chase.is_like(now, order)
  return rawequal(now.target, order.target) and now.within == order.within
    and now.least == order.least and now.flees == order.flees
    and given.are_same(now.query, order.query, 1)
end

--- Finds the point at which the path is cut. The search goes backwards from the
-- path's last point. It ends at the first point from which the straight line to
-- the target is blocked, or costs more than the path. 0 stands for the
-- follower's own place; points behind the follower do not count.
-- @return the number of the earliest good point; nil: none sees the target
local function best_cut(self, finder, x, y)
  local progress = self._progress
  local path, first = progress.path, progress.index
  local lowest = max(first - 1, progress.count - SIGHTS)
  local best, cost, later_x, later_y
  for point = progress.count, lowest, -1 do
    local i, from_x, from_y = point, path[2 * point - 1], path[2 * point]
    if i < first then
      i, from_x, from_y = 0, self.x, self.y
    end
    local straight = Search.cost_of_leg(finder, false, from_x, from_y, x, y)
    if best then
      local by_link = progress.is_link
      if i > 0 then
        by_link = Links.has(path, i)
      end
      local leg = Search.cost_of_leg(finder, by_link, from_x, from_y, later_x,
        later_y) or huge
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
  local progress, finder = self._progress, self.finder
  local i
  if progress.state == "going" then
    i = best_cut(self, finder, order.x, order.y)
  elseif Search.cost_of_leg(finder, false, self.x, self.y, order.x, order.y)
  then
    i = 0
  end
  order.is_wanted = not i
  if i then
    Progress.lead_to(self, i, order.x, order.y)
    Map.forget_box(self)
    order.reaches, order.is_partial, order.is_stuck = true, false, false
    order.moved = i > 0 and order.moved or 0
    order.is_wanted = progress.state == "going"
      and order.moved > FAR * Progress.remaining(self)
  end
end

--- Was the follower near its target, and has it been moved away? (Near counts
-- even before on_arrived is called.)
local function was_moved(self, order)
  local progress = self._progress
  if progress.state ~= "arrived" and progress.state ~= "arriving" then
    return false
  end
  local x, y = Progress.goal(self)
  return distance(self.x, self.y, x, y) > Orders.radius(order) * ON_CIRCLE
end

--- Is another cell with a free line to the target wanted?
local function wants_line(self, order)
  local far = distance(self.x, self.y, order.x, order.y)
  return order.is_wanted or was_moved(self, order)
    or order.finder ~= self.finder or order.revision ~= core.edits(self.finder)
    or order.moved > (self._progress.state == "going" and PART * far or 0)
end

--- Does the path end in range of the target?
local function ends_in_range(self, order)
  local x, y = Progress.goal(self)
  return distance(x, y, order.x, order.y) <= order.within
end

--- Is the target too near, or was it so, and is the follower still on its way off?
-- Then this wants a search if one is needed.
-- @param moved  how far the target has moved
local function keeps_off(self, order, moved)
  local progress = self._progress
  local far = distance(self.x, self.y, order.x, order.y)
  local has_news = moved > 0 or order.revision ~= core.edits(self.finder)
  if far < order.least then
    -- Too near. A search is wanted at first; on the way off, when the target
    -- has moved far compared with its distance; and at the end of the way, when
    -- the target has moved or the map has changed.
    order.is_wanted = order.is_wanted or not order.is_away
      or progress.state == "going" and order.moved > PART * far
      or progress.state ~= "going" and has_news
    order.is_away = true
  elseif order.is_away and not (progress.state == "going"
    and (order.flees or ends_in_range(self, order))) then
    -- Far enough, and at the end of the way off, or that is out of range: the
    -- next search is an ordinary one. (A follower that flees stays then.)
    order.is_away, order.is_wanted = false, true
  end
  return order.is_away or order.is_wanted or order.flees
end

--- Decides if a search is wanted.
-- @param moved  how far the target has moved
local function decide(self, call, moved)
  local order = self._order
  if order.least > 0 and keeps_off(self, order, moved) then
    return
  elseif order.query.sight then
    order.is_wanted = wants_line(self, order)
  elseif moved > 0 or was_moved(self, order) then
    ready.ensure_current(call, self.finder)
    order.reaches = false
    follow_up(self, order)
  end
end

--- The follower has come to the end of its way, or found none.
function Chase.end_way(self, call)
  if self._order.target and self._progress.state ~= "going" then
    decide(self, call, 0)
  end
end

--- Has the game changed anything but the target since the last decision?
function Chase.has_news(order, finder)
  return order.is_put or finder and (order.decided_by ~= finder
    or order.decided ~= core.edits(finder)) or false
end

--- Reads the target's place at the beginning of an update.
function Chase.look(self, call)
  local order = self._order
  if not self.finder then
    check.fail(call, "finder", "a pathfinder (the chase needs it)", self.finder)
  end
  local x, y = Chase.read_target(call, order.target)
  if self._order ~= order or not self.finder then
    return
  end
  local moved = distance(order.x, order.y, x, y)
  order.x, order.y, order.moved = x, y, order.moved + moved
  if moved > 0 or Chase.has_news(order, self.finder) then
    order.is_put, order.decided_by = false, self.finder
    order.decided = core.edits(self.finder)
    decide(self, call, moved)
  end
end

--- Is a wanted search due? A waiting follower wants one when the map has
-- changed.
function Chase.is_due(self, slack)
  local order, progress, finder = self._order, self._progress, self.finder
  if not finder then
    return false
  elseif progress.at_end and not order.is_wanted
    and (order.finder ~= finder or order.revision ~= core.edits(finder)) then
    order.is_wanted = true
  elseif progress.state == "going" then
    order.is_near = false
  end
  return order.is_wanted and order.search_in <= slack
end

--- Searches for a path to the target and takes it.
-- @return an event to tell: "blocked" and the target's place; or nil
function Chase.search(self, call)
  local order, progress = self._order, self._progress
  local restarts, finder = progress.restarts, self.finder
  local revision = core.edits(finder)
  local path = Search.find(self, call, order)
  if self._order ~= order or progress.restarts ~= restarts then
    return nil
  end
  order.search_in, order.is_wanted, order.moved = INTERVAL, false, 0
  order.finder, order.revision = self.finder, revision
  if path then
    Progress.set_path(self, path, false, Orders.radius(order))
    Orders.record_path(self, order, path, revision)
    Map.record_check(self, self.finder == finder and revision)
    return nil
  end
  local was_stuck = order.is_stuck
    or progress.state == "blocked" and not progress.at_end
  order.is_stuck = true
  Progress.set_state(self, "blocked", true)
  Chase.end_way(self, call)
  if not was_stuck then
    return "blocked", order.x, order.y
  end
end

--- Counts time towards the next search that is allowed.
function Chase.count_time(order, time)
  order.search_in = max(0, order.search_in - time)
end

--- Seconds until a search is due; huge: none is wanted.
function Chase.time_left(self)
  local order = self._order
  return order.is_wanted and self.finder and not Leg.is_crossing(self._progress)
    and order.search_in or huge
end

return Chase
