--- The steps that a field leads to from a cell, computed from its costs.
--
-- A field f has its `search`, its `agent`, `seen` (the agent's version for which
-- the costs are right), `is_current` (is that the last one?), `source` (by
-- place, the goal there) and `origin` (of a flight, the field of the dangers).
-- `directions` and `edge` keep the answers of gradient.directions, by place.
-- After an edit the field leads along the old costs, as far as the map still
-- allows: each step leads to a cell with a lower cost. A goal stays an end.

local siblings = (...):match("^.*[./]") or ""
local parent = (...):match("^(.*)plain[./]") or ""
require(parent .. "luajit").off()
local agent = require(siblings .. "agent")
local hexagons = require(siblings .. "hexagons")
local dijkstra = require(siblings .. "dijkstra")

local huge = math.huge
local BIT, may_step = agent.BIT, agent.may_step

local gradient = {}

--- The first direction of a list that is in a set, given as bits.
function gradient.first_of(list, bits)
  for _, d in ipairs(list) do
    if bits % (2 * BIT[d]) >= BIT[d] then
      return d
    end
  end
end

--- The first direction of each set of directions, by its bits; 0 for the empty
-- set.
local FIRST = { [0] = 0 }
for bits = 1, 255 do
  FIRST[bits] = gradient.first_of({ 1, 2, 3, 4, 5, 6, 7, 8 }, bits)
end
gradient.FIRST = FIRST

--- The first of the steps from a place, given as bits. On hexagons the first
-- one clockwise.
function gradient.first(a, p, bits)
  local s = a.grid.stagger
  if not s then
    return FIRST[bits]
  end
  return gradient.first_of(hexagons.sides(s, agent.cell(a, p)), bits)
end

--- The cost of a place; huge if there is no path from it.
function gradient.cost(f, p)
  local cost = f.search.cost[p]
  return cost >= 0 and cost or huge
end

--- The offers of neighbours and ends of links that cost less than `below`. An
-- offer is the neighbour's cost plus the cost of the step.
-- @return the steps to the neighbours with the lowest offer, at most `most`, as
-- bits; or 0 and an edge, if the edge offers less
function gradient.offer(f, p, below, most)
  local a, s = f.agent, f.search
  local class, offset, cost = a.class, a.offset, s.cost
  local straight, diagonal = a.costs.straight, a.costs.diagonal
  local least, directions, link = most, 0, nil
  for d = 1, 8 do
    local q = p + offset[d]
    local by = class[q] > 0 and cost[q] or huge
    if by < below and by >= 0 and may_step(a, p, d) then
      by = by + s.factor * (d > 4 and diagonal or straight)[class[q]]
      if by < least then
        least, directions = by, 0
      end
      directions = directions + (by == least and BIT[d] or 0)
    end
  end
  for _, edge in ipairs(a.edges and a.edges[p] or {}) do
    local by = cost[edge.to]
    if by < below and by >= 0 and class[edge.to] > 0 then
      by = by + dijkstra.edge_cost(s, edge)
      if by < least or by == least and directions == 0 and not link then
        least, directions, link = by, 0, edge
      end
    end
  end
  return directions, link
end

--- The first steps of all cheapest paths from a place, as bits; 0 and an edge
-- if the path goes on by a link; 0 if there is no path.
function gradient.directions(f, p)
  local directions = f.directions[p]
  if directions then
    return directions, f.edge[p]
  end
  local cost, edge = gradient.cost(f, p), nil
  directions = 0
  if cost < huge and f.agent.class[p] > 0 then
    local is_end = f.is_current or f.source[p]
    directions, edge = gradient.offer(f, p, cost, is_end and cost or huge)
  end
  f.directions[p], f.edge[p] = directions, edge
  return directions, edge
end

--- Do the paths of units end in a place: is a goal there, or does the field flee,
-- and it leads on neither by a step nor by a link? (A step to a lower cost, as
-- after an edit, does not count: an edit that was undone changes nothing.)
function gradient.ends_in(f, p)
  local cost = gradient.cost(f, p)
  if cost == huge or not (f.source[p] or f.origin) then
    return false
  end
  local directions, edge = 0, nil
  if f.agent.class[p] > 0 then
    directions, edge = gradient.offer(f, p, cost, cost)
  end
  return directions == 0 and not edge
end

--- Is there a goal in a place from which no step leads on?
function gradient.is_end(f, p)
  return gradient.cost(f, p) < huge
    and (f.origin ~= nil or f.is_current or f.source[p] ~= nil)
end

return gradient
