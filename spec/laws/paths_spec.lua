--- Laws of paths, sight and edited grids on any map. A Dijkstra in plain Lua
-- (support/judge.lua) judges them.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local judge = require "spec.support.judge"
local law = require "spec.support.law"

local near, points = helper.near, helper.points
local huge = math.huge

local PLAIN, PRICED = { 1 }, { 1, 0.25, 2.5, 9, 0.1, 1 / 3 }
local NICE = { 1, 0.5, 2, 3 }
local ANY = { PLAIN, PRICED, NICE }

--- A scene: a map, a diagonal rule, costs of steps, and questions.
-- @param prices  of the map's terrains, or ANY
-- @param n  how many questions
-- @return the scene, its world
local function draw_map(random, prices, n)
  local world = judge.world(random, prices == ANY and random.any(ANY) or prices)
  local scene = { map = judge.text(world), terrain = world.terrain,
    rule = random.any(judge.rules), costs = random.any(judge.cost_pairs),
    questions = {} }
  for i = 1, n or 1 do
    local x1, y1 = judge.place(random, world)
    local x2, y2 = judge.place(random, world)
    scene.questions[i] = { x1, y1, x2, y2 }
  end
  return scene, world
end

local function on_map(prices, n)
  return function(random)
    return (draw_map(random, prices, n))
  end
end

--- The world of a scene, and its grid.
local function build(scene)
  local world = judge.read(scene.map, scene.terrain)
  return world, tilepath.grid(world.name, { prices = world.terrain })
end

local function profile_of(scene, more)
  local profile = { diagonal = scene.rule, straight_cost = scene.costs[1],
    diagonal_cost = scene.costs[2] }
  for key, value in pairs(more or {}) do
    profile[key] = value
  end
  return profile
end

--- Costs of cheapest paths may differ by 1e-6.
local function same_cost(expected, got)
  near(expected, got, 1e-6 * expected + 1e-12)
end

