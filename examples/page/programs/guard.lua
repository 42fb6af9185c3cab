-- A guard who chases: the red one goes his rounds until he sees
-- you. Click to walk, and hide behind walls. Drag to build some.
local tilepath = require "tilepath"

local grid = tilepath.grid(24, 18)
for x = 3, 14, 11 do
  for y = 3, 11, 8 do -- four houses with two doors
    grid:fill(x, y, 8, 5, "wall")
    grid:fill(x + 1, y + 1, 6, 3, "open")
    grid:fill(x + 3, y, 2, 5, "open")
  end
end
local finder = tilepath.pathfinder(grid)
local thief = tilepath.follower { speed = 5, finder = finder }
local guard = tilepath.follower { speed = 4.4, finder = finder }
local view, chasing, unseen

local function begin()
  thief:stop()
  thief:set_position(3.5, 13.5) -- where he cannot see you
  guard:set_position(22.5, 9.5)
  guard:patrol { { 12.5, 1.5 }, { 1.5, 1.5 }, { 1.5, 16.5 },
    { 12.5, 9.5 }, { 22.5, 16.5 }, { 22.5, 1.5 } }
  chasing, unseen = false, 0
end

function click(x, y) thief:go(x, y, { partial = true }) end

function update(dt)
  thief:update(dt)
  guard:update(dt)
  local x, y = grid:to_cell(guard.x, guard.y)
  view = finder:view(x, y, 8)
  local sees = view and view:has(grid:to_cell(thief.x, thief.y))
  unseen = sees and 0 or unseen + dt
  if sees and not chasing then
    print("I see you!")
    chasing = guard:chase(thief, { within = 0.8 })
  elseif chasing and (guard.status == "arrived" or unseen > 3) then
    print(guard.status == "arrived" and "Caught! Home you go."
      or "Where is he?")
    begin()
  end
end

function show()
  return { grid, view or false, thief,
    { guard, colours = { body = { 0.84, 0.37, 0 },
      path = false } } }
end

begin()
print("You hide in a house. Click to walk, unseen.")
