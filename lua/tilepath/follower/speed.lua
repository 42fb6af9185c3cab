--- How fast a follower walks: by its speed, the terrain, and how far it is from
-- the place where it stops.
--
-- A leg is cut into pieces at borders of cells and where slowing down begins. On
-- a piece the speed is constant or falls evenly. The place of a border follows
-- from the leg and the border alone, never from the follower's place. So the
-- place does not depend on earlier updates.
--
-- Cost: O(1) for each piece; O(points) if the distance to the end is not known
-- yet.

local parent = (...):match("^(.*[./])follower[./]") or ""
require(parent .. "luajit").exact()
local exact = require(parent .. "exact")
local hexagon = require(parent .. "hexagon")
local Leg = require(parent .. "follower.leg")
local Links = require(parent .. "links")
local options = require(parent .. "follower.options")
local Progress = require(parent .. "follower.progress")

local abs, ceil, floor, huge = math.abs, math.ceil, math.floor, math.huge
local max, min, sqrt = math.max, math.min, math.sqrt

local Speed = {}

-- A border that is ahead by less than this part of the rounded numbers counts
-- as crossed.
local ROUNDING = exact.tolerance(2 ^ -48)

-- A pace is a table of these fields; only this file writes into it.
--
-- The piece:
--   stop                it ends when this much of the leg is walked
--   speed               the speed on it, or at the start of slowing down
--   start_root          the square root of the distance left at its start; false
--                       while the speed is constant
--   root_fall           the decrease of that root in a second
-- The ground under the follower:
--   terrain, edge       the name of its terrain, or false; where on the leg it
--                       ends
--   leg                 the number of that leg
--   finder, grid, revision
--                       the map for which this is true
-- What comes behind the leg:
--   distance_after      the distance from each point of the path to the place
--                       where the follower stops
--   path_version, radius
--                       of the progress, for which that is right
function Speed.new()
  return { stop = 0, speed = 0, start_root = false, root_fall = 0,
    terrain = false, edge = 0, leg = false, finder = false, grid = false,
    revision = 0, distance_after = {}, path_version = 0, radius = 0 }
end

-- Terrain ---------------------------------------------------------------------

--- Where on the leg, ahead of the follower, the next border of an axis lies;
-- huge: there is none. The leg's ends count from the origin. There are `count`
-- cells of that size. Outside the grid there are no borders.
local function next_border(progress, from, to, size, count)
  local length = progress.length
  from, to = from / size, to / size
  local delta = to - from
  if delta == 0 then
    return huge
  end
  local here = from + delta * (progress.walked / length)
  local step, border = 1, max(floor(here) + 1, 0)
  if delta < 0 then
    step, border = -1, min(ceil(here) - 1, count)
  end
  local slack = ROUNDING * length
    * (1 + max(abs(from), abs(to), 1) / abs(delta))
  for _ = 1, 2 do
    local crossing = (border - from) / delta * length
    if border < 0 or border > count then
      return huge
    elseif crossing > progress.walked + slack then
      return crossing
    end
    border = border + step
  end
  return huge
end

--- Finds the ground at the follower's place on the leg, and where it ends. On
-- hexagons the ground in the middle of the whole piece counts; along a border
-- that on the right of the leg, by 1/65536 of a cell.
local function find_ground(pace, progress, grid)
  local first, length, aside = progress.walked, progress.length, 0
  local x, y = progress.from_x, progress.from_y
  local to_x, to_y = progress.to_x, progress.to_y
  if grid.stagger then
    local out = min(1, hexagon.exit(grid, x, y, to_x, to_y, first / length))
    pace.edge, aside = length * out, grid.cell_width / 65536 / length
    first = length * max(0, 1 - hexagon.exit(grid, to_x, to_y, x, y, 1 - out))
  else
    local left, top = grid.origin_x, grid.origin_y
    pace.edge = min(length,
      next_border(progress, x - left, to_x - left, grid.cell_width, grid.width),
      next_border(progress, y - top, to_y - top, grid.cell_height, grid.height))
  end
  local dx, dy, part = to_x - x, to_y - y, (first + pace.edge) / 2 / length
  pace.terrain = grid:get_world(x + dx * part - dy * aside,
    y + dy * part + dx * aside) or false
