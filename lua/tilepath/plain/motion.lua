--- A crowd in motion: time, states of its units, and events. Orders
-- (orders.lua) say where units are to go, rounds (round.lua) which steps they
-- take.
--
-- Time goes on from moment to moment, not from frame to frame. At each moment
-- the units wake whose steps end or whose waiting time is over:
--
--     steps end      the cells that were left are free; units beside them wake
--     units look     has it arrived? does it lack a guide?
--     a round        in order of rank
--     steps begin    units beside a cell that is being left wake, for another
--                    round at the same moment
--
-- So the result does not depend on how the game cuts time into updates. Times
-- are whole numbers: beats, or parts of a second (2^-20 s; with floats of 32
-- bits 2^-10 s).
--
-- A unit is a table, here and in all files of crowds. Places are those of
-- agents (agent.lua): all agents of a grid count them alike. The place of a
-- large unit is that of its top left cell. Directions are those of agents.
--
-- Fields that the calls of the game write (unit.lua):
--
--     agent, wide, high   what it may enter (up to date), and its size
--     number              units are told apart and ordered by it
--     speed, pace         world units a second, or nil; beats a step
--     priority            -1000 to 1000
--     firm                it never makes way
--
-- Fields that orders write, with motion.order and motion.give_way:
--
--     guide      the costs from all cells to the ends of its order, or false
--     goal       the place where it is to end, or false: any end of its guide.
--                For a unit without orders its home
--     settle     in cells: so near to its goal it may come to rest
--     loops      at each end it tells "reached" and asks for the next guide
--     asks       it asks each time that it stands and decides, and at rest
--                once in the time of a step
--     point      the number of its goal, which the event "reached" tells
--
-- Fields that this file writes, and others read:
--
--     at, from     its place, and the one that it leaves: `at` if it stands
--     finish       the time at which its step ends
--     lasts        the time that its step takes; 0: it is in a link
--     heading      the direction of its last step, or false
--     across, down, aslant    durations of steps along x, along y, diagonally
--     state        "idle", "waiting" (for a guide), "going", "arrived",
--                  "settled" or "blocked"; nil: it was removed
--     wake         the time at which it looks again; huge: when others wake it
--     paused       it stands, and cannot be pushed
--     away         it was pushed off its place of rest
--     refused      no path leads to its goal
--     stuck        it was blocked, and has come no nearer since
--     rounds       the guide that it asks for is to lead round the units that
--                  are like walls (round.is_wall)
--     told         the event at its end was told. A unit that loops forgets
--                  that with its next step
--     queued       it waits for a guide because the budget was used up
--     since, best, nearer   its progress: the time of the order, the lowest
--                  cost so far, and the time of that; if blocked: when it tries
--                  again
--     renewed      `best` belongs to a later path: a lower cost does not
--                  shorten its rests
--     pauses, pushes    how often it was blocked, and pushed off its goal
--     bumped       the unit in its way that was told last
--     known        the steps that the map allowed when it looked last
--     put          it was put where it is, or where its step began
--
-- A crowd is a table, too:
--
--     grid, speeds, tells_moves    written by crowd.lua before motion.open;
--                  speeds: by terrain, how much longer a step takes, or nil
--     by           "seconds", "beats" or nil: not decided (crowd.lua)
--     serve        serve(crowd, unit) of orders.lua: see below
--     budget       nodes that searches may still expand in this run
--     units        the units in the order in which they came
--     holder[p]    the unit that holds the cell, or false
--     clock, fraction    the time in whole units, and the rest
--     now          the present moment, or the time at which orders begin
--     events       what has happened to units since the last update but one,
--                  in lists: unit, what, and a value, `a`. Those up to `told`
--                  are of the last update; `before`: so many were forgotten
--     waiting      the units that look first in the next run
--     awake, deciding    the units of this moment, the first `looked` of which
--                  have looked if `is_on`; those of them that decide
--     decisions    made so far
--
-- When a unit needs a guide, the run calls crowd.serve. That calls one of
-- motion.give_way, motion.refuse, and motion.wait (the budget is used up); for
-- a unit that asks it may do nothing. It may also stop the unit, or remove any.
-- If it raises, the next run goes on where this one was.
--
-- What a guide does (guide.lua): guide.cost(g, p) -> a cost; huge: no path
-- leads on from there. guide.factor: how many times as fine costs are as those
-- of steps. guide.is_end(g, p). guide.edge(g, p) -> an edge of the agent, and
-- the cost by it, if going on by it costs no more than by steps.
-- guide.is_stale(g, p): it must be made anew before the unit goes on from p.
--
-- Cost: a look at each unit for each moment, and a round for those that decide:
-- with LuaJIT some 20 us a step.

