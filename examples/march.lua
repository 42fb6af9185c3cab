-- A crowd scenario in a terminal: many units on one grid, each with a wish.
--
--   lua examples/march.lua SCENARIO [LOG] [--update]
--
-- lib/scenario.lua explains what a SCENARIO has. A unit on its way is bright, a
-- unit that has arrived is green, red means blocked, blue means idle. With a
-- LOG, the places of all units go there, tick by tick, and nothing is shown.
-- Without a terminal the last line of text is printed.
-- --update plays in real time, a second a tick.

dofile((arg[0]:match("^.*[/\\]") or "./") .. "lib/repository.lua")

local read_scenario = require "lib.scenario"
local March = require "lib.march"
local Screen = require "lib.screen"

local WALL, FLOOR, GOAL, FRAMES = 239, 107, 65, 4
local UNDER_WAY = { 226, 214, 213, 231 }   -- by goals, from left to right
local COLOURS = { arrived = 22, settled = 28, idle = 27, paused = 235,
  blocked = 160 }

local function quit(message)
  io.stderr:write(message, "\n")
  os.exit(1)
end

local function describe(march)
  local count = 0
  for _, unit in ipairs(march.units) do
    count = count + (unit.crowd and not COLOURS[unit.status] and 1 or 0)
  end
  return ("%s, tick %d: %d of %d under way"):format(march.scenario.name,
    math.floor(march.sample / march.rate), count, #march.units)
end

local function show(screen, march)
  local grid, goals = march.grid, {}
  for _, unit in ipairs(march.units) do
    local goal = unit.agent.to or unit.agent.near
    if goal then goals[goal[1] .. "," .. goal[2]] = GOAL end
  end
  local function colour(x, y, is_rim)
    local unit = not is_rim and march.crowd:at(x, y)
    if unit then
      local goal = unit.agent.to or { grid.width }
      return COLOURS[unit.status]
        or UNDER_WAY[math.ceil(#UNDER_WAY * goal[1] / grid.width)]
    end
    return not grid:is_walkable(x, y) and WALL or goals[x .. "," .. y] or FLOOR
  end
  return screen:show(grid, grid.width / 2, grid.height / 2, colour,
    describe(march))
end

local by_time = arg[#arg] == "--update" and table.remove(arg)
local name, log_name = arg[1], arg[2]
if not name or arg[3] or (log_name or name):find("^%-") then
  quit("usage: lua examples/march.lua SCENARIO [LOG] [--update]")
end
local fine, march = pcall(function()
  local scenario = read_scenario(name)
  return March.new(scenario, by_time or scenario.clock == "seconds")
end)
if not fine then quit(march) end

if log_name then
  local log = io.open(log_name, "w") or quit("cannot write " .. log_name)
  repeat march:write(log) until not march:next()
  log:close()
else
  local is_shown = Screen.play(function(screen)
    repeat
      for _ = 1, math.max(1, FRAMES / march.rate) do
        if not show(screen, march) then return end
      end
    until not march:next()
  end)
  while not is_shown and march:next() do end
  print(describe(march))
end
