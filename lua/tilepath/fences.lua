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

local siblings = (...):match("^.*[./]") or ""
local check = require(siblings .. "check")

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

--- Splits a text into rows, as core.measure does: a row ends in \n or \r\n, and
-- no row follows a final line break.
local function split(text)
  local rows = {}
  for row, stop in text:gmatch("([^\n]*)(\n?)") do
    if stop == "" and row == "" then
      break
    end
    rows[#rows + 1] = stop == "\n" and row:gsub("\r$", "") or row
    if stop == "" then
      break
    end
  end
  return rows
end

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
  local rows, cells, sides = split(text), {}, {}
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

return drawn_fences
