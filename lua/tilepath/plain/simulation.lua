--- A crowd in motion: time, and the places of its units. Orders (orders.lua)
-- say where units are to go, rounds (pibt.lua) which steps they take, and
-- states (unitstates.lua) what becomes of a unit that looks, steps or stays.
--
-- Time goes on from moment to moment, not from frame to frame. At each moment
-- the units wake whose steps end or whose waiting time is over:
--
--     steps end      the cells that were left are free; units beside them wake
--     units look     has it arrived? does it lack a cost to goal?
--     a round        in order of rank
--     steps begin    units beside a cell that is being left wake, for another
--                    round at the same moment
--
-- An update (crowd:update or crowd:tick) stops after the looks of its last
-- moment; the round follows in the next update. So all events up to that moment
-- are reported, and orders given between two updates still count in that round.
-- In the same way it stops at a moment at which an order is over that has a next
-- one: the callbacks are called, and the update goes on.
-- The units that are to decide look again only if the game has called in
-- between (unitstates.requeue_deciders): a look may change goals that other
-- units read.
--
-- So the result does not depend on how the game cuts time into updates, unless
-- a search has to wait for the next one. Times are whole numbers: ticks, or parts
-- of a second (2^-20 s; with floats of 32 bits 2^-10 s).
--
-- A unit is a table, here and in all files of crowds. Places are those of
-- agents (agent.lua): all agents of a grid count them alike. The place of a
-- large unit is that of its top left cell. Directions are those of agents.
--
-- Fields that the calls of the game write (unit.lua):
--
--     agent, wide, high   what it may enter (up to date), and its size
--     number              units are told apart and ordered by it
--     speed, pace         world units a second, or nil; ticks a step
--     priority            -1000 to 1000
--     yields              at rest it makes way
--
-- Fields that orders write, with unitstates.order and
-- unitstates.give_cost_to_goal:
--
--     to_goal      its cost to goal, or false: an object that has the cost from
--                  each place, or searches for it (costtogoal.lua)
--     goal         the place where it is to end, or false: any end of its cost
--                  to goal. For a unit without orders its home
--     settle_radius    in cells: so near to its goal it may come to rest
--     detour_price     in steps, of units that are like walls; huge: it goes
--                  round none; nil: as usual (unitstates.most_detour_cost)
--     patrols      at each end it tells "reached" and asks for the next cost to
--                  goal
--     permission   to take the next link. nil: it has it; "asks": it tells the
--                  game first; "has asked"; "may go": until its next step
--     asks_each_step   it is served each time that it stands and decides, and
--                  at rest once in the time of a step
--     hunts        it comes near to a target that rests
--     is_spare     of a group: its goal is not where the group was sent to, as
--                  others have got all cells there. At rest it is served in
--                  every eighth step's time
--     point        the number of its goal, which the event "reached" tells
--     is_path_short    its path ends short of its goal, where it waits: it asks
--                  for another one after each edit
--     has_choice   its goal is one of several, and was free when it was chosen
--
-- Fields that this file and unitstates.lua write, and others read. (Some are
-- written elsewhere, too: `finish` by pibt.lua; `reported` and `since` by
-- orders.lua; `shown` by unitproperties.lua; `from`, `paused` and `is_placed`
-- by unit.lua, of a unit that was removed; places by resize.lua; and all that
-- is saved by saved.lua.)
--
--     at, from     its place, and the one that it leaves: `at` if it stands
--     finish       the time at which its step ends
--     duration     the time that its step takes; 0: it is in a link
--     stands_since     the time at which its last step ended
--     heading      the direction of its last step, on hexagons the number of the
--                  side that it crossed, clockwise; or false
--     step_time, step_time_y, step_time_diagonal   durations of steps along x,
--                  by which all its patience counts; along y; diagonally
--     state        "idle", "waiting" (for a cost to goal), "going", "arrived",
--                  "settled" or "blocked"; nil: it was removed
--     wake         the time at which it looks again; huge: when others wake it.
--                  Another one is set by timers.lua
--     addition     units that wake together look in this order
--     paused       it stands, and cannot be pushed
--     away         it was pushed off its place of rest
--     refused      no path leads to its goal
--     stuck        it was blocked, and has come no nearer since
--     seeks_detour     it wants a cost to goal round the units that are like
--                  walls (crowdunit.is_wall)
--     awaited      it is like a wall, and another unit has waited for it in vain
--     takes_any_detour     of any length
--     old_to_goal  its cost to goal before
--     shown        the cost to goal by which questions are answered; or nil
--     is_restored  it was restored, and has got no cost to goal since
--     reported     the event of its rest was told
--     rest_until   at a point of its patrol: when its rest ends, 0: not known
--                  yet
--     at_point     it has not stepped since the last point of its patrol
--     queued       it waits for a cost to goal because the budget was used up
--     since        by which units of one priority have turns: the time of its
--                  order. The time is earlier if the way is long, and begins
--                  anew with a rest and with a push off it
--     best         the lowest cost so far
--     late         it has been beside its goal, with another unit at it: it can
--                  come no nearer
--     outside      it waits outside a passage or a link, or behind one that
--                  does
--     leaves       it was pushed in vain, and asks for a link that is not on
--                  its path
--     at_link      an event has reported that it waits before a link
--     progress_time    the time of `best`
--     retry_at     of a blocked unit: when it tries again
--     is_rerouted  it has got another cost to goal for the same goal: a
--                  later path round others does not reset `best`, and to come
--                  nearer does not shorten its rests
--     backoff, pushes  how often it was blocked, and pushed off its goal
--     plan         the joint plan (jointplans.lua) that it follows, or false
--     failed_joint_plans     so many joint plans have failed lately, or rides in
--                  links have led no nearer
--     last_blocker     the unit in its way that was told last
--     seen_directions      those that the map allowed when it looked last: a
--                  list that all places with the same steps share
--     seen_edits   agent.edits of its agent after the last edit
--     is_placed    the game put it at x, y (unit.lua), and it has ended no step
--                  since
--
-- A crowd is a table, too:
--
--     grid, speeds, tells_moves    written by crowd.lua before simulation.open;
--                  speeds: by terrain, how much longer a step takes, or nil;
--                  tells_moves: each step is an event
--     number       among the crowds of its grid, a later one has a higher one
--     query_run    that of the units' queries (queryrun.lua); searches: so many
--                  have been made
--     additions    how many units it has had, which numbers them
--     admissions   the same, with those that were loaded
--     finders      the pathfinders of its units, or nil: not known (crowd.lua)
--     may_follow   units may go along fields
--     time_unit    "seconds", "ticks" or nil: not decided (crowd.lua)
--     serve        serve(crowd, unit) of orders.lua: see unitstates.lua
--     budget       nodes that searches may still expand in this update
--     units        the units in the order in which they came
--     occupant[p]  the unit that holds the cell, or false
--     clock, fraction      the time: whole parts of a second or ticks, and the
--                  rest, below 1
--     longest_step         no step_time of a unit is longer
--     second       as many parts has a second
--     now          the present moment, or the time at which orders begin
--     events       what has happened to units since the last update but one,
--                  in lists: unit, what, and a value, `a`. Those up to
--                  `reported` are of the last update; `before`: so many were
--                  forgotten
--     waiting      the units that lack costs to goals: they look first in the
--                  next update
--     first        those that look first in this one
--     is_looking   the units of this moment are looking. After an error the
--                  next update goes on with them
--     awake, looked, deciding      these units; so many have looked; those of
--                  them that decide
--     is_round_due     all have looked, and the update has ended before the
--                  round
--     decisions    made so far
--     seen         of the edits of the grid and its layers: those that units know
--     nodes        the budget of an update, nil: as usual (crowd.lua); busy:
--                  one is under way
--     has_ended    in this moment the order of a unit was over that has a next
--                  one: the update stops, and the game hears of it
--     stops        so often updates have stopped since time advanced
--     gives        the unit that begins the next order of its list, though the
--                  crowd is busy; or nil
--     leaving      units that were removed in an update, by a finalizer or a
--                  target's metamethod: they leave when it ends
--     recovers     it was loaded, and units still lack costs to goals: updates
--                  search less
--     is_restored  it is made for crowd:load: orders need no path
--
-- Cost: for each moment some steps of a heap for the units that wake
-- (timers.lua), and a round for those that decide: with LuaJIT some 18 us a step.

