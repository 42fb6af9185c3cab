--- What a follower knows of the map: whether the way ahead is still clear.
--
-- It looks once at a way that is new to it, and again if the map or the
-- pathfinder is another one, or somebody has moved the follower by half a cell
-- in all. Of a way that it has found clear it keeps a sketch, and so sees which
-- edits lie far from it: those change nothing, and cost next to nothing,
-- however long the way is and however it winds. (What is behind the follower
-- stays in the sketch until it looks again.) Prices do not matter: sight asks
-- where the agent may be, not what that costs.
--
-- A map is a table of
--
--   finder              that it has looked with, or false
--   revision            of that finder's grid then; false: it has yet to look
--   moved               how far others have moved the follower since, in all,
--                       world units
--   sketch              32 numbers: a picture of the way that was clear then
--   points, last        it shows the way over these points as far as that one,
--                       as Way.ahead has them; false: nothing
--   departures          the way's, when the line from the leg's start was
--                       clear; false: only that from a place on the leg
--
-- This file alone writes into it. Of the core it asks
--
--   core.sketch(finder, sketch, points, first, last, x, y)
--                       adds the way from x, y over the points from first to
--                       last to the picture
--   core.spares(finder, sketch, since)
--                       the grid's revision now, if nothing that has changed
--                       since that one is in the picture; else nil. (So a core
--                       may draw nothing, and have each change looked at.)
--   core.link_between(finder, x1, y1, x2, y2)
--                       the link that the agent may take from one place to the
--                       other: its number, seconds, cost and name; nil: none
--
-- Cost: a line of sight for each leg ahead; O(1) if there is no news near.

local core = require "tilepath_core"
local root = (...):match("^(.*[./])follower[./]") or ""
local Links = require(root .. "links")
local ready = require(root .. "ready")
local Way = require(root .. "follower.way")

local min = math.min

local Map = {}

function Map.new()
  return { finder = false, revision = false, moved = 0, sketch = {},
    points = false, last = 0, departures = false }
end

--- It goes along a way that is new to it.
-- @param revision  of the finder's map when it was found; false: it was given
function Map.begin(self, revision)
  local map = self._map
  map.finder, map.revision = self.finder or false, revision
  map.points, map.moved = false, 0
end

--- Whether the way ahead is clear was seen at this revision of the map; false:
-- with another finder.
-- @param is_other  there is another way now
function Map.note(self, revision, is_other)
  local map = self._map
  map.finder, map.revision = self.finder, revision
  map.points = not is_other and map.points
end

--- Has it look again.
function Map.forget(self)
  self._map.revision = false
end

--- Has it look again after the next change of the map, wherever that is.
function Map.forget_sketch(self)
  self._map.points = false
end

--- Somebody has moved the follower from one place to another.
function Map.note_move(self, x1, y1, x2, y2)
  local map, finder = self._map, self.finder
  if finder then
    map.moved = map.moved + Way.distance(x1, y1, x2, y2)
    if map.moved > min(finder.grid.cell_width, finder.grid.cell_height) / 2
    then
      map.revision, map.moved = false, 0
    end
  end
end

--- Goes on as it was kept.
function Map.restore(self, moved, has_looked)
  local map, finder = self._map, self.finder
  map.moved = moved
  if finder and has_looked then
    map.finder, map.revision = finder, finder.grid.revision
  end
end

-- Looking ---------------------------------------------------------------------

--- Can the agent go from one point to the next?
-- @return true; or false and the first cell in the way
local function is_free(finder, by_link, x1, y1, x2, y2)
  if not by_link then
    return finder:line_of_sight_world(x1, y1, x2, y2)
  elseif core.link_between(finder, x1, y1, x2, y2) then
    return true
  end
  return false, finder:to_cell(x2, y2)
end

--- Can it go on to the point that the leg is for? The rest of a leg is clear if
-- all of it is: that is asked first because the leg may touch corners, which a
-- place on it can only miss. If a body is too near to a wall, the way to the
-- centre of its cell is clear.
-- @return true; or false and the first cell in the way
local function is_leg_free(self, finder, to_x, to_y)
  local map, way = self._map, self._way
  if is_free(finder, way.is_link, way.from_x, way.from_y, to_x, to_y) then
    map.departures = way.departures
    return true
  end
  map.departures = false
  if not way.is_link
    and core.may_leave(finder, self.x, self.y, to_x, to_y) then
    return true
  end
  return is_free(finder, way.is_link, self.x, self.y, to_x, to_y)
end

--- Adds the way to a point to the sketch.
local function draw(self, finder, last)
  local way = self._way
  local points, first = Way.ahead(self)
  core.sketch(finder, self._map.sketch, points, first, last or first,
    way.from_x, way.from_y)
end

--- Is all that matters now in the sketch? A leg that was begun anew since,
-- where somebody put the follower, is looked at and added.
local function is_drawn(self, call, finder)
  local map = self._map
  local points, first, last = Way.ahead(self)
  if points ~= map.points or last ~= map.last then
    return false
  elseif map.departures ~= self._way.departures then
    ready.to_see(call, finder)
    if not is_leg_free(self, finder, points[2 * first - 1], points[2 * first])
    then
      return false
    end
    draw(self, finder)
  end
  return true
end

--- Is the way ahead to be looked at? Not if all changes lie away from it.
-- @param is_any  each change counts, wherever it lies
function Map.has_news(self, call, is_any)
  local map, finder = self._map, self.finder
  if finder ~= map.finder or not map.revision then
    return true
  elseif is_any or not map.points then
    return finder.grid.revision ~= map.revision
  end
  local revision = core.spares(finder, map.sketch, map.revision)
  if revision == map.revision then
    return false
  elseif revision and is_drawn(self, call, finder) then
    map.revision = revision
    return false
  end
  return true
end

--- Is the map another one than it was when it looked?
function Map.has_changed(self)
  local map, finder = self._map, self.finder
  return map.finder ~= finder or map.revision ~= finder.grid.revision
end

--- Can it go all the way that is ahead? If so, that is sketched.
-- @return true; or false and the first cell in the way
function Map.is_clear(self, finder)
  local map = self._map
  local points, first, last = Way.ahead(self)
  local x, y = points[2 * first - 1], points[2 * first]
  map.points = false
  local clear, cell_x, cell_y = is_leg_free(self, finder, x, y)
  for i = first + 1, last do
    if not clear then
      return false, cell_x, cell_y
    end
    local to_x, to_y = points[2 * i - 1], points[2 * i]
    clear, cell_x, cell_y = is_free(finder, Links.has(points, i - 1), x, y,
      to_x, to_y)
    x, y = to_x, to_y
  end
  if clear then
    for i = 1, 32 do
      map.sketch[i] = 0
    end
    draw(self, finder, last)
    map.points, map.last = points, last
  end
  return clear, cell_x, cell_y
end

return Map
