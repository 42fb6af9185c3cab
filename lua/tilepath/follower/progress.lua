--- A follower's progress on its path: the points, and which of them come next.
--
-- Between two restarts (a new path, a place where the game puts the follower,
-- another approach) it only comes nearer to the end of its path, point by point,
-- or walks round a patrol.
--
-- Cost: O(points) to take a path.

local core = require "tilepath_core"
local parent = (...):match("^(.*[./])follower[./]") or ""
require(parent .. "luajit").exact()
local Leg = require(parent .. "follower.leg")
local Links = require(parent .. "links")

local floor = math.floor

local Progress = {}

-- A progress is a table of these fields; only this file and leg.lua write into
-- it, and saved.lua when a saved state is loaded. They move the follower: its
-- fields x and y are else written only by the game, and for it by set_position
-- and set_cell.
--
--   state               "idle" (no path), "going", "arriving" (at the goal, before
--                       that is reported), "arrived" or "blocked"
--   at_end              it is blocked, but nothing is left to walk: it waits at
--                       the end of its path for a change of the map
--   path                the points; false: none
--   count, total        the number of points and their length
--   path_version        grows with each path that was measured
--   is_patrol           it leads from the last point to the first, and each leg is
--                       searched
--   wanders             the patrol is at random: it has one point, which is drawn
--                       anew each time (search.lua)
--   index               the point that the follower walks to
--   approach            a path to that point, if the follower does not walk
--                       straight to it; else false. The path of each leg
--                       of a patrol with a finder is one. Saved as `detour`
--   approach_index, approach_count
--                       the point of the approach that the follower walks to,
--                       and the number of its points
--   by_link             a link leads to the next point and was not taken yet
--   radius              the radius of the circle; 0: there is none
--   inside              the first point inside the circle with all points behind
--                       it, or false
--   restarts, loops     how often it set out anew (a new path, a place where the
--                       game puts it, an approach); how often it began the
--                       patrol
--   x, y                the last place; if the fields x and y differ, the game has
--                       moved the follower
--   legs                the number of legs begun
--   from_x, from_y, to_x, to_y, length
--                       the leg and its length
--   walked, walked_low  the distance walked on the leg is walked + walked_low:
--                       the second number has the digits that the first has no
--                       room for
--   root, root_low      root - root_low is the square root of the whole distance
--                       left while the follower slows down (speed.lua); root is
--                       false otherwise
--   angle               the direction of the leg, or of the leg before if this one
--                       has no length; false before the first leg
--   is_cut              the leg ends on the circle, not at the point
--   is_link             the leg is a link. Unless by_link, the link was taken and
--                       is walked, as its cells touch
--   link_length         the length of the link that by_link tells of, if it is
--                       walked; else 0
function Progress.new(x, y)
  return { state = "idle", at_end = false, path = false, count = 0, total = 0,
    path_version = 0, is_patrol = false, wanders = false,
    index = 0, approach = false,
    approach_index = 0, approach_count = 0, by_link = false, radius = 0,
    inside = false, restarts = 0, loops = 0, x = x, y = y, legs = 0,
    from_x = x, from_y = y, to_x = x, to_y = y, length = 0, walked = 0,
    walked_low = 0, root = false, root_low = 0, angle = false, is_cut = false,
    is_link = false, link_length = 0 }
end

--- Does the follower have a path whose end it has not reached?
function Progress.is_under_way(progress)
  return progress.state == "going"
    or progress.state == "blocked" and not progress.at_end
end

--- Sets the state.
-- @param at_end  it is blocked where nothing is left to walk
function Progress.set_state(self, state, at_end)
  self._progress.state, self._progress.at_end = state, at_end or false
end

local set_state = Progress.set_state

-- Points ----------------------------------------------------------------------

local function is_closed(progress)
  local path, n = progress.path, progress.count
  return n > 1 and path[1] == path[2 * n - 1] and path[2] == path[2 * n]
end

--- The number of points of a round.
function Progress.stops(progress)
  return is_closed(progress) and progress.count - 1 or progress.count
end

