--- The place of a grid in the world, and the abilities of the systems that
-- tilepath replaces.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"

local collect = helper.collect
local huge = math.huge

--- All results of a call, as a list.
local function list(...)
  return { ... }
end

describe("a grid in the world", function()
  local grid = tilepath.grid(10, 10, { base = { 0, 1 }, cell_width = 32,
    cell_height = 16, origin_x = -64, origin_y = 8 })

  it("converts a world position into its cell", function()
    assert.are.same({ 0, 1 }, list(grid:to_cell(-64, 8)))
    assert.are.same({ 2, 1 }, list(grid:to_cell(0, 8)))
    assert.are.same({ 1, 1 }, list(grid:to_cell(-0.001, 23.999)))
    assert.are.same({ 1, 2 }, list(grid:to_cell(-0.001, 24)))
  end)

  it("converts a cell into the world position of its centre", function()
    assert.are.same({ -48, 16 }, list(grid:to_world(0, 1)))
    assert.are.same({ 16, 32 }, list(grid:to_world(2, 2)))
  end)

  it("returns a cell's rectangle for love.graphics.rectangle", function()
    assert.are.same({ -64, 8, 32, 16 }, list(grid:cell_rect(0, 1)))
    assert.are.same({ 0, 24, 32, 16 }, list(grid:cell_rect(2, 2)))
  end)

  it("converts points outside, too", function()
    assert.are.same({ -1, 0 }, list(grid:to_cell(-65, 7)))
    assert.are.same({ -80, 0 }, list(grid:to_world(-1, 0)))
    assert.are.same({ -96, -8, 32, 16 }, list(grid:cell_rect(-1, 0)))
  end)

  it("returns the last possible cell for points beyond all cells", function()
    local x, y = grid:to_cell(1e300, -1e300)
    assert.are.same({ 2 ^ 53 - 1, 1 - 2 ^ 53 }, { x, y })
    assert.is_false(grid:contains(x, y))
  end)

  it("finds each cell again from its centre", function()
    for _, size in ipairs { 1, 32, 0.1, 1 / 3, 1000.7 } do
      for _, origin in ipairs { 0, -64, 0.3, 12345.678 } do
        local g = tilepath.grid(40, 1, { cell_size = size, origin_x = origin })
        for x = -40, 80 do
          assert.are.same({ x, 1 }, list(g:to_cell(g:to_world(x, 1))))
        end
      end
    end
  end)

  it("reads and changes cells by world position", function()
    local g = grid:copy()
    assert.is_true(g:set_world(0, 24, "wall"))
    assert.are.equal("wall", (g:get(2, 2)))
    assert.are.equal("wall", (g:get_world(31.9, 39.9)))
    assert.is_false(g:is_walkable_world(16, 32))
    assert.is_true(g:is_walkable_world(32, 32))
    assert.is_false(g:is_walkable_world(-65, 32))
    assert.is_false(g:is_walkable_world(1e300, 1e300))
  end)
end)

