--- The follower: walks along a path, frame by frame or turn by turn.
--
-- This file is what a game sees: options, calls, questions and events. Beside
-- the fields that a game may read and write a follower has
--
--   _leg                the straight piece that it walks now (leg.lua)
--   _route              where its legs lead (route.lua)
--   _clock              how time becomes way (clock.lua)
--   _pace               how fast it walks where (pace.lua)
--   _chase              what it is after (chase.lua)
--   _watch              what it knows of the map ahead (watch.lua)
--   _footing            what it holds as a unit of a crowd (footing.lua)
--   _errand             what it was told to reach (errand.lua)
--   _paused             time passes it by
--   _right              the values of its options that were last found right
--
-- The parts have all their fields from the start, false where there is nothing:
-- so none wants memory in the middle of an update, and none of dt is lost.
--
-- Invariant: before a callback is called the follower is as it is after that
-- event, and what is left of dt lies in the purse. So a callback may do what it
-- likes, and may fail.
--
-- Cost: follow takes O(points) and copies the path; update takes O(1) and O(1)
-- a point passed, and makes no garbage unless a path is found anew.

local siblings = (...):match("^.*[./]") or ""
local check = require(siblings .. "check")
local Chase = require(siblings .. "chase")
local Clock = require(siblings .. "clock")
local Errand = require(siblings .. "errand")
local Fields = require(siblings .. "fields")
local Footing = require(siblings .. "footing")
local Leg = require(siblings .. "leg")
local Pace = require(siblings .. "pace")
local ready = require(siblings .. "ready")
local Route = require(siblings .. "route")
local State = require(siblings .. "state")
local Watch = require(siblings .. "watch")

local check_fields, is_amount, is_place =
  Fields.check, Fields.is_amount, Fields.is_place
local AMOUNT, PLACE = Fields.AMOUNT, Fields.PLACE
local huge = math.huge

-- An instant is so many grains of time long (see clock.lua): a part in 10^5 of
-- an update. So often callbacks may have it set out anew in one.
local INSTANT, MOST_DEPARTURES = 1e5, 10

local Follower = {}

local metatable = { __name = "tilepath.Follower", __index = Follower }

-- Arguments -------------------------------------------------------------------

local function need_speed(self, call)
  if not self.speed then
    check.fail(call, "speed", AMOUNT, self.speed)
  end
end

local function need_follower(self, call)
  if getmetatable(self) ~= metatable then
    check.raise(("%s: self must be a follower, got %s (call it with a colon)")
      :format(call, check.show(self)))
  end
end

local function need_dt(call, dt)
  if not is_amount(dt) then
    check.fail(call, "dt", AMOUNT, dt)
  end
end

-- Time and events -------------------------------------------------------------

--- Calls back. A callback may have written to the fields.
local function tell(self, call, event, a, b)
  if event == "waypoint" then
    if self.on_waypoint then
      self.on_waypoint(a, self.x, self.y)
    end
  elseif event == "arrive" then
    if self.on_arrive then
      self.on_arrive()
    end
  elseif event == "link" then
    if self.on_link then
      self.on_link(a, b)
    end
  elseif event == "bump" then
    if self.on_bump then
      self.on_bump(a)
    end
  elseif self.on_blocked then
    self.on_blocked(a, b)
  end
  check_fields(self, call)
end

--- How often it was sent on, was stopped, or had to look for its target anew.
local function count_turns(self)
  return self._route.departures + self._footing.bumps + self._chase.renewals
end

--- Spends dt. Callbacks that always send it where it stands, put it where it
-- goes, give it orders of any other kind, bring others into its way, or change
-- the map at each search for its target would never end: too many of those in
-- an instant do. They are counted in variables of this call, for a callback may
-- run an update of its own.
local function spend(self, call, dt)
  check_fields(self, call)
  need_speed(self, call)
  Clock.take_note(self)
  Chase.look(self, call)
  Clock.take_time(self, dt)
  local clock = self._clock
  local began_at, times, turns = clock.purse, 0, count_turns(self)
  repeat
    local event, a, b = Clock.go_on(self, call)
    if event then
      tell(self, call, event, a, b)
      need_speed(self, call)
      clock.muted, clock.has_lapped = 0, false
    end
    if began_at - clock.purse > INSTANT * clock.grain then
      began_at, times = clock.purse, 0
    end
    local now = count_turns(self)
    if now ~= turns then
      turns, times = now, times + 1
      if times > MOST_DEPARTURES then
        Clock.drop_time(clock)
        event = false
      end
    end
  until event == false
  Footing.rest(self)
end

-- Paths -----------------------------------------------------------------------

--- Begins an order. Its path is the field `path` already, so that nothing here
-- wants memory.
local function set_out(self, errand, path)
  self._errand, self._clock.rested = errand, false
  self._route.within = false
  Chase.stop(self._chase)
  Route.lay(self, path)
end

