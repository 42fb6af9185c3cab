--- Laws of followers that are units of a crowd: where one stands before others,
-- and when, does not depend on how time was cut; and however many walk, push,
-- stop and go, nobody is where another one holds.

local tilepath = require "tilepath"
local helper = require "spec.helper"
local walks = require "spec.follower_walks"

local function law(...)
  walks.law(it, ...)
end

io.write(("followers in crowds: SEED=%d\n"):format(walks.SEED))

-- Who holds what --------------------------------------------------------------

--- Fails unless the follower holds all that lies under its middle (a place on a
-- border may count to either side), and nothing that lies off it by half a cell
-- or more, or by more in the direction in which it walks.
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

-- One among units that stand --------------------------------------------------

local SIZES = { { 1, 1 }, { 1, 1 }, { 2, 2 }, { 3, 2 } }

--- Units that stand somewhere, and what happens to them: one that is told of
-- goes at once or not, others go by and by. (Walls, and an edge where there is
-- no room for it, would have it look for ways again and again.)
local function random_crowd(random, walk)
  local scene = { size = SIZES[random.whole(1, #SIZES)], places = {},
    cell = random.one_of(32, 20, random.real(12, 40)), leaves = {},
    patience = random.one_of(0, 1, 2) }
  for i = 1, random.whole(0, 30) do
    scene.places[i] = { random.real(0, 200), random.real(0, 200) }
  end
  for i = 1, random.whole(0, 8) do
    scene.leaves[i] = { at = random.real(0, walk.time),
      number = random.whole(1, 30) }
  end
  return scene
end

--- The walk among them; none stands where it begins.
local function among(walk, scene)
  local side = math.ceil(320 / scene.cell)
  local grid = tilepath.grid(side, side, { cell_size = scene.cell,
    origin_x = -60, origin_y = -60 })
  local played = { options = {}, paths = walk.paths, time = walk.time,
    actions = {}, react = walk.react, crowd = tilepath.crowd(grid) }
  for key, value in pairs(walk.options) do
    played.options[key] = value
  end
  local finder = tilepath.pathfinder(grid, { size = scene.size })
  local small = tilepath.pathfinder(grid)
  played.options.finder, played.options.crowd = finder, played.crowd
  local x, y = finder:to_cell(walk.options.x, walk.options.y)
  local standing = {}
  for i, place in ipairs(scene.places) do
    local cell_x, cell_y = grid:to_cell(place[1], place[2])
    local dx, dy = cell_x - x, cell_y - y
    if not (dx >= 0 and dy >= 0 and dx < scene.size[1] and dy < scene.size[2])
    then
      standing[i] = played.crowd:add { finder = small, cell_x = cell_x,
        cell_y = cell_y, number = i }
    end
  end
  local bumps = 0
  function played.bump(unit)
    bumps = bumps + 1
    if scene.patience > 0 and bumps % scene.patience == 0 then
      unit:remove()
    end
  end
  for i, action in ipairs(walk.actions) do
    played.actions[i] = action
  end
  for _, leave in ipairs(scene.leaves) do
    table.insert(played.actions, { at = leave.at, act = function()
      if standing[leave.number] then
        standing[leave.number]:remove()
      end
    end })
  end
  table.sort(played.actions, function(a, b) return a.at < b.at end)
  return played
end

--- Does a line come so near to a corner of cells of 10 that small steps on it
-- may miss a cell?
local function is_grazing(a, b, to_a, to_b)
  for border = 10 * math.ceil(math.min(a, to_a) / 10), math.max(a, to_a), 10 do
    local at = (b + (to_b - b) * (border - a) / (to_a - a)) / 10
    if math.abs(at - math.floor(at + 0.5)) < 0.005 then
      return true
    end
  end
  return false
end

describe("a unit that walks among others", function()
  law("is where it is, and told what it is, however time is cut", 250,
    function(random)
      local walk = walks.random_walk(random)
      local scene = random_crowd(random, walk)
      if random.whole(1, 3) == 1 then
        walk.options.slow_down = random.real(0.1, 100)
      end
      local a, told_a, way = walks.play(among(walk, scene), walks.coarse(walk))
      local b, told_b = walks.play(among(walk, scene),
        walks.fine(random, walk))
      walks.same(a, told_a, b, told_b, way)
    end)

  law("holds what is under it, and what is near on its way", 50,
    function(random)
      local walk = walks.random_walk(random)
      walk.actions, walk.react = {}, nil
      local scene = random_crowd(random, walk)
      local played = among(walk, scene)
      function played.watch(hero)
        judge(hero, scene.size)
      end
      local hero = walks.play(played, walks.fine(random, walk))
      hero.unit:remove()
      for x, y in hero.finder.grid:cells() do
        local unit = played.crowd:at(x, y)
        assert.is_true(unit == nil or unit.number ~= nil)
      end
    end)

  law("comes as far as half a cell before what it may not enter", 200,
    function(random)
      local grid = tilepath.grid(20, 20, { cell_size = 10 })
      local finder = tilepath.pathfinder(grid)
      local crowd = tilepath.crowd(grid)
      local x, y = random.real(20, 180), random.real(20, 180)
      local to_x, to_y = random.real(0, 200), random.real(0, 200)
      if is_grazing(x, y, to_x, to_y) or is_grazing(y, x, to_y, to_x) then
        return
      end
      local own_x, own_y = finder:to_cell(x, y)
      for cell_x, cell_y in grid:cells() do
        if (cell_x ~= own_x or cell_y ~= own_y) and random.whole(1, 6) == 1
        then
          crowd:add { finder = finder, cell_x = cell_x, cell_y = cell_y }
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
      hero:update(random.one_of(100, 1e9))
      local off = math.max(math.abs(hero.x - x - (to_x - x) * free),
        math.abs(hero.y - y - (to_y - y) * free))
      assert.is_true(off <= 0.1, ("off by %g"):format(off))
      assert.are.equal(free < 1, not hero:is_arrived())
    end)
end)

-- Many ------------------------------------------------------------------------

--- Each walks on to somewhere else when it has arrived; one that is held up
-- goes elsewhere, waits, or steps aside.
local function random_throng(random, grid, crowd)
  local heroes = {}
  local finders = {}
  for i, size in ipairs(SIZES) do
    finders[i] = tilepath.pathfinder(grid, { size = size })
  end
  local function go_on(hero)
    hero:go(random.real(0, 120), random.real(0, 120), { partial = true })
  end
  for _ = 1, random.whole(2, 14) do
    local kind = random.whole(1, #SIZES)
    local cell_x, cell_y = random.whole(1, 12), random.whole(1, 12)
    local probe = crowd:add { finder = finders[kind], cell_x = cell_x,
      cell_y = cell_y }
    if probe then
      local x, y = probe.x, probe.y
      probe:remove()
      local hero = tilepath.follower { x = x, y = y, crowd = crowd,
        finder = finders[kind], speed = random.real(5, 60),
        rest = random.one_of(nil, nil, 0.3),
        prune = random.one_of(true, false) }
      local temper = random.whole(1, 4)
      function hero.on_bump(unit)
        assert.is_true(unit.crowd == crowd and unit ~= hero.unit)
        if temper == 1 then
          go_on(hero)
        elseif temper == 2 then
          hero:stop()
        elseif temper == 3 then
          hero:pause()
        end
      end
      function hero.on_arrive()
        if temper ~= 4 then
          go_on(hero)
        end
      end
      go_on(hero)
      heroes[#heroes + 1] = { hero = hero, size = SIZES[kind] }
    end
  end
  return heroes, go_on
end

describe("units that walk among each other", function()
  law("never come where another one holds", 40, function(random)
    local grid = tilepath.grid(helper.random_map(random.whole, 12, 12,
      "........#"), { cell_size = 10 })
    local crowd = tilepath.crowd(grid)
    local heroes, go_on = random_throng(random, grid, crowd)
    for _ = 1, 60 do
      for _, each in ipairs(heroes) do
        local hero = each.hero
        if random.whole(1, 20) == 1 then
          hero:resume()
          go_on(hero)
        end
        hero:update(random.one_of(1 / 60, 0.1, 0.5, random.real(0, 3)))
      end
      for _, each in ipairs(heroes) do
        judge(each.hero, each.size)
      end
      if random.whole(1, 30) == 1 and #heroes > 0 then
        local gone = table.remove(heroes, random.whole(1, #heroes))
        gone.hero.unit:remove()
      end
    end
    for _, each in ipairs(heroes) do
      each.hero.unit:remove()
    end
    assert.are.equal(0, #crowd)
    assert.is_true(crowd:is_free(1, 1, 12, 12))
  end)
end)