describe("the abilities of tilepath's predecessors:", function()
  it("a walkable flag for each cell, set at run time", function()
    local grid = tilepath.grid(3, 3)
    grid:set_walkable(2, 2, false)
    assert.is_false(grid:is_walkable(2, 2))
    grid:set_walkable(2, 2, true)
    assert.is_true(grid:is_walkable(2, 2))
  end)

  it("four kinds of cells: walkable 1, obstacle infinite, high cost 2, low "
    .. "cost 0.5", function()
      local grid = tilepath.grid(4, 1, { terrain = { high = 2, low = 0.5 } })
      grid:set(2, 1, "wall")
      grid:set(3, 1, "high")
      grid:set(4, 1, "low")
      assert.are.same({ { 1, 1, "open", 1 }, { 2, 1, "wall", huge },
        { 3, 1, "high", 2 }, { 4, 1, "low", 0.5 } }, collect(grid:cells()))
    end)

  it("cell size, world position to cell (floor) and cell to world (centre)",
    function()
      local grid = tilepath.grid(20, 15, { base = 0, cell_size = 32 })
      assert.are.same({ 3, 1 }, list(grid:to_cell(127.9, 32)))
      assert.are.same({ -1, -1 }, list(grid:to_cell(-0.5, -0.5)))
      assert.are.same({ 112, 48 }, list(grid:to_world(3, 1)))
    end)

  it("validity checks", function()
    local grid = tilepath.grid(20, 15, { base = 0, cell_size = 32 })
    assert.is_true(grid:contains(19, 14))
    assert.is_false(grid:contains(20, 14))
    assert.is_true(grid:contains(grid:to_cell(639, 479)))
    assert.is_false(grid:contains(grid:to_cell(640, 479)))
  end)

  it("obstacles set by world position", function()
    local grid = tilepath.grid(20, 15, { base = 0, cell_size = 32 })
    assert.is_true(grid:set_world(70, 40, "wall"))
    assert.is_false(grid:is_walkable(2, 1))
    assert.are.same({ nil, "outside" }, list(grid:set_world(-1, 40, "wall")))
  end)

  it("neighbours in 4 or 8 directions", function()
    local grid = tilepath.grid(3, 3)
    assert.are.equal(4, #collect(grid:neighbors(2, 2, "never")))
    assert.are.equal(8, #collect(grid:neighbors(2, 2, "always")))
    assert.are.equal(2, #collect(grid:neighbors(1, 1, "never")))
    assert.are.equal(3, #collect(grid:neighbors(1, 1, "always")))
  end)

  it("a diagonal refused only if both side cells are blocked", function()
    local grid = tilepath.grid("..\n#.")
    local rule = "at_least_one_walkable"
    assert.are.equal(2, #collect(grid:neighbors(1, 1, rule)))
    grid:set_walkable(2, 1, false)
    assert.are.equal(0, #collect(grid:neighbors(1, 1, rule)))
  end)

  it("grid information: size, cell size, number of cells and of obstacles",
    function()
      local grid = tilepath.grid("..#\n.#.", { cell_size = 24 })
      assert.are.same({ 3, 2, 24, 24 }, { grid.width, grid.height,
        grid.cell_width, grid.cell_height })
      assert.are.equal(6, grid.width * grid.height)
      assert.are.equal(2, #collect(grid:cells("wall")))
      assert.are.equal("grid 3x2 (2 blocked)", tostring(grid))
    end)

  it("a grid laid over a world rectangle by any two opposite corners and a "
    .. "cell size", function()
      local one = tilepath.grid {
        rect = { -100, -60, 140, 90 }, cell_size = 20 }
      local other = tilepath.grid {
        rect = { 140, -60, -100, 90 }, cell_size = 20 }
      assert.are.equal(one, other)
      assert.are.same({ 12, 8 }, { one.width, one.height })
      assert.are.same({ -100, -60 }, { one.origin_x, one.origin_y })
      assert.are.same({ 1, 1 }, list(one:to_cell(-100, -60)))
      assert.is_true(one:contains(one:to_cell(139, 89)))
    end)

  it("obstacles sampled by a callback a cell, as a physics overlap test is",
    function()
      local grid = tilepath.grid {
        rect = { 0, 0, 100, 100 }, cell_size = 10 }
      local circle = { x = 50, y = 50, radius = 21 }
      local changed = grid:sample(function(_, _, wx, wy)
        local dx, dy = wx - circle.x, wy - circle.y
        return dx * dx + dy * dy > circle.radius * circle.radius
      end)
      assert.are.equal(12, changed)
      assert.are.equal("grid 10x10 (12 blocked)", tostring(grid))
      assert.is_false(grid:is_walkable_world(50, 50))
      assert.is_false(grid:is_walkable_world(50, 31))
      assert.is_true(grid:is_walkable_world(32, 32))
    end)
end)
