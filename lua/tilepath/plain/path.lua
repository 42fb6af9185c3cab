--- Makes paths from lists of places, as searches, fields and reaches find them.
--
-- Edges of a list are by number: edges[i] leads between its places i and i + 1.
-- A list is in order, or from the end of the path back to its start. Costs are
-- added in the order of the list, as in the C module, so both give the same sum
-- to the last bit. On ground of one price steps are counted.

local siblings = (...):match("^.*[./]") or ""
local wayout = require(siblings .. "wayout")

local floor, NONE = math.floor, {}
local IS_DIAGONAL = { 0, 0, 0, 0, 1, 1, 1, 1 } -- by direction

local path = {}

--- The metatable of paths, which lua/tilepath/path.lua fills.
path.Path = { __name = "tilepath.Path" }

--- The path back from a place by which a search came: see
-- tiebreaking.backtrace.
function path.retrace(s, p)
  local list, edges, n = s.path, s.agent.edges and {} or NONE, 1
  local steps, offset = s.came, s.agent.offset
  list[1] = p
  while true do
    local d = steps[p]
    local edge = d == 0 and s.edge[p]
    if edge and not edge.from then -- it is a start
      return list, n, edges
    end
    if edge then
      edges[n] = edge
    end
    p, n = edge and edge.from or p - offset[d], n + 1
    list[n] = p
  end
end

--- The cost of a list of n places. Steps from blocked places cost as much as
-- the dearest one.
function path.cost(a, list, n, edges, is_back)
  local class, costs, directions = a.class, a.costs, a.direction_of
  local step_cost, is_uniform = costs.real_step_cost, costs.uniform
  local cost, diagonals = 0, 0
  local steps = is_uniform and n - 1 or 0
  local back, start = is_back and 1 or 0, class[list[is_back and n or 1]]
  local dearest_class = start == 0 and wayout.dearest_class(a)
  for i = 1, n - 1 do
    local from, to, edge = list[i + back], list[i + 1 - back], edges[i]
    local d = directions[to - from] or 8
    if edge then
      cost, steps = cost + edge.real, steps - 1
    elseif is_uniform then
      diagonals = diagonals + IS_DIAGONAL[d]
    else
      cost = cost
        + step_cost[d][class[from] == 0 and dearest_class or class[to]]
    end
  end
  if steps > 0 then
    local entered = dearest_class or start
    cost = cost + ((steps - diagonals) * step_cost[1][entered]
      + diagonals * step_cost[8][entered])
  end
  return cost + 0.0
end

--- Writes the cells of the places from number `first` to `last` into a table.
function path.write(t, a, list, first, last)
  local g, pitch = a.grid, a.pitch
  local base_x, base_y, n = g.base_x - 1, g.base_y - 1, 1
  for i = first, last, first <= last and 1 or -1 do
    local p = list[i]
    local x = p % pitch
    t[n], t[n + 1] = floor(x + base_x), floor((p - x) / pitch + base_y)
    n = n + 2
  end
end

--- Makes a path of cells.
-- @param goal    the number of the goal at its end, or nil
-- @param escape  the number of cells of the way out at its beginning, or nil
function path.make(a, list, edges, cost, goal, escape)
  local t = { cost = cost, units = "cells", escape = escape, goal_index = goal }
  path.write(t, a, list, 1, #list)
  local links = {}
  for i = 1, #list - 1 do
    links[#links + 1] = edges[i] and i
  end
  t.links = links[1] and links
  return setmetatable(t, path.Path)
end

return path
