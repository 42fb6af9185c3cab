--- Saves and loads grids, with the bytes of the C module (described in its
-- dump.c and waydump.c). So each core reads the dumps of the other.
--
-- Numbers are split by arithmetic, because Lua 5.1 has no other way. Nothing in
-- a dump is trusted: the grid is made after everything is checked.

local siblings = (...):match("^.*[./]") or ""
local class = require((siblings:gsub("plain[./]$", "")) .. "class")
local links = require(siblings .. "links")
local map = require(siblings .. "map")
local fences = require(siblings .. "fences")

local abs, char, floor, huge = math.abs, string.char, math.floor, math.huge
local min = math.min

local MAGIC, VERSION, CRC_SIZE, SHAPES = "tilepath", 9, 4, 5
local CLOSED, MAX_SIDE, MAX_CELLS, FAR = map.CLOSED, 32767, 2 ^ 28, 2 ^ 30
local MAX_TERRAINS, MAX_NAME, MAX_LINKS = 127, 31, 2 ^ 14
local MAX_TOLL, MAX_NUMBER = 2 ^ 20, 2 ^ 52

-- The sum ---------------------------------------------------------------------

-- xor[a][b] of two bytes; and the four bytes (the lowest first) that a byte
-- adds to the CRC-32 (ISO 3309). All are made at the first use.
local xor, one, two, three, four

local function make_tables()
  xor, one, two, three, four = { [0] = { [0] = 0 } }, {}, {}, {}, {}
  for a = 0, 255 do
    xor[a] = xor[a] or {}
    for b = 0, 255 do
      local half = xor[floor(a / 2)][floor(b / 2)]
      xor[a][b] = 2 * half + (a + b) % 2
    end
  end
  for byte = 0, 255 do
    local a, b, c, d = byte, 0, 0, 0
    for _ = 1, 8 do
      local is_odd = a % 2 == 1
      a = floor(a / 2) + b % 2 * 128
      b = floor(b / 2) + c % 2 * 128
      c = floor(c / 2) + d % 2 * 128
      d = floor(d / 2)
      if is_odd then -- 0xEDB88320
        a, b, c, d = xor[a][0x20], xor[b][0x83], xor[c][0xB8], xor[d][0xED]
      end
    end
    one[byte], two[byte], three[byte], four[byte] = a, b, c, d
  end
end

--- The CRC-32 of the first bytes of a string, as four bytes.
local function sum_of(bytes, count)
  if not xor then
    make_tables()
  end
  local a, b, c, d = 255, 255, 255, 255
  for i = 1, count do
    local at = xor[a][bytes:byte(i)]
    a, b, c, d = xor[b][one[at]], xor[c][two[at]], xor[d][three[at]], four[at]
  end
  return char(255 - a, 255 - b, 255 - c, 255 - d)
end

-- Numbers as bytes ------------------------------------------------------------

local function u32(value)
  return char(value % 256, floor(value / 256) % 256,
    floor(value / 2 ^ 16) % 256, floor(value / 2 ^ 24) % 256)
end

local function u64(value)
  return u32(value % 2 ^ 32) .. u32(floor(value / 2 ^ 32))
end

--- A double: the sign, 11 bits of exponent, 52 bits of fraction. 0 has no sign.
local function f64(value)
  local sign, exponent = 0, 1023
  if value < 0 then
    sign, value = 2 ^ 31, -value
  end
  if value == huge then
    value, exponent = 0, 2047
  else
    while value >= 2 do
      value, exponent = value / 2, exponent + 1
    end
    while value > 0 and value < 1 and exponent > 1 do
      value, exponent = value * 2, exponent - 1
    end
    value, exponent = value % 1, value < 1 and 0 or exponent
  end
  local fraction = value * 2 ^ 52
  return u32(fraction % 2 ^ 32)
    .. u32(sign + exponent * 2 ^ 20 + floor(fraction / 2 ^ 32))
end

-- Writing ---------------------------------------------------------------------

