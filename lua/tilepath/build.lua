--- tilepath.grid: makes a grid of whatever a game has at hand.
--
-- Sizes, a rectangle of the world, a map drawn with characters, or rows of
-- values: each form ends in the same few numbers for the C module and, where
-- there are cells to read, in a table that says which terrain a character or a
-- value stands for. C does the reading and stops at the first cell the table
-- knows nothing of; only then is a `walkable` asked, once for each value. All
-- is checked before anything is made, and terrains are defined in the order of
-- their names, so that nothing depends on the order of a table.

local core = require "tilepath_core"
local siblings = (...):match("^.*[./]") or ""
local check = require(siblings .. "check")
local read_legend = require(siblings .. "legend")
local rows_of = require(siblings .. "rows")

local ceil, huge, max, min = math.ceil, math.huge, math.max, math.min

local CALL = "grid"
local MAX_SIDE, MAX_CELLS = 32767, 2 ^ 28
local MAX_BASE = 2 ^ 30

-- Within these the centre of a cell is told from its neighbours' to a part in
-- 2^20 of a cell, and no square of a length leaves the range of doubles.
-- tp_grid_can_lie is the same in C.
local MIN_CELL, MAX_CELL = 2 ^ -30, 2 ^ 30
local FARTHEST, FARTHEST_CELLS = 2 ^ 53, 2 ^ 32
local MAX_TERRAINS, MAX_NAME = 127, 31

local OPTIONS = {
  base = true, cell_size = true, cell_width = true, cell_height = true,
  origin_x = true, origin_y = true, terrain = true, legend = true,
  walkable = true,
}

local NAMED_OPTIONS = { width = true, height = true, rect = true }
for key in pairs(OPTIONS) do
  NAMED_OPTIONS[key] = true
end

local function refuse(options, keys, why)
  for _, key in ipairs(keys) do
    if options[key] ~= nil then
      check.fail(CALL, key, "left out " .. why, options[key])
    end
  end
end

-- Where the grid lies ---------------------------------------------------------

local function read_base(base)
  if base == nil then
    return 1, 1
  elseif type(base) == "table" then
    return check.whole(CALL, "base[1]", base[1], -MAX_BASE, MAX_BASE),
      check.whole(CALL, "base[2]", base[2], -MAX_BASE, MAX_BASE)
  elseif type(base) ~= "number" then
    check.fail(CALL, "base", "a whole number or { x, y }", base)
  end
  check.whole(CALL, "base", base, -MAX_BASE, MAX_BASE)
  return base, base
end

local function read_length(argument, value)
  if type(value) ~= "number"
    or not (value >= MIN_CELL and value <= MAX_CELL) then
    check.fail(CALL, argument, "a number from 2^-30 to 2^30", value)
  end
  return value
end

local function read_cell_size(options)
  local size = options.cell_size
  if options.cell_width ~= nil or options.cell_height ~= nil then
    refuse(options, { "cell_size" },
      "where cell_width and cell_height are given")
    return read_length("cell_width", options.cell_width),
      read_length("cell_height", options.cell_height)
  elseif size == nil then
    return 1, 1
  end
  read_length("cell_size", size)
  return size, size
end

local function read_origin(argument, value)
  if value == nil then
    return 0
  end
  return check.finite(CALL, argument, value)
end

-- What its cells are made of --------------------------------------------------

--- The price of one terrain as the C module takes it: false is impassable.
-- "open" is what a closed cell of impassable terrain becomes when it is opened,
-- so it must stay passable; "wall" is what false means, so it must not become.
local function read_price(name, price)
  local argument = ("terrain[%s]"):format(check.show(name))
  local passable = check.is_price(price)
  if name == "open" and not passable then
    check.fail(CALL, argument, "a number from 1/1024 to 1024", price)
  elseif not passable and price ~= false and price ~= huge then
    check.fail(CALL, argument,
      "a number from 1/1024 to 1024, or false", price)
  elseif name == "wall" and passable then
    check.fail(CALL, argument, "false: nobody enters a wall", price)
  end
  return passable and price
end

