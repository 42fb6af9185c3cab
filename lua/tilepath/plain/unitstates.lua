--- What becomes of a unit in a crowd: its states, and the events that tell of
-- them. Time (simulation.lua) calls this when the unit looks, when it has begun
-- a step, and when it has not moved in a round. Orders (orders.lua) call it
-- with what the game wants. Functions take the crowd and a unit; but goes and
-- clear a unit, and count, forget_events and requeue_deciders a crowd.
--
--     "idle"       without an order; pushed away, it goes home
--     "waiting"    for a cost to goal
--     "going"      to the goal of its order
--     "arrived"    at its goal; pushed away, it comes back
--     "settled"    near its goal, which others have taken
--     "blocked"    it rests, longer each time, and tries again
--     nil          it was removed
--
-- The fields of units and crowds stand in simulation.lua, and transitions.lua
-- says which of them each event sets and resets.
--
-- When a unit needs a cost to goal, this file calls `serve` of the order's
-- kind. That calls one of unitstates.give_cost_to_goal, unitstates.refuse, and
-- unitstates.wait (the budget is used up); for a unit that asks it may do
-- nothing. It may also stop the unit. If it raises, the next update goes on
-- where this one was.
--
-- What costtogoal.lua says of a cost to goal:
--
--     cost(to_goal, p)     a cost; huge: no path leads on from there
--     to_goal.factor       costs count in 1/factor of the unit of steps
--     is_end(to_goal, p)   is the place an end?
--     edge(to_goal, p)     an edge of the agent, and the cost by it, if going
--                          on by it costs no more than by steps
--     is_stale(to_goal, p) must it be made anew before the unit goes on from p?

local siblings = (...):match("^.*[./]") or ""
local parent = (...):match("^(.*)plain[./]") or ""
require(parent .. "luajit").off()
local agent = require(siblings .. "agent")
local costtogoal = require(siblings .. "costtogoal")
local crowdunit = require(siblings .. "crowdunit")
local passages = require(siblings .. "passages")
local pibt = require(siblings .. "pibt")
local timers = require(siblings .. "timers")
local transitions = require(siblings .. "transitions")

local floor, huge, max, min = math.floor, math.huge, math.max, math.min
local any_cell, cost, directions, ends_at, is_standing, is_wall_at, rests =
  crowdunit.any_cell, crowdunit.cost, crowdunit.directions, crowdunit.ends_at,
  crowdunit.is_standing, crowdunit.is_wall_at, crowdunit.rests
local apply = transitions.apply

local unitstates = {}

-- In times of a step:
local PATIENCE = 64      -- without progress until a unit is blocked
local PAUSE = 16         -- its first rest after that
local WAIT = 12          -- until it takes any path round others
local CONTENT = 8        -- without progress near its goal: there it settles
local NEAR = 2           -- cells: so near its goal, one pushed off it comes back
local SELDOM = 8         -- so often a spare unit looks for a place
local CALM = 64          -- at its goal until pushes count anew
local MOST_PAUSES = 6    -- so many rests count
local MORE = 240         -- the longest rest is longer than the first by that:
                         -- nothing wakes a unit when a way opens far from it
local MOST_PLANS = 8     -- so often it hopes anew after plans without progress
local MOST_PUSHES = 6    -- so often it hopes anew if it was pushed off its goal

--- Is the unit under way: with an order, neither at rest nor paused?
function unitstates.goes(u)
  return not rests(u) and not (u.paused and is_standing(u))
end

--- Is the unit at a point of its patrol, and rests there?
function unitstates.rests_at_point(c, u)
  return crowdunit.is_at_point(u) and (u.rest_until or 0) > c.now
end

--- Is its order over? One with a target ends by itself only if that was removed,
-- and a patrol never.
function unitstates.is_over(u)
  local order = u.order
  return not order or not (order.kind.has_target or order.kind.is_endless)
    and (u.state == "arrived" or u.state == "settled") and not u.is_path_short
end

--- Does it begin the next order of its list when it looks? (Then
-- unitstates.begin_next(c, u), which orderlist.lua adds, gives it that.)
function unitstates.is_due(u)
  return u.list and not u.paused and unitstates.is_over(u) or false
end

