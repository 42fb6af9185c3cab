--- How often paths over meshes of polygons are not the shortest.
--
-- Random worlds of 20 x 20 with 14 rectangles along the cells, ten queries on each
-- between places that are 0.3 away from all borders. Each path is compared with the
-- shortest one of all, by a visibility graph: `longer` by more than 1 %, `much` by
-- more than 5 %. `through` counts paths that lead through a rectangle. The meshes
-- are made of the free cells. Ours is `find_world` with `path:prune`, which is not
-- promised to be the shortest of all.
--
-- The packages are those of npm with the versions below (others.lua).

local measure = require "measure"
local others = require "others"
local tilepath = require "tilepath"

local SIDE, BOXES, QUERIES, AWAY = 20, 14, 10, 0.3
local PACKAGES = { "three-pathfinding@1.3.0", "three@0.180.0", "nav2d@1.4.0",
  "yuka@0.7.8", "recast-navigation@0.43.1" }

local abs, huge, max, min = math.abs, math.huge, math.max, math.min

local meshes = {}

meshes.columns = {
  { "library", "library", "%-18s" },
  { "version", "version", "%-9s" },
  { "mesh", "mesh", "%-20s" },
  { "paths", "paths", "%6d" },
  { "longer", "longer, %", "%9.1f" },
  { "much", "by 5, %", "%7.1f" },
  { "worst", "worst", "%6.2f" },
  { "mean", "mean", "%6.3f" },
  { "through", "through", "%7d" },
}

-- ---- worlds and the judge -------------------------------------------------------

