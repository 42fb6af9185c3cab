-- The scene of the picture: a walk through the village, round a unit in the
-- way.

return function(file_name)
  require("picture")(file_name, {
    [1] = function() love.mousepressed(828, 492, 1) end,
  }, 104)
end
