--- Judges a log of a crowd scenario: crowd_judge checks each sample, and in the
-- end all units must be where the scenario wants them.

local crowd_judge = require "spec.support.crowd_judge"

local max, min, abs, sqrt = math.max, math.min, math.abs, math.sqrt

local REST = 10 -- beats in which nobody moves at the end, unless the target of
-- an order did, in twice as many
local CAUGHT = 2 -- cells: who chases comes so near once
local NEAR = 1e-6
local FALLEN_IN = 0.75 -- cells: no further than that from its place is the
-- middle of the cell that is nearest to it

local function place_of(cell)
  return { x = cell[1], y = cell[2] }
end

local function places_of(cells)
  local list = {}
  for i, cell in ipairs(cells or {}) do
    list[i] = place_of(cell)
  end
  return cells and list
end

--- What an agent of a scenario wants.
local function wish_of(agent)
  local a = { id = agent.id, w = agent.size[1], h = agent.size[2],
    pace = agent.pace, laps = agent.laps, by = agent.by, r = agent.r or 0,
    hold = agent.hold, sight = agent.sight, min = agent.min, max = agent.max,
    at = { place_of(agent.at) }, to = agent.to and { place_of(agent.to) },
    near = agent.near and { place_of(agent.near) },
    exit = places_of(agent.exit), patrol = places_of(agent.patrol),
    walk = places_of(agent.walk) }
  for _, wish in ipairs { "chase", "flee", "keep" } do
    if agent[wish] then
      a.wish, a.target = wish, agent[wish]
      local x, y = a.target:match("^(%d+),(%d+)$")
      a.place = x and place_of { tonumber(x), tonumber(y) }
    end
  end
  if agent.form then
    a.form = agent.form == true and {}
      or { ahead = agent.form[1], aside = agent.form[2] }
  end
  return a
end

--- The samples of a log, from 0 on, and how many there are in a beat.
local function read_log(text)
  local samples, last = {}, -1
  for line in text:gmatch("[^\n]+") do
    local t, id, x, y, wx, wy =
      line:match("^(%d+) (%S+) (%d+) (%d+) ?(%S*) ?(%S*)$")
    t = tonumber(t or line:match("^(%d+) %S+ %-$"))
    if t then
      samples[t] = samples[t] or {}
      last = max(last, t)
    end
    if id then
      samples[t][id] = { x = tonumber(x), y = tonumber(y),
        wx = tonumber(wx), wy = tonumber(wy) }
    end
  end
  return samples, last, tonumber(text:match("^rate (%d+)"))
end

--- Is a door in use? It shuts once two samples have no unit in it.
local function is_busy(judge, event, now)
  for id, at in pairs(now) do
    local a = judge.agents[id]
    if event.x >= at.x and event.x < at.x + a.w and event.y >= at.y
      and event.y < at.y + a.h then
      return true
    end
  end
  return false
end

--- An event of the scenario changes what an agent must do.
local function see_order(agent, event)
  agent.hold = agent.hold and event.what ~= "resume"
  if event.what == "go" then
    agent.to, agent.first = { event }, nil
    agent.near, agent.exit, agent.patrol, agent.wish = nil, nil, nil, nil
  elseif event.what == "remove" then
    agent.to, agent.near, agent.exit, agent.patrol = nil, nil, nil, nil
    agent.wish, agent.gone = nil, true
  end
end

--- @param seen  the events that have happened, as a set
local function see_events(judge, events, agents, beat, now, seen)
  for _, event in ipairs(events) do
    local shuts = event.what == "close"
    if not seen[event] and beat >= event.beat
      and not (shuts and is_busy(judge, event, now)) then
      seen[event] = true
      if shuts or event.what == "open" then
        judge:set_wall(event.x, event.y, shuts)
      end
      for _, agent in ipairs(agents) do
        if agent.id == event.id then
          see_order(agent, event)
        end
      end
    end
  end
end

local function is_within(place, list, r)
  for _, goal in ipairs(list) do
    if place and max(abs(place.x - goal.x), abs(place.y - goal.y)) <= r then
      return true
    end
  end
  return false
end

-- Others ----------------------------------------------------------------------