--- Does a string come before another one, byte by byte, in any locale?
local function is_before(first, second)
  for i = 1, min(#first, #second) do
    local a, b = first:byte(i), second:byte(i)
    if a ~= b then
      return a < b
    end
  end
  return #first < #second
end

--- Writes the terrains, sorted by name, and the cells as places in that order.
local function write_cells(out, g)
  local names, letter = {}, {}
  for id = 0, g.terrains - 1 do
    names[id + 1] = g.name[id]
  end
  table.sort(names, is_before)
  out[#out + 1] = u32(#names)
  for place, name in ipairs(names) do
    local id = g.id_of[name]
    letter[id], letter[id + CLOSED] = char(place - 1), char(place - 1 + CLOSED)
    out[#out + 1] = f64(g.price[id]) .. char(#name) .. name
  end
  for _, cell in ipairs(g.cells) do
    out[#out + 1] = letter[cell]
  end
end

local function write_ways(out, g, shut, list)
  out[#out + 1] = u32(#shut)
  for _, i in ipairs(shut) do
    out[#out + 1] = u32(i - 1) .. char(g.shut[i])
  end
  out[#out + 1] = u32(#list)
  for _, link in ipairs(list) do
    local name = link.name or ""
    out[#out + 1] = u64(link.number) .. u32(link.from - 1) .. u32(link.to - 1)
      .. f64(link.price) .. f64(link.seconds)
      .. char(link.one_way and 1 or 0, #name) .. name
  end
end

--- All bytes except the sum. Grids are equal if these bytes are equal.
local function write(g)
  local shut = {}
  for i = 1, g.shut and #g.cells or 0 do
    if g.shut[i] > 0 then
      shut[#shut + 1] = i
    end
  end
  local list = g.links and g.links.list or {}
  local out = { MAGIC, u32(VERSION), u32(g.width), u32(g.height), u32(g.base_x),
    u32(g.base_y), u32(g.first_x), u32(g.first_y), f64(g.cell_width),
    f64(g.cell_height), f64(0), f64(g.origin_x), f64(g.origin_y), u32(0) }
  write_cells(out, g)
  write_ways(out, g, shut, list)
  return table.concat(out)
end

function map.methods.dump(self)
  local bytes = write(map.self(self, "dump"))
  return bytes .. sum_of(bytes, #bytes)
end

function map.Grid.__eq(first, second)
  local a, b = class.state(map.Grid, first), class.state(map.Grid, second)
  return a ~= nil and b ~= nil and write(a) == write(b)
end

-- Reading ---------------------------------------------------------------------

local DAMAGED = {} -- the error value inside load

local function need(is_sound)
  if not is_sound then
    error(DAMAGED)
  end
end

--- Takes bytes off a reader.
local function take(r, count)
  need(r.last - r.at + 1 >= count)
  r.at = r.at + count
  return r.bytes:byte(r.at - count, r.at - 1)
end

local function take_u32(r, low, high)
  local a, b, c, d = take(r, 4)
  local value = a + b * 256 + c * 2 ^ 16 + d * 2 ^ 24
  if low < 0 and d >= 128 then
    value = value - 2 ^ 32
  end
  need(value >= low and value <= high)
  return floor(value)
end

local function take_f64(r)
  local low, high = take_u32(r, 0, huge), take_u32(r, 0, huge)
  local exponent = floor(high / 2 ^ 20) % 2048
  local fraction = high % 2 ^ 20 * 2.0 ^ 32 + low
  local value
  if exponent == 2047 then
    value = fraction == 0 and huge or 0 / 0
  elseif exponent == 0 then
    value = fraction * 2.0 ^ -1074
  else
    value = (1 + fraction / 2.0 ^ 52) * 2.0 ^ (exponent - 1023)
  end
  return high >= 2 ^ 31 and -value or value
end

local function take_name(r)
  local length = take(r, 1)
  need(length <= MAX_NAME and r.last - r.at + 1 >= length)
  r.at = r.at + length
  return r.bytes:sub(r.at - length, r.at - 1)
end

local function is_near(edge, cell_size)
  return abs(edge) <= 2 ^ 53 and abs(edge) <= 2 ^ 32 * cell_size
end

--- Checks the place of a side of the grid. Some of its cells may lie before the
-- origin.
local function need_place(origin, cells, cell_size, before)
  need(cell_size >= 1 / FAR and cell_size <= FAR)
  for _, edge in ipairs { 0, cells, -before, cells - before } do
    need(is_near(origin + edge * cell_size, cell_size))
  end
end

local function is_sound_price(name, price)
  local has_price = price >= 1 / 1024 and price <= 1024
  if name == "open" then
    return has_price
  elseif name == "wall" then
    return price == huge
  end
  return (has_price or price == huge) and not name:find("\0", 1, true)
end

--- Takes the names in order, and the prices by name.
local function take_terrains(r)
  local names, prices, before = {}, {}, ""
  for i = 1, take_u32(r, 0, MAX_TERRAINS) do
    local price = take_f64(r)
    local name = take_name(r)
    need(is_sound_price(name, price) and is_before(before, name))
    names[i], prices[name], before = name, price, name
  end
  need(prices.open and prices.wall)
  return names, prices
end

local function take_shut(r, g)
  local before = 0
  for _ = 1, take_u32(r, 0, #g.cells) do
    local i, bits = take_u32(r, before, #g.cells - 1) + 1, take(r, 1)
    local x, y = map.place(g, i)
    need(bits > 0 and bits < 16)
    for d = 1, 4 do
      need(bits % 2 ^ d < 2 ^ (d - 1)
        or map.index(g, x + fences.DX[d], y + fences.DY[d]))
    end
    if not g.shut then
      fences.begin(g)
    end
    g.shut[i], before = bits, i
  end
end

local function take_links(r, g)
  local l, last = links.new(), #g.cells - 1
  for _ = 1, take_u32(r, 0, MAX_LINKS) do
    local low, high = take_u32(r, 0, huge), take_u32(r, 0, huge)
    local link = { number = floor(high * 2 ^ 32 + low),
      from = take_u32(r, 0, last) + 1, to = take_u32(r, 0, last) + 1,
      price = take_f64(r), seconds = take_f64(r), one_way = take(r, 1) }
    local name = take_name(r)
    need(link.number > l.given and link.number <= MAX_NUMBER
      and link.from ~= link.to and link.one_way <= 1
      and link.price >= 0 and link.price <= MAX_TOLL
      and link.seconds >= 0 and link.seconds <= MAX_TOLL
      and not name:find("\0", 1, true))
    link.one_way, link.name = link.one_way == 1, name ~= "" and name or nil
    links.append(l, link)
    need(l.names <= links.MAX_NAMES)
  end
  g.links = #l.list > 0 and l or nil
end

--- Reads a dump into the state of a grid; of hexagons: nil.
local function read(bytes)
  local r = { bytes = bytes, at = #MAGIC + 5, last = #bytes - CRC_SIZE }
  local width, height = take_u32(r, 1, MAX_SIDE), take_u32(r, 1, MAX_SIDE)
  local base_x, base_y = take_u32(r, -FAR, FAR), take_u32(r, -FAR, FAR)
  local first_x, first_y = take_u32(r, -FAR, FAR), take_u32(r, -FAR, FAR)
  local cell_width, cell_height = take_f64(r), take_f64(r)
  local cell_side, origin_x, origin_y = take_f64(r), take_f64(r), take_f64(r)
  if take_u32(r, 0, SHAPES - 1) > 0 then
    return nil
  end
  need(cell_side == 0)
  local names, prices = take_terrains(r)
  local first_cell, count = r.at, width * height
  need(count <= MAX_CELLS and r.last - r.at + 1 >= count)
  r.at = r.at + count
  need_place(origin_x, width, cell_width, first_x)
  need_place(origin_y, height, cell_height, first_y)

  local g = map.new(width, height, base_x, base_y, cell_width, cell_height,
    origin_x, origin_y)
  g.first_x, g.first_y = first_x, first_y
  local cell_of = {}
  for i, name in ipairs(names) do
    map.price(g, name, prices[name])
    local id = g.id_of[name]
    cell_of[i - 1], cell_of[i - 1 + CLOSED] = id, id + CLOSED
  end
  local cells = {}
  for i = 1, count do
    local cell = cell_of[bytes:byte(first_cell + i - 1)]
    need(cell and cell ~= map.WALL + CLOSED)
    cells[i] = cell
  end
  map.replace(g, cells)
  take_shut(r, g)
  take_links(r, g)
  need(r.at == r.last + 1)
  return g
end

--- core.load(string) -> grid | nil, "damaged" | "version"
local function load(bytes)
  local last = #bytes - CRC_SIZE
  if last < #MAGIC + 4 or bytes:sub(1, #MAGIC) ~= MAGIC
    or bytes:sub(last + 1) ~= sum_of(bytes, last) then
    return nil, "damaged"
  end
  if bytes:sub(#MAGIC + 1, #MAGIC + 4) ~= u32(VERSION) then
    return nil, "version"
  end
  local done, g = pcall(read, bytes)
  if done and not g then
    class.lacks("load", "a grid of hexagons")
  elseif done then
    return class.make(map.Grid, g)
  elseif g == DAMAGED then
    return nil, "damaged"
  end
  error(g, 0)
end

local dump = {}

function dump.open(core)
  core.load = load
end

return dump
