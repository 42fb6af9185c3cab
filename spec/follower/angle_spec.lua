--- hero.angle: the same number on every machine.

local tilepath = require "tilepath"
local random_new = require("spec.support.random").new
local seeds = require "spec.seeds"

local pi, abs = math.pi, math.abs
local atan2 = math.atan2 or math.atan -- luacheck: ignore 143

--- Where a follower faces on its way to a point.
local function angle_to(x, y)
  local hero = tilepath.follower { speed = 1 }
  hero:follow { 0, 0, x, y }
  hero:update(2 ^ -20)
  return hero.angle
end

describe("an angle", function()
  it("is exact in the eight directions", function()
    for i, way in ipairs { { 1, 1 }, { 0, 1 }, { -1, 1 }, { -1, 0 } } do
      assert.are.equal(i * pi / 4, angle_to(3 * way[1], 3 * way[2]))
      assert.are.equal(i == 4 and pi or -i * pi / 4,
        angle_to(3 * way[1], -3 * way[2]))
    end
    assert.are.equal(0, angle_to(5, 0))
  end)

  it("is exact to two units in the last place", function()
    local random = random_new(seeds.base, "angles")
    for _ = 1, 4000 do
      local x, y = random.real(-1, 1), random.real(-1, 1)
      local right = atan2(y, x)
      assert.is_true(abs(angle_to(x, y) - right) <= abs(right) * 2 ^ -51)
    end
  end)

  it("equals the angle of a unit that takes the same step", function()
    for _, size in ipairs { 1, 0.1, 3, 7.25 } do
      local grid = tilepath.grid(3, 3, { cell_size = { 1, size } })
      local crowd = tilepath.crowd(grid)
      local finder = tilepath.pathfinder(grid)
      local unit = crowd:add { finder = finder, cell_x = 2, cell_y = 2 }
      for y = -1, 1 do
        for x = -1, 1 do
          if x ~= 0 or y ~= 0 then
            unit:set_cell(2, 2)
            assert.is_true(unit:step(x, y))
            assert.are.equal(angle_to(x, y * size), unit.angle)
          end
        end
      end
    end
  end)
end)
