--- field:advance with apart, for any finite numbers, on maps that change.

local tilepath = require "tilepath"
local law = require "spec.support.law"

local CALLS = 25
local RULES = { "never", "only_if_no_obstacles", "at_least_one_walkable",
  "always" }
local LENGTHS = { 1e-300, 0.1, 0.4, 0.7, 1, 3, 50, 1e300 }
local FAR = 1e9

local function any_grid(random)
  local width, height = random(1, 24), random(1, 24)
  local odd = random(1, 20)
  if odd == 1 then
    width, height = 1, 1
  elseif odd == 2 then
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
  local rule = RULES[random(1, 4)]
  local least = math.min(grid.cell_width, grid.cell_height)
  local radius
  if (rule == "never" or rule == "only_if_no_obstacles")
    and random(1, 2) == 1 then
    radius = random(1, 4) / 10 * least
  end
  return tilepath.pathfinder(grid, { diagonal = rule, radius = radius,
    size = not radius and random(1, 3) == 1 and 2 or nil })
end

--- The first cell under an agent; nil if the agent cannot be there.
local function free_cell(finder, x, y)
  if not (math.abs(x) < 1e9 and math.abs(y) < 1e9) then
    return nil
  end
  local column, row = finder:to_cell(x, y)
  if finder:can_enter(column, row) then
    return column, row
  end
  return nil
end

local function attack(random)
  local grid = any_grid(random)
  local finder = any_finder(random, grid)
  local field = finder:field { { random(1, grid.width),
    random(1, grid.height) }, { random(1, grid.width),
    random(1, grid.height) } }
  if random(1, 5) == 1 then
    field = field:flee()
  end
  local n = random(1, 80)
  local xs, ys, by, arrived = {}, {}, {}, {}
  for i = 1, n do
    local x, y = grid:to_world(random(1, math.min(grid.width, 40)),
      random(1, grid.height))
    xs[i] = x + random(-9, 9) / 30 * grid.cell_width
    ys[i] = y + random(-9, 9) / 30 * grid.cell_height
    by[i] = random(0, 8) / 20
    arrived[i] = random.any { 0, 1, true, false }
    local odd = random(1, 60)
    if odd <= 3 then
      by[i] = odd == 2 and 3 or 0
    elseif odd == 4 then
      by[i] = 1e300
    elseif odd == 5 then
      ys[i] = 1e300
    end
  end
  local options = { apart = LENGTHS[random(1, #LENGTHS)], arrived = arrived }
  local was_x, was_y, was_in = {}, {}, {}
  for call = 1, CALLS do
    local asked = random(1, 6) == 1 and FAR or by
    for i = 1, n do
      was_x[i], was_y[i] = xs[i], ys[i]
      was_in[i] = free_cell(finder, was_x[i], was_y[i])
    end
    local walking = field:advance(xs, ys, n, asked, options)
    assert.is_true(walking >= 0 and walking <= n)
    for i = 1, n do
      local x, y = xs[i], ys[i]
      local far = asked == FAR and FAR or by[i]
      assert.are.equal("boolean", type(arrived[i]))
      if far == 0 then
        assert.are.same({ was_x[i], was_y[i] }, { x, y })
      end
      if was_in[i] and not free_cell(finder, x, y) then
        error(("call %d: %d went from %.9g, %.9g to %.9g, %.9g")
          :format(call, i, was_x[i], was_y[i], x, y), 0)
      end
    end
    if call % 8 == 0 then
      grid:set(random(1, grid.width), random(1, grid.height),
        random(1, 2) == 1 and "wall" or "open")
      if random(1, 2) == 1 then
        field:update()
      end
    end
  end
end

describe("field:advance with apart and wild numbers #core_c", function()
  law(it, "never leads into a wall, for any numbers", { runs = 30 },
    attack)
end)
