--- Where a follower's legs lead: the points of its path in their order, the way
-- round what stands on a patrol, and the circle around the goal.
--
-- The circle is that of arrive_radius, and it is entered for good at the first
-- place from which on the path stays inside. (The first crossing of all may lie
-- behind a wall that the path leads around.) A point that lies in the circle
-- with all that follow it is past that place, so it is enough to know the first
-- of those points, and to cut the leg that leads to it.
--
-- A departure is what has it set out anew: a path, a place where it was put,
-- the way round something, another lap. Between two departures it only comes
-- nearer to the end of what it walks, point by point. So whoever counts
-- departures (follower.lua does) knows whether it is getting anywhere.
--
-- A route is a table of
--
--   state               "idle" (no path), "moving", "blocked" (no way to go),
--                       "arriving" (there, but not told yet), "arrived", or
--                       "waiting" (in a chase, at the end of its way)
--   path                the points, as the follower's field `path` must be;
--                       false: none
--   count               how many
--   length              to be walked from the first point to the last, world
--                       units
--   closing             from the last point to the first
--   index, direction    the point that it goes to; 1, or -1 on a pingpong's way
--                       back
--   detour              the way round what stands before that point, or false
--   detour_index, detour_count
--                       the point of it that it goes to, and how many
--   by_link             a link leads to the point that it goes to now, and was
--                       not taken yet
--   is_once             it is no patrol, whatever the field `loop` says
--   within              the radius that an order asks for; false: that of the
--                       field arrive_radius
--   radius              of the circle; 0: there is none
--   first_inside        the first point that lies in it with all that follow,
--                       or false
--   departures          how often it has set out anew
--
-- and while it is under way the leg in hand leads to point `index` of the path,
-- or to point `detour_index` of the detour.
--
-- Cost: O(points) to take a path, O(1) a leg.

local siblings = (...):match("^.*[./]") or ""
local Leg = require(siblings .. "leg")
local Links = require(siblings .. "links")

local abs, floor, max = math.abs, math.floor, math.max
local min, sqrt = math.min, math.sqrt
local distance = Leg.distance

local Route = {}

-- Standing on the circle is inside, however the distance was rounded.
local ON_CIRCLE = 1 + 1e-9

-- Physics engines keep places as 32-bit floats.
local BODY_DIGITS = 1e-6

function Route.new()
  return { state = "idle", path = false, count = 0, length = 0, closing = 0,
    index = 0, direction = 1, detour = false, detour_index = 0,
    detour_count = 0, by_link = false, is_once = false, within = false,
    radius = 0, first_inside = false, departures = 0 }
end

--- Has it a path that it has not come to the end of?
function Route.is_under_way(route)
  return route.state == "moving" or route.state == "blocked"
end

--- The field `loop`, where it counts.
function Route.loop(self)
  return not self._route.is_once and self.loop or false
end

local loop_of = Route.loop

-- The circle around the goal --------------------------------------------------

local function goal(route)
  local path, n = route.path, route.count
  return path[2 * n - 1], path[2 * n]
end

Route.goal = goal

local function is_inside(route, x, y)
  local goal_x, goal_y = goal(route)
  return distance(x, y, goal_x, goal_y) <= route.radius * ON_CIRCLE
end

--- How far along a leg of this length, whose end lies inside, the circle is
-- entered.
local function entry(route, x1, y1, x2, y2, length)
  if length == 0 or is_inside(route, x1, y1) then
    return 0
  end
  local goal_x, goal_y = goal(route)
  local px, py, radius = x1 - goal_x, y1 - goal_y, route.radius
  local outside = px * px + py * py - radius * radius
  local ahead = -(px * (x2 - x1) + py * (y2 - y1)) / length
  local root = sqrt(max(ahead * ahead - outside, 0))
  return outside / (ahead + root)
end

Route.entry = entry

--- The radius that the circle should have.
local function radius_of(self)
  if loop_of(self) then
    return 0
  end
  return self._route.within or self.arrive_radius or 0
end

--- Finds the first point that lies in the circle of this radius with all that
-- follow it. No circle reaches across a link, for that may lead anywhere.
local function draw_circle(route, radius)
  local path = route.path
  route.radius = radius
  route.first_inside = false
  if route.radius > 0 then
    local first = route.count
    while first > 1 and not Links.has(path, first - 1)
      and is_inside(route, path[2 * first - 3], path[2 * first - 2]) do
      first = first - 1
    end
    route.first_inside = first
  end
