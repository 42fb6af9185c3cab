--- How time becomes way: how far a follower gets, and where it faces then.
--
-- A game hands out time in frames, and where somebody is after a second must
-- not depend on how many there were. So time is the currency: an update puts dt
-- into a purse; rests and pieces of legs are paid out of it, one after the
-- other, until it is empty. A point that is less than GRAIN of the update away
-- counts as reached, and the purse then owes that much: ten frames of 0.1 s end
-- where one of 1 s does, and have told the same.
--
-- A leg is cut into pieces: where it crosses the border of two cells, where
-- slowing down begins, and where a unit of a crowd takes the next cells
-- (body.lua). On a piece the speed is the same, or falls evenly. Where a border
-- is crossed follows from the leg and the border alone, never from where the
-- follower is, and so it does not depend on how it came there.
--
-- Slowing down evenly from speed v to 0 over the way d: with l left to walk,
--
--     speed = v sqrt(l / d),    so    d sqrt(l) / dt = -v / (2 sqrt(d))
--
-- The root of what is left falls by the same in every second, and is 0 after
-- 2 d / v seconds. So it is that root which is kept, and the place follows from
-- it: kept the other way round, a last digit of the place would be worth a
-- millionth of a second near the end.
--
-- Once a whole lap was walked in an update, the laps that are left of its time
-- are skipped: they lead back to the same place.
--
-- A walk is a table of
--
--   purse               seconds that were handed out and are not spent yet
--   grain               so many of them may be rounding
--   lap                 seconds spent since this update came to the end of a
--                       lap; false: it has not
--   laps                of its way, that have been ended so
--   spins               laps take no time: this update is over
--   rested              seconds rested at the point where it stands; false if
--                       it does not rest
--   waited              seconds waited at the link that it stands before; false
--                       if it does not
--   link                the number of that link
--   wait_x, wait_y      where it began to wait
--   start_x, start_y    where this update's way began
--   faced               where time has turned it; one that faces elsewhere was
--                       turned by somebody
--   heading             where it turns to; false: nowhere
--   stop, speed         where the piece ends: so much of the leg is gone then;
--                       the speed on it, or when it begins to slow down
--   root, fall          of the way that was left when the piece began, and what
--                       that falls by in a second; root is false while the
--                       speed stays the same
--   leg, edge, terrain  the number of the leg, where the ground under the
--                       follower ends on it, and the name of that or false
--   finder, grid, revision
--                       of the map for which it is so
--   beyond              the way from each point of the path to where it stops
--   measured, radius    of the way for which it is so
--
-- This file alone writes into it, and to the field angle. Its functions call
-- back nobody: spend returns what there is to tell. Cost: O(1) an update and a
-- piece, O(points) if the way to the end was not known yet; no garbage.

local core = require "tilepath_core"
local root = (...):match("^(.*[./])follower[./]") or ""
local Body = require(root .. "follower.body")
local hexagon = require(root .. "hexagon")
local Links = require(root .. "links")
local Map = require(root .. "follower.map")
local options = require(root .. "follower.options")
local ready = require(root .. "ready")
local Way = require(root .. "follower.way")

local fmod, max, min, pi, sqrt =
  math.fmod, math.max, math.min, math.pi, math.sqrt
local loop_of, next_border = Way.loop, Way.next_border

local Walk = {}

-- Part of an update's time that may be rounding.
local GRAIN = 1e-10

-- The largest of all numbers: what is left over of several huge dt must not add
-- up to infinity.
local MOST_TIME = 1.7976931348623157e308

-- Angles closer than this are equal. (A half turn that rounding made a little
-- less or more must go the same way round: clockwise on the screen.)
local SAME_ANGLE = 1e-9

function Walk.new(x, y, angle)
  return { purse = 0, grain = 0, lap = false, laps = 0, spins = false,
    rested = false, waited = false, link = false, wait_x = x, wait_y = y,
    start_x = x, start_y = y,
    faced = angle, heading = false, stop = 0, speed = 0, root = false,
    fall = 0, leg = false, edge = 0, terrain = false, finder = false,
    grid = false, revision = 0, beyond = {}, measured = 0, radius = 0 }
end

-- What others wrote -----------------------------------------------------------

--- Takes note of what was written to the fields since they were last looked at,
-- and goes on from where somebody put it.
function Walk.take_note(self)
  local way, walk = self._way, self._walk
  local old_x, old_y = way.x, way.y
  local is_under_way = way.state == "moving" or way.state == "blocked"
  if self.x ~= old_x or self.y ~= old_y then
    local x, y = self.x + 0.0, self.y + 0.0
    walk.start_x = walk.start_x + (x - old_x)
    walk.start_y = walk.start_y + (y - old_y)
    Way.place(self, x, y)
    Body.put(self)
    if is_under_way then
      Way.restart(self)
      Map.note_move(self, old_x, old_y, x, y)
    end
  end
  if is_under_way then
    Way.take_note(self)
  end
