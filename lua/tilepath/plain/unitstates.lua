--- What becomes of a unit in a crowd: its states, and the events that tell of
-- them. Time (simulation.lua) calls this when the unit looks, when it has begun
-- a step, and when it has not moved in a round. Orders (orders.lua) call it
-- with what the game wants. All functions take the crowd and a unit.
--
--     "idle"       without an order; pushed away, it goes home
--     "waiting"    for a cost to goal
--     "going"      to the goal of its order
--     "arrived"    at its goal; pushed away, it comes back
--     "settled"    near its goal, which others have taken
--     "blocked"    it rests, longer each time, and tries again
--     nil          it was removed
--
-- The fields of units and crowds stand in simulation.lua.
--
-- When a unit needs a cost to goal, it calls crowd.serve. That calls one of
-- unitstates.give_cost_to_goal, unitstates.refuse, and unitstates.wait (the
-- budget is used up); for a unit that asks it may do nothing. It may also stop
-- the unit, or remove any. If it raises, the next run goes on where this one
-- was.
--
-- What costtogoal.lua tells of a cost to goal g:
--
--     cost(g, p)       a cost; huge: no path leads on from there
--     g.factor         how many times as fine costs are as those of steps
--     is_end(g, p)     is the place an end?
--     edge(g, p)       an edge of the agent, and the cost by it, if going on by
--                      it costs no more than by steps
--     is_stale(g, p)   must it be made anew before the unit goes on from p?

local siblings = (...):match("^.*[./]") or ""
local parent = (...):match("^(.*)plain[./]") or ""
require(parent .. "interpreted")()
local agent = require(siblings .. "agent")
local guides = require(siblings .. "costtogoal")
local crowdunit = require(siblings .. "crowdunit")
local pibt = require(siblings .. "pibt")

local floor, huge, log, max, min =
  math.floor, math.huge, math.log, math.max, math.min
local any, cost, directions, ends_at, is_standing, is_walled, rests =
  crowdunit.any, crowdunit.cost, crowdunit.directions, crowdunit.ends_at,
  crowdunit.is_standing, crowdunit.is_wall_at, crowdunit.rests

local unitstates = {}

-- In times of a step:
local PATIENCE = 64      -- without progress until a unit is blocked
local PAUSE = 16         -- its first rest after that
local WAIT = 12          -- until it takes any path round others
local CONTENT = 8        -- without progress near its goal: there it settles
local CALM = 64          -- at its goal until pushes count anew
local MOST_PAUSES = 6    -- so often the rest doubles
local MOST_PUSHES = 6    -- so often it hopes anew if it was pushed off its goal

--- Is the unit under way: with an order, neither at rest nor paused?
function unitstates.goes(u)
  return not rests(u) and not (u.paused and is_standing(u))
end

--- The numbers of units that are under way, wait for a cost to goal, and are
-- stuck.
function unitstates.count(c)
  local moving, waiting, stuck = 0, 0, 0
  for _, u in ipairs(c.units) do
    moving = moving + (unitstates.goes(u) and 1 or 0)
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

--- Wakes a unit if it stands; else the end of its step does.
function unitstates.wake_up(c, u)
  if is_standing(u) then
    u.wake = c.now
  end
end

--- The game has done something between two runs: units that have looked at the
-- end of the last run look again before they decide.
function unitstates.look_anew(c)
  for _, u in ipairs(c.is_open and c.deciding or {}) do
    if u.state then
      unitstates.wake_up(c, u)
    end
  end
  c.is_open = false
end

-- At rest ---------------------------------------------------------------------

--- At rest the unit looks again at that time; if it asks where to go, after one
-- step's time.
local function rest_until(c, u, time)
  u.wake = u.asks and min(time, c.now + u.across) or time
end

local function free(c, u)
  if u.stuck then
    unitstates.report(c, u, "freed")
  end
  u.stuck, u.rounds = false, false
end

