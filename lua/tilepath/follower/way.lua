--- A follower's way: its points, and the leg that it walks now.
--
-- A leg is a straight line from the follower's place at its start to the next
-- point, or to the circle around the goal. The place on it is start + share of
-- the leg walked. Nothing is ever added to x and y, so the place does not drift
-- and does not overshoot. The rounding error of one sum goes into the next sum
-- (Kahan, "Further remarks on reducing truncation errors", 1965). So a million
-- small steps lead as far as one large step.
--
-- A chase ends at the circle of its radius `within`: the follower stops at the
-- first place from which the rest of the path stays inside the circle. (The path may
-- cross the circle earlier, but a wall may lie between that place and the
-- goal.) The way stores the first point that lies inside with all points behind
-- it. The leg that leads to this point is cut where it enters the circle.
--
-- A departure is an event after which the follower sets out anew: a new path, a
-- place where the game puts it, a detour. Between two departures it only comes
-- nearer to the end of its path, point by point, or walks laps.
--
-- A way is a table of
--
--   state               "idle" (no path), "moving", "blocked" (no path to the
--                       goal), "arriving" (at the goal, not told yet),
--                       "arrived", or "waiting" (in a chase, at the end of the
--                       path)
--   path                the points; the field `path` must be this table; false:
--                       none
--   count, total        the number of points and their length
--   measured            how often points were measured
--   is_round            a patrol: it leads from the last point to the first,
--                       and each leg is searched
--   index               the point that the follower walks to
--   detour              a path to that point, if the follower does not walk
--                       straight to it; else false
--   detour_index, detour_count
--                       the point of the detour that the follower walks to, and
--                       the number of its points
--   by_link             a link leads to the next point and was not taken yet
--   radius              the radius of the circle; 0: there is none
--   inside              the first point inside the circle with all points
--                       behind it, or false
--   departures, laps    the number of departures and of laps
--   x, y                the follower's last place; if its fields x and y
--                       differ, the game has moved it
--   legs                the number of legs begun
--   from_x, from_y, to_x, to_y, length
--                       the leg and its length
--   gone, gone_low      the distance walked on the leg. The second number holds
--                       the digits that the first has no room for
--   root, root_low      root - root_low is the square root of the whole
--                       distance left while the follower slows down (walk.lua);
--                       root is false otherwise
--   angle               the direction of the leg; if the leg has no length, the
--                       direction of the leg before; false before the first leg
--   is_cut              the leg ends on the circle, not at the point
--   is_link             the leg is a link. Unless by_link, the link was taken
--                       and is walked, as its cells touch
--   stride              the length of the link that by_link tells of, if it is
--                       walked; else 0
--
-- Only this file writes into it and into the fields x and y. Cost:
-- O(points) to take a path, O(1) for each leg.

local core = require "tilepath_core"
local root = (...):match("^(.*[./])follower[./]") or ""
local angle_of = require(root .. "angle")
local exact = require(root .. "exact")
local Links = require(root .. "links")

local abs, ceil, floor, huge = math.abs, math.ceil, math.floor, math.huge
local max, min, sqrt = math.max, math.min, math.sqrt

local Way = {}

-- A place on the circle is inside, however the distance is rounded.
local ON_CIRCLE = 1 + exact.part(1e-9)

-- Physics engines store places as 32-bit floats.
local BODY_DIGITS = 1e-6

function Way.new(x, y)
  return { state = "idle", path = false, count = 0, total = 0, measured = 0,
    is_round = false, index = 0, detour = false, detour_index = 0,
    detour_count = 0, by_link = false, radius = 0,
    inside = false, departures = 0, laps = 0, x = x, y = y, legs = 0,
    from_x = x, from_y = y, to_x = x, to_y = y, length = 0, gone = 0,
    gone_low = 0, root = false, root_low = 0, angle = false, is_cut = false,
    is_link = false, stride = 0 }
end

-- A border that is ahead by less than this part of the rounded numbers counts
-- as crossed.
local ROUNDING = exact.part(2 ^ -48)

