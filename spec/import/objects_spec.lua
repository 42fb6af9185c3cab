--- Objects of Tiled's maps that give cells a terrain, and isometric maps.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local import = require "spec.support.import_helper"
local outlines = require "spec.support.outlines"

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

describe("the objects of a layer", function()
  -- The map is a row of six cells; the layer and its group are moved.
  local function drawn_and_place(kind, object, dx, dy)
    object.name = "x"
    local map = import.with_objects({ object }, 6, kind and 6 or 1)
    local layer = map.layers[1]
    layer.offsetx, layer.offsety = dx / 4, dy / 4
    map.layers[1] = { type = "group", name = "g", offsetx = dx / 4,
      offsety = dy / 4, layers = { { type = "group", name = "h",
        offsetx = dx / 2, offsety = dy / 2, layers = { layer } } } }
    map.orientation = kind or "orthogonal"
    if kind then
      map.tilewidth, map.tileheight = 32, 16
      map.staggeraxis, map.staggerindex, map.hexsidelength = "y", "odd", 8
    end
    local grid, places = tilepath.from_tiled(map, X_IS_WALL)
    return tilepath.ascii(grid), places.x, grid
  end

  it("are moved by its offset and those of its groups", function()
    local box = { x = 0, y = 0, width = 10, height = 10 }
    local drawing, place = drawn_and_place(nil, box, 20, 0)
    assert.are.equal("..#...", drawing)
    assert.are.same({ 25, 5 }, { place.x, place.y })
    drawing, place = drawn_and_place(nil, { x = 5, y = 5, gid = 1, width = 10,
      height = 10, rotation = 90 }, 30, -5)
    assert.are.equal("...#..", drawing)
    assert.are.same({ 40, 5 }, { place.x, place.y })
    drawing, place = drawn_and_place(nil, { x = 1, y = 1,
      polygon = points { 0, 0, 20, 0, 20, 9, 0, 9 } }, 40, 0)
    assert.are.equal("....##", drawing)
    assert.are.same({ 41, 1, 61, 1, 61, 10, 41, 10 }, place.points)
  end)

  it("are moved on the screen of maps that are drawn slanted", function()
    -- One tile to the right on the screen is a cell right and a cell up.
    local _, place, grid = drawn_and_place("isometric", { x = 24, y = 40,
      point = true }, 32, 0)
    assert.are.same({ 40, 24 }, { place.x, place.y })
    assert.is_false(grid:is_walkable(3, 2))
    _, place = drawn_and_place("isometric", { x = 24, y = 40, gid = 1, width = 8,
      height = 8 }, 0, 16)
    assert.are.same({ 40, 56 }, { place.x, place.y })
    for _, kind in ipairs { "staggered", "hexagonal" } do
      local _, moved = drawn_and_place(kind, { x = 16, y = 8, width = 4,
        height = 4, ellipse = true }, 64, 16)
      local _, there = drawn_and_place(kind, { x = 80, y = 24, width = 4,
        height = 4, ellipse = true }, 0, 0)
      assert.are.same({ there.x, there.y }, { moved.x, moved.y })
    end
  end)
end)

