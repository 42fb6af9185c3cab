-- Click to walk. This file has everything that a game needs from tilepath: a
-- map drawn as text, a pathfinder for a body, a hero who goes to a click and
-- round all villagers in his way, a dog who runs after him, and a moment that
-- can be kept. scenery.lua draws the map, people.lua the people on it, text.lua
-- writes the panel.

local tilepath = require "tilepath"
local new_scenery = require "scenery"
local draw_people = require "people"
local draw_panel = require "panel"
local text = require "text"

local graphics = love.graphics
local CELL, MARGIN = 24, 24
local HERO, DOG = 11, 7                  -- radius of their bodies, in pixels
local SPEEDS = { road = 1.4, bridge = 1.4, mud = 0.6 }
local STROLL = { { 444, 60 }, { 444, 276 }, { 492, 444 }, { 516, 636 },
                 { 492, 444 }, { 444, 276 } }

local game = {
  rules = { "never", "at_least_one_walkable", "only_if_no_obstacles",
            "always" },
  rule = 3,
  brushes = { "grass", "road", "mud", "water", "wall", "tree" },
  brush = 5,
  clock = 0,
}

-- The grid lies where the map is drawn, so a mouse position is a position in
-- the grid's world.
local function new_village()
  game.grid = tilepath.grid(require "village", {
    cell_size = CELL, origin = { MARGIN, MARGIN },
    prices = { grass = 1, floor = 1, road = 0.5, bridge = 0.5, mud = 3,
                water = false, tree = false },
    legend = { ["."] = "grass", ["="] = "road", ["-"] = "bridge",
               _ = "floor", [","] = "mud", ["~"] = "water", t = "tree" },
  })
  game.scenery = new_scenery(game.grid)
  game.goal, game.found = nil, nil
end

-- Sends the hero to the goal, or as near to it as possible; round the villagers
-- if their crowd is given. `go` alone would do. The path is found here, so that
-- it can also be drawn as it was before pruning.
local function walk(crowd)
  local hero, goal = game.hero, game.goal
  local query = { partial = true, escape = true, avoid = crowd,
                  except = crowd and game.shadow }
  local start = love.timer.getTime()
  local path, reason = game.finder:find_world(
    hero.x, hero.y, goal.x, goal.y, query)
  game.seconds = love.timer.getTime() - start
  if not hero:go(goal.x, goal.y, query) then hero:stop() end
  game.found, game.reason = path, not path and reason or nil
end

-- A pathfinder has one rule, so another rule needs another pathfinder. A body
-- keeps off corners: rules that cut corners are for points.
local function new_finder(radius)
  local rule = game.rules[game.rule]
  local cuts = rule == "always" or rule == "at_least_one_walkable"
  return tilepath.pathfinder(game.grid, {
    diagonal = rule, radius = not cuts and radius or nil })
end

local function use_rule(rule)
  game.rule = rule
  game.finder = new_finder(HERO)
  game.hero.finder, game.dog.finder = game.finder, new_finder(DOG)
  if game.goal then walk() end
end

-- The villagers are units of a crowd: one strolls to and fro, another stands
-- still. The hero walks at any angle, so he is no unit; but his shadow is one.
-- It is paused, and holds the cell under him: the villagers go round it. The dog
-- has none: he slips between legs.
local function add_villagers()
  local crowd, finder = tilepath.crowd(game.grid), tilepath.pathfinder(game.grid)
  local hero = game.hero
  game.shadow = crowd:add { finder = finder, x = hero.x, y = hero.y }
  game.shadow:pause()
  game.stroller = crowd:add { finder = finder, x = STROLL[1][1],
                              y = STROLL[1][2], speed = 50 }
  game.stroller:patrol(STROLL)
  crowd:add { finder = finder, cell_x = 14, cell_y = 14 }
  game.crowd = crowd
end

-- The shadow goes with the hero. If a villager stands in the way, the hero
-- steps back to x, y and goes round all of them.
local function keep_apart(x, y)
  local hero = game.hero
  local _, reason = game.shadow:set_position(hero.x, hero.y)
  if reason == "occupied" then
    hero:set_position(x, y)
    walk(game.crowd)
  end
end

