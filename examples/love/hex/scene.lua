-- The scene of the picture: a turn is over, and the rider aims at a rider.

local function cell(x, y)
  return 24 + 41.57 * (x - 0.5 + (y + 1) % 2 / 2), 48 + 36 * (y - 1), 1
end

return function(file_name)
  local function click(x, y)
    return function() love.mousepressed(cell(x, y)) end
  end
  require("picture")(file_name, {
    [1] = click(9, 9), [2] = click(12, 9),
    [90] = click(7, 7), [91] = click(10, 7),
    [180] = click(6, 10), [181] = click(9, 10),
    [270] = click(10, 5), [271] = click(12, 7),
    [360] = function() love.keypressed "space" end,
    [800] = click(9, 10),
    [801] = function() love.mousemoved(cell(13, 8)) end,
  }, 830)
end
