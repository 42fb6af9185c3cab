--- Fields and reaches on hexagons. fuzz/judge_field.c judges the costs of fields.

local tilepath = require "tilepath"
local hexagons = require "spec.support.hexagons"
local law = require "spec.support.law"

local function hex(width, height, stagger)
  return tilepath.grid(width, height, { shape = "hex", stagger = stagger,
    base = 0 })
end

--- A grid, and the price of a cell as a function; nil: it is blocked.
local function draw(random)
  local grid = hex(random(1, 12), random(1, 12), random.any(hexagons.STAGGERS))
  local price = hexagons.fill(grid, random)
  hexagons.wall_in(grid, random)
  return grid, price
end

local function cell(random, grid)
  return random(0, grid.width - 1), random(0, grid.height - 1)
end

local function is_close(a, b)
  return a == b or a and b and math.abs(a - b) < 1e-5 * math.max(1, a)
end

describe("on hexagons", function()
  it("fields and reaches take links", function()
    local grid = hex(7, 3, "odd-q")
    for y = 0, 2 do
      grid:set(3, y, "wall")
    end
    grid:link(2, 0, 5, 2, { price = 0 })
    local finder = tilepath.pathfinder(grid)
    local field = finder:field({ { 6, 2 } })
    assert.are.equal(1, field:cost(2, 0))
    assert.are.same({ 5, 2, true }, { field:next(2, 0) })
    assert.are.equal(3, finder:reach(0, 0, 3):cost(6, 2))
  end)

  law(it, "a direction leads straight to the middle of the next cell",
    { runs = 40 }, function(random)
    local grid, price = draw(random)
    local field = tilepath.pathfinder(grid):field({ { cell(random, grid) } })
    for _ = 1, 20 do
      local x, y = cell(random, grid)
      local wx, wy = grid:to_world(x, y)
      wx, wy = wx + random(-9, 9) / 20, wy + random(-9, 9) / 20
      x, y = grid:to_cell(wx, wy)
      local to_x, to_y = field:next(x, y)
      local dx, dy = field:direction(wx, wy)
      if to_x == nil and to_y == "arrived" then
        to_x, to_y = x, y
      end
      if to_x and dx then
        local mx, my = grid:to_world(to_x, to_y)
        local far = math.sqrt((mx - wx) ^ 2 + (my - wy) ^ 2)
        assert.is_true(is_close(1, dx * dx + dy * dy))
        assert.is_true(math.abs(dx * far - (mx - wx)) < 1e-9)
        assert.is_true(math.abs(dy * far - (my - wy)) < 1e-9)
      elseif price(x, y) or not dx then
        assert.are.equal(to_x and "arrived" or to_y, dy)
      end
    end
  end)

  it("a direction ends at the goal, and waits at a link", function()
    local grid = hex(7, 3, "even-r")
    for y = 0, 2 do
      grid:set(3, y, "wall")
    end
    grid:link(2, 0, 5, 2, { price = 9 })
    local field = tilepath.pathfinder(grid):field({ { 6, 2 } })
    assert.are.same({ nil, "arrived" }, { field:direction(grid:to_world(6, 2)) })
    assert.are.same({ nil, "link" }, { field:direction(grid:to_world(2, 0)) })
    assert.are.same({ nil, "outside" }, { field:direction(-1, -1) })
    assert.are.same({ 1, 0 }, { field:direction(grid:to_world(3, 1)) })
    grid:fill(0, 0, 7, 3, "wall")
    field:update()
    assert.are.same({ nil, "blocked" },
      { field:direction(grid:to_world(3, 1)) })
  end)
end)