--- Takes a path in world units and goes along it from the next update on. What
-- find_world returns may be passed on as it is: nil and a reason come back and
-- change nothing.
-- @return true; or nil, reason
function Follower:follow(path, reason)
  need_follower(self, "follow")
  if path == nil and type(reason) == "string" then
    return nil, reason
  end
  local copy = Errand.own("follow", "path", path)
  check_fields(self, "follow")
  Clock.take_note(self)
  local errand = Errand.new()
  self.path = copy
  Watch.forget(self._watch)
  self._watch.moved, self._route.is_once = 0, false
  set_out(self, errand, copy)
  return true
end

--- The pathfinder that its ways come from.
local function need_finder(self, call)
  return self.finder or check.fail(call, "finder",
    "a pathfinder (an option of the follower)", self.finder)
end

--- Where go is to lead, as the order that it is.
local function read_go(first, second, third)
  local query = second
  if type(first) ~= "table" then
    query = third
    check.finite("go", "wx", first)
    check.finite("go", "wy", second)
  end
  Errand.need_query("go", query)
  if type(first) == "table" then
    return Errand.to(first, nil, query)
  end
  return Errand.to(first, second, query)
end

--- Finds a way from where it stands and goes along it from the next update on:
-- go(wx, wy [, query]) or go(goals [, query]), as find_world takes them.
-- @return true; or nil, reason
function Follower:go(first, second, third)
  need_follower(self, "go")
  check_fields(self, "go")
  local finder = need_finder(self, "go")
  local errand = read_go(first, second, third)
  Errand.spare(errand, self._footing.unit)
  ready.to_search("go", finder)
  local revision = finder.grid.revision
  local path, reason = Errand.find(self, "go", errand, finder)
  if not path then
    return nil, reason
  end
  Clock.take_note(self)
  self.path = path
  Errand.note(errand, path, finder, revision)
  self._route.is_once = true
  set_out(self, errand, path)
  Watch.note_way(self._watch, finder, revision)
  return true
end

--- Goes after something that moves: anything with x and y.
-- @return true; or nil, reason
function Follower:chase(target, options)
  need_follower(self, "chase")
  check_fields(self, "chase")
  local finder = need_finder(self, "chase")
  local x, y = Chase.read("chase", target)
  local own, query = Chase.read_options(options)
  local errand = Errand.to(x, y, query)
  ready.to_search("chase", finder)
  own.revision = finder.grid.revision
  local path, reason = Errand.find(self, "chase", errand, finder)
  if not path then
    return nil, reason
  end
  Clock.take_note(self)
  self.path = path
  self._errand, self._clock.rested = errand, false
  Chase.begin(self, target, own)
  Chase.take(self, path, own.revision)
  return true
end

--- Forgets the path and stays where it is.
function Follower:stop()
  need_follower(self, "stop")
  self._clock.waited = false
  Chase.stop(self._chase)
  Route.clear(self)
  self._clock.heading = false
  Footing.rest(self)
end

--- Time passes it by until resume.
function Follower:pause()
  need_follower(self, "pause")
  self._paused = true
end

function Follower:resume()
  need_follower(self, "resume")
  self._paused = false
end

-- Going on --------------------------------------------------------------------

--- Goes on for dt seconds.
-- @return x, y, angle
function Follower:update(dt)
  need_follower(self, "update")
  need_dt("update", dt)
  if dt > 0 then
    spend(self, "update", dt)
  end
  return self.x, self.y, self.angle
end

--- The same for a body that moves itself: the velocity that takes it, in dt
-- seconds, to where update puts it. set_position says where it came to.
-- @return x and y, in world units a second
function Follower:velocity(dt)
  need_follower(self, "velocity")
  need_dt("velocity", dt)
  if dt == 0 then
    return 0, 0
  end
  spend(self, "velocity", dt)
  local clock = self._clock
  return (self.x - clock.start_x) / dt, (self.y - clock.start_y) / dt
end

--- Puts it somewhere else; it goes on from there to the same point.
-- @return true; or false and "occupied", where other units stand
function Follower:set_position(x, y)
  need_follower(self, "set_position")
  if not is_place(x) then
    check.fail("set_position", "x", PLACE, x)
  elseif not is_place(y) then
    check.fail("set_position", "y", PLACE, y)
  end
  self.x, self.y = x, y
  return Footing.put(self)
end

--- Goes on to the end of the leg, where it may go.
local function leap(self)
  local clock, route = self._clock, self._route
  clock.rested = false
  if self._leg.is_link then
    local name, id = Clock.leap(self, "step")
    local departures = route.departures
    if id then
      tell(self, "step", "link", name, id)
    end
    if not id or self._paused or route.state ~= "moving"
      or route.departures ~= departures then
      return
    end
  elseif self._leg.length > 0 then
    Clock.face(self)
  end
  local i = Clock.reach(self)
  if i then
    tell(self, "step", "waypoint", i)
  end
end

