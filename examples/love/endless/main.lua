-- An endless land: click, and the hero goes there. The map is a window of 96 x
-- 64 cells that moves with him. land.lua has everything that is asked of
-- tilepath; this file draws what lies around the hero.

local tilepath = require "tilepath"
local new_land = require "land"

local graphics = love.graphics

local GRASS, WATER, LEAF = { 0.635, 0.714, 0.506 }, { 0.416, 0.627, 0.725 },
  { 0.341, 0.482, 0.337 }
local DARK, DEER, HERO = { 0.22, 0.2, 0.19 }, { 0.6, 0.42, 0.28 },
  { 0.965, 0.42, 0.35 }
local RADIUS = 8

local game = {}

function love.load(arguments)
  graphics.setBackgroundColor(GRASS)
  game.land = new_land(love.math.random)
  if arguments[1] == "--picture" then
    require("scene")(arguments[2], game)
  end
end

-- The corner of the world in the corner of the screen.
local function camera()
  return game.land.hero.x - graphics.getWidth() / 2,
    game.land.hero.y - graphics.getHeight() / 2
end

function love.mousepressed(x, y)
  local left, top = camera()
  game.land:go(left + x, top + y)
end

function love.keypressed(key)
  if key == "escape" then love.event.quit() end
end

function love.update(dt) game.land:update(math.min(dt, 0.1)) end

-- Ground ----------------------------------------------------------------------

local function draw_cell(grid, terrain, x, y)
  local px, py, w, h = grid:cell_rect(x, y)
  if terrain == "water" then
    graphics.setColor(WATER)
    graphics.rectangle("fill", px, py, w, h)
  elseif terrain == "tree" then
    graphics.setColor(LEAF)
    graphics.circle("fill", px + w / 2, py + h / 2, 0.55 * w)
  elseif not terrain then
    graphics.setColor(DARK)
    graphics.rectangle("fill", px, py, w, h)
  end
end

local function draw_ground(grid, left, top)
  local x1, y1 = grid:to_cell(left, top)
  local x2, y2 = grid:to_cell(left + graphics.getWidth(),
    top + graphics.getHeight())
  for y = y1, y2 do
    for x = x1, x2 do draw_cell(grid, grid:get(x, y), x, y) end
  end
end

local function draw_tunnels(grid)
  graphics.setColor(DARK)
  graphics.setLineWidth(1)
  for _, link in ipairs(grid:links()) do
    local x1, y1 = grid:to_world(link.x1, link.y1)
    local x2, y2 = grid:to_world(link.x2, link.y2)
    graphics.ellipse("fill", x1, y1, 9, 7)
    graphics.ellipse("fill", x2, y2, 9, 7)
    graphics.line(x1, y1, x2, y2)
  end
end

-- Those who walk --------------------------------------------------------------

local function draw_body(body, colour)
  local dx, dy = math.cos(body.angle), math.sin(body.angle)
  graphics.setColor(0.1, 0.1, 0.15, 0.3)
  graphics.ellipse("fill", body.x + 1, body.y + 4, RADIUS, RADIUS * 0.8)
  graphics.setColor(colour)
  graphics.circle("fill", body.x, body.y, RADIUS)
  graphics.circle("fill", body.x + dx * RADIUS, body.y + dy * RADIUS, 4)
end

function love.draw()
  local land = game.land
  local left, top = camera()
  graphics.push()
  graphics.translate(-left, -top)
  draw_ground(land.grid, left, top)
  draw_tunnels(land.grid)
  tilepath.draw(land.hero)
  for _, unit in ipairs(land.crowd:units()) do draw_body(unit, DEER) end
  draw_body(land.hero, HERO)
  graphics.pop()
  graphics.setColor(DARK)
  graphics.print(("cell %d, %d   columns from %d, rows from %d   %d deer")
    :format(land.hero.cell_x, land.hero.cell_y, land.grid.base_x,
    land.grid.base_y, #land.crowd:units()), 12, 10)
end
