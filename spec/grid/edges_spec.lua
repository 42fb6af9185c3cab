--- The edges of cells: the corner that grid:cell_rect returns lies in the cell,
-- and whatever lies just before it in the cell before, for any size of a cell
-- and any origin.

local tilepath = require "tilepath"

local SIZES = { 0.1, 33.3, 1 / 3, 0.7, 1e-3, 16, 1234.567, { 0.3, 1.1 },
  { 2 ^ -10, 2 ^ 20 } }
local ORIGINS = { { 0, 0 }, { 0.1, -0.3 }, { -7.7, 1e3 + 0.1 },
  { 1e-9, 5 / 3 } }

describe("grid:cell_rect", function()
  it("returns a corner that grid:to_cell turns back into the cell", function()
    for k, size in ipairs(SIZES) do
      for i, origin in ipairs(ORIGINS) do
        local base = (i + k) % 2 == 0 and { 1, 1 } or { 0, -100 }
        local grid = tilepath.grid(200, 200, { cell_size = size,
          origin = origin, base = base })
        for column = 0, 199, 3 do
          local x, y = base[1] + column, base[2] + 199 - column
          local left, top = grid:cell_rect(x, y)
          assert.are.same({ x, y }, { grid:to_cell(left, top) })
          -- The largest double before the corner, or nearly.
          local before_x = left - math.abs(left) * 2 ^ -52 - 2 ^ -1070
          local before_y = top - math.abs(top) * 2 ^ -52 - 2 ^ -1070
          assert.are.same({ x - 1, y - 1 }, { grid:to_cell(before_x, before_y) })
          grid:set_world(left, top, "wall")
          assert.are.equal("wall", (grid:get(x, y)))
        end
      end
    end
  end)

  it("does so beyond the grid, too", function()
    local grid = tilepath.grid(2, 2, { cell_size = 0.1 })
    for _, i in ipairs { -1e6, -999, 1e3 + 7, 123456789, 2 ^ 40 + 1 } do
      assert.are.same({ i, -i }, { grid:to_cell(grid:cell_rect(i, -i)) })
    end
  end)
end)
