--- Laws of swarms over fences and links, on any map: no agent crosses a wall, and
-- all arrive.

local tilepath = require "tilepath"
local gates = require "spec.support.gates"
local law = require "spec.support.law"

local huge = math.huge

local function draw_goals(random, scene)
  local goals = {}
  for i = 1, random(1, 3) do
    local x, y = gates.place(random, scene)
    goals[i] = { x, y, cost = random.chance(33) and random(0, 8) / 2 or 0 }
  end
  return goals
end

--- Does one link, or some, lead from the first cell to the second?
local function is_linked(world, agent, x1, y1, x2, y2)
  local seen, waiting = { [x1 .. "," .. y1] = true }, { { x1, y1 } }
  while #waiting > 0 do
    local at = table.remove(waiting)
    for _, way in ipairs(gates.ways(world, agent, at[1], at[2])) do
      local key = way[1] .. "," .. way[2]
      if way.link and not seen[key] then
        seen[key] = true
        waiting[#waiting + 1] = way
      end
    end
  end
  return seen[x2 .. "," .. y2]
end

--- Do fences and the rule allow a step from the first cell to the second,
-- or two steps round the corner that both share?
local function may_come(world, agent, x1, y1, x2, y2)
  local rule = agent.rule == "never" and "at_least_one_walkable" or agent.rule
  local by = { rule = rule, costs = agent.costs, wide = 1, high = 1 }
  local function is_legal(ax, ay, bx, by_)
    return math.max(math.abs(ax - bx), math.abs(ay - by_)) <= 1
      and (ax == bx and ay == by_
        or gates.can_step(world, by, ax, ay, bx - ax, by_ - ay))
  end
  for y = math.min(y1, y2) - 1, math.max(y1, y2) + 1 do
    for x = math.min(x1, x2) - 1, math.max(x1, x2) + 1 do
      if is_legal(x1, y1, x, y) and is_legal(x, y, x2, y2) then
        return true
      end
    end
  end
end

--- Can an agent of one cell legally move from one place to the other in a call
-- of a fifth of a cell, or by links?
local function check_move(world, agent, was, is)
  local x1, y1 = math.floor(was.x) + 1, math.floor(was.y) + 1
  local x2, y2 = math.floor(is.x) + 1, math.floor(is.y) + 1
  local dx, dy = x2 - x1, y2 - y1
  if dx == 0 and dy == 0 then
    return true
  elseif math.max(math.abs(dx), math.abs(dy)) == 1 then
    local rule = agent.rule == "never" and "at_least_one_walkable"
      or agent.rule
    if gates.can_step(world, { rule = rule, costs = agent.costs, wide = 1,
      high = 1 }, x1, y1, dx, dy) then
      return true
    end
    local corner_x = math.floor(is.x + 0.5)
    local corner_y = math.floor(is.y + 0.5)
    if math.max(math.abs(was.x - corner_x), math.abs(was.y - corner_y),
      math.abs(is.x - corner_x), math.abs(is.y - corner_y)) < 0.25
      and may_come(world, agent, x1, y1, x2, y2) then
      return true
    end
  end
  return is_linked(world, agent, x1, y1, x2, y2)
end

-- The core in Lua moves points and large agents alone.
local KINDS = tilepath.core == "C" and { "points", "apart", "bodies", "large" }
  or { "points", "large" }

--- A map, goals, and agents on open cells of it: points, points that keep apart,
-- bodies with a radius, or agents of several cells.
local function draw_swarm(random)
  local scene = gates.draw(random)
  local agent = gates.agent(random)
  scene.agent, scene.goals = agent, draw_goals(random, scene)
  scene.kind = random.any(KINDS)
  agent.wide, agent.high = 1, 1
  if scene.kind == "apart" then
    scene.apart = random(1, 12) / 10
  elseif scene.kind == "bodies" then
    agent.rule = random.one_of("never", "only_if_no_obstacles")
    scene.radius = random.chance(33) and 0.5 or random(1, 49) / 100
  elseif scene.kind == "large" then
    agent.wide, agent.high = random(1, 2), 2
  end
  scene.agents = {}
  for i = 1, 12 do
    local x, y = gates.place(random, scene)
    scene.agents[i] = { x, y, random(1, 999) / 1000, random(1, 999) / 1000 }
  end
  return scene
end

--- The places of the agents that stand in free cells.
local function places_of(scene, world, finder)
  local xs, ys = {}, {}
  for _, place in ipairs(scene.agents) do
    if gates.price(world, scene.agent, place[1], place[2]) < huge then
      local x, y = finder:to_world(place[1], place[2])
      xs[#xs + 1], ys[#ys + 1] = x + 0.98 * (place[3] - 0.5),
        y + 0.98 * (place[4] - 0.5)
    end
  end
  return xs, ys
end

local function copy(list)
  local own = {}
  for i, value in ipairs(list) do
    own[i] = value
  end
  return own
end

--- Moves all until they arrive, at most so many times. f(i, was_x, was_y, x, y)
-- judges each move. @return how many have not arrived
local function move_all(field, xs, ys, calls, options, f)
  local left = #xs
  for _ = 1, calls do
    local old_x, old_y = copy(xs), copy(ys)
    left = field:advance(xs, ys, #xs, 0.2, options)
    for i = 1, #xs do
      if not f(i, old_x[i], old_y[i], xs[i], ys[i]) then
        error(("from %.17g, %.17g to %.17g, %.17g"):format(old_x[i], old_y[i],
          xs[i], ys[i]), 0)
      end
    end
    if left == 0 then
      break
    end
  end
  return left
end

--- Are all agents with a path at a goal?
local function check_arrived(finder, field, xs, ys)
  for i = 1, #xs do
    if field:cost(finder:to_cell(xs[i], ys[i])) then
      local _, why = field:direction(xs[i], ys[i])
      assert.are.equal("arrived", why)
    end
  end
end

--- The distance from a point to the nearest blocked cell, the map's end, or a
-- wall for both ways; at most `most`.
local function clearance(world, agent, x, y, most)
  local least = most
  local function see(left, top, right, bottom)
    local dx = math.max(left - x, x - right, 0)
    local dy = math.max(top - y, y - bottom, 0)
    least = math.min(least, math.sqrt(dx * dx + dy * dy))
  end
  for row = math.floor(y - most), math.floor(y + most) + 1 do
    for column = math.floor(x - most), math.floor(x + most) + 1 do
      local shut = world.shut[row] and world.shut[row][column] or {}
      local right = world.shut[row] and world.shut[row][column + 1] or {}
      local below = world.shut[row + 1] and world.shut[row + 1][column] or {}
      if gates.price(world, agent, column, row) == math.huge then
        see(column - 1, row - 1, column, row)
      end
      if shut[1] and right[3] then
        see(column, row - 1, column, row)
      end
      if shut[2] and below[4] then
        see(column - 1, row, column, row)
      end
    end
  end
  return least
end

--- Can an agent of several cells legally move from one top left cell to the
-- other in a call of a fifth of a cell, or by links?
local function may_reach(world, agent, x1, y1, x2, y2)
  if x1 == x2 and y1 == y2 then
    return true
  end
  local seen, waiting = { [x1 .. "," .. y1] = true }, { { x1, y1, 0 } }
  while #waiting > 0 do
    local at = table.remove(waiting)
    for _, way in ipairs(gates.ways(world, agent, at[1], at[2])) do
      local steps = at[3] + (way.link and 0 or 1)
      local key = way[1] .. "," .. way[2]
      if way[1] == x2 and way[2] == y2 and steps <= 2 then
        return true
      elseif steps <= 1 and not seen[key] then
        seen[key] = true
        waiting[#waiting + 1] = { way[1], way[2], steps }
      end
    end
  end
end

--- A judge of an agent's move, by the kind of the swarm.
local function judge_of(scene, world, finder)
  local agent, was_clear = scene.agent, {}
  if scene.kind == "large" then
    return function(_, x1, y1, x2, y2)
      local cx, cy = finder:to_cell(x1, y1)
      return may_reach(world, agent, cx, cy, finder:to_cell(x2, y2))
    end
  end
  return function(i, x1, y1, x2, y2)
    local fine = true
    if scene.radius then
      local space = clearance(world, agent, x2, y2, scene.radius)
      fine = not was_clear[i] or space >= scene.radius - 1e-4
      was_clear[i] = was_clear[i] or space >= scene.radius
    end
    return fine and check_move(world, agent, { x = x1, y = y1 },
      { x = x2, y = y2 })
  end
end

describe("a swarm among fences and links", function()
  law(it, "crosses no wall, and arrives", { runs = 130, noun = "field",
    draw = draw_swarm, lists = { "gates", "agents" } }, function(scene)
      local world, agent = gates.build(scene), scene.agent
      if world.width < agent.wide or world.height < agent.high then
        return
      end
      local finder = gates.finder(world, agent, { radius = scene.radius })
      local field = finder:field(scene.goals)
      local xs, ys = places_of(scene, world, finder)
      local left = move_all(field, xs, ys, scene.apart and 600 or 2000,
        { apart = scene.apart, arrived = {} }, judge_of(scene, world, finder))
      if not scene.apart then
        assert.are.equal(0, left)
        check_arrived(finder, field, xs, ys)
      end
    end)
end)
