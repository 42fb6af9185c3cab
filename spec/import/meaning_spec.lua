--- What the things of a Tiled map mean: by their properties, and by the legend.

local tilepath = require "tilepath"
local import = require "spec.support.import_helper"

local row, says = import.row, import.says

local function drawn(map, options)
  return tilepath.ascii((tilepath.from_tiled(map, options)))
end

--- A row of tiles: a plain one, one with these properties, and a plain one.
local function tile(properties)
  return row({ { id = 1, properties = properties } }, { 1, 2, 1 })
end

--- A box over the second of three open cells, on an object layer.
local function box(properties, of_layer)
  local map = import.with_objects({ { name = "box", class = "crate", x = 10,
    y = 0, width = 10, height = 10, properties = properties } }, 3, 1)
  map.layers[1].properties = of_layer
  return map
end

describe("the properties of a Tiled map", function()
  it("close by `walkable` or `collidable`, on all kinds", function()
    for i, case in ipairs {
      { ".#.", { walkable = false } }, { "...", { walkable = true } },
      { ".#.", { collidable = true } }, { "...", { collidable = false } },
      { ".#.", { walkable = "false" } }, { ".#.", { collidable = "true" } },
      { ".#.", { collidable = 1 } }, { ".#.", { walkable = "0" } },
      { "...", { walkable = "", collidable = "" } },
      { ".#.", { walkable = true, collidable = true } },
      { "...", { solid = true } },
    } do
      assert.are.equal(case[1], drawn(tile(case[2])), i)
      assert.are.equal(case[1], drawn(box(case[2])), i)
      assert.are.equal(case[1], drawn(box(nil, case[2])), i)
    end
  end)

  it("have other names, or several", function()
    for i, case in ipairs {
      { ".#.", { solid = true }, { collidable = "solid" } },
      { ".#.", { solid = true, hard = false },
        { collidable = { "hard", "solid" } } },
      { ".#.", { free = false }, { walkable = { "free", "walkable" } } },
      { "...", { collidable = true }, { collidable = "solid" } },
      { "...", { collidable = true }, { collidable = {} } },
      { "...", { collidable = true }, { collidable = false } },
    } do
      assert.are.equal(case[1], drawn(tile(case[2]), { properties = case[3] }),
        i)
      assert.are.equal(case[1], drawn(box(case[2]), { properties = case[3] }),
        i)
    end
    for _, word in ipairs { "collides", "isSolid", "blocked", "wall" } do
      says("properties['walkable'] must be a property that closes if it is false "
        .. "(one that closes if it is true: collidable = ...), got '" .. word
        .. "'", tile {}, { properties = { walkable = { "free", word } } })
    end
    says("properties['price'][1] must be a name, got 3", tile {},
      { properties = { price = { 3 } } })
  end)

  it("hold for all inside, unless something inside says otherwise", function()
    local map = row({ { id = 1, properties = { collidable = false } },
      { id = 2, properties = { terrain = "mud", price = 3 } } }, { 1, 2, 3 })
    local layer = map.layers[1]
    map.layers[1] = { type = "group", name = "g", layers = { layer },
      properties = { collidable = true } }
    assert.are.equal("#.#", drawn(map))
    layer.properties = { walkable = true }
    assert.are.equal("..m", drawn(map))
    layer.properties = { terrain = "bog" }
    assert.are.equal("#b#", drawn(map))
    assert.are.equal("...", drawn(box({ collidable = false },
      { collidable = true })))
    assert.are.equal(".m.", drawn(box({ terrain = "mud" },
      { terrain = "bog" })))
  end)

  it("give objects a terrain; a price alone is that of goods", function()
    local grid = tilepath.from_tiled(box { terrain = "mud", price = "3" })
    assert.are.same({ "mud", 3, false }, { grid:get(2, 1) })
    assert.are.equal("...", drawn(box { price = 5000 }))
  end)

  it("are those of the tile, on an object that is a tile", function()
    local map = import.with_objects({ { x = 10, y = 10, width = 10, height = 10,
      gid = 2 } }, 3, 1)
    for i, case in ipairs {
      { ".#.", { properties = { walkable = false } } },
      { ".m.", { class = "mud", properties = { price = 3 } } },
      { "...", { class = "chest" } },
    } do
      case[2].id = 1
      map.tilesets[1].tiles = { case[2] }
      assert.are.equal(case[1], drawn(map, { empty = true }), i)
    end
    map.tilesets[1].tiles = { { id = 1, properties = { walkable = false } } }
    map.layers[1].objects[1].properties = { walkable = true }
    assert.are.equal("...", drawn(map, { empty = true }))
  end)

  it("name no terrain with a class too long, or one too many", function()
    local tiles = { { id = 0, class = ("x"):rep(32) },
      { id = 1, class = "mud", properties = { price = 3 } } }
    assert.are.equal(".m.", drawn(row(tiles, { 1, 2, 1 })))
    for i = 2, 130 do
      tiles[i + 1] = { id = i, class = "class " .. i }
    end
    local map = row(tiles, { 3, 2, 4 })
    assert.are.equal(".m.", drawn(map))
    assert.are.equal("open", (tilepath.from_tiled(map):get(1, 1)))
    assert.are.equal("class 2", (tilepath.from_tiled(map,
      { legend = { mud = "class 2" } }):get(2, 1)))
  end)
end)

