--- What stands for a pathfinder of a follower: an object of the game's own that
-- searches and sees as one does, or should.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"

local mistake = helper.mistake
local nan, huge = 0 / 0, math.huge

local grid = tilepath.grid(20, 10, { cell_size = 10 })
local finder = tilepath.pathfinder(grid)

--- A follower with a finder that finds this, and sees nothing.
local function hero_with(found, options)
  options = options or {}
  options.x, options.y, options.speed = 5, 5, 30
  options.finder = { grid = grid,
    find_world = function() return found end,
    line_of_sight_world = function() return false, 1, 1 end }
  return tilepath.follower(options)
end

local ORDERS = {
  go = function(hero)
    return function() hero:go(100, 50) end
  end,
  chase = function(hero)
    return function() hero:chase { x = 100, y = 50 } end
  end,
  update = function(hero)
    hero:follow { 5, 5, 90, 50 }
    return function() hero:update(1) end
  end,
}

local RUBBISH = {
  { true, "'s path must be a path in world units, got boolean" },
  { 5, "'s path must be a path in world units, got 5" },
  { {}, "'s path must be one of a point or more, got table" },
  { "abc", "'s path must be a path in world units, got 'abc'" },
  { { 1, 2, 3 }, "'s path must be an even number of coordinates, got 3" },
  { { 1, nan }, "'s path[2] must be a number from -2^53 to 2^53, got nan" },
  { { 1, huge }, "'s path[2] must be a number from -2^53 to 2^53, got inf" },
  { { "1", 2 }, "'s path[1] must be a number from -2^53 to 2^53, got '1'" },
  { { 1, 2, units = "cells" }, "'s path must be in world units, "
    .. "got one in cells (path:to_world(grid) makes one in world units)" },
}

describe("what stands for a pathfinder", function()
  for call, order in pairs(ORDERS) do
    it("is told of by " .. call .. " where it finds no path", function()
      for _, case in ipairs(RUBBISH) do
        local hero = hero_with(case[1])
        assert.are.equal(call .. ": finder" .. case[2],
          mistake(order(hero)))
        hero.finder = finder
        assert.is_true(hero:go(50, 50))
        hero:update(100)
        assert.are.equal(50, hero.x)
        assert.is_true(hero:is_arrived())
      end
    end)
  end

  it("may go on with the path that it found", function()
    local path = { 5, 5, 100, 5 }
    local hero = hero_with(path)
    hero.finder.line_of_sight_world = function() return true end
    assert.is_true(hero:go(100, 5))
    path[3] = "x"
    hero:update(1)
    assert.are.equal(35, hero.x)
  end)

  it("finds paths that prune themselves, where they are to", function()
    local hero = hero_with({ 5, 5, 50, 5 }, { prune = true })
    assert.are.equal("go: finder must be a pathfinder (prune asks it), "
      .. "got table", mistake(function() hero:go(50, 5) end))
    hero = hero_with({ 5, 5, 9, 9, 50, 5, prune = function()
      return { 5, 5, 50, 5 }
    end }, { prune = true })
    assert.is_true(hero:go(50, 5))
    assert.are.equal(4, #hero.path)
  end)

  it("has a map and the two calls", function()
    local function see() return true end
    for _, rubbish in ipairs { 0, "x", {}, { find_world = see },
      { find_world = see, line_of_sight_world = see },
      { find_world = see, line_of_sight_world = see, grid = 3 },
      { find_world = see, line_of_sight_world = see, grid = {} } } do
      assert.is_truthy(mistake(function()
        tilepath.follower { finder = rubbish }
      end):find("^follower: finder must be a pathfinder, got"))
    end
  end)

  it("tells which cell is in the way", function()
    local hero = hero_with(nil)
    hero.finder.line_of_sight_world = function() return nil end
    hero:follow { 5, 5, 90, 50 }
    assert.are.equal("update: finder's cell in the way must be x and y, whole "
      .. "numbers, got nil", mistake(function() hero:update(1) end))
    hero:update(1)
    assert.is_true(hero:is_blocked())
  end)
end)