end

--- An order begins, or ends.
function Walk.forget(self, is_over)
  local walk = self._walk
  walk.laps = self._way.laps
  walk.rested, walk.lap, walk.spins = false, false, false
  if is_over then
    walk.waited, walk.heading = false, false
  end
end

-- Facing ----------------------------------------------------------------------

--- Turns towards the heading, the shorter way.
local function turn(self, walk, time)
  local angle, heading = self.angle, walk.heading
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
  walk.faced = angle
end

--- While it does not walk it still turns to where it went, unless somebody has
-- turned it elsewhere.
local function turn_standing(self, walk, time)
  if self.angle ~= walk.faced then
    walk.heading = false
  end
  turn(self, walk, time)
end

-- Time ------------------------------------------------------------------------

--- Takes note, and puts dt into the purse. There may be more in it: of an update
-- that raised, or of one in which a callback runs this one.
function Walk.take_time(self, dt)
  local walk = self._walk
  Walk.take_note(self)
  local purse = walk.purse + dt
  purse = purse < MOST_TIME and purse or MOST_TIME
  walk.purse, walk.lap, walk.laps = purse, false, self._way.laps
  walk.grain = GRAIN * (dt > purse and dt or purse)
  walk.spins, walk.start_x, walk.start_y = false, self.x, self.y
end

--- @return false
function Walk.drop_time(self)
  local walk = self._walk
  walk.purse = min(walk.purse, 0)
  return false
end

--- Some of the time, or all of it, is spent on something that takes that long.
local function pay(walk, time, need)
  walk.purse = time - need
  if walk.lap then
    walk.lap = walk.lap + need
  end
end

--- Spends what is in the purse on standing, of which so much was done before.
-- @return how much is done then
local function stand(self, walk, done)
  local time = walk.purse
  local now = done + time
  pay(walk, time, now - done)
  turn_standing(self, walk, time - walk.purse)
  return now
end

--- A lap is over. If all of it was walked in this update, so are the laps that
-- would follow it.
local function end_lap(walk)
  local lap, purse = walk.lap, walk.purse
  if lap and lap > 0 then
    walk.grain = min(walk.grain, GRAIN * lap)
    if purse >= lap then
      local over = fmod(purse, lap)
      walk.purse = lap - over <= walk.grain and over - lap or over
    end
  elseif lap then
    walk.spins = true
  end
  walk.lap = 0
end

-- Ground ----------------------------------------------------------------------

--- Finds the piece of the leg that begins where so much of it is gone.
local function find_ground(self, grid)
  local walk, way = self._walk, self._way
  local gone, length = way.gone, way.length
  local x, y, to_x, to_y = way.from_x, way.from_y, way.to_x, way.to_y
  if grid.stagger then
    walk.edge = length > 0 and min(length, length
      * hexagon.exit(grid, x, y, to_x, to_y, gone / length)) or 0
  else
    local left, top = grid.origin_x, grid.origin_y
    local width, height = grid.cell_width, grid.cell_height
    walk.edge = min(length,
      next_border((x - left) / width, (to_x - left) / width, length, gone,
        grid.width),
      next_border((y - top) / height, (to_y - top) / height, length, gone,
        grid.height))
  end
  local share = length > 0 and (gone + walk.edge) / 2 / length or 0
  walk.terrain = grid:get_world(x + (to_x - x) * share,
    y + (to_y - y) * share) or false
end

--- The piece of the leg that is walked on one ground, which is looked at once.
-- @return where it ends, and by how much it is walked faster there
local function piece(self, call)
  local walk, way, finder = self._walk, self._way, self.finder
  if walk.finder ~= finder then
    walk.finder, walk.grid, walk.leg = finder, finder.grid, false
  end
  local grid = walk.grid
  local revision = grid.revision
  if walk.leg ~= way.legs or walk.revision ~= revision
    or way.gone >= walk.edge then
    find_ground(self, grid)
    walk.leg, walk.revision = way.legs, revision
  end
  return walk.edge,
    walk.terrain and options.factor(self, call, walk.terrain) or 1
end

