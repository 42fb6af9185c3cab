--- Prices by the cell: what layers of a grid add to the prices of an agent, and
-- obstacles besides (obstacles.lua).
--
-- A cell to which layers add nothing has the class that it has without layers:
-- its base. All other prices are rounded up to levels, whose distance doubles
-- again and again, as that of floating-point numbers does:
--
--     price  1         2         3         4         5         6
--     bases  o         o         o
--     levels  | | | | | | | |   |   |   |   |       |       |       |
--
-- The least distance, the step, is the greatest common divisor of the weights
-- and of the differences of bases, if that is not too fine. From 2 x `fine`
-- steps on, the distance doubles after `fine` levels, which is the largest
-- number with which all levels that layers can lead to are few enough. So the
-- levels depend on prices and weights alone, not on the numbers of layers.
-- Layers that lower prices lead from a base down to the floor: `least`, or the
-- base if that is less.
--
-- Sums are added in parts of a step. So a sum that is above a level only by
-- the rounding of these counts as that level.
--
-- The C module has the same rule (src/core/agent/layercosts.c), number by
-- number.
--
--   layers       the agent's: a list of { layer = state, weight = }
--   lowers       is a weight below 0? Then `least` is the lowest price
--   raise        what an obstacle adds to a price, or nil
--   price        by class
--   base         by class, the bases: see place_base
--   at           the classes of levels
--   step, fine   see above
--   adds         by layer, for a number of 1, in parts

local parent = (...):match("^(.*)plain[./]") or ""
require(parent .. "luajit").off()
local MOST = 255 -- of a cell of a layer

local abs, floor, huge, max, min =
  math.abs, math.floor, math.huge, math.max, math.min

local layercosts = { RAISED = 256 } -- added to a base's class under an obstacle

local RAISED, FLOOR, LEVEL = layercosts.RAISED, 512, 514 -- classes begin here
local ROOM = 255 -- classes
local PARTS = 2 ^ 20 -- of a step
local REST = 2 ^ 11 -- parts: more than rounding makes of any sum
local LEAST_SUM = REST + 1

local function parts_of(price, step)
  return floor(price / step * PARTS + 0.5)
end

--- The level at a position in parts, or else the next above; but the one below
-- if only rounding put the position above it.
local function level_of(l, position)
  local steps = floor((position + PARTS - 1 - REST) / PARTS)
  local levels, distance, limit = 0, 1, 2 * l.fine
  while steps >= limit do
    levels, distance, limit = levels + l.fine, distance * 2, limit * 2
  end
  return distance == 1 and steps
    or levels + floor((steps + distance - 1) / distance)
end

-- Levels ----------------------------------------------------------------------

--- The sums that layers may add, in parts: the lowest, 0 or less; and the least
-- and the most above 0.
local function range_of(l)
  local low, least, most = 0, huge, 0
  for _, one in ipairs(l.adds) do
    low, most = low + min(one, 0) * MOST, most + max(one, 0) * MOST
    least = one > 0 and min(least, one) or least
  end
  if l.lowers or least > most or least < LEAST_SUM then
    least = LEAST_SUM
  end
  return low, least, l.adds_some and max(most, least) or -huge
end

--- Places a base among the levels:
--
--   position       in parts
--   first, last    the levels that layers lead to; none if first is above last
--   deepest        down to this sum, the floor applies
--   below          the highest level below it
local function place_base(l, b, low, least, most)
  b.position = parts_of(b.price - l.lowest, l.step) + l.lowest_steps * PARTS
  b.first = level_of(l, b.position + least)
  b.last = most > 0 and level_of(l, b.position + most) or -huge
  b.deepest = parts_of(b.bottom - b.price, l.step) + LEAST_SUM
  b.below = level_of(l, b.position) - 1
  low = max(low, b.deepest + 1)
  local lowest = low <= -LEAST_SUM and level_of(l, b.position + low) or huge
  if lowest <= b.below then
    b.first, b.last = lowest, max(b.last, b.below)
  end
