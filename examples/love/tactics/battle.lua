-- The rules of the skirmish, and all that they ask of tilepath: how far a unit
-- comes in a turn, the way to where it can strike, the way to a shrine. Nothing
-- here draws or knows of LÖVE.
--
-- The cells under units are closed, so that no way leads through them; those
-- of a unit are open while a question is asked for it.

local tilepath = require "tilepath"

local atan2 = math.atan2 or math.atan    -- one of two arguments, since Lua 5.3

local BESIDE = { goal = "adjacent", partial = true }
local IN_SIGHT = { range = 4, range_sight = true, partial = true }
local HEALING = 5
local WALK = 220                         -- pixels a second

-- `profile` says how a kind moves, `query` from where it can strike.
local KINDS = {
  knight = { profile = {}, query = BESIDE, moves = 7, health = 12, blow = 5 },
  archer = { profile = {}, query = IN_SIGHT, moves = 6, health = 8, blow = 3 },
  goblin = { profile = { costs = { swamp = 1 } }, query = BESIDE,
             moves = 6, health = 7, blow = 3 },
  giant = { profile = { size = 2, costs = { water = 4 } }, query = BESIDE,
            moves = 8, health = 18, blow = 6 },
}

local Battle = {}
Battle.__index = Battle

-- The cells that a unit stands on: a large one on several.
local function cells_of(unit)
  local cells = {}
  for y = unit.y, unit.y + unit.size - 1 do
    for x = unit.x, unit.x + unit.size - 1 do
      cells[#cells + 1] = { x, y }
    end
  end
  return cells
end

local function set_open(self, unit, open)
  for _, cell in ipairs(cells_of(unit)) do
    self.grid:set_walkable(cell[1], cell[2], open)
  end
end

-- What `question` answers for a unit that does not stand in its own way.
local function ask(self, unit, question)
  set_open(self, unit, true)
  local answer, cost = question(unit.finder)
  set_open(self, unit, false)
  return answer, cost
end

-- One pathfinder serves all units of a kind.
local function add(self, side, name, x, y)
  local kind = KINDS[name]
  local finder = self.finders[name]
    or tilepath.pathfinder(self.grid, kind.profile)
  self.finders[name] = finder
  local unit = {
    side = side, name = name, kind = kind, finder = finder, x = x, y = y,
    size = finder.profile.size[1],
    health = kind.health, moves = kind.moves, has_struck = false,
  }
  local wx, wy = finder:to_world(x, y)
  unit.walker = tilepath.follower {
    x = wx, y = wy, speed = WALK, turn_rate = 14,
    angle = side == "red" and math.pi or 0,
  }
  self.units[#self.units + 1] = unit
  set_open(self, unit, false)
end

-- Where a unit comes with the moves that it has left: a tilepath reach.
function Battle:reach(unit)
  return ask(self, unit, function(finder)
    return finder:reach(unit.x, unit.y, unit.moves)
  end)
end

-- The way to where a unit can strike one of some others, the weak ones rather
-- than the strong ones, and which of them. A cost of 0: it can from here.
function Battle:way_to_strike(unit, others)
  local goals = {}
  for i, other in ipairs(others) do
    goals[i] = { other.x, other.y, other.health / 3,
                 w = other.size, h = other.size }
  end
  local path, cost = ask(self, unit, function(finder)
    return finder:find(unit.x, unit.y, goals, unit.kind.query)
  end)
  return path, cost, path and others[path.goal]
end

-- The way to the nearest shrine, and to its side where it is a stone.
function Battle:way_to_shrine(unit)
  return ask(self, unit, function(finder)
    return finder:find(unit.x, unit.y, self.shrines, BESIDE)
  end)
end

-- Walks along a path as far as the unit comes in this turn, then calls
-- `and_then` with whether that is its end.
function Battle:walk(unit, path, and_then)
  local reach = self:reach(unit)
  local x, y = unit.x, unit.y
  for _, px, py in path:points() do
    if not reach:cost(px, py) then break end
    x, y = px, py
  end
  local way, cost = reach:path(x, y)
  local last_x, last_y = path:point(path:count())
  local is_there = x == last_x and y == last_y and not path.partial

  set_open(self, unit, true)
  unit.x, unit.y, unit.moves = x, y, unit.moves - cost
  set_open(self, unit, false)
  function unit.walker.on_arrive()
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
  if other.health > 0 then return end
  set_open(self, other, true)
  for i, each in ipairs(self.units) do
    if each == other then table.remove(self.units, i) break end
  end
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

function Battle:side_of(side)
  local units = {}
  for _, unit in ipairs(self.units) do
    if unit.side == side then units[#units + 1] = unit end
  end
  return units
end

-- The unit that covers a cell.
function Battle:unit_at(x, y)
  for _, unit in ipairs(self.units) do
    if x >= unit.x and x < unit.x + unit.size
      and y >= unit.y and y < unit.y + unit.size then
      return unit
    end
  end
end

-- Is a unit still walking, or a blow still to be seen?
function Battle:is_busy()
  for _, unit in ipairs(self.units) do
    if unit.walker:is_following() then return true end
  end
  return self.flash ~= nil
end

function Battle:end_turn()
  self.side = self.side == "blue" and "red" or "blue"
  self.waiting = self.side == "red" and self:side_of "red" or {}
  for _, unit in ipairs(self.units) do
    unit.moves, unit.has_struck = unit.kind.moves, false
  end
end

-- Red plays by itself, one unit after the other.
function Battle:update(dt)
  for _, unit in ipairs(self.units) do unit.walker:update(dt) end
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
    units = {}, finders = {}, shrines = {}, waiting = {}, side = "blue",
  }, Battle)
  self.grid = tilepath.grid(map, {
    cell_size = cell_size, origin_x = origin, origin_y = origin,
    terrain = { grass = 1, road = 0.5, bridge = 0.5, swamp = 3,
                water = false, tree = false, shrine = false },
    legend = { ["."] = "grass", ["="] = "road", ["-"] = "bridge",
               s = "swamp", ["~"] = "water", t = "tree", ["+"] = "shrine" },
  })
  for x, y in self.grid:cells("shrine") do
    self.shrines[#self.shrines + 1] = { x, y }
  end
  add(self, "blue", "knight", 10, 8)
  add(self, "blue", "archer", 8, 6)
  add(self, "blue", "giant", 7, 12)
  add(self, "red", "goblin", 16, 7)
  add(self, "red", "goblin", 17, 9)
  add(self, "red", "archer", 21, 10)
  add(self, "red", "giant", 22, 4)
  return self
end
