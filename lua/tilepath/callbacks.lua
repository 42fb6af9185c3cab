--- Callbacks of followers and units: functions of a game, in fields of the body
-- whose names begin with on_. The follower calls its own, crowd/callbacks.lua
-- those of units; here names are refused that nothing calls.

local core = require "tilepath_core"
local siblings = (...):match("^.*[./]") or ""
local check = require(siblings .. "check")
local orderlist = require(siblings .. "later").module("orderlist")

local callbacks = {}

--- The callbacks by their events: the field, and what a follower and a unit pass
-- to it, from the values of the event.
callbacks.OF_EVENT = {
  arrived = {
    name = "on_arrived",
    of_follower = function(hero) return hero.x, hero.y end,
    of_unit = function(unit, x, y) return unit.finder:to_world(x, y) end,
  },
  blocked = {
    name = "on_blocked",
    of_follower = function(hero, x, y, reason)
      return x, y, reason or hero.reason
    end,
    of_unit = function(unit, reason)
      return orderlist.blocked_at(unit, reason)
    end,
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
callbacks.NAMES = check.sorted_keys(KNOWN)

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

return callbacks
