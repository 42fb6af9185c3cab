--- A row for a map, its ground and a number of goals: microseconds of a query
-- with a list of goals. Beside it stand the query to the goal that is found,
-- as if it were known in advance, and a query to each goal of the list.
--
-- Each query has its own start and list, drawn from the scenarios. Of a long
-- list, only the first few goals are queried singly; the others are assumed to
-- take as long. The list must cost what its goal costs alone, and no other
-- goal may be cheaper. A round is timed as a whole; the first is not counted,
-- and of the others the median counts.

local measure = require "measure"
local movingai = require "movingai"
local tilepath = require "tilepath"

local clock = measure.clock

local COUNTS = { 2, 10, 100 }
local QUERIES = 20
local ASKED = 5 -- goals of a list that are queried singly

local goals = {}

goals.columns = {
  { "map", "map", "%-16s" },
  { "ground", "ground", "%-6s" },
  { "goals", "goals", "%6d" },
  { "list_us", "list", "%9.2f" },
  { "one_us", "the one", "%9.2f" },
  { "each_us", "each", "%10.2f" },
}

local OPTIONS = { into = {} }

--- Some queries: { x and y of the start, list }. Start and goal of a scenario
-- are connected; start and goal of two scenarios need not be.
local function draw(finder, scenarios, count)
  local random, list = measure.random(10), {}
  while #list < QUERIES do
    local start = scenarios[random(#scenarios) + 1]
    local to = {}
    while #to < count do
      local other = scenarios[random(#scenarios) + 1]
      if other == start or finder:is_reachable(start[1], start[2], other[3],
        other[4]) then
        to[#to + 1] = { other[3], other[4] }
      end
    end
    list[#list + 1] = { start[1], start[2], to }
  end
  return list
end

--- Microseconds of a query, over a round.
local function pass(queries, ask)
  local begun = clock()
  for i = 1, #queries do
    ask(queries[i])
  end
  return (clock() - begun) / #queries
end

--- Notes the goal that each query finds, and queries the first few goals
-- singly. @return microseconds of a query to a single goal
local function check(name, finder, queries)
  local times = {}
  for _, q in ipairs(queries) do
    local path, cost = finder:find(q[1], q[2], q[3])
    q.one = q[3][path.goal_index]
    for i = 0, math.min(#q[3], ASKED) do
      local goal = i > 0 and q[3][i] or q.one
      local begun = clock()
      local _, other = finder:find(q[1], q[2], goal[1], goal[2], OPTIONS)
      if i > 0 then
        times[#times + 1] = clock() - begun - measure.overhead
      end
      local near = math.abs(cost - other) <= 1e-6 * cost
      if not near and (i == 0 or other < cost) then
        error(("%s: from %d, %d a list costs %.9f, but its goal %d, %d %.9f")
          :format(name, q[1], q[2], cost, goal[1], goal[2], other), 0)
      end
    end
  end
  return measure.mean(times)
end

local function row(name, ground, finder, scenarios, count, rounds)
  local queries = draw(finder, scenarios, count)
  local single = check(name, finder, queries)
  local function list(q)
    finder:find(q[1], q[2], q[3], OPTIONS)
  end
  local function one(q)
    finder:find(q[1], q[2], q.one[1], q.one[2], OPTIONS)
  end
  local lists, ones = {}, {}
  for r = 0, rounds do -- round 0 is not counted
    lists[r], ones[r] = pass(queries, list), pass(queries, one)
  end
  return {
    map = name,
    ground = ground,
    goals = count,
    list_us = measure.median(lists),
    one_us = measure.median(ones),
    each_us = single * count,
  }
end

--- Measures a map. @param files, task as in maps.run @return a list of rows
function goals.run(files, task)
  local scenarios, rows = movingai.queries(files.scen), {}
  for _, ground in ipairs { "plain", "priced" } do
    local finder = tilepath.pathfinder(movingai.grid(files.map,
      ground == "priced" and "blocks" or nil), { diagonal = task.rule })
    for _, count in ipairs(COUNTS) do
      rows[#rows + 1] = row(files.name, ground, finder, scenarios, count,
        task.rounds)
    end
  end
  return rows
end

return goals
