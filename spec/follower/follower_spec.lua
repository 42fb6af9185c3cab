--- Followers: a path walked in frames, and the options of the walk. Callbacks,
-- bodies and turns: events_spec.lua. A map that changes: map_spec.lua. How time
-- is cut does not matter: spec/laws/followers_spec.lua.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"

local shared = require "spec.support.follower_helper"
local walk = require "spec.support.walk"

local at, recorded, near = shared.at, shared.recorded, helper.near
local mistake = helper.mistake
local nan, huge, pi = 0 / 0, math.huge, math.pi
local CORNER = { 0, 0, 100, 0, 100, 100 } -- right, then down

describe("tilepath.follower", function()
  it("makes a follower at a place, or at 0, 0, facing right", function()
    local options = { x = 30, y = 40, speed = 120, angle = 1 }
    local hero = tilepath.follower(options)
    assert.are.same({ 30, 40, 1, 120 },
      { hero.x, hero.y, hero.angle, hero.speed })
    assert.are.same({ nil, "idle" }, { hero:path() })
    assert.is_false(hero.moving)
    assert.are.equal("follower at 30, 40 (idle)", tostring(hero))
    hero:follow { 1, 2, 9, 9 }
    assert.are.same({ x = 30, y = 40, speed = 120, angle = 1 }, options)
    hero = tilepath.follower { speed = 1 }
    assert.are.same({ 0, 0, 0 }, { hero.x, hero.y, hero.angle })
  end)

  it("raises an error that says which options and values there are", function()
    assert.are.equal("follower: unknown option 'sped' "
      .. "(did you mean 'speed'?)", mistake(function()
      tilepath.follower { x = 1, y = 1, sped = 3 }
    end))
    assert.matches("^follower: unknown option 1 %(options: angle, ",
      mistake(function() tilepath.follower { 30, 30 } end))
    for _, case in ipairs {
      { "x", nan, "a number from -2^53 to 2^53, got nan" },
      { "y", -2 ^ 54, "a number from -2^53 to 2^53, got -1.8014398509482e+16" },
      { "angle", huge, "a finite number, got inf" },
      { "speed", -1, "a finite number of at least 0, got -1" },
      { "speed", huge, "a finite number of at least 0, got inf" },
      { "rest", "long", "a finite number of at least 0, got 'long'" },
      { "turn_rate", nan, "a finite number of at least 0, got nan" },
      { "slow_down", -1, "a finite number of at least 0, got -1" },
      { "prune", 1, "true or false, got 1" },
      { "finder", tilepath.grid(2, 2), "a pathfinder, got grid" },
      { "on_arrived", "f", "a function, got 'f'" },
      { "on_reached", 1, "a function, got 1" },
      { "on_blocked", {}, "a function, got table" },
      { "on_link", 1, "a function, got 1" },
    } do
      assert.are.equal(("follower: %s must be %s"):format(case[1], case[3]),
        mistake(function()
          tilepath.follower { [case[1]] = case[2] }
        end))
    end
  end)
end)