--- The terrains as a list { { name, price }, ... } by name, and a set of all
-- the names that the grid will know.
local function read_terrains(terrain)
  local list, known = {}, { open = true, wall = true }
  if terrain == nil then
    return list, known
  elseif type(terrain) ~= "table" then
    check.fail(CALL, "terrain", "a table { name = price }", terrain)
  end
  local count = 2
  for _, name in ipairs(check.sorted_keys(terrain)) do
    if type(name) ~= "string" or #name < 1 or #name > MAX_NAME
      or name:find("\0", 1, true) then
      check.fail(CALL, "each key of terrain",
        "a name of 1 to 31 bytes, none zero", name)
    end
    count = known[name] and count or count + 1
    known[name] = true
    list[#list + 1] = { name, read_price(name, terrain[name]) }
  end
  if count > MAX_TERRAINS then
    check.fail(CALL, "terrain",
      "at most 125 names beside 'open' and 'wall'", count - 2)
  end
  return list, known
end

--- Adds what the legend says to map (character or value -> terrain).
local function add_legend(map, legend, known, is_text)
  local function knows(terrain)
    return known[terrain]
  end
  for _, entry in ipairs(read_legend(CALL, legend, knows, is_text)) do
    map[entry[1]] = entry[2]
  end
end

-- The grid itself -------------------------------------------------------------

--- Both ends of the grid along an axis must be where doubles tell its cells
-- apart.
local function check_place(name, origin, far_name, far, cell)
  for _, edge in ipairs { { name, origin }, { far_name, far } } do
    local place = edge[2]
    if not (place >= -FARTHEST and place <= FARTHEST) then
      check.fail(CALL, edge[1], "a number from -2^53 to 2^53", place)
    elseif not (place >= -FARTHEST_CELLS * cell
      and place <= FARTHEST_CELLS * cell) then
      check.fail(CALL, edge[1], "at most 2^32 cells away from 0", place)
    end
  end
end

--- All but the terrains is checked here; those come checked, because a legend
-- has to know them.
local function create(width, height, options, terrains, origin_x, origin_y)
  if width * height > MAX_CELLS then
    check.fail(CALL, "width x height", "at most 268435456", width * height)
  end
  local base_x, base_y = read_base(options.base)
  local cell_width, cell_height = read_cell_size(options)
  origin_x = origin_x or read_origin("origin_x", options.origin_x)
  origin_y = origin_y or read_origin("origin_y", options.origin_y)
  check_place("origin_x", origin_x,
    "the right edge (origin_x + width x cell_width)",
    origin_x + width * cell_width, cell_width)
  check_place("origin_y", origin_y,
    "the lower edge (origin_y + height x cell_height)",
    origin_y + height * cell_height, cell_height)
  local grid = core.grid(width, height, base_x, base_y,
    cell_width, cell_height, origin_x, origin_y)
  for _, terrain in ipairs(terrains) do
    grid:terrain(terrain[1], terrain[2])
  end
  return grid
end

local function from_size(width, height, options)
  check.whole(CALL, "width", width, 1, MAX_SIDE)
  check.whole(CALL, "height", height, 1, MAX_SIDE)
  refuse(options, { "legend", "walkable" },
    "where there is no text and there are no rows to read")
  return create(width, height, options, (read_terrains(options.terrain)))
end

--- How many cells of a size cover an extent. A cell covered in part counts; a
-- sliver below a billionth of a cell is a rounding error: (1.1 - 0) / 0.1 is a
-- little more than 11.
local function cells_over(extent, size, sides)
  local count = max(1, ceil(extent / size - 1e-9))
  if not (extent > 0 and count <= MAX_SIDE) then
    check.fail(CALL, "rect",
      ("1 to 32767 cells %s"):format(sides), extent > 0 and count or 0)
  end
  return count
end

local function from_rect(options)
  local rect = options.rect
  if type(rect) ~= "table" then
    check.fail(CALL, "rect", "{ x1, y1, x2, y2 }", rect)
  end
  for i = 1, 4 do
    check.finite(CALL, ("rect[%d]"):format(i), rect[i])
  end
  refuse(options, { "width", "height", "origin_x", "origin_y" },
    "where rect is given")
  refuse(options, { "legend", "walkable" },
    "where there is no text and there are no rows to read")
  local cell_width, cell_height = read_cell_size(options)
  local left, right = min(rect[1], rect[3]), max(rect[1], rect[3])
  local top, bottom = min(rect[2], rect[4]), max(rect[2], rect[4])
  return create(cells_over(right - left, cell_width, "wide"),
    cells_over(bottom - top, cell_height, "high"), options,
    (read_terrains(options.terrain)), left, top)
end

local function from_text(text, options)
  refuse(options, { "walkable" },
    "with a text: its characters are explained by legend")
  local width, height, length = core.measure(text)
  if not width then
    local first = #text:match("^(.-)\r?\n")
    check.raise(("%s: row %d of text must be as long as row 1 (%d), "
      .. "got %d bytes"):format(CALL, height, first, length))
  elseif width == 0 or height == 0 then
    check.fail(CALL, "text", "at least one row of one character", text)
  end
  check.whole(CALL, "width of text", width, 1, MAX_SIDE)
  check.whole(CALL, "height of text", height, 1, MAX_SIDE)
  local terrains, known = read_terrains(options.terrain)
  local map = { ["."] = "open", [" "] = "open", ["#"] = "wall" }
  add_legend(map, options.legend, known, true)
  local grid = create(width, height, options, terrains)
  local character, row, column = core.fill_text(grid, text, map)
  if character then
    check.fail(CALL, ("row %d, column %d of text"):format(row, column),
      "'.', ' ', '#' or a character of legend", character)
  end
  return grid
end

-- Rows of values --------------------------------------------------------------

--- Turns the option `walkable` (a value, a set or a predicate) into a function.
local function read_walkable(walkable)
  if walkable == nil or type(walkable) == "function" then
    return walkable
  elseif type(walkable) == "table" then
    for _, key in ipairs(check.sorted_keys(walkable)) do
      if type(walkable[key]) ~= "boolean" then
        check.fail(CALL, ("walkable[%s]"):format(check.show(key)),
          "true or false (a set looks like { [0] = true })", walkable[key])
      end
    end
    return function(value)
      return walkable[value]
    end
  elseif walkable ~= walkable then
    check.fail(CALL, "walkable", "a value, a set or a function", walkable)
  end
  return function(value)
    return value == walkable
  end
end

--- The C module says at which row it stopped: at a value that the map does not
-- know, or at a row that is not as the first one is. Where all values are
-- explained and all rows are alike, walkable has changed them.
local function from_rows(rows, options)
  local base_x, base_y = read_base(options.base)
  local found = rows_of.measure(rows, base_x, base_y)
  local is_walkable = read_walkable(options.walkable)
  local terrains, known = read_terrains(options.terrain)
  local map = {}
  for name in pairs(known) do
    map[name] = name
  end
  if not is_walkable then
    map[true], map[false] = "open", "wall"
  end
  add_legend(map, options.legend, known, false)
  local grid = create(found.width, found.height, options, terrains)
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
    check.raise(("%s: rows must stay as they are while walkable is asked "
      .. "(row %.14g has changed)"):format(CALL, stopped))
  end
  return grid
end

-- Which form is it? -----------------------------------------------------------

local function from_named(options)
  check.options(CALL, "options", options, NAMED_OPTIONS)
  if options.rect ~= nil then
    return from_rect(options)
  end
  return from_size(options.width, options.height, options)
end

--- tilepath.grid, in all its forms.
return function(first, second, third)
  if type(first) == "number" then
    local options = check.options(CALL, "options", third, OPTIONS)
    return from_size(first, second, options)
  elseif type(first) == "string" then
    return from_text(first, check.options(CALL, "options", second, OPTIONS))
  elseif type(first) ~= "table" then
    check.fail(CALL, "width", "a whole number from 1 to 32767 (or the first "
      .. "argument a text, rows, or a table of options)", first)
  elseif rows_of.is_list(first) then
    return from_rows(first, check.options(CALL, "options", second, OPTIONS))
  elseif second ~= nil then
    check.fail(CALL, "the second argument",
      "left out where the first is a table of options", second)
  end
  return from_named(first)
end
