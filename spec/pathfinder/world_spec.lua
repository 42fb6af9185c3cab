--- A pathfinder in the game's own units: paths from point to point, and sight
-- between points.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local numbers = require "spec.support.random"

local list, map, near, points = helper.list, helper.map, helper.near,
  helper.points
local root2 = math.sqrt(2)

--- Cells of 1 x 1 from 0, 0 on, so that cell 1, 1 has its centre at 0.5, 0.5.
local function finder_on(text, profile)
  return tilepath.pathfinder(tilepath.grid(text), profile)
end

--- A grid without defaults: columns from 0, rows from -3, cells of 32 x 16, the
-- top left corner at -64, 100.
local function odd_grid()
  return tilepath.grid(10, 6, { base = { 0, -3 }, cell_size = { 32, 16 },
    origin = { -64, 100 } })
end

describe("finder:find_world", function()
  it("starts and ends at the exact points, with centres of cells between",
    function()
      local finder = tilepath.pathfinder(odd_grid())
      local path, cost = finder:find_world(-63, 101.5, 95.5, 115)
      assert.are.equal("-63,101.5 -16,108 16,108 48,108 95.5,115",
        points(path))
      assert.are.equal(4, cost)
      assert.are.equal(4, path.cost)
      assert.are.equal("world", path.units)
      assert.is_nil(path.partial)
    end)

  it("follows the path in cells, at its cost", function()
    local grid = odd_grid()
    grid:fill(3, -3, 2, 5, "wall")
    local finder = tilepath.pathfinder(grid)
    local cells, cells_cost = finder:find(0, -3, 8, -3)
    local path, cost = finder:find_world(-48, 108, 208, 108)
    assert.are.equal(cells_cost, cost)
    assert.are.equal(points(cells), points(path:to_cells(grid)))
  end)

  it("leaves out the first centre if the start sees the next point", function()
      local finder = finder_on(map [[
        ..#
        ...
        ..#
      ]], { diagonal = "at_least_one_walkable" })
      -- From near the left border the line to cell 2, 2 is clear.
      assert.are.equal("0.1,0.5 1.5,1.5 2.5,1.5",
        points(finder:find_world(0.1, 0.5, 2.5, 1.5)))
    end)

  it("keeps the first centre if the straight line would cut a "
    .. "corner", function()
    local finder = finder_on(map [[
      .##
      ...
    ]], { diagonal = "at_least_one_walkable" })
    assert.are.equal("0.9,0.1 0.5,0.5 1.5,1.5 2.9,1.9",
      points(finder:find_world(0.9, 0.1, 2.9, 1.9)))
    assert.are.equal("2.9,1.9 1.5,1.5 0.5,0.5 0.9,0.1",
      points(finder:find_world(2.9, 1.9, 0.9, 0.1)))
  end)

  it("leaves out the first centre before it judges the last centre", function()
      local finder = finder_on(map [[
        .#
        ..
      ]], { diagonal = "at_least_one_walkable" })
      -- The two points do not see each other past the corner at 1, 1.
      assert.are.equal("0.5,0.9 1.5,1.5 1.9,1.1",
        points(finder:find_world(0.5, 0.9, 1.9, 1.1)))
      -- The start sees the goal, though the removed centre does not.
      assert.are.equal("0.1,0.9 1.9,1.5",
        points(finder:find_world(0.1, 0.9, 1.9, 1.5)))
      assert.is_false((finder:line_of_sight_world(0.5, 0.5, 1.9, 1.5)))
    end)

  it("joins two points in neighbouring cells that see each other", function()
    local path, cost = finder_on(".."):find_world(0.25, 0.25, 1.75, 0.75)
    assert.are.equal("0.25,0.25 1.75,0.75", points(path))
    assert.are.equal(1, cost)
  end)

  it("joins two points in a cell, even equal points, at no cost", function()
    local finder = finder_on("..\n..")
    local path, cost = finder:find_world(1.1, 1.2, 1.9, 1.7)
    assert.are.equal("1.1,1.2 1.9,1.7", points(path))
    assert.are.equal(0, cost)
    path, cost = finder:find_world(0.5, 0.5, 0.5, 0.5)
    assert.are.equal("0.5,0.5 0.5,0.5", points(path))
    assert.are.equal(0, cost)
    assert.is_nil(path.partial)
  end)

  it("takes a point on a border as a point of the cell right of or below it",
    function()
      local finder = finder_on("..\n..")
      assert.are.equal(0, select(2, finder:find_world(0, 0, 0.99, 0.99)))
      assert.are.equal(1, select(2, finder:find_world(0, 0, 1, 0.5)))
      assert.are.equal(1, select(2, finder:find_world(0.5, 0, 0.5, 1)))
      assert.are.same({ nil, "goal_outside" },
        list(finder:find_world(0, 0, 2, 1)))
      assert.are.same({ nil, "goal_outside" },
        list(finder:find_world(0, 0, 1, 2)))
      assert.are.same({ nil, "start_outside" },
        list(finder:find_world(-1e-9, 0, 1, 1)))
    end)

  it("fails for the same reasons, in the same order", function()
    local finder = finder_on("..#.")
    for reason, q in pairs {
      start_outside = { -1, 0, 9, 9 }, goal_outside = { 2.5, 0, 1e300, 0 },
      start_blocked = { 2.5, 0.5, 2.5, 0.5 }, goal_blocked = { 0, 0, 2, 0 },
      unreachable = { 0, 0, 3, 0 },
    } do
      assert.are.same({ nil, reason },
        list(finder:find_world(q[1], q[2], q[3], q[4])))
    end
    local by_cells = finder_on("..#.", { algorithm = "astar" })
    assert.are.same({ nil, "budget" },
      list(by_cells:find_world(0, 0, 1, 0, { max_nodes = 1 })))
    assert.are.same({ nil, "start_outside" },
      list(finder:find_world(-1e308, 1e308, 0, 0)))
  end)

  it("ends at the centre of the nearest cell with partial", function()
    local finder = finder_on("....#.")
    local path = finder:find_world(0.25, 0.75, 5.1, 0.1, { partial = true })
    assert.are.equal("0.25,0.75 1.5,0.5 2.5,0.5 3.5,0.5", points(path))
    assert.is_true(path.partial)
    path = finder:find_world(5.25, 0.75, 77, 0.1, { partial = true })
    assert.are.equal("5.25,0.75", points(path))
    assert.is_true(path.partial)
    path = finder:find_world(0.25, 0.75, 3.1, 0.1, { partial = true })
    assert.are.equal("0.25,0.75 1.5,0.5 2.5,0.5 3.1,0.1", points(path))
    assert.is_nil(path.partial)
    local grid = tilepath.grid(3, 3, { cell_size = { 0.5, 0.5 } })
    path = tilepath.pathfinder(grid):find_world(0.25, 0.25, 1.7e308, 1.7e308,
      { partial = true })
    assert.are.equal("0.25,0.25 0.75,0.75 1.25,1.25", points(path))
  end)

  it("keeps the sign of a start at 0", function()
    local path = finder_on(".."):find_world(-0.0, 0, 1, 0)
    assert.are.equal(-math.huge, 1 / path[1])
  end)

  it("fills a table, and the next path in cells removes everything of it",
    function()
      local finder, t = finder_on("....."), {}
      local path, cost = finder:find_world(0.5, 0.1, 4.5, 0.9, { into = t })
      assert.is_true(rawequal(t, path))
      assert.are.same({ 0.5, 0.1, 1.5, 0.5, 2.5, 0.5, 3.5, 0.5, 4.5, 0.9,
        cost = 4, units = "world" }, t)
      assert.are.equal(4, cost)
      finder:find(2, 1, 3, 1, { into = t })
      assert.are.same({ 2, 1, 3, 1, cost = 1, units = "cells" }, t)
    end)

  it("has each leg in sight, on any map and from any point", function()
    local random = numbers.new(5)
    for _, rule in ipairs { "never", "only_if_no_obstacles",
      "at_least_one_walkable", "always" } do
      local text = numbers.map(random, 20, 20, "...#")
      local grid = tilepath.grid(text, { base = { -7, 3 },
        cell_size = { 3, 0.7 }, origin = { -1000.3, 0.1 } })
      local finder = tilepath.pathfinder(grid, { diagonal = rule })
      for _ = 1, 100 do
        local q = {}
        for i = 1, 3, 2 do
          q[i] = -1000.3 + random(1, 5999) / 100
          q[i + 1] = 0.1 + random(1, 13999) / 1000
        end
        local path = finder:find_world(q[1], q[2], q[3], q[4])
        if path then
          local n = #path
          assert.are.same(q,
            { path[1], path[2], path[n - 1], path[n] })
          assert.is_true(path:is_valid(finder))
        end
      end
    end
  end)
end)

