--- tilepath.crowd: which unit stands where on a grid.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local lacks = require "spec.support.lacks"
local memory = require "spec.support.memory"

local list, mistake = helper.list, helper.mistake

local OPEN = ("......\n"):rep(4)

local function meadow(text)
  local grid = tilepath.grid(text or "......\n.##...\n......\n......",
    { cell_size = 10 })
  return tilepath.crowd(grid), tilepath.pathfinder(grid),
    tilepath.pathfinder(grid, { size = 2 })
end

describe("crowd:add", function()
  it("places a unit in a cell, or at a place in the world", function()
    local crowd, finder, wide = meadow()
    local one = crowd:add { finder = finder, cell_x = 4, cell_y = 2 }
    assert.are.same({ 35, 15, 4, 2 }, { one.x, one.y, one.cell_x, one.cell_y })
    local other = crowd:add { finder = wide, x = 22, y = 31 }
    assert.are.same({ 22, 31, 2, 3 },
      { other.x, other.y, other.cell_x, other.cell_y })
    assert.are.equal(other, crowd:at(3, 4))
  end)

  it("returns the reason if the unit cannot stand there", function()
    local crowd, finder, wide = meadow()
    crowd:add { finder = finder, cell_x = 1, cell_y = 2 }
    local function try(f, x, y)
      return list(crowd:add { finder = f, cell_x = x, cell_y = y })
    end
    assert.are.same({ nil, "outside" }, try(finder, 0, 1))
    assert.are.same({ nil, "outside" }, try(finder, 7, 4))
    assert.are.same({ nil, "outside" }, try(finder, -2 ^ 50, 2 ^ 50))
    assert.are.same({ nil, "outside" }, try(wide, 6, 1))
    assert.are.same({ nil, "outside" }, try(wide, 1, 4))
    assert.are.same({ nil, "blocked" }, try(finder, 2, 2))
    assert.are.same({ nil, "blocked" }, try(wide, 1, 2))
    assert.are.same({ nil, "occupied" }, try(finder, 1, 2))
    assert.are.same({ nil, "outside" }, list(crowd:add {
      finder = finder, x = 1e308, y = -1e308 }))
    assert.are.equal(1, crowd.count)
    finder.grid:set(1, 2, "wall")
    assert.are.same({ nil, "blocked" }, try(finder, 1, 2))
  end)

  it("raises for an unknown option, and adds no unit", function()
    local crowd, finder = meadow()
    local function mistake_with(key)
      return mistake(function()
        crowd:add { finder = finder, cell_x = 1, cell_y = 1, [key] = 1 }
      end)
    end
    assert.are.equal("add: unknown option 'sped' (did you mean 'speed'?)",
      mistake_with("sped"))
    for key, shown in pairs { hp = "'hp'", remove = "'remove'", [1] = "1" } do
      assert.are.equal(("add: unknown option %s (options: cell_x, cell_y, "
        .. "finder, pace, priority, speed, x, y, yields)"):format(shown),
        mistake_with(key))
    end
    assert.are.equal(0, #crowd)
  end)
end)

describe("a crowd", function()
  it("has a length, a grid and a text" .. lacks.length, function()
    local crowd, finder = meadow()
    assert.are.same({ 0, 0 }, { #crowd, crowd.count })
    assert.are.equal("crowd of 0 units on 6x4", tostring(crowd))
    crowd:add { finder = finder, cell_x = 1, cell_y = 1 }
    assert.are.same({ 1, 1 }, { #crowd, crowd.count })
    assert.are.equal("crowd of 1 unit on 6x4", tostring(crowd))
    assert.is_true(rawequal(crowd.grid, finder.grid))
    assert.is_nil(crowd.mood)
  end)

  it("does not change its grid", function()
    local crowd, finder = meadow()
    local before = finder.grid.revision
    local unit = crowd:add { finder = finder, cell_x = 1, cell_y = 1 }
    unit:set_cell(2, 1)
    unit:remove()
    assert.are.equal(before, finder.grid.revision)
  end)

  it("does not see another crowd on the same grid", function()
    local crowd, finder = meadow()
    local above = tilepath.crowd(finder.grid)
    local walker = crowd:add { finder = finder, cell_x = 1, cell_y = 1 }
    local flier = above:add { finder = finder, cell_x = 1, cell_y = 1 }
    assert.are.equal(walker, crowd:at(1, 1))
    assert.are.equal(flier, above:at(1, 1))
    walker:remove()
    assert.is_true(crowd:is_free(1, 1))
    assert.is_false(above:is_free(1, 1))
  end)

  it("takes no more memory after thousands of units came and went"
    .. lacks.memory, function()
    local crowd, finder = meadow()
    local function come_and_go()
      local all = {}
      for x = 1, 6 do
        all[x] = crowd:add { finder = finder, cell_x = x, cell_y = 1 }
      end
      for x = 1, 6 do
        all[x * 5 % 7]:remove()
      end
    end
    come_and_go()
    local more = memory.bytes_of(function()
      for _ = 1, 3000 do
        come_and_go()
      end
      return crowd
    end)
    assert.is_true(more < 4096)
  end)
end)

describe("crowd:at and crowd:is_free", function()
  it("take cells anywhere, inside the map and outside", function()
    local grid = tilepath.grid("...\n...", { base = { -1, 5 } })
    local crowd = tilepath.crowd(grid)
    local unit = crowd:add { finder = tilepath.pathfinder(grid), cell_x = 1,
      cell_y = 6 }
    assert.are.equal(unit, crowd:at(1, 6))
    assert.is_nil(crowd:at(0, 6))
    assert.is_nil(crowd:at(2, 6))
    assert.is_nil(crowd:at(-2 ^ 52, 2 ^ 52))
    assert.is_true(crowd:is_free(-1, 5))
    assert.is_true(crowd:is_free(-1, 5, 2, 2))
    assert.is_true(crowd:is_free(-1, 5, 3))
    assert.is_false(crowd:is_free(-1, 5, 3, 2))
    assert.is_false(crowd:is_free(1, 6))
    assert.is_false(crowd:is_free(-2, 5))
    assert.is_false(crowd:is_free(-1, 5, 4))
    assert.is_false(crowd:is_free(-1, 5, 1, 3))
    assert.is_false(crowd:is_free(-1, 5, 2 ^ 52, 2 ^ 52))
    assert.is_false(crowd:is_free(2 ^ 52, 5))
  end)

  it("ignore walls", function()
    local crowd = meadow()
    assert.is_true(crowd:is_free(2, 2))
  end)
end)

describe("crowd:units", function()
  it("lists the units in the order in which they came", function()
    local crowd, finder = meadow()
    local units = {}
    for i = 1, 6 do
      units[i] = crowd:add { finder = finder, cell_x = 7 - i, cell_y = 1 }
    end
    units[2]:remove()
    units[7] = crowd:add { finder = finder, cell_x = 1, cell_y = 3 }
    units[3]:set_cell(6, 4)
    assert.are.same({ units[1], units[3], units[4], units[5], units[6],
      units[7] }, crowd:units())
    assert.are.same({ units[4] }, crowd:units(3, 1, 1, 1))
    assert.are.same({ units[1], units[3], units[4] },
      crowd:units(3, 1, 9, 4))
    assert.are.same({}, crowd:units(1, 2, 6, 1))
    assert.are.same({}, crowd:units(-9, -9, 3, 3))
    assert.are.same({}, crowd:units(1, 1, 0, 5))
    local all = crowd:units()
    for _, unit in ipairs(all) do
      unit:remove()
    end
    assert.are.equal(0, #crowd)
    assert.are.same({}, crowd:units())
  end)
end)

describe("crowd:units_within", function()
  local function cells_of(units)
    local cells = {}
    for i, unit in ipairs(units) do
      cells[i] = unit.cell_x .. "," .. unit.cell_y
    end
    return table.concat(cells, " ")
  end

  it("lists the units with a part of their bodies in the rectangle", function()
    local crowd, finder, wide = meadow(OPEN)
    for _, cell in ipairs { { 5, 1 }, { 1, 1 }, { 2, 2 } } do
      crowd:add { finder = finder, cell_x = cell[1], cell_y = cell[2] }
    end
    crowd:add { finder = wide, cell_x = 4, cell_y = 3 } -- in 3,2 5,4
    for _, area in ipairs {
      { "5,1 1,1 2,2 4,3", -9, -9, 99, 99 },
      { "5,1 1,1 2,2 4,3", 99, -9, -9, 99 },
      { "1,1 2,2", 0.9, 1.1, 1.1, 0.9 },
      { "1,1", 0, 0, 1, 1 },
      { "2,2", 1.5, 1.5, 1.5, 1.5 },
      { "4,3", 4.9, 3.9, 6, 6 },
      { "", 1, 0, 4, 1 },
      { "", 5, 2, 6, 4 },
    } do
      assert.are.equal(area[1], cells_of(crowd:units_within(10 * area[2],
        10 * area[3], 10 * area[4], 10 * area[5])))
    end
  end)

  it("looks at where the bodies are, also in the middle of a step", function()
    local crowd, finder = meadow(OPEN)
    local unit = crowd:add { finder = finder, cell_x = 1, cell_y = 1,
      speed = 10 }
    unit:go(35, 5)
    crowd:update(0.5) -- its body is from 5 to 15
    assert.are.equal(1, #crowd:units_within(6, 0, 7, 10))
    assert.are.equal(0, #crowd:units_within(0, 0, 4, 10))
    assert.are.equal(1, #crowd:units_within(14, 0, 20, 10))
    assert.are.equal(0, #crowd:units_within(16, 0, 20, 10))
    unit:stop()
    crowd:update(1)
    assert.is_true(unit:set_position(39, 19)) -- from 34, 14 to 44, 24
    assert.are.equal(1, #crowd:units_within(43, 23, 50, 50))
    assert.are.equal(0, #crowd:units_within(45, 23, 50, 50))
  end)
end)

describe("the memory of a crowd", function()
  it("is 4 1/8 bytes a cell and about 470 bytes a unit"
    .. lacks.memory, function()
    local grid = tilepath.grid(320, 100)
    local finder = tilepath.pathfinder(grid)
    finder:can_enter(1, 1)
    local bytes, crowd = memory.bytes_of(function()
      return tilepath.crowd(grid)
    end)
    helper.near(32000 * 4.125 + 1500, bytes, 500)
    bytes = memory.bytes_of(function()
      for i = 0, 999 do
        crowd:add { finder = finder, cell_x = i % 300 + 1,
          cell_y = math.floor(i / 300) + 1 }
      end
    end)
    helper.near(470, bytes / 1000, 70)
  end)
end)
