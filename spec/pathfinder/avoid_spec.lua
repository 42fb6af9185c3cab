--- The options `avoid`, `except` and `avoid_price`: cells that a query keeps
-- off. fuzz/differential has random maps and units.

local tilepath = require "tilepath"
local finders = require "spec.support.finders"
local helper = require "spec.support.helper"

local fails, finish, list, near = finders.fails, finders.finish, helper.list,
  helper.near

--- A corridor of three rows, a pathfinder, a crowd, and units in some cells.
local function corridor(cells, profile)
  local grid = tilepath.grid(9, 3)
  local finder = tilepath.pathfinder(grid, profile)
  local crowd, units = tilepath.crowd(grid), {}
  for i, cell in ipairs(cells or {}) do
    units[i] = assert(crowd:add { finder = finder, cell_x = cell[1],
      cell_y = cell[2] })
  end
  return finder, crowd, units
end

--- The cost from end to end of the corridor, or the reason.
local function cost_of(finder, query)
  return (select(2, finder:find(1, 2, 9, 2, query)))
end

local WALL = { { 5, 1 }, { 5, 2 }, { 5, 3 } }
local ROUND = 2 * 2 ^ 0.5 + 6

describe("avoid", function()
  it("leads round a crowd, and takes cells that the crowd has left", function()
    local finder, crowd, units = corridor { { 5, 2 } }
    assert.are.equal(8, cost_of(finder))
    near(ROUND, cost_of(finder, { avoid = crowd }))
    units[1]:set_cell(5, 3)
    assert.are.equal(8, cost_of(finder, { avoid = crowd }))
  end)

  it("accepts a crowd on another grid of the same cells", function()
    local truth, crowd, units = corridor(WALL)
    local known = tilepath.pathfinder(tilepath.grid(9, 3))
    assert.are.equal("unreachable", cost_of(known, { avoid = crowd }))
    assert.are.equal(8, cost_of(known, { avoid = crowd, except = units[2] }))
    truth.grid:set(1, 1, "wall")
    units[3]:set_cell(9, 3)
    near(ROUND, cost_of(known, { avoid = crowd }))
  end)

  it("accepts crowds and rectangles in one list", function()
    local finder, crowd = corridor { { 5, 1 } }
    local birds = tilepath.crowd(finder.grid)
    birds:add { finder = finder, cell_x = 5, cell_y = 3 }
    local query = { avoid = { crowd, { 5, 2 }, birds, crowd } }
    fails("unreachable", finder:find(1, 2, 9, 2, query))
    fails("unreachable", finder:find_world(0.5, 1.5, 8.5, 1.5, query))
    for _, rect in ipairs { { 5, 1, 1, 3 }, { 5, 1, w = 1, h = 3 },
      { x = 5, y = 1, w = 1, h = 3 }, { 4, -7, 2, 1000 },
      { 5, 1, 1, 2 ^ 52 } } do
      assert.are.equal("unreachable", cost_of(finder, { avoid = { rect } }))
    end
    for _, none in ipairs { { { 50, 1, 9, 9 }, { -2 ^ 52, 1 } }, {} } do
      assert.are.equal(8, cost_of(finder, { avoid = none }))
    end
    local pair = tilepath.pathfinder(finder.grid, { size = { 2, 3 } })
    local cart = tilepath.crowd(finder.grid):add { finder = pair, cell_x = 4,
      cell_y = 1 }
    assert.are.equal("unreachable", cost_of(finder, { avoid = cart:cells() }))
  end)

  it("ignores the cells under the agent at its start", function()
    local finder, crowd = corridor(WALL)
    local pair = tilepath.pathfinder(finder.grid, { size = { 2, 3 } })
    local avoid = { avoid = crowd }
    assert.are.equal(4, select(2, finder:find(5, 2, 9, 2, avoid)))
    assert.are.equal(3, select(2, pair:find(5, 1, 8, 1, avoid)))
    assert.are.equal(3, select(2, pair:find(4, 1, 1, 1, avoid)))
    fails("unreachable", pair:find(6, 1, 1, 1, avoid))
    fails("goal_occupied", pair:find(6, 1, 5, 1, avoid))
    assert.is_true((finder:line_of_sight(5, 1, 9, 1, avoid)))
    assert.are.equal(27 - 2, finder:reach(5, 1, 99, avoid).count)
    assert.are.same({ 6, 1 }, list(finder:nearest(5, 1,
      { from = { 9, 1 }, avoid = avoid.avoid })))
    assert.is_true(finder:view(5, 2, 9, avoid):has(9, 2))
  end)

  it("ignores units in `except`: one, some, removed, others'", function()
    local finder, crowd, units = corridor(WALL)
    local other = tilepath.crowd(finder.grid)
    local stranger = other:add { finder = finder, cell_x = 5, cell_y = 1 }
    local far = tilepath.crowd(tilepath.grid(100, 100))
    local away = far:add { finder = tilepath.pathfinder(far.grid),
      cell_x = 90, cell_y = 90 }
    local function cost(except)
      return cost_of(finder, { avoid = crowd, except = except })
    end
    assert.are.equal(8, cost(units[2]))
    assert.are.equal(8, cost { stranger, units[2], units[2], away })
    for _, except in ipairs { {}, stranger, { away } } do
      assert.are.equal("unreachable", cost(except))
    end
    -- Two units in a cell, which have the same number in their crowds.
    assert.are.equal("unreachable",
      cost_of(finder, { avoid = { crowd, other }, except = units[1] }))
    units[1]:remove()
    crowd:add { finder = finder, cell_x = 5, cell_y = 1 }
    assert.are.equal("unreachable", cost(units[1]))
  end)

  it("keeps the reasons that the query has without it", function()
    local finder = finders.on [[
      ....#..
      .#..#..
      ....#..
    ]]
    local query = { avoid = { { 1, 1, 7, 3 } } }
    fails("start_outside", finder:find(0, 1, 1, 1, query))
    fails("goal_outside", finder:find(1, 1, 9, 1, query))
    fails("start_blocked", finder:find(2, 2, 1, 1, query))
    fails("goal_blocked", finder:find(1, 1, 2, 2, query))
    fails("unreachable", finder:find(1, 1, 7, 1, query))
    fails("goal_occupied", finder:find(1, 1, 4, 1, query))
    fails("unreachable", finder:find(1, 1, 4, 1, { max_cost = 1 }))
    fails("goal_occupied", finder:find(1, 1, 4, 1, query)) -- as before
    fails("goal_occupied", finder:find(1, 1, 4, 1, { avoid = query.avoid,
      max_nodes = 0 }))
    fails("goal_occupied", finder:find(1, 1,
      { { 9, 9 }, { 2, 2 }, { 3, 1, w = 2, h = 3 }, { 6, 1 } }, query))
    fails("unreachable", finder:find(1, 1, { { 4, 1 }, { 1, 3 } },
      { avoid = { { 4, 1 }, { 1, 2 }, { 3, 1, 1, 3 } } }))
  end)

  it("leads beside an occupied goal, within range of it, or near it", function()
    local finder, crowd = corridor { { 9, 2 } }
    for _, case in ipairs { { {}, "goal_occupied" },
      { { adjacent = true }, 7 }, { { within = 3 }, 5 },
      { { partial = true }, 7 }, { { except = crowd:at(9, 2) }, 8 },
      { { avoid_price = 2.5 }, 10.5 } } do
      case[1].avoid = crowd
      assert.are.equal(case[2], cost_of(finder, case[1]))
    end
  end)

  it("blocks the agent's own eyes, not another's", function()
    local finder, crowd = corridor { { 6, 1 }, { 6, 2 } }
    finder.grid:set_walkable(6, 3, false)
    local bat = tilepath.pathfinder(finder.grid,
      { eyes = tilepath.pathfinder(finder.grid) })
    local query = { within = 9, sight = true, avoid = crowd, max_nodes = 1000 }
    fails("unreachable", finder:find(1, 2, 9, 2, query))
    assert.are.equal("1,2", helper.points(bat:find(1, 2, 9, 2, query)))
  end)

  it("has a price in each query, once for a large agent's step", function()
    local finder, crowd = corridor(WALL)
    for _, cost in ipairs { 1, 4, 1 / 1024, 1024, 1 } do
      local query = { avoid = crowd, avoid_price = cost }
      near(8 + cost, cost_of(finder, query))
      assert.are.equal("unreachable", cost_of(finder, { avoid = crowd }))
      near(8 + cost, select(2, finder:line_of_sight(1, 2, 9, 2, query)))
    end
    local pair = tilepath.pathfinder(finder.grid, { size = { 2, 3 } })
    near(7 + 2 * 3, select(2, pair:find(1, 1, 8, 1,
      { avoid = { crowd, { 5, 1, 1, 3 } }, avoid_price = 3 })))
  end)
end)

