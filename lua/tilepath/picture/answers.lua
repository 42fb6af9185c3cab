--- What a picture shows of answers: fields, reaches, views and searches.
--
-- Each function writes the parts of a kind into a sketch, which is begun.

local siblings = (...):match("^.*[./]") or ""
local actors = require(siblings .. "actors")
local board = require(siblings .. "board")
local outline = require(siblings .. "outline")
local sketch = require(siblings .. "sketch")

local huge, max, min, sqrt = math.huge, math.max, math.min, math.sqrt
local index = outline.index
local part, point, close = sketch.part, sketch.point, sketch.close

local answers = {}

-- An arrow: from the middle of a cell to its tip, and half its width at the
-- other end, in shorter sides of a cell.
local LENGTH, BREADTH = 0.36, 0.16

-- Fields ----------------------------------------------------------------------

--- Costs as parts of the greatest one.
local function relative(values)
  local greatest = 0
  for _, value in pairs(values) do
    greatest = max(greatest, value)
  end
  for cell, value in pairs(values) do
    values[cell] = greatest > 0 and value / greatest or 0
  end
end

function answers.cost(pen, field)
  local grid = field.finder.grid
  local on, values = board.over(grid), {}
  for x, y in grid:cells() do
    values[index(on, x, y)] = field:cost(x, y)
  end
  relative(values)
  board.shaded(pen, on, values)
end

--- Where the way goes on from a cell with that middle, as a vector of length 1;
-- nil where none does.
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

--- A slim triangle in each cell from which a way goes on.
function answers.arrow(pen, field)
  local finder = field.finder
  local grid = finder.grid
  local side = min(grid.cell_width, grid.cell_height)
  local i, long, broad = part(pen, 1, 0), LENGTH * side, BREADTH * side
  for x, y in grid:cells() do
    local wx, wy = finder:to_world(x, y)
    local dx, dy = direction(field, x, y, wx, wy)
    if dx then
      local from_x, from_y = wx - dx * long, wy - dy * long
      point(pen, i, wx + dx * long, wy + dy * long)
      point(pen, i, from_x - dy * broad, from_y + dx * broad)
      point(pen, i, from_x + dy * broad, from_y - dx * broad)
      close(pen, i)
    end
  end
end

--- A disc in each cell where the ways end.
function answers.goal(pen, field)
  local finder = field.finder
  local grid = finder.grid
  local i = part(pen, 1, pen.kind.width * min(grid.cell_width,
    grid.cell_height))
  for x, y in grid:cells() do
    local next_x, reason = field:next(x, y)
    if not next_x and reason == "goal" then
      point(pen, i, finder:to_world(x, y))
      close(pen, i)
    end
  end
end

-- Reaches, views and searches -------------------------------------------------

--- A board over the cells of a loop; nil if there are none.
local function around(grid, next_cell, state, x)
  local left, top, right, bottom = huge, huge, -huge, -huge
  local y
  repeat
    x, y = next_cell(state, x)
    if x then
      left, right = min(left, x), max(right, x)
      top, bottom = min(top, y), max(bottom, y)
    end
  until not x
  if left <= right then
    return outline.board(grid, left, top, right - left + 1, bottom - top + 1)
  end
end

--- A part of all cells of a loop, which is run twice.
local function area_of(pen, grid, thing, loop)
  local on = around(grid, thing[loop](thing))
  if on then
    for x, y in thing[loop](thing) do
      on.shade[index(on, x, y)] = 1
    end
    board.area(pen, on)
  end
end

--- The cells that the agent comes to stand on, each with the least cost of
-- those of its places that cover it: the nearest are the strongest.
function answers.reach(pen, reach)
  local info = actors.about(reach.finder)
  local on = around(reach.finder.grid, reach:ground())
  if not on then
    return
  end
  local values = {}
  for x, y, cost in reach:cells() do
    for row = y, y + info.rows - 1 do
      for column = x, x + info.columns - 1 do
        local cell = index(on, column, row)
        values[cell] = min(values[cell] or huge, cost)
      end
    end
  end
  relative(values)
  for cell, value in pairs(values) do
    values[cell] = 1 - value
  end
  board.shaded(pen, on, values)
end

function answers.view(pen, view)
  area_of(pen, view.finder.grid, view, "cells")
end

--- The state of its cells: a search has no grid of its own to be asked for.
function answers.open(pen, search, context)
  area_of(pen, context.grid, search, "open")
end

function answers.closed(pen, search, context)
  area_of(pen, context.grid, search, "closed")
end

return answers
