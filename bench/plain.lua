--- A row for a map: queries on the core in Lua beside those on the C module and
-- on Jumper, a grid library in pure Lua.
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
-- `dearer`: how many paths of Jumper's A* and of its jump points cost more
-- than ours. If a path of ours costs more than another one, the program ends.
-- `kept`: memory of a grid and a pathfinder after the queries; `waste`:
-- garbage of a query; both in KB.
--
-- Besides the maps of MAPS there are random ones, of 30 x 30 and 120 x 120
-- cells: a cell in four is a wall, or rooms with doors.

local mapmaker = require "mapmaker"
local measure = require "measure"
local movingai = require "movingai"
local tilepath = require "tilepath"

local plain = {}

plain.columns = {
  { "map", "map", "%-18s" },
  { "us", "us", "%9.1f" },
  { "module_us", "module us", "%9.1f" },
  { "astar_us", "A* us", "%10.1f" },
  { "astar", "times", "%6.2f" },
  { "jps_us", "JPS us", "%10.1f" },
  { "jps", "times", "%6.2f" },
  { "default", "default", "%7.2f" },
  { "astar_dearer", "dearer", "%6d" },
  { "jps_dearer", "JPS", "%4d" },
  { "kept", "kept", "%8.1f" },
  { "jumper_kept", "Jumper's", "%8.1f" },
  { "waste", "waste", "%8.2f" },
  { "astar_waste", "A*", "%8.1f" },
  { "jps_waste", "JPS", "%8.1f" },
}

local NAMES = { "lua", "module", "astar", "jps", "default" }
if not os.getenv("JUMPER") then
  NAMES = { "lua", "module" }
  print("JUMPER names no folder: Jumper is left out")
end

local CHILD = (arg[0] or ""):gsub("bench%.lua$", "plain_one.lua")

--- Runs a program. @return its costs, { us =, kept =, waste = }
local function ask(name, files, count)
  local costs, measured = {}, nil
  local command = ("%s '%s' %s '%s' '%s' %d"):format(
    arg[-1], CHILD, name, files.map, files.scen, count)
  for _, line in ipairs(movingai.lines(command)) do
    local us, kept, waste = line:match("^# (%S+) (%S+) (%S+)$")
    if us then
      measured = { us = tonumber(us), kept = tonumber(kept),
        waste = tonumber(waste) }
    else
      costs[#costs + 1] = assert(tonumber(line), line)
    end
  end
  return costs, assert(measured, "nothing came from " .. command)
end

--- How many costs are above ours. No cost may be below.
local function dearer(files, name, costs, of_ours)
  local count = 0
  for i, cost in ipairs(costs) do
    if cost < of_ours[i] - 1e-6 then
      error(("%s: query %d costs %.9f, but %.9f by %s"):format(
        files.name, i, of_ours[i], cost, name), 0)
    end
    count = count + (cost > of_ours[i] + 1e-6 and 1 or 0)
  end
  return count
end

local function row(files, task)
  local best, costs = {}, {}
  for _ = 1, task.rounds do
    for _, name in ipairs(NAMES) do
      local measured
      costs[name], measured = ask(name, files, task.queries)
      if not best[name] or measured.us < best[name].us then
        best[name] = measured
      end
    end
  end
  local ours, of_ours = best.lua, costs.lua
  local result = { map = files.name, us = ours.us, kept = ours.kept,
    waste = ours.waste, module_us = best.module.us }
  assert(dearer(files, "the module", costs.module, of_ours) == 0)
  for name, other in pairs(best) do
    if name ~= "lua" and name ~= "module" then
      result[name .. "_us"], result[name .. "_waste"] = other.us, other.waste
      result[name] = other.us / ours.us
      result.jumper_kept = other.kept
      result[name .. "_dearer"] = dearer(files, name, costs[name], of_ours)
    end
  end
  return result
end

-- ---- maps drawn by chance ---------------------------------------------------

local function write(file_name, text)
  local file = assert(io.open(file_name, "w"))
  file:write(text)
  file:close()
end

--- Lines of a .scen: queries that have a path.
local function scenario(cells, side, count, random)
  local finder = tilepath.pathfinder(movingai.draw(cells))
  local lines = {}
  while #lines < count do
    local x1, y1, x2, y2 = random(side), random(side), random(side),
      random(side)
    local path, cost = finder:find(x1, y1, x2, y2)
    if path then
      lines[#lines + 1] = ("0 map %d %d %d %d %d %d %.8f"):format(
        side, side, x1, y1, x2, y2, cost)
    end
  end
  return table.concat(lines, "\n")
end

local function drawn(name, side, task)
  local random, map = measure.random(side), os.tmpname()
  local cells = mapmaker(name, side)
  local files = { name = ("%s %d x %d"):format(name, side, side),
    map = map, scen = map .. ".scen" }
  write(map, ("type octile\nheight %d\nwidth %d\nmap\n%s\n"):format(
    side, side, cells))
  write(files.scen, scenario(cells, side, task.queries, random))
  local result = row(files, task)
  os.remove(files.map)
  os.remove(files.scen)
  return result
end

function plain.made(task)
  local rows = {}
  for _, side in ipairs { 30, 120 } do
    rows[#rows + 1] = drawn("noise-25", side, task)
    rows[#rows + 1] = drawn("rooms-10", side, task)
  end
  return rows
end

function plain.run(files, task)
  return { row(files, task) }
end

return plain
