-- A crowd through a door: units never share a cell. A click sends
-- all of them. Drag a wall into the door, and they wait behind it.
local tilepath = require "tilepath"

local grid = tilepath.grid(30, 22)
grid:fill(15, 1, 1, 22, "wall")
grid:fill(15, 11, 1, 2, "open")
local finder = tilepath.pathfinder(grid)
local crowd = tilepath.crowd(grid)
for x = 2, 11, 3 do
  for y = 3, 20 do
    crowd:add { finder = finder, cell_x = x, cell_y = y, speed = 5 }
  end
end

function click(x, y)
  local count, reason = crowd:go(crowd:units(), x, y)
  print(count and count .. " units go" or "nobody goes: " .. reason)
end

local seconds, moving, blocked = 0, 0, 0

function update(dt)
  local were_moving, were_blocked = moving, blocked
  crowd:update(dt)
  moving, blocked = crowd.moving, 0
  for _, unit in ipairs(crowd:units()) do
    if unit.status == "blocked" then blocked = blocked + 1 end
  end
  seconds = moving > 0 and seconds + dt or 0
  if moving == 0
    and (were_moving > 0 or were_blocked ~= blocked) then
    print(blocked > 0 and blocked .. " units are blocked: no way."
      or "All are at rest.")
  elseif seconds % 2 < dt and seconds > 1 then
    print(("%.0f s: %d on their way"):format(seconds, moving))
  end
end

function show()
  return { grid, crowd }, { colours = { path = false } }
end

click(23.5, 11.5)
