-- The drill of examples/love/fire, played without LÖVE.

local helper = require "spec.support.helper"
local numbers = require "spec.support.random"

describe("#once #host the fire drill", function()
  local drill

  helper.use_example(setup, teardown, "fire", { "drill", "house" })

  before_each(function()
    drill = require("drill")(require "house", 24, 24, numbers.new(1))
  end)

  -- No two people share a cell, and `look` finds nothing wrong.
  local function play(seconds, look)
    for _ = 1, seconds * 2 do
      for _ = 1, 10 do drill:update(1 / 20) end
      local wrong = nil
      for _, unit in ipairs(drill.people) do
        if look and not look(unit)
            or drill.crowd:at(unit.cell_x, unit.cell_y) ~= unit then
          wrong = unit
        end
      end
      assert.is_nil(wrong)
    end
  end

  it("starts with the alarm, and everybody comes out", function()
    assert.equal(100, #drill.people)
    play(2)
    assert.equal(0, drill.crowd.moving)
    drill:alarm()
    play(60)
    assert.same({ 100, 100, 0 }, { drill.out, drill.settled, drill.cut_off })
    assert.truthy(drill.seconds > 5 and drill.seconds < 40)
  end)

  it("stops people at closed doors, and counts those without a way out",
    function()
      assert.truthy(drill:turn_door(17, 9))
      assert.falsy(drill:turn_door(17, 10))        -- no door
      drill:alarm()
      play(4)
      assert.truthy(drill:turn_door(20, 19))       -- both wings
      play(2)
      play(30, function(unit)
        return unit.cell_y ~= 19 or unit.cell_x < 20 or unit.cell_x > 21
      end)
      assert.same({ 9, 91 }, { drill.cut_off, drill.out })
      drill:turn_door(17, 9)
      play(60)
      assert.same({ 0, 100 }, { drill.cut_off, drill.out })
    end)
end)
