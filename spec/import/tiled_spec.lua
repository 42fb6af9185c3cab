--- Maps of Tiled, as Tiled exports them (spec/fixtures/tiled/export.sh), and as
-- STI has them after loading.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local import = require "spec.support.import_helper"

local tiled = import.tiled

--- A grid as rows of characters.
local LEGEND = { ["~"] = "water", ["="] = "road", b = "bridge", m = "price 3",
  R = "roof" }

local function picture(grid)
  local legend = {}
  for character, terrain in pairs(LEGEND) do
    if grid:terrain(terrain) then
      legend[character] = terrain
    end
  end
  return tilepath.ascii(grid, { legend = legend })
end

local TOWN = helper.map [[
  ...~~...
  ===bb===
  ...~~.mm
  ...~~.mm
  ###~~...
  R..~~..#
]]

--- The town in each form.
local function towns()
  return {
    ["the Lua export"] = tiled "town.embed.lua",
    ["the JSON export"] = tiled "town.json",
    ["STI"] = import.sti(tiled "town.embed.lua"),
  }
end

--- A small map with one tileset and layers of gids.
local function small(tiles, ...)
  local map = { orientation = "orthogonal", width = 3, height = 1,
    tilewidth = 8, tileheight = 8, tilesets = { { name = "set", firstgid = 1,
      tilecount = 9, tiles = tiles } }, layers = {} }
  for i, data in ipairs { ... } do
    map.layers[i] = { type = "tilelayer", name = "layer" .. i, width = 3,
      height = 1, data = data }
  end
  return map
end