local siblings = (...):match("^.*[./]") or ""
local agent = require(siblings .. "agent")
local guides = require(siblings .. "guide")
local round = require(siblings .. "round")

local floor, huge, max, min, sqrt =
  math.floor, math.huge, math.max, math.min, math.sqrt
local any, cost, ends_at, is_near, rests, stands, ways = round.any, round.cost,
  round.ends_at, round.is_near, round.rests, round.stands, round.ways

local motion = { rests = rests, is_wall = round.is_wall }

-- Units of time in a second: fewer if floats have 32 bits.
local SECOND = 2 ^ 24 + 1 > 2 ^ 24 and 2 ^ 20 or 2 ^ 10

-- In times of a step:
local PATIENCE = 64      -- without progress until a unit is blocked
local PAUSE = 16         -- its first rest after that
local CONTENT = 8        -- without progress near its goal: there it settles
local CALM = 64          -- at its goal until pushes count anew
local MOST_PAUSES = 6    -- so often the rest doubles
local MOST_PUSHES = 6    -- so often it hopes anew if it was pushed off its goal

--- Is the unit under way: with an order, neither at rest nor paused?
function motion.goes(u)
  return not rests(u) and not (u.paused and stands(u))
end

local function tell(c, u, what, a)
  local events, n = c.events, c.events.count + 1
  events.unit[n], events.what[n], events.a[n] = u, what, a or false
  events.count = n
end

--- Calls f(c, u) for the units in the rectangle of places or beside it.
local function around(c, p, wide, high, f)
  for row = p - c.pitch - 1, p + high * c.pitch - 1, c.pitch do
    for q = row, row + wide + 1 do
      local u = c.holder[q]
      if u then
        f(c, u)
      end
    end
  end
end

--- A unit that stands and waits for its turn looks now.
local function wake_waiting(c, u)
  if u.wake < huge and stands(u) and not rests(u) then
    u.wake = min(u.wake, c.now)
  end
end

--- Wakes a unit if it stands; else the end of its step does.
local function wake_up(c, u)
  if stands(u) then
    u.wake = c.now
  end
end

-- At rest ---------------------------------------------------------------------

--- At rest the unit looks again at that time; if it asks where to go, after one
-- step's time.
local function rest_until(c, u, time)
  u.wake = u.asks and min(time, c.now + u.across) or time
end

local function free(c, u)
  if u.stuck then
    tell(c, u, "freed")
  end
  u.stuck, u.rounds = false, false
end

local function come_to_rest(c, u, state)
  free(c, u)
  u.since = c.now
  if u.loops then
    -- It asks for its next goal at once. If it has not stepped since its last
    -- goal, it asks after a step's time, or it might never stop asking. (A ride
    -- in a link is no step: it may take next to no time.)
    tell(c, u, "reached", u.point)
    u.wake, u.told = c.now + (u.told and u.across or 0), true
    u.state, u.pauses, u.guide, u.goal = "waiting", 0, false, false
    return
  end
  u.state, u.away = state, false
  rest_until(c, u, huge)
  if not u.told then
    u.told = true
    tell(c, u, state)
  end
end

--- The unit is blocked: it rests, longer each time, and tries again.
local function give_up(c, u)
  if not u.stuck then
    tell(c, u, "blocked")
  end
  u.state, u.away, u.rounds, u.stuck = "blocked", false, false, true
  u.nearer = c.now + u.across * PAUSE * 2 ^ u.pauses
  u.pauses = min(u.pauses + 1, MOST_PAUSES)
  if stands(u) then
    rest_until(c, u, u.nearer)
  end
end

