--- tilepath.plain.searchpath: writes the result of a search into a path.

local parent = (...):match("^(.*)plain[./]") or ""
local siblings = (...):match("^.*[./]") or ""
local agent = require(siblings .. "agent")
local args = require(siblings .. "args")
local paths = require(siblings .. "path")
local sight = require(siblings .. "sight")
local tiebreaking = require(siblings .. "tiebreaking")

local bodyclearance =
  require(parent .. "later").module("plain.bodyclearance")

local floor, max = math.floor, math.max

local searchpath, NONE = {}, {}

--- Removes the items of a path behind the first ones.
local function cut(path, items)
  for i = #path, items + 1, -1 do
    path[i] = nil
  end
end

-- In the world ----------------------------------------------------------------

local function middle_of(a, p)
  return sight.middle(agent.cell(a, p))
end

--- The world point at which a path ends, near a wall the nearest one where the
-- body fits; and the same as a point of lines (sight.point). nil: it ends in the
-- middle of its last cell.
local function exact_end(run)
  local q, goal = run.q, run.goal
  if run.is_partial or q.terrain then
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
  local x, y = agent.cell(run.a, run.last)
  if not run.is_one and (x < goal.x0 or x > goal.x1 or y < goal.y0
    or y > goal.y1) then
    return nil
  end
  local a = run.a
  local to_x, to_y = sight.point(a, wx, wy)
  x, y = to_x, to_y
  if a.profile.radius_x > 0 then
    x, y = bodyclearance.place(a, to_x, to_y)
  end
  local near_x, near_y =
    sight.to_world(a, x / sight.ONE - 0.5, y / sight.ONE - 0.5)
  return x == to_x and wx or near_x, y == to_y and wy or near_y, x, y
end

local function is_middle(a, p, x, y)
  local middle_x, middle_y = middle_of(a, p)
  return x == middle_x and y == middle_y
end

--- The numbers of the first and the last place whose middles belong to a path
-- in the world. The middle of the first cell is left out, and that of the
-- last, if the next point is visible without it; at a link, if it is the start
-- or the end itself. The list runs from the end to the start, so the first
-- number is the higher one.
-- @param points, n, edges  of tiebreaking.backtrace, with the way out
-- @param free  the highest number of a free place: those above are the way out
-- @param end_x, end_y  its exact end as a point of lines, or nil
local function trim(run, points, n, edges, free, end_x, end_y)
  local a, q = run.a, run.q
  local first, last = n - 1, 2
  local x, y = sight.point(a, q.from_x, q.from_y)
  if n == 1 then
    local is_straight = not end_x or a.profile.radius_x == 0
      or is_middle(a, points[1], end_x, end_y)
      or sight.walk(a, x, y, end_x, end_y)
    return is_straight and 0 or 1, 1
  end
  if edges[n - 1] and not is_middle(a, points[n], x, y)
    or not edges[n - 1] and free == n
    and not sight.walk(a, x, y, middle_of(a, points[n - 1])) then
    first = n
  end
  if first > 1 then
    x, y = middle_of(a, points[2])
  end
  if not end_x or edges[1] and not is_middle(a, points[1], end_x, end_y)
    or not edges[1] and not sight.walk(a, x, y, end_x, end_y) then
    last = 1
  end
  return first, last
end

--- Writes the points of a path in the world: from the start that was asked for
-- to the goal, through the middles of cells.
-- @return the numbers of the first and the last place whose cells have points;
-- how many points stand before those of cells; and how many there are
local function write_points(run, t, path, n, edges, free)
  local q, a = run.q, run.a
  local end_x, end_y, to_x, to_y = exact_end(run)
  local first, last = trim(run, path, n, edges, free, to_x, to_y)
  t[1], t[2] = q.from_x * 1.0, q.from_y * 1.0
  local items = 2
  for i = first, last, -1 do
    t[items + 1], t[items + 2] = sight.to_world(a, agent.cell(a, path[i]))
    items = items + 2
  end
  if end_x then
    t[items + 1], t[items + 2] = end_x * 1.0, end_y * 1.0
    items = items + 2
  end
  return first, last, 1, items / 2
end

-- Points of places -------------------------------------------------------------
--
-- The list of a path's n places runs from its end to its start. Those above
-- `free` are the way out of a blocked start. The cells of the places from
-- `first` to `last` have points. In the world the point of the start stands
-- `before` them, and perhaps the exact end behind them:
--
--     place       6    5    4    3    2    1      n = 6, free = 4
--     its point        2    3    4    5           first = 5, last = 2
--     others      1                        6      before = 1
--
-- Here the first two points lie in blocked cells.

--- The numbers of the points from which links lead on; nil: there are none.
local function find_links(edges, first, last, before)
  local links = {}
  for i = first + before, last, -1 do
    -- Edge i - 1 leads from place i to place i - 1.
    links[#links + 1] = edges[i - 1] and before + first - i + 1
  end
  return links[1] and links
end

--- Writes the path of a query run, into the caller's table if there is one. The
-- list of its places runs from the end to the start.
-- @return the path and its cost
function searchpath.write(run, into)
  local q, a, out = run.q, run.a, NONE
  local path, free, edges = tiebreaking.backtrace(run.store, run.last)
  for _, way in ipairs(run.ways or NONE) do
    out = way.exit == path[free] and way.steps or out
  end
  local n = free + #out
  for i = 1, #out do
    path[free + i] = out[i]
  end
  local cost = paths.cost(a, path, n, edges, true)
  -- With that metatable it has no metamethods of the caller.
  local t = setmetatable(into or { cost = cost, units = "cells" }, paths.Path)
  local first, last, before, points = n, 1, 0, n
  if q.in_world then
    first, last, before, points = write_points(run, t, path, n, edges, free)
  else
    paths.write(t, a, path, n, 1)
  end
  local links = next(edges) and find_links(edges, first, last, before)
  -- Points in blocked cells: of the start, and of places above `free`.
  local escape = free < n and before + max(0, first - max(free, last - 1)) or 0
  t.units = q.in_world and "world" or "cells"
  -- Assigning nil to a new field may grow the table, so most new paths do
  -- without that.
  if into or links or escape > 0 or q.goals or run.is_partial then
    cut(t, 2 * points)
    t.cost, t.partial = cost, run.is_partial or nil
    t.goal_index = q.goals and floor(run.goal.index) or nil
    t.escape = escape > 0 and floor(escape) or nil
    t.links = links or nil
  end
  return t, cost
end

--- Copies a path, into the caller's table if there is one.
function searchpath.copy(from, into)
  local t = into or {}
  for _, key in ipairs { "partial", "goal_index", "escape" } do
    rawset(t, key, nil)
  end
  for key, value in next, from do
    rawset(t, key, value)
  end
  rawset(t, "links", from.links and args.copy(from.links))
  cut(setmetatable(t, paths.Path), #from)
  return t
end

return searchpath
