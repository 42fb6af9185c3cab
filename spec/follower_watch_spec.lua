--- What a follower notices of a map that changes: as much as one that looks at
-- all of its way after every edit, and without looking where the edit is far.
--
-- Each walk of the law is made from a seed of its own. What fails names it:
-- SEED=n RUNS=1 in the environment walks that one again.

local tilepath = require "tilepath"
local core = require "tilepath_core"
local helper = require "spec.helper"
local shared = require "spec.follower_helper"

local SEED = tonumber(os.getenv("SEED")) or os.time() % 1e6 * 1000
local RUNS = tonumber(os.getenv("RUNS")) or 400

io.write(("follower watch: SEED=%d\n"):format(SEED))

--- How often f has a pathfinder of ours asked for a line of sight.
local function sights(f)
  local index, asked = core.Pathfinder.__index, 0
  core.Pathfinder.__index = function(finder, key)
    if key == "line_of_sight_world" then
      asked = asked + 1
    end
    return index(finder, key)
  end
  local fine, message = pcall(f)
  core.Pathfinder.__index = index
  if not fine then
    error(message, 0)
  end
  return asked
end

--- A hall of so many cells a side, and a follower that crosses it along row 10
-- and has looked at its way.
local function hall(side, profile)
  local grid = tilepath.grid(side, side)
  local finder = tilepath.pathfinder(grid, profile)
  local x, y = finder:to_world(1, 10)
  local goal_x, goal_y = finder:to_world(side - 4, 10)
  local hero = tilepath.follower { x = x, y = y, speed = 1, finder = finder }
  hero:follow(finder:find_world(x, y, goal_x, goal_y))
  hero:update(1)
  assert.is_true(hero:is_moving())
  return hero, grid
end

--- How many lines of sight an edit costs the next update.
local function price(hero, grid, x, y, terrain)
  grid:set(x, y, terrain or "wall")
  return sights(function() hero:update(0.01) end)
end

