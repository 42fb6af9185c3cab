--- How time becomes distance: how far a follower walks, and where it faces.
--
-- A game hands out time in frames. The follower's place after a second must not
-- depend on the number of frames. So an update adds dt to a time budget, and
-- spends it on rests and pieces of legs, one after the other, until it is empty.
-- A point that is less than EPSILON of the update away counts as reached; the
-- budget then owes that time. So ten frames of 0.1 s and one frame of 1 s end at
-- the same place, with the same events.
--
-- Cost: O(1) for an update and for each piece; no garbage.

local core = require "tilepath_core"
local parent = (...):match("^(.*[./])follower[./]") or ""
require(parent .. "luajit").exact()
local arcs = require(parent .. "arcs")
local exact = require(parent .. "exact")
local Leg = require(parent .. "follower.leg")
local Map = require(parent .. "follower.map")
local Progress = require(parent .. "follower.progress")
local ready = require(parent .. "ready")
local Speed = require(parent .. "follower.speed")

local abs, max, min, pi = math.abs, math.max, math.min, math.pi

local Motion = {}

-- The part of an update's time that counts as rounding.
local EPSILON = exact.tolerance(1e-10)

-- The sum of several huge dt must not become infinity.
local MOST_TIME = exact.largest

-- An update walks at most so many loops of a patrol: loops may take no time.
local MOST_LOOPS = 4

-- Angles closer than this are equal. (A half turn is always clockwise on the
-- screen, even if rounding makes it a little more or less than pi.) A turn ends
-- only within a thousandth of that: then nothing but rounding is left.
local SAME_ANGLE = exact.tolerance(1e-9)

-- A motion is a table of these fields; only this file writes into it, and into
-- the follower's field `angle`; and saved.lua into both when a saved state is
-- loaded. No function here calls back: `spend` returns the events.
--
--   budget            seconds that were handed out and are not spent yet
--   epsilon           a budget of up to this is rounding
--   most_loops        the update ends when the path has so many loops
--   start_x, start_y  the place where this update began
--   rested            seconds rested at the point where the follower stands;
--                     false: it does not rest
--   heading           the angle to turn to; false: none
--   faced             the angle that the follower last turned to; if its angle
--                     differs, the game has turned it
function Motion.new(x, y, angle)
  return { budget = 0, epsilon = 0, most_loops = MOST_LOOPS, start_x = x,
    start_y = y, rested = false, heading = false, faced = angle }
end

-- A follower's wait at a link is a table of these fields, with the same writers:
--
--   link              the number of the link
--   seconds           seconds waited so far; false: the follower does not wait,
--                     or the game was not asked if it may take the link
--   x, y              the place where the wait began
--   held              the game holds the follower there for the rest of this
--                     update
function Motion.new_wait(x, y)
  return { link = false, seconds = false, x = x, y = y, held = false }
end

-- What others wrote -----------------------------------------------------------

--- Goes on from the place where the game has put the follower: x and y.
function Motion.sync(self)
  local progress, motion = self._progress, self._motion
  local old_x, old_y = progress.x, progress.y
  if self.x ~= old_x or self.y ~= old_y then
    local x, y = self.x + 0.0, self.y + 0.0
    motion.start_x = motion.start_x + (x - old_x)
    motion.start_y = motion.start_y + (y - old_y)
    if self._order.target then
      self._order.is_put = true
    end
    local is_under_way = Progress.is_under_way(progress)
    if is_under_way then
      Map.record_move(self, x, y)
    end
    Leg.place(self, x, y)
    if is_under_way then
      Leg.restart(self)
    end
  end
end

--- Ends a rest; and with the order a wait at a link, and a turn.
-- @param is_over  the order ends, else another one begins
function Motion.reset(self, is_over)
  local motion, wait = self._motion, self._wait
  motion.most_loops = self._progress.loops + MOST_LOOPS
  motion.rested, wait.held = false, false
  if is_over then
    wait.seconds, motion.heading = false, false
  end
end

-- Facing ----------------------------------------------------------------------

--- The angle between two directions, and is the second one to the right of the
-- first?
local function gap_between(angle, heading)
  local right = (heading - angle) % (2 * pi)
  local is_right = right <= pi + SAME_ANGLE
  return is_right and right or 2 * pi - right, is_right
end

--- Turns towards the heading, in the shorter direction.
local function turn(self, motion, time)
  local angle, heading = self.angle, motion.heading
  if heading and heading ~= angle then
    local rate = self.turn_rate
    local gap, is_right = gap_between(angle, heading)
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
  motion.faced = angle
