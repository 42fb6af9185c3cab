--- Units at rest: units that have arrived do not wander, and units that cannot
-- arrive are blocked.

local tilepath = require "tilepath"

local OPEN = ("............\n"):rep(8)

local SIDES = { 20, 2100 } -- a window covers only a part of the larger map

local function open_ground(width, height)
  return (("."):rep(width) .. "\n"):rep(height)
end

local function open_crowd(text, size, nodes)
  local grid = tilepath.grid(text or OPEN)
  local finder = tilepath.pathfinder(grid, { size = size })
  return tilepath.crowd(grid, { nodes = nodes }), finder, grid
end

local function stand(crowd, finder, x, y, options)
  options = options or {}
  options.finder, options.cell_x, options.cell_y = finder, x, y
  options.speed = 1
  return assert(crowd:add(options))
end

local function go(unit, x, y, options)
  local wx, wy = unit.finder:to_world(x, y)
  assert(unit:go(wx, wy, options))
end

--- Plays so many beats or seconds. @return the count of moves in the last ones,
-- and the events of each unit, as text
local function play(crowd, by_time, beats, last)
  local moves, told, places = 0, {}, {}
  for beat = 1, beats do
    if by_time then
      crowd:update(1)
    else
      crowd:tick()
    end
    for unit, what in crowd:events() do
      told[unit] = (told[unit] and told[unit] .. " " or "") .. what
    end
    for _, unit in ipairs(crowd:units()) do
      local place = unit.cell_x .. "," .. unit.cell_y
      if beat > beats - last and places[unit] ~= place then
        moves = moves + 1
      end
      places[unit] = place
    end
  end
  return moves, told
end

local function at(unit)
  return { unit.cell_x, unit.cell_y, unit.status }
end

