--- A row for a map, or for a map and each kind of priced ground: how long its
-- queries take; how many times as fast that is as the textbook A* on the same
-- queries in the same run; what the first query costs; and memory. On priced
-- ground the row also has queries with landmarks.
--
-- A round runs the textbook, unless it has run for long already. Then, on a
-- new grid and pathfinder, come the first query, which builds what is lazy, and
-- passes that find what earlier queries left. Each pass runs each query once,
-- in the order of the scenarios, as the textbook does.
--
-- If a cost differs from the textbook's, the program fails.

local measure = require "measure"
local movingai = require "movingai"
local tilepath = require "tilepath"

local clock = measure.clock

-- Passes go on until they have taken so many microseconds, and the textbook,
-- whose runs are long, until it has taken so many.
local LONG_ENOUGH = 20000
local LONG_BOOK = 1e6

-- An agent that keeps away from walls pays what textbook.c says.
local KEEP_AWAY = { 2, 3 }
local PRICED = { "blocks", "land", "keep_away" }

local maps = {}

maps.columns = {
  { "map", "map", "%-16s" },
  { "ground", "ground", "%-9s" },
  { "mean_us", "mean", "%9.2f" },
  { "textbook_us", "textbook", "%10.1f" },
  { "ratio", "ratio", "%8.2f" },
  { "first_query_ms", "build ms", "%9.2f" },
  { "bytes_a_cell", "B/cell", "%7.1f" },
  { "marks_us", "landmarks", "%9.1f" },
  { "marks_ratio", "ratio", "%6.2f" },
}

--- Ends the program if a query does not cost what the textbook says.
local function check(name, finder, queries)
  local options = { into = {} }
  for _, q in ipairs(queries) do
    local path, cost = finder:find(q[1], q[2], q[3], q[4], options)
    local expected = q[5]
    cost = path and cost or -1
    if math.abs(cost - expected) > 1e-6 * math.max(1, math.abs(expected)) then
      error(("%s: from %d, %d to %d, %d costs %.9f, but %.9f for the textbook")
        :format(name, q[1], q[2], q[3], q[4], cost, expected), 0)
    end
  end
end

--- The library's part of a round.
local function round(name, grid, profile, queries)
  local options = { into = {} }
  local before, begun = measure.bytes(), clock()
  local finder = tilepath.pathfinder(grid, profile)
  if profile.landmarks then
    finder:prepare()
  end
  local q = queries[math.ceil(#queries / 2)]
  finder:find(q[1], q[2], q[3], q[4], options)
  local first_query = clock() - begun
  check(name, finder, queries)
  local means, start = {}, clock()
  repeat
    means[#means + 1] = measure.queries(finder, queries, options)
  until clock() - start > LONG_ENOUGH
  return { mean = measure.median(means), first_query = first_query,
    bytes_a_cell = (measure.bytes() - before) / #grid }
end

local function median_of(rounds, key)
  local list = {}
  for i, one in ipairs(rounds) do
    list[i] = one[key]
  end
  return measure.median(list)
end

--- The measured row of a map.
-- @param ground  one of PRICED, or nil
local function row(files, ground, task)
  local name, books, ours, marked = files.name, {}, {}, {}
  local queries, spent = nil, 0
  local function profile(landmarks)
    return { diagonal = task.rule, algorithm = task.algorithm,
      keep_away = ground == "keep_away" and KEEP_AWAY or nil,
      landmarks = landmarks }
  end
  for r = 1, task.rounds do
    if spent < LONG_BOOK then
      queries, books[r] = movingai.textbook(files, task.rule,
        task.queries, ground)
      spent = spent + books[r].mean * #queries
    end
    ours[r] = round(name, movingai.grid(files.map, ground), profile(), queries)
    if ground and task.landmarks > 0 then
      marked[r] = round(name, movingai.grid(files.map, ground),
        profile(task.landmarks), queries)
    end
  end
  local book, mean = median_of(books, "mean"), median_of(ours, "mean")
  local marks = marked[1] and median_of(marked, "mean")
  return {
    map = name, ground = ground,
    mean_us = mean, textbook_us = book, ratio = book / mean,
    first_query_ms = median_of(ours, "first_query") / 1e3,
    bytes_a_cell = median_of(ours, "bytes_a_cell"),
    marks_us = marks, marks_ratio = marks and book / marks,
  }
end

--- Measures one map. @return a list of rows
-- @param files { name =, map =, scen = }
-- @param task { rule =, algorithm =, queries =, rounds =, landmarks = how many,
-- is_priced =, only = }
function maps.run(files, task)
  if not task.is_priced then return { row(files, nil, task) } end
  local rows = {}
  for _, ground in ipairs(PRICED) do
    if (files.name .. " " .. ground):find(task.only, 1, true) then
      rows[#rows + 1] = row(files, ground, task)
    end
  end
  return rows
end

return maps
