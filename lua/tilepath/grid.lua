--- tilepath.grid: makes a grid from the data that a game has.
--
-- The data may be sizes, a map drawn with characters, rows of values, or one
-- list of values. Each form becomes a few numbers for
-- the C module. If there are cells to read, it also becomes a table from
-- characters or values to terrains. C reads the cells and stops at the first
-- value that the table does not have. Only then is `walkable` called, once for
-- each value. layout.lua checks the layout and makes the grid.

local core = require "tilepath_core"
local siblings = (...):match("^.*[./]") or ""
local check = require(siblings .. "check")
local given = require(siblings .. "given")
local layout = require(siblings .. "layout")
local rows_of = require(siblings .. "rows")
local Terrain = require(siblings .. "terrain")
local drawn_fences = require(siblings .. "fences")

local floor, huge = math.floor, math.huge
local max, min = math.max, math.min

local CALL = "grid"
local BYTE_ORDER_MARK = "\239\187\191" -- some editors write it into UTF-8
local UTF_16_MARK = "\255\254"
local MAX_SIDE = layout.MAX_SIDE

local READING = { "legend", "walkable", "fences" }
local OPTIONS = given.set(layout.OPTIONS, layout.SHAPE, READING)
local LIST_OPTIONS = given.set(layout.OPTIONS, layout.SHAPE, READING,
  { "width" })

local function from_size(width, height, options)
  check.left_out(CALL, options, READING, "if there is no text and no rows")
  return layout.grid(CALL, width, height, options,
    (Terrain.list(CALL, options.prices)))
end

--- A map in [[ ]] may be indented: the blanks that all rows begin with are
-- removed. Rows of blanks alone do not count.
local function unindent(text)
  local indent = huge
  for row in text:gmatch("[^\r\n]+") do
    local first = row:find("[^ \t]")
    indent = min(indent, first and first - 1 or huge)
    if indent == 0 then
      return text
    end
  end
  return indent == huge and text
    or ("\n" .. text):gsub("\n([ \t]*)", function(blanks)
      return "\n" .. blanks:sub(indent + 1)
    end):sub(2)
end

