--- No update of a follower is endless, whatever its callbacks do. Each callback
-- and the heuristic use each method and each field, alone and in pairs, on a
-- path and on a patrol, for short and huge times. The lists below must name every
-- method and every option.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local api = require "spec.support.api_names"
local memory = require "spec.support.memory"
local seeds = require "spec.seeds"
local sorted = require "spec.support.sorted"

local LONGEST = 1.7976931348623157e308
local ENDLESS = "no end in sight"

-- Far more calls and Lua instructions than an update here needs. (A chase a
-- thousand times as fast as its target comes near 22,000 times.)
local MOST_CALLS, MOST_INSTRUCTIONS = 2e5, 3e8

-- What a callback can do ------------------------------------------------------

local POINTS = { 5, 5, 35, 5, 35, 5, 35, 25 }

--- A point of the path where the follower does not stand.
local function another_point(hero)
  local i = hero.x == 35 and hero.y == 5 and 1 or 2
  return POINTS[2 * i - 1], POINTS[2 * i]
end

-- A target at another place at each read.
local RESTLESS = setmetatable({ n = 0 }, { __index = function(t, key)
  t.n = t.n + 1
  return key == "x" and 5 + 10 * (t.n % 3) or 5 + 10 * (t.n % 2)
end })

-- A state with much unspent time.
local UNSPENT
do
  local hero = tilepath.follower { x = 5, y = 5, speed = 10 }
  hero:follow(POINTS)
  UNSPENT = helper.forged("follower", hero:save(), "motion.budget", 1e6)
end

--- Arguments of each method: each list, or the list that a function returns, is
-- one call.
local METHODS = {
  follow = { { POINTS }, { {} }, { { 5, 5, 5, 5, 5, 5 } }, { nil, "reason" },
    function(hero) return { { hero.x, hero.y } } end,
    function(hero) return { { hero.x, hero.y, another_point(hero) } } end },
  go = { { 35, 25 }, { { { 5, 25 }, { 35, 5 } }, { partial = true } },
    function(hero) return { hero.x, hero.y } end,
    function(hero) return { another_point(hero) } end },
  patrol = { { POINTS }, { { { 35, 25 }, { 5, 5 } }, { partial = true } },
    { { 5, 5 } }, function(hero) return { { hero.x, hero.y, 35, 5 } } end },
  patrol_cell = { { { 4, 3, 1, 1 } } },
  chase = { { { x = 35, y = 25 } }, { RESTLESS, { within = 0.3 } },
    { RESTLESS, { partial = true } },
    function(hero) return { { x = hero.x, y = hero.y } } end },
  flee = { { { x = 35, y = 25 } }, { RESTLESS, { within = 0.3 } },
    function(hero) return { { x = hero.x, y = hero.y }, { within = 2 } } end },
  keep = { { RESTLESS, { min = 0.3, within = 2.5 } },
    { RESTLESS, { min = 1, partial = true } },
    function(hero) return { { x = hero.x, y = hero.y }, { min = 1 } } end },
  set_position = { { 0, 25 }, function(hero) return { another_point(hero) } end,
    function(hero) return { hero.x + 1e-9, hero.y } end },
  update = { { 0 }, { 1e-300 }, { 1 }, { 1e300 } },
  velocity = { { 0.5 } },
  go_cell = { { 4, 3 }, { { { 1, 3 }, { 4, 1 } }, { partial = true } } },
  set_cell = { { 1, 3 }, { 4, 3 } },
  stop = { {} }, pause = { {} }, resume = { {} },
  path = { {} }, save = { {} },
  load = { { UNSPENT },
    function(hero) return { hero:save(), { target = RESTLESS } } end },
}

local function nothing() end

-- Options that are no fields.
local NO_FIELDS = { cell_x = true, cell_y = true }

local FIELDS = {
  x = { 0, 35 }, y = { 25 }, angle = { 1e308 },
  speed = { 0, 1e-300, 10, 1e300 }, rest = { 0, 1e-300, 2, 1e308 },
  turn_rate = { 0, 1e308 }, turn_radius = { 0, 8, 1e300 },
  slow_down = { 1e-300, 12, 1e300 },
  speeds = { {}, { wall = 1 / 1024 }, { open = 1024 }, { open = 1 / 1024 } },
  finder = { false }, prune = { true },
  on_reached = { nothing }, on_arrived = { nothing }, on_blocked = { nothing },
  on_link = { nothing },
}

-- Methods that call callbacks: without end, if every callback calls them.
local CALLS_BACK = { go = true, go_cell = true, chase = true, flee = true,
  keep = true, patrol = true, patrol_cell = true, update = true, velocity = true, load = true }

local function call(name, arguments)
  return function(world)
    local hero = world.hero
    if world.depth < 2 or not CALLS_BACK[name] then
      local list = type(arguments) == "function" and arguments(hero)
        or arguments
      world.depth = world.depth + 1
      hero[name](hero, list[1], list[2])
      world.depth = world.depth - 1
    end
  end
end

