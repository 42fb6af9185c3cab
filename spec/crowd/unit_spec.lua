--- The fields of a unit, and the calls that put it elsewhere. A model judges
-- the places in random games (games_spec.lua).

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local stand_in = require "spec.support.stand"

local list, mistake = helper.list, helper.mistake
local stand = stand_in.unit

local function lawn(options)
  local crowd, finder, grid = stand_in.field(
    "......\n.##...\n......\n......", options)
  return crowd, finder, tilepath.pathfinder(grid, { size = 2 })
end

describe("a unit", function()
  it("has a place, a cell, a pathfinder and a crowd", function()
    local crowd, _, wide = lawn { base = { 0, -1 }, cell_size = 16 }
    local unit = stand(crowd, wide, 3, 1)
    assert.are.same({ 64, 48, 3, 1 },
      { unit.x, unit.y, unit.cell_x, unit.cell_y })
    assert.is_true(rawequal(unit.finder, wide) and rawequal(unit.crowd, crowd))
    assert.are.equal("unit of 2x2 in 3, 1", tostring(unit))
    assert.are.same({ { 3, 1, 2, 2 } }, unit:cells())
    assert.are.same({ 64, 1, 0, 0 },
      { unit.speed, unit.pace, unit.priority, unit.angle })
    unit.speed, unit.pace, unit.priority = 5, 2, -3
    assert.are.same({ 5, 2, -3 }, { unit.speed, unit.pace, unit.priority })
  end)

  it("keeps fields that the game sets", function()
    local crowd, finder = lawn()
    local unit = stand(crowd, finder, 1, 1)
    assert.is_nil(unit.hp)
    unit[7], unit["hp\0"] = "seven", true
    assert.are.same({ "seven", true }, { unit[7], unit["hp\0"] })
    unit[7] = nil
    unit:remove()
    unit.ghost = true
    assert.are.same({ true, nil, true }, { unit.ghost, unit[7], unit["hp\0"] })
  end)

  it("refuses to have its own fields written", function()
    local crowd, finder = lawn()
    local unit = stand(crowd, finder, 1, 1)
    for name, call in pairs { x = "set_position", y = "set_position",
      cell_x = "set_cell", cell_y = "set_cell", finder = "set_finder",
      crowd = "", set_cell = "", remove = "" } do
      local text = "unit: field '%s' cannot be written"
        .. (call ~= "" and " (call %s)" or "")
      assert.are.equal(text:format(name, call),
        mistake(function() unit[name] = 1 end))
    end
    assert.is_nil(unit[0 / 0])
    assert.is_nil(unit[nil])
  end)

  it("that was removed keeps only its fields and its place", function()
    local crowd, finder = lawn()
    local unit = crowd:add { finder = finder, x = 4.25, y = 2.5 }
    unit.hp = 2
    unit:remove()
    local new = stand(crowd, finder, 5, 3)
    unit:remove()
    assert.is_true(rawequal(new, crowd:at(5, 3)))
    assert.are.same({ 4.25, 2.5, 5, 3, 2 },
      { unit.x, unit.y, unit.cell_x, unit.cell_y, unit.hp })
    assert.is_nil(unit.crowd)
    assert.is_true(rawequal(unit.finder, finder))
    assert.are.equal("unit of 1x1 in 5, 3 (removed)", tostring(unit))
    for name, value in pairs { set_cell = 1, set_position = 1,
      set_finder = finder, cells = 1, step = 1 } do
      assert.are.equal(name .. ": the unit was removed from its crowd",
        mistake(function() unit[name](unit, value, 1) end))
    end
  end)
end)

