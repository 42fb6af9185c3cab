--- Detours round units that stay: paused units, and units at rest beside a
-- diagonal step.

local boards = require "spec.support.boards"
local helper = require "spec.support.helper"
local scene = require "spec.support.scene"
local stand_in = require "spec.support.stand"
local tilepath = require "tilepath"

local at, stand = stand_in.at, stand_in.unit

--- A scene with two rooms: so many rows, with some of them as said.
local function rooms(count, rows, agents)
  local lines = { "map 19 " .. count }
  for y = 1, count do
    lines[y + 1] = rows[y] or ".........#........."
  end
  return table.concat(lines, "\n") .. "\n" .. helper.map(agents) .. "\n"
end

local DOOR = "..................."
local HELD = "..a......g.....A..."

-- A letter begins at `a` and goes to `A`; g and h are paused in a door.
local SCENES = {
  { "others take the other door", rooms(18, { "..a......#.....A...",
    "..b......#.....B...", "..c......g.....C...", "..d......#.....D...",
    [17] = DOOR }, [[
    bound 130
    agent g hold
    agent a
    agent b
    agent c
    agent d
    expect 130 g paused
    expect 130 a arrived
  ]]) },
  { "a unit is stuck if both doors are held, until a door is free",
    rooms(11, { [3] = HELD, [9] = ".........h........." }, [[
    bound 139
    agent g hold
    agent h hold
    agent a
    expect 78 a stuck
    event 79 remove h
    event 79 go a 16,3
    expect 139 a arrived
  ]]) },
  { "a unit sees a new wall on its detour", rooms(11, { [3] = HELD,
    [9] = DOOR }, [[
    bound 69
    agent g hold
    agent a
    event 9 close 10,9
    event 29 resume g
    event 29 go a 16,3
    expect 69 a arrived
  ]]) },
}

--- Ground larger than the window of a local search.
local PLAIN = "map 150 150\n" .. (("."):rep(150) .. "\n"):rep(150)
  .. "bound 150\nagent a at=10,10 to=100,100"

for size = 1, 2 do
  table.insert(SCENES, {
    ("a unit of size %d passes between two units at rest"):format(size),
    PLAIN .. (" size=%d\nagent h at=%d,50 idle\nagent v at=50,%d idle\n")
      :format(size, 50 + size, 50 + size) })
end

describe("a detour", function()
  for _, each in ipairs(SCENES) do
    for _, clock in ipairs(scene.CLOCKS) do
      it(("%s (%s)"):format(each[1], clock), function()
        scene.play(each[2], clock)
      end)
    end
  end
end)

local ORDERS = {
  { "to a goal", function(unit, x, y)
    unit:go_cell(x, y)
  end },
  { "along a path", function(unit, x, y)
    unit:follow((unit.finder:find(unit.cell_x, unit.cell_y, x, y)))
  end },
  { "in a group", function(unit, x, y)
    unit.crowd:go_cell({ unit }, x, y)
  end },
}

