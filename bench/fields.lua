--- A row for a map and its ground (plain, priced in blocks, land):
-- - how long a field takes from Lua;
-- - how many times as fast that is as the textbook Dijkstra of field.c from
--   the same goals in the same run, with reused memory and with fresh memory;
-- - what field:update takes after an edit of a cell, beside a new field;
-- - what field:next takes.
--
-- A round runs the textbook, then the library on a new grid, goal by goal; the
-- goals are those of a few scenarios, spread over the file. An edit closes a
-- random free cell, or opens it again. The time of an update includes the work
-- of the pathfinder, the time of the new field does not. Both must give the
-- same costs.

local measure = require "measure"
local movingai = require "movingai"
local places = require "places"
local tilepath = require "tilepath"

local clock = measure.clock

local GOALS = 5
local EDITS = 50 -- cells, each closed and opened
local NEW = 5 -- one in so many edits is compared with a new field
local PLACES = 1000

local fields = {}

fields.columns = {
  { "map", "map", "%-16s" },
  { "ground", "ground", "%-6s" },
  { "textbook_ms", "textbook", "%9.3f" },
  { "build_ms", "build ms", "%9.3f" },
  { "core_ms", "in C", "%9.3f" },
  { "ratio", "ratio", "%6.2f" },
  { "fresh_ms", "fresh ms", "%9.3f" },
  { "fresh_ratio", "ratio", "%6.2f" },
  { "update_us", "update us", "%9.2f" },
  { "update_p99_us", "99 %", "%9.1f" },
  { "new_ms", "new ms", "%8.3f" },
  { "update_ratio", "times", "%8.1f" },
  { "next_ns", "next ns", "%7.1f" },
}

--- The program's answers: { { x, y, book =, core = }, ... }, microseconds.
local function by_the_book(files, task, prices)
  local list = {}
  local command = ("'%s' '%s' '%s' %s %d 0 %s"):format(task.field, files.map,
    files.scen, task.rule, GOALS, prices or "plain")
  for i, line in ipairs(movingai.lines(command)) do
    local x, y, book, core = line:match("^(%d+) (%d+) (%S+) (%S+)")
    list[i] = { tonumber(x), tonumber(y), book = tonumber(book),
      core = tonumber(core) }
  end
  assert(#list == GOALS, "too little came from " .. command)
  return list
end

--- Microseconds that a field takes from each goal. The first field is built
-- once in advance, which builds what is lazy. Earlier fields are garbage,
-- whose memory can be reused, as the textbook reuses its own; or `kept` holds
-- them, so that each field takes fresh memory.
local function builds(finder, goals, kept)
  local times, first = {}, finder:field { goals[1] }
  if kept then
    kept[#kept + 1] = first
  end
  for i, goal in ipairs(goals) do
    local list = { { goal[1], goal[2] } }
    collectgarbage()
    collectgarbage()
    local begun = clock()
    local field = finder:field(list)
    times[i] = clock() - begun - measure.overhead
    if kept then
      kept[#kept + 1] = field
    end
  end
  return times
end

local function compare(name, field, other, cells)
  for _, cell in ipairs(cells) do
    local x, y = cell[1], cell[2]
    if field:cost(x, y) ~= other:cost(x, y) then
      error(("%s: after an update it costs %s from %d, %d, not %s"):format(
        name, field:cost(x, y) or "-", x, y, other:cost(x, y) or "-"), 0)
    end
  end
end

--- @return microseconds of updates, and of new fields beside some of them
local function edits(name, finder, goal, cells)
  local grid, random = finder.grid, measure.random(6)
  local list = { { goal[1], goal[2] } }
  local field = finder:field(list)
  local updates, news = {}, {}
  for i = 1, EDITS do
    local x, y
    repeat
      x, y = places.cell(finder, random)
    until x ~= goal[1] or y ~= goal[2]
    for turn = 1, 2 do
      grid:set_walkable(x, y, turn == 2)
      local begun = clock()
      field:update()
      updates[#updates + 1] = clock() - begun - measure.overhead
      if i % NEW == 0 then
        begun = clock()
        local new = finder:field(list)
        news[#news + 1] = clock() - begun - measure.overhead
        compare(name, field, new, cells)
      end
    end
  end
  return updates, news
end

local function next_ns(field, cells)
  local xs, ys = {}, {}
  for i, cell in ipairs(cells) do
    xs[i], ys[i] = cell[1], cell[2]
  end
  return measure.call(function(n)
    for _ = 1, n do
      for i = 1, #xs do
        field:next(xs[i], ys[i])
      end
    end
  end) / #xs
end

local function row(files, task, ground, prices)
  local books, cores, ours, fresh, kept = {}, {}, {}, {}, {}
  local goals, finder
  for r = 1, task.rounds do
    goals = by_the_book(files, task, prices)
    finder = tilepath.pathfinder(movingai.grid(files.map, prices),
      { diagonal = task.rule })
    fresh[r] = builds(finder, goals, kept)
    books[r], cores[r], ours[r] = {}, {}, builds(finder, goals)
    for i, goal in ipairs(goals) do
      books[r][i], cores[r][i] = goal.book, goal.core
    end
  end
  local goal = goals[1]
  local cells = places.around(finder, measure.random(7), PLACES, goal[1],
    goal[2])
  local next_took = next_ns(finder:field { goal }, cells)
  local updates, news = edits(files.name, finder, goal, cells)
  local book = measure.mean(measure.medians(books))
  local build = measure.mean(measure.medians(ours))
  local fresh_build = measure.mean(measure.medians(fresh))
  return {
    map = files.name,
    ground = ground,
    textbook_ms = book / 1e3,
    build_ms = build / 1e3,
    core_ms = measure.mean(measure.medians(cores)) / 1e3,
    ratio = book / build,
    fresh_ms = fresh_build / 1e3,
    fresh_ratio = book / fresh_build,
    update_us = measure.median(updates),
    update_p99_us = measure.percentile(updates, 0.99),
    new_ms = measure.median(news) / 1e3,
    update_ratio = measure.median(news) / measure.median(updates),
    next_ns = next_took,
  }
end

--- Measures one map. @param files, task as in maps.run; task.field the program
-- @return a list of rows
function fields.run(files, task)
  return { row(files, task, "plain"), row(files, task, "priced", "blocks"),
    row(files, task, "land", "land") }
end

return fields
