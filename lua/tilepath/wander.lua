--- Patrols whose next cell is drawn when the last one was reached: the option
-- `random` of patrol, of followers and units; and patrols of units from area to
-- area.
--
-- A wander is what such a patrol keeps: the areas, numbers x, y, w, h of cells in
-- turn; the `seed` of the next random number; the `area` of the last drawn cell, by
-- its place in the list; and a text, the options that were `given`. At random each
-- cell of the areas is drawn as likely. In order the seed is false, and the cell is
-- the cheapest one of the next area to go to. For the cores it is a patrol of one
-- point, for which they ask here.
--
-- The random numbers are 16807 * seed modulo 2^31 - 1, which is 127773 * 16807 +
-- 2836. No number on the way is 2^31 or more (Schrage 1979), so they are the same
-- on every machine, also where integers have 32 bits.
--
-- Cost: at random TRIES looks; if these fail, up to one at each cell of the areas
-- that lies on the grid. In order a search.

local core = require "tilepath_core"
local siblings = (...):match("^.*[./]") or ""
local check = require(siblings .. "check")
local given = require(siblings .. "given")
local options = require(siblings .. "options")
local serialize = require(siblings .. "serialize")

local floor, max, min = math.floor, math.max, math.min

local wander = {}

local MODULUS = 2147483647
local MOST_SEED = MODULUS - 1

local TRIES = 16

--- Raises for areas of a patrol at random that are no table.
function wander.check(call, points)
  given.kind(call, "points", points, "table", "a list of cells and areas")
end

