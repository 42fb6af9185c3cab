--- finder:field: costs, steps and paths from every cell to the cheapest goal;
-- slices, updates, flights. Searches check the costs.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local numbers = require "spec.support.random"

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
    assert.are.same({ nil, "goal" }, list(field:next(1, 3)))
  end)

  it("returns a reason for a cell without a path", function()
    local finder = finder_on("..#.\n..#.")
    local field = finder:field { { 1, 1 } }
    for _, method in ipairs { "cost", "next", "goal", "path" } do
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
    local goals = {}
    for x = 1, 6 do
      goals[x] = field:goal(x, 1)
    end
    assert.are.same({ 1, 2, 2, 2, 2, 2 }, goals)
    near(3.5, field:cost(1, 1), 1e-3)
    assert.are.equal(4, field:cost(2, 1))
    local path, cost = field:path(2, 1)
    assert.are.equal("2,1 3,1 4,1 5,1 6,1", helper.points(path))
    assert.are.equal(4, cost)
    assert.are.equal(4, path.cost)
    assert.are.equal("cells", path.units)
    assert.are.equal(2, path.goal)
    path, cost = field:path(1, 1)
    assert.are.equal("1,1", helper.points(path))
    assert.are.equal(0, cost)
    assert.are.equal(1, path.goal)
  end)

  it("counts fractions of extra costs with whole step costs", function()
    local finder = finder_on("......", { diagonal = "never" })
    local field = finder:field { { 1, 1, cost = 1.3 }, { 4, 1, cost = 0.4 } }
    near(1.3, field:cost(1, 1), 4e-7 * 1.3)
    near(0.4, field:cost(4, 1), 4e-7)
    near(2.3, field:cost(2, 1), 4e-7 * 2.3)
    assert.are.equal(1, field:goal(2, 1))
    finder.grid:set(3, 1, "wall")
    finder.grid:set(2, 1, "wall")
    field:update()
    near(1.4, field:cost(5, 1), 4e-7 * 1.4)
    field:update { { 5, 1 } }
    assert.are.equal(1, field:cost(4, 1))
  end)

  it("rounds an extra cost by at most 5e-7 of a straight step, or of itself",
    function()
      for straight = -9, 8 do
        straight = 2 ^ straight
        local finder = finder_on("......", { diagonal = "never",
          straight_cost = straight })
        for i = 1, 40 do
          local extra = i * i / 7 * 2 ^ (i % 11 - 5)
          local field = finder:field { { 1, 1, cost = extra } }
          near(extra, field:cost(1, 1), 5e-7 * math.max(straight, extra))
        end
      end
    end)

  it("counts a huge extra cost beside a tiny extra cost", function()
    local finder = finder_on("......")
    local field = finder:field { { 1, 1, cost = 1e12 }, { 6, 1, cost = 1e-5 } }
    near(1e-5, field:cost(6, 1), 1e-3)
    assert.are.equal(2, field:goal(1, 1))
    finder.grid:set(6, 1, "wall")
    field:update()
    near(1e12, field:cost(1, 1), 4e-7 * 1e12)
    near(1e12 + 1, field:cost(2, 1), 4e-7 * 1e12)
  end)

  it("takes the first of two equal goals in a cell", function()
    local field = finder_on("..."):field { { 1, 1, cost = 2 }, { 1, 1, cost = 1 },
      { 1, 1, cost = 1 } }
    assert.are.equal(2, field:goal(3, 1))
  end)

  it("leaves out blocked goals", function()
    local finder = finder_on("...#")
    local field = finder:field { { 4, 1 }, { 9, 9 }, { 1, 1 } }
    assert.are.equal(2, field:cost(3, 1))
    assert.are.equal(3, field:goal(3, 1))
    field = finder:field { { 4, 1 }, { 0, 0 } }
    assert.are.same({ nil, "unreachable" }, list(field:cost(1, 1)))
    finder.grid:set(4, 1, "open")
    field:update()
    assert.are.equal(3, field:cost(1, 1))
  end)

  it("ends at max_cost, and separates too far from unreachable", function()
    local finder = finder_on(".....#.")
    local field = finder:field({ { 1, 1 } }, { max_cost = 2 })
    assert.are.equal(2, field:cost(3, 1))
    assert.are.same({ nil, "too_far" }, list(field:cost(4, 1)))
    assert.are.same({ nil, "blocked" }, list(field:cost(6, 1)))
    assert.are.same({ nil, "unreachable" }, list(field:cost(7, 1)))
    field = finder:field({ { 1, 1 } }, { max_cost = math.huge })
    assert.are.equal(4, field:cost(5, 1))
  end)

  it("includes cells that cost exactly max_cost", function()
    for _, price in ipairs { 1, 1 / 3, 0.1, 0.7 } do
      local finder = finder_on(("."):rep(30), { prices = { open = price } })
      for steps = 1, 20 do
        local field = finder:field({ { 1, 1 } }, { max_cost = steps * price })
        assert.is_truthy(field:cost(steps + 1, 1))
        assert.are.same({ nil, "too_far" }, list(field:cost(steps + 2, 1)))
      end
    end
  end)

  it("takes cells from the grid's base", function()
    local field = finder_on(ROOM, nil, { base = { -1, 0 } })
      :field { { -1, 2 } }
    assert.are.equal(8, field:cost(-1, 0))
    assert.are.same({ 0, 0 }, list(field:next(-1, 0)))
    assert.are.equal("2,1 2,2 1,2 0,2 -1,2", helper.points(field:path(2, 1)))
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

-- Against searches ------------------------------------------------------------

--- A map with three terrains, walls and a pathfinder over it.
local function rough(random, width, height, profile)
  local text = numbers.map(random, width, height, "....~!#")
  return finder_on(text, profile, { legend = { ["~"] = "mud", ["!"] = "road" },
    prices = { mud = 3, road = 0.5 } })
end

local function some_goals(random, grid)
  local goals = {}
  for i = 1, random(1, 4) do
    goals[i] = { random(1, grid.width), random(1, grid.height),
      cost = random(1, 3) == 1 and random(0, 20) / 2 or nil }
  end
  return goals
end

--- For some cells: the cost is that of the cheapest search, and the path is
-- legal and has that cost.
local function judge(field, goals, random)
  local finder, grid = field.finder, field.finder.grid
  for _ = 1, 12 do
    local x, y = random(1, grid.width), random(1, grid.height)
    local best = math.huge
    for _, goal in ipairs(goals) do
      local _, cost = finder:find(x, y, goal[1], goal[2])
      if type(cost) == "number" then
        best = math.min(best, cost + (goal.cost or 0))
      end
    end
    local cost, reason = field:cost(x, y)
    if best == math.huge then
      assert.are.equal(finder:can_enter(x, y) and "unreachable" or "blocked",
        reason)
    else
      near(best, cost, 1e-6 * best)
      local path, walked = field:path(x, y)
      assert.is_true(path:is_valid(finder))
      assert.are.same({ x, y }, list(path:point(1)))
      local goal = goals[path.goal]
      assert.are.equal(path.goal, field:goal(x, y))
      assert.are.same({ goal[1], goal[2] }, list(path:point(path:count())))
      near(best, walked + (goal.cost or 0), 1e-6 * best)
      local next_x, next_y = field:next(x, y)
      if path:count() > 1 then
        assert.are.same({ path[3], path[4] }, { next_x, next_y })
      end
    end
  end
end

describe("#once the costs of a field", function()
  for _, rule in ipairs(rules) do
    it("are those of searches, before and after edits, under " .. rule,
      function()
        local random = numbers.new(11)
        for round = 1, 12 do
          local finder = rough(random, random(3, 40), random(3, 40),
            { diagonal = rule, size = round % 4 == 0 and 2 or nil,
              keep_away = round % 5 == 0 and { 2, 3 } or nil })
          local grid = finder.grid
          local goals = some_goals(random, grid)
          local field = finder:field(goals)
          for edits = 1, 5 do
            judge(field, goals, random)
            for _ = 1, edits * edits do
              local names = { "wall", "open", "mud", "road" }
              grid:set(random(1, grid.width), random(1, grid.height),
                names[random(1, 4)])
            end
            if random(1, 3) == 1 then
              grid:terrain("mud", random(1, 12) / 2)
            end
            if random(1, 3) == 1 then
              goals = some_goals(random, grid)
              field:update(goals)
            else
              field:update()
            end
          end
        end
      end)
  end
end)

describe("#once a field with goals of several cells that overlap", function()
  --- Each cell of each goal as a goal of its own, and the index of its goal.
  local function single_goals(goals)
    local cells, of = {}, {}
    for number, goal in ipairs(goals) do
      for y = goal[2], goal[2] + goal[4] - 1 do
        for x = goal[1], goal[1] + goal[3] - 1 do
          cells[#cells + 1], of[#of + 1] = { x, y, cost = goal.cost }, number
        end
      end
    end
    return cells, of
  end

  it("equals a field with each cell as a goal", function()
    local random = numbers.new(7)
    local grid = tilepath.grid(200, 9)
    local finder = tilepath.pathfinder(grid)
    for round = 1, 8 do
      -- Rows of up to four words of 64 cells, from any bit on.
      local goals, first = {}, random(1, 70)
      for i = 1, round * 2 do
        local x, y = random(first, 200), random(1, 9)
        local cost = random(0, 9) / 10
        goals[i] = { x, y, random(1, 201 - x), random(1, 10 - y), cost = cost }
      end
      local cells, of = single_goals(goals)
      local field, by_cells = finder:field(goals), finder:field(cells)
      for y = 1, 9 do
        for x = 1, 200 do
          local place = ("round %d, cell %d, %d"):format(round, x, y)
          assert.are.equal(by_cells:cost(x, y), field:cost(x, y), place)
          assert.are.equal(of[by_cells:goal(x, y)], field:goal(x, y), place)
        end
      end
    end
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
        local finder = tilepath.pathfinder(tilepath.grid(24, 17), {
          diagonal = rule, straight_cost = steps[1], diagonal_cost = steps[2] })
        local field = finder:field { { 9, 8 } }
        for x = 1, 24 do
          for y = 1, 17 do
            assert.is_true(turns_of(field:path(x, y)) <= 1)
            assert.is_true(turns_of(finder:find(x, y, 9, 8)) <= 1)
          end
        end
      end
    end)
  end

  it("leads straight first (east, south, west, north), then diagonally",
    function()
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

  it("is the same after updates as in a new field", function()
    local random = numbers.new(8)
    for _, steps in ipairs { { 1, 1 }, { 1, 1.5 } } do
      local grid = tilepath.grid(40, 40)
      local finder = tilepath.pathfinder(grid, { straight_cost = steps[1],
        diagonal_cost = steps[2] })
      local goals = {}
      for i = 1, 20 do
        goals[i] = { random(1, 40), random(1, 40) }
      end
      local field = finder:field(goals)
      for _ = 1, 20 do
        local x, y = random(1, 40), random(1, 40)
        grid:set_walkable(x, y, not grid:is_walkable(x, y))
        goals[random(1, 20)] = { random(1, 40), random(1, 40) }
        field:update(goals)
        local new = finder:field(goals)
        for _ = 1, 40 do
          x, y = random(1, 40), random(1, 40)
          assert.are.same(list(new:next(x, y)), list(field:next(x, y)))
          assert.are.equal(new:goal(x, y), field:goal(x, y))
        end
      end
    end
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
    assert.are.same({ nil, "goal" }, list(field:next(1, 3)))
    assert.are_not.equal(finder.grid.revision, field.revision)
    field:update()
    assert.are.equal(finder.grid.revision, field.revision)
    assert.are.same({ nil, "unreachable" }, list(field:cost(1, 1)))
  end)

  it("of a price changes all costs", function()
    local finder = finder_on("....")
    local field = finder:field({ { 1, 1 } }, { max_cost = 6 })
    finder.grid:terrain("open", 2.5)
    field:update()
    assert.are.equal(5, field:cost(3, 1))
    assert.are.same({ nil, "too_far" }, list(field:cost(4, 1)))
  end)
end)

describe("#once a field over very different prices", function()
  -- Diagonal steps, which are not allowed here, would cost 2^64 in all.
  it("has exact costs without an overflow", function()
    local grid = tilepath.grid(129, 128, { prices = {
      least = 2 ^ -10,
      more = 2 ^ -10 * 1024 / 1023,
      some = (16 * 2 ^ 20 + 953) / (1023 * 1024),
      most = 2 ^ 10,
    } })
    grid:clear("most")
    grid:fill(18, 128, 112, 1, "wall")
    grid:set(18, 128, "least")
    grid:set(19, 128, "more")
    grid:set(20, 128, "some")
    local finder = tilepath.pathfinder(grid,
      { diagonal = "never", straight_cost = 2 ^ -10, diagonal_cost = 2 ^ 10 })
    assert.are.equal(247, finder:field({ { 129, 120 } }):cost(1, 1))
  end)
end)

describe("#once an update", function()
  it("can take other goals", function()
    local field = finder_on(ROOM):field { { 1, 3 } }
    field:update { { 1, 1 }, { 4, 1, cost = 0.5 } }
    assert.are.equal(0, field:cost(1, 1))
    assert.are.equal(2, field:goal(4, 3))
    field:update()
    assert.are.equal(2, field:goal(4, 3))
  end)

  it("can put a goal on the map after a goal off the map", function()
    local field = tilepath.pathfinder(tilepath.grid(1, 1)):field { { 5, 5 } }
    field:update { { 1, 1 } }
    assert.are.equal(0, field:cost(1, 1))
  end)

  it("makes the field equal to a new field, even between equals", function()
    local random = numbers.new(5)
    for _ = 1, 20 do
      local finder = rough(random, random(5, 60), random(5, 60))
      local grid = finder.grid
      local goals = some_goals(random, grid)
      local field = finder:field(goals)
      for _ = 1, 4 do
        grid:set(random(1, grid.width), random(1, grid.height),
          random(1, 2) == 1 and "wall" or "open")
        field:update()
        local fresh = tilepath.pathfinder(grid):field(goals)
        for y = 1, grid.height do
          for x = 1, grid.width do
            assert.are.equal(fresh:cost(x, y), field:cost(x, y))
            assert.are.same(list(fresh:next(x, y)), list(field:next(x, y)))
          end
        end
      end
    end
  end)
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
    assert.are.same({ nil, "goal" }, list(flight:next(9, 1)))
    assert.is_true(flight:cost(9, 1) < flight:cost(4, 1))
  end)

  it("leaves a shallow dead end if the strength is high", function()
    local field = finder_on(DEAD_END):field { { 6, 4 } }
    assert.are.same({ 8, 4 }, list(field:flee(1):next(7, 4)))
    assert.are.same({ 6, 4 }, list(field:flee(4):next(7, 4)))
  end)

  it("has paths, but no goals", function()
    local flight = finder_on(("."):rep(9)):field({ { 4, 1 } }):flee()
    local path, cost = flight:path(5, 1)
    assert.are.equal("5,1 6,1 7,1 8,1 9,1", helper.points(path))
    assert.are.equal(4, cost)
    assert.is_nil(path.goal)
  end)

  it("updates together with its field", function()
    local finder = finder_on(("."):rep(9))
    local field = finder:field { { 4, 1 } }
    local flight = field:flee()
    finder.grid:set(7, 1, "wall")
    flight:update()
    assert.are.equal(finder.grid.revision, flight.revision)
    assert.are.equal(finder.grid.revision, field.revision)
    assert.are.same({ nil, "goal" }, list(flight:next(6, 1)))
    field:update { { 1, 1 } }
    assert.are.same({ 2, 1 }, list(flight:next(3, 1)))
    flight:update()
    assert.are.same({ 4, 1 }, list(flight:next(3, 1)))
  end)
end)