describe("the members of a class, which is a property,", function()
  it("have names with a dot", function()
    local physics = { physics = { solid = true, kind = { mud = "bog" },
      price = 3 }, ["a.b"] = { solid = true } }
    local function by(name)
      return { properties = { collidable = name, price = "physics.price",
        terrain = "physics.kind.mud" } }
    end
    for name, expected in pairs { ["physics.solid"] = ".#.",
      ["a.b.solid"] = ".#.", ["physics.soft"] = ".b.",
      ["physics.solid.x"] = ".b.", ["solid"] = ".b." } do
      assert.are.equal(expected, drawn(tile(physics), by(name)), name)
      local list = import.to_json(tile(physics))
      assert.are.equal(expected, drawn(list, by(name)), name)
    end
    assert.are.equal(".#.", drawn(box(physics), by "physics.solid"))
    assert.are.equal(".#.", drawn(box(nil, physics), by "physics.solid"))
  end)

  it("are absent if they are null", function()
    local null = setmetatable({}, { __tojson = print })
    for _, value in ipairs { null, print } do
      assert.are.equal("...", drawn(tile { collidable = value }))
      assert.are.equal("...", drawn(box { physics = { solid = value } },
        { properties = { collidable = "physics.solid" } }))
      local map = import.to_json(box { walkable = value })
      assert.are.equal("...", drawn(map))
      assert.is_nil(select(2, tilepath.from_tiled(map))[1].properties.walkable)
    end
  end)

  it("are named if the class is taken", function()
    says("property 'physics' of object 'box' (objects[1] of layer 'things') must "
      .. "be true or false (a member of a class: 'physics.solid'), got table",
      box { physics = { solid = true } }, { properties = {
        collidable = "physics" } })
  end)
end)

