--- Maps of Tiled, in the forms of its Lua and its JSON export, and as
-- STI has them after loading.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local import = require "spec.support.import_helper"

local row, says = import.row, import.says

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

describe("from_tiled", function()
  it("reads the Lua export, the JSON export and STI's map alike", function()
    for form, map in pairs(import.towns()) do
      local grid, places = tilepath.from_tiled(map)
      assert.are.equal(TOWN, picture(grid), form)
      assert.are.same({ 1, 1, 16, 16, 0, 0 }, { grid.base_x, grid.base_y,
        grid.cell_width, grid.cell_height, grid.origin_x, grid.origin_y })
      assert.are.same({ 0.5, math.huge, 1, 3 }, { grid:terrain("road"),
        grid:terrain("water"), grid:terrain("bridge"),
        (grid:terrain("price 3")) })
      assert.are.equal(9, #places, form)
      local start, chest = places.start, places.chest
      assert.are.equal(places[1], start)
      assert.are.same({ "start", "spawn", "things", "point", 8, 24, "east" },
        { start.name, start.class, start.layer, start.shape, start.x, start.y,
          start.properties.facing })
      assert.are.same({ 32, 40, 32, 16 }, { places.swamp.x, places.swamp.y,
        places.swamp.width, places.swamp.height })
      helper.near(48, places.turned.x)
      helper.near(8, places.turned.y)
      assert.are.same({ "tile", 104, 24 }, { chest.shape, chest.x, chest.y })
      assert.are.same({ 8, 24, 48, 24, 48, 72 }, places.patrol.points)
    end
  end)

  it("takes what `require` returns, and gives other calls what they take",
    function()
      local map = import.town()
      package.preload["spec.town"] = function() return map end
      local grid = tilepath.from_tiled(require "spec.town")
      package.loaded["spec.town"], package.preload["spec.town"] = nil, nil
      assert.are.equal(TOWN, picture(grid))
      assert.are.equal(TOWN, picture((tilepath.from_tiled(map, "maps/town.lua"))))
      assert.are.equal(TOWN, picture((tilepath.from_tiled(map, ":preload:"))))
      says("options must be a table, got 'town'", map, "town")
      map = import.with_objects({ { name = "path", x = 5, y = 5, point = true } },
        2, 1)
      assert.are.equal("..", tilepath.ascii(tilepath.from_tiled(map)))
      assert.are.equal(tilepath.svg((tilepath.from_tiled(map))),
        tilepath.svg(tilepath.from_tiled(map)))
      assert.are.equal("picture of 0 parts",
        tostring(tilepath.picture(tilepath.from_tiled(map))))
      assert.is_true(tilepath.pathfinder(tilepath.from_tiled(map)):is_reachable(
        1, 1, 2, 1))
      assert.are.equal("ascii: unknown option 1 (options: fences, legend, path)",
        helper.mistake(function() tilepath.ascii((tilepath.from_tiled(map)),
          { { name = "x" } }) end))
    end)

  it("reads chunks with Tiled's own cell numbers, and gaps as empty", function()
    local chunks = import.chunked({ -5, 2, 1, 2, { 1, 0 } },
      { 4, -1, 2, 1, { 0, 1 } })
    chunks.offsetx, chunks.offsety, chunks.properties = 0, 0, {}
    local map = import.map(3, 1, { chunks })
    for form, one in pairs { tiled = map, sti = import.sti(import.copy(map)) } do
      local grid = tilepath.from_tiled(one)
      assert.are.same({ -5, -1, -50, -10 }, { grid.base_x, grid.base_y,
        grid.origin_x, grid.origin_y }, form)
      assert.are.equal("grid 11x5 (53 blocked)", tostring(grid))
      assert.is_true(grid:is_walkable(-5, 2) and grid:is_walkable(5, -1))
      assert.are.equal(12, tilepath.from_tiled(one, { base = 17 }).base_x)
    end
  end)
end)

describe("a cell of a Tiled map", function()
  local TILES = { { id = 0, properties = { walkable = false } },
    { id = 1, class = "mud", properties = { price = 4 } },
    { id = 2, type = "grass" }, { id = 3, properties = { price = 2 } },
    { id = 4, properties = { walkable = true } },
    { id = 5, properties = { terrain = "wall" } },
    { id = 6, properties = { price = false } } }

  --- The terrain under these gids, the lowest first.
  local function cell_of(gids)
    local map = row(TILES)
    for i, gid in ipairs(gids) do
      map.layers[i] = { type = "tilelayer", name = "layer" .. i, width = 3,
        height = 1, data = { gid, 0, 0 } }
    end
    return (tilepath.from_tiled(map):get(1, 1))
  end

  it("is a wall if a tile bars it, else the topmost terrain", function()
    for i, case in ipairs { { "wall", 1, 2, 3 }, { "wall", 2, 1, 3 },
      { "wall", 2, 3, 1 }, { "wall", 6, 3 }, { "wall", 7, 3 },
      { "wall", 1, 5 }, { "grass", 2, 3 }, { "mud", 3, 2 },
      { "price 2", 2, 4 }, { "mud", 4, 2, 5, 8 }, { "open", 8 },
      { "wall", 0 } } do
      local expected = table.remove(case, 1)
      assert.are.equal(expected, cell_of(case), i)
    end
  end)

  it("has `empty` without a tile", function()
    local map = row(TILES, { 0, 8, 3 })
    for shown, empty in pairs { ["..g"] = true, ["g.g"] = "grass" } do
      assert.are.equal(shown, tilepath.ascii(
        (tilepath.from_tiled(map, { empty = empty }))))
    end
  end)
end)

describe("layers of a Tiled map", function()
  local function town(options)
    local shown
    for form, map in pairs(import.towns()) do
      local one = picture(tilepath.from_tiled(map, options))
      shown = shown or one
      assert.are.equal(shown, one, form)
    end
    return shown
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

  it("are moved by their x and y, and cut at the border of the map", function()
    local TILES = { { id = 1, class = "mud" } }
    for expected, at in pairs { [".mm\n..."] = { 1, 0 }, ["m..\n..."] = { -1, 0 },
      ["...\n.mm"] = { 1, 1 }, ["...\n..."] = { 3, 0 },
      ["mm.\n..."] = { 0, nil } } do
      local map = row(TILES, { 1, 1, 1, 1, 1, 1 }, { 2, 2, 0 })
      map.height, map.layers[1].height = 2, 2
      map.layers[2].x, map.layers[2].y = at[1], at[2]
      local lines = tilepath.ascii((tilepath.from_tiled(map)))
      assert.are.equal(expected, lines)
      map.layers[2].offsetx, map.layers[2].offsety = 10, 10
      assert.are.equal(lines, tilepath.ascii((tilepath.from_tiled(map))))
    end
    local chunks = import.chunked({ 4, 5, 2, 1, { 2, 1 } })
    chunks.x, chunks.y = -3, 2
    local map = row(TILES)
    map.layers[1] = chunks
    local grid = tilepath.from_tiled(map)
    assert.are.same({ 1, 7, "mud" }, { grid.base_x, grid.base_y,
      (grid:get(1, 7)) })
    chunks.x = 0.5
    says("x of layer 'a' must be a whole number from -1073741824 to 1073741824, "
      .. "got 0.5", map)
  end)

  it("are those of the whole name, if there is one", function()
    local map = row({ { id = 1, class = "mud" } }, { 1, 1, 1 }, { 2, 2, 2 })
    local inner = map.layers[2]
    inner.name = "layer1"
    map.layers[2] = { type = "group", name = "g", layers = { inner } }
    assert.are.equal("...", tilepath.ascii((tilepath.from_tiled(map,
      { layers = { "layer1" } }))))
  end)
end)

describe("tilesets of a Tiled map", function()
  it("can be several; a gid belongs to the last one before it", function()
    local map = row({ { id = 1, class = "mud" } }, { 2, 101, 112 })
    map.tilesets[2] = { name = "b", firstgid = 111, tiles = {
      { id = 1, properties = { walkable = false } } } }
    map.tilesets[3] = { name = "c", firstgid = 101, tilecount = 4,
      tiles = { { id = 0, class = "sand" } } }
    local grid = tilepath.from_tiled(map)
    assert.are.same({ "mud", "sand", "wall" }, { (grid:get(1, 1)),
      (grid:get(2, 1)), (grid:get(3, 1)) })
  end)

  it("define prices for all tiles of a terrain, unless `prices` does", function()
    local tiles = { { id = 0, class = "mud" },
      { id = 5, class = "mud", properties = { price = 4 } } }
    local map = row(tiles, { 1, 1, 1 })
    assert.are.same({ "mud", 4, false }, { tilepath.from_tiled(map):get(1, 1) })
    assert.are.same({ "mud", 7, false }, { tilepath.from_tiled(map,
      { prices = { mud = 7 } }):get(1, 1) })
    tiles[3] = { id = 6, class = "mud", properties = { price = 5 } }
    says("price of tile 6 of tileset 'set' (tilesets[1]) must be 4, the price "
      .. "of terrain 'mud' at tile 5 of tileset 'set' (tilesets[1]), got 5", map)
  end)

  it("have the properties that `properties` names", function()
    local map = row({ { id = 0, class = "x", properties = { kind = "mud",
      cost = 2, free = false, walkable = false, price = "much" } } },
      { 1, 0, 0 })
    for expected, properties in pairs {
      mud = { terrain = "kind", price = "cost", walkable = "open" },
      wall = { terrain = "kind", price = "cost", walkable = "free" },
      ["price 2"] = { terrain = false, price = "cost", walkable = false },
      x = { price = false, walkable = false } } do
      assert.are.equal(expected, (tilepath.from_tiled(map,
        { properties = properties }):get(1, 1)))
    end
  end)
end)

describe("a mistake in a Tiled map raises, with its place:", function()
  it("tiles", function()
    local tile = " of tile 0 of tileset 'set' (tilesets[1]) must be "
    local PRICE = "property 'price'" .. tile
    for expected, fields in pairs {
      ["property 'walkable'" .. tile .. "true or false, got 'no'"] =
        { properties = { walkable = "no" } },
      [PRICE .. "a number from 1/1024 to 1024, or false, got 'much'"] =
        { properties = { price = "much" } },
      [PRICE .. "a number from 1/1024 to 1024, or false, got nan"] =
        { properties = { { name = "price", value = 0 / 0 } } },
      [PRICE .. "false: only prices of a pathfinder open walls, got 3"] =
        { properties = { price = 3, terrain = "wall" } },
      ["property 'terrain'" .. tile .. "a string, got 5"] =
        { properties = { terrain = 5 } },
      ["terrain" .. tile .. "a name of 1 to 31 bytes, none zero, got '"
        .. ("x"):rep(32) .. "'"] = { properties = { terrain = ("x"):rep(32) } },
      ["class" .. tile .. "a string, got table"] = { class = {} },
    } do
      fields.id = 0
      says(expected, row({ fields }, { 1, 0, 1 }))
    end
  end)

  it("gids", function()
    local cell = "data[2] of layer 'layer1' (tile 1, 0) must be "
    for shown, gid in pairs { ["nan"] = 0 / 0, ["-1"] = -1, ["1.5"] = 1.5,
      ["'1'"] = "1", ["4294967296"] = 2 ^ 32, ["true"] = true } do
      says(cell .. "a gid, a whole number from 0 to 4294967295, got " .. shown,
        row({}, { 1, gid, 1 }))
    end
    says(cell .. "a tile of the map's tilesets (or say what it is, "
      .. "unknown = true), got 10", row({}, { 1, 10, 1 }))
    local map = row({}, { 5, 3, 5 })
    map.tilesets[1].tilecount = 0
    says("data[1] of layer 'layer1' (tile 0, 0) must be a tile of the map's "
      .. "tilesets (or say what it is, unknown = true), got 5 (tileset 'set' "
      .. "(tilesets[1]) has no tiles: was its picture missing when it was "
      .. "exported?)", map)
    map.tilesets[1].tilecount = 9
    map.tilesets[1].firstgid = 5
    says(cell .. "a tile of the map's tilesets (or say what it is, "
      .. "unknown = true), got 3", map)
    says("data[1][2] of layer 'layer1' must be a tile with its gid, got table",
      row({}, { { nil, {} } }))
  end)

  it("its form, sizes and layers", function()
    local function wrong(expected, change)
      local map = row({}, { 1, 0, 1 })
      change(map, map.layers[1])
      says(expected, map)
    end
    for expected, field in pairs {
      ["staggeraxis of the map must be 'x' or 'y', got nil"] =
        { "orientation", "staggered" },
      ["width of the map must be a whole number from 1 to 32767, got 1000000000"]
        = { "width", 1e9 },
      ["the map has no tile: its layers have no chunks"] =
        { "layers", { import.chunked() } },
      ["orientation of the map must be 'orthogonal', 'isometric', 'staggered' "
        .. "or 'hexagonal', got 'round'"] = { "orientation", "round" },
      ["length of data of layer 'layer1' must be 3 x 1, got 2"] =
        { "data", { 1, 0 }, true },
      ["type of layer 'layer1' must be 'tilelayer', 'objectgroup', 'imagelayer' "
        .. "or 'group', got 'tiles'"] = { "type", "tiles", true },
      ["name of layers[1] must be a string, got nil"] = { "name", nil, true },
      ["property 'collidable' of layer 'layer1' must be true or false, got 'yes'"]
        = { "properties", { collidable = "yes" }, true } } do
      wrong(expected, function(map, layer)
        (field[3] and layer or map)[field[1]] = field[2]
      end)
    end
    for hint, field in pairs { ["a .world: read each of its maps"] = "maps",
      ["of LDtk: tilepath.from_ldtk"] = "levels",
      ["of Ogmo: tilepath.grid(layer.data, { width = })"] = "ogmoVersion",
      ["XML: tiled --export-map writes Lua"] = "tag" } do
      says("orientation of the map must be 'orthogonal', 'isometric', "
        .. "'staggered' or 'hexagonal', got nil (this is " .. hint .. ")", { [field] = {} })
    end
    for hint, text in pairs { ["XML: tiled --export-map writes Lua"] =
      "<map>", ["JSON: decode it"] = "{}" } do
      says("map must be a table, as Tiled's Lua export returns it, got '"
        .. text .. "' (this is " .. hint .. ")", text)
    end
    wrong("the map has 1000001 x 1 cells, and a grid has room for 32767 on a "
      .. "side", function(map)
        map.layers[1] = import.chunked({ 0, 0, 1, 1, { 1 } },
          { 1e6, 0, 1, 1, { 1 } })
      end)
    wrong("layers[2] of group 'g' must be a table, got 3", function(map)
      map.layers[2] = { type = "group", name = "g", layers = {
        { type = "imagelayer", name = "i" }, 3 } }
    end)
    wrong("the map has 130 terrains with a name or a price, and a grid has room "
      .. "for 125 beside 'open' and 'wall'", function(map)
        for i = 1, 130 do
          map.tilesets[1].tiles[i] = { id = i, class = "terrain " .. i,
            properties = { price = 2 } }
        end
      end)
  end)

  it("options", function()
    for expected, options in pairs {
      ["unknown layer 'laye1' (did you mean 'layer1'?)"] =
        { layers = { "layer1", "laye1" } },
      ["unknown layer 'wals' (layers: layer1)"] = { layers = { "wals" } },
      ["layers[1] must be a name, got 3"] = { layers = { 3 } },
      ["empty must be a terrain of the grid, true or false, got 'mud' "
        .. "(prices = { ['mud'] = 1 } makes it one)"] = { empty = "mud" },
      ["legend['a'] must be a terrain of the grid, true or false, got 3"] =
        { legend = { a = 3 } },
      ["unknown option 'cost' (options: collidable, fence, ledge, "
        .. "price, terrain, walkable)"] = { properties = { cost = "c" } },
      ["properties['price'] must be a name, a list of names or "
        .. "false, got 3"] =
        { properties = { price = 3 } },
      ["files must be a function of a name, a table by names, or false, got "
        .. "true"] = { files = true },
      ["base must be a whole number from -1073741824 to 1073741824, got 0.5"] =
        { base = 0.5 },
    } do
      says(expected, row({}, { 1, 0, 1 }), options)
    end
  end)
end)
