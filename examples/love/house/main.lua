-- A house of three floors, side by side, and its people: stairs, a lift that
-- takes its time, a pole down, a terrace to jump from. Click a person and then
-- a place by the furniture. Switch the lift off, and all people find other
-- ways. life.lua has everything that is asked of tilepath, house.lua the
-- floors, view.lua and rooms.lua draw them, text.lua writes below.

local new_life = require "life"
local new_view = require "view"
local draw_panel = require "panel"
local text = require "text"

local CELL, MARGIN = 28, 48
local PEOPLE = 16

local game = {}

local function start()
  game.life = new_life(require "house", CELL, MARGIN, PEOPLE, love.math.random)
  game.view = new_view(game.life, MARGIN)
  game.chosen = nil
end

function love.load(arguments)
  love.graphics.setBackgroundColor(0.125, 0.141, 0.165)
  start()
  if arguments[1] == "--picture" then
    require("scene")(arguments[2], game)
  end
end

function love.update(dt)
  game.life:update(math.min(dt, 0.1))
end

function love.mousepressed(mouse_x, mouse_y)
  local life = game.life
  local x, y = life.grid:to_cell(mouse_x, mouse_y)
  local unit = life.crowd:at(x, y)
  local place = life:place_at(x, y)
  if unit then
    game.chosen = life.by_unit[unit]
  elseif place and game.chosen then
    life:send(game.chosen, place)
  end
end

function love.keypressed(key)
  if key == "escape" then love.event.quit()
  elseif key == "l" then game.life:turn_lift()
  elseif key == "r" then start()
  end
end

function love.draw()
  game.view:draw(game)
  local y = 2 * MARGIN - 46 + game.life.grid.height * CELL
  for i, column in ipairs { text(game) } do
    draw_panel(MARGIN + 420 * (i - 1), y, column)
  end
end
