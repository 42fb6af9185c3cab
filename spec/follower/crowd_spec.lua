--- Followers that are units of a crowd: the cells they hold, where they stop in
-- front of units, and what a game can do to them.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local follower_helper = require "spec.support.follower_helper"

local list = helper.list
local at, near = follower_helper.at, follower_helper.near

local grid, finder, giants, crowd

--- @return a follower in the middle of a cell, and a list of the units that
-- stopped it
local function new_hero(cell_x, cell_y, options)
  local told = {}
  options = options or {}
  options.finder, options.crowd = options.finder or finder, crowd
  options.speed = 10
  options.x, options.y = options.finder:to_world(cell_x, cell_y)
  options.on_bump = options.on_bump or function(unit)
    told[#told + 1] = unit.name or unit.follower.name
  end
  return tilepath.follower(options), told
end

local function new_post(cell_x, cell_y, name)
  local post = assert(crowd:add { finder = finder, cell_x = cell_x,
    cell_y = cell_y })
  post.name = name or "post"
  return post
end

--- A row of the grid as a word: a, b, c are the heroes' cells, # other units'.
local function row(y, ...)
  local letters = {}
  for x = 1, 8 do
    letters[x] = crowd:at(x, y) and "#" or "."
    for i, hero in ipairs { ... } do
      if rawequal(crowd:at(x, y), hero.unit) then
        letters[x] = ("abc"):sub(i, i)
      end
    end
  end
  return table.concat(letters)
end

--- The error that a call raises.
local function mistake(f, a, b, c)
  return helper.mistake(function() f(a, b, c) end)
end

before_each(function()
  grid = tilepath.grid(8, 6, { cell_size = 10 })
  finder = tilepath.pathfinder(grid)
  giants = tilepath.pathfinder(grid, { size = 2 })
  crowd = tilepath.crowd(grid)
end)

describe("a follower in a crowd #core_c", function()
  it("is a unit of the crowd, and the unit has its follower", function()
    local hero = new_hero(3, 2)
    local unit = hero.unit
    assert.is_true(unit.crowd == crowd and unit.finder == finder)
    assert.is_true(rawequal(hero, unit.follower))
    assert.are.same({ 25, 15, 3, 2 },
      { unit.x, unit.y, unit.cell_x, unit.cell_y })
    assert.is_true(rawequal(unit, crowd:at(3, 2)))
    assert.are.equal(1, #crowd)
    assert.are.equal("..a.....", row(2, hero))
    assert.are.same({ { 3, 2, 1, 1 } }, unit:cells())
  end)

  it("holds a cell from half a cell before it to half a cell behind it",
    function()
      local hero = new_hero(1, 1)
      hero:follow { 5, 5, 35, 5 }
      assert.are.equal("a.......", row(1, hero))
      for _, expected in ipairs { "aa......", "aa......", "aa......",
        ".a......", ".aa.....", ".aa.....", ".aa.....", "..a....." } do
        hero:update(0.25)
        assert.are.equal(expected, row(1, hero))
      end
      assert.are.equal(2, hero.unit.cell_x - 1)
      hero:update(10)
      assert.are.equal("...a....", row(1, hero))
    end)

  it("takes a diagonal step between two units", function()
    local hero = new_hero(1, 1)
    new_post(2, 1)
    new_post(1, 2)
    hero:follow { 5, 5, 15, 15 }
    hero:update(0.1)
    assert.are.equal("a#......", row(1, hero))
    assert.are.equal("#a......", row(2, hero))
    hero:update(10)
    at(15, 15, hero)
    assert.are.equal(".#......", row(1, hero))
  end)

  it("takes no diagonal step that crosses another follower's", function()
    local hero, told = new_hero(1, 1)
    local other, others = new_hero(2, 1)
    other.name = "other"
    hero:follow { 5, 5, 15, 15 }
    other:follow { 15, 5, 5, 15 }
    other:update(0.5)
    hero:update(0.5)
    at(5, 5, hero)
    assert.are.same({ "other" }, told)
    other:update(0.5)
    hero:update(0.5)
    at(5, 5, hero)
    other:update(1)
    at(5, 15, other)
    hero:update(2)
    at(15, 15, hero)
    assert.are.same({ "other" }, told)
    assert.are.same({}, others)
  end)

  it("takes no such diagonal step by hero:step either", function()
    local hero, told = new_hero(1, 1)
    local other = new_hero(2, 1)
    other.name = "other"
    hero:follow { 5, 5, 15, 15 }
    other:follow { 15, 5, 5, 15 }
    other:update(0.5)
    assert.is_nil(hero:step())
    assert.are.same({ "other" }, told)
    other:update(10)
    assert.are.equal(15, (hero:step()))
  end)

  it("holds the cell where the game put it, even if it stops at"
    .. " once", function()
    local hero = new_hero(1, 1)
    hero:follow { 5, 5, 75, 5 }
    hero:update(0.1)
    hero.x, hero.y = 45, 15
    hero:stop()
    hero:update(0.1)
    assert.are.equal("........", row(1, hero))
    assert.are.equal("....a...", row(2, hero))
    assert.are.equal(5, hero.unit.cell_x)
    hero:follow { 45, 15, 75, 15 }
    hero:update(0.1)
    hero.x = "far"
    hero:stop()
    assert.are.equal(45 + 1, hero.unit.x)
    assert.are.equal("....aa..", row(2, hero))
  end)

  it("needs all cells that its middle crosses", function()
    local hero, told = new_hero(1, 1)
    new_post(3, 2)
    hero:follow { 5, 5, 45, 25 }
    hero:update(100)
    -- the path crosses the border of columns 2 and 3 at 20, 12.5
    at(15, 10, hero)
    assert.are.same({ "post" }, told)
  end)

  it("is as large as its pathfinder's agent", function()
    local hero = new_hero(1, 1, { finder = giants })
    local post = new_post(6, 2)
    hero:follow { 10, 10, 70, 10 }
    hero:update(0.1)
    assert.are.equal("aaa.....", row(1, hero))
    assert.are.equal("aaa..#..", row(2, hero))
    hero:update(100)
    at(40, 10, hero)
    assert.are.equal("...aa#..", row(2, hero))
    post:remove()
    hero:update(100)
    assert.are.equal("......aa", row(2, hero))
  end)

  it("holds the cell at its end, on a border too", function()
    local hero = new_hero(1, 1)
    hero:follow { 5, 5, 10, 5 }
    hero:update(100)
    at(10, 5, hero)
    assert.are.equal(".a......", row(1, hero))
    local other, told = new_hero(4, 1)
    new_post(5, 1)
    other:follow { 35, 5, 40, 5 }
    other:update(100)
    at(35, 5, other)
    assert.are.same({ "post" }, told)
  end)

  it("releases the cell behind it when it stops", function()
    local hero = new_hero(1, 1)
    hero:follow { 5, 5, 35, 5 }
    hero:update(0.7)
    assert.are.equal("aa......", row(1, hero))
    hero:pause()
    hero:update(1)
    assert.are.equal("aa......", row(1, hero))
    hero:stop()
    assert.are.equal(".a......", row(1, hero))
    hero:resume()
    hero:follow {}
    hero:update(1)
    assert.are.equal(".a......", row(1, hero))
  end)

  it("walks off the map, where there are no cells to hold", function()
    local hero = new_hero(1, 1, { speed = 10 })
    hero.finder = finder
    hero:set_position(-25, 5)
    assert.are.equal("........", row(1, hero))
    assert.are.same({ -2, 1 }, { hero.unit.cell_x, hero.unit.cell_y })
    hero:follow { -25, 5, 15, 5 }
    hero:update(100)
    assert.is_false(hero:is_arrived() and row(1, hero) ~= ".a......")
  end)
end)

describe("hero.on_bump #core_c", function()
  it("is called when a unit stops the follower", function()
    local hero, told = new_hero(1, 1)
    local post = new_post(4, 1)
    hero:follow { 5, 5, 75, 5 }
    hero:update(1.999)
    assert.are.same({}, told)
    hero:update(0.002)
    assert.are.same({ "post" }, told)
    at(25, 5, hero)
    assert.is_false(hero:is_moving())
    assert.is_true(hero:is_following())
    assert.is_false(hero:is_blocked())
    hero:update(5)
    assert.are.same({ "post" }, told)
    post:set_cell(4, 2)
    hero:update(1)
    at(35, 5, hero)
    assert.is_true(hero:is_moving())
    assert.are.same({ "post" }, told)
  end)

  it("is called once for each unit that stops the follower", function()
    local hero, told = new_hero(1, 1)
    local post = new_post(3, 1, "first")
    hero:go(75, 5)
    hero:update(9)
    hero:go(75, 5)
    hero:update(9)
    assert.are.same({ "first" }, told)
    post:remove()
    new_post(3, 1, "second")
    hero:update(9)
    assert.are.same({ "first", "second" }, told)
    crowd:at(3, 1):remove()
    new_post(5, 1, "third")
    hero:update(9)
    assert.are.same({ "first", "second", "third" }, told)
  end)

  it("can remove the unit, and the rest of the time counts", function()
    local hero = new_hero(1, 1, { on_bump = function(unit) unit:remove() end })
    new_post(3, 1)
    new_post(6, 1)
    hero:follow { 5, 5, 75, 5 }
    hero:update(7)
    at(75, 5, hero)
    assert.are.equal(1, #crowd)
  end)

  it("can send the follower elsewhere", function()
    local hero
    hero = new_hero(1, 1, { on_bump = function()
      hero:follow { 15, 5, 15, 35 }
    end })
    new_post(3, 1)
    hero:follow { 5, 5, 75, 5 }
    hero:update(2)
    at(15, 15, hero)
  end)

  it("can put new units in the way without end", function()
    local hero
    hero = new_hero(1, 1, { on_bump = function(unit)
      unit:remove()
      new_post(3, 1)
    end })
    new_post(3, 1)
    hero:follow { 5, 5, 75, 5 }
    hero:update(100)
    at(15, 5, hero)
  end)

  it("can remove the follower's own unit, and the follower goes on",
    function()
      local hero
      hero = new_hero(1, 1, { on_bump = function() hero.unit:remove() end })
      new_post(3, 1)
      hero:follow { 5, 5, 75, 5 }
      hero:update(7)
      at(75, 5, hero)
      assert.is_nil(hero.unit)
      assert.are.equal("..#.....", row(1))
    end)

  it("can raise an error, and is not called again", function()
    local hero = new_hero(1, 1, { on_bump = function()
      error("on purpose")
    end })
    new_post(3, 1)
    hero:follow { 5, 5, 75, 5 }
    assert.is_false((pcall(hero.update, hero, 9)))
    at(15, 5, hero)
    assert.are.equal(".a#.....", row(1, hero))
    hero:update(9)
    at(15, 5, hero)
  end)

  it("is called for both of two followers that meet", function()
    local a, told_a = new_hero(1, 1)
    local b, told_b = new_hero(6, 1)
    a.name, b.name = "a", "b"
    a:go(75, 5)
    b:go(5, 5)
    for _ = 1, 50 do
      a:update(0.1)
      b:update(0.1)
    end
    assert.are.same({ "b" }, told_a)
    assert.are.same({ "a" }, told_b)
    assert.is_true(b.x - a.x >= 10 - 1e-9)
  end)
end)

describe("hero:set_position in a crowd #core_c", function()
  it("returns whether the place is free", function()
    local hero = new_hero(1, 1)
    local post = new_post(3, 1)
    assert.are.same({ true }, list(hero:set_position(45, 5)))
    assert.are.equal("..#.a...", row(1, hero))
    assert.are.same({ false, "occupied" }, list(hero:set_position(26, 5)))
    assert.are.equal("..#.....", row(1, hero))
    hero:update(1)
    post:remove()
    hero:update(1)
    assert.are.equal("..a.....", row(1, hero))
    assert.are.same({ true }, list(hero:set_position(26, 5)))
    assert.are.same({ true },
      list(tilepath.follower({}):set_position(1, 2)))
  end)

  it("holds the free cells, and the follower can walk off", function()
    local hero = new_hero(5, 4, { finder = giants })
    new_post(3, 1)
    assert.are.same({ false, "occupied" }, list(hero:set_position(30, 10)))
    assert.are.equal("..#a....", row(1, hero))
    assert.are.equal("..aa....", row(2, hero))
    hero:follow { 30, 10, 60, 10 }
    hero:update(1)
    at(40, 10, hero)
    assert.are.equal("..#aa...", row(1, hero))
    hero:update(9)
    assert.are.equal("..#..aa.", row(1, hero))
  end)

  it("equals a write to x and y", function()
    local hero = new_hero(1, 1)
    hero.x, hero.y = 45, 15
    hero:update(1)
    assert.are.equal("........", row(1, hero))
    assert.are.equal("....a...", row(2, hero))
  end)

  it("keeps a body that obeys velocity out of cells that units hold",
    function()
      local hero, told = new_hero(1, 1)
      new_post(4, 1)
      hero:follow { 5, 5, 75, 5 }
      local x, y = hero.x, hero.y
      for _ = 1, 60 do
        assert.is_true((hero:set_position(x, y)))
        local vx, vy = hero:velocity(0.1)
        x, y = x + vx * 0.1, y + vy * 0.1
      end
      near(25, x)
      assert.are.same({ "post" }, told)
    end)
end)

describe("hero:step in a crowd #core_c", function()
  it("walks the whole leg, or nothing if a unit is in the way", function()
    local hero, told = new_hero(1, 1)
    local post = new_post(4, 1)
    hero:follow { 5, 5, 15, 5, 75, 5 }
    assert.are.same({ 15, 5, 0 }, list(hero:step()))
    assert.are.equal(".a.#....", row(1, hero))
    for _ = 1, 3 do
      assert.are.same({ nil, "occupied" }, list(hero:step()))
    end
    assert.are.same({ "post" }, told)
    assert.are.equal(".a.#....", row(1, hero))
    post:remove()
    assert.are.same({ 75, 5, 0 }, list(hero:step()))
    assert.are.equal(".......a", row(1, hero))
    assert.is_true(hero:is_arrived())
  end)

  it("walks away from a unit put on the corner of its step",
    function()
      local hero = new_hero(4, 3)
      hero:follow { 35, 25, 25, 35 }
      hero:update(0.1)
      local ogre = new_hero(7, 5, { finder = giants })
      assert.are.same({ false, "occupied" }, list(ogre:set_position(30, 30)))
      assert.are.equal("..ba....", row(3, hero, ogre))
      assert.are.equal("..ab....", row(4, hero, ogre))
      hero:follow { 45, hero.y }
      assert.are.equal(45, (hero:step()))
    end)
end)

describe("a follower's unit #core_c", function()
  it("is moved by the follower alone", function()
    local hero = new_hero(1, 1)
    local unit = hero.unit
    for _, name in ipairs { "go", "set_cell", "set_position", "set_finder" } do
      assert.are.equal(name .. ": the unit belongs to a follower (which moves "
        .. "it)", mistake(unit[name], unit, 2, 2))
    end
  end)

  it("can be removed, and the follower goes on without", function()
    local hero = new_hero(1, 1)
    new_post(3, 1)
    hero:follow { 5, 5, 75, 5 }
    hero:update(0.5)
    local unit = hero.unit
    unit:remove()
    assert.are.equal("..#.....", row(1))
    hero:update(100)
    at(75, 5, hero)
    assert.is_nil(hero.unit)
    assert.is_true(rawequal(hero, unit.follower))
    assert.are.same({ true }, list(hero:set_position(25, 5)))
    hero.unit = "the game's own"
    hero:update(1)
  end)

  it("cannot be written", function()
    local hero = new_hero(1, 1)
    local unit = hero.unit
    hero.unit = nil
    assert.are.equal("update: unit cannot be written (call its remove)",
      mistake(hero.update, hero, 1))
    hero.unit = unit
    hero:update(1)
    unit:remove()
    hero.unit = nil
    hero:update(1)
  end)

  it("takes the size of another pathfinder", function()
    local hero = new_hero(1, 1)
    hero.finder = giants
    hero:update(1)
    assert.are.equal("aa......", row(1, hero))
    assert.is_true(rawequal(giants, hero.unit.finder))
    hero.finder = nil
    hero:update(1)
    assert.are.equal("aa......", row(1, hero))
    hero.finder = tilepath.pathfinder(tilepath.grid(8, 6))
    assert.is_truthy(mistake(hero.update, hero, 1):find(
      "update: finder must be a pathfinder on its crowd's grid", 1, true))
    hero.finder = finder
    hero:update(1)
    assert.are.equal("a.......", row(1, hero))
  end)
end)

describe("tilepath.follower with a crowd #core_c", function()
  it("stands over units and walls, and holds the free cells", function()
    new_post(2, 1)
    grid:set(1, 2, "wall")
    local hero = new_hero(1, 1, { finder = giants })
    assert.are.equal("a#......", row(1, hero))
    assert.are.equal("aa......", row(2, hero))
    assert.are.equal(2, #crowd)
  end)

  it("goes on from a state, and does not report the same unit again", function()
    local hero = new_hero(1, 1)
    new_post(4, 1)
    hero:follow { 5, 5, 75, 5 }
    hero:update(9)
    local kept = hero:state()
    hero.unit:remove()
    local told = {}
    local again = tilepath.follower { state = kept, crowd = crowd,
      finder = finder, on_bump = function() told[#told + 1] = "again" end }
    assert.are.equal("..a#....", row(1, again))
    again:update(9)
    at(25, 5, again)
    assert.are.same({}, told)
    assert.is_nil(tilepath.follower { state = kept, finder = finder }.unit)
  end)

  it("takes over its unit in a restored crowd", function()
    local hero = new_hero(1, 1)
    new_post(6, 1)
    hero:follow { 5, 5, 75, 5 }
    hero:update(0.8)
    assert.are.equal("aa...#..", row(1, hero))
    local state, all = hero:state(), crowd:state()
    crowd = tilepath.crowd(grid, { state = all,
      finders = { finder, finder } })
    hero = tilepath.follower { state = state, crowd = crowd, finder = finder }
    assert.are.equal(2, #crowd)
    assert.are.equal("aa...#..", row(1, hero))
    assert.is_true(rawequal(hero, crowd:at(1, 1).follower))
    local other = tilepath.follower { state = state, crowd = crowd,
      finder = finder }
    assert.are.equal(3, #crowd)
    assert.are.equal("aa...#..", row(1, hero, other))
  end)
end)

describe("hero:go among others #core_c", function()
  it("finds a path round units, and does not avoid itself", function()
    local hero, told = new_hero(1, 2)
    new_post(4, 2)
    hero.on_bump = function(unit)
      told[#told + 1] = unit.name
      assert.is_true(hero:go(75, 15, { avoid = crowd }))
    end
    hero:go(75, 15)
    hero:update(100)
    at(75, 15, hero)
    assert.are.same({ "post" }, told)
    hero:follow { 75, 15, 55, 15 }
    hero:update(0.5)
    at(70, 15, hero)
    assert.are.equal("...#..aa", row(2, hero))
    for _, except in ipairs { false, new_post(1, 6), { new_post(2, 6) } } do
      hero:go(55, 15, { avoid = crowd, except = except or nil })
      hero:update(0)
      assert.are.equal(15 + 3, hero:remaining() + hero.path:count())
    end
  end)

  it("keeps avoid in its state", function()
    local hero = new_hero(1, 2)
    grid:fill(5, 1, 1, 5, "wall")
    hero:go(75, 15, { avoid = crowd, avoid_cost = 3 })
    hero:update(1)
    local kept = hero:state()
    assert.are.equal("crowd", kept["order.query.avoid"])
    assert.are.equal(3, kept["order.query.avoid_cost"])
    assert.is_nil(kept["order.query.except"])
    assert.are.equal(
      "follower: crowd must be the crowd that the follower avoids, got nil",
      mistake(tilepath.follower, { state = kept, finder = finder }))
    hero.unit:remove()
    hero = tilepath.follower { state = kept, finder = finder, crowd = crowd }
    new_post(5, 6)
    grid:set(5, 5, "open")
    grid:set(4, 6, "wall")
    hero:update(100)
    at(75, 15, hero)
    assert.is_true(hero:go(75, 5, { avoid = { crowd, { 1, 1 } } }))
    assert.are.equal("state: order.query.avoid#1 must be a value that can be "
      .. "saved, got crowd",
      mistake(hero.state, hero))
  end)

  it("can be saved if except is its own unit", function()
    local hero = new_hero(1, 2)
    hero:go(75, 15, { avoid = crowd, except = hero.unit })
    assert.is_nil(hero:state()["order.query.except"])
    hero:patrol({ 75, 15, 5, 15 }, { avoid = crowd })
    hero:update(100)
    assert.is_nil(hero:state()["order.query.except"])
  end)
end)
