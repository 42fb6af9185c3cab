-- The scene of the picture: some time has passed, and somebody in the cellar
-- was sent to the attic.

return function(file_name, game)
  local update = love.update
  local function play()
    local life = game.life
    for _ = 1, 41 * 60 do update(1 / 60) end
    for _, person in ipairs(life.people) do
      local unit = person.unit
      if life.house:to_floor(unit.cell_x, unit.cell_y) == "cellar" then
        game.chosen = person
        for _, place in ipairs(life.places) do
          if life.house:to_floor(place.x, place.y) == "attic"
              and life:send(person, place) then
            return
          end
        end
      end
    end
  end
  love.math.setRandomSeed(1)
  love.keypressed("r")
  require("picture")(file_name, { [1] = play }, 30)
end
