--- Units: their class, their places, and what can be read of them.
--
-- A unit's state is the record that simulation.lua moves. Here it gets
--
--     handle, crowd      the game's object; the crowd's state, nil once removed
--     finder             the state of its pathfinder
--     x, y               where it was placed, in the world, as long as
--                        `is_placed` is set; once it is removed, where it was
--     own                the game's fields
--     order              its order (orders.lua), or nil

local parent = (...):match("^(.*)plain[./]") or ""
local siblings = (...):match("^.*[./]") or ""
require(parent .. "luajit").off()
local check = require(parent .. "check")
local angle = require(parent .. "angle")
local given = require(parent .. "given")
local agent = require(siblings .. "agent")
local args = require(siblings .. "args")
local class = require(parent .. "class")
local finders = require(siblings .. "finder")
local hexagons = require(siblings .. "hexagons")
local options = require(parent .. "options")
local simulation = require(siblings .. "simulation")
local crowdunit = require(siblings .. "crowdunit")
local sight = require(siblings .. "sight")
local unitstates = require(siblings .. "unitstates")

local max, min = math.max, math.min

local methods, properties = {}, {}
local Unit = class.new("Unit", methods, properties)
local unit = { Unit = Unit, methods = methods, properties = properties }

local CELLS_A_SECOND = 4 -- unless the game says otherwise

--- The state of a unit that must be in a crowd.
function unit.placed(handle, call)
  local u = class.self(Unit, handle, call)
  if not u.crowd then
    check.raise(call .. ": the unit was removed from its crowd")
  end
  return u
end

-- Its place -------------------------------------------------------------------

--- The middle of its body if it is in a place.
function unit.middle(f, p)
  return sight.to_world(f.agent, agent.cell(f.agent, p))
end

--- Where it is now. A step begins where it was put.
function unit.position(u)
  local from_x, from_y = u.x, u.y
  if not u.is_placed then
    from_x, from_y = unit.middle(u.finder, u.from)
  end
  if u.at == u.from then
    return from_x, from_y
  end
  local x, y = unit.middle(u.finder, u.at)
  local left = 1 - simulation.phase(u.crowd, u)
  return x + (from_x - x) * left, y + (from_y - y) * left
end

--- Writes the positions of all units of a crowd to two lists: the numbers of
-- unit.position, on squares without a call for each.
function unit.write_positions(c, xs, ys)
  local g, pitch, units = c.grid, c.pitch, c.units
  local width, height, left, top = g.cell_width, g.cell_height, g.origin_x,
    g.origin_y
  local first_x, first_y, stagger = g.first_x, g.first_y, g.stagger
  local clock, fraction = c.clock, c.fraction
  for i = 1, #units do
    local u = units[i]
    local from, at, x, y = u.from, u.at, u.x, u.y
    if stagger then
      x, y = unit.position(u)
    elseif at ~= from or not u.is_placed then
      local right, down = (u.wide - 1) / 2, (u.high - 1) / 2
      if not u.is_placed then
        local column = from % pitch
        x = left + (column - 1 + right - first_x + 0.5) * width
        y = top + ((from - column) / pitch - 1 + down - first_y + 0.5) * height
      end
      if at ~= from then
        local column = at % pitch
        local to_x = left + (column - 1 + right - first_x + 0.5) * width
        local to_y = top + ((at - column) / pitch - 1 + down - first_y + 0.5)
          * height
        local began = u.finish - u.duration
        local part = 1 - (u.duration == 0 and 0 or max(0, min(1,
          (clock - began + fraction) / u.duration)))
        x, y = to_x + (x - to_x) * part, to_y + (y - to_y) * part
      end
    end
    rawset(xs, i, x)
    rawset(ys, i, y)
  end
end

-- LuaJIT compiles this loop over all units.
require(parent .. "luajit").on(unit.write_positions)

function unit.cell(u)
  return args.shown(u.agent.grid, agent.cell(u.agent, u.at))
end

-- Both functions read where it is to be: its cell, and the middle of its body.

local function read_cell(f, call, x, y, name_x, name_y)
  x, y = args.cell(call, f.g, x, y, name_x, name_y)
  return x, y, sight.to_world(f.agent, x, y)
end

