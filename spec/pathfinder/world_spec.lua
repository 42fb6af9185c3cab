--- A pathfinder in the game's own units: paths from point to point, and sight
-- between points.

local tilepath = require "tilepath"
local finders = require "spec.support.finders"
local helper = require "spec.support.helper"

-- Cells of 1 x 1 from 0, 0 on: cell 1, 1 has its centre at 0.5, 0.5.
local fails, finder_on = finders.fails, finders.on
local list, near, points = helper.list, helper.near, helper.points

local ONE = { diagonal = "at_least_one_walkable" }

--- A grid without defaults: columns from 0, rows from -3, cells of 32 x 16, the
-- top left corner at -64, 100.
local function odd_grid()
  return tilepath.grid(10, 6, { base = { 0, -3 }, cell_size = { 32, 16 },
    origin = { -64, 100 } })
end

describe("finder:find_world", function()
  it("starts and ends at the exact points, through centres", function()
    local finder = tilepath.pathfinder(odd_grid())
    local path, cost = finder:find_world(-63, 101.5, 95.5, 115)
    assert.are.equal("-63,101.5 -16,108 16,108 48,108 95.5,115", points(path))
    assert.are.same({ 4, 4, "world", nil }, { cost, path.cost, path.units,
      path.partial })
    finder.grid:fill(3, -3, 2, 5, "wall")
    local cells, cells_cost = finder:find(0, -3, 8, -3)
    path, cost = finder:find_world(-48, 108, 208, 108)
    assert.are.equal(cells_cost, cost)
    assert.are.equal(points(cells), points(helper.in_cells(path, finder.grid)))
  end)

  it("leaves out the first centre and the last if it can", function()
    for _, case in ipairs {
      -- From near the left border the line to cell 2, 2 is clear.
      { "..#\n...\n..#", { 0.1, 0.5, 2.5, 1.5 }, "0.1,0.5 1.5,1.5 2.5,1.5" },
      { ".##\n...", { 0.9, 0.1, 2.9, 1.9 }, "0.9,0.1 0.5,0.5 1.5,1.5 2.9,1.9" },
      { ".##\n...", { 2.9, 1.9, 0.9, 0.1 }, "2.9,1.9 1.5,1.5 0.5,0.5 0.9,0.1" },
      -- The two points do not see each other past the corner at 1, 1.
      { ".#\n..", { 0.5, 0.9, 1.9, 1.1 }, "0.5,0.9 1.5,1.5 1.9,1.1" },
      -- The start sees the goal, though the removed centre does not.
      { ".#\n..", { 0.1, 0.9, 1.9, 1.5 }, "0.1,0.9 1.9,1.5" },
      { "..", { 0.25, 0.25, 1.75, 0.75 }, "0.25,0.25 1.75,0.75" },
      { "..", { 1.1, 0.2, 1.9, 0.7 }, "1.1,0.2 1.9,0.7" },
      { "..", { 0.5, 0.5, 0.5, 0.5 }, "0.5,0.5 0.5,0.5" },
    } do
      local q = case[2]
      assert.are.equal(case[3], points(finder_on(case[1], ONE):find_world(
        q[1], q[2], q[3], q[4])))
    end
  end)

  it("takes a point on a border as one right of or below it", function()
    local finder = finder_on "..\n.."
    assert.are.equal(0, select(2, finder:find_world(0, 0, 0.99, 0.99)))
    assert.are.equal(1, select(2, finder:find_world(0, 0, 1, 0.5)))
    assert.are.equal(1, select(2, finder:find_world(0.5, 0, 0.5, 1)))
    fails("goal_outside", finder:find_world(0, 0, 2, 1))
    fails("goal_outside", finder:find_world(0, 0, 1, 2))
    fails("start_outside", finder:find_world(-1e-9, 0, 1, 1))
    local zero = -1 / math.huge -- Lua 5.1 takes -0.0 for a 0 before it
    assert.are.equal(-math.huge, 1 / finder:find_world(zero, 0, 1, 0)[1])
  end)

  it("fails for the same reasons, in the same order", function()
    local finder = finder_on("..#.", { algorithm = "astar" })
    for reason, q in pairs {
      start_outside = { -1e308, 1e308, 9, 9 },
      goal_outside = { 2.5, 0, 1e300, 0 },
      start_blocked = { 2.5, 0.5, 2.5, 0.5 }, goal_blocked = { 0, 0, 2, 0 },
      unreachable = { 0, 0, 3, 0 }, budget = { 0, 0, 1, 0 },
    } do
      fails(reason, finder:find_world(q[1], q[2], q[3], q[4],
        { max_nodes = 1 }))
    end
  end)

  it("ends at the centre of the nearest cell with partial", function()
    local finder = finder_on "....#."
    for _, case in ipairs {
      { 0.25, 5.1, true, "0.25,0.75 1.5,0.5 2.5,0.5 3.5,0.5" },
      { 5.25, 77, true, "5.25,0.75" },
      { 0.25, 3.1, nil, "0.25,0.75 1.5,0.5 2.5,0.5 3.1,0.1" },
    } do
      local path = finder:find_world(case[1], 0.75, case[2], 0.1,
        { partial = true })
      assert.are.same({ case[4], case[3] }, { points(path), path.partial })
    end
    local grid = tilepath.grid(3, 3, { cell_size = { 0.5, 0.5 } })
    assert.are.equal("0.25,0.25 0.75,0.75 1.25,1.25",
      points(tilepath.pathfinder(grid):find_world(0.25, 0.25, 1.7e308, 1.7e308,
        { partial = true })))
  end)

  it("fills a table, which the next path in cells clears", function()
    local finder, t = finder_on ".....", {}
    assert.is_true(rawequal(t,
      (finder:find_world(0.5, 0.1, 4.5, 0.9, { into = t }))))
    assert.are.same({ 0.5, 0.1, 1.5, 0.5, 2.5, 0.5, 3.5, 0.5, 4.5, 0.9,
      cost = 4, units = "world" }, t)
    finder:find(2, 1, 3, 1, { into = t })
    assert.are.same({ 2, 1, 3, 1, cost = 1, units = "cells" }, t)
  end)
end)