describe("a unit that a paused unit stops", function()
  --- A wall with two doors, the nearer one held by a paused unit.
  local function house(width, height)
    local grid = tilepath.grid(width, height)
    grid:fill(20, 1, 1, height, "wall")
    grid:set(20, 3, "open")
    grid:set(20, 40, "open")
    local finder = tilepath.pathfinder(grid)
    local crowd = tilepath.crowd(grid)
    stand(crowd, finder, 20, 3):pause()
    return crowd, stand(crowd, finder, 12, 3), finder
  end

  for _, order in ipairs(ORDERS) do
    for _, size in ipairs { { 40, 50 }, { 200, 150 } } do
      it(("goes round %s, on %d columns"):format(order[1], size[1]), function()
        local crowd, unit = house(size[1], size[2])
        order[2](unit, 28, 3)
        stand_in.ticks(crowd, 100)
        assert.are.equal("28,3 arrived", at(unit))
        assert.is_true(crowd.info.searches <= 4)
      end)
    end
  end

  for i = 0, 3 do
    it("goes round a column of paused units among others, turn " .. i,
      function()
        for _, t in ipairs { { 16, 16, 9, 6, 24 }, { 120, 100, 41, 20, 160 } } do
          local x, y, paused, many = t[1] / 2, t[2] / 2, t[3], t[4]
          local turn = boards.turn(i, t[1], t[2])
          local grid = tilepath.grid(math.max(t[1], t[2]), math.max(t[1], t[2]))
          local finder, crowd = tilepath.pathfinder(grid), tilepath.crowd(grid)
          for k = 1, paused do
            stand(crowd, finder, turn(x, y - (paused - 1) / 2 + k)):pause()
          end
          for k = 1, many do
            local row = y - many / 2 + k
            local unit = stand(crowd, finder, turn(x - 4 - k % 3, row))
            unit:go_cell(turn(x + 6 + k % 3, row))
          end
          for _ = 1, t[5] do
            crowd:tick()
            for _, what in crowd:events() do
              assert.are_not.equal("blocked", what)
            end
          end
          for k = paused + 1, paused + many do
            assert.are.equal("arrived", crowd:units()[k].status)
          end
        end
      end)
  end

  it("plans past paused units again once it has come nearer", function()
    local crowd, unit, finder = house(40, 50)
    crowd.grid:fill(26, 1, 1, 50, "wall")
    crowd.grid:set(26, 3, "open")
    crowd.grid:set(26, 40, "open")
    stand(crowd, finder, 26, 40):pause()
    unit:go_cell(34, 40)
    while unit.cell_x < 20 do
      crowd:tick()
    end
    --- The row in which its path goes through the second wall.
    local function door()
      local path = unit:path()
      for i = 1, #path, 2 do
        if path[i] == 25.5 then return path[i + 1] + 0.5 end
      end
    end
    assert.are.equal(3, door())
    crowd.grid:fill(21, 20, 5, 1, "wall") -- between the doors
    crowd.grid:set(23, 20, "open")
    stand_in.ticks(crowd, 2)
    assert.are.equal(40, door())
  end)

  -- It stands in mud, and may go nowhere else.
  it("waits on its path past that one for another one, which cannot be pushed",
    function()
      for turn = 0, 7 do
        local grid, to = boards.drawn({ "........", "........" }, {}, turn)
        grid:terrain("mud", 1)
        local crowd = tilepath.crowd(grid, { moved = true })
        local finder = tilepath.pathfinder(grid, { diagonal = "never" })
        local bound = tilepath.pathfinder(grid, { diagonal = "never",
          prices = { open = false } })
        local x, y = to(4, 1)
        grid:set(x, y, "mud")
        stand(crowd, bound, x, y)
        x, y = to(4, 2)
        local paused = stand(crowd, finder, x, y)
        paused:pause()
        x, y = to(1, 2)
        local unit = stand(crowd, finder, x, y)
        assert.is_true(unit:go_cell(to(8, 2)))
        local steps = 0
        for tick = 1, 40 do
          crowd:tick()
          for _, what in crowd:events() do
            steps = steps + (what == "moved" and 1 or 0)
          end
          if tick == 8 then paused:remove() end
        end
        assert.are.equal("arrived", unit.status)
        assert.is_true(steps <= 12)
      end
    end)

  it("waits, and then is stuck, along a field or with one path", function()
    local crowd, unit, finder = house(40, 50)
    unit:follow(finder:field { { 28, 3 } })
    stand_in.ticks(crowd, 60)
    assert.are.equal("19,3 going", at(unit))
    stand_in.ticks(crowd, 20)
    assert.are.equal("19,3 blocked stuck", at(unit))
    crowd, unit = house(40, 50)
    crowd.grid:set(20, 40, "wall")
    unit:go_cell(28, 3)
    stand_in.ticks(crowd, 60)
    assert.are.equal("19,3 going", at(unit))
    assert.are.equal(3, crowd.info.searches)
    crowd.grid:fill(27, 1, 1, 50, "wall")
    stand_in.ticks(crowd, 20)
    assert.are.equal("19,3 blocked unreachable", at(unit))
  end)
end)

