--- A follower's way: the points that it goes to, and the leg that it walks now.
--
-- A leg is a straight piece: from where the follower stood when it began to the
-- next point, or to where it enters the circle around the goal. The place on it
-- is start + share of the leg walked: nothing is ever added to x and y, so
-- nothing drifts and nothing overshoots. What rounding takes from one sum goes
-- into the next (Kahan, "Further remarks on reducing truncation errors", 1965),
-- so a million small steps lead as far as a large one.
--
-- The circle is that of arrive_radius, and it is entered for good at the first
-- place from which on the path stays inside. (The first crossing of all may lie
-- behind a wall that the path leads around.) A point that lies in the circle
-- with all that follow it is past that place, so it is enough to know the first
-- of those points, and to cut the leg that leads to it.
--
-- A departure is what has it set out anew: a path, a place where it was put,
-- another way round something. Between two departures it only comes nearer to
-- the end of what it walks, point by point, or goes round.
--
-- A way is a table of
--
--   state               "idle" (no path), "moving", "blocked" (no way to go),
--                       "arriving" (there, but not told yet), "arrived", or
--                       "waiting" (in a chase, at the end of its way)
--   path                the points, as the field `path` must be; false: none
--   count, total        how many, and how long they are
--   measured            how often other points were counted
--   goes                "once"; "round", a patrol that searches; or "field": as
--                       the field `loop` says
--   index, direction    the point that it goes to; 1, or -1 on a pingpong's way
--                       back
--   detour              the way that leads to that point if it is not straight
--                       ahead, or false
--   detour_index, detour_count
--                       the point of it that it goes to, and how many
--   by_link             a link leads to the point that it goes to now, and was
--                       not taken yet
--   within              the radius that an order asks for; false: that of the
--                       field arrive_radius
--   radius              of the circle; 0: there is none
--   inside              the first point that lies in it with all that follow,
--                       or false
--   departures, laps    how often it has set out anew, and gone round
--   x, y                where the follower was put last; one that is elsewhere
--                       has been moved by somebody
--   legs                how many have begun
--   from_x, from_y, to_x, to_y, length
--                       the leg, and its length
--   gone, gone_low      of this are behind: the second is what the first has no
--                       digits for
--   root, root_low      the square root of all the way that is left, while it
--                       slows down (walk.lua), or false; less the second
--   angle               where the leg leads; if it has no length, where the leg
--                       before did; false before the first
--   is_cut              it ends on the circle, not at the point
--   is_link             it leads by a link: nothing of it is walked
--
-- This file alone writes into it, and to the fields x, y and path. Cost:
-- O(points) to take a path, O(1) a leg.

local root = (...):match("^(.*[./])follower[./]") or ""
local angle_of = require(root .. "angle")
local Links = require(root .. "links")

local abs, ceil, floor, huge = math.abs, math.ceil, math.floor, math.huge
local max, min, sqrt = math.max, math.min, math.sqrt

local Way = {}

-- Standing on the circle is inside, however the distance was rounded.
local ON_CIRCLE = 1 + 1e-9

-- Physics engines keep places as 32-bit floats.
local BODY_DIGITS = 1e-6

function Way.new(x, y)
  return { state = "idle", path = false, count = 0, total = 0, measured = 0,
    goes = "field", index = 0, direction = 1, detour = false, detour_index = 0,
    detour_count = 0, by_link = false, within = false, radius = 0,
    inside = false, departures = 0, laps = 0, x = x, y = y, legs = 0,
    from_x = x, from_y = y, to_x = x, to_y = y, length = 0, gone = 0,
    gone_low = 0, root = false, root_low = 0, angle = false, is_cut = false,
    is_link = false }
end

-- A border less than that beyond, of the numbers that were rounded, is behind.
local ROUNDING = 2 ^ -48

local function distance(x1, y1, x2, y2)
  local dx, dy = x2 - x1, y2 - y1
  return sqrt(dx * dx + dy * dy)
end

Way.distance = distance

--- Has it a path that it has not come to the end of?
function Way.is_under_way(way)
  return way.state == "moving" or way.state == "blocked"
end

--- Does it go round, and how: true, "pingpong" or false.
local function loop_of(self)
  local goes = self._way.goes
  return goes == "field" and self.loop or goes == "round"
end

Way.loop = loop_of

-- The circle around the goal --------------------------------------------------

