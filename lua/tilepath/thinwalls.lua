--- Thin walls in drawn maps: what tilepath.grid reads with `walls = true`, and
-- tilepath.ascii draws.
--
-- Cells stand at odd places of odd rows; between two of them is the side that
-- they share, and at even places of even rows are corners, which say nothing:
--
--     .|. .     | -  shut        < > ^ v  open that way only
--     +-+       a space: open
--     . . .     Rows of sides may end early: the rest is open.

local siblings = (...):match("^.*[./]") or ""
local check = require(siblings .. "check")

local ACROSS = { ["|"] = "both", [">"] = "on", ["<"] = "back" }
local DOWN = { ["-"] = "both", ["v"] = "on", ["^"] = "back" }
local CORNERS = { [" "] = true, ["+"] = true, ["-"] = true, ["|"] = true }

local thinwalls = {}

--- As core.measure does: a row ends in \n or \r\n; after a final one comes no
-- further row.
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

local function misread(call, row, column, what, got)
  check.fail(call, ("row %d, column %d of text"):format(row, column), what, got)
end

--- Adds the side between a cell and the next one, in places of the drawing.
local function add(sides, kind, row, column, across)
  local dx, dy = across and 1 or 0, across and 0 or 1
  local x1, y1 = (column - dx - 1) / 2, (row - dy - 1) / 2
  local x2, y2 = x1 + dx, y1 + dy
  if kind == "back" then
    x1, y1, x2, y2 = x2, y2, x1, y1
  end
  sides[#sides + 1] = { x1, y1, x2, y2, kind ~= "both" and "one_way" or nil }
end

local function read_cells(call, row, text, sides)
  for column = 2, #text - 1, 2 do
    local character = text:sub(column, column)
    local kind = ACROSS[character]
    if kind then
      add(sides, kind, row, column, true)
    elseif character ~= " " then
      misread(call, row, column, "' ', '|', '<' or '>' between two cells",
        character)
    end
  end
  return (text:gsub("(.).?", "%1"))
end

local function read_sides(call, row, text, sides)
  for column = 1, #text do
    local character = text:sub(column, column)
    local kind = column % 2 == 1 and DOWN[character]
    if kind then
      add(sides, kind, row, column, false)
    elseif column % 2 == 1 and character ~= " " then
      misread(call, row, column, "' ', '-', '^' or 'v' between two cells",
        character)
    elseif column % 2 == 0 and not CORNERS[character] then
      misread(call, row, column, "' ', '+', '-' or '|' at a corner", character)
    end
  end
end

--- Takes a drawing apart: the cells, as a text without thin walls; and the
-- sides, each { x1, y1, x2, y2, "one_way" or nil } counted from 0.
function thinwalls.read(call, text)
  local rows, cells, sides = split(text), {}, {}
  local length = #(rows[1] or "")
  if #rows % 2 == 0 or length % 2 == 0 then
    check.fail(call, "text", "an odd number of rows of an odd length, with "
      .. "walls", text)
  end
  for row, drawn in ipairs(rows) do
    local is_sides = row % 2 == 0
    if #drawn > length or #drawn < length and not is_sides then
      check.raise(("%s: row %d of text must be as long as row 1 (%d), "
        .. "got %d bytes"):format(call, row, length, #drawn))
    elseif is_sides then
      read_sides(call, row, drawn, sides)
    else
      cells[#cells + 1] = read_cells(call, row, drawn, sides)
    end
  end
  return table.concat(cells, "\n"), sides
end

--- Puts the sides that were read on a grid.
function thinwalls.put(grid, sides)
  local left, top = grid.base_x, grid.base_y
  for _, side in ipairs(sides) do
    grid:wall(left + side[1], top + side[2], left + side[3], top + side[4],
      side[5])
  end
end

--- The character of a wall that grid:walls tells of, by the way it lets pass.
local function character_of(wall)
  local across = wall.y1 == wall.y2
  if not wall.one_way then
    return across and "|" or "-"
  elseif across then
    return wall.x1 < wall.x2 and ">" or "<"
  end
  return wall.y1 < wall.y2 and "v" or "^"
end

--- Characters of the sides by place, and of the corners that they end at: a
-- place is its row times the columns of the drawing, and its column, from 0.
local function draw_sides(grid, walls, columns)
  local left, top, drawn = grid.base_x, grid.base_y, {}
  local last_row, last_column = 2 * grid.height - 2, columns - 1
  local function corner(column, row)
    if column > 0 and row > 0 and column < last_column and row < last_row then
      drawn[row * columns + column] = "+"
    end
  end
  for _, wall in ipairs(walls) do
    local column = wall.x1 - left + wall.x2 - left
    local row = wall.y1 - top + wall.y2 - top
    local across = wall.y1 == wall.y2
    drawn[row * columns + column] = character_of(wall)
    corner(across and column or column - 1, across and row - 1 or row)
    corner(across and column or column + 1, across and row + 1 or row)
  end
  return drawn
end

--- Draws a picture, a character a cell, with the thin walls between them.
function thinwalls.draw(grid, walls, picture)
  local width, columns = grid.width, 2 * grid.width - 1
  local drawn = draw_sides(grid, walls, columns)
  local lines = {}
  for row = 0, 2 * grid.height - 2 do
    local line = {}
    for column = 0, columns - 1 do
      local is_cell = row % 2 == 0 and column % 2 == 0
      line[column + 1] = is_cell and picture[row / 2 * width + column / 2 + 1]
        or drawn[row * columns + column] or " "
    end
    lines[row + 1] = table.concat(line)
  end
  return table.concat(lines, "\n")
end

return thinwalls