end

--- A standing follower still turns towards its last direction, unless the game
-- has turned it.
local function turn_standing(self, motion, time)
  if self.angle ~= motion.faced then
    motion.heading = false
  end
  turn(self, motion, time)
end

-- Time ------------------------------------------------------------------------

--- Reads the fields and puts dt into the budget. The budget may hold more time:
-- of an update that raised an error, or of an update whose callback runs this
-- one.
function Motion.add_time(self, dt)
  local motion = self._motion
  Motion.sync(self)
  local budget = motion.budget + dt
  budget = budget < MOST_TIME and budget or MOST_TIME
  motion.budget = budget
  motion.most_loops = self._progress.loops + MOST_LOOPS
  motion.epsilon = EPSILON * (dt > budget and dt or budget)
  motion.start_x, motion.start_y = self.x, self.y
  self._wait.held = false
end

--- Drops the time that is left.
-- @return false: the update is over
function Motion.drop_time(self)
  local motion = self._motion
  motion.budget = min(motion.budget, 0)
  return false
end

--- Spends the whole budget on standing.
-- @param done  the time used on it before
-- @return the time used on it now
local function stand(self, motion, done)
  local time = motion.budget
  local now = done + time
  motion.budget = time - (now - done)
  turn_standing(self, motion, time - motion.budget)
  return now
end

-- Links -----------------------------------------------------------------------

--- Finds the link to the end of the leg on the map as it is now. The wait so
-- far counts as long as the link is the same.
-- @return its number, the seconds still to wait, and its name; nil: no link is
-- usable
local function find_link(self, call)
  local wait, progress, finder = self._wait, self._progress, self.finder
  if not finder then
    return 0, 0, nil
  end
  ready.ensure_current(call, finder)
  local id, seconds, _, name = core.link_between(finder, self.x, self.y,
    progress.to_x, progress.to_y)
  if not id then
    return nil
  elseif wait.link ~= id or not wait.seconds then
    wait.link, wait.seconds = id, false
    wait.x, wait.y = self.x, self.y
  end
  return id, max(seconds - (wait.seconds or 0), 0), name
end

--- The link before which the follower stands, and the seconds that it still
-- waits there, if it has begun to wait.
function Motion.link(self, call)
  local progress = self._progress
  if progress.state == "going" and progress.by_link
    and not self._motion.rested then
    local id, left = find_link(self, call)
    return id, self._wait.seconds and left or nil
  end
end

--- The game holds the follower at its link, until the next update asks again. It
-- may have given other orders meanwhile.
function Motion.hold(self)
  local wait, progress = self._wait, self._progress
  if progress.state == "going" and progress.by_link then
    wait.seconds, wait.held = false, true
  end
end

--- Has the follower walked away from the link at which it waited? A new path
-- from there leads to the middle of the cell first. That is at the link or
-- close to it.
local function has_left(self)
  local wait, grid = self._wait, self.finder and self.finder.grid
  return not grid or Leg.distance(self.x, self.y, wait.x, wait.y)
    > min(grid.cell_width, grid.cell_height) / 2
end

--- Takes the link: the follower is at its other end, or walks there if the
-- cells touch.
local function cross(self)
  local motion, progress = self._motion, self._progress
  motion.rested, self._wait.seconds = false, false
  if progress.link_length == 0 then
    motion.start_x = motion.start_x + (progress.to_x - self.x)
    motion.start_y = motion.start_y + (progress.to_y - self.y)
  end
  Progress.cross(self)
end

-- Going on --------------------------------------------------------------------

--- Reaches the end of the leg. The follower rests there. At a point of a patrol
-- the next leg is still unchecked.
-- @return the index of the point; nil if the point is not on the path
local function reach(self)
  local motion, progress = self._motion, self._progress
  local i = Progress.reach(self)
  if progress.is_patrol and not progress.approach then
    Map.require_check(self)
  end
  if i then
    motion.rested = 0
  end
  return i
end

--- The seconds that it rests at each point.
function Motion.rest_of(self)
  return self._order.rest or self.rest or 0
end

--- Rests. The field `rest` counts as it is now, even if it has changed
-- meanwhile.
local function rest(self)
  local motion = self._motion
  local left = max(Motion.rest_of(self) - motion.rested, 0)
  if left > 0 and motion.budget < left then
    motion.rested = stand(self, motion, motion.rested)
    return false
  end
  motion.rested, motion.budget = false, motion.budget - left
  turn_standing(self, motion, left)
  return nil
