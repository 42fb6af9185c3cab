--- A row for a map and a swarm: nanoseconds of field:advance for each agent.
--
-- Agents stand at the centres of random cells from which the goal can be
-- reached. They walk for some frames, a small part of a cell each, and are
-- then put back. A larger swarm walks fewer frames. The median of rounds
-- counts. `apart`: agents keep half a cell apart; its ratio is to agents that
-- do not, in the same run.

local measure = require "measure"
local movingai = require "movingai"
local places = require "places"
local tilepath = require "tilepath"

local clock = measure.clock

local SWARMS = { 2000, 10000, 20000 }
local STEPS = 400000 -- of all agents together, in a round
local DISTANCE = 0.05

local swarms = {}

swarms.columns = {
  { "map", "map", "%-16s" },
  { "agents", "agents", "%6d" },
  { "tables_ns", "tables", "%7.1f" },
  { "apart_ns", "apart", "%8.1f" },
  { "apart_ratio", "apart/tables", "%12.2f" },
}

local function in_tables(xs, ys)
  local copy_x, copy_y = {}, {}
  for i = 1, #xs do
    copy_x[i], copy_y[i] = xs[i], ys[i]
  end
  return copy_x, copy_y
end

--- Nanoseconds for each agent and frame.
local function advance(field, xs, ys, rounds, options)
  local n, times = #xs, {}
  local frames = STEPS / n
  for r = 1, rounds do
    local held_x, held_y = in_tables(xs, ys)
    local begun = clock()
    for _ = 1, frames do
      field:advance(held_x, held_y, n, DISTANCE, options)
    end
    times[r] = (clock() - begun) * 1e3 / (frames * n)
  end
  return measure.median(times)
end

--- Measures a map.
-- @param files, task as in maps.run
-- @return a list of rows
function swarms.run(files, task)
  local finder = tilepath.pathfinder(movingai.grid(files.map),
    { diagonal = task.rule })
  local random, rows = measure.random(8), {}
  local goal_x, goal_y = places.goal(files)
  local field = finder:field { { goal_x, goal_y } }
  for i, agents in ipairs(SWARMS) do
    local xs, ys = {}, {}
    for a, cell in ipairs(places.around(finder, random, agents, goal_x,
      goal_y)) do
      xs[a], ys[a] = finder:to_world(cell[1], cell[2])
    end
    local plain = advance(field, xs, ys, task.rounds)
    local apart = advance(field, xs, ys, task.rounds, { apart = 0.5 })
    rows[i] = {
      map = files.name,
      agents = agents,
      tables_ns = plain,
      apart_ns = apart,
      apart_ratio = apart / plain,
    }
  end
  return rows
end

return swarms
