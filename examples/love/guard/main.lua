-- Steal the gems, and keep out of the light. Click to sneak. watchman.lua has
-- the guards and everything that they ask of tilepath, drawing.lua draws what
-- moves, text.lua writes the panel.

local tilepath = require "tilepath"
local new_scenery = require "scenery"
local new_watchman = require "watchman"
local drawing = require "drawing"
local draw_panel = require "panel"
local text = require "text"
local garden = require "garden"

local CELL, MARGIN = 24, 24
local BODY = 8
local SPEEDS = { road = 1.15, swamp = 0.55 }

local game = { clock = 0 }

-- Two pathfinders on one map. Feet keep out of water and hedges, and a body's
-- radius away from walls. Eyes see over water, but not into the reeds.
local function start()
  local grid = tilepath.grid(garden.map, {
    cell_size = CELL, origin = { MARGIN, MARGIN },
    prices = { grass = 1, road = 1, bridge = 1, floor = 1, swamp = 1.6,
                water = false, tree = false },
    legend = { ["."] = "grass", ["="] = "road", ["-"] = "bridge", _ = "floor",
               s = "swamp", ["~"] = "water", t = "tree" },
  })
  game.grid, game.scenery = grid, new_scenery(grid)
  game.feet = tilepath.pathfinder(grid, { radius = BODY })
  game.eyes = tilepath.pathfinder(grid, {
    diagonal = "at_least_one_walkable", prices = { water = 1, swamp = false } })

  local x, y = grid:to_world(garden.thief[1], garden.thief[2])
  game.thief = tilepath.follower {
    x = x, y = y, speed = 96, turn_rate = 10, finder = game.feet,
    slow_down = CELL, speeds = SPEEDS,
  }
  game.watchmen = {}
  for i, corners in ipairs(garden.rounds) do
    game.watchmen[i] = new_watchman(game.feet, game.eyes, corners, SPEEDS)
  end
  game.gems, game.state = {}, "sneak"
  for i, cell in ipairs(garden.gems) do
    local gem_x, gem_y = grid:to_world(cell[1], cell[2])
    game.gems[i] = { x = gem_x, y = gem_y }
  end
  game.left = #game.gems
end

function love.load(arguments)
  love.graphics.setBackgroundColor(0.075, 0.085, 0.11)
  start()
  if arguments[1] == "--picture" then
    require("scene")(arguments[2])
  end
end

local function take_gems()
  local thief = game.thief
  for _, gem in ipairs(game.gems) do
    local dx, dy = gem.x - thief.x, gem.y - thief.y
    if not gem.taken and dx * dx + dy * dy < (CELL / 2) ^ 2 then
      gem.taken, game.left = true, game.left - 1
    end
  end
  if game.left == 0 then game.state = "rich" end
end

function love.update(dt)
  game.clock = game.clock + dt
  if game.state ~= "sneak" then return end
  game.thief:update(dt)
  for _, watchman in ipairs(game.watchmen) do
    watchman:update(dt, game.thief)
    if watchman:has_caught(game.thief) then game.state = "caught" end
  end
  take_gems()
end

-- A hedge may grow in a path, or on a guard or the thief, who then leaves it
-- and goes on.
function love.mousepressed(x, y, button)
  if button == 1 and game.state == "sneak" then
    game.thief:go(x, y, { partial = true })
  elseif button == 2 then
    game.grid:set_world(x, y, "tree")
  end
end

function love.keypressed(key)
  if key == "escape" then love.event.quit()
  elseif key == "r" then start() end
end

function love.draw()
  game.scenery:draw()
  drawing.night(game.grid)
  for _, watchman in ipairs(game.watchmen) do drawing.cone(watchman) end
  drawing.way(game.thief)
  for _, gem in ipairs(game.gems) do
    if not gem.taken then drawing.gem(gem.x, gem.y, game.clock) end
  end
  for _, watchman in ipairs(game.watchmen) do drawing.watchman(watchman) end
  drawing.thief(game.thief)
  draw_panel(2 * MARGIN + game.grid.width * CELL, MARGIN, text(game))
end