describe("an edit", function()
  it("far from the way costs no look at it", function()
    local hero, grid = hall(30)
    assert.are.equal(0, price(hero, grid, 15, 30))
    assert.are.equal(0, price(hero, grid, 30, 1))
    assert.are.equal(0, price(hero, grid, 15, 30, "open"))
    assert.is_true(price(hero, grid, 15, 10) > 0)
    assert.is_true(hero.path[4] ~= 9.5 or hero.path:count() > 2)
  end)

  it("far off costs none on a way that winds round it", function()
    local grid = tilepath.grid(32, 32)
    for y = 4, 32, 8 do
      grid:fill(1, y, 30, 1, "wall")
      grid:fill(3, y + 4, 30, 1, "wall")
    end
    local finder = tilepath.pathfinder(grid)
    local hero = tilepath.follower { x = 0.5, y = 0.5, speed = 1,
      finder = finder }
    hero:follow(finder:find_world(0.5, 0.5, 31.5, 30.5):prune(finder))
    hero:update(0.1)
    assert.are.equal(0, price(hero, grid, 10, 16))
    assert.are.equal(0, price(hero, grid, 20, 4, "open"))
  end)

  it("far off costs none on a map of any size, nor with any agent", function()
    for _, side in ipairs { 17, 33, 100, 1000 } do
      for _, profile in ipairs { {}, { size = 3 }, { keep_away = { 9, 1 } } } do
        local hero, grid = hall(side, profile)
        assert.are.equal(0, price(hero, grid, 5, side))
        local size = profile.size or 1
        assert.is_true(price(hero, grid, 6, 9 + size) > 0)
      end
    end
  end)

  it("of terrain that the agent may not enter now costs a look", function()
    local grid = tilepath.grid(20, 20, { terrain = { mud = 2 } })
    local finder = tilepath.pathfinder(grid)
    local hero = tilepath.follower { x = 0.5, y = 9.5, speed = 1,
      finder = finder }
    grid:set(10, 10, "mud")
    hero:follow(tilepath.path({ 0.5, 9.5, 19.5, 9.5 }, "world"))
    hero:update(1)
    grid:terrain("mud", 3)
    assert.are.equal(0, sights(function() hero:update(0.01) end))
    grid:terrain("mud", false)
    assert.is_true(sights(function() hero:update(0.01) end) > 0)
    assert.is_true(hero.path:count() > 2)
  end)

  it("costs a body that is pushed about a look at its leg alone", function()
    local hero, grid = hall(30)
    hero:follow(tilepath.path({ 0.5, 9.5, 9.5, 9.5, 9.5, 19.5, 19.5, 19.5 },
      "world"))
    hero:update(0.01)
    for i = 1, 10 do
      hero:set_position(hero.x, 9.5 + i % 2 * 1e-3)
      assert.are.equal(1, price(hero, grid, 30, 29,
        i % 2 == 0 and "open" or "wall"))
    end
    assert.are.equal(0, price(hero, grid, 30, 28))
  end)

  it("of a leg that a body was pushed to is noticed", function()
    local hero, grid = hall(30)
    hero:set_position(0.5, 9.1)
    hero:follow(tilepath.path({ 0.5, 9.1, 25.5, 9.4 }, "world"))
    hero:update(1)
    hero:set_position(hero.x, 8.9)
    assert.are.equal(1, price(hero, grid, 30, 29))
    assert.is_true(price(hero, grid, 4, 9) > 0)
  end)

  it("costs two where a wall was built behind the follower", function()
    local hero, grid = hall(30)
    hero:follow(tilepath.path({ 0.5, 9.5, 25.5, 9.5 }, "world"))
    hero:update(3)
    assert.are.equal(2, price(hero, grid, 1, 10))
    assert.are.equal(2, price(hero, grid, 30, 29))
  end)

  it("beside a border that the way runs along is noticed", function()
    for side = 9, 10 do
      local hero, grid = hall(30)
      hero:set_position(0.5, 9)
      hero:follow(tilepath.path({ 0.5, 9, 25.5, 9 }, "world"))
      hero:update(1)
      assert.are.equal(0, price(hero, grid, 1, 29))
      assert.is_true(price(hero, grid, 20, side) > 0)
      assert.is_true(hero.path:count() > 2)
    end
  end)

  it("is looked at, wherever it is, while the follower is blocked", function()
    local grid = tilepath.grid(60, 60)
    grid:fill(20, 1, 1, 40, "wall")
    grid:fill(1, 40, 20, 1, "wall")
    grid:set(20, 10, "open")
    local finder = tilepath.pathfinder(grid)
    local hero = tilepath.follower { x = 0.5, y = 9.5, speed = 1,
      finder = finder }
    hero:follow(finder:find_world(0.5, 9.5, 59.5, 9.5))
    hero:update(0.1)
    grid:set(20, 10, "wall")
    hero:update(0.1)
    assert.is_true(hero:is_blocked())
    assert.is_true(price(hero, grid, 2, 40, "open") > 0)
    assert.is_true(hero:is_moving())
  end)

  it("is noticed beyond the next point, once the patrol is over", function()
    for _, is_over in ipairs { false, true } do
      local hero, grid = hall(30)
      hero.loop = true
      hero:follow { 0.5, 9.5, 19.5, 9.5, 19.5, 29.5 }
      hero:update(2)
      assert.are.equal(0, price(hero, grid, 5, 30))
      hero.loop = not is_over
      assert.are.equal(is_over, price(hero, grid, 20, 20) > 0)
    end
  end)

  it("is noticed beyond a way round, once the patrol is over", function()
    local grid = tilepath.grid(40, 20)
    local finder = tilepath.pathfinder(grid)
    local hero = tilepath.follower { x = 1.5, y = 9.5, speed = 1, loop = true,
      finder = finder }
    grid:set(5, 10, "wall")
    hero:follow { 1.5, 9.5, 9.5, 9.5, 9.5, 1.5, 19.5, 1.5, 19.5, 9.5, 29.5, 9.5,
      29.5, 1.5, 38.5, 1.5, 38.5, 19.5 }
    hero:update(0.1)
    -- the way round has as many points
    assert.are.equal(9, finder:find_world(1.6, 9.5, 9.5, 9.5):count())
    assert.is_true(price(hero, grid, 40, 2) > 0)
    assert.are.equal(0, price(hero, grid, 40, 3))
    hero.loop = nil
    hero:update(9)
    assert.are.equal(9.5, hero.x)
    assert.is_true(price(hero, grid, 30, 5) > 0)
    assert.is_true(hero.path:count() > 9)
  end)

  it("makes no garbage", function()
    local memory = require "spec.memory"
    local hero, grid = hall(30)
    local turn = 0
    assert.are.equal(0, memory.garbage_of(function()
      for y = 9, 30, 7 do
        turn = turn + 1
        grid:set(29, y, turn % 8 < 4 and "wall" or "open")
        hero:update(1e-3)
      end
    end))
  end)
end)

