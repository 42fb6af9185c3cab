--- A follower's watch over the map: whether the way ahead is still clear, and
-- another way where it is not.
--
-- It looks once at a way that is new to it, and again where the map or the
-- pathfinder is another one, or somebody has moved the follower by half a cell
-- in all.
--
-- A watch is a table of
--
--   finder              that it has looked with, or false
--   revision            of that finder's grid then; false: it has yet to look
--   moved               how far others have moved the follower since, in all,
--                       world units
--
-- Cost: a line of sight for each leg ahead and, where one is not clear, a
-- search. Where there is no news, O(1).

local siblings = (...):match("^.*[./]") or ""
local Leg = require(siblings .. "leg")
local ready = require(siblings .. "ready")
local Route = require(siblings .. "route")

local min = math.min

local Watch = {}

function Watch.new()
  return { finder = false, revision = false, moved = 0 }
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

--- Can the finder's agent walk what is ahead? The rest of a leg is clear where
-- all of it is: that is asked first because the leg may touch corners, which a
-- place on it can only miss.
-- @return true; or false and the first cell in the way
local function is_clear(self, finder)
  local points, first, last = Route.ahead(self)
  local x, y = self._leg.from_x, self._leg.from_y
  for i = first, last do
    local to_x, to_y = points[2 * i - 1], points[2 * i]
    local clear, cell_x, cell_y = finder:line_of_sight_world(x, y, to_x, to_y)
    if not clear and i == first then
      clear, cell_x, cell_y = finder:line_of_sight_world(self.x, self.y,
        to_x, to_y)
    end
    if not clear then
      return false, cell_x, cell_y
    end
    x, y = to_x, to_y
  end
  return true
end

--- Finds another way, from where it stands: to the goal, or on a patrol to the
-- next point.
local function find_way(self, finder)
  local route = self._route
  local i = self.loop and route.index or route.count
  local path = finder:find_world(self.x, self.y,
    route.path[2 * i - 1], route.path[2 * i])
  return path and self.prune and path:prune(finder) or path
end

--- Takes the way that was found; without one it is blocked.
local function take_way(self, path)
  if not path then
    self._route.state = "blocked"
  elseif self.loop then
    Route.lay_detour(self, path)
  else
    Route.lay(self, path)
  end
end

--- Is the finder to be asked? It is where the map has changed since, or the
-- finder has.
local function has_news(watch, finder)
  return finder.grid.revision ~= watch.revision or finder ~= watch.finder
end

--- Has nobody sent it elsewhere since it had departed so often?
local function goes_on(self, departures)
  local route = self._route
  return route.departures == departures and not self._paused
    and Route.is_under_way(route)
end

--- Looks ahead where there is news. A finder may ask a function of the game
-- (its heuristic), and that may give orders: then what was found counts for
-- nothing.
-- @return the cell in the way, where there has been a way and now is none; nil;
-- or false, where it was given orders meanwhile
function Watch.look(self, call)
  local watch, route, finder = self._watch, self._route, self.finder
  if not has_news(watch, finder) then
    return nil
  end
  local departures, revision = route.departures, finder.grid.revision
  local was_blocked, path = route.state == "blocked", nil
  ready.to_see(call, finder)
  local clear, cell_x, cell_y = is_clear(self, finder)
  if not clear and goes_on(self, departures) then
    ready.to_search(call, finder)
    path = find_way(self, finder)
  end
  if not goes_on(self, departures) then
    return false
  elseif clear then
    route.state = "moving"
  else
    take_way(self, path)
  end
  watch.revision, watch.finder = revision, finder
  if route.state == "blocked" and not was_blocked then
    local map = finder.to_world and finder or finder.grid
    return map:to_world(cell_x, cell_y)
  end
end

return Watch