local parent = (...):match("^(.*)plain[./]") or ""
require(parent .. "luajit").off()

local siblings = (...):match("^.*[./]") or ""
local agent = require(siblings .. "agent")
local array = require(siblings .. "array")
local crowdunit = require(siblings .. "crowdunit")
local hexagons = require(siblings .. "hexagons")
local jointplans = require(siblings .. "jointplans")
local pibt = require(siblings .. "pibt")
local timers = require(siblings .. "timers")
local transitions = require(siblings .. "transitions")
local unitstates = require(siblings .. "unitstates")

local floor, huge, max, min = math.floor, math.huge, math.max, math.min
local any_cell, directions, for_units_near, is_standing, rests =
  crowdunit.any_cell, crowdunit.directions, crowdunit.for_units_near,
  crowdunit.is_standing, crowdunit.rests

local simulation = {}

-- A callback may queue an order that is over at once, again and again. So time
-- goes on after so many stops at one moment.
local MOST_STOPS = 10

-- Some orders never end, so a huge dt would keep an update busy for years. It
-- ends when its units have woken so often.
local MOST_WOKEN = 2 ^ 17

-- Units of time in a second: fewer if floats have 32 bits.
local SECOND = 2 ^ 24 + 1 > 2 ^ 24 and 2 ^ 20 or 2 ^ 10

