--- Laws of followers, on random walks: the place, the angle and what is told do
-- not depend on how time was cut into frames.

local tilepath = require "tilepath"
local helper = require "spec.helper"
local walks = require "spec.follower_walks"

local floor, huge, pi, sqrt = math.floor, math.huge, math.pi, math.sqrt
local random_walk, length_of = walks.random_walk, walks.length_of
local start, play, coarse, fine, same =
  walks.start, walks.play, walks.coarse, walks.fine, walks.same

local function law(...)
  walks.law(it, ...)
end

io.write(("follower laws: SEED=%d\n"):format(walks.SEED))

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
        arrive_radius = random.one_of(nil, 33),
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
