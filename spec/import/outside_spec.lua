--- What lies outside of a map: tilesets and templates in files of their own, and
-- layers in base64, packed or not.

local tilepath = require "tilepath"
local import = require "spec.support.import_helper"

local row, says = import.row, import.says
local WALL = { { id = 1, properties = { walkable = false } } }

local function drawn(map, options)
  return tilepath.ascii((tilepath.from_tiled(map, options)))
end

--- A row whose only layer has this text as data.
local function texts(data, compression)
  local map = row(WALL, data)
  map.layers[1].encoding, map.layers[1].compression = "base64", compression
  return map
end

describe("a layer in base64", function()
  -- 1, 2 (flipped), 1; four bytes each, the lowest first.
  local BASE64 = "AQAAAAIAAIABAAAA"

  it("is read; blanks and line breaks do not count", function()
    assert.are.equal(".#.", drawn(texts(BASE64)))
    assert.are.equal(".#.", drawn(texts("\n  AQAAAAIA\n  AIABAAAA\n")))
    local map = row(WALL)
    map.layers[1] = import.chunked({ 0, 0, 3, 1, BASE64 },
      { 3, 0, 1, 1, "AgAAAA==" })
    map.layers[1].encoding = "base64"
    assert.are.equal(".#.#", drawn(map))
  end)

  it("is unpacked by `decompress`", function()
    local asked
    local options = { decompress = function(bytes, method)
      asked = bytes .. " " .. method
      return "\1\0\0\0\2\0\0\0\1\0\0\0"
    end }
    assert.are.equal(".#.", drawn(texts("UEFDS0VE", "zstd"), options))
    assert.are.equal("PACKED zstd", asked)
    says("data of layer 'layer1' is packed with 'zstd': give decompress = "
      .. "function(bytes, method), which returns the bytes, or set Tile Layer "
      .. "Format to CSV in the map's properties and save it again",
      texts("UEFDS0VE", "zstd"))
    says("decompress(layer 'layer1') must be a string of bytes, got nil",
      texts("UEFDS0VE", "gzip"), { decompress = function() end })
  end)

  it("is unpacked by LÖVE itself", function()
    local before = rawget(_G, "love")
    rawset(_G, "love", { data = { decompress = function(container, method, bytes)
      assert.are.equal("string zlib PACKED", table.concat({ container, method,
        bytes }, " "))
      return "\1\0\0\0\2\0\0\0\1\0\0\0"
    end } })
    local fine, shown = pcall(drawn, texts("UEFDS0VE", "zlib"))
    rawset(_G, "love", before)
    assert.are.same({ true, ".#." }, { fine, shown })
  end)

  it("raises if it is damaged or has another length", function()
    for _, data in ipairs { "AQAA!AIA", "AQA", "=AQA", "A=Q=" } do
      says("data of layer 'layer1' is a text, but no CSV and not in base64: "
        .. "set Tile Layer Format to CSV in the map's properties and save it again",
        texts(data))
    end
    says("length of data of layer 'layer1' must be 4 x 3 bytes, got 4",
      texts("AQAAAA=="))
    says("length of data of layer 'layer1' must be 4 x 3 bytes, got 13",
      texts("AQAA", "zlib"), { decompress = function()
        return ("\1"):rep(13)
      end })
  end)

  it("may be CSV", function()
    assert.are.equal(".#.", drawn(texts("\n1,2147483650,\n1\n")))
    says("length of data of layer 'layer1' must be 3 x 1, got 2", texts("1,2"))
  end)

  it("is what the type of data says: STI leaves the word behind", function()
    local map = texts({ { { gid = 1 }, { gid = 2 }, nil } }, "zlib")
    assert.are.equal(".##", drawn(map))
    map.layers[1].data = { 1, 2, 1 }
    assert.are.equal(".#.", drawn(map))
  end)
end)

