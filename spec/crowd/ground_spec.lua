--- tilepath.crowd with the option speeds: the ground sets how fast units walk.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local stand = require("spec.support.stand").unit

local function crowd_on(text, options, profile)
  local grid = tilepath.grid(text, { prices = { mud = 2, road = 1 },
    legend = { ["~"] = "mud", ["="] = "road" } })
  return tilepath.crowd(grid, options), tilepath.pathfinder(grid, profile)
end

local SPEEDS = { mud = 0.5, road = 2 }

--- The beats, or the seconds, until the unit has arrived.
local function time_of(crowd, unit, dt)
  for i = 1, 4000 do
    if dt then
      crowd:update(dt)
    else
      crowd:tick()
    end
    if unit.status == "arrived" then
      return i * (dt or 1)
    end
  end
  error("the unit does not arrive")
end

describe("a crowd with speeds", function()
  it("takes half of a step's time from each of its two cells", function()
    local crowd, finder = crowd_on(".~~==.", { speeds = SPEEDS })
    local unit = stand(crowd, finder, 1, 1, { speed = 1 })
    unit:go_cell(6, 1)
    -- 1.5, 2, 1.25, 0.5, 0.75 seconds
    assert.are.equal(6, time_of(crowd, unit, 1 / 64))
  end)

  it("counts whole beats, at least one", function()
    local crowd, finder = crowd_on("~~~~====", { speeds = SPEEDS })
    local unit = stand(crowd, finder, 1, 1)
    unit:go_cell(4, 1)
    assert.are.equal(6, time_of(crowd, unit))
    unit:go_cell(5, 1)
    assert.are.equal(1, time_of(crowd, unit))
    unit:go_cell(8, 1)
    assert.are.equal(3, time_of(crowd, unit))
  end)

  it("slows down a step taken before the first beat", function()
    local crowd, finder = crowd_on("~~~", { speeds = SPEEDS })
    local unit = stand(crowd, finder, 1, 1)
    assert.is_true(unit:step(1, 0))
    crowd:tick()
    assert.are.equal(1, unit.x)
    crowd:tick()
    assert.are.equal(1.5, unit.x)
  end)

  it("takes the ground under the middle of a large unit", function()
    local crowd, finder = crowd_on(helper.map [[
      ......
      ~~~~~~
      ......
    ]], { speeds = SPEEDS }, { size = 3 })
    local unit = stand(crowd, finder, 1, 1, { speed = 1 })
    unit:go_cell(4, 1)
    assert.are.equal(6, time_of(crowd, unit, 1 / 16))
  end)

  it("lets no unit walk through another", function()
    local rows = {}
    for y = 1, 8 do
      rows[y] = ("~.=~"):rep(4):sub(y % 4 + 1) .. (".~="):rep(2):sub(1, y % 4)
    end
    local crowd, finder = crowd_on(table.concat(rows, "\n"),
      { speeds = SPEEDS })
    local units = {}
    for i = 1, 8 do
      units[i] = stand(crowd, finder, 1, i, { speed = 1 + i % 3 })
      units[8 + i] = stand(crowd, finder, 16, i, { speed = 1 + i % 2 })
      units[i]:go_cell(16, 9 - i)
      units[8 + i]:go_cell(1, i)
    end
    for _ = 1, 900 do
      crowd:update(1 / 16)
      for i = 1, 16 do
        for k = i + 1, 16 do
          local dx = units[i].x - units[k].x
          local dy = units[i].y - units[k].y
          assert.is_true(dx * dx + dy * dy > 0.2)
        end
      end
    end
    for i = 1, 16 do
      assert.are.equal("arrived", units[i].status)
    end
  end)

  it("is the same however time is cut, and after a restore", function()
    local function run(dt, saved)
      local crowd, finder = crowd_on(".~~==.~~==.\n...~~~....=",
        { speeds = SPEEDS })
      stand(crowd, finder, 1, 1):go_cell(11, 2)
      stand(crowd, finder, 11, 1):go_cell(1, 1)
      for i = 1, 4 / dt do
        crowd:update(dt)
        if saved and i == 1 / dt then
          crowd:restore(crowd:state())
        end
      end
      local a, b = crowd:units()[1], crowd:units()[2]
      return { a.x, a.y, b.x, b.y }
    end
    assert.are.same(run(0.5), run(0.0625))
    assert.are.same(run(0.25, true), run(0.0625, true))
  end)

  it("takes the ground at the start of a step", function()
    local crowd, finder = crowd_on(".....", { speeds = SPEEDS })
    local unit = stand(crowd, finder, 1, 1, { speed = 1 })
    unit:go_cell(5, 1)
    crowd:update(2)
    crowd.grid:fill(1, 1, 5, 1, "mud")
    assert.are.equal(4, time_of(crowd, unit, 1 / 16))
  end)
end)
