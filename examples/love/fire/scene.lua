-- The scene of the picture: the main door is shut while many people go through
-- it, a class is locked in, and fire has cut the corridor.

local function click(x, y)
  love.mousepressed(12 + 24 * x, 12 + 24 * y, 1)
end

return function(file_name)
  local update = love.update
  local function play()
    love.math.setRandomSeed(4)
    click(27, 11)
    click(17, 9)
    love.keypressed("space")
    for frame = 1, 13 * 60 do
      if frame == 5 * 60 then click(20, 19) end
      update(1 / 60)
    end
  end
  require("picture")(file_name, { [1] = play }, 3)
end
