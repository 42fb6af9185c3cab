--- The world of a program of the page. page.lua gets a function that prints a
-- line, and returns the function that the worker calls.
--
-- A program is Lua. The worker calls these functions, if the program defines
-- them: `show()`, which returns what is drawn (things and options of
-- tilepath.picture); `update(dt)`, in steps of a sixtieth of a second;
-- `click(wx, wy, button)` and `move(wx, wy)`.
--
-- This file knows neither browser nor canvas: specs run the programs with it.

local print_line = ...

local tilepath = require "tilepath"
local pathdata = require "tilepath.picture.pathdata"

local STEP = 1 / 60
local LONGEST_LINE = 2000 -- bytes
local PIXELS = 1000 -- of a picture's longer side

local program = {} -- the globals of the running program

-- Errors ----------------------------------------------------------------------

local traceback = debug.traceback

--- The text of an error, which begins with "program:" and a line if there is one.
local function explain(message)
  local text = tostring(message):gsub("^page%.lua:%d+: ", "")
  if text:find("^program:%d+: ") then
    return text
  end
  local line = traceback():match("program:(%d+): in ")
  return line and ("program:%s: %s"):format(line, text) or text
end

-- The program -----------------------------------------------------------------

local function print_words(...)
  local words = {}
  for i = 1, select("#", ...) do
    words[i] = tostring((select(i, ...)))
  end
  local text = table.concat(words, "  ")
  for line in (text .. "\n"):gmatch("([^\n]*)\n") do
    print_line(line:sub(1, LONGEST_LINE))
  end
end

--- Compiles a text. Returns a function, or nil and what is wrong.
local function compile(text)
  if not rawget(_G, "setfenv") then
    return load(text, "=program", "t", program)
  end
  local chunk, message = loadstring(text, "=program")
  return chunk and setfenv(chunk, program), message
end

--- Calls a function of the program, if it has one of that name.
local function call(name, ...)
  local f = rawget(program, name)
  if f ~= nil then
    return f(...)
  end
end

local things, options -- of the last frame

--- The first grid of the last frame, on which the mouse paints.
local function shown_grid()
  for _, thing in ipairs(things) do
    if type(thing) == "table" and not getmetatable(thing) then
      thing = thing[1]
    end
    if tostring(thing):find("^grid %d") then
      return thing
    end
  end
  return nil
end

-- What the worker calls -------------------------------------------------------

local calls = {}

function calls.run(text)
  math.randomseed(1)
  program = setmetatable({ print = print_words }, { __index = _G })
  local chunk, message = compile(text)
  if not chunk then
    error(message, 0)
  end
  chunk()
end

function calls.update(_, steps)
  for _ = 1, steps do
    call("update", STEP)
  end
end

function calls.click(_, wx, wy, button)
  call("click", wx, wy, math.floor(button))
end

function calls.move(_, wx, wy)
  call("move", wx, wy)
end

local brush -- what the stroke paints

--- A stroke begins: with a terrain, or with "open" if that is there already.
function calls.dip(terrain, wx, wy)
  local grid = shown_grid()
  if grid then
    brush = grid:get_world(wx, wy) == terrain and "open" or terrain
  end
end

--- It leads from a place to another one.
function calls.paint(_, wx, wy, to_wx, to_wy)
  local grid = shown_grid()
  if grid and grid:terrain(brush) then
    local x1, y1 = grid:to_cell(wx, wy)
    local x2, y2 = grid:to_cell(to_wx, to_wy)
    for x, y in grid:line(x1, y1, x2, y2) do
      grid:set(x, y, brush)
    end
  end
end

--- The terrains of the map: a line each.
function calls.terrains()
  local grid, names, seen = shown_grid(), {}, { wall = true, open = true }
  if not grid then
    return ""
  end
  for _, _, terrain in grid:cells() do
    if not seen[terrain] then
      seen[terrain] = true
      names[#names + 1] = terrain
    end
  end
  table.sort(names)
  return table.concat({ "wall", "open", (unpack or table.unpack)(names) }, "\n")
end

-- Of the last frame: parts by place, and what was written of each.
local parts, changes, heads = {}, {}, {}

--- The picture as text. The first line is its rectangle of the world, each other
-- one a part: form, colour, width and path data; or "=", the same as before.
function calls.frame()
  local list, more = call("show")
  if type(list) ~= "table" or getmetatable(list) then
    list = { list }
  end
  things, options = list, more
  local picture = tilepath.picture(things, options)
  local lines = { ("%.9g %.9g %.9g %.9g"):format(picture.x, picture.y,
    picture.width, picture.height) }
  local digits = pathdata.digits(PIXELS
    / math.max(picture.width, picture.height, 1e-9))
  local where = lines[1]
  if where ~= heads[0] then
    parts = {}
  end
  heads[0] = where
  for i, part in ipairs(picture.parts) do
    local head = ("%s rgba(%.0f,%.0f,%.0f,%.3g) %.6g "):format(part.form,
      part.r * 255, part.g * 255, part.b * 255, part.a, part.width or 0)
    if parts[i] == part and changes[i] == part.changes and heads[i] == head then
      lines[i + 1] = "="
    else
      lines[i + 1] = head .. pathdata.of(part, picture.x, picture.y, digits)
    end
    parts[i], changes[i], heads[i] = part, part.changes, head
  end
  for i = #picture.parts + 1, #parts do
    parts[i] = nil
  end
  return table.concat(lines, "\n")
end

function calls.svg()
  return tilepath.svg(things, options)
end

--- Calls one of these, with a text and up to four numbers.
return function(name, ...)
  local arguments, count = { ... }, select("#", ...)
  local unpack = unpack or table.unpack
  local worked, answer = xpcall(function()
    return calls[name](unpack(arguments, 1, count))
  end, explain)
  if not worked then
    error(answer, 0)
  end
  return answer or ""
end
