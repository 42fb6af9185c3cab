--- Judges a log of a crowd scenario: crowd_judge looks at each sample, and at
-- the end all have to be where the scenario wants them. It reads both files by
-- itself, and only the words that the fixtures need.

local crowd_judge = require "spec.support.crowd_judge"

local max, abs = math.max, math.abs

local REST = 10 -- beats in which nobody moves at the end

local function read_places(word)
  local list = {}
  for x, y in word:gmatch("(%d+),(%d+)") do
    list[#list + 1] = { x = tonumber(x), y = tonumber(y) }
  end
  return list
end

local function read_agent(text)
  local agent = { w = 1, h = 1, pace = 1, r = 0, id = text:match("^%S+"),
    hold = text:find(" hold") ~= nil }
  for name, value in text:gmatch("(%a+)=(%S+)") do
    if name == "size" then
      local w, h = value:match("^(%d+)x?(%d*)$")
      agent.w, agent.h = tonumber(w), tonumber(h) or tonumber(w)
    elseif name == "pace" or name == "r" or name == "by" or name == "laps" then
      agent[name] = tonumber(value)
    else
      agent[name] = read_places(value)
    end
  end
  return agent
end

local function read_event(text)
  local beat, what, id = text:match("^(%d+) (%a+) (%S+)")
  local place = read_places(text)[1] or {}
  return { beat = tonumber(beat), what = what, id = id, x = place.x,
    y = place.y }
end

local function read_scenario(text)
  local scenario = { rows = {}, agents = {}, events = {},
    diagonal = "only_if_no_obstacles" }
  local wanted, marks = 0, {}
  for line in text:gmatch("[^\n]+") do
    local word, rest = line:match("^(%S+)%s+(.*)$")
    if wanted > 0 then
      scenario.rows[#scenario.rows + 1] = line
      for x, letter in line:gmatch("()(%a)") do
        marks[letter] = { { x = x, y = #scenario.rows } }
      end
      wanted = wanted - 1
    elseif word == "map" then
      wanted = tonumber(rest:match("%d+$"))
    elseif word == "agent" then
      local agent = read_agent(rest)
      agent.at = agent.at or marks[agent.id]
      if not (agent.near or agent.exit or agent.patrol) then
        agent.to = agent.to or marks[agent.id:upper()]
      end
      scenario.agents[#scenario.agents + 1] = agent
    elseif word == "event" then
      scenario.events[#scenario.events + 1] = read_event(rest)
    else
      scenario[word or ""] = tonumber(rest) or rest
    end
  end
  return scenario
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

--- Is a door in use? It shuts when nobody is in it or was in the last sample.
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

--- What the scenario tells an agent changes what is wanted of it.
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

local function see_events(judge, scenario, beat, now)
  for _, event in ipairs(scenario.events) do
    local shuts = event.what == "close"
    if not event.done and beat >= event.beat
      and not (shuts and is_busy(judge, event, now)) then
      event.done = true
      if shuts or event.what == "open" then
        judge:set_wall(event.x, event.y, shuts)
      end
      for _, agent in ipairs(scenario.agents) do
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

--- Notes how far each has come by now; true where all have done what they are
-- to do.
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
      done = a.stop >= #a.patrol * (a.laps or 1)
    end
    if done and not a.first then
      a.first = beat
    end
    a.last, all = at, all and done
  end
  return all
end

local crowd_log = {}

--- @return a list of faults, and the beat from which on all was done (or nil)
function crowd_log.judge(scenario_text, log)
  local scenario = read_scenario(scenario_text)
  local samples, last, rate = read_log(log)
  local judge = crowd_judge.new(scenario.rows, scenario.diagonal, rate > 1)
  for _, a in ipairs(scenario.agents) do
    judge:add(a.id, a)
  end
  local finished
  for t = 0, last do
    local beat = t / rate
    judge:see(beat, samples[t])
    see_events(judge, scenario, beat, samples[t])
    local done = see_goals(scenario.agents, beat, samples[t])
    finished = done and (finished or beat) or nil
  end
  judge.beat = last / rate
  for _, a in ipairs(scenario.agents) do
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
