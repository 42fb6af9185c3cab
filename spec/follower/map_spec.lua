--- Followers with a pathfinder, on a map that changes.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local shared = require "spec.support.follower_helper"

local at, near, recorded = shared.at, shared.near, shared.recorded

--- A follower on a map of cells of 10 by 10.
local function scene(text, options)
  local grid = tilepath.grid(helper.map(text), { cell_size = 10 })
  local finder = tilepath.pathfinder(grid)
  options = options or {}
  options.x, options.y = options.x or 5, options.y or 5
  options.speed, options.finder = options.speed or 10, finder
  local hero, told = recorded(options)
  return hero, told, grid, finder
end

--- Walks frame by frame; fails if the follower is in a wall. @return the frames
-- until it stopped
local function walk(hero, frames)
  local finder = hero.finder
  for i = 1, frames do
    hero:update(0.1)
    local x, y = finder.grid:to_cell(hero.x, hero.y)
    if not finder:can_enter(x, y) then
      error(("in a wall at %g, %g"):format(hero.x, hero.y), 2)
    elseif hero.status ~= "going" then
      return i
    end
  end
  return frames
end

--- A follower on a map of 200 x 200 cells, and a function that counts the lines
-- of sight that a function asks for.
local function counted()
  local grid = tilepath.grid(200, 200, { cell_size = 10 })
  local hero = tilepath.follower { x = 5, y = 5, speed = 1,
    finder = tilepath.pathfinder(grid) }
  return hero, grid, shared.sights
end