--- The numbers of units that are under way or soon are, wait for a cost to
-- goal, and are stuck.
function unitstates.count(c)
  local moving, waiting, stuck = 0, 0, 0
  for _, u in ipairs(c.units) do
    moving = moving
      + ((unitstates.goes(u) or unitstates.is_due(u)) and 1 or 0)
    waiting = waiting + (u.queued and 1 or 0)
    stuck = stuck + (u.stuck and 1 or 0)
  end
  return moving, waiting, stuck
end

--- Tells an event: a word of reference/crowd.md, and a value.
function unitstates.report(c, u, what, a)
  local events, n = c.events, c.events.count + 1
  events.unit[n], events.what[n], events.a[n] = u, what, a or false
  events.count = n
end

--- Forgets the events that were told.
function unitstates.forget_events(c)
  local e, reported = c.events, c.events.reported
  for i = 1, e.count do
    e.unit[i], e.what[i], e.a[i] =
      e.unit[i + reported], e.what[i + reported], e.a[i + reported]
  end
  e.before, e.count, e.reported = e.before + reported, e.count - reported, 0
end

--- Wakes a unit now if it stands; else the end of its step does.
function unitstates.wake(c, u)
  if is_standing(u) then
    timers.set(c, u, c.now)
  end
end

--- The game has done something between two updates: the units whose round is
-- due look again before they decide.
function unitstates.requeue_deciders(c)
  for _, u in ipairs(c.is_round_due and c.deciding or {}) do
    if u.state then
      unitstates.wake(c, u)
    end
  end
  c.is_round_due = false
end

-- At rest ---------------------------------------------------------------------

--- The first rest of a blocked unit. Units that block each other rest for
-- different times, so that one tries while the other rests, and can be pushed.
local function first_pause(u)
  return (PAUSE + u.number % PAUSE) * u.step_time
end

--- Does a blocked unit look if an end of its order has become free? Its rests
-- grow; it does so each time that a first rest is over.
local function seeks_free_end(c, u)
  return c.now < u.retry_at and (u.retry_at - c.now) % first_pause(u) == 0
end

--- At rest the unit looks again at that time; after one step's time if it asks
-- where to go, or waits for its goal; after eight if it is spare. A blocked one
-- looks for an end that has become free.
local function rest_until(c, u, time)
  if u.state == "blocked" and time < huge and time > c.now then
    local pause = first_pause(u)
    time = time - floor((time - c.now - 1) / pause) * pause
  end
  local seeks = crowdunit.seeks_place(u)
  local looks = seeks or u.asks_each_step or u.late and u.state == "blocked"
  local next_time = c.now + u.step_time * (seeks and SELDOM or 1)
  timers.set(c, u, looks and min(time, next_time) or time)
end

local function free(c, u)
  if u.stuck then
    unitstates.report(c, u, "freed")
    apply(c, u, "free")
  end
end

--- The unit is at its goal ("arrive"), or near enough ("settle"). If its path is
-- short of that, it is blocked there.
local function come_to_rest(c, u, event)
  local had_settled = u.state == "settled" and event == "arrive"
    and not u.asks_each_step
  if not u.is_path_short then
    free(c, u)
  end
  local was_reported, was_at_point =
    u.reported and not had_settled, u.at_point
  if u.patrols then
    -- It asks for its next goal at once. If it has not stepped since its last
    -- goal, it asks after a step's time, or it might never stop asking. (A ride
    -- in a link is no step: it may take next to no time.)
    unitstates.report(c, u, "reached", u.point)
    timers.set(c, u, c.now + (was_at_point and u.step_time or 0))
    apply(c, u, "point")
    u.to_goal, u.goal, u.rest_until = false, false, 0
    return
  end
  apply(c, u, event)
  if event == "settle" and u.order and u.order.keep then
    u.settle_radius = crowdunit.ANYWHERE -- it pushes no unit
  end
  rest_until(c, u, huge)
  if was_reported then
    return
  elseif u.is_path_short then
    apply(c, u, "warn")
  end
  if u.is_path_short then
    unitstates.report(c, u, "blocked")
  else
    unitstates.report(c, u, crowdunit.has_come(u) and "arrived" or u.state,
      u.at)
  end
end

--- The unit is blocked: it rests, longer each time, and tries again.
local function give_up(c, u)
  if not u.stuck then
    unitstates.report(c, u, "blocked")
  end
  apply(c, u, "block")
  local first = first_pause(u)
  u.retry_at = c.now + min(first * 2 ^ u.backoff, first + MORE * u.step_time)
  u.backoff = min(u.backoff + (u.outside and 0 or 1), MOST_PAUSES)
  if is_standing(u) then
    rest_until(c, u, u.retry_at)
  end
