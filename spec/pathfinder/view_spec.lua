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

  it("is looped over inside of a loop over it, and left before its end",
    function()
      local finder, told = finders.on("...\n..."), {}
      local view, reach = finder:view(1, 1, 9), finder:reach(2, 1, 1)
      for _ = 1, 2 do
        for x in view:cells() do
          for other, y in finder:view(1, 1, 1):cells() do
            told[#told + 1] = x .. other .. y
            if y == 2 then break end
          end
        end
        for x, y, cost in reach:cells() do
          for other in reach:cells() do
            told[#told + 1] = x .. y .. other .. (cost > 0 and "+" or "")
          end
        end
      end
      local first = table.concat(told, " ", 1, #told / 2)
      assert.are.equal(first, table.concat(told, " ", #told / 2 + 1))
      assert.are.equal("111 121 112 211 221 212 311 321 312 111 121 112 "
        .. "211 221 212 311 321 312 111+ 112+ 113+ 112+ 211 212 "
        .. "213 212 311+ 312+ 313+ 312+ 221+ 222+ 223+ 222+", first)
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

describe("a view with a cone", function()
  local function cells_of(view)
    local all = {}
    for x, y in view:cells() do
      all[#all + 1] = x .. "," .. y
    end
    return table.concat(all, " ")
  end

  it("has the cells whose middle lies in it, on its edges, too", function()
    local finder = finders.on(".....\n.....\n.....\n.....\n.....")
    local function faces(angle, cone)
      return cells_of(finder:view(3, 3, 2, { angle = angle, cone = cone }))
    end
    local right = "4,2 3,3 4,3 5,3 4,4"
    assert.are.equal(right, faces(0, math.pi / 2))
    assert.are.equal(right, faces(2000 * math.pi, math.rad(90)))
    assert.are.equal("3,3 2,4 3,4 4,4 3,5", faces(math.pi / 2, math.pi / 2))
    assert.are.equal("3,3 4,4", faces(math.pi / 4, 0))
    assert.are.equal("2,2 1,3 2,3 3,3 2,4", faces(math.pi, math.pi / 2))
    assert.are.equal("2,2 1,3 2,3 3,3 2,4", faces(-math.pi, math.pi / 2))
    assert.are.equal(cells_of(finder:view(3, 3, 2)), faces(1, 2 * math.pi))
  end)

  it("has the walls that touch it, and looks so from each cell of a reach",
    function()
    local finder = finders.on("#.....\n#....#\n#.....")
    local options = { angle = 0, cone = math.rad(60), walls = true }
    assert.are.equal("1,1 4,1 5,1 1,2 2,2 3,2 4,2 5,2 6,2 1,3 4,3 5,3",
      cells_of(finder:view(2, 2, 4, options)))
    finder = finders.on "#....#"
    local reach = finder:reach(3, 1, 1)
    assert.are.equal("1,1 2,1 3,1 4,1 5,1 6,1",
      cells_of(finder:view(reach, 9, options)))
  end)

  it("needs a direction and a width", function()
    local finder = finders.on "..."
    for _, case in ipairs { { { angle = 1 }, "options 'angle' and 'cone' need "
      .. "each other" }, { { cone = 1 }, "options 'angle' and 'cone' need each "
      .. "other" }, { { angle = 0, cone = 7 }, "cone must be a number from 0 to "
      .. "6.2831853071796, got 7" }, { { angle = 0 / 0, cone = 1 },
      "angle must be a number from -1048576 to 1048576, got nan" } } do
      assert.are.equal("view: " .. case[2], helper.mistake(function()
        finder:view(1, 1, 2, case[1])
      end))
    end
  end)

  it("is that part of the view, on squares and hexagons", function()
    local random = numbers.new(5, "cones")
    local angle_of = require "tilepath.angle"
    for round = 1, 60 do
      local grid = tilepath.grid(numbers.map(random, 25, 20, "...#"), {
        shape = round % 3 == 0 and "hex" or "square", cell_size = { 16, 10 } })
      local finder = tilepath.pathfinder(grid)
      local x, y = finder:nearest(random(1, 25), random(1, 20))
      local angle, cone = random(-400, 400) / 100, random(0, 628) / 100
      local all, view = finder:view(x, y, 8),
        finder:view(x, y, 8, { angle = angle, cone = cone })
      local wx, wy = grid:to_world(x, y)
      local count = 0
      for to_x, to_y in all:cells() do
        local to_wx, to_wy = grid:to_world(to_x, to_y)
        local off = (angle_of(to_wy - wy, to_wx - wx) - angle + 3 * math.pi)
          % (2 * math.pi) - math.pi
        off = math.abs(off) - cone / 2
        local is_in = view:has(to_x, to_y)
        assert.is_true(to_x == x and to_y == y or math.abs(off) < 1e-6
          or is_in == (off < 0))
        count = count + (is_in and 1 or 0)
      end
      assert.are.equal(count, view.count)
      assert.is_true(view:has(x, y))
    end
  end)
end)
