-- A skirmish by turns on hexagons. Choose a blue unit: the cells in its reach
-- are bright, and the path to the cell under the mouse is drawn. Click to walk
-- there, or click an enemy to attack it. battle.lua has the rules, view.lua
-- draws, text.lua writes the panel.

local new_battle = require "battle"
local draw = require "view"
local draw_panel = require "panel"
local text = require "text"

local game = { mouse_x = 0, mouse_y = 0 }

local function choose(unit)
  game.unit = unit
  game.reach = unit and game.battle:reach(unit)
end

-- What a click would do now: the path, and the enemy at its end.
local function plan()
  local battle, unit = game.battle, game.unit
  game.path, game.foe = nil, nil
  if not unit or battle:is_busy() then return end
  local x, y = battle.grid:to_cell(game.mouse_x, game.mouse_y)
  local other = battle.crowd:at(x, y)
  if other and other.side == "red" and battle:sees("blue", other) then
    game.path, game.foe = battle:way_to_strike(unit, { other })
  else
    game.path = game.reach:path(x, y)
  end
end

local function start()
  game.battle = new_battle(require "ford", 48, 24)
  choose(nil)
end

function love.load(arguments)
  love.graphics.setBackgroundColor(0.125, 0.141, 0.165)
  start()
  if arguments[1] == "--picture" then require("scene")(arguments[2]) end
end

function love.update(dt)
  local was_busy = game.battle:is_busy()
  game.battle:update(dt)
  if game.battle.side == "red" then choose(nil)
  elseif was_busy then choose(game.unit) end -- with its moves left
  plan()
end

function love.mousemoved(x, y) game.mouse_x, game.mouse_y = x, y end

function love.mousepressed(x, y)
  love.mousemoved(x, y)
  local battle, unit = game.battle, game.unit
  if battle.side == "red" or battle:is_busy() then return end
  local other = battle.crowd:at(battle.grid:to_cell(x, y))
  if other and other.side == "blue" then return choose(other) end
  plan()
  if game.foe then battle:attack(unit, { game.foe })
  elseif game.path then battle:walk(unit, game.path)
  else choose(nil) end
end

function love.keypressed(key)
  if key == "r" then start()
  elseif key == "escape" then love.event.quit()
  elseif key == "space" and game.battle.side == "blue" then
    game.battle:end_turn()
  end
end

function love.draw()
  draw(game)
  draw_panel(1000, 24, text(game))
end
