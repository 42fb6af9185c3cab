--- How time becomes way: how far a follower gets, and where it faces then.
--
-- A game hands out time in frames, and where somebody is after a second must
-- not depend on how many there were. So time is the currency: an update puts dt
-- into a purse; rests and legs are paid out of it, one after the other, until
-- it is empty. A point that is less than GRAIN of the update away counts as
-- reached, and the purse then owes that much: ten frames of 0.1 s end where one
-- of 1 s does, and have told the same.
--
-- A clock is a table of
--
--   purse               seconds that were handed out and are not spent yet
--   grain               so many of them may be rounding
--   rested              seconds rested at the point where it stands; false
--                       where it does not rest
--   waited              seconds waited at the link that it stands before; false
--                       where it does not
--   link                the number of that link; true: any, since an older
--                       version saved the state
--   wait_x, wait_y      where it began to wait
--   muted               points still to be passed without telling: those of a
--                       lap that stands for many
--   has_lapped          laps were skipped since something was told
--   start_x, start_y    where this update's way began
--   angle               where time has turned it; one that faces elsewhere was
--                       turned by somebody
--   heading             where it turns to; false: nowhere
--
-- The functions here take the follower, and call back nobody: go_on returns
-- what there is to tell, with the follower as it is after that event.
--
-- Cost: O(1) an update and a point passed. Laps that fit into one update are
-- skipped, so none takes more than O(points). Only a path found anew makes
-- garbage.

local siblings = (...):match("^.*[./]") or ""
local Chase = require(siblings .. "chase")
local Footing = require(siblings .. "footing")
local Leg = require(siblings .. "leg")
local Links = require(siblings .. "links")
local Pace = require(siblings .. "pace")
local Route = require(siblings .. "route")
local Watch = require(siblings .. "watch")

local fmod, max, min, pi = math.fmod, math.max, math.min, math.pi

local Clock = {}

-- Part of an update's time that may be rounding.
local GRAIN = 1e-10

-- The largest of all numbers: what is left over of several huge dt must not add
-- up to infinity.
local MOST_TIME = 1.7976931348623157e308

-- Angles closer than this are equal. (A half turn that rounding made a little
-- less or more must go the same way round: clockwise on the screen.)
local SAME_ANGLE = 1e-9

function Clock.new(x, y, angle)
  return { purse = 0, grain = 0, rested = false, waited = false, link = false,
    wait_x = 0, wait_y = 0, muted = 0, has_lapped = false,
    start_x = x, start_y = y, angle = angle, heading = false }
end

-- What others wrote -----------------------------------------------------------

--- Goes on from where somebody put it.
local function move_over(self)
  local clock, leg = self._clock, self._leg
  local x, y = self.x + 0.0, self.y + 0.0
  local old_x, old_y = leg.x, leg.y
  clock.start_x = clock.start_x + (x - old_x)
  clock.start_y = clock.start_y + (y - old_y)
  Route.place(self, x, y)
  Footing.put(self)
  if Route.is_under_way(self._route) then
    Route.restart_leg(self)
    Watch.note_move(self, old_x, old_y, x, y)
  end
end

--- Takes note of what was written to the fields since they were last looked at.
function Clock.take_note(self)
  local leg, route = self._leg, self._route
  if self.x ~= leg.x or self.y ~= leg.y then
    move_over(self)
  end
  if Route.is_under_way(route) then
    Route.take_note(self)
  end
end

-- Facing ----------------------------------------------------------------------

--- Turns towards the heading, the shorter way.
local function turn(self, clock, time)
  local angle, heading = self.angle, clock.heading
  if heading and heading ~= angle then
    local rate = self.turn_rate
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
  clock.angle = angle
end

--- While it walks it faces the way it goes.
local function turn_walking(self, time)
  local clock = self._clock
  clock.heading = self._leg.angle
  turn(self, clock, time)
end

--- While it does not, it still turns to where it went, unless somebody has
-- turned it elsewhere.
local function turn_standing(self, time)
  local clock = self._clock
  if self.angle ~= clock.angle then
    clock.heading = false
  end
  turn(self, clock, time)
end

--- Faces the way it goes, at once.
function Clock.face(self)
  local clock, angle = self._clock, self._leg.angle
  self.angle, clock.angle, clock.heading = angle, angle, angle
end

-- Time ------------------------------------------------------------------------

--- Puts dt into the purse. There may be more in it: of an update that raised,
-- or of one in which a callback runs this one.
function Clock.take_time(self, dt)
  local clock = self._clock
  local purse = min(clock.purse + dt, MOST_TIME)
  clock.purse, clock.grain = purse, GRAIN * max(dt, purse)
  clock.muted, clock.has_lapped = 0, false
  clock.start_x, clock.start_y = self.x, self.y
  Pace.forget_lap(self)
