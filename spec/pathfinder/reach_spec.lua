--- finder:reach: every cell within a cost. fuzz/differential judges the costs.

local tilepath = require "tilepath"
local finders = require "spec.support.finders"
local helper = require "spec.support.helper"
local numbers = require "spec.support.random"

local collect, fails, points = helper.collect, finders.fails, helper.points

local OPTIONS = { legend = { ["~"] = "water" }, prices = { water = 3 } }

describe("a reach", function()
  it("has all cells up to that cost, in reading order, and their paths",
    function()
      local reach = finders.on("....\n.~~#\n....", { diagonal = "never" },
        OPTIONS):reach(1, 2, 3)
      local cells = { { 1, 1, 1 }, { 2, 1, 2 }, { 3, 1, 3 }, { 1, 2, 0 },
        { 2, 2, 3 }, { 1, 3, 1 }, { 2, 3, 2 }, { 3, 3, 3 } }
      assert.are.same(cells, collect(reach:cells()))
      assert.are.same({ 8, 3, 0 }, { reach.count, reach:cost(2, 2),
        (reach:cost(1, 2)) })
      for _, cell in ipairs(cells) do
        assert.is_true(reach:has(cell[1], cell[2]))
        assert.is_true(reach:covers(cell[1], cell[2]))
        cell[3] = nil
      end
      assert.are.same(cells, collect(reach:ground()))
      local path, cost = reach:path(3, 1)
      assert.are.same({ "1,2 1,1 2,1 3,1", 3, 3, "cells", nil },
        { points(path), cost, path.cost, path.units, path.goal })
      assert.are.equal("1,2", points(reach:path(1, 2)))
      for _, q in ipairs { { 3, 2, "unreachable" }, { 4, 2, "unreachable" },
        { 0, 1, "outside" }, { 1, 2 ^ 40, "outside" } } do
        fails(q[3], reach:cost(q[1], q[2]))
        fails(q[3], reach:path(q[1], q[2]))
        assert.is_false(reach:has(q[1], q[2]))
        assert.is_false(reach:covers(q[1], q[2]))
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

  -- LuaJIT and Lua 5.1 ignore __len of tables.
  it("has its number of cells as its length #core_c", function()
    assert.are.equal(9, #tilepath.pathfinder(tilepath.grid(3, 3))
      :reach(2, 2, 2))
  end)

  it("has the ground under a large agent, for each size, from any base",
    function()
      local reach = finders.on([[
        .....#...
        .....#...
        ...#.....
        .........
      ]], { size = 2, diagonal = "never" }):reach(1, 1, 2)
      assert.are.same({ { 1, 1 }, { 2, 1 }, { 3, 1 }, { 4, 1 }, { 1, 2 },
        { 2, 2 }, { 3, 2 }, { 4, 2 }, { 1, 3 }, { 2, 3 }, { 3, 3 }, { 1, 4 },
        { 2, 4 } }, collect(reach:ground()))
      local random = numbers.new(11)
      for round = 1, 40 do
        local width, height = random(1, 90), random(1, 12)
        local grid = tilepath.grid(numbers.map(random, width, height,
          ".........#"), { base = { 0, -4 } })
        local wide = round % 7 == 0 and random(1, math.min(width, 64))
          or random(1, 4)
        local high, expected, before = random(1, 3), {}, -math.huge
        local finder = tilepath.pathfinder(grid, { size = { wide, high } })
        reach = finder:reach(random(0, width - 1), random(-4, height - 5),
          random(1, 3) == 1 and math.huge or random(0, 9))
        for x, y in reach and reach:cells() or function() end do
          for k = 0, wide * high - 1 do
            expected[(y + math.floor(k / wide)) * 1000 + x + k % wide] = true
          end
        end
        for x, y in reach and reach:ground() or function() end do
          assert.is_true(expected[y * 1000 + x] and y * 1000 + x > before)
          assert.is_true(reach:covers(x, y))
          before = y * 1000 + x
          expected[before] = nil
        end
        assert.is_nil(next(expected))
      end
    end)

  it("stays the same after an edit", function()
    local finder = finders.on "....."
    local reach = finder:reach(1, 1, 3)
    finder.grid:set(2, 1, "wall")
    finder.grid:terrain("open", 9)
    assert.are.same({ 4, 3 }, { reach.count, (reach:cost(4, 1)) })
    assert.is_true(reach:covers(2, 1))
    assert.are.equal("1,1 2,1 3,1 4,1", points(reach:path(4, 1)))
  end)
end)
