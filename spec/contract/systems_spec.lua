--- The abilities of tilepath's predecessors, in their own words, each done here
-- through the interface.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local numbers = require "spec.support.random"

local collect, list, map = helper.collect, helper.list, helper.map
local near, points = helper.near, helper.points
local huge, pi = math.huge, math.pi

--- Runs a search cell by cell. For each step it calls check(open cells before,
-- the expanded cell).
local function watch(search, check)
  repeat
    local open = collect(search:open())
    search:step(1)
    for _, cell in ipairs(open) do
      if search:cell(cell[1], cell[2]) == "closed" then
        check(open, cell)
      end
    end
  until search.status ~= "running"
end

--- Among the open cells with the smallest f, the smallest h is expanded first.
-- Returns how often there was a choice.
local function choices_by_h(finder, x1, y1, x2, y2)
  local choices = 0
  watch(finder:search(x1, y1, x2, y2), function(open, expanded)
    local least_f, least_h = huge, huge
    for _, cell in ipairs(open) do
      least_f = math.min(least_f, cell[3])
    end
    local had_choice = false
    for _, cell in ipairs(open) do
      if cell[3] == least_f then
        had_choice = had_choice or cell[5] ~= expanded[5]
        least_h = math.min(least_h, cell[5])
      end
    end
    assert.are.equal(least_f, expanded[3])
    assert.are.equal(least_h, expanded[5])
    choices = choices + (had_choice and 1 or 0)
  end)
  return choices
end

describe("#contract the first of tilepath's predecessors had", function()
  it("a walkable flag for each cell, set at run time", function()
    local grid = tilepath.grid(3, 1)
    local finder = tilepath.pathfinder(grid)
    assert.are.equal("1,1 2,1 3,1", points(finder:find(1, 1, 3, 1)))
    grid:set_walkable(2, 1, false)
    assert.is_false(grid:is_walkable(2, 1))
    assert.are.same({ nil, "unreachable" }, list(finder:find(1, 1, 3, 1)))
    grid:set_walkable(2, 1, true)
    assert.is_true(grid:is_walkable(2, 1))
    assert.are.equal("1,1 2,1 3,1", points(finder:find(1, 1, 3, 1)))
  end)

  it("integer costs 10 and 14", function()
    local finder = tilepath.pathfinder(tilepath.grid(9, 9),
      { straight_cost = 10, diagonal_cost = 14, algorithm = "astar" })
    assert.are.equal(3 * 14 + 4 * 10, select(2, finder:find(1, 1, 8, 4)))
    local search = finder:search(1, 1, 8, 4)
    search:step(1)
    assert.are.equal(10, (select(2, search:cell(2, 1))))
    assert.are.equal(14, (select(2, search:cell(2, 2))))
  end)

  it("the octile distance", function()
    local search = tilepath.pathfinder(tilepath.grid(9, 9),
      { straight_cost = 10, diagonal_cost = 14, heuristic = "octile",
        algorithm = "astar" }):search(1, 1, 8, 4)
    search:step(1)
    assert.are.equal(3 * 14 + 4 * 10, (select(3, search:cell(1, 1))))
    assert.are.equal(2 * 14 + 4 * 10, (select(3, search:cell(2, 2))))
    assert.are.equal(3 * 14 + 3 * 10, (select(3, search:cell(2, 1))))
  end)

  it("a diagonal refused only if both side cells are blocked", function()
    local grid = tilepath.grid("..\n..")
    local finder = tilepath.pathfinder(grid,
      { diagonal = "at_least_one_walkable" })
    for _, walls in ipairs { { false, false, true }, { true, false, true },
      { false, true, true }, { true, true, false } } do
      grid:set_walkable(2, 1, not walls[1])
      grid:set_walkable(1, 2, not walls[2])
      assert.are.equal(walls[3], finder:can_step(1, 1, 2, 2))
      local path = finder:find(1, 1, 2, 2)
      assert.are.equal(walls[3] and "1,1 2,2" or "none",
        path and points(path) or "none")
      assert.are.equal(walls[3], finder:is_reachable(1, 1, 2, 2))
    end
  end)

  it("the smaller h first among cells of equal f", function()
    local random = numbers.new(51)
    local choices = 0
    for _ = 1, 10 do
      local grid = tilepath.grid(numbers.map(random, 20, 20, "....#"))
      grid:set(1, 10, "open")
      grid:set(20, 10, "open")
      choices = choices + choices_by_h(tilepath.pathfinder(grid, {
        algorithm = "astar", straight_cost = 10, diagonal_cost = 14,
        diagonal = "at_least_one_walkable" }), 1, 10, 20, 10)
    end
    assert.is_true(choices > 50)
  end)

  it("a path without its start", function()
    local path = tilepath.pathfinder(tilepath.grid(4, 1)):find(1, 1, 4, 1)
    assert.are.equal("2,1 3,1 4,1", points(path:without_start()))
    assert.are.equal(3, path:without_start().cost)
    assert.are.equal("1,1 2,1 3,1 4,1", points(path))
  end)
end)

