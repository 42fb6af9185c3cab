--- Scenes of crowds: text in the form that `make demo SCENARIO=file` plays
-- (examples/lib/scenario.lua says which words there are).
--
--   for _, clock in ipairs(scene.CLOCKS) do
--     it("the other door is taken (" .. clock .. ")", function()
--       scene.play(text, clock)
--     end)
--   end
--
-- The judge of logs (spec/crowd_log.lua) sees each beat of a scene, and wants
-- all agents to be at their goals by its `bound`. One more word is known here:
--
--     expect 78 a stuck        after beat 78: a's status, or its reason
--
-- A law reads, writes and shrinks the same scenes:
--
--   law(it, "...", { runs = 40, noun = "crowd", draw = draw_scenario,
--     write = scene.write, read = scene.read, smaller = scene.smaller },
--     function(scenario) scene.log_of(scenario, clock) ... end)

local tilepath = require "tilepath"
local crowd_log = require "spec.crowd_log"
local helper = require "spec.helper"

local path = package.path
package.path = "examples/?.lua;" .. path
local read_scenario = require "lib.scenario"
local March = require "lib.march"
package.path = path

local BETWEEN_SAVES = 6 -- samples of the log

local scene = {}

--- How a scene is played. With "saved" the crowd is made anew from its state
-- again and again, and the log must be the same as without.
scene.CLOCKS = { "turns", "seconds", "turns, 50 nodes", "seconds, 50 nodes",
  "turns, saved", "seconds, saved" }

--- A scenario of a text, or of an indented block of text.
function scene.read(text)
  local plain = helper.map(text)
  local scenario = read_scenario("a scene", plain)
  scenario.expected = {}
  for beat, id, what in plain:gmatch("%f[^\n%z]expect (%d+) (%S+) (%S+)") do
    table.insert(scenario.expected,
      { beat = tonumber(beat), id = id, what = what })
  end
  return scenario
end

-- Text ------------------------------------------------------------------------

local function cell_text(cell)
  return ("%d,%d"):format(cell[1], cell[2])
end

local function cells_text(cells)
  local words = {}
  for i, cell in ipairs(cells) do
    words[i] = cell_text(cell)
  end
  return table.concat(words, "/")
end

local function size_text(size)
  return ("%dx%d"):format(size[1], size[2])
end

--- The words of an agent, in the order in which they are written.
local WORDS = { { "at", cell_text }, { "size", size_text },
  { "pace", tostring }, { "to", cell_text }, { "near", cell_text },
  { "r", tostring }, { "exit", cells_text }, { "patrol", cells_text },
  { "laps", tostring }, { "chase", tostring }, { "by", tostring } }

