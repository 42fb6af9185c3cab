--- Units at rest: units that have arrived do not wander, and units that cannot
-- arrive are blocked.

local boards = require "spec.support.boards"
local sorted = require "spec.support.sorted"
local stand_in = require "spec.support.stand"
local tilepath = require "tilepath"

local at = stand_in.at

local OPEN = ("............\n"):rep(8)
local SIDES = { 20, 2100 } -- a window covers only a part of the larger map

local function open_crowd(text, size, nodes)
  return stand_in.field(text or OPEN, nil, { size = size },
    { max_nodes = nodes })
end

local function stand(crowd, finder, x, y)
  return stand_in.unit(crowd, finder, x, y, { speed = 1 })
end

local function go(unit, x, y, options)
  local wx, wy = unit.finder:to_world(x, y)
  assert(unit:go(wx, wy, options))
end

--- Plays so many ticks or seconds. @return the count of moves in them, and the
-- events of each unit, as text
local function play(crowd, by_time, ticks)
  local moves, told, places = 0, {}, {}
  local function look()
    for _, unit in ipairs(crowd:units()) do
      local place = unit.cell_x .. "," .. unit.cell_y
      moves = moves + (places[unit] and places[unit] ~= place and 1 or 0)
      places[unit] = place
    end
  end
  look()
  for _ = 1, ticks do
    if by_time then
      crowd:update(1)
    else
      crowd:tick()
    end
    for unit, what in crowd:events() do
      told[unit] = (told[unit] and told[unit] .. " " or "") .. what
    end
    look()
  end
  return moves, told
end

