--- What saving and loading (../dump.lua) needs of the core in Lua: the sum of a
-- text, and all cells as one string, a byte a cell, row by row.
--
-- A byte is the place of the terrain in a list of names, from 0; +128 if the
-- cell is closed.

local siblings = (...):match("^.*[./]") or ""
local parent = (...):match("^(.*)plain[./]") or ""
require(parent .. "luajit").off()
local class = require((siblings:gsub("plain[./]$", "")) .. "class")
local exact = require(parent .. "exact")
local layer = require(siblings .. "layer")
local map = require(siblings .. "map")

local char, floor = string.char, math.floor

-- 2^31 - 1
local PRIME = 2147483647

local dump = {}

--- The sum of two numbers modulo PRIME.
local function add(a, b)
  return a < PRIME - b and a + b or a - (PRIME - b)
end

--- A number times a power of two, modulo PRIME: its 31 bits are rotated. `rest`
-- is 2^31 / power.
local function rotated(a, power, rest)
  local low = a % rest
  return low * power + floor((a - low) / rest)
end

local FACTOR = 65599 -- 2^16 + 2^6 - 1

--- A polynomial of the text's words of four bytes, modulo PRIME. It changes
-- with each byte.
function dump.sum(text)
  local sum = #text
  for i = 1, #text, 4 do
    local a, b, c, d = text:byte(i, i + 3)
    sum = (sum * FACTOR + ((a * 256 + (b or 0)) * 256 + (c or 0)) * 256
      + (d or 0)) % PRIME
  end
  return sum
end

--- The same where numbers have 32 bits: all on the way are whole ones below 2^31.
local function small_sum(text)
  local sum = #text
  for i = 1, #text, 4 do
    local a, b, c, d = text:byte(i, i + 3)
    local high = a >= 128 and 1 or 0
    local word = (((a - 128 * high) * 256 + (b or 0)) * 256 + (c or 0)) * 256
      + (d or 0)
    local product = add(add(rotated(sum, 65536, 32768),
      rotated(sum, 64, 33554432)), PRIME - sum)
    sum = add(add(product, word == PRIME and 0 or word), high)
  end
  return sum
end

if exact.is_small then
  dump.sum = small_sum
end

--- The column and row that begin at the origin, and the origin.
function dump.place(handle)
  local g = class.state(map.Grid, handle)
  return g.first_x, g.first_y, g.origin_x, g.origin_y
end

--- All cells of a grid; or of a layer, whose bytes are its numbers.
-- @return bytes, width, height
function dump.bytes(handle, names)
  local g = class.state(map.Grid, handle) or class.state(layer.Layer, handle)
  local letter, bytes = {}, {}
  for value = 0, names and -1 or layer.MOST do
    letter[value] = char(value)
  end
  for i, name in ipairs(names or {}) do
    local id = g.id_of[name]
    letter[id], letter[id + map.CLOSED] = char(i - 1), char(i - 1 + map.CLOSED)
  end
  for i, cell in ipairs(g.cells) do
    bytes[i] = letter[cell]
  end
  return table.concat(bytes), g.width, g.height
end

--- Gives a grid these cells.
-- @return are the bytes sound? If not, nothing changes
function dump.load_cells(handle, names, bytes)
  local g, cell_of, cells = class.state(map.Grid, handle), {}, {}
  for i, name in ipairs(names) do
    local id = g.id_of[name]
    cell_of[i - 1], cell_of[i - 1 + map.CLOSED] = id, id + map.CLOSED
  end
  if #bytes ~= #g.cells then
    return false
  end
  for i = 1, #bytes do
    cells[i] = cell_of[bytes:byte(i)]
    if not cells[i] then
      return false
    end
  end
  map.replace(g, cells)
  return true
end

function dump.open(core)
  core.sum, core.place = dump.sum, dump.place
  core.bytes, core.load_cells = dump.bytes, dump.load_cells
end

return dump
