-- May I build here? A dog runs between two gates. A click builds a tower, if
-- the dog still has a path. The mouse shows the answer: green or red.
dofile(love.filesystem.getSource() .. "/../repository.lua") -- not in your game
local tilepath = require "tilepath"

local grid = tilepath.grid([[
################
#......#.......#
#......#.......#
#..............#
#......#.......#
.......#........
.......#........
#......#.......#
#..............#
#......#.......#
#......#.......#
################
]], { cell_size = 50 })
local finder = tilepath.pathfinder(grid)
local dog = tilepath.follower { x = 25, y = 275, speed = 200, finder = finder }
dog:patrol { 775, 275, 25, 275 }
local x, y, may_build = 1, 1, false

function love.update(dt)
  dog:update(dt)
  x, y = grid:to_cell(love.mouse.getPosition())
  local dog_x, dog_y = grid:to_cell(dog.x, dog.y)
  may_build = grid:is_walkable(x, y) and not finder:would_block({ { x, y } },
    { { 1, 6, 16, 6 }, { dog_x, dog_y, 1, 6 } })
end

function love.mousepressed() if may_build then grid:set(x, y, "wall") end end

love.graphics.setBackgroundColor(0.95, 0.94, 0.9)
function love.draw()
  tilepath.draw({ grid, dog }, { colours = { path = false } })
  love.graphics.setColor(may_build and { 0, 0.7, 0.4 } or { 0.9, 0.2, 0.1 })
  love.graphics.rectangle("fill", grid:cell_rect(x, y))
end
