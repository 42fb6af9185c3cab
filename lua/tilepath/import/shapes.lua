--- Shapes drawn over a map, and the cells that they cover.
--
-- A shape covers a cell if the middle of the cell is inside the shape. A
-- rectangle along the cells may be too thin for that, such as the wall of a
-- room; then it covers the column or row of its own middle. Any other shape
-- without a middle of a cell inside covers the one cell at its own middle.
-- Polygons are filled row by row, between the places where their sides cross
-- the middle of the row, by the even-odd rule. So a polygon that crosses itself
-- has holes. If it is thinner than a cell and long (twice its area is less than
-- its outline less 3), each stretch along the middle of a row or column without
-- a middle covers the cell at its own: no step along an axis crosses the
-- polygon. A line is a fence between each two neighbouring cells whose middles
-- it separates.
--
-- Hexagons are filled line by line: along the rows or columns that are shifted.
-- For columns x and y change places. There no shape is a rectangle or thin.
--
-- Cost: one edit of the grid for a rectangle, one for each row and stretch of a
-- polygon; one side for each row and column that a line crosses.

local root = (...):match("^(.*[./])import[./]") or ""
require(root .. "luajit").exact()
local check = require(root .. "check")
local given = require(root .. "given")
local sine_of = require(root .. "sine")

local abs, ceil, floor, huge, max, min, sqrt = math.abs, math.ceil, math.floor,
  math.huge, math.max, math.min, math.sqrt

-- Limits for all shapes of a map. Only a malicious file comes near.
local MAX_CROSSINGS, MAX_COVERED = 2 ^ 20, 2 ^ 27

-- The number of corners of the polygon that stands for an ellipse.
local CORNERS = 64

-- A shape that reaches less far into a cell does not touch it. (Corners that
-- are turned are not all exact.)
local EDGE = 2 ^ -20

-- A polygon that fills its bounding box, up to this share of the area, is a
-- rectangle along the cells.
local SAME = 2 ^ -40

local Shapes = {}
Shapes.__index = Shapes

--- The first and last column (or row, from 0) whose middle lies in the stretch;
-- last < first if there is none.
local function middles(from, to)
  return ceil(from - 0.5), ceil(to - 0.5) - 1
end

--- The first and last column that the stretch touches by more than its edge.
local function touched(from, to)
  return floor(from + EDGE), ceil(to - EDGE) - 1
end

--- Gives the terrain to the cells that are on the grid.
local function paint(self, first_x, first_y, last_x, last_y, terrain, part)
  local grid = self.grid
  if self.is_flat then
    first_x, first_y, last_x, last_y = first_y, first_x, last_y, last_x
  end
  first_x, first_y = max(first_x, 0), max(first_y, 0)
  last_x, last_y = min(last_x, grid.width - 1), min(last_y, grid.height - 1)
  if first_x <= last_x and first_y <= last_y then
    local width, height = last_x - first_x + 1, last_y - first_y + 1
    given.count(self, "covered", width * height, MAX_COVERED,
      "the objects cover more than %d cells together", part.label)
    if terrain == "wall" then
      self.how.found:close(part.layer, part.by, width * height)
    end
    grid:fill(grid.base_x + first_x, grid.base_y + first_y, width, height,
      terrain)
  end
end

--- The columns whose middle lies in the stretch, or which it touches. If there is
-- none and it is thin, it has the column of its own middle.
local function span(columns, from, to, is_thin)
  local first, last = columns(from, to)
  if first > last and is_thin then
    first = floor((from + to) / 2)
    last = first
  end
  return first, last
end

--- A point of the world in cells from the grid's corner. On hexagons: along the
-- lines, and across them, where the middle of a line is at a half.
local function place(self, x, y)
  local grid = self.grid
  if not grid.stagger then
    return (x - grid.origin_x) / grid.cell_width,
      (y - grid.origin_y) / grid.cell_height
  end
  local along, across = x - grid.origin_x, y - grid.origin_y
  local wide, high = grid.cell_width, grid.cell_height
  if self.is_flat then
    along, across, wide, high = across, along, high, wide
  end
  local pitch = (high + grid.cell_side) / 2
  return along / wide, (across - (high - pitch) / 2) / pitch
