-- Draws the battlefield: the ground, the reach of the chosen unit, the path
-- that a click would take, the units.

local tilepath = require "tilepath"
local new_scenery = require "scenery"

local graphics = love.graphics

local REACH = { colours = { reach = { 0.10, 0.22, 0.50, 0.66 } } }
local CORAL, CREAM = { 0.945, 0.400, 0.310 }, { 0.99, 0.97, 0.92 }
local INK = { 0.13, 0.17, 0.25 }
local SIDES = {
  blue = { dark = { 0.165, 0.243, 0.392 }, light = { 0.318, 0.478, 0.722 } },
  red = { dark = { 0.420, 0.145, 0.145 }, light = { 0.760, 0.330, 0.280 } },
}
local SKIN = { knight = { 0.98, 0.86, 0.72 }, archer = { 0.98, 0.86, 0.72 },
               goblin = { 0.62, 0.72, 0.36 }, giant = { 0.80, 0.74, 0.68 } }

local View = {}
View.__index = View

local function with_alpha(colour, alpha)
  graphics.setColor(colour[1], colour[2], colour[3], alpha)
end

-- The ground that a reach covers, row by row: the cost to set a foot there.
-- (The cells of a large unit's reach are its top left ones.)
local function ground_of(reach, size)
  local ground = {}
  for x, y, cost in reach:cells() do
    for gy = y, y + size - 1 do
      ground[gy] = ground[gy] or {}
      for gx = x, x + size - 1 do
        ground[gy][gx] = math.min(cost, ground[gy][gx] or math.huge)
      end
    end
  end
  return ground
end

-- Light with a dark edge: it can be read on every ground.
local function draw_number(text, px, py, width)
  with_alpha(INK, 0.8)
  for i = 1, 4 do
    local turn = i * math.pi / 2
    graphics.printf(text, px + math.cos(turn), py + math.sin(turn), width,
                    "right")
  end
  with_alpha({ 1, 1, 1 }, 1)
  graphics.printf(text, px, py, width, "right")
end

function View:draw_reach(reach, size)
  local grid = self.battle.grid
  tilepath.draw(reach, REACH)
  graphics.setFont(self.small)
  for y, row in pairs(ground_of(reach, size)) do
    for x, cost in pairs(row) do
      local px, py, w, h = grid:cell_rect(x, y)
      draw_number(("%.1f"):format(cost), px, py + h - 18, w - 5)
    end
  end
end

-- The path of the unit, and the ground that it covers at the end.
function View:draw_way(unit, path, is_near)
  local red, green, blue = CORAL[1], CORAL[2], CORAL[3]
  local x, y = unit.finder:to_world(path:point(path:size()))
  local half = unit.size * self.battle.grid.cell_width / 2 - 3
  tilepath.draw(path, { finder = unit.finder, colours = {
    path = { red, green, blue, is_near and 1 or 0.55 } } })
  graphics.setLineWidth(3)
  graphics.setColor(red, green, blue, is_near and 1 or 0.55)
  graphics.rectangle("line", x - half, y - half, 2 * half, 2 * half, 7)
end

function View:draw_target(foe, clock)
  local radius = foe.size * self.battle.grid.cell_width / 2
    + 2 * math.sin(6 * clock)
  graphics.setLineWidth(3)
  graphics.setColor(CORAL)
  graphics.circle("line", foe.walker.x, foe.walker.y, radius)
  for i = 0, 3 do
    local ux, uy = math.cos(i * math.pi / 2), math.sin(i * math.pi / 2)
    graphics.line(foe.walker.x + ux * (radius - 5),
                  foe.walker.y + uy * (radius - 5),
                  foe.walker.x + ux * (radius + 6),
                  foe.walker.y + uy * (radius + 6))
  end
end

local weapons = {
  knight = function(r)
    graphics.setLineWidth(4)
    graphics.line(0.2 * r, 0.85 * r, 1.35 * r, 0.85 * r)
    graphics.setLineWidth(3)
    graphics.line(0.5 * r, 0.6 * r, 0.5 * r, 1.1 * r)
  end,
  archer = function(r)
    graphics.setLineWidth(3)
    graphics.arc("line", "open", 0.35 * r, 0, r, -1.1, 1.1)
    graphics.setLineWidth(1.5)
    graphics.line(0.8 * r, -0.89 * r, 0.8 * r, 0.89 * r)
  end,
  goblin = function(r)
    graphics.polygon("fill", 0.3 * r, 0.7 * r, 1.4 * r, 0.9 * r, 0.3 * r, r)
  end,
  giant = function(r)
    graphics.setLineWidth(9)
    graphics.line(0.1 * r, 0.8 * r, 0.85 * r, 0.95 * r)
    graphics.circle("fill", 0.95 * r, 0.97 * r, 0.2 * r)
  end,
}

function View:draw_unit(unit)
  local hero, side = unit.walker, SIDES[unit.side]
  local r = (unit.size - 0.32) * self.battle.grid.cell_width / 2
  graphics.setColor(0.1, 0.1, 0.15, 0.3)
  graphics.ellipse("fill", hero.x + 2, hero.y + 0.3 * r, 1.05 * r, 0.9 * r)
  graphics.push()
  graphics.translate(hero.x, hero.y)
  graphics.push()
  graphics.rotate(hero.angle)
  graphics.setColor(0.36, 0.27, 0.20)
  weapons[unit.name](r)
  graphics.setColor(side.dark)
  graphics.circle("fill", 0, 0, r)
  graphics.setColor(side.light)
  graphics.circle("fill", 0, 0, 0.78 * r)
  graphics.setColor(SKIN[unit.name])
  graphics.circle("fill", 0.2 * r, 0, 0.42 * r)
  graphics.pop()

  local w = 1.5 * r
  graphics.setColor(0.13, 0.14, 0.17, 0.85)
  graphics.rectangle("fill", -w / 2 - 1, -1.22 * r - 1, w + 2, 6, 2)
  graphics.setColor(side.light)
  graphics.rectangle("fill", -w / 2, -1.22 * r,
                     w * unit.health / unit.kind.health, 4, 1)
  graphics.pop()
end

function View:draw_shrines()
  for _, cell in ipairs(self.battle.shrines) do
    local x, y = self.battle.grid:to_world(cell[1], cell[2])
    graphics.setColor(0.15, 0.17, 0.16, 0.22)
    graphics.ellipse("fill", x + 3, y + 10, 15, 8)
    graphics.setColor(0.443, 0.412, 0.451)
    graphics.polygon("fill", x - 12, y + 12, x - 9, y - 12, x, y - 18,
                     x + 9, y - 12, x + 12, y + 12)
    graphics.setColor(0.541, 0.506, 0.541)
    graphics.polygon("fill", x - 8, y + 9, x - 6, y - 10, x, y - 14,
                     x + 6, y - 10, x + 8, y + 9)
    graphics.setColor(0.49, 0.87, 0.85)
    graphics.setLineWidth(3)
    graphics.line(x, y - 8, x, y + 5)
    graphics.line(x - 5, y - 3, x + 5, y - 3)
  end
end

-- A blow or a shot, fading.
function View:draw_flash(flash)
  local from, to = flash.from.walker, flash.to.walker
  graphics.setLineWidth(4)
  with_alpha(CREAM, 1 - 2 * flash.age)
  graphics.line(from.x, from.y, to.x, to.y)
  graphics.circle("line", to.x, to.y, 10 + 50 * flash.age)
end

function View:draw(game)
  local battle, unit = self.battle, game.unit
  self.scenery:draw()
  self:draw_shrines()
  if unit and not battle:is_busy() then
    self:draw_reach(game.reach, unit.size)
    if game.path then
      self:draw_way(unit, game.path, game.cost <= unit.moves)
    end
  end
  for _, each in ipairs(battle:units()) do self:draw_unit(each) end
  if game.foe then self:draw_target(game.foe, game.clock) end
  if battle.flash then self:draw_flash(battle.flash) end
end

return function(battle)
  return setmetatable({
    battle = battle, scenery = new_scenery(battle.grid),
    small = graphics.newFont(12),
  }, View)
end