local function start()
  new_village()
  game.finder = new_finder(HERO)
  local x, y = game.grid:to_world(8, 8)
  game.hero = tilepath.follower {
    x = x, y = y, speed = 150, turn_rate = 10, slow_down = CELL,
    speeds = SPEEDS, finder = game.finder,
  }
  game.dog = tilepath.follower {
    x = x, y = y, speed = 120, turn_rate = 12, slow_down = CELL,
    speeds = SPEEDS, finder = new_finder(DOG),
  }
  game.dog:chase(game.hero, { partial = true })
  add_villagers()
end

-- Keeps the moment: the map, the places of all, and what they do. A state
-- cannot hold a crowd that the hero's query avoids, so he goes without it.
local function keep()
  if game.hero.moving then walk() end
  game.kept = { map = game.grid:save(),
                crowd = game.crowd and game.crowd:save(),
                hero = game.hero:save(), dog = game.dog:save(),
                goal = game.goal, rule = game.rule }
end

local function take_back()
  local kept = game.kept
  if not kept then return end
  game.grid = tilepath.load(kept.map)
  game.scenery = new_scenery(game.grid)
  game.rule, game.goal, game.found = kept.rule, kept.goal_index, nil
  game.finder = new_finder(HERO)
  if kept.crowd then
    local finder = tilepath.pathfinder(game.grid)
    game.crowd = tilepath.crowd(game.grid)
    game.crowd:load(kept.crowd, { finders = function() return finder end })
    local units = game.crowd:units() -- in the order in which they were added
    game.shadow, game.stroller = units[1], units[2]
  end
  game.hero = tilepath.follower { finder = game.finder }
  game.hero:load(kept.hero)
  game.dog = tilepath.follower { finder = new_finder(DOG) }
  game.dog:load(kept.dog, { target = game.hero })
end

-- Paints all cells from one mouse position to another, since a quick drag skips
-- many. The hero's follower sees that the map has changed. If the path ahead is
-- blocked, it finds another one. Under a new wall, it gets out.
local function paint(from_x, from_y, to_x, to_y)
  local grid = game.grid
  local x1, y1 = grid:to_cell(from_x, from_y)
  for x, y in grid:line(x1, y1, grid:to_cell(to_x, to_y)) do
    grid:set(x, y, game.brushes[game.brush])
  end
  game.found = nil -- the hero may find another path
end

function love.load(arguments)
  graphics.setBackgroundColor(0.125, 0.141, 0.165)
  start()
  if arguments[1] == "--picture" then
    require("scene")(arguments[2])
  end
end

function love.update(dt)
  game.clock = game.clock + dt
  local hero = game.hero
  local x, y = hero.x, hero.y
  hero:update(dt)
  if game.crowd then
    keep_apart(x, y)
    game.crowd:update(dt)
  end
  game.dog:update(dt)
end

function love.mousepressed(x, y, button)
  if button == 1 and game.grid:has(game.grid:to_cell(x, y)) then
    game.goal = { x = x, y = y }
    walk()
  elseif button == 2 then
    paint(x, y, x, y)
  end
end

function love.mousemoved(x, y, dx, dy)
  if love.mouse.isDown(2) then paint(x - dx, y - dy, x, y) end
end

function love.keypressed(key)
  if key == "escape" then love.event.quit()
  elseif key == "d" then
    use_rule(game.rule % #game.rules + 1)
  elseif key == "r" then
    start()
  elseif key == "k" then
    keep()
  elseif key == "b" then
    take_back()
  elseif game.brushes[tonumber(key)] then
    game.brush = tonumber(key)
  end
end

-- Drawing --------------------------------------------------------------------

-- The path that the hero goes, over the path before it was pruned.
local function draw_paths()
  local cream, coral = { 0.99, 0.97, 0.92 }, { 0.945, 0.400, 0.310 }
  local path = game.hero:path()
  tilepath.draw {
    game.found and { game.found, colours = { path = cream } } or false,
    path and { path, colours = { path = coral } } or false }
end

local function draw_goal()
  if not game.goal then return end
  local pulse = game.clock % 1.2 / 1.2
  graphics.setLineWidth(2.5)
  graphics.setColor(0.945, 0.400, 0.310, 1 - pulse)
  graphics.circle("line", game.goal.x, game.goal.y, 6 + 14 * pulse)
  graphics.setColor(0.945, 0.400, 0.310)
  graphics.circle("line", game.goal.x, game.goal.y, 8)
end

function love.draw()
  game.scenery:draw()
  draw_paths()
  draw_goal()
  draw_people(game)
  draw_panel(2 * MARGIN + game.grid.width * CELL, MARGIN, text(game))
end
