--- Loops over cells of the C module under LuaJIT: view:cells, reach:cells,
-- grid:cells and grid:line.
--
-- LuaJIT does not compile a loop through an iterator in C. So these iterators are
-- functions of Lua. One call lists all cells of a view, a reach or a line. A loop
-- that comes to its end leaves its list to the next one, if it is short. Until then
-- it keeps the view or the reach, as iterators in C do.
--
-- A loop over a grid may edit it, so each step reads the cell as it is then, in
-- the core's own memory, by the ffi. A number there grows with each edit, and
-- with each change of what is known of the grid's memory: it is compared first.

local core = require "tilepath_core"
local siblings = (...):match("^.*[./]") or ""
local has_ffi, ffi = pcall(require, "ffi")
local jit = require(siblings .. "host")("jit")
local squareline = require(siblings .. "squareline")

local MOST = 8192 -- items of a list that is kept

local spare = {}

local function leave(list, last)
  if last <= MOST then
    spare = list
  end
end

--- for x, y in view:cells() do
function core.view_methods.cells(self)
  local list, i = spare or {}, 1
  spare = nil
  local last = core.list_view(self, list)
  return function()
    local at = i
    if at <= last then
      i = at + 2
      return list[at], list[at + 1]
    elseif self then
      leave(list, last)
      self = nil
    end
  end
end

--- for x, y, cost in reach:cells() do
function core.reach_methods.cells(self)
  local list, i = spare or {}, 1
  spare = nil
  local last = core.list_reach(self, list)
  return function()
    local at = i
    if at <= last then
      i = at + 3
      return list[at], list[at + 1], list[at + 2]
    elseif self then
      leave(list, last)
      self = nil
    end
  end
end

-- Grids -----------------------------------------------------------------------

-- Without its compiler LuaJIT is slower with the ffi than with iterators in C.
if not (has_ffi and jit.status()) then
  return
end

local read_cells, cast = core.read_cells, ffi.cast
local BYTES, VERSION = ffi.typeof "uint8_t *", ffi.typeof "uint32_t *"
local LOW = ffi.abi "le" and 0 or 1 -- the low half of a number of 64 bits
local CLOSED = 128 -- added to the number of a terrain: closed ground

--- for x, y, terrain, price in grid:cells([terrain]) do
function core.grid_methods.cells(self, terrain)
  local width, height, base_x, base_y, bytes, place = read_cells(self)
  local wanted = terrain ~= nil and core.terrain_number(self, terrain)
  local closed = wanted and wanted + CLOSED
  local version, count, i = cast(VERSION, place), width * height, 0
  local seen, names, prices = version[LOW], {}, {}
  bytes = cast(BYTES, bytes)
  local function look_again()
    width, height, base_x, base_y, bytes = read_cells(self)
    bytes, seen, count = cast(BYTES, bytes), version[LOW], width * height
    names, prices = {}, {}
  end
  return function()
    if version[LOW] ~= seen then
      look_again()
    end
    local at = i
    while wanted and at < count and bytes[at] ~= wanted
      and bytes[at] ~= closed do
      at = at + 1
    end
    i = at + 1
    if at < count then
      local byte, column = bytes[at], at % width
      local x, y = base_x + column, base_y + (at - column) / width
      if not names[byte] then
        names[byte], prices[byte] = self:get(x, y)
      end
      return x, y, names[byte], prices[byte]
    end
  end
end

--- for x, y, terrain, price in grid:line(x1, y1, x2, y2) do
local line = core.grid_methods.line
function core.grid_methods.line(self, x1, y1, x2, y2)
  local steps = line(self, x1, y1, x2, y2) -- raises about wrong arguments
  if self.stagger then
    return steps
  end
  local width, height, base_x, base_y, bytes, place = read_cells(self)
  local version = cast(VERSION, place)
  local seen, names, prices = version[LOW], {}, {}
  bytes, steps = cast(BYTES, bytes), squareline(x1, y1, x2, y2)
  local function look_again()
    width, height, base_x, base_y, bytes = read_cells(self)
    bytes, seen, names, prices = cast(BYTES, bytes), version[LOW], {}, {}
  end
  return function()
    local x, y = steps()
    if x == nil then
      return
    end
    if version[LOW] ~= seen then
      look_again()
    end
    local column, row = x - base_x, y - base_y
    if column < 0 or column >= width or row < 0 or row >= height then
      return x, y
    end
    local byte = bytes[row * width + column]
    if not names[byte] then
      names[byte], prices[byte] = self:get(x, y)
    end
    return x, y, names[byte], prices[byte]
  end
end
