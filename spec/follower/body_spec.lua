--- Bodies: a follower and a unit take the same orders in cells, and are read in
-- the same words.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"

local near, mistake, points = helper.near, helper.mistake, helper.points

local MAP = "........\n.####...\n........\n........"

--- A follower and a unit in that cell, and a function that lets time pass and
-- then compares fields of both with values.
local function bodies(finder, x, y)
  local crowd = tilepath.crowd(finder.grid)
  local unit = crowd:add { finder = finder, cell_x = x, cell_y = y }
  local hero = tilepath.follower { finder = finder, cell_x = x, cell_y = y }
  return { hero, unit }, function(seconds, fields)
    for _ = 1, seconds * 10 do
      hero:update(0.1)
      crowd:update(0.1)
    end
    for key, value in pairs(fields or {}) do
      assert.are.same({ value, value }, { hero[key], unit[key] }, key)
    end
  end
end

describe("a follower and a unit", function()
  it("begin in a cell, at four cells a second", function()
    local grid = tilepath.grid(MAP, { cell_size = 10, origin = { 100, 200 } })
    for _, body in ipairs((bodies(tilepath.pathfinder(grid), 3, 1))) do
      assert.are.same({ 125, 205, 3, 1, 40, 0 }, { body.x, body.y, body.cell_x,
        body.cell_y, body.speed, body.angle })
      assert.are.same({ "idle", false, 0 },
        { body.status, body.under_way, body.remaining })
      for _, name in ipairs { "reason", "goal", "goal_x", "goal_y", "target" } do
        assert.is_nil(body[name])
      end
      assert.are.same({ nil, "idle" }, { body:path() })
    end
  end)

  it("go to a cell, and tell how far it is", function()
    local both, pass = bodies(tilepath.pathfinder(tilepath.grid(MAP,
      { cell_size = 10 }), { diagonal = "never" }), 1, 1)
    for _, body in ipairs(both) do
      assert.is_true(body:go_cell(3, 3))
    end
    pass(0.1, { status = "going", under_way = true, goal_x = 25, goal_y = 25 })
    for _, body in ipairs(both) do
      -- Two cells down, two to the right; four units are walked.
      near(36, body.remaining)
      local path, cost = body:path()
      assert.are.equal("world", path.units)
      assert.is_true(cost == path.cost and cost > 2 and cost <= 4)
      assert.are.same({ 25, 25 }, { path:point(path:count()) })
      local into = {}
      assert.is_true(rawequal(into, (body:path(into))))
      assert.are.equal(points(path), points(into))
    end
    pass(2, { status = "arrived", under_way = false, cell_x = 3, cell_y = 3,
      remaining = 0 })
    for _, body in ipairs(both) do
      assert.are.equal("25,25", points((body:path())))
    end
  end)

  it("go to the cheapest goal of a list in cells", function()
    local goals = { { 8, 1 }, { x = 6, y = 3, w = 2, h = 2, cost = 0.5 },
      { 2, 1, cost = 100 } }
    local both, pass = bodies(tilepath.pathfinder(tilepath.grid(MAP),
      { diagonal = "never" }), 1, 1)
    -- To 8,1: 7 steps. To 6,3: 7 steps and a half.
    for goal, cost in ipairs { 0, 1 } do
      goals[1].cost = cost
      for _, body in ipairs(both) do
        assert.is_true(body:go_cell(goals))
      end
      pass(0.1 + 4 * cost, { goal = goal })
    end
    pass(0, { cell_x = 6, cell_y = 3 })
  end)

  it("are as large as their pathfinder, on the grid and beside a goal",
    function()
      local finder = tilepath.pathfinder(tilepath.grid(8, 6),
        { size = 2, diagonal = "never" })
      local both, pass = bodies(finder, 1, 1)
      for _, body in ipairs(both) do
        assert.is_true(body:go_cell({ { 6, 1 } }, { adjacent = true }))
      end
      pass(3, { cell_x = 4, cell_y = 1 })
      for i, body in ipairs(both) do
        for _, cell in ipairs { { 8, 3 }, { 3, 6 } } do
          assert.are.same({ nil, "outside" }, { body:set_cell(cell[1], cell[2]) })
        end
        assert.is_true(body:set_cell(7, 2 * i + 1))
        assert.are.same({ 7, 2 * i + 1 }, { body.cell_x, body.cell_y })
      end
    end)

  it("say why they do not go, and go on", function()
    local grid = tilepath.grid(MAP, { cell_size = 10 })
    local finder = tilepath.pathfinder(grid)
    local both, pass = bodies(finder, 1, 1)
    for _, body in ipairs(both) do
      assert.is_true(body:follow(finder:find(1, 1, 1, 4)))
      for _, answer in ipairs { { body:go_cell(2, 2) },
        { body:follow(finder:find(1, 1, 2, 2)) },
        { body:go_cell(nil, "goal_blocked") } } do
        assert.are.same({ nil, "goal_blocked" }, answer)
      end
      assert.are.same({ nil, "goal_outside" }, { body:go_cell { { 9, 1 } } })
      assert.are.same({ 5, 35 }, { body.goal_x, body.goal_y })
    end
    pass(2, { status = "arrived", cell_x = 1, cell_y = 4 })
  end)

  it("are put into a cell, or stay where they are", function()
    local grid = tilepath.grid(MAP, { cell_size = 10 })
    local both, pass = bodies(tilepath.pathfinder(grid), 1, 1)
    for _, body in ipairs(both) do
      assert.is_true(body:set_cell(8, 4))
      assert.are.same({ 75, 35 }, { body.x, body.y })
      assert.are.same({ nil, "outside" }, { body:set_cell(9, 4) })
      assert.is_true(body:set_position(12, 3))
    end
    pass(0, { x = 12, y = 3, cell_x = 2, cell_y = 1 })
  end)

  it("are blocked while there is no path, and say why", function()
    local grid = tilepath.grid(".....")
    local both, pass = bodies(tilepath.pathfinder(grid), 1, 1)
    for _, body in ipairs(both) do
      assert.is_true(body:go_cell(5, 1))
    end
    grid:set(3, 1, "wall")
    pass(3, { status = "blocked", reason = "unreachable" })
    for _, body in ipairs(both) do
      body:pause()
      assert.are.same({ "paused", nil }, { body.status, body.reason })
      body:resume()
    end
    grid:set(3, 1, "open")
    pass(3, { status = "arrived" })
    assert.is_nil(both[1].reason or both[2].reason)
  end)

  it("chase a target up to one and a half cells, and arrive once", function()
    local target, arrived = { x = 6.5, y = 0.5 }, 0
    local both, pass = bodies(tilepath.pathfinder(tilepath.grid(8, 1)), 1, 1)
    both[1].on_arrived = function() arrived = arrived + 1 end
    for _ = 1, 30 do
      for _, body in ipairs(both) do
        assert.is_true(body:chase(target))
        assert.is_true(rawequal(target, body.target))
      end
      pass(0.1)
    end
    pass(0, { status = "arrived" })
    for _, body in ipairs(both) do
      assert.is_true(6.5 - body.x <= 1.5 and 6.5 - body.x >= 1)
    end
    assert.are.equal(1, arrived)
  end)

  it("patrol: the goal is the number of the next point", function()
    local both, pass = bodies(tilepath.pathfinder(tilepath.grid(9, 1)), 1, 1)
    for _, body in ipairs(both) do
      assert.is_true(body:patrol { { 4.5, 0.5 }, { 8.5, 0.5 } })
    end
    pass(0, { remaining = math.huge, goal = 1 })
    pass(1.5, { goal = 2, goal_x = 8.5, goal_y = 0.5 })
    for _, body in ipairs(both) do
      body:stop()
      assert.are.same({ "idle", nil, nil },
        { body.status, body.goal, body.goal_x })
    end
  end)
end)

