--- Followers and links: waiting, being at the other end, and what happens when
-- the map changes meanwhile.

local tilepath = require "tilepath"
local helper = require "spec.helper"
local memory = require "spec.memory"
local shared = require "spec.follower_helper"

local at, near = shared.at, shared.near

--- Two rooms of a map with a wall between, each cell 10 wide, and a way that
-- takes a link from one to the other: 10 units, the link, 10 units.
local ROOMS = { "....#....", "....#....", "....#....", "....#...." }
local WAY = { 15, 15, 25, 15, 65, 35, 75, 35 }

local function way(units)
  local p = tilepath.path(WAY, units or "world")
  p.links = { 2 }
  return p
end

--- A follower that notes what it tells, with the seconds when.
local function new_world(options, link)
  local world = { told = {}, now = 0 }
  world.grid = tilepath.grid(table.concat(ROOMS, "\n"), { cell_size = 10 })
  world.finder = tilepath.pathfinder(world.grid)
  link = link or { name = "lift", seconds = 2 }
  world.link = world.grid:link(3, 2, 7, 4, link)
  local function note(text, ...)
    world.told[#world.told + 1] = text:format(...)
  end
  local own = { x = 15, y = 15, speed = 10, finder = world.finder,
    on_waypoint = function(i) note("%d", i) end,
    on_arrive = function() note("arrived") end,
    on_blocked = function(x, y) note("blocked %g,%g", x, y) end,
    on_link = function(name, id) note("%s/%d", name or "none", id) end }
  for key, value in pairs(options or {}) do
    own[key] = value
  end
  world.hero = tilepath.follower(own)
  function world.tell()
    local text = table.concat(world.told, " ")
    world.told = {}
    return text
  end
  return world
end

describe("a follower at a link", function()
  it("waits there, is at the other end, and goes on", function()
    local world = new_world()
    local hero = world.hero
    assert.is_true(hero:follow(way()))
    assert.are.equal(20, hero:remaining())
    hero:update(1)
    at(25, 15, hero)
    assert.are.equal("2", world.tell())
    assert.is_true(hero:is_at_link())
    assert.is_true(hero:is_following())
    assert.is_false(hero:is_moving())
    hero:update(1.5)
    at(25, 15, hero)
    assert.are.equal("", world.tell())
    assert.are.equal(10, hero:remaining())
    hero:update(1)
    at(70, 35, hero)
    assert.are.equal("lift/1 3", world.tell())
    assert.is_false(hero:is_at_link())
    assert.is_true(hero:is_moving())
    hero:update(0.5)
    at(75, 35, hero)
    assert.are.equal("4 arrived", world.tell())
  end)

  it("is told of it where it then stands, before the point there", function()
    local world = new_world()
    local hero, places = world.hero, {}
    hero.on_link = function(name, id)
      places[#places + 1] = { name, id, hero.x, hero.y, hero:is_at_link() }
    end
    hero:follow(way())
    hero:update(3)
    assert.are.same({ { "lift", 1, 65, 35, false } }, places)
    at(65, 35, hero)
  end)

  it("takes one without seconds at once, and without a name", function()
    local world = new_world(nil, {})
    local hero = world.hero
    hero:follow(way())
    hero:update(1)
    at(65, 35, hero)
    assert.are.equal("2 none/1 3", world.tell())
  end)

  it("begins at one where it stands", function()
    local world = new_world({ x = 25, y = 15 })
    local p = tilepath.path({ 25, 15, 65, 35 }, "world")
    p.links = { 1 }
    world.hero:follow(p)
    world.hero:update(2)
    at(65, 35, world.hero)
    assert.are.equal("lift/1 2 arrived", world.tell())
  end)

  it("takes several, one behind the other", function()
    local world = new_world({ x = 25, y = 15 })
    world.grid:link(7, 4, 1, 1, { seconds = 1, name = "chute" })
    local p = tilepath.path({ 25, 15, 65, 35, 5, 5 }, "world")
    p.links = { 1, 2 }
    world.hero:follow(p)
    world.hero:update(3)
    at(5, 5, world.hero)
    assert.are.equal("lift/1 2 chute/2 3 arrived", world.tell())
  end)

  it("takes the cheapest that it may, of those the first", function()
    local world = new_world(nil, { price = 2, name = "dear", seconds = 9 })
    local grid = world.grid
    grid:link(3, 2, 7, 4, { price = 1, name = "cheap" })
    grid:link(3, 2, 7, 4, { price = 1, name = "late", seconds = 5 })
    grid:link(7, 4, 3, 2, { price = 0, name = "back", one_way = true })
    world.hero:follow(way())
    world.hero:update(2)
    assert.are.equal("2 cheap/2 3 4 arrived", world.tell())
  end)

  it("rests before it waits", function()
    local world = new_world({ rest = 1 })
    world.hero:follow(way())
    world.hero:update(1.5)
    assert.is_true(world.hero:is_resting())
    assert.is_false(world.hero:is_at_link())
    world.hero:update(2.4)
    at(25, 15, world.hero)
    world.hero:update(0.2)
    at(65, 35, world.hero)
    assert.are.equal("2 lift/1 3", world.tell())
    world.hero:update(0.9)
    at(65, 35, world.hero)
  end)

  it("is where it is however time is cut", function()
    local options = { {}, { rest = 0.3, turn_rate = 2 }, { slow_down = 12 },
      { speeds = { open = 0.5 } }, { arrive_radius = 4 }, { loop = "pingpong" },
      { loop = "pingpong", rest = 0.1, speeds = { open = 2 } } }
    for _, own in ipairs(options) do
      for _, total in ipairs { 1, 2.5, 3, 3.5, 4, 7, 20 } do
        local whole = new_world(own)
        whole.hero:follow(way())
        whole.hero:update(total)
        local told = whole.tell()
        for _, cuts in ipairs { 2, 10, 1000 } do
          local parts = new_world(own)
          parts.hero:follow(way())
          for _ = 1, cuts do
            parts.hero:update(total / cuts)
          end
          near(whole.hero.x, parts.hero.x, 1e-6)
          near(whole.hero.y, parts.hero.y, 1e-6)
          if not own.loop then
            assert.are.equal(told, parts.tell())
          end
        end
      end
    end
  end)

  it("goes both ways on a pingpong, in one update as in many", function()
    local world = new_world({ loop = "pingpong" })
    world.hero:follow(way())
    world.hero:update(4)
    assert.are.equal("2 lift/1 3 4", world.tell())
    world.hero:update(4)
    at(15, 15, world.hero)
    assert.are.equal("3 lift/1 2 1", world.tell())
    world.hero:update(4)
    at(75, 35, world.hero)
    assert.are.equal("2 lift/1 3 4", world.tell())
    world.hero:update(4)
    world.hero:update(8 * 1e9 + 2)
    at(25, 15, world.hero)
    assert.is_true(world.hero:is_at_link())
    world.hero:update(1)
    at(65, 35, world.hero)
  end)

  it("comes to an end where a lap takes no time", function()
    local world = new_world({ loop = "pingpong", x = 25, y = 15 }, {})
    local p = tilepath.path({ 25, 15, 65, 35 }, "world")
    p.links = { 1 }
    world.hero:follow(p)
    world.hero:update(1)
    assert.is_true(#world.told < 10)
  end)

  it("comes to an end whatever it is told there", function()
    local world = new_world({ x = 25, y = 15 }, {})
    local p = tilepath.path({ 25, 15, 65, 35 }, "world")
    p.links = { 1 }
    local hero, times = world.hero, 0
    hero.on_link = function()
      times = times + 1
      hero:follow(times % 2 == 1 and p:reverse() or p)
    end
    hero:follow(p)
    hero:update(1)
    assert.is_true(times < 100)
  end)

  it("knows no links without a pathfinder, and takes them at once", function()
    local told
    local hero = tilepath.follower { x = 15, y = 15, speed = 10,
      on_link = function(name, id) told = { name, id } end }
    hero:follow(way())
    hero:update(1.5)
    at(70, 35, hero)
    assert.are.same({ nil, 0 }, told)
  end)

  it("goes step by step", function()
    local world = new_world()
    local hero = world.hero
    hero:follow(way())
    hero:step()
    at(25, 15, hero)
    assert.are.equal("2", world.tell())
    hero:step()
    at(65, 35, hero)
    assert.are.equal("lift/1 3", world.tell())
    hero:step()
    at(75, 35, hero)
    assert.are.equal("4 arrived", world.tell())
  end)

  it("leaves the jump out of the velocity of a body", function()
    local world = new_world()
    world.hero:follow(way())
    local vx, vy = world.hero:velocity(4)
    near(5, vx)
    near(0, vy)
    at(75, 35, world.hero)
  end)

  it("waits on where a body is put beside where it stands", function()
    local world = new_world()
    local hero = world.hero
    hero:follow(way())
    hero:update(1)
    for _ = 1, 19 do
      hero:update(0.1)
      hero:set_position(hero.x + 1e-7, hero.y)
    end
    hero:update(0.11)
    near(65.1, hero.x, 1e-6)
  end)

  it("does not wait while it is paused, and no longer once stopped", function()
    local world = new_world()
    local hero = world.hero
    hero:follow(way())
    hero:update(2)
    hero:pause()
    hero:update(10)
    at(25, 15, hero)
    hero:resume()
    hero:update(1.1)
    near(66, hero.x)
    world = new_world()
    hero = world.hero
    hero:follow(way())
    hero:update(2)
    hero:stop()
    hero:update(10)
    at(25, 15, hero)
    assert.is_false(hero:is_at_link())
  end)

  it("tells again of time that is left where a callback fails", function()
    local world = new_world()
    local hero = world.hero
    hero.on_link = function() error("no") end
    hero:follow(way())
    assert.is_false(pcall(hero.update, hero, 3.5))
    at(65, 35, hero)
    hero.on_link = nil
    hero:update(0.25)
    near(72.5, hero.x)
  end)

  it("may be told to go elsewhere as it comes out", function()
    local world = new_world()
    local hero = world.hero
    hero.on_link = function() hero:stop() end
    hero:follow(way())
    hero:update(10)
    at(65, 35, hero)
    assert.is_false(hero:is_following())
    assert.are.equal("2", world.tell())
  end)

  it("makes no garbage", function()
    local world = new_world({ loop = "pingpong", on_waypoint = false,
      on_link = function() end })
    world.hero:follow(way())
    assert.are.equal(0, memory.garbage_of(function()
      for _ = 1, 2000 do
        world.hero:update(1 / 60)
      end
    end))
  end)

  it("raises where on_link is no function", function()
    assert.are.equal("follower: on_link must be a function, got 1",
      helper.mistake(function()
        tilepath.follower { on_link = 1 }
      end))
  end)

  it("raises where a path's links are none, and changes nothing", function()
    local world = new_world()
    local hero = world.hero
    hero:follow(way())
    local wrong = { 1, 1, 2, 2, links = { 2 } }
    assert.are.equal("follow: path.links[1] must be a whole number from 1 to 1,"
      .. " in rising order, got 2", helper.mistake(function()
      hero:follow(wrong)
    end))
    assert.are.equal(way(), hero.path)
  end)

  it("comes near no goal through a link", function()
    local world = new_world({ arrive_radius = 60 })
    world.hero:follow(way())
    world.hero:update(2.9)
    at(25, 15, world.hero)
    world.hero:update(0.2)
    at(65, 35, world.hero)
    assert.are.equal("2 lift/1 arrived", world.tell())
  end)
end)

describe("a map that changes under a follower with links", function()
  it("has it blocked where the link goes and there is no other", function()
    local world = new_world()
    local hero = world.hero
    hero:follow(way())
    hero:update(2)
    world.grid:unlink(world.link)
    hero:update(1)
    at(25, 15, hero)
    assert.is_true(hero:is_blocked())
    assert.are.equal("2 blocked 65,35", world.tell())
    world.grid:link(3, 2, 7, 4, { seconds = 1 })
    hero:update(0.5)
    assert.is_false(hero:is_blocked())
    assert.is_true(hero:is_at_link())
    hero:update(0.5)
    at(65, 35, hero)
  end)

  it("has it blocked ahead of the link as well", function()
    local world = new_world()
    local hero = world.hero
    hero:follow(way())
    hero:update(0.5)
    world.grid:set(7, 4, "wall")
    hero:update(0.1)
    assert.is_true(hero:is_blocked())
    world.grid:set(7, 4, "open")
    hero:update(0.5)
    assert.is_false(hero:is_blocked())
  end)

  it("has it go another way where there is one", function()
    local world = new_world()
    local hero = world.hero
    hero:follow(way())
    hero:update(2)
    world.grid:set(5, 2, "open")
    world.grid:unlink(world.link)
    hero:update(20)
    at(75, 35, hero)
    assert.is_nil(world.tell():find("lift", 1, true))
  end)

  it("has it wait anew before another link in its place", function()
    local world = new_world()
    local hero = world.hero
    hero:follow(way())
    hero:update(2)
    world.grid:unlink(world.link)
    world.grid:link(3, 2, 7, 4, { name = "new", seconds = 2 })
    hero:update(1.9)
    at(25, 15, hero)
    hero:update(0.1)
    at(65, 35, hero)
    assert.are.equal("2 new/2 3", world.tell())
  end)

  it("is not looked at for what happens far from the way", function()
    local grid = tilepath.grid(640, 640, { cell_size = 10 })
    local finder = tilepath.pathfinder(grid)
    local looks = 0
    grid:link(3, 2, 600, 600, { seconds = 1e6 })
    local hero = tilepath.follower { x = 15, y = 15, speed = 10,
      finder = finder }
    local p = tilepath.path({ 15, 15, 25, 15, 5995, 5995, 6005, 5995 }, "world")
    p.links = { 2 }
    hero:follow(p)
    hero:update(2)
    local core = require "tilepath_core"
    local sketch = core.sketch
    core.sketch = function(...)
      looks = looks + 1
      return sketch(...)
    end
    grid:link(300, 300, 310, 310)
    grid:set(300, 320, "wall")
    hero:update(1)
    local far = looks
    grid:set(600, 603, "wall")
    hero:update(1)
    core.sketch = sketch
    assert.are.equal(0, far)
    assert.is_true(looks > 0)
    assert.is_true(hero:is_at_link())
  end)

  it("sees a thin wall on the way", function()
    local grid = tilepath.grid(9, 1, { cell_size = 10 })
    local hero = tilepath.follower { x = 5, y = 5, speed = 10,
      finder = tilepath.pathfinder(grid) }
    hero:follow { 5, 5, 85, 5 }
    hero:update(1)
    grid:wall(5, 1, 6, 1, "one_way")
    hero:update(1)
    assert.is_false(hero:is_blocked())
    grid:wall(5, 1, 6, 1)
    hero:update(1)
    at(25, 5, hero)
    assert.is_true(hero:is_blocked())
  end)
end)

describe("the state of a follower at a link", function()
  local function restored(state, world, extra)
    local options = { state = state, finder = world.finder }
    for key, value in pairs(extra or {}) do
      options[key] = value
    end
    return tilepath.follower(options)
  end

  it("has how long it has waited", function()
    for _, seconds in ipairs { 0.5, 1, 1.7, 2.9, 3.2 } do
      for _, loop in ipairs { false, "pingpong" } do
        local world = new_world({ loop = loop })
        world.hero:follow(way())
        world.hero:update(seconds)
        local twin = restored(world.hero:state(), world)
        assert.are.equal(world.hero.path, twin.path)
        for _, dt in ipairs { 0.3, 0.9, 5 } do
          world.hero:update(dt)
          twin:update(dt)
          assert.are.equal(world.hero.x, twin.x)
          assert.are.equal(world.hero.y, twin.y)
        end
      end
    end
  end)

  it("is refused where it contradicts itself", function()
    local world = new_world()
    world.hero:follow(way())
    world.hero:update(2)
    local function wrong(key, value)
      local state = world.hero:state()
      state[key] = value
      return helper.mistake(function()
        restored(state, world)
      end)
    end
    assert.are.equal("follower: state.link1 must be a whole number from 1 to 3,"
      .. " got 4", wrong("link1", 4))
    assert.are.equal("follower: state.link2 must be a whole number from 3 to 3,"
      .. " got 2", wrong("link2", 2))
    assert.are.equal("follower: state.waited must be a finite number >= 0, "
      .. "got -1", wrong("waited", -1))
    assert.are.equal("follower: state.waited must be left out where no link is "
      .. "taken, got 1", wrong("by_link", false))
  end)
end)

describe("a chase with links", function()
  it("leads the end of the way on behind a link", function()
    local world = new_world()
    local hero, target = world.hero, { x = 75, y = 35 }
    hero.finder = { grid = world.grid,
      find_world = function() return way() end,
      line_of_sight_world = function(_, ...)
        return world.finder:line_of_sight_world(...)
      end,
      to_cell = function(_, ...) return world.finder:to_cell(...) end,
      to_world = function(_, ...) return world.finder:to_world(...) end }
    assert.is_true(hero:chase(target))
    hero:update(0.5)
    target.x, target.y = 75, 25
    hero:update(0.1)
    assert.are.same({ 2 }, hero.path.links)
    assert.are.equal(75, hero.path[#hero.path - 1])
    target.x, target.y = 25, 25
    hero:update(0.1)
    assert.is_nil(hero.path.links)
    assert.are.equal(25, hero.path[#hero.path])
  end)
end)

describe("a unit at a link", function()
  it("waits until its other end is free", function()
    local world = new_world()
    local crowd = tilepath.crowd(world.grid)
    local bumps = {}
    local hero = tilepath.follower { x = 15, y = 15, speed = 10,
      finder = world.finder, crowd = crowd,
      on_bump = function(unit) bumps[#bumps + 1] = unit end }
    local other = tilepath.follower { x = 65, y = 35, speed = 10,
      finder = world.finder, crowd = crowd }
    hero:follow(way())
    hero:update(4)
    at(25, 15, hero)
    assert.are.equal(1, #bumps)
    assert.are.equal(other.unit, bumps[1])
    assert.is_false(hero:is_moving())
    hero:step()
    at(25, 15, hero)
    hero:update(1)
    assert.are.equal(1, #bumps)
    other:set_position(85, 5)
    hero:update(0.5)
    at(70, 35, hero)
    assert.are.equal(hero.unit, crowd:at(7, 4))
    assert.is_nil(crowd:at(3, 2))
    hero:update(2)
    at(75, 35, hero)
    assert.are.equal(hero.unit, crowd:at(8, 4))
    assert.is_nil(crowd:at(7, 4))
  end)
end)
