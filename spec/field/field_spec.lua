--- finder:field: costs, steps and paths from every cell to the cheapest goal;
-- updates, flights. fuzz/judge_field.c judges any field.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"

local list, map, near = helper.list, helper.map, helper.near
local rules = { "never", "only_if_no_obstacles", "at_least_one_walkable",
  "always" }

local ROOM = map [[
  ....
  ###.
  ....
]]

local function finder_on(text, profile, options)
  return tilepath.pathfinder(tilepath.grid(text, options), profile)
end

describe("#once a field", function()
  it("has the cost and the next step from each cell", function()
    local field = finder_on(ROOM):field { { 1, 3 } }
    assert.are.equal(8, field:cost(1, 1))
    assert.are.equal(0, field:cost(1, 3))
    assert.are.same({ 2, 1 }, list(field:next(1, 1)))
    assert.are.same({ 4, 2 }, list(field:next(4, 1)))
    assert.are.same({ nil, "arrived" }, list(field:next(1, 3)))
  end)

  it("leads beside its goals, walls or not, as find does", function()
    for _, shape in ipairs { { size = { 1, 1 } }, { size = { 3, 2 } },
      { diagonal = "never", size = { 3, 2 } }, { diagonal = "always" },
      { diagonal = "at_least_one_walkable", size = { 2, 2 } },
      { stagger = "odd-r" }, { stagger = "even-r" }, { stagger = "odd-q" },
      { stagger = "even-q" } } do
      local grid = tilepath.grid(14, 11, { shape = shape.stagger and "hex",
        stagger = shape.stagger, base = -3 })
      local finder = tilepath.pathfinder(grid, { size = shape.size,
        diagonal = shape.diagonal })
      for i, rect in ipairs { { 2, 1, 3, 2 }, { 1, 2, 1, 1 },
        { -3, -3, 4, 3 }, { 8, 0, 9, 9 }, { 11, 3, 2, 2 } } do
        local goals = { { -3, 7, cost = 30 }, rect }
        local field = finder:field(goals, { adjacent = true })
        for _, terrain in ipairs { "open", "wall" } do
          grid:fill(rect[1], rect[2], rect[3], rect[4], terrain)
          grid:set(rect[1] - 1, rect[2], terrain)
          grid:fence(rect[1] + i % 3, rect[2], rect[1] + i % 3, rect[2] - 1)
          field:update()
          for x, y in grid:cells() do
            local path, cost = finder:find(x, y, goals, { adjacent = true })
            if path then
              cost = cost + (goals[path.goal_index].cost or 0)
              near(cost, field:cost(x, y), 1e-4)
            else
              assert.is_nil((field:cost(x, y)))
            end
          end
        end
        grid:clear()
      end
    end
  end)

  it("returns a reason for a cell without a path", function()
    local finder = finder_on("..#.\n..#.")
    local field = finder:field { { 1, 1 } }
    for _, method in ipairs { "cost", "next", "path" } do
      local function answer(x, y)
        return list(field[method](field, x, y))
      end
      assert.are.same({ nil, "outside" }, answer(0, 1))
      assert.are.same({ nil, "outside" }, answer(2 ^ 40, 1))
      assert.are.same({ nil, "blocked" }, answer(3, 1))
      assert.are.same({ nil, "unreachable" }, answer(4, 1))
    end
  end)

  it("leads to the cheapest goal, with extra costs", function()
    local field = finder_on("......"):field { { 1, 1, cost = 3.5 }, { 6, 1 } }
    assert.are.equal(3.375, finder_on("....", { diagonal = "never" })
      :field({ { 1, 1, cost = 0.375 } }):cost(4, 1))
    local goals = {}
    for x = 1, 6 do
      goals[x] = (field:path(x, 1)).goal_index
    end
    assert.are.same({ 1, 2, 2, 2, 2, 2 }, goals)
    near(3.5, field:cost(1, 1), 1e-3)
    assert.are.equal(4, field:cost(2, 1))
    local path, cost = field:path(2, 1)
    assert.are.same({ "2,1 3,1 4,1 5,1 6,1", 4, 4, "cells", 2 }, {
      helper.points(path), cost, path.cost, path.units, path.goal_index })
    path, cost = field:path(1, 1)
    assert.are.same({ "1,1", 0, 1 }, { helper.points(path), cost,
      path.goal_index })
  end)

  it("leaves out blocked goals", function()
    local finder = finder_on("...#")
    local field = finder:field { { 4, 1 }, { 9, 9 }, { 1, 1 } }
    assert.are.equal(2, field:cost(3, 1))
    assert.are.equal(3, (field:path(3, 1)).goal_index)
    field = finder:field { { 4, 1 }, { 0, 0 } }
    assert.are.same({ nil, "unreachable" }, list(field:cost(1, 1)))
    finder.grid:set(4, 1, "open")
    field:update()
    assert.are.equal(3, field:cost(1, 1))
  end)

  it("includes cells that cost exactly max_cost", function()
    for _, price in ipairs { 1, 1 / 3, 0.1, 0.7 } do
      local finder = finder_on(("."):rep(30), { prices = { open = price } })
      for steps = 1, 20 do
        local field = finder:field({ { 1, 1 } }, { max_cost = steps * price })
        assert.is_truthy(field:cost(steps + 1, 1))
        assert.are.same({ nil, "unreachable" }, list(field:cost(steps + 2, 1)))
      end
    end
  end)

  it("ends at max_cost after an edit, too", function()
    local grid = tilepath.grid(40, 40)
    local field = tilepath.pathfinder(grid, { diagonal = "always" })
      :field({ { 20, 20 } }, { max_cost = 12 })
    grid:set(1, 1, "wall") -- too far away to matter
    field:update()
    assert.are.equal(12, field:cost(32, 20))
    grid:set(31, 20, "wall")
    field:update()
    assert.are.same({ nil, "unreachable" }, list(field:cost(32, 20)))
  end)

  it("has a revision, a pathfinder and a text", function()
    local finder = finder_on(ROOM)
    local field = finder:field { { 1, 3 }, { 9, 9 } }
    assert.are.equal(finder.grid.revision, field.revision)
    assert.are.equal(finder, field.finder)
    assert.is_nil(field.mood)
    assert.are.equal("field on 4x3 (2 goals)", tostring(field))
    assert.are.equal("field on 4x3 (fleeing)", tostring(field:flee()))
  end)
end)

