--- Hexagons of a grid, in the world.
--
-- Three pairs of sides bound a hexagon. If the tops are pointed, in coordinates
-- from its middle:
--
--     |x| <= wide      |slope x + wide y|, |slope x - wide y| <= wide high
--
-- Here wide and high are half the sides of the box around it, and slope is the
-- height of a roof. If the tops are flat, x and y change places.

local siblings = (...):match("^.*[./]") or ""
local tolerance = require(siblings .. "exact").tolerance

local abs, min, max, huge = math.abs, math.min, math.max, math.huge

local hexagon = {}

-- A border that is ahead by less than this part of a line counts as crossed. A
-- line that comes nearer to a border by less than this part of a cell runs
-- along the border.
local ROUNDING, ALONG = tolerance(2 ^ -40), 2 * tolerance(2 ^ -31)

local function is_flat(grid)
  return grid.stagger:sub(-1) == "q"
end

--- Where a value that changes by `rate` along a line leaves the range from
-- -bound to bound.
local function leaves(value, rate, bound)
  if abs(rate) <= ALONG * bound then
    return huge
  end
  return ((rate > 0 and bound or -bound) - value) / rate
end

--- Where a straight line leaves its cell.
-- @param part  the part of the line that is walked, from 0 to 1
-- @return the part of it at the border
function hexagon.exit(grid, x1, y1, x2, y2, part)
  local dx, dy, past = x2 - x1, y2 - y1, part + ROUNDING
  local x, y = grid:to_world(grid:to_cell(x1 + dx * past, y1 + dy * past))
  local wide, high = grid.cell_width / 2, grid.cell_height / 2
  x, y = x1 - x, y1 - y
  if is_flat(grid) then
    x, y, dx, dy, wide, high = y, x, dy, dx, high, wide
  end
  local slope = high - grid.cell_side / 2
  local first = min(leaves(x, dx, wide),
    leaves(slope * x + wide * y, slope * dx + wide * dy, wide * high),
    leaves(slope * x - wide * y, slope * dx - wide * dy, wide * high))
  return max(first, past)
end

--- The six steps in world units, clockwise, in the order of unit:step: a list
-- of { x, y }.
function hexagon.steps(grid)
  local wide, high, side = grid.cell_width, grid.cell_height, grid.cell_side
  if is_flat(grid) then
    local across, half = (wide + side) / 2, high / 2
    return { { across, half }, { 0, high }, { -across, half },
      { -across, -half }, { 0, -high }, { across, -half } }
  end
  local across, half = (high + side) / 2, wide / 2
  return { { wide, 0 }, { half, across }, { -half, across }, { -wide, 0 },
    { -half, -across }, { half, -across } }
end

return hexagon
