--- Units: their class, their places, and what can be read of them.
--
-- A unit's state is the record that motion.lua moves. Here it gets
--
--     handle, crowd      the game's object; the crowd's state, nil once removed
--     finder             the state of its pathfinder
--     x, y               where it was put, in the world, as long as `put` is
--                        set; once it is removed, where it was
--     own                the game's fields, or nil
--     order              its order (orders.lua), or nil

local parent = (...):match("^(.*)plain[./]") or ""
local siblings = (...):match("^.*[./]") or ""
local check = require(parent .. "check")
local angle = require(parent .. "angle")
local agent = require(siblings .. "agent")
local args = require(siblings .. "args")
local class = require(parent .. "class")
local finders = require(siblings .. "finder")
local motion = require(siblings .. "motion")
local sight = require(siblings .. "sight")

local unit = {}

local methods, properties = {}, {}
local Unit = class.new("Unit", methods, properties)
unit.Unit, unit.methods, unit.properties = Unit, methods, properties

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
  local x, y = agent.cell(f.agent, p)
  return args.middle(f.g, x + (f.profile.wide - 1) / 2,
    y + (f.profile.high - 1) / 2)
end
local middle = unit.middle

--- Where it is now. A step begins where it was put.
function unit.position(u)
  local stands = u.at == u.from
  if not u.crowd or stands and u.put then
    return u.x, u.y
  end
  local x, y = middle(u.finder, u.at)
  if stands then
    return x, y
  end
  local left = 1 - motion.phase(u.crowd, u)
  local from_x, from_y = u.x, u.y
  if not u.put then
    from_x, from_y = middle(u.finder, u.from)
  end
  return x + (from_x - x) * left, y + (from_y - y) * left
end

function unit.cell(u)
  local x, y = agent.cell(u.agent, u.at)
  return args.shown(u.agent.grid, x, y)
end

--- Why can it not stand in a cell? Cells of its own count as free.
-- @return nil and the place; or a reason
function unit.refusal(c, u, f, x, y)
  local g, profile = c.grid, f.profile
  local right, bottom = x + profile.wide - 1, y + profile.high - 1
  if not (args.contains(g, x, y) and args.contains(g, right, bottom)) then
    return "outside"
  end
  local p = agent.place(f.agent, x, y)
  if f.agent.class[p] == 0 and not c.is_restored then
    return "blocked"
  end
  for row = y, bottom do
    for column = x, right do
      local other = c.holder[agent.place(f.agent, column, row)]
      if other and other ~= u then
        return "occupied"
      end
    end
  end
  return nil, p
end

--- Puts it to a cell, with its middle at a place of the world.
local function put(u, call, f, x, y, wx, wy)
  local c = u.crowd
  finders.prepare(f, call)
  local why, p = unit.refusal(c, u, f, x, y)
  local at, wide, high = u.at, u.wide, u.high
  if why or not motion.put(c, u, f.agent, p) then
    return nil, why or "occupied"
  end
  motion.wake(c, at, wide, high)
  u.finder, u.x, u.y = f, wx, wy
  return true
end

function methods.set_cell(self, x, y)
  local u = unit.placed(self, "set_cell")
  local f = u.finder
  x, y = args.cell("set_cell", f.g, x, y)
  return put(u, "set_cell", f, x, y, args.middle(f.g,
    x + (f.profile.wide - 1) / 2, y + (f.profile.high - 1) / 2))
end

function methods.set_position(self, wx, wy)
  local u = unit.placed(self, "set_position")
  check.finite("set_position", "wx", wx)
  check.finite("set_position", "wy", wy)
  local x, y = sight.cell_at(u.agent, wx, wy)
  return put(u, "set_position", u.finder, x, y, wx, wy)
end

--- Raises unless units of a crowd may have the pathfinder.
function unit.check_finder(call, c, f)
  if f.g ~= c.grid then
    check.raise(call .. ": finder must be a pathfinder on the crowd's grid")
  elseif type(f.given.heuristic) == "function" then
    check.raise(call .. ": a function as heuristic is for queries in one go "
      .. "(finder:find), not for searches, queues and crowds")
  end
end

function methods.set_finder(self, finder)
  local u = unit.placed(self, "set_finder")
  local f = class.argument("set_finder", "finder", finder, finders.Pathfinder,
    "a pathfinder")
  unit.check_finder("set_finder", u.crowd, f)
  local wx, wy = unit.position(u)
  local x, y = sight.cell_at(f.agent, wx, wy)
  local done, why = put(u, "set_finder", f, x, y, wx, wy)
  if done then
    u.finder_handle = finder
  end
  return done, why
end

function methods.cells(self)
  local u = unit.placed(self, "cells")
  local x, y = unit.cell(u)
  return { { x, y, u.wide, u.high } }
end

--- Takes a unit out of its crowd. It keeps its place, for the game to read.
function unit.dismiss(u)
  local x, y = unit.position(u)
  motion.dismiss(u.crowd, u)
  motion.wake(u.crowd, u.at, u.wide, u.high)
  u.x, u.y, u.crowd, u.order = x, y, nil, nil
end

function methods.remove(self)
  local u = class.self(Unit, self, "remove")
  if u.crowd then
    unit.dismiss(u)
  end
end

-- How it walks ----------------------------------------------------------------

