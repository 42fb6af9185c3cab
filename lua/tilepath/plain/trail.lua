--- tilepath.plain.trail: writes the result of a search into a path.
--
-- Costs are added step by step from the end, as in the C module, so both give
-- the same sum to the last bit. On ground of one price steps are counted.

local siblings = (...):match("^.*[./]") or ""
local agent = require(siblings .. "agent")
local args = require(siblings .. "args")
local job = require(siblings .. "job")
local sight = require(siblings .. "sight")

local abs, floor = math.abs, math.floor

local trail = {}

--- The metatable of paths, which lua/tilepath/path.lua fills.
trail.Path = { __name = "tilepath.Path" }

-- What it costs ---------------------------------------------------------------

--- The cost of a path, from its end back to its start.
-- @param free   the number of the first place behind the blocked part
-- @param class  the class of the steps in the blocked part and onto that place
function trail.measure(a, way, edges, free, class)
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

local function close(t, j, cost, escape, links)
  local q = j.q
  rawset(t, "cost", cost)
  rawset(t, "units", q.in_world and "world" or "cells")
  rawset(t, "partial", j.is_partial or nil)
  rawset(t, "goal", q.goals and floor(j.goal.index) or nil)
  rawset(t, "escape", escape > 0 and floor(escape) or nil)
  rawset(t, "links", links[1] and links or nil)
  return setmetatable(t, trail.Path)
end

--- Writes a path in cells.
local function write_cells(t, j, points, edges, free)
  local a, n = j.a, #points
  local g, links = a.grid, {}
  for i = n, 1, -1 do
    local k = n + 1 - i
    local x, y = agent.cell(a, points[i])
    x, y = args.shown(g, x, y)
    rawset(t, 2 * k - 1, x)
    rawset(t, 2 * k, y)
    if edges[i - 1] then
      links[#links + 1] = k
    end
  end
  return 2 * n, n - free, links
end

-- In the world ----------------------------------------------------------------

local function middle_of(a, p)
  return sight.middle(agent.cell(a, p))
end

--- Is the line from a point to the middle of a place clear, or to a point?
local function is_clear(a, x, y, to_x, to_y)
  return (sight.look(a, x, y, to_x, to_y))
end

--- The exact place in the world at which a path ends; nil: it ends in the
-- middle of its last cell.
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
  return wx, wy
end

--- The same on hexagons. A line from anywhere in a hexagon to the middle of the
-- next one stays in these two if their sides are long enough. A line to another
-- point may leave them.
local function trim_hexagons(g, n, edges, end_x)
  local s = g.stagger
  if 2 * s.side < (s.rows and g.cell_height or g.cell_width) then
    return false, false
  end
  local drops_first = not edges[n - 1]
  return drops_first, end_x ~= nil and not edges[1]
    and n > (drops_first and 2 or 1)
end

--- Is the middle of the first cell left out, and that of the last? Each is left
-- out if the next point is visible without it.
local function trim(j, points, edges, free, end_x, end_y)
  local a, q, n = j.a, j.q, #points
  local x, y = sight.point(a, q.from_x, q.from_y)
  if n == 1 then
    return true, false
  elseif a.grid.stagger then
    return trim_hexagons(a.grid, n, edges, end_x)
  end
  local drops_first = not edges[n - 1] and (free < n
    or is_clear(a, x, y, middle_of(a, points[n - 1])))
  local drops_last = false
  if end_x and not edges[1] then
    if not (n == 2 and drops_first) then
      x, y = middle_of(a, points[2])
    end
    drops_last = is_clear(a, x, y, sight.point(a, end_x, end_y))
  end
  return drops_first, drops_last
end

--- Writes a path in the world: from the place asked for to the place asked for,
-- through the middles of cells.
local function write_world(t, j, points, edges, free)
  local a, q, n = j.a, j.q, #points
  local end_x, end_y = exact_end(j)
  local drops_first, drops_last = trim(j, points, edges, free, end_x, end_y)
  local links, k, escape = {}, 1, free < n and 1 or 0
  local wide, high = a.profile.wide, a.profile.high
  rawset(t, 1, q.from_x * 1.0)
  rawset(t, 2, q.from_y * 1.0)
  for i = drops_first and n - 1 or n, drops_last and 2 or 1, -1 do
    local x, y = agent.cell(a, points[i])
    x, y = args.middle(a.grid, x + (wide - 1) / 2, y + (high - 1) / 2)
    k = k + 1
    rawset(t, 2 * k - 1, x)
    rawset(t, 2 * k, y)
    escape = escape + (i > free and 1 or 0)
    if edges[i - 1] then
      links[#links + 1] = k
    end
  end
  if end_x then
    k = k + 1
    rawset(t, 2 * k - 1, end_x * 1.0)
    rawset(t, 2 * k, end_y * 1.0)
  end
  return 2 * k, escape, links
end

--- Writes the path of a job, into the caller's table if there is one.
-- @return the path and its cost
function trail.write(j, into)
  local q, a = j.q, j.a
  local way, edges, free = job.way_back(j)
  local cost = trail.measure(a, way, edges, free, j.out and j.out.class)
  local t = into or {}
  local write = q.in_world and write_world or write_cells
  local items, escape, links = write(t, j, way, edges, free)
  if into then
    sweep(t, items)
  end
  return close(t, j, cost, escape, links), cost
end

--- Copies a path, into the caller's table if there is one.
function trail.copy(path, into)
  local t = into or {}
  for _, key in ipairs { "partial", "goal", "escape", "links" } do
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
  return setmetatable(t, trail.Path)
end

return trail
