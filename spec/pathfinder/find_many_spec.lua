--- finder:find_many: the answers of find to several questions, in one list.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local numbers = require "spec.support.random"

local list, mistake, points = helper.list, helper.mistake, helper.points

local function outcome(answer)
  return type(answer) == "string" and answer
    or points(answer) .. " " .. answer.cost .. tostring(answer.partial)
end

local EACH = " (each is { x1, y1, x2, y2 } or { x1, y1, goals })"

describe("finder:find_many", function()
  local finder = tilepath.pathfinder(tilepath.grid("..#.\n....\n###.\n...."))

  it("returns a path or a reason for each question", function()
    local agent = tilepath.pathfinder(tilepath.grid("...#"))
    local answers = agent:find_many { { 1, 1, 3, 1 }, { 1, 1, 4, 1 } }
    assert.are.equal(2, answers[1].cost)
    assert.are.equal("goal_blocked", answers[2])
  end)

  it("answers each question like find, in order #core_c", function()
    local random = numbers.new(3)
    for _, profile in ipairs { {}, { diagonal = false }, { weight = 2 },
      { algorithm = "dijkstra" } } do
      local agent = tilepath.pathfinder(tilepath.grid(
        numbers.map(random, 30, 20, "....#")), profile)
      for _, query in ipairs { {}, { partial = true }, { waypoints = true },
        { max_nodes = 9 } } do
        local questions, expected, expanded = {}, {}, 0
        for i = 1, 40 do
          local q = { random(0, 31), random(0, 21), random(1, 30),
            random(1, 20) }
          questions[i] = q
          local path, reason = agent:find(q[1], q[2], q[3], q[4], query)
          expected[i] = outcome(path or reason)
          expanded = expanded + agent.info.expanded
        end
        local answers = agent:find_many(questions, query)
        assert.are.equal(40, #answers)
        for i, answer in ipairs(answers) do
          assert.are.equal(expected[i], outcome(answer))
        end
        assert.are.equal(expanded, agent.info.expanded)
      end
    end
  end)

  it("returns an empty list for no questions", function()
    assert.are.same({}, finder:find_many {})
    assert.are.same({}, finder:find_many({}, { into = { 1, 2, 3 } }))
  end)

  it("fills the given list, and the paths in it", function()
    local answers = finder:find_many { { 1, 1, 2, 1 }, { 3, 1, 1, 1 },
      { 1, 1, 4, 1 }, { 1, 2, 2, 2 } }
    local first, third = answers[1], answers[3]
    assert.are.equal("start_blocked", answers[2])
    local same = finder:find_many({ { 1, 2, 4, 2 }, { 1, 2, 4, 4 },
      { 1, 2, 9, 9 } }, { into = answers })
    assert.is_true(rawequal(same, answers))
    assert.is_true(rawequal(first, answers[1]))
    assert.are.equal("1,2 2,2 3,2 4,2", points(first))
    assert.are.equal("1,2 2,2 3,2 4,2 4,3 4,4", points(answers[2]))
    assert.are.equal("goal_outside", answers[3])
    assert.are_not.equal(0, #third)
    assert.is_nil(answers[4])
  end)

  it("answers nothing if a question is wrong, and names that question "
    .. "#core_c", function()
    local function refuses(message, questions, query)
      local asked = finder.info.expanded
      assert.are.equal("find_many: " .. message, mistake(function()
        finder:find_many(questions, query)
      end))
      assert.are.equal(asked, finder.info.expanded)
    end
    finder:find(1, 1, 4, 4)
    refuses("queries must be a table, got nil")
    refuses("queries[2] must be { x1, y1, x2, y2 } or { x1, y1, goals }, "
      .. "got 'no'",
      { { 1, 1, 2, 2 }, "no" })
    refuses("queries[1][3] must be a whole number, got 1.5" .. EACH,
      { { 1, 1, 1.5, 2 } })
    refuses("queries[3][4] must be a whole number, got nil" .. EACH,
      { { 1, 1, 4, 2 }, { 1, 1, 4, 2 }, { 1, 1, 4 } })
    refuses("unknown option 'rang' (did you mean 'range'?)", {}, { rang = 2 })
    refuses("query must be a table, got 7", {}, 7)
  end)

  -- The core in Lua has no heuristic functions.
  it("survives a heuristic that changes the questions #core_c", function()
    local function ask(tamper)
      local questions = { { 1, 1, 4, 2 }, { 1, 2, 4, 2 }, { 4, 2, 1, 1 } }
      local agent = tilepath.pathfinder(finder.grid, {
        heuristic = function()
          tamper(questions)
          return 0
        end,
      })
      return agent:find_many(questions)
    end
    local function refuses(message, tamper)
      local _, text = pcall(ask, tamper)
      assert.are.equal("find_many: " .. message, text:match(":%d+: (.*)$"))
    end
    refuses("queries[2] must be { x1, y1, x2, y2 } or { x1, y1, goals }, "
      .. "got 7",
      function(questions) questions[2] = 7 end)
    refuses("queries[3][1] must be a whole number, got nil" .. EACH,
      function(questions) questions[3][1] = nil end)
    local answers = ask(function(questions) questions[2][1] = 9 end)
    assert.are.equal("start_outside", answers[2])
    assert.are.equal(3, #answers)
  end)

  it("removes old answers behind the new ones from a list with "
    .. "holes", function()
    local agent = tilepath.pathfinder(tilepath.grid(20, 20))
    for last = 3, 60 do
      local answers = { [last] = "x", [2] = 5, [1e6] = 5, note = 7 }
      agent:find_many({ { 1, 1, 2, 1 }, { 1, 1, 9, 99 } }, { into = answers })
      assert.are.equal("goal_outside", answers[2])
      answers[1], answers[2] = nil, nil
      assert.are.same({ note = 7 }, answers)
    end
  end)

  it("adds up the work of all questions #core_c", function()
    local agent = tilepath.pathfinder(tilepath.grid(20, 20),
      { algorithm = "astar" })
    agent:find_many { { 1, 1, 20, 1 }, { 1, 1, 1, 20 }, { 1, 1, 1, 99 } }
    assert.are.equal(40, agent.info.expanded)
    assert.are.equal("astar", agent.info.algorithm)
    assert.is_true(agent.info.seconds >= 0)
    assert.are.same({ nil, "goal_outside" }, list(agent:find(1, 1, 1, 99)))
  end)
end)
