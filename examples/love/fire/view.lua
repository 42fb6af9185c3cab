-- Draws the school, its desks and doors, the fire with its smoke, the people.

local tilepath = require "tilepath"
local new_scenery = require "scenery"
local new_figures = require "figures"

local graphics = love.graphics

local WOOD, EDGE = { 0.655, 0.494, 0.345 }, { 0.553, 0.404, 0.278 }
local LEAF, RED = { 0.220, 0.560, 0.380 }, { 0.890, 0.330, 0.290 }
local CREAM = { 0.99, 0.97, 0.92 }
local FIELD = { colours = { arrow = { 0.1, 0.12, 0.16, 0.6 }, goal = LEAF } }
local RADIUS = 7.5

local View = {}
View.__index = View

local function draw_desks(grid)
  for x, y in grid:cells("desk") do
    local px, py, w, h = grid:cell_rect(x, y)
    graphics.setColor(0.15, 0.17, 0.16, 0.18)
    graphics.rectangle("fill", px + 2, py + 7, w - 2, h - 6, 2)
    graphics.setColor(EDGE)
    graphics.rectangle("fill", px + 0.5, py + 4, w - 1, h - 6, 2)
    graphics.setColor(WOOD)
    graphics.rectangle("fill", px + 0.5, py + 3, w - 1, h - 9, 2)
  end
end

-- Posts if the door is open or a person is still in it; else a bar across.
local function draw_doors(grid, doors, crowd)
  for _, door in ipairs(doors) do
    local x, y = grid:to_world(door.x, door.y)
    local across = grid:get(door.x, door.y - 1) == "wall"
      or grid:get(door.x, door.y + 1) == "wall"
    graphics.push()
    graphics.translate(x, y)
    if across then graphics.rotate(math.pi / 2) end
    graphics.setColor(door.is_exit and LEAF or WOOD)
    if door.is_open or crowd:at(door.x, door.y) then
      graphics.rectangle("fill", -12, -12, 5, 24, 1)
      graphics.rectangle("fill", 7, -12, 5, 24, 1)
    else
      graphics.setColor(RED)
      graphics.rectangle("fill", -12, -5, 24, 10, 2)
      graphics.setColor(door.is_exit and LEAF or WOOD)
      graphics.rectangle("fill", -10, -3, 20, 6, 1)
    end
    graphics.pop()
  end
end

local function draw_flame(x, y, size, clock, red, green, blue)
  local sway = math.sin(clock * 7 + x) * 0.25 * size
  graphics.setColor(red, green, blue)
  graphics.circle("fill", x, y, size * 0.6)
  graphics.polygon("fill", x - size * 0.58, y - size * 0.15, x + sway,
                   y - size * (1.35 + 0.2 * math.sin(clock * 11 + y)),
                   x + size * 0.58, y - size * 0.15)
end

local function draw_fires(grid, fires, clock)
  for _, fire in ipairs(fires) do
    local x, y = grid:to_world(fire.x, fire.y)
    graphics.setColor(0.16, 0.12, 0.10, 0.8)
    graphics.rectangle("fill", x - 12, y - 12, 24, 24, 4)
    draw_flame(x, y + 3, 12, clock, 0.93, 0.38, 0.16)
    draw_flame(x, y + 4, 8, clock + 1, 0.99, 0.68, 0.22)
    draw_flame(x, y + 5, 4, clock + 2, 1, 0.93, 0.62)
  end
end

local function draw_smoke(grid, clock)
  for x, y in grid:cells("smoke") do
    local px, py = grid:to_world(x, y)
    local drift = math.sin(clock * 0.9 + x * 2.1 + y * 1.3)
    graphics.setColor(0.22, 0.22, 0.25, 0.34)
    graphics.circle("fill", px + 4 * drift, py - 3 * drift, 15)
    graphics.circle("fill", px - 5 * drift, py + 2, 11)
  end
end

-- A sign where all people meet.
local function draw_sign(x, y)
  graphics.setColor(0.15, 0.17, 0.16, 0.3)
  graphics.ellipse("fill", x + 4, y + 8, 12, 5)
  graphics.setColor(EDGE)
  graphics.rectangle("fill", x - 1.5, y - 18, 3, 26)
  graphics.setColor(LEAF)
  graphics.rectangle("fill", x - 11, y - 34, 22, 20, 3)
  graphics.setColor(CREAM)
  graphics.setLineWidth(2)
  for i = 0, 3 do
    local dx, dy = math.cos(i * math.pi / 2), math.sin(i * math.pi / 2)
    graphics.line(x + 8 * dx, y - 24 + 8 * dy, x + 3 * dx, y - 24 + 3 * dy)
  end
  graphics.circle("fill", x, y - 24, 2)
end

function View:draw_people()
  self.figures:clear()
  for i, unit in ipairs(self.drill.people) do
    self.figures:add_person(i, unit, RADIUS)
  end
  self.figures:draw()
end

-- Marks people who see no way out.
function View:draw_calls()
  graphics.setFont(self.font)
  for _, unit in ipairs(self.drill.people) do
    if unit.bound == "out" and unit.status == "blocked" then
      graphics.setColor(0.125, 0.141, 0.165, 0.85)
      graphics.circle("fill", unit.x, unit.y - 17, 8)
      graphics.setColor(1, 0.75, 0.35)
      graphics.printf("!", unit.x - 10, unit.y - 25, 20, "center")
    end
  end
end

function View:draw(game)
  local drill, grid = self.drill, self.drill.grid
  self.scenery:draw()
  draw_desks(grid)
  draw_doors(grid, drill.doors, drill.crowd)
  if game.shows_field then tilepath.draw(drill.field, FIELD) end
  self:draw_people()
  draw_fires(grid, drill.fires, game.clock)
  draw_smoke(grid, game.clock)
  draw_sign(drill.lawn_x, drill.lawn_y)
  self:draw_calls()
end

-- What never changes is drawn from a copy, on which everything inside is floor.
return function(drill)
  local ground = drill.grid:copy()
  for _, name in ipairs { "desk", "door", "exit" } do
    for x, y in ground:cells(name) do ground:set(x, y, "floor") end
  end
  return setmetatable({
    drill = drill, scenery = new_scenery(ground),
    figures = new_figures(#drill.people), font = graphics.newFont(14),
  }, View)
end
