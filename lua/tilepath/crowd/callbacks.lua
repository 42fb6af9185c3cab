--- Callbacks of units (../callbacks.lua), which crowd:update and crowd:tick call.

local core = require "tilepath_core"
local root = (...):match("^(.*[./])crowd[./]") or ""
local callbacks = require(root .. "callbacks")
local orderlist = require(root .. "orderlist")
local pathpoints = require(root .. "crowd.pathpoints")
local savedorders = require(root .. "crowd.savedorders")

local NAMES = callbacks.NAMES

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
-- @param number  of the first event; nil: all
-- @return the number behind the last
local function report(crowd, number)
  local first, behind = core.open_events(crowd)
  local unit, what, a, b
  number = number or first
  repeat
    number, unit, what, a, b = core.next_event(crowd, number, behind)
    local row = callbacks.OF_EVENT[what]
    local f = row and unit[row.name]
    if f and what == "link" then
      ask(unit, f, row.of_unit(unit, a))
    elseif f then
      f(row.of_unit(unit, a, b))
    end
  until not number
  return behind
end

orderlist.add_units(savedorders.present, pathpoints.read)

local methods = core.crowd_methods

function core.Unit.__newindex(unit, key, value)
  if callbacks.check("unit", key, value) and unit.crowd then
    with_callbacks[unit.crowd] = true
  end
  if key == "on_link"
    and not rawequal(value or false, unit.on_link or false) then
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

--- crowd:update(dt), crowd:tick(). An update stops when an order is over that has
-- a next one: the unit stands at its goal while its callbacks are called.
for call, pass_time in pairs { update = core.update_crowd,
  tick = core.tick_crowd } do
  methods[call] = function(crowd, dt)
    local is_left, number = pass_time(crowd, dt), nil
    while true do
      if with_callbacks[crowd] then
        pathpoints.report(crowd)
        number = report(crowd, number)
      end
      if not is_left then
        return
      end
      is_left = core.go_on_crowd(crowd)
    end
  end
end

return callbacks
