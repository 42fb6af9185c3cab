--- Layers of cells on top of each other, and the grid that they make.
--
-- All importers of maps use this file. A piece is a rectangle of cells on a
-- layer, as a flat list of values. A legend says four things about a value:
--
--   any       is there anything?
--   says      its terrain
--   bars      does it block?
--   sides     the sides of the cell that have fences
--
-- In a piece that blocks, every value that is something blocks (`blocks`).
--
-- All maps have the same rule. A cell is
--
--   - a wall if anything on it blocks;
--   - else the terrain of the topmost thing that has one;
--   - else open if there is anything;
--   - else `empty`.
--
-- So the grid is painted in three passes over all pieces, from the lowest to
-- the topmost. C paints. Lua looks at each value once before that, so an
-- unknown value is found before there is a grid.
--
-- Cost: 0.1 us for each cell of each piece; memory for the grid only.

local core = require "tilepath_core"
local root = (...):match("^(.*[./])import[./]") or ""
local check = require(root .. "check")
local given = require(root .. "given")
local layout = require(root .. "layout")

local floor, huge, max, min = math.floor, math.huge, math.max, math.min

-- The most cells of all pieces. The tables of such a map fill a gigabyte.
local MAX_CELLS = 2 ^ 26

local NONE = {}

local Sheet = {}
Sheet.__index = Sheet

--- A legend without values. `explain(value, label)` returns four things about a
-- value, or raises:
--   - the terrain if nothing else says one (false: nothing is there)
--   - the terrain that the value says, or nil
--   - does it block?
--   - a list of sides { dx, dy, is_ledge }, or nil
function Sheet.legend(explain)
  return { explain = explain, any = {}, says = {}, bars = {}, blocks = {},
    sides = {} }
end

local function explain(piece, value, i)
  local x = piece.x + (i - 1) % piece.width
  local y = piece.y + floor((i - 1) / piece.width)
  local legend = piece.legend
  local any, terrain, bars, sides = legend.explain(value,
    ("data[%d] of %s (tile %d, %d)"):format(i, piece.label, x, y))
  legend.says[value] = terrain or false
  legend.bars[value] = bars and "wall" or false
  legend.blocks[value] = any and "wall" or false
  legend.sides[value] = sides or nil
  legend.any[value] = any or false
end

--- Counts cells; raises if there are too many.
function Sheet:count(cells, label)
  given.count(self, "cells", cells, MAX_CELLS,
    "the layers have more than %d cells together", label)
end

--- Adds a piece on top: { x, y, width, height, list, legend, label, is_blocking
-- }. The caller has counted its cells.
function Sheet:add(piece)
  local count = piece.width * piece.height
  if check.length(piece.list) ~= count then
    check.fail(self.call, "length of data of " .. piece.label,
      ("%d x %d"):format(piece.width, piece.height), check.length(piece.list))
  end
  self.pieces[#self.pieces + 1] = piece
end

--- Explains each value on all pieces.
local function explain_all(self)
  for _, piece in ipairs(self.pieces) do
    local list, any = piece.list, piece.legend.any
    for i = 1, piece.width * piece.height do
      local value = rawget(list, i)
      if value == nil or any[value] == nil then
        explain(piece, value, i)
      end
    end
  end
end

--- The rectangle around all pieces: x, y, width, height.
function Sheet:bounds()
  local left, top, right, bottom = huge, huge, -huge, -huge
  for _, piece in ipairs(self.pieces) do
    left, top = min(left, piece.x), min(top, piece.y)
    right = max(right, piece.x + piece.width)
    bottom = max(bottom, piece.y + piece.height)
  end
  if left == huge then
    check.raise(("%s: the map has no tile: its layers have no chunks")
      :format(self.call))
  end
  return left, top, right - left, bottom - top
end

--- Paints all pieces, with one of the tables of their legends.
local function stroke(self, grid, key)
  for _, piece in ipairs(self.pieces) do
    local in_this_one = key == "bars" and piece.is_blocking and "blocks" or key
    core.fill_list(grid, piece.list, piece.legend[in_this_one],
      piece.x - self.left, piece.y - self.top, piece.width, piece.height)
  end
end

--- Makes the grid of the cells from left, top on. All checks come before the
-- grid is made.
-- @param empty   the terrain of cells with nothing on them
-- @param frame   base_x, base_y of the tile 0, 0, and left, top of its place
--                (nil: 0); cell_width, cell_height; for hexagons cell_side,
--                is_flat (columns are shifted, not rows), is_even (lines with
--                even numbers are shifted, in the map's count); the option
--                opaque
function Sheet:grid(left, top, width, height, terrains, empty, frame)
  if width > layout.MAX_SIDE or height > layout.MAX_SIDE then
    check.raise(("%s: the map has %d x %d cells, and a grid has room for %d on "
      .. "a side"):format(self.call, width, height, layout.MAX_SIDE))
  end
  explain_all(self)
  self.left, self.top = left, top
  local side, stagger = frame.cell_side, nil
  local pitch_x, pitch_y = frame.cell_width, frame.cell_height
  if side then
    local first = frame.is_flat and left or top
    stagger = ((first % 2 == 0) == frame.is_even and "even" or "odd")
      .. (frame.is_flat and "-q" or "-r")
    pitch_x = frame.is_flat and (pitch_x + side) / 2 or pitch_x
    pitch_y = frame.is_flat and pitch_y or (pitch_y + side) / 2
  end
  local grid = layout.grid(self.call, width, height, {
    base = { frame.base_x + left, frame.base_y + top },
    cell_size = { frame.cell_width, frame.cell_height },
    origin = { (frame.left or 0) + left * pitch_x,
      (frame.top or 0) + top * pitch_y },
    shape = side and "hex", stagger = stagger, cell_side = side,
    opaque = frame.opaque,
  }, terrains:list())
  grid:clear(empty)
  stroke(self, grid, "any")
  stroke(self, grid, "says")
  stroke(self, grid, "bars")
  return grid
end

--- Adds the fences of all pieces to the sides of the grid.
function Sheet:fence(sides)
  for _, piece in ipairs(self.pieces) do
    local known = piece.legend.sides
    for i = 1, next(known) and piece.width * piece.height or 0 do
      for _, side in ipairs(known[rawget(piece.list, i)] or NONE) do
        sides:add(piece.x - self.left + (i - 1) % piece.width,
          piece.y - self.top + floor((i - 1) / piece.width), side[1], side[2],
          side[3], piece.label)
      end
    end
  end
end

--- An empty sheet. `call` is the function that the user called.
function Sheet.new(call)
  return setmetatable({ call = call, pieces = {} }, Sheet)
end

return Sheet
