-- Three hundred soldiers, their orders and the castle's gate: everything that
-- the game asks of tilepath. Nothing here draws or knows LÖVE.
--
-- The crowd moves all units. An order is one call. The game need not care which
-- unit blocks, makes way, or waits before a gate.

local tilepath = require "tilepath"

local NODES = 4000 -- what an update may search
local NEAR = 2     -- cells: near enough, for many
local SIGHT = 112  -- pixels: so far soldiers on an attack see a sentry
local HP = 3       -- a sentry falls when one soldier hits it so many seconds

-- Speeds in pixels a second. A unit makes way for one of higher priority.
local KINDS = {
  soldier = { speed = 64, radius = 6 },
  archer = { speed = 72, radius = 6 },
  scout = { speed = 104, radius = 5 },
  sentry = { speed = 56, radius = 6 },
  giant = { speed = 48, radius = 13, size = 2, priority = 2 },
}

-- Rectangles of cells in which they stand at first.
local CAMPS = {
  { "soldier", 3, 5, 20, 14 },
  { "archer", 3, 25, 14, 29 },
  { "scout", 3, 32, 12, 35 },
  { "giant", 2, 17, 25, 18 },
}
local ROUNDS = {                           -- of the sentries, in the castle
  { 44, 13, 44, 28 }, { 48, 28, 48, 14 }, { 43, 19, 53, 21 },
  { 53, 22, 43, 22 }, { 45, 15, 54, 12 }, { 54, 29, 45, 27 },
  { 49, 13, 56, 28 }, { 56, 13, 49, 28 },
}

local Army = {}
Army.__index = Army

local function new_land(text, cell, margin)
  return tilepath.grid(text, {
    cell_size = cell, origin = { margin, margin },
    prices = { grass = 1, floor = 1, road = 0.5, bridge = 0.5, gate = 0.5,
                water = false, tree = false },
    legend = { ["."] = "grass", ["="] = "road", ["-"] = "bridge",
               _ = "floor", G = "gate", ["~"] = "water", t = "tree" },
  })
end

