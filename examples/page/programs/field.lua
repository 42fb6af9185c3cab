-- One field for all: it has the way to the goal from each cell (the
-- arrows), and any number of units follow it. A click moves the
-- goal. Drag to build walls.
local tilepath = require "tilepath"

local grid = tilepath.grid(36, 27)
math.randomseed(7)
for _ = 1, 24 do
  grid:fill(math.random(4, 32), math.random(1, 25),
    math.random(1, 6), math.random(1, 3), "wall")
end
local finder = tilepath.pathfinder(grid)
local field = finder:field { { 34, 25 } }
local crowd = tilepath.crowd(grid)
for y = 1, 27 do
  for x = 1, 3 do
    local unit = crowd:add { finder = finder, cell_x = x,
      cell_y = y, speed = 3 + (x + y) % 3 }
    unit:follow(field)
  end
end

function click(x, y)
  local cell_x, cell_y = grid:to_cell(x, y)
  field:update { { cell_x, cell_y } }
  for _, unit in ipairs(crowd:units()) do unit:follow(field) end
  local cost, reason = field:cost(1, 1)
  print("from the top left corner:",
    cost and ("%.1f steps"):format(cost) or reason)
end

function update(dt)
  field:update() -- after edits
  crowd:update(dt)
end

function show() return { grid, field, crowd },
  { colours = { path = false } } end

print(#crowd .. " units on one field")
