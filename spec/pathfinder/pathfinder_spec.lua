--- A pathfinder: queries in cells, and its properties. Its profile, paths in
-- the world and calls without a search have their own specs;
-- fuzz/differential shows that paths are cheapest and legal on any map.

local tilepath = require "tilepath"
local core = require "tilepath_core"
local finders = require "spec.support.finders"
local helper = require "spec.support.helper"
local numbers = require "spec.support.random"

local fails, finder_on, last = finders.fails, finders.on, finders.last
local near, points = helper.near, helper.points
local root2 = math.sqrt(2)

describe("finder:find", function()
  it("returns the cells from start to goal, and the cost", function()
    local finder = finder_on("...\n...", nil, { base = { -5, 0 } })
    local path, cost = finder:find(-5, 1, -3, 1)
    assert.are.equal("-5,1 -4,1 -3,1", points(path))
    assert.are.same({ 2, 2, "cells", 3 }, { cost, path.cost, path.units,
      path:size() })
    assert.is_nil(path.partial)
    assert.are.equal(core.Path, getmetatable(path))
  end)

  it("returns a point and cost 0 if the start is the goal", function()
    local finder = finder_on("..\n~.",
      nil, { legend = { ["~"] = "water" }, prices = { water = 9 } })
    for _, query in ipairs { {}, { max_nodes = 0 }, { partial = true } } do
      local path, cost = finder:find(1, 2, 1, 2, query)
      assert.are.same({ "1,2", 0, nil }, { points(path), cost, path.partial })
    end
  end)

  it("follows the diagonal rule", function()
    local around = "1,1 1,2 1,3 2,3 3,3 3,2 3,1"
    local past_the_corner = "1,1 1,2 2,3 3,2 3,1"
    for rule, expected in pairs {
      never = around, only_if_no_obstacles = around,
      at_least_one_walkable = past_the_corner, always = past_the_corner,
    } do
      local path, cost = finder_on(".#.\n.#.\n...", { diagonal = rule })
        :find(1, 1, 3, 1)
      assert.are.equal(expected, points(path))
      near(expected == around and 6 or 2 + 2 * root2, cost)
      assert.are.equal(rule == "always" and root2 or "unreachable",
        select(2, finder_on(".#\n#.", { diagonal = rule }):find(1, 1, 2, 2)))
    end
  end)

  it("adds the price of each entered cell, not the start's", function()
    local finder = finder_on("~..", nil,
      { legend = { ["~"] = "water" }, prices = { water = 4 } })
    assert.are.equal(2, select(2, finder:find(1, 1, 3, 1)))
    assert.are.equal(5, select(2, finder:find(3, 1, 1, 1)))
    local path, cost = finder_on([[
      .~~~.
      .~~~.
      .---.
    ]], nil, { legend = { ["~"] = "mud", ["-"] = "road" },
      prices = { mud = 9, road = 0.5 } }):find(1, 1, 5, 1)
    assert.are.equal("1,1 1,2 2,3 3,3 4,3 5,2 5,1", points(path))
    near(1 + 0.5 * root2 + 1 + root2 + 1, cost)
  end)
end)