describe("a search with avoid", function()
  it("keeps the units' places at its start", function()
    local finder, crowd, units = corridor(WALL)
    local blocked = finder:search(1, 2, 9, 2, { avoid = crowd })
    units[2]:remove()
    local free = finder:search(1, 2, 9, 2, { avoid = crowd })
    free:step()
    crowd:add { finder = finder, cell_x = 5, cell_y = 2 }
    assert.are.equal("unreachable", cost_of(finder, { avoid = crowd }))
    while free:step() == "running" do
      finder:find(1, 2, 9, 2, { avoid = crowd })
    end
    assert.are.equal(8, select(2, free:path()))
    fails("unreachable", blocked:path())
  end)

  it("is stale after an edit that matters to it", function()
    local finder, crowd = corridor { { 5, 2 } }
    local search = finder:search(1, 2, 9, 2, { avoid = crowd })
    finder.grid:set_walkable(9, 2, false)
    fails("stale", finish(search))
  end)

  it("continues after any other edit #core_c", function()
    local grid = tilepath.grid(60, 20)
    local finder = tilepath.pathfinder(grid, { algorithm = "astar" })
    local crowd = tilepath.crowd(grid)
    local unit = crowd:add { finder = finder, cell_x = 5, cell_y = 2 }
    local search = finder:search(1, 2, 9, 2, { avoid = crowd })
    assert.are.equal("running", search:step())
    grid:set_walkable(59, 19, false)
    unit:remove()
    finder:find(1, 2, 9, 2)
    assert.is_true(select(2, finish(search)) > 8)
  end)
end)