describe("follower:follow", function()
  it("does not report the point where the follower stands", function()
    local hero, told = recorded { speed = 50 }
    assert.is_true(hero:follow(CORNER))
    assert.are.same({ "going", true }, { hero.status, hero.moving })
    hero:update(1)
    assert.are.same({ 50, 0, 0 }, { hero.x, hero.y, hero.angle })
    hero:update(10)
    assert.are.equal("2: 100,0; 3: 100,100; arrived", told())
    hero:set_position(0, -50)
    hero:follow(CORNER)
    hero:update(10)
    assert.are.equal("1: 0,0; 2: 100,0; 3: 100,100; arrived", told())
  end)

  it("copies the path, so that the game can fill it again", function()
    local path = tilepath.path({ 0, 0, 100, 0 }, "world")
    local hero = tilepath.follower { speed = 50 }
    hero:follow(path)
    assert.is_true(hero:path() == path)
    path[3], path[4] = 0, 100
    hero:update(1)
    at(50, 0, hero)
    assert.are.equal("50,0 100,0", helper.points(hero:path()))
    assert.are.equal(50, hero:path():length())
  end)

  it("is the only way to set the path", function()
    local hero = tilepath.follower { speed = 10 }
    hero:follow { 0, 0, 10, 0 }
    for _, key in ipairs { "path", "status", "goal_x", "update" } do
      assert.are.equal(("follower: field '%s' cannot be written"):format(key),
        mistake(function() hero[key] = 1 end))
    end
    hero.image = "hero.png"
    hero:update(0.5)
    assert.are.equal("5,0 10,0", helper.points(hero:path()))
  end)

  walk.each(it, false, {
    { "reports repeated points one after the other", hero = { speed = 50 },
      path = { 0, 0, 0, 0, 50, 0, 50, 0, 50, 0 },
      { 1, 50, 0, "2 3 4 5 arrived" } },

    { "lets the follower arrive at the next update if it is there already",
      hero = { x = 7, y = 8 }, path = { 7, 8 },
      { 0, 7, 8, "", following = true, arrived = false },
      { 0.1, 7, 8, "arrived", arrived = true },
      { 0.2, 7, 8, "" } },

    { "lets the follower arrive at the next update of a path without points",
      hero = { x = 7, y = 8 }, path = {},
      { 0, 7, 8, "", following = true, arrived = false },
      { 0.1, 7, 8, "arrived", arrived = true } },

    { "starts at once, even during a rest", hero = { rest = 5 },
      path = { 0, 0, 10, 0, 20, 0 },
      { 2, 10, 0, "2", resting = true },
      walk.follow { 10, 0, 0, 0 },
      { 2.5, 5, 0, "" } },
  })
end)

describe("follower:update", function()
  it("ends exactly on the goal for a large dt", function()
    local hero, told = recorded { speed = 0.1, rest = 2 }
    hero:follow { 0.1, 0.2, 0.3, 1 / 3, 0.7, 1e5 / 7 }
    hero:update(1e9)
    assert.are.same({ 0.7, 1e5 / 7 }, { hero.x, hero.y })
    assert.are.equal("1: 0.1,0.2; 2: 0.3,0.333333333; "
      .. "3: 0.7,14285.7143; arrived", told())
    hero:update(1e9)
    assert.are.equal("", told())
  end)

  it("loses no time in frames too small for the place's digits", function()
    local hero = tilepath.follower { speed = 1 }
    hero:follow { 0, 0, 2 ^ 21, 0 }
    hero:update(2 ^ 20)
    for _ = 1, 1e5 do
      hero:update(1e-10)
    end
    near(2 ^ 20 + 1e-5, hero.x)
    hero = tilepath.follower { speed = 1e6, rest = 2 ^ 20 }
    hero:follow { 1, 0, 1e6, 0 }
    hero:update(1e-6 + 2 ^ 20 - 1e-6)
    for _ = 1, 1e5 do
      hero:update(2e-11)
    end
    near(2, hero.x, 2e-3)
  end)

  it("takes whole numbers of any size, and changes nothing for 0", function()
    local hero = tilepath.follower { speed = 1 }
    hero:follow { 0, 0, 4000000000, 0, 4000000000, 4000000000 }
    assert.are.equal(8e9, hero.remaining)
    hero:update(5e9)
    at(4e9, 1e9, hero)
    local told
    hero, told = recorded { x = 1, y = 2, speed = 10, angle = 3 }
    for _, path in ipairs { { 1, 2 }, { 50, 50 } } do
      hero:follow(path)
      hero:update(0)
      assert.are.same({ 1, 2, 3 }, { hero.x, hero.y, hero.angle })
    end
    assert.are.equal("", told())
  end)

  walk.each(it, false, {
    { "does not move the follower at speed 0", hero = { speed = 0 },
      path = CORNER,
      { 1000, 0, 0, "" },
      walk.write("speed", 50),
      { 1001, 50, 0, "" } },

    { "loses no time at a speed too small to move by", hero = { speed = 1 },
      path = { 0, 0, 100, 0 },
      { 50, 50, 0 },
      walk.write("speed", 1e-300),
      { 1050, 50, 0 },
      walk.write("speed", 1),
      { 1051, 51, 0 } },
  })
end)

