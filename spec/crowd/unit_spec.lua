--- The fields of a unit, and the calls that put it elsewhere.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"

local list, mistake = helper.list, helper.mistake

local function lawn(options)
  local grid = tilepath.grid("......\n.##...\n......\n......", options)
  return tilepath.crowd(grid), tilepath.pathfinder(grid),
    tilepath.pathfinder(grid, { size = 2 })
end

describe("a unit", function()
  it("has a place, a cell, a pathfinder and a crowd", function()
    local crowd, finder, wide = lawn { base = { 0, -1 }, cell_size = 16 }
    local unit = crowd:add { finder = wide, cell_x = 3, cell_y = 1 }
    assert.are.same({ 64, 48, 3, 1 },
      { unit.x, unit.y, unit.cell_x, unit.cell_y })
    assert.is_true(rawequal(unit.finder, wide) and rawequal(unit.crowd, crowd))
    assert.are.equal("unit of 2x2 in 3, 1", tostring(unit))
    assert.are.same({ { 3, 1, 2, 2 } }, unit:cells())
    assert.are_not.equal(finder, unit.finder)
  end)

  it("keeps fields that the game sets", function()
    local crowd, finder = lawn()
    local unit = crowd:add { finder = finder, cell_x = 1, cell_y = 1 }
    assert.is_nil(unit.hp)
    unit.hp = 5
    unit[7], unit["hp\0"] = "seven", true
    assert.are.same({ 5, "seven", true }, { unit.hp, unit[7], unit["hp\0"] })
    unit.hp = nil
    assert.is_nil(unit.hp)
    unit:remove()
    unit.ghost = true
    assert.are.same({ true, "seven" }, { unit.ghost, unit[7] })
  end)

  it("refuses to have its own fields written", function()
    local crowd, finder = lawn()
    local unit = crowd:add { finder = finder, cell_x = 1, cell_y = 1 }
    local calls = { x = "set_position", y = "set_position", cell_x = "set_cell",
      cell_y = "set_cell", finder = "set_finder" }
    for _, name in ipairs { "x", "y", "cell_x", "cell_y", "finder", "crowd",
      "set_cell", "set_position", "set_finder", "cells", "remove" } do
      local call = calls[name] and (" (call %s)"):format(calls[name]) or ""
      assert.are.equal(
        ("unit: field '%s' cannot be written%s"):format(name, call),
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
    unit:remove()
    assert.are.same({ 4.25, 2.5, 5, 3, 2 },
      { unit.x, unit.y, unit.cell_x, unit.cell_y, unit.hp })
    assert.is_nil(unit.crowd)
    assert.is_true(rawequal(unit.finder, finder))
    assert.are.equal("unit of 1x1 in 5, 3 (removed)", tostring(unit))
    for name, f in pairs {
      set_cell = function() unit:set_cell(1, 1) end,
      set_position = function() unit:set_position(1, 1) end,
      set_finder = function() unit:set_finder(finder) end,
      cells = function() unit:cells() end } do
      assert.are.equal(name .. ": the unit was removed from its crowd",
        mistake(f))
    end
    assert.are.equal(0, #crowd)
  end)

  it("is never taken for a later unit in the same cell", function()
    local crowd, finder = lawn()
    local old = crowd:add { finder = finder, cell_x = 1, cell_y = 1 }
    old:remove()
    local new = crowd:add { finder = finder, cell_x = 1, cell_y = 1 }
    old:remove()
    assert.is_true(rawequal(new, crowd:at(1, 1)))
    assert.are_not.equal(old, new)
    assert.are.equal(1, crowd.count)
  end)
end)

describe("unit:set_cell and unit:set_position", function()
  it("move the unit, or return the reason", function()
    local crowd, finder, wide = lawn { cell_size = 10 }
    local unit = crowd:add { finder = wide, cell_x = 1, cell_y = 3 }
    crowd:add { finder = finder, cell_x = 5, cell_y = 3 }
    assert.are.same({ true }, list(unit:set_cell(2, 3)))
    assert.are.same({ 20, 30 }, { unit.x, unit.y })
    assert.is_nil(crowd:at(1, 3))
    assert.are.same({ nil, "outside" }, list(unit:set_cell(2, 4)))
    assert.are.same({ nil, "outside" }, list(unit:set_cell(2 ^ 50, 1)))
    assert.are.same({ nil, "blocked" }, list(unit:set_cell(3, 2)))
    assert.are.same({ nil, "occupied" }, list(unit:set_cell(4, 2)))
    assert.are.same({ 20, 30, 2, 3 },
      { unit.x, unit.y, unit.cell_x, unit.cell_y })
    assert.are.same({ true }, list(unit:set_position(32.5, 25.25)))
    assert.are.same({ 32.5, 25.25, 3, 3 },
      { unit.x, unit.y, unit.cell_x, unit.cell_y })
    assert.are.same({ nil, "outside" }, list(unit:set_position(4, 25)))
    assert.are.same({ nil, "outside" }, list(unit:set_position(-1e308, 1e308)))
    assert.are.same({ nil, "occupied" }, list(unit:set_position(40, 30)))
    assert.are.same({ 32.5, 25.25 }, { unit.x, unit.y })
  end)

  it("obey new walls; a wall under the unit does not move it",
    function()
      local crowd, finder = lawn()
      local unit = crowd:add { finder = finder, cell_x = 1, cell_y = 1 }
      finder.grid:set(1, 1, "wall")
      finder.grid:set(2, 1, "wall")
      assert.are.equal(unit, crowd:at(1, 1))
      assert.are.same({ nil, "blocked" }, list(unit:set_cell(2, 1)))
      assert.are.same({ nil, "blocked" }, list(unit:set_cell(1, 1)))
      assert.are.same({ 1, 1 }, { unit.cell_x, unit.cell_y })
      assert.are.same({ true }, list(unit:set_cell(1, 2)))
    end)
end)

describe("unit:set_finder", function()
  it("gives the unit another size around the same place", function()
    local crowd, finder, wide = lawn { cell_size = 8 }
    local huge = tilepath.pathfinder(finder.grid, { size = { 3, 1 } })
    local rider = crowd:add { finder = finder, cell_x = 5, cell_y = 3 }
    rider.hp = 1
    assert.are.same({ true }, list(rider:set_finder(huge)))
    assert.are.same({ { 4, 3, 3, 1 } }, rider:cells())
    assert.are.same({ 36, 20, 1 }, { rider.x, rider.y, rider.hp })
    assert.is_true(rawequal(huge, rider.finder))
    assert.are.same({ true }, list(rider:set_finder(wide)))
    assert.are.same({ { wide:to_cell(rider.x, rider.y) } },
      { { rider.cell_x, rider.cell_y } })
    for y = 3, 4 do
      for x = 4, 5 do
        local is_under = x >= rider.cell_x and y >= rider.cell_y
        assert.are.equal(is_under and rider or nil, crowd:at(x, y))
      end
    end
  end)

  it("changes nothing if the new size does not fit", function()
    local crowd, finder, wide = lawn()
    local unit = crowd:add { finder = finder, cell_x = 1, cell_y = 1 }
    local stroller = tilepath.pathfinder(finder.grid, {})
    crowd:add { finder = finder, cell_x = 5, cell_y = 4 }
    assert.are.same({ nil, "blocked" }, list(unit:set_finder(wide)))
    unit:set_cell(6, 3)
    assert.are.same({ nil, "outside" }, list(unit:set_finder(wide)))
    unit:set_cell(5, 3)
    assert.are.same({ nil, "occupied" }, list(unit:set_finder(wide)))
    assert.is_true(rawequal(finder, unit.finder))
    assert.are.same({ { 5, 3, 1, 1 } }, unit:cells())
    assert.are.same({ true }, list(unit:set_finder(stroller)))
  end)
end)

describe("unit:cells", function()
  it("are goals of a query", function()
    local crowd, finder, wide = lawn()
    local ogre = crowd:add { finder = wide, cell_x = 5, cell_y = 3 }
    local path = finder:find(1, 1, ogre:cells(), { adjacent = true })
    assert.are.equal(1, path.goal)
    assert.are.equal(path.cost, finder:find(1, 1,
      { { 5, 3 }, { 6, 3 }, { 5, 4 }, { 6, 4 } }, { adjacent = true }).cost)
    assert.are.equal(0, finder:field(ogre:cells()):cost(6, 4))
  end)
end)