local function all_deeds()
  local deeds = {}
  local function add(name, f)
    deeds[#deeds + 1] = { name = name, f = f,
      is_question = name:find("^path")
      or name:find("^save") }
  end
  for name, lists in pairs(METHODS) do
    for i, arguments in ipairs(lists) do
      add(("%s #%d"):format(name, i), call(name, arguments))
    end
  end
  for name, values in pairs(FIELDS) do
    for i, value in ipairs(values) do
      local shown = type(value) == "table" and "#" .. i or tostring(value)
      add(("%s = %s"):format(name, shown), function(world)
        world.hero[name] = value
      end)
    end
  end
  add("opens or closes a cell", function(world)
    world.is_shut = not world.is_shut
    world.grid:set_walkable(3, 1, not world.is_shut)
    world.grid:set_walkable(4, 2, not world.is_shut)
  end)
  add("closes all", function(world) world.grid:clear("wall") end)
  add("opens all", function(world) world.grid:clear() end)
  add("fails once", function(world)
    world.fails = (world.fails or 0) + 1
    if world.fails == 1 then
      error("on purpose", 0)
    end
  end)
  table.sort(deeds, function(a, b) return a.name < b.name end)
  return deeds
end

-- Which callback does it ------------------------------------------------------

local WHO = { "on_reached", "on_arrived", "on_blocked", "on_link", "all four",
  "heuristic" }

--- The same path, whose first and last legs are links.
local function linked(grid, points)
  grid:link(1, 1, 4, 1)
  grid:link(4, 3, 4, 1, { price = 0 })
  local round = { links = { 1, 3 } }
  for i = 1, #points do
    round[i] = points[i]
  end
  return tilepath.path(round, "world")
end

local function make_world(who, is_round, act)
  local world = { depth = 0 }
  local is_all = who == "all four"
  world.grid = tilepath.grid(4, 3, { cell_size = 10 })
  world.finder = tilepath.pathfinder(world.grid, {
    heuristic = who == "heuristic" and function()
      if world.is_ready then
        act()
      end
      return 0
    end or nil })
  world.hero = tilepath.follower { x = 5, y = 5, speed = 10,
    finder = world.finder,
    on_reached = (is_all or who == "on_reached") and act or nil,
    on_arrived = (is_all or who == "on_arrived") and act or nil,
    on_blocked = (is_all or who == "on_blocked") and act or nil,
    on_link = (is_all or who == "on_link") and act or nil }
  local path = (is_all or who == "on_link") and linked(world.grid, POINTS)
    or POINTS
  if is_round then
    world.hero:patrol(path)
  else
    world.hero:follow(path)
  end
  world.is_ready = true
  if who == "on_blocked" or who == "heuristic" then
    world.grid:fill(3, 1, 1, who == "heuristic" and 1 or 3, "wall")
  end
  return world
end

local function limited(f, ...)
  debug.sethook(function() error(ENDLESS, 0) end, "", MOST_INSTRUCTIONS)
  local fine, message = pcall(f, ...)
  debug.sethook()
  return fine, message
end

--- @return nil, or the fault
local function try(who, is_round, dt, deeds)
  local world
  local calls, is_over = 0, false
  world = make_world(who, is_round, function()
    calls = calls + 1
    if calls > MOST_CALLS then
      error(ENDLESS, 0)
    end
    for _, deed in ipairs(is_over and {} or deeds) do
      deed.f(world)
    end
  end)
  local hero = world.hero
  for _ = 1, 2 do
    calls, world.depth = 0, 0
    local fine, message = limited(hero.update, hero, dt)
    message = tostring(message)
    if not fine and (message:find(ENDLESS, 1, true)
      or message:find("attempt to", 1, true)
      or message:find("lua/tilepath", 1, true)) then
      return message
    end
  end
  is_over, hero.speeds, hero.turn_radius = true, nil, nil
  if not hero.finder then
    hero:stop() -- a chase needs a pathfinder
  end
  local fine, message = limited(hero.update, hero, 0.1)
  for _, value in ipairs { hero.x, hero.y, hero.angle, hero._motion.budget } do
    if value - value ~= 0 then return "not finite afterwards" end
  end
  return not fine and tostring(message) or nil
end

