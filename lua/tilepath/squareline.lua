--- The cells of a grid of squares along a line from the middle of one cell to the
-- middle of another: those whose interior it crosses, in order. At a corner the
-- line goes on in both axes at once.

local huge, abs, min = math.huge, math.abs, math.min

--- for x, y in squareline(x1, y1, x2, y2) do
return function(x1, y1, x2, y2)
  local length_x, length_y = abs(x2 - x1), abs(y2 - y1)
  local step_x, step_y = x2 < x1 and -1 or 1, y2 < y1 and -1 or 1
  local across, down, has_begun = 0, 0, false
  return function()
    local to_x = across < length_x and (2 * across + 1) * length_y or huge
    local to_y = down < length_y and (2 * down + 1) * length_x or huge
    if has_begun and min(to_x, to_y) == huge then
      return
    elseif has_begun then
      across = to_x <= to_y and across + 1 or across
      down = to_y <= to_x and down + 1 or down
    end
    has_begun = true
    return x1 + step_x * across, y1 + step_y * down
  end
end
