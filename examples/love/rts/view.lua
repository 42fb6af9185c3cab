-- Draws the land, the gate, the army (two batches, so that giants stand out
-- over the others), marks for events, and the box.

local tilepath = require "tilepath"
local new_scenery = require "scenery"
local new_figures = require "figures"

local graphics = love.graphics

local CREAM, CORAL = { 0.99, 0.97, 0.92 }, { 0.945, 0.400, 0.310 }
local LIGHT = {
  soldier = { 0.318, 0.478, 0.722 }, archer = { 0.400, 0.620, 0.380 },
  scout = { 0.933, 0.745, 0.290 }, sentry = { 0.760, 0.330, 0.280 },
  giant = { 0.659, 0.322, 0.455 },
}
local DARK = {
  soldier = { 0.165, 0.243, 0.392 }, archer = { 0.180, 0.310, 0.200 },
  scout = { 0.545, 0.392, 0.129 }, sentry = { 0.420, 0.145, 0.145 },
  giant = { 0.408, 0.173, 0.290 },
}
local MARKS = {
  arrived = { 0.455, 0.941, 0.424 }, settled = { 0.520, 0.850, 0.960 },
  reached = { 0.455, 0.941, 0.424 },
  bumped = { 0.980, 0.840, 0.330 }, blocked = { 0.960, 0.300, 0.260 },
}
local MARK_TIME = 0.7
local WAYS = { colours = { body = false, path = CREAM, goal = CORAL } }

local View = {}
View.__index = View

-- Posts, and wings that lie across the way or along it.
local function draw_gate(grid, gate, is_shut)
  local first, last = gate[1], gate[#gate]
  local x1, y1 = grid:cell_rect(first[1], first[2])
  local x2, y2, w, h = grid:cell_rect(last[1], last[2])
  local width, height = x2 + w - x1, y2 + h - y1
  local half = height / 2
  graphics.setColor(0.15, 0.13, 0.12, 0.25)
  graphics.rectangle("fill", x1, y1, width, height)
  for _, side in ipairs { 0, 1 } do
    local thick = 7
    local x, y, long, high = x1 + width / 2 - 4, y1 + side * half, thick, half
    if not is_shut then
      x, y = x1 + width - 3, y1 + side * (height - thick)
      long, high = half, thick
    end
    graphics.setColor(0.15, 0.17, 0.16, 0.22)
    graphics.rectangle("fill", x + 3, y + 5, long, high, 2)
    graphics.setColor(0.490, 0.330, 0.200)
    graphics.rectangle("fill", x, y, long, high, 2)
    graphics.setColor(0.655, 0.494, 0.345)
    graphics.rectangle("fill", x + 1.5, y + 1, long - 3, high - 4, 2)
  end
end

-- While a unit is in the gate, it stays open.
function View:gate_is_shut()
  local army = self.army
  if army.gate.is_open then return false end
  for _, cell in ipairs(army.gate) do
    if army.crowd:at(cell[1], cell[2]) then return false end
  end
  return true
end

local function ring(x, y, radius, colour, alpha)
  graphics.setColor(colour[1], colour[2], colour[3], alpha)
  graphics.circle("line", x, y, radius)
end

function View:draw_chosen()
  graphics.setLineWidth(1.5)
  for _, unit in ipairs(self.army.chosen) do
    ring(unit.x, unit.y, unit.kind.radius + 3, CREAM, 0.55)
  end
end

function View:draw_units()
  local small, large = self.small, self.large
  small:clear()
  large:clear()
  for _, unit in ipairs(self.army.units) do
    local figures = unit.name == "giant" and large or small
    figures:add(unit.x, unit.y, unit.angle, unit.kind.radius,
                DARK[unit.name], LIGHT[unit.name])
  end
  small:draw()
  large:draw()
end

-- A dot over each unit with an event. The dot fades; but a blocked unit, and a
-- unit that holds its ground, keep theirs.
function View:draw_marks()
  for _, unit in ipairs(self.army.units) do
    local status, radius = unit.status, unit.kind.radius
    if status == "paused" then
      graphics.setColor(CREAM)
      graphics.rectangle("fill", unit.x - 3, unit.y - radius - 9, 2, 6)
      graphics.rectangle("fill", unit.x + 1, unit.y - radius - 9, 2, 6)
    elseif status == "blocked" then
      graphics.setColor(MARKS.blocked)
      graphics.circle("fill", unit.x, unit.y - radius - 5, 3)
    elseif MARKS[unit.mark] and unit.mark_age < MARK_TIME then
      local colour = MARKS[unit.mark]
      graphics.setColor(colour[1], colour[2], colour[3],
                        1 - unit.mark_age / MARK_TIME)
      graphics.circle("fill", unit.x, unit.y - radius - 5, 3)
    end
  end
end

function View:draw_target()
  local target = self.army.target
  if not target or target.age > 2 then return end
  local pulse = target.age % 1
  graphics.setLineWidth(2.5)
  ring(target.x, target.y, 6 + 18 * pulse, CORAL, 1 - pulse)
  ring(target.x, target.y, 6, CORAL, 1)
end

local function draw_box(box)
  local x, y, w, h = box[1], box[2], box[3] - box[1], box[4] - box[2]
  graphics.setLineWidth(1.5)
  graphics.setColor(0.99, 0.97, 0.92, 0.15)
  graphics.rectangle("fill", x, y, w, h)
  graphics.setColor(CREAM)
  graphics.rectangle("line", x, y, w, h)
end

function View:draw(game)
  self.scenery:draw()
  draw_gate(self.army.grid, self.army.gate, self:gate_is_shut())
  self:draw_chosen()
  if game.shows_ways then tilepath.draw(self.army.crowd, WAYS) end
  self:draw_units()
  self:draw_marks()
  self:draw_target()
  if game.box then draw_box(game.box) end
end

-- The ground never changes, except for the gate: it is drawn once, from a copy.
local function new_view(army)
  local ground = army.grid:copy()
  for _, cell in ipairs(army.gate) do ground:set(cell[1], cell[2], "road") end
  return setmetatable({
    army = army, scenery = new_scenery(ground),
    small = new_figures(#army.units), large = new_figures(#army.units),
  }, View)
end

return { new = new_view, marks = MARKS }
