--- The A* on tables that a good programmer writes in an hour, for plain.lua:
-- flat tables with a border of walls, and a binary heap.

local abs, floor = math.abs, math.floor
local DIAGONAL = math.sqrt(2)

--- @param price  a function of a cell, from 0: its price, 0 for a wall
-- @return find(x1, y1, x2, y2), which gives a flat list of cells, and its cost
return function(side, price)
  local pitch, stamp = side + 2, 0
  local cost, best, mark, came = {}, {}, {}, {}
  local places, keys = {}, {} -- the heap
  for p = 0, pitch * pitch do
    local x, y = p % pitch - 1, floor(p / pitch) - 1
    local is_inside = x >= 0 and y >= 0 and x < side and y < side
    cost[p] = is_inside and price(x, y) or 0
    best[p], mark[p], came[p] = 0, 0, 0
  end
  local offset = { 1, -1, pitch, -pitch,
    pitch + 1, pitch - 1, -pitch + 1, -pitch - 1 }
  local beside = { 0, 0, 0, 0, 1, -1, 1, -1 }
  local below = { 0, 0, 0, 0, pitch, pitch, -pitch, -pitch }

  local function path_to(goal)
    local path, count, p = {}, 0, goal
    while p ~= 0 do
      p, count = came[p], count + 2
    end
    p = goal
    for i = count, 2, -2 do
      local x = p % pitch
      path[i - 1], path[i], p = x - 1, (p - x) / pitch - 1, came[p]
    end
    return path, best[goal]
  end

  return function(x1, y1, x2, y2)
    local start, goal = (y1 + 1) * pitch + x1 + 1, (y2 + 1) * pitch + x2 + 1
    stamp = stamp + 2
    local open, closed, count = stamp, stamp + 1, 1
    best[start], mark[start], came[start] = 0, open, 0
    places[1], keys[1] = start, 0
    while count > 0 do
      local p, last, key = places[1], places[count], keys[count]
      count = count - 1
      local i = 1
      while 2 * i <= count do
        local child = 2 * i
        if child < count and keys[child + 1] < keys[child] then
          child = child + 1
        end
        if keys[child] >= key then
          break
        end
        places[i], keys[i], i = places[child], keys[child], child
      end
      places[i], keys[i] = last, key
      if p == goal then return path_to(goal) end
      if mark[p] ~= closed then
        mark[p] = closed
        for d = 1, 8 do
          local q = p + offset[d]
          local step = cost[q]
          if step > 0 and (d <= 4 or cost[p + beside[d]] > 0
            or cost[p + below[d]] > 0) then
            local reached = best[p] + (d > 4 and step * DIAGONAL or step)
            if mark[q] < open or reached < best[q] then
              best[q], mark[q], came[q] = reached, open, p
              local x = q % pitch
              local dx, dy = abs(x - x2 - 1), abs((q - x) / pitch - y2 - 1)
              local f = reached + (dx > dy and dx + (DIAGONAL - 1) * dy
                or dy + (DIAGONAL - 1) * dx)
              count = count + 1
              i = count
              while i > 1 and keys[floor(i / 2)] > f do
                local above = floor(i / 2)
                places[i], keys[i], i = places[above], keys[above], above
              end
              places[i], keys[i] = q, f
            end
          end
        end
      end
    end
    return nil
  end
end
