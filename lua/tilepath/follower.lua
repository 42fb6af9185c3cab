--- The follower: walks along a path, frame by frame or turn by turn.
--
-- This file has the calls of a game and the loop of an update: `advance` adds dt
-- to a time budget, and takes one event after the other until the budget is
-- empty. When a callback is called, the follower is in its state after that
-- event, and the rest of dt lies in the budget. So a callback may change
-- anything, and may raise an error.
--
-- Cost: follow takes O(points) and copies the path. update takes O(1) and O(1)
-- for each point passed. It makes no garbage unless it searches for a path.

local core = require "tilepath_core"
local siblings = (...):match("^.*[./]") or ""
require(siblings .. "luajit").exact()
local calloptions = require(siblings .. "options")
local callbacks = require(siblings .. "callbacks")
local check = require(siblings .. "check")
local given = require(siblings .. "given")
local later = require(siblings .. "later")
local Chase = require(siblings .. "follower.chase")
local READ = require(siblings .. "follower.fields")
local Leg = require(siblings .. "follower.leg")
local Map = require(siblings .. "follower.map")
local options = require(siblings .. "follower.options")
local Orders = require(siblings .. "follower.orders")
local Search = require(siblings .. "follower.search")
local Saved = require(siblings .. "follower.saved")
local Motion = require(siblings .. "follower.motion")
local Progress = require(siblings .. "follower.progress")
local Speed = require(siblings .. "follower.speed")

-- What only some games use.
local List, Wander = later.module("follower.list"), later.module("wander")
local orderlist = later.module("orderlist")

-- What updates ask.
later.load("reach")
later.load("visibility")
require(siblings .. "path.operations")

local huge = math.huge

-- An instant is INSTANT epsilons of time (motion.lua). In one, callbacks may
-- make the follower set out anew at most MOST_RESTARTS times. In an update it
-- sets out at most MOST_PATHS times, because some orders never end.
local INSTANT, MOST_RESTARTS, MOST_PATHS = 1e5, 10, 100

-- The speed of a follower with a finder, unless given: cells a second.
local CELLS_A_SECOND = 4

local Follower = {}

-- Beside the fields that a game may write (options.lua) or read (fields.lua), a
-- follower has these, which only the files named here write into, and saved.lua
-- when a saved state is loaded:
--
--   _order     the order that the game gave (orders.lua, chase.lua, search.lua)
--   _progress  its path, and the leg that it walks (progress.lua, leg.lua)
--   _motion    how time becomes distance (motion.lua)
--   _wait      its wait at a link (motion.lua)
--   _pace      how fast it walks (speed.lua)
--   _map       what it knows of the map ahead (map.lua)
--   _checked   the option values that passed the last check (options.lua)
--   _list      its orders that wait (orderlist.lua)
--   _paused    updates change nothing
--
-- The tables have all their fields from the start, with false for "nothing". So
-- no update allocates memory half way, and no part of dt is lost.

local metatable = { __name = "tilepath.Follower" }

local function need_follower(self, call)
  given.self(call, "a follower", self, getmetatable(self) == metatable)
end

-- Time and events -------------------------------------------------------------

--- Calls the callback of an event, then checks the fields: the callback may
-- have written to them.
-- @param a, b, c  of "reached" the number of the point; of "link" its name and
-- number; of "blocked" the place, and why an order of its list was refused
local function emit(self, call, event, a, b, c)
  local row = callbacks.OF_EVENT[event]
  local f = self[row.name]
  if f then
    options.check_one(self, call, row.name)
    local may = f(row.of_follower(self, a, b, c))
    if event == "link" and may == false then
      Motion.hold(self)
    end
  end
  options.check(self, call)
end

