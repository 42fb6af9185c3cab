--- Laws of followers on any path: place, angle and events do not depend on how
-- time is cut into frames; and a timetable has the place.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local law = require "spec.support.law"
local numbers = require "spec.support.random"
local score = require "spec.support.score"
local walks = require "spec.support.follower_walks"

local floor, sqrt = math.floor, math.sqrt
local unpack = rawget(table, "unpack") or rawget(_G, "unpack")
local start, play, coarse, fine, same =
  walks.start, walks.play, walks.coarse, walks.fine, walks.same

local function walk_law(title, runs, draw, f)
  law(it, title, { runs = runs, noun = "follower", draw = draw }, f)
end

--- Fails unless a walk ends the same in other frames.
-- @param build  makes the walk
local function check_cuts(build, cut)
  local walk = build()
  local a, told_a, way = walks.play(walk, walks.coarse(walk))
  walk = build()
  local b, told_b = walks.play(walk, walks.fine(cut, walk))
  walks.same(a, told_a, b, told_b, way)
end

--- A walk without acts of the game; change(scene, random) adapts it to the law.
local function quiet(change)
  return function(random)
    local scene = walks.draw(random, true)
    if change then
      change(scene, random)
    end
    return scene
  end
end

-- Cuts ------------------------------------------------------------------------

describe("a follower's place, angle and events", function()
  walk_law("do not depend on how time is cut", 100, walks.draw,
    function(scene)
      check_cuts(function() return walks.build(scene) end, scene.cut)
    end)

  walk_law("are those of a body that obeys the velocity", 40, quiet(),
    function(scene)
      local walk = walks.build(scene)
      local a, told_a, way = play(walk, fine(scene.cut, walk))
      local b, told_b = start(walk)
      local x, y = b.x, b.y
      for _, dt in ipairs(coarse(walk)(walk.time)) do
        local vx, vy = b:velocity(dt)
        x, y = x + vx * dt, y + vy * dt
        b:set_position(x, y)
      end
      same(a, told_a, b, table.concat(told_b, "; "), way)
    end)

  walk_law("do not depend on cuts with slow_down and on any ground", 80,
    walks.draw_pace, function(scene)
      check_cuts(function() return walks.build(scene) end, scene.cut)
    end)

  walk_law("do not depend on cuts in a chase", 40, walks.draw_chase,
    function(scene)
      check_cuts(function() return walks.chase_of(scene) end, scene.cut)
    end)
end)

-- Orders of small games --------------------------------------------------------

-- Each gives an order: give(hero, target, game).
local ORDERS = {
  flee = function(hero, target, game)
    return hero:flee(target, { within = game.within })
  end,
  keep = function(hero, target, game)
    return hero:keep(target, { min = game.min, within = game.min + 2
      + game.within, sight = game.sight })
  end,
  chase = function(hero, target, game)
    return hero:chase(target, { within = game.within / 2, sight = game.sight,
      partial = not game.sight })
  end,
  go = function(hero, _, game)
    return hero:go_cell(game.goals[1][1], game.goals[1][2],
      { wait = game.sight, partial = not game.sight })
  end,
  patrol = function(hero, _, game)
    return hero:patrol_cell(game.goals)
  end,
}
local KINDS = { "chase", "flee", "go", "keep", "patrol" }

