--- Saving a grid and loading it: grid:save and tilepath.load. A dump may come
-- from a disk or from a stranger: nothing in it is trusted
-- (spec/laws/changed_dumps_spec.lua).

local tilepath = require "tilepath"
local flat = require "tilepath.serialize"

local function drawn(options)
  options = options or {}
  options.legend = { ["~"] = "water", [","] = "road" }
  options.prices = { water = 4, road = 0.5, lava = false }
  options.opaque = { water = true }
  local grid = tilepath.grid("..#.\n.~~#\n,,..", options)
  grid:set_walkable(2, 2, false)
  return grid
end

--- A dump of a 3x2 grid, with parts that a stranger has written.
local function forge(fields)
  local full = { title = "tilepath-grid 10 ",
    place = "=3;=2;=1;=-7;=32;=16;=-1^-1;=0;=0;=0;=false;=0;",
    terrains = ":open;=1;:road;=1^-1;:wall;=inf;", fences = "", links = "",
    cells = "\0\1\2\0\129\128" }
  for key, value in pairs(fields) do
    full[key] = value
  end
  return flat.seal(full.title .. table.concat({ full.place, full.terrains,
    full.fences, full.links, full.cells }, "\n"))
end

local function damaged(dump)
  local grid, reason = tilepath.load(dump)
  return grid == nil and reason == "damaged"
end

describe("grid:save", function()
  it("returns a string that loads as an equal grid", function()
    for _, grid in ipairs {
      drawn(), tilepath.grid(1, 1), tilepath.grid(65, 127),
      drawn { base = { 1, 1 }, cell_size = { 0.1, 1 / 3 },
        origin = { -4e8, 2 ^ -1060 } },
      tilepath.grid(2, 2, { base = { -2 ^ 30, 2 ^ 30 } }),
    } do
      local loaded = assert(tilepath.load(grid:save()))
      assert.are.equal(grid, loaded)
      assert.are.equal(grid:save(), loaded:save())
    end
  end)

  it("keeps unused terrains and closed cells", function()
    local loaded = tilepath.load(drawn():save())
    assert.are.equal(math.huge, loaded:terrain("lava"))
    assert.are.same({ 4, true }, { loaded:terrain("water") })
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
    one:terrain("aa", 2)
    one:set(1, 1, "aa")
    other:terrain("aa", 9)
    other:terrain("a", 1)
    other:set(2, 1, "a")
    other:set(2, 1, "open")
    other:set(1, 1, "aa")
    other:terrain("aa", 2)
    assert.are.equal(one, other)
    assert.are.equal(one:save(), other:save())
  end)

  it("has the documented form, byte for byte", function()
    local grid = tilepath.grid({ { "open", "road", "wall" },
      { "open", "road", "open" } }, { base = { 1, -7 },
      cell_size = { 32, 16 }, origin = { -0.5, 0 }, prices = { road = 0.5 } })
    grid:set_walkable(2, -6, false)
    grid:set_walkable(3, -6, false)
    assert.are.equal(forge {}, grid:save())
  end)
end)

