--- Saving a grid and loading it: grid:dump and tilepath.load. A dump may come
-- from a disk or from a stranger: nothing in it is trusted.

local tilepath = require "tilepath"
local flat = require "tilepath.flat"
local helper = require "spec.support.helper"

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

local function words(list)
  return #list > 0 and table.concat(list, ";") .. ";" or ""
end

--- A terrain as its two words; the price is a text, too.
local function named(name, price)
  return ":" .. name .. ";=" .. price
end

local function titled(version)
  return ("tilepath-grid %d "):format(version)
end

--- A dump of a 3x2 grid, with the values of `fields` instead of the right ones.
local function forge(fields)
  local function field(name, default)
    local value = fields[name]
    if value == nil then
      return default
    end
    return value
  end
  return flat.seal(field("title", titled(10)) .. table.concat({
    words {
      "=" .. field("width", "3"), "=" .. field("height", "2"),
      "=" .. field("base_x", "1"), "=" .. field("base_y", "-7"),
      "=" .. field("cell_width", "32"), "=" .. field("cell_height", "16"),
      "=" .. field("origin_x", "-1^-1"), "=" .. field("origin_y", "0"),
      "=" .. field("first_x", "0"), "=" .. field("first_y", "0"),
      field("stagger", "=false"), "=" .. field("cell_side", "0"),
    },
    words(field("terrains",
      { named("open", "1"), named("road", "1^-1"), named("wall", "inf") })),
    field("fences", ""), field("links", ""),
    field("cells", "\0\1\2\0\129\128"),
  }, "\n"))
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
      ("tilepath"):rep(9), "tilepath-grid 10 ", flat.seal(titled(10)),
      flat.seal("tilepath-grid 10"), flat.seal("tilepath-gird 10 "),
      flat.seal("tilepath-grid 10 \n\n\n\n"), flat.seal("") } do
      assert.is_true(damaged(text))
    end
  end)

  it("trusts nothing about fences and links", function()
    local function link(fields)
      return words { "=" .. (fields.id or "1"), "=" .. (fields.x1 or "1"),
        "=-7", "=" .. (fields.x2 or "3"), "=-6", "=" .. (fields.price or "1"),
        "=" .. (fields.seconds or "0"), "=" .. (fields.one_way or "false"),
        ":" .. (fields.name or "lift") }
    end
    local grid = assert(tilepath.load(forge { fences = "1,-7,2,-7;",
      links = link { name = "" } .. link { id = "7", one_way = "true" } }))
    assert.are.same({ { x1 = 1, y1 = -7, x2 = 2, y2 = -7, one_way = false } },
      grid:fences())
    assert.are.equal(7, grid:links()[2].id)
    assert.are.equal("lift", grid:links(3, -6)[2].name)
    for i, fields in ipairs {
      { fences = "1,-7,1,-7;" }, { fences = "1,-7,3,-7;" },
      { fences = "1,-7,2,-6;" }, { fences = "0,-7,1,-7;" },
      { fences = "3,-7,4,-7;" }, { fences = "1,-7,1,-8,1;" },
      { fences = ("9"):rep(400) .. ",-7,1,-7;" },
      { links = link { id = "0" } }, { links = link { id = "1^53" } },
      { links = link { id = "1^-1" } }, { links = link {} .. link {} },
      { links = link { id = "2" } .. link {} },
      { links = link { x1 = "0" } }, { links = link { x2 = "4" } },
      { links = link { x1 = "1^-1" } }, { links = link { x1 = "nan" } },
      { links = link { price = "nan" } }, { links = link { price = "-1" } },
      { links = link { price = "inf" } }, { links = link { seconds = "nan" } },
      { links = link { seconds = "2097152" } },
      { links = link { one_way = "2" } }, { links = link { name = "a%00" } },
      { links = link { name = ("n"):rep(32) } },
      { links = link({}):sub(1, -7) .. "=1;" }, { links = "=1;=1;" },
      { links = (link {}):rep(2 ^ 15) },
    } do
      assert.is_true(damaged(forge(fields)), "dump " .. i)
    end
    local links = {}
    for i = 1, 256 do
      links[i] = link { id = i, name = "kind " .. i }
    end
    assert.is_true(damaged(forge { links = table.concat(links) }))
    links[256] = nil
    assert.is_false(damaged(forge { links = table.concat(links) }))
  end)

  it("returns nil, 'version' for a whole dump of another version", function()
    for _, version in ipairs { 0, 1, 9, 11, 2 ^ 31 - 1 } do
      local grid, reason = tilepath.load(forge { title = titled(version) })
      assert.is_nil(grid)
      assert.are.equal("version", reason)
    end
    local _, reason = tilepath.load(flat.seal(titled(11) .. "anything"))
    assert.are.equal("version", reason)
  end)

  it("passes on an error that is not the dump's", function()
    local hook = rawget(_G, "jit") == nil and debug.sethook
    if hook then
      local dump = drawn():dump()
      hook(function()
        hook()
        error("too late", 0)
      end, "", 100)
      local done, message = pcall(tilepath.load, dump)
      hook()
      assert.is_false(done)
      assert.are.equal("too late", message)
    end
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
  local open, wall = named("open", "1"), named("wall", "inf")
  local too_far = { "1^31", "-1^31", "1073741825", "1^-1", "nan", "inf" }
  local sizes = { "0", "-1", "nan", "inf", "1^-31", "1^31" }
  local cases = {
    title = { "Tilepath-grid 10 ", "tilepath-layer 10 " },
    width = { "0", "-1", "2", "4", "1^-1", "32768", "1^31", "inf", "nan", "" },
    height = { "0", "-1", "1", "3", "32768", "1^31", "true" },
    base_x = too_far, base_y = too_far, first_x = too_far, first_y = too_far,
    stagger = { ":", ":odd", "=true", "=1" },
    cell_width = sizes, cell_height = sizes,
    origin_x = { "nan", "inf", "1^60" }, origin_y = { "nan", "inf", "-1^60" },
    fences = { "\n" }, links = { "\n" },
    cells = { "", "\0\0\0\0\0", "\0\0\0\0\0\0\0", "\0\0\0\0\0\3",
      "\0\0\0\0\0\131", "\0\0\0\0\0\127", "\0\0\0\0\0\130",
      "\0\0\0\0\0\255" },
    terrains = {
      list(), list(open, open, wall), list(open, wall, wall),
      list(named("", "1"), open, wall), list(named("a%00b", "1"), open, wall),
      list(named("a", "0"), open, wall), list(named("a", "-1"), open, wall),
      list(named("a", "1^-11"), open, wall), list("=1;=1", open, wall),
      list(named("a", "1025"), open, wall), list(named("a", "nan"), open, wall),
      list(named("a", "true"), open, wall), list(open, wall, ":a"),
      list(named(("a"):rep(32), "1"), open, wall),
      list(named("open", "inf"), wall), list(open, named("wall", "1")),
    },
  }
  for field, values in pairs(cases) do
    local tag = field == "stagger" and " #core_c" or ""
    it("is 'damaged' all the same: " .. field .. tag, function()
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
      { base_x = "1073741824", base_y = "-1073741824" },
      { terrains = list(named(("a"):rep(31), "1024"), named("b", "1^-10"),
        named("c", "inf"), open, wall), cells = "\0\1\2\130\128\3" },
    } do
      local dump = forge(fields)
      assert.are.equal(dump, assert(tilepath.load(dump)):dump())
    end
    local full = {}
    for i = 1, 125 do
      full[i] = named(("a%03d"):format(i), "2")
    end
    full[126], full[127] = open, wall
    local dump = forge { terrains = full, cells = "\0\1\124\125\126\253" }
    assert.are.equal(dump, assert(tilepath.load(dump)):dump())
    full[128] = named("b", "2")
    assert.is_true(damaged(forge { terrains = full }))
  end)
end)
