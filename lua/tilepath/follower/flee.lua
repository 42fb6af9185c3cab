--- Where a follower goes that keeps a distance, while its target is too near: to
-- the nearest cell of a ring around the target, over cells that are no nearer to
-- the target than the follower is. So it never runs towards it. Cells inside the
-- ring are dear goals: without a way to the ring it goes as far off as it can. A
-- follower that looks for a free line enters no cell that is too near: a path ends
-- there (`stops`), but may not (`pass`). To `avoid` these would hide the target.
--
-- The range of a query begins in the middle of the target's cell. So for a free
-- line it is wider by the target's distance from there, and the path may not end
-- in cells that are too far from the target itself. As it always may where it
-- begins, a follower that is too far looks for a nearer cell.
--
-- The ring is wider than a diagonal step, so no path leads out beside it.
-- Cost: a look at each cell of the ring's square and of the edge of the range,
-- and the search.

local parent = (...):match("^(.*[./])follower[./]") or ""
require(parent .. "luajit").exact()
local exact = require(parent .. "exact")
local Leg = require(parent .. "follower.leg")
local Orders = require(parent .. "follower.orders")

local ceil, floor, max, min, sqrt =
  math.ceil, math.floor, math.max, math.min, math.sqrt

local WIDTH = 1.5 -- of the ring, in cells

-- A cell on the circle is in range, however the distance is rounded.
local ROUNDING = exact.tolerance(1e-9)

--- Fits the range of a query to the target itself.
-- @param pass  a list, to which this adds the cells at the edge of the range that
-- are too far
-- @return is the follower in range?
local function fit_range(self, order, own, pass)
  local finder, grid, distance = self.finder, self.finder.grid, Leg.distance
  local side = min(grid.cell_width, grid.cell_height)
  local wide = max(grid.cell_width, grid.cell_height)
  local size, within = finder.profile.size, order.within * (1 + ROUNDING)
  local column, row = finder:to_cell(order.x, order.y)
  local mx, my = finder:to_world(column, row)
  own.within = own.within + distance(mx, my, order.x, order.y) / side + ROUNDING
  local reach, most = floor(own.within), own.within * wide
  for y = max(row - reach, grid.base_y),
    min(row + reach, grid.base_y + grid.height - 1) do
    local x = max(column - reach, grid.base_x)
    local last = min(column + reach, grid.base_x + grid.width - 1)
    while x <= last do
      local wx, wy = finder:to_world(x, y)
      local spare = max(within - distance(wx, wy, order.x, order.y),
        distance(wx, wy, mx, my) - most)
      if spare >= 0 then -- in range, or no end: so are that many cells more
        x = x + floor(spare / wide)
      elseif x ~= column or y ~= row then
        -- The farthest cell of a large agent: no place over it is nearer.
        pass[#pass + 1] = { wx > order.x and x + size[1] - 1 or x,
          wy > order.y and y + size[2] - 1 or y }
      end
      x = x + 1
    end
  end
  local is_near = distance(self.x, self.y, order.x, order.y) <= within
  if not is_near then
    local x, y = finder:to_world(finder:to_cell(self.x, self.y))
    local nearer = distance(x, y, mx, my) / wide * (1 - ROUNDING)
    own.within = min(own.within, nearer)
  end
  return is_near
end

--- For an order of chase.lua that is too near, or looks for a free line.
-- @return a list of goals in the world, or false: the target; and the query
return function(self, order)
  local finder, query, is_away = self.finder, order.query, order.is_away
  local grid, least = finder.grid, order.least
  local side = min(grid.cell_width, grid.cell_height)
  local function distance(x, y)
    local dx, dy = x - order.x, y - order.y
    return sqrt(dx * dx + dy * dy)
  end
  local own_x, own_y = finder:to_cell(self.x, self.y)
  local now = is_away and min(distance(self.x, self.y),
    distance(finder:to_world(own_x, own_y))) or least
  local column, row = finder:to_cell(order.x, order.y)
  local reach = ceil(least / side) + 2
  local goals, avoid, pass = {}, {}, {}
  for y = max(row - reach, grid.base_y),
    min(row + reach, grid.base_y + grid.height - 1) do
    for x = max(column - reach, grid.base_x),
      min(column + reach, grid.base_x + grid.width - 1) do
      local wx, wy = finder:to_world(x, y)
      local far = distance(wx, wy)
      if is_away and far > now and far < least + WIDTH * side
        and finder:can_enter(x, y) then
        goals[#goals + 1] = { wx, wy,
          cost = max(0, least - far) / side * 2 ^ 20 } -- more than any path
      elseif distance(grid:to_world(x, y)) < now then
        avoid[#avoid + 1] = { x, y }
        pass[#pass + 1] = avoid[#avoid]
      end
    end
  end
  local own = Orders.copy(query, 1)
  if is_away then
    own.avoid, own.partial, own.sight, own.within = avoid, true, nil, nil
    return goals, own
  end
  own.stops, own.pass = avoid, pass
  local is_near = fit_range(self, order, own, pass)
  return is_near and own_x == column and own_y == row and goals, own
end
