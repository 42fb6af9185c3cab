-- A school, a hundred people in it, and a fire: everything that the drill asks
-- of tilepath. Nothing here draws or knows LÖVE.
--
-- One field knows the path from every cell to the nearest door out, and all
-- people follow it. People who are out go on to the lawn, where any place
-- nearby is enough. A shut door and a fire are edits of the map. Smoke is
-- expensive: people go through it only if there is no other path.

local tilepath = require "tilepath"

local SPREAD = 0.7                         -- seconds until one more cell burns
local LAWN = { 20, 24 }

-- Cells a second.
local SPEEDS = { 3, 3.5, 4, 3.5, 2.2 }

local Drill = {}
Drill.__index = Drill

local function new_school(text, cell, margin)
  return tilepath.grid(text, {
    cell_size = cell, origin = { margin, margin },
    prices = { grass = 1.2, road = 1, floor = 1, pupil = 1, door = 1,
                exit = 1, smoke = 6, fire = false, desk = false, tree = false,
                water = false, bridge = 1 },
    legend = { _ = "floor", p = "pupil", d = "desk", D = "door", E = "exit",
               ["."] = "grass", ["="] = "road", t = "tree" },
  })
end

-- Doors -----------------------------------------------------------------------

local function door_at(self, x, y)
  for _, door in ipairs(self.doors) do
    if door.x == x and door.y == y then return door end
  end
end

-- Turns the door in a cell, and its other wing if it has one. A person in a
-- door that shuts gets out of it; nobody follows.
function Drill:turn_door(x, y)
  local door = door_at(self, x, y)
  if not door then return false end
  local is_open = not door.is_open
  for _, other in ipairs(self.doors) do
    if math.abs(other.x - x) + math.abs(other.y - y) <= 1 then
      other.is_open = is_open
      self.grid:set_walkable(other.x, other.y, is_open)
    end
  end
  return true
end

-- Fire ------------------------------------------------------------------------

local BURNS = { floor = true, smoke = true, desk = true }

-- Burns what is inside, but not a cell where a person stands.
function Drill:light(x, y)
  if not BURNS[self.grid:get(x, y)] or self.crowd:at(x, y) then return end
  self.fires[#self.fires + 1] = { x = x, y = y }
  self.grid:set(x, y, "fire")
  for near_y = y - 1, y + 1 do
    for near_x = x - 1, x + 1 do
      if self.grid:get(near_x, near_y) == "floor" then
        self.grid:set(near_x, near_y, "smoke")
      end
    end
  end
end

-- Puts the fire out. The smoke stays.
function Drill:put_out(x, y)
  for i, fire in ipairs(self.fires) do
    if fire.x == x and fire.y == y then
      table.remove(self.fires, i)
      self.grid:set(x, y, "floor")
      return
    end
  end
end

local NEXT = { { 1, 0 }, { 0, 1 }, { -1, 0 }, { 0, -1 } }

local function spread(self)
  local from = self.fires[self.random(#self.fires)]
  local step = NEXT[self.random(4)]
  self:light(from.x + step[1], from.y + step[2])
end

-- People ----------------------------------------------------------------------

function Drill:alarm()
  if self.seconds then return end
  self.seconds = 0
  for _, unit in ipairs(self.people) do
    unit.bound = "out"
    unit:follow(self.field)
  end
end

local function hear(self)
  for unit, what in self.crowd:events() do
    if what == "arrived" and unit.bound == "out" then
      self.out, unit.bound = self.out + 1, "lawn"
      unit:go_cell(LAWN[1], LAWN[2], { settle = 9 })
    end
  end
end

-- Counts the people at rest on the lawn, and those without a way out.
local function count(self)
  self.settled, self.cut_off = 0, 0
  for _, unit in ipairs(self.people) do
    local status = unit.status
    if unit.bound == "out" and status == "blocked" then
      self.cut_off = self.cut_off + 1
    elseif unit.bound == "lawn" and (status == "settled"
        or status == "arrived") then
      self.settled = self.settled + 1
    end
  end
end

function Drill:update(dt)
  if self.fires[1] then
    self.wait = self.wait + dt
    if self.wait >= SPREAD then
      self.wait = self.wait - SPREAD
      spread(self)
    end
  end
  self.field:update()
  self.crowd:update(dt)
  hear(self)
  count(self)
  if self.seconds and self.out < #self.people then
    self.seconds = self.seconds + dt
  end
end

-- A drill in a school: a text of cells that are `cell` pixels wide. `random(n)`
-- returns a number from 1 to n.
return function(text, cell, margin, random)
  local grid = new_school(text, cell, margin)
  local self = setmetatable({
    grid = grid, crowd = tilepath.crowd(grid), random = random,
    finder = tilepath.pathfinder(grid), people = {}, doors = {}, fires = {},
    wait = 0, out = 0, settled = 0, cut_off = 0,
  }, Drill)
  for _, name in ipairs { "door", "exit" } do
    for x, y in grid:cells(name) do
      self.doors[#self.doors + 1] = { x = x, y = y, is_open = true,
                                      is_exit = name == "exit" }
    end
  end
  local places = {}
  for x, y in grid:cells("pupil") do places[#places + 1] = { x, y } end
  for i, place in ipairs(places) do
    grid:set(place[1], place[2], "floor")
    self.people[i] = assert(self.crowd:add {
      finder = self.finder, cell_x = place[1], cell_y = place[2],
      speed = SPEEDS[i % #SPEEDS + 1] * cell,
    })
  end
  self.lawn_x, self.lawn_y = grid:to_world(LAWN[1], LAWN[2])
  self.field = self.finder:field {
    { 3, 10 }, { 3, 11 }, { 38, 10 }, { 38, 11 }, { 20, 20 }, { 21, 20 } }
  return self
end
