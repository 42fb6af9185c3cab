-- A theft in a museum at night. Click where the thief shall go: fetch the key,
-- then the treasure behind the lock, and get out. Guards hear steps and coins,
-- see through glass, and hunt whom they see until he has slipped from their
-- sight; then they search, and go on with their beats.
--
-- heist.lua has everything that is asked of tilepath, museum.lua the map,
-- view.lua draws it, text.lua writes the panel.

local new_heist = require "heist"
local new_view = require "view"
local draw_panel = require "panel"
local text = require "text"

local CELL, MARGIN = 32, 32

local game = {}

local function start()
  game.heist = new_heist(require "museum", CELL, MARGIN)
  game.view = new_view(game.heist)
  game.saved = nil
end

function love.load(arguments)
  love.graphics.setBackgroundColor(0.125, 0.141, 0.165)
  start()
  if arguments[1] == "--picture" then
    require("scene")(arguments[2], game)
  end
end

function love.update(dt) game.heist:update(math.min(dt, 0.1)) end

function love.mousepressed(x, y, button)
  if button == 2 then
    game.heist:throw(x, y)
  else
    game.heist:go(x, y, love.keyboard.isDown("lshift", "rshift"))
  end
end

local keys = {
  space = function() game.heist:sneak(game.heist:is_loud()) end,
  f5 = function() game.saved = game.heist:save() end,
  f9 = function() if game.saved then game.heist:load(game.saved) end end,
  r = start,
  escape = function() love.event.quit() end,
}

function love.keypressed(key)
  if keys[key] then keys[key]() end
end

function love.draw()
  game.view:draw()
  draw_panel(2 * MARGIN + game.heist.grid.width * CELL, MARGIN, text(game))
end
