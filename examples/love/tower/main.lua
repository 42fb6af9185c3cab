-- Tower defence. Towers may stand wherever they do not cut the path, neither
-- for small creeps nor for creeps two cells wide: finder:would_block tells that
-- before a tower is built. Each size walks along a field of its own. creeps.lua
-- and towers.lua are the two sides, drawing.lua and text.lua draw.

local tilepath = require "tilepath"
local Creeps = require "creeps"
local Towers = require "towers"
local drawing = require "drawing"
local draw_panel = require "panel"
local text = require "text"

local CELL, MARGIN = 24, 24

local game = { clock = 0 }

-- How creeps of a size get from the road's end to the fort.
local function new_walk(size, start, goal)
  local finder = tilepath.pathfinder(game.grid, { size = size })
  local field = finder:field { goal }
  return { finder = finder, start = start, goal = goal,
           field = field, flee = field:flee() }
end

local function start()
  game.grid = tilepath.grid(require "valley", {
    cell_size = CELL, origin = { MARGIN, MARGIN },
    prices = { grass = 1, floor = 1, road = 0.5, bridge = 0.5, mud = 3,
                water = false, tree = false, tower = false },
    legend = { ["."] = "grass", ["="] = "road", ["-"] = "bridge",
               _ = "floor", [","] = "mud", ["~"] = "water", t = "tree" },
  })
  game.walks = {
    small = new_walk(1, { 1, 14 }, { 38, 14 }),
    large = new_walk(2, { 1, 13 }, { 37, 13 }),
  }
  game.creeps = Creeps.new(game.walks)
  game.towers = Towers.new(game.grid, game.walks)
end

-- The place for a tower: two by two cells around the mouse.
local function aim(mouse_x, mouse_y)
  local x, y = game.grid:to_cell(mouse_x - CELL / 2, mouse_y - CELL / 2)
  game.aim = { x = x, y = y, }
end

function love.load(arguments)
  love.graphics.setBackgroundColor(0.125, 0.141, 0.165)
  start()
  aim(love.mouse.getPosition())
  if arguments[1] == "--picture" then
    require("scene")(arguments[2])
  end
end

function love.update(dt)
  game.clock = game.clock + dt
  local began = love.timer.getTime()
  game.creeps:update(dt)
  game.towers:update(dt, game.creeps)
  game.aim.refusal = game.towers:refusal(game.aim.x, game.aim.y, game.creeps)
  game.seconds = love.timer.getTime() - began
end

function love.mousemoved(x, y) aim(x, y) end

function love.mousepressed(mouse_x, mouse_y, button)
  aim(mouse_x, mouse_y)
  local x, y = game.aim.x, game.aim.y
  if button == 2 then
    game.towers:remove(game.grid:to_cell(mouse_x, mouse_y))
  elseif not game.towers:refusal(x, y, game.creeps) then
    game.towers:build(x, y)
  end
end

function love.keypressed(key)
  if key == "escape" then love.event.quit()
  elseif key == "f" then game.shows_field = not game.shows_field
  elseif key == "r" then start()
  end
end

function love.draw()
  drawing.draw(game)
  draw_panel(2 * MARGIN + game.grid.width * CELL, MARGIN, text(game))
end
