--- tilepath.plain.prune: the points of a path that stay when straight lines
-- replace its detours (src/core/ask/prune.c).
--
-- The result is a chain of lines between points of the path, from its first
-- point to its last. The cheapest of these lines leads to each point: the leg
-- of the path itself; the line from where the point before was reached, as in
-- Theta* (Nash, Daniel, Koenig, Felner 2007); and lines from the WINDOW points
-- before it, which cut corners that hide behind others. A line is tested only
-- if its length alone makes it no dearer than the best so far: about two sight
-- tests a point. The chain is nearly always within 1 % of the shortest one.
--
-- Both ends of a link stay.

local siblings = (...):match("^.*[./]") or ""
local parent = (...):match("^(.*)plain[./]") or ""
require(parent .. "luajit").off()
local agent = require(siblings .. "agent")
local args = require(siblings .. "args")
local exact = require(parent .. "exact")
local sight = require(siblings .. "sight")

local abs, floor, huge = math.abs, math.floor, math.huge
local max, min, sqrt = math.max, math.min, math.sqrt

local prune = {}

local WINDOW = 6
local ONE = sight.ONE
local MOST_CELLS = 64

-- Sums of square roots differ in their last digits. Costs that differ by less
-- than this part are equal.
local ROUNDING = exact.tolerance(1e-9)

--- The least that a line between two points can cost; if one price holds
-- everywhere, its cost.
local function least_cost(p, i, j)
  local at = p.places
  local dx = (at[2 * j - 1] - at[2 * i - 1]) / p.wide
  local dy = (at[2 * j] - at[2 * i]) / p.high
  return p.least * sqrt(dx * dx + dy * dy)
end

--- Are all cells of the box around what a line covers free? Those of the last
-- such box are.
local function is_box_free(p, ax, ay, bx, by)
  local left = floor((min(ax, bx) - p.wide_of_body) / ONE)
  local top = floor((min(ay, by) - p.high_of_body) / ONE)
  local right = floor((max(ax, bx) + p.wide_of_body) / ONE)
  local bottom = floor((max(ay, by) + p.high_of_body) / ONE)
  if left >= p.left and right <= p.right and top >= p.top
    and bottom <= p.bottom then
    return true
  elseif (right - left) * (bottom - top) > MOST_CELLS then
    return false
  end
  local class, pitch = p.agent.class, p.agent.pitch
  for row = (top + 1) * pitch + 1, (bottom + 1) * pitch + 1, pitch do
    for at = row + left, row + right do
      if class[at] == 0 then
        return false
      end
    end
  end
  p.left, p.right, p.top, p.bottom = left, right, top, bottom
  return true
end

--- Does the line meet the inside of the cell that was in the way last? No: maybe
-- it does. Points of the world are rounded and pass corners beside them: so do
-- cells here.
local function is_in_way(p, ax, ay, bx, by)
  local x, y = p.in_x * ONE + ONE / 2, p.in_y * ONE + ONE / 2
  local side, dx, dy = ONE / 2 - 4, bx - ax, by - ay
  return max(ax, bx) > x - side and min(ax, bx) < x + side
    and max(ay, by) > y - side and min(ay, by) < y + side
    and abs(dx * (y - ay) - dy * (x - ax)) < (abs(dx) + abs(dy)) * side
end

--- Is the line between two points of the map clear? What is known of those before
-- decides most: all cells of a box are free, or a blocked cell is in the way again.
local function is_clear(p, ax, ay, bx, by)
  if p.has_boxes and is_box_free(p, ax, ay, bx, by) then
    return true
  elseif p.is_point and p.in_x and is_in_way(p, ax, ay, bx, by) then
    return false
  end
  local a = p.agent
  local is_free, x, y = sight.is_clear(a, ax, ay, bx, by, p.in_x, p.in_y)
  if x and not is_free and a.class[agent.place(a, x, y)] == 0 then
    p.in_x, p.in_y = x, y
  end
  return is_free
end

--- The cost of the straight line between two points, which is at least so much;
-- huge if it is blocked.
local function cost_of_line(p, i, j, least)
  local ax, ay, bx, by = p.x[i], p.y[i], p.x[j], p.y[j]
  if not (ax and bx) then
    return huge
  elseif p.is_uniform then
    return is_clear(p, ax, ay, bx, by) and least or huge
  end
  local is_free, cost = sight.walk(p.agent, ax, ay, bx, by)
  return is_free and cost or huge
