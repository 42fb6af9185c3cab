--- Laws of fields and reaches over fences and links, on any map. A textbook
-- Dijkstra (support/gates.lua) judges each cell, also after edits.

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
    lists = { "rounds", "gates", "questions" } }, f)
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
        or "unreachable"
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
          assert(ny == "arrived", ny)
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
      local queue = tilepath.queue { max_nodes = scene.nodes }
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
