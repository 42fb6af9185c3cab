--- Queries with several end cells: lists of goals, ranges, adjacent.
-- fuzz/differential judges them on any map.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local numbers = require "spec.support.random"

local mistake, points = helper.mistake, helper.points

--- A list of results, nils included.
local function list(...)
  return { n = select("#", ...), ... }
end

--- The last point of a path.
local function last(path)
  return path[#path - 1] .. " " .. path[#path]
end

describe("a list of goals", function()
  local grid, finder

  before_each(function()
    grid = tilepath.grid("........\n.####...\n.#..#...\n........")
    finder = tilepath.pathfinder(grid)
  end)

  it("leads to the cheapest goal, and returns its number", function()
    local path, cost = finder:find(1, 1, { { 8, 1 }, { 1, 4 }, { 8, 4 } })
    assert.are.equal("1,1 1,2 1,3 1,4", points(path))
    assert.are.equal(3, cost)
    assert.are.equal(3, path.cost)
    assert.are.equal(2, path.goal)
  end)

  it("adds extra costs to choose, but not to the cost of the path", function()
    local path, cost = finder:find(1, 1, { { 1, 4, cost = 4.5 }, { 8, 1 } })
    assert.are.same({ 2, 7 }, { path.goal, cost })
    path, cost = finder:find(1, 1, { { 1, 4, cost = 3.5 }, { 8, 1 } })
    assert.are.same({ 1, 3 }, { path.goal, cost })
    path = finder:find(1, 1, { { 1, 1, cost = 2.5 }, { 3, 1 } })
    assert.are.same({ 2, 3 }, { path.goal, path:count() })
    path = finder:find(1, 1, { { 3, 1 }, { 1, 1, cost = 1.5 } })
    assert.are.same({ 2, 1 }, { path.goal, path:count() })
  end)

  it("leads to the first of equal goals", function()
    local open = tilepath.pathfinder(tilepath.grid(40, 40))
    local goals = { { 1, 1 }, { 39, 1 }, { 1, 39 }, { 39, 39 } }
    assert.are.equal(1, open:find(20, 20, goals).goal)
    assert.are.equal(1, open:find(20, 20,
      { goals[4], goals[3], goals[2] }).goal)
    -- 0.3 more, in the path or in the extra cost; in decimals, 1.3 is 1 and
    -- 0.3.
    local flat = tilepath.pathfinder(tilepath.grid(9, 1))
    assert.are.equal(1, flat:find(5, 1, { { 4, 1, cost = 1.3 }, { 7, 1, cost = 0.3 } }).goal)
    assert.are.equal(1, flat:find(5, 1, { { 7, 1, cost = 0.3 }, { 4, 1, cost = 1.3 } }).goal)
    assert.are.equal(2, flat:find(5, 1, { { 7, 1, cost = 0.4 }, { 4, 1, cost = 1.3 } }).goal)
    assert.are.equal(1, flat:find(5, 1, { { 5, 1, cost = 7 }, { 5, 1, cost = 7 } }).goal)
  end)

  it("compares extra costs exactly, however small", function()
    local four = tilepath.pathfinder(tilepath.grid(9, 1),
      { diagonal = "never" })
    assert.are.equal(2, four:find(5, 1, { { 4, 1, cost = 0.02 }, { 6, 1, cost = 0.01 } })
      .goal)
    assert.are.equal(1, four:find(5, 1, { { 4, 1, cost = 1e300 }, { 6, 1, cost = 2e300 } })
      .goal)
  end)

  it("leaves out goals that cannot be reached", function()
    grid:set(8, 4, "wall")
    local path = finder:find(1, 1, { { 99, 1 }, { 8, 4 }, { 2, 2 }, { 8, 3 } })
    assert.are.equal(4, path.goal)
    grid:fill(1, 1, 8, 1, "open")
    assert.are.same({ nil, "goal_outside", n = 2 },
      list(finder:find(1, 1, { { 99, 1 }, { 8, 4 } })))
    assert.are.same({ nil, "goal_blocked", n = 2 },
      list(finder:find(1, 1, { { 8, 4 }, { 99, 1 } })))
    grid:fill(7, 1, 1, 4, "wall")
    assert.are.same({ nil, "unreachable", n = 2 },
      list(finder:find(1, 1, { { 2, 2 }, { 8, 1 }, { 99, 1 } })))
    assert.are.same({ nil, "start_outside", n = 2 },
      list(finder:find(0, 1, { { 99, 1 } })))
    assert.are.same({ nil, "goal_outside", n = 2 },
      list(finder:find(2, 2, { { 99, 1 } })))
    assert.are.same({ nil, "start_blocked", n = 2 },
      list(finder:find(2, 2, { { 3, 2 } })))
  end)

  it("with one possible goal equals a query to that goal #core_c", function()
    for _, algorithm in ipairs { "auto", "jps", "astar", "dijkstra" } do
      local agent = tilepath.pathfinder(grid, { algorithm = algorithm })
      local plain = agent:find(1, 1, 8, 4)
      local expanded, means = agent.info.expanded, agent.info.algorithm
      local path = agent:find(1, 1, { { 2, 2 }, { 8, 4, cost = 5 } })
      assert.are.equal(points(plain), points(path))
      assert.are.same({ expanded, means, 2 },
        { agent.info.expanded, agent.info.algorithm, path.goal })
    end
  end)

  it("leads to the exact point in the world, through centres of "
    .. "cells", function()
    local path = finder:find_world(0.2, 0.3, { { 7.9, 3.9 }, { 0.7, 3.1 } })
    assert.are.same({ 0.2, 0.3, 2 }, { path[1], path[2], path.goal })
    assert.are.same({ 0.7, 3.1 }, { path[#path - 1], path[#path] })
    assert.are.equal("world", path.units)
    path = finder:find_world(0.2, 0.3, { { 0.4, 0.4, cost = 9 }, { 0.6, 0.6, cost = 8 } })
    assert.are.same({ 0.2, 0.3, 0.6, 0.6 }, { path[1], path[2], path[3],
      path[4] })
  end)

  it("may contain dead ends, also from a dead end", function()
    local maze = tilepath.grid(
      "#########\n#.......#\n#.#####.#\n#.#...#.#\n#.#.#.#.#\n"
      .. "#...#...#\n###.#####\n###......\n###.#####", { cell_size = 10 })
    for _, algorithm in ipairs { "auto", "jps", "astar" } do
      local agent = tilepath.pathfinder(maze, { algorithm = algorithm })
      local path, cost = agent:find(9, 8, { { 8, 2 }, { 4, 9 }, { 2, 2, cost = 1 } })
      assert.are.same({ 2, 6 }, { path.goal, cost })
      path, cost = agent:find(9, 8, { { 8, 2 }, { 4, 9, cost = 9 }, { 2, 2, cost = 1 } })
      assert.are.same({ 3, 13 }, { path.goal, cost })
      assert.are.same({ cost, path.cost }, { select(2, agent:find(9, 8, 2, 2)),
        path.cost })
      path = agent:find_world(88, 72, { { 78, 12 }, { 33, 88 } })
      assert.are.same({ 88, 72, 33, 88 }, { path[1], path[2], path[#path - 1],
        path[#path] })
      local search = agent:search(9, 8, { { 8, 2 }, { 4, 9 } })
      search:step(100)
      assert.are.equal(2, search:path().goal)
    end
  end)

  it("leads to the cell nearest to any goal, with partial", function()
    grid:fill(7, 1, 1, 4, "wall")
    local path = finder:find(1, 1, { { 99, 99 }, { 8, 1 }, { 3, 2 } },
      { partial = true })
    assert.are.same({ true, 3, 3 }, { path.partial, path.goal, path:count() })
    path = finder:find(1, 1, { { 8, 2 }, { 99, 3 } }, { partial = true })
    assert.are.equal("6 2", last(path))
    assert.are.equal(1, path.goal)
    path = finder:find(1, 1, { { 8, 2 }, { 4, 1 } }, { partial = true })
    assert.are.same({ nil, 2 }, { path.partial, path.goal })
  end)

  it("can fill a table, and removes its old goal", function()
    local goals = { { 8, 1 }, { 1, 4 }, { 8, 4, cost = 2 } }
    local query = { into = {} }
    finder:find(1, 1, goals, query)
    assert.are.equal(2, query.into.goal)
    finder:find(1, 1, 8, 4, query)
    assert.is_nil(query.into.goal)
  end)

  it("is copied for a search in slices", function()
    local goals = { { 8, 1 }, { 1, 4 }, { 8, 4 } }
    local search = finder:search(1, 1, goals)
    goals[2][1] = 7
    repeat
      local status = search:step()
    until status ~= "running"
    local path, cost = search:path()
    assert.are.same({ 2, 3 }, { path.goal, cost })
  end)

  -- The core in Lua has no heuristic functions.

  -- The core in Lua has no heuristic functions.
  it("calls a heuristic function for each of the goals #core_c", function()
    local asked = {}
    local agent = tilepath.pathfinder(grid, { heuristic = function(x, y, gx, gy)
      asked[gx .. " " .. gy] = true
      return math.max(math.abs(x - gx), math.abs(y - gy))
    end })
    local path, cost = agent:find(1, 1, { { 8, 1 }, { 1, 4, cost = 1 } })
    assert.are.same({ 2, 3 }, { path.goal, cost })
    assert.are.same({ ["8 1"] = true, ["1 4"] = true }, asked)
  end)

  it("keeps its number in the methods of paths", function()
    local path = finder:find(1, 1, { { 8, 1 }, { 1, 4 } })
    assert.are.equal(2, path:dedup().goal)
    assert.are.equal(2, path:prune(finder):to_world(grid).goal)
    assert.are.equal(2, tilepath.path(path).goal)
  end)

  it("raises for a wrong goal, and names its place", function()
    local function refuses(message, goals, query)
      assert.are.equal("find: " .. message, mistake(function()
        finder:find(1, 1, goals, query)
      end))
    end
    local GOAL = "{ x, y } or { x, y, w, h, cost = }"
    local EACH = " (each is " .. GOAL .. ")"
    refuses("goals must be one or more " .. GOAL .. ", got none", {})
    refuses("goals[1] must be " .. GOAL .. ", got 4 (a list of goals: "
      .. "{ { 5, 5 } })", { 4, 5 })
    refuses("goals[2][2] must be a whole number, got nil" .. EACH,
      { { 1, 1 }, { 1 } })
    refuses("goals[1][1] must be a whole number, got 1.5" .. EACH,
      { { 1.5, 1 } })
    refuses("goals[1].y must be a whole number, got 1.5" .. EACH,
      { { x = 1, y = 1.5 } })
    refuses("goals[1][4] must be a whole number of at least 1, got nil"
      .. EACH, { { 1, 1, 3 } })
    refuses("goals[1].w must be a whole number of at least 1, got nil" .. EACH,
      { { x = 1, y = 1, h = 3 } })
    refuses("goals[1].cost must be a finite number of at least 0, got -1"
      .. EACH, { { 1, 1, cost = -1 } })
    refuses("goals[1].cost must be a finite number of at least 0, got inf"
      .. EACH, { { 1, 1, cost = math.huge } })
    refuses("query must be a table, got 3", { { 1, 1 } }, 3)
    refuses("unknown option 'withn' (did you mean 'within'?)", { { 1, 1 } },
      { withn = 2 })
    assert.are.equal("find_world: goals[1][2] must be a finite number, got nan"
      .. EACH, mistake(function()
        finder:find_world(1, 1, { { 1, 0 / 0 } })
      end))
    assert.are.equal("search: goals[2] must be " .. GOAL .. ", got true",
      mistake(function()
        finder:search(1, 1, { { 1, 1 }, true })
      end))
  end)

  -- The core in Lua has no heuristic functions.
  it("survives a heuristic that changes it or asks the pathfinder #core_c",
    function()
      local goals = { { 8, 1 }, { 1, 4 } }
      local agent
      agent = tilepath.pathfinder(grid, { heuristic = function()
        goals[1], goals[2] = nil, nil
        assert.is_false(pcall(agent.find, agent, 1, 1, { { 2, 1 }, { 3, 1 } }))
        return 0
      end })
      assert.are.equal(2, agent:find(1, 1, goals).goal)
    end)
end)

describe("a range", function()
  it("lets the path end in any cell within that distance of the "
    .. "goal", function()
    local finder = tilepath.pathfinder(tilepath.grid(9, 9))
    local function ends(range)
      local path, cost = finder:find(1, 1, 9, 1, { within = range })
      return { path[#path - 1], path[#path], cost }
    end
    assert.are.same({ 9, 1, 8 }, ends(0))
    assert.are.same({ 8, 1, 7 }, ends(1))
    assert.are.same({ 7, 1, 6 }, ends(2.9))
    assert.are.same({ 1, 1, 0 }, ends(8))
    assert.are.same({ 1, 1, 0 }, ends(1e9))
    assert.are.same({ 1, 1, 0 }, { 1, 1, select(2, finder:find(1, 1, 3, 4,
      { within = math.sqrt(13) })) })
  end)

  it("accepts a blocked goal, but not a goal outside", function()
    local grid = tilepath.grid("......#\n......#")
    local finder = tilepath.pathfinder(grid)
    assert.are.equal(5, finder:find(1, 1, 7, 1, { within = 2 }):count())
    assert.are.same({ nil, "unreachable", n = 2 },
      list(finder:find(1, 1, 7, 1, { within = 0.5 })))
    assert.are.same({ nil, "goal_outside", n = 2 },
      list(finder:find(1, 1, 8, 1, { within = 3 })))
    local path = finder:find(1, 1, 8, 1, { within = 3, partial = true })
    assert.are.same({ 6, true }, { path:count(), path.partial })
    path = finder:find(1, 1, 7, 1, { within = 0.5, partial = true })
    assert.are.same({ 6, true }, { path:count(), path.partial })
    path = finder:find(1, 1, 7, 1, { within = 2, partial = true })
    assert.are.same({ 5, nil }, { path:count(), path.partial })
  end)

  it("can require sight, also of a blocked goal", function()
    local grid = tilepath.grid(
      ".........\n.........\n....##...\n....#X...\n.........", {
        legend = { X = "wall" } })
    local finder = tilepath.pathfinder(grid)
    local blind = finder:find(1, 4, 6, 4, { within = 3 })
    assert.are.equal("3 4", last(blind))
    local seeing = finder:find(1, 4, 6, 4, { within = 3, sight = true })
    local x, y = seeing:point(seeing:count())
    assert.is_true((x - 6) ^ 2 + (y - 4) ^ 2 <= 9)
    grid:set(6, 4, "open")
    assert.is_true((finder:line_of_sight(x, y, 6, 4)))
    grid:fill(4, 3, 5, 3, "wall")
    assert.are.same({ nil, "unreachable", n = 2 }, list(finder:find(1, 4, 6, 4,
      { within = 2, sight = true })))
  end)

  it("ends at the centre of a cell in the world, or at the exact goal",
    function()
      local finder = tilepath.pathfinder(tilepath.grid(9, 9, {
        cell_size = 10 }))
      local path = finder:find_world(5, 5, 82, 7, { within = 2 })
      assert.are.same({ 65, 5 }, { path[#path - 1], path[#path] })
      path = finder:find_world(5, 5, 82, 7, { within = 0 })
      assert.are.same({ 82, 7 }, { path[#path - 1], path[#path] })
    end)

  it("holds for each goal of a list", function()
    local finder = tilepath.pathfinder(tilepath.grid(30, 1))
    local path = finder:find(15, 1, { { 1, 1 }, { 28, 1 }, { 2, 1, cost = 0.5 } },
      { within = 4 })
    assert.are.same({ 2, 9 }, { path.goal, path.cost })
  end)

  it("raises for a wrong number, and with options that exclude it", function()
    local finder = tilepath.pathfinder(tilepath.grid(3, 3))
    local function refuses(message, query)
      assert.are.equal("find: " .. message, mistake(function()
        finder:find(1, 1, 2, 2, query)
      end))
    end
    for value, shown in pairs { [-1] = "-1", [math.huge] = "inf",
      ["1"] = "'1'", [true] = "true" } do
      refuses("within must be a finite number of at least 0, got " .. shown,
        { within = value })
    end
    refuses("sight must be true or false, got 1",
      { within = 1, sight = 1 })
    refuses("option 'sight' needs option 'within'",
      { sight = true })
    refuses("options 'adjacent' and 'within' exclude each other",
      { within = 1, adjacent = true })
    refuses("adjacent must be true or false, got 1", { adjacent = 1 })
    assert.is_truthy(finder:find(1, 1, 2, 2, { sight = false }))
  end)
end)

describe("a query to cells around a goal", function()
  it("goes straight there on open ground #core_c", function()
    local random = numbers.new(31)
    for _, diagonal in ipairs { "always", "never" } do
      local finder = tilepath.pathfinder(tilepath.grid(200, 150),
        { diagonal = diagonal })
      for _ = 1, 100 do
        local x1, y1 = random(1, 200), random(1, 150)
        local x2, y2 = random(1, 200), random(1, 150)
        local options = random(1, 3) == 1 and { adjacent = true }
          or { within = random(1, 31) }
        finder:find(x1, y1, x2, y2, options)
        assert.is_true(finder.info.expanded <= 200 + 150)
      end
    end
  end)
end)

describe("a goal with adjacent = true", function()
  local BESIDE = { adjacent = true }

  it("may be blocked", function()
    local finder = tilepath.pathfinder(tilepath.grid("....#...\n........"))
    local path, cost = finder:find(1, 1, 5, 1, BESIDE)
    assert.are.same({ 3, 4, 1 }, { cost, path[7], path[8] })
    assert.are.same({ 0, 1 }, { select(2, finder:find(4, 1, 5, 1, BESIDE)),
      finder:find(4, 1, 5, 1, BESIDE):count() })
    path = finder:find(2, 2, 2, 2, BESIDE)
    assert.are.same({ 2, 1 }, { path:count(), path.cost })
    assert.are.same({ nil, "goal_outside", n = 2 },
      list(finder:find(1, 1, 9, 1, BESIDE)))
  end)

  it("is touched by the diagonal rule", function()
    local grid = tilepath.grid("...\n.#.\n..#")
    local ends = { always = "2 3", at_least_one_walkable = "2 3",
      only_if_no_obstacles = "2 3", never = "2 3" }
    for rule, cell in pairs(ends) do
      local finder = tilepath.pathfinder(grid, { diagonal = rule })
      local path = finder:find(1, 3, 3, 3, BESIDE)
      assert.are.equal(cell, last(path))
    end
    grid:set(2, 3, "wall")
    grid:set(3, 2, "wall")
    grid:set(2, 2, "open")
    for rule, reason in pairs { always = 0, at_least_one_walkable =
      "unreachable", only_if_no_obstacles = "unreachable",
      never = "unreachable" } do
      local finder = tilepath.pathfinder(grid, { diagonal = rule })
      assert.are.equal(reason, select(2, finder:find(2, 2, 3, 3, BESIDE)))
    end
  end)

  it("is touched by any side of a large agent", function()
    local grid = tilepath.grid(9, 5)
    grid:set(8, 3, "wall")
    local big = tilepath.pathfinder(grid, { size = 3 })
    local path, cost = big:find(1, 2, 8, 3, BESIDE)
    assert.are.same({ 4, 5, 2 }, { cost, path[#path - 1], path[#path] })
    assert.are.equal(1, big:find(5, 1, 8, 3, BESIDE):count())
    path = big:find_world(1.5, 2.5, 7.9, 2.1, BESIDE)
    assert.are.same({ 5.5, 2.5 }, { path[#path - 1], path[#path] })
    path = big:find_world(1.5, 2.5, { { 7.9, 2.1 } }, BESIDE)
    assert.are.same({ 5.5, 2.5, 1 }, { path[#path - 1], path[#path],
      path.goal })
    local four = tilepath.pathfinder(grid, { size = 2, diagonal = "never" })
    assert.are.equal(6, four:find(1, 1, 8, 3, BESIDE).cost)
  end)
end)

describe("finder:nearest", function()
  it("returns the nearest cell that can be entered, first in reading order",
    function()
      local grid = tilepath.grid("....#\n...##\n#...#")
      local finder = tilepath.pathfinder(grid)
      assert.are.same({ 2, 2 }, { finder:nearest(2, 2) })
      assert.are.same({ 4, 1 }, { finder:nearest(5, 1) })
      assert.are.same({ 1, 2 }, { finder:nearest(1, 3) })
      assert.are.same({ 4, 1 }, { finder:nearest(4, 2) })
      assert.are.same({ 1, 1 }, { finder:nearest(-7, -2) })
      assert.are.same({ 4, 3 }, { finder:nearest(2 ^ 40, 3) })
    end)

  it("can require a path from a cell", function()
    local finder = tilepath.pathfinder(tilepath.grid("..#..\n..#.."))
    assert.are.same({ 5, 1 }, { finder:nearest(5, 1, 4, 2) })
    assert.are.same({ 2, 1 }, { finder:nearest(5, 1, 1, 1) })
    assert.are.same({ nil, "start_outside", n = 2 },
      list(finder:nearest(5, 1, 0, 1)))
    assert.are.same({ nil, "start_blocked", n = 2 },
      list(finder:nearest(5, 1, 3, 1)))
  end)

  it("returns a cell where a large agent fits", function()
    local finder = tilepath.pathfinder(tilepath.grid(4, 4), { size = 2 })
    assert.are.same({ 3, 3 }, { finder:nearest(4, 4) })
  end)

  it("returns nil without such a cell", function()
    local finder = tilepath.pathfinder(tilepath.grid("##\n##"))
    assert.are.same({ nil, "blocked", n = 2 }, list(finder:nearest(1, 1)))
  end)

  it("can require a terrain, closed or not", function()
    local grid = tilepath.grid("..g#g\n..g#g", {
      prices = { grass = 2 }, legend = { g = "grass" },
    })
    local finder = tilepath.pathfinder(grid)
    assert.are.same({ 3, 1 }, { finder:nearest(1, 1, { terrain = "grass" }) })
    assert.are.same({ 5, 2 }, { finder:nearest(5, 2, { terrain = "grass" }) })
    assert.are.same({ 3, 2 },
      { finder:nearest(5, 2, 1, 1, { terrain = "grass" }) })
    assert.are.same({ nil, "blocked", n = 2 },
      list(finder:nearest(1, 1, { terrain = "wall" })))
  end)

  it("can require a function's approval, in the order of distance", function()
    local random = numbers.new(5)
    for _ = 1, 60 do
      local grid = tilepath.grid(random(1, 9), random(1, 9))
      local wanted = {}
      for x, y in grid:cells() do
        grid:set_walkable(x, y, random(1, 4) > 1)
        wanted[y * 10 + x] = random(1, 5) == 1
      end
      local finder = tilepath.pathfinder(grid)
      local x, y = random(-1, 11), random(-1, 11)
      local best, far
      for cx, cy in grid:cells() do
        local d = (cx - x) ^ 2 + (cy - y) ^ 2
        local counts = wanted[cy * 10 + cx] and finder:can_enter(cx, cy)
        if counts and (not far or d < far) then
          best, far = { cx, cy }, d
        end
      end
      local asked = {}
      local answer = list(finder:nearest(x, y, { where = function(cx, cy)
        assert.is_nil(asked[cy * 10 + cx])
        assert.is_true(finder:can_enter(cx, cy))
        asked[cy * 10 + cx] = true
        return wanted[cy * 10 + cx]
      end }))
      best = best or { nil, "blocked" }
      best.n = 2
      assert.are.same(best, answer)
    end
  end)

  it("can require both a terrain and a function's approval", function()
    local grid = tilepath.grid("gg.gg", {
      prices = { grass = 2 }, legend = { g = "grass" },
    })
    local finder = tilepath.pathfinder(grid)
    local asked = {}
    assert.are.same({ 5, 1 }, { finder:nearest(3, 1, {
      terrain = "grass",
      where = function(x)
        asked[#asked + 1] = x
        return x == 5
      end,
    }) })
    assert.are.same({ 4, 5, 2, 1 }, asked)
  end)

  it("uses paths in the right direction, with any function", function()
    local grid = tilepath.grid(4, 1)
    for x = 1, 3 do
      grid:fence(x, 1, x + 1, 1, x < 3 and { one_way = true } or nil)
    end
    local finder = tilepath.pathfinder(grid)
    local asked = {}
    assert.are.same({ 2, 1 },
      { finder:nearest(4, 1, 1, 1, { where = function(x)
        asked[#asked + 1] = x
        assert.is_false(finder:is_reachable(3, 1, 1, 1))
        return x == 2
      end }) })
    assert.are.same({ 3, 2 }, asked)
  end)

  it("refuses edits in the function, and passes its errors on", function()
    local grid = tilepath.grid(3, 3)
    local finder = tilepath.pathfinder(grid)
    local function nearest(where)
      local _, message = pcall(finder.nearest, finder, 1, 1,
        { where = where })
      return message
    end
    assert.matches("set: the grid is busy",
      nearest(function() grid:set(2, 2, "wall") end))
    assert.matches("find: the pathfinder is busy",
      nearest(function() finder:find(1, 1, 2, 2) end))
    assert.matches("no%.", nearest(function() error "no." end))
    local fine, why = coroutine.resume(coroutine.create(function()
      finder:nearest(1, 1, { where = coroutine.yield })
    end))
    assert.is_false(fine)
    assert.matches("attempt to yield", why)
    assert.is_true(grid:set(3, 3, "open"))
    assert.are.same({ 1, 1 }, { finder:nearest(1, 1) })
    assert.matches("nearest: where must be a function, got 5$", nearest(5))
    assert.matches("^nearest: terrain must be a terrain of the grid",
      mistake(function() finder:nearest(1, 1, { terrain = "lava" }) end))
  end)

  it("raises with only one coordinate of the cell to come from", function()
    local finder = tilepath.pathfinder(tilepath.grid(3, 3))
    assert.are.equal("nearest: from_y must be a whole number, got nil",
      mistake(function() finder:nearest(1, 1, 2) end))
  end)
end)
