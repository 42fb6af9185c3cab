-- The house of examples/love/house, lived in without LÖVE.

local helper = require "spec.support.helper"
local numbers = require "spec.support.random"

describe("#once #host the house", function()
  local life

  helper.use_example(setup, teardown, "house", { "life", "house" })

  before_each(function()
    life = require("life")(require "house", 28, 48, 16, numbers.new(7))
  end)

  -- Calls `look` for each person after each tenth of a second.
  local function live(seconds, look)
    for _ = 1, seconds * 10 do
      for _ = 1, 2 do life:update(1 / 20) end
      for _, person in ipairs(look and life.people or {}) do look(person.unit) end
    end
  end

  it("has people on each floor, who change floors by links", function()
    local ends, last, taken, seen = {}, {}, {}, {}
    for _, link in ipairs(life.grid:links()) do
      local there = ("%d,%d %d,%d"):format(link.x1, link.y1, link.x2, link.y2)
      local back = ("%d,%d %d,%d"):format(link.x2, link.y2, link.x1, link.y1)
      ends[there], ends[back] = link.name, not link.one_way and link.name
    end
    live(90, function(unit)
      local floor = life.house:to_floor(unit.cell_x, unit.cell_y)
      local before = last[unit]
      seen[floor] = true
      assert.equal(unit, life.crowd:at(unit.cell_x, unit.cell_y))
      if before and math.abs(unit.cell_x - before.x) > 3 then
        local way = ("%d,%d %d,%d"):format(before.at_x, before.at_y,
          unit.cell_x, unit.cell_y)
        if ends[way] then taken[ends[way]] = true end
        assert.is_not_equal(before.floor, floor)
      end
      local at_x, at_y = life.grid:to_cell(unit.x, unit.y)
      last[unit] = { x = unit.cell_x, floor = floor, at_x = at_x, at_y = at_y }
    end)
    assert.same({ cellar = true, ground = true, attic = true }, seen)
    assert.truthy(taken.stairs and taken.lift)
    assert.truthy(life.visits > 40)
  end)

  it("leads to the stairs if the lift is off, with people in it, too",
    function()
      local x1, y1 = life.house.cellar:to_grid(10, 9)
      local x2, y2 = life.house.attic:to_grid(10, 9)
      local _, by_lift = life.finder:find(x1, y1, x2, y2)
      assert.equal(7 + 1 + 1, by_lift)
      life:turn_lift()
      local path, by_stairs = life.finder:find(x1, y1, x2, y2)
      assert.equal(2, #path.links)
      assert.truthy(by_stairs > by_lift)
      for _ = 1, 20 do
        life:turn_lift()
        live(3)
      end
      local visits = life.visits
      live(60)
      assert.truthy(life.visits > visits + 20)
    end)
end)
