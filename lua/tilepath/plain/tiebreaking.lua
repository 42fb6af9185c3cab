--- tilepath.plain.tiebreaking: the path that a search has found, from its end
-- back. On ground of several prices it is one of all cheapest paths by the rule
-- of the C module (src/core/search/tiebreaking.c), whatever the order in which
-- the search came to its places: straight on if that is optimal, else by the
-- first direction that is, else by the link that the search took (search.pass).
--
-- A step from q to p is optimal if cost(q) + step = cost(p). The search knows
-- these costs if it has expanded all places with an f of at most the cost of the
-- path. Without links it stops before that if many places have the same f
-- (search.run). Then the others are in doubt, and a depth-first search goes on:
-- a place in doubt is a dead end if no step into it is optimal.

local siblings = (...):match("^.*[./]") or ""
local agent = require(siblings .. "agent")
local heuristic = require(siblings .. "heuristic")
local hexagons = require(siblings .. "hexagons")
local paths = require(siblings .. "path")
local search = require(siblings .. "search")

local cell, OPPOSITE, NONE = agent.cell, agent.OPPOSITE, {}

local tiebreaking = {}

--- On hexagons: the step into a place that the next step, `towards`, continues
-- straight on.
local function straight_on(a, stagger, p, towards)
  local x, y = cell(a, p)
  -- The opposite side.
  local back = (hexagons.side_number(stagger, towards, x, y) + 2) % 6 + 1
  return OPPOSITE[hexagons.sides(stagger, x, y)[back]]
end

--- Does the rule count for a search? The estimates of a game may be too high.
local function is_ruled(s)
  return not s.agent.costs.uniform and not s.agent.profile.heuristic
end

--- Does a cheapest path lead to a free place at this cost, or may it?
local function may_lead(s, p, cost)
  local a, dead_ends = s.agent, s.dead_ends
  if s.mark[p] >= s.stamp and s.cost[p] <= cost then
    return s.cost[p] == cost
  elseif not dead_ends or dead_ends[p] or cost <= 0
    or cost + search.rest(s, p) ~= s.most then
    return false
  elseif not s.start then
    return true
  end
  local diagonal, straight = heuristic.metric(a)
  local x, y = cell(a, p)
  local x1, y1 = cell(a, s.start)
  return heuristic.to(a.grid.stagger, diagonal, straight, x, y, x1, y1, x1, y1)
    <= cost
end

--- The step into a place at this cost that the rule takes: of the optimal ones
-- the one straight on towards the next step, else the first.
-- @return the place before, its cost, and the direction; if no step is optimal,
-- the start of the edge, its cost, nil, and the edge; nil: it is a dead end
local function step_back(s, p, cost, towards)
  local a, stagger = s.agent, s.agent.grid.stagger
  local class, offset, step_cost = a.class, a.offset, a.costs.step_cost
  local known, in_doubt = s.cost, s.dead_ends
  local is_known = known[p] == cost and s.mark[p] >= s.stamp
  -- The step by which the search came is optimal. 0: it came by an edge.
  local came = is_known and s.came[p] or 0
  local straight = stagger and towards and straight_on(a, stagger, p, towards)
    or towards
  for i = straight and 0 or 1, 8 do
    local d = i == 0 and straight or i
    local q = p - offset[d]
    local rest = d == came and known[q] or cost - step_cost[d][class[p]]
    if (known[q] == rest or in_doubt)
      and (d == came or class[q] > 0 and may_lead(s, q, rest))
      and (d <= 4 and not a.closed or agent.may_step(a, q, d)) then
      return q, rest, d
    end
  end
  if is_known then
    return s.edge[p].from, cost - s.edge[p].cost, nil, s.edge[p]
  end
end

--- The path of this cost back from a place, by the rule: see
-- tiebreaking.backtrace; nil: there is none. At a dead end it takes the last
-- step forward again.
local function trace(s, p, cost)
  local a, path, n, towards = s.agent, s.path, 1, nil
  local edges = a.edges and {} or NONE
  path[0], path[1] = p, p -- no direction leads on from the end
  while s.mark[p] < s.stamp or not search.is_start(s, p, cost) do
    local q, rest, d, edge = step_back(s, p, cost, towards)
    if q then
      if edge then
        edges[n] = edge
      end
      n, p, cost, towards = n + 1, q, rest, d
      path[n] = p
    else
      s.dead_ends[p], n = true, n - 1
      if n == 0 then
        return nil
      end
      q, p = p, path[n]
      cost = cost + a.costs.step_cost[a.direction_of[p - q]][a.class[p]]
      towards = a.direction_of[path[n - 1] - p]
    end
  end
  return path, n, edges
end

--- Chooses among the ends of a search that has found one: of equal costs the
-- first goal, then the first end in reading order.
function tiebreaking.choose_end(s)
  local aim, rules = s.aim, is_ruled(s)
  -- Is the open list not empty? Then places in it may be in doubt.
  local has_open = rules and s.lowest <= s.numbers
  s.dead_ends = has_open and s.ranges[s.lowest] <= s.most and {}
  for p, first in pairs(rules and aim.ends or NONE) do
    -- With sight the goal may be a later one than the first in range.
    local seen = not aim.sees and first or nil
    for k = first, seen or #aim.extra do
      local cost, tie = s.most - aim.extra[k], aim.tie[k]
      if (tie < s.tie or tie == s.tie and p < s.last) and cost <= s.farthest
        and may_lead(s, p, cost) then
        seen = seen or aim.sees(p, cell(s.agent, p)) or 0
        if seen == k and trace(s, p, cost) then
          s.tie, s.last, s.chosen = tie, p, k
        end
      end
    end
  end
end

--- The path of a search back from a place: a list of places, from there to the
-- start, which the next search overwrites; how many there are; and edges, by
-- the number of the place that they lead to.
function tiebreaking.backtrace(s, p)
  if not is_ruled(s) then
    return paths.retrace(s, p)
  end
  local is_end = s.chosen and p == s.last
  return trace(s, p, is_end and s.most - s.aim.extra[s.chosen] or s.cost[p])
end

return tiebreaking
