--- How time becomes distance: how far a follower walks, and where it faces.
--
-- A game hands out time in frames. The follower's place after a second must not
-- depend on the number of frames. So an update puts dt into a purse, and pays
-- rests and pieces of legs out of it, one after the other, until it is empty. A
-- point that is less than GRAIN of the update away counts as reached; the purse
-- then owes that time. So ten frames of 0.1 s and one frame of 1 s end at the
-- same place, with the same events.
--
-- A leg is cut into pieces at two kinds of places: borders of cells, and the
-- place where slowing down begins. On a piece the speed is constant or falls
-- evenly. The place of a border follows from the leg and the border alone, never
-- from the follower's place. So the place does not depend on earlier updates.
--
-- Slowing down evenly from speed v to 0 over the distance d. With l left to
-- walk:
--
--     speed = v sqrt(l / d),    so    d sqrt(l) / dt = -v / (2 sqrt(d))
--
-- The root falls by the same amount in every second, and is 0 after 2 d / v
-- seconds. So the walk stores the root, and computes the place from it. In the
-- other direction, the last digit of the place would be worth a millionth of a
-- second near the end.
--
-- A walk is a table of
--
--   purse               seconds that were handed out and are not spent yet
--   grain               a rest of the purse up to this is rounding
--   laps                the laps of the way when this update or the order began
--   rested              seconds rested at the point where the follower stands;
--                       false: it does not rest
--   waited              seconds waited at a link; false: the follower does not
--                       wait, or the game was not asked if it may
--   held                the game holds the follower at that link for the rest of
--                       this update
--   link                the number of that link
--   wait_x, wait_y      the place where the wait began
--   start_x, start_y    the place where this update began
--   faced               the angle that the follower last turned to; if its
--                       angle differs, the game has turned it
--   heading             the angle to turn to; false: none
--   stop, speed         the piece ends when this much of the leg is walked; the
--                       speed on it (or at the start of slowing down)
--   root, fall          the square root of the distance left at the start of
--                       the piece, and its decrease in a second; root is false
--                       while the speed is constant
--   leg, edge, terrain  the number of the leg, where on it the ground under the
--                       follower ends, and the name of this ground or false
--   finder, grid, revision
--                       the map for which this is true
--   beyond              the distance from each point of the path to the place
--                       where the follower stops
--   measured, radius    the way for which this is true
--
-- Only this file writes into it and into the field `angle`. Its functions call
-- no callbacks: spend returns the events. Cost: O(1) for an update and for each
-- piece; O(points) if the distance to the end is not known yet; no garbage.

local core = require "tilepath_core"
local root = (...):match("^(.*[./])follower[./]") or ""
local arcs = require(root .. "arcs")
local exact = require(root .. "exact")
local hexagon = require(root .. "hexagon")
local Links = require(root .. "links")
local Map = require(root .. "follower.map")
local options = require(root .. "follower.options")
local ready = require(root .. "ready")
local Way = require(root .. "follower.way")

local abs, max, min, pi, sqrt =
  math.abs, math.max, math.min, math.pi, math.sqrt
local next_border = Way.next_border

local Walk = {}

-- The part of an update's time that counts as rounding.
local GRAIN = exact.part(1e-10)

-- The largest number; that of floats with 32 bits is less. The sum of several
-- huge dt must not become infinity.
local LARGEST = 1.7976931348623157e308
local MOST_TIME = LARGEST < math.huge and LARGEST or 2 ^ 127

-- An update walks at most so many laps of a patrol: laps may take no time.
local MOST_LAPS = 4

-- Angles closer than this are equal. (A half turn is always clockwise on the
-- screen, even if rounding makes it a little more or less than pi.)
local SAME_ANGLE = exact.part(1e-9)

function Walk.new(x, y, angle)
  return { purse = 0, grain = 0, laps = 0,
    rested = false, waited = false, held = false, link = false, wait_x = x, wait_y = y,
    start_x = x, start_y = y,
    faced = angle, heading = false, stop = 0, speed = 0, root = false,
    fall = 0, leg = false, edge = 0, terrain = false, finder = false,
    grid = false, revision = 0, beyond = {}, measured = 0, radius = 0 }
end

-- What others wrote -----------------------------------------------------------

--- Reads what the game has written to the fields, and goes on from the place
-- where the game put the follower.
function Walk.take_note(self)
  local way, walk = self._way, self._walk
  local old_x, old_y = way.x, way.y
  local is_under_way = way.state == "moving" or way.state == "blocked"
  if self.x ~= old_x or self.y ~= old_y then
    local x, y = self.x + 0.0, self.y + 0.0
    walk.start_x = walk.start_x + (x - old_x)
    walk.start_y = walk.start_y + (y - old_y)
    Way.place(self, x, y)
    if is_under_way then
      Way.restart(self)
      Map.note_move(self, old_x, old_y, x, y)
    end
  end
