--- tilepath.crowd: which unit stands where on a grid. A model judges the places
-- in random games (games_spec.lua).

local tilepath = require "tilepath"
local core = require "tilepath_core"
local helper = require "spec.support.helper"
local numbers = require "spec.support.random"
local lacks = require "spec.support.lacks"
local memory = require "spec.support.memory"
local sorted = require "spec.support.sorted"
local stand_in = require "spec.support.stand"

local list, mistake = helper.list, helper.mistake
local stand = stand_in.unit

local function meadow(text)
  local crowd, finder, grid = stand_in.field(
    text or "......\n.##...\n......\n......", { cell_size = 10 })
  return crowd, finder, tilepath.pathfinder(grid, { size = 2 })
end

describe("crowd:add", function()
  it("places a unit in a cell, or at a place in the world", function()
    local crowd, finder, wide = meadow()
    local one = stand(crowd, finder, 4, 2)
    assert.are.same({ 35, 15, 4, 2 }, { one.x, one.y, one.cell_x, one.cell_y })
    local other = crowd:add { finder = wide, x = 22, y = 31 }
    assert.are.same({ 22, 31, 2, 3 },
      { other.x, other.y, other.cell_x, other.cell_y })
    assert.are.equal(other, crowd:at(3, 4))
  end)

  it("returns the reason if the unit cannot stand there", function()
    local crowd, finder, wide = meadow()
    stand(crowd, finder, 1, 2)
    for _, case in ipairs { { "outside", finder, 0, 1 },
      { "outside", finder, 7, 4 }, { "outside", finder, -2 ^ 50, 2 ^ 50 },
      { "outside", wide, 6, 1 }, { "outside", wide, 1, 4 },
      { "blocked", finder, 2, 2 }, { "blocked", wide, 1, 2 },
      { "occupied", finder, 1, 2 } } do
      assert.are.same({ nil, case[1] }, list(crowd:add { finder = case[2],
        cell_x = case[3], cell_y = case[4] }))
    end
    assert.are.same({ nil, "outside" }, list(crowd:add {
      finder = finder, x = 1e308, y = -1e308 }))
    finder.grid:set(1, 2, "wall")
    assert.are.same({ nil, "blocked" }, list(crowd:add { finder = finder,
      cell_x = 1, cell_y = 2 }))
    assert.are.equal(1, crowd.count)
  end)

  it("raises for an unknown option, and adds no unit", function()
    local crowd, finder = meadow()
    local names = sorted(core.options()["crowd:add"])
    for key, text in pairs { sped = "'sped' (did you mean 'speed'?)",
      [1] = "1 (options: " .. table.concat(names, ", ") .. ")" } do
      assert.are.equal("add: unknown option " .. text, mistake(function()
        crowd:add { finder = finder, cell_x = 1, cell_y = 1, [key] = 1 }
      end))
    end
    assert.are.equal(0, crowd.count)
  end)
end)

