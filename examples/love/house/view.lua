-- Draws the rooms, the people, the lift's cabin, and the goal of the chosen
-- person.

local tilepath = require "tilepath"
local new_figures = require "figures"
local new_rooms = require "rooms"

local graphics = love.graphics

local NAME = { 0.56, 0.60, 0.65 }
local CHOSEN, GLOW = { 0.965, 0.62, 0.50 }, { 0.99, 0.86, 0.46 }
local WAY = { colours = { path = CHOSEN, goal = CHOSEN, body = false } }
local RADIUS = 8

local View = {}
View.__index = View

-- A unit in the lift holds its first cell and its last one.
local function draw_lift(life)
  for x, y in life.grid:cells("lift") do
    local px, py, w, h = life.grid:cell_rect(x, y)
    if life.lift_is_off then
      graphics.setColor(0.85, 0.30, 0.26)
      graphics.setLineWidth(3)
      graphics.line(px + 5, py + 5, px + w - 5, py + h - 5)
      graphics.line(px + w - 5, py + 5, px + 5, py + h - 5)
    elseif life.crowd:at(x, y) then
      graphics.setColor(GLOW)
      graphics.rectangle("fill", px + 3, py + 3, w - 6, h - 6, 2)
    end
  end
end

function View:draw_names()
  local life = self.life
  graphics.setFont(self.font)
  for name, many in pairs(life:count()) do
    local floor = life.house[name]
    local px, _, w = life.grid:cell_rect(floor.x, floor.y)
    graphics.setColor(NAME)
    graphics.printf(("%s: %d"):format(name, many), px, 16, floor.width * w,
                    "center")
  end
end

function View:draw_people(chosen)
  self.figures:clear()
  for i, person in ipairs(self.life.people) do
    self.figures:add_person(i, person.unit, RADIUS)
  end
  self.figures:draw()
  if chosen then
    graphics.setColor(CHOSEN)
    graphics.setLineWidth(2)
    graphics.circle("line", chosen.unit.x, chosen.unit.y, RADIUS + 5)
  end
end

function View:draw(game)
  graphics.setColor(1, 1, 1)
  graphics.draw(self.rooms)
  draw_lift(self.life)
  self:draw_names()
  if game.chosen then tilepath.draw(game.chosen.unit, WAY) end
  self:draw_people(game.chosen)
end

return function(life, margin)
  return setmetatable({
    life = life, rooms = new_rooms(life, margin),
    figures = new_figures(#life.people), font = graphics.newFont(15),
  }, View)
end