--- Is the holder a unit that will not leave by itself?
local function is_taken(c, u, p)
  local other = c.holder[p]
  return other and other ~= u and stands(other) and (other.paused
    or rests(other) or is_near(other, other.at) and not other.asks)
end

--- Would the unit step between two units at rest?
local function is_narrow(c, u, d)
  return d > 4 and not c.grid.stagger
    and is_taken(c, u, u.at + c.offset[agent.SIDE_X[d]])
    and is_taken(c, u, u.at + c.offset[agent.SIDE_Y[d]])
end

--- Counts the places beside the unit that are better than to stay, and those of
-- them where a test holds for a holder. The far end of a link on its path
-- counts, too.
local function count_better(c, u, test)
  local list, edge, all, found = ways(u, u.at), round.edge(u), 0, 0
  local stay = round.cost_by(u, u.at, 1)
  for i = edge and 0 or 1, #list do
    local p = i == 0 and edge.to or u.at + c.offset[list[i]]
    if i == 0 or round.cost_by(u, p, list[i]) < stay
      and not is_narrow(c, u, list[i]) then
      all, found = all + 1, found + (any(c, u, p, test) and 1 or 0)
    end
  end
  return all, found
end

--- Do units at rest take all better places? So the nearest come to rest first,
-- and no circle of units waits for one another.
local function is_shut_off(c, u)
  local all, taken = count_better(c, u, is_taken)
  return all == taken
end

local function is_walled(c, _, p)
  return c.holder[p] and motion.is_wall(c.holder[p])
end

--- Does a unit rest there at its goal, where this one wants to end?
local function is_late(c, u, p)
  local other = c.holder[p]
  return other and other ~= u and round.is_before(u, other)
end

-- Looking ---------------------------------------------------------------------

--- Does the unit need a guide?
local function lacks_way(c, u)
  if u.state == "idle" or u.paused or ends_at(u, u.at)
    or u.state == "blocked" and c.now < u.nearer and not u.queued then
    return false
  end
  return u.refused or not u.guide or guides.is_stale(u.guide, u.at)
end

--- Notes how near the unit has come. Returns false if it is blocked.
local function note_progress(c, u)
  local here = cost(u, u.at)
  u.refused = here == round.FAR
  if here < u.best and not u.refused then
    if u.best == huge then -- a unit with a long way counts as ordered earlier
      local step = max(1, u.agent.costs.cheapest_straight * u.guide.factor)
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
  elseif u.state == "blocked" and c.now >= u.nearer
    or u.state == "settled" and u.asks then
    u.state, u.nearer = "going", c.now
  end
  if rests(u) then
    rest_until(c, u, u.state == "blocked" and u.nearer or huge)
    return false
  elseif not note_progress(c, u) then
    give_up(c, u)
    return false
  elseif is_near(u, u.at) and (u.loops or c.now - u.nearer > CONTENT * u.across
    or is_shut_off(c, u)) then
    come_to_rest(c, u, "settled")
    return false
  end
  return true
end

--- An awake unit gets a guide if it needs one, and looks.
local function look_once(c, u)
  if not (u.state and stands(u)) then
    return false
  end
  u.known = ways(u, u.at)
  local lacks = lacks_way(c, u)
  u.queued = false
  if lacks and c.budget > 0 or u.asks and not u.paused then
    c.serve(c, u)
    if not (u.state and stands(u)) then
      return false
    end
    u.wake = huge
    lacks = lacks_way(c, u)
  end
  if lacks then
    motion.wait(c, u)
    return false
  end
  return look(c, u)
end

-- After a round ---------------------------------------------------------------

--- A unit has begun a step. Units that push each other off their goals each
-- reach their goals, so their patience never ends. So pushes count.
local function note_step(c, u)
  local by = c.holder[u.from]
  local rested = rests(u) and u.state ~= "blocked"
  u.bumped = false
  u.told = u.told and not (u.loops and u.lasts > 0)
  if by and by ~= u and (rests(u) or u.state == "waiting") then
    tell(c, u, "pushed", by)
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

