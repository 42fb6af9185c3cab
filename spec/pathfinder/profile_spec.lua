--- The options of a profile: prices, step costs, heuristics, weights, the
-- algorithm. spec/grid/constructors_spec.lua has the refused profiles;
-- fuzz/differential shows that promised paths are cheapest on any map.

local tilepath = require "tilepath"
local finders = require "spec.support.finders"
local helper = require "spec.support.helper"
local numbers = require "spec.support.random"

local fails, finder_on, finish = finders.fails, finders.on, finders.finish
local map, mistake, near, points = helper.map, helper.mistake, helper.near,
  helper.points
local nan, huge, root2 = 0 / 0, math.huge, math.sqrt(2)

describe("the costs of a profile", function()
  local grid = tilepath.grid(map [[
    .~~.
    .##.
    ....
  ]], { legend = { ["~"] = "water" }, prices = { water = 2, lava = false } })

  it("replace the grid's prices for this agent", function()
    local costs = { water = 0.5 }
    local fish = tilepath.pathfinder(grid, { prices = costs })
    costs.water = false
    local cat = tilepath.pathfinder(grid, { prices = { water = 50 } })
    local path, cost = fish:find(1, 1, 4, 1)
    assert.are.same({ "1,1 2,1 3,1 4,1", 2 }, { points(path), cost })
    assert.are.equal("1,1 1,2 1,3 2,3 3,3 4,3 4,2 4,1",
      points(cat:find(1, 1, 4, 1)))
    assert.are.equal(5, select(2, tilepath.pathfinder(grid):find(1, 1, 4, 1)))
  end)

  it("block with false or math.huge, even the agent's own cell", function()
    for _, price in ipairs { false, huge } do
      local cat = tilepath.pathfinder(grid, { prices = { water = price } })
      assert.are.equal(7, select(2, cat:find(1, 1, 4, 1)))
      fails("start_blocked", cat:find(2, 1, 1, 1))
      fails("goal_blocked", cat:find(1, 1, 2, 1))
      assert.is_false(cat.profile.prices.water)
    end
  end)

  it("let an agent through terrain, but not a closed cell", function()
    local cells = grid:copy()
    local mole = tilepath.pathfinder(cells, { prices = { wall = 3, lava = 1 } })
    assert.are.equal(3, select(2, mole:find(1, 2, 2, 2)))
    cells:set(1, 1, "lava")
    assert.are.equal(1, select(2, mole:find(1, 2, 1, 1)))
    cells:set_walkable(1, 1, false)
    fails("goal_blocked", mole:find(1, 2, 1, 1))
  end)

  it("leave all other terrain at the grid's current price", function()
    local fish = finder_on(".~-", { prices = { water = 1 } }, {
      legend = { ["~"] = "water", ["-"] = "road" },
      prices = { water = 2, road = 0.5 } })
    local cells = fish.grid
    assert.are.equal(1.5, select(2, fish:find(1, 1, 3, 1)))
    cells:terrain("road", 4)
    cells:terrain("water", 900)
    assert.are.equal(5, select(2, fish:find(1, 1, 3, 1)))
    cells:terrain("road", false)
    fails("goal_blocked", fish:find(1, 1, 3, 1))
    cells:terrain("mud", 7)
    cells:set(3, 1, "mud")
    assert.are.equal(8, select(2, fish:find(1, 1, 3, 1)))
  end)
end)

describe("straight_cost and diagonal_cost", function()
  local open = tilepath.grid(12, 12)

  local function cost_of(straight, diagonal, x, y, rule)
    local finder = tilepath.pathfinder(open, { straight_cost = straight,
      diagonal_cost = diagonal, diagonal = rule or "always" })
    local path, cost = finder:find(1, 1, x, y)
    return cost, path:size()
  end

  it("are the costs of steps, in any ratio, and add up exactly", function()
    assert.are.equal(10 * 4 + 14 * 6, (cost_of(10, 14, 11, 7)))
    near(4 + 1.4 * 6, (cost_of(1, 1.4, 11, 7)))
    near(4 + root2 * 6, (cost_of(nil, nil, 11, 7)))
    assert.are.equal(160, (cost_of(10, 14, 11, 7, "never")))
    near(7 / 7 + 4 * 0.1, (cost_of(0.1, 1 / 7, 8, 12)), 1e-12)
    assert.are.equal(4 / 1024, (cost_of(1 / 1024, 1 / 1024, 5, 3)))
    -- Zigzag by cheap diagonals; no diagonals if they are dear.
    assert.are.same({ 18, 7 }, { cost_of(10, 3, 7, 1) })
    assert.are.equal(10 + 6 * 3, (cost_of(10, 3, 8, 1)))
    assert.are.same({ 8, 9 }, { cost_of(1, 5, 6, 4) })
  end)

  it("may differ as much as their range allows, even on a long path", function()
    -- With steps 2^40 apart, exact whole numbers have no room for 8320 steps.
    local grid = tilepath.grid(129, 129,
      { prices = { dear = 1024, cheap = 1 / 1024 } })
    grid:clear("dear")
    for y = 2, 128, 2 do
      grid:fill(1, y, 129, 1, "wall")
      grid:set(y % 4 == 2 and 129 or 1, y, "dear")
    end
    grid:set(1, 1, "cheap")
    local path, cost = tilepath.pathfinder(grid, { straight_cost = 1024,
      diagonal_cost = 1 / 1024 }):find(2, 1, 1, 129)
    assert.are.same({ 8320, 8319 * 2 ^ 20 }, { path:size(), cost })
  end)
end)

