-- Plays a scenario with a crowd: each unit gets an order for what its agent
-- wants, and then the crowd moves the units.
--
--     local march = March.new(scenario)          -- by turns: crowd:tick()
--     local march = March.new(scenario, true)    -- in real time
--     while march:next() do ... end              -- a tick, or a quarter of one

local tilepath = require "tilepath"

local SAMPLES = 4 -- a tick in real time; there a tick is a second
local QUIET = 10 -- ticks to go on after all should be done
local LONG = 200 -- ticks, if a scenario does not say
local CLOSE = 2 -- cells: how near a patrol must come to a place

local March = {}
March.__index = March

local function finder_of(self, agent)
  local size, rule = agent.size, agent.diagonal or self.scenario.diagonal
  local key = size[1] .. "x" .. size[2] .. rule
  if not self.finders[key] then
    self.finders[key] = tilepath.pathfinder(self.grid,
      not self.scenario.hexagons and { size = size, diagonal = rule } or nil)
  end
  return self.finders[key]
end

local function point(unit, cell)
  return unit.finder:to_world(cell[1], cell[2])
end

-- Agents of equal size that leave by the same cells share a field.
local function field_to(self, finder, exits)
  local fields = self.fields[finder] or {}
  self.fields[finder] = fields
  fields[exits.text] = fields[exits.text] or finder:field(exits)
  return fields[exits.text]
end

-- What a word names: the unit of an agent, or the middle of a cell.
local function named(self, word)
  local x, y = word:match("^(%d+),(%d+)$")
  if not x then return self.by_id[word] end
  x, y = self.grid:to_world(tonumber(x), tonumber(y))
  return { x = x, y = y }
end

