-- The scene of the picture: the hero has walked far to the right.

return function(file_name, game)
  local update = love.update
  local function play()
    love.math.setRandomSeed(3)
    for second = 1, 60 do
      love.mousepressed(1100, 300 + 40 * (second % 3))
      for _ = 1, 60 do update(1 / 60) end
    end
    love.mousepressed(950, 420)
  end
  require("picture")(file_name, { [1] = play }, 20)
  return game
end
