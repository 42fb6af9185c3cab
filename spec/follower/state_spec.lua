--- hero:state(): a plain table from which another follower goes on as the first
-- would, bit for bit, even if the table was written to a file in between.

local tilepath = require "tilepath"
local follower_helper = require "spec.support.follower_helper"
local helper = require "spec.support.helper"
local plain = require "spec.support.plain"

local at, recorded = follower_helper.at, follower_helper.recorded

--- The follower's place, to the last digit.
local function place(hero)
  return ("%.17g %.17g %.17g %s %s"):format(hero.x, hero.y, hero.angle,
    tostring(hero.status == "resting"), tostring(hero.status == "going"))
end

-- Cases -----------------------------------------------------------------------

describe("hero:state", function()
  it("makes a follower that goes on as the first", function()
    local hero = tilepath.follower { speed = 10 }
    hero:follow { 0, 0, 20, 0 }
    hero:update(1)
    local again = tilepath.follower { state = hero:state() }
    again:update(0.5)
    at(15, 0, again)
  end)

  it("is a flat table of plain values", function()
    local hero = tilepath.follower { x = 1, speed = 10, image = nil }
    hero:follow { 1, 0, 20, 0, 20, 10 }
    hero:update(0.5)
    local state = hero:state()
    assert.are.same({ 1, 0, 20, 0, 20, 10 },
      { state["path#1"], state["path#2"], state["path#3"], state["path#4"],
        state["path#5"], state["path#6"] })
    assert.are.equal(6, state.x)
    for key, value in pairs(state) do
      assert.are.equal("string", type(key))
      assert.is_truthy(({ number = 1, string = 1, boolean = 1 })[type(value)])
    end
  end)

  it("is a new table each time", function()
    local hero = tilepath.follower { speed = 10 }
    hero:follow { 0, 0, 20, 0 }
    local state = hero:state()
    hero:update(1)
    assert.are.equal(0, state.x)
    local other = tilepath.follower { state = state }
    state["path#3"] = 99
    other:update(100)
    at(20, 0, other)
  end)

  it("keeps fields that the game wrote", function()
    local hero = tilepath.follower { speed = 10, turn_rate = 1 }
    hero:follow { 0, 0, 20, 0, 20, 20 }
    hero:update(1)
    hero.x, hero.y, hero.angle, hero.speed = 12, 3, 1, 7
    local other = tilepath.follower {
      state = plain.read(plain.write(hero:state())) }
    for _ = 1, 20 do
      hero:update(0.3)
      other:update(0.3)
      assert.are.equal(place(hero), place(other))
    end
  end)

  it("keeps the rest of an update that a callback broke off", function()
    local state
    local hero = tilepath.follower { speed = 10, on_reached = function(i)
      if i == 2 then
        error("on purpose", 0)
      end
    end }
    hero:follow { 0, 0, 20, 0, 20, 20 }
    assert.is_false(pcall(hero.update, hero, 3))
    state = hero:state()
    local other = tilepath.follower { state = state }
    other:update(0.5)
    at(20, 15, other)
  end)

  it("gives way to options beside it", function()
    local hero, _ = recorded { speed = 10 }
    hero:follow { 0, 0, 20, 0 }
    local state = hero:state()
    local other, told = recorded { state = state, speed = 20, x = 10 }
    other:update(0.25)
    at(15, 0, other)
    other:update(1)
    assert.are.equal("2: 20,0; arrived", told())
  end)

  it("lets the follower see a change of the map before the save", function()
    local grid = tilepath.grid("......\n......", { cell_size = 10 })
    local finder = tilepath.pathfinder(grid)
    local hero = tilepath.follower { x = 5, y = 5, speed = 10, finder = finder }
    hero:go(55, 5)
    hero:update(1)
    grid:set(4, 1, "wall")
    local state = hero:state()
    local other = tilepath.follower { state = state, finder = finder }
    other:update(0.1)
    hero:update(0.1)
    assert.are.equal(place(hero), place(other))
    other:update(100)
    at(55, 5, other)
  end)

  it("can be restored at any moment of a walk over equal points", function()
    for _, dt in ipairs { 0.01, 1 / 7, 0.3 } do
      local hero = tilepath.follower { speed = 3 }
      hero:follow { 0, 0, 9, 0, 9, 0, 9, 3 }
      for _ = 1, 400 do
        hero:update(dt)
        tilepath.follower { state = hero:state() }
      end
    end
  end)

  it("is refused if its rounding error of slow_down is too large", function()
    local hero = tilepath.follower { speed = 10, slow_down = 100 }
    hero:follow { 0, 0, 50, 0 }
    hero:update(1)
    local state = hero:state()
    tilepath.follower { state = state }
    state["way.root_low"] = -1
    assert.are.equal("follower: state.way.root_low must be no more than a "
      .. "rounding error, got -1", helper.mistake(function()
        tilepath.follower { state = state }
      end))
  end)

  it("keeps rectangles to avoid, but no objects #core_c", function()
    local grid = tilepath.grid(".....\n.....\n.....", { cell_size = 10 })
    local finder = tilepath.pathfinder(grid)
    local hero = tilepath.follower { x = 5, y = 5, speed = 10, finder = finder }
    hero:go(45, 5, { avoid = { { 3, 1, 1, 2 } } })
    local twin = tilepath.follower { state = hero:state(), finder = finder }
    grid:set(3, 3, "wall")
    for _ = 1, 9 do
      hero:update(1)
      twin:update(1)
      assert.are.equal(place(hero), place(twin))
    end
    assert.are.equal("blocked", hero.status)
    hero:go(15, 5, { avoid = { tilepath.crowd(grid) } })
    assert.are.equal("state: order.query.avoid#1 must be a value that can be "
      .. "saved, got crowd", helper.mistake(function() hero:state() end))
  end)
end)

