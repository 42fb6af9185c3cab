-- The scene of the picture: two doors shut while the swarm walks, and a goal
-- moves. Three seconds are played without drawing, but with a rest after each
-- frame, as in a game that waits for its screen. Without rests the system would
-- slow the program down, and the times shown would be wrong.

local CLICKS = { [20] = { 381, 297 }, [30] = { 605, 213 }, [90] = { 857, 325 } }

return function(file_name)
  local update = love.update
  local function play()
    love.math.setRandomSeed(1)
    love.keypressed("r")
    love.keypressed("f")
    love.keypressed("f")
    for frame = 1, 180 do
      if CLICKS[frame] then
        love.mousepressed(CLICKS[frame][1], CLICKS[frame][2], 1)
      end
      update(1 / 60)
      love.timer.sleep(0.005)
    end
  end
  require("picture")(file_name, { [1] = play }, 3)
end
