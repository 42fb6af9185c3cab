--- tilepath.plain.heuristic: how far a goal is at least, in the whole numbers of
-- an agent's costs.
--
-- With S and D the cheapest straight and diagonal step, a way over dx columns
-- and dy rows costs at least d * min(dx, dy) + s * |dx - dy|, s = min(S, D),
-- d = min(D, 2S). No step lowers that by more than it costs, so a search never
-- opens a closed cell again. Each named heuristic but the Euclidean is such a
-- pair: d is `both`, and s is `along`.

local siblings = (...):match("^.*[./]") or ""
local check = require((siblings:gsub("plain[./]$", "")) .. "check")
local agent = require(siblings .. "agent")
local beyond = require(siblings .. "goals").beyond

local floor, huge, max, min, sqrt =
  math.floor, math.huge, math.max, math.min, math.sqrt

local heuristic = {}

local FEW = 16 -- goals that are asked for one by one
local MOST_ROWS = 32 -- of a range that is looked at row by row

--- A way along both axes, and along one.
function heuristic.metric(a, kind, weight)
  local costs, both, along = a.costs, 0, 0
  local straight, diagonal = costs.cheapest_straight, costs.cheapest_diagonal
  if kind == "auto" then
    kind = a.rule == agent.NEVER and "manhattan" or "octile"
  end
  if kind == "manhattan" then
    both, along = 2 * straight, straight
  elseif kind == "chebyshev" then
    both, along = min(straight, diagonal), min(straight, diagonal)
  elseif kind == "octile" then
    both, along = min(diagonal, 2 * straight), min(straight, diagonal)
  end
  both, along = floor(both * weight), floor(along * weight)
  return min(both, 2 * along), along
end

--- The estimate over some columns and rows.
local function over(both, along, dx, dy)
  local least = min(dx, dy)
  return both * least + along * (dx + dy - 2 * least)
end
heuristic.over = over

--- The Euclidean: so much a cell.
local function unit_of(a, weight)
  return weight * min(a.costs.cheapest_straight,
    a.costs.cheapest_diagonal * 0.70710678118654746)
end

--- The square of a range in which all ends of a goal lie: cells beside it do, for
-- an agent of one cell.
local function within(a, q)
  if q.kind ~= "sides" then
    return q.square
  elseif a.profile.wide > 1 or a.profile.high > 1 then
    return 0
  end
  return a.rule == agent.NEVER and 1 or 2
end

--- By how much an end may be nearer than the goal.
local function offset_of(a, q, distance, both, along, unit)
  local wide, high = a.profile.wide, a.profile.high
  if q.kind == "range" then
    local g = a.grid
    local square = min(q.square, g.width * g.width + g.height * g.height)
    local across = both - along
    local most = max(sqrt(across * across + along * along), unit)
    return floor(most * sqrt(square) * (1 + 1e-9)) + 1
  elseif q.kind ~= "sides" then
    return 0
  elseif a.rule == agent.NEVER then
    return max(distance(wide - 1, high), distance(wide, high - 1))
  end
  return distance(wide, high)
end

--- To the nearest cell within a small range of a goal: in row i along one axis
-- it reaches so many cells along the other. On open ground that is what the way
-- costs, and a search goes straight there.
local function to_range(square, both, along)
  local reach, gain, across = {}, {}, both - along
  for i = 0, floor(sqrt(square)) do
    reach[i] = floor(sqrt(square - i * i))
    gain[i] = max(gain[i - 1] or 0, along * reach[i] + across * i)
  end
  local rows = #reach
  return function(dx, dy)
    local most, least = max(dx, dy), min(dx, dy)
    local last, best = min(least, rows), huge
    if most - least >= reach[0] then
      return over(both, along, most, least) - gain[last]
    end
    for i = 0, last do
      best = min(best, over(both, along, max(most - reach[i], 0), least - i))
    end
    return best
  end
end

