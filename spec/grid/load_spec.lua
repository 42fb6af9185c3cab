--- Saving a grid and loading it: grid:dump and tilepath.load. A dump may come
-- from a disk or from a stranger: nothing in it is trusted.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local numbers = require "spec.support.random"

local map, mistake = helper.map, helper.mistake
local huge = math.huge

local function drawn(options)
  options = options or {}
  options.legend = { ["~"] = "water", [","] = "road" }
  options.prices = { water = 4, road = 0.5, lava = false }
  local grid = tilepath.grid(map [[
    ..#.
    .~~#
    ,,..
  ]], options)
  grid:set_walkable(2, 2, false)
  return grid
end

-- Dumps as a stranger would write them ----------------------------------------

--- 32-bit exclusive or, without the operators of Lua 5.3.
local function xor(a, b)
  local result, bit = 0, 1
  for _ = 1, 32 do
    local x, y = a % 2, b % 2
    if x ~= y then
      result = result + bit
    end
    a, b, bit = (a - x) / 2, (b - y) / 2, bit * 2
  end
  return result
end

local crc_table = {}
for i = 0, 255 do
  local crc = i
  for _ = 1, 8 do
    local low = crc % 2
    crc = (crc - low) / 2
    if low == 1 then
      crc = xor(crc, 0xedb88320)
    end
  end
  crc_table[i] = crc
end

local function crc32(bytes)
  local crc = 0xffffffff
  for i = 1, #bytes do
    local low = crc % 256
    crc = xor((crc - low) / 256, crc_table[xor(low, bytes:byte(i))])
  end
  return xor(crc, 0xffffffff)
end

local function u32(value)
  local bytes = {}
  value = value % 2 ^ 32
  for i = 1, 4 do
    bytes[i] = string.char(value % 256)
    value = math.floor(value / 256)
  end
  return table.concat(bytes)
end

--- A double of few bits, an infinity or a NaN.
local function f64(value)
  if value ~= value then
    return "\0\0\0\0\0\0\248\127"
  elseif value == huge then
    return "\0\0\0\0\0\0\240\127"
  elseif value == -huge then
    return "\0\0\0\0\0\0\240\255"
  elseif value == 0 then
    return ("\0"):rep(8)
  end
  local fraction, exponent = math.abs(value), 0
  while fraction >= 1 do
    fraction, exponent = fraction / 2, exponent + 1
  end
  while fraction < 0.5 do
    fraction, exponent = fraction * 2, exponent - 1
  end
  local high = math.floor((fraction * 2 - 1) * 2 ^ 20)
    + (exponent + 1022) * 2 ^ 20 + (value < 0 and 2 ^ 31 or 0)
  return u32(0) .. u32(high)
end

