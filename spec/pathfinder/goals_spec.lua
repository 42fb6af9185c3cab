--- Queries with several end cells: lists of goals, ranges, adjacent.
-- fuzz/differential judges them on any map.

local tilepath = require "tilepath"
local law = require "spec.support.law"
local boards = require "spec.support.boards"
local finders = require "spec.support.finders"
local helper = require "spec.support.helper"

local fails, finish, last = finders.fails, finders.finish, finders.last
local points = helper.points

describe("a list of goals", function()
  local grid, finder

  before_each(function()
    grid = tilepath.grid("........\n.####...\n.#..#...\n........")
    finder = tilepath.pathfinder(grid)
  end)

  it("leads to the cheapest goal, and returns its number", function()
    local path, cost = finder:find(1, 1, { { 8, 1 }, { 1, 4 }, { 8, 4 } })
    assert.are.equal("1,1 1,2 1,3 1,4", points(path))
    assert.are.same({ 3, 3, 2 }, { cost, path.cost, path.goal_index })
    assert.are.equal(2, path:dedup().goal_index)
    assert.are.equal(2, path:prune(finder):to_world(grid).goal_index)
    assert.are.equal(2, tilepath.path(path).goal_index)
  end)

  it("leads to a goal at any cost if the others cannot be reached", function()
    local split = finders.on "..#..#.\n.....#."
    for _, most in ipairs { 5, math.huge } do
      local path, cost = split:find(1, 1, { { 7, 1 }, { 5, 1, cost = 1e300 },
        { 4, 1, cost = 2e300 } }, { max_cost = most })
      assert.are.equal(2, path.goal_index)
      helper.near(2 * math.sqrt(2) + 2, cost, 1e-5)
    end
  end)

  it("adds extra costs to choose, but not to the cost of the path", function()
    for _, case in ipairs {
      { { { 1, 4, cost = 4.5 }, { 8, 1 } }, 2, 7 },
      { { { 1, 4, cost = 3.5 }, { 8, 1 } }, 1, 3 },
      { { { 1, 1, cost = 2.5 }, { 3, 1 } }, 2, 2 },
      { { { 3, 1 }, { 1, 1, cost = 1.5 } }, 2, 0 },
    } do
      local path, cost = finder:find(1, 1, case[1])
      assert.are.same({ case[2], case[3] }, { path.goal_index, cost })
    end
  end)

  it("leads to the first of equal goals, by exact costs", function()
    local open = tilepath.pathfinder(tilepath.grid(40, 40))
    local goals = { { 1, 1 }, { 39, 1 }, { 1, 39 }, { 39, 39 } }
    assert.are.equal(1, open:find(20, 20, goals).goal_index)
    assert.are.equal(1, open:find(20, 20,
      { goals[4], goals[3], goals[2] }).goal_index)
    -- 0.3 more, in the path or in the extra cost; in decimals, 1.3 is 1 and
    -- 0.3.
    local flat = tilepath.pathfinder(tilepath.grid(9, 1))
    local four = tilepath.pathfinder(flat.grid, { diagonal = "never" })
    for _, case in ipairs {
      { 1, { 4, 1, cost = 1.3 }, { 7, 1, cost = 0.3 } },
      { 1, { 7, 1, cost = 0.3 }, { 4, 1, cost = 1.3 } },
      { 2, { 7, 1, cost = 0.4 }, { 4, 1, cost = 1.3 } },
      { 1, { 5, 1, cost = 7 }, { 5, 1, cost = 7 } },
      { 2, { 4, 1, cost = 0.02 }, { 6, 1, cost = 0.01 } },
      { 1, { 4, 1, cost = 1e300 }, { 6, 1, cost = 2e300 } },
    } do
      for _, agent in ipairs { flat, four } do
        assert.are.equal(case[1], agent:find(5, 1, { case[2], case[3] }).goal_index)
      end
    end
  end)

  it("leaves out goals that cannot be reached", function()
    grid:set(8, 4, "wall")
    local path = finder:find(1, 1, { { 99, 1 }, { 8, 4 }, { 2, 2 }, { 8, 3 } })
    assert.are.equal(4, path.goal_index)
    fails("goal_outside", finder:find(1, 1, { { 99, 1 }, { 8, 4 } }))
    fails("goal_blocked", finder:find(1, 1, { { 8, 4 }, { 99, 1 } }))
    grid:fill(7, 1, 1, 4, "wall")
    fails("unreachable", finder:find(1, 1, { { 2, 2 }, { 8, 1 }, { 99, 1 } }))
    fails("start_outside", finder:find(0, 1, { { 99, 1 } }))
    fails("goal_outside", finder:find(2, 2, { { 99, 1 } }))
    fails("start_blocked", finder:find(2, 2, { { 3, 2 } }))
  end)

  it("leads to the exact point in the world, through centres", function()
    local path = finder:find_world(0.2, 0.3, { { 7.9, 3.9 }, { 0.7, 3.1 } })
    assert.are.same({ 0.2, 0.3, 2 }, { path[1], path[2], path.goal_index })
    assert.are.same({ "0.7,3.1", "world" }, { last(path), path.units })
    path = finder:find_world(0.2, 0.3,
      { { 0.4, 0.4, cost = 9 }, { 0.6, 0.6, cost = 8 } })
    assert.are.equal("0.2,0.3 0.6,0.6", points(path))
  end)

  it("leads to the cell nearest to any goal, with partial", function()
    grid:fill(7, 1, 1, 4, "wall")
    local query = { partial = true }
    local path = finder:find(1, 1, { { 99, 99 }, { 8, 1 }, { 3, 2 } }, query)
    assert.are.same({ true, 3, 3 }, { path.partial, path.goal_index, path:size() })
    path = finder:find(1, 1, { { 8, 2 }, { 99, 3 } }, query)
    assert.are.same({ "6,2", 1 }, { last(path), path.goal_index })
    path = finder:find(1, 1, { { 8, 2 }, { 4, 1 } }, query)
    assert.are.same({ nil, 2 }, { path.partial, path.goal_index })
  end)

  it("fills a table, and is copied for a search in slices", function()
    local goals = { { 8, 1 }, { 1, 4 }, { 8, 4, cost = 2 } }
    local query = { into = {} }
    finder:find(1, 1, goals, query)
    assert.are.equal(2, query.into.goal_index)
    finder:find(1, 1, 8, 4, query)
    assert.is_nil(query.into.goal_index)
    local search = finder:search(1, 1, goals)
    goals[2][1] = 7
    assert.are.equal(2, (finish(search)).goal_index)
  end)

  -- The core in Lua has no heuristic functions.
  it("calls a heuristic function for each of the goals #core_c", function()
    local asked, goals = {}, { { 8, 1 }, { 1, 4, cost = 1 } }
    local agent
    agent = tilepath.pathfinder(grid, { heuristic = function(x, y, gx, gy)
      asked[gx .. " " .. gy] = true
      goals[1], goals[2] = nil, nil
      assert.is_false(pcall(agent.find, agent, 1, 1, { { 2, 1 }, { 3, 1 } }))
      return math.max(math.abs(x - gx), math.abs(y - gy))
    end })
    local path, cost = agent:find(1, 1, goals)
    assert.are.same({ 2, 3 }, { path.goal_index, cost })
    assert.are.same({ ["8 1"] = true, ["1 4"] = true }, asked)
  end)
end)

