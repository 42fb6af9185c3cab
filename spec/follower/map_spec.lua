--- Followers with a pathfinder, on a map that changes.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local shared = require "spec.support.follower_helper"
local walk = require "spec.support.walk"

local abs, floor = math.abs, math.floor
local unpack = rawget(table, "unpack") or rawget(_G, "unpack")
local at, recorded, near = shared.at, shared.recorded, helper.near

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

--- A path straight along a row of cells, point by point.
local function along(y, ...)
  local path = {}
  for i, x in ipairs { ... } do
    path[2 * i - 1], path[2 * i] = x, y
  end
  return path
end

-- Followers that begin at 5, 5, 10 units a second.
local WALKS = {
  { "finds another path to the same goal, from where it stands",
    path = along(6, 5, 15, 25, 35, 45, 57),
    { 1.3, 17, 6, "1 2" },
    walk.fill(4, 1, 1, 2, "wall"),
    { 100, 57, 6, arrived = true } },

  { "keeps its path if the change is not on the path",
    path = along(5, 5, 15, 25, 35, 45),
    { 1, 15, 5, "2" },
    walk.set(3, 2, "wall"),
    { 3, 35, 5, "3 4" } },

  { "ignores a wall behind it", map = ".....", path = along(5, 5, 45),
    { 2, 25, 5 },
    walk.set(1, 1, "wall"),
    { 4, 45, 5, "2 arrived" } },

  { "checks a path that is older than a change of the map",
    order = function(world)
      local path = world.finder:find_world(5, 5, 45, 5)
      world.grid:set(3, 1, "wall")
      world.hero:follow(path)
    end,
    { 100, 45, 5, arrived = true } },

  { "checks the way to the first point of its path", map = ".#..\n....",
    path = along(5, 25, 35),
    { 100, 35, 5, "2 3 4 5 arrived" } },

  { "rests on after it has found another path", hero = { rest = 1 },
    path = along(5, 5, 15, 25, 35, 45),
    { 1.5, 15, 5, "2" },
    walk.set(4, 1, "wall"),
    { 1.9, 15, 5, resting = true },
    { 2.1, resting = false, moving = true } },

  { "is blocked once, and told again of another wall", map = "......",
    path = along(5, 5, 15, 25, 35, 45, 55),
    { 1.5, 20, 5, "2" },
    walk.set(5, 1, "wall"),
    { 2.5, 20, 5, "blocked 45,5", blocked = true, moving = false,
      remaining = 35 },
    walk.set(6, 1, "wall"),
    { 100, 20, 5, "" },
    walk.fill(5, 1, 2, 1, "open"),
    { 100.1, 21, 5, "", moving = true },
    walk.set(6, 1, "wall"),
    { 101, 21, 5, "blocked 55,5" } },

  { "goes on when its path or another path opens",
    map = "......\n##.###\n......", order = walk.order("go", 55, 25),
    walk.set(3, 2, "wall"),
    { 1, 5, 5, "blocked 25,15" },
    walk.set(5, 2, "open"),
    { 100, 55, 25, arrived = true },
    walk.order("go", 5, 5),
    { 100.5 },
    walk.set(5, 2, "wall"),
    { 101, nil, nil, "blocked 45,15" },
    walk.set(5, 2, "open"),
    { 101.1, moving = true },
    { 200, 5, 5, arrived = true } },

  { "finds another path when a push takes its own out of sight",
    map = ".......\n...#...\n.......", path = along(5, 5, 65),
    { 2, 25, 5 },
    walk.put(25, 12), walk.put(25, 18), walk.put(25, 25),
    { 2.001, nil, nil, "" },
    { 100, 65, 5, arrived = true } },
}

describe("a follower with a pathfinder", function()
  walk.each(it, "......\n......\n......", WALKS, 5)

  it("keeps its very path if nothing is in its way", function()
    local hero, _, grid = scene [[
      ......
      ##.###
      ......
    ]]
    hero:go(55, 25)
    local path = hero._progress.path
    for _, terrain in ipairs { "wall", "open" } do
      grid:set(3, 2, terrain)
      grid:set(6, 1, terrain)
      hero:update(0.1)
    end
    assert.are.equal("going", hero.status)
    assert.is_true(rawequal(path, hero._progress.path))
  end)

  it("walks through no wall after a push of less than half a cell", function()
    local grid = tilepath.grid(9, 9, { cell_size = 16 })
    local finder = tilepath.pathfinder(grid)
    grid:set(5, 5, "wall")

    --- Goes from cell to cell; is pushed after `time` eighths of a second.
    local function play(x, y, to_x, to_y, time, dx, dy)
      local hero = tilepath.follower { finder = finder, speed = 64, cell_x = x,
        cell_y = y }
      hero:go_cell(to_x, to_y)
      hero:update(time / 8)
      if grid:is_walkable(grid:to_cell(hero.x + dx, hero.y + dy)) then
        hero:set_position(hero.x + dx, hero.y + dy)
      end
      for _ = 1, 60 do
        hero:update(1 / 32)
        -- The hero may touch the wall.
        assert.is_false(abs(hero.x - 72) < 8 - 1e-6
          and abs(hero.y - 72) < 8 - 1e-6)
      end
      assert.are.equal("arrived", hero.status)
    end

    for _, way in ipairs { { 2, 2, 6, 8 }, { 2, 3, 8, 6 }, { 2, 4, 8, 7 },
      { 3, 5, 8, 3 } } do
      for time = 4, 8 do
        for push = 0, 8 do
          local dx, dy = 4 * (push % 3 - 1), 4 * (floor(push / 3) - 1)
          local x, y, to_x, to_y = unpack(way)
          play(x, y, to_x, to_y, time, dx, dy)
          play(y, x, to_y, to_x, time, dy, dx)
          play(10 - x, y, 10 - to_x, to_y, time, -dx, dy)
        end
      end
    end
  end)

  it("looks ahead only with a new path or after an edit", function()
    local grid = tilepath.grid(200, 200, { cell_size = 10 })
    local hero = tilepath.follower { x = 5, y = 5, speed = 1,
      finder = tilepath.pathfinder(grid) }
    local function looks(expected, f, times)
      assert.are.equal(expected, shared.sights(function()
        for i = 1, times or 1 do f(i) end
      end))
    end
    hero:follow { 5, 5, 15, 5, 25, 5, 35, 5 }
    looks(3, function() hero:update(1) end, 15)
    grid:set(3, 2, "wall")
    looks(0, function() hero:update(0) end)
    looks(2, function() hero:update(1) end, 2)
    -- Not for the last digits of a body's place.
    hero:set_position(5, 5)
    hero:follow { 5, 5, 1000, 5 }
    looks(1, function(i)
      hero:set_position(hero.x, 5 + i % 2 * 1e-4)
      hero:velocity(1)
    end, 100)
  end)

  it("searches at once if a callback builds a wall", function()
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
      assert.are.equal(2, hero:path():size())
      grid:set(5, 2, "wall")
      hero:update(0.01)
      assert.are.equal(prune, hero:path():size() == 3)
    end
  end)
end)

describe("on_blocked", function()
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
    near(5, hero.x)
    assert.are.equal(11, select(2, told():gsub("blocked: 55,5", "")))
  end)
end)
