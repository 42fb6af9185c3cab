--- Large agents: the cells that they fit in, their costs, and their place in
-- the world.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"

local fits, list, map, mistake, near, points = helper.fits, helper.list,
  helper.map, helper.mistake, helper.near, helper.points
local root2 = math.sqrt(2)

local function finder_on(text, profile, options)
  return tilepath.pathfinder(tilepath.grid(map(text), options), profile)
end

describe("a large agent", function()
  local ROOM = [[
    ......
    ..#...
    ......
    ......
  ]]

  it("fits if all cells to the right of its own and below are free", function()
    assert.are.equal(map [[
      .##..#
      .##..#
      .....#
      ######
    ]], fits(finder_on(ROOM, { size = 2 })))
    assert.are.equal(map [[
      .##..#
      .##..#
      ######
      ######
    ]], fits(finder_on(ROOM, { size = { 2, 3 } })))
    assert.are.equal(map [[
      ###.##
      ###.##
      ....##
      ######
    ]], fits(finder_on(ROOM, { size = { 3, 2 } })))
  end)

  it("fits nowhere on a map smaller than itself", function()
    local finder = finder_on(ROOM, { size = { 7, 1 } })
    assert.is_nil((fits(finder):find(".", 1, true)))
    assert.are.same({ nil, "start_blocked" }, list(finder:find(1, 1, 6, 4)))
    assert.is_false(finder_on(ROOM, { size = 64 }):can_enter(1, 1))
  end)

  it("goes round places that are too narrow #core_c", function()
    local text = [[
      ....#..
      .......
      ....#..
      .......
      .......
    ]]
    local small, large = finder_on(text), finder_on(text, { size = 2 })
    assert.are.equal(5, select(2, small:find(1, 2, 6, 2)))
    local path, cost = large:find(1, 1, 6, 1)
    assert.are.equal("1,1 2,2 3,3 3,4 4,4 5,4 6,4 6,3 6,2 6,1", points(path))
    near(7 + 2 * root2, cost)
  end)

  it("can use jump point search #core_c", function()
    local large = finder_on("....#..\n.......\n....#..\n.......\n.......",
      { size = 2 })
    large:find(1, 1, 6, 1)
    assert.are.equal("jps", large.info.algorithm)
  end)

  it("cannot pass a narrow gap", function()
    local finder = finder_on([[
      ....#...
      ........
      ....#...
    ]], { size = 2 })
    assert.is_false(finder:is_reachable(1, 1, 6, 1))
    assert.are.same({ nil, "unreachable" }, list(finder:find(1, 1, 6, 1)))
    assert.are.same({ nil, "goal_blocked" }, list(finder:find(1, 1, 8, 1)))
    local path = finder:find(1, 1, 6, 1, { partial = true })
    assert.are.equal("1,1 2,1 3,1", points(path))
  end)

  it("follows the diagonal rule with all of its cells", function()
    local text = [[
      ...
      ...
      ..#
    ]]
    local never = finder_on(text, { size = { 2, 1 }, diagonal = "never" })
    assert.is_false(never:can_step(1, 1, 2, 2))
    local both = finder_on(text, { size = { 2, 1 } })
    assert.is_true(both:can_step(1, 1, 2, 2))
    assert.is_false(both:can_step(2, 2, 1, 3))
    local one = finder_on(text, { size = { 2, 1 },
      diagonal = "at_least_one_walkable" })
    assert.is_true(one:can_step(2, 2, 1, 3))
    assert.are.same({ { 2, 1, 1 }, { 1, 2, 1 }, { 2, 2, root2 } },
      helper.collect(both:neighbors(1, 1)))
  end)

  it("pays the highest price under it", function()
    local finder = finder_on([[
      ......
      ..~...
      ..~...
    ]], { size = 2 }, { legend = { ["~"] = "mud" }, prices = { mud = 4 } })
    local costs = {}
    for x, y, cost in finder:neighbors(1, 1) do
      costs[x .. "," .. y] = cost
    end
    assert.are.equal(4, costs["2,1"])
    assert.are.equal(1, costs["1,2"])
    assert.are.equal(4 + 4 + 1 + 1, select(2, finder:find(1, 1, 5, 1)))
    -- Road under a part of it has no effect.
    local wagon = finder_on([[
      ====
      ....
      ====
      ====
    ]], { size = 2, algorithm = "astar" },
      { legend = { ["="] = "road" }, prices = { road = 0.5 } })
    assert.are.equal(2, select(2, wagon:find(1, 1, 3, 1)))
    assert.are.equal(1, select(2, wagon:find(1, 3, 3, 3)))
  end)

  it("has its own prices for the cells under it", function()
    local finder = finder_on([[
      .~..
      ....
    ]], { size = 2, prices = { water = false } },
      { legend = { ["~"] = "water" }, prices = { water = 2 } })
    assert.are.equal("##.#\n####", fits(finder))
  end)

  -- The core in Lua has no heuristic functions.
  it("passes its top left cell to a heuristic function #core_c", function()
    local grid = tilepath.grid(6, 6)
    local finder = tilepath.pathfinder(grid, { size = 3,
      heuristic = function(x, y, goal_x, goal_y)
        assert.is_true(x <= 4 and y <= 4)
        assert.are.same({ 4, 1 }, { goal_x, goal_y })
        return 0
      end })
    assert.are.equal(3, select(2, finder:find(1, 1, 4, 1)))
  end)

  it("sees along a line that all of it can follow", function()
    local finder = finder_on([[
      ......
      ...#..
      ......
      ......
    ]], { size = 2 })
    assert.are.same({ true, 2 }, list(finder:line_of_sight(1, 3, 3, 3)))
    assert.are.same({ false, 3, 1 }, list(finder:line_of_sight(1, 1, 5, 1)))
    assert.are.same({ false, 6, 3 }, list(finder:line_of_sight(1, 3, 6, 3)))
  end)

  it("has the same path in slices", function()
    local finder = finder_on(ROOM, { size = 2 })
    local search = finder:search(1, 1, 4, 1)
    while search:step(1) == "running" do
      assert.is_nil(search:cell(6, 4))
    end
    assert.are.equal(points(finder:find(1, 1, 4, 1)), points(search:path()))
  end)

  it("has its size in the profile as columns and rows", function()
    local grid = tilepath.grid(5, 5)
    assert.are.same({ 3, 3 },
      tilepath.pathfinder(grid, { size = 3 }).profile.size)
    local finder = tilepath.pathfinder(grid, { size = { 1, 2 } })
    assert.are.same({ 1, 2 }, finder.profile.size)
    assert.are.same({ 1, 2 },
      tilepath.pathfinder(grid, finder.profile).profile.size)
  end)
end)

