-- The text beside a map: headings, facts and keys, one below the other. What
-- the panels of the larger examples are written with.

local graphics = love.graphics

local TEXT, DIM = { 0.90, 0.91, 0.92 }, { 0.56, 0.60, 0.65 }
local LINE = 21
local fonts

local Notes = {}
Notes.__index = Notes

function Notes:write(text, colour, align)
  graphics.setColor(colour or TEXT)
  graphics.printf(text, self.x, self.y, self.width, align or "left")
  self.y = self.y + LINE
end

function Notes:heading(text)
  self.y = self.y + 16
  self:write(text, DIM)
  graphics.setLineWidth(1)
  graphics.line(self.x, self.y, self.x + self.width, self.y)
  self.y = self.y + 7
end

-- A name on the left, what belongs to it on the right.
function Notes:fact(name, value, colour)
  self:write(name)
  self.y = self.y - LINE
  self:write(value, colour or self.accent, "right")
end

function Notes:choice(text, value, chosen)
  if chosen then
    local red, green, blue = self.accent[1], self.accent[2], self.accent[3]
    graphics.setColor(red, green, blue, 0.25)
    graphics.rectangle("fill", self.x - 6, self.y - 2, self.width + 12, LINE, 4)
  end
  graphics.setColor(chosen and TEXT or DIM)
  graphics.printf(value, self.x, self.y, self.width, "right")
  self:write(text, chosen and TEXT or DIM)
end

function Notes:key(name, text)
  graphics.setColor(TEXT)
  graphics.print(name, self.x, self.y)
  graphics.setColor(DIM)
  graphics.printf(text, self.x, self.y, self.width, "right")
  self.y = self.y + LINE
end

-- Begins at x, y, with a title; `accent` is the colour of what matters.
return function(title, x, y, width, accent)
  fonts = fonts or { title = graphics.newFont(24), body = graphics.newFont(14) }
  graphics.setFont(fonts.title)
  graphics.setColor(TEXT)
  graphics.print(title, x, y)
  graphics.setFont(fonts.body)
  return setmetatable({ x = x, y = y + 30, width = width, accent = accent },
                      Notes)
end
