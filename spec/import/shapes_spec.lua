--- Which cells the shapes of a Tiled map close: those whose middle they cover, or
-- with `touched` each cell that they touch; and the shapes of tiles.

local tilepath = require "tilepath"
local import = require "spec.support.import_helper"

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
