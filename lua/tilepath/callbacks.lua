--- Callbacks of followers and units: functions of a game, in fields of the body
-- whose names begin with on_. The follower calls its own; this file calls those
-- of units, and refuses names that nothing calls.

local core = require "tilepath_core"
local siblings = (...):match("^.*[./]") or ""
local check = require(siblings .. "check")

local callbacks = {}

--- The callbacks by their events: the field, and what a follower and a unit pass
-- to it, from the values of the event.
callbacks.OF_EVENT = {
  arrived = {
    name = "on_arrived",
    of_follower = function() end,
    of_unit = function() end,
  },
  blocked = {
    name = "on_blocked",
    of_follower = function(_, x, y) return x, y end,
    of_unit = function(unit) return unit.goal_x, unit.goal_y end,
  },
  link = {
    name = "on_link",
    of_follower = function(hero, name, id)
      return name, id, hero._progress.to_x, hero._progress.to_y
    end,
    of_unit = function(unit, id)
      local x, y, name = core.unit_link(unit)
      return name, id, x, y
    end,
  },
  reached = {
    name = "on_reached",
    of_follower = function(hero, i) return i, hero.x, hero.y end,
    of_unit = function(unit, i) return i, unit.x, unit.y end,
  },
}

local KNOWN = {}
for _, row in pairs(callbacks.OF_EVENT) do
  KNOWN[row.name] = true
end
local NAMES = check.sorted_keys(KNOWN)

--- Raises if a field that a game writes has the name of a callback, but is none.
-- @param noun   what has the field: "follower"
-- @return is it a callback?
function callbacks.check(noun, key, value)
  if type(key) ~= "string" or key:sub(1, 3) ~= "on_" then
    return false
  elseif not KNOWN[key] then
    check.unknown(noun, key, KNOWN, nil, "callback")
  elseif value and not check.is_callable(value) then
    check.fail(noun, key, "a function", value)
  end
  return true
end

-- Units -----------------------------------------------------------------------

-- The crowds that have had a unit with a callback.
local with_callbacks = setmetatable({}, { __mode = "k" })

--- A unit asks if it may take a link. If the callback raises, it may.
-- core.hold(unit, is_asked, may): does the game say if the unit may take links,
-- and may it take this one?
local function ask(unit, f, name, id, x, y)
  core.hold(unit, true, true)
  if x and f(name, id, x, y) == false then
    core.hold(unit, unit.on_link and true or false, false)
  end
end

--- The units that are left of these in a crowd that was loaded ask again. Takes no
-- memory.
function callbacks.renew(units)
  for _, unit in ipairs(units) do
    if unit.crowd and unit.on_link then
      core.hold(unit, true, false)
    end
  end
end

--- Calls the callbacks of units for the events of an update, in their order. A
-- unit that waits before a link asks again in each update; crowd:events() tells
-- that once.
local function report(crowd)
  local number, behind = core.open_events(crowd)
  local unit, what, other
  repeat
    number, unit, what, other = core.next_event(crowd, number, behind)
    local row = callbacks.OF_EVENT[what]
    local f = row and unit[row.name]
    if f and what == "link" then
      ask(unit, f, row.of_unit(unit, other))
    elseif f then
      f(row.of_unit(unit, other))
    end
  until not number
end

local methods = core.crowd_methods

function core.Unit.__newindex(unit, key, value)
  if callbacks.check("unit", key, value) and unit.crowd then
    with_callbacks[unit.crowd] = true
  end
  if key == "on_link" then
    core.hold(unit, value and true or false, false)
  end
  return core.write_unit(unit, key, value)
end

--- crowd:add(options)
function methods.add(crowd, options)
  local unit, reason = core.add_unit(crowd, options)
  for i = 1, unit and #NAMES or 0 do
    local f = rawget(options, NAMES[i])
    if f then
      unit[NAMES[i]] = f
    end
  end
  return unit, reason
end

--- crowd:update(dt), crowd:tick()
for call, pass_time in pairs { update = core.update_crowd,
  tick = core.tick_crowd } do
  methods[call] = function(crowd, dt)
    pass_time(crowd, dt)
    if with_callbacks[crowd] then
      report(crowd)
    end
  end
end

return callbacks