end

--- Reaches point j by a line from point i if that costs less than so far, or
-- than `times` as much.
local function try_line(p, i, j, times)
  local before, most = p.cost[i], p.cost[j] * times
  local least = least_cost(p, i, j)
  if before + least < most then
    local cost = before + cost_of_line(p, i, j, least)
    if cost < most then
      p.cost[j], p.from[j] = cost, i
    end
  end
end

--- Pulls the points of a part of the path without links.
local function pull_part(p, first, last)
  local cost, from, whole = p.cost, p.from, 0
  local start = first -- no line begins before this point
  cost[first] = 0.0
  for j = first + 1, last do
    local leg = least_cost(p, j - 1, j)
    if not p.is_uniform then
      leg = cost_of_line(p, j - 1, j, leg)
    end
    if leg == huge then
      start, leg = j, 0
    end
    cost[j], from[j], whole = cost[j - 1] + leg, j - 1, whole + leg
    -- The window has that line, too: it would lead to the same answer.
    local before = j - 1 > start and from[j - 1] or nil
    if before then
      try_line(p, before, j, 1 + ROUNDING)
    end
    for i = j - 2, max(start, j - WINDOW), -1 do
      if i ~= before then
        try_line(p, i, j, 1 - ROUNDING)
      end
    end
  end
  p.saved = p.saved + max(0, whole - cost[last])
  local j = last
  while j do
    p.stays[j], j = true, from[j]
  end
end

--- Places whose distances, in units of `wide` and `high`, are lengths in cells,
-- as if hexagons were regular: those of width 1 are 2 / sqrt 3 high.
local function measure(p, g, in_world)
  p.places, p.wide, p.high = p.path, 1, 1
  if in_world or g.stagger then
    p.wide, p.high = g.cell_width, g.cell_height
  end
  if g.stagger then
    local side = g.stagger.rows and "high" or "wide"
    p[side] = p[side] * sqrt(3) / 2
  end
  if g.stagger and not in_world then
    p.places = {}
    for i = 1, #p.path, 2 do
      p.places[i], p.places[i + 1] = args.middle(g, p.path[i] - g.base_x,
        p.path[i + 1] - g.base_y)
    end
  end
end

local MOST = 2 ^ 30 + 32767 -- of a column or row

--- Does a list have points alone?
function prune.has_points(path, in_world)
  for i = 1, #path do
    local v = path[i]
    if type(v) ~= "number" or v - v ~= 0
      or not in_world and (v ~= floor(v) or abs(v) > MOST) then
      return false
    end
  end
  return #path % 2 == 0
end

--- @param a         the agent, among others or alone
-- @param alone     the agent alone
-- @param point     makes a point of lines (sight.lua) of a place of the path;
-- nil: that is outside
-- @param path      coordinates in cells or, `in_world`, in world units
-- @param first     the first point that may move; points before it stay
-- @param links     the points from which links lead on, or nil
-- @return the numbers of the points that stay, and by how much the path became
-- cheaper
function prune.path(a, alone, point, path, first, links, in_world)
  local count, number, points, costs = #path / 2, 1, {}, alone.costs
  local profile, squares = a.profile, not a.grid.stagger
  local p = { path = path, cost = {}, from = {}, stays = {}, saved = 0.0,
    agent = a, x = {}, y = {}, least = costs.least,
    is_uniform = a == alone and costs.uniform and costs.least > 0,
    is_point = squares and profile.radius_x == 0,
    has_boxes = squares and not alone.closed and a.rule ~= agent.NEVER
      and (profile.radius_x == 0 or profile.wide == 1 and profile.high == 1),
    -- Beside a border that a point lies on there is a cell before it.
    wide_of_body = max(profile.radius_x, 1),
    high_of_body = max(profile.radius_y, 1),
    left = 0, right = -1, top = 0, bottom = -1 }
  measure(p, a.grid, in_world)
  for i = 1, count do
    p.x[i], p.y[i] = point(path[2 * i - 1], path[2 * i])
  end
  for i = 1, min(first - 1, count) do
    p.stays[i] = true
  end
  while first <= count do
    while links and links[number] and links[number] < first do
      number = number + 1
    end
    local last = min(links and links[number] or count, count)
    pull_part(p, first, last)
    first = last + 1
  end
  for i = 1, count do
    points[#points + 1] = p.stays[i] and i or nil
  end
  return points, p.saved
end

return prune
