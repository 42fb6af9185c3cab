-- Flee: sheep keep away from the wolf (red), who goes where you
-- click. Drag to build a fold for them.
local tilepath = require "tilepath"

local grid = tilepath.grid(28, 21)
grid:fill(6, 6, 6, 1, "wall")
grid:fill(6, 6, 1, 7, "wall")
grid:fill(21, 10, 1, 8, "wall")
grid:fill(15, 10, 6, 1, "wall")
local finder = tilepath.pathfinder(grid)
local crowd = tilepath.crowd(grid)
local wolf = crowd:add { finder = finder, cell_x = 2, cell_y = 19,
  speed = 5, priority = 1 }
for i = 1, 16 do
  local sheep = crowd:add { finder = finder, cell_x = 8 + i % 4,
    cell_y = 7 + math.floor(i / 4), speed = 4 }
  sheep:flee(wolf, { within = 7 })
end

function click(x, y)
  local goes, reason = wolf:go(x, y)
  print(goes and "The wolf comes." or "The wolf cannot: " .. reason)
end

function update(dt)
  crowd:update(dt)
  for sheep, what in crowd:events() do
    if what == "arrived" and sheep.reason == "unreachable" then
      print(("A sheep is cornered at %d, %d."):format(sheep.cell_x,
        sheep.cell_y))
    end
  end
end

function show()
  local orange = { body = { 0.84, 0.37, 0 } }
  return { grid, crowd, { wolf, colours = orange } }
end

click(8.5, 9.5)