local WAYS = {}
for _, is_round in ipairs { false, true } do
  for _, dt in ipairs { 10.1, LONGEST } do
    WAYS[#WAYS + 1] = { is_round, dt }
  end
end

-- The share of many chains that is tried; other seeds try other chains.
local PARTS = 12
local PART = tonumber(os.getenv("SEED")) or seeds.base

--- Tries each chain in two ways. If there are many, tries a share of them, each
-- in one way. The share depends on the callback and the seed.
local function try_all(number, chains, are_many)
  local who, wrong, tried = WHO[number], {}, 0
  for i, deeds in ipairs(chains) do
    for k, way in ipairs(WAYS) do
      local is_chosen = (i + number + PART) % PARTS == 0
        and math.floor(i / PARTS) % #WAYS == k - 1
      if is_chosen or not are_many and (i + k) % 2 == 0 then
        local message = try(who, way[1], way[2], deeds)
        tried = tried + 1
        wrong[#wrong + 1] = message and ("%s: %s, %s; patrol %s, dt %g: %s")
          :format(who, deeds[1].name, deeds[2] and deeds[2].name or "no more",
          tostring(way[1]), way[2], message) or nil
      end
    end
  end
  assert.is_true(tried > 100)
  assert.are.equal("", table.concat(wrong, "\n"))
end

describe("#once an update ends", function()
  local deeds = all_deeds()

  -- A compiled loop runs no hooks.
  local compile
  setup(function() compile = memory.interpret() end)
  teardown(function() compile() end)

  for number, who in ipairs(WHO) do
    it("for each call in " .. who, function()
      local chains = {}
      for _, deed in ipairs(deeds) do
        chains[#chains + 1] = { deed }
      end
      try_all(number, chains)
    end)

    it("for each two calls in " .. who .. " #law", function()
      local chains = {}
      for _, first in ipairs(deeds) do
        for _, second in ipairs(first.is_question and {} or deeds) do
          chains[#chains + 1] = { first, second }
        end
      end
      try_all(number, chains, true)
    end)
  end

  it("if the straight path is slow ground, and the way round is not", function()
    local grid = tilepath.grid("..........\n.####mmmm.\n.mmmmm#mm.",
      { legend = { m = "mud" }, prices = { mud = 2 } })
    local hero = tilepath.follower { x = 0.5, y = 0.5, speed = 10,
      finder = tilepath.pathfinder(grid), speeds = { mud = 1 / 64 } }
    hero:patrol { 0.5, 0.5, 0.5, 2.5, 9.5, 2.5 }
    for _, dt in ipairs { 1, 1e3, 1e5, 1e300 } do
      assert.is_true(limited(hero.update, hero, dt))
    end
  end)

  --- A function that gets the count of its calls, at most a thousand.
  local function counted(act)
    local times = 0
    return function(...)
      times = times + 1
      if times > 1000 then
        error(ENDLESS)
      end
      return act(times, ...)
    end
  end

  it("on ground a million times slower than the fastest", function()
    local grid = tilepath.grid(20, 20, { prices = { mud = 1 } })
    local hero = tilepath.follower { x = 0.5, y = 0.5, speed = 1,
      finder = tilepath.pathfinder(grid),
      speeds = { open = 1 / 1024, mud = 1024 } }
    hero.on_reached = counted(function(times)
      hero:follow { hero.x, hero.y, 10.5 + times % 2 * 1e-9, 0.5 }
    end)
    hero:follow { 0.5, 0.5, 10.5, 0.5 }
    assert.is_true(limited(hero.update, hero, 20000))
  end)

  it("after ten orders in one instant, of which each takes a moment", function()
    local hero = tilepath.follower { x = 0.5, y = 0.5, speed = 1 }
    local arrivals = 0
    hero.on_arrived = counted(function(times)
      arrivals = times
      hero:follow { hero.x, hero.y, 0.5 + (times + 1) % 2 * 1e-9, 0.5 }
    end)
    hero:follow { 0.5, 0.5, 0.5 + 1e-9, 0.5 }
    hero:update(1)
    assert.is_true(arrivals >= 10 and arrivals <= 12, "after " .. arrivals)
  end)

  it("on a patrol at random, after 100 paths", function()
    for _, size in ipairs { { 16, 5 }, { 5, 16 } } do
      local w, h = size[1], size[2]
      for _, dt in ipairs { 1000, 1e6, 1e9, 2 ^ 53 } do
        for _, rest in ipairs { 0, 10 } do
          local hero = tilepath.follower { x = 0.5, y = 0.5,
            finder = tilepath.pathfinder(tilepath.grid(w, h)) }
          local points = 0
          hero.on_reached = counted(function(times) points = times end)
          hero:patrol_cell({ { 1, 1, w, h } }, { random = 3, rest = rest })
          assert.is_true(limited(hero.update, hero, dt))
          assert.is_true(points > 9 and points <= 101, points)
          points = 0
          hero:update(60)
          assert.is_true(points > 1)
        end
      end
    end
  end)

  it("on a patrol at random, and uses a minute as a whole", function()
    local heroes = {}
    for i = 1, 2 do
      heroes[i] = tilepath.follower { x = 0.5, y = 0.5,
        finder = tilepath.pathfinder(tilepath.grid(9, 9)) }
      heroes[i]:patrol_cell({ { 1, 1, 9, 9 } }, { random = 3 })
    end
    heroes[1]:update(60)
    for _ = 1, 960 do
      heroes[2]:update(1 / 16)
    end
    assert.near(heroes[2].x, heroes[1].x, 1e-6)
    assert.near(heroes[2].y, heroes[1].y, 1e-6)
  end)
end)

describe("the lists of this spec", function()
  it("name every method and every option", function()
    local methods = api.upvalue(getmetatable(tilepath.follower {}).__index,
      "Follower")
    local unknown = {}
    for _, name in ipairs(sorted(methods)) do
      unknown[#unknown + 1] = not METHODS[name] and name or nil
    end
    for _, name in ipairs(sorted(api.code_options()["Follower options"])) do
      unknown[#unknown + 1] = not FIELDS[name] and not NO_FIELDS[name]
        and name or nil
    end
    assert.are.same({}, unknown)
  end)
end)
