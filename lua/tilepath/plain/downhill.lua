--- What a field tells of a cell: the ways on from it, read off the costs.
--
-- A field f has, besides its spread, `agent`, `seen`, the version of that for
-- which its costs are right, and by place `source`, the number of the goal
-- there. After an edit ways lead along the old costs, as far as the map still
-- allows: each step to a cell that cost less.

local siblings = (...):match("^.*[./]") or ""
local agent = require(siblings .. "agent")
local spread = require(siblings .. "spread")

local huge = math.huge
local BIT, may_step = agent.BIT, agent.may_step

local downhill = {}

--- The first direction of each set of them, by its bits; 0 of none.
local FIRST = { [0] = 0 }
for bits = 1, 255 do
  local d = 1
  while bits % (2 * BIT[d]) < BIT[d] do
    d = d + 1
  end
  FIRST[bits] = d
end
downhill.FIRST = FIRST

--- The cost of a place; huge if no way leads from it.
function downhill.cost(f, p)
  local cost = f.spread.cost[p]
  return cost >= 0 and cost or huge
end

--- What neighbours that cost less than `below` offer, and the ends of links,
-- each its own cost and that of the step there.
-- @return the steps to those that offer the least, no more than `most`, as
--   bits; or 0 and an edge, if that offers less
local function offer(f, p, below, most)
  local a, s = f.agent, f.spread
  local class, offset, cost = a.class, a.offset, s.cost
  local straight, diagonal = a.costs.straight, a.costs.diagonal
  local least, ways, link = most, 0, nil
  for d = 1, 8 do
    local q = p + offset[d]
    local by = cost[q]
    if by < below and by >= 0 and may_step(a, p, d) then
      by = by + s.factor * (d > 4 and diagonal or straight)[class[q]]
      if by < least then
        least, ways = by, 0
      end
      ways = ways + (by == least and BIT[d] or 0)
    end
  end
  for _, edge in ipairs(a.edges and a.edges[p] or {}) do
    local by = cost[edge.to]
    if by < below and by >= 0 and class[edge.to] > 0 then
      by = by + spread.edge_cost(s, edge)
      if by < least or by == least and ways == 0 and not link then
        least, ways, link = by, 0, edge
      end
    end
  end
  return ways, link
end

--- The steps with which a cheapest way goes on from a place, as bits; 0 and a
-- edge if it goes on by a link; 0 if it does not go on.
function downhill.ways(f, p)
  local ways = f.ways[p]
  if ways then
    return ways, f.edge[p]
  end
  local cost, edge = downhill.cost(f, p), nil
  ways = 0
  if cost < huge and f.agent.class[p] > 0 then
    ways, edge = offer(f, p, cost, f.is_current and cost or huge)
  end
  f.ways[p], f.edge[p] = ways, edge
  return ways, edge
end

--- Has a place from which no way leads on a goal in it?
function downhill.is_end(f, p)
  return downhill.cost(f, p) < huge
    and (f.origin ~= nil or f.is_current or f.source[p] ~= nil)
end

--- Does the best way offer less than the cost of a place, by a neighbour that
-- costs no more? Of a flight whose costs are not settled yet.
function downhill.goes_on(f, p, cost)
  local ways, edge = offer(f, p, cost, cost)
  return ways > 0 or edge ~= nil
end

return downhill