--- The unit is at its goal, or near enough. If its path is short of that, it is
-- blocked there.
local function come_to_rest(c, u, state)
  if not u.is_short then
    free(c, u)
  end
  u.since = c.now
  if u.loops then
    -- It asks for its next goal at once. If it has not stepped since its last
    -- goal, it asks after a step's time, or it might never stop asking. (A ride
    -- in a link is no step: it may take next to no time.)
    unitstates.report(c, u, "reached", u.point)
    u.wake, u.reported = c.now + (u.reported and u.across or 0), true
    u.state, u.pauses, u.to_goal, u.goal = "waiting", 0, false, false
    return
  end
  u.state, u.away = state, false
  rest_until(c, u, huge)
  if not u.reported then
    u.reported, u.stuck = true, u.is_short
    unitstates.report(c, u, u.is_short and "blocked" or state)
  end
end

--- The unit is blocked: it rests, longer each time, and tries again. Units that
-- block each other rest for different times, so that one tries while the other
-- rests, and can be pushed.
local function give_up(c, u)
  if not u.stuck then
    unitstates.report(c, u, "blocked")
  end
  u.state, u.away, u.rounds, u.stuck = "blocked", false, false, true
  u.nearer = c.now + u.across * (PAUSE + u.number % PAUSE) * 2 ^ u.pauses
  u.pauses = min(u.pauses + 1, MOST_PAUSES)
  if is_standing(u) then
    rest_until(c, u, u.nearer)
  end
end

--- Is the occupant a unit that will not leave by itself?
local function is_taken(c, u, p)
  local other = c.occupant[p]
  return other and other ~= u and is_standing(other) and (other.paused
    or rests(other) or crowdunit.is_near(other, other.at) and not other.asks)
end

--- Would the unit step between two units at rest?
local function is_narrow(c, u, d)
  return d > 4 and not c.grid.stagger
    and is_taken(c, u, u.at + c.offset[agent.SIDE_X[d]])
    and is_taken(c, u, u.at + c.offset[agent.SIDE_Y[d]])
end

--- Is there a place beside the unit, better than to stay, where a test holds
-- for an occupant? (Or holds for none, if `holds` is false.) The far end of a
-- link on its path counts, too.
local function has_better(c, u, test, holds)
  local list, edge = directions(u, u.at), crowdunit.edge(u)
  local stay = crowdunit.cost_by(u, u.at, 1)
  for i = edge and 0 or 1, #list do
    local p = i == 0 and edge.to or u.at + c.offset[list[i]]
    if (i == 0 or crowdunit.cost_by(u, p, list[i]) < stay
      and not is_narrow(c, u, list[i])) and any(c, u, p, test) == holds then
      return true
    end
  end
  return false
end

--- Do units at rest take all better places? So the nearest come to rest first,
-- and no circle of units waits for one another.
local function is_closed_off(c, u)
  return not has_better(c, u, is_taken, false)
end

--- Is there a wall for which no unit has waited in vain?
local function is_unknown(c, u, p)
  return is_walled(c, u, p) and not c.occupant[p].rounds
end

local function record_wall(c, u, p)
  if is_walled(c, u, p) then
    c.occupant[p].rounds = true
  end
end

--- Does a unit rest there at its goal, where this one wants to end?
local function is_late(c, u, p)
  local other = c.occupant[p]
  return other and other ~= u and pibt.is_before(u, other)
end

--- Is another unit, which came first, at its goal?
local function is_goal_taken(c, u)
  return u.goal and any(c, u, u.goal, is_late)
end

--- Does a unit rest at this unit's goal, and are all nearer places beside this
-- unit taken by units at rest? Then there is nothing to wait for. In a closed
-- cell there is: its exit.
local function comes_late(c, u)
  return u.settle == 0 and u.agent.class[u.at] > 0
    and (not u.goal or is_goal_taken(c, u))
    and is_closed_off(c, u) and has_better(c, u, is_late, true)
end

--- Is a blocked unit about to try again, with another unit at its goal? Its
-- order may have another end, so it asks for a cost to goal first. If the
-- budget is used up, it asks in the next run.
local function seeks_end(c, u)
  return u.state == "blocked" and (c.now >= u.nearer or u.queued)
    and is_goal_taken(c, u)
