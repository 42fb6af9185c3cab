--- The sight of a pathfinder: lines of sight, all visible cells, and paths
-- pulled tight along lines.

local siblings = (...):match("^.*[./]") or ""
local parent = (...):match("^(.*)plain[./]") or ""
require(parent .. "interpreted")()
local agent = require(siblings .. "agent")
local args = require(siblings .. "args")
local check = require(siblings:gsub("plain[./]$", "") .. "check")
local class = require((siblings:gsub("plain[./]$", "")) .. "class")
local fences = require(siblings .. "fences")
local finders = require(siblings .. "finder")
local hexagons = require(siblings .. "hexagons")
local sight = require(siblings .. "sight")
local snapshot = require(siblings .. "snapshot")

local abs, floor, huge, max, min, sqrt =
  math.abs, math.floor, math.huge, math.max, math.min, math.sqrt
local fixed, middle = sight.fixed, sight.middle

local eyes = {}

-- Lines -----------------------------------------------------------------------

--- The part of a line along an axis until it is half a cell beyond the edge.
local function part_inside(from, to, side)
  if to < 0 then
    return (from + 0.5) / (from - to)
  end
  return to >= side and (side + 0.5 - from) / (to - from) or 1
end

-- Products of lines on hexagons are exact to cells that many columns away.
local NEAR = 2 ^ 20

--- The point, half a cell beyond the edge, at which a line from inside to a
-- place outside leaves the map. It only determines the blocked cell in the
-- answer.
local function leave(g, ax, ay, x, y)
  if g.stagger then -- the middle of a cell in that direction
    local left, top = floor(ax / sight.ONE) + 0.5, floor(ay / sight.ONE) + 0.5
    local part = min(1, NEAR / max(abs(x - left), abs(y - top)))
    return middle(floor(left + (x - left) * part),
      floor(top + (y - top) * part))
  end
  local from_x, from_y = ax / sight.ONE, ay / sight.ONE
  local part = min(part_inside(from_x, x, g.width),
    part_inside(from_y, y, g.height))
  return fixed(from_x + (x - from_x) * part),
    fixed(from_y + (y - from_y) * part)
end

--- true and the cost; or false and the blocked cell in the game's count.
local function answer(g, is_clear, x, y)
  if is_clear then
    return true, x
  end
  return false, args.shown(g, x, y)
end

--- A method that tests a line between cells: `test` is sight.look or sight.walk.
local function between_cells(test)
  return function(self, x1, y1, x2, y2, options)
    local call = "line_of_sight"
    local f = finders.self(self, call)
    local g = f.g
    local ax, ay = sight.tame(args.cell(call, g, x1, y1, "x1", "y1"))
    local bx, by = sight.tame(args.cell(call, g, x2, y2, "x2", "y2"))
    local a = finders.among(f, call, options, nil, ax, ay)
    if not args.contains(g, ax, ay) then
      return answer(g, false, ax, ay)
    elseif g.stagger and test == sight.look then
      return answer(g, sight.look_between(a, ax, ay, bx, by))
    end
    ax, ay = middle(ax, ay)
    if args.contains(g, bx, by) then
      bx, by = middle(bx, by)
    else
      bx, by = leave(g, ax, ay, bx + 0.5, by + 0.5)
    end
    return answer(g, test(a, ax, ay, bx, by))
  end
end

local FAR = 1e15

