--- field:advance with options: agents that keep apart and come to rest, with
-- distances of their own, and with marks of arrival.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local numbers = require "spec.support.random"
local law = require "spec.support.law"

local unpack = rawget(table, "unpack") or rawget(_G, "unpack")
local mistake, near = helper.mistake, helper.near
local rules = { "never", "only_if_no_obstacles", "at_least_one_walkable",
  "always" }

local NEAREST = 0.7499 -- times apart: 0.75 is promised, less is rounding

local function open_field(side, x, y)
  local grid = tilepath.grid(side, side)
  return tilepath.pathfinder(grid):field { { x, y } }, grid
end

local function distance_between(xs, ys, i, j)
  return math.sqrt((xs[i] - xs[j])^2 + (ys[i] - ys[j])^2)
end

--- The least distance between two agents.
local function least_distance(xs, ys)
  local least = math.huge
  for i = 1, #xs do
    for j = 1, i - 1 do
      least = math.min(least, distance_between(xs, ys, i, j))
    end
  end
  return least
end

--- Moves all agents until they rest, and checks that they stay at rest.
local function settle(field, xs, ys, distance, options, most)
  local calls = 0
  repeat
    calls = calls + 1
    assert.is_true(calls < most)
  until field:advance(xs, ys, #xs, distance, options) == 0
  for _ = 1, 20 do
    local old_x, old_y = { unpack(xs) }, { unpack(ys) }
    field:advance(xs, ys, #xs, distance, options)
    assert.are.same(old_x, xs)
    assert.are.same(old_y, ys)
  end
end

describe("#once field:advance with apart #core_c", function()
  it("keeps any two agents three quarters of apart away", function()
    local field = open_field(30, 25, 15)
    local xs, ys = {}, {}
    for i = 1, 60 do
      xs[i], ys[i] = 1 + (i % 6) * 0.9, 3 + math.floor(i / 6) * 0.9
    end
    for _ = 1, 700 do
      field:advance(xs, ys, 60, 0.1, { apart = 0.8 })
      assert.is_true(least_distance(xs, ys) >= NEAREST * 0.8)
    end
  end)

  it("moves a single agent as without apart", function()
    local field = open_field(20, 15, 12)
    local a_x, a_y, b_x, b_y = { 1.5, 17 }, { 2, 3 }, { 1.5, 17 }, { 2, 3 }
    for _ = 1, 300 do
      assert.are.equal(field:advance(a_x, a_y, 1, 0.1),
        field:advance(b_x, b_y, 1, 0.1, { apart = 0.5 }))
      assert.are.same({ a_x, a_y }, { b_x, b_y })
    end
    assert.are.same({ 14.5, 11.5 }, { a_x[1], a_y[1] })
  end)

  it("gathers a swarm around its goal, without overlaps", function()
    local field = open_field(24, 12, 12)
    local random, xs, ys, arrived = numbers.new(5), {}, {}, {}
    for i = 1, 100 do
      xs[i] = 24 * (i % 10) / 10 + 0.5 + random(0, 99) / 1000
      ys[i] = 24 * math.floor((i - 1) / 10) / 10 + 0.5
    end
    settle(field, xs, ys, 0.08, { apart = 0.7, arrived = arrived }, 2000)
    assert.is_true(least_distance(xs, ys) >= NEAREST * 0.7)
    local far = 0
    for i = 1, 100 do
      assert.is_true(arrived[i])
      far = math.max(far, math.sqrt((xs[i] - 11.5)^2 + (ys[i] - 11.5)^2))
    end
    assert.is_true(far < 6) -- a disc of so many has a radius of 3.7
  end)

  it("separates agents that stand on one spot", function()
    local field = open_field(30, 15, 15)
    local xs, ys = {}, {}
    for i = 1, 40 do
      xs[i], ys[i] = 6.5, 6.5
    end
    local before_x, before_y = {}, {}
    for _ = 1, 1200 do
      for i = 1, 40 do
        before_x[i], before_y[i] = xs[i], ys[i]
      end
      field:advance(xs, ys, 40, 0.1, { apart = 0.6 })
      for i = 1, 40 do
        local gone = math.sqrt((xs[i] - before_x[i])^2
          + (ys[i] - before_y[i])^2)
        assert.is_true(gone < 0.2001)
      end
    end
    assert.is_true(least_distance(xs, ys) >= NEAREST * 0.6)
  end)

  it("lets a swarm through a door and come to rest", function()
    local grid = tilepath.grid(20, 11)
    grid:fill(10, 1, 1, 11, "wall")
    grid:set(10, 6, "open")
    local field = tilepath.pathfinder(grid):field { { 16, 6 } }
    local xs, ys, arrived = {}, {}, {}
    for i = 1, 48 do
      xs[i], ys[i] = 1 + (i % 8) * 0.8, 2.5 + math.floor((i - 1) / 8)
    end
    settle(field, xs, ys, 0.1, { apart = 0.7, arrived = arrived }, 4000)
    for i = 1, 48 do
      assert.is_true(arrived[i])
    end
  end)

  it("lets all agents through a door to a goal with room around it", function()
    local grid = tilepath.grid(20, 11)
    grid:fill(10, 1, 1, 11, "wall")
    grid:set(10, 6, "open")
    local field = tilepath.pathfinder(grid):field { { 16, 6 } }
    for _, distance in ipairs { 0.05, 0.1, 0.2, 0.35 } do
      local xs, ys, arrived = {}, {}, {}
      for i = 1, 48 do
        xs[i], ys[i] = 1 + (i % 8) * 0.8, 0.5 + math.floor((i - 1) / 8) * 0.5
      end
      settle(field, xs, ys, distance, { apart = 0.5, arrived = arrived }, 4000)
      for i = 1, 48 do
        assert.is_true(arrived[i])
        assert.is_true(xs[i] > 10)
      end
    end
  end)

  it("moves agents without neighbours as the field leads", function()
    local field = open_field(60, 30, 30)
    local random = numbers.new(77)
    local xs, ys, alone_x, alone_y = {}, {}, {}, {}
    for i = 1, 80 do
      xs[i], ys[i] = random(0, 59999) / 1000, random(0, 59999) / 1000
      alone_x[i], alone_y[i] = xs[i], ys[i]
    end
    field:advance(xs, ys, 80, 0.1, { apart = 0.7 })
    field:advance(alone_x, alone_y, 80, 0.1)
    for i = 1, 80 do
      local least = math.huge
      for j = 1, 80 do
        if j ~= i then
          least = math.min(least, distance_between(alone_x, alone_y, i, j))
        end
      end
      if least > 0.7 + 0.3 then
        assert.are.same({ alone_x[i], alone_y[i] }, { xs[i], ys[i] })
      end
    end
  end)

  law(it, "keeps out of walls", { runs = 30 }, function(random)
    local width, height = random(3, 20), random(3, 20)
    local rule = rules[random(1, 4)]
    local cuts = rule == "always" or rule == "at_least_one_walkable"
    local radius = cuts and 0 or random.one_of(0, 0.3)
    local grid = tilepath.grid(numbers.map(random, width, height,
      "....#"))
    local finder = tilepath.pathfinder(grid, { diagonal = rule,
      radius = radius > 0 and radius or nil })
    local field = finder:field { { random(1, width),
      random(1, height) } }
    local xs, ys, cells = {}, {}, {}
    for _ = 1, 60 do
      local x, y = random(1, width), random(1, height)
      if field:cost(x, y) then
        xs[#xs + 1], ys[#ys + 1] = x - 0.5, y - 0.5
        cells[#cells + 1] = { x, y }
      end
    end
    local apart = random(1, 15) / 10
    for _ = 1, 250 do
      field:advance(xs, ys, #xs, 0.1, { apart = apart })
      for i = 1, #xs do
        local x, y = grid:to_cell(xs[i], ys[i])
        local cell = cells[i]
        if x ~= cell[1] or y ~= cell[2] then
          assert.is_true(finder:can_enter(x, y))
          assert.is_true(finder:can_step(cell[1], cell[2], x, y)
            or (finder:can_enter(x, cell[2])
              and finder:can_enter(cell[1], y)))
          cell[1], cell[2] = x, y
        end
        if radius > 0 then
          for by_x = -1, 1 do
            for by_y = -1, 1 do
              if not grid:is_walkable(x + by_x, y + by_y) then
                local left, top = x + by_x - 1, y + by_y - 1
                local dx = math.max(left - xs[i], xs[i] - left - 1, 0)
                local dy = math.max(top - ys[i], ys[i] - top - 1, 0)
                if dx * dx + dy * dy <= (radius - 1e-3)^2 then
                  error(("%g, %g is too near to %d, %d"):format(xs[i],
                    ys[i], x + by_x, y + by_y))
                end
              end
            end
          end
        end
      end
    end
  end)

  it("does not push an agent with a distance of 0", function()
    local field = open_field(20, 18, 10)
    local xs, ys = { 9.5, 3, 9.4 }, { 9.5, 9.2, 9.5 }
    for _ = 1, 300 do
      field:advance(xs, ys, 3, { 0, 0.1, 0 }, { apart = 0.9 })
      assert.are.same({ 9.5, 9.5, 9.4 }, { xs[1], ys[1], xs[3] })
      assert.is_true(distance_between(xs, ys, 1, 2) >= 0.9)
    end
  end)

  it("takes any length for apart", function()
    for _, apart in ipairs { 0, 1e-300, 1e-9, 50, 1e300 } do
      local field = open_field(10, 5, 5)
      local xs, ys = {}, {}
      for i = 1, 30 do
        xs[i], ys[i] = 1 + i % 3, 2
      end
      for _ = 1, 50 do
        field:advance(xs, ys, 30, 0.3, { apart = apart })
      end
      for i = 1, 30 do
        assert.is_true(xs[i] >= 0 and xs[i] < 10 and ys[i] >= 0
          and ys[i] < 10)
      end
    end
  end)

  it("takes a long distance at once", function()
    local field = open_field(20, 18, 10)
    local xs, ys, arrived = { 1, 2, 3, 4 }, { 1, 19, 3, 17 }, {}
    settle(field, xs, ys, 1e6, { apart = 0.8, arrived = arrived }, 100)
    assert.is_true(least_distance(xs, ys) >= NEAREST * 0.8)
    for i = 1, 4 do
      assert.is_true(math.abs(xs[i] - 17.5) + math.abs(ys[i] - 9.5) < 2.5)
    end
  end)

  it("ignores agents outside and in walls", function()
    local grid = tilepath.grid("....\n.##.\n....")
    local field = tilepath.pathfinder(grid):field { { 4, 3 } }
    local xs, ys = { -5, 1.5, 1e300, 3.5 }, { -5, 1.5, 0, 0.5 }
    for _ = 1, 200 do
      field:advance(xs, ys, 4, 0.1, { apart = 0.5 })
    end
    assert.are.same({ -5, -5, 1e300, 0 }, { xs[1], ys[1], xs[3], ys[3] })
    near(0.5, math.sqrt((xs[2] - xs[4])^2 + (ys[2] - ys[4])^2), 0.2)
  end)

  it("works for a flight", function()
    local field = open_field(12, 3, 3)
    local flight = field:flee()
    local xs, ys = { 3, 3.2, 4, 4.1 }, { 4, 4.1, 3, 3.2 }
    for _ = 1, 400 do
      flight:advance(xs, ys, 4, 0.1, { apart = 0.5 })
    end
    assert.is_true(least_distance(xs, ys) >= 0.5)
  end)
end)

describe("#once field:advance with arrived #core_c", function()
  it("marks the agents at the goal", function()
    local field = open_field(9, 9, 1)
    local xs, ys, arrived = { 8.5, 1, 7 }, { 0.5, 0.5, 0.5 }, {}
    assert.are.equal(2, field:advance(xs, ys, 3, 1, { arrived = arrived }))
    assert.are.same({ true, false, false }, arrived)
    field:advance(xs, ys, 3, 100, { arrived = arrived })
    assert.are.same({ true, true, true }, arrived)
  end)

  it("lets agents go on when the goal moves", function()
    local field = open_field(20, 4, 4)
    local xs, ys, arrived = {}, {}, {}
    for i = 1, 9 do
      xs[i], ys[i] = 2 + i % 3, 2 + math.floor(i / 3)
    end
    settle(field, xs, ys, 0.1, { apart = 0.8, arrived = arrived }, 900)
    field:update { { 16, 16 } }
    local options = { apart = 0.8, arrived = arrived }
    assert.is_true(field:advance(xs, ys, 9, 0.1, options) > 0)
    for _ = 1, 20 do
      field:advance(xs, ys, 9, 0.1, options)
    end
    for i = 1, 9 do
      assert.is_false(arrived[i])
    end
    settle(field, xs, ys, 0.1, { apart = 0.8, arrived = arrived }, 900)
    assert.is_true(xs[1] > 12 and ys[1] > 12)
  end)

  it("ignores marks that cannot be right", function()
    local field = open_field(9, 9, 1)
    local xs, ys, arrived = { 1, 5 }, { 0.5, 0.5 }, { true, 7 }
    assert.are.equal(2, field:advance(xs, ys, 2, 1, { apart = 0.5,
      arrived = arrived }))
    assert.are.same({ false, false }, arrived)
  end)
end)

describe("#once field:advance with distances #core_c", function()
  it("moves each agent by its own distance", function()
    local field = open_field(20, 20, 1)
    local xs, ys = { 1, 2, 3 }, { 0.5, 0.5, 0.5 }
    assert.are.equal(3, field:advance(xs, ys, 3, { 1, 0, 2.5 }))
    assert.are.same({ 2, 2, 5.5 }, xs)
  end)

  it("raises an error for a wrong distance, and moves no agent", function()
    local field = open_field(20, 20, 1)
    local xs, ys, arrived = { 1, 2 }, { 0.5, 0.5 }, {}
    local options = { apart = 1, arrived = arrived }
    assert.are.equal("advance: distance[2] must be a finite number, got nil",
      mistake(function() field:advance(xs, ys, 2, { 1 }, options) end))
    assert.are.equal("advance: distance[2] must be a finite number >= 0, got "
      .. "-1", mistake(function()
        field:advance(xs, ys, 2, { 1, -1 }, options)
      end))
    assert.are.same({ { 1, 2 }, {} }, { xs, arrived })
  end)
end)

describe("#once the options of field:advance #core_c", function()
  it("can be the same table as another argument", function()
    local field = open_field(9, 5, 5)
    local t = { 1, 2, 3 }
    field:advance(t, t, 3, t, { apart = 0.5 })
    field:advance(t, t, 3, t, { apart = 0.5, arrived = t })
    assert.are.equal("boolean", type(t[1]))
  end)
end)