end

function Clock.drop_time(clock)
  clock.purse = min(clock.purse, 0)
end

--- Skips all laps but one, which is walked without telling, for the angle. From
-- any place of the lap a whole lap leads to the same place. (Ways round what
-- stands between the points of a patrol are not counted: they are not known
-- before the points are reached.)
-- @return true where a lap takes no time at all: then there is nothing to do
local function skip_laps(self, call)
  local clock = self._clock
  if not self._leg.is_whole or clock.has_lapped then
    return false
  end
  local length, points = Route.lap(self)
  local rests = points * (self.rest or 0)
  local lap = length > 0 and rests + Pace.shortest_lap(self, length) or rests
  local waits = 0
  if lap == 0 or clock.purse - lap >= -clock.grain then
    waits = Pace.waits(self, call)
    lap = lap + waits
  end
  if lap == 0 then
    Clock.drop_time(clock)
    return true
  end
  if self.speeds and clock.purse - lap >= -GRAIN * lap then
    lap = rests + waits + Pace.lap(self, call)
  end
  clock.grain = min(clock.grain, GRAIN * lap)
  if clock.purse - lap >= -clock.grain then
    local over = fmod(clock.purse, lap)
    if lap - over <= clock.grain then
      over = over - lap
    end
    clock.purse, clock.muted, clock.has_lapped = over + lap, points, true
  end
  return false
end

--- Rests on. The rest that is still to come follows the field, also when it is
-- changed meanwhile.
local function rest(self)
  local clock = self._clock
  local time, rested = clock.purse, clock.rested
  local left = (self.rest or 0) - rested
  if left > 0 and time < left then
    clock.rested = rested + time
    clock.purse = time - (clock.rested - rested)
    turn_standing(self, time - clock.purse)
    return false
  end
  clock.rested = false
  if left > 0 then
    clock.purse = time - left
    turn_standing(self, left)
  end
  return nil
end

--- Comes to the end of the leg: there it rests, and on a patrol the next leg
-- has yet to be looked at.
-- @return the index of the point reached; nil where it was not one of the path
function Clock.reach(self)
  local is_unit = self._footing.unit
  if is_unit then
    Footing.finish(self)
  end
  local i = Route.reach(self)
  if is_unit then
    Footing.follow(self)
  end
  if Route.loop(self) then
    Watch.forget(self._watch)
  end
  if i then
    self._clock.rested = 0
  end
  return i
end

--- Stands before others, and looks there.
local function stand_before(self, holder)
  local clock = self._clock
  if Footing.bumps_into(self, holder) then
    clock.heading = self._leg.angle
    return "bump", holder
  end
  turn_standing(self, clock.purse)
  Clock.drop_time(clock)
  return false
end

--- The link that leads to the end of the leg: of the map as it is now. How long
-- it has waited counts as long as that is the same one.
-- @return its number, and so many seconds it is still to wait; nil: it may take
-- none
local function find_link(self, call)
  local clock, leg = self._clock, self._leg
  if not self.finder then
    return 0, 0, nil
  end
  local id, seconds, _, name = Links.passage(call, self.finder, self.x, self.y,
    leg.to_x, leg.to_y)
  if not id then
    return nil
  elseif not clock.waited or clock.link ~= true and clock.link ~= id then
    clock.waited, clock.wait_x, clock.wait_y = 0, self.x, self.y
  end
  clock.link = id
  return id, max(seconds - clock.waited, 0), name
end

--- Is at the other end of its link.
local function cross(self)
  local clock = self._clock
  clock.rested = false
  clock.waited = false
  local x, y = Route.cross(self)
  clock.start_x = clock.start_x + (self.x - x)
  clock.start_y = clock.start_y + (self.y - y)
  Footing.put(self)
end

--- Waits before a link, or takes it. One that has gone is as a way that was
-- built over: that is looked at.
local function take_link(self, call)
  local clock, leg = self._clock, self._leg
  local id, left, name = find_link(self, call)
  if not id then
    Watch.forget(self._watch)
    return nil
  end
  local time = clock.purse
  if left > 0 and left - time > clock.grain then
    local waited = clock.waited
    clock.waited = waited + time
    clock.purse = time - (clock.waited - waited)
    turn_standing(self, time - clock.purse)
    return false
  end
  clock.purse = time - left
  clock.waited = clock.waited and clock.waited + left
  if left > 0 then
    turn_standing(self, left)
  end
  local holder = self._footing.unit and Footing.land(self, leg.to_x, leg.to_y)
  if holder then
    return stand_before(self, holder)
  end
  cross(self)
  if clock.muted > 0 then
    return nil
  end
  return "link", name, id
