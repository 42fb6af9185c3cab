--- hero:patrol: from point to point, by a new path each time.

local tilepath = require "tilepath"
local follower_helper = require "spec.support.follower_helper"
local helper = require "spec.support.helper"
local walk = require "spec.support.walk"

local at, recorded, searches = follower_helper.at, follower_helper.recorded,
  follower_helper.searches

--- A follower in cell 1, 1 of a map with cells of 10.
local function world(text, options)
  local grid = tilepath.grid(text, { cell_size = 10, prices = { mud = 9 },
    legend = { m = "mud" } })
  options = options or {}
  options.x, options.y = options.x or 5, options.y or 5
  options.speed, options.finder = 10, tilepath.pathfinder(grid)
  options.prune = false
  local hero, told = recorded(options)
  return hero, told, grid
end

local OPEN = ".....\n.....\n....."
local CORNERS = { { 45, 5 }, { 45, 25 }, { 5, 5 } }

local function patrol(...)
  return walk.order("patrol", ...)
end

-- Followers that begin at 5, 5, 10 units a second.
local WALKS = {
  { "walks from point to point, in rounds", order = patrol(CORNERS),
    { 4, 45, 5, "1", remaining = math.huge },
    { 6, 45, 25, "2" },
    { 8 + 2 * math.sqrt(2), 5, 5, "3" },
    { 12 + 2 * math.sqrt(2), 45, 5, "1" } },

  { "begins with the second point if it stands at the first",
    order = patrol { 5, 5, 45, 5 },
    { 4, 45, 5, "2" } },

  { "rests only at its points", map = "..#..\n.....", hero = { rest = 1 },
    order = patrol { 5, 5, 45, 5 },
    { 1.9 + 2 * math.sqrt(2), resting = false },
    { 2.5 + 2 * math.sqrt(2), 45, 5, "2", resting = true } },

  { "takes a query, like range", order = patrol({ 5, 5, 45, 5 },
    { within = 1 }),
    { 3, 35, 5, "2" },
    { 5, 15, 5 } },

  { "is blocked if all points are near enough, but behind a wall",
    map = "...#....\n...#....\n........", hero = { x = 25 },
    order = patrol({ 45, 5, 5, 5 }, { within = 4 }),
    { 10, 25, 5, "blocked 45,5", reason = "unreachable" },
    patrol({ 45, 5 }, { within = 4 }),
    { 20, 25, 5, "arrived" } },

  { "skips a point in a wall, until the point is free", order = patrol(CORNERS),
    walk.set(5, 3, "wall"),
    { 8.1, nil, nil, "1 3" },
    walk.set(5, 3, "open"),
    { 14.1, nil, nil, "1 2" } },

  { "goes on to another point if the next point is blocked",
    order = patrol(CORNERS),
    { 1, 15, 5, "" },
    walk.set(5, 1, "wall"),
    { 5, nil, nil, "2" } },

  { "is blocked if no other point is in reach, and then goes on",
    map = ".....", order = patrol { 5, 5, 45, 5 },
    { 1, 15, 5, "" },
    walk.set(3, 1, "wall"),
    { 3, 5, 5, "1 blocked 45,5", blocked = true },
    { 12, 5, 5, "" },
    walk.set(3, 1, "open"),
    { 16, 45, 5, "2" },
    walk.set(4, 1, "wall"),
    { 17, 45, 5, "blocked 5,5", blocked = true } },

  { "is blocked between two points, and then goes to the same point",
    map = "......", order = patrol { 5, 5, 55, 5, 45, 5, 5, 5 },
    { 2, 25, 5, "" },
    walk.set(2, 1, "wall"), walk.set(4, 1, "wall"),
    { 3, nil, nil, "blocked 55,5" },
    walk.set(4, 1, "open"), walk.set(4, 1, "wall"),
    { 5, nil, nil, "" },
    walk.fill(1, 1, 6, 1, "open"),
    { 8, 55, 5, "2" } },

  { "arrives if it has only one point", order = patrol { 45, 5 },
    { 10, 45, 5, "1 arrived" } },

  { "arrives if its points are one place", order = patrol { 45, 5, 45, 5 },
    { 10, 45, 5, "1 arrived" },
    patrol { 45, 5, 45, 5, 45, 5 },
    { 11, 45, 5, "arrived", remaining = 0 } },

  { "stands at the first point, and leaves out points without a path",
    map = ".....#.", order = patrol { 5, 5, 65, 5, 45, 5 },
    { 4, 45, 5, "3" },
    { 8, 5, 5, "1" } },

  { "does so upright, too", map = ".\n.\n.\n#\n.",
    order = patrol { 5, 5, 5, 45, 5, 25 },
    { 2, 5, 25, "3" },
    { 4, 5, 5, "1" } },

  { "stands at the first point, and waits for a way to the others",
    map = ".#...", order = patrol { 5, 5, 45, 5 },
    { 1, 5, 5, "blocked 45,5", blocked = true },
    walk.set(2, 1, "open"),
    { 5, 45, 5, "2" } },

  { "ignores slow_down",
    hero = { slow_down = 30 },
    order = patrol { 5, 5, 45, 5, 45, 25 },
    { 6, 45, 25, "2 3" },
    { 8 + 2 * math.sqrt(2), 5, 5, "1" } },
}

