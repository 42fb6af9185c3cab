--- The cost of edits for a follower: lines of sight along its path. An edit
-- outside of the box around its path costs none.

local tilepath = require "tilepath"
local sights = require("spec.support.follower_helper").sights

--- A hall of so many cells a side, and a follower that crosses it along row 10
-- and has checked its path.
local function hall(side, profile)
  local grid = tilepath.grid(side, side)
  local finder = tilepath.pathfinder(grid, profile)
  local x, y = finder:to_world(1, 10)
  local goal_x, goal_y = finder:to_world(side - 4, 10)
  local hero = tilepath.follower { x = x, y = y, speed = 1, finder = finder }
  hero:follow(finder:find_world(x, y, goal_x, goal_y))
  hero:update(1)
  assert.are.equal("going", hero.status)
  return hero, grid
end

--- How many lines of sight an edit costs the next update.
local function price(hero, grid, x, y, terrain)
  grid:set(x, y, terrain or "wall")
  return sights(function() hero:update(0.01) end)
end

-- The core in Lua checks the path after each edit, near or far.
describe("an edit", function()
  it("#core_c far from the path costs nothing on any map", function()
    for _, side in ipairs { 17, 33, 300 } do
      for _, profile in ipairs { {}, { size = 3 },
        { keep_away = { 9, 1 } } } do
        local hero, grid = hall(side, profile)
        assert.are.equal(0, price(hero, grid, 5, side))
        assert.are.equal(0, price(hero, grid, 5, side, "open"))
        local size = profile.size or 1
        assert.is_true(price(hero, grid, 6, 9 + size) > 0)
      end
    end
  end)

  it("#core_c costs a pushed body one line, along its leg", function()
    local hero, grid = hall(30)
    hero:follow(tilepath.path({ 0.5, 9.5, 9.5, 9.5, 9.5, 19.5, 19.5, 19.5 },
      "world"))
    hero:update(0.01)
    for i = 1, 4 do
      hero:set_position(hero.x, 9.5 + i % 2 * 1e-3)
      assert.are.equal(1, price(hero, grid, 30, 29,
        i % 2 == 0 and "open" or "wall"))
    end
    assert.are.equal(0, price(hero, grid, 30, 28))
  end)

  it("on a leg that a body was pushed to is noticed", function()
    local hero, grid = hall(30)
    hero:set_position(0.5, 9.1)
    hero:follow(tilepath.path({ 0.5, 9.1, 25.5, 9.4 }, "world"))
    hero:update(1)
    hero:set_position(hero.x, 8.9)
    assert.are.equal(1, price(hero, grid, 30, 29))
    assert.is_true(price(hero, grid, 4, 9) > 0)
  end)

  it("costs two lines if a wall was built behind the follower", function()
    local hero, grid = hall(30)
    hero:follow(tilepath.path({ 0.5, 9.5, 25.5, 9.5 }, "world"))
    hero:update(3)
    assert.are.equal(2, price(hero, grid, 1, 10))
    assert.are.equal(2, price(hero, grid, 30, 29))
  end)

  it("is checked anywhere while the follower is blocked", function()
    local grid = tilepath.grid("..#..\n..#..\n####.\n.....")
    local hero = tilepath.follower { x = 0.5, y = 0.5, speed = 1,
      finder = tilepath.pathfinder(grid) }
    hero:follow { 0.5, 0.5, 4.5, 0.5 }
    hero:update(0.1)
    assert.are.equal("blocked", hero.status)
    assert.is_true(price(hero, grid, 1, 3, "open") > 0)
    assert.are.equal("going", hero.status)
  end)

  it("#core_c beyond a patrol's next point costs no sight", function()
    local hero, grid = hall(30)
    hero:patrol { 0.5, 9.5, 19.5, 9.5, 19.5, 29.5 }
    hero:update(2)
    price(hero, grid, 1, 30) -- the first edit since the search
    assert.are.equal(0, price(hero, grid, 5, 30))
    assert.are.equal(0, price(hero, grid, 20, 20))
    assert.is_true(price(hero, grid, 4, 10) > 0)
  end)
end)
