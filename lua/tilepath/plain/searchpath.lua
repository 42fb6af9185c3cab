--- tilepath.plain.searchpath: writes the result of a search into a path.
--
-- Costs are added step by step from the end, as in the C module, so both give
-- the same sum to the last bit. On ground of one price steps are counted.

local siblings = (...):match("^.*[./]") or ""
local parent = (...):match("^(.*)plain[./]") or ""
require(parent .. "interpreted")()
local agent = require(siblings .. "agent")
local args = require(siblings .. "args")
local bodyclearance = require(siblings .. "bodyclearance")
local queryrun = require(siblings .. "queryrun")
local sight = require(siblings .. "sight")

local abs, floor = math.abs, math.floor

local searchpath = {}

--- The metatable of paths, which lua/tilepath/path.lua fills.
searchpath.Path = { __name = "tilepath.Path" }

-- What it costs ---------------------------------------------------------------

--- The cost of a path, from its end back to its start.
-- @param free   the number of the first place behind the blocked part
-- @param class  the class of the steps in the blocked part and onto that place
function searchpath.measure(a, way, edges, free, class)
  local costs, pitch = a.costs, a.pitch
  local straight, diagonal = costs.real_straight, costs.real_diagonal
  local is_uniform, cost, along, across = costs.uniform, 0, 0, 0
  for i = 1, #way - 1 do
    local step = abs(way[i] - way[i + 1])
    local is_straight = step == 1 or step == pitch
    local entered = i >= free and class or a.class[way[i]]
    if edges[i] then
      cost = cost + edges[i].real
    elseif is_uniform then
      along = is_straight and along + 1 or along
      across = is_straight and across or across + 1
    else
      cost = cost + (is_straight and straight or diagonal)[entered]
    end
  end
  if along + across > 0 then
    local entered = free < #way and class or a.class[way[#way]]
    cost = cost + (along * straight[entered] + across * diagonal[entered])
  end
  return cost + 0.0
end

-- Points ----------------------------------------------------------------------

--- Removes the items behind this number from a table of the caller.
local function sweep(t, items)
  for key in next, t do
    if type(key) == "number" and key > items and key == floor(key) then
      rawset(t, key, nil)
    end
  end
end

-- In the world ----------------------------------------------------------------

local function middle_of(a, p)
  return sight.middle(agent.cell(a, p))
end

--- The place in the world at which a path ends, near a wall the nearest one
-- where the body fits, and its point; nil: it ends in the middle of its last
-- cell.
local function exact_end(j)
  local q, goal = j.q, j.goal
  if j.is_partial or q.terrain then
    return nil
  end
  local wx, wy = q.to_x, q.to_y
  if q.goals then
    local given = q.goals[goal.index]
    if given.w > 0 or given.h > 0 then
      return nil
    end
    wx, wy = given.x, given.y
  end
  local x, y = agent.cell(j.a, j.last)
  if not j.is_one and (x < goal.x0 or x > goal.x1 or y < goal.y0
    or y > goal.y1) then
    return nil
  end
  local a = j.a
  local to_x, to_y = sight.point(a, wx, wy)
  x, y = bodyclearance.place(a, to_x, to_y)
  local near_x, near_y = args.middle(a.grid, x / sight.ONE - 0.5
    + (a.profile.wide - 1) / 2, y / sight.ONE - 0.5 + (a.profile.high - 1) / 2)
  return x == to_x and wx or near_x, y == to_y and wy or near_y, x, y
end

--- The numbers of the first and the last place whose middles belong to a path
-- in the world. The middle of the first cell is left out, and that of the
-- last, if the next point is visible without it.
-- @param end_x, end_y  the point of its exact end, or nil
local function trim(j, points, edges, free, end_x, end_y)
  local a, q, n = j.a, j.q, #points
  local first, last = n - 1, 2
  local x, y = sight.point(a, q.from_x, q.from_y)
  if n == 1 then
    local middle_x, middle_y = middle_of(a, points[1])
    local is_straight = not end_x or a.profile.radius_x == 0
      or end_x == middle_x and end_y == middle_y
      or sight.walk(a, x, y, end_x, end_y)
    return is_straight and 0 or 1, 1
  end
  if edges[n - 1] or free == n
    and not sight.walk(a, x, y, middle_of(a, points[n - 1])) then
    first = n
  end
  if first > 1 then
    x, y = middle_of(a, points[2])
  end
  if not end_x or edges[1]
    or not sight.walk(a, x, y, end_x, end_y) then
    last = 1
  end
  return first, last
end

--- Adds a point behind so many others of a path.
local function add(t, count, x, y)
  rawset(t, 2 * count + 1, x)
  rawset(t, 2 * count + 2, y)
  return count + 1
end

--- Writes the path of a job, into the caller's table if there is one. In the
-- world it leads from the place asked for to the place asked for, through the
-- middles of cells.
-- @return the path and its cost
function searchpath.write(j, into)
  local q, a, t = j.q, j.a, into or {}
  local way, edges, free = queryrun.way_back(j)
  local cost = searchpath.measure(a, way, edges, free, j.out and j.out.class)
  local first, last, end_x, end_y = #way, 1, nil, nil
  local links, count, escape = {}, 0, 0
  if q.in_world then
    local to_x, to_y
    end_x, end_y, to_x, to_y = exact_end(j)
    first, last = trim(j, way, edges, free, to_x, to_y)
    count = add(t, count, q.from_x * 1.0, q.from_y * 1.0)
    escape = free < #way and 1 or 0
  end
  for i = first, last, -1 do
    local x, y = agent.cell(a, way[i])
    if q.in_world then
      x, y = args.middle(a.grid, x + (a.profile.wide - 1) / 2,
        y + (a.profile.high - 1) / 2)
    else
      x, y = args.shown(a.grid, x, y)
    end
    count = add(t, count, x, y)
    escape = escape + (i > free and 1 or 0)
    if edges[i - 1] then
      links[#links + 1] = count
    end
  end
  if end_x then
    count = add(t, count, end_x * 1.0, end_y * 1.0)
  end
  if into then
    sweep(t, 2 * count)
  end
  rawset(t, "cost", cost)
  rawset(t, "units", q.in_world and "world" or "cells")
  rawset(t, "partial", j.is_partial or nil)
  rawset(t, "goal_index", q.goals and floor(j.goal.index) or nil)
  rawset(t, "escape", escape > 0 and floor(escape) or nil)
  rawset(t, "links", links[1] and links or nil)
  return setmetatable(t, searchpath.Path), cost
end

--- Copies a path, into the caller's table if there is one.
function searchpath.copy(path, into)
  local t = into or {}
  for _, key in ipairs { "partial", "goal_index", "escape", "links" } do
    rawset(t, key, nil)
  end
  for key, value in next, path do
    rawset(t, key, value)
  end
  if path.links then
    t.links = {}
    for i, link in ipairs(path.links) do
      t.links[i] = link
    end
  end
  sweep(t, #path)
  return setmetatable(t, searchpath.Path)
end

return searchpath
