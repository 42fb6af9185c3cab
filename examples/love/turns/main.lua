-- Reach by turns: a knight has six points a turn, and orange forest costs two.
-- He can reach the green cells. A click sends him, a key begins the next turn.
dofile(love.filesystem.getSource() .. "/../repository.lua") -- not in your game
local tilepath = require "tilepath"

local grid = tilepath.grid([[
................
..ff............
.ffff...#...fff.
..ff....#..ffff.
........#...ff..
........#.......
..#####.#.......
................
......ff....##..
.....ffff...##..
......ff........
................
]], { cell_size = 50, legend = { f = "forest" }, prices = { forest = 2 } })
local finder = tilepath.pathfinder(grid, { diagonal = "never" })
local knight = tilepath.follower { x = 225, y = 225, speed = 250 }
local points, reach, path = 6, false, false

function love.update(dt)
  knight:update(dt)
  local x, y = grid:to_cell(knight.x, knight.y)
  reach = finder:reach(x, y, points)
  x, y = grid:to_cell(love.mouse.getPosition())
  path = knight.status ~= "going" and reach:path(x, y) or false
end

function love.mousepressed()
  if not path then return end
  points = points - path.cost
  knight:follow(path:to_world(grid))
end
function love.keypressed() points = 6 end

love.graphics.setBackgroundColor(0.95, 0.94, 0.9)
function love.draw() tilepath.draw { grid, reach, path, knight } end
