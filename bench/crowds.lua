--- Rows of the research benchmark of many agents on a grid. Units 1 to n of a
-- scenario file start at once, in turns, each with its own goal. A row is
-- solved if all units are at their goals at the same time.
--
-- ticks: until then. best: the ticks that the best known solver needs in four
-- directions (the authors' C++ of LaCAM with its swap rule; for eight
-- directions no figures are here). ratio: ticks / best. way: the longest path
-- of a single unit, a lower bound of the ticks. costs: the ticks of each unit
-- until it stays at its goal, summed, as a ratio to the sum of all single
-- paths. ms: CPU time of all orders and turns; its: the time of that solver.
--
-- Only some rows, without the tools of other tables:
--   tools/lua luajit bench/crowds.lua random-32-32-20 [UNITS [DIRECTIONS]]
--   tools/lua luajit bench/crowds.lua all [UNITS [DIRECTIONS]]

local here = (arg[0] or ""):match("^(.*[/\\])") or "./"
package.path = here .. "?.lua;" .. package.path

local measure = require "measure"
local movingai = require "movingai"
local show = require "show"
local tilepath = require "tilepath"

local clock = measure.clock

local FOLDER = os.getenv("CROWDS") or "../shared/crowds/mapf"
local PATIENCE = 4 -- gives up after so many times the solver's ticks

--- Units, the longest single path, and the solver's ticks and milliseconds.
local ROWS = {
  { "random-32-32-20", 100, 49, 49, 10 },
  { "random-32-32-20", 400, 55, 117, 56 },
  { "maze-32-32-4", 100, 100, 193, 12 },
  { "maze-32-32-4", 400, 100, 726, 140 },
  { "room-64-64-16", 100, 184, 184, 20 },
  { "room-64-64-16", 400, 191, 284, 107 },
  { "room-64-64-16", 1000, 191, 673, 565 },
  { "den312d", 100, 122, 122, 15 },
  { "den312d", 400, 122, 214, 85 },
  { "den312d", 1000, 124, 452, 404 },
  { "warehouse-10-20-10-2-1", 100, 187, 209, 23 },
  { "warehouse-10-20-10-2-1", 400, 194, 331, 125 },
  { "warehouse-10-20-10-2-1", 1000, 198, 459, 451 },
  { "Berlin_1_256", 100, 364, 364, 230 },
  { "Berlin_1_256", 400, 387, 387, 940 },
  { "Berlin_1_256", 1000, 429, 429, 4188 },
}

local RULES = { [4] = "never", [8] = "only_if_no_obstacles" }

local crowds = {}

crowds.columns = {
  { "map", "map", "%-22s" },
  { "units", "units", "%5d" },
  { "directions", "dirs", "%4d" },
  { "ticks", "ticks", "%6s" },
  { "best", "best", "%5d" },
  { "ratio", "ratio", "%6.3f" },
  { "way", "way", "%4d" },
  { "costs", "costs", "%6.2f" },
  { "ms", "ms", "%8.0f" },
  { "its", "its", "%5d" },
  { "off", "off", "%4d" },
}

local function open(name, rule)
  local path = FOLDER .. "/" .. name
  local finder = tilepath.pathfinder(movingai.grid(path .. ".map"),
    { diagonal = rule })
  return finder, movingai.queries(path .. ".scen")
end

--- Adds the units. @return the crowd, and { unit =, x =, y =, way = } of each
local function muster(finder, queries, count)
  local crowd, walkers = tilepath.crowd(finder.grid), {}
  for i = 1, count do
    local q = queries[i]
    walkers[i] = { x = q[3], y = q[4],
      unit = assert(crowd:add { finder = finder, cell_x = q[1],
        cell_y = q[2] }),
      way = finder:find(q[1], q[2], q[3], q[4]):size() - 1 }
  end
  return crowd, walkers
end

--- Counts units that are off their goals, and notes the last such tick of each.
local function count_off(walkers, tick)
  local off = 0
  for _, walker in ipairs(walkers) do
    local unit = walker.unit
    if unit.cell_x ~= walker.x or unit.cell_y ~= walker.y then
      off = off + 1
      walker.ticks = tick
    end
  end
  return off
end

--- Measures one row.
-- @param row one of ROWS
-- @param directions 4 or 8
function crowds.row(row, directions)
  local name, units, way, best, its = row[1], row[2], row[3], row[4], row[5]
  local finder, queries = open(name, RULES[directions])
  local crowd, walkers = muster(finder, queries, units)
  local begun = clock()
  for _, walker in ipairs(walkers) do
    walker.unit:go_cell(walker.x, walker.y)
  end
  local spent = clock() - begun
  local tick, off = 0, count_off(walkers, 1)
  while off > 0 and tick < PATIENCE * best do
    begun = clock()
    crowd:tick()
    spent = spent + clock() - begun
    tick = tick + 1
    off = count_off(walkers, tick + 1)
  end
  local ticks, ways, longest = 0, 0, 0
  for _, walker in ipairs(walkers) do
    ticks, ways = ticks + (walker.ticks or 1) - 1, ways + walker.way
    longest = math.max(longest, walker.way)
  end
  return {
    map = name, units = units, directions = directions, off = off,
    ticks = off == 0 and tick or "never", best = best,
    ratio = off == 0 and tick / best or nil, costs = ticks / ways,
    way = directions == 4 and way or longest, ms = spent / 1e3, its = its,
  }
end

--- Calls f for the rows whose name, units and directions match; nil matches
-- all.
local function each(name, units, directions, f)
  for _, d in ipairs { 4, 8 } do
    for _, row in ipairs(ROWS) do
      if (not name or row[1]:find(name, 1, true))
        and (not units or row[2] == units)
        and (not directions or d == directions) then
        f(row, d)
      end
    end
  end
end

local function exists()
  local file = io.open(FOLDER .. "/" .. ROWS[1][1] .. ".scen")
  if file then
    file:close()
  end
  return file ~= nil
end

--- Measures all rows. @return a list of rows
function crowds.made(task)
  local rows = {}
  if not exists() then
    print("no scenarios in " .. FOLDER .. " (CROWDS names another folder)")
    return rows
  end
  each(task.only ~= "" and task.only or nil, nil, nil, function(row, d)
    rows[#rows + 1] = crowds.row(row, d)
  end)
  return rows
end

local function alone(name, units, directions)
  io.stdout:setvbuf("no")
  local ratios, solved, of = {}, 0, 0
  show.titles(crowds.columns)
  each(name ~= "all" and name or nil, tonumber(units), tonumber(directions),
    function(row, d)
      local result = crowds.row(row, d)
      of = of + 1
      show.row(crowds.columns, result)
      if result.ratio then
        solved = solved + 1
        ratios[#ratios + 1] = result.ratio
      end
    end)
  print(("%d of %d solved%s"):format(solved, of, #ratios > 0
    and (", ratio %.3f in the geometric mean"):format(
      measure.geometric_mean(ratios)) or ""))
end

if arg[0]:find("crowds%.lua$") then
  alone(arg[1] or "all", arg[2], arg[3])
end

return crowds
