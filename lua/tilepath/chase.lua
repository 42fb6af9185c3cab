--- A follower after something that moves.
--
-- The target's place is read once an update, at its beginning: so it moves at
-- the same moments however time was cut. When it has moved, the end of the way
-- is led to it without a search: the way is cut at one of its last points, or
-- where the follower stands, and goes straight on to the target from there, if
-- that can be seen from the point and costs no more than the points that it
-- saves. Where no such point sees it, or the target has moved far since the
-- last search for what is left of the way, a search is wanted. It is made, from
-- where the follower stands, when `interval` seconds of its own time have gone
-- by since the last one: in the middle of an update, if that is when.
--
-- All of this leads on from where the follower is. Nothing leads back to the
-- middle of a cell: find_world begins at the place itself.
--
-- A chase is a table of
--
--   is_on               it chases
--   target              what has x and y
--   x, y                where that was when it was read last
--   within              how near is near enough
--   interval            seconds from one search to the next
--   wait                seconds until a search may be made
--   is_wanted           one is wanted
--   led                 how far the target has moved since the last search
--   leads               the way leads to where the target is, or as near to
--                       that as there is room for its body
--   is_near             it has come near, and that was told
--   is_stuck            the last search found no way, and that was told
--   finder, revision    of the map at the last search, or false
--   renewals            how often one was wanted because these were others
--
-- The follower's errand has the target's place and the query.
--
-- Cost: O(1) where the target stands, SIGHTS lines of sight where it has moved,
-- a find_world for a search.

local siblings = (...):match("^.*[./]") or ""
local check = require(siblings .. "check")
local Errand = require(siblings .. "errand")
local Fields = require(siblings .. "fields")
local Leg = require(siblings .. "leg")
local Links = require(siblings .. "links")
local Pace = require(siblings .. "pace")
local ready = require(siblings .. "ready")
local Record = require(siblings .. "record")
local Route = require(siblings .. "route")
local Watch = require(siblings .. "watch")

local huge, max, sqrt = math.huge, math.max, math.sqrt
local distance = Leg.distance

local Chase = {}

-- So many of the last points are asked whether they see the target.
local SIGHTS = 8

-- The way is searched for again when the target has moved by more than this
-- part of what is left of it.
local FAR = 0.5

-- Standing on the circle is near, however the distance was rounded.
local ON_CIRCLE = 1 + 2e-9

local OPTIONS = { within = true, repath_interval = true, partial = true,
  max_nodes = true, escape = true }

-- A straight way that is dearer by less than this part is not dearer.
local ROUNDING = 1e-9

function Chase.new()
  return { is_on = false, target = false, x = 0, y = 0, within = 0,
    interval = 0.25, wait = 0, is_wanted = false, led = 0, leads = false,
    is_near = false, is_stuck = false, finder = false, revision = false,
    renewals = 0 }
end

-- The target ------------------------------------------------------------------

local function place_of(target)
  return target.x, target.y
end

--- Where a target is; raises where it has no place.
function Chase.read(call, target)
  local kind = type(target)
  if kind ~= "table" and kind ~= "userdata" then
    check.fail(call, "target", "a table or a userdata with x and y", target)
  end
  local has_place, x, y = pcall(place_of, target)
  if not has_place then
    check.raise(("%s: target must have x and y, but to read them raised: %s")
      :format(call, type(x) == "string" and x or check.show(x)))
  elseif not Fields.is_place(x) then
    check.fail(call, "target.x", Fields.PLACE, x)
  elseif not Fields.is_place(y) then
    check.fail(call, "target.y", Fields.PLACE, y)
  end
  return x + 0.0, y + 0.0
end

--- What chase was called with: its own options, and its query.
function Chase.read_options(options)
  local known = check.options("chase", "options", options, OPTIONS)
  local own = { within = known.within, interval = known.repath_interval }
  if own.within == nil then
    own.within = 0
  elseif not Fields.is_amount(own.within) then
    check.fail("chase", "within", Fields.AMOUNT, own.within)
  end
  if own.interval == nil then
    own.interval = 0.25
  elseif not Fields.is_amount(own.interval) then
    check.fail("chase", "repath_interval", Fields.AMOUNT, own.interval)
  end
  return own, { partial = known.partial, max_nodes = known.max_nodes,
    escape = known.escape }
end

-- The way to it ---------------------------------------------------------------

--- What a straight way costs, or nil where it cannot be walked. (What stands
-- for a pathfinder may tell no costs.)
local function look(finder, x1, y1, x2, y2)
  local clear, cost = finder:line_of_sight_world(x1, y1, x2, y2)
  if not clear then
    return nil
  end
  return type(cost) == "number" and cost
    or sqrt((x2 - x1) ^ 2 + (y2 - y1) ^ 2)
