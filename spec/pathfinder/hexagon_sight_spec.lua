--- Sight, near cells and blocked paths on hexagons. A model with its own cube
-- coordinates judges lines cell by cell.

local core = require "tilepath_core"
local tilepath = require "tilepath"
local hexagons = require "spec.support.hexagons"
local law = require "spec.support.law"

local function hex(width, height, stagger)
  return tilepath.grid(width, height, { shape = "hex", stagger = stagger,
    base = 0 })
end

local function draw(random)
  local stagger = random.any(hexagons.STAGGERS)
  local grid = hex(random(1, 12), random(1, 12), stagger)
  local price = hexagons.fill(grid, random)
  return stagger, grid, price, hexagons.wall_in(grid, random)
end

local function cell(random, grid, beyond)
  return random(-beyond, grid.width - 1 + beyond),
    random(-beyond, grid.height - 1 + beyond)
end

local function is_close(a, b)
  return math.abs(a - b) < 1e-9 * math.max(1, a)
end

describe("on hexagons", function()
  law(it, "a line of sight is the straight line between two centres",
    { runs = 120 }, function(random)
    local stagger, grid, price, shut = draw(random)
    local finder = tilepath.pathfinder(grid)
    for _ = 1, 40 do
      local x1, y1 = cell(random, grid, 0)
      local x2, y2 = cell(random, grid, 2)
      local clear, cost, y = finder:line_of_sight(x1, y1, x2, y2)
      local expected = price(x1, y1)
        and hexagons.line_cost(stagger, price, x1, y1, x2, y2, shut)
      assert.are.equal(expected ~= nil, clear)
      local is_walled = grid:fences()[1] ~= nil
      if clear then
        local back, same = finder:line_of_sight(x2, y2, x1, y1)
        assert.is_true(is_close(expected, cost))
        assert.is_true(is_walled or back and is_close(cost, same))
      elseif not is_walled then
        assert.is_nil(price(cost, y))
      end
    end
  end)

  law(it, "a view has the cells in range with a clear line",
    { runs = 40 }, function(random)
    local stagger, grid, price, shut = draw(random)
    local finder = tilepath.pathfinder(grid)
    local x, y = cell(random, grid, 0)
    local range = random.one_of(random(0, 20) / 2, math.huge)
    local view = finder:view(x, y, range)
    local all = finder:view(x, y, range, { walls = true })
    assert.are.equal(price(x, y) ~= nil, view ~= nil)
    local function sees(tx, ty)
      return price(tx, ty) ~= nil
        and hexagons.distance(stagger, x, y, tx, ty) <= range
        and hexagons.line_cost(stagger, price, x, y, tx, ty, shut) ~= nil
    end
    for tx, ty in (view and grid:cells() or function() end) do
      local touches = sees(tx, ty)
      if not price(tx, ty)
        and hexagons.distance(stagger, x, y, tx, ty) <= range then
        for _, near in ipairs(hexagons.around(stagger, tx, ty)) do
          touches = touches or sees(near[1], near[2])
        end
      end
      assert.are.equal(sees(tx, ty), view:has(tx, ty))
      assert.are.equal(touches, all:has(tx, ty))
    end
  end)

  it("a line in the world joins the cells of two points, at any distance",
    function()
      local grid = hex(6, 4, "odd-r")
      local finder = tilepath.pathfinder(grid)
      grid:set(2, 1, "wall")
      for x, y in grid:cells() do
        local wx, wy = grid:to_world(x, y)
        assert.are.same({ finder:line_of_sight(0, 1, x, y) },
          { finder:line_of_sight_world(0.7, 1.2, wx + 0.1, wy - 0.1) })
      end
      assert.are.same({ false, 2, 1 },
        { finder:line_of_sight_world(0.7, 1.2, 1e18, 1.2) })
      assert.is_false((finder:line_of_sight_world(-1e18, 1, 1, 1)))
      for _, far in ipairs { 5, 2 ^ 31, 2 ^ 52 } do
        local clear, x, y = finder:line_of_sight(3, 1, 3 + far, 1)
        assert.are.same({ false, "outside" },
          { clear, select(2, grid:get(x, y)) })
      end
    end)

  law(it, "the nearest cell is the first with the fewest steps",
    { runs = 80 }, function(random)
    local stagger, grid, price = draw(random)
    local finder = tilepath.pathfinder(grid)
    for _ = 1, 10 do
      local x, y = cell(random, grid, 4)
      local wanted = random.chance(50) and { terrain = "mud" } or {}
      local least, best_x, best_y = math.huge
      for tx, ty in grid:cells(wanted.terrain) do
        local far = hexagons.distance(stagger, x, y, tx, ty)
        if price(tx, ty) and far < least then
          least, best_x, best_y = far, tx, ty
        end
      end
      local near_x, near_y = finder:nearest(x, y, wanted)
      assert.are.same({ best_x, best_y },
        { near_x, near_x and near_y })
    end
  end)

  law(it, "would_block answers as a real block does", { runs = 80 },
    function(random)
    local stagger, grid, price, walled = draw(random)
    local finder = tilepath.pathfinder(grid)
    for _ = 1, 10 do
      local x1, y1 = cell(random, grid, 0)
      local x2, y2 = cell(random, grid, 0)
      local cost = price(x1, y1) and price(x2, y2)
        and hexagons.costs(stagger, price, x1, y1, walled)(x2, y2)
      local shut = {}
      for i = 1, random(1, 3) do
        shut[i] = { cell(random, grid, 1) }
      end
      local function left(x, y)
        for _, one in ipairs(shut) do
          if one[1] == x and one[2] == y then
            return nil
          end
        end
        return price(x, y)
      end
      local cuts = finder:would_block(shut, x1, y1, x2, y2)
      if cost then
        local still = left(x1, y1) and left(x2, y2)
          and hexagons.costs(stagger, left, x1, y1, walled)(x2, y2)
        assert.are.equal(not still, cuts)
      else
        assert.is_nil(cuts)
      end
    end
  end)

  it("explain opens the path with the fewest closed cells #core_c", function()
    local grid = hex(5, 5, "odd-r")
    for y = 0, 4 do
      grid:set(2, y, "wall")
    end
    local told = tilepath.pathfinder(grid):explain(0, 2, 4, 2)
    assert.are.equal("unreachable", told.reason)
    assert.are.equal(1, #told.closed)
    assert.are.equal(4, told.path.cost)
    grid:set(2, 0, "open")
    told = tilepath.pathfinder(grid):explain(0, 2, 4, 2)
    assert.are.same({ open = told.cost }, told.terrains)
  end)

  law(it, "a follower notices each edit that a line needs",
    { runs = 20 }, function(random)
    local grid = hex(random(2, 90), random(2, 90),
      random.any(hexagons.STAGGERS))
    local finder = tilepath.pathfinder(grid)
    for _ = 1, 5 do
      local x1, y1 = cell(random, grid, 0)
      local x2, y2 = cell(random, grid, 0)
      local wx, wy = grid:to_world(x2, y2)
      wx, wy = wx + 0.3, wy - 0.3
      local from_x, from_y = grid:to_world(x1, y1)
      for x, y in grid:line(x1, y1, x2, y2) do
        local revision = grid.revision
        if grid:contains(x, y) then
          grid:set(x, y, "wall")
          assert.is_nil(core.spares(finder, revision, math.min(wx, from_x),
            math.min(wy, from_y), math.max(wx, from_x),
            math.max(wy, from_y)))
          grid:set(x, y, "open")
        end
      end
    end
  end)

  law(it, "a pruned path costs no more, and its lines are clear",
    { runs = 60 }, function(random)
    local stagger, grid, price, shut = draw(random)
    local finder = tilepath.pathfinder(grid)
    local x1, y1 = cell(random, grid, 0)
    local path = finder:find(x1, y1, cell(random, grid, 0))
    local function lines(way)
      local sum = 0
      for i = 2, way:count() do
        local fx, fy = way:point(i - 1)
        local tx, ty = way:point(i)
        sum = sum
          + assert(hexagons.line_cost(stagger, price, fx, fy, tx, ty, shut))
      end
      return sum
    end
    if path then
      local pruned = path:prune(finder)
      local saved = lines(path) - lines(pruned)
      assert.is_true(saved > -1e-9)
      assert.is_true(is_close(path.cost - saved, pruned.cost))
    end
  end)
end)
