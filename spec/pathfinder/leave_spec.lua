--- finder:nearest from inside listed cells to avoid, such as a building site on
-- which the agent stands: the answer lies outside of them, and the way out is
-- free.

local tilepath = require "tilepath"
local boards = require "spec.support.boards"

-- s: the sites in which the agent starts; w: other listed cells.
local MAPS = {
  { "......w...", ".sss..w...", ".sss..w...", ".sss..w...", "......w.##",
    "######w##.", "..........", ".........." },
  { "ss.#......", "ss.#......", "...#....ww", "...#....ww", "wwww......",
    "..........", "........#.", "..........", },
  { "....sss...", "....sss...", "....sss...", "....sss...", "....sss...",
    "....sss...", "....sss...", "....sss...", },
}

--- The runs of a letter along the rows, as rectangles moved by `at`.
local function runs(rows, letter, at)
  local list = {}
  for y, row in ipairs(rows) do
    for first, last in row:gmatch("()" .. letter .. "+()") do
      list[#list + 1] = boards.rect(at, first, y, last - first, 1)
    end
  end
  return list
end

--- The cells of rectangles one by one, last ones first.
local function one_by_one(rects)
  local list = {}
  for _, r in ipairs(rects) do
    for y = r[2], r[2] + r[4] - 1 do
      for x = r[1], r[1] + r[3] - 1 do
        table.insert(list, 1, { x, y })
      end
    end
  end
  return list
end

--- Judges all answers to questions from the sites: the nearest of the cells
-- outside all listed ones that can be reached with walls in place of `others`.
local function judge(grid, sites, others, size)
  local finder = tilepath.pathfinder(grid, { size = size })
  local copy = grid:copy()
  for _, r in ipairs(others) do
    copy:fill(r[1], r[2], r[3], r[4], "wall")
  end
  local truth = tilepath.pathfinder(copy, { size = size })
  local all = {}
  for _, list in ipairs { sites, others } do
    for _, r in ipairs(list) do
      all[#all + 1] = r
    end
  end
  for from_x, from_y in grid:cells() do
    if boards.covers(sites, from_x, from_y, size, size)
      and truth:can_enter(from_x, from_y) then
      for _, to in ipairs { { from_x, from_y }, { 1, 1 }, { 6, 3 }, { -2, 5 },
        { grid.width, grid.height } } do
        local expected = { truth:nearest(to[1], to[2],
          { from = { from_x, from_y }, where = function(x, y)
            return not boards.covers(all, x, y, size, size)
          end }) }
        for _, avoid in ipairs { all, one_by_one(all) } do
          assert.are.same(expected, { finder:nearest(to[1], to[2],
            { from = { from_x, from_y }, avoid = avoid }) })
        end
        assert.are.same({ from_x, from_y }, { finder:nearest(from_x, from_y,
          { from = { x = from_x, y = from_y }, avoid = all,
            avoid_price = 2 }) })
      end
    end
  end
end

describe("#once finder:nearest from inside listed cells", function()
  it("answers a cell outside of them, whatever divides them", function()
    for _, rows in ipairs(MAPS) do
      for i, shape in ipairs(boards.SHAPES) do
        for turn = i % 2, 3, 2 do
          local grid, at = boards.drawn(rows, shape, turn)
          for size = 1, shape.shape and 1 or 2 do
            judge(grid, runs(rows, "s", at), runs(rows, "w", at), size)
          end
        end
      end
    end
  end)

  it("ignores the unit that asks, but not its listed cells", function()
    local grid = tilepath.grid(5, 5)
    local finder, crowd = tilepath.pathfinder(grid), tilepath.crowd(grid)
    local unit = crowd:add { finder = finder, cell_x = 3, cell_y = 3 }
    assert.are.same({ 3, 3 }, { finder:nearest(3, 3,
      { from = { 3, 3 }, avoid = crowd }) })
    assert.are.same({ 3, 2 }, { finder:nearest(3, 3,
      { from = { 3, 3 }, avoid = unit:cells() }) })
    assert.are.same({ nil, "unreachable" }, { finder:nearest(3, 3,
      { from = { 3, 3 }, avoid = { { 1, 1, 5, 5 } } }) })
  end)
end)
