--- The place of a grid in the world.

local tilepath = require "tilepath"
local list = require("spec.support.helper").list

describe("a grid in the world", function()
  local grid = tilepath.grid(10, 10, { base = { 0, 1 }, cell_size = { 32, 16 },
    origin = { -64, 8 } })

  it("converts cells to their middles and rectangles, and places to their "
    .. "cells, also outside", function()
    assert.are.same({ -48, 16 }, list(grid:to_world(0, 1)))
    assert.are.same({ -80, 0 }, list(grid:to_world(-1, 0)))
    assert.are.same({ 0, 24, 32, 16 }, list(grid:cell_rect(2, 2)))
    assert.are.same({ -96, -8, 32, 16 }, list(grid:cell_rect(-1, 0)))
    assert.are.same({ 0, 1 }, list(grid:to_cell(-64, 8)))
    assert.are.same({ 1, 1 }, list(grid:to_cell(-0.001, 23.999)))
    assert.are.same({ 2, 2 }, list(grid:to_cell(0, 24)))
    assert.are.same({ -1, 0 }, list(grid:to_cell(-65, 7)))
  end)

  it("returns the last possible cell for points beyond all cells", function()
    local x, y = grid:to_cell(1e300, -1e300)
    assert.are.same({ 2 ^ 53 - 1, 1 - 2 ^ 53 }, { x, y })
    assert.is_false(grid:has(x, y))
  end)

  it("reads and changes cells by world position", function()
    local twin = grid:copy()
    assert.is_true(twin:set_world(0, 24, "wall"))
    assert.are.equal("wall", (twin:get(2, 2)))
    assert.are.equal("wall", (twin:get_world(31.9, 39.9)))
  end)
end)
