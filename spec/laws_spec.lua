--- Laws that hold on any map, tried on random ones and judged by a Dijkstra of
-- plain Lua (judge.lua). Every run has its own maps; the seed is printed, and
-- SEED=... in the environment has the same ones again.

local tilepath = require "tilepath"
local helper = require "spec.helper"
local judge = require "spec.judge"

local near, points = helper.near, helper.points
local huge = math.huge

local seed = tonumber(os.getenv("SEED")) or os.time()
print(("laws_spec: SEED=%d"):format(seed))

local PLAIN, PRICED = { 1 }, { 1, 0.25, 2.5, 9, 0.1, 1 / 3 }
local NICE = { 1, 0.5, 2, 3 }
local ANY = { PLAIN, PRICED, NICE }

local function any(random, list)
  return list[random(1, #list)]
end

--- Calls f(random, world, grid) for n random worlds, and says which one it was
-- where f fails. The laws do not share their random numbers.
-- @param prices  of the worlds' terrains, or ANY
local function each_world(law, n, prices, f)
  local random = helper.random(seed * 7919 + law * 104729)
  for _ = 1, 10 do
    random(0, 1)
  end
  for number = 1, n do
    local world = judge.world(random,
      prices == ANY and any(random, ANY) or prices)
    local grid = tilepath.grid(world.name, { terrain = world.terrain })
    local fine, message = xpcall(function()
      f(random, world, grid)
    end, function(message)
      return type(message) == "table" and message
        or debug.traceback(message, 2)
    end)
    if not fine then
      print(("laws_spec: failed on world %d of SEED=%d:\n%s"):format(
        number, seed, tilepath.ascii(grid)))
      error(message, 0)
    end
  end
end

--- Costs may differ by what is promised of a cheapest path, 1e-6 relative.
local function same_cost(expected, got)
  near(expected, got, 1e-6 * expected + 1e-12)
end

--- Checks a path found in a world, step by step, against its cheapest cost.
local function check(world, profile, least, path, cost, x1, y1, x2, y2)
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
  assert.are.same({ x1, y1, x2, y2 },
    { path[1], path[2], path[#path - 1], path[#path] })
  same_cost(least, cost)
end

describe("a path", function()
  it("is cheapest and legal, or there is none: every rule, prices, step "
    .. "costs and every algorithm and heuristic that promises it", function()
      each_world(1, 160, ANY, function(random, world, grid)
        local rule, costs = any(random, judge.rules),
          any(random, judge.cost_pairs)
        local x1, y1 = judge.place(random, world)
        local cheapest = judge.costs_from(world, rule, costs, x1, y1)
        local base = { diagonal = rule, straight_cost = costs[1],
          diagonal_cost = costs[2] }
        local ways = { { "algorithm", "auto" }, { "algorithm", "astar" },
          { "algorithm", "dijkstra" }, { "heuristic", "octile" },
          { "heuristic", "chebyshev" }, { "heuristic", "euclidean" },
          { "heuristic", "zero" } }
        if costs[1] <= costs[2] and costs[2] <= 2 * costs[1] then
          ways[#ways + 1] = { "algorithm", "jps" }
        end
        for _, way in ipairs(ways) do
          local profile = { [way[1]] = way[2] }
          for key, value in pairs(base) do
            profile[key] = value
          end
          local finder = tilepath.pathfinder(grid, profile)
          for _ = 1, 8 do
            local x2, y2 = judge.place(random, world)
            local least = cheapest[y2][x2]
            local path, cost = finder:find(x1, y1, x2, y2)
            check(world, profile, least, path, cost, x1, y1, x2, y2)
            assert.are.equal(least < huge,
              finder:is_reachable(x1, y1, x2, y2))
          end
        end
      end)
    end)

  it("is cheapest with Manhattan where there are no diagonals", function()
    each_world(2, 60, ANY, function(random, world, grid)
      local profile = { diagonal = "never", heuristic = "manhattan" }
      local x1, y1 = judge.place(random, world)
      local x2, y2 = judge.place(random, world)
      local least = judge.costs_from(world, "never", { 1, 1 }, x1, y1)
      local path, cost = tilepath.pathfinder(grid, profile)
        :find(x1, y1, x2, y2)
      check(world, profile, least[y2][x2], path, cost, x1, y1, x2, y2)
    end)
  end)

  it("is cheapest for an agent with prices of its own", function()
    each_world(3, 80, NICE, function(random, world, grid)
      local costs = { t1 = any(random, { 0.7, 4 }),
        t3 = any(random, { false, 0.3 }), wall = any(random, { false, 5 }) }
      local profile = { diagonal = any(random, judge.rules), costs = costs }
      local seen = judge.seen_by(world, costs)
      local x1, y1 = judge.place(random, seen)
      local x2, y2 = judge.place(random, seen)
      local least = judge.costs_from(seen, profile.diagonal,
        { 1, math.sqrt(2) }, x1, y1)
      local path, cost = tilepath.pathfinder(grid, profile)
        :find(x1, y1, x2, y2)
      check(seen, profile, least[y2][x2], path, cost, x1, y1, x2, y2)
    end)
  end)

  it("is cheapest by any heuristic that never overestimates, however it "
    .. "jumps from cell to cell", function()
      each_world(4, 100, ANY, function(random, world, grid)
        local rule, costs = any(random, judge.rules),
          any(random, judge.cost_pairs)
        local x1, y1 = judge.place(random, world)
        local x2, y2 = judge.place(random, world)
        local ahead = judge.costs_from(world, rule, costs, x2, y2, true)
        local profile = { diagonal = rule, straight_cost = costs[1],
          diagonal_cost = costs[2], heuristic = function(x, y)
            local estimate = ahead[y][x] * random(0, 4) / 4
            return estimate < huge and estimate or 0
          end }
        local path, cost = tilepath.pathfinder(grid, profile)
          :find(x1, y1, x2, y2)
        check(world, profile, ahead[y1][x1], path, cost, x1, y1, x2, y2)
      end)
    end)

  it("costs at most weight times the cheapest", function()
    each_world(5, 80, ANY, function(random, world, grid)
      local rule, weight = any(random, judge.rules), random(10, 50) / 10
      local x1, y1 = judge.place(random, world)
      local costs = { 1, math.sqrt(2) }
      local cheapest = judge.costs_from(world, rule, costs, x1, y1)
      for _, heuristic in ipairs { "auto", "euclidean", "chebyshev", "auto",
        "octile", "zero" } do
        local x2, y2 = judge.place(random, world)
        local least = cheapest[y2][x2]
        local path, cost = tilepath.pathfinder(grid, { diagonal = rule,
          weight = weight, heuristic = heuristic }):find(x1, y1, x2, y2)
        if least < huge then
          near(judge.path_cost(world, rule, costs, path), cost, 1e-9 * cost)
          assert.is_true(cost <= weight * least * (1 + 1e-6))
          assert.is_true(cost >= least * (1 - 1e-6))
        else
          assert.is_nil(path)
        end
      end
    end)
  end)

  it("costs no more the more a rule allows", function()
    each_world(6, 160, ANY, function(random, world, grid)
      local x1, y1 = judge.place(random, world)
      local x2, y2 = judge.place(random, world)
      local last = huge
      for _, rule in ipairs(judge.rules) do
        local path, cost = tilepath.pathfinder(grid, { diagonal = rule })
          :find(x1, y1, x2, y2)
        cost = path and cost or huge
        assert.is_true(cost <= last * (1 + 1e-6))
        last = cost
      end
    end)
  end)

  it("costs as much as the way back, where all cells have one price",
    function()
      each_world(7, 160, PLAIN, function(random, world, grid)
        local finder = tilepath.pathfinder(grid,
          { diagonal = any(random, judge.rules) })
        local x1, y1 = judge.place(random, world)
        local x2, y2 = judge.place(random, world)
        local there, cost = finder:find(x1, y1, x2, y2)
        local back, cost_back = finder:find(x2, y2, x1, y1)
        assert.are.equal(there == nil, back == nil)
        if there then
          same_cost(cost, cost_back)
        end
      end)
    end)

  it("is the same in slices, whatever is asked in between", function()
    each_world(8, 120, ANY, function(random, world, grid)
      local finder = tilepath.pathfinder(grid,
        { diagonal = any(random, judge.rules) })
      local x1, y1 = judge.place(random, world)
      local x2, y2 = judge.place(random, world)
      local query = { partial = random(0, 1) == 1,
        waypoints = random(0, 1) == 1, escape = random(0, 1) == 1 }
      if query.escape then
        x1, y1 = random(1, world.width), random(1, world.height)
      end
      local whole, cost = finder:find(x1, y1, x2, y2, query)
      local search = finder:search(x1, y1, x2, y2, query)
      while search:step(random(1, 30)) == "running" do
        local x, y = judge.place(random, world)
        finder:find(x, y, x1, y1)
      end
      local sliced, cost_sliced = search:path()
      assert.are.equal(cost, cost_sliced)
      assert.are.same(whole, sliced)
    end)
  end)

  it("that is partial ends at the reachable cell nearest to the goal, then "
    .. "least in cost, then first in reading order", function()
      each_world(9, 160, NICE, function(random, world, grid)
        local rule, costs = any(random, judge.rules), { 10, 14 }
        local x1, y1 = judge.place(random, world)
        local x2, y2 = random(1, world.width), random(1, world.height)
        local cost = judge.costs_from(world, rule, costs, x1, y1)
        local best, best_cost, best_x, best_y = huge, huge, nil, nil
        for y = 1, world.height do
          for x = 1, world.width do
            local dx, dy = math.abs(x - x2), math.abs(y - y2)
            local far = rule == "never" and 10 * (dx + dy)
              or 10 * math.max(dx, dy) + 4 * math.min(dx, dy)
            if cost[y][x] < huge and (far < best
              or far == best and cost[y][x] < best_cost) then
              best, best_cost, best_x, best_y = far, cost[y][x], x, y
            end
          end
        end
        local path, got = tilepath.pathfinder(grid, { diagonal = rule,
          straight_cost = 10, diagonal_cost = 14 })
          :find(x1, y1, x2, y2, { partial = true })
        if best == huge then
          assert.are.equal("start_blocked", got)
          return
        end
        assert.are.same({ best_x, best_y },
          { path[#path - 1], path[#path] })
        assert.are.equal(best_cost, got)
        assert.are.equal(best > 0 or nil, path.partial)
      end)
    end)
end)

describe("sight", function()
  it("is by its definition, cell by cell and corner by corner, and costs "
    .. "price x length", function()
      each_world(10, 160, ANY, function(random, world, grid)
        local rule = any(random, judge.rules)
        local finder = tilepath.pathfinder(grid, { diagonal = rule })
        for _ = 1, 10 do
          local x1, y1 = judge.place(random, world)
          local x2 = math.max(1, math.min(world.width, x1 + random(-9, 9)))
          local y2 = math.max(1, math.min(world.height, y1 + random(-9, 9)))
          local clear, cost = finder:line_of_sight(x1, y1, x2, y2)
          assert.are.equal(judge.sees(world, rule, x1, y1, x2, y2), clear)
          if clear then
            near(judge.line_cost(world, x1, y1, x2, y2), cost, 1e-4)
          end
        end
      end)
    end)

  it("is mutual, between cells and between points", function()
    each_world(11, 160, PLAIN, function(random, world, grid)
      local finder = tilepath.pathfinder(grid,
        { diagonal = any(random, judge.rules) })
      for _ = 1, 10 do
        local x1, y1 = judge.place(random, world)
        local x2, y2 = judge.place(random, world)
        assert.are.equal((finder:line_of_sight(x1, y1, x2, y2)),
          (finder:line_of_sight(x2, y2, x1, y1)))
        -- Halves and quarters lie on borders and corners as often as not.
        local part = any(random, { 1, 2, 4, 1000 })
        x1, y1 = random(0, world.width * part - 1) / part,
          random(0, world.height * part - 1) / part
        x2, y2 = random(0, world.width * part - 1) / part,
          random(0, world.height * part - 1) / part
        assert.are.equal((finder:line_of_sight_world(x1, y1, x2, y2)),
          (finder:line_of_sight_world(x2, y2, x1, y1)))
      end
    end)
  end)
end)

describe("pruning", function()
  it("never makes a path illegal or dearer, and its cost falls by what the "
    .. "straight lines save", function()
      each_world(12, 160, NICE, function(random, world, grid)
        local rule = any(random, judge.rules)
        local finder = tilepath.pathfinder(grid, { diagonal = rule })
        local x1, y1 = judge.place(random, world)
        local x2, y2 = judge.place(random, world)
        local path = finder:find(x1, y1, x2, y2)
        if not path then
          return
        end
        for _, before in ipairs { path, path:dedup() } do
          local after = before:prune(finder)
          local function along(way)
            local sum = 0
            for i = 1, #way - 3, 2 do
              sum = sum + judge.line_cost(world, way[i], way[i + 1],
                way[i + 2], way[i + 3])
            end
            return sum
          end
          for i = 1, #after - 3, 2 do
            assert.is_true(judge.sees(world, rule, after[i], after[i + 1],
              after[i + 2], after[i + 3]))
          end
          assert.are.same({ x1, y1, x2, y2 },
            { after[1], after[2], after[#after - 1], after[#after] })
          assert.is_true(after.cost <= path.cost + 1e-9)
          near(along(before) - along(after), path.cost - after.cost, 1e-4)
        end
      end)
    end)
end)

describe("an edited grid", function()
  it("answers as a fresh one, after any edits, path for path", function()
    each_world(13, 48, NICE, function(random, world, grid)
      local names = { "t1", "t2", "t3", "t4", "wall" }
      local profile = { diagonal = any(random, judge.rules),
        algorithm = any(random, { "auto", "astar" }) }
      local finder = tilepath.pathfinder(grid, profile)
      for _ = 1, 8 do
        for _ = 1, any(random, { 0, 1, 5, 40 }) do
          local x, y = random(1, world.width), random(1, world.height)
          local name = any(random, names)
          judge.put(world, x, y, name)
          grid:set_walkable(x, y, random(0, 1) == 1)
          grid:set(x, y, name)
        end
        if random(1, 4) == 1 then
          world.terrain.t4 = any(random, NICE)
          grid:terrain("t4", world.terrain.t4)
        end
        local fresh = tilepath.pathfinder(tilepath.grid(world.name,
          { terrain = world.terrain }), profile)
        for _ = 1, 5 do
          local x1, y1 = judge.place(random, world)
          local x2, y2 = judge.place(random, world)
          local path, cost = finder:find(x1, y1, x2, y2)
          local expected, fresh_cost = fresh:find(x1, y1, x2, y2)
          assert.are.equal(expected and points(expected),
            path and points(path))
          assert.are.equal(fresh_cost, cost)
          assert.are.equal(fresh.info.expanded, finder.info.expanded)
          assert.are.equal(fresh:is_reachable(x1, y1, x2, y2),
            finder:is_reachable(x1, y1, x2, y2))
        end
      end
    end)
  end)

  it("dumps as what loads equal, and answers alike", function()
    each_world(14, 80, ANY, function(random, world, grid)
      for _ = 1, 5 do
        grid:set_walkable(random(1, world.width), random(1, world.height),
          random(0, 1) == 1)
      end
      local loaded = tilepath.load(grid:dump())
      assert.is_true(grid == loaded)
      assert.are.equal(grid:dump(), loaded:dump())
      local x1, y1 = judge.place(random, world)
      local x2, y2 = judge.place(random, world)
      assert.are.same({ tilepath.pathfinder(grid):find(x1, y1, x2, y2) },
        { tilepath.pathfinder(loaded):find(x1, y1, x2, y2) })
    end)
  end)
end)

describe("a diagonal step that costs just two straight ones", function()
  it("hides no cell that is as near by all its neighbours", function()
    -- Four ways of one length into an open place, entered so that each cell
    -- around the goal has another one to leave the last step to.
    local grid = tilepath.grid(helper.map [[
      #####################
      ###########........##
      ###########.######.##
      #................#.##
      #.#########2####.#.##
      #5#########.####3#.##
      #.#########.####.#.##
      #.#########.####.#.##
      #.######.....###.#.##
      #............###.#.##
      ########.....###.#.##
      ########.........#.##
      ########.....#####.##
      #########.########.##
      #########.########.##
      #########.########.##
      #########.########.##
      #########.########.##
      #########4########.##
      #########..........##
      #####################
    ]], { legend = { ["2"] = "2", ["3"] = "3", ["4"] = "4", ["5"] = "5" },
      terrain = { ["2"] = 39, ["3"] = 27, ["4"] = 1, ["5"] = 21 } })
    for _, rule in ipairs(judge.rules) do
      if rule ~= "never" then
        for _, algorithm in ipairs { "auto", "astar", "dijkstra" } do
          local finder = tilepath.pathfinder(grid, { algorithm = algorithm,
            diagonal = rule, diagonal_cost = 2 })
          local _, cost = finder:find(12, 4, 11, 11)
          assert.are.equal(46, cost)
        end
      end
    end
  end)
end)