--- Are all points one place?
function Progress.is_one_place(progress)
  local path = progress.path
  for i = 3, 2 * progress.count do
    if path[i] ~= path[i - 2] then
      return false
    end
  end
  return true
end

--- Turns to the next point; false if there is none. If the ends of a patrol
-- meet, the last point is also the first, and is reached once in each round.
local function advance(progress)
  local i = progress.index + 1
  if i <= progress.count then
    progress.by_link = Links.has(progress.path, i - 1)
  else
    progress.by_link = false
    if progress.count == 1 and not progress.wanders
      or not progress.is_patrol then
      return false
    end
    i = is_closed(progress) and 2 or 1
    progress.loops = progress.loops + (progress.wanders and 0 or 1)
  end
  progress.index = i
  return true
end

--- Ends the leg.
-- @return the index of the point reached; nil if the point is not on the path
function Progress.reach(self)
  local progress = self._progress
  local i = progress.index
  Leg.place(self, progress.to_x, progress.to_y)
  if progress.is_cut then
    set_state(self, "arriving")
    return nil
  elseif progress.approach
    and progress.approach_index < progress.approach_count then
    progress.by_link = Links.has(progress.approach, progress.approach_index)
    progress.approach_index, i = progress.approach_index + 1, nil
  else
    progress.approach = false
    if not advance(progress) then
      set_state(self, "arriving")
      return i
    end
  end
  Leg.begin(self, self.x, self.y)
  return i
end

--- Skips the next point of a patrol. The follower may stand at a link of its
-- way to that point.
function Progress.skip(progress)
  local by_link = progress.by_link
  advance(progress)
  progress.by_link = by_link
end

--- The follower has taken its link. It is at the other end, where the circle may
-- begin, or walks there.
function Progress.cross(self)
  local progress = self._progress
  if progress.link_length == 0 then
    Leg.place(self, progress.to_x, progress.to_y)
  end
  progress.by_link = false
  Leg.begin(self, self.x, self.y)
end

-- Ways ------------------------------------------------------------------------

