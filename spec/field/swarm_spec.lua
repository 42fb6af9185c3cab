--- field:direction and field:advance: motion along a field, for a point and for
-- many agents at once. fuzz/judge_flow.c judges any swarm.

local tilepath = require "tilepath"
local boards = require "spec.support.boards"
local helper = require "spec.support.helper"
local law = require "spec.support.law"
local numbers = require "spec.support.random"

local list, map, near = helper.list, helper.map, helper.near
local rules = { "never", "only_if_no_obstacles", "at_least_one_walkable",
  "always" }

local function field_on(text, goals, options, profile)
  return tilepath.pathfinder(tilepath.grid(text, options), profile)
    :field(goals)
end

describe("field:advance with speeds", function()
  it("scales the distance of each agent by the terrain under it", function()
    local field = field_on("..~~..", { { 6, 1 } }, { cell_size = 10,
      legend = { ["~"] = "tar" }, prices = { tar = 1 } })
    local xs, ys = { 5, 25, 25, -3 }, { 5, 5, 5, 5 }
    field:advance(xs, ys, 4, { 2, 2, 8, 1 }, { speeds = { tar = 0.25 } })
    assert.are.same({ 7, 25.5, 27, -3 }, xs)
    field:advance(xs, ys, 2, 4, { speeds = { tar = 0.25, open = 2 } })
    assert.are.same({ 15, 26.5, 27 }, { xs[1], xs[2], xs[3] })
    local before = { xs[1], xs[2] }
    assert.has_error(function()
      field:advance(xs, ys, 2, 4, { speeds = { tar = 0 } })
    end)
    assert.are.same(before, { xs[1], xs[2] })
    xs, ys = { 25 }, { 5 }
    field:advance(xs, ys, 1, 1.7e308, { speeds = { tar = 1024 } })
    assert.are.equal(55, xs[1])
  end)

  it("does so for agents that keep apart #core_c", function()
    local field = field_on("..~~..", { { 6, 1 } }, { cell_size = 10,
      legend = { ["~"] = "tar" }, prices = { tar = 1 } })
    local xs, ys = { 5, 25 }, { 5, 5 }
    field:advance(xs, ys, 2, 2, { apart = 5, speeds = { tar = 0.25 } })
    assert.are.same({ 7, 25.5 }, xs)
  end)
end)