local function distance(x1, y1, x2, y2)
  local dx, dy = x2 - x1, y2 - y1
  return sqrt(dx * dx + dy * dy)
end

Way.distance = distance

--- Does the follower have a path whose end it has not reached?
function Way.is_under_way(way)
  return way.state == "moving" or way.state == "blocked"
end

-- The circle around the goal --------------------------------------------------

local function is_inside(way, x, y)
  local path, n = way.path, way.count
  return distance(x, y, path[2 * n - 1], path[2 * n]) <= way.radius * ON_CIRCLE
end

--- The distance along a leg at which it enters the circle. The end of the leg
-- lies inside.
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

--- Finds the first point that lies in the circle with all points behind it. No
-- circle reaches across a link, because a link may lead anywhere.
local function draw_circle(way)
  local path, first = way.path, way.count
  way.inside = false
  if way.radius > 0 then
    while first > 1 and not Links.has(path, first - 1)
      and is_inside(way, path[2 * first - 3], path[2 * first - 2]) do
      first = first - 1
    end
    way.inside = first
  end
end

-- Legs ------------------------------------------------------------------------

--- Puts the follower at a place.
function Way.place(self, x, y)
  local way = self._way
  self.x, self.y, way.x, way.y = x, y, x, y
end

local place = Way.place

--- The place at which this much of the leg is walked.
local function place_on(way, gone)
  local share = gone / way.length
  return way.from_x + (way.to_x - way.from_x) * share,
    way.from_y + (way.to_y - way.from_y) * share
end

--- Puts the follower where this much of the leg is walked.
function Way.stand(self, gone)
  local way = self._way
  way.gone, way.gone_low, way.root = gone, 0, false
  place(self, place_on(way, gone))
end

--- Walks along the leg, not up to its end.
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

--- Slows down until the root of the distance left is high - low.
-- @param beyond  the distance from the end of the leg to where the follower
-- stops
function Way.slow_to(self, high, low, beyond)
  local way = self._way
  local gone = way.length - (high * high - beyond)
  Way.stand(self, min(max(gone, way.gone), way.length))
  way.root, way.root_low = high, low
end

--- The points that the follower walks along, and the number of the next one.
local function points_of(way)
  if way.detour then
    return way.detour, way.detour_index
  end
  return way.path, way.index
end

--- The point that the leg leads to.
local function target(way)
  local points, i = points_of(way)
  return points[2 * i - 1], points[2 * i]
end

--- Does the follower walk along a link that it has taken? It finishes that step,
-- whatever happens on the map.
function Way.is_crossing(way)
  return way.state == "moving" and way.is_link and not way.by_link
end

--- Is the place in the cell in which a link begins whose cells touch, and which
-- leads to the next point?
local function is_before_stride(self, x, y)
  local points, i = points_of(self._way)
  if i < 2 or not points.links or not Links.has(points, i - 1)
    or Links.length(self.finder, points, i - 1) == 0 then
    return false
  end
  local finder = self.finder
  local cell_x, cell_y = finder:to_cell(x, y)
  local near_x, near_y = finder:to_cell(points[2 * i - 3], points[2 * i - 2])
  return cell_x == near_x and cell_y == near_y
end

--- Where a new path begins: at the follower's place; before the border that a
-- link leads over and that the follower walks to, at the end of that link.
-- @return x, y, and whether it is the end of a link
function Way.start(self)
  local way = self._way
  if Way.is_crossing(way) and is_before_stride(self, self.x, self.y) then
    return way.to_x, way.to_y, true
  end
  return self.x, self.y, false
end

--- Begins a path from there at the follower's place.
function Way.begin_on_link(self, path)
  local links = { 1 }
  for i, link in ipairs(path.links or {}) do
    links[i + 1] = link + 1
  end
  table.insert(path, 1, self.x)
  table.insert(path, 2, self.y)
  path.links = links
  path.escape = path.escape and path.escape + 1
end

