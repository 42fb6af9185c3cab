--- Objects of Tiled's maps that give cells a terrain, and isometric maps.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local import = require "spec.support.import_helper"

local points = import.points
local X_IS_WALL = { empty = true, legend = { x = false } }

--- A map of 6 x 4 open cells with an object of the name x.
local function map_of(object)
  object.name = "x"
  return import.with_objects { object }
end

local function drawn(object)
  return tilepath.ascii((tilepath.from_tiled(map_of(object), X_IS_WALL)))
end

local NOWHERE = "......\n......\n......\n......"
local ONE = "......\n...#..\n......\n......"
local SQUARE = "......\n.##...\n.##...\n......"

describe("an object of a Tiled map", function()
  it("covers the cells whose middle it covers, or its own middle", function()
    for i, case in ipairs {
      { SQUARE, { x = 10, y = 10, width = 20, height = 20 } },
      { SQUARE, { x = 14, y = 14, width = 14, height = 14 } },
      { "......\n..#...\n..#...\n......",
        { x = 16, y = 14, width = 14, height = 14 } },
      -- Too thin for the middle of a cell.
      { "....#.\n....#.\n....#.\n......",
        { x = 46, y = 0, width = 3, height = 30 } },
      { "......\n......\n......\n.####.",
        { x = 10, y = 36, width = 40, height = 2 } },
      { ONE, { x = 36, y = 11, width = 0, height = 0 } },
      -- Other shapes.
      { ONE, { x = 36, y = 11, shape = "point" } },
      { ONE, { x = 30, y = 20, width = 10, height = 10, gid = 1 } },
      { "..##..\n.####.\n.####.\n..##..",
        { x = 10, y = 0, width = 40, height = 40, ellipse = true } },
      { "#####.\n####..\n###...\n##....",
        { x = 0, y = 0, polygon = points { 0, 0, 59, 0, 0, 59 } } },
      { "######\n#.##.#\n#.##.#\n######", { x = 0, y = 0, shape = "polygon",
        polygon = points { 0, 0, 60, 0, 60, 40, 0, 40, 0, 0, 10, 10, 10, 30,
          20, 30, 20, 10, 40, 10, 40, 30, 50, 30, 50, 10, 10, 10 } } },
      { ONE, { x = 31, y = 11, polygon = points { 0, 0, 3, 0, 0, 3 } } },
      -- Turned round x, y, clockwise.
      { "......\n..##..\n......\n......",
        { x = 40, y = 10, width = 10, height = 20, rotation = 90 } },
      { "......\n.#....\n......\n......", { x = 20, y = 20, rotation = 180,
        polygon = points { 0, 0, 10, 0, 10, 10, 0, 10 } } },
      -- Cut at the border of the map.
      { "##....\n##....\n......\n......",
        { x = -1e15, y = -1e15, width = 1e15 + 20, height = 1e15 + 20 } },
      { NOWHERE, { x = 61, y = 0, width = 10, height = 10 } },
      { NOWHERE, { x = -5, y = 5, point = true } },
      { NOWHERE, { x = 0, y = -70, polygon = points { 0, 0, 60, 0, 0, 60 } } },
      { NOWHERE:gsub("%.", "#"), { x = -2 ^ 52, y = -2 ^ 52, polygon = points {
        0, 0, 2 ^ 53, 0, 2 ^ 53, 2 ^ 53, 0, 2 ^ 53 } } },
    } do
      assert.are.equal(case[1], drawn(case[2]), i)
    end
  end)

  it("keeps its place if STI has turned and moved it", function()
    local map = import.town()
    for _, layer in ipairs(map.layers) do
      for _, object in ipairs(layer.objects or {}) do
        object.rotation = 30
      end
    end
    local _, exported = tilepath.from_tiled(import.copy(map))
    local _, of_sti = tilepath.from_tiled(import.sti(map))
    for i, place in ipairs(exported) do
      helper.near(place.x, of_sti[i].x)
      helper.near(place.y, of_sti[i].y)
      for k, value in ipairs(place.points or {}) do
        helper.near(value, of_sti[i].points[k])
      end
    end
  end)

  it("replaces the terrain of tiles, in the order of the map", function()
    local options = { legend = { swamp = "price 3", fence = false,
      pond = "water", field = "road", turned = true, chest = "wall" } }
    local legend = { legend = { ["~"] = "water", ["="] = "road",
      b = "bridge", m = "price 3", R = "roof" } }
    for form, map in pairs(import.towns()) do
      assert.are.equal(helper.map [[
        .=..~###
        ===bb=#=
        .mm~~.mm
        ...~~.mm
        ###~~~~~
        R..~~~~~
      ]], tilepath.ascii((tilepath.from_tiled(map, options)), legend), form)
    end
  end)

  it("raises for wrong fields, with its place", function()
    local function says(expected, object)
      import.says(expected:gsub("%$", "object 'x' (objects[1] of layer "
        .. "'things') must be"), map_of(object), X_IS_WALL)
    end
    local NUMBER = " of $ a number from -2^53 to 2^53, got "
    says("x" .. NUMBER .. "nan", { x = 0 / 0, y = 0 })
    says("y" .. NUMBER .. "nil", { x = 0 })
    says("rotation" .. NUMBER .. "inf", { x = 0, y = 0, rotation = math.huge })
    says("polygon of $ a list of points, got table",
      { x = 0, y = 0, polygon = {} })
    says("polygon[2] of $ a table, got 3",
      { x = 0, y = 0, polygon = { { x = 1, y = 2 }, 3 } })
  end)

  it("is no wall if it is a text; a shape of a newer Tiled is a box", function()
    assert.are.equal(NOWHERE, drawn { x = 10, y = 10, width = 20, height = 20,
      text = {} })
    assert.are.equal(SQUARE, drawn { x = 10, y = 10, width = 20, height = 20,
      capsule = true })
    assert.are.equal(SQUARE, drawn { x = 10, y = 10, width = 20, height = 20,
      shape = "blob" })
  end)
end)

describe("an isometric map", function()
  it("is a grid of squares as high as a tile", function()
    local grid, places = tilepath.from_tiled(import.isometric(),
      { legend = { gate = "road" } })
    assert.are.equal("..#..\n=====\n....~", tilepath.ascii(grid,
      { legend = { ["="] = "road", ["~"] = "water" } }))
    assert.are.same({ "road", 16, 16 }, { (grid:get(3, 2)), grid.cell_width,
      grid.cell_height })
    assert.are.same({ 8, 24 }, { places.start.x, places.start.y })
  end)

  it("is read before STI has moved its polygons", function()
    local moved = import.isometric()
    local gate = moved.layers[2].objects[2]
    gate.shape, gate.polygon = "polygon", points { 0, 0, 16, 0, 0, 9 }
    import.says("STI has moved object 'gate' (objects[2] of layer "
      .. "'things') to the screen: read the map before STI does",
      import.sti(moved))
  end)
end)
