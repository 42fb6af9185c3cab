--- A new grid, of what its caller says about it: what the forms of
-- tilepath.grid and the importers have in common.
--
-- All is checked before anything is made, and terrains are defined in the order
-- of their names, so that nothing depends on the order of a table. Mistakes are
-- raised in the name of the call that the user made.

local core = require "tilepath_core"
local siblings = (...):match("^.*[./]") or ""
local check = require(siblings .. "check")

local huge = math.huge

local construct = {}

construct.MAX_SIDE, construct.MAX_CELLS = 32767, 2 ^ 28
construct.MAX_BASE = 2 ^ 30

local MAX_CELLS, MAX_BASE = construct.MAX_CELLS, construct.MAX_BASE
local MAX_TERRAINS, MAX_NAME = 127, 31

-- Within these the centre of a cell is told from its neighbours' to a part in
-- 2^20 of a cell, and no square of a length leaves the range of doubles.
-- tp_grid_can_lie is the same in C.
local MIN_CELL, MAX_CELL = 2 ^ -30, 2 ^ 30
local FARTHEST, FARTHEST_CELLS = 2 ^ 53, 2 ^ 32

construct.NAME = "a name of 1 to 31 bytes, none zero"

--- Raises where one of these options is given.
function construct.refuse(call, options, keys, why)
  for _, key in ipairs(keys) do
    if options[key] ~= nil then
      check.fail(call, key, "left out " .. why, options[key])
    end
  end
end

-- Where the grid lies ---------------------------------------------------------

--- What the option `base` says: the first column and row; or `unless_given`.
function construct.base(call, base, unless_given)
  if base == nil then
    return unless_given, unless_given
  elseif type(base) == "table" then
    return check.whole(call, "base[1]", base[1], -MAX_BASE, MAX_BASE),
      check.whole(call, "base[2]", base[2], -MAX_BASE, MAX_BASE)
  elseif type(base) ~= "number" then
    check.fail(call, "base", "a whole number or { x, y }", base)
  end
  check.whole(call, "base", base, -MAX_BASE, MAX_BASE)
  return base, base
end

local function read_length(call, argument, value)
  if type(value) ~= "number"
    or not (value >= MIN_CELL and value <= MAX_CELL) then
    check.fail(call, argument, "a number from 2^-30 to 2^30", value)
  end
  return value
end

--- Width and height of a cell.
function construct.cell_size(call, options)
  local size = options.cell_size
  if options.cell_width ~= nil or options.cell_height ~= nil then
    construct.refuse(call, options, { "cell_size" },
      "where cell_width and cell_height are given")
    return read_length(call, "cell_width", options.cell_width),
      read_length(call, "cell_height", options.cell_height)
  elseif size == nil then
    return 1, 1
  end
  read_length(call, "cell_size", size)
  return size, size
end

local function read_origin(call, argument, value)
  if value == nil then
    return 0
  end
  return check.finite(call, argument, value)
end

-- What its cells are made of --------------------------------------------------

--- Can a terrain have that name?
function construct.is_name(name)
  return type(name) == "string" and #name >= 1 and #name <= MAX_NAME
    and not name:find("\0", 1, true)
end

--- What a terrain's price must be, where this is none; else nil. "open" is what
-- a closed cell of impassable terrain becomes when it is opened, so it must
-- stay passable; "wall" is what false means, so it must not become.
function construct.wrong_price(name, price)
  local passable = check.is_price(price)
  if name == "open" and not passable then
    return "a number from 1/1024 to 1024"
  elseif not passable and price ~= false and price ~= huge then
    return "a number from 1/1024 to 1024, or false"
  elseif name == "wall" and passable then
    return "false: nobody enters a wall"
  end
end

--- A right price as the C module takes it: false is impassable.
function construct.price(price)
  return check.is_price(price) and price
end

--- The terrains as a list { { name, price }, ... } by name, and a set of all
-- the names that the grid will know.
function construct.terrains(call, terrain)
  local list, known = {}, { open = true, wall = true }
  if terrain == nil then
    return list, known
  elseif type(terrain) ~= "table" then
    check.fail(call, "terrain", "a table { name = price }", terrain)
  end
  local count = 2
  for _, name in ipairs(check.sorted_keys(terrain)) do
    if not construct.is_name(name) then
      check.fail(call, "each key of terrain", construct.NAME, name)
    end
    local price = terrain[name]
    local wanted = construct.wrong_price(name, price)
    if wanted then
      check.fail(call, ("terrain[%s]"):format(check.show(name)), wanted, price)
    end
    count = known[name] and count or count + 1
    known[name] = true
    list[#list + 1] = { name, construct.price(price) }
  end
  if count > MAX_TERRAINS then
    check.fail(call, "terrain",
      "at most 125 names beside 'open' and 'wall'", count - 2)
  end
  return list, known
end

-- The grid itself -------------------------------------------------------------

--- Both ends of the grid along an axis must be where doubles tell its cells
-- apart.
local function check_place(call, name, origin, far_name, far, cell)
  for _, edge in ipairs { { name, origin }, { far_name, far } } do
    local place = edge[2]
    if not (place >= -FARTHEST and place <= FARTHEST) then
      check.fail(call, edge[1], "a number from -2^53 to 2^53", place)
    elseif not (place >= -FARTHEST_CELLS * cell
      and place <= FARTHEST_CELLS * cell) then
      check.fail(call, edge[1], "at most 2^32 cells away from 0", place)
    end
  end
end

--- A grid of open cells. All but the terrains is checked here; those come
-- checked, because a legend has to know them.
function construct.grid(call, width, height, options, terrains, origin_x,
  origin_y)
  if width * height > MAX_CELLS then
    check.fail(call, "width x height", "at most 268435456", width * height)
  end
  local base_x, base_y = construct.base(call, options.base, 1)
  local cell_width, cell_height = construct.cell_size(call, options)
  origin_x = origin_x or read_origin(call, "origin_x", options.origin_x)
  origin_y = origin_y or read_origin(call, "origin_y", options.origin_y)
  check_place(call, "origin_x", origin_x,
    "the right edge (origin_x + width x cell_width)",
    origin_x + width * cell_width, cell_width)
  check_place(call, "origin_y", origin_y,
    "the lower edge (origin_y + height x cell_height)",
    origin_y + height * cell_height, cell_height)
  local grid = core.grid(width, height, base_x, base_y,
    cell_width, cell_height, origin_x, origin_y)
  for _, terrain in ipairs(terrains) do
    grid:terrain(terrain[1], terrain[2])
  end
  return grid
end

return construct
