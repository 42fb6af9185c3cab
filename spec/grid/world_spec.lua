--- The place of a grid in the world.

local tilepath = require "tilepath"
local list = require("spec.support.helper").list

describe("a grid in the world", function()
  local grid = tilepath.grid(10, 10, { base = { 0, 1 }, cell_size = { 32, 16 },
    origin = { -64, 8 } })

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
        local g = tilepath.grid(40, 1, { cell_size = size,
          origin = { origin, 0 } })
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
  end)
end)