--- The same between points of the world, for a call of that name. If wx, wy are
-- given, a way begins there, of which the line is a part.
local function between_points(test)
  return function(call, self, wx1, wy1, wx2, wy2, options, wx, wy)
    local f = finders.self(self, call)
    local g = f.g
    check.finite(call, "wx1", wx1)
    check.finite(call, "wy1", wy1)
    check.finite(call, "wx2", wx2)
    check.finite(call, "wy2", wy2)
    local a = finders.among(f, call, options, nil,
      sight.cell_at(f.agent, wx or wx1, wy or wy1))
    local ax, ay = sight.point(a, wx1, wy1)
    if not ax then
      return answer(g, false, sight.cell_at(f.agent, wx1, wy1))
    end
    local bx, by = sight.point(a, wx2, wy2)
    if not bx then
      bx, by = sight.place(a, wx2, wy2)
      bx, by = leave(g, ax, ay, max(-FAR, min(FAR, bx)), max(-FAR, min(FAR, by)))
    end
    return answer(g, test(a, ax, ay, bx, by))
  end
end

local look_in_world = between_points(sight.look)

local function line_of_sight_world(self, wx1, wy1, wx2, wy2, options)
  return look_in_world("line_of_sight_world", self, wx1, wy1, wx2, wy2, options)
end

-- All around ------------------------------------------------------------------

local View = snapshot.new("View")

