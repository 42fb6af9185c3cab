-- A map drawn in Tiled, and a hero who walks on it. maps/village.tmx is the
-- map; maps/village.lua is what Tiled exported of it:
--
--   tiled --export-map --embed-tilesets lua village.tmx village.lua
--
-- Roads, water and bridges are classes of tiles with a price, houses and trees
-- stand on layers that block, the swamp is an ellipse on an object layer, and
-- where the hero starts is an object, too. from_tiled reads all that.

local tilepath = require "tilepath"
local new_tilemap = require "tilemap"

local graphics = love.graphics
local SCALE = 2
local PATH = { colours = { path = { 1, 0.97, 0.86, 0.8 } } }
local SPEED = 44                         -- pixels of the map a second on grass

local game = { clock = 0, walked = 0 }

local function load_map()
  local map = love.filesystem.load("maps/village.lua")()
  game.grid, game.places = tilepath.from_tiled(map, {
    legend = { swamp = "mud" }, prices = { mud = 3 },
  })
  game.finder = tilepath.pathfinder(game.grid)
  game.tilemap = new_tilemap(map, "maps/")
end

-- Sends the hero to a point of the map, or as near to it as possible.
local function walk(x, y)
  local hero = game.hero
  local path = game.finder:find_world(hero.x, hero.y, x, y, { partial = true })
  if path then
    hero:follow(path:prune(game.finder))
    game.goal = { x = hero.goal_x, y = hero.goal_y }
  end
end

local function walk_to(name)
  walk(game.places[name].x, game.places[name].y)
end

function love.load(arguments)
  load_map()
  game.hero = tilepath.follower {
    x = game.places.hero.x, y = game.places.hero.y,
    angle = math.pi / 2, speed = SPEED, finder = game.finder,
    on_arrived = function() game.goal = nil end,
  }
  game.sprites = graphics.newImage("hero.png")
  game.sprites:setFilter("nearest", "nearest")
  game.font = graphics.newFont(14)
  if arguments[1] == "--picture" then
    require("scene")(arguments[2])
  end
end

function love.update(dt)
  local hero = game.hero
  game.clock = game.clock + dt
  local x, y = hero.x, hero.y
  local _, price = game.grid:get_world(x, y)
  hero.speed = SPEED / math.sqrt(price)
  hero:update(dt)
  game.walked = game.walked + math.abs(hero.x - x) + math.abs(hero.y - y)
end

function love.mousepressed(x, y, button)
  if button == 1 then walk(x / SCALE, y / SCALE) end
end

function love.keypressed(key)
  if key == "escape" then love.event.quit()
  elseif key == "i" then walk_to("inn")
  elseif key == "m" then walk_to("mill")
  elseif key == "h" then walk_to("hero")
  end
end

-- Drawing --------------------------------------------------------------------

local function draw_goal()
  if not game.goal then return end
  local pulse = game.clock % 1.2 / 1.2
  graphics.setLineWidth(1.2)
  graphics.setColor(0.90, 0.29, 0.24, 1 - pulse)
  graphics.ellipse("line", game.goal.x, game.goal.y, 4 + 7 * pulse,
                   3 + 5 * pulse)
  graphics.setColor(0.90, 0.29, 0.24)
  graphics.ellipse("line", game.goal.x, game.goal.y, 4.5, 3.2)
end

-- Rows of the picture: down, left, right, up; columns: standing, two steps.
local function draw_hero()
  local hero = game.hero
  local quarter = math.floor(hero.angle / (math.pi / 2) + 0.5) % 4
  local row = ({ [0] = 2, 0, 1, 3 })[quarter]
  local column = hero.status == "going" and 1 + math.floor(game.walked / 6) % 2 or 0
  local x, y = hero.x, hero.y
  graphics.setColor(0.1, 0.1, 0.15, 0.3)
  graphics.ellipse("fill", x, y + 5, 5, 2.4)
  graphics.setColor(1, 1, 1)
  game.quad = game.quad or graphics.newQuad(0, 0, 16, 16, game.sprites)
  game.quad:setViewport(column * 16, row * 16, 16, 16)
  graphics.draw(game.sprites, game.quad, math.floor(x - 6), math.floor(y - 11))
end

local function draw_sign(name, key, place)
  local text = ("%s (%s)"):format(name, key)
  local width = game.font:getWidth(text) + 14
  local x, y = place.x * SCALE - width / 2, (place.y - 46) * SCALE
  graphics.setColor(0.16, 0.12, 0.10, 0.85)
  graphics.rectangle("fill", x, y, width, 22, 5)
  graphics.setColor(0.98, 0.93, 0.80)
  graphics.printf(text, x, y + 3, width, "center")
end

function love.draw()
  graphics.push()
  graphics.scale(SCALE)
  game.tilemap:draw("ground", "land", "over")
  if game.hero.moving then
    tilepath.draw(game.hero:path(), PATH)
  end
  draw_goal()
  game.tilemap:draw("solid")
  draw_hero()
  game.tilemap:draw("crowns")
  graphics.pop()
  graphics.setFont(game.font)
  draw_sign("inn", "i", game.places.inn)
  draw_sign("mill", "m", game.places.mill)
  draw_sign("home", "h", game.places.hero)
end
