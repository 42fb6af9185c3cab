-- The scene of the picture: in the air, on the way to the upper right, with a
-- cat behind.

return function(file_name, game)
  require("picture")(file_name, {
    [1] = function()
      love.keypressed("j")
      local x, y = game.grid:to_world(27, 3)
      love.mousepressed(x, y, 1)
    end,
  }, 207)
end
