-- The scene of the picture: the knight has struck a goblin, the giant is
-- about to strike the other.

return function(file_name)
  require("picture")(file_name, {
    [1] = function() love.mousepressed(404, 324, 1) end,
    [2] = function() love.mousepressed(644, 284, 1) end,
    [120] = function() love.mousepressed(304, 504, 1) end,
    [121] = function() love.mousemoved(684, 364) end,
  }, 130)
end
