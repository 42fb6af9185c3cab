--- Links in a profile, in paths and searches.
-- fuzz/differential has random maps.

local tilepath = require "tilepath"
local finders = require "spec.support.finders"
local helper = require "spec.support.helper"
local numbers = require "spec.support.random"

local finish = finders.finish

--- Left and right of a wall, with a door.
local function halves(profile)
  local grid = tilepath.grid("....#....\n....#....")
  local door = grid:link(4, 1, 6, 1, { name = "door", price = 2 })
  return tilepath.pathfinder(grid, profile), grid, door
end

describe("a profile's links", function()
  it("cost the profile's price, or else the link's price", function()
    for _, case in ipairs { { nil, 2 }, { true, 2 }, { { stairs = 5 }, 2 },
      { { door = 7 }, 7 }, { { door = 0 }, 0 },
      { { door = false }, "unreachable" },
      { { door = math.huge }, "unreachable" }, { false, "unreachable" } } do
      local finder = halves { links = case[1] }
      assert.are.equal(case[2], select(2, finder:find(4, 1, 6, 1)))
    end
    local grid = tilepath.grid(".#.#.")
    for x, price in pairs { [3] = 2, [5] = 9 } do
      grid:link(1, 1, x, 1, { price = price })
    end
    local finder = tilepath.pathfinder(grid)
    assert.are.equal(11, select(2, finder:find(3, 1, 5, 1)))
  end)

  it("are in finder.profile, and make an equal pathfinder again", function()
    for _, case in ipairs { { false, false }, { true, {} },
      { { lift = 2, stairs = math.huge }, { lift = 2, stairs = false } } } do
      local finder = halves { links = case[1] }
      assert.are.same(case[2], finder.profile.links)
      local again = tilepath.pathfinder(finder.grid, finder.profile)
      assert.are.same(finder.profile, again.profile)
    end
  end)
end)

describe("path.links", function()
  it("exists only on a path with links, even in a used table", function()
    local finder, grid = halves()
    local query = { into = {} }
    for _ = 1, 2 do
      local path = finder:find(1, 1, 9, 1, query)
      assert.are.equal(query.into, path)
      assert.are.same({ 4 }, path.links)
      assert.is_nil(finder:find(1, 1, 3, 1, query).links)
      assert.is_nil(rawget(query.into, "links"))
    end
    local kept = finder:find(1, 1, 9, 1, query).links
    finder:find(3, 1, 9, 1, query)
    grid:set(6, 1, "wall")
    assert.is_nil(finder:find(1, 1, 9, 1, query))
    assert.are.same({ { 4 }, { 2 } }, { kept, query.into.links })
    grid:link(1, 1, 9, 1)
    local path = finder:find_world(0.2, 0.3, 8.7, 0.9)
    assert.are.same({ 2 }, path.links)
    assert.are.equal("0.2,0.3 0.5,0.5 8.5,0.5 8.7,0.9", helper.points(path))
  end)

  it("comes through a Channel, which takes the methods of a path", function()
    local finder = halves()
    local path = finder:find(1, 1, 9, 2)
    -- as in a Channel: plain values and tables
    local sent = helper.with({}, path)
    sent.links = { path.links[1] }
    local again = tilepath.path(sent)
    assert.are.equal(path, again)
    assert.are.same({ path.links, path.cost }, { again.links, again.cost })
    assert.is_true(again:is_valid(finder))
    sent.links[1] = 5 -- the new path has its own table
    assert.are.same(path.links, again.links)
  end)
end)

describe("equally cheap links", function()
  it("yield to the oldest, on ground of several prices", function()
    for x = 1, 3, 2 do
      local grid = tilepath.grid("...#~", {
        legend = { ["~"] = "water" }, prices = { water = 2 } })
      grid:link(x, 1, 5, 1)
      grid:link(4 - x, 1, 5, 1)
      local path = tilepath.pathfinder(grid):find(2, 1, 5, 1)
      assert.are.same({ x, 1 }, { path:point(2) })
    end
  end)
end)

describe("a search over a link", function()
  it("has the link's other end as a parent", function()
    local finder = halves { algorithm = "astar" }
    local search = finder:search(1, 1, 9, 1)
    assert.are.same({ 4 }, (finish(search)).links)
    assert.are.same({ 5, 4, 1 }, { select(2, search:cell(6, 1)),
      select(4, search:cell(6, 1)) })
  end)
end)

describe("a search among links", function()
  it("expands no more cells for links that shorten nothing", function()
    for _, turned in ipairs { false, true } do
      local function expanded(count)
        local grid = tilepath.grid(64, 64)
        for i = 1, count do
          local x, y = 5 + 6 * i % 50, 60 - 3 * i
          if turned then
            x, y = y, x
          end
          grid:link(x, y, x + 1, y + 1, { price = 2 })
        end
        local finder = tilepath.pathfinder(grid, { diagonal = "never",
          algorithm = "astar" })
        local search = finder:search(2, 3, 60, 55)
        finish(search)
        return search.expanded
      end
      assert.is_true(expanded(10) <= 1.5 * expanded(0), expanded(10))
    end
  end)

  it("finds the costs of a field, among few links and many", function()
    local random = numbers.new(11)
    for round = 1, 24 do
      local grid = tilepath.grid(numbers.map(random, 30, 30,
        round % 2 == 0 and "...#" or "......#"),
        { shape = round % 3 == 0 and "hex" or "square" })
      for _ = 1, random.one_of(3, 12, 90) do
        local x, y = random(1, 29), random(1, 30)
        grid:link(x, y, x + 1 + random(0, 29 - x), random(1, 30), {
          price = random(0, 9), one_way = random(1, 2) == 1 })
      end
      local finder = tilepath.pathfinder(grid)
      for _ = 1, 8 do
        local x, y = finder:nearest(random(1, 30), random(1, 30))
        local goals = { { finder:nearest(random(1, 30), random(1, 30)) } }
        goals[2] = random(1, 2) == 1 and { random(1, 30), random(1, 30),
          cost = 2 } or nil
        local path, cost = finder:find(x, y, goals)
        local right, reason = finder:field(goals):cost(x, y)
        if path then
          cost = cost + (goals[path.goal_index or 1].cost or 0)
          assert.is_true(math.abs(right - cost) < 1e-5)
        else
          assert.are.equal(reason, cost)
        end
      end
    end
  end)
end)
