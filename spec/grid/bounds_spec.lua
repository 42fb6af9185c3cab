--- Grids with the smallest and largest cells, with oblong cells, and with the
-- farthest origins. Their conversions between cells and the world are finite
-- and right. A grid beyond these limits is refused, and a dump of such a grid
-- is damaged.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"

local MOST, LEAST = 2 ^ 30, 2 ^ -30
local floor = math.floor

--- Sizes of cells, { width, height }.
local SIZES = { { LEAST, LEAST }, { MOST, MOST }, { LEAST, MOST },
  { MOST, LEAST }, { 1, 1 }, { 32, 1 / 3 } }

--- The farthest origin along an axis for cells of that size; sign selects the
-- side.
local function farthest(size, cells, sign)
  local most = math.min(2 ^ 53, 2 ^ 32 * size)
  return sign < 0 and -most or most - cells * size
end

local function each_grid(f)
  for _, size in ipairs(SIZES) do
    for _, sign in ipairs { -1, 0, 1 } do
      local x, y = farthest(size[1], 7, sign), farthest(size[2], 6, sign)
      local grid = tilepath.grid(7, 6, { cell_size = size,
        origin = { sign == 0 and 0 or x, sign == 0 and 0 or y } })
      grid:fill(4, 2, 1, 4, "wall")
      f(grid, tilepath.pathfinder(grid), ("cells of %g x %g from %g, %g")
        :format(size[1], size[2], grid.origin_x, grid.origin_y))
    end
  end
end

--- Are a and b equal up to rounding at the grid's place in the world?
local function near(grid, a, b, what)
  local digits = 2 ^ -46 * math.max(math.abs(grid.origin_x),
    math.abs(grid.origin_y), 7 * grid.cell_width, 6 * grid.cell_height)
  assert.is_true(math.abs(a - b) <= digits,
    ("%s: %.17g, %.17g"):format(what, a, b))
end

describe("a grid at the limits", function()
  it("converts each cell to its place, and back", function()
    each_grid(function(grid, finder, what)
      for x, y in grid:cells() do
        local left, top, wide, high = grid:cell_rect(x, y)
        for _, part in ipairs { 2 ^ -17, 0.5, 1 - 2 ^ -17 } do
          local is_x, is_y = grid:to_cell(left + part * wide, top + part * high)
          assert.are.same({ x, y }, { floor(is_x), floor(is_y) }, what)
        end
        local wx, wy = grid:to_world(x, y)
        assert.are.same({ x, y }, { finder:to_cell(wx, wy) }, what)
        assert.are.equal(grid:get(x, y), (grid:get_world(wx, wy)), what)
      end
    end)
  end)

  it("has the paths, lengths and sight of any other grid", function()
    local plain = tilepath.grid(7, 6)
    plain:fill(4, 2, 1, 4, "wall")
    local usual = tilepath.pathfinder(plain)
    each_grid(function(grid, finder, what)
      local path, cost = finder:find(1, 5, 7, 5)
      assert.are.equal(helper.points(usual:find(1, 5, 7, 5)),
        helper.points(path))
      local straight = finder:find(1, 1, 7, 1):to_world(grid)
      near(grid, 6 * grid.cell_width, straight:length(), what)
      local world = path:to_world(grid)
      assert.is_true(world:length() > 0 and world:length() < math.huge)
      assert.are.equal(helper.points(path), helper.points(helper.in_cells(world, grid)))
      assert.is_true(world:is_valid(finder), what)
      assert.are.equal(helper.points(path:cells()),
        helper.points(world:cells(grid)), what)
      local found, world_cost = finder:find_world(world[1], world[2],
        world[#world - 1], world[#world])
      assert.are.equal(cost, world_cost)
      assert.is_true(found:is_valid(finder), what)
      for x, y in grid:cells() do
        local x1, y1 = grid:to_world(1, 3)
        assert.are.equal(usual:line_of_sight(1, 3, x, y),
          (finder:line_of_sight_world(x1, y1, grid:to_world(x, y))), what)
      end
    end)
  end)
end)
