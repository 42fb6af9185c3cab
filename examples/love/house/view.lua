-- Draws the rooms, the people, the lift's cabin, and where the chosen one goes.

local new_figures = require "figures"
local new_rooms = require "rooms"

local graphics = love.graphics

local NAME = { 0.56, 0.60, 0.65 }
local WAY, GLOW = { 0.965, 0.62, 0.50 }, { 0.99, 0.86, 0.46 }
local RADIUS = 8

local View = {}
View.__index = View

-- Somebody in the lift has its first cell and its last one.
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

-- The way that the pathfinder knows from where he stands. Where it takes a
-- link, a thin line leads over to the other floor.
function View:draw_way(person)
  local life, unit = self.life, person.unit
  local grid, place = life.grid, person.place
  local path = life.finder:find(unit.cell_x, unit.cell_y, place.x, place.y)
  if not path then return end
  local is_link = {}
  for _, i in ipairs(path.links or {}) do is_link[i] = true end
  local points = path:to_world(grid)
  for i = 1, points:count() - 1 do
    local x1, y1 = points:point(i)
    local x2, y2 = points:point(i + 1)
    graphics.setColor(WAY[1], WAY[2], WAY[3], is_link[i] and 0.45 or 0.9)
    graphics.setLineWidth(is_link[i] and 1.5 or 3)
    graphics.line(x1, y1, x2, y2)
  end
  local x, y = grid:to_world(place.x, place.y)
  graphics.circle("line", x, y, 9)
end

function View:draw_people(chosen)
  self.figures:clear()
  for i, person in ipairs(self.life.people) do
    self.figures:add_person(i, person.unit, RADIUS)
  end
  self.figures:draw()
  if chosen then
    graphics.setColor(WAY)
    graphics.setLineWidth(2)
    graphics.circle("line", chosen.unit.x, chosen.unit.y, RADIUS + 5)
  end
end

function View:draw(game)
  graphics.setColor(1, 1, 1)
  graphics.draw(self.rooms)
  draw_lift(self.life)
  self:draw_names()
  if game.chosen then self:draw_way(game.chosen) end
  self:draw_people(game.chosen)
end

return function(life, margin)
  return setmetatable({
    life = life, rooms = new_rooms(life, margin),
    figures = new_figures(#life.people), font = graphics.newFont(15),
  }, View)
end
