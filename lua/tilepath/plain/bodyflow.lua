--- Motion along a field for a body with a radius, past walls.
--
-- Beside the heading of all agents (flow.lua) there is a chain, along which a
-- body can always go: from the centre of its cell to that of the next cell. The
-- rest of the chain from a point is measured as
--
--     ON      straight to the next centre, if the body passes there
--     CORNER  straight to the corner on a diagonal way and from there to the
--             next centre, if the body passes to the corner
--     BACK    straight to its own cell's centre and from there to the next one,
--             if the body passes to its own
--     ROUND   the same, but along one axis and then along the other, for bodies
--             that cover several cells
--     LOST    none of these: the body was put too near to a wall
--
-- A step by the heading is taken if a point may take it, if the body passes,
-- and if the rest falls by a quarter of the step's length or the next cell
-- begins, where the body is not lost. Otherwise the agent goes along the chain.
-- So the rest falls inside a cell, no cell is entered twice, and every agent
-- arrives. A lost agent goes straight to the centre of its cell.
--
-- A place is kept about as exactly as the body is tested. If rounding moves a
-- step along the chain too near to a corner, the step ends a hair beside, or is
-- not rounded before the next cell.

local siblings = (...):match("^.*[./]") or ""
local parent = (...):match("^(.*)plain[./]") or ""
require(parent .. "luajit").off()
local agent = require(siblings .. "agent")
local bodyclearance = require(siblings .. "bodyclearance")
local gradient = require(siblings .. "gradient")

local abs, floor, huge, min, sqrt =
  math.abs, math.floor, math.huge, math.min, math.sqrt
local DX, DY = agent.DX, agent.DY
local ONE, HALF, FIRST = 65536.0, 32768.0, gradient.FIRST

local ON, CORNER, BACK, ROUND, LOST = 1, 2, 3, 4, 5
local HAIR = 2 / ONE
-- In parts of a cell: a line through a corner may begin this far from the
-- diagonal. It is turned at its end, where no wall is near.
local NEAR_DIAGONAL = 256