--- Checks each step of a path, and its cost against the cheapest.
local function check(world, profile, least, path, cost, q)
  local costs = { profile.straight_cost or 1,
    profile.diagonal_cost or math.sqrt(2) }
  if least == huge then
    assert.is_nil(path)
    assert.is_true(cost == "unreachable" or cost == "start_blocked"
      or cost == "goal_blocked")
    return
  end
  local rule = profile.diagonal or "only_if_no_obstacles"
  local sum, step = judge.path_cost(world, rule, costs, path)
  assert.is_nil(step)
  near(sum, cost, 1e-9 * sum)
  assert.are.same(q, { path[1], path[2], path[#path - 1], path[#path] })
  same_cost(least, cost)
end

--- A law on maps of these prices, with n questions.
local function map_law(title, runs, prices, n, f)
  law(it, title, { runs = runs, noun = "path", draw = on_map(prices, n),
    lists = { "questions" } }, f)
end

describe("a path", function()
  map_law("is cheapest and legal by each exact algorithm and heuristic", 40,
    ANY, 12, function(scene)
      local world, grid = build(scene)
      local ways = { { algorithm = "auto" }, { algorithm = "astar" },
        { algorithm = "dijkstra" }, { heuristic = "octile" },
        { heuristic = "chebyshev" }, { heuristic = "euclidean" },
        { heuristic = "zero" } }
      local straight, diagonal = scene.costs[1], scene.costs[2]
      if straight <= diagonal and diagonal <= 2 * straight then
        ways[#ways + 1] = { algorithm = "jps" }
      end
      if scene.rule == "never" then
        ways[#ways + 1] = { heuristic = "manhattan" }
      end
      local start = scene.questions[1]
      local cheapest = start and judge.costs_from(world, scene.rule,
        scene.costs, start[1], start[2])
      for _, way in ipairs(ways) do
        local profile = profile_of(scene, way)
        local finder = tilepath.pathfinder(grid, profile)
        for _, q in ipairs(scene.questions) do
          q = { start[1], start[2], q[3], q[4] }
          local least = cheapest[q[4]][q[3]]
          local path, cost = finder:find(q[1], q[2], q[3], q[4])
          check(world, profile, least, path, cost, q)
          assert.are.equal(least < huge,
            finder:is_reachable(q[1], q[2], q[3], q[4]))
        end
      end
    end)

  law(it, "is cheapest for an agent with prices of its own", { runs = 40,
    noun = "path", draw = function(random)
      local scene = draw_map(random, NICE, 1)
      scene.own = { t1 = random.any { 0.7, 4 }, t3 = random.any { false, 0.3 },
        wall = random.any { false, 5 } }
      return scene
    end }, function(scene)
      local world, grid = build(scene)
      local seen, q = judge.seen_by(world, scene.own), scene.questions[1]
      local profile = profile_of(scene, { prices = scene.own })
      local least = judge.costs_from(seen, scene.rule, scene.costs, q[1], q[2])
      local path, cost = tilepath.pathfinder(grid, profile)
        :find(q[1], q[2], q[3], q[4])
      check(seen, profile, least[q[4]][q[3]], path, cost, q)
    end)

  law(it, "is cheapest by any heuristic that never overestimates", { runs = 40,
    noun = "path", draw = function(random)
      local scene = draw_map(random, ANY, 1)
      scene.shares = {}
      for i = 1, 97 do
        scene.shares[i] = random(0, 4) / 4
      end
      return scene
    end }, function(scene)
      local world, grid = build(scene)
      local q, calls = scene.questions[1], 0
      local ahead = judge.costs_from(world, scene.rule, scene.costs, q[3], q[4],
        true)
      local profile = profile_of(scene, { heuristic = function(x, y)
        calls = calls + 1
        local estimate = ahead[y][x]
        -- For a cell without a path any estimate will do.
        return estimate < huge
          and estimate * scene.shares[calls % #scene.shares + 1] or 0
      end })
      local path, cost = tilepath.pathfinder(grid, profile)
        :find(q[1], q[2], q[3], q[4])
      check(world, profile, ahead[q[2]][q[1]], path, cost, q)
    end)

  law(it, "costs at most weight times the cheapest", { runs = 40,
    noun = "path", lists = { "questions" }, draw = function(random)
      local scene = draw_map(random, ANY, 6)
      scene.weight = random(10, 50) / 10
      scene.costs = { 1, math.sqrt(2) }
      return scene
    end }, function(scene)
      local world, grid = build(scene)
      local heuristics = { "auto", "euclidean", "chebyshev", "auto", "octile",
        "zero" }
      for i, q in ipairs(scene.questions) do
        local least = judge.costs_from(world, scene.rule, scene.costs, q[1],
          q[2])[q[4]][q[3]]
        local path, cost = tilepath.pathfinder(grid, { diagonal = scene.rule,
          weight = scene.weight, heuristic = heuristics[i] })
          :find(q[1], q[2], q[3], q[4])
        if least < huge then
          near(judge.path_cost(world, scene.rule, scene.costs, path), cost,
            1e-9 * cost)
          assert.is_true(cost <= scene.weight * least * (1 + 1e-6))
          assert.is_true(cost >= least * (1 - 1e-6))
        else
          assert.is_nil(path)
        end
      end
    end)

  law(it, "that is partial ends at the nearest cell, then the cheapest, then "
    .. "the first in reading order", { runs = 40, noun = "path",
    draw = function(random)
      local scene, world = draw_map(random, NICE, 1)
      local q = scene.questions[1]
      q[3], q[4] = random(1, world.width), random(1, world.height)
      scene.costs = { 10, 14 }
      return scene
    end }, function(scene)
      local world, grid = build(scene)
      local q = scene.questions[1]
      local cost = judge.costs_from(world, scene.rule, scene.costs, q[1], q[2])
      local best, best_cost, best_x, best_y = huge, huge, nil, nil
      for y = 1, world.height do
        for x = 1, world.width do
          local dx, dy = math.abs(x - q[3]), math.abs(y - q[4])
          local far = scene.rule == "never" and 10 * (dx + dy)
            or 10 * math.max(dx, dy) + 4 * math.min(dx, dy)
          if cost[y][x] < huge and (far < best
            or far == best and cost[y][x] < best_cost) then
            best, best_cost, best_x, best_y = far, cost[y][x], x, y
          end
        end
      end
      local path, got = tilepath.pathfinder(grid, profile_of(scene))
        :find(q[1], q[2], q[3], q[4], { partial = true })
      if best == huge then
        assert.are.equal("start_blocked", got)
        return
      end
      assert.are.same({ best_x, best_y }, { path[#path - 1], path[#path] })
      assert.are.equal(best_cost, got)
      assert.are.equal(best > 0 or nil, path.partial)
    end)
end)

describe("sight", function()
  map_law("is by its definition, and costs price times length", 40, ANY, 10,
    function(scene)
      local world, grid = build(scene)
      local finder = tilepath.pathfinder(grid, profile_of(scene))
      for _, q in ipairs(scene.questions) do
        local x1, y1 = q[1], q[2]
        local x2 = math.max(x1 - 9, math.min(x1 + 9, q[3]))
        local y2 = math.max(y1 - 9, math.min(y1 + 9, q[4]))
        local clear, cost = finder:line_of_sight(x1, y1, x2, y2)
        assert.are.equal(judge.sees(world, scene.rule, x1, y1, x2, y2), clear)
        if clear then
          near(scene.costs[1] * judge.line_cost(world, x1, y1, x2, y2), cost,
            1e-4 * scene.costs[1])
        end
      end
    end)

  law(it, "is mutual between points", { runs = 40, noun = "path",
    lists = { "points" }, draw = function(random)
      local scene, world = draw_map(random, PLAIN, 0)
      scene.points = {}
      for i = 1, 10 do
        -- Halves and quarters often lie on borders and corners.
        local part = random.any { 1, 2, 4, 1000 }
        local right, bottom = world.width * part - 1, world.height * part - 1
        scene.points[i] = { random(0, right) / part, random(0, bottom) / part,
          random(0, right) / part, random(0, bottom) / part }
      end
      return scene
    end }, function(scene)
      local _, grid = build(scene)
      local finder = tilepath.pathfinder(grid, { diagonal = scene.rule })
      for _, p in ipairs(scene.points) do
        assert.are.equal((finder:line_of_sight_world(p[1], p[2], p[3], p[4])),
          (finder:line_of_sight_world(p[3], p[4], p[1], p[2])))
      end
    end)
end)

describe("pruning", function()
  map_law("never makes a path illegal or dearer, and lowers the cost as the "
    .. "lines do", 40, NICE, 3, function(scene)
      local world, grid = build(scene)
      local finder = tilepath.pathfinder(grid, { diagonal = scene.rule })
      local function along(way)
        local sum = 0
        for i = 1, #way - 3, 2 do
          sum = sum + judge.line_cost(world, way[i], way[i + 1],
            way[i + 2], way[i + 3])
        end
        return sum
      end
      for _, q in ipairs(scene.questions) do
        local path = finder:find(q[1], q[2], q[3], q[4])
        for _, before in ipairs(path and { path, path:dedup() } or {}) do
          local after = before:prune(finder)
          for i = 1, #after - 3, 2 do
            assert.is_true(judge.sees(world, scene.rule, after[i],
              after[i + 1], after[i + 2], after[i + 3]))
          end
          assert.are.same(q,
            { after[1], after[2], after[#after - 1], after[#after] })
          assert.is_true(after.cost <= path.cost + 1e-9)
          near(along(before) - along(after), path.cost - after.cost, 1e-4)
        end
      end
    end)
end)

--- A map and rounds of edits, each with questions after them.
local function draw_edits(random)
  local scene, world = draw_map(random, NICE, 0)
  local names = { "t1", "t2", "t3", "t4", "wall" }
  scene.algorithm, scene.rounds = random.any { "auto", "astar" }, {}
  for i = 1, 8 do
    local round = { edits = {}, questions = {} }
    for k = 1, random.any { 0, 1, 5, 40 } do
      local x, y = random(1, world.width), random(1, world.height)
      local name = random.any(names)
      judge.put(world, x, y, name)
      round.edits[k] = { x, y, name, random.chance(50) }
    end
    if random.chance(25) then
      round.price = random.any(NICE)
    end
    for k = 1, 5 do
      local x1, y1 = judge.place(random, world)
      local x2, y2 = judge.place(random, world)
      round.questions[k] = { x1, y1, x2, y2 }
    end
    scene.rounds[i] = round
  end
  return scene
end

describe("an edited grid", function()
  law(it, "answers as a new grid after any edits",
    { runs = 20, noun = "path", draw = draw_edits, lists = { "rounds" } },
    function(scene)
      local world, grid = build(scene)
      local profile = { diagonal = scene.rule, algorithm = scene.algorithm }
      local finder = tilepath.pathfinder(grid, profile)
      for _, round in ipairs(scene.rounds) do
        for _, edit in ipairs(round.edits) do
          judge.put(world, edit[1], edit[2], edit[3])
          grid:set_walkable(edit[1], edit[2], edit[4])
          grid:set(edit[1], edit[2], edit[3])
        end
        if round.price then
          world.terrain.t4 = round.price
          grid:terrain("t4", round.price)
        end
        local fresh = tilepath.pathfinder(tilepath.grid(world.name,
          { prices = world.terrain }), profile)
        for _, q in ipairs(round.questions) do
          local path, cost = finder:find(q[1], q[2], q[3], q[4])
          local expected, fresh_cost = fresh:find(q[1], q[2], q[3], q[4])
          assert.are.equal(expected and points(expected), path and points(path))
          assert.are.equal(fresh_cost, cost)
          assert.are.equal(fresh.info.expanded, finder.info.expanded)
          assert.are.equal(fresh:is_reachable(q[1], q[2], q[3], q[4]),
            finder:is_reachable(q[1], q[2], q[3], q[4]))
        end
      end
    end)
end)
