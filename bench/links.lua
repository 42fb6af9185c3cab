--- A row for a map and what is put on it: no links; 4, 64 or 1,000 links (price
-- 1, both ways) between random free cells; or 1,000 fences on random
-- sides. And a row for a building of twenty floors of 128 x 128 cells with
-- rooms, doors and stairs.
--
-- Queries are timed as in maps.lua, against a textbook A* on the same graph
-- (textbook.c describes its estimate), in the same run; costs must agree. Then
-- a link from a dead end is removed and made again, with a query that is
-- refused after each edit. At last links and walls are made and removed
-- without queries in between.

local maps = require "maps"
local measure = require "measure"
local movingai = require "movingai"
local tilepath = require "tilepath"

local clock = measure.clock

local FLOORS, SIDE, ROOM = 20, 128, 16
local REFUSALS = 200

local links = {}

links.columns = {
  { "map", "map", "%-18s" },
  { "ways", "ways", "%-11s" },
  { "mean_us", "mean", "%9.2f" },
  { "first_pass_us", "1st pass", "%9.2f" },
  { "textbook_us", "textbook", "%10.1f" },
  { "ratio", "ratio", "%8.2f" },
  { "refused_us", "refused", "%8.2f" },
  { "link_ns", "link ns", "%8.0f" },
  { "wall_ns", "wall ns", "%8.0f" },
}

-- ---- what is put on a map ---------------------------------------------------

local function free_cell(grid, random)
  local x, y
  repeat
    x, y = random(grid.width), random(grid.height)
  until grid:is_walkable(x, y)
  return x, y
end

