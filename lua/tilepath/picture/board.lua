--- The kinds of the map: grids, layers, and a pathfinder's answers about cells.
--
-- Each function writes the parts of a kind into a sketch between its begin and
-- finish.

local siblings = (...):match("^.*[./]") or ""
local root = (...):match("^(.*[./])picture[./]") or ""
local drawn_fences = require(root .. "fences")
local kinds = require(siblings .. "kinds")
local outline = require(siblings .. "outline")
local sketch = require(siblings .. "sketch")

local floor, huge, max, min, sqrt =
  math.floor, math.huge, math.max, math.min, math.sqrt
local index, over = outline.index, outline.over
local part, point, close = sketch.part, sketch.point, sketch.close

local board = {}

-- The number of shades of a kind.
local SHADES = 16

-- The size of the head of an arrow, in shorter sides of a cell.
local HEAD = 0.2

local function side_of(grid)
  return min(grid.cell_width, grid.cell_height)
end

-- Areas -----------------------------------------------------------------------

local NO_COLOUR = {}

-- The parts of the shades of the kind that is written.
local parts = {}

--- Writes one part of all cells with shade 1.
local function area(pen, marked)
  parts[1] = part(pen, 1, 0)
  outline.trace(pen, marked, parts)
end

--- Writes a part for each shade. Values are 0 to 1, and each gets the nearest
-- shade; cells without a value are left out.
-- @param on      a board with values
-- @param most    the number of shades
-- @param colour  nil: the colour of the kind
local function shaded(pen, on, most, colour)
  local values = on.values
  colour = colour or NO_COLOUR
  for level = 1, most do
    parts[level] = false
  end
  for cell = 1, on.cells do
    local value = values[cell]
    if value then
      local level = floor(value * (most - 1) + 0.5) + 1
      on.shade[cell], parts[level] = level, true
    end
  end
  for level = 1, most do
    if parts[level] then
      local value = (level - 1) / (most - 1)
      parts[level] = part(pen, value, 0, colour[1], colour[2], colour[3])
    end
  end
  outline.trace(pen, on, parts)
end

--- Sets each cell of a board's list (of shades or values) to f(thing, x, y), or
-- false.
local function set(on, cells, f, thing)
  for y = on.y, on.y + on.h - 1 do
    for x = on.x, on.x + on.w - 1 do
      cells[index(on, x, y)] = f(thing, x, y) or false
    end
  end
end

--- Divides the values of a board by the greatest one.
-- @return the greatest value
local function relative(on)
  local values, greatest = on.values, 0
  for cell = 1, on.cells do
    greatest = max(greatest, values[cell] or 0)
  end
  for cell = 1, on.cells do
    local value = values[cell]
    values[cell] = value and (greatest > 0 and value / greatest or 0)
  end
  return greatest
end

board.area, board.shaded, board.SHADES = area, shaded, SHADES
board.set, board.relative, board.side_of = set, relative, side_of

-- Grids -----------------------------------------------------------------------

local function price_in(grid, x, y)
  return (grid(x, y))
end

--- Writes a part for each terrain to which the game gives a colour.
local function put_named(pen, grid)
  local on, given = over(grid), pen.terrain
  for level = 1, #given.names do
    parts[level] = false
  end
  for x, y, terrain in grid:cells() do
    local level = given.colours[terrain] and given.levels[terrain]
    if level then
      on.shade[index(on, x, y)], parts[level] = level, true
    end
  end
  for level, name in ipairs(given.names) do
    local colour = given.colours[name]
    parts[level] = parts[level]
      and part(pen, 1, 0, colour[1], colour[2], colour[3], colour[4])
  end
  outline.trace(pen, on, parts)
end

--- Empties the cells of terrains that have a colour by name, or false: the other
-- parts leave them out.
local function leave_out_named(pen, on, cells, nothing, grid)
  if pen.terrain then
    for x, y, terrain in grid:cells() do
      if pen.terrain.levels[terrain] then
        cells[index(on, x, y)] = nothing
      end
    end
  end
end

--- Writes the terrain on one side of the price of open ground. A value is the
-- difference from that price, as a part of the largest difference.
-- @param sign  1: dearer ground, -1: cheaper ground
local function put_terrain(pen, grid, sign, colour)
  local on, plain = over(grid), grid:terrain("open")
  local values = on.values
  plain = plain < huge and plain or 1
  set(on, values, price_in, grid)
  leave_out_named(pen, on, values, false, grid)
  for cell = 1, on.cells do
    local more = values[cell] and sign * (values[cell] - plain) or 0
    values[cell] = more > 0 and more
  end
  if relative(on) > 0 then
    shaded(pen, on, SHADES / 2, colour)
  end
end

function board.terrain(pen, grid)
  if pen.terrain then
    put_named(pen, grid)
  end
  put_terrain(pen, grid, -1, kinds.CHEAP)
  put_terrain(pen, grid, 1)
