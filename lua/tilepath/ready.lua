--- May a pathfinder be asked now? A function of the library that asks a
-- pathfinder calls this file first. Otherwise an inner call would raise, under
-- a name that the user has never seen.

local core = require "tilepath_core"
local siblings = (...):match("^.*[./]") or ""
local check = require(siblings .. "check")

local ready = {}

local function refuse(call)
  check.raise(call .. ": the pathfinder is busy (a callback may not do this)")
end

--- Brings a pathfinder up to date, for questions without a search.
function ready.ensure_current(call, finder)
  if not core.catch_up(finder) then
    refuse(call)
  end
end

function ready.ensure_idle(call, finder)
  if core.is_busy(finder) then
    refuse(call)
  end
end

return ready
