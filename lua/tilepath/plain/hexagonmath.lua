--- Hexagons in staggered rows or columns.
--
-- Cells stay columns and rows. Every second line of cells, a row or a column,
-- is shoved by half a cell. So a cell has six of the eight neighbours of a
-- square. Its line decides which six:
--
--     rows (pointy tops)          columns (flat tops)
--       a b c     row 0             a   c     b is in column 1
--        d e f    row 1               b
--       g h i     row 2             d   f
--                                     e
--     e (shoved): E SE S W N NE   b (shoved): SE S SW W N E
--     b (not):    E S SW W NW N   d (not):    E S W NW N NE
--
-- The steps keep the names of a square's steps, so the opposite of each leads
-- back.
--
-- A stagger s has `name`; `rows` (are rows shoved?); `odd` (1: odd lines are
-- shoved, 0: even ones); `side`, the length of the two sides that stand upright
-- or lie flat; `regular` and `real`, the sides of regular hexagons and of the
-- map's own for lines; and `near`, the units by which a line may miss a corner
-- of the map's own. Squares have no stagger: s is nil.
--
-- Cube coordinates q and r count along two axes that are 120 degrees apart, to
-- the right and downwards. A step changes q, r, or both by one.

local parent = (...):match("^(.*)plain[./]") or ""
local siblings = (...):match("^.*[./]") or ""
require(parent .. "luajit").off()

local abs, floor, max, min, sqrt =
  math.abs, math.floor, math.max, math.min, math.sqrt

local hexagons = {}

-- The steps to the six sides, clockwise, in cube coordinates.
local STEPS = { { 1, 0 }, { 0, 1 }, { -1, 1 }, { -1, 0 }, { 0, -1 }, { 1, -1 } }
hexagons.STEPS = STEPS

-- Half a cell, in the units of a point.
local HALF = 32768.0

--- The sides of a hexagon for lines, in units from its middle: where each
-- begins (x, y) and ends (to_x, to_y), clockwise, and the next middle behind
-- it.
-- @param half  half the width of a cell along its line of cells
-- @param high  half its height across
-- @param side  half the length of a side that runs across
local function sides_of(rows, half, high, side)
  local pitch, sides = high + side, {}
  local x, y = { high, side, -side }, { 0.0, half, half }
  local step_x, step_y = { pitch, 0.0, -pitch }, { half, 2 * half, half }
  if rows then
    x, y = { half, half, 0.0 }, { -side, side, high }
    step_x, step_y = { 2 * half, half, -half }, { 0.0, pitch, pitch }
  end
  for i = 1, 6 do
    local k, n = (i - 1) % 3 + 1, i % 3 + 1
    local sign, other = i > 3 and -1 or 1, i > 2 and i < 6 and -1 or 1
    sides[i] = { q = STEPS[i][1], r = STEPS[i][2], x = sign * x[k],
      y = sign * y[k], to_x = other * x[n], to_y = other * y[n],
      step_x = sign * step_x[k], step_y = sign * step_y[k] }
  end
  return sides
end

--- @param side, box  the length of the sides across, and of the box around
function hexagons.new(name, side, box)
  local rows, half = name:sub(-1) == "r", floor(HALF * (side / box) + 0.5)
  return { name = name, side = side * 1.0, rows = rows,
    odd = name:sub(1, 3) == "odd" and 1 or 0,
    regular = sides_of(rows, 1.0, 2.0, 1.0),
    real = sides_of(rows, HALF, HALF, max(1.0, min(half, HALF - 1))),
    -- A very short side or slant has no two ends.
    near = abs(half - HALF / 2) < HALF / 2 - 16 and 2 or 0 }
end

-- Sides -----------------------------------------------------------------------

--- A list of directions; `others`, the bits of all others; and `back`, the
-- order in which the path of a reach prefers steps back.
local function directions(...)
  local list, a, b, c, d, e, f = { others = 255, ... }, ...
  list.back = e and { a, c, e, b, d, f } or { a, c, b, d, 5, 6, 7, 8 }
  for _, side in ipairs(list) do
    list.others = list.others - floor(2 ^ (side - 1))
  end
  return list
end

-- Clockwise, E SE S SW W NW N NE are 1 5 2 6 3 7 4 8.
local SQUARE = directions(1, 2, 3, 4)
local POINTY, SHOVED_POINTY = directions(1, 2, 6, 3, 7, 4),
  directions(1, 5, 2, 3, 4, 8)
local FLAT, SHOVED_FLAT = directions(1, 2, 3, 7, 4, 8),
  directions(5, 2, 6, 3, 4, 1)

