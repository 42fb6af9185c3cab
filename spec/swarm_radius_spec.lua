--- Agents of a field whose bodies have a radius: each arrives, and none comes
-- nearer to a wall than that. The fuzz looks at each step exactly.

local tilepath = require "tilepath"
local helper = require "spec.helper"
local numbers = require "spec.support.random"

local list, map, near = helper.list, helper.map, helper.near
local has_ffi, ffi = pcall(require, "ffi")
has_ffi = has_ffi and rawget(_G, "jit") ~= nil

local TOLERANCE = 1e-4 -- of a cell: places and radii are rounded

--- How near a blocked cell, or the end of the map, is to a point of the world;
-- `most` where none is so near.
local function clearance(grid, is_free, x, y, most)
  local least = most
  local wide, high = grid.cell_width, grid.cell_height
  for row = math.floor((y - most) / high), math.floor((y + most) / high) do
    for column = math.floor((x - most) / wide), math.floor((x + most) / wide) do
      if not is_free(column + 1, row + 1) then
        local dx = math.max(column * wide - x, x - (column + 1) * wide, 0)
        local dy = math.max(row * high - y, y - (row + 1) * high, 0)
        least = math.min(least, math.sqrt(dx * dx + dy * dy))
      end
    end
  end
  return least
end

--- A swarm on a random map, with its agents where they have a way.
local function swarm_on(random, profile, options)
  local width, height = random(4, 24), random(4, 24)
  local grid = tilepath.grid(numbers.map(random, width, height, ".....#"),
    options)
  local finder = tilepath.pathfinder(grid, profile)
  local gx, gy = finder:nearest(random(1, width), random(1, height))
  if not gx then
    return nil
  end
  local field, xs, ys = finder:field { { gx, gy } }, {}, {}
  for _ = 1, 40 do
    local x, y = random(1, width), random(1, height)
    if field:cost(x, y) then
      local wx, wy = finder:to_world(x, y)
      xs[#xs + 1] = wx + (random(0, 998) / 1000 - 0.499) * grid.cell_width
      ys[#ys + 1] = wy + (random(0, 998) / 1000 - 0.499) * grid.cell_height
    end
  end
  return { field = field, grid = grid, xs = xs, ys = ys, n = #xs,
    goal = { finder:to_world(gx, gy) } }
end

--- Moves all to the goal, and looks at how near each comes to walls from the
-- moment on at which it was clear of them.
local function follow(s, radius, distance)
  local point = tilepath.pathfinder(s.grid)
  local function is_free(x, y)
    return point:can_enter(x, y)
  end
  local hair = TOLERANCE * math.max(s.grid.cell_width, s.grid.cell_height)
  local was_clear, calls, left = {}, 0, s.n
  while left > 0 do
    left, calls = s.field:advance(s.xs, s.ys, s.n, distance), calls + 1
    assert.is_true(calls < 1e4)
    for i = 1, s.n do
      local space = clearance(s.grid, is_free, s.xs[i], s.ys[i], radius)
      if was_clear[i] and not (space >= radius - hair) then
        error(("%g, %g is %g from a wall"):format(s.xs[i], s.ys[i], space))
      end
      was_clear[i] = was_clear[i] or space >= radius
    end
  end
  for i = 1, s.n do
    near(s.goal[1], s.xs[i], 1e-9)
    near(s.goal[2], s.ys[i], 1e-9)
  end
end

describe("a swarm of bodies with a radius", function()
  for _, rule in ipairs { "only_if_no_obstacles", "never" } do
    it("arrives, and comes no nearer to walls, under " .. rule, function()
      local random = numbers.new(31)
      for round = 1, 24 do
        local options = { cell_width = 20, cell_height = random(10, 40) }
        local most = math.min(options.cell_width, options.cell_height) / 2
        local radius = round % 3 == 0 and most or most * random(1, 99) / 100
        local s = swarm_on(random, { radius = radius, diagonal = rule },
          options)
        if s then
          follow(s, radius, random(5, 45) / 10)
        end
      end
    end)

    it("of several cells does so, too, under " .. rule, function()
      local random = numbers.new(32)
      for round = 1, 24 do
        local wide, high = random(1, 3), random(1, 3)
        local most = math.min(wide, high) * 8
        local radius = round % 3 == 0 and most or most * random(1, 99) / 100
        local s = swarm_on(random, { radius = radius, diagonal = rule,
          size = { wide, high } }, { cell_size = 16 })
        if s then
          follow(s, radius, random(5, 35) / 10)
        end
      end
    end)
  end

  it("moves as points do where no wall is near", function()
    local grid = tilepath.grid(30, 30, { cell_size = 10 })
    local bodies = tilepath.pathfinder(grid, { radius = 5 }):field { { 20, 9 } }
    local points = tilepath.pathfinder(grid):field { { 20, 9 } }
    local xs, ys, other_xs, other_ys = { 33.3 }, { 44.4 }, { 33.3 }, { 44.4 }
    repeat
      assert.are.same(list(points:direction(xs[1], ys[1])),
        list(bodies:direction(xs[1], ys[1])))
      local left = bodies:advance(xs, ys, 1, 1.7)
      points:advance(other_xs, other_ys, 1, 1.7)
      assert.are.same({ other_xs[1], other_ys[1] }, { xs[1], ys[1] })
    until left == 0
  end)

  it("goes to the centre of its cell from too near a wall", function()
    local field = tilepath.pathfinder(tilepath.grid(map [[
      .....
      .....
    ]], { cell_size = 10 }), { radius = 5 }):field { { 5, 1 } }
    local dx, dy = field:direction(3, 1)
    near(2 / math.sqrt(20), dx, 1e-9)
    near(4 / math.sqrt(20), dy, 1e-9)
    local xs, ys = { 3 }, { 1 }
    field:advance(xs, ys, 1, 20)
    near(5, ys[1], 1e-3)
    assert.is_true(xs[1] > 15)
  end)

  it("has directions by which small steps stay clear", function()
    local random, pi = numbers.new(33), math.pi
    local grid = tilepath.grid(map [[
      ........
      ..#..#..
      .....#..
      ..##....
      ........
    ]], { cell_size = 10 })
    local finder = tilepath.pathfinder(grid, { radius = 4 })
    local field = finder:field { { 8, 1 } }
    for _ = 1, 20 do
      local angle = random(0, 628) / 100
      local x, y = finder:to_world(1, random(2, 5))
      x, y = x + math.cos(angle), y + math.sin(angle % pi)
      local steps = 0
      repeat
        local dx, dy = field:direction(x, y)
        if dx then
          x, y = x + 0.1 * dx, y + 0.1 * dy
          assert.is_true(clearance(grid, function(cx, cy)
            return finder:can_enter(cx, cy)
          end, x, y, 4) > 3.9)
        end
        steps = steps + 1
      until not dx or steps > 2000 or math.abs(x - 75) + math.abs(y - 5) < 0.2
      assert.is_true(steps <= 2000)
    end
  end)

  it("leaves a new building and is clear of it from then on", function()
    local grid = tilepath.grid(12, 12, { cell_size = 10 })
    local finder = tilepath.pathfinder(grid, { radius = 4.5 })
    local field = finder:field { { 12, 6 } }
    local xs, ys = { 55, 62, 40.1 }, { 55, 48, 59 }
    grid:fill(4, 4, 5, 5, "wall")
    field:update()
    for _ = 1, 400 do
      field:advance(xs, ys, 3, 1)
    end
    for i = 1, 3 do
      assert.are.same({ 115, 55 }, { xs[i], ys[i] })
    end
  end)

  if has_ffi then
    it("does all that with floats", function()
      local random = numbers.new(34)
      for _ = 1, 20 do
        local options = { cell_width = 20, cell_height = random(10, 40) }
        local radius = math.min(20, options.cell_height) / 2
        local s = swarm_on(random, { radius = radius }, options)
        if s and s.n > 0 then
          local xs, ys = ffi.new("float[?]", s.n), ffi.new("float[?]", s.n)
          for i = 1, s.n do
            xs[i - 1], ys[i - 1] = s.xs[i], s.ys[i]
          end
          local calls = 0
          repeat
            calls = calls + 1
            assert.is_true(calls < 1e4)
          until s.field:advance(xs, ys, s.n, 1.5) == 0
          for i = 0, s.n - 1 do
            near(s.goal[1], xs[i], 1e-3)
            near(s.goal[2], ys[i], 1e-3)
          end
        end
      end
    end)

    it("comes on in one call where floats are nearly as coarse as cells",
      function()
        local grid = tilepath.grid("####\n....\n####", { cell_size = 24,
          origin_x = 1.9e8, origin_y = 9.5e7 })
        local finder = tilepath.pathfinder(grid, { radius = 11.88 })
        local field = finder:field { { 4, 2 } }
        local xs, ys = ffi.new("float[2]"), ffi.new("float[2]")
        for i = 0, 1 do
          xs[i], ys[i] = finder:to_world(i + 1, 2)
        end
        assert.are.equal(0, field:advance(xs, ys, 2, 24 * 30))
        for i = 0, 1 do
          assert.are.same({ 4, 2 }, { grid:to_cell(xs[i], ys[i]) })
        end
      end)
  end
end)
