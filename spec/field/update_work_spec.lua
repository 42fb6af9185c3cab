--- The work of fields, in units of work: updates with other goals, refusals and
-- flights. For other goals the core in Lua makes a new field.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local numbers = require "spec.support.random"

local SIDE = 96

--- Open ground, rubble, and a patchwork of prices.
local function grids()
  local random, rubble = numbers.new(1), tilepath.grid(SIDE, SIDE)
  for _ = 1, SIDE * SIDE / 2 do
    rubble:set(random(1, SIDE), random(1, SIDE), "wall")
  end
  local priced = tilepath.grid(SIDE, SIDE, { prices = { mud = 3, road = 0.5 } })
  for i = 1, 300 do
    priced:fill(random(1, SIDE), random(1, SIDE), random(1, 9), random(1, 9),
      i % 2 == 0 and "mud" or "road")
  end
  return { tilepath.grid(SIDE, SIDE), rubble, priced }
end

local function choose(finder, random)
  local x, y
  repeat
    x, y = random(1, SIDE), random(1, SIDE)
  until finder:can_enter(x, y)
  return { x, y }
end

--- A copy of the list with `moved` goals elsewhere, some cells or far away.
local function move(finder, goals, moved, is_far, random)
  local list = {}
  for i = 1, #goals do
    list[i] = goals[i]
  end
  for _ = 1, moved do
    local i = random(1, #list)
    local to = choose(finder, random)
    if not is_far then
      local x, y = finder:nearest(math.min(list[i][1] + 1, SIDE), list[i][2])
      to = { x, y }
    end
    list[i] = to
  end
  return list
end

describe("#once an update with other goals #core_c", function()
  for n, grid in ipairs(grids()) do
    it("takes little more than a new field on map " .. n, function()
      local random = numbers.new(3)
      for p, profile in ipairs { {}, { diagonal = "never" }, { size = 2 },
        { keep_away = { 2, 1.5 } } } do
        local finder = tilepath.pathfinder(grid, profile)
        for _, count in ipairs { 1, 9, 40 } do
          for _, moved in ipairs { 1, math.ceil(count / 6), 2 * count } do
            local goals = {}
            for i = 1, count do
              goals[i] = choose(finder, random)
            end
            local field = finder:field(goals)
            goals = move(finder, goals, moved, p % 2 == 0, random)
            local took = helper.work_of(finder, function()
              field:update(goals)
            end)
            local new = helper.work_of(finder, function()
              finder:field(goals)
            end)
            assert.is_true(took <= 1.2 * new + 60,
              ("%d of %d goals moved: %g units, a new field %g"):format(moved,
                count, took, new))
          end
        end
      end
    end)
  end

  it("takes a small part of a new field if few goals moved", function()
    local random = numbers.new(4)
    local finder = tilepath.pathfinder(tilepath.grid(SIDE, SIDE))
    local goals, field = {}, nil
    for i = 1, 100 do
      goals[i] = { (i - 1) % 10 * 9 + 5, math.floor((i - 1) / 10) * 9 + 5 }
    end
    local new = helper.work_of(finder, function()
      field = finder:field(goals)
    end)
    for _ = 1, 10 do
      goals = move(finder, goals, 1, false, random)
      local took = helper.work_of(finder, function() field:update(goals) end)
      assert.is_true(took < new / 10, took)
    end
  end)

  it("takes no work for the same goals in another order", function()
    local finder = tilepath.pathfinder(tilepath.grid(9, 9))
    local field = finder:field { { 1, 1 }, { 9, 9, cost = 1 }, { 9, 9 } }
    local took = helper.work_of(finder, function()
      field:update { { 9, 9 }, { 9, 9, cost = 1 }, { 1, 1 } }
    end)
    assert.is_true(took <= 1, took)
    assert.are.same({ 3, 1 }, { (field:path(2, 2)).goal_index,
      (field:path(8, 8)).goal_index })
  end)
end)

describe("#once a field with max_cost", function()
  it("#core_c refuses an unreachable cell with little work", function()
    local grid = tilepath.grid(200, 200)
    grid:fill(1, 100, 200, 1, "wall")
    local finder, goals = tilepath.pathfinder(grid), {}
    for i = 1, 2000 do
      goals[i] = { i % 200 + 1, math.floor(i / 200) + 1 }
    end
    local field = finder:field(goals, { max_cost = 3 })
    finder:prepare()
    local work = helper.work_of(finder, function()
      for x = 1, 200 do
        assert(select(2, field:cost(x, 150)) == "unreachable")
      end
    end)
    -- The first call looks at all goals.
    assert.is_true(work <= #goals / 16 + 200, work)
  end)
end)

describe("#once a flight", function()
  it("#core_c takes the work of four fields", function()
    local finder = tilepath.pathfinder(tilepath.grid(200, 200))
    local field
    local new = helper.work_of(finder, function()
      field = finder:field { { 1, 1 } }
    end)
    local flight = helper.work_of(finder, function() field:flee() end)
    assert.is_true(flight <= 4 * new, flight / new)
  end)
end)
