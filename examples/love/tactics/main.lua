-- A skirmish on hexagons, by turns. Choose a blue unit: the cells in its reach
-- are green, those that it can strike then are red. Click a cell to walk there
-- and a foe to strike it; space ends the turn. A move ends beside a foe.
dofile(love.filesystem.getSource() .. "/../repository.lua") -- not in your game
local tilepath = require "tilepath"

local LOOKS = { open = { 0.72, 0.78, 0.58 }, forest = { 0.34, 0.48, 0.34 },
  hill = { 0.72, 0.62, 0.46 }, water = { 0.42, 0.63, 0.73 } }
local SIDES = { blue = { 0.2, 0.35, 0.65 }, red = { 0.75, 0.25, 0.2 } }

local grid = tilepath.grid([[
 . . . . f f . . . . . . .
  . . . f f . . . . . . . .
 . . . . ~ ~ . . h h . . .
  . . . ~ ~ . . h . . . . .
 . . f . ~ . . . . . f . .
  . . f . . . . . . . f f .
 . . . . ~ . . f f . . . .
  . h . . ~ ~ . . f . . . .
 . h h . . ~ . . . . . . .
  . . . . . f f . . . h . .
 . . . . . . f . . . . . .
]], { shape = "hex", stagger = "odd-r", origin = { 24, 28 },
  cell_size = { 32 * math.sqrt(3), 64 },
  prices = { forest = 2, hill = 2, water = false }, opaque = { forest = true },
  legend = { f = "forest", h = "hill", ["~"] = "water" } })

-- Arrows fly over water. Horses are slow in forests.
local eyes = tilepath.pathfinder(grid, { prices = { water = 1 } })
local foot = tilepath.pathfinder(grid)
local horse = tilepath.pathfinder(grid, { prices = { forest = 4 } })
local KINDS = {
  knight = { finder = foot, moves = 4, range = 1, letter = "K" },
  archer = { finder = foot, moves = 3, range = 3, letter = "A" },
  rider = { finder = horse, moves = 6, range = 1, letter = "R" },
}

local blue, red = tilepath.crowd(grid), tilepath.crowd(grid)
local foes_of = { [blue] = red, [red] = blue }
local chosen, reach, strikes = false, false, false
local is_red, walker = false, false           -- whose turn, and who walks

local function add(crowd, kind, x, y)
  local unit = crowd:add { finder = kind.finder, cell_x = x, cell_y = y }
  unit.kind, unit.health = kind, 10
  unit.may_walk, unit.may_strike = true, true
end

for i, name in ipairs { "knight", "archer", "rider", "knight", "archer" } do
  add(blue, KINDS[name], 1 + i % 2, 2 * i)
  add(red, KINDS[name], 13 - i % 2, 2 * i - 1)
end

-- Rules -----------------------------------------------------------------------

local function reach_of(unit)
  local foes = foes_of[unit.crowd]
  return unit.kind.finder:reach(unit.cell_x, unit.cell_y,
    unit.may_walk and unit.kind.moves or 0,
    { avoid = foes, stops = foes, pass = unit.crowd })
end

local function walk(unit, path)
  unit:follow(path)
  unit.may_walk = false
end

-- A foe that the unit strikes from a cell, the weakest.
local function target_of(unit, x, y)
  local view, weakest = eyes:view(x, y, unit.kind.range), nil
  for _, foe in ipairs(foes_of[unit.crowd]:units()) do
    if view:has(foe.cell_x, foe.cell_y)
        and (not weakest or foe.health < weakest.health) then
      weakest = foe
    end
  end
  return weakest
end

local function strike(unit, foe)
  local view = eyes:view(unit.cell_x, unit.cell_y, unit.kind.range)
  if not unit.may_strike or not view:has(foe.cell_x, foe.cell_y) then return end
  unit.may_walk, unit.may_strike = false, false
  foe.health = foe.health - 4
  if foe.health <= 0 then foe:remove() end
end

local function begin_turn(crowd)
  is_red = crowd == red
  for _, unit in ipairs(crowd:units()) do
    unit.may_walk, unit.may_strike = true, true
  end
end

-- The red side ----------------------------------------------------------------

-- How many foes can strike each cell in their next turn.
local function threat_to(unit)
  local threat = tilepath.layer(grid)
  for _, foe in ipairs(foes_of[unit.crowd]:units()) do
    threat:add(eyes:view(reach_of(foe), foe.kind.range), 1)
  end
  return threat
end

-- To the cell from which it strikes; else towards the foes, out of their range.
local function best_path(unit)
  local goals = {}
  for i, foe in ipairs(foes_of[unit.crowd]:units()) do
    goals[i] = { foe.cell_x, foe.cell_y }
  end
  local threat, best, best_x, best_y = threat_to(unit), -math.huge, nil, nil
  local cells, way = reach_of(unit), unit.kind.finder:field(goals)
  for x, y in cells:cells() do
    local score = (target_of(unit, x, y) and 10 or 0) - threat:get(x, y)
      - (way:cost(x, y) or 99)
    if score > best then best, best_x, best_y = score, x, y end
  end
  return cells:path(best_x, best_y)
end

local function play_red()
  if walker then
    local foe = target_of(walker, walker.cell_x, walker.cell_y)
    if foe then strike(walker, foe) end
    walker = false
  end
  for _, unit in ipairs(red:units()) do
    if unit.may_walk and blue.count > 0 then
      walker = unit
      return walk(unit, best_path(unit))
    end
  end
  begin_turn(blue)
end

-- The game --------------------------------------------------------------------

local function choose(unit)
  chosen, reach, strikes = unit, unit and reach_of(unit), false
  if unit and unit.may_strike then
    strikes = eyes:view(reach, unit.kind.range)
  end
end

function love.update(dt)
  blue:update(dt)
  red:update(dt)
  if is_red and red.moving == 0 then play_red() end
end

function love.mousepressed(mouse_x, mouse_y)
  if is_red or blue.moving > 0 then return end
  local x, y = grid:to_cell(mouse_x, mouse_y)
  local foe, path = red:at(x, y), chosen and reach:path(x, y)
  if blue:at(x, y) then return choose(blue:at(x, y)) end
  if chosen and foe then strike(chosen, foe)
  elseif path then walk(chosen, path) end
  choose(false)
end

function love.keypressed(key)
  if key ~= "space" or is_red or blue.moving > 0 then return end
  choose(false)
  begin_turn(red)
end

local function draw_unit(unit, colour)
  love.graphics.setColor(colour)
  love.graphics.circle("fill", unit.x, unit.y, 19)
  love.graphics.setColor(1, 1, 1)
  if unit == chosen then love.graphics.circle("line", unit.x, unit.y, 22) end
  love.graphics.printf(unit.kind.letter .. " " .. unit.health, unit.x - 20,
    unit.y - 7, 40, "center")
end

love.graphics.setBackgroundColor(0.95, 0.94, 0.9)
function love.draw()
  for x, y, terrain in grid:cells() do
    love.graphics.setColor(LOOKS[terrain])
    love.graphics.polygon("fill", grid:cell_polygon(x, y))
  end
  love.graphics.setColor(0.8, 0.2, 0.1, 0.4)
  if strikes then
    for x, y in strikes:cells() do
      if not reach:cost(x, y) then
        love.graphics.polygon("fill", grid:cell_polygon(x, y))
      end
    end
  end
  tilepath.draw({ grid, reach },
    { colours = { terrain = false, wall = false, lattice = true } })
  for _, unit in ipairs(blue:units()) do draw_unit(unit, SIDES.blue) end
  for _, unit in ipairs(red:units()) do draw_unit(unit, SIDES.red) end
end