describe("the reason of a query without a path", function()
  it("has a fixed order: outside, blocked, unreachable, budget", function()
    for _, algorithm in ipairs { "auto", "jps", "astar", "dijkstra" } do
      local finder = finder_on("..#.", { algorithm = algorithm })
      for _, q in ipairs {
        { "start_outside", 0, 1, 9, 1 }, { "start_outside", 5, 1, 3, 1 },
        { "goal_outside", 3, 1, 1, 2 }, { "goal_outside", 1, 1, 1, 0 },
        { "start_blocked", 3, 1, 3, 1 }, { "goal_blocked", 1, 1, 3, 1 },
        { "unreachable", 1, 1, 4, 1 }, { "budget", 1, 1, 2, 1 },
        { "start_outside", 2 ^ 31, 1, 1, 1 },
        { "start_outside", 1, -2 ^ 32 - 1, 1, 1 },
        { "goal_outside", 1, 1, 2 ^ 53 - 1, 1 },
      } do
        fails(q[1], finder:find(q[2], q[3], q[4], q[5], { max_nodes = 0 }))
      end
      finder.grid:set_walkable(1, 1, false)
      fails("start_blocked", finder:find(1, 1, 2, 1))
      fails("goal_blocked", finder:find(2, 1, 1, 1))
      finder.grid:set_walkable(1, 1, true)
      assert.are.equal(1, select(2, finder:find(1, 1, 2, 1)))
    end
  end)

  it("needs no search if the goal cannot be reached", function()
    local grid = tilepath.grid(300, 300)
    grid:fill(149, 149, 3, 3, "wall")
    grid:set(150, 150, "open")
    local agent = tilepath.pathfinder(grid)
    fails("unreachable", agent:find(1, 1, 150, 150))
    assert.are.equal(0, agent.info.expanded)
  end)
end)

describe("a query with max_nodes", function()
  it("fails after that many cells, not earlier", function()
    for algorithm, least in pairs { auto = 2, jps = 2, astar = 8,
      dijkstra = 8 } do
      local finder = finder_on([[
        ........
        ........
        ..####..
        ......#.
        ......#.
      ]], { algorithm = algorithm })
      local _, cost = finder:find(5, 4, 8, 5)
      local needed = finder.info.expanded
      assert.is_true(needed > least)
      assert.are.equal(cost,
        select(2, finder:find(5, 4, 8, 5, { max_nodes = needed })))
      fails("budget", finder:find(5, 4, 8, 5, { max_nodes = needed - 1 }))
      assert.are.equal(needed - 1, finder.info.expanded)
    end
  end)
end)