describe("a range", function()
  it("lets the path end in any cell within that distance", function()
    local finder = tilepath.pathfinder(tilepath.grid(9, 9))
    for range, place in pairs { [0] = "9,1", [1] = "8,1", [2.9] = "7,1",
      [8] = "1,1", [1e9] = "1,1" } do
      assert.are.equal(place, last(finder:find(1, 1, 9, 1, { within = range })))
    end
    assert.are.equal(0, select(2, finder:find(1, 1, 3, 4,
      { within = math.sqrt(13) })))
    assert.are.equal(4, select(2, finder:find(1, 5,
      { { 6, 5, cost = 3 }, { 7, 5 } }, { within = 2 })))
    local path = tilepath.pathfinder(tilepath.grid(30, 1)):find(15, 1,
      { { 1, 1 }, { 28, 1 }, { 2, 1, cost = 0.5 } }, { within = 4 })
    assert.are.same({ 2, 9 }, { path.goal_index, path.cost })
  end)

  it("accepts a blocked goal, but not a goal outside", function()
    local finder = tilepath.pathfinder(tilepath.grid("......#\n......#"))
    fails("unreachable", finder:find(1, 1, 7, 1, { within = 0.5 }))
    fails("goal_outside", finder:find(1, 1, 8, 1, { within = 3 }))
    for _, case in ipairs { { 8, 3, 6, true }, { 7, 0.5, 6, true },
      { 7, 2, 5 } } do
      local path = finder:find(1, 1, case[1], 1,
        { within = case[2], partial = true })
      assert.are.same({ case[3], case[4] }, { path:size(), path.partial })
    end
  end)

  it("can require sight, also of a blocked goal", function()
    local grid = tilepath.grid(
      ".........\n.........\n....##...\n....##...\n.........")
    local finder = tilepath.pathfinder(grid)
    assert.are.equal("3,4", last(finder:find(1, 4, 6, 4, { within = 3 })))
    local seeing = finder:find(1, 4, 6, 4, { within = 3, sight = true })
    local x, y = seeing:point(seeing:size())
    assert.is_true((x - 6) ^ 2 + (y - 4) ^ 2 <= 9)
    grid:set(6, 4, "open")
    assert.is_true((finder:line_of_sight(x, y, 6, 4)))
    grid:fill(4, 3, 5, 3, "wall")
    fails("unreachable", finder:find(1, 4, 6, 4, { within = 2, sight = true }))
  end)

  it("ends at a centre in the world, or at the exact goal", function()
    local finder = tilepath.pathfinder(tilepath.grid(9, 9, { cell_size = 10 }))
    for within, place in pairs { [2] = "65,5", [0] = "82,7" } do
      assert.are.equal(place,
        last(finder:find_world(5, 5, 82, 7, { within = within })))
    end
  end)
end)

