--- Patrols at random: the option `random` of patrol, of followers and units.
--
-- A wander is what such a patrol keeps: the areas, numbers x, y, w, h of cells in
-- turn; the `seed` of the next random number; and the `area` of the last drawn
-- cell, by its place in the list. Each cell of the areas is drawn as likely. For
-- the cores it is a patrol of one point, for which they ask here when the last one
-- was reached.
--
-- The random numbers are 16807 * seed modulo 2^31 - 1: exact in doubles, so the
-- same on every machine.
--
-- Cost: TRIES looks; if these fail, up to one at each cell of the areas.

local core = require "tilepath_core"
local siblings = (...):match("^.*[./]") or ""
local check = require(siblings .. "check")
local given = require(siblings .. "given")
local serialize = require(siblings .. "serialize")

local floor, min = math.floor, math.min

local wander = {}

local MODULUS = 2147483647
local MOST_SEED = MODULUS - 1

local TRIES = 16

--- The areas that a game gives, as numbers.
-- @param finder  for places in the world
function wander.read(call, points, finder)
  local areas = {}
  for i, area in ipairs(given.goals(call, points, call == "patrol")) do
    local x, y, w, h = area[1], area[2], area[3], area[4]
    if call == "patrol" then
      local right, bottom = finder:to_cell(x + w, y + h)
      x, y = finder:to_cell(x, y)
      w, h = right - x + 1, bottom - y + 1
    end
    local k = 4 * i
    areas[k - 3], areas[k - 2], areas[k - 1], areas[k] = x, y, w, h
  end
  return areas
end

--- A new wander.
-- @param random  the option
-- @param id      the seed for `true`
function wander.new(areas, random, id)
  return { areas = areas, area = 1, seed = random == true and id or random }
end

local function count_cells(areas)
  local sum = 0
  for i = 1, #areas, 4 do
    sum = sum + areas[i + 2] * areas[i + 3]
  end
  return sum
end

--- Cell k of the areas, from 0; and its area.
local function cell_of(areas, k)
  local i = 1
  while k >= areas[i + 2] * areas[i + 3] do
    k, i = k - areas[i + 2] * areas[i + 3], i + 4
  end
  local w = areas[i + 2]
  return areas[i] + k % w, areas[i + 1] + floor(k / w), (i + 3) / 4
end

--- Draws the next cell for a body in a cell: another one that it can reach.
-- @return the cell; nil: there is none
function wander.draw(self, finder, from_x, from_y)
  local areas, n = self.areas, count_cells(self.areas)
  local grid, k = finder.grid, 0
  local may_start = finder:can_enter(from_x, from_y)
  for try = 1, TRIES + n do
    if try <= TRIES then
      self.seed = self.seed * 16807 % MODULUS
      k = min(floor(self.seed / MODULUS * n), n - 1)
    else
      k = (k + 1) % n
    end
    local x, y, area = cell_of(areas, k)
    if (x ~= from_x or y ~= from_y) and grid:has(x, y)
      and finder:can_enter(x, y)
      and (not may_start or finder:is_reachable(from_x, from_y, x, y)) then
      self.area = floor(area)
      return x, y
    end
  end
end

--- The areas, as goals.
function wander.goals(self)
  local goals, areas = {}, self.areas
  for i = 1, #areas, 4 do
    goals[#goals + 1] = { areas[i], areas[i + 1], areas[i + 2], areas[i + 3],
      cost = 0 }
  end
  return goals
end

-- Saved states --------------------------------------------------------------------

function wander.text(self)
  local values = { self.seed, self.area }
  for i, number in ipairs(self.areas) do
    values[i + 2] = number
  end
  return serialize.list(values)
end

--- The wander of a text; nil if that is damaged.
function wander.parse(text)
  local values = serialize.values(text)
  local n = values and #values - 2 or 0
  if n <= 0 or n % 4 ~= 0 then
    return nil
  end
  for i, value in ipairs(values) do
    local is_side = i > 2 and (i - 3) % 4 > 1
    local low = i > 2 and not is_side and -check.MOST or 1
    if not serialize.is_whole(value, low, check.MOST) then
      return nil
    end
  end
  local self = { seed = values[1], area = floor(values[2]), areas = {} }
  for i = 1, n do
    self.areas[i] = values[i + 2]
  end
  if self.seed > MOST_SEED or self.area > n / 4
    or count_cells(self.areas) > check.MOST then
    return nil
  end
  return self
end

-- Units ---------------------------------------------------------------------------

--- unit:patrol or unit:patrol_cell with the option `random`.
function wander.begin(call, unit, points, query)
  local finder = unit.finder
  local own = given.copy(query, 1)
  own.random = nil
  local self = wander.new(wander.read(call, points, finder), query.random,
    unit.id)
  local x, y = wander.draw(self, finder, unit.cell_x, unit.cell_y)
  if not x then
    return nil, "unreachable"
  end
  local goes, reason = unit:patrol_cell({ { x, y } }, own)
  if goes then
    core.set_wander(unit, self, self.area)
  end
  return goes, reason
end

--- The next cell of a unit, for the core.
-- @return x, y and the area's number; or nil
function wander.draw_for(unit)
  local self = core.wander(unit)
  local x, y = wander.draw(self, unit.finder, unit.cell_x, unit.cell_y)
  return x, y, self.area
end

return wander
