--- Fences in drawn maps. tilepath.grid reads them with `fences = true`, and
-- tilepath.ascii draws them.
--
-- Cells stand in odd columns of odd rows. Between two cells stands the side
-- that they share. In even columns of even rows are corners, which have no
-- meaning:
--
--     .|. .     | -  shut        < > ^ v  open that way only
--     +-+       a space: open
--     . . .     Rows of sides may end early: the rest is open.

local core = require "tilepath_core"
local siblings = (...):match("^.*[./]") or ""
local check = require(siblings .. "check")
local given = require(siblings .. "given")
local options = require(siblings .. "options")
local text_of = require(siblings .. "text")

local abs, floor, max, min = math.abs, math.floor, math.max, math.min

-- The kinds of places in a drawing, by row and column, even (0) or odd, and the
-- meaning of characters there. A side is open, or shut both ways, or open one
-- way: "on" (to the right or down) or "back".
local ACROSS = { what = "' ', '|', '<' or '>' between two cells",
  says = { ["|"] = "both", [">"] = "on", ["<"] = "back", [" "] = "open" } }
local DOWN = { what = "' ', '-', '^' or 'v' between two cells",
  says = { ["-"] = "both", ["v"] = "on", ["^"] = "back", [" "] = "open" } }
local CORNER = { what = "' ', '+', '-' or '|' at a corner",
  says = { [" "] = "open", ["+"] = "open", ["-"] = "open", ["|"] = "open" } }
local PLACES = { [0] = { [0] = CORNER, DOWN }, { [0] = ACROSS } }

local ONE_WAY = { one_way = true }

local drawn_fences = {}

