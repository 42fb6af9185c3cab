--- How many goals the units of a crowded map reach: each unit goes to a random
-- cell, and gets another one as soon as it is there.
--
-- share: units for each free cell, in percent. arrivals: at goals, each tick.
-- ms: CPU time of a tick, with its orders. Both are means over seeds. If other
-- processes run, ms rises by a few percent.
--
-- Only some rows, and other options of the crowd:
--   tools/lua luajit bench/lifelong.lua [MAP [UNITS [SEEDS [OPTION=VALUE]]]]
--   tools/lua luajit bench/lifelong.lua all "" 3 nodes=4000

local here = (arg[0] or ""):match("^(.*[/\\])") or "./"
package.path = here .. "?.lua;" .. package.path

local measure = require "measure"
local show = require "show"
local tilepath = require "tilepath"

local clock = measure.clock

local TICKS, SEEDS, SEED = 500, 8, 7919

--- Shelves of 8 x 2 cells. Aisles along them have one cell, those between
-- their ends two.
local function is_shelf(x, y)
  return x > 3 and x <= 60 and y % 3 ~= 1 and (x - 4) % 10 < 8
end

--- Rooms of 7 x 7 cells. In each wall is a door of two cells.
local function is_room_wall(x, y)
  local i, j = (x - 1) % 8, (y - 1) % 8
  local in_row, in_column = j == 3 or j == 4, i == 3 or i == 4
  return (i == 0 and not in_row) or (j == 0 and not in_column)
end

local function is_rock(_, _, random)
  return random(5) == 0
end

local MAPS = {
  warehouse = { 63, 33, is_shelf },
  random = { 48, 48, is_rock },
  rooms = { 49, 49, is_room_wall },
}

local ROWS = {
  { "warehouse", 250 }, { "warehouse", 400 }, { "warehouse", 600 },
  { "random", 400 }, { "random", 600 },
  { "rooms", 600 },
}

local lifelong = {}

lifelong.columns = {
  { "map", "map", "%-10s" },
  { "units", "units", "%5d" },
  { "share", "share", "%5.0f" },
  { "arrivals", "arrivals", "%8.2f" },
  { "ms", "ms", "%6.3f" },
}

local function draw(name, random)
  local width, height, is_wall = MAPS[name][1], MAPS[name][2], MAPS[name][3]
  local grid = tilepath.grid(width, height)
  for y = 1, height do
    for x = 1, width do
      if is_wall(x, y, random) then
        grid:set(x, y, "wall")
      end
    end
  end
  return grid
end

--- All cells that can be reached from a free cell.
local function part_of(finder, x0, y0)
  local list = {}
  for y = 1, finder.grid.height do
    for x = 1, finder.grid.width do
      if finder:is_reachable(x0, y0, x, y) then
        list[#list + 1] = { x, y }
      end
    end
  end
  return list
end

--- The cells of the largest of a few parts of the map, in a random order.
local function places(finder, random)
  local grid, best = finder.grid, {}
  for _ = 1, 8 do
    local x, y
    repeat
      x, y = random(grid.width) + 1, random(grid.height) + 1
    until finder:can_enter(x, y)
    local part = part_of(finder, x, y)
    best = #part > #best and part or best
  end
  for i = #best, 2, -1 do
    local k = random(i) + 1
    best[i], best[k] = best[k], best[i]
  end
  return best
end

--- Plays one seed. @return arrivals and ms of a tick, and the free cells
local function play(name, units, seed, options)
  local random = measure.random(seed)
  local finder = tilepath.pathfinder(draw(name, random))
  local cells = places(finder, random)
  local crowd = tilepath.crowd(finder.grid, options)
  local function send(unit)
    local cell = cells[random(#cells) + 1]
    unit:go_cell(cell[1], cell[2])
  end
  for i = 1, units do
    send(assert(crowd:add { finder = finder, cell_x = cells[i][1],
      cell_y = cells[i][2] }))
  end
  local arrivals, begun = 0, clock()
  for _ = 1, TICKS do
    crowd:tick()
    for unit, what in crowd:events() do
      if what == "arrived" then
        arrivals = arrivals + 1
        send(unit)
      end
    end
  end
  return arrivals / TICKS, (clock() - begun) / 1e3 / TICKS, #cells
end

--- Measures one row.
function lifelong.row(name, units, seeds, options)
  local arrivals, ms, cells = {}, {}, {}
  for i = 1, seeds do
    arrivals[i], ms[i], cells[i] = play(name, units, i * SEED, options)
  end
  return { map = name, units = units, arrivals = measure.mean(arrivals),
    ms = measure.mean(ms), share = 100 * units / measure.mean(cells) }
end

--- Measures all rows. @return a list of rows
function lifelong.made(task)
  local rows = {}
  for _, row in ipairs(ROWS) do
    if row[1]:find(task.only, 1, true)
      and (not task.units or task.units == row[2]) then
      rows[#rows + 1] = lifelong.row(row[1], row[2], task.seeds or SEEDS,
        task.options)
    end
  end
  return rows
end

local function alone(map, units, seeds, setting)
  local options = {}
  if setting then
    local name, value = setting:match("^(.-)=(.*)$")
    options[name] = tonumber(value) or value == "true"
  end
  show.titles(lifelong.columns)
  for _, row in ipairs(lifelong.made { only = map == "all" and "" or map,
    units = tonumber(units), seeds = tonumber(seeds), options = options }) do
    show.row(lifelong.columns, row)
  end
end

if arg[0]:find("lifelong%.lua$") then
  alone(arg[1] or "all", arg[2], arg[3], arg[4])
end

return lifelong
