--- The body of an agent (`radius`): a circle of the world, which is an ellipse
-- in cells, in 1/65536 of a cell as in sight.lua.
--
-- What it covers as it moves along a line is a capsule. A blocked cell, or a
-- closed side, is in the way if it meets the inside of the capsule. Then it
-- meets the ellipse at one end; or a corner of it lies between the tangents and
-- beside the line; or the line crosses it. All of these are comparisons of
-- squares. So a body may touch walls exactly.

local siblings = (...):match("^.*[./]") or ""
local parent = (...):match("^(.*)plain[./]") or ""
require(parent .. "luajit").off()
local agent = require(siblings .. "agent")
local fences = require(siblings .. "fences")

local abs, floor, max, min = math.abs, math.floor, math.max, math.min
local is_closed = fences.is_closed
local ONE, HALF = 65536.0, 32768.0

-- Into how many parts a line is divided to find where a body stops.
local PARTS = 2.0 ^ 20
local CENTRE_STEPS = 16 -- of a bisection

local bodyclearance = {}

--- A radius in parts of a cell, for an agent that covers so many of these. It is
-- a float: the fourth power of an integer may be more than 2^63.
function bodyclearance.parts(radius, cell, covers)
  return max(1.0, min(floor(radius / cell * ONE + 0.5) * 1.0, covers * HALF))
end

--- Does the capsule meet a rectangle?
local function meets(c, left, top, right, bottom)
  local x, y, dx, dy, rx, ry = c.x, c.y, c.dx, c.dy, c.rx, c.ry
  for i = 0, 1 do
    local end_x, end_y = x + i * dx, y + i * dy
    local off_x = max(left - end_x, end_x - right, 0) * ry
    local off_y = max(top - end_y, end_y - bottom, 0) * rx
    if off_x * off_x + off_y * off_y < c.square then
      return true
    end
  end
  local is_left, is_right = false, false
  for i = 0, 3 do
    local off_x = (i % 2 == 0 and left or right) - x
    local off_y = (i < 2 and top or bottom) - y
    local across = dx * off_y - dy * off_x
    if across * across < c.length then
      local along = off_x * ry * (dx * ry) + off_y * rx * (dy * rx)
      if along >= 0 and along <= c.length then
        return true
      end
    end
    is_left, is_right = is_left or across < 0, is_right or across > 0
  end
  return is_left and is_right and min(x, x + dx) < right
    and max(x, x + dx) > left and min(y, y + dy) < bottom
    and max(y, y + dy) > top
end

--- The first and last column of a row that the capsule may meet.
local function columns(c, row)
  local from, to = 0, 1
  if c.dy ~= 0 then
    from, to = (row * ONE - c.ry - c.y) / c.dy, ((row + 1) * ONE + c.ry - c.y)
      / c.dy
    from, to = max(0, min(from, to)), min(1, max(from, to))
  end
  local one, other = c.x + c.dx * from, c.x + c.dx * to
  return floor((min(one, other) - c.rx) / ONE),
    floor((max(one, other) + c.rx) / ONE)
end

--- Notes the first thing in the way along the line: that whose nearest corner
-- comes first; of several the topmost, and of these the leftmost.
local function record(c, x, y, corner_x, corner_y)
  local at = corner_x * c.dx + corner_y * c.dy
  if not c.at or at < c.at
    or at == c.at and (y < c.first_y or y == c.first_y and x < c.first_x) then
    c.at, c.first_x, c.first_y = at, x, y
  end
end

--- Is a side of a cell closed for the movement, whose part along the side's
-- normal this is?
local function is_side_closed(g, x, y, d, travel)
  return travel >= 0 and is_closed(g, x, y, d)
    or travel <= 0 and is_closed(g, x + fences.DX[d], y + fences.DY[d],
      fences.OPPOSITE[d])
end

