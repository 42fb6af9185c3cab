--- field:advance for bodies with a radius: each arrives, and none comes nearer
-- to a wall. The fuzzer checks each step exactly.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local numbers = require "spec.support.random"
local score = require "spec.support.score"

local list, map, near = helper.list, helper.map, helper.near

local RULES = { "only_if_no_obstacles", "never" }
local MOST = 1e4 -- calls: more than any agent needs
local TOLERANCE = 1e-4 -- of a cell: places and radii are rounded

--- The distance from a point of the world to the nearest blocked cell or the
-- end of the map, at most `most`.
local function clearance(grid, is_free, x, y, most)
  local least = most
  local wide, high = grid.cell_width, grid.cell_height
  for row = math.floor((y - most) / high), math.floor((y + most) / high) do
    for column = math.floor((x - most) / wide), math.floor((x + most) / wide) do
      if not is_free(column + 1, row + 1) then
        local dx = math.max(column * wide - x, x - (column + 1) * wide, 0)
        local dy = math.max(row * high - y, y - (row + 1) * high, 0)
        least = math.min(least, math.sqrt(dx * dx + dy * dy))
      end
    end
  end
  return least
end

--- A swarm on a random map, and where its agents begin in their cells.
local function draw_swarm(random, scene)
  scene.width, scene.height = random(4, 24), random(4, 24)
  scene.text = numbers.map(random, scene.width, scene.height, ".....#")
  scene.goal = { random(1, scene.width), random(1, scene.height) }
  scene.agents = {}
  for i = 1, 40 do
    scene.agents[i] = { random(1, scene.width), random(1, scene.height),
      random(0, 998) / 1000 - 0.499, random(0, 998) / 1000 - 0.499 }
  end
  return scene
end