--- @param steer  functions of flow.lua
return function(steer)
  local walls = {}

  local function place(f, s)
    return agent.place(f.agent, s.cx, s.cy)
  end

  local function directions_of(f, s)
    return (gradient.directions(f, place(f, s)))
  end

  --- A spot in parts of a cell, and the centre of its cell.
  local function point_of(s)
    return floor(s.x * ONE + 0.5), floor(s.y * ONE + 0.5)
  end

  local function centre_of(s)
    return s.cx * ONE + HALF, s.cy * ONE + HALF
  end

  local function passes(f, x, y, to_x, to_y)
    return not bodyclearance.find(f.agent, x, y, to_x, to_y)
  end

  local function assign(s, from)
    s.x, s.y, s.cx, s.cy, s.left = from.x, from.y, from.cx, from.cy, from.left
    return s
  end

  --- Moves a spot to where it would be read again. False: no place in its cell
  -- can be kept.
  local function keep(f, s)
    local wx, wy = steer.kept(f, s)
    if wx then
      s.x, s.y = steer.read(f, wx, wy)
    end
    return wx ~= nil
  end

  --- Must the body be checked in this cell? If all cells around are free, and
  -- no fence stands between them, no step from here comes near a wall.
  function walls.is_tight(f, s)
    local a, p = f.agent, place(f, s)
    if a.profile.radius_x == 0 then
      return false
    elseif a.sides.closed and steer.is_pinned(f, p) then
      return true
    end
    for q = p - a.pitch, p + a.pitch, a.pitch do
      if a.class[q - 1] == 0 or a.class[q] == 0 or a.class[q + 1] == 0 then
        return true
      end
    end
    return false
  end

  -- The chain -----------------------------------------------------------------

  --- The chain straight to a point, and `further` from there.
  local function chain_to(leg, s, to_x, to_y, further)
    local x, y = to_x / ONE, to_y / ONE
    local dx, dy = x - s.x, y - s.y
    return { leg = leg, x = x, y = y, rest = sqrt(dx * dx + dy * dy) + further }
  end

  --- Does the line to the centre of a diagonal neighbour run through the corner?
  local function is_by_corner(s, direction)
    local x, y = point_of(s)
    local to_x, to_y = centre_of(s)
    return abs(DX[direction] * (to_x + DX[direction] * ONE - x)
      - DY[direction] * (to_y + DY[direction] * ONE - y)) <= NEAR_DIAGONAL
  end

  --- Along the axes to the centre of the cell, plus `further`.
  local function chain_round(f, s, further)
    local x, y = point_of(s)
    local to_x, to_y = centre_of(s)
    for i = 1, 2 do
      local turn_x, turn_y = i == 1 and to_x or x, i == 1 and y or to_y
      if passes(f, x, y, turn_x, turn_y)
        and passes(f, turn_x, turn_y, to_x, to_y) then
        return { leg = ROUND, x = i == 1 and s.cx + 0.5 or s.x,
          y = i == 1 and s.y or s.cy + 0.5,
          rest = abs(s.cx + 0.5 - s.x) + abs(s.cy + 0.5 - s.y) + further }
      end
    end
    return chain_to(LOST, s, to_x, to_y, huge)
  end

  --- The chain of a spot in a cell with these ways on; if none, to its end.
  local function chain_at(f, s, directions)
    local x, y = point_of(s)
    local own_x, own_y = centre_of(s)
    local is_at_own, further = x == own_x and y == own_y, 0
    if directions > 0 then
      local direction = FIRST[directions]
      local is_straight = is_at_own or direction <= 4
        or is_by_corner(s, direction)
      local part = is_straight and ONE or HALF
      local on_x, on_y = own_x + DX[direction] * part, own_y + DY[direction] * part
      further = direction > 4 and sqrt(2) or 1
      if is_at_own or passes(f, x, y, on_x, on_y) then
        return chain_to(is_straight and ON or CORNER, s, on_x, on_y,
          is_straight and 0 or further / 2)
      end
    end
    if is_at_own or passes(f, x, y, own_x, own_y) then
      return chain_to(BACK, s, own_x, own_y, further)
    end
    return chain_round(f, s, further)
  end

  -- Steps ---------------------------------------------------------------------

  --- Takes a step by the heading of all agents, if the body may take it.
  local function go_by_heading(f, s, directions, chain)
    local by_x, by_y, is_blend = steer.heading_of(f, s, directions)
    local to = assign({}, s)
    if not is_blend or chain.leg == LOST
      or not steer.go(f, to, by_x, by_y, FIRST[directions])
      or not keep(f, to) then
      return false
    end
    local x, y = point_of(s)
    if not passes(f, x, y, point_of(to)) then
      return false
    end
    local on = chain_at(f, to, directions_of(f, to))
    local dx, dy = to.x - s.x, to.y - s.y
    local step = sqrt(dx * dx + dy * dy)
    if on.leg == LOST or to.cx == s.cx and to.cy == s.cy
      and (on.rest > chain.rest - step / 4 or step == 0) then
      return false
    end
    assign(s, to)
    return true
  end

  --- Has a spot advanced along the chain?
  local function has_advanced(f, s, chain, cx, cy)
    local now = keep(f, s) and chain_at(f, s, directions_of(f, s))
    if not now or s.cx ~= cx or s.cy ~= cy then
      return now and now.leg ~= LOST
    end
    return now.leg <= chain.leg and now.rest < chain.rest
  end

  --- Moves a spot on the chain to where it can be kept. If that is too near to
  -- a wall, a place a hair beside it is tried. Otherwise it stays unrounded
  -- until it has left its cell: with coarse places it would be put back and
  -- repeat the same step for ever.
  local function settle_on_chain(f, s, chain, cx, cy)
    local to = assign({}, s)
    if has_advanced(f, to, chain, cx, cy) then
      return assign(s, to)
    end
    for i = 0, 3 do
      local by = assign({}, s)
      by.x = by.x + (i % 2 == 1 and HAIR or -HAIR)
      by.y = by.y + (i > 1 and HAIR or -HAIR)
      if floor(by.x) == s.cx and floor(by.y) == s.cy
        and has_advanced(f, by, chain, cx, cy) then
        return assign(s, by)
      end
    end
    if to.cx ~= cx or to.cy ~= cy then
      assign(s, to)
    end
  end

  --- The heading from a spot to the next point of the chain, and how far that
  -- is.
  local function heading_on(s, chain)
    return steer.unit(chain.x - s.x, chain.y - s.y)
  end

  local function go_along_chain(f, s, direction, chain)
    local by_x, by_y, far = heading_on(s, chain)
    local scale, cx, cy = steer.scale_of(f, by_x, by_y), s.cx, s.cy
    local step = min(s.left / scale, steer.LONGEST, far)
    local left = s.left / scale <= step and 0.0 or s.left - step * scale
    local to = { x = s.x + by_x * step, y = s.y + by_y * step, cx = cx, cy = cy,
      left = left }
    if floor(to.x) ~= cx or floor(to.y) ~= cy then
      if direction > 4 then
        steer.go_by_corner(f, s, direction)
        return settle_on_chain(f, s, chain, cx, cy)
      end
      to.cx, to.cy = cx + DX[direction], cy + DY[direction]
    end
    settle_on_chain(f, to, chain, cx, cy)
    assign(s, to)
  end

  --- Goes one step from a tight cell with these ways on.
  function walls.move_a_step(f, s, directions)
    local chain = chain_at(f, s, directions)
    if not go_by_heading(f, s, directions, chain) then
      go_along_chain(f, s, FIRST[directions], chain)
    end
  end

  --- Goes, in the cell of its goal, to a point from which the body can go
  -- straight to the centre. Returns true if it has moved.
  function walls.arrive(f, s)
    local chain, has_moved = chain_at(f, s, 0), false
    while chain.leg == ROUND and s.left > 0 do
      go_along_chain(f, s, 1, chain)
      chain, has_moved = chain_at(f, s, 0), true
    end
    return has_moved
  end

  --- The heading in a tight cell with these ways on. If there are none, that is
  -- the cell of the goal, and the agent is not at its very centre.
  function walls.heading(f, s, directions)
    local chain, to = chain_at(f, s, directions), assign({}, s)
    to.left = huge
    if directions > 0 and go_by_heading(f, to, directions, chain) then
      return steer.heading_of(f, s, directions)
    end
    return heading_on(s, chain)
  end

  --- May the body go straight from a spot to one in the same cell or beside it,
  -- and on from there?
  function walls.may_shift(f, s, to)
    local x, y = point_of(s)
    return not (walls.is_tight(f, s) or walls.is_tight(f, to))
      or passes(f, x, y, point_of(to))
      and chain_at(f, to, directions_of(f, to)).leg ~= LOST
  end

  return walls
end
