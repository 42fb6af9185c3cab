--- Levels of LDtk, in its documented form.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
-- Decoders write null as a userdata or a function.
local NULL = io.stdout

local function int_grid(name, values, more)
  return helper.with({ __identifier = name, __type = "IntGrid", __cWid = 3,
    __cHei = 2, __gridSize = 8, __pxTotalOffsetX = 0, __pxTotalOffsetY = 0,
    layerDefUid = 1, intGridCsv = values, entityInstances = {} }, more)
end

local function entities(list)
  return int_grid("Things", {}, { __type = "Entities", layerDefUid = 2,
    entityInstances = list })
end

--- Six cells of the Ground.
local function ground(...)
  return int_grid("Ground", { ... })
end

local function level(name, x, y, ...)
  return { identifier = name, worldX = x, worldY = y, worldDepth = 0,
    externalRelPath = NULL, layerInstances = { ... } }
end

local function project(...)
  return { worldLayout = "Free", levels = { ... }, worlds = {}, defs = {
    layers = {
      { uid = 1, identifier = "Ground", intGridValues = {
        { value = 1, identifier = "wall" }, { value = 2, identifier = "mud" },
        { value = 3, identifier = NULL } } },
      { uid = 2, identifier = "Things" },
      { uid = 3, identifier = "Over", intGridValues = {
        { value = 1, identifier = "bridge" } } },
    } } }
end

local MUD = { prices = { mud = 3, bridge = 1 } }

local function drawn(map, options)
  return tilepath.ascii((tilepath.from_ldtk(map, options)))
end

local function says(expected, map, options)
  assert.are.equal("from_ldtk: " .. expected, helper.mistake(function()
    tilepath.from_ldtk(map, options)
  end))
end

