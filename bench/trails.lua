--- Rows for a map: microseconds of a query if a layer affects one cell in a
-- hundred, on plain and on priced ground. These cells lie on paths between
-- places of other queries, as if feet had trodden them.
--
-- `none`: no layer; `zero`: a layer of zeros. `repels`: these cells cost a
-- half more. `0.9`, `0.5`: the cells attract and have that least price. The
-- estimate uses the cheapest cell, so the lower that price is, the more time a
-- query takes. `ratio`: of `0.5` to `repels`.
--
-- A round is timed as a whole; the first is not counted, and of the others the
-- median counts.

local measure = require "measure"
local movingai = require "movingai"
local tilepath = require "tilepath"

local SHARE = 100 -- one cell in so many

local trails = {}

local KINDS = {
  { "none_us", "none" },
  { "zero_us", "zero", 0.5 },
  { "repels_us", "repels", 0.5 },
  { "most_us", "0.9", -0.1, 0.9 },
  { "half_us", "0.5", -0.5, 0.5 },
}

trails.columns = { { "map", "map", "%-16s" }, { "ground", "ground", "%-8s" } }
for i, kind in ipairs(KINDS) do
  trails.columns[i + 2] = { kind[1], kind[2], "%9.2f" }
end
trails.columns[#KINDS + 3] = { "ratio", "ratio", "%6.2f" }

--- Treads paths until enough cells are trodden.
local function tread(layer, queries)
  local finder = tilepath.pathfinder(layer.grid)
  local left = 0
  for x, y in layer.grid:cells() do
    left = left + (finder:can_enter(x, y) and 1 / SHARE or 0)
  end
  for _, q in ipairs(queries) do
    local path = finder:find(q[1], q[2], q[3], q[4])
    for _, x, y in path:points() do
      if left >= 1 and layer:get(x, y) == 0 then
        layer:set(x, y, 1)
        left = left - 1
      end
    end
  end
end

local function profile_of(kind, task, trodden, zero)
  local profile = { diagonal = task.rule, algorithm = task.algorithm }
  if kind[3] then
    local layer = kind[1] == "zero_us" and zero or trodden
    profile.layers = { { layer, kind[3] }, least = kind[4] }
  end
  return profile
end

local function measure_ground(name, grid, queries, others, task)
  local trodden, zero = tilepath.layer(grid), tilepath.layer(grid)
  local row = { map = name[1], ground = name[2] }
  tread(trodden, others)
  for _, kind in ipairs(KINDS) do
    local finder = tilepath.pathfinder(grid,
      profile_of(kind, task, trodden, zero))
    local options, times = { into = {} }, {}
    for r = 0, task.rounds do -- round 0 is not counted
      times[r] = measure.queries(finder, queries, options)
    end
    row[kind[1]] = measure.median(times)
  end
  row.ratio = row.half_us / row.repels_us
  return row
end

--- Measures a map. @param files, task as in maps.run @return a list of rows
function trails.run(files, task)
  local all = movingai.queries(files.scen)
  local queries = movingai.spread(all, task.queries)
  local others = movingai.spread(all, 3 * task.queries + 1)
  local rows = {}
  for _, ground in ipairs { "plain", "blocks" } do
    rows[#rows + 1] = measure_ground({ files.name, ground },
      movingai.grid(files.map, ground), queries, others, task)
  end
  return rows
end

return trails
