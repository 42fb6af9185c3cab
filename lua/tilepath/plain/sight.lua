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
require(parent .. "luajit").off()
local agent = require(siblings .. "agent")
local args = require(siblings .. "args")
local hexagons = require(siblings .. "hexagons")

local abs, floor, max, min, sqrt =
  math.abs, math.floor, math.max, math.min, math.sqrt

local later = require(parent .. "later")
local bodyclearance, hexsight = later.module("plain.bodyclearance"),
  later.module("plain.hexsight")

local sight = {}

-- Floats: products of integers of 32 bits would wrap around.
local ONE, HALF = 65536.0, 32768.0
sight.ONE = ONE
local BIT, may_cut = agent.BIT, agent.allows
local E, S, W, N = 1, 2, 3, 4

-- Points ----------------------------------------------------------------------

--- The column and row of a world point with their fractions, if the point is
-- the middle of all cells that the agent covers. On hexagons those of
-- the middle of its cell.
function sight.to_cells(a, wx, wy)
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
-- @param part  of the cell, 0 to 1; nil: the fraction of `cells`
function sight.fixed(cells, part)
  local cell = floor(cells)
  part = floor((part or cells - cell) * ONE + 0.5)
  return cell * ONE + max(0, min(part, ONE - 1))
end

--- The middle of the cells that the agent covers, if its cell is x, y.
function sight.to_world(a, x, y)
  return args.middle(a.grid, x + (a.profile.wide - 1) / 2,
    y + (a.profile.high - 1) / 2)
end

--- A world point as a point of lines, in parts of a cell; nil if it lies
-- outside. On hexagons in parts of the box around its cell.
function sight.point(a, wx, wy)
  local g, x, y = a.grid, sight.to_cells(a, wx, wy)
  if not (x >= 0 and y >= 0 and x < g.width and y < g.height) then
    return nil
  elseif not g.stagger then
    return sight.fixed(x), sight.fixed(y)
  end
  local left, top = hexagons.corner(g, floor(x), floor(y))
  return sight.fixed(x, (wx - left) / g.cell_width),
    sight.fixed(y, (wy - top) / g.cell_height)
end

local FAR = 2 ^ 30

--- A cell; if it lies far outside, another cell far outside.
function sight.tame(x, y)
  return max(-FAR, min(x, FAR)), max(-FAR, min(y, FAR))
end

--- The agent's cell at a world point.
function sight.cell_at(a, wx, wy)
  local x, y = sight.to_cells(a, wx, wy)
  return sight.tame(floor(x), floor(y))
end

--- The middle of a cell.
function sight.middle(x, y)
  return x * ONE + HALF, y * ONE + HALF
end

-- Lines -----------------------------------------------------------------------

--- The agent alone, whose fences are in the way of lines. Among others the
-- agent has cells that it may not leave, too.
local function alone(a)
  return a.base or a
end
sight.alone = alone

--- May a line pass a place? A large agent looks along the cells of its place.
-- @param hides  the terrains that are in the way; nil: none
local function is_clear(a, hides, p)
  return a.class[p] > 0 and not (hides
    and hides[a.grid.cells[p - a.pitch - floor(p / a.pitch) + 1]])
end
sight.is_clear_at = is_clear

--- By place, the class; 0 for ground that hides, too.
function sight.clear_cells(a)
  local class, cells, pitch = a.class, a.grid.cells, a.pitch
  local hides = alone(a).hides
  return not hides and class or setmetatable({}, {
    __index = function(clear, p)
      local one = class[p]
      if one and one > 0 and hides[cells[p - pitch - floor(p / pitch) + 1]] then
        one = 0
      end
      clear[p] = one
      return one
    end })
end

--- Does a fence block the step from a place in a direction?
local function is_barred(closed, p, d)
  return closed and closed[p] % (2 * BIT[d]) >= BIT[d]
end
sight.is_barred = is_barred

--- A line along a border between two columns (rows) also passes the cells left
-- of it (above it). No fence may stand on the border.
-- @return nil; or the first blocked cell, how far along the line that is, and the
-- cell before
local function find_beside(a, hides, ax, ay, bx, by)
  local closed, pitch = alone(a).closed, a.pitch
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
    if not is_clear(a, hides, p) or is_barred(closed, p, over)
      or is_barred(closed, p + (down and 1 or pitch), back)
      or i ~= first and is_barred(closed, before, along) then
      local in_x, in_y = down and x + 1 or x, down and y or y + 1
      if i == first then
        return x, y, 0, in_x, in_y
      end
      local border = (step > 0 and i or i + 1) * ONE
      return x, y, (border - start) / (stop - start), down and in_x or in_x - step,
        down and in_y - step or in_y
    end
  end
end