end

-- Looking ---------------------------------------------------------------------

--- Does the unit need a cost to goal?
local function lacks_path(c, u)
  if u.state == "idle" or u.paused
    or ends_at(u, u.at) and (u.to_goal or not u.is_short)
    or u.state == "blocked" and c.now < u.nearer and not u.queued then
    return false
  end
  return u.refused or not u.to_goal or guides.is_stale(u.to_goal, u.at)
end

--- Notes how near the unit has come. Returns false if it is blocked.
local function record_progress(c, u)
  local here = cost(u, u.at)
  u.refused = here == crowdunit.FAR
  if here < u.best and not u.refused then
    if u.best == huge then -- a unit with a long way counts as ordered earlier
      local step = max(1, u.agent.costs.cheapest_straight * u.to_goal.factor)
      u.since = min(u.since, c.now - floor(here / step) * u.across)
    end
    free(c, u)
    u.best, u.nearer = here, c.now
    u.pauses = u.renewed and u.pauses or 0
  end
  -- Twice the patience: this is for units that step to and fro, or round and
  -- round.
  return not u.refused and c.now - u.nearer <= 2 * PATIENCE * u.across
end

--- Does the unit stand before a link, and wait for the game's answer?
local function is_held(c, u)
  local edges = u.held and u.held ~= "may go" and u.to_goal and u.agent.edges
  local edge = edges and edges[u.at] and guides.edge(u.to_goal, u.at)
  if not edge then
    return false
  elseif u.held == "asks" then
    unitstates.report(c, u, "link", edge.link.number)
  end
  u.held, u.nearer = "has asked", c.now
  return true
end

--- A unit looks around. Does it decide in this round?
local function look(c, u)
  if u.paused or u.state == "waiting" then
    return false
  elseif u.state == "idle" then
    u.away = u.at ~= u.goal
    u.pauses = u.away and u.pauses or 0
    return u.away
  elseif ends_at(u, u.at) then
    come_to_rest(c, u, "arrived")
    return false
  elseif u.best == 0 and seeks_end(c, u) then -- it has been beside its goal
    give_up(c, u)
    return false
  elseif u.state == "blocked" and c.now >= u.nearer
    or u.state == "settled" and u.asks then
    u.state, u.nearer, u.rounds = "going", c.now, false
  end
  if rests(u) then
    rest_until(c, u, u.state == "blocked" and u.nearer or huge)
    return false
  elseif not record_progress(c, u) then
    give_up(c, u)
    return false
  elseif comes_late(c, u) then
    u.best = 0 -- it can come no nearer
    give_up(c, u)
    return false
  elseif crowdunit.is_near(u, u.at) and (u.loops
    or c.now - u.nearer > CONTENT * u.across or is_closed_off(c, u)) then
    come_to_rest(c, u, "settled")
    return false
  end
  return not is_held(c, u)
end

--- An awake unit gets a cost to goal if it needs one, and looks.
function unitstates.look_once(c, u)
  if not (u.state and is_standing(u)) then
    return false
  end
  u.known = directions(u, u.at)
  local lacks, asks = lacks_path(c, u), u.asks or seeks_end(c, u)
  u.queued = false
  if lacks and c.budget > 0 or asks and not u.paused then
    c.serve(c, u)
    if not (u.state and is_standing(u)) then
      return false
    end
    u.wake = huge
    lacks = lacks_path(c, u)
  end
  if lacks then
    unitstates.wait(c, u)
    return false
  end
  return look(c, u)
end

-- After a round ---------------------------------------------------------------

--- A unit has begun a step. Units that push each other off their goals each
-- reach their goals, so their patience never ends. So pushes count.
function unitstates.record_step(c, u)
  local by = c.occupant[u.from]
  local rested = rests(u) and u.state ~= "blocked"
  u.bumped, u.rounds = false, u.rounds and not rests(u)
  u.held = u.held and "asks"
  u.reported = u.reported and not (u.loops and u.duration > 0)
  if by and by ~= u and (rests(u) or u.state == "waiting") then
    unitstates.report(c, u, "pushed", by)
  end
  if rested then
    local is_calm = c.now - u.since > CALM * u.across
    u.pushes = is_calm and 1 or u.pushes + 1
    u.nearer = u.pushes > MOST_PUSHES and u.nearer or c.now
    u.away, u.since = true, c.now
  elseif u.state == "blocked" and u.refused then
    u.nearer = c.now -- elsewhere the answer may be another one
  end
