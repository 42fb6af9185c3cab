--- Motion along a field, at any point between the centres of cells.
--
-- Each cell has the unit vector of its cheapest next step; if two steps 45
-- degrees apart are equally cheap, the vector lies half way between them. At a
-- point, the vectors of the four surrounding cells are blended. Cells without a
-- path do not count, and the part that leads towards a near wall is removed.
--
-- A blend may be wrong, so there is also an aim: the centre of the next cell,
-- or a corner on the way there. If a blend does not lead nearer to the aim, the
-- aim replaces it. Near fences and links an agent goes straight to its aim.
-- An agent crosses into another cell only if this cell costs less than its own,
-- and the step is not much dearer than the best one. So every agent arrives.
--
-- All decisions use whole numbers: fractions of a cell count in 1/65536.
--
-- In this file f is a field (field.lua) whose agent is up to date, and s a
-- spot: column x and row y with fractions, the cell cx, cy, and `left`, the
-- distance that it may still go, in world units.

local siblings = (...):match("^.*[./]") or ""
local parent = (...):match("^(.*)plain[./]") or ""
require(parent .. "luajit").off()
local agent = require(siblings .. "agent")
local args = require(siblings .. "args")
local bodyflow = require(siblings .. "bodyflow")
local gradient = require(siblings .. "gradient")
local fences = require(siblings .. "fences")
local wayout = require(siblings .. "wayout")
local sight = require(siblings .. "sight")

local abs, floor, huge, max, min, sqrt =
  math.abs, math.floor, math.huge, math.max, math.min, math.sqrt
local DX, DY, BIT = agent.DX, agent.DY, agent.BIT
local SIDE_X, SIDE_Y = agent.SIDE_X, agent.SIDE_Y
local FIRST, directions_of, cost_of = gradient.FIRST, gradient.directions,
  gradient.cost
local place, is_barred = agent.place, sight.is_barred

local flow = {}

local ONE, HALF, NEAR = 65536.0, 32768.0, 256.0
-- In cells: the length of a step; how far past a corner an agent goes in one
-- step, if its distance lasts, and at least, so that rounding leaves it past it;
-- and how far inside its cell an agent is put if rounding would put it into
-- another one.
local LONGEST, PAST, JUST_PAST, INSIDE = 0.25, 1 / 256, 1 / 65536, 1 / 1024

-- Directions ------------------------------------------------------------------

-- Unit vectors, clockwise from E in steps of 22.5 degrees; and in parts of
-- 2^14.
local SIN_22, COS_22, COS_45 =
  0.38268343236508977, 0.92387953251128674, 0.70710678118654752
local HEADING_X = { 1.0, COS_22, COS_45, SIN_22, 0.0, -SIN_22, -COS_45, -COS_22,
  -1.0, -COS_22, -COS_45, -SIN_22, 0.0, SIN_22, COS_45, COS_22 }
local HEADING_Y, PART_X, PART_Y = {}, {}, {}
for i = 1, 16 do
  HEADING_Y[i] = HEADING_X[(i - 5) % 16 + 1]
  PART_X[i] = floor(HEADING_X[i] * 16384 + 0.5) * 1.0
  PART_Y[i] = floor(HEADING_Y[i] * 16384 + 0.5) * 1.0
end

--- The index of the vector for each set of directions, by its bits: that of the
-- first direction, or half way to another one beside it.
local PLACE, CLOCKWISE = {}, { 1, 5, 2, 6, 3, 7, 4, 8 }
for bits = 1, 255 do
  local function has(i)
    local bit = BIT[CLOCKWISE[(i - 1) % 8 + 1]]
    return bits % (2 * bit) >= bit and 1 or 0
  end
  local i = 1
  while CLOCKWISE[i] ~= FIRST[bits] do
    i = i + 1
  end
  PLACE[bits] = (2 * i - 2 + has(i + 1) - has(i - 1)) % 16 + 1
end

