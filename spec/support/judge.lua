--- A judge of paths in plain Lua: random worlds, the textbook Dijkstra (1959),
-- legal steps and straight sight by their definitions. It shares no code with
-- the library, and is simple and slow.
--
-- A world is { width =, height =, name[y][x] =, price[y][x] =, terrain = }, its
-- cells counted from 1; a price of math.huge is a wall.

local judge = {}

local abs, huge = math.abs, math.huge

local WIDTHS = { 1, 2, 5, 9, 14, 20, 63, 64, 65, 127, 128, 129 }

judge.rules = { "never", "only_if_no_obstacles", "at_least_one_walkable",
  "always" }

--- Pairs of a straight and a diagonal cost: the usual costs, a diagonal as dear
-- as one or two straight steps, cheaper or dearer, and odd costs.
judge.cost_pairs = { { 1, math.sqrt(2) }, { 10, 14 }, { 1, 1.4 }, { 1, 1 },
  { 1, 2 }, { 3, 2 }, { 1, 2.5 }, { 0.1, 1 / 7 } }

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
  local rows = {}
  for y = 1, world.height do
    local row = {}
    for x = 1, world.width do
      local name = world.name[y][x]
      row[x] = name == "wall" and "#" or name:sub(2)
    end
    rows[y] = table.concat(row)
  end
  return table.concat(rows, "\n")
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

--- The world of an agent with its own prices.
function judge.seen_by(world, costs)
  local seen = { width = world.width, height = world.height, price = {} }
  for y = 1, world.height do
    seen.price[y] = {}
    for x = 1, world.width do
      local own = costs[world.name[y][x]]
      if own == nil then
        own = world.price[y][x]
      end
      seen.price[y][x] = own or huge
    end
  end
  return seen
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

--- Takes the cheapest entry { x, y, cost } out of a list.
function judge.take_cheapest(waiting)
  local best = 1
  for i = 2, #waiting do
    if waiting[i][3] < waiting[best][3] then
      best = i
    end
  end
  local at = waiting[best]
  waiting[best] = waiting[#waiting]
  waiting[#waiting] = nil
  return at
end

local function is_free(world, x, y)
  return world.price[y] ~= nil and (world.price[y][x] or huge) < huge
end

function judge.may_pass(rule, side, other_side)
  if rule == "always" then
    return true
  elseif rule == "at_least_one_walkable" then
    return side or other_side
  end
  return rule == "only_if_no_obstacles" and side and other_side
end

--- Is one step from the first cell to the second legal?
function judge.can_step(world, rule, x1, y1, x2, y2)
  local dx, dy = x2 - x1, y2 - y1
  if math.max(abs(dx), abs(dy)) ~= 1 or not is_free(world, x1, y1)
    or not is_free(world, x2, y2) then
    return false
  end
  return dx == 0 or dy == 0
    or judge.may_pass(rule, is_free(world, x2, y1), is_free(world, x1, y2))
end

local function step_cost(world, costs, x1, y1, x2, y2)
  local is_diagonal = x1 ~= x2 and y1 ~= y2
  return world.price[y2][x2] * costs[is_diagonal and 2 or 1]
end

--- The costs from a cell to every other, as cost[y][x]; with `backwards` from
-- every other to the cell. huge if there is no path.
function judge.costs_from(world, rule, costs, x, y, backwards)
  local cost, done = {}, {}
  for row = 1, world.height do
    cost[row], done[row] = {}, {}
    for column = 1, world.width do
      cost[row][column] = huge
    end
  end
  if not is_free(world, x, y) then
    return cost
  end
  cost[y][x] = 0
  local waiting = { { x, y, 0 } }
  while #waiting > 0 do
    local at = judge.take_cheapest(waiting)
    local cx, cy = at[1], at[2]
    done[cy][cx] = true
    for ny = cy - 1, cy + 1 do
      for nx = cx - 1, cx + 1 do
        if judge.can_step(world, rule, cx, cy, nx, ny)
          and not done[ny][nx] then
          local through = cost[cy][cx]
            + (backwards and step_cost(world, costs, nx, ny, cx, cy)
              or step_cost(world, costs, cx, cy, nx, ny))
          if through < cost[ny][nx] then
            cost[ny][nx] = through
            waiting[#waiting + 1] = { nx, ny, through }
          end
        end
      end
    end
  end
  return cost
end

--- The cost of a path of single steps; or nil and the illegal step.
function judge.path_cost(world, rule, costs, path)
  local sum = 0
  for i = 1, #path - 3, 2 do
    local x1, y1, x2, y2 = path[i], path[i + 1], path[i + 2], path[i + 3]
    if not judge.can_step(world, rule, x1, y1, x2, y2) then
      return nil, ("%d,%d to %d,%d"):format(x1, y1, x2, y2)
    end
    sum = sum + step_cost(world, costs, x1, y1, x2, y2)
  end
  return sum
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
        if not judge.may_pass(rule, is_free(world, falls and x + 1 or x, y),
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
