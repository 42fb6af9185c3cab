--- The core in Lua on one host: a row of docs/benchmarks.md.
--
--   lua bench/hosts.lua NAME      with build/single on package.path
--
-- The map has 256 x 256 cells, a fifth of them walls. The columns are
-- milliseconds of a processor: a first query, which also reads the map; the
-- mean of 200 queries; a field over the whole map; the mean of 100 ticks of 100
-- units with random goals; the same on 64 x 64 cells, where the units are in
-- each other's way. Of three runs the fastest counts, each on a new map. A host
-- without files takes the function that this file returns.

local SIDE, DENSE, QUERIES, UNITS, TICKS, RUNS = 256, 64, 200, 100, 100, 3

local seed

--- Products below 2^24, which each host has.
local function random(n)
  seed = seed * 171 % 30269
  return 1 + seed % n
end

local function draw(tilepath, side)
  local rows = {}
  for y = 1, side do
    local row = {}
    for x = 1, side do
      row[x] = random(5) == 1 and "#" or "."
    end
    rows[y] = table.concat(row)
  end
  return tilepath.grid(table.concat(rows, "\n"))
end

--- A cell that the agent can reach from most others.
local function place(finder)
  local grid = finder.grid
  return finder:nearest(random(grid.width), random(grid.height))
end

local function play(tilepath, finder)
  local crowd = tilepath.crowd(finder.grid)
  for _ = 1, UNITS do
    local unit
    repeat
      local x, y = place(finder)
      unit = crowd:add { finder = finder, cell_x = x, cell_y = y }
    until unit
    unit:go_cell(place(finder))
  end
  for _ = 1, TICKS do
    crowd:tick()
    for unit, what in crowd:events() do
      if what == "arrived" or what == "settled" then
        unit:go_cell(place(finder))
      end
    end
  end
end

--- Milliseconds of f, a part of `count`.
local function time(clock, f, count)
  local begun = clock()
  f()
  return (clock() - begun) * 1000 / (count or 1)
end

local function run(tilepath, clock)
  seed = 12345
  local finder = tilepath.pathfinder(draw(tilepath, SIDE))
  local times = {}
  times[1] = time(clock, function()
    local x, y = finder:nearest(1, 1)
    finder:find(x, y, finder:nearest(SIDE, SIDE))
  end)
  local queries = {}
  for i = 1, QUERIES do
    local x1, y1 = place(finder)
    local x2, y2 = place(finder)
    queries[i] = { x1, y1, x2, y2 }
  end
  times[2] = time(clock, function()
    for i = 1, QUERIES do
      local q = queries[i]
      finder:find(q[1], q[2], q[3], q[4])
    end
  end, QUERIES)
  local x, y = place(finder)
  times[3] = time(clock, function() finder:field { { x, y } } end)
  for i, side in ipairs { SIDE, DENSE } do
    local own = side == SIDE and finder
      or tilepath.pathfinder(draw(tilepath, side))
    times[3 + i] = time(clock, function() play(tilepath, own) end, TICKS)
  end
  return times
end

--- @return the row as a line of a table
local function measure(tilepath, clock, name)
  local best = {}
  for _ = 1, RUNS do
    for i, milliseconds in ipairs(run(tilepath, clock)) do
      best[i] = math.min(best[i] or milliseconds, milliseconds)
    end
  end
  local words = {}
  for i, milliseconds in ipairs(best) do
    words[i] = ("%.3g"):format(milliseconds)
  end
  return ("| %s | %s |"):format(name, table.concat(words, " | "))
end

local name = rawget(_G, "arg") and arg[1]
if name then
  print(measure(require "tilepath", os.clock, name))
end

return measure
