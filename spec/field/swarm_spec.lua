--- field:direction and field:advance: motion along a field, for a point and for
-- many agents at once.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local law = require "spec.support.law"
local numbers = require "spec.support.random"
local score = require "spec.support.score"

local list, map, mistake, near = helper.list, helper.map, helper.mistake,
  helper.near
local rules = { "never", "only_if_no_obstacles", "at_least_one_walkable",
  "always" }

local function field_on(text, goals, options, profile)
  return tilepath.pathfinder(tilepath.grid(text, options), profile)
    :field(goals)
end

describe("field:direction", function()
  it("is a vector of length 1 towards the goal", function()
    local field = field_on(".....", { { 5, 1 } }, { cell_size = 10 })
    assert.are.same({ 1, 0 }, list(field:direction(5, 5)))
    local dx, dy = field:direction(45, 9)
    near(0, dx)
    near(-1, dy)
  end)

  it("is nil and a reason at the goal, outside, and without a path",
    function()
      local field = field_on("..#.", { { 1, 1 } }, { cell_size = 10 })
      assert.are.same({ nil, "goal" }, list(field:direction(5, 5)))
      assert.are.same({ nil, "unreachable" }, list(field:direction(35, 5)))
      assert.are.same({ nil, "outside" }, list(field:direction(-1, 5)))
      assert.are.same({ nil, "outside" }, list(field:direction(1e300, 5)))
    end)

  it("counts world units of each axis", function()
    local field = field_on("...\n...\n...", { { 3, 3 } },
      { cell_size = { 3, 4 } })
    local dx, dy = field:direction(1.5, 2)
    near(0.6, dx, 1e-6)
    near(0.8, dy, 1e-6)
  end)

  it("turns gradually on open ground", function()
    local field = field_on((("."):rep(30) .. "\n"):rep(30), { { 25, 12 } })
    local before_x, before_y
    for i = 0, 2000 do
      local dx, dy = field:direction(1 + i * 0.01, 2 + i * 0.004)
      if before_x then
        assert.is_true(dx * before_x + dy * before_y > 0.99)
      end
      before_x, before_y = dx, dy
    end
  end)

  law(it, "never points from a cell into a wall beside it", { runs = 30 },
    function(random)
      local width, height = random(3, 20), random(3, 20)
      local grid = tilepath.grid(numbers.map(random, width, height,
        "....#"))
      local rule = rules[random(1, 4)]
      local finder = tilepath.pathfinder(grid, { diagonal = rule })
      local field = finder:field { { random(1, width), random(1, height) } }
      for _ = 1, 300 do
        local x, y = random(1, width), random(1, height)
        local part_x, part_y = random(1, 999) / 1000, random(1, 999) / 1000
        local dx, dy = field:direction(x - 1 + part_x, y - 1 + part_y)
        if dx and finder:can_enter(x, y) then
          near(1, dx * dx + dy * dy, 1e-9)
          local side_x = part_x < 0.5 and -1 or 1
          local side_y = part_y < 0.5 and -1 or 1
          -- Does it leave the cell by a column's border, or by a row's?
          local to_x = (dx < 0 and part_x or 1 - part_x) / math.abs(dx)
          local to_y = (dy < 0 and part_y or 1 - part_y) / math.abs(dy)
          if part_x ~= 0.5 and not finder:can_enter(x + side_x, y) then
            assert.is_true(dx * side_x <= 1e-3 or to_x >= to_y * (1 - 1e-3)
              or not finder:can_enter(x, y + side_y) or dy * side_y > 0)
          end
        end
      end
    end)
end)

-- A swarm ---------------------------------------------------------------------

--- Moves all until they have arrived. @return the number of calls
local function arrive(field, xs, ys, n, distance, most)
  local calls = 0
  repeat
    calls = calls + 1
    assert.is_true(calls < most)
  until field:advance(xs, ys, n, distance) == 0
  return calls
end

