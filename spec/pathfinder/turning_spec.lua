--- The options `turn_cost` and `facing`. fuzz/differential shows that paths are
-- the cheapest over cells and directions on any map;
-- spec/laws/questions_spec.lua shows that each call has the same answer.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"

local list, map, mistake, near, points = helper.list, helper.map,
  helper.mistake, helper.near, helper.points
local pi, root2 = math.pi, math.sqrt(2)

local function finder_on(text, profile, options)
  return tilepath.pathfinder(tilepath.grid(map(text), options), profile)
end

local OPEN = [[
  .....
  .....
  .....
]]

describe("turn_cost #core_c", function()
  it("is paid for each 45 degrees, times straight_cost", function()
    local four = finder_on(OPEN, { diagonal = false, turn_cost = 0.5 })
    assert.are.equal(6 + 1, select(2, four:find(1, 1, 5, 3)))
    local dear = finder_on(OPEN, { diagonal = false, turn_cost = 0.5,
      straight_cost = 10 })
    assert.are.equal(60 + 10, select(2, dear:find(1, 1, 5, 3)))
    local eight = finder_on(OPEN, { turn_cost = 0.5 })
    near(2 + 2 * root2 + 0.5, select(2, eight:find(1, 1, 5, 3)))
    assert.are.equal(4, select(2, eight:find(1, 1, 5, 1)))
  end)

  it("can make a longer path the cheapest", function()
    local text = [[
      .......
      ..#.#..
      .......
    ]]
    local plain = finder_on(text, { diagonal = false })
    local tank = finder_on(text, { diagonal = false, turn_cost = 2 })
    assert.are.equal(6, select(2, plain:find(1, 2, 6, 3)))
    assert.are.equal("1,2 1,3 2,3 3,3 4,3 5,3 6,3",
      points(tank:find(1, 2, 6, 3)))
    assert.are.equal(6 + 4, select(2, tank:find(1, 2, 6, 3)))
    local zigzag = [[
      ..##
      #..#
      ##..
      ....
      #...
    ]]
    local straight = finder_on(zigzag, { diagonal = false, turn_cost = 1 })
    local path, cost = straight:find(1, 1, 4, 4)
    assert.are.equal("1,1 2,1 2,2 3,2 3,3 3,4 4,4", points(path))
    assert.are.equal(6 + 4 * 2, cost)
  end)

  it("adds to the prices of cells", function()
    local text, options = [[
      ....
      .~~.
      ....
    ]], { legend = { ["~"] = "mud" }, prices = { mud = 3 } }
    local cart = finder_on(text, { diagonal = false, turn_cost = 0.25 },
      options)
    local tank = finder_on(text, { diagonal = false, turn_cost = 3 }, options)
    assert.are.equal(5 + 3 * 0.5, select(2, cart:find(1, 2, 4, 2,
      { facing = 0 })))
    assert.are.equal(7, select(2, tank:find(1, 2, 4, 2, { facing = 0 })))
  end)

  it("is 0 by default: facing then changes nothing", function()
    local finder = finder_on(OPEN)
    assert.are.equal(0, finder.profile.turn_cost)
    local _, cost = finder:find(1, 1, 5, 1, { facing = pi })
    assert.are.equal(4, cost)
    assert.are.equal(0.5, finder_on(OPEN, { turn_cost = 0.5 }).profile
      .turn_cost)
  end)

  it("excludes options that cannot include it", function()
    local grid = tilepath.grid(4, 4)
    local function made_with(profile)
      return mistake(function()
        tilepath.pathfinder(grid, profile)
      end)
    end
    assert.are.equal("pathfinder: turn_cost must be 0 or a number from 1/1024 "
      .. "to 1024, got -1", made_with { turn_cost = -1 })
    assert.are.equal("pathfinder: turn_cost must be 0 or a number from 1/1024 "
      .. "to 1024, got true", made_with { turn_cost = true })
    assert.are.equal("pathfinder: weight must be 1 if there is a "
      .. "turn_cost, got 2", made_with { turn_cost = 1, weight = 2 })
    assert.are.equal("pathfinder: landmarks must be false if there is a "
      .. "turn_cost, got 3", made_with { turn_cost = 1, landmarks = 3 })
    assert.are.equal("pathfinder: algorithm must be 'auto', 'astar' or "
      .. "'dijkstra' if there is a turn_cost, got 'jps'",
      made_with { turn_cost = 1, algorithm = "jps" })
    assert.is_truthy(made_with { turn_cost = 1, heuristic = function() end }
      :find("heuristic must be a name if there is a turn_cost", 1, true))
  end)

  it("is refused in fields, reaches and crowds", function()
    local finder = finder_on(OPEN, { turn_cost = 1 })
    local crowd = tilepath.crowd(finder.grid)
    local unit = crowd:add { x = 1, y = 1,
      finder = tilepath.pathfinder(finder.grid) }
    local why = ": turn_cost is for queries, not for fields, reaches and "
      .. "crowds"
    assert.are.equal("field" .. why, mistake(function()
      finder:field { { 1, 1 } }
    end))
    assert.are.equal("reach" .. why, mistake(function()
      finder:reach(1, 1, 5)
    end))
    assert.are.equal("add" .. why, mistake(function()
      crowd:add { x = 2, y = 2, finder = finder }
    end))
    assert.are.equal("set_finder" .. why, mistake(function()
      unit:set_finder(finder)
    end))
    local state = crowd:state()
    assert.is_truthy(mistake(function()
      tilepath.crowd(finder.grid):restore(state, { finders = { finder } })
    end):find("a pathfinder without turn_cost", 1, true))
  end)
end)

