-- Twelve hundred agents on their way. One field knows the path from every cell
-- to the nearest of three goals, and one call a frame moves the whole swarm
-- along it; agents keep APART from each other. They gather around a goal; after
-- a rest each begins again elsewhere. Doors open and close meanwhile, and the
-- field is updated. rooms.lua draws the map, text.lua writes the panel.

local tilepath = require "tilepath"
local dungeon = require "dungeon"
local rooms = require "rooms"
local draw_panel = require "panel"
local text = require "text"

local CELL, MARGIN = 14, 24
local SWARM, SPEED = 1200, 5               -- agents, cells a second
local APART, REST = 0.75, 6                -- cells, seconds

local game = {
  goals = { { 36, 8 }, { 9, 30 }, { 64, 19 } },
  overlays = { "none", "costs", "directions" },
  overlay = 1,
  clock = 0, closed = 0,
  xs = {}, ys = {},                        -- where agent i is
  arrived = {}, rest = {},                 -- has it arrived, for how long
}

-- Puts agent i anywhere from where a goal can be reached.
local function appear(i)
  local grid, random = game.grid, love.math.random
  local x, y
  repeat
    x, y = random(grid.width), random(grid.height)
  until game.field:cost(x, y)
  game.xs[i], game.ys[i] = x - random(), y - random()
  game.arrived[i], game.rest[i] = false, 0
end

-- A cell is a unit of the world here; love.graphics.scale enlarges the map.
local function start()
  game.grid = tilepath.grid(dungeon.map, dungeon.options)
  game.finder = tilepath.pathfinder(game.grid, { keep_away = { 1, 0.5 } })
  game.field = game.finder:field(game.goals)
  game.closed = 0
  game.seconds = { update = 0, advance = 0, arrive = 0, all = 0, most = 0 }
  for i = 1, SWARM do appear(i) end
end

function love.load(arguments)
  love.graphics.setBackgroundColor(0.086, 0.094, 0.114)
  start()
  if arguments[1] == "--picture" then
    require("scene")(arguments[2])
  end
end

-- Agents that have rested for a while begin again elsewhere.
local function arrive(dt)
  local arrived, rest = game.arrived, game.rest
  for i = 1, SWARM do
    rest[i] = arrived[i] and rest[i] + dt or 0
    if rest[i] > REST then appear(i) end
  end
end

-- The mean time of each part of a frame, and the longest. (Most frames have no
-- update of the field, so the last one is shown.)
local function note_times(began, updated, advanced, done, is_changed)
  local seconds = game.seconds
  local function average(name, took)
    seconds[name] = seconds[name] + (took - seconds[name]) * 0.05
  end
  if is_changed then seconds.update = updated - began end
  average("advance", advanced - updated)
  average("arrive", done - advanced)
  average("all", done - began)
  seconds.most = math.max(seconds.most, done - began)
end

function love.update(dt)
  local now = love.timer.getTime
  local field, goals = game.field, game.new_goals
  game.clock = game.clock + dt
  local is_changed = goals or field.revision ~= game.grid.revision
  local began = now()
  field:update(goals)
  game.new_goals = nil
  local updated = now()
  game.walking = field:advance(game.xs, game.ys, SWARM, SPEED * dt,
    { apart = APART, arrived = game.arrived })
  local advanced = now()
  arrive(dt)
  note_times(began, updated, advanced, now(), is_changed)
end

-- Edits the map; the next frame updates the field.
local function turn_door(x, y)
  local opens = not game.grid:is_walkable(x, y)
  game.grid:set_walkable(x, y, opens)
  game.closed = game.closed + (opens and -1 or 1)
end

-- Moves the nearest goal to a cell.
local function move_goal(x, y)
  local function distance(goal)
    return (goal[1] - x)^2 + (goal[2] - y)^2
  end
  local nearest = game.goals[1]
  for _, goal in ipairs(game.goals) do
    if distance(goal) < distance(nearest) then nearest = goal end
  end
  nearest[1], nearest[2] = x, y
  game.new_goals = game.goals
end

local function to_cell(mouse_x, mouse_y)
  return game.grid:to_cell((mouse_x - MARGIN) / CELL,
                           (mouse_y - MARGIN) / CELL)
end

function love.mousepressed(mouse_x, mouse_y)
  local x, y = to_cell(mouse_x, mouse_y)
  if game.grid:get(x, y) == "door" then
    turn_door(x, y)
  elseif game.finder:can_enter(x, y) then
    move_goal(x, y)
  end
end

local function all_doors(opens)
  for x, y in game.grid:cells("door") do
    if game.grid:is_walkable(x, y) ~= opens then turn_door(x, y) end
  end
end

function love.keypressed(key)
  if key == "escape" then love.event.quit()
  elseif key == "f" then game.overlay = game.overlay % #game.overlays + 1
  elseif key == "o" then all_doors(true)
  elseif key == "c" then all_doors(false)
  elseif key == "r" then start()
  end
end

function love.draw()
  love.graphics.push()
  love.graphics.translate(MARGIN, MARGIN)
  love.graphics.scale(CELL)
  rooms.draw(game)
  love.graphics.pop()
  draw_panel(2 * MARGIN + game.grid.width * CELL, MARGIN, text(game))
end
