--- tilepath.plain.tiebreaking: the path that a search has found, from its end
-- back. On ground of several prices it is one of all cheapest paths by the rule
-- of the C module (src/core/search/tiebreaking.c), whatever the order in which
-- the search came to its places: straight on if that is optimal, else by the
-- first direction that is.
--
-- A step is optimal if a cheapest path to the place before costs the rest. The
-- search tells that: on such ground it has expanded all places on cheapest
-- paths, as it does not stop at the first one of them (search.run).

local siblings = (...):match("^.*[./]") or ""
local parent = (...):match("^(.*)plain[./]") or ""
require(parent .. "interpreted")()
local agent = require(siblings .. "agent")
local hexagons = require(siblings .. "hexagons")

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

--- Is a step from a place, reached at this cost, on a cheapest path?
local function leads_on(s, p, d, cost)
  return is_known(s, p, cost) and agent.may_step(s.agent, p, d)
end

--- The first last step to a place that is optimal.
-- @param towards  the direction that leads on from the place, or nil
-- @return the place before, its cost, and the direction; nil: there is none
local function step_back(s, p, cost, towards)
  local a, known = s.agent, s.cost
  local class, offset = a.class[p], a.offset
  local straight, diagonal = a.costs.straight[class], a.costs.diagonal[class]
  local d = towards and straight_on(a, p, towards)
  local rest = d and cost - (d > 4 and diagonal or straight)
  if d and leads_on(s, p - offset[d], d, rest) then
    return p - offset[d], rest, d
  end
  rest = cost - straight
  for by = 1, 8 do
    if by == 5 then
      rest = cost - diagonal
    end
    local q = p - offset[by]
    if known[q] == rest and leads_on(s, q, by, rest) then
      return q, rest, by
    end
  end
end

--- The path back from a place: a list of places, and of edges, by the number of
-- the place that they lead to.
-- @return also how many places
local function choose(s, p)
  local path, edges, n, cost, towards = { p }, {}, 1, s.cost[p], nil
  while p ~= s.start do
    local q, rest, d = step_back(s, p, cost, towards)
    if not q then
      edges[n] = s.edge[p]
      q, rest = edges[n].from, cost - edges[n].cost
    end
    n, p, cost, towards = n + 1, q, rest, d
    path[n] = p
  end
  return path, n, edges
end

--- Does the rule count for a search? The estimates of a game may be too high.
local function is_ruled(s)
  return not s.agent.costs.uniform and not s.agent.profile.heuristic
end

--- Chooses among the ends of a search that has found one: of equal costs the
-- first goal, then the first end in reading order.
function tiebreaking.choose_end(s)
  local aim = s.aim
  for p, k in pairs(is_ruled(s) and aim.ends or {}) do
    local cost, tie = s.most - aim.extra[k], aim.tie[k]
    if (tie < s.tie or tie == s.tie and p < s.last)
      and is_known(s, p, cost)
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
    return choose(s, p)
  end
  local path, edges, n = s.path, NONE, 1
  local came, offset = s.came, s.agent.offset
  path[1] = p
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
    path[n] = p
  end
  return path, n, edges
end

return tiebreaking
