--- May a pathfinder be asked now? What asks one on behalf of the user looks
-- here first: else it would be the inner call that raises, in a name that the
-- user has never seen.

local core = require "tilepath_core"
local siblings = (...):match("^.*[./]") or ""
local check = require(siblings .. "check")

local ready = {}

local function refuse(call)
  check.raise(call .. ": the pathfinder is busy (a callback may not do this)")
end

--- Brings it up to date, for questions that need no search.
function ready.to_see(call, finder)
  if not core.catch_up(finder) then
    refuse(call)
  end
end

function ready.to_search(call, finder)
  if core.is_busy(finder) then
    refuse(call)
  end
end

return ready
