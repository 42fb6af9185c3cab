--- Laws of followers, on random walks: the place, the angle and what is told do
-- not depend on how time was cut into frames.
--
-- Each walk is made from a seed of its own. What fails names it: SEED=n RUNS=1
-- in the environment walks that one again.

local tilepath = require "tilepath"
local helper = require "spec.helper"

local floor, huge, pi, sqrt = math.floor, math.huge, math.pi, math.sqrt

local SEED = tonumber(os.getenv("SEED")) or os.time() % 1e6 * 1000
local RUNS = tonumber(os.getenv("RUNS"))

io.write(("follower laws: SEED=%d\n"):format(SEED))

--- Checks a law on so many walks.
local function law(text, runs, check)
  it(text, function()
    for seed = SEED, SEED + (RUNS or runs) - 1 do
      local whole = helper.random(seed)
      whole(0, 1)
      local random = {
        whole = whole,
        real = function(low, high)
          return low + (high - low) * whole(0, 2 ^ 30) / 2 ^ 30
        end,
        one_of = function(...)
          return (select(whole(1, select("#", ...)), ...))
        end,
      }
      local fine, message = pcall(check, random)
      if not fine then
        error(("SEED=%d RUNS=1: %s"):format(seed, tostring(message)), 0)
      end
    end
  end)
end

-- Walks -----------------------------------------------------------------------

--- On tiles much is equal or straight ahead; elsewhere nothing is.
local function random_place(random, on_tiles)
  if on_tiles then
    return 32 * random.whole(0, 6), 32 * random.whole(0, 6)
  end
  return random.real(0, 200), random.real(0, 200)
end

