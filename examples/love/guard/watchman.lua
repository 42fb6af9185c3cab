-- A guard walks its round. It chases the thief as long as it sees him. After it
-- has lost him it goes to the place where it last saw him, looks round there,
-- and returns to its round. It asks tilepath what is in sight, and uses a
-- follower that walks, goes and chases.

local tilepath = require "tilepath"

local WALK, RUN = 62, 116                -- pixels a second
local RANGE, HALF_ANGLE = 9, 0.6 -- of its cone: cells, radians
local GRIP = 15 -- pixels: nearer, he is caught
local MEMORY = 0.7 -- seconds: it chases him unseen
local LOOK = 3 -- seconds: it looks round

local Watchman = {}
Watchman.__index = Watchman

local atan2 = math.atan2 or math.atan    -- one of two arguments, since Lua 5.3

-- The world points of a round, as a path.
local function lay(grid, corners)
  local points = {}
  for _, corner in ipairs(corners) do
    local x, y = grid:to_world(corner[1], corner[2])
    points[#points + 1] = x
    points[#points + 1] = y
  end
  return tilepath.path(points, "world")
end

-- What the guard sees from its cell, in all directions. It looks again if it
-- comes to another cell, or if the map changes.
local function look(self)
  local grid, walker = self.eyes.grid, self.walker
  local x, y = grid:to_cell(walker.x, walker.y)
  if x ~= self.x or y ~= self.y or grid.revision ~= self.revision then
    self.x, self.y, self.revision = x, y, grid.revision
    self.view = self.eyes:view(x, y, RANGE)
  end
end

function Watchman:sees(place)
  local walker = self.walker
  local dx, dy = place.x - walker.x, place.y - walker.y
  local off = (atan2(dy, dx) - walker.angle + math.pi) % (2 * math.pi) - math.pi
  return math.abs(off) <= HALF_ANGLE and self.view ~= nil
    and self.view:has(self.eyes.grid:to_cell(place.x, place.y))
end

local function patrol(self)
  self.mood, self.walker.speed = "patrol", WALK
  self.walker:patrol(self.round)
end

local function chase(self, thief)
  if self.mood ~= "chase" then
    self.mood, self.walker.speed = "chase", RUN
    local grid = self.eyes.grid
    self.walker:chase(thief, { within = GRIP / grid.cell_size, partial = true })
  end
  self.unseen, self.last_x, self.last_y = 0, thief.x, thief.y
end

local function search(self)
  self.mood, self.walker.speed = "search", WALK
  self.looked = 0
  self.walker:go(self.last_x, self.last_y, { partial = true })
end

local function go_back(self)
  self.mood = "return"
  self.walker:go(self.round[1], self.round[2])
end

function Watchman:update(dt, thief)
  local walker = self.walker
  walker:update(dt)
  look(self)
  if self:sees(thief) then
    chase(self, thief)
  elseif self.mood == "chase" then
    self.unseen = self.unseen + dt
    if self.unseen > MEMORY then search(self) end
  elseif self.mood == "search" and not walker.moving then
    self.looked = self.looked + dt
    walker.angle = walker.angle + 2 * math.sin(self.looked * 2.6) * dt
    if self.looked > LOOK then go_back(self) end
  elseif self.mood == "return" and not walker.moving then
    patrol(self)
  end
end

function Watchman:has_caught(thief)
  local dx, dy = thief.x - self.walker.x, thief.y - self.walker.y
  return self.mood == "chase" and dx * dx + dy * dy <= (GRIP + 2) ^ 2
end

Watchman.RANGE, Watchman.HALF_ANGLE = RANGE, HALF_ANGLE

-- `feet` is the pathfinder for its paths, `eyes` the one for what it sees.
return function(feet, eyes, corners, speeds)
  local round = lay(feet.grid, corners)
  local self = setmetatable({
    eyes = eyes, round = round,
    walker = tilepath.follower {
      x = round[1], y = round[2], turn_rate = 5, rest = 0.5,
      finder = feet, speeds = speeds,
    },
  }, Watchman)
  patrol(self)
  look(self)
  return self
end
