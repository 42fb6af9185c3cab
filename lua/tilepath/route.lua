--- Where a follower's legs lead: the points of its path in their order, the way
-- round what stands on a patrol, and the circle around the goal.
--
-- A leg runs straight from where the follower stood when it began to a point of
-- its path, or to where it enters the circle of arrive_radius for good: the
-- first place from which on the path stays inside. (The first crossing of all
-- may lie behind a wall that the path leads around.) A point that lies in the
-- circle with all that follow it is past that place, so it is enough to know
-- the first of those points, and to cut the leg that leads to it.
--
-- The functions here read and write the fields of the follower that they get;
-- they know nothing of time. follower.lua lists the fields.
--
-- A departure is what has it set out anew: a path, a place where it was put,
-- the way round something, another lap. Between two departures it only comes
-- nearer to the end of what it walks, point by point. So whoever counts
-- departures (pace.lua does) knows whether it is getting anywhere.
--
-- Invariant: while it is under way the current leg ends at (_to_x, _to_y);
-- _gone + _gone_low of its _length is behind (the second what the first has no
-- digits for); _on_route says that it began at the point of the path before, so
-- that one lap leads back to the same place.
--
-- Cost: O(points) to take a path, O(1) a leg.

-- math.atan takes both arguments where math.atan2 is gone.
local atan2 = math.atan2 or math.atan -- luacheck: ignore 143
local abs, floor, max, sqrt = math.abs, math.floor, math.max, math.sqrt

local route = {}

-- Standing on the circle is inside, however the distance was rounded.
local ON_CIRCLE = 1 + 1e-9

-- Physics engines keep places as 32-bit floats.
local BODY_DIGITS = 1e-6

local function distance(x1, y1, x2, y2)
  local dx, dy = x2 - x1, y2 - y1
  return sqrt(dx * dx + dy * dy)
end

route.distance = distance

-- The circle around the goal --------------------------------------------------

local function goal(self)
  local path, n = self.path, self._count
  return path[2 * n - 1], path[2 * n]
end

local function is_inside(self, x, y)
  local goal_x, goal_y = goal(self)
  return distance(x, y, goal_x, goal_y) <= self._radius * ON_CIRCLE
end

--- How far along a leg of this length, whose end lies inside, the circle is
-- entered.
local function entry(self, x1, y1, x2, y2, length)
  if length == 0 or is_inside(self, x1, y1) then
    return 0
  end
  local goal_x, goal_y = goal(self)
  local px, py, radius = x1 - goal_x, y1 - goal_y, self._radius
  local outside = px * px + py * py - radius * radius
  local ahead = -(px * (x2 - x1) + py * (y2 - y1)) / length
  local root = sqrt(max(ahead * ahead - outside, 0))
  return outside / (ahead + root)
end

--- Finds the first point that lies in the circle with all that follow it.
function route.draw_circle(self)
  local path = self.path
  self._radius = not self.loop and self.arrive_radius or 0
  self._first_inside = nil
  if self._radius > 0 then
    local first = self._count
    while first > 1
      and is_inside(self, path[2 * first - 3], path[2 * first - 2]) do
      first = first - 1
    end
    self._first_inside = first
  end
end

-- Legs ------------------------------------------------------------------------

function route.depart(self)
  self._departures = self._departures + 1
end

function route.place(self, x, y)
  self.x, self.y = x, y
  self._x, self._y = x, y
end

--- The point that the current leg is for.
local function target(self)
  local points, i = self.path, self._index
  if self._detour then
    points, i = self._detour, self._detour_index
  end
  return points[2 * i - 1], points[2 * i]
end

--- Begins the leg to the next point where the follower stands. One that stands
-- in the circle already has arrived.
function route.begin_leg(self)
  local x, y = self.x, self.y
  local to_x, to_y = target(self)
  local length = distance(x, y, to_x, to_y)
  if length > 0 then
    self._leg_angle = atan2(to_y - y, to_x - x)
  end
  self._cut = false
  if self._first_inside and self._index >= self._first_inside then
    local open = entry(self, x, y, to_x, to_y, length)
    if open < length then
      to_x = x + (to_x - x) * (open / length)
      to_y = y + (to_y - y) * (open / length)
      length, self._cut = open, true
    end
    if open == 0 then
      self._state = "arriving"
    end
  end
  self._from_x, self._from_y = x, y
  self._to_x, self._to_y = to_x, to_y
  self._length, self._gone, self._gone_low = length, 0, 0
end

--- Moves to where the leg is at this distance from its start.
function route.go(self, gone)
  local share = gone / self._length
  self._gone = gone
  route.place(self, self._from_x + (self._to_x - self._from_x) * share,
    self._from_y + (self._to_y - self._from_y) * share)
end

-- Points ----------------------------------------------------------------------

--- A loop whose ends meet has no closing leg, and its last point is also its
-- first: it is reached once a lap.
local function is_closed(self)
  return self._closing == 0
end

