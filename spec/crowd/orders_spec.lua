--- The orders of units: what each call returns, and what the unit does then.

local tilepath = require "tilepath"
local boards = require "spec.support.boards"
local helper = require "spec.support.helper"
local lacks = require "spec.support.lacks"
local stand_in = require "spec.support.stand"

local extend, list, mistake = helper.extend, helper.list, helper.mistake
local at, field, stand, events = stand_in.at, stand_in.field, stand_in.unit,
  stand_in.events

local OPEN = ("..........\n"):rep(6)

--- Plays until no unit is under way. @return the events of that time
local function run(crowd, dt)
  local told = {}
  for _ = 1, 2000 do
    crowd:update(dt or 0.1)
    events(crowd, told)
    if crowd.moving == 0 then return told end
  end
  error("the units do not come to rest")
end

describe("unit:go", function()
  it("takes at most 4096 seconds for a step, however slow it is", function()
    for _, speed in ipairs { 1e-300, 1e-9, 2 ^ -13 } do
      local crowd, finder = field("..", nil, nil, { speeds = { open = 1 / 4 } })
      local unit = stand(crowd, finder, 1, 1, { speed = speed })
      unit:go_cell(2, 1)
      crowd:update(4095)
      assert.are.equal("2,1 going", at(unit))
      crowd:update(1)
      assert.are.equal("2,1 arrived", at(unit))
      assert.are.equal(speed, unit.speed)
    end
    local crowd, finder = field("......")
    local unit = stand(crowd, finder, 1, 1, { speed = 1e300 })
    unit:go_cell(6, 1)
    crowd:update(1 / 1024)
    assert.are.equal("6,1 arrived", at(unit))
  end)

  it("walks at the unit's speed, a diagonal root 2 as long", function()
    local crowd, finder = field(OPEN)
    local a = stand(crowd, finder, 1, 1, { speed = 2 })
    assert.is_true(a:go_cell(4, 1))
    assert.are.equal("1,1 waiting", at(a))
    crowd:update(0.25)
    assert.are.equal("2,1 going", at(a))
    helper.near(1, a.x)
    crowd:update(1.25)
    assert.are.same({ { a, "arrived" } }, events(crowd))
    assert.are.same({ 3.5, 0.5 }, { a.x, a.y })
    a:go_cell(6, 3)
    crowd:update(math.sqrt(2) - 0.01)
    assert.are.same({ "going", math.pi / 4 }, { a.status, a.angle })
    crowd:update(0.02)
    assert.are.same({ 5.5, 2.5, "arrived" }, { a.x, a.y, a.status })
    crowd:update(3)
    assert.are.same({}, events(crowd))
  end)

  it("returns find's reasons, and keeps the old order", function()
    local crowd, finder = field("...#.\n...#.")
    local a = stand(crowd, finder, 1, 1)
    assert.is_true(a:go_cell(3, 2))
    for _, case in ipairs { { "goal_outside", a.go, -3, 1 },
      { "goal_outside", a.go_cell, -3, 1 }, { "goal_blocked", a.go_cell, 4, 1 },
      { "unreachable", a.go_cell, 5, 1 },
      { "unreachable", a.go_cell, { { 5, 1 } } } } do
      assert.are.same(list(nil, case[1]), list(case[2](a, case[3], case[4])))
    end
    run(crowd)
    assert.are.equal("3,2 arrived", at(a))
    assert.is_true(a:go_cell(5, 1, { partial = true }))
    run(crowd)
    assert.are.equal("3,1 arrived unreachable", at(a))
  end)

  it("goes on if it is repeated in each frame, with a small budget", function()
    local map = (("."):rep(19) .. "#\n"):rep(9) .. ("."):rep(20)
    local crowd, finder = field(map, nil, nil, { max_nodes = 8 })
    local a = stand(crowd, finder, 1, 1)
    for _ = 1, 200 do
      assert.is_true(a:go_cell(20, 10))
      crowd:update(0.2)
    end
    assert.are.equal("20,10 arrived", at(a))
    a:go_cell(1, 1)
    a:go_cell(1, 1, { settle = 3 })
    assert.matches("settle 3", crowd:save())
    a:go_cell(1, 1, { settle = 3, avoid_price = 2 })
    assert.matches("avoid_price 2", crowd:save())
  end)

  it("begins anew under way if it is repeated after an edit", function()
    for _, query in ipairs { {}, { within = 1 } } do
      local crowd, finder, grid = field(OPEN)
      local a = stand(crowd, finder, 1, 1)
      for i, status in ipairs { "waiting", "going", "waiting", "going" } do
        if i == 3 then
          grid:set(1, 3, "wall")
        end
        a:go_cell(6, 1, query)
        assert.are.equal(status, a.status, i)
        stand_in.ticks(crowd, 1)
      end
      stand_in.ticks(crowd, 9)
      assert.are.equal("arrived", a.status)
    end
  end)

  it("changes nothing if it is repeated with its query", function()
    local map = (("."):rep(19) .. "#\n"):rep(9) .. ("."):rep(20)
    local pair = { { 20, 10 }, { 1, 10, cost = 99 } }
    for _, case in ipairs { { 20, 10, { partial = true } },
      { 20, 9, { adjacent = true } }, { 20, 10, { within = 2 } },
      { 20, 10, { wait = true } }, { pair } } do
      local shown = {}
      for i = 1, 2 do
        local crowd, finder = field(map, nil, nil, { max_nodes = 8 })
        local a = stand(crowd, finder, 1, 1)
        assert.is_true(a:go_cell(case[1], case[2], case[3]))
        for k = 1, 200 do
          if i == 2 and a.status ~= "arrived" then
            assert.is_true(a:go_cell(case[1], case[2], case[3]))
          end
          crowd:tick()
          shown[k] = (shown[k] or "") .. ";" .. stand_in.show(crowd)
        end
        assert.are.equal("arrived", a.status)
        shown[#shown + 1] = crowd.info.searches
      end
      for k = 1, 200 do
        local first, second = shown[k]:match("^;(.*);(.*)$")
        assert.are.equal(first, second)
      end
      assert.are.equal(shown[201], shown[202])
    end
  end)

  -- A paused unit bars a corridor.
  for name, to in pairs { ["to a cell"] = function(x, y) return x, y end,
    ["with a query"] = function(x, y) return x, y, { partial = true } end,
    ["to goals"] = function(x, y) return { { x, y } } end } do
    it("changes nothing if it is repeated while blocked, " .. name, function()
      for turn = 0, 7 do
        local told = {}
        for i = 1, 2 do
          local grid, turned = boards.drawn({ "......" }, {}, turn)
          local crowd, finder = tilepath.crowd(grid), tilepath.pathfinder(grid)
          local x, y = turned(1, 1)
          local a = stand(crowd, finder, x, y)
          stand(crowd, finder, turned(4, 1)):pause()
          local goal_x, goal_y = turned(6, 1)
          a:go_cell(to(goal_x, goal_y))
          for _ = 1, 300 do
            if i == 2 then assert.is_true(a:go_cell(to(goal_x, goal_y))) end
            crowd:tick()
            told[#told + 1] = a.status
            for _, what in crowd:events() do
              told[what] = (told[what] or 0) + 1
            end
          end
          assert.are.equal(i, told.blocked)
        end
        for i = 1, 300 do
          assert.are.equal(told[i], told[i + 300])
        end
      end
    end)

    it("takes at once a way that an edit opens, " .. name, function()
      for turn = 0, 7 do
        local grid, turned = boards.drawn({ "......", ".####.", "...#.." }, {},
          turn)
        local crowd, finder = tilepath.crowd(grid), tilepath.pathfinder(grid)
        local x, y = turned(1, 1)
        local a = stand(crowd, finder, x, y)
        stand(crowd, finder, turned(4, 1)):pause()
        local goal_x, goal_y = turned(6, 1)
        a:go_cell(to(goal_x, goal_y))
        stand_in.ticks(crowd, 300)
        assert.are.equal("blocked", a.status)
        x, y = turned(4, 3)
        grid:set(x, y, "open")
        for _ = 1, 20 do
          a:go_cell(to(goal_x, goal_y))
          crowd:tick()
        end
        assert.are.equal("arrived", a.status)
      end
    end)
  end

  it("begins anew with another query", function()
    local crowd, finder = field(OPEN)
    local a = stand(crowd, finder, 1, 1)
    local last
    for _, query in ipairs { { within = 1 }, { within = 2 },
      { within = 2, sight = true }, { adjacent = true }, { partial = true },
      { wait = true }, { wait = true, max_nodes = 99 } } do
      a:go_cell(10, 1, query)
      local now = crowd:save()
      assert.are_not.equal(last, now)
      a:go_cell(10, 1, query)
      assert.are.equal(now, crowd:save())
      last = now
    end
    a:go_cell({ { 10, 1 }, { 9, 1 } })
    a:go_cell({ { 10, 2 }, { 9, 1 } })
    run(crowd)
    assert.are.equal("9,1 arrived", at(a))
    a:go_cell({ { 3, 1 }, { 1, 1, cost = 1 } })
    a:go_cell({ { 3, 1 }, { 1, 1, cost = 1 }, { 8, 1 } })
    run(crowd)
    assert.are.equal("8,1 arrived", at(a))
  end)

  it("begins anew with the same query after an edit", function()
    local crowd, finder, grid = field((".........\n"):rep(4) .. "#########\n"
      .. "....#....")
    local a, goals = stand(crowd, finder, 2, 1), { { 9, 1, cost = 9 }, { 2, 6 } }
    assert.is_true(a:go_cell(goals))
    stand_in.ticks(crowd, 2)
    grid:set(3, 5, "open")
    stand_in.ticks(crowd, 1)
    assert.is_true(a:go_cell(goals))
    stand_in.ticks(crowd, 20)
    assert.are.equal("2,6 arrived", at(a))
  end)

  it("goes to the cheapest goal, in range of a goal, or beside it", function()
    local crowd, finder, grid = field(OPEN, { cell_size = 10 })
    local wide = tilepath.pathfinder(grid, { size = 2 })
    local a, ogre = stand(crowd, finder, 1, 1), stand(crowd, wide, 5, 3)
    for _, case in ipairs { { "4,1", { { 9, 5 }, { 4, 1 } } },
      { "7,1", { { 9, 1 } }, { within = 2 } },
      { "9,1", { { 10, 1 } }, { adjacent = true } },
      { "7,2", ogre:cells(), { adjacent = true } } } do
      assert.is_true(a:go_cell(case[2], case[3]))
      run(crowd)
      assert.are.equal(case[1] .. " arrived", at(a))
    end
    assert.is_true(ogre:go_cell(1, 1, { within = 2 }))
    run(crowd)
    assert.are.equal("3,1 arrived", at(ogre))
  end)

  for _, more in ipairs { { cell_size = 10 },
    { cell_size = 10, shape = "hex" } } do
    it("takes the free end nearest to one that others take"
      .. (more.shape and ", on hexagons" or ""), function()
      --- The end that a unit chooses within two cells of the middle, among
      -- units that stand in some cells.
      local function chosen(x, y, taken)
        local crowd, finder, grid = field(("...............\n"):rep(15), more)
        for _, cell in ipairs(taken) do
          stand(crowd, finder, cell[1], cell[2], { yields = false })
        end
        local unit = stand(crowd, finder, x, y)
        unit:go_cell(8, 8, { within = 2 })
        crowd:update(0)
        return { grid:to_cell(unit.goal_x, unit.goal_y) }, finder
      end
      local function far(finder, one, other)
        if more.shape then
          return select(2, finder:find(one[1], one[2], other[1], other[2]))
        end
        return (one[1] - other[1]) ^ 2 + (one[2] - other[2]) ^ 2
      end
      for _, start in ipairs { { 1, 1 }, { 15, 1 }, { 1, 15 }, { 15, 15 },
        { 1, 7 }, { 15, 9 }, { 7, 1 }, { 9, 15 } } do
        local first, finder = chosen(start[1], start[2], {})
        local taken, free = { first }, {}
        for y = 6, 10 do
          for x = 6, 10 do
            if far(finder, { x, y }, { 8, 8 }) <= (more.shape and 2 or 4)
              and not (x == first[1] and y == first[2]) then
              free[#free + 1] = { x, y }
            end
          end
        end
        for _ = 1, 5 do
          local best, least = nil, math.huge
          for i, cell in ipairs(free) do -- row by row
            if far(finder, cell, first) < least then
              best, least = i, far(finder, cell, first)
            end
          end
          local expected = table.remove(free, best)
          assert.are.same(expected, (chosen(start[1], start[2], taken)))
          taken[#taken + 1] = expected
        end
      end
    end)
  end

  it("pushes idle units aside, which go home then", function()
    local crowd, finder = field("........\n........")
    local a, b = stand(crowd, finder, 1, 1), stand(crowd, finder, 4, 1)
    stand(crowd, finder, 4, 2):pause()
    a:go_cell(8, 1)
    local pushed = run(crowd, 0.05)[1]
    crowd:update(20)
    assert.are.same({ "8,1 arrived", "4,1 idle" }, { at(a), at(b) })
    assert.are.same({ b, "pushed", a }, pushed)
  end)

  it("reports no push of a unit that goes home behind the one that pushed it",
    function()
      local crowd, finder = field("........\n........")
      local a, b = stand(crowd, finder, 1, 2), stand(crowd, finder, 4, 2)
      a:go_cell(8, 2)
      assert.are.same({ { b, "pushed", a }, { a, "arrived" } },
        stand_in.ticks(crowd, 20))
      assert.are.equal("4,2 idle", at(b))
    end)

  -- One unit goes from `from` to `to`. Another one, of that size, rests at `rests`.
  for name, scene in pairs {
    ["a large one by any of its cells"] = { size = 2, rests = { 4, 1 },
      from = { 1, 2 }, to = { 8, 2 }, "........", "........", "........" },
    ["one that is drawn out of a dead end"] = { size = 1, rests = { 7, 2 },
      from = { 4, 2 }, to = { 8, 2 }, "#.######", "........" } } do
    it("reports who pushes " .. name, function()
      for turn = 0, 7 do
        local grid, turned = boards.drawn(scene, {}, turn)
        local crowd, finder = tilepath.crowd(grid), tilepath.pathfinder(grid)
        local size = scene.size
        local large = tilepath.pathfinder(grid, { size = size })
        local x, y = turned(scene.from[1], scene.from[2])
        local a = stand(crowd, finder, x, y)
        local rect = boards.rect(turned, scene.rests[1], scene.rests[2], size,
          size)
        local b = stand(crowd, large, rect[1], rect[2])
        a:go_cell(turned(scene.to[1], scene.to[2]))
        local told
        for _ = 1, 40 do
          crowd:tick()
          for unit, what, by in crowd:events() do
            told = told or (what == "pushed" and { unit, by } or nil)
          end
          local is_home = b.cell_x == rect[1] and b.cell_y == rect[2]
          assert.is_truthy(is_home or told)
        end
        assert.are.same({ b, a }, told)
      end
    end)
  end

  it("cannot pass a paused unit, and reports that", function()
    local crowd, finder = field(".....")
    local a, b = stand(crowd, finder, 1, 1), stand(crowd, finder, 3, 1)
    b:pause()
    a:go_cell(5, 1)
    crowd:update(0.5)
    a:go_cell(5, 1) -- repeated
    assert.are.same({ { a, "bumped", b } }, events(crowd, {}))
    assert.are.same({ { a, "blocked" } }, run(crowd))
    assert.are.same({ "2,1 blocked stuck", "3,1 paused", 1 },
      { at(a), at(b), crowd.info.stuck })
    crowd:update(20)
    assert.are.same({}, events(crowd))
    b:remove()
    local last = run(crowd, 0.5)
    assert.are.same({ { a, "freed" }, { a, "arrived" } },
      { last[#last - 1], last[#last] })
  end)
end)

describe("unit:stop and unit:pause", function()
  it("end after the current step", function()
    local crowd, finder = field(OPEN)
    local a = stand(crowd, finder, 1, 1, { speed = 1 })
    a:go_cell(9, 1)
    crowd:update(1.5)
    a:stop()
    crowd:update(9)
    assert.are.equal("3,1 idle", at(a))
    a:go_cell(9, 1)
    crowd:update(1.5)
    assert.are.equal(1, crowd.moving)
    a:pause()
    crowd:update(0.25)
    assert.are.equal(1, crowd.moving)
    crowd:update(9)
    assert.are.equal(0, crowd.moving)
    assert.are.equal("5,1 paused", at(a))
    a:resume()
    run(crowd)
    assert.are.equal("9,1 arrived", at(a))
  end)

  it("take no patience, however long the pause is", function()
    local crowd, finder = field(OPEN)
    local a = stand(crowd, finder, 1, 1)
    a:go_cell(9, 1)
    stand_in.ticks(crowd, 2)
    a:pause()
    stand_in.ticks(crowd, 500)
    a:resume()
    local told = stand_in.ticks(crowd, 9)
    assert.are.same({ { a, "arrived" } }, told)
  end)
end)

describe("unit:patrol", function()
  --- The words of the events of so many ticks.
  local function points(crowd, ticks, by)
    local told = {}
    for _ = 1, ticks do
      crowd[by or "tick"](crowd, by and 0.05)
      for unit, what, point in crowd:events() do
        told[#told + 1] = ("%s %d in %d,%d"):format(what, point, unit.cell_x,
          unit.cell_y)
      end
    end
    return told
  end

  it("walks in rounds, and reports each point", function()
    local crowd, finder = field(OPEN)
    local a = stand(crowd, finder, 1, 1)
    assert.is_true(a:patrol { { 0.5, 0.5 }, { 4.5, 0.5 }, { 4.5, 3.5 } })
    assert.are.same({ "reached 1 in 2,1", "reached 2 in 5,1",
      "reached 3 in 5,4", "reached 1 in 1,1" }, points(crowd, 12))
  end)

  it("reports one point a step if all points are near enough", function()
    for _, by in ipairs { false, "update" } do
      local crowd, finder = field(OPEN)
      local a = stand(crowd, finder, 1, 1)
      assert.is_true(a:patrol({ { 6.5, 0.5 }, { 4.5, 3.5 }, { 8.5, 1.5 } },
        { settle = 20 }))
      local told = points(crowd, 40, by or nil)
      for i, word in ipairs(told) do
        assert.are.equal(("reached %d in 1,1"):format((i - 1) % 3 + 1), word)
      end
      local steps = by and 40 * 0.05 * a.speed or 40
      assert.is_true(#told >= steps - 1 and #told <= steps + 2, #told)
    end
  end)

  it("reports one point a step, however often it is saved and loaded", function()
    local crowd, finder = field(OPEN)
    local a = stand(crowd, finder, 1, 1)
    a:patrol({ { 6.5, 0.5 }, { 4.5, 3.5 } }, { settle = 20 })
    points(crowd, 5)
    for _ = 1, 6 do
      assert.is_true(crowd:load(crowd:save()))
      assert.are.equal(1, #points(crowd, 1))
    end
  end)

  it("takes flat tables, paths and a single point", function()
    local crowd, finder = field(OPEN)
    local a = stand(crowd, finder, 1, 1)
    assert.is_true(a:patrol { 0.5, 0.5, 3.5, 0.5 })
    assert.is_true(a:patrol((finder:find(1, 1, 3, 1))))
    assert.is_true(a:patrol { { x = 3.5, y = 2.5 } })
    assert.are.equal(2, #run(crowd)) -- "reached" and "arrived"
    assert.are.equal("4,3 arrived", at(a))
    assert.are.same(list(nil, "goal_outside"), list(a:patrol { 50, 50 }))
  end)
end)

--- The cells of a unit that follows a path, which are a text as the path is.
local function walk_along(crowd, unit, way)
  local points, cells = {}, { unit.cell_x .. "," .. unit.cell_y }
  for number in way:gmatch("%d+") do
    points[#points + 1] = tonumber(number)
  end
  assert.is_true(unit:follow(tilepath.path(points, "cells")))
  for _ = 1, 30 do
    crowd:tick()
    local cell = unit.cell_x .. "," .. unit.cell_y
    if cell ~= cells[#cells] then cells[#cells + 1] = cell end
  end
  assert.are.equal("arrived", unit.status)
  return table.concat(cells, " ")
end

describe("unit:follow", function()
  it("follows a field out of a wall", function()
    local crowd, finder, grid = field "...\n..."
    local unit = stand(crowd, finder, 3, 1)
    local way = finder:field({ { 1, 1 } }, { avoid = crowd })
    assert.are.same({ nil, "blocked" }, { unit:follow(way) })
    way = finder:field { { 1, 1 } }
    grid:set(3, 1, "wall")
    way:update()
    assert.is_true(unit:follow(way))
    stand_in.ticks(crowd, 4)
    assert.are.same({ 1, 1, "arrived" },
      { unit.cell_x, unit.cell_y, unit.status })
    grid:fill(1, 1, 3, 2, "wall")
    way:update()
    assert.are.same({ nil, "blocked" }, { unit:follow(way) })
  end)

  it("follows a field made before the grid was resized", function()
    local crowd, finder = field(OPEN)
    local way, other = finder:field { { 1, 1 } }, finder:field { { 1, 1 } }
    local unit = stand(crowd, finder, 3, 3)
    extend(crowd.grid, { bottom = -2 })
    assert.is_true(unit:follow(way))
    assert.is_true(crowd:load(crowd:save(), { fields = { other } }))
    run(crowd)
    assert.are.equal("1,1 arrived", at(unit))
  end)

  it("shares a field, and refuses one that does not lead on", function()
    local crowd, finder, grid = field(OPEN)
    local shared = finder:field { { 9, 2 }, { 9, 5 } }
    local a, b = stand(crowd, finder, 1, 2), stand(crowd, finder, 1, 5)
    assert.is_true(a:follow(shared))
    assert.is_true(b:follow(shared))
    run(crowd)
    assert.are.same({ "9,2 arrived", "9,5 arrived" }, { at(a), at(b) })
    grid:fill(5, 1, 1, 6, "wall")
    assert.are.same(list(nil, "unreachable"),
      list(a:follow(finder:field { { 1, 1 } })))
  end)

  it("walks a path that comes back to its end, or to its start", function()
    for _, way in ipairs { "2,2 3,2 4,2 4,3 4,4 3,4 2,4 2,3 2,2",
      "2,2 3,2 4,2 4,3 3,3 3,2 3,1 2,1 3,2", "2,2 3,2 2,2 3,2 2,2" } do
      local crowd, finder = field(OPEN)
      assert.are.equal(way, walk_along(crowd, stand(crowd, finder, 2, 2), way))
    end
  end)

  it("joins a path where it is near, or ahead if that is shorter", function()
    local SQUARE = ("..........\n"):rep(10)
    local bent = { 1, 3, 10, 3, 10, 5, 1, 5 }
    for _, scene in ipairs { { 4, 6, { 1, 3, 10, 3 }, 6 },
      { 1, 2, { 1, 3, 10, 3 }, 9 }, { 10, 1, { 1, 3, 10, 3 }, 2 },
      { 2, 2, bent, 8 + 2 + 9 }, { 3, 7, bent, 2 } } do
      for turn = 0, 7 do
        local way, points, turned = scene[3], {}, boards.turn(turn, 10, 10)
        for i = 1, #way, 2 do
          local x, y = turned(way[i], way[i + 1])
          points[#points + 1] = x .. " " .. y
        end
        local crowd, finder = field(SQUARE)
        local cells = walk_along(crowd, stand(crowd, finder,
          turned(scene[1], scene[2])), table.concat(points, " "))
        local _, steps = cells:gsub(" ", "")
        assert.are.equal(scene[4], steps, cells)
      end
    end
  end)

  it("goes round a unit or a new wall on its path, and on along it", function()
    local crowd, finder = field(OPEN)
    local a = stand(crowd, finder, 2, 2)
    stand(crowd, finder, 3, 2):pause()
    assert.matches("^2,2 3,[13] .*4,3 4,4 3,4 2,4 2,3 2,2$",
      walk_along(crowd, a, "2,2 3,2 4,2 4,3 4,4 3,4 2,4 2,3 2,2"))
    crowd.grid:set(5, 5, "wall")
    a:set_cell(3, 5)
    assert.matches("^3,5 .* 8,5$", walk_along(crowd, a, "3,5 4,5 5,5 6,5 8,5"))
  end)

  it("has not arrived if its path comes back to it past a unit", function()
    for turn = 0, 7 do
      local crowd, finder = field(OPEN)
      local turned, points = boards.turn(turn, 5, 5), {}
      local one = stand(crowd, finder, turned(2, 2))
      stand(crowd, finder, turned(3, 2)):pause()
      for i, cell in ipairs { { 2, 2 }, { 3, 2 }, { 2, 2 }, { 2, 4 } } do
        points[2 * i - 1], points[2 * i] = turned(cell[1], cell[2])
      end
      one:follow(tilepath.path(points, "cells"))
      local arrivals = 0
      for _, event in ipairs(stand_in.ticks(crowd, 4)) do
        arrivals = arrivals + (event[2] == "arrived" and 1 or 0)
      end
      assert.are.same({ 1, "arrived" }, { arrivals, one.status })
    end
  end)

  it("refuses a path with more steps than it can store #once", function()
    local grid = tilepath.grid(32767, 1)
    local unit = stand(tilepath.crowd(grid), tilepath.pathfinder(grid), 1, 1)
    local path = {}
    for i = 1, 1200 do
      path[2 * i - 1], path[2 * i] = i % 2 == 0 and 32766.5 or 0.5, 0.5
    end
    assert.matches("^follow: path must have at most",
      mistake(function() unit:follow(path) end))
    assert.are.equal("idle", unit.status)
  end)
end)

describe("crowd:go", function()
  it("gives each unit its own cell where no others rest", function()
    local crowd, finder, grid = field(("..................\n"):rep(12))
    local giants = tilepath.pathfinder(grid, { size = 2 })
    local units = { stand(crowd, giants, 3, 3) }
    for i = 1, 8 do
      units[i + 1] = stand(crowd, finder, 1, i)
    end
    units[10] = units[9]
    stand(crowd, finder, 12, 6):pause()
    assert.are.equal(9, crowd:go_cell(units, 12, 6))
    run(crowd)
    for i = 1, 9 do
      assert.are.equal("arrived", units[i].status)
      assert.is_true(math.abs(units[i].cell_x - 12) <= 3
        and math.abs(units[i].cell_y - 6) <= 3)
    end
    -- The large one has chosen first, beside the place.
    assert.is_true(math.abs(units[1].cell_x - 11.5) <= 1.5)
    assert.are.same({ nil, "empty" }, { crowd:go({}, 1, 1) })
  end)

  it("returns the reason if no unit can go", function()
    local crowd, finder = field("..#..\n..#..")
    local a = { stand(crowd, finder, 1, 1) }
    for _, case in ipairs { { "goal_outside", 9, 1 }, { "goal_blocked", 3, 1 },
      { "unreachable", 5, 1 }, { "goal_outside", 1, 3, { formation = true } } }
    do
      assert.are.same(list(nil, case[1]),
        list(crowd:go_cell(a, case[2], case[3], case[4])))
    end
  end)

  it("gives a formation's places, ahead and aside", function()
    for _, case in ipairs {
      { {}, { { 1, 3 }, { 1, 4 }, { 1, 5 } }, { 9, 4 }, "9,4 8,3 8,5" },
      { {}, { { 4, 1 }, { 5, 1 }, { 6, 1 } }, { 5, 8 }, "5,8 6,7 4,7" },
      { { shape = "hex" }, { { 1, 4 }, { 2, 4 }, { 3, 4 } }, { 9, 4 },
        "9,4 8,4 7,4", { { 0, 0 }, { -1, 0 }, { -2, 0 } } } } do
      local crowd, finder = field(("...........\n"):rep(8), case[1])
      local units, cells, to = {}, {}, case[3]
      for i, cell in ipairs(case[2]) do
        units[i] = stand(crowd, finder, cell[1], cell[2])
      end
      assert.are.equal(3, crowd:go_cell(units, to[1], to[2], { formation =
        case[5] or { { 0, 0 }, { -1, -1 }, { -1, 1 } } }))
      for i, unit in ipairs(units) do
        local x, y = finder:to_cell(unit.goal_x, unit.goal_y)
        cells[i] = x .. "," .. y
      end
      assert.are.equal(case[4], table.concat(cells, " "))
    end
  end)
end)

describe("crowd:update and crowd:tick", function()
  it("take pace ticks a step, straight or diagonal", function()
    local crowd, finder = field(OPEN)
    local a = stand(crowd, finder, 1, 1)
    local b = stand(crowd, finder, 1, 3, { pace = 3 })
    a:go_cell(5, 5)
    b:go_cell(3, 3)
    local seen = {}
    for i = 1, 7 do
      crowd:tick()
      seen[i] = a.cell_x .. "/" .. b.cell_x
    end
    assert.are.equal("2/2 3/2 4/2 5/3 5/3 5/3 5/3", table.concat(seen, " "))
  end)

  it("raise an error when the crowd's time is over, and no unit"
    .. " moves" .. lacks.times, function()
    local crowd, finder, grid = field(OPEN)
    local a = stand(crowd, finder, 1, 1)
    local updates = 0
    while pcall(crowd.update, crowd, 2 ^ 30) do
      updates = updates + 1
      assert.is_true(updates < 3000)
    end
    assert.are.equal(2048, updates)
    a:patrol { { 2.5, 0.5 }, { 0.5, 0.5 } }
    local twin = helper.load_crowd(grid, { state = crowd:save(),
      finders = { finder } })
    for _, one in ipairs { crowd, twin } do
      assert.are.equal("update: the crowd's time is over: 2^41 seconds, or "
        .. "2^61 ticks", mistake(function() one:update(1) end))
      assert.are.equal(1, one:units()[1].cell_x)
    end
  end)
end)

describe("a cell that a unit has not left yet", function()
  it("is that unit's, whatever the follower in it does", function()
    local no = list(nil, "occupied")
    for _, leave in ipairs { function(b) b:set_cell(2, 2) end,
      function(b) b:remove() end } do
      local crowd, finder = field(OPEN)
      local a = stand(crowd, finder, 3, 2, { speed = 1 })
      local b = stand(crowd, finder, 2, 2, { speed = 1 })
      a:go_cell(9, 2)
      b:go_cell(8, 2)
      crowd:update(0.5)
      assert.are.same({ 4, 3, 3, 2 }, { a.cell_x, b.cell_x, a.x, b.x })
      assert.are.same(no, list(b:set_cell(3, 2)))
      assert.are.same(no, list(b:set_position(2.5, 1.5)))
      assert.are.same(no, list(b:set_finder(finder)))
      assert.are.same({ 3, 2, "going" }, { b.cell_x, b.x, b.status })
      leave(b)
      assert.are.equal(a, crowd:at(3, 2))
      assert.are.same(no, list(crowd:add { finder = finder, cell_x = 3,
        cell_y = 2 }))
      crowd:update(0.5)
      assert.is_true(crowd:is_free(3, 2) or crowd:at(3, 2) == b)
    end
  end)
end)

describe("unit.priority", function()
  it("says which unit goes first", function()
    for first = 1, 2 do
      local crowd, finder = field("...\n#.#")
      local units = { stand(crowd, finder, 1, 1), stand(crowd, finder, 2, 2) }
      units[first].priority = 1
      units[1]:go_cell(3, 1)
      units[2]:go_cell(2, 1)
      crowd:tick()
      assert.are.equal(units[first], crowd:at(2, 1))
    end
  end)

  it("is equal: the older order goes first", function()
    local crowd, finder = field("##.##\n##.##\n##.##\n.....\n##.##")
    local a, b = stand(crowd, finder, 1, 4), stand(crowd, finder, 3, 5)
    a:go_cell(5, 4)
    crowd:tick()
    a:go_cell(5, 4)
    b:go_cell(3, 1)
    crowd:tick()
    assert.are.equal(a, crowd:at(3, 4))
  end)
end)

-- A paused unit bars a corridor, or stands in a room.
local REPEATED = {
  ["unit:follow(field)"] = { { "......" }, { 4, 1 }, function(finder, cell)
    local way = finder:field { { cell(6, 1) } }
    return function(unit)
      return unit.status == "arrived" or unit:follow(way)
    end
  end },
  ["unit:patrol_cell"] = { { "......" }, { 4, 1 }, function(_, cell)
    local points = { { cell(6, 1) }, { cell(2, 1) } }
    return function(unit) return unit:patrol_cell(points) end
  end },
  ["unit:patrol_cell with options"] = { { "......", "......", "......" },
    { 4, 1 }, function(_, cell)
    local points, options = { { cell(6, 1) }, { cell(2, 1) }, { cell(5, 3) } },
      { first = 3, rest = 2, settle = 1, avoid_price = 4 }
    return function(unit) return unit:patrol_cell(points, options) end
  end },
  ["unit:patrol"] = { { "......", "......" }, { 4, 2 }, function(finder, cell)
    local x, y = finder:to_world(cell(6, 1))
    local to_x, to_y = finder:to_world(cell(2, 2))
    return function(unit) return unit:patrol { x, y, to_x, to_y } end
  end },
  ["unit:patrol_cell to one point"] = { { "......", "......" }, { 4, 2 },
    function(_, cell)
      local x, y = cell(5, 1)
      return function(unit) return unit:patrol_cell { { x, y } } end
    end },
  ["unit:patrol_cell to areas"] = { { "......", "......", "......" }, { 4, 2 },
    function(_, cell)
      local x, y = cell(2, 3)
      local to_x, to_y = cell(6, 1)
      local points = { { x, y, 1, 1 }, { to_x, to_y, 1, 1 } }
      return function(unit) return unit:patrol_cell(points, { first = 2 }) end
    end },
  ["unit:patrol_cell at random"] = { { "......", "......", "......" }, { 4, 2 },
    function()
      return function(unit)
        return unit:patrol_cell({ { 1, 1, 3, 3 } }, { random = 7, rest = 1 })
      end
    end } }

for name, case in pairs(REPEATED) do
  describe(name .. ", repeated in each tick,", function()
    it("changes nothing", function()
      for turn = 0, 7, 3 do
        local told, blocked = {}, {}
        for i = 1, 3 do
          local grid, cell = boards.drawn(case[1], {}, turn)
          local crowd, finder = tilepath.crowd(grid), tilepath.pathfinder(grid)
          local x, y = cell(1, 1)
          local unit = stand(crowd, finder, x, y)
          stand(crowd, finder, cell(case[2][1], case[2][2])):pause()
          local give, lines = case[3](finder, cell), {}
          assert.is_truthy(give(unit))
          blocked[i] = 0
          for k = 1, 300 do
            if i > 1 then assert.is_truthy(give(unit)) end
            if i > 2 and k % 50 == 17 and not name:find("field") then
              assert.is_true(crowd:load((crowd:save())))
              unit = crowd:units()[1]
            end
            crowd:tick()
            for other, what in crowd:events() do
              lines[#lines + 1] = ("%d %d %s"):format(k, other.id, what)
              blocked[i] = blocked[i] + (what == "blocked" and 1 or 0)
            end
          end
          told[i] = table.concat(lines, "\n") .. stand_in.show(crowd)
        end
        assert.are.equal(told[1], told[2])
        assert.are.equal(told[1], told[3])
        assert.are.equal(case[2][2] == 1 and #case[1] == 1, blocked[2] == 1)
      end
    end)
  end)
end

describe("a patrol", function()
  it("begins anew with other points or options", function()
    for _, case in ipairs {
      { { { 6, 1 }, { 6, 3 } }, nil, { { 6, 1 }, { 1, 3 } } },
      { { { 6, 1 }, { 6, 3 } }, nil, { { 6, 1 }, { 6, 3 }, { 1, 3 } } },
      { { { 6, 1 }, { 6, 3 } }, nil, { { 6, 1 } } },
      { { { 6, 1, 1, 1 }, { 1, 3, 1, 1 } }, nil, { { 6, 1 } } },
      { { { 6, 1 }, { 6, 3 } }, nil, nil, { first = 2 } },
      { { { 6, 1 }, { 6, 3 } }, nil, nil, { rest = 1 } },
      { { { 6, 1 }, { 6, 3 } }, nil, nil, { settle = 2 } },
      { { { 6, 1 }, { 6, 3 } }, nil, nil, { avoid_price = 2 } },
      { { { 5, 1, 2, 1 }, { 5, 3, 2, 1 } }, nil, nil, { first = 2 } },
      { { { 5, 1, 2, 1 }, { 5, 3, 2, 1 } }, nil, nil, { settle = 2 } },
      { { { 5, 1, 2, 1 } }, { random = 7 }, nil, { random = 8 } },
      { { { 5, 1, 2, 1 } }, { random = 7 }, { { 5, 3, 2, 1 } } } } do
      local crowd, finder = field "......\n......\n......"
      local points, query = case[3] or case[1], case[4] or case[2]
      local unit = stand(crowd, finder, 1, 1)
      unit:patrol_cell(case[1], case[2])
      stand_in.ticks(crowd, 3)
      local other, other_finder = field "......\n......\n......"
      local fresh = stand(other, other_finder, unit.cell_x, unit.cell_y)
      unit:patrol_cell(points, query)
      fresh:patrol_cell(points, query)
      for _ = 1, 40 do
        crowd:tick()
        other:tick()
        assert.are.equal(fresh.goal_index, unit.goal_index)
        assert.are.equal(fresh.cell_x, unit.cell_x)
        assert.are.equal(fresh.cell_y, unit.cell_y)
      end
      unit:stop()
      assert.is_true(unit:patrol_cell(points, query))
      stand_in.ticks(crowd, 3)
      assert.are_not.equal("idle", unit.status)
    end
  end)

  it("takes at once a way that an edit opens, if it is repeated", function()
    for turn = 0, 7 do
      local grid, turned = boards.drawn({ "......", ".####.", "...#.." }, {},
        turn)
      local crowd, finder = tilepath.crowd(grid), tilepath.pathfinder(grid)
      local unit = stand(crowd, finder, turned(1, 1))
      stand(crowd, finder, turned(4, 1)):pause()
      local points = { { turned(6, 1) }, { turned(6, 2) } }
      unit:patrol_cell(points)
      repeat crowd:tick() until unit.status == "blocked"
      local x, y = turned(4, 3)
      grid:set(x, y, "open")
      for _ = 1, 20 do
        unit:patrol_cell(points)
        crowd:tick()
      end
      x, y = turned(6, 1)
      local far = math.max(math.abs(unit.cell_x - x), math.abs(unit.cell_y - y))
      assert.is_true(far <= 1, far)
    end
  end)

  it("goes on after its rests, with a small budget", function()
    local crowd, finder = field(("........\n"):rep(6), nil, nil,
      { max_nodes = 8 })
    local reached = {}
    for i = 1, 6 do
      local unit = stand(crowd, finder, 1, i)
      reached[i] = 0
      unit.on_reached = function()
        reached[i] = reached[i] + 1
      end
      unit:patrol_cell({ 1, i, 4, i }, { rest = 2 })
    end
    stand_in.ticks(crowd, 200)
    for i = 1, 6 do
      assert.is_true(reached[i] > 10)
    end
  end)

  it("drops the list of orders if it is repeated", function()
    for _, case in ipairs { { { { 3, 1 }, { 1, 1 } } },
      { { { 3, 1, 2, 1 }, { 1, 1 } } } } do
      local crowd, finder = field "......"
      local unit = stand(crowd, finder, 2, 1)
      unit:patrol_cell(case[1])
      unit:go_cell(6, 1, { queued = true })
      unit:patrol_cell(case[1])
      unit:resume()
      stand_in.ticks(crowd, 40)
      assert.is_true(unit.cell_x < 5)
    end
  end)
end)

describe("unit:follow(field)", function()
  it("ends with its list of orders when the unit gets another size", function()
    local crowd, finder, grid = field "......\n......"
    local unit = stand(crowd, finder, 1, 1)
    unit:follow(finder:field { { 6, 1 } })
    unit:go_cell(1, 1, { queued = true })
    stand_in.ticks(crowd, 2)
    unit:set_finder(tilepath.pathfinder(grid, { size = 2 }))
    stand_in.ticks(crowd, 9)
    assert.are.same({ "idle", false }, { unit.status, unit.moving })
  end)

  it("begins anew at the end of the field, whose goals have changed", function()
    local crowd, finder = field "......"
    local unit, way = stand(crowd, finder, 1, 1), finder:field { { 3, 1 } }
    unit:follow(way)
    stand_in.ticks(crowd, 10)
    way:update { { 6, 1 } }
    unit:follow(way)
    stand_in.ticks(crowd, 10)
    assert.are.equal(6, unit.cell_x)
    unit:follow(finder:field { { 1, 1 } }) -- another field
    stand_in.ticks(crowd, 1)
    unit:follow(way)
    stand_in.ticks(crowd, 10)
    assert.are.equal(6, unit.cell_x)
  end)

  it("goes on in another crowd, once the field has other goals", function()
    for _, case in ipairs { "before the save", "after the load" } do
      for _, follows in ipairs { false, true } do
        local crowd, finder, grid = field ".........\n........."
        local way = finder:field { { 3, 1 } }
        stand(crowd, finder, 1, 1):follow(way)
        stand_in.ticks(crowd, 10)
        local other = tilepath.crowd(grid)
        local its = stand(other, finder, 9, 2)
        if follows then its:follow(way) end
        stand_in.ticks(other, 1)
        if case == "before the save" then way:update { { 6, 1 } } end
        stand_in.ticks(other, 1)
        assert(other:load((crowd:save()), { fields = { way },
          finders = { finder } }))
        stand_in.ticks(other, 1)
        way:update { { 6, 1 } }
        stand_in.ticks(other, 10)
        assert.are.equal(6, other:units()[1].cell_x, case)
      end
    end
  end)
end)
