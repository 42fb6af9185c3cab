-- Click to move: the hero walks to where you click. Drag to build
-- walls, also across his way: he finds another one.
local tilepath = require "tilepath"

local grid = tilepath.grid([[
....................
.#######............
.#.....#......####..
.#.....#......#..#..
.#............#..#..
.#.....#......#..#..
.###.###...####..#..
...........#........
...........#........
....########...###..
....#............#..
....#............#..
....#...######...#..
...........#........
...........#........
....................
]])
local finder = tilepath.pathfinder(grid)
local hero = tilepath.follower { cell_x = 4, cell_y = 4, speed = 6,
  finder = finder }
hero.on_arrived = function() print("I am there.") end
hero.on_blocked = function() print("No way! I wait for one.") end

local mouse_x, mouse_y = 6.5, 11.5

function move(x, y) mouse_x, mouse_y = x, y end

function click(x, y)
  local goes, reason = hero:go(x, y)
  print(goes and ("I go: %.1f cells"):format(hero.remaining)
    or "I cannot go there: " .. reason)
end

function update(dt) hero:update(dt) end

function show()
  local path = finder:find_world(hero.x, hero.y, mouse_x, mouse_y)
  local grey = { path = { 0.8, 0.8, 0.8 } }
  return { grid, { path or false, colours = grey }, hero }
end

click(mouse_x, mouse_y)