describe("a follower with a pathfinder", function()
  it("finds another path to the same goal, from where it stands", function()
    local hero, told, grid, finder = scene [[
      ......
      ......
      ......
    ]]
    hero:follow(finder:find_world(5, 5, 57, 6))
    hero:update(1.3)
    told()
    grid:fill(4, 1, 1, 2, "wall")
    hero:update(1e-6)
    assert.are.equal(18, math.floor(hero._way.path[1] + 1e-4))
    walk(hero, 200)
    assert.are.equal("arrived", hero.status)
    assert.are.equal(57, hero.x)
    assert.are.equal(6, hero.y)
    assert.is_truthy(told():find("arrived$"))
  end)

  it("keeps its path if the change is not on the path", function()
    local hero, told, grid, finder = scene [[
      .....
      .....
    ]]
    hero:follow(finder:find_world(5, 5, 45, 5))
    hero:update(1)
    local path = hero._way.path
    grid:set(3, 2, "wall")
    hero:update(2)
    at(35, 5, hero)
    assert.is_true(rawequal(path, hero._way.path))
    assert.are.equal("2: 15,5; 3: 25,5; 4: 35,5", told())
  end)

  it("stops before a terrain that was closed, even if another price "
    .. "changed since", function()
      local grid = tilepath.grid(5, 1, { prices = { mud = 2, sand = 3 } })
      local finder = tilepath.pathfinder(grid)
      local hero = tilepath.follower { x = 0.5, y = 0.5, finder = finder,
        speed = 1 }
      grid:set(4, 1, "mud")
      hero:follow(finder:find_world(0.5, 0.5, 4.5, 0.5))
      hero:update(0.5)
      grid:terrain("mud", false)
      finder:find(1, 1, 2, 1)
      grid:terrain("sand", 4)
      finder:find(1, 1, 2, 1)
      hero:update(9)
      assert.are_not.equal("arrived", hero.status)
    end)

  it("ignores a wall behind it", function()
    local hero, _, grid, finder = scene "....."
    hero:follow(tilepath.path({ 5, 5, 45, 5 }, "world"))
    hero:update(2)
    grid:set(1, 1, "wall")
    assert.is_false(finder:line_of_sight_world(5, 5, 45, 5))
    local path = hero._way.path
    hero:update(2)
    assert.are.equal("arrived", hero.status)
    assert.is_true(rawequal(path, hero._way.path))
  end)

  it("keeps a line that touches two corners", function()
    local grid = tilepath.grid(helper.map [[
      ..#..
      .#...
    ]], { cell_size = 10 })
    local finder = tilepath.pathfinder(grid, { diagonal = "always" })
    assert.is_true(finder:line_of_sight_world(5, 5, 35, 15))
    for i = 1, 99 do
      local hero = tilepath.follower { x = 5, y = 5, speed = i / 7,
        finder = finder }
      hero:follow(tilepath.path({ 5, 5, 35, 15 }, "world"))
      local path = hero._way.path
      hero:update(1)
      grid:set_walkable(5, 1, i % 2 == 0)
      hero:update(0.1)
      assert.is_true(rawequal(path, hero._way.path))
    end
  end)

  it("does not look again for the last digits of a body's place", function()
    local hero, _, sights = counted()
    hero:follow { 5, 5, 1000, 5 }
    assert.are.equal(1, sights(function()
      for i = 1, 100 do
        hero:set_position(hero.x, 5 + i % 2 * 1e-4)
        hero:velocity(1)
      end
    end))
  end)

  it("looks ahead only when it gets a path and when the map has "
    .. "changed", function()
      local hero, grid, sights = counted()
      hero:follow { 5, 5, 15, 5, 25, 5, 35, 5 }
      assert.are.equal(3, sights(function()
        for _ = 1, 15 do
          hero:update(1)
        end
      end))
      grid:set(3, 2, "wall")
      assert.are.equal(0, sights(function() hero:update(0) end))
      assert.are.equal(2, sights(function()
        hero:update(1)
        hero:update(1)
      end))
    end)

  it("checks a path that is older than a change of the map", function()
    local hero, _, grid, finder = scene [[
      .....
      .....
    ]]
    local path = finder:find_world(5, 5, 45, 5)
    grid:set(3, 1, "wall")
    hero:follow(path)
    walk(hero, 200)
    assert.are.equal("arrived", hero.status)
  end)

  it("checks the way to the first point of its path", function()
    local hero, _, _, finder = scene([[
      .#..
      ....
    ]])
    hero:follow(tilepath.path({ 25, 5, 35, 5 }, "world"))
    assert.is_false(finder:line_of_sight_world(5, 5, 25, 5))
    walk(hero, 200)
    assert.are.equal("arrived", hero.status)
    at(35, 5, hero)
  end)

  it("searches at once if a callback builds a wall",
    function()
      local hero, _, grid, finder = scene [[
        ....
        ....
      ]]
      hero.on_reached = function(i)
        if i == 2 then
          grid:set(3, 1, "wall")
        end
      end
      hero:follow(finder:find_world(5, 5, 35, 5))
      hero:update(1.5)
      assert.is_true(hero.y > 5)
    end)

  it("prunes the new path with prune = true", function()
    for _, prune in ipairs { false, true } do
      local hero, _, grid, finder = scene([[
        .........
        .........
        .........
      ]], { prune = prune })
      hero:follow(finder:find_world(5, 5, 85, 25):prune(finder))
      assert.are.equal(2, hero._way.path:count())
      grid:set(5, 2, "wall")
      hero:update(0.01)
      local points = hero._way.path:count()
      assert.are.equal(prune, points == 3, points .. " points")
      walk(hero, 200)
      assert.are.equal("arrived", hero.status)
    end
  end)

  it("rests on after it has found another path", function()
    local hero, _, grid, finder = scene([[
      .....
      .....
    ]], { rest = 1 })
    hero:follow(finder:find_world(5, 5, 45, 5))
    hero:update(1.5)
    grid:set(4, 1, "wall")
    hero:update(0.4)
    assert.are.equal("resting", hero.status)
    at(15, 5, hero)
    hero:update(0.2)
    near(0.1 * 10, math.sqrt((hero.x - 15) ^ 2 + (hero.y - 5) ^ 2), 1e-6)
  end)
end)

