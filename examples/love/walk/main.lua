-- Click to walk. All that a game needs from tilepath is in this file: a map
-- drawn as text, a pathfinder for a body, a hero who goes where he is told, a
-- dog who runs after him, and a moment that can be kept. scenery.lua draws the
-- map, panel.lua the text beside it.

local tilepath = require "tilepath"
local new_scenery = require "scenery"
local draw_panel = require "panel"

local graphics = love.graphics
local CELL, MARGIN = 24, 24
local HERO, DOG = 11, 7                  -- radius of their bodies, in pixels
local SPEEDS = { road = 1.4, bridge = 1.4, mud = 0.6 }

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
    cell_size = CELL, origin_x = MARGIN, origin_y = MARGIN,
    terrain = { grass = 1, floor = 1, road = 0.5, bridge = 0.5, mud = 3,
                water = false, tree = false },
    legend = { ["."] = "grass", ["="] = "road", ["-"] = "bridge",
               _ = "floor", [","] = "mud", ["~"] = "water", t = "tree" },
  })
  game.scenery = new_scenery(game.grid)
  game.goal, game.found, game.planned = nil, nil, nil
end

-- Sends the hero to the goal, or as near to it as one can get. `go` would do
-- alone; what it found before it was pruned is drawn, too.
local QUERY = { partial = true, escape = true }

local function walk()
  local hero, goal = game.hero, game.goal
  local start = love.timer.getTime()
  local path, reason = game.finder:find_world(
    hero.x, hero.y, goal.x, goal.y, QUERY)
  game.seconds = love.timer.getTime() - start
  if not hero:go(goal.x, goal.y, QUERY) then hero:stop() end
  game.found, game.reason, game.planned = path, reason, hero.path
end

-- A pathfinder is made for one rule; another rule means another pathfinder. A
-- body keeps off corners: a rule that cuts them is for points.
local function new_finder(rule, radius)
  local cuts = rule == "always" or rule == "at_least_one_walkable"
  return tilepath.pathfinder(game.grid, {
    diagonal = rule, radius = not cuts and radius or nil })
end

local function use_rule(rule, x, y)
  game.rule = rule
  game.finder = new_finder(game.rules[rule], HERO)
  game.hero = tilepath.follower {
    x = x, y = y, speed = 150, turn_rate = 10, slow_down = CELL,
    speeds = SPEEDS, finder = game.finder, prune = true,
  }
  game.dog = tilepath.follower {
    x = x, y = y, speed = 120, turn_rate = 12, slow_down = CELL,
    speeds = SPEEDS, finder = new_finder(game.rules[rule], DOG), prune = true,
  }
  game.dog:chase(game.hero, { within = 1.5 * CELL, partial = true })
  if game.goal then walk() end
end

local function start()
  new_village()
  use_rule(game.rule, game.grid:to_world(8, 8))
end

-- A moment as it is: the map, and what both are about.
local function keep()
  game.kept = { map = game.grid:dump(), hero = game.hero:state(),
                dog = game.dog:state(), goal = game.goal, rule = game.rule }
end

local function take_back()
  local kept = game.kept
  if not kept then return end
  game.grid = tilepath.load(kept.map)
  game.scenery = new_scenery(game.grid)
  game.rule, game.goal, game.found = kept.rule, kept.goal, nil
  game.finder = new_finder(game.rules[kept.rule], HERO)
  game.hero = tilepath.follower { state = kept.hero, finder = game.finder }
  game.dog = tilepath.follower {
    state = kept.dog, target = game.hero,
    finder = new_finder(game.rules[kept.rule], DOG),
  }
  game.planned = game.hero.path
end

-- Paints all cells from one mouse position to another: a quick drag skips many.
-- The hero is told nothing: its follower sees that the map has changed and,
-- where the way ahead is blocked, finds another. Under a new wall it comes out.
local function paint(from_x, from_y, to_x, to_y)
  local grid = game.grid
  local x1, y1 = grid:to_cell(from_x, from_y)
  for x, y in grid:line(x1, y1, grid:to_cell(to_x, to_y)) do
    grid:set(x, y, game.brushes[game.brush])
  end
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
  hero:update(dt)
  game.dog:update(dt)
  if hero.path ~= game.planned then        -- it has found another way itself
    game.found, game.planned = nil, hero.path
  end
end

function love.mousepressed(x, y, button)
  if button == 1 and game.grid:contains(game.grid:to_cell(x, y)) then
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
  local hero = game.hero
  if key == "escape" then love.event.quit()
  elseif key == "d" then
    use_rule(game.rule % #game.rules + 1, hero.x, hero.y)
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

local function draw_path(path, width, red, green, blue, alpha)
  graphics.setColor(red, green, blue, alpha)
  graphics.setLineWidth(width)
  graphics.setLineJoin("bevel")
  if path:count() > 1 then graphics.line(path) end
end

local function draw_paths()
  local path = game.hero.path
  if not path then return end
  draw_path(path, 9, 0.15, 0.13, 0.18, 0.25)
  draw_path(path, 5, 0.945, 0.400, 0.310, 1)
  if game.found then draw_path(game.found, 1.5, 0.99, 0.97, 0.92, 0.9) end
  for _, x, y in path:points() do
    graphics.setColor(0.945, 0.400, 0.310)
    graphics.circle("fill", x, y, 5.5)
    graphics.setColor(0.99, 0.97, 0.92)
    graphics.circle("fill", x, y, 2.5)
  end
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

local function draw_dog()
  local dog = game.dog
  graphics.setColor(0.1, 0.1, 0.15, 0.3)
  graphics.ellipse("fill", dog.x + 1, dog.y + 3, 8, 6)
  graphics.push()
  graphics.translate(dog.x, dog.y)
  graphics.rotate(dog.angle)
  graphics.setColor(0.42, 0.27, 0.16)
  graphics.ellipse("fill", -1, 0, DOG, 4.5)
  graphics.setColor(0.62, 0.42, 0.26)
  graphics.circle("fill", 5, 0, 3.5)
  graphics.pop()
end

local function draw_hero()
  local hero = game.hero
  graphics.setColor(0.1, 0.1, 0.15, 0.3)
  graphics.ellipse("fill", hero.x + 2, hero.y + 5, 12, 9)
  graphics.push()
  graphics.translate(hero.x, hero.y)
  graphics.rotate(hero.angle)
  graphics.setColor(0.165, 0.243, 0.392)
  graphics.circle("fill", 0, 0, HERO)
  graphics.polygon("fill", 6, -9, 18, 0, 6, 9)
  graphics.setColor(0.318, 0.478, 0.722)
  graphics.circle("fill", 0, 0, 8)
  graphics.setColor(0.98, 0.86, 0.72)
  graphics.circle("fill", 2.5, 0, 4.5)
  graphics.pop()
end

function love.draw()
  game.scenery:draw()
  draw_paths()
  draw_goal()
  draw_dog()
  draw_hero()
  draw_panel(game, 2 * MARGIN + game.grid.width * CELL, MARGIN)
end
