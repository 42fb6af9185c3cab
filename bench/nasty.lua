--- Maps made to be hard: searches that are fast on game maps may be slow on
-- these. Each is a function of a side and of random(n), 0 to n - 1, and fills
-- cell(x, y), counted from 0, by put(x, y, is_free).

local nasty = {}

local function all(side, f)
  return function(put)
    for y = 0, side - 1 do
      for x = 0, side - 1 do
        put(x, y, f(x, y))
      end
    end
  end
end

--- Random walls on `percent` of the cells.
local function noise(percent)
  return function(side, random)
    return all(side, function()
      return random(1000) >= percent * 10
    end)
  end
end

--- Single walls at that distance, each moved by up to `stray`.
local function pillars(apart, stray)
  return function(side, random)
    return function(put)
      all(side, function() return true end)(put)
      for y = 0, side - 1 - stray, apart do
        for x = 0, side - 1 - stray, apart do
          put(x + random(stray + 1), y + random(stray + 1), false)
        end
      end
    end
  end
end

--- Rows of free cells of that height, joined at alternating ends.
local function serpentine(high)
  return function(side)
    return all(side, function(x, y)
      local row = math.floor(y / (high + 1))
      return y % (high + 1) < high or x == (row % 2 == 0 and side - 1 or 0)
    end)
  end
end

--- A corridor of that width, from a corner to the middle: straight on, until
-- the cells two steps ahead are dug already, then to the right.
local function spiral(wide)
  return function(side)
    local coarse = 2 * math.ceil(side / (wide + 1)) - 1
    local free, x, y, dx, dy, turns = {}, 0, 0, 1, 0, 0
    local function is_dug(i, j)
      return i < 0 or j < 0 or i >= coarse or j >= coarse
        or free[j * coarse + i]
    end
    while turns < 2 do
      free[y * coarse + x] = true
      if is_dug(x + dx, y + dy) or (is_dug(x + 2 * dx, y + 2 * dy)
        and x + 2 * dx >= 0 and y + 2 * dy >= 0 and x + 2 * dx < coarse
        and y + 2 * dy < coarse) then
        dx, dy, turns = -dy, dx, turns + 1
      else
        x, y, turns = x + dx, y + dy, 0
      end
    end
    local function shrink(i)
      return 2 * math.floor(i / (wide + 1)) + (i % (wide + 1) < wide and 0 or 1)
    end
    return all(side, function(i, j)
      return free[shrink(j) * coarse + shrink(i)] or false
    end)
  end
end

--- Teeth that leave only the row below them as a detour.
local function comb(apart)
  return function(side)
    return all(side, function(x, y)
      return x % apart ~= apart - 1 or y >= side - 2
    end)
  end
end

--- Teeth from both sides in turn.
local function interlocked(apart)
  return function(side)
    return all(side, function(x, y)
      local tooth = math.floor(x / apart)
      return x % apart ~= apart - 1
        or (tooth % 2 == 0 and y == side - 1 or tooth % 2 == 1 and y == 0)
    end)
  end
end

local function checkerboard(side)
  return all(side, function(x, y)
    return (x + y) % 2 == 0
  end)
end

--- Crossing corridors of one cell at that distance; some are blocked somewhere.
local function streets(apart, blocked)
  return function(side, random)
    return all(side, function(x, y)
      return (x % apart == 0 or y % apart == 0)
        and (x % apart == 0 and y % apart == 0 or random(1000) >= blocked)
    end)
  end
end

--- Rooms with a door in each wall.
local function rooms(room)
  return function(side, random)
    return function(put)
      all(side, function(x, y)
        return x % room ~= room - 1 and y % room ~= room - 1
      end)(put)
      for y = 0, side - 1, room do
        for x = 0, side - 1, room do
          local down, right = y + random(room - 1), x + random(room - 1)
          if x + room <= side and down < side then
            put(x + room - 1, down, true)
          end
          if y + room <= side and right < side then
            put(right, y + room - 1, true)
          end
        end
      end
    end
  end
end