describe("a follower's place", function()
  it("is given in one of two forms", function()
    local finder = tilepath.pathfinder(tilepath.grid(3, 3))
    for expected, options in pairs {
      ["give either x and y or cell_x and cell_y, got both"] =
        { finder = finder, x = 1, cell_x = 1, cell_y = 1 },
      ["cell_y must be a whole number, got nil"] =
        { finder = finder, cell_x = 1 },
      ["finder must be a pathfinder (an option of the follower), got nil"] =
        { cell_x = 1, cell_y = 1 },
    } do
      assert.are.equal("follower: " .. expected, mistake(function()
        tilepath.follower(options)
      end))
    end
  end)
end)

describe("hero:go_cell on hexagons", function()
  it("takes goals of one cell", function()
    local grid = tilepath.grid(6, 4, { shape = "hex", stagger = "odd-r" })
    local hero = tilepath.follower { finder = tilepath.pathfinder(grid),
      cell_x = 1, cell_y = 1 }
    assert.is_true(hero:go_cell { { 6, 4, cost = 9 }, { 4, 3 } })
    hero:update(9)
    assert.are.same({ 2, 4, 3 }, { hero.goal, hero.cell_x, hero.cell_y })
    assert.are.equal("go_cell: on hexagons a follower takes goals of one cell, "
      .. "goals[1] has 2", mistake(function()
      hero:go_cell { { 1, 1, 1, 2 } }
    end))
  end)
end)

describe("hero:path", function()
  it("keeps links, and costs what the map asks now", function()
    local grid = tilepath.grid("...#...")
    grid:link(3, 1, 5, 1, { price = 7, seconds = 2 })
    local hero = tilepath.follower { finder = tilepath.pathfinder(grid),
      cell_x = 1, cell_y = 1, speed = 1 }
    assert.is_true(hero:go_cell(7, 1))
    hero:update(1)
    local path, cost = hero:path()
    assert.are.equal("1.5,0.5 2.5,0.5 4.5,0.5 5.5,0.5 6.5,0.5", points(path))
    assert.are.same({ 2 }, path.links)
    assert.are.equal(1 + 7 + 2, cost)
    hero:update(2)
    assert.are.equal("waiting", hero.status)
    path, cost = hero:path()
    assert.are.equal("2.5,0.5 4.5,0.5 5.5,0.5 6.5,0.5", points(path))
    assert.are.same({ 1 }, path.links)
    assert.are.equal(9, cost)
  end)

  it("is partial as the path of its order, and has no cost without a finder",
    function()
      local hero = tilepath.follower { cell_x = 1, cell_y = 1,
        finder = tilepath.pathfinder(tilepath.grid("..#.")) }
      assert.is_true(hero:go_cell({ { 4, 1 } }, { partial = true }))
      assert.is_true(hero:path().partial)
      hero = tilepath.follower { speed = 1 }
      hero:follow { 0, 0, 3, 0, 3, 4 }
      hero:update(1)
      local path, cost = hero:path()
      assert.are.equal("1,0 3,0 3,4", points(path))
      assert.is_nil(cost)
      assert.are.same({ nil, nil, 3, 4 },
        { hero.cell_x, hero.cell_y, hero.goal_x, hero.goal_y })
    end)
end)