local function agent_text(agent)
  local words = { "agent", agent.id }
  for _, word in ipairs(WORDS) do
    local value = agent[word[1]]
    if value then
      words[#words + 1] = word[1] .. "=" .. word[2](value)
    end
  end
  words[#words + 1] = agent.hold and "hold" or agent.idle and "idle" or nil
  return table.concat(words, " ")
end

local function event_text(event)
  local words = { "event", event.beat, event.what }
  words[#words + 1] = event.id ~= "" and event.id or nil
  words[#words + 1] = event.x and cell_text { event.x, event.y }
  return table.concat(words, " ")
end

--- The text of a scenario, which scene.read reads.
function scene.write(scenario)
  local lines = { "name " .. scenario.name, "diagonal " .. scenario.diagonal }
  for _, word in ipairs { "bound", "nodes" } do
    lines[#lines + 1] = scenario[word] and word .. " " .. scenario[word]
  end
  lines[#lines + 1] = ("map %d %d"):format(#scenario.rows[1], #scenario.rows)
  for _, row in ipairs(scenario.rows) do
    lines[#lines + 1] = row
  end
  for _, event in ipairs(scenario.events) do
    lines[#lines + 1] = event_text(event)
  end
  for _, agent in ipairs(scenario.agents) do
    lines[#lines + 1] = agent_text(agent)
  end
  for _, expected in ipairs(scenario.expected or {}) do
    lines[#lines + 1] = ("expect %d %s %s"):format(expected.beat, expected.id,
      expected.what)
  end
  return table.concat(lines, "\n") .. "\n"
end

--- The same scenario with another list under a key.
local function with(scenario, key, list)
  local copy = {}
  for name, value in pairs(scenario) do
    copy[name] = value
  end
  copy[key] = list
  return copy
end

local function without(list, is_out)
  local rest = {}
  for i, value in ipairs(list) do
    if not is_out(value, i) then
      rest[#rest + 1] = value
    end
  end
  return rest
end

--- Scenarios with one agent less, and all that is said of it, or one event.
function scene.smaller(scenario)
  local all = {}
  for i, agent in ipairs(scenario.agents) do
    local function is_of(it)
      return it.id == agent.id or it.chase == agent.id
    end
    local fewer = with(scenario, "agents", without(scenario.agents, is_of))
    fewer.events = without(scenario.events, is_of)
    fewer.expected = without(scenario.expected or {}, is_of)
    all[i] = fewer
  end
  for i in ipairs(scenario.events) do
    all[#all + 1] = with(scenario, "events",
      without(scenario.events, function(_, j) return i == j end))
  end
  return all
end

-- Play ------------------------------------------------------------------------

--- What the game notes about a unit. A state leaves that to the game.
local NOTES = { "agent", "is_refused", "points", "has_caught", "chased_x",
  "chased_y" }

--- Goes on with a crowd that is made from the state of the one there is.
local function restore(march)
  local old, twins, fields = march.crowd:units(), {}, {}
  for i, unit in ipairs(old) do
    local shared = march.fields[unit.finder]
    fields[i] = shared and unit.agent.exit and shared[unit.agent.exit.text]
  end
  march.crowd = tilepath.crowd(march.grid, { state = march.crowd:state(),
    nodes = march.scenario.nodes, fields = fields,
    finders = function(i) return old[i].finder end })
  for i, unit in ipairs(march.crowd:units()) do
    for _, key in ipairs(NOTES) do
      unit[key] = old[i][key]
    end
    twins[old[i]] = unit
    march.by_id[unit.agent.id] = unit
  end
  for i, unit in ipairs(march.units) do
    march.units[i] = twins[unit] or unit
  end
end

local function expect(march)
  for _, expected in ipairs(march.scenario.expected or {}) do
    local unit = march.by_id[expected.id]
    if expected.beat == march.sample / march.rate
      and unit.status ~= expected.what and unit.reason ~= expected.what then
      error(("%s is %s (%s) at beat %d, not %s"):format(expected.id,
        unit.status, tostring(unit.reason), expected.beat, expected.what), 0)
    end
  end
end

--- The log of a scenario, as text; its expectations are checked.
function scene.log_of(scenario, clock)
  local nodes = tonumber(clock:match("(%d+) nodes"))
  local played = nodes and with(scenario, "nodes", nodes) or scenario
  local march, words = March.new(played, clock:find("^seconds") ~= nil), {}
  local file = { write = function(_, ...)
    for i = 1, select("#", ...) do
      words[#words + 1] = tostring((select(i, ...)))
    end
  end }
  repeat
    march:write(file)
    expect(march)
    if clock:find("saved") and march.sample % BETWEEN_SAVES == 0 then
      restore(march)
    end
  until not march:next()
  return table.concat(words)
end

--- Plays a scene by one of CLOCKS; fails if the judge finds a fault, or if an
-- expectation or the promise of saved crowds does not hold.
function scene.play(text, clock)
  local scenario, plain = scene.read(text), helper.map(text)
  local log = scene.log_of(scenario, clock)
  local faults = crowd_log.judge(plain, log)
  if clock:find("saved")
    and log ~= scene.log_of(scene.read(text), (clock:gsub(", saved", ""))) then
    faults[#faults + 1] = "it goes another way when it is saved"
  end
  if #faults > 0 then
    error(("%s\nin this scene (%s):\n%s"):format(
      table.concat(faults, "\n", 1, math.min(5, #faults)), clock, plain), 2)
  end
end

return scene
