--- hero:go: finds a path and follows it, and searches again if the map changes.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local follower_helper = require "spec.support.follower_helper"
local walk = require "spec.support.walk"

local at, recorded = follower_helper.at, follower_helper.recorded

--- A map of cells of 10, a pathfinder and a follower in the cell 1, 1.
local function world(text, options)
  local grid = tilepath.grid(text, { cell_size = 10 })
  options = options or {}
  options.x, options.y = options.x or 5, options.y or 5
  options.speed = options.speed or 10
  options.finder = tilepath.pathfinder(grid)
  local hero, told = recorded(options)
  return hero, grid, told
end

local function go(...)
  return walk.order("go", ...)
end

-- Followers that begin at 5, 5, 10 units a second.
local WALKS = {
  { "searches with the same goal and query when the map changes",
    order = go(55, 5, { adjacent = true }),
    { 1, 15, 5, "2" },
    walk.fill(5, 1, 1, 2, "wall"),
    { 100, 55, 15, arrived = true } },

  { "takes another goal of its list when the first is cut off",
    map = "......\n......", order = go { { 55, 5 }, { 5, 15, cost = 20 } },
    { 1, 15, 5, "2" },
    walk.fill(5, 1, 1, 2, "wall"),
    { 100, 5, 15, arrived = true } },

  { "arrives at the end of a partial path", map = "...#.",
    order = go(45, 5, { partial = true }),
    { 10, 25, 5, arrived = true },
    walk.set(4, 1, "open"),
    { 20, 25, 5 } },

  { "waits in the middle of walls until a path opens", map = "......\n......",
    order = go(55, 5),
    { 1, 15, 5, "2" },
    walk.fill(1, 1, 6, 2, "wall"),
    { 2, 15, 5, "blocked 15,5", blocked = true },
    walk.fill(5, 1, 2, 2, "open"),
    { 100, 55, 5, "2 3 4 5 arrived" } },
}

describe("hero:go", function()
  it("finds a path and walks along it", function()
    local hero, _, told = world("....\n....")
    assert.is_true(hero:go(35, 5))
    assert.is_true(hero.under_way)
    hero:update(100)
    at(35, 5, hero)
    assert.are.equal("2: 15,5; 3: 25,5; 4: 35,5; arrived", told())
  end)

  for _, row in ipairs(WALKS) do
    row.map, row.at = row.map or "......\n......\n......", 5
    it(row[1], function() walk.play(row) end)
  end

  it("returns find_world's reason if there is no path, and keeps the "
    .. "old order", function()
      local hero = world("...#.\n...#.")
      hero:go(25, 5)
      hero:update(0.5)
      local path = hero._way.path
      local function refused(reason, ...)
        local done, why = hero:go(...)
        assert.is_nil(done)
        assert.are.equal(reason, why)
      end
      refused("unreachable", 45, 5)
      refused("goal_blocked", 35, 5)
      refused("goal_outside", 95, 5)
      refused("unreachable", { { 45, 5 }, { 45, 15 } })
      refused("budget", 25, 15, { max_nodes = 0 })
      assert.are.equal(path, hero._way.path)
      hero:update(1.5)
      at(25, 5, hero)
    end)

  it("takes a query and lists of goals like find_world", function()
    local hero = world("......\n......")
    assert.is_true(hero:go(55, 5, { within = 2 }))
    hero:update(100)
    at(35, 5, hero)
    assert.is_true(hero:go({ { 55, 5, cost = 10 }, { 5, 5 } }))
    assert.are.equal(2, hero.goal)
    hero:update(100)
    at(5, 5, hero)
    assert.is_true(hero:go({ { 55, 5 } }, { adjacent = true }))
    hero:update(100)
    at(45, 5, hero)
  end)

  it("prunes the path with prune = true", function()
    local hero = world("......\n......", { prune = true })
    hero:go(55, 15)
    assert.are.equal(2, hero:path():count())
  end)

  it("walks beside a goal of several cells", function()
    local hero, grid = world("......\n......\n......")
    grid:fill(4, 1, 2, 2, "wall")
    hero:go({ { 31, 1, 18, 18 } }, { adjacent = true })
    hero:update(1)
    grid:set(3, 1, "wall")
    hero:update(100)
    at(25, 15, hero)
  end)

  it("copies its arguments", function()
    local hero, grid = world("......\n......\n......")
    local goals, query = { { 55, 5 } }, { adjacent = true }
    hero:go(goals, query)
    goals[1][1], query.adjacent, query.partial = 5, nil, 3
    goals[2] = "?"
    hero:update(1)
    grid:fill(5, 1, 1, 2, "wall")
    hero:update(100)
    at(55, 15, hero)
  end)

  it("goes on to the goal when a partial path's wall opens", function()
    local hero, grid, told = world("......#.")
    grid:set(5, 1, "wall")
    assert.is_true(hero:go(75, 5, { partial = true }))
    assert.is_true(hero:path().partial)
    hero:update(1)
    grid:set(5, 1, "open")
    hero:update(1)
    assert.is_true(hero:path().partial)
    grid:set(7, 1, "open")
    hero:update(100)
    at(75, 5, hero)
    assert.is_nil(hero:path().partial)
    assert.is_truthy(told():find("arrived$"))
  end)

  it("keeps its partial path if a change opens nothing", function()
    local hero, grid = world("......#.\n......##")
    hero:go(75, 5, { partial = true })
    hero:update(1)
    local path = hero._way.path
    grid:set(1, 2, "wall")
    hero:update(1)
    assert.is_true(rawequal(path, hero._way.path))
  end)

  it("searches again with another pathfinder", function()
    local hero, grid = world("...#.")
    hero:go(45, 5, { partial = true })
    hero:update(1)
    hero.finder = tilepath.pathfinder(grid, { prices = { wall = 1 } })
    hero = helper.load_hero { state = hero:state(), finder = hero.finder }
    hero:update(100)
    at(45, 5, hero)
  end)

  for _, order in ipairs { "go", "follow" } do
    it("leaves a wall that is built over the follower, by " .. order,
      function()
        local hero, grid, told = world("......\n......")
        if order == "go" then
          hero:go(55, 5)
        else
          hero:follow { 5, 5, 55, 5 }
        end
        hero:update(2.3)
        grid:fill(2, 1, 3, 1, "wall")
        hero:update(100)
        at(55, 5, hero)
        assert.is_nil(told():find("blocked"))
      end)
  end

  it("starts out of a wall unless escape is false", function()
    local hero, grid = world("......\n......")
    grid:set(1, 1, "wall")
    local done, why = hero:go(55, 5, { escape = false })
    assert.is_nil(done)
    assert.are.equal("start_blocked", why)
    assert.is_true(hero:go(55, 5))
    assert.are.equal(1, hero._way.path.escape)
    hero:update(100)
    at(55, 5, hero)
  end)
end)
