--- How fast a follower walks where: on which ground, and how near to the end.
--
-- Both are exact in time. A leg is cut into pieces: where it crosses the border
-- of two cells, where slowing down begins, and where a unit of a crowd takes
-- the next cells (footing.lua). On a piece the speed is the
-- same, or falls evenly. It is known when a piece ends, so however time is cut,
-- each piece begins and ends at the same places at the same times. Where a
-- border is crossed is worked out from the leg and the border alone, never from
-- where the follower is, and so it does not depend on how it came there.
--
-- Slowing down evenly from speed v to 0 over the way d: with l left to walk,
--
--     speed = v sqrt(l / d),    so    d sqrt(l) / dt = -v / (2 sqrt(d))
--
-- The root of what is left falls by the same in every second, and is 0 after
-- 2 d / v seconds. So it is that root which is kept, and the place follows from
-- it: kept the other way round, a last digit of the place would be worth a
-- millionth of a second near the end.
--
-- A pace is a table of
--
--   stop                where the piece ends: so much of the leg is gone then
--   speed               along it, or when it begins to slow down
--   root                of what was left when this piece began or time passed
--                       on it last; false: the speed stays the same
--   fall                of that root in a second
--   beyond              the way from each point of the path to where it stops
--   path, radius        that this was measured for; path is false where it has
--                       to be measured anew
--   lap                 seconds of walking that a lap takes, or false
--   lap_path, lap_loop, lap_speed, lap_speeds, lap_grid, lap_revision
--                       for which it was summed up
--
-- Cost: O(1) a piece; O(points) where the way to the end was not known yet. A
-- lap takes O(cells) to sum up, and only where time may be enough for one.

local siblings = (...):match("^.*[./]") or ""
local Fields = require(siblings .. "fields")
local Footing = require(siblings .. "footing")
local Leg = require(siblings .. "leg")
local Links = require(siblings .. "links")
local Route = require(siblings .. "route")

local max, min, sqrt = math.max, math.min, math.sqrt
local distance, next_border = Leg.distance, Leg.next_border

local Pace = {}

function Pace.new()
  return { stop = 0, speed = 0, root = false, fall = 0, beyond = {},
    path = false, radius = 0, lap = false, lap_path = false, lap_loop = false,
    lap_speed = 0, lap_speeds = false, lap_grid = false, lap_revision = 0 }
end

-- Ground ----------------------------------------------------------------------

--- The piece of a leg that begins where so much of it is gone.
-- @return where it ends, and by how much it is walked faster there
local function piece(self, call, gone, length, x1, y1, x2, y2)
  local grid = self.finder.grid
  local left, top = grid.origin_x, grid.origin_y
  local width, height = grid.cell_width, grid.cell_height
  local stop = min(length,
    next_border((x1 - left) / width, (x2 - left) / width, length, gone,
      grid.width),
    next_border((y1 - top) / height, (y2 - top) / height, length, gone,
      grid.height))
  local share = length > 0 and (gone + stop) / 2 / length or 0
  local terrain = grid:get_world(x1 + (x2 - x1) * share,
    y1 + (y2 - y1) * share)
  return stop, terrain and Fields.factor(self, call, terrain) or 1
end

--- How many seconds a straight way takes over this ground.
local function time_of(self, call, x1, y1, x2, y2)
  local length, gone, time = distance(x1, y1, x2, y2), 0, 0
  while gone < length do
    local stop, factor = piece(self, call, gone, length, x1, y1, x2, y2)
    time = time + (stop - gone) / (self.speed * factor)
    gone = stop
  end
  return time
end

--- Seconds of walking that a lap takes at least.
function Pace.shortest_lap(self, length)
  local fastest = 1
  if self.speeds then
    for _, factor in next, self.speeds do
      fastest = type(factor) == "number" and max(fastest, factor) or fastest
    end
  end
  return length / (self.speed * fastest)
end

--- Has it sum up laps again.
function Pace.forget_lap(self)
  self._pace.lap = false
end

--- Was a lap of this way summed up, on this ground? What is asked for is noted.
local function knows_lap(self, path)
  local pace, loop, grid = self._pace, Route.loop(self), self.finder.grid
  local knows = pace.lap and pace.lap_path == path and pace.lap_loop == loop
    and pace.lap_speed == self.speed and pace.lap_speeds == self.speeds
    and pace.lap_grid == grid and pace.lap_revision == grid.revision
  pace.lap_path, pace.lap_loop, pace.lap_speed = path, loop, self.speed
  pace.lap_speeds, pace.lap_grid = self.speeds, grid
  pace.lap_revision = grid.revision
  return knows
end

local function sum_up_lap(self, call)
  local path, n, time = self._route.path, self._route.count, 0
  for i = 1, n - 1 do
    if not Links.has(path, i) then
      time = time + time_of(self, call, path[2 * i - 1], path[2 * i],
        path[2 * i + 1], path[2 * i + 2])
    end
  end
  if Route.loop(self) == "pingpong" then
    return 2 * time
  end
  return time + time_of(self, call, path[2 * n - 1], path[2 * n], path[1],
    path[2])
