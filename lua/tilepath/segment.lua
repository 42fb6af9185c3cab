--- The cells that a straight segment touches, in order.
--
-- Amanatides and Woo's traversal ("A fast voxel traversal algorithm", 1987) in
-- whole numbers: from the cell it is in, the segment leaves by the border that
-- it meets first, or by the corner where it meets both at once. Positions are
-- in 1/1024 of a cell, so for segments of up to 32767 cells a side all products
-- stay below 2^51 and every comparison is exact. A point on a border belongs to
-- the cell right of it or below it, as in grid:to_cell. O(cells touched).

local abs, floor = math.abs, math.floor

local segment = {}

--- Parts of a cell. A cell's centre is at PARTS / 2.
segment.PARTS = 1024

local PARTS = segment.PARTS

--- Calls visit(x, y) for each cell from that of the first point to that of the
-- second, both counted. Coordinates are whole numbers of parts.
function segment.cells(x1, y1, x2, y2, visit)
  local x, y = floor(x1 / PARTS), floor(y1 / PARTS)
  local columns = abs(floor(x2 / PARTS) - x)
  local rows = abs(floor(y2 / PARTS) - y)
  local width, height = abs(x2 - x1), abs(y2 - y1)
  local step_x, step_y = x2 < x1 and -1 or 1, y2 < y1 and -1 or 1
  -- parts to go until the next border is met
  local to_x = step_x > 0 and (x + 1) * PARTS - x1 or x1 - x * PARTS
  local to_y = step_y > 0 and (y + 1) * PARTS - y1 or y1 - y * PARTS
  visit(x, y)
  while columns > 0 or rows > 0 do
    local sooner = to_x * height - to_y * width
    local crosses_x = columns > 0 and (rows == 0 or sooner <= 0)
    local crosses_y = rows > 0 and (columns == 0 or sooner >= 0)
    if crosses_x then
      x, to_x, columns = x + step_x, to_x + PARTS, columns - 1
    end
    if crosses_y then
      y, to_y, rows = y + step_y, to_y + PARTS, rows - 1
    end
    visit(x, y)
  end
end

return segment