describe("tilepath.load", function()
  it("returns nil, 'damaged' for a changed dump or other text", function()
    local dump = drawn():save()
    for i = 1, #dump do
      local other = string.char((dump:byte(i) + 128) % 256)
      assert.is_true(damaged(dump:sub(1, i - 1) .. other .. dump:sub(i + 1)))
      assert.is_true(damaged(dump:sub(1, i - 1)))
    end
    for _, text in ipairs { dump .. "\0", dump .. dump, "", "tilepath",
      ("\0"):rep(200), "tilepath-grid 10 ", flat.seal("tilepath-grid 10 "),
      flat.seal("tilepath-grid 10"), flat.seal("tilepath-gird 10 "),
      flat.seal("tilepath-grid 10 \n\n\n\n"), flat.seal("") } do
      assert.is_true(damaged(text))
    end
  end)

  it("ignores a line break at the end", function()
    local grid = drawn()
    local layer = tilepath.layer(grid)
    for _, stop in ipairs { "\r", "\n", "\r\n", " \r\n" } do
      assert.are.equal(grid, assert(tilepath.load(grid:save() .. stop)))
      assert(tilepath.load(layer:save() .. stop, grid))
      assert.is_true(damaged("\n" .. grid:save()))
    end
  end)

  it("returns nil, 'version' for a whole dump of another version", function()
    for _, version in ipairs { 0, 9, 12, 2 ^ 31 - 1 } do
      local title = ("tilepath-grid %d "):format(version)
      for _, dump in ipairs { forge { title = title },
        flat.seal(title .. "anything") } do
        assert.are.same({ nil, "version" }, { tilepath.load(dump) })
      end
    end
  end)

  it("returns nil, 'damaged' for forged values", function()
    for key, values in pairs {
      place = { "=3;=3;=1;=-7;=32;=16;=0;=0;=0;=0;=false;=0;",
        "=3;=2;=1^31;=-7;=32;=16;=0;=0;=0;=0;=false;=0;",
        "=3;=2;=1;=-7;=1^-31;=16;=0;=0;=0;=0;=false;=0;",
        "=3;=2;=1;=-7;=32;=16;=0;=1^60;=0;=0;=false;=0;" },
      terrains = { ":open;=1;:road;=1025;:wall;=inf;",
        ":open;=1;:road;=true;:wall;=inf;", ":open;=1;:wall;=inf;:wall;=inf;",
        ":open;=1;:a%00;=1;:wall;=inf;", ":open;=1;:wall;=1;" },
      fences = { "1,-7,2,-7", "x1,-7,2,-7;", ";", "1,-7,1,-7;", "1,-7,2,-6;", "0,-7,1,-7;", "1,-7,1,-8,1;",
        "1,-7,2,-7,;", "1,-7,2,-7,0;", "1,-7,2,-7,0,;", "1,-7,2,-7,kerb;",
        "1,-7,2,-7,,kerb;", "1,-7,2,-7,2,kerb;", "1,-7,2,-7,0,a,b;",
        "1,-7,2,-7,0," .. ("x"):rep(32) .. ";", "1,-7,2,-7,0,a%00;" },
      links = { "=1;", "=1;=1;=-7;=4;=-6;=1;=0;=false;:;",
        "=1;=1;=-7;=3;=-6;=nan;=0;=false;:;",
        ("=1;=1;=-7;=3;=-6;=1;=0;=false;:;"):rep(2),
        "=0;=1;=-7;=3;=-6;=1;=0;=false;:;" },
      cells = { "\0\0\0\0\0", "\0\0\0\0\0\3", "\0\0\0\0\0\131" },
    } do
      for _, value in ipairs(values) do
        assert.is_true(damaged(forge { [key] = value }), value)
      end
    end
    assert.is_false(damaged(forge { fences = "1,-7,2,-7;1,-7,2,-7,0,kerb;",
      links = "=7;=1;=-7;=3;=-6;=1;=0;=true;:lift;" }))
  end)

  it("returns a grid of the same revision on either core", function()
    local grid = drawn()
    grid:fence(1, 1, 2, 1)
    grid:link(1, 1, 3, 3)
    grid:link(2, 1, 4, 1)
    assert.are.equal(6, tilepath.load(grid:save()).revision)
  end)

  -- Otherwise this spec takes an hour.
  it("needs no more than one look at each byte of a dump or state", function()
    local crowd = tilepath.crowd(tilepath.grid(3, 2))
    local hero = tilepath.follower { x = 1, y = 1 }
    for _, junk in ipairs { "=", "1", "1,", ":" } do
      local line = junk:rep(2 ^ 18)
      for _, key in ipairs { "place", "terrains", "fences", "links" } do
        assert.is_true(damaged(forge { [key] = line }))
      end
      assert.are.same({ nil, "damaged" },
        { crowd:load(flat.close("crowd", line)) })
      assert.are.same({ nil, "damaged" },
        { hero:load(flat.close("follower", line)) })
    end
  end)

  it("accepts 127 terrains", function()
    local terrains = {}
    for i = 1, 126 do
      terrains[i] = (":a%03d;=2;"):format(i)
    end
    terrains[126] = ":open;=1;:wall;=inf;"
    local dump = forge { terrains = table.concat(terrains),
      cells = "\0\1\124\125\126\253" }
    assert.are.equal(dump, assert(tilepath.load(dump)):save())
    terrains[127] = ":x;=1;"
    assert.is_true(damaged(forge { terrains = table.concat(terrains) }))
  end)
end)
