--- Arcs in place of the corners of a path.
--
--       A ------ T1 .  B       An arc of radius r touches both legs at the same
--                    `  T2     distance from the corner B: r sin a / (1 + cos a)
--                       |      if the path turns by a.
--                       C
--
-- An arc is a row of chords. Half the turn is the sum of both directions, so
-- square roots are enough, and the points are the same on every machine. If
-- there is no room for an arc, smaller ones are tried; at last the corner stays.
-- An arc has room if all its chords and the rests of both legs are clear, and
-- together they cost no more than the corner.
--
-- Cost: three sight tests a corner, and up to 18 for each try.

local siblings = (...):match("^.*[./]") or ""
require(siblings .. "luajit").exact()
local exact = require(siblings .. "exact")

local abs, min, sqrt = math.abs, math.min, math.sqrt

local arcs = {}

-- A path turns by at most BEND at the end of a chord: a sixteenth of a half
-- turn. COS_BEND is its cosine, a little less because of rounding.
local COS_BEND = 0.9807852804032304 - exact.tolerance(1e-12)
arcs.BEND = 0.19634954084936207

-- So many radii are tried, each half as large as the one before.
local TRIES = 6

-- Lengths and costs that differ by less than this part are equal.
local ROUNDING = exact.tolerance(1e-9)

--- The direction and the length of a line; it has a length.
local function direction(x1, y1, x2, y2)
  local dx, dy = x2 - x1, y2 - y1
  local length = sqrt(dx * dx + dy * dy)
  return dx / length, dy / length, length
end

--- Adds the points of an arc between two of its directions.
-- @param r  the radius; below 0 if the arc turns the other way
local function bend(arc, x, y, r, ux, uy, vx, vy)
  if ux * vx + uy * vy < COS_BEND then
    local mx, my = direction(0, 0, ux + vx, uy + vy)
    bend(arc, x, y, r, ux, uy, mx, my)
    arc[#arc + 1], arc[#arc + 2] = x + r * my, y - r * mx
    bend(arc, x, y, r, mx, my, vx, vy)
  end
end

--- The cost of a row of lines; nil if one is blocked.
local function cost_of(points, look)
  local sum = 0
  for i = 3, #points, 2 do
    local cost = look(points[i - 2], points[i - 1], points[i], points[i + 1])
    if not cost then
      return nil
    end
    sum = sum + cost
  end
  return sum
end

--- The largest arc that has room in place of a corner.
-- @param a, b, c  x and y of the end of the last arc, the corner, and the next
-- point
-- @param share    the part of the leg behind the corner that the arc may take
-- @param look     see below
-- @return its points, from a to c, and what it saves; nil: there is none
local function find_arc(a, b, c, share, radius, look)
  local way = cost_of({ a[1], a[2], b[1], b[2], c[1], c[2] }, look)
  local ux, uy, before = direction(a[1], a[2], b[1], b[2])
  local vx, vy, behind = direction(b[1], b[2], c[1], c[2])
  local cos, sin = ux * vx + uy * vy, ux * vy - uy * vx
  -- A point that the path passes twice has no direction, and nan fails here.
  if not way or not (cos < COS_BEND and cos > -COS_BEND) then
    return nil
  end
  local long = abs(sin) / (1 + cos)
  local r = min(radius, min(before, behind * share) / long)
  for _ = 1, TRIES do
    if r <= 0 then
      return nil
    end
    local arc, t, side = { a[1], a[2] }, r * long, sin > 0 and r or -r
    if before - t > ROUNDING * t then
      arc[3], arc[4] = b[1] - ux * t, b[2] - uy * t
    end
    bend(arc, b[1] - ux * t - side * uy, b[2] - uy * t + side * ux, side,
      ux, uy, vx, vy)
    if behind - t > ROUNDING * t then
      arc[#arc + 1], arc[#arc + 2] = b[1] + vx * t, b[2] + vy * t
    end
    arc[#arc + 1], arc[#arc + 2] = c[1], c[2]
    local cost = cost_of(arc, look)
    if cost and cost <= way * (1 + ROUNDING) then
      return arc, way - cost
    end
    r = r / 2
  end
end

--- Puts arcs in place of corners.
-- @param is_fixed  is_fixed(i): does point i stay?
-- @param look      look(x1, y1, x2, y2): the cost of a line, or nil
-- @return the new points, the place of each old point that stays among them,
-- and what the arcs save
function arcs.smooth(points, is_fixed, radius, look)
  local own, places, saved, n = {}, {}, 0, #points / 2
  local function point(i)
    return { points[2 * i - 1], points[2 * i] }
  end
  for i = 1, n do
    local arc, less
    if i > 1 and i < n and not is_fixed(i) then
      arc, less = find_arc({ own[#own - 1], own[#own] }, point(i),
        point(i + 1), (i + 1 == n or is_fixed(i + 1)) and 1 or 0.5, radius,
        look)
    end
    if arc then
      for k = 3, #arc - 2 do
        own[#own + 1] = arc[k]
      end
      saved = saved + less
    else
      own[#own + 1], own[#own + 2] = points[2 * i - 1], points[2 * i]
      places[i] = #own / 2
    end
  end
  return own, places, saved
end

return arcs
