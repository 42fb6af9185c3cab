-- The scene of the picture: on the way from home to the mill, by road.

return function(file_name)
  require("picture")(file_name, {
    [1] = function() love.keypressed("m") end,
  }, 190)
end
