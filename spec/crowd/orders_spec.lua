--- The orders of units: what each call returns, and what the unit does then.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local lacks = require "spec.support.lacks"
local stand_in = require "spec.support.stand"

local list, mistake = helper.list, helper.mistake
local field, stand, events = stand_in.field, stand_in.unit, stand_in.events
local unpack = rawget(table, "unpack") or rawget(_G, "unpack")

--- The error that a call raises at its own line.
local function mistake_of(f, ...)
  local arguments, n = { ... }, select("#", ...)
  return mistake(function()
    f(unpack(arguments, 1, n))
  end)
end

local OPEN = ("..........\n"):rep(6)

--- Plays until no unit is under way. @return the events of that time
local function run(crowd, dt)
  local told = {}
  for _ = 1, 2000 do
    local under_way = crowd:update(dt)
    events(crowd, told)
    if under_way == 0 then
      return told
    end
  end
  error("the units do not come to rest")
end

describe("unit:go", function()
  it("walks at the unit's speed, a diagonal root 2 as long", function()
    local crowd, finder = field(OPEN)
    local a = stand(crowd, finder, 1, 1, { speed = 2 })
    assert.is_true(a:go_cell(4, 1))
    assert.are.equal("waiting", a.status)
    crowd:update(0.25)
    assert.are.equal("going", a.status)
    assert.are.same({ 1, 2 }, { math.floor(a.x * 2 + 0.5) / 2, a.cell_x })
    crowd:update(1.25)
    assert.are.same({ 3.5, 0.5, "arrived" }, { a.x, a.y, a.status })
    a:go_cell(6, 3)
    crowd:update(math.sqrt(2) - 0.01)
    assert.are.equal("going", a.status)
    assert.are.equal(math.pi / 4, a.angle)
    crowd:update(0.02)
    assert.are.same({ 5.5, 2.5, "arrived" }, { a.x, a.y, a.status })
  end)

  it("reports the arrival once", function()
    local crowd, finder = field(OPEN)
    local a = stand(crowd, finder, 1, 1)
    a:go_cell(9, 5)
    assert.are.same({ { a, "arrived" } }, run(crowd, 0.1))
    crowd:update(3)
    assert.are.same({}, events(crowd))
  end)

  it("returns find_world's reasons, and keeps the old order", function()
    local crowd, finder = field("...#.\n...#.")
    local a = stand(crowd, finder, 1, 1)
    assert.is_true(a:go_cell(3, 2))
    assert.are.same(list(nil, "goal_outside"), list(a:go(-3, 1)))
    assert.are.same(list(nil, "goal_blocked"), list(a:go_cell(4, 1)))
    assert.are.same(list(nil, "unreachable"), list(a:go_cell(5, 1)))
    run(crowd, 0.1)
    assert.are.same({ 3, 2 }, { a.cell_x, a.cell_y })
    assert.is_true(a:go_cell(5, 1, { partial = true }))
    run(crowd, 0.1)
    assert.are.same({ 3, 1 }, { a.cell_x, a.cell_y })
  end)

  it("goes to the cheapest goal, in range of a goal, or beside it", function()
    local crowd, finder = field(OPEN)
    local a = stand(crowd, finder, 1, 1)
    assert.is_true(a:go_cell { { 9, 5 }, { 4, 1 } })
    run(crowd, 0.1)
    assert.are.same({ 4, 1 }, { a.cell_x, a.cell_y })
    assert.is_true(a:go_cell(9, 1, { within = 2 }))
    run(crowd, 0.1)
    assert.are.same({ 7, 1 }, { a.cell_x, a.cell_y })
    assert.is_true(a:go_cell(10, 1, { adjacent = true }))
    run(crowd, 0.1)
    assert.are.same({ 9, 1 }, { a.cell_x, a.cell_y })
  end)

  it("pushes idle units aside", function()
    local crowd, finder = field("........\n........")
    local a, b = stand(crowd, finder, 1, 1), stand(crowd, finder, 4, 1)
    stand(crowd, finder, 4, 2):pause()
    a:go_cell(8, 1)
    local pushed = run(crowd, 0.05)[1]
    crowd:update(20)
    assert.are.equal(8, a.cell_x)
    assert.are.same({ 4, 1, "idle" }, { b.cell_x, b.cell_y, b.status })
    assert.are.same({ b, "pushed", a }, pushed)
  end)

  it("cannot pass a paused unit, and reports that", function()
    local crowd, finder = field(".....")
    local a, b = stand(crowd, finder, 1, 1), stand(crowd, finder, 3, 1)
    b:pause()
    a:go_cell(5, 1)
    local told, words = run(crowd, 0.1), {}
    assert.are.same({ "blocked", "stuck", "paused" },
      { a.status, a.reason, b.status })
    for _, event in ipairs(told) do
      words[event[2]] = event[3] or true
    end
    assert.are.same({ bumped = b, blocked = true }, words)
    assert.are.equal(1, crowd.info.stuck)
    b:remove()
    local last = run(crowd, 0.5)
    assert.are.equal("arrived", a.status)
    assert.are.same({ "freed", "arrived" },
      { last[#last - 1][2], last[#last][2] })
  end)
end)

describe("unit:stop, unit:pause", function()
  it("end after the current step", function()
    local crowd, finder = field(OPEN)
    local a = stand(crowd, finder, 1, 1, { speed = 1 })
    a:go_cell(9, 1)
    crowd:update(1.5)
    a:stop()
    assert.are.equal("idle", a.status)
    crowd:update(9)
    assert.are.same({ 2.5, 0.5, 3 }, { a.x, a.y, a.cell_x })
    a:go_cell(9, 1)
    crowd:update(1.5)
    a:pause()
    crowd:update(9)
    assert.are.same({ 4.5, "paused" }, { a.x, a.status })
    a:resume()
    run(crowd, 0.5)
    assert.are.equal(9, a.cell_x)
  end)
end)

describe("unit:go_cell", function()
  it("goes to a cell, with its top left one if it is large", function()
    for size = 1, 3 do
      local grid = tilepath.grid(9, 7, { cell_size = 10, base = { -2, 4 } })
      local finder = tilepath.pathfinder(grid, { size = size })
      local crowd = tilepath.crowd(grid)
      local a = stand(crowd, finder, -2, 4)
      assert.is_true(a:go_cell(4, 6))
      assert.are.same({ finder:to_world(4, 6) }, { a.goal_x, a.goal_y })
      for _ = 1, 9 do crowd:tick() end
      assert.are.same({ 4, 6, "arrived" }, { a.cell_x, a.cell_y, a.status })
    end
  end)

  it("goes to the cheapest goal of a list in cells", function()
    local crowd, finder, grid = field(OPEN, { cell_size = 10 })
    local wide = tilepath.pathfinder(grid, { size = 2 })
    local a, ogre = stand(crowd, finder, 1, 1), stand(crowd, wide, 5, 3)
    assert.is_true(a:go_cell({ { 9, 6 }, { 3, 3 } }))
    run(crowd, 0.1)
    assert.are.same({ 3, 3, 2 }, { a.cell_x, a.cell_y, a.goal })
    assert.is_true(a:go_cell(ogre:cells(), { adjacent = true }))
    run(crowd, 0.1)
    assert.are.same({ 4, 3 }, { a.cell_x, a.cell_y })
    a:remove()
    assert.is_true(ogre:go_cell(1, 1, { within = 2 }))
    run(crowd, 0.1)
    assert.are.same({ 3, 1 }, { ogre.cell_x, ogre.cell_y })
  end)

  it("returns reasons as unit:go does", function()
    local crowd, finder = field("...#.\n...#.")
    local a = stand(crowd, finder, 1, 1)
    assert.are.same(list(nil, "goal_outside"), list(a:go_cell(-3, 1)))
    assert.are.same(list(nil, "goal_blocked"), list(a:go_cell(4, 1)))
    assert.are.same(list(nil, "unreachable"), list(a:go_cell { { 5, 1 } }))
  end)

  it("raises errors in its own name", function()
    local crowd, finder = field(OPEN)
    local a = stand(crowd, finder, 1, 1)
    assert.matches("^go_cell: x must be a whole number",
      mistake_of(a.go_cell, a, 1.5, 1))
    assert.matches("^go_cell: goals%[1%]",
      mistake_of(a.go_cell, a, { { 0.5, 1 } }))
    assert.matches("^go_cell: unknown option 'partail'",
      mistake_of(a.go_cell, a, 1, 1, { partail = true }))
    assert.matches("^go_cell: units%[1%] must be a unit",
      mistake_of(crowd.go_cell, crowd, { 1 }, 1, 1))
    for _, formation in ipairs { 1, { 1 } } do
      assert.matches("^go_cell: formation", mistake_of(crowd.go_cell, crowd,
        { a }, 1, 1, { formation = formation }))
    end
    assert.matches("^go_cell: y must be a whole number",
      mistake_of(crowd.go_cell, crowd, { a }, 1, 0.5, { formation = true }))
  end)
end)

describe("unit:patrol", function()
  it("walks in rounds, and reports each point", function()
    local crowd, finder = field(OPEN)
    local a = stand(crowd, finder, 1, 1)
    assert.is_true(a:patrol { { 0.5, 0.5 }, { 4.5, 0.5 }, { 4.5, 3.5 } })
    local places = {}
    for _ = 1, 60 do
      crowd:update(0.125)
      for unit, what, point in crowd:events() do
        places[#places + 1] = ("%s %d %s %s"):format(what, point,
          tostring(unit.x > 2.5), tostring(unit.y > 2))
      end
    end
    assert.are.same({ "reached 1 false false", "reached 2 true false",
      "reached 3 true true", "reached 1 false false" },
      { places[1], places[2], places[3], places[4] })
  end)

  for _, way in ipairs { "update", "tick" } do
    it("reports one point a step if all points are near enough: " .. way,
      function()
        local crowd, finder = field(OPEN)
        local a = stand(crowd, finder, 1, 1)
        assert.is_true(a:patrol({ { 6.5, 0.5 }, { 4.5, 3.5 }, { 8.5, 1.5 } },
          { settle = 20 }))
        local told = 0
        for _ = 1, 40 do
          crowd[way](crowd, way == "update" and 0.05 or nil)
          for _, what, point in crowd:events() do
            assert.are.same({ "reached", told % 3 + 1 }, { what, point })
            told = told + 1
          end
        end
        local steps = way == "tick" and 40 or 40 * 0.05 * a.speed
        assert.is_true(told >= steps - 1 and told <= steps + 2, told)
        assert.are.same({ 1, 1 }, { a.cell_x, a.cell_y })
      end)
  end

  it("reports points that are near enough one after the other", function()
    local crowd, finder = field(OPEN)
    local a = stand(crowd, finder, 1, 1)
    assert.is_true(a:patrol({ { 4.5, 0.5 }, { 4.5, 1.5 }, { 0.5, 0.5 } },
      { settle = 1 }))
    local told = {}
    for i = 1, 6 do
      crowd:tick()
      for _ in crowd:events() do
        told[#told + 1] = i .. ": " .. a.cell_x
      end
    end
    assert.are.same({ "3: 4", "3: 4", "6: 2" }, told)
  end)

  it("takes flat tables, paths and a single point", function()
    local crowd, finder = field(OPEN)
    local a = stand(crowd, finder, 1, 1)
    assert.is_true(a:patrol { 0.5, 0.5, 3.5, 0.5 })
    assert.is_true(a:patrol((finder:find(1, 1, 3, 1))))
    assert.is_true(a:patrol { { x = 3.5, y = 2.5 } })
    assert.are.equal(1, #run(crowd, 0.25))
    assert.are.same({ 4, 3, "arrived" }, { a.cell_x, a.cell_y, a.status })
    assert.are.same(list(nil, "goal_outside"), list(a:patrol { 50, 50 }))
  end)
end)

--- The cells of a unit that follows a path, which are a text as the path is.
local function walk_along(crowd, unit, way)
  local points, cells = {}, { unit.cell_x .. "," .. unit.cell_y }
  for number in way:gmatch("%d+") do
    points[#points + 1] = tonumber(number)
  end
  assert.is_true(unit:follow(tilepath.path(points)))
  for _ = 1, 30 do
    crowd:tick()
    local cell = unit.cell_x .. "," .. unit.cell_y
    if cell ~= cells[#cells] then cells[#cells + 1] = cell end
  end
  assert.are.equal("arrived", unit.status)
  return table.concat(cells, " ")
end

describe("unit:follow", function()
  it("follows a field made before the grid was resized"
    .. lacks.resize, function()
    local crowd, finder = field(OPEN)
    local way, other = finder:field { { 1, 1 } }, finder:field { { 1, 1 } }
    local unit = stand(crowd, finder, 3, 3)
    crowd.grid:resize { bottom = -2 }
    assert.is_true(unit:follow(way))
    assert.is_true(crowd:restore(crowd:state(), { fields = { other } }))
    run(crowd, 0.5)
    assert.are.same({ 1, 1 }, { unit.cell_x, unit.cell_y })
  end)

  it("shares a field with other units", function()
    local crowd, finder = field(OPEN)
    local shared = finder:field { { 9, 2 }, { 9, 5 } }
    local a, b = stand(crowd, finder, 1, 2), stand(crowd, finder, 1, 5)
    assert.is_true(a:follow(shared))
    assert.is_true(b:follow(shared))
    run(crowd, 0.1)
    assert.are.same({ 9, 2, 9, 5 }, { a.cell_x, a.cell_y, b.cell_x, b.cell_y })
  end)

  it("refuses a field that does not lead on", function()
    local crowd, finder = field("..#..\n..#..")
    local a = stand(crowd, finder, 1, 1)
    assert.are.same(list(nil, "unreachable"),
      list(a:follow(finder:field { { 5, 1 } })))
  end)

  it("walks along a path to its end", function()
    local crowd, finder = field(OPEN)
    local a = stand(crowd, finder, 1, 1)
    assert.is_true(a:follow { 0.5, 0.5, 0.5, 4.5, 6.5, 4.5 })
    local lowest = 1
    repeat
      local under_way = crowd:update(0.1)
      if a.cell_x == 1 then lowest = a.cell_y end
    until under_way == 0
    assert.are.same({ 7, 5 }, { a.cell_x, a.cell_y })
    assert.are.equal(5, lowest)
  end)

  it("walks a path that comes back to its end, or to its start", function()
    for _, way in ipairs { "2,2 3,2 4,2 4,3 4,4 3,4 2,4 2,3 2,2",
      "2,2 3,2 4,2 4,3 3,3 3,2 3,1 2,1 3,2", "2,2 3,2 2,2 3,2 2,2" } do
      local crowd, finder = field(OPEN)
      assert.are.equal(way, walk_along(crowd, stand(crowd, finder, 2, 2), way))
    end
  end)

  it("goes round another unit on its path, and on along the path", function()
    local crowd, finder = field(OPEN)
    local a, b = stand(crowd, finder, 2, 2), stand(crowd, finder, 3, 2)
    b:pause()
    assert.matches("^2,2 3,[13] .*4,3 4,4 3,4 2,4 2,3 2,2$",
      walk_along(crowd, a, "2,2 3,2 4,2 4,3 4,4 3,4 2,4 2,3 2,2"))
  end)

  it("goes round a wall that is newer than the path", function()
    local crowd, finder, grid = field(OPEN)
    local a = stand(crowd, finder, 1, 1)
    local path = finder:find(1, 1, 10, 1)
    grid:set(5, 1, "wall")
    assert.is_true(a:follow(path))
    local told = {}
    for _ = 1, 12 do
      crowd:tick()
      for _, event in ipairs(events(crowd)) do
        told[#told + 1] = event[2]
      end
    end
    assert.are.same({ "arrived" }, told)
    assert.are.same({ 10, 1 }, { a.cell_x, a.cell_y })
  end)
end)

describe("crowd:go", function()
  it("gives each unit its own cell near the goal", function()
    local crowd, finder, grid = field(("..................\n"):rep(12))
    local giants = tilepath.pathfinder(grid, { size = 2 })
    local units = {}
    for i = 1, 11 do
      units[i] = stand(crowd, finder, 1, i)
    end
    units[12] = stand(crowd, giants, 3, 3)
    assert.are.equal(12, crowd:go_cell(units, 12, 6))
    run(crowd, 0.1)
    for _, unit in ipairs(units) do
      assert.are.equal("arrived", unit.status)
      assert.is_true(math.abs(unit.cell_x - 12) <= 4
        and math.abs(unit.cell_y - 6) <= 4)
    end
  end)

  it("returns the reason if no unit can go", function()
    local crowd, finder = field("..#..\n..#..")
    local a = stand(crowd, finder, 1, 1)
    assert.are.same(list(nil, "goal_outside"), list(crowd:go({ a }, -1, 0)))
    assert.are.same(list(nil, "goal_blocked"), list(crowd:go_cell({ a }, 3, 1)))
    assert.are.same(list(nil, "unreachable"), list(crowd:go_cell({ a }, 5, 1)))
    assert.are.same(list(nil, "goal_outside"),
      list(crowd:go_cell({ a }, 1, 3, { formation = true })))
    assert.are.equal(0, crowd:go({}, 1, 1))
  end)
end)

describe("crowd:update and crowd:tick", function()
  it("take pace beats a step, straight or diagonal", function()
    local crowd, finder = field(OPEN)
    local a = stand(crowd, finder, 1, 1)
    local b = stand(crowd, finder, 1, 3, { pace = 3 })
    a:go_cell(5, 5)
    b:go_cell(3, 3)
    local seen = {}
    for i = 1, 8 do
      crowd:tick()
      seen[i] = a.cell_x .. "/" .. b.cell_x
    end
    assert.are.same({ 5, 3 }, { a.cell_x, b.cell_x }, table.concat(seen, " "))
    assert.are.equal("5/2", seen[4]:gsub("/3", "/2"))
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
    local message = "update: the crowd's time is over: 2^41 seconds, or 2^61 "
      .. "beats"
    assert.are.equal(message, mistake_of(crowd.update, crowd, 1))
    local twin = helper.load_crowd(grid, { state = crowd:state(),
      finders = { finder } })
    assert.are.equal(message, mistake_of(twin.update, twin, 1))
    assert.are.equal(1, twin:units()[1].cell_x)
  end)

  it("are the same however time is cut, bit for bit", function()
    local function walk(cuts)
      local crowd, finder = field(("....................\n"):rep(10))
      local units = {}
      for i = 1, 10 do
        units[i] = stand(crowd, finder, 1, i, { speed = 3 + i / 7 })
        units[10 + i] = stand(crowd, finder, 20, i, { speed = 4 - i / 9 })
      end
      for i = 1, 10 do
        units[i]:go_cell(20, 11 - i)
        units[10 + i]:go_cell(1, 11 - i)
      end
      local words = {}
      for _ = 1, 90 do
        for _ = 1, cuts do
          crowd:update(1 / 8 / cuts)
        end
        for _, unit in ipairs(units) do
          words[#words + 1] = ("%.17g %.17g %s"):format(unit.x, unit.y,
            unit.status)
        end
      end
      for _, event in ipairs(events(crowd)) do
        words[#words + 1] = event[2]
      end
      return table.concat(words, "\n")
    end
    local whole = walk(1)
    assert.are.equal(whole, walk(2))
    assert.are.equal(whole, walk(16))
  end)

  it("find another path when a door shuts", function()
    local crowd, finder, grid = field("...#...\n.......\n...#...\n.......")
    local a = stand(crowd, finder, 1, 2)
    a:go_cell(7, 2)
    crowd:update(0.3)
    grid:set(4, 2, "wall")
    run(crowd, 0.1)
    assert.are.same({ 7, 2 }, { a.cell_x, a.cell_y })
    grid:set(4, 4, "wall")
    assert.are.same(list(nil, "unreachable"), list(a:go_cell(1, 1)))
  end)
end)

describe("unit:set_cell", function()
  it("is refused in a cell that another unit has not left yet", function()
    local crowd, finder = field(OPEN)
    local a = stand(crowd, finder, 3, 2, { speed = 1 })
    local b = stand(crowd, finder, 2, 2, { speed = 1 })
    local no = list(nil, "occupied")
    a:go_cell(9, 2)
    b:go_cell(8, 2)
    crowd:update(0.5)
    assert.are.same({ 4, 3, 3, 2 }, { a.cell_x, b.cell_x, a.x, b.x })
    assert.are.same(no, list(b:set_cell(3, 2)))
    assert.are.same(no, list(b:set_position(2.5, 1.5)))
    assert.are.same(no, list(b:set_finder(finder)))
    assert.are.same({ 3, 2, "going" }, { b.cell_x, b.x, b.status })
    assert.is_true(b:set_cell(2, 2))
    assert.are.equal(a, crowd:at(3, 2))
    assert.are.same(no, list(b:set_cell(3, 2)))
    local query = { finder = finder, cell_x = 3, cell_y = 2 }
    assert.are.same(no, list(crowd:add(query)))
    b:stop()
    crowd:update(0.5)
    assert.is_true(b:set_cell(3, 2))
  end)
end)

describe("crowd:positions", function()
  it("writes all places in the order of units()", function()
    local crowd, finder = field(OPEN)
    stand(crowd, finder, 3, 2)
    stand(crowd, finder, 1, 1)
    local xs, ys = { 9, 9, 9 }, {}
    assert.are.equal(2, crowd:positions(xs, ys))
    assert.are.same({ 2.5, 0.5, 9, 1.5, 0.5 }, { xs[1], xs[2], xs[3], ys[1],
      ys[2] })
  end)
end)

describe("a unit's speed, pace and priority", function()
  it("can be read and written", function()
    local crowd, finder = field(OPEN, { cell_size = 10 })
    local a = stand(crowd, finder, 1, 1)
    assert.are.same({ 40, 1, 0, 0 }, { a.speed, a.pace, a.priority, a.angle })
    a.speed, a.pace, a.priority = 5, 2, -3
    assert.are.same({ 5, 2, -3 }, { a.speed, a.pace, a.priority })
  end)
end)

describe("crowd:state of units that move", function()
  it("has each unit where its step ends, with its speed", function()
    local crowd, finder = field(OPEN)
    local a = stand(crowd, finder, 1, 1, { speed = 2, pace = 3 })
    local b = stand(crowd, finder, 1, 2, { priority = -4 })
    a:go_cell(5, 5)
    b:go_cell(2, 6)
    for _ = 1, 9 do
      crowd:update(0.15)
      local again = helper.load_crowd(crowd.grid, { state = crowd:state(),
        finders = { finder, finder } })
      local c, d = again:units()[1], again:units()[2]
      assert.are.same({ a.cell_x, a.cell_y, 2, 3 },
        { c.cell_x, c.cell_y, c.speed, c.pace })
      assert.are.same({ b.cell_x, b.cell_y, -4 },
        { d.cell_x, d.cell_y, d.priority })
      assert.is_true(c:go_cell(1, 1))
    end
  end)
end)
