--- Laws of followers that are units of a crowd: the cut of time changes
-- nothing, and no follower is in a cell that another unit holds.

local tilepath = require "tilepath"
local law = require "spec.support.law"
local numbers = require "spec.support.random"
local walks = require "spec.support.follower_walks"

local function crowd_law(title, runs, draw, f)
  law(it, title, { runs = runs, noun = "follower-crowd", draw = draw,
    lists = { "heroes", "actions", "places", "leaves", "rounds" } }, f)
end

-- Held cells ------------------------------------------------------------------

--- Fails unless the follower holds all cells under it (a place on a border may
-- count to either side), and no cell that is half a cell away or more, except
-- ahead of its walk.
local function judge(hero, size)
  local unit, finder = hero.unit, hero.finder
  local grid, crowd = finder.grid, unit.crowd
  local column = (hero.x - grid.origin_x) / grid.cell_width
    - (size[1] - 1) / 2 + grid.base_x
  local row = (hero.y - grid.origin_y) / grid.cell_height
    - (size[2] - 1) / 2 + grid.base_y
  assert.is_true(unit.cell_x <= column + 1e-9 and column <= unit.cell_x + 1
    + 1e-9, ("in column %d at %.17g"):format(unit.cell_x, column))
  assert.is_true(unit.cell_y <= row + 1e-9 and row <= unit.cell_y + 1 + 1e-9,
    ("in row %d at %.17g"):format(unit.cell_y, row))
  assert.are.equal(hero.x, unit.x)
  assert.are.equal(hero.y, unit.y)
  for y = unit.cell_y, unit.cell_y + size[2] - 1 do
    for x = unit.cell_x, unit.cell_x + size[1] - 1 do
      if grid:contains(x, y) then
        assert.is_true(rawequal(unit, crowd:at(x, y)),
          ("%d, %d is under it"):format(x, y))
      end
    end
  end
  for y = unit.cell_y - 3, unit.cell_y + 5 do
    for x = unit.cell_x - 3, unit.cell_x + 5 do
      if rawequal(crowd:at(x, y), unit) then
        local off_x = math.max(x - size[1] + 1 - column,
          column - x - 1)
        local off_y = math.max(y - size[2] + 1 - row, row - y - 1)
        assert.is_true(math.max(off_x, off_y) <= 0.5 + 1e-3,
          ("%d, %d is far off"):format(x, y))
      end
    end
  end
end

-- A follower among units that stand -------------------------------------------

local SIZES = { { 1, 1 }, { 1, 1 }, { 2, 2 }, { 3, 2 } }

--- A walk, and units that stand: some leave when the follower bumps into them,
-- others leave later. (With walls, or without room at the edge, the follower
-- would search again and again.)
local function draw_among(random, is_quiet)
  local scene = walks.draw(random, is_quiet)
  scene.size, scene.places, scene.leaves = random.any(SIZES), {}, {}
  scene.cell = random.one_of(32, 20, random.real(12, 40))
  scene.patience = random.one_of(0, 1, 2)
  for i = 1, random(0, 30) do
    scene.places[i] = { random.real(0, 200), random.real(0, 200) }
  end
  for i = 1, random(0, 8) do
    scene.leaves[i] = { at = random.real(0, scene.time),
      number = random(1, 30) }
  end
  return scene
end

