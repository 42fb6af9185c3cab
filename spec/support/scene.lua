--- Scenes of crowds: text in the form that `make demo SCENARIO=file` plays
-- (examples/lib/scenario.lua lists the words).
--
--   for _, clock in ipairs(scene.CLOCKS) do
--     it("the other door is taken (" .. clock .. ")", function()
--       scene.play(text, clock)
--     end)
--   end
--
-- The judge of logs (crowd_log.lua) checks each tick of a scene: all agents
-- must be at their goals by its `bound`. Scenes have one more word:
--
--     expect 78 a stuck        after tick 78: a's status, or its reason
--
-- Property-based tests draw the same scenes:
--
--   law(it, "...", { runs = 40, noun = "crowd", draw = draw_scenario,
--     read = scene.read }, function(scenario)
--       scene.log_of(scenario, clock) ... end)

local crowd_log = require "spec.support.crowd_log"
local helper = require "spec.support.helper"
local progress = require "spec.support.progress"
local sorted = require "spec.support.sorted"

local path = package.path
package.path = "examples/?.lua;" .. path
local read_scenario = require "lib.scenario"
local March = require "lib.march"
package.path = path

local scene = { March = March }

--- How a scene is played. With "saved", a second crowd, from the state of the
-- first after a third of the time, plays to the end.
scene.CLOCKS = { "turns", "seconds", "turns, 50 nodes", "seconds, 50 nodes",
  "turns, saved", "seconds, saved" }

--- A scenario of a text, or of an indented block of text.
function scene.read(text)
  local plain = helper.map(text)
  local scenario = read_scenario("a scene", plain)
  scenario.expected = {}
  for tick, id, what in plain:gmatch("%f[^\n%z]expect (%d+) (%S+) (%S+)") do
    table.insert(scenario.expected,
      { tick = tonumber(tick), id = id, what = what })
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

--- A list of cells as a scenario has it.
function scene.cells(list)
  list.text = cells_text(list)
  return list
end

local function size_text(size)
  return ("%dx%d"):format(size[1], size[2])
end

--- A number as text that each VM reads as the same number.
local function number_text(number)
  local text = ("%.14g"):format(number)
  return tonumber(text) == number and text or ("%.17g"):format(number)
end

--- The words of drawn agents, in the order in which they are written.
local WORDS = { { "at", cell_text }, { "size", size_text },
  { "pace", number_text }, { "diagonal", tostring },
  { "priority", number_text }, { "to", cell_text }, { "laps", number_text } }

local function agent_text(agent)
  local words = { "agent", agent.id }
  for _, word in ipairs(WORDS) do
    local value = agent[word[1]]
    if value and value ~= true then
      words[#words + 1] = word[1] .. "=" .. word[2](value)
    end
  end
  for _, word in ipairs { "hold", "idle", "away" } do
    words[#words + 1] = agent[word] == true and word or nil
  end
  return table.concat(words, " ")
end

local function event_text(event)
  local words = { "event", number_text(event.tick), event.what }
  words[#words + 1] = event.id ~= "" and event.id or nil
  words[#words + 1] = event.cells and cells_text(event.cells)
  words[#words + 1] = event.r and "r=" .. number_text(event.r)
  words[#words + 1] = event.fresh and "fresh"
  words[#words + 1] = event.form and "form"
  words[#words + 1] = event.of and "of=" .. event.of
  return table.concat(words, " ")
end

--- The text of a drawn scenario, which scene.read reads.
function scene.write(scenario)
  local lines = { "name " .. scenario.name, "diagonal " .. scenario.diagonal }
  lines[#lines + 1] = scenario.clock and "clock " .. scenario.clock
  lines[#lines + 1] = scenario.hexagons and "hexagons " .. scenario.hexagons
  for _, word in ipairs { "bound", "nodes", "traffic", "step", "cuts",
    "lists" } do
    lines[#lines + 1] = scenario[word]
      and word .. " " .. number_text(scenario[word])
  end
  for _, sign in ipairs(sorted(scenario.grounds)) do
    local price = scenario.grounds[sign]
    lines[#lines + 1] = ("ground %s %s"):format(sign, number_text(price))
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
  return table.concat(lines, "\n") .. "\n"
end

-- Play ------------------------------------------------------------------------

--- The game's own fields of a unit. A state does not have them.
local NOTES = { "agent", "is_refused", "points", "field" }

--- The state of a march's crowd, with its fields and targets.
function scene.saved(march)
  local fields = {}
  for i, unit in ipairs(march.crowd:units()) do
    fields[i] = unit.field or nil
  end
  local state, targets = march.crowd:save()
  return state, fields, targets
end

--- Replaces a march's crowd by a crowd from its state.
-- @param finder_of  nil, or a function that replaces each pathfinder
function scene.restore(march, finder_of)
  local old, twins = march.crowd:units(), {}
  local state, fields, targets = scene.saved(march)
  march.crowd = helper.load_crowd(march.grid, { state = state,
    nodes = march.scenario.nodes, moved = march.scenario.moved,
    traffic = march.scenario.traffic == 1,
    fields = fields, targets = targets,
    finders = function(i)
      return finder_of and finder_of(old[i].finder) or old[i].finder
    end })
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
    if expected.tick == march.sample / march.rate
      and unit.status ~= expected.what and unit.reason ~= expected.what then
      error(("%s is %s (%s) at tick %d, not %s"):format(expected.id,
        unit.status, tostring(unit.reason), expected.tick, expected.what), 0)
    end
  end
end

--- The log of a scenario, as text; its expectations are checked.
function scene.log_of(scenario, clock)
  local nodes = tonumber(clock:match("(%d+) nodes"))
  local played = helper.with(helper.with({}, scenario), { nodes = nodes })
  local march, words = March.new(played, clock:find("^seconds") ~= nil), {}
  local saved_at = math.floor(scenario.bound * march.rate / 3)
  local watch = progress.new(nodes)
  local file = { write = function(_, ...)
    for i = 1, select("#", ...) do
      words[#words + 1] = tostring((select(i, ...)))
    end
  end }
  repeat
    march:write(file)
    expect(march)
    watch:see(march.crowd, march.sample / march.rate, march.by_time)
    if clock:find("saved") and march.sample == saved_at then
      scene.restore(march)
    end
  until not march:next()
  return table.concat(words)
end

--- Plays a scene by one of CLOCKS; fails if the judge finds a fault, or if an
-- expectation does not hold.
function scene.play(text, clock)
  local scenario, plain = scene.read(text), helper.map(text)
  local log = scene.log_of(scenario, clock)
  local faults = crowd_log.judge(scenario, log)
  if #faults > 0 then
    error(("%s\nin this scene (%s):\n%s"):format(
      table.concat(faults, "\n", 1, math.min(5, #faults)), clock, plain), 2)
  end
end

return scene