local function read_position(f, call, wx, wy, name_x, name_y)
  args.check_point(call, wx, wy, name_x, name_y)
  local x, y = sight.cell_at(f.agent, wx, wy)
  return x, y, wx, wy
end

--- Is a rectangle inside the grid?
function unit.is_inside(g, x, y, w, h)
  return args.contains(g, x, y) and args.contains(g, x + w - 1, y + h - 1)
end

--- Is the place held by a unit? A test for crowdunit.any_cell.
function unit.is_occupied(c, _, p)
  return c.occupant[p]
end

--- The place of a cell where units with this pathfinder may stand.
-- @return nil and a reason if they may not
local function place_of(c, f, call, x, y)
  finders.prepare(f, call)
  local p = agent.place(f.agent, x, y)
  if not unit.is_inside(f.g, x, y, f.profile.wide, f.profile.high) then
    return nil, "outside"
  elseif f.agent.class[p] == 0 and not c.is_restored then
    return nil, "blocked"
  end
  return p
end

--- Puts it to a cell, with its middle at a world point.
local function place(u, f, call, x, y, wx, wy)
  local p, why = place_of(u.crowd, f, call, x, y)
  local at, wide, high = u.at, u.wide, u.high
  if not (p and simulation.put(u.crowd, u, f.agent, p)) then
    return nil, why or "occupied"
  end
  simulation.wake(u.crowd, at, wide, high)
  u.finder, u.x, u.y, u.crowd.finders = f, wx, wy, nil
  return true
end

for call, read in pairs { set_cell = read_cell,
  set_position = read_position } do
  methods[call] = function(self, x, y)
    local u = unit.placed(self, call)
    return place(u, u.finder, call, read(u.finder, call, x, y))
  end
end

--- Reads a pathfinder that units of a crowd may have.
local function read_finder(c, call, finder)
  local f = class.argument(call, "finder", finder, finders.Pathfinder,
    "a pathfinder")
  if f.g ~= c.grid then
    check.raise(call .. ": finder must be a pathfinder on the crowd's grid")
  end
  finders.refuse_function(f, call)
  return f
end

function methods.set_finder(self, finder)
  local u = unit.placed(self, "set_finder")
  local f = read_finder(u.crowd, "set_finder", finder)
  local order, wide, high = u.order, u.wide, u.high
  local done, why = place(u, f, "set_finder",
    read_position(f, "set_finder", unit.position(u)))
  u.finder_handle = done and finder or u.finder_handle
  if order and order.kind.needs_size
    and (u.wide ~= wide or u.high ~= high) then -- it is for other agents
    methods.stop(self)
  end
  return done, why
end

function methods.cells(self)
  local u = unit.placed(self, "cells")
  local x, y = unit.cell(u)
  return { { x, y, u.wide, u.high } }
end

--- Makes a unit one without a crowd. It keeps its place, for the game to read.
function unit.detach(u)
  u.x, u.y = unit.position(u)
  u.is_placed, u.from, u.state = true, u.at, nil
  u.crowd, u.order, u.list, u.paused = nil, nil, nil, false
end

--- Takes a unit out of its crowd, which goes on. The units that have it as their
-- target look, and so their orders end.
function unit.dismiss(u)
  local c = u.crowd
  simulation.dismiss(c, u)
  simulation.wake(c, u.at, u.wide, u.high)
  for _, other in ipairs(c.units) do
    local order = other.order
    if order and order.target and rawequal(order.target, u.handle) then
      unitstates.wake_early(c, other)
    end
  end
  unit.detach(u)
end

