--- finder:view: every cell in sight of a cell. Judged by lines of sight.

local tilepath = require "tilepath"
local finders = require "spec.support.finders"
local helper = require "spec.support.helper"
local judge = require "spec.support.judge"
local numbers = require "spec.support.random"

local collect, fails = helper.collect, finders.fails

local POST = ".....\n..#..\n....."

describe("#once a view", function()
  it("has all cells in sight, in reading order, a count and a text", function()
    local finder = finders.on(POST, { diagonal = "always" }, { base = { -3, 7 } })
    local view = finder:view(-2, 8, 2.5)
    assert.are.same({ { -3, 7 }, { -2, 7 }, { -1, 7 }, { -3, 8 }, { -2, 8 },
      { -3, 9 }, { -2, 9 }, { -1, 9 } }, collect(view:cells()))
    assert.are.equal("view of 8 cells from -2, 8", tostring(view))
    assert.are.same({ 8, nil }, { view.count, view.mood })
    assert.is_true(view:has(-2, 8))
    for _, cell in ipairs { { -1, 8 }, { 0, 8 }, { -4, 8 },
      { -2 ^ 40, 2 ^ 50 } } do
      assert.is_false(view:has(cell[1], cell[2]))
    end
    assert.are.equal("view of 1 cell from -3, 8",
      tostring(finder:view(-3, 8, 0)))
    fails("outside", finder:view(3, 8, 5))
    fails("blocked", finder:view(-1, 8, 5))
    assert.are.equal(8, finder:view(-2, 8, 2.5, { walls = false }).count)
  end)

  -- LuaJIT and Lua 5.1 ignore __len of tables.
  it("has its number of cells as its length #core_c", function()
    assert.are.equal(9, #tilepath.pathfinder(tilepath.grid(3, 3))
      :view(2, 2, 2))
  end)

  it("accepts any range", function()
    local finder = tilepath.pathfinder(tilepath.grid(90, 70))
    for range, count in pairs { [0] = 1, [0.99] = 1, [1] = 5,
      [math.sqrt(2)] = 9, [1e300] = 90 * 70, [math.huge] = 90 * 70 } do
      assert.are.equal(count, finder:view(2, 2, range).count)
    end
  end)

  it("stays the same after an edit", function()
    local finder = finders.on "....."
    local view = finder:view(1, 1, 3)
    finder.grid:set(2, 1, "wall")
    assert.are.equal(4, view.count)
    assert.is_true(view:has(4, 1))
    assert.are.equal(1, finder:view(1, 1, 3).count)
  end)

  it("of a reach is stale after a resize", function()
    local finder = finders.on "....."
    local reach = finder:reach(2, 1, 1)
    assert.are.equal(5, finder:view(reach, 2).count)
    finder.grid:resize(2, 1, 6, 2)
    fails("stale", finder:view(reach, 2))
  end)

  it("of a reach has all cells in sight of any of its cells", function()
    local random = numbers.new(7)
    for round = 1, 12 do
      local shape = round % 2 == 0 and "hex" or "square"
      local grid = tilepath.grid(numbers.map(random, 70, 9, "....#"),
        { shape = shape, base = { -3, 7 } })
      local walkers = tilepath.pathfinder(grid)
      local eyes = tilepath.pathfinder(grid, { size = shape == "square" and 2
        or nil })
      local start_x, start_y = walkers:nearest(random(-3, 66), random(7, 15))
      local reach = walkers:reach(start_x, start_y, 5)
      local range, walls = random(0, 4), round % 3 == 0
      local all, seen, count = eyes:view(reach, range, { walls = walls }), {}, 0
      for x, y in reach:cells() do
        local view = eyes:view(x, y, range, { walls = walls })
        for to_x, to_y in (view and view:cells() or function() end) do
          count = count + (seen[to_x .. "," .. to_y] and 0 or 1)
          seen[to_x .. "," .. to_y] = true
        end
      end
      assert.are.equal(count, all.count)
      for x, y in all:cells() do
        assert.is_true(seen[x .. "," .. y])
      end
    end
  end)

  for _, rule in ipairs(judge.rules) do
    it("equals lines of sight, and has the walls beside it with `walls`, under "
      .. rule, function()
        local random = numbers.new(5)
        for round = 1, 20 do
          local width, height = random(1, 75), random(1, 25)
          local grid = tilepath.grid(numbers.map(random, width, height,
            round % 2 == 0 and "....#" or "............#"))
          local finder = tilepath.pathfinder(grid, { diagonal = rule,
            size = round % 4 == 0 and { random(1, 3), random(1, 3) } or nil })
          local x, y, range = random(1, width), random(1, height), random(0, 30)
          local view, count, walls = finder:view(x, y, range), 0, 0
          local whole = finder:view(x, y, range, { walls = true })
          assert.are.equal(finder:can_enter(x, y), view ~= nil)
          for to_x, to_y in (view and grid:cells() or function() end) do
            local is_near = (to_x - x) ^ 2 + (to_y - y) ^ 2 <= range ^ 2
            local is_seen = is_near and finder:line_of_sight(x, y, to_x, to_y)
            local touches = is_seen
            for k = 0, is_near and not finder:can_enter(to_x, to_y) and 8
              or -1 do
              touches = touches or view:has(to_x + k % 3 - 1,
                to_y + math.floor(k / 3) - 1)
            end
            assert.are.equal(is_seen, view:has(to_x, to_y))
            assert.are.equal(touches, whole:has(to_x, to_y))
            count = count + (is_seen and 1 or 0)
            walls = walls + (touches and 1 or 0)
          end
          for each, cells in pairs(view and { [view] = count,
            [whole] = walls } or {}) do
            assert.are.equal(cells, each.count)
            assert.are.equal(cells, #collect(each:cells()))
          end
          -- Each of these cells sees x, y.
          for to_x, to_y in (view and view:cells() or function() end) do
            assert.is_true(finder:view(to_x, to_y, range):has(x, y))
          end
        end
      end)
  end
end)
