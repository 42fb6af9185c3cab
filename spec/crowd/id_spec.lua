--- unit.id, crowd:unit(id) and patrol_cell.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local stand_in = require "spec.support.stand"

local field, stand = stand_in.field, stand_in.unit

describe("unit.id", function()
  it("names a unit of its crowd, also after others are gone", function()
    local crowd, finder = field("....")
    local a, b = stand(crowd, finder, 1, 1), stand(crowd, finder, 2, 1)
    assert.are.same({ 1, 2 }, { a.id, b.id })
    assert.are.equal(b, crowd:unit(2))
    a:remove()
    assert.are.equal(1, a.id)
    assert.is_nil(crowd:unit(1))
    assert.are.equal(3, stand(crowd, finder, 1, 1).id)
    assert.is_nil(crowd:unit(4))
  end)

  it("is saved", function()
    local crowd, finder, grid = field("....")
    stand(crowd, finder, 1, 1):remove()
    local b = stand(crowd, finder, 2, 1)
    local text = crowd:save()
    b:remove()
    assert.is_true(crowd:load(text, { finders = { finder } }))
    assert.are.equal(2, crowd:unit(2).cell_x)
    local other = tilepath.crowd(grid)
    assert.is_true(other:load(text, { finders = { finder } }))
    assert.are.equal(2, other:units()[1].id)
    assert.are.equal(3, stand(other, finder, 4, 1).id)
  end)
end)

describe("patrol_cell", function()
  it("leads both bodies from cell to cell", function()
    local crowd, finder = field("......", { cell_size = 10 })
    local hero = tilepath.follower { finder = finder, cell_x = 1, cell_y = 1 }
    local unit = stand(crowd, finder, 1, 1)
    for _, body in ipairs { hero, unit } do
      local at = {}
      body.on_reached = function(i, x) at[#at + 1] = i .. " at " .. x end
      assert.is_true(body:patrol_cell { { 3, 1 }, { 6, 1 } })
      for _ = 1, 200 do
        hero:update(0.01)
        crowd:update(0.01)
      end
      assert.are.same({ 1, 25, 2, 55 }, { tonumber(at[1]:match("^%d+")),
        tonumber(at[1]:match("%S+$")), tonumber(at[2]:match("^%d+")),
        tonumber(at[2]:match("%S+$")) })
    end
  end)

  it("refuses cells off the map", function()
    local crowd, finder = field("......")
    local unit = stand(crowd, finder, 1, 1)
    assert.are.same(helper.list(nil, "goal_outside"),
      helper.list(unit:patrol_cell { { 9, 1 } }))
  end)
end)