--- Does the next thing of an update.
-- @return an event and its values; false if the update is over; nil if there is
-- more to do
local function do_next(self, call)
  local progress, motion, order = self._progress, self._motion, self._order
  local state = progress.state
  if self._paused or progress.loops >= motion.most_loops then
    return Motion.drop_time(self)
  elseif self._list and List.is_over(self) then
    return List.go_on(self)
  elseif order.target and not Leg.is_crossing(progress)
    and Chase.is_due(self, motion.epsilon) then
    return Chase.search(self, call)
  elseif state == "arriving" then
    local event, x, y = Orders.arrive(self)
    Chase.end_way(self, call)
    return event, x, y
  elseif progress.at_end and not order.target and Map.has_changed(self) then
    return Search.try_again(self, call)
  elseif motion.budget <= motion.epsilon
    and not Motion.is_at_next_point(self, call) then
    return false
  end
  if self.finder and (state == "going" or state == "blocked")
    and not progress.at_end and not Leg.is_crossing(progress)
    and Map.needs_check(self, call,
      order.is_partial or Orders.picks_end(order)) then
    local found, x, y = Search.look_ahead(self, call)
    if found then
      return found == "blocked" and found or nil, x, y
    end
  end
  if order.target then
    local used, event, a, b = Motion.spend_part(self, call,
      Chase.time_left(self))
    Chase.count_time(order, used)
    return event, a, b
  end
  return Motion.spend(self, call)
end

--- A follower with a pathfinder and without a speed gets one.
local function choose_speed(self, call)
  if not self.speed then
    self.speed = self.finder and CELLS_A_SECOND * self.finder.grid.cell_size
    options.need(call, "speed", self.speed or nil, "amount")
  end
end

--- Spends dt. A callback could make an update endless: by moving the follower
-- each time, or by giving new orders. A patrol at random never ends. So an update
-- ends after too many restarts. Their counters are local to this call because a
-- callback may run an update of its own.
local function advance(self, call, dt)
  options.check(self, call)
  local progress, motion = self._progress, self._motion
  choose_speed(self, call)
  if self._order.target and not self._paused then
    Motion.sync(self)
    Chase.look(self, call)
  end
  Motion.add_time(self, dt)
  local began_at, times, seen_restarts = motion.budget, 0, progress.restarts
  local most = seen_restarts + MOST_PATHS
  while true do
    local event, a, b, c = do_next(self, call)
    if event == false then
      break
    elseif event then
      emit(self, call, event, a, b, c)
      choose_speed(self, call)
    end
    Motion.sync(self)
    if began_at - motion.budget > INSTANT * motion.epsilon then
      began_at, times = motion.budget, 0
    end
    if progress.restarts ~= seen_restarts then
      seen_restarts, times = progress.restarts, times + 1
      if times > MOST_RESTARTS or seen_restarts > most then
        Motion.drop_time(self)
        break
      end
    end
  end
end

-- Orders ----------------------------------------------------------------------

local PATROL, FOLLOW = calloptions.of "hero:patrol", calloptions.of "hero:follow"

--- Takes a path and follows it from the next update on. The results of a query
-- may be passed on as they are: nil and a reason are returned and change
-- nothing.
-- @return true; or nil, reason
function Follower:follow(path, reason)
  need_follower(self, "follow")
  if path == nil and type(reason) == "string" then
    return nil, reason
  end
  local asked = check.is_table(reason)
    and calloptions.read(FOLLOW, "follow", reason)
  check.meant_order("follow", "hero", path)
  local own = Orders.own_path(self, "follow", "path", path)
  options.check(self, "follow")
  if asked and calloptions.is_listed(asked) then
    return orderlist.give("follow", self, path, reason)
  end
  own = Search.smooth(self, "follow", own, self.finder, {})
  Motion.sync(self)
  Orders.begin(self, Orders.new(), own, false)
  self._list = false
  return true
end

--- Does the follower resume an interrupted order, which is not refused?
local function is_resuming(self)
  return self._list and orderlist.is_resuming(self)
end

--- Finds the first path of an order, and begins the order. (A heuristic of the
-- game may give the follower another finder: then the path is unchecked.)
-- @param points  of a patrol; or nil
-- @param first   the number of the point where it begins
-- @return true; or nil, reason
local function begin(self, call, order, points, first)
  local finder = Orders.need_finder(self, call)
  local revision = core.edits(finder)
  local path, reason = Search.find_first(self, call, order, points, first)
  local waits = not path and is_resuming(self) and not reason:find("outside")
  if not (path or waits) then
    return nil, reason
  end
  path = path or Search.wait(self, order)
  Motion.sync(self)
  revision = self.finder == finder and revision
  if points then
    Orders.begin_patrol(self, order, points, first, path, revision)
  else
    local start = waits and Orders.wait or Orders.begin
    start(self, order, path, revision)
  end
  self._list = false
  return true
end