end

--- The unit tries again after a plan that has brought no progress; so often it
-- may.
function unitstates.hope_anew(c, u)
  if u.failed_joint_plans < floor(MOST_PLANS / 2 ^ u.backoff) then
    u.failed_joint_plans = u.failed_joint_plans + 1
    apply(c, u, "hope")
  elseif u.state == "going" or u.state == "arrived" then
    give_up(c, u)
  end
end

--- The unit has taken a link, which may have taken long: its patience begins
-- anew, but not for ever, if it comes no nearer.
function unitstates.record_ride(c, u)
  if u.failed_joint_plans < MOST_PLANS then
    u.failed_joint_plans = u.failed_joint_plans + 1
    apply(c, u, "hope")
  end
end

--- May the unit wait for a plan?
function unitstates.may_wait(c, u)
  return u.state ~= "blocked"
    and c.now - u.progress_time <= PATIENCE * u.step_time * 2 ^ u.backoff
end

--- The unit waits for a plan. Without patience it is blocked for the game.
function unitstates.warn(c, u)
  if not rests(u) and not u.stuck
    and c.now - u.progress_time > PATIENCE * u.step_time then
    unitstates.report(c, u, "blocked")
    apply(c, u, "warn")
  end
end

--- The plan of a unit ends: its members look again.
function unitstates.leave_plan(c, u)
  local plan = u.plan
  for _, one in ipairs(plan and plan.members or {}) do
    if one.plan == plan then
      one.plan = false
      unitstates.wake(c, one)
    end
  end
end

--- Is the occupant a unit that will not leave by itself?
function unitstates.is_taken(c, u, p)
  local other = c.occupant[p]
  return other and other ~= u and is_standing(other)
    and (crowdunit.is_wall(other) or rests(other)
    or crowdunit.may_settle(other, other.at) and not other.asks_each_step)
end

local is_taken = unitstates.is_taken

--- Would the unit step between two units at rest?
local function is_narrow(c, u, d)
  return d > 4 and not c.grid.stagger
    and is_taken(c, u, u.at + c.offset[agent.SIDE_X[d]])
    and is_taken(c, u, u.at + c.offset[agent.SIDE_Y[d]])
end

--- Iterates over the places beside the unit that are better than its own. The
-- far end of a link on its path is one, too.
local function better_places(c, u)
  local list, edge = directions(u, u.at), crowdunit.edge(u)
  local stay = crowdunit.cost_by(u, u.at, crowdunit.STRAIGHT)
  local i = edge and -1 or 0
  return function()
    while i < #list do
      i = i + 1
      local p = i == 0 and edge.to or u.at + c.offset[list[i]]
      if i == 0 or crowdunit.cost_by(u, p, list[i]) < stay
        and not is_narrow(c, u, list[i]) then
        return p
      end
    end
  end
end

--- Does a test hold for a cell of any better place?
local function any_better(c, u, test)
  for p in better_places(c, u) do
    if any_cell(c, u, p, test) then
      return true
    end
  end
  return false
end

--- Does it hold for a cell of each better place?
local function all_better(c, u, test)
  for p in better_places(c, u) do
    if not any_cell(c, u, p, test) then
      return false
    end
  end
  return true
end

--- Do units at rest take all better places? So the nearest come to rest first,
-- and no circle of units waits for one another.
local function is_closed_off(c, u)
  return all_better(c, u, is_taken)
end

--- Is there a wall for which no unit has waited in vain?
local function is_new_wall(c, u, p)
  return is_wall_at(c, u, p) and not c.occupant[p].awaited
end

--- A unit has waited in vain for the wall in the cell, if one is there.
local function record_wait(c, u, p)
  if is_wall_at(c, u, p) then
    apply(c, c.occupant[p], "await")
  end
end

--- Does a unit in the cell rest at its goal, where this one wants to end?
local function loses_goal_at(c, u, p)
  local other = c.occupant[p]
  return other and other ~= u and crowdunit.loses_goal_to(u, other)
end
unitstates.loses_goal_at = loses_goal_at

local function holds(c, _, p, other)
  return c.occupant[p] == other
end