--- A unit that stands and waits for its turn looks now. So does a blocked one
-- that may go on.
local function wake_if_awaiting_turn(c, u)
  if u.wake == huge or not is_standing(u) then
    return
  elseif rests(u) then
    if not unitstates.may_go_on(c, u) then
      return
    end
    transitions.apply(c, u, "hope")
  end
  timers.set(c, u, min(u.wake, c.now))
end


--- So do all such units beside a place that another one leaves.
local function wake_those_beside(c, p, wide, high)
  local pitch, occupant, now = c.pitch, c.occupant, c.now
  for row = p - pitch - 1, p + high * pitch - 1, pitch do
    for q = row, row + wide + 1 do
      local u = occupant[q]
      if u and u.wake > now and u.wake < huge then
        wake_if_awaiting_turn(c, u)
      end
    end
  end
end

-- A moment --------------------------------------------------------------------

--- Frees a place that the unit holds, unless the unit covers it at place `at`.
local function let_go(c, u, p, at)
  if c.occupant[p] == u and not (at and crowdunit.covers(u, at, p)) then
    pibt.set_occupant(c, false, p)
  end
end

local function end_step(c, u)
  local from = u.from
  if u.duration == 0 and u.state == "going" then
    unitstates.record_ride(c, u)
  end
  u.from, u.is_placed, u.stands_since = u.at, false, c.now
  any_cell(c, u, from, let_go, u.at)
  wake_those_beside(c, from, u.wide, u.high)
end