--- A world: rectangles { left, top, right, bottom }, apart by a cell; and queries.
local function draw(random)
  local world = { boxes = {}, queries = {} }
  local function is_near(left, top, right, bottom, away)
    for _, box in ipairs(world.boxes) do
      if left < box[3] + away and box[1] < right + away and top < box[4] + away
        and box[2] < bottom + away then
        return true
      end
    end
  end
  for _ = 1, 200 do
    local wide, high = random(4) + 1, random(4) + 1
    local x, y = random(SIDE - wide - 1) + 1, random(SIDE - high - 1) + 1
    if #world.boxes < BOXES and not is_near(x, y, x + wide, y + high, 1) then
      world.boxes[#world.boxes + 1] = { x, y, x + wide, y + high }
    end
  end
  local function place()
    local x, y
    repeat
      x = AWAY + random(2 ^ 20) / 2 ^ 20 * (SIDE - 2 * AWAY)
      y = AWAY + random(2 ^ 20) / 2 ^ 20 * (SIDE - 2 * AWAY)
    until not is_near(x, y, x, y, AWAY)
    return x, y
  end
  for i = 1, QUERIES do
    local x, y = place()
    world.queries[i] = { x, y, place() }
  end
  return world
end

--- The part of a line, from 0 to 1, that lies between two borders.
local function between(from, by, low, high)
  if abs(by) < 1e-12 then
    return from > low and from < high and -huge or huge, huge
  end
  local a, b = (low - from) / by, (high - from) / by
  return min(a, b), max(a, b)
end

--- Does a line lead through a rectangle, by more than `slack`?
local function is_blocked(world, x1, y1, x2, y2, slack)
  for _, box in ipairs(world.boxes) do
    local from_x, to_x = between(x1, x2 - x1, box[1] + slack, box[3] - slack)
    local from_y, to_y = between(y1, y2 - y1, box[2] + slack, box[4] - slack)
    if min(to_x, to_y, 1) - max(from_x, from_y, 0) > 1e-9 then
      return true
    end
  end
  return false
end

local function distance(x1, y1, x2, y2)
  return ((x2 - x1) * (x2 - x1) + (y2 - y1) * (y2 - y1)) ^ 0.5
end

--- The length of the shortest path: by way of corners that see each other.
local function shortest(world, query)
  local xs, ys = { query[1], query[3] }, { query[2], query[4] }
  for _, box in ipairs(world.boxes) do
    for corner = 0, 3 do
      xs[#xs + 1] = box[corner % 2 == 0 and 1 or 3]
      ys[#ys + 1] = box[corner < 2 and 2 or 4]
    end
  end
  local far, done = { 0 }, {}
  while true do
    local next_one
    for i in pairs(far) do
      if not done[i] and far[i] < (far[next_one] or huge) then
        next_one = i
      end
    end
    if next_one == 2 then
      return far[2]
    end
    done[next_one] = true
    for i = 1, #xs do
      local sum = far[next_one] + distance(xs[next_one], ys[next_one], xs[i],
        ys[i])
      if sum < (far[i] or huge) and not is_blocked(world, xs[next_one],
        ys[next_one], xs[i], ys[i], 1e-9) then
        far[i] = sum
      end
    end
  end
end

--- A row of the table. path_of(world, query, number) is a flat list of points.
local function judge(worlds, row, slack, path_of)
  local found, number, longer, much, sum = 0, 0, 0, 0, 0
  row.worst, row.through = 1, 0
  for _, world in ipairs(worlds) do
    for _, query in ipairs(world.queries) do
      query.best = query.best or shortest(world, query)
      number = number + 1
      local path, length, is_through = path_of(world, query, number), 0, false
      for i = 3, path and #path or 0, 2 do
        length = length + distance(path[i - 2], path[i - 1], path[i], path[i + 1])
        is_through = is_through or is_blocked(world, path[i - 2], path[i - 1],
          path[i], path[i + 1], slack + 1e-6)
      end
      if path and path[1] then
        local ratio = length / query.best
        found, sum = found + 1, sum + ratio
        longer = longer + (ratio > 1.01 and 1 or 0)
        much = much + (ratio > 1.05 and 1 or 0)
        row.worst = max(row.worst, ratio)
        row.through = row.through + (is_through and 1 or 0)
      end
    end
  end
  row.paths, row.mean = found, sum / max(found, 1)
  row.longer, row.much = 100 * longer / max(found, 1), 100 * much / max(found, 1)
  return row
end

-- ---- libraries --------------------------------------------------------------------

local function ours(worlds)
  local finder, last
  return judge(worlds, { library = "tilepath", version = tilepath.version,
    mesh = "cells, pruned" }, 0, function(world, query)
      if world ~= last then
        local grid = tilepath.grid(SIDE, SIDE)
        for _, box in ipairs(world.boxes) do
          grid:fill(box[1] + 1, box[2] + 1, box[3] - box[1], box[4] - box[2],
            "wall")
        end
        finder, last = tilepath.pathfinder(grid,
          { diagonal = "at_least_one_walkable" }), world
      end
      local path = finder:find_world(query[1], query[2], query[3], query[4])
      return path and path:prune(finder)
    end)
end

local function judge_written(worlds, rows, text)
  local lines, i = {}, 0
  for line in text:gmatch "([^\n]*)\n" do
    lines[#lines + 1] = line
  end
  while lines[i + 1] do
    local library, version, mesh, slack =
      lines[i + 1]:match "^# ([^|]*)|([^|]*)|([^|]*)|(.*)$"
    local first = i + 1
    rows[#rows + 1] = judge(worlds, { library = library, version = version,
      mesh = mesh }, tonumber(slack), function(_, _, number)
        local path = {}
        for word in lines[first + number]:gmatch "%S+" do
          path[#path + 1] = tonumber(word)
        end
        return path
      end)
    i = first + #worlds * QUERIES
  end
end

--- All rows.
function meshes.made(task)
  local random, worlds, lines = measure.random(11), {}, {}
  for i = 1, math.ceil(task.queries / QUERIES) do
    worlds[i] = draw(random)
    local lists = {}
    for k, list in ipairs { worlds[i].boxes, worlds[i].queries } do
      local words = {}
      for n, four in ipairs(list) do
        words[n] = ("%.17g %.17g %.17g %.17g"):format(four[1], four[2], four[3],
          four[4])
      end
      lists[k] = table.concat(words, " ")
    end
    lines[i] = table.concat(lists, ";")
  end
  local rows = { ours(worlds) }
  others.within(table.concat(lines, "\n") .. "\n", function(folder)
    judge_written(worlds, rows, others.node(folder, "meshes.mjs", PACKAGES) or "")
  end)
  return rows
end

return meshes