describe("facing #core_c", function()
  local finder = finder_on(OPEN, { turn_cost = 1 })

  it("is an angle in radians, rounded to the nearest direction", function()
    local function cost(angle)
      return select(2, finder:find(1, 2, 5, 2, { facing = angle }))
    end
    assert.are.equal(4, cost(0))
    assert.are.equal(4, cost(2 * pi))
    assert.are.equal(4, cost(pi / 8 - 0.01))
    near(5, cost(pi / 8 + 0.01))
    assert.are.equal(6, cost(pi / 2))
    assert.are.equal(6, cost(-pi / 2))
    assert.are.equal(7, cost(-3 * pi / 4))
    assert.are.equal(8, cost(pi))
    assert.are.equal(4, select(2, finder:find(1, 2, 5, 2)))
  end)

  it("is the direction in the world, for any size of cells", function()
    local wide = finder_on(OPEN, { turn_cost = 1 },
      { cell_size = { 40, 10 } })
    local path, cost = wide:find(1, 1, 3, 3,
      { facing = math.atan(10 / 40) })
    assert.are.equal("1,1 2,2 3,3", points(path))
    near(2 * root2, cost)
  end)

  it("raises unless it is a number", function()
    assert.are.equal("find: facing must be a finite number, got 'east'",
      mistake(function()
        finder:find(1, 1, 2, 2, { facing = "east" })
      end))
    assert.are.equal("find: facing must be a finite number, got nan",
      mistake(function()
        finder:find(1, 1, 2, 2, { facing = 0 / 0 })
      end))
  end)
end)