--- Is a unit in the cell that came first to this one's goal, or will not leave
-- it: like a wall at it, or late for it itself?
local function is_kept(c, u, p)
  local other = c.occupant[p]
  return other and other ~= u and (crowdunit.loses_goal_to(u, other)
    or crowdunit.is_wall(other) and any_cell(c, u, u.goal, holds, other)
    or other.state == "blocked" and other.late and other.goal == u.goal)
end

--- Is another unit at its goal that will not leave it?
local function is_goal_taken(c, u)
  return u.goal and any_cell(c, u, u.goal, is_kept)
end

--- Does a unit in the cell rest at this one's goal, or may it be about to? Then
-- one with several goals asks for another before it settles.
local function may_stay(c, u, p)
  local other = c.occupant[p]
  return other and other ~= u and (not rests(other) or is_kept(c, u, p))
end

--- Was the unit in the cell pushed off the goal of this one?
local function comes_back(c, u, p)
  local other = c.occupant[p]
  return other and other ~= u and other.away and other.goal == u.goal
end

--- Does the map let it go to its goal, with no unit at it, and none that comes
-- back to it?
local function is_goal_free(c, u)
  if not u.goal or u.refused or is_goal_taken(c, u) then
    return false
  end
  local x, y = agent.cell(u.agent, u.goal)
  local right = min(x + u.wide - 1 + NEAR, c.grid.width - 1)
  for row = max(y - NEAR, 0), min(y + u.high - 1 + NEAR, c.grid.height - 1) do
    for p = agent.place(c, max(x - NEAR, 0), row), agent.place(c, right, row) do
      if comes_back(c, u, p) then
        return false
      end
    end
  end
  return true
end

--- Has it one goal, which another may take for good? One that asks where to go
-- has another soon.
local function may_lose_goal(u)
  return u.settle_radius == 0 and not u.has_choice and not u.asks_each_step
end

--- Does a unit rest at this unit's goal, right beside it, and do units at rest
-- take all better places? Then there is nothing to wait for. (In a closed cell
-- there is: its exit.)
local function has_lost_goal(c, u)
  return may_lose_goal(u) and u.agent.class[u.at] > 0
    and (not u.goal or is_goal_taken(c, u))
    and is_closed_off(c, u)
    and any_better(c, u, u.goal and is_kept or loses_goal_at)
end

--- Has a unit in the cell stood there for less than a step's time?
local function has_just_come(c, u, p)
  local other = c.occupant[p]
  return other and other ~= u and c.now - other.since < other.step_time
end

--- Is another unit at its goal, and not only since a moment ago?
local function loses_goal(c, u)
  return is_goal_taken(c, u) and not any_cell(c, u, u.goal, has_just_come)
end

--- Does it wait outside, with a unit at its goal that rests there?
local function waits_in_vain(c, u)
  return u.outside and may_lose_goal(u) and loses_goal(c, u)
end

--- Does another unit hold the cell, and not leave it?
local function is_held(c, u, p)
  local other = c.occupant[p]
  return other and other ~= u
    and (other.duration == 0 or crowdunit.covers(other, other.at, p))
end

--- Is a unit, blocked or on its way, beside a place nearer to its goal that is
-- free, or is being left? (One that was restored does not know before it tries
-- again.)
function unitstates.may_go_on(c, u)
  if u.state ~= "blocked" and u.state ~= "going" or u.refused or u.late then
    return false
  elseif not u.to_goal or costtogoal.is_stale(u.to_goal, u.at) then
    return not u.to_goal and u.is_restored
  end
  local here = cost(u, u.at)
  for _, d in ipairs(directions(u, u.at)) do
    local p = u.at + c.offset[d]
    if cost(u, p) < here and not any_cell(c, u, p, is_held) then
      return true
    end
  end
  return false
end

--- Is a blocked unit about to try again, with another unit at its goal? Its
-- order may have another end, so it is served first, in the next update if
-- the budget is used up. One with several goals need not be blocked for that.
function unitstates.seeks_other_end(c, u)
  return u.has_choice and unitstates.goes(u) and loses_goal(c, u)
    or u.state == "blocked"
    and (c.now >= u.retry_at or u.queued or seeks_free_end(c, u))
    and is_goal_taken(c, u)
end

-- Looking ---------------------------------------------------------------------

--- Has a unit in the cell come to its target?
local function has_come_at(c, u, p)
  local other = c.occupant[p]
  return other and other ~= u and crowdunit.has_come(other)
end

