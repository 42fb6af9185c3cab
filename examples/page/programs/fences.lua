-- Fences and doors: a wall between two cells takes no room.
-- Click beside a fence to take it away, or to put one there.
local tilepath = require "tilepath"

local grid = tilepath.grid([[
. . . .|. . . .|. . .
       |       |
. . . .|. . . .|. . .
       |
. . . .|. . . . . . .
-+ +-+-+-+ +-+-+-+ +-
. . . . . . . . . . .
 +
. . . . . . . . . . .
-+ +-+-+-+ +-+-+-+ +-
. . . .|. . . . . . .
       |       |
. . . . . . . .|. . .
       |       |
. . . .|. . . .|. . .
]], { fences = true })
local finder = tilepath.pathfinder(grid)
local crowd = tilepath.crowd(grid)
for i = 1, 5 do
  local unit = crowd:add { finder = finder, cell_x = 2 * i,
    cell_y = 4 }
  unit:patrol { { 1.5, 0.5 }, { 9.5, 7.5 }, { 5.5, 0.5 },
    { 1.5, 7.5 } }
end

function click(wx, wy)
  local x, y = grid:to_cell(wx, wy)
  local dx, dy = wx - x + 0.5, wy - y + 0.5 -- from its middle
  local is_beside = math.abs(dx) > math.abs(dy)
  local nx = x + (is_beside and (dx > 0 and 1 or -1) or 0)
  local ny = y + (is_beside and 0 or dy > 0 and 1 or -1)
  if finder:can_step(x, y, nx, ny) then
    grid:fence(x, y, nx, ny)
  else
    grid:unfence(x, y, nx, ny)
  end
  print(#grid:fences() .. " fences")
end

function update(dt) crowd:update(dt) end
function show()
  return { grid, crowd }, { colours = { lattice = true } }
end

print(#grid:fences() .. " fences")
