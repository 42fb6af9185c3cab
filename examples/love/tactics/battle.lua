-- The rules of the skirmish, and everything that they ask of tilepath: the
-- reach of a unit in a turn, the path to a place from which it can strike, the
-- path to a shrine. Nothing here draws or knows LÖVE.
--
-- Each side has a crowd, which knows where its units stand. They are those of
-- the game, which may give them fields of its own. A move ends beside an enemy
-- (`stops`), and leads through friends, but does not end on them (`pass`).
-- Forests hide what is behind them. No cell is edited.

local tilepath = require "tilepath"

local atan2 = math.atan2 or math.atan    -- one of two arguments, since Lua 5.3

local HEALING = 5
local WALK = 220                         -- pixels a second

-- `profile` says how a kind moves, `strikes` from where it strikes (see the
-- queries).
local KINDS = {
  knight = { profile = {}, strikes = "beside",
             moves = 7, health = 12, blow = 5 },
  archer = { profile = {}, strikes = "in_sight",
             moves = 6, health = 8, blow = 3 },
  goblin = { profile = { prices = { swamp = 1 } }, strikes = "beside",
             moves = 6, health = 7, blow = 3 },
  giant = { profile = { size = 2, prices = { water = 4 } }, strikes = "beside",
            moves = 8, health = 18, blow = 6 },
}

local Battle = {}
Battle.__index = Battle

-- One pathfinder serves all units of a kind.
local function add(self, side, name, x, y)
  local kind = KINDS[name]
  local finder = self.finders[name]
    or tilepath.pathfinder(self.grid, kind.profile)
  self.finders[name] = finder
  local unit = assert(self.crowds[side]:add {
    finder = finder, cell_x = x, cell_y = y })
  unit.side, unit.name, unit.kind = side, name, kind
  unit.foes = self.crowds[side == "blue" and "red" or "blue"]
  unit.size, unit.health = finder.profile.size[1], kind.health
  unit.moves, unit.has_struck = kind.moves, false
  unit.walker = tilepath.follower { -- what the player sees of it
    x = unit.x, y = unit.y, speed = WALK, turn_rate = 14,
    angle = side == "red" and math.pi or 0,
  }
end

-- The reach of a unit with its moves left: a tilepath reach.
function Battle:reach(unit)
  return unit.finder:reach(unit.cell_x, unit.cell_y, unit.moves, {
    avoid = unit.foes, stops = unit.foes, pass = unit.crowd })
end

-- A path of several turns, beside one of the goals or in sight of it.
function Battle:way(unit, goals, in_sight)
  return unit.finder:find(unit.cell_x, unit.cell_y, goals, {
    avoid = unit.foes, pass = unit.crowd, partial = true,
    adjacent = not in_sight, sight = in_sight, within = in_sight and 4 or nil })
end

-- The path to a place from which a unit can strike one of the others, and that
-- unit. Weak ones are preferred. A cost of 0 means that it can strike from
-- here.
function Battle:way_to_strike(unit, others)
  local goals = {}
  for i, other in ipairs(others) do
    goals[i] = { other.cell_x, other.cell_y, other.size, other.size,
                 cost = other.health / 3 }
  end
  local path, cost = self:way(unit, goals, unit.kind.strikes == "in_sight")
  return path, cost, path and others[path.goal_index]
end

-- The path to the nearest shrine, or beside it if it is a stone.
function Battle:way_to_shrine(unit)
  return self:way(unit, self.shrines, false)
end

-- Walks along a path as far as the unit can in this turn. Then calls `and_then`
-- with whether that is the path's end.
function Battle:walk(unit, path, and_then)
  local reach = self:reach(unit)
  local x, y = unit.cell_x, unit.cell_y
  for _, px, py in path:points() do
    if reach:has(px, py) then x, y = px, py end
  end
  local way, cost = reach:path(x, y)
  local last_x, last_y = path:point(path:size())
  local is_there = x == last_x and y == last_y and not path.partial

  unit:set_cell(x, y)
  unit.moves = unit.moves - cost
  function unit.walker.on_arrived()
    if and_then then and_then(is_there) end
  end
  unit.walker:follow(way:to_world(unit.finder))
end

function Battle:strike(unit, other)
  unit.has_struck, unit.moves = true, 0
  other.health = other.health - unit.kind.blow
  unit.walker.angle = atan2(other.walker.y - unit.walker.y,
                            other.walker.x - unit.walker.x)
  self.flash = { from = unit, to = other, age = 0 }
  if other.health <= 0 then other:remove() end
end

function Battle:attack(unit, others)
  if unit.has_struck then return end
  local path, _, other = self:way_to_strike(unit, others)
  if not path then return end
  self:walk(unit, path, function(is_there)
    if is_there then self:strike(unit, other) end
  end)
end

function Battle:heal(unit)
  local path = self:way_to_shrine(unit)
  if not path or unit.has_struck then return end
  self:walk(unit, path, function(is_there)
    if not is_there then return end
    unit.health = math.min(unit.health + HEALING, unit.kind.health)
    unit.has_struck, unit.moves = true, 0
  end)
end

function Battle:side_of(side) return self.crowds[side]:units() end

function Battle:at(x, y)
  return self.crowds.blue:at(x, y) or self.crowds.red:at(x, y)
end

function Battle:units()
  local units = self:side_of "blue"
  for _, unit in ipairs(self:side_of "red") do units[#units + 1] = unit end
  return units
end

-- Is a unit still walking, or a blow still to be seen?
function Battle:is_busy()
  for _, unit in ipairs(self:units()) do
    if unit.walker.moving then return true end
  end
  return self.flash ~= nil
end

function Battle:end_turn()
  self.side = self.side == "blue" and "red" or "blue"
  self.waiting = self.side == "red" and self:side_of "red" or {}
  for _, unit in ipairs(self:units()) do
    unit.moves, unit.has_struck = unit.kind.moves, false
  end
end

-- Red plays by itself, unit by unit.
function Battle:update(dt)
  for _, unit in ipairs(self:units()) do unit.walker:update(dt) end
  if self.flash then
    self.flash.age = self.flash.age + dt
    if self.flash.age > 0.5 then self.flash = nil end
  end
  if self.side == "blue" or self:is_busy() then return end
  local unit = table.remove(self.waiting, 1)
  local others = self:side_of "blue"
  if unit and others[1] then self:attack(unit, others)
  else self:end_turn() end
end

-- A battle on a drawn map, whose cells are pixels of the screen.
return function(map, cell_size, origin)
  local self = setmetatable({
    finders = {}, shrines = {}, waiting = {}, side = "blue",
  }, Battle)
  self.grid = tilepath.grid(map, {
    cell_size = cell_size, origin = { origin, origin },
    prices = { grass = 1, road = 0.5, bridge = 0.5, swamp = 3, tree = 2,
               water = false, shrine = false },
    opaque = { tree = true },
    legend = { ["."] = "grass", ["="] = "road", ["-"] = "bridge",
               s = "swamp", ["~"] = "water", t = "tree", ["+"] = "shrine" },
  })
  self.crowds = { blue = tilepath.crowd(self.grid),
                  red = tilepath.crowd(self.grid) }
  for x, y in self.grid:cells("shrine") do
    self.shrines[#self.shrines + 1] = { x, y }
  end
  add(self, "blue", "knight", 10, 8)
  add(self, "blue", "archer", 8, 6)
  add(self, "blue", "giant", 7, 12)
  add(self, "red", "goblin", 16, 7)
  add(self, "red", "goblin", 17, 9)
  add(self, "red", "archer", 21, 10)
  add(self, "red", "giant", 22, 3)
  return self
end
