-- Click to move: the hero walks to a click, round all walls. A right click
-- builds a wall or takes it away.
dofile(love.filesystem.getSource() .. "/../repository.lua") -- not in your game
local tilepath = require "tilepath"

local grid = tilepath.grid([[
................
.#####..........
.#...#....####..
.#...#....#..#..
.#........#..#..
.#...#....#..#..
.##.##....##.#..
......##........
.......#........
..######..####..
................
................
]], { cell_size = 50 })
local finder = tilepath.pathfinder(grid)
local hero = tilepath.follower { x = 175, y = 175, speed = 250,
  finder = finder }

function love.mousepressed(x, y, button)
  if button == 1 then
    hero:go(x, y)
  else
    local is_open = grid:is_walkable(grid:to_cell(x, y))
    grid:set_world(x, y, is_open and "wall" or "open")
  end
end

function love.update(dt) hero:update(dt) end

love.graphics.setBackgroundColor(0.95, 0.94, 0.9)
function love.draw() tilepath.draw { grid, hero } end
