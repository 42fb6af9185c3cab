-- A formation: a wedge that turns to where it goes. Click to send
-- it, also through the gap: behind it each unit takes its place
-- again. A right click keeps the units as they stand.
local tilepath = require "tilepath"

local grid = tilepath.grid(30, 22)
grid:fill(15, 1, 1, 9, "wall")
grid:fill(15, 13, 1, 10, "wall")
local finder = tilepath.pathfinder(grid)
local crowd = tilepath.crowd(grid)
local squad, wedge = {}, {}
for rank = 0, 3 do
  for file = -rank, rank do
    squad[#squad + 1] = crowd:add { finder = finder,
      cell_x = 8 - rank, cell_y = 11 + file, speed = 5 }
    wedge[#wedge + 1] = { 2 - rank, file } -- ahead, aside
  end
end

function click(x, y, button)
  local count, reason = crowd:go(squad, x, y,
    { formation = button == 1 and wedge or true })
  print(count and count .. " units go in formation" or reason)
end

function update(dt) crowd:update(dt) end
function show() return { grid, crowd } end

click(23.5, 10.5, 1)