local function is_inside(way, x, y)
  local path, n = way.path, way.count
  return distance(x, y, path[2 * n - 1], path[2 * n]) <= way.radius * ON_CIRCLE
end

--- How far along a leg of this length, whose end lies inside, the circle is
-- entered.
local function entry(way, x1, y1, x2, y2, length)
  if length == 0 or is_inside(way, x1, y1) then
    return 0
  end
  local path, n, radius = way.path, way.count, way.radius
  local px, py = x1 - path[2 * n - 1], y1 - path[2 * n]
  local outside = px * px + py * py - radius * radius
  local ahead = -(px * (x2 - x1) + py * (y2 - y1)) / length
  local chord = sqrt(max(ahead * ahead - outside, 0))
  return outside / (ahead + chord)
end

--- The radius that the circle should have.
local function radius_of(self)
  if loop_of(self) then
    return 0
  end
  return self._way.within or self.arrive_radius or 0
end

--- Finds the first point that lies in the circle of this radius with all that
-- follow it. No circle reaches across a link, for that may lead anywhere.
local function draw_circle(way, radius)
  local path, first = way.path, way.count
  way.radius, way.inside = radius, false
  if radius > 0 then
    while first > 1 and not Links.has(path, first - 1)
      and is_inside(way, path[2 * first - 3], path[2 * first - 2]) do
      first = first - 1
    end
    way.inside = first
  end
end

-- Legs ------------------------------------------------------------------------

--- The follower is there now.
function Way.place(self, x, y)
  local way = self._way
  self.x, self.y, way.x, way.y = x, y, x, y
end

local place = Way.place

--- The place where so much of the leg is gone.
local function place_on(way, gone)
  local share = gone / way.length
  return way.from_x + (way.to_x - way.from_x) * share,
    way.from_y + (way.to_y - way.from_y) * share
end

--- Stands where so much of the leg is gone.
function Way.stand(self, gone)
  local way = self._way
  way.gone, way.gone_low, way.root = gone, 0, false
  place(self, place_on(way, gone))
end

--- Walks on along the leg, so far that the end is not reached.
function Way.walk(self, length)
  local way = self._way
  local gone = way.gone
  local stride = length + way.gone_low
  way.gone, way.root = gone + stride, false
  way.gone_low = stride - (way.gone - gone)
  local share = way.gone / way.length
  local x = way.from_x + (way.to_x - way.from_x) * share
  local y = way.from_y + (way.to_y - way.from_y) * share
  self.x, self.y, way.x, way.y = x, y, x, y
end

--- Slows down until the root of what is left is high - low.
-- @param beyond  the way from the end of the leg to where the follower stops
function Way.slow_to(self, high, low, beyond)
  local way = self._way
  local gone = way.length - (high * high - beyond)
  Way.stand(self, min(max(gone, way.gone), way.length))
  way.root, way.root_low = high, low
end

--- The point that the leg is for.
local function target(way)
  local points, i = way.path, way.index
  if way.detour then
    points, i = way.detour, way.detour_index
  end
  return points[2 * i - 1], points[2 * i]
end

--- Begins the leg to the next point at x, y. A follower that stands in the
-- circle already has arrived; a way round is walked to its last point first,
-- because its points may lie anywhere.
local function begin_leg(self, x, y)
  local way = self._way
  local to_x, to_y = target(way)
  local length = way.by_link and 0 or distance(x, y, to_x, to_y)
  if length > 0 then
    way.angle = angle_of(to_y - y, to_x - x)
  end
  way.from_x, way.from_y, way.to_x, way.to_y = x, y, to_x, to_y
  way.length, way.gone, way.gone_low = length, 0, 0
  way.root, way.root_low, way.legs = false, 0, way.legs + 1
  way.is_cut, way.is_link = false, way.by_link
  local is_last = not way.detour or way.detour_index == way.detour_count
  if way.inside and way.index >= way.inside and is_last
    and not way.by_link then
    local open = entry(way, x, y, to_x, to_y, length)
    if open < length then
      local share = open / length
      way.to_x, way.to_y = x + (to_x - x) * share, y + (to_y - y) * share
      way.length, way.is_cut = open, true
    end
    if open == 0 then
      way.state = "arriving"
    end
  end
end

--- Begins the leg anew where somebody put the follower. A leg as short as the
-- last digits of a body's place has no direction worth facing.
local function restart(self)
  local way = self._way
  local angle = way.angle
  way.departures = way.departures + 1
  begin_leg(self, self.x, self.y)
  local scale = abs(self.x) + abs(self.y) + way.total
  if way.length <= BODY_DIGITS * scale then
    way.angle = angle or way.angle
  end