end

--- An order begins or ends.
function Walk.forget(self, is_over)
  local walk = self._walk
  walk.laps = self._way.laps
  walk.rested, walk.held = false, false
  if is_over then
    walk.waited, walk.heading = false, false
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
local function turn(self, walk, time)
  local angle, heading = self.angle, walk.heading
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
  walk.faced = angle
end

--- A standing follower still turns towards its last direction, unless the game
-- has turned it.
local function turn_standing(self, walk, time)
  if self.angle ~= walk.faced then
    walk.heading = false
  end
  turn(self, walk, time)
end

-- Time ------------------------------------------------------------------------

--- Reads the fields and puts dt into the purse. The purse may hold more time:
-- of an update that raised an error, or of an update whose callback runs this
-- one.
function Walk.take_time(self, dt)
  local walk = self._walk
  Walk.take_note(self)
  local purse = walk.purse + dt
  purse = purse < MOST_TIME and purse or MOST_TIME
  walk.purse, walk.laps = purse, self._way.laps
  walk.grain = GRAIN * (dt > purse and dt or purse)
  walk.start_x, walk.start_y, walk.held = self.x, self.y, false
end

--- @return false
function Walk.drop_time(self)
  local walk = self._walk
  walk.purse = min(walk.purse, 0)
  return false
end

--- Spends the whole purse on standing.
-- @param done  the time spent on it before
-- @return the time spent on it now
local function stand(self, walk, done)
  local time = walk.purse
  local now = done + time
  walk.purse = time - (now - done)
  turn_standing(self, walk, time - walk.purse)
  return now
end

--- Has it walked more laps in this update than an update walks?
function Walk.is_dizzy(self)
  return self._way.laps - self._walk.laps >= MOST_LAPS
end

-- Ground ----------------------------------------------------------------------

--- Finds the ground at the follower's place on the leg, and where it ends.
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

--- The piece of the leg on the same ground; the ground is looked up once.
-- @return where it ends, and the factor of the speed on it
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

--- The distance from the end of the leg to the place where the follower stops.
local function way_beyond(self)
  local walk, way = self._walk, self._way
  if walk.measured ~= way.measured or walk.radius ~= way.radius then
    Way.beyond(self, walk.beyond)
    walk.measured, walk.radius = way.measured, way.radius
  end
  local last, detour = way.inside or way.count, way.detour
  if way.is_cut then
    return 0
  end
  local sum = way.index < last and walk.beyond[way.index] or 0
  sum = sum + way.stride
  if detour then
    for i = way.detour_index, way.detour_count - 1 do
      sum = sum + Links.length(self.finder, detour, i)
    end
  end
  return sum
end

local function left_of(way)
  return way.length - way.gone - way.gone_low
end

--- The distance that is left to walk on the whole path.
function Walk.left(self)
  return max(0, left_of(self._way) + way_beyond(self))
end

--- Prepares the next piece of the leg.
-- @return the seconds that it takes
local function look_at_piece(self, call)
  local walk, way = self._walk, self._way
  local left, speed = left_of(way), abs(self.speed) -- not -0
  local over = not way.is_round and self.slow_down or 0
  walk.stop, walk.root = way.length, false
  if left <= 0 then
    return 0
  end
  if self.speeds then
    local stop, factor = piece(self, call)
    walk.stop, speed = stop, speed * factor
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

--- Walks for some time, less than the piece takes.
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

--- Finds the link to the end of the leg on the map as it is now. The wait so
-- far counts as long as the link is the same.
-- @return its number, the seconds still to wait, and its name; nil: no link is
-- usable
local function find_link(self, call)
  local walk, way, finder = self._walk, self._way, self.finder
  if not finder then
    return 0, 0, nil
  end
  ready.to_see(call, finder)
  local id, seconds, _, name = core.link_between(finder, self.x, self.y,
    way.to_x, way.to_y)
  if not id then
    return nil
  elseif walk.link ~= id or not walk.waited then
    walk.link, walk.waited = id, false
    walk.wait_x, walk.wait_y = self.x, self.y
  end
  return id, max(seconds - (walk.waited or 0), 0), name
end

--- The link before which the follower stands, and the seconds that it still
-- waits there, if it has begun to wait.
function Walk.link(self, call)
  local way = self._way
  if way.state == "moving" and way.by_link and not self._walk.rested then
    local id, left = find_link(self, call)
    return id, self._walk.waited and left or nil
  end
end

--- The game holds the follower at its link, until the next update asks again. It
-- may have given other orders meanwhile.
function Walk.hold(self)
  local walk, way = self._walk, self._way
  if way.state == "moving" and way.by_link then
    walk.waited, walk.held = false, true
  end
end

--- Has the follower walked away from the link at which it waited? A new path
-- from there leads to the middle of the cell first. That is at the link or
-- close to it.
local function has_left(self)
  local walk, grid = self._walk, self.finder and self.finder.grid
  return not grid or Way.distance(self.x, self.y, walk.wait_x, walk.wait_y)
    > min(grid.cell_width, grid.cell_height) / 2