end

--- How far the cells of a line are shifted, in cells.
local function shove_of(self, line)
  local s = self.grid.stagger
  return s and (line % 2 == 0) == (s:sub(1, 4) == "even") and 0.5 or 0
end

--- Gives the terrain to the cell at a point of the world.
local function paint_cell(self, wx, wy, terrain, part)
  local grid = self.grid
  local x, y = grid:to_cell(wx, wy)
  x, y = x - grid.base_x, y - grid.base_y
  if self.is_flat then
    x, y = y, x
  end
  paint(self, x, y, x, y, terrain, part)
end

--- The rows of a side, from 0 to rows - 1; they are counted, by what they are.
local function rows_of(self, how, y1, y2, rows, part, kind)
  local first, last = how(min(y1, y2), max(y1, y2))
  first, last = max(first, 0), min(last, rows - 1)
  given.count(self, kind or "rows", max(0, last - first + 1),
    kind and 4 * MAX_CROSSINGS or MAX_CROSSINGS, "the sides "
    .. "cross more than %d lines of cells together", part.label)
  return first, last
end

--- Calls f(row, x) at each crossing of a side with the middle of one of the
-- rows.
local function cross(self, x1, y1, x2, y2, rows, part, f, kind)
  local first, last = rows_of(self, middles, y1, y2, rows, part, kind)
  for row = first, last do
    f(row, x1 + (row + 0.5 - y1) * (x2 - x1) / (y2 - y1))
  end
end

--- Gives the terrain to each cell that a side of a polygon touches.
local function touch(self, x1, y1, x2, y2, rows, terrain, part)
  local first, last = rows_of(self, touched, y1, y2, rows, part)
  for row = first, last do
    local a, b, shove = x1, x2, shove_of(self, row)
    if y1 ~= y2 then
      a = x1 + (max(min(y1, y2), row) - y1) * (x2 - x1) / (y2 - y1)
      b = x1 + (min(max(y1, y2), row + 1) - y1) * (x2 - x1) / (y2 - y1)
    end
    local from, to = touched(min(a, b) - shove, max(a, b) - shove)
    paint(self, from, row, to, row, terrain, part)
  end
end

--- Calls f(line, from, to) for each stretch of a polygon along the middle of a
-- line (where y is half), by the even-odd rule. Its last corner is also at 0.
local function stretches(self, xs, ys, lines, part, f, kind)
  local lists = {}
  local function add(line, x)
    lists[line] = lists[line] or {}
    table.insert(lists[line], x)
  end
  for i = 1, lines > 0 and #xs or 0 do
    cross(self, xs[i - 1], ys[i - 1], xs[i], ys[i], lines, part, add, kind)
  end
  for line, list in pairs(lists) do
    table.sort(list)
    for i = 1, #list - 1, 2 do
      f(line, list[i], list[i + 1])
    end
  end
end

--- Covers the cells of a polygon whose corners are at xs, ys, each once.
-- @return nil if there are none
local function fill(self, xs, ys, lines, is_thin, terrain, part)
  local covered = {}
  local function cover(row, first, last)
    local key = row .. " " .. first .. " " .. last
    if first <= last and not covered[key] then
      covered[key] = true
      paint(self, first, row, last, row, terrain, part)
    end
  end
  stretches(self, xs, ys, lines, part, function(row, from, to)
    local shove = shove_of(self, row)
    cover(row, span(middles, from - shove, to - shove, is_thin))
  end)
  stretches(self, ys, xs, is_thin and self.grid.width or 0, part,
    function(column, from, to)
      local first, last = middles(from, to)
      if first > last then
        cover(floor((from + to) / 2), column, column)
      end
    end, "columns")
  return next(covered)
end

