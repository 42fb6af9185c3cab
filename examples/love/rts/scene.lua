-- The scene of the picture: soldiers are on their way into the castle when its
-- gate is shut, giants stand before it, scouts patrol, archers have arrived, a
-- box is being drawn.

local function order(game, key, x, y)
  love.keypressed(key)
  game.army:go(x, y)
end

return function(file_name, game)
  local update = love.update
  local function play()
    order(game, "1", 730, 350)
    order(game, "2", 640, 560)
    order(game, "4", 580, 190)
    love.keypressed("3")
    game.army:patrol(136, 200)
    for _ = 1, 13 * 60 do
      update(1 / 60)
      love.timer.sleep(0.002)
    end
    love.keypressed("g")
    for _ = 1, 3 * 60 do
      update(1 / 60)
      love.timer.sleep(0.002)
    end
    love.keypressed("1")
    love.mousepressed(470, 300, 1)
    love.mousemoved(640, 420)
  end
  require("picture")(file_name, { [1] = play }, 3)
end