describe("a query with partial", function()
  --- The end of the path, its mark, and its cost; or the reason.
  local function partial(finder, x1, y1, x2, y2, max_nodes)
    local path, cost = finder:find(x1, y1, x2, y2,
      { partial = true, max_nodes = max_nodes })
    return path and last(path) or cost, path and path.partial, cost
  end

  it("leads to the reachable cell nearest to a blocked goal", function()
    local finder = finder_on [[
      .....
      ..###
      ..#.#
      ..###
    ]]
    assert.are.same({ "2,3", true, root2 }, { partial(finder, 1, 4, 4, 3) })
    assert.are.same({ "4,1", true, 3 }, { partial(finder, 1, 1, 4, 2) })
    assert.are.same({ "5,1", nil, 4 }, { partial(finder, 1, 1, 5, 1) })
    assert.are.equal("1,1", (partial(finder_on ".#.", 1, 1, 3, 1)))
  end)

  it("clamps a goal outside", function()
    local finder = finder_on "....\n....\n...#"
    assert.are.equal("4,1", (partial(finder, 1, 1, 40, -7)))
    assert.are.equal("4,2", (partial(finder, 4, 1, 4, 3)))
    assert.are.equal("4,2", (partial(finder, 4, 1, 2 ^ 53 - 1, 2 ^ 53 - 1)))
    assert.are.same({ "4,2", true, 0 }, { partial(finder, 4, 2, 9, 2) })
  end)

  it("fails for a start that is outside or blocked", function()
    local finder = finder_on "..#."
    assert.are.equal("start_outside", (partial(finder, 0, 1, 9, 1)))
    for _, x in ipairs { 9, 3, 4 } do
      assert.are.equal("start_blocked", (partial(finder, 3, 1, x, 1)))
    end
  end)

  it("prefers the nearest cell, the cheapest, then the first", function()
    for _, rule in ipairs { "never", "always" } do
      local finder = finder_on(".....\n.....\n..#..\n.....\n.....",
        { diagonal = rule })
      for _, case in ipairs { { 3, 1, "3,2" }, { 3, 5, "3,4" },
        { 1, 3, "2,3" }, { 5, 3, "4,3" }, { 1, 1, "3,2" }, { 5, 1, "3,2" },
        { 1, 5, "2,3" }, { 5, 5, "4,3" } } do
        assert.are.equal(case[3], (partial(finder, case[1], case[2], 3, 3)))
      end
    end
    local finder = finder_on("...~~\n...~#\n...##", nil,
      { legend = { ["~"] = "mud" }, prices = { mud = 50 } })
    assert.are.equal("4,2", (partial(finder, 1, 3, 5, 2)))
    -- If a diagonal step costs 1, two cells are 7 steps away from the goal.
    local text = "#######..\n" .. ("########.\n"):rep(6) .. "#######.."
    for _, heuristic in ipairs { "auto", "chebyshev", "euclidean", "zero" } do
      finder = finder_on(text, { heuristic = heuristic, diagonal_cost = 1 })
      assert.are.equal("8,8", (partial(finder, 9, 5, 1, 1)))
    end
  end)

  it("measures the distance in steps of the agent", function()
    local text = [[
      .......
      .#####.
      ..####.
      ######.
      ######.
      #######
    ]]
    assert.are.equal("2,3", (partial(finder_on(text), 3, 1, 4, 5)))
    assert.are.equal("7,5", (partial(finder_on(text, { diagonal = false }),
      3, 1, 4, 5)))
  end)

  it("looks around the goal only inside the map #core_c", function()
    for _, tall in ipairs { true, false } do
      local grid = tilepath.grid(tall and 1 or 32767, tall and 32767 or 1)
      grid:fill(tall and 1 or 5, tall and 5 or 1, 1, 1, "wall")
      local finder = tilepath.pathfinder(grid)
      finder:prepare()
      local work = helper.work_of(finder, function()
        assert.are.equal(3, select(3,
          partial(finder, 1, 1, grid.width, grid.height)))
      end)
      -- Two looks at each cell for the distance, and a look at each row for the
      -- cells at that distance. Sixteen looks make a unit.
      assert.is_true(work <= 3 * 32767 / 16 + 16, work)
    end
  end)

  it("returns the path to the best cell after max_nodes", function()
    local finder = finder_on(("."):rep(30))
    assert.are.same({ "4,1", true, 3 }, { partial(finder, 1, 1, 30, 1, 4) })
    assert.are.equal("3,1", (partial(finder, 1, 1, 99, 1, 3)))
    assert.are.equal("budget", (partial(finder, 1, 1, 30, 1, 0)))
    assert.are.same({ "30,1", nil, 29 }, { partial(finder, 1, 1, 30, 1, 1000) })
    -- The dead end leads nearest; the path out needs steps away from the
    -- goal.
    finder = finder_on [[
      .........
      .#######.
      .......#.
      .#######.
      .........
    ]]
    assert.are.equal("7,3", (partial(finder, 1, 3, 9, 3, 12)))
  end)
end)

