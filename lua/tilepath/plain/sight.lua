--- Straight lines over a map: may an agent walk along them, and at what cost?
--
-- A line is a row of steps from cell to cell (Amanatides and Woo 1987), in
-- whole numbers: a point counts in 1/65536 of a cell. Let bx and by be the
-- distances to the next borders along x and along y. These borders lie at bx /
-- |dx| and by / |dy| of the line's length. Multiplied by |dx| |dy|, these are
-- products of whole numbers. If they are equal, the line passes exactly through
-- a corner, and the rule about diagonal steps decides. A point on a border
-- belongs to the cell right of it or below it.

local siblings = (...):match("^.*[./]") or ""
local parent = (...):match("^(.*)plain[./]") or ""
require(parent .. "interpreted")()
local agent = require(siblings .. "agent")
local args = require(siblings .. "args")
local hexagons = require(siblings .. "hexagons")

local abs, floor, huge, max, min, sqrt =
  math.abs, math.floor, math.huge, math.max, math.min, math.sqrt

local sight = {}

-- Floats: products of integers of 32 bits would wrap around.
local ONE, HALF = 65536.0, 32768.0
sight.ONE = ONE
local BIT, ALWAYS, NEVER = agent.BIT, agent.ALWAYS, agent.NEVER
local BOTH_FREE = agent.BOTH_FREE
local E, S, W, N, SE, SW, NW, NE = 1, 2, 3, 4, 5, 6, 7, 8

-- Points ----------------------------------------------------------------------

--- The column and row of a place in the world with their fractions, if the
-- place is the middle of all cells that the agent covers. On hexagons the place
-- counts as the middle of its cell.
function sight.place(a, wx, wy)
  local g = a.grid
  if g.stagger then
    local x, y = args.cell_around(g, wx, wy)
    return x + 0.5, y + 0.5
  end
  return (wx - g.origin_x) / g.cell_width - (a.profile.wide - 1) / 2
    + g.first_x, (wy - g.origin_y) / g.cell_height - (a.profile.high - 1) / 2
    + g.first_y
end

--- The nearest whole number of parts that lies in the same cell.
function sight.fixed(cells)
  local cell = floor(cells)
  return cell * ONE + min(floor((cells - cell) * ONE + 0.5), ONE - 1)
end

--- The point of a place in the world; nil if it lies outside.
function sight.point(a, wx, wy)
  local x, y = sight.place(a, wx, wy)
  if x >= 0 and y >= 0 and x < a.grid.width and y < a.grid.height then
    return sight.fixed(x), sight.fixed(y)
  end
end

local FAR = 2 ^ 30

--- A cell; if it lies far outside, another cell far outside.
function sight.tame(x, y)
  return max(-FAR, min(x, FAR)), max(-FAR, min(y, FAR))
end

--- The agent's cell at a place in the world.
function sight.cell_at(a, wx, wy)
  local x, y = sight.place(a, wx, wy)
  return sight.tame(floor(x), floor(y))
end

--- The middle of a cell.
function sight.middle(x, y)
  return x * ONE + HALF, y * ONE + HALF
end

--- The length of a line in cells.
function sight.length(ax, ay, bx, by)
  local dx, dy = (bx - ax) / ONE, (by - ay) / ONE
  return sqrt(dx * dx + dy * dy)
end

-- Lines -----------------------------------------------------------------------

--- The agent alone, whose fences are in the way of lines. Among others the agent
-- has cells that it may not leave, too.
local function alone(a)
  return a.base or a
end

--- May a line pass a place? A large agent looks along the cells of its place.
-- @param hides  the terrains that are in the way; nil: none
local function is_clear(a, hides, p)
  return a.class[p] > 0 and not (hides
    and hides[a.grid.cells[p - a.pitch - floor(p / a.pitch) + 1]])
end

--- May a line pass between two cells diagonally?
local function may_cut(rule, is_free, is_other_free)
  if rule == BOTH_FREE then
    return is_free and is_other_free
  end
  return rule ~= NEVER and (rule == ALWAYS or is_free or is_other_free)
end

--- Does a fence block the step from a place in a direction?
local function is_barred(shut, p, d)
  return shut and shut[p] % (2 * BIT[d]) >= BIT[d]
end
sight.is_barred = is_barred

