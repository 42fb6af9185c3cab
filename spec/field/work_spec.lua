--- The work of fields, in units of work: updates with other goals, refusals,
-- paths and flights.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local numbers = require "spec.support.random"

local SIDE = 96

--- Grids of the same size, and otherwise different.
local makers = {
  ["open ground"] = function() end,
  pillars = function(grid)
    for y = 2, SIDE, 3 do
      for x = 2, SIDE, 3 do
        grid:set(x, y, "wall")
      end
    end
  end,
  rubble = function(grid)
    local random = numbers.new(1)
    for _ = 1, SIDE * SIDE / 2 do
      grid:set(random(1, SIDE), random(1, SIDE), "wall")
    end
  end,
  ["a winding lane"] = function(grid)
    for y = 3, SIDE - 2, 3 do
      grid:fill(1, y, SIDE, 1, "wall")
      grid:fill(y % 2 == 0 and 1 or SIDE - 1, y, 2, 1, "open")
    end
  end,
  ["a patchwork of prices"] = function(grid)
    local random = numbers.new(2)
    grid:terrain("mud", 3)
    grid:terrain("road", 0.5)
    for i = 1, 300 do
      grid:fill(random(1, SIDE), random(1, SIDE), random(1, 9), random(1, 9),
        i % 2 == 0 and "mud" or "road")
    end
  end,
}

local profiles = { {}, { diagonal = "always" }, { diagonal = "never" },
  { size = 2 }, { diagonal_cost = 1 }, { keep_away = { 2, 1.5 } } }

local function choose(finder, random)
  local x, y
  repeat
    x, y = random(1, SIDE), random(1, SIDE)
  until finder:can_enter(x, y)
  return { x, y }
end

--- A free neighbour of the goal; the goal if there is none.
local function beside(finder, goal, random)
  for _ = 1, 20 do
    local x, y = goal[1] + random(-1, 1), goal[2] + random(-1, 1)
    local inside = x >= 1 and y >= 1 and x <= SIDE and y <= SIDE
    if inside and finder:can_enter(x, y) and (x ~= goal[1] or y ~= goal[2]) then
      return { x, y }
    end
  end
  return { goal[1], goal[2] }
end