--- Rounds towards 0.
local function whole(v)
  return v < 0 and -(-v - -v % 1) + 0.0 or v - v % 1
end

--- The direction of a vector, and its length.
local function unit(x, y)
  local length = sqrt(x * x + y * y)
  return x / length, y / length, length
end

--- Is a vector within 75 degrees of the aim?
local function leads_to(x, y, aim_x, aim_y)
  local along = x * aim_x + y * aim_y
  return along > 0 and 16 * (along * along)
    >= (x * x + y * y) * (aim_x * aim_x + aim_y * aim_y)
end

-- Cells -----------------------------------------------------------------------

--- Is a side closed, in any direction, between two of the cells that the agent
-- covers and the cells around them?
local function is_near_wall(a, x, y)
  local g = a.sides
  local right, bottom = x + a.profile.wide, y + a.profile.high
  for row = max(y - 1, 0), min(bottom, g.height - 1) do
    for column = max(x - 1, 0), min(right, g.width - 1) do
      local closed = g.closed[row * g.width + column + 1]
      if closed % 2 >= 1 and column < right or closed % 4 >= 2 and row < bottom
        or closed % 8 >= 4 and column >= x or closed % 16 >= 8 and row >= y then
        return true
      end
    end
  end
  return false
end

--- Is a cell irregular: an end of a link, or near a fence?
local function is_pinned(f, p)
  local a = f.agent
  local closed = a.sides.closed
  if not (closed or a.grid.links) then
    return false
  end
  local irregular = f.irregular[p]
  if irregular == nil then
    irregular = closed ~= nil and is_near_wall(a, agent.cell(a, p))
    f.irregular[p] = irregular
  end
  return irregular
end

--- May the agent pass a corner on either side?
local function has_free_sides(f, p, d)
  local a, closed = f.agent, f.agent.closed
  local by_x, by_y = SIDE_X[d], SIDE_Y[d]
  local across, along = p + a.offset[by_x], p + a.offset[by_y]
  return a.class[across] > 0 and a.class[along] > 0
    and not (is_barred(closed, p, by_x) or is_barred(closed, p, by_y)
    or is_barred(closed, across, by_y) or is_barred(closed, along, by_x))
end

-- Spots -----------------------------------------------------------------------

--- The world point of a column and row with their fractions.
local function in_world(f, x, y)
  local g = f.agent.grid
  return g.origin_x + (x + f.half_x) * g.cell_width,
    g.origin_y + (y + f.half_y) * g.cell_height
end

--- The column and row of a world point, with their fractions.
local function read(f, wx, wy)
  local g = f.agent.grid
  if g.stagger then
    return sight.to_cells(f.agent, wx, wy)
  end
  return (wx - g.origin_x) / g.cell_width - f.half_x,
    (wy - g.origin_y) / g.cell_height - f.half_y
end

--- The place of a spot in the world; nil if rounding moves it into another
-- cell.
local function place_of(f, s)
  local wx, wy = in_world(f, s.x, s.y)
  local x, y = read(f, wx, wy)
  if floor(x) == s.cx and floor(y) == s.cy then
    return wx, wy
  end
end

--- The same, for a spot that is put inside its cell if need be.
local function kept(f, s)
  local wx, wy = place_of(f, s)
  if not wx then
    s.x = min(max(s.x, s.cx + INSIDE), s.cx + (1 - INSIDE))
    s.y = min(max(s.y, s.cy + INSIDE), s.cy + (1 - INSIDE))
    wx, wy = place_of(f, s)
  end
  return wx, wy
end

--- Writes the place of the spot's agent.
local function settle(f, s)
  local wx, wy = kept(f, s)
  s.wx, s.wy = wx or s.wx, wy or s.wy
end

-- Aims and headings -----------------------------------------------------------

--- The vector to the middle of the cell, in parts.
local function to_middle(s)
  return HALF - whole((s.x - s.cx) * ONE), HALF - whole((s.y - s.cy) * ONE)
