--- A row for a map and its ground (plain, or priced in blocks): how long a field
-- takes from Lua; how many times as fast that is as the textbook Dijkstra of
-- textbook.c from the same goals in the same run; and what field:update takes after
-- an edit of a cell.
--
-- A round runs the textbook, then the library on a new grid, goal by goal; the
-- goals are those of a few scenarios, spread over the file. An edit closes a
-- random free cell, or opens it again. The time of an update includes the work
-- of the pathfinder. An updated field and a new one must give the same costs.

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
  { "ratio", "ratio", "%6.2f" },
  { "update_us", "update us", "%9.2f" },
  { "update_p99_us", "99 %", "%9.1f" },
}

--- The goals of the textbook's program, its microseconds for each, and the sum
-- of the costs of all cells.
local function by_the_book(files, task, prices)
  local list, times, sums = {}, {}, {}
  local command = ("'%s' --fields '%s' '%s' %s %d %s"):format(movingai.program,
    files.map, files.scen, task.rule, GOALS, prices or "plain")
  for i, line in ipairs(movingai.lines(command)) do
    local x, y, book, sum = line:match("^(%d+) (%d+) (%S+) (%S+)$")
    list[i], times[i] = { tonumber(x), tonumber(y) }, tonumber(book)
    sums[i] = tonumber(sum)
  end
  assert(#list == GOALS, "too little came from " .. command)
  return list, times, sums
end

--- Ends the program if a field has another sum of costs.
local function check(name, finder, goal, expected)
  local field, sum = finder:field { goal }, 0
  for x, y in finder.grid:cells() do
    sum = sum + (field:cost(x, y) or 0)
  end
  if math.abs(sum - expected) > 1e-6 * expected then
    error(("%s: the costs to %d, %d have the sum %.9g, not %.9g"):format(name,
      goal[1], goal[2], sum, expected), 0)
  end
end

--- Microseconds that a field takes from each goal. The first field is built
-- once in advance, which builds what is lazy. Earlier fields are garbage, whose
-- memory can be reused, as the textbook reuses its own.
local function builds(finder, goals)
  local times = {}
  finder:field { goals[1] }
  for i, goal in ipairs(goals) do
    collectgarbage()
    collectgarbage()
    local begun = clock()
    finder:field { goal }
    times[i] = clock() - begun - measure.overhead
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

--- Microseconds of updates.
local function edits(name, finder, goal)
  local grid, random = finder.grid, measure.random(6)
  local cells = places.around(finder, measure.random(7), PLACES, goal[1],
    goal[2])
  local field, updates = finder:field { goal }, {}
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
        compare(name, field, finder:field { goal }, cells)
      end
    end
  end
  return updates
end

local function row(files, task, ground, prices)
  local books, ours = {}, {}
  local goals, sums, finder
  for r = 1, task.rounds do
    goals, books[r], sums = by_the_book(files, task, prices)
    finder = tilepath.pathfinder(movingai.grid(files.map, prices),
      { diagonal = task.rule })
    ours[r] = builds(finder, goals)
  end
  for i, goal in ipairs(goals) do
    check(files.name, finder, goal, sums[i])
  end
  local updates = edits(files.name, finder, goals[1])
  local book = measure.mean(measure.medians(books))
  local build = measure.mean(measure.medians(ours))
  return {
    map = files.name, ground = ground,
    textbook_ms = book / 1e3, build_ms = build / 1e3, ratio = book / build,
    update_us = measure.median(updates),
    update_p99_us = measure.percentile(updates, 0.99),
  }
end

--- Measures one map. @param files, task as in maps.run
-- @return a list of rows
function fields.run(files, task)
  return { row(files, task, "plain"), row(files, task, "priced", "blocks") }
end

return fields