--- Notes the sides of a cell, right and below, that are in the way.
local function record_sides(c, g, x, y, is_inside)
  local left, top = x * ONE, y * ONE
  local back_x, back_y = c.dx < 0 and 1 or 0, c.dy < 0 and 1 or 0
  if is_side_closed(g, x, y, 1, c.travel_x) and not (is_inside(x, y)
    and is_inside(x + 1, y))
    and meets(c, left + ONE, top, left + ONE, top + ONE) then
    record(c, c.from_x < left + ONE and x + 1 or x, y, x + 1, y + back_y)
  end
  if is_side_closed(g, x, y, 2, c.travel_y) and not (is_inside(x, y)
    and is_inside(x, y + 1))
    and meets(c, left, top + ONE, left + ONE, top + ONE) then
    record(c, x, c.from_y < top + ONE and y + 1 or y, x + back_x, y + 1)
  end
end

--- The first cell in the way between two points of the agent; nil: none is.
-- @param free  a rectangle of cells that are not in the way: x, y, and the
-- number of columns and rows; or nil
-- @param both  are sides closed in one direction in the way of any movement?
local function find(a, ax, ay, bx, by, free, both)
  local profile, g = a.profile, a.sides
  local c = { x = ax + (profile.wide - 1) * HALF,
    y = ay + (profile.high - 1) * HALF, dx = bx - ax, dy = by - ay,
    rx = profile.radius_x, ry = profile.radius_y }
  c.from_x, c.from_y = c.x, c.y
  c.travel_x, c.travel_y = both and 0 or c.dx, both and 0 or c.dy
  c.square = (c.rx * c.ry) * (c.rx * c.ry)
  c.length = (c.dx * c.ry) * (c.dx * c.ry) + (c.dy * c.rx) * (c.dy * c.rx)
  local function is_inside(x, y)
    return free ~= nil and x >= free[1] and y >= free[2]
      and x < free[1] + free[3] and y < free[2] + free[4]
  end
  local closed = g.closed and not g.stagger
  for y = floor((min(c.y, c.y + c.dy) - c.ry) / ONE),
    floor((max(c.y, c.y + c.dy) + c.ry) / ONE) do
    local first, last = columns(c, y)
    for x = first, last do
      if not (agent.is_open(a, x, y) or is_inside(x, y))
        and meets(c, x * ONE, y * ONE, (x + 1) * ONE, (y + 1) * ONE) then
        record(c, x, y, x + (c.dx < 0 and 1 or 0), y + (c.dy < 0 and 1 or 0))
      end
      if closed then
        record_sides(c, g, x, y, is_inside)
      end
    end
  end
  return c.first_x, c.first_y
end

local capsule = { from_x = 0, from_y = 0, travel_x = 0, travel_y = 0 }

--- Does the body of an agent of one cell come through, on a map without fences?
-- @param in_x, in_y  a blocked cell that may be in the way: it is tested first;
-- or nil
-- @return true; or false and a cell in the way
function bodyclearance.comes_through(a, ax, ay, bx, by, in_x, in_y)
  local c, class, pitch = capsule, a.class, a.pitch
  local rx, ry = a.profile.radius_x, a.profile.radius_y
  local dx, dy = bx - ax, by - ay
  local along_x, along_y = dx * ry, dy * rx
  c.x, c.y, c.dx, c.dy, c.rx, c.ry = ax, ay, dx, dy, rx, ry
  c.square, c.length = (rx * ry) * (rx * ry), along_x * along_x
    + along_y * along_y
  if in_x and meets(c, in_x * ONE, in_y * ONE, (in_x + 1) * ONE,
    (in_y + 1) * ONE) then
    return false, in_x, in_y
  end
  for y = floor((min(ay, by) - ry) / ONE), floor((max(ay, by) + ry) / ONE) do
    local first, last = columns(c, y)
    local row = (y + 1) * pitch + 1
    for x = first, last do
      if class[row + x] == 0 and meets(c, x * ONE, y * ONE, (x + 1) * ONE,
        (y + 1) * ONE) then
        return false, x, y
      end
    end
  end
  return true