describe("a field with avoid", function()
  it("keeps the units' places of its last update, and its lists", function()
    local finder, crowd, units = corridor(WALL)
    local avoid, except = { crowd, { 7, 2 } }, { units[1] }
    local field = finder:field({ { 9, 2 } }, { avoid = avoid, except = except })
    avoid[1], avoid[2][1], except[1] = nil, 6, nil
    local before = field:cost(1, 2)
    fails("blocked", field:cost(5, 2))
    units[2]:set_cell(1, 3)
    assert.are.equal(before, field:cost(1, 2))
    field:update()
    near(ROUND, field:cost(1, 2), 1e-6)
    fails("blocked", field:cost(7, 2))
    units[1]:set_cell(2, 1)
    collectgarbage()
    collectgarbage()
    field:update()
    assert.is_truthy(field:cost(2, 1))
  end)

  it("respects new walls before its update", function()
    local finder, crowd = corridor { { 5, 2 } }
    local field = finder:field({ { 9, 2 } }, { avoid = crowd })
    finder.grid:set_walkable(5, 1, false)
    fails("blocked", field:cost(5, 1))
    assert.are.equal(0, field.revision)
    field:update()
    assert.are.equal(1, field.revision)
    assert.are.equal(5, (field:path(4, 3))[3])
  end)

  it("moves a swarm round units, and has flights round them", function()
    local finder, crowd, units = corridor(WALL)
    local field = finder:field({ { 9, 2 } }, { avoid = crowd })
    local flight = finder:field({ { 3, 2 } }, { avoid = crowd }):flee()
    local xs, ys = { 3.5 }, { 1.5 }
    assert.are.equal(0, field:advance(xs, ys, 1, 0.5))
    assert.are.same({ 3.5, 1.5 }, { xs[1], ys[1] })
    fails("unreachable", flight:cost(9, 2))
    units[2]:remove()
    field:update()
    flight:update()
    assert.are.equal(1, field:advance(xs, ys, 1, 0.5))
    near(4, xs[1])
    assert.is_truthy(flight:cost(9, 2))
  end)
end)
