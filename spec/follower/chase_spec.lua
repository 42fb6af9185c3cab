--- hero:chase: a follower behind a target that moves.

local tilepath = require "tilepath"
local follower_helper = require "spec.support.follower_helper"
local helper = require "spec.support.helper"
local walk = require "spec.support.walk"

local at, near, searches, world = follower_helper.at, helper.near,
  follower_helper.searches, follower_helper.world
local chase, target = walk.chase, walk.target

local OPEN = "..........\n..........\n.........."
local RING = "..........\n.########.\n.........."
local ROW = ".........."
local THERE = { within = 0 }

-- Followers that begin at 5, 5, 10 units a second.
local WALKS = {
  { "stops at one and a half cells, unless the game says how near",
    order = chase(45, 5),
    { 10, 30, 5, "2 3 arrived" } },

  { "stops when it is near enough, and reports each arrival",
    order = chase(45, 5, { within = 2 }),
    { 10, 25, 5, "2 3 arrived" },
    target(44, 5),
    { 11, 25, 5, "", arrived = true },
    target(55, 5),
    { 11.5, moving = true, arrived = false },
    { 20, 35, 5, "arrived" } },

  { "goes on if the target is near behind a wall", map = RING,
    hero = { x = 45 }, order = chase(45, 25, { within = 2.2 }),
    { 1, moving = true },
    { 100, arrived = true } },

  { "is blocked if no path is left, reports that once, and goes on", map = ROW,
    order = chase(35, 5, THERE),
    walk.set(6, 1, "wall"),
    { 0.5, 10, 5, "" },
    target(85, 5),
    { 1.5, 10, 5, "blocked 85,5", blocked = true },
    target(86, 5),
    { 2.5, 10, 5, "", blocked = true },
    walk.set(6, 1, "open"),
    { 100, 86, 5, arrived = true } },

  { "goes as near as it can with partial, and on when a path opens",
    map = ".....#....", order = chase(85, 5, { within = 0, partial = true }),
    { 100, 45, 5, "2 3 4 5", blocked = true },
    walk.set(6, 1, "open"),
    { 200, 85, 5, arrived = true } },

  { "rests at a free line while the target is in range",
    order = chase(85, 5, { within = 4, sight = true }),
    { 10, 45, 5, "2 3 4 5 arrived" },
    target(75, 5),
    { 11, 45, 5, "", arrived = true },
    walk.put(5, 5),
    { 20, 35, 5, "2 3 4 arrived" } },

  { "ends with hero:stop", order = chase(95, 5, THERE),
    { 0.5, 10, 5 },
    walk.stop, target(15, 5),
    { 1.5, 10, 5, "", following = false } },

  { "ends with another order", order = chase(95, 5, THERE),
    { 0.5, 10, 5 },
    walk.follow { 10, 5 }, target(15, 5),
    { 1.5, 10, 5, arrived = true },
    chase(95, 5, THERE),
    { 2, 15, 5 },
    walk.order("go", 15, 5), target(15, 25),
    { 3, 15, 5, arrived = true } },

  { "goes on after a push off the place where it arrived",
    order = chase(45, 5, THERE),
    { 100, 45, 5, arrived = true },
    walk.put(45, 25),
    { 200, 45, 5, arrived = true } },

  { "goes on after a push before it reported that it arrived",
    order = chase(7, 5, { within = 0.5 }),
    walk.put(75, 25),
    { 0.1, nil, nil, "", arrived = false },
    { 100, arrived = true } },
}

