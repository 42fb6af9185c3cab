-- Draws who is in the village: the hero, his dog, and two villagers.

local graphics = love.graphics

local SKIN = { 0.98, 0.86, 0.72 }

local function shadow(x, y, width, height)
  graphics.setColor(0.1, 0.1, 0.15, 0.3)
  graphics.ellipse("fill", x, y, width, height)
end

local function draw_dog(dog)
  shadow(dog.x + 1, dog.y + 3, 8, 6)
  graphics.push()
  graphics.translate(dog.x, dog.y)
  graphics.rotate(dog.angle)
  graphics.setColor(0.42, 0.27, 0.16)
  graphics.ellipse("fill", -1, 0, 7, 4.5)
  graphics.setColor(0.62, 0.42, 0.26)
  graphics.circle("fill", 5, 0, 3.5)
  graphics.pop()
end

-- A villager under a hat.
local function draw_villager(x, y, angle, red, green, blue)
  shadow(x + 2, y + 5, 11, 8)
  graphics.push()
  graphics.translate(x, y)
  graphics.rotate(angle)
  graphics.setColor(red * 0.55, green * 0.55, blue * 0.55)
  graphics.ellipse("fill", 0, 0, 8, 10.5)
  graphics.setColor(red, green, blue)
  graphics.ellipse("fill", 0, 0, 6, 8.5)
  graphics.setColor(SKIN)
  graphics.circle("fill", 4.5, 0, 3.5)
  graphics.setColor(0.80, 0.66, 0.38)
  graphics.circle("fill", 0, 0, 5.5)
  graphics.setColor(0.90, 0.78, 0.50)
  graphics.circle("fill", 0, 0, 3)
  graphics.pop()
end

local function draw_hero(hero)
  shadow(hero.x + 2, hero.y + 5, 12, 9)
  graphics.push()
  graphics.translate(hero.x, hero.y)
  graphics.rotate(hero.angle)
  graphics.setColor(0.165, 0.243, 0.392)
  graphics.circle("fill", 0, 0, 11)
  graphics.polygon("fill", 6, -9, 18, 0, 6, 9)
  graphics.setColor(0.318, 0.478, 0.722)
  graphics.circle("fill", 0, 0, 8)
  graphics.setColor(SKIN)
  graphics.circle("fill", 2.5, 0, 4.5)
  graphics.pop()
end

return function(game)
  for _, unit in ipairs(game.crowd and game.crowd:units() or {}) do
    if unit == game.stroller then
      draw_villager(unit.x, unit.y, unit.angle, 0.36, 0.52, 0.42)
    elseif unit ~= game.shadow then
      draw_villager(unit.x, unit.y, 2.4, 0.62, 0.36, 0.46)
    end
  end
  draw_dog(game.dog)
  draw_hero(game.hero)
end