--- Takes the points of a path and measures them.
local function measure(self, path)
  local progress, length, n = self._progress, 0, floor(#path / 2)
  for i = 1, n - 1 do
    length = length + Links.length(self.finder, path, i)
  end
  progress.path, progress.count, progress.total = path, n, length
  progress.path_version = progress.path_version + 1
end

--- Takes a path. A first point at the follower's place is the start, and is not
-- reached.
-- @param is_patrol, radius  of a new order; nil: the order goes on
-- @param first  the point where a patrol begins; nil: 1
function Progress.set_path(self, path, is_patrol, radius, first)
  local progress = self._progress
  measure(self, path)
  progress.restarts, progress.approach = progress.restarts + 1, false
  if is_patrol ~= nil then
    progress.is_patrol, progress.radius = is_patrol, radius
  end
  local i = first or 1
  local is_start = path[2 * i - 1] == self.x and path[2 * i] == self.y
  progress.index = is_start and (i < progress.count or i == 1) and i + 1 or i
  progress.by_link = is_start and not Leg.is_crossing(progress)
    and Links.has(path, i)
  if is_start and progress.index == i then -- after the last point the round
    advance(progress)
  end
  if progress.index > progress.count then
    set_state(self, "arriving")
  else
    set_state(self, "going")
    Leg.draw_circle(progress)
    Leg.begin(self, self.x, self.y)
  end
end

--- Leads to the next point over other points. The first of these is the
-- follower's place. The last is the next point, or a place that will do for it.
-- The first approach after a point was reached is no restart, except of a patrol
-- at random, whose points do not end.
function Progress.set_approach(self, path)
  local progress = self._progress
  local is_new = progress.approach or progress.wanders
  progress.restarts = progress.restarts + (is_new and 1 or 0)
  progress.approach_index, progress.approach_count = 2, floor(#path / 2)
  progress.approach = progress.approach_count > 1 and path
  progress.by_link = Links.has(path, 1)
  set_state(self, "going")
  Leg.begin(self, self.x, self.y)
end

--- Ends the path behind point i and leads it straight on to a place from there.
-- 0: the path begins at the follower's own place.
function Progress.lead_to(self, i, x, y)
  local progress = self._progress
  local path, restarts = progress.path, i == 0 or progress.state ~= "going"
  if i == 0 then
    path[1], path[2], i = self.x, self.y, 1
    progress.index, progress.by_link = 2, false
  end
  Links.cut(path, i)
  for k = 2 * progress.count, 2 * i + 3, -1 do
    path[k] = nil
  end
  path[2 * i + 1], path[2 * i + 2] = x, y
  path.cost, path.partial, path.goal_index, path.escape = nil, nil, nil, nil
  measure(self, path)
  progress.restarts, progress.root = progress.restarts + 1, false
  Leg.draw_circle(progress)
  local to_x, to_y = Leg.next_point(progress)
  if restarts or progress.is_cut or to_x ~= progress.to_x
    or to_y ~= progress.to_y
    or progress.inside and progress.index >= progress.inside then
    set_state(self, "going")
    Leg.begin(self, self.x, self.y)
  end
end

--- Forgets the path.
function Progress.clear(self)
  local progress = self._progress
  progress.path, progress.by_link = false, false
  set_state(self, "idle")
end

--- Takes over what a saved state holds.
-- @param kept  some of the fields of a progress
function Progress.restore(self, kept, path)
  local progress = self._progress
  for key, value in next, kept do
    progress[key] = value
  end
  if path then
    measure(self, path)
  end
  if not Progress.is_under_way(progress) then
    return
  end
  Leg.draw_circle(progress)
  Leg.begin(self, kept.from_x, kept.from_y)
  progress.x, progress.y = kept.from_x, kept.from_y
  if kept.walked > 0 then
    progress.x, progress.y = Leg.place_on(progress, kept.walked)
  end
  progress.walked, progress.walked_low = kept.walked, kept.walked_low
  progress.angle, progress.root, progress.root_low = kept.angle, kept.root,
    kept.root_low
end

-- Measures --------------------------------------------------------------------

--- The end of the path, or the next point of a patrol.
function Progress.goal(self)
  local progress = self._progress
  local i = progress.count
  if progress.is_patrol and progress.index < i then -- it may be at the end
    i = progress.index
  end
  return progress.path[2 * i - 1], progress.path[2 * i]
end

--- The distance that is walked from point i - 1 of the path to point i.
local function length_to(self, i)
  local progress = self._progress
  local path = progress.path
  local length = Links.length(self.finder, path, i - 1)
  if i == progress.inside then
    return Leg.entry(progress, path[2 * i - 3], path[2 * i - 2],
      path[2 * i - 1], path[2 * i], length)
  end
  return length
end

--- Measures the distance from each point to the place where the follower stops,
-- into a list.
function Progress.measure_beyond(self, list)
  local progress, sum = self._progress, 0
  for i = (progress.inside or progress.count) - 1, 1, -1 do
    sum = sum + length_to(self, i + 1)
    list[i] = sum
  end
end

--- The distance that is still to be walked.
function Progress.remaining(self)
  local progress = self._progress
  local sum = progress.length - progress.walked + progress.link_length
  for i = progress.index + 1, progress.inside or progress.count do
    sum = sum + length_to(self, i)
  end
  return sum
end

--- Writes the follower's place and the points ahead into a table. At the end of
-- the path these are one point.
function Progress.path_ahead(self, path)
  local progress = self._progress
  local list, first, last = Leg.ahead(self._progress)
  local links, count = {}, 1
  if not Progress.is_under_way(progress) then
    last = first - 1
  elseif progress.by_link or select(3, Leg.start(self)) then
    links[1] = 1
  end
  path[1], path[2] = self.x, self.y
  for i = first, last do
    if Links.has(list, i) and i < last then
      links[#links + 1] = count + 1
    end
    count = count + 1
    path[2 * count - 1], path[2 * count] = list[2 * i - 1], list[2 * i]
  end
  for i = #path, 2 * count + 1, -1 do
    path[i] = nil
  end
  path.units, path.links = "world", links[1] and links or nil
  path.goal_index = progress.path.goal_index
  path.partial = progress.path.partial
  path.escape, path.cost = nil, nil
  return setmetatable(path, core.Path)
end

return Progress
