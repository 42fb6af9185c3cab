--- Spends a follower's time: how far it gets, and where it faces then.
--
-- A game hands out time in frames, and where somebody is after a second must
-- not depend on how many there were. So time is the currency: an update puts dt
-- into a purse; rests and legs are paid out of it, one after the other, until
-- it is empty. On a leg the place is start + share of the leg walked; nothing
-- is ever added to x and y, so nothing drifts and nothing overshoots. What
-- rounding takes from one sum goes into the next (Kahan, "Further remarks on
-- reducing truncation errors", 1965), so a million small frames lead as far as
-- a large one. A point that is less than GRAIN of the update away counts as
-- reached, and the purse then owes that much: ten frames of 0.1 s end where one
-- of 1 s does, and have told the same.
--
-- The functions here read and write the fields of the follower that they get;
-- follower.lua lists them. They call back nobody: go_on returns what there is
-- to tell, with the follower as it is after that event.
--
-- Invariant: _x and _y are where the follower was put last. Where x and y are
-- something else, somebody has moved it, and the leg is begun anew from there.
-- What the legs are is route.lua's.
--
-- Cost: O(1) an update and a point passed. Laps that fit into one update are
-- skipped, so none takes more than O(points). Only a path found anew makes
-- garbage.

local siblings = (...):match("^.*[./]") or ""
local ready = require(siblings .. "ready")
local route = require(siblings .. "route")

local fmod, min, pi = math.fmod, math.min, math.pi

local pace = {}

-- Part of an update's time that may be rounding.
local GRAIN = 1e-10

-- The largest of all numbers: what is left over of several huge dt must not add
-- up to infinity.
local MOST_TIME = 1.7976931348623157e308

-- Angles closer than this are equal. (A half turn that rounding made a little
-- less or more must go the same way round: clockwise on the screen.)
local SAME_ANGLE = 1e-9

-- What others wrote -----------------------------------------------------------

function pace.is_under_way(self)
  return self._state == "moving" or self._state == "blocked"
end

--- Goes on from where somebody put it. With a finder, one that has been moved
-- by half a cell in all looks whether it still sees its way.
local function move_over(self)
  local x, y = self.x + 0.0, self.y + 0.0
  local old_x, old_y = self._x, self._y
  self._start_x = self._start_x + (x - old_x)
  self._start_y = self._start_y + (y - old_y)
  route.place(self, x, y)
  if pace.is_under_way(self) then
    route.restart_leg(self)
    if self.finder then
      local grid = self.finder.grid
      self._moved = self._moved + route.distance(old_x, old_y, x, y)
      if self._moved > min(grid.cell_width, grid.cell_height) / 2 then
        self._moved, self._seen_revision = 0, nil
      end
    end
  end
end

--- Takes note of what was written to the fields since they were last looked at.
function pace.take_note(self)
  if self.x ~= self._x or self.y ~= self._y then
    move_over(self)
  end
  if not pace.is_under_way(self) then
    return
  end
  if self._direction < 0 and self.loop ~= "pingpong" then
    route.turn_round(self)
  end
  local radius = not self.loop and self.arrive_radius or 0
  if radius ~= self._radius then
    route.draw_circle(self)
    route.restart_leg(self)
  end
end

-- Facing ----------------------------------------------------------------------

--- Turns towards _heading, the shorter way.
local function turn(self, time)
  local heading, angle, rate = self._heading, self.angle, self.turn_rate
  if heading and heading ~= angle then
    local right = (heading - angle) % (2 * pi)
    local is_right = right <= pi + SAME_ANGLE
    local gap = is_right and right or 2 * pi - right
    if not rate or gap - rate * time <= SAME_ANGLE * 1e-3 then
      angle = heading
    else
      angle = is_right and angle + rate * time or angle - rate * time
      if angle > pi or angle <= -pi then
        angle = pi - (pi - angle) % (2 * pi)
      end
    end
    self.angle = angle
  end
  self._angle = angle
end

--- While it walks it faces the way it goes.
local function turn_walking(self, time)
  self._heading = self._leg_angle
  turn(self, time)
end

--- While it does not, it still turns to where it went, unless somebody has
-- turned it elsewhere.
local function turn_standing(self, time)
  if self.angle ~= self._angle then
    self._heading = nil
  end
  turn(self, time)
end

-- The map ---------------------------------------------------------------------

--- Finds another way, from where it stands: to the goal, or on a patrol to the
-- next point.
local function find_way(self, finder)
  local i = self.loop and self._index or self._count
  local path = finder:find_world(self.x, self.y,
    self.path[2 * i - 1], self.path[2 * i])
  return path and self.prune and path:prune(finder) or path
end

--- Takes the way that was found; without one it is blocked.
local function take_way(self, path)
  if not path then
    self._state = "blocked"
  elseif self.loop then
    route.lay_detour(self, path)
  else
    route.lay(self, path)
  end
end

--- Is the finder to be asked? It is where the map has changed since, or the
-- finder has.
local function has_news(self, finder)
  return finder.grid.revision ~= self._seen_revision
    or finder ~= self._seen_finder
end

--- Has nobody sent it elsewhere since it had departed so often?
local function goes_on(self, departures)
  return self._departures == departures and not self._paused
    and pace.is_under_way(self)
end

--- Looks ahead where there is news. A finder may ask a function of the game
-- (its heuristic), and that may give orders: then what was found counts for
-- nothing.
-- @return the cell in the way, where there has been a way and now is none; nil;
-- or false, where it was given orders meanwhile
function pace.look(self, call)
  local finder = self.finder
  if not has_news(self, finder) then
    return nil
  end
  local departures, revision = self._departures, finder.grid.revision
  local was_blocked, path = self._state == "blocked", nil
  ready.to_see(call, finder)
  local clear, cell_x, cell_y = route.is_clear(self, finder)
  if not clear and goes_on(self, departures) then
    ready.to_search(call, finder)
    path = find_way(self, finder)
  end
  if not goes_on(self, departures) then
    return false
  elseif clear then
    self._state = "moving"
  else
    take_way(self, path)
  end
  self._seen_revision, self._seen_finder = revision, finder
  if self._state == "blocked" and not was_blocked then
    local map = finder.to_world and finder or finder.grid
    return map:to_world(cell_x, cell_y)
  end
end

-- Time ------------------------------------------------------------------------

--- Puts dt into the purse.
function pace.take_time(self, dt)
  self._purse, self._grain = min(self._purse + dt, MOST_TIME), GRAIN * dt
  self._muted, self._has_lapped = 0, false
end

function pace.drop_time(self)
  self._purse = min(self._purse, 0)
end

--- Skips all laps but one, which is walked without telling, for the angle. From
-- any place of the lap a whole lap leads to the same place. (Ways round what
-- stands between the points of a patrol are not counted: they are not known
-- before the points are reached.)
-- @return true where a lap takes no time at all: then there is nothing to do
local function skip_laps(self)
  if not self._on_route or self._has_lapped then
    return false
  end
  local length, points = route.lap(self)
  local lap = points * (self.rest or 0)
  if length > 0 then
    lap = lap + length / self.speed
  end
  if lap == 0 then
    pace.drop_time(self)
    return true
  end
  self._grain = min(self._grain, GRAIN * lap)
  if self._purse - lap >= -self._grain then
    local over = fmod(self._purse, lap)
    if lap - over <= self._grain then
      over = over - lap
    end
    self._purse, self._muted, self._has_lapped = over + lap, points, true
  end
  return false
end

--- Rests on. The rest that is still to come follows the field, also when it is
-- changed meanwhile.
local function rest(self)
  local time, rested = self._purse, self._rested
  local left = (self.rest or 0) - rested
  if time < left then
    self._rested = rested + time
    self._purse = time - (self._rested - rested)
    turn_standing(self, time - self._purse)
    return false
  end
  self._rested = nil
  if left > 0 then
    self._purse = time - left
    turn_standing(self, left)
  end
  return nil
end

--- Walks on along the leg.
local function walk(self)
  local time, speed, gone = self._purse, self.speed, self._gone
  local left = self._length - gone - self._gone_low
  local need = left > 0 and left / speed or 0
  if need > 0 and need - time > self._grain then
    local stride = speed * time + self._gone_low
    route.go(self, gone + stride)
    self._gone_low = stride - (self._gone - gone)
    self._purse = 0
    turn_walking(self, time)
    return false
  end
  self._purse = time - need
  if need > 0 then
    turn_walking(self, need)
  end
  local i = route.reach(self)
  if i and self._muted > 0 then
    self._muted = self._muted - 1
    i = nil
  end
  return i and "waypoint" or nil, i
end

--- A point where it stands already is reached in the same instant.
local function stands_there(self)
  return self._state == "moving" and self._gone >= self._length
    and (self._rested or 0) >= (self.rest or 0)
end

--- Goes on as far as the purse lasts or until there is something to tell.
-- @return an event and what goes with it; false when the update is over; nil
-- when there is more to do
function pace.go_on(self, call)
  pace.take_note(self)
  if self._paused then
    pace.drop_time(self)
    return false
  elseif self._state == "arriving" then
    self._state = "arrived"
    return "arrive"
  elseif self._purse <= self._grain and not stands_there(self) then
    return false
  end
  if self.loop and self._state == "moving" and skip_laps(self) then
    return false
  end
  if self.finder and pace.is_under_way(self) then
    local x, y = pace.look(self, call)
    if x then
      return "blocked", x, y
    elseif x == false then
      return nil
    end
  end
  if self._state == "arriving" then
    return nil
  elseif self._state ~= "moving" then
    turn_standing(self, self._purse)
    pace.drop_time(self)
    return false
  elseif self._rested then
    return rest(self)
  end
  return walk(self)
end

return pace
