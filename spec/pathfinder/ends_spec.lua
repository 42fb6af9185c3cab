--- Ranges, adjacent and partial paths on ground of one price: jump point
-- search looks for the end cells. A*, which tests each cell that it closes, and
-- fields judge the answers.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local numbers = require "spec.support.random"

local points = helper.points

local RULES = {
  "never", "only_if_no_obstacles", "at_least_one_walkable", "always",
}

--- Rooms, pillars and dead ends, with few corners: many corners would select
-- A*.
local function draw(random, width, height)
  local grid = tilepath.grid(width, height)
  for _ = 1, width * height / 120 do
    local x, y = random(1, width), random(1, height)
    local w, h = random(1, 9), random(1, 9)
    if random(1, 2) == 1 then
      if random(1, 2) == 1 then w = 1 else h = 1 end
    end
    grid:fill(x, y, math.min(w, width - x + 1), math.min(h, height - y + 1),
      random(1, 9) > 1 and "wall" or "open")
  end
  return grid
end

local function place(random, grid)
  return random(1, grid.width), random(1, grid.height)
end

local function last(path)
  return path[#path - 1], path[#path]
end

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

  it("has the answers of A* by jump point search #core_c", function()
    local random = numbers.new(11)
    local by_jumps, found = 0, 0
    for n = 1, 60 do
      local grid = draw(random, random(30, 90), random(30, 90))
      local rule = RULES[n % 4 + 1]
      local wide = n % 5 == 0 and 2 or 1
      local own = tilepath.pathfinder(grid, { diagonal = rule, size = wide })
      local other = tilepath.pathfinder(grid,
        { diagonal = rule, size = wide, algorithm = "astar" })
      for k = 1, 24 do
        local x1, y1 = place(random, grid)
        local x2, y2 = place(random, grid)
        local range = random(0, 60) / 4
        local query = k % 4 == 0 and { adjacent = true }
          or k % 4 == 1 and { partial = true }
          or { within = range, sight = k % 4 == 2 }
        local path, cost = own:find(x1, y1, x2, y2, query)
        local algorithm = own.info.algorithm
        local judge, least = other:find(x1, y1, x2, y2, query)
        assert.are.equal(path == nil, judge == nil)
        if path then
          helper.near(least, cost, 1e-9)
          assert.are.equal(judge.partial, path.partial)
          if query.within and not query.sight then
            local x, y = last(path)
            assert.is_true((x - x2) ^ 2 + (y - y2) ^ 2 <= range ^ 2)
          elseif path.partial then
            assert.are.same({ last(judge) }, { last(path) })
          end
          found = found + 1
          if algorithm == "jps" then by_jumps = by_jumps + 1 end
        else
          assert.are.equal(least, cost)
        end
      end
    end
    assert.is_true(found > 500)
    assert.is_true(by_jumps > found / 2)
  end)

  it("costs as much as the cheapest cell in range", function()
    local random = numbers.new(12)
    for _ = 1, 12 do
      local grid = draw(random, 50, 40)
      local finder = tilepath.pathfinder(grid)
      local x1, y1 = place(random, grid)
      local field = grid:is_walkable(x1, y1) and finder:field({ { x1, y1 } })
      for _ = 1, field and 12 or 0 do
        local x2, y2 = place(random, grid)
        local range, least = random(1, 12), math.huge
        for y = math.max(1, y2 - range), math.min(40, y2 + range) do
          for x = math.max(1, x2 - range), math.min(50, x2 + range) do
            if (x - x2) ^ 2 + (y - y2) ^ 2 <= range ^ 2 then
              least = math.min(least, field:cost(x, y) or math.huge)
            end
          end
        end
        local path, cost = finder:find(x1, y1, x2, y2, { within = range })
        if path then
          helper.near(least, cost, 1e-4)
        else
          assert.are.equal(math.huge, least)
        end
      end
    end
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

  it("ends in the right cell after a check of the path back", function()
    local grid = tilepath.grid(95, 73)
    grid:terrain("mud", 3)
    grid:fill(49, 40, 47, 1, "wall")
    for _, at in ipairs { { 90, 15 }, { 92, 20 }, { 67, 22 }, { 66, 23 },
      { 84, 23 }, { 73, 24 }, { 83, 24 }, { 89, 24 } } do
      grid:set(at[1], at[2], "wall")
    end
    grid:set(67, 24, "mud")
    grid:set(68, 24, "mud")
    for _, algorithm in ipairs { "auto", "astar" } do
      local finder = tilepath.pathfinder(grid, { diagonal = "never",
        algorithm = algorithm })
      local path, cost = finder:find(86, 73, { { 91, 18, 4, 1 } },
        { within = 8, sight = true })
      local x, y = path:point(path:count())
      assert.are.same({ 125, 85, 23 }, { cost, x, y })
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
    assert.are.same({ 3, 6 }, { path[3], path[4] })
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
      local _, way = finder:find(1, 1, last(path))
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
    assert.are.same({ 60, 10 }, { last(path) })
    assert.are.equal(59, cost)
    path, cost = finder:find(1, 10, 60, 11, { partial = true })
    assert.are.same({ 60, 59, true }, { path:count(), cost, path.partial })
    path = finder:find(1, 1, 60, 10, { within = 1.5 })
    assert.are.same({ 59, 10 }, { last(path) })
  end)

  it("costs no extra work from a dead end #core_c", function()
    local grid = tilepath.grid(300, 101)
    grid:fill(1, 1, 200, 101, "wall")
    grid:fill(1, 51, 200, 1, "open")
    for x = 204, 296, 12 do
      for y = 2, 100, 12 do grid:set(x, y, "wall") end
    end
    local finder = tilepath.pathfinder(grid)
    local _, cost = finder:find(1, 51, 230, 55, { within = 1 })
    local expanded = finder.info.expanded
    assert.are.equal("jps", finder.info.algorithm)
    local _, rest = finder:find(202, 51, 230, 55, { within = 1 })
    helper.near(rest + 201, cost, 1e-9)
    assert.is_true(expanded <= finder.info.expanded + 8)
  end)

  it("shows its end cells in a search #core_c", function()
    local grid = tilepath.grid("######......\n............\n######......\n"
      .. "######......")
    local finder = tilepath.pathfinder(grid, { algorithm = "jps" })
    local search = finder:search(1, 2, 12, 4, { within = 1 })
    repeat until search:step(1) ~= "running"
    local path, cost = search:path()
    local state, g, h = search:cell(7, 2)
    assert.are.same({ "closed", 6 }, { state, g })
    helper.near(4 + 2 * math.sqrt(2) - 2, h, 1e-6)
    helper.near(6 + h, cost, 1e-6)
    state, g, h = search:cell(last(path))
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
      assert.are.equal("failed", (search:step(100)))
      assert.are.equal("stale", select(2, search:path()))
      local path = finder:find(4, 3, 8, 3, { partial = true })
      assert.are.equal(edit[3] and 5 or 2, path:count())
    end
  end)
end)
