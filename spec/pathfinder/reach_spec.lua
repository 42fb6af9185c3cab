--- finder:reach: every cell within a cost. fuzz/differential judges the costs.

local tilepath = require "tilepath"
local finders = require "spec.support.finders"
local helper = require "spec.support.helper"

local collect, fails, points = helper.collect, finders.fails, helper.points

local OPTIONS = { legend = { ["~"] = "water" }, prices = { water = 3 } }

describe("a reach", function()
  it("has all cells up to that cost, in order, and their paths", function()
    local reach = finders.on("....\n.~~#\n....", { diagonal = "never" },
      OPTIONS):reach(1, 2, 3)
    local cells = { { 1, 1, 1 }, { 2, 1, 2 }, { 3, 1, 3 }, { 1, 2, 0 },
      { 2, 2, 3 }, { 1, 3, 1 }, { 2, 3, 2 }, { 3, 3, 3 } }
    assert.are.same(cells, collect(reach:cells()))
    assert.are.equal(8, reach.count)
    for _, cell in ipairs(cells) do
      assert.are.equal(cell[3], reach:cost(cell[1], cell[2]))
    end
    local path, cost = reach:path(3, 1)
    assert.are.same({ "1,2 1,1 2,1 3,1", 3, 3, "cells", nil },
      { points(path), cost, path.cost, path.units, path.goal_index })
    assert.are.equal("1,2", points(reach:path(1, 2)))
    for _, q in ipairs { { 3, 2, "unreachable" }, { 4, 2, "unreachable" },
      { 0, 1, "outside" }, { 1, 2 ^ 40, "outside" } } do
      fails(q[3], reach:cost(q[1], q[2]))
      fails(q[3], reach:path(q[1], q[2]))
    end
  end)

  it("has the cells that cost exactly as much as its limit", function()
    for _, price in ipairs { 0.1, 0.3, 1 / 3, 2.3, 77.7 } do
      local finder = finders.on("....", {}, { prices = { open = price } })
      for steps = 1, 3 do
        assert.are.equal(steps + 1, finder:reach(1, 1, steps * price).count)
      end
    end
  end)

  it("has a count and a text", function()
    local finder = tilepath.pathfinder(tilepath.grid(4, 3, { base = { -3, 7 } }))
    local reach = finder:reach(-3, 8, 1.5)
    assert.are.equal("reach of 6 cells from -3, 8", tostring(reach))
    assert.are.same({ 6, nil }, { reach.count, reach.mood })
    assert.are.equal("reach of 1 cell from -3, 8",
      tostring(finder:reach(-3, 8, 0)))
    assert.are.same({ -3, 7, 1 }, collect(reach:cells())[1])
    for _, most in ipairs { math.huge, 1e300 } do
      assert.are.equal(12, finder:reach(-3, 8, most).count)
    end
    local shut = finders.on ".#"
    fails("outside", shut:reach(3, 1, 5))
    fails("blocked", shut:reach(2, 1, 5))
  end)

  it("stays the same after an edit", function()
    local finder = finders.on "....."
    local reach = finder:reach(1, 1, 3)
    finder.grid:set(2, 1, "wall")
    finder.grid:terrain("open", 9)
    assert.are.same({ 4, 3 }, { reach.count, (reach:cost(4, 1)) })
    assert.are.equal("1,1 2,1 3,1 4,1", points(reach:path(4, 1)))
  end)
end)
