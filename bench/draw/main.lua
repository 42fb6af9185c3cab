-- What tilepath.draw takes of a frame: the game that bench/draw.lua starts. A
-- map of 100 x 100 cells with prices, fences and links holds everything
-- that a picture can show, and 200 units on their paths. Each row draws a part
-- of that, once per frame, and prints a line:
--
--   row, draw calls, milliseconds of the first frame, of the second, the median
--   and the longest of the later frames, kilobytes of garbage a frame
--
-- Time is CPU time on the calling thread.

local tilepath = require "tilepath"

local graphics = love.graphics
local SIDE, CELL, UNITS, FRAMES, DT = 100, 8, 200, 120, 1 / 60

-- Time -------------------------------------------------------------------------

local clock = os.clock
if jit.os == "Linux" then
  local ffi = require "ffi"
  ffi.cdef [[
    struct draw_time { long seconds, nanoseconds; };
    int clock_gettime(int clock, struct draw_time *now);
  ]]
  local THREAD = 3
  local now = ffi.new "struct draw_time"
  function clock()
    ffi.C.clock_gettime(THREAD, now)
    return tonumber(now.seconds) + tonumber(now.nanoseconds) * 1e-9
  end
end

-- The scene --------------------------------------------------------------------

local random
local TERRAINS = { "road", "mud", "swamp", "wall", "wall" }

local function new_grid()
  local grid = tilepath.grid(SIDE, SIDE, { cell_size = CELL,
    prices = { road = 0.5, mud = 2, swamp = 3 } })
  for _ = 1, 200 do
    grid:fill(random:random(SIDE - 5), random:random(SIDE - 5),
      random:random(5), random:random(5), TERRAINS[random:random(5)])
  end
  for i = 1, 100 do
    local x, y = random:random(SIDE - 1), random:random(SIDE - 1)
    grid:fence(x, y, x + 1, y, i % 3 == 0 and { one_way = true } or nil)
  end
  return grid
end

local function any_cell(finder)
  local x, y
  repeat
    x, y = random:random(SIDE), random:random(SIDE)
  until finder:is_reachable(50, 50, x, y)
  return x, y
end

local function new_crowd(grid, finder)
  local crowd, units = tilepath.crowd(grid), {}
  while #units < UNITS do
    local x, y = any_cell(finder)
    units[#units + 1] = crowd:add { finder = finder, cell_x = x, cell_y = y,
      speed = 4 * CELL }
  end
  for _, unit in ipairs(units) do
    unit:go_cell(any_cell(finder))
  end
  return crowd
end

--- A new scene for each row.
local function new_scene()
  random = love.math.newRandomGenerator(5)
  local grid = new_grid()
  grid:set(50, 50, "road")
  local heat = tilepath.layer(grid)
  for x, y in grid:cells() do
    heat:set(x, y, math.floor(127 + 127 * math.sin(x / 9) * math.cos(y / 7)))
  end
  local finder = tilepath.pathfinder(grid, { layers = { { heat, 0.01 } } })
  for _ = 1, 40 do
    local x1, y1 = any_cell(finder)
    local x2, y2 = any_cell(finder)
    grid:link(x1, y1, x2, y2)
  end
  local hero = tilepath.follower { x = 404, y = 404, speed = 20,
    finder = finder }
  hero:go(grid:to_world(any_cell(finder)))
  local search = finder:search(50, 50, any_cell(finder))
  search:step(2000)
  return {
    grid = { grid, colours = { lattice = true } },
    layer = heat,
    pathfinder = { finder, colours = { price = true } },
    field = finder:field { { 50, 50 } },
    reach = finder:reach(50, 50, 30),
    view = finder:view(50, 50, 20),
    search = search,
    path = finder:find(50, 50, any_cell(finder)),
    follower = hero,
    crowd = new_crowd(grid, finder),
  }, grid
end

local NAMES = { "grid", "layer", "pathfinder", "field", "reach", "view",
  "search", "path", "follower", "crowd" }

-- Rows -------------------------------------------------------------------------

--- Draws while the collector is stopped, and notes time and garbage.
local function measure_frame(list, options, times, garbage)
  graphics.origin()
  graphics.clear()
  collectgarbage "stop"
  local bytes, began = collectgarbage "count", clock()
  tilepath.draw(list, options)
  times[#times + 1] = (clock() - began) * 1e3
  garbage[#garbage + 1] = collectgarbage "count" - bytes
  collectgarbage "restart"
  local calls = graphics.getStats().drawcalls
  graphics.present()
  return calls
end

local function median(list, from)
  local sorted = {}
  for i = from, #list do sorted[#sorted + 1] = list[i] end
  table.sort(sorted)
  return sorted[math.ceil(#sorted / 2)], sorted[#sorted]
end

--- @param name   of a thing; nil: all things
local function measure_row(name)
  local scene, grid = new_scene()
  local list, options = {}, { grid = grid }
  for _, each in ipairs(NAMES) do
    if each == name or not name then list[#list + 1] = scene[each] end
  end
  local times, garbage, calls = {}, {}, 0
  for _ = 1, FRAMES do
    scene.crowd:update(DT)
    scene.follower:update(DT)
    calls = measure_frame(list, options, times, garbage)
  end
  local middle, longest = median(times, 3)
  print(("row %s %d %.3f %.3f %.3f %.3f %.2f"):format(name or "everything",
    calls, times[1], times[2], middle, longest, (median(garbage, 30))))
end

function love.load()
  io.stdout:setvbuf "line"
  measure_row()
  for _, name in ipairs(NAMES) do measure_row(name) end
  love.event.quit()
end

function love.errorhandler(message)
  print(debug.traceback(message))
  os.exit(1)
end