--- Turns to the point after this one; false where it was the last.
local function advance(self)
  local n, i = self._count, self._index + self._direction
  if i >= 1 and i <= n then
    self._index = i
  elseif n == 1 or not self.loop then
    return false
  else
    route.depart(self)
    if self.loop == "pingpong" then
      self._direction = -self._direction
      self._index = i + 2 * self._direction
    else
      self._index = is_closed(self) and 2 or 1
    end
  end
  return true
end

--- Ends the current leg. On a patrol the next one has yet to be looked at.
-- @return the index of the point reached; nil where it was not one of the path
function route.reach(self)
  route.place(self, self._to_x, self._to_y)
  if self.loop then
    self._seen_revision = nil
  end
  if self._cut then
    self._state = "arriving"
    return nil
  elseif self._detour then
    self._detour_index = self._detour_index + 1
    if self._detour_index >= self._detour_count then
      self._detour = nil
    end
    route.begin_leg(self)
    return nil
  end
  local i = self._index
  self._rested = 0
  if advance(self) then
    self._on_route = true
    route.begin_leg(self)
  else
    self._state = "arriving"
  end
  return i
end

--- The point where the follower stands is where it starts, not one it reaches.
function route.lay(self, path)
  route.depart(self)
  local n = floor(#path / 2)
  local length = 0
  for i = 3, 2 * n, 2 do
    length = length + distance(path[i - 2], path[i - 1], path[i], path[i + 1])
  end
  self.path, self._path = path, path
  self._count, self._path_length = n, length
  self._closing = n > 0
    and distance(path[2 * n - 1], path[2 * n], path[1], path[2]) or 0
  self._detour = nil
  self._on_route = path[1] == self.x and path[2] == self.y
  self._direction, self._index = 1, self._on_route and 2 or 1
  if self._index > n then
    self._state = "arriving"
  else
    self._state = "moving"
    route.draw_circle(self)
    route.begin_leg(self)
  end
end

--- Leads round what stands before the next point of a patrol. The ends of the
-- way round are where the follower stands and that point.
function route.lay_detour(self, path)
  route.depart(self)
  self._detour_index, self._detour_count = 2, floor(#path / 2)
  self._detour = self._detour_count > 2 and path or nil
  self._on_route, self._state = false, "moving"
  route.begin_leg(self)
end

--- Begins the leg anew where somebody put the follower. A leg as short as the
-- last digits of a body's place has no direction worth facing.
function route.restart_leg(self)
  route.depart(self)
  local angle = self._leg_angle
  self._on_route = false
  route.begin_leg(self)
  local scale = abs(self.x) + abs(self.y) + self._path_length
  if self._length <= BODY_DIGITS * scale then
    self._leg_angle = angle or self._leg_angle
  end
end

--- Goes forward again, after a pingpong was switched off on its way back. The
-- point where it stands was reached before.
function route.turn_round(self)
  self._direction, self._index = 1, self._index + 1
  self._detour = nil
  local path, i = self.path, self._index
  if path[2 * i - 1] == self.x and path[2 * i] == self.y
    and not advance(self) then
    self._state = "arriving"
  else
    route.restart_leg(self)
  end
end

-- Measures --------------------------------------------------------------------

--- Length of a whole lap, and how many points it reaches.
function route.lap(self)
  local n = self._count
  if self.loop == "pingpong" then
    return 2 * self._path_length, 2 * (n - 1)
  end
  return self._path_length + self._closing, is_closed(self) and n - 1 or n
end

--- What is still to be walked.
function route.remaining(self)
  local sum, path = self._length - self._gone, self.path
  local x, y = path[2 * self._index - 1], path[2 * self._index]
  for i = self._index + 1, self._count do
    local next_x, next_y = path[2 * i - 1], path[2 * i]
    local length = distance(x, y, next_x, next_y)
    if self._first_inside and i >= self._first_inside then
      return sum + entry(self, x, y, next_x, next_y, length)
    end
    sum, x, y = sum + length, next_x, next_y
  end
  return sum
end

--- Can the finder's agent walk what is ahead, as far as it matters now? On a
-- path that is all of it; on a patrol, which goes on for ever, the way to its
-- next point. The rest of a leg is clear where all of it is: that is asked
-- first because the leg may touch corners, which a place on it can only miss.
-- @return true; or false and the first cell in the way
function route.is_clear(self, finder)
  local points, first, last = self.path, self._index, self._count
  if self._detour then
    points, first, last = self._detour, self._detour_index, self._detour_count
  elseif self.loop then
    last = first
  end
  local x, y = self._from_x, self._from_y
  for i = first, last do
    local to_x, to_y = points[2 * i - 1], points[2 * i]
    local clear, cell_x, cell_y = finder:line_of_sight_world(x, y, to_x, to_y)
    if not clear and i == first then
      clear, cell_x, cell_y = finder:line_of_sight_world(self.x, self.y,
        to_x, to_y)
    end
    if not clear then
      return false, cell_x, cell_y
    end
    x, y = to_x, to_y
  end
  return true
end

return route
