--- Prices by the cell: what layers of a grid add to the prices of an agent, and
-- obstacles besides (obstacles.lua).
--
-- A cell to which layers add nothing has the class that it has without layers:
-- its base. All other prices are rounded up to levels at equal distances:
--
--     price  1         2         3                   5
--     bases  o         o         o                   o
--     levels  | | | | | | | | | | | | | | | | | | | | | | | | | | | |
--
-- The distance is a multiple of the least weight: the first with which all
-- levels that layers can lead to are few enough. So the levels depend on prices
-- and weights alone, not on the numbers of layers. Layers that lower prices
-- lead from a base down to the floor: `least`, or the base if that is less.
--
-- Sums are added in parts of a level. So a sum that is above a level only by
-- the rounding of eight parts counts as that level.
--
-- The C module has the same rule (src/core/agent/layercosts.c), number by
-- number.
--
--   layers       the agent's: a list of { layer = state, weight = }
--   lowers       is a weight below 0? Then `least` is the lowest price
--   raise        what an obstacle adds to a price, or nil
--   price        by class
--   base         by class, the bases: see place_base
--   at           the classes of levels, by level from the least base up
--   adds         by layer and number, in parts

local parent = (...):match("^(.*)plain[./]") or ""
require(parent .. "luajit").off()
local MOST = 255 -- of a cell of a layer

local abs, floor, huge, max, min =
  math.abs, math.floor, math.huge, math.max, math.min

local layercosts = { RAISED = 256 } -- added to a base's class under an obstacle

local RAISED, FLOOR, LEVEL = layercosts.RAISED, 512, 514 -- classes begin here
local ROOM = 255 -- classes
local PARTS, MOST_PARTS = 4096, 2 ^ 27
local LEAST_SUM = 9 -- parts; less may be a rest of rounding

local function parts_of(price, step)
  return max(-MOST_PARTS, min(floor(price / step * PARTS + 0.5), MOST_PARTS))
end

--- A sum in parts as whole levels.
local function whole(parts)
  return floor((parts + PARTS - LEAST_SUM) / PARTS)
end

-- Levels ----------------------------------------------------------------------

--- The sums that layers may add, in parts: the lowest, 0 or less; and the least
-- and the most above 0.
local function range_of(l, step)
  local low, least, most = 0, huge, 0
  for _, own in ipairs(l.layers) do
    local all = parts_of(own.weight * MOST, step)
    local one = parts_of(own.weight, step)
    low, most = low + min(all, 0), most + max(all, 0)
    least = one > 0 and min(least, one) or least
  end
  if l.lowers or least > most or least < LEAST_SUM then
    least = LEAST_SUM
  end
  return low, least, l.adds_some and max(most, least) or -huge
end

--- Places a base among levels with that distance:
--
--   level, part    its level, and the parts that it is above that
--   first, last    the levels that layers lead to; none if first is above last
--   deepest        down to this sum, the floor applies
--   below          the highest level below it
local function place_base(l, b, step, low, least, most)
  local exact = (b.price - l.lowest) / step
  b.level = floor(exact)
  b.part = floor((exact - b.level) * PARTS + 0.5)
  if b.part == PARTS then
    b.level, b.part = b.level + 1, 0
  end
  b.first, b.last = b.level + whole(b.part + least),
    b.level + whole(b.part + most)
  b.deepest = parts_of(b.bottom - b.price, step) + LEAST_SUM
  b.below = b.part > 0 and b.level or b.level - 1
  low = max(low, b.deepest + 1)
  local lowest = b.level + whole(b.part + low)
  if low <= -LEAST_SUM and lowest <= b.below then
    b.first, b.last = lowest, max(b.last, b.below)
  end
end

--- The number of levels that layers lead to from any base.
-- @param order  the bases in the order of their first levels
local function count_levels(order)
  local count, stop = 0, -huge
  for _, b in ipairs(order) do
    count = count + max(0, b.last - max(b.first, stop + 1) + 1)
    stop = max(stop, b.last)
  end
  return count
end

--- Places all bases among the first levels that are few enough.
-- @return the distance of levels
local function choose_step(l, order, room)
  local least, most = huge, 0
  for _, own in ipairs(l.layers) do
    least = min(least, abs(own.weight))
    most = most + max(own.weight, 0) * MOST
  end
  local times = max(1, floor(most / least / (room + 1)))
  while true do
    local step = least * times
    for _, b in ipairs(order) do
      place_base(l, b, step, range_of(l, step))
    end
    table.sort(order, function(one, other)
      return one.first < other.first
        or one.first == other.first and one.class < other.class
    end)
    if count_levels(order) <= room then
      return step
    end
    times = times + 1 + floor(times / 32)
  end
