--- A row for a map of hexagons and its ground (plain, priced in blocks, or a
-- land). It compares queries with the textbook's A*, and a field with its
-- Dijkstra, on the same hexagons in the same run. It also compares the time of
-- an expanded cell, and of a cell of a field, with the same on squares; on
-- plain ground the squares are searched by A*, too.
--
-- Every second row, from the second on, is shifted half a cell to the right. A
-- round runs the textbook, then all queries once, then passes that take long
-- enough together. If a cost differs from the textbook's, the program fails.

local maps = require "maps"
local measure = require "measure"
local movingai = require "movingai"
local tilepath = require "tilepath"

local clock = measure.clock
local LONG_ENOUGH = 20000
local RULE = "odd-r"
local GOALS = 5

local hexagons = {}

hexagons.columns = {
  { "map", "map", "%-16s" },
  { "ground", "ground", "%-6s" },
  { "textbook_us", "textbook", "%9.1f" },
  { "mean_us", "mean", "%8.1f" },
  { "ratio", "ratio", "%6.2f" },
  { "expanded", "cells", "%8.0f" },
  { "cell_ns", "ns", "%6.1f" },
  { "square_ns", "square", "%6.1f" },
  { "book_field_ms", "textbook", "%9.3f" },
  { "field_ms", "field ms", "%9.3f" },
  { "field_ratio", "ratio", "%6.2f" },
  { "field_cell_ns", "ns", "%6.1f" },
  { "field_square_ns", "square", "%6.1f" },
}

--- Microseconds of a query, over passes that take long enough together.
local function mean_of(finder, queries)
  local options, means = { into = {} }, {}
  local start = clock()
  repeat
    means[#means + 1] = maps.pass(finder, queries, options)
  until clock() - start > LONG_ENOUGH
  return measure.median(means)
end

--- Mean microseconds of fields to the goals, and mean cells of a field.
local function fields_of(finder, goals)
  local times, cells = {}, 0
  finder:field { goals[1] } -- builds what is lazy
  for i, goal in ipairs(goals) do
    local list = { goal }
    collectgarbage()
    collectgarbage()
    local begun = clock()
    local field = finder:field(list)
    times[i] = clock() - begun - measure.overhead
    for y = 0, finder.grid.height - 1 do
      for x = 0, finder.grid.width - 1 do
        cells = cells + (field:cost(x, y) and 1 or 0)
      end
    end
  end
  return measure.mean(times), cells / #goals
end

--- Mean microseconds of the textbook's fields, and their goals.
local function by_the_book(files, task, prices)
  local command = ("'%s' '%s' '%s' %s %d 0 %s"):format(task.field, files.map,
    files.scen, RULE, GOALS, prices)
  local goals, times = {}, {}
  for i, line in ipairs(movingai.lines(command)) do
    local x, y, book = line:match("^(%d+) (%d+) (%S+)")
    goals[i], times[i] = { tonumber(x), tonumber(y) }, tonumber(book)
  end
  assert(#goals == GOALS, "too little came from " .. command)
  return goals, times
end

local function median_of(rounds, key)
  local list = {}
  for i, round in ipairs(rounds) do
    list[i] = round[key]
  end
  return list[1] and measure.median(list)
end

local function round(files, task, prices)
  local queries = movingai.textbook(task.textbook, files, RULE, task.queries,
    prices)
  local goals, book_fields = by_the_book(files, task, prices)
  local finder = tilepath.pathfinder(movingai.grid(files.map, prices, RULE))
  local square = tilepath.pathfinder(movingai.grid(files.map, prices),
    { algorithm = prices == "plain" and "astar" or "auto" })
  local expanded = maps.check(files.name, finder, queries) / #queries
  local square_expanded = 0
  for _, q in ipairs(queries) do
    square:find(q[1], q[2], q[3], q[4])
    square_expanded = square_expanded + square.info.expanded
  end
  local mean, square_mean = mean_of(finder, queries), mean_of(square, queries)
  local field, cells = fields_of(finder, goals)
  local square_field, square_cells = fields_of(square, goals)
  local book = 0
  for _, q in ipairs(queries) do
    book = book + q[6] / #queries
  end
  return {
    textbook_us = book,
    mean_us = mean,
    ratio = book / mean,
    expanded = expanded,
    cell_ns = mean / expanded * 1e3,
    square_ns = square_expanded > 0
      and square_mean * #queries / square_expanded * 1e3 or nil,
    book_field_ms = measure.mean(book_fields) / 1e3,
    field_ms = field / 1e3,
    field_ratio = measure.mean(book_fields) / field,
    field_cell_ns = field / cells * 1e3,
    field_square_ns = square_field / square_cells * 1e3,
  }
end

--- Measures a map. @param files, task as in maps.run; task.field the program
-- @return a list of rows
function hexagons.run(files, task)
  local rows = {}
  for _, ground in ipairs { "plain", "blocks", "land" } do
    local rounds, row = {}, { map = files.name, ground = ground }
    for r = 1, task.rounds do
      rounds[r] = round(files, task, ground)
    end
    for i = 3, #hexagons.columns do
      local key = hexagons.columns[i][1]
      row[key] = median_of(rounds, key)
    end
    rows[#rows + 1] = row
  end
  return rows
end

return hexagons