--- The walk among these units; no unit stands where the walk begins.
local function among(scene)
  local side = math.ceil(320 / scene.cell)
  local grid = tilepath.grid(side, side, { cell_size = scene.cell,
    origin = { -60, -60 } })
  local walk = walks.build(scene)
  walk.crowd = tilepath.crowd(grid)
  local finder = tilepath.pathfinder(grid, { size = scene.size })
  local small = tilepath.pathfinder(grid)
  walk.options.finder, walk.options.crowd = finder, walk.crowd
  local x, y = finder:to_cell(walk.options.x, walk.options.y)
  local standing = {}
  for i, place in ipairs(scene.places) do
    local cell_x, cell_y = grid:to_cell(place[1], place[2])
    local dx, dy = cell_x - x, cell_y - y
    if not (dx >= 0 and dy >= 0 and dx < scene.size[1] and dy < scene.size[2])
    then
      local unit = walk.crowd:add { finder = small, cell_x = cell_x,
        cell_y = cell_y }
      if unit then
        unit.number, standing[i] = i, unit
      end
    end
  end
  local bumps = 0
  function walk.bump(unit)
    bumps = bumps + 1
    if scene.patience > 0 and bumps % scene.patience == 0 then
      unit:remove()
    end
  end
  for _, leave in ipairs(scene.leaves) do
    table.insert(walk.actions, { at = leave.at, act = function()
      if standing[leave.number] then
        standing[leave.number]:remove()
      end
    end })
  end
  walks.by_time(walk.actions)
  return walk
end

--- Is a line so near to a corner of cells of 10 that small steps can miss a
-- cell?
local function is_grazing(a, b, to_a, to_b)
  for border = 10 * math.ceil(math.min(a, to_a) / 10), math.max(a, to_a), 10 do
    local at = (b + (to_b - b) * (border - a) / (to_a - a)) / 10
    if math.abs(at - math.floor(at + 0.5)) < 0.005 then
      return true
    end
  end
  return false
end

--- A line, and held cells.
local function draw_line(random)
  local scene = { x = random.real(20, 180), y = random.real(20, 180),
    to_x = random.real(0, 200), to_y = random.real(0, 200),
    time = random.one_of(100, 1e9), places = {} }
  for y = 1, 20 do
    for x = 1, 20 do
      if random(1, 6) == 1 then
        table.insert(scene.places, { x, y })
      end
    end
  end
  return scene
end

describe("a unit that walks among others", function()
  crowd_law("has the same places and events, however time is cut",
    80, function(random)
      local scene = draw_among(random)
      if random(1, 3) == 1 then
        scene.options.slow_down = random.real(0.1, 100)
      end
      return scene
    end, function(scene)
      walks.check_cuts(function() return among(scene) end, scene.cut)
    end)

  crowd_law("holds the cells under it, and near cells on its path", 25,
    function(random) return draw_among(random, true) end, function(scene)
      local walk = among(scene)
      function walk.watch(hero)
        judge(hero, scene.size)
      end
      local hero = walks.play(walk, walks.fine(scene.cut, walk))
      hero.unit:remove()
      for x, y in hero.finder.grid:cells() do
        local unit = walk.crowd:at(x, y)
        assert.is_true(unit == nil or unit.number ~= nil)
      end
    end)

  crowd_law("stops half a cell before the first cell that it cannot enter", 60,
    draw_line, function(scene)
      local x, y, to_x, to_y = scene.x, scene.y, scene.to_x, scene.to_y
      if is_grazing(x, y, to_x, to_y) or is_grazing(y, x, to_y, to_x) then
        return
      end
      local grid = tilepath.grid(20, 20, { cell_size = 10 })
      local finder = tilepath.pathfinder(grid)
      local crowd = tilepath.crowd(grid)
      local own_x, own_y = finder:to_cell(x, y)
      for _, place in ipairs(scene.places) do
        if place[1] ~= own_x or place[2] ~= own_y then
          crowd:add { finder = finder, cell_x = place[1], cell_y = place[2] }
        end
      end
      -- by small steps along the line to the first cell that is not free
      local steps, free = 20000, 1
      local longer = math.max(math.abs(to_x - x), math.abs(to_y - y)) / 10
      for i = 0, steps do
        local unit = crowd:at(finder:to_cell(x + (to_x - x) * i / steps,
          y + (to_y - y) * i / steps))
        if unit then
          free = math.max(0, i / steps - 0.5 / longer)
          break
        end
      end
      local hero = tilepath.follower { x = x, y = y, speed = 50,
        finder = finder, crowd = crowd }
      hero:follow { x, y, to_x, to_y }
      hero:update(scene.time)
      local off = math.max(math.abs(hero.x - x - (to_x - x) * free),
        math.abs(hero.y - y - (to_y - y) * free))
      assert.is_true(off <= 0.1, ("off by %g"):format(off))
      assert.are.equal(free < 1, not hero:is_arrived())
    end)
end)

