-- Stairs between floors: three floors lie side by side, and links
-- lead from one to the other. Click to walk. A right click takes
-- the first stairs away: there is a ladder, too.
local tilepath = require "tilepath"

local ROOM = { "......", ".####.", "....#.", ".####.", "......",
  ".####.", ".#....", ".####.", "......", ".#####", "......" }
local FLOORS = { "cellar", "ground", "attic" } -- from left to right
local house, grid = tilepath.building({ cellar = { 6, 11 },
  ground = ROOM, attic = ROOM }, { order = FLOORS })
local stairs = house:link("cellar", 3, 10, "ground", 1, 7,
  { name = "stairs", seconds = 0.5 })
house:link("ground", 3, 3, "attic", 5, 7, { name = "stairs" })
house:link("cellar", 3, 2, "attic", 3, 3,
  { name = "ladder", price = 20, seconds = 1 })
local finder = tilepath.pathfinder(grid)
local x, y = house.cellar:to_grid_world(0.5, 0.5)
local hero = tilepath.follower { x = x, y = y, speed = 5,
  finder = finder }
hero.on_link = function(name) print("I take the " .. name) end
hero.on_arrived = function()
  print(("I am there: %s at %.1f, %.1f"):format(
    house:to_floor_world(hero.x, hero.y)))
end

function click(wx, wy, button)
  if button == 2 and grid:unlink(stairs) then
    print("These stairs are gone.")
  end
  local goes, reason = hero:go(wx, wy)
  print(goes and "I go." or "I cannot: " .. reason)
end

function update(dt) hero:update(dt) end
function show()
  return { grid, hero }, { colours = { lattice = true } }
end

print("From left to right: " .. table.concat(FLOORS, ", "))
click(house.attic:to_grid_world(0.5, 10.5))
