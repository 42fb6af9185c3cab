-- The scene of the picture: a search that has found its path.

return function(file_name)
  require("picture")(file_name, {
    [1] = function() love.keypressed("return") end,
  }, 300)
end