describe("a crowd", function()
  it("has a length, a grid and a text" .. lacks.length, function()
    local crowd, finder = meadow()
    assert.are.same({ 0, 0 }, { #crowd, crowd.count })
    assert.are.equal("crowd of 0 units on 6x4", tostring(crowd))
    stand(crowd, finder, 1, 1)
    assert.are.same({ 1, 1 }, { #crowd, crowd.count })
    assert.are.equal("crowd of 1 unit on 6x4", tostring(crowd))
    assert.is_true(rawequal(crowd.grid, finder.grid))
    assert.is_nil(crowd.mood)
  end)

  it("lists the units in a rectangle as they were added", function()
    local crowd, finder = stand_in.field(3, 3)
    for i = 9, 1, -1 do
      stand(crowd, finder, (i + 2) % 3 + 1, math.ceil(i / 3))
    end
    assert.are.same({ 8, 9 }, { crowd:units(1, 1, 2, 1)[1].id,
      crowd:units(1, 1, 2, 1)[2].id })
  end)

  it("fills tables with the places and angles of all units", function()
    for _, shape in ipairs { "square", "hex" } do
      local grid = tilepath.grid(9, 6, { cell_size = 10, base = { -2, 3 },
        shape = shape })
      local crowd = tilepath.crowd(grid)
      local small, large = tilepath.pathfinder(grid),
        shape == "square" and tilepath.pathfinder(grid, { size = 2 })
      for i = 1, 4 do
        crowd:add { finder = i == 2 and large or small, cell_x = 2 * i - 4,
          cell_y = 3, speed = 7 }
      end
      crowd:units()[3]:set_position(grid:to_world(2, 6))
      crowd:go_cell(crowd:units(), 5, 8)
      local xs, ys, angles = { 1, 2, 3, 4, 5, 6 }, {}, { 7 }
      for _ = 1, 12 do
        crowd:update(0.3)
        assert.are.equal(4, crowd:units(xs, ys, angles))
        assert.are.same({ 4, 4, 4 }, { #xs, #ys, #angles })
        for i, unit in ipairs(crowd:units()) do
          assert.are.same({ unit.x, unit.y, unit.angle },
            { xs[i], ys[i], angles[i] })
        end
      end
      crowd:units()[2]:remove()
      assert.are.equal(3, crowd:units(xs, ys))
      assert.are.same({ 3, 3, 4 }, { #xs, #ys, #angles })
    end
  end)

  it("takes 4 1/8 bytes a cell and about 470 bytes a unit, and no more after"
    .. " units came and went" .. lacks.memory, function()
    local grid = tilepath.grid(320, 100)
    local finder = tilepath.pathfinder(grid)
    finder:can_enter(1, 1)
    local bytes, crowd = memory.bytes_of(function()
      return tilepath.crowd(grid)
    end)
    helper.near(32000 * 4.125 + 17000, bytes, 600)
    local function come()
      for i = 0, 999 do
        stand(crowd, finder, i % 300 + 1, math.floor(i / 300) + 1)
      end
    end
    -- Before Lua 5.4 what a userdata keeps is a table of its own.
    local has_table = _VERSION < "Lua 5.4" and not rawget(_G, "jit")
    helper.near(has_table and 570 or 470, memory.bytes_of(come) / 1000, 70)
    local more = memory.bytes_of(function()
      for _, unit in ipairs(crowd:units()) do
        unit:remove()
      end
      come()
    end)
    assert.is_true(more < 4096)
  end)
end)

describe("crowd:at and crowd:is_free", function()
  it("take cells anywhere, inside the map and outside, also walls", function()
    local crowd, finder = stand_in.field("#..\n...", { base = { -1, 5 } })
    local unit = stand(crowd, finder, 1, 6)
    assert.are.equal(unit, crowd:at(1, 6))
    assert.are.same({}, { crowd:at(0, 6), crowd:at(2, 6),
      crowd:at(-2 ^ 52, 2 ^ 52) })
    for _, case in ipairs { { true, -1, 5 }, { true, -1, 5, 2, 2 },
      { true, -1, 5, 3 }, { false, -1, 5, 3, 2 }, { false, 1, 6 },
      { false, -2, 5 }, { false, -1, 5, 4 }, { false, -1, 5, 1, 3 },
      { false, -1, 5, 2 ^ 52, 2 ^ 52 }, { false, 2 ^ 52, 5 } } do
      assert.are.equal(case[1],
        crowd:is_free(case[2], case[3], case[4], case[5]))
    end
  end)
end)

describe("crowd:nearest", function()
  it("has the units with the cheapest paths, by each pathfinder", function()
    local random = numbers.new(11)
    for round = 1, 10 do
      local grid = tilepath.grid(numbers.map(random, 40, 30, "...~#"), {
        legend = { ["~"] = "mud" }, prices = { mud = 4 },
        shape = round % 2 == 0 and "hex" or "square" })
      local finders = { tilepath.pathfinder(grid), tilepath.pathfinder(grid,
        { prices = { mud = 1 / 2 } }) }
      local crowd = tilepath.crowd(grid)
      for i = 1, 12 do
        crowd:add { finder = finders[1 + i % 2], cell_x = random(1, 40),
          cell_y = random(1, 30) }
      end
      local goals = { { random(1, 40), random(1, 30) },
        { random(1, 40), random(1, 30), 2, 3, cost = random(0, 9) } }
      local expected, is_out = {}, {}
      for i, unit in ipairs(crowd:units()) do
        local path, cost = unit.finder:find(unit.cell_x, unit.cell_y, goals)
        is_out[unit] = i % 5 == 0
        if path and not is_out[unit] then
          expected[#expected + 1] = cost + (goals[path.goal_index].cost or 0)
        end
      end
      table.sort(expected)
      for _, count in ipairs { 1, 4, 100 } do
        local units, costs = crowd:nearest(goals, { count = count,
          where = function(unit) return not is_out[unit] end })
        assert.are.equal(math.min(count, #expected), #units)
        for i, unit in ipairs(units) do
          assert.is_false(is_out[unit])
          assert.is_true(math.abs(expected[i] - costs[i]) < 1e-4)
        end
        local most, within = random(0, 40) + 0.3, 0
        for _, cost in ipairs(expected) do
          within = within + (cost <= most and 1 or 0)
        end
        units, costs = crowd:nearest(goals, { count = count, max_cost = most,
          where = function(unit) return not is_out[unit] end })
        assert.are.equal(math.min(count, within), #units)
        for i in ipairs(units) do
          assert.is_true(math.abs(expected[i] - costs[i]) < 1e-4)
        end
      end
    end
  end)

  it("takes paths that end beside a goal", function()
    local crowd, finder = stand_in.field("......\n..##..\n......")
    local near = crowd:add { finder = finder, cell_x = 5, cell_y = 2 }
    local far = crowd:add { finder = finder, cell_x = 1, cell_y = 1 }
    local goals = { { 3, 2, 2, 1 } }
    assert.are.same({}, (crowd:nearest(goals)))
    local units, costs = crowd:nearest(goals, { count = 2, adjacent = true })
    assert.are.same({ near, far, 0 }, { units[1], units[2], costs[1] })
  end)

  it("counts units under walls by their ways out, and none shut in", function()
    local row = ("."):rep(20) .. "#.\n"
    local crowd, finder, grid = stand_in.field(row .. row)
    crowd:add { finder = finder, cell_x = 22, cell_y = 1 }
    local far = crowd:add { finder = finder, cell_x = 12, cell_y = 1 }
    local buried = crowd:add { finder = finder, cell_x = 3, cell_y = 1 }
    grid:set(3, 1, "wall")
    assert.are.same({ buried, far }, (crowd:nearest(1, 1, { count = 9 })))
    local units, costs = crowd:nearest(1, 1)
    assert.are.same({ buried }, units)
    local _, dear = crowd:nearest { { 1, 1, cost = 5 } }
    assert.are.equal(costs[1] + 5, dear[1])
  end)

  it("counts units at max_cost, and not beyond", function()
    local crowd, finder, grid = stand_in.field(("."):rep(30))
    local buried = crowd:add { finder = finder, cell_x = 5, cell_y = 1 }
    grid:set(5, 1, "wall") -- it leaves to 4, 1, which costs 3
    assert.are.same({}, (crowd:nearest(1, 1, { max_cost = 3.5 })))
    assert.are.same({ buried }, (crowd:nearest(1, 1, { max_cost = 4 })))
    grid:set(5, 1, "open")
    buried:remove()
    crowd:add { finder = finder, cell_x = 25, cell_y = 1 }
    assert.are.same({}, (crowd:nearest(1, 1, { max_cost = 23.9 })))
    local _, costs = crowd:nearest(1, 1, { max_cost = 24 })
    assert.are.same({ 24 }, costs)
    assert.are.equal("nearest: max_cost must be a number of at least 0, got -1",
      helper.mistake(function() crowd:nearest(1, 1, { max_cost = -1 }) end))
  end)

  it("knows where units are that nobody has read since they moved", function()
    local grid = tilepath.grid(20, 1)
    local crowd, finder = tilepath.crowd(grid), tilepath.pathfinder(grid)
    local unit = crowd:add { finder = finder, cell_x = 1, cell_y = 1,
      speed = 64 }
    unit:go_cell(20, 1)
    crowd:update(1)
    local units, costs = crowd:nearest(20, 1)
    assert.are.same({ { unit }, { 20 - unit.cell_x } }, { units, costs })
    assert.is_true(costs[1] < 19)
  end)

  it("asks `where` once of a unit, and first of the nearest", function()
    local crowd, finder = stand_in.field(("."):rep(200))
    local other = tilepath.pathfinder(crowd.grid)
    for x = 200, 1, -1 do
      crowd:add { finder = x % 3 == 0 and other or finder, cell_x = x,
        cell_y = 1 }
    end
    local function ask(x, options, counts)
      local asked = {}
      options.where = function(unit)
        asked[#asked + 1] = unit.cell_x
        return counts(unit.cell_x)
      end
      local found = {}
      for i, unit in ipairs((crowd:nearest(x, 1, options))) do
        found[i] = unit.cell_x
      end
      return found, asked
    end
    local found, asked = ask(1, { count = 3 }, function(x)
      return x % 2 == 0
    end)
    assert.are.same({ { 2, 4, 6 }, { 1, 2, 3, 4, 5, 6 } }, { found, asked })
    found, asked = ask(200, { count = 2 }, function(x) return x < 41 end)
    assert.are.same({ 40, 39 }, found)
    assert.is_true(#asked >= 162 and #asked <= 200)
    found, asked = ask(1, { max_cost = 30 }, function() return false end)
    assert.are.same({ {}, 31 }, { found, #asked })
    found, asked = ask(9, {}, function() return false end)
    assert.are.same({ {}, 200 }, { found, #asked })
  end)

  it("has no unit that `where` has removed", function()
    local crowd, finder, grid = stand_in.field(9, 8)
    stand(crowd, finder, 5, 5)
    stand(crowd, finder, 2, 2)
    assert.are.same({}, (crowd:nearest(1, 1, { where = function(unit)
      unit:remove()
      return grid:resize(1, 1, 2, 2) or true
    end })))
  end)
end)

describe("crowd:vacate", function()
  --- Repeats the call until no unit is left.
  local function vacate(crowd, x, y, w, h)
    local left
    for _ = 1, 600 do
      left = crowd:vacate(x, y, w, h)
      if left == 0 then
        break
      end
      crowd:update(1 / 30)
    end
    return left
  end

  it("sends units off a rectangle, each to a cell of its own", function()
    for _, walls in ipairs { false, true } do
      for size = 1, 2 do
        local crowd, finder, grid = stand_in.field(14, 10, { size = size })
        for y = 4, 7, size do
          for x = 5, 8, size do
            stand(crowd, finder, x, y, { speed = 8 })
          end
        end
        if walls then
          grid:fill(4, 3, 6, 6, "wall")
        end
        assert.are.equal(0, vacate(crowd, 5, 4, 4, 4))
        assert.is_true(crowd:is_free(5, 4, 4, 4))
      end
    end
  end)

  it("leaves those alone that are on their way off, and counts all", function()
    local crowd, finder = stand_in.field("######\n#..###\n######\n......")
    local shut_in = crowd:add { finder = finder, cell_x = 2, cell_y = 2 }
    local walker = crowd:add { finder = finder, cell_x = 2, cell_y = 4 }
    local comer = crowd:add { finder = finder, cell_x = 5, cell_y = 4 }
    walker:go_cell(6, 4)
    comer:go_cell(3, 4)
    assert.are.equal(2, crowd:vacate(1, 1, 3, 4))
    assert.are.same({ 5.5, 2.5, "idle" }, { walker.goal_x, comer.goal_x,
      shut_in.status })
    assert.are.equal(1, vacate(crowd, 1, 1, 3, 4))
    assert.are.equal(0, crowd:vacate(0, 0, 0, 9))
  end)

  it("sends them to the cell that is nearest by the way, or out by a link",
    function()
      local crowd, finder, grid = stand_in.field(
        "....#...\n....#...\n....#...\n........")
      local first = crowd:add { finder = finder, cell_x = 4, cell_y = 1 }
      local second = crowd:add { finder = finder, cell_x = 4, cell_y = 2 }
      crowd:vacate(1, 1, 4, 4)
      assert.are.same({ 5, 4 }, { grid:to_cell(first.goal_x, first.goal_y) })
      local x, y = grid:to_cell(second.goal_x, second.goal_y)
      assert.is_true(x >= 5 and (x ~= 5 or y ~= 4))
      grid:set(5, 4, "wall")
      grid:link(1, 1, 8, 1)
      first:stop()
      crowd:vacate(1, 1, 4, 4)
      assert.is_true((grid:to_cell(first.goal_x, first.goal_y)) > 5)
    end)
end)

describe("crowd:units_within", function()
  it("looks at where the bodies are, also in the middle of a step", function()
    local crowd, finder = meadow(("......\n"):rep(4))
    local unit = stand(crowd, finder, 1, 1, { speed = 10 })
    local function count(x1, x2)
      return #crowd:units_within(x1, 0, x2, 20)
    end
    unit:go(35, 5)
    crowd:update(0.5) -- its body is from 5 to 15
    assert.are.same({ 1, 0, 1, 0 },
      { count(6, 7), count(0, 4), count(14, 20), count(16, 20) })
    unit:stop()
    crowd:update(1)
    assert.is_true(unit:set_position(39, 19)) -- from 34 to 44
    assert.are.same({ 1, 0 }, { count(43, 50), count(44, 50) })
  end)
end)
