--- finder:explain: why there is no path, or why a path is dear.

local core = require "tilepath_core"
local siblings = (...):match("^.*[./]") or ""
local check = require(siblings .. "check")
local exact = require(siblings .. "exact")
local given = require(siblings .. "given")
local find_opening = require(siblings .. "blockers")
local new_path = require(siblings .. "path")
local ready = require(siblings .. "ready")

local CALL = "explain"

--- A closed thing between two cells, or in a cell (both are the same then).
-- @param by  the name of a fence ("": none), or the layer that closes the cell
local function thing(finder, x1, y1, x2, y2, link, by)
  local grid = finder.grid
  if link > 0 then
    return { what = "link", x1 = x1, y1 = y1, x2 = x2, y2 = y2, id = link }
  elseif x1 ~= x2 or y1 ~= y2 then
    return { what = "fence", x1 = x1, y1 = y1, x2 = x2, y2 = y2,
      name = by ~= "" and by or nil }
  end
  if by then
    return { what = "layer", x = x1, y = y1, layer = by }
  end
  local terrain, _, is_closed = grid:get(x1, y1)
  return { what = "cell", x = x1, y = y1, terrain = terrain,
    closed = is_closed or nil }
end

--- The path through closed things, and these things from its start.
local function open(finder, x1, y1, x2, y2)
  local points, things = find_opening(finder, x1, y1, x2, y2)
  local closed = {}
  for i, t in ipairs(things or {}) do
    closed[i] = thing(finder, t[1], t[2], t[3], t[4], t[5], t[6])
  end
  if not points then
    return nil, closed
  end
  points.links = points.links[1] and points.links
  return new_path(points, "cells"), closed
end

--- The cost of a path's steps by terrain, and the cost of its links.
local function sum_up(finder, path)
  local terrains, rest, links, next_link = {}, path.cost, path.links or {}, 1
  local profile = finder.profile
  for i = 2, path:size() do
    local x, y = path:point(i)
    local from_x, from_y = path:point(i - 1)
    if links[next_link] == i - 1 then
      next_link = next_link + 1
    else
      local is_straight = x == from_x or y == from_y or finder.grid.stagger
      local cost = (finder:price(x, y) or 0)
        * (not is_straight and profile.diagonal_cost or profile.straight_cost)
      local terrain = finder.grid:get(x, y)
      terrains[terrain] = (terrains[terrain] or 0) + cost
      rest = rest - cost
    end
  end
  local slack = exact.tolerance(1e-6) * path.cost
  return terrains, math.abs(rest) > slack and rest or 0
end

local function tell(finder, x1, y1, x2, y2)
  local path, cost = finder:find(x1, y1, x2, y2)
  local told = { blockers = {} }
  if path then
    told.cost, told.path = cost, path
    told.terrains, told.rest = sum_up(finder, path)
  else
    told.reason = cost
    told.path, told.blockers = open(finder, x1, y1, x2, y2)
  end
  return told
end

--- Grows with each edit of the grid, and of the pathfinder's layers.
local function revision_of(finder)
  local sum = finder.grid.revision
  for _, item in ipairs(finder.profile.layers) do
    sum = sum + item[1].revision
  end
  return sum
end

--- finder:explain(x1, y1, x2, y2). If a finalizer edits the map meanwhile, all is
-- told again.
-- @return { reason =, cost =, terrains =, rest =, blockers =, path = }
return function(finder, x1, y1, x2, y2)
  given.self(CALL, "a pathfinder", finder, check.is(finder, core.Pathfinder))
  for i, name in ipairs { "x1", "y1", "x2", "y2" } do
    check.whole(CALL, name, (select(i, x1, y1, x2, y2)))
  end
  ready.ensure_idle(CALL, finder)
  local is_fine, told, before
  repeat
    before = revision_of(finder)
    is_fine, told = pcall(tell, finder, x1, y1, x2, y2)
  until before == revision_of(finder)
  if not is_fine then
    error(told, 0)
  end
  return told
end
