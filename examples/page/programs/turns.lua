-- Reach, by turns: where can the knight go with six points? Move
-- the mouse to see the way, and click to go. A step into the forest
-- costs two.
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
]], { legend = { f = "forest" }, prices = { forest = 2 } })
local finder = tilepath.pathfinder(grid,
  { straight_cost = 1, diagonal_cost = 1.5 })
local knight = tilepath.follower { cell_x = 7, cell_y = 5,
  speed = 8, finder = finder }
local reach, way

function move(x, y)
  way = reach and reach:path(grid:to_cell(x, y))
end

function click(x, y)
  if not reach then return end
  local cell_x, cell_y = grid:to_cell(x, y)
  local cost, reason = reach:cost(cell_x, cell_y)
  print(cost and ("%g of 6 points"):format(cost) or reason)
  if cost then
    knight:follow(reach:path(cell_x, cell_y):to_world(grid))
    reach, way = nil, nil
  end
end

function update(dt)
  knight:update(dt)
  if knight.status ~= "going" then
    local x, y = grid:to_cell(knight.x, knight.y)
    reach = finder:reach(x, y, 6)
  end
end

function show()
  return { grid, reach or false, way or false, knight },
    { colours = { lattice = true } }
end

update(0)
print(reach.count .. " cells to choose from")