--- Writes the links as lines of a file for the textbook, and adds them to the
-- grid.
local function put_links(grid, count)
  local random, lines = measure.random(17), {}
  while #lines < count do
    local x1, y1 = free_cell(grid, random)
    local x2, y2 = free_cell(grid, random)
    if x1 ~= x2 or y1 ~= y2 then
      grid:link(x1, y1, x2, y2)
      lines[#lines + 1] = ("link %d %d %d %d 1"):format(x1, y1, x2, y2)
    end
  end
  return lines
end

local function put_walls(grid, count)
  local random, lines = measure.random(19), {}
  while #lines < count do
    local x, y, across = random(grid.width), random(grid.height), random(2)
    if grid:fence(x, y, x + across, y + 1 - across) then
      lines[#lines + 1] = ("wall %d %d %d %d"):format(x, y, x + across,
        y + 1 - across)
    end
  end
  return lines
end

local function write(lines)
  local name = os.tmpname()
  local file = assert(io.open(name, "w"))
  file:write(table.concat(lines, "\n"), "\n")
  file:close()
  return name
end

-- ---- measured ---------------------------------------------------------------

--- Microseconds of a refusal after an edit of a link. The goal is a cell that
-- only this link leads to.
local function refusal(grid, finder)
  local random = measure.random(23)
  local x, y
  repeat
    x, y = free_cell(grid, random)
  until not grid:links(x, y)[1]
  local far_x, far_y = free_cell(grid, random)
  local kept = {}
  for near_y = y - 1, y + 1 do
    for near_x = x - 1, x + 1 do
      if (near_x ~= x or near_y ~= y) and grid:is_walkable(near_x, near_y) then
        kept[#kept + 1] = { near_x, near_y }
        grid:set_walkable(near_x, near_y, false)
      end
    end
  end
  local times = {}
  finder:is_reachable(far_x, far_y, x, y)
  for i = 1, REFUSALS do
    local link = grid:link(x, y, far_x, far_y, { one_way = true })
    local begun = clock()
    local path = finder:find(far_x, far_y, x, y)
    times[2 * i - 1] = clock() - begun - measure.overhead
    grid:unlink(link)
    begun = clock()
    path = path or finder:find(far_x, far_y, x, y)
    times[2 * i] = clock() - begun - measure.overhead
    assert(not path or #kept == 0, "not refused")
  end
  for _, cell in ipairs(kept) do
    grid:set_walkable(cell[1], cell[2], true)
  end
  return measure.median(times)
end

--- Nanoseconds of an edit that makes something, and of one that removes it.
local function edits(grid)
  local random = measure.random(29)
  local x1, y1 = free_cell(grid, random)
  local x2, y2 = free_cell(grid, random)
  if x1 == x2 and y1 == y2 then
    x2 = x1 > 0 and x1 - 1 or x1 + 1
  end
  local link = measure.call(function(count)
    for _ = 1, count do
      grid:unlink(grid:link(x1, y1, x2, y2))
    end
  end)
  local wall = measure.call(function(count)
    for _ = 1, count do
      grid:fence(0, 0, 1, 0)
      grid:unfence(0, 0, 1, 0)
    end
  end)
  return link / 2, wall / 2
end

local function row(files, ways, make, task)
  local profile = { diagonal = task.rule, algorithm = task.algorithm }
  local ours, theirs = {}, {}
  local _, lines = make()
  local book = { map = files.map, scen = files.scen, ways = write(lines) }
  local grid, finder
  for r = 1, task.rounds do
    local queries = movingai.textbook(task.textbook, book, task.rule,
      task.queries)
    theirs[r] = {}
    for i, q in ipairs(queries) do
      theirs[r][i] = q[6]
    end
    grid = make()
    ours[r], finder = maps.round(grid, profile, queries)
    if r == 1 then
      maps.check(files.name .. ", " .. ways, finder, queries)
    end
  end
  os.remove(book.ways)
  local result = maps.row(files.name, ours)
  result.ways = ways
  result.textbook_us = measure.mean(measure.medians(theirs))
  result.ratio = result.textbook_us / result.mean_us
  result.refused_us = refusal(grid, finder)
  result.link_ns, result.wall_ns = edits(grid)
  return result
end

--- Measures one map. @param files, task as in maps.run @return a list of rows
function links.run(files, task)
  local rows = {}
  for _, count in ipairs { 0, 4, 64, 1000 } do
    rows[#rows + 1] = row(files, count .. " links", function()
      local grid = movingai.grid(files.map)
      return grid, put_links(grid, count)
    end, task)
  end
  rows[#rows + 1] = row(files, "1000 walls", function()
    local grid = movingai.grid(files.map)
    return grid, put_walls(grid, 1000)
  end, task)
  return rows
end

-- ---- a building -------------------------------------------------------------

--- Floors side by side, five in a row: rooms with a door in each wall.
local function draw_building()
  local wide, high = 5 * SIDE, FLOORS / 5 * SIDE
  local random, text = measure.random(31), {}
  for y = 0, high - 1 do
    text[y] = {}
    for x = 0, wide - 1 do
      local wall = x % ROOM == 0 or y % ROOM == 0
      text[y][x] = wall and "#" or "."
    end
  end
  for y = 0, high - 1, ROOM do
    for x = 0, wide - 1, ROOM do
      if x % SIDE ~= 0 then
        text[y + 1 + random(ROOM - 1)][x] = "."
      end
      if y % SIDE ~= 0 then
        text[y][x + 1 + random(ROOM - 1)] = "."
      end
    end
  end
  for y = 0, high - 1 do
    text[y] = table.concat(text[y], "", 0, wide - 1)
  end
  return table.concat(text, "\n", 0, high - 1), wide, high
end

--- A cell of a floor; x and y count from 1 to SIDE - 1 on the floor.
local function on_floor(floor, x, y)
  return floor % 5 * SIDE + x, math.floor(floor / 5) * SIDE + y
end

local function put_stairs(grid)
  local random, lines = measure.random(37), {}
  for floor = 0, FLOORS - 2 do
    for _ = 1, 2 do
      local x, y
      repeat
        x, y = 1 + random(SIDE - 1), 1 + random(SIDE - 1)
      until x % ROOM ~= 0 and y % ROOM ~= 0
      local x1, y1 = on_floor(floor, x, y)
      local x2, y2 = on_floor(floor + 1, x, y)
      grid:link(x1, y1, x2, y2, { name = "stairs" })
      lines[#lines + 1] = ("link %d %d %d %d 1"):format(x1, y1, x2, y2)
    end
  end
  return lines
end

--- Measures the building. @return a list of one row
function links.made(task)
  local text, wide, high = draw_building()
  local random, scenarios = measure.random(41), {}
  local grid = tilepath.grid(text, { base = 0 })
  for i = 1, task.queries do
    local x1, y1 = free_cell(grid, random)
    local x2, y2 = free_cell(grid, random)
    scenarios[i] = ("0 m %d %d %d %d %d %d 0"):format(wide, high, x1, y1, x2,
      y2)
  end
  local files = { name = "building",
    map = write { "type octile", "height " .. high, "width " .. wide, "map",
      text },
    scen = write(scenarios) }
  local result = row(files, "stairs", function()
    local made = tilepath.grid(text, { base = 0 })
    return made, put_stairs(made)
  end, task)
  os.remove(files.map)
  os.remove(files.scen)
  return { result }
end

return links
