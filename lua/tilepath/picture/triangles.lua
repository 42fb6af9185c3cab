--- The triangles of a part of a picture, for hosts that draw triangles.
--
-- Areas: a sweep over the heights of all corners, from low y to high y. The
-- sides in the band between two heights are sorted by x. By the even-odd rule
-- the area lies between the first and the second side, the third and the
-- fourth, and so on. A trapezoid grows from band to band while the same two
-- sides bound it. Sides never cross (a promise of pictures), so their order in
-- a band is their order in its middle. Time: corners times the sides of a band.
-- Arrows, which are thousands of outlines at any angle, do not need this: each
-- is a fan.
--
-- Lines: two triangles for each piece between two points, two more for each
-- join. The ends get half an octagon, and so do joins that are too sharp for
-- their pieces. A line of one point is a disc.

local triangles = {}

local cos, max, pi, sin, sqrt = math.cos, math.max, math.pi, math.sin, math.sqrt

local function triangle(into, at, x1, y1, x2, y2, x3, y3)
  into[at], into[at + 1] = x1, y1
  into[at + 2], into[at + 3] = x2, y2
  into[at + 4], into[at + 5] = x3, y3
  return at + 6
end

-- Areas -----------------------------------------------------------------------

-- Sides, from their lower y to their higher one. All calls share these tables,
-- so filling them makes no garbage once they have grown.
local x1s, y1s, x2s, y2s = {}, {}, {}, {}
local heights = {}         -- of all ends of sides
local starts = {}          -- height -> last side that starts there; 0: none
local earlier = {}         -- side -> another that starts at the same height
local band, middles = {}, {} -- sides of a band by x; side -> x in its middle
local beside = {}          -- left side -> right side of the same pair; or 0
local bound = {}           -- left side of an open trapezoid -> its right; or 0
local since = {}           -- left side -> height at which the trapezoid starts
local lefts = {}           -- left sides of the open trapezoids

local function add_height(y, count)
  if starts[y] then return count end
  starts[y], heights[count + 1] = 0, y
  return count + 1
end

--- Reads the sides that are not horizontal.
-- @return the number of heights
local function read_sides(part)
  local side, count, first = 0, 0, 1
  for _, size in ipairs(part.sizes) do
    local last = first + 2 * size - 2
    local x1, y1 = part[last], part[last + 1]
    for i = first, last, 2 do
      local x2, y2 = part[i], part[i + 1]
      if y1 ~= y2 then
        side = side + 1
        if y1 < y2 then
          x1s[side], y1s[side], x2s[side], y2s[side] = x1, y1, x2, y2
        else
          x1s[side], y1s[side], x2s[side], y2s[side] = x2, y2, x1, y1
        end
        count = add_height(y2s[side], add_height(y1s[side], count))
        earlier[side] = starts[y1s[side]]
        starts[y1s[side]], bound[side] = side, 0
      end
      x1, y1 = x2, y2
    end
    first = last + 2
  end
  for i = #heights, count + 1, -1 do heights[i] = nil end
  return count
end

--- The x of a side at a height: exact at its ends, so trapezoids that share a
-- corner leave no gap.
local function x_at(side, y)
  if y == y1s[side] then return x1s[side] end
  if y == y2s[side] then return x2s[side] end
  return x1s[side] + (x2s[side] - x1s[side])
    * (y - y1s[side]) / (y2s[side] - y1s[side])
end

local function trapezoid(into, at, left, right, y1, y2)
  local left1, left2 = x_at(left, y1), x_at(left, y2)
  local right1, right2 = x_at(right, y1), x_at(right, y2)
  if left1 ~= right1 then
    at = triangle(into, at, left1, y1, right1, y1, left2, y2)
  end
  if left2 ~= right2 then
    at = triangle(into, at, right1, y1, right2, y2, left2, y2)
  end
  return at
end

