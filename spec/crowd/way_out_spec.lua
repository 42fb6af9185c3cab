--- Units under a new building walk out, one step at a time, and take orders. A
-- follower in the same place does so, too.

local tilepath = require "tilepath"
local boards = require "spec.support.boards"

local function board(stagger)
  local grid = tilepath.grid(15, 15, { cell_size = 10,
    shape = stagger and "hex" or nil, stagger = stagger or nil })
  return grid, tilepath.crowd(grid), tilepath.pathfinder(grid)
end

--- Lets time pass, in ticks or in seconds. The units never overlap.
local function play(crowd, units, by_time, ticks)
  for _ = 1, ticks do
    if by_time then
      for _ = 1, 4 do
        crowd:update(0.25)
      end
    else
      crowd:tick()
    end
    local held = {}
    for _, unit in ipairs(units) do
      local key = unit.cell_x .. "," .. unit.cell_y
      assert.is_nil(held[key])
      held[key] = true
    end
  end
end

--- Each turn of the board, and each kind of hexagons, by ticks and by time.
local function each(f)
  for i = 0, 5 do
    f(i % 2 == 0, false, boards.turn(i, 15, 15))
  end
  for i, stagger in ipairs(boards.STAGGERS) do
    f(i % 2 == 1, stagger, boards.turn(i, 15, 15))
  end
end

--- A building over the cells from one corner to the other.
local function build(grid, turn, x1, y1, x2, y2, terrain)
  for y = y1, y2 do
    for x = x1, x2 do
      local column, row = turn(x, y)
      grid:set(column, row, terrain or "wall")
    end
  end
end

--- The orders with a goal at a cell: each must lead there.
local ORDERS = {
  go = function(unit, _, x, y)
    return unit:go_cell(x, y)
  end,
  field = function(unit, finder, x, y)
    return unit:follow(finder:field { { x, y } })
  end,
  path = function(unit, finder, x, y)
    return unit:follow(finder:find(unit.cell_x, unit.cell_y, x, y,
      { escape = true }))
  end,
  patrol = function(unit, finder, x, y)
    local wx, wy = finder:to_world(x, y)
    return unit:patrol { { wx, wy }, { wx, wy } }
  end,
  chase = function(unit, finder, x, y)
    local wx, wy = finder:to_world(x, y)
    return unit:chase({ x = wx, y = wy })
  end,
}

