--- Laws of crowds that are under way, on random ones: what must never be, seen
-- by a judge that shares nothing with the library; that it does not matter how
-- time is cut; and that one that is saved and restored goes on the same.

local tilepath = require "tilepath"
local helper = require "spec.helper"
local crowd_judge = require "spec.crowd_judge"
local throng = require "spec.crowd_throng"
local walks = require "spec.follower_walks"

local function law(...)
  walks.law(it, ...)
end

io.write(("crowds under way: SEED=%d\n"):format(walks.SEED))

local FEW = 300 -- nodes of an update: plans take longer, and this less time

-- Judged ----------------------------------------------------------------------

--- Tells the judge what happens besides steps.
local function new_observer(game)
  local judge = crowd_judge.new(game.rows, nil, true)
  local observer = { judge = judge, count = 0, names = {} }

  function observer:add(number, unit, rule)
    local agent = game.agents[number]
    self.count = self.count + 1
    self.names[number] = number .. "#" .. self.count
    judge:add(self.names[number], { w = agent.size[1], h = agent.size[2],
      pace = throng.CELL / agent.speed, rule = rule })
    self:put(number, unit)
  end

  function observer:remove(number)
    if judge.before then
      judge.before[self.names[number]] = nil
    end
    self.names[number] = nil
  end

  function observer:put(number, unit)
    if judge.before then
      judge:put(self.names[number], throng.place(unit))
    end
  end

  function observer:set_wall(x, y, is_wall)
    judge:set_wall(x, y, is_wall)
  end

  function observer:see(play)
    local now = {}
    for number, unit in pairs(play.units) do
      now[self.names[number]] = throng.place(unit)
    end
    judge:see(play.ticks * throng.TICK, now)
  end
  return observer
end

--- Each cell under a unit is that unit's, also for who asks the crowd.
local function assert_held(play)
  for _, unit in pairs(play.units) do
    local size = unit.finder.profile.size
    for y = unit.cell_y, unit.cell_y + size[2] - 1 do
      for x = unit.cell_x, unit.cell_x + size[1] - 1 do
        if not rawequal(unit, play.crowd:at(x, y)) then
          error(("%d,%d is under %s"):format(x, y, tostring(unit)))
        end
      end
    end
  end
end

