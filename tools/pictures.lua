-- The drawings of the reference and the guide, and the README's first picture: a
-- short program for each, which returns what tilepath.svg takes.
--
--     lua tools/pictures.lua FOLDER   writes FOLDER/pictures/NAME.svg, and
--                                     FOLDER/door.svg
--     dofile "tools/pictures.lua"     is the table of programs by name
--
-- A cell is a world unit, so the texts are short.

local tilepath = require "tilepath"
local new_game = require "spec.support.love"
local listings = require "spec.support.listings"
local files = dofile "tools/files.lua"

local before = package.path
package.path = "examples/?.lua;" .. before
local read_scenario = require "lib.scenario"
local March = require "lib.march"
package.path = before

local CROWDS = "spec/fixtures/crowds/"

local RED, BLUE, SKY = { 0.84, 0.37, 0 }, { 0, 0.45, 0.70 },
  { 0.34, 0.71, 0.91 }

local pictures = {}

-- A still picture, with cells of 28 pixels and the borders between them.
local function still(title, things, options)
  options = options or {}
  options.title, options.scale = title, options.scale or 28
  local colours = options.colours or {}
  if colours.lattice == nil then colours.lattice = true end
  options.colours = colours
  return things, options
end

-- Calls f before each further frame, and ends after `count` frames.
local function moving(count, fps, f)
  return function(i)
    f()
    return i <= count and 1 / fps
  end
end

-- A path, a body at its start and a disc at its end, all in one colour.
local function walk(path, finder, colour)
  path = path.units == "cells" and path:to_world(finder) or path
  local hero = tilepath.follower { x = path[1], y = path[2], finder = finder }
  hero:follow(path)
  return { hero, colours = { path = colour, body = colour, goal = colour } }
end

-- A body in a cell.
local function standing(grid, x, y, colour)
  local hero = tilepath.follower { speed = 1 }
  hero:set_position(grid:to_world(x, y))
  return { hero, colours = { body = colour } }
end

-- Ideas -----------------------------------------------------------------------

function pictures.terrain()
  local grid = tilepath.grid([[
..............
....~~~~......
...~~~~~~.....
..~~~~~~~~....
...~~~~~~.....
....~~~~......
..............]], { prices = { water = 3 }, legend = { ["~"] = "water" } })
  local walker = tilepath.pathfinder(grid)
  local duck = tilepath.pathfinder(grid, { prices = { water = 0.5 } })
  return still("A walker goes round a lake, a duck swims", {
    { grid, colours = { terrain = SKY } },
    walk(walker:find(1, 3, 14, 3), walker, RED),
    walk(duck:find(1, 5, 14, 5), duck, BLUE),
  })
end