describe("the option heuristic", function()
  -- The papers' formulas for dx columns and dy rows: with S and D the cheapest
  -- steps, s = min(S, D), d = min(D, 2S).
  local formulas = {
    octile = function(dx, dy, s, d)
      return math.min(d, 2 * s) * math.min(dx, dy)
        + math.min(s, d) * (math.max(dx, dy) - math.min(dx, dy))
    end,
    manhattan = function(dx, dy, s)
      return s * (dx + dy)
    end,
    chebyshev = function(dx, dy, s, d)
      return math.min(s, d) * math.max(dx, dy)
    end,
    euclidean = function(dx, dy, s, d)
      return math.min(s, d / root2) * math.sqrt(dx * dx + dy * dy)
    end,
    zero = function()
      return 0
    end,
  }
  local pairs_of_costs = { { 1, root2 }, { 10, 14 }, { 3, 2 }, { 1, 5 } }

  --- h of the start in a search.
  local function estimate(grid, profile, x1, y1, x2, y2)
    profile.algorithm = "astar"
    local search = tilepath.pathfinder(grid, profile):search(x1, y1, x2, y2)
    search:step(1)
    return (select(3, search:cell(x1, y1)))
  end

  -- The core in Lua has only the heuristic "auto".
  it("is the formula of that name, times the price #core_c", function()
    local grid = tilepath.grid(20, 20, { prices = { road = 0.5, sand = 3,
      rail = 0.01 } })
    grid:fill(1, 1, 20, 10, "road")
    grid:fill(1, 11, 20, 10, "sand")
    for name, formula in pairs(formulas) do
      for _, costs in ipairs(pairs_of_costs) do
        local s, d = costs[1], costs[2]
        local expected = 0.5 * formula(14, 5, s, d)
        local h = estimate(grid, { heuristic = name, diagonal = "always",
          straight_cost = s, diagonal_cost = d }, 3, 4, 17, 9)
        -- Whole numbers inside: a root is rounded down, and no cheapest step is
        -- less.
        near(expected, h, name == "euclidean" and 0.5 * math.min(s, d)
          or 1e-6 * expected)
        assert.is_true(h <= expected * (1 + 1e-6))
      end
    end
  end)

  it("returns a legal path even if it overestimates", function()
    local random = numbers.new(31)
    for _ = 1, 30 do
      local grid = tilepath.grid(numbers.map(random, 25, 25, "....#"))
      grid:set(1, 1, "open")
      grid:set(25, 25, "open")
      local manhattan = tilepath.pathfinder(grid, { heuristic = "manhattan" })
      local path, cost = manhattan:find(1, 1, 25, 25)
      local _, least = tilepath.pathfinder(grid):find(1, 1, 25, 25)
      assert.are.equal(least == "unreachable", path == nil)
      if path then
        assert.is_true(cost >= least - 1e-9)
        helper.check_steps(manhattan, path, cost)
      end
    end
  end)
end)

