--- A map of 4096 x 4096 cells, made here and written as files of the
-- collection's format: rooms with doors in the western half, blocks of all
-- sizes on open ground in the eastern half. Queries run between any two cells.
--
-- The textbook answers only a few queries, since it takes long for each.

local maps = require "maps"
local measure = require "measure"
local movingai = require "movingai"
local tilepath = require "tilepath"

local SIDE = 4096
local ROOM = 64
local BLOCKS = 6000
local LARGEST = 48
local ASKED_OF_TEXTBOOK = 20

--- Walls around rooms, each of which has a door in its northern wall and a door
-- in its western wall.
local function put_rooms(grid, random, width, height)
  for y = 0, height - 1, ROOM do
    grid:fill(0, y, width, 1, "wall")
  end
  for x = 0, width, ROOM do
    grid:fill(x, 0, 1, height, "wall")
  end
  for y = 0, height - 1, ROOM do
    for x = 0, width - 1, ROOM do
      grid:set(x + 1 + random(ROOM - 1), y, "open")
      grid:set(x, y + 1 + random(ROOM - 1), "open")
    end
  end
end

local function put_blocks(grid, random, left, width, height)
  for _ = 1, BLOCKS do
    local w, h = 1 + random(LARGEST), 1 + random(LARGEST)
    grid:fill(left + random(width - w), random(height - h), w, h, "wall")
  end
end

local function make_grid()
  local random = measure.random(1)
  local grid = tilepath.grid(SIDE, SIDE, { base = 0 })
  local half = SIDE / 2
  put_rooms(grid, random, half, SIDE)
  grid:fill(half, 0, 1, SIDE, "open")
  put_blocks(grid, random, half + 1, half - 1, SIDE)
  return grid
end

local function make_queries(grid, count)
  local finder, random = tilepath.pathfinder(grid), measure.random(2)
  local queries = {}
  while #queries < count do
    local sx, sy, gx, gy = random(SIDE), random(SIDE), random(SIDE),
      random(SIDE)
    if finder:is_reachable(sx, sy, gx, gy) then
      queries[#queries + 1] = { sx, sy, gx, gy }
    end
  end
  return queries
end

local function write(file_name, lines)
  local file = assert(io.open(file_name, "w"))
  file:write(table.concat(lines, "\n"), "\n")
  file:close()
end

local function write_map(files, grid)
  local lines = { "type octile", "height " .. SIDE, "width " .. SIDE, "map" }
  local row = {}
  for y = 0, SIDE - 1 do
    for x = 0, SIDE - 1 do
      row[x + 1] = grid:is_walkable(x, y) and "." or "@"
    end
    lines[#lines + 1] = table.concat(row)
  end
  write(files.map, lines)
end

local function write_queries(files, queries)
  local lines = { "version 1" }
  for _, q in ipairs(queries) do
    lines[#lines + 1] = ("0\t%s\t%d\t%d\t%d\t%d\t%d\t%d\t0"):format(files.name,
      SIDE, SIDE, q[1], q[2], q[3], q[4])
  end
  write(files.scen, lines)
end

local large = { columns = maps.columns }

--- Measures it. @param task as in maps.run @return a list of one row
function large.made(task)
  local grid = make_grid()
  local queries = make_queries(grid, task.queries)
  local file_name = task.textbook:gsub("[^/]*$", "") .. "large.map"
  local files = { name = "large", map = file_name, scen = file_name .. ".scen" }
  write_map(files, grid)
  write_queries(files, queries)

  local round, finder = maps.round(grid,
    { diagonal = task.rule, algorithm = task.algorithm }, queries)
  local row = maps.row(files.name, { round })
  local judged = movingai.textbook(task.textbook, files, task.rule,
    ASKED_OF_TEXTBOOK)
  maps.check(files.name, finder, judged)
  local unit = {}
  for i, q in ipairs(judged) do
    unit[i] = q[6]
  end
  row.textbook_us = measure.mean(unit)
  row.ratio = row.textbook_us / maps.pass(finder, judged,
    { into = {} })
  return { row }
end

return large
