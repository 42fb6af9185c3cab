-- A scenario as a crowd plays it: everybody is given orders by what he wants,
-- and from then on the crowd moves them.
--
--     local march = March.new(scenario)          -- by turns: crowd:tick()
--     local march = March.new(scenario, true)    -- in real time
--     while march:next() do ... end              -- a beat, or a quarter of one

local tilepath = require "tilepath"

local SAMPLES = 4            -- a beat, in real time; a beat is a second there
local QUIET = 10             -- beats to go on after all should be done
local LONG = 200             -- beats, where a scenario does not say
local CLOSE, BESIDE = 2, 1   -- cells: how near who patrols or chases comes

local March = {}
March.__index = March

local function finder_of(self, size)
  local key = size[1] .. "x" .. size[2]
  if not self.finders[key] then
    self.finders[key] = tilepath.pathfinder(self.grid,
      { size = size, diagonal = self.scenario.diagonal })
  end
  return self.finders[key]
end

local function point(unit, cell)
  return unit.finder:to_world(cell[1], cell[2])
end

-- Everybody who leaves by the same cells, and is as large, shares a field.
local function field_to(self, finder, exits)
  local fields = self.fields[finder] or {}
  self.fields[finder] = fields
  fields[exits.text] = fields[exits.text] or finder:field(exits)
  return fields[exits.text]
end

-- What an agent wants, as an order. Who chases is ordered on the way, and to
-- stand about is what a unit does that nobody told anything.
local function order(self, unit)
  local agent = unit.agent
  if agent.to then
    local x, y = point(unit, agent.to)
    unit.is_refused = not unit:go(x, y)
  elseif agent.near then
    local x, y = point(unit, agent.near)
    unit.is_refused = not unit:go(x, y, { settle = agent.r })
  elseif agent.exit then
    unit:follow(field_to(self, unit.finder, agent.exit))
  elseif agent.patrol then
    local points = {}
    for i, cell in ipairs(agent.patrol) do points[i] = { point(unit, cell) } end
    unit:patrol(points, { settle = CLOSE })
  elseif agent.hold then
    unit:pause()
  end
end

function March.new(scenario, by_time)
  local grid = tilepath.grid(table.concat(scenario.rows, "\n"))
  local self = setmetatable({
    scenario = scenario, grid = grid,
    crowd = tilepath.crowd(grid, { nodes = scenario.nodes }),
    rate = by_time and SAMPLES or 1, sample = 0, by_time = by_time,
    last = scenario.bound or LONG, events = {},
    finders = {}, fields = {}, units = {}, by_id = {},
  }, March)
  for i, agent in ipairs(scenario.agents) do
    local unit, reason = self.crowd:add {
      finder = finder_of(self, agent.size), agent = agent,
      cell_x = agent.at[1], cell_y = agent.at[2],
      pace = not by_time and agent.pace or nil,
      speed = by_time and 1 / agent.pace or nil,
    }
    if not unit then error("agent " .. agent.id .. ": " .. reason, 0) end
    self.units[i], self.by_id[agent.id] = unit, unit
    self.last = math.max(self.last, agent.by or 0)
  end
  for i, event in ipairs(scenario.events) do self.events[i] = event end
  self:happen()
  for _, unit in ipairs(self.units) do order(self, unit) end
  return self
end

-- Does the unit stand in this cell, or goes there?
local function is_in(unit, x, y)
  local size = unit.agent.size
  return x >= unit.cell_x and x < unit.cell_x + size[1]
    and y >= unit.cell_y and y < unit.cell_y + size[2]
end

-- What may happen to an agent; a wall is another matter.
local HAPPENINGS = {
  go = function(self, unit, event)
    local id, size = unit.agent.id, unit.agent.size
    unit.agent = { id = id, size = size, to = { event.x, event.y } }
    order(self, unit)
  end,
  stop = function(_, unit) unit:stop() end,
  pause = function(_, unit) unit:pause() end,
  resume = function(_, unit) unit:resume() end,
  remove = function(_, unit) unit:remove() end,
}

-- Does what it is time for. A door shuts on nobody: while somebody is in it, it
-- waits. True if a door has moved.
function March:happen()
  local later, changed = {}, false
  for _, event in ipairs(self.events) do
    local is_close = event.what == "close"
    local unit = is_close and self.crowd:at(event.x, event.y)
    if event.beat > self.sample / self.rate
        or unit and is_in(unit, event.x, event.y) then
      later[#later + 1] = event
    elseif is_close or event.what == "open" then
      self.grid:set_walkable(event.x, event.y, not is_close)
      changed = true
    else
      local act = HAPPENINGS[event.what]
        or error("nothing is called " .. event.what, 0)
      act(self, self.by_id[event.id] or error("no agent " .. event.id, 0),
        event)
    end
  end
  self.events = later
  if changed then
    for _, fields in pairs(self.fields) do
      for _, field in pairs(fields) do field:update() end
    end
  end
  return changed
end

local function is_close(unit, other)
  return math.abs(unit.cell_x - other.cell_x) <= CLOSE
    and math.abs(unit.cell_y - other.cell_y) <= CLOSE
end

-- Who chases goes to where the other one is, and again when that has moved.
-- Once he has caught up he lets others by: then so near as he is to be will do.
function March:chase()
  for _, unit in ipairs(self.units) do
    local target = self.by_id[unit.agent.chase]
    if target and (unit.chased_x ~= target.cell_x
        or unit.chased_y ~= target.cell_y) then
      unit.chased_x, unit.chased_y = target.cell_x, target.cell_y
      unit.has_caught = unit.has_caught or is_close(unit, target)
      unit:go(target.x, target.y,
        { settle = unit.has_caught and unit.agent.r or BESIDE })
    end
  end
end

-- A unit is where it was going to. Who patrols stops after the last lap.
local function reach(unit)
  local agent = unit.agent
  if agent.exit then
    unit:remove()
  elseif agent.patrol then
    unit.points = (unit.points or 0) + 1
    if unit.points == #agent.patrol * agent.laps then unit:stop() end
  end
end

-- On by one sample of the log. False when it is over.
function March:next()
  if self.sample / self.rate >= self.last + QUIET then return false end
  self:chase()
  if self.by_time then self.crowd:update(1 / self.rate)
  else self.crowd:tick() end
  for unit, what in self.crowd:events() do
    if what == "arrived" or what == "settled" then reach(unit) end
  end
  self.sample = self.sample + 1
  if self:happen() then
    for _, unit in ipairs(self.units) do
      if unit.crowd and unit.is_refused then order(self, unit) end
    end
  end
  return true
end

-- Where everybody is now, as lines of a log: sample, agent, its cell and, in
-- real time, its middle in the world, counted in cells.
function March:write(file)
  if self.sample == 0 then file:write("rate ", self.rate, "\n") end
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