describe("from_ldtk", function()
  it("reads IntGrid layers: the topmost layer first", function()
    local below = ground(0, 1, 2, 2, 2, 0)
    local over = int_grid("Over", { 0, 1, 0, 1, 0, 0 }, { layerDefUid = 3 })
    local one = project(level("A", 0, 0, over, below))
    for expected, layers in pairs { [".#m\nbm."] = false,
      [".#m\nmm."] = { "Over", "Ground" }, [".b.\nb.."] = { "Over" } } do
      assert.are.equal(expected, drawn(one, { layers = layers or nil,
        prices = MUD.prices }))
    end
    local grid = tilepath.from_ldtk(one, MUD)
    assert.are.same({ 1, 1, 8, 0, 0 }, { grid.base_x, grid.base_y,
      grid.cell_width, grid.origin_x, grid.origin_y })
  end)

  it("reads values by a legend of names or numbers", function()
    local one = project(level("A", 0, 0, ground(0, 1, 2, 3, 0, 0)))
    assert.are.equal(".mm\n#..", drawn(one, {
      legend = { wall = "mud", [3] = false }, prices = MUD.prices }))
    assert.are.equal("mmm\n.mm", drawn(one, {
      legend = { [1] = "mud", [3] = true }, prices = MUD.prices,
      empty = "mud" }))
    local cell = "data[%d] of layer 'Ground' of level 'A' (tile %s) must be "
      .. "a value whose name is a terrain, or that legend explains (or all "
      .. "others do, with unknown =), got %s"
    says(cell:format(4, "0, 1", "3"), one, MUD)
    says(cell:format(3, "2, 0", "'mud'"), one, { legend = { [3] = true } })
  end)

  it("returns entities as places, with their fields", function()
    local things = entities {
      { __identifier = "Hero", px = { 8, 16 }, __pivot = { 0.5, 1 },
        width = 16, height = 16, fieldInstances = {
          { __identifier = "life", __value = 3 },
          { __identifier = "name", __value = NULL } } },
      { __identifier = "Coin", px = { 0, 0 }, __pivot = { 0, 0 }, width = 8,
        height = 8, fieldInstances = {} },
      { __identifier = "Coin", px = { 16, 8 }, width = 8, height = 8 } }
    things.__pxTotalOffsetX = 2
    local _, places = tilepath.from_ldtk(project(level("A", 0, 0, things,
      ground(0, 0, 0, 0, 0, 0))))
    assert.are.equal(3, #places)
    assert.are.same({ 10, 8, 3, "A", "Things", "Hero" }, { places.Hero.x,
      places.Hero.y, places.Hero.properties.life, places.Hero.level,
      places.Hero.layer, places.Hero.name })
    assert.are.same({ 6, 4 }, { places.Coin.x, places.Coin.y })
    assert.are.same({ 22, 12 }, { places[3].x, places[3].y })
  end)

  it("gives a place its iid and table, and points their places", function()
    local hero = { __identifier = "Hero", iid = "f0-1", px = { 0, 0 },
      fieldInstances = {
        { __identifier = "home", __type = "Point",
          __value = { cx = 2, cy = 1 } },
        { __identifier = "round", __type = "Array<Point>",
          __value = { { cx = 0, cy = 0 }, { cx = 1, cy = 0 } } },
        { __identifier = "none", __type = "Point", __value = NULL },
        { __identifier = "door", __type = "EntityRef",
          __value = { entityIid = "f0-2" } } } }
    local things = entities { hero }
    things.__pxTotalOffsetX = 2
    local _, places = tilepath.from_ldtk(project(level("A", 0, 0, things,
      ground(0, 0, 0, 0, 0, 0))))
    local place = places.Hero
    assert.are.same({ "f0-1", hero }, { place.id, place.object })
    assert.are.same({ home = { cx = 2, cy = 1, x = 22, y = 12 },
      round = { { cx = 0, cy = 0, x = 6, y = 4 },
        { cx = 1, cy = 0, x = 14, y = 4 } },
      door = { entityIid = "f0-2" } }, place.properties)
  end)

  it("takes null as nothing, whatever stands for it", function()
    local dkjson = setmetatable({}, { __tojson = function() return "null" end })
    local lyaml = setmetatable({}, { _type = "LYAML null" })
    for _, null in ipairs { NULL, print, dkjson, lyaml, false } do
      null = null or nil
      local hero = { __identifier = "Hero", px = { 0, 0 }, __tile = null,
        __pivot = null, fieldInstances = {
          { __identifier = "key", __type = "EntityRef", __value = null },
          { __identifier = "round", __type = "Array<Point>",
            __value = { null, { cx = 1, cy = 0 }, null } },
          { __identifier = "names", __type = "Array<String>",
            __value = { "a", null, "c" } } } }
      local one = project(level("A", 0, 0, entities { hero },
        ground(0, 1, 2, 0, 0, 0)))
      one.defs.tilesets = null
      local grid, places = tilepath.from_ldtk(one, MUD)
      assert.are.equal(".#m\n...", tilepath.ascii(grid))
      local round = places.Hero.properties.round
      assert.are.same({ names = { "a", nil, "c" }, round = { nil, { cx = 1, cy = 0,
        x = 12, y = 4 } } }, places.Hero.properties)
      assert.is_nil(round[1])
    end
    -- Empty lists of dkjson are no null.
    local list = setmetatable({}, { __jsontype = "array" })
    local hero = { __identifier = "Hero", px = { 0, 0 }, fieldInstances = {
      { __identifier = "names", __type = "Array<String>", __value = list } } }
    local _, places = tilepath.from_ldtk(project(level("A", 0, 0,
      entities { hero }, ground(0, 0, 0, 0, 0, 0))))
    assert.are.same({}, places.Hero.properties.names)
  end)

  it("has `unknown` for values that nothing explains, `empty` for 0", function()
    local one = project(level("A", 0, 0, ground(0, 1, 2, 3, 0, 0)))
    assert.are.equal(".#.\n...", drawn(one, { unknown = true }))
    assert.are.equal("m##\n#mm", drawn(one, { unknown = false,
      empty = "mud", prices = { mud = 3 }, legend = { mud = false } }))
  end)

  it("reads enum tags of tiles as the names of values", function()
    local function tiles(name, list)
      return int_grid(name, nil, { __type = "Tiles", layerDefUid = 7,
        __tilesetDefUid = 5, gridTiles = list })
    end
    local map = project(level("A", 0, 0, tiles("Tiles", {
      { px = { 0, 0 }, t = 4 }, { px = { 8, 0 }, t = 5 },
      { px = { 16, 0 }, t = 6 }, { px = { 16, 0 }, t = 4 },
      { px = { 0, 8 }, t = 5 }, { px = { 0, 8 }, t = 4 },
      { px = { 24, 0 }, t = 4 }, { px = { 0, -8 }, t = 4 } })))
    map.defs.tilesets = { { uid = 5, enumTags = {
      { enumValueId = "Solid", tileIds = { 4 } },
      { enumValueId = "Swamp", tileIds = { 5, 4 } },
      { enumValueId = "Nice", tileIds = { 5, 6 } } } } }
    local grid, _, found = tilepath.from_ldtk(map, { prices = MUD.prices,
      legend = { Solid = false, Swamp = "mud" } })
    assert.are.equal("#m#\n#..", tilepath.ascii(grid))
    assert.are.same({ "Tiles", "legend['Solid']", 3 }, { found[1].layer,
      found[1].word, found[1].cells })
    assert.are.equal("...\n...", drawn(map))
    assert.are.equal("m.m\nm##", drawn(map, { prices = MUD.prices,
      legend = { Swamp = "mud", Nice = true }, empty = false }))
  end)

  it("reads a level without a layer of cells", function()
    local grid, places = tilepath.from_ldtk(project(level("A", 0, 0, entities {
      { __identifier = "Hero", px = { 0, 0 } } })))
    assert.are.same({ 3, 2, 8 }, { grid.width, grid.height, grid.cell_width })
    assert.are.equal("...\n...", tilepath.ascii(grid))
    assert.are.equal(1, #places)
    says("level 'A' has no layers here", project(level("A", 0, 0)))
  end)

  it("says that a project before LDtk 1.0 is too old", function()
    local old = project(level("A", 0, 0))
    old.defs.layers[1].intGridValues[1].value = nil
    says("intGridValues of layers[1] of defs have no value: the project was saved "
      .. "by LDtk before 1.0, save it again", old)
  end)

  it("reads one of several levels by its name", function()
    local two = project(
      level("A", 0, 0, ground(1, 1, 1, 1, 1, 1)),
      level("B", 240, 0, ground(0, 0, 1, 0, 0, 0)))
    local grid = tilepath.from_ldtk(two, { level = "B" })
    assert.are.equal("..#\n...", tilepath.ascii(grid))
    assert.are.equal(0, grid.origin_x)
    says("unknown level 'C' (levels: A, B)", two, { level = "C" })
  end)

  it("lays several levels out as in the world", function()
    local function coin(x)
      return entities { { __identifier = "Coin", px = { x, 4 } } }
    end
    local world = project(
      level("B", 8, -8, coin(12), ground(0, 0, 1, 0, 0, 0)),
      level("A", -24, 8, coin(4), ground(0, 0, 0, 0, 2, 0)))
    local grid, places = tilepath.from_ldtk(world, MUD)
    assert.are.equal("####..#\n####...\n...####\n.m.####",
      drawn(world, MUD))
    assert.are.same({ -24, -8, 1, 1 }, { grid.origin_x, grid.origin_y,
      grid.base_x, grid.base_y })
    assert.are.same({ 20, -4 }, { places[1].x, places[1].y })
    assert.are.same({ -20, 12 }, { places[2].x, places[2].y })
    assert.are.same({ 6, 1 }, { grid:to_cell(20, -4) })

    world.levels[1].worldX = 9
    says("worldX of level 'B' must be a multiple of the cell size (8) away "
      .. "from the other levels, got 9", world, MUD)
    world.worldLayout = "LinearHorizontal"
    says("the world is LinearHorizontal, so its levels do not lie beside each "
      .. "other: choose one, level = 'B'", world, MUD)
    world.worldLayout, world.levels[2].worldDepth = "GridVania", 1
    says("worldDepth of level 'A' must be the same as in the first level (or "
      .. "choose one, level =), got 1", world, MUD)
  end)

  it("reads a level alone, of one world or of several", function()
    local one = level("A", 0, 0, ground(1, 0, 2, 0, 0, 0))
    local two = level("B", 0, 0, ground(0, 0, 0, 0, 0, 2))
    assert.are.equal("#.m\n...", drawn(one, { prices = MUD.prices,
      legend = { false, "mud" } }))
    local whole = project()
    says("the project has no levels", whole)
    for hint, other in pairs { ["JSON: decode it"] = "{}",
      ["of Tiled: tilepath.from_tiled"] = { orientation = "hexagonal" } } do
      says(("project must be a level or a project of LDtk, got %s (this is %s)")
        :format(type(other) == "table" and "table" or "'{}'", hint), other)
    end
    whole.worlds = {
      { identifier = "Over", worldLayout = "Free", levels = { one } } }
    assert.are.equal("#.m\n...", drawn(whole, MUD))
    whole.worlds[2] = { identifier = "Under", worldLayout = "Free",
      levels = { two } }
    for _, name in ipairs { "Under", "B" } do
      assert.are.equal("...\n..m", drawn(whole, { level = name,
        prices = MUD.prices }))
    end
    says("the project has several worlds: choose one, level = 'Over'", whole)
  end)

  it("asks `files` for levels in separate files", function()
    local whole = level("A", 0, 0, ground(1, 0, 2, 0, 0, 0))
    for _, null in ipairs { NULL, print, false } do
      local one = project(level("A", 0, 0))
      one.levels[1].layerInstances = null or nil
      one.levels[1].externalRelPath = "world/A.ldtkl"
      says("level 'A' is in a file of its own, 'world/A.ldtkl': give it, files "
        .. "= function(name), which returns the decoded file, or false if "
        .. "nothing of it matters", one)
      assert.are.equal("#.m\n...", drawn(one, { prices = MUD.prices,
        files = { ["world/A.ldtkl"] = whole } }))
    end
  end)

  it("raises for layers of different sizes, and for wrong fields", function()
    for expected, more in pairs {
      ["cells of layer 'Over' of level 'A' must be 8 wide from 0, 0, as in the "
        .. "other layers (the option layers chooses some), got '16 wide from 0, "
        .. "0'"] = { __gridSize = 16 },
      ["cells of layer 'Over' of level 'A' must be 8 wide from 0, 0, as in the "
        .. "other layers (the option layers chooses some), got '8 wide from 0, "
        .. "4'"] = { __pxTotalOffsetY = 4 },
      ["__cWid of layer 'Over' of level 'A' must be a whole number from 1 to "
        .. "32767, got 1e+300"] = { __cWid = 1e300 },
      ["length of data of layer 'Over' of level 'A' must be 3 x 2, got 2"] =
        { intGridCsv = { 1, 2 } },
      ["data[1] of layer 'Over' of level 'A' (tile 0, 0) must be a whole "
        .. "number of at least 0, got nan"] =
        { intGridCsv = { 0 / 0, 0, 0, 0, 0, 0 } },
    } do
      local layers = { int_grid("Over", { 0, 0, 0, 0, 0, 0 }, more),
        ground(0, 0, 0, 0, 0, 0) }
      says(expected, project(level("A", 0, 0, layers[1], layers[2])))
      says("unknown layer 'Under' of level 'A' (layers: Ground)",
        project(level("A", 0, 0, layers[2], entities {})),
        { layers = { "Under" } })
    end
  end)
end)
