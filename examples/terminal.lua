-- tilepath in a terminal: a character walks over a real map.
--
--   lua examples/terminal.lua [MAP] [options]
--     MAP          a MovingAI .map file, or the name of one in examples/maps
--                  (town, dungeon, maze); the town if left out
--     --from X,Y   one walk from this cell, counted from 1,1 ...
--     --to X,Y     ... to this one, instead of a tour
--     --speed N    cells a second
--     --plain      print the paths and end; so it does without a terminal
--
-- A walk is shown as three paths: as the search found it; without the points
-- in the middle of straight runs; and pruned by line of sight. The last one
-- is walked.

local here = arg[0]:match("^.*[/\\]") or "./"
dofile(here .. "lib/repository.lua")

local tilepath = require "tilepath"
local load_map = require "lib.map_file"
local choose_stops = require "lib.tour"
local Screen = require "lib.screen"
local animate = require "lib.animation"

local TEXT_ROWS = 4               -- under the picture
local PLAIN_COLUMNS = 100         -- a wider map is printed smaller
local TOWN_TOUR = { { 2, 23 }, { 42, 14 }, { 88, 36 }, { 17, 32 } }

local USAGE = [[
usage: lua examples/terminal.lua [MAP] [--from X,Y] [--to X,Y] [--speed N]
                                 [--plain]
MAP is a MovingAI .map file, or one of town, dungeon, maze.]]

local function quit(message)
  io.stderr:write(message, "\n")
  os.exit(1)
end

local function read_cell(word)
  local x, y = word:match("^(%-?%d+),(%-?%d+)$")
  return x and { tonumber(x), tonumber(y) }
end

local function read_speed(word)
  local speed = tonumber(word)
  return speed and speed > 0 and speed < math.huge and speed
end

local READERS = { from = read_cell, to = read_cell, speed = read_speed }

local function read_arguments(words)
  local options, i = {}, 1
  while words[i] do
    local name = words[i]:match("^%-%-(.*)$")
    if name == "plain" then
      options.plain = true
    elseif READERS[name] then
      i = i + 1
      options[name] = READERS[name](words[i] or "") or quit(USAGE)
    elseif name or options.map then
      quit(USAGE)
    else
      options.map = words[i]
    end
    i = i + 1
  end
  return options
end

local function open_map(name)
  local grid, legend = load_map(name)
  if grid then return grid, legend end
  local message = legend
  grid, legend = load_map(here .. "maps/" .. name .. ".map")
  return grid or quit(message), legend
end

-- A leg is one walk: its ends, its three paths, and a line of text for each.
local function plan_leg(finder, from, to)
  local raw, reason = finder:find(from[1], from[2], to[1], to[2])
  if not raw then
    quit(("no way from %d,%d to %d,%d: %s"):format(
      from[1], from[2], to[1], to[2], reason))
  end
  local leg = { from = from, to = to, raw = raw, tidy = raw:dedup(),
                pruned = raw:prune(finder), expanded = finder.info.expanded }
  local function line(name, path)
    return ("  %-13s%5d points   cost %8.2f"):format(
      name, path:count(), path.cost)
  end
  leg.lines = { line("raw", leg.raw), line("deduplicated", leg.tidy),
                line("pruned", leg.pruned) }
  return leg
end

-- A map drawn as text made smaller: one character for n by n cells, that of
-- the path where it comes by, else that of the first cell.
local function shrink(text, n)
  local rows, small = {}, {}
  for row in text:gmatch("[^\n]+") do rows[#rows + 1] = row end
  for top = 1, #rows, n do
    local line = {}
    for left = 1, #rows[1], n do
      local character = rows[top]:sub(left, left)
      for y = top, math.min(top + n - 1, #rows) do
        character = rows[y]:sub(left, left + n - 1):match("[AB*]")
          or character
      end
      line[#line + 1] = character
    end
    small[#small + 1] = table.concat(line)
  end
  return table.concat(small, "\n")
end

local function print_leg(leg, grid, legend)
  local n = math.ceil(grid.width / PLAIN_COLUMNS)
  local picture = tilepath.ascii(grid, { path = leg.pruned, legend = legend })
  print("\n" .. shrink(picture, n))
  if n > 1 then print(("(a character for %d by %d cells)"):format(n, n)) end
end

local options = read_arguments(arg)
local name = options.map or "town"
local grid, legend = open_map(name)
-- A* looks at cells one by one, which is what the picture shows.
local finder = tilepath.pathfinder(grid, { algorithm = "astar" })
local title = ("%s %dx%d"):format(
  name:match("([^/\\]*)$"), grid.width, grid.height)

local stops = TOWN_TOUR
if options.map or options.from or options.to then
  stops = choose_stops(finder, options.from, options.to)
end
if #stops < 2 then quit("there is nowhere to walk on " .. name) end

local legs = {}
for i = 2, #stops do
  legs[#legs + 1] = plan_leg(finder, stops[i - 1], stops[i])
end

local screen = not options.plain and Screen.open(TEXT_ROWS)
if screen then
  local ok, message = xpcall(function()
    animate(screen, finder, legs, title, options.speed)
  end, debug.traceback)
  screen:close()
  -- Ctrl-C while Lua was running, not sleeping, arrives as an error.
  if not ok and not message:find("interrupted!", 1, true) then
    quit(message)
  end
end

print(title)
for i, leg in ipairs(legs) do
  if not screen then print_leg(leg, grid, legend) end
  print(("walk %d of %d, from %d,%d to %d,%d, %d cells searched"):format(
    i, #legs, leg.from[1], leg.from[2], leg.to[1], leg.to[2], leg.expanded))
  print(table.concat(leg.lines, "\n"))
end
