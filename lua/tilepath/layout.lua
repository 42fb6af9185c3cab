--- The layout of a new grid (its sides, its base, the size of a cell, its place
-- in the world), and the grid with this layout. All forms of tilepath.grid and
-- the importers use this file.
--
-- Everything is checked before anything is made. Errors name the function that
-- the user called.

local core = require "tilepath_core"
local siblings = (...):match("^.*[./]") or ""
local check = require(siblings .. "check")
local given = require(siblings .. "given")
local Terrain = require(siblings .. "terrain")

local layout = {}

layout.MAX_SIDE, layout.MAX_BASE = 32767, 2 ^ 30

-- The options for the place of a grid and its terrains.
layout.OPTIONS = { "base", "cell_size", "origin", "prices", "opaque" }

-- The options of grids that may have hexagons.
layout.SHAPE = { "shape", "stagger", "cell_side" }

local MAX_CELLS, MAX_BASE = 2 ^ 28, layout.MAX_BASE

-- Within these limits a double holds the centre of a cell to 1/2^20 of a cell,
-- and no square of a length overflows. tp_grid_can_begin has the same limits in
-- C.
local MIN_CELL, MAX_CELL = 2 ^ -30, 2 ^ 30
local FARTHEST, FARTHEST_CELLS = 2 ^ 53, 2 ^ 32

-- Where the grid lies ---------------------------------------------------------

--- Reads the option `base`: the first column and row; or `unless_given`.
function layout.base(call, base, unless_given)
  return given.pair(call, "base", base == nil and unless_given or base,
    "a whole number or { x, y }", check.whole, -MAX_BASE, MAX_BASE)
end

local function read_length(call, argument, length)
  return given.number(call, argument, length, MIN_CELL, MAX_CELL,
    "a number from 2^-30 to 2^30")
end

local STAGGERS = given.set { "odd-r", "even-r", "odd-q", "even-q" }

--- The shifted rows or columns of hexagons, and the length of the sides that
-- stand upright or lie flat; nil for squares.
-- @param cell_width, cell_height   the box around a cell
function layout.shape(call, options, cell_width, cell_height)
  local shape, stagger = options.shape, options.stagger
  if shape == nil or shape == "square" then
    check.left_out(call, options, { "stagger", "cell_side" },
      "unless shape is 'hex'")
    return nil
  elseif shape ~= "hex" then
    check.fail(call, "shape", "'square' or 'hex'", shape)
  end
  stagger = stagger == nil and "odd-r" or stagger
  if not STAGGERS[stagger] then
    check.fail(call, "stagger", "'odd-r', 'even-r', 'odd-q' or 'even-q'",
      stagger)
  end
  local name, box = "the height of a cell", cell_height
  if stagger:sub(-1) == "q" then
    name, box = "the width of a cell", cell_width
  end
  if options.cell_side == nil then
    return stagger, box / 2
  end
  return stagger, given.number(call, "cell_side", options.cell_side, 0, box,
    ("a number from 0 to %s (%.14g)"):format(name, box))
end

-- The grid itself -------------------------------------------------------------

--- Makes a grid of open cells. Everything is checked here except the terrains.
-- terrain.lua has checked those, because a legend needs them first. They are
-- defined in the order of the list.
-- @param of   the source of the sides, for messages: " of text"; or nil
-- @param first_x, first_y   the column and row that begin at the origin, of a
-- grid that was resized; or nil
function layout.grid(call, width, height, options, terrains, of, first_x,
  first_y)
  check.whole(call, "width" .. (of or ""), width, 1, layout.MAX_SIDE)
  check.whole(call, "height" .. (of or ""), height, 1, layout.MAX_SIDE)
  if width * height > MAX_CELLS then
    check.fail(call, "width x height", "at most 268435456", width * height)
  end
  local base_x, base_y = layout.base(call, options.base, 1)
  local size, origin = options.cell_size, options.origin
  local cell_width, cell_height = given.pair(call, "cell_size",
    size == nil and 1 or size, "a number or { width, height }", read_length)
  local origin_x, origin_y = given.pair(call, "origin",
    origin == nil and 0 or origin, "a number or { x, y }", check.finite)
  local stagger, cell_side = layout.shape(call, options, cell_width,
    cell_height)
  -- Lines of hexagons overlap: a grid is half a cell longer than with squares,
  -- but the lines lie closer together.
  local pitch_x, pitch_y, more = cell_width, cell_height, stagger and 1 or 0
  if stagger and stagger:sub(-1) == "q" then
    pitch_x = (cell_width + cell_side) / 2
  elseif stagger then
    pitch_y = (cell_height + cell_side) / 2
  end
  -- At both ends of an axis, and at the origin, doubles must tell cells apart.
  first_x, first_y = first_x or 0, first_y or 0
  check.whole(call, "first_x", first_x, -MAX_BASE, MAX_BASE)
  check.whole(call, "first_y", first_y, -MAX_BASE, MAX_BASE)
  for _, edge in ipairs {
    { "the left edge (x of origin)", origin_x, pitch_x },
    { "the right edge (x of origin + width x width of a cell)",
      origin_x + (width + more - first_x) * pitch_x, pitch_x },
    { "the upper edge (y of origin)", origin_y, pitch_y },
    { "the lower edge (y of origin + height x height of a cell)",
      origin_y + (height + more - first_y) * pitch_y, pitch_y },
    { "the left edge", origin_x - first_x * pitch_x, pitch_x },
    { "the upper edge", origin_y - first_y * pitch_y, pitch_y } } do
    local name, place, cell = edge[1], edge[2], edge[3]
    given.number(call, name, place, -FARTHEST, FARTHEST,
      "a number from -2^53 to 2^53")
    given.number(call, name, place, -FARTHEST_CELLS * cell,
      FARTHEST_CELLS * cell, "at most 2^32 cells away from 0")
  end
  local grid = core.grid(width, height, base_x, base_y,
    cell_width, cell_height, origin_x, origin_y, stagger, cell_side, first_x,
    first_y)
  for _, terrain in ipairs(terrains) do
    grid:terrain(terrain[1], terrain[2], terrain[3])
  end
  for name, hides in pairs(Terrain.opaque(call, grid, options.opaque)) do
    grid:terrain(name, nil, hides)
  end
  return grid
end

return layout
