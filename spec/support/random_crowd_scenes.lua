--- Draws the scenes of random_crowds.lua.

local tilepath = require "tilepath"
local boards = require "spec.support.boards"
local rows_of = require "spec.support.rows"
local scene = require "spec.support.scene"

local SIZES = { { 1, 1 }, { 1, 1 }, { 1, 1 }, { 2, 2 }, { 1, 2 } }
local KINDS = 3
local STEP = 0.75 -- ticks between two looks: less than the fastest step takes
local BRIEF = 0.5 -- the same where steps often end at a look
local TRIES = 5   -- to find a place for an agent

local scenes = {}

local function draw_rows(random, width, height, signs)
  local density = random.one_of(0, 10, 20, 30)
  local rows = rows_of(width, height, function()
    local i = random(1, #signs)
    return random.chance(density) and "#" or signs:sub(i, i)
  end)
  -- rooms, and doors between them
  if random.chance(50) then
    local wall = random(2, width - 1)
    local door = random(1, height)
    for y = 1, height do
      if y ~= door and y ~= door + 1 then
        rows[y] = rows[y]:sub(1, wall - 1) .. "#" .. rows[y]:sub(wall + 1)
      end
    end
  end
  return rows
end

--- Is there room for an agent among the others?
local function has_room(scenario, agent, x, y)
  local w, h = agent.size[1], agent.size[2]
  if x + w - 1 > #scenario.rows[1] or y + h - 1 > #scenario.rows then
    return false
  end
  for row = y, y + h - 1 do
    if scenario.rows[row]:sub(x, x + w - 1):find("#", 1, true) then
      return false
    end
  end
  for _, other in ipairs(scenario.agents) do
    local at = other.at
    if at and x < at[1] + other.size[1] and at[1] < x + w
      and y < at[2] + other.size[2] and at[2] < y + h then
      return false
    end
  end
  return true
end

local function draw_cell(random, scenario)
  return { random(1, #scenario.rows[1]), random(1, #scenario.rows) }
end

local function draw_agent(random, scenario, rules)
  local pace = random.one_of(1, 1, 2, 3)
  if scenario.clock == "seconds" then
    pace = random.one_of(1, 1, 2, scenario.step == BRIEF
      and random(4, 24) / 8 or random(1000, 8000) / 1000)
  end
  local agent = { id = "u" .. #scenario.agents + 1, laps = 1, pace = pace,
    size = SIZES[random(1, scenario.hexagons and 1 or #SIZES)],
    diagonal = rules[random(1, KINDS)],
    priority = random.one_of(nil, nil, 2), away = true }
  for _ = 1, TRIES do
    local cell = draw_cell(random, scenario)
    if agent.away and has_room(scenario, agent, cell[1], cell[2]) then
      agent.at, agent.away = cell, nil
      agent.to = draw_cell(random, scenario)
    end
  end
  return agent
end

local function place(event, ...)
  event.cells = scene.cells { ... }
  event.x, event.y = event.cells[1][1], event.cells[1][2]
  return event
end

--- Several units of one kind, the agent among them.
local function draw_group(random, scenario, agent)
  local ids, most = { agent.id }, 2 * random(1, 4)
  for _, other in ipairs(scenario.agents) do
    if other ~= agent and #ids < most and other.diagonal == agent.diagonal
      and other.size == agent.size then
      ids[#ids + 1] = other.id
    end
  end
  return table.concat(ids, "/")
end

--- The kinds of events, and their percentages.
local HAPPENINGS = {
  { 25, "go" }, { 8, "step" }, { 3, "firm" }, { 8, "settle" },
  { 8, "follow" }, { 6, "patrol" }, { 4, "stop" }, { 5, "pause" },
  { 6, "resume" }, { 4, "group" }, { 5, "edit" }, { 5, "remove" },
  { 9, "put" }, { 2, "path" }, { 2, "shift" },
}

local function draw_what(random)
  local draw = random(1, 100)
  for _, each in ipairs(HAPPENINGS) do
    draw = draw - each[1]
    if draw <= 0 then return each[2] end
  end
end

-- With `keeps` one in four that would go chases, flees, keeps its distance or
-- walks behind, mostly of a place; with `often` three in four, and all of units.
local KEEPS = { [0] = "chase", "flee", "keep", "behind" }

local function draw_event(random, scenario, tick, options)
  local agent = scenario.agents[random(1, #scenario.agents)]
  local cell, n = draw_cell(random, scenario), random(1, 4)
  local what = draw_what(random)
  if options.without and options.without[what] then
    what = "go"
  end
  local event = { tick = tick, what = what, id = agent.id }
  if options.often and what == "go" and n > 1 then
    event.what, event.r = KEEPS[random(0, 3)], random(0, 4)
    event.of = random.any(scenario.agents).id
  elseif options.keeps and what == "go" and n == 4 then
    event.what, event.r = KEEPS[cell[1] % 4], cell[2] % 5
  elseif what == "settle" then
    event.what, event.r = "go", n
  elseif what == "follow" then
    cell = { n * 7 % #scenario.rows[1] + 1, n * 5 % #scenario.rows + 1 }
    event.fresh = n % 2 == 0 or nil
  elseif what == "patrol" then
    -- in one of four all points are near enough anywhere
    event.r = ({ 0, 0, 2, 99 })[n]
    return place(event, cell, draw_cell(random, scenario))
  elseif what == "group" then
    event.what, event.id = "go", draw_group(random, scenario, agent)
    event.form = options.often and n % 2 == 0 or nil
  elseif what == "shift" then
    event.r = random(-3, 3) / 8
    return event
  elseif what == "edit" then
    event.id = ""
  elseif what == "step" then
    -- a cell of nine around it
    local step = random(0, 7)
    step = step < 4 and step or step + 1
    return place(event, { step % 3 + 1, math.floor(step / 3) + 1 })
  elseif what == "stop" or what == "pause" or what == "resume"
    or what == "remove" or what == "firm" then
    return event
  end
  return place(event, cell)
end

--- An edit changes a wall to floor, and floor to a wall.
local function toggle_edits(scenario)
  local changed = {}
  for _, event in ipairs(scenario.events) do
    if event.what == "edit" then
      local key = event.x .. "," .. event.y
      if changed[key] == nil then
        changed[key] = scenario.rows[event.y]:sub(event.x, event.x) == "#"
      end
      event.what = changed[key] and "floor" or "wall"
      changed[key] = not changed[key]
    end
  end
end

local function sort_events(events)
  local index = {}
  for i, event in ipairs(events) do
    index[event] = i
  end
  table.sort(events, function(a, b)
    if a.tick ~= b.tick then return a.tick < b.tick end
    return index[a] < index[b]
  end)
end

--- Edits near starts and goals of some agents.
local function draw_last_edits(random, scenario, tick)
  for _ = 1, random(0, 4) do
    local agent = scenario.agents[random(1, #scenario.agents)]
    local near = random.chance(50) and agent.at or agent.to
      or draw_cell(random, scenario)
    local x = math.max(1, math.min(#scenario.rows[1], near[1] + random(-3, 3)))
    local y = math.max(1, math.min(#scenario.rows, near[2] + random(-3, 3)))
    table.insert(scenario.events, place({ tick = tick, what = "edit",
      id = "" }, { x, y }))
  end
end

local function add_save(scenario, tick)
  table.insert(scenario.events, { tick = tick, what = "save", id = "" })
end

--- The tick of a scene's only save.
function scenes.saved_at(scenario)
  for _, event in ipairs(scenario.events) do
    if event.what == "save" then return event.tick end
  end
end

--- The crowd is saved at some tick, after all else that happens then.
local function draw_save(random, scenario, tick, options)
  if options.edits then
    draw_last_edits(random, scenario, tick)
  end
  for _, agent in ipairs(options.prepares and scenario.agents or {}) do
    table.insert(scenario.events, { tick = tick, what = "prepare",
      id = agent.id })
  end
  add_save(scenario, tick)
  if options.edits then
    add_save(scenario, tick)
  end
end

--- A game.
-- @param options width, height, clock, nodes; hexagons: of one of four
-- staggers; saves: it is saved at some tick; edits: and edited right before;
-- prepares: and pathfinders catch up; cuts: its time is cut; often: at moments
-- where steps end, and most units have others as targets; is_priced: some
-- ground costs more; lists: some orders are queued, or resume others; traffic:
-- paths of half of the games lead around crowded
-- cells, on the C module; without: names of HAPPENINGS that do not happen
function scenes.draw(random, options)
  local clock = options.clock or random.one_of("turns", "seconds")
  local step = clock == "seconds" and (options.often and BRIEF or STEP) or 1
  local looks = random(20, 120)
  local scenario = { name = "drawn", diagonal = boards.RULES[1], clock = clock,
    step = step, bound = step * looks, nodes = options.nodes, agents = {},
    events = {},
    grounds = options.is_priced and { ["~"] = 3 } or {},
    traffic = options.traffic and tilepath.core == "C" and looks % 2 or nil,
    hexagons = options.hexagons and random.any(boards.STAGGERS) or nil }
  scenario.rows = draw_rows(random, options.width or random(6, 22),
    options.height or random(5, 18), options.is_priced and "..~" or ".")
  local rules = {}
  for i = 1, KINDS do
    rules[i] = random.any(boards.RULES)
  end
  for i = 1, random(2, 30) do
    scenario.agents[i] = draw_agent(random, scenario, rules)
  end
  for i = 1, random(0, 40) do
    scenario.events[i] = draw_event(random, scenario,
      step * random(0, math.floor(looks / 2)), options)
  end
  scenario.lists = options.lists and 1 or nil
  scenario.cuts = options.cuts and random(1, 1e6) or nil
  if options.saves then
    draw_save(random, scenario, step * random(1, looks - 1), options)
  end
  sort_events(scenario.events)
  toggle_edits(scenario)
  return scene.read(scene.write(scenario))
end

return scenes