--- Has the unit a target, and does one that has come to its own stand in the next
-- place of its path? Then it looks for a way round; with none it settles.
function unitstates.is_kept_out(c, u)
  local p = u.hunts and u.to_goal and costtogoal.next(u.to_goal, u.at)
  local d = p and u.agent.direction_of[p - u.at]
  local inside = p and passages.bars(c, u, p)
  return p and (any_cell(c, u, p, has_come_at) or d and is_narrow(c, u, d)
    or inside and crowdunit.rests_at_end(inside)) or false
end

--- Does the unit need a cost to goal?
local function lacks_path(c, u)
  if u.state == "idle" or u.paused
    or ends_at(u, u.at) and (u.to_goal or not u.is_path_short)
    or u.state == "blocked" and c.now < u.retry_at and not u.queued then
    return false
  end
  return u.refused or not u.to_goal or costtogoal.is_stale(u.to_goal, u.at)
end

--- Notes how near the unit has come. Returns false if it is blocked.
local function record_progress(c, u)
  local here = cost(u, u.at)
  u.refused = here == crowdunit.FAR
  if here < u.best and not (u.refused or u.late) then
    if u.best == huge then -- a unit with a long way counts as ordered earlier
      local step = max(1, u.agent.costs.cheapest_straight * u.to_goal.factor)
      u.since = min(u.since, c.now - floor(here / step) * u.step_time)
    end
    -- One that goes back to the end of a short path is still blocked.
    if u.state == "going" or not u.is_path_short then
      free(c, u)
    end
    u.best = here
    apply(c, u, "nearer")
    u.backoff = u.is_rerouted and u.backoff or 0
  end
  -- Twice the patience: this is for units that step to and fro, or round and
  -- round.
  return not u.refused and c.now - u.progress_time <= 2 * PATIENCE * u.step_time
end

--- The unit waits outside a link until the game answers if it may take it.
function unitstates.ask(c, u, edge)
  if u.permission == "asks" then
    unitstates.report(c, u, u.at_link and "asks" or "link", edge.link.number)
  end
  u.permission, u.outside, u.at_link = "has asked", true, true
end

--- Does the unit stand before a link, and wait for the game's answer?
local function awaits_permission(c, u)
  local must_ask = u.permission and u.permission ~= "may go"
  local edges = must_ask and u.to_goal and u.agent.edges
  local edge = edges and edges[u.at] and costtogoal.edge(u.to_goal, u.at)
  if not edge then
    return false
  end
  unitstates.ask(c, u, edge)
  apply(c, u, "hope")
  return true
end

--- A unit looks around. Does it decide in this round?
local function look(c, u)
  local is_resting = u.state == "blocked" and c.now < u.retry_at
  if u.paused or u.state == "waiting" then
    return false
  elseif u.state == "idle" then
    if u.at == u.goal then
      apply(c, u, "home")
    end
    return u.at ~= u.goal
  elseif ends_at(u, u.at) then
    if crowdunit.seeks_place(u) then
      rest_until(c, u, huge)
    else
      come_to_rest(c, u, "arrive")
    end
    return false
  elseif u.late and not is_resting and unitstates.seeks_other_end(c, u) then
    -- It was beside its goal.
    give_up(c, u)
    return false
  elseif u.state == "blocked"
    and (not is_resting or u.late and is_goal_free(c, u))
    or u.state == "settled" and u.asks_each_step then
    apply(c, u, "retry")
  end
  if rests(u) then
    rest_until(c, u, u.state == "blocked" and u.retry_at or huge)
    return false
  elseif not record_progress(c, u) then
    give_up(c, u)
    return false
  elseif has_lost_goal(c, u) then
    if u.goal then
      apply(c, u, "late") -- it can come no nearer
    end
    give_up(c, u)
    return false
  elseif crowdunit.may_settle(u, u.at)
    and not (u.has_choice and any_cell(c, u, u.goal, may_stay))
    and (u.patrols
    or c.now - u.progress_time > CONTENT * u.step_time
    or unitstates.is_kept_out(c, u) or is_closed_off(c, u))
  then
    come_to_rest(c, u, "settle")
    return false
  end
  return not awaits_permission(c, u)
end

--- A unit that rests at a point sleeps until that is over.
local function rests_on(c, u)
  if unitstates.rests_at_point(c, u) then
    timers.set(c, u, u.rest_until)
    return true
  end
end

