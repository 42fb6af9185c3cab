--- hero:go: finds a path and follows it, and searches again if the map changes.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local follower_helper = require "spec.support.follower_helper"
local walk = require "spec.support.walk"

local at, world = follower_helper.at, follower_helper.world

local function go(...)
  return walk.order("go", ...)
end

-- Followers that begin at 5, 5, 10 units a second.
local WALKS = {
  { "finds a path and walks along it", map = "....\n....", order = go(35, 5),
    { 0, 5, 5, "", following = true },
    { 100, 35, 5, "2 3 4 arrived" } },

  { "searches with the same goal and query when the map changes",
    order = go(55, 5, { adjacent = true }),
    { 1, 15, 5, "2" },
    walk.fill(5, 1, 1, 2, "wall"),
    { 100, 55, 15, arrived = true } },

  { "walks beside a goal of several cells",
    order = go({ { 31, 1, 18, 18 } }, { adjacent = true }),
    walk.fill(4, 1, 2, 2, "wall"),
    { 1, 15, 5 },
    walk.set(3, 1, "wall"),
    { 100, 25, 15, arrived = true } },

  { "takes another goal of its list when the first is cut off",
    map = "......\n......", order = go { { 55, 5 }, { 5, 15, cost = 20 } },
    { 1, 15, 5, "2" },
    walk.fill(5, 1, 1, 2, "wall"),
    { 100, 5, 15, arrived = true } },

  { "takes `within`, and the cheaper goal of a list",
    order = go(55, 5, { within = 2 }),
    { 100, 35, 5, arrived = true },
    go { { 55, 5, cost = 10 }, { 5, 5 } },
    { 200, 5, 5, arrived = true } },

  { "arrives at the end of a partial path", map = "...#.",
    order = go(45, 5, { partial = true }),
    { 10, 25, 5, arrived = true, reason = "unreachable" },
    walk.set(4, 1, "open"),
    { 20, 25, 5 } },

  { "ends in the middle of the last cell, however often it gets the order",
    map = "...#.", order = go(45, 5, { partial = true }),
    { 1.75, 22.5, 5 },
    go(45, 5, { partial = true }),
    { 10, 25, 5, arrived = true, reason = "unreachable" },
    go(45, 5, { partial = true }),
    { 11, 25, 5, arrived = true, reason = "unreachable" } },

  { "goes on to the goal when the walls of a partial path open",
    map = "....#.#.", order = go(75, 5, { partial = true }),
    { 1, 15, 5 },
    walk.set(5, 1, "open"),
    { 2, 25, 5 },
    walk.set(7, 1, "open"),
    { 100, 75, 5, arrived = true } },

  { "waits in the middle of walls until a path opens", map = "......\n......",
    order = go(55, 5),
    { 1, 15, 5, "2" },
    walk.fill(1, 1, 6, 2, "wall"),
    { 2, 15, 5, "blocked 15,5", blocked = true },
    walk.fill(5, 1, 2, 2, "open"),
    { 100, 55, 5, "2 3 4 5 arrived" } },

  { "leaves a wall that is built over it", map = "......\n......",
    order = go(55, 5),
    { 2.3 },
    walk.fill(2, 1, 3, 1, "wall"),
    { 100, 55, 5, "2 3 4 arrived" } },

  { "leaves such a wall on a path that the game gave", map = "......\n......",
    path = { 5, 5, 55, 5 },
    { 2.3, 28, 5 },
    walk.fill(2, 1, 3, 1, "wall"),
    { 100, 55, 5, arrived = true } },
}

