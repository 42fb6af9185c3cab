--- Fields and reaches on hexagons. A model with cube coordinates checks fields.

local tilepath = require "tilepath"
local hexagons = require "spec.support.hexagons"
local law = require "spec.support.law"

local function hex(width, height, stagger)
  return tilepath.grid(width, height, { shape = "hex", stagger = stagger,
    base = 0 })
end

local function draw(random)
  local stagger = random.any(hexagons.STAGGERS)
  local grid = hex(random(1, 12), random(1, 12), stagger)
  local price, again = hexagons.fill(grid, random)
  return stagger, grid, price, hexagons.wall_in(grid, random), again
end

local function cell(random, grid)
  return random(0, grid.width - 1), random(0, grid.height - 1)
end

--- Calls f with each cell of a grid.
local function each(grid, f)
  for y = 0, grid.height - 1 do
    for x = 0, grid.width - 1 do
      f(x, y)
    end
  end
end

local function is_close(a, b)
  return a == b or a and b and math.abs(a - b) < 1e-5 * math.max(1, a)
end

--- The cost from each cell to the cheapest goal { x, y, cost = }, as a function.
-- The model searches from the goal: the goal's price replaces the start's.
local function costs_to(stagger, price, shut, goals)
  local ways = {}
  local function shut_back(x1, y1, x2, y2)
    return shut(x2, y2, x1, y1)
  end
  for i, goal in ipairs(goals) do
    ways[i] = price(goal[1], goal[2])
      and hexagons.costs(stagger, price, goal[1], goal[2], shut_back)
  end
  return function(x, y)
    local least = math.huge
    for i, goal in ipairs(goals) do
      local way = ways[i] and price(x, y) and ways[i](x, y)
      if way then
        way = way + goal.cost + price(goal[1], goal[2]) - price(x, y)
        least = math.min(least, way)
      end
    end
    return least < math.huge and least or nil
  end
end

--- Does the next step lead to a neighbour, at the right cost?
local function check_next(stagger, field, price, x, y)
  local next_x, next_y = field:next(x, y)
  if next_x then
    assert.are.equal(1, hexagons.distance(stagger, x, y, next_x, next_y))
    assert.is_true(is_close(field:cost(x, y),
      field:cost(next_x, next_y) + price(next_x, next_y)))
  end
end

describe("on hexagons", function()
  law(it, "a field is right, before and after edits", { runs = 60 },
    function(random)
    local stagger, grid, price, shut, again = draw(random)
    local goals = {}
    for i = 1, random(1, 3) do
      goals[i] = { cell(random, grid) }
      goals[i].cost = random.one_of(0, 0, random(0, 9) / 2)
    end
    local most = random.one_of(math.huge, random(0, 20) / 2)
    local field = tilepath.pathfinder(grid):field(goals, { max_cost = most })
    for _ = 1, 3 do
      local expected = costs_to(stagger, price, shut, goals)
      each(grid, function(x, y)
        local cost = expected(x, y)
        if cost and cost > most then
          cost = nil
        end
        local told = field:cost(x, y)
        assert.is_true(is_close(cost, told or nil))
        if told then
          check_next(stagger, field, price, x, y)
          local path, path_cost = field:path(x, y)
          assert.is_true(is_close(told,
            path_cost + goals[path.goal_index].cost))
        end
      end)
      for _ = 1, random(1, 4) do
        again(cell(random, grid))
      end
      field:update()
    end
  end)

  it("fields and reaches take links", function()
    local grid = hex(7, 3, "odd-q")
    for y = 0, 2 do
      grid:set(3, y, "wall")
    end
    grid:link(2, 0, 5, 2, { price = 0 })
    local finder = tilepath.pathfinder(grid)
    local field = finder:field({ { 6, 2 } })
    assert.are.equal(1, field:cost(2, 0))
    assert.are.same({ 5, 2, true }, { field:next(2, 0) })
    assert.are.equal(3, finder:reach(0, 0, 3):cost(6, 2))
  end)

  law(it, "a direction leads straight to the middle of the next cell",
    { runs = 40 }, function(random)
    local _, grid, price = draw(random)
    local field = tilepath.pathfinder(grid):field({ { cell(random, grid) } })
    for _ = 1, 20 do
      local x, y = cell(random, grid)
      local wx, wy = grid:to_world(x, y)
      wx, wy = wx + random(-9, 9) / 20, wy + random(-9, 9) / 20
      x, y = grid:to_cell(wx, wy)
      local to_x, to_y = field:next(x, y)
      local dx, dy = field:direction(wx, wy)
      if to_x == nil and to_y == "arrived" then
        to_x, to_y = x, y
      end
      if to_x and dx then
        local mx, my = grid:to_world(to_x, to_y)
        local far = math.sqrt((mx - wx) ^ 2 + (my - wy) ^ 2)
        assert.is_true(is_close(1, dx * dx + dy * dy))
        assert.is_true(math.abs(dx * far - (mx - wx)) < 1e-9)
        assert.is_true(math.abs(dy * far - (my - wy)) < 1e-9)
      elseif price(x, y) or not dx then
        assert.are.equal(to_x and "goal" or to_y, dy)
      end
    end
  end)

  it("a direction ends at the goal, and waits at a link", function()
    local grid = hex(7, 3, "even-r")
    for y = 0, 2 do
      grid:set(3, y, "wall")
    end
    grid:link(2, 0, 5, 2, { price = 9 })
    local field = tilepath.pathfinder(grid):field({ { 6, 2 } })
    assert.are.same({ nil, "arrived" }, { field:direction(grid:to_world(6, 2)) })
    assert.are.same({ nil, "link" }, { field:direction(grid:to_world(2, 0)) })
    assert.are.same({ nil, "outside" }, { field:direction(-1, -1) })
    assert.are.same({ 1, 0 }, { field:direction(grid:to_world(3, 1)) })
    grid:fill(0, 0, 7, 3, "wall")
    field:update()
    assert.are.same({ nil, "blocked" },
      { field:direction(grid:to_world(3, 1)) })
  end)
end)