end

local function shade_of_wall(grid, x, y)
  return grid(x, y) and 0 or 1
end

function board.wall(pen, grid)
  local on = over(grid)
  set(on, on.shade, shade_of_wall, grid)
  leave_out_named(pen, on, on.shade, 0, grid)
  area(pen, on)
end

local function put_line(pen, i, x1, y1, x2, y2)
  point(pen, i, x1, y1)
  point(pen, i, x2, y2)
  close(pen, i)
end

--- Writes the borders of cells. On hexagons: the zigzag between each two lines
-- of cells, and the upright sides.
function board.lattice(pen, grid)
  local on = over(grid)
  local i = part(pen, 1, pen.kind.width * on.side)
  if on.is_hexagonal then
    return outline.hexagons(pen, i, on)
  end
  local along, across = on.along, on.across
  for j = 0, on.h do
    put_line(pen, i, along[0], across[j], along[on.w], across[j])
  end
  for j = 0, on.w do
    put_line(pen, i, along[j], across[0], along[j], across[on.h])
  end
end

--- The two corners that the cells of a fence share.
local function side_between(grid, fence)
  local one = grid:cell_polygon(fence.x1, fence.y1)
  local other = grid:cell_polygon(fence.x2, fence.y2)
  local x1, y1, x2, y2
  for i = 1, #one, 2 do
    for k = 1, #other, 2 do
      local x, y = one[i], one[i + 1]
      if x == other[k] and y == other[k + 1] then
        x1, y1, x2, y2 = x1 or x, y1 or y, x, y
      end
    end
  end
  return x1, y1, x2, y2
end

--- The middles of the two cells of a fence or link, and the direction from the
-- first to the second, of length 1.
local function ends_of(grid, thing)
  local x1, y1 = grid:to_world(thing.x1, thing.y1)
  local x2, y2 = grid:to_world(thing.x2, thing.y2)
  local dx, dy = x2 - x1, y2 - y1
  local length = sqrt(dx * dx + dy * dy)
  return x1, y1, x2, y2, dx / length, dy / length
end

--- The head of an arrow whose tip is at x, y.
local function put_head(pen, i, x, y, dx, dy, size)
  point(pen, i, x - (dx + dy) * size, y - (dy - dx) * size)
  point(pen, i, x, y)
  point(pen, i, x - (dx - dy) * size, y - (dy + dx) * size)
  close(pen, i)
end

--- Writes fences: those that are open one way, each with the head of an arrow, or
-- the others.
for name, one_way in pairs { fence = false, ledge = true } do
  board[name] = function(pen, grid)
    local size = HEAD * side_of(grid)
    local i = part(pen, 1, pen.kind.width * side_of(grid))
    for _, fence in ipairs(drawn_fences.sides(grid)) do
      if (fence.one_way or false) == one_way then
        local x1, y1, x2, y2 = side_between(grid, fence)
        put_line(pen, i, x1, y1, x2, y2)
        if one_way then
          local _, _, _, _, dx, dy = ends_of(grid, fence)
          put_head(pen, i, (x1 + x2) / 2 + dx * size, (y1 + y2) / 2 + dy * size,
            dx, dy, size)
        end
      end
    end
  end
end

--- Writes links from middle to middle. A link in one direction gets the head of
-- an arrow.
function board.link(pen, grid)
  local i = part(pen, 1, pen.kind.width * side_of(grid))
  for _, link in ipairs(grid:links()) do
    local x1, y1, x2, y2, dx, dy = ends_of(grid, link)
    put_line(pen, i, x1, y1, x2, y2)
    if link.one_way then
      put_head(pen, i, x2, y2, dx, dy, HEAD * side_of(grid))
    end
  end
end

-- Pathfinders and layers ------------------------------------------------------

--- Cells with the lowest price are left out.
function board.price(pen, finder)
  local on, least = over(finder.grid), huge
  local values = on.values
  set(on, values, finder.price, finder)
  for cell = 1, on.cells do
    least = min(least, values[cell] or huge)
  end
  for cell = 1, on.cells do
    local value = values[cell]
    values[cell] = value and value > least and value - least
  end
  relative(on)
  shaded(pen, on, SHADES)
end

local function shade_of_blocked(finder, x, y)
  return finder.grid(x, y) and not finder:can_enter(x, y) and 1 or 0
end

function board.blocked(pen, finder)
  local on = over(finder.grid)
  set(on, on.shade, shade_of_blocked, finder)
  area(pen, on)
end

local function value_in(layer, x, y)
  local value = layer:get(x, y)
  return value > 0 and value / 255
end

function board.layer(pen, layer)
  local on = over(layer.grid)
  set(on, on.values, value_in, layer)
  shaded(pen, on, SHADES)
end

return board
