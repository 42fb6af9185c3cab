--- Random places on a map whose cells count from 0, for tables that need any
-- places rather than those of the scenarios; and places far apart.

local places = {}

local SOUNDINGS = 4 -- along each side of a map, to find its largest part
local PATIENCE = 100000 -- tries, before a map is taken as full

--- A random free cell.
function places.cell(finder, random)
  local grid = finder.grid
  for _ = 1, PATIENCE do
    local x, y = random(grid.width), random(grid.height)
    if finder:can_enter(x, y) then return x, y end
  end
  error "the agent has no room on this map"
end

--- Pairs of connected cells: { { x1, y1, x2, y2 }, ... }.
function places.pairs(finder, random, count)
  local list = {}
  for i = 1, count do
    local x1, y1, x2, y2
    repeat
      x1, y1 = places.cell(finder, random)
      x2, y2 = places.cell(finder, random)
    until finder:is_reachable(x1, y1, x2, y2)
    list[i] = { x1, y1, x2, y2 }
  end
  return list
end

--- Cells from which a place can be reached: { { x, y }, ... }.
function places.around(finder, random, count, to_x, to_y)
  local list = {}
  for i = 1, count do
    local x, y
    repeat
      x, y = places.cell(finder, random)
    until finder:is_reachable(x, y, to_x, to_y)
    list[i] = { x, y }
  end
  return list
end

--- A cell in a large part of the map, and the cell that costs most from there:
-- x1, y1, x2, y2. Cells count as in the grid.
function places.region(finder)
  local grid, best, from_x, from_y = finder.grid, nil, nil, nil
  for i = 0, SOUNDINGS do
    for j = 0, SOUNDINGS do
      local x, y = finder:nearest(
        grid.base_x + math.floor(i / SOUNDINGS * grid.width),
        grid.base_y + math.floor(j / SOUNDINGS * grid.height))
      if not best or best:cost(x, y) == nil then
        local reach = finder:reach(x, y, math.huge)
        if not best or reach.count > best.count then
          best, from_x, from_y = reach, x, y
        end
      end
    end
  end
  local farthest, far_x, far_y = -1, nil, nil
  for x, y, cost in best:cells() do
    if cost > farthest then
      farthest, far_x, far_y = cost, x, y
    end
  end
  return from_x, from_y, far_x, far_y
end

return places