local function assert_no_faults(judge)
  if #judge.faults > 0 then
    error(table.concat(judge.faults, "\n", 1, math.min(4, #judge.faults)), 0)
  end
end

-- Rest ------------------------------------------------------------------------

local AT_REST = { arrived = true, settled = true, blocked = true, idle = true,
  paused = true }

local SEEN = 60         -- looks after the last order that the judge sees
local QUIET = 100       -- looks at which nobody has made a step: that is rest
local LONG = 600        -- looks: some hundred steps of most
local MOST_STEPS = 256  -- of one, while all are at rest

local function are_at_rest(units)
  for _, unit in pairs(units) do
    if not AT_REST[unit.status] then
      return false
    end
  end
  return true
end

--- Who is pushed while all are at rest goes back, and may be pushed again; but
-- those who push each other off their goals are blocked in turn some time: so
-- nobody goes on and on. @return looks until all stood for long
local function assert_rest(play, observer)
  local steps, places, quiet = {}, {}, 0
  for look = 1, LONG do
    play:look()
    if look <= SEEN then
      observer:see(play)
    end
    quiet = quiet + 1
    for number, unit in pairs(play.units) do
      local place = unit.cell_y * 100 + unit.cell_x
      if place ~= places[number] then
        places[number], quiet = place, 0
        steps[number] = (steps[number] or 0) + 1
        if steps[number] > MOST_STEPS then
          error(number .. " is pushed, and goes back, on and on")
        end
      end
    end
    if not are_at_rest(play.units) then
      steps, quiet = {}, 0
    elseif quiet == QUIET then
      return look
    end
  end
end

local function assert_same(one, other)
  assert.are.same(one.told, other.told)
  for number, unit in pairs(one.units) do
    local twin = other.units[number]
    if unit.x ~= twin.x or unit.y ~= twin.y or unit.angle ~= twin.angle
      or unit.status ~= twin.status then
      error(("%s, %s, %g, not %s, %s, %g"):format(tostring(unit), unit.status,
        unit.angle, tostring(twin), twin.status, twin.angle))
    end
  end
end

describe("a crowd under way", function()
  law("never does what it must not", 60, function(random)
    local game = throng.random_game(random)
    local observer = new_observer(game)
    local play = throng.play(game, { nodes = random.one_of(nil, FEW) },
      observer)
    observer:see(play)
    for _ = 1, game.ticks / throng.STEP do
      play:look()
      observer:see(play)
      assert_held(play)
      assert_no_faults(observer.judge)
    end
  end)

  local function comes_to_rest(random)
    local game = throng.random_game(random)
    local observer = new_observer(game)
    local play = throng.play(game, { nodes = random.one_of(nil, FEW, FEW) },
      observer)
    for _ = 1, game.ticks / throng.STEP do
      play:look()
    end
    assert_rest(play, observer)
    assert_no_faults(observer.judge)
  end

  law("comes to rest", 12, comes_to_rest)

  it("does so where two have one goal", function()
    walks.try(222, comes_to_rest)
  end)

  local function does_not_see_cuts(random)
    local game = throng.random_game(random)
    local one, other = throng.play(game), throng.play(game)
    for _ = 1, game.ticks / throng.STEP do
      one:look()
      other:look(function() return random.whole(1, throng.STEP) end)
      assert_same(one, other)
    end
  end

  law("is where it is, however time is cut", 20, does_not_see_cuts)

  it("is so where one is walled in", function()
    walks.try(294375018, does_not_see_cuts)
  end)

  local function goes_on_the_same(random)
    local game = throng.random_game(random)
    local one = throng.play(game)
    for _ = 1, random.whole(0, game.ticks / throng.STEP) do
      one:look()
    end
    local other = one:restored()
    for _ = 1, random.whole(1, game.ticks / throng.STEP) do
      one:look()
      other:look()
      assert_same(one, other)
    end
  end

  law("goes on the same when it was saved and restored", 40,
    goes_on_the_same)

  it("does so where the map was edited, and those who rest have charts of old",
    function()
      walks.try(242000754, goes_on_the_same)
    end)

  it("does so where some go round paused ones", function()
    walks.try(245029032, goes_on_the_same)
  end)

  it("does so where many look for a plan", function()
    walks.try(5083375, goes_on_the_same)
  end)

  it("does so where units were removed", function()
    walks.try(241301058, goes_on_the_same)
  end)
end)

-- In walls --------------------------------------------------------------------

describe("a unit over which walls were built", function()
  local RULES = { "only_if_no_obstacles", "at_least_one_walkable", "always",
    "never" }

  local function build(random, grid, x, y, size)
    local width, height = grid.width, grid.height
    local share = random.one_of(20, 35, 50, 70)
    for cy = 1, height do
      for cx = 1, width do
        local is_wall = random.whole(1, 100) <= share
        grid:set(cx, cy, is_wall and "wall" or "open")
      end
    end
    for _ = 1, random.whole(0, 10) do
      local cx, cy = random.whole(1, width - 1), random.whole(1, height - 1)
      local down = random.whole(0, 1)
      grid:wall(cx, cy, cx + 1 - down, cy + down,
        random.one_of(nil, "one_way"))
    end
    for _ = 1, random.whole(0, 2) do
      grid:link(1, random.whole(1, height), width, random.whole(1, height),
        { one_way = random.whole(1, 2) == 1 })
    end
    grid:fill(x, y, size, size, "wall")
  end

  law("goes by a search wherever it goes by a chart", 100, function(random)
    local grid = tilepath.grid(random.whole(4, 14), random.whole(3, 10))
    local size = random.one_of(1, 1, 1, 2)
    local finder = tilepath.pathfinder(grid, { size = size,
      diagonal = RULES[random.whole(1, #RULES)] })
    local function random_place()
      return random.whole(1, grid.width - size + 1),
        random.whole(1, grid.height - size + 1)
    end
    local x, y = random_place()
    local goal_x, goal_y = finder:to_world(random_place())
    local crowds, units = {}, {}
    for i, query in ipairs { {}, { max_nodes = 1000000 } } do
      crowds[i] = tilepath.crowd(grid)
      units[i] = crowds[i]:add { finder = finder, cell_x = x, cell_y = y }
      assert.is_true(units[i]:go(goal_x, goal_y, query))
    end
    build(random, grid, x, y, size)
    for _ = 1, 120 do
      crowds[1]:tick()
      crowds[2]:tick()
    end
    assert.are.equal(units[1].status, units[2].status)
    assert.are.equal(units[1].reason, units[2].reason)
    assert.are_not.equal("waiting", units[1].status)
    assert.is_true(crowds[2].info.searches < 2)
  end)
end)

-- One more, with frames as games have them ------------------------------------

describe("an update", function()
  it("of 1/30 s is two of 1/60 s, bit for bit", function()
    local grid = tilepath.grid(30, 20, { cell_size = 16 })
    local finder = tilepath.pathfinder(grid)
    local function march(frames, dt)
      local crowd, units = tilepath.crowd(grid), {}
      for i = 1, 40 do
        units[i] = crowd:add { finder = finder, cell_x = i % 8 + 1,
          cell_y = math.floor(i / 8) + 1, speed = 37.7 + i }
        units[i]:go(finder:to_world(30 - i % 8, 20 - math.floor(i / 8)))
      end
      local places = {}
      for frame = 1, frames do
        crowd:update(dt)
        if frame % (frames / 300) == 0 then
          for _, unit in ipairs(units) do
            places[#places + 1] = unit.x
            places[#places + 1] = unit.y
          end
        end
      end
      return places
    end
    assert.are.same(march(300, 1 / 30), march(600, 1 / 60))
  end)

  it("finds ways by many links that cost little more or less", function()
    local grid, wide, layers = tilepath.grid(64, 64), 20, 6
    local function cell(layer, i)
      local n = (layer - 1) * wide + i - 1
      return 1 + n % 60, 3 + math.floor(n / 60)
    end
    local function price(layer, i)
      return { one_way = true,
        price = 1 / 8 + 1e-6 + i / (wide + 1) / 9 / wide ^ (layer - 1) }
    end
    for i = 1, wide do
      local x, y = cell(1, i)
      grid:link(x, y, 1, 1, price(1, i))
    end
    for layer = 2, layers do
      for i = 1, wide do
        for j = 1, wide do
          local x, y = cell(layer, i)
          local to_x, to_y = cell(layer - 1, j)
          grid:link(x, y, to_x, to_y, price(layer, i))
        end
      end
    end
    local finder = tilepath.pathfinder(grid, { diagonal = "never" })
    local crowd = tilepath.crowd(grid)
    local unit = crowd:add { finder = finder, cell_x = 64, cell_y = 64 }
    assert.is_true(unit:go(0.5, 0.5))
    local begun = os.clock()
    crowd:tick() -- took seconds, and with twice as many links minutes
    assert.is_true(os.clock() - begun < 1)
  end)

  -- It took minutes where prices were too far apart for so many buckets.
  it("finds ways where prices lie far apart, by the cheapest steps", function()
    local random = helper.random(1)
    local grid = tilepath.grid(64, 64,
      { terrain = { road = 1 / 1024, bog = 1024 } })
    for x, y in grid:cells() do
      grid:set(x, y, ({ "open", "road", "bog" })[random(1, 3)])
    end
    local finder = tilepath.pathfinder(grid,
      { straight_cost = 1 / 1024, diagonal_cost = 1024 })
    local crowd = tilepath.crowd(grid)
    local unit = crowd:add { finder = finder, cell_x = 1, cell_y = 1 }
    local field = finder:field { { 64, 64 } }
    unit:go(63.5, 63.5)
    local begun, cost = os.clock(), field:cost(1, 1)
    while unit.status ~= "arrived" do
      crowd:tick()
      local rest = field:cost(unit.cell_x, unit.cell_y)
      assert.is_true(rest <= cost)
      cost = rest
    end
    assert.are.equal(0, cost)
    assert.is_true(os.clock() - begun < 10)
  end)
end)