describe("a turn #core_c", function()
  it("costs nothing at a link", function()
    local grid = tilepath.grid(map [[
      ...#...
      ...#...
    ]])
    grid:link(3, 1, 5, 1, { price = 1 })
    local finder = tilepath.pathfinder(grid, { diagonal = false,
      turn_cost = 10 })
    assert.are.equal(2 + 1 + 1, select(2, finder:find(1, 1, 5, 2)))
    assert.are.equal(2 + 1 + 2 + 20, select(2, finder:find(1, 1, 6, 2)))
  end)

  it("costs nothing at a link that costs more than the steps it saves",
    function()
      local grid = tilepath.grid(2, 2)
      grid:link(2, 1, 2, 2, { price = 2 })
      local finder = tilepath.pathfinder(grid, { diagonal = false,
        turn_cost = 10 })
      for _, goals in ipairs { { { 1, 2 } }, { { 1, 2 }, { 1, 2 } } } do
        assert.are.equal(4, select(2, finder:find(1, 1, goals, { facing = 0 })))
      end
      assert.are.equal(4, select(2, finder:find(1, 1, 1, 2, { facing = 0 })))
    end)

  it("takes no more work at a million times the cost of a step", function()
    local grid = tilepath.grid(48, 48, { prices = { ice = 1 / 1024 } })
    grid:set(20, 30, "ice")
    for _, turn_cost in ipairs { 1, 1024 } do
      local finder = tilepath.pathfinder(grid, { diagonal = "always",
        straight_cost = 1024, diagonal_cost = 1 / 1024,
        turn_cost = turn_cost })
      local work = helper.work_of(finder, function()
        assert.is_truthy(finder:find(1, 1, 48, 40, { facing = 0 }))
      end)
      assert.is_true(work < 20 * 48 * 48, work)
    end
  end)

  it("can be saved by a second visit to a cell, over a link", function()
    local grid = tilepath.grid(5, 1)
    grid:link(4, 1, 3, 1, { price = 0.5, one_way = true })
    local finder = tilepath.pathfinder(grid, { turn_cost = 10 })
    local path, cost = finder:find(3, 1, 1, 1, { facing = 0 })
    assert.are.equal("3,1 4,1 3,1 2,1 1,1", points(path))
    assert.are.equal(1 + 0.5 + 2, cost)
  end)

  it("costs nothing on the way out of a blocked start, and behind it",
    function()
      local finder = finder_on([[
        #..
        ...
      ]], { diagonal = false, turn_cost = 5 })
      local path, cost = finder:find(1, 1, 2, 2, { escape = true,
        facing = pi })
      assert.are.equal(2, cost)
      assert.are.equal(1, path.escape)
    end)

  it("counts with many goals, with ranges and with partial", function()
    local finder = finder_on([[
      .....
      .....
      ..#..
    ]], { diagonal = false, turn_cost = 5 })
    local east = { facing = 0 }
    local path, cost = finder:find(1, 1, { { 1, 2 }, { 4, 1 } }, east)
    assert.are.equal(2, path.goal)
    assert.are.equal(3, cost)
    east.within = 1
    assert.are.equal(3, select(2, finder:find(1, 1, 5, 1, east)))
    east.within, east.adjacent = nil, true
    assert.are.equal(2, select(2, finder:find(1, 2, 4, 2, east)))
    east.adjacent, east.partial = nil, true
    path, cost = finder:find(1, 2, 3, 3, east)
    assert.are.equal("1,2 2,2 3,2", points(path))
    assert.are.equal(2, cost)
    assert.is_true(path.partial)
  end)

  it("changes no reason, and nodes are cells with a direction", function()
    local finder = finder_on([[
      ..#.
      .#..
    ]], { turn_cost = 1 })
    assert.are.same({ nil, "unreachable" }, list(finder:find(1, 1, 4, 1)))
    assert.are.same({ nil, "goal_blocked" }, list(finder:find(1, 1, 3, 1)))
    local open = finder_on(OPEN, { turn_cost = 1 })
    open:find(1, 1, 5, 3, { facing = pi })
    local needed = open.info.expanded
    assert.are.same({ nil, "budget" }, list(open:find(1, 1, 5, 3,
      { facing = pi, max_nodes = needed - 1 })))
    assert.is_truthy(open:find(1, 1, 5, 3,
      { facing = pi, max_nodes = needed }))
    assert.is_true(open:find(1, 1, 5, 3,
      { facing = pi, max_nodes = 2, partial = true }).partial)
  end)

  it("is visible in the cells of a search", function()
    local finder = finder_on(OPEN, { turn_cost = 1 })
    local search = finder:search(1, 1, 5, 3, { facing = pi / 2 })
    while search:step(1) == "running" do end
    local path, cost = search:path()
    local other, again = finder:find(1, 1, 5, 3, { facing = pi / 2 })
    assert.are.equal(points(other), points(path))
    assert.are.equal(again, cost)
    local state, g = search:cell(5, 3)
    assert.are.equal("string", type(state))
    assert.is_true(math.abs(g - cost) < 1e-5 * cost)
  end)
end)