local POINT = { w = 1, h = 1 }

--- The place and the size of an agent's target; nil if it is gone.
local function target_of(judge, a, now)
  return a.place or now[a.target], judge.agents[a.target] or POINT
end

--- The distance in columns and in rows; 1 is side by side.
local function apart(a, at, b, there)
  return max(there.x - at.x - a.w + 1, at.x - there.x - b.w + 1, 0),
    max(there.y - at.y - a.h + 1, at.y - there.y - b.h + 1, 0)
end

local function distance(a, at, b, there)
  local dx, dy = apart(a, at, b, there)
  return sqrt(dx * dx + dy * dy)
end

--- The part of a straight line between low and high.
local function clip(from, way, low, high, first, last)
  if way == 0 then
    return first, from > low and from < high and last or first
  end
  local one, other = (low - from) / way, (high - from) / way
  return max(first, min(one, other)), min(last, max(one, other))
end

--- Is the line between the middles of two cells free? It may touch corners.
local function is_free_line(judge, from, to)
  for y = min(from.y, to.y), max(from.y, to.y) do
    for x = min(from.x, to.x), max(from.x, to.x) do
      local first, last = clip(from.x, to.x - from.x, x - 0.5, x + 0.5, 0, 1)
      first, last = clip(from.y, to.y - from.y, y - 0.5, y + 0.5, first, last)
      if judge.walls[y][x] and last - first > NEAR then
        return false
      end
    end
  end
  return true
end

--- Is the agent's order about its target fulfilled?
local function is_content(judge, a, now)
  local at, there, b = now[a.id], target_of(judge, a, now)
  if not at or not there then
    return at ~= nil
  end
  local far = distance(a, at, b, there)
  if a.wish == "chase" then
    local king = max(apart(a, at, b, there))
    a.has_caught = a.has_caught or king <= CAUGHT
    return a.has_caught and king <= a.r
  elseif a.wish == "flee" then
    return far >= a.r
  end
  return far >= a.min and far <= a.max
    and (not a.sight or is_free_line(judge, at, there))
end

--- Is another unit in the agent's cell or beside it, and not nearer to the
-- target? The agent may have to go round it, or make way.
local function is_hindered(judge, a, was, places)
  local there, b = target_of(judge, a, places)
  local far = distance(a, was, b, there)
  for _, id in ipairs(judge.ids) do
    local other, place = judge.agents[id], places[id]
    if place and id ~= a.id and id ~= a.target
      and max(apart(a, was, other, place)) <= 1
      and distance(other, place, b, there) > far - NEAR then
      return true
    end
  end
  return false
end

--- An agent that flees and is alone comes no nearer to its target.
local function see_flight(judge, a, before, now)
  local was, at = before[a.id], now[a.id]
  local function comes_nearer(places)
    local there, b = target_of(judge, a, places)
    return was and at and there
      and distance(a, at, b, there) < distance(a, was, b, there) - NEAR
  end
  if comes_nearer(before) and comes_nearer(now)
    and not is_hindered(judge, a, was, before)
    and not is_hindered(judge, a, was, now) then
    judge:fault("%s comes nearer to what it flees from", a.id)
  end
end

local function sign(number)
  return number > 0 and 1 or number < 0 and -1 or 0
end

--- A player steps only straight to the next cell of its walk.
local function see_walk(judge, a, before, now)
  local was, at = before[a.id], now[a.id]
  local goal = a.walk[(a.stop or 0) + 1] or was
  if was and at and (was.x ~= at.x or was.y ~= at.y)
    and (at.x - was.x ~= sign(goal.x - was.x)
      or at.y - was.y ~= sign(goal.y - was.y)) then
    judge:fault("%s steps where no key sends it", a.id)
  end
end