describe("unit:set_cell, set_position and set_finder", function()
  it("move the unit, or return the reason, and then change nothing", function()
    local crowd, finder, wide = lawn { cell_size = 10 }
    local unit = stand(crowd, wide, 1, 3)
    stand(crowd, finder, 5, 3)
    assert.are.same({ true }, list(unit:set_cell(2, 3)))
    assert.are.same({ 20, 30 }, { unit.x, unit.y })
    assert.is_nil(crowd:at(1, 3))
    for _, case in ipairs { { "outside", "set_cell", 2, 4 },
      { "outside", "set_cell", 2 ^ 50, 1 }, { "blocked", "set_cell", 3, 2 },
      { "occupied", "set_cell", 4, 2 }, { "outside", "set_position", 4, 25 },
      { "outside", "set_position", -1e308, 1e308 },
      { "occupied", "set_position", 40, 30 } } do
      assert.are.same({ nil, case[1] },
        list(unit[case[2]](unit, case[3], case[4])))
    end
    assert.are.same({ 20, 30, 2, 3 },
      { unit.x, unit.y, unit.cell_x, unit.cell_y })
    assert.are.same({ true }, list(unit:set_position(32.5, 25.25)))
    assert.are.same({ 32.5, 25.25, 3, 3 },
      { unit.x, unit.y, unit.cell_x, unit.cell_y })
    assert.is_true(unit:step(-1, 0)) -- from there
    crowd:update(0.125)
    assert.are.same({ 26.25, 27.625 }, { unit.x, unit.y })
  end)

  it("send the unit back to where its order leads, also if it was there",
    function()
      for name, give in pairs {
        goal = function(unit) unit:go_cell(4, 1) end,
        goals = function(unit) unit:go_cell { { 4, 1 }, { 4, 3 } } end,
        patrol = function(unit) unit:patrol_cell { { 4, 1 } } end,
        hunt = function(unit, crowd, finder)
          unit:chase(crowd:at(5, 1) or stand(crowd, finder, 5, 1))
        end,
        companion = function(unit, crowd, finder)
          unit:follow(crowd:at(5, 1) or stand(crowd, finder, 5, 1))
        end } do
        local grid = tilepath.grid(9, 1)
        local crowd, finder = tilepath.crowd(grid), tilepath.pathfinder(grid)
        local unit = stand(crowd, finder, 1, 1)
        local arrivals = 0
        unit.on_arrived = function() arrivals = arrivals + 1 end
        give(unit, crowd, finder)
        for round = 1, 3 do
          for _ = 1, 4 do crowd:tick() end
          local told = name == "patrol" and arrivals or round
          assert.are.same({ name, "arrived", 4, told },
            { name, unit.status, unit.cell_x, arrivals })
          assert.is_true(unit:set_cell(1, 1))
          crowd:tick()
          assert.are.same({ name, "going" }, { name, unit.status })
        end
        unit:stop() -- it is on its way back
        unit:set_cell(1, 1)
        crowd:tick()
        crowd:tick()
        assert.are.same({ name, "idle", 1 }, { name, unit.status, unit.cell_x })
      end
    end)

  it("make the unit choose its end anew, from there", function()
    for _, game in ipairs {
      { 7, { partial = true } }, { 7, { wait = true } }, { { 3, 7 } },
      { 4, { within = 1 } }, { 4, { adjacent = true } } } do
      local grid = tilepath.grid("...#...")
      local unit = stand(tilepath.crowd(grid), tilepath.pathfinder(grid), 1, 1)
      unit.on_blocked = function() error("blocked") end
      if type(game[1]) == "table" then
        unit:go_cell { { 3, 1 }, { 7, 1 } }
      else
        unit:go_cell(game[1], 1, game[2])
      end
      unit.crowd:tick()
      unit:set_cell(5, 1)
      for _ = 1, 3 do unit.crowd:tick() end
      assert.are.same({ "arrived", game[1] == 4 and 5 or 7 },
        { unit.status, unit.cell_x })
    end
  end)

  it("give the unit another size around the same place, if it fits", function()
    local crowd, finder, wide = lawn { cell_size = 8 }
    local huge = tilepath.pathfinder(finder.grid, { size = { 3, 1 } })
    local rider = stand(crowd, finder, 1, 1)
    for _, case in ipairs { { "blocked", 1, 1 }, { "outside", 6, 3 } } do
      rider:set_cell(case[2], case[3])
      assert.are.same({ nil, case[1] }, list(rider:set_finder(wide)))
    end
    assert.is_true(rawequal(finder, rider.finder))
    assert.are.same({ { 6, 3, 1, 1 } }, rider:cells())
    rider:set_cell(5, 3)
    assert.are.same({ true }, list(rider:set_finder(huge)))
    assert.are.same({ { 4, 3, 3, 1 } }, rider:cells())
    assert.are.same({ 36, 20 }, { rider.x, rider.y })
    assert.is_true(rawequal(huge, rider.finder))
    assert.are.same({ true }, list(rider:set_finder(wide)))
    assert.are.same({ { wide:to_cell(rider.x, rider.y) } },
      { { rider.cell_x, rider.cell_y } })
    assert.is_true(crowd:is_free(4, 3) and crowd:at(6, 4) == rider)
  end)

  it("end an order to follow a field for another size, and no other", function()
    local crowd, finder, wide = lawn()
    local unit = stand(crowd, finder, 3, 3)
    crowd:go_cell({ unit }, 6, 3)
    unit:set_finder(wide)
    assert.are.same({ "waiting", 6 }, { unit.status, unit.goal_x })
    unit:set_finder(finder)
    local kept = setmetatable({ finder:field { { 6, 3 } } }, { __mode = "v" })
    unit:follow(kept[1])
    unit:set_finder(tilepath.pathfinder(finder.grid))
    assert.are.equal("waiting", unit.status)
    unit:set_finder(wide)
    assert.are.equal("idle", unit.status)
    collectgarbage()
    collectgarbage()
    assert.is_nil(kept[1])
    assert.is_true(tilepath.crowd(finder.grid):load(crowd:save(),
      { finders = { wide } }))
  end)
end)
