--- Layers of cells on top of each other, and the grid that they make.
--
-- All importers of maps use this file. A piece is a rectangle of cells on a
-- layer, as a flat list of values. A legend says about a value whether anything
-- is there, what it means (meaning.lua), and which sides of its cell have
-- fences.
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
local Found = require(root .. "import.found")
local Meaning = require(root .. "import.meaning")
local Outside = require(root .. "import.outside")
local new_terrains = require(root .. "import.terrains")

local floor, huge, max, min = math.floor, math.huge, math.max, math.min

-- The most cells of all pieces. The tables of such a map fill a gigabyte.
local MAX_CELLS = 2 ^ 26

-- The most cells that tiles larger than a cell close. Only a malicious file comes
-- near.
local MAX_COVERED = 2 ^ 27

local NONE = {}

local Sheet = {}
Sheet.__index = Sheet

--- A legend without values. `explain(value, label)` returns about a value, or
-- raises:
--   - the terrain if nothing else says one (false: nothing is there)
--   - what it means, or nil
--   - a list of sides { dx, dy, is_ledge }, or nil
--   - what else it closes around its cell, or nil: rectangles { dx, dy, w, h } on a
--     line that is not shoved, [false], and on one that is, [true]
function Sheet.legend(explain)
  return { explain = explain, any = {}, says = {}, bars = {}, by = {},
    sides = {}, walls = {} }
end

local function explain(self, piece, value, i)
  local x = piece.x + (i - 1) % piece.width
  local y = piece.y + floor((i - 1) / piece.width)
  local legend = piece.legend
  local any, said, sides, walls = legend.explain(value,
    ("data[%d] of %s (tile %d, %d)"):format(i, piece.label, x, y))
  said = said or NONE
  legend.says[value] = self.terrains.known[said.terrain] and said.terrain
    or false
  legend.bars[value] = said.closed and "wall" or false
  legend.by[value] = said.closed and said.by or nil
  legend.sides[value], legend.walls[value] = sides or nil, walls
  legend.any[value] = any or false
end

--- Counts cells; raises if there are too many.
function Sheet:count(cells, label)
  given.count(self, "cells", cells, MAX_CELLS,
    "the layers have more than %d cells together", label)
end

--- The part of a piece that lies on the map.
local function cut(piece, frame)
  local left, top = max(piece.x, 0), max(piece.y, 0)
  local wide = max(0, min(piece.x + piece.width, frame.tile_columns) - left)
  local high = max(0, min(piece.y + piece.height, frame.tile_rows) - top)
  if wide == piece.width and high == piece.height then
    return piece
  end
  local list, first = {}, (top - piece.y) * piece.width + left - piece.x
  for i = 0, wide * high - 1 do
    list[i + 1] = rawget(piece.list, first + i % wide
      + floor(i / wide) * piece.width + 1)
  end
  return { x = left, y = top, width = wide, height = high, list = list,
    legend = piece.legend, label = piece.label, layer = piece.layer }
end

