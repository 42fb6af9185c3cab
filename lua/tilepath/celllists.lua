--- Loops over cells of the C module under LuaJIT: view:cells, reach:cells and
-- grid:cells.
--
-- LuaJIT does not compile a loop through an iterator in C. So these iterators are
-- functions of Lua. One call lists all cells of a view or a reach. A loop that
-- comes to its end leaves its list to the next one, if it is short. Until then it
-- keeps the view or the reach, as iterators in C do.
--
-- A loop over a grid may edit it, so each step reads the cell as it is then, in
-- the core's own memory, by the ffi. It compares first a number there that grows
-- with each edit, also of the size, after which the cells may lie elsewhere.

local core = require "tilepath_core"
local siblings = (...):match("^.*[./]") or ""
local has_ffi, ffi = pcall(require, "ffi")
local jit = require(siblings .. "host")("jit")

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
local PRICES = 256 -- behind the terrains, by byte

--- Reads how the grid of a loop lies in memory. What a loop knows is in one table,
-- which takes less memory than an upvalue for each.
local function look_again(s)
  local place
  s.width, s.height, s.base_x, s.base_y, s.bytes, place = read_cells(s.grid)
  s.bytes, s.version = cast(BYTES, s.bytes), cast(VERSION, place)
  s.seen, s.known = s.version[LOW], {}
end

--- for x, y, terrain, price in grid:cells([terrain]) do
function core.grid_methods.cells(self, terrain)
  local s = { grid = self, at = 0, wanted = false, closed = false }
  look_again(s)
  if terrain ~= nil then
    s.wanted = core.terrain_number(self, terrain)
    s.closed = s.wanted + CLOSED
  end
  return function()
    if s.version[LOW] ~= s.seen then
      look_again(s)
    end
    local at, bytes, width, wanted, closed = s.at, s.bytes, s.width, s.wanted,
      s.closed
    local count = width * s.height
    while wanted and at < count and bytes[at] ~= wanted
      and bytes[at] ~= closed do
      at = at + 1
    end
    s.at = at + 1
    if at < count then
      local byte, known, column = bytes[at], s.known, at % width
      local x, y = s.base_x + column, s.base_y + (at - column) / width
      if known[byte] == nil then
        known[byte], known[byte + PRICES] = s.grid:get(x, y)
      end
      return x, y, known[byte], known[byte + PRICES]
    end
  end
end