-- A unit that does not yield is paused in the middle of a corridor. The path
-- around the corridor is 100 steps long.
-- Two stairs join the halves of a house. A unit at rest, or a paused one, holds
-- the far end of the stairs that are nearer to another unit's goal.
describe("a unit that another one stops behind stairs", function()
  local ROWS = { "....#......", "....#......", "....#......", "....#......" }

  --- @return the unit's crowd, pathfinder and grid, the unit, the place of its
  -- goal, and the other unit
  local function house(shape, turn)
    local grid, at_turn = boards.drawn(ROWS, shape, turn)
    for _, y in ipairs { 1, 4 } do
      local x1, y1 = at_turn(4, y)
      local x2, y2 = at_turn(6, y)
      grid:link(x1, y1, x2, y2, { seconds = 2 })
    end
    local crowd, finder = tilepath.crowd(grid), tilepath.pathfinder(grid)
    local function add(x, y, more)
      x, y = at_turn(x, y)
      return stand(crowd, finder, x, y, more)
    end
    return crowd, add, at_turn
  end

  for _, shape in ipairs(boards.SHAPES) do
    it("takes other stairs: " .. (shape.stagger or "squares"), function()
      for turn = 0, 7 do
        for _, yields in ipairs { true, false } do
          for _, price in ipairs { false, 90 } do
            local crowd, add, at_turn = house(shape, turn)
            local holder = add(6, 1, { yields = yields })
            if yields then holder:pause() end
            local unit = add(1, 1)
            local x, y = at_turn(9, 1)
            unit:go_cell(x, y, { avoid_price = price or nil })
            stand_in.ticks(crowd, 90)
            assert.are.equal(("%d,%d arrived"):format(x, y), at(unit))
          end
        end
      end
    end)
  end

  it("waits if they are too far for avoid_price, or if it rides there",
    function()
      for turn = 0, 7 do
        local crowd, add, at_turn = house({}, turn)
        add(6, 1):pause()
        local unit = add(1, 1)
        local x, y = at_turn(9, 1)
        unit:go_cell(x, y, { avoid_price = math.huge })
        stand_in.ticks(crowd, 90)
        assert.are.equal("going", unit.status)
        crowd, add, at_turn = house({}, turn)
        local first, second = add(3, 1), add(2, 1)
        x, y = at_turn(9, 1)
        first:go_cell(x, y)
        second:go_cell(at_turn(8, 1))
        local told = stand_in.ticks(crowd, 60)
        assert.are.equal("arrived", first.status)
        assert.are.equal("arrived", second.status)
        assert.are.equal(2, crowd.info.searches, #told)
      end
    end)
end)

describe("a unit that another one stops in a corridor", function()
  local WIDTH, HEIGHT = 14, 46

  --- Plays until the unit is there. The porter leaves after so many ticks.
  -- @return the steps of the unit
  local function walk(turn, order, ticks)
    local grid = tilepath.grid(HEIGHT, HEIGHT)
    local at_turn = boards.turn(turn, WIDTH, HEIGHT)
    grid:fill(1, 1, HEIGHT, HEIGHT, "wall")
    for y = 1, HEIGHT do
      for x = 1, WIDTH do
        if x < WIDTH and (y == 1 or y == HEIGHT or x == 1 or x == WIDTH - 1) then
          local cell_x, cell_y = at_turn(x, y)
          grid:set(cell_x, cell_y, "open")
        end
      end
    end
    local finder, crowd = tilepath.pathfinder(grid), tilepath.crowd(grid)
    local x, y = at_turn(2, 1)
    local unit = stand(crowd, finder, x, y)
    local porter_x, porter_y = at_turn(7, 1)
    local porter = stand(crowd, finder, porter_x, porter_y, { yields = false })
    porter:pause()
    order(unit, at_turn(12, 1))
    local steps = 0
    for tick = 1, 200 do
      x, y = unit.cell_x, unit.cell_y
      crowd:tick()
      if tick == ticks then
        porter:resume()
        porter:go_cell(at_turn(13, 3))
      end
      if unit.cell_x ~= x or unit.cell_y ~= y then
        steps = steps + 1
      end
    end
    assert.are.equal("arrived", unit.status)
    return steps
  end

  for _, order in ipairs(ORDERS) do
    it("waits for it, if that leaves soon: " .. order[1], function()
      for turn = 0, 2 do
        assert.are.equal(10, walk(turn, order[2], 8))
      end
    end)

    it("goes round it at last, if that stays: " .. order[1], function()
      for turn = 0, 2 do
        local steps = walk(turn, order[2], 1000)
        assert.is_true(steps > 100 and steps < 120, steps)
      end
    end)
  end
end)

describe("avoid_price of unit:go and unit:patrol", function()
  local RING = "............\n" .. (".##########.\n"):rep(6) .. "............"

  --- A porter stands in the corridor for so many ticks. The way round is 22 steps
  -- longer. @return the steps of a unit that goes past, the ticks, and the unit
  -- @param call  "go_cell" or "patrol_cell"
  local function pass(price, ticks, call)
    local crowd, finder = stand_in.field(RING, nil, nil, { moved = true })
    local porter = stand(crowd, finder, 6, 1, { yields = false })
    local unit = stand(crowd, finder, 3, 1)
    local steps = 0
    porter:pause()
    if call == "patrol_cell" then
      assert.is_true(unit:patrol_cell({ { 12, 1 }, { 1, 1 } },
        { avoid_price = price, rest = 999 }))
    else
      assert.is_true(unit:go_cell(12, 1, { avoid_price = price }))
    end
    for tick = 1, 300 do
      if tick == ticks then
        porter:remove()
      end
      assert.is_true(crowd:load(crowd:save()))
      crowd:tick()
      for who, what in crowd:events() do
        steps = steps + (who == unit and what == "moved" and 1 or 0)
      end
      if unit.status == "arrived" or unit.status == "resting" then
        return steps, tick, unit
      end
    end
    return steps, 300, unit
  end

  it("lets it wait while the detour is dearer, and go round later", function()
    local steps, ticks = pass(4, 10)
    assert.are.equal(9, steps)
    assert.is_true(ticks < 20)
    steps, ticks = pass(0, nil)
    assert.is_true(steps >= 2 + 4 + 7 + 11 + 7)
    -- it waits until it has stood for 22 steps' time, and looks each time that
    -- this has doubled
    assert.is_true(ticks >= 31 + 22 and ticks < 31 + 64 + 16)
  end)

  it("lets it go round at once if it is high, and never if huge", function()
    local steps, ticks = pass(100, nil)
    assert.is_true(steps >= 31 and ticks < 50)
    local waits, _, unit = pass(math.huge, nil)
    assert.are.same({ 2, 5, 1 }, { waits, unit.cell_x, unit.cell_y })
  end)

  it("counts on each way of a patrol, too, which goes on after another order",
    function()
      local steps, ticks = pass(4, 10, "patrol_cell")
      assert.are.equal(9, steps)
      assert.is_true(ticks < 20)
      steps, ticks = pass(100, nil, "patrol_cell")
      assert.is_true(steps >= 31 and ticks < 50)
      local waits, _, unit = pass(math.huge, nil, "patrol_cell")
      assert.are.same({ 2, 5, 1 }, { waits, unit.cell_x, unit.cell_y })
      unit:go_cell(3, 1, { resume = true })
      for _ = 1, 200 do unit.crowd:tick() end
      assert.are.same({ 5, 1, "going" },
        { unit.cell_x, unit.cell_y, unit.status })
    end)
end)

-- One lane for cars, and beside it one that only the ambulance may use.
describe("a unit of a higher priority", function()
  local function drive(turn, by_time, priority)
    local grid, to = boards.drawn({ ("."):rep(30), ("."):rep(30) }, {}, turn)
    for x = 1, 30 do
      local x1, y1 = to(x, 1)
      local x2, y2 = to(x, 2)
      grid:fence(x1, y1, x2, y2, { name = "line" })
    end
    local crowd = tilepath.crowd(grid)
    local drives = tilepath.pathfinder(grid, { diagonal = "never" })
    local siren = tilepath.pathfinder(grid, { diagonal = "never",
      fences = false })
    local function add(finder, x, goal, options)
      local cell_x, cell_y = to(x, 2)
      local unit = stand(crowd, finder, cell_x, cell_y, options)
      assert(unit:go_cell(to(goal, 2)))
      return unit
    end
    for i = 1, 4 do
      local car = add(drives, 16 - i, 30 - i, { yields = false, speed = 1 })
      if i == 1 then car:pause() end
    end
    local unit = add(siren, 1, 18, { priority = priority, speed = 1 })
    for _ = 1, 27 do
      if by_time then crowd:update(1) else crowd:tick() end
    end
    return unit.status
  end

  it("goes round a queue that stands, where there is room", function()
    for turn = 0, 7 do
      for _, by_time in ipairs { false, true } do
        assert.are.equal("arrived", drive(turn, by_time, 1))
      end
    end
    assert.are.equal("going", drive(0, false, 0))
  end)
end)

-- Units in cells between four units that do not yield. All ask for a detour at
-- the same moment, and there is none.
describe("many units that others keep in", function()
  local ASIDE = { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 } }

  --- The most searches of one update, once all have got their first paths.
  local function most_searches(nodes)
    local grid, most, before = tilepath.grid(32, 32), 0, nil
    local crowd, finder = tilepath.crowd(grid, { max_nodes = nodes }),
      tilepath.pathfinder(grid)
    for i = 0, 63 do
      local x, y = 2 + i % 8 * 4, 2 + math.floor(i / 8) * 4
      for _, by in ipairs(ASIDE) do
        stand(crowd, finder, x + by[1], y + by[2], { yields = false })
      end
      stand(crowd, finder, x, y):go_cell(x + 2, y)
    end
    for _ = 1, 120 do
      crowd:update(1 / 60)
      local searches = crowd.info.searches
      most = math.max(most, before and searches - before or 0)
      before = searches >= 64 and searches or nil
    end
    return most
  end

  it("ask in turns: the budget pays for a look at all units", function()
    assert.is_true(most_searches(60) <= 2)
  end)
end)

describe("a unit with three others around it, one of them before its goal",
  function()
    it("goes round them, not between two of them", function()
      for turn = 0, 7 do
        local to = boards.turn(turn, 9, 9)
        local grid = tilepath.grid(9, 9)
        local crowd, finder = tilepath.crowd(grid), tilepath.pathfinder(grid)
        local function add(x, y, options)
          local cell_x, cell_y = to(x, y)
          return stand(crowd, finder, cell_x, cell_y, options)
        end
        for _, by in ipairs { { 5, 4 }, { 5, 6 }, { 6, 5 } } do
          add(by[1], by[2], { yields = false })
        end
        local unit, x, y = add(5, 5), to(7, 5)
        unit:go_cell(x, y)
        stand_in.ticks(crowd, 12)
        assert.are.equal(("%d,%d arrived"):format(x, y), at(unit))
      end
    end)
  end)