local function named(name, price)
  return f64(price) .. string.char(#name) .. name
end

local function sealed(bytes)
  return bytes .. u32(crc32(bytes))
end

local NO_WAYS = u32(0) .. u32(0)

--- A dump of a 3x2 grid, with the values of `fields` instead of the right ones.
local function forge(fields)
  local function field(name, default)
    local value = fields[name]
    if value == nil then
      return default
    end
    return value
  end
  local terrains = field("terrains",
    { named("open", 1), named("road", 0.5), named("wall", huge) })
  return sealed(table.concat {
    field("magic", "tilepath"), u32(field("version", 9)),
    u32(field("width", 3)), u32(field("height", 2)),
    u32(field("base_x", 1)), u32(field("base_y", -7)),
    u32(field("first_x", 0)), u32(field("first_y", 0)),
    f64(field("cell_width", 32)), f64(field("cell_height", 16)),
    f64(field("cell_side", 0)), f64(field("origin_x", -0.5)),
    f64(field("origin_y", 0)), u32(field("shape", 0)),
    u32(field("count", #terrains)), table.concat(terrains),
    field("cells", "\0\1\2\0\129\128"), field("ways", NO_WAYS),
  })
end

local function damaged(dump)
  local grid, reason = tilepath.load(dump)
  return grid == nil and reason == "damaged"
end

describe("grid:dump", function()
  it("returns a string that loads as an equal grid", function()
    for _, grid in ipairs {
      drawn(), tilepath.grid(1, 1), tilepath.grid(65, 127),
      drawn { base = { 1, 1 }, cell_size = { 0.1, 1 / 3 },
        origin = { -4e8, 2 ^ -1060 } },
      tilepath.grid(2, 2, { base = { -2 ^ 30, 2 ^ 30 } }),
    } do
      local loaded = assert(tilepath.load(grid:dump()))
      assert.are.equal(grid, loaded)
      assert.are.equal(grid:dump(), loaded:dump())
    end
  end)

  it("keeps unused terrains and closed cells", function()
    local loaded = tilepath.load(drawn():dump())
    assert.are.equal(huge, loaded:terrain("lava"))
    assert.is_false(loaded:is_walkable(2, 2))
    assert.are.equal("water", (loaded:get(2, 2)))
    loaded:set_walkable(2, 2, true)
    assert.are.equal(4, loaded(2, 2))
    assert.are.equal("grid 4x3 (2 blocked)", tostring(loaded))
  end)

  it("is equal for equal grids, with any history of edits", function()
    local one, other = tilepath.grid(2, 1), tilepath.grid(2, 1,
      { origin = { -0 * 1, -(0 * 1.5) } })
    one:terrain("a", 1)
    one:terrain("b", 2)
    one:set(1, 1, "b")
    other:terrain("b", 9)
    other:terrain("a", 1)
    other:set(2, 1, "a")
    other:set(2, 1, "open")
    other:set(1, 1, "b")
    other:terrain("b", 2)
    assert.are.equal(one, other)
    assert.are.equal(one:dump(), other:dump())
  end)

  it("has the documented form, byte for byte", function()
    local grid = tilepath.grid({ { "open", "road", "wall" },
      { "open", "road", "open" } }, { base = { 1, -7 },
      cell_size = { 32, 16 }, origin = { -0.5, 0 }, prices = { road = 0.5 } })
    grid:set_walkable(2, -6, false)
    grid:set_walkable(3, -6, false)
    assert.are.equal(forge {}, grid:dump())
  end)

  it("is little larger than the map", function()
    assert.is_true(#tilepath.grid(300, 300):dump() < 90000 + 150)
  end)
end)

describe("tilepath.load", function()
  it("returns nil, 'damaged' for a dump with any byte changed", function()
    local dump = drawn():dump()
    for i = 1, #dump do
      local byte = dump:byte(i)
      for _, other in ipairs { (byte + 1) % 256, (byte + 128) % 256,
        255 - byte } do
        assert.is_true(damaged(
          dump:sub(1, i - 1) .. string.char(other) .. dump:sub(i + 1)))
      end
    end
  end)

  it("returns nil, 'damaged' for a dump cut off anywhere, or with more bytes "
    .. "at its end",
    function()
      local dump = drawn():dump()
      for i = 0, #dump - 1 do
        assert.is_true(damaged(dump:sub(1, i)))
      end
      for byte = 0, 255 do
        assert.is_true(damaged(dump .. string.char(byte)))
      end
      assert.is_true(damaged(dump .. dump))
    end)

  it("returns nil, 'damaged' for other text", function()
    for _, text in ipairs { "", "tilepath", ("\0"):rep(200),
      ("tilepath"):rep(9), sealed("tilepath" .. u32(9)),
      sealed("tilepath"), sealed("") } do
      assert.is_true(damaged(text))
    end
  end)

  it("trusts nothing about fences and links", function()
    local function side(place, bits)
      return u32(place) .. string.char(bits)
    end
    local function link(fields)
      local name = fields.name or "lift"
      return u32(fields.id or 1) .. u32(fields.high or 0)
        .. u32(fields.from or 0) .. u32(fields.to or 5)
        .. f64(fields.price or 1) .. f64(fields.seconds or 0)
        .. string.char(fields.one_way or 0, #name) .. name
    end
    local function ways(sides, links, more)
      return forge { ways = u32(#sides) .. table.concat(sides) .. u32(#links)
        .. table.concat(links) .. (more or "") }
    end
    local grid = assert(tilepath.load(ways({ side(0, 1), side(1, 4) },
      { link { name = "" }, link { id = 7, from = 5, to = 0, one_way = 1 } })))
    assert.are.same({ { x1 = 1, y1 = -7, x2 = 2, y2 = -7, one_way = false } },
      grid:fences())
    assert.are.equal(7, grid:links()[2].id)
    assert.are.equal("lift", grid:links(3, -6)[2].name)
    local nan = 0 / 0
    for i, dump in ipairs {
      ways({ side(0, 0) }, {}), ways({ side(0, 16) }, {}),
      ways({ side(0, 4) }, {}), ways({ side(0, 8) }, {}),
      ways({ side(2, 1) }, {}), ways({ side(3, 2) }, {}),
      ways({ side(6, 1) }, {}), ways({ side(1, 1), side(0, 1) }, {}),
      ways({ side(1, 1), side(1, 1) }, {}), ways({ side(0, 1) }, {}, "\0"),
      ways({}, { link { id = 0 } }), ways({}, { link { high = 2 ^ 21 } }),
      ways({}, { link {}, link {} }), ways({}, { link { to = 0 } }),
      ways({}, { link { from = 6 } }), ways({}, { link { to = 2 ^ 32 - 1 } }),
      ways({}, { link { price = nan } }), ways({}, { link { price = -1 } }),
      ways({}, { link { price = huge } }), ways({}, { link { seconds = nan } }),
      ways({}, { link { seconds = 2 ^ 21 } }),
      ways({}, { link { one_way = 2 } }),
      ways({}, { link { name = "a\0" } }),
      ways({}, { link { name = ("n"):rep(32) } }),
      forge { ways = "" }, forge { ways = u32(0) },
      forge { ways = u32(1) .. u32(0) },
      forge { ways = u32(2 ^ 32 - 1) .. u32(0) },
      forge { ways = u32(0) .. u32(1) .. link({}):sub(1, -2) },
      forge { ways = u32(0) .. u32(16385) .. link {} },
    } do
      assert.is_true(damaged(dump), "dump " .. i)
    end
    local links = {}
    for i = 1, 256 do
      links[i] = link { id = i, name = "kind " .. i }
    end
    assert.is_true(damaged(ways({}, links)))
    links[256] = nil
    assert.is_false(damaged(ways({}, links)))
  end)

  it("returns nil, 'version' for a whole dump of another version", function()
    for _, version in ipairs { 0, 1, 4, 8, 10, 2 ^ 32 - 1 } do
      local grid, reason = tilepath.load(forge { version = version })
      assert.is_nil(grid)
      assert.are.equal("version", reason)
    end
    local _, reason = tilepath.load(sealed("tilepath" .. u32(10) .. "anything"))
    assert.are.equal("version", reason)
  end)

  it("raises for a value that is not a string", function()
    assert.matches("^load: dump must be a string", mistake(function()
      tilepath.load(nil)
    end))
    assert.matches("^load: dump must be a string.*, got 1$", mistake(function()
      tilepath.load(1)
    end))
  end)
end)

describe("a forged dump with the right checksum", function()
  it("loads if all its fields are right", function()
    assert.are.equal(3, tilepath.load(forge {}).width)
  end)

  local function list(...)
    return { ... }
  end
  local open, wall = named("open", 1), named("wall", huge)
  local cases = {
    magic = { "Tilepath" },
    width = { 0, -1, 2, 4, 32768, 2 ^ 31, 2 ^ 32 - 1 },
    height = { 0, -1, 1, 3, 32768, 2 ^ 31 },
    base_x = { 2 ^ 30 + 1, -2 ^ 30 - 1, 2 ^ 31 },
    base_y = { 2 ^ 30 + 1, -2 ^ 30 - 1, 2 ^ 31 },
    first_x = { 2 ^ 30 + 1, -2 ^ 30 - 1, 2 ^ 31 },
    first_y = { 2 ^ 30 + 1, -2 ^ 30 - 1, 2 ^ 31 },
    cell_side = { 1, -1, 0 / 0, huge },
    shape = { 5, 2 ^ 31, 2 ^ 32 - 1 },
    cell_width = { 0, -1, 0 / 0, huge, -huge, 2 ^ -31, 2 ^ 31 },
    cell_height = { 0, -1, 0 / 0, huge, -huge, 2 ^ -31, 2 ^ 31 },
    origin_x = { 0 / 0, huge, -huge, 2 ^ 60 },
    origin_y = { 0 / 0, huge, -huge, -2 ^ 60 },
    count = { 0, 1, 2, 4, 127, 128, 2 ^ 31, 2 ^ 32 - 1 },
    cells = { "", "\0\0\0\0\0", "\0\0\0\0\0\0\0", "\0\0\0\0\0\3",
      "\0\0\0\0\0\131", "\0\0\0\0\0\127", "\0\0\0\0\0\130" },
    ways = { NO_WAYS .. "\0", NO_WAYS .. "tilepath" },
    terrains = {
      list(), list(open), list(wall), list(wall, open), list(open, open, wall),
      list(open, wall, wall), list(named("", 1), open, wall),
      list(named("a\0b", 1), open, wall), list(named("a", 0), open, wall),
      list(named("a", -1), open, wall), list(named("a", 2 ^ -11), open, wall),
      list(named("a", 1025), open, wall), list(named("a", 0 / 0), open, wall),
      list(named("a", -huge), open, wall), list(open, named("a", 1), wall),
      list(named(("a"):rep(32), 1), open, wall),
      list(named(("a"):rep(255), 1), open, wall),
      list(named("open", huge), wall), list(open, named("wall", 1)),
      list(named("ope", 1), named("wall", huge)),
    },
  }
  for field, values in pairs(cases) do
    it("is 'damaged' all the same: " .. field, function()
      for _, value in ipairs(values) do
        assert.is_true(damaged(forge {
          [field] = value,
          cells = field == "cells" and value
            or field == "terrains" and ("\0"):rep(6) or nil,
        }))
      end
    end)
  end

  it("loads with fields at their limits", function()
    for _, fields in ipairs {
      { base_x = 2 ^ 30, base_y = -2 ^ 30 },
      { terrains = list(named(("a"):rep(31), 1024), named("b", 2 ^ -10),
        named("c", huge), open, wall), cells = "\0\1\2\130\128\3" },
    } do
      local dump = forge(fields)
      assert.are.equal(dump, assert(tilepath.load(dump)):dump())
    end
    local full = {}
    for i = 1, 125 do
      full[i] = named(("a%03d"):format(i), 2)
    end
    full[126], full[127] = open, wall
    local dump = forge { terrains = full, cells = "\0\1\124\125\126\253" }
    assert.are.equal(dump, assert(tilepath.load(dump)):dump())
  end)

  it("never crashes the loader, with any random field", function()
    local random = numbers.new(20)
    local good = forge {}
    local body = good:sub(1, -5)
    for _ = 1, 1000 do
      local bytes = body
      for _ = 1, random(1, 4) do
        local at = random(9, #bytes)
        bytes = bytes:sub(1, at - 1) .. string.char(random(0, 255))
          .. bytes:sub(at + 1)
      end
      local grid, reason = tilepath.load(sealed(bytes))
      if grid then
        assert.are.equal(grid, tilepath.load(grid:dump()))
      else
        assert.is_true(reason == "damaged" or reason == "version")
      end
    end
  end)
end)