describe("field:advance", function()
  it("moves agents by a distance, and no farther than the goal", function()
    local field = field_on(".....", { { 5, 1 } }, { cell_size = 10 })
    local xs, ys = { 5, 42, 45 }, { 5, 5, 5 }
    assert.are.equal(1, field:advance(xs, ys, 3, 4))
    near(9, xs[1])
    assert.are.same({ 45, 45 }, { xs[2], xs[3] })
    assert.are.same({ 5, 5, 5 }, ys)
    assert.are.equal(0, field:advance(xs, ys, 3, 1e6))
    assert.are.equal(45, xs[1])
  end)

  it("moves only the first n", function()
    local field = field_on("...", { { 3, 1 } })
    local xs, ys = { 0.5, 0.5 }, { 0.5, 0.5 }
    assert.are.equal(1, field:advance(xs, ys, 1, 0.5))
    assert.are.same({ 1, 0.5 }, xs)
    assert.are.equal(0, field:advance({}, {}, 0, 1))
  end)

  it("does not move agents outside or without a path", function()
    local field = field_on("..#.", { { 1, 1 } })
    local xs, ys = { 3.5, -7, 1e300, 1.2 }, { 0.5, 0.5, 0.5, 0.7 }
    assert.are.equal(1, field:advance(xs, ys, 4, 0.1))
    assert.are.same({ 3.5, -7, 1e300 }, { xs[1], xs[2], xs[3] })
    assert.is_true(xs[4] < 1.2)
  end)

  it("moves no agent for a distance of 0", function()
    local field = field_on("....", { { 4, 1 } }, { cell_size = 0.1 })
    local goal_x, goal_y = field.finder.grid:to_world(4, 1)
    local xs, ys = { 0.07, goal_x }, { 0.033, goal_y }
    assert.are.equal(1, field:advance(xs, ys, 2, 0))
    assert.are.same({ 0.07, goal_x, 0.033, goal_y },
      { xs[1], xs[2], ys[1], ys[2] })
  end)

  it("moves large agents where they fit", function()
    local field = field_on(map [[
      ......
      .##...
      .##...
      ......
    ]], { { 5, 3 } }, { cell_size = 8 }, { size = { 2, 2 } })
    local xs, ys = { 32 }, { 8 }
    arrive(field, xs, ys, 1, 1, 100)
    assert.are.same({ 40, 24 }, { xs[1], ys[1] })
  end)

  it("obeys the map as it is now, even on an old field", function()
    local field = field_on("...\n...", { { 3, 1 } })
    local xs, ys = { 0.5 }, { 0.5 }
    field.finder.grid:set(2, 1, "wall")
    for _ = 1, 50 do
      field:advance(xs, ys, 1, 0.1)
      assert.is_true(xs[1] < 1 or ys[1] > 1)
    end
    field:update()
    arrive(field, xs, ys, 1, 0.1, 100)
    assert.are.same({ 2.5, 0.5 }, { xs[1], ys[1] })
  end)

  it("checks all places before it moves any agent", function()
    local field = field_on(".....", { { 5, 1 } })
    local xs, ys = { 0.5, 1.5, "2" }, { 0.5, 0.5, 0.5 }
    local function advance()
      field:advance(xs, ys, 3, 1)
    end
    assert.are.equal("advance: xs[3] must be a finite number, got '2'",
      mistake(advance))
    xs[3], ys[2] = 2, 0 / 0
    assert.are.equal("advance: ys[2] must be a finite number, got nan",
      mistake(advance))
    ys[2], ys[3] = 0.5, nil
    assert.are.equal("advance: ys[3] must be a finite number, got nil",
      mistake(advance))
    assert.are.same({ 0.5, 1.5, 2 }, xs)
    assert.are.equal("advance: xs[1000000] must be a finite number, got nil",
      mistake(function() field:advance(xs, ys, 1e6, 1) end))
  end)
end)

