--- Small boards in each shape, turned and mirrored: no answer depends on that.

local tilepath = require "tilepath"

local boards = {}

boards.RULES = { "only_if_no_obstacles", "at_least_one_walkable", "always",
  "never" }
boards.STAGGERS = { "odd-r", "even-r", "odd-q", "even-q" }

-- Squares and the four kinds of hexagons, as options of a grid.
boards.SHAPES = { {} }
for i, stagger in ipairs(boards.STAGGERS) do
  boards.SHAPES[i + 1] = { shape = "hex", stagger = stagger }
end

--- A function that has the place of a cell of a board of w x h cells, for turns
-- from 0 to 7: mirrored over the diagonal if odd, from right to left if 2, 3, 6
-- or 7, upside down from 4 on.
function boards.turn(turn, w, h)
  return function(x, y)
    x = turn % 4 > 1 and w + 1 - x or x
    y = turn > 3 and h + 1 - y or y
    if turn % 2 == 1 then return y, x end
    return x, y
  end
end

--- A board with walls at each #. @return the grid, and its turn as a function
function boards.drawn(rows, shape, turn)
  local w, h = #rows[1], #rows
  local grid = tilepath.grid(turn % 2 == 1 and h or w, turn % 2 == 1 and w or h,
    shape)
  local at = boards.turn(turn, w, h)
  for y, row in ipairs(rows) do
    for x in row:gmatch("()#") do
      local cell_x, cell_y = at(x, y)
      grid:set(cell_x, cell_y, "wall")
    end
  end
  return grid, at
end

--- One-way fences along a row of a drawn grid, from column to column.
function boards.one_way(grid, at, y, first, last)
  for x = first, last - 1 do
    local x1, y1 = at(x, y)
    local x2, y2 = at(x + 1, y)
    grid:fence(x1, y1, x2, y2, { one_way = true })
  end
end

--- A rectangle of a board in its place on the turned one.
function boards.rect(at, x, y, w, h)
  local x1, y1 = at(x, y)
  local x2, y2 = at(x + w - 1, y + h - 1)
  return { math.min(x1, x2), math.min(y1, y2), math.abs(x2 - x1) + 1,
    math.abs(y2 - y1) + 1 }
end

--- Does an agent of w x h cells at x, y cover a cell of some rectangles?
function boards.covers(rects, x, y, w, h)
  for _, r in ipairs(rects) do
    if x < r[1] + r[3] and x + w > r[1] and y < r[2] + r[4]
      and y + h > r[2] then
      return true
    end
  end
  return false
end

return boards
