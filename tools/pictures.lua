-- The drawings of the pages, and the README's first picture: a short program
-- for each, which returns what tilepath.svg takes. An option `marks` is a list
-- of elements of SVG that lie over the picture: words, rings, dashes.
--
--     lua tools/pictures.lua FOLDER   writes FOLDER/pictures/NAME.svg, and
--                                     FOLDER/bridges.svg
--     dofile "tools/pictures.lua"     is the table of programs by name, and the
--                                     function that makes SVG of what they
--                                     return
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
local YELLOW = { 0.95, 0.9, 0.25 }

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

-- A list of things: that of the end in the first frame, which programs without
-- animations show, and afterwards that of `start`. `play(things)` plays to the
-- end.
local function from_end(start, play)
  local things = start()
  play(things)
  local is_first = true
  return things, function()
    if not is_first then return end
    is_first = false
    for i in pairs(things) do things[i] = nil end
    for i, thing in pairs(start()) do things[i] = thing end
  end
end

-- Words around a point, half a cell high; `options` has other attributes.
local function words(x, y, text, options)
  return ('<text x="%g" y="%g" font-family="sans-serif" text-anchor="middle"'
    .. ' font-size="%g" fill="%s">%s</text>'):format(x, y,
    options and options.size or 0.55, options and options.fill or "#222", text)
end

-- A ring around a point.
local function ring(x, y, radius)
  return ('<circle cx="%g" cy="%g" r="%g" fill="none" stroke="#222"'
    .. ' stroke-width=".08"/>'):format(x, y, radius)
end

-- A disc with a letter: one of two ends of a link.
local function stop(x, y, letter)
  return ('<circle cx="%g" cy="%g" r=".42" fill="#cc78a6"/>'):format(x, y)
    .. words(x, y + 0.2, letter, { fill = "#fff" })
end

-- A dashed line.
local function dashes(x1, y1, x2, y2)
  return ('<path fill="none" stroke="#cc78a6" stroke-width=".12"'
    .. ' stroke-dasharray=".3 .25" d="M%g %gL%g %g"/>'):format(x1, y1, x2, y2)
end

-- The text of a picture.
local function svg(things, options)
  local marks = options.marks
  options.marks = nil
  local text = tilepath.svg(things, options)
  return marks and text:gsub("</svg>%s*$", table.concat(marks, "\n") .. "\n%0")
    or text
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

