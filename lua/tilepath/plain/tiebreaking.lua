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

local NONE = {}

local tiebreaking = {}

--- The step into a place that the next one continues straight on.
local function straight_on(a, p, towards)
  local s = a.grid.stagger
  if not s then
    return towards
  end
  local x, y = cell(a, p)
  local back = (hexagons.angle(s, towards, x, y) + 2) % 6 + 1
  return OPPOSITE[hexagons.sides(s, x, y)[back]]
end

--- Has the search reached a place at this cost?
local function is_known(s, p, cost)
  return s.cost[p] == cost and s.mark[p] >= s.stamp
end

--- May a place that it has not be reached at this cost by a cheapest path?
local function is_in_doubt(s, p, cost, dead)
  local a = s.agent
  if dead[p] or cost <= 0 or a.class[p] == 0
    or s.mark[p] >= s.stamp and s.cost[p] < cost
    or cost + search.rest(s, p) ~= s.most then
    return false
  end
  local both, along = heuristic.metric(a)
  local x, y = cell(a, p)
  local x1, y1 = cell(a, s.start)
  return a.edges ~= nil
    or heuristic.to(a.grid.stagger, both, along, x, y, x1, y1, x1, y1) <= cost
end

--- Is a step from a place, reached at this cost, on a cheapest path?
local function leads_on(s, p, d, cost, dead)
  return (is_known(s, p, cost) or dead and is_in_doubt(s, p, cost, dead))
    and agent.may_step(s.agent, p, d)
end

--- The first last step to a place that is optimal, or may be.
-- @param towards  the direction that leads on from the place, or nil
-- @param dead     nil: no place before is in doubt, as this one's f is too low
-- @return the place before, its cost, and the direction; nil: there is none
local function step_back(s, p, cost, towards, dead)
  local a, known = s.agent, s.cost
  local class, offset = a.class[p], a.offset
  local straight, diagonal = a.costs.straight[class], a.costs.diagonal[class]
  local d = towards and straight_on(a, p, towards)
  local rest = d and cost - (d > 4 and diagonal or straight)
  if d and leads_on(s, p - offset[d], d, rest, dead) then
    return p - offset[d], rest, d
  end
  rest = cost - straight
  for by = 1, 8 do
    if by == 5 then
      rest = cost - diagonal
    end
    local q = p - offset[by]
    if (dead or known[q] == rest) and leads_on(s, q, by, rest, dead) then
      return q, rest, by
    end
  end
end

--- The path of this cost back from a place: a list of places, and of edges, by
-- the number of the place that they lead to; nil: there is none.
-- @param dead  by place: is it known to be on no cheapest path?
-- @return also how many places
local function choose(s, p, cost, dead)
  local way, edges, n, towards = { p }, {}, 1, nil
  local costs, steps = { cost }, {} -- as long as places are in doubt
  while p ~= s.start do
    if dead and cost + search.rest(s, p) < s.most then
      dead = nil
    end
    local q, rest, d = step_back(s, p, cost, towards, dead)
    if not q and is_known(s, p, cost) then
      edges[n] = s.edge[p]
      q, rest = edges[n].from, cost - edges[n].cost
    end
    if q then
      n, p, cost, towards = n + 1, q, rest, d
      way[n] = p
      if dead then
        costs[n], steps[n] = cost, towards
      end
    else
      dead[p], way[n] = true, nil
      n = n - 1
      p, cost, towards = way[n], costs[n], steps[n]
    end
    if not p then
      return nil
    end
  end
  return way, n, edges
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
      and (is_known(s, p, cost) or is_in_doubt(s, p, cost, dead)
        and choose(s, p, cost, dead))
      and not (aim.sees and aim.sees(p, cell(s.agent, p)) ~= k) then
      s.tie, s.last, s.chosen = tie, p, k
    end
  end
end

--- The path of a search back from a place: a list of places, from there to the
-- start, which the next search overwrites; how many there are; and edges, by
-- the number of the place that they lead to.
function tiebreaking.backtrace(s, p)
  if is_ruled(s) then
    local is_end = s.chosen and p == s.last
    return choose(s, p, is_end and s.most - s.aim.extra[s.chosen] or s.cost[p],
      {})
  end
  local way, edges, n = s.path, NONE, 1
  local came, offset = s.came, s.agent.offset
  way[1] = p
  while p ~= s.start do
    local d = came[p]
    if d == 0 then
      edges = edges ~= NONE and edges or {}
      edges[n] = s.edge[p]
      p = edges[n].from
    else
      p = p - offset[d]
    end
    n = n + 1
    way[n] = p
  end
  return way, n, edges
end

return tiebreaking