-- The same corners for each of the rules, from the strictest on.
function pictures.diagonal()
  local grid = tilepath.grid([[
......#......#......#......
.#....#.#....#.#....#.#....
..#...#..#...#..#...#..#...
...#..#...#..#...#..#...#..
......#......#......#......
......#......#......#......]])
  local things = { grid }
  for i, rule in ipairs { "never", "only_if_no_obstacles",
    "at_least_one_walkable", "always" } do
    local finder = tilepath.pathfinder(grid, { diagonal = rule })
    things[i + 1] = walk(finder:find(7 * i - 6, 6, 7 * i - 1, 1), finder, RED)
  end
  return still("A way past the same corners by each of the four rules", things)
end

function pictures.large()
  local grid = tilepath.grid([[
..........##....
..........##....
..##............
..##.....#......
....#....#....#.
....#...........
................]])
  local cart = tilepath.pathfinder(grid, { size = 2 })
  local crowd = tilepath.crowd(grid)
  local unit = crowd:add { finder = cart, cell_x = 1, cell_y = 5 }
  local covered = tilepath.layer(grid)
  for _, cell in ipairs(unit:cells()) do
    for i = 0, 3 do
      covered:set(cell[1] + i % 2, cell[2] + math.floor(i / 2), 255)
    end
  end
  return still("A cart, the four cells that it covers, and the path of its middle",
    { grid, covered,
      walk(cart:find(1, 5, 14, 1), cart, BLUE) })
end

-- A point passes the corner in a straight line; a body of half a cell first
-- goes where it has room.
function pictures.radius()
  local grid = tilepath.grid([[
.............
.............
.....##......
.....##......
.....##......]])
  local things = { grid }
  for i, colour in ipairs { RED, BLUE } do
    local finder = tilepath.pathfinder(grid, { radius = i == 2 and 0.5 or nil })
    local path = finder:find_world(1.5, 4.5, 12.5, 3.5):prune(finder)
    things[i + 1] = { path, colours = { path = colour } }
    for n, x, y in path:points() do
      if i == 2 and n > 1 then
        things[#things + 1] = { tilepath.follower { x = x, y = y,
          finder = finder }, colours = { body = { 0, 0.45, 0.70, 0.4 } } }
      end
    end
  end
  return still("The path of a point, and that of a body with a radius", things)
end

function pictures.keep_away()
  local grid = tilepath.grid([[
####################
#........#.........#
#........#.........#
#........#.........#
#..................#
#..................#
#........#.........#
#........#.........#
####################]])
  local plain = tilepath.pathfinder(grid)
  local shy = tilepath.pathfinder(grid, { keep_away = { 2, 3 } })
  return still("Two paths; one keeps off walls, beside which cells cost more", {
    grid, { shy, colours = { price = true, blocked = false } },
    walk(plain:find(2, 3, 19, 2), plain, BLUE),
    walk(shy:find(2, 7, 19, 8), shy, RED),
  })
end

function pictures.layers()
  local grid = tilepath.grid(16, 9)
  local danger = tilepath.layer(grid)
  grid:set(8, 4, "wall")
  danger:sample(function(x, y)
    local away = math.sqrt((x - 8) ^ 2 + (y - 4) ^ 2)
    return math.max(0, math.floor(240 - 60 * away))
  end)
  local finder = tilepath.pathfinder(grid, { layers = { { danger, 0.05 } } })
  return still("A path round the danger that a tower spreads",
    { grid, danger, walk(finder:find(1, 5, 16, 5), finder, RED) })
end

-- Two floors with stairs and a pole; a fence with a ledge in it.
function pictures.links()
  local house, grid = tilepath.building {
    ground = { 10, 5 },
    upper = { 7, 5 },
  }
  for y = 1, 5 do
    grid:fence(4, y, 5, y, y == 3 and { one_way = true } or nil)
  end
  house:link("ground", 10, 2, "upper", 1, 2)
  house:link("upper", 1, 5, "ground", 9, 5, { one_way = true })
  local finder = tilepath.pathfinder(grid)
  local path = finder:find(1, 5, house.upper:to_grid(6, 4))
  return still("Two floors, stairs and a pole between them, a fence with a ledge",
    { grid, walk(path, finder, RED) })
end

function pictures.platformer()
  local grid = tilepath.grid([[
................
................
.........####...
................
....###.........
.............##.
.##.............
................
#####..#########]])
  local platforms = grid:copy()
  tilepath.platformer(grid, { jump = { 3, 2 } })
  local finder = tilepath.pathfinder(grid)
  return still("Jumps and drops as links, and a way up", {
    platforms, { grid, colours = { wall = false, terrain = false,
      lattice = false } },
    walk(finder:find(1, 8, 12, 2), finder, RED),
  })
end

-- Answers ---------------------------------------------------------------------

function pictures.search()
  local grid = tilepath.grid([[
......................
..............#.......
..............#.......
....########..#.......
...........#..#.......
...........#..#.......
...........#..#.......
....########..#.......
..............#.......
......................]])
  local finder = tilepath.pathfinder(grid, { algorithm = "astar" })
  local search = finder:search(3, 6, 20, 5)
  local things = { grid, search, false }
  search:step(24)
  return still("A search: cells that wait, cells that are done, and the path",
    things, { frames = moving(30, 5, function()
      if search:step(4) == "found" then things[3] = search:path() end
    end) })
end

function pictures.prune()
  local grid = tilepath.grid([[
................
......##........
......##....##..
............##..
..##............
..##......#.....
..........#.....]])
  local finder = tilepath.pathfinder(grid)
  local path = finder:find(1, 2, 16, 6)
  return still("A path from cell to cell, and the same path pulled tight", {
    grid, { path, colours = { path = SKY } }, walk(path:prune(finder), finder,
      RED) })
end

function pictures.round()
  local grid = tilepath.grid([[
...................
......##...........
..##..##....##.....
..##..##....##..##.
..##..##....##..##.
..##........##..##.
..##............##.]])
  local finder = tilepath.pathfinder(grid)
  local path = finder:find(1, 7, 19, 7):prune(finder)
  return still("A path with corners, and the same path in arcs", {
    grid, { path, colours = { path = SKY } }, { path:smooth(finder, 3),
      colours = { path = RED } } })
end

local ROOMS = [[
................
.####..####.....
.#........#..#..
.#........#..#..
.#..####.....#..
....#........#..
....#...###.....
................]]

function pictures.field()
  local grid = tilepath.grid(ROOMS)
  local field = tilepath.pathfinder(grid):field { { 6, 3 }, { 15, 7 } }
  return still("A field: costs, and the way to the cheapest goal",
    { grid, field }, { colours = { cost = true, lattice = false } })
end

function pictures.flee()
  local grid = tilepath.grid(ROOMS)
  local field = tilepath.pathfinder(grid):field { { 6, 4 } }
  return still("A field that leads away from its goal", {
    grid, { field:flee(), colours = { goal = false } },
    standing(grid, 6, 4, RED),
  })
end

function pictures.swarm()
  local grid = tilepath.grid([[
....................
.........#..........
.........#..........
.........#..........
....................
....................
.........#..........
.........#..........
.........#..........
....................]])
  local field = tilepath.pathfinder(grid):field { { 16, 5 } }
  local xs, ys, things = {}, {}, { grid, field }
  for i = 1, 60 do
    xs[i], ys[i] = 0.5 + i % 6, 1 + math.floor(i / 8)
    things[i + 2] = { tilepath.follower {}, colours = { body = RED } }
  end
  local options = { apart = 0.6, arrived = {} }
  for _ = 1, 140 do field:advance(xs, ys, 60, 0.08, options) end
  for i = 1, 60 do things[i + 2][1]:set_position(xs[i], ys[i]) end
  return still("Sixty agents on one field, on their way to its goal", things)
end

function pictures.reach()
  local grid = tilepath.grid([[
................
....~~..........
...~~~~....##...
....~~.....##...
.....#..........
.....#..........
..........~~....
................]], { prices = { water = 3 }, legend = { ["~"] = "water" } })
  local finder = tilepath.pathfinder(grid)
  local reach = finder:reach(9, 5, 4.5)
  return still("The cells within a cost, and the way to one of them",
    { { grid, colours = { terrain = SKY } }, reach, walk(reach:path(7, 2),
      finder, RED) })
end

function pictures.view()
  local grid = tilepath.grid([[
................
....##..........
...........##...
...........##...
.....#..........
.....#..........
..........#.....
................]])
  return still("What a guard sees", { grid, standing(grid, 9, 4, BLUE),
    tilepath.pathfinder(grid):view(9, 4, 6) })
end

function pictures.regions()
  local grid = tilepath.grid([[
......#.........
......#....###..
......###..#.##.
........#..#..#.
####....#..####.
...##...#.......
....#...#.......
....#...########
....#...........]])
  local finder, things = tilepath.pathfinder(grid), { grid }
  local colours = { BLUE, { 0.90, 0.62, 0 }, { 0, 0.62, 0.45 }, RED, SKY }
  for x, y in grid:cells() do
    local number = finder:region(x, y)
    if number then
      local thing = things[number + 1] or { tilepath.layer(grid),
        colours = { layer = colours[number] } }
      thing[1]:set(x, y, 255)
      things[number + 1] = thing
    end
  end
  return still("Regions: no way leads from one to another", things)
end

-- Hexagons --------------------------------------------------------------------

local HEXAGONS = { shape = "hex", cell_size = { math.sqrt(3) / 2, 1 },
  prices = { forest = 2, water = false },
  legend = { f = "forest", ["~"] = "water" } }
local TREES = { 0, 0.62, 0.45 }

function pictures.hexagons()
  local grid = tilepath.grid([[
..............
..ff......f...
.fff..~...ff..
..f..~~.......
....~~........
...~~..ff.....
.......f......
..............]], HEXAGONS)
  local finder = tilepath.pathfinder(grid)
  return still("A path over hexagons, round a forest and a lake",
    { { grid, colours = { terrain = TREES } }, walk(finder:find(1, 4, 13, 5),
      finder, RED) },
    { scale = 36 })
end

function pictures.hex_zone()
  local grid = tilepath.grid(("............\n"):rep(8), HEXAGONS)
  local finder, zone, things = tilepath.pathfinder(grid), {}, { grid }
  local enemies = { { 7, 3 }, { 7, 6 } }
  for _, enemy in ipairs(enemies) do
    for x, y in finder:neighbors(enemy[1], enemy[2]) do
      zone[#zone + 1] = { x, y }
    end
    things[#things + 1] = standing(grid, enemy[1], enemy[2], BLUE)
  end
  things[#things + 1] = finder:reach(4, 4, 4, { avoid = enemies, stops = zone })
  things[#things + 1] = standing(grid, 4, 4, RED)
  return still("A reach that ends in the zones of two enemies", things,
    { scale = 36 })
end

-- Crowds ----------------------------------------------------------------------

-- Units of a scenario in two colours: those that go right, and the others.
local function sides(march)
  local things = { march.grid }
  for i, unit in ipairs(march.units) do
    local c = unit.goal_x > unit.x and RED or BLUE
    things[i + 1] = { unit, colours = { body = c,
      path = { c[1], c[2], c[3], 0.45 }, goal = { c[1], c[2], c[3], 0.5 } } }
  end
  return things
end

-- The first picture of the README.
function pictures.door()
  local march = March.new(read_scenario(CROWDS .. "rooms.txt"), true)
  return sides(march), {
    title = "Two crowds of twenty change rooms through two doors",
    scale = 25, frames = moving(240, 20, function() march:next() end),
  }
end

function pictures.crowd()
  local march = March.new(read_scenario(CROWDS .. "door.txt"), true)
  for _ = 1, 34 do march:next() end
  return still("Six units meet six in a door", sides(march), { scale = 36 })
end

function pictures.formation()
  local grid = tilepath.grid(20, 11)
  local finder = tilepath.pathfinder(grid)
  local crowd, squad = tilepath.crowd(grid), {}
  for y = 4, 8 do
    squad[#squad + 1] = crowd:add { finder = finder, cell_x = 2, cell_y = y }
  end
  crowd:go(squad, 14.5, 5.5, { formation = { { 2, 0 }, { 0, -1 }, { 0, 1 },
    { -2, -2 }, { -2, 2 } } })
  crowd:update(1 / 10)
  return still("Five units form a wedge", { grid, crowd }, {
    frames = moving(44, 10, function() crowd:update(1 / 10) end) })
end

function pictures.keep()
  local grid = tilepath.grid(20, 11)
  local finder = tilepath.pathfinder(grid)
  local crowd = tilepath.crowd(grid)
  local ogre = crowd:add { finder = finder, cell_x = 19, cell_y = 6,
    speed = 2 }
  local things = { grid, { ogre, colours = { body = RED, path = RED,
    goal = RED } } }
  for y = 4, 8, 2 do
    local archer = crowd:add { finder = finder, cell_x = 6, cell_y = y }
    archer:keep(ogre, { min = 4, within = 7 })
    things[#things + 1] = archer
  end
  ogre:go(2.5, 5.5)
  crowd:update(1 / 10)
  return still("Archers keep their distance from an ogre", things,
    { frames = moving(60, 10, function() crowd:update(1 / 10) end) })
end

function pictures.avoid()
  local grid = tilepath.grid(14, 8)
  local finder = tilepath.pathfinder(grid)
  local crowd = tilepath.crowd(grid)
  for y = 3, 8 do
    crowd:add { finder = finder, cell_x = 6 + y % 2, cell_y = y }
  end
  return still("A path of the map alone, and one round others", {
    grid, { crowd },
    walk(finder:find(1, 6, 14, 6), finder, BLUE),
    walk(finder:find(1, 5, 14, 5, { avoid = crowd }), finder, RED),
  })
end

-- The guide -------------------------------------------------------------------

-- The game after a step of the guide, played without a window.
local function guide(step)
  return new_game(listings.program(files.read "docs/guide.md", step)).env
end

-- The ground in the colours of the game, terrain by terrain.
local function ground(game)
  local grid, things = game.grid, {}
  for _, terrain in ipairs { "open", "wall", "road", "mud", "water", "gap",
    "door" } do
    local colour = game.colours[terrain]
    local cells = tilepath.grid(grid.width, grid.height, { cell_size = 32 })
    if grid:terrain(terrain) then
      for x, y in grid:cells(terrain) do cells:set(x, y, "wall") end
    end
    things[#things + 1] = { cells, colours = { wall = colour or true } }
  end
  return things
end

local FOX, HEN, DOG = { 0.95, 0.5, 0.1 }, { 0.95, 0.92, 0.85 },
  { 0.2, 0.15, 0.1 }

local function animal(body, colour, path)
  return { body, colours = { body = colour, path = path or false,
    goal = path or false } }
end

function pictures.guide_walk()
  local game = guide(1)
  game.fox:go(700, 100)
  return { ground(game), animal(game.fox, FOX, FOX) },
    { title = "The path of a fox round a wall" }
end

function pictures.guide_prices()
  local game = guide(2)
  local blind = tilepath.pathfinder(game.grid, { radius = 10,
    prices = { mud = 1, road = 1 } })
  local straight = blind:find_world(game.fox.x, game.fox.y, 250, 300)
  game.fox:go(250, 300)
  return { ground(game), { straight:prune(blind), colours = { path = HEN } },
    animal(game.fox, FOX, FOX) },
    { title = "Two paths: one through the mud, one round it" }
end

function pictures.guide_guard()
  local game = guide(4)
  for _ = 1, 920 do game.love.update(1 / 60) end
  return { ground(game), game.view, animal(game.dog, DOG),
    animal(game.fox, FOX) },
    { title = "A dog sees the cells around it; a wall hides the fox" }
end

function pictures.guide_hens()
  local game = guide(5)
  game.fox:set_position(112, 208)
  game.fox:go(300, 176)
  for _ = 1, 30 do game.love.update(1 / 60) end
  return { ground(game), animal(game.crowd, HEN), animal(game.fox, FOX) },
    { title = "Twelve hens run away from a fox",
      frames = moving(24, 10, function()
        for _ = 1, 6 do game.love.update(1 / 60) end
      end) }
end

-- Writing ---------------------------------------------------------------------

if (arg and arg[0] or ""):find("tools/pictures.lua", 1, true) then
  for name, program in pairs(pictures) do
    local folder = name == "door" and "" or "pictures/"
    local path = arg[1] .. "/" .. folder .. name .. ".svg"
    files.write(path, tilepath.svg(program()))
    print(path)
  end
end
return pictures
