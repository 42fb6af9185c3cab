--- Reads the maps and scenarios of Nathan Sturtevant's benchmark collection
-- (movingai.com), and runs the textbook A* of this folder on them.
--
-- A .map is a header and a character for each cell; '.', 'G' and 'S' are free.
-- A line of a .scen is bucket, map, width, height, start x and y, goal x and
-- y, length of a cheapest path; coordinates count from 0.

local tools = dofile "tools/files.lua"
local tilepath = require "tilepath"

local movingai = {}

movingai.program = "build/bench/textbook"

local function read(file_name)
  return (tools.read(file_name):gsub("\r\n", "\n"))
end

local function quote(word)
  return "'" .. word:gsub("'", "'\\''") .. "'"
end

movingai.lines = tools.lines

--- The maps of a folder that have scenarios, sorted: { { name =, map =, scen =
-- }, ... }; empty if there are none or no such folder.
function movingai.maps(folder)
  local maps = {}
  local list = "ls " .. quote(folder) .. " 2>/dev/null"
  for _, file in ipairs(movingai.lines(list)) do
    local name = file:match("^(.*)%.map%.scen$")
    if name then
      local map = folder .. "/" .. name .. ".map"
      maps[#maps + 1] = { name = name, map = map, scen = map .. ".scen" }
    end
  end
  return maps
end

--- The grid of a map's lines; cells count from 0.
-- @param kind  textbook.c's prices on it, "blocks" or "land"; with another word
-- all are 1
function movingai.draw(cells, kind)
  local grid = tilepath.grid((cells:gsub("[^.GS\n]", "#")), {
    base = 0,
    legend = { G = true, S = true },
    prices = { ["price 2"] = 2, ["price 3"] = 3, ["price 4"] = 4,
      ["price 5"] = 5, ["price 6"] = 6 },
  })
  if kind == "blocks" or kind == "land" then
    local lines = movingai.lines(("%s --prices %d %d %s"):format(movingai.program,
      grid.width, grid.height, kind))
    grid:sample(function(x, y)
      local price = lines[y + 1]:sub(x + 1, x + 1)
      return price ~= "1" and grid:is_walkable(x, y) and "price " .. price
        or nil
    end)
  end
  return grid
end

--- The lines of a .map file that have its cells.
function movingai.cells(file_name)
  return assert(read(file_name):match("\nmap[^\n]*\n(.*)$"),
    file_name .. " is not a MovingAI map")
end

--- The grid of a .map file, in the same way.
function movingai.grid(file_name, kind)
  return movingai.draw(movingai.cells(file_name), kind)
end

--- The queries of a .scen file: { { sx, sy, gx, gy, length }, ... }.
function movingai.queries(file_name)
  local queries = {}
  for line in read(file_name):gmatch("[^\n]+") do
    local sx, sy, gx, gy, length = line:match(
      "^%d+%s+%S+%s+%d+%s+%d+%s+(%d+)%s+(%d+)%s+(%d+)%s+(%d+)%s+(%S+)")
    if sx then
      queries[#queries + 1] = { tonumber(sx), tonumber(sy), tonumber(gx),
        tonumber(gy), tonumber(length) }
    end
  end
  return queries
end

--- At most `count` items of a list, spread evenly over it, as the textbook
-- does.
function movingai.spread(list, count)
  local some = {}
  count = math.min(count, #list)
  for i = 1, count do
    some[i] = list[math.floor((i - 1) * #list / count) + 1]
  end
  return some
end

--- Runs the textbook A* on at most `count` queries of a map, spread evenly.
-- @param files  { map =, scen = }
-- @return { { sx, sy, gx, gy, cost or -1, microseconds }, ... }, and { mean =
-- microseconds of a query }
function movingai.textbook(files, rule, count, kind)
  local results, sum = {}, 0
  local command = ("%s %s %s %s %d %s"):format(movingai.program,
    quote(files.map), quote(files.scen), rule, count, kind or "plain")
  for _, line in ipairs(movingai.lines(command)) do
    local result = {}
    for word in line:gmatch("%S+") do
      result[#result + 1] = tonumber(word)
    end
    if #result == 6 then
      results[#results + 1] = result
      sum = sum + result[6]
    end
  end
  assert(#results > 0, "nothing came from " .. command)
  return results, { mean = sum / #results }
end

return movingai
