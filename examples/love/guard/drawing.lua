-- What moves in the garden: cones of light, gems, the guards and the thief.

local tilepath = require "tilepath"

local graphics = love.graphics

local drawing = {}

local MOODS = {
  patrol = { 1, 0.93, 0.66 }, chase = { 1, 0.36, 0.28 },
  search = { 1, 0.66, 0.26 }, ["return"] = { 0.80, 0.90, 0.70 },
}

-- The light falls on cells that are in view and in the cone: the cells are the
-- stencil, and the cone is drawn through it.
function drawing.cone(watchman)
  local grid, walker = watchman.eyes.grid, watchman.walker
  if not watchman.view then return end
  graphics.stencil(function() tilepath.draw(watchman.view) end, "replace", 1)
  graphics.setStencilTest("greater", 0)
  local colour = MOODS[watchman.mood]
  local radius = (watchman.RANGE + 0.5) * grid.cell_width
  local half = watchman.HALF_ANGLE
  for ring = 1, 4 do
    graphics.setColor(colour[1], colour[2], colour[3], 0.13)
    graphics.arc("fill", walker.x, walker.y, radius * ring / 4,
                 walker.angle - half, walker.angle + half)
  end
  graphics.setStencilTest()
end

local function shadow(x, y, radius)
  graphics.setColor(0.06, 0.08, 0.12, 0.45)
  graphics.ellipse("fill", x + 2, y + 4, radius * 1.15, radius * 0.9)
end

local function body(walker, coat, light)
  shadow(walker.x, walker.y, 9)
  graphics.push()
  graphics.translate(walker.x, walker.y)
  graphics.rotate(walker.angle)
  graphics.setColor(coat)
  graphics.circle("fill", 0, 0, 8.5)
  graphics.polygon("fill", 4, -7, 13, 0, 4, 7)
  graphics.setColor(light)
  graphics.circle("fill", 1.5, 0, 4.5)
  graphics.pop()
end

function drawing.watchman(watchman)
  local walker = watchman.walker
  body(walker, { 0.34, 0.20, 0.22 }, MOODS[watchman.mood])
  if watchman.mood == "search" or watchman.mood == "chase" then
    graphics.setColor(MOODS[watchman.mood])
    graphics.printf(watchman.mood == "chase" and "!" or "?", walker.x - 20,
                    walker.y - 31, 40, "center")
  end
end

function drawing.thief(thief)
  body(thief, { 0.14, 0.17, 0.26 }, { 0.47, 0.62, 0.80 })
end

-- The thief's path, and its end.
function drawing.way(thief)
  local sky = { 0.65, 0.80, 0.95, 0.55 }
  tilepath.draw(thief, { colours = { path = sky, goal = sky, body = false } })
end

function drawing.gem(x, y, clock)
  local size = 6 + math.sin(clock * 3 + x) * 0.8
  shadow(x, y, 5)
  graphics.setColor(0.42, 0.93, 0.80)
  graphics.polygon("fill", x, y - size, x + size, y, x, y + size, x - size, y)
  graphics.setColor(0.85, 1, 0.96)
  graphics.polygon("fill", x, y - size, x + size / 2, y - 1, x - size / 2,
                   y - 1)
end

-- Draws night over the map. What is lit is drawn later.
function drawing.night(grid)
  graphics.setColor(0.06, 0.08, 0.20, 0.55)
  graphics.rectangle("fill", grid.origin_x, grid.origin_y,
                     grid.width * grid.cell_width,
                     grid.height * grid.cell_height)
end

return drawing