describe("finder:line_of_sight_world", function()
  local finder = finder_on(map [[
    ...
    .#.
    ...
  ]])

  it("runs between any two points", function()
    assert.is_true((finder:line_of_sight_world(0.1, 0.1, 2.9, 0.9)))
    assert.are.same({ false, 2, 2 },
      list(finder:line_of_sight_world(0.1, 1.5, 2.9, 1.6)))
    assert.is_true((finder:line_of_sight_world(0.3, 0.3, 0.3, 0.3)))
  end)

  it("counts cells that a line grazes: a thousandth of a cell "
    .. "decides", function()
    assert.is_true((finder:line_of_sight_world(0.5, 0.999, 2.5, 0.999)))
    assert.is_false((finder:line_of_sight_world(0.5, 1.001, 2.5, 1.001)))
    assert.is_false((finder:line_of_sight_world(0.5, 0.5, 2.5, 1.5)))
  end)

  it("needs both sides free along a border", function()
    assert.are.same({ false, 2, 2 },
      list(finder:line_of_sight_world(0.5, 1, 2.5, 1)))
    assert.are.same({ false, 2, 2 },
      list(finder:line_of_sight_world(2, 0.5, 2, 2.5)))
    local open = finder_on("..\n..")
    assert.is_true((open:line_of_sight_world(0.2, 1, 1.8, 1)))
    assert.is_true((open:line_of_sight_world(1, 0.2, 1, 1.8)))
  end)

  it("follows the diagonal rule at a corner", function()
    for rule, expected in pairs { never = { false, false, false },
      only_if_no_obstacles = { true, false, false },
      at_least_one_walkable = { true, true, false },
      always = { true, true, true } } do
      for i, text in ipairs { "..\n..", ".#\n..", ".#\n#." } do
        local seer = finder_on(text, { diagonal = rule })
        assert.are.equal(expected[i],
          (seer:line_of_sight_world(0.25, 0.25, 1.75, 1.75)))
        assert.are.equal(expected[i],
          (seer:line_of_sight_world(0.5, 0.5, 1.25, 1.25)))
      end
    end
  end)

  it("returns the cost of the straight path: price x length in "
    .. "cells", function()
    local grid = tilepath.grid("..~~", { legend = { ["~"] = "mud" },
      prices = { mud = 3 }, cell_size = { 10, 20 } })
    local walker = tilepath.pathfinder(grid, { straight_cost = 10,
      diagonal_cost = 14 })
    near(10 * (1.5 + 3 * 1.5),
      select(2, walker:line_of_sight_world(5, 10, 35, 10)), 1e-4)
    near(10 * root2 / 4,
      select(2, walker:line_of_sight_world(2, 2, 4.5, 7)), 1e-4)
    assert.are.equal(0, select(2, walker:line_of_sight_world(1, 1, 1, 1)))
  end)

  it("sees nothing from outside, nor anything outside", function()
    assert.are.same({ false, 0, 1 },
      list(finder:line_of_sight_world(-0.5, 0.5, 1.5, 0.5)))
    assert.are.same({ false, 4, 1 },
      list(finder:line_of_sight_world(0.5, 0.5, 9.5, 0.5)))
    assert.is_false((finder:line_of_sight_world(0.5, 0.5, 1e300, -1e300)))
    assert.is_false((finder:line_of_sight_world(1e300, 0, 1e300, 0)))
  end)

  it("uses the grid's own units and cells", function()
    local grid = odd_grid()
    grid:set(2, -3, "wall")
    local seer = tilepath.pathfinder(grid)
    assert.are.same({ false, 2, -3 },
      list(seer:line_of_sight_world(-60, 105, 90, 105)))
    assert.is_true((seer:line_of_sight_world(-60, 105, -0.5, 105)))
    assert.is_true((seer:line_of_sight_world(-60, 117, 90, 117)))
  end)
end)
