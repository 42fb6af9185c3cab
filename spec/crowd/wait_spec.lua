--- The option `wait` of bodies and groups: an order without a path is taken, and
-- the body goes on when there is one.

local tilepath = require "tilepath"
local boards = require "spec.support.boards"
local helper = require "spec.support.helper"
local stand_in = require "spec.support.stand"

local at, field, stand, ticks = stand_in.at, stand_in.field, stand_in.unit,
  stand_in.ticks
local list = helper.list

local RIVER, WAIT = "...#..\n...#..\n...#..", { wait = true }

describe("unit:go with wait", function()
  it("goes as near as it can, is blocked there, and goes on", function()
    local crowd, finder, grid = field(RIVER)
    local a = stand(crowd, finder, 1, 1)
    assert.is_true(a:go_cell(6, 1, WAIT))
    assert.are.same({ { a, "blocked" } }, ticks(crowd, 40))
    assert.are.equal("3,1 blocked unreachable", at(a))
    assert.is_false(a.moving)
    grid:set(1, 3, "wall") -- this opens nothing
    assert.are.same({}, ticks(crowd, 4))
    assert.are.equal("3,1 blocked unreachable", at(a))
    grid:set(4, 3, "open")
    assert.are.same({ { a, "freed" }, { a, "arrived" } }, ticks(crowd, 10))
    assert.are.equal("6,1 arrived", at(a))
  end)

  it("reports blocked once, if each frame repeats the order", function()
    for turn = 0, 7 do
      local grid, to = boards.drawn({ "...#..", "...#..", "...#.." }, {}, turn)
      local crowd, finder = tilepath.crowd(grid), tilepath.pathfinder(grid)
      local x, y = to(1, 1)
      local a, told = stand(crowd, finder, x, y), {}
      local goal_x, goal_y = to(6, 1)
      local function go()
        assert.is_true(a:go_cell(goal_x, goal_y, { wait = true }))
      end
      function a.on_blocked(_, _, reason)
        told[#told + 1] = reason
        go()
      end
      for _ = 1, 40 do
        go()
        crowd:tick()
      end
      assert.are.same({ "unreachable" }, told)
      assert.are.equal("blocked unreachable", a.status .. " " .. a.reason)
      x, y = to(1, 3)
      grid:set(x, y, "wall") -- this opens nothing
      go()
      ticks(crowd, 4)
      x, y = to(4, 3)
      grid:set(x, y, "open")
      go()
      ticks(crowd, 10)
      assert.are.same({ "arrived", 1 }, { a.status, #told })
    end
  end)

  it("looks again after an edit on its way", function()
    local crowd, finder, grid = field(RIVER)
    local a = stand(crowd, finder, 1, 3)
    a:go_cell(6, 1, WAIT)
    ticks(crowd, 1)
    grid:set(4, 3, "open")
    assert.are.same({ { a, "arrived" } }, ticks(crowd, 10))
  end)

  it("waits where it stands, and at walls around it", function()
    local crowd, finder, grid = field("#####\n#####\n..#..")
    local a = stand(crowd, finder, 2, 3)
    assert.is_true(a:go({ { 4.5, 2.5 } }, WAIT))
    assert.are.same({ { a, "blocked" } }, ticks(crowd, 5))
    a:stop()
    grid:fill(1, 1, 5, 3, "wall")
    assert.are.same(list(nil, "start_blocked"), list(a:go_cell(4, 3)))
    assert.is_true(a:go_cell(4, 3, WAIT))
    assert.are.same({ { a, "blocked" } }, ticks(crowd, 5))
    assert.are.equal("2,3 blocked start_blocked", at(a))
    grid:fill(1, 3, 5, 1, "open")
    ticks(crowd, 20)
    assert.are.equal("4,3 arrived", at(a))
  end)

  it("comes as near as it can when its path closes", function()
    local crowd, finder, grid = field(RIVER)
    grid:set(4, 2, "open")
    local a, b = stand(crowd, finder, 1, 1), stand(crowd, finder, 1, 3)
    a:go_cell(6, 1, WAIT)
    b:go_cell(6, 3)
    ticks(crowd, 1)
    grid:set(4, 2, "wall")
    ticks(crowd, 10)
    assert.are.equal("3,1 blocked unreachable", at(a))
    assert.are.same({ 2, "blocked" }, { b.cell_x, b.status })
  end)

  it("is the same after a load", function()
    local crowd, finder, grid = field(RIVER)
    local a = stand(crowd, finder, 1, 1)
    a:go_cell(6, 1, WAIT)
    for _ = 1, 8 do
      local text = crowd:save()
      assert.is_true(crowd:load(text))
      assert.are.equal(text, (crowd:save()))
      crowd:tick()
    end
    assert.are.equal("3,1 blocked unreachable", at(a))
    grid:set(4, 1, "open")
    ticks(crowd, 10)
    assert.are.equal("6,1 arrived", at(a))
  end)

  it("lets a queue before a bridge go over it", function()
    local crowd, finder, grid = field("......#...")
    for i = 1, 3 do
      stand(crowd, finder, i, 1):go_cell(7 + i, 1, WAIT)
    end
    ticks(crowd, 100)
    grid:set(7, 1, "open")
    ticks(crowd, 100)
    local cells = {}
    for i, unit in ipairs(crowd:units()) do
      cells[i] = unit.cell_x
    end
    assert.are.same({ 8, 9, 10 }, cells)
  end)
end)

describe("crowd:go with wait", function()
  local function group(query)
    local crowd, finder, grid = field(RIVER)
    for i = 1, 3 do
      stand(crowd, finder, 1, i)
    end
    local sent = crowd:go_cell(crowd:units(), 6, 2, query)
    ticks(crowd, 30)
    for _, unit in ipairs(crowd:units()) do
      assert.are.equal("blocked", unit.status)
    end
    grid:set(4, 2, "open")
    ticks(crowd, 60)
    for _, unit in ipairs(crowd:units()) do
      assert.are.equal("arrived", unit.status)
      assert.is_true(unit.cell_x >= 4)
    end
    return sent
  end

  it("gives each unit a cell beyond the river", function()
    assert.are.equal(3, group { wait = true })
  end)

  it("does so in a formation, and near a goal", function()
    assert.are.equal(3, group { wait = true, formation = true })
    assert.are.equal(3, group { wait = true, within = 2 })
  end)

  it("takes a goal that is a wall", function()
    local crowd, finder, grid = field(RIVER)
    local a = stand(crowd, finder, 1, 1)
    assert.are.equal(1, crowd:go({ a }, 3.5, 0.5, WAIT))
    ticks(crowd, 10)
    assert.are.equal("3,1 blocked unreachable", at(a))
    grid:set(4, 1, "open")
    ticks(crowd, 10)
    assert.are.equal("4,1 arrived", at(a))
  end)
end)

describe("hero:go with wait", function()
  local told

  local function hero_on(text)
    local grid = tilepath.grid(text, { cell_size = 10 })
    told = {}
    local hero = tilepath.follower { finder = tilepath.pathfinder(grid),
      cell_x = 1, cell_y = 1, speed = 10,
      on_blocked = function(x, y) told[#told + 1] = ("%g,%g"):format(x, y) end,
      on_arrived = function() told[#told + 1] = "arrived" end }
    return hero, grid
  end

  it("goes as near as it can, is blocked there, and goes on", function()
    local hero, grid = hero_on(RIVER)
    assert.is_true(hero:go(55, 5, WAIT))
    hero:update(10)
    assert.are.same({ "blocked", "unreachable", 25 },
      { hero.status, hero.reason, hero.x })
    assert.are.same({ "55,5" }, told)
    assert.is_true(hero:go(55, 5, WAIT)) -- the same order changes nothing
    grid:set(1, 3, "wall")
    hero:update(10)
    assert.are.same({ "55,5" }, told)
    grid:set(4, 1, "open")
    hero:update(10)
    assert.are.same({ "55,5", "arrived" }, told)
    assert.are.equal(55, hero.x)
  end)

  it("waits at its place, and at walls around it", function()
    local hero, grid = hero_on(".#.")
    assert.is_true(hero:go_cell(3, 1, WAIT))
    hero:update(1)
    assert.are.equal("blocked", hero.status)
    grid:fill(1, 1, 3, 1, "wall")
    assert.is_true(hero:go_cell(3, 1, WAIT))
    hero:update(1)
    assert.are.same({ "blocked", "goal_blocked" }, { hero.status, hero.reason })
    grid:fill(1, 1, 3, 1, "open")
    hero:update(10)
    assert.are.equal(25, hero.x)
  end)

  it("arrives if its place becomes near enough", function()
    local hero, grid = hero_on("..#.")
    assert.is_true(hero:go_cell(4, 1, { wait = true, within = 2, sight = true }))
    hero:update(10)
    assert.are.same({ "blocked", 15 }, { hero.status, hero.x })
    grid:set(3, 1, "open")
    hero:update(10)
    assert.are.same({ "arrived", 15 }, { hero.status, hero.x })
  end)

  it("is the same after a load, on its way and where it waits", function()
    local hero, grid = hero_on(RIVER)
    hero:go({ { 55, 5 } }, WAIT)
    for _ = 1, 4 do
      local text = hero:save()
      assert.is_true(hero:load(text))
      assert.are.equal(text, hero:save())
      hero:update(1)
    end
    assert.are.same({ "25,5" }, told)
    grid:set(4, 1, "open")
    hero:update(10)
    assert.are.same({ "arrived", 55 }, { hero.status, hero.x })
  end)
end)