describe("an agent in a blocked cell", function()
  it("walks straight to the nearest cell with a path, and then on", function()
    local field = field_on(map [[
      ........
      .######.
      .######.
      ........
    ]], { { 8, 4 } }, { cell_size = 10 })
    local dx, dy = field:direction(35, 22)
    -- The cell below, whose middle is 35, 35.
    assert.are.same({ 0, 1 }, { dx, dy })
    local xs, ys = { 33 }, { 22 }
    assert.are.equal(1, field:advance(xs, ys, 1, 3))
    local far = math.sqrt(2 * 2 + 13 * 13)
    near(33 + 6 / far, xs[1])
    near(22 + 39 / far, ys[1])
    arrive(field, xs, ys, 1, 3, 100)
    assert.are.same({ 75, 35 }, { xs[1], ys[1] })
  end)

  it("walks out where the rest of the path is cheapest", function()
    local field = field_on(map [[
      .....
      .###.
      .###.
      .###.
      .....
    ]], { { 3, 5 } })
    -- Two steps to each side; the goal is below.
    local dx, dy = field:direction(2.5, 2.5)
    near(0, dx)
    near(1, dy)
  end)

  it("takes the first of equal ways out", function()
    local field = field_on("..#..", { { 1, 1 }, { 5, 1 } })
    assert.are.same({ -1, 0 }, list(field:direction(2.5, 0.5)))
  end)

  it("passes over blocked cells without a path",
    function()
      local field = field_on(".##.#..#", { { 1, 1 } })
      assert.are.same({ -1, 0 }, list(field:direction(2.5, 0.5)))
      -- No agent passes the pocket: it stays there.
      local xs, ys = { 4.5 }, { 0.5 }
      assert.are.equal(0, field:advance(xs, ys, 1, 10))
      assert.is_true(xs[1] > 3 and xs[1] < 4)
      assert.are.equal(0, field:advance(xs, ys, 1, 10))
      assert.are.same({ nil, "unreachable" }, list(field:direction(xs[1], 0.5)))
    end)

  it("stays if no cell with a path is within 128 cells", function()
    local field = field_on("." .. ("#"):rep(200), { { 1, 1 } })
    assert.are.same({ -1, 0 }, list(field:direction(128.5, 0.5)))
    assert.are.same({ nil, "blocked" }, list(field:direction(129.5, 0.5)))
    local xs, ys = { 128.5, 129.5 }, { 0.5, 0.5 }
    assert.are.equal(1, field:advance(xs, ys, 2, 1))
    near(127.5, xs[1], 1e-6)
    assert.are.equal(129.5, xs[2])
    assert.are.equal(0, field:advance(xs, ys, 2, 1e6))
    assert.are.same({ 0.5, 129.5 }, { xs[1], xs[2] })
    field = field_on("###", { { 1, 1 } })
    assert.are.same({ nil, "blocked" }, list(field:direction(0.5, 0.5)))
  end)

  it("can be large: cells where it does not fit are blocked", function()
    local field = field_on(map [[
      ......
      ......
      ...#..
      ......
      ......
    ]], { { 1, 4 } }, { cell_size = 8 }, { size = { 2, 2 } })
    local xs, ys = { 24 }, { 24 }
    arrive(field, xs, ys, 1, 1, 100)
    assert.are.same({ 8, 32 }, { xs[1], ys[1] })
  end)

  it("walks out of a new building, with the field updated or not", function()
    for _, updates in ipairs { true, false } do
      local field = field_on((("."):rep(12) .. "\n"):rep(12), { { 12, 6 } })
      local grid, xs, ys = field.finder.grid, {}, {}
      for i = 1, 144 do
        xs[i], ys[i] = (i - 1) % 12 + 0.3, math.floor((i - 1) / 12) + 0.6
      end
      grid:fill(4, 3, 5, 6, "wall")
      if updates then
        field:update()
      end
      for _ = 1, 60 do
        field:advance(xs, ys, 144, 0.1)
      end
      for i = 1, 144 do
        assert.is_true(field.finder:can_enter(math.floor(xs[i]) + 1,
          math.floor(ys[i]) + 1))
      end
    end
  end)

  it("walks out on a flight, too", function()
    local field = field_on("...##....", { { 1, 1 } }):flee()
    local xs, ys = { 4.2 }, { 0.5 }
    assert.are.equal(1, field:advance(xs, ys, 1, 0.1))
    field:advance(xs, ys, 1, 100)
    assert.are.equal(2.5, xs[1])
  end)

  it("walks the same path, however many calls there are", function()
    local random, out = numbers.new(77), 0
    for _ = 1, 40 do
      local grid = tilepath.grid(20, 20)
      grid:fill(3, 3, 16, 16, "wall")
      local field = tilepath.pathfinder(grid):field { { random(1, 20), 20 } }
      local x, y = random(300, 1800) / 100, random(300, 1800) / 100
      local xs, ys = { x, x }, { y, y }
      local at_once_x, at_once_y = { x }, { y }
      for _ = 1, 30 do
        field:advance(xs, ys, 2, 0.05)
      end
      field:advance(at_once_x, at_once_y, 1, 1.5)
      -- Once the agent is out, its steps begin at other places.
      local is_out = grid:is_walkable(grid:to_cell(xs[1], ys[1]))
      out = out + (is_out and 1 or 0)
      near(at_once_x[1], xs[1], is_out and 0.25 or 1e-6)
      near(at_once_y[1], ys[1], is_out and 0.25 or 1e-6)
      near(xs[1], xs[2], 0)
    end
    assert.is_true(out > 0 and out < 40)
  end)
end)

