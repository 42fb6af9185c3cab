-- The scene of the picture: two doors fall shut while the swarm walks, and a
-- goal goes elsewhere. Three seconds are played without drawing them, but with
-- a rest after each frame, as in a game that waits for its screen: who never
-- rests is held up by the system, and that would be among the times shown.

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