describe("a tileset in a file of its own", function()
  it("is asked for by all its names; false: nothing is known", function()
    local asked = {}
    local map = row(nil, { 2, 10, 2 })
    map.tilesets = { { firstgid = 1, filename = "art/one.tsx",
      exportfilename = "art/one.lua" },
      { firstgid = 9, source = "art/two.tsj" } }
    assert.are.equal(".#.", drawn(map, { files = function(name)
      asked[#asked + 1] = name
      if name == "art/one.tsx" then return false end
      return name == "art/two.tsj" and { tiles = WALL } or nil
    end }))
    assert.are.equal("art/one.lua art/one.tsx art/two.tsj",
      table.concat(asked, " "))
    assert.are.equal("...", drawn(map, { files = false }))
    says("files('art/one.lua') must be a decoded file (a table), false or nil, "
      .. "got 'text'", map, { files = function() return "text" end })
  end)

  it("is named in full", function()
    local map, name = row(nil, { 2, 1, 2 }), ("long/"):rep(30) .. "set.tsx"
    map.tilesets[1] = { firstgid = 1, source = name }
    says("tilesets[1] is in a file of its own, '" .. name .. "': give it, files "
      .. "= function(name), which returns the decoded file, or false if nothing "
      .. "of it matters (or save the map with its tilesets: tiled --export-map "
      .. "--embed-tilesets)", map)
  end)

  it("may have the first gid of another, if it has no tiles", function()
    local map = row(WALL, { 2, 1, 2 })
    map.tilesets[2] = { name = "empty", firstgid = 1, tilecount = 0 }
    assert.are.equal("#.#", drawn(map))
    map.tilesets[2].tilecount = 1
    says("firstgid of tileset 'set' (tilesets[1]) must be a number that no other "
      .. "tileset has, got 1", map)
  end)
end)

describe("an object of a Tiled map", function()
  local function place_of(object, options, tiles)
    local map = import.with_objects({ object }, 3, 1)
    map.tilesets[1].tiles, map.tilesets[1].source = tiles, "art/set.tsx"
    local grid, places = tilepath.from_tiled(map, options)
    return places[1], grid
  end

  it("keeps its id, its gid and its table", function()
    local object = { id = 7, gid = 2 ^ 31 + 2, x = 0, y = 10, width = 10,
      height = 10 }
    local place = place_of(object, nil, {})
    assert.are.same({ 7, 2 }, { place.id, place.gid })
    assert.are.equal(object, place.object)
  end)

  it("has its own class and properties, or its tile's", function()
    local tiles = { { id = 1, class = "chest", properties = { gold = 7,
      open = false } } }
    local place = place_of({ gid = 2, x = 0, y = 10, properties = {
      open = true } }, nil, tiles)
    assert.are.same({ "chest", { gold = 7, open = true } }, { place.class,
      place.properties })
    place = place_of({ gid = 2, class = "box", x = 0, y = 10 }, nil, tiles)
    assert.are.equal("box", place.class)
    assert.are.same({ gold = 7, open = false }, tiles[1].properties)
  end)

  it("has all that its template says, unless it says otherwise", function()
    local template = { object = { name = "rock", class = "stone", width = 10,
      height = 10, gid = 5, properties = { { name = "hard", value = 3 },
        { name = "old", value = true } } },
      tileset = { firstgid = 4, source = "../art/set.tsx" } }
    local tiles = { { id = 1, properties = { walkable = false, old = false } } }
    local object = { id = 1, template = "rock.tj", x = 10, y = 10,
      properties = { { name = "hard", value = 9 } } }
    local place, grid = place_of(object, { files = { ["rock.tj"] = template } },
      tiles)
    assert.are.same({ "rock", "stone", "tile", 2, 15, 5, 10 }, { place.name,
      place.class, place.shape, place.gid, place.x, place.y, place.width })
    assert.are.same({ hard = 9, old = true, walkable = false },
      place.properties)
    assert.are.equal(object, place.object)
    assert.are.equal(".#.", tilepath.ascii(grid))
    place = place_of(object, { files = false }, tiles)
    assert.are.same({ "", "rectangle" }, { place.name, place.shape })
    says("objects[1] of layer 'things' (of a template) is in a file of its own, "
      .. "'rock.tj': give it, files = function(name), which returns the decoded "
      .. "file, or false if nothing of it matters (or save the map without "
      .. "templates: tiled --export-map --detach-templates)",
      import.with_objects({ object }, 3, 1))
  end)
end)
