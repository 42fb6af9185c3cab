--- tilepath.crowd: makes a crowd on a grid; crowd:events.

local core = require "tilepath_core"
local siblings = (...):match("^.*[./]") or ""
local check = require(siblings .. "check")
local given = require(siblings .. "given")
local later = require(siblings .. "later")
local options = require(siblings .. "options")

for _, part in ipairs { "reach", "visibility", "field", "crowd" } do
  later.load(part)
end
local group = require(siblings .. "group")
require(siblings .. "crowd.callbacks")
require(siblings .. "crowd.saved")

local methods = core.crowd_methods

-- The place of a loop over events. A loop that comes to its end leaves it to
-- the next one, so it makes no garbage. A loop in a loop makes another.
local spare = {}

local function next_event(place)
  local number, unit, what, a, b
  repeat -- a link that is asked for again is for callbacks alone
    number, unit, what, a, b = core.next_event(place.crowd, place.number,
      place.behind)
    place.number = number
  until not (what == "link" and b)
  if not unit then
    place.crowd = nil
    spare = place
  elseif what == "arrived" or what == "settled" then
    return unit, what -- the cell is for callbacks
  end
  return unit, what, a, b or nil
end

--- crowd:events(): an iterator, and its place.
function methods.events(self)
  local number, behind = core.open_events(self)
  local place = spare or {}
  spare = nil
  place.crowd, place.number, place.behind = self, number, behind
  return next_event, place
end

-- crowd:go(units, wx, wy [, query]), crowd:go_cell(units, x, y [, query])
methods.go, methods.go_cell = group.go, group.go_cell
methods.nearest, methods.vacate = group.nearest, group.vacate

local OPTIONS = options.of "tilepath.crowd"

--- tilepath.crowd.
return function(grid, asked)
  check.object("crowd", "grid", grid, core.Grid, "a grid")
  local own = options.read(OPTIONS, "crowd", asked)
  local speeds = own.speeds and {}
  for terrain, factor, label in given.terrains("crowd", grid, "speeds",
    own.speeds, OPTIONS.rows.speeds.what) do
    speeds[terrain] = given.price("crowd", label, factor)
  end
  return core.crowd(grid, own.max_nodes, own.moved, speeds, own.traffic)
end
