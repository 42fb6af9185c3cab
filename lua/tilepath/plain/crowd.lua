--- Crowds: their class, the time, and what can be asked of them. unit.lua has
-- their units, orders.lua what these are to do, simulation.lua and
-- unitstates.lua what they do.
--
-- The methods `add`, `update` and `tick` stand in crowd/callbacks.lua,
-- which adds them for both cores. They call core.add_unit, core.update_crowd and
-- core.tick_crowd (below), and then the game's callbacks.

local parent = (...):match("^(.*)plain[./]") or ""
local siblings = (...):match("^.*[./]") or ""
require(parent .. "luajit").off()
local check = require(parent .. "check")
local given = require(parent .. "given")
local agent = require(siblings .. "agent")
local args = require(siblings .. "args")
local obstacles = require(siblings .. "obstacles")
local class = require(parent .. "class")
local dijkstra = require(siblings .. "dijkstra")
local field = require(siblings .. "field")
local finders = require(siblings .. "finder")
local queryrun = require(siblings .. "queryrun")
local map = require(siblings .. "map")
local search = require(siblings .. "search")
local simulation = require(siblings .. "simulation")
local orderlist = require(siblings .. "orderlist")
local orders = require(siblings .. "orders")
local crowdunit = require(siblings .. "crowdunit")
local saved = require(siblings .. "saved")
local unitstates = require(siblings .. "unitstates")
local unit = require(siblings .. "unit")

-- Both files add their methods to units.
local unitproperties = require(siblings .. "unitproperties")
require(siblings .. "keepdistance")

local floor, huge, max, min = math.floor, math.huge, math.max, math.min
local any_cell = crowdunit.any_cell

local properties, _, methods = {}, class.kind("Crowd")
local Crowd = class.new("Crowd", methods, properties)

local AT_ONCE = 4096 -- nodes, for units that were restored
-- What an update may search if the game sets no limit: some 8 ms of 16, and more
-- if it computes a longer time.
local LEAST, A_SECOND = 4000, 60 * 4000
-- Cells of a field before the first look at all units; at least one a unit. Each
-- next look comes after twice as many.
local STRETCH = 32

-- Costs of places, huge unless given.
local UNKNOWN = { __index = function() return huge end }

-- Making one ------------------------------------------------------------------

--- How much longer steps take on each terrain.
local function read_speeds(g, speeds)
  local slower = {}
  for id = 0, map.CLOSED - 1 do
    slower[id] = 1 / (speeds[g.name[id]] or 1)
    slower[id + map.CLOSED] = slower[id]
  end
  return slower
end

--- core.crowd(grid, nodes, moved, speeds, traffic, restored). `traffic` is
-- accepted and ignored.
local function new_crowd(grid, nodes, moved, speeds, _, restored)
  local g = class.state(map.Grid, grid)
  g.crowds = g.crowds + 1
  local c = { grid = g, grid_handle = grid, nodes = nodes,
    tells_moves = moved or false, speeds = speeds and read_speeds(g, speeds),
    is_restored = restored, additions = 0, searches = 0, leaving = {},
    number = g.crowds, query_run = queryrun.new(search.new()) }
  c.handle = class.make(Crowd, c)
  simulation.open(c)
  g.dependents[c] = "crowd"
  return c.handle
end

--- core.add_unit(crowd, options)
local function add(self, options)
  return unit.add(class.self(Crowd, self, "add"), options)
end

-- Time ------------------------------------------------------------------------

