-- The scene of the picture: a coin has called one guard into the garden, a
-- second one hunts the thief, whom he has seen meanwhile, and the third one is
-- calm in the gallery.

return function(file_name, game)
  local update = love.update
  local function play(seconds)
    for _ = 1, seconds * 60 do update(1 / 60) end
  end
  local function scene()
    local heist = game.heist
    heist:go(heist.grid:to_world(5, 16))
    play(3)
    heist:throw(heist.grid:to_world(8, 13))
    play(1.9)
  end
  require("picture")(file_name, { [1] = scene }, 6)
end