end

--- Takes the link: the follower is at its other end, or walks there if the
-- cells touch.
local function cross(self)
  local walk, way = self._walk, self._way
  walk.rested, walk.waited = false, false
  if way.stride == 0 then
    walk.start_x = walk.start_x + (way.to_x - self.x)
    walk.start_y = walk.start_y + (way.to_y - self.y)
  end
  Way.cross(self)
end

-- Going on --------------------------------------------------------------------

--- Reaches the end of the leg. The follower rests there. At a point of a patrol
-- the next leg is still unchecked.
-- @return the index of the point; nil if the point is not on the path
local function reach(self)
  local walk, way = self._walk, self._way
  local i = Way.reach(self)
  if way.is_round and not way.detour then
    Map.forget(self)
  end
  if i then
    walk.rested = 0
  end
  return i
end

--- Rests. The field `rest` counts as it is now, even if it has changed
-- meanwhile.
local function rest(self)
  local walk = self._walk
  local time, left = walk.purse, (self.rest or 0) - walk.rested
  if left > 0 and time < left then
    walk.rested = stand(self, walk, walk.rested)
    return false
  end
  walk.rested = false
  if left > 0 then
    walk.purse = time - left
    turn_standing(self, walk, left)
  end
  return nil
end

--- Waits at a link, or takes it; on_link is called before it is. A link that is
-- gone counts as a blocked path: the path is checked.
local function take_link(self, call)
  local walk = self._walk
  local id, left, name = find_link(self, call)
  if not id then
    Map.forget(self)
    return nil
  elseif walk.held then
    stand(self, walk, 0)
    return false
  elseif not walk.waited then
    walk.waited = 0
    return "link", name, id
  end
  local time = walk.purse
  if left > 0 and left - time > walk.grain then
    walk.waited = stand(self, walk, walk.waited)
    return false
  end
  walk.purse = time - left
  walk.waited = walk.waited and walk.waited + left
  if left > 0 then
    turn_standing(self, walk, left)
  end
  cross(self)
  return nil
end

--- A follower with a turning circle walks no tighter than along its arcs. At a
-- sharper corner it turns on the spot first.
-- @return false if the purse is empty before
local function face_leg(self)
  local walk, way = self._walk, self._way
  if not (self.turn_radius and self.turn_rate) or way.gone >= way.length then
    return true
  end
  local gap = gap_between(self.angle, way.angle) - arcs.BEND
  if gap <= SAME_ANGLE then
    return true
  end
  local time, need = walk.purse, gap / abs(self.turn_rate) -- not -0
  local is_enough = need - time <= walk.grain
  need = is_enough and need or time
  walk.purse = time - need
  walk.heading = way.angle
  turn(self, walk, need)
  return is_enough
end

--- Walks along the leg, at most to the end of a piece.
local function walk_leg(self, call)
  local walk, way = self._walk, self._way
  if way.by_link then
    return take_link(self, call)
  end
  walk.waited = walk.waited and not has_left(self) and walk.waited
  if self.turn_radius and not face_leg(self) then
    return false
  end
  local time = walk.purse
  -- If the speed is the same everywhere, the whole leg is one piece.
  local is_even = not self.speeds and (self.slow_down or 0) == 0
  local need
  if is_even then
    local left = left_of(way)
    need = left > 0 and left / abs(self.speed) or 0
  else
    need = look_at_piece(self, call)
  end
  if need > 0 and need - time > walk.grain then
    if is_even then
      Way.walk(self, self.speed * time)
    else
      walk_on(self, time)
    end
    walk.purse = 0
    walk.heading = way.angle
    turn(self, walk, time)
    return false
  end
  walk.purse = time - need
  if need > 0 then
    walk.heading = way.angle
    turn(self, walk, need)
  end
  if not is_even and walk.stop < way.length then
    Way.stand(self, walk.stop)
    return nil
  end
  local i = reach(self)
  return i and "waypoint" or nil, i
end

--- Is the next point reached without time? That holds for a point at the
-- follower's place, and for the other end of a link without a wait.
function Walk.stands_there(self, call)
  local way = self._way
  if way.state ~= "moving" or way.gone < way.length
    or (self._walk.rested or 0) < (self.rest or 0) then
    return false
  elseif way.by_link then
    local _, left = find_link(self, call)
    return left == 0 and not self._walk.held
  end
  return true
end

--- Spends the purse as the state demands, until it is empty or there is an
-- event.
-- @return an event and its values; false if the purse is empty; nil if there is
-- more to do
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

--- The same for a part of the purse. (If the part is the whole purse but for
-- its rounding, the part ends with the purse: a long rest has no digits for so
-- little time.)
-- @return the time spent, and the results of spend
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

return Walk
