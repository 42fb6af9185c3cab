--- slow_down and speeds: how fast a follower walks, exactly.

local tilepath = require "tilepath"
local follower_helper = require "spec.support.follower_helper"
local helper = require "spec.support.helper"
local walk = require "spec.support.walk"
local walks = require "spec.support.follower_walks"

local at, near = follower_helper.at, helper.near
local sqrt = math.sqrt

describe("slow_down", function()
  it("slows the follower down evenly over the end of its path", function()
    local hero = tilepath.follower { speed = 10, slow_down = 20 }
    hero:follow { 0, 0, 50, 0 }
    hero:update(3)
    at(30, 0, hero)
    -- the last 20 units take 2 * 20 / 10 seconds, at 10 - 2.5 t a second
    for t = 1, 4 do
      hero:update(1)
      near(30 + 10 * t - 1.25 * t * t, hero.x)
    end
    assert.are.equal("arrived", hero.status)
    assert.are.equal(50, hero.x)
  end)

  it("can be written on the way", function()
    local hero = tilepath.follower { speed = 10, slow_down = 20 }
    hero:follow { 0, 0, 50, 0 }
    hero:update(4)
    hero.slow_down = nil
    local x = hero.x
    hero:update(0.5)
    near(x + 5, hero.x)
    hero.slow_down = -1
    assert.are.equal("update: slow_down must be a finite number of at least 0, got -1",
      helper.mistake(function() hero:update(1) end))
  end)

  walk.each(it, false, {
    { "counts along the path, round corners", hero = { slow_down = 20 },
      path = { 0, 0, 0, 5, 5, 5, 5, 10, 10, 10 },
      { 2, 5, 10, "2 3 4" }, -- half of the time is three quarters of the path
      { 3.999, arrived = false },
      { 4.0001, 10, 10, "5 arrived" } },

    { "begins at once if the path is shorter", hero = { slow_down = 80 },
      path = { 0, 0, 20, 0 },
      { 4, 15, 0 },
      { 7.999, arrived = false },
      { 8.0001, 20, 0, "2 arrived" } },
  })
end)

--- A follower on a map of mud, roads and open ground, cells of 10.
local function walker(text, options)
  local finder, grid = walks.on_ground(text, 10)
  options = options or {}
  options.speed = options.speed or 10
  options.finder = finder
  options.speeds = options.speeds or { mud = 0.5, road = 2 }
  return tilepath.follower(options), grid
end

describe("speeds", function()
  it("are factors by the terrain of the cell", function()
    local hero = walker("..mm.rr.", { x = 0, y = 5 })
    hero:follow { 0, 5, 80, 5 }
    for _, to in ipairs { { 1, 10 }, { 1, 20 }, { 1, 25 }, { 3, 40 },
      { 0.5, 45 }, { 0.5, 50 }, { 0.5, 60 }, { 0.75, 72.5 }, { 0.75, 80 } } do
      hero:update(to[1])
      near(to[2], hero.x)
    end
    assert.are.equal("arrived", hero.status)
  end)

  it("count from border to border, on a map of any sides", function()
    local hero = walker("..\nmm", { x = 0, y = 0 })
    hero:follow { 0, 0, 20, 20, 0, 0 }
    hero:update(2 * sqrt(2))
    at(15, 15, hero)
    hero:update(2 * sqrt(2))
    at(15, 15, hero)
    hero.finder = tilepath.pathfinder(tilepath.grid("m\n.\nm",
      { cell_size = 10, legend = { m = "mud" }, prices = { mud = 2, road = 1 } }))
    hero.x, hero.y = 5, 0
    hero:follow { 5, 0, 5, 29 }
    for _, y in ipairs { 2.5, 5, 7.5, 10, 15, 20, 22.5 } do
      hero:update(0.5)
      at(5, y, hero)
    end
  end)

  it("take the ground as it is when the follower walks there", function()
    local hero, grid = walker("....", { x = 5, y = 5 })
    hero:follow { 5, 5, 35, 5 }
    hero:update(1)
    grid:set(2, 1, "mud")
    hero:update(0.5)
    at(17.5, 5, hero)
    grid:set(2, 1, "road")
    hero:update(0.125)
    at(20, 5, hero)
  end)

  it("work with slow_down", function()
    local hero = walker("mmm", { x = 0, y = 5, slow_down = 20 })
    hero:follow { 0, 5, 30, 5 }
    hero:update(2)
    at(10, 5, hero)
    hero:update(4)
    at(25, 5, hero)
    hero:update(4)
    assert.are.equal("arrived", hero.status)
  end)

  it("raise an error if the pathfinder is gone or a factor is wrong", function()
    local grid = tilepath.grid("..", { prices = { mud = 2 } })
    local finder = tilepath.pathfinder(grid)
    local hero = tilepath.follower { speeds = { mud = 0.5 }, finder = finder,
      x = 0.1, y = 0.5, speed = 1 }
    hero:follow { 0.1, 0.5, 1.9, 0.5 }
    hero.finder = nil
    assert.are.equal("update: finder must be a pathfinder (speeds "
      .. "needs it), got nil", helper.mistake(function() hero:update(1) end))
    hero.finder = finder
    hero.speeds.open = 0
    assert.are.equal("update: speeds['open'] must be a number from 1/1024 to "
      .. "1024, got 0", helper.mistake(function() hero:update(1) end))
    -- no time was lost
    hero.speeds.open = 1
    hero:update(0.5)
    near(1.6, hero.x)
  end)
end)
