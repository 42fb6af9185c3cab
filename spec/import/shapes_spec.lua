--- Which cells the shapes of a Tiled map close: those whose middle they cover, or
-- with `touched` each cell that they touch; and the shapes of tiles.

local tilepath = require "tilepath"
local import = require "spec.support.import_helper"
local outlines = require "spec.support.outlines"

local function drawn(object, options)
  options.legend = { things = false }
  return tilepath.ascii((tilepath.from_tiled(import.with_objects({ object }, 4,
    3), options)))
end

local NOWHERE = "....\n....\n...."

describe("a shape of a Tiled map", function()
  it("closes with `touched` each cell that it touches", function()
    for i, case in ipairs {
      { "....\n.##.\n....", { x = 12, y = 12, width = 11, height = 3 } },
      { "....\n.#..\n....", { x = 10, y = 10, width = 10, height = 10 } },
      { "....\n.##.\n.##.", { x = 19, y = 19, width = 2, height = 2,
        ellipse = true } },
      { "##..\n.##.\n....", { x = 1, y = 5, polygon = import.points { 0, 0, 28,
        10, 0, 1 } } },
      -- The outline of a ring: its hole stays open.
      { "###.\n#.#.\n###.", { x = 0, y = 0, polygon = import.points { 5, 5, 25,
        5, 25, 25, 5, 25, 5, 5, 10, 10, 10, 20, 20, 20, 20, 10, 10, 10 } } },
      { "....\n.#..\n....", { x = 20, y = 10, width = 10, height = 10,
        rotation = 90 } },
      { "....\n.#..\n....", { x = 15, y = 15, point = true } },
      { "....\n.#..\n....", { x = 15, y = 15, ellipse = true } },
      { NOWHERE, { x = 40, y = 0, width = 10, height = 10 } },
      { "#...\n#...\n#...", { x = -5, y = -5, polygon = import.points { 0, 0, 6,
        0, 6, 99, 0, 99 } } },
    } do
      assert.are.equal(case[1], drawn(case[2], { touched = true }), i)
    end
  end)

  it("closes without it the cells whose middle it covers", function()
    assert.are.equal("....\n.#..\n....", drawn({ x = 12, y = 12, width = 11,
      height = 6 }, {}))
  end)

  it("is turned by quarters exactly", function()
    for turn, box in pairs { [0] = { 25, 15, 10, 3 }, [90] = { 22, 15, 3, 10 },
      [180] = { 15, 12, 10, 3 }, [270] = { 25, 5, 3, 10 },
      [-90] = { 25, 5, 3, 10 } } do
      assert.are.equal(drawn({ x = box[1], y = box[2], width = box[3],
        height = box[4] }, {}), drawn({ x = 25, y = 15, width = 10, height = 3,
        rotation = turn }, {}), turn)
    end
  end)

  it("is turned by the same numbers on every machine", function()
    local function turned(degrees)
      local _, places = tilepath.from_tiled { orientation = "orthogonal",
        width = 4, height = 4, tilewidth = 16, tileheight = 16, tilesets = {},
        layers = { { type = "objectgroup", name = "ways", objects = { {
          name = "way", shape = "polyline", x = 0, y = 0, width = 0,
          height = 0, rotation = degrees,
          polyline = { { x = 0, y = 0 }, { x = 1, y = 0 } } } } } } }
      local points = places.way.points
      return points[3], points[4]
    end
    -- Halves and quarters are exact.
    for _, case in ipairs { { 0, 1, 0 }, { 90, 0, 1 }, { 180, -1, 0 },
      { 270, 0, -1 }, { -90, 0, -1 }, { 450, 0, 1 } } do
      assert.are.same({ case[2], case[3] }, { turned(case[1]) })
    end
    for _, turn in ipairs { 30, 150 } do
      assert.are.equal(0.5, (select(2, turned(turn))))
      assert.are.equal(-0.5, (select(2, turned(-turn))))
      assert.are.equal(0.5, (turned(turn - 90)))
    end
    for degrees = -400, 400 do
      local x, y = turned(degrees)
      local right = math.rad(degrees)
      assert.is_true(math.abs(x - math.cos(right)) <= 2 ^ -49)
      assert.is_true(math.abs(y - math.sin(right)) <= 2 ^ -49)
    end
  end)

  it("has no gap if it is a thin wall", function()
    for turn = 0, 352, 11 do
      local c, s = math.cos(math.rad(turn)), math.sin(math.rad(turn))
      local grid = tilepath.from_tiled(import.with_objects({ { x = 67 - 99 * c,
        y = 61 - 99 * s, rotation = turn, polygon = import.points { 0, 0, 198, 0,
        198, 4, 0, 4 } } }, 13, 12), { legend = { things = false } })
      local x, y = grid:to_cell(67 - 40 * s, 61 + 40 * c)
      assert.are.equal("unreachable", select(2, tilepath.pathfinder(grid, {
        diagonal = "at_least_one_walkable" }):find(x, y, grid:to_cell(
        67 + 40 * s, 61 - 40 * c))), turn)
    end
  end)

  it("closes hexagons that it touches", function()
    local map = import.with_objects({ { x = 0, y = 0, width = 10, height = 4 } },
      3, 2)
    map.orientation, map.staggeraxis, map.staggerindex = "hexagonal", "y", "odd"
    map.hexsidelength = 4
    assert.are.equal("# . .\n . . .", tilepath.ascii((tilepath.from_tiled(map,
      { legend = { things = false }, touched = true }))))
  end)
end)