-- Slices and updates ----------------------------------------------------------

describe("#once the path of a field", function()
  --- How often a path changes its direction.
  local function turns_of(path)
    local turns, dx, dy = 0, nil, nil
    for i = 3, #path, 2 do
      local to_x, to_y = path[i] - path[i - 2], path[i + 1] - path[i - 1]
      if dx and (dx ~= to_x or dy ~= to_y) then
        turns = turns + 1
      end
      dx, dy = to_x, to_y
    end
    return turns
  end

  for _, steps in ipairs { { 1, 1 }, { 1, math.sqrt(2) }, { 10, 14 } } do
    it(("turns once on open ground, like find, if steps cost %g and %.4g")
      :format(steps[1], steps[2]), function()
      for _, rule in ipairs(rules) do
        local finder = tilepath.pathfinder(tilepath.grid(14, 11), {
          diagonal = rule, straight_cost = steps[1], diagonal_cost = steps[2] })
        local field = finder:field { { 9, 8 } }
        for x, y in finder.grid:cells() do
          assert.is_true(turns_of(field:path(x, y)) <= 1)
          assert.is_true(turns_of(finder:find(x, y, 9, 8)) <= 1)
        end
      end
    end)
  end

  it("leads straight first (east, south, west, north)", function()
    local finder = tilepath.pathfinder(tilepath.grid(9, 9), {
      diagonal_cost = 1 })
    local field = finder:field { { 5, 5 } }
    assert.are.equal("1,4 2,4 3,4 4,4 5,5", helper.points(field:path(1, 4)))
    assert.are.equal("4,9 4,8 4,7 4,6 5,5", helper.points(field:path(4, 9)))
    local four = tilepath.pathfinder(finder.grid, { diagonal = "never" })
    field = four:field { { 5, 5 } }
    assert.are.same({ 4, 4 }, list(field:next(3, 4)))
    assert.are.same({ 6, 5 }, list(field:next(6, 4)))
    assert.are.same({ 5, 6 }, list(field:next(6, 6)))
    assert.are.same({ 5, 6 }, list(field:next(4, 6)))
  end)
end)

