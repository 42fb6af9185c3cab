--- Judges a log of a crowd scenario: crowd_judge checks each sample, and in the
-- end all units must be where the scenario wants them.

local crowd_judge = require "spec.support.crowd_judge"

local abs, max = math.abs, math.max

local REST = 10 -- beats in which nobody moves at the end

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
  return { id = agent.id, w = agent.size[1], h = agent.size[2],
    pace = agent.pace, laps = agent.laps, by = agent.by, r = agent.r or 0,
    hold = agent.hold, at = { place_of(agent.at) },
    to = agent.to and { place_of(agent.to) },
    near = agent.near and { place_of(agent.near) },
    exit = places_of(agent.exit), patrol = places_of(agent.patrol) }
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
    agent.near, agent.exit, agent.patrol = nil, nil, nil
  elseif event.what == "remove" then
    agent.to, agent.near, agent.exit, agent.patrol = nil, nil, nil, nil
    agent.gone = true
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

--- Notes the progress of each agent. @return true if all are done
local function see_goals(agents, beat, now)
  local all = true
  for _, a in ipairs(agents) do
    local at, done = now[a.id], true
    if a.to or a.near then
      done = is_within(at, a.to or a.near, a.near and a.r or 0)
    elseif a.exit then
      done = at == nil
      a.lost = a.lost or done and not (a.gone or is_within(a.last, a.exit, 1))
      a.gone = done
    elseif a.patrol then
      a.stop = a.stop or 0
      if is_within(at, { a.patrol[a.stop % #a.patrol + 1] }, 2) then
        a.stop = a.stop + 1
      end
      done = a.stop >= #a.patrol * a.laps
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
  for t = 0, last do
    local beat = t / rate
    judge:see(beat, samples[t])
    see_events(judge, scenario.events, agents, beat, samples[t], done_events)
    local done = see_goals(agents, beat, samples[t])
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
    if not a.patrol and moved > judge.beat - REST and not a.gone then
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
