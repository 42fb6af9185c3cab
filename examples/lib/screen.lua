-- A terminal as a screen of square pixels. The upper half block shows two of
-- them: one in its colour, one in its background's. Colours are xterm's 256.
-- Pure Lua cannot find a terminal or its size, nor sleep for less than a
-- second: `test -t`, `stty` and `sleep` of Unix do that.

local HALF_BLOCK, BLACK = "\226\150\128", 233
local FRAME = 0.03                         -- seconds of rest

local Screen = { frame_time = 1.3 * FRAME }
Screen.__index = Screen

-- os.execute returns a status on Lua 5.1 and true or nil on later ones.
local function succeeds(command)
  local result = os.execute(command)
  return result == true or result == 0
end

-- Calls f with a screen, then restores the terminal. Returns false without a
-- terminal.
function Screen.play(f)
  local term = os.getenv("TERM") or "dumb"
  if package.config:sub(1, 1) ~= "/" or term == "dumb" or os.getenv("CI")
      or not succeeds("test -t 1 && sleep 0.01 2>/dev/null") then
    return false
  end
  local pipe = io.popen("stty size 2>/dev/null </dev/tty")
  local rows, columns = pipe:read("*a"):match("([1-9]%d*) ([1-9]%d*)")
  pipe:close()
  local self = setmetatable({ written = {}, columns = tonumber(columns) or 80,
    rows = math.max(2, tonumber(rows) or 24) - 1 }, Screen)
  io.write("\27[?1049h\27[?25l\27[2J") -- another screen, without a cursor
  local fine, message = xpcall(function() f(self) end, debug.traceback)
  io.write("\27[?25h\27[?1049l")
  -- Ctrl-C while Lua runs raises an error, but it is no mistake.
  return fine or message:find("interrupted!", 1, true) and true
    or error(message, 0)
end

-- Writes a row if it has changed.
local function write_row(self, row, text)
  if self.written[row] ~= text then
    self.written[row] = text
    io.write("\27[", row, ";1H", text, "\27[0m\27[K")
  end
end

-- The first visible pixel of a map whose pixel `middle` must be visible.
local function first_seen(middle, seen, size)
  if seen >= size then return math.floor((size - seen) / 2) end
  return math.max(0, math.min(size - seen, math.floor(middle - seen / 2)))
end

-- Shows a map around the cell x, y, as large as there is room for, above a line
-- of text. `colour` is a function of a cell and of whether the pixel is the
-- last one in its cell. Returns false if Ctrl-C was pressed.
function Screen:show(grid, x, y, colour, line)
  local columns, height = self.columns, 2 * self.rows
  local side = math.max(1, math.floor(math.min(columns / grid.width,
    height / grid.height)))
  local left = first_seen(side * x, columns, side * grid.width)
  local top = first_seen(side * y, height, side * grid.height)
  local function pixel(column, row)
    local cell_x = math.floor((left + column) / side) + 1
    local cell_y = math.floor((top + row) / side) + 1
    local is_rim = side > 1 and ((left + column + 1) % side == 0
      or (top + row + 1) % side == 0)
    return grid:has(cell_x, cell_y)
      and colour(cell_x, cell_y, is_rim) or BLACK
  end
  for row = 1, self.rows do
    local text, both_now = {}, nil
    for column = 0, columns - 1 do
      local both = ("\27[38;5;%d;48;5;%dm"):format(
        pixel(column, 2 * row - 2), pixel(column, 2 * row - 1))
      text[column + 1] = (both ~= both_now and both or "") .. HALF_BLOCK
      both_now = both
    end
    write_row(self, row, table.concat(text))
  end
  write_row(self, self.rows + 1, line:sub(1, columns))
  io.flush()
  return succeeds("sleep " .. FRAME)
end

return Screen
