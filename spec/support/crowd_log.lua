--- Judges a log of a crowd scenario: crowd_judge checks each sample, and in the
-- end all units must be at their goals.

local crowd_judge = require "spec.support.crowd_judge"

local max = math.max

local REST = 10 -- ticks in which nobody moves at the end

local function place_of(cell)
  return cell and { x = cell[1], y = cell[2] }
end

--- What an agent of a scenario wants.
local function wish_of(agent)
  return { id = agent.id, w = agent.size[1], h = agent.size[2],
    pace = agent.pace, hold = agent.hold, at = place_of(agent.at),
    to = place_of(agent.to) }
end

--- The samples of a log, from 0 on, and how many there are in a tick.
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
    agent.to, agent.first = event, nil
  elseif event.what == "remove" then
    agent.to, agent.gone = nil, true
  end
end

--- @param seen  the events that have happened, as a set
local function see_events(judge, events, agents, tick, now, seen)
  for _, event in ipairs(events) do
    local shuts = event.what == "close"
    if not seen[event] and tick >= event.tick
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

local function is_in(place, cell)
  return place and place.x == cell.x and place.y == cell.y
end

--- Notes the progress of each agent. @return true if all are done
local function see_goals(agents, tick, now)
  local all = true
  for _, a in ipairs(agents) do
    local done = not a.to or is_in(now[a.id], a.to)
    a.first, all = a.first or done and tick, all and done
  end
  return all
end

local crowd_log = {}

--- @param scenario as scene.read returns it
-- @return a list of faults, and the tick at which all were done (or nil)
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
    local tick = t / rate
    judge:see(tick, samples[t])
    see_events(judge, scenario.events, agents, tick, samples[t], done_events)
    local done = see_goals(agents, tick, samples[t])
    finished = done and (finished or tick) or nil
  end
  judge.tick = last / rate
  for _, a in ipairs(agents) do
    local start, moved = samples[0][a.id], judge.agents[a.id].moved
    if not is_in(start, a.at) then
      judge:fault("%s did not begin where it should", a.id)
    end
    if moved > judge.tick - REST and not a.gone then
      judge:fault("%s moved at %g", a.id, moved)
    end
    if a.hold and moved > 0 then
      judge:fault("%s moved, at %g", a.id, moved)
    end
    if not a.first then
      judge:fault("%s was never done", a.id)
    end
  end
  if not finished or finished > scenario.bound then
    judge:fault("all was done at %s, not at %g", tostring(finished),
      scenario.bound)
  end
  return judge.faults, finished
end

return crowd_log
