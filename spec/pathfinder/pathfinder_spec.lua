--- A pathfinder: queries in cells, and its properties. Its profile, paths in
-- the world and calls without a search have their own specs;
-- spec/laws/paths_spec.lua shows that paths are cheapest and legal on any map.

local tilepath = require "tilepath"
local core = require "tilepath_core"
local helper = require "spec.support.helper"
local numbers = require "spec.support.random"

local list, map, points = helper.list, helper.map, helper.points
local mistake, near = helper.mistake, helper.near
local root2 = math.sqrt(2)

local function finder_on(text, profile, options)
  return tilepath.pathfinder(tilepath.grid(text, options), profile)
end

describe("finder:find", function()
  it("returns the cells from start to goal, both included, and the cost",
    function()
      local finder = finder_on("....\n....")
      local path, cost = finder:find(1, 2, 4, 2)
      assert.are.equal("1,2 2,2 3,2 4,2", points(path))
      assert.are.equal(3, cost)
      assert.are.equal(3, path.cost)
      assert.are.equal("cells", path.units)
      assert.is_nil(path.partial)
      assert.are.equal(core.Path, getmetatable(path))
      assert.are.equal(4, path:count())
    end)

  it("returns a point and cost 0 if the start is the goal", function()
    local finder = finder_on("..\n~.",
      nil, { legend = { ["~"] = "water" }, prices = { water = 9 } })
    for _, query in ipairs { {}, { max_nodes = 0 }, { partial = true } } do
      local path, cost = finder:find(1, 2, 1, 2, query)
      assert.are.equal("1,2", points(path))
      assert.are.equal(0, cost)
      assert.is_nil(path.partial)
    end
  end)

  it("follows the diagonal rule", function()
    local text = map [[
      .#.
      .#.
      ...
    ]]
    local around = "1,1 1,2 1,3 2,3 3,3 3,2 3,1"
    local past_the_corner = "1,1 1,2 2,3 3,2 3,1"
    for rule, expected in pairs {
      never = around, only_if_no_obstacles = around,
      at_least_one_walkable = past_the_corner, always = past_the_corner,
    } do
      local path, cost = finder_on(text, { diagonal = rule }):find(1, 1, 3, 1)
      assert.are.equal(expected, points(path))
      near(expected == around and 6 or 2 + 2 * root2, cost)
    end
  end)

  it("passes between two diagonal walls only under 'always'", function()
    for rule, expected in pairs {
      never = "unreachable", only_if_no_obstacles = "unreachable",
      at_least_one_walkable = "unreachable", always = "1,1 2,2",
    } do
      local path, reason = finder_on(".#\n#.", { diagonal = rule })
        :find(1, 1, 2, 2)
      assert.are.equal(expected, path and points(path) or reason)
    end
  end)

  it("takes cells from the grid's base", function()
    local finder = finder_on("...\n...", nil, { base = { -5, 0 } })
    assert.are.equal("-5,0 -4,0 -3,0", points(finder:find(-5, 0, -3, 0)))
    assert.are.equal("start_outside", select(2, finder:find(1, 1, -3, 0)))
  end)

  it("adds the price of each entered cell: the goal's, not the start's",
    function()
      local finder = finder_on("~..", nil,
        { legend = { ["~"] = "water" }, prices = { water = 4 } })
      assert.are.equal(2, select(2, finder:find(1, 1, 3, 1)))
      assert.are.equal(5, select(2, finder:find(3, 1, 1, 1)))
    end)

  it("leads round expensive terrain and along cheap terrain", function()
    local finder = finder_on(map [[
      .~~~.
      .~~~.
      .---.
    ]], nil, { legend = { ["~"] = "mud", ["-"] = "road" },
      prices = { mud = 9, road = 0.5 } })
    local path, cost = finder:find(1, 1, 5, 1)
    assert.are.equal("1,1 1,2 2,3 3,3 4,3 5,2 5,1", points(path))
    near(1 + 0.5 * root2 + 1 + root2 + 1, cost)
  end)

  it("returns the same path for each equal pathfinder, every time", function()
    local random = numbers.new(3)
    local text = numbers.map(random, 40, 40, "...#")
    local one, other = finder_on(text), finder_on(text)
    for _ = 1, 50 do
      local x1, y1, x2, y2 = random(1, 40), random(1, 40), random(1, 40),
        random(1, 40)
      local found = one:find(x1, y1, x2, y2)
      assert.are.same(found, one:find(x1, y1, x2, y2))
      assert.are.same(found, other:find(x1, y1, x2, y2))
    end
  end)
end)

