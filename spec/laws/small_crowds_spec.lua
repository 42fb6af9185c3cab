--- A score: up to four units on maps of up to sixteen free cells arrive if a
-- search over all positions (crowd_search.lua) finds a solution. A unit that
-- does not arrive is blocked, and all units come to rest.

local new_search = require "spec.support.crowd_search"
local puzzles = require "spec.support.puzzles"
local score = require "spec.support.score"
local scene = require "spec.support.scene"
local throng = require "spec.support.throng"

local RULES = { "only_if_no_obstacles", "at_least_one_walkable", "always",
  "never" }
local FREE = 16
local LONG = 4000   -- ticks: more than any unit needs
local REST = 400    -- ticks without a step: rest

-- Draw ------------------------------------------------------------------------

local function draw_rows(random)
  local width, height = random(2, 7), random(1, 6)
  local density, rows, free = random(0, 55), {}, 0
  for y = 1, height do
    local row = {}
    for x = 1, width do
      local is_free = free < FREE and not random.chance(density)
      row[x] = is_free and "." or "#"
      free = free + (is_free and 1 or 0)
    end
    rows[y] = table.concat(row)
  end
  return rows
end

local function try_to_draw(random)
  local scenario = { name = "a few", rows = draw_rows(random), agents = {},
    diagonal = RULES[random(1, 4)], events = {}, grounds = {}, step = 0.5,
    clock = random.one_of("seconds", "turns"),
    nodes = random.one_of(nil, nil, 500) }
  local places, goals = {}, {}
  for _ = 1, random(2, 4) do
    local size = random(1, 6) == 1 and 2 or 1
    local at = puzzles.place(random, scenario.rows, size, places)
    local goal = puzzles.place(random, scenario.rows, size, goals)
    if at and goal then
      local wish = random(1, 12)
      places[#places + 1] = { at, size }
      if wish > 2 then
        goals[#goals + 1] = { goal, size }
      end
      table.insert(scenario.agents, { id = ("abcd"):sub(#places, #places),
        at = at, size = { size, size }, laps = 1,
        pace = random.one_of(1, 1, 1, 2, 3), hold = wish == 1 or nil,
        to = wish > 2 and goal or nil })
    end
  end
  return #places > 1 and #goals > 0 and scenario or nil
end

local function draw(random)
  local scenario
  repeat
    scenario = try_to_draw(random)
  until scenario
  return throng.as_text(scenario)
end

-- The search ------------------------------------------------------------------

local function body_of(agent, has_goal)
  return { x = agent.at[1], y = agent.at[2], w = agent.size[1],
    h = agent.size[2], hold = agent.hold,
    to = has_goal and agent.to and { x = agent.to[1], y = agent.to[2] } or nil }
end

--- Can all agents with a path arrive?
-- @return that, and for each agent whether it has a path
local function can_arrive(scenario)
  local bodies, has_way = {}, {}
  for i, agent in ipairs(scenario.agents) do
    bodies[i] = body_of(agent, true)
  end
  local alone = new_search(scenario.rows, scenario.diagonal, bodies)
  for i, agent in ipairs(scenario.agents) do
    has_way[i] = agent.to and alone:is_reachable(i) or false
    bodies[i] = body_of(agent, has_way[i])
  end
  return new_search(scenario.rows, scenario.diagonal, bodies):solve(), has_way
end

-- The crowd -------------------------------------------------------------------

--- Plays on until the units rest. Notes which units are blocked.
-- @return the march, and the ticks of rest
local function play(scenario)
  local march, judge = throng.judged(scenario)
  march.last = LONG
  function march:hear(unit, what)
    if what == "blocked" then
      unit.is_told = true
    elseif what == "freed" or what == "arrived" then
      unit.is_told = false
    end
    scene.March.hear(self, unit, what)
  end
  local quiet = 0
  repeat
    local moves = judge.moves
    local goes_on = march:next()
    quiet = judge.moves == moves and quiet + march.step or 0
  until quiet >= REST or not goes_on
  return march, quiet
end

local function is_there(agent, unit)
  return agent.to ~= nil and unit.cell_x == agent.to[1]
    and unit.cell_y == agent.to[2]
end

--- The reason why a game is lost, or nil. An impossible arrival is a fault.
local function judge_end(scenario, units, quiet)
  local can, has_way = can_arrive(scenario)
  local are_there = true
  for i, agent in ipairs(scenario.agents) do
    local unit, there = units[i], is_there(agent, units[i])
    are_there = are_there and (there or not has_way[i])
    if there and unit.status ~= "arrived" then
      return ("%s is %s at its goal"):format(agent.id, unit.status)
    elseif agent.to and not there
      and not (unit.is_told or unit.is_refused) then
      return ("%s is %s, not blocked"):format(agent.id, unit.status)
    end
  end
  if are_there and not can then
    error("they cannot arrive, and have", 0)
  elseif can and not are_there then
    return "they can arrive, and do not"
  elseif quiet < REST then
    return "they do not rest"
  end
end

describe("a few units on a small map", function()
  score(it, "arrive whenever that is possible", { runs = 150,
    noun = "crowd", draw = draw, write = throng.write, read = throng.read,
    smaller = throng.smaller }, function(scenario)
    local march, quiet = play(scenario)
    return judge_end(scenario, march.units, quiet)
  end)
end)
