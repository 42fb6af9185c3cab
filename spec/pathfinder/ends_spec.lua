--- Ranges, adjacent and partial paths on ground of one price: jump point
-- search looks for the end cells. fuzz/differential judges them on any map.

local tilepath = require "tilepath"
local finders = require "spec.support.finders"
local helper = require "spec.support.helper"

local finish, last, points = finders.finish, finders.last, helper.points

describe("a query with several end cells (a range, adjacent or "
  .. "partial)", function()
  it("uses A* for too many end cells #core_c", function()
    local finder = tilepath.pathfinder(tilepath.grid(200, 200))
    local path = finder:find(1, 1, 150, 150, { within = 15 })
    assert.are.equal("jps", finder.info.algorithm)
    assert.are.equal(140, path:count())
    path = finder:find(1, 1, 150, 150, { within = 40 })
    assert.are.equal("astar", finder.info.algorithm)
    assert.are.equal(122, path:count())
  end)

  it("expands few cells on a large map #core_c", function()
    local grid = tilepath.grid(400, 400)
    for x = 40, 360, 40 do
      grid:fill(x, x % 80 == 0 and 1 or 21, 1, 380, "wall")
    end
    grid:fill(380, 180, 10, 10, "wall")
    local own = tilepath.pathfinder(grid)
    local other = tilepath.pathfinder(grid, { algorithm = "astar" })
    for _, query in ipairs { { within = 1 }, { within = 12 },
      { within = 6, sight = true }, { adjacent = true },
      { partial = true } } do
      local x = query.partial and 384 or 380
      local _, cost = own:find(5, 200, x, 185, query)
      local mine = own.info.expanded
      local _, least = other:find(5, 200, x, 185, query)
      helper.near(least, cost, 1e-9)
      assert.is_true(mine * 100 < other.info.expanded)
    end
  end)

  it("may reach an end area in the middle, by a link #core_c", function()
    local grid = tilepath.grid(40, 40)
    grid:fill(30, 30, 9, 1, "wall")
    grid:fill(30, 38, 9, 1, "wall")
    grid:fill(30, 30, 1, 9, "wall")
    grid:fill(38, 30, 1, 9, "wall")
    grid:link(3, 3, 34, 34, { price = 1 })
    local finder = tilepath.pathfinder(grid)
    local path, cost = finder:find(1, 3, 33, 33, { within = 2.5 })
    assert.are.equal("1,3 2,3 3,3 34,34", points(path))
    assert.are.equal("jps", finder.info.algorithm)
    assert.are.equal(3, cost)
    path, cost = finder:find(1, 3, 34, 34, { within = 3 })
    assert.are.same({ 4, 3 }, { path:count(), cost })
    path = finder:find(1, 3, 35, 35, { adjacent = true })
    assert.are.equal(4, path:count())
    grid:set(33, 34, "wall")
    path = finder:find(1, 3, 33, 34, { partial = true })
    assert.are.equal(true, path.partial)
    assert.are.same({ 32, 34 }, { path:point(path:count()) })
  end)

  it("returns a partial path on a map with very many regions "
    .. "#core_c", function()
    local grid = tilepath.grid(22000, 5)
    for y = 1, 5, 2 do
      for x = 2, 22000 do
        grid:fence(x, y, x - 1, y, { one_way = true })
      end
    end
    grid:fill(1, 2, 22000, 1, "wall")
    grid:fill(1, 4, 22000, 1, "wall")
    local finder = tilepath.pathfinder(grid, { diagonal = "never" })
    for x = 16000, 16003 do
      local path = finder:find(x, 1, x + 1, 1, { partial = true })
      assert.are.equal(x .. ",1", points(path))
      assert.is_true(path.partial)
      path = finder:find(x + 1, 1, x, 1, { partial = true })
      assert.is_nil(path.partial)
    end
  end)

  it("names the goal that a partial path by a link comes near", function()
    local room = ("......#.\n"):rep(4)
    local grid = tilepath.grid(room .. "########\n...#....\n########")
    grid:link(1, 1, 3, 6)
    local path = tilepath.pathfinder(grid):find(1, 1, { { 8, 1 }, { 4, 6 } },
      { partial = true })
    assert.are.equal("3,6", last(path))
    assert.are.equal(2, path.goal)
  end)

  it("stays at a start that is an end cell", function()
    local finder = tilepath.pathfinder(tilepath.grid(50, 50))
    for _, query in ipairs { { within = 3 }, { adjacent = true } } do
      local path, cost = finder:find(10, 10, 11, 11, query)
      assert.are.same({ 1, 0 }, { path:count(), cost })
    end
    finder.grid:fill(11, 1, 1, 50, "wall")
    local path, cost = finder:find(10, 10, 11, 10, { partial = true })
    assert.are.same({ 1, 0 }, { path:count(), cost })
  end)

  it("takes the first of equal goals, and adds their extra costs #core_c",
    function()
      local grid = tilepath.grid(61, 61)
      local finder = tilepath.pathfinder(grid)
      local far = { { 1, 31 }, { 61, 31 }, { 31, 1 }, { 31, 61 } }
      for _, query in ipairs { { within = 4 }, { adjacent = true } } do
        assert.are.equal(1, finder:find(31, 31, far, query).goal)
        assert.are.equal("jps", finder.info.algorithm)
        local turned = { far[4], far[3], far[2], far[1] }
        assert.are.equal(1, finder:find(31, 31, turned, query).goal)
        local dear = { { 1, 31, cost = 0.5 }, { 61, 31, cost = 0.25 }, { 31, 1, cost = 0.5 } }
        assert.are.equal(2, finder:find(31, 31, dear, query).goal)
      end
      -- The same cells serve both goals; the second goal has no extra cost.
      local path, cost = finder:find(1, 1, { { 40, 40, cost = 3 }, { 41, 40 } },
        { within = 5 })
      assert.are.equal(2, path.goal)
      local _, way = finder:find(1, 1, path:point(path:count()))
      assert.are.equal(way, cost)
    end)

  it("ends in dead ends, and starts there", function()
    local grid = tilepath.grid(60, 20)
    grid:fill(1, 9, 60, 1, "wall")
    grid:fill(1, 11, 60, 1, "wall")
    grid:set(30, 9, "open")
    local finder = tilepath.pathfinder(grid)
    local path, cost = finder:find(1, 10, 60, 10, { within = 2 })
    assert.are.same({ 58, 57 }, { path:count(), cost })
    path, cost = finder:find(1, 10, 60, 11, { adjacent = true })
    assert.are.equal("60,10", last(path))
    assert.are.equal(59, cost)
    path, cost = finder:find(1, 10, 60, 11, { partial = true })
    assert.are.same({ 60, 59, true }, { path:count(), cost, path.partial })
    path = finder:find(1, 1, 60, 10, { within = 1.5 })
    assert.are.equal("59,10", last(path))
  end)

  it("shows its end cells in a search #core_c", function()
    local grid = tilepath.grid("######......\n............\n######......\n"
      .. "######......")
    local finder = tilepath.pathfinder(grid, { algorithm = "jps" })
    local search = finder:search(1, 2, 12, 4, { within = 1 })
    local path, cost = finish(search)
    local state, g, h = search:cell(7, 2)
    assert.are.same({ "closed", 6 }, { state, g })
    helper.near(4 + 2 * math.sqrt(2) - 2, h, 1e-6)
    helper.near(6 + h, cost, 1e-6)
    state, g, h = search:cell(path:point(path:count()))
    helper.near(cost, g, 1e-6)
    assert.are.same({ "open", 0 }, { state, h })
  end)

  it("has other end cells after an edit, in dead ends, too", function()
    local map = "...#####\n...#####\n......#.\n...#####"
    for _, edit in ipairs { { 7, 3, true }, { 6, 3, false } } do
      local grid = tilepath.grid(map)
      local finder = tilepath.pathfinder(grid, { algorithm = "jps" })
      finder:prepare()
      local search = finder:search(4, 3, 8, 3, { partial = true })
      grid:set_walkable(edit[1], edit[2], edit[3])
      finders.fails("stale", finish(search))
      local path = finder:find(4, 3, 8, 3, { partial = true })
      assert.are.equal(edit[3] and 5 or 2, path:count())
    end
  end)
end)