--- A unit waits for its turn. One that waits for a unit in a link stands in a
-- queue, and is not stuck. The same holds for those behind it, as long as the
-- unit ahead makes progress.
local function await_turn(c, u)
  local level = c.levels[0]
  round.list_choices(c, level, u)
  local first = round.best(c, level, u)
  u.wake = c.now + u.across
  for i = 1, level.count do
    local by = level.by[i]
    local other = by ~= round.STAY and level.cost[i] <= level.stay
      and c.holder[by == round.LINK and level.edge.to or u.at + c.offset[by]]
    if other and other ~= u then
      if not stands(other) and other.lasts == 0 then
        u.nearer = c.now
      elseif other.state == "going" and u.agent.edges then
        u.nearer = max(u.nearer, min(other.nearer, c.now))
      end
      if i == first and other ~= u.bumped and u.state == "going"
        and stands(other) then
        u.bumped = other
        tell(c, u, "bumped", other)
      end
    end
  end
  -- It asks for a path round units that are like walls: once, until it comes
  -- nearer or rests.
  if not u.rounds and u.goal and u.state == "going" then
    local all, walled = count_better(c, u, is_walled)
    u.rounds = all > 0 and all == walled
    u.guide = not u.rounds and u.guide
  end
end

--- A unit has not moved in a round.
local function note_stay(c, u)
  if u.state == "idle" then
    if u.away and u.pauses < MOST_PAUSES then
      u.wake = c.now + u.across * 2 ^ u.pauses
      u.pauses = u.pauses + 1
    elseif u.away then -- it cannot go home: its place becomes its home
      u.goal, u.away, u.pauses = u.at, false, 0
    end
  elseif not rests(u) and u.state ~= "waiting" then
    if c.now - u.nearer > PATIENCE * u.across
      or u.settle == 0 and u.state == "going" and is_shut_off(c, u)
        and select(2, count_better(c, u, is_late)) > 0 then
      give_up(c, u)
    else
      await_turn(c, u)
    end
  end
end

-- A moment --------------------------------------------------------------------

--- Frees a place that the unit holds, unless the unit covers it at place `at`.
local function let_go(c, u, p, at)
  if c.holder[p] == u and not (at and round.covers(u, at, p)) then
    round.hold(c, false, p)
  end
end

local function end_step(c, u)
  local from = u.from
  u.nearer = u.lasts == 0 and c.now or u.nearer
  u.from, u.put = u.at, false
  any(c, u, from, let_go, u.at)
  around(c, from, u.wide, u.high, wake_waiting)
end

