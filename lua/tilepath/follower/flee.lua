--- Where a follower goes that keeps a distance, while its target is too near: to
-- the nearest cell of a ring around the target, over cells that are no nearer to
-- the target than the follower is. So it never runs towards it.
--
-- The ring is wider than a diagonal step, so no path leads out beside it.
-- Cost: a look at each cell of the ring's square, and the search.

local ceil, max, min, sqrt = math.ceil, math.max, math.min, math.sqrt

local WIDTH = 1.5 -- of the ring, in cells

--- Both for an order of chase.lua that is too near.
-- @return a list of goals in the world, and the query to one of them
return function(self, order)
  local finder = self.finder
  local grid = finder.grid
  local side = min(grid.cell_width, grid.cell_height)
  local function distance(x, y)
    return sqrt((x - order.x) ^ 2 + (y - order.y) ^ 2)
  end
  local own_x, own_y = finder:to_cell(self.x, self.y)
  local now = min(distance(self.x, self.y),
    distance(finder:to_world(own_x, own_y)))
  local column, row = finder:to_cell(order.x, order.y)
  local reach = ceil(order.least / side) + 2
  local goals, avoid = {}, {}
  for y = max(row - reach, grid.base_y),
    min(row + reach, grid.base_y + grid.height - 1) do
    for x = max(column - reach, grid.base_x),
      min(column + reach, grid.base_x + grid.width - 1) do
      local wx, wy = finder:to_world(x, y)
      local far = distance(wx, wy)
      if far >= order.least and far < order.least + WIDTH * side
        and finder:can_enter(x, y) then
        goals[#goals + 1] = { wx, wy }
      elseif distance(grid:to_world(x, y)) < now then
        avoid[#avoid + 1] = { x, y }
      end
    end
  end
  local query = order.query
  return goals, { avoid = avoid, escape = query.escape,
    max_nodes = query.max_nodes, partial = true }
end