--- The pathfinders of all units, each once.
local function finders_of(c)
  local list, is_in = {}, {}
  for _, u in ipairs(c.units) do
    if not is_in[u.finder] then
      is_in[u.finder], list[#list + 1] = true, u.finder
    end
  end
  return list
end

--- Brings the pathfinders of all units up to date, and the fields of groups.
local function catch_up(c, call)
  c.finders = c.finders or finders_of(c)
  for _, f in ipairs(c.finders) do
    finders.prepare(f, call)
  end
  local follows = false
  for _, u in ipairs(c.may_follow and c.units or {}) do
    if u.order and u.order.field then
      follows = true
      field.catch_up(u.order.field, u.order.kind.renews_field, call)
    end
  end
  c.may_follow = follows
end

local function advance(c, amount)
  c.busy, c.gives = true, nil
  orders.record_news(c)
  return simulation.pass(c, amount)
end

--- What an update or tick may search. By ticks there is no limit but the game's,
-- or units would lose turns. Units that were restored search little at once,
-- until each has its cost to goal.
local function budget(c, by, amount)
  local nodes = c.nodes or by == "ticks" and queryrun.ALL
    or max(LEAST, floor(amount * A_SECOND))
  return c.recovers and min(nodes, AT_ONCE) or nodes
end

--- Lets time pass, in seconds or in ticks; nil: the rest of an update.
-- @return is there time left? (Then core.go_on_crowd, when the game has heard of
-- the events so far.)
local function pass(c, call, by, amount)
  args.check_idle(c, "crowd", call)
  if c.time_unit and c.time_unit ~= by then
    check.raise(("%s: the time of the crowd is in %s"):format(call,
      by == "ticks" and "seconds (crowd:update)" or "ticks (crowd:tick)"))
  elseif c.clock > 2 ^ 52 then
    check.raise(call
      .. ": the crowd's time is over: 2^32 seconds, or 2^52 ticks")
  elseif not c.time_unit then
    c.time_unit = by
    simulation.retime(c)
  end
  catch_up(c, call)
  c.budget = amount and budget(c, by, amount) or c.budget
  local is_fine, result = class.guard(advance, c, amount)
  c.busy = false
  while #c.leaving > 0 do
    table.remove(c.leaving):remove()
  end
  c.recovers = c.recovers and select(2, unitstates.count(c)) > 0
  if not is_fine then
    error(result, 0)
  end
  return result
end

--- core.update_crowd(crowd, dt)
local function update(self, dt)
  local c = class.self(Crowd, self, "update")
  given.number("update", "dt", dt, 0, 2 ^ 30,
    "a number of seconds from 0 to 2^30")
  return pass(c, "update", "seconds", dt)
end

--- core.go_on_crowd(crowd)
local function go_on(self)
  local c = class.state(Crowd, self)
  return pass(c, c.time_unit == "ticks" and "tick" or "update", c.time_unit)
end

--- core.tick_crowd(crowd)
local function tick(self, dt)
  if type(dt) == "number" then
    check.raise("tick: a tick takes no dt (update takes dt)")
  end
  return pass(class.self(Crowd, self, "tick"), "tick", "ticks", 1)
end

-- Questions -------------------------------------------------------------------

--- The handles of units, in the order in which these came.
-- @param set   those that are listed; nil: all
-- @param list  a table for them, or nil
-- @return the list, and how many there are
local function list_of(c, set, list)
  local n = 0
  list = list or {}
  for _, u in ipairs(c.units) do
    if not set or set[u] then
      n = n + 1
      list[n] = u.handle
    end
  end
  return list, n
end

function methods.at(self, x, y)
  local c = class.self(Crowd, self, "at")
  x, y = args.cell("at", c.grid, x, y)
  local u = args.contains(c.grid, x, y) and c.occupant[agent.place(c, x, y)]
  return u and u.handle or nil
end

function methods.unit(self, id)
  local c = class.self(Crowd, self, "unit")
  check.whole("unit", "id", id, 1)
  for _, u in ipairs(c.units) do
    if u.number == id then
      return u.handle
    end
  end
end

function methods.is_free(self, x, y, w, h)
  local c = class.self(Crowd, self, "is_free")
  x, y = args.cell("is_free", c.grid, x, y)
  w = w == nil and 1 or check.whole("is_free", "w", w, 1)
  h = h == nil and 1 or check.whole("is_free", "h", h, 1)
  return unit.is_inside(c.grid, x, y, w, h) and not any_cell(c,
    { wide = w, high = h }, agent.place(c, x, y), unit.is_occupied)
end

--- crowd:units(xs, ys [, angles]) -> count. Fills the tables; they end there.
local function fill_places(c, xs, ys, angles)
  given.kind("units", "ys", ys, "table", "a table")
  if angles ~= nil then
    given.kind("units", "angles", angles, "table", "a table")
  end
  unit.write_positions(c, xs, ys)
  for i, u in ipairs(angles and c.units or {}) do
    rawset(angles, i, unit.angle(u))
  end
  local count = #c.units
  for _, list in ipairs { xs, ys, angles } do
    for i = #list, count + 1, -1 do
      rawset(list, i, nil)
    end
  end
  return count
end

function methods.units(self, ...)
  local c = class.self(Crowd, self, "units")
  if check.is_table((...)) then
    return fill_places(c, ...)
  elseif select("#", ...) == 0 then
    return (list_of(c))
  end
  local found, x, y, w, h = {}, args.rect("units", c.grid, ...)
  any_cell(c, { wide = w, high = h }, agent.place(c, x, y), function(_, _, p)
    found[c.occupant[p]] = true
  end)
  return (list_of(c, found))
end

function methods.units_within(self, x1, y1, x2, y2)
  local c = class.self(Crowd, self, "units_within")
  local call, g, found = "units_within", c.grid, {}
  args.check_point(call, x1, y1, "x1", "y1")
  args.check_point(call, x2, y2, "x2", "y2")
  for _, u in ipairs(c.units) do
    local x, y = unit.position(u)
    local w, h = u.wide * g.cell_width / 2, u.high * g.cell_height / 2
    found[u] = x - w < max(x1, x2) and x + w > min(x1, x2)
      and y - h < max(y1, y2) and y + h > min(y1, y2)
  end
  return (list_of(c, found))
end

function properties.count(c)
  return #c.units
end

class.fields(properties, { grid = "grid_handle" })

function properties.info(c)
  local _, waiting, stuck = unitstates.count(c)
  return { decisions = c.decisions, searches = c.searches, waiting = waiting,
    stuck = stuck }
end

function properties.moving(c)
  return (unitstates.count(c))
end

function Crowd.__len(self)
  return #class.self(Crowd, self, "__len").units
end

function Crowd.__tostring(self)
  local c = class.self(Crowd, self, "__tostring")
  return ("crowd of %d %s on %dx%d"):format(#c.units,
    #c.units == 1 and "unit" or "units", c.grid.width, c.grid.height)
end

-- For the files that both cores share -----------------------------------------

-- A unit, a number or nothing stands behind an event; behind "moved", "arrived"
-- and "settled" a cell, and behind "link" whether it is asked for again.
local OF_CELLS = { moved = true, arrived = true, settled = true }

local function next_event(handle, number, behind)
  local c = class.self(Crowd, handle, "events")
  local events = c.events
  for n = max(number, events.before), behind - 1 do
    local i = n - events.before + 1
    local u, what, a = events.unit[i], events.what[i], events.a[i]
    if u and OF_CELLS[what] then
      return n + 1, u.handle, what, args.shown(c.grid, agent.cell(c, a))
    elseif u and (what == "link" or what == "asks") then
      return n + 1, u.handle, "link", a, what == "asks"
    elseif u and what == "refused" then
      return n + 1, u.handle, "blocked", a
    elseif u then
      return n + 1, u.handle, what, type(a) == "table" and a.handle or a or nil
    end
  end
end

--- Adds crowds to the core.
local function open(core)
  core.write_unit = unit.Unit.__newindex
  core.update_crowd, core.tick_crowd, core.add_unit = update, tick, add
  core.go_on_crowd = go_on
  obstacles.Crowd, obstacles.Unit = Crowd, unit.Unit
  core.crowd, core.send, core.next_event = new_crowd, orders.send, next_event
  saved.open(core, methods)
  unitproperties.open(core)
  orderlist.open(core)
  function core.open_events(handle)
    local events = class.self(Crowd, handle, "events").events
    return events.before, events.before + events.reported
  end
  --- A field that has the costs of the `count` nearest units of a kind. The
  -- others drop out, if not under walls.
  function core.field_to_units(kind, list, _, count)
    local options = { adjacent = kind.adjacent }
    local handle = core.ask_field(kind.finder, list, options)
    local f, known = class.state(field.Field, handle), setmetatable({}, UNKNOWN)
    local is_done, left, near
    f.search = dijkstra.sparse()
    local stretch = max(STRETCH, #kind.units)
    repeat
      is_done, left, near = select(2, core.make(handle, stretch)), count, {}
      local final = is_done and huge or (f.search.heap[1] or 0) * f.search.width
      for _, u in ipairs(kind.units) do
        local p = class.state(unit.Unit, u).at
        if f.search.cost[p] < final then
          known[p], near[#near + 1] = f.search.cost[p], u
          left = known[p] >= 0 and left - 1 or left
        end
      end
      stretch = 2 * stretch
    until is_done or left <= 0
    f.status = "done"
    f.search = { cost = known, entry = {}, below = {}, at = {}, by = {} }
    kind.units = near
    return handle
  end
  function core.list_units(handle, into)
    return select(2, list_of(class.self(Crowd, handle, "units"), nil, into))
  end
end

return { open = open }
