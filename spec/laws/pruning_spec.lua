--- Properties of pruned paths: each line is clear, the cost falls as the lines do,
-- and they are nearly the shortest chains of lines. These are found by Dijkstra's
-- algorithm over all pairs of cells that see each other.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local judge = require "spec.support.judge"
local law = require "spec.support.law"

-- Maps of 30 x 30 cells, all ground of one price: random walls ("noise"), walls
-- in blocks, or rooms with doors. The greatest mean of how much longer than the
-- shortest chains pruned paths are, on three maps.
local MOST = { noise = 0.025, blocks = 0.005, rooms = 0.006 }

local SIDE = 30

local function noise(grid, random)
  for x, y in grid:cells() do
    if random.chance(20) then
      grid:set(x, y, "wall")
    end
  end
end

local function blocks(grid, random)
  for _ = 1, SIDE / 2 do
    grid:fill(random(SIDE), random(SIDE), random(2, 7), random(2, 7), "wall")
  end
end

--- Three by three rooms, two doors in each wall between two.
local function rooms(grid, random)
  for wall = 10, SIDE - 10, 10 do
    grid:fill(wall, 1, 1, SIDE, "wall")
    grid:fill(1, wall, SIDE, 1, "wall")
  end
  for wall = 10, SIDE - 10, 10 do
    for room = 0, SIDE - 10, 10 do
      for _ = 1, 2 do
        grid:set(wall, room + random(9), "open")
        grid:set(room + random(9), wall, "open")
      end
    end
  end
end

local draw = { noise = noise, blocks = blocks, rooms = rooms }

--- A pathfinder on a map of that kind, and the list of its free cells.
local function map_of(kind, random)
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
local function lengths_from(finder, cells, from)
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
local function excess_on(kind, random, starts, goals)
  local finder, cells = map_of(kind, random)
  local list = {}
  for _ = 1, starts do
    local from = random(#cells)
    local lengths = lengths_from(finder, cells, from)
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

describe("pruning", function()
  law(it, "never makes a path illegal or dearer, and lowers the cost as the lines "
    .. "do", { runs = 40 }, function(random)
      local world = judge.world(random, { 1, 0.5, 2, 3 })
      local rule = random.any(judge.rules)
      local finder = tilepath.pathfinder(tilepath.grid(world.name,
        { prices = world.terrain }), { diagonal = rule })
      local function along(path)
        local sum = 0
        for i = 1, #path - 3, 2 do
          sum = sum + judge.line_cost(world, path[i], path[i + 1],
            path[i + 2], path[i + 3])
        end
        return sum
      end
      for _ = 1, 3 do
        local x1, y1 = judge.place(random, world)
        local x2, y2 = judge.place(random, world)
        local path = finder:find(x1, y1, x2, y2)
        for _, before in ipairs(path and { path, path:dedup() } or {}) do
          local after = before:prune(finder)
          for i = 1, #after - 3, 2 do
            assert.is_true(judge.sees(world, rule, after[i], after[i + 1],
              after[i + 2], after[i + 3]))
          end
          assert.are.same({ x1, y1, x2, y2 },
            { after[1], after[2], after[#after - 1], after[#after] })
          assert.is_true(after.cost <= path.cost + 1e-9)
          helper.near(along(before) - along(after), path.cost - after.cost,
            1e-4)
        end
      end
    end)
end)

describe("pruning #once", function()
  for _, kind in ipairs { "noise", "blocks", "rooms" } do
    law(it, ("leaves a path nearly as short as any, on maps of %s")
      :format(kind), { runs = 1 }, function(random)
        local count, sum, far = 0, 0, 0
        for _ = 1, 9 do -- on fewer maps chance decides
          for _, excess in ipairs(excess_on(kind, random, 2, 40)) do
            assert.is_true(excess > -1e-9 and excess < 0.2)
            count, sum = count + 1, sum + excess
            far = far + (excess > 0.08 and 1 or 0)
          end
        end
        assert.is_true(sum / count <= MOST[kind], sum / count)
        assert.is_true(far <= count / 50, far)
      end)
  end
end)
