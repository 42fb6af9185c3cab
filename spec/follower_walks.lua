--- Random walks of followers, and laws on them: what a follower does, and what
-- happens to it meanwhile, made from a seed.
--
-- Each walk is made from a seed of its own. What fails names it: SEED=n RUNS=1
-- in the environment walks that one again. SHARE=n walks one in n of them, for
-- where the same is tried again under something that makes it slow.

local tilepath = require "tilepath"
local helper = require "spec.helper"

local huge, pi, sqrt = math.huge, math.pi, math.sqrt

local SEED = tonumber(os.getenv("SEED")) or os.time() % 1e6 * 1000
local RUNS = tonumber(os.getenv("RUNS"))
local SHARE = tonumber(os.getenv("SHARE")) or 1

local walks = {}

--- Checks a law on the walk of one seed.
function walks.try(seed, check)
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

--- Checks a law on so many walks, each a test of its own file.
function walks.law(it, text, runs, check)
  it(text, function()
    for seed = SEED, SEED + (RUNS or math.ceil(runs / SHARE)) - 1 do
      walks.try(seed, check)
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
    -- no circles on which points of tiles lie, or do not by a last digit
    arrive_radius = random.one_of(nil, nil, 33, 65, random.real(0, 90)),
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

--- What stands for a pathfinder, and sees no walls.
local function all_clear(grid)
  return { grid = grid,
    find_world = function() return nil, "unreachable" end,
    line_of_sight_world = function() return true end }
end

--- A walk with a random ground under it, and what slows it down.
local function random_pace(random)
  local walk = random_walk(random)
  if random.whole(1, 3) > 1 then
    walk.options.slow_down = random.one_of(32, 64, random.real(0.1, 300))
  end
  walk.is_slow, walk.fastest = random.whole(1, 3) > 1, 450
  if walk.is_slow then
    walk.text = helper.random_map(random.whole, 7, 7, ".mr")
    walk.speeds = { mud = random.one_of(0.5, random.real(0.1, 1)),
      road = random.one_of(2, random.real(1, 3)) }
    walk.cell = random.one_of(32, 20, random.real(5, 50))
  end
  return walk
end

--- The same, with a map of its own.
local function with_ground(walk)
  if walk.is_slow then
    local grid = tilepath.grid(walk.text, { cell_size = walk.cell,
      terrain = { mud = 2, road = 1 }, legend = { m = "mud", r = "road" } })
    walk.options.finder = all_clear(grid)
    walk.options.speeds = walk.speeds
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
  return 0.9 * shortest / (walk.fastest or 150)
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
  options.on_bump = function(unit)
    tell("bump " .. unit.number)
    walk.bump(unit)
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
      if walk.watch then
        walk.watch(hero)
      end
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
  if a:is_arrived() ~= b:is_arrived() then
    error("arrived, and has not", 2)
  end
end

--- A chase on a random map: the target goes to random places at random times,
-- by small steps or at once; some cells change.
local function random_chase(random)
  local scene = { text = helper.random_map(random.whole, 12, 9, "......#"),
    time = random.real(2, 15), moves = {},
    options = { speed = random.real(10, 40),
      prune = random.one_of(true, false),
      turn_rate = random.one_of(nil, 5),
      slow_down = random.one_of(nil, nil, 30) },
    chase = { within = random.one_of(nil, 12, random.real(0, 30)),
      repath_interval = random.one_of(nil, 0.1, random.real(0, 1)),
      partial = random.one_of(nil, true) },
    x = random.whole(1, 12), y = random.whole(1, 9) }
  local x, y = random.real(1, 119), random.real(1, 89)
  scene.target_x, scene.target_y = x, y
  local jumps = random.one_of(2, 10, 40)
  for i = 1, random.one_of(0, 5, 30, 60) do
    if random.whole(1, jumps) == 1 then
      x, y = random.real(1, 119), random.real(1, 89)
    else
      x = math.max(1, math.min(119, x + random.real(-6, 6)))
      y = math.max(1, math.min(89, y + random.real(-6, 6)))
    end
    scene.moves[i] = { at = random.real(0, scene.time), x = x, y = y,
      edit = random.whole(1, 8) == 1, edit_x = random.whole(1, 12),
      edit_y = random.whole(1, 9), terrain = random.one_of("wall", "open") }
  end
  table.sort(scene.moves, function(a, b) return a.at < b.at end)
  return scene
end

--- The same as a walk of follower_walks.lua.
local function chase_of(scene, watch)
  local grid = tilepath.grid(scene.text, { cell_size = 10 })
  grid:set(scene.x, scene.y, "open")
  local target = { x = scene.target_x, y = scene.target_y }
  local walk = { options = { finder = tilepath.pathfinder(grid) },
    paths = { {} }, time = scene.time, actions = {}, target = target }
  for key, value in pairs(scene.options) do
    walk.options[key] = value
  end
  walk.options.x, walk.options.y = grid:to_world(scene.x, scene.y)
  walk.actions[1] = { at = 0, act = function(hero)
    hero:chase(target, scene.chase)
  end }
  for i, move in ipairs(scene.moves) do
    walk.actions[i + 1] = { at = move.at, act = function(hero)
      local here_x, here_y = grid:to_cell(hero.x, hero.y)
      if move.edit and (math.abs(move.edit_x - here_x) > 1
        or math.abs(move.edit_y - here_y) > 1) then
        grid:set(move.edit_x, move.edit_y, move.terrain)
      end
      target.x, target.y = move.x, move.y
      if watch then
        watch(hero, target)
      end
    end }
  end
  return walk
end

walks.SEED = SEED
walks.random_place = random_place
walks.length_of = length_of
walks.random_speed = random_speed
walks.random_walk = random_walk
walks.start = start
walks.play = play
walks.coarse = coarse
walks.fine = fine
walks.same = same
walks.all_clear = all_clear
walks.random_pace = random_pace
walks.with_ground = with_ground
walks.random_chase = random_chase
walks.chase_of = chase_of

return walks