describe("the legend of a Tiled map", function()
  local TILES = { { id = 1, class = "tree" }, { id = 2, class = "mud",
    properties = { price = 3 } }, { id = 3, properties = { terrain = "mud",
    walkable = false } } }

  it("beats what a tile says; a name beats a number", function()
    local map = row(TILES, { 1, 2, 3 }, { 0, 0, 4 })
    assert.are.equal("..#", drawn(map, { legend = { tree = true } }))
    assert.are.equal(".#.", drawn(map, { legend = { tree = false, mud = true } }))
    assert.are.equal(".##", drawn(map, { legend = { tree = false } }))
    assert.are.equal("#.#", drawn(map, { legend = { false, true } }))
    assert.are.equal(".#m", drawn(row(TILES, { 1, 2 + 2 ^ 31, 3 }),
      { legend = { [2] = false } }))
    says("legend[2] must be false as legend['tree']: both mean tile 1 of "
      .. "tileset 'set' (tilesets[1]), got true", map,
      { legend = { tree = false, [2] = true } })
  end)

  it("knows objects by name or class, and layers by name", function()
    assert.are.equal(".#.", drawn(box(), { legend = { box = false } }))
    assert.are.equal(".#.", drawn(box(), { legend = { crate = false } }))
    assert.are.equal("...", drawn(box(), { legend = { crate = false,
      box = true } }))
    assert.are.equal(".#.", drawn(box(), { legend = { things = false } }))
    assert.are.equal(".m.", drawn(box(), { legend = { things = "mud" },
      prices = { mud = 3 } }))
    assert.are.equal("...", drawn(box(), { legend = { nothing = false } }))
  end)

  it("leaves out a layer of objects, whatever their tiles say", function()
    local map = import.with_objects({ { name = "crate", x = 10, y = 10,
      width = 10, height = 10, gid = 2 } }, 3, 1)
    map.tilesets[1].tiles = { { id = 1, class = "box", properties = {
      collidable = true } } }
    map.layers[1] = { type = "group", name = "g", layers = { map.layers[1] } }
    for expected, legend in pairs { [".#."] = {}, ["..."] = { things = true },
      ["... "] = { g = true }, [".m."] = { things = "mud" },
      [".# . "] = { things = true, box = false },
      [".#.  "] = { things = true, crate = false } } do
      assert.are.equal((expected:gsub(" ", "")), drawn(map, { legend = legend,
        prices = { mud = 3 } }), expected)
    end
    assert.are.equal("crate", select(2, tilepath.from_tiled(map,
      { legend = { things = true } }))[1].name)
    local crate = map.tilesets[1].tiles[1]
    crate.properties, crate.objectGroup = {}, { objects = { { x = 0, y = 0,
      width = 10, height = 10 } } }
    assert.are.equal(".#.", drawn(map, { shapes = true }))
    assert.are.equal("...", drawn(map, { shapes = true,
      legend = { things = true } }))
    -- What the map says of a layer is further outside than the tile.
    crate.properties = { collidable = true }
    map.layers[1].layers[1].properties = { collidable = false }
    assert.are.equal(".#.", drawn(map))
  end)

  it("knows groups by name, also those that STI has opened", function()
    local map = row(TILES, { 1, 2, 0 })
    local inner = map.layers[1]
    inner.properties, inner.offsetx, inner.offsety = {}, 0, 0
    map.layers[1] = { type = "group", name = "g", layers = { inner },
      properties = {}, offsetx = 0, offsety = 0 }
    for form, one in pairs { tiled = map, sti = import.sti(import.copy(map)) } do
      for _, name in ipairs { "g", "layer1", "g.layer1" } do
        assert.are.equal("##.", drawn(one, { legend = { [name] = false },
          empty = true }), form .. name)
      end
    end
  end)

  it("may be a function, which is asked once for each tile", function()
    local asked = {}
    local map = row(TILES, { 1, 2, 3 }, { 2, 2 + 2 ^ 31, 4 })
    assert.are.equal("##m", drawn(map, { legend = function(one)
      asked[#asked + 1] = ("%s:%d:%d:%s"):format(one.tileset, one.gid, one.id,
        one.class)
      if one.class == "tree" then return false end
      return one.properties.walkable == false and "mud" or nil
    end }))
    assert.are.equal("set:1:0: set:2:1:tree set:3:2:mud set:4:3:",
      table.concat(asked, " "))
    says("legend(tile 0 of tileset 'set' (tilesets[1])) must be a terrain of the "
      .. "grid, true or false, got 'fire' (prices = { ['fire'] = 1 } makes it "
      .. "one)", map,
      { legend = function() return "fire" end })
    says("legend must be a table { name = terrain } or a function of a tile, "
      .. "got 3", map, { legend = 3 })
  end)
end)

