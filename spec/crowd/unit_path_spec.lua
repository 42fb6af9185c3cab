--- What a unit says of its way: goal_x, goal_y, goal, remaining and unit:path.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local law = require "spec.support.law"
local stand_in = require "spec.support.stand"
local crowds = require "spec.support.random_crowds"

local list, mistake, near = helper.list, helper.mistake, helper.near

local OPEN = ("..........\n"):rep(6)

--- A unit in a cell, with its crowd, its pathfinder and its grid.
local function stand(x, y, text, options)
  local crowd, finder, grid = stand_in.field(text or OPEN, options)
  return stand_in.unit(crowd, finder, x, y, { speed = 1 }), crowd, finder, grid
end

--- goal_x, goal_y, goal, remaining.
local function about(unit)
  return { unit.goal_x or "nil", unit.goal_y or "nil", unit.goal_index or "nil",
    unit.remaining or "nil" }
end

--- The rest of a unit's path in cells, and its cost.
local function path_of(unit)
  local path, cost = unit:path()
  return path and helper.in_cells(path, unit.finder), cost
end

describe("a unit that goes to a cell", function()
  it("has its goal at once, and a path after the next update", function()
    local a, crowd, finder = stand(1, 1, OPEN, { cell_size = 10, base = 0 })
    assert.are.same({ "nil", "nil", "nil", 0 }, about(a))
    assert.are.same({ nil, "idle" }, list(path_of(a)))
    a.speed = 10
    a:go(58, 37)
    assert.are.same({ 55, 35, "nil", "nil" }, about(a))
    assert.are.same({ nil, "waiting" }, list(path_of(a)))
    crowd:update(0)
    local path, cost = path_of(a)
    assert.are.equal(select(2, finder:find(1, 1, 5, 3)), cost)
    assert.are.equal("15,15", helper.points(a:path()):match("^%S+"))
    assert.are.same({ 5, cost, 2 + 2 * 2 ^ 0.5, "world" },
      { path:size(), path.cost, cost, a:path().units })
    near(20 + 20 * 2 ^ 0.5, a.remaining)
    a:stop()
    assert.are.same({ "nil", "nil", "nil", 0 }, about(a))
    assert.are.same({ nil, "idle" }, list(path_of(a)))
    a:remove()
    assert.are.same({ "nil", "nil", "nil", "nil" }, about(a))
    assert.are.equal("path: the unit was removed from its crowd",
      mistake(function() a:path() end))
  end)

  -- (The module leads it back to its path. The core in Lua knows the cost from
  -- each cell, and has one table of costs for all units that search.)
  it("finds on from where it is put, whatever others have searched", function()
    local rows = {}
    for y = 1, 24 do
      rows[y] = ""
      for x = 1, 24 do
        local is_wall = x % 6 == 0 and y % 8 ~= 3 or (7 * x + 5 * y) % 11 == 0
        rows[y] = rows[y] .. (is_wall and "#" or ".")
      end
    end
    local a, crowd, finder, grid = stand(1, 1, table.concat(rows, "\n"))
    local units, goals = { a }, { { 23, 23 }, { 1, 23 }, { 22, 1 }, { 2, 2 } }
    grid:fill(7, 11, 6, 1, "open")
    for i = 1, #goals do
      grid:set(goals[i][1], goals[i][2], "open")
      units[i] = units[i] or stand_in.unit(crowd, finder, 7 + i, 11,
        { speed = 1 })
    end
    for i, unit in ipairs(units) do
      unit:go_cell(goals[i][1], goals[i][2])
    end
    crowd:update(0)
    local compared = 0
    for y = 1, 24, 3 do
      for x = 1 + y % 2, 24, 2 do
        for i, unit in ipairs(grid:is_walkable(x, y) and units or {}) do
          local back_x, back_y = unit.cell_x, unit.cell_y
          local path, cost = finder:find(x, y, goals[i][1], goals[i][2])
          if path and unit:set_cell(x, y) then
            crowd:update(0)
            local _, its_cost = unit:path()
            if tilepath.core == "Lua" then
              near(cost, its_cost)
            elseif type(its_cost) == "number" then
              assert.is_true(its_cost > cost - 1e-9)
            end
            compared = compared + 1
            assert.is_true(unit:set_cell(back_x, back_y))
          end
        end
      end
    end
    assert.is_true(compared > 200)
  end)

  it("has a path over free cells if it is put too near to a target",
    function()
      local upright = "..........\n..........\n.########.\n"
        .. ("..........\n"):rep(6)
      local turned = ".........\n" .. ("..#......\n"):rep(8) .. ".........\n"
      for _, text in ipairs { upright, turned } do
        local is_upright = text == upright
        local a, crowd, finder, grid = stand(is_upright and 10 or 1,
          is_upright and 1 or 10, text)
        local target = stand_in.unit(crowd, finder, 5, 5)
        a:keep(target, { min = 4, within = 6, sight = true })
        crowd:update(0)
        local told = 0
        for y = 2, 8 do
          for x = 2, 8 do
            local path = grid:is_walkable(x, y) and a:set_cell(x, y)
              and path_of(a)
            if path then
              helper.check_steps(finder, path, path.cost)
              told = told + 1
            end
          end
        end
        assert.are.equal(7 * 7 - 7 - 1, told) -- no walls, nor the target
      end
    end)

  it("has a path that begins in its cell, and a step's rest", function()
    local a, crowd = stand(1, 1)
    a:go_cell(5, 1)
    crowd:update(0.25)
    assert.are.equal(3.75, a.remaining)
    assert.are.equal("2,1 3,1 4,1 5,1", helper.points(path_of(a)))
    a:pause()
    crowd:update(3)
    assert.are.same({ 4.5, 0.5, "nil", 3 }, about(a))
    assert.are.equal("2,1 3,1 4,1 5,1", helper.points(path_of(a)))
    a:resume()
    crowd:update(2.5)
    assert.are.equal(0.5, a.remaining)
    crowd:update(1)
    assert.are.same({ 4.5, 0.5, "nil", 0 }, about(a))
    assert.are.same({ 5, 1 }, helper.plain(path_of(a)))
    assert.are.equal(0, select(2, path_of(a)))
  end)

  it("has no path from a blocking edit until the next update", function()
    local a, crowd, finder, grid = stand(1, 1)
    a:go_cell(5, 1)
    crowd:update(1)
    grid:set(4, 1, "wall")
    assert.are.same({ nil, "waiting" }, list(path_of(a)))
    assert.are.same({ 4.5, 0.5 }, { a.goal_x, a.goal_y })
    crowd:update(0)
    grid:set(9, 6, "wall")
    assert.are.equal(finder:find(2, 1, 5, 1), (path_of(a)))
  end)

  it("has the same path after an edit that does not touch it", function()
    for kind, give in pairs {
      go = function(a) a:go_cell(9, 2) end,
      goals = function(a) a:go_cell { { 9, 2 }, { 9, 4 } } end,
      path = function(a) a:follow { 0.5, 1.5, 8.5, 1.5 } end,
      chase = function(a) a:chase { x = 8.5, y = 1.5 } end,
      flee = function(a) a:flee { x = 0.5, y = 1.5 } end,
    } do
      local a, crowd, _, grid = stand(1, 2)
      give(a)
      crowd:update(2.25)
      local left, path = a.remaining, helper.plain(path_of(a))
      assert.is_true(left > 1, kind)
      grid:set(1, 1, "wall")
      assert.are.equal(left, a.remaining, kind)
      assert.are.same(path, helper.plain(path_of(a)), kind)
      grid:fill(6, 1, 1, 6, "wall")
      assert.are.same({ nil, "waiting" }, list(path_of(a)), kind)
      assert.is_nil(a.remaining, kind)
    end
  end)

  it("has no path from an edit that makes its path dearer", function()
    local a, crowd, _, grid = stand(1, 2, OPEN, { prices = { mud = 3 } })
    a:go_cell(9, 2)
    crowd:update(2.25)
    grid:set(6, 2, "mud")
    assert.are.same({ nil, "waiting" }, list(path_of(a)))
  end)

  it("has no path and nothing remaining while its way is closed", function()
    local a, crowd, _, grid = stand(1, 1, "......#.")
    a:go_cell(5, 1)
    crowd:update(0.5)
    grid:set(4, 1, "wall")
    for _ = 1, 2 do
      crowd:update(0.25)
      assert.are.same({ nil, "waiting" }, list(path_of(a)))
      assert.are.same({ 4.5, 0.5, "nil", "nil" }, about(a))
    end
    grid:set(4, 1, "open")
    crowd:update(0.25)
    assert.are.equal(3, math.ceil(a.remaining))
    a:set_cell(8, 1) -- behind a wall
    assert.are.same({ 4.5, 0.5, "nil", "nil" }, about(a))
  end)

  it("has a path that begins with the blocked cell it leaves", function()
    local a, crowd, finder, grid = stand(1, 1)
    a:go_cell(1, 1)
    a:pause()
    crowd:update(0.5)
    grid:set(1, 1, "wall")
    crowd:update(0.5)
    assert.are.equal(0, select(2, path_of(a))) -- its own cell costs nothing
    a:resume()
    a:go_cell(5, 1)
    crowd:update(0)
    local path, cost = finder:find(1, 1, 5, 1, { escape = true })
    local own, its = path_of(a)
    assert.are.equal(path, own)
    assert.are.same({ cost, 1 }, { its, own.escape })
    crowd:update(1)
    grid:set(2, 1, "wall")
    crowd:update(0)
    assert.are.equal(finder:find(2, 1, 5, 1, { escape = true }), (path_of(a)))
  end)

  it("takes links, which add nothing to the distance left", function()
    local a, crowd, _, grid = stand(1, 1, "....#....\n....#....")
    grid:link(3, 1, 7, 2, { price = 5, seconds = 1 })
    a:go_cell(9, 2)
    crowd:update(0)
    local path, cost = path_of(a)
    assert.are.equal("1,1 2,1 3,1 7,2 8,2 9,2", helper.points(path))
    assert.are.same({ { 3 }, 9, 4 }, { path.links, cost, a.remaining })
    crowd:update(2.5)
    assert.are.same({ 7, 2, 2 }, { a.cell_x, a.cell_y, a.remaining })
    assert.are.equal("7,2 8,2 9,2", helper.points(path_of(a)))
    assert.is_nil(path_of(a).links)
  end)

  it("has a path back after other units pushed it off its path", function()
    local a, crowd, finder = stand(1, 2,
      "............\n............\n#####.######")
    for x = 4, 6 do
      stand_in.unit(crowd, finder, x, 2):pause()
    end
    a:go_cell(12, 2)
    local is_off = false
    repeat
      crowd:update(0.25)
      local path = assert(path_of(a))
      helper.check_steps(finder, path, path.cost)
      assert.are.same({ a.cell_x, a.cell_y }, { path[1], path[2] })
      assert.are.same({ 12, 2 }, { path[#path - 1], path[#path] })
      is_off = is_off or a.cell_y == 1
    until crowd.moving == 0
    assert.is_true(is_off)
  end)

  it("fills a table that the game passes", function()
    local a, crowd = stand(1, 1)
    local into = tilepath.path({ 7, 7, 8, 8, 9, 9, 9, 8, 9, 7, 9, 6 }, "cells")
    into.goal_index, into.partial, into.links = 3, true, { 1 }
    a:go_cell(4, 1)
    crowd:update(0)
    assert.is_true(rawequal(into, (a:path(into))))
    assert.are.equal("0.5,0.5 1.5,0.5 2.5,0.5 3.5,0.5", helper.points(into))
    assert.are.same({ nil, nil, nil, 3 },
      { into.goal_index, into.partial, into.links, into.cost })
  end)
end)

describe("a unit with several possible goals", function()
  it("has its goal, and its index in a list, once it has a path", function()
    local a, crowd, _, grid = stand(1, 1)
    grid:set(8, 1, "wall")
    for _, case in ipairs {
      { "nil", "7,1", 8, 1, { adjacent = true } },
      { 3, "6,1", { { 10, 6 }, { 4, 1 }, { 6, 1 } } },
      { 2, "4,1", { { 10, 6 }, { 4, 1 } } } } do
      a:go_cell(case[3], case[4], case[5])
      assert.are.same({ "nil", "nil", "nil", "nil" }, about(a))
      crowd:update(0)
      local x, y = a.finder:to_cell(a.goal_x, a.goal_y)
      assert.are.equal(case[2], x .. "," .. y)
      assert.are.same({ case[1], case[1] },
        { a.goal_index or "nil", path_of(a).goal_index or "nil" })
      crowd:update(9)
      assert.are.same({ x, y, 0 }, { a.cell_x, a.cell_y, a.remaining })
      assert.are.equal(case[1], a.goal_index or "nil")
    end
    a:go_cell { { 10, 6 }, { 4, 1 } } -- it is there
    crowd:update(0)
    assert.are.same({ 3.5, 0.5, 2, 0 }, about(a))
    grid:fill(6, 1, 1, 6, "wall")
    a:go_cell(9, 1, { partial = true })
    crowd:update(0)
    assert.are.same({ 4.5, 0.5, "nil", 1 }, about(a))
    assert.is_true(path_of(a).partial)
    a:go_cell(4, 1, { partial = true })
    assert.are.same({ "nil", "nil", "nil", "nil" }, about(a))
    a:go_cell(4, 1)
    assert.are.same({ 3.5, 0.5, "nil" }, { a.goal_x, a.goal_y, about(a)[3] })
  end)

  it("has the index if others take the first cells of that goal", function()
    local first, crowd, finder, grid = stand(1, 1)
    grid:fill(5, 3, 2, 1, "wall")
    local cells = {}
    for x = 1, 4 do
      local unit = x == 1 and first or stand_in.unit(crowd, finder, x, 1)
      unit:go({ { 9.5, 5.5 }, { 4.5, 2.5, 2, 1 } }, { adjacent = true })
      crowd:update(0)
      assert.are.equal(2, unit.goal_index)
      local key = unit.goal_x .. " " .. unit.goal_y
      assert.is_nil(cells[key])
      cells[key] = true
    end
  end)

  it("has not arrived where the game puts it before it has a path", function()
    for _, case in ipairs {
      { 8, "8,1 2", { { x = 3, y = 1, cost = 50 }, { x = 8, y = 1 } } },
      { 10, "9,1 nil", 10, 1, { adjacent = true } } } do
      local a, crowd = stand(1, 1, "..........")
      a:go_cell(case[3], case[4], case[5])
      a:set_cell(case[1], 1)
      crowd:update(12)
      assert.are.equal(case[2], ("%d,%d %s"):format(a.cell_x, a.cell_y,
        tostring(a.goal_index)))
    end
  end)
end)

describe("a unit that patrols or follows", function()
  it("has the next point for its goal and an endless distance left", function()
    local a, crowd = stand(1, 1)
    a:patrol { 3.5, 0.5, 3.5, 2.5 }
    assert.are.same({ 3.5, 0.5, 1, math.huge }, about(a))
    crowd:update(0)
    assert.are.equal("1,1 2,1 3,1 4,1", helper.points(path_of(a)))
    assert.are.equal(1, path_of(a).goal_index)
    crowd:update(3.5)
    assert.are.same({ 3.5, 2.5, 2, math.huge }, about(a))
    a:patrol { 3.5, 2.5 } -- no other point: it rests there
    crowd:update(1.5)
    assert.are.same({ 3.5, 2.5, 1, "arrived" },
      { a.goal_x, a.goal_y, a.goal_index, a.status })
  end)

  it("has the path of its field, and no goal", function()
    local a, crowd, finder, grid = stand(1, 1)
    local field = finder:field { { 5, 1 } }
    a:follow(field)
    crowd:update(0.5)
    assert.are.same({ "nil", "nil", "nil", "nil" }, about(a))
    assert.are.equal("2,1 3,1 4,1 5,1", helper.points(path_of(a)))
    assert.are.equal(3, path_of(a).cost)
    grid:set(4, 1, "wall")
    assert.are.equal("2,1 3,1", helper.points(path_of(a)))
    field:update()
    assert.are.equal("2,1 3,2 4,2 5,2 5,1", helper.points(path_of(a)))
    crowd:update(4.5)
    grid:set(5, 1, "wall") -- while it steps there
    crowd:update(1)
    assert.are.equal("arrived", a.status)
  end)

  it("has all of its path left, also one that crosses itself", function()
    local short = stand(1, 1)
    short:follow { 0.5, 0.5, 0.5, 2.5, 2.5, 0.5 }
    assert.are.same({ 2.5, 0.5, "nil", 2 + 2 * 2 ^ 0.5 }, about(short))
    assert.are.equal("1,1 1,2 1,3 2,2 3,1", helper.points(path_of(short)))
    short:follow { 3.5, 0.5, 5.5, 0.5 }
    assert.are.same({ 5.5, 0.5, "nil", 5 }, about(short))
    assert.are.equal("going", short.status)
    local a, crowd = stand(1, 2)
    a:follow { 0.5, 1.5, 3.5, 1.5, 3.5, 3.5, 1.5, 3.5, 1.5, 0.5 }
    for i = 0, 10 do
      local before = crowd:save()
      assert.are.same({ 11 - i, 10 - i }, { path_of(a):size(), a.remaining })
      assert.are.same(before, crowd:save())
      crowd:update(1)
    end
  end)

  it("has about as much left after an edit far from its path", function()
    local a, crowd, finder = stand(4, 1, ("..............\n"):rep(14))
    assert.is_true(a:follow(finder:find(1, 5, 10, 5)))
    for y = 12, 14 do
      local before = a.remaining
      crowd.grid:set_walkable(14, y, false)
      near(before, a.remaining, 1)
      crowd:tick()
    end
  end)

  it("has less and less left of a path that begins beside it", function()
    local a, crowd = stand(1, 2)
    a:follow { 0.5, 0.5, 6.5, 0.5, 6.5, 3.5 }
    for left = 10, 0, -1 do
      assert.is_true(a.remaining <= left + 0.5)
      crowd:update(1)
    end
  end)
end)

describe("a unit of a group", function()
  it("has a goal of its own, and follows a field until it is near", function()
    local a, crowd, finder = stand(1, 1, ("."):rep(40))
    local b = stand_in.unit(crowd, finder, 2, 1)
    crowd:go_cell({ a, b }, 36, 1)
    local goals = { a.goal_x, b.goal_x }
    table.sort(goals)
    assert.are.same({ 34.5, 35.5 }, goals)
    crowd:update(0.5)
    assert.are.equal("36,1", helper.points(path_of(b)):match("%S+$"))
    assert.is_nil(b.remaining)
    crowd:update(30)
    assert.are.equal(b.goal_x + 0.5, path_of(b)[#path_of(b) - 1])
    crowd:go_cell({ b }, b.cell_x, 1)
    assert.are.equal(0, b.remaining)
  end)
end)

--- Checks that path, goal and remaining of each unit agree, except along a
-- field. No unit is placed off the middle of its cells.
local function check_all(crowd)
  for _, unit in ipairs(crowd:units()) do
    local path, cost = unit:path()
    if path and unit.remaining then
      local finder, n = unit.finder, #path
      assert.are.same({ finder:to_world(unit.cell_x, unit.cell_y) },
        { path[1], path[2] })
      assert.are.same({ unit.goal_x, unit.goal_y, cost },
        { path[n - 1], path[n], path.cost })
      -- A unit may stand at its goal in a new wall.
      assert.is_true(n == 2 or (helper.in_cells(path, finder):is_valid(finder)))
      assert.is_true(unit.remaining > ((path[n - 1] - unit.x) ^ 2
        + (path[n] - unit.y) ^ 2) ^ 0.5 - 1e-6)
      -- A unit in a step also has the rest of that before it.
      assert.is_true(unit.remaining > path:length() - 1e-6)
    end
  end
end

describe("units among others", function()
  law(it, "have legal paths, and a query for a path changes nothing",
    { runs = 12, noun = "crowd", draw = function(random)
      return crowds.draw(random, { is_priced = random.chance(50),
        without = { shift = true } })
    end, read = crowds.read },
    function(scenario)
      local asked, other = crowds.play(scenario), crowds.play(scenario)
      for _ = 1, crowds.looks(scenario) do
        asked:next()
        check_all(asked.crowd)
        other:next()
        crowds.compare(other, asked)
      end
    end)
end)