--- The way from the end of the leg to where the follower stops.
local function way_beyond(self)
  local walk, way = self._walk, self._way
  if walk.measured ~= way.measured or walk.radius ~= way.radius then
    Way.beyond(way, walk.beyond)
    walk.measured, walk.radius = way.measured, way.radius
  end
  local last, detour = way.inside or way.count, way.detour
  if way.is_cut or way.index >= last and not detour then
    return 0
  end
  local sum = way.index < last and walk.beyond[way.index] or 0
  if detour then
    for i = way.detour_index, way.detour_count - 1 do
      sum = sum + Links.length(detour, i)
    end
  end
  return sum
end

local function left_of(way)
  return way.length - way.gone - way.gone_low
end

--- What is left to walk on the whole way.
function Walk.left(self)
  return max(0, left_of(self._way) + way_beyond(self))
end

--- Looks at the piece of the leg that is walked next.
-- @return how many seconds it takes
local function look_at_piece(self, call)
  local walk, way = self._walk, self._way
  local left, speed = left_of(way), self.speed
  local over = not loop_of(self) and self.slow_down or 0
  walk.stop, walk.root = way.length, false
  if left <= 0 then
    return 0
  end
  if self.speeds then
    local stop, factor = piece(self, call)
    walk.stop, speed = stop, speed * factor
  end
  if self._body.unit then
    walk.stop = min(walk.stop, self._body.due)
  end
  walk.speed = speed
  if over > 0 then
    local beyond = way_beyond(self)
    local start = way.length + beyond - over
    if way.gone >= start then
      local from = way.root and way.root - way.root_low or sqrt(left + beyond)
      local to = sqrt(max(0, way.length - walk.stop + beyond))
      walk.root, walk.fall = way.root or from, speed / (2 * sqrt(over))
      return from > to and (from - to) / walk.fall or 0
    end
    walk.stop = min(walk.stop, start)
  end
  return (walk.stop - way.gone - way.gone_low) / speed
end

--- Walks on for some time, less than the piece takes.
local function walk_on(self, time)
  local walk, way = self._walk, self._way
  if not walk.root then
    Way.walk(self, walk.speed * time)
  else
    local fall = walk.fall * time + (way.root and way.root_low or 0)
    local to = walk.root - fall
    Way.slow_to(self, to, fall - (walk.root - to), way_beyond(self))
  end
end

-- Links -----------------------------------------------------------------------

--- The link that leads to the end of the leg: of the map as it is now. How long
-- it has waited counts as long as that is the same one.
-- @return its number, and so many seconds it is still to wait; nil: it may take
-- none
local function find_link(self, call)
  local walk, way, finder = self._walk, self._way, self.finder
  if not finder then
    return 0, 0, nil
  end
  ready.to_see(call, finder)
  local id, seconds, _, name = core.link_between(finder, self.x, self.y, way.to_x,
    way.to_y)
  if not id then
    return nil
  elseif walk.link ~= id or not walk.waited then
    walk.link, walk.waited = id, 0
    walk.wait_x, walk.wait_y = self.x, self.y
  end
  return id, max(seconds - walk.waited, 0), name
end

--- Has it walked away from the link that it waited at? A way that is found
-- there anew leads to the middle of the cell first, where it stands or nearly.
local function has_left(self)
  local walk, grid = self._walk, self.finder and self.finder.grid
  return not grid or Way.distance(self.x, self.y, walk.wait_x, walk.wait_y)
    > min(grid.cell_width, grid.cell_height) / 2
end

--- Is at the other end of its link.
local function cross(self)
  local walk, way = self._walk, self._way
  walk.rested, walk.waited = false, false
  walk.start_x = walk.start_x + (way.to_x - self.x)
  walk.start_y = walk.start_y + (way.to_y - self.y)
  Way.cross(self)
  Body.put(self)
end

-- Going on --------------------------------------------------------------------

--- Comes to the end of the leg: there it rests, and in a loop the next leg has
-- yet to be looked at.
-- @return the index of the point reached; nil if it was none of the path
local function reach(self)
  local walk, way = self._walk, self._way
  Body.finish(self)
  local i = Way.reach(self)
  Body.follow(self)
  if loop_of(self) then
    Map.forget(self)
  end
  if way.laps ~= walk.laps then
    walk.laps = way.laps
    end_lap(walk)
  end
  if i then
    walk.rested = 0
  end
  return i
end

--- Stands before others, and looks there.
local function stand_before(self, holder)
  local walk = self._walk
  if Body.bumps_into(self, holder) then
    walk.heading = self._way.angle
    return "bump", holder
  end
  turn_standing(self, walk, walk.purse)
  return Walk.drop_time(self)
end