end

Way.restart = restart

-- Points ----------------------------------------------------------------------

local function is_closed(way)
  local path, n = way.path, way.count
  return n > 1 and path[1] == path[2 * n - 1] and path[2] == path[2 * n]
end

--- So many points a lap has.
function Way.stops(way)
  return is_closed(way) and way.count - 1 or way.count
end

--- Turns to the point after this one; false if it was the last. A loop whose
-- ends meet reaches its last point, which is also its first, once a lap.
local function advance(self)
  local way, loop = self._way, loop_of(self)
  local n, from = way.count, way.index
  local i = from + way.direction
  way.by_link = false
  if i < 1 or i > n then
    if n == 1 or not loop then
      return false
    end
    if loop == "pingpong" then
      way.direction = -way.direction
      i = from + way.direction
    else
      from, i = 1, is_closed(way) and 2 or 1
    end
    way.laps = way.laps + (way.direction > 0 and 1 or 0)
  end
  way.by_link = i ~= from and Links.has(way.path, min(i, from))
  way.index = i
  return true
end

--- Ends the leg.
-- @return the index of the point reached; nil if it was none of the path
function Way.reach(self)
  local way = self._way
  local i = way.index
  place(self, way.to_x, way.to_y)
  if way.is_cut then
    way.state = "arriving"
    return nil
  elseif way.detour and way.detour_index < way.detour_count then
    way.by_link = Links.has(way.detour, way.detour_index)
    way.detour_index, i = way.detour_index + 1, nil
  else
    way.detour = false
    if not advance(self) then
      way.state = "arriving"
      return i
    end
  end
  begin_leg(self, self.x, self.y)
  return i
end

--- Leaves out the point of a patrol that it goes to. It may stand at a link of
-- its way there.
function Way.skip(self)
  local by_link = self._way.by_link
  advance(self)
  self._way.by_link = by_link
end

--- It has taken the link that it went by, and is at its other end. There the
-- circle may begin.
function Way.cross(self)
  local way = self._way
  place(self, way.to_x, way.to_y)
  way.by_link = false
  begin_leg(self, self.x, self.y)
end

-- Ways ------------------------------------------------------------------------