function methods.remove(self)
  local u = class.self(Unit, self, "remove")
  local c = u.crowd
  if c and c.busy then -- perhaps in the middle of a round
    c.leaving[#c.leaving + 1] = self
  elseif c then
    unit.dismiss(u)
  end
end

-- Settings --------------------------------------------------------------------

-- What a game sets of a unit: options of crowd:add, and fields that it may write,
-- as in src/bind/crowd/unitsettings.h.
local ADD, SETTINGS = options.of "crowd:add", options.of "unit"

-- Properties, by the fields of a unit that they show.
local SHOWN = { id = "number", finder = "finder_handle" }
for name in pairs(SETTINGS.rows) do
  SHOWN[name] = name
end

unit.SETTINGS = check.sorted_keys(SETTINGS.rows)

--- The usual settings, of a unit on a grid.
function unit.usual_settings(g)
  local usual, s = {}, g.stagger
  for _, name in ipairs(unit.SETTINGS) do
    usual[name] = SETTINGS.defaults[name] or false
  end
  usual.speed = CELLS_A_SECOND
    * (s and not s.rows and g.cell_height or g.cell_width)
  return usual
end

-- Fields ----------------------------------------------------------------------

for i, name in ipairs { "x", "y" } do
  properties[name] = function(u)
    return (select(i, unit.position(u)))
  end
  properties["cell_" .. name] = function(u)
    return (select(i, unit.cell(u)))
  end
end

function properties.crowd(u)
  return u.crowd and u.crowd.handle
end

class.fields(properties, SHOWN)

--- The direction of its last step, in radians.
function unit.angle(u)
  local g, d = u.agent.grid, u.heading
  if not d then
    return 0.0
  end
  local dx, dy = agent.DX[d], agent.DY[d]
  local s = g.stagger
  if s then -- from middle to middle
    local side = s.regular[d]
    dx, dy = hexagons.straight(s, hexagons.go(s, 0, 0, side.q, side.r))
  end
  return angle(dy * g.pitch_y, dx * g.pitch_x)
end
properties.angle = unit.angle

function properties.moving(u)
  return u.crowd ~= nil and (unitstates.goes(u) or unitstates.is_due(u))
end

-- The methods that change what cannot be written.
local CALLS = { x = "set_position", y = "set_position", cell_x = "set_cell",
  cell_y = "set_cell", finder = "set_finder" }

function Unit.__index(handle, key)
  local u = class.self(Unit, handle, "__index")
  if properties[key] then
    return properties[key](u)
  end
  return methods[key] or u.own[key]
end

function Unit.__newindex(handle, key, value)
  local u = class.self(Unit, handle, "__newindex")
  if options.check_field(key, value) then
    u[key] = value
    if u.crowd then
      crowdunit.pace(u.crowd, u)
    end
  elseif methods[key] or properties[key] then
    check.raise(("unit: field %s cannot be written%s"):format(check.show(key),
      CALLS[key] and " (call " .. CALLS[key] .. ")" or ""))
  elseif key == nil or key ~= key then
    check.raise("unit: a field cannot be called " .. check.show(key))
  else
    u.own[key] = value
  end
end

function Unit.__tostring(self)
  local u = class.self(Unit, self, "__tostring")
  local x, y = unit.cell(u)
  return ("unit of %dx%d in %d, %d%s"):format(u.wide, u.high, x, y,
    u.crowd and "" or " (removed)")
end

-- Adding ----------------------------------------------------------------------

--- crowd:add(options), for the state of a crowd.
function unit.add(c, asked)
  given.kind("add", "options", asked, "table", "a table")
  local own = options.read(ADD, "add", asked)
  local f = read_finder(c, "add", own.finder)
  local u = { finder = f, finder_handle = own.finder, agent = f.agent,
    wide = f.profile.wide, high = f.profile.high, own = {} }
  local in_world = own.x ~= nil or own.y ~= nil
  local x, y, p, why
  if in_world == (own.cell_x ~= nil or own.cell_y ~= nil) then
    check.raise("add: give either x and y or cell_x and cell_y"
      .. (in_world and ", got both" or ", got none"))
  elseif in_world then
    x, y, u.x, u.y = read_position(f, "add", own.x, own.y, "x", "y")
  else
    x, y, u.x, u.y = read_cell(f, "add", own.cell_x, own.cell_y, "cell_x",
      "cell_y")
  end
  for _, name in ipairs(unit.SETTINGS) do
    u[name] = own[name]
  end
  u.speed = u.speed or unit.usual_settings(c.grid).speed
  p, why = place_of(c, f, "add", x, y)
  if not p or crowdunit.any_cell(c, u, p, unit.is_occupied) then
    return nil, why or "occupied"
  end
  u.crowd, c.additions = c, c.additions + 1
  u.number, u.handle = c.additions, class.make(Unit, u)
  simulation.admit(c, u, p)
  return u.handle
end

return unit
