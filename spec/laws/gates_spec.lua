--- Laws of paths among links and fences, on any map. A Dijkstra in plain
-- Lua (support/gates.lua) judges them.

local tilepath = require "tilepath"
local gates = require "spec.support.gates"
local helper = require "spec.support.helper"
local judge = require "spec.support.judge"
local law = require "spec.support.law"

local huge = math.huge
local near = helper.near

--- An agent with any profile whose costs have a bound.
local function draw_agent(random)
  local agent = gates.agent(random)
  if random.chance(25) then
    agent.wide, agent.high = 3, 3
  end
  local own = random(1, 5)
  if own == 1 then
    agent.links = false
  elseif own == 2 then
    agent.links = { stairs = random.any { 0, 1, 7 }, lift = false }
  end
  agent.weight = 1
  local profile = { algorithm = random.any { "auto", "auto", "astar",
    "dijkstra" } }
  if profile.algorithm ~= "dijkstra" and random.chance(50) then
    profile.heuristic = random.any { "auto", "octile", "chebyshev",
      "euclidean", "zero", agent.rule == "never" and "manhattan" or "auto" }
    agent.weight = random.any { 1, 1, 1, 1.5, 4 }
    profile.weight = agent.weight
  end
  agent.profile = profile
  return agent
end

local function draw_questions(random)
  local scene = gates.draw(random)
  scene.agent = draw_agent(random)
  scene.questions = gates.questions(random, scene, 6)
  return scene
end

local function finder_of(world, scene)
  return gates.finder(world, scene.agent, scene.agent.profile)
end

--- Is the path within its bound? `least` is nil if there is no path.
local function check(world, agent, least, path, cost)
  if not least then
    assert.is_nil(path)
    return
  end
  assert(path, cost)
  local sum = gates.path_cost(world, agent, path)
  near(sum, cost, 1e-6 * sum + 1e-9)
  local weight = agent.weight or 1
  assert(cost >= least * (1 - 1e-6) - 1e-9, "too cheap")
  assert(cost <= weight * least * (1 + 1e-6) + 1e-9, "not cheapest")
end

local function finish(queue, ticket)
  while ticket.status == "waiting" or ticket.status == "running" do
    queue:update()
  end
  return ticket:path()
end

local LISTS = { "questions", "gates", "rounds" }

local function gates_law(title, runs, draw, f)
  law(it, title, { runs = runs, noun = "gates", draw = draw, lists = LISTS },
    f)
end

