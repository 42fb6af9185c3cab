--- Followers at links. 10 units a second from 15,15 to a link at 25,15, which
-- leads to 65,35, and on to 75,35.

local tilepath = require "tilepath"
local boards = require "spec.support.boards"
local helper = require "spec.support.helper"
local shared = require "spec.support.follower_helper"
local walk = require "spec.support.walk"

local at, near = shared.at, helper.near

local function lift(options)
  return { 3, 2, 7, 4, options }
end

local LIFT = { lift { name = "lift", seconds = 2 } }
local AT_ONCE = { lift {} }
local THROUGH = { 25, 15, 65, 35, links = { 1 } }

local WALKS = {
  { "waits, is at the other end, and goes on", links = LIFT,
    { 0, 15, 15, "", remaining = 20 },
    { 1, 25, 15, "2", at_link = true, following = true, moving = false,
      remaining = 10 },
    { 2.5, 25, 15, "lift/1", remaining = 10 },
    { 3.5, 70, 35, "3", at_link = false, moving = true },
    { 4, 75, 35, "4 arrived" } },

  { "takes a link without seconds at once, and without a name",
    links = AT_ONCE,
    { 1, 65, 35, "2 none/1 3" } },

  { "takes a link that begins where it stands", links = LIFT, path = THROUGH,
    hero = { x = 25, y = 15 },
    { 2, 65, 35, "lift/1 2 arrived" } },

  { "takes several links in a row",
    links = { LIFT[1], { 7, 4, 1, 1, { seconds = 1, name = "chute" } } },
    path = { 25, 15, 65, 35, 5, 5, links = { 1, 2 } },
    hero = { x = 25, y = 15 },
    { 3, 5, 5, "lift/1 2 chute/2 3 arrived" } },

  { "takes the cheapest link, the first of equals",
    links = { lift { price = 2, name = "dear", seconds = 9 },
      lift { price = 1, name = "cheap" },
      lift { price = 1, name = "late", seconds = 5 },
      { 7, 4, 3, 2, { price = 0, name = "back", one_way = true } } },
    { 2, 75, 35, "2 cheap/2 3 4 arrived" } },

  { "rests before it waits", links = LIFT, hero = { rest = 1 },
    { 1.5, 25, 15, "2", resting = true, at_link = false },
    { 3.9, 25, 15, "lift/1" },
    { 4.1, 65, 35, "3" },
    { 5, 65, 35, "" } },

  { "slows down before its goal, not before the link", links = LIFT,
    hero = { slow_down = 15, turn_rate = 2 },
    { 5.49, arrived = false },
    { 5.51, 75, 35, "4 arrived" } },

  { "walks at the speed of its ground", links = AT_ONCE,
    hero = { speeds = { open = 0.5 } },
    { 2, 65, 35, "2 none/1 3" },
    { 3, 70, 35, "" } },

  { "takes a path's links at once without a pathfinder",
    hero = { finder = false },
    { 1.5, 70, 35, "2 none/0 3" } },

  { "does not wait while it is paused", links = LIFT,
    { 2, 25, 15, "2 lift/1" },
    walk.pause,
    { 12, 25, 15, "", paused = true },
    walk.resume,
    { 13.1, 66, 35, "3" } },

  { "no longer waits after a stop", links = LIFT,
    { 2, 25, 15, "2 lift/1" },
    walk.stop,
    { 12, 25, 15, "", at_link = false } },

  { "is blocked if the link is removed, until there is another", links = LIFT,
    { 2, 25, 15, "2 lift/1" },
    walk.unlink(1),
    { 3, 25, 15, "blocked 65,35", blocked = true },
    walk.link(3, 2, 7, 4, { seconds = 1 }),
    { 3.5, 25, 15, "none/2", blocked = false, at_link = true },
    { 4, 65, 35, "3" } },

  { "takes another path if there is one when its link is removed",
    links = LIFT,
    { 2, 25, 15, "2 lift/1" },
    walk.set(5, 2, "open"), walk.unlink(1),
    { 20, 75, 35, arrived = true } },

  { "is blocked if the link's far end is blocked", links = LIFT,
    { 0.5, 20, 15, "" },
    walk.set(7, 4, "wall"),
    { 0.6, blocked = true },
    walk.set(7, 4, "open"),
    { 1.1, blocked = false } },

  { "waits on if it gets another order, a part of a cell from the link",
    links = LIFT,
    { 2, 25, 15, "2 lift/1" },
    walk.put(27, 15), walk.order("go", 75, 35),
    { 2.1, 26, 15, "", at_link = false },
    { 3.1, 25, 15, "2", at_link = true },
    { 3.7, 70, 35, "3" } },

  { "waits from the start if the order reaches it a cell from the link",
    links = LIFT,
    { 2, 25, 15, "2 lift/1" },
    walk.put(15, 15), walk.order("go", 75, 35),
    { 4.9, 25, 15, "2 lift/1" },
    { 5.5, 70, 35, "3" } },

  { "waits from the start if another link replaces the link", links = LIFT,
    { 2, 25, 15, "2 lift/1" },
    walk.unlink(1), walk.link(3, 2, 7, 4, { name = "new", seconds = 2 }),
    { 3.9, 25, 15, "new/2" },
    { 4, 65, 35, "3" } },

  { "walks through a door on the side between two cells",
    links = { { 3, 1, 4, 1, { name = "door", price = 6, seconds = 2 } } },
    map = ".....", path = { 5, 5, 25, 5, 35, 5, 45, 5, links = { 2 } },
    hero = { x = 5, y = 5 },
    walk.fence(3, 1, 4, 1),
    { 2, 25, 5, "2", at_link = true, remaining = 20 },
    { 4.25, 27.5, 5, "door/1", moving = true, remaining = 17.5 },
    { 4.75, 32.5, 5, "", moving = true, remaining = 12.5 },
    { 5, 35, 5, "3" },
    { 6, 45, 5, "4 arrived" } },

  { "walks through such a door to its goal, at the speed of the ground",
    links = { { 1, 1, 1, 2, {} } }, map = "..\n..",
    path = { 5, 5, 5, 15, links = { 1 } },
    hero = { x = 5, y = 5, speeds = { open = 0.5 } },
    walk.fence(1, 1, 1, 2),
    { 1, 5, 10, "none/1", remaining = 5 },
    { 2, 5, 15, "2 arrived" } },

  { "walks to the end of a door that shuts behind it",
    links = { { 3, 1, 4, 1, { name = "door" } } },
    map = ".....", path = { 25, 5, 35, 5, 45, 5, links = { 1 } },
    hero = { x = 25, y = 5 },
    walk.fence(3, 1, 4, 1),
    { 0.3, 28, 5, "door/1" },
    walk.unlink(1),
    { 2, 45, 5, "2 3 arrived" } },

  { "is blocked by a fence", map = ".........", path = { 5, 5, 85, 5 },
    hero = { x = 5, y = 5 },
    { 1, 15, 5 },
    walk.fence(5, 1, 6, 1, { one_way = true }),
    { 2, 25, 5, blocked = false },
    walk.fence(5, 1, 6, 1),
    { 3, 25, 5, blocked = true } },
}

