--- Straight lines over hexagons (sight.lua): from cell to cell, or along the border
-- between two. It is loaded with the first grid of hexagons.

local siblings = (...):match("^.*[./]") or ""
local parent = (...):match("^(.*)plain[./]") or ""
require(parent .. "luajit").off()
local agent = require(siblings .. "agent")
local args = require(siblings .. "args")
local hexagons = require(siblings .. "hexagons")
local sight = require(siblings .. "sight")

local floor, huge, max, min = math.floor, math.huge, math.max, math.min

local ONE, alone, is_barred, is_clear_at = sight.ONE, sight.alone,
  sight.is_barred, sight.is_clear_at

local hexsight = {}

--- Does a fence block the way between two places, side by side on hexagons?
local function is_fenced(a, from, to)
  local d = a.direction_of[to - from]
  return d and is_barred(alone(a).closed, from, d)
end

--- Goes over hexagons. A look along a border is clear if one of its sides is;
-- in a walk both sides must be, without a fence between them, so the walker may
-- stand on it. The cheaper side counts.
-- @param hides    the terrains that are in the way of a look; false: of none;
-- nil: it is a walk
-- @param goal     a place that the line may enter in any case, or nil
-- @param next_cell, line  as from hexagons.line
-- @return as sight.walk
local function go_over_hexagons(a, hides, p, goal, next_cell, line)
  local straight, cost, entered, other = a.costs.real_straight, 0, 0, nil
  local least -- the lower cost of the places before
  local function is_reached(from, to)
    if not from or is_fenced(a, from, to) then
      return false
    end
    least = min(least, straight[a.class[from]])
    return true
  end
  --- May the line come to this place?
  local function can_enter(to)
    if not (to == goal or is_clear_at(a, hides, to)) then
      return false
    end
    local by_one, by_other = is_reached(p, to), is_reached(other, to)
    return hides == nil and by_one and (by_other or not other)
      or hides ~= nil and (by_one or by_other)
  end
  for part, x1, y1, x2, y2 in next_cell, line do
    least = huge
    local one, two = agent.place(a, x1, y1), x2 and agent.place(a, x2, y2)
    local by_one, by_two = can_enter(one), two and can_enter(two)
    if not (by_one or by_two) or two and hides == nil and not (by_one
      and by_two and not is_fenced(a, one, two) and not is_fenced(a, two, one))
    then
      local at = max(entered, min(part, 1))
      if by_one and two then
        return false, x2, y2, at
      end
      return false, x1, y1, at
    end
    local left = max(entered, min(part, 1))
    cost, entered = cost + least * (left - entered), left
    p, other = by_one and one or two, by_one and by_two and two or nil
  end
  cost = cost + (straight[a.class[p]] or 0) * (1 - entered)
  return true, cost * hexagons.length(line)
end

--- Is such a look clear? The same without the cost.
function hexsight.sees(a, hides, p, goal, next_cell, line)
  local place, other = agent.place, nil
  for _, x1, y1, x2, y2 in next_cell, line do
    local one, two = place(a, x1, y1), x2 and place(a, x2, y2)
    local by_one = (one == goal or is_clear_at(a, hides, one))
      and (not is_fenced(a, p, one) or other and not is_fenced(a, other, one))
    local by_two = two and (two == goal or is_clear_at(a, hides, two))
      and (not is_fenced(a, p, two) or other and not is_fenced(a, other, two))
    if not (by_one or by_two) then
      return false
    end
    p, other = by_one and one or two, by_one and by_two and two or nil
  end
  return true
end

--- A line over hexagons between two points.
local function line_between(a, ax, ay, bx, by)
  local x, y, end_x, end_y = floor(ax / ONE), floor(ay / ONE),
    floor(bx / ONE), floor(by / ONE)
  local from_x, from_y = sight.middle(x, y)
  local to_x, to_y = sight.middle(end_x, end_y)
  return hexagons.line(a.grid.stagger, x, y, end_x, end_y, ax - from_x,
    ay - from_y, bx - to_x, by - to_y)
end

--- The same between two cells, from the first if the agent can be there.
local function go_from(a, hides, x, y, to_x, to_y, next_cell, line)
  local p, goal = agent.place(a, x, y), nil
  if a.class[p] == 0 then
    return false, x, y, 0
  elseif args.contains(a.grid, to_x, to_y) then
    goal = agent.place(a, to_x, to_y)
    goal = a.class[goal] > 0 and goal or nil
  end
  return go_over_hexagons(a, hides, p, goal, next_cell, line)
end

--- Goes along a line between two points: `go` of sight.lua.
function hexsight.go(a, hides, ax, ay, bx, by)
  return go_from(a, hides, floor(ax / ONE), floor(ay / ONE), floor(bx / ONE),
    floor(by / ONE), line_between(a, ax, ay, bx, by))
end

--- Does the agent see from cell to cell, as if hexagons were regular?
function hexsight.look_between(a, x, y, to_x, to_y)
  return go_from(a, alone(a).hides or false, x, y, to_x, to_y,
    hexagons.line(a.grid.stagger, x, y, to_x, to_y))
end

return hexsight