end

--- Gives each level a class, and each base the class of its floor.
local function number_levels(l, order, step, has_raised_floor)
  local class = LEVEL
  l.price[FLOOR], l.price[FLOOR + 1] = l.least, l.least + (l.raise or 0)
  for _, b in ipairs(order) do
    for level = b.first, b.last do
      if not l.at[level] then
        l.at[level], l.price[class] = class, l.lowest + step * level
        class = class + 1
      end
    end
    local is_raised = b.class > RAISED
    if b.bottom == b.price then
      b.floor = b.class
    elseif is_raised and not has_raised_floor then
      b.floor = b.first <= b.below and l.at[b.first] or b.class
    else
      b.floor = is_raised and FLOOR + 1 or FLOOR
    end
  end
end

--- The rule for an agent with layers.
-- @param layers  a list of { layer = state, weight = }, and `least`
-- @param prices  of the bases, by class: at most 126
-- @param raise   what an obstacle adds, or nil: each price exists twice
function layercosts.divide(layers, prices, raise)
  local l = { layers = layers, least = layers.min_price or 0, raise = raise,
    lowers = false, adds_some = false, lowest = huge, price = {}, base = {},
    at = {}, adds = {} }
  for _, own in ipairs(layers) do
    l.lowers, l.adds_some = l.lowers or own.weight < 0,
      l.adds_some or own.weight > 0
  end
  local order = {}
  for class, price in ipairs(prices) do
    l.lowest = min(l.lowest, price)
    for more = 0, raise and 1 or 0 do
      local b = { class = class + more * RAISED,
        price = price + more * (raise or 0) }
      b.bottom = l.lowers and min(b.price, l.least + more * (raise or 0))
        or b.price
      l.price[b.class], l.base[b.class] = b.price, b
      order[#order + 1] = b
    end
  end
  local has_raised_floor = raise and #order < ROOM - 3
  local floors = not l.lowers and 0 or has_raised_floor and 2 or 1
  local step = choose_step(l, order, ROOM - #order - floors)
  number_levels(l, order, step, has_raised_floor)
  for i, own in ipairs(layers) do
    l.adds[i] = {}
    for value = 0, MOST do
      l.adds[i][value] = parts_of(own.weight * value, step)
    end
  end
  return l
end

-- Classes ---------------------------------------------------------------------

--- The class of a cell with this base, if all layers together add so many
-- parts.
function layercosts.class(l, base, sum)
  local b = l.base[base]
  if sum == 0 or l.lowers and abs(sum) < LEAST_SUM then
    return base
  elseif sum < LEAST_SUM and l.lowers then
    local level = b.level + whole(b.part + sum)
    return sum <= b.deepest and b.floor or level <= b.below and l.at[level]
      or base
  end
  return l.at[b.level + whole(b.part + max(sum, LEAST_SUM))]
end

--- The classes that the whole numbers must represent well: all that cells may
-- have. And the classes in use: the bases that cells have; but once layers add
-- to any cell, all classes. Otherwise the whole numbers would change with each
-- edit of a layer. (An estimate must not use a price that no cell has. So
-- prices below all bases are in use only if some cell has one.)
-- @param ground  the prices of bases, alone, that ground on the grid has
-- @param count   places by class
function layercosts.classes(l, ground, count)
  local known, used, plain, least = {}, {}, huge, huge
  local is_added, is_raised = false, false
  for class, n in pairs(count) do
    if class > 0 and n > 0 then
      least = min(least, l.price[class])
      is_added = is_added or class >= FLOOR
      is_raised = is_raised or class > RAISED and class < FLOOR
    end
  end
  for lone in pairs(ground) do
    for base = lone, l.raise and lone + RAISED or lone, RAISED do
      local b = l.base[base]
      known[base], known[b.floor] = b.price, l.price[b.floor]
      plain = min(plain, b.price)
      for level = b.first, b.last do
        known[l.at[level]] = l.price[l.at[level]]
      end
      local has_cells = (count[lone] or 0) + (count[lone + RAISED] or 0) > 0
      used[base] = has_cells and (base == lone or is_raised) or nil
    end
  end
  for class, price in pairs(is_added and known or {}) do
    used[class] = price >= plain or least < plain or nil
  end
  return known, used
end

return layercosts
