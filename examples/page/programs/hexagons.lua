-- Hexagons: the same calls on another grid. Move the mouse to see
-- the way, and click to ride there. Drag to build walls or hills.
local tilepath = require "tilepath"

local grid = tilepath.grid(16, 14, { shape = "hex",
  stagger = "odd-r", prices = { hill = 2 } })
for y = 3, 10 do grid:set(8 - math.floor(y / 3), y, "wall") end
grid:fill(11, 9, 1, 4, "wall")
grid:fill(10, 3, 4, 4, "hill")
grid:fill(2, 11, 5, 2, "hill")
local finder = tilepath.pathfinder(grid)
local start_x, start_y = grid:to_world(3, 6)
local rider = tilepath.follower { x = start_x, y = start_y,
  speed = 4, finder = finder }
local way, reach

function move(x, y)
  local from_x, from_y = grid:to_cell(rider.x, rider.y)
  way = finder:find(from_x, from_y, grid:to_cell(x, y))
end

function click(x, y)
  local from_x, from_y = grid:to_cell(rider.x, rider.y)
  local steps = grid:distance(from_x, from_y, grid:to_cell(x, y))
  local goes, reason = rider:go(x, y)
  print(goes and steps .. " steps as the crow flies" or reason)
  way = nil
end

function update(dt)
  rider:update(dt)
  local x, y = grid:to_cell(rider.x, rider.y)
  reach = finder:reach(x, y, 3)
end

function show()
  return { grid, reach or false, way or false, rider },
    { colours = { lattice = true } }
end

click(grid:to_world(13, 8))
