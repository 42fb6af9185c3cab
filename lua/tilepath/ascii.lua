--- A map as text, in the characters that tilepath.grid(text) reads.
--
-- One character for each cell, one line for each row. Open cells are '.', walls
-- and closed cells '#'. Another terrain has its character of the legend, or
-- else a letter of its name that no other terrain has. tilepath.grid reads the
-- text back with a legend that names all these terrains. A path hides the cells
-- below it. Fences stand between the cells (fences.lua). Hexagons stand two
-- characters apart; each second row or column is shifted by one. Cost: O(cells
-- of the grid).

local core = require "tilepath_core"
local siblings = (...):match("^.*[./]") or ""
local check = require(siblings .. "check")
local given = require(siblings .. "given")
local options = require(siblings .. "options")
local Path = require(siblings .. "path")
local Terrain = require(siblings .. "terrain")
local drawn_fences = require(siblings .. "fences")

local CALL = "ascii"

local OPTIONS = options.of "tilepath.ascii"

local WAY, START, GOAL = "*", "A", "B"

--- Characters for terrains without one. They are tried in this order, after the
-- letters of the terrain's own name. The characters of overlays are not among
-- them.
local SPARE = "abcdefghijklmnopqrstuvwxyzCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
  .. "~=+%&$@!?;,-_/|<>^(){}[]\"'`\\"

--- The terrain of each cell, row by row, and the set of all these terrains.
-- Closed cells count as walls.
local function read_cells(grid)
  local shown, used, n = {}, {}, 0
  for x, y, terrain in grid:cells() do
    local name = select(3, grid:get(x, y)) and "wall" or terrain
    n = n + 1
    shown[n], used[name] = name, true
  end
  return shown, used
end

--- Inverts a legend (character -> terrain). If several characters mean one
-- terrain, the first in byte order is drawn.
-- @return terrain -> character, and the set of characters that are taken
local function turn_round(grid, legend)
  local drawn, taken = {}, {}
  local known = setmetatable({}, { __index = function(_, terrain)
    return grid:terrain(terrain)
  end })
  for character, terrain in given.entries(CALL, "legend",
    Terrain.legend(CALL, legend, known, {}, true)) do
    drawn[terrain] = drawn[terrain] or character
    taken[character] = true
  end
  return drawn, taken
end

--- Adds a character for every terrain in use that has none. '.', ' ' and '#'
-- stand only for the terrains that they mean to tilepath.grid.
-- @return terrain -> character
local function complete(drawn, taken, used)
  local high = {}
  for byte = 128, 255 do
    high[#high + 1] = string.char(byte)
  end
  local spare = SPARE .. table.concat(high)
  local function choose(terrain, wishes)
    for character in (wishes .. spare):gmatch("[^%c]") do
      if not drawn[terrain] and not taken[character] then
        drawn[terrain] = character
      end
    end
    taken[drawn[terrain]] = true
  end
  choose("open", ". ")
  choose("wall", "#")
  for character in (". #" .. WAY .. START .. GOAL):gmatch(".") do
    taken[character] = true
  end
  for _, terrain in ipairs(check.sorted_keys(used)) do
    local letters = terrain:gsub("[^%a]", "")
    choose(terrain, letters .. letters:upper())
  end
  return drawn
end

--- Draws a path (if given) over a picture, as far as it is on the map.
local function draw_over(grid, picture, path)
  local left, top, width = grid.base_x, grid.base_y, grid.width
  local function put(x, y, character)
    if grid:has(x, y) then
      picture[(y - top) * width + (x - left) + 1] = character
    end
  end
  local n = path and #path or 0
  for i = 1, n, 2 do
    put(path[i], path[i + 1], WAY)
  end
  if n > 0 then
    put(path[n - 1], path[n], GOAL)
    put(path[1], path[2], START)
  end
end

--- The lines of a picture of hexagons. A cell takes two characters of its line.
-- Shifted rows begin one character further to the right. Shifted columns make
-- two lines of each row.
local function draw_hexagons(grid, picture)
  local width, lines = grid.width, {}
  local is_even, is_flat = grid.stagger:sub(1, 4) == "even",
    grid.stagger:sub(-1) == "q"
  for row = 0, grid.height - 1 do
    local half = { {}, {} }
    for column = 0, width - 1 do
      local is_odd = (is_flat and column or row) % 2 == 1
      local shove = is_odd ~= is_even and 1 or 0
      local line = half[is_flat and shove + 1 or 1]
      local at = 2 * column + (is_flat and 0 or shove) + 1
      for i = #line + 1, at - 1 do
        line[i] = " "
      end
      line[at] = picture[row * width + column + 1]
    end
    for _, line in ipairs(half) do
      lines[#lines + 1] = line[1] and table.concat(line)
    end
  end
  return table.concat(lines, "\n")
end

local function draw(grid, asked)
  check.object(CALL, "grid", grid, core.Grid, "a grid")
  local own = options.read(OPTIONS, CALL, given.options(asked))
  local path = own.path and Path.cells(own.path, grid)
  if own.fences then
    check.squares(CALL, grid, "fences")
  end
  local fences = own.fences ~= false and drawn_fences.sides(grid) or {}
  local drawn, taken = turn_round(grid, own.legend)
  local picture, used = read_cells(grid)
  local characters = complete(drawn, taken, used)
  for i = 1, #picture do
    picture[i] = characters[picture[i]]
  end
  draw_over(grid, picture, path)
  if grid.stagger then
    return draw_hexagons(grid, picture)
  end
  local columns, rows, lines = grid.width, grid.height, {}
  if own.fences or fences[1] then
    picture, columns, rows = drawn_fences.draw(grid, fences, picture)
  end
  for row = 1, rows do
    lines[row] = table.concat(picture, "", (row - 1) * columns + 1,
      row * columns)
  end
  return table.concat(lines, "\n")
end

--- tilepath.ascii(grid [, { path =, legend =, fences = }]). What an importer found
-- is drawn as its grid, with the report below.
return function(grid, asked)
  local metatable = type(grid) == "table" and getmetatable(grid)
  local is_found = type(metatable) == "table"
    and metatable.__name == "tilepath.Found"
  local picture = draw(is_found and grid.grid or grid, asked)
  return is_found and picture .. "\n" .. tostring(grid) or picture
end
