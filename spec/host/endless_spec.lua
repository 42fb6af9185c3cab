-- The land of examples/love/endless, played without LÖVE.

local helper = require "spec.support.helper"
local numbers = require "spec.support.random"

describe("#once #host the endless land", function()
  local land

  helper.use_example(setup, teardown, "endless", { "land" })

  before_each(function() land = require("land")(numbers.new(1)) end)

  --- One frame of a walk to the right.
  local function walk(frame)
    if frame % 15 == 1 then land:go(land.hero.x + 300, land.hero.y) end
    land:update(1 / 30)
  end

  it("leaves everything in its place when the window moves", function()
    local seen = 0
    for frame = 1, 60 * 30 do
      local moves, places = land.moves, {}
      for _, unit in ipairs(land.crowd:units()) do
        places[unit] = { unit.x, unit.y }
      end
      walk(frame)
      for unit, place in pairs(land.moves > moves and places or {}) do
        if unit.crowd and not land.grid:links(unit.cell_x, unit.cell_y)[1] then
          seen = seen + 1
          assert.truthy(math.abs(unit.x - place[1]) <= 48 / 30 + 0.01)
          assert.truthy(land.grid:is_walkable(unit.cell_x, unit.cell_y))
          assert.equal(unit, land.crowd:at(unit.cell_x, unit.cell_y))
        end
      end
    end
    assert.truthy(land.moves >= 5 and seen > 100)
    assert.same({ 96, 64 }, { land.grid.width, land.grid.height })
  end)
end)