describe("the shapes of a tile", function()
  --- A row of a tile with these shapes between two others.
  local function row(options, ...)
    return tilepath.ascii((tilepath.from_tiled(import.row({ { id = 1,
      objectGroup = { type = "objectgroup", objects = { ... } } } },
      { 1, 2, 1 }), options)))
  end

  local SHAPES, TOUCHED = { shapes = true }, { shapes = true, touched = true }
  local ALL = { x = 0, y = 0, width = 10, height = 10 }
  local FOOT = { x = 0, y = 7, width = 10, height = 3 }

  it("count with `shapes`: one that holds the middle makes it a wall", function()
    assert.are.equal("...", row({}, ALL))
    assert.are.equal(".#.", row(SHAPES, ALL))
    assert.are.equal(".#.", row(SHAPES, { x = 1, y = 1, width = 8, height = 8,
      ellipse = true }))
    assert.are.equal(".#.", row(SHAPES, FOOT, { x = 5, y = 5,
      polygon = import.points { -5, -5, 5, -5, 0, 5 } }))
    assert.are.equal("...", row(SHAPES, FOOT))
    assert.are.equal(".#.", row(TOUCHED, FOOT))
    assert.are.equal("...", row(TOUCHED, { x = 5, y = 5, point = true }, { x = 0,
      y = 5, polyline = import.points { 0, 0, 9, 0 } }))
  end)

  it("do not count if they or their tile say that they are not closed", function()
    assert.are.equal("...", row(SHAPES, { x = 0, y = 0, width = 10, height = 10,
      properties = { collidable = false } }))
    local map = import.row({ { id = 1, properties = { walkable = true },
      objectgroup = { objects = { ALL } } }, { id = 2,
      objectgroup = { objects = { ALL } } } }, { 1, 2, 3 })
    local grid, _, found = tilepath.from_tiled(map, SHAPES)
    assert.are.equal("..#", tilepath.ascii(grid))
    assert.are.equal("shapes", found[1].word)
  end)

  it("lie where an object that is the tile lies", function()
    local CORNER = { x = 0, y = 20, width = 10, height = 10 }
    local HALF = { x = 0, y = 0, polygon = import.points { 0, 0, 20, 0, 0, 30 } }
    local TURNED, ISOMETRIC = { x = 20, y = 10, rotation = 90 }, { "isometric" }
    for i, case in ipairs {
      { ".....\n.....\n.....\n..#..", CORNER },
      { ".....\n.....\n.....\n...#.", CORNER, { gid = 2 + 2 ^ 31 } },
      { ".....\n..#..\n.....\n.....", CORNER, { gid = 2 + 2 ^ 30 } },
      { ".....\n.....\n.....\n.###.", CORNER, { x = 10, width = 60 } },
      { ".....\n..#..\n.....\n.....", CORNER, TURNED },
      { ".....\n..##.\n..#..\n.....", HALF },
      { ".....\n..##.\n..##.\n..#..", HALF, {}, TOUCHED },
      { ".....\n.....\n.....\n.##..", { x = 0, y = 28, width = 20,
        height = 2 }, { x = 10 } },
      { ".....\n..##.\n..##.\n..##.", CORNER, { class = "rock" },
        { shapes = true, legend = { rock = false } } },
      { ".....\n.....\n.....\n.....", CORNER, { properties = {
        walkable = true } } },
      -- The picture of an isometric tile stands on the middle of its foot.
      { ".....\n.#...\n.....\n.....", { x = 6, y = 26, width = 8,
        height = 4 }, { x = 20, y = 20 }, SHAPES, ISOMETRIC },
      { ".....\n.....\n..#..\n.....", { x = 6, y = 26, width = 8,
        height = 4 }, { x = 20, y = 20, rotation = 180 }, SHAPES, ISOMETRIC },
    } do
      local object = import.copy(case[3] or {})
      for key, value in pairs { gid = 2, x = 20, y = 40, width = 20,
        height = 30 } do
        object[key] = object[key] or value
      end
      local map = import.with_objects({ object }, 5, 4)
      map.orientation = case[5] and case[5][1] or "orthogonal"
      map.tilesets[1].tiles = { { id = 1, width = 20, imageheight = 30,
        objectgroup = { objects = { case[2] } } } }
      assert.are.equal(case[1], tilepath.ascii((tilepath.from_tiled(map, case[4]
        or SHAPES))), i)
    end
  end)
end)

