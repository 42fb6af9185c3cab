--- Queries on hexagons. fuzz/differential judges their paths.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local hexagons = require "spec.support.hexagons"
local numbers = require "spec.support.random"

local function hex(width, height, stagger)
  return tilepath.grid(width, height, { shape = "hex", stagger = stagger,
    base = 0 })
end

describe("a query on hexagons", function()
  it("accepts ranges longer than the map, and stops beside a goal", function()
    for _, stagger in ipairs(hexagons.STAGGERS) do
      local grid = hex(8, 8, stagger)
      grid:clear("wall")
      grid:set(0, 0, "open")
      local finder = tilepath.pathfinder(grid)
      local away = hexagons.distance(stagger, 0, 0, 7, 7)
      assert.is_true(away > 8)
      assert.are.equal(0, select(2, finder:find(0, 0, 7, 7, { within = away })))
      assert.is_nil(finder:find(0, 0, 7, 7, { within = away - 1 }))
      grid:set(1, 0, "open")
      assert.are.equal("0,0 1,0", helper.points(finder:find(0, 0, 2, 0,
        { adjacent = true })))
    end
  end)
end)

describe("without a search on hexagons", function()
  it("sight goes over steps and along borders", function()
    local grid = hex(9, 9, "odd-r")
    local finder = tilepath.pathfinder(grid)
    for range, count in pairs { [0] = 1, [1] = 7, [2.5] = 19, [9] = 81 } do
      assert.are.equal(count, finder:view(4, 4, range).count)
    end
    assert.is_true(finder:would_block({ { 1, 0 }, { 0, 1 } }, 0, 0, 8, 8))
    assert.is_false(finder:would_block({ { 1, 0 } }, 0, 0, 8, 8))
    -- Along a border a line is clear if a cell beside it is free.
    grid:set(0, 1, "wall")
    assert.are.equal(math.sqrt(3),
      (select(2, finder:line_of_sight(1, 0, 1, 2))))
    grid:set(1, 1, "wall")
    assert.are.same({ false, 0, 1 }, { finder:line_of_sight(1, 2, 1, 0) })
    assert.are.same({ 0, 0 }, { finder:nearest(0, 1) })
  end)

  it("a line in the world from middle to middle is that of their cells", function()
    for _, stagger in ipairs(hexagons.STAGGERS) do
      local grid = hex(6, 4, stagger)
      local finder = tilepath.pathfinder(grid)
      grid:set(2, 1, "wall")
      local wx, wy = grid:to_world(0, 1)
      for x, y in grid:cells() do
        local clear, cost = finder:line_of_sight(0, 1, x, y)
        local to_x, to_y = grid:to_world(x, y)
        local seen, cost_in_world = finder:line_of_sight_world(wx, wy, to_x,
          to_y)
        assert.are.equal(clear, seen)
        if clear then
          helper.near(cost, cost_in_world, 1e-12)
        end
      end
    end
  end)

  it("a line in the world joins two points, at any distance", function()
    local grid = hex(6, 4, "odd-r")
    local finder = tilepath.pathfinder(grid)
    grid:set(2, 1, "wall")
    local sees, at_x, at_y, wx = finder:line_of_sight_world(0.7, 1.2, 1e18, 1.2)
    assert.are.same({ false, 2, 1 }, { sees, at_x, at_y })
    assert.is_true(wx > 2.5 - 1e-4 and wx < 2.5 + 1e-4)
    assert.is_false((finder:line_of_sight_world(-1e18, 1, 1, 1)))
    for _, far in ipairs { 5, 2 ^ 31, 2 ^ 52 } do
      local clear, x, y = finder:line_of_sight(3, 1, 3 + far, 1)
      assert.are.same({ false, "outside" },
        { clear, select(2, grid:get(x, y)) })
    end
  end)

  it("an agent walks along a border if all beside it is free", function()
    for _, stagger in ipairs(hexagons.STAGGERS) do
      for turn = 1, 6 do
        local grid = hex(7, 7, stagger)
        local finder = tilepath.pathfinder(grid)
        local around = hexagons.around(stagger, 3, 3)
        local left, right = around[turn], around[turn % 6 + 1]
        local q, r = hexagons.cube(stagger, 3, 3)
        local one, two = hexagons.TURNS[turn], hexagons.TURNS[turn % 6 + 1]
        local x, y = hexagons.cell(stagger, q + one[1] + two[1],
          r + one[2] + two[2])
        local function walks()
          local path = tilepath.path({ 3, 3, x, y }, "cells")
          local back = tilepath.path({ x, y, 3, 3 }, "cells")
          local world = path:to_world(finder)
          local can = path:is_valid(finder)
          assert.are.equal(can, back:is_valid(finder))
          assert.are.equal(can, world:is_valid(finder))
          assert.is_true((finder:line_of_sight(3, 3, x, y)))
          return can
        end
        assert.is_true(walks())
        for _, wall in ipairs { left, right } do
          grid:set(wall[1], wall[2], "wall")
          assert.is_false(walks())
          grid:set(wall[1], wall[2], "open")
        end
        assert.is_true(walks())
        local x1, y1, x2, y2 = left[1], left[2], right[1], right[2]
        for _, fence in ipairs { { x1, y1, x2, y2 },
          { x1, y1, x2, y2, { one_way = true } },
          { x2, y2, x1, y1, { one_way = true } } } do
          grid:fence(fence[1], fence[2], fence[3], fence[4], fence[5])
          assert.is_false(walks())
          grid:unfence(x1, y1, x2, y2)
        end
      end
    end
  end)

  it("a line in the world passes a wall by a hair", function()
    for _, stagger in ipairs(hexagons.STAGGERS) do
      local is_r = stagger:find("r$")
      local size = { 10, 12 }
      local grid = tilepath.grid(5, 4, { shape = "hex", stagger = stagger,
        base = 0, cell_size = is_r and size or { 12, 10 } })
      grid:set(2, 2, "wall")
      local finder = tilepath.pathfinder(grid)
      local polygon = grid:cell_polygon(2, 2)
      for i = 1, 12, 2 do
        -- Across the wall's corner, along the line between its neighbours in
        -- the polygon, moved out or in.
        local x, y = polygon[i], polygon[i + 1]
        local ax, ay = polygon[(i + 9) % 12 + 1], polygon[(i + 10) % 12 + 1]
        local bx, by = polygon[(i + 1) % 12 + 1], polygon[(i + 2) % 12 + 1]
        local wx, wy = grid:to_world(2, 2)
        for off, clear in pairs { [1.01] = true, [0.99] = false,
          [1] = true } do
          local mx, my = wx + (x - wx) * off, wy + (y - wy) * off
          local dx, dy = (bx - ax) / 3, (by - ay) / 3
          local one = { mx - dx, my - dy, mx + dx, my + dy }
          assert.are.equal(clear, (finder:line_of_sight_world(one[1],
            one[2], one[3], one[4])), off)
          assert.are.equal(clear, (finder:line_of_sight_world(one[3],
            one[4], one[1], one[2])), off)
        end
      end
    end
  end)
end)

