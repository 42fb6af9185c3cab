--- Shapes on grids: lines over cells, and the outlines of cells.

local parent = (...):match("^(.*)plain[./]") or ""
local siblings = (...):match("^.*[./]") or ""
require(parent .. "luajit").off()
local check = require(parent .. "check")
local args = require(siblings .. "args")
local grid = require(siblings .. "grid")
local hexagons = require(siblings .. "hexagons")
local map = require(siblings .. "map")

local floor, huge, max, min = math.floor, math.huge, math.max, math.min

local methods, self_of, corner, visit = map.methods, map.self, grid.corner,
  grid.visit

local MAX_SIDE, MOST = 32767, check.MOST

-- Cells -----------------------------------------------------------------------

-- The corners of a hexagon, clockwise from the top: cells along its line,
-- lines, and the slant of a roof (0 or 1).
local CORNERS = { { 0.5, 0, 0 }, { 1, 0, 1 }, { 1, 1, 0 }, { 0.5, 1, 1 },
  { 0, 1, 0 }, { 0, 0, 1 } }

local function hexagon(g, x, y)
  local polygon = {}
  for i = 1, 6 do
    local at = CORNERS[g.stagger.rows and i or 7 - i]
    local dx, dy = at[1], at[2]
    if not g.stagger.rows then
      dx, dy = dy, dx
    end
    polygon[2 * i - 1] = corner(g, x + dx, y)
      + at[3] * (g.cell_width - g.pitch_x)
    polygon[2 * i] = select(2, corner(g, x, y + dy))
      + at[3] * (g.cell_height - g.pitch_y)
  end
  return polygon
end

function methods.cell_polygon(self, x, y)
  local g = self_of(self, "cell_polygon")
  x, y = args.cell("cell_polygon", g, x, y)
  if g.stagger then
    return hexagon(g, x, y)
  end
  local left, top = corner(g, x, y)
  local right, bottom = corner(g, x + 1, y + 1)
  return { left, top, right, top, right, bottom, left, bottom }
end

-- Lines -----------------------------------------------------------------------

--- An end of a line, at most `most` away from `from`.
local function line_end(name, value, from, most)
  return check.whole("line", name, value, max(from - most, -MOST),
    min(from + most, MOST))
end

--- The values of an iterator for a cell, which may lie outside.
local function visit_any(g, x, y)
  local i = map.index(g, x - g.base_x, y - g.base_y)
  if i then
    return visit(g, i)
  end
  return floor(x), floor(y)
end

--- The same over hexagons. The line counts from a cell near 0, 0, because its
-- ends may be large numbers.
local function hexagon_line(g, x1, y1, x2, y2)
  local first_x, first_y = (x1 - g.base_x) % 2, (y1 - g.base_y) % 2
  local list, i = { first_x, first_y }, -1
  for _, x, y, other_x, other_y in hexagons.line(g.stagger, first_x, first_y,
    first_x + x2 - x1, first_y + y2 - y1) do
    list[#list + 1], list[#list + 2] = x, y
    list[#list + 1], list[#list + 2] = other_x, other_y
  end
  return function()
    i = i + 2
    if list[i] then
      return visit_any(g, list[i] + x1 - first_x, list[i + 1] + y1 - first_y)
    end
  end
end

--- Iterates over the cells along a line from the middle of one cell to the
-- middle of another. At a corner the line goes on in both axes at once.
function methods.line(self, x1, y1, x2, y2)
  local g, far = self_of(self, "line"), MAX_SIDE - 1
  x1, y1 = line_end("x1", x1, 0, MOST), line_end("y1", y1, 0, MOST)
  x2, y2 = line_end("x2", x2, x1, far), line_end("y2", y2, y1, far)
  local length_x, length_y = math.abs(x2 - x1), math.abs(y2 - y1)
  local step_x, step_y = x2 < x1 and -1 or 1, y2 < y1 and -1 or 1
  local across, down, has_begun = 0, 0, false
  if g.stagger then
    return hexagon_line(g, x1, y1, x2, y2)
  end
  return function()
    local to_x = across < length_x and (2 * across + 1) * length_y or huge
    local to_y = down < length_y and (2 * down + 1) * length_x or huge
    if has_begun and min(to_x, to_y) == huge then
      return
    elseif has_begun then
      across = to_x <= to_y and across + 1 or across
      down = to_y <= to_x and down + 1 or down
    end
    has_begun = true
    return visit_any(g, x1 + step_x * across, y1 + step_y * down)
  end
end
