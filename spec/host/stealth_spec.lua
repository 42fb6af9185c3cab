-- The heist of examples/love/stealth, played without LÖVE.

local helper = require "spec.support.helper"

describe("#once the heist", function()
  local heist, thief, guards

  helper.use_example(setup, teardown, "stealth", { "heist", "museum" })

  before_each(function()
    heist = require("heist")(require "museum", 32, 24)
    thief, guards = heist.thief, heist.guards
  end)

  --- @param look  called after each update; true ends the play
  local function play(seconds, look)
    for _ = 1, seconds * 30 do
      heist:update(1 / 30)
      if look and look() then return true end
    end
  end

  local function go(x, y, is_queued)
    local wx, wy = heist.grid:to_world(x, y)
    return heist:go(wx, wy, is_queued)
  end

  local function throw(x, y) heist:throw(heist.grid:to_world(x, y)) end

  --- Has one guard stand in a cell and look to the right; the others are far.
  local function watch(x, y)
    for i = 2, #guards do
      guards[i]:stop()
      guards[i]:set_cell(22, 16)
      guards[i].angle = 0
    end
    guards[1]:set_cell(x, y)
    guards[1].angle = 0
    guards[1]:patrol_cell({ { x, y }, { x + 1, y } }, { rest = 99 })
    return guards[1]
  end

  local function sees(guard, x, y)
    return heist:view(guard):has(x, y)
  end

  it("has guards who see through glass, and walk round it", function()
    local guard = watch(12, 5)
    guard.angle = math.pi / 2
    assert.is_true(sees(guard, 14, 7))
    thief:set_cell(14, 7)
    assert.is_false(guard.finder:can_step(14, 6, 14, 7))
    local hunted, gap = false, false
    play(10, function()
      hunted = hunted or heist:mood(guard) == "hunt"
      gap = gap or guard.cell_x == 12 and guard.cell_y == 7
      return heist.ending
    end)
    assert.same({ true, true, "caught" }, { hunted, gap, heist.ending })
  end)

  it("has hedges and closets that hide the thief, and nobody else", function()
    local guard = watch(1, 13)
    assert.same({ true, false }, { sees(guard, 2, 13), sees(guard, 4, 13) })
    thief:set_cell(2, 16)
    assert.is_true(go(4, 13))
    heist:sneak(true)
    play(5)
    assert.same({ 4, 13, "calm" },
      { thief.cell_x, thief.cell_y, heist:mood(guard) })
    assert.is_nil((guard.finder:find(1, 13, 4, 13)))
    thief:set_cell(2, 9)
    guard = watch(1, 9)
    guard:set_cell(3, 9)
    guard.angle = math.pi
    assert.is_false(sees(guard, 2, 9))
    assert.is_nil((guard.finder:find(3, 9, 2, 9)))
    thief:set_cell(3, 8)                         -- he sees him go in
    guard.angle = -math.pi / 2
    play(5, function()
      if heist:mood(guard) == "hunt" then thief:set_cell(2, 9) end
      return heist.ending
    end)
    assert.equal("caught", heist.ending)
  end)

  it("has doors that hide who shuts them, and a lock with a key", function()
    local guard = watch(6, 4)
    assert.same({ true, false }, { sees(guard, 8, 4), sees(guard, 10, 4) })
    heist:sneak(true)
    thief:set_cell(8, 4)
    play(1, function() return heist:mood(guard) == "hunt" end)
    assert.is_true(sees(guard, 10, 4))           -- he stands in it: it is open
    assert.is_false(thief.finder:can_enter(17, 4))
    thief:set_cell(5, 5)
    play(0.1)
    thief:set_cell(16, 4)
    assert.is_true(go(22, 4))
    play(5)
    assert.same({ 22, true }, { thief.cell_x, heist.has.treasure })
  end)

  it("has guards who search at a noise, and go on with their beats", function()
    local guard, other = guards[3], guards[2]
    local reached = {}
    guard.on_reached = function(i) reached[#reached + 1] = i end
    thief:set_cell(22, 13)                       -- behind a hedge
    play(1)
    local next_one = guard.goal_index
    local x, y = heist.grid:to_world(20, 11)
    heist:noise(x - 64, y, 12)
    heist:noise(x, y, 12)                        -- further on
    assert.same({ "search", "calm" }, { heist:mood(guard), heist:mood(other) })
    local was_there = false
    play(15, function()
      was_there = was_there or guard.cell_x >= 19 and guard.cell_x <= 21
        and guard.cell_y <= 12
      return heist:mood(guard) == "calm"
    end)
    assert.same({ true, next_one }, { was_there, guard.goal_index })
    reached = {}
    play(20)
    assert.same({ next_one, next_one % 4 + 1 }, { reached[1], reached[2] })
  end)

  it("has walls that stop a coin, and most of its noise", function()
    thief:set_cell(12, 8)
    local guard = watch(24, 3)                   -- in the vault
    throw(12, 1)                                 -- over glass, to the wall
    assert.equal(0, (heist.sound.reach:cost(12, 2)))
    assert.equal("calm", heist:mood(guard))
    guard:set_cell(18, 3)                        -- nearer to the lock
    throw(12, 1)
    assert.equal("search", heist:mood(guard))
  end)

  -- Sneaks along several stops; false if a guard has seen him.
  local function sneak(stops)
    heist:sneak(true)
    for i, stop in ipairs(stops) do go(stop[1], stop[2], i > 1) end
    local was_seen = false
    play(60, function()
      for _, guard in ipairs(guards) do
        was_seen = was_seen or heist:mood(guard) == "hunt"
      end
      return was_seen or heist.ending or thief.status == "arrived"
    end)
    return not was_seen
  end

  it("can be done, from one hiding place to the next", function()
    for _, stops in ipairs { { { 4, 13 } }, { { 2, 9 } },
      { { 5, 5 }, { 3, 3 } }, { { 9, 2 } }, { { 22, 4 } }, { { 9, 2 } },
      { { 3, 3 } }, { { 2, 9 } }, { { 4, 13 } }, { { 1, 16 } } } do
      local tries, saved = 0, heist:save()
      while not sneak(stops) do                  -- waits a second more
        tries = tries + 1
        assert.truthy(tries < 60)
        heist:load(saved)
        play(1)
        saved = heist:save()
      end
    end
    assert.equal("escaped", heist.ending)
  end)

  it("continues as it was saved, in the middle of a hunt", function()
    local function state()
      local list = { thief.x, thief.y, heist.ending or "" }
      for _, guard in ipairs(guards) do
        list[#list + 1] = ("%.17g %.17g %s %s"):format(guard.x, guard.y,
          heist:mood(guard), guard.status)
      end
      return list
    end
    thief:set_cell(10, 9)
    local moods = {}
    go(23, 8)
    go(21, 11, true)
    go(25, 16, true)
    for _ = 1, 8 do
      local saved = heist:save()
      play(1)
      local after = state()
      play(1)
      heist:load(saved)
      play(1)
      assert.same(after, state())
      moods[heist:mood(guards[1])] = true
    end
    assert.is_true(moods.hunt)
  end)
end)