--- A game of some frames: in front of each the target moves, and at times a cell
-- changes, or the game pushes the follower. All times are binary fractions.
local function draw_game(random)
  local width, height = random(2, 9), random(2, 7)
  local function place()
    return random(1, 2 * width) / 2 - 0.25, random(1, 2 * height) / 2 - 0.25
  end
  local game = { map = numbers.map(random, width, height, "....#"),
    order = random.any(KINDS), within = random(1, 6), min = random(1, 3),
    sight = random.chance(50), speed = random(1, 3), frames = {}, goals = {},
    start = { random(1, width), random(1, height) },
    rest = random.one_of(nil, nil, 0.25), target = { place() } }
  for i = 1, random(1, 3) do
    game.goals[i] = { random(1, width), random(1, height) }
  end
  for i = 1, 8 do
    game.frames[i] = { dt = random(1, 16) / 16,
      target = random.chance(67) and { place() } or nil,
      edit = random.chance(25) and { random(1, width), random(1, height),
        random.chance(50) and "open" or "wall" } or nil,
      push = random.chance(15) and { random(-4, 4) / 10, random(-4, 4) / 10 }
        or nil }
  end
  -- Orders in a list: one for each frame, or none.
  game.listed = {}
  for i = 1, random.chance(50) and 8 or 0 do
    game.listed[i] = random.one_of(false, false, "queued", "resume", "over")
  end
  return game
end

