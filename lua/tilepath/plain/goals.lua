--- tilepath.plain.goals: the goals of a query, and the cells that end it.
--
-- A goal is a rectangle of cells, mostly of one cell. An end is a cell in which
-- a search may end: a cell of the goal, a cell within range of it, or a cell
-- beside it. The goal of each end is noted by place before the search. If an
-- end has several goals, the cheapest counts, and of equal ones the first.

local siblings = (...):match("^.*[./]") or ""
local parent = siblings:gsub("plain[./]$", "")
require(parent .. "luajit").off()
local given = require(parent .. "given")
local options = require(parent .. "options")
local agent = require(siblings .. "agent")
local args = require(siblings .. "args")
local sight = require(siblings .. "sight")
local fences = require(siblings .. "fences")
local hexagons = require(siblings .. "hexagons")

local floor, huge, max, min, sqrt =
  math.floor, math.huge, math.max, math.min, math.sqrt
local DX, DY = agent.DX, agent.DY

local goals = {}

-- A cell of the grid is the id of its terrain, plus this if it is closed
-- (map.CLOSED).
local CLOSED = 128

-- Reading ---------------------------------------------------------------------

--- Reads a list of goals: cells, or with `in_world` world points.
-- @return a list of { x, y, w, h, cost }
function goals.read(call, list, in_world)
  given.kind(call, "goals", list, "table", "a table")
  local own = {}
  for i, goal in ipairs(given.goals(call, list, in_world)) do
    own[i] = { x = goal[1], y = goal[2], w = goal[3], h = goal[4],
      cost = goal.cost }
  end
  return own
end

local TERRAIN = options.TERRAIN
args.check_terrains(TERRAIN)

--- The number of the terrain in a table that replaces the list; or nil.
function goals.terrain(call, g, t)
  local terrain = rawget(t, "terrain")
  if terrain == nil then
    return nil
  end
  local own = options.read(TERRAIN, call, t, { g = g })
  return args.known_terrain(g, own.terrain)
end

-- Rectangles ------------------------------------------------------------------

--- The part of a stretch of cells on the map, or its cell nearest to the map.
local function clip(first, last, side)
  if last < 0 then
    return last, last
  elseif first >= side then
    return first, first
  end
  return max(first, 0), min(last, side - 1)
end

--- A goal: a rectangle, the cost added at it, and its number in the game's
-- list. (goals.find_ends computes `extra`, `tie` and `has_ends`.)
local function new_goal(g, x0, y0, x1, y1, cost, index)
  x0, x1 = clip(x0, x1, g.width)
  y0, y1 = clip(y0, y1, g.height)
  return { cost = cost, index = index, x0 = x0, x1 = x1, y0 = y0, y1 = y1,
    is_inside = args.contains(g, x0, y0), extra = 0 }
end

--- The goal of a rectangle of cells of a list.
function goals.of_cells(g, from, index)
  local x, y = from.x - g.base_x, from.y - g.base_y
  return new_goal(g, x, y, x + from.w - 1, y + from.h - 1, from.cost, index)
end

--- The goal of a rectangle in the world: the cells that overlap it. For a large
-- agent: the cells in which its middle would lie inside the rectangle. A goal
-- that the agent stops beside always has cells of the map.
local function world_goal(a, from, of_map, index)
  local g = a.grid
  local function at(wx, wy)
    if of_map and not g.stagger then
      return sight.tame((wx - g.origin_x) / g.cell_width + g.first_x,
        (wy - g.origin_y) / g.cell_height + g.first_y)
    end
    return sight.tame(sight.to_cells(a, wx, wy))
  end
  local left, top = at(from.x, from.y)
  local right, bottom = at(from.x + from.w, from.y + from.h)
  left, top = floor(left), floor(top)
  return new_goal(g, left, top, max(math.ceil(right) - 1, left),
    max(math.ceil(bottom) - 1, top), from.cost, index)
end

