--- Closed outlines of cells with the same shade, with the fewest corners, and
-- with holes.
--
-- A board is a rectangle of a grid's cells and the lines of their corners.
-- Neighbours share corners bit for bit, as in grid:cell_polygon. The cells are
-- in one list, line by line, with a border of empty cells. Lines are the rows
-- of squares; on hexagons the rows or columns of which each second one is
-- shifted.
--
-- The trace of an outline has its cells on the right. If cells of a shade touch
-- only in a corner, each keeps its own outline there. So outlines touch but
-- never cross. Every outline has upper sides. The first of these in reading
-- order begins the outline, so the order of outlines is the same everywhere.
--
-- Cost: O(cells + corners).

local siblings = (...):match("^.*[./]") or ""
local sketch = require(siblings .. "sketch")

local floor, max, min = math.floor, math.max, math.min
local point = sketch.point

local outline = {}

-- The board -------------------------------------------------------------------

--- Lines of squares: corner i of a line lies at along[i], the corners of line j
-- at across[j].
local function lines_of_squares(board, grid, x, y, w, h)
  for i = 0, w do
    board.along[i] = grid:cell_rect(x + i, y)
  end
  for j = 0, h do
    local _, top = grid:cell_rect(x, y + j)
    board.across[j] = top
  end
end

--- Lines of hexagons. Along a line, corners lie half a cell apart. Across, line
-- j has the tips of its cells at 2 j and 2 j + 3, and the ends of their upright
-- sides at 2 j + 1 and 2 j + 2.
local function lines_of_hexagons(board, grid, x, y, n, lines)
  local by_rows = board.by_rows
  local box = by_rows and grid.cell_height or grid.cell_width
  local slant = box - (box + grid.cell_side) / 2
  local plain = board.shoved == 0 and 1 or 0
  for k = 0, 2 * n + 1 do
    local i = floor(k / 2)
    local line = k % 2 == 0 and plain or 1 - plain
    local left, top = grid:cell_rect(by_rows and x + i or x + line,
      by_rows and y + line or y + i)
    board.along[k] = by_rows and left or top
  end
  for j = 0, lines do
    local left, top = grid:cell_rect(by_rows and x or x + j,
      by_rows and y + j or y)
    local at = by_rows and top or left
    board.across[2 * j], board.across[2 * j + 1] = at, at + slant
  end
end

--- The number of the first shifted line (0 or 1).
local function first_shoved(grid, x, y, by_rows)
  local line = by_rows and y - grid.base_y or x - grid.base_x
  return (line % 2 == 0) == (grid.stagger:sub(1, 4) == "even") and 0 or 1
end

-- Sides are counted clockwise from 0: those of squares from the top, those of
-- hexagons from the tip, if lines are rows. Corner i begins side i. `along` and
-- `across` are its distances from the corner of its cell. `back` is the number
-- of sides from one that a cell shares with a neighbour to the side of the
-- neighbour that begins at the same corner.
local SQUARE = { sides = 4, back = 1, pitch = 1,
  along = { [0] = 0, 1, 1, 0 }, across = { [0] = 0, 0, 1, 1 } }
local HEXAGON = { sides = 6, back = 2, pitch = 2,
  along = { [0] = 1, 2, 2, 1, 0, 0 }, across = { [0] = 0, 1, 2, 3, 2, 1 } }

--- The offsets to the neighbours of a cell in the list, by side: for lines that
-- are not shifted, and for shifted ones.
local function set_ways(board, stride)
  local plain, aside = board.plain, board.aside
  plain[0], plain[1], plain[2], plain[3] = -stride, 1, stride, -1
  if board.is_hexagonal then
    plain[3], plain[4], plain[5] = stride - 1, -1, -stride - 1
    aside[0], aside[1], aside[2] = 1 - stride, 1, stride + 1
    aside[3], aside[4], aside[5] = stride, -1, -stride
  end
end