--- go(wx, wy [, query]) or go(goals [, query]): finds a path from the follower's
-- place and follows it from the next update on. go_cell has its places in cells.
-- @return true; or nil, reason
for _, call in ipairs { "go", "go_cell" } do
  Follower[call] = function(self, first, second, third)
    need_follower(self, call)
    if first == nil and type(second) == "string" then
      return nil, second
    end
    check.meant_order(call, "hero", first)
    options.check(self, call)
    local order, is_listed = Orders.to_goals(self, call, first, second, third)
    if is_listed then
      return orderlist.give(call, self, first, second, third)
    end
    Motion.sync(self)
    if Orders.repeats(self, order) then
      self._list = false
      return true
    end
    return begin(self, call, order)
  end
end

--- A patrol at random: its path has one point, which is drawn (search.lua).
local function wander_about(self, call, points, asked)
  local finder = Orders.need_finder(self, call)
  local order = Orders.patrol(asked)
  order.wander = Wander.new(Wander.read(call, points, finder, true), asked, 1)
  if Orders.is_on_patrol(self, order) then
    self._list = false
    return true
  end
  local own = Search.draw(self, order, is_resuming(self))
  if not own then
    return nil, "unreachable"
  end
  return begin(self, call, order, own, 1)
end

--- Walks from point to point, round and round. The follower searches for the
-- path to each point.
-- @return true; or nil, reason
for _, call in ipairs { "patrol", "patrol_cell" } do
  Follower[call] = function(self, points, query)
    need_follower(self, call)
    options.check(self, call)
    local asked = calloptions.read(PATROL, call, query)
    local is_listed = calloptions.is_listed(asked)
    if asked.random and not is_listed then
      return wander_about(self, call, points, asked)
    end
    local own, areas
    if not asked.random then
      own, areas = Orders.own_points(self, call, points)
      given.first(call, asked.first, #own / 2)
    end
    if is_listed then
      return orderlist.give(call, self, points, query)
    end
    local order = Orders.patrol(asked, areas)
    if Orders.is_on_patrol(self, order, own) then
      self._list = false
      return true
    end
    return begin(self, call, order, own, order.first or 1)
  end
end

--- Gives an order with a target: anything with x and y.
-- @return true; or nil, reason
for _, call in ipairs { "chase", "flee", "keep" } do
  Follower[call] = function(self, target, asked)
    need_follower(self, call)
    options.check(self, call)
    local order, is_listed = Chase.new(self, call, target, asked)
    if is_listed then
      return orderlist.give(call, self, target, asked)
    elseif Chase.is_like(self._order, order) then
      self._list = false
      return true
    end
    return begin(self, call, order)
  end
end

--- Forgets the path. The follower stays at its place.
function Follower:stop()
  need_follower(self, "stop")
  Orders.stop(self)
  self._list = false
end

--- Stops time for the follower until resume.
function Follower:pause()
  need_follower(self, "pause")
  self._paused = true
end

--- Ends a pause. Of a follower that is not paused, the order ends if another one
-- waits.
function Follower:resume()
  need_follower(self, "resume")
  if self._list and not self._paused then
    orderlist.next(self)
  end
  self._paused = false
end

-- Going on --------------------------------------------------------------------

--- Moves the follower for dt seconds.
function Follower:update(dt)
  if getmetatable(self) ~= metatable then
    need_follower(self, "update")
  elseif type(dt) ~= "number" or not (dt >= 0 and dt < huge) then
    options.need("update", "dt", dt, "amount")
  end
  if dt > 0 then
    advance(self, "update", dt)
  end
end

--- The same for a game whose physics move the body. Returns the velocity that
-- takes the body in dt seconds to the place where update would put it. The game
-- then reports the place that the body reached with set_position.
-- @return x and y, in world units a second
function Follower:velocity(dt)
  need_follower(self, "velocity")
  options.need("velocity", "dt", dt, "amount")
  if dt == 0 then
    return 0, 0
  end
  advance(self, "velocity", dt)
  local motion = self._motion
  return (self.x - motion.start_x) / dt, (self.y - motion.start_y) / dt
end

--- Puts the follower somewhere else. It goes on from there to the same point.
-- @return true: it may be anywhere
function Follower:set_position(x, y)
  need_follower(self, "set_position")
  options.need("set_position", "x", x, "place")
  options.need("set_position", "y", y, "place")
  self.x, self.y = x, y
  return true
end

--- Does its body lie on the grid when it is in a cell?
local function fits(self, x, y)
  local grid, size = self.finder.grid, self.finder.profile.size
  return grid:has(x, y) and grid:has(x + size[1] - 1, y + size[2] - 1)
end

--- Puts the follower in the middle of a cell.
-- @return true; or nil, "outside"
function Follower:set_cell(x, y)
  need_follower(self, "set_cell")
  local wx, wy = Orders.middle(self, "set_cell", x, y)
  if not fits(self, x, y) then
    return nil, "outside"
  end
  self.x, self.y = wx, wy
  return true
end

-- Fields ----------------------------------------------------------------------

function metatable:__index(key)
  local method = Follower[key]
  if method then
    return method
  end
  need_follower(self, "__index")
  local read = READ[key]
  return read and read(self)
end

function metatable:__newindex(key, value)
  need_follower(self, "__newindex")
  if READ[key] or Follower[key] then
    check.raise(("follower: field %s cannot be written%s"):format(
      check.show(key), key:find("^cell_[xy]$") and " (call set_cell)" or ""))
  end
  callbacks.check("follower", key, value)
  rawset(self, key, value)
end

--- The rest of its path in world units, and the cost; on a patrol up to its next
-- point. Without a finder the cost is unknown.
-- @return path, cost; or nil, reason
function Follower:path(into)
  need_follower(self, "path")
  into = given.into("path", into)
  options.check(self, "path")
  if not self._progress.path then
    return nil, "idle"
  end
  Motion.sync(self)
  local path = Progress.path_ahead(self, into)
  path.cost = self.finder and Search.cost(self, path) or nil
  return path, path.cost
end

--- May a game use the name for a field of its own?
local function is_free(name)
  return not (name:find("^_") or name:find("^on_") or options.FIELDS[name]
    or READ[name] or Follower[name])
end

--- The follower's whole state, as a text; and the targets of its orders, if
-- they have some.
function Follower:save(asked)
  need_follower(self, "save")
  asked = check.options("save", "options", asked, { keys = true })
  options.check_all(self, "save")
  return Saved.write(self, asked.keys, is_free)
end

function metatable:__tostring()
  need_follower(self, "__tostring")
  return ("follower at %s, %s (%s)"):format(
    check.show(self.x), check.show(self.y), self.status)
end

-- Construction ----------------------------------------------------------------

local OPTIONS = calloptions.of "tilepath.follower"

--- A follower with these fields and without a path.
local function make(call, fields)
  local self = { _map = Map.new(), _order = Orders.NONE, _list = false,
    _paused = false, _checked = {} }
  -- An update reads them all. A field that were absent would ask __index.
  for key, row in pairs(options.FIELDS) do
    local value = fields[key]
    if value == nil then
      value = row.default or false
    end
    self[key] = value
  end
  options.check_all(self, call)
  if fields.cell_x ~= nil or fields.cell_y ~= nil then
    if fields.x ~= nil or fields.y ~= nil then
      check.raise("follower: give either x and y or cell_x and cell_y, "
        .. "got both")
    end
    self.x, self.y = Orders.middle(self, "follower", fields.cell_x,
      fields.cell_y, "cell_x", "cell_y")
    if not fits(self, fields.cell_x, fields.cell_y) then
      check.raise(("follower: cell_x, cell_y must be a cell of the grid, got "
        .. "%.14g, %.14g"):format(fields.cell_x, fields.cell_y))
    end
  end
  if self.finder and not self.speed then
    choose_speed(self, call)
  end
  self.x, self.y = self.x + 0.0, self.y + 0.0
  self._progress = Progress.new(self.x, self.y)
  self._motion = Motion.new(self.x, self.y, self.angle)
  self._wait, self._pace = Motion.new_wait(self.x, self.y), Speed.new()
  return self
end

--- Puts the follower back to a state of this or of another follower. It keeps
-- its finder and its callbacks.
-- @return true; or nil and "damaged" or "version"
function Follower:load(state, asked)
  need_follower(self, "load")
  asked = check.options("load", "options", asked, { target = true,
    targets = true })
  given.optional(given.kind, "load", "targets", asked.targets, "table",
    "a list")
  return Saved.restore(self, state, asked.targets or { asked.target }, make,
    is_free)
end

--- tilepath.follower { x =, y =, speed =, ... }
return function(fields)
  given.kind("follower", "options", fields, "table", "a table")
  local own = calloptions.read(OPTIONS, "follower", fields, {})
  return setmetatable(make("follower", own), metatable)
end
