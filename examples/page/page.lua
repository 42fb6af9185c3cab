--- The world of a program of the page. page.lua gets a function that prints a
-- line, and returns the function that the worker calls.
--
-- A program is Lua. The worker calls these functions, if the program defines
-- them: `show()`, which returns what is drawn (things and options of
-- tilepath.picture); `update(dt)`, in steps of a sixtieth of a second;
-- `click(wx, wy, button)` and `move(wx, wy)`.
-- Hints tell a player of what is missing.
--
-- This file knows neither browser nor canvas: specs run the programs with it.
-- A program can replace any function of Lua and of the library. So this file
-- keeps its own in locals, and page.js checks the form of each answer.

local print_line = ...

local tilepath = require "tilepath"
local kinds = require "tilepath.picture.kinds"
local pathdata = require "tilepath.picture.pathdata"

local draw, svg = tilepath.picture, tilepath.svg
local path_of, digits_of = pathdata.of, pathdata.digits

local function own(library)
  local copy = {}
  for name, f in pairs(library) do
    copy[name] = f
  end
  return copy
end

local string, table, math = own(string), own(table), own(math)
local error, getmetatable, ipairs, next, pairs, rawget, select, setmetatable,
  tostring, type, xpcall = error, getmetatable, ipairs, next, pairs, rawget,
  select, setmetatable, tostring, type, xpcall
local load, loadstring, setfenv = load, loadstring, setfenv
local unpack = table.unpack or unpack
local globals, traceback = _G, debug.traceback

local STEP = 1 / 60
local LONGEST_LINE = 2000 -- bytes
local PIXELS = 1000 -- of a picture's longer side

local program = {} -- the globals of the running program
local missing = {} -- a list and a set: globals it has read that are nil

-- Errors ----------------------------------------------------------------------

local NO_LOVE = "LÖVE is not on this page. A program may define show(), "
  .. "update(dt), click(x, y, button) and move(x, y)."

local function undefined()
  return "Nothing defines " .. table.concat(missing, ", ") .. "."
end

--- The text of an error, which begins with "program:" and a line if there is one.
local function explain(message)
  local text = string.gsub(tostring(message), "^[%w/]*page%.lua:%d+: ", "")
  local item, rest = string.match(text, "^picture: things%[(%d+)%](.*)")
  if item then
    return string.format("show(): item %s of its list%s%s", item, rest,
      missing[1] and ". " .. undefined() or "")
  end
  if string.find(text, "global 'love'", 1, true) then
    text = text .. ". " .. NO_LOVE
  end
  if string.find(text, "^program:%d+: ") then
    return text
  end
  local line = string.match(traceback(), "program:(%d+): in ")
  return line and string.format("program:%s: %s", line, text) or text
end

-- The program -----------------------------------------------------------------

local function print_words(...)
  local words = {}
  for i = 1, select("#", ...) do
    words[i] = tostring((select(i, ...)))
  end
  local text = table.concat(words, "  ")
  for line in string.gmatch(text .. "\n", "([^\n]*)\n") do
    print_line(string.sub(line, 1, LONGEST_LINE))
  end
end

--- Compiles a text. Returns a function, or nil and what is wrong.
local function compile(text)
  if not setfenv then
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

local things, options, picture -- of the last frame

--- The first grid of the last frame, on which the mouse paints.
local function shown_grid()
  for _, thing in ipairs(things) do
    if type(thing) == "table" and not getmetatable(thing) then
      thing = thing[1]
    end
    if string.find(tostring(thing), "^grid %d") then
      return thing
    end
  end
  return nil
end

-- What the worker calls -------------------------------------------------------

local calls = {}

