--- Loops over cells of the C module under LuaJIT: view:cells, reach:cells,
-- grid:cells, grid:line and finder:neighbors.
--
-- LuaJIT does not compile a loop through an iterator in C. So these iterators are
-- functions of Lua. One call lists all cells of a view, a reach or a line. A loop
-- that comes to its end leaves its list to the next one, if it is short. Until then
-- it keeps the view, the reach or the grid, as iterators in C do.
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

-- How grids lie in memory, for all loops over them.
local looks = setmetatable({}, { __mode = "k" })

local function look_again(s, grid)
  local place
  s.width, s.height, s.base_x, s.base_y, s.bytes, place = read_cells(grid)
  s.bytes, s.version = cast(BYTES, s.bytes), cast(VERSION, place)
  s.seen, s.known = s.version[LOW], {}
end

local function look(grid)
  local s = looks[grid]
  if not s then
    s = {}
    look_again(s, grid)
    looks[grid] = s
  end
  return s
end

local function catch_up(s, grid)
  if s.version[LOW] ~= s.seen then
    look_again(s, grid)
  end
end

--- The terrain of a cell with that byte, and its price.
local function meaning(s, grid, byte, x, y)
  local known = s.known
  if known[byte] == nil then
    known[byte], known[byte + PRICES] = grid:get(x, y)
  end
  return known[byte], known[byte + PRICES]
end

--- for x, y, terrain, price in grid:cells([terrain]) do
function core.grid_methods.cells(self, terrain)
  local s, at = look(self), 0
  local wanted = terrain ~= nil and core.terrain_number(self, terrain)
  local closed = wanted and wanted + CLOSED
  return function()
    catch_up(s, self)
    local i, bytes, width = at, s.bytes, s.width
    local count = width * s.height
    while wanted and i < count and bytes[i] ~= wanted
      and bytes[i] ~= closed do
      i = i + 1
    end
    at = i + 1
    if i < count then
      local column = i % width
      local x, y = s.base_x + column, s.base_y + (i - column) / width
      return x, y, meaning(s, self, bytes[i], x, y)
    end
  end
end

local line = core.grid_methods.line -- of C: for lines too long for a list

--- for x, y, terrain, price in grid:line(x1, y1, x2, y2) do
function core.grid_methods.line(self, x1, y1, x2, y2)
  local list, i = spare or {}, 1
  spare = nil
  local last = core.list_line(self, x1, y1, x2, y2, list, MOST)
  if not last then
    spare = list
    return line(self, x1, y1, x2, y2)
  end
  local s = look(self)
  return function()
    local at = i
    if at > last then
      if list then
        leave(list, last)
        list = nil
      end
      return
    end
    i = at + 2
    catch_up(s, self)
    local x, y = list[at], list[at + 1]
    local column, row = x - s.base_x, y - s.base_y
    if column < 0 or row < 0 or column >= s.width or row >= s.height then
      return x, y
    end
    return x, y, meaning(s, self, s.bytes[row * s.width + column], x, y)
  end
end

-- Pathfinders -----------------------------------------------------------------

-- Where pathfinders have the numbers by which loops notice changes.
local numbers = setmetatable({}, { __mode = "k" })

local function numbers_of(finder)
  local n = numbers[finder]
  if not n then
    local changes, shape = core.read_neighbors(finder)
    n = { changes = cast(VERSION, changes), shape = cast(VERSION, shape) }
    numbers[finder] = n
  end
  return n
end

--- for x, y, cost in finder:neighbors(x, y) do
function core.pathfinder_methods.neighbors(self, x, y)
  local list, i = spare or {}, 1
  spare = nil
  local last, steps = core.list_neighbors(self, x, y, list)
  local n = numbers_of(self)
  local seen, shape = n.changes[LOW], n.shape[LOW]
  return function()
    local at = i
    if at > last or n.shape[LOW] ~= shape then
      if list then
        leave(list, last)
        list, last = nil, 0
      end
      return
    end
    i = at + 3
    if n.changes[LOW] ~= seen then
      seen = n.changes[LOW]
      core.list_neighbors(self, x, y, list, steps)
    end
    return list[at], list[at + 1], list[at + 2]
  end
end
