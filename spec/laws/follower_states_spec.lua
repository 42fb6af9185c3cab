--- Laws of hero:save() on any path and any map: another follower goes on from
-- the state as the first would, bit for bit. So does the first itself, whatever
-- it has done meanwhile.

local tilepath = require "tilepath"
local law = require "spec.support.law"
local numbers = require "spec.support.random"
local walks = require "spec.support.follower_walks"

--- The follower's place, to the last digit.
local function place(hero)
  return ("%.17g %.17g %.17g %s %s"):format(hero.x, hero.y, hero.angle,
    tostring(hero.status == "resting"), tostring(hero.status == "going"))
end

--- Lists of frames for the stretches between a walk's actions.
local function cut_up(cut, walk)
  local frames, stretches, now = walks.fine(cut, walk), {}, 0
  for i, action in ipairs(walk.actions) do
    stretches[i] = frames(action.at - now)
    now = action.at
  end
  stretches[#stretches + 1] = frames(walk.time - now)
  return stretches
end

--- The follower that goes on from a follower's state: another one, or itself.
local function twin_of(hero, walk, callbacks, is_another)
  local state, twin = hero:save(), hero
  if is_another then
    twin = tilepath.follower(callbacks)
    twin.finder = walk.options.finder
  else
    hero:follow { 3, 4, 5, 6 }
    hero:pause()
    hero.x, hero.speed, hero.rest = 1, 2, 3
  end
  assert(twin:load(state, { target = walk.target }))
  if twin:save() ~= state then
    error(("%s\ninstead of %s"):format(twin:save(), state))
  end
  return twin
end

--- Walks, and goes on with another follower after each frame where swaps() is
-- true. @return the place after each frame, and the events
local function play(walk, stretches, swaps)
  local trace, told, hero = {}, {}, nil
  local callbacks = {}
  local function tell(event)
    told[#told + 1] = event
    if walk.react then
      walk.react(hero, event, #told)
    end
  end
  function callbacks.on_reached(i, x, y)
    tell(("%d: %.17g,%.17g"):format(i, x, y))
  end
  function callbacks.on_arrived() tell("arrived") end
  function callbacks.on_blocked(x, y)
    tell(("blocked: %.17g,%.17g"):format(x, y))
  end
  local options = {}
  for key, value in pairs(walk.options) do
    options[key] = value
  end
  for key, value in pairs(callbacks) do
    options[key] = value
  end
  hero = tilepath.follower(options)
  walk.begin(hero)
  local is_another = false
  local function swap()
    if swaps() then
      is_another = not is_another
      hero = twin_of(hero, walk, callbacks, is_another)
    end
  end
  for i, frames in ipairs(stretches) do
    for _, dt in ipairs(frames) do
      hero:update(dt)
      trace[#trace + 1] = place(hero)
      swap()
    end
    if walk.actions[i] then
      walk.actions[i].act(hero)
      swap()
    end
  end
  return trace, told
end

--- Fails unless a walk is the same with followers from states.
-- @param build  makes the walk
local function check(scene, build)
  local first = build()
  local stretches, random = cut_up(scene.cut, first), numbers.new(scene.cut)
  local trace_a, told_a = play(first, stretches, function() return false end)
  local trace_b, told_b = play(build(), stretches, function()
    return random(1, scene.swaps) == 1
  end)
  assert.are.equal(table.concat(told_a, "; "), table.concat(told_b, "; "))
  for i = 1, #trace_a do
    if trace_a[i] ~= trace_b[i] then
      error(("frame %d: %s instead of %s"):format(i, trace_b[i], trace_a[i]))
    end
  end
end

local function state_law(title, runs, draw, build)
  law(it, title, { runs = runs, noun = "state", draw = function(random)
    local scene = draw(random)
    scene.swaps = random.one_of(1, 2, 5, 30)
    return scene
  end }, function(scene)
    check(scene, function() return build(scene) end)
  end)
end

-- Maps ------------------------------------------------------------------------

--- A random order on a random map, with edits of it at certain times.
local function draw_map(random)
  local scene = { map = numbers.map(random, 12, 9, ".....#"),
    time = random.real(2, 20), cut = random(1, 1e6),
    options = { speed = 30, rest = random.one_of(nil, random.real(0, 0.5)),
      prune = random.one_of(true, false),
      slow_down = random.one_of(nil, 40),
      turn_rate = random.one_of(nil, 5),
      turn_radius = random.one_of(nil, 0, 4) },
    x = random(1, 12), y = random(1, 9),
    size = random.one_of(nil, 15),
    goals = {}, kind = random.one_of("go", "list", "follow", "patrol"),
    query = { partial = random.one_of(nil, true),
      adjacent = random.one_of(nil, true) } }
  if not scene.query.adjacent then
    scene.query.within = random.one_of(nil, nil, 1.5)
    scene.query.sight = scene.query.within and random.one_of(nil, true)
  end
  for i = 1, random(1, 4) do
    scene.goals[i] = { random.real(1, 119), random.real(1, 89),
      cost = random.one_of(nil, random.real(0, 20)), w = scene.size,
      h = scene.size }
  end
  scene.edits = walks.draw_edits(random, scene.time)
  return scene
end

local function on_map(scene)
  local grid = tilepath.grid(scene.map, { cell_size = 10 })
  local walk = { options = { finder = tilepath.pathfinder(grid) },
    paths = { { 0, 0, 1, 0 } }, time = scene.time, actions = {} }
  grid:set(scene.x, scene.y, "open")
  for key, value in pairs(scene.options) do
    walk.options[key] = value
  end
  walk.options.x, walk.options.y = grid:to_world(scene.x, scene.y)
  function walk.begin(hero)
    local goal = scene.goals[1]
    if scene.kind == "go" then
      hero:go(goal[1], goal[2], scene.query)
    elseif scene.kind == "list" then
      hero:go(scene.goals, scene.query)
    elseif scene.kind == "patrol" then
      local points = {}
      for i, point in ipairs(scene.goals) do
        points[i] = { point[1], point[2] }
      end
      hero:patrol(points, scene.query)
    else
      hero:follow(hero.finder:find_world(hero.x, hero.y, goal[1], goal[2],
        { partial = true }))
    end
  end
  for i, edit in ipairs(scene.edits) do
    local push = i % 3 == 0 and 4 or 0
    walk.actions[i] = { at = edit.at, act = function(hero)
      walks.edit(grid, edit, hero)
      hero:set_position(hero.x + push, hero.y)
    end }
  end
  return walk
end

describe("a follower that goes on from a state", function()
  state_law("goes on bit for bit on any path", 14, walks.draw_pace,
    function(scene)
      local walk = walks.build(scene)
      function walk.begin(hero)
        hero:follow(walk.paths[1])
      end
      return walk
    end)

  state_law("goes on bit for bit in a chase", 8, walks.draw_chase,
    function(scene)
      local walk = walks.chase_of(scene)
      function walk.begin() end
      return walk
    end)

  state_law("goes on bit for bit on a changing map, after any order", 20,
    draw_map, on_map)
end)
