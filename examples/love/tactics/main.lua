-- A skirmish by turns. Choose a blue unit: the cells in its reach are shown,
-- coloured by cost, and the path to the cell under the mouse. Click to walk
-- there, or click an enemy to attack it. battle.lua has the rules and
-- everything that they ask of tilepath, view.lua draws the field, text.lua
-- writes the panel.

local new_battle = require "battle"
local new_view = require "view"
local draw_panel = require "panel"
local text = require "text"

local CELL, MARGIN = 40, 24

local game = { clock = 0, mouse_x = 0, mouse_y = 0 }

local function choose(unit)
  game.unit = unit
  game.reach = unit and game.battle:reach(unit)
end

local function start()
  game.battle = new_battle(require "ford", CELL, MARGIN)
  game.view = new_view(game.battle)
  choose(nil)
end

-- What a click would do now: the path, and the enemy attacked at its end.
local function plan()
  game.path, game.cost, game.foe = nil, nil, nil
  local battle, unit = game.battle, game.unit
  if not unit or battle:is_busy() then return end
  local other = battle:at(battle.grid:to_cell(game.mouse_x, game.mouse_y))
  if other and other.side == "red" then
    if unit.has_struck then return end
    game.foe = other
    game.path, game.cost = battle:way_to_strike(unit, { other })
  elseif not other or other == unit then
    -- A path of a large unit leads its middle.
    game.path, game.cost = game.reach:path(
      unit.finder:to_cell(game.mouse_x, game.mouse_y))
  end
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
  local battle = game.battle
  local was_busy = battle:is_busy()
  battle:update(dt)
  if battle.side == "red" then
    choose(nil)
  elseif was_busy and not battle:is_busy() and game.unit then
    choose(game.unit) -- with its moves left
  end
  plan()
end

function love.mousemoved(x, y) game.mouse_x, game.mouse_y = x, y end

function love.mousepressed(x, y, button)
  love.mousemoved(x, y)
  local battle = game.battle
  if button ~= 1 or battle.side == "red" or battle:is_busy() then return end
  local other = battle:at(battle.grid:to_cell(x, y))
  if other and other.side == "blue" and other ~= game.unit then
    choose(other)
    return
  end
  plan()
  if game.foe then battle:attack(game.unit, { game.foe })
  elseif game.path then battle:walk(game.unit, game.path)
  else choose(nil) end
end

local keys = {
  h = function() if game.unit then game.battle:heal(game.unit) end end,
  space = function() choose(nil) game.battle:end_turn() end,
  r = start,
  escape = function() love.event.quit() end,
}

function love.keypressed(key)
  local battle = game.battle
  local may_play = battle.side == "blue" and not battle:is_busy()
  if keys[key] and (may_play or key == "r" or key == "escape") then
    keys[key]()
  end
end

function love.draw()
  game.view:draw(game)
  draw_panel(2 * MARGIN + game.battle.grid.width * CELL, MARGIN, text(game))
end