--- Adds a side between two cells. Row and column are those of the drawing.
local function add(sides, kind, row, column)
  local dx, dy = 1 - column % 2, 1 - row % 2
  local x1, y1 = (column - dx - 1) / 2, (row - dy - 1) / 2
  local x2, y2 = x1 + dx, y1 + dy
  if kind == "back" then
    x1, y1, x2, y2 = x2, y2, x1, y1
  end
  sides[#sides + 1] = { x1, y1, x2, y2, kind ~= "both" and ONE_WAY or nil }
end

--- Reads the sides and corners in a row.
local function read_row(call, row, text, sides)
  for column = 1 + row % 2, #text, 1 + row % 2 do
    local character = text:sub(column, column)
    local place = PLACES[row % 2][column % 2]
    local kind = place.says[character]
    if not kind then
      check.fail(call, ("row %d, column %d of text"):format(row, column),
        place.what, character)
    elseif kind ~= "open" then
      add(sides, kind, row, column)
    end
  end
end

--- Splits a drawing into two parts: the cells, as a text without fences;
-- and the sides, each { x1, y1, x2, y2 [, options] } counted from 0.
function drawn_fences.read(call, text)
  local rows, cells, sides = text_of.rows(text), {}, {}
  local length = #(rows[1] or "")
  if #rows % 2 == 0 or length % 2 == 0 then
    check.fail(call, "text", "an odd number of rows of an odd length, with "
      .. "fences", text)
  end
  for row, drawn in ipairs(rows) do
    if #drawn > length or #drawn < length and row % 2 == 1 then
      check.raise(("%s: row %d of text must be as long as row 1 (%d), "
        .. "got %d bytes"):format(call, row, length, #drawn))
    end
    read_row(call, row, drawn, sides)
    if row % 2 == 1 then
      cells[#cells + 1] = drawn:gsub("(.).?", "%1")
    end
  end
  return table.concat(cells, "\n"), sides
end

--- Adds the sides to a grid.
function drawn_fences.put(grid, sides)
  local left, top = grid.base_x, grid.base_y
  for _, side in ipairs(sides) do
    grid:fence(left + side[1], top + side[2], left + side[3], top + side[4],
      side[5])
  end
end

--- The fences of a grid, for pictures: one for each side, with what all of its
-- fences close together.
function drawn_fences.sides(grid)
  local list, known = {}, {}
  for _, fence in ipairs(grid:fences()) do
    local place = ("%d,%d"):format(fence.x1 + fence.x2, fence.y1 + fence.y2)
    local one = known[place]
    if not one then
      known[place], list[#list + 1] = fence, fence
    elseif not fence.one_way or fence.x1 ~= one.x1 or fence.y1 ~= one.y1 then
      one.one_way = false
    end
  end
  return list
end

--- The character of a fence of grid:fences.
local function character_of(fence)
  local across = fence.y1 == fence.y2
  if not fence.one_way then
    return across and "|" or "-"
  elseif across then
    return fence.x1 < fence.x2 and ">" or "<"
  end
  return fence.y1 < fence.y2 and "v" or "^"
end

--- Adds fences to a picture of cells, row by row.
-- @return the picture, its columns and rows
function drawn_fences.draw(grid, fences, picture)
  local width, drawn = grid.width, {}
  local columns, rows = 2 * width - 1, 2 * grid.height - 1
  for i = 0, columns * rows - 1 do
    local column = i % columns
    local row = (i - column) / columns
    drawn[i + 1] = row % 2 == 0 and column % 2 == 0
      and picture[row / 2 * width + column / 2 + 1] or " "
  end
  local function put(column, row, character)
    if column >= 0 and row >= 0 and column < columns and row < rows then
      drawn[row * columns + column + 1] = character
    end
  end
  for _, fence in ipairs(fences) do
    local column = fence.x1 + fence.x2 - 2 * grid.base_x
    local row = fence.y1 + fence.y2 - 2 * grid.base_y
    local dx, dy = row % 2, column % 2
    put(column - dx, row - dy, "+")
    put(column + dx, row + dy, "+")
    put(column, row, character_of(fence))
  end
  return drawn, columns, rows
end

-- Rows of fences ---------------------------------------------------------------

local function share_a_side(grid, x1, y1, x2, y2)
  return grid.stagger and grid:distance(x1, y1, x2, y2) == 1
    or not grid.stagger and abs(x2 - x1) + abs(y2 - y1) == 1
end

local FENCE_RECT = options.of "grid:fence_rect"

--- grid:fence_rect(x, y, w, h [, options]): fences between the cells of a
-- rectangle and those outside; if it has no columns or no rows, between the
-- cells on both sides of a line.
-- @return the number of fences
function core.grid_methods.fence_rect(self, x, y, w, h, asked)
  local call = "fence_rect"
  given.self(call, "a grid", self, check.is(self, core.Grid))
  given.rect(call, x, y, w, h)
  local own = options.read(FENCE_RECT, call, asked)
  local fence = { one_way = own.one_way, name = own.name }
  local given_gaps, gaps = own.gaps or {}, {}
  for i = 1, check.length(given_gaps) do
    gaps[i] = { given.item(call, "gaps", i, rawget(given_gaps, i), given.RECT) }
  end
  local function is_gap(column, row)
    for _, gap in ipairs(gaps) do
      if column >= gap[1] and row >= gap[2] and column < gap[1] + gap[3]
        and row < gap[2] + gap[4] then
        return true
      end
    end
  end
  local left, top = max(x, self.base_x), max(y, self.base_y)
  local right = min(x + max(w, 1), self.base_x + self.width) - 1
  local bottom = min(y + max(h, 1), self.base_y + self.height) - 1
  local count = 0
  local function add_sides(column, row)
    for i = 0, 8 do
      local to_x, to_y = column + i % 3 - 1, row + floor(i / 3) - 1
      local is_outside = to_x < x and h > 0 or to_y < y and w > 0
        or w > 0 and h > 0 and (to_x >= x + w or to_y >= y + h)
      if is_outside and share_a_side(self, column, row, to_x, to_y)
        and not (is_gap(column, row) or is_gap(to_x, to_y)) then
        count = count + (self:fence(column, row, to_x, to_y, fence) and 1 or 0)
      end
    end
  end
  local is_fine, problem = pcall(function()
    for row = top, bottom do
      local is_rim = row == y or row == y + h - 1 or h == 0
      for column = left, right, is_rim and 1 or max(right - left, 1) do
        add_sides(column, row)
      end
    end
  end)
  if not is_fine then
    error((tostring(problem):gsub("fence:", call .. ":")), 0)
  end
  return count
end

return drawn_fences