function calls.run(text)
  math.randomseed(1)
  missing, things, options, picture = {}, {}, nil, nil
  program = setmetatable({ print = print_words }, {
    __index = function(_, name)
      local value = rawget(globals, name)
      if value == nil and not missing[name] then
        missing[#missing + 1], missing[name] = tostring(name), true
      end
      return value
    end,
  })
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

local function rgba(r, g, b, a)
  return string.format("%.0f,%.0f,%.0f,%.3g", r * 255, g * 255, b * 255, a)
end

local TRANSPARENT = "0,0,0,0"

--- A colour and a name, which may have any bytes, as a list of JSON.
local function named(colour, name)
  return string.format('[%s,"%s"]', colour, string.gsub(name, '[%c"\\]',
    function(c)
      return string.format("\\u%04x", string.byte(c))
    end))
end

--- Is a place inside an area? A line from there to the right crosses the
-- outlines an odd number of times.
local function covers(part, x, y)
  local is_inside, before = false, 0
  for _, size in ipairs(part.sizes) do
    local last = before + 2 * size
    local ax, ay = part[last - 1], part[last]
    for i = before + 1, last, 2 do
      local bx, by = part[i], part[i + 1]
      if (ay > y) ~= (by > y) and x < ax + (bx - ax) * (y - ay) / (by - ay) then
        is_inside = not is_inside
      end
      ax, ay = bx, by
    end
    before = last
  end
  return is_inside
end

--- The colour that the ground of a cell is drawn in.
local function colour_of(grid, x, y)
  local wx, wy = grid:to_world(x, y)
  local colour = TRANSPARENT
  for _, part in ipairs(picture.parts) do
    local is_ground = part.kind == "terrain" or part.kind == "wall"
    if is_ground and covers(part, wx, wy) then
      colour = rgba(part.r, part.g, part.b, part.a)
    end
  end
  return colour
end

-- The colours of the terrains of a grid, by name, as they were drawn last.
local colours = { grid = nil, revision = 0, by_name = {} }

--- A cell of each terrain, at its usual price if there is one.
local function samples(grid)
  local found = {}
  for x, y, terrain, price in grid:cells() do
    if not found[terrain] or not found[terrain].is_usual then
      found[terrain] = { x, y, is_usual = price == grid:terrain(terrain) }
    end
  end
  return found
end

--- The terrains that the mouse can paint, as JSON: [[r, g, b, a, name], ...].
function calls.terrains()
  local grid = shown_grid()
  if not grid then
    return "[]"
  end
  if colours.grid ~= grid then
    local wall = kinds.by_name.wall
    colours.grid, colours.revision = grid, nil
    colours.by_name = { wall = rgba(wall.r, wall.g, wall.b, wall.a),
      open = TRANSPARENT }
  end
  local by_name = colours.by_name
  if colours.revision ~= grid.revision then
    for terrain, cell in pairs(samples(grid)) do
      by_name[terrain] = colour_of(grid, cell[1], cell[2])
    end
    colours.revision = grid.revision
  end
  local names, rows = {}, {}
  for name in pairs(by_name) do
    if name ~= "wall" and name ~= "open" then
      names[#names + 1] = name
    end
  end
  table.sort(names)
  table.insert(names, 1, "wall")
  table.insert(names, 2, "open")
  for i, name in ipairs(names) do
    rows[i] = named(by_name[name], name)
  end
  return "[" .. table.concat(rows, ",") .. "]"
end

--- The colours of bodies in the same form, if any body is drawn in one of them.
function calls.legend()
  local rows, is_used = {}, false
  for i, row in ipairs(kinds.STATUSES) do
    local r, g, b = row[2][1], row[2][2], row[2][3]
    rows[i] = named(rgba(r, g, b, 1), row[1])
    for _, part in ipairs(picture.parts) do
      is_used = is_used or part.kind == "body" and part.r == r and part.g == g
        and part.b == b
    end
  end
  return is_used and "[" .. table.concat(rows, ",") .. "]" or "[]"
end

local LOVES = { "love", "keypressed", "keyreleased", "mousepressed",
  "mousereleased", "mousemoved" }

--- What a player may have overlooked, after the first frame: a line each.
function calls.hints(text)
  local lines, functions = {}, {}
  for name, value in pairs(program) do
    if type(name) == "string" and type(value) == "function"
      and name ~= "print" then
      functions[#functions + 1] = name
    end
  end
  table.sort(functions)
  if not string.find(text, "%S") then
    lines[1] = "The program is empty: choose another one, or write one."
  elseif rawget(program, "show") == nil then
    lines[1] = "No show(): the map is empty." .. (functions[1]
      and " The program defines " .. table.concat(functions, ", ") .. "." or "")
  elseif next(things) == nil then
    lines[1] = "show() returns nothing: the map is empty."
  end
  for _, name in ipairs(LOVES) do
    if rawget(program, name) ~= nil then
      lines[#lines + 1] = name .. ": " .. NO_LOVE
      break
    end
  end
  if missing[1] then
    lines[#lines + 1] = undefined()
  end
  return table.concat(lines, "\n")
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
  picture = draw(list, more)
  things, options = list, more
  local lines = { next(list) == nil and "0 0 0 0"
    or string.format("%.9g %.9g %.9g %.9g", picture.x, picture.y,
      picture.width, picture.height) }
  local digits = digits_of(PIXELS / math.max(picture.width, picture.height,
    1e-9))
  local where = lines[1]
  if where ~= heads[0] then
    parts = {}
  end
  heads[0] = where
  for i, part in ipairs(picture.parts) do
    local head = string.format("%s %s %.6g ", part.form,
      rgba(part.r, part.g, part.b, part.a), part.width or 0)
    if parts[i] == part and changes[i] == part.changes and heads[i] == head then
      lines[i + 1] = "="
    else
      lines[i + 1] = head .. path_of(part, picture.x, picture.y, digits)
    end
    parts[i], changes[i], heads[i] = part, part.changes, head
  end
  for i = #picture.parts + 1, #parts do
    parts[i] = nil
  end
  return table.concat(lines, "\n")
end

function calls.svg()
  return svg(things, options)
end

--- Calls one of these, with a text and up to four numbers.
return function(name, ...)
  local arguments, count = { ... }, select("#", ...)
  local worked, answer = xpcall(function()
    return calls[name](unpack(arguments, 1, count))
  end, explain)
  if not worked then
    error(answer, 0)
  end
  return answer or ""
end
