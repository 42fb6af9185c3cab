-- Draws the museum, what the guards see, the last noise, and the figures.

local tilepath = require "tilepath"
local new_figures = require "figures"

local graphics = love.graphics

local FLOOR, LAWN = { 0.36, 0.34, 0.40 }, { 0.25, 0.32, 0.28 }
local WALL, WOOD = { 0.17, 0.17, 0.21 }, { 0.55, 0.38, 0.25 }
local THINGS = {
  closet = { 0.42, 0.30, 0.22 }, key = { 0.93, 0.75, 0.29 },
  treasure = { 0.965, 0.62, 0.50 }, exit = { 0.45, 0.62, 0.44 },
}
local FENCES = { glass = { 0.62, 0.83, 0.90 }, hedge = { 0.35, 0.52, 0.33 } }
local WIDTHS = { glass = 3, hedge = 9 }
local SEES = { calm = { 0.99, 0.86, 0.46, 0.22 },
  search = { 0.95, 0.62, 0.25, 0.28 }, hunt = { 0.90, 0.30, 0.25, 0.32 } }
local COATS = { calm = { 0.33, 0.45, 0.66 }, search = { 0.80, 0.55, 0.25 },
  hunt = { 0.78, 0.28, 0.24 } }
local DARK, SHIRT = { 0.10, 0.10, 0.13 }, { 0.30, 0.30, 0.34 }
local NOISE = { 0.85, 0.88, 0.95 }
local WAY = { colours = { path = NOISE, goal = NOISE, body = false } }
local RADIUS, LASTS = 10, 1               -- pixels, seconds

local View = {}
View.__index = View

local function rectangle(grid, x, y, colour, inset)
  local left, top, w, h = grid:cell_rect(x, y)
  graphics.setColor(colour)
  graphics.rectangle("fill", left + inset, top + inset, w - 2 * inset,
                     h - 2 * inset)
end

local function draw_ground(heist)
  local grid = heist.grid
  for x, y, terrain in grid:cells() do
    rectangle(grid, x, y, terrain == "wall" and WALL
      or y > heist.rows_inside and LAWN or FLOOR, 0)
    local colour = THINGS[terrain]
    if colour and not heist.has[terrain] then
      rectangle(grid, x, y, colour, terrain == "closet" and 2 or 9)
    end
  end
  for _, door in ipairs(heist.doors) do
    local is_shut = grid:get(door.x, door.y) == door.terrain
    rectangle(grid, door.x, door.y, WOOD, is_shut and 3 or 12)
  end
end

-- A fence lies on the side that its two cells share.
local function draw_fences(grid)
  for _, fence in ipairs(grid:fences()) do
    local x1, y1 = grid:to_world(fence.x1, fence.y1)
    local x2, y2 = grid:to_world(fence.x2, fence.y2)
    local x, y = (x1 + x2) / 2, (y1 + y2) / 2
    local along_x, along_y = (y2 - y1) / 2, (x2 - x1) / 2
    graphics.setColor(FENCES[fence.name])
    graphics.setLineWidth(WIDTHS[fence.name])
    graphics.line(x - along_x, y - along_y, x + along_x, y + along_y)
  end
end

local function draw_sight(heist)
  for _, guard in ipairs(heist.guards) do
    for x, y in heist:view(guard):cells() do
      rectangle(heist.grid, x, y, SEES[heist:mood(guard)], 0)
    end
  end
end

-- Where the last noise is heard.
local function draw_sound(heist)
  local sound = heist.sound
  if not sound or sound.age > LASTS then return end
  local alpha = 0.14 * (1 - sound.age / LASTS)
  local colour = { NOISE[1], NOISE[2], NOISE[3], alpha }
  for x, y in sound.reach:cells() do
    rectangle(heist.grid, x, y, colour, 0)
  end
end

function View:draw()
  local heist, thief = self.heist, self.heist.thief
  draw_ground(heist)
  draw_sight(heist)
  draw_sound(heist)
  draw_fences(heist.grid)
  tilepath.draw(thief, WAY)
  self.figures:clear()
  self.figures:add(thief.x, thief.y, thief.angle, RADIUS, DARK, SHIRT)
  for _, guard in ipairs(heist.guards) do
    self.figures:add(guard.x, guard.y, guard.angle, RADIUS, DARK,
                     COATS[heist:mood(guard)])
  end
  self.figures:draw()
end

return function(heist)
  return setmetatable({ heist = heist, figures = new_figures(#heist.bodies) },
    View)
end
