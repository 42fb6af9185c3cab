-- The rules of the skirmish, and everything that they ask of tilepath: reach by
-- terrain, zones of control as prices, ranges in steps, and sight. Nothing here
-- draws or knows LÖVE.

local tilepath = require "tilepath"

local ZONE = 2 -- the surcharge of a step beside an enemy
local COVER = { open = 0, forest = 1, hill = 2 }
local KINDS = {
  guard = { moves = 5, health = 12, blow = 5, range = 1, sight = 5 },
  archer = { moves = 5, health = 8, blow = 4, range = 3, sight = 5 },
  rider = { moves = 8, health = 10, blow = 4, range = 1, sight = 6,
            prices = { forest = 4, hill = 5 } },
  scout = { moves = 6, health = 7, blow = 3, range = 2, sight = 7,
            prices = { forest = 1, hill = 2 } },
}

local Battle = {}
Battle.__index = Battle

local function add(self, side, name, x, y)
  local kind = KINDS[name]
  local unit = self.crowd:add {
    finder = tilepath.pathfinder(self.grid, {
      prices = kind.prices, layers = { { self.zones[side], 1 } } }),
    cell_x = x, cell_y = y }
  unit.side, unit.name, unit.kind = side, name, kind
  unit.health, unit.moves, unit.pain = kind.health, kind.moves, 0
  unit.walker = tilepath.follower { x = unit.x, y = unit.y, speed = 260 }
end

function Battle:side_of(side)
  local units = {}
  for _, unit in ipairs(self.crowd:units()) do
    if unit.side == side then units[#units + 1] = unit end
  end
  return units
end

function Battle:sees(side, unit)
  return self.fogs[side]:get(unit.cell_x, unit.cell_y) == 0
end

-- What a side sees: enemies in view, enemies out of view, and the zones of
-- control of the enemies in view. Forest and hills hide what is behind them.
local function look(self, side, other)
  local grid, fog, zone = self.grid, self.fogs[side], self.zones[side]
  fog:fill(1, 1, grid.width, grid.height, 255)
  zone:fill(1, 1, grid.width, grid.height, 0)
  for _, unit in ipairs(self:side_of(side)) do
    local view = self.eyes:view(unit.cell_x, unit.cell_y, unit.kind.sight)
    for x, y in view:cells() do fog:set(x, y, 0) end
  end
  local seen, hidden = {}, {}
  for _, enemy in ipairs(self:side_of(other)) do
    local is_seen = self:sees(side, enemy)
    table.insert(is_seen and seen or hidden, enemy)
    for x, y in enemy.finder:neighbors(enemy.cell_x, enemy.cell_y) do
      if is_seen then zone:set(x, y, ZONE) end
    end
  end
  self.seen[side], self.hidden[side] = seen, hidden
end

local function look_all(self)
  look(self, "blue", "red")
  look(self, "red", "blue")
end

-- The reach of a unit with its moves left. An unseen enemy is not in the way
-- yet.
function Battle:reach(unit)
  return unit.finder:reach(unit.cell_x, unit.cell_y, unit.moves,
    { avoid = self.crowd, except = self.hidden[unit.side] })
end

-- The path to a place from which a unit can strike an enemy, and that enemy.
function Battle:way_to_strike(unit, enemies)
  local goals = {}
  for i, enemy in ipairs(enemies) do
    goals[i] = { enemy.cell_x, enemy.cell_y }
  end
  local path = unit.finder:find(unit.cell_x, unit.cell_y, goals,
    { within = unit.kind.range, partial = true, avoid = self.crowd,
      except = self.hidden[unit.side] })
  return path, enemies[path.goal_index]
end

-- Goes along a path as far as the moves last, or into an ambush.
function Battle:walk(unit, path)
  local reach, x, y = self:reach(unit), unit.cell_x, unit.cell_y
  for i, px, py in path:points() do
    if not reach:cost(px, py) or i > 1 and self.crowd:at(px, py) then break end
    x, y = px, py
  end
  local way, cost = reach:path(x, y)
  unit:set_cell(x, y)
  unit.moves = unit.moves - cost
  unit.walker:follow(way:to_world(self.grid))
  look_all(self)
end

function Battle:attack(unit, enemies)
  local path, enemy = self:way_to_strike(unit, enemies)
  self:walk(unit, path)
  local x, y = enemy.cell_x, enemy.cell_y
  if self.grid:distance(unit.cell_x, unit.cell_y, x, y) > unit.kind.range
    or unit.has_struck then return end
  unit.moves, unit.has_struck = 0, true
  enemy.health = enemy.health - unit.kind.blow + COVER[self.grid:get(x, y)]
  enemy.pain = 0.5
  if enemy.health <= 0 then enemy:remove() end
  look_all(self)
end

function Battle:is_busy()
  for _, unit in ipairs(self.crowd:units()) do
    if unit.walker.moving or unit.pain > 0 then return true end
  end
end

function Battle:end_turn()
  self.side = self.side == "blue" and "red" or "blue"
  self.waiting = self:side_of "red"
  for _, unit in ipairs(self.crowd:units()) do
    unit.moves, unit.has_struck = unit.kind.moves, false
  end
end

-- Red plays by itself, unit by unit: to an enemy, or to the ford.
function Battle:update(dt)
  for _, unit in ipairs(self.crowd:units()) do
    unit.walker:update(dt)
    unit.pain = unit.pain - dt
  end
  if self.side == "blue" or self:is_busy() then return end
  local unit = table.remove(self.waiting, 1)
  if not unit then
    self:end_turn()
  elseif self.seen.red[1] then
    self:attack(unit, self.seen.red)
  else
    self:walk(unit, assert(unit.finder:find(unit.cell_x, unit.cell_y, 13, 8,
      { within = 2, partial = true, avoid = self.crowd })))
  end
end

-- A battle on a drawn map: hexagons with pointy tops, `height` pixels high.
return function(map, height, origin)
  local grid = tilepath.grid(map, { shape = "hex",
    cell_size = { height * math.sqrt(3) / 2, height },
    origin = { origin, origin },
    prices = { forest = 2, hill = 3, water = false },
    opaque = { forest = true, hill = true },
    legend = { f = "forest", h = "hill", ["~"] = "water" } })
  local self = setmetatable({ side = "blue", seen = {}, hidden = {},
    grid = grid, crowd = tilepath.crowd(grid),
    zones = { blue = tilepath.layer(grid), red = tilepath.layer(grid) },
    fogs = { blue = tilepath.layer(grid), red = tilepath.layer(grid) },
    eyes = tilepath.pathfinder(grid, { prices = { water = 1 } }),
  }, Battle)
  add(self, "blue", "guard", 9, 9)
  add(self, "blue", "archer", 7, 7)
  add(self, "blue", "rider", 6, 10)
  add(self, "blue", "scout", 10, 5)
  add(self, "red", "guard", 16, 9)
  add(self, "red", "archer", 18, 7)
  add(self, "red", "rider", 19, 11)
  add(self, "red", "scout", 17, 4)
  look_all(self)
  return self
end
