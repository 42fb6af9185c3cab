--- Random priced maps, and straight sight on them by its definition. It shares no
-- code with the library, and is simple and slow.
--
-- A world is { width =, height =, name[y][x] =, price[y][x] =, terrain = }, its
-- cells counted from 1; a price of math.huge is a wall.

local rows_of = require "spec.support.rows"

local judge = {}

local huge = math.huge

local WIDTHS = { 1, 2, 5, 9, 14, 20, 63, 64, 65, 127, 128, 129 }

judge.rules = { "never", "only_if_no_obstacles", "at_least_one_walkable",
  "always" }

--- Gives a random rectangle of the world a terrain.
local function patch(random, world, name)
  local x1, y1 = random(1, world.width), random(1, world.height)
  local x2 = math.min(world.width, x1 + random(0, 12))
  local y2 = math.min(world.height, y1 + random(0, 6))
  for y = y1, y2 do
    for x = x1, x2 do
      judge.put(world, x, y, name)
    end
  end
end

--- A random world of at most some 700 cells: patches of terrain, single cells,
-- and up to half walls, often no or few walls, as open ground is a special
-- case.
-- @param prices  of the terrains except walls; { 1 }: open ground alone
function judge.world(random, prices)
  local width = WIDTHS[random(1, #WIDTHS)]
  local world = { width = width, terrain = {}, name = {}, price = {},
    height = random(1, math.max(1, math.min(25, math.floor(700 / width)))) }
  for i, price in ipairs(prices) do
    world.terrain["t" .. i] = price
  end
  for y = 1, world.height do
    world.name[y], world.price[y] = {}, {}
    for x = 1, width do
      judge.put(world, x, y, "t1")
    end
  end
  for _ = 1, random(0, 8) do
    patch(random, world, random(1, 4) == 1 and "wall"
      or "t" .. random(1, #prices))
  end
  local most = { 0, 5, 20, 50 }
  local walls, others = most[random(1, 4)], most[random(1, 4)]
  for y = 1, world.height do
    for x = 1, width do
      local chance = random(1, 100)
      if chance <= walls then
        judge.put(world, x, y, "wall")
      elseif chance <= walls + others then
        judge.put(world, x, y, "t" .. random(1, #prices))
      end
    end
  end
  return world
end

function judge.put(world, x, y, name)
  world.name[y][x] = name
  world.price[y][x] = world.terrain[name] or huge
end

--- The world's cells as text: the number of each terrain, # for a wall.
function judge.text(world)
  return table.concat(rows_of(world.width, world.height, function(x, y)
    local name = world.name[y][x]
    return name == "wall" and "#" or name:sub(2)
  end), "\n")
end

--- The world of such a text.
function judge.read(text, terrain)
  local world = { terrain = terrain, name = {}, price = {}, height = 0 }
  for row in text:gmatch("[^\n]+") do
    local y = world.height + 1
    world.height, world.width = y, #row
    world.name[y], world.price[y] = {}, {}
    for x = 1, #row do
      local character = row:sub(x, x)
      judge.put(world, x, y, character == "#" and "wall" or "t" .. character)
    end
  end
  return world
end

--- Some cell, a free one if a few tries find any.
function judge.place(random, world)
  local x, y
  for _ = 1, 5 do
    x, y = random(1, world.width), random(1, world.height)
    if world.price[y][x] < huge then
      break
    end
  end
  return x, y
end

local function is_free(world, x, y)
  return world.price[y] ~= nil and (world.price[y][x] or huge) < huge
end

local function may_pass(rule, side, other_side)
  if rule == "always" then
    return true
  elseif rule == "at_least_one_walkable" then
    return side or other_side
  end
  return rule == "only_if_no_obstacles" and side and other_side
end

--- The side of the segment where a corner of cells lies: the sign of a product,
-- exact in whole numbers. Corner 0, 0 is top left of cell 1, 1.
local function side(x1, y1, x2, y2, corner_x, corner_y)
  local product = (x2 - x1) * (2 * corner_y - (2 * y1 - 1))
    - (y2 - y1) * (2 * corner_x - (2 * x1 - 1))
  return product > 0 and 1 or product < 0 and -1 or 0
end

--- Is the segment between two cells' centres free? The segment crosses a cell
-- that has corners on both sides of it, and passes through corners on it.
function judge.sees(world, rule, x1, y1, x2, y2)
  local left, right = math.min(x1, x2), math.max(x1, x2)
  local top, bottom = math.min(y1, y2), math.max(y1, y2)
  for y = top, bottom do
    for x = left, right do
      local has = {}
      for corner_y = y - 1, y do
        for corner_x = x - 1, x do
          has[side(x1, y1, x2, y2, corner_x, corner_y)] = true
        end
      end
      if (has[1] and has[-1] or x1 == x2 and y1 == y2)
        and not is_free(world, x, y) then
        return false
      end
    end
  end
  for y = top, bottom - 1 do
    for x = left, right - 1 do
      if side(x1, y1, x2, y2, x, y) == 0 then
        local falls = (x2 > x1) == (y2 > y1)
        if not may_pass(rule, is_free(world, falls and x + 1 or x, y),
          is_free(world, falls and x or x + 1, y + 1)) then
          return false
        end
      end
    end
  end
  return true
end

--- Price x length along the segment between two cells' centres.
function judge.line_cost(world, x1, y1, x2, y2)
  local dx, dy = x2 - x1, y2 - y1
  local cuts = { 0, 1 }
  for x = math.min(x1, x2), math.max(x1, x2) - 1 do
    cuts[#cuts + 1] = (x + 0.5 - x1) / dx
  end
  for y = math.min(y1, y2), math.max(y1, y2) - 1 do
    cuts[#cuts + 1] = (y + 0.5 - y1) / dy
  end
  table.sort(cuts)
  local sum = 0
  for i = 2, #cuts do
    local part, middle = cuts[i] - cuts[i - 1], (cuts[i] + cuts[i - 1]) / 2
    if part > 1e-12 then
      sum = sum + part * world.price[math.floor(y1 + middle * dy + 0.5)][
        math.floor(x1 + middle * dx + 0.5)]
    end
  end
  return sum * math.sqrt(dx * dx + dy * dy)
end

return judge
