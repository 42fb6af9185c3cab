-- The scene of the picture: a walk through the village, half way.

return function(file_name)
  require("picture")(file_name, {
    [1] = function() love.mousepressed(828, 492, 1) end,
  }, 100)
end