--- Points are rounded, unless both are middles: an agent that may cut a corner
-- passes it up to two units beside it. A line that is so flat, or steep, that
-- it may be near to two corners of one side passes neither: else it would be
-- another line the other way.
local function nearness(rule, ax, ay, bx, by, far_x, far_y)
  local more, less = max(far_x, far_y), min(far_x, far_y)
  if not may_cut(rule, true, false) or less * (ONE / 4) <= more
    or ax % ONE == HALF and ay % ONE == HALF
    and bx % ONE == HALF and by % ONE == HALF then
    return 0
  end
  return 2 * more
end

--- What `go` returns if a cell is in the way, or the border that the line runs
-- along before that.
-- @param x, y      the cell
-- @param entered   how far along the line it is
-- @param before_x, before_y  the cell before
local function stop(a, hides, ax, ay, bx, by, x, y, entered, before_x, before_y)
  local beside_x, _, at, in_x, in_y = find_beside(a, hides, ax, ay, bx, by)
  if beside_x and at <= entered then
    return false, x, y, at, in_x, in_y
  end
  return false, x, y, entered, before_x, before_y
end

--- Goes along a line between two points; the first one is inside. Ground of
-- `hides`, or nil, is in the way except in the cells of both points.
-- @return true and the cost of the line; or false, the first blocked cell, how far
-- along the line it is in the way of a point, 0 to 1, and on squares the cell
-- before that
local function go(a, hides, ax, ay, bx, by)
  local class, closed, pitch, rule = a.class, alone(a).closed, a.pitch, a.rule
  local straight = a.costs.real_straight
  local x, y = floor(ax / ONE), floor(ay / ONE)
  local end_x, end_y = floor(bx / ONE), floor(by / ONE)
  if a.grid.stagger then
    return hexsight.go(a, hides, ax, ay, bx, by)
  end
  if a.profile.radius_x > 0 then
    local blocked_x, blocked_y = bodyclearance.find(a, ax, ay, bx, by)
    if blocked_x then
      return false, blocked_x, blocked_y
    end
  end
  local step_x, step_y = bx < ax and -1 or 1, by < ay and -1 or 1
  local far_x, far_y = abs(bx - ax), abs(by - ay)
  -- The distance to the border where the line leaves its column, and its row.
  local to_x = step_x > 0 and (x + 1) * ONE - ax or ax - x * ONE
  local to_y = step_y > 0 and (y + 1) * ONE - ay or ay - y * ONE
  local near = nearness(rule, ax, ay, bx, by, far_x, far_y)
  local p, cost, entered = agent.place(a, x, y), 0, 0
  if class[p] == 0 then
    return stop(a, hides, ax, ay, bx, by, x, y, 0, x, y)
  end
  while x ~= end_x or y ~= end_y do
    local by_x, by_y = x ~= end_x, y ~= end_y
    local left = min(by_x and to_x / far_x or 1, by_y and to_y / far_y or 1)
    cost = cost + straight[class[p]] * (left - entered)
    entered = left
    if by_x and by_y then
      local order = to_x * far_y - to_y * far_x
      by_x, by_y = order <= near, order >= -near
    end
    local before, before_x, before_y = p, x, y
    if by_x then
      x, p, to_x = x + step_x, p + step_x, to_x + ONE
    end
    if by_y then
      y, p, to_y = y + step_y, p + step_y * pitch, to_y + ONE
    end
    local is_end = x == end_x and y == end_y
    if not is_clear(a, not is_end and hides, p) then
      return stop(a, hides, ax, ay, bx, by, x, y, entered, before_x, before_y)
    elseif by_x and by_y then
      local is_free = is_clear(a, hides, p - step_y * pitch)
      local is_other_free = is_clear(a, hides, p - step_x)
      if not may_cut(rule, is_free, is_other_free) then
        return stop(a, hides, ax, ay, bx, by,
          is_free and not is_other_free and x - step_x or x,
          is_free and y or y - step_y, entered, before_x, before_y)
      end
    end
    if is_barred(closed, before, a.direction_of[p - before]) then
      return stop(a, hides, ax, ay, bx, by, x, y, entered, before_x, before_y)
    end
  end
  local beside_x, beside_y, at, in_x, in_y = find_beside(a, hides, ax, ay, bx, by)
  if beside_x then
    return false, beside_x, beside_y, at, in_x, in_y
  end
  cost = cost + straight[class[p]] * (1 - entered)
  local columns, rows = (bx - ax) / ONE, (by - ay) / ONE
  return true, cost * sqrt(columns * columns + rows * rows)
end