describe("hero:patrol", function()
  walk.each(it, OPEN, WALKS, 5)

  it("takes a flat table, a path, or a list of points with x and y", function()
    for _, points in ipairs { { 45, 5, 45, 25 },
      tilepath.path({ 45, 5, 45, 25 }, "world"),
      { { x = 45, y = 5 }, { x = 45, y = 25 } } } do
      local hero, told = world(OPEN)
      hero:patrol(points)
      hero:update(6)
      assert.are.equal("1: 45,5; 2: 45,25", told())
      assert.are.equal("45,25 45,5", helper.points(hero:path()))
    end
  end)

  it("finds paths round walls and dear ground", function()
    for _, text in ipairs { "..#..\n.....", "..m..\n....." } do
      local hero, told = world(text)
      hero:patrol { 5, 5, 45, 5 }
      hero:update(2)
      assert.is_true(hero.y > 5)
      hero:update(10)
      assert.are.equal("2: 45,5; 1: 5,5", told():sub(1, 15))
    end
  end)

  it("searches once at each point, and not between", function()
    local hero, _, grid = world(OPEN)
    assert.are.equal(1, searches(function()
      hero:patrol(CORNERS)
      for _ = 1, 10 do
        grid:set(2, 3, "wall")
        grid:set(2, 3, "open")
        hero:update(0.3)
      end
    end))
    assert.are.equal(1, searches(function() hero:update(1.1) end))
  end)

  it("walks at most four rounds in an update", function()
    local hero, told = world(OPEN)
    hero:patrol { 5, 5, 45, 5 }
    hero:update(1e9)
    at(45, 5, hero)
    assert.are.equal(7, select(2, told():gsub("%d:", "")))
    hero:update(1)
    at(35, 5, hero)
  end)
end)

describe("a patrol", function()
  it("does not check the path that it found again at each corner", function()
    local Map = require "tilepath.follower.map"
    local is_clear, checks = Map.is_clear, 0
    function Map.is_clear(...)
      checks = checks + 1
      return is_clear(...)
    end
    local hero = world(".....\n####.\n.....\n.####\n.....", { prune = true })
    hero:patrol { 45, 45, 5, 5 }
    hero:update(20)
    Map.is_clear = is_clear
    assert.are.equal("going", hero.status)
    assert.are.equal(0, checks)
  end)
end)

local REPEATED = {
  points = { CORNERS }, flat = { { 45, 5, 45, 25, 5, 5 } },
  ["with options"] = { CORNERS, { first = 3, rest = 0.5, within = 1 } },
  ["of one point"] = { { 25, 5 } },
  areas = { { { 40, 0, 9, 9 }, { 0, 20, 15, 9 } } },
  ["in cells"] = { { { 5, 1 }, { 2, 3 } }, nil, "patrol_cell" },
  ["at random"] = { { { 1, 1, 4, 3 } }, { random = 7, rest = 0.25 },
    "patrol_cell" } }

describe("a patrol given in each frame", function()
  for name, case in pairs(REPEATED) do
    it("changes nothing: " .. name, function()
      local call, shown = case[3] or "patrol", {}
      for i = 1, 3 do
        local hero, told = world(OPEN)
        hero.on_arrived = nil
        assert.is_true(hero[call](hero, case[1], case[2]))
        local all = {}
        for k = 1, 300 do
          if i > 1 then
            assert.is_true(hero[call](hero, case[1], case[2]))
          end
          if i > 2 and k % 50 == 17 then
            assert.is_true(hero:load((hero:save())))
          end
          hero:update(0.1)
          all[k] = ("%.9f %.9f %s"):format(hero.x, hero.y, hero.status)
        end
        shown[i] = table.concat(all, "\n") .. told()
      end
      assert.are.equal(shown[1], shown[2])
      assert.are.equal(shown[1], shown[3])
    end)
  end

  it("begins anew with other points or options", function()
    for _, case in ipairs {
      { CORNERS, nil, { { 45, 5 }, { 45, 25 } } },
      { CORNERS, nil, { { 45, 5 }, { 5, 25 }, { 5, 5 } } },
      { CORNERS, nil, nil, { first = 3 } },
      { CORNERS, nil, nil, { rest = 1 } },
      { CORNERS, nil, nil, { within = 1 } },
      { { { 40, 0, 9, 9 }, { 0, 20, 9, 9 } }, nil,
        { { 40, 0, 9, 9 }, { 0, 20, 5, 9 } } },
      { { { 10, 0, 39, 29 } }, { random = 7 }, nil, { random = 8 } },
      { { { 40, 0, 9, 9 } }, { random = 7 }, { { 0, 20, 9, 9 } } },
      { { { 40, 0, 9, 9 }, { 0, 20, 9, 9 } }, { random = 7 }, CORNERS, {} },
      { CORNERS, nil, { { 40, 0, 9, 9 }, { 0, 20, 9, 9 } }, { random = 7 } } } do
      local points, query = case[3] or case[1], case[4] or case[2]
      local hero = world(OPEN)
      hero:patrol(case[1], case[2])
      hero:update(5)
      local other = world(OPEN, { x = hero.x, y = hero.y })
      hero:patrol(points, query)
      other:patrol(points, query)
      for _ = 1, 30 do
        hero:update(0.5)
        other:update(0.5)
        assert.is_true(math.abs(hero.x - other.x) < 1e-6)
        assert.is_true(math.abs(hero.y - other.y) < 1e-6)
      end
    end
  end)

  it("leads back a follower that was put off its only point", function()
    local hero = world(OPEN)
    hero:patrol { 25, 5 }
    hero:update(5)
    for _, dt in ipairs { 0, 0.1 } do
      hero:set_position(5, 15)
      hero:update(dt)
      hero:patrol { 25, 5 }
      hero:update(5)
      at(25, 5, hero)
    end
  end)

  it("drops the list of orders", function()
    for _, case in ipairs { { CORNERS }, { { { 0, 0, 30, 9 } }, { random = 7 } } }
    do
      local hero = world(OPEN)
      hero:patrol(case[1], case[2])
      hero:go(25, 25, { queued = true })
      hero:patrol(case[1], case[2])
      hero:resume()
      hero:update(30)
      assert.are.equal("going", hero.status)
    end
  end)
end)
