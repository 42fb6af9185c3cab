--- A follower's watch over the map: whether the way ahead is still clear, and
-- another way where it is not.
--
-- It looks once at a way that is new to it, and again where the map or the
-- pathfinder is another one, or somebody has moved the follower by half a cell
-- in all. Of a way that it has found clear it keeps a sketch, and so sees which
-- edits lie far from it: those change nothing, and cost next to nothing,
-- however long the way is and however it winds. (A box around the way would be
-- simpler, but where a way winds most of the map lies in its box; and with a
-- box for each few points edits would cost more on a longer way. What is behind
-- the follower stays in the sketch until it looks again.) Prices do not matter:
-- sight asks where the agent may be, not what that costs.
--
-- A watch is a table of
--
--   finder              that it has looked with, or false
--   revision            of that finder's grid then; false: it has yet to look
--   moved               how far others have moved the follower since, in all,
--                       world units
--   sketch              a picture of the way that was clear then (sketch.c)
--   points, last        it shows the way over these points as far as that one,
--                       as Route.ahead has them; false: nothing
--   here                a list of one point
--   departures          the route's, when it was drawn from the leg's start on;
--                       false: only from a place on the leg
--
-- Cost: a line of sight for each leg ahead and, where one is not clear, a
-- search. Where there is no news, or none that is near, O(1).

local core = require "tilepath_core"
local siblings = (...):match("^.*[./]") or ""
local check = require(siblings .. "check")
local Errand = require(siblings .. "errand")
local Leg = require(siblings .. "leg")
local Links = require(siblings .. "links")
local ready = require(siblings .. "ready")
local Route = require(siblings .. "route")

local min = math.min

-- Numbers that a sketch is made of.
local ROWS = 32

local Watch = {}

function Watch.new()
  return { finder = false, revision = false, moved = 0, sketch = {},
    points = false, last = 0, here = { 0, 0 }, departures = false }
end

--- It has just found the way at this revision of the finder's map.
function Watch.note_way(watch, finder, revision)
  watch.finder, watch.revision = finder, revision
  watch.points, watch.moved = false, 0
end

--- Has it look again.
function Watch.forget(watch)
  watch.revision = false
end

--- Somebody has moved the follower from one place to another.
function Watch.note_move(self, x1, y1, x2, y2)
  local watch, finder = self._watch, self.finder
  if finder then
    watch.moved = watch.moved + Leg.distance(x1, y1, x2, y2)
    if watch.moved > min(finder.grid.cell_width, finder.grid.cell_height) / 2
    then
      watch.revision, watch.moved = false, 0
    end
  end
end

-- Seeing ----------------------------------------------------------------------

--- Can the finder's agent take a link from one place to another?
-- @return true; or false and the cell that it leads to
local function can_take(call, finder, x1, y1, x2, y2)
  if Links.passage(call, finder, x1, y1, x2, y2) then
    return true
  end
  return false, finder:to_cell(x2, y2)
end

--- Can the finder's agent walk on to the point that the leg is for? The rest of
-- a leg is clear where all of it is: that is asked first because the leg may
-- touch corners, which a place on it can only miss. Where a body is too near to
-- a wall, that to the centre of its cell is clear.
-- @return true; or false and the first cell in the way
local function is_leg_clear(self, call, finder, to_x, to_y)
  local leg, watch = self._leg, self._watch
  if leg.is_link then
    watch.departures = self._route.departures
    return can_take(call, finder, self.x, self.y, to_x, to_y)
  elseif finder:line_of_sight_world(leg.from_x, leg.from_y, to_x, to_y) then
    watch.departures = self._route.departures
    return true
  end
  watch.departures = false
  if ready.is_ours(finder)
    and core.may_leave(finder, self.x, self.y, to_x, to_y) then
    return true
  end
  return finder:line_of_sight_world(self.x, self.y, to_x, to_y)
end

--- Can it walk all that is ahead?
-- @return true; or false and the first cell in the way
local function is_clear(self, call, finder)
  local points, first, last = Route.ahead(self)
  local x, y = points[2 * first - 1], points[2 * first]
  local clear, cell_x, cell_y = is_leg_clear(self, call, finder, x, y)
  for i = first + 1, last do
    if not clear then
      break
    end
    local to_x, to_y = points[2 * i - 1], points[2 * i]
    if Links.has(points, i - 1) then
      clear, cell_x, cell_y = can_take(call, finder, x, y, to_x, to_y)
    else
      clear, cell_x, cell_y = finder:line_of_sight_world(x, y, to_x, to_y)
    end
    x, y = to_x, to_y
  end
  return clear, cell_x, cell_y
end