--- Corridors by a walk that turns back if it is stuck. There are no loops,
-- except by `holes` of a thousand walls, which are removed.
local function maze(holes)
  return function(side, random)
    local free, path = {}, { { 0, 0 } }
    local steps = { { 2, 0 }, { 0, 2 }, { -2, 0 }, { 0, -2 } }
    free[0] = true
    while #path > 0 do
      local x, y = path[#path][1], path[#path][2]
      local first, found = random(4), false
      for k = 0, 3 do
        local step = steps[(first + k) % 4 + 1]
        local to_x, to_y = x + step[1], y + step[2]
        if to_x >= 0 and to_y >= 0 and to_x < side and to_y < side
          and not free[to_y * side + to_x] then
          free[(y + step[2] / 2) * side + x + step[1] / 2] = true
          free[to_y * side + to_x] = true
          path[#path + 1] = { to_x, to_y }
          found = true
          break
        end
      end
      if not found then
        path[#path] = nil
      end
    end
    return all(side, function(x, y)
      return free[y * side + x] or random(1000) < holes
    end)
  end
end

--- Walls at 45 degrees at that distance, each with a gap.
local function slopes(apart)
  return function(side, random)
    local gaps = {}
    return all(side, function(x, y)
      local line = math.floor((x + y) / apart)
      gaps[line] = gaps[line] or random(side)
      return (x + y) % apart > 1 or math.abs(x - gaps[line]) <= 1
    end)
  end
end

--- Nested cups, open to the left: the way out of a cup leads into the next.
local function cups(apart)
  return function(side)
    return all(side, function(x, y)
      local ring = math.min(y, side - 1 - y, side - 1 - x)
      return ring % apart ~= apart - 1 or x < ring
    end)
  end
end

--- Islands without connections.
local function islands(apart)
  return function(side)
    return all(side, function(x, y)
      return x % apart ~= 0 and y % apart ~= 0
    end)
  end
end

nasty.maps = {
  { "open", function(side)
    return all(side, function() return true end)
  end },
  { "noise-1", noise(1) }, { "noise-3", noise(3) }, { "noise-8", noise(8) },
  { "noise-15", noise(15) }, { "noise-25", noise(25) },
  { "noise-35", noise(35) }, { "noise-40", noise(40) },
  { "noise-45", noise(45) },
  { "pillars-2", pillars(2, 0) }, { "pillars-3", pillars(3, 0) },
  { "pillars-4", pillars(4, 0) },
  { "pillars-3-stray", pillars(3, 1) }, { "pillars-5-stray", pillars(5, 2) },
  { "pillars-8", pillars(8, 0) }, { "pillars-8-stray", pillars(8, 4) },
  { "pillars-16", pillars(16, 7) }, { "pillars-40", pillars(40, 20) },
  { "serpentine-1", serpentine(1) }, { "serpentine-3", serpentine(3) },
  { "serpentine-9", serpentine(9) },
  { "spiral-1", spiral(1) }, { "spiral-4", spiral(4) },
  { "comb-2", comb(2) }, { "comb-5", comb(5) },
  { "interlocked-2", interlocked(2) }, { "interlocked-6", interlocked(6) },
  { "checkerboard", checkerboard },
  { "streets-2", streets(2, 0) }, { "streets-2-cut", streets(2, 150) },
  { "streets-5", streets(5, 0) }, { "streets-7-cut", streets(7, 30) },
  { "rooms-4", rooms(4) }, { "rooms-8", rooms(8) }, { "rooms-32", rooms(32) },
  { "maze", maze(0) }, { "maze-holes", maze(20) }, { "maze-many", maze(150) },
  { "slopes-4", slopes(4) }, { "slopes-24", slopes(24) },
  { "cups-4", cups(4) }, { "cups-30", cups(30) },
  { "islands-9", islands(9) },
}

--- A map's rows as strings of '.' and '@'.
function nasty.draw(draw, side, random)
  local rows, lines = {}, {}
  for y = 0, side - 1 do
    rows[y] = {}
  end
  draw(side, random)(function(x, y, is_free)
    rows[y][x + 1] = is_free and "." or "@"
  end)
  for y = 0, side - 1 do
    lines[y + 1] = table.concat(rows[y])
  end
  return lines
end

--- A free cell within `reach` columns and rows of (x, y); nil if none was
-- found.
local function free_near(lines, random, x, y, reach)
  for _ = 1, 400 do
    local to_x = x - reach + random(2 * reach + 1)
    local to_y = y - reach + random(2 * reach + 1)
    local line = to_x >= 0 and lines[to_y + 1] or ""
    if line:find("^[.GS]", to_x + 1) then
      return to_x, to_y
    end
  end
end

--- Pairs of free cells of a drawn map: any two, and two near each other.
function nasty.queries(lines, count, random)
  local queries, far = {}, math.max(#lines, #lines[1])
  local middle_x, middle_y = math.floor(#lines[1] / 2), math.floor(#lines / 2)
  while #queries < count do
    local sx, sy = free_near(lines, random, middle_x, middle_y, far)
    local reach = #queries % 2 == 0 and far or 2 ^ (1 + random(5))
    local gx, gy
    if sx then
      gx, gy = free_near(lines, random, sx, sy, reach)
    end
    if gx then
      queries[#queries + 1] = { sx, sy, gx, gy }
    end
  end
  return queries
end

return nasty
