--- The layout of a new grid (its sides, its base, the size of a cell, its place
-- in the world) and the grid that is laid out so: what the forms of
-- tilepath.grid and the importers have in common.
--
-- All is checked before anything is made. Mistakes are raised in the name of
-- the call that the user made.

local core = require "tilepath_core"
local siblings = (...):match("^.*[./]") or ""
local check = require(siblings .. "check")
local given = require(siblings .. "given")

local layout = {}

layout.MAX_SIDE, layout.MAX_CELLS = 32767, 2 ^ 28
layout.MAX_BASE = 2 ^ 30

-- The options that say how a grid lies, and which terrains it knows.
layout.OPTIONS = { "base", "cell_size", "cell_width", "cell_height", "origin_x",
  "origin_y", "terrain" }

local MAX_CELLS, MAX_BASE = layout.MAX_CELLS, layout.MAX_BASE

-- Within these the centre of a cell is told from its neighbours' to a part in
-- 2^20 of a cell, and no square of a length leaves the range of doubles.
-- tp_grid_can_lie is the same in C.
local MIN_CELL, MAX_CELL = 2 ^ -30, 2 ^ 30
local FARTHEST, FARTHEST_CELLS = 2 ^ 53, 2 ^ 32

-- Where the grid lies ---------------------------------------------------------

--- What the option `base` says: the first column and row; or `unless_given`.
function layout.base(call, base, unless_given)
  if base == nil then
    return unless_given, unless_given
  elseif type(base) ~= "table" and type(base) ~= "number" then
    check.fail(call, "base", "a whole number or { x, y }", base)
  end
  return given.pair(call, "base", base, -MAX_BASE, MAX_BASE)
end

local function read_length(call, options, key)
  return given.number(call, key, options[key], MIN_CELL, MAX_CELL,
    "a number from 2^-30 to 2^30")
end

--- Width and height of a cell.
function layout.cell_size(call, options)
  if options.cell_width ~= nil or options.cell_height ~= nil then
    check.left_out(call, options, { "cell_size" },
      "where cell_width and cell_height are given")
    return read_length(call, options, "cell_width"),
      read_length(call, options, "cell_height")
  elseif options.cell_size == nil then
    return 1, 1
  end
  local size = read_length(call, options, "cell_size")
  return size, size
end

local function read_origin(call, options, key)
  return options[key] == nil and 0 or check.finite(call, key, options[key])
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
-- checked (by terrain.lua), because a legend has to know them. They are defined
-- in the order of the list.
function layout.grid(call, width, height, options, terrains, origin_x,
  origin_y)
  if width * height > MAX_CELLS then
    check.fail(call, "width x height", "at most 268435456", width * height)
  end
  local base_x, base_y = layout.base(call, options.base, 1)
  local cell_width, cell_height = layout.cell_size(call, options)
  origin_x = origin_x or read_origin(call, options, "origin_x")
  origin_y = origin_y or read_origin(call, options, "origin_y")
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

return layout