--- Sketches the leg to a point. By a link, only its two ends.
local function draw_leg(self, finder, points, first)
  local leg, sketch = self._leg, self._watch.sketch
  if leg.is_link then
    local here = self._watch.here
    here[1], here[2] = self.x, self.y
    core.sketch(finder, sketch, here, 1, 1, self.x, self.y)
    core.sketch(finder, sketch, points, first, first, leg.to_x, leg.to_y)
  else
    core.sketch(finder, sketch, points, first, first, leg.from_x, leg.from_y)
  end
end

--- Sketches the way over points, which links cut into runs.
local function draw_way(finder, sketch, points, first, last)
  local links = points.links
  for i = 1, links and #links + 1 or 1 do
    local link = links and links[i] or last
    if link >= first then
      link = min(link, last)
      core.sketch(finder, sketch, points, first, link, points[2 * first - 1],
        points[2 * first])
      first = link + 1
    end
  end
end

--- Sketches the way ahead, which is clear. Nothing is known of the map behind a
-- finder that is not ours.
local function draw(self, finder)
  local watch = self._watch
  local points, first, last = Route.ahead(self)
  if ready.is_ours(finder) then
    for i = 1, ROWS do
      watch.sketch[i] = 0
    end
    draw_leg(self, finder, points, first)
    draw_way(finder, watch.sketch, points, first, last)
    watch.points, watch.last = points, last
  end
end

--- Is all that matters now in the sketch? A leg that was begun anew since,
-- where somebody put the follower, is looked at and added.
local function is_drawn(self, call, finder)
  local watch = self._watch
  local points, first, last = Route.ahead(self)
  if points ~= watch.points or last ~= watch.last then
    return false
  elseif watch.departures ~= self._route.departures then
    if not is_leg_clear(self, call, finder, points[2 * first - 1],
      points[2 * first]) then
      return false
    end
    draw_leg(self, finder, points, first)
  end
  return true
end

--- Is the way ahead to be looked at? It is where the map has changed, or the
-- finder is another one; but not where all changes lie away from the way.
local function has_news(self, call, finder)
  local watch = self._watch
  if finder ~= watch.finder or watch.revision == false then
    return true
  elseif self._errand.revision and finder.grid.revision ~= watch.revision then
    return true
  elseif not watch.points then
    return finder.grid.revision ~= watch.revision
  end
  local revision = core.spares(finder, watch.sketch, watch.revision)
  if revision == watch.revision then
    return false
  elseif revision and is_drawn(self, call, finder) then
    watch.revision = revision
    return false
  end
  return true
end

-- Another way -----------------------------------------------------------------

local function is_whole(value)
  return type(value) == "number" and value % 1 == 0
end

--- Takes the way that was found at this revision of the map; without one it is
-- blocked.
local function take_way(self, path, revision)
  if not path then
    self._route.state = "blocked"
  elseif Route.loop(self) then
    Route.lay_detour(self, path)
  else
    Route.lay(self, path)
    Errand.note(self._errand, path, self.finder, revision)
  end
end

--- Has nobody sent it elsewhere since it had departed so often?
local function goes_on(self, departures)
  local route = self._route
  return route.departures == departures and not self._paused
    and Route.is_under_way(route)
end

--- The centre of a cell. What stands for a pathfinder may tell anything.
local function centre_of(call, finder, x, y)
  local map = finder.to_world and finder or finder.grid
  if not (is_whole(x) and is_whole(y)) then
    check.fail(call, "finder's cell in the way", "x and y, whole numbers", x)
  end
  return map:to_world(x, y)
end

--- Looks ahead where there is news. A finder may ask a function of the game
-- (its heuristic), and that may give orders: then what was found counts for
-- nothing.
-- @return the cell in the way, where there has been a way and now is none; nil;
-- or false, where it was given orders meanwhile
function Watch.look(self, call)
  local watch, route, finder = self._watch, self._route, self.finder
  if not has_news(self, call, finder) then
    return nil
  end
  local errand = self._errand
  local departures, revision = route.departures, finder.grid.revision
  local was_blocked, path = route.state == "blocked", nil
  ready.to_see(call, finder)
  watch.points = false
  local clear, cell_x, cell_y = is_clear(self, call, finder)
  local hopes = Errand.hopes(errand, finder, revision)
  if (hopes or not clear) and goes_on(self, departures) then
    ready.to_search(call, finder)
    path = Errand.find(self, call, errand, finder)
  end
  if not goes_on(self, departures) then
    return false
  elseif clear and not (path and Errand.is_better(self, path)) then
    draw(self, finder)
    route.state = "moving"
  else
    take_way(self, path, revision)
  end
  watch.revision, watch.finder = revision, finder
  if route.state == "blocked" and not was_blocked then
    return centre_of(call, finder, cell_x, cell_y)
  end
end

return Watch
