--- Objects of Tiled's maps that give cells a terrain, and isometric maps.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local import = require "spec.support.import_helper"
local numbers = require "spec.support.random"

--- A map of open cells of 10 x 10, with a layer of these objects.
local function with_objects(objects, width, height)
  local map = { orientation = "orthogonal", width = width or 6,
    height = height or 4, tilewidth = 10, tileheight = 10, tilesets = {},
    layers = { { type = "objectgroup", name = "things", objects = objects } } }
  for _, object in ipairs(objects) do
    object.name = object.name or "x"
  end
  return map
end

local X_IS_WALL = { empty = true, objects = { x = false } }

local function drawn(objects, width, height)
  return tilepath.ascii((tilepath.from_tiled(
    with_objects(objects, width, height), X_IS_WALL)))
end

local function points(...)
  local list = {}
  for i, point in ipairs { ... } do
    list[i] = { x = point[1], y = point[2] }
  end
  return list
end

describe("an object of a Tiled map", function()
  it("covers the cells whose middle it covers: a rectangle", function()
    assert.are.equal("......\n.##...\n.##...\n......",
      drawn { { x = 10, y = 10, width = 20, height = 20 } })
    assert.are.equal("......\n.##...\n.##...\n......",
      drawn { { x = 14, y = 14, width = 14, height = 14 } })
    assert.are.equal("......\n..#...\n..#...\n......",
      drawn { { x = 16, y = 14, width = 14, height = 14 } })
  end)

  it("covers the column or row of its middle if it is thinner than a "
    .. "cell", function()
    assert.are.equal("....#.\n....#.\n....#.\n......",
      drawn { { x = 46, y = 0, width = 3, height = 30 } })
    assert.are.equal("......\n..#...\n..#...\n......",
      drawn { { x = 18, y = 10, width = 5, height = 20 } })
    assert.are.equal("......\n......\n......\n.####.",
      drawn { { x = 10, y = 36, width = 40, height = 2 } })
    assert.are.equal("......\n...#..\n......\n......",
      drawn { { x = 36, y = 11, width = 0, height = 0 } })
  end)

  it("can be a point, a tile or an ellipse", function()
    assert.are.equal("......\n...#..\n......\n......",
      drawn { { x = 36, y = 11, shape = "point" } })
    assert.are.equal("......\n...#..\n......\n......",
      drawn { { x = 30, y = 20, width = 10, height = 10, gid = 1 } })
    assert.are.equal("..##..\n.####.\n.####.\n..##..",
      drawn { { x = 10, y = 0, width = 40, height = 40, ellipse = true } })
  end)

  it("can be a polygon, with holes where it crosses itself", function()
    assert.are.equal("#####.\n####..\n###...\n##....",
      drawn { { x = 0, y = 0, polygon = points({ 0, 0 }, { 59, 0 },
        { 0, 59 }) } })
    assert.are.equal("######\n#.##.#\n#.##.#\n######", drawn {
      { x = 0, y = 0, shape = "polygon", polygon = points({ 0, 0 }, { 60, 0 },
        { 60, 40 }, { 0, 40 }, { 0, 0 }, { 10, 10 }, { 10, 30 }, { 20, 30 },
        { 20, 10 }, { 40, 10 }, { 40, 30 }, { 50, 30 }, { 50, 10 },
        { 10, 10 }) } })
    assert.are.equal("......\n..#...\n......\n......",
      drawn { { x = 21, y = 11, polygon = points({ 0, 0 }, { 3, 0 },
        { 0, 3 }) } })
  end)

  it("turns round its x, y, clockwise", function()
    assert.are.equal("......\n..##..\n......\n......",
      drawn { { x = 40, y = 10, width = 10, height = 20, rotation = 90 } })
    assert.are.equal("......\n.#....\n......\n......", drawn { { x = 20,
      y = 20, rotation = 180, polygon = points({ 0, 0 }, { 10, 0 }, { 10, 10 },
      { 0, 10 }) } })
  end)

  it("keeps its place if STI has turned and moved it", function()
    local map = import.tiled "town.embed.lua"
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

  it("is cut at the border of the map", function()
    assert.are.equal("##....\n##....\n......\n......",
      drawn { { x = -1e15, y = -1e15, width = 1e15 + 20,
        height = 1e15 + 20 } })
    assert.are.equal("......\n......\n......\n......",
      drawn { { x = 61, y = 0, width = 10, height = 10 },
        { x = -5, y = 5, point = true }, { x = 0, y = -70, polygon = points(
          { 0, 0 }, { 60, 0 }, { 0, 60 }) } })
    assert.are.equal("######\n######\n######\n######",
      drawn { { x = -2 ^ 52, y = -2 ^ 52, polygon = points({ 0, 0 },
        { 2 ^ 53, 0 }, { 2 ^ 53, 2 ^ 53 }, { 0, 2 ^ 53 }) } })
  end)

  it("replaces the terrain of tiles, in the order of the map", function()
    local options = { objects = { swamp = "price 3", fence = false,
      pond = "water", field = "road", turned = true, chest = "wall" } }
    local legend = { legend = { ["~"] = "water", ["="] = "road",
      b = "bridge", m = "price 3", R = "roof" } }
    for form, map in pairs { lua = import.tiled "town.embed.lua",
      json = import.tiled "town.json",
      sti = import.sti(import.tiled "town.embed.lua") } do
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

  it("is a wall on a blocking layer", function()
    local map = with_objects { { x = 0, y = 0, width = 20, height = 20 } }
    local all = { empty = true }
    assert.are.equal("......", tilepath.ascii(
      (tilepath.from_tiled(map, all))):sub(1, 6))
    map.layers[1].properties = { collidable = true }
    assert.are.equal("##....", tilepath.ascii(
      (tilepath.from_tiled(map, all))):sub(1, 6))
    map.layers[1].properties = nil
    assert.are.equal("##....", tilepath.ascii((tilepath.from_tiled(map, {
      empty = true, blocking = { "things" } }))):sub(1, 6))
  end)

  it("is selected by its name, or else by its class", function()
    local map = with_objects { { x = 5, y = 5, name = "a", class = "b",
      point = true }, { x = 15, y = 5, name = "c", type = "b", point = true } }
    local options = { empty = true, objects = { a = "mud", b = false },
      prices = { mud = 2 } }
    local grid = tilepath.from_tiled(map, options)
    assert.are.same({ "mud", "wall" }, { (grid:get(1, 1)), (grid:get(2, 1)) })
  end)

  it("raises if its kind covers no cells", function()
    local thing = "object 'x' (objects[1] of layer 'things')"
    for _, rotation in ipairs { 0, 45 } do
      assert.are.equal(("from_tiled: shape of %s must be rectangle, ellipse, "
        .. "polygon, point or tile, to be a terrain, got 'text'"):format(thing),
        helper.mistake(function()
          tilepath.from_tiled(with_objects { { x = 0, y = 0, text = {},
            rotation = rotation } }, X_IS_WALL)
        end))
    end
  end)

  it("raises for wrong fields, with its place", function()
    local function says(expected, object)
      assert.are.equal("from_tiled: " .. expected, helper.mistake(function()
        tilepath.from_tiled(with_objects { object }, X_IS_WALL)
      end))
    end
    local place = " of object 'x' (objects[1] of layer 'things') must be "
    says("x" .. place .. "a number from -2^53 to 2^53, got nan",
      { x = 0 / 0, y = 0 })
    says("y" .. place .. "a number from -2^53 to 2^53, got nil", { x = 0 })
    says("rotation" .. place .. "a number from -2^53 to 2^53, got inf",
      { x = 0, y = 0, rotation = math.huge })
    says("polygon" .. place .. "a list of points, got table",
      { x = 0, y = 0, polygon = {} })
    says("polygon[2]" .. place .. "a table, got 3",
      { x = 0, y = 0, polygon = { { x = 1, y = 2 }, 3 } })
    says("x of polygon[1]" .. place .. "a number from -2^53 to 2^53, got '1'",
      { x = 0, y = 0, polygon = { { x = "1", y = 2 } } })
    says("shape of object 'x' (objects[1] of layer 'things') must be "
      .. "rectangle, ellipse, polygon, point or tile, to be a terrain, got "
      .. "'blob'", { x = 0, y = 0, shape = "blob" })
  end)
end)

describe("an isometric map", function()
  local function map()
    return import.tiled "iso.embed.lua"
  end

  it("is a grid of squares as high as a tile", function()
    local grid, places = tilepath.from_tiled(map(),
      { objects = { gate = "road" } })
    assert.are.equal("..#..\n=====\n....~", tilepath.ascii(grid,
      { legend = { ["="] = "road", ["~"] = "water" } }))
    assert.are.same({ "road", 16, 16 }, { (grid:get(3, 2)), grid.cell_width,
      grid.cell_height })
    assert.are.same({ 8, 24 }, { places.start.x, places.start.y })
    assert.are.same({ 1, 2 }, { grid:to_cell(places.start.x,
      places.start.y) })
  end)

  it("converts places to the screen and back", function()
    local iso = tilepath.isometric(map())
    -- As in Tiled: the corner of tile 0, 0 lies in the middle of the row of
    -- tiles down to the left, three half tiles from the border.
    assert.are.same({ 48, 0 }, { iso:to_screen(0, 0) })
    assert.are.same({ 64, 8 }, { iso:to_screen(16, 0) })
    assert.are.same({ 32, 8 }, { iso:to_screen(0, 16) })
    assert.are.same({ 128, 40 + 24 }, { iso:to_screen(104, 24) })
    local random = numbers.new(5)
    for _ = 1, 200 do
      local x, y = random(-4000, 4000) / 8, random(-4000, 4000) / 8
      local back_x, back_y = iso:to_map(iso:to_screen(x, y))
      helper.near(x, back_x)
      helper.near(y, back_y)
    end
  end)

  it("converts places to STI's screen, if STI has loaded the map", function()
    local iso = tilepath.isometric(import.sti(map()))
    assert.are.same({ 80, 0 }, { iso:to_screen(0, 0) })
    assert.are.same({ 0, 0 }, { iso:to_map(80, 0) })
  end)

  it("raises if STI has moved its polygons to the screen", function()
    local moved = map()
    moved.layers[2].objects[2].shape = "polygon"
    moved.layers[2].objects[2].polygon = points({ 0, 0 }, { 16, 0 }, { 0, 9 })
    assert.are.equal("from_tiled: STI has moved object 'gate' (objects[2] of "
      .. "layer 'things') to the screen: read the map before STI does",
      helper.mistake(function() tilepath.from_tiled(import.sti(moved)) end))
  end)

  it("is needed for tilepath.isometric", function()
    assert.are.equal("isometric: orientation of the map must be 'isometric', "
      .. "got 'orthogonal'", helper.mistake(function()
        tilepath.isometric(import.tiled "town.embed.lua")
      end))
    assert.are.equal("isometric: width of the map must be a whole number from "
      .. "1 to 32767, got nil", helper.mistake(function()
        tilepath.isometric { orientation = "isometric", tilewidth = 1,
          tileheight = 1 }
      end))
  end)
end)
