--- Makes paths from the results of fields and reaches.
--
-- The input is a list of places, and edges by the number of the place from
-- which they lead on.

local siblings = (...):match("^.*[./]") or ""
local parent = (...):match("^(.*)plain[./]") or ""
require(parent .. "interpreted")()
local agent = require(siblings .. "agent")
local args = require(siblings .. "args")
local wayout = require(siblings .. "wayout")
local searchpath = require(siblings .. "searchpath")

local fieldpath = {}

--- The cost of a list of places: the sum over its steps and links. If one price
-- holds everywhere, it is the number of steps times their cost, and the sum
-- over links.
function fieldpath.cost(a, list, edges)
  local class, costs = a.class, a.costs
  local straight, diagonal = costs.real_straight, costs.real_diagonal
  local cost, along, both = 0.0, 0, 0
  local dearest = class[list[1]] == 0 and wayout.dearest(a)
  for i = 2, #list do
    local edge, apart = edges[i - 1], math.abs(list[i] - list[i - 1])
    local entered = class[list[i - 1]] == 0 and dearest or class[list[i]]
    if edge then
      cost = cost + edge.real
    elseif apart == 1 or apart == a.pitch then
      along = along + 1
      cost = cost + (costs.uniform and 0 or straight[entered])
    else
      both = both + 1
      cost = cost + (costs.uniform and 0 or diagonal[entered])
    end
  end
  if costs.uniform and along + both > 0 then
    local last = class[list[#list]]
    cost = cost + (along * straight[last] + both * diagonal[last])
  end
  return cost
end

--- Makes a path of cells.
-- @param goal    the number of the goal at its end, or nil
-- @param escape  the number of cells of the way out at its beginning, or nil
function fieldpath.path(a, list, edges, cost, goal, escape)
  local path, links, n = {}, {}, #list
  for i = 1, n do
    local x, y = agent.cell(a, list[i])
    path[2 * i - 1], path[2 * i] = args.shown(a.grid, x, y)
    if edges[i] then
      links[#links + 1] = i
    end
  end
  path.cost, path.units, path.escape = cost, "cells", escape
  path.goal_index = goal
  path.links = #links > 0 and links or nil
  return setmetatable(path, searchpath.Path)
end

return fieldpath