describe("a heuristic function", function()
  it("receives a cell and the goal, and guides the search", function()
    local asked = {}
    local function manhattan(x, y, goal_x, goal_y)
      asked[#asked + 1] = table.concat({ x, y, goal_x, goal_y }, ",")
      return math.abs(goal_x - x) + math.abs(goal_y - y)
    end
    local row = tilepath.pathfinder(tilepath.grid(4, 1, { base = { -2, 7 } }),
      { heuristic = manhattan })
    assert.are.equal("-2,7 -1,7 0,7 1,7", points(row:find(-2, 7, 1, 7)))
    assert.are.same({ "-2,7,1,7", "1,7,1,7" }, { asked[1], asked[#asked] })
    local guided = tilepath.pathfinder(tilepath.grid(40, 40),
      { diagonal = false, heuristic = manhattan })
    assert.are.equal(19, select(2, guided:find(20, 20, 39, 20)))
    assert.are.equal(20, guided.info.expanded)
    assert.are.equal(manhattan, guided.profile.heuristic)
  end)

  it("may overestimate: there is a path, not always a cheapest path", function()
    local grid = tilepath.grid(".....\n.###.\n...#.\n...#.")
    for _, far in ipairs { 1000, 1e30, 1.7e308 } do
      local finder = tilepath.pathfinder(grid, { heuristic = function(x, y)
        return far == 1000 and far * ((x - 5) ^ 2 + (y - 4) ^ 2) or far
      end })
      local path = finder:find(2, 3, 5, 4)
      assert.are.equal("5,4", finders.last(path))
      assert.is_true(path:is_valid(finder))
    end
  end)

  it("passes its errors on, and the pathfinder still works", function()
    local boom, calls, wrath = { "boom" }, 0, 5
    local finder = tilepath.pathfinder(tilepath.grid(9, 9),
      { heuristic = function()
        calls = calls + 1
        if calls == wrath then
          error(boom)
        end
        return 0
      end })
    for last = 1, 12 do
      calls, wrath = 0, last
      local fine, message = pcall(finder.find, finder, 1, 1, 9, 1)
      assert.is_false(fine)
      assert.is_true(rawequal(boom, message))
      wrath = 0
      assert.are.equal(9, finder:find(1, 1, 9, 1):size())
    end
  end)

  it("raises unless it returns a finite number of at least 0", function()
    for _, case in ipairs { { nan, "nan" }, { huge, "inf" }, { -1, "-1" },
      { "1", "'1'" }, { nil, "nil" }, { {}, "table" } } do
      local finder = tilepath.pathfinder(tilepath.grid(3, 3),
        { heuristic = function()
          return case[1]
        end })
      local text = ": heuristic must return a finite number of at least 0, got "
        .. case[2]
      assert.are.equal("find" .. text, mistake(function()
        finder:find(1, 1, 3, 3)
      end))
      assert.are.equal("find_world" .. text, mistake(function()
        finder:find_world(0, 0, 2.5, 2.5)
      end))
    end
  end)

  it("is for queries in one go", function()
    local grid = tilepath.grid(6, 6)
    local finder = tilepath.pathfinder(grid, { heuristic = function()
      return 0
    end })
    local crowd = tilepath.crowd(grid)
    local unit = crowd:add { finder = tilepath.pathfinder(grid), cell_x = 1,
      cell_y = 1 }
    for name, call in pairs {
      search = function() finder:search(1, 1, 6, 6) end,
      add = function() crowd:add { finder = finder, cell_x = 2, cell_y = 2 } end,
      set_finder = function() unit:set_finder(finder) end,
    } do
      assert.are.equal(name .. ": a function as heuristic is for queries in one "
        .. "go (finder:find), not for searches, queues and crowds", mistake(call))
    end
    assert.are.equal("load: finders[1] must be a pathfinder without "
      .. "a function as heuristic, got pathfinder", mistake(function()
        crowd:load(crowd:save(), { finders = { finder } })
      end))
  end)

  it("may not yield out of a query", function()
    local finder = tilepath.pathfinder(tilepath.grid(3, 3),
      { heuristic = coroutine.yield })
    local fine, message = coroutine.resume(coroutine.create(function()
      finder:find(1, 1, 3, 3)
    end))
    assert.is_false(fine)
    assert.matches("attempt to yield", message)
    fails("start_outside", finder:find(0, 1, 3, 3))
  end)
end)

describe("the option weight", function()
  it("trades cost for speed, with a function as well #core_c", function()
    local grid = tilepath.grid(numbers.map(numbers.new(77), 80, 80, ".....#"))
    grid:set(1, 1, "open")
    grid:set(80, 80, "open")
    for _, heuristic in ipairs { "chebyshev", function(x, y, goal_x, goal_y)
      return math.max(goal_x - x, goal_y - y)
    end } do
      local expanded = {}
      for i, weight in ipairs { 1, 3 } do
        local finder = tilepath.pathfinder(grid, { weight = weight,
          heuristic = heuristic })
        finder:find(1, 1, 80, 80)
        expanded[i] = finder.info.expanded
      end
      assert.is_true(expanded[2] < expanded[1] / 2)
    end
  end)

  it("expands no cell twice, on any ground #core_c", function()
    local random = numbers.new(78)
    local grid = tilepath.grid(40, 40, { prices = { mud = 3, bog = 9 } })
    for _, profile in ipairs { { weight = 1.1 }, { weight = 30 },
      { weight = 2, algorithm = "astar" }, { heuristic = "manhattan" },
      { weight = 4, links = { door = 0 } } } do
      if profile.links then
        grid:link(1, 40, 40, 1, { name = "door" })
      end
      local finder = tilepath.pathfinder(grid, profile)
      for _ = 1, 40 do
        grid:set(random(1, 40), random(1, 40),
          random.any { "wall", "mud", "bog", "bog" })
        local search = finder:search(random(1, 40), random(1, 40),
          random(1, 40), random(1, 40))
        finish(search, 1e6)
        assert.are.equal(search.expanded, helper.count(search, "closed"))
      end
    end
  end)
end)

describe("the option algorithm", function()
  it("selects the search; all find equally cheap paths #core_c", function()
    local grid, cells = tilepath.grid(30, 30), {}
    for _, algorithm in ipairs { "auto", "jps", "astar", "dijkstra" } do
      local finder = tilepath.pathfinder(grid, { algorithm = algorithm })
      near(14 * root2, select(2, finder:find(15, 15, 29, 29)))
      cells[algorithm] = finder.info.expanded
      assert.are.equal(algorithm == "auto" and "jps" or algorithm,
        finder.info.algorithm)
    end
    assert.are.equal(cells.auto, cells.jps)
    assert.is_true(cells.jps < cells.astar)
    assert.is_true(cells.dijkstra > 10 * cells.astar)
  end)
end)