describe("a unit under a new building", function()
  for _, name in ipairs { "go", "field", "path", "patrol", "chase" } do
    it("takes the order " .. name .. " and walks out", function()
      each(function(by_time, stagger, turn)
        local grid, crowd, finder = board(stagger)
        local x, y = turn(5, 8)
        local unit = crowd:add { finder = finder, cell_x = x, cell_y = y }
        build(grid, turn, 3, 6, 7, 10)
        x, y = turn(14, 8)
        assert.is_true((ORDERS[name](unit, finder, x, y)))
        play(crowd, { unit }, by_time, 40)
        assert.is_true(grid:distance(x, y, unit.cell_x, unit.cell_y)
          <= (name == "chase" and 1 or 0))
      end)
    end)
  end

  it("goes on if it was under way, and stays if it was idle", function()
    each(function(by_time, stagger, turn)
      local grid, crowd, finder = board(stagger)
      local units = {}
      for i = 1, 3 do
        local x, y = turn(3 + i, 8)
        units[i] = crowd:add { finder = finder, cell_x = x, cell_y = y }
      end
      local x, y = turn(14, 8)
      assert.is_true(units[3]:go_cell(x, y))
      play(crowd, units, by_time, 2)
      build(grid, turn, 2, 5, 11, 11)
      play(crowd, units, by_time, 40)
      assert.are.same({ x, y, "arrived" },
        { units[3].cell_x, units[3].cell_y, units[3].status })
      for i = 1, 2 do
        x, y = turn(3 + i, 8)
        assert.are.same({ x, y, "idle" },
          { units[i].cell_x, units[i].cell_y, units[i].status })
        assert.is_true(units[i]:go_cell(turn(14, 5 + i)))
      end
      play(crowd, units, by_time, 40)
      for i = 1, 2 do
        x, y = turn(14, 5 + i)
        assert.are.same({ x, y, "arrived" },
          { units[i].cell_x, units[i].cell_y, units[i].status })
      end
    end)
  end)

  -- Each has the other one on its old way, which leads on through the walls.
  it("takes another way than before if it meets one there", function()
    each(function(by_time, stagger, turn)
      for gap = 1, 4 do
        local grid, crowd, finder = board(stagger)
        local units = {}
        for i, cell in ipairs { { 5, 13 }, { 5 + gap, 2 } } do
          local x, y = turn(cell[1], 8)
          units[i] = crowd:add { finder = finder, cell_x = x, cell_y = y }
          assert.is_true(units[i]:go_cell(turn(cell[2], 8)))
        end
        play(crowd, units, by_time, 1)
        build(grid, turn, 4, 6, 11, 10)
        play(crowd, units, by_time, 40)
        assert.are.same({ "arrived", "arrived" },
          { units[1].status, units[2].status })
      end
    end)
  end)

  it("takes the orders of groups, formations, flights and keep", function()
    local orders = {
      function(crowd, units) return crowd:go_cell(units, 3, 3) end,
      function(crowd, units)
        return crowd:go_cell(units, 3, 3, { formation = true })
      end,
      function(_, units)
        for _, unit in ipairs(units) do
          assert.is_true(unit:flee { x = 75, y = 75 })
        end
      end,
      function(_, units)
        for _, unit in ipairs(units) do
          assert.is_true(unit:keep({ x = 75, y = 75 }, { min = 4, within = 6 }))
        end
      end,
    }
    for _, by_time in ipairs { false, true } do
      for i, order in ipairs(orders) do
        local grid, crowd, finder = board(false)
        local units = {}
        for k = 0, 8 do
          units[k + 1] = crowd:add { finder = finder, cell_x = 7 + k % 3,
            cell_y = 7 + math.floor(k / 3) }
        end
        grid:fill(6, 6, 5, 5, "wall")
        assert.are.equal(i < 3 and 9 or nil, (order(crowd, units)))
        play(crowd, units, by_time, 60)
        for _, unit in ipairs(units) do
          assert.is_true(finder:can_enter(unit.cell_x, unit.cell_y))
          assert.is_true(i > 2 or unit.cell_x <= 4 and unit.cell_y <= 4)
        end
      end
    end
  end)

  it("goes through no fence, and round a paused unit", function()
    each(function(by_time, stagger, turn)
      local grid, crowd, finder = board(stagger)
      local x, y = turn(5, 8)
      local unit = crowd:add { finder = finder, cell_x = x, cell_y = y }
      for k = 6, 10 do
        local from_x, from_y = turn(5, k)
        for to_x, to_y in finder:neighbors(from_x, from_y) do
          local is_on = false
          for row = 1, 15 do
            local on_x, on_y = turn(6, row)
            is_on = is_on or on_x == to_x and on_y == to_y
          end
          local dx, dy = to_x - from_x, to_y - from_y
          if is_on and (stagger or dx * dy == 0) then
            grid:fence(from_x, from_y, to_x, to_y)
          end
        end
      end
      local blocker_x, blocker_y = turn(5, 7)
      local other = crowd:add { finder = finder, cell_x = blocker_x,
        cell_y = blocker_y }
      other:pause()
      build(grid, turn, 3, 6, 7, 10)
      local to_x, to_y = turn(14, 8)
      local goes = tilepath.follower { finder = finder, cell_x = x, cell_y = y }
        :go_cell(to_x, to_y)
      assert.are.equal(goes ~= nil, (unit:go_cell(to_x, to_y)) ~= nil)
      local open, _, judge = board(stagger)
      for _, fence in ipairs(grid:fences()) do
        open:fence(fence.x1, fence.y1, fence.x2, fence.y2)
      end
      for _ = 1, 400 do
        local was_x, was_y = unit.cell_x, unit.cell_y
        crowd[by_time and "update" or "tick"](crowd, by_time and 0.04 or nil)
        local is_step = was_x == unit.cell_x and was_y == unit.cell_y
        for next_x, next_y in judge:neighbors(was_x, was_y) do
          is_step = is_step or next_x == unit.cell_x and next_y == unit.cell_y
        end
        assert.is_true(is_step)
      end
      if goes then
        assert.are.same({ to_x, to_y }, { unit.cell_x, unit.cell_y })
      end
    end)
  end)

  it("leaves a broken bridge", function()
    each(function(by_time, stagger, turn)
      local grid, crowd, finder = board(stagger)
      grid:terrain("water", false)
      build(grid, turn, 5, 1, 11, 15, "water")
      build(grid, turn, 5, 8, 11, 8, "open")
      local x, y = turn(8, 8)
      local unit = crowd:add { finder = finder, cell_x = x, cell_y = y }
      assert.is_true(unit:go_cell(turn(14, 8)))
      build(grid, turn, 5, 8, 11, 8, "water")
      x, y = turn(1, 8)
      assert.is_true(unit:go_cell(x, y))
      play(crowd, { unit }, by_time, 40)
      assert.are.same({ x, y, "arrived" },
        { unit.cell_x, unit.cell_y, unit.status })
    end)
  end)
end)

describe("a wall under a unit that waits behind a guard", function()
  for _, kind in ipairs { "go", "wait", "chase" } do
    it("keeps it waiting for the guard, as without the wall: " .. kind, function()
      for turn = 0, 7 do
        local told = {}
        for i, builds in ipairs { false, true } do
          local grid, to = boards.drawn({ "..........." }, {}, turn)
          local crowd, finder = tilepath.crowd(grid), tilepath.pathfinder(grid)
          local function add(x, yields)
            local column, row = to(x, 1)
            return assert(crowd:add { finder = finder, cell_x = column,
              cell_y = row, yields = yields })
          end
          local guard, prey, unit = add(6, false), add(11), add(1)
          local x, y = to(9, 1)
          if kind == "chase" then
            unit:chase(prey)
          else
            unit:go_cell(x, y, { wait = kind == "wait" })
          end
          local said = {}
          local function pass(n)
            for k = 1, n do
              crowd:tick()
              for one, what in crowd:events() do
                if one == unit then said[#said + 1] = k .. what end
              end
            end
            said[#said + 1] = unit.status .. tostring(unit.reason)
          end
          pass(8)
          x, y = to(5, 1)
          if builds then grid:set(x, y, "wall") end
          pass(100)
          guard:remove()
          pass(40)
          assert.are.equal("arrived", unit.status)
          told[i] = table.concat(said, " ")
        end
        assert.are.equal(told[1], told[2])
      end
    end)
  end
end)
