--- The kinds of the map: grids, layers, and a pathfinder's answers about cells.
--
-- Each function writes the parts of a kind into a sketch between its begin and
-- finish.

local siblings = (...):match("^.*[./]") or ""
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

-- Tables for the kind that is written: the values of its cells, each once,
-- ascending; the shade of each value; and the parts of the shades.
local list, levels, parts = {}, {}, {}

--- Writes one part of all cells with shade 1.
local function area(pen, marked)
  parts[1] = part(pen, 1, 0)
  outline.trace(pen, marked, parts)
end

local function clear_list()
  for i = #list, 1, -1 do
    levels[list[i]], list[i] = nil, nil
  end
end

--- Lists the values of a board's cells; lists none if there are more than
-- `most`.
local function list_few(on, most)
  local values, count = on.values, 0
  clear_list()
  for cell = 1, on.cells do
    local value = values[cell]
    if value and not levels[value] then
      if count == most then
        return clear_list()
      end
      count = count + 1
      list[count] = value       -- first, as either may run out of memory
      levels[value] = true
    end
  end
  table.sort(list)
  for level = 1, count do
    levels[list[level]] = level
  end
end

--- Writes a part for each shade. Values are 0 to 1; cells without a value are
-- left out. If there are more values than shades, each gets the nearest shade.
-- @param on      a board with values
-- @param most    the number of shades
-- @param colour  nil: the colour of the kind
local function shaded(pen, on, most, colour)
  local values = on.values
  list_few(on, most)
  for level = 1, most do
    parts[level] = false
  end
  for cell = 1, on.cells do
    local value = values[cell]
    if value then
      local level = levels[value] or floor(value * (most - 1) + 0.5) + 1
      on.shade[cell], parts[level] = level, true
    end
  end
  for level = 1, most do
    if parts[level] then
      local value = list[level] or (level - 1) / (most - 1)
      if colour then
        parts[level] = part(pen, value, 0, colour[1], colour[2], colour[3])
      else
        parts[level] = part(pen, value, 0)
      end
    end
  end
  outline.trace(pen, on, parts)
end

board.area, board.shaded, board.SHADES = area, shaded, SHADES

-- Grids -----------------------------------------------------------------------

-- The prices of the last grid, row by row (false: closed), the lowest and
-- highest price, and whether any cell is closed. Several kinds use them. The
-- next picture uses the list again, unless it was collected.
local ground, kept = {}, setmetatable({}, { __mode = "v" })

function board.let_go()
  ground.grid, ground.prices = nil, nil
end

local function read_ground(grid)
  if rawequal(ground.grid, grid) then
    return ground
  end
  local prices, n, least, greatest = kept.prices or {}, 0, huge, -huge
  kept.prices = prices
  local left, right = grid.base_x, grid.base_x + grid.width - 1
  ground.has_walls = false
  for y = grid.base_y, grid.base_y + grid.height - 1 do
    for x = left, right do
      local price = grid(x, y)
      n = n + 1
      prices[n] = price or false
      if not price then
        ground.has_walls = true
      elseif price < least or price > greatest then
        least, greatest = min(least, price), max(greatest, price)
      end
    end
  end
  ground.grid, ground.prices = grid, prices
  ground.least, ground.greatest = least, greatest
  return ground
end

--- Writes the terrain on one side of the price of open ground. A value is the
-- difference from that price, as a part of the largest difference.
local function put_terrain(pen, grid, from, to, colour)
  local on, i = over(grid), 0
  local prices = read_ground(grid).prices
  for y = on.y, on.y + on.h - 1 do
    for x = on.x, on.x + on.w - 1 do
      i = i + 1
      local price = prices[i]
      local value = price and (price - from) / (to - from) or 0
      on.values[index(on, x, y)] = value > 0 and value
    end
  end
  shaded(pen, on, SHADES / 2, colour)
end

function board.terrain(pen, grid)
  local plain, found = grid:terrain("open"), read_ground(grid)
  plain = plain < huge and plain or 1
  if found.least < plain then
    put_terrain(pen, grid, plain, found.least, kinds.CHEAP)
  end
  if found.greatest > plain then
    put_terrain(pen, grid, plain, found.greatest)
  end
end

function board.wall(pen, grid)
  local found = read_ground(grid)
  if not found.has_walls then
    return
  end
  local on, i = over(grid), 0
  for y = on.y, on.y + on.h - 1 do
    for x = on.x, on.x + on.w - 1 do
      i = i + 1
      on.shade[index(on, x, y)] = found.prices[i] and 0 or 1
    end
  end
  area(pen, on)
end

--- Writes the borders of cells. On hexagons: the zigzag between each two lines
-- of cells, and the upright sides.
function board.lattice(pen, grid)
  local on = over(grid)
  local i = part(pen, 1, pen.kind.width * on.side)
  if on.is_hexagonal then
    return outline.hexagons(pen, i, on)
  end
  local left, top, right, bottom = outline.bounds(on)
  for j = 0, on.h do
    point(pen, i, left, on.across[j])
    point(pen, i, right, on.across[j])
    close(pen, i)
  end
  for j = 0, on.w do
    point(pen, i, on.along[j], top)
    point(pen, i, on.along[j], bottom)
    close(pen, i)
  end
end