end

--- Seconds of walking that a lap takes.
function Pace.lap(self, call)
  Fields.check_ground(self, call)
  if not knows_lap(self, self._route.path) then
    self._pace.lap = sum_up_lap(self, call)
  end
  return self._pace.lap
end

--- Seconds of waiting at links that a lap takes, as the map is now.
function Pace.waits(self, call)
  local path, is_back = self._route.path, Route.loop(self) == "pingpong"
  local sum, links = 0, self.finder and path.links
  for k = 1, links and #links or 0 do
    local i = links[k]
    local x1, y1 = path[2 * i - 1], path[2 * i]
    local x2, y2 = path[2 * i + 1], path[2 * i + 2]
    local _, there = Links.passage(call, self.finder, x1, y1, x2, y2)
    local back
    if is_back then
      _, back = Links.passage(call, self.finder, x2, y2, x1, y1)
    end
    sum = sum + (there or 0) + (back or 0)
  end
  return sum
end

-- Slowing down ----------------------------------------------------------------

--- Has it measure the way to the end again.
function Pace.forget(self)
  self._pace.path, self._leg.root = false, false
end

--- Measures the way from each point to where the follower stops.
local function measure(pace, route)
  local path, beyond = route.path, pace.beyond
  local last = route.first_inside or route.count
  local sum = 0
  for i = last - 1, 1, -1 do
    local x1, y1 = path[2 * i - 1], path[2 * i]
    local x2, y2 = path[2 * i + 1], path[2 * i + 2]
    local length = Links.length(path, i)
    if i + 1 == route.first_inside then
      length = Route.entry(route, x1, y1, x2, y2, length)
    end
    sum = sum + length
    beyond[i] = sum
  end
  pace.path, pace.radius = path, route.radius
end

--- The way from the end of the leg to where the follower stops.
local function way_beyond(self)
  local pace, route = self._pace, self._route
  if pace.path ~= route.path or pace.radius ~= route.radius then
    measure(pace, route)
  end
  local last = route.first_inside or route.count
  if self._leg.is_cut or route.index >= last and not route.detour then
    return 0
  end
  local sum = route.index < last and pace.beyond[route.index] or 0
  local detour = route.detour
  if detour then
    for i = route.detour_index, route.detour_count - 1 do
      sum = sum + Links.length(detour, i)
    end
  end
  return sum
end

--- Over how much way it slows down; 0: it does not.
local function braking(self)
  return not Route.loop(self) and self.slow_down or 0
end

--- What is left to walk on the whole way.
function Pace.left(self)
  return max(0, Leg.left(self._leg) + way_beyond(self))
end

--- Is its speed the same wherever it is? Then each leg is one piece.
function Pace.is_even(self)
  return not self.speeds and (self.slow_down or 0) == 0
    and not self._footing.unit
end

-- Pieces ----------------------------------------------------------------------

--- Looks at the piece of the leg that is walked next.
-- @return how many seconds it takes
function Pace.need(self, call)
  local pace, leg = self._pace, self._leg
  local left, speed, over = Leg.left(leg), self.speed, braking(self)
  pace.stop, pace.root = leg.length, false
  if left <= 0 then
    return 0
  end
  if self.speeds then
    Fields.check_ground(self, call)
    local stop, factor = piece(self, call, leg.gone, leg.length, leg.from_x,
      leg.from_y, leg.to_x, leg.to_y)
    pace.stop, speed = stop, speed * factor
  end
  if self._footing.unit then
    pace.stop = min(pace.stop, Footing.stop(self))
  end
  pace.speed = speed
  if over > 0 then
    local beyond = way_beyond(self)
    local start = leg.length + beyond - over
    if leg.gone >= start then
      local root = leg.root and leg.root - leg.root_low or sqrt(left + beyond)
      local root_then = sqrt(max(0, leg.length - pace.stop + beyond))
      pace.root, pace.fall = leg.root or root, speed / (2 * sqrt(over))
      return root > root_then and (root - root_then) / pace.fall or 0
    end
    pace.stop = min(pace.stop, start)
  end
  return (pace.stop - leg.gone - leg.gone_low) / speed
end

--- Walks on for some time, less than the piece takes.
-- @return the place then
function Pace.walk(self, time)
  local pace, leg = self._pace, self._leg
  if not pace.root then
    return Leg.walk(leg, pace.speed * time)
  end
  local fall = pace.fall * time + (leg.root and leg.root_low or 0)
  local root = pace.root - fall
  leg.root, leg.root_low = root, fall - (pace.root - root)
  local gone = leg.length - (root * root - way_beyond(self))
  return Leg.stand(leg, min(max(gone, leg.gone), leg.length))
end

--- Does the piece end before the leg does? Then the leg is walked so far.
function Pace.pass(self)
  local pace, leg = self._pace, self._leg
  if pace.stop >= leg.length then
    return false
  end
  leg.root = false
  Leg.stand(leg, pace.stop)
  return true
end

return Pace