end

--- The vector from a spot to the middle of the next cell; or to the corner on
-- the way there, until the spot reaches the corner.
local function aim_of(f, s, direction)
  local x, y = to_middle(s)
  if direction > 4
    and not has_free_sides(f, place(f.agent, s.cx, s.cy), direction) then
    local corner_x, corner_y = x + DX[direction] * HALF, y + DY[direction] * HALF
    if abs(corner_x) > NEAR or abs(corner_y) > NEAR then
      return corner_x, corner_y
    end
  end
  return x + DX[direction] * ONE, y + DY[direction] * ONE
end

--- Adds `weight` times the unit vector of a set of directions.
local function add(x, y, directions, weight)
  local k = PLACE[directions]
  if k then
    return x + PART_X[k] * weight, y + PART_Y[k] * weight
  end
  return x, y
end

--- The direction from a spot in a cell with these steps: a vector of length 1,
-- and is it a blend?
local function heading_of(f, s, directions)
  local a = f.agent
  local p = place(a, s.cx, s.cy)
  if is_pinned(f, p) then
    local x, y = unit(aim_of(f, s, FIRST[directions]))
    return x, y, false
  end
  -- The four cells around the point, with its own cell.
  local far_x, far_y = to_middle(s)
  local side_x, side_y = far_x > 0 and -1 or 1, far_y > 0 and -1 or 1
  far_x, far_y = abs(far_x), abs(far_y)
  local across, along = p + side_x, p + side_y * a.pitch
  local by_x, by_y = directions_of(f, across), directions_of(f, along)
  local by_both = (by_x > 0 or by_y > 0)
    and directions_of(f, along + side_x) or 0
  if by_x == directions and by_y == directions and by_both == directions then
    return HEADING_X[PLACE[directions]], HEADING_Y[PLACE[directions]], true
  end
  local x, y = add(0.0, 0.0, directions, (ONE - far_x) * (ONE - far_y))
  x, y = add(x, y, by_x, far_x * (ONE - far_y))
  x, y = add(x, y, by_y, (ONE - far_x) * far_y)
  x, y = add(x, y, by_both, far_x * far_y)
  x, y = whole(x / 2 ^ 20), whole(y / 2 ^ 20)
  if by_x == 0 and x * side_x > 0 and a.class[across] == 0 then
    x = 0.0
  end
  if by_y == 0 and y * side_y > 0 and a.class[along] == 0 then
    y = 0.0
  end
  local aim_x, aim_y = aim_of(f, s, FIRST[directions])
  local is_blend = leads_to(x, y, aim_x, aim_y)
  if not is_blend then
    x, y = aim_x, aim_y
  end
  x, y = unit(x, y)
  return x, y, is_blend
end

-- Steps -----------------------------------------------------------------------

--- May an agent cross into a neighbouring cell? `direction` is the best step of
-- its own cell. A path over another cell may be dearer by at most the cost of
-- the best step.
local function may_cross(f, s, x, y, direction)
  local a, p = f.agent, place(f.agent, s.cx, s.cy)
  local d = fences.towards(x - s.cx, y - s.cy)
  if d ~= direction then
    local to = p + a.offset[d]
    local here, there = cost_of(f, p), cost_of(f, to)
    if a.class[to] == 0 or there >= here then
      return false
    end
    local best = here - cost_of(f, p + a.offset[direction])
    local step = (d > 4 and a.costs.diagonal or a.costs.straight)[a.class[to]]
    if there + step * f.search.factor > here + best then
      return false
    end
  end
  if d > 4 then
    return has_free_sides(f, p, d)
  end
  return not is_barred(a.closed, p, d)
end

--- The world units of a cell's length in a direction.
local function scale_of(f, x, y)
  local g = f.agent.grid
  local wide, high = g.cell_width, g.cell_height
  if wide == high then
    return wide
  end
  return sqrt((x * wide) * (x * wide) + (y * high) * (y * high))
