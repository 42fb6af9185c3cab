-- A thief, guards, and what they see and hear: everything that the game asks of
-- tilepath. Nothing here draws or knows LÖVE.
--
-- Each sense is a pathfinder of its own on the same map. Glass stops bodies and
-- noise, but no eyes; a hedge stops guards and eyes, but neither noise nor the
-- thief. A guard's chase and search interrupt his beat, which resume() takes up
-- again.

local tilepath = require "tilepath"

local RUN, SNEAK = 110, 50                 -- pixels a second
local WALK, HASTE = 60, 95                 -- of guards
local SIGHT, CONE = 8, math.rad(100)       -- cells, radians
local STEPS, COIN = 6, 12                  -- how far they are heard, in cells
local BETWEEN = 0.4                        -- seconds between two loud steps
local HUNT = 2                             -- seconds of a hunt without sight
local SEARCH = 4                           -- seconds of looking about
local GLANCE = 1.5                         -- radians a second, meanwhile
local FIELDS = { "search", "hunt", "last_x", "last_y" }   -- of guards, saved
local REACH = 20                           -- pixels: so near he takes a thing

local LEGEND = { D = "door", L = "lock", c = "closet", k = "key",
  T = "treasure", E = "exit" }
local PRICES = { door = 1, lock = 1, closet = 1, key = 1, treasure = 1,
  exit = 1 }

local Heist = {}
Heist.__index = Heist

local function new_senses(grid)
  local eyes = tilepath.pathfinder(grid, { fences = { glass = false },
    prices = { closet = false } })
  local crawls = { hedge = false }
  return {
    eyes = eyes,
    ears = tilepath.pathfinder(grid, { fences = crawls,
      prices = { wall = 5, door = 3, lock = 5 } }),
    guard = tilepath.pathfinder(grid, { radius = 10, eyes = eyes,
      prices = { closet = false } }),
    thief = tilepath.pathfinder(grid, { radius = 10, fences = crawls,
      prices = { lock = false } }),
    with_key = tilepath.pathfinder(grid, { radius = 10, fences = crawls }),
  }
end

-- What a guard sees now.
function Heist:view(guard)
  return self.senses.eyes:view(guard.cell_x, guard.cell_y, SIGHT,
    { angle = guard.angle, cone = CONE })
end

function Heist:mood(guard)
  return guard.target and "hunt" or guard.search and "search" or "calm"
end

-- A guard searches as near to a point as he can get, and then goes back to his
-- beat.
local function search(guard, x, y)
  if guard.search then guard:resume() end  -- it takes the place of the last one
  local column, row = guard.finder:to_cell(x, y)
  column, row = guard.finder:nearest(column, row,
    { from = { guard.cell_x, guard.cell_y } })
  guard:patrol_cell({ { column - 1, row - 1, 3, 3 } },
    { random = true, rest = 1, resume = true })
  guard.search = SEARCH
end

-- All guards to whom a noise finds its way search there.
function Heist:noise(x, y, loudness)
  local column, row = self.grid:to_cell(x, y)
  local sound = self.senses.ears:reach(column, row, loudness)
  if not sound then return end             -- it is off the map
  self.sound = { reach = sound, age = 0 }
  for _, guard in ipairs(self.guards) do
    if not guard.target and sound:cost(guard.cell_x, guard.cell_y) then
      search(guard, x, y)
    end
  end
end

-- A guard has arrived, or stands before a hedge or a closet that he saw the
-- thief enter.
local function catches(self, guard)
  local thief, near = self.thief, 1.5 * self.grid.cell_size
  return guard.target and not guard.moving
    and (thief.x - guard.x) ^ 2 + (thief.y - guard.y) ^ 2 <= near ^ 2
end

-- A guard who must go round something looks away: he hunts on for a while.
local function think(self, guard, dt)
  local thief = self.thief
  if self:view(guard):has(thief.cell_x, thief.cell_y) then
    if guard.search then guard:resume() end
    guard:chase(thief, { within = 1, partial = true, resume = true })
    guard.search, guard.hunt = nil, HUNT
    guard.last_x, guard.last_y = thief.x, thief.y
  elseif guard.target then
    guard.hunt = guard.hunt - dt
    if guard.hunt <= 0 then                -- he has lost him
      guard:resume()
      search(guard, guard.last_x, guard.last_y)
    end
  elseif guard.search and guard.status == "resting" then
    guard.search, guard.angle = guard.search - dt, guard.angle + GLANCE * dt
    if guard.search <= 0 then
      guard.search = nil
      guard:resume()
    end
  end
  guard.speed = self:mood(guard) == "calm" and WALK or HASTE
  if catches(self, guard) then self.ending = "caught" end
end

-- Doors -----------------------------------------------------------------------