end

local function place_bases(l, order)
  l.lowest_steps = floor(l.lowest / l.step)
  for i, own in ipairs(l.layers) do
    l.adds[i] = parts_of(own.weight, l.step)
  end
  local low, least, most = range_of(l)
  for _, b in ipairs(order) do
    place_base(l, b, low, least, most)
  end
  table.sort(order, function(one, other)
    return one.first < other.first
      or one.first == other.first and one.class < other.class
  end)
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

--- The greatest common divisor; but `least`, if it is below that. A rest that
-- 255 numbers do not raise to REST is none.
local function divisor_of(a, b, least)
  while true do
    local rest = abs(a - floor(a / b + 0.5) * b)
    if rest <= b / 2 ^ 23 then
      return b
    elseif rest < least then
      return least
    end
    a, b = b, rest
  end
end

--- The least distance of levels. 32 bits are enough for the steps of any price.
local function find_step(l, order)
  local step, most, numbers = huge, 0, {}
  for _, b in ipairs(order) do
    most = max(most, b.price)
  end
  for i, own in ipairs(l.layers) do
    numbers[i] = abs(own.weight)
    step, most = min(step, numbers[i]), most + numbers[i] * MOST
  end
  for _, b in ipairs(order) do
    numbers[#numbers + 1] = b.price - l.lowest
  end
  local low = l.lowers and min(l.lowest, l.least) or l.lowest
  local least = max(low / 256, most / 2 ^ 32)
  for _, number in ipairs(numbers) do
    step = step > least and divisor_of(number, step, least) or step
  end
  return step
end

--- Chooses the levels so that there is room for all, and places the bases: a
-- level at each step, if that is possible.
local function choose_levels(l, order, room)
  local less, more = 0, 1
  l.step, l.fine = find_step(l, order), huge
  place_bases(l, order)
  if count_levels(order) <= room then
    return
  end
  for _, b in ipairs(order) do
    more = max(more, b.last)
  end
  while more - less > 1 do
    l.fine = floor((less + more) / 2)
    place_bases(l, order)
    if count_levels(order) <= room then
      less = l.fine
    else
      more = l.fine
    end
  end
  l.fine = max(less, 1)
  place_bases(l, order)
  while count_levels(order) > room do
    l.step = l.step * 2
    place_bases(l, order)
  end
end

local function price_of(l, level)
  local distance = 1
  while level > 2 * l.fine do
    level, distance = level - l.fine, distance * 2
  end
  return l.lowest + l.step * (level * distance - l.lowest_steps)
end

--- Gives each level a class, and each base the class of its floor.
local function number_levels(l, order, has_raised_floor)
  local class = LEVEL
  l.price[FLOOR], l.price[FLOOR + 1] = l.least, l.least + (l.raise or 0)
  for _, b in ipairs(order) do
    for level = b.first, b.last do
      if not l.at[level] then
        l.at[level], l.price[class] = class, price_of(l, level)
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
  for more = 0, raise and 1 or 0 do -- the order in which find_step reads them
    for class, price in ipairs(prices) do
      l.lowest = min(l.lowest, price)
      local b = { class = class + more * RAISED,
        price = price + more * (raise or 0), first = 1, last = 0 }
      b.bottom = l.lowers and min(b.price, l.least + more * (raise or 0))
        or b.price
      l.price[b.class], l.base[b.class] = b.price, b
      order[#order + 1] = b
    end
  end
  local has_raised_floor = raise and #order < ROOM - 3
  local floors = not l.lowers and 0 or has_raised_floor and 2 or 1
  if #layers > 0 then
    choose_levels(l, order, ROOM - #order - floors)
  end
  number_levels(l, order, has_raised_floor)
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
    if sum <= b.deepest then
      return b.floor
    end
    local level = level_of(l, b.position + sum)
    return level <= b.below and l.at[level] or base
  end
  return l.at[level_of(l, b.position + max(sum, LEAST_SUM))]
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