--- Joins two lines of a drawing, each with every second column of a row.
local function woven(first, second)
  local row = {}
  for i = 1, max(#first, #second) do
    row[#row + 1] = first:sub(i, i) .. second:sub(i, i)
  end
  return table.concat(row)
end

--- A text of hexagons without its blanks. If blanks stand before cells and
-- columns are shifted, each row is drawn in two lines, as ascii draws it.
local function without_blanks(text, options)
  if type(options.legend) == "table" and options.legend[" "] ~= nil then
    check.fail(CALL, "legend[' ']", "left out on a grid of hexagons",
      options.legend[" "])
  end
  local stagger = options.stagger or "odd-r"
  local rows, is_drawn = {}, unindent(text):find("[ \t]%S") ~= nil
  for line in text:gmatch("[^\r\n]+") do
    local cells = line:gsub("[ \t]", "")
    if cells ~= "" then
      rows[#rows + 1] = cells
    end
  end
  if not is_drawn or type(stagger) ~= "string" or stagger:sub(-1) ~= "q" then
    return table.concat(rows, "\n")
  end
  local is_even, woven_rows = stagger:sub(1, 4) == "even", {}
  for i = 1, #rows, 2 do
    local upper, lower = rows[i], rows[i + 1] or ""
    local first = is_even and lower or upper
    local second = is_even and upper or lower
    if #first ~= #second and #first ~= #second + 1 then
      check.raise(("%s: lines %d and %d of text must each have every second "
        .. "column of a row"):format(CALL, i, i + 1))
    end
    woven_rows[#woven_rows + 1] = woven(first, second)
  end
  return table.concat(woven_rows, "\n")
end

local function from_text(text, options)
  check.left_out(CALL, options, { "walkable" },
    "if the map is a text (legend explains its characters)")
  text = text:gsub("^" .. BYTE_ORDER_MARK, "")
  if text:sub(1, 2) == UTF_16_MARK and text:byte(4) == 0 then
    check.raise(CALL .. ": text must be in ASCII or UTF-8, got UTF-16")
  end
  if options.shape == "hex" then
    text = without_blanks(text, options)
  elseif type(options.legend) ~= "table" or options.legend[" "] == nil then
    text = unindent(text)
  end
  local has_fences, sides = given.flag(CALL, "fences", options.fences), nil
  if has_fences and options.shape == "hex" then
    check.raise(CALL .. ": fences is for grids of squares")
  elseif has_fences then
    text, sides = drawn_fences.read(CALL, text)
  end
  local width, height, length = core.measure(text)
  if not width then
    local first = #text:match("^(.-)\r?\n")
    check.raise(("%s: row %d of text must be as long as row 1 (%d), "
      .. "got %d bytes%s"):format(CALL, height, first, length, first == 0
      and " (the text begins with a line break)" or ""))
  elseif width == 0 or height == 0 then
    check.fail(CALL, "text", "at least one row of one character", text)
  end
  local terrains, known = Terrain.list(CALL, options.prices)
  local map = Terrain.legend(CALL, options.legend, known,
    { ["."] = "open", [" "] = "open", ["#"] = "wall" }, true)
  local grid = layout.grid(CALL, width, height, options, terrains, " of text")
  local character, row, column = core.fill_text(grid, text, map)
  if character then
    if has_fences then
      row, column = 2 * row - 1, 2 * column - 1
    end
    check.fail(CALL, ("row %d, column %d of text"):format(row, column),
      "'.', ' ', '#' or a character of legend", character)
  end
  if has_fences then
    drawn_fences.put(grid, sides)
  end
  return grid
end

-- Rows of values --------------------------------------------------------------

--- Makes a function of the option `walkable` (a value, a set or a predicate).
local function read_walkable(walkable)
  if walkable == nil or type(walkable) == "function" then
    return walkable
  elseif walkable ~= walkable then
    check.fail(CALL, "walkable", "a value, a set or a function", walkable)
  end
  local set = type(walkable) == "table" and walkable or { [walkable] = true }
  for _, is_walkable, label in given.entries(CALL, "walkable", set) do
    given.kind(CALL, label, is_walkable, "boolean",
      "true or false (a set looks like { [0] = true })")
  end
  return function(value)
    return set[value]
  end
end

--- The meanings of values that need no call: { value = terrain }; the function
-- for other values, or nil; and the terrains.
local function read_meanings(options)
  check.left_out(CALL, options, { "fences" }, "unless the map is a text")
  local is_walkable = read_walkable(options.walkable)
  local terrains, known = Terrain.list(CALL, options.prices)
  local map = {}
  for name in pairs(known) do
    map[name] = name
  end
  if not is_walkable then
    map[true], map[false] = "open", "wall"
  end
  return Terrain.legend(CALL, options.legend, known, map), is_walkable, terrains
end

--- The C module returns the row at which it stopped: it has a value that the
-- map does not have, or it differs in shape from the first row. If all values
-- are known and all rows are alike, `walkable` has changed them.
local function from_rows(rows, options)
  local base_x, base_y = layout.base(CALL, options.base, 1)
  local found = rows_of.measure(rows, base_x, base_y)
  local map, is_walkable, terrains = read_meanings(options)
  local grid = layout.grid(CALL, found.width, found.height, options, terrains,
    " of rows")
  local function fill()
    return core.fill_rows(grid, rows, map, found.left, found.top)
  end
  local stopped, lacks_values = fill()
  if lacks_values then
    rows_of.explain(found, stopped, map, is_walkable)
    stopped = fill()
  end
  if stopped then
    rows_of.check(found)
    check.raise(("%s: walkable must not change rows (row %.14g has "
      .. "changed)"):format(CALL, stopped))
  end
  return grid
end

-- A list of values ------------------------------------------------------------

--- The number of rows of `width` cells in a list.
local function check_list(list, width)
  check.whole(CALL, "width", width, 1, MAX_SIDE)
  local length = check.length(list)
  local rows = length / width
  if length % width ~= 0 then
    check.fail(CALL, "length of list",
      ("a multiple of width (%d)"):format(width), length)
  end
  return rows
end

local function from_list(list, options)
  local width = options.width
  local height = check_list(list, width)
  local map, is_walkable, terrains = read_meanings(options)
  local grid = layout.grid(CALL, width, height, options, terrains, " of list")
  local function fill()
    return core.fill_list(grid, list, map, 0, 0, width, height)
  end
  local stopped = fill()
  if stopped then
    for i = stopped, width * height do
      local value = rawget(list, i)
      if map[value] == nil then
        map[value] = rows_of.meaning(is_walkable, value,
          "list[%d] (row %d, column %d)", i, floor((i - 1) / width) + 1,
          (i - 1) % width + 1)
      end
    end
    stopped = fill()
  end
  if stopped then
    check.raise(("%s: walkable must not change list (item %d has "
      .. "changed)"):format(CALL, stopped))
  end
  return grid
end

-- Which form is it? -----------------------------------------------------------

--- tilepath.grid, in all its forms.
return function(first, second, third)
  if type(first) == "number" then
    local options = check.options(CALL, "options", third, OPTIONS)
    return from_size(first, second, options)
  elseif type(first) == "string" then
    return from_text(first, check.options(CALL, "options", second, OPTIONS))
  elseif type(first) == "table" then
    if type(second) == "table" and second.width ~= nil then
      return from_list(first, check.options(CALL, "options", second,
        LIST_OPTIONS))
    elseif rows_of.is_list(first) then
      return from_rows(first, check.options(CALL, "options", second, OPTIONS))
    end
  end
  check.fail(CALL, "width", "a whole number from 1 to 32767 (or the first "
    .. "argument a text, rows or a list)", first)
end