end

-- Legs ------------------------------------------------------------------------

--- Puts the follower somewhere.
function Route.place(self, x, y)
  local leg = self._leg
  self.x, self.y = x, y
  leg.x, leg.y = x, y
end

--- The point that the current leg is for.
local function target(route)
  local points, i = route.path, route.index
  if route.detour then
    points, i = route.detour, route.detour_index
  end
  return points[2 * i - 1], points[2 * i]
end

--- Begins the leg to the next point where the follower stands, x, y. One that
-- stands in the circle already has arrived; a way round is walked to its end
-- first, because its points may lie anywhere.
local function begin_leg(self, x, y)
  local leg, route = self._leg, self._route
  local to_x, to_y = target(route)
  if route.by_link then
    Leg.begin_link(leg, x, y, to_x, to_y)
    return
  end
  Leg.begin(leg, x, y, to_x, to_y)
  if route.first_inside and route.index >= route.first_inside
    and not route.detour then
    local open = entry(route, x, y, to_x, to_y, leg.length)
    if open < leg.length then
      Leg.cut(leg, open)
    end
    if open == 0 then
      route.state = "arriving"
    end
  end
end

--- Begins the leg anew where somebody put the follower. A leg as short as the
-- last digits of a body's place has no direction worth facing.
function Route.restart_leg(self)
  local leg, route = self._leg, self._route
  local angle = leg.angle
  route.departures = route.departures + 1
  leg.is_whole = false
  begin_leg(self, self.x, self.y)
  local scale = abs(self.x) + abs(self.y) + route.length
  if leg.length <= BODY_DIGITS * scale then
    leg.angle = angle or leg.angle
  end
end

-- Points ----------------------------------------------------------------------

--- A loop whose ends meet has no closing leg, and its last point is also its
-- first: it is reached once a lap.
local function is_closed(route)
  return route.closing == 0
end

--- Turns to the point after this one; false where it was the last.
local function advance(self)
  local route = self._route
  local path, n, i = route.path, route.count, route.index + route.direction
  route.by_link = false
  if i >= 1 and i <= n then
    route.by_link = Links.has(path, min(i, route.index))
    route.index = i
  elseif n == 1 or not loop_of(self) then
    return false
  else
    route.departures = route.departures + 1
    if loop_of(self) == "pingpong" then
      route.direction = -route.direction
      i, route.index = route.index, i + 2 * route.direction
      route.by_link = Links.has(path, min(i, route.index))
    else
      route.index = is_closed(route) and 2 or 1
      route.by_link = route.index == 2 and Links.has(path, 1)
    end
  end
  return true
end

--- Turns to the next point of the way round; after the last one to the path's.
local function advance_detour(route)
  route.by_link = Links.has(route.detour, route.detour_index)
  route.detour_index = route.detour_index + 1
  if route.detour_index >= route.detour_count then
    route.detour = false
  end
end

--- Ends the current leg.
-- @return the index of the point reached; nil where it was not one of the path
function Route.reach(self)
  local leg, route = self._leg, self._route
  self.x, self.y = Leg.finish(leg)
  if leg.is_cut then
    route.state = "arriving"
    return nil
  elseif route.detour then
    advance_detour(route)
    begin_leg(self, self.x, self.y)
    return nil
  end
  local i = route.index
  if advance(self) then
    leg.is_whole = true
    begin_leg(self, self.x, self.y)
  else
    route.state = "arriving"
  end
  return i
end

-- Ways ------------------------------------------------------------------------

--- It has taken the link that it went by, and is where that leads. There the
-- circle may begin.
-- @return where it was
function Route.cross(self)
  local leg, route = self._leg, self._route
  local x, y = self.x, self.y
  Leg.finish(leg)
  self.x, self.y, route.by_link = leg.x, leg.y, false
  begin_leg(self, self.x, self.y)
  return x, y
end

--- Notes a path of n points, and how long it is.
function Route.measure(route, path, n)
  local length = 0
  for i = 1, n - 1 do
    length = length + Links.length(path, i)
  end
  route.path, route.count, route.length = path, n, length
  route.closing = n > 0
    and distance(path[2 * n - 1], path[2 * n], path[1], path[2]) or 0
end