describe("the first query among fences", function()
  --- Its work, in looks at each cell of the map; a wall stands at each
  -- `every`-th cell.
  local function looks(size, every)
    local grid = tilepath.grid(512, 512)
    for y = 1, 512 do
      for x = 1, 511 do
        if (x + 3 * y) % every == 0 then
          grid:fence(x, y, x + 1, y)
        end
      end
    end
    local finder = tilepath.pathfinder(grid, { size = size })
    return helper.LOOKS / (512 * 512) * helper.work_of(finder, function()
      finder:find(1, 1, 2, 1)
    end)
  end

  it("looks at each cell at most 64 times, for any walls and any size #core_c",
    function()
      for _, every in ipairs { 4, 1000, 2000 } do
        for _, size in ipairs { 1, 8, 64 } do
          local work = looks(size, every)
          assert.is_true(work <= 64, ("%.1f looks a cell"):format(work))
        end
      end
    end)
end)

describe("a large agent in the world", function()
  --- Columns from 0, rows from -3, cells of 32 x 16, the corner at -64, 100.
  local function odd_grid()
    return tilepath.grid(10, 6, { base = { 0, -3 }, cell_size = { 32, 16 },
      origin = { -64, 100 } })
  end

  it("is at its middle", function()
    local finder = tilepath.pathfinder(odd_grid(), { size = { 2, 3 } })
    assert.are.same({ -32, 124 }, list(finder:to_world(0, -3)))
    assert.are.same({ 0, -3 }, list(finder:to_cell(-32, 124)))
    assert.are.same({ -1, -4 }, list(finder:to_cell(-48.1, 115.9)))
    assert.are.same({ 0, -3 }, list(finder:to_cell(-47.9, 116.1)))
    local small = tilepath.pathfinder(odd_grid())
    assert.are.same(list(odd_grid():to_world(4, 1)),
      list(small:to_world(4, 1)))
    assert.are.same(list(odd_grid():to_cell(77, 120)),
      list(small:to_cell(77, 120)))
  end)

  it("moves from middle to middle", function()
    local grid = odd_grid()
    local finder = tilepath.pathfinder(grid, { size = { 2, 3 } })
    local cells, cells_cost = finder:find(0, -3, 6, 0)
    local path, cost = finder:find_world(-32, 124, 160, 172)
    assert.are.equal(cells_cost, cost)
    assert.are.equal(points(cells), points(path:to_cells(finder)))
    assert.are.equal(points(path), points(cells:to_world(finder)))
    assert.are.same({ -32, 124, 160, 172 },
      { path[1], path[2], path[#path - 1], path[#path] })
    assert.are.same({ nil, "start_outside" },
      list(finder:find_world(-63, 101, 160, 172)))
    assert.are.same({ nil, "goal_blocked" },
      list(finder:find_world(-32, 124, 250, 190)))
  end)

  it("accepts a list of middles as goals", function()
    local grid = tilepath.grid(8, 6, { cell_size = 10 })
    local finder = tilepath.pathfinder(grid, { size = 2 })
    local path, cost = finder:find_world(10, 10, { { 70, 50 }, { 30, 10 } })
    assert.are.equal("10,10 20,10 30,10", points(path))
    assert.are.same({ 2, 2 }, { cost, path.goal })
  end)

  it("starts and ends at the exact points", function()
    local finder = finder_on([[
      .....
      .....
      .....
    ]], { size = 2 }, { cell_size = 10 })
    assert.are.equal("12,9 20,10 30,10 38,14",
      points(finder:find_world(12, 9, 38, 14)))
  end)

  it("sees from middle to middle", function()
    local finder = finder_on([[
      ......
      ...#..
      ......
      ......
    ]], { size = 2 }, { cell_size = 10 })
    assert.are.same({ true, 2 },
      list(finder:line_of_sight_world(10, 30, 30, 30)))
    assert.are.same({ false, 3, 1 },
      list(finder:line_of_sight_world(10, 10, 50, 10)))
    assert.are.same({ false, 0, 1 },
      list(finder:line_of_sight_world(4, 10, 10, 10)))
  end)

  it("has its paths pruned and checked at its size", function()
    local grid = tilepath.grid(8, 6, { cell_size = 10 })
    local finder = tilepath.pathfinder(grid, { size = 2 })
    local path = finder:find_world(10, 10, 70, 50)
    local tight = path:prune(finder)
    assert.are.equal("10,10 70,50", points(tight))
    assert.is_true(path:is_valid(finder) and tight:is_valid(finder))
    grid:set(5, 4, "wall")
    assert.are.same({ false, 2 }, list(tight:is_valid(finder)))
    assert.is_true(tilepath.path({ 10, 10, 20, 10 }, "world")
      :is_valid(finder))
    assert.are.same({ false, 1 }, list(tilepath.path({ 4, 10, 20, 10 },
      "world"):is_valid(finder)))
    local found = finder:find_world(10, 10, 70, 50)
    assert.is_true(found:is_valid(finder))
    assert.is_true(found:prune(finder):is_valid(finder))
  end)

  it("goes round a new obstacle as a follower", function()
    local grid = tilepath.grid(8, 6, { cell_size = 10 })
    local finder = tilepath.pathfinder(grid, { size = 2 })
    local hero = tilepath.follower { x = 10, y = 30, speed = 10,
      finder = finder, prune = true }
    hero:follow(finder:find_world(10, 30, 70, 30))
    hero:update(1)
    -- Off the line of its middle, but under its lower half.
    grid:set(5, 4, "wall")
    for _ = 1, 200 do
      hero:update(0.1)
      assert.is_true(finder:can_enter(finder:to_cell(hero.x, hero.y)))
    end
    assert.are.same({ 70, 30 }, { hero.x, hero.y })
  end)

  it("reports the place of its middle in a blocked cell", function()
    local grid = tilepath.grid(8, 2, { cell_size = 10 })
    local finder = tilepath.pathfinder(grid, { size = 2 })
    local told = {}
    local hero = tilepath.follower { x = 10, y = 10, speed = 10,
      finder = finder, on_blocked = function(x, y) told = { x, y } end }
    hero:follow(finder:find_world(10, 10, 70, 10))
    grid:set(6, 2, "wall")
    hero:update(1)
    assert.are.equal("blocked", hero.status)
    assert.are.same({ 50, 10 }, told)
  end)
end)
