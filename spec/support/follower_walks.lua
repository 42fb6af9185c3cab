--- Random walks of followers as scenes: plain tables of what a follower does
-- and of events on its way. `walks.build` makes a walk from a scene. A walk can
-- be played in different cuts of time.
--
-- A walk is { options =, paths =, time =, actions = { { at =, act = }, ... },
-- react =, watch =, is_round = }: the follower's options, its paths, functions
-- that the game calls, and whether it walks the first path round and round.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local numbers = require "spec.support.random"

local huge, pi, sqrt = math.huge, math.pi, math.sqrt

local walks = {}

-- Cuts of time into frames ----------------------------------------------------

--- The length of a path.
function walks.length_of(path)
  local sum = 0
  for i = 3, #path, 2 do
    sum = sum + sqrt((path[i] - path[i - 2]) ^ 2
      + (path[i + 1] - path[i - 1]) ^ 2)
  end
  return sum
end

--- The longest frame in which no whole round can hide (skipped rounds have no
-- events).
local function longest_frame(walk)
  local shortest = huge
  if not walk.is_round then return huge end
  for _, path in ipairs(walk.paths) do
    local length = walks.length_of(path)
    if length > 0 then
      shortest = math.min(shortest, length)
    end
  end
  return 0.9 * shortest / (walk.fastest or 150)
end

--- Even frames, none longer than that.
local function even_frames(time, longest)
  local frames, n = {}, math.max(1, math.ceil(time / longest))
  for i = 1, n do
    frames[i] = time / n
  end
  return frames
end

--- As few frames as possible without a hidden round.
function walks.coarse(walk)
  local longest = longest_frame(walk)
  return function(time)
    return even_frames(time, longest)
  end
end

--- Random frames by a seed: few or many, equal, unequal, or some very small;
-- none can hide a lap.
function walks.fine(seed, walk)
  local random, longest = numbers.new(seed), longest_frame(walk)
  return function(time)
    local n, marks = random.one_of(1, 2, 7, 40, 150), {}
    local even = random(1, 3) == 1
    for i = 1, n do
      marks[i] = even and time * i / n or random.real(0, time)
    end
    if random(1, 4) == 1 then
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

-- Scenes ----------------------------------------------------------------------

--- On tiles many lengths and directions are equal; elsewhere none are.
local function random_place(random, on_tiles)
  if on_tiles then return 32 * random(0, 6), 32 * random(0, 6) end
  return random.real(0, 200), random.real(0, 200)
end

