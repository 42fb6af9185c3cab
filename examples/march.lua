-- A crowd scenario: many units on one grid, each with a wish of its own.
--
--   lua examples/march.lua SCENARIO [LOG] [--update] [--beats N]
--     SCENARIO   a text file; lib/scenario.lua says what stands in it
--     LOG        writes down where everybody is in each beat, and shows nothing
--     --update   in real time, a second a beat; by turns unless it is said
--     --beats N  so many; unless it is said, some more than its bound
--
-- Without a LOG it is played in the terminal. Those who are on their way are
-- white, those who have arrived green, red is who sees no way, blue who has
-- nothing to do; a goal is a dark spot.

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
local COLOURS = { arrived = 40, settled = 34, blocked = 196, idle = 27,
                  paused = 235 }
local UNDER_WAY = 231

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

local function draw(screen, march)
  local grid = march.grid
  local function pixel(x, y, colour) screen:pixel(x - 1, y - 1, colour) end
  for x, y in grid:cells() do
    pixel(x, y, grid:is_walkable(x, y) and FLOOR or WALL)
  end
  for _, unit in ipairs(march.units) do
    local goal = unit.agent.to or unit.agent.near
    if goal then pixel(goal[1], goal[2], GOAL) end
  end
  local under_way = 0
  for _, unit in ipairs(march.units) do
    if unit.crowd then
      local colour = COLOURS[unit.status] or UNDER_WAY
      if colour == UNDER_WAY then under_way = under_way + 1 end
      local size = unit.agent.size
      for y = unit.cell_y, unit.cell_y + size[2] - 1 do
        for x = unit.cell_x, unit.cell_x + size[1] - 1 do
          pixel(x, y, colour)
        end
      end
    end
  end
  screen:text(1, ("%s, beat %d: %d under way  (Ctrl-C ends)"):format(
    march.scenario.name, march.sample / march.rate, under_way))
end

local function show(screen, march)
  repeat
    draw(screen, march)
    for _ = 1, math.ceil(FRAMES / march.rate) do
      if not screen:next_frame() then return end
    end
  until not march:next()
end

local options = read_arguments(arg)
if #options < 1 or #options > 2 then quit(USAGE) end
local read, scenario = pcall(read_scenario, options[1])
if not read then quit(scenario) end
local made, march = pcall(March.new, scenario, options.by_time)
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
local ok, message = xpcall(function() show(screen, march) end, debug.traceback)
screen:close()
-- Ctrl-C while Lua was running, not sleeping, arrives as an error.
if not ok and not message:find("interrupted!", 1, true) then quit(message) end
