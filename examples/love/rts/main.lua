-- An army of three hundred under orders. Draw a box around some units and click
-- where they shall go. The bridges are narrow, the castle has a gate that opens
-- and shuts, giants take four cells, and two units never stand in one cell. On
-- an attack units fight the sentries that they see, and march on. Orders with
-- shift begin when those before them are over.
--
-- army.lua has everything that is asked of tilepath, land.lua the map, view.lua
-- draws it, text.lua writes the panel.

local new_army = require "army"
local view = require "view"
local draw_panel = require "panel"
local text = require "text"

local CELL, MARGIN = 16, 24
local A_BOX = 5                            -- pixels: less is a click

local game = { kinds = { "soldier", "archer", "scout", "giant" } }

local function start()
  game.army = new_army(require "land", CELL, MARGIN)
  game.view = view.new(game.army)
  game.seconds, game.longest, game.box = 0, 0, nil
end

function love.load(arguments)
  love.graphics.setBackgroundColor(0.125, 0.141, 0.165)
  start()
  if arguments[1] == "--picture" then
    require("scene")(arguments[2], game)
  end
end

function love.update(dt)
  local began = love.timer.getTime()
  game.army:update(math.min(dt, 0.1))
  local took = love.timer.getTime() - began
  game.seconds = game.seconds + (took - game.seconds) * 0.05
  game.longest = math.max(game.longest * 0.99, took)
end

local function shift_is_down()
  return love.keyboard.isDown("lshift", "rshift")
end

-- Left: the corner of a box. Right: an order.
function love.mousepressed(x, y, button)
  if button == 1 then
    game.box = { x, y, x, y }
  else
    local how = { queued = shift_is_down(),
                  attack = love.keyboard.isDown("lctrl", "rctrl") }
    if love.keyboard.isDown("p") then game.army:patrol(x, y, how)
    else game.army:go(x, y, how) end
  end
end

function love.mousemoved(x, y)
  if game.box then game.box[3], game.box[4] = x, y end
end

local function click(x, y)
  local army = game.army
  local cell_x, cell_y = army.grid:to_cell(x, y)
  local unit = army.crowd:at(cell_x, cell_y)
  if unit then
    army:choose(unit)
  elseif army:is_gate(cell_x, cell_y) then
    army:turn_gate()
  end
end

function love.mousereleased(x, y, button)
  local box = game.box
  if button ~= 1 or not box then return end
  game.box = nil
  if not shift_is_down() then game.army:choose_none() end
  if math.max(math.abs(x - box[1]), math.abs(y - box[2])) < A_BOX then
    click(x, y)
  else
    game.army:choose_box(box[1], box[2], x, y)
  end
end

local keys = {
  a = function()
    for _, kind in ipairs(game.kinds) do
      game.army:choose_kind(kind)
    end
  end,
  s = function() game.army:stop() end,
  h = function() game.army:hold() end,
  g = function() game.army:turn_gate() end,
  w = function() game.shows_ways = not game.shows_ways end,
  r = start,
  escape = function() love.event.quit() end,
}

function love.keypressed(key)
  local kind = game.kinds[tonumber(key)]
  if kind then
    if not shift_is_down() then game.army:choose_none() end
    game.army:choose_kind(kind)
  elseif keys[key] then
    keys[key]()
  end
end

function love.draw()
  game.view:draw(game)
  draw_panel(2 * MARGIN + game.army.grid.width * CELL, MARGIN, text(game))
end