--- Collects the units that wake now. Those that have waited look first, in the
-- order in which they began to wait.
local function wake_all(c)
  local first, due = c.first, {}
  c.awake, c.looked, c.deciding, c.is_looking = {}, 0, {}, true
  timers.take(c, due)
  for i = 1, #due do
    if not is_standing(due[i]) then
      end_step(c, due[i])
    end
  end
  timers.take(c, due) -- those that the ends of steps have woken
  for i = 1, #first + #due do
    local u = first[i] or due[i - #first]
    if u.wake <= c.now then
      u.wake = huge
      c.awake[#c.awake + 1] = u
    end
  end
  c.first, c.woken = {}, c.woken + #c.awake
end

--- All awake units look. One that is at a point of its patrol looks once more: it
-- asks for its next goal before others push it. One whose order is over, and has a
-- next, looks again in the next moment at this time.
local function look_all(c)
  c.is_looking, c.is_round_due = true, false
  while c.looked < #c.awake do
    local u = c.awake[c.looked + 1]
    local waited = u.state == "waiting"
    if unitstates.serve_and_look(c, u) or u.plan then
      c.deciding[#c.deciding + 1] = u
    end
    if unitstates.is_due(u) then
      c.has_ended = true
      unitstates.wake(c, u)
    end
    local asks = not waited and u.state == "waiting" and u.wake <= c.now
    c.looked = c.looked + (asks and 0 or 1)
  end
  c.is_looking, c.is_round_due = false, true
end

--- Begins the steps that were chosen.
-- @param stepped  a unit that the game moves itself, or nil. With one, the units
-- that stay are not charged a lost turn
local function begin_all(c, stepped)
  local chosen, n, s = c.chosen, c.n_chosen, c.grid.stagger
  for i = 1, n do
    local u = chosen[i]
    if u.choice == pibt.STEPS then
      u.reported = u.reported and not crowdunit.has_target(u)
      local by_link = u.by == crowdunit.LINK
      if not by_link then
        u.heading = s and hexagons.side_number(s, u.by, agent.cell(c, u.at))
          or u.by
      end
      u.duration = by_link and 0 or u.finish - c.now
      u.from, u.at = u.at, u.to
      timers.set(c, u, u.finish)
      if c.tells_moves then
        unitstates.report(c, u, "moved", u.at)
      end
    end
  end
  pibt.close(c, true)
  for i = 1, n do
    local u = chosen[i]
    if not is_standing(u) and u ~= stepped then
      unitstates.record_step(c, u)
    elseif not stepped then
      unitstates.record_stay(c, u)
    end
  end
  for i = 1, n do
    local u = chosen[i]
    if not is_standing(u) and u.duration > 0 then
      wake_those_beside(c, u.from, u.wide, u.high)
    end
  end
end

-- Time ------------------------------------------------------------------------

local function last_moment(c)
  return c.clock + (c.fraction > 0 and 1 or 0)
end

--- Goes from moment to moment. It stops at the clock's time, before the round
-- of that moment, so by ticks all steps of a tick are one round; or before it if
-- an order is over that has a next one.
local function pass_moments(c)
  local last = last_moment(c)
  while c.is_looking or c.is_round_due or timers.next(c) <= last do
    if not (c.is_looking or c.is_round_due) then
      local next_time = timers.next(c)
      if next_time > c.now then
        if c.woken >= MOST_WOKEN then
          c.clock, c.fraction, last = c.now, 0, c.now
          break
        end
        c.now, c.stops = next_time, 0
      end
      wake_all(c)
    end
    look_all(c)
    if c.now < last and c.has_ended then
      c.stops = c.stops + 1
    end
    if c.now >= last or c.has_ended and c.stops <= MOST_STOPS then
      last = c.now
      break
    end
    c.is_round_due = false
    jointplans.think(c)
    jointplans.lead(c)
    pibt.decide_all(c, c.deciding)
    begin_all(c)
  end
  c.now, c.has_ended = last, false
end

--- The units look again that may take other steps than when they last looked.
-- Units that were refused ask again.
local function record_edit(c)
  c.seen = c.grid.log.total.count
  unitstates.requeue_deciders(c)
  for _, u in ipairs(c.units) do
    agent.prepare(u.agent)
    local edits = agent.edits(u.agent)
    local is_touched = edits ~= u.seen_edits
    u.seen_edits = edits
    if is_touched and u.is_path_short then
      unitstates.seek_longer_path(c, u)
    end
    if is_touched and u.state == "blocked" and (u.refused or u.is_path_short) then
      unitstates.wait(c, u)
    elseif u.seen_directions ~= directions(u, u.at) then -- shared lists
      unitstates.wake_early(c, u)
    end
  end
end

--- Lets seconds or ticks pass; nil: what is left of the time before. If `serve`
-- raises, the next call goes on with the units that have not looked.
-- @return is there time left?
function simulation.pass(c, time)
  if time then
    c.woken = 0
    unitstates.forget_events(c)
  end
  time = time or 0
  local whole = c.time_unit == "ticks" and time or time * SECOND
  local fraction = c.fraction + whole - floor(whole)
  c.clock = c.clock + floor(whole) + floor(fraction)
  c.fraction = fraction - floor(fraction)
  if c.seen ~= c.grid.log.total.count then
    record_edit(c)
  end
  local first = c.waiting
  c.waiting = {}
  for _, u in ipairs(first) do
    if c.is_round_due then -- that moment goes on: they look before its round
      c.awake[#c.awake + 1] = u
    else
      c.first[#c.first + 1] = u
      unitstates.wake(c, u)
    end
  end
  pass_moments(c)
  c.events.reported = c.events.count
  return c.now < last_moment(c)
end

--- The part of its step that a unit has done.
function simulation.phase(c, u)
  if is_standing(u) or u.duration == 0 then
    return is_standing(u) and 1 or 0
  end
  local began = u.finish - u.duration
  return max(0, min(1, (c.clock - began + c.fraction) / u.duration))
end

-- Crowds and units ------------------------------------------------------------

--- Lays out the places of its grid, without occupants.
function simulation.lay_out(c)
  c.pitch, c.offset = c.grid.width + 1, {}
  for d = 1, 8 do
    c.offset[d] = agent.DY[d] * c.pitch + agent.DX[d]
  end
  c.occupant = array.filled((c.grid.height + 2) * c.pitch + 1, false)
end

--- Begins a crowd without units at time 0.
function simulation.open(c)
  c.second = SECOND
  simulation.lay_out(c)
  c.units, c.waiting, c.first, c.chosen = {}, {}, {}, {}
  timers.open(c)
  c.reserved, c.displaced = {}, {}
  c.events = { unit = {}, what = {}, a = {}, count = 0, reported = 0,
    before = 0 }
  c.choices = { [0] = { count = 0, by = {}, cost = {} } }
  c.clock, c.fraction, c.now, c.budget, c.decisions = 0, 0, 0, huge, 0
  c.admissions, c.longest_step, c.stops = 0, 0, 0
  c.plans, c.made, c.plan, c.last_stuck = {}, false, false, 0
  c.searches_left, c.searches_renewed = 0, 0
  pibt.open(c)
end

local function stand_at(c, u, p)
  u.at, u.from, u.finish, u.duration, u.is_placed = p, p, 0, 0, true
  any_cell(c, u, p, pibt.set_occupant)
end

--- Adds a unit that stands at a place.
function simulation.admit(c, u, p)
  transitions.apply(c, u, "stop")
  u.to_goal, u.goal = false, p
  u.wake, u.heading, u.paused = huge, false, false
  u.choice, u.to, u.seen_directions = false, p, directions(u, p)
  u.plan, u.forced, u.stands_since = false, false, -huge
  u.by, u.since, u.best = crowdunit.STAY, c.now, huge
  u.progress_time, u.retry_at = c.now, c.now
  crowdunit.pace(c, u)
  stand_at(c, u, p)
  c.units[#c.units + 1] = u
  c.admissions, c.finders = c.admissions + 1, nil
  u.addition = c.admissions
end

local function hold_if_free(c, u, p)
  if not c.occupant[p] then
    pibt.set_occupant(c, u, p)
  end
end

--- Other units may come to places that were left: a unit that is leaving one
-- holds it again, plans that lead round them end, and who can go on there tries
-- that before another plan is made.
local function see_room(c, u)
  if not is_standing(u) then
    any_cell(c, u, u.from, hold_if_free)
  end
  unitstates.leave_plan(c, u)
  wake_if_awaiting_turn(c, u)
  if unitstates.may_go_on(c, u) then
    transitions.apply(c, u, "room")
  end
end

--- Takes a unit off its places, and calls f(c, u, a, p).
local function vacate(c, u, f, a, p)
  local from, at, wide, high = u.from, u.at, u.wide, u.high
  unitstates.requeue_deciders(c)
  unitstates.leave_plan(c, u)
  any_cell(c, u, from, let_go)
  any_cell(c, u, at, let_go)
  u.wake = huge
  f(c, u, a, p)
  for_units_near(c, from, wide, high, see_room)
  for_units_near(c, at, wide, high, see_room)
  return true
end

local function remove(c, u)
  local events = c.events
  u.state = nil
  local place = #c.units
  while c.units[place] ~= u do
    place = place - 1
  end
  table.remove(c.units, place)
  c.finders = nil
  for i = 1, events.count do
    events.unit[i] = events.unit[i] ~= u and events.a[i] ~= u
      and events.unit[i]
  end
  -- Nothing keeps the unit from the collector.
  c.chosen, c.reserved, c.displaced = {}, {}, {}
  timers.clean(c)
  pibt.open(c)
  if not (c.is_looking or c.is_round_due) then
    c.awake, c.looked, c.deciding = {}, 0, {}
  end
end

--- Removes a unit. It has no state then.
function simulation.dismiss(c, u)
  vacate(c, u, remove)
end

--- May a unit of this size be placed there? No other unit may hold the place,
-- or still leave it.
local function may_place(c, u, p, wide, high)
  local there, is_free = { wide = wide, high = high, agent = u.agent }, true
  any_cell(c, there, p, function(_, _, q)
    is_free = is_free and (not c.occupant[q] or c.occupant[q] == u)
  end)
  for_units_near(c, p, wide, high, function(_, other)
    is_free = is_free and (other == u or is_standing(other)
      or not any_cell(c, other, other.from, function(_, _, q)
        return crowdunit.covers(there, p, q)
      end))
  end)
  return is_free
end

local function place(c, u, a, p)
  -- A query of the game may find another end from there.
  local order = u.order
  local may_change = order and order.query and not order.kind.has_target
  u.to_goal, u.old_to_goal, u.shown =
    a == u.agent and not may_change and u.to_goal, nil, nil
  u.agent, u.wide, u.high = a, a.profile.wide, a.profile.high
  local has_moved = p ~= u.at
  stand_at(c, u, p)
  unitstates.set_out(c, u, has_moved)
end

--- Puts a unit to a place, with this agent. It keeps its order. Returns false
-- if it may not be there.
function simulation.put(c, u, a, p)
  return may_place(c, u, p, a.profile.wide, a.profile.high)
    and vacate(c, u, place, a, p)
end

--- Units came or went in a rectangle of places by no step.
function simulation.wake(c, p, wide, high)
  unitstates.requeue_deciders(c)
  for_units_near(c, p, wide, high, unitstates.wake_early)
end

--- Between two updates, a unit begins a step in a round in which it decides
-- first. Returns true; or nil and "busy", "blocked", or "occupied" and the unit
-- in the way.
function simulation.step(c, u, d)
  local state, to_goal, goal = u.state, u.to_goal, u.goal
  if not is_standing(u) or not agent.may_leave(u.agent, u.at, d) then
    return nil, is_standing(u) and "blocked" or "busy"
  end
  u.state, u.to_goal, u.goal = "idle", false, u.at
  if not pibt.step(c, u, d) then
    pibt.close(c, false)
    u.state, u.to_goal, u.goal = state, to_goal, goal
    return nil, "occupied", c.barrier and c.barrier.handle
  end
  unitstates.requeue_deciders(c)
  begin_all(c, u)
  local stop = state == "idle" and unitstates.stop or unitstates.end_order
  stop(c, u)
  -- The player steers it: nobody pushes it.
  u.list, u.yields = nil, false
  return true
end

--- The crowd's time is in seconds or ticks from now on. (Before, steps take
-- seconds.) Steps that have begun get new ends.
function simulation.retime(c)
  local is_later = c.time_unit == "ticks"
  c.longest_step = 0
  for _, u in ipairs(c.units) do
    crowdunit.pace(c, u)
    if is_later and not is_standing(u) then
      u.finish = c.now + crowdunit.duration(c, u, u.from, u.by)
    end
  end
  local function delay(_, u, p)
    local behind = c.occupant[p]
    if behind.finish < u.finish then
      behind.finish, is_later = u.finish, true
    end
  end
  while is_later do
    is_later = false
    for _, u in ipairs(c.units) do
      if not is_standing(u) then
        any_cell(c, u, u.from, delay)
        u.duration = u.finish - c.now
        timers.set(c, u, u.finish)
      end
    end
  end
end

return simulation
