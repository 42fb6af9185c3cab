-- Boats: they turn in wide arcs, and on the spot if an arc has no
-- room. Click to send the red one. Drag to build islands.
local tilepath = require "tilepath"

local grid = tilepath.grid([[
........................
........................
.....###................
....#####.......##......
....#####......####.....
.....###.......####.....
................##......
........................
..........##............
.........####...........
..........##.......##...
...##..............##...
..####.............##...
..####..................
...##...................
........................
]])
local water = tilepath.pathfinder(grid, { keep_away = { 1, 2 } })

local function boat(x, y)
  return tilepath.follower { cell_x = x, cell_y = y, speed = 3,
    finder = water, turn_radius = 2, turn_rate = 2 }
end

local red, ferry, patrol = boat(2, 2), boat(2, 8), boat(12, 2)
red.on_arrived = function() print("Anchor down.") end
ferry.rest = 1
ferry:patrol { { 1.5, 7.5 }, { 22.5, 5.5 } }
patrol:patrol { { 11.5, 1.5 }, { 22.5, 14.5 }, { 7.5, 13.5 } }

function click(x, y)
  local goes, reason = red:go(x, y)
  print(goes and ("%.1f cells to sail"):format(red.remaining)
    or "No way there: " .. reason)
end

function update(dt)
  red:update(dt)
  ferry:update(dt)
  patrol:update(dt)
end

function show()
  return { grid, { ferry, colours = { path = false } }, { patrol,
    colours = { path = false } },
    { red, colours = { body = { 0.84, 0.37, 0 } } } }
end

click(20.5, 14.5)
