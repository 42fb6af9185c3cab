--- Layers of cells, one over the other, and the grid that they come to.
--
-- Every importer of maps ends here. A piece is a rectangle of cells on a layer,
-- in a flat list of values; a legend says three things of a value: is there
-- anything (`any`), of which terrain is it (`says`), does it block (`bars`); in
-- a piece that blocks, everything does (`blocks`). It may say a fourth: which
-- sides of the cell have thin walls (`sides`).
--
-- The rule is one for all maps: a cell is a wall where anything on it blocks;
-- else it is what the topmost thing says that says something; it is open where
-- there are things and none says anything, and `empty` where there is nothing.
-- So the grid is painted in three strokes over all pieces, from the lowest to
-- the topmost. C does the painting; Lua looks at each value once before, so
-- that a value that nobody can explain is found while there is no grid yet.
--
-- Cost: 0.1 us a cell of each piece; memory for the grid alone.

local core = require "tilepath_core"
local root = (...):match("^(.*[./])import[./]") or ""
local check = require(root .. "check")
local given = require(root .. "given")
local layout = require(root .. "layout")

local floor, huge, max, min = math.floor, math.huge, math.max, math.min

-- Cells of all pieces together. The tables of a map so large fill a gigabyte.
local MAX_CELLS = 2 ^ 26

local NONE = {}

local Sheet = {}
Sheet.__index = Sheet

--- A legend that does not know any value yet. `explain(value, label)` returns
-- what the cell is where nothing else says anything (false: nothing is there),
-- the terrain that the value says or nil, whether it blocks, and a list of
-- sides { dx, dy, is_ledge } or nil; or it raises.
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

--- Takes note of so many cells more; raises where they are too many.
function Sheet:count(cells, label)
  given.count(self, "cells", cells, MAX_CELLS,
    "the layers have more than %d cells together", label)
end

--- Lays a piece over those that are there: { x, y, width, height, list, legend,
-- label, is_blocking }. Its cells are counted already.
function Sheet:add(piece)
  local count = piece.width * piece.height
  if check.length(piece.list) ~= count then
    check.fail(self.call, "length of data of " .. piece.label,
      ("%d x %d"):format(piece.width, piece.height), check.length(piece.list))
  end
  self.pieces[#self.pieces + 1] = piece
end

--- Has each value explained that is on some piece.
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

--- Paints all pieces, each value with what a table of its legend says.
local function stroke(self, grid, key)
  for _, piece in ipairs(self.pieces) do
    local in_this_one = key == "bars" and piece.is_blocking and "blocks" or key
    core.fill_list(grid, piece.list, piece.legend[in_this_one],
      piece.x - self.left, piece.y - self.top, piece.width, piece.height)
  end
end

--- The grid of the cells from left, top on, so many columns and rows. All is
-- looked at before there is one.
-- @param empty   the terrain where there is nothing
-- @param frame   base_x, base_y of the tile 0, 0; cell_width, cell_height; of
--                hexagons cell_side, is_flat (columns are shoved, not rows),
--                is_even (those with even numbers as the map counts them)
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
    cell_width = frame.cell_width, cell_height = frame.cell_height,
    origin_x = (frame.origin_x or 0) + left * pitch_x,
    origin_y = (frame.origin_y or 0) + top * pitch_y,
    shape = side and "hex", stagger = stagger, cell_side = side,
  }, terrains:list())
  grid:clear(empty)
  stroke(self, grid, "any")
  stroke(self, grid, "says")
  stroke(self, grid, "bars")
  return grid
end

--- Adds the thin walls of all pieces to the grid's.
function Sheet:wall(sides)
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

--- An empty sheet, in the name of a call.
function Sheet.new(call)
  return setmetatable({ call = call, pieces = {} }, Sheet)
end

return Sheet
