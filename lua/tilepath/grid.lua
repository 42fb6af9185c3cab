--- tilepath.grid: makes a grid from the data that a game has.
--
-- The data may be sizes, a map drawn with characters (a text or a list of lines),
-- rows of values, or one list of values. Rows become one list. If there are cells
-- to read, a table gives characters or values their terrains: `walkable` is
-- called once for each value that the game has not named. layout.lua checks the
-- layout and makes the grid, and the core fills it.

local core = require "tilepath_core"
local siblings = (...):match("^.*[./]") or ""
local check = require(siblings .. "check")
local given = require(siblings .. "given")
local later = require(siblings .. "later")
local layout = require(siblings .. "layout")
local Terrain = require(siblings .. "terrain")

-- For some forms of maps.
local drawn_fences = later.module("fences")
local into = later.module("into")
local rows_of, text_of = later.module("rows"), later.module("text")

local floor = math.floor

local CALL = "grid"
local MAX_SIDE = layout.MAX_SIDE

local READING = { "legend", "walkable", "fences", "empty", "unknown" }
local OPTIONS = given.set(layout.OPTIONS, layout.SHAPE, READING, { "into" })
local LIST_OPTIONS = given.set(layout.OPTIONS, layout.SHAPE, READING,
  { "into", "width" })

local function from_size(width, height, options)
  check.left_out(CALL, options, READING, "if there is no text and no rows")
  return layout.grid(CALL, width, height, options,
    (Terrain.list(CALL, options.prices)))
end

--- The terrains of the options `empty` and `unknown`, or nil.
local function read_rest(options, known)
  local rest = {}
  for _, name in ipairs { "empty", "unknown" } do
    if options[name] ~= nil then
      rest[name] = Terrain.named(CALL, name, options[name], known)
    end
  end
  return rest.empty, rest.unknown
end

--- @param is_exact  is nothing removed at the left?
local function from_text(text, options, is_exact)
  check.left_out(CALL, options, { "walkable" },
    "if the map is a text (legend explains its characters)")
  local has_fences = given.flag(CALL, "fences", options.fences)
  if has_fences and options.shape == "hex" then
    check.raise(CALL .. ": fences is for grids of squares")
  end
  local letters, sides
  text, letters, sides = text_of.read(text, core.is_ascii(text), options,
    is_exact, has_fences and function(drawing)
      return drawn_fences.read(CALL, drawing)
    end)
  local width, height, length = core.measure(text)
  if not width then
    local first = #text:match("^(.-)\r?\n")
    check.raise(("%s: row %d of text must be as long as row 1 (%d), "
      .. "got %d%s"):format(CALL, height, first, length, first == 0
      and " (the text begins with a line break)"
      or " (or short rows end in the terrain of empty =)"))
  elseif width == 0 or height == 0 then
    check.fail(CALL, "text", "at least one row of one character", text)
  end
  local terrains, known = Terrain.list(CALL, options.prices)
  local map = Terrain.legend(CALL, options.legend, known,
    { ["."] = "open", [" "] = "open", ["#"] = "wall" }, true)
  text_of.meanings(text, map, letters, read_rest(options, known))
  local grid = layout.grid(CALL, width, height, options, terrains, " of text")
  local character, row, column = core.fill_text(grid, text, map)
  if character then
    if has_fences then
      row, column = 2 * row - 1, 2 * column - 1
    end
    check.fail(CALL, ("row %d, column %d of text"):format(row, column),
      "'.', ' ', '#' or a character of legend",
      letters and letters[character] or character, text_of.hint(text))
  end
  if has_fences then
    drawn_fences.put(grid, sides)
  end
  return grid
end

-- Rows of values --------------------------------------------------------------

--- Makes a function of the option `walkable` (a value, a set or a predicate).
local function read_walkable(walkable)
  if walkable == nil or check.is_callable(walkable) then
    return walkable
  elseif walkable ~= walkable then
    check.fail(CALL, "walkable", "a value, a set or a function", walkable)
  end
  local set = type(walkable) == "table" and walkable or { [walkable] = true }
  for _, is_walkable, label in given.entries(CALL, "walkable", set) do
    given.kind(CALL, label, is_walkable, "boolean",
      "true or false (a set looks like { [0] = true })")
  end
  return function(value) return set[value] end