describe("a query with into", function()
  local finder = tilepath.pathfinder(tilepath.grid(64, 3))

  --- Fails if the table has anything but a path of that length.
  local function check(t, length)
    local path, cost = finder:find(1, 1, length, 1, { into = t })
    assert.is_true(rawequal(t, path))
    for key in pairs(t) do
      if type(key) == "number" and key > 2 * length and key % 1 == 0 then
        error(("a path of %d points has item %.14g"):format(length, key), 0)
      end
    end
    assert.are.same({ length, 2 * length, length - 1, length - 1, "cells" },
      { path:size(), #path, cost, t.cost, t.units })
  end

  it("leaves no old coordinate of a list, or of a path that was made longer, "
    .. "shorter or empty", function()
      local random = numbers.new(11)
      for _ = 1, 200 do
        local path = {}
        for i = 1, random(1, 120) do
          path[i] = 7
        end
        for _ = 1, 5 do
          check(path, random(1, 60))
          for i = #path, random(0, #path) + 1, -1 do
            path[i] = nil
          end
          for i = #path + 1, random(#path, 120) do
            path[i] = 7
          end
        end
      end
    end)

  it("removes all old fields, and leaves other keys unchanged", function()
    local t = { "x", {}, 1, 2, 3, 4, cost = "dear", units = "miles",
      partial = true, [0] = 1, [-3] = 2, [2.5] = 3, name = "x" }
    finder:find(6, 2, 5, 2, { into = t })
    assert.are.same({ 6, 2, 5, 2, cost = 1, units = "cells", [0] = 1, [-3] = 2,
      [2.5] = 3, name = "x" }, t)
    assert.are.equal(core.Path, getmetatable(t))
    finder:find(4, 1, 99, 1, { into = t, partial = true })
    assert.is_true(t.partial)
  end)

  it("leaves the table unchanged if there is no path", function()
    local t = { 1, 2, 3, partial = true, units = "mine" }
    fails("goal_outside", finder:find(1, 1, 9, 9, { into = t }))
    assert.are.same({ 1, 2, 3, partial = true, units = "mine" }, t)
    assert.is_nil(getmetatable(t))
    t = setmetatable({}, { __metatable = false })
    assert.is_false(pcall(finder.find, finder, 1, 1, 2, 1, { into = t }))
    assert.is_nil(next(t))
  end)
end)

describe("a pathfinder", function()
  it("has its grid, a complete copy of its profile, and a text", function()
    local finder = finder_on ".."
    local profile = finder.profile
    profile.diagonal, profile.prices.open, profile.weight = "never", 9, 7
    assert.are.same({
      diagonal = "only_if_no_obstacles", prices = {}, opaque = {},
      heuristic = "auto", weight = 1, straight_cost = 1, diagonal_cost = root2,
      algorithm = "auto", size = { 1, 1 }, keep_away = false, radius = 0,
      links = {}, fences = {}, landmarks = false, layers = {}, eyes = false,
    }, finder.profile)
    assert.are.equal(1, select(2, finder:find(1, 1, 2, 1)))
    local grid = tilepath.grid(3, 3)
    assert.is_true(rawequal(grid, tilepath.pathfinder(grid).grid))
    for _, key in ipairs { "cost", 1, 0 / 0 } do
      assert.is_nil(finder[key])
    end
    assert.are.equal("pathfinder on 2x1 (only_if_no_obstacles, auto)",
      tostring(finder))
    assert.are.equal("pathfinder on 1x1 (never, dijkstra)",
      tostring(finder_on(".", { diagonal = false, algorithm = "dijkstra" })))
  end)

  -- The core in Lua has no heuristic functions.
  it("has info about its last completed query #core_c", function()
    local calls, most = 0, math.huge
    for _, algorithm in ipairs { "astar", "dijkstra" } do
      local finder = finder_on(("."):rep(40), { algorithm = algorithm })
      assert.are.same({}, finder.info)
      finder:find(1, 1, 40, 1)
      local info = finder.info
      assert.are.same({ algorithm, 40 }, { info.algorithm, info.expanded })
      assert.is_true(info.seconds >= 0 and info.seconds < 1e5)
      info.expanded = 7
      assert.are.equal(40, finder.info.expanded)
      finder:find(1, 1, 41, 1)
      assert.are.equal(0, finder.info.expanded)
    end
    local own = tilepath.pathfinder(tilepath.grid(9, 9), {
      heuristic = function()
        calls = calls + 1
        return calls < most and 0 or error("on purpose")
      end })
    own:find(1, 1, 9, 9)
    local before = own.info
    calls, most = 0, 20
    assert.is_false(pcall(own.find, own, 9, 9, 5, 1))
    assert.are.same(before, own.info)
  end)
end)