describe("finder:line_of_sight_world", function()
  local finder = finder_on "...\n.#.\n..."

  it("runs between any two points, over cells that it grazes", function()
    for _, line in ipairs { { 0.1, 0.1, 2.9, 0.9 }, { 0.3, 0.3, 0.3, 0.3 },
      { 0.5, 0.999, 2.5, 0.999 }, { 0.1, 1.5, 1 - 1e-9, 1.5 } } do
      assert.is_true((finder:line_of_sight_world(line[1], line[2], line[3],
        line[4])))
    end
    -- Along a border both sides have to be free.
    for _, line in ipairs { { 0.1, 1.5, 2.9, 1.6 }, { 0.5, 1.001, 2.5, 1.001 },
      { 0.5, 0.5, 2.5, 1.5 }, { 0.5, 1, 2.5, 1 }, { 2, 0.5, 2, 2.5 } } do
      assert.are.same({ false, 2, 2 }, list(finder:line_of_sight_world(
        line[1], line[2], line[3], line[4])))
    end
    local open = finder_on "..\n.."
    assert.is_true((open:line_of_sight_world(0.2, 1, 1.8, 1)))
    assert.is_true((open:line_of_sight_world(1, 0.2, 1, 1.8)))
    -- No fence may cross the border, on either side.
    for x = 1, 2 do
      open.grid:fence(x, 1, x, 2)
      assert.are.same({ false, x, 2 },
        list(open:line_of_sight_world(1, 0.2, 1, 1.8)))
      open.grid:unfence(x, 1, x, 2)
    end
  end)

  it("follows the diagonal rule at a corner", function()
    for rule, expected in pairs { never = "000", only_if_no_obstacles = "100",
      at_least_one_walkable = "110", always = "111" } do
      for _, line in ipairs { { 0.25, 0.25, 1.75, 1.75 },
        { 0.5, 0.5, 1.25, 1.25 } } do
        local seen = ""
        for _, text in ipairs { "..\n..", ".#\n..", ".#\n#." } do
          seen = seen .. (finder_on(text, { diagonal = rule })
            :line_of_sight_world(line[1], line[2], line[3], line[4]) and 1
            or 0)
        end
        assert.are.equal(expected, seen)
      end
    end
  end)

  it("returns the cost of the straight path", function()
    local walker = finder_on("..~~", { straight_cost = 10,
      diagonal_cost = 14 }, { legend = { ["~"] = "mud" },
      prices = { mud = 3 }, cell_size = { 10, 20 } })
    near(10 * (1.5 + 3 * 1.5),
      select(2, walker:line_of_sight_world(5, 10, 35, 10)), 1e-4)
    near(10 * 2 ^ 0.5 / 4,
      select(2, walker:line_of_sight_world(2, 2, 4.5, 7)), 1e-4)
    assert.are.equal(0, select(2, walker:line_of_sight_world(1, 1, 1, 1)))
  end)

  it("sees nothing from outside, nor anything outside", function()
    local grid = odd_grid()
    grid:set(2, -3, "wall")
    local seer = tilepath.pathfinder(grid)
    for _, case in ipairs { { finder, -0.5, 0.5, 1.5, 0.5, 0, 1 },
      { finder, 0.5, 0.5, 9.5, 0.5, 4, 1 }, { finder, 0.5, 0.5, 2.5, -7, 1, 0 },
      { finder, 0.5, 0.5, 0.5, 9, 1, 4 }, { seer, -60, 105, 90, 105, 2, -3 } } do
      assert.are.same({ false, case[6], case[7] }, list(case[1]
        :line_of_sight_world(case[2], case[3], case[4], case[5])))
    end
    assert.is_false((finder:line_of_sight_world(0.5, 0.5, 1e300, -1e300)))
    assert.is_false((finder:line_of_sight_world(1e300, 0, 1e300, 0)))
    assert.is_true((seer:line_of_sight_world(-60, 105, -0.5, 105)))
    assert.is_true((seer:line_of_sight_world(-60, 117, 90, 117)))
  end)
end)
