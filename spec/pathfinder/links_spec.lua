--- Links in a profile, in paths and searches.
-- fuzz/differential has random maps.

local tilepath = require "tilepath"
local finders = require "spec.support.finders"
local helper = require "spec.support.helper"

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