-- The law ---------------------------------------------------------------------

--- The same pathfinder, as one of somebody else's: of its map nothing is known,
-- so a follower looks at all of its way after each edit.
local function stranger(finder)
  local prune = tilepath.path.prune
  local one = { grid = finder.grid }
  function one:line_of_sight_world(...)
    if core.may_leave(finder, ...) then
      return true
    end
    return finder:line_of_sight_world(...)
  end
  function one:to_world(...)
    return finder:to_world(...)
  end
  function one:find_world(...)
    local path, reason = finder:find_world(...)
    if path then
      path.prune = function() return prune(path, finder) end
    end
    return path, reason
  end
  return one
end

local RULES = { "never", "only_if_no_obstacles", "at_least_one_walkable",
  "always" }

--- Cells are whole things of the grid, the tiles of a sketch one or more.
local function random_grid(random)
  local side = random(1, 4) == 1 and 90 or 32
  local width, height = random(4, side), random(4, side)
  local grid = tilepath.grid(width, height, {
    base = { random(-2, 2), random(-2, 2) },
    origin_x = random(-9, 9) / 3, origin_y = random(-9, 9) / 3,
    cell_width = random(1, 3), cell_height = random(1, 3),
    terrain = { mud = 2 },
  })
  local walls = random(0, 25)
  for x, y in grid:cells() do
    if random(1, 100) <= walls then
      grid:set(x, y, random(1, 9) == 1 and "mud" or "wall")
    end
  end
  return grid
end

local function random_finder(random, grid)
  local rule = random(1, 4)
  local size = random(1, 3) == 1 and { random(1, 3), random(1, 3) } or { 1, 1 }
  local most = math.min(size[1] * grid.cell_width, size[2] * grid.cell_height)
  return tilepath.pathfinder(grid, {
    diagonal = RULES[rule], size = size,
    keep_away = random(1, 6) == 1 and { 2, 1 } or nil,
    radius = rule <= 2 and random(1, 2) == 1 and most * random(1, 8) / 16
      or nil,
  })
end

--- A place in the world: where the agent may be; the middle of a cell, a corner
-- or a border between cells; or any.
local function random_place(random, grid, finder)
  if random(1, 2) == 1 then
    for _ = 1, 9 do
      local x = grid.base_x + random(0, grid.width - 1)
      local y = grid.base_y + random(0, grid.height - 1)
      if finder:can_enter(x, y) then
        return finder:to_world(x, y)
      end
    end
  end
  local x, y = random(0, 2 * grid.width), random(0, 2 * grid.height)
  if random(1, 3) == 1 then
    x, y = x + random(-99, 99) / 200, y + random(-99, 99) / 200
  end
  return grid.origin_x + x / 2 * grid.cell_width,
    grid.origin_y + y / 2 * grid.cell_height
end