describe("among links and fences", function()
  gates_law("a path is a cheapest path", 60, draw_questions, function(scene)
    local world, agent = gates.build(scene), scene.agent
    local finder = finder_of(world, scene)
    for _, q in ipairs(scene.questions) do
      local least = gates.costs(world, agent, { { q[1], q[2] } })
      local path, cost = finder:find(q[1], q[2], q[3], q[4])
      check(world, agent, least[q[4]][q[3]], path, cost)
    end
  end)

  gates_law("searches in slices, queues, fields and reaches agree", 40,
    function(random)
      local scene = draw_questions(random)
      scene.agent.weight, scene.agent.profile = 1, { algorithm = random.any {
        "auto", "astar", "dijkstra" } }
      return scene
    end, function(scene)
      local world, agent = gates.build(scene), scene.agent
      local finder = finder_of(world, scene)
      for _, q in ipairs(scene.questions) do
        local x1, y1, x2, y2 = q[1], q[2], q[3], q[4]
        local path, cost = finder:find(x1, y1, x2, y2)
        local search = finder:search(x1, y1, x2, y2)
        while search.status == "running" do
          search:step(2)
        end
        local queue = tilepath.queue { nodes = 3 }
        local queued = { finish(queue, queue:find(finder, x1, y1, x2, y2)) }
        assert.are.same({ path, cost }, { search:path() })
        assert.are.same({ path, cost }, queued)
        local field = finder:field({ { x2, y2 } }):cost(x1, y1)
        assert(gates.near(path and cost or nil, field), "another field")
        assert.are.equal(path ~= nil, finder:is_reachable(x1, y1, x2, y2))
        local reach = finder:reach(x1, y1, huge)
        assert.are.equal(gates.price(world, agent, x1, y1) < huge,
          reach ~= nil)
        if reach then
          local reached = reach:cost(x2, y2)
          assert(gates.near(path and cost or nil, reached), "another reach")
        end
      end
    end)

  gates_law("copies and loaded maps answer alike", 30, draw_questions,
    function(scene)
      local world = gates.build(scene)
      local finder = finder_of(world, scene)
      for _, grid in ipairs { world.grid:copy(),
        tilepath.load(world.grid:dump()) } do
        local other = tilepath.pathfinder(grid, finder.profile)
        assert.is_true(grid == world.grid)
        for _, q in ipairs(scene.questions) do
          local path, cost = finder:find(q[1], q[2], q[3], q[4])
          local same, same_cost = other:find(q[1], q[2], q[3], q[4])
          assert.are.equal(cost, same_cost)
          assert.are.same(path, same)
        end
      end
    end)

  gates_law("a link or a wall that is removed again changes nothing", 30,
    draw_questions, function(scene)
      local world = gates.build(scene)
      local finder, grid = finder_of(world, scene), world.grid
      local before = grid:copy()
      for _, q in ipairs(scene.questions) do
        local x1, y1, x2, y2 = q[1], q[2], q[3], q[4]
        local path, cost = finder:find(x1, y1, x2, y2)
        if x1 ~= x2 or y1 ~= y2 then
          local link = grid:link(x1, y1, x2, y2)
          finder:find(x1, y1, x2, y2)
          assert.is_true(grid:unlink(link))
        end
        local shut = world.shut[y1][x1][1]
          or x1 < world.width and world.shut[y1][x1 + 1][3]
        if x1 < world.width and not shut then
          grid:fence(x1, y1, x1 + 1, y1)
          finder:find(x1, y1, x2, y2)
          grid:unfence(x1, y1, x1 + 1, y1)
        end
        local again, same_cost = finder:find(x1, y1, x2, y2)
        assert.are.equal(cost, same_cost)
        assert.are.same(path, again)
      end
      assert.is_true(before == grid)
    end)
end)

-- Jump point search -----------------------------------------------------------

local JPS_COSTS = { { 1, math.sqrt(2) }, { 10, 14 }, { 1, 1 }, { 1, 2 },
  { 2, 3 }, { 0.1, 1 / 7 } }

--- A scene with rounds: questions, and edits after them.
local function jumping(links)
  return function(random)
    local options = { is_large = true, is_plain = true, no_links = not links }
    local scene = gates.draw(random, options)
    scene.rounds = {}
    for i = 1, 5 do
      scene.rounds[i] = { questions = gates.questions(random, scene, 4),
        edits = gates.edits(random, scene, 4, options) }
    end
    scene.agent = { rule = random.any(judge.rules),
      costs = random.any(JPS_COSTS), wide = 1, high = 1,
      profile = { algorithm = random.chance(25) and "auto" or "jps" } }
    return scene
  end
end

--- Does a ticket have the answer of the map at its end, with edits in between?
local function play_tickets(scene)
  local world, agent = gates.build(scene), scene.agent
  local finder = finder_of(world, scene)
  local queue = tilepath.queue { nodes = 3 }
  local function is_free(x, y)
    return gates.price(world, agent, x, y) < huge
  end
  for _, q in ipairs(scene.rounds[1] and scene.rounds[1].questions or {}) do
    queue:find(finder, q[1], q[2], q[3], q[4], { on_done = function(ticket)
      local path, cost = ticket:path()
      if is_free(q[1], q[2]) and is_free(q[3], q[4]) then
        local costs = gates.costs(world, agent, { { q[1], q[2] } })
        check(world, agent, costs[q[4]][q[3]], path, cost)
      else
        assert.is_nil(path)
      end
    end })
  end
  for _, round in ipairs(scene.rounds) do
    for _, edit in ipairs(round.edits) do
      queue:update()
      queue:update()
      gates.edit(world, { edit })
    end
  end
  while queue.count > 0 do
    queue:update()
  end
end

for _, kind in ipairs { { "fences", false },
  { "fences and links", true } } do
  local draw, noun = jumping(kind[2]), kind[1]
  describe("jump point search", function()
    gates_law("answers tickets by the map at their end, among " .. noun, 30,
      draw, play_tickets)
  end)
end