--- An awake unit gets a cost to goal if it needs one, and looks.
function unitstates.serve_and_look(c, u)
  if not (u.state and is_standing(u)) then
    return false
  end
  u.seen_directions = directions(u, u.at)
  if unitstates.is_due(u) then
    unitstates.begin_next(c, u)
    if not (u.state and is_standing(u)) then
      return false
    end
    u.wake = huge
  end
  if rests_on(c, u) then
    return false
  end
  local lacks = lacks_path(c, u)
  local asks = u.asks_each_step or crowdunit.seeks_place(u)
    or unitstates.seeks_other_end(c, u)
  u.queued = false
  if lacks and c.budget > 0 or asks and not u.paused then
    u.order.kind.serve(c, u, u.order)
    if not (u.state and is_standing(u)) then
      return false
    end
    u.wake = huge
    lacks = lacks_path(c, u)
    if rests_on(c, u) then
      return false
    end
  end
  if lacks then
    unitstates.wait(c, u)
    return false
  elseif u.state == "waiting"
    and not (u.paused or crowdunit.seeks_place(u)) then
    apply(c, u, "new_path") -- others have pushed it to where its costs lead on
  end
  return look(c, u)
end

-- After a round ---------------------------------------------------------------

--- Which unit has pushed one that did not want to go: the unit in a cell that it
-- leaves; or, unless it goes back to its place of rest, the unit that has drawn
-- it along into its own cell; nil: none.
local function find_pusher(c, u)
  local by
  if rests(u) or u.state == "waiting" then
    any_cell(c, u, u.from, function(_, _, p)
      local other = c.occupant[p]
      by = by or other and other ~= u and other
    end)
    crowdunit.for_units_near(c, u.at, u.wide, u.high, function(_, other)
      by = by or not u.away and other ~= u and other.from == u.at and other
    end)
  end
  return by
end

--- A unit has begun a step. Units that push each other off their goals each
-- reach their goals, so their patience never ends. So pushes count.
function unitstates.record_step(c, u)
  local by = find_pusher(c, u)
  local rested = rests(u) and u.state ~= "blocked"
  apply(c, u, "step")
  u.permission = u.permission and "asks"
  if u.duration > 0 then
    apply(c, u, "walk")
  end
  if by then
    unitstates.report(c, u, "pushed", by)
  end
  if rested then
    local is_calm = c.now - u.since > CALM * u.step_time
    u.pushes = is_calm and 1 or u.pushes + 1
    apply(c, u, "push")
  end
  -- Elsewhere the answer may be another one.
  if rested and u.pushes <= MOST_PUSHES
    or u.state == "blocked" and u.refused then
    apply(c, u, "hope")
  end
end

--- For how many steps' time the unit has come no nearer.
local function steps_waited(c, u)
  return floor((c.now - u.progress_time) / u.step_time)
end

--- The highest cost of a path round units that are like walls, for a unit whose
-- own path has the cost `own`: 3 own + WAIT steps; or with a price for a detour
-- own + (price + steps waited) 2^rests steps.
function unitstates.most_detour_cost(c, u, own)
  local price, step = u.detour_price, u.agent.costs.cheapest_straight
  local steps = price and (price + steps_waited(c, u)) * 2 ^ u.backoff
  return steps and own + steps * step or 3 * own + WAIT * step
end

--- May the unit ask for a path round others now? With a price for a detour
-- after 0, 1, 2, 4 ... steps' time; else at once, and once more after WAIT.
local function may_ask_for_detour(u, waited)
  if not u.detour_price then
    return not u.seeks_detour or not u.takes_any_detour and waited >= WAIT
  end
  local power = 1
  while power < waited do
    power = 2 * power
  end
  return u.detour_price < huge
    and (waited == power or waited == 0 and not u.seeks_detour)
end

--- The unit asks for a path round those that are like walls: at once, for one
-- that is not much longer, and after a while for any; until it comes nearer or
-- rests. Where another unit has waited in vain, this one does not wait. A detour
-- does not know which of the walls have gone, so a unit held up on one asks anew.
local function ask_for_detour(c, u)
  local waited = steps_waited(c, u)
  local is_old = waited == WAIT and u.to_goal and u.to_goal.agent.base
  if not u.goal or u.state ~= "going" or not may_ask_for_detour(u, waited)
    or not (is_old or any_better(c, u, is_wall_at)
      and all_better(c, u, is_wall_at)) then
    return
  elseif waited >= WAIT then
    for p in better_places(c, u) do
      any_cell(c, u, p, record_wait)
    end
  end
  u.takes_any_detour = not (u.detour_price or any_better(c, u, is_new_wall))
  -- From now on `best` is compared with the costs of a path, in the unit of
  -- steps. The costs of a field may count in a part of that.
  u.best = u.best / (u.to_goal and u.to_goal.factor or 1)
  apply(c, u, "detour")
  u.to_goal, u.old_to_goal = false, u.to_goal
