-- Reads a MovingAI .map file into a grid.
--
-- The format is four header lines and then a character a cell:
--     type octile
--     height 40
--     width 72
--     map
-- The benchmark's own letters are `.` and `G` (ground), `S` (swamp), `@` and
-- `O` (out of bounds), `T` (trees) and `W` (water); the maps beside this file
-- add a few more, listed below. Prices of the benchmark's letters are all 1,
-- so that a path costs here what the benchmark says.

local tilepath = require "tilepath"

local OPTIONS = {
  prices = {
    grass = 1, swamp = 1, road = 0.5, bridge = 0.5, door = 1, floor = 1,
    field = 2, reeds = 3, shallows = 3,
    water = false, tree = false, rock = false,
  },
  legend = {
    G = "grass", S = "swamp", W = "water", T = "tree", ["@"] = "rock",
    O = "rock", ["="] = "road", H = "bridge", ["+"] = "door", _ = "floor",
    [","] = "field", [";"] = "reeds", ["~"] = "shallows",
  },
}

-- Returns the grid of the map in `file_name` and its legend (for
-- tilepath.ascii); or nil and a message if the file cannot be read.
return function(file_name)
  local file, message = io.open(file_name, "rb")
  if not file then return nil, message end
  local text = file:read("*a")
  file:close()

  local header, body = text:match("^(type%s.-\nmap%s*\n)(.*)$")
  local width = header and tonumber(header:match("\nwidth%s+(%d+)"))
  local height = header and tonumber(header:match("\nheight%s+(%d+)"))
  if not (width and height) then
    return nil, file_name .. ": not a MovingAI map"
  end

  -- The grid raises an error for a strange character or an uneven row, since a
  -- text in a program is the programmer's. A file is the user's, so it gets a
  -- message.
  local ok, grid = pcall(tilepath.grid, body, OPTIONS)
  if not ok then return nil, file_name .. ": " .. tostring(grid) end
  if grid.width ~= width or grid.height ~= height then
    return nil, ("%s: the header says %dx%d, the map is %dx%d"):format(
      file_name, width, height, grid.width, grid.height)
  end
  return grid, OPTIONS.legend
end
