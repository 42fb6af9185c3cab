--- A row for a map and a kind of agent that is larger than a cell or keeps away
-- from walls: the time of its query; the time of the same query of an agent of
-- one cell, on a map with walls where the large agent does not fit, and with
-- the prices that it pays; and the time of an update after an edit.
--
-- Queries run between any two connected cells. Both pathfinders must give the
-- same paths at the same cost. An edit closes a random cell, or opens it
-- again. Its time is that of the next query that needs no search, minus the
-- time of the same query again.

local maps = require "maps"
local measure = require "measure"
local movingai = require "movingai"
local tilepath = require "tilepath"

local clock = measure.clock

-- Priced ground takes long: only one in FEWER queries runs there.
local FEWER = 3
local LONG_ENOUGH = 10000 -- microseconds

local AGENTS = {
  { name = "2 x 2", size = { 2, 2 } },
  { name = "3 x 3", size = { 3, 3 } },
  { name = "4 x 4", size = { 4, 4 } },
  { name = "2 x 2", size = { 2, 2 }, prices = "blocks" },
  { name = "off walls", size = { 1, 1 }, keep_away = { 3, 2 } },
}

--- The price that an agent pays for each cell, by the cost of a step into it;
-- false for blocked cells. If `differ`, also the different prices, by name; to
-- look at every step takes long.
local function prices_of(finder, differ)
  local grid, prices, names = finder.grid, {}, {}
  for y = 0, grid.height - 1 do
    prices[y] = {}
    for x = 0, grid.width - 1 do
      prices[y][x] = finder:can_enter(x, y) and 1
    end
  end
  for y = 0, differ and grid.height - 1 or -1 do
    for x = 0, grid.width - 1 do
      for to_x, to_y, cost in finder:neighbors(x, y) do
        if to_x == x or to_y == y then
          prices[to_y][to_x] = cost
          names[("price %.14g"):format(cost)] = cost
        end
      end
    end
  end
  return prices, names
end

--- A map on which an agent of one cell moves as the large one does here.
local function picture(finder, differ)
  local prices, names = prices_of(finder, differ)
  local grid = tilepath.grid(finder.grid.width, finder.grid.height,
    { base = 0, prices = names })
  grid:sample(function(x, y)
    local price = prices[y][x]
    return price and price ~= 1 and ("price %.14g"):format(price) or price == 1
  end)
  return grid
end

local function make_queries(finder, count)
  local random, queries, grid = measure.random(3), {}, finder.grid
  for _ = 1, 1000 * count do
    local q = { random(grid.width), random(grid.height), random(grid.width),
      random(grid.height) }
    if #queries < count and finder:is_reachable(q[1], q[2], q[3], q[4]) then
      queries[#queries + 1] = q
    end
  end
  return queries
end

local function compare(name, large, small, queries)
  for _, q in ipairs(queries) do
    local a, a_cost = large:find(q[1], q[2], q[3], q[4])
    local b, b_cost = small:find(q[1], q[2], q[3], q[4])
    if math.abs(a_cost - b_cost) > 1e-6 * b_cost or #a ~= #b then
      error(("%s: from %d, %d to %d, %d it costs %.17g, not %.17g"):format(
        name, q[1], q[2], q[3], q[4], a_cost, b_cost), 0)
    end
  end
end

--- Microseconds of an update after each of some edits.
local function catch_up(finder, count)
  local random, grid, times = measure.random(5), finder.grid, {}
  for i = 1, count do
    local x, y = random(grid.width), random(grid.height)
    local walkable = grid:is_walkable(x, y)
    finder:can_enter(0, 0)
    grid:set_walkable(x, y, not walkable)
    local begun = clock()
    finder:can_enter(0, 0)
    local between = clock()
    finder:can_enter(0, 0)
    times[i] = between - begun - (clock() - between)
    grid:set_walkable(x, y, walkable)
  end
  return times
end

--- Milliseconds until a new pathfinder has answered.
local function first_query(grid, profile, q)
  local begun = clock()
  tilepath.pathfinder(grid, profile):find(q[1], q[2], q[3], q[4])
  return (clock() - begun) / 1e3
end

--- Microseconds of a query: the median of passes. So short passes, which profit
-- from the caches of the other pathfinder, do not count.
local function settled(finder, queries, options)
  local means, begun = {}, clock()
  repeat
    means[#means + 1] = maps.pass(finder, queries, options)
  until clock() - begun > LONG_ENOUGH
  return measure.median(means)
end

local function row(files, agent, task)
  local profile = { diagonal = task.rule, algorithm = task.algorithm,
    size = agent.size, keep_away = agent.keep_away }
  local grid = movingai.grid(files.map, agent.prices)
  local large = tilepath.pathfinder(grid, profile)
  local walls = picture(large, agent.prices or agent.keep_away)
  local queries = make_queries(large, math.ceil(task.queries / FEWER))
  if #queries * FEWER < task.queries then
    return nil
  end
  local as_small = { diagonal = task.rule, algorithm = task.algorithm }
  local small = tilepath.pathfinder(walls, as_small)
  compare(files.name, large, small, queries)
  local ours, theirs, firsts = {}, {}, {}
  local options = { into = {} }
  for r = 1, task.rounds do
    firsts[r] = first_query(grid, large.profile, queries[1])
    ours[r] = settled(large, queries, options)
    theirs[r] = settled(small, queries, options)
  end
  local times = catch_up(large, task.queries)
  return {
    map = files.name,
    agent = agent.name .. (agent.prices and ", priced" or ""),
    query_us = measure.median(ours),
    one_cell_us = measure.median(theirs),
    ratio = measure.median(ours) / measure.median(theirs),
    first_query_ms = measure.median(firsts),
    catch_up_us = measure.median(times),
    catch_up_p99_us = measure.percentile(times, 0.99),
  }
end

local sizes = {}

sizes.columns = {
  { "map", "map", "%-16s" },
  { "agent", "agent", "%-14s" },
  { "query_us", "query", "%9.2f" },
  { "one_cell_us", "one cell", "%9.2f" },
  { "ratio", "ratio", "%6.3f" },
  { "first_query_ms", "first ms", "%9.2f" },
  { "catch_up_us", "edit", "%7.2f" },
  { "catch_up_p99_us", "99 %", "%7.2f" },
}

--- Measures a map: a row for each kind of agent that has room on it.
-- @param task as in maps.run
function sizes.run(files, task)
  local rows = {}
  for _, agent in ipairs(AGENTS) do
    rows[#rows + 1] = row(files, agent, task)
  end
  return rows
end

return sizes
