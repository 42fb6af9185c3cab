--- tilepath.plain.queryrun: one query, from its start to its answer, in slices
-- of nodes.
--
--     blocked start: search from the exits
--     else:          search
--     no path, partial: search the nearest ends (nearestend.lua)
--
-- A query run has `status`: "running", "found" or "failed" (then with a
-- `reason`); `expanded`; and, once it has found a path, `last` (the place where
-- the path ends), `goal` (the goal in the list), and `is_partial`. Besides:
--
--   f, q, a      the pathfinder, the query, and the agent, or a copy of it that
--                avoids what the query names
--   list, is_one the goals; there is only one, of one cell
--   refusal      why no path leads to a goal, known before a search; or nil
--   aim          what a search for the goals looks for (search.begin)
--   next_aim     that of the search which the next slice begins, or nil
--   from         where that search starts: a place, or a list of edges into
--                several (search.begin)
--   only         the place where it starts, if it is one; or nil
--   to_nearest   it looks for the nearest ends, or all that can be reached
--   ends_of      the goals by the numbers of ends, as search.lua has them
--   ways         the ways out of a blocked start (wayout.lua), or nil
--   own          the list of starts if the start is free
--   store        of its searches
--   one          a list of one goal, which all queries for one cell use; and
--                `aim_at_one`, the aim for it
--   among, among_at_price, alone
--                agents of the last queries, to be used again (obstacles.lua)

local siblings = (...):match("^.*[./]") or ""
local parent = (...):match("^(.*)plain[./]") or ""
require(parent .. "luajit").off()
local exact = require(parent .. "exact")
local agent = require(siblings .. "agent")
local args = require(siblings .. "args")
local obstacles = require(siblings .. "obstacles")
local goals = require(siblings .. "goals")
local heuristic = require(siblings .. "heuristic")
local nearestend = require(siblings .. "nearestend")
local wayout = require(siblings .. "wayout")
local regions = require(siblings .. "regions")
local search = require(siblings .. "search")
local tiebreaking = require(siblings .. "tiebreaking")

local huge = math.huge
local min = math.min

local queryrun, NONE = {}, {}

-- More nodes than any search expands.
local ALL = 2 ^ 52
local RECENT = 8 -- edits
queryrun.ALL = ALL

--- @param store  the store of its searches (search.new)
function queryrun.new(store)
  return { store = store, own = { search.origin() },
    one = { { cost = 0, index = 1, extra = 0 } } }
end

local function fail(run, reason)
  run.status, run.reason = "failed", reason
end
queryrun.fail = fail

-- Refusals --------------------------------------------------------------------

--- Returns a function: which goal is visible from a place?
local function sees(a, q, list)
  return function(_, x, y)
    for k, goal in ipairs(list) do
      if goal.has_ends and goals.is_end(a, q, goal, x, y) then
        return k
      end
    end
  end
end

--- The aim of a search, and the reason why no goal has an end for an agent, or
-- nil. With any algorithm but "auto", and for partial paths, every cell reached
-- is inserted, as in a textbook.
local function aim_at(run, a)
  local q, list, goal = run.q, run.list, run.list[1]
  local aim = run.is_one and run.aim_at_one or { diagonal = 0, straight = 0,
    slack = 0, box = goal, expand_all = nil, estimate = nil, goal = nil }
  aim.expand_all = q.partial or a.profile.algorithm ~= "auto"
  if run.is_one then
    run.aim_at_one, aim.estimate, aim.farthest = aim, nil, nil
    aim.goal = agent.place(a, goal.x0, goal.y0)
    return aim, not goal.is_inside and "goal_outside"
      or not goals.may_end(a, aim.goal) and "goal_blocked" or nil
  end
  local has_ends
  aim.ends, aim.extra, aim.tie, aim.first, has_ends =
    goals.find_ends(a, q, list)
  aim.sees = q.sight and sees(a, q, list)
  return aim, not has_ends and goals.reason(q, list) or nil
end

--- Chooses the reason if no goal can be entered. Obstacles are the reason only
-- if the agent alone would reach a goal.
local function blame(run, reason)
  local q, base = run.q, run.a.base
  if not base or q.kind ~= "cells" or run.is_one and reason == "goal_outside"
    or reason ~= "goal_outside" and reason ~= "goal_blocked" then
    return reason
  end
  local aim, own_reason = aim_at(run, base)
  if own_reason then
    return reason
  end
  local start, s = agent.place(base, q.x, q.y), search.new()
  if base.class[start] == 0 then
    return "goal_occupied"
  end
  heuristic.aim(aim, base, q, run.list, run.is_one, q.x, q.y)
  search.begin(s, base, start, aim)
  return search.run(s, ALL) == "found" and "goal_occupied" or "unreachable"