--- The values of options and of fields that a game may write.
local GAIT = {
  speed = function(call, value)
    if type(value) ~= "number" or not (value > 0 and value < math.huge) then
      check.fail(call, "speed", "a finite number above 0", value)
    end
    return value
  end,
  pace = function(call, value)
    return args.whole(call, "pace", value, 1, 1024)
  end,
  priority = function(call, value)
    return args.whole(call, "priority", value, -1000, 1000)
  end,
  yields = function(call, value)
    return args.boolean(call, "yields", value)
  end,
}

--- Gives a unit a value of its gait. False if the name is no part of it.
function unit.set_gait(u, call, name, value)
  local read = GAIT[name]
  if not read then
    return false
  end
  value = read(call, value)
  if name == "yields" then
    u.firm = not value
  else
    u[name] = value
  end
  return true
end

--- Units a second, unless the game says otherwise: 4 cells.
function unit.usual_speed(g)
  return 4 * g.cell_width
end

-- Fields ----------------------------------------------------------------------

function properties.x(u)
  return (unit.position(u))
end

function properties.y(u)
  return (select(2, unit.position(u)))
end

function properties.cell_x(u)
  return (unit.cell(u))
end

function properties.cell_y(u)
  return (select(2, unit.cell(u)))
end

function properties.crowd(u)
  return u.crowd and u.crowd.handle
end

function properties.finder(u)
  return u.finder_handle
end

for _, name in ipairs { "speed", "pace", "priority" } do
  properties[name] = function(u)
    return u[name]
  end
end

function properties.yields(u)
  return not u.firm
end

function properties.angle(u)
  if not u.heading then
    return 0
  end
  local from_x, from_y = middle(u.finder, u.at - u.agent.offset[u.heading])
  local x, y = middle(u.finder, u.at)
  return angle(y - from_y, x - from_x)
end

function properties.under_way(u)
  return u.crowd ~= nil and motion.goes(u)
end

function properties.status(u)
  if not u.crowd then
    return nil
  elseif u.paused then
    return "paused"
  end
  local waits = u.state == "going" and u.at == u.from and not u.guide
  return waits and "waiting" or u.state
end

-- The methods that change what cannot be written.
local CALLS = { x = "set_position", y = "set_position", cell_x = "set_cell",
  cell_y = "set_cell", finder = "set_finder" }

function Unit.__index(handle, key)
  local method = methods[key]
  if method then
    return method
  end
  local u, property = class.self(Unit, handle, "__index"), properties[key]
  if property then
    return property(u)
  end
  return u.own and u.own[key]
end

function Unit.__newindex(handle, key, value)
  local u = class.self(Unit, handle, "__newindex")
  if unit.set_gait(u, "unit", key, value) then
    if u.crowd then
      motion.pace(u.crowd, u)
    end
  elseif methods[key] or properties[key] then
    check.raise(("unit: field %s cannot be written%s"):format(check.show(key),
      CALLS[key] and " (call " .. CALLS[key] .. ")" or ""))
  elseif key == nil or key ~= key then
    check.raise("unit: a field cannot be called " .. check.show(key))
  else
    u.own = u.own or {}
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

local OPTIONS = { finder = true, x = true, y = true, cell_x = true,
  cell_y = true, speed = true, pace = true, priority = true, yields = true }

--- Reads where it is to be: a cell, and the middle of its body.
local function read_place(f, given)
  local in_world = given.x ~= nil or given.y ~= nil
  if in_world == (given.cell_x ~= nil or given.cell_y ~= nil) then
    check.raise("add: give either x and y or cell_x and cell_y"
      .. (in_world and ", got both" or ", got none"))
  elseif in_world then
    check.finite("add", "x", given.x)
    check.finite("add", "y", given.y)
    local x, y = sight.cell_at(f.agent, given.x, given.y)
    return x, y, given.x, given.y
  end
  local x, y = args.cell("add", f.g, given.cell_x, given.cell_y, "cell_x",
    "cell_y")
  return x, y, args.middle(f.g, x + (f.profile.wide - 1) / 2,
    y + (f.profile.high - 1) / 2)
end

--- crowd:add(options), for the state of a crowd.
function unit.add(c, options)
  if options == nil then
    check.fail("add", "options", "a table", options)
  end
  check.options("add", "options", options, OPTIONS)
  local given = {}
  for key, value in next, options do
    given[key] = value
  end
  local f = class.argument("add", "finder", given.finder, finders.Pathfinder,
    "a pathfinder")
  unit.check_finder("add", c, f)
  local u = { finder = f, finder_handle = given.finder, agent = f.agent,
    wide = f.profile.wide, high = f.profile.high,
    speed = unit.usual_speed(c.grid), pace = 1, priority = 0, firm = false }
  local x, y, p, why
  x, y, u.x, u.y = read_place(f, given)
  for _, name in ipairs { "speed", "pace", "priority", "yields" } do
    if given[name] ~= nil then
      unit.set_gait(u, "add", name, given[name])
    end
  end
  finders.prepare(f, "add")
  why, p = unit.refusal(c, u, f, x, y)
  if why then
    return nil, why
  end
  u.crowd, c.additions = c, c.additions + 1
  u.number, u.handle = c.additions, class.make(Unit, u)
  motion.admit(c, u, p)
  return u.handle
end

return unit