describe("a path in a world of hexagons", function()
  -- At x = 10 the two cells share a side: from y = 3 to 9 if it is 6 long, and
  -- from 5 to 7 if it is 2 long. The line from 4, 1.5 to 16, 7 is at 4.25 there.
  it("leads from point to point, over centres that it needs", function()
    for cell_side, expected in pairs {
      [6] = { "4,1.5 4,7", "4,1.5 16,7", "4,1.5 15,6 25,6 37,7" },
      [2] = { "4,1.5 4,7", "4,1.5 5,6 16,7", "4,1.5 5,6 15,6 25,6 37,7" },
    } do
      local finder = tilepath.pathfinder(tilepath.grid(4, 1, { shape = "hex",
        cell_size = { 10, 12 }, cell_side = cell_side }))
      for i, to_x in ipairs { 4, 16, 37 } do
        assert.are.equal(expected[i],
          helper.points(finder:find_world(4, 1.5, to_x, 7)))
      end
    end
  end)
end)

describe("a pathfinder on hexagons", function()
  it("refuses options for squares", function()
    local grid = hex(3, 3)
    for _, case in ipairs { { diagonal = "always" }, { diagonal_cost = 1 },
      { size = 2 }, { radius = 0.25 }, { landmarks = 1 }, { weight = 2 },
      { heuristic = "octile" }, { algorithm = "jps" },
      { keep_away = { 1, 1 } }, { heuristic = math.max } } do
      assert.matches("^pathfinder: " .. next(case) .. " must be .* on a grid of "
        .. "hexagons", helper.mistake(function()
          tilepath.pathfinder(grid, case)
        end))
    end
    assert.are.equal("pathfinder: size must be 1 on a grid of hexagons, got 2",
      helper.mistake(function() tilepath.pathfinder(grid, { size = 2 }) end))
  end)

  it("accepts its own profile", function()
    local finder = tilepath.pathfinder(hex(3, 3), { straight_cost = 2,
      algorithm = "astar" })
    local again = tilepath.pathfinder(finder.grid, finder.profile)
    assert.are.same(finder.profile, again.profile)
    assert.are.equal(4, again:find(0, 0, 2, 0).cost)
    assert.are.equal("pathfinder on 3x3 (hexagons, astar)", tostring(again))
  end)
end)

