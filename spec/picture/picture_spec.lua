--- tilepath.picture: the parts of each thing, kind by kind. Lists of things,
-- options and updates: things_spec.lua.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local outlines = require "spec.support.outlines"

local unpack = table.unpack or unpack -- luacheck: ignore
local parts_of, shape_of, shades_of, kinds_of = outlines.parts_of,
  outlines.shape_of, outlines.shades_of, outlines.kinds_of

local TOWN = { cell_size = 10, prices = { mud = 3, road = 0.5, lava = false },
  legend = { ["~"] = "mud", ["="] = "road", ["%"] = "lava" } }

local function plain(width, height)
  return tilepath.grid(width, height, { cell_size = 10 })
end

local function place_of(picture)
  return { picture.x, picture.y, picture.width, picture.height }
end

--- Fails unless a picture of things has these shapes, { kind = points }; false:
-- no part of the kind.
local function has(shapes, things, options)
  local picture = tilepath.picture(things, options)
  for kind, shape in pairs(shapes) do
    assert.are.equal(shape or nil, shape_of(picture, kind), kind)
  end
  return picture
end

describe("a picture of a grid", function()
  it("has its closed cells, and its ground by price", function()
    local SQUARE = "10,0 20,0 20,10 10,10"
    has({ wall = "20,0 30,0 30,20 10,20 10,10 20,10" },
      tilepath.grid("..#\n.##", TOWN))
    has({ wall = SQUARE }, tilepath.grid(".%", TOWN))
    has({ terrain = false, wall = false }, tilepath.grid("..", TOWN))
    local mud, bog, road
    local picture = tilepath.picture(tilepath.grid(".~.*#", { cell_size = 10,
      prices = { mud = 2, bog = 5 },
      legend = { ["~"] = "mud", ["*"] = "bog" } }))
    assert.are.equal("0.286 1", shades_of(picture, "terrain")) -- 2 / 7
    mud, bog = picture.parts[1], picture.parts[2]
    assert.are.same({ 10, 30 }, { mud[1], bog[1] })
    assert.are.same({ mud.r, mud.g, mud.b }, { bog.r, bog.g, bog.b })
    assert.is_true(mud.a < bog.a)
    picture = tilepath.picture(tilepath.grid("=.~#", TOWN))
    assert.are.equal("1 1", shades_of(picture, "terrain"))
    road, mud = picture.parts[1], picture.parts[2]
    assert.are.same({ 0, 20 }, { road[1], mud[1] })
    assert.are_not.same({ road.r, road.g, road.b }, { mud.r, mud.g, mud.b })
  end)

  it("has the terrains of a table in their colours, and no wall there", function()
    local grid = tilepath.grid("%%.~#", TOWN)
    local function with(terrain, wall)
      return { colours = { terrain = terrain, wall = wall } }
    end
    local picture = has({ wall = "40,0 50,0 50,10 40,10" }, grid,
      with { lava = { 1, 0, 0 } })
    local lava, mud = picture.parts[1], picture.parts[2]
    assert.are.same({ 0, 0, 20, 0, 20, 10, 0, 10 }, { unpack(lava) })
    assert.are.same({ 30, 0, 40, 0, 40, 10, 30, 10 }, { unpack(mud) })
    assert.are.same({ 1, 0, 0, 1 }, { lava.r, lava.g, lava.b, lava.a })
    assert.are.equal("1 1", shades_of(picture, "terrain"))
    assert.is_true(mud.a < 1)
    has({ wall = "40,0 50,0 50,10 40,10",
      terrain = "30,0 40,0 40,10 30,10" }, grid, with { lava = false })
    has({ wall = false, terrain = "20,0 30,0 30,10 20,10" }, grid,
      with { lava = false, mud = false, wall = false,
        open = { 0, 1, 0, 0.5 }, bog = { 0, 0, 0 } })
    has({ wall = "0,0 20,0 20,10 0,10 | 40,0 50,0 50,10 40,10" }, grid,
      with { lava = true, mud = { 1, 1, 0 } })
    has({ wall = false }, grid, with({ lava = { 1, 0, 0 } }, false))
    local red = has({ wall = "40,0 50,0 50,10 40,10" }, grid,
      with({ lava = { 1, 0, 0 } }, { 1, 0, 0 })).parts
    assert.are.equal(1, red[#red].r)
  end)

  it("reads a grid again for other colours of terrains alone", function()
    local grid, colours = tilepath.grid(".~", TOWN), {}
    local picture = tilepath.picture({ grid, colours = colours })
    local function update(terrain)
      colours.terrain = terrain
      local changed, part = picture:update(), picture.parts[1]
      return changed, part and part.g
    end
    assert.are.same({ true, 0.5 }, { update { mud = { 0, 0.5, 0 } } })
    local part = picture.parts[1]
    assert.are.same({ false, 0.5 }, { update { mud = { 0, 0.5, 0, 1 } } })
    assert.is_true(part == picture.parts[1])
    assert.are.same({ true, 0.7 }, { update { mud = { 0, 0.7, 0 } } })
    assert.are.same({ true }, { update { mud = false } })
    assert.are.same({ true, 1 }, { update { open = { 0, 1, 0 }, mud = false } })
    assert.are.same({ true, 1 }, { update { open = { 0, 1, 0 } } })
    assert.are.equal(2, #picture.parts)
    assert.are.same({ true, 0.5 }, { update { mud = { 0, 0.5, 0 } } })
    assert.is_true(part == picture.parts[1])
    grid:set(2, 1, "open")
    assert.are.same({ true }, { update { mud = { 0, 0.5, 0 } } })
  end)

  it("has the borders of cells with `lattice`", function()
    local grid = tilepath.grid(2, 1, { cell_size = { 4, 2 } })
    has({ lattice = false }, grid)
    has({ lattice = "0,0 8,0 | 0,2 8,2 | 0,0 0,2 | 4,0 4,2 | 8,0 8,2" }, grid,
      { colours = { lattice = true } })
  end)

  it("has fences, and ledges with their directions", function()
    local grid = plain(3, 3)
    grid:fence(2, 1, 1, 1)
    grid:fence(3, 3, 3, 2)
    has({ fence = "10,0 10,10 | 30,20 20,20" }, grid)
    grid = plain(2, 1)
    grid:fence(2, 1, 1, 1, { one_way = true })
    has({ ledge = "10,0 10,10 | 10,3 8,5 10,7", fence = false }, grid)
    grid:fence(2, 1, 1, 1, { one_way = true, name = "kerb" })
    has({ ledge = "10,0 10,10 | 10,3 8,5 10,7", fence = false }, grid)
    grid:fence(1, 1, 2, 1, { one_way = true, name = "glass" })
    has({ fence = "10,0 10,10", ledge = false }, grid)
    grid = tilepath.grid(3, 3, { shape = "hex", cell_size = { 10, 12 },
      cell_side = 6 })
    grid:fence(1, 1, 2, 1)
    grid:fence(1, 1, 1, 2)
    has({ fence = "10,3 10,9 | 10,9 5,12" }, grid)
  end)

  it("has links, with an arrow head if they lead one way", function()
    local grid = plain(4, 1)
    grid:link(1, 1, 2, 1)
    grid:link(4, 1, 3, 1, { one_way = true })
    has({ link = "5,5 15,5 | 35,5 25,5 | 27,3 25,5 27,7" }, grid)
  end)

  it("has the place of the grid, with all hexagons", function()
    assert.are.same({ -7, 1, 12, 10 }, place_of(tilepath.picture(
      tilepath.grid(3, 2, { cell_size = { 4, 5 }, origin = { -7, 1 },
        base = 0 }))))
    for stagger, expected in pairs { ["odd-r"] = { 0, 0, 35, 20 },
      ["even-r"] = { 0, 0, 35, 20 }, ["odd-q"] = { 0, 0, 24, 30 },
      ["even-q"] = { 0, 0, 24, 30 } } do
      assert.are.same(expected, place_of(tilepath.picture(tilepath.grid(3, 2,
        { shape = "hex", stagger = stagger, cell_size = { 10, 12 },
          cell_side = 4 }))), stagger)
    end
  end)
end)

describe("a picture of a pathfinder", function()
  it("has prices of cells, of its layers, too", function()
    local grid = tilepath.grid("=.~#", TOWN)
    local finder = tilepath.pathfinder(grid, { prices = { road = 9 } })
    assert.are.equal("", kinds_of(tilepath.picture(finder)))
    local picture = tilepath.picture(finder, { colours = { price = true } })
    assert.are.equal("0.267 1", shades_of(picture, "price")) -- 4 / 15
    assert.are.same({ 20, 0 }, { picture.parts[1][1], picture.parts[2][1] })
    grid = plain(2, 1)
    local layer = tilepath.layer(grid)
    picture = has({ price = false }, tilepath.pathfinder(grid,
      { layers = { { layer, 1 } } }), { colours = { price = true } })
    layer:set(2, 1, 7)
    assert.is_true(picture:update())
    assert.are.equal("10,0 20,0 20,10 10,10", shape_of(picture, "price"))
  end)

  it("has the open cells that the agent cannot enter", function()
    has({ blocked = "10,0 30,0 30,10 20,10 20,20 30,20 30,30 0,30 0,20 10,20" },
      tilepath.pathfinder(tilepath.grid("...\n..#\n...", TOWN), { size = 2 }))
  end)
end)

describe("a picture of a layer", function()
  it("has cells by their numbers, with at most 16 shades", function()
    local layer = tilepath.layer(plain(3, 1))
    layer:set(2, 1, 51)
    layer:set(3, 1, 255)
    assert.are.equal("0.2 1", shades_of(tilepath.picture(layer), "layer"))
    layer = tilepath.layer(plain(16, 16))
    layer:sample(function(x, y) return (y - 1) * 16 + x - 1 end)
    local parts = parts_of(tilepath.picture(layer), "layer")
    assert.are.equal(16, #parts)
    for i, part in ipairs(parts) do
      assert.are.equal((i - 1) / 15, part.value)
    end
  end)
end)

describe("a picture of a field", function()
  local function field_on(text, goals)
    local finder = tilepath.pathfinder(tilepath.grid(text, TOWN))
    return finder:field(goals), finder.grid
  end

  it("has arrows, along links, too; its goals; costs with `cost`", function()
    has({ arrow = "28.6,5 21.4,6.6 21.4,3.4 | 38.6,5 31.4,6.6 31.4,3.4" },
      (field_on(".#...", { { 5, 1 } })))
    local finder = tilepath.pathfinder(tilepath.grid(".#.", TOWN))
    finder.grid:link(1, 1, 3, 1)
    has({ arrow = "8.6,5 1.4,6.6 1.4,3.4" }, finder:field { { 3, 1 } })
    local field = field_on("...", { { 1, 1 }, { 3, 1 } })
    local picture = has({ goal = "5,5 | 25,5" }, field)
    assert.are.equal(3, parts_of(picture, "goal")[1].width)
    assert.are.equal("0 0.533 1", shades_of(tilepath.picture( -- 8 / 15
      (field_on("...", { { 1, 1 } })), { colours = { cost = true } }), "cost"))
  end)

  it("changes after an update of the field, not after an edit", function()
    local field, grid = field_on("...\n...", { { 3, 1 } })
    local picture = tilepath.picture(field)
    assert.is_false(picture:update())
    field:update { { 1, 1 } }
    assert.is_true(picture:update())
    assert.are.equal("5,5", shape_of(picture, "goal"))
    field:update()
    assert.is_false(picture:update())
    grid:set(2, 1, "wall")
    picture:update()
    assert.are.equal("5,5", shape_of(picture, "goal"))
    field:update()
    assert.is_true(picture:update())
  end)
end)

describe("a picture of an answer", function()
  it("has the cells of a reach, the nearest in strong colour", function()
    local picture = tilepath.picture(tilepath.pathfinder(plain(5, 1))
      :reach(1, 1, 2))
    assert.are.equal("0 0.533 1", shades_of(picture, "reach")) -- 8 / 15
    assert.are.same({ 20, 10, 0 }, { picture.parts[1][1],
      picture.parts[2][1], picture.parts[3][1] })
    -- All cells under a large agent.
    local reach = tilepath.pathfinder(plain(5, 5), { size = { 2, 3 } })
      :reach(1, 1, 1)
    local strong = parts_of(tilepath.picture(reach), "reach")[2]
    assert.are.equal("0,0 20,0 20,30 0,30", helper.points(strong))
  end)

  it("has the cells of a view", function()
    local finder = tilepath.pathfinder(tilepath.grid("..#.", TOWN))
    has({ view = "0,0 20,0 20,10 0,10" }, finder:view(1, 1, 9))
  end)

  it("has closed and open cells, and follows the search", function()
    local finder = tilepath.pathfinder(plain(3, 1), { algorithm = "astar" })
    local search = finder:search(1, 1, 3, 1)
    local picture = tilepath.picture { finder.grid, search }
    search:step(1)
    assert.is_true(picture:update())
    assert.are.equal("0,0 10,0 10,10 0,10", shape_of(picture, "closed"))
    assert.are.equal("10,0 20,0 20,10 10,10", shape_of(picture, "open"))
    assert.is_false(picture:update())
    search:step(1)
    assert.is_true(picture:update())
    assert.are.equal("0,0 20,0 20,10 0,10", shape_of(picture, "closed"))
    -- It lies on the picture's grid.
    has({ closed = "0,0 14,0 14,7 0,7" }, search,
      { grid = tilepath.grid(3, 1, { cell_size = 7 }) })
  end)
end)

describe("a picture of a path", function()
  local grid = plain(9, 9)

  local function drawn(points, options)
    return shape_of(tilepath.picture(tilepath.path(points, "cells"),
      options or { grid = grid }), "path")
  end

  it("joins the middles of cells", function()
    for expected, points in pairs {
      ["5,5 15,5 25,5 35,15"] = { 1, 1, 2, 1, 3, 1, 4, 2 },
      ["5,5 25,5 15,5"] = { 1, 1, 3, 1, 2, 1 }, ["15,15"] = { 2, 2 } } do
      assert.are.equal(expected, drawn(points))
    end
    assert.is_nil(drawn {})
    assert.are.equal("10,10 20,10", drawn({ 1, 1, 2, 1 },
      { finder = tilepath.pathfinder(grid, { size = 2 }) }))
  end)

  it("needs no grid for a path in world units", function()
    local picture = has({ path = "0,0 40,0 40,20" },
      tilepath.path({ 0, 0, 40, 0, 40, 20 }, "world"))
    assert.are.same({ -2, -2, 44, 24 }, place_of(picture))
  end)

  it("is read again in each update", function()
    local path = tilepath.path({ 1, 1, 9, 9 }, "world")
    local picture = tilepath.picture { grid, path }
    local part, changes = picture.parts[1], picture.parts[1].changes
    assert.is_false(picture:update())
    path[3] = 5
    assert.is_true(picture:update())
    assert.are.equal(part, picture.parts[1])
    assert.are.equal(changes + 1, part.changes)
    path[5], path[6] = 7, 1
    picture:update()
    path[5], path[6] = nil, nil
    assert.is_true(picture:update())
    assert.are.equal("1,1 5,9", shape_of(picture, "path"))
  end)
end)

describe("a picture of a follower", function()
  local function hero_on(options)
    local grid = plain(5, 5)
    return tilepath.follower { x = 5, y = 5, speed = 10, prune = true,
      finder = tilepath.pathfinder(grid, options) }
  end

  it("has its body, its path and its end", function()
    local hero = hero_on()
    hero:follow { 5, 5, 45, 5, 45, 45 }
    hero:update(1)
    local picture = has({ path = "15,5 45,5 45,45", goal = "45,45",
      body = "15,5" }, hero)
    assert.are.equal("path goal body", kinds_of(picture))
    assert.are.equal(6, parts_of(picture, "body")[1].width)
  end)

  it("has a round, and no end, for a patrol", function()
    local hero = hero_on()
    hero:patrol { 5, 5, 45, 5, 45, 45 }
    hero:update(5)
    has({ path = "45,15 45,45 45,45 5,5 45,5", goal = false }, hero)
  end)

  it("has the size of the radius, or its own place", function()
    assert.are.equal(8, parts_of(tilepath.picture(hero_on { radius = 4 }),
      "body")[1].width)
    local picture = has({ body = "3,4" }, tilepath.follower { x = 3, y = 4 })
    assert.are.same({ 2, 3, 2, 2 }, place_of(picture))
  end)

  it("has a colour for each status", function()
    local hero, seen = tilepath.follower { speed = 1, rest = 2 }, {}
    local function is(status)
      assert.are.equal(status, hero.status)
      local body = parts_of(tilepath.picture(hero), "body")[1]
      local colour = ("%g %g %g"):format(body.r, body.g, body.b)
      assert.is_nil(seen[colour])
      seen[colour] = true
    end
    is("idle")
    hero:follow { 0, 0, 1, 0, 2, 0 }
    hero:update(0.5)
    is("going")
    hero:update(1)
    is("resting")
    hero:pause()
    is("paused")
    hero:resume()
    hero:update(9)
    is("arrived")
  end)
end)

describe("a picture of a crowd", function()
  --- A crowd of units in these cells, and the first of them.
  local function crowd_on(grid, ...)
    local crowd, finder = tilepath.crowd(grid), tilepath.pathfinder(grid)
    for _, cell in ipairs { ... } do
      crowd:add { finder = finder, cell_x = cell[1], cell_y = cell[2],
        speed = 10 }
    end
    return crowd, crowd:units()[1]
  end

  it("has bodies by status, paths and ends", function()
    local crowd, orc = crowd_on(plain(5, 3), { 1, 1 }, { 1, 3 })
    orc:go(45, 5)
    crowd:update(0.5)
    local picture = has({ path = "10,5 15,5 25,5 35,5 45,5", goal = "45,5" }, crowd)
    assert.are.equal("path goal body body", kinds_of(picture))
    local idle, going = parts_of(picture, "body")[1],
      parts_of(picture, "body")[2]
    assert.are.same({ 5, 25, 10, 5 }, { idle[1], idle[2], going[1], going[2] })
    picture = tilepath.picture { orc }
    assert.are.equal("path goal body", kinds_of(picture))
    orc:remove()
    assert.is_true(picture:update())
    assert.are.equal("", kinds_of(picture))
  end)

  it("has the path of a unit along a field, and over hexagons", function()
    local grid = tilepath.grid("...\n.##\n...", { cell_size = 10 })
    local crowd, orc = crowd_on(grid, { 1, 1 })
    orc:follow(orc.finder:field { { 3, 3 } })
    crowd:update(0.5)
    local picture = has({ path = "5,10 5,15 5,25 15,25 25,25" }, { grid, crowd })
    grid:set(2, 3, "wall")
    picture:update()
    assert.are.equal("5,10 5,15 5,25", shape_of(picture, "path"))
    grid = tilepath.grid(6, 6, { shape = "hex", cell_size = 10 })
    crowd, orc = crowd_on(grid, { 1, 1 })
    orc:go_cell(6, 6)
    crowd:update(0.1)
    local way = parts_of(tilepath.picture(crowd), "path")[1]
    assert.are.same({ grid:to_world(6, 6) }, { way[#way - 1], way[#way] })
  end)

  it("has units of any size, a part for each size", function()
    local grid = plain(9, 9)
    local crowd = crowd_on(grid, { 1, 1 })
    crowd:add { finder = tilepath.pathfinder(grid, { size = 2 }), cell_x = 5,
      cell_y = 5 }
    local bodies = parts_of(tilepath.picture(crowd), "body")
    assert.are.same({ 6, 12 }, { bodies[1].width, bodies[2].width })
  end)

  it("has bodies as long as their cells, of any part of their breadth", function()
    local grid = tilepath.grid(9, 9, { cell_size = { 10, 20 } })
    for size, expected in pairs { ["1 1"] = { "5,10", 10 },
      ["2 1"] = { "10,10", 20 }, ["3 1"] = { "10,10 20,10", 20 },
      ["1 2"] = { "5,5 5,35", 10 } } do
      local columns, rows = size:match("(%d) (%d)")
      local finder = tilepath.pathfinder(grid, { size = { tonumber(columns),
        tonumber(rows) } })
      local crowd = tilepath.crowd(grid)
      local unit = crowd:add { finder = finder, cell_x = 1, cell_y = 1 }
      local hero = tilepath.follower { finder = finder, x = unit.x, y = unit.y }
      for _, thing in ipairs { crowd, unit, hero } do
        for _, part in ipairs { 0.6, 1, 3 } do
          local body = has({ body = expected[1] }, thing,
            { body_size = part }).parts[1]
          assert.are.equal(part * expected[2], body.width)
        end
      end
    end
    local finder = tilepath.pathfinder(grid, { size = { 3, 1 }, radius = 4 })
    assert.are.equal(8, has({ body = "15,10" }, tilepath.crowd(grid):add {
      finder = finder, cell_x = 1, cell_y = 1 }, { body_size = 2 })
      .parts[1].width)
    assert.are.equal(2 * 6 / 20, parts_of(tilepath.picture({
      tilepath.path({ 1, 1, 5, 1 }, "world"), tilepath.follower { x = 1, y = 1 },
      tilepath.follower { x = 7, y = 1 } }, { body_size = 2 }), "body")[1].width)
  end)
end)