describe("on_blocked", function()
  it("is called once, with the cell in the way",
    function()
      local hero, told, grid, finder = scene "......"
      hero:follow(finder:find_world(5, 5, 55, 5))
      hero:update(1.5)
      grid:set(5, 1, "wall")
      hero:update(1)
      assert.are.equal("2: 15,5; blocked: 45,5", told())
      assert.are.equal("blocked", hero.status)
      assert.is_true(hero.under_way)
      assert.are_not.equal("going", hero.status)
      at(20, 5, hero)
      near(35, hero.remaining)
      grid:set(6, 1, "wall")
      hero:update(100)
      at(20, 5, hero)
      assert.are.equal("", told())
      assert.are.equal("follower at 20, 5 (blocked)", tostring(hero))
    end)

  it("does not end the order: the follower goes on when a path opens",
    function()
      local hero, told, grid, finder = scene [[
        ......
        ##.###
        ......
      ]]
      hero:follow(finder:find_world(5, 5, 55, 25))
      grid:set(3, 2, "wall")
      hero:update(1)
      assert.are.equal("blocked: 25,15", told())
      grid:set(5, 2, "open")
      walk(hero, 200)
      assert.are.equal("arrived", hero.status)
      at(55, 25, hero)
      hero:follow(finder:find_world(55, 25, 5, 5))
      hero:update(0.5)
      told()
      local path = hero._way.path
      grid:set(5, 2, "wall")
      hero:update(1)
      assert.are.equal("blocked: 45,15", told())
      grid:set(5, 2, "open")
      hero:update(0.1)
      assert.is_true(rawequal(path, hero._way.path))
      assert.are.equal("going", hero.status)
    end)

  it("is called again when the follower is blocked again", function()
    local hero, told, grid, finder = scene "......"
    hero:follow(finder:find_world(5, 5, 55, 5))
    for i = 5, 6 do
      grid:set(i, 1, "wall")
      hero:update(0.1)
      grid:set(i, 1, "open")
      hero:update(0.1)
    end
    assert.are.equal("blocked: 45,5; blocked: 55,5", told())
    near(5 + 2, hero.x)
  end)

  it("can give a new path, and the rest of dt goes to it", function()
    local hero, told, grid, finder = scene "......"
    local blocked = hero.on_blocked
    hero.on_blocked = function(x, y)
      blocked(x, y)
      hero:follow(finder:find_world(hero.x, hero.y, 5, 5))
    end
    hero:follow(finder:find_world(5, 5, 55, 5))
    hero:update(3)
    told()
    grid:set(6, 1, "wall")
    hero:update(1)
    at(25, 5, hero)
    assert.are.equal("blocked: 55,5; 2: 25,5", told())
  end)

  it("cannot hang the update by giving the same path again", function()
    local hero, told, grid, finder = scene "......"
    local path = finder:find_world(5, 5, 55, 5)
    local blocked = hero.on_blocked
    hero.on_blocked = function(x, y)
      blocked(x, y)
      hero:follow(path)
    end
    hero:follow(path)
    grid:set(6, 1, "wall")
    hero:update(1)
    at(5, 5, hero)
    local _, times = told():gsub("blocked: 55,5", "")
    assert.are.equal(11, times)
  end)

  it("is called if walls are built over the follower and around it", function()
    local hero, told, grid, finder = scene "......"
    hero:follow(finder:find_world(5, 5, 55, 5))
    hero:update(1)
    told()
    grid:clear("wall")
    hero:update(1)
    at(15, 5, hero)
    assert.are.equal("blocked: 15,5", told())
  end)
end)

describe("a pathfinder that fails", function()
  -- The core in Lua calls no heuristic.
  it("#core_c passes its error on, and the follower does not change", function()
    local grid = tilepath.grid("........\n........", { cell_size = 10 })
    local fails = false
    local finder = tilepath.pathfinder(grid, { heuristic = function()
      return fails and error("out of luck", 0) or 0
    end })
    local hero = tilepath.follower { x = 5, y = 5, speed = 10, finder = finder }
    hero:follow { 5, 5, 75, 5 }
    hero:update(1)
    fails = true
    grid:set(5, 1, "wall")
    local done, message = pcall(hero.update, hero, 1)
    assert.is_false(done)
    assert.are.equal("out of luck", message)
    at(15, 5, hero)
    fails = false
    grid:set(5, 1, "open")
    hero:update(1)
    at(35, 5, hero)
  end)
end)

describe("a follower that is pushed aside", function()
  it("finds another path when its own is out of sight", function()
    local hero, _, grid, finder = scene([[
      .......
      ...#...
      .......
    ]])
    hero:follow(tilepath.path({ 5, 5, 65, 5 }, "world"))
    hero:update(2)
    for y = 6, 25 do
      hero:set_position(hero.x, y)
      hero:update(0.001)
    end
    assert.is_false(finder:line_of_sight_world(hero.x, hero.y, 65, 5))
    assert.is_true(finder:can_enter(grid:to_cell(hero.x, hero.y)))
    walk(hero, 200)
    assert.are.equal("arrived", hero.status)
    at(65, 5, hero)
  end)
end)