-- All agents that go to a cell in a formation go at the order of the first one.
local function go_in_formation(self, first)
  local to, units, places = first.agent.to, {}, {}
  for _, unit in ipairs(self.units) do
    local agent = unit.agent
    if agent.form and agent.to[1] == to[1] and agent.to[2] == to[2] then
      units[#units + 1], places[#places + 1] = unit, agent.form
    end
  end
  if units[1] == first then
    local x, y = self.grid:to_world(to[1], to[2])
    self.crowd:go(units, x, y, { formation = places[1] == true or places })
  end
end

-- Tells a unit to follow another one, once that unit is there.
local function follow_other(self, unit)
  local agent = unit.agent
  local other = named(self, agent.chase or agent.flee or agent.keep)
  if not other then
    return
  elseif agent.chase then
    unit:chase(other)
  elseif agent.flee then
    unit:flee(other, { within = agent.r })
  else
    unit:keep(other, { min = agent.min, within = agent.max, sight = agent.sight })
  end
end

-- Turns what an agent wants into an order. A unit without an order stands
-- about; a walker is told each step.
local function order(self, unit)
  local agent = unit.agent
  if agent.form then
    go_in_formation(self, unit)
  elseif agent.to then
    unit.is_refused = not unit:go_cell(agent.to[1], agent.to[2])
  elseif agent.near then
    unit.is_refused = not unit:go_cell(agent.near[1], agent.near[2],
      { settle = agent.r })
  elseif agent.exit then
    unit.field = field_to(self, unit.finder, agent.exit)
    unit:follow(unit.field)
  elseif agent.patrol then
    local points = {}
    for i, cell in ipairs(agent.patrol) do points[i] = { point(unit, cell) } end
    unit:patrol(points, { settle = CLOSE })
  elseif agent.chase or agent.flee or agent.keep then
    follow_other(self, unit)
  elseif agent.hold then
    unit:pause()
  end
end

local function grid_of(scenario)
  local legend = {}
  for sign in pairs(scenario.grounds) do legend[sign] = sign end
  local options = { prices = scenario.grounds, legend = legend }
  if scenario.hexagons then
    -- as far from middle to middle as squares are
    local long, is_r = 2 / math.sqrt(3), scenario.hexagons:find("r$")
    options.shape, options.stagger = "hex", scenario.hexagons
    options.cell_size = { is_r and 1 or long, is_r and long or 1 }
  end
  return tilepath.grid(table.concat(scenario.rows, "\n"), options)
end

-- @param watcher or nil: methods in place of those of a march
function March.new(scenario, by_time, watcher)
  local grid = grid_of(scenario)
  local step = by_time and (scenario.step or 1 / SAMPLES) or 1
  local self = setmetatable({
    scenario = scenario, grid = grid,
    crowd = tilepath.crowd(grid, { max_nodes = scenario.nodes,
      moved = scenario.moved, traffic = scenario.traffic == 1 }),
    step = step, rate = 1 / step, sample = 0, by_time = by_time,
    last = scenario.bound or LONG, events = {},
    finders = {}, fields = {}, units = {}, by_id = {}, agents = {},
  }, March)
  for _, agent in ipairs(scenario.agents) do
    self.agents[agent.id] = agent
    local unit, reason = nil, nil
    if not agent.away then
      unit, reason = self:add(agent, agent.at[1], agent.at[2])
    end
    if reason then error("agent " .. agent.id .. ": " .. reason, 0) end
    self.last = math.max(self.last, agent.by or 0)
    if unit then self.units[#self.units + 1] = unit end
  end
  for name, method in pairs(watcher or {}) do self[name] = method end
  for i, event in ipairs(scenario.events) do self.events[i] = event end
  for _, unit in ipairs(self.units) do order(self, unit) end
  self:happen()
  return self
end

-- Returns the unit of an agent in that cell; nil and the reason if it cannot be
-- there.
function March:add(agent, x, y)
  local unit, reason = self.crowd:add {
    finder = finder_of(self, agent), cell_x = x, cell_y = y,
    priority = agent.priority,
    pace = not self.by_time and agent.pace or nil,
    speed = self.by_time and 1 / agent.pace or nil,
    yields = not agent.walk,
  }
  if unit then unit.agent, self.by_id[agent.id] = agent, unit end
  return unit, reason
end

-- Does the unit stand in this cell, or go to it?
local function is_in(unit, x, y)
  local size = unit.agent.size
  return x >= unit.cell_x and x < unit.cell_x + size[1]
    and y >= unit.cell_y and y < unit.cell_y + size[2]
end

-- Gives the agent another wish than that of its own words.
local function want(unit, wish)
  local agent = unit.agent
  wish.id, wish.size = agent.id, agent.size
  unit.agent, unit.is_refused = wish, false
end

-- What may happen to an agent that is there, except `put`.
local EVENTS = {
  go = function(self, unit, event)
    local goal = { event.x, event.y }
    want(unit, event.r and { near = goal, r = event.r } or { to = goal })
    order(self, unit)
  end,
  patrol = function(_, unit, event)
    local points = {}
    want(unit, {})
    for i, cell in ipairs(event.cells) do points[i] = { point(unit, cell) } end
    unit:patrol(points, { settle = event.r })
  end,
  follow = function(self, unit, event)
    local field = field_to(self, unit.finder, event.cells)
    want(unit, {})
    if event.fresh then field:update() end
    if unit:follow(field) then unit.field = field end
  end,
  path = function(_, unit, event)
    local x, y = point(unit, event.cells[1])
    want(unit, {})
    local path = unit.finder:find_world(unit.x, unit.y, x, y)
    if path then unit:follow(path) end
  end,
  chase = function(self, unit, event)
    want(unit, {})
    unit:chase(self:target(unit, event), { within = event.r })
  end,
  flee = function(self, unit, event)
    want(unit, {})
    unit:flee(self:target(unit, event), { within = 2 * event.r })
  end,
  keep = function(self, unit, event)
    want(unit, {})
    unit:keep(self:target(unit, event),
      { min = event.r, within = event.r + 3, sight = true })
  end,
  behind = function(self, unit, event)
    want(unit, {})
    local other = self:target(unit, event)
    if other.crowd then
      unit:follow(other, { within = 1 + event.r % 3 })
    else
      unit:chase(other, { within = event.r })
    end
  end,
  shift = function(_, unit, event)
    unit:set_position(unit.x + event.r, unit.y)
  end,
  prepare = function(_, unit) unit.finder:prepare() end,
  stop = function(_, unit)
    want(unit, {})
    unit:stop()
  end,
  step = function(self, unit, event)
    local is_done
    if self.scenario.hexagons then
      is_done = unit:step((event.x + 3 * event.y) % 6 + 1)
    else
      is_done = unit:step(event.x - 2, event.y - 2)
    end
    if is_done then want(unit, {}) end
  end,
  firm = function(_, unit) unit.yields = not unit.yields end,
  pause = function(_, unit) unit:pause() end,
  resume = function(_, unit) unit:resume() end,
  remove = function(_, unit) unit:remove() end,
}

local GROUNDS = { wall = "wall", floor = "open" }

-- The unit that the event names, or that is in the cell, if it is another one;
-- or the cell's middle.
function March:target(unit, event)
  local other = self.by_id[event.of] or self.crowd:at(event.x, event.y)
  if other and other ~= unit and other.crowd then return other end
  local x, y = self.grid:to_world(event.x, event.y)
  return { x = x, y = y }
end

-- Puts an agent into a cell, wherever it was, if there is room.
local function put(self, event)
  local unit = self.by_id[event.id]
  if unit and unit.crowd then
    unit:set_cell(event.x, event.y)
  else
    unit = self:add(self.agents[event.id], event.x, event.y)
    if unit then self.units[#self.units + 1] = unit end
  end
end

-- Sends several agents to a cell: those that are there and of the same kind.
local function go_together(self, event)
  local units = {}
  for id in event.id:gmatch("[^/]+") do
    local unit = self.by_id[id]
    if unit and unit.crowd and (not units[1]
        or unit.finder == units[1].finder) then
      units[#units + 1] = unit
    end
  end
  if units[1] then
    local x, y = point(units[1], { event.x, event.y })
    self.crowd:go(units, x, y, { formation = event.form })
  end
end

-- Does an event, except that of a door.
function March:act(event)
  local id, what = event.id, event.what
  if what == "save" then
    return self:save()
  elseif GROUNDS[what] then
    return self.grid:set(event.x, event.y, GROUNDS[what])
  elseif id:find("/") then
    return go_together(self, event)
  end
  local unit = self.agents[id] and self.by_id[id]
  if not self.agents[id] then error("no agent " .. id, 0) end
  if what == "put" then return put(self, event) end
  local tell = EVENTS[what] or error("nothing is called " .. what, 0)
  if unit and unit.crowd then tell(self, unit, event) end
end

-- Does the events that are due. A door does not shut on a unit: it waits until
-- the unit is out.
function March:happen()
  local later, changed = {}, false
  for _, event in ipairs(self.events) do
    local is_close = event.what == "close"
    local unit = is_close and self.crowd:at(event.x, event.y)
    if event.tick > self.sample * self.step
        or unit and is_in(unit, event.x, event.y) then
      later[#later + 1] = event
    else
      if is_close or event.what == "open" then
        self.grid:set_walkable(event.x, event.y, not is_close)
        changed = true
      else
        self:act(event)
      end
      self:see(event)
    end
  end
  self.events = later
  if changed then self:move_doors() end
end

-- After a door has moved, fields are made anew, and refused agents ask again.
function March:move_doors()
  for _, fields in pairs(self.fields) do
    for _, field in pairs(fields) do field:update() end
  end
  for _, unit in ipairs(self.units) do
    if unit.crowd and unit.is_refused then order(self, unit) end
  end
end

-- Called after an event, and before the crowd is to be saved and restored. A
-- watcher may replace it.
function March:see() end
function March:save() end

-- A unit has reached its goal. A patrol stops after its last lap.
local function reach(unit)
  local agent = unit.agent
  if agent.exit then
    unit:remove()
  elseif agent.patrol then
    unit.points = (unit.points or 0) + 1
    if unit.points == #agent.patrol * agent.laps then unit:stop() end
  end
end

local function sign(number)
  return number > 0 and 1 or number < 0 and -1 or 0
end

-- As if the player's key were held: a step towards the next cell of the walk,
-- if the unit may take a step now.
local function walk(unit)
  local goal = unit.agent.walk[(unit.points or 0) + 1]
  if goal and goal[1] == unit.cell_x and goal[2] == unit.cell_y then
    unit.points = (unit.points or 0) + 1
    goal = unit.agent.walk[unit.points + 1]
  end
  if goal then
    unit:step(sign(goal[1] - unit.cell_x), sign(goal[2] - unit.cell_y))
  end
end

-- Lets the time of a sample pass.
function March:pass()
  if self.by_time then self.crowd:update(self.step)
  else self.crowd:tick() end
end

-- Handles an event of a unit.
function March:hear(unit, what)
  if what == "arrived" or what == "settled" or what == "reached" then
    reach(unit)
  end
end

-- Handles the events of a sample.
function March:listen()
  for unit, what, other, y in self.crowd:events() do
    self:hear(unit, what, other, y)
  end
end

-- Plays a sample of the log. Returns false at the end.
function March:next()
  if self.sample * self.step >= self.last + QUIET then return false end
  for _, unit in ipairs(self.units) do
    if unit.crowd and unit.agent.walk then walk(unit) end
  end
  self:pass()
  self:listen()
  self.sample = self.sample + 1
  self:happen()
  return true
end

-- Writes the places of all units as lines of a log: sample, agent, its cell
-- and, in real time, its middle in the world, counted in cells.
function March:write(file)
  if self.sample == 0 then file:write(("rate %g\n"):format(self.rate)) end
  for _, unit in ipairs(self.units) do
    local place = "-"
    if unit.crowd then
      place = unit.cell_x .. " " .. unit.cell_y
      if self.by_time then
        place = place .. (" %.6f %.6f"):format(unit.x + 0.5, unit.y + 0.5)
      end
    end
    file:write(self.sample, " ", unit.agent.id, " ", place, "\n")
  end
end

return March