--- Removes the sides that end at a height, adds those that start there, and
-- sorts by the middle of the band above.
-- @return the number of sides in it
local function next_band(count, y, middle)
  local kept = 0
  for i = 1, count do
    if y2s[band[i]] > y then
      kept = kept + 1
      band[kept] = band[i]
    end
  end
  local side = starts[y]
  while side > 0 do
    kept = kept + 1
    band[kept] = side
    side = earlier[side]
  end
  for i = 1, kept do
    local moved = band[i]
    local x = x_at(moved, middle)
    middles[moved] = x
    local j = i - 1
    while j > 0 and middles[band[j]] > x do
      band[j + 1] = band[j]
      j = j - 1
    end
    band[j + 1] = moved
  end
  return kept
end

--- Pairs the sides of a band: left and right, left and right.
local function pair(sides)
  for i = 1, sides, 2 do
    local left, right = band[i], band[i + 1]
    beside[left], beside[right] = right, 0
  end
end

--- Writes the trapezoids that end at a height, because one of their sides ends
-- or gets another partner there.
local function close(into, at, open, y)
  for i = 1, open do
    local left = lefts[i]
    if y2s[left] <= y or beside[left] ~= bound[left] then
      at = trapezoid(into, at, left, bound[left], since[left], y)
      bound[left] = 0
    end
  end
  return at
end

--- Opens the trapezoids of a band that are not open yet.
-- @return the number of open trapezoids
local function go_on(sides, y)
  for i = 1, sides, 2 do
    local left = band[i]
    lefts[(i + 1) / 2] = left
    if bound[left] == 0 then
      bound[left], since[left] = beside[left], y
    end
  end
  return sides / 2
end

local function add_area(part, into, at)
  local count = read_sides(part)
  local sides, open = 0, 0
  table.sort(heights)
  for i = 1, count do
    local y = heights[i]
    sides = next_band(sides, y, (y + (heights[i + 1] or y)) / 2)
    pair(sides)
    at = close(into, at, open, y)
    open = go_on(sides, y)
    starts[y] = nil
  end
  return at
end

--- Writes arrows: convex outlines that do not overlap.
local function add_arrows(part, into, at)
  local first = 1
  for _, size in ipairs(part.sizes) do
    local last = first + 2 * size - 2
    for i = first + 2, last - 2, 2 do
      at = triangle(into, at, part[first], part[first + 1], part[i],
        part[i + 1], part[i + 2], part[i + 3])
    end
    first = last + 2
  end
  return at
end

-- Lines -----------------------------------------------------------------------

-- A disc is a polygon of this many corners; the end of a line is half an
-- octagon.
local CORNERS = 12
local disc_x, disc_y = {}, {}
for i = 1, CORNERS do
  disc_x[i], disc_y[i] = cos(2 * pi * i / CORNERS), sin(2 * pi * i / CORNERS)
end
local SIDE = sqrt(1 / 2)

local function disc(into, at, x, y, radius)
  local x1, y1 = x + radius * disc_x[1], y + radius * disc_y[1]
  for i = 2, CORNERS - 1 do
    at = triangle(into, at, x1, y1,
      x + radius * disc_x[i], y + radius * disc_y[i],
      x + radius * disc_x[i + 1], y + radius * disc_y[i + 1])
  end
  return at
end

--- The round end of a line at x, y that comes in the direction dx, dy, whose
-- length is half the width of the line.
local function round(into, at, x, y, dx, dy)
  local sx, sy = SIDE * (dx + dy), SIDE * (dy - dx)
  local x1, y1, x2, y2 = x + dy, y - dx, x - dy, y + dx
  at = triangle(into, at, x1, y1, x + sx, y + sy, x + dx, y + dy)
  at = triangle(into, at, x1, y1, x + dx, y + dy, x - sy, y + sx)
  return triangle(into, at, x1, y1, x - sy, y + sx, x2, y2)
end

--- A piece of a line, between the two corners of each of its ends.
local function piece(into, at, x1, y1, x2, y2, x3, y3, x4, y4)
  at = triangle(into, at, x1, y1, x2, y2, x3, y3)
  return triangle(into, at, x2, y2, x4, y4, x3, y3)
