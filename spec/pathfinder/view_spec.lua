--- finder:view: every cell in sight of a cell. Judged by lines of sight.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local numbers = require "spec.support.random"

local collect, list, map, mistake = helper.collect, helper.list, helper.map,
  helper.mistake
local rules = { "never", "only_if_no_obstacles", "at_least_one_walkable",
  "always" }

local POST = map [[
  .....
  ..#..
  .....
]]

local function view_on(text, x, y, range, profile)
  return tilepath.pathfinder(tilepath.grid(text), profile):view(x, y, range)
end

describe("#once a view", function()
  it("has all cells in sight, in reading order", function()
    local view = view_on(POST, 2, 2, 2.5, { diagonal = "always" })
    assert.are.same({ { 1, 1 }, { 2, 1 }, { 3, 1 }, { 1, 2 }, { 2, 2 },
      { 1, 3 }, { 2, 3 }, { 3, 3 } }, collect(view:cells()))
    assert.are.equal(8, view.count)
    assert.is_true(view:has(2, 2))
    assert.is_false(view:has(3, 2))
    assert.is_false(view:has(4, 2))
    assert.is_false(view:has(0, 2))
    assert.is_false(view:has(-2 ^ 40, 2 ^ 50))
  end)

  it("has a count and a text", function()
    local grid = tilepath.grid(POST, { base = { -3, 7 } })
    local finder = tilepath.pathfinder(grid)
    local view = finder:view(-3, 8, 1.5)
    assert.are.equal("view of 6 cells from -3, 8", tostring(view))
    assert.are.equal("view of 1 cell from -3, 8",
      tostring(finder:view(-3, 8, 0)))
    assert.are.same({ -3, 7 }, collect(view:cells())[1])
    assert.are.equal(6, view.count)
    assert.is_true(view:has(-3, 7))
    assert.is_nil(view.mood)
  end)

  -- LuaJIT and Lua 5.1 ignore __len of tables.
  it("has its number of cells as its length #core_c", function()
    assert.are.equal(9, #tilepath.pathfinder(tilepath.grid(3, 3))
      :view(2, 2, 2))
  end)

  it("is nil if the agent cannot be at the place", function()
    local finder = tilepath.pathfinder(tilepath.grid(".#"))
    assert.are.same({ nil, "outside" }, list(finder:view(3, 1, 5)))
    assert.are.same({ nil, "blocked" }, list(finder:view(2, 1, 5)))
    assert.are.equal("view: within must be a number of at least 0, got nil",
      mistake(function() finder:view(1, 1) end))
    assert.are.equal("view: within must be a number of at least 0, got -1",
      mistake(function() finder:view(1, 1, -1) end))
  end)

  it("accepts any range", function()
    local finder = tilepath.pathfinder(tilepath.grid(90, 70))
    assert.are.equal(1, finder:view(2, 2, 0).count)
    assert.are.equal(1, finder:view(2, 2, 0.99).count)
    assert.are.equal(5, finder:view(2, 2, 1).count)
    assert.are.equal(9, finder:view(2, 2, math.sqrt(2)).count)
    assert.are.equal(90 * 70, finder:view(2, 2, 1e300).count)
    assert.are.equal(90 * 70, finder:view(70, 50, math.huge).count)
  end)

  it("has the walls beside it, with `walls`", function()
    local random = numbers.new(9)
    for round = 1, 60 do
      local width, height = random(1, 140), random(1, 20)
      local grid = tilepath.grid(numbers.map(random, width, height,
        round % 2 == 0 and "....#" or "............#"))
      local finder = tilepath.pathfinder(grid)
      local x, y, range = random(1, width), random(1, height), random(0, 30)
      if finder:can_enter(x, y) then
        local view = finder:view(x, y, range)
        local whole, count = finder:view(x, y, range, { walls = true }), 0
        for to_y = 1, height do
          for to_x = 1, width do
            local touches = view:has(to_x, to_y)
            for dx = finder:can_enter(to_x, to_y) and 2 or -1, 1 do
              for dy = -1, 1 do
                touches = touches or view:has(to_x + dx, to_y + dy)
              end
            end
            local dx, dy = to_x - x, to_y - y
            touches = touches and dx * dx + dy * dy <= range * range
            assert.are.equal(touches, whole:has(to_x, to_y))
            count = count + (touches and 1 or 0)
          end
        end
        assert.are.equal(count, whole.count)
        assert.are.equal(count, #collect(whole:cells()))
      end
    end
    local finder = tilepath.pathfinder(tilepath.grid(POST))
    assert.are.equal(6, finder:view(2, 2, 2.5, { walls = false }).count)
    assert.are.equal("view: walls must be true or false, got 1",
      mistake(function() finder:view(2, 2, 2, { walls = 1 }) end))
  end)

  it("stays the same after an edit", function()
    local finder = tilepath.pathfinder(tilepath.grid("....."))
    local view = finder:view(1, 1, 3)
    finder.grid:set(2, 1, "wall")
    assert.are.equal(4, view.count)
    assert.is_true(view:has(4, 1))
    assert.are.equal(1, finder:view(1, 1, 3).count)
  end)

  for _, rule in ipairs(rules) do
    it("equals lines of sight, under " .. rule, function()
      local random = numbers.new(5)
      for round = 1, 40 do
        local width, height = random(1, 75), random(1, 25)
        local grid = tilepath.grid(numbers.map(random, width, height,
          round % 2 == 0 and "....#" or "............#"))
        local finder = tilepath.pathfinder(grid, { diagonal = rule,
          size = round % 4 == 0 and { random(1, 3), random(1, 3) } or nil })
        local x, y, range = random(1, width), random(1, height), random(0, 30)
        local view, count = finder:view(x, y, range), 0
        assert.are.equal(finder:can_enter(x, y), view ~= nil)
        for to_y = 1, view and height or 0 do
          for to_x = 1, width do
            local dx, dy = to_x - x, to_y - y
            local is_seen = dx * dx + dy * dy <= range * range
              and finder:line_of_sight(x, y, to_x, to_y)
            assert.are.equal(is_seen, view:has(to_x, to_y))
            count = count + (is_seen and 1 or 0)
          end
        end
        assert.are.equal(count, view and view.count or 0)
        assert.are.equal(count, view and #collect(view:cells()) or 0)
        -- Each of these cells sees x, y.
        for to_x, to_y in (view and view:cells() or function() end) do
          assert.is_true(finder:view(to_x, to_y, range):has(x, y))
        end
      end
    end)
  end
end)

describe("#once reach:has", function()
  it("is true if a cell is within the cost", function()
    local finder = tilepath.pathfinder(tilepath.grid("..#.\n...."))
    local reach = finder:reach(1, 1, 2)
    assert.is_true(reach:has(1, 1))
    assert.is_true(reach:has(2, 2))
    assert.is_false(reach:has(3, 1))
    assert.is_false(reach:has(4, 2))
    assert.is_false(reach:has(9, 9))
    assert.are.equal("has: x must be a whole number, got 1.5",
      mistake(function() reach:has(1.5, 1) end))
  end)
end)
