--- Jump point search: maps for it and maps for A*; the cells that a search
-- shows; dead ends.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local judge = require "spec.support.judge"
local random = require "spec.support.random"

local collect, list, map, near, points = helper.collect, helper.list,
  helper.map, helper.near, helper.points

local function outcome(path, cost)
  return path and points(path) or "no", cost
end

describe("jump point search", function()
  it("crosses maps one cell wide", function()
    for _, rule in ipairs(judge.rules) do
      local profile = { algorithm = "jps", diagonal = rule }
      for _, n in ipairs { 1, 2, 63, 64, 65, 128, 1000 } do
        local wide = tilepath.pathfinder(tilepath.grid(n, 1), profile)
        local high = tilepath.pathfinder(tilepath.grid(1, n), profile)
        assert.are.equal(n - 1, select(2, wide:find(1, 1, n, 1)))
        assert.are.equal(n - 1, select(2, wide:find(n, 1, 1, 1)))
        assert.are.equal(n - 1, select(2, high:find(1, 1, 1, n)))
        assert.are.equal(n - 1, select(2, high:find(1, n, 1, 1)))
        assert.are.equal(n, wide:find(1, 1, n, 1):count())
      end
    end
  end)

  it("passes a spot where two equal paths prune each other's step", function()
    -- A diagonal step costs as much as the two straight steps beside it.
    local grid = tilepath.grid(map [[
      .....######
      .###.....##
      .#######.##
      ....#######
      ...########
      .....####.#
      .#.#..###.#
      ##.....##..
      ####.#..##.
      #######..#.
      ########...
    ]])
    for _, rule in ipairs { "at_least_one_walkable", "always" } do
      local costs = {}
      for i, algorithm in ipairs { "jps", "dijkstra" } do
        local finder = tilepath.pathfinder(grid, { algorithm = algorithm,
          diagonal = rule, diagonal_cost = 2 })
        costs[i] = select(2, finder:find(10, 6, 9, 3))
      end
      assert.are.same({ costs[2], costs[2] }, costs)
    end
  end)
end)

describe("a search with jump points", function()
  local function searched()
    local finder = tilepath.pathfinder(tilepath.grid(map [[
      ..........
      ..####....
      ..#.......
      ..#..####.
      ..........
    ]]), { algorithm = "jps" })
    local search = finder:search(4, 3, 1, 1)
    while search:step() == "running" do
      assert.is_true(search.expanded > 0)
    end
    return search
  end

  it("shows its jump points: their parents lead from the goal to the "
    .. "start", function()
    local search = searched()
    local _, cost = search:path()
    local _, last = search:cell(1, 1)
    near(cost, last, 1e-5)
    local x, y = 1, 1
    while x ~= 4 or y ~= 3 do
      local _, g, h, px, py = search:cell(x, y)
      assert.is_true(g <= last and h >= 0)
      last, x, y = g, px, py
    end
    assert.are.equal("closed", (search:cell(4, 3)))
    assert.are.equal(0, (select(2, search:cell(4, 3))))
  end)

  it("reached each jump point from another visible jump point "
    .. "#core_c", function()
    for _, rule in ipairs(judge.rules) do
      -- Corners along every line, more than a jump takes in.
      local grid = tilepath.grid(120, 120)
      grid:sample(function(x, y)
        return x % 6 ~= 3 or y % 4 ~= 2
      end)
      local search = tilepath.pathfinder(grid,
        { algorithm = "jps", diagonal = rule }):search(1, 1, 120, 119)
      while search:step(1000) == "running" do
        assert.is_true(search.expanded > 0)
      end
      for x, y in search:closed() do
        local _, g, _, px, py = search:cell(x, y)
        if x ~= 1 or y ~= 1 then
          local _, before = search:cell(px, py)
          assert.is_true(before <= g)
        end
      end
    end
  end)

  -- The core in Lua has no jump points.
  it("shows nothing of the cells between jump points #core_c", function()
    local search = searched()
    local shown = #collect(search:open()) + #collect(search:closed())
    assert.is_true(shown >= 2 and shown <= 20)
    assert.are.same({}, list(search:cell(10, 3)))
  end)

  it("is stale after an edit, but keeps a found path #core_c", function()
    local grid = tilepath.grid(9, 9)
    grid:fill(5, 2, 1, 8, "wall")
    local finder = tilepath.pathfinder(grid, { algorithm = "jps" })
    local search, other = finder:search(1, 9, 9, 9), finder:search(1, 9, 9, 9)
    search:step(1)
    other:step(1000)
    local expected = list(outcome(other:path()))
    assert.are.equal("running", search.status)
    grid:fill(1, 1, 9, 1, "wall")
    finder:find(1, 9, 2, 2)
    assert.are.equal("failed", search:step(1))
    assert.are.equal("stale", search.reason)
    assert.are.same(expected, list(outcome(other:path())))
  end)
end)