--- A cell near the way ahead, or anywhere.
local function random_cell(random, grid, hero)
  local path = hero.path
  if path and #path > 2 and random(1, 4) > 1 then
    local i, share = random(1, #path / 2 - 1), random(0, 64) / 64
    local x, y = grid:to_cell(
      path[2 * i - 1] + (path[2 * i + 1] - path[2 * i - 1]) * share,
      path[2 * i] + (path[2 * i + 2] - path[2 * i]) * share)
    return x + random(-3, 3), y + random(-3, 3)
  end
  return grid.base_x + random(0, grid.width - 1),
    grid.base_y + random(0, grid.height - 1)
end

local EDITS = {
  function(random, grid, x, y)
    grid:set(x, y, random(1, 5) == 1 and "mud"
      or random(1, 3) == 1 and "open" or "wall")
  end,
  function(random, grid, x, y)
    grid:set_walkable(x, y, random(1, 3) == 1)
  end,
  function(random, grid, x, y)
    grid:fill(x, y, random(1, 4), random(1, 4),
      random(1, 3) == 1 and "wall" or "open")
  end,
  function(random, grid)
    grid:terrain("mud", random(1, 2) == 1 and 3)
  end,
}

--- What is done to both followers: a function of one of them, made where the
-- first is.
local ACTIONS = {
  way = function(random, grid, hero, finder)
    local x, y = random_place(random, grid, finder)
    local path = finder:find_world(hero.x, hero.y, x, y,
      { waypoints = random(1, 2) == 1 })
    if path and random(1, 2) == 1 then
      path = path:prune(finder)
    end
    return function(one)
      if path then
        one:follow(path)
      end
    end
  end,
  straight = function(random, grid, hero, finder)
    local path = { hero.x, hero.y }
    for _ = 1, random(1, 3) do
      path[#path + 1], path[#path + 2] = random_place(random, grid, finder)
    end
    return function(one) one:follow(path) end
  end,
  border = function(random, grid)
    local x, y = random(1, grid.width - 1), random(1, grid.height - 1)
    local dx, dy = 0, 0
    if random(1, 2) == 1 then
      dx = random(-5, 5)
    else
      dy = random(-5, 5)
    end
    local x1 = grid.origin_x + x * grid.cell_width
    local y1 = grid.origin_y + y * grid.cell_height
    local path = { x1, y1,
      x1 + dx * grid.cell_width, y1 + dy * grid.cell_height }
    return function(one)
      one:set_position(x1, y1)
      one:follow(path)
    end
  end,
  go = function(random)
    local dt = random(1, 100) / 50
    return function(one) one:update(dt) end
  end,
  step = function()
    return function(one) one:step() end
  end,
  push = function(random, grid, hero)
    local x = hero.x + grid.cell_width * random(-99, 99) / 400
    local y = hero.y + grid.cell_height * random(-99, 99) / 400
    return function(one) one:set_position(x, y) end
  end,
  put = function(random, grid, _, finder)
    local x, y = random_place(random, grid, finder)
    return function(one) one:set_position(x, y) end
  end,
  lend = function(random)
    local number = random(1, 2)
    return function(one) one.finder = one.finders[number] end
  end,
  set = function(random)
    local loop = random(1, 2) == 1 and (random(1, 2) == 1 or "pingpong")
    local radius, prune = random(0, 3), random(1, 2) == 1
    return function(one)
      one.loop, one.arrive_radius, one.prune = loop, radius, prune
    end
  end,
}

local NAMES = { "go", "go", "go", "go", "go", "go", "go", "way", "straight",
  "border", "step", "push", "push", "put", "set", "lend" }

local function look_alike(a, told_a, b, told_b)
  assert.are.equal(tostring(b), tostring(a))
  assert.are.same({ b.x, b.y, b.angle }, { a.x, a.y, a.angle })
  assert.are.equal(told_b(), told_a())
  assert.are.equal(b.path and helper.points(b.path),
    a.path and helper.points(a.path))
end

local function walk(random)
  local grid = random_grid(random)
  local finder = random_finder(random, grid)
  local x, y = random_place(random, grid, finder)
  local a, told_a = shared.recorded { x = x, y = y, speed = 3,
    finder = finder }
  local b, told_b = shared.recorded { x = x, y = y, speed = 3,
    finder = stranger(finder) }
  local other = random_finder(random, grid)
  a.finders, b.finders = { finder, other }, { b.finder, stranger(other) }
  for _ = 1, 60 do
    for _ = 1, random(1, 30) == 1 and 40 or random(0, 2) do
      local edit = EDITS[random(1, 8)] or EDITS[1]
      local cell_x, cell_y = random_cell(random, grid, a)
      edit(random, grid, cell_x, cell_y)
    end
    local name = a.path and NAMES[random(1, #NAMES)] or "way"
    local act = ACTIONS[name](random, grid, a, a.finder)
    act(a)
    act(b)
    look_alike(a, told_a, b, told_b)
  end
end

describe("a follower notices of a changing map", function()
  it("what one does that looks at all of its way after every edit", function()
    for seed = SEED, SEED + RUNS - 1 do
      local random = helper.random(seed)
      random(0, 1)
      local fine, message = pcall(walk, random)
      if not fine then
        error(("SEED=%d RUNS=1: %s"):format(seed, tostring(message)), 0)
      end
    end
  end)
end)
