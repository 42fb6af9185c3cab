--- The arguments of the operations on paths: what they read of a path, and the
-- path that they make. Each reads a path once, from front to back: O(n).

local core = require "tilepath_core"
local root = (...):match("^(.*[./])path[./]") or ""
local check = require(root .. "check")
local given = require(root .. "given")
local Links = require(root .. "links")
local ready = require(root .. "ready")

local floor = math.floor
local has_integers = math.type ~= nil -- luacheck: ignore

local args = {}

-- The largest coordinate of a cell.
local MAX_CELL = 2 ^ 30 + 32767
args.MAX_CELL = MAX_CELL

function args.need_units(call, argument, units)
  if units ~= "cells" and units ~= "world" then
    check.fail(call, argument, "'cells' or 'world'", units)
  end
  return units
end

--- Checks a path and returns its number of coordinates, its units, and its
-- links or nil.
function args.read(call, t)
  given.flat(call, t)
  local n = #t
  for i = 1, n do
    local v = t[i]
    if type(v) ~= "number" or v - v ~= 0 then
      check.fail(call, ("path[%d]"):format(i), "a finite number", v)
    end
  end
  if n % 2 ~= 0 then
    check.fail(call, "path", "an even number of coordinates", n)
  end
  return n, args.need_units(call, "path.units", t.units or "cells"),
    Links.read(call, "path", t, n / 2)
end

--- The same for functions that ask a grid or a pathfinder. A path in cells then
-- needs whole numbers.
function args.read_places(call, t)
  local n, units, links = args.read(call, t)
  if units == "cells" then
    for i = 1, n do
      local v = t[i]
      if v ~= floor(v) or v > MAX_CELL or v < -MAX_CELL then
        check.whole(call, ("path[%d] (in cells)"):format(i), v,
          -MAX_CELL, MAX_CELL)
      end
    end
  end
  return n, units, links
end

function args.need_grid(call, grid)
  check.object(call, "grid", grid, core.Grid, "a grid")
end

--- Checks the map that converts between cells and world. A pathfinder converts
-- to the middle of its agent.
function args.need_map(call, map)
  if not check.is(map, core.Grid) and not check.is(map, core.Pathfinder) then
    check.fail(call, "grid", "a grid or a pathfinder", map)
  end
end

function args.need_finder(call, finder)
  check.object(call, "finder", finder, core.Pathfinder, "a pathfinder")
  ready.ensure_current(call, finder)
end

--- The number of a path's n / 2 points in its blocked part.
function args.escape_of(path, n)
  local escape = path.escape
  if type(escape) == "number" and escape >= 1 and escape <= n / 2
    and escape == floor(escape) then
    return escape
  end
  return 0
end

--- Makes a path of these points with cost, partial and goal_index of another
-- path. Whole numbers of cells become integers.
-- @param escape  the number of points in the blocked part
-- @param links   nil or a new list of links
function args.make(points, like, units, escape, links)
  for i = 1, has_integers and units == "cells" and #points or 0 do
    local whole = floor(points[i])
    points[i] = whole == points[i] and whole or points[i]
  end
  return args.finish(points, like, units, escape, links)
end

--- The same of points that are integers already, if they are cells.
function args.finish(points, like, units, escape, links)
  points.links = Links.copy(links)
  points.units = units
  points.escape = escape > 0 and floor(escape) or nil
  points.cost = type(like.cost) == "number" and like.cost or nil
  points.partial = like.partial == true or nil
  points.goal_index = type(like.goal_index) == "number" and like.goal_index
    or nil
  return setmetatable(points, core.Path)
end

return args