describe("hero:chase", function()
  walk.each(it, OPEN, WALKS, 5)

  it("walks straight to a target in sight, without a search", function()
    local hero, prey = world(OPEN, { speed = 20 }), { x = 50, y = 25 }
    assert.are.equal(1, searches(function()
      hero:chase(prey, THERE)
      for _ = 1, 30 do
        prey.x = prey.x + 1
        hero:update(0.1)
      end
    end))
    near(60, math.sqrt((hero.x - 5) ^ 2 + (hero.y - 5) ^ 2), 1)
    hero:update(100)
    at(80, 25, hero)
  end)

  it("moves its end after a target out of sight, and slows down", function()
    local hero = world(RING, { slow_down = 70 })
    local prey = { x = 45, y = 25 }
    hero:chase(prey, THERE)
    assert.are.equal(0, searches(function()
      for _ = 1, 10 do
        prey.x = prey.x + 1
        hero:update(0.01)
        local path = hero:path()
        assert.are.same({ prey.x, prey.y }, { path[#path - 1], path[#path] })
      end
    end))
    local twin = world(RING, { x = hero.x, y = hero.y, slow_down = 70 })
    twin:follow((hero:path()))
    for _ = 1, 60 do
      hero:update(0.3)
      twin:update(0.3)
      at(twin.x, twin.y, hero)
    end
    assert.are.equal("arrived", hero.status)
  end)

  it("does not cut through ground that costs more", function()
    local grid = tilepath.grid("......\n.mmmm.\n......", { cell_size = 10,
      prices = { mud = 20 }, legend = { m = "mud" } })
    local hero = world(RING, { x = 35, finder = tilepath.pathfinder(grid) })
    local prey = { x = 25, y = 24 }
    hero:chase(prey, THERE)
    local count = hero:path():size()
    assert.is_true(count > 4)
    prey.y = 25
    hero:update(0.01)
    assert.is_true(hero:path():size() >= count - 2)
    hero:update(100)
    at(25, 25, hero)
  end)

  it("searches again if no point of its path sees the target, after the "
    .. "interval", function()
    local hero, prey = world(RING, { prune = false }), { x = 45, y = 5 }
    hero:chase(prey, { within = 0 })
    prey.x, prey.y = 45, 25
    for _, expected in ipairs { 0, 1, 0 } do
      assert.are.equal(expected, searches(function() hero:update(0.125) end))
    end
    -- 2.5 to the right; then back, 1.25 of the way to the middle of a cell
    near(7.5 - 1.25 * 2.5 / math.sqrt(2.5 ^ 2 + 10 ^ 2), hero.x)
    assert.are.equal(16, searches(function()
      for i = 1, 400 do
        prey.y = i % 2 == 0 and 5 or 25
        hero:update(0.01)
      end
    end))
  end)

  it("searches four times a second, and after far moves", function()
    local hero, prey = world(RING, { speed = 1 }), { x = 95, y = 25 }
    hero:chase(prey)
    assert.are.equal(4, searches(function()
      for i = 1, 100 do
        prey.x, prey.y = i % 2 == 0 and 45 or 75, 25
        hero:update(0.01)
      end
    end))
  end)

  it("raises if the pathfinder or the target's place is gone", function()
    local hero, prey = world(OPEN), { x = 95, y = 5 }
    hero:chase(setmetatable({}, { __index = prey }), THERE)
    prey.y = "5"
    assert.are.equal("update: target.y must be a number from -2^53 to 2^53, "
      .. "got '5'", helper.mistake(function() hero:update(1) end))
    assert.are.equal(5, hero.x)
    prey.y, hero.finder = 5, nil
    assert.are.equal("update: finder must be a pathfinder (the chase needs "
      .. "it), got nil", helper.mistake(function() hero:update(1) end))
  end)

  it("with partial is blocked when it is cut off, and goes on after", function()
    for _, turned in ipairs { false, true } do
      local grid = tilepath.grid(turned and 1 or 9, turned and 9 or 1)
      local function set(terrain)
        grid:set(turned and 1 or 5, turned and 5 or 1, terrain)
      end
      local hero = tilepath.follower { finder = tilepath.pathfinder(grid),
        cell_x = 1, cell_y = 1, speed = 1 }
      local x, y = grid:to_world(grid.width, grid.height)
      hero:chase({ x = x, y = y }, { partial = true, within = 0 })
      hero:update(1)
      set "wall"
      hero:update(9)
      assert.are.same({ "blocked", "unreachable", 4 },
        { hero.status, hero.reason, hero.cell_x + hero.cell_y - 1 })
      set "open"
      hero:update(9)
      assert.are.equal("arrived", hero.status)
    end
  end)
end)
