--- Followers on their way: callbacks, pauses, bodies in a physics world, turns.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local shared = require "spec.support.follower_helper"
local walk = require "spec.support.walk"

local at, recorded, near = shared.at, shared.recorded, helper.near
local CORNER = { 0, 0, 100, 0, 100, 100 } -- right, then down

--- A follower whose on_reached calls a function after its note.
local function reacting(react)
  local hero, told = recorded { speed = 10 }
  local note = hero.on_reached
  hero.on_reached = function(i, x, y)
    note(i, x, y)
    react(hero, i, x)
  end
  return hero, told
end

describe("a callback", function()
  it("can give a new path, and the rest of dt goes to it", function()
    local hero, told = recorded { speed = 10 }
    local note = hero.on_arrived
    hero.on_arrived = function()
      note()
      if hero.y == 0 then
        hero:follow { 10, 0, 10, 20 }
      end
    end
    hero:follow { 0, 0, 10, 0 }
    hero:update(1.5)
    at(10, 5, hero)
    hero:update(100)
    assert.are.equal("2: 10,0; arrived; 2: 10,20; arrived", told())
  end)

  it("can pause the follower, change its speed, and stop it", function()
    local hero, told = reacting(function(hero, i)
      if i == 2 then
        hero.speed = 1
        hero:pause()
      else
        hero:stop()
      end
    end)
    hero:follow { 0, 0, 10, 0, 20, 0 }
    hero:update(100)
    at(10, 0, hero)
    hero:resume()
    hero:update(3)
    at(13, 0, hero)
    hero:update(100)
    at(20, 0, hero)
    assert.are.equal("2: 10,0; 3: 20,0", told())
  end)

  it("can put the follower somewhere else, which is no velocity", function()
    local hero
    hero = tilepath.follower { speed = 10, on_reached = function(i)
      if i == 2 then
        hero:set_position(20, 50)
      end
    end }
    hero:follow { 0, 0, 10, 0, 20, 0 }
    hero:update(3)
    at(20, 30, hero)
    hero:follow { 20, 30, 15, 30, 20, 40 }
    local vx, vy = hero:velocity(1)
    near(-5, vx)
    near(-5, vy)
    at(20, 45, hero)
  end)

  it("can raise an error, and the follower goes on from there", function()
    local hero, told = reacting(function() error("in the game", 0) end)
    hero:follow { 0, 0, 10, 0, 20, 0 }
    local done, message = pcall(hero.update, hero, 1.5)
    assert.is_false(done)
    assert.are.equal("in the game", message)
    at(10, 0, hero)
    pcall(hero.update, hero, 0.25)
    at(17.5, 0, hero)
    pcall(hero.update, hero, 1)
    hero:update(1)
    assert.are.equal("2: 10,0; 3: 20,0; arrived", told())
    -- The rest of dt stays a finite number.
    hero:follow { 0, 0, 100, 0 }
    assert.is_false(pcall(hero.update, hero, 1.7e308))
    pcall(hero.update, hero, 1.7e308)
    hero:update(1.7e308)
    at(100, 0, hero)
  end)

  it("can update its own follower, and yield in a coroutine", function()
    local hero, told = reacting(function(hero) hero:update(1) end)
    hero:follow { 0, 0, 10, 0, 20, 0, 50, 0 }
    hero:update(1.5)
    at(35, 0, hero)
    assert.are.equal("2: 10,0; 3: 20,0", told())
    hero = tilepath.follower { speed = 10, on_reached = coroutine.yield }
    hero:follow { 0, 0, 10, 0, 20, 0 }
    local update = coroutine.wrap(function() return hero:update(1.5) end)
    assert.are.same({ 2, 10, 0 }, { update() })
    update()
    assert.are.same({ 15, 0, 0 }, { hero.x, hero.y, hero.angle })
  end)

  it("that writes a wrong value makes the update raise an error", function()
    for _, case in ipairs { { "fast", "'fast'" }, { nil, "nil" } } do
      local hero = tilepath.follower { speed = 10 }
      hero.on_reached = function() hero.speed = case[1] end
      hero:follow { 0, 0, 10, 0, 30, 0 }
      assert.are.equal("update: speed must be a finite number of at least 0, got "
        .. case[2], helper.mistake(function()
          hero:update(2)
        end))
      hero.speed = 10
      hero:update(0.5)
      at(25, 0, hero)
    end
  end)
end)

describe("a follower", function()
  walk.each(it, false, {
    { "stands still while it is paused", hero = { turn_rate = 1 },
      path = { 0, 0, 0, 10 },
      { 0.5, 0, 5, "" },
      walk.pause,
      { 100.5, 0, 5, "", paused = true, moving = false, following = false,
        angle = 0.5 },
      walk.resume,
      { 100.75, 0, 7.5, "" } },

    { "stays paused if it gets a path", path = CORNER,
      walk.pause, walk.follow(CORNER),
      { 1, 0, 0, "" },
      walk.stop, walk.follow(CORNER), walk.resume,
      { 2, 10, 0, "" } },

    { "has no path after a stop, and neither turns nor calls callbacks",
      hero = { turn_rate = 0.1 }, path = { 0, 0, 0, 10 },
      { 0.5, 0, 5, "" },
      walk.stop,
      { 101, 0, 5, "", following = false, arrived = false, angle = 0.05,
        remaining = 0 } },

    { "leads on to the same point from where it was put",
      path = { 0, 0, 10, 0, 10, 10 },
      { 0.5, 5, 0, remaining = 15 },
      walk.put(10, -10),
      { 0.5, 10, -10, remaining = 20 },
      { 2, 10, 5, "2" },
      walk.write("y", 0),
      { 2.5, 10, 5 } },
  })
end)

describe("follower:velocity", function()
  --- A body in a physics world: moves by its velocity, up to a wall.
  local function ride(hero, body, dt, frames)
    for _ = 1, frames do
      hero:set_position(body.x, body.y)
      local vx, vy = hero:velocity(dt)
      body.x = math.min(body.x + vx * dt, body.wall or math.huge)
      body.y = body.y + vy * dt
    end
    hero:set_position(body.x, body.y)
  end

  it("waits for a body that is held up, and stops at the goal", function()
    local hero, told = recorded { speed = 60 }
    local body = { x = 0, y = 0, wall = 50 }
    hero:follow(CORNER)
    assert.are.same({ 0, 0 }, { hero:velocity(0) })
    ride(hero, body, 0.1, 100)
    at(50, 0, hero)
    assert.are.equal("", told())
    body.wall = nil
    ride(hero, body, 0.1, 100)
    at(100, 100, hero)
    assert.are.equal("2: 100,0; 3: 100,100; arrived", told())
    assert.are.same({ 0, 0 }, { hero:velocity(0.1) })
  end)

  it("does not turn the follower for a body's last digits", function()
    for _, x in ipairs { 0, 100 } do
      local hero = tilepath.follower { x = 100 - x, speed = 50, rest = 1 }
      hero:follow { 100 - x, 0, x, 50, 50, 90 }
      hero:update((hero.remaining - math.sqrt(50 ^ 2 + 40 ^ 2) - 1e-5) / 50)
      local angle = hero.angle
      hero:set_position(hero.x + 2e-5, hero.y + 2e-5)
      hero:velocity(0.01)
      assert.are.equal("resting", hero.status)
      assert.are.equal(angle, hero.angle)
    end
  end)
end)
