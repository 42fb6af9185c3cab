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
-- shoved, 0: even ones); and `side`, the length of the two sides that stand
-- upright or lie flat. Squares have no stagger: s is nil.
--
-- Cube coordinates q and r count along two axes that are 120 degrees apart, to
-- the right and downwards. A step changes q, r, or both by one.

local parent = (...):match("^(.*)plain[./]") or ""
require(parent .. "interpreted")()

local abs, floor, huge, max = math.abs, math.floor, math.huge, math.max

local hexagons = {}

function hexagons.new(name, side)
  return { name = name, side = side * 1.0, rows = name:sub(-1) == "r",
    odd = name:sub(1, 3) == "odd" and 1 or 0 }
end

-- Sides -----------------------------------------------------------------------

--- A list of directions, and `others`, the bits of all others.
local function directions(...)
  local list = { others = 255, ... }
  for _, d in ipairs(list) do
    list.others = list.others - floor(2 ^ (d - 1))
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

--- The direction from a cell, as the number of its side, clockwise.
function hexagons.angle(s, direction, x, y)
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

--- The top left corner of the box around a cell, in the world.
-- @param part  of a pitch, to the right of it and below it; or nil
function hexagons.corner(g, x, y, part)
  local right, down = shove(g.stagger, x, y)
  return g.origin_x + (x - g.first_x + right + (part or 0)) * g.pitch_x,
    g.origin_y + (y - g.first_y + down + (part or 0)) * g.pitch_y
end

function hexagons.middle(g, x, y)
  local wx, wy = hexagons.corner(g, x, y, 0.5)
  return wx + (g.cell_width - g.pitch_x) / 2,
    wy + (g.cell_height - g.pitch_y) / 2
end

--- The way from a cell to another one, in cube coordinates.
function hexagons.way(s, x1, y1, x2, y2)
  x1, y1 = straight(s, x1, y1)
  x2, y2 = straight(s, x2, y2)
  if s.rows then
    return x2 - x1 - (y2 - y1) / 2, y2 - y1
  end
  return x2 - x1, y2 - y1 - (x2 - x1) / 2
end

--- The number of steps from a cell to another one.
function hexagons.apart(s, x1, y1, x2, y2)
  local q, r = hexagons.way(s, x1, y1, x2, y2)
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

-- The steps to three sides, the other three lie opposite.
local STEPS = { { q = 1, r = 0 }, { q = 0, r = 1 }, { q = -1, r = 1 } }

--- How far does a way lead in the direction of a step? A step there counts 2.
local function towards(step, q, r)
  return (2 * step.q + step.r) * q + (step.q + 2 * step.r) * r
end

--- Moves a line to its next cell. The line leaves a cell by the side that it
-- reaches first. Of two, at a corner, it takes the side that it approaches
-- faster. If it approaches both equally fast, it goes on along the border
-- between the cells behind them.
local function go_on(l)
  local least, first, second = huge, { far = 0 }, nil
  if l.behind then -- the end of a border
    least, l.behind = l.behind, nil
    return least, hexagons.go(l.s, l.x, l.y, l.q, l.r)
  elseif l.q == l.end_q and l.r == l.end_r then
    return nil
  end
  for _, step in ipairs(l.steps) do
    local part = (towards(step, l.q, l.r) + 1) / step.far
    if part < least or part == least and step.far > first.far then
      least, first, second = part, step, nil
    elseif part == least and step.far == first.far then
      second = step
    end
  end
  local q, r, x2, y2 = l.q + first.q, l.r + first.r, nil, nil
  local x1, y1 = hexagons.go(l.s, l.x, l.y, q, r)
  if second then
    x2, y2 = hexagons.go(l.s, l.x, l.y, l.q + second.q, l.r + second.r)
    l.behind = towards(first, q, r) / first.far
    q, r = q + second.q, r + second.r
  end
  l.q, l.r = q, r
  return least, x1, y1, x2, y2
end

--- Iterates over the cells of a line between two middles, without the first.
-- Each time there are the part of the line that is behind it (0 to 1), the
-- column and row of the next cell, and on a border those of the other cell.
function hexagons.line(s, x, y, to_x, to_y)
  local q, r = hexagons.way(s, x, y, to_x, to_y)
  local steps = {}
  for i, step in ipairs(STEPS) do
    local far = towards(step, q, r)
    local sign = far < 0 and -1 or 1
    steps[i] = { q = sign * step.q, r = sign * step.r, far = sign * far }
  end
  x, y = straight(s, x, y)
  return go_on, { s = s, x = x, y = y, q = 0, r = 0, end_q = q, end_r = r,
    steps = steps, behind = nil }
end

return hexagons
