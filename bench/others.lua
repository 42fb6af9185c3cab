--- A row for a kind of map: queries among 1,000 units of one cell on 512 x 512
-- cells, beside the same queries on a map on which these cells are walls.
--
-- 300 queries run between random cells; each runs a few times, and the least
-- time counts. `walled`: the mean, as a ratio to that of the walled map.
-- `longest`: the longest query, as a ratio to the longest by A* there.
-- `clear`: the queries whose path meets no unit, and their mean as a ratio to
-- that without `avoid`. `moved`: the mean if ten units move before each query,
-- as a ratio to that without moves.

local measure = require "measure"
local tilepath = require "tilepath"

local clock = measure.clock

local SIDE, UNITS, QUERIES, ROUNDS = 512, 1000, 300, 5

local others = {}

others.columns = {
  { "map", "map", "%-12s" },
  { "us", "us", "%8.1f" },
  { "walled", "walled", "%7.2f" },
  { "longest", "longest", "%8.2f" },
  { "clear", "clear", "%6d" },
  { "clear_ratio", "plain", "%6.2f" },
  { "moved", "moved", "%6.2f" },
}

local function open()
  return tilepath.grid(SIDE, SIDE)
end

local function rocky(random)
  local grid = open()
  for _ = 1, SIDE * SIDE / 4 do
    grid:set(random(1, SIDE), random(1, SIDE), "wall")
  end
  return grid
end

local function priced(random)
  local grid = tilepath.grid(SIDE, SIDE, { prices = { mud = 3 } })
  for _ = 1, 800 do
    grid:fill(random(1, SIDE), random(1, SIDE), random(1, 20), random(1, 20),
      "mud")
  end
  return grid
end

local function fill(grid, finder, random)
  local crowd, walled = tilepath.crowd(grid), grid:copy()
  while #crowd < UNITS do
    local x, y = random(1, SIDE), random(1, SIDE)
    if crowd:add { finder = finder, cell_x = x, cell_y = y } then
      walled:set(x, y, "wall")
    end
  end
  return crowd, walled
end

local function draw_queries(judge, random)
  local list = {}
  while #list < QUERIES do
    local q = { random(1, SIDE), random(1, SIDE), random(1, SIDE),
      random(1, SIDE) }
    if judge:find(q[1], q[2], q[3], q[4]) then
      list[#list + 1] = q
    end
  end
  return list
end

local function find(finder, q, query)
  return finder:find(q[1], q[2], q[3], q[4], query)
end

--- The least time of each query.
local function times(list, finder, query, before)
  local least = {}
  for _ = 1, ROUNDS do
    for i, q in ipairs(list) do
      if before then
        before()
      end
      local begun = clock()
      find(finder, q, query)
      local us = clock() - begun - measure.overhead
      least[i] = math.min(least[i] or us, us)
    end
  end
  return least
end

local function sum(list, wanted)
  local total, longest = 0, 0
  for i, value in ipairs(list) do
    if not wanted or wanted[i] then
      total, longest = total + value, math.max(longest, value)
    end
  end
  return total, longest
end

--- Does the path without other units meet none of them?
local function is_clear(finder, judge, q)
  local path = find(finder, q)
  for i = 3, #path, 2 do
    if not judge:can_step(path[i - 2], path[i - 1], path[i], path[i + 1]) then
      return false
    end
  end
  return true
end

local function row(name, make)
  local draw = measure.random(7)
  local function random(low, high)
    return low + draw(high - low + 1)
  end
  local grid = make(random)
  local finder = tilepath.pathfinder(grid)
  local crowd, walled = fill(grid, finder, random)
  local judge = tilepath.pathfinder(walled)
  local slow = tilepath.pathfinder(walled, { algorithm = "astar" })
  local list, clear, count = draw_queries(judge, random), {}, 0
  for i, q in ipairs(list) do
    clear[i] = is_clear(finder, judge, q)
    count = count + (clear[i] and 1 or 0)
  end
  local query, units, next_unit = { avoid = crowd }, crowd:units(), 0
  local among, plain = times(list, finder, query), times(list, finder)
  local all, longest = sum(among)
  local of_walled = sum(times(list, judge))
  local _, of_slow = sum(times(list, slow))
  local moved = sum(times(list, finder, query, function()
    for _ = 1, 10 do
      next_unit = next_unit % UNITS + 1
      local unit = units[next_unit]
      unit:set_cell(unit.cell_x + random(-1, 1), unit.cell_y + random(-1, 1))
    end
  end))
  return { map = name, us = all / QUERIES, walled = all / of_walled,
    longest = longest / of_slow, clear = count,
    clear_ratio = sum(among, clear) / sum(plain, clear), moved = moved / all }
end

--- Measures all kinds. @return a list of rows
function others.made()
  return { row("open", open), row("rocky", rocky), row("priced", priced) }
end

return others