local function random_path(random, x, y)
  local on_tiles = random(1, 2) == 1
  local path = { x, y }
  if random(1, 4) == 1 then
    path = {}
  end
  for _ = 1, random(1, 6) do
    if #path > 0 and random(1, 8) == 1 then
      path[#path + 1] = path[#path - 1]
      path[#path + 1] = path[#path - 1]
    else
      path[#path + 1], path[#path + 2] = random_place(random, on_tiles)
    end
  end
  if #path > 2 and random(1, 6) == 1 then
    path[#path + 1], path[#path + 2] = path[1], path[2]
  end
  return path
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
  }
end

--- Acts of the game at some moment: lists that begin with a name in Acts.
local ACTIONS = {
  function() return { "pause" } end,
  function() return { "resume" } end,
  function() return { "resume" } end,
  function() return { "stop" } end,
  function(random) return { "set", "speed", random_speed(random) } end,
  function(random)
    return { "set", "rest", random.one_of(nil, random.real(0, 1)) }
  end,
  function(random)
    return { "set", "turn_rate", random.one_of(nil, random.real(0, 10)) }
  end,
  function(random) return { "set", "angle", random.real(-4, 4) } end,
  function(random) return { "place", random_place(random) } end,
  function(random, scene)
    scene.paths[#scene.paths + 1] = random_path(random, random_place(random))
    return { "follow", #scene.paths }
  end,
}

--- Reactions of the game to events: lists that begin with a name in Reacts.
local REACTIONS = {
  function() return { "none" } end,
  function() return { "none" } end,
  function(random)
    return { "hurry", random_speed(random), random_speed(random) }
  end,
  function(random, scene)
    scene.paths[#scene.paths + 1] = random_path(random, random_place(random))
    return { "go_on", #scene.paths }
  end,
  function(random) return { "rest", random.real(0, 1) } end,
  function(random) return { "stop", random(1, 4) } end,
  function(random) return { "place", random_place(random) } end,
}

local function by_time(list)
  -- Two acts at one moment keep their order.
  for i, entry in ipairs(list) do
    entry.order = i
  end
  table.sort(list, function(a, b)
    return a.at < b.at or a.at == b.at and a.order < b.order
  end)
  for _, entry in ipairs(list) do
    entry.order = nil
  end
  return list
end

--- A random walk, as a scene.
-- @param is_quiet  true: no acts of the game on the way
function walks.draw(random, is_quiet)
  local x, y = random_place(random, random.chance(50))
  local scene = { options = random_options(random, x, y), paths = {},
    actions = {}, reaction = { "none" }, time = random.real(0, 12),
    cut = random(1, 1e6) }
  scene.paths[1] = random_path(random, x, y)
  if not is_quiet then
    for i = 1, random.one_of(0, 0, 1, 2, 4) do
      local action = random.any(ACTIONS)(random, scene)
      action.at = random.real(0, scene.time)
      scene.actions[i] = action
    end
    by_time(scene.actions)
    scene.reaction = random.any(REACTIONS)(random, scene)
  end
  return scene
end

--- The same with terrains, and options that slow the follower down.
function walks.draw_pace(random, is_quiet)
  local scene = walks.draw(random, is_quiet)
  if random.chance(67) then
    scene.options.slow_down = random.one_of(32, 64, random.real(0.1, 300))
  end
  if random.chance(67) then
    scene.ground = numbers.map(random, 7, 7, ".mr")
    scene.speeds = { mud = random.one_of(0.5, random.real(0.1, 1)),
      road = random.one_of(2, random.real(1, 3)) }
    scene.cell = random.one_of(32, 20, random.real(5, 50))
  end
  scene.fastest = 450
  return scene
end

-- Walks -----------------------------------------------------------------------

local Acts = {}

function Acts.pause(hero) hero:pause() end

function Acts.resume(hero) hero:resume() end

function Acts.stop(hero) hero:stop() end

function Acts.set(hero, _, field, value) hero[field] = value end

function Acts.place(hero, _, x, y) hero:set_position(x, y) end

function Acts.follow(hero, scene, n) hero:follow(scene.paths[n]) end

local Reacts = {}

function Reacts.none() end

function Reacts.hurry(hero, event, n, _, fast, slow)
  if event ~= "arrived" then
    hero.speed = n % 2 == 0 and fast or slow
  end
end

function Reacts.go_on(hero, event, n, scene, path)
  if event == "arrived" and n < 20 then
    local points = scene.paths[path]
    hero:follow(points)
    if hero.x == points[#points - 1] and hero.y == points[#points] then
      hero:stop() -- another way than the path, if a wall is on it, has no length
    end
  end
end

function Reacts.rest(hero, _, n, _, rest) hero.rest = n % 3 * rest end

function Reacts.stop(hero, _, n, _, at)
  if n == at then
    hero:stop()
  end
end

function Reacts.place(hero, _, n, _, x, y)
  if n == 2 then
    hero:set_position(x, y)
  end
end

--- A map that begins with these rows of terrain and is larger than each walk,
-- and a pathfinder on it.
function walks.on_ground(text, cell)
  local side = math.ceil(260 / cell)
  local grid = tilepath.grid(side, side, { cell_size = cell,
    prices = { mud = 2, road = 1 } })
  local x, y = 1, 1
  for letter in text:gmatch(".") do
    if letter == "m" or letter == "r" then
      grid:set(x, y, letter == "m" and "mud" or "road")
    end
    x, y = x + 1, y
    if letter == "\n" then
      x, y = 1, y + 1
    end
  end
  return tilepath.pathfinder(grid), grid
end

--- A walk of a scene; with a map of its own if the scene has one.
function walks.build(scene)
  local walk = { options = helper.with({}, scene.options), paths = scene.paths,
    time = scene.time, actions = {}, fastest = scene.fastest }
  for i, action in ipairs(scene.actions) do
    walk.actions[i] = { at = action.at, act = function(hero)
      Acts[action[1]](hero, scene, action[2], action[3])
    end }
  end
  local reaction = scene.reaction
  function walk.react(hero, event, n)
    Reacts[reaction[1]](hero, event, n, scene, reaction[2], reaction[3])
  end
  if scene.ground then
    walk.options.finder = walks.on_ground(scene.ground, scene.cell)
    walk.options.speeds = scene.speeds
  end
  return walk
end

--- A follower, and its events as a list of words.
function walks.start(walk)
  local told, hero = {}, nil
  local options = helper.with({}, walk.options)
  local function tell(event)
    told[#told + 1] = event
    if walk.react then
      walk.react(hero, event, #told)
    end
  end
  options.on_reached = function(i, x, y)
    tell(("%d: %.12g,%.12g"):format(i, x, y))
  end
  options.on_arrived = function() tell("arrived") end
  options.on_blocked = function(x, y)
    tell(("blocked: %.12g,%.12g"):format(x, y))
  end
  hero = tilepath.follower(options)
  hero:follow(walk.paths[1])
  if walk.begin then
    walk.begin(hero)
  end
  return hero, told
end

--- Walks to the end. cut(t) cuts each time between two acts into frames.
-- @return the follower, its events and the length of its way
function walks.play(walk, cut)
  local hero, told = walks.start(walk)
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

local function angle_between(a, b)
  return math.abs((a - b + pi) % (2 * pi) - pi)
end

function walks.same(a, told_a, b, told_b, way, turn)
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
  if (a.status == "arrived") ~= (b.status == "arrived") then
    error("arrived, and has not", 2)
  end
end

--- Edits of a map of 12 x 9 cells at random moments.
function walks.draw_edits(random, time)
  local edits = {}
  for i = 1, random(0, 12) do
    edits[i] = { at = random.real(0, time), x = random(1, 12),
      y = random(1, 9), terrain = random.one_of("wall", "wall", "open") }
  end
  return by_time(edits)
end

--- Edits the grid, except near the follower.
function walks.edit(grid, edit, hero)
  local here_x, here_y = grid:to_cell(hero.x, hero.y)
  if math.abs(edit.x - here_x) > 1 or math.abs(edit.y - here_y) > 1 then
    grid:set(edit.x, edit.y, edit.terrain)
  end
end

--- A chase on a random map: the target goes to random places at random times,
-- by small steps or at once; some cells change.
function walks.draw_chase(random)
  local scene = { text = numbers.map(random, 12, 9, "......#"),
    time = random.real(2, 15), cut = random(1, 1e6), moves = {},
    options = { speed = random.real(10, 40),
      prune = random.one_of(true, false),
      turn_rate = random.one_of(nil, 5),
      turn_radius = random.one_of(nil, 0, 4),
      slow_down = random.one_of(nil, nil, 30) },
    chase = { within = random.one_of(0, 1.2, random.real(0, 3)),
      partial = random.one_of(nil, true) },
    x = random(1, 12), y = random(1, 9) }
  local x, y = random.real(1, 119), random.real(1, 89)
  scene.target_x, scene.target_y = x, y
  local jumps = random.one_of(2, 10, 40)
  for i = 1, random.one_of(0, 5, 30, 60) do
    if random(1, jumps) == 1 then
      x, y = random.real(1, 119), random.real(1, 89)
    else
      x = math.max(1, math.min(119, x + random.real(-6, 6)))
      y = math.max(1, math.min(89, y + random.real(-6, 6)))
    end
    scene.moves[i] = { at = random.real(0, scene.time), x = x, y = y,
      edit = random(1, 8) == 1 and { x = random(1, 12), y = random(1, 9),
        terrain = random.one_of("wall", "open") } or nil }
  end
  by_time(scene.moves)
  return scene
end

--- A walk of a chase; watch(hero, target) sees each move.
function walks.chase_of(scene, watch)
  local grid = tilepath.grid(scene.text, { cell_size = 10 })
  grid:set(scene.x, scene.y, "open")
  local target = { x = scene.target_x, y = scene.target_y }
  local finder = tilepath.pathfinder(grid)
  local walk = { options = helper.with({ finder = finder }, scene.options),
    paths = { {} }, time = scene.time, actions = {}, target = target }
  walk.options.x, walk.options.y = grid:to_world(scene.x, scene.y)
  walk.actions[1] = { at = 0, act = function(hero)
    hero:chase(target, scene.chase)
  end }
  for i, move in ipairs(scene.moves) do
    walk.actions[i + 1] = { at = move.at, act = function(hero)
      if move.edit then
        walks.edit(grid, move.edit, hero)
      end
      target.x, target.y = move.x, move.y
      if watch then
        watch(hero, target)
      end
    end }
  end
  return walk
end

return walks