describe("the shapes of a tile larger than a cell", function()
  local TALL = { x = 0, y = 32, width = 16, height = 16 }

  --- A map of 3 x 3 cells of 16 x 16 with a tile of 32 x 48 on one of them.
  local function drawing(gid, shape, options, change)
    local map = import.map(3, 3, { { type = "tilelayer", name = "trees",
      width = 3, height = 3, data = { 0, 0, 0, 0, 0, 0, 0, gid, 0 } } },
      { { id = 1, objectGroup = { objects = { shape } } } })
    map.tilewidth, map.tileheight = 16, 16
    map.tilesets[1].tilewidth, map.tilesets[1].tileheight = 32, 48
    for key, value in pairs(change or {}) do
      map.tilesets[1][key] = value
    end
    options = options or { shapes = true }
    options.empty = true
    local grid, _, found = tilepath.from_tiled(map, options)
    return tilepath.ascii(grid), found
  end

  it("close the cells where the tile is drawing", function()
    for i, case in ipairs {
      { ".../.../.#.", 2, TALL },
      -- Flipped: to the right, to the top, and about the diagonal.
      { ".../.../..#", 2 + 2 ^ 31, TALL },
      { ".#./.../...", 2 + 2 ^ 30, TALL },
      { ".../..#/...", 2 + 2 ^ 29, { x = 0, y = 16, width = 16, height = 16 } },
      -- The middle of the picture; all of it, cut at the border of the map.
      { ".../.##/...", 2, { x = 0, y = 16, width = 32, height = 16 } },
      { ".##/.##/.##", 2, { x = 0, y = 0, width = 32, height = 48 } },
      { ".../.../.#.", 2, { x = 0, y = 28, width = 20, height = 20,
        ellipse = true } },
      -- No middle of a cell inside: as on a tile as large as a cell.
      { ".../.../...", 2, { x = 0, y = 44, width = 16, height = 4 } },
      { ".../.../.#.", 2, { x = 0, y = 44, width = 16, height = 4 },
        { shapes = true, touched = true } },
      { ".../.../...", 2, TALL, {} },
      -- The picture begins 16 further left and below.
      { ".../.../#..", 2, { x = 0, y = 16, width = 16, height = 16 }, nil,
        { tileoffset = { x = -16, y = 16 } } },
      -- Drawn as large as a cell: it holds the middle, or does not.
      { ".../.../...", 2, TALL, nil, { tilerendersize = "grid" } },
      { ".../.../.#.", 2, { x = 0, y = 20, width = 20, height = 8 }, nil,
        { tilerendersize = "grid" } },
    } do
      assert.are.equal(case[1], (drawing(case[2], case[3], case[4], case[5])
        :gsub("\n", "/")), i)
    end
    local _, found = drawing(2, { x = 0, y = 16, width = 32, height = 16 })
    assert.are.same({ "trees", "shapes", 2 }, { found[1].layer, found[1].word,
      found[1].cells })
  end)

  -- The oracle: where the middle of a tile, and the picture of another one, are on
  -- the screen.
  local KINDS = {
    orthogonal = { 16, 16, function(x, y) return 16 * x, 16 * y end },
    isometric = { 16, 8, function(x, y) return 8 * (x - y), 4 * (x + y) end },
    staggered = { 16, 8, function(x, y)
      return 16 * x + 8 * (y % 2), 4 * y
    end },
    hexagonal = { 16, 14, function(x, y)
      return 16 * x + 8 * (y % 2), 10 * y
    end },
    hexagonal_x = { 14, 16, function(x, y)
      return 10 * x, 16 * y + 8 * (x % 2)
    end },
  }

  it("do so on all kinds of maps, and flipped", function()
    local own, sides = { 3.3, 18.1, 21.7, 17.3, 12.2, 38.7 }, 5
    for kind, form in pairs(KINDS) do
      for flips = 0, 7 do
        for at = 6, 17 do
          local at_x, at_y = at % sides, math.floor(at / sides)
          local data, objects = {}, {}
          for i = 0, sides * sides - 1 do
            local x, y = i % sides, math.floor(i / sides)
            local sx, sy = form[3](x, y)
            data[i + 1] = i == at and 2 + flips * 2 ^ 29 or 0
            objects[i + 1] = { name = x .. "," .. y, point = true,
              x = sx + form[1] / 2, y = sy + form[2] / 2 }
            if kind == "isometric" then
              objects[i + 1].x, objects[i + 1].y = 8 * x + 4, 8 * y + 4
            end
          end
          local map = import.map(sides, sides, { { type = "tilelayer",
            name = "trees", width = sides, height = sides, data = data },
            { type = "objectgroup", name = "middles", objects = objects } },
            { { id = 1, objectGroup = { objects = { { x = 0, y = 0,
              polygon = import.points(own) } } } } })
          map.orientation = kind:match "%a+"
          map.tilewidth, map.tileheight = form[1], form[2]
          map.staggeraxis = kind == "hexagonal_x" and "x" or "y"
          map.staggerindex, map.hexsidelength = "odd", 6
          map.tilesets[1].tilewidth, map.tilesets[1].tileheight = 24, 40
          -- The corners on the screen: columns and rows change places, then left
          -- and right, then top and bottom.
          local left, bottom, corners = form[3](at_x, at_y)
          bottom = bottom + form[2]
          for i = 1, #own, 2 do
            local x, y, wide, high = own[i], own[i + 1], 24, 40
            if flips % 2 == 1 then
              x, y, wide, high = y, x, high, wide
            end
            corners = corners or { sizes = { #own / 2 } }
            corners[i] = left + (flips >= 4 and wide - x or x)
            corners[i + 1] = bottom - high + (flips % 4 >= 2 and high - y or y)
          end
          local grid, places = tilepath.from_tiled(map, { shapes = true,
            empty = true })
          for i, place in ipairs(places) do
            local sx, sy = form[3]((i - 1) % sides, math.floor((i - 1) / sides))
            assert.are.equal(
              outlines.is_inside(corners, sx + form[1] / 2, sy + form[2] / 2),
              not grid:is_walkable(grid:to_cell(place.x, place.y)),
              ("%s, flips %d: %s from %d,%d"):format(kind, flips, place.name,
              at_x, at_y))
          end
        end
      end
    end
  end)

  it("leave the neighbours of a diamond open", function()
    for _, kind in ipairs { "isometric", "staggered" } do
      local map = import.map(3, 3, { { type = "tilelayer", name = "t", width = 3,
        height = 3, data = { 1, 1, 1, 1, 2, 1, 1, 1, 1 } } }, { { id = 1,
        objectGroup = { objects = { { x = 0, y = 32, width = 64,
          height = 32 } } } } })
      map.orientation, map.tilewidth, map.tileheight = kind, 64, 32
      map.staggeraxis, map.staggerindex = "y", "odd"
      map.tilesets[1].tilewidth, map.tilesets[1].tileheight = 64, 64
      local _, _, found = tilepath.from_tiled(map, { shapes = true })
      assert.are.same({ "shapes", 1 }, { found[#found].word,
        found[#found].cells })
    end
  end)
end)

describe("the shapes of a tileset with an isometric grid", function()
  --- Of a map of three diamonds of 64 x 32, the second with this shape.
  local function drawing(kind, high, shape, options)
    local map = import.row({ { id = 1, objectGroup = { objects = { shape } } } },
      { 1, 2, 1 })
    map.orientation, map.tilewidth, map.tileheight = kind, 64, 32
    map.tilesets[1].tilewidth, map.tilesets[1].tileheight = 64, high
    map.tilesets[1].grid = { orientation = "isometric", width = 64, height = 32 }
    options = options or { shapes = true }
    return tilepath.ascii((tilepath.from_tiled(map, options)))
  end

  it("have its units, and stand at the foot of the picture", function()
    local DIAMOND = { x = 0, y = 0, width = 32, height = 32 }
    for i, case in ipairs {
      { ".#.", DIAMOND },
      -- Half a diamond, to the left, to the right, and turned on the screen.
      { ".#.", { x = 0, y = 0, width = 32, height = 17 } },
      { ".#.", { x = 0, y = 15, width = 32, height = 17 } },
      { "...", { x = 0, y = 0, width = 32, height = 15 } },
      { ".#.", { x = 32, y = 32, width = 32, height = 32, rotation = 180 } },
      { "...", { x = 0, y = 0, width = 32, height = 32, rotation = 180 } },
      -- Around the middle of the picture in pixels, not in these units.
      { "...", { x = 26, y = 10, width = 12, height = 5 } },
    } do
      for _, kind in ipairs { "isometric", "orthogonal" } do
        assert.are.equal(case[1], drawing(kind, 32, case[2]), kind .. i)
      end
    end
    assert.are.equal(".#.", drawing("isometric", 96, DIAMOND))
    assert.are.equal("...", drawing("isometric", 96, { x = 0, y = 0, width = 32,
      height = 15 }))
  end)
end)