--- A board over a rectangle of cells without shades and values.
-- @param board   an old board to reuse, or nil
function outline.board(grid, x, y, w, h, board)
  local stagger = grid.stagger
  local by_rows = not stagger or stagger:sub(-1) == "r"
  local n, lines = by_rows and w or h, by_rows and h or w
  board = board or { along = {}, across = {}, shade = {}, seen = {},
    values = {}, plain = {}, aside = {} }
  board.x, board.y, board.w, board.h = x, y, w, h
  board.n, board.lines, board.stride = n, lines, n + 2
  board.by_rows, board.is_hexagonal = by_rows, stagger ~= nil
  board.cell, board.shoved = stagger and HEXAGON or SQUARE, false
  board.side = min(grid.cell_width, grid.cell_height)
  if stagger then
    board.shoved = first_shoved(grid, x, y, by_rows)
    lines_of_hexagons(board, grid, x, y, n, lines)
  else
    lines_of_squares(board, grid, x, y, w, h)
  end
  set_ways(board, n + 2)
  board.cells = (n + 2) * (lines + 2)
  local shade, seen, values = board.shade, board.seen, board.values
  for i = 1, board.cells do
    shade[i], seen[i], values[i] = 0, false, false
  end
  return board
end

-- The board of the current kind. The next kind reuses it, unless it was
-- collected.
local kept = setmetatable({}, { __mode = "v" })

--- The board for a kind, over a rectangle of cells.
function outline.around(grid, x, y, w, h)
  local board = outline.board(grid, x, y, w, h, kept.board)
  kept.board = board
  return board
end

--- The same over all cells of a grid.
function outline.over(grid)
  return outline.around(grid, grid.base_x, grid.base_y, grid.width, grid.height)
end

--- The number of a cell in the list.
function outline.index(board, x, y)
  local i, j = x - board.x, y - board.y
  if not board.by_rows then
    i, j = j, i
  end
  return (j + 1) * board.stride + i + 2
end

-- Outlines --------------------------------------------------------------------

--- Writes a corner: u counts along the lines, v across them.
local function put_corner(pen, i, board, u, v)
  local along, across = board.along[u], board.across[v]
  if board.by_rows then
    point(pen, i, along, across)
  else
    point(pen, i, across, along)
  end
end

local function shove(board, line)
  return line % 2 == board.shoved and 1 or 0
end

local function ways_of(board, line)
  return line % 2 == board.shoved and board.aside or board.plain
end

--- Writes the outline that begins with side 0 of a cell. Around each corner, it
-- goes on to the last cell of the shade.
local function follow(pen, board, part, start)
  local shade, stride, seen = board.shade, board.stride, board.seen
  local cell_of, level = board.cell, board.shade[start]
  local sides, pitch = cell_of.sides, cell_of.pitch
  local cell, side, before = start, 0, nil
  repeat
    local line = floor((cell - 2) / stride) - 1
    if side ~= before then
      put_corner(pen, part, board, pitch * ((cell - 2) % stride)
        + shove(board, line) + cell_of.along[side],
        pitch * line + cell_of.across[side])
    end
    if side == 0 then
      seen[cell] = true
    end
    before, side = side, (side + 1) % sides
    local ahead = cell + ways_of(board, line)[side]
    while shade[ahead] == level do
      cell, side = ahead, (side - cell_of.back) % sides
      line = floor((cell - 2) / stride) - 1
      ahead = cell + ways_of(board, line)[side]
    end
  until cell == start and side == 0
  sketch.close(pen, part)
end

--- Writes the outlines of all shades of a board (numbers above 0; 0: no shade)
-- into parts of a sketch.
-- @param parts   the part of each shade
function outline.trace(pen, board, parts)
  local shade, stride, seen = board.shade, board.stride, board.seen
  for line = 0, board.lines - 1 do
    local above, first = ways_of(board, line)[0], (line + 1) * stride + 2
    for cell = first, first + board.n - 1 do
      local level = shade[cell]
      if level ~= 0 and shade[cell + above] ~= level and not seen[cell] then
        follow(pen, board, parts[level], cell)
      end
    end
  end
end

--- Writes the borders of all hexagons of a board into one part of lines.
function outline.hexagons(pen, i, board)
  local n, lines = board.n, board.lines
  for line = 0, lines do
    -- The tips above a line of cells are the tips below the line before, half a
    -- cell to the right or left.
    local above, below = line > 0 and shove(board, line - 1), line < lines
      and shove(board, line)
    local low = min(above or below, below or above)
    local high = max(above or below, below or above)
    local tip = ((below or 1 - above) + 1) % 2
    for u = low, 2 * n + high do
      put_corner(pen, i, board, u, 2 * line + (u % 2 == tip and 0 or 1))
    end
    sketch.close(pen, i)
  end
  for line = 0, lines - 1 do
    for u = shove(board, line), 2 * n + shove(board, line), 2 do
      put_corner(pen, i, board, u, 2 * line + 1)
      put_corner(pen, i, board, u, 2 * line + 2)
      sketch.close(pen, i)
    end
  end
end

return outline
