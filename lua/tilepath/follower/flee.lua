--- Where a follower goes that keeps a distance, while its target is too near: to
-- the nearest cell of a ring around the target, over cells that are no nearer to
-- the target than the follower is. So it never runs towards it. Cells inside the
-- ring are dear goals: without a way to the ring it goes as far off as it can. A
-- follower that looks for a free line enters no cell that is too near: a path ends
-- there (`stops`), but may not (`pass`). To `avoid` these would hide the target.
--
-- The ring is wider than a diagonal step, so no path leads out beside it.
-- Cost: a look at each cell of the ring's square, and the search.

local parent = (...):match("^(.*[./])follower[./]") or ""
require(parent .. "luajit").exact()
local Orders = require(parent .. "follower.orders")

local ceil, max, min, sqrt = math.ceil, math.max, math.min, math.sqrt

local WIDTH = 1.5 -- of the ring, in cells

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
  local goals, avoid = {}, {}
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
      end
    end
  end
  local own = Orders.copy(query, 1)
  if is_away then
    own.avoid, own.partial, own.sight, own.within = avoid, true, nil, nil
    return goals, own
  end
  own.stops, own.pass = avoid, avoid
  return own_x == column and own_y == row and goals, own
end