--- The places of the map within a range of a cell.
local function places_around(a, x, y, range)
  local g, s, places = a.grid, a.grid.stagger, {}
  range = min(range, 65534) -- no map is wider
  local square = floor(range * range * (1 + 1e-12))
  local high = floor(sqrt(square))
  for row = max(y - high, 0), min(y + high, g.height - 1) do
    local wide = s and high or floor(sqrt(square - (row - y) * (row - y)))
    for column = max(x - wide, 0), min(x + wide, g.width - 1) do
      if not s or hexagons.apart(s, x, y, column, row) <= high then
        places[#places + 1] = agent.place(a, column, row)
      end
    end
  end
  return places
end

--- finder:view(x, y, within [, options]) -> view | nil, reason
local function look_around(self, x, y, within, options)
  local call = "view"
  local f = finders.self(self, call)
  x, y = args.cell(call, f.g, x, y)
  args.cost(call, "within", within)
  local a = finders.among(f, call, options, { walls = true }, x, y)
  local walls = args.flag(call, options, "walls")
  if not args.contains(f.g, x, y) then
    return nil, "outside"
  elseif a.class[agent.place(a, x, y)] == 0 then
    return nil, "blocked"
  end
  local seen, beside = {}, {}
  local places = places_around(a, x, y, within)
  for _, p in ipairs(places) do
    seen[p] = a.class[p] > 0 and sight.sees(a, x, y, agent.cell(a, p)) or nil
  end
  for _, p in ipairs(walls and places or {}) do
    local column, row = agent.cell(a, p)
    for d = 1, a.class[p] == 0 and 8 or 0 do
      if seen[p + a.offset[d]] and (not f.g.stagger
        or fences.has_side(f.g, column, row, d)) then
        beside[p] = true
      end
    end
  end
  for p in pairs(beside) do
    seen[p] = true
  end
  return (snapshot.make(View, self, a, x, y, seen))
end

-- Paths pulled tight ----------------------------------------------------------

-- Sums of square roots differ in their last digits. Costs that differ by less
-- than this part are equal.
local ROUNDING = 1e-9

-- To each point may lead so many of the points before it.
local WINDOW = 6

--- The least that a line between two points can cost; if one price holds
-- everywhere, its cost.
local function least_cost(p, i, j)
  local path = p.path
  if p.agent.grid.stagger then
    return p.x[i] and p.x[j] and p.least * sight.length(p.agent, p.x[i],
      p.y[i], p.x[j], p.y[j]) or 0
  end
  local dx = (path[2 * j - 1] - path[2 * i - 1]) / p.wide
  local dy = (path[2 * j] - path[2 * i]) / p.high
  return p.least * sqrt(dx * dx + dy * dy)
end

--- The cost of the straight line between two points; huge if it is blocked.
local function cost_of_line(p, i, j)
  local ax, ay, bx, by = p.x[i], p.y[i], p.x[j], p.y[j]
  if not (ax and bx) then
    return huge
  end
  local is_clear, cost = sight.walk(p.agent, ax, ay, bx, by)
  if is_clear and p.is_uniform then
    return least_cost(p, i, j)
  end
  return is_clear and cost or huge
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

--- Pulls points without a link between them.
local function pull_run(p, first, last)
  local cost, from, way = p.cost, p.from, 0
  local start = first -- no line begins before this point
  cost[first] = 0.0
  for j = first + 1, last do
    local leg = p.is_uniform and least_cost(p, j - 1, j)
      or cost_of_line(p, j - 1, j)
    if leg == huge then
      start, leg = j, 0
    end
    cost[j], from[j], way = cost[j - 1] + leg, j - 1, way + leg
    if j - 1 > start then
      try_line(p, from[j - 1], j, 1 + ROUNDING)
    end
    for i = j - 2, max(start, j - WINDOW), -1 do
      try_line(p, i, j, 1 - ROUNDING)
    end
  end
  p.saved = p.saved + max(0, way - cost[last])
  local j = last
  while j do
    p.stays[j], j = true, from[j]
  end
end

--- Reads the points of a path in the units of lines; points outside are left
-- out.
local function read_points(p, f, count)
  local path, g = p.path, f.g
  for i = 1, count do
    local x, y = path[2 * i - 1], path[2 * i]
    if p.in_world then
      p.x[i], p.y[i] = sight.point(f.agent, x, y)
    elseif args.contains(g, x - g.base_x, y - g.base_y) then
      p.x[i], p.y[i] = middle(x - g.base_x, y - g.base_y)
    end
  end
end

--- The cell of the first point, if there is one.
local function first_cell(p, f)
  local x, y = p.path[1] or 0, p.path[2] or 0
  if p.in_world then
    return sight.cell_at(f.agent, x, y)
  end
  return x - f.g.base_x, y - f.g.base_y
end

--- Returns the numbers of the points that stay, and by how much the path became
-- cheaper. The points that stay are a chain of straight lines. To each point
-- leads the cheapest of these: the leg from the point before; the line from
-- where that was reached (Theta*, Nash and others 2007); lines from the WINDOW
-- points before it.
-- @param first     points before this one stay
-- @param links     the points from which links lead on, or nil
-- @param in_world  are points in world units?
local function prune(self, path, first, links, in_world, options)
  local call = "prune"
  local f = class.argument(call, "finder", self, finders.Pathfinder,
    "a pathfinder")
  local count = floor(check.length(path) / 2)
  for i = 1, 2 * count do
    check.finite(call, ("path[%d]"):format(i), path[i])
  end
  local p = { path = path, in_world = in_world, x = {}, y = {}, cost = {},
    from = {}, stays = {}, saved = 0.0, wide = in_world and f.g.cell_width or 1,
    high = in_world and f.g.cell_height or 1 }
  p.agent = finders.among(f, call, options, nil, first_cell(p, f))
  p.least = p.agent.costs.least
  p.is_uniform = p.agent == f.agent and p.agent.costs.uniform and p.least > 0
  read_points(p, f, count)
  for i = 1, min(first - 1, count) do
    p.stays[i] = true
  end
  local number, points = 1, {}
  while first <= count do
    while links and links[number] and links[number] < first do
      number = number + 1
    end
    local last = min(links and links[number] or count, count)
    pull_run(p, first, last)
    first = last + 1
  end
  for i = 1, count do
    points[#points + 1] = p.stays[i] and i or nil
  end
  return points, p.saved
end

function eyes.open(core)
  local of = finders.methods
  of.line_of_sight, core.walks =
    between_cells(sight.look), between_cells(sight.walk)
  of.line_of_sight_world, core.walks_world =
    line_of_sight_world, between_points(sight.walk)
  of.view = look_around
  core.View, core.maker = View, snapshot.maker
  core.prune = prune
  --- Only bodies leave a place through the middle of their cell, and this core
  -- has no bodies.
  core.may_leave = function() end
end

return eyes
