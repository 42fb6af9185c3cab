--- What a unit says of its way: goal_x, goal_y, goal, remaining and unit:path.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local law = require "spec.support.law"
local throng = require "spec.support.throng"

local list, mistake, near = helper.list, helper.mistake, helper.near

local OPEN = ("..........\n"):rep(6)

local function lawn(text, options)
  local grid = tilepath.grid(text or OPEN, options)
  return tilepath.crowd(grid), tilepath.pathfinder(grid), grid
end

local function stand(crowd, finder, x, y)
  return assert(crowd:add { finder = finder, cell_x = x, cell_y = y,
    speed = 1 })
end

--- goal_x, goal_y, goal, remaining.
local function about(unit)
  return { unit.goal_x or "nil", unit.goal_y or "nil", unit.goal or "nil",
    unit.remaining or "nil" }
end

local function run(crowd)
  for _ = 1, 2000 do
    if crowd:update(0.5) == 0 then
      return
    end
  end
  error("the units do not come to rest")
end

--- The rest of a unit's path in cells, and its cost.
local function path_of(unit)
  local path, cost = unit:path()
  return path and path:to_cells(unit.finder), cost
end

describe("a unit that goes to a cell", function()
  it("has its goal at once, and a path after the next update", function()
    local crowd, finder = lawn(OPEN, { cell_size = 10, base = 0 })
    local a = assert(crowd:add { finder = finder, cell_x = 1, cell_y = 1,
      speed = 10 })
    a:go(58, 37)
    assert.are.same({ 55, 35, "nil", "nil" }, about(a))
    assert.are.same({ nil, "waiting" }, list(path_of(a)))
    crowd:update(0)
    local path, cost = path_of(a)
    assert.are.equal(select(2, finder:find(1, 1, 5, 3)), cost)
    assert.are.equal(5, path:count())
    assert.are.equal("world", (a:path()).units)
    assert.are.equal("15,15", helper.points(a:path()):match("^%S+"))
    assert.are.equal(2 + 2 * 2 ^ 0.5, cost)
    assert.are.equal(cost, path.cost)
    near(20 + 20 * 2 ^ 0.5, a.remaining)
  end)

  it("has a path that begins in its cell, and the rest of its step"
    .. " left", function()
    local crowd, finder = lawn()
    local a = stand(crowd, finder, 1, 1)
    a:go_cell(5, 1)
    crowd:update(0.25)
    assert.are.equal(3.75, a.remaining)
    assert.are.equal("2,1 3,1 4,1 5,1", helper.points(path_of(a)))
    crowd:update(3.25)
    assert.are.equal(0.5, a.remaining)
    assert.are.equal("5,1", helper.points(path_of(a)))
    crowd:update(1)
    assert.are.same({ 4.5, 0.5, "nil", 0 }, about(a))
    assert.are.same({ 5, 1 }, helper.plain(path_of(a)))
    assert.are.equal(0, select(2, path_of(a)))
  end)

  it("keeps its goal and its path while it is paused", function()
    local crowd, finder = lawn()
    local a = stand(crowd, finder, 1, 1)
    a:go_cell(5, 1)
    crowd:update(1)
    a:pause()
    crowd:update(3)
    assert.are.same({ 4.5, 0.5, "nil", 3 }, about(a))
    assert.are.equal("2,1 3,1 4,1 5,1", helper.points(path_of(a)))
  end)

  it("has no path from an edit that blocks the path until the next"
    .. " update", function()
    local crowd, finder, grid = lawn()
    local a = stand(crowd, finder, 1, 1)
    a:go_cell(5, 1)
    crowd:update(1)
    grid:set(4, 1, "wall")
    assert.are.same({ nil, "waiting" }, list(path_of(a)))
    assert.are.same({ 4.5, 0.5 }, { a.goal_x, a.goal_y })
    crowd:update(0)
    assert.are.equal(finder:find(2, 1, 5, 1), (path_of(a)))
    grid:set(9, 6, "wall")
    assert.are.equal(finder:find(2, 1, 5, 1), (path_of(a)))
  end)

  it("has no path if a wall blocks its cell and the next cell", function()
    local crowd, _, grid = lawn((("."):rep(9) .. "\n"):rep(7))
    local large = tilepath.pathfinder(grid, { size = 2, diagonal = "never" })
    local unit = stand(crowd, large, 2, 6)
    unit:go_cell(8, 5)
    crowd:tick()
    local x, y = unit.cell_x, unit.cell_y
    assert.are.equal(("%d,%d %d,%d"):format(x, y, x + 1, y),
      helper.points(path_of(unit)):sub(1, 7))
    grid:set(x + 1, y + 1, "wall")
    assert.are.same({ nil, "waiting" }, list(path_of(unit)))
  end)

  it("pays nothing for its own cell, even in a new wall", function()
    local crowd, finder, grid = lawn()
    local unit = stand(crowd, finder, 2, 2)
    unit:go_cell(2, 2)
    unit:pause()
    crowd:update(0.5)
    grid:set(2, 2, "wall")
    crowd:update(0.5)
    local path, cost = path_of(unit)
    assert.are.same({ 2, 2 }, { path[1], path[2] })
    assert.are.same({ 2, 0 }, { #path, cost })
  end)

  it("has a path that begins with the blocked cell it leaves", function()
    local crowd, finder, grid = lawn()
    local a = stand(crowd, finder, 1, 1)
    grid:set(1, 1, "wall")
    a:go_cell(5, 1)
    crowd:update(0)
    local path, cost = finder:find(1, 1, 5, 1, { escape = true })
    local own, its = path_of(a)
    assert.are.equal(path, own)
    assert.are.same({ cost, path.escape }, { its, own.escape })
    assert.are.equal(1, own.escape)
  end)

  it("takes links, which add nothing to the distance left", function()
    local crowd, finder, grid = lawn("....#....\n....#....")
    local link = grid:link(3, 1, 7, 2, { price = 5 })
    local a = stand(crowd, finder, 1, 1)
    a:go_cell(9, 2)
    crowd:update(0)
    local path, cost = path_of(a)
    assert.are.equal("1,1 2,1 3,1 7,2 8,2 9,2", helper.points(path))
    assert.are.same({ { 3 }, 9 }, { path.links, cost })
    assert.are.equal(4, a.remaining)
    crowd:update(3)
    assert.are.same({ 7, 2, 2 }, { a.cell_x, a.cell_y, a.remaining })
    assert.are.equal("7,2 8,2 9,2", helper.points(path_of(a)))
    assert.is_nil(path_of(a).links)
    assert.is_truthy(link)
  end)

  it("has a path back after other units pushed it off its path", function()
    local crowd, finder = lawn("............\n............\n#####.######")
    local a = stand(crowd, finder, 1, 2)
    for x = 4, 6 do
      stand(crowd, finder, x, 2):pause()
    end
    a:go_cell(12, 2)
    local is_off = false
    repeat
      local under_way = crowd:update(0.25)
      local path = assert(path_of(a))
      helper.check_steps(finder, path, path.cost)
      assert.are.same({ a.cell_x, a.cell_y }, { path[1], path[2] })
      assert.are.same({ 12, 2 }, { path[#path - 1], path[#path] })
      is_off = is_off or a.cell_y == 1
    until under_way == 0
    assert.is_true(is_off)
  end)

  it("fills a table that the game passes", function()
    local crowd, finder = lawn()
    local a = stand(crowd, finder, 1, 1)
    local into = tilepath.path { 7, 7, 8, 8, 9, 9, 9, 8, 9, 7, 9, 6 }
    into.goal, into.partial, into.links = 3, true, { 1 }
    a:go_cell(4, 1)
    crowd:update(0)
    assert.is_true(rawequal(into, (a:path(into))))
    assert.are.equal("0.5,0.5 1.5,0.5 2.5,0.5 3.5,0.5", helper.points(into))
    assert.are.same({ nil, nil, nil, 3 },
      { into.goal, into.partial, into.links, into.cost })
    assert.are.equal("path: into must be a table, got 3",
      mistake(function() a:path(3) end))
  end)
end)

describe("a unit without orders", function()
  it("has no goal, no path and no distance left", function()
    local crowd, finder = lawn()
    local a = stand(crowd, finder, 2, 2)
    assert.are.same({ "nil", "nil", "nil", 0 }, about(a))
    assert.are.same({ nil, "idle" }, list(path_of(a)))
    a:go_cell(6, 2)
    crowd:update(1)
    a:stop()
    assert.are.same({ "nil", "nil", "nil", 0 }, about(a))
    assert.are.same({ nil, "idle" }, list(path_of(a)))
  end)

  it("that was removed has none either", function()
    local crowd, finder = lawn()
    local a = stand(crowd, finder, 2, 2)
    a:go_cell(6, 2)
    crowd:update(1)
    a:remove()
    assert.are.same({ "nil", "nil", "nil", "nil" }, about(a))
    assert.are.equal("path: the unit was removed from its crowd",
      mistake(function() a:path() end))
  end)
end)

describe("a unit with several possible goals", function()
  it("has its goal as soon as it has a path", function()
    local crowd, finder, grid = lawn()
    grid:set(8, 1, "wall")
    local a = stand(crowd, finder, 1, 1)
    a:go_cell(8, 1, { adjacent = true })
    assert.are.same({ "nil", "nil", "nil", "nil" }, about(a))
    crowd:update(0)
    assert.are.same({ 6.5, 0.5, "nil", 6 }, about(a))
    assert.is_nil(path_of(a).goal)
    run(crowd)
    assert.are.same({ 6.5, 0.5, "nil", 0 }, about(a))
  end)

  it("has the index of the goal in a list", function()
    local crowd, finder = lawn()
    local a = stand(crowd, finder, 1, 1)
    a:go_cell({ { 10, 6 }, { 4, 1 }, { 6, 1 } })
    assert.are.same({ "nil", "nil", "nil", "nil" }, about(a))
    crowd:update(0)
    assert.are.same({ 3.5, 0.5, 2, 3 }, about(a))
    assert.are.equal(2, path_of(a).goal)
    run(crowd)
    assert.are.same({ 3.5, 0.5, 2, 0 }, about(a))
    a:go_cell(6, 1)
    assert.are.same({ 5.5, 0.5, "nil", "nil" }, about(a))
  end)

  it("has the index if it stands at the goal already", function()
    local crowd, finder = lawn()
    local a = stand(crowd, finder, 4, 1)
    a:go_cell({ { 10, 6 }, { 4, 1 }, { 6, 1 } })
    crowd:update(0)
    assert.are.same({ 3.5, 0.5, 2, 0 }, about(a))
    assert.are.equal(2, path_of(a).goal)
  end)

  it("has the index if other units take the first cells of that"
    .. " goal", function()
    local crowd, finder, grid = lawn()
    grid:fill(5, 3, 2, 1, "wall")
    local goals = { { 9.5, 5.5 }, { 4.5, 2.5, 2, 1 } }
    local cells = {}
    for x = 1, 4 do
      local unit = stand(crowd, finder, x, 1)
      unit:go(goals, { adjacent = true })
      crowd:update(0)
      assert.are.equal(2, unit.goal)
      cells[unit.goal_x .. " " .. unit.goal_y] = true
    end
    local count = 0
    for _ in pairs(cells) do
      count = count + 1
    end
    assert.are.equal(4, count)
  end)

  it("has a partial path if the path ends short of the goal", function()
    local crowd, finder, grid = lawn()
    grid:fill(6, 1, 1, 6, "wall")
    local a = stand(crowd, finder, 1, 1)
    a:go_cell(9, 1, { partial = true })
    crowd:update(0)
    assert.are.same({ 4.5, 0.5, "nil", 4 }, about(a))
    assert.is_true(path_of(a).partial)
  end)
end)

describe("a unit that patrols", function()
  it("has the next point for its goal and an endless distance left", function()
    local crowd, finder = lawn()
    local a = stand(crowd, finder, 1, 1)
    a:patrol { 3.5, 0.5, 3.5, 2.5 }
    assert.are.same({ 3.5, 0.5, 1, math.huge }, about(a))
    crowd:update(0)
    assert.are.equal("1,1 2,1 3,1 4,1", helper.points(path_of(a)))
    assert.are.equal(1, path_of(a).goal)
    crowd:update(3.5)
    assert.are.same({ 3.5, 2.5, 2, math.huge }, about(a))
  end)
end)

describe("a unit that follows", function()
  it("a field has the field's path, and no goal", function()
    local crowd, finder, grid = lawn()
    local a = stand(crowd, finder, 1, 1)
    local field = finder:field { { 5, 1 } }
    a:follow(field)
    crowd:update(0.5)
    assert.are.same({ "nil", "nil", "nil", "nil" }, about(a))
    assert.are.equal("2,1 3,1 4,1 5,1", helper.points(path_of(a)))
    assert.are.equal(3, path_of(a).cost)
    grid:set(4, 1, "wall")
    assert.are.equal("2,1 3,1", helper.points(path_of(a)))
    field:update()
    assert.are.equal("2,1 3,2 4,2 5,2 5,1",
      helper.points(path_of(a)))
  end)

  it("a field on hexagons has the field's path", function()
    local grid = tilepath.grid(11, 12, { shape = "hex" })
    local crowd, finder = tilepath.crowd(grid), tilepath.pathfinder(grid)
    local a = stand(crowd, finder, 1, 1)
    a:follow(finder:field { { 6, 6 } })
    crowd:update(0)
    local path, cost = a:path()
    assert.are.same({ 9, 8 }, { path:count(), cost })
    assert.are.same({ grid:to_world(6, 6) }, { path[17], path[18] })
  end)

  it("a path has the path's end for its goal", function()
    local crowd, finder = lawn()
    local a = stand(crowd, finder, 1, 1)
    a:follow { 0.5, 0.5, 0.5, 2.5, 2.5, 0.5 }
    assert.are.same({ 2.5, 0.5, "nil", 2 + 2 * 2 ^ 0.5 }, about(a))
    assert.are.equal("1,1 1,2 1,3 2,2 3,1", helper.points(path_of(a)))
  end)

  it("a path that crosses itself walks all of the path", function()
    local crowd, finder = lawn()
    local a = stand(crowd, finder, 1, 2)
    a:follow { 0.5, 1.5, 3.5, 1.5, 3.5, 3.5, 1.5, 3.5, 1.5, 0.5 }
    local cells = { [0] = 13 }
    for i = 0, 10 do
      local path = path_of(a)
      cells[i] = path:count()
      assert.are.equal(cells[0] - i, cells[i])
      assert.are.equal(cells[i] - 1, a.remaining)
      crowd:update(1)
    end
  end)
end)

describe("a unit of a group", function()
  it("has a goal of its own, and follows a field until it is near", function()
    local crowd, finder = lawn(("."):rep(40))
    local a, b = stand(crowd, finder, 1, 1), stand(crowd, finder, 2, 1)
    crowd:go_cell({ a, b }, 36, 1)
    local goals = { a.goal_x, b.goal_x }
    table.sort(goals)
    assert.are.same({ 34.5, 35.5 }, goals)
    crowd:update(0.5)
    assert.are.equal("36,1", helper.points(path_of(b)):match("%S+$"))
    assert.is_nil(b.remaining)
    crowd:update(30)
    assert.are.equal(b.goal_x + 0.5, path_of(b)[#path_of(b) - 1])
  end)
end)

describe("a state", function()
  it("keeps which goal of a list a unit has", function()
    local crowd, finder = lawn()
    local a, b = stand(crowd, finder, 1, 1), stand(crowd, finder, 4, 6)
    local goals = { { 9.5, 5.5 }, { 3.5, 0.5 }, { 3.5, 5.5 } }
    a:go(goals)
    b:go(goals)
    crowd:update(1)
    local other = helper.load_crowd(crowd.grid, { state = crowd:state(),
      finders = { finder, finder } })
    local c, d = other:at(2, 1), other:at(4, 6)
    assert.are.same({ "nil", "nil", "nil", "nil" }, about(c))
    assert.are.same({ 3.5, 5.5, 3, 0 }, about(d))
    other:update(0)
    assert.are.same(about(a), about(c))
    assert.are.same({ 3.5, 0.5, 2, 2 }, about(c))
  end)

  it("does not change by queries", function()
    local crowd, finder = lawn()
    local a = stand(crowd, finder, 1, 1)
    a:follow { 0.5, 0.5, 0.5, 3.5, 5.5, 3.5 }
    crowd:update(2.5)
    local before = crowd:state()
    assert.are.equal(1 / 2 + 5, a.remaining)
    assert.are.equal(6, path_of(a):count())
    assert.are.same(before, crowd:state())
  end)

  it("that names a missing goal is damaged", function()
    local crowd, finder = lawn()
    stand(crowd, finder, 4, 1):go_cell { { 10, 6 }, { 4, 1 } }
    crowd:update(0)
    local state = crowd:state()
    local record, changes = helper.values_of("crowd", state).unit1
      :gsub("G2", "G3")
    assert.are.equal(1, changes)
    assert.are.same({ nil, "damaged" },
      { crowd:restore(helper.forged("crowd", state, "unit1", record)) })
  end)
end)

describe("unit.under_way", function()
  it("is true for the units that crowd:update counts", function()
    local crowd, finder = lawn("......\n#####.")
    local a, b = stand(crowd, finder, 1, 1), stand(crowd, finder, 3, 1)
    local seen = {}
    local function look(n)
      assert.are.equal(n, (a.under_way and 1 or 0) + (b.under_way and 1 or 0))
      seen[a.status .. " " .. tostring(a.under_way)] = true
    end
    look(0)
    a:go_cell(6, 1)
    look(1)
    b:pause()
    for _ = 1, 400 do look(crowd:update(0.5)) end
    b:remove()
    a:go_cell(5, 1)
    crowd:update(0.1)
    a:pause()
    for _ = 1, 8 do look(crowd:update(0.3)) end
    a:resume()
    for _ = 1, 20 do look(crowd:update(0.3)) end
    assert.are.same({ ["idle false"] = true, ["waiting true"] = true,
      ["going true"] = true, ["blocked false"] = true, ["paused true"] = true,
      ["paused false"] = true, ["arrived false"] = true }, seen)
    a:remove()
    assert.is_false(a.under_way)
  end)
end)

--- The length of a path, and the straight distance to its end.
local function lengths(path)
  local n = #path
  return path:length(),
    ((path[n - 1] - path[1]) ^ 2 + (path[n] - path[2]) ^ 2) ^ 0.5
end

--- unit.remaining without the rest of the current step.
local function left_of(unit, path)
  local step = ((path[1] - unit.x) ^ 2 + (path[2] - unit.y) ^ 2) ^ 0.5
  return math.max(0, unit.remaining - step)
end

--- Checks that path, goal and remaining of each unit agree, except along a
-- field. Remaining may differ for units that were pushed off their path; `seen`
-- counts that. No unit is placed off the middle of its cells.
local function check_all(crowd, seen)
  for _, unit in ipairs(crowd:units()) do
    local path, cost = unit:path()
    if path and unit.remaining then
      local finder = unit.finder
      assert.are.same({ finder:to_world(unit.cell_x, unit.cell_y) },
        { path[1], path[2] })
      assert.are.same({ unit.goal_x, unit.goal_y },
        { path[#path - 1], path[#path] })
      -- A unit may stand at its goal in a new wall.
      assert.is_true(#path == 2 or (path:to_cells(finder):is_valid(finder)))
      assert.are.equal(cost, path.cost)
      if unit.remaining ~= math.huge then
        local way, crow = lengths(path)
        local left = left_of(unit, path)
        assert.is_true(left > crow - 1e-6)
        seen.ways = seen.ways + 1
        seen.equal = seen.equal + (math.abs(way - left) < 1e-6 and 1 or 0)
      end
    end
  end
end

describe("units among others", function()
  local seen = { ways = 0, equal = 0 }

  law(it, "have legal paths, and a query for a path changes nothing",
    { runs = 20, noun = "crowd", draw = function(random)
      return throng.draw(random, { is_priced = random.chance(50),
        without = { shift = true } })
    end, write = throng.write, read = throng.read, smaller = throng.smaller },
    function(scenario)
      local asked, other = throng.play(scenario), throng.play(scenario)
      for _ = 1, throng.looks(scenario) do
        asked:next()
        check_all(asked.crowd, seen)
        other:next()
        throng.compare(other, asked)
      end
    end)

  it("have as much left as their paths are long, unless pushed off", function()
    assert.is_true(seen.equal >= 0.85 * seen.ways)
  end)
end)