--- A polygon with corners { x1, y1, x2, y2, ... }.
function Shapes:polygon(points, terrain, part)
  local grid, how, xs, ys, area, around = self.grid, self.how, {}, {}, 0, 0
  local lines = self.is_flat and grid.width or grid.height
  local left, right, top, bottom = huge, -huge, huge, -huge
  xs[0], ys[0] = place(self, points[#points - 1], points[#points])
  for i = 1, #points / 2 do
    local x, y = points[2 * i - 1], points[2 * i]
    left, right, top, bottom = min(left, x), max(right, x), min(top, y),
      max(bottom, y)
    x, y = place(self, x, y)
    area = area + (x - xs[i - 1]) * (y + ys[i - 1])
    local dx, dy = x - xs[i - 1], y - ys[i - 1]
    around = around + sqrt(dx * dx + dy * dy)
    xs[i], ys[i] = x, y
  end
  local x1, y1 = place(self, left, top)
  local x2, y2 = place(self, right, bottom)
  local box, is_strict = 2 * (x2 - x1) * (y2 - y1), how.is_strict
  if not grid.stagger and abs(box - abs(area)) <= box * SAME then
    local first_x, last_x = span(self.span, x1, x2, not is_strict)
    local first_y, last_y = span(self.span, y1, y2, not is_strict)
    return paint(self, first_x, first_y, last_x, last_y, terrain, part)
  end
  for i = 1, how.touched and #xs or 0 do
    touch(self, xs[i - 1], ys[i - 1], xs[i], ys[i], lines, terrain, part)
  end
  local is_thin = abs(area) < around - 3 and not (grid.stagger or is_strict
    or how.touched)
  if not (fill(self, xs, ys, lines, is_thin, terrain, part) or is_strict
    or how.touched and around > 0) then
    paint_cell(self, (left + right) / 2, (top + bottom) / 2, terrain, part)
  end
end

--- A line with these corners: fences, or a "ledge" that is open from the
-- left of the line to its right. If the middle of a cell lies exactly on the
-- line, it counts as moved a little to the right, and still less downwards. So
-- the line has no gap.
function Shapes:line(points, terrain, part)
  local grid, sides, is_ledge = self.grid, self.sides, terrain == "ledge"
  check.squares(self.call, grid, ("a fence (%s)"):format(part.label))
  local x1, y1 = place(self, points[1], points[2])
  for i = 3, #points, 2 do
    local x2, y2 = place(self, points[i], points[i + 1])
    local down = (x2 - x1) * (y2 - y1) > 0
    cross(self, x1, y1, x2, y2, grid.height, part, function(row, x)
      local dx = y1 < y2 and -1 or 1
      sides:add(ceil(x - 0.5) - (dx + 1) / 2, row, dx, 0, is_ledge, part.label,
        part.name)
    end)
    cross(self, y1, x1, y2, x2, grid.width, part, function(column, y)
      local above = down and floor(y - 0.5) or ceil(y - 0.5) - 1
      local dy = x1 < x2 and 1 or -1
      sides:add(column, above + (1 - dy) / 2, 0, dy, is_ledge, part.label,
        part.name)
    end)
    x1, y1 = x2, y2
  end
end

--- Turns points around x, y by degrees, clockwise on the screen.
-- @param frame  has lean and stretch if the points lie in a plane that is drawn
-- slanted (orientation.lua)
function Shapes.turn(points, x, y, degrees, frame)
  local c, s = sine_of(degrees)
  local lean, stretch = frame and frame.lean or 0, frame and frame.stretch or 1
  for i = 1, c ~= 1 and #points or 0, 2 do
    local dx, dy = points[i] - x, points[i + 1] - y
    points[i] = x + (c + s * lean) * dx - s * stretch * dy
    points[i + 1] = y + s * stretch * dx + (c - s * lean) * dy
  end
  return points
end

--- The corners of a polygon that stands for an ellipse.
function Shapes.ellipse_points(x, y, width, height)
  local points = {}
  for i = 1, CORNERS do
    local c, s = sine_of(360 * i / CORNERS)
    points[2 * i - 1] = x + width / 2 * (1 + c)
    points[2 * i] = y + height / 2 * (1 + s)
  end
  return points
end

--- A painter of shapes on a grid and its sides. `call` is the function that the
-- user called.
-- @param how  a table of found (the report), touched (the option), is_strict (a
-- thin shape covers nothing)
function Shapes.new(call, grid, sides, how)
  local is_flat = grid.stagger and grid.stagger:sub(-1) == "q"
  return setmetatable({ call = call, grid = grid, sides = sides, how = how,
    is_flat = is_flat, span = how.touched and touched or middles }, Shapes)
end

return Shapes
