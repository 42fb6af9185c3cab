-- The scene of the picture: the thief has run behind a hedge, and guards who
-- have heard him search around it.

return function(file_name, game)
  local update = love.update
  local function play()
    local heist = game.heist
    heist:go(heist.grid:to_world(5, 13))
    for _ = 1, 3 * 60 do update(1 / 60) end
  end
  require("picture")(file_name, { [1] = play }, 30)
end
