--- Shapes drawn over a map, and the cells that they cover.
--
-- A shape covers a cell if the middle of the cell is inside the shape. A
-- rectangle along the cells may be too thin for that, such as the wall of a
-- room; then it covers the column or row of its own middle. Any other shape
-- without a middle of a cell inside covers the one cell at its own middle.
-- Polygons are filled row by row, between the places where their sides cross
-- the middle of the row, by the even-odd rule. So a polygon that crosses itself
-- has holes. A line is a fence between each two neighbouring cells whose
-- middles it separates.
--
-- Hexagons are filled line by line: along the rows or columns that are shifted.
-- For columns x and y change places. A rectangle on hexagons is a polygon.
--
-- Cost: one edit of the grid for a rectangle, one for each row and stretch of a
-- polygon; one side for each row and column that a line crosses.

local root = (...):match("^(.*[./])import[./]") or ""
local check = require(root .. "check")
local given = require(root .. "given")

local ceil, cos, floor, max, min = math.ceil, math.cos, math.floor, math.max,
  math.min
local rad, sin, pi = math.rad, math.sin, math.pi

-- Limits for all shapes of a map. Only a malicious file comes near.
local MAX_CROSSINGS, MAX_COVERED = 2 ^ 20, 2 ^ 27

-- The number of corners of the polygon that stands for an ellipse.
local CORNERS = 64

local Shapes = {}
Shapes.__index = Shapes

--- The first and last column (or row, from 0) whose middle lies in the stretch;
-- last < first if there is none.
local function middles(from, to)
  return ceil(from - 0.5), ceil(to - 0.5) - 1
end

--- The same; if the stretch is too thin, the column of its own middle.
local function middles_or_own(from, to)
  local first, last = middles(from, to)
  if first > last then
    first = floor((from + to) / 2)
  end
  return first, max(first, last)
end

--- Gives the terrain to the cells that are on the grid.
local function paint(self, first_x, first_y, last_x, last_y, terrain, label)
  local grid = self.grid
  if self.is_flat then
    first_x, first_y, last_x, last_y = first_y, first_x, last_y, last_x
  end
  first_x, first_y = max(first_x, 0), max(first_y, 0)
  last_x = min(last_x, grid.width - 1)
  last_y = min(last_y, grid.height - 1)
  if first_x <= last_x and first_y <= last_y then
    local width, height = last_x - first_x + 1, last_y - first_y + 1
    given.count(self, "covered", width * height, MAX_COVERED,
      "the objects cover more than %d cells together", label)
    grid:fill(grid.base_x + first_x, grid.base_y + first_y, width, height,
      terrain)
  end
end

--- A rectangle along the cells, in cells, or a point.
local function paint_box(self, left, top, right, bottom, terrain, label)
  local first_x, last_x = middles_or_own(left, right)
  local first_y, last_y = middles_or_own(top, bottom)
  paint(self, first_x, first_y, last_x, last_y, terrain, label)
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
  local grid = self.grid
  local is_even = grid.stagger and grid.stagger:sub(1, 4) == "even"
  return grid.stagger and (line % 2 == 0) == is_even and 0.5 or 0
end

--- Gives the terrain to the cell at a point of the world.
local function paint_cell(self, wx, wy, terrain, label)
  local grid = self.grid
  local x, y = grid:to_cell(wx, wy)
  x, y = x - grid.base_x, y - grid.base_y
  if self.is_flat then
    x, y = y, x
  end
  paint(self, x, y, x, y, terrain, label)
end

--- A rectangle along the cells, by two corners { x1, y1, x2, y2 }.
function Shapes:rectangle(corners, terrain, label)
  local left, top, right, bottom = corners[1], corners[2], corners[3],
    corners[4]
  if self.grid.stagger and left == right and top == bottom then
    return paint_cell(self, left, top, terrain, label)
  elseif self.grid.stagger then
    return self:polygon({ left, top, right, top, right, bottom, left, bottom },
      terrain, label)
  end
  local x1, y1 = place(self, corners[1], corners[2])
  local x2, y2 = place(self, corners[3], corners[4])
  paint_box(self, min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2), terrain,
    label)
end