--- Gives an order of a list, or ends the present one.
local function give_listed(hero, target, game, i)
  local how = game.listed[i]
  local goal = game.goals[i % #game.goals + 1]
  if how == "over" then
    hero:resume()
  elseif how and i % 3 == 0 then
    hero:keep(target, { [how] = true, min = game.min })
  elseif how and i % 3 == 1 then
    local areas = { game.goals[1], { goal[1], goal[2], 2, 3 } }
    hero:patrol_cell(how == "queued" and areas or game.goals, { [how] = true,
      random = game.sight and i or nil, rest = i == 4 and 0.5 or nil })
  elseif how then
    hero:go_cell(goal[1], goal[2], { [how] = true, partial = game.sight })
  end
end

-- How a frame is cut. With the last one the follower is saved and loaded.
local CUTS = { { 1 }, { 1 / 2, 1 / 2 }, { 1 / 8, 1 / 4, 5 / 8 },
  { 1 / 4, 3 / 4, is_loaded = true } }

--- Plays a game in one cut. @return the places after each frame, a list
local function play_game(game, cut)
  local grid = tilepath.grid(game.map)
  local finder = tilepath.pathfinder(grid)
  local target = { x = game.target[1], y = game.target[2] }
  local hero = tilepath.follower { finder = finder, speed = game.speed,
    cell_x = game.start[1], cell_y = game.start[2], rest = game.rest }
  local places = {}
  ORDERS[game.order](hero, target, game)
  for n, frame in ipairs(game.frames) do
    give_listed(hero, target, game, n)
    if frame.target then
      target.x, target.y = frame.target[1], frame.target[2]
    end
    if frame.edit then
      grid:set(unpack(frame.edit, 1, 3))
    end
    if frame.push then
      hero:set_position(hero.x + frame.push[1], hero.y + frame.push[2])
    end
    for i, share in ipairs(cut) do
      hero:update(share * frame.dt)
      if cut.is_loaded and i == 1 then
        local text, targets = hero:save()
        assert.is_true(hero:load(text, { target = target, targets = targets }))
      end
    end
    places[#places + 1], places[#places + 2] = hero.x, hero.y
  end
  return places
end

describe("a follower's order", function()
  walk_law("does not depend on how time is cut, with all news", 200, draw_game,
    function(game)
      local right = play_game(game, CUTS[1])
      for i = 2, #CUTS do
        local places = play_game(game, CUTS[i])
        for k = 1, #right do
          assert.is_true(math.abs(places[k] - right[k]) <= 1e-6,
            ("%s: number %d is %.17g instead of %.17g"):format(game.order, k,
            places[k], right[k]))
        end
      end
    end)
end)

-- Places ----------------------------------------------------------------------

--- The place of a walk with constant options, by its timetable alone.
local function timetable(walk)
  local options, path = walk.options, walk.paths[1]
  local x, y, time = options.x, options.y, walk.time
  for i = path[1] == x and path[2] == y and 2 or 1, #path / 2 do
    local to_x, to_y = path[2 * i - 1], path[2 * i]
    local length = sqrt((to_x - x) ^ 2 + (to_y - y) ^ 2)
    local need = length / options.speed
    if need > time then
      local share = time / need
      return x + (to_x - x) * share, y + (to_y - y) * share
    end
    x, y, time = to_x, to_y, time - need - (options.rest or 0)
    if time <= 0 then
      break
    end
  end
  return x, y
end

describe("a follower's place", function()
  walk_law("is what a timetable says", 60, quiet(), function(scene)
    local walk = walks.build(scene)
    local x, y = timetable(walk)
    local hero = play(walk, fine(scene.cut, walk))
    local off = sqrt((hero.x - x) ^ 2 + (hero.y - y) ^ 2)
    assert.is_true(off <= 1e-9 * (1 + walk.options.speed * walk.time),
      ("at %.17g, %.17g instead of %.17g, %.17g"):format(hero.x, hero.y, x, y))
  end)
end)

-- Paces -----------------------------------------------------------------------

describe("a follower's pace", function()
  walk_law("takes the time of its cells", 20, function(random)
    return { ground = numbers.map(random, 7, 7, ".mr"),
      cell = random.one_of(32, 20, random.real(5, 50)),
      speeds = { mud = random.one_of(0.5, random.real(0.1, 1)),
        road = random.one_of(2, random.real(1, 3)) },
      from = { random.real(0, 200), random.real(0, 200) },
      to = { random.real(0, 200), random.real(0, 200) } }
  end, function(scene)
    local finder, grid = walks.on_ground(scene.ground, scene.cell)
    local x1, y1, x2, y2 = scene.from[1], scene.from[2], scene.to[1],
      scene.to[2]
    local n, length = 20000, sqrt((x2 - x1) ^ 2 + (y2 - y1) ^ 2)
    local sum = 0
    for i = 1, n do
      local share = (i - 0.5) / n
      local terrain = grid:get_world(x1 + (x2 - x1) * share,
        y1 + (y2 - y1) * share)
      sum = sum + length / n / (30 * (scene.speeds[terrain] or 1))
    end
    local hero = tilepath.follower { x = x1, y = y1, speed = 30,
      finder = finder, speeds = scene.speeds }
    hero:follow { x1, y1, x2, y2 }
    hero:update(sum * 0.99)
    assert.are_not.equal("arrived", hero.status)
    hero:update(sum * 0.02)
    assert.are.equal("arrived", hero.status)
  end)
end)

-- Maps ------------------------------------------------------------------------

--- A random map, and edits at certain times, except around the follower.
local function draw_map(random)
  local scene = { map = numbers.map(random, 12, 9, ".....#"),
    time = random.real(2, 20), cut = random(1, 1e6),
    options = { speed = 30, rest = random.one_of(nil, random.real(0, 0.5)),
      prune = random.one_of(true, false),
      turn_rate = random.one_of(nil, 5),
      turn_radius = random.one_of(nil, 0, 4) },
    is_patrol = random(1, 3) == 1, start = { random(1, 12), random(1, 9) },
    goal = { random.real(1, 119), random.real(1, 89) } }
  scene.edits = walks.draw_edits(random, scene.time)
  return scene
end

local function on_map(scene, watch)
  local grid = tilepath.grid(scene.map, { cell_size = 10 })
  local finder = tilepath.pathfinder(grid)
  grid:set(scene.start[1], scene.start[2], "open")
  local x, y = grid:to_world(scene.start[1], scene.start[2])
  local path = finder:find_world(x, y, scene.goal[1], scene.goal[2],
    { partial = true })
  local walk = { paths = { path }, time = scene.time, actions = {},
    begin = scene.is_patrol and function(hero)
      hero:patrol { x, y, scene.goal[1], scene.goal[2] }
    end or nil, options = helper.with({ x = x, y = y, finder = finder },
      scene.options) }
  for i, edit in ipairs(scene.edits) do
    walk.actions[i] = { at = edit.at, act = function(hero)
      walks.edit(grid, edit, hero)
      if watch then
        watch(hero)
      end
    end }
  end
  return walk
end

local function assert_no_wall(hero)
  local finder = hero.finder
  local x, y = finder:to_cell(hero.x, hero.y)
  assert.is_true(finder:can_enter(x, y),
    ("in a wall at %.17g, %.17g"):format(hero.x, hero.y))
end

describe("a follower on a map that changes", function()
  -- Frames are cut as if a lap were short, as paths change with the map.
  local function cuts_of(scene)
    return { options = {}, is_round = scene.is_patrol,
      paths = { { 0, 0, 1, 0 } } }
  end

  walk_law("walks the same, however time is cut", 40, draw_map,
    function(scene)
      local a, told_a, way = play(on_map(scene), coarse(cuts_of(scene)))
      local b, told_b = play(on_map(scene), fine(scene.cut, cuts_of(scene)))
      same(a, told_a, b, told_b, way)
    end)

  walk_law("never walks into a wall, and stops only if there is no path", 60,
    function(random)
      local scene = draw_map(random)
      if random.chance(75) then -- a slow walk to an end
        scene.options.speed = 8
        local edit = scene.edits[1] -- whose goal is blocked at times
        if edit then
          edit.x, edit.y = floor(scene.goal[1] / 10) + 1,
            floor(scene.goal[2] / 10) + 1
        end
      end
      return scene
    end, function(scene)
      local function watch(hero)
        assert_no_wall(hero)
        local finder = hero.finder
        local x, y = finder:to_cell(hero.x, hero.y)
        hero:update(1e-9)
        if not scene.is_patrol and hero.moving then
          local points = hero._progress.path
          local goal_x, goal_y = finder.grid:to_cell(points[#points - 1],
            points[#points])
          assert.are.equal(not finder:is_reachable(x, y, goal_x, goal_y),
            hero.status == "blocked")
        end
      end
      local walk = on_map(scene, watch)
      walk.watch = assert_no_wall
      play(walk, fine(scene.cut, { options = {}, paths = {} }))
    end)
end)

-- Chases ----------------------------------------------------------------------

describe("a follower in a chase", function()
  walk_law("never walks into a wall", 50, walks.draw_chase, function(scene)
    local walk = walks.chase_of(scene, function(hero)
      assert_no_wall(hero)
      hero:update(1e-3)
    end)
    walk.watch = assert_no_wall
    play(walk, fine(scene.cut, walk))
  end)

  score(it, "reaches a target that stands still", { runs = 50,
    noun = "follower", draw = walks.draw_chase },
    function(scene)
      local walk = walks.chase_of(scene)
      local hero = play(walk, fine(scene.cut, walk))
      if not hero._order.target then return end
      hero:update(1000)
      hero:update(1000)
      local finder, target = hero.finder, walk.target
      local x, y = finder:to_cell(hero.x, hero.y)
      local goal_x, goal_y = finder:to_cell(target.x, target.y)
      local can = finder:is_reachable(x, y, goal_x, goal_y)
      if can ~= (hero.status == "arrived") then
        return can and "has not arrived" or "has arrived without a path"
      end
    end)

  walk_law("never steps back while its target walks ahead", 30,
    function(random)
      local scene, x, y = { moves = {} }, 40, 5
      for i = 1, 200 do
        x = x + random(0, 20) / 10
        y = random(0, 4) == 0 and random(1, 19) or y
        scene.moves[i] = { x, y, random(1, 10) / 100 }
      end
      return scene
    end, function(scene)
      local row = ("."):rep(60)
      local grid = tilepath.grid(row .. "\n" .. row, { cell_size = 10 })
      local hero = tilepath.follower { x = 5, y = 5, speed = 20,
        finder = tilepath.pathfinder(grid) }
      local target = { x = 40, y = 5 }
      hero:chase(target, { within = 0 })
      for _, move in ipairs(scene.moves) do
        local x = hero.x
        target.x, target.y = move[1], move[2]
        hero:update(move[3])
        assert.is_true(hero.x >= x)
      end
    end)
end)