--- The directions of steps along x, along y, and along both.
local function ways_of(step_x, step_y)
  if step_y > 0 then
    return step_x > 0 and E or W, S, step_x > 0 and SE or SW
  end
  return step_x > 0 and E or W, N, step_x > 0 and NE or NW
end

--- A line along a border between two columns (rows) also passes the cells left
-- of it (above it). No fence may stand on the border.
-- @return nil, or the first blocked cell
local function find_beside(a, hides, ax, ay, bx, by)
  local shut, pitch = alone(a).shut, a.pitch
  local down = ax == bx and ax % ONE == 0 and ay ~= by
  local across = ay == by and ay % ONE == 0 and ax ~= bx
  if not (down or across) then
    return nil
  end
  local start, stop = down and ay or ax, down and by or bx
  local step = start < stop and 1 or -1
  -- Only cells with a side on the line, not cells that it touches in a corner.
  local first = floor((step > 0 and start or start - 1) / ONE)
  local last = floor((step > 0 and stop - 1 or stop) / ONE)
  local over, back = down and E or S, down and W or N
  local along = down and (step > 0 and S or N) or (step > 0 and E or W)
  for i = first, last, step do
    local x = down and floor(ax / ONE) - 1 or i
    local y = down and i or floor(ay / ONE) - 1
    local p = agent.place(a, x, y)
    local before = p - step * (down and pitch or 1)
    if not is_clear(a, hides, p) or is_barred(shut, p, over)
      or is_barred(shut, p + (down and 1 or pitch), back)
      or i ~= first and is_barred(shut, before, along) then
      return x, y
    end
  end
end

--- The lower price of the places, one or two, from which a line may come to a
-- place beside them; huge: it may come from none.
local function price_before(a, p, other, to)
  local shut, price = alone(a).shut, a.costs.real_straight
  return min(is_barred(shut, p, a.step[to - p]) and huge or price[a.class[p]],
    (not other or is_barred(shut, other, a.step[to - other])) and huge
    or price[a.class[other]])
end

--- Goes along a line between the middles of two hexagons. Along the border of
-- two cells one of them must be free; if both are, the cheaper one counts.
-- @param goal  the place of the second one, which no terrain hides; or nil
-- @return as sight.walk
local function go_over_hexagons(a, hides, x, y, to_x, to_y, goal)
  local s, cost, entered = a.grid.stagger, 0, 0
  local p, other = agent.place(a, x, y), nil -- where the line is
  local function price_to(to)
    return to and (to == goal or is_clear(a, hides, to))
      and price_before(a, p, other, to) or huge
  end
  if a.class[p] == 0 then
    return false, x, y
  end
  for part, x1, y1, x2, y2 in hexagons.line(s, x, y, to_x, to_y) do
    local one, two = agent.place(a, x1, y1), x2 and agent.place(a, x2, y2)
    local by_one, by_two = price_to(one), price_to(two)
    local least = min(by_one, by_two)
    if least == huge then
      return false, x1, y1
    end
    cost, entered = cost + least * (part - entered), part
    p = by_one < huge and one or two
    other = by_one < huge and by_two < huge and two or nil
  end
  local q, r = hexagons.way(s, x, y, to_x, to_y)
  cost = cost + (a.costs.real_straight[a.class[p]] or 0) * (1 - entered)
  return true, cost * sqrt(q * q + q * r + r * r)
end