describe("hero:go", function()
  walk.each(it, "......\n......\n......", WALKS, 5)

  it("returns the reason if there is no path, and goes on", function()
    local hero = world("...#.\n...#.")
    hero:go(25, 5)
    hero:update(0.5)
    local path = hero:path()
    for _, case in ipairs {
      { "unreachable", "go", 45, 5 }, { "goal_blocked", "go", 35, 5 },
      { "goal_outside", "go", 95, 5 },
      { "unreachable", "go", { { 45, 5 }, { 45, 15 } } },
      { "budget", "go", 25, 15, { max_nodes = 0 } },
      { "unreachable", "chase", { x = 45, y = 5 } },
      { "unreachable", "keep", { x = 45, y = 5 }, { sight = true, within = 3 } },
      { "unreachable", "patrol", { 45, 5, 5, 5 } },
    } do
      assert.are.same({ nil, case[1] },
        { hero[case[2]](hero, case[3], case[4], case[5]) })
    end
    assert.are.equal(path, (hero:path()))
    hero:update(1.5)
    at(25, 5, hero)
  end)

  it("prunes the path with prune = true, among what it avoids", function()
    local hero = world("......\n......\n......", { prune = true })
    hero:go(55, 15)
    assert.are.equal(2, hero:path():size())
    hero:go(55, 5, { avoid = { { 3, 1, 2, 2 } } })
    assert.is_true(hero:path():size() > 2)
  end)

  it("changes nothing if the order is repeated", function()
    local hero, grid = world("....\n....\n....", { rest = 0.5 })
    local other = world("....\n....\n....", { rest = 0.5 })
    assert.is_true(hero:go(35, 25, { within = 0.5 }))
    assert.is_true(other:go(35, 25, { within = 0.5 }))
    for _ = 1, 60 do
      assert.is_true(hero:go(35, 25, { within = 0.5 }))
      hero:update(0.1)
      other:update(0.1)
      assert.are.equal(other.x, hero.x)
      assert.are.equal(other.y, hero.y)
      assert.are.equal(other.status, hero.status)
    end
    -- Another goal, and the same goal after an edit, are new orders.
    local query = { escape = false }
    assert.is_true(hero:go(5, 5, query))
    hero:update(0.3)
    assert.is_true(hero:go(5, 5, query))
    grid:clear("wall")
    assert.is_nil(hero:go(5, 5, query))
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

  it("has a reason while it is blocked, also before a search", function()
    local hero, grid = world("....")
    hero:follow { 5, 5, 35, 5 }
    hero:pause()
    grid:fill(3, 1, 1, 1, "wall")
    hero:resume()
    hero:update(0.1)
    assert.are.same({ "blocked", "unreachable" }, { hero.status, hero.reason })
  end)

  it("keeps its partial path if a change opens nothing", function()
    local hero, grid = world("......#.\n......##")
    hero:go(75, 5, { partial = true })
    hero:update(1)
    assert.is_true(hero:path().partial)
    local path = hero._progress.path
    grid:set(1, 2, "wall")
    hero:update(1)
    assert.is_true(rawequal(path, hero._progress.path))
  end)

  it("searches again with another pathfinder, as a chase does", function()
    for _, saves in ipairs { false, true } do
      for _, order in ipairs { "go", "chase" } do
        local hero, grid = world("...#.")
        local target = { x = 45, y = 5 }
        if order == "go" then
          hero:go(45, 5, { partial = true })
        else
          hero:chase(target, { within = 0, partial = true })
        end
        hero:update(1)
        hero.finder = tilepath.pathfinder(grid, { prices = { wall = 1 } })
        if saves then
          hero = helper.load_hero { state = hero:save(),
            finder = hero.finder, target = target }
        end
        hero:update(100)
        at(45, 5, hero)
      end
    end
  end)

  it("starts out of a wall unless escape is false", function()
    local hero, grid = world("......\n......")
    grid:set(1, 1, "wall")
    assert.are.same({ nil, "start_blocked" },
      { hero:go(55, 5, { escape = false }) })
    assert.is_true(hero:go(55, 5))
    assert.are.equal(1, hero._progress.path.escape)
    hero:update(100)
    at(55, 5, hero)
  end)

  -- A hero on the corner of a wall is there only to the last digit.
  it("comes past a corner, though the order is given in each frame", function()
    for image = 0, 7 do
      local function seen(x, y)
        if image % 2 == 1 then
          x, y = y, x
        end
        return image % 4 < 2 and x or 5 - x, image < 4 and y or 5 - y
      end
      for _, case in ipairs {
        { "at_least_one_walkable", { 1, 3 }, from = { 1, 1 }, to = { 1, 4 } },
        { "always", { 2, 1 }, { 3, 1 }, { 4, 2 }, { 2, 3 }, { 3, 3 },
          from = { 1, 1 }, to = { 4, 1 } },
      } do
        local grid = tilepath.grid(4, 4, { cell_size = 16 })
        for i = 2, #case do
          local x, y = seen(case[i][1], case[i][2])
          grid:set(x, y, "wall")
        end
        local finder = tilepath.pathfinder(grid, { diagonal = case[1] })
        local x, y = seen(case.from[1], case.from[2])
        local to_x, to_y = grid:to_world(seen(case.to[1], case.to[2]))
        for _, call in ipairs { "go", "chase" } do
          for _, speed in ipairs { 60, 77, 480 } do
            local hero = tilepath.follower { finder = finder, speed = speed,
              cell_x = x, cell_y = y }
            for _ = 1, 120 do
              if call == "go" then
                hero:go(to_x, to_y)
              else
                hero:chase({ x = to_x, y = to_y }, { within = 0.01 })
              end
              hero:update(1 / 60)
            end
            helper.near(to_x, hero.x, 0.2)
            helper.near(to_y, hero.y, 0.2)
          end
        end
      end
    end
  end)
end)

describe("a follower prunes the paths that it finds", function()
  local function points_to(x, y, options, profile)
    local grid = tilepath.grid(9, 6, { cell_size = 10 })
    local hero = tilepath.follower(helper.with({ x = 5, y = 5, speed = 10,
      finder = tilepath.pathfinder(grid, profile) }, options))
    assert.is_true(hero:go(x, y))
    return hero:path():size()
  end

  it("unless it is told not to", function()
    assert.are.equal(2, points_to(85, 35))
    assert.are.equal(9, points_to(85, 35, { prune = false }))
  end)

  it("unless its agent steps in straight lines alone", function()
    assert.are.equal(12, points_to(85, 35, {}, { diagonal = "never" }))
    assert.are.equal(12,
      points_to(85, 35, { prune = true }, { diagonal = "never" }))
  end)

  it("after it was saved, too, as before", function()
    for _, prune in ipairs { true, false } do
      local finder = tilepath.pathfinder(tilepath.grid(9, 6))
      local hero = tilepath.follower { cell_x = 1, cell_y = 1, speed = 1,
        finder = finder, prune = prune }
      local other = tilepath.follower { finder = finder, prune = not prune }
      assert.is_true(other:load(hero:save()))
      assert.are.equal(prune, other.prune)
    end
  end)
end)