end

--- The highest cost of a path round units that are like walls that a unit takes
-- at once, if its own path has a cost. With a price for a detour that grows by
-- a step for each that the unit has waited, and doubles with each of its rests.
function unitstates.most_round(c, u, own)
  local steps = u.detour
    and (u.detour + floor((c.now - u.nearer) / u.across)) * 2 ^ u.pauses
  return (steps and own or 3 * own)
    + (steps or WAIT) * u.agent.costs.cheapest_straight
end

--- The unit asks for a path round those that are like walls: at once, for one
-- that is not much longer, and after a while for any; until it comes nearer or
-- rests. Where another unit has waited in vain, this one does not wait. With a
-- price for a detour it asks after 0, 1, 2, 4 ... steps' time.
local function ask_for_detour(c, u)
  local waited = floor((c.now - u.nearer) / u.across)
  local is_long = waited >= WAIT
  local is_due = not u.rounds or not u.tired and is_long
  if u.detour then
    local last = 2 ^ floor(log(max(waited, 1)) / log(2) + 0.5)
    is_due = u.detour < huge and (waited == last or waited == 0 and not u.rounds)
  end
  if not u.goal or u.state ~= "going" or not is_due
    or not has_better(c, u, is_walled, true)
    or has_better(c, u, is_walled, false) then
    return
  elseif is_long then
    has_better(c, u, record_wall, true)
  end
  u.tired = not u.detour and not has_better(c, u, is_unknown, true)
  u.best = u.best / (u.to_goal and u.to_goal.factor or 1)
  u.rounds, u.to_goal, u.former = true, false, u.to_goal
end

--- A unit waits for its turn. One that waits for a unit in a link stands in a
-- queue, and is not stuck. The same holds for those behind it, as long as the
-- unit ahead makes progress.
local function await_turn(c, u)
  local level = c.levels[0]
  pibt.list_choices(c, level, u)
  local first = pibt.best(c, level, u)
  u.wake = c.now + u.across
  for i = 1, level.count do
    local by = level.by[i]
    local p = by == crowdunit.LINK and level.edge.to
      or u.at + (c.offset[by] or 0) -- if it stays, its own
    local other = level.cost[i] <= level.stay and c.occupant[p]
    if other and other ~= u then
      if not is_standing(other) and other.duration == 0 then
        u.nearer = c.now
      elseif other.state == "going" and u.agent.edges then
        u.nearer = max(u.nearer, min(other.nearer, c.now))
      end
      if i == first and other ~= u.bumped and u.state == "going"
        and is_standing(other) then
        u.bumped = other
        unitstates.report(c, u, "bumped", other)
      end
    end
  end
  ask_for_detour(c, u)
end

--- A unit has not moved in a round.
function unitstates.record_stay(c, u)
  if u.state == "idle" then
    if u.away and u.pauses < MOST_PAUSES then
      u.wake = c.now + u.across * 2 ^ u.pauses
      u.pauses = u.pauses + 1
    elseif u.away then -- it cannot go home: its place becomes its home
      u.goal, u.away, u.pauses = u.at, false, 0
    end
  elseif not rests(u) and u.state ~= "waiting" then
    if c.now - u.nearer > PATIENCE * u.across then
      give_up(c, u)
    else
      await_turn(c, u)
    end
  end
end

-- Orders ----------------------------------------------------------------------