describe("a tile that is an object", function()
  it("is moved by the `tileoffset` of its tileset, as large as it is", function()
    for i, case in ipairs {
      { "..#...", 25, { x = 0, y = 10 }, { 20, 0 } },
      { ".##...", 20, { x = 0, y = 10, width = 20 }, { 5, 0 } },
      { ".#....", 15, { x = 0, y = 10, gid = 1 + 2 ^ 31 }, { 10, 0 } },
      -- Turned with it: 10 down is 10 to the left.
      { "..#...", 25, { x = 20, y = 0, rotation = 90 }, { 0, 0 } },
      { ".#....", 15, { x = 20, y = 0, rotation = 90 }, { 0, 10 } },
    } do
      local object = case[3]
      object.name, object.gid = "x", object.gid or 1
      object.width, object.height = object.width or 10, 10
      local map = import.with_objects({ object }, 6, 1)
      map.tilesets[1].tilewidth, map.tilesets[1].tileheight = 10, 10
      map.tilesets[1].tileoffset = { x = case[4][1], y = case[4][2] }
      local grid, places = tilepath.from_tiled(map, X_IS_WALL)
      assert.are.equal(case[2], places.x.x, i)
      assert.are.equal(case[1], tilepath.ascii(grid), i)
    end
  end)

  it("covers its foot on maps that are drawn slanted", function()
    local function foot_of(kind, alignment, object)
      for key, value in pairs { name = "x", gid = 1, width = 32, height = 64 } do
        object[key] = value
      end
      local map = import.with_objects({ object, { name = "foot", point = true,
        x = object.foot[1], y = object.foot[2] } }, 6, 6)
      map.orientation, map.tilewidth, map.tileheight = kind, 32, 16
      map.staggeraxis, map.staggerindex = "y", "odd"
      map.tilesets[1].objectalignment = alignment
      local grid, places, found = tilepath.from_tiled(map, X_IS_WALL)
      helper.near(places.foot.x, places.x.x)
      helper.near(places.foot.y, places.x.y)
      assert.are.equal(1, found[#found].cells)
      assert.is_false(grid:is_walkable(grid:to_cell(places.foot.x,
        places.foot.y)))
    end
    foot_of("staggered", nil, { x = 48, y = 41, foot = { 64, 41 } })
    foot_of("staggered", "bottom", { x = 64, y = 41, foot = { 64, 41 } })
    foot_of("staggered", "topleft", { x = 48, y = -23, foot = { 64, 41 } })
    foot_of("staggered", nil, { x = 64, y = 25, rotation = 90,
      foot = { 64, 41 } })
    foot_of("isometric", nil, { x = 40, y = 40, foot = { 40, 40 } })
    -- 16 pixels to the right are 8 right and 8 up on the flat map.
    foot_of("isometric", "bottomleft", { x = 40, y = 40, foot = { 48, 32 } })
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

  -- The oracle: Tiled projects an object, and turns it on the screen.
  it("turns its shapes on the screen", function()
    for _, wide in ipairs { 32, 16, 48, 20 } do
      local function to_screen(x, y)
        return (x - y) / 16 * wide / 2, (x + y) / 2
      end
      for _, degrees in ipairs { 0, 30, 45, 90, 135, 180, 270, 300, -60 } do
        local x, y = 201.3, 202.6
        local own = { 0, 0, 100, 0, 100, 90, 0, 90 }
        local turn, ox, oy = math.rad(degrees), to_screen(x, y)
        local corners, middle = { sizes = { 4 } }, { 0, 0 }
        for i = 1, 7, 2 do
          local px, py = to_screen(x + own[i], y + own[i + 1])
          corners[i] = ox + (px - ox) * math.cos(turn) - (py - oy)
            * math.sin(turn)
          corners[i + 1] = oy + (px - ox) * math.sin(turn) + (py - oy)
            * math.cos(turn)
          middle = { middle[1] + corners[i] / 4, middle[2] + corners[i + 1] / 4 }
        end
        for _, object in ipairs { { width = 100, height = 90 },
          { polygon = points(own) } } do
          object.name, object.x, object.y = "x", x, y
          object.rotation = degrees
          local map = import.with_objects({ object }, 26, 26)
          map.orientation, map.tilewidth, map.tileheight = "isometric", wide, 16
          local grid, places = tilepath.from_tiled(map, X_IS_WALL)
          for cx, cy in grid:cells() do
            assert.are.equal(not outlines.is_inside(corners,
              to_screen((cx - 0.5) * 16, (cy - 0.5) * 16)), grid:is_walkable(cx, cy),
              ("%d: %d degrees, cell %d, %d"):format(wide, degrees, cx, cy))
          end
          local of_place = places.x.points or {}
          local sx, sy = to_screen(places.x.x, places.x.y)
          helper.near(of_place[1] and ox or middle[1], sx)
          helper.near(of_place[1] and oy or middle[2], sy)
          for i = 1, #of_place, 2 do
            sx, sy = to_screen(of_place[i], of_place[i + 1])
            helper.near(corners[i], sx)
            helper.near(corners[i + 1], sy)
          end
        end
      end
    end
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