--- Calls f(row, x) at each crossing of a side with the middle of one of the
-- rows.
local function cross(self, x1, y1, x2, y2, rows, label, f)
  local first, last = middles(min(y1, y2), max(y1, y2))
  first, last = max(first, 0), min(last, rows - 1)
  given.count(self, "crossings", max(0, last - first + 1), MAX_CROSSINGS,
    "the sides of the objects cross more than %d rows together", label)
  for row = first, last do
    f(row, x1 + (row + 0.5 - y1) * (x2 - x1) / (y2 - y1))
  end
end

--- A polygon with corners { x1, y1, x2, y2, ... }.
function Shapes:polygon(points, terrain, label)
  local rows, count = {}, #points
  local lines = self.is_flat and self.grid.width or self.grid.height
  local x1, y1 = place(self, points[count - 1], points[count])
  local left, right = points[1], points[1]
  local top, bottom = points[2], points[2]
  local function add(row, x)
    local list = rows[row] or {}
    rows[row] = list
    list[#list + 1] = x
  end
  for i = 1, count, 2 do
    local x2, y2 = place(self, points[i], points[i + 1])
    left, right = min(left, points[i]), max(right, points[i])
    top, bottom = min(top, points[i + 1]), max(bottom, points[i + 1])
    cross(self, x1, y1, x2, y2, lines, label, add)
    x1, y1 = x2, y2
  end
  local is_thin = true
  for row, list in pairs(rows) do
    table.sort(list)
    local shove = shove_of(self, row)
    for i = 1, #list - 1, 2 do
      local first, last = middles(list[i] - shove, list[i + 1] - shove)
      is_thin = is_thin and first > last
      paint(self, first, row, last, row, terrain, label)
    end
  end
  if is_thin then
    paint_cell(self, (left + right) / 2, (top + bottom) / 2, terrain, label)
  end
end

--- A line with these corners: fences, or a "ledge" that is open from the
-- left of the line to its right. If the middle of a cell lies exactly on the
-- line, it counts as moved a little to the right, and still less downwards. So
-- the line has no gap.
function Shapes:line(points, terrain, label)
  local grid, sides, is_ledge = self.grid, self.sides, terrain == "ledge"
  check.squares(self.call, grid, ("a fence (%s)"):format(label))
  local x1, y1 = place(self, points[1], points[2])
  for i = 3, #points, 2 do
    local x2, y2 = place(self, points[i], points[i + 1])
    local down = (x2 - x1) * (y2 - y1) > 0
    cross(self, x1, y1, x2, y2, grid.height, label, function(row, x)
      local dx = y1 < y2 and -1 or 1
      sides:add(ceil(x - 0.5) - (dx + 1) / 2, row, dx, 0, is_ledge, label)
    end)
    cross(self, y1, x1, y2, x2, grid.width, label, function(column, y)
      local above = down and floor(y - 0.5) or ceil(y - 0.5) - 1
      local dy = x1 < x2 and 1 or -1
      sides:add(column, above + (1 - dy) / 2, 0, dy, is_ledge, label)
    end)
    x1, y1 = x2, y2
  end
end

--- Turns points around x, y by degrees, clockwise on the screen.
function Shapes.turn(points, x, y, degrees)
  local c, s = cos(rad(degrees)), sin(rad(degrees))
  for i = 1, #points, 2 do
    local dx, dy = points[i] - x, points[i + 1] - y
    points[i], points[i + 1] = x + c * dx - s * dy, y + s * dx + c * dy
  end
  return points
end

--- The corners of a polygon that stands for an ellipse.
function Shapes.ellipse_points(x, y, width, height)
  local points = {}
  for i = 1, CORNERS do
    local angle = 2 * pi * i / CORNERS
    points[2 * i - 1] = x + width / 2 * (1 + cos(angle))
    points[2 * i] = y + height / 2 * (1 + sin(angle))
  end
  return points
end

--- A painter of shapes on a grid and its sides. `call` is the function that the
-- user called.
function Shapes.new(call, grid, sides)
  local is_flat = grid.stagger and grid.stagger:sub(-1) == "q"
  return setmetatable({ call = call, grid = grid, sides = sides,
    is_flat = is_flat }, Shapes)
end

return Shapes
