-- Draws the battle: ground, reach, zones of control, fog, the path that a click
-- would take, units, and the text beside the map.

local tilepath = require "tilepath"

local graphics = love.graphics

local GROUND = { open = { 0.635, 0.714, 0.506 }, forest = { 0.459, 0.58, 0.4 },
  hill = { 0.741, 0.655, 0.482 }, water = { 0.416, 0.627, 0.725 } }
local SIDES = { blue = { 0.20, 0.33, 0.56 }, red = { 0.68, 0.24, 0.21 } }
local CORAL, CREAM = { 0.945, 0.400, 0.310 }, { 0.99, 0.97, 0.92 }
local BORDERS = { lattice = { 0.10, 0.12, 0.17, 0.2 }, terrain = false,
  wall = false }
local FOG = { layer = { 0.10, 0.12, 0.17, 0.55 } }
local ZONE = { layer = { 0.80, 0.10, 0.20 } }
local PLANS = { reach = CREAM, path = CORAL }

local function colour(of, alpha)
  graphics.setColor(of[1], of[2], of[3], alpha)
end

local SIGNS = {
  forest = function(x, y)
    for i = -1, 1 do
      colour { 0.341, 0.482, 0.337 }
      graphics.circle("fill", x + 11 * i, y + 6 * (i % 2) - 3, 9)
      colour { 0.424, 0.565, 0.396 }
      graphics.circle("fill", x + 11 * i - 2, y + 6 * (i % 2) - 5, 5)
    end
  end,
  hill = function(x, y)
    colour { 0.553, 0.451, 0.322 }
    graphics.polygon("fill", x - 16, y + 11, x - 3, y - 13, x + 9, y + 11)
    colour { 0.655, 0.549, 0.400 }
    graphics.polygon("fill", x - 2, y + 11, x + 8, y - 5, x + 17, y + 11)
  end,
  water = function(x, y)
    colour { 0.494, 0.694, 0.780 }
    graphics.line(x - 9, y, x - 4, y - 3, x, y, x + 5, y - 3, x + 9, y)
  end,
}

local function draw_ground(grid)
  for x, y, terrain in grid:cells() do
    colour(GROUND[terrain])
    graphics.polygon("fill", grid:cell_polygon(x, y))
    if SIGNS[terrain] then SIGNS[terrain](grid:to_world(x, y)) end
  end
end

-- What a side does not see, the zones of enemies that it sees, the reach of the
-- chosen unit, and the path that a click would take.
local function draw_plans(battle, reach, path)
  tilepath.draw({ { battle.grid, colours = BORDERS },
                  { battle.fogs.blue, colours = FOG },
                  { battle.zones.blue, colours = ZONE }, reach or false,
                  path or false }, { colours = PLANS })
end

-- The cost for the chosen unit to come to each cell.
local function draw_costs(grid, reach)
  for x, y, cost in reach:cells() do
    local wx, wy = grid:to_world(x, y)
    graphics.setColor(0.13, 0.17, 0.25)
    graphics.printf(("%d"):format(cost), wx - 20, wy + 5, 40, "center")
  end
end

local function draw_aim(grid, path, foe)
  colour(CORAL)
  graphics.setLineWidth(3)
  graphics.polygon("line", grid:cell_polygon(path:point(path:size())))
  if foe then graphics.circle("line", foe.walker.x, foe.walker.y, 21) end
end

local function draw_unit(unit)
  local x, y = unit.walker.x, unit.walker.y
  colour(unit.pain > 0 and CORAL or CREAM)
  graphics.circle("fill", x, y, 17 + math.max(0, 20 * unit.pain))
  colour(SIDES[unit.side])
  graphics.circle("fill", x, y, 15)
  colour(CREAM)
  graphics.printf(unit.name:sub(1, 1):upper(), x - 20, y - 8, 40, "center")
  graphics.setColor(0.13, 0.14, 0.17)
  graphics.rectangle("fill", x - 14, y - 23, 28, 6, 2)
  colour { 0.60, 0.85, 0.45 }
  graphics.rectangle("fill", x - 13, y - 22,
    26 * unit.health / unit.kind.health, 4)
end

return function(game)
  local battle, grid = game.battle, game.battle.grid
  local reach = not battle:is_busy() and game.reach
  draw_ground(grid)
  draw_plans(battle, reach, game.path)
  if reach then draw_costs(grid, reach) end
  if game.path then draw_aim(grid, game.path, game.foe) end
  for _, unit in ipairs(battle.crowd:units()) do
    if unit.side == "blue" or battle:sees("blue", unit) then draw_unit(unit) end
  end
end
