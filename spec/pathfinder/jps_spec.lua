--- Jump point search: maps for it and maps for A*; the cells that a search
-- shows; dead ends; links. fuzz/differential judges its paths.

local tilepath = require "tilepath"
local finders = require "spec.support.finders"
local helper = require "spec.support.helper"
local memory = require "spec.support.memory"
local random = require "spec.support.random"

local collect, fails, finder_on, finish = helper.collect, finders.fails,
  finders.on, finders.finish
local near, points = helper.near, helper.points

local JPS = { algorithm = "jps" }

describe("jump point search", function()
  it("takes more room for jumps that it finds again and again #core_c",
    function()
      local draw, side = random.new(4), 96
      local grid = tilepath.grid(side, side)
      for x, y in grid:cells() do
        if (x % 6 == 0 or y % 6 == 0) and draw(1, 3) > 1 then
          grid:set(x, y, "wall")
        end
      end
      local finder = tilepath.pathfinder(grid, JPS)
      local function bytes_of(finds)
        return (memory.bytes_of(function()
          for _ = 1, finds do
            finder:find(draw(1, side), draw(1, side), draw(1, side),
              draw(1, side))
          end
        end))
      end
      bytes_of(60)
      assert.is_true(bytes_of(500) > 20 * 1024)
      bytes_of(60)
      assert.is_true(bytes_of(60) < 1024)
    end)

  it("depends on the cells in use, and on this agent #core_c", function()
    local grid = tilepath.grid(".....\n..~..\n.....", {
      legend = { ["~"] = "mud" }, prices = { mud = 4 } })
    local agents = {}
    for i, prices in ipairs { {}, { mud = 1 }, { mud = false } } do
      agents[i] = tilepath.pathfinder(grid, { algorithm = "jps",
        prices = prices })
    end
    local function are(...)
      local found = {}
      for i, agent in ipairs(agents) do
        agent:find(1, 1, 5, 3)
        found[i] = agent.info.algorithm
      end
      assert.are.same({ ... }, found)
    end
    are("astar", "jps", "jps")
    grid:set_walkable(3, 2, false)
    are("jps", "jps", "jps")
    grid:set_walkable(3, 2, true)
    are("astar", "jps", "jps")
    grid:terrain("mud", 1)
    are("jps", "jps", "jps")
    grid:set(3, 2, "open")
    grid:terrain("mud", 7)
    are("jps", "jps", "jps")
  end)
end)

describe("a search with jump points", function()
  local function new_search()
    return finder_on([[
      ..........
      ..####....
      ..#.......
      ..#..####.
      ..........
    ]], JPS):search(4, 3, 1, 1)
  end

  it("shows its jump points, whose parents lead to the start", function()
    local search = new_search()
    local _, cost = finish(search)
    local _, before = search:cell(1, 1)
    near(cost, before, 1e-5)
    local x, y = 1, 1
    while x ~= 4 or y ~= 3 do
      local _, g, h, px, py = search:cell(x, y)
      assert.is_true(g <= before and h >= 0)
      before, x, y = g, px, py
    end
    assert.are.same({ "closed", 0 }, { (search:cell(4, 3)),
      (select(2, search:cell(4, 3))) })
  end)

  -- The core in Lua has no jump points.
  it("shows nothing of the cells between jump points", function()
    local search = new_search()
    finish(search)
    local shown = #collect(search:cells())
    assert.is_true(shown >= 2 and shown <= 20)
    assert.is_nil(search:cell(10, 3))
  end)

  it("is stale after an edit, but keeps a found path", function()
    local grid = tilepath.grid(9, 9)
    grid:fill(5, 2, 1, 8, "wall")
    local finder = tilepath.pathfinder(grid, JPS)
    local search, other = finder:search(1, 9, 9, 9), finder:search(1, 9, 9, 9)
    search:step(1)
    local expected = points((finish(other)))
    assert.are.equal("running", search.status)
    grid:fill(1, 1, 9, 1, "wall")
    finder:find(1, 9, 2, 2)
    fails("stale", finish(search))
    assert.are.equal(expected, points((other:path())))
  end)
end)

describe("algorithm = 'auto'", function()
  it("uses A* where jump point search is no use #core_c", function()
    local function uses(algorithm, finder, x, y, query)
      finder:find(1, 1, x, y, query)
      assert.are.equal(algorithm, finder.info.algorithm)
    end
    local dense = tilepath.grid(random.map(random.new(1), 60, 60, "...#"))
    dense:fill(1, 1, 60, 1, "open")
    uses("astar", tilepath.pathfinder(dense), 60, 1)
    local grid = tilepath.grid(60, 60)
    local finder = tilepath.pathfinder(grid)
    for _, x in ipairs { 60, 61 } do
      uses("jps", finder, x, 30, { partial = true })
      uses("astar", finder, x, 30, { partial = true, max_nodes = 1000 })
    end
    for _, profile in ipairs { { heuristic = "zero" },
      { heuristic = function() return 0 end }, { diagonal_cost = 0.9 },
      { diagonal_cost = 2.1 }, { heuristic = "octile", diagonal = false } } do
      uses("astar", tilepath.pathfinder(grid, profile), 20, 9)
    end
    -- A weight is not needed where it jumps.
    local fast = tilepath.pathfinder(grid, { weight = 5 })
    uses("jps", fast, 60, 60)
    grid:terrain("mud", 2)
    grid:set(60, 60, "mud")
    uses("astar", fast, 60, 60)
  end)
end)

describe("jump point search with links", function()
  it("takes a link whose other end is free again, far away", function()
    local grid = tilepath.grid(150, 9)
    for x = 10, 140, 5 do
      grid:fill(x, x % 10 == 0 and 1 or 2, 1, 8, "wall")
    end
    grid:link(5, 5, 146, 5, { price = 2 })
    grid:set_walkable(146, 5, false)
    local finder = tilepath.pathfinder(grid, JPS)
    local queue = tilepath.queue { max_nodes = 2 }
    local ticket = queue:find(finder, 1, 1, 113, 5)
    for _ = 1, 3 do
      queue:update()
    end
    assert.are.equal("running", ticket.status)
    grid:set_walkable(146, 5, true)
    local path, cost = finders.answer(queue, ticket)
    local expected, least = finder:find(1, 1, 113, 5)
    assert.are.equal(1, #expected.links)
    assert.are.equal(least, cost)
    assert.are.equal(points(expected), points(path))
  end)

  it("has room for nodes beyond its window", function()
    local grid = tilepath.grid(400, 40)
    grid:fill(1, 2, 400, 1, "wall")
    for x = 1, 355 do
      grid:link(x, 1, x, 20, { one_way = true, price = 3000 + 2 * x })
    end
    -- A closet near the goal, and a free link into it.
    grid:fill(394, 36, 5, 5, "wall")
    grid:set(396, 38, "open")
    grid:link(355, 1, 396, 38, { one_way = true, price = 0 })
    local costs = {}
    for i, algorithm in ipairs { "jps", "dijkstra" } do
      costs[i] = select(2, tilepath.pathfinder(grid,
        { algorithm = algorithm }):find(1, 1, 400, 40))
    end
    assert.are.equal(costs[2], costs[1])
  end)
end)
