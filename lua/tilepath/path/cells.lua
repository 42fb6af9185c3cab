--- path:cells: the cells that a path touches.
--
-- On squares places are whole numbers of parts of a cell, so the test for a corner
-- is exact. Cost: O(cells).

local root = (...):match("^(.*[./])path[./]") or ""
require(root .. "luajit").exact()
local args = require(root .. "path.args")
local check = require(root .. "check")
local hexagon = require(root .. "hexagon")

local abs, floor, max, min = math.abs, math.floor, math.max, math.min

-- The longest side of a grid.
local MAX_SIDE = 32767

-- A cell has PARTS parts along each axis. Its centre is at PARTS / 2. (A float:
-- products of integers of 32 bits would wrap around.)
local PARTS = 1024.0

--- The cell of the point at path[i], in world units.
local function cell_of(call, path, i, map)
  local x, y = map:to_cell(path[i], path[i + 1])
  if max(abs(x), abs(y)) > args.MAX_CELL then
    check.fail(call, ("path[%d], path[%d]"):format(i, i + 1),
      "a position less than 2^30 cells away",
      abs(x) > abs(y) and path[i] or path[i + 1])
  end
  return x, y
end

--- A position along one axis in parts of a cell. It is rounded, but never
-- leaves the cell that grid:to_cell returns.
local function in_parts(position, origin, size, cell, base)
  local within = ((position - origin) / size - (cell - base)) * PARTS
  return cell * PARTS + min(max(floor(within + 0.5), 0), PARTS - 1)
end

--- The point at path[i] in parts of a cell: its place in the grid, or, without
-- a grid, the middle of the cell that it names.
local function place(path, i, grid)
  if not grid then
    return path[i] * PARTS + PARTS / 2, path[i + 1] * PARTS + PARTS / 2
  end
  local x, y = cell_of("cells", path, i, grid)
  return in_parts(path[i], grid.origin_x, grid.cell_width, x, grid.base_x),
    in_parts(path[i + 1], grid.origin_y, grid.cell_height, y, grid.base_y)
end

local function cells_of_segment(x1, y1, x2, y2, visit)
  local x, y = floor(x1 / PARTS), floor(y1 / PARTS)
  local columns = abs(floor(x2 / PARTS) - x)
  local rows = abs(floor(y2 / PARTS) - y)
  local width, height = abs(x2 - x1), abs(y2 - y1)
  local step_x, step_y = x2 < x1 and -1 or 1, y2 < y1 and -1 or 1
  -- the parts until the next border
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

--- The same for hexagons, with places in the world.
local function hexagons_of_segment(grid, x1, y1, x2, y2, visit)
  local part = 0
  visit(grid:to_cell(x1, y1))
  while part < 1 do
    local next_part = min(hexagon.exit(grid, x1, y1, x2, y2, part), 1)
    local share = (part + next_part) / 2
    visit(grid:to_cell(x1 + (x2 - x1) * share, y1 + (y2 - y1) * share))
    part = next_part
  end
  visit(grid:to_cell(x2, y2))
end

--- All cells that the path's segments touch, in order, without repeats. A path
-- in world units needs the grid. The blocked part ends with the last cell
-- before the cell of the first point behind it. A link is one step from cell to
-- cell; a link within one cell is dropped.
return function(path, grid)
  local n, units, links = args.read_places("cells", path)
  local in_world = units == "world"
  if in_world or grid ~= nil then
    args.need_grid("cells", grid)
  end
  local hexagons = grid and grid.stagger
  local wide, high = hexagons and grid.cell_width or PARTS,
    hexagons and grid.cell_height or PARTS
  local points, last = {}, 0
  local function visit(x, y)
    if last == 0 or x ~= points[last - 1] or y ~= points[last] then
      points[last + 1], points[last + 2] = x, y
      last = last + 2
    end
  end
  local first_free, escape = 2 * args.escape_of(path, n) + 1, 0
  local px, py
  local own, next_link = {}, 1
  for i = 1, n, 2 do
    local x, y
    if not hexagons then
      x, y = place(path, i, in_world and grid)
    elseif in_world then
      cell_of("cells", path, i, grid)
      x, y = path[i], path[i + 1]
    else
      x, y = grid:to_world(path[i], path[i + 1])
    end
    local comes_by_link = links and links[next_link] == (i - 1) / 2
    if comes_by_link or i == 1 then
      px, py = x, y
    end
    if max(abs(x - px) / wide, abs(y - py) / high) >= MAX_SIDE then
      check.raise(("cells: points %d and %d of path must be less than 32767 "
        .. "cells apart"):format(floor(i / 2), floor(i / 2) + 1))
    end
    local before = last / 2
    if hexagons then
      hexagons_of_segment(grid, px, py, x, y, visit)
    else
      cells_of_segment(px, py, x, y, visit)
    end
    if comes_by_link then
      next_link = next_link + 1
      own[#own + 1] = last / 2 > before and before or nil
    end
    if i < first_free then
      escape = last / 2
    elseif i == first_free and i > 1 then
      escape = last / 2 - 1
    end
    px, py = x, y
  end
  return args.make(points, path, "cells", escape, own)
end