describe("jump point search on ground of several prices", function()
  local function both(text, costs)
    local grid = tilepath.grid(text, { legend = { ["~"] = "mud" },
      prices = { mud = 4 } })
    return grid, tilepath.pathfinder(grid, { algorithm = "jps",
      prices = costs })
  end

  it("depends on the cells in use, and on this agent #core_c", function()
    local grid, finder = both(".....\n..~..\n.....")
    local function algorithm(agent)
      agent:find(1, 1, 5, 3)
      return agent.info.algorithm
    end
    local same = tilepath.pathfinder(grid, { algorithm = "jps",
      prices = { mud = 1 } })
    local dry = tilepath.pathfinder(grid, { algorithm = "jps",
      prices = { mud = false } })
    assert.are.equal("astar", algorithm(finder))
    assert.are.equal("jps", algorithm(same))
    assert.are.equal("jps", algorithm(dry))
    grid:set_walkable(3, 2, false)
    assert.are.equal("jps", algorithm(finder))
    grid:set_walkable(3, 2, true)
    assert.are.equal("astar", algorithm(finder))
    grid:terrain("mud", 1)
    assert.are.equal("jps", algorithm(finder))
    grid:set(3, 2, "open")
    grid:terrain("mud", 7)
    assert.are.equal("jps", algorithm(finder))
  end)
end)

describe("algorithm = 'auto'", function()
  it("uses A* for short paths, and on maps full of corners #core_c", function()
    local dense = tilepath.grid(random.map(random.new(1), 60, 60, "...#"))
    dense:fill(1, 1, 60, 1, "open")
    local finder = tilepath.pathfinder(dense)
    finder:find(1, 1, 60, 1)
    assert.are.equal("astar", finder.info.algorithm)
    finder = tilepath.pathfinder(tilepath.grid(60, 60))
    finder:find(1, 1, 60, 30)
    assert.are.equal("jps", finder.info.algorithm)
    finder:find(1, 1, 60, 30, { partial = true })
    assert.are.equal("jps", finder.info.algorithm)
    finder:find(1, 1, 60, 30, { partial = true, max_nodes = 1000 })
    assert.are.equal("astar", finder.info.algorithm)
    finder:find(1, 1, 61, 30, { partial = true })
    assert.are.equal("jps", finder.info.algorithm)
    finder:find(1, 1, 61, 30, { partial = true, max_nodes = 1000 })
    assert.are.equal("astar", finder.info.algorithm)
  end)

  it("is fast without a weight #core_c", function()
    local grid = tilepath.grid(60, 60)
    for x = 4, 56, 4 do grid:fill(x, x % 3 * 3 + 2, 1, 50, "wall") end
    local exact = list(tilepath.pathfinder(grid):find(1, 1, 60, 60))
    local finder = tilepath.pathfinder(grid, { weight = 5 })
    assert.are.same(exact, list(finder:find(1, 1, 60, 60)))
    assert.are.equal("jps", finder.info.algorithm)
    grid:terrain("mud", 2)
    grid:set(60, 60, "mud")
    finder:find(1, 1, 60, 60)
    assert.are.equal("astar", finder.info.algorithm)
  end)

  it("uses A* for profiles that jump point search refuses", function()
    for _, profile in ipairs { { heuristic = "zero" },
      { heuristic = function() return 0 end }, { diagonal_cost = 0.9 },
      { diagonal_cost = 2.1 }, { heuristic = "octile", diagonal = false } } do
      local finder = tilepath.pathfinder(tilepath.grid(20, 20), profile)
      finder:find(1, 1, 20, 9)
      assert.are.equal("astar", finder.info.algorithm)
    end
  end)
end)

describe("a path through dead ends", function()
  -- Two combs of dead ends on a loop around a block; right of them, behind a
  -- wall, two parts without a loop.
  local MAP = [[
    .#.#.#.##.....
    .#.#.#.##.###.
    .........#...#
    #.######.#.#.#
    #.######.#.#.#
    #........#.#.#
    ##.##.##.#.#..
    ##..#.#..#.###
    ###.#.#.##....
  ]]

  for _, algorithm in ipairs { "auto", "jps" } do
    it("leaves and enters them at the least cost: " .. algorithm,
      function()
        for _, rule in ipairs(judge.rules) do
          local grid = tilepath.grid(map(MAP))
          local finder = tilepath.pathfinder(grid,
            { algorithm = algorithm, diagonal = rule })
          local judged = tilepath.pathfinder(grid,
            { algorithm = "dijkstra", diagonal = rule })
          for x1, y1 in grid:cells("open") do
            for x2, y2 in grid:cells("open") do
              local path, cost = finder:find(x1, y1, x2, y2)
              local _, least = judged:find(x1, y1, x2, y2)
              if path then
                near(least, cost)
                helper.check_steps(finder, path, cost)
                assert.are.same({ x1, y1, x2, y2 },
                  { path[1], path[2], path[#path - 1], path[#path] })
              else
                assert.are.equal(least, cost)
              end
            end
          end
        end
      end)
  end

  it("stays as it was found, after any edit #core_c", function()
    local grid = tilepath.grid(map(MAP))
    local finder = tilepath.pathfinder(grid)
    for _, q in ipairs { { 1, 1, 7, 9 }, { 1, 1, 3, 1 }, { 5, 1, 4, 9 } } do
      local expected = list(outcome(finder:find(q[1], q[2], q[3], q[4])))
      local search = finder:search(q[1], q[2], q[3], q[4])
      while search:step() == "running" do
        assert.is_true(search.expanded > 0)
      end
      grid:fill(1, 1, 9, 2, "open")
      grid:set(3, 8, "wall")
      finder:find(1, 1, 9, 3)
      assert.are.same(expected, list(outcome(search:path())))
      grid = tilepath.grid(map(MAP))
      finder = tilepath.pathfinder(grid)
    end
  end)
end)
