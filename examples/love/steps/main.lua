-- A search, step by step. Each key press expands one node. Every cell that the
-- search has touched shows F = G + H: the cost of the path so far (G), the
-- estimate of the rest (H), and an arrow to the cell before. cells.lua draws
-- the cells, text.lua writes the panel.

local tilepath = require "tilepath"
local cells = require "cells"
local draw_panel = require "panel"
local text = require "text"

local CELL, MARGIN = 56, 24
local STEPS_A_SECOND = 24

local MAP = [[
.................
...,,,....#......
..,,,,,...#..==..
..,,,,,...#..=...
...,,,....#..=...
..........#..=...
...####...#..=...
......#..==..=...
......#..=#..=...
......#..=#..==..
.........=.......
]]

local view = {
  rules = { "never", "at_least_one_walkable", "only_if_no_obstacles",
            "always" },
  rule = 3,
  heuristics = { "auto", "octile", "manhattan", "chebyshev", "euclidean",
                 "zero" },
  heuristic = 1,
  brushes = { "open", "low", "high", "wall" },
  brush = 4,
  start = { 3, 8 }, goal = { 15, 3 },
  running = false, waiting = 0,
}

-- Starts anew, with the rule, the heuristic and the map of now. A* looks at
-- cells one by one; steps of 10 and 14 make round numbers of F, G and H.
local function restart()
  local profile = {
    diagonal = view.rules[view.rule],
    heuristic = view.heuristics[view.heuristic],
    straight_cost = 10, diagonal_cost = 14, algorithm = "astar",
  }
  view.search = tilepath.pathfinder(view.grid, profile):search(
    view.start[1], view.start[2], view.goal[1], view.goal[2])
  view.path, view.cost, view.running = nil, nil, false
end

local function step()
  if view.search.status ~= "running" then return end
  if view.search:step(1) ~= "running" then
    view.path, view.cost = view.search:path()
    view.running = false
  end
end

local function new_map()
  view.grid = tilepath.grid(MAP, {
    cell_size = CELL, origin = { MARGIN, MARGIN },
    prices = { low = 0.5, high = 2 },
    legend = { ["="] = "low", [","] = "high" },
  })
  restart()
end

function love.load(arguments)
  love.keyboard.setKeyRepeat(true)
  love.graphics.setBackgroundColor(0.114, 0.125, 0.149)
  new_map()
  if arguments[1] == "--picture" then
    require("scene")(arguments[2])
  end
end

function love.update(dt)
  if not view.running then return end
  view.waiting = view.waiting + dt
  while view.running and view.waiting >= 1 / STEPS_A_SECOND do
    view.waiting = view.waiting - 1 / STEPS_A_SECOND
    step()
  end
end

local function same(x, y, place) return x == place[1] and y == place[2] end

-- Paints all cells from one mouse position to another, since a quick drag skips
-- many. A search would go on over an edit of cells that it has not seen. The
-- picture must show a search on the present map, so the search starts anew.
local function paint(from_x, from_y, to_x, to_y)
  local grid = view.grid
  local revision = grid.revision
  local x1, y1 = grid:to_cell(from_x, from_y)
  for x, y in grid:line(x1, y1, grid:to_cell(to_x, to_y)) do
    if not same(x, y, view.start) and not same(x, y, view.goal) then
      grid:set(x, y, view.brushes[view.brush])
    end
  end
  if grid.revision ~= revision then restart() end
end

function love.mousepressed(x, y, button)
  if button == 1 then paint(x, y, x, y) end
end

function love.mousemoved(x, y, dx, dy)
  if love.mouse.isDown(1) then paint(x - dx, y - dy, x, y) end
end

-- Moves the start or the goal under the mouse.
local function place(which)
  local x, y = view.grid:to_cell(love.mouse.getPosition())
  if view.grid:is_walkable(x, y) then
    view[which] = { x, y }
    restart()
  end
end

local keys = {
  space = step,
  ["return"] = function() view.running = not view.running end,
  backspace = function() restart() end,
  d = function() view.rule = view.rule % #view.rules + 1 restart() end,
  h = function()
    view.heuristic = view.heuristic % #view.heuristics + 1
    restart()
  end,
  s = function() place("start") end,
  g = function() place("goal") end,
  r = new_map,
  escape = function() love.event.quit() end,
}

function love.keypressed(key)
  if keys[key] then keys[key]()
  elseif view.brushes[tonumber(key)] then view.brush = tonumber(key) end
end

function love.draw()
  cells.draw(view)
  draw_panel(2 * MARGIN + view.grid.width * CELL, MARGIN, text(view))
end
