--- Orders with a target, like all orders: their target, their state, their end,
-- and what they cost.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local lacks = require "spec.support.lacks"
local stand_in = require "spec.support.stand"

local field, stand, ticks = stand_in.field, stand_in.unit, stand_in.ticks
local mistake = helper.mistake

local OPEN = (("."):rep(30) .. "\n"):rep(20)

describe("units whose targets are removed", function()
  it("begin their next orders, with a small budget", function()
    local crowd, finder = field(("........\n"):rep(6), nil, nil,
      { max_nodes = 1 })
    local units, targets = {}, {}
    for i = 1, 6 do
      units[i] = stand(crowd, finder, 1, i)
      targets[i] = stand(crowd, finder, 8, i)
      units[i]:chase(targets[i])
      units[i]:go_cell(3, i, { queued = true })
    end
    crowd:tick()
    crowd:tick()
    for i = 1, 6 do
      targets[i]:remove()
    end
    for _ = 1, 40 do
      crowd:tick()
    end
    for i = 1, 6 do
      assert.are.equal(3, units[i].cell_x)
    end
  end)
end)

describe("orders with a target", function()
  it("show their target, and end when it is removed", function()
    local crowd, finder, grid = field(OPEN)
    local prey, place = stand(crowd, finder, 15, 10), { x = 3, y = 3 }
    local unit = stand(crowd, finder, 3, 3)
    assert.is_nil(unit.target)
    unit:chase(prey)
    assert.is_true(rawequal(prey, unit.target))
    local again = helper.load_crowd(grid, { state = crowd:save(),
      finders = { finder, finder } }):units()
    assert.is_true(rawequal(again[1], again[2].target))
    crowd:load(crowd:save())
    assert.is_true(rawequal(prey, unit.target))
    unit:flee(place)
    assert.is_true(rawequal(place, unit.target))
    unit:patrol { 3.5, 3.5 }
    assert.is_nil(unit.target)
    unit:keep(prey, { min = 2 })
    crowd:tick()
    prey:remove()
    assert.are.equal("going", unit.status)
    assert.is_nil(unit.target)
    local saved = helper.load_crowd(grid, { state = crowd:save(),
      finders = { finder } })
    assert.are.equal("going", saved:units()[1].status)
    assert.are.same({ { unit, "stopped" } }, ticks(crowd, 2))
    assert.are.equal("idle", unit.status)
    assert.is_nil(unit.target)
    assert.is_nil(prey.target)
  end)

  it("end in a state once the target is removed, whatever the unit does",
    function()
      local calls = { { "chase" }, { "flee", { within = 20 } },
        { "keep", { min = 2, within = 5 } }, { "follow" } }
      for _, call in ipairs(calls) do
        for _, x in ipairs { 4, 9 } do -- the foe can be reached, or cannot
          local crowd, finder, grid = field("......#...\n......#...")
          local unit = stand(crowd, finder, 1, 1)
          local foe = stand(crowd, finder, x, 1)
          local function saved(from, finders)
            return helper.load_crowd(grid, { state = from:save(),
              finders = finders })
          end
          unit[call[1]](unit, foe, call[2])
          unit:go_cell(6, 2, { queued = true })
          for _ = 1, 30 do
            crowd:tick()
            local copy = saved(crowd, { finder, finder })
            copy:units()[2]:remove()
            assert.are.equal(copy:save(), saved(copy, { finder }):save())
          end
          foe:remove()
          local again = saved(crowd, { finder })
          ticks(again, 20)
          assert.are.equal("6,2 arrived", stand_in.at(again:units()[1]))
        end
      end
    end)

  it("end in a state, blocked, once a target of another crowd is removed",
    function()
      for _, call in ipairs { "chase", "flee", "keep", "follow" } do
        local crowd, finder, grid = field("......#...\n......#...")
        local foe = stand(tilepath.crowd(grid), finder, 9, 1)
        local unit = stand(crowd, finder, 1, 1)
        unit[call](unit, foe)
        ticks(crowd, 20)
        assert.are.equal(call == "flee" and "arrived" or "blocked", unit.status)
        foe:remove()
        local again = assert(helper.load_crowd(grid, { state = crowd:save(),
          finders = { finder } }))
        local one = again:units()[1]
        assert.are.equal(unit.status, one.status)
        assert.are.same({ { one, "stopped" } }, ticks(again, 2))
        assert.are.equal("idle", one.status)
      end
    end)

  it("end at the same moment in a crowd that was saved and loaded", function()
    for _, call in ipairs { "chase", "flee", "follow" } do
      for wait = 1, 12 do
        local crowd, finder, grid = field(OPEN)
        local unit = stand(crowd, finder, 12, 10, { speed = 2 })
        local foe = stand(crowd, finder, 17, 10)
        unit[call](unit, foe)
        for _ = 1, wait do crowd:update(0.1) end
        foe:remove()
        local again = helper.load_crowd(grid, { state = crowd:save(),
          finders = { finder } })
        local told = {}
        for i, game in ipairs { crowd, again } do
          told[i] = ""
          for tick = 1, 12 do
            local one = game:units()[1]
            told[i] = ("%s%s %.3f "):format(told[i], one.status, one.x)
            game:update(0.1)
            for _, what in game:events() do
              told[i] = told[i] .. tick .. what .. " "
            end
          end
        end
        assert.are.equal(told[1], told[2])
        assert.are.equal(1, select(2, told[1]:gsub("stopped", "")))
      end
    end
  end)

  it("end in the next update once the target is removed", function()
    for _, call in ipairs { "chase", "flee", "keep", "follow" } do
      for _, x in ipairs { 4, 9 } do
        for wait = 0, 35, 7 do
          local crowd, finder = field("......#...\n......#...")
          local unit = stand(crowd, finder, 1, 1, { speed = 1 })
          local foe = stand(crowd, finder, x, 1)
          unit[call](unit, foe)
          unit:go_cell(6, 2, { queued = true })
          for _ = 1, 400 + wait do crowd:update(1 / 60) end
          foe:remove()
          local before = unit.x
          crowd:update(1 / 60)
          assert.are.equal("going", unit.status)
          assert.is_true(unit.x > before)
        end
      end
    end
  end)

  it("refuse a target that was removed", function()
    local crowd, finder = field(OPEN)
    local unit, gone = stand(crowd, finder, 1, 1), stand(crowd, finder, 5, 5)
    gone:remove()
    assert.are.equal("keep: the target was removed from its crowd",
      mistake(function() unit:keep(gone) end))
    assert.are.equal("idle", unit.status)
  end)

  it("are in a state, and the game passes the targets again", function()
    local crowd, finder, grid = field(OPEN)
    local place = { x = 20.5, y = 15.5 }
    local prey = stand(crowd, finder, 15, 10, { pace = 2 })
    stand(crowd, finder, 3, 3):chase(prey)
    stand(crowd, finder, 16, 11):flee(prey, { within = 7 })
    stand(crowd, finder, 14, 11):keep(place, { min = 3, within = 6,
      sight = true })
    prey:chase(place, { sight = true })
    ticks(crowd, 3)
    local state, targets = crowd:save()
    assert.are.equal(1, #targets)
    assert.is_true(rawequal(place, targets[1]))
    local finders = { finder, finder, finder, finder }
    local function made()
      return helper.load_crowd(grid, { state = state, finders = finders,
        targets = targets })
    end
    local one, other = made(), made()
    for _ = 1, 40 do
      place.y = place.y - 0.2
      one:tick()
      other:tick()
      assert.are.equal(stand_in.show(one), stand_in.show(other))
    end
    assert.matches("targets%[1%] must be a table or a userdata",
      mistake(function()
        tilepath.crowd(grid):load(state, { finders = finders })
      end))
  end)

  it("end with unit:step, and with another order", function()
    local crowd, finder = field(OPEN)
    local prey = stand(crowd, finder, 15, 10)
    local hunter = stand(crowd, finder, 3, 3)
    hunter:chase(prey)
    ticks(crowd, 2)
    assert.is_true(hunter:step(-1, 0))
    assert.is_nil(hunter.target)
    assert.are.same({ { hunter, "stopped" } }, ticks(crowd, 3))
    hunter:chase(prey)
    hunter:go_cell(1, 1)
    ticks(crowd, 10)
    assert.are.same({ 1, 1 }, { hunter.cell_x, hunter.cell_y })
  end)

  it("raise an error while the target has no place, then go on", function()
    local crowd, finder, grid = field(OPEN)
    local other, hunter = stand(crowd, finder, 1, 1), stand(crowd, finder, 2, 2)
    local state, place, busy = crowd:save(), { x = 20.5, y = 2.5 }, nil
    other:go_cell(9, 9)
    hunter:chase(place)
    place.x = nil
    setmetatable(place, { __index = function()
      busy = mistake(function()
        crowd:load(state, { finders = { finder, finder } })
      end)
    end })
    assert.matches("target.x must be a finite number", mistake(function()
      crowd:update(0)
    end), 1, true)
    place.x = 20.5
    other:remove()
    crowd:update(0)
    grid:set(5, 5, "wall")
    crowd:update(30)
    assert.are.equal("arrived", hunter.status)
    assert.matches("load: the crowd is busy", busy, 1, true)
    assert.is_true(grid:resize(2, 2, 29, 19))
  end)

  it("keep the game from crowd:tick while a target is read"
    .. lacks.guard, function()
    local crowd, finder = field(OPEN)
    local hunter = stand(crowd, finder, 2, 2)
    local fine, message = pcall(hunter.chase, hunter,
      setmetatable({}, { __index = function() crowd:tick() end }))
    assert.is_false(fine)
    assert.matches("busy", message, 1, true)
    assert.are.equal("idle", hunter.status)
  end)
end)

describe("orders with a target, with few nodes,", function()
  local WIDE = (("."):rep(40) .. "\n"):rep(40)

  it("reach their target in the end", function()
    for _, nodes in ipairs { 1, 10 } do
      local crowd, finder, grid = field(WIDE, nil, nil, { max_nodes = nodes })
      grid:fill(20, 2, 1, 38, "wall")
      local hunter = stand(crowd, finder, 10, 30)
      local place = { x = 35.5, y = 30.5 }
      hunter:chase(place)
      for _ = 1, 600 do
        place.y = 60 - place.y
        crowd:tick()
      end
      ticks(crowd, 100)
      assert.are.equal("arrived", hunter.status)
      assert.is_true(hunter.cell_x >= 34)
    end
  end)

  it("follow a target that moves away, also while they are blocked", function()
    local crowd, finder = field(("."):rep(80))
    local hunter, target = stand(crowd, finder, 40, 1), { x = 69.5, y = 0.5 }
    stand(crowd, finder, 45, 1, { yields = false })
    hunter:chase(target, { within = 1.5, sight = true })
    ticks(crowd, 300)
    assert.are.equal("blocked", hunter.status)
    target.x = 2.5
    ticks(crowd, 50)
    assert.are.equal("arrived", hunter.status)
  end)

  it("may meet units that the game adds when it reads the target", function()
    local crowd, finder = field(WIDE)
    local added, is_armed = 0, false
    local target = setmetatable({}, { __index = function(_, key)
      if is_armed and added < 1200 then
        for _ = 1, 200 do
          stand(crowd, finder, added % 30 + 1, math.floor(added / 30) + 1)
          added = added + 1
        end
        collectgarbage()
      end
      return (key == "x" or key == "y") and 39.5 or nil
    end })
    local hunter = stand(crowd, finder, 36, 40)
    hunter:chase(target)
    is_armed = true
    ticks(crowd, 20)
    assert.are.equal(1200, added)
    assert.are.same({ 1201, "arrived" }, { crowd.count, hunter.status })
  end)

  it("wait only for their turn", function()
    local crowd, finder = field(WIDE, nil, nil, { max_nodes = 20 })
    local mouse, place = { x = 20, y = 20 }, { x = 33.5, y = 30.5 }
    for x = 6, 11 do
      stand(crowd, finder, x, 5):chase(mouse, { within = 0 })
    end
    local hunter = stand(crowd, finder, 30, 30)
    hunter:chase(place)
    for tick = 1, 200 do
      mouse.x, mouse.y = 20 + tick * 7 % 17, 10 + tick * 5 % 13
      place.x = tick < 60 and 33.5 or 10.5
      crowd:tick()
    end
    assert.are.equal("arrived", hunter.status)
    assert.are.equal(12, hunter.cell_x)
  end)
end)