describe("field:direction", function()
  it("is a vector of length 1 towards the goal", function()
    local field = field_on(".....", { { 5, 1 } }, { cell_size = 10 })
    assert.are.same({ 1, 0 }, list(field:direction(5, 5)))
    local dx, dy = field:direction(45, 9)
    near(0, dx)
    near(-1, dy)
  end)

  it("is nil and a reason at the goal, outside or without path", function()
    local field = field_on("..#.", { { 1, 1 } }, { cell_size = 10 })
    assert.are.same({ nil, "arrived" }, list(field:direction(5, 5)))
    assert.are.same({ nil, "unreachable" }, list(field:direction(35, 5)))
    assert.are.same({ nil, "outside" }, list(field:direction(-1, 5)))
    assert.are.same({ nil, "outside" }, list(field:direction(1e300, 5)))
  end)

  law(it, "never points from a cell into a wall beside it", { runs = 30 },
    function(random)
      local width, height = random(3, 20), random(3, 20)
      local grid = tilepath.grid(numbers.map(random, width, height, "....#"))
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

  law(it, "moves no agent farther than the distance round corners",
    { runs = 150 }, function(random)
      local side, wide = random(3, 8), random(1, 3)
      local grid = tilepath.grid(numbers.map(random, side, side, "....#"),
        { cell_size = { wide, 1 } })
      local finder = tilepath.pathfinder(grid, { diagonal = rules[random(1, 4)] })
      local goal_x, goal_y = finder:nearest(random(1, side), random(1, side))
      if not goal_x then
        return
      end
      local x, y = finder:nearest(random(1, side), random(1, side),
        { from = { goal_x, goal_y } })
      local field = finder:field { { goal_x, goal_y } }
      local xs = { (x - random(1, 99) / 100) * wide }
      local ys = { y - random(1, 99) / 100 }
      local distance, calls = random(4, 40) / 100, 0
      repeat
        local from_x, from_y = xs[1], ys[1]
        local left = field:advance(xs, ys, 1, distance)
        local dx, dy = xs[1] - from_x, ys[1] - from_y
        calls = calls + 1
        assert.is_true(dx * dx + dy * dy <= distance * distance * 1.003)
        assert.is_true(calls < 5000)
      until left == 0
    end)

  it("passes a corner however short its distance is", function()
    for _, to_y in ipairs { 1, 3 } do
      for _, side in ipairs { -1, 1 } do
        local field = field_on("...\n.#.\n...", { { 2, to_y } }, nil,
          { diagonal = "always" })
        local up = to_y - 2
        local xs, ys = { 1.5 + 0.502 * side }, { 1.5 + 0.498 * up }
        for _ = 1, 100 do
          field:advance(xs, ys, 1, 1e-4)
        end
        assert.is_true((xs[1] - 1.5) * side < 0.5 and (ys[1] - 1.5) * up > 0.5)
      end
    end
  end)

  it("counts the way to a link", function()
    local field = field_on("...#...", { { 7, 1 } })
    field.finder.grid:link(2, 1, 6, 1)
    field:update()
    local xs, ys = { 0.5, 1.5 }, { 0.5, 0.5 }
    assert.are.equal(2, field:advance(xs, ys, 2, { 1.25, 0 }))
    assert.are.same({ 5.75, 1.5 }, xs)
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
end)

describe("an agent in a blocked cell", function()
  it("walks straight to the nearest cell with a path, and then on", function()
    local field = field_on(map [[
      ........
      .######.
      .######.
      ........
    ]], { { 8, 4 } }, { cell_size = 10 }, { diagonal = "never" })
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

  it("leaves by the cheapest way if its cell alone is blocked", function()
    for n = 0, 7 do
      local grid, at = boards.drawn({ ".....", ".#...", ".....", "....." }, nil,
        n)
      local field = tilepath.pathfinder(grid):field { { at(4, 4) } }
      local x, y = at(2, 2)
      local next_x, next_y = at(3, 3)
      local dx, dy = field:direction(grid:to_world(x, y))
      near((next_x - x) / math.sqrt(2), dx)
      near((next_y - y) / math.sqrt(2), dy)
    end
  end)

  it("passes over no free cell on its way out", function()
    local field = field_on(".##.#..#", { { 1, 1 } })
    assert.are.same({ -1, 0 }, list(field:direction(2.5, 0.5)))
    for _, x in ipairs { 4.5, 7.5 } do
      local xs, ys = { x }, { 0.5 }
      assert.are.equal(0, field:advance(xs, ys, 1, 10))
      assert.are.same({ x, 0.5 }, { xs[1], ys[1] })
      assert.are.same({ nil, "blocked" }, list(field:direction(x, 0.5)))
    end
  end)

  it("stays if no cell with a path is within 32 steps", function()
    local field = field_on("." .. ("#"):rep(60), { { 1, 1 } })
    assert.are.same({ -1, 0 }, list(field:direction(32.5, 0.5)))
    assert.are.same({ nil, "blocked" }, list(field:direction(33.5, 0.5)))
    local xs, ys = { 32.5, 33.5 }, { 0.5, 0.5 }
    assert.are.equal(1, field:advance(xs, ys, 2, 1))
    near(31.5, xs[1], 1e-6)
    assert.are.equal(33.5, xs[2])
    assert.are.equal(0, field:advance(xs, ys, 2, 1e6))
    assert.are.same({ 0.5, 33.5 }, { xs[1], xs[2] })
    field = field_on("###", { { 1, 1 } })
    assert.are.same({ nil, "blocked" }, list(field:direction(0.5, 0.5)))
  end)
end)