--- The directions of a cell's sides, clockwise.
function hexagons.sides(s, x, y)
  if not s then
    return SQUARE
  elseif s.rows then
    return y % 2 == s.odd and SHOVED_POINTY or POINTY
  end
  return x % 2 == s.odd and SHOVED_FLAT or FLAT
end

--- The number of the side of a cell to which a direction leads: 1 to 6,
-- clockwise.
function hexagons.side_number(s, direction, x, y)
  for i, d in ipairs(hexagons.sides(s, x, y)) do
    if d == direction then
      return i
    end
  end
end

-- Places ----------------------------------------------------------------------

--- By how much of a cell is a cell shoved to the right, and downwards?
local function shove(s, x, y)
  if s.rows then
    return y % 2 == s.odd and 0.5 or 0, 0
  end
  return 0, x % 2 == s.odd and 0.5 or 0
end

--- The column and row of a cell, with its shove.
local function straight(s, x, y)
  local right, down = shove(s, x, y)
  return x + right, y + down
end
hexagons.straight = straight

--- The top left corner of the box around a hexagon, in the world.
-- @param part  of a pitch, to the right of it and below it; or nil
function hexagons.corner(g, x, y, part)
  local right, down = shove(g.stagger, x, y)
  return g.origin_x + (x - g.first_x + right + (part or 0)) * g.pitch_x,
    g.origin_y + (y - g.first_y + down + (part or 0)) * g.pitch_y
end

--- The middle of a hexagon, in the world.
function hexagons.middle(g, x, y)
  local wx, wy = hexagons.corner(g, x, y, 0.5)
  return wx + (g.cell_width - g.pitch_x) / 2,
    wy + (g.cell_height - g.pitch_y) / 2
end

--- The way from a cell to another one, in cube coordinates.
function hexagons.vector(s, x1, y1, x2, y2)
  x1, y1 = straight(s, x1, y1)
  x2, y2 = straight(s, x2, y2)
  if s.rows then
    return x2 - x1 - (y2 - y1) / 2, y2 - y1
  end
  return x2 - x1, y2 - y1 - (x2 - x1) / 2
end

--- The number of steps from a cell to another one.
function hexagons.apart(s, x1, y1, x2, y2)
  local q, r = hexagons.vector(s, x1, y1, x2, y2)
  return max(abs(q), abs(r), abs(q + r))
end

--- The cell at the end of such a way. The column and row have their shove.
function hexagons.go(s, x, y, q, r)
  if s.rows then
    x, y = x + q + r / 2, y + r
  else
    x, y = x + q, y + r + q / 2
  end
  local right, down = shove(s, x, y)
  return x - right, y - down
end

--- The hexagon that holds a place, so far to the right of the origin and below
-- it.
--
--     \   /\   /     A line begins at the tips of its cells. Above the slants
--      \ /  \ /      lie cells of the line before.
--       |    |
function hexagons.around(g, right, down)
  local s, along, across = g.stagger, right, down
  local width, height, pitch, first =
    g.cell_width, g.cell_height, g.pitch_y, g.first_y
  if not s.rows then
    along, across = down, right
    width, height, pitch, first = height, width, g.pitch_x, g.first_x
  end
  local line, slant = floor(across / pitch), height - pitch
  local by = (line + first) % 2 == s.odd and 0.5 or 0
  local start = along - by * width
  local cell, into = floor(start / width), across - line * pitch
  local aside = 2 * (start - cell * width) - width
  if into < slant and not (into * width >= slant * abs(aside)) then
    line, cell = line - 1, cell + 2 * by - (aside < 0 and 1 or 0)
  end
  if not s.rows then
    cell, line = line, cell
  end
  return cell + g.first_x, line + g.first_y
end

-- Lines -----------------------------------------------------------------------
--
-- A line leaves a convex cell by one of the two or three sides that face its
-- direction. The corners between them tell by which: a corner to the right of
-- the line has this side to its left. At a corner, the far end of the border
-- behind it tells into which cell the line goes on, or that it runs along the
-- border. All is whole numbers; points are rounded, so a line passes a corner
-- up to `near` units beside it.

--- How far is a place, given from the middle of the cell, to the right of the
-- line, times the line's length?
local function aside(l, x, y)
  return l.aside + l.dx * y - l.dy * x
end

local function move(l, side)
  l.q, l.r = l.q + side.q, l.r + side.r
  l.x, l.y = l.x + side.step_x, l.y + side.step_y
  l.aside = l.aside + l.dx * side.step_y - l.dy * side.step_x
end

--- The cell behind a side.
local function beside(l, side)
  return hexagons.go(l.s, l.start_x, l.start_y, l.q + side.q, l.r + side.r)
end

--- The part of the line at which it crosses a side, as a fraction.
local function crossing(l, side)
  local x, y = side.to_x - side.x, side.to_y - side.y
  return (l.x + side.x) * y - (l.y + side.y) * x, l.dx * y - l.dy * x
