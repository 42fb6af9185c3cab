-- Draws a field in the current colour: an arrow in each cell from which a way
-- leads on.

local draw_arrow = require "arrow"

return function(grid, field)
  love.graphics.setLineWidth(1.5)
  for x, y in grid:cells() do
    local wx, wy = grid:to_world(x, y)
    local dx, dy = field:direction(wx, wy)
    if dx then draw_arrow(wx, wy, dx, dy, 7) end
  end
end