--- Takes a path. The point where the follower stands is where it starts, not
-- one it reaches.
function Route.lay(self, path)
  local leg, route = self._leg, self._route
  local n = floor(#path / 2)
  self.path = path -- may want memory, as nothing below does
  Route.measure(route, path, n)
  route.departures, route.detour = route.departures + 1, false
  leg.is_whole = path[1] == self.x and path[2] == self.y
  route.direction, route.index = 1, leg.is_whole and 2 or 1
  route.by_link = leg.is_whole and Links.has(path, 1)
  if route.index > n then
    route.state = "arriving"
  else
    route.state = "moving"
    draw_circle(route, radius_of(self))
    begin_leg(self, self.x, self.y)
  end
end

--- The end of its path was led elsewhere: behind the first n points, or those
-- that it has passed, they are others. The leg begins anew where it leads to
-- another point now.
function Route.relay(self, n, restarts)
  local leg, route = self._leg, self._route
  Route.measure(route, route.path, n)
  route.departures = route.departures + 1
  draw_circle(route, radius_of(self))
  local x, y = target(route)
  if restarts or leg.is_cut or x ~= leg.to_x or y ~= leg.to_y
    or route.first_inside and route.index >= route.first_inside then
    route.state = "moving"
    leg.is_whole = false
    begin_leg(self, self.x, self.y)
  end
end

--- Goes on with a leg of its way that began there, when the circle had this
-- radius.
function Route.resume(self, radius, from_x, from_y)
  draw_circle(self._route, radius)
  begin_leg(self, from_x, from_y)
  self._leg.x, self._leg.y = from_x, from_y
end

--- Leads round what stands before the next point of a patrol. The ends of the
-- way round are where the follower stands and that point.
function Route.lay_detour(self, path)
  local route = self._route
  route.departures = route.departures + 1
  route.detour_index, route.detour_count = 2, floor(#path / 2)
  route.detour = route.detour_count > 2 and path
  route.by_link = Links.has(path, 1)
  self._leg.is_whole, route.state = false, "moving"
  begin_leg(self, self.x, self.y)
end

--- Forgets its path.
function Route.clear(self)
  local route = self._route
  self.path, route.path, route.state = nil, false, "idle"
  route.by_link = false
end

--- Goes forward again, after a pingpong was switched off on its way back. The
-- point where it stands was reached before.
local function turn_round(self)
  local route = self._route
  route.direction, route.index = 1, route.index + 1
  route.detour, route.by_link = false, false
  local path, i = route.path, route.index
  if path[2 * i - 1] == self.x and path[2 * i] == self.y
    and not advance(self) then
    route.state = "arriving"
  else
    Route.restart_leg(self)
  end
end

--- Goes by what was written to the fields loop and arrive_radius.
function Route.take_note(self)
  local route = self._route
  if route.direction < 0 and loop_of(self) ~= "pingpong" then
    turn_round(self)
  end
  if route.radius ~= radius_of(self) then
    draw_circle(route, radius_of(self))
    Route.restart_leg(self)
  end
end

-- Measures --------------------------------------------------------------------

--- Length of a whole lap that is to be walked, and how many points it reaches.
function Route.lap(self)
  local route = self._route
  local n = route.count
  if loop_of(self) == "pingpong" then
    return 2 * route.length, 2 * (n - 1)
  end
  return route.length + route.closing, is_closed(route) and n - 1 or n
end

--- What is still to be walked.
function Route.remaining(self)
  local leg, route = self._leg, self._route
  local sum, path = leg.length - leg.gone, route.path
  local x, y = path[2 * route.index - 1], path[2 * route.index]
  for i = route.index + 1, route.count do
    local next_x, next_y = path[2 * i - 1], path[2 * i]
    local length = Links.length(path, i - 1)
    if route.first_inside and i >= route.first_inside then
      return sum + entry(route, x, y, next_x, next_y, length)
    end
    sum, x, y = sum + length, next_x, next_y
  end
  return sum
end

--- The points ahead as far as they matter now: on a path all of them; on a
-- patrol, which goes on for ever, those of the way to its next point.
-- @return points, and the indices of the first and the last that count
function Route.ahead(self)
  local route = self._route
  if route.detour then
    return route.detour, route.detour_index, route.detour_count
  end
  return route.path, route.index,
    loop_of(self) and route.index or route.count
end

return Route
