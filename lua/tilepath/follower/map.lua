--- What a follower knows of the map: is the path ahead still clear?
--
-- The follower checks a path of the game's once; one that it found counts as
-- checked, and has no box until the next check. It checks again when the map has
-- changed near the path, when it has another pathfinder, and when the game has
-- moved it by half a cell in all. When the game has moved it off its leg, by
-- however little, it checks the new leg.
--
-- A clear path has a box, the smallest rectangle around it. Edits that lie
-- outside of the box change nothing, but they may make the end of the path unfit
-- (Orders.picks_end). With the C module they cost almost nothing; with the core
-- in Lua each edit means a whole check. Prices do not matter: sight asks where
-- the agent may be, not at what price.
--
-- Cost: a line of sight for each leg ahead, or for the new leg; O(1) if nothing
-- has changed nearby (with the core in Lua: nowhere).

local core = require "tilepath_core"
local parent = (...):match("^(.*[./])follower[./]") or ""
require(parent .. "luajit").exact()
local Leg = require(parent .. "follower.leg")
local Links = require(parent .. "links")
local ready = require(parent .. "ready")

local max, min = math.max, math.min

local Map = {}

-- A map is a table of these fields; only this file writes into it, and
-- saved.lua when a saved state is loaded.
--
--   finder              the pathfinder of the last check, or false
--   revision            core.edits of that finder then; false: not
--                       checked yet
--   moved               how far the game has moved the follower since then, in
--                       all, in world units
--   strayed             the game has moved it off its leg, and the new leg is not
--                       checked yet
--   left, top, right, bottom
--                       the box, in the world (the part behind the follower stays
--                       in it until the next check)
--   points, last        the path in the box goes over these points up to point
--                       `last`, as returned by Leg.ahead; false: there is no box
--   leg_clear_at        the value of the progress' `restarts` when the whole line
--                       from the leg's start was clear; false: only the line
--                       from a place on the leg was clear
function Map.new()
  return { finder = false, revision = false, moved = 0, strayed = false,
    left = 0, top = 0, right = 0, bottom = 0, points = false, last = 0,
    leg_clear_at = false }
end

--- Notes the revision of the map at which the path ahead was checked or found;
-- false: it is not checked yet, or with another finder.
-- @param keeps_box  the follower has the same path as before
function Map.record_check(self, revision, keeps_box)
  local map = self._map
  map.finder, map.revision, map.moved = self.finder or false, revision, 0
  map.strayed = false
  map.points = keeps_box and map.points or false
end

--- Makes the follower check its path again.
function Map.require_check(self)
  self._map.revision = false
end

--- Makes the follower check its path after the next change of the map, wherever
-- that is.
function Map.forget_box(self)
  self._map.points = false
end

--- The game has moved the follower to a place. (The leg begins there next.)
function Map.record_move(self, x, y)
  local map, progress, finder = self._map, self._progress, self.finder
  if finder then
    map.strayed = map.strayed or progress.state == "going"
      and Leg.off(progress, x, y) > Leg.rounding(progress)
    map.moved = map.moved + Leg.distance(progress.x, progress.y, x, y)
    if map.moved > min(finder.grid.cell_width, finder.grid.cell_height) / 2 then
      map.revision, map.moved = false, 0
    end
  end
end

--- Takes over what a saved state holds.
function Map.restore(self, moved, strayed, has_looked)
  local map, finder = self._map, self.finder
  map.moved, map.strayed = moved, strayed or false
  if finder and has_looked then
    map.finder, map.revision = finder, core.edits(finder)
  end
end

-- Looking ---------------------------------------------------------------------

--- Can the agent go from one point to the next?
-- @return true; or false and the first blocked cell
local function is_free(finder, by_link, x1, y1, x2, y2)
  if not by_link then
    return core.walks_world("walk", finder, x1, y1, x2, y2)
  elseif core.link_between(finder, x1, y1, x2, y2) then
    return true
  end
  return false, finder:to_cell(x2, y2)
end

--- Can the follower go on to the leg's end? The whole leg is checked first: if
-- it is clear, so is the rest of it. A leg may touch corners, and a place on
-- the leg is rounded and can miss them. A body that is too near to a wall may
-- go to the centre of its cell.
-- @return true; or false and the first blocked cell
local function is_leg_free(self, finder, to_x, to_y)
  local map, progress = self._map, self._progress
  if is_free(finder, progress.is_link, progress.from_x, progress.from_y, to_x,
    to_y) then
    map.leg_clear_at = progress.restarts
    return true
  end
  map.leg_clear_at = false
  if not progress.is_link
    and core.goes_to_own_middle(finder, self.x, self.y, to_x, to_y) then
    return true
  end
  return is_free(finder, progress.is_link, self.x, self.y, to_x, to_y)
end

--- Makes the box reach to a place.
local function extend(map, x, y)
  map.left, map.right = min(map.left, x), max(map.right, x)
  map.top, map.bottom = min(map.top, y), max(map.bottom, y)
end

--- Can the follower go on from where the game has put it? The points behind the
-- new leg are as they were.
local function may_go_on(self, call, finder)
  local map, progress = self._map, self._progress
  map.strayed = false
  if map.leg_clear_at == progress.restarts then
    return true
  end
  ready.ensure_current(call, finder)
  extend(map, progress.from_x, progress.from_y)
  return is_leg_free(self, finder, Leg.next_point(progress))
end

--- Does the path ahead need a check? No, if all changes lie away from it.
-- core.unaffected returns the present number of edits if no line of sight in the
-- box has changed since the given one; else nil.
-- @param any_change  a change counts wherever it lies
function Map.needs_check(self, call, any_change)
  local map, finder = self._map, self.finder
  if finder ~= map.finder or not map.revision then
    return true
  end
  local revision
  if any_change or not map.points then -- without a box: any edit
    revision = core.unaffected(finder, map.revision)
  else
    revision = core.unaffected(finder, map.revision, map.left, map.top,
      map.right, map.bottom)
  end
  if revision ~= map.revision then
    local points, _, last = Leg.ahead(self._progress)
    if any_change or not (revision and points == map.points
      and last == map.last and may_go_on(self, call, finder)) then
      return true
    end
    map.revision = revision
  end
  return map.strayed and not may_go_on(self, call, finder)
end

--- Has the map changed since the last check?
function Map.has_changed(self)
  local map, finder = self._map, self.finder
  return map.finder ~= finder or map.revision ~= core.edits(finder)
end

--- Is the whole path ahead clear? If so, the box is put around it.
-- @return true; or false and the first blocked cell
function Map.is_clear(self, finder)
  local map, progress = self._map, self._progress
  local points, first, last = Leg.ahead(progress)
  local x, y = points[2 * first - 1], points[2 * first]
  map.points = false
  map.left, map.top, map.right, map.bottom = x, y, x, y
  extend(map, progress.from_x, progress.from_y)
  local clear, cell_x, cell_y = is_leg_free(self, finder, x, y)
  for i = first + 1, last do
    if not clear then
      return false, cell_x, cell_y
    end
    local to_x, to_y = points[2 * i - 1], points[2 * i]
    clear, cell_x, cell_y = is_free(finder, Links.has(points, i - 1), x, y,
      to_x, to_y)
    x, y = to_x, to_y
    extend(map, x, y)
  end
  if clear then
    map.points, map.last = points, last
  end
  return clear, cell_x, cell_y
end

return Map