end

--- The piece that ends at x, y in the direction dx, dy, and the join to the
-- direction ux, uy. Both vectors are half the width long. Pieces meet in the
-- inner corner, so nothing is covered twice. The outer side is cut by two
-- lines.
-- @param turn   1 + the cosine of the angle between the directions
-- @return the next index, and the corners where the next piece starts
local function join(into, at, x1, y1, x2, y2, x, y, dx, dy, ux, uy, turn)
  local sx, sy = (dy + uy) / turn, -(dx + ux) / turn
  local cut = sqrt(turn / 2)
  if dx * uy > dy * ux then
    local x3, y3, x4, y4 = x + dy, y - dx, x - sx, y - sy
    local x5, y5, x6, y6 = x + cut * sx, y + cut * sy, x + uy, y - ux
    at = piece(into, at, x1, y1, x2, y2, x3, y3, x4, y4)
    return piece(into, at, x4, y4, x3, y3, x6, y6, x5, y5), x6, y6, x4, y4
  end
  local x3, y3, x4, y4 = x + sx, y + sy, x - dy, y + dx
  local x5, y5, x6, y6 = x - cut * sx, y - cut * sy, x - uy, y + ux
  at = piece(into, at, x1, y1, x2, y2, x3, y3, x4, y4)
  return piece(into, at, x3, y3, x4, y4, x6, y6, x5, y5), x3, y3, x6, y6
end

local function line(part, into, at, first, last, radius)
  local x, y = part[first], part[first + 1]
  local length, dx, dy               -- of the piece that leads to x, y
  local x1, y1, x2, y2               -- the corners where that piece starts
  for i = first + 2, last, 2 do
    local to_x, to_y = part[i], part[i + 1]
    local ux, uy = to_x - x, to_y - y
    local long = sqrt(ux * ux + uy * uy)
    if long > 0 then
      ux, uy = ux / long * radius, uy / long * radius
      local turn = dx and 1 + (dx * ux + dy * uy) / (radius * radius) or 0
      local inner = turn > 0.5 and 2 * radius * sqrt(max(2 / turn - 1, 0))
      if inner and inner <= length and inner <= long then
        at, x1, y1, x2, y2 = join(into, at, x1, y1, x2, y2, x, y, dx, dy,
          ux, uy, turn)
      else
        if dx then
          at = piece(into, at, x1, y1, x2, y2, x + dy, y - dx, x - dy, y + dx)
          at = round(into, at, x, y, dx, dy)
        end
        at = round(into, at, x, y, -ux, -uy)
        x1, y1, x2, y2 = x + uy, y - ux, x - uy, y + ux
      end
      x, y, dx, dy, length = to_x, to_y, ux, uy, long
    end
  end
  if not dx then return disc(into, at, x, y, radius) end
  at = piece(into, at, x1, y1, x2, y2, x + dy, y - dx, x - dy, y + dx)
  return round(into, at, x, y, dx, dy)
end

local function add_lines(part, into, at)
  local first = 1
  for _, size in ipairs(part.sizes) do
    local last = first + 2 * size - 2
    at = line(part, into, at, first, last, part.width / 2)
    first = last + 2
  end
  return at
end

--- Writes the triangles of a part: x, y of their corners, six numbers a
-- triangle, into an array (a table, or memory of floats) from index `at` on.
-- @return the index after the last number
function triangles.write(part, into, at)
  if part.kind == "arrow" then return add_arrows(part, into, at) end
  if part.form == "area" then return add_area(part, into, at) end
  return add_lines(part, into, at)
end

--- An upper bound of the numbers that triangles.write writes.
function triangles.most(part)
  if part.form == "area" then return 9 * #part end
  local most = 0
  for _, size in ipairs(part.sizes) do
    most = most + 6 * (CORNERS - 2) + 48 * (size - 1)
  end
  return most
end

return triangles
