-- The creeps: they come by the road and walk to the fort along the field of
-- their size. Some turn back for a while if they are hit.

local atan2 = math.atan2 or math.atan    -- one of two arguments, since Lua 5.3

local Creeps = {}
Creeps.__index = Creeps

-- Speeds in pixels a second. A creep flees for `flees` seconds a hit.
local KINDS = {
  scout = { walk = "small", speed = 85, health = 9, flees = 1.2, radius = 6 },
  soldier = { walk = "small", speed = 55, health = 16, radius = 7 },
  ogre = { walk = "large", speed = 34, health = 60, radius = 17 },
}
local ORDER = { "soldier", "soldier", "scout", "soldier", "scout", "ogre",
                "soldier", "scout" }
local PAUSE = 0.6 -- seconds between two creeps

function Creeps.new(walks)
  return setmetatable({ walks = walks, list = {}, wait = 0, come = 0,
                        fallen = 0, through = 0 }, Creeps)
end

function Creeps:spawn()
  local name = ORDER[self.come % #ORDER + 1]
  local kind = KINDS[name]
  local walk = self.walks[kind.walk]
  local x, y = walk.finder:to_world(walk.start[1], walk.start[2])
  self.come = self.come + 1
  self.list[#self.list + 1] = {
    name = name, kind = kind, walk = walk, x = x, y = y, angle = 0,
    health = kind.health, scared = 0,
    aside = love.math.random() * 10 - 5,   -- drawn beside the line they walk
  }
end

-- One call moves all creeps that follow the same field at the same speed.
local xs, ys = {}, {}

local function advance(field, creeps, distance)
  for i, creep in ipairs(creeps) do
    xs[i], ys[i] = creep.x, creep.y
  end
  field:advance(xs, ys, #creeps, distance)
  for i, creep in ipairs(creeps) do
    local dx, dy = xs[i] - creep.x, ys[i] - creep.y
    if dx ~= 0 or dy ~= 0 then creep.angle = atan2(dy, dx) end
    creep.x, creep.y = xs[i], ys[i]
  end
end

function Creeps:walk(dt)
  for _, kind in pairs(KINDS) do
    local calm, scared = {}, {}
    for _, creep in ipairs(self.list) do
      if creep.kind == kind then
        local group = creep.scared > 0 and scared or calm
        group[#group + 1] = creep
        creep.scared = math.max(creep.scared - dt, 0)
      end
    end
    local walk = self.walks[kind.walk]
    advance(walk.field, calm, kind.speed * dt)
    advance(walk.flee, scared, kind.speed * dt)
  end
end

-- Removes creeps that have fallen or come through.
function Creeps:count_out()
  for i = #self.list, 1, -1 do
    local creep = self.list[i]
    local x, y = creep.walk.finder:to_cell(creep.x, creep.y)
    if creep.health <= 0 then
      self.fallen = self.fallen + 1
      table.remove(self.list, i)
    elseif creep.walk.field:cost(x, y) == 0 then
      self.through = self.through + 1
      table.remove(self.list, i)
    end
  end
end

function Creeps:update(dt)
  self.wait = self.wait - dt
  if self.wait <= 0 then
    self.wait = self.wait + PAUSE
    self:spawn()
  end
  self:walk(dt)
  self:count_out()
end

function Creeps:hit(creep)
  creep.health = creep.health - 1
  creep.scared = creep.kind.flees or 0
end

return Creeps