end

--- Goes one step; false if the step is not allowed.
local function go(f, s, by_x, by_y, direction)
  local scale = scale_of(f, by_x, by_y)
  local step = s.left / scale
  local is_last = step <= LONGEST
  step = is_last and step or LONGEST
  local x, y = s.x + by_x * step, s.y + by_y * step
  local cx, cy = floor(x), floor(y)
  if (cx ~= s.cx or cy ~= s.cy) and not may_cross(f, s, cx, cy, direction) then
    return false
  end
  s.cx, s.cy = cx, cy
  s.x, s.y = x, y
  s.left = is_last and 0.0 or s.left - step * scale
  return true
end

--- Goes along the side of the cell that it may not cross, if this leads nearer
-- to the aim.
local function slide(f, s, by_x, by_y, aim_x, aim_y, direction)
  local step = min(s.left / scale_of(f, by_x, by_y), LONGEST)
  local is_across = floor(s.x + by_x * step) ~= s.cx
  local on_x = is_across and 0.0 or by_x < 0 and -1.0 or 1.0
  local on_y = is_across and (by_y < 0 and -1.0 or 1.0) or 0.0
  return leads_to(on_x * ONE, on_y * ONE, aim_x, aim_y)
    and go(f, s, on_x, on_y, direction)
end

--- Goes to the corner on a diagonal step, and past it.
local function go_by_corner(f, s, direction)
  local x = s.cx + (DX[direction] > 0 and 1 or 0)
  local y = s.cy + (DY[direction] > 0 and 1 or 0)
  local dx, dy = x - s.x, y - s.y
  local far = sqrt(dx * dx + dy * dy)
  local scale = far > 0 and scale_of(f, dx / far, dy / far) or 1
  local step = s.left / scale
  if step < far - JUST_PAST then
    s.x, s.y = s.x + dx / far * step, s.y + dy / far * step
    s.left = 0.0
    return
  end
  local g = f.agent.grid
  local wide, high = g.cell_width, g.cell_height
  local rest, across = max(s.left - far * scale, 0.0),
    sqrt(wide * wide + high * high)
  local lasts = min(rest / across, PAST)
  local past = max(lasts, JUST_PAST)
  s.x, s.y = x + DX[direction] * past, y + DY[direction] * past
  s.cx, s.cy = s.cx + DX[direction], s.cy + DY[direction]
  s.left = lasts < PAST and 0.0 or rest - past * across
end

local function move_a_step(f, s, directions)
  local direction = FIRST[directions]
  local by_x, by_y, is_blend = heading_of(f, s, directions)
  if go(f, s, by_x, by_y, direction) then
    return
  end
  if is_blend then
    local aim_x, aim_y = aim_of(f, s, direction)
    if slide(f, s, by_x, by_y, aim_x, aim_y, direction) then
      return
    end
    by_x, by_y = unit(aim_x, aim_y)
    if go(f, s, by_x, by_y, direction) then
      return
    end
  end
  if direction > 4 then
    go_by_corner(f, s, direction)
  else
    s.left = 0.0
  end
end

-- For bodies with a radius.
local walls = bodyflow { read = read, kept = kept, is_pinned = is_pinned,
  go = go, heading_of = heading_of, scale_of = scale_of,
  go_by_corner = go_by_corner, unit = unit, LONGEST = LONGEST }
flow.read, flow.has_free_sides, flow.walls = read, has_free_sides, walls
flow.whole = whole

--- The steps from a spot's cell; other bits if its distance is used up.
local function directions_on(f, s)
  return s.left > 0 and directions_of(f, place(f.agent, s.cx, s.cy)) or 1
end

--- Moves a spot until it has used its distance, or is in a cell without steps.
-- Returns the same as `directions_on`.
local function move(f, s, directions)
  local had = s.left
  while directions > 0 and s.left > 0 do
    if f.has_body and walls.is_tight(f, s) then
      walls.move_a_step(f, s, directions)
    else
      move_a_step(f, s, directions)
    end
    directions = directions_on(f, s)
  end
  if s.left < had then
    settle(f, s)
  end
  return directions
