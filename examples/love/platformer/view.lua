-- Draws the level and its walkers.

local tilepath = require "tilepath"

local graphics = love.graphics

local SKY = { { 0.56, 0.75, 0.86 }, { 0.91, 0.90, 0.80 } }
local HILLS = { { 0.60, 0.76, 0.74 }, { 0.50, 0.68, 0.60 } }
local ROCK, DARK = { 0.42, 0.36, 0.38 }, { 0.36, 0.30, 0.33 }
local GRASS, BLADE = { 0.45, 0.66, 0.34 }, { 0.36, 0.56, 0.29 }
local PLANK, NAIL = { 0.66, 0.47, 0.30 }, { 0.45, 0.31, 0.20 }
local WAY = { 0.945, 0.400, 0.310 }
local JUMPS = { colours = { link = { 0.99, 0.97, 0.92, 0.4 }, wall = false,
  fence = false, ledge = false } }

local View = {}
View.__index = View

local function hill(x, y, radius, colour)
  graphics.setColor(colour)
  graphics.ellipse("fill", x, y, radius, radius * 0.7, 64)
end

local function draw_sky(x, y, w, h)
  graphics.setScissor(x, y, w, h)
  for i = 0, 31 do
    local t = i / 31
    graphics.setColor(SKY[1][1] + t * (SKY[2][1] - SKY[1][1]),
      SKY[1][2] + t * (SKY[2][2] - SKY[1][2]),
      SKY[1][3] + t * (SKY[2][3] - SKY[1][3]))
    graphics.rectangle("fill", x, y + i * h / 32, w, h / 32 + 1)
  end
  graphics.setColor(1, 0.97, 0.84)
  graphics.circle("fill", x + 0.84 * w, y + 0.16 * h, 34)
  for i, place in ipairs { 0.12, 0.45, 0.80 } do
    hill(x + place * w, y + h, 260 + 30 * i, HILLS[1])
  end
  for i, place in ipairs { 0, 0.30, 0.62, 1 } do
    hill(x + place * w, y + 1.06 * h, 190 + 20 * i, HILLS[2])
  end
  graphics.setScissor()
end

local function draw_rock(grid, x, y)
  local px, py, w, h = grid:cell_rect(x, y)
  graphics.setColor(ROCK)
  graphics.rectangle("fill", px, py, w, h)
  graphics.setColor(DARK)
  graphics.rectangle("fill", px + (x * 7 + y * 3) % 4 * 5 + 3,
                     py + (x * 5 + y * 11) % 3 * 6 + 10, 7, 4, 2)
  if grid:get(x, y - 1) ~= "wall" then
    graphics.setColor(GRASS)
    graphics.rectangle("fill", px, py, w, 8)
    graphics.setColor(BLADE)
    for i = 0, 4 do
      graphics.polygon("fill", px + i * w / 5, py + 7, px + (i + 1) * w / 5,
                       py + 7, px + (i + 0.5) * w / 5, py + 12)
    end
  end
end

local function draw_level(grid)
  draw_sky(grid.origin_x, grid.origin_y, grid.width * grid.cell_width,
           grid.height * grid.cell_height)
  for x, y, terrain in grid:cells() do
    if terrain == "wall" then draw_rock(grid, x, y) end
  end
  for _, fence in ipairs(grid:fences()) do
    local px, py, w = grid:cell_rect(fence.x1, fence.y1)
    graphics.setColor(PLANK)
    graphics.rectangle("fill", px, py, w, 7, 2)
    graphics.setColor(NAIL)
    graphics.rectangle("fill", px, py + 5, w, 2)
    graphics.circle("fill", px + 4, py + 3, 1)
    graphics.circle("fill", px + w - 4, py + 3, 1)
  end
end

-- The curve of a leap: up to its highest row, across and down. The price of a
-- jump is the number of cells that it passes.
local function curve_of(grid, link)
  local x1, y1 = grid:to_world(link.x1, link.y1)
  local x2, y2 = grid:to_world(link.x2, link.y2)
  local up = (link.price - math.abs(link.x2 - link.x1) - link.y2 + link.y1) / 2
  local top = y1 - up * grid.cell_height
  local high = top - (math.min(y1, y2) - top) / 3
  return love.math.newBezierCurve(x1, y1, x1, high, x2, high, x2, y2)
