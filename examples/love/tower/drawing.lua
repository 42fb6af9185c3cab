-- Draws the valley (with the scenery of the walk), the paths of both sizes, the
-- towers, the creeps, and what the player is about to build.

local tilepath = require "tilepath"
local new_scenery = require "scenery"

local graphics = love.graphics

local RED = { 0.890, 0.330, 0.290 }
local WAYS = { small = { 0.165, 0.243, 0.392 },
               large = { 0.498, 0.220, 0.353 } }
local BODY = { scout = { 0.933, 0.745, 0.290 },
               soldier = { 0.318, 0.478, 0.722 },
               ogre = { 0.659, 0.322, 0.455 } }
local RIM = { scout = { 0.545, 0.392, 0.129 }, soldier = WAYS.small,
              ogre = { 0.408, 0.173, 0.290 } }
local TOWER = { foot = { 0.357, 0.333, 0.376 }, wall = { 0.541, 0.506, 0.541 },
                roof = { 0.620, 0.588, 0.612 }, gun = { 0.216, 0.204, 0.239 } }
local ARROWS = { colours = { arrow = { 0.1, 0.12, 0.16, 0.75 } } }

-- The path of a creep that would come now.
local function draw_way(walk, colour)
  tilepath.draw(walk.field:path(walk.start[1], walk.start[2]),
    { finder = walk.finder, colours = { path = colour } })
end

local function draw_tower(tower)
  local x, y = tower.x, tower.y
  graphics.setColor(0.15, 0.17, 0.16, 0.22)
  graphics.rectangle("fill", x - 18, y - 12, 44, 38, 6)
  graphics.setColor(TOWER.foot)
  graphics.rectangle("fill", x - 21, y - 19, 42, 42, 7)
  graphics.setColor(TOWER.wall)
  graphics.rectangle("fill", x - 21, y - 23, 42, 41, 7)
  graphics.setColor(TOWER.roof)
  graphics.circle("fill", x, y - 3, 15)
  graphics.push()
  graphics.translate(x, y - 3)
  graphics.rotate(tower.angle)
  graphics.setColor(TOWER.gun)
  graphics.rectangle("fill", 0, -3.5, 20, 7, 2)
  graphics.circle("fill", 0, 0, 9)
  graphics.setColor(0.945, 0.400, 0.310)
  graphics.circle("fill", 0, 0, 4.5)
  graphics.pop()
end

local function draw_shot(tower)
  local strength = tower.flash / 0.12
  if strength == 0 then return end
  local x = tower.x + 20 * math.cos(tower.angle)
  local y = tower.y - 3 + 20 * math.sin(tower.angle)
  graphics.setColor(1, 0.93, 0.70, strength)
  graphics.setLineWidth(2.5)
  graphics.line(x, y, tower.target_x, tower.target_y)
  graphics.circle("fill", x, y, 5)
  graphics.circle("fill", tower.target_x, tower.target_y, 4)
end

local function draw_creep(creep)
  local r, name = creep.kind.radius, creep.name
  graphics.push()
  if name ~= "ogre" then
    graphics.translate(creep.x + creep.aside, creep.y - creep.aside)
  else
    graphics.translate(creep.x, creep.y)
  end
  graphics.setColor(0.1, 0.1, 0.15, 0.3)
  graphics.ellipse("fill", 1, r * 0.4, r * 1.05, r * 0.8)
  graphics.rotate(creep.angle)
  graphics.setColor(RIM[name])
  graphics.circle("fill", 0, 0, r)
  graphics.polygon("fill", r * 0.5, -r * 0.8, r * 1.5, 0, r * 0.5, r * 0.8)
  graphics.setColor(BODY[name])
  graphics.circle("fill", 0, 0, r * 0.72)
  graphics.setColor(0.98, 0.86, 0.72)
  graphics.circle("fill", r * 0.25, 0, r * 0.36)
  graphics.pop()
end

-- The health that is left, and a ring around a creep that flees.
local function draw_state(creep)
  local kind, x, y = creep.kind, creep.x, creep.y
  if kind.walk == "small" then
    x, y = x + creep.aside, y - creep.aside
  end
  if creep.scared > 0 then
    graphics.setColor(1, 1, 1, 0.9)
    graphics.setLineWidth(1.5)
    graphics.circle("line", x, y, kind.radius + 4)
  end
  if creep.health < kind.health then
    local width = 2 * kind.radius + 2
    graphics.setColor(0.1, 0.1, 0.13, 0.7)
    graphics.rectangle("fill", x - width / 2, y - kind.radius - 9, width, 4)
    graphics.setColor(0.455, 0.941, 0.424)
    graphics.rectangle("fill", x - width / 2, y - kind.radius - 9,
                       width * creep.health / kind.health, 4)
  end
end

local font

local function draw_label(text, x, y)
  font = font or graphics.newFont(13)
  local width = font:getWidth(text) + 14
  x = math.min(math.max(x - width / 2, 28), 980 - width)
  graphics.setColor(0.125, 0.141, 0.165, 0.85)
  graphics.rectangle("fill", x, y, width, 21, 4)
  graphics.setColor(1, 0.80, 0.77)
  graphics.setFont(font)
  graphics.print(text, x + 7, y + 2)
end

-- The place under the mouse: white if a tower may stand there, else red.
local function draw_aim(grid, aim, range)
  if not grid:has(aim.x, aim.y) then return end
  local x, y, width, height = grid:cell_rect(aim.x, aim.y)
  local colour = aim.refusal and RED or { 1, 1, 1 }
  graphics.setColor(colour[1], colour[2], colour[3], 0.35)
  graphics.rectangle("fill", x, y, 2 * width, 2 * height, 5)
  graphics.setColor(colour)
  graphics.setLineWidth(2)
  graphics.rectangle("line", x, y, 2 * width, 2 * height, 5)
  if aim.refusal then
    graphics.line(x + 14, y + 14, x + 34, y + 34)
    graphics.line(x + 34, y + 14, x + 14, y + 34)
    draw_label(aim.refusal, x + width, y + 2 * height + 7)
  else
    graphics.setColor(1, 1, 1, 0.4)
    graphics.circle("line", x + width, y + height, range)
  end
end

local scenery

local function draw(game)
  if not scenery or scenery.grid ~= game.grid then
    scenery = new_scenery(game.grid)
  end
  scenery:draw()
  if game.shows_field then
    tilepath.draw(game.walks.small.field, ARROWS)
  end
  draw_way(game.walks.small, WAYS.small)
  draw_way(game.walks.large, WAYS.large)
  for _, creep in ipairs(game.creeps.list) do draw_creep(creep) end
  for _, tower in ipairs(game.towers.list) do draw_tower(tower) end
  for _, tower in ipairs(game.towers.list) do draw_shot(tower) end
  for _, creep in ipairs(game.creeps.list) do draw_state(creep) end
  draw_aim(game.grid, game.aim, game.towers.range)
end

return { draw = draw, bodies = BODY }