--- Takes the points of a path.
local function measure(way, path)
  local length, n = 0, floor(#path / 2)
  for i = 1, n - 1 do
    length = length + Links.length(path, i)
  end
  way.path, way.count, way.total = path, n, length
  way.measured = way.measured + 1
end

--- Takes a path. The point where the follower stands is where it starts, not
-- one it reaches.
function Way.lay(self, path, goes, within)
  local way = self._way
  self.path = path -- may want memory, as nothing below does
  measure(way, path)
  way.departures, way.detour = way.departures + 1, false
  if goes then
    way.goes, way.within = goes, within
  end
  local is_start = path[1] == self.x and path[2] == self.y
  way.direction, way.index = 1, is_start and 2 or 1
  way.by_link = is_start and Links.has(path, 1)
  if way.index > way.count then
    way.state = "arriving"
  else
    way.state = "moving"
    draw_circle(way, radius_of(self))
    begin_leg(self, self.x, self.y)
  end
end

--- Leads to the point that it goes to by other points. The first is where the
-- follower stands, the last is that point, or what will do for it. The first
-- since a point was reached is no departure.
function Way.lay_detour(self, path)
  local way = self._way
  way.departures = way.departures + (way.detour and 1 or 0)
  way.detour_index, way.detour_count = 2, floor(#path / 2)
  way.detour = way.detour_count > 1 and path
  way.by_link = Links.has(path, 1)
  way.state = "moving"
  begin_leg(self, self.x, self.y)
end

--- Ends the path behind point i (0: begins it at the follower's own place), and
-- has it lead straight on to a place from there.
function Way.lead(self, i, x, y)
  local way = self._way
  local path, restarts = way.path, i == 0 or way.state ~= "moving"
  if i == 0 then
    path[1], path[2], i = self.x, self.y, 1
    way.index, way.direction, way.by_link = 2, 1, false
  end
  Links.cut(path, i)
  for k = 2 * way.count, 2 * i + 3, -1 do
    path[k] = nil
  end
  path[2 * i + 1], path[2 * i + 2] = x, y
  path.cost, path.partial, path.goal, path.escape = nil, nil, nil, nil
  measure(way, path)
  way.departures, way.root = way.departures + 1, false
  draw_circle(way, radius_of(self))
  local to_x, to_y = target(way)
  if restarts or way.is_cut or to_x ~= way.to_x or to_y ~= way.to_y
    or way.inside and way.index >= way.inside then
    way.state = "moving"
    begin_leg(self, self.x, self.y)
  end
end

--- Its state is another one: "moving", "blocked", "waiting" or "arrived".
function Way.turn(self, state)
  self._way.state = state
end

--- Forgets its path.
function Way.clear(self)
  local way = self._way
  self.path, way.path, way.state, way.by_link = nil, false, "idle", false
end

--- Goes on as it was kept.
-- @param kept  some of the fields of a way
function Way.restore(self, kept, path)
  local way = self._way
  for key, value in next, kept do
    way[key] = value
  end
  if path then
    self.path = path
    measure(way, path)
  end
  if not Way.is_under_way(way) then
    return
  end
  draw_circle(way, kept.radius)
  begin_leg(self, kept.from_x, kept.from_y)
  way.x, way.y = kept.from_x, kept.from_y
  if kept.gone > 0 then
    way.x, way.y = place_on(way, kept.gone)
  end
  way.gone, way.gone_low, way.angle = kept.gone, kept.gone_low, kept.angle
  way.root, way.root_low = kept.root, kept.root_low
end

--- Goes by what was written to the fields loop and arrive_radius. If a pingpong
-- was switched off on its way back it goes forward again; the point where it
-- stands was reached before.
function Way.take_note(self)
  local way, goes = self._way, self._way.goes
  local loop = goes == "field" and self.loop or goes == "round"
  if way.direction < 0 and loop ~= "pingpong" then
    way.direction, way.index = 1, way.index + 1
    way.detour, way.by_link = false, false
    local path, i = way.path, way.index
    if path[2 * i - 1] == self.x and path[2 * i] == self.y
      and not advance(self) then
      way.state = "arriving"
    else
      restart(self)
    end
  end
  local radius = not loop and (way.within or self.arrive_radius) or 0
  if way.radius ~= radius then
    draw_circle(way, radius)
    restart(self)
  end
end

-- Measures --------------------------------------------------------------------

--- Where, after `gone` of a length, a straight line crosses the next border of
-- an axis. Places are in cells, of which there are `count`: outside of the grid
-- there are no borders.
function Way.next_border(from, to, length, gone, count)
  local way = to - from
  if way == 0 then
    return huge
  end
  local here = from + way * (gone / length)
  local step, border = 1, max(floor(here) + 1, 0)
  if way < 0 then
    step, border = -1, min(ceil(here) - 1, count)
  end
  local slack = ROUNDING * length
    * (1 + max(abs(from), abs(to), 1) / abs(way))
  for _ = 1, 2 do
    local crossing = (border - from) / way * length
    if border < 0 or border > count then
      return huge
    elseif crossing > gone + slack then
      return crossing
    end
    border = border + step
  end
  return huge
end

--- Where the path leads, or, in a loop, its next point.
function Way.goal(self)
  local way = self._way
  local i = loop_of(self) and way.index or way.count
  return way.path[2 * i - 1], way.path[2 * i]
end

--- The way from point i - 1 of the path to point i, as far as it is walked.
local function length_to(way, i)
  local path = way.path
  local length = Links.length(path, i - 1)
  if i == way.inside then
    return entry(way, path[2 * i - 3], path[2 * i - 2], path[2 * i - 1],
      path[2 * i], length)
  end
  return length
end

--- Measures the way from each point to where the follower stops, into a list.
function Way.beyond(way, list)
  local sum = 0
  for i = (way.inside or way.count) - 1, 1, -1 do
    sum = sum + length_to(way, i + 1)
    list[i] = sum
  end
end

--- What is still to be walked.
function Way.remaining(self)
  local way = self._way
  local sum = way.length - way.gone
  for i = way.index + 1, way.inside or way.count do
    sum = sum + length_to(way, i)
  end
  return sum
end

--- The points ahead as far as they matter now: on a path all of them; on a
-- patrol, which goes on for ever, those of the way to its next point.
-- @return points, and the indices of the first and the last that count
function Way.ahead(self)
  local way = self._way
  if way.detour then
    return way.detour, way.detour_index, way.detour_count
  end
  return way.path, way.index, loop_of(self) and way.index or way.count
end

return Way
