--- What a crowd takes of a frame: 4,000 units on a map of 256 x 256 cells, at
-- six cells a second, sixty frames a second.
--
-- `fields`: units follow sixteen fields, each with one goal; from a goal they
-- follow another field. `goals`: each unit goes to a goal of its own, and from
-- there to another one. A row has the mean and the longest frame of ten
-- seconds, with the places of all units read into arrays, after a warm-up of
-- two seconds. `all at once` is the first frame after orders, in which every
-- unit decides. bytes: memory of Lua for a unit, with all of the library's.
--
-- `1000 orders`: that many units stand, and get goals of their own in one
-- frame, with a budget of `nodes`. first: the orders themselves; longest: the
-- longest update after them; frames: until the last unit moves.

local measure = require "measure"
local movingai = require "movingai"
local tilepath = require "tilepath"

local clock = measure.clock

local MAP = (os.getenv("CROWDS") or "../shared/crowds/mapf")
  .. "/Berlin_1_256.map"
local FPS, SPEED, MANY, ORDERS, FIELDS = 60, 6, 4000, 1000, 16
local WARM, SECONDS = 2, 10
local NODES = tonumber(os.getenv "NODES") or 8000

local frames = {}

frames.columns = {
  { "row", "row", "%-12s" },
  { "units", "units", "%5d" },
  { "mean_ms", "mean ms", "%8.3f" },
  { "longest_ms", "longest", "%8.3f" },
  { "first_ms", "at once", "%8.3f" },
  { "frames", "frames", "%6d" },
  { "bytes", "bytes", "%6.0f" },
}

local function ms_of(f, ...)
  local begun = clock()
  local result = f(...)
  return (clock() - begun - measure.overhead) / 1e3, result
end

--- Cells from which most of the map can be reached.
local function places(finder, random, count)
  local grid, list, taken = finder.grid, {}, {}
  local x0, y0
  repeat
    x0, y0 = random(grid.width), random(grid.height)
    local reach = finder:can_enter(x0, y0) and finder:reach(x0, y0, 100)
  until reach and reach.count > 5000
  while #list < count do
    local x, y = random(grid.width), random(grid.height)
    local key = y * grid.width + x
    if not taken[key] and finder:is_reachable(x0, y0, x, y) then
      taken[key] = true
      list[#list + 1] = { x, y }
    end
  end
  return list
end

local function new_arrays(count)
  local xs, ys = {}, {}
  for i = 1, count do
    xs[i], ys[i] = 0, 0
  end
  return xs, ys
end

--- Places `count` units that stand. Also returns the memory that each takes in
-- Lua.
local function muster(finder, count, options)
  local random = measure.random(5)
  local cells = places(finder, random, count)
  local crowd, units = tilepath.crowd(finder.grid, options), {}
  local before = measure.bytes()
  for i, cell in ipairs(cells) do
    units[i] = crowd:add { finder = finder, cell_x = cell[1],
      cell_y = cell[2], speed = SPEED }
  end
  return crowd, units, random, before
end

--- Orders a unit to its next goal.
local ORDERED = {
  fields = function(finder, _, random)
    local fields = {}
    for i, cell in ipairs(places(finder, random, FIELDS)) do
      fields[i] = finder:field { cell }
    end
    return function(unit)
      unit.which = (unit.which or random(FIELDS)) % FIELDS + 1
      unit:follow(fields[unit.which])
    end
  end,
  goals = function(finder, units, random)
    local cells = places(finder, random, 2 * #units)
    local next_cell = 0
    return function(unit)
      next_cell = next_cell % #cells + 1
      unit:go_cell(cells[next_cell][1], cells[next_cell][2])
    end
  end,
}

--- Reads where all units are, as a game that draws them does.
local function positions(units, xs, ys)
  for i, unit in ipairs(units) do
    xs[i], ys[i] = unit.x, unit.y
  end
end

--- Runs some seconds of a crowd whose units get a new order if they arrive.
local function march(crowd, xs, ys, order, seconds)
  local sum, longest = 0, 0
  local units = crowd:units()
  for _ = 1, seconds * FPS do
    local ms = ms_of(function()
      crowd:update(1 / FPS)
      positions(units, xs, ys)
    end)
    sum, longest = sum + ms, math.max(longest, ms)
    for unit, what in crowd:events() do
      if what == "arrived" then
        order(unit)
      end
    end
  end
  local count = seconds * FPS
  return sum / count, longest
end

local function full_march(kind)
  return function(finder)
    local crowd, units, random, before = muster(finder, MANY)
    local order = ORDERED[kind](finder, units, random)
    local xs, ys = new_arrays(MANY)
    for _, unit in ipairs(units) do
      order(unit)
    end
    local at_once = ms_of(crowd.update, crowd, 1 / FPS)
    march(crowd, xs, ys, order, WARM)
    local mean, longest = march(crowd, xs, ys, order, SECONDS)
    return { row = kind, units = MANY, mean_ms = mean, longest_ms = longest,
      first_ms = at_once,
      bytes = (measure.bytes() - before) / MANY }
  end
end

local function orders(finder)
  local crowd, units, random, before = muster(finder, ORDERS,
    { max_nodes = NODES })
  local order = ORDERED.goals(finder, units, random)
  crowd:update(1 / FPS)
  local first = ms_of(function()
    for _, unit in ipairs(units) do
      order(unit)
    end
  end)
  local sum, longest, count, waiting = 0, 0, 0, ORDERS
  while waiting > 0 and count < 600 do
    local ms = ms_of(crowd.update, crowd, 1 / FPS)
    sum, longest, count = sum + ms, math.max(longest, ms), count + 1
    waiting = 0
    for _, unit in ipairs(units) do
      waiting = waiting + (unit.status == "waiting" and 1 or 0)
    end
  end
  return { row = "1000 orders", units = ORDERS, mean_ms = sum / count,
    longest_ms = longest, first_ms = first, frames = count,
    bytes = (measure.bytes() - before) / ORDERS }
end

local ROWS = {
  { "fields", full_march "fields" },
  { "goals", full_march "goals" },
  { "orders", orders },
}

--- Measures all rows, or those whose name is `only`. @return a list of rows
function frames.made(task)
  local file, rows = io.open(MAP), {}
  if not file then
    print("there is no " .. MAP .. " (CROWDS names another folder)")
    return rows
  end
  file:close()
  for _, row in ipairs(ROWS) do
    if task.only == "" or row[1] == task.only then
      local finder = tilepath.pathfinder(movingai.grid(MAP))
      rows[#rows + 1] = row[2](finder)
    end
  end
  return rows
end

return frames