describe("a look along the border of a wall", function()
  for _, stagger in ipairs(hexagons.STAGGERS) do
    it("is clear, however the points are rounded, in " .. stagger, function()
      for _, size in ipairs { 1, 0.7, { 32, 28 }, { 3, 3.3 } } do
        local grid = tilepath.grid(5, 5, { shape = "hex", stagger = stagger,
          cell_size = size })
        grid:set(3, 3, "wall")
        local finder, looks = tilepath.pathfinder(grid), 0
        local corners = grid:cell_polygon(3, 3)
        for i = 1, 12, 2 do
          local k = (i + 1) % 12 + 1
          local x1, y1, x2, y2 = corners[i], corners[i + 1], corners[k],
            corners[k + 1]
          for n = 1, 96 do
            local x, y = x1 + (x2 - x1) * n / 97, y1 + (y2 - y1) * n / 97
            if grid:is_walkable(grid:to_cell(x1, y1))
              and grid:is_walkable(grid:to_cell(x, y)) then
              looks = looks + 1
              assert.is_true((finder:line_of_sight_world(x1, y1, x, y)))
            end
          end
        end
        assert.is_true(looks > 96)
      end
    end)
  end
end)

describe("a view on hexagons", function()
  --- One thing two or three steps from the eye, in each cell in turn: the view has
  -- the cells to which a line of sight is clear.
  local function look(stagger, put)
    for x = 0, 6 do
      for y = 0, 6 do
        local grid = hex(7, 7, stagger)
        grid:terrain("fog", 1, true)
        put(grid, x, y)
        local finder = tilepath.pathfinder(grid)
        local view = finder:view(3, 3, 3)
        for cell_x, cell_y in grid:cells() do
          local sees = hexagons.distance(stagger, 3, 3, cell_x, cell_y) <= 3
            and finder:can_enter(cell_x, cell_y)
            and finder:line_of_sight(3, 3, cell_x, cell_y)
          if view then
            assert.are.equal(sees, view:has(cell_x, cell_y))
          end
        end
      end
    end
  end

  for _, stagger in ipairs(hexagons.STAGGERS) do
    it("has what lines see around walls, fog and fences, in " .. stagger,
      function()
        look(stagger, function(grid, x, y) grid:set(x, y, "wall") end)
        look(stagger, function(grid, x, y) grid:set(x, y, "fog") end)
        look(stagger, function(grid, x, y)
          if x < 6 then
            grid:fence(x, y, x + 1, y, { one_way = y % 2 == 0 })
          end
          grid:fence(x, y, x, y < 6 and y + 1 or y - 1)
        end)
      end)

    it("has them among many of these, in " .. stagger, function()
      local random = numbers.new(3, stagger)
      for round = 1, 30 do
        local w, h = random(1, 24), random(1, 24)
        local grid = tilepath.grid(numbers.map(random, w, h, "......#~"), {
          shape = "hex", stagger = stagger, legend = { ["~"] = "fog" },
          opaque = { fog = true }, prices = { fog = 1 } })
        for _ = 1, round % 3 * w * h / 4 do
          local x, y = random(1, w), random(1, h)
          local to_x, to_y = random(x - 1, x + 1), random(y - 1, y + 1)
          if grid:has(to_x, to_y) and grid:distance(x, y, to_x, to_y) == 1 then
            grid:fence(x, y, to_x, to_y, { one_way = random(1, 3) == 1 })
          end
        end
        local finder = tilepath.pathfinder(grid)
        local x, y = finder:nearest(random(1, w), random(1, h))
        local range = round % 4 == 0 and math.huge or random(0, 12)
        local view = x and finder:view(x, y, range)
        for to_x, to_y in (view and grid:cells() or function() end) do
          assert.are.equal(grid:distance(x, y, to_x, to_y) <= range
            and finder:can_enter(to_x, to_y)
            and finder:line_of_sight(x, y, to_x, to_y),
            view:has(to_x, to_y))
        end
      end
    end)
  end
end)