end

--- Goes the last part, to the middle of a cell. Returns true if it is there.
local function arrive(f, s)
  if f.has_body and walls.is_tight(f, s) and walls.arrive(f, s) then
    settle(f, s)
  end
  local to_x, to_y = in_world(f, s.cx + 0.5, s.cy + 0.5)
  local dx, dy = to_x - s.wx, to_y - s.wy
  local far = sqrt(dx * dx + dy * dy)
  if far <= s.left then
    s.wx, s.wy, s.left = to_x, to_y, s.left - far
    return true
  end
  s.wx, s.wy = s.wx + dx * (s.left / far), s.wy + dy * (s.left / far)
  s.left = 0.0
  return false
end

--- Goes to a link and takes it; false if it stops before the link.
local function take_link(f, s, edge)
  if s.left <= 0 or not arrive(f, s) then
    return false
  end
  f.took_link = true
  s.cx, s.cy = agent.cell(f.agent, edge.to)
  s.x, s.y = s.cx + 0.5, s.cy + 0.5
  settle(f, s)
  s.x, s.y = read(f, s.wx, s.wy)
  return true
end

-- Ways out --------------------------------------------------------------------

--- The direction of the first step of the way out to the nearest cell with a
-- path; of equally near ones by the one with the least cost. Nil if there is
-- none so near.
local function find_way_out(f, from_x, from_y)
  local a = f.agent
  local function rest(p)
    return cost_of(f, p)
  end
  local ways = wayout.find(a, from_x, from_y, function(p)
    if rest(p) == huge then
      return false
    end
    local directions, edge = directions_of(f, p)
    return directions > 0 or edge or gradient.is_end(f, p)
  end)
  return ways and wayout.best(ways, f.search.factor, rest).first
end

--- The vector along a way out, in cells: to the middle of the next cell, or to
-- the corner on the way there.
local function direction_on(s, d)
  local by = d > 4 and 0.5 or 1
  local x, y = s.cx + 0.5 + by * DX[d] - s.x, s.cy + 0.5 + by * DY[d] - s.y
  if max(abs(x), abs(y)) < INSIDE then
    return DX[d], DY[d]
  end
  return x, y
end

--- Goes until the next cell begins. A corner is passed in one step, as a fence
-- may stand beside it.
local function go_towards(f, s, d)
  local g, cx, cy = f.agent.grid, s.cx, s.cy
  while s.left > 0 and s.cx == cx and s.cy == cy do
    if d > 4 then
      go_by_corner(f, s, d)
    else
      local dx, dy = direction_on(s, d)
      local right, down = dx * g.cell_width, dy * g.cell_height
      local all = sqrt(right * right + down * down)
      local step = min(LONGEST / sqrt(dx * dx + dy * dy), 1)
      local part = min(s.left / all, step)
      s.left = part < step and 0.0 or s.left - part * all
      s.x, s.y = s.x + dx * part, s.y + dy * part
      s.cx, s.cy = floor(s.x), floor(s.y)
    end
  end
end

--- Leaves blocked cells; false if there is no exit.
local function go_out(f, s)
  local is_standing = s.left <= 0
  while f.agent.class[place(f.agent, s.cx, s.cy)] == 0 do
    local d = find_way_out(f, s.cx, s.cy)
    if not d then
      return false
    elseif s.left <= 0 then
      break
    end
    go_towards(f, s, d)
  end
  if not is_standing then
    settle(f, s)
  end
  return true
end

-- What is asked of a field ----------------------------------------------------