describe("rest", function()
  it("can be set by on_reached for that point", function()
    local hero
    hero = tilepath.follower { speed = 1,
      on_reached = function(i) hero.rest = i end }
    hero:follow { 0, 0, 1, 0, 2, 0, 3, 0 }
    hero:update(1 + 2 + 0.5)
    at(1.5, 0, hero)
    hero:update(0.5 + 3 + 0.5)
    at(2.5, 0, hero)
  end)

  walk.each(it, false, {
    { "is the pause at each point, a status of its own, under way",
      hero = { rest = 0.5 }, path = { 0, 0, 10, 0, 20, 0 },
      { 0.9, 9, 0, "", resting = false },
      { 1.4, 10, 0, "2", resting = true, following = true },
      { 1.6, 11, 0, "", resting = false, moving = true },
      { 2.5, 20, 0, "3 arrived" } },

    { "can be shortened during a rest", hero = { speed = 1, rest = 10 },
      path = { 0, 0, 1, 0, 2, 0 },
      { 3, 1, 0 },
      walk.write("rest", 1),
      { 3.5, 1.5, 0 } },
  })
end)

describe("turn_rate", function()
  walk.each(it, false, {
    { "turns the angle, the shorter way",
      hero = { speed = 1, turn_rate = 1, angle = 3 }, path = { 0, 0, -10, -10 },
      { 0.2, -0.2 / math.sqrt(2), -0.2 / math.sqrt(2), angle = 3.2 - 2 * pi },
      { 1.2, angle = -3 * pi / 4 } },

    { "turns counterclockwise if that is shorter", hero = { turn_rate = 1 },
      path = { 0, 0, 0, -100 },
      { 0.5, 0, -5, angle = -0.5 },
      { 2, angle = -pi / 2 } },

    { "turns clockwise if both ways are equally long",
      hero = { turn_rate = 1 }, path = { 0, 0, -100, 0 },
      { 1, -10, 0, angle = 1 } },

    { "turns clockwise from the left, too, if both ways are equally long",
      hero = { turn_rate = 1, angle = pi }, path = { 0, 0, 100, 0 },
      { 1, 10, 0, angle = 1 - pi } },

    { "turns on during a rest and after the arrival",
      hero = { speed = 1, turn_rate = 0.5, rest = 1 },
      path = { 0, 0, 0, 1, 0, 2 },
      { 1.5, angle = 0.75, resting = true },
      { 3, angle = 1.5, arrived = true },
      { 4, angle = pi / 2 } },

    { "leaves the angle to the game while the follower stands",
      hero = { speed = 1, turn_rate = 1 }, path = { 0, 0, 1, 0 },
      { 2, 1, 0, "2 arrived" },
      walk.write("angle", 2),
      { 7, angle = 2 },
      walk.follow { 1, 0, 0, 0 },
      { 7.5, angle = 2.5 } },
  })
end)

it("a wrong pathfinder in the field of a follower is named", function()
  local path = tilepath.path({ 1, 1, 2, 2 }, "cells")
  for _, finder in ipairs { 7, tilepath.grid(3, 3), print, {} } do
    local hero = tilepath.follower { x = 1, y = 1 }
    hero.finder = finder
    for call, f in pairs {
      set_cell = function() hero:set_cell(1, 1) end,
      follow = function() hero:follow(path) end,
      cell_x = function() return hero.cell_x end,
      cell_y = function() return hero.cell_y end,
    } do
      assert.matches(call .. ": finder must be a pathfinder, got ", mistake(f), 1,
        true)
    end
  end
end)
