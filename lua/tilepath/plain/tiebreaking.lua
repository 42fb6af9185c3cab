--- tilepath.plain.tiebreaking: the path that a search has found, from its end
-- back. On ground of several prices it is one of all cheapest paths by the rule
-- of the C module (src/core/search/tiebreaking.c), whatever the order in which
-- the search came to its places: straight on if that is optimal, else by the
-- first direction that is.
--
-- A step from q to p is optimal if cost(q) + step = cost(p). The search knows
-- these costs if it has expanded all places with an f of at most the cost of the
-- path. It stops before that if many places have the same f (search.run). Then
-- the others are in doubt, and a depth-first search goes on: a place in doubt is
-- a dead end if no step into it is optimal.

local siblings = (...):match("^.*[./]") or ""
local agent = require(siblings .. "agent")
local heuristic = require(siblings .. "heuristic")
local hexagons = require(siblings .. "hexagons")
local search = require(siblings .. "search")

local cell, OPPOSITE = agent.cell, agent.OPPOSITE

local tiebreaking = {}

--- On hexagons: the step into a place that the next one continues straight on.
local function straight_on(a, s, p, towards)
  local x, y = cell(a, p)
  local back = (hexagons.angle(s, towards, x, y) + 2) % 6 + 1
  return OPPOSITE[hexagons.sides(s, x, y)[back]]
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
  end
  local both, along = heuristic.metric(a)
  local x, y = cell(a, p)
  local x1, y1 = cell(a, s.start)
  return a.edges ~= nil
    or heuristic.to(a.grid.stagger, both, along, x, y, x1, y1, x1, y1) <= cost
end

--- Of the steps into a place that are optimal, or may be, the straight one; else
-- the first, if its number is below the limit.
-- @return the place before, its cost, and the direction; nil: there is none
local function step_back(s, p, cost, straight, limit)
  local a = s.agent
  local class, offset, price = a.class, a.offset, a.costs.price
  for i = straight and 0 or 1, limit - 1 do
    local d = i == 0 and straight or i
    local q, rest = p - offset[d], cost - price[d][class[p]]
    if class[q] > 0 and may_lead(s, q, rest)
      and (d <= 4 and not a.closed or agent.may_step(a, q, d)) then
      return q, rest, d
    end
  end
end

--- The path of this cost back from a place: see tiebreaking.backtrace; nil:
-- there is none. Where no step back is optimal, it takes the last one forward
-- again, and that place is a dead end.
local function choose(s, p, cost)
  local a, path, edges, n, towards = s.agent, s.path, {}, 1, nil
  local known, steps, rules = s.cost, s.came, is_ruled(s)
  local start, offset, stagger = s.start, a.offset, a.grid.stagger
  path[0], path[1] = p, p
  while not rules and p ~= start do
    local d = steps[p]
    if d == 0 then
      edges[n] = s.edge[p]
    end
    p = d > 0 and p - offset[d] or edges[n].from
    n = n + 1
    path[n] = p
  end
  while p ~= start do
    local is_known = known[p] == cost and s.mark[p] >= s.stamp
    -- The step by which the search came is optimal.
    local came, q, rest, d = is_known and steps[p] or 0, nil, nil, nil
    local straight = stagger and towards and straight_on(a, stagger, p, towards)
      or towards
    if came == 0 or came ~= straight then
      q, rest, d = step_back(s, p, cost, straight, came > 0 and came or 9)
    end
    if not q and came > 0 then
      q, d = p - offset[came], came
      rest = known[q]
    elseif not q and is_known then
      edges[n] = s.edge[p]
      q, rest = edges[n].from, cost - edges[n].cost
    end
    if q then
      n, p, cost, towards = n + 1, q, rest, d
      path[n] = p
    else
      s.dead_ends[p], n = true, n - 1
      if n == 0 then
        return nil
      end
      q, p = p, path[n]
      cost = cost + a.costs.price[a.direction_of[p - q]][a.class[p]]
      towards = not edges[n - 1] and a.direction_of[path[n - 1] - p] or nil
    end
  end
  return path, n, edges
end

--- Chooses among the ends of a search that has found one: of equal costs the
-- first goal, then the first end in reading order.
function tiebreaking.choose_end(s)
  local aim = s.aim
  s.dead_ends = s.lowest <= s.numbers and s.ranges[s.lowest] <= s.most and {}
  for p, k in pairs(is_ruled(s) and aim.ends or {}) do
    local cost, tie = s.most - aim.extra[k], aim.tie[k]
    if (tie < s.tie or tie == s.tie and p < s.last)
      and may_lead(s, p, cost) and choose(s, p, cost)
      and not (aim.sees and aim.sees(p, cell(s.agent, p)) ~= k) then
      s.tie, s.last, s.chosen = tie, p, k
    end
  end
end

--- The path of a search back from a place: a list of places, from there to the
-- start, which the next search overwrites; how many there are; and edges, by
-- the number of the place that they lead to.
function tiebreaking.backtrace(s, p)
  local is_end = s.chosen and p == s.last
  return choose(s, p, is_end and s.most - s.aim.extra[s.chosen] or s.cost[p])
end

return tiebreaking
