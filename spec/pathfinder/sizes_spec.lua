--- Large agents: the cells that they fit in, their costs, and their place in
-- the world. fuzz/differential judges their paths and lines of sight.

local tilepath = require "tilepath"
local finders = require "spec.support.finders"
local helper = require "spec.support.helper"

local fails, finder_on = finders.fails, finders.on
local fits, list, map, near, points = helper.fits, helper.list, helper.map,
  helper.near, helper.points
local root2 = math.sqrt(2)

describe("a large agent", function()
  local ROOM = [[
    ......
    ..#...
    ......
    ......
  ]]

  it("fits if all cells to the right of its own and below are free", function()
    for size, room in pairs { [{ 2, 3 }] = [[
      .##..#
      .##..#
      ######
      ######
    ]], [{ 3, 2 }] = [[
      ###.##
      ###.##
      ....##
      ######
    ]] } do
      local finder = finder_on(ROOM, { size = size })
      assert.are.equal(map(room), fits(finder))
      assert.are.same(size, finder.profile.size)
      assert.are.same(size,
        tilepath.pathfinder(finder.grid, finder.profile).profile.size)
    end
    assert.are.same({ 3, 3 }, finder_on(ROOM, { size = 3 }).profile.size)
    local long = finder_on(ROOM, { size = { 7, 1 } })
    assert.is_nil((fits(long):find(".", 1, true)))
    fails("start_blocked", long:find(1, 1, 6, 4))
    assert.is_false(finder_on(ROOM, { size = 64 }):can_enter(1, 1))
    for size, room in pairs { [{ 1, 2 }] = "#.\n##", [{ 2, 1 }] = ".#\n.#" } do
      local finder = finder_on("..\n..", { size = size })
      finder.grid:fence(1, 1, 1, 2)
      assert.are.equal(room, fits(finder))
    end
    local dry = finder_on(".~..\n....", { size = 2,
      prices = { water = false } },
      { legend = { ["~"] = "water" }, prices = { water = 2 } })
    assert.are.equal("##.#\n####", fits(dry))
  end)

  it("sees an edit under any of its cells", function()
    for _, size in ipairs { { 3, 1 }, { 1, 3 }, { 2, 3 } } do
      local grid = tilepath.grid(9, 9)
      local finder = tilepath.pathfinder(grid, { size = size })
      assert.truthy(finder:find(1, 1, 5, 5))
      for _, terrain in ipairs { "wall", "open" } do
        grid:set(5, 5, terrain)
        for y = 1, 10 - size[2] do
          for x = 1, 10 - size[1] do
            local covers = x <= 5 and x + size[1] > 5 and y <= 5
              and y + size[2] > 5
            assert.are.equal(terrain == "open" or not covers,
              finder:can_enter(x, y))
          end
        end
      end
    end
  end)

  it("goes round places that are too narrow, by jump points #core_c", function()
    local large = finder_on([[
      ....#..
      .......
      ....#..
      .......
      .......
    ]], { size = 2 })
    local path, cost = large:find(1, 1, 6, 1)
    assert.are.equal("1,1 2,2 3,3 3,4 4,4 5,4 6,4 6,3 6,2 6,1", points(path))
    near(7 + 2 * root2, cost)
    assert.are.equal("jps", large.info.algorithm)
  end)

  it("follows the diagonal rule with all of its cells", function()
    local function agent(rule)
      return finder_on("...\n...\n..#", { size = { 2, 1 }, diagonal = rule })
    end
    assert.is_false(agent("never"):can_step(1, 1, 2, 2))
    assert.is_true(agent():can_step(1, 1, 2, 2))
    assert.is_false(agent():can_step(2, 2, 1, 3))
    assert.is_true(agent("at_least_one_walkable"):can_step(2, 2, 1, 3))
    assert.are.same({ { 2, 1, 1 }, { 1, 2, 1 }, { 2, 2, root2 } },
      helper.collect(agent():neighbors(1, 1)))
  end)

  it("pays the highest price under it", function()
    local finder = finder_on([[
      ......
      ..~...
      ..~...
    ]], { size = 2 }, { legend = { ["~"] = "mud" }, prices = { mud = 4 } })
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
end)

describe("#once the first query among fences", function()
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

  it("looks at each cell at most 64 times, at any size #core_c", function()
    for _, every in ipairs { 4, 1000 } do
      for _, size in ipairs { 1, 8, 64 } do
        assert.is_true(looks(size, every) <= 64)
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

  it("is at its middle, and moves from middle to middle", function()
    local finder = tilepath.pathfinder(odd_grid(), { size = { 2, 3 } })
    assert.are.same({ -32, 124 }, list(finder:to_world(0, -3)))
    assert.are.same({ 0, -3 }, list(finder:to_cell(-32, 124)))
    assert.are.same({ -1, -4 }, list(finder:to_cell(-48.1, 115.9)))
    assert.are.same({ 0, -3 }, list(finder:to_cell(-47.9, 116.1)))
    local cells, cells_cost = finder:find(0, -3, 6, 0)
    local path, cost = finder:find_world(-32, 124, 160, 172)
    assert.are.equal(cells_cost, cost)
    assert.are.equal(points(cells), points(helper.in_cells(path, finder)))
    assert.are.equal(points(path), points(cells:to_world(finder)))
    fails("start_outside", finder:find_world(-63, 101, 160, 172))
    fails("goal_blocked", finder:find_world(-32, 124, 250, 190))
  end)

  it("starts and ends at the exact points, also of a list of goals", function()
    local finder = finder_on(".....\n.....\n.....", { size = 2 },
      { cell_size = 10 })
    assert.are.equal("12,9 20,10 30,10 38,14",
      points(finder:find_world(12, 9, 38, 14)))
    local path, cost = finder:find_world(10, 10, { { 40, 30 }, { 30, 10 } })
    assert.are.equal("10,10 20,10 30,10", points(path))
    assert.are.same({ 2, 2 }, { cost, path.goal_index })
  end)

  it("sees a goal of walls from all sides", function()
    local grid = tilepath.grid(10, 10)
    grid:fill(5, 5, 2, 2, "wall")
    local finder = tilepath.pathfinder(grid, { size = 2 })
    for _, at in ipairs { { 1, 5 }, { 9, 5 }, { 5, 1 }, { 5, 9 } } do
      assert.are.equal(1, finder:find(at[1], at[2], 5, 5,
        { within = 4, sight = true }):size())
    end
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
    assert.are.same({ false, 1 }, list(tilepath.path({ 4, 10, 20, 10 },
      "world"):is_valid(finder)))
    local found = finder:find_world(10, 10, 70, 50)
    assert.is_true(found:is_valid(finder))
    assert.is_true(found:prune(finder):is_valid(finder))
  end)
end)
