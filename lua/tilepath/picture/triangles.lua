--- The triangles of a part of a picture, for hosts that draw triangles.
--
-- Areas: a sweep over the heights of all corners, from low y to high y. The
-- sides in the band between two heights are sorted by x. By the even-odd rule
-- the area lies between the first and the second side, the third and the
-- fourth, and so on: trapezoids. Sides never cross (a promise of pictures), so
-- their order in a band is their order in its middle. Time: heights times the
-- sides of a band. Arrows, which are thousands of outlines at any angle, do not
-- need this: each is a fan.
--
-- Lines: two triangles for each piece between two points. Pieces that turn by a
-- right angle at most share their corners, so nothing is covered twice. All
-- other ends are round. A line of one point is a disc.

local parent = (...):match("^(.*[./])picture[./]") or ""
local sine_of = require(parent .. "sine")

local triangles = {}

local sqrt = math.sqrt

local function triangle(into, at, x1, y1, x2, y2, x3, y3)
  into[at], into[at + 1] = x1, y1
  into[at + 2], into[at + 3] = x2, y2
  into[at + 4], into[at + 5] = x3, y3
  return at + 6
end

-- Areas -----------------------------------------------------------------------

--- The sides that are not horizontal, each from its lower y to its higher one,
-- in the order of the lower ones; and the heights of their ends.
local function read_sides(part)
  local sides, heights, first = {}, {}, 1
  for _, size in ipairs(part.sizes) do
    local last = first + 2 * size - 2
    local x1, y1 = part[last], part[last + 1]
    for i = first, last, 2 do
      local x2, y2 = part[i], part[i + 1]
      if y1 < y2 then
        sides[#sides + 1] = { x1 = x1, y1 = y1, x2 = x2, y2 = y2 }
      elseif y1 > y2 then
        sides[#sides + 1] = { x1 = x2, y1 = y2, x2 = x1, y2 = y1 }
      end
      heights[#heights + 1] = y2
      x1, y1 = x2, y2
    end
    first = last + 2
  end
  for i, side in ipairs(sides) do
    side.number = i
  end
  table.sort(sides, function(a, b)
    return a.y1 < b.y1 or a.y1 == b.y1 and a.number < b.number
  end)
  table.sort(heights)
  return sides, heights
end

--- The x of a side at a height: exact at its ends, so trapezoids that share a
-- corner leave no gap.
local function x_at(side, y)
  if y == side.y1 then return side.x1 end
  if y == side.y2 then return side.x2 end
  return side.x1 + (side.x2 - side.x1) * (y - side.y1) / (side.y2 - side.y1)
end

local function trapezoid(into, at, left, right, y1, y2)
  if left.low ~= right.low then
    at = triangle(into, at, left.low, y1, right.low, y1, left.high, y2)
  end
  if left.high ~= right.high then
    at = triangle(into, at, right.low, y1, right.high, y2, left.high, y2)
  end
  return at
end

local function is_left(a, b)
  local left, right = a.low + a.high, b.low + b.high
  return left < right or left == right and a.number < b.number
end

local function add_area(part, into, at)
  local sides, heights = read_sides(part)
  local band, added = {}, 0
  for i = 1, #heights - 1 do
    local y1, y2 = heights[i], heights[i + 1]
    if y1 < y2 then
      local open = {}
      for _, side in ipairs(band) do
        open[#open + 1] = side.y2 > y1 and side or nil
      end
      while added < #sides and sides[added + 1].y1 == y1 do
        added = added + 1
        open[#open + 1] = sides[added]
      end
      for _, side in ipairs(open) do
        side.low, side.high = x_at(side, y1), x_at(side, y2)
      end
      table.sort(open, is_left)
      for k = 1, #open, 2 do
        at = trapezoid(into, at, open[k], open[k + 1], y1, y2)
      end
      band = open
    end
  end
  return at
end

--- Writes an arrow: a convex outline.
local function arrow(part, into, at, first, last)
  for i = first + 2, last - 2, 2 do
    at = triangle(into, at, part[first], part[first + 1], part[i],
      part[i + 1], part[i + 2], part[i + 3])
  end
  return at
end

-- Lines -----------------------------------------------------------------------

-- A disc is a polygon of this many corners, the end of a line is half of one.
local CORNERS = 12
local COS, SIN = {}, {}
for i = 1, CORNERS do
  COS[i], SIN[i] = sine_of(360 * i / CORNERS)
end

--- A part of a disc around x, y, with so many corners behind its first one. Half
-- a disc points in the direction dx, dy, whose length is the radius.
local function fan(into, at, x, y, dx, dy, corners)
  local x1, y1, x2, y2 = x + dy, y - dx, nil, nil
  for i = 1, corners do
    local x3, y3 = x + dy * COS[i] + dx * SIN[i], y + dy * SIN[i] - dx * COS[i]
    if i > 1 then at = triangle(into, at, x1, y1, x2, y2, x3, y3) end
    x2, y2 = x3, y3
  end
  return at
end

--- A piece of a line, between the two corners of each of its ends.
local function piece(into, at, x1, y1, x2, y2, x3, y3, x4, y4)
  at = triangle(into, at, x1, y1, x2, y2, x3, y3)
  return triangle(into, at, x2, y2, x4, y4, x3, y3)
end

local function line(part, into, at, first, last)
  local x, y, radius = part[first], part[first + 1], part.width / 2
  local length, dx, dy               -- of the piece that leads to x, y
  local x1, y1, x2, y2               -- the corners where that piece starts
  for i = first + 2, last, 2 do
    local to_x, to_y = part[i], part[i + 1]
    local ux, uy = to_x - x, to_y - y
    local long = sqrt(ux * ux + uy * uy)
    if long > 0 then
      ux, uy = ux / long * radius, uy / long * radius
      local turn = dx and 1 + (dx * ux + dy * uy) / (radius * radius) or 0
      local x3, y3, x4, y4
      if turn > 1 - 1e-9 and radius <= length and radius <= long then
        local sx, sy = (dy + uy) / turn, (dx + ux) / turn
        x3, y3, x4, y4 = x + sx, y - sy, x - sx, y + sy
        at = piece(into, at, x1, y1, x2, y2, x3, y3, x4, y4)
      else
        if dx then
          at = piece(into, at, x1, y1, x2, y2, x + dy, y - dx, x - dy, y + dx)
          at = fan(into, at, x, y, dx, dy, CORNERS / 2)
        end
        at = fan(into, at, x, y, -ux, -uy, CORNERS / 2)
        x3, y3, x4, y4 = x + uy, y - ux, x - uy, y + ux
      end
      x1, y1, x2, y2 = x3, y3, x4, y4
      x, y, dx, dy, length = to_x, to_y, ux, uy, long
    end
  end
  if not dx then return fan(into, at, x, y, radius, 0, CORNERS - 1) end
  at = piece(into, at, x1, y1, x2, y2, x + dy, y - dx, x - dy, y + dx)
  return fan(into, at, x, y, dx, dy, CORNERS / 2)
end

--- Writes all arrows or lines of a part, by the function for one.
local function add_each(part, into, at, add)
  local first = 1
  for _, size in ipairs(part.sizes) do
    local last = first + 2 * size - 2
    at = add(part, into, at, first, last)
    first = last + 2
  end
  return at
end

--- Writes the triangles of a part: x, y of their corners, six numbers a
-- triangle, into a table from index `at` on.
-- @return the index after the last number
function triangles.write(part, into, at)
  if part.kind == "arrow" then return add_each(part, into, at, arrow) end
  if part.form == "area" then return add_area(part, into, at) end
  return add_each(part, into, at, line)
end

return triangles
