--- A row for a map and its priced ground: how many times as fast as the
-- textbook A* queries are, without memory between them and with landmarks, if
-- a profile may have these; the longest query of each; and how many cells a
-- query expands.
--
-- A round runs the textbook. Then, on a new grid and new pathfinders, it
-- prepares landmarks, runs all queries once, and then times each query. Rounds
-- end early if the textbook has run for long. If a cost differs from the
-- textbook's, the program fails.

local grounds = require "grounds"
local maps = require "maps"
local measure = require "measure"
local movingai = require "movingai"
local tilepath = require "tilepath"

local clock = measure.clock

-- So many microseconds are enough for the textbook, and for passes.
local LONG_BOOK = 1e6
local LONG_ENOUGH = 20000

local priced = {}

priced.columns = {
  { "map", "map", "%-16s" },
  { "ground", "ground", "%-9s" },
  { "textbook_us", "textbook", "%9.1f" },
  { "textbook_longest_us", "longest", "%9.0f" },
  { "textbook_expanded", "cells", "%8.0f" },
  { "mean_us", "mean", "%8.1f" },
  { "ratio", "ratio", "%6.2f" },
  { "longest_us", "longest", "%8.0f" },
  { "expanded", "cells", "%8.0f" },
  { "marks_us", "landmarks", "%9.1f" },
  { "marks_ratio", "ratio", "%6.2f" },
  { "marks_longest_us", "longest", "%8.0f" },
  { "marks_expanded", "cells", "%8.0f" },
  { "marks_made_ms", "made ms", "%8.2f" },
}

--- The time of each query, over passes that take long enough together.
local function times_of(finder, queries)
  local options, lists = { into = {} }, {}
  local start = clock()
  repeat
    local times = {}
    for i = 1, #queries do
      local q = queries[i]
      local begun = clock()
      finder:find(q[1], q[2], q[3], q[4], options)
      times[i] = clock() - begun - measure.overhead
    end
    lists[#lists + 1] = times
  until clock() - start > LONG_ENOUGH
  return measure.medians(lists)
end

--- A round of the library, on a new grid.
-- @param profile of the agent; returns nil if the library refuses it
local function ask(files, ground, profile, queries)
  local is_known, finder = pcall(tilepath.pathfinder,
    movingai.grid(files.map, ground), profile)
  if not is_known then
    return nil
  end
  local begun = clock()
  if profile.landmarks then
    finder:prepare()
  end
  local made = clock() - begun
  local name = files.name .. ", " .. ground
  return {
    made = made,
    expanded = maps.check(name, finder, queries) / #queries,
    times = times_of(finder, queries),
  }
end

--- What rounds amount to: the mean, the longest, and figures of the last round.
local function sum_up(rounds)
  local lists = {}
  for i, round in ipairs(rounds) do
    lists[i] = round.times
  end
  local times = measure.medians(lists)
  return {
    mean = measure.mean(times),
    longest = measure.percentile(times, 1),
    expanded = rounds[#rounds].expanded,
    made = rounds[#rounds].made,
  }
end

local function ask_textbook(files, ground, task)
  local queries, expanded = movingai.textbook(task.textbook, files, task.rule,
    task.queries, ground)
  local times = {}
  for i, q in ipairs(queries) do
    times[i] = q[6]
  end
  return queries, { times = times, expanded = expanded / #queries }
end

local function row(files, ground, task)
  local books, plain, marked = {}, {}, {}
  local spent, r = 0, 0
  while r < task.rounds and spent < LONG_BOOK do
    r = r + 1
    local queries
    queries, books[r] = ask_textbook(files, ground, task)
    spent = spent + measure.mean(books[r].times) * #queries
    plain[r] = ask(files, ground, grounds.profile(ground, task), queries)
    if task.landmarks > 0 then
      marked[r] = ask(files, ground,
        grounds.profile(ground, task, task.landmarks), queries)
    end
  end
  local book, ours = sum_up(books), sum_up(plain)
  local marks = #marked > 0 and sum_up(marked) or {}
  return {
    map = files.name,
    ground = ground,
    textbook_us = book.mean,
    textbook_longest_us = book.longest,
    textbook_expanded = book.expanded,
    mean_us = ours.mean,
    ratio = book.mean / ours.mean,
    longest_us = ours.longest,
    expanded = ours.expanded,
    marks_us = marks.mean,
    marks_ratio = marks.mean and book.mean / marks.mean,
    marks_longest_us = marks.longest,
    marks_expanded = marks.expanded,
    marks_made_ms = marks.made and marks.made / 1e3,
  }
end

--- Measures a map. @param files, task as in maps.run; task.landmarks how many
-- @return a list of rows
function priced.run(files, task)
  local rows = {}
  for _, ground in ipairs(grounds.priced) do
    if grounds.wants(task.only, files.name, ground) then
      rows[#rows + 1] = row(files, ground, task)
    end
  end
  return rows
end

return priced