describe("#once an edit", function()
  it("changes no cost before the update, but closes the cell", function()
    local finder = finder_on(ROOM)
    local field = finder:field { { 1, 3 } }
    finder.grid:set(4, 2, "wall")
    assert.are.equal(8, field:cost(1, 1))
    assert.are.same({ nil, "blocked" }, list(field:cost(4, 2)))
    assert.are.same({ nil, "unreachable" }, list(field:next(4, 1)))
    assert.are.same({ nil, "unreachable" }, list(field:path(1, 1)))
    assert.are.same({ nil, "arrived" }, list(field:next(1, 3)))
    assert.are_not.equal(finder.grid.revision, field.revision)
    field:update()
    assert.are.equal(finder.grid.revision, field.revision)
    assert.are.same({ nil, "unreachable" }, list(field:cost(1, 1)))
  end)
end)

describe("#once an update", function()
  it("can take other goals", function()
    local field = finder_on(ROOM):field { { 1, 3 } }
    field:update { { 1, 1 }, { 4, 1, cost = 0.5 } }
    assert.are.equal(0, field:cost(1, 1))
    assert.are.equal(2, (field:path(4, 3)).goal_index)
    field:update()
    assert.are.equal(2, (field:path(4, 3)).goal_index)
    field:update { { 1, 1, cost = 1 }, { 4, 1, cost = 0.5 } }
    assert.are.equal(1, field:cost(1, 1))
  end)
end)

it("#once a reach counts the steps of its escape, beside free links", function()
  local grid = tilepath.grid("##...")
  local finder = tilepath.pathfinder(grid)
  local cost = finder:reach(1, 1, 9, { escape = true }):cost(5, 1)
  grid:link(3, 1, 4, 1, { price = 0 })
  assert.are.equal(cost - 1,
    finder:reach(1, 1, 9, { escape = true }):cost(5, 1))
end)

-- Flights ---------------------------------------------------------------------

describe("#once a flight", function()
  local DEAD_END = map [[
    #########
    ......###
    .####.###
    .........
    #########
  ]]

  it("leads away from the goals", function()
    local field = finder_on(("."):rep(9)):field { { 4, 1 } }
    local flight = field:flee()
    assert.are.same({ 6, 1 }, list(flight:next(5, 1)))
    assert.are.same({ 2, 1 }, list(flight:next(3, 1)))
    assert.are.same({ nil, "arrived" }, list(flight:next(9, 1)))
    assert.is_true(flight:cost(9, 1) < flight:cost(4, 1))
  end)

  it("leaves a shallow dead end if the strength is high", function()
    local field = finder_on(DEAD_END):field { { 6, 4 } }
    assert.are.same({ 8, 4 }, list(field:flee(1):next(7, 4)))
    assert.are.same({ 6, 4 }, list(field:flee(4):next(7, 4)))
  end)

  it("steps past cells that are too far from its field's goals", function()
    local flight = finder_on("m...\nm...\nm..#\nm...\n#..#",
      { diagonal = "always" }, { legend = { m = "mud" },
        prices = { mud = 0.5 } }):field({ { 2, 2 } }, { max_cost = 3 }):flee(16)
    near(flight:cost(3, 4) + math.sqrt(2), flight:cost(2, 5), 1e-4)
  end)

  it("has paths, but no goals", function()
    local flight = finder_on(("."):rep(9)):field({ { 4, 1 } }):flee()
    local path, cost = flight:path(5, 1)
    assert.are.equal("5,1 6,1 7,1 8,1 9,1", helper.points(path))
    assert.are.equal(4, cost)
    assert.is_nil(path.goal_index)
  end)

  it("sees avoided units that have moved", function()
    local finder = finder_on(("."):rep(9))
    local crowd = tilepath.crowd(finder.grid)
    local unit = crowd:add { finder = finder, cell_x = 6, cell_y = 1 }
    local flight = finder:field({ { 4, 1 } }, { avoid = crowd }):flee()
    assert.are.same({ nil, "arrived" }, list(flight:next(5, 1)))
    unit:set_cell(8, 1)
    flight:update()
    assert.are.same({ 6, 1 }, list(flight:next(5, 1)))
  end)

  it("updates together with its field", function()
    local finder = finder_on(("."):rep(9))
    local field = finder:field { { 4, 1 } }
    local flight = field:flee()
    finder.grid:set(7, 1, "wall")
    flight:update()
    assert.are.equal(finder.grid.revision, flight.revision)
    assert.are.equal(finder.grid.revision, field.revision)
    assert.are.same({ nil, "arrived" }, list(flight:next(6, 1)))
    field:update { { 1, 1 } }
    assert.are.same({ 2, 1 }, list(flight:next(3, 1)))
    flight:update()
    assert.are.same({ 4, 1 }, list(flight:next(3, 1)))
  end)
end)
