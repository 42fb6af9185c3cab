-- A crowd scenario: many units on one grid, each with a wish of its own.
--
--   lua examples/march.lua SCENARIO [LOG] [--update] [--beats N]
--     SCENARIO   a text file; lib/scenario.lua says what stands in it
--     LOG        writes down where everybody is in each beat, and shows nothing
--     --update   in real time, a second a beat; unless it is said, by the clock
--                that the scenario names
--     --beats N  so many; unless it is said, some more than its bound
--
-- Without a LOG it is played in the terminal, until nobody has anything more to
-- do. Who is on his way has a colour by the part of the map that he goes to,
-- from left to right; who has arrived is green, red is who gets no further,
-- blue who has nothing to do, grey who holds his place; a goal is a dark spot.

local here = arg[0]:match("^.*[/\\]") or "./"
dofile(here .. "lib/repository.lua")

local read_scenario = require "lib.scenario"
local March = require "lib.march"
local Screen = require "lib.screen"

local USAGE = "usage: lua examples/march.lua SCENARIO [LOG] [--update]"
  .. " [--beats N]"
local TEXT_ROWS = 2                  -- under the picture
local FRAMES = 4                     -- a beat takes as long, of the screen's
local WALL, FLOOR, GOAL = 239, 107, 65
local AT_REST = { arrived = 22, settled = 28, idle = 27, paused = 235 }
local BLOCKED = 160
local UNDER_WAY = { 226, 214, 213, 231 }   -- from left to right
local STILL = 8                      -- beats to go on when all are at rest

local function quit(message)
  io.stderr:write(message, "\n")
  os.exit(1)
end

local function read_arguments(words)
  local options, i = {}, 1
  while words[i] do
    if words[i] == "--update" then
      options.by_time = true
    elseif words[i] == "--beats" then
      i = i + 1
      options.beats = tonumber(words[i]) or quit(USAGE)
    elseif words[i]:find("^%-") then
      quit(USAGE)
    else
      options[#options + 1] = words[i]
    end
    i = i + 1
  end
  return options
end

-- The cells of a rectangle, as large as there is room for. Where that is more
-- than a pixel each, `gap` leaves some on its right and below.
local function painter(screen, grid)
  local side = math.max(1, math.floor(math.min(screen.width / grid.width,
    screen.height / grid.height)))
  local left = math.max(0, math.floor((screen.width - side * grid.width) / 2))
  local top = math.max(0, math.floor((screen.height - side * grid.height) / 2))
  return function(x, y, w, h, colour, gap)
    local x0, y0 = left + side * (x - 1), top + side * (y - 1)
    gap = side > 1 and gap or 0
    for py = y0, y0 + side * h - 1 - gap do
      for px = x0, x0 + side * w - 1 - gap do screen:pixel(px, py, colour) end
    end
  end
end

local function goal_of(unit)
  return unit.agent.to or unit.agent.near
end

local function colour_of(unit, width)
  local goal = goal_of(unit)
  if unit.status == "blocked" then return BLOCKED end
  return AT_REST[unit.status] or UNDER_WAY[goal
    and math.ceil(#UNDER_WAY * goal[1] / width) or #UNDER_WAY]
end

-- Returns how many are under way, and how many get no further.
local function draw(screen, march)
  local grid, under_way, blocked, arrived = march.grid, 0, 0, 0
  local paint = painter(screen, grid)
  for x, y in grid:cells() do
    paint(x, y, 1, 1, grid:is_walkable(x, y) and FLOOR or WALL)
  end
  for _, unit in ipairs(march.units) do
    local goal, size = goal_of(unit), unit.agent.size
    if goal then paint(goal[1], goal[2], size[1], size[2], GOAL) end
    for _, cell in ipairs(unit.agent.exit or {}) do
      paint(cell[1], cell[2], 1, 1, GOAL)
    end
  end
  for _, unit in ipairs(march.units) do
    local size = unit.agent.size
    if unit.crowd then
      paint(unit.cell_x, unit.cell_y, size[1], size[2],
        colour_of(unit, grid.width), 1)
    end
    if unit.status == "blocked" then
      blocked = blocked + 1
    elseif unit.crowd and not AT_REST[unit.status] then
      under_way = under_way + 1
    elseif not unit.crowd or unit.status ~= "idle"
        and unit.status ~= "paused" then
      arrived = arrived + 1
    end
  end
  local text = ("%s, beat %d: %d under way, %d blocked, %d there")
    :format(march.scenario.name, math.floor(march.sample / march.rate),
      under_way, blocked, arrived)
  screen:text(1, text)
  screen:text(2, "Ctrl-C ends")
  return under_way + blocked, text
end

-- Returns what is to be said in the end.
local function show(screen, march)
  local since, said = 0, nil
  repeat
    local busy, text = draw(screen, march)
    since = (busy > 0 or #march.events > 0) and 0 or since + 1
    if since < 2 then said = text end
    for _ = 1, math.ceil(FRAMES / march.rate) do
      if not screen:next_frame() then return said end
    end
  until since > STILL * march.rate or not march:next()
  return said
end

local options = read_arguments(arg)
if #options < 1 or #options > 2 then quit(USAGE) end
local read, scenario = pcall(read_scenario, options[1])
if not read then quit(scenario) end
local made, march = pcall(March.new, scenario,
  options.by_time or scenario.clock == "seconds")
if not made then quit(march) end
march.last = options.beats or march.last

if options[2] then
  local log = io.open(options[2], "w") or quit("cannot write " .. options[2])
  repeat march:write(log) until not march:next()
  log:close()
  return
end

local screen = Screen.open(TEXT_ROWS)
if not screen then quit("there is no terminal; name a LOG") end
local ok, message = xpcall(function() return show(screen, march) end,
  debug.traceback)
screen:close()
if ok then print(message) end
-- Ctrl-C while Lua was running, not sleeping, arrives as an error.
if not ok and not message:find("interrupted!", 1, true) then quit(message) end
