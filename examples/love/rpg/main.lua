-- A small RPG. A click sends the hero, and his two dogs go with him. The guard
-- walks his round, hunts the hero while he sees him, and walks on. Two imps
-- beyond the river keep their distance. The ferry takes the hero over, as soon
-- as it is at his bank; the dogs wait there.
dofile(love.filesystem.getSource() .. "/../repository.lua") -- not in your game
local tilepath = require "tilepath"

local CELL, CROSSING = 32, 3                  -- pixels, seconds
local LOOKS = { open = { 0.62, 0.71, 0.5 }, wall = { 0.44, 0.41, 0.45 },
  water = { 0.42, 0.63, 0.73 }, road = { 0.87, 0.8, 0.65 },
  tree = { 0.34, 0.48, 0.34 } }

local grid = tilepath.grid([[
t..t...........==.....tttt
.#######..#####==.######.t
.#.....#..#...#==.#....#..
.#.....#..#...#==.#....#..
.#.....#..#...===.#.......
.###.###..#####==.#....#..
...==..........==.######..
...==============.......t.
t........t....==....t.....
~~~~~~~~~~~~~~==~~~~~~~~~~
~~~~~~~~~~~~~~~~~~~~~~~~~~
~~~~~~~~~~~~~~~~~~~~~~~~~~
~~~~~~~~~~~~~~==~~~~~~~~~~
..t..........===....t.....
......tt.....=......tt....
..t..ttt..====..t.........
.........==........#...#..
t..t....==...t.....#####.t
t.t.....=....tt.......t..t
]], { cell_size = CELL, prices = { road = 0.7, water = false, tree = false },
  legend = { ["="] = "road", ["~"] = "water", t = "tree" } })

-- Bodies keep off walls. Eyes see over water. Only the hero takes the ferry.
local eyes = tilepath.pathfinder(grid, { prices = { water = 1 } })
local traveller = tilepath.pathfinder(grid, { radius = 10 })
local walker = tilepath.pathfinder(grid, { radius = 10, eyes = eyes,
  links = false })

local function body(cell_x, cell_y, speed, finder)
  return tilepath.follower { cell_x = cell_x, cell_y = cell_y, speed = speed,
    finder = finder or walker }
end

local hero, guard = body(5, 4, 150, traveller), body(16, 3, 90)
local dogs = { body(4, 4, 140), body(4, 5, 130) }
local imps = { body(20, 15, 100), body(6, 18, 100) }
hero.turn_radius = 16
guard:patrol_cell({ { 16, 3 }, { 16, 8 }, { 4, 7 }, { 9, 2 } }, { rest = 0.5 })
dogs[1]:chase(hero, { within = 1, partial = true })
dogs[2]:chase(dogs[1], { within = 1, partial = true })
for _, imp in ipairs(imps) do
  imp:keep(hero, { min = 3, within = 6, partial = true })
end

-- The ferry goes to and fro between two piers. While it has a passenger, the
-- hero is drawn on it.
local DOCKS = { { grid:to_world(15, 10) }, { grid:to_world(15, 13) } }
local ferry = { at = 1, time = 0, x = DOCKS[1][1], y = DOCKS[1][2] }
grid:link(15, 10, 15, 13, { name = "ferry", seconds = CROSSING, price = 8 })

function hero.on_link(_, _, x, y)
  local dock = DOCKS[ferry.at]
  local is_here = dock[1] ~= x or dock[2] ~= y
  if ferry.sails or not is_here then return false end
  ferry.sails, ferry.time, ferry.carries = true, 0, true
end

local function move_ferry(dt)
  ferry.time = ferry.time + dt
  local from, to = DOCKS[ferry.at], DOCKS[3 - ferry.at]
  if ferry.sails then
    local part = math.min(ferry.time / CROSSING, 1)
    ferry.y = from[2] + (to[2] - from[2]) * part
  end
  if ferry.time > CROSSING then
    if ferry.sails then ferry.at, ferry.carries = 3 - ferry.at, false end
    ferry.sails, ferry.time = not ferry.sails, 0
  end
end

-- The cells that the guard sees.
local function sight()
  return eyes:view(guard.cell_x, guard.cell_y, 7,
    { angle = guard.angle, cone = math.rad(120) })
end

local function watch()
  if sight():has(hero.cell_x, hero.cell_y) then
    guard:chase(hero, { within = 1, resume = true })
  elseif guard.target then
    guard:resume()                             -- back to his round
  end
end

function love.mousepressed(x, y) hero:go(x, y, { partial = true }) end

function love.update(dt)
  move_ferry(dt)
  hero:update(dt)
  guard:update(dt)
  for _, dog in ipairs(dogs) do dog:update(dt) end
  for _, imp in ipairs(imps) do imp:update(dt) end
  watch()
end

local function draw_body(x, y, red, green, blue)
  love.graphics.setColor(0.1, 0.1, 0.15, 0.3)
  love.graphics.ellipse("fill", x + 1, y + 5, 11, 8)
  love.graphics.setColor(red, green, blue)
  love.graphics.circle("fill", x, y, 10)
end

function love.draw()
  for x, y, terrain in grid:cells() do
    love.graphics.setColor(LOOKS[terrain])
    love.graphics.rectangle("fill", grid:cell_rect(x, y))
  end
  love.graphics.setColor(1, 0.9, 0.4, 0.3)
  for x, y in sight():cells() do
    love.graphics.rectangle("fill", grid:cell_rect(x, y))
  end
  tilepath.draw({ hero }, { colours = { body = false } })
  love.graphics.setColor(0.55, 0.4, 0.28)
  love.graphics.rectangle("fill", ferry.x - 15, ferry.y - 13, 30, 26, 6)
  if ferry.carries then draw_body(ferry.x, ferry.y, 0.32, 0.48, 0.72)
  else draw_body(hero.x, hero.y, 0.32, 0.48, 0.72) end
  draw_body(guard.x, guard.y, 0.8, guard.target and 0.2 or 0.6, 0.2)
  for _, dog in ipairs(dogs) do draw_body(dog.x, dog.y, 0.55, 0.42, 0.3) end
  for _, imp in ipairs(imps) do draw_body(imp.x, imp.y, 0.66, 0.32, 0.46) end
end
