--- The kinds of answers: fields, reaches, views and searches.
--
-- Each function writes the parts of a kind into a sketch between its begin and
-- finish.

-- Every iterator is a new function. LuaJIT would compile a trace for each, and the
-- trace would keep the iterator and its map alive.
local parent = (...):match("^(.*[./])picture[./]") or ""
require(parent .. "luajit").off()

local core = require "tilepath_core"
local siblings = (...):match("^.*[./]") or ""
local actors = require(siblings .. "actors")
local board = require(siblings .. "board")
local outline = require(siblings .. "outline")
local sketch = require(siblings .. "sketch")

local huge, max, min, sqrt = math.huge, math.max, math.min, math.sqrt
local index = outline.index
local part, point, close = sketch.part, sketch.point, sketch.close

local answers = {}

-- The length of an arrow from the middle of a cell to its tip, and half the
-- width of its other end, in shorter sides of a cell.
local LENGTH, BREADTH = 0.36, 0.16

-- Fields ----------------------------------------------------------------------

function answers.cost(pen, field)
  local on = outline.over(field.finder.grid)
  board.set(on, on.values, field.cost, field)
  board.relative(on)
  board.shaded(pen, on, board.SHADES)
end

--- The direction from a cell with this middle, as a vector of length 1; nil if
-- the field leads nowhere from there.
local function direction(field, x, y, wx, wy)
  local next_x, next_y, by_link = field:next(x, y)
  if not next_x then
    return nil
  elseif not by_link then
    return field:direction(wx, wy)
  end
  local to_x, to_y = field.finder:to_world(next_x, next_y)
  local dx, dy = to_x - wx, to_y - wy
  local length = sqrt(dx * dx + dy * dy)
  return dx / length, dy / length
end

--- Writes a slim triangle in the cell, if the field leads on from it.
local function put_arrow(pen, i, field, x, y, side)
  local wx, wy = field.finder:to_world(x, y)
  local dx, dy = direction(field, x, y, wx, wy)
  if dx then
    local long, broad = LENGTH * side, BREADTH * side
    local from_x, from_y = wx - dx * long, wy - dy * long
    point(pen, i, wx + dx * long, wy + dy * long)
    point(pen, i, from_x - dy * broad, from_y + dx * broad)
    point(pen, i, from_x + dy * broad, from_y - dx * broad)
    close(pen, i)
  end
end

--- Writes a disc in a goal cell of the field.
local function put_goal(pen, i, field, x, y)
  local next_x, reason = field:next(x, y)
  if not next_x and reason == "arrived" then
    point(pen, i, field.finder:to_world(x, y))
    close(pen, i)
  end
end

-- One part for all cells of the field.
for name, put in pairs { arrow = put_arrow, goal = put_goal } do
  answers[name] = function(pen, field)
    local grid = field.finder.grid
    local side = board.side_of(grid)
    local i = part(pen, 1, pen.kind.width * side)
    for y = grid.base_y, grid.base_y + grid.height - 1 do
      for x = grid.base_x, grid.base_x + grid.width - 1 do
        put(pen, i, field, x, y, side)
      end
    end
  end
end

-- Reaches, views and searches -------------------------------------------------

-- The cells of an iterator with their third numbers, and the rectangle around
-- them.
local cells = { count = 0, x = {}, y = {}, cost = {} }

--- Lists the cells of an iterator.
-- @param only  the third value of the wanted cells; nil: all
local function gather(only, next_cell, state, x)
  local count, y, cost = 0
  cells.left, cells.right, cells.top, cells.bottom = huge, -huge, huge, -huge
  x, y, cost = next_cell(state, x)
  while x do
    if not only or cost == only then
      count = count + 1
      cells.x[count], cells.y[count], cells.cost[count] = x, y, cost
      cells.left, cells.right = min(cells.left, x), max(cells.right, x)
      cells.top, cells.bottom = min(cells.top, y), max(cells.bottom, y)
    end
    x, y, cost = next_cell(state, x)
  end
  cells.count = count
end

--- A board around the cells, which are so many columns and rows large.
local function around(grid, columns, rows)
  return outline.around(grid, cells.left, cells.top,
    cells.right - cells.left + columns, cells.bottom - cells.top + rows)
end

--- Writes one part of all cells.
local function put_area(pen, grid)
  if cells.count == 0 then
    return
  end
  local on = around(grid, 1, 1)
  for i = 1, cells.count do
    on.shade[index(on, cells.x[i], cells.y[i])] = 1
  end
  board.area(pen, on)
end

--- The cells that the agent can cover, each with the lowest cost of the places
-- that cover it. The nearest cells have the strongest shade.
function answers.reach(pen, reach)
  local finder = core.maker(reach)
  local info = actors.about(finder)
  gather(nil, reach:cells())
  if cells.count == 0 then
    return
  end
  local on = around(finder.grid, info.columns, info.rows)
  local values = on.values
  for i = 1, cells.count do
    for row = cells.y[i], cells.y[i] + info.rows - 1 do
      for column = cells.x[i], cells.x[i] + info.columns - 1 do
        local cell = index(on, column, row)
        values[cell] = min(values[cell] or huge, cells.cost[i])
      end
    end
  end
  board.relative(on)
  for cell = 1, on.cells do
    values[cell] = values[cell] and 1 - values[cell]
  end
  board.shaded(pen, on, board.SHADES)
end

function answers.view(pen, view)
  gather(nil, view:cells())
  put_area(pen, core.maker(view).grid)
end

--- A search does not know its grid, so it lies on the picture's grid.
for _, state in ipairs { "open", "closed" } do
  answers[state] = function(pen, search, context)
    gather(state, search:cells())
    put_area(pen, context.grid)
  end
end

return answers
