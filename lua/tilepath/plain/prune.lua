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
local args = require(siblings .. "args")
local exact = require(parent .. "exact")

local abs, floor, huge = math.abs, math.floor, math.huge
local max, min, sqrt = math.max, math.min, math.sqrt

local prune = {}

local WINDOW = 6

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

--- The cost of the straight line between two points; huge if it is blocked.
local function cost_of_line(p, i, j)
  local path = p.path
  local cost = p.line(path[2 * i - 1], path[2 * i], path[2 * j - 1],
    path[2 * j])
  return cost and (p.is_uniform and least_cost(p, i, j) or cost) or huge
end

--- Reaches point j by a line from point i if that costs less than so far, or
-- than `times` as much.
local function try_line(p, i, j, times)
  local before, most = p.cost[i], p.cost[j] * times
  if before + least_cost(p, i, j) < most then
    local cost = before + cost_of_line(p, i, j)
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
    local leg = p.is_uniform and least_cost(p, j - 1, j)
      or cost_of_line(p, j - 1, j)
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

--- @param a         the agent without others
-- @param line      tests a line: returns its cost or nil
-- @param is_alone  no others are in its way
-- @param path      coordinates in cells or, `in_world`, in world units
-- @param first     the first point that may move; points before it stay
-- @param links     the points from which links lead on, or nil
-- @return the numbers of the points that stay, and by how much the path became
-- cheaper
function prune.path(a, line, is_alone, path, first, links, in_world)
  local count, number, points, costs = #path / 2, 1, {}, a.costs
  local p = { path = path, cost = {}, from = {}, stays = {}, saved = 0.0,
    line = line, least = costs.least,
    is_uniform = is_alone and costs.uniform and costs.least > 0 }
  measure(p, a.grid, in_world)
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