end

-- The search ------------------------------------------------------------------

-- The aim of a search of all cells that can be reached.
local NOWHERE = { diagonal = 0, straight = 0, slack = 0, expand_all = true,
  box = { x0 = 0, y0 = 0, x1 = 0, y1 = 0 } }

--- The path ends where it starts. The search never runs, but marks the start,
-- for tiebreaking.backtrace.
local function stay(run, p)
  search.begin(run.store, run.a, p, NOWHERE)
  run.next_aim, run.status, run.last = nil, "found", p
end

--- Is the goal a start, and no path from another one cheaper? (A link may cost
-- less than any step.)
local function is_at_goal(run, starts)
  local a, own, others = run.a, huge, huge
  local least = a.edges and 0
    or min(a.costs.cheapest_straight, a.costs.cheapest_diagonal)
  for _, start in ipairs(starts) do
    if start.to == run.aim.goal then
      own = start.cost
    else
      others = min(others, start.cost)
    end
  end
  return own < huge and own <= others + least
end

--- Starts the search from some free places.
-- @param starts  a list of edges into them (search.origin)
local function start_from(run, starts)
  local q, aim = run.q, run.aim
  local only = #(run.ways or starts) == 1 and starts[1].to or nil
  run.only = only
  run.from = run.ways and starts or starts[1].to
  run.to_nearest, run.ends_of = run.refusal ~= nil, run.list
  run.next_aim = run.to_nearest and NOWHERE or aim
  if run.refusal and not q.partial then
    fail(run, run.refusal)
  elseif run.refusal and nearestend.is_found(q, run.list) then
    run.is_partial = true
    aim, run.ends_of = nearestend.aim(run.a, q, run.list, starts)
    run.next_aim = aim
    if not aim then
      fail(run, run.refusal)
    elseif only and aim.ends[only] then -- nothing is cheaper
      run.goal = run.ends_of[aim.ends[only]]
      stay(run, only)
    end
  elseif not run.refusal and run.is_one and is_at_goal(run, starts) then
    stay(run, aim.goal)
  end
end

--- Does a path lead from a place to an end, by the regions?
local function leads(run, start)
  local a, aim = run.a, run.aim
  local region = regions.of(a).region
  local reached = regions.reachable(a, region[start])
  if run.is_one then
    return reached[region[aim.goal]]
  end
  for p in pairs(aim.ends) do
    local may_be = reached[region[p]]
    if may_be and (not aim.sees or aim.sees(p, agent.cell(a, p))) then
      return true
    end
  end
  return false
end

--- The same as a function of a place, which keeps the answer for each region.
local function exits(run)
  local region, known = regions.of(run.a).region, {}
  return function(p)
    local r = region[p]
    if known[r] == nil then
      known[r] = leads(run, p)
    end
    return known[r]
  end
end

--- The highest cost of a path, as a whole number; nil: there is no limit.
local function farthest_of(run)
  local most = run.q.max_cost
  return most and most < huge and most * run.a.costs.scale * exact.COST or nil
end

