--- tilepath.picture: the parts of each thing, kind by kind, and updates.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local memory = require "spec.support.memory"

local TOWN = { cell_size = 10, prices = { mud = 3, road = 0.5, lava = false },
  legend = { ["~"] = "mud", ["="] = "road", ["%"] = "lava" } }

local PLAIN = { cell_size = 10 }

--- The parts of a kind.
local function parts_of(picture, kind)
  local list = {}
  for _, part in ipairs(picture.parts) do
    if part.kind == kind then
      list[#list + 1] = part
    end
  end
  return list
end

--- The points of the only part of a kind, "|" between outlines or lines; nil
-- without a part.
local function shape_of(picture, kind)
  local list = parts_of(picture, kind)
  assert.is_true(#list <= 1)
  if not list[1] then
    return nil
  end
  local lines, first = {}, 1
  for i, size in ipairs(list[1].sizes) do
    local words = {}
    for k = first, first + 2 * size - 2, 2 do
      words[#words + 1] = ("%.4g,%.4g"):format(list[1][k], list[1][k + 1])
    end
    lines[i], first = table.concat(words, " "), first + 2 * size
  end
  assert.are.equal(#list[1], first - 1)
  return table.concat(lines, " | ")
end

--- The shades of a kind, in order.
local function shades_of(picture, kind)
  local list = {}
  for i, part in ipairs(parts_of(picture, kind)) do
    list[i] = ("%.3g"):format(part.value)
  end
  return table.concat(list, " ")
end

local function kinds_of(picture)
  local list = {}
  for i, part in ipairs(picture.parts) do
    list[i] = part.kind
  end
  return table.concat(list, " ")
end

describe("a picture of a grid", function()
  it("has its closed cells", function()
    local picture = tilepath.picture(tilepath.grid("..#\n.##", TOWN))
    assert.are.equal("20,0 30,0 30,20 10,20 10,10 20,10",
      shape_of(picture, "wall"))
    assert.are.equal("wall", kinds_of(picture))
  end)

  it("has impassable terrain among the closed cells", function()
    local picture = tilepath.picture(tilepath.grid(".%", TOWN))
    assert.are.equal("10,0 20,0 20,10 10,10", shape_of(picture, "wall"))
  end)

  it("has expensive ground, by price", function()
    local grid = tilepath.grid(".~.*#", { cell_size = 10,
      prices = { mud = 2, bog = 5 },
      legend = { ["~"] = "mud", ["*"] = "bog" } })
    local picture = tilepath.picture(grid)
    assert.are.equal("0.25 1", shades_of(picture, "terrain"))
    local mud, bog = picture.parts[1], picture.parts[2]
    assert.are.same({ 10, 30 }, { mud[1], bog[1] })
    assert.are.same({ mud.r, mud.g, mud.b }, { bog.r, bog.g, bog.b })
    assert.is_true(mud.a < bog.a)
  end)

  it("has cheap ground in another colour", function()
    local picture = tilepath.picture(tilepath.grid("=.~#", TOWN))
    assert.are.equal("1 1", shades_of(picture, "terrain"))
    local road, mud = picture.parts[1], picture.parts[2]
    assert.are.same({ 0, 20 }, { road[1], mud[1] })
    assert.are_not.same({ road.r, road.g, road.b }, { mud.r, mud.g, mud.b })
  end)

  it("has no terrain on open ground", function()
    assert.are.equal("", kinds_of(tilepath.picture(tilepath.grid("..", TOWN))))
  end)

  it("has the borders of cells with `lattice`", function()
    local grid = tilepath.grid(2, 1, { cell_size = { 4, 2 } })
    assert.is_nil(shape_of(tilepath.picture(grid), "lattice"))
    assert.are.equal("0,0 8,0 | 0,2 8,2 | 0,0 0,2 | 4,0 4,2 | 8,0 8,2",
      shape_of(tilepath.picture(grid, { lattice = true }), "lattice"))
  end)

  it("has fences in lines as long as possible", function()
    local grid = tilepath.grid(3, 3, { cell_size = 10 })
    grid:fence(2, 1, 1, 1)
    grid:fence(1, 2, 2, 2)
    grid:fence(1, 1, 1, 2)
    grid:fence(2, 1, 2, 2)
    grid:fence(3, 2, 3, 3)
    assert.are.equal("0,10 20,10 | 20,20 30,20 | 10,0 10,20",
      shape_of(tilepath.picture(grid), "fence"))
  end)

  it("has ledges, with their directions", function()
    local grid = tilepath.grid(2, 1, { cell_size = 10 })
    grid:fence(2, 1, 1, 1, { one_way = true })
    assert.are.equal("10,0 10,10 | 10,3 8,5 10,7",
      shape_of(tilepath.picture(grid), "ledge"))
    assert.is_nil(shape_of(tilepath.picture(grid), "fence"))
  end)

  it("has links, with an arrow head if they lead one way", function()
    local grid = tilepath.grid(4, 1, { cell_size = 10 })
    grid:link(1, 1, 2, 1)
    grid:link(4, 1, 3, 1, { one_way = true })
    assert.are.equal("5,5 15,5 | 35,5 25,5 | 27,3 25,5 27,7",
      shape_of(tilepath.picture(grid), "link"))
  end)

  it("has the place of the grid", function()
    local picture = tilepath.picture(tilepath.grid(3, 2, { cell_size = { 4, 5 },
      origin = { -7, 1 }, base = 0 }))
    assert.are.same({ -7, 1, 12, 10 },
      { picture.x, picture.y, picture.width, picture.height })
  end)

  it("contains all hexagons", function()
    for stagger, expected in pairs { ["odd-r"] = { 0, 0, 35, 20 },
      ["even-r"] = { 0, 0, 35, 20 }, ["odd-q"] = { 0, 0, 24, 30 },
      ["even-q"] = { 0, 0, 24, 30 } } do
      local grid = tilepath.grid(3, 2, { shape = "hex", stagger = stagger,
        cell_size = { 10, 12 }, cell_side = 4 })
      local picture = tilepath.picture(grid)
      assert.are.same(expected, { picture.x, picture.y, picture.width,
        picture.height }, stagger)
    end
  end)

  it("has fences of hexagons, too", function()
    local grid = tilepath.grid(3, 3, { shape = "hex", cell_size = { 10, 12 },
      cell_side = 6 })
    grid:fence(1, 1, 2, 1)
    grid:fence(1, 1, 1, 2)
    assert.are.equal("5,12 10,9 | 10,3 10,9",
      shape_of(tilepath.picture(grid), "fence"))
  end)
end)

describe("a picture of a pathfinder", function()
  it("has prices of cells", function()
    local grid = tilepath.grid("=.~#", TOWN)
    local finder = tilepath.pathfinder(grid, { prices = { road = 9 } })
    assert.are.equal("", kinds_of(tilepath.picture(finder)))
    local picture = tilepath.picture(finder, { price = true })
    assert.are.equal("0.25 1", shades_of(picture, "price"))
    assert.are.same({ 20, 0 }, { picture.parts[1][1], picture.parts[2][1] })
  end)

  it("has the open cells that the agent cannot enter", function()
    local grid = tilepath.grid("...\n..#\n...", TOWN)
    local picture = tilepath.picture(tilepath.pathfinder(grid, { size = 2 }))
    assert.are.equal("10,0 30,0 30,10 20,10 20,20 30,20 30,30 0,30 0,20 10,20",
      shape_of(picture, "blocked"))
  end)

  it("has its regions with `region` #core_c", function()
    local grid = tilepath.grid(".#.", TOWN)
    local finder = tilepath.pathfinder(grid)
    assert.are.equal("", kinds_of(tilepath.picture(finder)))
    local regions = parts_of(tilepath.picture(finder, { region = true }),
      "region")
    assert.are.equal(2, #regions)
    assert.are_not.equal(regions[1].r, regions[2].r)
    local one = { 1, 0, 0 }
    for _, part in ipairs(parts_of(tilepath.picture(finder, { region = one }),
      "region")) do
      assert.are.same({ 1, 0, 0 }, { part.r, part.g, part.b })
    end
  end)

  it("has the numbers of its layers in its prices", function()
    local grid = tilepath.grid(2, 1, PLAIN)
    local layer = tilepath.layer(grid)
    local finder = tilepath.pathfinder(grid, { layers = { { layer, 1 } } })
    local picture = tilepath.picture(finder, { price = true })
    assert.are.equal("", kinds_of(picture))
    layer:set(2, 1, 7)
    assert.is_true(picture:update())
    assert.are.equal("10,0 20,0 20,10 10,10", shape_of(picture, "price"))
  end)
end)

describe("a picture of a layer", function()
  it("has cells by their numbers", function()
    local layer = tilepath.layer(tilepath.grid(3, 1, PLAIN))
    layer:set(2, 1, 51)
    layer:set(3, 1, 255)
    assert.are.equal("0.2 1", shades_of(tilepath.picture(layer), "layer"))
  end)

  it("has at most 16 shades", function()
    local grid = tilepath.grid(16, 16)
    local layer = tilepath.layer(grid)
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

  it("has an arrow in each cell with a next step", function()
    local picture = tilepath.picture((field_on(".#...", { { 5, 1 } })))
    assert.are.equal("28.6,5 21.4,6.6 21.4,3.4 | 38.6,5 31.4,6.6 31.4,3.4",
      shape_of(picture, "arrow"))
  end)

  it("has its goals", function()
    local picture = tilepath.picture((field_on("...",
      { { 1, 1 }, { 3, 1 } })))
    assert.are.equal("5,5 | 25,5", shape_of(picture, "goal"))
    assert.are.equal(3, parts_of(picture, "goal")[1].width)
  end)

  it("has costs with `cost`", function()
    local field = field_on("...", { { 1, 1 } })
    assert.are.equal("0 0.5 1",
      shades_of(tilepath.picture(field, { cost = true }), "cost"))
  end)

  it("has arrows along links", function()
    local finder = tilepath.pathfinder(tilepath.grid(".#.", TOWN))
    finder.grid:link(1, 1, 3, 1)
    local picture = tilepath.picture(finder:field { { 3, 1 } })
    assert.are.equal("8.6,5 1.4,6.6 1.4,3.4", shape_of(picture, "arrow"))
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

describe("a picture of a reach", function()
  it("has its cells, with the nearest in the strongest colour", function()
    local finder = tilepath.pathfinder(tilepath.grid(5, 1, PLAIN))
    local picture = tilepath.picture(finder:reach(1, 1, 2))
    assert.are.equal("0 0.5 1", shades_of(picture, "reach"))
    assert.are.same({ 20, 10, 0 }, { picture.parts[1][1], picture.parts[2][1],
      picture.parts[3][1] })
  end)

  it("has all cells under a large agent", function()
    local finder = tilepath.pathfinder(tilepath.grid(5, 4, PLAIN), { size = 2 })
    local picture = tilepath.picture(finder:reach(1, 1, 1))
    assert.are.equal("1 0", shades_of(picture, "reach"):reverse())
    local strong = parts_of(picture, "reach")[2]
    assert.are.equal("0,0 20,0 20,20 0,20", helper.points(strong))
  end)
end)

describe("a picture of a view", function()
  it("has its cells", function()
    local finder = tilepath.pathfinder(tilepath.grid("..#.", TOWN))
    assert.are.equal("0,0 20,0 20,10 0,10",
      shape_of(tilepath.picture(finder:view(1, 1, 9)), "view"))
  end)
end)

describe("a picture of a search", function()
  it("has closed and open cells, and follows the search", function()
    local finder = tilepath.pathfinder(tilepath.grid(3, 1, PLAIN),
      { algorithm = "astar" })
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
  end)

  it("needs a grid", function()
    local finder = tilepath.pathfinder(tilepath.grid(3, 1, PLAIN),
      { algorithm = "astar" })
    local search = finder:search(1, 1, 3, 1)
    assert.are.equal("picture: grid must be a grid (things[1] needs it), "
      .. "got nil", helper.mistake(function() tilepath.picture { search } end))
    search:step(1)
    assert.are.equal("closed open", kinds_of(tilepath.picture(search,
      { grid = finder.grid })))
  end)
end)

describe("a picture of a path", function()
  local grid = tilepath.grid(9, 9, { cell_size = 10 })

  it("joins the middles of cells, turn by turn", function()
    local path = tilepath.path { 1, 1, 2, 1, 3, 1, 4, 2, 5, 3, 5, 3 }
    assert.are.equal("5,5 25,5 45,25",
      shape_of(tilepath.picture(path, { grid = grid }), "path"))
  end)

  it("joins the middles of a large agent", function()
    local finder = tilepath.pathfinder(grid, { size = 2 })
    assert.are.equal("10,10 20,10", shape_of(tilepath.picture(
      tilepath.path { 1, 1, 2, 1 }, { finder = finder }), "path"))
  end)

  it("needs no grid for a path in world units, and surrounds the "
    .. "path", function()
    local path = tilepath.path({ 0, 0, 40, 0, 40, 20 }, "world")
    local picture = tilepath.picture(path)
    assert.are.equal("0,0 40,0 40,20", shape_of(picture, "path"))
    assert.are.same({ -2, -2, 44, 24 }, { picture.x, picture.y, picture.width,
      picture.height })
  end)

  it("keeps the point at which the path turns back", function()
    assert.are.equal("5,5 25,5 15,5", shape_of(tilepath.picture(
      tilepath.path { 1, 1, 3, 1, 2, 1 }, { grid = grid }), "path"))
  end)

  it("is a disc for a single point, and empty without points", function()
    local picture = tilepath.picture({ tilepath.path { 2, 2 }, tilepath.path {} },
      { grid = grid })
    assert.are.equal("15,15", shape_of(picture, "path"))
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
  local function hero_on(grid)
    local finder = tilepath.pathfinder(grid)
    return tilepath.follower { x = 5, y = 5, speed = 10, finder = finder }
  end

  it("has its body, its path, its end and its direction", function()
    local hero = hero_on(tilepath.grid(5, 5, { cell_size = 10 }))
    hero:follow { 5, 5, 45, 5, 45, 45 }
    hero:update(1)
    local picture = tilepath.picture(hero)
    assert.are.equal("way goal body facing", kinds_of(picture))
    assert.are.equal("15,5 45,5 45,45", shape_of(picture, "way"))
    assert.are.equal("45,45", shape_of(picture, "goal"))
    assert.are.equal("15,5", shape_of(picture, "body"))
    assert.are.equal(6, parts_of(picture, "body")[1].width)
    assert.are.equal("15,5 17.6,5", shape_of(picture, "facing"))
  end)

  it("has no end for a patrol", function()
    local hero = hero_on(tilepath.grid(5, 5, { cell_size = 10 }))
    hero.prune = true
    hero:patrol { 5, 5, 45, 5, 45, 45 }
    hero:update(5)
    local picture = tilepath.picture(hero)
    assert.are.equal("45,15 45,45 5,5 45,5", shape_of(picture, "way"))
    assert.is_nil(shape_of(picture, "goal"))
  end)

  it("has a colour by status", function()
    local hero = hero_on(tilepath.grid(5, 5, { cell_size = 10 }))
    local picture, seen = tilepath.picture(hero), {}
    local function note()
      picture:update()
      local body = parts_of(picture, "body")[1]
      local colour = ("%g %g %g"):format(body.r, body.g, body.b)
      assert.is_nil(seen[colour])
      seen[colour] = true
    end
    note()
    hero:follow { 45, 5 }
    note()
    hero:pause()
    note()
    hero:resume()
    hero:update(9)
    note()
  end)

  it("has the size of the radius #core_c", function()
    local grid = tilepath.grid(5, 5, { cell_size = 10 })
    local hero = tilepath.follower { x = 5, y = 5,
      finder = tilepath.pathfinder(grid, { radius = 4 }) }
    assert.are.equal(8, parts_of(tilepath.picture(hero), "body")[1].width)
  end)

  it("is there in each status", function()
    local hero = tilepath.follower { speed = 1, rest = 2 }
    local function is(status)
      assert.are.equal(status, hero.status)
      assert.are.equal(1, #parts_of(tilepath.picture(hero), "body"))
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

  it("has its own place without a pathfinder", function()
    local picture = tilepath.picture(tilepath.follower { x = 3, y = 4 })
    assert.are.equal("3,4", shape_of(picture, "body"))
    assert.are.same({ 2, 3, 2, 2 }, { picture.x, picture.y, picture.width,
      picture.height })
  end)
end)

describe("a picture of a crowd", function()
  local function crowd_on(grid)
    return tilepath.crowd(grid), tilepath.pathfinder(grid)
  end

  it("has bodies by status, paths and ends", function()
    local grid = tilepath.grid(5, 3, { cell_size = 10 })
    local crowd, finder = crowd_on(grid)
    crowd:add { finder = finder, cell_x = 1, cell_y = 3 }
    local orc = crowd:add { finder = finder, cell_x = 1, cell_y = 1,
      speed = 10 }
    orc:go(45, 5)
    crowd:update(0.5)
    local picture = tilepath.picture(crowd)
    assert.are.equal("way goal body body facing", kinds_of(picture))
    local idle, going = parts_of(picture, "body")[1],
      parts_of(picture, "body")[2]
    assert.are.same({ 5, 25, 10, 5 }, { idle[1], idle[2], going[1], going[2] })
    assert.are.equal("10,5 45,5", shape_of(picture, "way"))
    assert.are.equal("45,5", shape_of(picture, "goal"))
  end)

  it("has the path of a unit along a field, as in a group", function()
    local grid = tilepath.grid("...\n.##\n...", { cell_size = 10 })
    local crowd, finder = crowd_on(grid)
    local orc = crowd:add { finder = finder, cell_x = 1, cell_y = 1,
      speed = 10 }
    orc:follow(finder:field { { 3, 3 } })
    crowd:update(0.5)
    local picture = tilepath.picture { grid, crowd }
    assert.are.equal("5,10 5,25 25,25", shape_of(picture, "way"))
    grid:set(2, 3, "wall")
    picture:update()
    assert.are.equal("5,10 5,25", shape_of(picture, "way"))
  end)

  it("has the paths of a group that was sent together", function()
    local grid = tilepath.grid(20, 3, { cell_size = 10 })
    local crowd, finder = crowd_on(grid)
    for y = 1, 3 do
      crowd:add { finder = finder, cell_x = 1, cell_y = y, speed = 10 }
    end
    crowd:go(crowd:units(), 185, 15)
    crowd:update(0.5)
    local way = parts_of(tilepath.picture(crowd), "way")[1]
    assert.are.equal(3, #way.sizes)
    assert.are.same({ 185, 15 }, { way[#way - 1], way[#way] })
  end)

  it("has the cells that units hold, with `held`", function()
    local grid = tilepath.grid(5, 3, { cell_size = 10 })
    local crowd, finder = crowd_on(grid)
    local orc = crowd:add { finder = finder, cell_x = 1, cell_y = 1,
      speed = 10 }
    local picture = tilepath.picture(crowd, { held = true })
    assert.are.equal("0,0 10,0 10,10 0,10", shape_of(picture, "held"))
    orc:go(45, 5)
    crowd:update(0.5)
    picture:update()
    assert.are.equal("0,0 20,0 20,10 0,10", shape_of(picture, "held"))
  end)

  it("has the places of a formation", function()
    local grid = tilepath.grid(9, 9, { cell_size = 10 })
    local crowd, finder = crowd_on(grid)
    for x = 1, 3 do
      crowd:add { finder = finder, cell_x = x, cell_y = 9 }
    end
    crowd:go(crowd:units(), 45, 15, { formation = true })
    crowd:update(0.1)
    local goals = parts_of(tilepath.picture(crowd), "goal")[1]
    assert.are.equal(3, #goals.sizes)
  end)

  it("has units of any size, a part for each size", function()
    local grid = tilepath.grid(9, 9, { cell_size = 10 })
    local crowd, finder = crowd_on(grid)
    crowd:add { finder = finder, cell_x = 1, cell_y = 1 }
    crowd:add { finder = tilepath.pathfinder(grid, { size = 2 }), cell_x = 5,
      cell_y = 5 }
    local bodies = parts_of(tilepath.picture(crowd), "body")
    assert.are.same({ 6, 12 }, { bodies[1].width, bodies[2].width })
  end)

  it("can be of a single unit, and is empty for a removed unit", function()
    local grid = tilepath.grid(5, 3, { cell_size = 10 })
    local crowd, finder = crowd_on(grid)
    local orc = crowd:add { finder = finder, cell_x = 1, cell_y = 1 }
    orc:go(45, 5)
    crowd:update(0.5)
    local picture = tilepath.picture(crowd:units())
    assert.are.equal("way goal body facing", kinds_of(picture))
    orc:remove()
    assert.is_true(picture:update())
    assert.are.equal("", kinds_of(picture))
  end)

  it("has paths over hexagons, too #core_c", function()
    local grid = tilepath.grid(6, 6, { shape = "hex", cell_size = 10 })
    local crowd, finder = crowd_on(grid)
    local orc = crowd:add { finder = finder, cell_x = 1, cell_y = 1 }
    orc:go_cell(6, 6)
    crowd:update(0.1)
    local way = parts_of(tilepath.picture(crowd), "way")[1]
    local wx, wy = grid:to_world(6, 6)
    assert.are.same({ wx, wy }, { way[#way - 1], way[#way] })
  end)
end)

describe("the things of a picture", function()
  local grid = tilepath.grid("..#", TOWN)
  local finder = tilepath.pathfinder(grid)
  local path = finder:find(1, 1, 2, 1)

  it("can be none", function()
    local picture = tilepath.picture {}
    assert.are.same({}, picture.parts)
    assert.are.equal(2, picture.width)
  end)

  it("can be false, and lists of things", function()
    assert.are.equal("wall path", kinds_of(tilepath.picture {
      path, false, { { grid } } }))
  end)

  it("have a fixed drawing order by kind; things of a kind keep their "
    .. "own", function()
    local second = finder:find(2, 1, 1, 1)
    local picture = tilepath.picture { path, second, grid }
    assert.are.equal("wall path path", kinds_of(picture))
    assert.are.same({ 5, 15 }, { picture.parts[2][1], picture.parts[3][1] })
  end)

  it("can change from update to update", function()
    local things = { grid }
    local picture = tilepath.picture(things)
    things[2] = path
    assert.is_true(picture:update())
    assert.are.equal("wall path", kinds_of(picture))
    things[2] = false
    assert.is_true(picture:update())
    assert.is_false(picture:update())
    assert.are.equal("wall", kinds_of(picture))
  end)

  it("can be repeated", function()
    assert.are.equal("wall wall", kinds_of(tilepath.picture { grid, grid }))
  end)

  it("can belong to several grids: the picture contains all", function()
    local other = tilepath.grid(2, 2, { origin = { 100, -5 } })
    local picture = tilepath.picture { grid, other }
    assert.are.same({ 0, -5, 102, 15 }, { picture.x, picture.y, picture.width,
      picture.height })
  end)
end)

describe("the options of a picture", function()
  local grid = tilepath.grid("..#", TOWN)
  local path = tilepath.path { 1, 1, 2, 1 }

  local function colour_of(picture, kind)
    local part = parts_of(picture, kind)[1]
    return part and { part.r, part.g, part.b, part.a }
  end

  it("leave kinds out", function()
    assert.are.equal("path", kinds_of(tilepath.picture({ grid, path },
      { wall = false })))
  end)

  it("colour kinds, with an alpha or without", function()
    local own = colour_of(tilepath.picture(grid), "wall")
    assert.are.same({ 0.5, 0.25, 0, own[4] }, colour_of(tilepath.picture(grid,
      { wall = { 0.5, 0.25, 0 } }), "wall"))
    assert.are.same({ 0.5, 0.25, 0, 0.125 }, colour_of(tilepath.picture(grid,
      { wall = { 0.5, 0.25, 0, 0.125 } }), "wall"))
    assert.are.same(own, colour_of(tilepath.picture(grid, { wall = true }),
      "wall"))
  end)

  it("of a list apply to that list, the innermost first", function()
    local red, blue = { 1, 0, 0 }, { 0, 0, 1 }
    local picture = tilepath.picture({ grid, path, { path, path = red } },
      { path = blue })
    assert.are.same({ 0, 1 }, { picture.parts[2].r, picture.parts[3].r })
    assert.are.equal("path", kinds_of(tilepath.picture({ grid, path,
      { path, path = false }, wall = false })))
  end)

  it("of two pictures are separate", function()
    local red = tilepath.picture(grid, { wall = { 1, 0, 0 } })
    local blue = tilepath.picture(grid, { wall = { 0, 0, 1 } })
    red:update()
    assert.are.same({ 1, 0 }, { red.parts[1].r, blue.parts[1].r })
  end)
end)

describe("an update of a picture", function()
  it("is true after an edit, and false without", function()
    local grid = tilepath.grid("..#", TOWN)
    local picture = tilepath.picture(grid)
    local wall, changes = picture.parts[1], picture.parts[1].changes
    assert.is_false(picture:update())
    assert.are.equal(changes, wall.changes)
    grid:set(1, 1, "wall")
    assert.is_true(picture:update())
    assert.are.equal(wall, picture.parts[1])
    assert.are.equal(changes + 1, wall.changes)
    assert.is_false(picture:update())
  end)

  it("follows a resize #core_c", function()
    local grid = tilepath.grid("..#", TOWN)
    local finder = tilepath.pathfinder(grid)
    local picture = tilepath.picture { grid, finder, finder:reach(1, 1, 9),
      finder:view(1, 1, 9), finder:field { { 2, 1 } },
      finder:search(1, 1, 2, 1) }
    grid:resize { left = 1, bottom = 1, fill = "wall" }
    assert.is_true(picture:update())
    assert.are.same({ -10, 0, 40, 20 }, { picture.x, picture.y, picture.width,
      picture.height })
    assert.are.equal("-10,0 0,0 0,10 20,10 20,0 30,0 30,20 -10,20",
      shape_of(picture, "wall"))
    assert.are.equal("0,0 20,0 20,10 0,10", shape_of(picture, "view"))
  end)

  for shape, options in pairs { squares = { prices = { mud = 3 } },
    hexagons = { prices = { mud = 3 }, shape = "hex" } } do
    it("makes no garbage with " .. shape .. ", even after an edit #core_c",
      function()
      local grid = tilepath.grid(20, 20, options)
      grid:fill(4, 2, 9, 3, "mud")
      grid:fill(8, 7, 1, 9, "wall")
      local heat = tilepath.layer(grid)
      heat:set(5, 5, 90)
      local finder = tilepath.pathfinder(grid, { layers = { { heat, 0.1 } } })
      local crowd = tilepath.crowd(grid)
      local orc = crowd:add { finder = finder, cell_x = 1, cell_y = 20 }
      orc:go_cell(20, 20)
      crowd:update(0.1)
      local field = finder:field { { 3, 3 } }
      local picture = tilepath.picture({ grid, heat, finder, field,
        finder:reach(4, 4, 5), finder:view(4, 4, 5),
        (finder:find(1, 1, 9, 1)), crowd }, { price = true, region = true,
        cost = true, lattice = true, held = true, fence = false,
        ledge = false, link = false })
      local count = 0
      assert.are.equal(0, memory.garbage_of(function()
        count = count + 1
        grid:set(12, 12, count % 2 == 0 and "open" or "wall")
        heat:set(6, 6, count % 2 == 0 and 200 or 20)
        field:update()
        picture:update()
      end))
    end)
  end

  it("that raises changes nothing, and the next update works", function()
    local grid = tilepath.grid("..#", TOWN)
    local path = tilepath.path({ 1, 1, 2, 2 }, "world")
    local picture = tilepath.picture { grid, path }
    path[3] = "x"
    grid:set(1, 1, "wall")
    assert.are.equal("picture: point 2 of a path must be two finite numbers, "
      .. "got 'x'", helper.mistake(function() picture:update() end))
    assert.are.equal("wall path", kinds_of(picture))
    path[3] = 3
    assert.is_true(picture:update())
    assert.are.equal("1,1 3,2", shape_of(picture, "path"))
  end)
end)

describe("a mistake in a call of tilepath.picture", function()
  local grid = tilepath.grid("..#", TOWN)

  local function said(things, options)
    return helper.mistake(function() tilepath.picture(things, options) end)
  end

  it("is reported with its place among the things", function()
    local queue = tilepath.queue { nodes = 1 }
    assert.is_truthy(said({ grid, { false, queue } }):find(
      "picture: things[2][2] must be a grid, ", 1, true))
    assert.is_truthy(said({ grid, "path" }):find(
      "picture: things[2] must be a grid, ", 1, true))
    assert.are.equal("picture: things[2] is nil (false leaves a thing out: "
      .. "`path or false`)", said { grid, [3] = grid })
    local none = { tilepath.pathfinder(grid):find(1, 1, 3, 1) }
    assert.are.equal("picture: things[2][1] is nil (false leaves a thing out: "
      .. "`path or false`)", said { grid, { nil, none[2] } })
    assert.are.equal("picture: unknown option 'walls' (did you mean 'wall'?)",
      said { grid, walls = true })
    assert.matches("^picture: unknown option 'grid' %(options: arrow, ",
      (said { grid = grid }))
  end)

  it("is reported with a likely meaning", function()
    for _, thing in ipairs { { 1, 1, 2, 1 }, 1 } do
      assert.is_truthy(said({ thing }):find("or a list of these, got 1 (numbers "
        .. "are a path once tilepath.path(t) has made one; find returns a path "
        .. "and its cost)", 1, true))
    end
    local house = tilepath.building { hall = { 2, 2 } }
    for _, thing in ipairs { house, house.hall } do
      assert.is_truthy(said({ thing }):find("(its grid is one)", 1, true))
    end
    local path = tilepath.path { 1, 1 }
    assert.are.equal("picture: options must be a table (several things are one "
      .. "list), got path", said(grid, path))
  end)

  it("is reported for a list inside itself", function()
    local list = {}
    list[1] = list
    assert.are.equal("picture: lists of things must be nested at most "
      .. "16 deep", said(list))
  end)

  it("is reported for a colour", function()
    assert.are.equal("picture: wall must be true, false or a colour "
      .. "{ r, g, b [, a] }, got 'red'", said(grid, { wall = "red" }))
    assert.are.equal("picture: wall[2] must be a number from 0 to 1, got nil",
      said(grid, { wall = { 1 } }))
    assert.are.equal("picture: wall[4] must be a number from 0 to 1, got 255",
      said(grid, { wall = { 1, 1, 1, 255 } }))
    assert.are.equal("picture: grid must be a grid, got number",
      (said({}, { grid = 5 }):gsub("got 5", "got number")))
    assert.are.equal("picture: finder must be a pathfinder, got grid",
      said({}, { finder = grid }))
  end)

  it("is reported for a follower's fields", function()
    local hero = tilepath.follower { x = 1, y = 1 }
    hero.x = "left"
    assert.are.equal("picture: x must be a finite number, got 'left'",
      said({ grid, hero }))
  end)
end)

describe("a picture of a busy pathfinder", function()
  it("can be drawn in its callback, if its calls answer there #core_c",
    function()
    local grid = tilepath.grid(".~.", TOWN)
    local busy, drawn = nil, nil
    busy = tilepath.pathfinder(grid, { algorithm = "astar",
      heuristic = function()
        drawn = kinds_of(tilepath.picture({ grid, busy }, { price = true }))
        return 0
      end })
    assert.is_truthy(busy:find(1, 1, 3, 1))
    assert.are.equal("terrain price", drawn)
  end)
end)

describe("the colours of bodies", function()
  it("differ in lightness from status to status", function()
    local kinds = require "tilepath.picture.kinds"
    local before = 2
    for _, row in ipairs(kinds.STATUSES) do
      local r, g, b = row[2][1], row[2][2], row[2][3]
      local light = 0.2126 * r ^ 2.2 + 0.7152 * g ^ 2.2 + 0.0722 * b ^ 2.2
      light = light ^ (1 / 3)
      assert.is_true(before - light > 0.05, row[1])
      before = light
    end
  end)
end)
