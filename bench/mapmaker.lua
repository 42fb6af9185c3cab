--- Draws maps as text: `mapmaker("noise-40", side)`. Most are made to be hard,
-- since searches that are fast on game maps may be slow on these. The numbers of
-- a name are the arguments of its kind, a function below, which says whether
-- cell x, y, counted from 0, is free; it gets the side and random(n), 0 to n - 1.

local measure = require "measure"

local floor = math.floor
local kinds = {}

function kinds.open()
  return function() return true end
end

--- Random walls on `percent` of the cells.
function kinds.noise(_, random, percent)
  return function() return random(1000) >= percent * 10 end
end

--- Single walls at that distance, each moved by up to `stray`.
function kinds.pillars(side, random, apart, stray)
  local walls = {}
  stray = stray or 0
  for y = 0, side - 1 - stray, apart do
    for x = 0, side - 1 - stray, apart do
      local column = x + random(stray + 1)
      walls[column + (y + random(stray + 1)) * side] = true
    end
  end
  return function(x, y) return not walls[x + y * side] end
end

--- Rows of free cells of that height, joined at alternating ends.
function kinds.serpentine(side, _, high)
  return function(x, y)
    local row = floor(y / (high + 1))
    return y % (high + 1) < high or x == (row % 2 == 0 and side - 1 or 0)
  end
end

--- Teeth that leave only the row below them as a detour.
function kinds.comb(side, _, apart)
  return function(x, y)
    return x % apart ~= apart - 1 or y >= side - 2
  end
end

function kinds.checkerboard()
  return function(x, y) return (x + y) % 2 == 0 end
end

--- Rooms of that size, with a door in each wall.
function kinds.rooms(side, random, room)
  local doors = {}
  for y = 0, side - 1, room do
    for x = 0, side - 1, room do
      local down, right = y + random(room - 1), x + random(room - 1)
      doors[x + room - 1 + down * side] = x + room <= side
      doors[right + (y + room - 1) * side] = y + room <= side
    end
  end
  return function(x, y)
    return x % room ~= room - 1 and y % room ~= room - 1
      or doors[x + y * side] or false
  end
end

--- Corridors by a walk that turns back if it is stuck. There are no loops.
function kinds.maze(side, random)
  local free, path = {}, { { 0, 0 } }
  local steps = { { 2, 0 }, { 0, 2 }, { -2, 0 }, { 0, -2 } }
  free[0] = true
  while #path > 0 do
    local x, y = path[#path][1], path[#path][2]
    local first, found = random(4), false
    for k = 0, 3 do
      local step = steps[(first + k) % 4 + 1]
      local to_x, to_y = x + step[1], y + step[2]
      if not found and to_x >= 0 and to_y >= 0 and to_x < side and to_y < side
        and not free[to_y * side + to_x] then
        free[(y + step[2] / 2) * side + x + step[1] / 2] = true
        free[to_y * side + to_x] = true
        path[#path + 1] = { to_x, to_y }
        found = true
      end
    end
    if not found then
      path[#path] = nil
    end
  end
  return function(x, y) return free[y * side + x] end
end

--- The map's lines, of '.' and '@'.
return function(name, side)
  local words = {}
  for word in name:gmatch "[^-]+" do
    words[#words + 1] = tonumber(word) or word
  end
  local is_free = kinds[words[1]](side, measure.random(7), words[2], words[3])
  local lines = {}
  for y = 0, side - 1 do
    local row = {}
    for x = 0, side - 1 do
      row[x + 1] = is_free(x, y) and "." or "@"
    end
    lines[y + 1] = table.concat(row)
  end
  return table.concat(lines, "\n")
end
