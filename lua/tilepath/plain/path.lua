--- Makes paths from lists of places, as searches, fields and reaches find them.
--
-- Edges of a list are by number: edges[i] leads between its places i and i + 1.
-- A list is in order, or from the end of the path back to its start. Costs are
-- added in the order of the list, as in the C module, so both give the same sum
-- to the last bit. On ground of one price steps are counted.

local siblings = (...):match("^.*[./]") or ""
local wayout = require(siblings .. "wayout")

local abs, floor = math.abs, math.floor

local path = {}

--- The metatable of paths, which lua/tilepath/path.lua fills.
path.Path = { __name = "tilepath.Path" }

--- The cost of a list of n places. Steps from blocked places cost as much as
-- the dearest one.
function path.cost(a, list, n, edges, is_back)
  local class, costs, pitch = a.class, a.costs, a.pitch
  local straight, diagonal = costs.real_straight, costs.real_diagonal
  local is_uniform, cost, along, across = costs.uniform, 0, 0, 0
  local start = class[list[is_back and n or 1]]
  local dearest_class = start == 0 and wayout.dearest_class(a)
  for i = 1, n - 1 do
    local from, to, edge = list[i], list[i + 1], edges[i]
    if is_back then
      from, to = to, from
    end
    local apart = abs(to - from)
    local is_straight = apart == 1 or apart == pitch
    if edge then
      cost = cost + edge.real
    elseif is_uniform then
      along = is_straight and along + 1 or along
      across = is_straight and across or across + 1
    else
      local entered = class[from] == 0 and dearest_class or class[to]
      cost = cost + (is_straight and straight or diagonal)[entered]
    end
  end
  if along + across > 0 then
    local entered = dearest_class or start
    cost = cost + (along * straight[entered] + across * diagonal[entered])
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