--- The caller's own, which says how far one cell is from another.
local function ask(a, q, list, user, weight)
  local g = a.grid
  local scale = a.costs.scale * weight
  return function(x, y)
    local best = huge
    for _, goal in ipairs(list) do
      local h = user(x + g.base_x, y + g.base_y, goal.x0 + g.base_x,
        goal.y0 + g.base_y)
      if type(h) ~= "number" or not (h >= 0 and h < huge) then
        check.raise(("%s: heuristic must return a finite number of at least 0, "
          .. "got %s"):format(q.call, check.show(h)))
      end
      best = min(best, floor(min(h * scale, 2 ^ 52)) + goal.extra)
    end
    return best
  end
end

local function are_cells(q, list)
  for _, goal in ipairs(list) do
    if goal.x0 ~= goal.x1 or goal.y0 ~= goal.y1 then
      return false
    end
  end
  return q.kind == "cells"
end

--- The rectangle around all goals.
local function box_of(list)
  local box = { x0 = huge, y0 = huge, x1 = -huge, y1 = -huge, extra = 0 }
  for _, goal in ipairs(list) do
    box.x0, box.y0 = min(box.x0, goal.x0), min(box.y0, goal.y0)
    box.x1, box.y1 = max(box.x1, goal.x1), max(box.y1, goal.y1)
  end
  return box
end

--- The least over goals; without gates.
local function to_any(list, distance, offset)
  return function(x, y)
    local best = huge
    for i = 1, #list do
      local goal = list[i]
      local h = distance(beyond(x, goal.x0, goal.x1),
        beyond(y, goal.y0, goal.y1))
      best = min(best, max(h - offset, 0) + goal.extra)
    end
    return best
  end
end

--- No way that takes a link costs less than the last link on it and the rest.
local function with_gates(a, estimate)
  local rest = huge
  for _, gates in pairs(a.gates) do
    for _, gate in ipairs(gates) do
      rest = min(rest, gate.toll + estimate(agent.cell(a, gate.to)))
    end
  end
  return function(x, y)
    return min(estimate(x, y), rest)
  end
end

local function estimate_of(a, q, list, both, along, unit)
  local function distance(dx, dy)
    if unit > 0 then
      return floor(unit * sqrt(dx * dx + dy * dy))
    end
    return over(both, along, dx, dy)
  end
  local offset = offset_of(a, q, distance, both, along, unit)
  local square = within(a, q)
  if square >= 1 and square < MOST_ROWS * MOST_ROWS and unit == 0 then
    distance, offset = to_range(square, both, along), 0
  end
  local estimate = to_any(#list > FEW and { box_of(list) } or list, distance,
    offset)
  return a.gates and with_gates(a, estimate) or estimate
end

--- Gives an aim (search.lua) what tells how far the goals are.
-- @param is_plain  one goal of one cell, by whose place a search ends
-- @return does the search find a cheapest way?
function heuristic.aim(aim, a, q, list, is_plain)
  local profile = a.profile
  local kind, weight = profile.heuristic, profile.weight
  aim.both, aim.along, aim.x, aim.y = 0, 0, list[1].x0, list[1].y0
  if profile.algorithm == "dijkstra" then
    kind = "zero"
  elseif profile.algorithm == "auto" and a.costs.uniform then
    weight = 1 -- as jump points have it
  end
  if type(kind) == "function" then
    if are_cells(q, list) then
      aim.estimate = ask(a, q, list, kind, weight)
      aim.asks, aim.reopens = true, true
      return false
    end
    kind = "auto"
  end
  if kind == "zero" then
    return true
  end
  local both, along, unit = 0, 0, 0
  if kind == "euclidean" then
    unit, aim.reopens = unit_of(a, weight), true
  else
    both, along = heuristic.metric(a, kind, weight)
  end
  local is_exact = weight == 1 and (kind ~= "manhattan"
    or a.rule == agent.NEVER
    or a.costs.cheapest_diagonal >= 2 * a.costs.cheapest_straight)
  if is_plain and unit == 0 and not a.gates then
    aim.both, aim.along = both, along
    return is_exact
  end
  aim.estimate = estimate_of(a, q, list, both, along, unit)
  return is_exact
end

return heuristic