describe("the reason of a query without a path", function()
  local finder = finder_on("..#.")

  local function reason(...)
    local path, why = finder:find(...)
    assert.is_nil(path)
    return why
  end

  it("has a fixed order: outside, blocked, unreachable; start first", function()
    assert.are.equal("start_outside", reason(0, 1, 9, 1))
    assert.are.equal("start_outside", reason(0, 1, 3, 1))
    assert.are.equal("start_outside", reason(5, 1, 4, 1))
    assert.are.equal("goal_outside", reason(3, 1, 1, 2))
    assert.are.equal("goal_outside", reason(1, 1, 1, 0))
    assert.are.equal("start_blocked", reason(3, 1, 3, 1))
    assert.are.equal("start_blocked", reason(3, 1, 4, 1))
    assert.are.equal("goal_blocked", reason(1, 1, 3, 1))
    assert.are.equal("unreachable", reason(1, 1, 4, 1))
    assert.are.equal("unreachable", reason(1, 1, 4, 1, { max_nodes = 0 }))
  end)

  it("is 'budget' only if no other reason applies", function()
    for _, algorithm in ipairs { "auto", "jps", "astar", "dijkstra" } do
      local agent = finder_on("...\n..#\n...\n###\n...",
        { algorithm = algorithm })
      local none = { max_nodes = 0 }
      assert.are.same({ nil, "budget" }, list(agent:find(1, 1, 2, 3, none)))
      assert.are.same({ nil, "goal_blocked" },
        list(agent:find(1, 1, 3, 2, none)))
      assert.are.same({ nil, "unreachable" },
        list(agent:find(1, 1, 1, 5, none)))
    end
  end)

  it("is the same for cells far outside", function()
    for _, far in ipairs { 2 ^ 31, 2 ^ 32 + 1, 2 ^ 53 - 1 } do
      assert.are.equal("start_outside", reason(far, 1, 1, 1))
      assert.are.equal("start_outside", reason(1, -far, 1, 1))
      assert.are.equal("goal_outside", reason(1, 1, -far, 1))
      assert.are.equal("goal_outside", reason(1, 1, 1, far))
    end
  end)

  it("is 'blocked' for a closed cell", function()
    local grid = tilepath.grid(3, 1)
    local agent = tilepath.pathfinder(grid)
    grid:set_walkable(1, 1, false)
    assert.are.same({ nil, "start_blocked" }, list(agent:find(1, 1, 3, 1)))
    assert.are.same({ nil, "goal_blocked" }, list(agent:find(3, 1, 1, 1)))
    grid:set_walkable(1, 1, true)
    assert.are.equal(2, select(2, agent:find(1, 1, 3, 1)))
  end)

  it("needs no search if the goal cannot be reached #core_c", function()
    local grid = tilepath.grid(300, 300)
    grid:fill(149, 149, 3, 3, "wall")
    grid:set(150, 150, "open")
    local agent = tilepath.pathfinder(grid)
    assert.are.same({ nil, "unreachable" }, list(agent:find(1, 1, 150, 150)))
    assert.are.equal(0, agent.info.expanded)
  end)
end)

