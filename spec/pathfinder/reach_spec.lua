--- finder:reach: every cell within a cost. Judged by searches.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local numbers = require "spec.support.random"

local collect, list, map, mistake, near = helper.collect, helper.list,
  helper.map, helper.mistake, helper.near
local rules = { "never", "only_if_no_obstacles", "at_least_one_walkable",
  "always" }

local POND = map [[
  ....
  .~~#
  ....
]]
local OPTIONS = { legend = { ["~"] = "water" }, prices = { water = 3 } }

local function reach_on(text, x, y, most, profile)
  return tilepath.pathfinder(tilepath.grid(text, OPTIONS), profile)
    :reach(x, y, most)
end

describe("a reach", function()
  it("has all cells up to that cost, in reading order", function()
    local reach = reach_on(POND, 1, 2, 3, { diagonal = "never" })
    assert.are.same({ { 1, 1, 1 }, { 2, 1, 2 }, { 3, 1, 3 }, { 1, 2, 0 },
      { 2, 2, 3 }, { 1, 3, 1 }, { 2, 3, 2 }, { 3, 3, 3 } },
      collect(reach:cells()))
    assert.are.equal(8, reach.count)
    assert.are.equal(3, reach:cost(2, 2))
    assert.are.equal(0, reach:cost(1, 2))
  end)

  it("returns a reason for a cell that it does not have", function()
    local reach = reach_on(POND, 1, 2, 3, { diagonal = "never" })
    assert.are.same({ nil, "unreachable" }, list(reach:cost(3, 2)))
    assert.are.same({ nil, "unreachable" }, list(reach:cost(4, 2)))
    assert.are.same({ nil, "unreachable" }, list(reach:path(4, 1)))
    assert.are.same({ nil, "outside" }, list(reach:cost(0, 1)))
    assert.are.same({ nil, "outside" }, list(reach:path(1, 2 ^ 40)))
  end)

  it("has a path to each cell", function()
    local reach = reach_on(POND, 1, 2, 3, { diagonal = "never" })
    local path, cost = reach:path(3, 1)
    assert.are.equal("1,2 1,1 2,1 3,1", helper.points(path))
    assert.are.equal(3, cost)
    assert.are.equal(3, path.cost)
    assert.are.equal("cells", path.units)
    assert.is_nil(path.goal)
    assert.are.equal("1,2", helper.points(reach:path(1, 2)))
  end)

  it("has a count and a text", function()
    local grid = tilepath.grid(POND, { legend = OPTIONS.legend,
      prices = OPTIONS.prices, base = { -3, 7 } })
    local finder = tilepath.pathfinder(grid)
    local reach = finder:reach(-3, 8, 1.5)
    assert.are.equal("reach of 5 cells from -3, 8", tostring(reach))
    assert.are.equal(5, reach.count)
    assert.are.equal("reach of 1 cell from -3, 8",
      tostring(finder:reach(-3, 8, 0)))
    assert.are.same({ -3, 7, 1 }, collect(reach:cells())[1])
    assert.is_nil(reach.mood)
  end)

  -- LuaJIT and Lua 5.1 ignore __len of tables.
  it("has its number of cells as its length #core_c", function()
    assert.are.equal(9, #tilepath.pathfinder(tilepath.grid(3, 3))
      :reach(2, 2, 2))
  end)

  it("has the ground under a large agent", function()
    local text = map [[
      .....#...
      .....#...
      ...#.....
      .........
    ]]
    local reach = reach_on(text, 1, 1, 2, { size = 2, diagonal = "never" })
    assert.are.same({ { 1, 1, 0 }, { 2, 1, 1 }, { 3, 1, 2 }, { 1, 2, 1 },
      { 2, 2, 2 }, { 1, 3, 2 } }, collect(reach:cells()))
    assert.are.same({ { 1, 1 }, { 2, 1 }, { 3, 1 }, { 4, 1 }, { 1, 2 },
      { 2, 2 }, { 3, 2 }, { 4, 2 }, { 1, 3 }, { 2, 3 }, { 3, 3 }, { 1, 4 },
      { 2, 4 } }, collect(reach:ground()))
    assert.is_true(reach:covers(4, 2))
    assert.is_true(reach:covers(2, 4))
    assert.is_false(reach:covers(4, 3))
    assert.is_false(reach:covers(5, 1))
    assert.is_false(reach:covers(0, 1))
    assert.is_false(reach:covers(1, 5))
    assert.is_false(reach:covers(2 ^ 52, -2 ^ 52))
  end)

  it("has the same ground and cells for a small agent", function()
    local reach = reach_on(POND, 1, 2, 3, { diagonal = "never" })
    local cells = collect(reach:cells())
    for i, cell in ipairs(cells) do
      assert.is_true(reach:covers(cell[1], cell[2]))
      cells[i] = { cell[1], cell[2] }
    end
    assert.are.same(cells, collect(reach:ground()))
    assert.is_false(reach:covers(3, 2))
    assert.is_false(reach:covers(5, 2))
  end)

  it("has the ground for each size, from any base", function()
    local random = numbers.new(11)
    for round = 1, 60 do
      local width, height = random(1, 90), random(1, 12)
      local grid = tilepath.grid(numbers.map(random, width, height,
        ".........#"), { base = { 0, -4 } })
      local wide = round % 7 == 0 and random(1, math.min(width, 64))
        or random(1, 4)
      local high = random(1, 3)
      local finder = tilepath.pathfinder(grid, { size = { wide, high } })
      local reach = finder:reach(random(0, width - 1), random(-4, height - 5),
        random(1, 3) == 1 and math.huge or random(0, 9))
      local expected = {}
      local none = function() end
      for x, y in reach and reach:cells() or none do
        for k = 0, wide * high - 1 do
          expected[(y + math.floor(k / wide)) * 1000 + x + k % wide] = true
        end
      end
      local before = -math.huge
      for x, y in reach and reach:ground() or none do
        assert.is_true(expected[y * 1000 + x] and y * 1000 + x > before)
        assert.is_true(reach:covers(x, y))
        before = y * 1000 + x
        expected[before] = nil
      end
      assert.is_nil(next(expected))
    end
  end)

  it("is nil if the agent cannot be at the start", function()
    local finder = tilepath.pathfinder(tilepath.grid(".#"))
    assert.are.same({ nil, "outside" }, list(finder:reach(3, 1, 5)))
    assert.are.same({ nil, "blocked" }, list(finder:reach(2, 1, 5)))
    assert.are.equal("reach: max_cost must be a number of at least 0, got nil",
      mistake(function() finder:reach(1, 1) end))
  end)

  it("is the start alone for 0, and everything for math.huge", function()
    local finder = tilepath.pathfinder(tilepath.grid("....\n...#\n.#.."))
    assert.are.equal(1, finder:reach(2, 2, 0).count)
    assert.are.equal(10, finder:reach(2, 2, math.huge).count)
    assert.are.equal(10, finder:reach(2, 2, 1e300).count)
  end)

  it("stays the same after an edit", function()
    local finder = tilepath.pathfinder(tilepath.grid("....."))
    local reach = finder:reach(1, 1, 3)
    finder.grid:set(2, 1, "wall")
    finder.grid:terrain("open", 9)
    assert.are.equal(4, reach.count)
    assert.is_true(reach:covers(2, 1))
    assert.are.equal(3, reach:cost(4, 1))
    local path, cost = reach:path(4, 1)
    assert.are.equal("1,1 2,1 3,1 4,1", helper.points(path))
    assert.are.equal(3, cost)
  end)

  for _, rule in ipairs(rules) do
    it("equals searches, under " .. rule, function()
      local random = numbers.new(3)
      for round = 1, 25 do
        local width, height = random(2, 25), random(2, 25)
        local grid = tilepath.grid(numbers.map(random, width, height,
          "...~#"), OPTIONS)
        local finder = tilepath.pathfinder(grid, { diagonal = rule,
          size = round % 5 == 0 and 2 or nil })
        local x, y, most = random(1, width), random(1, height), random(0, 12)
        local reach, count = finder:reach(x, y, most), 0
        for to_y = 1, reach and height or 0 do
          for to_x = 1, width do
            local _, cost = finder:find(x, y, to_x, to_y)
            local is_in = type(cost) == "number" and cost <= most + 1e-6
            assert.are.equal(is_in, reach:cost(to_x, to_y) ~= nil)
            if is_in then
              count = count + 1
              near(cost, reach:cost(to_x, to_y), 1e-5)
              local path = reach:path(to_x, to_y)
              assert.is_true(path:is_valid(finder))
              assert.are.same({ x, y, to_x, to_y },
                { path[1], path[2], path[#path - 1], path[#path] })
            end
          end
        end
        assert.are.equal(count, reach and reach.count or 0)
      end
    end)
  end
end)