end

--- The unit waits for another one. As long as that one has hope, it has hope,
-- too. Hope after a failed plan or ride is not handed on: around a ring of queues
-- it would never end.
local function share_hope(c, u, other)
  if other.state ~= "going" or other.failed_joint_plans > 0 then
    return
  elseif not is_standing(other) and other.duration == 0 then
    apply(c, u, "hope") -- it is in a link
  else
    u.progress_time = max(u.progress_time, min(other.progress_time, c.now))
  end
end

--- Does the unit wait behind another one, which is in a link, or waits outside
-- and does not want to come towards it?
local function is_behind(u, other)
  return not is_standing(other) and other.duration == 0
    or other.outside and cost(other, u.at) >= cost(other, other.at)
end

--- A unit waits for its turn.
local function await_turn(c, u)
  local choices = c.choices[0]
  pibt.list_choices(c, choices, u)
  local first = pibt.best(c, choices, u)
  -- One that is held up does not leave its turn to chance: it also looks when
  -- those at rest that it pushes can go.
  timers.set(c, u, min(c.now + u.step_time,
    crowdunit.is_held_up(c, u) and u.held_until or huge))
  for i = 1, choices.count do
    local by = choices.by[i]
    local p = by == crowdunit.LINK and choices.edge.to
      or u.at + (c.offset[by] or 0) -- if it stays, its own
    local is_better = by == crowdunit.LINK or choices.cost[i] < choices.stay
    local other = is_better and c.occupant[p]
    local inside = i == first and is_better and passages.bars(c, u, p)
    if inside then
      u.outside = true
      share_hope(c, u, inside)
    end
    if other and other ~= u then
      if by == crowdunit.LINK or is_behind(u, other) then
        u.outside = true
        share_hope(c, u, other)
      end
      if i == first and other ~= u.last_blocker and u.state == "going"
        and is_standing(other) then
        u.last_blocker = other
        unitstates.report(c, u, "bumped", other)
      end
    end
  end
  ask_for_detour(c, u)
end

--- A unit has not moved in a round.
function unitstates.record_stay(c, u)
  local edge = u.leaves and u.permission and u.permission ~= "may go"
    and passages.way_out(c, u)
  if edge then
    unitstates.ask(c, u, edge)
  end
  if u.plan then
    return -- that says when it goes on
  elseif u.state == "idle" then
    if u.away and u.backoff < MOST_PAUSES then
      timers.set(c, u, c.now + u.step_time * 2 ^ u.backoff)
      u.backoff = u.backoff + 1
    elseif u.away then -- it cannot go home: its place becomes its home
      u.goal = u.at
      apply(c, u, "home")
    end
  elseif not rests(u) and u.state ~= "waiting" then
    if c.now - u.progress_time > PATIENCE * u.step_time then
      give_up(c, u)
      return
    end
    await_turn(c, u)
    if waits_in_vain(c, u) then
      apply(c, u, "late")
      give_up(c, u)
    end
  end
end

-- Orders ----------------------------------------------------------------------

--- The unit has another goal, or another way to it. Whoever has a target may get
-- another goal where it rests: its next step forgets that it has told.
local function set_new_goal(c, u)
  apply(c, u, "new_goal")
  u.reported = u.reported and crowdunit.has_target(u)
end

--- The game has put the unit to a place, or given it another pathfinder.
function unitstates.set_out(c, u, has_moved)
  unitstates.leave_plan(c, u)
  apply(c, u, "put")
  if u.state == "idle" then
    u.goal = u.at
    apply(c, u, "home")
  else
    if has_moved and (u.state == "arrived" or u.state == "settled") then
      set_new_goal(c, u)
    end
    u.away = u.away or rests(u) and u.state ~= "blocked"
    unitstates.wake(c, u)
  end
end