end

--- The meanings of values that need no call: { value = terrain }; the function
-- or the terrain for other values, or nil; and the terrains.
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
  local empty, unknown = read_rest(options, known)
  map[rows_of.NOTHING] = empty
  return Terrain.legend(CALL, options.legend, known, map),
    is_walkable or unknown, terrains
end

--- Makes a grid of values, row by row.
-- @param found  what core.read_values returns: codes, values and firsts; and
--               `wrong`, the index of a value that has no code, or nil
-- @param of     what the values are of, for messages
-- @param place  function(i), the name of a value for messages
local function from_values(found, width, height, options, of, place)
  local map, is_walkable, terrains = read_meanings(options)
  local grid = layout.grid(CALL, width, height, options, terrains, of)
  local names = {}
  local function meaning(value, i)
    return rows_of.meaning(is_walkable, value, place, i, map[rows_of.NOTHING],
      check.is_callable(options.walkable))
  end
  for code, i in ipairs(found.firsts) do
    local value = found.values[code]
    if map[value] == nil then
      map[value] = meaning(value, i)
    end
    names[code] = map[value]
  end
  if found.wrong then
    meaning(found.value, found.wrong)
  end
  core.fill_values(grid, found.codes, names, 0, 0, width, height)
  return grid
end

--- The values of a list.
local function read_list(list, count)
  local codes, values, firsts, wrong = core.read_values(list, count)
  return { codes = codes, values = values, firsts = firsts, wrong = wrong,
    value = wrong and rawget(list, wrong) }
end

local function from_rows(rows, options)
  local base_x, base_y = layout.base(CALL, options.base, 1)
  local found = {}
  if core.read_rows then
    found.codes, found.values, found.firsts, found.left, found.top, found.width,
      found.height = core.read_rows(rows, base_x, base_y)
  end
  local place, width, height = found, found.width, found.height
  if not found.codes then
    place = rows_of.read(rows, base_x, base_y, options.empty ~= nil)
    width, height = place.width, place.height
    found = read_list(place.list, width * height)
  end
  return from_values(found, width, height, options, " of rows", function(i)
    return ("rows[%.14g][%.14g]"):format(place.top + floor((i - 1) / width),
      place.left + (i - 1) % width)
  end)
end

-- A list of values ------------------------------------------------------------

local function from_list(list, options)
  local width = check.whole(CALL, "width", options.width, 1, MAX_SIDE)
  local length = check.length(list)
  if length % width ~= 0 then
    check.fail(CALL, "length of list",
      ("a multiple of width (%d)"):format(width), length)
  end
  return from_values(read_list(list, length), width, length / width, options,
    " of list", function(i)
      return ("list[%d] (row %d, column %d)"):format(i,
        floor((i - 1) / width) + 1, (i - 1) % width + 1)
    end)
end

-- Which form is it? -----------------------------------------------------------

local function new(first, second, third)
  if type(first) == "number" then
    local options = check.options(CALL, "options", third, OPTIONS)
    return from_size(first, second, options)
  elseif type(first) == "string" then
    return from_text(first, check.options(CALL, "options", second, OPTIONS))
  elseif type(first) == "table" then
    if type(second) == "table" and second.width ~= nil then
      return from_list(first, check.options(CALL, "options", second,
        LIST_OPTIONS))
    elseif type(rawget(first, 1)) == "string" then
      return from_text(text_of.lines(CALL, "rows", first),
        check.options(CALL, "options", second, OPTIONS), true)
    elseif rows_of.is_list(first) then
      return from_rows(first, check.options(CALL, "options", second, OPTIONS))
    end
  end
  check.fail(CALL, "width", "a whole number from 1 to 32767 (or the first "
    .. "argument a text, rows or a list)", first)
end

--- tilepath.grid, in all its forms.
return function(first, second, third)
  local grid = new(first, second, third)
  local options = second
  if type(first) == "number" then
    options = third
  end
  local target = options and options.into
  if target == nil then
    return grid
  end
  return into.take(CALL, target, grid)
end
