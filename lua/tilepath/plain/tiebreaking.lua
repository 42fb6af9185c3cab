--- tilepath.plain.tiebreaking: the path that a search has found, from its end
-- back. On ground of several prices it is one of all cheapest paths by the rule
-- of the C module (src/core/search/tiebreaking.c), whatever the order in which
-- the search came to its places: straight on if that is optimal, else by the
-- first direction that is.
--
-- A step is optimal if a cheapest path to the place before costs the rest. The
-- search tells that, except of places whose f is the cost of the path: it has
-- expanded only some of these. So a depth-first search goes on: a place in
-- doubt is dead if no step into it is optimal.

local siblings = (...):match("^.*[./]") or ""
local parent = (...):match("^(.*)plain[./]") or ""
require(parent .. "interpreted")()
local agent = require(siblings .. "agent")
local heuristic = require(siblings .. "heuristic")
local hexagons = require(siblings .. "hexagons")
local search = require(siblings .. "search")

local cell, OPPOSITE = agent.cell, agent.OPPOSITE

local tiebreaking = {}

--- The step into a place that the next one continues straight on.
local function straight_on(a, p, towards)
  local s, x, y = a.grid.stagger, cell(a, p)
  if not s then
    return towards
  end
  local back = (hexagons.angle(s, towards, x, y) + 2) % 6 + 1
  return OPPOSITE[hexagons.sides(s, x, y)[back]]
end

--- Is a place reached at this cost by a cheapest path, or may it be?
local function is_optimal(s, p, cost, dead)
  if s.mark[p] >= s.stamp and s.cost[p] <= cost then
    return s.cost[p] == cost
  end
  local a = s.agent
  if dead[p] or cost <= 0 or a.class[p] == 0
    or cost + search.rest(s, p) ~= s.most then
    return false
  end
  local both, along = heuristic.metric(a)
  local x, y = cell(a, p)
  local x1, y1 = cell(a, s.start)
  return a.edges ~= nil
    or heuristic.to(a.grid.stagger, both, along, x, y, x1, y1, x1, y1) <= cost
end

--- The first last step to a place that is optimal, or may be.
-- @param towards  the direction that leads on from the place, or nil
-- @return the place before, its cost, and the direction; nil: there is none
local function step_back(s, p, cost, towards, dead)
  local a = s.agent
  local straight = a.costs.straight[a.class[p]]
  local diagonal = a.costs.diagonal[a.class[p]]
  local on = towards and straight_on(a, p, towards)
  for i = on and 0 or 1, 8 do
    local d = i == 0 and on or i
    local q = p - a.offset[d]
    local rest = cost - (d > 4 and diagonal or straight)
    if is_optimal(s, q, rest, dead) and agent.may_step(a, q, d) then
      return q, rest, d
    end
  end
end

--- The path of this cost back from a place: a list of places, and of edges, by
-- the number of the place that they lead to; nil: there is none.
-- @param dead  by place: is it known to be on no cheapest path?
local function choose(s, p, cost, dead)
  local way, costs, steps, edges, n = { p }, { cost }, {}, {}, 1
  while p ~= s.start do
    local q, rest, d = step_back(s, p, cost, steps[n], dead)
    if not q and s.mark[p] >= s.stamp and s.cost[p] == cost then
      edges[n] = s.edge[p]
      q, rest = edges[n].from, cost - edges[n].cost
    end
    if q then
      n = n + 1
      way[n], costs[n], steps[n] = q, rest, d
    else
      dead[p], way[n] = true, nil
      n = n - 1
    end
    p, cost = way[n], costs[n]
    if not p then
      return nil
    end
  end
  return way, edges
end

--- Does the rule count for a search? The estimates of a game may be too high.
local function is_ruled(s)
  return not s.agent.costs.uniform and not s.agent.profile.heuristic
end

--- Chooses among the ends of a search that has found one: of equal costs the
-- first goal, then the first end in reading order.
function tiebreaking.choose_end(s)
  local aim, dead = s.aim, {}
  for p, k in pairs(is_ruled(s) and aim.ends or {}) do
    local cost, tie = s.most - aim.extra[k], aim.tie[k]
    if (tie < s.tie or tie == s.tie and p < s.last)
      and is_optimal(s, p, cost, dead) and choose(s, p, cost, dead)
      and not (aim.sees and aim.sees(p, cell(s.agent, p)) ~= k) then
      s.tie, s.last, s.chosen = tie, p, k
    end
  end
end

--- The path of a search back from a place: a list of places, from there to the
-- start, and of edges, by the number of the place that they lead to.
function tiebreaking.way_back(s, p)
  if is_ruled(s) then
    local is_end = s.chosen and p == s.last
    return choose(s, p, is_end and s.most - s.aim.extra[s.chosen] or s.cost[p],
      {})
  end
  local way, edges, n = { p }, {}, 1
  while p ~= s.start do
    local d = s.came[p]
    if d == 0 then
      edges[n] = s.edge[p]
      p = edges[n].from
    else
      p = p - s.agent.offset[d]
    end
    n = n + 1
    way[n] = p
  end
  return way, edges
end

return tiebreaking
