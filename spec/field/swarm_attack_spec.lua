--- field:advance with apart, for anything that arrays can hold, on maps that
-- change.

local tilepath = require "tilepath"
local law = require "spec.support.law"

local has_ffi, ffi = pcall(require, "ffi")
has_ffi = has_ffi and rawget(_G, "jit") ~= nil

local CALLS = 25
local RULES = { "never", "only_if_no_obstacles", "at_least_one_walkable",
  "always" }
local LENGTHS = { 1e-300, 0.1, 0.4, 0.7, 1, 3, 50, 1e300 }
local FAR = 1e9

--- A list of n numbers: a table, or an array of C, from 1 in either case.
local function numbers(kind, n)
  if kind == "table" then
    local t = {}
    for i = 1, n do
      t[i] = 0
    end
    return t, 0
  end
  return ffi.new(kind .. "[?]", n), 1
end

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
  local kinds = has_ffi and { "table", "float", "double" } or { "table" }
  local kind = kinds[random(1, #kinds)]
  local has_bytes = has_ffi and random(1, 2) == 1
  local xs, off = numbers(kind, n)
  local ys = numbers(kind, n)
  local by, by_off = numbers(kinds[random(1, #kinds)], n)
  local arrived, arrived_off = numbers(has_bytes and "uint8_t" or "table", n)
  -- Tables must hold finite numbers of at least 0: others raise errors.
  local takes_all = by_off == 1
  for i = 1, n do
    local x, y = grid:to_world(random(1, math.min(grid.width, 40)),
      random(1, grid.height))
    xs[i - off] = x + random(-9, 9) / 30 * grid.cell_width
    ys[i - off] = y + random(-9, 9) / 30 * grid.cell_height
    by[i - by_off] = random(0, 8) / 20
    arrived[i - arrived_off] = random(0, 2)
    local odd = random(1, 60)
    if odd == 1 and kind ~= "table" then
      xs[i - off] = 0 / 0
    elseif odd == 2 then
      by[i - by_off] = takes_all and -3 or 3
    elseif odd == 3 then
      by[i - by_off] = takes_all and 0 / 0 or 0
    elseif odd == 4 then
      by[i - by_off] = 1e300
    elseif odd == 5 then
      ys[i - off] = 1e300
    end
  end
  local options = { apart = LENGTHS[random(1, #LENGTHS)], arrived = arrived }
  local was_x, was_y, was_in = {}, {}, {}
  for call = 1, CALLS do
    local asked = random(1, 6) == 1 and FAR or by
    for i = 1, n do
      was_x[i], was_y[i] = xs[i - off], ys[i - off]
      was_in[i] = free_cell(finder, was_x[i], was_y[i])
    end
    local walking = field:advance(xs, ys, n, asked, options)
    assert.is_true(walking >= 0 and walking <= n)
    for i = 1, n do
      local x, y = xs[i - off], ys[i - off]
      local far = asked == FAR and FAR or by[i - by_off]
      local flag = arrived[i - arrived_off]
      assert.is_true(flag == true or flag == false or flag == 0 or flag == 1)
      if not (far > 0) or was_x[i] ~= was_x[i] then
        assert.is_true(x == was_x[i] or x ~= x)
        assert.are.equal(was_y[i], y)
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

  if has_ffi then
    it("raises an error for arrays of fewer than n", function()
      local field = tilepath.pathfinder(tilepath.grid(9, 9)):field { { 5, 5 } }
      local two, three = ffi.new("double[2]", 1), ffi.new("double[3]", 1)
      local bytes = ffi.new "uint8_t[2]"
      for _, try in ipairs { { two, three, 1 }, { three, two, 1 },
        { three, three, two }, { three, three, 1, bytes } } do
        assert.is_false(pcall(field.advance, field, try[1], try[2], 3, try[3],
          { apart = 0.5, arrived = try[4] }))
        assert.are.equal(1, three[2])
      end
    end)
  end
end)