end

--- Waits at a link, or takes it; on_link is called before it is. A link that is
-- gone counts as a blocked path: the path is checked.
local function take_link(self, call)
  local motion, wait = self._motion, self._wait
  local id, left, name = find_link(self, call)
  if not id then
    Map.require_check(self)
    return nil
  elseif wait.held then
    stand(self, motion, 0)
    return false
  elseif not wait.seconds then
    wait.seconds = 0
    return "link", name, id
  end
  if left > 0 and left - motion.budget > motion.epsilon then
    wait.seconds = stand(self, motion, wait.seconds)
    return false
  end
  motion.budget = motion.budget - left
  turn_standing(self, motion, left)
  cross(self)
  return nil
end

--- A follower with a turning circle walks no tighter than along its arcs. At a
-- sharper corner it turns on the spot first.
-- @return false if the budget is empty before
local function face_leg(self)
  local motion, progress = self._motion, self._progress
  if not (self.turn_radius and self.turn_rate)
    or progress.walked >= progress.length then
    return true
  end
  local gap = gap_between(self.angle, progress.angle) - arcs.BEND
  if gap <= SAME_ANGLE then
    return true
  end
  local time, need = motion.budget, gap / abs(self.turn_rate) -- not -0
  local is_enough = need - time <= motion.epsilon
  need = is_enough and need or time
  motion.budget = time - need
  motion.heading = progress.angle
  turn(self, motion, need)
  return is_enough
end

--- Walks along the leg, at most to the end of a piece.
local function walk_leg(self, call)
  local motion, wait, progress = self._motion, self._wait, self._progress
  if progress.by_link then
    return take_link(self, call)
  end
  if wait.seconds and has_left(self) then
    wait.seconds = false
  end
  if self.turn_radius and not face_leg(self) then
    return false
  end
  local time = motion.budget
  -- If the speed is the same everywhere, the whole leg is one piece.
  local is_even = not self.speeds and (self.slow_down or 0) == 0
  local need
  if is_even then
    local left = progress.length - progress.walked - progress.walked_low
    need = left > 0 and left / abs(self.speed) or 0
  else
    need = Speed.prepare_piece(self, call)
  end
  if need > 0 and need - time > motion.epsilon then
    if is_even then
      Leg.move(self, self.speed * time)
    else
      Speed.walk(self, time)
    end
    motion.budget = 0
    motion.heading = progress.angle
    turn(self, motion, time)
    return false
  end
  motion.budget = time - need
  if need > 0 then
    motion.heading = progress.angle
    turn(self, motion, need)
  end
  if not is_even and self._pace.stop < progress.length then
    Leg.move_to(self, self._pace.stop)
    return nil
  end
  local i, wander = reach(self), self._order.wander
  return i and "reached" or nil, i and wander and wander.area or i
end

--- Is the next point reached without time? That holds for a point at the
-- follower's place, and for the other end of a link without a wait.
function Motion.is_at_next_point(self, call)
  local progress = self._progress
  if progress.state ~= "going" or progress.walked < progress.length
    or (self._motion.rested or 0) < Motion.rest_of(self) then
    return false
  elseif progress.by_link then
    local _, left = find_link(self, call)
    return left == 0 and not self._wait.held
  end
  return true
end

--- Spends the budget as the state demands, until it is empty or there is an
-- event.
-- @return an event and its values; false if the budget is empty; nil if there is
-- more to do
function Motion.spend(self, call)
  local motion = self._motion
  if self._progress.state ~= "going" then
    turn_standing(self, motion, motion.budget)
    return Motion.drop_time(self)
  elseif motion.rested then
    return rest(self)
  end
  return walk_leg(self, call)
end

--- Spends so much of the budget, or all of it if there is less. A used-up part
-- returns exactly `time`, so rounding cannot keep a timer alive.
-- @return the time used, and the results of spend
function Motion.spend_part(self, call, time)
  local motion = self._motion
  local budget = motion.budget
  if time - budget > motion.epsilon then
    local event, a, b = Motion.spend(self, call)
    return budget - motion.budget, event, a, b
  end
  local part = min(time, budget)
  motion.budget = part
  local event, a, b = Motion.spend(self, call)
  local used = part - motion.budget
  motion.budget = budget - used
  return event == false and part or used, event or nil, a, b
end

return Motion
