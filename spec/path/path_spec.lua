--- Paths: flat tables with methods, and the two passes that shorten them.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"

local map, points = helper.map, helper.points
local path, plain = tilepath.path, helper.plain

local function cells(t)
  return path(t, "cells")
end

local function near(expected, actual)
  assert.is_true(math.abs(expected - actual) <= 1e-9 * (1 + math.abs(expected)),
    ("expected %.17g, got %.17g"):format(expected, actual))
end

describe("a path", function()
  it("is a flat table with a cost and units", function()
    local finder = tilepath.pathfinder(tilepath.grid(5, 1))
    local found, cost = finder:find(1, 1, 4, 1)
    assert.are.equal("1,1 2,1 3,1 4,1", points(found))
    assert.are.equal(8, #found)
    assert.are.equal(3, cost)
    assert.are.equal(3, found.cost)
    assert.are.equal("cells", found.units)
    assert.is_nil(found.partial)
  end)

  it("has a number of points and a place for each point", function()
    local p = cells({ 1, 2, 3, 4 })
    assert.are.equal(2, p:size())
    assert.are.same({ 1, 2 }, { p:point(1) })
    assert.are.same({ 3, 4 }, { p:point(2) })
    assert.is_nil(p:point(0))
    assert.is_nil(p:point(3))
    assert.is_nil(p:point(-1))
    local seen = {}
    for i, x, y in p:points() do
      seen[#seen + 1] = ("%d: %d, %d"):format(i, x, y)
    end
    assert.are.same({ "1: 1, 2", "2: 3, 4" }, seen)
  end)

  it("can be made from any flat table, for example from a Channel", function()
    local t = { 1, 1, 2, 1, cost = 1, units = "cells", partial = true }
    local p = cells(t)
    assert.are.equal("1,1 2,1", points(p))
    assert.are.equal(1, p.cost)
    assert.are.equal("cells", p.units)
    assert.is_true(p.partial)
    assert.is_nil(getmetatable(t))
    assert.is_false(rawequal(t, p))
    assert.are.equal("world", path({ 0.5, 0.5 }, "world").units)
    assert.are.equal("world", path({ 0.5, 0.5, units = "world" }).units)
  end)

  it("comes back from JSON, where it is an object with texts as keys", function()
    local grid = tilepath.grid(4, 4)
    grid:link(2, 1, 3, 3)
    local found, back = tilepath.pathfinder(grid):find(1, 1, 4, 4), {}
    for key, value in pairs(found) do
      back[tostring(key)] = value
    end
    local again = path(back)
    assert.is_true(found == again)
    assert.are.same({ found.cost, "cells", found.links }, { again.cost,
      again.units, again.links })
    assert.are.same(plain(found), plain(path(back, "cells")))
    local hint = " (its keys are texts, as those of an object in JSON: "
      .. "tilepath.path takes it)"
    assert.are.equal("length: path must be a flat table { x1, y1, x2, y2, ... }, "
      .. "got table" .. hint, helper.mistake(function() path.length(back) end))
    local finder = tilepath.pathfinder(grid)
    local hero = tilepath.follower { x = 0.5, y = 0.5, finder = finder }
    for call, name in pairs { follow = "path", patrol = "points" } do
      assert.are.equal(call .. ": " .. name .. " must be a path or a list of "
        .. "{ x, y }, got table" .. hint, helper.mistake(function()
          hero[call](hero, back)
        end))
    end
    assert.is_true(hero:follow(again))
    local crowd = tilepath.crowd(grid)
    local unit = crowd:add { finder = finder, cell_x = 1, cell_y = 1 }
    assert.is_true(unit:follow(again))
    assert.are.equal("follow: path must be one or more { x, y }, got none",
      helper.mistake(function() unit:follow(back) end))
  end)

  -- (Decoders of JSON give floats.)
  it("has integers as cells, where Lua has integers", function()
    local kind = math.type or function() return "integer" end -- luacheck: ignore
    local function are_integers(...)
      for i = 1, select("#", ...) do
        assert.are.equal("integer", kind((select(i, ...))), i)
      end
    end
    local unpack = table.unpack or unpack -- luacheck: ignore
    local grid = tilepath.grid(5.0, 4.0)
    local finder = tilepath.pathfinder(grid)
    local floats = { 1.0, 1.0, 2.0, 1.0, 3.0, 1.0, cost = 2.0, goal_index = 1.0,
      escape = 1.0, units = "cells" }
    local own = cells(floats)
    for _, one in ipairs { own, path.dedup(floats), path.prune(floats, finder),
      path.cut(floats, finder), path.cells(floats, grid) } do
      are_integers(unpack(one))
      are_integers(one.escape)
    end
    local house, floors = tilepath.building { a = { 3.0, 3.0 }, b = { 2.0, 2.0 } }
    are_integers(house.b:to_grid(1.0, 2.0))
    are_integers(select(2, house:to_floor(5.0, 1.0)))
    are_integers(house.b.x, house.b.width, floors.width)
    grid:resize(0.0, 1.0, 8.0, 6.0)
    are_integers(grid.base_x, grid.base_y, grid.width, grid.height)
    for x, y in grid:cells() do
      are_integers(x, y)
    end
    are_integers(unpack((finder:find(1.0, 2.0, 4.0, 5.0))))
  end)

  it("equals a path with the same points in the same units", function()
    assert.is_true(cells({ 1, 1, 2, 2 }) == cells({ 1, 1, 2, 2, cost = 5 }))
    assert.is_false(cells({ 1, 1, 2, 2 }) == cells({ 1, 1, 2, 3 }))
    assert.is_false(cells({ 1, 1, 2, 2 }) == cells({ 1, 1 }))
    assert.is_false(cells({ 1, 1 }) == path({ 1, 1 }, "world"))
  end)

  it("can be printed", function()
    assert.are.equal("path of 0 points", tostring(cells({})))
    assert.are.equal("path of 1 point from 3, 4 to 3, 4 (cells)",
      tostring(cells({ 3, 4 })))
    assert.are.equal("path of 2 points from 1, 1 to 0.5, 4 (world), cost 2.5, "
      .. "partial", tostring(path { 1, 1, 0.5, 4, units = "world", cost = 2.5,
      partial = true }))
  end)

  it("is not changed by any call, with any number of points", function()
    local grid = tilepath.grid(9, 9)
    local finder = tilepath.pathfinder(grid)
    for _, t in ipairs { {}, { 2, 3 }, { 2, 3, 2, 3 }, { 1, 1, 2, 2, 3, 2 } } do
      local p = cells(t)
      for _, q in ipairs { p:dedup(), p:prune(finder), p:cells(),
        p:to_world(grid), p:to_world(grid):cells(grid) } do
        assert.is_false(rawequal(p, q))
        assert.are.equal("function", type(q.dedup))
      end
      assert.are.equal(#t == 6 and 1 + math.sqrt(2) or 0, p:length())
      assert.is_true(p:is_valid(finder))
      assert.are.same(t, plain(p))
    end
  end)
end)

describe("path:length", function()
  local p = cells({ 1, 1, 4, 5, 4, 6 })

  it("adds up the segments, in the path's own units", function()
    assert.are.equal(6, p:length())
    assert.are.equal(1.5, path({ 0, 0, 0, 1.5 }, "world"):length())
  end)
end)

describe("path:dedup", function()
  it("drops repeated points and the middle points of straight runs", function()
    assert.are.equal("1,1 4,1 6,3 6,5", points(cells({
      1, 1, 1, 1, 2, 1, 3, 1, 3, 1, 4, 1, 5, 2, 6, 3, 6, 4, 6, 5, 6, 5,
    }):dedup()))
  end)

  it("keeps points at which the path turns back", function()
    assert.are.equal("1,1 3,1 2,1",
      points(cells({ 1, 1, 2, 1, 3, 1, 2, 1 }):dedup()))
  end)

  it("recognizes straight runs of any slope", function()
    assert.are.equal("1,1 7,4", points(cells({ 1, 1, 3, 2, 7, 4 }):dedup()))
    assert.are.equal("1,1 3,2 7,5", points(cells({ 1, 1, 3, 2, 7, 5 }):dedup()))
  end)

  it("recognizes straight runs in world units, in spite of rounding", function()
    local grid = tilepath.grid(300, 300,
      { cell_size = 0.1, origin = { 1000.3, -7.7 } })
    local finder = tilepath.pathfinder(grid)
    local found = finder:find(3, 4, 280, 281):to_world(grid)
    assert.are.equal(278, found:size())
    assert.are.equal(2, found:dedup():size())
    -- A real bend of a hundredth of a cell stays.
    assert.are.equal(3, path({ 0, 0, 100, 0, 200, 0.001 }, "world")
      :dedup():size())
  end)
end)

describe("path:prune", function()
  local grid = tilepath.grid(map [[
    ..........
    ..........
    .....#....
    .....#....
    .....#....
    ..........
  ]])
  local finder = tilepath.pathfinder(grid)

  it("keeps only the points that sight needs", function()
    local found = finder:find(2, 4, 9, 4)
    local pruned = found:prune(finder)
    assert.is_true(pruned:size() < found:dedup():size())
    assert.is_true(pruned:is_valid(finder))
    assert.are.same({ 2, 4, 9, 4 },
      { pruned[1], pruned[2], pruned[#pruned - 1], pruned[#pruned] })
  end)

  it("joins two ends that see each other", function()
    local found = finder:find(1, 1, 10, 2)
    local pruned = found:prune(finder)
    assert.are.equal("1,1 10,2", points(pruned))
    near(math.sqrt(82), pruned.cost)
  end)

  it("keeps the last point before sight fails", function()
    local p = cells({ 5, 2, 6, 2, 7, 2, 7, 3, 7, 4, 7, 5 })
    assert.are.equal("5,2 7,2 7,5", points(p:prune(finder)))
  end)

  it("cuts two corners by a line from the middle of a leg", function()
    local post = tilepath.pathfinder(tilepath.grid(map [[
      .#.
      .#.
      ...
      #.#
    ]]))
    local p = cells({ 1, 1, 1, 2, 1, 3, 2, 3, 2, 4 })
    assert.are.equal("1,1 1,2 2,4", points(p:prune(post)))
  end)

  it("works on hexagons, where columns and rows tell no length", function()
    local agent = tilepath.pathfinder(tilepath.grid(7, 7, { shape = "hex",
      stagger = "odd-q" }))
    local p = agent:find(1, 2, 7, 5)
    assert.are.equal("1,2 7,5", points(p:prune(agent)))
  end)

  it("works on plain tables and after dedup", function()
    local found = finder:find(2, 4, 9, 4)
    assert.are.equal(points(found:prune(finder)),
      points(path.prune(plain(found), finder)))
    assert.is_true(found:dedup():prune(finder):is_valid(finder))
  end)

  it("looks along about two lines to each point #core_c", function()
    -- Each second column is a wall with a gap at the bottom or the top.
    local comb = tilepath.grid(60, 9)
    for x = 2, 60, 2 do
      comb:fill(x, x % 4 == 0 and 1 or 2, 1, 8, "wall")
    end
    local agent = tilepath.pathfinder(comb)
    local found = agent:find(1, 1, 59, 1)
    local work = helper.work_of(agent, function() found:prune(agent) end)
    -- No tested line is longer than a column and two steps.
    assert.is_true(work * helper.LOOKS <= 2 * 12 * found:size())
  end)

  it("reads the list of avoided cells once #core_c", function()
    local agent = tilepath.pathfinder(tilepath.grid(100, 100))
    local among = { avoid = {} }
    for i = 1, 1000 do
      among.avoid[i] = { i % 40 + 1, i % 30 + 60, 2, 2 }
    end
    local found = agent:find(1, 1, 100, 40)
    local look = helper.work_of(agent, function()
      agent:line_of_sight(1, 1, 2, 1, among)
    end)
    local prune = helper.work_of(agent, function()
      found:prune(agent, among)
    end)
    assert.is_true(look * helper.LOOKS >= 1000)
    assert.is_true(prune <= 2 * look + found:size() * 100 / helper.LOOKS)
  end)

  it("works in world units", function()
    local world = tilepath.grid(map [[
      ..........
      .....#....
      .....#....
      ..........
    ]], { cell_size = { 32, 16 }, origin = { -7, 0 } })
    local agent = tilepath.pathfinder(world)
    local found = agent:find_world(10, 40, 290, 41)
    local pruned = found:prune(agent)
    assert.are.equal("world", pruned.units)
    assert.is_true(pruned:size() < found:size())
    assert.is_true(pruned:is_valid(agent))
    assert.is_true(pruned.cost < found.cost)
    assert.are.same({ 10, 40, 290, 41 },
      { pruned[1], pruned[2], pruned[#pruned - 1], pruned[#pruned] })
  end)

  it("lowers the cost by what straight lines save", function()
    local meadow = tilepath.grid(6, 4, { prices = { open = 2 } })
    local agent = tilepath.pathfinder(meadow, { straight_cost = 10,
      diagonal_cost = 14 })
    local p = cells({ 1, 1, 2, 1, 3, 1, 4, 2, 5, 3, cost = 96 })
    -- 20 a cell: two straight legs, two diagonal ones; then one straight line
    near(96 - 20 * (2 + 2 * math.sqrt(2) - math.sqrt(20)), p:prune(agent).cost)
    assert.is_nil(cells({ 1, 1, 2, 1 }):prune(agent).cost)
  end)

  it("respects the agent's prices, not only the grid's", function()
    local pond = tilepath.grid(map [[
      ........
      .~~~~~~.
      ........
    ]], { prices = { water = 9 }, legend = { ["~"] = "water" } })
    local walker = tilepath.pathfinder(pond)
    local swimmer = tilepath.pathfinder(pond, { prices = { water = 1 } })
    local p = cells({ 1, 2, 1, 1, 2, 1, 3, 1, 4, 1, 5, 1, 6, 1, 7, 1, 8, 1,
      8, 2 })
    assert.are.equal("1,2 2,1 7,1 8,2", points(p:prune(walker)))
    assert.are.equal("1,2 8,2", points(p:prune(swimmer)))
  end)

  it("keeps legs that are blocked now", function()
    local shut = tilepath.grid(5, 1)
    local agent = tilepath.pathfinder(shut)
    local found = agent:find(1, 1, 5, 1)
    shut:set(3, 1, "wall")
    assert.are.equal("1,1 2,1 3,1 4,1 5,1", points(found:prune(agent)))
  end)
end)

describe("path:prune with avoid", function()
  it("leads round avoided units", function()
    local grid = tilepath.grid(9, 5)
    local finder = tilepath.pathfinder(grid)
    local crowd = tilepath.crowd(grid)
    local post = crowd:add { finder = finder, cell_x = 5, cell_y = 3 }
    local function count(query, options)
      return finder:find(1, 3, 9, 3, query):prune(finder, options):size()
    end
    local avoid = { avoid = crowd }
    assert.are.equal(2, count(avoid))
    assert.is_true(count(avoid, avoid) > 2)
    assert.are.equal(2, count(avoid, { avoid = crowd, except = post }))
    local far = { avoid = { { 5, 1, 1, 4 } } }
    local way = finder:find(1, 3, 9, 3, far):prune(finder, far)
    for i = 2, way:size() do
      local x1, y1 = way:point(i - 1)
      local x2, y2 = way:point(i)
      assert.is_true((finder:line_of_sight(x1, y1, x2, y2, far)))
    end
    local dear = { avoid = crowd, avoid_price = 9 }
    local found = finder:find(1, 3, 9, 3, dear)
    local tight = found:prune(finder, dear)
    assert.is_true(tight.cost < found.cost + 1e-9 and tight:size() > 2)
    local world = finder:find_world(0.5, 2.5, 8.5, 2.5, avoid)
    assert.is_true(world:prune(finder, avoid):size() > 2)
    assert.are.equal(2, world:prune(finder, {}):size())
  end)
end)

describe("path:cells", function()
  it("returns every cell that the segments touch, in order", function()
    assert.are.equal("1,1 2,1 2,2 3,2 4,2 4,3 5,3",
      points(cells({ 1, 1, 5, 3 }):cells()))
    assert.are.equal("1,1 2,2 3,3 3,2 3,1",
      points(cells({ 1, 1, 3, 3, 3, 1 }):cells()))
  end)

  it("accepts a path in world units with its grid", function()
    local grid = tilepath.grid(10, 10,
      { cell_size = { 10, 20 }, origin = { 5, 0 }, base = 0 })
    local p = path({ 6, 1, 14.9, 19.9, 15, 20, 36, 20 }, "world"):cells(grid)
    assert.are.equal("cells", p.units)
    assert.are.equal("0,0 1,1 2,1 3,1", points(p))
    -- Through centres: a corner is a corner, in spite of rounding.
    grid = tilepath.grid(200, 200, { cell_size = 0.1, origin = { 0.7, 0 } })
    local steps = tilepath.pathfinder(grid):find(3, 3, 190, 190)
    assert.are.equal(points(steps),
      points(steps:to_world(grid):dedup():cells(grid)))
  end)
end)

describe("path:to_world", function()
  local grid = tilepath.grid(10, 10,
    { cell_size = { 32, 16 }, origin = { 100, 0 }, base = 0 })

  it("converts cells to their centres", function()
    local p = cells({ 0, 0, 1, 1, 9, 9, cost = 3 })
    local world = p:to_world(grid)
    assert.are.equal("116,8 148,24 404,152", points(world))
    assert.are.equal("world", world.units)
    assert.are.equal(3, world.cost)
  end)
end)

describe("path:is_valid", function()
  local grid, finder

  before_each(function()
    grid = tilepath.grid(map [[
      .....
      .....
      .....
    ]])
    finder = tilepath.pathfinder(grid)
  end)

  it("is true while each point leads to the next", function()
    local found = finder:find(1, 1, 5, 3)
    assert.is_true(found:is_valid(finder))
    assert.is_true(found:prune(finder):is_valid(finder))
    assert.is_true(cells({}):is_valid(finder))
  end)

  it("returns the index of the first bad point", function()
    local p = cells({ 1, 2, 2, 2, 3, 2, 4, 2, 5, 2 })
    grid:set(4, 2, "wall")
    assert.are.same({ false, 4 }, { p:is_valid(finder) })
    grid:set(1, 2, "wall")
    assert.are.same({ false, 1 }, { p:is_valid(finder) })
  end)

  it("can start at a later point", function()
    local p = cells({ 1, 2, 2, 2, 3, 2, 4, 2, 5, 2 })
    grid:set(2, 2, "wall")
    assert.are.same({ false, 2 }, { p:is_valid(finder) })
    assert.are.same({ false, 2 }, { p:is_valid(finder, 2) })
    assert.is_true(p:is_valid(finder, 3))
    assert.is_true(p:is_valid(finder, 5))
  end)

  it("works in world units", function()
    local p = finder:find_world(0.2, 1.5, 4.7, 1.2)
    assert.is_true(p:is_valid(finder))
    grid:set(3, 2, "wall")
    assert.is_false((p:is_valid(finder)))
  end)

  it("accepts two points in a cell, also on its border", function()
    assert.is_false((finder:line_of_sight_world(0, 0, 0, 0.5)))
    local p = finder:find_world(0, 0, 0, 0.5)
    assert.is_true(p:is_valid(finder))
    grid:set(1, 1, "wall")
    assert.are.same({ false, 1 }, { p:is_valid(finder) })
  end)
end)

describe("path:cut with max_cost", function()
  local function ends_of(part, x, y)
    local to_x, to_y = part:point(part:size())
    return { to_x, to_y, x, y }
  end

  it("is the part that it pays for, and the next point", function()
    local grid = tilepath.grid("..~~...", { prices = { mud = 3 },
      legend = { ["~"] = "mud" } })
    local finder = tilepath.pathfinder(grid)
    local way = finder:find(1, 1, 7, 1)
    local part, x, y = way:cut(finder, 4)
    assert.are.same({ 3, 1, 4, 1 }, ends_of(part, x, y))
    assert.are.equal(4, part.cost)
    assert.is_true(part.partial)
    assert.are.same({ 2, 1, 3, 1 }, ends_of(way:cut(finder, 3.9)))
    assert.are.same({ 1, 1, 2, 1 }, ends_of(way:cut(finder, 0)))
    part, x = way:cut(finder, 10)
    assert.are.same({ part, nil, 10 }, { way, x, part.cost })
    assert.are.same({ part, 10 }, { way:cut(finder, math.huge), part.cost })
    grid:set(4, 1, "wall")
    part, x = way:cut(finder, 9)
    assert.are.same({ 3, 4, 4 }, { part:point(part:size()), x, part.cost })
    assert.are.equal(nil, way:cut(finder).cost)
  end)

  it("counts links, in cells and in the world, and no way out", function()
    local grid = tilepath.grid(9, 3, { cell_size = 8 })
    local finder = tilepath.pathfinder(grid, { links = { lift = 2.5 } })
    grid:set(1, 1, "wall")
    grid:link(3, 1, 8, 1, { name = "lift" })
    local way = finder:find(1, 1, 9, 1, { escape = true })
    for one, size in pairs { [way] = 1, [way:to_world(grid)] = 8 } do
      local part = one:cut(finder, 3.4)
      assert.are.same({ 3, 1 }, { part:size(), part.cost })
      part = one:cut(finder, 3.5)
      assert.are.same({ 4, 3.5 }, { part:size(), part.cost })
      assert.are.equal(size == 1 and 8 or 60, (part:point(4)))
      assert.are.equal(5, one:cut(finder, 4.5):size())
    end
    assert.are.equal("cut: max_cost must be a number of at least 0, got nan",
      helper.mistake(function() way:cut(finder, 0 / 0) end))
  end)

  it("agrees with a reach, also of large agents and on hexagons", function()
    for _, case in ipairs { { "hex" }, { "square", 2 }, { "square" } } do
      local grid = tilepath.grid(12, 9, { shape = case[1],
        prices = { mud = 2 } })
      grid:fill(4, 2, 3, 7, "mud")
      grid:fill(8, 1, 1, 6, "wall")
      local finder = tilepath.pathfinder(grid, { size = case[2] })
      local way = finder:find(1, 1, 11, 2)
      for most = 0, 20 do
        local part, x, y = way:cut(finder, most)
        local reach = finder:reach(1, 1, most)
        helper.near(part.cost, reach:cost(part:point(part:size())), 1e-5)
        assert.is_nil(x and reach:cost(x, y))
      end
    end
  end)
end)