--- The two corners that the cells of a fence share, the left or upper one
-- first.
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
  if x2 < x1 or x2 == x1 and y2 < y1 then
    x1, y1, x2, y2 = x2, y2, x1, y1
  end
  return x1, y1, x2, y2
end

--- The direction from the first cell of a fence to the second, of length 1.
local function way_over(grid, fence)
  local x1, y1 = grid:to_world(fence.x1, fence.y1)
  local x2, y2 = grid:to_world(fence.x2, fence.y2)
  local dx, dy = x2 - x1, y2 - y1
  local length = sqrt(dx * dx + dy * dy)
  return dx / length, dy / length
end

--- Joins the sides of fences into lines as long as possible: first the
-- lines along rows, then the others.
local function put_sides(pen, i, sides)
  table.sort(sides, function(a, b)
    local along_a, along_b = a[2] == a[4], b[2] == b[4]
    if along_a ~= along_b then
      return along_a
    elseif along_a then
      return a[2] < b[2] or a[2] == b[2] and a[1] < b[1]
    end
    return a[1] < b[1] or a[1] == b[1] and a[2] < b[2]
  end)
  local last
  for _, side in ipairs(sides) do
    local is_on = last and last[3] == side[1] and last[4] == side[2]
      and (last[2] == last[4]) == (side[2] == side[4])
    if last and not is_on then
      point(pen, i, last[3], last[4])
      close(pen, i)
    end
    if not is_on then
      point(pen, i, side[1], side[2])
    end
    last = side
  end
  if last then
    point(pen, i, last[3], last[4])
    close(pen, i)
  end
end

function board.fence(pen, grid)
  local sides = {}
  for _, fence in ipairs(grid:fences()) do
    if not fence.one_way then
      sides[#sides + 1] = { side_between(grid, fence) }
    end
  end
  put_sides(pen, part(pen, 1, pen.kind.width * side_of(grid)), sides)
end

--- The head of an arrow whose tip is at x, y.
local function put_head(pen, i, x, y, dx, dy, size)
  point(pen, i, x - (dx + dy) * size, y - (dy - dx) * size)
  point(pen, i, x, y)
  point(pen, i, x - (dx - dy) * size, y - (dy + dx) * size)
  close(pen, i)
end

--- Writes fences that are open one way, each with the head of an arrow.
function board.ledge(pen, grid)
  local sides, size = {}, side_of(grid)
  local i = part(pen, 1, pen.kind.width * size)
  local ledges = {}
  for _, fence in ipairs(grid:fences()) do
    if fence.one_way then
      sides[#sides + 1] = { side_between(grid, fence) }
      ledges[#ledges + 1] = fence
    end
  end
  put_sides(pen, i, sides)
  for _, fence in ipairs(ledges) do
    local x1, y1, x2, y2 = side_between(grid, fence)
    local dx, dy = way_over(grid, fence)
    put_head(pen, i, (x1 + x2) / 2 + dx * HEAD * size,
      (y1 + y2) / 2 + dy * HEAD * size, dx, dy, HEAD * size)
  end
end

--- Writes links from middle to middle. A link in one direction gets the head of
-- an arrow.
function board.link(pen, grid)
  local size = side_of(grid)
  local i = part(pen, 1, pen.kind.width * size)
  for _, link in ipairs(grid:links()) do
    local x1, y1 = grid:to_world(link.x1, link.y1)
    local x2, y2 = grid:to_world(link.x2, link.y2)
    point(pen, i, x1, y1)
    point(pen, i, x2, y2)
    close(pen, i)
    local dx, dy = x2 - x1, y2 - y1
    local length = sqrt(dx * dx + dy * dy)
    if link.one_way and length > 0 then
      put_head(pen, i, x2, y2, dx / length, dy / length, HEAD * size)
    end
  end
end

-- Pathfinders -----------------------------------------------------------------

--- Scales values to 0 .. 1, from the lowest to the highest. Cells with the
-- lowest value are left out.
local function spread(on)
  local values, least, greatest = on.values, huge, -huge
  for cell = 1, on.cells do
    local value = values[cell]
    if value then
      least, greatest = min(least, value), max(greatest, value)
    end
  end
  for cell = 1, on.cells do
    local value = values[cell]
    values[cell] = value and value > least
      and (value - least) / (greatest - least)
  end
end

function board.price(pen, finder)
  local grid = finder.grid
  local on = over(grid)
  for y = on.y, on.y + on.h - 1 do
    for x = on.x, on.x + on.w - 1 do
      on.values[index(on, x, y)] = finder:price(x, y) or false
    end
  end
  spread(on)
  shaded(pen, on, SHADES)
end

function board.blocked(pen, finder)
  local grid = finder.grid
  local prices, on, i = read_ground(grid).prices, over(grid), 0
  for y = on.y, on.y + on.h - 1 do
    for x = on.x, on.x + on.w - 1 do
      i = i + 1
      local is_blocked = prices[i] and not finder:can_enter(x, y)
      on.shade[index(on, x, y)] = is_blocked and 1 or 0
    end
  end
  area(pen, on)
end

-- Layers ----------------------------------------------------------------------

function board.layer(pen, layer)
  local grid = layer.grid
  local on = over(grid)
  for y = on.y, on.y + on.h - 1 do
    for x = on.x, on.x + on.w - 1 do
      local value = layer:get(x, y)
      on.values[index(on, x, y)] = value > 0 and value / 255
    end
  end
  shaded(pen, on, SHADES)
end

return board