end

--- The piece of the leg on the same ground; the ground is looked up once.
-- @return where it ends, and the factor of the speed on it
local function piece(self, call)
  local pace, progress, finder = self._pace, self._progress, self.finder
  if pace.finder ~= finder then
    pace.finder, pace.grid, pace.leg = finder, finder.grid, false
  end
  local grid = pace.grid
  if pace.leg ~= progress.legs or pace.revision ~= grid.revision
    or progress.walked >= pace.edge then
    find_ground(pace, progress, grid)
    pace.leg, pace.revision = progress.legs, grid.revision
  end
  return pace.edge,
    pace.terrain and options.factor(self, call, pace.terrain) or 1
end

--- The distance from the end of the leg to the place where the follower stops.
local function distance_beyond(self)
  local pace, progress = self._pace, self._progress
  if pace.path_version ~= progress.path_version
    or pace.radius ~= progress.radius then
    Progress.measure_beyond(self, pace.distance_after)
    pace.path_version, pace.radius = progress.path_version, progress.radius
  end
  local last, approach = progress.inside or progress.count, progress.approach
  if progress.is_cut then
    return 0
  end
  local after = progress.index < last and pace.distance_after[progress.index]
  local sum = (after or 0) + progress.link_length
  if approach then
    for i = progress.approach_index, progress.approach_count - 1 do
      sum = sum + Links.length(self.finder, approach, i)
    end
  end
  return sum
end

local function left_of_leg(progress)
  return progress.length - progress.walked - progress.walked_low
end

--- The distance that is left to walk on the whole path.
function Speed.left_to_walk(self)
  return max(0, left_of_leg(self._progress) + distance_beyond(self))
end

-- Slowing down ----------------------------------------------------------------
--
-- Slowing down evenly from speed v to 0 over the distance d. With l left to
-- walk:
--
--     speed = v sqrt(l / d),    so    d sqrt(l) / dt = -v / (2 sqrt(d))
--
-- The root falls by the same amount in every second, and is 0 after 2 d / v
-- seconds. So the pace stores the root, and computes the place from it. In the
-- other direction, the last digit of the place would be worth a millionth of a
-- second near the end.

--- Prepares the next piece of the leg.
-- @return the seconds that it takes
function Speed.prepare_piece(self, call)
  local pace, progress = self._pace, self._progress
  local left, speed = left_of_leg(progress), abs(self.speed) -- not -0
  local slow_distance = not progress.is_patrol and self.slow_down or 0
  pace.stop, pace.start_root = progress.length, false
  if left <= 0 then
    return 0
  end
  if self.speeds then
    local stop, factor = piece(self, call)
    pace.stop, speed = stop, speed * factor
  end
  pace.speed = speed
  if slow_distance > 0 then
    local beyond = distance_beyond(self)
    local start = progress.length + beyond - slow_distance
    if progress.walked >= start then
      local from = progress.root and progress.root - progress.root_low
        or sqrt(left + beyond)
      local to = sqrt(max(0, progress.length - pace.stop + beyond))
      pace.start_root = progress.root or from
      pace.root_fall = speed / (2 * sqrt(slow_distance))
      return from > to and (from - to) / pace.root_fall or 0
    end
    pace.stop = min(pace.stop, start)
  end
  return (pace.stop - progress.walked - progress.walked_low) / speed
end

--- Walks for some time, less than the piece takes.
function Speed.walk(self, time)
  local pace, progress = self._pace, self._progress
  if not pace.start_root then
    Leg.move(self, pace.speed * time)
  else
    local low = progress.root and progress.root_low or 0
    local fall = pace.root_fall * time + low
    local to = pace.start_root - fall
    Leg.brake(self, to, fall - (pace.start_root - to), distance_beyond(self))
  end
end

return Speed