describe("a query with max_nodes", function()
  it("fails after that many cells, not earlier #core_c", function()
    for algorithm, least in pairs { auto = 2, jps = 2, astar = 8,
      dijkstra = 8 } do
      local finder = finder_on(map [[
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
      assert.are.same({ nil, "budget" },
        list(finder:find(5, 4, 8, 5, { max_nodes = needed - 1 })))
      assert.are.equal(needed - 1, finder.info.expanded)
      assert.are.same({ nil, "budget" },
        list(finder:find(5, 4, 8, 5, { max_nodes = 0 })))
    end
  end)
end)

describe("a query with partial", function()
  local function partial(finder, x1, y1, x2, y2, query)
    query = query or {}
    query.partial = true
    local path, cost = finder:find(x1, y1, x2, y2, query)
    if not path then
      return cost
    end
    assert.are.equal(cost, path.cost)
    return points(path), path
  end

  it("leads to the reachable cell nearest to a blocked goal, and sets "
    .. "path.partial",
    function()
      local finder = finder_on(map [[
        .....
        ..###
        ..#.#
        ..###
      ]])
      local text, path = partial(finder, 1, 4, 4, 3)
      assert.are.equal("1,4 2,3", text)
      assert.is_true(path.partial)
      assert.is_true(tostring(path):find("partial", 1, true) ~= nil)
      text, path = partial(finder, 1, 1, 4, 2)
      assert.are.equal("1,1 2,1 3,1 4,1", text)
      assert.is_true(path.partial)
    end)

  it("leads to a reachable goal, without path.partial", function()
    local finder = finder_on("...")
    local text, path = partial(finder, 1, 1, 3, 1)
    assert.are.equal("1,1 2,1 3,1", text)
    assert.is_nil(path.partial)
  end)

  it("clamps a goal outside", function()
    local finder = finder_on("....\n....\n...#")
    assert.are.equal("1,1 2,1 3,1 4,1", (partial(finder, 1, 1, 40, -7)))
    assert.are.equal("4,1 4,2", (partial(finder, 4, 1, 4, 3)))
    assert.are.equal("4,1 4,2", (partial(finder, 4, 1, 2 ^ 53 - 1, 2 ^ 53 - 1)))
    local text, path = partial(finder, 4, 2, 9, 2)
    assert.are.equal("4,2", text)
    assert.is_true(path.partial)
    assert.are.equal(0, path.cost)
  end)

  it("stays at the start if no cell is nearer", function()
    assert.are.equal("1,1", (partial(finder_on(".#."), 1, 1, 3, 1)))
  end)

  it("fails for a start that is outside or blocked", function()
    local finder = finder_on("..#.")
    assert.are.equal("start_outside", partial(finder, 0, 1, 9, 1))
    assert.are.equal("start_blocked", partial(finder, 3, 1, 9, 1))
    assert.are.equal("start_blocked", partial(finder, 3, 1, 3, 1))
    assert.are.equal("start_blocked", partial(finder, 3, 1, 4, 1))
  end)

  it("prefers the cheapest of equally near cells, then the first in reading "
    .. "order", function()
      for _, rule in ipairs { "never", "always" } do
        local finder = finder_on(map [[
          .....
          .....
          ..#..
          .....
          .....
        ]], { diagonal = rule })
        local function ends_at(x, y)
          local path = finder:find(x, y, 3, 3, { partial = true })
          return ("%d,%d"):format(path[#path - 1], path[#path])
        end
        assert.are.equal("3,2", ends_at(3, 1))
        assert.are.equal("3,4", ends_at(3, 5))
        assert.are.equal("2,3", ends_at(1, 3))
        assert.are.equal("4,3", ends_at(5, 3))
        assert.are.equal("3,2", ends_at(1, 1))
        assert.are.equal("3,2", ends_at(5, 1))
        assert.are.equal("2,3", ends_at(1, 5))
        assert.are.equal("4,3", ends_at(5, 5))
      end
    end)

  it("looks around the goal only inside the map #core_c", function()
    for _, tall in ipairs { true, false } do
      local grid = tilepath.grid(tall and 1 or 32767, tall and 32767 or 1)
      grid:fill(tall and 1 or 5, tall and 5 or 1, 1, 1, "wall")
      local finder = tilepath.pathfinder(grid)
      finder:prepare()
      local path
      local work = helper.work_of(finder, function()
        path = finder:find(1, 1, grid.width, grid.height, { partial = true })
      end)
      assert.are.equal(3, path.cost)
      -- Two looks at each cell for the distance, and a look at each row for the
      -- cells at that distance. Sixteen looks make a unit.
      assert.is_true(work <= 3 * 32767 / 16 + 16, work)
    end
  end)

  it("prefers the nearest cell at any cost", function()
    local finder = finder_on(map [[
      ...~~
      ...~#
      ...##
    ]], nil, { legend = { ["~"] = "mud" }, prices = { mud = 50 } })
    local path = finder:find(1, 3, 5, 2, { partial = true })
    assert.are.same({ 4, 2 }, { path[#path - 1], path[#path] })
    assert.is_true(path.cost > 50)
  end)

  it("measures the distance in steps of the agent", function()
    local text = map [[
      .......
      .#####.
      ..####.
      ######.
      ######.
      #######
    ]]
    local function ends_at(rule)
      local path = finder_on(text, { diagonal = rule })
        :find(3, 1, 4, 5, { partial = true })
      return { path[#path - 1], path[#path] }
    end
    assert.are.same({ 2, 3 }, ends_at(true))
    assert.are.same({ 7, 5 }, ends_at(false))
  end)

  it("returns the best path so far after max_nodes", function()
    local finder = finder_on(("."):rep(30))
    local text, path = partial(finder, 1, 1, 30, 1, { max_nodes = 4 })
    assert.are.equal("1,1 2,1 3,1 4,1", text)
    assert.is_true(path.partial)
    text = partial(finder, 1, 1, 99, 1, { max_nodes = 3 })
    assert.are.equal("1,1 2,1 3,1", text)
    assert.are.equal("budget", partial(finder, 1, 1, 30, 1, { max_nodes = 0 }))
    path = select(2, partial(finder, 1, 1, 30, 1, { max_nodes = 1000 }))
    assert.is_nil(path.partial)
    assert.are.equal(30, path:count())
  end)

  it("takes the nearest of the expanded cells as the best", function()
    -- The dead end leads nearest; the path out needs steps away from the goal.
    local finder = finder_on(map [[
      .........
      .#######.
      .......#.
      .#######.
      .........
    ]])
    local text = partial(finder, 1, 3, 9, 3, { max_nodes = 12 })
    assert.are.equal("1,3 2,3 3,3 4,3 5,3 6,3 7,3", text)
  end)
end)

describe("a query with into, after any edits of the table,", function()
  local finder = tilepath.pathfinder(tilepath.grid(64, 3))

  --- Fails if the table has anything but a path of that length.
  local function check(t, length)
    local path = finder:find(1, 1, length, 1, { into = t })
    assert.is_true(rawequal(t, path))
    for key in pairs(t) do
      if type(key) == "number" and key > 2 * length and key % 1 == 0 then
        error(("a path of %d points has item %.14g"):format(length, key), 0)
      end
    end
    assert.are.equal(length, path:count())
    assert.are.equal(2 * length, #path)
  end

  --- Items at random places, in one of several ways: in order, backwards, at
  -- random, far away, after other keys that come and go.
  local function scatter(t, random)
    local n = random(1, 120)
    for _ = 1, random(1, 4) do
      local way = random(1, 5)
      if way == 5 then
        local m = random(1, 20)
        for i = 1, m do t["k" .. i] = i end
        t[random(1, 5000)], t[2 ^ random(1, 40)] = 1, 1
        for i = 1, m do t["k" .. i] = nil end
      else
        for i = 1, n do
          local place = way == 1 and i or way == 2 and n + 1 - i
            or random(1, n)
          t[place] = way < 4 and i or nil
        end
      end
    end
    for _ = 1, random(0, 40) do
      t[random(1, n)] = nil
    end
    return t
  end

  it("leaves no old coordinate", function()
    local random = numbers.new(11)
    for _ = 1, 3000 do
      check(scatter({}, random), random(1, 60))
    end
  end)

  it("leaves no coordinate that was put into a path, or that lies behind a "
    .. "hole", function()
    local random = numbers.new(12)
    for _ = 1, 3000 do
      local path = finder:find(1, 1, random(1, 60), 1)
      local n = #path
      for _ = 1, random(0, 2) do
        path[random(n + 1, 300)] = 1
      end
      for _ = 1, random(0, n) do
        path[random(1, n)] = nil
      end
      check(path, random(1, 60))
      check(path, random(1, 60))
    end
  end)

  it("leaves no coordinate of an emptied and refilled path", function()
    local random = numbers.new(13)
    for _ = 1, 300 do
      local path = finder:find(1, 1, random(1, 60), 1)
      for _ = 1, 10 do
        for key in pairs(path) do
          path[key] = nil
        end
        check(scatter(path, random), random(1, 60))
      end
    end
  end)

  it("leaves other keys unchanged", function()
    local t = { [0] = 1, [-3] = 2, [2.5] = 3, [100.5] = 4, name = "x" }
    check(t, 5)
    assert.are.same({ 1, 2, 3, 4, "x" },
      { t[0], t[-3], t[2.5], t[100.5], t.name })
  end)
end)

describe("a query with into", function()
  local finder = finder_on("......\n......")

  it("fills the table and returns it as a path", function()
    local t = {}
    local path, cost = finder:find(1, 1, 3, 1, { into = t })
    assert.is_true(rawequal(t, path))
    assert.are.equal("1,1 2,1 3,1", points(t))
    assert.are.equal(2, cost)
    assert.are.equal(2, t.cost)
    assert.are.equal("cells", t.units)
    assert.are.equal(core.Path, getmetatable(t))
  end)

  it("removes all old content", function()
    local t = { "x", {}, 1, 2, 3, 4, 5, 6, 7, 8, cost = "dear",
      units = "miles", partial = true }
    finder:find(6, 2, 5, 2, { into = t })
    assert.are.same({ 6, 2, 5, 2, cost = 1, units = "cells" }, t)
    finder:find(1, 1, 6, 1, { into = t })
    assert.are.equal("1,1 2,1 3,1 4,1 5,1 6,1", points(t))
    finder:find(4, 1, 99, 1, { into = t, partial = true })
    assert.is_true(t.partial)
    finder:find(4, 1, 4, 1, { into = t })
    assert.are.same({ 4, 1, cost = 0, units = "cells" }, t)
  end)

  it("leaves the table unchanged if there is no path", function()
    local t = { 1, 2, 3, partial = true, units = "mine" }
    assert.are.same({ nil, "goal_outside" },
      list(finder:find(1, 1, 9, 9, { into = t })))
    assert.are.same({ 1, 2, 3, partial = true, units = "mine" }, t)
    assert.is_nil(getmetatable(t))
  end)

  it("calls no metamethod of the table", function()
    local t = setmetatable({}, { __newindex = error, __index = error,
      __len = error })
    finder:find(1, 1, 2, 1, { into = t })
    assert.are.equal("1,1 2,1", points(t))
  end)
end)

describe("a pathfinder", function()
  -- The core in Lua has no heuristic functions.
  it("has info about completed queries only #core_c", function()
    local calls, last = 0, math.huge
    local finder = tilepath.pathfinder(tilepath.grid(9, 9), {
      heuristic = function()
        calls = calls + 1
        return calls < last and 0 or error("on purpose")
      end })
    finder:find(1, 1, 9, 9)
    local before = finder.info
    calls, last = 0, 20
    assert.is_false(pcall(finder.find, finder, 9, 9, 5, 1))
    assert.are.same(before, finder.info)
  end)

  it("has its grid", function()
    local grid = tilepath.grid(3, 3)
    assert.is_true(rawequal(grid, tilepath.pathfinder(grid).grid))
  end)

  it("has a complete copy of its profile", function()
    local finder = finder_on("..")
    local profile = finder.profile
    profile.diagonal, profile.prices.open, profile.weight = "never", 9, 7
    assert.are.same({
      diagonal = "only_if_no_obstacles", prices = {}, sight = {},
      heuristic = "auto", weight = 1, straight_cost = 1, diagonal_cost = root2,
      algorithm = "auto", size = { 1, 1 }, keep_away = false, radius = 0,
      links = {}, landmarks = false, layers = {}, eyes = false,
    }, finder.profile)
    assert.are.equal(1, select(2, finder:find(1, 1, 2, 1)))
  end)

  it("has info about its last query: algorithm, cells, seconds #core_c",
    function()
      local finder = finder_on(("."):rep(40), { algorithm = "astar" })
      assert.are.same({}, finder.info)
      finder:find(1, 1, 40, 1)
      local info = finder.info
      assert.are.equal("astar", info.algorithm)
      assert.are.equal(40, info.expanded)
      assert.is_true(info.seconds >= 0 and info.seconds < 1e5)
      info.expanded = 7
      assert.are.equal(40, finder.info.expanded)
      finder:find(1, 1, 41, 1)
      assert.are.equal(0, finder.info.expanded)
      local dijkstra = finder_on("...", { algorithm = "dijkstra" })
      dijkstra:find(1, 1, 3, 1)
      assert.are.equal("dijkstra", dijkstra.info.algorithm)
    end)

  it("has nil under any other key", function()
    local finder = finder_on(".")
    assert.is_nil(finder.cost)
    assert.is_nil(finder[1])
    assert.is_nil(finder[0 / 0])
  end)

  it("has its size, its rule and its algorithm as text", function()
    assert.are.equal("pathfinder on 3x2 (only_if_no_obstacles, auto)",
      tostring(finder_on("...\n...")))
    assert.are.equal("pathfinder on 1x1 (never, dijkstra)",
      tostring(finder_on(".", { diagonal = false, algorithm = "dijkstra" })))
  end)
end)
