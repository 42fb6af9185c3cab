--- hero:chase: a follower behind a target that moves.

local tilepath = require "tilepath"
local follower_helper = require "spec.support.follower_helper"
local helper = require "spec.support.helper"

local at, near, recorded =
  follower_helper.at, follower_helper.near, follower_helper.recorded
local sqrt = math.sqrt

--- @return a follower in cell 1, 1 of a map with cells of 10; the grid; what
-- the callbacks reported; a function that counts the searches of a function
local function world(text, options)
  local grid = tilepath.grid(text, { cell_size = 10 })
  options = options or {}
  options.x, options.y = options.x or 5, options.y or 5
  options.speed = options.speed or 10
  options.finder = options.finder or tilepath.pathfinder(grid)
  local hero, told = recorded(options)
  return hero, grid, told, follower_helper.searches
end

local OPEN = "..........\n..........\n.........."
local RING = "..........\n.########.\n.........."

describe("hero:chase", function()
  it("walks to a target that stands still, and arrives there", function()
    local hero, _, told = world(OPEN)
    assert.is_true(hero:chase({ x = 95, y = 5 }, { within = 0 }))
    assert.are_not.equal("arrived", hero.status)
    hero:update(100)
    at(95, 5, hero)
    assert.are.equal("arrived", hero.status)
    assert.is_truthy(told():find("arrived$"))
  end)

  it("walks straight to a target in sight, without a search", function()
    local hero, _, _, searches = world(OPEN, { speed = 20 })
    local target = { x = 50, y = 25 }
    assert.are.equal(1, searches(function()
      hero:chase(target, { within = 0 })
      for _ = 1, 30 do
        target.x = target.x + 1
        hero:update(0.1)
      end
    end))
    near(60, sqrt((hero.x - 5) ^ 2 + (hero.y - 5) ^ 2), 1)
    hero:update(100)
    at(80, 25, hero)
  end)

  it("moves the end of its path after a target out of sight", function()
    local hero, _, _, searches = world(RING, { speed = 1 })
    local target = { x = 45, y = 25 }
    hero:chase(target, { within = 0 })
    assert.are.equal(0, searches(function()
      for _ = 1, 10 do
        target.x = target.x + 1
        hero:update(0.01)
        local path = hero._way.path
        assert.are.equal(target.x, path[#path - 1])
        assert.are.equal(target.y, path[#path])
      end
    end))
  end)

  it("slows down before the moved end of its path", function()
    local hero = world(RING, { speed = 10, slow_down = 70 })
    local target = { x = 45, y = 25 }
    hero:chase(target, { within = 0 })
    hero:update(0.5)
    for _ = 1, 20 do
      target.x = target.x + 1
      hero:update(0.01)
    end
    local points = { hero.x, hero.y }
    for i, x, y in hero._way.path:points() do
      if i >= hero._way.index then
        points[#points + 1], points[#points + 2] = x, y
      end
    end
    local other = tilepath.follower { x = hero.x, y = hero.y, speed = 10,
      slow_down = 70 }
    other:follow(points)
    for _ = 1, 60 do
      hero:update(0.3)
      other:update(0.3)
      near(other.x, hero.x)
      near(other.y, hero.y)
    end
    assert.are.equal("arrived", hero.status)
  end)

  it("does not cut through ground that costs more than the way"
    .. " round", function()
    local grid = tilepath.grid("......\n.mmmm.\n......", { cell_size = 10,
      prices = { mud = 20 }, legend = { m = "mud" } })
    local hero = world(RING, { x = 35, finder = tilepath.pathfinder(grid) })
    local target = { x = 25, y = 24 }
    hero:chase(target, { within = 0 })
    local count = hero._way.path:count()
    assert.is_true(count > 4)
    target.y = 25
    hero:update(0.01)
    assert.is_true(hero._way.path:count() >= count - 2)
    hero:update(100)
    at(25, 25, hero)
  end)

  it("searches again if no point of its path sees the target, after the"
    .. " interval",
    function()
      local hero, _, _, searches = world(RING, { speed = 10 })
      local target = { x = 45, y = 5 }
      hero:chase(target, { within = 0, repath_interval = 0.5 })
      target.x, target.y = 45, 25
      assert.are.equal(0, searches(function() hero:update(0.25) end))
      assert.are.equal(1, searches(function() hero:update(0.25) end))
      -- half a second to the right, then back
      near(10, hero.x)
      assert.are.equal(0, searches(function()
        hero:update(0.5)
        near(5, hero.x, 1)
        hero:update(100)
      end))
      at(45, 25, hero)
    end)

  it("never searches more often than the interval", function()
    local hero, _, _, searches = world(RING)
    local target = { x = 45, y = 5 }
    local asked = searches(function()
      hero:chase(target, { within = 0, repath_interval = 0.5 })
      for i = 1, 400 do
        target.y = i % 2 == 0 and 5 or 25
        hero:update(0.01)
      end
    end)
    assert.is_true(asked <= 1 + 8)
    assert.is_true(asked >= 5)
  end)

  it("stops at one and a half cells, unless the game says how near",
    function()
      local hero = world(OPEN, { speed = 10 })
      hero:chase { x = 45, y = 5 }
      hero:update(10)
      at(30, 5, hero)
    end)

  it("stops when it is near enough, and calls on_arrived each time", function()
    local hero, _, told = world(OPEN, { speed = 10 })
    local target = { x = 45, y = 5 }
    hero:chase(target, { within = 2 })
    hero:update(10)
    at(25, 5, hero)
    told()
    target.x = 44
    hero:update(1)
    at(25, 5, hero)
    assert.are.equal("arrived", hero.status)
    assert.are.equal("", told())
    target.x = 55
    hero:update(0.5)
    assert.are_not.equal("arrived", hero.status)
    assert.are.equal("going", hero.status)
    hero:update(10)
    at(35, 5, hero)
    assert.are.equal("arrived", told())
  end)

  it("goes on if the target is near behind a wall", function()
    local hero = world(RING, { x = 45 })
    hero:chase({ x = 45, y = 25 }, { within = 2.2 })
    assert.is_true(hero.under_way)
    hero:update(100)
    assert.are.equal("arrived", hero.status)
    assert.is_true(hero.y > 15)
  end)

  it("returns the reason if there is no path, and keeps the old"
    .. " order", function()
    local hero = world("...#.")
    hero:follow { 5, 5, 25, 5 }
    local done, why = hero:chase({ x = 45, y = 5 }, { within = 0 })
    assert.is_nil(done)
    assert.are.equal("unreachable", why)
    hero:update(100)
    at(25, 5, hero)
    assert.are.equal("arrived", hero.status)
  end)

  it("is blocked if no path is left, reports that once, and goes on",
    function()
      local hero, grid, told = world("..........")
      local target = { x = 35, y = 5 }
      grid:set(6, 1, "wall")
      hero:chase(target, { within = 0 })
      hero:update(0.5)
      target.x = 85
      hero:update(1)
      assert.are.equal("blocked", hero.status)
      assert.are_not.equal("going", hero.status)
      local x = hero.x
      near(10, x)
      target.x = 86
      hero:update(1)
      assert.are.equal(x, hero.x)
      assert.are.equal("blocked: 85,5", told())
      grid:set(6, 1, "open")
      hero:update(100)
      at(86, 5, hero)
    end)

  it("goes as near as it can with partial, and on when a path opens", function()
    local hero, grid, told = world("..........")
    local target = { x = 85, y = 5 }
    grid:set(6, 1, "wall")
    assert.is_true(hero:chase(target, { within = 0, partial = true }))
    hero:update(100)
    at(45, 5, hero)
    assert.are_not.equal("arrived", hero.status)
    assert.are.equal("blocked", hero.status)
    assert.is_nil(told():find("arrived"))
    grid:set(6, 1, "open")
    hero:update(100)
    at(85, 5, hero)
    assert.are.equal("arrived", hero.status)
  end)

  it("comes near to a target that its body cannot reach #core_c", function()
    local grid = tilepath.grid(".....\n.....\n...##", { cell_size = 24 })
    local finder = tilepath.pathfinder(grid, { radius = 12 })
    for within = 0, 16, 8 do
      local hero, told = recorded { x = 12, y = 12, speed = 60,
        finder = finder }
      local target = { x = 100, y = 47 }
      assert.is_true(hero:chase(target, { within = within / 24 }))
      for _ = 1, 30 do
        hero:update(0.1)
      end
      at(100 - within, 36, hero)
      assert.are.equal("arrived", hero.status)
      local _, times = told():gsub("arrived", "")
      assert.are.equal(1, times)
      target.x = 60
      hero:update(0.01)
      assert.are_not.equal("arrived", hero.status)
      hero = helper.load_hero { state = hero:state(), finder = finder,
        target = target }
      hero:update(10)
      assert.are.equal("arrived", hero.status)
    end
  end)

  it("searches again with another pathfinder", function()
    local grid = tilepath.grid("..~..", { cell_size = 10,
      legend = { ["~"] = "water" }, prices = { water = 2 } })
    local walker = tilepath.pathfinder(grid, { prices = { water = false } })
    local swimmer = tilepath.pathfinder(grid)
    local hero = tilepath.follower { x = 5, y = 5, speed = 10, finder = walker }
    hero:chase({ x = 45, y = 5 }, { within = 0, partial = true })
    hero:update(10)
    at(15, 5, hero)
    hero.finder = swimmer
    hero = helper.load_hero { state = hero:state(), finder = swimmer,
      target = { x = 45, y = 5 } }
    hero:update(10)
    at(45, 5, hero)
    hero:set_position(5, 5)
    hero.finder = walker
    hero:chase({ x = 45, y = 5 }, { within = 0, partial = true })
    hero:update(10)
    hero.finder = swimmer
    hero:update(10)
    at(45, 5, hero)
  end)

  it("ends with hero:stop and with another order", function()
    local hero = world(OPEN)
    local target = { x = 95, y = 5 }
    for _, order in ipairs { function() hero:stop() end,
      function() hero:follow { hero.x, hero.y } end,
      function() hero:go(hero.x, hero.y) end } do
      hero:chase(target, { within = 0 })
      hero:update(0.5)
      order()
      target.x = 15
      local x = hero.x
      hero:update(1)
      assert.are.equal(x, hero.x)
      target.x = 95
    end
  end)

  it("goes on after a push off the place where it arrived", function()
    local hero = world(OPEN)
    hero:chase({ x = 45, y = 5 }, { within = 0 })
    hero:update(100)
    hero:set_position(45, 25)
    hero:update(100)
    at(45, 5, hero)
  end)

  it("goes on after a push before it reported that it arrived",
    function()
      for _, text in ipairs { OPEN, RING } do
        local hero, _, told = world(text)
        hero:chase({ x = 7, y = 5 }, { within = 0.5 })
        hero:set_position(75, 25)
        hero:update(0.1)
        assert.are_not.equal("arrived", hero.status)
        assert.are.equal("", told())
        hero:update(100)
        assert.is_true(hero.x <= 12 and hero.status == "arrived")
      end
    end)

  it("ignores arrive_radius", function()
    local hero = world(OPEN, { arrive_radius = 30 })
    hero:chase({ x = 95, y = 5 }, { within = 0 })
    near(90, hero.remaining)
    hero:update(100)
    at(95, 5, hero)
  end)

  it("takes anything with x and y for a target", function()
    local hero = world(OPEN)
    local other = setmetatable({}, { __index = function(_, key)
      return key == "x" and 95 or 5
    end })
    assert.is_true(hero:chase(other, { within = 0 }))
    hero:update(100)
    at(95, 5, hero)
  end)

  it("raises an error if the pathfinder or the target's place is"
    .. " gone", function()
    local hero = world(OPEN)
    local target = { x = 95, y = 5 }
    hero:chase(target, { within = 0 })
    target.y = "5"
    assert.are.equal("update: target.y must be a number from -2^53 to 2^53, "
      .. "got '5'", helper.mistake(function() hero:update(1) end))
    assert.are.equal(5, hero.x)
    target.y = 5
    hero.finder = nil
    assert.are.equal("update: finder must be a pathfinder (the chase needs "
      .. "it), got nil", helper.mistake(function() hero:update(1) end))
  end)
end)