for _, by_time in ipairs { false, true } do
  local name = by_time and "by time" or "by turns"

  describe("units, " .. name .. ",", function()
    it("stay if others with the same goal arrive", function()
      for _, case in ipairs { { 1, false }, { 2, false }, { 1, true } } do
        local size, follows = case[1], case[2]
        local crowd, finder = open_crowd(nil, size, 400)
        local first = stand(crowd, finder, 1, 4)
        for i = 1, 3 do
          stand(crowd, finder, 10, 2 * i - 1)
        end
        local field = finder:field { { 4, 4 } }
        for _, unit in ipairs(crowd:units()) do
          if follows then
            unit:follow(field)
          else
            go(unit, 4, 4)
          end
        end
        local _, told = play(crowd, by_time, 1300)
        assert.are.equal(0, (play(crowd, by_time, 200)))
        for _, unit in ipairs(crowd:units()) do
          assert.matches(unit == first and "^arrived$" or "blocked", told[unit])
          assert.is_true(math.abs(unit.cell_x - 4) <= 2 * size)
        end
        assert.are.equal("4,4 arrived", at(first))
      end
    end)

    it("are blocked beside a place without room for all", function()
      local crowd, finder, grid = open_crowd((("."):rep(20) .. "\n"):rep(12))
      grid:set(15, 5, "wall")
      for i = 0, 10 do
        stand(crowd, finder, 1 + i % 5, 2 + math.floor(i / 5))
      end
      for _, unit in ipairs(crowd:units()) do
        unit:go_cell({ { 15, 5 } }, { adjacent = true })
      end
      local _, told = play(crowd, by_time, 200)
      local ended = { arrived = {}, blocked = {} }
      for _, unit in ipairs(crowd:units()) do
        table.insert(ended[unit.status], unit)
        assert.is_nil(told[unit]:match("arrived.*arrived"))
        assert.is_nil(told[unit]:match("freed"))
        if unit.status == "arrived" then
          assert.are.same({ unit.cell_x, unit.cell_y },
            { finder:to_cell(unit.goal_x, unit.goal_y) })
        end
      end
      local info = crowd.info
      assert.are.same({ 8, 3, 0 },
        { #ended.arrived, #ended.blocked, crowd.moving })
      assert.is_true(info.decisions < 1000)
      local again = tilepath.crowd(grid)
      again:load(crowd:save(), { finders = function() return finder end })
      assert.are.same({ {}, {} }, { select(2, play(crowd, by_time, 300)),
        select(2, play(again, by_time, 300)) })
      for i = 1, 3 do
        ended.arrived[i]:go_cell(1, i)
      end
      play(crowd, by_time, 1100)
      for i = 1, 3 do
        assert.are.equal("arrived", ended.blocked[i].status)
      end
    end)

    it("decide nothing", function()
      local crowd, finder = open_crowd()
      for i = 1, 12 do
        go(stand(crowd, finder, i, i % 2 == 0 and 1 or 8), 13 - i,
          i % 2 == 0 and 8 or 1)
      end
      stand(crowd, finder, 6, 4)
      play(crowd, by_time, 100)
      local before = crowd.info.decisions
      assert.are.equal(0, (play(crowd, by_time, 500)))
      assert.are.equal(before, crowd.info.decisions)
    end)

    it("give up if they push each other away for ever", function()
      -- no unit can pass another, and no unit can stay where it is
      for _, order in ipairs { { 1, 2 }, { 2, 1 } } do
        local crowd, finder = open_crowd("....")
        local units = { stand(crowd, finder, 1, 1), stand(crowd, finder, 3, 1) }
        for _, i in ipairs(order) do
          go(units[i], ({ 4, 2 })[i], 1)
        end
        local _, told = play(crowd, by_time, 1500)
        assert.matches("blocked", (told[units[1]] or "")
          .. (told[units[2]] or ""))
        assert.is_true(play(crowd, by_time, 2000) < 100)
      end
    end)

    --- Builds walls over a unit that goes to 15,4, with free cells beside it.
    -- @return its reason for being blocked, and its searches; it arrives once
    -- the walls are gone
    local function shut_in(side, size, query, make_room)
      local crowd, finder, grid = open_crowd((("."):rep(side) .. "\n"):rep(8),
        size)
      local unit = stand(crowd, finder, 4, 4)
      go(unit, 15, 4, query)
      grid:fill(1, 1, 9, 8, "wall")
      make_room(grid)
      local _, told = play(crowd, by_time, 100)
      assert.are.equal("blocked", told[unit])
      local result, searches = at(unit), crowd.info.searches
      grid:fill(1, 1, side, 8, "open")
      play(crowd, by_time, 40)
      assert.are.equal("arrived", unit.status)
      return result, searches
    end

    local ROOMS = {
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

    it("are blocked in walls without a way out, without a search", function()
      for _, side in ipairs(SIDES) do
        local result, searches = shut_in(side, 2, {}, function(grid)
          grid:fill(1, 1, side, 8, "wall")
        end)
        assert.are.equal("4,4 blocked start_blocked", result)
        assert.is_true(searches < 3)
        for i, query in ipairs { {}, { within = 2 }, { adjacent = true } } do
          result, searches = shut_in(side, 1, query, function(grid)
            grid:fill(10, 1, 1, 8, "wall")
            for y = 1, 8 do
              grid:set_walkable(10, y, false)
            end
            ROOMS[i](grid)
          end)
          assert.are.same({ "4,4 blocked unreachable", 0 },
            { result, searches })
        end
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
      for _, case in ipairs { { 20, 2, fences, {} },
        { 900, 3, a_corner, { max_nodes = 10000 } } } do
        local crowd, finder, grid = open_crowd(
          (("."):rep(case[1]) .. "\n"):rep(20))
        local unit = stand(crowd, finder, 5, case[2])
        go(unit, 8, 1, case[4])
        case[3](grid)
        play(crowd, by_time, 80)
        assert.are.equal("8,1 arrived", at(unit))
        assert.is_true(crowd.info.searches < 2)
      end
    end)

    it("take orders in a wall only if a way leads out", function()
      local crowd, finder, grid = open_crowd(("....................\n"):rep(8))
      local unit = stand(crowd, finder, 4, 4)
      local x, y = finder:to_world(15, 4)
      grid:fill(1, 1, 9, 8, "wall")
      for row = 1, 8 do
        grid:set(9, row, "wall")
        grid:set_walkable(9, row, false)
      end
      for _, query in ipairs { {}, { partial = true }, { within = 1 },
        { adjacent = true }, { max_nodes = 99 }, { settle = 2 } } do
        assert.are.same({ nil, "start_blocked" }, { unit:go(x, y, query) })
      end
      grid:set(3, 4, "open")
      for row = 3, 5 do
        for column = 2, 3 do
          grid:fence(column, row, column + 1, row)
          grid:fence(column, row, column, row + 1)
          grid:fence(column, row - 1, column, row)
        end
      end
      assert.are.same({ nil, "start_blocked" }, { unit:go(x, y) })
      grid:unfence(3, 4, 4, 4)
      assert.are.same({ nil, "unreachable" }, { unit:go(x, y) })
      assert.are.equal("4,4 idle", at(unit))
      assert.is_true(unit:go(x, y, { partial = true }))
      play(crowd, by_time, 10)
      assert.are.equal("3,4 arrived unreachable", at(unit))
      assert.are.equal(0, crowd.info.searches)
    end)
  end)
end

describe("units that wait for a path", function()
  it("get one although another unit asks for one in each tick #once", function()
    local crowd, finder, grid = open_crowd((("."):rep(20) .. "\n"):rep(6), 1, 1)
    grid:set(10, 3, "wall")
    stand(crowd, finder, 1, 6):patrol { 0.5, 5.5, 1.5, 5.5 }
    local units, by = {}, { arrived = {}, blocked = {} }
    for i = 1, 9 do
      units[i] = stand(crowd, finder, i, 1)
      units[i]:go_cell({ { 10, 3 } }, { adjacent = true })
    end
    play(crowd, false, 3000)
    for _, unit in ipairs(units) do
      table.insert(by[unit.status], unit)
    end
    assert.are.same({ 8, 1 }, { #by.arrived, #by.blocked })
    by.arrived[1]:go_cell(20, 6)
    play(crowd, false, 2000)
    assert.are.equal("arrived", by.blocked[1].status)
  end)
end)

-- Three units go to `g`, where one stands that arrived, is paused, or does not
-- yield. They are blocked once they can come no nearer, and not after 64 steps.
local HELD = {
  { name = "in the open", rows = { "1.........", "2......g.h", "3........." } },
  { name = "in a row", rows = { "##########", "123....g.h", "##########" } },
  { name = "outside a row", rows = { "12########", "3......g.h", "##########" } },
  { name = "in a dead end", rows = { "1h....####", "2........g", "3.....####" } },
}
local HOLDERS = { "arrived", "paused", "does not yield" }

local function cells_of(rows, turn)
  local turned, cells = boards.turn(turn, #rows[1], #rows), {}
  for y, row in ipairs(rows) do
    for x, letter in row:gmatch("()(%w)") do
      cells[letter] = { turned(x, y) }
    end
  end
  return cells
end

local function add_holder(crowd, finder, place, why)
  local unit = stand(crowd, finder, place[1], place[2])
  if why == "arrived" then
    unit:go_cell(place[1], place[2])
  elseif why == "paused" then
    unit:pause()
  else
    unit.yields = false
  end
  return unit
end

-- Blocked three times, it would rest for 64 steps.
describe("a unit that is blocked", function()
  it("goes on as soon as a nearer cell beside it is free", function()
    for turn = 0, 7 do
      local grid, to = boards.drawn({ ".....#.....", "...........",
        ".....#....." }, {}, turn)
      local finder, crowd = tilepath.pathfinder(grid), tilepath.crowd(grid)
      local function add(x, y)
        local cell_x, cell_y = to(x, y)
        return stand(crowd, finder, cell_x, cell_y)
      end
      local unit, post = add(5, 2), add(6, 2)
      post:pause()
      unit:follow(finder:field { { to(11, 2) } })
      local count, was = 0, nil
      while count < 3 do
        crowd:tick()
        count = count + (unit.status ~= was and unit.status == "blocked"
          and 1 or 0)
        was = unit.status
      end
      local other = add(5, 1) -- it pushes the unit away from the post
      other:go_cell(to(5, 2))
      for _ = 1, 8 do crowd:tick() end
      post:remove()
      other:go_cell(to(1, 1))
      for _ = 1, 12 do crowd:tick() end
      assert.are.equal("arrived", unit.status)
    end
  end)

  it("in a queue begins its step together with the unit before it", function()
    for turn = 0, 7 do
      for wait = 1, 401, 200 do
        local by_time = turn % 3 == 0
        local grid, to = boards.drawn({ "............" }, {}, turn)
        local finder, crowd = tilepath.pathfinder(grid), tilepath.crowd(grid)
        local units, far = {}, 0
        for i = 1, 4 do
          local x, y = to(5 - i, 1)
          units[i] = stand(crowd, finder, x, y)
          units[i]:go_cell(to(13 - i, 1))
        end
        units[1]:pause()
        play(crowd, by_time, wait)
        crowd:load(crowd:save())
        units[1]:resume()
        play(crowd, by_time, 2)
        for i, unit in ipairs(units) do
          local x, y = to(5 - i, 1)
          far = far + math.abs(unit.cell_x - x) + math.abs(unit.cell_y - y)
        end
        assert.is_true(far >= 4, ("%d steps after %d"):format(far, wait))
      end
    end
  end)

  -- Some of the units wait for a joint plan when the end becomes free.
  it("on a field goes on as soon as its end is free", function()
    for turn = 0, 7 do
      local grid, to = boards.drawn({ "....", "....", "....", "...." }, {},
        turn)
      local finder, crowd = tilepath.pathfinder(grid), tilepath.crowd(grid)
      local field = finder:field { { to(1, 1) } }
      local function add(x, y)
        local cell_x, cell_y = to(x, y)
        return crowd:add { finder = finder, cell_x = cell_x, cell_y = cell_y }
      end
      local post = add(1, 1)
      post.yields = false
      for _, cell in ipairs { { 2, 1 }, { 1, 2 }, { 2, 2 }, { 1, 3 },
        { 3, 1 } } do
        add(cell[1], cell[2]):follow(field)
      end
      for _ = 1, 342 - 34 * turn do crowd:tick() end
      post:remove()
      for tick = 1, 5 do
        crowd:tick()
        for unit, what in crowd:events() do
          if what == "arrived" then unit:remove() end
        end
        assert.are.equal(5 - tick, crowd.count, "turn " .. turn)
      end
    end
  end)

  it("on a field goes on when another one has left its end", function()
    for turn = 0, 7 do
      for wait = 20, 180, 40 do
        local grid, to = boards.drawn({ ".....", "#####" }, {}, turn)
        local finder, crowd = tilepath.pathfinder(grid), tilepath.crowd(grid)
        local field = finder:field { { to(3, 1) } }
        local units = {}
        for i, x in ipairs { 3, 2 } do
          local cell_x, cell_y = to(x, 1)
          units[i] = crowd:add { finder = finder, cell_x = cell_x,
            cell_y = cell_y }
          units[i]:follow(field)
        end
        for _ = 1, wait do crowd:tick() end
        assert.are.equal("blocked", units[2].status)
        units[1]:go_cell(to(5, 1))
        for _ = 1, 3 do crowd:tick() end
        assert.are.equal("arrived", units[2].status, "wait " .. wait)
      end
    end
  end)

  it("at the end of a field sets out again when its goals change", function()
    for turn = 0, 7 do
      local grid, to = boards.drawn({ ".........", "#########" }, {}, turn)
      local finder, crowd = tilepath.pathfinder(grid), tilepath.crowd(grid)
      local field, arrivals = finder:field { { to(1, 1) } }, 0
      local x, y = to(4, 1)
      local unit = crowd:add { finder = finder, cell_x = x, cell_y = y,
        on_arrived = function() arrivals = arrivals + 1 end }
      unit:follow(field)
      local function ends_at(cell)
        for _ = 1, 9 do crowd:tick() end
        assert.are.equal("arrived", unit.status, "turn " .. turn)
        assert.are.same({ to(cell, 1) }, { unit.cell_x, unit.cell_y })
      end
      ends_at(1)
      local far_x, far_y = to(9, 1)
      field:update { { far_x, far_y } }
      ends_at(9)
      field:update { { far_x, far_y }, { to(2, 1) } }
      ends_at(9)
      field:update { { far_x, far_y, cost = 8 }, { to(8, 1) } }
      ends_at(8)
      assert.are.equal(3, arrivals)
    end
  end)

  it("on a fleeing field flees again when the field is updated", function()
    for turn = 0, 7 do
      local grid, to = boards.drawn({ ".........", "#########" }, {}, turn)
      local finder, crowd = tilepath.pathfinder(grid), tilepath.crowd(grid)
      local danger, arrivals = finder:field { { to(5, 1) } }, 0
      local x, y = to(4, 1)
      local unit = crowd:add { finder = finder, cell_x = x, cell_y = y,
        on_arrived = function() arrivals = arrivals + 1 end }
      local away = danger:flee()
      unit:follow(away)
      for i, safe in ipairs { 1, 9, 1 } do
        for _ = 1, 9 do crowd:tick() end
        assert.are.equal("arrived", unit.status, "turn " .. turn)
        assert.are.equal(i, arrivals)
        assert.are.same({ to(safe, 1) }, { unit.cell_x, unit.cell_y })
        danger:update { { to(safe, 1) } }
        away:update()
      end
    end
  end)

  -- Along the wall each cell is an end: another one is hardly farther away.
  it("on a fleeing field rests where the field ends", function()
    local grid = tilepath.grid(11, 11)
    local finder, crowd = tilepath.pathfinder(grid), tilepath.crowd(grid)
    local away = finder:field({ { 1, 1 } }):flee()
    assert.are.same({ nil, "arrived" }, { away:next(11, 2) })
    local unit = crowd:add { finder = finder, cell_x = 9, cell_y = 2 }
    unit:follow(away)
    for _ = 1, 3 do crowd:tick() end
    assert.are.equal("arrived", unit.status)
    assert.are.same({ nil, "arrived" },
      { away:next(unit.cell_x, unit.cell_y) })
    assert.are.equal(11, unit.cell_x)
  end)

  -- The goal is far off: that it is held says nothing about the way there.
  it("drives up to a goal that is held, when its way is free", function()
    for turn = 0, 7 do
      for _, ends in ipairs { "remove", "resume", "own pause" } do
        for _, wait in ipairs { 3, 100 } do
          local grid, to = boards.drawn({ "............" }, {}, turn)
          local finder, crowd = tilepath.pathfinder(grid), tilepath.crowd(grid)
          local function add(x)
            local cell_x, cell_y = to(x, 1)
            local unit = stand(crowd, finder, cell_x, cell_y)
            unit.yields = false
            return unit
          end
          local first, unit = add(2), add(1)
          add(11)
          first:go_cell(to(9, 1))
          unit:go_cell(to(11, 1))
          first:pause()
          play(crowd, turn > 3, wait)
          if ends == "remove" then
            first:remove()
          else
            first:resume()
          end
          if ends == "own pause" then
            unit:pause()
            unit:resume()
          end
          play(crowd, turn > 3, 12)
          local x, y = to(ends == "remove" and 10 or 8, 1)
          assert.are.same({ x, y }, { unit.cell_x, unit.cell_y })
        end
      end
    end
  end)
end)

describe("a unit that another one pushes off its end", function()
  local LANE = { "###.#####", ".........", "#########" }

  it("tells once that it has arrived", function()
    for turn = 0, 7 do
      for _, way in ipairs { "goal", "field", "path" } do
        local grid, to = boards.drawn(LANE, {}, turn)
        local finder, crowd = tilepath.pathfinder(grid), tilepath.crowd(grid)
        local unit = stand_in.unit(crowd, finder, to(2, 2))
        local field = finder:field { { to(4, 2) } }
        if way == "goal" then
          unit:go_cell(to(4, 2))
        elseif way == "field" then
          unit:follow(field)
        else
          unit:follow((finder:find(unit.cell_x, unit.cell_y, to(4, 2))))
        end
        local arrived = 0
        unit.on_arrived = function() arrived = arrived + 1 end
        play(crowd, false, 10)
        stand_in.unit(crowd, finder, to(1, 2)):go_cell(to(7, 2))
        local x, y = to(9, 1)
        for tick = 1, 20 do -- edits far away
          grid:set(x, y, tick % 2 == 0 and "wall" or "open")
          field:update()
          play(crowd, false, 1)
        end
        local end_x, end_y = to(4, 2)
        assert.are.same({ "arrived", end_x, end_y, 1 },
          { unit.status, unit.cell_x, unit.cell_y, arrived }, way .. turn)
      end
    end
  end)

  it("tells again that it has arrived, if it was blocked on its way back",
    function()
      for turn = 0, 7 do
        local grid, to = boards.drawn(LANE, {}, turn)
        local finder, crowd = tilepath.pathfinder(grid), tilepath.crowd(grid)
        local unit, told = stand_in.unit(crowd, finder, to(2, 2)), {}
        local function pass(ticks)
          for _, event in ipairs(stand_in.ticks(crowd, ticks)) do
            if event[1] == unit then told[#told + 1] = event[2] end
          end
        end
        unit:go_cell(to(4, 2))
        pass(10)
        stand_in.unit(crowd, finder, to(1, 2)):go_cell(to(7, 2))
        for _ = 1, 9 do
          if told[#told] ~= "pushed" then pass(1) end
        end
        local x, y = to(4, 2)
        for _, kind in ipairs { "wall", "open" } do
          grid:set(x, y, kind)
          pass(60)
        end
        assert.are.equal("arrived pushed blocked freed arrived",
          table.concat(told, " "))
      end
    end)

  it("plays on as it was saved, if its field has been updated", function()
    local function run(saves)
      local crowd, finder = stand_in.field(table.concat(LANE, "\n"))
      local unit = stand_in.unit(crowd, finder, 2, 2)
      local field, told = finder:field { { 4, 2 } }, {}
      unit:follow(field)
      for tick = 1, 80 do
        if tick == 20 then stand_in.unit(crowd, finder, 1, 2):go_cell(7, 2) end
        if tick == 60 then field:update { { 2, 2 } } end
        if saves then
          assert(crowd:load((crowd:save()),
            { fields = { [unit.id] = field } }))
        end
        local _, events = play(crowd, false, 1)
        told[tick] = (events[unit] or "") .. unit.cell_x
      end
      return table.concat(told, " ")
    end
    assert.are.equal(run(false), run(true))
  end)
end)

describe("a unit that its field refuses", function()
  local ROOMS = { "....#....", ".##.#.##.", "........." }
  local OPENED = {
    ["has other goals"] = function(_, field, to)
      field:update { { to(1, 1) } }
    end,
    ["knows that the map was opened"] = function(crowd, field, to)
      local x, y = to(5, 3)
      crowd.grid:set(x, y, "open")
      play(crowd, false, 1)
      field:update()
    end,
  }

  --- The unit has a refusal that is `age` ticks old. Returns also its field.
  local function refused(turn, age)
    local grid, to = boards.drawn(ROOMS, {}, turn)
    local finder, crowd = tilepath.pathfinder(grid), tilepath.crowd(grid)
    local field = finder:field { { to(9, 1) } }
    local unit = stand_in.unit(crowd, finder, to(3, 1))
    unit:follow(field)
    local x, y = to(5, 3)
    grid:set(x, y, "wall")
    field:update()
    play(crowd, false, age)
    assert.are.equal("blocked unreachable", unit.status .. " " .. unit.reason)
    return crowd, unit, field, to
  end

  for _, what in ipairs(sorted(OPENED)) do
    local open = OPENED[what]
    it("goes on at once when that " .. what, function()
      for turn = 0, 7 do
        for _, age in ipairs { 3, 70 } do
          local crowd, unit, field, to = refused(turn, age)
          play(crowd, false, 1)
          open(crowd, field, to)
          play(crowd, false, 1)
          assert.are.equal("going", unit.status, turn .. " " .. age)
        end
      end
    end)

    it("plays on as it was saved when that " .. what, function()
      local function run(saves)
        local crowd, unit, field, to = refused(0, 3)
        local told = {}
        for tick = 1, 60 do
          if tick == 10 then field:update { { to(9, 3) } } end
          if tick == 20 then open(crowd, field, to) end
          if saves then
            assert(crowd:load((crowd:save()),
              { fields = { [unit.id] = field } }))
          end
          local _, events = play(crowd, false, 1)
          told[tick] = (events[unit] or "") .. unit.cell_x .. unit.status
        end
        return table.concat(told, " ")
      end
      assert.are.equal(run(false), run(true))
    end)
  end
end)

describe("#once units whose goal another one holds that", function()
  for _, why in ipairs(HOLDERS) do
    for _, held in ipairs(HELD) do
      it(why .. " are blocked at once, " .. held.name, function()
        for turn = 0, 7 do
          for _, by_time in ipairs { false, true } do
            local grid = boards.drawn(held.rows, nil, turn)
            local cells = cells_of(held.rows, turn)
            local finder = tilepath.pathfinder(grid)
            local crowd, units = tilepath.crowd(grid), {}
            local holder = add_holder(crowd, finder, cells.g, why)
            for i = 1, 3 do
              local place = cells[tostring(i)]
              units[i] = stand(crowd, finder, place[1], place[2])
              units[i]:go_cell(cells.g[1], cells.g[2])
            end
            play(crowd, by_time, 25)
            for _, unit in ipairs(units) do
              assert.are.equal("blocked", unit.status)
            end
            holder:resume()
            holder.yields = true
            holder:go_cell(cells.h[1], cells.h[2])
            play(crowd, by_time, 40)
            local arrived = 0
            for _, unit in ipairs(units) do
              arrived = arrived + (unit.status == "arrived" and 1 or 0)
            end
            assert.are.same({ 1, "arrived" }, { arrived, holder.status })
          end
        end
      end)
    end
  end
end)
