--- The judge of pruned paths: the shortest chains of straight lines over a map,
-- by Dijkstra's algorithm over all pairs of cells that see each other.
--
-- A map has 40 x 40 cells: random walls ("noise"), walls in blocks, or rooms
-- with doors. All ground has one price.

local tilepath = require "tilepath"

local any_angle = { kinds = { "noise", "blocks", "rooms" } }

local SIDE = 40

local function noise(grid, random)
  for x, y in grid:cells() do
    if random.chance(20) then
      grid:set(x, y, "wall")
    end
  end
end

local function blocks(grid, random)
  for _ = 1, 25 do
    grid:fill(random(SIDE), random(SIDE), random(2, 7), random(2, 7), "wall")
  end
end

--- Four by four rooms, two doors in each wall between two.
local function rooms(grid, random)
  for wall = 10, 30, 10 do
    grid:fill(wall, 1, 1, SIDE, "wall")
    grid:fill(1, wall, SIDE, 1, "wall")
  end
  for wall = 10, 30, 10 do
    for room = 0, 30, 10 do
      for _ = 1, 2 do
        grid:set(wall, room + random(9), "open")
        grid:set(room + random(9), wall, "open")
      end
    end
  end
end

local draw = { noise = noise, blocks = blocks, rooms = rooms }

--- A pathfinder on a map of that kind, and the list of its free cells.
function any_angle.map(kind, random)
  local grid, cells = tilepath.grid(SIDE, SIDE), {}
  draw[kind](grid, random)
  for x, y in grid:cells("open") do
    cells[#cells + 1] = { x, y }
  end
  return tilepath.pathfinder(grid), cells
end

local function length(a, b)
  return math.sqrt((a[1] - b[1]) ^ 2 + (a[2] - b[2]) ^ 2)
end

--- The lengths of the shortest chains of lines from a cell to all cells of the
-- list.
function any_angle.lengths(finder, cells, from)
  local lengths, is_open = {}, {}
  for i = 1, #cells do
    lengths[i], is_open[i] = math.huge, true
  end
  lengths[from] = 0
  repeat
    local at, least = nil, math.huge
    for i = 1, #cells do
      if is_open[i] and lengths[i] < least then
        at, least = i, lengths[i]
      end
    end
    is_open[at or 0] = nil
    for i = 1, at and #cells or 0 do
      if is_open[i] then
        local a, b = cells[at], cells[i]
        local sum = least + length(a, b)
        if sum < lengths[i]
          and finder:line_of_sight(a[1], a[2], b[1], b[2]) then
          lengths[i] = sum
        end
      end
    end
  until not at
  return lengths
end

--- How much longer than the shortest chains pruned paths are, from some cells
-- of a map to some others.
-- @return a list of shares: 0.01 is one in a hundred
function any_angle.excess(kind, random, starts, goals)
  local finder, cells = any_angle.map(kind, random)
  local list = {}
  for _ = 1, starts do
    local from = random(#cells)
    local lengths = any_angle.lengths(finder, cells, from)
    for _ = 1, goals do
      local to = random(#cells)
      local path = finder:find(cells[from][1], cells[from][2], cells[to][1],
        cells[to][2])
      if path and to ~= from then
        list[#list + 1] = path:prune(finder):length() / lengths[to] - 1
      end
    end
  end
  return list
end

return any_angle
