--- A leg: the straight piece of its way that a follower walks now.
--
-- It runs from where the follower stood when it began to a point of its route,
-- or to where it enters the circle around the goal. The place on it is start +
-- share of the leg walked; nothing is ever added to x and y, so nothing drifts
-- and nothing overshoots. What rounding takes from one sum goes into the next
-- (Kahan, "Further remarks on reducing truncation errors", 1965), so a million
-- small steps lead as far as a large one.
--
-- A leg is a table of
--
--   x, y                where the follower was put last; one that is elsewhere
--                       has been moved by somebody
--   from_x, from_y      where it began
--   to_x, to_y          where it ends
--   length              world units from end to end
--   gone, gone_low      of these are behind: the second is what the first has
--                       no digits for
--   root, root_low      the square root of all the way that is left, while it
--                       slows down (pace.lua), or false; less the second
--   angle               where it leads; where it has no length, where the leg
--                       before did; false before the first
--   is_cut              it ends on the circle, not at the point
--   is_link             it leads by a link: nothing of it is walked
--   is_surveyed         a unit of a crowd knows which cells come next on it
--   is_whole            it began at the point of the path before, so one lap
--                       leads back to the same place
--
-- Cost: O(1) for everything here.

local siblings = (...):match("^.*[./]") or ""
local angle_of = require(siblings .. "angle")

local abs, ceil, floor, huge = math.abs, math.ceil, math.floor, math.huge
local max, min, sqrt = math.max, math.min, math.sqrt

local Leg = {}

-- A border less than that beyond, of the numbers that were rounded, is behind.
local ROUNDING = 2 ^ -48

function Leg.distance(x1, y1, x2, y2)
  local dx, dy = x2 - x1, y2 - y1
  return sqrt(dx * dx + dy * dy)
end

local distance = Leg.distance

--- No leg yet: the follower stands there.
function Leg.new(x, y)
  return { x = x, y = y, from_x = x, from_y = y, to_x = x, to_y = y,
    length = 0, gone = 0, gone_low = 0, root = false, root_low = 0,
    angle = false, is_cut = false, is_link = false, is_surveyed = false,
    is_whole = false }
end

--- Begins anew, from one place to another.
function Leg.begin(leg, x, y, to_x, to_y)
  local length = distance(x, y, to_x, to_y)
  if length > 0 then
    leg.angle = angle_of(to_y - y, to_x - x)
  end
  leg.from_x, leg.from_y = x, y
  leg.to_x, leg.to_y = to_x, to_y
  leg.length, leg.gone, leg.gone_low = length, 0, 0
  leg.root, leg.root_low = false, 0
  leg.is_cut, leg.is_link, leg.is_surveyed = false, false, false
end

--- Begins anew, by a link: the follower faces as it did.
function Leg.begin_link(leg, x, y, to_x, to_y)
  Leg.begin(leg, x, y, x, y)
  leg.to_x, leg.to_y, leg.is_link = to_x, to_y, true
end

--- Has it end so far from its start.
function Leg.cut(leg, length)
  local share = length / leg.length
  leg.to_x = leg.from_x + (leg.to_x - leg.from_x) * share
  leg.to_y = leg.from_y + (leg.to_y - leg.from_y) * share
  leg.length, leg.is_cut = length, true
end

--- What is still to be walked, to the last digit.
function Leg.left(leg)
  return leg.length - leg.gone - leg.gone_low
end

--- Walks on, so far that the end is not reached.
-- @return the place then
function Leg.walk(leg, way)
  local gone = leg.gone
  leg.root = false
  local stride = way + leg.gone_low
  leg.gone = gone + stride
  leg.gone_low = stride - (leg.gone - gone)
  local share = leg.gone / leg.length
  leg.x = leg.from_x + (leg.to_x - leg.from_x) * share
  leg.y = leg.from_y + (leg.to_y - leg.from_y) * share
  return leg.x, leg.y
end

--- Stands where so much of it is gone.
-- @return the place
function Leg.stand(leg, gone)
  leg.gone, leg.gone_low = gone, 0
  local share = gone / leg.length
  leg.x = leg.from_x + (leg.to_x - leg.from_x) * share
  leg.y = leg.from_y + (leg.to_y - leg.from_y) * share
  return leg.x, leg.y
end

--- Walks to the end.
-- @return the place then
function Leg.finish(leg)
  leg.x, leg.y = leg.to_x, leg.to_y
  return leg.x, leg.y
end

--- Where, after `gone` of a leg's length, the next border of an axis is
-- crossed. Places are in cells, of which there are `count`: outside of the grid
-- there are no borders.
function Leg.next_border(from, to, length, gone, count)
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

return Leg