for _, by_time in ipairs { false, true } do
  local name = by_time and "by time" or "by turns"

  describe("units, " .. name .. ",", function()
    it("stay if others with the same goal arrive", function()
      for _, size in ipairs { 1, 2 } do
        for _, follows in ipairs { false, true } do
          local crowd, finder = open_crowd(nil, size, 400)
          local first = stand(crowd, finder, 1, 4)
          local others = {}
          for i = 1, 3 do
            others[i] = stand(crowd, finder, 10, 2 * i - 1)
          end
          local field = finder:field { { 4, 4 } }
          for _, unit in ipairs(crowd:units()) do
            if follows then
              unit:follow(field)
            else
              go(unit, 4, 4)
            end
          end
          local moves, told = play(crowd, by_time, 1500, 200)
          assert.are.equal(0, moves)
          assert.are.same({ 4, 4, "arrived" }, at(first))
          assert.are.equal("arrived", told[first])
          for _, unit in ipairs(others) do
            assert.is_truthy(told[unit]:find("blocked"))
            assert.is_true(math.abs(unit.cell_x - 4) <= 2 * size)
          end
        end
      end
    end)

    it("come back after a unit that passed pushed them", function()
      local crowd, finder = open_crowd("............\n#####.######")
      local sentry = stand(crowd, finder, 3, 1)
      local passer = stand(crowd, finder, 1, 1)
      go(sentry, 5, 1)
      play(crowd, by_time, 10, 1)
      go(passer, 12, 1)
      local _, told = play(crowd, by_time, 40, 1)
      assert.are.same({ 12, 1, "arrived" }, at(passer))
      assert.are.same({ 5, 1, "arrived" }, at(sentry))
      assert.is_truthy(told[sentry]:find("pushed"))
    end)

    it("decide nothing", function()
      local crowd, finder = open_crowd()
      for i = 1, 12 do
        local unit = stand(crowd, finder, i, i % 2 == 0 and 1 or 8)
        go(unit, 13 - i, i % 2 == 0 and 8 or 1)
      end
      stand(crowd, finder, 6, 4)
      play(crowd, by_time, 100, 1)
      local before = crowd.info.decisions
      assert.are.equal(0, (play(crowd, by_time, 500, 500) - 13))
      assert.are.equal(before, crowd.info.decisions)
    end)

    it("decide less and less while they are blocked", function()
      local crowd, finder = open_crowd(".....")
      local parked = stand(crowd, finder, 4, 1)
      parked:pause()
      local unit = stand(crowd, finder, 1, 1)
      go(unit, 5, 1)
      local _, told = play(crowd, by_time, 200, 1)
      assert.is_truthy(told[unit]:find("blocked"))
      local before = crowd.info.decisions
      play(crowd, by_time, 2000, 1)
      local between = crowd.info.decisions
      play(crowd, by_time, 2000, 1)
      assert.is_true(between - before < 700)
      assert.is_true(crowd.info.decisions - between < 250)
      parked:resume()
      parked:remove()
      play(crowd, by_time, 1200, 1)
      assert.are.same({ 5, 1, "arrived" }, at(unit))
    end)

    it("give up if they push each other away for ever", function()
      -- no unit can pass another, and no unit can stay where it is
      for _, order in ipairs { { 1, 2 }, { 2, 1 } } do
        local crowd, finder = open_crowd("....")
        local a, b = stand(crowd, finder, 1, 1), stand(crowd, finder, 3, 1)
        local goals = { [a] = 4, [b] = 2 }
        for _, i in ipairs(order) do
          local unit = ({ a, b })[i]
          go(unit, goals[unit], 1)
        end
        local _, told = play(crowd, by_time, 1500, 1)
        assert.is_truthy(
          (told[a] or ""):find("blocked") or (told[b] or ""):find("blocked"))
        assert.is_true(play(crowd, by_time, 2000, 1999) < 100)
      end
    end)

    it("step out of a wall that is built on their path", function()
      for size = 1, 2 do
        local crowd, finder, grid = open_crowd(nil, size)
        local unit = stand(crowd, finder, 2, 3)
        go(unit, 10, 3)
        play(crowd, by_time, 3, 1)
        grid:set_walkable(unit.cell_x, unit.cell_y, false)
        play(crowd, by_time, 30, 1)
        assert.are.same({ 10, 3, "arrived" }, at(unit))
      end
    end)

    it("stay in a wall if they have no order", function()
      local crowd, finder, grid = open_crowd()
      local idle = stand(crowd, finder, 2, 3)
      local paused = stand(crowd, finder, 6, 3)
      go(paused, 10, 3)
      paused:pause()
      grid:set_walkable(2, 3, false)
      grid:set_walkable(6, 3, false)
      play(crowd, by_time, 30, 1)
      assert.are.same({ 2, 3, "idle" }, at(idle))
      assert.are.same({ 6, 3, "paused" }, at(paused))
      paused:resume()
      play(crowd, by_time, 30, 1)
      assert.are.same({ 10, 3, "arrived" }, at(paused))
    end)

    it("take another cell if a wall closes a cell of their group", function()
      local crowd, finder, grid = open_crowd()
      local units = {}
      for i = 1, 6 do
        units[i] = stand(crowd, finder, 1, i + 1)
      end
      assert(crowd:go_cell(units, 9, 4))
      play(crowd, by_time, 3, 1)
      grid:set_walkable(9, 4, false)
      play(crowd, by_time, 300, 1)
      local before = crowd.info.decisions
      play(crowd, by_time, 300, 1)
      assert.is_true(crowd.info.decisions - before < 20)
      for _, unit in ipairs(units) do
        assert.are.equal("arrived", unit.status)
      end
    end)

    it("go home once after a large unit has passed", function()
      local crowd, finder, grid = open_crowd()
      local giants = tilepath.pathfinder(grid, { size = 2 })
      local homes = { { 6, 4 }, { 7, 4 }, { 8, 4 } }
      local idle = {}
      for i, home in ipairs(homes) do
        idle[i] = stand(crowd, finder, home[1], home[2])
      end
      local giant = stand(crowd, giants, 6, 1)
      go(giant, 6, 4)
      play(crowd, by_time, 10, 1)
      go(giant, 1, 1)
      play(crowd, by_time, 80, 1)
      assert.are.same({ 1, 1, "arrived" }, at(giant))
      for i, home in ipairs(homes) do
        assert.are.same({ home[1], home[2], "idle" }, at(idle[i]))
      end
      assert.are.equal(4, (play(crowd, by_time, 100, 100)))
    end)

    it("are blocked while they stand in the middle of walls", function()
      for _, side in ipairs(SIDES) do
        local crowd, finder, grid = open_crowd(open_ground(side, 8), 2)
        local unit = stand(crowd, finder, 4, 4)
        go(unit, 15, 4)
        grid:fill(1, 1, 9, 8, "wall")
        local _, told = play(crowd, by_time, 40, 1)
        assert.are.equal("blocked", told[unit])
        assert.are.same({ 4, 4, "blocked" }, at(unit))
        assert.are.equal("start_blocked", unit.reason)
        assert.is_true(crowd.info.searches < 3)
        grid:fill(1, 1, 9, 8, "open")
        play(crowd, by_time, 40, 1)
        assert.are.same({ 15, 4, "arrived" }, at(unit))
      end
    end)

    --- Builds walls over a unit, with free cells beside it from which no path
    -- leads to the goal.
    local function is_shut_in(side, size, query, make_room)
      local crowd, finder, grid = open_crowd(open_ground(side, 8), size)
      local unit = stand(crowd, finder, 4, 4)
      go(unit, 15, 4, query)
      grid:fill(1, 1, 9, 8, "wall")
      make_room(grid)
      local _, told = play(crowd, by_time, 300, 1)
      assert.are.equal("blocked", told[unit])
      assert.are.same({ 4, 4, "blocked" }, at(unit))
      assert.are.equal("unreachable", unit.reason)
      assert.are.equal(0, crowd.info.searches)
      grid:fill(1, 1, 9, 8, "open")
      play(crowd, by_time, 40, 1)
      assert.are.equal("arrived", unit.status)
    end

    it("do not search if the only steps out lead nowhere", function()
      local rooms = {
        function(grid) grid:set(3, 4, "open") end,
        function(grid) grid:fill(1, 1, 3, 8, "open") end,
        function(grid)
          grid:set(3, 4, "open")
          grid:fill(5, 4, 2, 1, "open")
        end,
        function(grid)
          grid:set(3, 4, "open")
          grid:set(3, 7, "open")
          grid:link(3, 4, 3, 7)
          grid:link(15, 4, 3, 4, { one_way = true })
        end,
      }
      for _, side in ipairs(SIDES) do
        for _, query in ipairs { {}, { within = 2 }, { adjacent = true } } do
          for _, make_room in ipairs(rooms) do
            is_shut_in(side, 1, query, make_room)
          end
          is_shut_in(side, 2, query, function(grid)
            grid:fill(3, 4, 2, 2, "open")
          end)
        end
      end
    end)

    it("step as near as they can with partial", function()
      for _, side in ipairs(SIDES) do
        local crowd, finder, grid = open_crowd(open_ground(side, 8))
        local unit = stand(crowd, finder, 4, 4)
        go(unit, 15, 4, { partial = true })
        grid:fill(1, 1, 9, 8, "wall")
        grid:set(3, 4, "open")
        play(crowd, by_time, 40, 1)
        assert.are.same({ 3, 4, "arrived" }, at(unit))
        assert.are.equal(0, crowd.info.searches)
      end
    end)

    it("step out of a wall on the free side, and take the long path", function()
      local function fences(grid)
        for y = 1, 19 do
          grid:fence(5, y, 6, y)
        end
        grid:set(5, 2, "wall")
      end
      local function a_corner(grid)
        grid:fill(1, 3, 9, 1, "wall")
        grid:fill(5, 1, 1, 2, "wall")
      end
      local cases = { { 5, 2, fences }, { 5, 3, a_corner } }
      for _, width in ipairs { 20, 900 } do
        for _, query in ipairs { {}, { max_nodes = 10000 } } do
          for _, case in ipairs(cases) do
            local crowd, finder, grid = open_crowd(open_ground(width, 20))
            local unit = stand(crowd, finder, case[1], case[2])
            go(unit, 8, 1, query)
            case[3](grid)
            play(crowd, by_time, 80, 1)
            assert.are.same({ 8, 1, "arrived" }, at(unit))
            assert.is_true(crowd.info.searches < 2)
          end
        end
      end
    end)

    it("take orders in a wall only if a step leads out",
      function()
        for _, side in ipairs(SIDES) do
          local crowd, finder, grid = open_crowd(open_ground(side, 8))
          local unit = stand(crowd, finder, 4, 4)
          local x, y = finder:to_world(15, 4)
          grid:fill(1, 1, 9, 8, "wall")
          for _, query in ipairs { {}, { partial = true }, { within = 1 },
            { adjacent = true }, { max_nodes = 99 }, { settle = 2 } } do
            assert.are.same({ nil, "start_blocked" }, { unit:go(x, y, query) })
          end
          grid:set(3, 4, "open")
          assert.are.same({ nil, "unreachable" }, { unit:go(x, y) })
          assert.are.same({ 4, 4, "idle" }, at(unit))
          grid:fill(5, 4, 5, 1, "open")
          assert.is_true(unit:go(x, y))
          play(crowd, by_time, 40, 1)
          assert.are.same({ 15, 4, "arrived" }, at(unit))
        end
      end)

    it("are blocked in a wall behind a paused unit", function()
      local crowd, finder, grid = open_crowd(open_ground(20, 1))
      local unit = stand(crowd, finder, 4, 1)
      stand(crowd, finder, 5, 1):pause()
      go(unit, 15, 1)
      play(crowd, by_time, 40, 1) -- the search for a detour is done
      grid:fill(4, 1, 4, 1, "wall")
      play(crowd, by_time, 40, 1)
      assert.are.same({ 4, 1, "blocked" }, at(unit))
      assert.are.equal("unreachable", unit.reason)
      assert.are.equal(0, crowd.info.waiting)
    end)

    it("stay blocked after an edit that opens no step for them", function()
      for _, is_stirred in ipairs { false, true } do
        local crowd, finder, grid = open_crowd(open_ground(10, 3))
        grid:fill(1, 1, 10, 1, "wall")
        grid:fill(1, 3, 10, 1, "wall")
        stand(crowd, finder, 5, 2):pause()
        local unit = stand(crowd, finder, 1, 2)
        if is_stirred then
          grid:set(4, 3, "open")
          finder:prepare()
          grid:set(4, 3, "wall")
          finder:prepare()
        end
        go(unit, 9, 2)
        local beats = 0
        repeat
          play(crowd, by_time, 1, 1)
          beats = beats + 1
        until unit.status == "blocked" or beats == 200
        grid:set(7, 3, "open")
        play(crowd, by_time, 3, 1)
        assert.are.same({ 4, 2, "blocked" }, at(unit))
        grid:set(4, 3, "open")
        play(crowd, by_time, 1, 1)
        assert.are.same({ 4, 2, "going" }, at(unit))
      end
    end)
  end)
end