-- A door hides what is behind it, unless somebody stands in it.
local function move_doors(self)
  for _, door in ipairs(self.doors) do
    local is_open = false
    for _, body in ipairs(self.bodies) do
      is_open = is_open or body.cell_x == door.x and body.cell_y == door.y
    end
    local terrain = is_open and "open" or door.terrain
    if self.grid:get(door.x, door.y) ~= terrain then
      self.grid:set(door.x, door.y, terrain)
    end
  end
end

-- The thief -------------------------------------------------------------------

function Heist:go(x, y, is_queued)
  return self.thief:go(x, y, { partial = true, queued = is_queued })
end

function Heist:sneak(is_sneaking)
  self.thief.speed = is_sneaking and SNEAK or RUN
end

function Heist:is_loud() return self.thief.speed > SNEAK end

-- A coin flies as far as the thief sees, and lands there.
function Heist:throw(x, y)
  local _, _, _, end_x, end_y = self.senses.eyes:line_of_sight_world(
    self.thief.x, self.thief.y, x, y)
  self:noise(end_x or x, end_y or y, COIN)
end

local function take(self, name)
  local thing = self.things[name]
  local thief = self.thief
  if (thief.x - thing.x) ^ 2 + (thief.y - thing.y) ^ 2 > REACH ^ 2 then
    return false
  end
  self.has[name] = true
  return true
end

local function move_thief(self, dt)
  local thief = self.thief
  thief:update(dt)
  self.quiet = self.quiet + dt
  if thief.moving and self:is_loud() and self.quiet >= BETWEEN then
    self.quiet = 0
    self:noise(thief.x, thief.y, STEPS)
  end
  if not self.has.key and take(self, "key") then
    thief.finder = self.senses.with_key
  end
  if not self.has.treasure then take(self, "treasure")
  elseif take(self, "exit") then self.ending = "escaped" end
end

function Heist:update(dt)
  if self.ending then return end
  move_thief(self, dt)
  for _, guard in ipairs(self.guards) do
    guard:update(dt)
    think(self, guard, dt)
  end
  move_doors(self)
  if self.sound then self.sound.age = self.sound.age + dt end
end

-- Saving ----------------------------------------------------------------------

-- Orders are saved with those that they interrupt; doors follow the bodies.
function Heist:save()
  local saved = { thief = self.thief:save(), quiet = self.quiet, has = {} }
  for name in pairs(self.has) do saved.has[name] = true end
  for i, guard in ipairs(self.guards) do
    local text, targets = guard:save { keys = FIELDS }
    saved[i] = { text = text, targets = targets }
  end
  return saved
end

function Heist:load(saved)
  local senses = self.senses
  self.thief.finder = saved.has.key and senses.with_key or senses.thief
  assert(self.thief:load(saved.thief))
  self.quiet, self.has, self.ending, self.sound = saved.quiet, {}, nil, nil
  for name in pairs(saved.has) do self.has[name] = true end
  for i, guard in ipairs(self.guards) do
    assert(guard:load(saved[i].text, { targets = saved[i].targets }))
  end
  move_doors(self)
end

-- A heist in a museum, as in museum.lua, whose cells are `cell` pixels wide.
return function(museum, cell, margin)
  local grid = tilepath.grid(museum.map, { cell_size = cell,
    origin = { margin, margin }, legend = LEGEND, prices = PRICES,
    opaque = { door = true, lock = true } })
  for _, f in ipairs(museum.fences) do
    grid:fence_rect(f[2], f[3], f[4], f[5], { name = f[1], gaps = f.gaps })
  end
  local self = setmetatable({ grid = grid, rows_inside = museum.rows_inside,
    senses = new_senses(grid), guards = {}, bodies = {}, doors = {},
    things = {}, has = {}, quiet = 0 }, Heist)
  for x, y, terrain in grid:cells() do
    if terrain == "door" or terrain == "lock" then
      self.doors[#self.doors + 1] = { x = x, y = y, terrain = terrain }
    elseif terrain == "key" or terrain == "treasure" or terrain == "exit" then
      local wx, wy = grid:to_world(x, y)
      self.things[terrain] = { x = wx, y = wy }
    end
  end
  local exit = self.things.exit
  self.thief = tilepath.follower { x = exit.x, y = exit.y, speed = RUN,
    finder = self.senses.thief }
  self.bodies[1] = self.thief
  for i, beat in ipairs(museum.beats) do
    local guard = tilepath.follower { cell_x = beat[1][1], cell_y = beat[1][2],
      speed = WALK, turn_rate = 5, finder = self.senses.guard }
    assert(guard:patrol_cell(beat, { rest = 1 }))
    self.guards[i], self.bodies[i + 1] = guard, guard
  end
  return self
end