describe("`empty` and `unknown` of a Tiled map", function()
  it("are what lies where nothing lies, and what a stale gid means", function()
    local map = row({}, { 1, 12, 0 })
    assert.are.equal("..#", drawn(map, { unknown = true }))
    assert.are.equal(".#.", drawn(map, { unknown = false, empty = true }))
  end)

  it("leave a map without a layer of tiles open", function()
    assert.are.equal("...", drawn(box()))
    assert.are.equal("###", drawn(box(), { empty = false }))
  end)

  it("fill what a smaller layer leaves; a larger one is cut", function()
    local map = row({ { id = 1, properties = { walkable = false } } }, { 1, 2 })
    map.layers[1].width = 2
    assert.are.equal(".##", drawn(map))
    assert.are.equal(".#.", drawn(map, { empty = true }))
    map.layers[1].width, map.layers[1].height = 4, 2
    map.layers[1].data = { 1, 1, 2, 2, 2, 2, 2, 2 }
    assert.are.equal("..#", drawn(map))
  end)
end)

describe("the report of from_tiled", function()
  it("says which layers and words closed how many cells", function()
    local map = row({ { id = 1, properties = { walkable = false } } },
      { 2, 2, 1 }, { 0, 0, 1 })
    map.layers[2].properties = { collidable = true }
    local _, _, found = tilepath.from_tiled(map, { legend = { [1] = false } })
    assert.are.equal("3 of 3 cells are closed\nlayer 'layer1': 2 by walkable\n"
      .. "layer 'layer1': 1 by legend[1]\nlayer 'layer2': 1 by legend[1]",
      tostring(found))
    assert.are.same({ "layer1", "walkable", 2 }, { found[1].layer,
      found[1].word, found[1].cells })
    assert.are.same({ 3, 3 }, { found.cells, found.closed })
    assert.are.equal("###\n" .. tostring(found), tilepath.ascii(found))
  end)

  it("counts cells without a tile, and those of impassable terrains", function()
    local map = row({ { id = 1, class = "lava", properties = { price = false } },
      { id = 2, class = "sea", properties = { price = false } } }, { 0, 2, 2 },
      { 0, 4, 0 })
    local grid, _, found = tilepath.from_tiled(map)
    assert.are.equal("3 of 3 cells are closed\n1: no tile (empty = true opens "
      .. "them)\n2: terrain 'lava'", tostring(found))
    assert.are.equal(math.huge, (grid:terrain("lava")))
    map = row({}, { 0, 1, 1 })
    map.orientation, map.staggeraxis, map.staggerindex = "staggered", "x", "odd"
    assert.are.equal("2: no tile", tostring(select(3, tilepath.from_tiled(map)))
      :match("\n(.*)"))
  end)

  it("says why no cell may be closed, and what the legend has in vain", function()
    local function note(name, tiles, legend, options)
      local map = box()
      map.layers[1].name, map.tilesets[1].tiles = name, tiles or {}
      map.layers[1].objects[2] = { gid = 2, x = 0, y = 0 }
      options = options or {}
      options.legend = legend
      return select(3, tilepath.from_tiled(map, options)).note
    end
    local SHAPED = { { id = 1, objectGroup = { objects = {} } } }
    local CLASSES = "\nthe properties of a class itself are not in the file "
      .. "(Resolve Object Types and Properties exports those of objects)"
    local OTHER = "no cell is closed (legend = { name = false } closes tiles, "
      .. "objects or layers of a name)" .. CLASSES
    assert.are.equal(OTHER, note("things"))
    assert.are.equal("no cell is closed: layer 'Colliders' looks like walls "
      .. "(legend = { ['Colliders'] = false })", note("Colliders"))
    assert.are.equal("no cell is closed (shapes = true: collision shapes of "
      .. "tiles count)" .. CLASSES, note("things", SHAPED))
    assert.are.equal(OTHER, note("things", SHAPED, nil, { shapes = true }))
    assert.is_nil(note("Colliders", nil, { Colliders = false }))
    assert.are.equal("without effect in the legend: 9, 'watr'", note("things",
      nil, { [9] = true, box = false, watr = false }))
  end)
end)
