--- hero:save(): a text from which another follower goes on as the first would,
-- bit for bit.

local tilepath = require "tilepath"
local follower_helper = require "spec.support.follower_helper"
local flat = require "tilepath.serialize"
local helper = require "spec.support.helper"

local at, recorded, sights, world = follower_helper.at,
  follower_helper.recorded, follower_helper.sights, follower_helper.world

--- The follower's place, to the last digit.
local function place(hero)
  return ("%.17g %.17g %.17g %s %s"):format(hero.x, hero.y, hero.angle,
    tostring(hero.status == "resting"), tostring(hero.status == "going"))
end

describe("hero:save", function()
  it("is a line of printable text that JSON holds as it is", function()
    local finder = tilepath.pathfinder(tilepath.grid(9, 9,
      { prices = { ['"b\\\n;=:%é'] = 2 } }))
    local hero = tilepath.follower { x = 1, speed = 10, turn_rate = 1 / 3,
      finder = finder, speeds = { ['"b\\\n;=:%é'] = 3 } }
    hero:follow { 1, 0, 2.5, 0, 20, 10 }
    local state = hero:save()
    assert.matches("^tilepath%-follower 4 .*;path#3=5^%-1;"
      .. ".*;x=1;y=0;%x%x%x%x%x%x%x%x$", state)
    assert.is_nil(state:find('[^ -~]') or state:find('["\\]'))
    local other = helper.load_hero { state = state, finder = finder }
    assert.are.equal(state, other:save())
    assert.are.same(hero.speeds, other.speeds)
  end)

  it("keeps the game's fields, and the rest of an update", function()
    local hero = tilepath.follower { speed = 10, turn_rate = 1 }
    hero:follow { 0, 0, 20, 0, 20, 20 }
    hero:update(1)
    hero.x, hero.y, hero.angle, hero.speed, hero.prune = 12, 3, 1, 7, true
    hero.on_reached = function() error("on purpose", 0) end
    assert.is_false(pcall(hero.update, hero, 2))
    hero.on_reached = nil
    local other = helper.load_hero { state = hero:save() }
    assert.is_true(other.prune)
    for _ = 1, 4 do
      hero:update(0.3)
      other:update(0.3)
      assert.are.equal(place(hero), place(other))
    end
    at(20, 22.4 - math.sqrt(73), hero)
  end)

  it("brings back the number of a goal as an integer", function()
    local finder = tilepath.pathfinder(tilepath.grid(9, 9))
    local hero = tilepath.follower { x = 0.5, y = 0.5, finder = finder }
    hero:go_cell { { 9, 9 }, { 4, 1 } }
    local other = helper.load_hero { state = hero:save(), finder = finder }
    assert.are.equal("2 2", other.goal_index .. " " .. other:path().goal_index)
  end)

  it("is restored by a follower that keeps its finder and callbacks", function()
    local finder = tilepath.pathfinder(tilepath.grid(9, 9))
    local hero, told = recorded { x = 0.5, y = 0.5, speed = 1, rest = 1,
      finder = finder }
    hero.image = "knight"
    hero:follow { 0.5, 0.5, 2.5, 0.5 }
    local state = hero:save()
    hero:follow { 9, 9, 5, 5 }
    hero:pause()
    hero.x, hero.speed, hero.rest, hero.speeds = 5, 9, nil, { open = 2 }
    assert.is_true(hero:load(state))
    assert.are.same({ 0.5, 0.5, 1, 1, false, "knight", finder }, { hero.x,
      hero.y, hero.speed, hero.rest, hero.speeds, hero.image, hero.finder })
    hero:update(9)
    assert.are.equal("2: 2.5,0.5; arrived", told())
  end)

  it("can be restored by a callback: the rest of the update goes on", function()
    local hero, told = recorded { speed = 10 }
    local note = hero.on_reached
    function hero.on_reached(i, x, y)
      note(i, x, y)
      hero:load(hero:save())
    end
    hero:follow { 0, 0, 20, 0, 20, 20 }
    hero:update(3)
    at(20, 10, hero)
    hero:update(3)
    assert.are.equal("2: 20,0; 3: 20,20; arrived", told())
  end)

  it("lets the follower see changes of the map and pushes before the save",
    function()
      local hero, grid = world("......\n......")
      local finder = hero.finder
      hero:go(55, 5)
      hero:update(1)
      grid:set(4, 1, "wall")
      local twin = helper.load_hero { state = hero:save(), finder = finder }
      twin:update(0.1)
      hero:update(0.1)
      assert.are.equal(place(hero), place(twin))
      twin:update(100)
      at(55, 5, twin)
      -- Two pushes by a third of a cell make the follower look again.
      hero:set_position(45, 15)
      hero:follow { 45, 15, 5, 15 }
      hero:update(0.1)
      hero:set_position(hero.x + 3, 15)
      hero:update(1e-6)
      twin = helper.load_hero { state = hero:save(), finder = finder }
      twin:set_position(twin.x - 3, 15)
      assert.are.equal(1, sights(function() twin:update(0.1) end))
      -- A push off the leg makes the follower look again; along it, not.
      for _, push in ipairs { { -3, 0, 0 }, { 3, 0, 0 }, { 0, 0.1, 1 } } do
        hero:set_position(45, 15)
        hero:follow { 45, 15, 5, 15 }
        hero:update(0.5)
        hero:set_position(hero.x + push[1], hero.y + push[2])
        twin = helper.load_hero { state = hero:save(), finder = finder }
        for _, body in ipairs { twin, hero } do
          assert.are.equal(push[3], sights(function() body:update(0.1) end))
          assert.are.equal(0, sights(function() body:update(0.1) end))
        end
        assert.are.equal(place(hero), place(twin))
      end
    end)

  it("keeps rectangles to avoid, but no objects and no wrong factors", function()
    local hero, grid = world(".....\n.....\n.....")
    local finder = hero.finder
    hero:go(45, 5, { avoid = { { 3, 1, 1, 2 } } })
    local twin = helper.load_hero { state = hero:save(), finder = finder }
    grid:set(3, 3, "wall")
    for _ = 1, 9 do
      hero:update(1)
      twin:update(1)
      assert.are.equal(place(hero), place(twin))
    end
    assert.are.equal("blocked", hero.status)
    local crowd = tilepath.crowd(grid)
    hero:go(15, 5, { avoid = { crowd, crowd, crowd },
      except = crowd:add { finder = finder, cell_x = 5, cell_y = 1 } })
    assert.are.equal("save: an order with avoid = crowd cannot be saved "
      .. "(before you save, call stop, or give an order "
      .. "without it)", helper.mistake(function() hero:save() end))
    hero:stop()
    for _, factor in ipairs { 0 / 0, -math.huge, -1, "fast" } do
      hero.speeds = { open = 2 }
      hero:update(1)
      hero.speeds.open = factor
      assert.matches("^save: speeds%['open'%] must be a number from 1/1024 "
        .. "to 1024, got ", helper.mistake(function() hero:save() end))
    end
  end)

  it("has what counts of an order, and nothing else", function()
    for _, order in ipairs { { { { 8.5, 4.5, foo = print }, [1.5] = 9,
      [true] = 1 } }, { 8.5, 4.5, { avoid = {}, avoid_price = 3 } },
      { 8.5, 4.5, { avoid = {}, except = {} } } } do
      local hero = tilepath.follower { cell_x = 1, cell_y = 1,
        finder = tilepath.pathfinder(tilepath.grid(9, 9)) }
      assert.is_true(hero:go(order[1], order[2], order[3]))
      local state = hero:save()
      assert.is_true(hero:load(state))
      assert.are.equal(state, hero:save())
      hero:update(9)
      assert.are.same({ 8.5, 4.5 }, { hero.x, hero.y })
    end
  end)
end)