describe("#contract the second of tilepath's predecessors had", function()
  local function grid_of_kinds(options)
    options = options or {}
    options.prices = { high = 2, low = 0.5 }
    options.legend = { ["^"] = "high", ["_"] = "low" }
    return tilepath.grid(map [[
      .^_#
      ....
    ]], options)
  end

  it("cells of four kinds: walkable 1, obstacle infinite, high cost 2, low "
    .. "cost 0.5", function()
      local grid = grid_of_kinds()
      assert.are.same({ { "open", 1 }, { "high", 2 }, { "low", 0.5 },
        { "wall", huge } }, { list(grid:get(1, 1)), list(grid:get(2, 1)),
        list(grid:get(3, 1)), list(grid:get(4, 1)) })
      local finder = tilepath.pathfinder(grid, { diagonal = "never" })
      assert.are.equal(2.5, select(2, finder:find(1, 1, 3, 1)))
      assert.are.equal(1, select(2, finder:find(2, 1, 1, 1)))
      assert.are.same({ nil, "goal_blocked" }, list(finder:find(1, 1, 4, 1)))
    end)

  it("a grid with a cell size, world position to cell by floor, and cell to "
    .. "world at its centre", function()
      local grid = tilepath.grid(20, 15, { base = 0, cell_size = 32 })
      assert.are.equal(32, grid.cell_width)
      assert.are.same({ 3, 1 }, list(grid:to_cell(127.9, 32)))
      assert.are.same({ -1, -1 }, list(grid:to_cell(-0.5, -32)))
      assert.are.same({ 112, 48 }, list(grid:to_world(3, 1)))
    end)

  it("validity checks", function()
    local grid = tilepath.grid(20, 15, { base = 0, cell_size = 32 })
    assert.is_true(grid:contains(19, 14))
    assert.is_false(grid:contains(20, 14))
    assert.is_false(grid:contains(0, -1))
    assert.is_true(grid:contains(grid:to_cell(639.9, 0)))
    assert.is_false(grid:contains(grid:to_cell(640, 0)))
    assert.is_false(grid:is_walkable(grid:to_cell(640, 0)))
  end)

  it("obstacles set by world position", function()
    local grid = tilepath.grid(20, 15, { base = 0, cell_size = 32 })
    local finder = tilepath.pathfinder(grid)
    assert.is_true(finder:can_enter(2, 1))
    assert.is_true(grid:set_world(70, 40, "wall"))
    assert.is_false(grid:is_walkable(2, 1))
    assert.is_false(finder:can_enter(2, 1))
    assert.is_true(grid:set_world(70, 40, "open"))
    assert.is_true(finder:can_enter(2, 1))
    assert.are.same({ nil, "outside" }, list(grid:set_world(-1, 40, "wall")))
  end)

  it("neighbours in 4 or 8 directions", function()
    local grid = tilepath.grid(3, 3)
    assert.are.equal(4, #collect(grid:neighbors(2, 2, "never")))
    assert.are.equal(8, #collect(grid:neighbors(2, 2, "always")))
    assert.are.equal(4,
      #collect(tilepath.pathfinder(grid, { diagonal = false })
        :neighbors(2, 2)))
    assert.are.equal(8, #collect(tilepath.pathfinder(grid):neighbors(2, 2)))
  end)

  it("grid information: sizes, number of cells, of each kind and of obstacles",
    function()
      local grid = grid_of_kinds { cell_size = 16, origin = { -8, 0 } }
      assert.are.same({ 4, 2, 16, 16, -8, 0, 8 }, { grid.width, grid.height,
        grid.cell_width, grid.cell_height, grid.origin_x, grid.origin_y,
        #grid })
      assert.are.equal(5, #collect(grid:cells("open")))
      assert.are.equal(1, #collect(grid:cells("wall")))
      assert.are.equal("grid 4x2 (1 blocked)", tostring(grid))
    end)

  it("world-to-world paths, with the right answers for points outside, a "
    .. "blocked start, a blocked goal, the same cell and no path", function()
      local grid = tilepath.grid(map [[
        ....#.
        .##.#.
        ....#.
      ]], { cell_size = 10 })
      local finder = tilepath.pathfinder(grid)
      local path, cost = finder:find_world(2, 28, 35, 12)
      assert.are.equal("2,28 15,25 25,25 35,25 35,12", points(path))
      assert.are.equal(4, cost)
      assert.are.same({ nil, "start_outside" },
        list(finder:find_world(-1, 5, 35, 5)))
      assert.are.same({ nil, "goal_outside" },
        list(finder:find_world(5, 5, 60, 5)))
      assert.are.same({ nil, "start_blocked" },
        list(finder:find_world(15, 15, 35, 5)))
      assert.are.same({ nil, "goal_blocked" },
        list(finder:find_world(5, 5, 25, 15)))
      assert.are.same({ nil, "unreachable" },
        list(finder:find_world(5, 5, 55, 5)))
      path, cost = finder:find_world(31, 1, 39, 8)
      assert.are.equal("31,1 39,8", points(path))
      assert.are.equal(0, cost)
    end)

  it("Manhattan, Euclidean, Chebyshev and octile distances", function()
    local grid = tilepath.grid(20, 20)
    for heuristic, expected in pairs { manhattan = 17, euclidean = 13,
      chebyshev = 12, octile = 7 + 5 * math.sqrt(2) } do
      local finder = tilepath.pathfinder(grid,
        { heuristic = heuristic, diagonal = "always" })
      local search = finder:search(3, 3, 15, 8)
      search:step(1)
      near(expected, (select(3, search:cell(3, 3))), 0.01)
      local path = finder:find(3, 3, 15, 8)
      assert.are.equal(13, path:count())
    end
  end)

  it("following in an update loop, with speed, arrival distance and facing "
    .. "angle", function()
      local grid = tilepath.grid(10, 10, { cell_size = 10 })
      local finder = tilepath.pathfinder(grid, { diagonal = "never" })
      local hero = tilepath.follower { x = 5, y = 5, speed = 20,
        arrive_radius = 4 }
      local arrived = 0
      hero.on_arrived = function()
        arrived = arrived + 1
      end
      assert.is_true(hero:follow(finder:find_world(5, 5, 55, 5)))
      local x, y, angle
      for _ = 1, 10 do
        x, y, angle = hero:update(0.1)
      end
      near(25, x)
      near(5, y)
      near(0, angle)
      assert.are.equal(0, arrived)
      for _ = 1, 30 do
        hero:update(0.1)
      end
      near(51, hero.x)
      assert.are.equal(1, arrived)
      assert.are.equal("arrived", hero.status)
      hero = tilepath.follower { x = 55, y = 5, speed = 20 }
      hero:follow(finder:find_world(55, 5, 55, 55))
      hero:update(0.5)
      near(pi / 2, hero.angle)
      near(15, hero.y)
    end)

  it("two path passes: 1. dedup, 2. two-pointer pruning", function()
    local grid = tilepath.grid(map [[
      ........
      ...#....
      ...#....
      ........
    ]])
    local finder = tilepath.pathfinder(grid, { diagonal = "never" })
    local path = finder:find(1, 3, 8, 3)
    assert.are.equal(10, path:count())
    local dedup = path:dedup()
    local pruned = dedup:prune(finder)
    assert.is_true(dedup:count() < path:count())
    assert.are.equal(path.cost, dedup.cost)
    assert.are.equal(path:length(), dedup:length())
    assert.are.equal("1,1", points(tilepath.path({ 1, 1, 1, 1 }):dedup()))
    assert.is_true(pruned:count() <= dedup:count())
    assert.is_true(pruned:is_valid(finder))
    -- With free corners the same two passes straighten the path.
    local bold = tilepath.pathfinder(grid, { diagonal = "always" })
    local straight = dedup:prune(bold)
    assert.is_true(straight:count() < dedup:count())
    assert.is_true(straight:length() < path:length() - 1)
    assert.is_true(straight:is_valid(bold))
  end)
end)

describe("#contract the third of tilepath's predecessors had", function()
  it("obstacles sampled by a callback for each cell, like a physics overlap "
    .. "test", function()
      local grid = tilepath.grid(10, 10, { cell_size = 10 })
      local asked = 0
      local function overlaps(x, y)
        asked = asked + 1
        return (x - 50) ^ 2 + (y - 50) ^ 2 <= 21 ^ 2
      end
      local changed = grid:sample(function(_, _, world_x, world_y)
        return not overlaps(world_x, world_y)
      end)
      assert.are.equal(100, asked)
      assert.are.equal(12, changed)
      assert.is_false(grid:is_walkable(grid:to_cell(50, 50)))
      local finder = tilepath.pathfinder(grid)
      assert.is_false((finder:line_of_sight_world(5, 55, 95, 55)))
      assert.is_true(finder:find_world(5, 55, 95, 55).cost > 9)
    end)

  it("Manhattan distance on request", function()
    local finder = tilepath.pathfinder(tilepath.grid(9, 9),
      { heuristic = "manhattan", diagonal = "never" })
    local search = finder:search(2, 2, 7, 9)
    search:step(1)
    assert.are.equal(12, (select(3, search:cell(2, 2))))
    assert.are.equal(12, select(2, finder:find(2, 2, 7, 9)))
  end)

  it("a custom heuristic", function()
    local asked = 0
    local finder = tilepath.pathfinder(tilepath.grid(9, 9), {
      heuristic = function(x, y, goal_x, goal_y)
        asked = asked + 1
        return math.max(math.abs(goal_x - x), math.abs(goal_y - y))
      end })
    near(2 + 5 * math.sqrt(2), (select(2, finder:find(2, 2, 7, 9))))
    assert.is_true(asked > 8)
  end)

  it("a custom step cost", function()
    local finder = tilepath.pathfinder(
      tilepath.grid("..~.", { legend = { ["~"] = "mud" },
        prices = { mud = 2 } }), { straight_cost = 7, diagonal_cost = 9,
        prices = { mud = 5 } })
    assert.are.equal(7 + 5 * 7 + 7, select(2, finder:find(1, 1, 4, 1)))
    local costs = {}
    for x, y, cost in finder:neighbors(2, 1) do
      costs[x .. "," .. y] = cost
    end
    assert.are.same({ ["1,1"] = 7, ["3,1"] = 35 }, costs)
  end)

  it("ties in f decided by h", function()
    local grid = tilepath.grid(15, 15)
    grid:fill(8, 3, 1, 10, "wall")
    for _, profile in ipairs { { diagonal = "never" },
      { diagonal = "never", heuristic = "manhattan" }, {} } do
      profile.algorithm = "astar"
      assert.is_true(choices_by_h(tilepath.pathfinder(grid, profile),
        3, 8, 12, 8) > 5)
    end
  end)

  it("a walk with a rest on each cell", function()
    local grid = tilepath.grid(4, 1, { cell_size = 10 })
    local finder = tilepath.pathfinder(grid)
    local hero = tilepath.follower { x = 5, y = 5, speed = 10, rest = 0.5 }
    hero:follow(finder:find(1, 1, 4, 1):to_world(grid))
    local places = {}
    for frame = 1, 16 do
      hero:update(0.25)
      places[frame] = hero.x .. (hero.status == "resting" and " rests" or "")
    end
    local text = table.concat(places, ", "):gsub("%.0", "")
    assert.are.equal("7.5, 10, 12.5, 15 rests, 15 rests, 15, "
      .. "17.5, 20, 22.5, 25 rests, 25 rests, 25, "
      .. "27.5, 30, 32.5, 35", text)
  end)

  it("floors joined by marked cells, for walks from floor to floor", function()
    local house = tilepath.building({
      ground = { "....", ".##.", "...." },
      cellar = { "....", "....", "..#." },
    }, { cell_size = 10 })
    house:link("ground", 4, 3, "cellar", 1, 1, { name = "stairs", seconds = 2 })
    local wx, wy = house.ground:to_grid_world(5, 5)
    local taken, hero = {}, nil
    hero = tilepath.follower { x = wx, y = wy, speed = 10,
      finder = tilepath.pathfinder(house.grid, { diagonal = "never" }),
      on_link = function(name)
        taken[#taken + 1] = { name, house:to_floor_world(hero.x, hero.y) }
      end }
    assert.is_true(hero:go(house.cellar:to_grid_world(25, 5)))
    hero:update(5) -- to the stairs, which take two seconds
    assert.are.same({ "ground", 35, 25 },
      { house:to_floor_world(hero.x, hero.y) })
    hero:update(1.5)
    assert.are.equal("waiting", hero.status)
    hero:update(1)
    assert.are.same({ { "stairs", "cellar", 5, 5 } }, taken)
    assert.are.same({ "cellar", 10, 5 },
      { house:to_floor_world(hero.x, hero.y) })
    hero:update(1.5)
    assert.are.equal("arrived", hero.status)
    assert.are.same({ "cellar", 25, 5 },
      { house:to_floor_world(hero.x, hero.y) })
  end)
end)

describe("#contract the step-by-step view of tilepath's predecessors "
  .. "had", function()
  local grid = tilepath.grid(map [[
    .....
    .##..
    .....
  ]])

  local function view(profile)
    profile.straight_cost, profile.diagonal_cost = 10, 14
    return tilepath.pathfinder(grid, profile)
  end

  it("F, G and H of each cell during the search", function()
    local search = view {}:search(1, 1, 3, 3)
    search:step(1)
    local seen = {}
    for x, y, f, g, h in search:open() do
      seen[x .. "," .. y] = { f, g, h }
    end
    assert.are.same({ ["2,1"] = { 34, 10, 24 }, ["1,2"] = { 34, 10, 24 } },
      seen)
    for x, y, f, g, h in search:closed() do
      assert.are.same({ 1, 1, 28, 0, 28 }, { x, y, f, g, h })
    end
    search:step(1)
    -- The wall beside it allows no diagonal.
    assert.are.same({ "open", 20, 20, 1, 2 }, list(search:cell(1, 3)))
  end)

  it("the parent of each cell, back to the start", function()
    local finder = view { diagonal = "always" }
    local search = finder:search(1, 1, 3, 3)
    while search:step(1) == "running" do
      for _, cell in ipairs(collect(search:open())) do
        local x, y, steps = cell[1], cell[2], 0
        while not (x == 1 and y == 1) do
          local _, _, _, px, py = search:cell(x, y)
          assert.is_true(finder:can_step(px, py, x, y))
          x, y, steps = px, py, steps + 1
          assert.is_true(steps < 16)
        end
      end
    end
    assert.are.equal("1,1 1,2 2,3 3,3", points(search:path()))
    assert.are.same({ 2, 3 }, { select(4, search:cell(3, 3)) })
    assert.are.equal(3, select("#", search:cell(1, 1)))
  end)

  it("the open or closed state of each cell during the search", function()
    local search = view {}:search(1, 1, 3, 3)
    local function picture()
      return tilepath.ascii(grid, { search = search })
    end
    search:step(1)
    assert.are.equal(":o...\no##..\n.....", picture())
    search:step(1)
    assert.are.equal(":o...\n:##..\no....", picture())
    search:step(1)
    assert.are.equal("::o..\n:##..\no....", picture())
    assert.are.same({ "closed", "open" },
      { (search:cell(2, 1)), (search:cell(3, 1)) })
    assert.is_nil(search:cell(5, 1))
    assert.are.equal("running", search.status)
    while search:step(1) == "running" do
      assert.is_true(#collect(search:open()) > 0)
    end
    assert.are.equal("closed", (search:cell(3, 3)))
    assert.are.equal("found", search.status)
  end)

  it("corner crossing allowed or not, by a setting", function()
    assert.are.equal("1,1 1,2 1,3 2,3 3,3",
      points(view { diagonal = "only_if_no_obstacles" }:find(1, 1, 3, 3)))
    assert.are.equal("1,1 1,2 2,3 3,3",
      points(view { diagonal = "at_least_one_walkable" }:find(1, 1, 3, 3)))
    assert.are.equal("1,1 1,2 2,3 3,3",
      points(view { diagonal = "always" }:find(1, 1, 3, 3)))
    assert.is_false(view { diagonal = "only_if_no_obstacles" }
      :can_step(1, 2, 2, 3))
    assert.is_true(view { diagonal = "at_least_one_walkable" }
      :can_step(1, 2, 2, 3))
  end)
end)
