--- tilepath.crowd: who stands where on a grid.

local core = require "tilepath_core"
local siblings = (...):match("^.*[./]") or ""
local check = require(siblings .. "check")

local CALL = "crowd"

local OPTIONS = {}

--- tilepath.crowd.
return function(grid, options)
  check.object(CALL, "grid", grid, core.Grid, "a grid")
  check.options(CALL, "options", options, OPTIONS)
  return core.crowd(grid)
end
