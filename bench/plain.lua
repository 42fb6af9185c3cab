--- A row for a random map: queries on the core in Lua beside those on the C
-- module and on Jumper, a grid library in pure Lua. A cell in four is a wall, or
-- there are rooms with doors.
--
-- Each runs in a process of its own (plain_one.lua), since what LuaJIT
-- compiled for one program may slow the next by ten. They take turns, and the
-- fastest run counts. The environment variable JUMPER names Jumper's folder,
-- which has jumper/grid.lua; without it there are no columns for Jumper. All
-- use Jumper's corner rule. Its A* and its jump points use the octile
-- heuristic, with which its paths should be cheapest. `default` is its
-- default: jump points with the Manhattan heuristic, whose paths often cost
-- more.
--
-- If a path of ours costs more than another one, the program ends. `kept`: memory
-- of a grid and a pathfinder after the queries, in KB.

local movingai = require "movingai"

local plain = {}

plain.columns = {
  { "map", "map", "%-8s" },
  { "side", "side", "%4d" },
  { "us", "us", "%9.1f" },
  { "module_us", "module us", "%9.1f" },
  { "astar_us", "A* us", "%10.1f" },
  { "astar", "times", "%6.2f" },
  { "jps_us", "JPS us", "%10.1f" },
  { "jps", "times", "%6.2f" },
  { "default", "default", "%7.2f" },
  { "kept", "kept", "%8.1f" },
  { "jumper_kept", "Jumper's", "%8.1f" },
}

local NAMES = { "lua", "module", "astar", "jps", "default" }
if not os.getenv("JUMPER") then
  NAMES = { "lua", "module" }
  print("JUMPER names no folder: Jumper is left out")
end

local CHILD = (arg[0] or ""):gsub("bench%.lua$", "plain_one.lua")

--- Runs a program. @return its costs, { us =, kept = }
local function ask(name, map, side, count)
  local costs, measured = {}, nil
  local command = ("%s '%s' %s %s %d %d"):format(arg[-1], CHILD, name, map, side,
    count)
  for _, line in ipairs(movingai.lines(command)) do
    local us, kept = line:match("^# (%S+) (%S+)$")
    if us then
      measured = { us = tonumber(us), kept = tonumber(kept) }
    else
      costs[#costs + 1] = assert(tonumber(line), line)
    end
  end
  return costs, assert(measured, "nothing came from " .. command)
end

--- Ends the program if a cost is below ours.
local function check(map, name, costs, ours)
  for i, cost in ipairs(costs) do
    if cost < ours[i] - 1e-6 then
      error(("%s: query %d costs %.9f, but %.9f by %s"):format(map, i, ours[i],
        cost, name), 0)
    end
  end
end

local function row(map, side, task)
  local best, ours = {}, nil
  for _ = 1, task.rounds do
    for _, name in ipairs(NAMES) do
      local costs, measured = ask(name, map, side, task.queries)
      ours = ours or costs
      check(map, name, costs, ours)
      if not best[name] or measured.us < best[name].us then
        best[name] = measured
      end
    end
  end
  local result = { map = map, side = side, us = best.lua.us,
    kept = best.lua.kept, module_us = best.module.us }
  for i = 3, #NAMES do
    local name, other = NAMES[i], best[NAMES[i]]
    result[name .. "_us"], result[name] = other.us, other.us / best.lua.us
    result.jumper_kept = other.kept
  end
  return result
end

function plain.made(task)
  local rows = {}
  for _, side in ipairs { 30, 120 } do
    rows[#rows + 1] = row("noise-25", side, task)
    rows[#rows + 1] = row("rooms-10", side, task)
  end
  return rows
end

return plain