--- Begins a query with a blocked start.
local function begin_blocked(run)
  local q = run.q
  if q.escape then
    local a = run.a
    run.ways = not run.refusal and wayout.find(a, q.x, q.y, exits(run)) or nil
    if not run.ways and q.partial then
      run.refusal = run.refusal or "unreachable"
      run.ways = wayout.find(a, q.x, q.y, wayout.any)
    end
    local starts, most = {}, farthest_of(run) or huge
    for _, way in ipairs(run.ways or NONE) do
      starts[#starts + 1] = way.cost <= most
        and search.origin(way.exit, way.cost) or nil
    end
    if starts[1] then
      return start_from(run, starts)
    end
    return fail(run, run.refusal or "unreachable")
  end
  local reason = run.refusal or not run.is_one and goals.reason(q, run.list)
  fail(run, reason == "goal_outside" and not q.partial and reason
    or "start_blocked")
end

--- Does the query ask the regions whether there is a path to a goal? Yes, if
-- its caller must know, or if it has a limit of nodes. Yes, too, if the regions
-- are known, or if a search has failed on this map, or a few edits ago where
-- edits mend them (then they are worth knowing).
local function asks_regions(run, must_know)
  local a = run.a
  local since = a.failed_access and a.access_version - a.failed_access or huge
  return must_know or run.q.max_nodes < ALL or since == 0
    or since <= RECENT and not (a.closed or a.grid.links)
    or regions.known(a) ~= nil
end

--- Begins a query. The pathfinder f is idle, and the list of goals is read.
-- @param must_know  if there is no path, it fails here, before the first slice,
-- as the regions are asked
function queryrun.begin(run, f, q, must_know)
  agent.prepare(f.agent)
  if q.sight and f.profile.eyes then
    agent.prepare(f.profile.eyes)
  end
  run.f, run.q, run.a = f, q, f.agent
  run.status, run.reason, run.expanded = "running", nil, 0
  run.ways, run.next_aim = nil, nil
  run.last, run.goal, run.is_partial = nil, nil, nil
  if not args.contains(f.g, q.x, q.y) then
    return fail(run, "start_outside")
  elseif q.avoid then
    run.a = obstacles.agent(f.agent, q.avoid, run, q.x, q.y)
  end
  local a = run.a
  run.is_one = q.kind == "cells" and not q.goals and not q.terrain
  run.list = goals.make(a, q, run.one)
  local start = agent.place(a, q.x, q.y)
  if #run.list == 0 then -- no cell is of the terrain
    return fail(run, q.partial and not q.escape and a.class[start] == 0
      and "start_blocked" or "goal_outside")
  end
  run.aim, run.refusal = aim_at(run, a)
  if run.refusal then
    run.refusal = blame(run, run.refusal)
  else
    heuristic.aim(run.aim, a, q, run.list, run.is_one, q.x, q.y)
  end
  if a.class[start] == 0 then
    return begin_blocked(run)
  elseif not run.refusal and asks_regions(run, must_know)
    and not leads(run, start) then
    run.refusal = "unreachable"
  end
  run.own[1].to = start
  start_from(run, run.own)
end

--- The goals to which a path leads, by the regions; all if there is none.
local function reachable_goals(run)
  local a, list, starts = run.a, {}, run.ways and {} or run.own
  for i, way in ipairs(run.ways or NONE) do
    starts[i] = search.origin(way.exit)
  end
  local region, reached = regions.of(a).region, regions.reached(a, starts)
  local function is_reached(p)
    return reached[region[p]]
  end
  for _, goal in ipairs(run.list) do
    list[#list + 1] = goals.has_end(a, run.q, goal, is_reached) and goal or nil
  end
  return list[1] and list or run.list
end

--- Ends at the best of the expanded places, near a goal to which a path leads;
-- if the path may end in none of them, it fails.
local function end_at_nearest(run, reason)
  local list = (run.is_one or run.to_nearest) and run.list
    or reachable_goals(run)
  run.last, run.goal = nearestend.of_expanded(run.store, list, run.only)
  run.status, run.is_partial = "found", true
  if not run.last then
    fail(run, reason)
  end
end

--- Expands up to this many nodes.
function queryrun.run(run, nodes)
  local s, a, q = run.store, run.a, run.q
  if run.status ~= "running" or nodes <= 0 then
    return
  elseif run.next_aim then
    run.next_aim.farthest = farthest_of(run)
    search.begin(s, a, run.from, run.next_aim)
    run.next_aim = nil
  end
  local status = search.run(s, min(nodes, q.max_nodes - run.expanded))
  run.expanded = s.expanded
  if status == "found" then
    tiebreaking.choose_end(s)
    run.status, run.last = "found", s.last
    run.goal = s.chosen and run.ends_of[s.chosen] or run.list[1]
  elseif status == "failed" and s.lowest <= s.numbers then
    -- The open list is not empty: it met sums above costs.most.
    agent.coarsen(a)
    -- must_know: ask the regions first, as a second long search may be in vain.
    queryrun.begin(run, run.f, q, true)
    return queryrun.run(run, nodes)
  elseif status == "failed" then
    a.failed_access = not run.to_nearest and not q.max_cost and a.access_version
      or a.failed_access
    if q.partial and not (run.refusal or run.ways)
      and not leads(run, run.own[1].to) then
      -- The same path as if the regions had been asked before.
      run.refusal = "unreachable"
      start_from(run, run.own)
      return queryrun.run(run, nodes)
    elseif q.partial then
      return end_at_nearest(run, run.refusal or "unreachable")
    end
    run.expanded = 0 -- these nodes do not count
    fail(run, "unreachable")
  elseif run.expanded >= q.max_nodes then
    if q.partial and run.expanded > 0 then
      return end_at_nearest(run, "budget")
    end
    fail(run, "budget")
  end
end

return queryrun