describe("a follower at a link", function()
  walk.each(it, nil, WALKS)

  it("calls on_link before it takes the link, with its far end", function()
    local world, places = walk.world { links = LIFT }, {}
    local hero = world.hero
    hero.on_link = function(...)
      places[#places + 1] = { hero.x, hero.y, hero.status, hero.link,
        hero.link_left, ... }
    end
    hero:follow(walk.path(walk.WAY))
    hero:update(1.5)
    assert.are.same({ { 25, 15, "waiting", 1, 2, "lift", 1, 65, 35 } }, places)
    assert.are.same({ 1, 1.5 }, { hero.link, hero.link_left })
    hero:update(1.5)
    assert.are.equal(1, #places)
    assert.is_nil(hero.link)
    at(65, 35, hero)
  end)

  it("is held as long as on_link returns false, update by update", function()
    local world, asked, may = walk.world { links = LIFT }, 0, false
    local hero = world.hero
    hero.on_link = function()
      asked = asked + 1
      return may
    end
    hero:follow(walk.path(walk.WAY))
    for i = 1, 5 do
      hero:update(2)
      assert.are.equal(i, asked)
      at(25, 15, hero)
      assert.are.same({ 1, "waiting" }, { hero.link, hero.status })
      assert.is_nil(hero.link_left)
      assert.is_true(hero:load(hero:save()))
    end
    may = nil
    hero:update(1)
    assert.are.equal(1, hero.link_left)
    hero:update(1.5)
    assert.are.equal(6, asked)
    at(70, 35, hero)
  end)

  it("ends an update if a round takes no time", function()
    local hero = walk.world({ links = AT_ONCE, hero = { x = 25, y = 15 } }).hero
    local times = 0
    hero.on_link = function()
      times = times + 1
      assert(times < 10)
    end
    assert.is_true(hero:patrol { 25, 15, 65, 35 })
    hero:update(1)
    assert.is_true(times > 0)
  end)

  it("has a velocity without the jump", function()
    local world = walk.world { links = LIFT }
    world.hero:follow(walk.path(walk.WAY))
    local vx, vy = world.hero:velocity(4)
    near(5, vx)
    near(0, vy)
    at(75, 35, world.hero)
  end)

  it("does not end a chase in front of it", function()
    local hero, grid = shared.world("...#.....\n...#.....\n...#.....",
      { y = 15 })
    grid:link(3, 2, 5, 2, { seconds = 1 })
    -- The link begins within that range of the target, behind the wall.
    hero:chase({ x = 65, y = 15 }, { within = 5 })
    hero:update(10)
    assert.are.equal("arrived", hero.status)
    assert.is_true(hero.x >= 45)
  end)

  it("obeys an order of on_link, and goes on after its error", function()
    for _, order in ipairs { "stop", "error" } do
      local world = walk.world { links = LIFT }
      local hero = world.hero
      hero.on_link = function() return hero[order](hero) end
      hero:follow(walk.path(walk.WAY))
      assert.are.equal(order == "stop", (pcall(hero.update, hero, 3.5)))
      at(25, 15, hero)
      hero.on_link = nil
      hero:update(0.25)
      near(order == "stop" and 25 or 72.5, hero.x)
    end
  end)
end)

--- A door on the side between two cells beside each other: a fence, and a link
-- over it.
describe("a follower at a door", function()
  --- Each pair of neighbours around the middle of a map.
  local function each_door(play)
    for _, shape in ipairs(boards.SHAPES) do
      for i = 1, shape.shape and 6 or 4 do
        local grid = tilepath.grid(7, 7, { cell_size = 10, shape = shape.shape,
          stagger = shape.stagger })
        local finder, sides = tilepath.pathfinder(grid), {}
        for x, y in finder:neighbors(4, 4) do
          if shape.shape or x == 4 or y == 4 then
            sides[#sides + 1] = { x, y }
          end
        end
        local x, y = sides[i][1], sides[i][2]
        grid:fence(4, 4, x, y)
        local door = grid:link(4, 4, x, y, { name = "door" })
        local wx, wy = finder:to_world(4, 4)
        play(tilepath.follower { finder = finder, x = wx, y = wy, speed = 10 },
          finder, x, y, door)
      end
    end
  end

  --- Updates until it has arrived.
  -- @return the distance walked, and the longest in a frame
  local function walk_on(hero, each)
    local sum, most = 0, 0
    for _ = 1, 100 do
      local x, y = hero.x, hero.y
      hero:update(0.05)
      local far = math.sqrt((hero.x - x) ^ 2 + (hero.y - y) ^ 2)
      sum, most = sum + far, math.max(most, far)
      if hero.status == "arrived" then
        return sum, most
      elseif each then
        each(hero)
      end
    end
    error "it does not arrive"
  end

  it("walks through it, to each side of squares and hexagons", function()
    local doors = 0
    each_door(function(hero, finder, x, y, door)
      local wx, wy = finder:to_world(x, y)
      local told = {}
      hero.on_link = function(name, id)
        told[#told + 1] = { name, id }
      end
      doors = doors + 1
      assert.is_true(hero:go(wx, wy))
      assert.are.equal(1, #hero:path().links)
      local straight = math.sqrt((wx - hero.x) ^ 2 + (wy - hero.y) ^ 2)
      near(straight, hero.remaining)
      local sum, most = walk_on(hero)
      near(straight, sum)
      assert.is_true(most < 0.5 + 1e-9)
      assert.are.same({ { "door", door.id } }, told)
      at(wx, wy, hero)
    end)
    assert.are.equal(4 + 4 * 6, doors)
  end)

  it("is as long as products say, to the last bit", function()
    for _, size in ipairs { { 12.457, 2 }, { 4.536, 2 }, { 15.543, 1 },
      { 27.489, 2 }, { 2, 17.341 } } do
      local grid = tilepath.grid(".#\n#.", { cell_size = size })
      grid:link(1, 1, 2, 2)
      local hero = tilepath.follower { cell_x = 1, cell_y = 1, speed = 7,
        finder = tilepath.pathfinder(grid), on_link = function() return false end }
      assert.is_true(hero:go_cell(2, 2))
      hero:update(0.1)
      local x, y = grid:to_world(2, 2)
      local dx, dy = x - hero.x, y - hero.y
      assert.are.equal(math.sqrt(dx * dx + dy * dy), hero.remaining)
    end
  end)

  it("goes on in it if it gets its order again, or another, each frame", function()
    for _, more in ipairs { 0, 1 } do
      each_door(function(hero, finder, x, y)
        local wx, wy = finder:to_world(x, y)
        local told, query = 0, { max_nodes = 1000 }
        hero.on_link = function()
          told = told + 1
        end
        hero:go(wx, wy, query)
        local straight = hero.remaining
        near(straight, (walk_on(hero, function()
          query.max_nodes = query.max_nodes + more
          hero:go(wx, wy, query)
        end)))
        assert.are.equal(1, told)
      end)
    end
  end)

  it("walks through it as a body that physics moves", function()
    each_door(function(hero, finder, x, y)
      hero:go(finder:to_world(x, y))
      for _ = 1, 60 do
        local old_x, old_y = hero.x, hero.y
        local vx, vy = hero:velocity(0.05)
        assert.is_true(vx * vx + vy * vy < 100 + 1e-6)
        hero:set_position(old_x + vx * 0.05, old_y + vy * 0.05)
      end
      local cell_x, cell_y = finder:to_cell(hero.x, hero.y)
      assert.are.same({ x, y, "arrived" }, { cell_x, cell_y, hero.status })
    end)
  end)
end)

describe("the state of a follower at a link", function()
  it("is refused if it contradicts itself", function()
    local world = walk.world { links = LIFT }
    world.hero:follow(walk.path(walk.WAY))
    world.hero:update(2)
    for key, value in pairs { ["path.links#1"] = 4, ["path.links#2"] = 2,
      ["motion.waited"] = -1, ["motion.link"] = -1 } do
      assert.are.same({ nil, "damaged" }, { world.hero:load(
        helper.forged("follower", world.hero:save(), key, value)) })
    end
  end)
end)

describe("a chase with links", function()
  it("moves the end of the path behind a link", function()
    local world = walk.world { links = LIFT }
    local hero, target = world.hero, { x = 75, y = 35 }
    assert.is_true(hero:chase(target, { within = 0 }))
    for _, case in ipairs { { 75, 35, 1 }, { 75, 25, 1 }, { 25, 25, 0 } } do
      target.x, target.y = case[1], case[2]
      hero:update(0.2)
      local path = hero._progress.path
      assert.are.same(case, { path[#path - 1], path[#path],
        #(path.links or {}) })
    end
  end)
end)