-- Broken ----------------------------------------------------------------------

describe("#once a forged state", function()
  local grid = tilepath.grid("......\n......", { cell_size = 10 })
  local finder = tilepath.pathfinder(grid)

  local function states()
    local list, target = {}, { x = 55, y = 15 }
    local path = { 5, 5, 35, 5, 35, 15 }
    for _, case in ipairs {
      { "stop", {}, 0 }, { "follow", { path }, 1 }, { "follow", { path }, 100 },
      { "patrol", { path }, 100, { rest = 1, turn_rate = 1 } },
      { "go", { { { 55, 5, cost = 3 }, { 55, 15 } }, { within = 1,
        partial = true } }, 1 },
      { "go", { 55, 15, { adjacent = true } }, 1, { prune = true } },
      { "go", { { { 45, 5, 10, 15 }, { 55, 15, 5, 5, cost = 2 } },
        { within = 1, sight = true } }, 1 },
      { "chase", { target, { within = 0.2 } }, 1 },
      { "chase", { target, { within = 0 } }, 100 },
      { "chase", { target, { within = 0, partial = true,
        max_nodes = 100 } }, 1, nil, -50 },
    } do
      local options = case[4] or {}
      options.x, options.y, options.speed, options.finder = 5, 5, 10, finder
      local hero = tilepath.follower(options)
      hero[case[1]](hero, case[2][1], case[2][2], case[2][3])
      hero:update(case[3])
      target.x = case[5] or target.x
      hero:update(case[3])
      list[#list + 1] = hero:save()
    end
    return list
  end

  local BAD = { 1 / 0, -1, 0.5, 1e300, 2 ^ 53 + 2, "", "x", true, false, 0 }

  --- Restores a state: the follower must work, or the state be damaged.
  local function try(state, what)
    local hero, reason = helper.load_hero { state = state, finder = finder,
      target = { x = 55, y = 15 } }
    if not hero then
      assert.are.equal("damaged", reason)
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

  it("is damaged or works, for any wrong value", function()
    local refused = 0
    for number, state in ipairs(states()) do
      assert.is_true(try(state, "whole"))
      for key in pairs(helper.values_of("follower", state)) do
        for i = (number + #key) % 3, #BAD, 3 do
          if not try(helper.forged("follower", state, key, BAD[i]),
            ("%d: %s = %s"):format(number, key, tostring(BAD[i]))) then
            refused = refused + 1
          end
        end
      end
    end
    assert.is_true(refused > 150)
  end)
end)

describe("a follower keeps what it is, and gives a reason, for", function()
  local function refuses(reason, hero, state)
    local before = hero:save()
    assert.are.same({ nil, reason }, { hero:load(state) })
    assert.are.equal(before, hero:save())
  end

  local function walker()
    local hero = tilepath.follower { speed = 10, slow_down = 100 }
    hero:follow { 0, 0, 20, 0 }
    hero:update(0.1)
    return hero, hero:save()
  end

  it("a text that was damaged, or of another version", function()
    local hero, state = walker()
    for i = 1, #state do
      local other = ({ state:byte(i) + 1, state:byte(i) - 1, 0, 255 })[i % 4 + 1]
      refuses("damaged", hero, state:sub(1, i - 1) .. string.char(other)
        .. state:sub(i + 1))
      refuses("damaged", hero, state:sub(1, i - 1))
    end
    local body = state:sub(1, -9)
    refuses("version", hero, flat.seal((body:gsub("follower 4", "follower 3"))))
    for _, number in ipairs { "", "nan", "-inf", "1e5", "0x1", "0^9999", "1^",
      "1^2^3", "--1" } do
      local forged = body:gsub(";x=[^;]*", ";x=" .. number)
      refuses("damaged", hero, flat.seal(forged))
    end
    for _, more in ipairs { "garbage", "y=%;", "x=1;" } do
      refuses("damaged", hero, flat.seal(body .. more))
    end
    assert.is_true(hero:load(flat.seal(body)))
  end)

  it("a value that was forged", function()
    local hero, state = walker()
    for key, values in pairs { ["progress.walked"] = { 21, -1 }, ["progress.index"] = { 3 },
      ["progress.state"] = { "arrived", "flying" },
      ["progress.at_end"] = { true, 1 }, ["progress.root_low"] = { -1 },
      ["path#4"] = { false }, ["path#6"] = { 1 }, ["path.colour"] = { 1 },
      ["progress.colour"] = { 1 }, ["x.y"] = { 1 }, ["path#nan"] = { 1 },
      ["speed mud"] = { 1 }, has_speeds = { 5 }, ["motion.budget"] = { -5 }, speed = { -1 },
      ["order.query.max_nodes"] = { "x", 0.5 }, ["order.query.x"] = { 1 },
      ["path.links#1"] = { 0.5, "x" }, ["path.units"] = { "cells" }, [""] = { 1 } } do
      hero.finder = key:find("query") and tilepath.pathfinder(
        tilepath.grid(30, 2)) or nil
      for _, value in ipairs(values) do
        refuses("damaged", hero, helper.forged("follower", state, key, value))
      end
    end
    hero.finder = nil
    hero:update(9)
    for _, index in ipairs { 0, 4, 2 ^ 54 } do
      refuses("damaged", hero, helper.forged("follower", hero:save(),
        "progress.index", index))
    end
  end)
end)

describe("hero:load", function()
  it("brings a follower back to where it was", function()
    local hero = tilepath.follower { x = 5, y = 5, speed = 1,
      finder = tilepath.pathfinder(tilepath.grid(9, 9, { cell_size = 10 })) }
    hero:follow { 5, 5, 85, 5 }
    hero:update(1)
    hero.x, hero.y = hero.x + 1, hero.y + 1
    hero:update(1)
    local state = hero:save()
    hero:follow { 3, 4, 5, 6 }
    hero:update(1)
    hero:pause()
    hero.x, hero.speed, hero.rest = 1, 2, 3
    assert.is_true(hero:load(state))
    assert.are.equal(state, hero:save())
  end)

  it("goes round a wall beside which the game put it before the save", function()
    local grid = tilepath.grid("....\n.#..")
    local hero = tilepath.follower { finder = tilepath.pathfinder(grid),
      cell_x = 1, cell_y = 1, speed = 1 }
    hero:go_cell(4, 2)
    hero:update(1)
    hero:pause()
    hero:set_position(hero.x, hero.y + 0.375)
    hero:update(0.125) -- the follower notices that, and looks later
    assert.is_true(hero:load((hero:save())))
    hero:resume()
    for _ = 1, 16 do
      hero:update(0.25)
      assert.is_true(grid:is_walkable(grid:to_cell(hero.x, hero.y)))
    end
    assert.are.equal("arrived", hero.status)
  end)

  it("returns the target, which is loaded with the text", function()
    local hero = tilepath.follower { x = 1, y = 1, speed = 1,
      finder = tilepath.pathfinder(tilepath.grid(9, 9)) }
    local fox = { x = 5, y = 5 }
    for _, order in ipairs { "chase", "flee", "keep" } do
      hero[order](hero, fox)
      local text, targets = hero:save()
      assert.are.same({ fox }, targets)
      hero:stop()
      assert.are.equal(1, select("#", hero:save()))
      assert.is_true(hero:load(text, { targets = targets }))
      assert.are.equal(fox, hero.target)
      assert.is_true(hero:load(text, { target = fox }))
      assert.are.equal(text, (hero:save()))
    end
  end)

  it("needs no target that was removed", function()
    for _, order in ipairs { "chase", "flee", "keep" } do
      local grid = tilepath.grid(9, 9)
      local finder, crowd = tilepath.pathfinder(grid), tilepath.crowd(grid)
      local hero = tilepath.follower { x = 1, y = 1, finder = finder }
      local fox = crowd:add { finder = finder, cell_x = 7, cell_y = 6 }
      local bear = { x = 2, y = 8 }
      hero[order](hero, fox)
      hero:chase(bear, { queued = true })
      hero:update(0.3)
      fox:remove()
      local text, targets = hero:save()
      assert.are.same({ bear }, targets)
      local other = tilepath.follower { finder = finder }
      assert.is_true(other:load(text, { targets = targets }))
      assert.is_nil(other.target)
      assert.are.equal(text, (other:save()))
      for _ = 1, 9 do
        hero:update(0.1)
        other:update(0.1)
        assert.are.equal(bear, other.target)
        assert.are.equal(place(hero), place(other))
      end
      hero[order](hero, crowd:add { finder = finder, cell_x = 7, cell_y = 6 })
      crowd:units()[1]:remove()
      assert.are.equal(1, select("#", hero:save()))
      assert.is_true(other:load((hero:save())))
      for _ = 1, 30 do
        hero:update(0.1)
        other:update(0.1)
        assert.are.equal(place(hero), place(other))
      end
      assert.are.equal(hero.status, other.status)
    end
  end)

  it("raises an error for what is no text, and for missing objects", function()
    local function says(text, state)
      assert.are.equal("load: " .. text, helper.mistake(function()
        tilepath.follower({}):load(state)
      end))
    end
    says("text must be a string that save() returned, got 5", 5)
    says("text must be a string that save() returned, got table", {})
    local finder = tilepath.pathfinder(tilepath.grid(9, 9))
    local hero = tilepath.follower { x = 1, y = 1, speed = 1, finder = finder }
    hero:chase { x = 5, y = 5 }
    says("target must be a table or a userdata with x and y, got nil",
      (hero:save()))
    hero:stop()
    hero.speeds = { open = 2 }
    says("finder must be a pathfinder (speeds needs it), got nil", hero:save())
  end)
end)