describe("a goal with adjacent = true", function()
  local BESIDE = { adjacent = true }

  it("may be blocked", function()
    local finder = tilepath.pathfinder(tilepath.grid("....#...\n........"))
    local path, cost = finder:find(1, 1, 5, 1, BESIDE)
    assert.are.same({ 3, "4,1" }, { cost, last(path) })
    assert.are.equal(1, finder:find(4, 1, 5, 1, BESIDE):size())
    assert.are.equal(2, finder:find(2, 2, 2, 2, BESIDE):size())
    fails("goal_outside", finder:find(1, 1, 9, 1, BESIDE))
  end)

  it("is touched by the diagonal rule", function()
    for rule, corner in pairs { always = 0, at_least_one_walkable =
      "unreachable", only_if_no_obstacles = "unreachable",
      never = "unreachable" } do
      local finder = finders.on("...\n.#.\n..#", { diagonal = rule })
      assert.are.equal("2,3", last(finder:find(1, 3, 3, 3, BESIDE)))
      finder = finders.on("...\n..#\n.##", { diagonal = rule })
      assert.are.equal(corner, select(2, finder:find(2, 2, 3, 3, BESIDE)))
    end
  end)

  it("is touched by any side of a large agent", function()
    local grid = tilepath.grid(9, 5)
    grid:set(8, 3, "wall")
    local big = tilepath.pathfinder(grid, { size = 3 })
    local path, cost = big:find(1, 2, 8, 3, BESIDE)
    assert.are.same({ 4, "5,2" }, { cost, last(path) })
    assert.are.equal(1, big:find(5, 1, 8, 3, BESIDE):size())
    path = big:find_world(1.5, 2.5, 7.9, 2.1, BESIDE)
    assert.are.equal("5.5,2.5", last(path))
    path = big:find_world(1.5, 2.5, { { 7.9, 2.1 } }, BESIDE)
    assert.are.same({ "5.5,2.5", 1 }, { last(path), path.goal_index })
    local four = tilepath.pathfinder(grid, { size = 2, diagonal = "never" })
    assert.are.equal(6, four:find(1, 1, 8, 3, BESIDE).cost)
  end)
end)