local function random_path(random, x, y)
  local on_tiles = random.whole(1, 2) == 1
  local path = { x, y }
  if random.whole(1, 4) == 1 then
    path = {}
  end
  for _ = 1, random.whole(1, 6) do
    if #path > 0 and random.whole(1, 8) == 1 then
      path[#path + 1] = path[#path - 1]
      path[#path + 1] = path[#path - 1]
    else
      path[#path + 1], path[#path + 2] = random_place(random, on_tiles)
    end
  end
  if #path > 2 and random.whole(1, 6) == 1 then
    path[#path + 1], path[#path + 2] = path[1], path[2]
  end
  return path
end

local function length_of(path)
  local sum = 0
  for i = 3, #path, 2 do
    sum = sum + sqrt((path[i] - path[i - 2]) ^ 2
      + (path[i + 1] - path[i - 1]) ^ 2)
  end
  return sum
end

local function random_speed(random)
  return random.one_of(60, 32, random.real(5, 150))
end

local function random_options(random, x, y)
  return {
    x = x, y = y,
    speed = random_speed(random),
    angle = random.one_of(0, 0, random.real(-pi, pi)),
    rest = random.one_of(nil, nil, 0.25, random.real(0, 2)),
    turn_rate = random.one_of(nil, nil, 2, random.real(0, 20)),
    arrive_radius = random.one_of(nil, nil, 32, 64, random.real(0, 90)),
    loop = random.one_of(nil, nil, nil, true, "pingpong"),
  }
end

--- What a game may do to a follower at some moment.
local ACTIONS = {
  function() return function(hero) hero:pause() end end,
  function() return function(hero) hero:resume() end end,
  function() return function(hero) hero:resume() end end,
  function() return function(hero) hero:stop() end end,
  function(random)
    local speed = random_speed(random)
    return function(hero) hero.speed = speed end
  end,
  function(random)
    local rest = random.one_of(nil, random.real(0, 1))
    return function(hero) hero.rest = rest end
  end,
  function(random)
    local rate = random.one_of(nil, random.real(0, 10))
    return function(hero) hero.turn_rate = rate end
  end,
  function(random)
    local radius = random.one_of(nil, random.real(0, 90))
    return function(hero) hero.arrive_radius = radius end
  end,
  function(random, walk)
    local loop = random.one_of(nil, true, "pingpong")
    walk.may_loop = true
    return function(hero) hero.loop = loop end
  end,
  function(random)
    local angle = random.real(-4, 4)
    return function(hero) hero.angle = angle end
  end,
  function(random)
    local x, y = random_place(random)
    return function(hero) hero:set_position(x, y) end
  end,
  function(random, walk)
    local x, y = random_place(random)
    local path = random_path(random, x, y)
    walk.paths[#walk.paths + 1] = path
    return function(hero) hero:follow(path) end
  end,
}

--- What a game may do when it is told something: by kind and number.
local REACTIONS = {
  function() return function() end end,
  function() return function() end end,
  function(random)
    local fast, slow = random_speed(random), random_speed(random)
    return function(hero, event, n)
      if event ~= "arrived" then
        hero.speed = n % 2 == 0 and fast or slow
      end
    end
  end,
  function(random, walk)
    local x, y = random_place(random)
    local path = random_path(random, x, y)
    walk.paths[#walk.paths + 1] = path
    return function(hero, event, n)
      if event == "arrived" and n < 20 then
        hero:follow(path)
        if hero:remaining() == 0 then
          hero:stop()
        end
      end
    end
  end,
  function(random)
    local rest = random.real(0, 1)
    return function(hero, _, n)
      hero.rest = n % 3 * rest
    end
  end,
  function(random)
    local stop = random.whole(1, 4)
    return function(hero, _, n)
      if n == stop then
        hero:stop()
      end
    end
  end,
  function(random)
    local x, y = random_place(random)
    return function(hero, _, n)
      if n == 2 then
        hero:set_position(x, y)
      end
    end
  end,
}

local function random_walk(random)
  local x, y = random_place(random, random.whole(1, 2) == 1)
  local walk = { options = random_options(random, x, y), paths = {} }
  walk.paths[1] = random_path(random, x, y)
  walk.time = random.real(0, 12)
  walk.actions = {}
  for i = 1, random.one_of(0, 0, 1, 2, 4) do
    walk.actions[i] = { at = random.real(0, walk.time),
      act = ACTIONS[random.whole(1, #ACTIONS)](random, walk) }
  end
  table.sort(walk.actions, function(a, b) return a.at < b.at end)
  walk.react = REACTIONS[random.whole(1, #REACTIONS)](random, walk)
  if walk.options.loop or walk.may_loop then
    -- laps of no length can hide in every frame
    for _, path in ipairs(walk.paths) do
      if length_of(path) == 0 then
        path[#path + 1], path[#path + 2] = path[1], path[2] + 50
      end
    end
  end
  return walk
end

--- The longest frame in which no whole lap can hide (those tell nothing).
local function longest_frame(walk)
  local shortest = huge
  if walk.options.loop == nil and not walk.may_loop then
    return huge
  end
  for _, path in ipairs(walk.paths) do
    local length = length_of(path)
    if length > 0 then
      shortest = math.min(shortest, length)
    end
  end
  return 0.9 * shortest / 150
end

--- A follower with what it tells, as a list of words.
local function start(walk)
  local told, hero = {}, nil
  local options = {}
  for key, value in pairs(walk.options) do
    options[key] = value
  end
  local function tell(event)
    told[#told + 1] = event
    if walk.react then
      walk.react(hero, event, #told)
    end
  end
  options.on_waypoint = function(i, x, y)
    tell(("%d: %.12g,%.12g"):format(i, x, y))
  end
  options.on_arrive = function() tell("arrived") end
  options.on_blocked = function(x, y)
    tell(("blocked: %.12g,%.12g"):format(x, y))
  end
  hero = tilepath.follower(options)
  hero:follow(walk.paths[1])
  return hero, told
end

--- Walks to the end, each stretch between two actions cut by cut(t), which
-- gives a list of frames that make t. Returns the follower, what it told and
-- how far it went.
local function play(walk, cut)
  local hero, told = start(walk)
  local now, way = 0, 0
  local function stretch(time)
    for _, dt in ipairs(cut(time)) do
      local x, y = hero.x, hero.y
      hero:update(dt)
      way = way + sqrt((hero.x - x) ^ 2 + (hero.y - y) ^ 2)
    end
  end
  for _, action in ipairs(walk.actions or {}) do
    stretch(action.at - now)
    now = action.at
    action.act(hero)
  end
  stretch(walk.time - now)
  return hero, table.concat(told, "; "), way
end

--- Even frames, none longer than that.
local function even_frames(time, longest)
  local frames, n = {}, math.max(1, math.ceil(time / longest))
  for i = 1, n do
    frames[i] = time / n
  end
  return frames
end

--- As few frames as hide no lap.
local function coarse(walk)
  local longest = longest_frame(walk)
  return function(time)
    return even_frames(time, longest)
  end
end

--- Random frames: a few or many, even, uneven, or with very small ones; none
-- that could hide a lap.
local function fine(random, walk)
  local longest = longest_frame(walk)
  return function(time)
    local n, marks = random.one_of(1, 2, 7, 40, 150), {}
    local even = random.whole(1, 3) == 1
    for i = 1, n do
      marks[i] = even and time * i / n or random.real(0, time)
    end
    if random.whole(1, 4) == 1 then
      marks[#marks + 1] = time * 1e-9
    end
    table.sort(marks)
    marks[#marks + 1] = time
    local frames, last = {}, 0
    for _, mark in ipairs(marks) do
      for _, dt in ipairs(even_frames(math.max(0, mark - last), longest)) do
        frames[#frames + 1] = dt
      end
      last = mark
    end
    return frames
  end
end

local function angle_between(a, b)
  return math.abs((a - b + pi) % (2 * pi) - pi)
end

local function same(a, told_a, b, told_b, way, turn)
  if told_a ~= told_b then
    error(("told %s\ninstead of %s"):format(told_b, told_a), 2)
  end
  -- the places themselves have thirteen digits here
  local off = sqrt((a.x - b.x) ^ 2 + (a.y - b.y) ^ 2)
  if off ~= off or off > 1e-9 * way + 1e-11 then
    error(("at %.17g, %.17g instead of %.17g, %.17g, after %g"):format(
      b.x, b.y, a.x, a.y, way), 2)
  end
  local turned = angle_between(a.angle, b.angle)
  if turned ~= turned or turned > (turn or 1e-9) then
    error(("faces %.17g instead of %.17g"):format(b.angle, a.angle), 2)
  end
  assert.are.equal(a:is_arrived(), b:is_arrived())
end

-- Laws ------------------------------------------------------------------------

describe("a follower's place, angle and events", function()
  law("do not depend on how time is cut", 600, function(random)
    local walk = random_walk(random)
    local a, told_a, way = play(walk, coarse(walk))
    local b, told_b = play(walk, fine(random, walk))
    same(a, told_a, b, told_b, way)
  end)

  law("do not, where points and frames fall together", 300, function(random)
    local walk = {
      options = {
        speed = random.one_of(32, 60, 64, 96, 120, 128),
        rest = random.one_of(nil, 0.5, 0.1, 1 / 3),
        turn_rate = random.one_of(nil, pi),
        arrive_radius = random.one_of(nil, 32),
      },
      paths = { { 0, 0 } },
    }
    for i = 3, 11, 2 do
      local path, step = walk.paths[1], random.one_of(-32, 32, 64)
      local along = random.whole(0, 1)
      path[i] = path[i - 2] + step * along
      path[i + 1] = path[i - 1] + step * (1 - along)
    end
    local dt = random.one_of(1 / 60, 1 / 30, 0.1, 1 / 8, 1 / 3)
    local n = random.whole(1, floor(8 / dt))
    walk.time = n * dt
    local a, told_a, way = play(walk, function(time) return { time } end)
    local b, told_b = play(walk, function()
      local frames = {}
      for i = 1, n do
        frames[i] = dt
      end
      return frames
    end)
    same(a, told_a, b, told_b, way)
  end)

  law("do not, for a body that obeys its velocity", 100, function(random)
    local walk = random_walk(random)
    walk.actions, walk.react = {}, nil
    local a, told_a, way = play(walk, fine(random, walk))
    local b, told_b = start(walk)
    local x, y = b.x, b.y
    for _, dt in ipairs(coarse(walk)(walk.time)) do
      local vx, vy = b:velocity(dt)
      x, y = x + vx * dt, y + vy * dt
      b:set_position(x, y)
    end
    same(a, told_a, b, table.concat(told_b, "; "), way)
  end)
end)

--- Where a walk of constant options is after a time, from its timetable alone.
local function timetable(walk)
  local options, path = walk.options, walk.paths[1]
  local order, n = {}, #path / 2
  local first = path[1] == options.x and path[2] == options.y and 2 or 1
  for i = first, n do
    order[#order + 1] = i
  end
  local x, y, time = options.x, options.y, walk.time
  local k, direction = 1, 1
  while true do
    local i = order[k]
    if i == nil and options.loop == true then
      i = path[1] == path[2 * n - 1] and path[2] == path[2 * n] and 2 or 1
      for j = i, n do
        order[#order + 1] = j
      end
    elseif i == nil and options.loop == "pingpong" then
      direction = -direction
      for step = 1, n - 1 do
        order[#order + 1] = direction < 0 and n - step or 1 + step
      end
      i = order[k]
    elseif i == nil then
      return x, y
    end
    local to_x, to_y = path[2 * i - 1], path[2 * i]
    local length = sqrt((to_x - x) ^ 2 + (to_y - y) ^ 2)
    local need = length / options.speed
    if need > time then
      local share = time / need
      return x + (to_x - x) * share, y + (to_y - y) * share
    end
    x, y, time = to_x, to_y, time - need - (options.rest or 0)
    if time <= 0 then
      return x, y
    end
    k = k + 1
  end
end

describe("a follower's place", function()
  law("is what a timetable says", 300, function(random)
    local walk = random_walk(random)
    walk.actions, walk.react = {}, nil
    walk.options.arrive_radius = nil
    if length_of(walk.paths[1]) == 0 then
      walk.options.loop = nil
    end
    local x, y = timetable(walk)
    local hero = play(walk, fine(random, walk))
    local off = sqrt((hero.x - x) ^ 2 + (hero.y - y) ^ 2)
    assert.is_true(off <= 1e-9 * (1 + walk.options.speed * walk.time),
      ("at %.17g, %.17g instead of %.17g, %.17g"):format(hero.x, hero.y, x, y))
  end)

  law("is never farther on than time allows, and never off the path", 100,
    function(random)
      local walk = random_walk(random)
      walk.actions, walk.react = {}, nil
      local hero = start(walk)
      local path = { walk.options.x, walk.options.y }
      for i = 1, #walk.paths[1] do
        path[i + 2] = walk.paths[1][i]
      end
      if walk.options.loop == true then
        path[#path + 1], path[#path + 2] = path[3], path[4]
      end
      for _, dt in ipairs(fine(random, walk)(walk.time)) do
        local x, y = hero.x, hero.y
        hero:update(dt)
        local way = sqrt((hero.x - x) ^ 2 + (hero.y - y) ^ 2)
        assert.is_true(way <= walk.options.speed * dt + 1e-9)
        local off = huge
        for i = 3, #path, 2 do
          local ax, ay = path[i - 2], path[i - 1]
          local dx, dy = path[i] - ax, path[i + 1] - ay
          local square = dx * dx + dy * dy
          local share = square == 0 and 0
            or ((hero.x - ax) * dx + (hero.y - ay) * dy) / square
          share = math.max(0, math.min(1, share))
          off = math.min(off, sqrt((hero.x - ax - share * dx) ^ 2
            + (hero.y - ay - share * dy) ^ 2))
        end
        assert.is_true(off <= 1e-9, "off the path by " .. off)
      end
    end)

  law("stops on the circle, unless it starts inside", 200, function(random)
    local walk = random_walk(random)
    walk.actions, walk.react, walk.options.loop = {}, nil, nil
    walk.options.arrive_radius = random.real(1, 90)
    walk.time = 1e9
    local hero = play(walk, function(time) return { time } end)
    local path = walk.paths[1]
    local goal_x, goal_y = path[#path - 1], path[#path]
    local function from_goal(x, y)
      return sqrt((x - goal_x) ^ 2 + (y - goal_y) ^ 2)
    end
    local radius = walk.options.arrive_radius
    assert.is_true(hero:is_arrived())
    local inside = from_goal(walk.options.x, walk.options.y) <= radius
    for i = 1, #path, 2 do
      inside = inside and from_goal(path[i], path[i + 1]) <= radius
    end
    if inside then
      assert.are.equal(walk.options.x, hero.x)
      assert.are.equal(walk.options.y, hero.y)
    else
      local off = math.abs(from_goal(hero.x, hero.y) - radius)
      assert.is_true(off <= 1e-9, "off the circle by " .. off)
      local x, y = hero.x, hero.y
      hero:follow { x, y, goal_x, goal_y }
      hero:update(1)
      assert.are.equal(x, hero.x)
      assert.are.equal(y, hero.y)
    end
  end)

  law("is what remaining() said it would be", 200, function(random)
    local walk = random_walk(random)
    walk.actions, walk.react, walk.options.loop = {}, nil, nil
    walk.options.rest = nil
    local hero = start(walk)
    hero:update(walk.time / 4)
    local time = hero:remaining() / hero.speed
    if time > 0 then
      hero:update(time * (1 - 1e-9))
      assert.is_false(hero:is_arrived())
    end
    hero:update(time * 2e-9 + 1e-9)
    assert.is_true(hero:is_arrived())
  end)
end)

describe("laps", function()
  law("make no difference, and tell nothing", 300, function(random)
    local walk
    repeat
      walk = random_walk(random)
    until length_of(walk.paths[1]) > 0
    walk.actions, walk.react = {}, nil
    local options, path = walk.options, walk.paths[1]
    options.loop = random.one_of(true, "pingpong")
    options.turn_rate = random.one_of(nil, 1e3)
    local points, length = #path / 2, length_of(path)
    local closing = length_of { path[#path - 1], path[#path], path[1], path[2] }
    local lap = 2 * length / options.speed
      + (options.rest or 0) * 2 * (points - 1)
    if options.loop == true then
      lap = (length + closing) / options.speed
        + (options.rest or 0) * (closing == 0 and points - 1 or points)
    end
    local approach = length_of { options.x, options.y, path[1], path[2] }
      / options.speed
    local time = random.real(0, lap)
    local laps = random.one_of(1, 2, 1000)
    local a, told_a = start(walk)
    local b, told_b = start(walk)
    for _ = 1, 3 do
      a:update(approach + lap / 2)
      b:update(approach + lap / 2)
    end
    a:update(time)
    b:update(time + laps * lap)
    -- it may be turning, by as much as the digits of such a time are worth
    same(a, table.concat(told_a, "; "), b, table.concat(told_b, "; "),
      options.speed * (time + laps * lap), 1e-6)
  end)
end)

describe("a follower on a map that changes", function()
  --- A random map, and edits of it at certain times. Walls are built anywhere
  -- but around the follower.
  local function random_scene(random)
    local scene = { text = helper.random_map(random.whole, 12, 9, ".....#"),
      edits = {}, time = random.real(2, 20),
      loop = random.one_of(nil, nil, true, "pingpong"),
      rest = random.one_of(nil, random.real(0, 0.5)),
      prune = random.one_of(true, false),
      turn_rate = random.one_of(nil, 5),
      arrive_radius = random.one_of(nil, nil, 15),
      x1 = random.whole(1, 12), y1 = random.whole(1, 9),
      goal_x = random.real(1, 119), goal_y = random.real(1, 89) }
    for i = 1, random.whole(0, 12) do
      scene.edits[i] = { at = random.real(0, scene.time),
        x = random.whole(1, 12), y = random.whole(1, 9),
        terrain = random.one_of("wall", "wall", "open") }
    end
    table.sort(scene.edits, function(a, b) return a.at < b.at end)
    return scene
  end

  local function play_scene(scene, cut, watch)
    local grid = tilepath.grid(scene.text, { cell_size = 10 })
    local finder = tilepath.pathfinder(grid)
    grid:set(scene.x1, scene.y1, "open")
    local x, y = grid:to_world(scene.x1, scene.y1)
    local path = finder:find_world(x, y, scene.goal_x, scene.goal_y,
      { partial = true })
    local walk = { paths = { path }, time = scene.time, actions = {},
      options = { x = x, y = y, speed = 30, finder = finder,
        loop = scene.loop, rest = scene.rest, prune = scene.prune,
        turn_rate = scene.turn_rate, arrive_radius = scene.arrive_radius } }
    for i, edit in ipairs(scene.edits) do
      walk.actions[i] = { at = edit.at, act = function(hero)
        local here_x, here_y = grid:to_cell(hero.x, hero.y)
        if math.abs(edit.x - here_x) > 1 or math.abs(edit.y - here_y) > 1 then
          grid:set(edit.x, edit.y, edit.terrain)
        end
        if watch then
          watch(hero)
        end
      end }
    end
    return play(walk, cut)
  end

  law("walks the same however time is cut", 150, function(random)
    local scene = random_scene(random)
    local walk = { options = scene, paths = { { 0, 0, 1, 0 } } }
    local a, told_a, way = play_scene(scene, coarse(walk))
    local b, told_b = play_scene(scene, fine(random, walk))
    same(a, told_a, b, told_b, way)
  end)

  law("never walks into a wall, and stops only where there is no way", 150,
    function(random)
      local scene = random_scene(random)
      local function watch(hero)
        local finder = hero.finder
        local x, y = finder.grid:to_cell(hero.x, hero.y)
        assert.is_true(finder:can_enter(x, y),
          ("in a wall at %.17g, %.17g"):format(hero.x, hero.y))
        hero:update(1e-9)
        if not scene.loop and hero:is_following() then
          local points = hero.path
          local goal_x, goal_y = finder.grid:to_cell(points[#points - 1],
            points[#points])
          assert.are.equal(not finder:is_reachable(x, y, goal_x, goal_y),
            hero:is_blocked())
        end
      end
      local walk = { options = {}, paths = {} }
      play_scene(scene, fine(random, walk), watch)
    end)
end)