--- Puts a spot at an agent's place.
-- @return the agent's state: "on", "goal" (no step leads on), "none",
-- "blocked" or "outside"; and its steps as bits
function flow.find(f, s, wx, wy)
  s.x, s.y = read(f, wx, wy)
  s.cx, s.cy = floor(s.x), floor(s.y)
  if not args.contains(f.agent.grid, s.cx, s.cy) then
    return "outside", 0
  end
  local p = place(f.agent, s.cx, s.cy)
  local directions, edge = directions_of(f, p)
  if directions > 0 or edge then
    return "on", directions
  elseif f.agent.class[p] == 0 then
    return "blocked", 0
  end
  return gradient.is_end(f, p) and "goal" or "none", 0
end

--- Prepares what all agents of a call have in common.
function flow.prepare(f)
  local a = f.agent
  local g = a.grid
  f.has_body = a.profile.radius_x > 0
  f.half_x = 0.5 * (a.profile.wide - 1) - g.first_x
  f.half_y = 0.5 * (a.profile.high - 1) - g.first_y
  if f.irregular_version ~= g.connections_version then
    f.irregular, f.irregular_version = {}, g.connections_version
    for _, link in ipairs(g.links and g.links.list or {}) do
      for _, i in ipairs { link.from, link.to } do
        local x = (i - 1) % g.width
        f.irregular[place(a, x, (i - 1 - x) / g.width)] = true
      end
    end
  end
end

local spot = {}

--- The direction from a world point: a vector of length 1, or nil and
-- "goal" or "link" (in the middle of such a cell) or "none". On hexagons it
-- leads straight to the middle of the next cell.
function flow.direction(f, wx, wy)
  local a, s, g = f.agent, spot, f.agent.grid
  local drift, directions = flow.find(f, s, wx, wy)
  local x, y, out_by
  local is_tight = f.has_body and drift ~= "outside" and walls.is_tight(f, s)
  if drift == "blocked" then
    out_by = find_way_out(f, s.cx, s.cy)
  end
  if drift == "none" or drift == "outside"
    or drift == "blocked" and not out_by then
    return nil, "none"
  elseif g.stagger then
    local d = out_by or gradient.first(a, place(a, s.cx, s.cy), directions)
    x, y = args.middle(g, s.cx + (DX[d] or 0), s.cy + (DY[d] or 0))
    x, y = x - wx, y - wy
  elseif out_by then
    x, y = direction_on(s, out_by)
  elseif directions > 0 then
    x, y = (is_tight and walls.heading or heading_of)(f, s, directions)
  else
    x, y = to_middle(s)
    if is_tight and (x ~= 0 or y ~= 0) then
      x, y = walls.heading(f, s, 0)
    elseif x ~= 0 or y ~= 0 then
      x, y = unit(x, y)
    end
  end
  if not g.stagger then
    x, y = x * g.cell_width, y * g.cell_height
  end
  local length = sqrt(x * x + y * y)
  if length <= (g.stagger and g.cell_width / ONE or 0) then
    return nil, drift == "goal" and "arrived" or "link"
  end
  return x / length, y / length
end

--- Moves an agent. Returns its new place, and "on" while it is on its way,
-- "goal" if it has arrived.
function flow.advance(f, wx, wy, distance)
  local s = spot
  local drift, directions = flow.find(f, s, wx, wy)
  s.wx, s.wy, s.left = wx, wy, distance
  if drift == "blocked" and go_out(f, s) then
    directions = directions_on(f, s)
  elseif drift ~= "on" and drift ~= "goal" then
    return wx, wy, drift
  end
  while true do
    if move(f, s, directions) > 0 then
      return s.wx, s.wy, "on"
    end
    local _, edge = directions_of(f, place(f.agent, s.cx, s.cy))
    if not edge then
      break
    elseif not take_link(f, s, edge) then
      return s.wx, s.wy, "on"
    end
    directions = directions_on(f, s)
  end
  if not gradient.is_end(f, place(f.agent, s.cx, s.cy)) then
    return s.wx, s.wy, "none"
  end
  local is_there = arrive(f, s)
  return s.wx, s.wy, is_there and "goal" or "on"
end

return flow