--- Gives each agent of a formation its place.
local function form_up(agents, now)
  for _, a in ipairs(agents) do
    if a.form then
      local to, x, y, n = a.to[1], 0, 0, 0
      for _, b in ipairs(agents) do
        if b.form and b.to[1].x == to.x and b.to[1].y == to.y then
          x, y, n = x + now[b.id].x, y + now[b.id].y, n + 1
        end
      end
      x, y = x / n, y / n
      local far = sqrt((to.x - x) ^ 2 + (to.y - y) ^ 2)
      local dx, dy = (to.x - x) / far, (to.y - y) / far
      local ahead, aside = a.form.ahead, a.form.aside
      if ahead then
        a.form = { x = to.x + ahead * dx - aside * dy,
          y = to.y + ahead * dy + aside * dx }
      else
        a.form = { x = to.x + now[a.id].x - x, y = to.y + now[a.id].y - y }
      end
    end
  end
end

--- The faults against an order on the way, before its end.
local function see_orders(judge, agents, before, now)
  for _, a in ipairs(agents) do
    if a.wish == "flee" then
      see_flight(judge, a, before, now)
    elseif a.walk then
      see_walk(judge, a, before, now)
    end
  end
end

--- Has the agent's target moved recently?
local function is_led(judge, a)
  return a.wish and judge.agents[a.target]
    and judge:last_move(a.target) > judge.beat - 2 * REST
end

--- Notes the progress of each agent. @return true if all are done
local function see_goals(judge, agents, beat, now)
  local all = true
  for _, a in ipairs(agents) do
    local at, done = now[a.id], true
    if a.form then
      done = at and (at.x - a.form.x) ^ 2 + (at.y - a.form.y) ^ 2
        <= FALLEN_IN ^ 2
    elseif a.wish then
      done = is_content(judge, a, now)
    elseif a.to or a.near then
      done = is_within(at, a.to or a.near, a.near and a.r or 0)
    elseif a.exit then
      done = at == nil
      a.lost = a.lost or done and not (a.gone or is_within(a.last, a.exit, 1))
      a.gone = done
    elseif a.patrol or a.walk then
      local cells = a.patrol or a.walk
      a.stop = a.stop or 0
      if is_within(at, { cells[a.stop % #cells + 1] }, a.patrol and 2 or 0) then
        a.stop = a.stop + 1
      end
      done = a.stop >= #cells * (a.laps or 1)
    end
    if done and not a.first then
      a.first = beat
    end
    a.last, all = at, all and done
  end
  return all
end

local crowd_log = {}

--- @param scenario as scene.read returns it
-- @return a list of faults, and the beat at which all were done (or nil)
function crowd_log.judge(scenario, log)
  local samples, last, rate = read_log(log)
  local judge = crowd_judge.new(scenario.rows, scenario.diagonal, rate > 1)
  local agents, done_events = {}, {}
  for i, agent in ipairs(scenario.agents) do
    agents[i] = wish_of(agent)
    judge:add(agent.id, agents[i])
  end
  local finished
  form_up(agents, samples[0])
  for t = 0, last do
    local beat = t / rate
    judge:see(beat, samples[t])
    see_orders(judge, agents, samples[max(t - 1, 0)], samples[t])
    see_events(judge, scenario.events, agents, beat, samples[t], done_events)
    local done = see_goals(judge, agents, beat, samples[t])
    finished = done and (finished or beat) or nil
  end
  judge.beat = last / rate
  for _, a in ipairs(agents) do
    local start, moved = samples[0][a.id], judge:last_move(a.id)
    if not is_within(start, a.at, 0) then
      judge:fault("%s did not begin where it should", a.id)
    end
    if a.near then
      finished = finished and max(finished, moved)
    end
    if not a.patrol and moved > judge.beat - REST and not a.gone
      and not is_led(judge, a) then
      judge:fault("%s moved at %g", a.id, moved)
    end
    if a.hold and moved > 0 then
      judge:fault("%s moved, at %g", a.id, moved)
    end
    if not a.first or a.first > (a.by or a.first) then
      judge:fault("%s was done at %s", a.id, tostring(a.first))
    end
    if a.lost then
      judge:fault("%s went away elsewhere", a.id)
    end
  end
  if not finished or finished > scenario.bound then
    judge:fault("all was done at %s, not at %g", tostring(finished),
      scenario.bound)
  end
  if scenario.steps and judge.moves > scenario.steps then
    judge:fault("%d moves, not %d", judge.moves, scenario.steps)
  end
  return judge.faults, finished
end

return crowd_log
