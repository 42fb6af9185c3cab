--- Rows for a map: microseconds that a query takes if a layer bears on one cell
-- in a hundred, on plain ground and on priced. The cells are those of ways
-- between places of other queries, as feet tread them.
--
-- `none`: no layer; `zero`: one of zeros. `repels`: these cells cost a half
-- more. `0.9`, `0.5`: they attract, with that least price, and each of them has
-- it. Paths on the map are searched by what the cheapest cell costs, so what
-- attracts costs the more time the less that is. `ratio`: of `0.5` to `repels`.
--
-- Rounds are timed as a whole, after one that is not timed; of those the median
-- counts.

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

--- Treads ways until there is no more to be trodden.
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
    local options, times = { waypoints = true, into = {} }, {}
    for r = 0, task.rounds do -- that of no number does not count
      times[r] = measure.queries(finder, queries, options)
    end
    row[kind[1]] = measure.median(times)
  end
  row.ratio = row.half_us / row.repels_us
  return row
end

--- Measures one map. @param files, task as in maps.run @return a list of rows
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
