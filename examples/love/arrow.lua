-- An arrow that lies on x, y and points in the direction dx, dy (of length 1):
-- `reach` is half its length, in the current line width and colour.

local graphics = love.graphics

return function(x, y, dx, dy, reach)
  local tip_x, tip_y = x + reach * dx, y + reach * dy
  local neck_x, neck_y = x + 0.1 * reach * dx, y + 0.1 * reach * dy
  local side_x, side_y = -0.55 * reach * dy, 0.55 * reach * dx
  graphics.line(x - reach * dx, y - reach * dy, neck_x, neck_y)
  graphics.polygon("fill", tip_x, tip_y, neck_x + side_x, neck_y + side_y,
                   neck_x - side_x, neck_y - side_y)
end