describe("from_tiled", function()
  it("reads the Lua export, the JSON export and STI's map alike", function()
    for form, map in pairs(towns()) do
      local grid = tilepath.from_tiled(map)
      assert.are.equal(TOWN, picture(grid), form)
      assert.are.same({ 1, 1, 16, 16, 0, 0 }, { grid.base_x, grid.base_y,
        grid.cell_width, grid.cell_height, grid.origin_x, grid.origin_y })
      assert.are.equal(0.5, grid:terrain("road"))
      assert.are.equal(math.huge, grid:terrain("water"))
      assert.are.equal(1, grid:terrain("bridge"))
      assert.are.equal(3, grid:terrain("price 3"))
    end
  end)

  it("returns the map's objects, in a list and by their names", function()
    for form, map in pairs(towns()) do
      local _, places = tilepath.from_tiled(map)
      assert.are.equal(9, #places, form)
      local start = places.start
      assert.are.equal(places[1], start)
      assert.are.same({ "start", "spawn", "things", "point", 8, 24, "east" },
        { start.name, start.class, start.layer, start.shape, start.x, start.y,
          start.properties.facing })
      assert.are.same({ 32, 40, 32, 16 }, { places.swamp.x, places.swamp.y,
        places.swamp.width, places.swamp.height })
      helper.near(48, places.turned.x)
      helper.near(8, places.turned.y)
      assert.are.same({ "tile", 104, 24 }, { places.chest.shape,
        places.chest.x, places.chest.y })
      assert.are.same({ 8, 24, 48, 24, 48, 72 }, places.patrol.points)
    end
  end)

  it("makes a grid for a path from one of its places", function()
    local grid, places = tilepath.from_tiled(tiled "town.embed.lua")
    local finder = tilepath.pathfinder(grid)
    local path = finder:find_world(places.start.x, places.start.y, 120, 24)
    assert.are.equal("8,24 24,24 40,24 56,24 72,24 88,24 104,24 120,24",
      helper.points(path))
  end)

  it("reads a map without bounds, with Tiled's own cell numbers", function()
    for form, map in pairs { lua = tiled "cave.embed.lua",
      json = tiled "cave.json", sti = import.sti(tiled "cave.embed.lua") } do
      local grid, places = tilepath.from_tiled(map)
      assert.are.same({ 32, 32, -16, -32, -256, -512 }, { grid.width,
        grid.height, grid.base_x, grid.base_y, grid.origin_x,
        grid.origin_y }, form)
      assert.are.equal("wall", (grid:get(-16, -20)))
      assert.are.equal("water", (grid:get(-8, -20)))
      assert.are.equal("bridge", (grid:get(-6, -16)))
      assert.are.equal("road", (grid:get(0, -9)))
      assert.are.equal("open", (grid:get_world(places.lair.x,
        places.lair.y)))
      assert.are.equal(1, tilepath.from_tiled(map, { base = 17 }).base_x)
    end
  end)

  it("reads layers with gaps between their chunks as empty there", function()
    local map = small({})
    map.layers[1] = { type = "tilelayer", name = "a", chunks = {
      { x = -5, y = 2, width = 1, height = 2, data = { 1, 0 } },
      { x = 4, y = 0, width = 2, height = 1, data = { 0, 1 } } } }
    local grid = tilepath.from_tiled(map)
    assert.are.same({ 11, 4, -5, 0 }, { grid.width, grid.height,
      grid.base_x, grid.base_y })
    assert.are.equal("grid 11x4 (42 blocked)", tostring(grid))
    assert.is_true(grid:is_walkable(-5, 2))
    assert.is_true(grid:is_walkable(5, 0))
  end)
end)

describe("a cell of a Tiled map", function()
  local TILES = { { id = 0, properties = { walkable = false } },
    { id = 1, class = "mud", properties = { price = 4 } },
    { id = 2, type = "grass" }, { id = 3, properties = { price = 2 } },
    { id = 4, properties = { walkable = true } },
    { id = 5, properties = { terrain = "wall" } },
    { id = 6, properties = { price = false } } }

  local function cell_of(...)
    local layers = {}
    for i, gid in ipairs { ... } do
      layers[i] = { gid, 0, 0 }
    end
    local unpack = rawget(table, "unpack") or rawget(_G, "unpack")
    return (tilepath.from_tiled(small(TILES, unpack(layers))):get(1, 1))
  end

  it("is a wall if any tile on it is not walkable", function()
    assert.are.equal("wall", cell_of(1, 2, 3))
    assert.are.equal("wall", cell_of(2, 1, 3))
    assert.are.equal("wall", cell_of(2, 3, 1))
    assert.are.equal("wall", cell_of(6, 3))
    assert.are.equal("wall", cell_of(7, 3))
    assert.are.equal("wall", cell_of(1, 5))
  end)

  it("else has the terrain or price of its topmost tile that names one",
    function()
      assert.are.equal("grass", cell_of(2, 3))
      assert.are.equal("mud", cell_of(3, 2))
      assert.are.equal("price 2", cell_of(2, 4))
      assert.are.equal("mud", cell_of(4, 2, 5, 8))
    end)

  it("is open if its tiles name nothing, and `empty` without a tile", function()
    assert.are.equal("open", cell_of(8))
    assert.are.equal("wall", cell_of(0))
    local map = small(TILES, { 0, 8, 3 })
    assert.are.equal("open", (tilepath.from_tiled(map, { empty = true })
      :get(1, 1)))
    assert.are.equal("grass", (tilepath.from_tiled(map, { empty = "grass" })
      :get(1, 1)))
    assert.are.equal("open", (tilepath.from_tiled(map, { empty = "grass" })
      :get(2, 1)))
  end)

  it("is the same for turned tiles", function()
    for flips = 1, 15 do
      assert.are.equal("mud", cell_of(2 + flips * 2 ^ 28))
      assert.are.equal("wall", cell_of(2, 1 + flips * 2 ^ 28))
    end
  end)
end)

describe("layers of a Tiled map", function()
  local function town(options)
    local all = {}
    for form, map in pairs(towns()) do
      local fine, grid = pcall(tilepath.from_tiled, map, options)
      all[form] = fine and picture(grid) or grid
    end
    assert.are.equal(all["the Lua export"], all["the JSON export"])
    assert.are.equal(all["the Lua export"], all["STI"])
    return all["STI"]
  end

  it("are read in the order of `layers`, by name, path or group", function()
    assert.are.equal(TOWN, town { layers = { "ground", "houses", "over" } })
    assert.are.equal(helper.map [[
      ...~~...
      ===~~===
      ...~~.mm
      ...~~.mm
      R.R~~...
      R..~~..#
    ]], town { layers = { "ground", "houses.roofs" } })
    assert.are.equal(helper.map [[
      ...~~...
      ===~~===
      ...~~.mm
      ...~~.mm
      ###~~...
      ...~~..#
    ]], town { layers = { "over", "walls", "ground" } })
  end)

  it("block with all their tiles if `blocking` or `collidable` names them",
    function()
      assert.are.equal(helper.map [[
        ...~~...
        ===##===
        ...~~.mm
        ...~~.mm
        ###~~...
        R..~~#.#
      ]], town { blocking = { "over" } })
      assert.are.equal(helper.map [[
        ...~~...
        ===bb===
        ...~~.mm
        ...~~.mm
        ###~~...
        #..~~..#
      ]], town { blocking = { "houses" } })
    end)

  it("may have their own property `collidable`, true or false", function()
    local map = small({}, { 1, 1, 0 })
    map.layers[1].properties = { collidable = true }
    assert.are.equal("###", picture(tilepath.from_tiled(map)))
    map.layers[1].properties = { { name = "collidable", type = "bool",
      value = false } }
    assert.are.equal("..#", picture(tilepath.from_tiled(map)))
  end)

  it("raise for unknown names", function()
    for option, what in pairs { layers = "a tile layer of the map",
      blocking = "a layer of the map" } do
      assert.are.equal(("from_tiled: %s[2] must be %s, got 'wals'"):format(
        option, what), helper.mistake(function()
          tilepath.from_tiled(tiled "town.json",
            { [option] = { "walls", "wals" } })
        end))
    end
    assert.are.equal("from_tiled: layers[1] must be a tile layer of the map, "
      .. "got 'things'", helper.mistake(function()
        tilepath.from_tiled(tiled "town.json", { layers = { "things" } })
      end))
  end)

  it("raise if they are encoded, and say what to do", function()
    for _, name in ipairs { "packed.lua", "packed.json" } do
      assert.are.equal("from_tiled: data of layer 'ground' is encoded (base64):"
        .. " set Tile Layer Format to CSV in the map's properties and save it "
        .. "again, or put the decoded list of gids there",
        helper.mistake(function() tilepath.from_tiled(tiled(name)) end))
    end
  end)
end)

describe("tilesets of a Tiled map", function()
  it("in separate files raise, unless the call has them", function()
    for name, file in pairs { ["town.lua"] = "tiles.lua",
      ["town.separate.json"] = "tiles.json" } do
      assert.are.equal("from_tiled: tileset 'tiles.tsx' is in a file of its "
        .. "own, so the map does not have the properties of its tiles: "
        .. "embed it (tiled --export-map --embed-tilesets), or give it, "
        .. "tilesets = { ['tiles.tsx'] = decoded }; with false its tiles "
        .. "have no properties",
        helper.mistake(function() tilepath.from_tiled(tiled(name)) end))
      assert.are.equal(TOWN, picture(tilepath.from_tiled(tiled(name), {
        tilesets = { ["tiles.tsx"] = tiled(file) } })))
      assert.are.equal(helper.map [[
        ........
        ........
        ........
        ........
        ###.....
        .......#
      ]], picture(tilepath.from_tiled(tiled(name), {
        tilesets = { ["tiles.tsx"] = false } })))
    end
  end)

  it("can be several; a gid belongs to the last tileset that begins before it",
    function()
      local map = small({ { id = 1, class = "mud" } }, { 2, 101, 112 })
      map.tilesets[2] = { name = "b", firstgid = 111, tiles = {
        { id = 1, properties = { walkable = false } } } }
      map.tilesets[3] = { name = "c", firstgid = 101, tilecount = 4,
        tiles = { { id = 0, class = "sand" } } }
      local grid = tilepath.from_tiled(map)
      assert.are.same({ "mud", "sand", "wall" }, { (grid:get(1, 1)),
        (grid:get(2, 1)), (grid:get(3, 1)) })
    end)

  it("define prices for all tiles of a terrain, used on the map or not",
    function()
      local tiles = { { id = 0, class = "mud" },
        { id = 5, class = "mud", properties = { price = 4 } } }
      local grid = tilepath.from_tiled(small(tiles, { 1, 1, 1 }))
      assert.are.same({ "mud", 4 }, { grid:get(1, 1) })
      assert.are.same({ "mud", 7 }, { tilepath.from_tiled(
        small(tiles, { 1, 1, 1 }), { prices = { mud = 7 } }):get(1, 1) })
      tiles[3] = { id = 6, class = "mud", properties = { price = 5 } }
      assert.are.equal("from_tiled: price of tile 6 of tileset 'set' "
        .. "(tilesets[1]) must be 4, the price of terrain 'mud' at tile 5 of "
        .. "tileset 'set' (tilesets[1]), got 5", helper.mistake(function()
          tilepath.from_tiled(small(tiles, { 1, 1, 1 }))
        end))
    end)

  it("have the properties that `properties` names", function()
    local map = small({ { id = 0, class = "x", properties = { kind = "mud",
      cost = 2, free = false, walkable = false, price = "much" } } },
      { 1, 0, 0 })
    local function get(properties)
      return (tilepath.from_tiled(map, { properties = properties }):get(1, 1))
    end
    assert.are.equal("mud", get { terrain = "kind", price = "cost",
      walkable = "open" })
    assert.are.equal("wall", get { terrain = "kind", price = "cost",
      walkable = "free" })
    assert.are.equal("price 2", get { terrain = false, price = "cost",
      walkable = false })
    assert.are.equal("x", get { price = false, walkable = false })
  end)
end)

describe("a mistake in a Tiled map raises, with its place:", function()
  local function says(expected, change, options)
    local map = small({ { id = 0, properties = {} } }, { 1, 0, 1 })
    change(map)
    assert.are.equal("from_tiled: " .. expected, helper.mistake(function()
      tilepath.from_tiled(map, options)
    end))
  end

  it("tiles", function()
    local tile = "of tile 0 of tileset 'set' (tilesets[1]) must be "
    local function with(expected, properties, class)
      says(expected, function(map)
        map.tilesets[1].tiles[1].properties = properties
        map.tilesets[1].tiles[1].class = class
      end)
    end
    with("property 'walkable' " .. tile .. "true or false, got 'false'",
      { walkable = "false" })
    with("property 'price' " .. tile .. "a number from 1/1024 to 1024, or "
      .. "false, got '3'", { price = "3" })
    with("property 'price' " .. tile .. "a number from 1/1024 to 1024, or "
      .. "false, got nan", { { name = "price", value = 0 / 0 } })
    with("property 'price' " .. tile .. "false: no agent can enter a wall, "
      .. "got 3",
      { price = 3, terrain = "wall" })
    with("property 'price' " .. tile .. "a number from 1/1024 to 1024, got "
      .. "false", { price = false, terrain = "open" })
    with("property 'terrain' " .. tile .. "a string, got 5", { terrain = 5 })
    with("terrain " .. tile .. "a name of 1 to 31 bytes, none zero, got '"
      .. ("x"):rep(32) .. "'", {}, ("x"):rep(32))
    with("class of tile 0 of tileset 'set' (tilesets[1]) must be a "
      .. "string, got table", {}, {})
  end)

  it("gids", function()
    local cell = "data[2] of layer 'layer1' (tile 1, 0) must be "
    for shown, gid in pairs { ["nan"] = 0 / 0, ["-1"] = -1, ["1.5"] = 1.5,
      ["'1'"] = "1", ["4294967296"] = 2 ^ 32, ["true"] = true } do
      says(cell .. "a gid, a whole number from 0 to 4294967295, got " .. shown,
        function(map) map.layers[1].data[2] = gid end)
    end
    says(cell .. "a tile of the map's tilesets, got 10", function(map)
      map.layers[1].data[2] = 10
    end)
    says(cell .. "a tile of the map's tilesets, got 3", function(map)
      map.layers[1].data[2], map.tilesets[1].firstgid = 3, 5
      map.layers[1].data[1], map.layers[1].data[3] = 5, 5
    end)
    says("data[1][2] of layer 'layer1' must be a tile with its gid, got table",
      function(map) map.layers[1].data = { { nil, {} } } end)
  end)

  it("orientations", function()
    assert.are.equal("from_tiled: the map is staggered: its cells have other "
      .. "neighbours than squares and hexagons. Orthogonal, isometric and "
      .. "hexagonal maps can be read",
      helper.mistake(function()
        tilepath.from_tiled(tiled "staggered.lua")
      end))
    says("orientation of the map must be 'orthogonal', 'isometric' or "
      .. "'hexagonal', got nil", function(map) map.orientation = nil end)
  end)

  it("sizes", function()
    says("width of the map must be a whole number from 1 to 32767, got "
      .. "1000000000", function(map) map.width = 1e9 end)
    says("width of layer 'layer1' must be 4, as in the map, got 3",
      function(map) map.width = 4 end)
    says("length of data of layer 'layer1' must be 3 x 1, got 2",
      function(map) map.layers[1].data[3] = nil end)
    says("data of layer 'layer1' must be a table, got nil",
      function(map) map.layers[1].data = nil end)
    says("tilewidth of the map must be a whole number from 1 to 16777216, got "
      .. "nan", function(map) map.tilewidth = 0 / 0 end)
    says("the map has 1000001 x 1 cells, and a grid has room for 32767 on a "
      .. "side", function(map)
        map.layers[1] = { type = "tilelayer", name = "a", chunks = {
          { x = 0, y = 0, width = 1, height = 1, data = { 1 } },
          { x = 1e6, y = 0, width = 1, height = 1, data = { 1 } } } }
      end)
    says("the map has no tile: its layers have no chunks", function(map)
      map.layers[1] = { type = "tilelayer", name = "a", chunks = {} }
    end)
  end)

  it("layers", function()
    says("type of layer 'layer1' must be 'tilelayer', 'objectgroup', "
      .. "'imagelayer' or 'group', got 'tiles'",
      function(map) map.layers[1].type = "tiles" end)
    says("name of layers[1] must be a string, got nil",
      function(map) map.layers[1].name = nil end)
    says("property 'collidable' of layer 'layer1' must be true or false, got "
      .. "'true'", function(map)
        map.layers[1].properties = { collidable = "true" }
      end)
    says("layers[2] must be a layer that is not in the map twice, got "
      .. "table", function(map) map.layers[2] = map.layers[1] end)
    says("layers[2] of group 'g' must be a table, got 3", function(map)
      map.layers[2] = { type = "group", name = "g", layers = {
        { type = "imagelayer", name = "i" }, 3 } }
    end)
  end)

  it("too many terrains", function()
    local names = {}
    for i = 1, 130 do
      names[i] = { id = i, class = "terrain " .. i }
    end
    says("the map names 130 terrains, and a grid has room for 125 beside "
      .. "'open' and 'wall' (a tile's class is one, too, unless "
      .. "properties = { terrain = false })",
      function(map) map.tilesets[1].tiles = names end)
  end)

  it("options", function()
    local function nothing() end
    says("unknown option 'layer' (did you mean 'layers'?)", nothing,
      { layer = {} })
    says("layers must be a list of names, got 'a'", nothing, { layers = "a" })
    says("layers[1] must be a name, got 3", nothing, { layers = { 3 } })
    says("empty must be a terrain of the grid, true or false, got 'mud'",
      nothing, { empty = "mud" })
    says("objects['a'] must be a terrain of the grid, true or false, got 3",
      nothing, { objects = { a = 3 } })
    says("unknown option 'cost' (options: fence, ledge, price, terrain, "
      .. "walkable)", nothing, { properties = { cost = "c" } })
    says("properties['price'] must be a name or false, got 3", nothing,
      { properties = { price = 3 } })
    says("prices['open'] must be a number from 1/1024 to 1024, got false",
      nothing, { prices = { open = false } })
    says("tilesets['a'] must be a table or false, got true", nothing,
      { tilesets = { a = true } })
    says("base must be a whole number from -1073741824 to 1073741824, got 0.5",
      nothing, { base = 0.5 })
  end)
end)

--- The grid and the places of a map, or the error.
local function outcome(map)
  local fine, grid, places = pcall(tilepath.from_tiled, map)
  if not fine then
    return { (tostring(grid):gsub("^[^ ]* ", "")) }
  end
  return { grid:dump(), places }
end

describe("a fixture of Tiled", function()
  it("equals its new export by Tiled", function()
    local pipe = io.popen("command -v tiled")
    local found = pipe:read("*a") ~= ""
    pipe:close()
    if not found then
      pending("tiled is not installed")
      return
    end
    local top = helper.temporary_folder()
    local folder = top .. "tiled"
    local export = io.popen(("f=%s; cp -r spec/fixtures/tiled $f && "
      .. "$f/export.sh 2>&1; cd $f && ls *.lua *.json"):format(folder))
    local text, compared = export:read("*a"), 0
    export:close()
    for name in text:gmatch("([%w.]+)\n") do
      if not name:find("^tiles") then
        assert.are.same(outcome(tiled(name)),
          outcome(import.decoded(folder .. "/" .. name)), name)
        compared = compared + 1
      end
    end
    os.execute("rm -r " .. top)
    assert.are.equal(11, compared, text)
  end)
end)