--- The swarm of a scene: the agents that have a path.
local function swarm_of(scene)
  local grid = tilepath.grid(scene.text,
    { cell_size = { scene.wide, scene.high } })
  local finder = tilepath.pathfinder(grid, { radius = scene.radius,
    diagonal = scene.rule, size = scene.size })
  local goal_x, goal_y = finder:nearest(scene.goal[1], scene.goal[2])
  if not goal_x then
    return nil
  end
  local field, xs, ys = finder:field { { goal_x, goal_y } }, {}, {}
  for _, agent in ipairs(scene.agents) do
    if field:cost(agent[1], agent[2]) then
      local x, y = finder:to_world(agent[1], agent[2])
      xs[#xs + 1] = x + agent[3] * scene.wide
      ys[#ys + 1] = y + agent[4] * scene.high
    end
  end
  return { field = field, grid = grid, xs = xs, ys = ys, n = #xs,
    goal = { finder:to_world(goal_x, goal_y) } }
end

--- Moves all to the goal, and checks how near each agent comes to walls after
-- it was clear of them.
-- @return why they do not arrive, or nil
local function follow(s, radius, distance)
  local point = tilepath.pathfinder(s.grid)
  local function is_free(x, y)
    return point:can_enter(x, y)
  end
  local hair = TOLERANCE * math.max(s.grid.cell_width, s.grid.cell_height)
  local was_clear, calls, left = {}, 0, s.n
  while left > 0 do
    left, calls = s.field:advance(s.xs, s.ys, s.n, distance), calls + 1
    if calls == MOST then
      return ("%d are under way after %d calls"):format(left, calls)
    end
    for i = 1, s.n do
      local space = clearance(s.grid, is_free, s.xs[i], s.ys[i], radius)
      if was_clear[i] and not (space >= radius - hair) then
        error(("%g, %g is %g from a wall"):format(s.xs[i], s.ys[i], space), 0)
      end
      was_clear[i] = was_clear[i] or space >= radius
    end
  end
  for i = 1, s.n do
    if math.abs(s.goal[1] - s.xs[i]) + math.abs(s.goal[2] - s.ys[i]) > 1e-9 then
      return ("%d stops at %g, %g"):format(i, s.xs[i], s.ys[i])
    end
  end
end

describe("a swarm of bodies with a radius #core_c", function()
  it("moves like points if no wall is near", function()
    local grid = tilepath.grid(30, 30, { cell_size = 10 })
    local bodies = tilepath.pathfinder(grid, { radius = 5 }):field { { 20, 9 } }
    local points = tilepath.pathfinder(grid):field { { 20, 9 } }
    local xs, ys, other_xs, other_ys = { 33.3 }, { 44.4 }, { 33.3 }, { 44.4 }
    repeat
      assert.are.same(list(points:direction(xs[1], ys[1])),
        list(bodies:direction(xs[1], ys[1])))
      local left = bodies:advance(xs, ys, 1, 1.7)
      points:advance(other_xs, other_ys, 1, 1.7)
      assert.are.same({ other_xs[1], other_ys[1] }, { xs[1], ys[1] })
    until left == 0
  end)

  local function arrive(title, draw)
    score(it, title, { runs = 24, noun = "swarm", draw = draw,
      lists = { "agents" } }, function(scene)
      local s = swarm_of(scene)
      return s and follow(s, scene.radius, scene.distance)
    end)
  end

  local function draw_radius(random, most)
    return random.chance(33) and most or most * random(1, 99) / 100
  end

  arrive("arrives, and keeps its radius from walls", function(random)
    local high = random(10, 40)
    return draw_swarm(random, { wide = 20, high = high,
      rule = RULES[random(1, 2)], distance = random(5, 45) / 10,
      radius = draw_radius(random, math.min(20, high) / 2) })
  end)

  arrive("arrives, with agents of several cells", function(random)
    local size = { random(1, 3), random(1, 3) }
    return draw_swarm(random, { wide = 16, high = 16, size = size,
      rule = RULES[random(1, 2)], distance = random(5, 35) / 10,
      radius = draw_radius(random, 8 * math.min(size[1], size[2])) })
  end)

  it("moves to the centre of its cell from too near a wall", function()
    local field = tilepath.pathfinder(tilepath.grid(map [[
      .....
      .....
    ]], { cell_size = 10 }), { radius = 5 }):field { { 5, 1 } }
    local dx, dy = field:direction(3, 1)
    near(2 / math.sqrt(20), dx, 1e-9)
    near(4 / math.sqrt(20), dy, 1e-9)
    local xs, ys = { 3 }, { 1 }
    field:advance(xs, ys, 1, 20)
    near(5, ys[1], 1e-3)
    assert.is_true(xs[1] > 15)
  end)

  it("has directions that keep clear of walls in small steps", function()
    local random, pi = numbers.new(33), math.pi
    local grid = tilepath.grid(map [[
      ........
      ..#..#..
      .....#..
      ..##....
      ........
    ]], { cell_size = 10 })
    local finder = tilepath.pathfinder(grid, { radius = 4 })
    local field = finder:field { { 8, 1 } }
    for _ = 1, 20 do
      local angle = random(0, 628) / 100
      local x, y = finder:to_world(1, random(2, 5))
      x, y = x + math.cos(angle), y + math.sin(angle % pi)
      local steps = 0
      repeat
        local dx, dy = field:direction(x, y)
        if dx then
          x, y = x + 0.1 * dx, y + 0.1 * dy
          assert.is_true(clearance(grid, function(cx, cy)
            return finder:can_enter(cx, cy)
          end, x, y, 4) > 3.9)
        end
        steps = steps + 1
      until not dx or steps > 2000 or math.abs(x - 75) + math.abs(y - 5) < 0.2
      assert.is_true(steps <= 2000)
    end
  end)

  it("leaves a new building, and then keeps clear of it", function()
    local grid = tilepath.grid(12, 12, { cell_size = 10 })
    local finder = tilepath.pathfinder(grid, { radius = 4.5 })
    local field = finder:field { { 12, 6 } }
    local xs, ys = { 55, 62, 40.1 }, { 55, 48, 59 }
    grid:fill(4, 4, 5, 5, "wall")
    field:update()
    for _ = 1, 400 do
      field:advance(xs, ys, 3, 1)
    end
    for i = 1, 3 do
      assert.are.same({ 115, 55 }, { xs[i], ys[i] })
    end
  end)
end)
