--- Orders in a list, of both bodies: `queued`, `resume` and body:resume().

local tilepath = require "tilepath"
local helper = require "spec.support.helper"

local mistake = helper.mistake

local MAP = [[
..............
..............
..............
..............
.............#
............#.]]

--- A follower, a unit of a crowd of seconds and one of ticks, each alone on a map
-- of cells of 10.
local KINDS = { "follower", "unit", "unit by ticks" }

local function world(kind, map, profile)
  local grid = tilepath.grid(map or MAP, { cell_size = 10 })
  local w = { grid = grid, finder = tilepath.pathfinder(grid, profile),
    crowd = tilepath.crowd(grid), told = {} }
  local options = { finder = w.finder, cell_x = 1, cell_y = 1 }
  w.body = kind == "follower" and tilepath.follower(options)
    or w.crowd:add(options)
  w.body.on_arrived = function(x, y)
    w.told[#w.told + 1] = ("%d,%d"):format(w.body.cell_x, w.body.cell_y)
    assert.are.same({ w.body.x, w.body.y }, { x, y })
  end
  w.body.on_blocked = function(x, y, reason)
    w.told[#w.told + 1] = ("%s %g %g"):format(reason, x, y)
  end
  --- Lets 4 steps' time pass, so often.
  function w.run(seconds)
    for _ = 1, 8 * seconds do
      if kind == "unit by ticks" then
        w.crowd:tick()
      else
        w.crowd:update(1 / 8)
      end
      if kind == "follower" then
        w.body:update(1 / 8)
      end
    end
  end
  function w.heard()
    local text = table.concat(w.told, " ")
    w.told = {}
    return text
  end
  return w
end

--- A spec for each kind of body.
local function each(title, f, map, profile)
  for _, kind in ipairs(KINDS) do
    it(title .. ": " .. kind, function()
      f(world(kind, map, profile), kind)
    end)
  end
end

describe("queued orders", function()
  each("begin one after the other", function(w)
    local body = w.body
    assert.is_true(body:go_cell(4, 1))
    assert.is_true(body:go_cell(4, 3, { queued = true }))
    assert.is_true(body:go(65, 25, { queued = true, within = 1 }))
    assert.is_true(body:follow({ { 65, 25 }, { 75, 25 } }, { queued = true }))
    w.run(20)
    assert.are.equal("4,1 4,3 6,3 8,3", w.heard())
    assert.are.equal("arrived", body.status)
  end)

  each("begin at once if there is none, and are refused as others", function(w)
    local body = w.body
    assert.are.same({ nil, "goal_blocked" },
      { body:go_cell(14, 5, { queued = true }) })
    assert.are.same({ nil, "unreachable" },
      { body:go_cell(14, 6, { queued = true }) })
    assert.are.equal("idle", body.status)
    assert.is_true(body:go_cell(3, 1, { queued = true }))
    w.run(1 / 8)
    assert.are.equal("going", body.status)
  end)

  each("that are refused are told, and the next begins", function(w)
    local body = w.body
    body:go_cell(3, 1)
    assert.is_true(body:go_cell(14, 6, { queued = true }))
    assert.is_true(body:patrol_cell({ { 14, 5 }, { 1, 1 } }, { queued = true }))
    assert.is_true(body:go_cell({ { 14, 6 } }, { queued = true }))
    assert.is_true(body:go_cell(3, 4, { queued = true }))
    w.run(20)
    assert.are.equal("3,1 unreachable 135 55 goal_blocked 135 45 "
      .. "unreachable 135 55 3,4", w.heard())
  end)

  each("are dropped by a plain order and by stop", function(w)
    local body = w.body
    body:go_cell(4, 1)
    body:go_cell(4, 4, { queued = true })
    body:go_cell(2, 1)
    w.run(10)
    assert.are.equal("2,1", w.heard())
    body:go_cell(4, 1)
    body:go_cell(4, 4, { queued = true })
    body:go_cell(4, 1) -- the same order
    w.run(10)
    assert.are.equal("4,1", w.heard())
    body:go_cell(6, 1)
    body:go_cell(4, 4, { queued = true })
    w.run(1 / 8)
    body:stop()
    w.run(10)
    assert.are.equal("", w.heard())
    assert.are.equal("idle", body.status)
  end)

  each("stay if a plain order is refused or wrong", function(w)
    local body = w.body
    body:go_cell(4, 1)
    body:go_cell(4, 3, { queued = true })
    assert.is_nil((body:go_cell(14, 6)))
    assert.has_error(function() body:go_cell(1.5, 2) end)
    w.run(20)
    assert.are.equal("4,1 4,3", w.heard())
  end)

  each("wait for a patrol and for a chase until resume", function(w)
    local body, target = w.body, { x = 45, y = 5 }
    body:patrol_cell { { 3, 1 }, { 1, 1 } }
    body:chase(target, { queued = true })
    body:go_cell(1, 3, { queued = true })
    w.run(20)
    assert.is_nil(body.target)
    body:resume()
    w.run(20)
    assert.are.equal(target, body.target)
    assert.are.equal("arrived", body.status)
    target.x = 75
    w.run(20)
    w.heard()
    body:resume()
    w.run(20)
    assert.is_nil(body.target)
    assert.are.equal("1,3", w.heard())
  end)

  each("follow a chase whose target was removed", function(w)
    local body = w.body
    local other = tilepath.crowd(w.grid)
    local foe = other:add { finder = w.finder, cell_x = 9, cell_y = 1 }
    local rat = other:add { finder = w.finder, cell_x = 9, cell_y = 3 }
    body:chase(foe)
    body:keep(rat, { queued = true })
    body:go_cell(2, 4, { queued = true })
    w.run(20)
    w.heard()
    foe:remove()
    rat:remove() -- its order is over before it begins
    w.run(20)
    assert.are.equal("2,4", w.heard())
  end)

  each("are added in a callback", function(w)
    local body, arrivals = w.body, 0
    body:go_cell(4, 1)
    body:go_cell(4, 4, { queued = true })
    body.on_arrived = function()
      arrivals = arrivals + 1
      assert.are.equal("arrived", body.status)
      assert.are.equal(arrivals < 3, body.moving)
      if arrivals == 1 then
        body:go_cell(6, 1, { queued = true })
      end
    end
    w.run(1)
    w.run(20)
    assert.are.same({ 3, 6, 1 }, { arrivals, body.cell_x, body.cell_y })
  end)

  each("wait while the body is paused", function(w)
    local body = w.body
    body:go_cell(3, 1)
    body:go_cell(3, 3, { queued = true })
    w.run(1 / 8)
    body:pause()
    w.run(10)
    assert.are.same({ "paused", 5 }, { body.status, body.goal_y })
    body:resume()
    body.on_arrived = function() body:pause() end
    w.run(10)
    assert.are.same({ 3, 1, "paused", false, 5 },
      { body.cell_x, body.cell_y, body.status, body.moving, body.goal_y })
    body:resume()
    w.run(10)
    assert.are.same({ 3, 3 }, { body.cell_x, body.cell_y })
  end)

  each("copy what the game gives", function(w)
    local body = w.body
    local goals, points, query = { { 3, 3 } }, { 2, 1, 2, 2 },
      { queued = true }
    body:go_cell(2, 1)
    body:go_cell(goals, query)
    body:patrol_cell(points, query)
    goals[1][1], points[1], query.queued = 9, 9, nil
    w.run(2)
    assert.are.equal(3, math.max(body.cell_x, 3))
    w.run(20)
    assert.is_true(body.cell_x <= 3 and body.moving)
  end)
end)

describe("an order with resume", function()
  each("is taken up after the one that interrupts it", function(w)
    local body = w.body
    body:go_cell(8, 1)
    w.run(0.5)
    assert.is_true(body:go_cell(2, 3, { resume = true }))
    w.run(1 / 8)
    assert.is_true(body:go_cell(3, 4, { resume = true }))
    w.run(30)
    assert.are.equal("3,4 2,3 8,1", w.heard())
  end)

  each("that is given again does not lie on itself", function(w)
    local body, target = w.body, { x = 65, y = 35 }
    body:go_cell(9, 1)
    for _ = 1, 8 do
      body:chase(target, { resume = true })
      w.run(1 / 8)
    end
    body:resume()
    w.run(1 / 8)
    assert.is_nil(body.target)
    body:go_cell({ { 2, 1 } }, { resume = true })
    body:go_cell({ { 2, 1 } }, { resume = true })
    body:patrol_cell({ { 3, 3 }, { 3, 4 } }, { resume = true })
    body:patrol_cell({ { 3, 3 }, { 3, 4 } }, { resume = true })
    body:resume()
    w.run(30)
    assert.are.equal("2,1 9,1", w.heard():gsub("^.-2,1", "2,1"))
  end)

  each("begins at once if there is none, and keeps a list", function(w)
    local body = w.body
    assert.is_true(body:go_cell(3, 1, { resume = true }))
    body:go_cell(3, 4, { queued = true })
    w.run(1 / 8)
    body:go_cell(1, 3, { resume = true })
    w.run(30)
    assert.are.equal("1,3 3,1 3,4", w.heard())
  end)

  each("is taken up, too, if the memory is used up meanwhile", function(w)
    local body, given = w.body, require "tilepath.given"
    body:go_cell(8, 1)
    body:go_cell(8, 3, { queued = true })
    w.run(0.5)
    local are_same, fails = given.are_same, 0
    function given.are_same()
      fails = fails + 1
      error("not enough memory", 0)
    end
    local is_fine, goes = pcall(body.go_cell, body, 2, 1, { resume = true })
    given.are_same = are_same
    assert.are.same({ true, true }, { is_fine, goes })
    assert.is_true(fails > 0)
    w.run(30)
    assert.are.equal("2,1 8,1 8,3", w.heard())
  end)

  each("that is refused changes nothing", function(w)
    local body = w.body
    body:go_cell(3, 1)
    body:go_cell(3, 4, { queued = true })
    assert.are.same({ nil, "unreachable" },
      { body:go_cell(14, 6, { resume = true }) })
    w.run(30)
    assert.are.equal("3,1 3,4", w.heard())
  end)

  each("lets a patrol go on with its point", function(w)
    local body, reached = w.body, {}
    body.on_reached = function(i) reached[#reached + 1] = i end
    body:patrol_cell { { 2, 1 }, { 6, 1 }, { 6, 4 }, { 2, 4 } }
    repeat
      w.run(1 / 8)
    until #reached == 2
    w.run(1 / 8)
    assert.are.equal(3, body.goal_index)
    body:chase({ x = 5, y = 45 }, { resume = true })
    w.run(4)
    body:resume()
    w.run(1 / 8)
    assert.are.equal(3, body.goal_index)
    w.run(20)
    assert.are.same({ 1, 2, 3, 4 }, { reached[1], reached[2], reached[3],
      reached[4] })
  end)

  each("takes all options along", function(w)
    local body = w.body
    body:go_cell(13, 6, { within = 2, wait = true })
    w.run(1 / 8)
    body:go_cell(1, 2, { resume = true })
    w.run(30)
    assert.is_true(w.grid:distance(body.cell_x, body.cell_y, 13, 6) < 3)
    body:go_cell({ { 2, 2, 3, 1 }, { 13, 1 } })
    w.run(1 / 8)
    body:keep({ x = 125, y = 5 }, { resume = true, min = 3 })
    w.run(10)
    body:resume()
    w.run(1 / 8)
    assert.is_not_nil(body.goal_index)
    w.run(20)
    assert.is_nil(body.target)
  end)

  each("resumes chase, flee and keep", function(w)
    local body, target = w.body, { x = 75, y = 25 }
    for _, call in ipairs { "chase", "flee", "keep" } do
      body[call](body, target, { within = 5.5 })
      w.run(1)
      body:go_cell(1, 1, { resume = true })
      w.run(20)
      assert.are.equal(target, body.target)
    end
  end)

  each("resumes a path", function(w)
    local body = w.body
    body:follow { { 15, 5 }, { 15, 35 }, { 95, 35 } }
    w.run(1)
    body:go_cell(8, 1, { resume = true })
    w.run(30)
    assert.are.equal("8,1 10,4", w.heard())
  end)
end)

describe("an interrupted order without a way when its turn comes", function()
  local AGENT = { diagonal = "never" }
  -- A door at 5, 1; and the same, turned.
  local MAPS = { ".........\n....#....\n....#....",
    "...\n...\n...\n...\n.##\n...\n...\n...\n..." }

  -- Orders that lead through the door. `at` turns a cell or a rectangle as the map
  -- is turned, `x, y` is the middle of a cell behind the door.
  local ORDERS = {
    function(body, at) return body:go_cell(at(9, 1)) end,
    function(body, at) return body:go_cell { { at(9, 2) }, { at(9, 3) } } end,
    function(body, at)
      return body:go_cell({ { at(9, 1) } }, { adjacent = true })
    end,
    function(body, at) return body:patrol_cell { { at(9, 1) }, { at(7, 2) } } end,
    function(body, at)
      return body:patrol_cell { { at(8, 1, 2, 2) }, { at(6, 1, 1, 2) } }
    end,
    function(body, at)
      return body:patrol_cell({ { at(7, 1, 3, 2) } }, { random = 5 })
    end,
    function(body, _, x, y) return body:chase { x = x, y = y } end,
    function(body, _, x, y)
      return body:keep({ x = x, y = y }, { min = 1, within = 3 })
    end,
    function(body, at)
      local x, y = at(9, 1)
      return body.crowd:go_cell({ body }, x, y)
    end,
    function(body, _, _, _, field) return body:follow(field) end,
    function(body, at)
      local x, y = at(9, 2)
      return body:follow((body.finder:find(body.cell_x, body.cell_y, x, y)))
    end,
  }
  local OF_FOLLOWERS = 8 -- so many of these

  --- A body at the door, and on the way to it a noise, which interrupts its order.
  -- @param f  gets its world, `at`, and the orders from which it chooses one
  local function each_order(title, f)
    for _, kind in ipairs(KINDS) do
      it(title .. ": " .. kind, function()
        for turn, map in ipairs(MAPS) do
          local function at(x, y, w, h)
            if turn == 2 then
              x, y, w, h = y, x, h, w
            end
            return x, y, w, h
          end
          for i = 1, kind == "follower" and OF_FOLLOWERS or #ORDERS do
            local w = world(kind, map, AGENT)
            w.door = { at(5, 1) }
            local x, y = w.grid:to_world(at(9, 2))
            assert.is_true(w.body:set_cell(at(4, 1)))
            w.blocked = 0
            w.body.on_blocked = function(_, _, reason)
              w.blocked = w.blocked + 1
              assert.are.same({ "unreachable", "blocked" },
                { reason, w.body.status })
            end
            w.field = w.finder:field { { at(9, 1) } }
            assert.truthy(ORDERS[i](w.body, at, x, y, w.field))
            f(w, at, kind == "follower" and w.body or w.crowd)
          end
        end
      end)
    end
  end

  --- Shuts or opens the door.
  local function set_door(w, terrain)
    w.grid:set(w.door[1], w.door[2], terrain)
    w.field:update()
  end

  --- Saves and loads what the body is in.
  local function reload(w, saver)
    local text, targets = saver:save()
    local given = { targets = targets }
    if saver == w.crowd then
      given.fields = { w.field }
    end
    assert.is_true(saver:load(text, given))
    assert.are.equal(text, (saver:save()))
  end

  local function is_through(w)
    return math.max(w.body.cell_x, w.body.cell_y) > 5
  end

  each_order("is blocked, and goes on when a way opens", function(w, at, saver)
    assert.is_true(w.body:go_cell(1, 1, { resume = true }))
    w.run(1 / 8)
    set_door(w, "wall")
    for _ = 1, 2 do
      w.run(5)
      assert.are.same({ "blocked", "unreachable", 1, "1,1", false },
        { w.body.status, w.body.reason, w.blocked, w.heard(), w.body.moving })
      local x, y = at(2, 3)
      w.grid:set(x, y, "wall") -- an edit elsewhere tells nothing
      w.told[1] = "1,1"
    end
    reload(w, saver)
    set_door(w, "open")
    w.run(5)
    assert.is_true(is_through(w))
    assert.are.equal(1, w.blocked)
  end)

  each_order("is blocked after resume, as before it was saved", function(w, _,
      saver)
    assert.is_true(w.body:chase({ x = 5, y = 5 }, { resume = true }))
    w.run(2)
    reload(w, saver)
    set_door(w, "wall")
    w.body:resume()
    w.run(2)
    assert.are.same({ "blocked", 1 }, { w.body.status, w.blocked })
    set_door(w, "open")
    w.run(5)
    assert.is_true(is_through(w))
  end)

  --- Interrupts an order of w.body, and shuts the door.
  local function interrupt(w)
    w.run(1 / 8)
    assert.is_true(w.body:go_cell(1, 3, { resume = true }))
    w.run(1 / 8)
    w.grid:set(5, 1, "wall")
  end

  each("is a patrol that goes on to its other points", function(w)
    local points = {}
    w.body.on_reached = function(i) points[#points + 1] = i end
    w.body:patrol_cell { { 9, 1 }, { 1, 3 }, { 3, 3 } }
    interrupt(w)
    w.run(12)
    local told = table.concat(points)
    assert.matches("23232", told)
    assert.is_nil(told:find "1")
    assert.are.equal("1,3", w.heard())
    w.grid:set(5, 1, "open")
    w.run(20)
    assert.matches("231231", table.concat(points))
  end, MAPS[1], AGENT)

  each("does not let the orders behind it begin", function(w)
    w.body:go_cell(9, 1)
    w.body:go_cell(3, 3, { queued = true })
    interrupt(w)
    w.run(6)
    assert.are.same({ "1,3 unreachable 85 5", "blocked", 85, 5 },
      { w.heard(), w.body.status, w.body.goal_x, w.body.goal_y })
    assert.are.same({ nil, "unreachable" }, { w.body:go_cell(8, 1) })
    w.body:resume()
    w.run(6)
    assert.are.equal("3,3", w.heard())
  end, MAPS[1], AGENT)

  each("waits for a way out of the cell where it is, too", function(w)
    w.body:patrol_cell({ { 1, 1, 9, 3 } }, { random = 3 })
    w.run(1 / 8)
    w.body:chase({ x = 5, y = 5 }, { within = 0.2, resume = true })
    w.run(3)
    w.grid:set(2, 1, "wall")
    w.grid:set(1, 2, "wall")
    w.body:resume()
    w.run(3)
    assert.are.same({ 1, 1, "blocked" },
      { w.body.cell_x, w.body.cell_y, w.body.status })
    w.grid:set(1, 2, "open")
    w.run(3)
    assert.is_true(w.body.moving)
  end, MAPS[1], AGENT)

  each("comes to a goal that is a wall under it", function(w, kind)
    w.body:go_cell(1, 1)
    w.body:chase({ x = 5, y = 5 }, { within = 0.2, resume = true })
    w.run(1 / 8)
    w.grid:set(1, 1, "wall")
    w.body:resume()
    w.run(3)
    assert.are.same({ 1, 1, kind == "follower" and "blocked" or "arrived" },
      { w.body.cell_x, w.body.cell_y, w.body.status })
    w.grid:set(1, 1, "open")
    w.run(3)
    assert.are.equal("arrived", w.body.status)
  end)

  each("is over when it sees its goal", function(w)
    w.body.on_blocked = nil
    w.body:set_cell(4, 1)
    w.body:go_cell(7, 1, { within = 3, sight = true })
    w.body:chase({ x = 35, y = 5 }, { within = 0.2, resume = true })
    w.run(1 / 8)
    w.grid:set(5, 1, "wall")
    w.body:resume()
    w.run(3)
    assert.are.equal("blocked", w.body.status)
    w.grid:set(5, 1, "open")
    w.run(3)
    assert.are.same({ 4, "arrived" }, { w.body.cell_x, w.body.status })
  end, MAPS[1], AGENT)

  each("is refused if its goal is off the map", function(w)
    w.body:go_cell(9, 1)
    interrupt(w)
    w.grid:resize(1, 1, 4, 3)
    w.run(6)
    assert.are.same({ "1,3 goal_outside 85 5", "arrived" },
      { w.heard(), w.body.status })
  end, MAPS[1], AGENT)
end)

describe("resume", function()
  each("ends a pause first", function(w)
    local body = w.body
    body:go_cell(4, 1)
    body:go_cell(4, 4, { queued = true })
    body:pause()
    body:resume()
    w.run(30)
    assert.are.equal("4,1 4,4", w.heard())
  end)

  each("leaves the only order alone", function(w)
    w.body:go_cell(4, 1)
    w.body:resume()
    w.run(20)
    assert.are.equal("4,1", w.heard())
  end)

  each("ends the order also if the next one is refused", function(w)
    local body = w.body
    body:go_cell(9, 1)
    body:go_cell(14, 6, { queued = true })
    body:resume()
    w.run(20)
    assert.are.equal("unreachable 135 55", w.heard())
    assert.are.equal("idle", body.status)
  end)
end)

describe("a patrol of one place", function()
  --- The forms in which it can be given, and where it leads.
  local POSTS = { { { { 3, 2 } } }, { { { 3, 2 }, { 3, 2 } } },
    { { { 3, 2, 1, 1 } } }, { { { 3, 2, 1, 1 } }, { random = 4 } } }

  local function at(body)
    return ("%s %d,%d"):format(body.status, body.cell_x, body.cell_y)
  end

  --- Gives each, from its place or from elsewhere, and calls f when the body
  -- rests there.
  local function each_post(w, f)
    for i, post in ipairs(POSTS) do
      for _, x in ipairs { 1, i < 4 and 3 or 2 } do
        local query = { rest = 1, random = post[2] and post[2].random }
        w.body:stop()
        w.body:set_cell(x, 2)
        assert.is_true(w.body:patrol_cell(post[1], query))
        w.run(4)
        assert.are.equal("arrived 3,2", at(w.body))
        assert.is_false(w.body.moving)
        f()
      end
    end
  end

  each("goes on after a chase", function(w)
    each_post(w, function()
      local hero = { x = 85, y = 45 }
      w.body:chase(hero, { within = 1.5, resume = true })
      w.run(20)
      assert.are.equal(hero, w.body.target)
      w.body:resume()
      w.run(20)
      assert.is_nil(w.body.target)
      assert.are.equal("arrived 3,2", at(w.body))
    end)
  end)

  each("goes on after another order, and again", function(w)
    each_post(w, function()
      for _ = 1, 2 do
        w.body:go_cell(6, 4, { resume = true })
        w.run(20)
        assert.are.equal("arrived 3,2", at(w.body))
      end
      local _, times = w.heard():gsub("6,4", "")
      assert.are.equal(2, times)
    end)
  end)

  each("tells that it is reached, then once that the body has arrived", function(w)
    local told = {}
    w.body.on_reached = function() told[#told + 1] = "reached" end
    w.body.on_arrived = function() told[#told + 1] = w.body.status end
    each_post(w, function()
      w.run(4)
      -- (A follower does not come to a point where it stands.)
      local text = table.concat(told, " ")
      assert.is_true(text == "reached arrived" or text == "arrived")
      told = {}
    end)
  end)

  each("is ended by resume, not by its end", function(w)
    each_post(w, function()
      w.body:go_cell(6, 4, { queued = true })
      w.run(20)
      assert.are.equal("arrived 3,2", at(w.body))
      assert.is_false(w.body.moving)
      w.body:resume()
      w.run(20)
      assert.are.equal("arrived 6,4", at(w.body))
    end)
  end)

  each("goes on as it was saved", function(w, kind)
    local saver = kind == "follower" and w.body or w.crowd
    local function reload()
      local text, targets = saver:save()
      assert.is_true(saver:load(text, { targets = targets }))
      assert.are.equal(text, (saver:save()))
    end
    each_post(w, function()
      reload()
      local before = saver:save()
      w.body:go_cell(6, 4, { queued = true })
      reload()
      w.run(8)
      assert.are.equal("arrived 3,2", at(w.body))
      assert.is_true(saver:load(before))
      w.body:chase({ x = 85, y = 45 }, { resume = true })
      w.run(1)
      reload()
      w.body:resume()
      w.run(1 / 8)
      reload()
      w.run(20)
      assert.are.equal("arrived 3,2", at(w.body))
    end)
  end)

  it("of a follower keeps its options in saves", function()
    local w = world("follower")
    local body = w.body
    body:patrol_cell({ { 3, 2 } }, { max_nodes = 500 })
    w.run(6)
    assert.is_true(body:load((body:save())))
    body:go_cell(5, 2, { resume = true })
    assert.truthy(body:save():find("max_nodes", 1, true))
  end)
end)

describe("options of lists", function()
  each("exclude each other, and are flags", function(w)
    local body, both = w.body, { queued = true, resume = true }
    local target = { x = 55, y = 5 }
    local function give(query)
      local message = ": give queued or resume, not both"
      if query ~= both then
        message = ": queued must be true or false, got 1"
      end
      for call, what in pairs { go_cell = { { 2, 2 } }, patrol = { 5, 5 },
        patrol_cell = { { 2, 2 } }, follow = { 5, 5 }, chase = target,
        flee = target, keep = target } do
        assert.matches(call .. message, mistake(function()
          body[call](body, what, query)
        end), 1, true)
        assert.is_true(body[call](body, what,
          { queued = false, resume = false }))
      end
      assert.matches("go" .. message, mistake(function()
        body:go(5, 5, query)
      end), 1, true)
    end
    give(both)
    give { queued = 1 }
  end)

  each("are checked when they are given", function(w)
    local body = w.body
    body:go_cell(5, 1)
    local later = { queued = true }
    for form, give in pairs {
      ["goals[1][1] must be"] = function() body:go_cell({ { 1.5, 2 } }, later) end,
      ["goals must be one or more"] = function() body:go({}, later) end,
      ["points must be one or more"] = function() body:patrol({}, later) end,
      ["points[2] must be"] = function() body:patrol({ 5, 1 / 0 }, later) end,
      ["points[1] must be a whole number"] = function()
        body:patrol_cell({ 1.5, 1 }, later)
      end,
      ["first must be a whole number from 1 to 1, got 2"] = function()
        body:patrol({ 5, 5 }, { queued = true, first = 2 })
      end,
      ["target must be"] = function() body:chase(3, later) end,
    } do
      assert.matches(form, mistake(give), 1, true)
    end
    w.run(20)
    assert.are.equal("5,1", w.heard())
  end)
end)

describe("a patrol with first", function()
  each("begins there", function(w)
    local body, reached = w.body, {}
    body.on_reached = function(i) reached[#reached + 1] = i end
    local points = { { 2, 1 }, { 4, 1 }, { 4, 3 } }
    assert.is_true(body:patrol_cell(points, { first = 2 }))
    w.run(1 / 8)
    assert.are.equal(2, body.goal_index)
    w.run(20)
    assert.are.same({ 2, 3, 1, 2 }, { reached[1], reached[2], reached[3],
      reached[4] })
  end)
end)

describe("a patrol with rest", function()
  --- What it does in each eighth of a second, or tick.
  local function watch(w, count)
    local said = {}
    for i = 1, count do
      w.run(1 / 8)
      said[i] = w.body.status == "resting" and "r" or "."
    end
    return table.concat(said)
  end

  each("rests at each point", function(w, kind)
    local by_ticks = kind == "unit by ticks"
    w.body:patrol_cell({ { 3, 1 }, { 1, 1 } }, { rest = by_ticks and 3 or 0.5 })
    local heard = watch(w, 30)
    local _, rests = heard:gsub("r+", "")
    assert.is_true(rests >= 3, heard)
    assert.truthy(heard:find("%.rrrr?%."), heard)
  end)

  each("takes that of the body, unless it has its own", function(w)
    w.body.rest = 3
    w.body:patrol_cell { { 3, 1 }, { 1, 1 } }
    assert.truthy(watch(w, 40):find("rrr"))
    w.body:patrol_cell({ { 3, 1 }, { 1, 1 } }, { rest = 0 })
    assert.is_nil(watch(w, 40):find("r"))
    w.body.rest = 0
    w.body:patrol_cell { { 3, 1 }, { 1, 1 } }
    assert.is_nil(watch(w, 40):find("r"))
  end)

  each("goes on as it was saved", function(w, kind)
    local by_ticks = kind == "unit by ticks"
    local saver = kind == "follower" and w.body or w.crowd
    w.body:patrol_cell({ { 3, 1 }, { 1, 1 } }, { rest = by_ticks and 6 or 2 })
    repeat
      w.run(1 / 8)
    until w.body.status == "resting"
    w.run(1 / 8)
    local text = saver:save()
    local heard = watch(w, 60)
    assert.is_true(saver:load(text))
    assert.are.equal(text, (saver:save()))
    assert.are.equal("resting", w.body.status)
    assert.are.equal(heard, watch(w, 60))
    w.body:chase({ x = 5, y = 45 }, { resume = true })
    w.run(4)
    w.body:resume()
    assert.truthy(watch(w, 60):find("rrrrr"))
  end)

  each("rests on where the game puts it", function(w, kind)
    local by_ticks = kind == "unit by ticks"
    for _, cell in ipairs { { 3, 1 }, { 5, 2 } } do
      w.body:stop()
      w.body:set_cell(1, 1)
      w.body:patrol_cell({ { 3, 1 }, { 1, 1 } }, { rest = by_ticks and 6 or 2 })
      repeat
        w.run(1 / 8)
      until w.body.status == "resting"
      assert.is_true(w.body:set_cell(cell[1], cell[2]))
      assert.are.equal("resting", w.body.status)
      local _, rests = watch(w, 12):gsub("^r+", "")
      assert.are.equal(1, rests)
    end
  end)

  it("of a unit is not cut short by a push or an edit", function()
    local w = world "unit by ticks"
    w.body:patrol_cell({ { 3, 2 }, { 1, 2 } }, { rest = 12 })
    repeat
      w.crowd:tick()
    until w.body.status == "resting"
    local other = w.crowd:add { finder = w.finder, cell_x = 4, cell_y = 2 }
    w.grid:set(3, 4, "wall")
    w.grid:fence(4, 1, 4, 2)
    other:go_cell(2, 2)
    for _ = 1, 9 do
      w.crowd:tick()
      assert.are.equal("resting", w.body.status)
    end
    for _ = 1, 8 do
      w.crowd:tick()
    end
    assert.is_true(w.body.cell_x < 3)
  end)

  it("of a unit is a field that is checked", function()
    local w = world "unit"
    assert.matches("unit: rest must be a finite number of at least 0, got -1",
      mistake(function() w.body.rest = -1 end), 1, true)
    assert.are.equal(0, w.body.rest)
    assert.matches("add: rest must be a finite number of at least 0, got 'x'",
      mistake(function()
        w.crowd:add { finder = w.finder, cell_x = 4, cell_y = 2, rest = "x" }
      end), 1, true)
    local orc = w.crowd:add { finder = w.finder, cell_x = 4, cell_y = 2,
      rest = 2.5 }
    assert.is_true(w.crowd:load((w.crowd:save())))
    assert.are.equal(2.5, orc.rest)
    assert.are.equal(0, w.body.rest)
  end)
end)

describe("a patrol at random", function()
  --- Follows a body. @return the cells and the numbers of its points
  local function watch(w, count)
    local told = {}
    w.body.on_reached = function(i, x, y)
      x, y = w.grid:to_cell(x, y)
      told[#told + 1] = ("%d:%d,%d"):format(i, x, y)
    end
    for _ = 1, count do
      w.run(1 / 8)
    end
    return told
  end

  local AREAS = { { 2, 2, 3, 2 }, { 8, 1 }, { 12, 4, 3, 3 } }

  each("goes to cells of its areas, and says which", function(w)
    assert.is_true(w.body:patrol_cell(AREAS, { random = 7 }))
    local told, seen, count = watch(w, 1600), {}, 0
    assert.is_true(#told > 40, #told)
    for i, text in ipairs(told) do
      local area, x, y = text:match("(%d):(%d+),(%d+)")
      area, x, y = AREAS[tonumber(area)], tonumber(x), tonumber(y)
      assert.is_true(x >= area[1] and x < area[1] + (area[3] or 1)
        and y >= area[2] and y < area[2] + (area[4] or 1), text)
      assert.is_true(w.finder:can_enter(x, y))
      assert.is_not.equal(told[i - 1], text)
      count = count + (seen[text] and 0 or 1)
      seen[text] = true
    end
    -- 16 cells; of these two are walls, and one is cut off
    assert.are.equal(13, count)
  end)

  each("goes to the same places for the same number", function(w, kind)
    local other, third = world(kind), world(kind)
    w.body:patrol_cell(AREAS, { random = 7 })
    other.body:patrol({ { 15, 15, 20, 10 }, { 75, 5 }, { 115, 35, 20, 20 } },
      { random = 7 })
    third.body:patrol_cell(AREAS, { random = true })
    local told = table.concat(watch(w, 300), " ")
    assert.are.equal(told, table.concat(watch(other, 300), " "))
    assert.is_not.equal(told, table.concat(watch(third, 300), " "))
  end)

  each("rests, and goes on as it was saved", function(w, kind)
    local saver = kind == "follower" and w.body or w.crowd
    w.body:patrol_cell(AREAS, { random = 3, rest = 0.5 })
    for _ = 1, 6 do
      watch(w, 13)
      local text = saver:save()
      local told = watch(w, 150)
      assert.is_true(saver:load(text))
      assert.are.equal(text, (saver:save()))
      assert.are.same(told, watch(w, 150))
    end
  end)

  each("is not loaded if its text is damaged", function(w, kind)
    local saver = kind == "follower" and w.body or w.crowd
    local noun = kind == "follower" and "follower" or "crowd"
    local key = kind == "follower" and "order.wander" or "wander1"
    w.body:patrol_cell(AREAS, { random = 3 })
    w.run(1 / 8)
    local text = saver:save()
    assert.is_string(helper.values_of(noun, text)[key])
    for _, value in ipairs { "", "=3;", "=3;=2;=1;=1;=1;=1;", "=0;=1;=1;=1;=1;=1;",
      "=3;=1;=1;=1;=0;=1;", "=3;=1;=1;=1;=1;", ":x;=1;=1;=1;=1;=1;", 5 } do
      assert.are.same({ nil, "damaged" },
        { saver:load(helper.forged(noun, text, key, value)) }, value)
    end
  end)

  each("stands in a list", function(w)
    local body = w.body
    body:go_cell(6, 1)
    body:patrol_cell(AREAS, { random = 3, queued = true })
    body:go_cell(1, 3, { queued = true })
    assert.is_true(#watch(w, 400) > 5)
    body:go_cell(1, 1, { resume = true })
    local told = watch(w, 400)
    assert.is_true(#told > 5)
    body:resume()
    assert.is_true(#watch(w, 100) < 2)
    assert.are.equal("6,1 1,1 1,3", w.heard())
  end)

  each("is refused without a cell to go to", function(w)
    local body = w.body
    body:go_cell(3, 1)
    assert.are.same({ nil, "unreachable" },
      { body:patrol_cell({ { 14, 5, 1, 2 }, { 30, 30, 4, 4 } },
        { random = true }) })
    watch(w, 40)
    assert.are.equal("3,1", w.heard())
  end)

  each("arrives in its only cell", function(w)
    w.body:patrol_cell({ { 3, 1 } }, { random = true })
    assert.are.same({ "1:3,1" }, watch(w, 60))
  end)

  each("finds the only free cell of a large area", function(w)
    assert.is_true(w.body:patrol_cell({ { 1, 2, 20, 11 } }, { random = 5 }))
    assert.are.same({ "1:7,2" }, watch(w, 60))
  end, ("."):rep(20) .. "\n######.#############\n"
    .. (("#"):rep(20) .. "\n"):rep(10))

  each("takes of its areas what lies on the grid", function(w, kind)
    local other, many = world(kind), 2 ^ 30
    w.body:patrol_cell({ { 1, 1, w.grid.width, w.grid.height } },
      { random = 9 })
    other.body:patrol_cell({ { -many, -many, 2 * many, 2 * many } },
      { random = 9 })
    local told = watch(w, 200)
    assert.is_true(#told > 5)
    assert.are.same(told, watch(other, 200))
  end)

  each("draws anew when its cell is closed", function(w)
    w.body:patrol_cell({ { 9, 1, 1, 4 } }, { random = 5 })
    w.run(1 / 8)
    local x, y = w.grid:to_cell(w.body.goal_x, w.body.goal_y)
    w.grid:set(x, y, "wall")
    local told = watch(w, 200)
    assert.is_true(#told > 2)
    for _, text in ipairs(told) do
      assert.is_not.equal(("1:%d,%d"):format(x, y), text)
    end
  end)

  it("is another one for each unit", function()
    local w = world "unit by ticks"
    local other = w.crowd:add { finder = w.finder, cell_x = 1, cell_y = 3 }
    for _, unit in ipairs { w.body, other } do
      unit:patrol_cell({ { 1, 1, 9, 4 } }, { random = true })
    end
    w.crowd:tick()
    assert.is_not.same({ w.body.goal_x, w.body.goal_y },
      { other.goal_x, other.goal_y })
  end)

  each("checks what it is given", function(w)
    local body = w.body
    assert.matches("random must be true or a whole number from 1 to 2147483646"
      .. ", got 0.5", mistake(function()
        body:patrol_cell(AREAS, { random = 0.5 })
      end), 1, true)
    assert.matches("goals[1][3] must be", mistake(function()
      body:patrol_cell({ { 1, 1, 0, 2 } }, { random = true })
    end), 1, true)
    for points, name in pairs { [5] = "5", x = "'x'", [w.grid] = "grid",
      [true] = "true" } do
      assert.matches("patrol_cell: points must be a list of cells and areas, got "
        .. name, mistake(function()
          body:patrol_cell(points, { random = true })
        end), 1, true)
    end
    assert.matches("points[1][4] must be", mistake(function()
      body:patrol_cell { { 1, 1, 2 } }
    end), 1, true)
  end)
end)

describe("a patrol from area to area", function()
  local AREAS = { { 4, 3, 3, 4 }, { 12, 2 }, { 9, 5, 3, 2 }, { 1, 6, 2, 1 } }

  --- Notes where a body comes to its points.
  local function listen(w)
    local told = {}
    w.body.on_reached = function(i, x, y)
      told[#told + 1] = ("%d:%d,%d"):format(i, w.grid:to_cell(x, y))
    end
    return told
  end

  local function watch(w, seconds)
    local told = listen(w)
    w.run(seconds)
    return told
  end

  local function first(count, list)
    local items = {}
    for i = 1, count do
      items[i] = list[i]
    end
    return items
  end

  each("goes to the cheapest cell of each in turn", function(w)
    assert.is_true(w.body:patrol_cell(AREAS))
    local told, x, y = watch(w, 30), 1, 1
    assert.is_true(#told > 8, #told)
    for n, text in ipairs(told) do
      local i, to_x, to_y = text:match("(%d):(%d+),(%d+)")
      local area = AREAS[tonumber(i)]
      assert.are.equal((n - 1) % #AREAS + 1, tonumber(i))
      to_x, to_y = tonumber(to_x), tonumber(to_y)
      local least, cost = math.huge, nil
      for column = area[1], area[1] + (area[3] or 1) - 1 do
        for row = area[2], area[2] + (area[4] or 1) - 1 do
          local path, price = w.finder:find(x, y, column, row)
          least = path and math.min(least, price) or least
          cost = column == to_x and row == to_y and price or cost
        end
      end
      assert.are.equal(least, cost, text)
      x, y = to_x, to_y
    end
  end, [[
..............
..###.........
.....#.#####..
..#..#........
..####..#.##..
...........#..]])

  each("leads to points of the world exactly", function(w, kind)
    w.body:patrol { { 52, 8 }, { 100, 20, 25, 30 } }
    local told, x, y = listen(w), w.body.goal_x, w.body.goal_y
    if kind == "follower" then
      w.body.on_reached = function()
        told[#told + 1] = ("%g %g"):format(w.body.x, w.body.y)
      end
      w.run(3)
      assert.are.same({ "52 8", "105 25" }, { told[1], told[2] })
      assert.are.same({ 52, 8 }, { x, y })
    else
      w.run(3)
      assert.are.same({ "1:6,1", "2:11,3" }, { told[1], told[2] })
    end
  end)

  each("skips those that it is in, and those without a way", function(w)
    local body = w.body
    assert.is_true(body:patrol_cell { { 4, 1, 2, 2 }, { 14, 5, 1, 2 },
      { 1, 1, 2, 2 }, { 5, 1, 3, 2 } })
    assert.are.same({ "1:4,1", "3:2,1", "4:5,1", "3:2,1" },
      first(4, watch(w, 6)))
    assert.are.same({ nil, "unreachable" },
      { body:patrol_cell { { 14, 6 }, { 4, 1, 2, 2 } } })
  end, ("."):rep(14) .. "\n" .. ("."):rep(14) .. "\n" .. ("#"):rep(14)
    .. ("\n" .. ("."):rep(14)):rep(3))

  each("begins with its first, and rests where it comes", function(w)
    assert.is_true(w.body:patrol_cell(AREAS, { first = 3, rest = 1 }))
    assert.are.equal(3, w.body.goal_index)
    local told, seen = listen(w), {}
    for _ = 1, 80 do
      w.run(1 / 8)
      seen[w.body.status] = true
    end
    assert.matches("^3:", told[1])
    assert.matches("^4:", told[2])
    assert.is_true(seen.resting)
    assert.matches("first must be a whole number from 1 to 4", mistake(function()
      w.body:patrol_cell(AREAS, { first = 5 })
    end), 1, true)
  end)

  each("rests if all areas hold it", function(w)
    w.body:go_cell(3, 3)
    w.run(2)
    assert.is_true(w.body:patrol_cell { { 2, 2, 3, 3 }, { 3, 1, 1, 4 } })
    w.run(2)
    assert.are.same({ "arrived", 3, 3 },
      { w.body.status, w.body.cell_x, w.body.cell_y })
  end)

  each("goes to another cell of an area when its own is closed", function(w)
    w.body:patrol_cell { { 8, 1, 1, 4 }, { 1, 1 } }
    w.run(1 / 8)
    w.grid:set(8, 1, "wall")
    assert.are.equal("1:8,2", watch(w, 3)[1])
    w.grid:fill(8, 1, 1, 4, "wall")
    assert.are.same({ "2:1,1" }, watch(w, 4))
    assert.are.same({ "blocked", 1 }, { w.body.status, w.body.goal_index })
    w.grid:set(8, 4, "open")
    assert.are.equal("1:8,4", watch(w, 4)[1])
  end)

  each("waits at a wall for the part of an area that lies on the grid",
    function(w)
      local body = w.body
      body:patrol_cell { { 11, 3 }, { 0, -2, 3, 5 } }
      assert.are.same({ "1:11,3", "2:2,2" }, first(2, watch(w, 6)))
      while body.cell_x < 11 do
        w.run(1 / 8)
      end
      w.grid:fill(6, 1, 1, 6, "wall")
      w.run(8)
      assert.are.same({ "blocked", "unreachable", 2 },
        { body.status, body.reason, body.goal_index })
      w.grid:fill(6, 1, 1, 6, "open")
      assert.matches("^2:[12],[12]$", watch(w, 6)[1])
    end)

  each("passes over areas beside the grid", function(w, kind)
    for _, far in ipairs { { -3, 2, 3, 3 }, { 2, -3, 3, 3 }, { 15, 2, 3, 3 },
      { 2, 7, 3, 3 }, { -3000, -4000, 2, 2 } } do
      w.body:patrol_cell { { 4, 3 }, far }
      w.run(4)
      assert.are.same({ kind == "follower" and "blocked" or "arrived", 4, 3 },
        { w.body.status, w.body.cell_x, w.body.cell_y })
      w.body:patrol_cell { { 8, 3 }, far, { 8, 6 } }
      assert.are.same({ "1:8,3", "3:8,6", "1:8,3" }, first(3, watch(w, 9)))
    end
  end)

  it("leads units to free cells, on hexagons and large ones, too", function()
    for _, side in ipairs { 1, 2 } do
      for _, shape in ipairs { "square", side == 1 and "hex" or nil } do
        local grid = tilepath.grid(14, 6, { cell_size = 10, shape = shape })
        local crowd = tilepath.crowd(grid)
        local finder = tilepath.pathfinder(grid, { size = { side, side } })
        local body = crowd:add { finder = finder, cell_x = 1, cell_y = 1 }
        local post = crowd:add { finder = finder, cell_x = 9, cell_y = 1,
          yields = false }
        local cells = {}
        body.on_reached = function(i)
          cells[i] = { crowd:at(body.cell_x, body.cell_y).cell_x, body.cell_y }
        end
        assert.is_true(body:patrol_cell { { 9, 1, 3, 4 }, { 1, 1 } })
        for _ = 1, 40 do
          crowd:tick()
        end
        assert.is_true(cells[1][1] >= 9 and cells[1][2] <= 4)
        assert.are.same({ 1, 1 }, cells[2])
        assert.are.equal(9, post.cell_x)
      end
    end
  end)

  each("is not loaded if its text is damaged", function(w, kind)
    local noun = kind == "follower" and "follower" or "crowd"
    local saver = kind == "follower" and w.body or w.crowd
    w.body:patrol_cell(AREAS)
    w.run(1 / 8)
    local text = saver:save()
    local forged = kind == "follower"
      and { { "order.areas#2#1" }, { "order.areas#1#3", -1 },
        { "order.areas#5#1", 3 }, { "order.areas", 3 },
        { "order.wander", "=false;=1;=1;=1;=1;=1;" } }
      or { { "wander1", "=false;=5;=1;=1;=1;=1;" },
        { "wander1", "=true;=1;=1;=1;=1;=1;" } }
    for _, one in ipairs(forged) do
      assert.are.same({ nil, "damaged" },
        { saver:load(helper.forged(noun, text, one[1], one[2])) }, one[1])
    end
    assert.is_true(saver:load(text))
  end)

  each("goes on as it was saved, and in a list", function(w, kind)
    local saver = kind == "follower" and w.body or w.crowd
    w.body:patrol_cell(AREAS, { rest = 0.25 })
    w.body:go_cell(6, 1, { resume = true })
    for k = 1, 6 do
      w.run(k / 4)
      local text = saver:save()
      local told = watch(w, 9)
      assert.is_true(#told > 1)
      assert.is_true(saver:load(text))
      assert.are.equal(text, (saver:save()))
      assert.are.same(told, watch(w, 9))
      w.body:chase(w.crowd:add { finder = w.finder, cell_x = 12, cell_y = 1 },
        { resume = true })
      w.run(1)
      w.body.target:remove()
      w.run(1 / 4)
    end
    assert.is_true(w.body:patrol_cell({ { 14, 6 }, { 1, 2, 3, 2 } },
      { queued = true, first = 2 }))
    w.body:resume()
    assert.are.equal("2", watch(w, 9)[1]:sub(1, 1))
  end)
end)

describe("an order that raises", function()
  each("at its turn does so once, and the next one begins", function(w)
    local body, fox = w.body, { x = 55, y = 5 }
    body:go_cell(2, 1)
    body:chase(fox, { queued = true })
    body:go_cell(3, 1, { queued = true })
    fox.x = nil
    local count = 0
    for _ = 1, 60 do
      local is_fine, message = pcall(w.run, 1 / 8)
      if not is_fine then
        assert.matches("chase: target.x must be ", message, 1, true)
        count = count + 1
      end
    end
    assert.are.same({ 1, 3 }, { count, body.cell_x })
  end)

  each("when its turn would come is not queued, if that is known", function(w)
    local body, crowd = w.body, w.crowd
    local function refused(message, f)
      body:go_cell(2, 1)
      assert.matches(message, mistake(f), 1, true)
    end
    if body ~= crowd:units()[1] then
      return refused("follow: a follower takes a path", function()
        body:follow(w.finder:field { { 3, 1 } }, { queued = true })
      end)
    end
    local large = tilepath.pathfinder(w.grid, { size = 2 })
    refused("follow: field must be for agents of 1x1, as the unit is, got a field"
      .. " for 2x2", function()
        body:follow(large:field { { 3, 1 } }, { queued = true })
      end)
    refused("follow: field must be on the crowd's grid", function()
      body:follow(tilepath.pathfinder(tilepath.grid(3, 3)):field { { 3, 1 } },
        { queued = true })
    end)
    refused("go_cell: goals must be one or more", function()
      body:go_cell({ terrain = "wall" }, { queued = true })
    end)
    w.run(2)
    assert.are.equal("2,1", w.heard():match("%S+$"))
  end)
end)

describe("units with lists", function()
  it("go on in a group", function()
    local grid = tilepath.grid(12, 6)
    local finder, crowd = tilepath.pathfinder(grid), tilepath.crowd(grid)
    local orcs = {}
    for i = 1, 4 do
      orcs[i] = crowd:add { finder = finder, cell_x = 1, cell_y = i }
    end
    assert.are.equal(4, crowd:go_cell(orcs, 6, 1))
    assert.are.equal(4, crowd:go_cell(orcs, 6, 6, { queued = true }))
    assert.are.equal(4, crowd:go_cell(orcs, 11, 6,
      { queued = true, adjacent = true }))
    local seen = {}
    for _ = 1, 60 do
      crowd:tick()
      for unit, what in crowd:events() do
        seen[unit] = (seen[unit] or 0) + (what == "arrived" and 1 or 0)
      end
    end
    for _, orc in ipairs(orcs) do
      assert.are.equal(3, seen[orc])
      assert.is_true(orc.cell_x > 8)
    end
    assert.are.equal(4, crowd:go_cell(orcs, 1, 1))
    crowd:tick()
    assert.are.equal(4, crowd:go_cell(orcs, 12, 1, { resume = true }))
    for _ = 1, 60 do
      crowd:tick()
    end
    assert.are.equal(0, crowd.moving)
    for _, orc in ipairs(orcs) do
      assert.is_true(orc.cell_x < 4)
    end
  end)

  it("of groups continue as they were saved", function()
    for _, query in ipairs { {}, { adjacent = true }, { within = 2 },
      { settle = 3 }, { formation = true } } do
      local grid = tilepath.grid(12, 8)
      local finder, crowd = tilepath.pathfinder(grid), tilepath.crowd(grid)
      for y = 1, 3 do
        crowd:add { finder = finder, cell_x = 1, cell_y = y }
      end
      local orcs = crowd:units()
      crowd:go_cell(orcs, 6, 2, query)           -- one is interrupted
      orcs[1]:go_cell(1, 8, { resume = true })
      query.queued = true
      crowd:go_cell(orcs, 10, 7, query)
      for _ = 1, 3 do
        local text = crowd:save()
        local again = tilepath.crowd(grid)
        assert.is_true(again:load(text, { finders = function()
          return finder
        end }))
        assert.is_true(crowd:load(text))
        for _, one in ipairs { crowd, again } do
          for _ = 1, 5 do
            one:tick()
          end
        end
        assert.are.equal(crowd:save(), (again:save()))
      end
      for _ = 1, 60 do
        crowd:tick()
      end
      for _, orc in ipairs(orcs) do
        assert.is_true(orc.cell_x > 7)
      end
    end
  end)

  it("begin the next at the moment at which the one before is over", function()
    for _, dt in ipairs { 1 / 64, 1 / 8, 1, 0 } do
      local w = world(dt > 0 and "unit" or "unit by ticks")
      w.body:go_cell(2, 1)
      w.body:go_cell(2, 1, { queued = true }) -- over at once
      w.body:go_cell(2, 3, { queued = true })
      local told, ticks = {}, 0
      w.body.on_arrived = function()
        told[#told + 1] = ("%d,%d"):format(w.body.cell_x, w.body.cell_y)
      end
      while ticks < 100 and (ticks == 0 or w.crowd.moving > 0) do
        assert.are.equal(1, w.crowd.moving)
        assert.is_true(w.body.moving)
        if dt > 0 then w.crowd:update(dt) else w.crowd:tick() end
        ticks = ticks + 1
      end
      -- three steps at 40 units a second, in cells of 10
      assert.are.equal(dt > 0 and math.ceil(3 / 4 / dt) or 3, ticks)
      assert.are.equal("2,1 2,1 2,3", table.concat(told, " "))
    end
  end)

  it("tell of all orders that are over in one moment", function()
    local w = world "unit"
    local count, refused = 0, 0
    w.body.on_arrived = function() count = count + 1 end
    w.body.on_blocked = function(_, _, reason)
      assert.are.equal("goal_outside", reason)
      refused = refused + 1
    end
    w.body:go_cell(2, 1)
    for _ = 1, 400 do
      w.body:go_cell(2, 1, { queued = true })
      w.body:go_cell(99, 1, { queued = true })
    end
    w.crowd:update(1)
    assert.are.same({ 401, 400, 2, 1 }, { count, refused, w.body.cell_x,
      w.body.cell_y })
  end)

  it("may be removed by the target of the next", function()
    local w = world "unit"
    local is_armed = false
    w.body:go_cell(2, 1)
    w.body:chase(setmetatable({}, { __index = function()
      if is_armed then
        w.body:remove()
      end
      return 5
    end }), { queued = true })
    w.body:go_cell(3, 3, { queued = true })
    is_armed = true
    w.crowd:update(1)
    w.crowd:update(1)
    assert.are.equal(0, w.crowd.count)
    assert.is_nil(w.body.crowd)
  end)

  it("end an update, also if a callback never ends them", function()
    for _, dt in ipairs { 1, 0 } do
      local w = world(dt > 0 and "unit" or "unit by ticks")
      local arrivals = 0
      w.body.on_arrived = function()
        arrivals = arrivals + 1
        assert.is_true(w.body:go_cell(2, 1, { queued = true }))
        w.body:go_cell(2, 1, { queued = true })
      end
      w.body:go_cell(2, 1)
      for _ = 1, 3 do
        if dt > 0 then w.crowd:update(dt) else w.crowd:tick() end
      end
      assert.is_true(arrivals > 2)
      assert.are.same({ 2, 1 }, { w.body.cell_x, w.body.cell_y })
    end
  end)

  it("are heard of where they end, as one update is where many are", function()
    local heard = {}
    for _, dt in ipairs { 1 / 64, 1 / 8, 1, 20 } do
      local w = world "unit"
      local spare = w.crowd:add { finder = w.finder, cell_x = 14, cell_y = 1 }
      w.body:go_cell(4, 1)
      w.body:go_cell(4, 4, { queued = true })
      w.body:go_cell(8, 4, { queued = true })
      local told = {}
      w.body.on_arrived = function()
        told[#told + 1] = ("%d,%d"):format(w.body.cell_x, w.body.cell_y)
        -- an order that is given at that moment begins there, too
        if #told < 4 then
          spare:go_cell(14, spare.cell_y == 1 and 3 or 1)
        end
        if #told == 2 then
          w.body:go_cell(1, 4, { queued = true })
        end
      end
      for _ = 1, 20 / dt do w.crowd:update(dt) end
      told[#told + 1] = ("%d,%d"):format(spare.cell_x, spare.cell_y)
      heard[#heard + 1] = table.concat(told, " ")
    end
    assert.are.same({ heard[1], heard[1], heard[1], heard[1] }, heard)
    assert.are.equal("4,1 4,4 8,4 1,4", heard[1]:match("^(.*) "))
  end)

  it("tell all points of a path before they begin the next", function()
    for _, dt in ipairs { 1 / 8, 4 } do
      local w = world "unit"
      local told = {}
      w.body.on_reached = function(i, x, y)
        told[#told + 1] = ("%d"):format(i)
        if i == 3 then
          assert.are.same({ 35, 15 }, { x, y })
        end
      end
      w.body:follow { 15, 5, 25, 5, 35, 15 }
      w.body:go_cell(1, 4, { queued = true })
      for _ = 1, 4 / dt do w.crowd:update(dt) end
      assert.are.equal("1 2 3", table.concat(told, " "))
      assert.are.equal("4,2 1,4", w.heard())
    end
  end)

  it("wait for the next when their target is gone, also once loaded", function()
    for loads = 0, 3 do
      local w = world "unit by ticks"
      local prey = w.crowd:add { finder = w.finder, cell_x = 9, cell_y = 1 }
      w.body:chase(prey)
      w.body:go_cell(1, 3, { queued = true })
      for _ = 1, 2 do w.crowd:tick() end
      prey:remove()
      if loads % 2 == 1 then
        local status = w.body.status
        assert.is_true(w.crowd:load((w.crowd:save())))
        assert.are.equal(status, w.body.status)
      end
      if loads > 1 then w.body:pause() end
      repeat
        assert.are.equal(loads > 1 and "paused" or w.body.status,
          w.body.status)
        assert.are_not.equal("idle", w.body.status)
        assert.are.equal(loads < 2, w.body.moving)
        if w.body.status == "waiting" then
          assert.are.same({ nil, "waiting" }, { w.body:path() })
        end
        w.crowd:tick()
      until loads > 1 or not w.body.moving
      w.body:resume()
      for _ = 1, 12 do w.crowd:tick() end
      assert.are.same({ "arrived", 1, 3 }, { w.body.status, w.body.cell_x,
        w.body.cell_y })
    end
  end)

  it("tell of refused orders by events", function()
    local w = world "unit by ticks"
    w.body:go_cell(2, 1)
    w.body:go_cell(14, 6, { queued = true })
    local told = {}
    for _ = 1, 6 do
      w.crowd:tick()
      for _, what, why in w.crowd:events() do
        told[#told + 1] = what
        told[#told + 1] = why
      end
    end
    assert.are.same({ "arrived", "blocked", "unreachable" }, told)
  end)

  it("lose them by a step of the game, by vacate, and with the unit", function()
    local w = world "unit by ticks"
    w.body:go_cell(2, 1)
    w.body:go_cell(5, 5, { queued = true })
    assert.is_true(w.body:step(0, 1))
    w.run(4)
    assert.are.same({ 1, 2 }, { w.body.cell_x, w.body.cell_y })
    w.body:go_cell(1, 2)
    w.body:go_cell(5, 5, { queued = true })
    w.crowd:vacate(1, 1, 2, 2)
    w.run(4)
    assert.is_true(w.body.cell_x < 4 and w.body.cell_y < 4)
    w.body:go_cell(2, 1)
    w.body:go_cell(5, 5, { queued = true })
    w.body:remove()
    w.run(1)
  end)

  it("go on along a field", function()
    local w = world "unit by ticks"
    local field = w.finder:field { { 6, 1 } }
    w.body:go_cell(3, 1)
    w.body:follow(field, { queued = true })
    w.run(1)
    w.body:go_cell(1, 3, { resume = true })
    w.run(2)
    w.body:follow(field)
    w.run(1 / 8)
    w.body:go_cell(2, 2, { resume = true })
    w.run(4)
    assert.are.same({ 6, 1 }, { w.body.cell_x, w.body.cell_y })
  end)
end)

describe("saved lists", function()
  local foe, thief -- targets outside of the crowd

  before_each(function()
    foe, thief = { x = 95, y = 15 }, { x = 15, y = 35 }
  end)

  --- Gives many orders.
  local function order(w)
    local body, unit = w.body, w.crowd:units()[2]
    body:chase(foe, { within = 2.5 })
    body:patrol_cell({ { 3, 1 }, { 6, 1 }, { 6, 3 } }, { resume = true,
      first = 2 })
    body:go(55, 25, { resume = true, within = 1 })
    body:go_cell(13, 3, { queued = true, wait = true, within = 1.5 })
    body:keep(thief, { queued = true, min = 2 })
    body:flee(foe, { queued = true })
    body:keep(unit, { queued = true, min = 1 })
    body:follow({ 5, 5, 5, 35 }, { queued = true })
    body:go_cell({ { 1, 1, 2, 1, cost = 2 }, { 9, 1 } }, { queued = true })
  end

  --- Plays on, and ends orders. @return what happened
  local function play(w)
    local heard = {}
    for i = 1, 60 do
      w.run(1 / 2)
      if i % 6 == 0 then
        w.body:resume()
      end
      heard[i] = ("%.12g %.12g %s %s"):format(w.body.x, w.body.y,
        w.body.status, w.body.target == nil and "" or w.body.target.x)
    end
    return heard
  end

  each("go on as they were", function(w, kind)
    local other = world(kind)
    for _, one in ipairs { w, other } do
      one.crowd:add { finder = one.finder, cell_x = 9, cell_y = 4 }
      one.crowd:add { finder = one.finder, cell_x = 12, cell_y = 1 }
      order(one)
      one.run(1)
    end
    local text, targets
    if kind == "follower" then
      -- its target in the crowd is one of the game's
      text, targets = other.body:save()
      assert.matches("^tilepath%-follower 5 ", text)
      assert.is_true(w.body:load(text, { targets = targets }))
      assert.are.equal(text, (w.body:save()))
      assert.are.equal(text, (other.body:save()))
      order(other)
      assert.is_true(other.body:load(text, { targets = targets }))
    else
      text, targets = other.crowd:save()
      assert.are.equal(2, #targets)
      assert.is_true(w.crowd:load(text, { targets = targets }))
      assert.are.equal(text, (w.crowd:save()))
      order(other)
      assert.is_true(other.crowd:load(text, { targets = targets }))
    end
    local heard = play(w)
    assert.are.same(heard, play(other))
    assert.is_true(w.body.target == nil)
    w.run(20)
    assert.are.same({ 1, 1 }, { w.body.cell_x, w.body.cell_y })
  end)

  each("of none leave the text as it was", function(w, kind)
    local saver = kind == "follower" and w.body or w.crowd
    w.body:go_cell(5, 1)
    local text = saver:save()
    w.body:go_cell(5, 3, { queued = true })
    assert.is_not.equal(text, (saver:save()))
    w.body:go_cell(5, 1)
    assert.are.equal(text, (saver:save()))
    assert.are.equal(kind == "follower" and 1 or 2,
      select("#", saver:save()))
  end)

  each("drop the list that there was", function(w, kind)
    local saver = kind == "follower" and w.body or w.crowd
    w.body:go_cell(5, 1)
    local text = saver:save()
    w.body:go_cell(5, 3, { queued = true })
    assert.is_true(saver:load(text))
    w.run(20)
    assert.are.equal("5,1", w.heard())
  end)

  each("drop orders whose target was removed", function(w, kind)
    local saver = kind == "follower" and w.body or w.crowd
    local rat = tilepath.crowd(w.grid):add { finder = w.finder, cell_x = 5,
      cell_y = 1 }
    w.body:go_cell(5, 1)
    w.body:chase(rat, { queued = true })
    w.body:go_cell(5, 3, { queued = true })
    rat:remove()
    assert.is_true(saver:load((saver:save())))
    w.run(20)
    assert.are.equal("5,1 5,3", w.heard())
  end)

  it("of fields are among the targets", function()
    local w = world "unit by ticks"
    local field = w.finder:field { { 6, 3 } }
    w.body:go_cell(3, 1)
    w.body:follow(field, { queued = true })
    local text, targets = w.crowd:save()
    assert.are.same({ field }, targets)
    assert.is_true(w.crowd:load(text, { targets = targets }))
    w.run(20)
    assert.are.equal("3,1 6,3", w.heard())
  end)

  it("of followers refuse what cannot be saved", function()
    local w = world "follower"
    w.body:go_cell(3, 1)
    w.body:go_cell(4, 1, { queued = true, avoid = w.crowd })
    assert.matches("save: an order with avoid = crowd cannot be saved",
      mistake(function() w.body:save() end), 1, true)
  end)

  each("are refused if they are damaged", function(w, kind)
    local noun = kind == "follower" and "follower" or "crowd"
    local saver = kind == "follower" and w.body or w.crowd
    w.body:go_cell(5, 1)
    w.body:go_cell(5, 3, { queued = true })
    local text = saver:save()
    local key = kind == "follower" and "orders#1" or "orders1 1"
    local is = ":go_cell;:place;=2;=5;=3;"
    assert.are.equal(is, helper.values_of(noun, text)[key])
    for _, value in ipairs { "", ":go_cell;", ":go_cell;:place;=3;=5;=3;",
      ":go_cell;:place;=1;=5;=3;", ":go_cell;:place;=2;:x;=3;",
      ":go_cell;:place;=2;=1^-1;=3;", ":jump;:place;=2;=5;=3;",
      ":stop;:place;=2;=5;=3;", is .. ":within;:x;", is .. ":speed;=3;",
      is .. ":queued;=false;:resume;=true;", is .. "=3;=4;",
      ":go_cell;:goals;=2;=5;=3;", ":chase;:object;=0;", ":follow;:points;=0;",
      ":patrol;:points;=1;=3;", ":go;:terrain;=0;", "garbage", 7, false } do
      local forged = helper.forged(noun, text, key, value)
      assert.are.same({ nil, "damaged" }, { saver:load(forged) }, value)
    end
    local other = kind == "follower" and "orders#3" or "orders1 3"
    assert.are.same({ nil, "damaged" },
      { saver:load(helper.forged(noun, text, other, is)) })
    w.run(20)
    assert.are.equal("5,1 5,3", w.heard())
  end)
end)