--- The field along which the unit goes has changed: if the unit was at its end,
-- and is not any more, it sets out again. (One that was pushed off goes anyway.)
-- If it was refused, it asks again.
function unitstates.record_field(c, u)
  unitstates.requeue_deciders(c)
  if u.state == "blocked" and u.refused and is_standing(u) then
    unitstates.wait(c, u)
  end
  if u.state == "arrived" and not u.away and not ends_at(u, u.at) then
    apply(c, u, "new_path")
    set_new_goal(c, u)
    unitstates.wake(c, u)
  end
end

--- A new order: to_goal (or false), goal, settle_radius, detour_price, patrols,
-- asks_each_step, hunts and is_spare.
function unitstates.order(c, u, order)
  unitstates.requeue_deciders(c)
  unitstates.leave_plan(c, u)
  apply(c, u, "stop")
  apply(c, u, "order")
  u.to_goal, u.goal = order.to_goal or false, order.goal or false
  u.settle_radius, u.detour_price = order.settle_radius or 0, order.detour_price
  u.patrols = order.patrols or false
  u.asks_each_step = order.asks_each_step or false
  u.hunts = order.hunts or false
  u.is_spare = order.is_spare or false
  unitstates.wake(c, u)
end

--- Gives a unit another cost to goal, perhaps to another goal. Its order goes
-- on.
-- @param detour  to a unit that asked for a path round those that are like
-- walls: "taken" if this is one, "refused" if it is not; else nil
function unitstates.give_cost_to_goal(c, u, to_goal, goal, detour)
  local is_new = goal ~= u.goal
  local is_fresh = is_new or u.state == "waiting" and detour ~= "refused"
  if u.refused and u.state == "blocked" then
    apply(c, u, "hope")
  end
  u.to_goal, u.goal = to_goal, goal
  apply(c, u, "path")
  if u.state == "waiting" then
    apply(c, u, "go_on")
  end
  -- The first path round others may be longer than the old one. After later
  -- ones the unit must come nearer than ever, or two units that push each other
  -- off their paths might ask forever.
  if is_fresh or detour == "taken" and not u.is_rerouted then
    u.is_rerouted = detour == "taken" or u.is_rerouted or u.best < huge
    apply(c, u, "new_path")
  end
  if is_new then
    set_new_goal(c, u)
  end
  unitstates.wake(c, u)
end

--- No path leads to its goal.
function unitstates.refuse(c, u)
  local is_told = u.refused and u.state == "blocked" and c.now < u.retry_at
  apply(c, u, "refuse")
  if not is_told then
    give_up(c, u)
  end
end

--- The unit waits for a cost to goal until the next update.
function unitstates.wait(c, u)
  if u.state ~= "blocked" then
    apply(c, u, "wait")
  end
  if not u.queued then
    u.queued = true
    c.waiting[#c.waiting + 1] = u
  end
  u.wake = is_standing(u) and huge or u.wake
end

--- Ends the unit's order. The place where it stands, or where its step ends, is
-- its home.
function unitstates.stop(c, u)
  unitstates.requeue_deciders(c)
  unitstates.leave_plan(c, u)
  apply(c, u, "stop")
  u.order, u.to_goal, u.goal = nil, false, u.at
end

--- The same with an event for the game.
function unitstates.end_order(c, u)
  unitstates.stop(c, u)
  unitstates.report(c, u, "stopped")
end

function unitstates.set_paused(c, u, paused)
  unitstates.requeue_deciders(c)
  if paused then
    unitstates.leave_plan(c, u)
    apply(c, u, "pause")
  elseif u.paused then
    apply(c, u, "resume")
    -- Plans that lead round it end.
    crowdunit.for_units_near(c, u.at, u.wide, u.high, unitstates.leave_plan)
    unitstates.wake(c, u)
  end
end

--- A unit whose path is short of its goal asks for another one.
function unitstates.seek_longer_path(c, u)
  u.old_to_goal, u.to_goal = u.to_goal or u.old_to_goal, false
  unitstates.wake(c, u)
end

--- Says if the unit may take links ("asks", "may go", or nil: it need not ask),
-- and wakes it.
function unitstates.set_permission(c, u, permission)
  unitstates.requeue_deciders(c)
  u.permission = permission
  if not rests(u) then
    unitstates.wake(c, u)
  end
end

--- A unit with a time to wake, as it waits or rests blocked, wakes now.
function unitstates.wake_early(c, u)
  if u.wake < huge and is_standing(u) then
    if u.state == "blocked" then
      apply(c, u, "hope")
    end
    timers.set(c, u, c.now)
  end
end

return unitstates
