--- Jump point search: as cheap as Dijkstra's on every map, the same path in
-- slices, after edits and by its turning points; where it runs and where A*
-- does instead; dead ends, which no search enters. Every run has its own maps;
-- the seed is printed, and SEED=... in the environment has the same ones again.

local tilepath = require "tilepath"
local helper = require "spec.helper"
local judge = require "spec.support.judge"

local collect, list, map, near, points = helper.collect, helper.list,
  helper.map, helper.near, helper.points

local seed = tonumber(os.getenv("SEED")) or os.time()
print(("jps_spec: SEED=%d"):format(seed))

-- Straight and diagonal costs that it serves.
local COSTS = { { 1, math.sqrt(2) }, { 10, 14 }, { 1, 1 }, { 1, 2 }, { 2, 3 },
  { 0.1, 1 / 7 } }

local function any(random, choices)
  return choices[random(1, #choices)]
end

--- What a profile for it may be.
local function profile_of(random, rule)
  local costs = any(random, COSTS)
  return { algorithm = "jps", diagonal = rule or any(random, judge.rules),
    straight_cost = costs[1], diagonal_cost = costs[2] }
end

local function with_algorithm(profile, algorithm)
  local other = {}
  for key, value in pairs(profile) do
    other[key] = value
  end
  other.algorithm = algorithm
  return other
end

--- A map of one price: walls here and there, in blocks, or as a maze (with a
-- loop at a few places).
local function random_grid(random)
  local width, height = random(1, 75), random(1, 45)
  local grid = tilepath.grid(width, height)
  local kind = random(1, 3)
  if kind == 1 then
    local walls = random(0, 45)
    grid:sample(function()
      return random(1, 100) > walls
    end)
  elseif kind == 2 then
    for _ = 1, random(0, width * height / 20) do
      grid:fill(random(1, width), random(1, height), random(1, 6),
        random(1, 6), random(1, 4) == 1 and "open" or "wall")
    end
  else
    grid:sample(function(x, y)
      return x % 2 == 1 and y % 2 == 1 or (x + y) % 2 == 1
        and random(1, 100) <= 55
    end)
  end
  return grid
end

--- Some cell, most often one that may be entered.
local function place(random, grid)
  local x, y
  for _ = 1, 9 do
    x, y = random(1, grid.width), random(1, grid.height)
    if grid:is_walkable(x, y) then
      break
    end
  end
  return x, y
end

local function toggle(random, grid)
  local x, y = random(1, grid.width), random(1, grid.height)
  grid:set_walkable(x, y, not grid:is_walkable(x, y))
end

--- Calls f(random, grid) for n random maps and says which one it was where f
-- fails. The laws do not share their random numbers.
local function each_grid(law, n, f)
  local random = helper.random(seed * 6007 + law * 70001)
  for _ = 1, 10 do
    random(0, 1)
  end
  for number = 1, n do
    local grid = random_grid(random)
    local fine, message = xpcall(function()
      f(random, grid)
    end, function(message)
      return type(message) == "table" and message
        or debug.traceback(message, 2)
    end)
    if not fine then
      print(("jps_spec: failed on map %d of SEED=%d:\n%s"):format(number, seed,
        tilepath.ascii(grid)))
      error(message, 0)
    end
  end
end

--- Fails unless each step of a path is legal and they add up to its cost.
local function check_steps(finder, path, cost)
  local profile, sum = finder.profile, 0
  for i = 1, #path - 3, 2 do
    local x1, y1, x2, y2 = path[i], path[i + 1], path[i + 2], path[i + 3]
    assert.is_true(finder:can_step(x1, y1, x2, y2))
    sum = sum + (x1 ~= x2 and y1 ~= y2 and profile.diagonal_cost
      or profile.straight_cost)
  end
  near(sum, cost, 1e-9 * sum)
end

local function outcome(path, cost)
  return path and points(path) or "no", cost
end

describe("jump point search", function()
  for number, rule in ipairs(judge.rules) do
    it("finds as cheap a path as Dijkstra's: " .. rule, function()
      each_grid(number, 40, function(random, grid)
        local profile = profile_of(random, rule)
        local finder = tilepath.pathfinder(grid, profile)
        local judged = tilepath.pathfinder(grid,
          with_algorithm(profile, "dijkstra"))
        for _ = 1, 12 do
          local x1, y1 = place(random, grid)
          local x2, y2 = place(random, grid)
          local path, cost = finder:find(x1, y1, x2, y2)
          local expected, least = judged:find(x1, y1, x2, y2)
          assert.are.equal(expected == nil, path == nil)
          if not path then
            assert.are.equal(least, cost)
          else
            near(least, cost, 1e-6 * least)
            check_steps(finder, path, cost)
            assert.are.same({ x1, y1, x2, y2 },
              { path[1], path[2], path[#path - 1], path[#path] })
          end
        end
      end)
    end)
  end

  it("says so; 'auto' does the same where it jumps", function()
    each_grid(5, 40, function(random, grid)
      local profile = profile_of(random)
      local finder = tilepath.pathfinder(grid, profile)
      local auto = tilepath.pathfinder(grid, with_algorithm(profile, "auto"))
      for _ = 1, 8 do
        local x1, y1 = place(random, grid)
        local x2, y2 = place(random, grid)
        local expected = list(outcome(finder:find(x1, y1, x2, y2)))
        local got = list(outcome(auto:find(x1, y1, x2, y2)))
        assert.are.equal("jps", finder.info.algorithm)
        if auto.info.algorithm == "jps" then
          assert.are.same(expected, got)
        elseif expected[1] ~= "no" then
          near(expected[2], got[2], 1e-6 * expected[2])
        end
      end
    end)
  end)

  it("finds the same in slices of any size", function()
    each_grid(6, 30, function(random, grid)
      local finder = tilepath.pathfinder(grid, profile_of(random))
      for _ = 1, 4 do
        local x1, y1 = place(random, grid)
        local x2, y2 = place(random, grid)
        local expected = list(outcome(finder:find(x1, y1, x2, y2)))
        local expanded = finder.info.expanded
        for _, n in ipairs { 1, 3, 1e9 } do
          local search = finder:search(x1, y1, x2, y2)
          while search:step(n) == "running" do
            -- Another query in between has a store of its own.
            finder:find(x2, y2, x1, y1)
          end
          assert.are.same(expected, list(outcome(search:path())))
          assert.are.equal(expanded, search.expanded)
        end
      end
    end)
  end)

  it("turns where its waypoints are, and nowhere else", function()
    each_grid(7, 40, function(random, grid)
      local finder = tilepath.pathfinder(grid, profile_of(random))
      for _ = 1, 8 do
        local x1, y1 = place(random, grid)
        local x2, y2 = place(random, grid)
        local path, cost = finder:find(x1, y1, x2, y2)
        local turns, same = finder:find(x1, y1, x2, y2, { waypoints = true })
        assert.are.equal(cost, same)
        if path then
          assert.are.equal(points(path:dedup()), points(turns))
          assert.are.equal(points(path), points(turns:cells()))
        end
      end
    end)
  end)

  it("goes from the very point to the very point in the world", function()
    each_grid(8, 30, function(random, grid)
      local finder = tilepath.pathfinder(grid, profile_of(random))
      for _ = 1, 8 do
        local x1, y1 = place(random, grid)
        local x2, y2 = place(random, grid)
        local _, cost = finder:find(x1, y1, x2, y2)
        local path, same = finder:find_world(x1 - 0.75, y1 - 0.25, x2 - 0.5,
          y2 - 0.125)
        assert.are.equal(cost, same)
        if path then
          assert.are.same({ x1 - 0.75, y1 - 0.25, x2 - 0.5, y2 - 0.125 },
            { path[1], path[2], path[#path - 1], path[#path] })
          for i = 3, #path - 3, 2 do
            local x, y = grid:to_cell(path[i], path[i + 1])
            assert.are.same({ path[i], path[i + 1] }, { grid:to_world(x, y) })
          end
        end
      end
    end)
  end)

  it("answers on an edited map as on a fresh one, path for path", function()
    each_grid(9, 30, function(random, grid)
      local profile = profile_of(random)
      if random(1, 3) == 1 then
        profile.algorithm = "auto"
      end
      local finder = tilepath.pathfinder(grid, profile)
      for _ = 1, 10 do
        for _ = 1, any(random, { 0, 1, 1, 4, 40 }) do
          toggle(random, grid)
        end
        if random(1, 8) == 1 then
          grid:fill(random(1, grid.width), random(1, grid.height),
            random(1, 20), random(1, 20), any(random, { "open", "wall" }))
        end
        local fresh = tilepath.pathfinder(grid:copy(), profile)
        for _ = 1, 4 do
          local x1, y1 = place(random, grid)
          local x2, y2 = place(random, grid)
          assert.are.same(list(outcome(fresh:find(x1, y1, x2, y2))),
            list(outcome(finder:find(x1, y1, x2, y2))))
          assert.are.equal(fresh.info.algorithm, finder.info.algorithm)
          assert.are.equal(fresh.info.expanded, finder.info.expanded)
        end
      end
    end)
  end)

  it("comes where two ways of one cost would leave a step to each other",
    function()
      -- A diagonal step costs as much as the two straight ones beside it.
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

  it("keeps to its budget, and finds with just as much", function()
    each_grid(10, 30, function(random, grid)
      local finder = tilepath.pathfinder(grid, profile_of(random))
      local x1, y1 = place(random, grid)
      local x2, y2 = place(random, grid)
      local expected = list(outcome(finder:find(x1, y1, x2, y2)))
      local needed = finder.info.expanded
      assert.are.same(expected, list(outcome(finder:find(x1, y1, x2, y2,
        { max_nodes = needed }))))
      if needed > 0 then
        assert.are.same({ nil, "budget" }, list(finder:find(x1, y1, x2, y2,
          { max_nodes = needed - 1 })))
        assert.are.equal(needed - 1, finder.info.expanded)
      end
    end)
  end)
end)

describe("a search that jumps", function()
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

  it("shows its jump points: from the goal they lead to the start", function()
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

  it("came to each jump point from another one that it shows", function()
    for _, rule in ipairs(judge.rules) do
      -- Corners all along every line, more of them than one jump takes in.
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

  it("shows nothing of the cells that it jumps over", function()
    local search = searched()
    local shown = #collect(search:open()) + #collect(search:closed())
    assert.is_true(shown >= 2 and shown <= 20)
    assert.are.same({}, list(search:cell(10, 3)))
  end)

  it("is stale after an edit, and keeps the path that it has found", function()
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

describe("where prices differ", function()
  local function both(text, costs)
    local grid = tilepath.grid(text, { legend = { ["~"] = "mud" },
      terrain = { mud = 4 } })
    return grid, tilepath.pathfinder(grid, { algorithm = "jps",
      costs = costs })
  end

  it("A* answers instead, and finds a cheapest path", function()
    local random = helper.random(seed)
    for _ = 1, 20 do
      local grid, finder = both(helper.random_map(random, 30, 20, "...~#"))
      local judged = tilepath.pathfinder(grid, { algorithm = "dijkstra" })
      local x1, y1 = place(random, grid)
      local x2, y2 = place(random, grid)
      local path, cost = finder:find(x1, y1, x2, y2)
      local _, least = judged:find(x1, y1, x2, y2)
      assert.are.equal("astar", finder.info.algorithm)
      if path then
        near(least, cost, 1e-6 * least)
      else
        assert.are.equal(least, cost)
      end
    end
  end)

  it("is asked of the cells in use, and for this agent", function()
    local grid, finder = both(".....\n..~..\n.....")
    local function algorithm(agent)
      agent:find(1, 1, 5, 3)
      return agent.info.algorithm
    end
    local same = tilepath.pathfinder(grid, { algorithm = "jps",
      costs = { mud = 1 } })
    local dry = tilepath.pathfinder(grid, { algorithm = "jps",
      costs = { mud = false } })
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

describe("'auto'", function()
  it("leaves to A* what may end short, and maps full of corners",
    function()
      local random = helper.random(seed)
      local dense = tilepath.grid(helper.random_map(random, 60, 60, "...#"))
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

  it("needs no weight to be soon done", function()
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

  it("leaves to A* what jump point search cannot honour", function()
    for _, profile in ipairs { { heuristic = "zero" },
      { heuristic = function() return 0 end }, { diagonal_cost = 0.9 },
      { diagonal_cost = 2.1 }, { heuristic = "octile", diagonal = false } } do
      local finder = tilepath.pathfinder(tilepath.grid(20, 20), profile)
      finder:find(1, 1, 20, 9)
      assert.are.equal("astar", finder.info.algorithm)
    end
  end)
end)

describe("dead ends", function()
  -- Two combs of dead ends on a loop around a block; right of them, behind a
  -- wall, two parts without any loop.
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
    it("are left by the shortest way and entered by it: " .. algorithm,
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
                check_steps(finder, path, cost)
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

  it("need no search between two places in one of them", function()
    local finder = tilepath.pathfinder(tilepath.grid(map(MAP)),
      { diagonal = false })
    local path = finder:find(1, 1, 3, 1)
    assert.are.equal("1,1 1,2 1,3 2,3 3,3 3,2 3,1", points(path))
    assert.are.equal(16, select(2, finder:find(14, 9, 14, 7)))
    assert.are.equal(0, finder.info.expanded)
    assert.are.equal("1,1", points(finder:find(1, 1, 1, 1)))
  end)

  it("give up their path as it was found, whatever becomes of them", function()
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

  it("may be all there is: a map without any loop", function()
    local random = helper.random(seed)
    for _ = 1, 10 do
      local walls = tilepath.grid(41, 41)
      walls:clear("wall")
      -- A maze by random walks from cells that it has already: a tree.
      local cells, ways = { { 1, 1 } }, { { 2, 0 }, { -2, 0 }, { 0, 2 },
        { 0, -2 } }
      walls:set(1, 1, "open")
      for _ = 1, 4000 do
        local from, way = any(random, cells), any(random, ways)
        local x, y = from[1] + way[1], from[2] + way[2]
        if walls:contains(x, y) and not walls:is_walkable(x, y) then
          walls:set(from[1] + way[1] / 2, from[2] + way[2] / 2, "open")
          walls:set(x, y, "open")
          cells[#cells + 1] = { x, y }
        end
      end
      local profile = { diagonal = any(random, { false, true }) }
      local finder = tilepath.pathfinder(walls, profile)
      local judged = tilepath.pathfinder(walls,
        with_algorithm(profile, "dijkstra"))
      for _ = 1, 20 do
        local a, b = any(random, cells), any(random, cells)
        local path, cost = finder:find(a[1], a[2], b[1], b[2])
        assert.are.equal(0, finder.info.expanded)
        near(select(2, judged:find(a[1], a[2], b[1], b[2])), cost, 1e-6)
        check_steps(finder, path, cost)
      end
    end
  end)
end)
