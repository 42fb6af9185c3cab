-- Draws hundreds of figures, seen from above, in one batch. Each has a shadow,
-- a body with a nose, a coat and a head. They are painted once, large, and
-- white where they take a colour; then they are drawn at any smaller size.

local graphics = love.graphics

local TILE, RADIUS = 64, 20                -- a picture, the body in it
local SKIN = { 0.98, 0.86, 0.72 }
local COATS = {
  { 0.318, 0.478, 0.722 }, { 0.760, 0.420, 0.300 }, { 0.933, 0.745, 0.290 },
  { 0.400, 0.620, 0.440 }, { 0.659, 0.400, 0.600 }, { 0.420, 0.640, 0.680 },
}
local DARK = {}
for i, coat in ipairs(COATS) do
  DARK[i] = { coat[1] * 0.5, coat[2] * 0.5, coat[3] * 0.5 }
end

local pictures = {
  shadow = function()
    graphics.setColor(0.1, 0.1, 0.15, 0.3)
    graphics.ellipse("fill", 0, 0, RADIUS * 1.1, RADIUS * 0.9)
  end,
  body = function()
    graphics.circle("fill", 0, 0, RADIUS)
    graphics.polygon("fill", RADIUS * 0.5, -RADIUS * 0.8, RADIUS * 1.5, 0,
                     RADIUS * 0.5, RADIUS * 0.8)
  end,
  coat = function() graphics.circle("fill", 0, 0, RADIUS * 0.72) end,
  head = function()
    graphics.setColor(SKIN)
    graphics.circle("fill", RADIUS * 0.25, 0, RADIUS * 0.36)
  end,
}
local ORDER = { "shadow", "body", "coat", "head" }

local Figures = {}
Figures.__index = Figures

function Figures:clear() self.batch:clear() end

local function add(self, name, x, y, angle, scale)
  self.batch:add(self.quads[name], x, y, angle, scale, scale, TILE / 2,
                 TILE / 2)
end

function Figures:add(x, y, angle, radius, dark, light)
  local batch, scale = self.batch, radius / RADIUS
  batch:setColor(1, 1, 1)
  add(self, "shadow", x + 1, y + 0.4 * radius, 0, scale)
  batch:setColor(dark[1], dark[2], dark[3])
  add(self, "body", x, y, angle, scale)
  batch:setColor(light[1], light[2], light[3])
  add(self, "coat", x, y, angle, scale)
  batch:setColor(1, 1, 1)
  add(self, "head", x, y, angle, scale)
end

-- Adds a unit of a crowd in everyday clothes. Neighbors in a list differ.
function Figures:add_person(number, unit, radius)
  local coat = number % #COATS + 1
  self:add(unit.x, unit.y, unit.angle, radius, DARK[coat], COATS[coat])
end

function Figures:draw()
  graphics.setColor(1, 1, 1)
  graphics.draw(self.batch)
end

return function(count)
  local width = TILE * #ORDER
  local sheet = graphics.newCanvas(width, TILE, { mipmaps = "auto" })
  local quads = {}
  graphics.push("all")
  graphics.reset()
  graphics.setCanvas(sheet)
  for i, name in ipairs(ORDER) do
    quads[name] = graphics.newQuad((i - 1) * TILE, 0, TILE, TILE, width, TILE)
    graphics.push()
    graphics.translate((i - 0.5) * TILE, TILE / 2)
    graphics.setColor(1, 1, 1)
    pictures[name]()
    graphics.pop()
  end
  graphics.pop()
  return setmetatable({
    quads = quads,
    batch = graphics.newSpriteBatch(sheet, #ORDER * count, "stream"),
  }, Figures)
end