describe("a follower with turn_cost #core_c", function()
  it("searches with its own angle", function()
    local grid = tilepath.grid(map [[
      .......
      .......
      .......
    ]])
    local finder = tilepath.pathfinder(grid, { diagonal = false,
      turn_cost = 5 })
    local hero = tilepath.follower { x = 0.5, y = 0.5, speed = 1,
      finder = finder, angle = pi / 2 }
    assert.is_true(hero:go_cell(3, 3))
    hero:update(1)
    near(1.5, hero.y)
    hero:update(2)
    near(2.5, hero.y)
    near(0, hero.angle)
    assert.is_truthy(mistake(function()
      hero:go_cell(3, 3, { facing = 0 })
    end):find("go_cell: unknown option 'facing'", 1, true))
  end)

  it("goes on after loading like its twin, also round a new wall", function()
    local function set_out()
      local grid = tilepath.grid(map [[
        .......
        .......
        ..m.m..
        .......
        .......
        .......
        .......
      ]], { legend = { m = "mud" }, prices = { mud = 3 } })
      local hero = tilepath.follower { x = 3.5, y = 0.5, speed = 1,
        angle = pi / 2, finder = tilepath.pathfinder(grid,
          { diagonal = false, turn_cost = 5 }) }
      assert.is_true(hero:go_cell(4, 7))
      hero:update(1)
      return hero, grid
    end
    local hero, grid = set_out()
    local twin, other_grid = set_out()
    hero = helper.load_hero { state = hero:state(),
      finder = tilepath.pathfinder(grid, hero.finder.profile) }
    for _, of in ipairs { grid, other_grid } do
      of:set(4, 6, "wall")
    end
    for _ = 1, 40 do
      hero:update(0.3)
      twin:update(0.3)
      assert.are.same({ twin.x, twin.y, twin.angle, points(twin:path()) },
        { hero.x, hero.y, hero.angle, points(hero:path()) })
    end
    -- Without an angle, the hero would turn at once, through the mud.
    assert.is_truthy(points(hero._way.path):find("3.5,2.5", 1, true))
    assert.are.same({ 3.5, 6.5 }, { hero.x, hero.y })
  end)

  it("goes round avoided cells with the fewest turns that pay", function()
    local grid = tilepath.grid(map [[
      .......
      .......
      ...#...
      .......
    ]])
    local finder = tilepath.pathfinder(grid, { diagonal = false,
      turn_cost = 2 })
    local hero = tilepath.follower { x = 0.5, y = 1.5, speed = 1,
      finder = finder }
    local avoid = { { 3, 2 }, { 5, 1 } }
    assert.is_true(hero:go_cell(7, 2, { avoid = avoid }))
    local path, cost = finder:find(1, 2, 7, 2, { avoid = avoid, facing = 0 })
    -- Down to the last row, along, and up to the goal: 10 steps, 3 turns by
    -- 90 degrees. Along the first row: 8 steps and 4 turns.
    assert.are.equal(10 + 3 * 4, cost)
    assert.are.equal(points(path:to_world(grid)), points(hero:path()))
    hero:update(1)
    grid:set(4, 4, "wall")
    hero:update(60)
    assert.are.same({ 6.5, 1.5 }, { hero.x, hero.y })
    for _, x, y in hero:path():points() do
      local cell_x, cell_y = grid:to_cell(x, y)
      assert.is_false(cell_x == 3 and cell_y == 2
        or cell_x == 5 and cell_y == 1)
    end
  end)
end)
