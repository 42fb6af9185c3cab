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
  -- With sides of these lengths, corners coincide or lie on one line.
  board.is_brick = grid.cell_side == box
  board.is_flat = board.is_brick or grid.cell_side == 0
end

--- The number of the first shifted line (0 or 1).
local function first_shoved(grid, x, y, by_rows)
  local left, top = grid:cell_rect(x, y)
  local other_left, other_top = grid:cell_rect(x + (by_rows and 0 or 1),
    y + (by_rows and 1 or 0))
  if by_rows then
    return left > other_left and 0 or 1
  end
  return top > other_top and 0 or 1
end

--- The offsets to the neighbours of a hexagon in the list, by side: for lines
-- that are not shifted, and for shifted ones.
local function set_ways(board, stride)
  local plain, aside = board.plain, board.aside
  plain[0], plain[1], plain[2] = -stride, 1, stride
  plain[3], plain[4], plain[5] = stride - 1, -1, -stride - 1
  aside[0], aside[1], aside[2] = 1 - stride, 1, stride + 1
  aside[3], aside[4], aside[5] = stride, -1, -stride
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
  board.is_flat, board.is_brick, board.shoved = false, false, false
  board.side = min(grid.cell_width, grid.cell_height)
  if stagger then
    board.shoved = first_shoved(grid, x, y, by_rows)
    lines_of_hexagons(board, grid, x, y, n, lines)
    set_ways(board, n + 2)
  else
    lines_of_squares(board, grid, x, y, w, h)
  end
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

--- The rectangle around the board in the world: left, top, right, bottom.
function outline.bounds(board)
  local along, across = board.along, board.across
  if not board.is_hexagonal then
    return along[0], across[0], along[board.w], across[board.h]
  end
  local lines, n = board.lines, board.n
  local low, high = 0, 2 * n + 1
  if lines == 1 then
    low = board.shoved == 0 and 1 or 0
    high = 2 * n + low
  end
  local first, last = across[0], across[2 * lines + 1]
  if board.by_rows then
    return along[low], first, along[high], last
  end
  return first, along[low], last, along[high]
end

-- Squares ---------------------------------------------------------------------

-- Directions are 0 to 3, clockwise from the right. A corner has the number of
-- the cell to its lower right.
local function follow_square(pen, board, seen, part, start)
  local shade, stride = board.shade, board.stride
  local along, across = board.along, board.across
  local level = shade[start]
  local right0, right1, right2, right3 = 0, -1, -stride - 1, -stride
  local corner, direction = start, 0
  repeat
    point(pen, part, along[(corner - 2) % stride],
      across[floor((corner - 2) / stride) - 1])
    local turned = false
    repeat
      local ahead, beside
      if direction == 0 then
        seen[corner] = true
        corner = corner + 1
        ahead, beside = right0, right3
      elseif direction == 1 then
        corner = corner + stride
        ahead, beside = right1, right0
      elseif direction == 2 then
        corner = corner - 1
        ahead, beside = right2, right1
      else
        corner = corner - stride
        ahead, beside = right3, right2
      end
      if shade[corner + ahead] ~= level then
        direction, turned = (direction + 1) % 4, true
      elseif shade[corner + beside] == level then
        direction, turned = (direction + 3) % 4, true
      end
    until turned
  until corner == start and direction == 0
  sketch.close(pen, part)
end

-- Hexagons --------------------------------------------------------------------

-- Sides are 0 to 5, clockwise from the tip, if lines are rows. Corner i begins
-- side i. These are its distances from the corner of its cell, in half cells
-- and levels.
local CORNER_ALONG = { [0] = 1, 2, 2, 1, 0, 0 }
local CORNER_ACROSS = { [0] = 0, 1, 2, 3, 2, 1 }

--- Writes an outline of diamonds or bricks without repeated points and without
-- the middle points of straight runs. Two levels make one line.
-- @param us, vs   the places of its points: half cells along, and lines
local function put_flat(pen, part, board, us, vs)
  local along, across, n = board.along, board.across, 0
  for i = 1, #us do
    if n == 0 or us[n] ~= us[i] or vs[n] ~= vs[i] then
      n = n + 1
      us[n], vs[n] = us[i], vs[i]
    end
  end
  if n > 1 and us[n] == us[1] and vs[n] == vs[1] then
    n = n - 1
  end
  for i = 1, n do
    local before, after = (i - 2) % n + 1, i % n + 1
    local u, v = us[i], vs[i]
    local turn = (u - us[before]) * (vs[after] - v)
      - (v - vs[before]) * (us[after] - u)
    if turn ~= 0 then
      local x, y = along[u], across[board.is_brick and 2 * v
        or max(2 * v - 1, 0)]
      point(pen, part, board.by_rows and x or y,
        board.by_rows and y or x)
    end
  end
end

local function follow_hexagon(pen, board, seen, part, start)
  local shade, stride = board.shade, board.stride
  local along, across, by_rows = board.along, board.across, board.by_rows
  local level, is_flat, us, vs = shade[start], board.is_flat, nil, nil
  if is_flat then
    us, vs = {}, {}
  end
  local plain, aside = board.plain, board.aside
  local cell, side = start, 0
  repeat
    local line = floor((cell - 2) / stride) - 1
    local is_shoved = line % 2 == board.shoved
    local u = 2 * ((cell - 2) % stride) + (is_shoved and 1 or 0)
      + CORNER_ALONG[side]
    local v = 2 * line + CORNER_ACROSS[side]
    if is_flat then
      us[#us + 1] = u
      vs[#us] = floor((board.is_brick and v or v + 1) / 2)
    elseif by_rows then
      point(pen, part, along[u], across[v])
    else
      point(pen, part, across[v], along[u])
    end
    if side == 0 then
      seen[cell] = true
    end
    local next_side = (side + 1) % 6
    local ahead = cell + (is_shoved and aside or plain)[next_side]
    if shade[ahead] == level then
      cell, side = ahead, (side + 5) % 6
    else
      side = next_side
    end
  until cell == start and side == 0
  if is_flat then
    put_flat(pen, part, board, us, vs)
  end
  sketch.close(pen, part)
end

-- All of them -----------------------------------------------------------------

--- Writes the outlines of all shades of a board (numbers above 0; 0: no shade)
-- into parts of a sketch.
-- @param parts   the part of each shade
function outline.trace(pen, board, parts)
  local shade, stride, seen = board.shade, board.stride, board.seen
  local is_hexagonal = board.is_hexagonal
  for line = 0, board.lines - 1 do
    local above = -stride
    if is_hexagonal then
      above = (line % 2 == board.shoved and board.aside or board.plain)[0]
    end
    local first = (line + 1) * stride + 2
    for cell = first, first + board.n - 1 do
      local level = shade[cell]
      if level ~= 0 and shade[cell + above] ~= level and not seen[cell] then
        if is_hexagonal then
          follow_hexagon(pen, board, seen, parts[level], cell)
        else
          follow_square(pen, board, seen, parts[level], cell)
        end
      end
    end
  end
end

--- Writes a corner of hexagons. u counts half cells along, v levels across.
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
