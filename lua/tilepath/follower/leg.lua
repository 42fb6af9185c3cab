--- The leg that a follower walks now: a straight line from its place at the
-- start of the leg to the next point of its path.
--
-- The place on the leg is start + share of the leg walked. Nothing is ever added
-- to x and y, so the place does not drift and does not overshoot. The rounding
-- error of one sum goes into the next sum (Kahan, "Further remarks on reducing
-- truncation errors", 1965). So a million small steps lead as far as one large
-- step.
--
-- Cost: O(1) for each leg.

local parent = (...):match("^(.*[./])follower[./]") or ""
require(parent .. "luajit").exact()
local angle_of = require(parent .. "angle")
local exact = require(parent .. "exact")
local Links = require(parent .. "links")

local abs, max, min, sqrt = math.abs, math.max, math.min, math.sqrt

local Leg = {}

-- A place on the circle is inside, however the distance is rounded.
local ON_CIRCLE = 1 + exact.tolerance(1e-9)

-- Physics engines store places as 32-bit floats.
local BODY_DIGITS = 1e-6

local function distance(x1, y1, x2, y2)
  local dx, dy = x2 - x1, y2 - y1
  return sqrt(dx * dx + dy * dy)
end

Leg.distance = distance

-- The circle around the goal --------------------------------------------------
--
-- A chase ends at the circle of its radius `within`: the follower stops at the
-- first place from which the rest of the path stays inside the circle. (The path
-- may cross the circle earlier, but a wall may lie between that place and the
-- goal.) The leg that leads to the first point inside is cut where it enters the
-- circle.

local function is_inside(progress, x, y)
  local path, n = progress.path, progress.count
  return distance(x, y, path[2 * n - 1], path[2 * n])
    <= progress.radius * ON_CIRCLE
end

--- The distance along a leg at which it enters the circle. The end of the leg
-- lies inside.
function Leg.entry(progress, x1, y1, x2, y2, length)
  if length == 0 or is_inside(progress, x1, y1) then
    return 0
  end
  local path, n, radius = progress.path, progress.count, progress.radius
  local px, py = x1 - path[2 * n - 1], y1 - path[2 * n]
  local outside = px * px + py * py - radius * radius
  local ahead = -(px * (x2 - x1) + py * (y2 - y1)) / length
  local chord = sqrt(max(ahead * ahead - outside, 0))
  return outside / (ahead + chord)
end

--- Finds the first point that lies in the circle with all points behind it. No
-- circle reaches across a link, because a link may lead anywhere.
function Leg.draw_circle(progress)
  local path, first = progress.path, progress.count
  progress.inside = false
  if progress.radius > 0 then
    while first > 1 and not Links.has(path, first - 1)
      and is_inside(progress, path[2 * first - 3], path[2 * first - 2]) do
      first = first - 1
    end
    progress.inside = first
  end
end

-- Legs ------------------------------------------------------------------------

--- Puts the follower at a place.
function Leg.place(self, x, y)
  local progress = self._progress
  self.x, self.y, progress.x, progress.y = x, y, x, y
end

--- The place at which this much of the leg is walked.
function Leg.place_on(progress, walked)
  local share = walked / progress.length
  return progress.from_x + (progress.to_x - progress.from_x) * share,
    progress.from_y + (progress.to_y - progress.from_y) * share
end

--- Puts the follower where this much of the leg is walked.
function Leg.move_to(self, walked)
  local progress = self._progress
  progress.walked, progress.walked_low, progress.root = walked, 0, false
  Leg.place(self, Leg.place_on(progress, walked))
end

--- Walks along the leg, not up to its end.
function Leg.move(self, length)
  local progress = self._progress
  local walked = progress.walked
  local moved = length + progress.walked_low
  progress.walked, progress.root = walked + moved, false
  progress.walked_low = moved - (progress.walked - walked)
  local share = progress.walked / progress.length
  local x = progress.from_x + (progress.to_x - progress.from_x) * share
  local y = progress.from_y + (progress.to_y - progress.from_y) * share
  self.x, self.y, progress.x, progress.y = x, y, x, y
end

--- Slows down until the root of the distance left is root - root_low.
-- @param beyond  the distance from the end of the leg to where the follower
-- stops
function Leg.brake(self, root, root_low, beyond)
  local progress = self._progress
  local walked = progress.length - (root * root - beyond)
  Leg.move_to(self, min(max(walked, progress.walked), progress.length))
  progress.root, progress.root_low = root, root_low
end

--- The points ahead that matter now: all points of a path; on a patrol, which
-- never ends, the points to its next point.
-- @return points, and the indices of the first and the last that count
function Leg.ahead(progress)
  if progress.approach then
    return progress.approach, progress.approach_index, progress.approach_count
  end
  return progress.path, progress.index,
    progress.is_patrol and progress.index or progress.count
end

--- The point that the leg leads to.
function Leg.next_point(progress)
  local points, i = Leg.ahead(progress)
  return points[2 * i - 1], points[2 * i]
end

--- Does the follower walk along a link that it has taken? It finishes that step,
-- whatever happens on the map.
function Leg.is_crossing(progress)
  return progress.state == "going" and progress.is_link and not progress.by_link
end

--- Does a link lead to the next point, whose cells touch, and is the place in
-- the first of these?
local function is_before_link(self, x, y)
  local points, i = Leg.ahead(self._progress)
  if i < 2 or not points.links or not Links.has(points, i - 1)
    or Links.length(self.finder, points, i - 1) == 0 then
    return false
  end
  local finder = self.finder
  local cell_x, cell_y = finder:to_cell(x, y)
  local near_x, near_y = finder:to_cell(points[2 * i - 3], points[2 * i - 2])
  return cell_x == near_x and cell_y == near_y
end

--- Where a new path begins: at the follower's place. While it walks along a link,
-- and has not left the first cell yet: at the link's far end.
-- @return x, y, and is it the end of a link?
function Leg.start(self)
  local progress = self._progress
  if Leg.is_crossing(progress) and is_before_link(self, self.x, self.y) then
    return progress.to_x, progress.to_y, true
  end
  return self.x, self.y, false
end

--- Prepends the follower's place to a path that starts at the link's far end.
function Leg.begin_on_link(self, path)
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
-- the circle has arrived. An approach is walked to its last point first, because
-- its points may lie anywhere.
function Leg.begin(self, x, y)
  local progress = self._progress
  local to_x, to_y = Leg.next_point(progress)
  local length = progress.by_link and 0 or distance(x, y, to_x, to_y)
  if length > 0 then
    progress.angle = angle_of(to_y - y, to_x - x)
  end
  progress.from_x, progress.from_y = x, y
  progress.to_x, progress.to_y = to_x, to_y
  progress.length, progress.walked, progress.walked_low = length, 0, 0
  progress.root, progress.root_low, progress.legs = false, 0, progress.legs + 1
  progress.is_cut, progress.link_length = false, 0
  progress.is_link = progress.by_link or is_before_link(self, x, y)
  if progress.by_link then
    progress.link_length = Links.length_of_link(self.finder, x, y, to_x, to_y)
  end
  local is_last = not progress.approach
    or progress.approach_index == progress.approach_count
  if progress.inside and progress.index >= progress.inside and is_last
    and not progress.is_link then
    local outside = Leg.entry(progress, x, y, to_x, to_y, length)
    if outside < length then
      local share = outside / length
      progress.to_x = x + (to_x - x) * share
      progress.to_y = y + (to_y - y) * share
      progress.length, progress.is_cut = outside, true
    end
    if outside == 0 then
      progress.state = "arriving"
    end
  end
end

--- How far a place lies from the leg.
function Leg.off(progress, x, y)
  local dx, dy = progress.to_x - progress.from_x, progress.to_y - progress.from_y
  local square, share = dx * dx + dy * dy, 0
  if square > 0 then
    share = ((x - progress.from_x) * dx + (y - progress.from_y) * dy) / square
    share = min(max(share, 0), 1)
  end
  return distance(x, y, progress.from_x + share * dx,
    progress.from_y + share * dy)
end

--- What counts as the last digits of a body's place.
function Leg.rounding(progress)
  return BODY_DIGITS * (abs(progress.x) + abs(progress.y) + progress.total)
end

--- Begins the leg anew where the game put the follower. If the leg is as short
-- as the last digits of a body's place, the follower keeps its direction.
function Leg.restart(self)
  local progress = self._progress
  local angle = progress.angle
  progress.restarts = progress.restarts + 1
  Leg.begin(self, self.x, self.y)
  if progress.length <= Leg.rounding(progress) then
    progress.angle = angle or progress.angle
  end
end

return Leg