end

--- The cell behind a side; or the last cell, if the line ends before it.
local function go_over(l, side)
  local from, over = crossing(l, side)
  move(l, side)
  if from >= over then
    l.q, l.r = l.end_q, l.end_r
  end
  return from / over, hexagons.go(l.s, l.start_x, l.start_y, l.q, l.r)
end

local function is_end(l, q, r)
  return q == l.end_q and r == l.end_r
end

--- The corner between a side and the next one. Along a border the last cell is
-- that of the end.
local function pass_corner(l, turn)
  local left, right = l.sides[turn], l.sides[turn % 6 + 1]
  local end_x, end_y = left.step_x + right.to_x, left.step_y + right.to_y
  local is_left = is_end(l, l.q + left.q, l.r + left.r)
  local is_right = is_end(l, l.q + right.q, l.r + right.r)
  if is_left or is_right or abs(aside(l, end_x, end_y)) > l.near then
    return go_over(l, (is_left or aside(l, end_x, end_y) > 0 and not is_right)
      and left or right)
  end
  local from, over = crossing(l, left)
  local x1, y1 = beside(l, left)
  local x2, y2 = beside(l, right)
  if abs(l.dx) > abs(l.dy) then
    l.behind = (l.x + end_x) / l.dx
  else
    l.behind = (l.y + end_y) / l.dy
  end
  move(l, left)
  move(l, right)
  if turn % 3 == 0 then
    x1, y1, x2, y2 = x2, y2, x1, y1
  end
  return from / over, x1, y1, x2, y2
end

--- Moves a line to its next cell.
local function go_on(l)
  local sides, turn = l.sides, l.front
  if l.behind then -- the end of a border
    local part = l.behind
    l.behind = nil
    return part, hexagons.go(l.s, l.start_x, l.start_y, l.q, l.r)
  elseif is_end(l, l.q, l.r) then
    return nil
  elseif l.fronts == 0 then
    l.q, l.r = l.end_q, l.end_r
    return 0.0, hexagons.go(l.s, l.start_x, l.start_y, l.q, l.r)
  end
  for _ = 2, l.fronts do
    local off = aside(l, sides[turn].to_x, sides[turn].to_y)
    if off > l.near then
      break
    elseif off >= -l.near then
      return pass_corner(l, turn)
    end
    turn = turn % 6 + 1
  end
  return go_over(l, sides[turn])
end

--- Iterates over the cells of a line, without the first. Each time there are
-- the part of the line that is behind it (0 to 1), the column and row of the
-- next cell, and on a border those of the other cell. The line ends with the
-- cell to_x, to_y. It leads from middle to middle, as if the hexagons were
-- regular; or, over the hexagons of the map, from a point to a point, given
-- from the middles of their cells.
-- @return the iterator, and the line
function hexagons.line(s, x, y, to_x, to_y, from_x, from_y, end_x, end_y)
  local q, r = hexagons.vector(s, x, y, to_x, to_y)
  local sides, near = s.regular, 0
  if from_x then
    local is_exact = from_x == 0 and from_y == 0 and end_x == 0 and end_y == 0
    sides, near = s.real, is_exact and 0 or s.near
  else
    from_x, from_y, end_x, end_y = 0.0, 0.0, 0.0, 0.0
  end
  local right, below = sides[1], sides[2]
  local dx = q * right.step_x + r * below.step_x + end_x - from_x
  local dy = q * right.step_y + r * below.step_y + end_y - from_y
  local front, fronts = 1, 0
  for i, side in ipairs(sides) do
    local before = sides[(i + 4) % 6 + 1]
    if dx * (side.to_y - side.y) > dy * (side.to_x - side.x) then
      fronts = fronts + 1
      if dx * (before.to_y - before.y) <= dy * (before.to_x - before.x) then
        front = i
      end
    end
  end
  x, y = straight(s, x, y)
  return go_on, { s = s, sides = sides, start_x = x, start_y = y, q = 0, r = 0,
    end_q = q, end_r = r, dx = dx, dy = dy, x = -from_x, y = -from_y,
    aside = dy * from_x - dx * from_y, near = near * max(abs(dx), abs(dy)),
    front = front, fronts = fronts, behind = nil }
end

--- The length of a line in steps, as if the hexagons were regular.
function hexagons.length(l)
  local right, below = l.sides[1], l.sides[2]
  local along, across = l.dx / right.step_x, l.dy / below.step_y
  if not l.s.rows then
    along, across = l.dy / below.step_y, l.dx / right.step_x
  end
  local q = along - across / 2
  return sqrt(q * q + q * across + across * across)
end

-- Queries need it from now on.
require(siblings .. "hexsight")

return hexagons