--- Begins the leg to the next point at x, y. A follower that already stands in
-- the circle has arrived. A detour is walked to its last point first, because
-- its points may lie anywhere.
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
  way.is_cut, way.stride = false, 0
  way.is_link = way.by_link or is_before_stride(self, x, y)
  if way.by_link then
    way.stride = Links.stride(self.finder, x, y, to_x, to_y)
  end
  local is_last = not way.detour or way.detour_index == way.detour_count
  if way.inside and way.index >= way.inside and is_last
    and not way.is_link then
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

--- Begins the leg anew where the game put the follower. If the leg is as short
-- as the last digits of a body's place, the follower keeps its direction.
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

--- The number of points of a round.
function Way.stops(way)
  return is_closed(way) and way.count - 1 or way.count
end

--- Turns to the next point; false if there is none. If the ends of a patrol
-- meet, the last point is also the first, and is reached once in each round.
local function advance(way)
  local i = way.index + 1
  if i <= way.count then
    way.by_link = Links.has(way.path, i - 1)
  else
    way.by_link = false
    if way.count == 1 or not way.is_round then
      return false
    end
    i, way.laps = is_closed(way) and 2 or 1, way.laps + 1
  end
  way.index = i
  return true
end

--- Ends the leg.
-- @return the index of the point reached; nil if the point is not on the path
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
    if not advance(way) then
      way.state = "arriving"
      return i
    end
  end
  begin_leg(self, self.x, self.y)
  return i
end

--- Skips the next point of a patrol. The follower may stand at a link of its
-- way to that point.
function Way.skip(way)
  local by_link = way.by_link
  advance(way)
  way.by_link = by_link
end

--- The follower has taken its link. It is at the other end, where the circle may
-- begin, or walks there.
function Way.cross(self)
  local way = self._way
  if way.stride == 0 then
    place(self, way.to_x, way.to_y)
  end
  way.by_link = false
  begin_leg(self, self.x, self.y)
end

-- Ways ------------------------------------------------------------------------