end

--- What the leg from point i of the way costs (0: from where the follower
-- stands to the point that it goes to), or nil where it cannot be gone.
local function look_at_leg(self, call, finder, i, x1, y1, x2, y2)
  local by_link
  if i == 0 then
    by_link = self._leg.is_link
  else
    by_link = Links.has(self._route.path, i)
  end
  if by_link then
    local _, _, toll = Links.passage(call, finder, x1, y1, x2, y2)
    return toll
  end
  return look(finder, x1, y1, x2, y2)
end

--- The point that the way is cut at: the earliest of the last ones that sees
-- the target at no more than what its points cost. 0 stands for the follower's
-- own place, the points that it has passed do not count.
-- @return its number; or nil where none sees the target
local function best_cut(self, call, finder, x, y)
  local route = self._route
  local path, first = route.path, route.index
  local lowest = max(first - 1, route.count - SIGHTS)
  local best, cost, later_x, later_y
  for i = route.count, lowest, -1 do
    local from_x, from_y = path[2 * i - 1], path[2 * i]
    if i < first then
      i, from_x, from_y = 0, self.x, self.y
    end
    local straight = look(finder, from_x, from_y, x, y)
    if best then
      local leg = look_at_leg(self, call, finder, i, from_x, from_y, later_x,
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

--- Ends the path behind point i (0: begins it where the follower stands), and
-- has it lead to the target from there.
local function lead(self, i, x, y)
  local path, route = self._route.path, self._route
  local restarts = i == 0 or route.state ~= "moving"
  if i == 0 then
    path[1], path[2], i = self.x, self.y, 1
    route.index, route.by_link = 2, false
  end
  Links.cut(path, i)
  for k = 2 * route.count, 2 * i + 3, -1 do
    path[k] = nil
  end
  path[2 * i + 1], path[2 * i + 2] = x, y
  path.cost, path.partial, path.goal, path.escape = nil, nil, nil, nil
  Route.relay(self, i + 1, restarts)
  self._chase.leads = true
  self._watch.points, self._errand.revision = false, false
  Pace.forget(self)
end

--- The target has moved: leads the end of the way there, or wants a search.
local function follow_up(self, call)
  local chase, route, finder = self._chase, self._route, self.finder
  local errand, departures = self._errand, route.departures
  local i
  if route.state == "moving" then
    i = best_cut(self, call, finder, chase.x, chase.y)
  elseif look(finder, self.x, self.y, chase.x, chase.y) then
    i = 0
  end
  if not chase.is_on or self._errand ~= errand
    or route.departures ~= departures then
    return
  end
  chase.is_wanted = not i
  if i then
    lead(self, i, chase.x, chase.y)
    chase.led, chase.is_stuck = i > 0 and chase.led or 0, false
    chase.is_wanted = route.state == "moving"
      and chase.led > FAR * Route.remaining(self)
  end
end

-- Searching -------------------------------------------------------------------

--- Searches for a way from where it stands, and takes it.
-- @return an event that is to be told: "blocked" and the target's place
local function search(self, call)
  local chase, errand, finder = self._chase, self._errand, self.finder
  local route, departures = self._route, self._route.departures
  local revision = finder.grid.revision
  ready.to_search(call, finder)
  local path = Errand.find(self, call, errand, finder)
  if self._errand ~= errand or route.departures ~= departures
    or not chase.is_on then
    return nil
  end
  chase.wait, chase.is_wanted, chase.led = chase.interval, false, 0
  chase.finder, chase.revision = finder, revision
  if path then
    Chase.take(self, path, revision)
    return nil
  end
  local was_stuck = chase.is_stuck or route.state == "blocked"
  chase.is_stuck, route.state = true, "waiting"
  if not was_stuck then
    return "blocked", chase.x, chase.y
  end
end

--- Goes along a way that was just found.
function Chase.take(self, path, revision)
  Route.lay(self, path)
  Errand.note(self._errand, path, self.finder, revision)
  Watch.note_way(self._watch, self.finder, revision)
  self._chase.leads, self._chase.is_stuck = not path.partial, false
end

-- Kept in a table -------------------------------------------------------------

--- Writes it into the table of a state.
function Chase.write(self, t)
  local chase, finder = self._chase, self.finder
  t.is_chasing = chase.is_on
  if chase.is_on then
    t.chase_within, t.chase_interval = chase.within, chase.interval
    t.chase_wait, t.chase_led = chase.wait, chase.led
    t.is_wanted, t.is_near = chase.is_wanted, chase.is_near
    t.is_stuck, t.leads = chase.is_stuck, chase.leads
    t.has_searched = finder and chase.finder == finder
      and chase.revision == finder.grid.revision or false
  end
end

--- Reads it from the table of a state; nil where there is none.
function Chase.read_state(left, target)
  if not Record.take_flag(left, "is_chasing") then
    if target ~= nil then
      check.fail("follower", "target", "left out where nothing is chased",
        target)
    end
    return nil
  end
  Chase.read("follower", target)
  return { target = target,
    within = Record.take_amount(left, "chase_within"),
    interval = Record.take_amount(left, "chase_interval"),
    wait = Record.take_amount(left, "chase_wait"),
    led = Record.take_amount(left, "chase_led"),
    is_wanted = Record.take_flag(left, "is_wanted"),
    is_near = Record.take_flag(left, "is_near"),
    is_stuck = Record.take_flag(left, "is_stuck"),
    leads = Record.take_flag(left, "leads"),
    has_searched = Record.take_flag(left, "has_searched") }
end

--- Goes on with it.
function Chase.restore(self, kept)
  local finder = self.finder
  kept.revision = kept.has_searched and finder and finder.grid.revision or huge
  Chase.begin(self, kept.target, kept)
  local chase = self._chase
  chase.wait, chase.led = kept.wait, kept.led
  chase.is_wanted, chase.is_near = kept.is_wanted, kept.is_near
  chase.is_stuck, chase.leads = kept.is_stuck, kept.leads
end

-- Going on --------------------------------------------------------------------

--- Ends the chase; the target is let go.
function Chase.stop(chase)
  chase.is_on, chase.target = false, false
end

--- Begins one, to where the follower's errand leads.
function Chase.begin(self, target, options)
  local chase, errand = self._chase, self._errand
  chase.is_on, chase.target = true, target
  chase.x, chase.y = errand.x, errand.y
  chase.within, chase.interval = options.within, options.interval
  chase.wait, chase.is_wanted, chase.led = options.interval, false, 0
  chase.is_near, chase.is_stuck = false, false
  chase.finder, chase.revision = self.finder, options.revision
  self._route.is_once, self._route.within = true, options.within
end

--- Does it stand where it had come near (though that need not be told yet), but
-- no longer is?
local function was_moved(self)
  local route = self._route
  if route.state ~= "arrived" and route.state ~= "arriving" then
    return false
  end
  local x, y = Route.goal(route)
  return distance(self.x, self.y, x, y) > self._chase.within * ON_CIRCLE
end

--- Reads where the target is, at the beginning of an update.
function Chase.look(self, call)
  local chase = self._chase
  local target = chase.target
  if not chase.is_on or self._paused then
    return
  end
  if not self.finder then
    check.fail(call, "finder", "a pathfinder (it is in a chase)", self.finder)
  end
  local x, y = Chase.read(call, target)
  if chase.is_on and chase.target == target and self.finder
    and (x ~= chase.x or y ~= chase.y or was_moved(self)) then
    chase.led = chase.led + distance(chase.x, chase.y, x, y)
    chase.x, chase.y, chase.leads = x, y, false
    self._errand.x, self._errand.y = x, y
    ready.to_see(call, self.finder)
    follow_up(self, call)
  end
end

--- It stands at the end of its way: is that where the target is?
-- @return "arrive", where that is to be told; else nil
function Chase.arrive(self)
  local chase, route = self._chase, self._route
  if not chase.leads then
    route.state = "waiting"
    return nil
  end
  route.state = "arrived"
  if chase.is_near then
    return nil
  end
  chase.is_near = true
  return "arrive"
end

--- Is the time come for a search that is wanted? One that waits wants one when
-- the map has changed.
function Chase.is_due(self, slack)
  local chase, route = self._chase, self._route
  if not chase.is_on or not self.finder then
    return false
  elseif route.state == "waiting"
    and (chase.finder ~= self.finder
      or chase.revision ~= self.finder.grid.revision) then
    if not chase.is_wanted then
      chase.is_wanted, chase.renewals = true, chase.renewals + 1
    end
  elseif chase.is_near and route.state == "moving" then
    chase.is_near = false
  end
  return chase.is_wanted and chase.wait <= slack
end

Chase.search = search

--- Seconds until a search is due; huge: none is wanted.
function Chase.time_left(self)
  local chase = self._chase
  return chase.is_on and chase.is_wanted and self.finder and chase.wait or huge
end

--- So much time has passed.
function Chase.pass(chase, time)
  if chase.is_on then
    chase.wait = max(0, chase.wait - time)
  end
end

return Chase