--- The goals for a terrain: its runs of cells, row by row.
local function terrain_goals(g, id)
  local list = {}
  for y = 0, g.height - 1 do
    local first
    for x = 0, g.width do
      local is_one = x < g.width and g.cells[y * g.width + x + 1] % CLOSED == id
      if is_one and not first then
        first = x
      elseif first and not is_one then
        list[#list + 1] = new_goal(g, first, y, x - 1, y, 0, #list + 1)
        first = nil
      end
    end
  end
  return list
end

--- A goal of a query, by its number in the list.
local function goal_at(a, q, i)
  local from = q.goals and q.goals[i]
    or { x = q.to_x, y = q.to_y, w = 0, h = 0, cost = 0 }
  return q.in_world and world_goal(a, from, q.kind == "adjacent", i)
    or goals.of_cells(a.grid, from, i)
end

--- The goals of a query: see query.lua.
-- @param one  a list of one goal, in which a goal of one cell is written
function goals.make(a, q, one)
  local goal, list = one[1], {}
  if q.terrain then
    return terrain_goals(a.grid, q.terrain)
  elseif not (q.goals or q.in_world) then
    goal.x0, goal.y0, goal.x1, goal.y1 = q.x2, q.y2, q.x2, q.y2
    goal.is_inside = args.contains(a.grid, q.x2, q.y2)
    return one
  end
  for i = 1, q.goals and #q.goals or 1 do
    list[i] = goal_at(a, q, i)
  end
  return list
end

-- Ends ------------------------------------------------------------------------

--- The distance from a stretch: before `first` or behind `last`.
local function beyond(v, first, last)
  return max(first - v, v - last, 0)
end
goals.beyond = beyond

local function clamp(v, first, last)
  return max(first, min(v, last))
end

--- The square of the distance from a cell to the nearest cell of a rectangle.
-- On hexagons, too, that is the cell in the nearest column and row.
local function square(g, x, y, x0, y0, x1, y1)
  if g.stagger then
    local steps = hexagons.apart(g.stagger, x, y, clamp(x, x0, x1),
      clamp(y, y0, y1))
    return steps * steps
  end
  local dx, dy = beyond(x, x0, x1), beyond(y, y0, y1)
  return dx * dx + dy * dy
end
goals.square = square

--- Do fences separate all cells of a rectangle from the agent that touches
-- them in direction d?
local function are_fenced_off(a, x0, y0, x1, y1, d)
  for y = y0, y1 do
    for x = x0, x1 do
      if not fences.is_barred(a.sides, a.rule, x - DX[d], y - DY[d], d, 1, 1) then
        return false
      end
    end
  end
  return true
end

--- Along one axis, the first and last of the cells beside an agent that it
-- touches in a direction.
local function touched(first, last, by)
  local beside = by < 0 and first - 1 or by > 0 and last + 1
  return beside or first, beside or last
end

--- Would a step lead to a cell of the goal if the cell were free? (A large
-- agent touches a cell of the goal.)
function goals.is_beside(a, goal, x, y)
  local right, bottom = x + a.profile.wide - 1, y + a.profile.high - 1
  for d = 1, 8 do
    local x0, x1 = touched(x, right, DX[d])
    local y0, y1 = touched(y, bottom, DY[d])
    x0, y0 = max(x0, goal.x0), max(y0, goal.y0)
    x1, y1 = min(x1, goal.x1), min(y1, goal.y1)
    if x0 <= x1 and y0 <= y1
      and not (a.sides.closed and are_fenced_off(a, x0, y0, x1, y1, d))
      and (d <= 4
      or agent.allows(a.rule, agent.is_open(a, x0, clamp(y0, y, bottom)),
        agent.is_open(a, clamp(x0, x, right), y0))) then
      return true
    end
  end
  return false
end

--- Does the agent see a cell of the goal's border that is in range, or is it
-- inside the goal?
local function sees_border(eyes, q, goal, x, y)
  if x > goal.x0 and x < goal.x1 and y > goal.y0 and y < goal.y1 then
    return true
  end
  for row = goal.y0, goal.y1 do
    local is_edge = row == goal.y0 or row == goal.y1
    local step = not is_edge and goal.x1 > goal.x0 and goal.x1 - goal.x0 or 1
    for column = goal.x0, goal.x1, step do
      if square(eyes.grid, x, y, column, row, column, row) <= q.square
        and sight.reaches(eyes, x, y, column, row) then
        return true
      end
    end
  end
  return false
end

--- Is the cell an end of the goal? Beside a goal is off it. (Of a terrain each
-- cell is a goal by itself.)
function goals.is_end(a, q, goal, x, y)
  if q.kind == "adjacent" then
    local is_off = x > goal.x1 or x + a.profile.wide <= goal.x0
      or y > goal.y1 or y + a.profile.high <= goal.y0
    return (q.terrain or is_off) and goals.is_beside(a, goal, x, y)
  end
  if square(a.grid, x, y, goal.x0, goal.y0, goal.x1, goal.y1) > q.square then
    return false
  elseif not q.sight then
    return true
  end
  local eyes = q.eyes or a.profile.eyes or a
  return eyes.class[agent.place(eyes, x, y)] > 0
    and sees_border(eyes, q, goal, x, y)
end

--- May a path end in a place?
function goals.may_end(a, p)
  return a.class[p] > 0 and not (a.taken and a.taken[p])
end

--- May a path to the goal of that number (nil: the only one) still end in a
-- place, after an edit away from the path? A goal that is off the grid now keeps
-- its end.
function goals.keeps_end(a, q, i, p)
  if not (q.sight or q.kind == "adjacent") or q.goals and not i then
    return true
  end
  local goal = i and goal_at(a, q, i) or goals.make(a, q, { {} })[1]
  return not goal.is_inside
    or goals.may_end(a, p) and goals.is_end(a, q, goal, agent.cell(a, p))
end

--- Notes the ends of one goal in places that have none yet.
local function record(a, q, goal, k, ends)
  local g, margin, margin_y = a.grid, 0, 0
  if q.kind == "within" then
    margin = floor(sqrt(q.square))
    margin_y = margin
  elseif q.kind == "adjacent" then
    margin, margin_y = a.profile.wide, a.profile.high
  end
  local has_some = false
  for y = max(goal.y0 - margin_y, 0), min(goal.y1 + margin_y, g.height - 1) do
    local p = agent.place(a, 0, y)
    for x = max(goal.x0 - margin, 0), min(goal.x1 + margin, g.width - 1) do
      if goals.may_end(a, p + x) and not (q.is_held and q.is_held(p + x))
        and (q.kind == "cells" or q.sight
        or goals.is_end(a, q, goal, x, y)) then
        ends[p + x], has_some = ends[p + x] or k, true
      end
    end
  end
  return has_some
end

--- Has a goal an end among the places for which `is_reached(p)` is true?
function goals.has_end(a, q, goal, is_reached)
  local ends = {}
  if goal.has_ends then
    record(a, q, goal, true, ends)
  end
  for p in pairs(ends) do
    if is_reached(p) and (not q.sight
      or goals.is_end(a, q, goal, agent.cell(a, p))) then
      return true
    end
  end
  return false
end

--- Finds all ends and sorts the goals by cost. Each goal gets `extra`, by how
-- much it costs more than the cheapest goal, rounded down to a whole number;
-- and `tie`, the order of equal sums: by what rounding took, then by the index.
-- A gap between two costs that is larger than any path may cost counts as just
-- above that: no path outweighs it either, and numbers stay small.
-- @return ends, extras and ties by goal, the lowest tie, and is there any end?
function goals.find_ends(a, q, list)
  local scale, least, greatest, above = a.costs.scale, huge, 0, 0
  for _, goal in ipairs(list) do
    least, greatest = min(least, goal.cost), max(greatest, goal.cost)
  end
  local last, gap = least, a.costs.bound + 2
  if (greatest - least) * scale > gap then
    table.sort(list, function(one, other)
      return one.cost < other.cost
    end)
  end
  for _, goal in ipairs(list) do
    if (goal.cost - last) * scale > gap then
      above = floor(above + (last - least) * scale + gap)
      least = goal.cost
    end
    last = goal.cost
    local extra = floor((last - least) * scale * 2 ^ 32 + 0.5) / 2 ^ 32
    goal.extra = above + floor(extra)
    goal.tie = (extra - floor(extra)) * 2 ^ 52 + goal.index
  end
  table.sort(list, function(one, other)
    if one.extra ~= other.extra then
      return one.extra < other.extra
    end
    return one.tie < other.tie
  end)
  local ends, extra, tie, first, has_some = {}, {}, {}, huge, false
  for k, goal in ipairs(list) do
    extra[k], tie[k], first = goal.extra, goal.tie, min(first, goal.tie)
    goal.has_ends = goal.is_inside and record(a, q, goal, k, ends)
    has_some = has_some or goal.has_ends
  end
  return ends, extra, tie, first, has_some
end

--- The reason if there is no path to any goal. The first goal of the list gives
-- it, unless some goal can be entered.
function goals.reason(q, list)
  local reason = "goal_outside"
  for _, goal in ipairs(list) do
    if goal.is_inside and (q.kind ~= "cells" or goal.has_ends) then
      return "unreachable"
    elseif goal.index == 1 and goal.is_inside then
      reason = "goal_blocked"
    end
  end
  return reason
end

return goals
