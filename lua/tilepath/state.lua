--- A follower's state as a plain table, and a follower again from one.
--
-- The table is flat, its keys are strings, its values numbers, strings and
-- booleans: every way to write tables down takes it, JSON's too (which has no
-- tables that are both a list and more). What is numbered has its number in the
-- key: the path's points are x1, y1, x2, y2 and so on. What follows from
-- something else is not kept (a leg's end from the point it leads to), so it
-- cannot contradict it.
--
-- Reading trusts nothing: each value is checked, and each against those that it
-- must go with, before anything of the follower is made from it; a key that is
-- left over raises. Whole numbers may have become floats, and floats whole
-- numbers.
--
-- Not kept: what the follower knows of the map. Whether it had looked at the
-- map as it was is kept; then it does not look again.
--
-- Cost: O(points), in time and in the table's size.

local core = require "tilepath_core"
local siblings = (...):match("^.*[./]") or ""
local Chase = require(siblings .. "chase")
local check = require(siblings .. "check")
local Errand = require(siblings .. "errand")
local Fields = require(siblings .. "fields")
local Leg = require(siblings .. "leg")
local Pace = require(siblings .. "pace")
local Record = require(siblings .. "record")
local Route = require(siblings .. "route")

local abs, huge, max = math.abs, math.huge, math.max
local is_amount, is_finite = Fields.is_amount, Fields.is_finite
local AMOUNT, FINITE = Fields.AMOUNT, Fields.FINITE
local fail, take, take_amount, take_flag, take_number, take_place, take_whole =
  Record.fail, Record.take, Record.take_amount, Record.take_flag,
  Record.take_number, Record.take_place, Record.take_whole
local take_links, take_or_none, take_points, write_points =
  Record.take_links, Record.take_or_none, Record.take_points,
  Record.write_points

local State = {}

local FORMAT = 1

-- A follower that owes more time than that was never one.
local MOST_DEBT = 1

-- What a leg's length and its parts may be off by, of the whole.
local ROUNDING = 1e-9

-- Fields that can be kept, beside x, y and angle.
local OPTIONS = { "speed", "rest", "turn_rate", "arrive_radius", "slow_down",
  "loop", "prune" }

-- What stands before the names of terrains.
local SPEEDS = "speed_"

local DOINGS = { idle = true, moving = true, blocked = true, arriving = true,
  arrived = true, waiting = true }

-- Writing ---------------------------------------------------------------------

local function write_path(t, route)
  local path = route.path
  write_points(t, "", path, route.count)
  t.path_cost = is_finite(path.cost) and path.cost or nil
  t.path_goal = is_finite(path.goal) and path.goal or nil
  t.path_escape = is_finite(path.escape) and path.escape or nil
  t.path_partial = path.partial == true or nil
end

local function write_way(t, self)
  local clock, leg, route = self._clock, self._leg, self._route
  t.index, t.is_back = route.index, route.direction < 0
  t.is_once, t.within = route.is_once, route.within
  t.radius = route.radius
  if route.detour then
    t.detour_index = route.detour_index
    write_points(t, "detour_", route.detour, route.detour_count)
  end
  t.by_link = route.by_link or nil
  t.waited = leg.is_link and clock.waited or nil
  t.link = t.waited and clock.link ~= true and clock.link or nil
  t.from_x, t.from_y = leg.from_x, leg.from_y
  t.gone, t.gone_low, t.is_whole = leg.gone, leg.gone_low, leg.is_whole
  t.root, t.root_low = leg.root, leg.root_low
end

local function write_watch(t, self)
  local watch, finder = self._watch, self.finder
  local now = finder and finder.grid.revision
  t.has_looked = finder ~= nil and watch.finder == finder
    and watch.revision == now
  t.moved = watch.moved
  t.is_partial = self._errand.revision ~= false
  t.hopes = t.is_partial and Errand.hopes(self._errand, finder, now)
end

--- The follower's state, as a table of its own.
function State.write(self)
  local clock, route = self._clock, self._route
  local t = { format = FORMAT, x = self.x, y = self.y, angle = self.angle,
    is_paused = self._paused, doing = route.state,
    leg_angle = self._leg.angle, purse = max(clock.purse, -MOST_DEBT),
    rested = clock.rested, faced = clock.angle, heading = clock.heading,
    has_bumped = self._footing.in_way and true or nil }
  for _, key in ipairs(OPTIONS) do
    t[key] = self[key]
  end
  t.has_speeds = self.speeds and true or nil
  for name, factor in next, self.speeds or {} do
    t[SPEEDS .. name] = factor
  end
  if route.path then
    write_path(t, route)
  end
  if Route.is_under_way(route) then
    write_way(t, self)
    write_watch(t, self)
  end
  if Route.is_under_way(route) or self._chase.is_on then
    Errand.write(self._errand, t, self._footing.unit)
  end
  Chase.write(self, t)
  Record.need_plain("state", t)
  return t
end

-- Reading ---------------------------------------------------------------------

local function take_path(left)
  local points, n = take_points(left, "")
  points.links = take_links(left, "", n)
  points.units = "world"
  setmetatable(points, core.Path)
  if left.path_cost ~= nil then
    points.cost = take_number(left, "path_cost")
  end
  if left.path_goal ~= nil then
    points.goal = take_whole(left, "path_goal", 1, 2 ^ 53)
  end
  if left.path_escape ~= nil then
    points.escape = take_whole(left, "path_escape", 0, n)
  end
  if left.path_partial ~= nil then
    points.partial = take_flag(left, "path_partial") or nil
  end
  return points, n
end

--- Where on its way it is: a table of what was kept.
local function take_way(left, n)
  local way = { is_back = take_flag(left, "is_back"),
    is_once = take_flag(left, "is_once"),
    is_whole = take_flag(left, "is_whole"),
    within = take_or_none(left, "within", is_amount, AMOUNT),
    radius = take_amount(left, "radius"),
    from_x = take_place(left, "from_x"), from_y = take_place(left, "from_y"),
    gone = take_amount(left, "gone"), gone_low = take_number(left, "gone_low"),
    root = take_or_none(left, "root", is_amount, AMOUNT),
    root_low = take_number(left, "root_low"),
    has_looked = take_flag(left, "has_looked"),
    hopes = take_flag(left, "hopes"),
    is_partial = take_flag(left, "is_partial"),
    moved = take_amount(left, "moved"), detour = false, detour_index = 0,
    detour_count = 0 }
  way.index = take_whole(left, "index", 1, way.is_back and n - 1 or n)
  way.by_link = left.by_link ~= nil and take_flag(left, "by_link")
  way.waited = left.waited ~= nil and take_amount(left, "waited")
  if way.waited and not way.by_link then
    fail("waited", "left out where no link is taken", way.waited)
  end
  way.link = left.link ~= nil and take_whole(left, "link", 0, 2 ^ 53)
  if way.link and not way.waited then
    fail("link", "left out where it has not waited", way.link)
  end
  if left.detour_index ~= nil then
    way.detour, way.detour_count = take_points(left, "detour_")
    way.detour.links = take_links(left, "detour_", way.detour_count)
    way.detour_index = take_whole(left, "detour_index", 2,
      way.detour_count - 1)
  end
  return way
end

local function take_speeds(left)
  local speeds = {}
  for _, key in ipairs(check.sorted_keys(left)) do
    if type(key) == "string" and key:sub(1, #SPEEDS) == SPEEDS then
      speeds[key:sub(#SPEEDS + 1)] = left[key]
      left[key] = nil
    end
  end
  return speeds
end

--- Does what it does go with what it is told? Only a chase waits, and one has a
-- single goal and a path that leads somewhere.
local function need_chase(kept)
  local chase = kept.chase
  if kept.doing == "waiting" and not chase then
    fail("doing", "another one without a chase", kept.doing)
  elseif chase and (kept.errand.is_path or kept.errand.goals) then
    fail("is_path", "false, and the goal one, in a chase", kept.errand.is_path)
  elseif chase and (kept.doing == "idle" or kept.count == 0) then
    fail("doing", "another one in a chase", kept.doing)
  elseif chase and kept.way and not kept.way.is_once then
    fail("is_once", "true in a chase", kept.way.is_once)
  end
end

--- The values of all keys, checked one by one.
local function read(t, options)
  local left = Record.of(t)
  take_whole(left, "format", FORMAT, FORMAT)
  local doing = take(left, "doing", function(value)
    return DOINGS[value] ~= nil
  end, "'idle', 'moving', 'blocked', 'arriving', 'arrived' or 'waiting'")
  local kept = { doing = doing, fields = {},
    is_paused = take_flag(left, "is_paused"),
    purse = take_number(left, "purse"),
    rested = take_or_none(left, "rested", is_amount, AMOUNT),
    faced = take_number(left, "faced"),
    heading = take_or_none(left, "heading", is_finite,
      FINITE),
    leg_angle = take_or_none(left, "leg_angle", is_finite,
      FINITE) }
  if left.has_bumped ~= nil then
    kept.has_bumped = take_flag(left, "has_bumped")
  end
  if kept.purse < -MOST_DEBT then
    fail("purse", "a finite number >= -1", kept.purse)
  end
  if doing ~= "idle" then
    kept.path, kept.count = take_path(left)
  end
  if doing == "moving" or doing == "blocked" then
    kept.way = take_way(left, kept.count)
  end
  kept.chase = Chase.read_state(left, options.target)
  if kept.way or kept.chase then
    kept.errand = Errand.read(left, options)
  end
  need_chase(kept)
  kept.fields.x, kept.fields.y = take_place(left, "x"), take_place(left, "y")
  kept.fields.angle = take_number(left, "angle")
  for _, key in ipairs(OPTIONS) do
    kept.fields[key] = left[key]
    left[key] = nil
  end
  if left.has_speeds ~= nil and take_flag(left, "has_speeds") then
    kept.fields.speeds = take_speeds(left)
  end
  Record.finish(left)
  return kept
end

--- The fields of a follower that goes on from options.state: those of the
-- state, which are not checked yet, with the other options over them. And what
-- else was kept, for State.restore, when the follower was made.
function State.read(options)
  local kept = read(options.state, options)
  for key in pairs(Fields.KNOWN) do
    if options[key] ~= nil then
      kept.fields[key] = options[key]
    end
  end
  return kept.fields, kept
end

--- The way of the follower, as it was.
local function restore_way(self, kept)
  local leg, route, way = self._leg, self._route, kept.way
  route.index, route.direction = way.index, way.is_back and -1 or 1
  route.is_once, route.within = way.is_once, way.within
  route.detour, route.detour_index = way.detour, way.detour_index
  route.detour_count, route.by_link = way.detour_count, way.by_link
  Route.resume(self, way.radius, way.from_x, way.from_y)
  if route.state == "arriving" then
    fail("from_x", "outside of the circle around the goal", way.from_x)
  elseif way.gone > leg.length then
    fail("gone", "at most the length of the leg", way.gone)
  elseif abs(way.gone_low) > ROUNDING * leg.length then
    fail("gone_low", "a rounding error", way.gone_low)
  elseif leg.length > 0 and not kept.leg_angle then
    fail("leg_angle", FINITE, kept.leg_angle)
  end
  leg.gone, leg.gone_low, leg.is_whole = way.gone, way.gone_low, way.is_whole
  leg.root, leg.root_low = way.root, way.root_low
  if leg.gone > 0 then
    Leg.stand(leg, leg.gone)
    leg.gone_low = way.gone_low
  end
  if way.root and abs(way.root ^ 2 - Pace.left(self))
    > ROUNDING * (leg.length + way.root ^ 2) then
    fail("root", "that of the way that is left", way.root)
  elseif way.root
    and way.root_low ^ 2 > (ROUNDING / 10) ^ 2 * (leg.length + way.root ^ 2)
  then
    fail("root_low", "a rounding error", way.root_low)
  end
  local clock = self._clock
  clock.waited, clock.link = way.waited, way.link or true
  clock.wait_x, clock.wait_y = self.x, self.y
  route.state = kept.doing
end

--- What it knew of the map: that of the finder which it has now.
local function restore_watch(self, way)
  local watch, finder = self._watch, self.finder
  local now = finder and finder.grid.revision
  watch.moved = way.moved
  if finder and way.has_looked then
    watch.finder, watch.revision = finder, now
  end
  if way.is_partial then
    self._errand.finder = finder
    self._errand.revision = not way.hopes and now or huge
  end
end

--- Makes a new follower that has the state's fields go on from it.
function State.restore(self, kept)
  local clock, leg, route = self._clock, self._leg, self._route
  self._paused, self._footing.in_way = kept.is_paused, kept.has_bumped or false
  clock.purse, clock.rested = kept.purse, kept.rested
  clock.angle, clock.heading = kept.faced, kept.heading
  route.state = kept.doing
  if kept.path then
    self.path, route.path = kept.path, kept.path
    Route.measure(route, kept.path, kept.count)
  end
  if kept.errand then
    Errand.try(self, kept.errand, self.finder)
  end
  if kept.chase then
    self._errand = kept.errand
    Chase.restore(self, kept.chase)
  end
  if kept.way then
    self._errand = kept.errand
    restore_way(self, kept)
    restore_watch(self, kept.way)
  end
  leg.angle = kept.leg_angle
end

return State