--- Goes to the next point at once: no time passes, no rest is kept.
-- @return x, y, angle; or nil and why it went nowhere: "idle", "arrived",
-- "paused", "blocked" or "occupied"
function Follower:step()
  need_follower(self, "step")
  check_fields(self, "step")
  Clock.take_note(self)
  Chase.look(self, "step")
  local route = self._route
  if not self._paused and Chase.is_due(self, huge) then
    local event, a, b = Chase.search(self, "step")
    if event then
      tell(self, "step", event, a, b)
    end
  end
  if self._paused then
    return nil, "paused"
  elseif route.state == "idle" or route.state == "arrived" then
    return nil, route.state
  elseif route.state == "waiting" then
    return nil, "blocked"
  end
  if self.finder and Route.is_under_way(route) then
    local x, y = Watch.look(self, "step")
    if x then
      tell(self, "step", "blocked", x, y)
      return nil, "blocked"
    elseif route.state == "blocked" then
      return nil, "blocked"
    end
  end
  if route.state == "moving" then
    local holder = self._footing.unit and Footing.leap(self)
    if holder then
      if Footing.bumps_into(self, holder) then
        tell(self, "step", "bump", holder)
      end
      return nil, "occupied"
    end
    leap(self)
  end
  if route.state == "arriving" and not self._paused
    and Clock.arrive(self) then
    tell(self, "step", "arrive")
  end
  return self.x, self.y, self.angle
end

-- Questions -------------------------------------------------------------------

--- Does it have a path that it has not come to the end of?
function Follower:is_following()
  need_follower(self, "is_following")
  local route = self._route
  return Route.is_under_way(route) or route.state == "arriving"
    or route.state == "waiting"
end

function Follower:is_resting()
  need_follower(self, "is_resting")
  local rested = self._clock.rested
  return self._route.state == "moving" and rested and rested < (self.rest or 0)
end

--- Does it stand before a link, and waits to take it?
function Follower:is_at_link()
  need_follower(self, "is_at_link")
  return self._route.state == "moving" and self._leg.is_link
    and not self:is_resting()
end

--- Is it following, and neither paused, resting, blocked, held up, nor does it
-- wait at a link?
function Follower:is_moving()
  need_follower(self, "is_moving")
  return self:is_following() and not self:is_blocked() and not self._paused
    and not self:is_resting() and not self._footing.is_held
    and not self:is_at_link()
end

function Follower:is_arrived()
  need_follower(self, "is_arrived")
  return self._route.state == "arrived"
end

function Follower:is_blocked()
  need_follower(self, "is_blocked")
  local state = self._route.state
  return state == "blocked" or state == "waiting"
end

function Follower:is_paused()
  need_follower(self, "is_paused")
  return self._paused
end

--- How far it still has to walk, in world units: huge on a patrol.
function Follower:remaining()
  need_follower(self, "remaining")
  check_fields(self, "remaining")
  Clock.take_note(self)
  if not Route.is_under_way(self._route) then
    return 0
  end
  return Route.loop(self) and huge or Route.remaining(self)
end

--- All that it is and does, as a flat table of plain values, from which
-- tilepath.follower { state = ... } goes on.
function Follower:state()
  need_follower(self, "state")
  check_fields(self, "state")
  return State.write(self)
end

function metatable:__tostring()
  need_follower(self, "__tostring")
  local state = self._paused and "paused"
    or self:is_resting() and "resting" or self._route.state
  return ("follower at %s, %s (%s)"):format(
    check.show(self.x), check.show(self.y), state)
end

-- Construction ----------------------------------------------------------------

-- Every field is an option, and so is what a state cannot have.
local OPTIONS = { crowd = true, state = true, range_sight = true,
  target = true }
for key in pairs(Fields.KNOWN) do
  OPTIONS[key] = true
end

--- A follower with these fields, at rest.
local function make(fields)
  local self = { x = 0, y = 0, angle = 0, _route = Route.new(),
    _footing = Footing.new(), _watch = Watch.new(), _errand = Errand.new(),
    _pace = Pace.new(), _chase = Chase.new(), _paused = false, _right = {} }
  for key in pairs(Fields.KNOWN) do
    if fields[key] ~= nil then
      self[key] = fields[key]
    end
  end
  check_fields(self, "follower")
  self.x, self.y = self.x + 0.0, self.y + 0.0
  self._leg = Leg.new(self.x, self.y)
  self._clock = Clock.new(self.x, self.y, self.angle)
  return self
end

--- tilepath.follower { x =, y =, speed =, ... }
return function(options)
  if type(options) ~= "table" then
    check.fail("follower", "options", "a table", options)
  end
  check.options("follower", "options", options, OPTIONS)
  local fields, kept = options, nil
  if options.state ~= nil then
    fields, kept = State.read(options)
  else
    check.left_out("follower", options, { "range_sight", "target" },
      "without a state")
  end
  local self = make(fields)
  if kept then
    State.restore(self, kept)
  end
  setmetatable(self, metatable)
  if options.crowd ~= nil then
    Footing.join(self, options.crowd, options.state)
    Errand.spare(self._errand, self.unit)
  end
  return self
end
