--- tilepath.plain.nearestend: where a path ends that leads to no goal.
--
-- If no path leads to a goal, the ends are the cells at the least distance from
-- a goal, of all that the start can reach by the regions. They are found goal
-- by goal, in rings around it; a search takes the cheapest of them. So a
-- partial path costs as much as it is long, and as far as its end is from the
-- goal.
--
-- With a limit, or with many goals, a search expands some places instead: then
-- the best of these is the end.

local siblings = (...):match("^.*[./]") or ""
local parent = (...):match("^(.*)plain[./]") or ""
require(parent .. "luajit").off()
local agent = require(siblings .. "agent")
local goals = require(siblings .. "goals")
local heuristic = require(siblings .. "heuristic")
local regions = require(siblings .. "regions")

local huge, max, min = math.huge, math.max, math.min

local nearestend = {}

local FEW = 8 -- goals around which rings are looked at

--- The rectangle of a goal, moved onto the map.
local function clamped(g, goal)
  local x = max(0, min(goal.x0, g.width - 1))
  local y = max(0, min(goal.y0, g.height - 1))
  return x, y, x + (goal.x1 - goal.x0), y + (goal.y1 - goal.y0)
end

--- Returns a function: the distance of a cell from the nearest goal, and the
-- first goal at that distance.
local function metric(a, list)
  local g = a.grid
  local diagonal, straight = heuristic.metric(a)
  return function(x, y)
    local best, nearest = huge, nil
    for _, goal in ipairs(list) do
      local far = heuristic.to(g.stagger, diagonal, straight, x, y,
        clamped(g, goal))
      if far < best or far == best and goal.index < nearest.index then
        best, nearest = far, goal
      end
    end
    return best, nearest
  end
end

-- By the regions --------------------------------------------------------------

--- Calls see(x, y) for the cells of the map that are n columns or rows from a
-- rectangle, and no farther; n = 0: for those in it.
local function see_ring(g, n, x0, y0, x1, y1, see)
  x0, y0, x1, y1 = x0 - n, y0 - n, x1 + n, y1 + n
  for y = max(y0, 0), min(y1, g.height - 1) do
    local is_edge = n == 0 or y == y0 or y == y1
    for x = max(x0, 0), is_edge and min(x1, g.width - 1) or x0 do
      see(x, y)
    end
    if not is_edge and x1 < g.width then
      see(x1, y)
    end
  end
end

--- The ends, by place the nearest goal of each.
local function find(a, list, starts)
  local g, region = a.grid, regions.of(a).region
  local reached = regions.reached(a, starts)
  local _, straight = heuristic.metric(a)
  local distance = metric(a, list)
  local best, ends = huge, {}
  local function see(x, y)
    local p = agent.place(a, x, y)
    if reached[region[p]] and goals.may_end(a, p) then
      local far, goal = distance(x, y)
      if far < best then
        best, ends = far, {}
      end
      ends[p] = far == best and goal or nil
    end
  end
  for _, goal in ipairs(list) do
    local n, x0, y0, x1, y1 = 0, clamped(g, goal)
    while n <= max(g.width, g.height) and n * straight <= best do
      see_ring(g, n, x0, y0, x1, y1, see)
      n = n + 1
    end
  end
  return ends
end

--- Does `aim` find an end by the regions?
function nearestend.is_found(q, list)
  return q.max_nodes == huge and not q.max_cost and #list <= FEW
end

--- What a search from some starts is to look for (search.begin), and the goals
-- by the number of the end; nil: there is no end.
function nearestend.aim(a, q, list, starts)
  local ends, places, chosen, boxes = find(a, list, starts), {}, {}, {}
  for p in pairs(ends) do
    places[#places + 1] = p
  end
  if #places == 0 then
    return nil
  end
  table.sort(places, function(p, other)
    local one, another = ends[p].index, ends[other].index
    return one < another or one == another and p < other
  end)
  local aim = { ends = {}, extra = {}, tie = {}, first = 1,
    expand_all = a.profile.algorithm ~= "auto" }
  for k, p in ipairs(places) do
    local x, y = agent.cell(a, p)
    aim.ends[p], aim.extra[k], aim.tie[k], chosen[k] = k, 0, k, ends[p]
    boxes[k] = { x0 = x, y0 = y, x1 = x, y1 = y, extra = 0, index = k }
  end
  heuristic.aim(aim, a, { call = q.call, kind = "cells", square = 0 }, boxes, false,
    agent.cell(a, starts[1].to))
  aim.box = aim.box or boxes[1]
  aim.diagonal, aim.straight, aim.slack = aim.diagonal or 0, aim.straight or 0,
    aim.slack or 0
  return aim, chosen
end

-- Of a search -----------------------------------------------------------------

--- The best of the expanded places: the nearest to a goal, then the cheapest,
-- then that of the first goal, then the first in reading order. Nothing is
-- cheaper than to stay, not even a link of price 0.
-- @param only  the start, if there is only one
-- @return the place, and its goal; nil: a path may end in none
function nearestend.of_expanded(s, list, only)
  local a, distance = s.agent, metric(s.agent, list)
  local best, least, last, chosen = huge, huge, nil, nil
  local closed, entry = s.stamp + 1, s.entry
  for i = 1, s.entries do
    local p = entry[i]
    if s.mark[p] == closed and goals.may_end(a, p) then
      local far, goal = distance(agent.cell(a, p))
      local cost = p == only and -1 or s.cost[p]
      if far < best or far == best and (cost < least or cost == least
        and (goal.index < chosen.index
        or goal.index == chosen.index and p < last)) then
        best, least, last, chosen = far, cost, p, goal
      end
    end
  end
  return last, chosen
end

return nearestend