local function add(self, name, x, y)
  local kind = KINDS[name]
  local unit = assert(self.crowd:add {
    finder = self.finders[kind.size or 1], cell_x = x, cell_y = y,
    speed = kind.speed, priority = kind.priority,
  })
  unit.name, unit.kind, unit.mark_age = name, kind, 0
  self.units[#self.units + 1] = unit
  return unit
end

-- Choosing -------------------------------------------------------------------

function Army:choose_none()
  for _, unit in ipairs(self.chosen) do unit.is_chosen = false end
  self.chosen = {}
end

function Army:choose(unit)
  if unit.is_chosen or unit.hp then return end    -- sentries obey others
  unit.is_chosen = true
  self.chosen[#self.chosen + 1] = unit
end

-- All of ours that a box of the world touches.
function Army:choose_box(x1, y1, x2, y2)
  for _, unit in ipairs(self.crowd:units_within(x1, y1, x2, y2)) do
    self:choose(unit)
  end
end

function Army:choose_kind(name)
  for _, unit in ipairs(self.units) do
    if unit.name == name then self:choose(unit) end
  end
end

-- Orders ---------------------------------------------------------------------

-- `how` has `queued`, for an order that begins when those before it are over,
-- and `attack`, for units that fight on their way.
local function note_order(self, how, x, y)
  for _, unit in ipairs(self.chosen) do
    unit.attacks = how.attack or how.queued and unit.attacks
  end
  self.target = { x = x, y = y, age = 0 }
end

-- A single unit goes to the point itself, or as near as possible. Of several
-- units each gets a cell of its own around it, or near that cell.
function Army:go(x, y, how)
  how, self.refusal = how or {}, nil
  if not self.chosen[1] then return end
  local ok, reason
  if self.chosen[2] then
    ok, reason = self.crowd:go(self.chosen, x, y,
      { settle = NEAR, queued = how.queued })
  else
    ok, reason = self.chosen[1]:go(x, y,
      { partial = true, queued = how.queued })
  end
  note_order(self, how, x, y)
  self.refusal = not ok and reason or nil
end

-- Each unit patrols between its place and another one, as far away as x, y is
-- from the middle of all.
function Army:patrol(x, y, how)
  how = how or {}
  local count, middle_x, middle_y = #self.chosen, 0, 0
  for _, unit in ipairs(self.chosen) do
    middle_x, middle_y = middle_x + unit.x / count, middle_y + unit.y / count
  end
  for _, unit in ipairs(self.chosen) do
    unit:patrol({ { unit.x, unit.y },
                  { unit.x + x - middle_x, unit.y + y - middle_y } },
                { settle = NEAR, queued = how.queued })
  end
  note_order(self, how, x, y)
end

function Army:stop()
  for _, unit in ipairs(self.chosen) do
    unit:stop()
    unit.attacks = false
  end
end

-- A unit that holds its ground is not pushed aside.
function Army:hold()
  for _, unit in ipairs(self.chosen) do
    if unit.status == "paused" then unit:resume() else unit:pause() end
  end
end

-- Fights ---------------------------------------------------------------------

local function without(units, fallen)
  local rest = {}
  for _, unit in ipairs(units) do
    if unit ~= fallen then rest[#rest + 1] = unit end
  end
  return rest
end

-- Soldiers on an attack chase a sentry that they see, and hit it when they are
-- beside it. Then they take up the order that the chase has interrupted.
function Army:fight(dt)
  for _, foe in ipairs(self.sentries) do
    local x, y = foe.x, foe.y
    for _, unit in ipairs(self.crowd:units_within(x - SIGHT, y - SIGHT,
                                                  x + SIGHT, y + SIGHT)) do
      if unit.target == foe then
        local hits = unit.status == "arrived" and not unit.reason
        foe.hp = foe.hp - (hits and dt or 0)
      elseif unit.attacks and not unit.target
        and unit.finder:line_of_sight_world(unit.x, unit.y, x, y) then
        unit:chase(foe, { resume = true })
      end
    end
    if foe.hp <= 0 then
      foe:remove()
      self.units = without(self.units, foe)
      self.sentries = without(self.sentries, foe)
    end
  end
end

-- The gate -------------------------------------------------------------------

function Army:is_gate(x, y)
  for _, cell in ipairs(self.gate) do
    if cell[1] == x and cell[2] == y then return true end
  end
  return false
end

-- Opens or closes some cells of the road. A unit that is going through gets
-- out, and a unit that rests there stays; no unit follows.
function Army:turn_gate()
  self.gate.is_open = not self.gate.is_open
  for _, cell in ipairs(self.gate) do
    self.grid:set_walkable(cell[1], cell[2], self.gate.is_open)
  end
end

-- Time -----------------------------------------------------------------------

function Army:update(dt)
  local before = self.info.decisions
  self:fight(dt)
  self.crowd:update(dt)
  self.info = self.crowd.info
  self.decided = self.info.decisions - before
  for unit, what in self.crowd:events() do
    self.told[what] = (self.told[what] or 0) + 1
    unit.mark, unit.mark_age = what, 0
  end
  for _, unit in ipairs(self.units) do unit.mark_age = unit.mark_age + dt end
  if self.target then self.target.age = self.target.age + dt end
end

-- An army on a land: a text of cells `cell` pixels wide.
return function(text, cell, margin)
  local grid = new_land(text, cell, margin)
  local self = setmetatable({
    grid = grid, nodes = NODES,
    crowd = tilepath.crowd(grid, { max_nodes = NODES }),
    finders = { tilepath.pathfinder(grid),
                tilepath.pathfinder(grid, { size = 2 }) },
    units = {}, sentries = {}, chosen = {}, gate = { is_open = true },
    told = {}, decided = 0,
  }, Army)
  self.info = self.crowd.info
  for x, y in grid:cells("gate") do
    self.gate[#self.gate + 1] = { x, y }
  end
  for _, camp in ipairs(CAMPS) do
    local size = KINDS[camp[1]].size or 1
    for y = camp[3], camp[5], size do
      for x = camp[2], camp[4], size do add(self, camp[1], x, y) end
    end
  end
  for _, round in ipairs(ROUNDS) do
    local sentry = add(self, "sentry", round[1], round[2])
    sentry.hp, self.sentries[#self.sentries + 1] = HP, sentry
    local x, y = grid:to_world(round[3], round[4])
    sentry:patrol { { sentry.x, sentry.y }, { x, y } }
  end
  return self
end