--- Checks that an agent stands in a free cell, next to its last cell.
local function check_step(finder, xs, ys, cells, i)
  local x, y = math.floor(xs[i]) + 1, math.floor(ys[i]) + 1
  local cell = cells[i]
  assert.is_true(finder:can_enter(x, y))
  local is_same = x == cell[1] and y == cell[2]
  assert.is_true(is_same or finder:can_step(cell[1], cell[2], x, y)
    or (math.abs(x - cell[1]) == 1 and math.abs(y - cell[2]) == 1
      and finder:can_enter(x, cell[2]) and finder:can_enter(cell[1], y)))
  cell[1], cell[2] = x, y
end

describe("a swarm", function()
  score(it, "arrives without cutting walls or corners", { runs = 40,
    noun = "swarm" }, function(random)
      local width, height = random(2, 30), random(2, 30)
      local grid = tilepath.grid(numbers.map(random, width, height,
        "....#"))
      local rule = rules[random(1, 4)]
      local finder = tilepath.pathfinder(grid, { diagonal = rule })
      local goals = { { random(1, width), random(1, height) },
        { random(1, width), random(1, height) } }
      local field = finder:field(goals)
      local xs, ys, cells, most = {}, {}, {}, 0
      for _ = 1, 60 do
        local x, y = random(1, width), random(1, height)
        local cost = field:cost(x, y)
        if cost then
          most = math.max(most, cost)
          xs[#xs + 1] = x - random(1, 1000) / 1000
          ys[#ys + 1] = y - random(1, 1000) / 1000
          cells[#cells + 1] = { x, y }
        end
      end
      local left, calls = #xs, 0
      while left > 0 do
        left, calls = field:advance(xs, ys, #xs, 0.2), calls + 1
        for i = 1, #xs do
          check_step(finder, xs, ys, cells, i)
        end
        if calls * 0.2 >= 1.5 * most + 3 then
          return ("%d are under way after %d calls"):format(left, calls)
        end
      end
      for i = 1, #xs do
        local goal = goals[field:goal(cells[i][1], cells[i][2])]
        assert.are.same({ goal[1] - 0.5, goal[2] - 0.5 }, { xs[i], ys[i] })
      end
    end)
end)
