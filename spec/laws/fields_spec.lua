--- Laws of fields, reaches and swarms over fences and links, on any map. A
-- textbook Dijkstra (support/gates.lua) judges each cell, also after edits. No
-- swarm crosses a wall.

local tilepath = require "tilepath"
local gates = require "spec.support.gates"
local helper = require "spec.support.helper"
local law = require "spec.support.law"

local huge = math.huge

-- Scenes ----------------------------------------------------------------------

local function draw_goals(random, scene)
  local goals = {}
  for i = 1, random(1, 3) do
    local x, y = gates.place(random, scene)
    goals[i] = { x, y, cost = random.chance(33) and random(0, 8) / 2 or 0 }
  end
  return goals
end

--- Goals, some of them rectangles that overlap or leave the map.
local function draw_wide_goals(random, scene)
  local goals = draw_goals(random, scene)
  for i = 1, #goals do
    if random.chance(33) then
      goals[i][3], goals[i][4] = random(1, 6), random(1, 6)
    end
  end
  return goals
end

--- The same cells as goals of one cell each.
local function single(world, goals)
  local list = {}
  for _, goal in ipairs(goals) do
    for y = goal[2], math.min(goal[2] + (goal[4] or 1) - 1, world.height) do
      for x = goal[1], math.min(goal[1] + (goal[3] or 1) - 1, world.width) do
        list[#list + 1] = { x, y, goal.cost }
      end
    end
  end
  return list
end

--- A map, an agent, goals, and rounds of edits, with other goals at times.
local function draw(random)
  local scene = gates.draw(random)
  scene.agent, scene.goals = gates.agent(random), draw_wide_goals(random, scene)
  scene.most = random.chance(33) and random(0, 40) / 2 or huge
  scene.rounds = {}
  for i = 1, random(1, 6) do
    scene.rounds[i] = { edits = gates.edits(random, scene, 3),
      goals = random.chance(25) and draw_wide_goals(random, scene) or nil }
  end
  return scene
end

local function field_law(title, runs, drawn, f)
  law(it, title, { runs = runs, noun = "field", draw = drawn,
    lists = { "rounds", "gates", "agents", "questions" } }, f)
end

-- Judges ----------------------------------------------------------------------

--- Does the field have the right cost for each cell?
local function check_costs(world, costs, told, most, what)
  for y = 1, world.height do
    for x = 1, world.width do
      local expected, got = costs[y][x], told:cost(x, y)
      local is_far = expected and expected > most
      local is_close = is_far and gates.near(most, expected)
      if not gates.near(not is_far and expected or nil, got)
        and not (is_close and gates.near(expected, got)) then
        error(("%s: %d, %d costs %s, got %s"):format(what, x, y,
          tostring(expected), tostring(got)), 0)
      end
    end
  end
end

--- Does the field have the right reason for a cell without a cost?
local function check_reasons(world, agent, costs, told, most, what)
  for y = 1, world.height do
    for x = 1, world.width do
      local cost, reason = told:cost(x, y)
      local is_blocked = gates.price(world, agent, x, y) == math.huge
      local expected = is_blocked and "blocked"
        or costs[y][x] and "too_far" or "unreachable"
      if not cost and reason ~= expected
        and not (costs[y][x] and gates.near(most, costs[y][x])) then
        error(("%s: %d, %d is %s, not %s"):format(what, x, y, reason,
          expected), 0)
      end
    end
  end
end

--- Does each step cost the difference of the two cells' costs?
local function check_ways(world, agent, costs, field)
  for y = 1, world.height do
    for x = 1, world.width do
      local nx, ny = field:next(x, y)
      if nx then
        local cost = gates.way_cost(world, agent, x, y, nx, ny)
        assert(cost, "no such step")
        assert(gates.near(costs[y][x], cost + costs[ny][nx]),
          ("%d, %d to %d, %d is not cheapest"):format(x, y, nx, ny))
      end
    end
  end
end

local function check_end(world, costs, field)
  for y = 1, world.height do
    for x = 1, world.width do
      local cx, cy, n = x, y, 0
      while costs[y][x] and field:cost(x, y) do
        local nx, ny = field:next(cx, cy)
        if not nx then
          assert(ny == "goal", ny)
          break
        end
        cx, cy, n = nx, ny, n + 1
        assert(n <= world.width * world.height, "a way without end")
      end
    end
  end
end

--- Is it a legal path from the first cell of q to the second, of that cost?
local function check_path(world, agent, q, path, cost)
  if path then
    assert.are.same(q, { path[1], path[2], path[#path - 1], path[#path] })
    local sum = gates.path_cost(world, agent, path)
    assert(gates.near(sum, cost), ("%g, not %g"):format(sum, cost))
  end
end

--- Does a flight lead from each cell to an end, by legal steps and links?
local function check_flight(world, agent, away)
  for y = 1, world.height do
    for x = 1, world.width do
      local cx, cy, n = x, y, 0
      local nx, ny = away:next(x, y)
      while nx do
        assert(gates.way_cost(world, agent, cx, cy, nx, ny), "no such step")
        cx, cy, n = nx, ny, n + 1
        assert(n <= world.width * world.height, "a flight without end")
        nx, ny = away:next(cx, cy)
      end
    end
  end
end

describe("a field over fences and links", function()
  field_law("has the judge's costs, and leads to the goal", 40, draw,
    function(scene)
      local world, agent, goals = gates.build(scene), scene.agent, scene.goals
      local most = scene.most
      local field = gates.finder(world, agent):field(goals,
        { max_cost = most < huge and most or nil })
      local function check(what)
        local costs = gates.costs(world, agent, single(world, goals), true)
        check_costs(world, costs, field, most, what)
        check_reasons(world, agent, costs, field, most, what)
        check_ways(world, agent, costs, field)
        check_end(world, costs, field)
      end
      check("at first")
      for i, round in ipairs(scene.rounds) do
        gates.edit(world, round.edits)
        goals = round.goals or goals
        field:update(round.goals)
        check("round " .. i)
      end
    end)

  field_law("has the judge's costs as a reach, too", 40, draw, function(scene)
    local world, agent = gates.build(scene), scene.agent
    local most = math.min(scene.most, 1e9)
    for _, goal in ipairs(scene.goals) do
      local reach = gates.finder(world, agent):reach(goal[1], goal[2], most)
      assert.are.equal(gates.price(world, agent, goal[1], goal[2]) < huge,
        reach ~= nil)
      if reach then
        local costs = gates.costs(world, agent, { { goal[1], goal[2] } })
        check_costs(world, costs, reach, most, "reach")
      end
    end
  end)

  field_law("has legal paths, and a reach keeps its paths without links", 40,
    function(random)
      local scene = gates.draw(random)
      scene.agent = gates.agent(random)
      scene.questions = gates.questions(random, scene, 8)
      return scene
    end, function(scene)
      local world, agent = gates.build(scene), scene.agent
      local finder = gates.finder(world, agent)
      local ends, links = {}, {}
      for i, q in ipairs(scene.questions) do
        local x, y, x2, y2 = q[1], q[2], q[3], q[4]
        local field, reach = finder:field { { x2, y2 } },
          finder:reach(x2, y2, 1e9)
        check_path(world, agent, { x, y, x2, y2 }, field:path(x, y))
        if reach then
          local back, cost = reach:path(x, y)
          check_path(world, agent, { x2, y2, x, y }, back, cost)
          ends[i] = { reach = reach, back = back and helper.points(back) }
        end
      end
      for i = 1, #world.links do
        links[i] = { "unlink", i }
      end
      gates.edit(world, links)
      for i, q in ipairs(scene.questions) do
        if ends[i] then
          local again = ends[i].reach:path(q[1], q[2])
          assert.are.equal(ends[i].back, again and helper.points(again))
        end
      end
    end)

  field_law("of a queue is right in the end, with edits in between", 60,
    function(random)
      local scene = draw(random)
      scene.nodes = random(1, 60)
      return scene
    end, function(scene)
      local world, agent, goals = gates.build(scene), scene.agent, scene.goals
      local finder = gates.finder(world, agent)
      local queue = tilepath.queue { nodes = scene.nodes }
      for _, round in ipairs(scene.rounds) do
        goals = round.goals or goals
        local ticket = queue:field(finder, goals)
        for _, edit in ipairs(round.edits) do
          queue:update()
          gates.edit(world, { edit })
        end
        while queue.count > 0 do
          queue:update()
        end
        ticket.field:update()
        local costs = gates.costs(world, agent, single(world, goals), true)
        check_costs(world, costs, ticket.field, huge, "of a queue")
      end
    end)

  field_law("that flees leads by legal steps to an end, before and after "
    .. "edits", 40, draw, function(scene)
      local world, agent, goals = gates.build(scene), scene.agent, scene.goals
      local finder = gates.finder(world, agent)
      local field = finder:field(goals)
      local strength = 1 + #scene.rounds / 4
      local away = field:flee(strength)
      for _, round in ipairs(scene.rounds) do
        check_flight(world, agent, away)
        local fresh = finder:field(goals):flee(strength)
        for y = 1, world.height do
          for x = 1, world.width do
            local nx, ny = away:next(x, y)
            local fresh_x, fresh_y = fresh:next(x, y)
            assert.are.equal(fresh_x, nx)
            assert.are.equal(fresh_y, ny)
            assert.are.equal(fresh:cost(x, y), away:cost(x, y))
          end
        end
        gates.edit(world, round.edits)
        field:update()
        away:update()
      end
    end)
end)

-- Swarms ----------------------------------------------------------------------

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

--- A map, goals, and agents on open cells of it.
local function draw_swarm(random)
  local scene = gates.draw(random)
  scene.agent, scene.goals = gates.agent(random), draw_goals(random, scene)
  scene.agent.wide, scene.agent.high = 1, 1
  scene.apart, scene.agents = random(1, 12) / 10, {}
  for i = 1, 12 do
    local x, y = gates.place(random, scene)
    scene.agents[i] = { x, y, random(1, 999) / 1000, random(1, 999) / 1000 }
  end
  return scene
end

--- The places of the agents that stand in free cells.
local function places_of(scene, world)
  local xs, ys = {}, {}
  for _, place in ipairs(scene.agents) do
    if gates.price(world, scene.agent, place[1], place[2]) < huge then
      xs[#xs + 1], ys[#ys + 1] = place[1] - 1 + place[3],
        place[2] - 1 + place[4]
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
      assert.are.equal("goal", why)
    end
  end
end

local function by_steps(world, agent)
  return function(_, x1, y1, x2, y2)
    return check_move(world, agent, { x = x1, y = y1 }, { x = x2, y = y2 })
  end
end

describe("a swarm among fences and links", function()
  field_law("crosses no wall, and arrives", 40, draw_swarm,
    function(scene)
      local world, agent = gates.build(scene), scene.agent
      local finder = gates.finder(world, agent)
      local field = finder:field(scene.goals)
      local xs, ys = places_of(scene, world)
      assert.are.equal(0, move_all(field, xs, ys, 600, nil,
        by_steps(world, agent)))
      check_arrived(finder, field, xs, ys)
    end)

  field_law("crosses no wall while its agents keep apart", 40, draw_swarm,
    function(scene)
      local world, agent = gates.build(scene), scene.agent
      local field = gates.finder(world, agent):field(scene.goals)
      local xs, ys = places_of(scene, world)
      local arrived = {}
      for i = 1, #xs do
        arrived[i] = false
      end
      move_all(field, xs, ys, 600, { apart = scene.apart, arrived = arrived },
        by_steps(world, agent))
    end)
end)

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

describe("a swarm of bodies among fences and links", function()
  field_law("crosses and touches no wall, and arrives", 30,
    function(random)
      local scene = draw_swarm(random)
      scene.agent.rule = random.one_of("never", "only_if_no_obstacles")
      scene.radius = random.one_of(0.5, random(1, 49) / 100,
        random(1, 49) / 100)
      return scene
    end, function(scene)
      local world, agent, radius = gates.build(scene), scene.agent,
        scene.radius
      local finder = gates.finder(world, agent, { radius = radius })
      local field, was_clear = finder:field(scene.goals), {}
      local xs, ys = places_of(scene, world)
      local is_legal = by_steps(world, agent)
      local left = move_all(field, xs, ys, 2000, nil,
        function(i, x1, y1, x2, y2)
          local space = clearance(world, agent, x2, y2, radius)
          local fine = not was_clear[i] or space >= radius - 1e-4
          was_clear[i] = was_clear[i] or space >= radius
          return fine and is_legal(i, x1, y1, x2, y2)
        end)
      assert.are.equal(0, left)
      check_arrived(finder, field, xs, ys)
    end)
end)

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

describe("a swarm of agents of several cells", function()
  field_law("keeps to legal steps among fences and links", 30,
    function(random)
      local scene = draw_swarm(random)
      scene.agent.wide, scene.agent.high = random(1, 2), 2
      return scene
    end, function(scene)
      local world, agent = gates.build(scene), scene.agent
      if world.width < agent.wide or world.height < agent.high then
        return
      end
      local finder = gates.finder(world, agent)
      local field, xs, ys = finder:field(scene.goals), {}, {}
      for _, place in ipairs(scene.agents) do
        if gates.price(world, agent, place[1], place[2]) < huge then
          local x, y = finder:to_world(place[1], place[2])
          xs[#xs + 1], ys[#ys + 1] = x + 0.98 * (place[3] - 0.5),
            y + 0.98 * (place[4] - 0.5)
        end
      end
      local left = move_all(field, xs, ys, 2000, nil,
        function(_, was_x, was_y, is_x, is_y)
          local x1, y1 = finder:to_cell(was_x, was_y)
          local x2, y2 = finder:to_cell(is_x, is_y)
          return may_reach(world, agent, x1, y1, x2, y2)
        end)
      assert.are.equal(0, left)
      check_arrived(finder, field, xs, ys)
    end)
end)