end

-- The place at which a walker is drawn.
local function place_of(game, body, leap)
  if not leap then return body.x, body.y end
  local t = (game.clock - leap.since) / leap.link.seconds
  leap.curve = leap.curve or curve_of(game.grid, leap.link)
  return leap.curve:evaluate(math.max(0, math.min(1, t)))
end

local function draw_goal(game)
  if not game.goal then return end
  local pulse = game.clock % 1.2 / 1.2
  graphics.setLineWidth(2.5)
  graphics.setColor(WAY[1], WAY[2], WAY[3], 1 - pulse)
  graphics.circle("line", game.goal.x, game.goal.y, 5 + 12 * pulse)
  graphics.setColor(WAY)
  graphics.circle("line", game.goal.x, game.goal.y, 7)
end

-- From the side, a walker looks to the left or to the right.
local function begin(game, walker)
  local x, y = place_of(game, walker.body, walker.leap)
  if walker.seen_x and math.abs(x - walker.seen_x) > 0.1 then
    walker.side = x < walker.seen_x and -1 or 1
  end
  walker.seen_x = x
  graphics.push()
  graphics.translate(x, y + 15)
  graphics.scale(walker.side or 1, 1)
end

local function draw_hero(game)
  begin(game, game.hero)
  graphics.setColor(0.165, 0.243, 0.392)
  graphics.rectangle("fill", -7, -9, 5, 9, 2)
  graphics.rectangle("fill", 2, -9, 5, 9, 2)
  graphics.setColor(0.80, 0.33, 0.30)
  graphics.rectangle("fill", -8, -21, 16, 14, 4)
  graphics.setColor(0.98, 0.86, 0.72)
  graphics.circle("fill", 1, -26, 7)
  graphics.setColor(0.45, 0.27, 0.16)
  graphics.arc("fill", 0, -28, 7.5, math.pi * 0.95, math.pi * 1.9)
  graphics.setColor(0.1, 0.1, 0.12)
  graphics.circle("fill", 4, -26, 1.2)
  graphics.pop()
end

local function draw_cat(game)
  begin(game, game.cat)
  graphics.setColor(0.22, 0.22, 0.27)
  graphics.rectangle("fill", -9, -6, 3, 6)
  graphics.rectangle("fill", 5, -6, 3, 6)
  graphics.ellipse("fill", -1, -9, 11, 5)
  graphics.setLineWidth(3)
  graphics.line(-11, -10, -16, -15, -15, -21)
  graphics.circle("fill", 9, -14, 5.5)
  graphics.polygon("fill", 5, -17, 6, -23, 9, -18)
  graphics.polygon("fill", 9, -18, 12, -23, 13, -17)
  graphics.setColor(0.85, 0.90, 0.45)
  graphics.circle("fill", 11, -14, 1.4)
  graphics.pop()
end

local function draw_snail(game)
  begin(game, game.snail)
  graphics.setColor(0.86, 0.78, 0.56)
  graphics.ellipse("fill", 1, -3, 13, 3.5)
  graphics.circle("fill", 12, -8, 4)
  graphics.setLineWidth(1.5)
  graphics.line(13, -10, 15, -16)
  graphics.line(11, -10, 11, -16)
  graphics.setColor(0.66, 0.40, 0.30)
  graphics.circle("fill", -2, -9, 8)
  graphics.setColor(0.80, 0.55, 0.40)
  graphics.circle("line", -2, -9, 5)
  graphics.circle("line", -2, -9, 2)
  graphics.pop()
end

function View:draw(game)
  graphics.setColor(1, 1, 1)
  graphics.draw(self.level)
  if game.shows_jumps then tilepath.draw(game.grid, JUMPS) end
  if game.hero.body.moving then
    tilepath.draw(game.hero.body:path(), { colours = { path = WAY } })
  end
  draw_goal(game)
  draw_snail(game)
  draw_cat(game)
  draw_hero(game)
end

-- The level is drawn once.
return function(grid)
  local level = graphics.newCanvas()
  graphics.setCanvas(level)
  graphics.clear(0.125, 0.141, 0.165)
  draw_level(grid)
  graphics.setCanvas()
  return setmetatable({ level = level }, View)
end
