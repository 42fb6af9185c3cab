-- The scene of the picture: towers, creeps among them, and a place where no
-- tower may stand, because the gate would be too narrow.

local PLACES = { { 14, 18 }, { 13, 8 }, { 17, 10 }, { 23, 13 }, { 24, 18 },
                 { 17, 17 }, { 31, 11 }, { 30, 16 } }
local SECONDS = 26                         -- played before the picture

-- The point in the middle of the two by two cells from x, y on.
local function middle(place)
  return 24 + 24 * place[1], 24 + 24 * place[2]
end

return function(file_name)
  local update = love.update
  local function play()
    love.math.setRandomSeed(1)
    for _, place in ipairs(PLACES) do
      local x, y = middle(place)
      love.mousepressed(x, y, 1)
    end
    for _ = 1, SECONDS * 60 do update(1 / 60) end
    love.mousemoved(middle { 32, 13 })
  end
  require("picture")(file_name, { [1] = play }, 3)
end
