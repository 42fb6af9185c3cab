-- Chooses where to walk on a map that nobody has prepared.
--
-- Random cells, from a generator of our own: the same map gives the same tour
-- on every Lua. Two random cells that can reach each other lie almost always
-- in the large part of a map, so a first such cell is a good start. From
-- there, of many cells that can be reached, the next stop is the one whose
-- distance is nearest to that of a good walk.

local STOPS, LONGEST_STRIDE, CANDIDATES = 4, 110, 80

local function generator(seed)
  return function(n)
    seed = seed * 16807 % 2147483647       -- Park and Miller, 1988
    return seed % n + 1
  end
end

local function choose_start(finder, random)
  local width, height = finder.grid.width, finder.grid.height
  for _ = 1, 1000 do
    local x, y = random(width), random(height)
    if finder:is_reachable(x, y, random(width), random(height)) then
      return { x, y }
    end
  end
end

local function choose_next(finder, random, from)
  local grid = finder.grid
  local stride = math.min(LONGEST_STRIDE, (grid.width + grid.height) / 2)
  local best, best_error = nil, math.huge
  for _ = 1, CANDIDATES do
    local x, y = random(grid.width), random(grid.height)
    local distance = math.sqrt((x - from[1])^2 + (y - from[2])^2)
    local off = math.abs(distance - stride)
    if off < best_error
        and finder:is_reachable(from[1], from[2], x, y) then
      best, best_error = { x, y }, off
    end
  end
  return best
end

-- A list of stops {x, y}. `from` and `to` are stops that were asked for, or
-- nil. Fewer than two stops where there is nowhere to go.
return function(finder, from, to)
  if from and to then return { from, to } end
  local random = generator(1)
  local stops = { from or to or choose_start(finder, random) }
  while stops[1] and #stops < ((from or to) and 2 or STOPS) do
    local stop = choose_next(finder, random, stops[#stops])
    if not stop then break end
    stops[#stops + 1] = stop
  end
  if to and #stops == 2 then return { stops[2], stops[1] } end
  return stops
end