--- Is a line between two points of the map clear for an agent without a body, on
-- squares?
-- @return true; or false and a cell in the way
local function is_clear_for_point(a, ax, ay, bx, by)
  local class, closed, pitch, rule = a.class, alone(a).closed, a.pitch, a.rule
  local x, y = floor(ax / ONE), floor(ay / ONE)
  local end_x, end_y = floor(bx / ONE), floor(by / ONE)
  local step_x, step_y = bx < ax and -1 or 1, by < ay and -1 or 1
  local far_x, far_y = abs(bx - ax), abs(by - ay)
  local to_x = step_x > 0 and (x + 1) * ONE - ax or ax - x * ONE
  local to_y = step_y > 0 and (y + 1) * ONE - ay or ay - y * ONE
  local near = nearness(rule, ax, ay, bx, by, far_x, far_y)
  local p, down = agent.place(a, x, y), step_y * pitch
  while class[p] > 0 do
    local by_x, by_y = x ~= end_x, y ~= end_y
    if not (by_x or by_y) then
      return not find_beside(a, nil, ax, ay, bx, by), x, y
    elseif by_x and by_y then
      local order = to_x * far_y - to_y * far_x
      by_x, by_y = order <= near, order >= -near
    end
    local before = p
    if by_x then
      x, p, to_x = x + step_x, p + step_x, to_x + ONE
    end
    if by_y then
      y, p, to_y = y + step_y, p + down, to_y + ONE
    end
    if by_x and by_y and not may_cut(rule, class[p - down] > 0,
      class[p - step_x] > 0) then
      return false, x, y - (class[p - down] > 0 and 0 or step_y)
    elseif closed and is_barred(closed, before, a.direction_of[p - before]) then
      return false, x, y
    end
  end
  return false, x, y
end

--- Is a line clear for an agent that is so for its body? Then no cell beside the
-- line is blocked, nor beside a corner on it.
local function is_body_enough(a)
  return a.profile.radius_x > 0 and a.profile.wide == 1 and a.profile.high == 1
    and not alone(a).closed and a.rule ~= agent.NEVER
end

--- May the agent walk along a line between points of the map?
-- @param in_x, in_y  a blocked cell that may be in the way, or nil
-- @return true; or false and a cell that may be in the way, or nil
function sight.is_clear(a, ax, ay, bx, by, in_x, in_y)
  if a.grid.stagger or a.profile.radius_x > 0 and not is_body_enough(a) then
    return (go(a, nil, ax, ay, bx, by))
  elseif a.profile.radius_x > 0 then
    return bodyclearance.comes_through(a, ax, ay, bx, by, in_x, in_y)
  end
  return is_clear_for_point(a, ax, ay, bx, by)
end

--- A coordinate between two others, rounded, in that column or row.
local function in_front(from, to, at, cell)
  local place = from + floor((to - from) * at + 0.5)
  return max(cell * ONE, min(place, cell * ONE + ONE - 1))
end

--- The point of the world in which a line ends that is not clear: in front of what
-- is in the way; or the last one to which a body passes.
-- @param ...  what `go` returns behind the blocked cell
function sight.ending(a, ax, ay, bx, by, at, before_x, before_y)
  local x, y
  if a.profile.radius_x > 0 and bodyclearance.find(a, ax, ay, bx, by) then
    x, y = bodyclearance.last(a, ax, ay, bx, by)
  else
    x, y = in_front(ax, bx, at, before_x), in_front(ay, by, at, before_y)
  end
  return sight.to_world(a, x / ONE - 0.5, y / ONE - 0.5)
end

--- May the agent walk along a line? As above.
function sight.walk(a, ax, ay, bx, by)
  return go(a, nil, ax, ay, bx, by)
end

--- Does the agent see along it? As above.
function sight.look(a, ax, ay, bx, by)
  return go(a, alone(a).hides or false, ax, ay, bx, by)
end

local function is_wall(a, x, y)
  return not agent.is_open(a, x, y)
end

--- May a look pass a place? Or is the goal blocked, and the agent would only
-- stand on the goal there?
local function may_pass(a, hides, p, goal)
  if p == goal or is_clear(a, hides, p) then
    return true
  elseif a.class[goal] > 0 then
    return false
  end
  local x, y = agent.cell(a, p)
  local left, top = agent.cell(a, goal)
  return abs(x - left) < a.profile.wide and abs(y - top) < a.profile.high
    and agent.fits(a, x, y, left, top, is_wall)
end

--- Is the line from the middle of a free cell to the middle of another cell
-- clear? If the other cell is blocked, the line ends where the agent would
-- stand on it.
function sight.sees(a, x, y, goal_x, goal_y)
  local closed, hides = alone(a).closed, alone(a).hides
  local pitch, rule = a.pitch, a.rule
  local p, goal = agent.place(a, x, y), agent.place(a, goal_x, goal_y)
  if a.grid.stagger then
    return a.class[p] > 0 and hexsight.sees(a, hides, p, goal,
      hexagons.line(a.grid.stagger, x, y, goal_x, goal_y))
  end
  local far_x, far_y = abs(goal_x - x), abs(goal_y - y)
  local step_x = goal_x < x and -1 or 1
  local step_y = goal_y < y and -pitch or pitch
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
      or is_barred(closed, before, a.direction_of[p - before]) then
      return false
    end
  end
  return true
end

--- Does the agent's body come along that line, too?
function sight.reaches(a, x, y, goal_x, goal_y)
  return sight.sees(a, x, y, goal_x, goal_y)
    and (a.profile.radius_x == 0
    or bodyclearance.sees(a, x, y, goal_x, goal_y))
end

return sight