--- Adds a piece on top: { x, y, width, height, list, legend, label, layer }. The
-- caller has counted its cells.
-- @param frame  tile_columns and tile_rows of the map, to cut off what lies
-- outside; or nil
function Sheet:add(piece, frame)
  local count = piece.width * piece.height
  if check.length(piece.list) ~= count then
    check.fail(self.call, "length of data of " .. piece.label,
      ("%d x %d"):format(piece.width, piece.height), check.length(piece.list))
  end
  piece = frame and cut(piece, frame) or piece
  if piece.width > 0 and piece.height > 0 then
    self.pieces[#self.pieces + 1] = self.frame.lattice and self:laid(piece)
      or piece
  end
end

--- A piece of a staggered map on its lattice, with 0 on all other cells.
function Sheet:laid(piece)
  local at, list, columns = self.frame.lattice, {}, piece.width
  local x, y = piece.x, piece.y
  local last_x, last_y = x + columns - 1, y + piece.height - 1
  local left, top = at(x, y), select(2, at(last_x, y))
  local wide = at(last_x, last_y) - left + 1
  local high = select(2, at(x, last_y)) - top + 1
  self:count(wide * high, piece.label)
  for i = 1, wide * high do
    list[i] = 0
  end
  for i = 0, columns * piece.height - 1 do
    local column, row = at(x + i % columns, y + floor(i / columns))
    list[(row - top) * wide + column - left + 1] = rawget(piece.list, i + 1)
  end
  return { x = left, y = top, width = wide, height = high, list = list,
    legend = piece.legend, label = piece.label, layer = piece.layer }
end

--- Explains each value on all pieces, and counts the cells that each word closes
-- on each layer.
local function explain_all(self)
  for _, piece in ipairs(self.pieces) do
    local list, any, by = piece.list, piece.legend.any, piece.legend.by
    local codes, values, firsts, wrong = core.read_values(list,
      piece.width * piece.height)
    for code, i in ipairs(firsts) do
      if any[values[code]] == nil then
        explain(self, piece, values[code], i)
      end
    end
    if wrong then
      explain(self, piece, rawget(list, wrong), wrong)
    end
    piece.codes, piece.values = codes, values
    for code, cells in ipairs(next(by) and core.count_values(codes, values)
      or NONE) do
      if by[values[code]] then
        self.found:close(piece.layer, by[values[code]], cells)
      end
    end
  end
end

--- The rectangle around all pieces and grounds: x, y, width, height.
function Sheet:bounds()
  local left, top, right, bottom = huge, huge, -huge, -huge
  for _, list in ipairs { self.pieces, self.grounds } do
    for _, piece in ipairs(list) do
      left, top = min(left, piece.x), min(top, piece.y)
      right = max(right, piece.x + piece.width)
      bottom = max(bottom, piece.y + piece.height)
    end
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
    local meanings, legend = {}, piece.legend[key]
    for code = 1, #piece.values do
      meanings[code] = legend[piece.values[code]]
    end
    core.fill_values(grid, piece.codes, meanings, piece.x - self.left,
      piece.y - self.top, piece.width, piece.height)
  end
end

--- Closes the part of a rectangle that lies in the grid.
local function close(self, grid, piece, x, y, w, h)
  local left, top = max(x, 0), max(y, 0)
  w, h = min(x + w, grid.width) - left, min(y + h, grid.height) - top
  if w > 0 and h > 0 then
    given.count(self, "covered", w * h, MAX_COVERED,
      "the tiles cover more than %d cells together", piece.label)
    self.found:close(piece.layer, "shapes", w * h)
    grid:fill(grid.base_x + left, grid.base_y + top, w, h, "wall")
  end
end

--- Closes the cells under the shapes of tiles that are larger than a cell.
local function close_around(self, grid, frame)
  for _, piece in ipairs(self.pieces) do
    local walls = piece.legend.walls
    for i = 0, next(walls) and piece.width * piece.height - 1 or -1 do
      local x, y = piece.x + i % piece.width, piece.y + floor(i / piece.width)
      local line, own = frame.is_flat and x or y, walls[rawget(piece.list, i + 1)]
      for _, one in ipairs(own and own[(line % 2 == 0) == frame.is_even]
        or NONE) do
        close(self, grid, piece, x - self.left + one[1], y - self.top + one[2],
          one[3], one[4])
      end
    end
  end
end

--- Makes the grid of the cells from left, top on. All checks come before the
-- grid is made.
-- @param outside  the terrain of cells with nothing on them
-- @param frame   base, the number of the tile 0, 0 unless given; left, top of its
--                place (nil: 0); cell_width, cell_height; for hexagons cell_side,
--                is_flat (columns are shifted, not rows), is_even (lines with
--                even numbers are shifted, in the map's count)
function Sheet:grid(left, top, width, height, outside, frame)
  if width > layout.MAX_SIDE or height > layout.MAX_SIDE then
    check.raise(("%s: the map has %d x %d cells, and a grid has room for %d on "
      .. "a side"):format(self.call, width, height, layout.MAX_SIDE))
  end
  local base_x, base_y = layout.base(self.call, self.options.base, frame.base)
  self.left, self.top = left, top
  explain_all(self)
  self.meaning:agree()
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
    base = { base_x + left, base_y + top },
    cell_size = { frame.cell_width, frame.cell_height },
    origin = { (frame.left or 0) + left * pitch_x,
      (frame.top or 0) + top * pitch_y },
    shape = side and "hex", stagger = stagger, cell_side = side,
    opaque = self.options.opaque,
  }, self.terrains:list())
  grid:clear(outside)
  for _, ground in ipairs(self.grounds) do
    grid:fill(grid.base_x + ground.x - left, grid.base_y + ground.y - top,
      ground.width, ground.height, ground.terrain)
  end
  local tiles = frame.lattice and outside == "wall" and frame.tile_columns
    * frame.tile_rows or 0
  self:count(16 * tiles, "a staggered map")
  for i = 0, tiles - 1 do
    local x, y = frame.lattice(i % frame.tile_columns,
      floor(i / frame.tile_columns))
    grid:set(grid.base_x + x, grid.base_y + y, self.empty)
  end
  stroke(self, grid, "any")
  self.found:close(nil, outside == self.empty and not frame.lattice
    and "no tile (empty = true opens them)" or "no tile", Found.blocked(grid))
  stroke(self, grid, "says")
  stroke(self, grid, "bars")
  close_around(self, grid, frame)
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
          side[3], piece.label, side[4])
      end
    end
  end
end

--- Adds a place for the game, also under its name, if the name is free.
function Sheet:place(place)
  local places, name = self.places, place.name
  places[#places + 1] = place
  if name ~= "" and places[name] == nil then
    places[name] = place
  end
end

--- Reads what needs the names of all terrains: the options `empty` (or
-- `unless_given`), `unknown` and `legend`.
function Sheet:settle(unless_given)
  local empty, unknown = self.options.empty, self.options.unknown
  if empty == nil then
    empty = unless_given
  end
  self.empty = self.terrains:option("empty", empty)
  if unknown ~= nil then
    self.unknown = Meaning.of(self.terrains:option("unknown", unknown), "unknown")
  end
  self.meaning:settle()
end

--- An empty sheet, with all that both importers read from their options.
-- `grounds` are rectangles below all pieces: { x, y, width, height, terrain }.
-- @param call     the function that the user called
-- @param may_ask  may the legend be a function?
function Sheet.new(call, options, may_ask)
  local terrains = new_terrains(call, options.prices)
  return setmetatable({ call = call, options = options, terrains = terrains,
    pieces = {}, grounds = {}, found = Found.new(call),
    places = setmetatable({}, { __name = "tilepath.Places" }),
    names = given.names(call, "layers", options.layers),
    outside = Outside.new(call, options),
    meaning = Meaning.new(call, options, terrains, may_ask) }, Sheet)
end

return Sheet