describe("finder:nearest", function()
  local GRASS = { prices = { grass = 2 }, legend = { g = "grass" } }

  it("returns the nearest free cell, first in reading order", function()
    local finder = finders.on "....#\n...##\n#...#"
    for _, q in ipairs { { 2, 2, 2, 2 }, { 5, 1, 4, 1 }, { 1, 3, 1, 2 },
      { 4, 2, 4, 1 }, { -7, -2, 1, 1 }, { 2 ^ 40, 3, 4, 3 } } do
      assert.are.same({ q[3], q[4] }, { finder:nearest(q[1], q[2]) })
    end
    assert.are.same({ 3, 3 },
      { finders.on("....\n....\n....\n....", { size = 2 }):nearest(4, 4) })
    fails("unreachable", finders.on("##\n##"):nearest(1, 1))
  end)

  it("with from, returns no cell beyond a fence", function()
    local grid = tilepath.grid(7, 1)
    local finder = tilepath.pathfinder(grid)
    grid:fence(3, 1, 4, 1)
    assert.are.same({ 3, 1 }, { finder:nearest(7, 1, { from = { 1, 1 } }) })
    assert.are.same({ 4, 1 }, { finder:nearest(1, 1, { from = { 7, 1 } }) })
  end)

  it("can require a path from a cell", function()
    local finder = finders.on "..#..\n..#.."
    assert.are.same({ 5, 1 }, { finder:nearest(5, 1, { from = { 4, 2 } }) })
    assert.are.same({ 2, 1 }, { finder:nearest(5, 1, { from = { 1, 1 } }) })
    fails("start_outside", finder:nearest(5, 1, { from = { 0, 1 } }))
    fails("start_blocked", finder:nearest(5, 1, { from = { 3, 1 } }))
  end)

  it("can require a terrain, and a function's approval", function()
    local finder = finders.on("..g#g\n..g#g", nil, GRASS)
    local grass = { terrain = "grass" }
    assert.are.same({ 3, 1 }, { finder:nearest(1, 1, grass) })
    assert.are.same({ 5, 2 }, { finder:nearest(5, 2, grass) })
    assert.are.same({ 3, 2 }, { finder:nearest(5, 2,
      { from = { 1, 1 }, terrain = "grass" }) })
    fails("unreachable", finder:nearest(1, 1, { terrain = "wall" }))
    local asked = {}
    assert.are.same({ 8, 1 }, { finders.on("gg.gg.gggg", nil, GRASS)
      :nearest(3, 1, { terrain = "grass", where = function(x)
        asked[#asked + 1] = x
        return x == 8
      end }) })
    assert.are.same({ 4, 5, 2, 1, 7, 8 }, asked)
  end)

  it("uses paths in the right direction, with any function", function()
    local grid, asked = tilepath.grid(4, 1), {}
    for x = 1, 3 do
      grid:fence(x, 1, x + 1, 1, x < 3 and { one_way = true } or nil)
    end
    local finder = tilepath.pathfinder(grid)
    assert.are.same({ 2, 1 },
      { finder:nearest(4, 1, { from = { 1, 1 }, where = function(x)
        asked[#asked + 1] = x
        assert.is_false(finder:is_reachable(3, 1, 1, 1))
        return x == 2
      end }) })
    assert.are.same({ 3, 2 }, asked)
    grid = tilepath.grid(4, 1)
    grid:fence(2, 1, 3, 1)
    finder = tilepath.pathfinder(grid)
    assert.are.same({ 2, 1 }, { finder:nearest(4, 1, { from = { 1, 1 } }) })
    assert.are.equal(1, select(2, finder:find(4, 1, { { 2, 1, 2, 1 } })))
  end)
end)

-- A highest cost ----------------------------------------------------------------

local function draw_limited(random)
  local grid = tilepath.grid(random(3, 14), random(3, 12),
    random.any(boards.SHAPES))
  grid:terrain("mud", 3)
  for x, y in grid:cells() do
    if random.chance(30) then
      grid:set(x, y, "wall")
    elseif random.chance(20) then
      grid:set(x, y, "mud")
    end
  end
  if random.chance(30) then
    grid:link(1, 1, grid.width, grid.height, { price = 2 })
  end
  return tilepath.pathfinder(grid, not grid.stagger and {
    diagonal = random.any(boards.RULES),
    algorithm = random.one_of("auto", "jps", "astar", "dijkstra") } or {})
end

law(it, "#law max_cost leaves out what a reach of that cost does not contain",
  { runs = 150 }, function(random)
    local finder = draw_limited(random)
    local grid = finder.grid
    local function cell()
      return random(grid.width), random(grid.height)
    end
    local x, y = cell()
    grid:set(x, y, "open")
    local most, goals = random.one_of(0, 1, 2, 3, 5, 7, 9.5), {}
    for i = 1, random.one_of(1, 1, 3) do
      goals[i] = { cell() }
      goals[i].cost = random.one_of(nil, 4)
    end
    local reach, best = finder:reach(x, y, most), math.huge
    for _, goal in ipairs(goals) do
      local cost = reach:cost(goal[1], goal[2])
      best = math.min(best, cost and cost + (goal.cost or 0) or math.huge)
    end
    local query = { max_cost = most }
    local path, cost = finder:find(x, y, goals, query)
    local search = finder:search(x, y, goals, query)
    local queue = tilepath.queue { max_nodes = 2 }
    local queued = finders.answer(queue,
      queue:find(finder, x, y, goals, query))
    finish(search)
    assert.are.equal(cost, select(2, search:path()))
    assert.are.equal(path and points(path), queued and points(queued))
    if path then
      helper.near(best, cost + (goals[path.goal_index].cost or 0), 1e-5)
    else
      assert.are.equal(math.huge, best)
      assert.is_true(cost == "unreachable" or cost:sub(1, 4) == "goal")
      local part = finder:find(x, y, goals[1][1], goals[1][2],
        { partial = true, max_cost = most })
      assert.is_true(reach:cost(part:point(part:size())) <= most + 1e-5)
    end
    local near_x, near_y = finder:nearest(goals[1][1], goals[1][2],
      { from = { x, y }, max_cost = most })
    assert.is_true(reach:cost(near_x, near_y) <= most + 1e-5)
    for other_x, other_y in reach:cells() do
      if not grid.stagger then
        local far = (near_x - goals[1][1]) ^ 2 + (near_y - goals[1][2]) ^ 2
        assert.is_true((other_x - goals[1][1]) ^ 2
          + (other_y - goals[1][2]) ^ 2 >= far)
      end
    end
  end)

it("max_cost counts without the costs of goals", function()
  local finder = finders.on(".......~", nil, { prices = { mud = 2 },
    legend = { ["~"] = "mud" } })
  for wide = 1, 2 do
    local goals = { { 1, 1 }, { 7, 1, wide, 1, cost = 2 } }
    assert.are.equal(1, finder:find(5, 1, goals).goal_index)
    local path, cost = finder:find(5, 1, goals, { max_cost = 3 })
    assert.are.same({ 2, 2 }, { path.goal_index, cost })
  end
end)

it("max_cost that rules out the cheap goals leads to the dear ones", function()
  local finder = tilepath.pathfinder(tilepath.grid(9, 1))
  for _, case in ipairs {
    { { { 9, 1 }, { 3, 1, cost = 1e6 }, { 5, 1, cost = 2e6 } }, 2 },
    { { { 9, 1 }, { 3, 1, cost = 2e6 }, { 5, 1, cost = 1e6 } }, 3 },
    { { { 4, 1, cost = 2e6 }, { 9, 1 }, { 2, 1, cost = 2e6 + 1 } }, 3 },
    { { { 5, 1, cost = 2e6 }, { 9, 1 }, { 2, 1, cost = 2e6 + 4 } }, 1 },
    { { { 9, 1, cost = 1e6 }, { 9, 1 }, { 9, 1, cost = 2e6 },
      { 9, 1, cost = 3e6 }, { 2, 1, cost = 4e6 } }, 5 },
    { { { 9, 1, cost = 1e300 }, { 2, 1, cost = 2e300 }, { 9, 1 } }, 2 },
  } do
    for _, most in ipairs { 4, 7 } do
      local path = finder:find(1, 1, case[1], { max_cost = most })
      assert.are.equal(case[2], path.goal_index)
    end
    assert.are.equal("9,1", last(finder:find(1, 1, case[1], { max_cost = 8 })))
  end
end)

it("max_cost and partial: near a goal that can be reached, the first of equals",
  function()
    local query = { partial = true, max_cost = 2 }
    local path = finders.on(".....\n#####"):find(1, 1,
      { { 1, 2 }, { 5, 1 } }, query)
    assert.are.same({ 2, "1,1 2,1 3,1" }, { path.goal_index, points(path) })
    local row = finders.on "........."
    path = row:find(5, 1, { { 9, 1 }, { 1, 1 } }, query)
    assert.are.same({ 1, "5,1 6,1 7,1" }, { path.goal_index, points(path) })
    path = row:find(5, 1, { { 1, 1 }, { 9, 1 } }, query)
    assert.are.same({ 1, "5,1 4,1 3,1" }, { path.goal_index, points(path) })
    query.max_cost = 0
    path = finders.on("##......#"):find(5, 1, { { 1, 1 }, { 9, 1 } }, query)
    assert.are.same({ 1, "5,1" }, { path.goal_index, points(path) })
  end)

it("finder:nearest takes max_cost with 'from' alone", function()
  local finder = tilepath.pathfinder(tilepath.grid(5, 1))
  assert.are.same({ 3, 1 }, { finder:nearest(5, 1, { from = { 1, 1 },
    max_cost = 2 }) })
  assert.are.same({ 2, 1 }, { finder:nearest(5, 1, { from = { 1, 1 },
    max_cost = 2, where = function(x) return x < 3 end }) })
  assert.is_false((pcall(finder.nearest, finder, 5, 1, { max_cost = 2 })))
end)