--- Collects the units that wake now.
local function wake_all(c)
  local units = c.units
  c.awake, c.looked, c.deciding, c.is_on = {}, 0, {}, true
  round.open(c)
  for i = 1, #units do
    local u = units[i]
    if u.wake <= c.now and not stands(u) then
      end_step(c, u)
    end
  end
  for i = 1, #units do
    local u = units[i]
    if u.wake <= c.now then
      u.wake = huge
      c.awake[#c.awake + 1] = u
    end
  end
end

--- All awake units look.
local function look_all(c)
  while c.looked < #c.awake do
    local u = c.awake[c.looked + 1]
    if look_once(c, u) then
      c.deciding[#c.deciding + 1] = u
    end
    c.looked = c.looked + 1
  end
  c.is_on = false
end

--- Begins the steps that were chosen. If the game takes a step with a unit, the
-- units that stay have lost no turn.
local function begin_all(c, given)
  local chosen, n = c.chosen, c.choices
  for i = 1, n do
    local u = chosen[i]
    if u.choice == round.STEPS then
      local by_link = u.by == round.LINK
      if not by_link then
        u.heading = u.by
      end
      u.lasts = by_link and 0 or u.finish - c.now
      u.from, u.at, u.wake = u.at, u.to, u.finish
      if c.tells_moves then
        tell(c, u, "moved", u.at)
      end
    end
  end
  round.close(c, true)
  for i = 1, n do
    local u = chosen[i]
    if not stands(u) and u ~= given then
      note_step(c, u)
    elseif not given then
      note_stay(c, u)
    end
  end
  for i = 1, n do
    local u = chosen[i]
    if not stands(u) and u.lasts > 0 then
      around(c, u.from, u.wide, u.high, wake_waiting)
    end
  end
end

-- Time ------------------------------------------------------------------------

--- The time at which the next unit wakes.
local function next_time(c)
  local units, time = c.units, huge
  for i = 1, #units do
    time = min(time, units[i].wake)
  end
  return time
end

--- Moment after moment, up to the clock's time. At that time no unit decides
-- yet, but when time goes on. So by beats all steps of a beat are one round.
local function run(c)
  local last = max(c.clock, c.now)
  while c.is_on or next_time(c) <= last do
    if not c.is_on then
      c.now = max(c.now, next_time(c))
      wake_all(c)
    end
    look_all(c)
    if c.now < c.clock + c.fraction then
      round.run(c, c.deciding)
      begin_all(c)
    else
      for _, u in ipairs(c.deciding) do
        c.waiting[#c.waiting + 1] = u
      end
    end
  end
  c.now = c.clock + (c.fraction > 0 and 1 or 0)
end

--- The units look again that may take other steps than when they last looked.
-- Units that were refused ask again.
local function note_edit(c)
  c.seen = c.grid.log.version
  for _, u in ipairs(c.units) do
    agent.prepare(u.agent)
    if u.state == "blocked" and u.refused then
      motion.wait(c, u)
    elseif u.known ~= ways(u, u.at) then
      motion.look_again(c, u)
    end
  end
end

--- Lets seconds or beats pass. Returns how many units are under way. If a guide
-- raises, the next call goes on with the units that have not looked.
function motion.pass(c, time)
  motion.forget_events(c)
  local whole = c.by == "beats" and time or time * SECOND
  local fraction = c.fraction + whole - floor(whole)
  c.clock = c.clock + floor(whole) + floor(fraction)
  c.fraction = fraction - floor(fraction)
  if c.seen ~= c.grid.log.version then
    note_edit(c)
  end
  for i = #c.waiting, 1, -1 do
    wake_up(c, c.waiting[i])
    c.waiting[i] = nil
  end
  run(c)
  c.events.told = c.events.count
  return (motion.count(c))
end

--- Forgets the events that were told.
function motion.forget_events(c)
  local e, told = c.events, c.events.told
  for i = 1, e.count do
    e.unit[i], e.what[i], e.a[i] =
      e.unit[i + told], e.what[i + told], e.a[i + told]
  end
  e.before, e.count, e.told = e.before + told, e.count - told, 0
end

--- The part of its step that a unit has done.
function motion.phase(c, u)
  if stands(u) or u.lasts == 0 then
    return stands(u) and 1 or 0
  end
  return max(0, min(1, 1 - (u.finish - c.clock - c.fraction) / u.lasts))
end

--- The numbers of units that are under way, wait for a guide, and are stuck.
function motion.count(c)
  local under_way, waiting, stuck = 0, 0, 0
  for _, u in ipairs(c.units) do
    under_way = under_way + (motion.goes(u) and 1 or 0)
    waiting = waiting + (u.queued and 1 or 0)
    stuck = stuck + (u.stuck and 1 or 0)
  end
  return under_way, waiting, stuck
end

-- Crowds and units ------------------------------------------------------------

--- Begins a crowd without units at time 0.
function motion.open(c)
  c.pitch, c.offset, c.holder, c.second = c.grid.width + 1, {}, {}, SECOND
  for d = 1, 8 do
    c.offset[d] = agent.DY[d] * c.pitch + agent.DX[d]
  end
  for p = 0, (c.grid.height + 2) * c.pitch + 1 do
    c.holder[p] = false
  end
  c.units, c.waiting, c.chosen = {}, {}, {}
  c.taken, c.taken_from = {}, {}
  c.events = { unit = {}, what = {}, a = {}, count = 0, told = 0, before = 0 }
  c.levels = { [0] = { count = 0, by = {}, cost = {} } }
  c.clock, c.fraction, c.now, c.budget, c.decisions = 0, 0, 0, huge, 0
  round.open(c)
end

--- Derives the durations of a unit's steps.
function motion.pace(c, u)
  local g = c.grid
  local s, w, h = g.stagger, g.pitch_x, g.pitch_y
  local function lasts(length)
    local time = floor(length / (u.speed or 4 * g.cell_width) * SECOND + 0.5)
    return c.by == "beats" and u.pace or max(1, time)
  end
  local across, down, aslant = w, h, sqrt(w * w + h * h)
  if s and s.rows then
    down, aslant = sqrt(w * w / 4 + h * h), sqrt(w * w / 4 + h * h)
  elseif s then
    across, aslant = sqrt(w * w + h * h / 4), sqrt(w * w + h * h / 4)
  end
  u.across, u.down, u.aslant = lasts(across), lasts(down), lasts(aslant)
end

local function stand_at(c, u, p)
  u.at, u.from, u.finish, u.lasts, u.put = p, p, 0, 0, true
  any(c, u, p, round.hold)
end

--- The unit has done nothing yet for its order.
local function clear(u)
  u.away, u.refused, u.stuck, u.rounds, u.told = false, false, false, false,
    false
  u.pauses, u.pushes, u.renewed, u.bumped, u.queued = 0, 0, false, false, false
end

--- Adds a unit that stands at a place.
function motion.admit(c, u, p)
  clear(u)
  u.guide, u.goal, u.settle, u.loops, u.asks = false, p, 0, false, false
  u.state, u.wake, u.heading, u.paused = "idle", huge, false, false
  u.choice, u.by, u.to = false, round.STAY, p
  u.since, u.best, u.nearer, u.known = c.now, huge, c.now, ways(u, p)
  motion.pace(c, u)
  stand_at(c, u, p)
  c.units[#c.units + 1] = u
end

local function hold_if_free(c, u, p)
  if not c.holder[p] then
    round.hold(c, u, p)
  end
end

--- Other units may come to places that were left: a unit that is leaving one
-- holds it again.
local function see_room(c, u)
  if not stands(u) then
    any(c, u, u.from, hold_if_free)
  end
  wake_waiting(c, u)
end

--- Takes a unit off its places, and calls f(c, u, a, p).
local function vacate(c, u, f, a, p)
  local from, at, wide, high = u.from, u.at, u.wide, u.high
  any(c, u, from, let_go)
  any(c, u, at, let_go)
  u.wake = huge
  f(c, u, a, p)
  around(c, from, wide, high, see_room)
  around(c, at, wide, high, see_room)
  return true
end

local function remove(c, u)
  local events = c.events
  u.state = nil
  for i, other in ipairs(c.units) do
    if other == u then
      table.remove(c.units, i)
      break
    end
  end
  for i = 1, events.count do
    events.unit[i] = events.unit[i] ~= u and events.unit[i]
    events.a[i] = events.a[i] ~= u and events.a[i]
  end
end

--- Removes a unit. It has no state then.
function motion.dismiss(c, u)
  vacate(c, u, remove)
end

--- May a unit be put to a place, with this size? No other unit may hold it, or
-- still leave it.
local function may_put(c, u, p, wide, high)
  local there, is_free = { wide = wide, high = high, agent = u.agent }, true
  any(c, there, p, function(_, _, q)
    is_free = is_free and (not c.holder[q] or c.holder[q] == u)
  end)
  around(c, p, wide, high, function(_, other)
    is_free = is_free and (other == u or stands(other)
      or not any(c, other, other.from, function(_, _, q)
        return round.covers(there, p, q)
      end))
  end)
  return is_free
end

--- The unit starts anew from where it is.
local function set_out(c, u)
  u.best, u.nearer, u.bumped, u.rounds = huge, c.now, false, false
  if u.state == "idle" then
    u.away, u.goal = false, u.at
    else
    u.away = u.away or rests(u) and u.state ~= "blocked"
    wake_up(c, u)
  end
end

local function place(c, u, a, p)
  u.guide = a == u.agent and u.guide
  u.agent, u.wide, u.high = a, a.profile.wide, a.profile.high
  stand_at(c, u, p)
  set_out(c, u)
end

--- Puts a unit to a place, with this agent. It keeps its order. Returns false
-- if it may not be there.
function motion.put(c, u, a, p)
  return may_put(c, u, p, a.profile.wide, a.profile.high)
    and vacate(c, u, place, a, p)
end

-- Orders ----------------------------------------------------------------------

--- A new order: guide (or false), goal, settle, loops and asks.
function motion.order(c, u, order)
  clear(u)
  u.guide, u.goal = order.guide or false, order.goal or false
  u.settle = order.settle or 0
  u.loops, u.asks = order.loops or false, order.asks or false
  u.state, u.since = "going", c.now
  set_out(c, u)
end

--- Gives a unit another guide, perhaps to another goal. Its order goes on.
-- @param way  "round" if it leads round units that are like walls, "closed" if
-- there is no such way
function motion.give_way(c, u, guide, goal, way)
  local is_new = goal ~= u.goal
  local is_fresh = is_new or u.state == "waiting" and way ~= "closed"
  if u.refused and u.state == "blocked" then
    u.nearer = c.now
  end
  u.guide, u.goal, u.refused, u.queued = guide, goal, false, false
  if u.state == "waiting" or is_new then
    u.state = "going"
  end
  if is_new then
    u.renewed, u.pauses, u.away, u.told = false, 0, false, u.loops and u.told
  end
  -- The first path round others may be longer than the old one. After later
  -- ones the unit must come nearer than ever, or two units that push each other
  -- off their paths might ask forever.
  if is_fresh or way == "round" and not u.renewed then
    u.renewed = not is_new and (way == "round" or u.renewed or u.best < huge)
    u.best, u.nearer = huge, c.now
  end
  wake_up(c, u)
end

--- No path leads to its goal.
function motion.refuse(c, u)
  local is_known = u.refused and u.state == "blocked" and c.now < u.nearer
  u.refused, u.queued = true, false
  if not is_known then
    give_up(c, u)
  end
end

--- The unit waits for a guide until the next run.
function motion.wait(c, u)
  u.state = u.state == "blocked" and u.state or "waiting"
  if not u.queued then
    u.queued = true
    c.waiting[#c.waiting + 1] = u
  end
  u.wake = stands(u) and huge or u.wake
end

--- Ends the unit's order. The place where it stands, or where its step ends, is
-- its home.
function motion.stop(c, u)
  clear(u)
  u.state, u.guide, u.settle, u.loops, u.asks = "idle", false, 0, false, false
  set_out(c, u)
end

--- The same with an event for the game.
function motion.finish(c, u)
  motion.stop(c, u)
  tell(c, u, "stopped")
end

function motion.set_paused(c, u, paused)
  if u.paused and not paused then
    u.nearer = c.now
    wake_up(c, u)
  end
  u.paused = paused
end

--- A unit that waits, or rests blocked, looks at once.
function motion.look_again(c, u)
  if u.wake < huge and stands(u) then
    u.nearer = u.state == "blocked" and c.now or u.nearer
    u.wake = c.now
  end
end

--- Units came or went in a rectangle of places by no step.
function motion.wake(c, p, wide, high)
  around(c, p, wide, high, motion.look_again)
end

--- Between two runs, a unit begins a step in a round in which it decides first.
-- Returns true; or nil and "busy", "wall", or "unit" and the unit in the way.
function motion.step(c, u, d)
  local state, guide, goal = u.state, u.guide, u.goal
  if not stands(u) or not agent.may_leave(u.agent, u.at, d) then
    return nil, stands(u) and "wall" or "busy"
  end
  u.state, u.guide, u.goal = "idle", false, u.at
  if not round.step(c, u, d) then
    round.close(c, false)
    u.state, u.guide, u.goal = state, guide, goal
    return nil, "unit", c.barrier
  end
  begin_all(c, u)
  if state == "idle" then
    motion.stop(c, u)
  else
    motion.finish(c, u)
  end
  return true
end

--- The crowd's time is in seconds or beats from now on. (Before, steps take
-- seconds.) Steps that have begun get new ends.
function motion.retime(c)
  local is_later = c.by == "beats"
  for _, u in ipairs(c.units) do
    motion.pace(c, u)
    if is_later and not stands(u) then
      u.finish = c.now + round.lasts(c, u, u.from, u.by)
    end
  end
  local function delay(_, u, p)
    local follower = c.holder[p]
    if follower.finish < u.finish then
      follower.finish, is_later = u.finish, true
    end
  end
  while is_later do
    is_later = false
    for _, u in ipairs(c.units) do
      if not stands(u) then
        any(c, u, u.from, delay)
        u.lasts, u.wake = u.finish - c.now, u.finish
      end
    end
  end
end

return motion