-- Broken tables ---------------------------------------------------------------

describe("a broken state", function()
  local grid = tilepath.grid("......\n......", { cell_size = 10 })
  local finder = tilepath.pathfinder(grid)

  local function states()
    local list = {}
    local function add(order, time, options)
      options = options or {}
      options.x, options.y, options.finder = 5, 5, finder
      options.speed = options.speed or 10
      local hero = tilepath.follower(options)
      order(hero)
      hero:update(time)
      list[#list + 1] = hero:state()
    end
    add(function() end, 0)
    add(function(hero) hero:follow { 5, 5, 35, 5, 35, 15 } end, 1)
    add(function(hero) hero:follow { 5, 5, 35, 5, 35, 15 } end, 100)
    add(function(hero) hero:patrol { 5, 5, 35, 5, 35, 15 } end, 100,
      { rest = 1, turn_rate = 1 })
    add(function(hero)
      hero:go({ { 55, 5, cost = 3 }, { 55, 15 } }, { within = 1,
        partial = true })
    end, 1, { arrive_radius = 2 })
    add(function(hero) hero:go(55, 15, { adjacent = true }) end, 1,
      { prune = true })
    add(function(hero)
      hero:go({ { 45, 5, 10, 15 }, { 55, 15, 5, 5, cost = 2 } },
        { within = 1, sight = true })
    end, 1)
    local target = { x = 55, y = 15 }
    add(function(hero) hero:chase(target, { within = 0.2 }) end, 1)
    add(function(hero) hero:chase(target, { within = 0 }) end, 100)
    add(function(hero)
      hero:chase(target, { within = 0, partial = true, max_nodes = 100 })
      target.x = -50
      hero:update(0.1)
    end, 100)
    return list
  end

  local BAD = { 0 / 0, 1 / 0, -1 / 0, -1, 0.5, 1e300, 2 ^ 53 + 2, "", "x",
    true, false, {}, print, 0 }

  --- Restores a state: the follower must work, or the error must have a reason.
  local function try(state, what)
    local fine, hero = pcall(tilepath.follower, { state = state,
      finder = finder, target = { x = 55, y = 15 } })
    if not fine then
      if not tostring(hero):find("follower: ", 1, true)
        and not tostring(hero):find("find_world: ", 1, true)
        or tostring(hero):find("attempt to", 1, true) then
        error(what .. ": " .. tostring(hero))
      end
      return false
    end
    local walks_on, message = pcall(function()
      for _ = 1, 3 do
        hero:update(1)
        for _, value in ipairs { hero.x, hero.y, hero.angle } do
          assert(value - value == 0, "not finite")
        end
        assert(type(hero.remaining) == "number" and tostring(hero))
      end
      hero:go(25, 5)
      hero:update(1e9)
    end)
    -- a state may have no speed
    if not walks_on and not tostring(message):find("speed must", 1, true) then
      error(what .. ": " .. tostring(message))
    end
    return true
  end

  it("raises an error or works, for any wrong value", function()
    local refused = 0
    for number, state in ipairs(states()) do
      assert.is_true(try(state, "whole"))
      for key in pairs(state) do
        local original = state[key]
        local function attempt(value, shown)
          state[key] = value
          if not try(state, ("%d: %s = %s"):format(number, key, shown)) then
            refused = refused + 1
          end
        end
        attempt(nil, "nil")
        for _, value in ipairs(BAD) do
          attempt(value, tostring(value))
        end
        state[key] = original
      end
    end
    assert.is_true(refused > 500)
  end)

  it("raises an error that names the key, at the caller's line", function()
    local function says(text, change)
      local hero = tilepath.follower { speed = 10 }
      hero:follow { 0, 0, 20, 0 }
      local state = hero:state()
      change(state)
      assert.are.equal(text, helper.mistake(function()
        tilepath.follower { state = state }
      end))
    end
    says("follower: state.format must be 2, got 1",
      function(s) s.format = 1 end)
    says("follower: state.way.gone must be a finite number >= 0, got nan",
      function(s) s["way.gone"] = 0 / 0 end)
    says("follower: state.way.gone must be at most the length of the leg, "
      .. "got 21", function(s) s["way.gone"] = 21 end)
    says("follower: state.way.index must be the number of a point, got 3",
      function(s) s["way.index"] = 3 end)
    says("follower: state.way.state must be one that fits the order, got "
      .. "'waiting'", function(s) s["way.state"] = "waiting" end)
    says("follower: state.order must be complete, got nil", function(s)
      for key in pairs(s) do
        if key:find("^order%.") then
          s[key] = nil
        end
      end
    end)
    says("follower: state.path must be an even number of coordinates, got 3",
      function(s) s["path#4"] = nil end)
    says("follower: state.path[2] must be a number from -2^53 to 2^53, got nan",
      function(s) s["path#2"] = 0 / 0 end)
    says("follower: unknown key 6 in state", function(s) s["path#6"] = 1 end)
    says("follower: unknown key 'path.colour' in state",
      function(s) s["path.colour"] = 1 end)
    says("follower: unknown key 'x.y' in state", function(s) s["x.y"] = 1 end)
    says("follower: unknown key 1 in state", function(s) s[1] = 1 end)
    says("follower: unknown key 'path.nan' in state",
      function(s) s["path#nan"] = 1 end)
    says("follower: unknown key 'speed mud' in state",
      function(s) s["speed mud"] = 1 end)
    says("follower: unknown key 'has_speeds' in state",
      function(s) s.has_speeds = 5 end)
    says("follower: state.way.state must be one of idle, moving, blocked, "
      .. "arriving, arrived, waiting, got 'flying'",
      function(s) s["way.state"] = "flying" end)
    says("follower: state.walk.purse must be a finite number >= -1, got -5",
      function(s) s["walk.purse"] = -5 end)
    says("follower: speed must be a finite number >= 0, got -1",
      function(s) s.speed = -1 end)
    for value, shown in pairs { [5] = "5", ["x"] = "'x'", [true] = "true" }
    do
      assert.are.equal("follower: state must be a table that hero:state() "
        .. "returned, got " .. shown, helper.mistake(function()
          tilepath.follower { state = value }
        end))
    end
  end)
end)
