--- Ground under units: with the option speeds it sets how fast they walk; and it
-- may change under way.

local tilepath = require "tilepath"
local boards = require "spec.support.boards"
local helper = require "spec.support.helper"
local stand_in = require "spec.support.stand"

local at, stand = stand_in.at, stand_in.unit

local function crowd_on(text, options, profile)
  return stand_in.field(text, { prices = { mud = 2, road = 1 },
    legend = { ["~"] = "mud", ["="] = "road" } }, profile, options)
end

local SPEEDS = { mud = 0.5, road = 2 }

--- The ticks, or the seconds, until the unit has arrived.
local function time_of(crowd, unit, dt)
  for i = 1, 4000 do
    if dt then
      crowd:update(dt)
    else
      crowd:tick()
    end
    if unit.status == "arrived" then return i * (dt or 1) end
  end
  error("the unit does not arrive")
end

describe("a crowd with speeds", function()
  it("takes half of a step's time from each of its two cells", function()
    local crowd, finder = crowd_on(".~~==", { speeds = SPEEDS })
    local unit = stand(crowd, finder, 1, 1, { speed = 1 })
    unit:go_cell(5, 1)
    -- 1.5, 2, 1.25, 0.5 seconds
    assert.are.equal(5.25, time_of(crowd, unit, 1 / 64))
  end)

  it("counts whole ticks, at least one", function()
    local crowd, finder = crowd_on("~~~~====", { speeds = SPEEDS })
    local unit = stand(crowd, finder, 1, 1)
    unit:go_cell(4, 1)
    assert.are.equal(6, time_of(crowd, unit))
    unit:go_cell(5, 1)
    assert.are.equal(1, time_of(crowd, unit))
    unit:go_cell(8, 1)
    assert.are.equal(3, time_of(crowd, unit))
  end)

  it("slows down a step taken before the first tick", function()
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

  it("lets no unit walk through another, even after a restore", function()
    local function run(dt, is_saved)
      local crowd, finder = crowd_on(
        ".~~==.~~==.\n..~~~~....=\n~.=~.=~.=~.\n=======~~~~",
        { speeds = SPEEDS })
      local places = {}
      for y = 1, 4 do
        stand(crowd, finder, 1, y, { speed = 1 + y % 3 }):go_cell(11, 5 - y)
        stand(crowd, finder, 11, y, { speed = 1 + y % 2 }):go_cell(1, y)
      end
      for i = 1, 60 / dt do
        crowd:update(dt)
        if is_saved and i * dt == 2 then
          crowd:load(crowd:save())
        end
        for k, a in ipairs(crowd:units()) do
          places[k] = a.x .. "," .. a.y .. " " .. a.status
          for _, b in ipairs(crowd:units()) do
            assert.is_true(a == b or (a.x - b.x) ^ 2 + (a.y - b.y) ^ 2 > 0.2)
          end
        end
      end
      return places
    end
    local whole = run(0.5)
    assert.are.same(whole, run(0.0625))
    assert.are.equal(8, #whole)
    for _, place in ipairs(run(0.25, true)) do
      assert.matches("arrived$", place)
    end
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

describe("ground that changes under units", function()
  it("gets another price, or none for a while", function()
    local crowd, finder = crowd_on("~~.\n...")
    local unit = stand(crowd, finder, 3, 1)
    stand(crowd, finder, 2, 2)
    unit:go_cell(1, 2)
    crowd.grid:terrain("mud", false)
    crowd:update(2)
    crowd.grid:terrain("mud", 1)
    crowd:update(9)
    assert.are.equal("1,2 arrived", at(unit))
  end)

  it("closes while two units push each other off their goals", function()
    local crowd, finder = crowd_on(".=.\n...")
    local a, b = stand(crowd, finder, 3, 1), stand(crowd, finder, 2, 2)
    b:go_cell(1, 1)
    crowd:update(2)
    a:go_cell(2, 2)
    crowd:update(1)
    b:go_cell(3, 2)
    crowd.grid:terrain("road", false)
    crowd:update(3)
    assert.are.equal("3,2 arrived, 2,2 arrived", at(a) .. ", " .. at(b))
  end)

  it("is closed by a layer, on the way", function()
    for walls = 3, 7 do
      local grid = tilepath.grid(12, 7)
      local area, crowd = tilepath.layer(grid), tilepath.crowd(grid)
      local unit = stand(crowd, tilepath.pathfinder(grid,
        { layers = { { area, false } } }), 1, 4, { speed = 1 })
      unit:go_cell(12, 4)
      crowd:update(3)
      for y = 1, walls do
        area:set(8, y, 1)
      end
      for _ = 1, 40 do
        crowd:update(1)
        assert.are.equal(0, area:get(unit.cell_x, unit.cell_y))
      end
      if walls < 7 then
        assert.are.equal("12,4 arrived", at(unit))
      else
        assert.are.same({ "blocked", "unreachable" },
          { unit.status, unit.reason })
        area:set(8, 4, 0)
        crowd:update(0.5)
        assert.are.equal("going", unit.status)
      end
    end
  end)

  it("is open again, but not yet for a field", function()
    local crowd, finder = crowd_on("...........")
    crowd.grid:fill(10, 1, 2, 1, "wall")
    local field = finder:field { { 6, 1 } }
    crowd.grid:fill(10, 1, 2, 1, "open")
    local unit = stand(crowd, finder, 9, 1)
    assert.is_true(unit:follow(field))
    crowd:update(5)
    assert.are.equal("6,1 arrived", at(unit))
  end)

  it("ends a way round a paused unit", function()
    local crowd, finder = crowd_on(".......\n.#####.\n.......")
    local unit, other = stand(crowd, finder, 1, 1), stand(crowd, finder, 4, 1)
    other:pause()
    unit:go_cell(7, 1)
    crowd:update(2)
    assert.are.equal(3, unit.cell_y)
    crowd.grid:set(6, 3, "wall")
    other:resume()
    crowd:update(9)
    assert.are.equal("7,1 arrived", at(unit))
  end)

  it("is closed under a unit and all around it", function()
    local crowd, finder = crowd_on("....")
    local unit, field = stand(crowd, finder, 4, 1), finder:field { { 1, 1 } }
    crowd.grid:clear "wall"
    unit:follow(field)
    crowd:update(0.25)
    assert.is_true(crowd:load(crowd:save(), { fields = { field } }))
  end)

  it("is closed for a unit, but not for its field", function()
    local crowd, finder = crowd_on("..~~", nil, { prices = { mud = 3 } })
    local own = tilepath.pathfinder(crowd.grid, { prices = { mud = false } })
    local unit = stand(crowd, own, 1, 1)
    unit:follow(finder:field { { 4, 1 } })
    assert.are.equal(7, unit:path().cost)
    crowd:update(2)
    assert.are.equal("2,1 going", at(unit))
  end)
end)

describe("units whose way becomes longer while they walk", function()
  -- Three units crowd before a lift, which goes away after two seconds. The
  -- other way is round the far end of a wall.
  for _, turned in ipairs { false, true } do
    local function at_turned(x, y)
      if turned then return y, x end
      return x, y
    end

    it("walk on without a stand" .. (turned and ", turned" or ""), function()
      local grid = tilepath.grid(at_turned(30, 9))
      for x = 1, 29 do
        local wall_x, wall_y = at_turned(x, 5)
        grid:set(wall_x, wall_y, "wall")
      end
      local x, y = at_turned(3, 4)
      local to_x, to_y = at_turned(3, 6)
      local lift = grid:link(x, y, to_x, to_y, { price = 2, seconds = 1 })
      local finder, crowd = tilepath.pathfinder(grid), tilepath.crowd(grid)
      local still, units = {}, {}
      for i = 1, 3 do
        x, y = at_turned(6 + i, 2)
        units[i] = stand(crowd, finder, x, y, { speed = 4 })
        assert.is_true(units[i]:go_cell(at_turned(3 + i, 8)))
      end
      for step = 1, 180 do
        local before = {}
        for i, unit in ipairs(units) do
          before[i] = { unit.x, unit.y }
        end
        if step == 20 then
          grid:unlink(lift)
        end
        crowd:update(0.1)
        for i, unit in ipairs(units) do
          local stands = step > 25 and unit.status == "going"
            and unit.x == before[i][1] and unit.y == before[i][2]
          still[i] = stands and still[i] + 1 or 0
          assert.is_true(still[i] < 10, "unit " .. i .. " stands")
        end
      end
      for i, unit in ipairs(units) do
        assert.are.equal("arrived", unit.status, i)
      end
    end)
  end
end)

describe("a unit on a path that an edit shuts", function()
  --- Plays a path of a board, which the edit shuts at tick `when`, 0: before
  -- the order.
  -- @return the unit's cells, its status and reason
  local function play(rows, turn, path, shut, when)
    local grid, to = boards.drawn(rows, {}, turn)
    local finder, crowd = tilepath.pathfinder(grid), tilepath.crowd(grid)
    local x, y = to(1, 1)
    local unit = crowd:add { finder = finder, cell_x = x, cell_y = y, pace = 2 }
    local points, cells = { units = "cells" }, {}
    for i = 1, #path, 2 do
      points[i], points[i + 1] = to(path[i], path[i + 1])
    end
    for tick = 0, 40 do
      if tick == when then
        x, y = to(shut[1], shut[2])
        grid:set(x, y, "wall")
      end
      if tick == 0 then
        unit:follow(points)
      end
      crowd:tick()
      cells[unit.cell_x .. "," .. unit.cell_y] = true
    end
    return cells, unit, to
  end

  it("stays where it is if there is no other way", function()
    for turn = 0, 7 do
      for when, steps in pairs { [1] = 1, [2] = 1, [3] = 2, [4] = 2 } do
        local _, unit, to = play({ "......", "######" }, turn,
          { 1, 1, 6, 1 }, { 5, 1 }, when)
        assert.are.same({ "blocked", "unreachable" },
          { unit.status, unit.reason })
        assert.are.same({ to(1 + steps, 1) }, { unit.cell_x, unit.cell_y },
          turn .. " " .. when)
      end
    end
  end)

  it("goes to the end by another way", function()
    for turn = 0, 7 do
      for _, when in ipairs { 0, 3 } do
        local cells, unit, to = play({ "......", "......" }, turn,
          { 1, 1, 6, 1, 6, 2, 2, 2 }, { 5, 1 }, when)
        assert.are.equal("arrived", unit.status)
        assert.are.same({ to(2, 2) }, { unit.cell_x, unit.cell_y })
        assert.is_nil(cells[("%d,%d"):format(to(6, 1))])
      end
    end
  end)
end)