end

--- Takes the link that it goes by at once.
-- @return its name and its number, or nil where it has gone
function Clock.leap(self, call)
  local id, _, name = find_link(self, call)
  if id then
    cross(self)
  end
  return name, id
end

--- One that has walked away from a link has not waited there.
local function forget_wait(self)
  local clock, leg = self._clock, self._leg
  local far = Leg.distance(self.x, self.y, clock.wait_x, clock.wait_y)
  if not self.finder or max(far, leg.length)
    > min(self.finder.grid.cell_width, self.finder.grid.cell_height) / 2 then
    clock.waited = false
  end
end

--- Walks on along the leg, to the end of a piece at most.
local function walk(self, call)
  local clock, leg, speed = self._clock, self._leg, self.speed
  if leg.is_link then
    return take_link(self, call)
  elseif clock.waited then
    forget_wait(self)
  end
  local time, is_even = clock.purse, Pace.is_even(self)
  local is_unit = self._footing.unit
  local holder = is_unit and Footing.claim(self)
  if holder then
    return stand_before(self, holder)
  end
  local need
  if is_even then
    local left = Leg.left(leg)
    need = left > 0 and left / speed or 0
  else
    need = Pace.need(self, call)
  end
  if need > 0 and need - time > clock.grain then
    if is_even then
      self.x, self.y = Leg.walk(leg, speed * time)
    else
      self.x, self.y = Pace.walk(self, time)
    end
    if is_unit then
      Footing.follow(self)
    end
    clock.purse = 0
    turn_walking(self, time)
    return false
  end
  clock.purse = time - need
  if need > 0 then
    turn_walking(self, need)
  end
  if not is_even and Pace.pass(self) then
    self.x, self.y = leg.x, leg.y
    if is_unit then
      Footing.follow(self)
    end
    return nil
  end
  local i = Clock.reach(self)
  if i and clock.muted > 0 then
    clock.muted = clock.muted - 1
    i = nil
  end
  return i and "waypoint" or nil, i
end

--- A point where it stands already is reached in the same instant, and so is
-- the other end of a link where there is nothing to wait for.
local function stands_there(self, call)
  local leg = self._leg
  if self._route.state ~= "moving" or leg.gone < leg.length
    or (self._clock.rested or 0) < (self.rest or 0) then
    return false
  elseif leg.is_link then
    local _, left = find_link(self, call)
    return left == 0
  end
  return true
end

--- Spends the purse in the way that is its state's.
local function spend(self, call)
  local clock, route = self._clock, self._route
  if route.state ~= "moving" then
    turn_standing(self, clock.purse)
    Clock.drop_time(clock)
    return false
  elseif clock.rested then
    return rest(self)
  end
  return walk(self, call)
end

--- The same, but no longer than until the search that a chase wants. (All of
-- that time is over for it when the update would be, though a long rest has no
-- digits for the last of it.)
local function pass(self, call)
  local clock, chase = self._clock, self._chase
  if not chase.is_on then
    return spend(self, call)
  end
  local purse, wait = clock.purse, Chase.time_left(self)
  if wait - purse > clock.grain then
    local event, i = spend(self, call)
    Chase.pass(chase, purse - clock.purse)
    return event, i
  end
  wait = min(wait, purse)
  clock.purse = wait
  local event, i = spend(self, call)
  local spent = wait - clock.purse
  clock.purse = purse - spent
  Chase.pass(chase, event == false and wait or spent)
  return event or nil, i
end

--- Has come to the end of its way.
-- @return "arrive", or nil where that is not told
function Clock.arrive(self)
  if self._chase.is_on then
    return Chase.arrive(self)
  end
  self._route.state = "arrived"
  return "arrive"
end

--- Goes on as far as the purse lasts or until there is something to tell.
-- @return an event and what goes with it; false when the update is over; nil
-- when there is more to do
function Clock.go_on(self, call)
  local clock, route = self._clock, self._route
  Clock.take_note(self)
  if self._paused then
    Clock.drop_time(clock)
    return false
  elseif self._chase.is_on and Chase.is_due(self, clock.grain) then
    return Chase.search(self, call)
  elseif route.state == "arriving" then
    return Clock.arrive(self)
  elseif clock.purse <= clock.grain and not stands_there(self, call) then
    return false
  end
  if Route.loop(self) and route.state == "moving" and skip_laps(self, call) then
    return false
  end
  if self.finder and Route.is_under_way(route) then
    local x, y = Watch.look(self, call)
    if x then
      return "blocked", x, y
    elseif x == false then
      return nil
    end
  end
  if route.state == "arriving" then
    return nil
  end
  return pass(self, call)
end

return Clock