--- The areas that a game gives, as numbers.
-- @param finder  for places in the world
-- @param random  the option
function wander.read(call, points, finder, random)
  local areas, goals = {}
  wander.check(call, points)
  if random then
    goals = given.goals(call, points, call == "patrol")
  else
    goals = given.areas(call, points)
  end
  for i, area in ipairs(goals) do
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
-- @param query  the options
-- @param id     the seed for `random = true`
function wander.new(areas, query, id)
  local random = query.random
  local seed = random == true and id or random or false
  local values = {}
  for i, row in ipairs(options.GIVEN) do
    values[i] = row.name == "first" and seed or query[row.name] or row.usual
      or false
  end
  values[#values + 1] = query.settle or 0
  values[#values + 1] = query.avoid_price or false
  return { areas = areas, area = 1, seed = seed,
    given = serialize.list(values) }
end

--- Is this wander, or nil, of the same order as another one?
function wander.is_same(self, other)
  return self and self.given == other.given
    and not self.seed == not other.seed
    and given.are_same(self.areas, other.areas, 1)
end

--- The part of an area that lies on the grid: areas may be far larger.
-- @return x, y, w, h; without cells w or h is 0
local function on_grid(areas, area, grid)
  local k, left, top = 4 * area, grid.base_x, grid.base_y
  local x, y = max(areas[k - 3], left), max(areas[k - 2], top)
  return x, y,
    max(min(areas[k - 3] + areas[k - 1], left + grid.width) - x, 0),
    max(min(areas[k - 2] + areas[k], top + grid.height) - y, 0)
end

--- These parts of all areas.
local function parts_on_grid(areas, grid)
  local parts = {}
  for area = 1, #areas / 4 do
    local k = 4 * area
    parts[k - 3], parts[k - 2], parts[k - 1], parts[k] =
      on_grid(areas, area, grid)
  end
  return parts
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

--- A cell for a body that waits for a way to any: of that area, or of one after
-- it; not its own.
-- @return the cell; nil: there is none on the grid
function wander.any_cell(self, grid, first, from_x, from_y)
  local areas = self.areas
  local count = #areas / 4
  for i = 0, count - 1 do
    local area = floor((first - 1 + i) % count + 1)
    local x, y, w, h = on_grid(areas, area, grid)
    if x == from_x and y == from_y then
      x, y = x + w - 1, y + h - 1
    end
    if w > 0 and h > 0 and (x ~= from_x or y ~= from_y) then
      self.area = area
      return x, y
    end
  end
end

-- In order ------------------------------------------------------------------------

local function is_in(areas, area, x, y)
  local k = 4 * area
  local left, top = areas[k - 3], areas[k - 2]
  return x >= left and y >= top and x < left + areas[k - 1]
    and y < top + areas[k]
end

--- Does another unit stand in a cell of the unit's body there, and stay?
local function is_taken(unit, x, y)
  local size = unit.finder.profile.size
  for i = 0, size[1] * size[2] - 1 do
    local other = unit.crowd:at(x + i % size[1], y + floor(i / size[1]))
    if other and other ~= unit and other.status ~= "going" then
      return true
    end
  end
  return false
end

--- The cells of the others that stay.
local function taken_cells(unit)
  local cells = {}
  for _, other in ipairs(unit.crowd:units()) do
    if other ~= unit and other.status ~= "going" then
      for _, rect in ipairs(other:cells()) do
        cells[#cells + 1] = rect
      end
    end
  end
  return cells
end

--- The cell of an area that is cheapest to go to, and free if one is.
-- @return the cell; or nil and a reason
local function nearest(self, unit, area)
  local areas, k, finder = self.areas, 4 * area, unit.finder
  local x, y = unit.cell_x, unit.cell_y
  local goals = { { areas[k - 3], areas[k - 2], areas[k - 1], areas[k] } }
  local path, reason = finder:find(x, y, goals, { escape = true })
  if path and is_taken(unit, path[#path - 1], path[#path]) then
    path = finder:find(x, y, goals, { escape = true, avoid = taken_cells(unit) })
      or path
  end
  if not path then
    return nil, reason
  end
  return path[#path - 1], path[#path]
end

--- The next cell: of the present area, or, if that is reached, of the next one
-- that the unit is not in. Areas without a way are skipped; if all are, the unit
-- waits for a way to the next one that has cells on the grid.
-- @return the cell; nil: it is in all areas, or keeps the cell that it has
local function next_in_order(self, unit, is_reached)
  local areas, count = self.areas, #self.areas / 4
  local next_area, next_x, next_y = nil, nil, nil
  for i = is_reached and 1 or 0, count do
    local area = floor((self.area - 1 + i) % count + 1)
    if not is_in(areas, area, unit.cell_x, unit.cell_y) then
      local x, y = nearest(self, unit, area)
      if x then
        self.area = area
        return x, y
      end
      local left, top, w, h = on_grid(areas, area, unit.finder.grid)
      if not next_area and w > 0 and h > 0 then
        next_area, next_x, next_y = area, left, top
      end
    end
  end
  if is_reached and next_area then
    self.area = next_area
    return next_x, next_y
  end
end

--- The first cell. A unit that is in the area has come there.
-- @return the cell; or nil and a reason
local function first_in_order(self, unit, first)
  self.area = first
  if is_in(self.areas, first, unit.cell_x, unit.cell_y) then
    return unit.cell_x, unit.cell_y
  end
  return nearest(self, unit, first)
end

-- At random -----------------------------------------------------------------------

--- The random number behind another one.
local function next_seed(seed)
  local low = seed % 127773
  local new = 16807 * low - 2836 * floor((seed - low) / 127773 + 0.5)
  return new > 0 and new or new + MODULUS
end

--- Draws the next cell for a body in a cell: another one that it can reach.
-- @return the cell; nil: there is none
function wander.draw(self, finder, from_x, from_y)
  local areas, k = parts_on_grid(self.areas, finder.grid), 0
  local n = count_cells(areas)
  local may_start = finder:can_enter(from_x, from_y)
  for try = 1, n > 0 and TRIES + n or 0 do
    if try <= TRIES then
      self.seed = next_seed(self.seed)
      k = min(floor(self.seed / MODULUS * n), n - 1)
    else
      k = (k + 1) % n
    end
    local x, y, area = cell_of(areas, k)
    if (x ~= from_x or y ~= from_y) and finder:can_enter(x, y)
      and (not may_start or finder:is_reachable(from_x, from_y, x, y)) then
      self.area = floor(area)
      return x, y
    end
  end
end

--- The areas, as a list of { x, y, w, h }.
function wander.goals(self)
  local goals, areas = {}, self.areas
  for i = 1, #areas, 4 do
    goals[#goals + 1] = { areas[i], areas[i + 1], areas[i + 2], areas[i + 3] }
  end
  return goals
end

-- Saved states --------------------------------------------------------------------

function wander.text(self)
  local values = { self.seed, self.area, self.given or nil }
  for _, number in ipairs(self.areas) do
    values[#values + 1] = number
  end
  return serialize.list(values)
end

--- The wander of a text; nil if that is damaged.
function wander.parse(text)
  local values = serialize.values(text)
  if values and #values > 2 and type(values[3]) ~= "string" then
    table.insert(values, 3, false) -- an older text, without what was given
  end
  local n = values and #values - 3 or 0
  if n <= 0 or n % 4 ~= 0 then
    return nil
  end
  for i, value in ipairs(values) do
    local is_side = i > 3 and i % 4 > 1
    local low = i > 3 and not is_side and -check.MOST or 1
    if not serialize.is_whole(value, low, check.MOST)
      and not (i == 1 and value == false or i == 3) then
      return nil
    end
  end
  local self = { seed = values[1], area = floor(values[2]), given = values[3],
    areas = {} }
  for i = 1, n do
    self.areas[i] = values[i + 3]
  end
  if (self.seed or 1) > MOST_SEED or self.area > n / 4
    or count_cells(self.areas) > check.MOST then
    return nil
  end
  return self
end

-- Units ---------------------------------------------------------------------------

--- unit:patrol or unit:patrol_cell with the option `random`, or with areas.
-- @param is_resuming  it begins without a way, too
function wander.begin(call, unit, points, query, is_resuming)
  local finder = unit.finder
  local own = given.copy(query, 1) or {}
  local self = wander.new(wander.read(call, points, finder, own.random), own,
    unit.id)
  local first = own.first or 1
  local x, y, reason
  if wander.is_same(core.wander(unit), self) then
    if core.order_list(unit) then
      core.keep_orders(unit, nil)
    end
    return true
  end
  own.random = nil
  if self.seed then
    x, y = wander.draw(self, finder, unit.cell_x, unit.cell_y)
  else
    given.first(call, first, #self.areas / 4)
    x, y, reason = first_in_order(self, unit, floor(first))
    own.first = nil
  end
  if not x and is_resuming then
    x, y = wander.any_cell(self, finder.grid, floor(first), unit.cell_x,
      unit.cell_y)
  end
  if not x then
    return nil, reason or "unreachable"
  end
  local goes
  goes, reason = unit:patrol_cell({ { x, y } }, own)
  if goes then
    core.set_wander(unit, self, self.area)
  end
  return goes, reason
end

--- The next cell of a unit, for the core.
-- @param is_reached  it has come to the last one
-- @return x, y and the area's number; or nil
function wander.draw_for(unit, is_reached)
  local self = core.wander(unit)
  local x, y
  if self.seed then
    x, y = wander.draw(self, unit.finder, unit.cell_x, unit.cell_y)
  else
    x, y = next_in_order(self, unit, is_reached)
  end
  return x, y, self.area
end

return wander
