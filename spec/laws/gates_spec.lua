--- The law of paths among links and fences, on any map. A Dijkstra in plain Lua
-- (support/gates.lua) judges them; other manners of asking than find are in
-- questions_spec.lua.

local gates = require "spec.support.gates"
local helper = require "spec.support.helper"
local law = require "spec.support.law"

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
  local profile = { algorithm = random.any { "auto", "astar", "dijkstra" } }
  if profile.algorithm ~= "dijkstra" and random.chance(50) then
    profile.heuristic = random.any { "auto", "octile", "chebyshev",
      "euclidean", "zero", agent.rule == "never" and "manhattan" or "auto" }
    agent.weight = random.any { 1, 1, 1, 1.5, 4 }
    profile.weight = agent.weight
  end
  agent.profile = profile
  return agent
end

local function draw(random)
  local scene = gates.draw(random)
  scene.agent = draw_agent(random)
  scene.rounds = {}
  for i = 1, 3 do
    scene.rounds[i] = { questions = gates.questions(random, scene, 4),
      edits = gates.edits(random, scene, 4) }
  end
  return scene
end

--- Is the path within its bound? `least` is nil if there is no path.
local function check(world, agent, least, path, cost)
  if not least then
    assert.is_nil(path)
    return
  end
  assert(path, cost)
  local sum = gates.path_cost(world, agent, path)
  helper.near(sum, cost, 1e-6 * sum + 1e-9)
  assert(cost >= least * (1 - 1e-6) - 1e-9, "too cheap")
  assert(cost <= agent.weight * least * (1 + 1e-6) + 1e-9, "not cheapest")
end

describe("among links and fences", function()
  law(it, "a path is a cheapest path", { runs = 80, noun = "gates",
    draw = draw, lists = { "gates", "rounds" } }, function(scene)
    local world, agent = gates.build(scene), scene.agent
    local finder = gates.finder(world, agent, agent.profile)
    for _, round in ipairs(scene.rounds) do
      for _, q in ipairs(round.questions) do
        local least = gates.costs(world, agent, { { q[1], q[2] } })
        local path, cost = finder:find(q[1], q[2], q[3], q[4])
        check(world, agent, least[q[4]][q[3]], path, cost)
      end
      gates.edit(world, round.edits)
    end
  end)
end)