end

--- The first cell in the way; nil: the agent comes through, or has no body.
function bodyclearance.find(a, ax, ay, bx, by)
  if a.profile.radius_x > 0 then
    return find(a, ax, ay, bx, by)
  end
end

--- A part of a distance, towards 0.
local function part_of(distance, parts)
  local part = distance * parts / PARTS
  return part < 0 and -floor(-part) or floor(part)
end

--- The last point of a line to which the body passes, by bisection.
function bodyclearance.last(a, ax, ay, bx, by)
  local dx, dy, far, step = bx - ax, by - ay, 0, PARTS / 2
  local x, y, length = ax, ay, max(abs(dx), abs(dy))
  while step >= 1 and step * length >= PARTS do
    local next_x = ax + part_of(dx, far + step)
    local next_y = ay + part_of(dy, far + step)
    if not find(a, ax, ay, next_x, next_y) then
      x, y, far = next_x, next_y, far + step
    end
    step = step / 2
  end
  return x, y
end

--- Does the body come from the middle of a cell to that of another one? If the
-- agent may not be there, the cells that it would cover are not in the way.
function bodyclearance.sees(a, x, y, to_x, to_y)
  local profile, free = a.profile, nil
  if a.class[agent.place(a, to_x, to_y)] == 0 then
    free = { to_x - profile.wide + 1, to_y - profile.high + 1,
      2 * profile.wide - 1, 2 * profile.high - 1 }
  end
  return not find(a, x * ONE + HALF, y * ONE + HALF, to_x * ONE + HALF,
    to_y * ONE + HALF, free)
end

-- A place near a wall ---------------------------------------------------------

--- Is a cell of a rectangle blocked, or its side in a direction closed?
local function has_side(a, left, top, wide, high, d)
  local g = a.sides
  for y = top, top + high - 1 do
    for x = left, left + wide - 1 do
      if not agent.is_open(a, x, y)
        or g.closed and is_side_closed(g, x, y, d, 0) then
        return true
      end
    end
  end
  return false
end

--- Moves a coordinate a radius away from the walls before and behind the
-- agent's cells, of which `first` is the first.
local function off_walls(at, is_before, is_behind, first, size, radius)
  local low = first * ONE + radius - (size - 1) * HALF
  local high = first * ONE + (size + 1) * HALF - radius
  return is_before and at < low and low or is_behind and at > high and high or at
end

--- The point in the cell of a point that is nearest to it, and where the body
-- fits and from which it comes to the middle: first straight away from walls
-- along the sides; past corners then along the line to the middle.
function bodyclearance.place(a, x, y)
  local profile = a.profile
  local column, row = floor(x / ONE), floor(y / ONE)
  local from_x, from_y = column * ONE + HALF, row * ONE + HALF
  if not find(a, from_x, from_y, x, y, nil, true) then
    return x, y
  end
  local wide, high = profile.wide, profile.high
  x = off_walls(x, has_side(a, column - 1, row, 1, high, 1),
    has_side(a, column + wide, row, 1, high, 3), column, wide, profile.radius_x)
  y = off_walls(y, has_side(a, column, row - 1, wide, 1, 2),
    has_side(a, column, row + high, wide, 1, 4), row, high, profile.radius_y)
  if not find(a, from_x, from_y, x, y, nil, true) then
    return x, y
  end
  local far, step = 0, 0.5
  local function at(part)
    local dx, dy = (x - from_x) * part, (y - from_y) * part
    return from_x + (dx < 0 and -floor(-dx) or floor(dx)),
      from_y + (dy < 0 and -floor(-dy) or floor(dy))
  end
  for _ = 1, CENTRE_STEPS do
    local to_x, to_y = at(far + step)
    far = find(a, from_x, from_y, to_x, to_y, nil, true) and far or far + step
    step = step / 2
  end
  return at(far)
end

return bodyclearance