-- The same corners for each of the rules, from the strictest on. The words
-- stand in walls under the four maps.
function pictures.diagonal()
  local rows = {}
  for _ = 1, 2 do
    for _, row in ipairs { ".........", "...#.....", "....#....", ".....#...",
      "........." } do
      rows[#rows + 1] = row .. "#" .. row
    end
    rows[#rows + 1] = ("#"):rep(19)
  end
  local grid = tilepath.grid(table.concat(rows, "\n"))
  local things, marks = { grid }, {}
  for i, rule in ipairs { "never", "only_if_no_obstacles",
    "at_least_one_walkable", "always" } do
    local left, top = (i - 1) % 2 * 10, math.floor((i - 1) / 2) * 6
    local finder = tilepath.pathfinder(grid, { diagonal = rule })
    things[i + 1] = walk(finder:find(left + 1, top + 5, left + 9, top + 1),
      finder, RED)
    marks[2 * i - 1] = words(left + 4.5, top + 5.68, rule, { fill = "#fff" })
    local corner = i == 2 and { 3, 1 } or i == 4 and { 5, 3 } or { 6, 4 }
    marks[2 * i] = ring(left + corner[1], top + corner[2], 0.6)
  end
  return still("A way past the same corners by each of the four rules", things,
    { marks = marks })
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

-- Two floors with stairs and a pole; a fence with a ledge in it. The path is
-- drawn on each floor alone.
function pictures.links()
  local house, grid = tilepath.building {
    ground = { 10, 6 },
    upper = { 8, 6 },
  }
  grid:fill(1, 6, 19, 1, "wall")
  for y = 1, 5 do
    grid:fence(4, y, 5, y, y == 3 and { one_way = true } or nil)
  end
  house:link("ground", 8, 2, "upper", 3, 4, { price = 2 })
  house:link("upper", 7, 2, "ground", 7, 5, { one_way = true })
  local finder = tilepath.pathfinder(grid)
  local path = finder:find(1, 5, house.upper:to_grid(8, 5))
  local parts, at = { { }, { } }, path.links[1]
  for i, x, y in path:points() do
    local part = parts[i <= at and 1 or 2]
    part[#part + 1], part[#part + 2] = x, y
  end
  local things = { { grid, colours = { link = false } } }
  for i, part in ipairs(parts) do
    things[i + 1] = walk(tilepath.path(part, "cells"), finder, RED)
  end
  things[3].colours.body = false
  local ax, ay = house.upper:to_grid(3, 4)
  local bx, by = house.upper:to_grid(7, 2)
  return still("Two floors with stairs and a pole, and a fence with a ledge",
    things, { marks = {
      dashes(7.5, 1.5, ax - 0.5, ay - 0.5),
      dashes(bx - 0.5, by - 0.5, 6.5, 4.5),
      stop(7.5, 1.5, "A"), stop(ax - 0.5, ay - 0.5, "A"),
      stop(bx - 0.5, by - 0.5, "B"), stop(6.5, 4.5, "B"),
      words(2.6, 5.68, "ground floor", { fill = "#fff" }),
      words(9.8, 5.68, "A stairs, B pole down", { fill = "#fff" }),
      words(16.8, 5.68, "upper floor", { fill = "#fff" }) } })
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
  local things, begin = from_end(function()
    local search = finder:search(3, 6, 20, 5)
    search:step(24)
    return { grid, search, false }
  end, function(things)
    repeat until things[2]:step(4) ~= "running"
    things[3] = things[2]:path()
  end)
  return still("A search: cells that wait, cells that are done, and the path",
    things, { frames = moving(30, 5, function()
      begin()
      if things[2]:step(4) == "found" then things[3] = things[2]:path() end
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
      finder, RED) }, { marks = { words(4.5, 2.7, "price 3"),
        words(11, 7.7, "price 3"), words(13.6, 6.7, "in reach"),
        words(13.6, 0.7, "not in reach") } })
end

-- What a knight reaches in a turn, and what it can strike from there.
function pictures.strike()
  local grid = tilepath.grid([[
................
................
......#.........
......#.....#...
......#.....#...
............#...
................
................]])
  local finder = tilepath.pathfinder(grid)
  local reach = finder:reach(4, 4, 3)
  return still("What a knight reaches, and what it can strike from there", {
    grid, { finder:view(reach, 2), colours = { view = YELLOW } }, reach,
    standing(grid, 4, 4, RED), standing(grid, 9, 6, BLUE),
    standing(grid, 15, 4, BLUE) }, { marks = { ring(8.5, 5.5, 0.6) } })
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
  local grid = tilepath.grid(("................\n"):rep(9), HEXAGONS)
  local finder, zone, things = tilepath.pathfinder(grid), {}, { grid }
  local enemies, marked = { { 8, 4 }, { 9, 7 } }, tilepath.layer(grid)
  for _, enemy in ipairs(enemies) do
    for x, y in finder:neighbors(enemy[1], enemy[2]) do
      zone[#zone + 1] = { x, y }
      marked:set(x, y, 255)
    end
    things[#things + 1] = standing(grid, enemy[1], enemy[2], BLUE)
  end
  things[#things + 1] = finder:reach(4, 5, 10, { avoid = enemies, stops = zone })
  things[#things + 1] = { marked, colours = { layer = { 0.9, 0.62, 0, 0.6 } } }
  things[#things + 1] = standing(grid, 4, 5, RED)
  return still("A reach that ends in the zones of two enemies", things,
    { scale = 36, marks = { words(8.6, 1.9, "reach"), words(8.2, 6.2, "zones"),
      words(11.4, 5.3, "not in reach", { size = 0.45 }) } })
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

-- The first picture of the README: a hero, two squads that meet on a bridge,
-- and another bridge, which is closed on the hero's way.
function pictures.bridges()
  local grid = tilepath.grid([[
............~~~.............
....ff......~~~......##.....
...ffff.....~~~......##.....
...fff......~~~.............
============___=============
============___=============
............~~~....=........
......##....~~~....=....ff..
......##....~~~....=...ffff.
............~~~....=....ff..
...=========___=====........
............~~~.............
............~~~.............]], { legend = { ["~"] = "water", f = "forest",
    ["="] = "road", _ = "bridge" }, prices = { water = 9, forest = 3,
    road = 0.6, bridge = 0.6 } })
  local things = {}
  for _, row in ipairs { { "open", 0.87, 0.93, 0.82 },
    { "water", 0.62, 0.8, 0.93 }, { "forest", 0.62, 0.78, 0.6 },
    { "road", 0.93, 0.87, 0.74 }, { "bridge", 0.8, 0.68, 0.5 } } do
    local cells = tilepath.grid(grid.width, grid.height)
    for x, y in grid:cells(row[1]) do cells:set(x, y, "wall") end
    things[#things + 1] = { cells,
      colours = { wall = { row[2], row[3], row[4] } } }
  end
  things[#things + 1] = { grid, colours = { terrain = false } }
  local finder = tilepath.pathfinder(grid, { prices = { water = false } })
  local crowd, squads = tilepath.crowd(grid), { {}, {} }
  for y = 4, 7 do
    for x = 1, 2 do
      for i, column in ipairs { x, 29 - x } do
        local unit = crowd:add { finder = finder, cell_x = column, cell_y = y,
          speed = 3 }
        table.insert(squads[i], unit)
        things[#things + 1] = { unit, colours = { body = i == 1 and BLUE or RED,
          path = false, goal = false } }
      end
    end
  end
  crowd:go_cell(squads[1], 26, 6, { formation = true })
  crowd:go_cell(squads[2], 2, 6, { formation = true })
  local hero = tilepath.follower { finder = finder, cell_x = 3, cell_y = 13,
    speed = 4 }
  things[#things + 1] = { hero, colours = { body = { 0.5, 0.1, 0.5 },
    path = { 0.5, 0.1, 0.5 }, goal = { 0.5, 0.1, 0.5 } } }
  hero:go_cell(26, 11)
  local frame = 0
  return things, {
    title = "Two squads pass each other on a bridge; another bridge is closed, "
      .. "and a hero finds another way",
    scale = 22, frames = moving(190, 12, function()
      frame = frame + 1
      if frame == 16 then grid:set(14, 11, "wall") end
      crowd:update(1 / 12)
      hero:update(1 / 12)
    end),
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
  local crowd
  local things, begin = from_end(function()
    local squad = {}
    crowd = tilepath.crowd(grid)
    for y = 4, 8 do
      squad[#squad + 1] = crowd:add { finder = finder, cell_x = 2, cell_y = y }
    end
    crowd:go(squad, 14.5, 5.5, { formation = { { 2, 0 }, { 0, -1 }, { 0, 1 },
      { -2, -2 }, { -2, 2 } } })
    return { grid, crowd }
  end, function() crowd:update(4.5) end)
  return still("Five units form a wedge", things, {
    frames = moving(45, 10, function()
      begin()
      crowd:update(1 / 10)
    end), marks = { '<path fill="none" stroke="#222" stroke-width=".08" '
      .. 'd="M5 5.5h4m-.5-.4l.5.4l-.5.4"/>', words(7, 5.2, "ahead"),
      words(18.3, 5.7, "{ 2, 0 }"),
      words(16.5, 4.2, "{ 0, -1 }"), words(16.4, 7.2, "{ 0, 1 }"),
      words(14.3, 2.7, "{ -2, -2 }"), words(14.3, 8.7, "{ -2, 2 }") } })
end

function pictures.keep()
  local grid = tilepath.grid(20, 11)
  local finder = tilepath.pathfinder(grid)
  local crowd
  local things, begin = from_end(function()
    crowd = tilepath.crowd(grid)
    local ogre = crowd:add { finder = finder, cell_x = 19, cell_y = 6,
      speed = 2 }
    local things = { grid, { ogre, colours = { body = RED, path = RED,
      goal = RED } } }
    for y = 4, 8, 2 do
      local archer = crowd:add { finder = finder, cell_x = 6, cell_y = y }
      archer:keep(ogre, { min = 3, within = 5 })
      things[#things + 1] = { archer, colours = { path = false, goal = false } }
    end
    ogre:go(11.5, 5.5)
    return things
  end, function() crowd:update(6) end)
  return still("Archers keep their distance from an ogre", things,
    { frames = moving(60, 10, function()
      begin()
      crowd:update(1 / 10)
    end), marks = { ring(11.5, 5.5, 3), ring(11.5, 5.5, 5),
      words(11.5, 9.2, "min = 3"), words(17, 10.3, "within = 5") } })
end

-- Cars before a red light, and cars that pass it on the other road.
function pictures.light()
  local grid = tilepath.grid([[
######.######
######.######
######.######
.............
######.######
######.######
######.######]])
  local drive = tilepath.pathfinder(grid, { diagonal = "never" })
  local crowd = tilepath.crowd(grid, { moved = true })
  local things = { { grid, colours = { wall = { 0.62, 0.78, 0.6 } } } }
  local function add(x, y, goal_x, goal_y, colour)
    local car = crowd:add { finder = drive, cell_x = x, cell_y = y }
    car:go_cell(goal_x, goal_y, { avoid_price = math.huge })
    things[#things + 1] = { car, colours = { body = colour, path = false,
      goal = false } }
  end
  for x = 1, 4 do add(x, 4, 13, 4, RED) end
  for y = 1, 3 do add(7, y, 7, y + 4, BLUE) end
  for _ = 1, 2 do
    crowd:tick()
    for car, what, x, y in crowd:events() do
      if what == "moved" and x == 6 and y == 4 then car:pause() end
    end
  end
  return still("A red light: the first car is paused, and the others queue",
    things, { marks = {
      '<path fill="none" stroke="#e02020" stroke-width=".22" d="M6 3v1"/>',
      '<path fill="none" stroke="#20b030" stroke-width=".22" d="M6 3h1"/>',
      '<path fill="none" stroke="#fff" stroke-width=".1" '
        .. 'd="M5.4 3.35v.3m.2 0v-.3"/>',
      '<path fill="none" stroke="#222" stroke-width=".06" '
        .. 'd="M2.2 4.1v.15h2.6v-.15m.4 0v.15h.6v-.15m-.3 .15l-.3.8"/>',
      words(2.7, 4.85, "these queue"), words(5, 5.6, "paused"),
      words(5.3, 2.8, "red", { fill = "#b00010" }),
      words(8, 2.8, "green", { fill = "#006020" }) } })
end

-- Where a body is that is driven against a wall.
function pictures.slide()
  local grid = tilepath.grid([[
..............
..............
........###...
........###...
........###...
..............
..............]])
  local walker = tilepath.pathfinder(grid, { radius = 0.4 })
  local things, x, y = { grid }, 5, 6
  local function try(dx, dy)
    if walker:line_of_sight_world(x, y, x + dx, y + dy) then
      x, y = x + dx, y + dy
      return true
    end
  end
  for i = 1, 15 * 8 do
    if i % 15 == 1 then
      local hero = tilepath.follower { x = x, y = y, finder = walker }
      things[#things + 1] = { hero, colours = { body = { BLUE[1], BLUE[2],
        BLUE[3], 0.2 + i / 150 } } }
    end
    local done = try(0.04, -0.04) or try(0.04, 0) or try(0, -0.04)
    assert(done)
  end
  return still("A body that is driven against a wall slides along it", things,
    { marks = { '<path fill="none" stroke="#222" stroke-width=".08" '
      .. 'd="M2.5 4.5l1.5-1.5m-.5 0h.5v.5"/>',
      words(2.6, 5.3, "the keys") } })
end

-- A hero, and three companions that each chase the one ahead.
function pictures.companions()
  local grid = tilepath.grid([[
....................
.........#..........
.........#..........
.........#..........
.........#..........
.........#..........
....................
....................]])
  local finder = tilepath.pathfinder(grid)
  local hero = tilepath.follower { finder = finder, cell_x = 5, cell_y = 2 }
  local party, ahead = {}, hero
  for i = 1, 3 do
    party[i] = tilepath.follower { finder = finder, cell_x = 5 - i, cell_y = 2,
      speed = 4.4 }
    party[i]:chase(ahead, { within = 1 })
    ahead = party[i]
  end
  hero:go_cell(18, 3)
  for _ = 1, 115 do
    hero:update(1 / 60)
    for _, friend in ipairs(party) do friend:update(1 / 60) end
  end
  local things = { grid, { hero, colours = { body = RED, path = RED,
    goal = RED } } }
  for i, friend in ipairs(party) do
    things[i + 2] = { friend, colours = { body = SKY, path = false,
      goal = false } }
  end
  return still("A hero walks round a wall, and three companions follow in file",
    things)
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
  }, { marks = { words(11, 6.2, "no option"), words(8, 7.7, "crowd"),
    words(11.9, 3.6, "avoid = crowd", { size = 0.5 }) } })
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
  for _ = 1, 42 do game.love.update(1 / 60) end
  return { ground(game), animal(game.crowd, HEN), animal(game.fox, FOX) },
    { title = "Twelve hens run away from a fox",
      frames = moving(24, 10, function()
        for _ = 1, 6 do game.love.update(1 / 60) end
      end) }
end

-- Writing ---------------------------------------------------------------------

if (arg and arg[0] or ""):find("tools/pictures.lua", 1, true) then
  for name, program in pairs(pictures) do
    local folder = name == "bridges" and "" or "pictures/"
    local path = arg[1] .. "/" .. folder .. name .. ".svg"
    files.write(path, svg(program()))
    print(path)
  end
end
return pictures, svg
