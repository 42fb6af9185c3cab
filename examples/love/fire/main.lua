-- A fire drill. A hundred people leave a school by its doors. Click a door, and
-- it shuts; click the floor, and it burns: the people find another path. They
-- queue at the doors, and never do two stand in one cell. drill.lua has
-- everything that is asked of tilepath, house.lua the map, view.lua draws it,
-- text.lua writes the panel.

local new_drill = require "drill"
local new_view = require "view"
local draw_panel = require "panel"
local text = require "text"

local CELL, MARGIN = 24, 24

local game = { clock = 0 }

local function start()
  game.drill = new_drill(require "house", CELL, MARGIN, love.math.random)
  game.view = new_view(game.drill)
  game.seconds = 0
end

function love.load(arguments)
  love.graphics.setBackgroundColor(0.125, 0.141, 0.165)
  start()
  if arguments[1] == "--picture" then
    require("scene")(arguments[2])
  end
end

function love.update(dt)
  game.clock = game.clock + dt
  local began = love.timer.getTime()
  game.drill:update(math.min(dt, 0.1))
  local took = love.timer.getTime() - began
  game.seconds = game.seconds + (took - game.seconds) * 0.05
end

function love.mousepressed(mouse_x, mouse_y, button)
  local drill = game.drill
  local x, y = drill.grid:to_cell(mouse_x, mouse_y)
  if button == 2 then
    drill:put_out(x, y)
  elseif not drill:turn_door(x, y) then
    drill:light(x, y)
  end
end

function love.keypressed(key)
  if key == "escape" then love.event.quit()
  elseif key == "space" then game.drill:alarm()
  elseif key == "f" then game.shows_field = not game.shows_field
  elseif key == "r" then start()
  end
end

function love.draw()
  game.view:draw(game)
  draw_panel(2 * MARGIN + game.drill.grid.width * CELL, MARGIN, text(game))
end
