-- A terminal as a screen of square pixels, in pure Lua.
--
-- A character cell is about twice as high as wide, so the character "▀", the
-- upper half block, shows two square pixels: its foreground is the upper one,
-- its background the lower one. Colours are the 256 of xterm. What is on the
-- terminal is remembered, and a flush writes only what has changed.
--
-- Pure Lua cannot ask whether its output is a terminal, how large that is, or
-- what time it is to less than a second; `test -t`, `stty` and `sleep`, which
-- every Unix has, answer for it. Where they are missing, there is no screen.

local Screen = {}
Screen.__index = Screen

local HALF_BLOCK = "\226\150\128"
local SHADES = 256                     -- colours in the palette
local TEXT, TEXT_GROUND = 252, 233     -- colours of the text
local FRAME = 0.03                     -- seconds slept between two frames

-- os.execute returns a status on Lua 5.1 and true or nil on later ones.
local function succeeds(command)
  local result = os.execute(command)
  return result == true or result == 0
end

local function is_terminal()
  local term = os.getenv("TERM")
  return package.config:sub(1, 1) == "/" and term and term ~= "dumb"
    and not os.getenv("CI") and succeeds("test -t 1")
    and succeeds("sleep 0.01 2>/dev/null")     -- some know whole seconds only
end

local function terminal_size()
  local pipe = io.popen("stty size 2>/dev/null </dev/tty")
  local rows, columns = pipe:read("*a"):match("(%d+) (%d+)")
  pipe:close()
  rows, columns = tonumber(rows) or 0, tonumber(columns) or 0
  if rows < 1 or columns < 1 then rows, columns = 24, 80 end
  return rows, columns
end

-- A screen with `text_rows` lines of text under the pixels, or nil where
-- there is no terminal. Pixels run from 0,0 to width-1,height-1.
function Screen.open(text_rows)
  if not is_terminal() then return nil end
  local rows, columns = terminal_size()
  local picture_rows = math.max(1, rows - text_rows)
  local self = setmetatable({
    width = columns, height = 2 * picture_rows, picture_rows = picture_rows,
    pixels = {}, shown = {}, texts = {},
    frame_time = FRAME * 1.3, frames = 0, second = os.time(),
  }, Screen)
  for i = 1, self.width * self.height do self.pixels[i] = 0 end
  io.write("\27[?1049h\27[?25l\27[0m\27[2J")   -- other screen, hide the cursor
  return self
end

-- Gives the terminal back as it was.
function Screen:close()
  io.write("\27[0m\27[?25h\27[?1049l")
  io.flush()
end

function Screen:pixel(x, y, colour)
  if x >= 0 and x < self.width and y >= 0 and y < self.height then
    self.pixels[y * self.width + x + 1] = colour
  end
end

-- Puts a line of text under the picture; `row` counts from 1. The text is
-- plain ASCII and is cut at the right edge.
function Screen:text(row, text, colour)
  text = text:sub(1, self.width)
  local line = ("\27[%d;1H\27[0;38;5;%d;48;5;%dm%s\27[K"):format(
    self.picture_rows + row, colour or TEXT, TEXT_GROUND, text)
  if self.texts[row] ~= line then
    self.texts[row] = line
    io.write(line)
  end
end

function Screen:flush()
  local out, width = {}, self.width
  local upper_now, lower_now, next_cell
  for row = 0, self.picture_rows - 1 do
    for column = 0, width - 1 do
      local i = 2 * row * width + column + 1
      local upper, lower = self.pixels[i], self.pixels[i + width]
      local cell = row * width + column + 1
      local colours = upper * SHADES + lower
      if self.shown[cell] ~= colours then
        self.shown[cell] = colours
        if cell ~= next_cell or column == 0 then
          out[#out + 1] = ("\27[%d;%dH"):format(row + 1, column + 1)
        end
        if upper ~= upper_now or lower ~= lower_now then
          out[#out + 1] = ("\27[38;5;%d;48;5;%dm"):format(upper, lower)
          upper_now, lower_now = upper, lower
        end
        out[#out + 1] = HALF_BLOCK
        next_cell = cell + 1
      end
    end
  end
  io.write(table.concat(out))
  io.flush()
end

-- Shows what was drawn, waits for a frame, and returns how many seconds a
-- frame takes; nil when Ctrl-C was pressed meanwhile (the sleep is cut short).
-- With whole seconds for a clock, frames are counted between two of them.
function Screen:next_frame()
  self:flush()
  if not succeeds("sleep " .. FRAME) then return nil end
  self.frames = self.frames + 1
  local now = os.time()
  if now ~= self.second then
    if self.counted_whole_second then
      self.frame_time = (now - self.second) / self.frames
    end
    self.counted_whole_second = true
    self.second, self.frames = now, 0
  end
  return self.frame_time
end

return Screen