--- Rests on. The rest that is still to come follows the field, also when it is
-- changed meanwhile.
local function rest(self)
  local walk = self._walk
  local time, left = walk.purse, (self.rest or 0) - walk.rested
  if left > 0 and time < left then
    walk.rested = stand(self, walk, walk.rested)
    return false
  end
  walk.rested = false
  if left > 0 then
    pay(walk, time, left)
    turn_standing(self, walk, left)
  end
  return nil
end

--- Waits before a link, or takes it. One that has gone is as a way that was
-- built over: that is looked at.
local function take_link(self, call)
  local walk, way = self._walk, self._way
  local id, left, name = find_link(self, call)
  if not id then
    Map.forget(self)
    return nil
  end
  local time = walk.purse
  if left > 0 and left - time > walk.grain then
    walk.waited = stand(self, walk, walk.waited)
    return false
  end
  pay(walk, time, left)
  walk.waited = walk.waited and walk.waited + left
  if left > 0 then
    turn_standing(self, walk, left)
  end
  local holder = Body.land(self, way.to_x, way.to_y)
  if holder then
    return stand_before(self, holder)
  end
  cross(self)
  return "link", name, id
end

--- Walks on along the leg, to the end of a piece at most.
local function walk_leg(self, call)
  local walk, way = self._walk, self._way
  if way.is_link then
    return take_link(self, call)
  end
  walk.waited = walk.waited and not has_left(self) and walk.waited
  local time, is_unit = walk.purse, self._body.unit
  -- Is its speed the same wherever it is? Then each leg is one piece.
  local is_even = not self.speeds and (self.slow_down or 0) == 0
    and not is_unit
  local holder = is_unit and Body.claim(self)
  if holder then
    return stand_before(self, holder)
  end
  local need
  if is_even then
    local left = left_of(way)
    need = left > 0 and left / self.speed or 0
  else
    need = look_at_piece(self, call)
  end
  if need > 0 and need - time > walk.grain then
    if is_even then
      Way.walk(self, self.speed * time)
    else
      walk_on(self, time)
    end
    if is_unit then
      Body.follow(self)
    end
    pay(walk, time, time)
    walk.heading = way.angle
    turn(self, walk, time)
    return false
  end
  pay(walk, time, need)
  if need > 0 then
    walk.heading = way.angle
    turn(self, walk, need)
  end
  if not is_even and walk.stop < way.length then
    Way.stand(self, walk.stop)
    Body.follow(self)
    return nil
  end
  local i = reach(self)
  return i and "waypoint" or nil, i
end

--- A point where it stands already is reached in the same instant, and so is
-- the other end of a link if there is nothing to wait for.
function Walk.stands_there(self, call)
  local way = self._way
  if way.state ~= "moving" or way.gone < way.length
    or (self._walk.rested or 0) < (self.rest or 0) then
    return false
  elseif way.is_link then
    local _, left = find_link(self, call)
    return left == 0
  end
  return true
end

--- Spends the purse in the way that is its state's, until it is empty or there
-- is something to tell.
-- @return an event and what goes with it; false when the purse is empty; nil
-- when there is more to do
function Walk.spend(self, call)
  local walk = self._walk
  if self._way.state ~= "moving" then
    turn_standing(self, walk, walk.purse)
    return Walk.drop_time(self)
  elseif walk.rested then
    return rest(self)
  end
  return walk_leg(self, call)
end

--- The same for a part of the purse. (If that is all of its grains, the part is
-- over when the purse would be, though a long rest has no digits for the last
-- of it.)
-- @return how much was spent, and what spend returns
function Walk.spend_part(self, call, time)
  local walk = self._walk
  local purse = walk.purse
  if time - purse > walk.grain then
    local event, a, b = Walk.spend(self, call)
    return purse - walk.purse, event, a, b
  end
  local part = min(time, purse)
  walk.purse = part
  local event, a, b = Walk.spend(self, call)
  local spent = part - walk.purse
  walk.purse = purse - spent
  return event == false and part or spent, event or nil, a, b
end

--- Goes to the end of the leg at once, and rests nowhere.
-- @return an event and what goes with it, or nil
function Walk.leap(self, call)
  local walk, way = self._walk, self._way
  walk.rested = false
  if way.is_link then
    local id, _, name = find_link(self, call)
    if id then
      cross(self)
      return "link", name, id
    end
    return nil
  end
  if way.length > 0 then
    local angle = way.angle
    self.angle, walk.faced, walk.heading = angle, angle, angle
  end
  local i = reach(self)
  return i and "waypoint", i
end

--- Goes on as it was kept.
-- @param kept  some of the fields of a walk
function Walk.restore(self, kept)
  local walk = self._walk
  for key, value in next, kept do
    walk[key] = value
  end
end

return Walk
