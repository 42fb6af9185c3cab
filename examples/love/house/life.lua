-- A house of three floors, and the people in it: everything that the example
-- asks of tilepath. Nothing here draws or knows LÖVE.
--
-- The floors are windows of one grid, with one crowd and one pathfinder. Fences
-- between rooms take no cells. Stairs, a lift and a pole are links of
-- different prices and times.

local tilepath = require "tilepath"

local ORDER = { "cellar", "ground", "attic" }
local REST, LONGEST = 2, 7                 -- seconds at a place

local LEGEND = {
  ["."] = "grass", ["="] = "terrace", _ = "floor", o = "place", O = "lawn",
  t = "table", c = "shelf", b = "bed", u = "stairs", d = "stairs", l = "lift",
  p = "pole", ["+"] = "deck",
}
local TERRAIN = {
  grass = 1.2, terrace = 1, floor = 1, place = 1, lawn = 1.2, deck = 1,
  stairs = 1, lift = 1, pole = 1, table = false, shelf = false, bed = false,
}
local LIKED = { place = true, lawn = true, deck = true }

-- The links: name, price in steps, seconds, and both ends. The pole only leads
-- down.
local LINKS = {
  { "stairs", 4, 1.2, "cellar", 11, 11, "ground", 11, 12 },
  { "stairs", 4, 1.2, "ground", 9, 11, "attic", 9, 10 },
  { "lift", 6, 2.5, "cellar", 10, 8, "ground", 10, 8 },
  { "lift", 6, 2.5, "ground", 10, 8, "attic", 10, 8 },
  { "lift", 7, 3.5, "cellar", 10, 8, "attic", 10, 8 },
  { "pole", 1, 0.4, "attic", 7, 8, "ground", 7, 9, one_way = true },
}

local Life = {}
Life.__index = Life

local function new_building(drawn, cell, margin)
  local floors = {}
  for name, text in pairs(drawn) do
    floors[name] = tilepath.grid(text, {
      fences = true, legend = LEGEND, prices = TERRAIN })
  end
  local house = tilepath.building(floors, {
    order = ORDER, prices = TERRAIN, cell_size = cell,
    origin = { margin, margin },
  })
  for _, l in ipairs(LINKS) do
    assert(house:link(l[4], l[5], l[6], l[7], l[8], l[9], {
      name = l[1], price = l[2], seconds = l[3], one_way = l.one_way }))
  end
  return house
end

-- The places that people like: all places of all floors, in reading order.
local function find_places(grid)
  local places = {}
  for x, y, terrain in grid:cells() do
    if LIKED[terrain] then
      places[#places + 1] = { x = x, y = y }
    end
  end
  return places
end

-- A place that nobody has chosen.
local function choose_place(self)
  for _ = 1, 20 do
    local place = self.places[self.random(#self.places)]
    if not place.taken_by then return place end
  end
end

-- Sends a person to another place, and frees the old one for others.
function Life:send(person, place)
  place = place or choose_place(self)
  if not place or place.taken_by then return false end
  if person.place then person.place.taken_by = nil end
  person.place, place.taken_by = place, person
  person.rest = nil
  person.unit:go_cell(place.x, place.y)
  return true
end

-- A place in that cell, or nil.
function Life:place_at(x, y)
  for _, place in ipairs(self.places) do
    if place.x == x and place.y == y then return place end
  end
end

-- Turns the lift off and on. A person in it gets out.
function Life:turn_lift()
  self.lift_is_off = not self.lift_is_off
  if self.lift_is_off then
    for _, link in ipairs(self.grid:links()) do
      if link.name == "lift" then self.grid:unlink(link) end
    end
    return
  end
  for _, l in ipairs(LINKS) do
    if l[1] == "lift" then
      self.house:link(l[4], l[5], l[6], l[7], l[8], l[9], {
        name = "lift", price = l[2], seconds = l[3] })
    end
  end
end

-- A person who arrives waits a while; a person who cannot arrive looks for
-- another place.
local function hear(self)
  for unit, what in self.crowd:events() do
    local person = self.by_unit[unit]
    if what == "arrived" then
      person.rest = REST + self.random(10 * (LONGEST - REST)) / 10
      self.visits = self.visits + 1
    elseif what == "blocked" then
      person.rest = 1
    end
  end
end

function Life:update(dt)
  self.crowd:update(dt)
  hear(self)
  self.resting = 0
  for _, person in ipairs(self.people) do
    if person.rest then
      person.rest = person.rest - dt
      self.resting = self.resting + 1
      if person.rest <= 0 and not self:send(person) then person.rest = 1 end
    end
  end
end

-- How many people are on each floor.
function Life:count()
  local count = {}
  for _, name in ipairs(ORDER) do count[name] = 0 end
  for _, person in ipairs(self.people) do
    local unit = person.unit
    local name = self.house:to_floor(unit.cell_x, unit.cell_y)
    count[name] = count[name] + 1
  end
  return count
end

-- `drawn`: the floors, as in house.lua. `random(n)` returns a number from 1 to
-- n.
return function(drawn, cell, margin, people, random)
  local house = new_building(drawn, cell, margin)
  local grid = house.grid
  local self = setmetatable({
    house = house, grid = grid, random = random, order = ORDER,
    crowd = tilepath.crowd(grid),
    finder = tilepath.pathfinder(grid),
    places = find_places(grid), people = {}, by_unit = {},
    resting = 0, visits = 0,
  }, Life)
  for i = 1, people do
    local place = choose_place(self)
    local unit = assert(self.crowd:add {
      finder = self.finder, cell_x = place.x, cell_y = place.y,
      speed = (2.6 + 0.25 * (i % 5)) * cell,
    })
    local person = { unit = unit, place = place, rest = random(30) / 10 }
    place.taken_by = person
    self.people[i], self.by_unit[unit] = person, person
  end
  return self
end