--- A copy of the list with `moved` goals elsewhere, a cell or far away.
local function move(finder, goals, moved, is_far, random)
  local list = {}
  for i = 1, #goals do
    list[i] = goals[i]
  end
  for _ = 1, moved do
    local i = random(1, #list)
    list[i] = is_far and choose(finder, random)
      or beside(finder, list[i], random)
  end
  return list
end

describe("#once an update with other goals", function()
  for _, name in ipairs { "open ground", "pillars", "rubble",
    "a winding lane", "a patchwork of prices" } do
    local make = makers[name]
    it("#core_c takes little more than a new field on " .. name, function()
      local random = numbers.new(3)
      local grid = tilepath.grid(SIDE, SIDE)
      make(grid)
      for p, profile in ipairs(profiles) do
        local finder = tilepath.pathfinder(grid, profile)
        for _, count in ipairs { 1, 2, 9, 40 } do
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
            if took > 1.2 * new + 60 then
              error(("%d of %d goals moved: %d units, a new field %d"):format(
                moved, count, took, new))
            end
          end
        end
      end
    end)
  end

  -- The core in Lua repairs no field: it makes a new field.
  it("#core_c takes a small part of a new field if few goals moved",
    function()
      local random = numbers.new(4)
      local finder = tilepath.pathfinder(tilepath.grid(SIDE, SIDE))
      local goals = {}
      for i = 1, 100 do
        goals[i] = { (i - 1) % 10 * 9 + 5, math.floor((i - 1) / 10) * 9 + 5 }
      end
      local field
      local new = helper.work_of(finder, function()
        field = finder:field(goals)
      end)
      for _ = 1, 10 do
        goals = move(finder, goals, 1, false, random)
        local took = helper.work_of(finder, function() field:update(goals) end)
        assert.is_true(took < new / 10, took)
      end
    end)

  it("#core_c takes no work for the same goals in another order",
    function()
      local finder = tilepath.pathfinder(tilepath.grid(9, 9))
      local field = finder:field { { 1, 1 }, { 9, 9, cost = 1 }, { 9, 9 } }
      local took = helper.work_of(finder, function()
        field:update { { 9, 9 }, { 9, 9, cost = 1 }, { 1, 1 } }
      end)
      assert.is_true(took <= 1, took)
      assert.are.equal(3, field:goal(2, 2))
      assert.are.equal(1, field:goal(8, 8))
    end)
end)

describe("#once a field with max_cost", function()
  it("#core_c refuses an unreachable cell with little work, for any "
    .. "number of goals", function()
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

  it("counts cells under several goals once #core_c",
    function()
    local grid = tilepath.grid(256, 256)
    local finder = tilepath.pathfinder(grid)
    local goals = {}
    for i = 1, 400 do
      goals[i] = { i % 50 + 1, i % 47 + 1, 200, 200 }
    end
    local one = helper.work_of(finder, function() finder:field { { 1, 1 } } end)
    local all = helper.work_of(finder, function() finder:field(goals) end)
    assert.is_true(all <= 2 * one, all .. " units of work, not " .. one)
  end)

  it("separates too far from unreachable after edits and updates", function()
    local grid = tilepath.grid(".........\n#########\n.........")
    local field = tilepath.pathfinder(grid):field({ { 1, 1 }, { 2, 1 } },
      { max_cost = 2 })
    local function reasons()
      return select(2, field:cost(9, 1)) .. ", " .. select(2, field:cost(9, 3))
    end
    assert.are.equal("too_far, unreachable", reasons())
    grid:set(9, 2, "open")
    assert.are.equal("too_far, too_far", reasons())
    grid:set(5, 1, "wall")
    assert.are.equal("unreachable, unreachable", reasons())
    field:update { { 1, 3 } }
    assert.are.equal("too_far, too_far", reasons())
    field:update { { 2, 2 }, { 0, 7 } }
    assert.are.equal("unreachable, unreachable", reasons())
  end)
end)

describe("#once an edit", function()
  it("that makes a cell cheaper and cuts it off leaves no old cost",
    function()
      local far = ("."):rep(60)
      local grid = tilepath.grid(".~.." .. far .. "\n.##." .. far .. "\n...~"
        .. far, { legend = { ["~"] = "mud" }, prices = { mud = 3 } })
      local field = tilepath.pathfinder(grid, { diagonal = "never" })
        :field { { 4, 1 } }
      assert.are.equal(5, field:cost(1, 1))
      grid:set(2, 1, "open")
      grid:set(3, 1, "wall")
      field:update()
      assert.are.equal(9, field:cost(1, 1))
      assert.are.equal(10, field:cost(2, 1))
    end)
end)

describe("#once a field of many goals", function()
  it("#core_c finds the goal of a path in few steps", function()
    local finder, goals = tilepath.pathfinder(tilepath.grid(200, 200)), {}
    for i = 1, 20000 do
      goals[i] = { i % 200 + 1, math.floor(i / 200) + 1 }
    end
    local field = finder:field(goals)
    local work = helper.work_of(finder, function()
      for _ = 1, 100 do
        assert(field:goal(1, 101) == 20000)
      end
    end)
    -- Less than a unit a call: a binary search over the goals.
    assert.is_true(work <= 100, work)
  end)
end)

describe("#once a flight", function()
  for _, rule in ipairs { "never", "only_if_no_obstacles" } do
    it("#core_c takes the work of four fields, diagonal = " .. rule, function()
      local finder = tilepath.pathfinder(tilepath.grid(400, 400),
        { diagonal = rule })
      local field = finder:field { { 1, 1 } }
      local flight = helper.work_of(finder, function() field:flee() end)
      local new = helper.work_of(finder, function()
        finder:field { { 1, 1 } }
      end)
      assert.is_true(flight <= 4 * new, flight / new)
    end)
  end
end)