--- Takes the points of a path and measures them.
local function measure(self, path)
  local way, length, n = self._way, 0, floor(#path / 2)
  for i = 1, n - 1 do
    length = length + Links.length(self.finder, path, i)
  end
  way.path, way.count, way.total = path, n, length
  way.measured = way.measured + 1
end

--- Takes a path. A first point at the follower's place is the start, and is not
-- reached.
-- @param is_round, radius  of a new order; nil: the order goes on
function Way.lay(self, path, is_round, radius)
  local way = self._way
  measure(self, path)
  way.departures, way.detour = way.departures + 1, false
  if is_round ~= nil then
    way.is_round, way.radius = is_round, radius
  end
  local is_start = path[1] == self.x and path[2] == self.y
  way.index = is_start and 2 or 1
  way.by_link = is_start and not Way.is_crossing(way) and Links.has(path, 1)
  if way.index > way.count then
    way.state = "arriving"
  else
    way.state = "moving"
    draw_circle(way)
    begin_leg(self, self.x, self.y)
  end
end

--- Leads to the next point over other points. The first of these is the
-- follower's place. The last is the next point, or a place that will do for it.
-- The first detour after a point was reached is no departure.
function Way.lay_detour(self, path)
  local way = self._way
  way.departures = way.departures + (way.detour and 1 or 0)
  way.detour_index, way.detour_count = 2, floor(#path / 2)
  way.detour = way.detour_count > 1 and path
  way.by_link = Links.has(path, 1)
  way.state = "moving"
  begin_leg(self, self.x, self.y)
end

--- Ends the path behind point i and leads it straight on to a place from there.
-- 0: the path begins at the follower's own place.
function Way.lead(self, i, x, y)
  local way = self._way
  local path, restarts = way.path, i == 0 or way.state ~= "moving"
  if i == 0 then
    path[1], path[2], i = self.x, self.y, 1
    way.index, way.by_link = 2, false
  end
  Links.cut(path, i)
  for k = 2 * way.count, 2 * i + 3, -1 do
    path[k] = nil
  end
  path[2 * i + 1], path[2 * i + 2] = x, y
  path.cost, path.partial, path.goal_index, path.escape = nil, nil, nil, nil
  measure(self, path)
  way.departures, way.root = way.departures + 1, false
  draw_circle(way)
  local to_x, to_y = target(way)
  if restarts or way.is_cut or to_x ~= way.to_x or to_y ~= way.to_y
    or way.inside and way.index >= way.inside then
    way.state = "moving"
    begin_leg(self, self.x, self.y)
  end
end

--- Sets the state: "moving", "blocked", "waiting" or "arrived".
function Way.turn(self, state)
  self._way.state = state
end

--- Forgets the path.
function Way.clear(self)
  local way = self._way
  way.path, way.state, way.by_link = false, "idle", false
end

--- Takes over what a saved state holds.
-- @param kept  some of the fields of a way
function Way.restore(self, kept, path)
  local way = self._way
  for key, value in next, kept do
    way[key] = value
  end
  if path then
    measure(self, path)
  end
  if not Way.is_under_way(way) then
    return
  end
  draw_circle(way)
  begin_leg(self, kept.from_x, kept.from_y)
  way.x, way.y = kept.from_x, kept.from_y
  if kept.gone > 0 then
    way.x, way.y = place_on(way, kept.gone)
  end
  way.gone, way.gone_low, way.angle = kept.gone, kept.gone_low, kept.angle
  way.root, way.root_low = kept.root, kept.root_low
end

-- Measures --------------------------------------------------------------------

--- Where on a straight line, behind `gone` of its length, the next border of an
-- axis lies; huge: there is none. Places are in cells, of which there are
-- `count`. Outside the grid there are no borders.
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

--- The end of the path, or the next point of a patrol.
function Way.goal(self)
  local way = self._way
  local i = way.is_round and way.index or way.count
  return way.path[2 * i - 1], way.path[2 * i]
end

--- The distance that is walked from point i - 1 of the path to point i.
local function length_to(self, i)
  local way = self._way
  local path = way.path
  local length = Links.length(self.finder, path, i - 1)
  if i == way.inside then
    return entry(way, path[2 * i - 3], path[2 * i - 2], path[2 * i - 1],
      path[2 * i], length)
  end
  return length
end

--- Measures the distance from each point to the place where the follower stops,
-- into a list.
function Way.beyond(self, list)
  local way, sum = self._way, 0
  for i = (way.inside or way.count) - 1, 1, -1 do
    sum = sum + length_to(self, i + 1)
    list[i] = sum
  end
end

--- The distance that is still to be walked.
function Way.remaining(self)
  local way = self._way
  local sum = way.length - way.gone + way.stride
  for i = way.index + 1, way.inside or way.count do
    sum = sum + length_to(self, i)
  end
  return sum
end

--- The points ahead that matter now: all points of a path; on a patrol, which
-- never ends, the points to its next point.
-- @return points, and the indices of the first and the last that count
function Way.ahead(self)
  local way = self._way
  if way.detour then
    return way.detour, way.detour_index, way.detour_count
  end
  return way.path, way.index, way.is_round and way.index or way.count
end

--- Writes the follower's place and the points ahead into a table. At the end of
-- the path these are one point.
function Way.rest(self, path)
  local way = self._way
  local list, first, last = Way.ahead(self)
  local links, count = {}, 1
  if not Way.is_under_way(way) then
    last = first - 1
  elseif way.by_link or select(3, Way.start(self)) then
    links[1] = 1
  end
  path[1], path[2] = self.x, self.y
  for i = first, last do
    if Links.has(list, i) and i < last then
      links[#links + 1] = count + 1
    end
    count = count + 1
    path[2 * count - 1], path[2 * count] = list[2 * i - 1], list[2 * i]
  end
  for i = #path, 2 * count + 1, -1 do
    path[i] = nil
  end
  path.units, path.links = "world", links[1] and links or nil
  path.goal_index, path.partial = way.path.goal_index, way.path.partial
  path.escape, path.cost = nil, nil
  return setmetatable(path, core.Path)
end

return Way
