--- field:advance with apart, for any finite numbers, on maps that change.

local tilepath = require "tilepath"
local law = require "spec.support.law"

local RULES = { "never", "only_if_no_obstacles", "at_least_one_walkable",
  "always" }
local LENGTHS = { 1e-300, 0.1, 0.4, 0.7, 1, 3, 50, 1e300 }

local function any_grid(random)
  local width, height = random(1, 24), random(1, 24)
  if random.chance(5) then
    width, height = 32767, 1
  end
  local grid = tilepath.grid(width, height, {
    cell_size = { random(1, 9) / 3, random(1, 9) / 3 },
    origin = { random(-9, 9), random(-9, 9) } })
  for _ = 1, math.min(width * height, 600) / 4 do
    grid:set(random(1, width), random(1, height), "wall")
  end
  return grid
end

local function any_finder(random, grid)
  local rule, radius = random.any(RULES), nil
  if (rule == "never" or rule == "only_if_no_obstacles")
    and random.chance(50) then
    radius = random(1, 4) / 10 * math.min(grid.cell_width, grid.cell_height)
  end
  return tilepath.pathfinder(grid, { diagonal = rule, radius = radius,
    size = not radius and random.chance(33) and 2 or nil })
end

--- Can the agent be there?
local function is_free(finder, x, y)
  return math.abs(x) < 1e9 and math.abs(y) < 1e9
    and finder:can_enter(finder:to_cell(x, y))
end

local function attack(random)
  local grid = any_grid(random)
  local finder = any_finder(random, grid)
  local field = finder:field { { random(1, grid.width),
    random(1, grid.height) } }
  if random.chance(20) then
    field = field:flee()
  end
  local n = random(1, 80)
  local xs, ys, by, arrived = {}, {}, {}, {}
  for i = 1, n do
    local x, y = grid:to_world(random(1, math.min(grid.width, 40)),
      random(1, grid.height))
    xs[i] = x + random(-9, 9) / 30 * grid.cell_width
    ys[i] = random.chance(2) and 1e300
      or y + random(-9, 9) / 30 * grid.cell_height
    by[i] = random.chance(5) and random.one_of(0, 3, 1e300) or random(0, 8) / 20
    arrived[i] = random.one_of(0, 1, true, false)
  end
  local options = { apart = random.any(LENGTHS), arrived = arrived }
  for call = 1, 25 do
    local all = random.chance(15) and 1e9 or nil
    local was_x, was_y, was_free = {}, {}, {}
    for i = 1, n do
      was_x[i], was_y[i] = xs[i], ys[i]
      was_free[i] = is_free(finder, xs[i], ys[i])
    end
    local walking = field:advance(xs, ys, n, all or by, options)
    assert.is_true(walking >= 0 and walking <= n)
    for i = 1, n do
      assert.are.equal("boolean", type(arrived[i]))
      local stands = xs[i] == was_x[i] and ys[i] == was_y[i]
      if (all or by[i]) == 0 and not stands
        or was_free[i] and not is_free(finder, xs[i], ys[i]) then
        error(("call %d: %d went from %.9g, %.9g to %.9g, %.9g")
          :format(call, i, was_x[i], was_y[i], xs[i], ys[i]), 0)
      end
    end
    if call % 8 == 0 then
      grid:set(random(1, grid.width), random(1, grid.height),
        random.one_of("wall", "open"))
      if random.chance(50) then
        field:update()
      end
    end
  end
end

describe("field:advance with apart and wild numbers", function()
  law(it, "never leads into a wall, for any numbers", { runs = 30 }, attack)
end)