-- Many followers --------------------------------------------------------------

local ROUNDS = 60

--- Followers with a list of goals and a temper: a follower that is held up goes
-- elsewhere, waits, or stops. In each round each follower has a frame; at times
-- a follower gets its next goal, or leaves.
local function draw_throng(random)
  local scene = { map = numbers.map(random, 12, 12, "........#"), heroes = {},
    rounds = {} }
  for i = 1, random(2, 14) do
    local hero = { size = random.any(SIZES), x = random(1, 12),
      y = random(1, 12), speed = random.real(5, 60),
      rest = random.one_of(nil, nil, 0.3), prune = random.one_of(true, false),
      temper = random.one_of("restless", "stops", "pauses", "stays"),
      goals = {}, frames = {} }
    for k = 1, 12 do
      hero.goals[k] = { random.real(0, 120), random.real(0, 120) }
    end
    for k = 1, 15 do
      hero.frames[k] = random.one_of(1 / 60, 0.1, 0.5, random.real(0, 3))
    end
    scene.heroes[i] = hero
  end
  for i = 1, ROUNDS do
    local round = { sent = {}, gone = random(1, 30) == 1 and random(1, 14)
      or nil }
    for k = 1, #scene.heroes do
      round.sent[k] = random(1, 20) == 1
    end
    scene.rounds[i] = round
  end
  return scene
end

--- A follower of the scene; nil if its cell is not free.
local function enter(drawn, grid, crowd)
  local finder = tilepath.pathfinder(grid, { size = drawn.size })
  local probe = crowd:add { finder = finder, cell_x = drawn.x,
    cell_y = drawn.y }
  if not probe then
    return nil
  end
  local x, y = probe.x, probe.y
  probe:remove()
  local hero = tilepath.follower { x = x, y = y, crowd = crowd,
    finder = finder, speed = drawn.speed, rest = drawn.rest,
    prune = drawn.prune }
  local next_goal = 0
  local function go_on()
    next_goal = next_goal + 1
    local goal = drawn.goals[next_goal % #drawn.goals + 1]
    hero:go(goal[1], goal[2], { partial = true })
  end
  function hero.on_bump(unit)
    assert.is_true(unit.crowd == crowd and unit ~= hero.unit)
    if drawn.temper == "restless" then
      go_on()
    elseif drawn.temper == "stops" then
      hero:stop()
    elseif drawn.temper == "pauses" then
      hero:pause()
    end
  end
  function hero.on_arrive()
    if drawn.temper ~= "stays" then
      go_on()
    end
  end
  go_on()
  return { hero = hero, size = drawn.size, go_on = go_on,
    frames = drawn.frames }
end

describe("units that walk among each other", function()
  crowd_law("never come to a cell that another unit holds", 20, draw_throng,
    function(scene)
      local grid = tilepath.grid(scene.map, { cell_size = 10 })
      local crowd, heroes = tilepath.crowd(grid), {}
      for _, drawn in ipairs(scene.heroes) do
        heroes[#heroes + 1] = enter(drawn, grid, crowd)
      end
      for number, round in ipairs(scene.rounds) do
        for i, each in ipairs(heroes) do
          if round.sent[i] then
            each.hero:resume()
            each.go_on()
          end
          each.hero:update(each.frames[(number + i) % #each.frames + 1])
        end
        for _, each in ipairs(heroes) do
          judge(each.hero, each.size)
        end
        if round.gone and heroes[round.gone] then
          table.remove(heroes, round.gone).hero.unit:remove()
        end
      end
      for _, each in ipairs(heroes) do
        each.hero.unit:remove()
      end
      assert.are.equal(0, #crowd)
      assert.is_true(crowd:is_free(1, 1, 12, 12))
    end)
end)