--- The unit has done nothing yet for its order: to_goal (or false), goal,
-- settle, detour, loops and asks.
function unitstates.clear(u, order)
  u.to_goal, u.goal = order.to_goal or false, order.goal or false
  u.settle, u.detour = order.settle or 0, order.detour
  u.loops, u.asks = order.loops or false, order.asks or false
  u.away, u.refused, u.stuck, u.rounds = false, false, false, false
  u.reported, u.is_short, u.is_restored, u.former = false, false, false, nil
  u.pauses, u.pushes, u.renewed, u.bumped, u.queued = 0, 0, false, false, false
end

--- The unit starts anew from where it is.
function unitstates.set_out(c, u)
  u.best, u.nearer, u.bumped, u.rounds = huge, c.now, false, false
  if u.state == "idle" then
    u.away, u.goal = false, u.at
  else
    u.away = u.away or rests(u) and u.state ~= "blocked"
    unitstates.wake_up(c, u)
  end
end

--- A new order.
function unitstates.order(c, u, order)
  unitstates.look_anew(c)
  unitstates.clear(u, order)
  u.state, u.since = "going", c.now
  unitstates.set_out(c, u)
end

--- Gives a unit another cost to goal, perhaps to another goal. Its order goes
-- on.
-- @param kind  "round" if it leads round units that are like walls, "closed"
--              if there is no such path
function unitstates.give_cost_to_goal(c, u, to_goal, goal, kind)
  local is_new = goal ~= u.goal
  local is_fresh = is_new or u.state == "waiting" and kind ~= "closed"
  if u.refused and u.state == "blocked" then
    u.nearer = c.now
  end
  u.to_goal, u.goal, u.refused, u.queued = to_goal, goal, false, false
  u.former, u.is_restored = nil, false
  if u.state == "waiting" or is_new then
    u.state = "going"
  end
  if is_new then
    u.renewed, u.pauses, u.away, u.reported = false, 0, false,
      u.loops and u.reported
  end
  -- The first path round others may be longer than the old one. After later
  -- ones the unit must come nearer than ever, or two units that push each other
  -- off their paths might ask forever.
  if is_fresh or kind == "round" and not u.renewed then
    u.renewed = not is_new and (kind == "round" or u.renewed or u.best < huge)
    u.best, u.nearer = huge, c.now
  end
  unitstates.wake_up(c, u)
end

--- No path leads to its goal.
function unitstates.refuse(c, u)
  local is_known = u.refused and u.state == "blocked" and c.now < u.nearer
  u.refused, u.queued = true, false
  if not is_known then
    give_up(c, u)
  end
end

--- The unit waits for a cost to goal until the next run.
function unitstates.wait(c, u)
  u.state = u.state == "blocked" and u.state or "waiting"
  if not u.queued then
    u.queued = true
    c.waiting[#c.waiting + 1] = u
  end
  u.wake = is_standing(u) and huge or u.wake
end

--- Ends the unit's order. The place where it stands, or where its step ends, is
-- its home.
function unitstates.stop(c, u)
  unitstates.look_anew(c)
  unitstates.clear(u, {})
  u.state = "idle"
  unitstates.set_out(c, u)
end

--- The same with an event for the game.
function unitstates.finish(c, u)
  unitstates.stop(c, u)
  unitstates.report(c, u, "stopped")
end

function unitstates.set_paused(c, u, paused)
  unitstates.look_anew(c)
  if u.paused and not paused then
    u.nearer = c.now
    unitstates.wake_up(c, u)
  end
  u.paused, u.rounds = paused, false
end

--- A unit whose path is short of its goal asks for another one.
function unitstates.ask_again(c, u)
  u.former, u.to_goal = u.to_goal or u.former, false
  unitstates.wake_up(c, u)
end

--- Says if the unit may take links ("asks", "may go", or nil: it need not ask),
-- and lets it look again.
function unitstates.hold(c, u, held)
  unitstates.look_anew(c)
  u.held = held
  if not rests(u) then
    unitstates.wake_up(c, u)
  end
end

--- A unit that waits, or rests blocked, looks at once.
function unitstates.look_again(c, u)
  if u.wake < huge and is_standing(u) then
    u.nearer = u.state == "blocked" and c.now or u.nearer
    u.wake = c.now
  end
end

return unitstates