--- Goes along a line between two points; the first one is inside. Ground of
-- `hides`, or nil, is in the way except in the cells of both points.
-- @return true and the cost of the line; or false and the first blocked cell
local function go(a, hides, ax, ay, bx, by)
  local class, shut, pitch, rule = a.class, alone(a).shut, a.pitch, a.rule
  local price = a.costs.real_straight
  local x, y = floor(ax / ONE), floor(ay / ONE)
  local end_x, end_y = floor(bx / ONE), floor(by / ONE)
  if a.grid.stagger then
    local is_inside = args.contains(a.grid, end_x, end_y)
    local goal = is_inside and agent.place(a, end_x, end_y)
    return go_over_hexagons(a, hides, x, y, end_x, end_y,
      goal and class[goal] > 0 and goal)
  end
  local step_x, step_y = bx < ax and -1 or 1, by < ay and -1 or 1
  local far_x, far_y = abs(bx - ax), abs(by - ay)
  -- The distance to the border where the line leaves its column, and its row.
  local to_x = step_x > 0 and (x + 1) * ONE - ax or ax - x * ONE
  local to_y = step_y > 0 and (y + 1) * ONE - ay or ay - y * ONE
  local way_x, way_y, way_both = ways_of(step_x, step_y)
  local p, cost, entered = agent.place(a, x, y), 0, 0
  if class[p] == 0 then
    return false, x, y
  end
  while x ~= end_x or y ~= end_y do
    local by_x, by_y = x ~= end_x, y ~= end_y
    local left = min(by_x and to_x / far_x or 1, by_y and to_y / far_y or 1)
    cost = cost + price[class[p]] * (left - entered)
    entered = left
    if by_x and by_y then
      local order = to_x * far_y - to_y * far_x
      by_x, by_y = order <= 0, order >= 0
    end
    local before = p
    if by_x then
      x, p, to_x = x + step_x, p + step_x, to_x + ONE
    end
    if by_y then
      y, p, to_y = y + step_y, p + step_y * pitch, to_y + ONE
    end
    local is_end = x == end_x and y == end_y
    if not is_clear(a, not is_end and hides, p) then
      return false, x, y
    elseif by_x and by_y then
      local is_free = is_clear(a, hides, p - step_y * pitch)
      local is_other_free = is_clear(a, hides, p - step_x)
      if not may_cut(rule, is_free, is_other_free) then
        if not is_free then
          return false, x, y - step_y
        end
        return false, is_other_free and x or x - step_x, y
      end
    end
    if is_barred(shut, before, by_x and (by_y and way_both or way_x)
      or way_y) then
      return false, x, y
    end
  end
  local beside_x, beside_y = find_beside(a, hides, ax, ay, bx, by)
  if beside_x then
    return false, beside_x, beside_y
  end
  cost = cost + price[class[p]] * (1 - entered)
  return true, cost * sight.length(ax, ay, bx, by)
end

--- May the agent walk along a line? As above.
function sight.walk(a, ax, ay, bx, by)
  return go(a, nil, ax, ay, bx, by)
end

--- Does the agent see along it? As above.
function sight.look(a, ax, ay, bx, by)
  return go(a, alone(a).hides, ax, ay, bx, by)
end

--- May a look pass a place? Or is the goal blocked, and the agent would only
-- stand on the goal there?
local function may_pass(a, hides, p, goal)
  if p == goal or is_clear(a, hides, p) then
    return true
  elseif a.class[goal] > 0 then
    return false
  end
  local right = goal % a.pitch - p % a.pitch
  local down = floor(goal / a.pitch) - floor(p / a.pitch)
  return right >= 0 and right < a.profile.wide
    and down >= 0 and down < a.profile.high
end

--- Is the line from the middle of a free cell to the middle of another cell
-- clear? If the other cell is blocked, the line ends where the agent would
-- stand on it.
function sight.sees(a, x, y, goal_x, goal_y)
  local shut, hides = alone(a).shut, alone(a).hides
  local pitch, rule = a.pitch, a.rule
  local p, goal = agent.place(a, x, y), agent.place(a, goal_x, goal_y)
  if a.grid.stagger then
    return (go_over_hexagons(a, hides, x, y, goal_x, goal_y, goal))
  end
  local far_x, far_y = abs(goal_x - x), abs(goal_y - y)
  local step_x = goal_x < x and -1 or 1
  local step_y = goal_y < y and -pitch or pitch
  local way_x, way_y, way_both = ways_of(step_x, step_y)
  -- Borders lie at 1, 3, 5 ... half cells.
  local to_x, to_y = far_y, far_x
  while p ~= goal do
    local before = p
    local by_x, by_y = to_x <= to_y, to_y <= to_x
    if by_x then
      p, to_x = p + step_x, to_x + 2 * far_y
    end
    if by_y then
      p, to_y = p + step_y, to_y + 2 * far_x
    end
    if not may_pass(a, hides, p, goal) or by_x and by_y and not may_cut(rule,
      may_pass(a, hides, before + step_x, goal),
      may_pass(a, hides, before + step_y, goal))
      or is_barred(shut, before, by_x and (by_y and way_both or way_x)
        or way_y) then
      return false
    end
  end
  return true
end

return sight
