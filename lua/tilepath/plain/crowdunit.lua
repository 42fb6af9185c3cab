--- A unit of a crowd, as a round sees it: is it at rest, or like a wall? Which
-- places does it cover? Which steps may it choose, what do they cost, and how
-- long do they take? The fields of units stand in simulation.lua.

local siblings = (...):match("^.*[./]") or ""
local parent = (...):match("^(.*)plain[./]") or ""
require(parent .. "luajit").off()
local agent = require(siblings .. "agent")
local costtogoal = require(siblings .. "costtogoal")
local hexagons = require(siblings .. "hexagons")
local legalsteps = require(siblings .. "legalsteps")
local search = require(siblings .. "search")
local wayout = require(siblings .. "wayout")

local ceil, floor, huge, max, min, sqrt =
  math.ceil, math.floor, math.huge, math.max, math.min, math.sqrt

--- STAY and LINK are choices that are no directions. STRAIGHT is a direction:
-- all straight steps into a place cost the same. FAR is the cost of a place
-- without a path.
-- ANYWHERE as a settle_radius: wherever the unit is.
local crowdunit = { STAY = 0, STRAIGHT = 1, LINK = 9, FAR = 2 ^ 50,
  ANYWHERE = 32767 }
local LINK, FAR, NONE = crowdunit.LINK, crowdunit.FAR, {}
local LONG = 6 -- steps
local MOST_LEADERS = 64 -- of companions that follow companions

function crowdunit.is_standing(u)
  return u.from == u.at
end

--- Is the unit at rest? A unit that was pushed off its goal is not.
local function rests(u)
  local state = u.state
  return state == "idle" or state == "blocked"
    or (state == "arrived" or state == "settled") and not u.away
end

--- Has the unit come no nearer for long?
function crowdunit.is_held_up(c, u)
  return c.now - u.progress_time > LONG * u.step_time
end

--- Is the unit at a point of its patrol, and asks for the next one?
local function is_at_point(u)
  return u.patrols and u.state == "waiting" and not u.goal
end

--- Can nothing push the unit? Then others go round it. It keeps a point of its
-- patrol, too, until it goes on.
function crowdunit.is_wall(u)
  return u.paused or not u.yields and (rests(u) or is_at_point(u))
end

--- Is the unit at rest away from where its group was sent?
function crowdunit.seeks_place(u)
  return u.is_spare and u.state == "arrived" and not u.away
end

--- Does the unit rest at its end, or near enough?
local function rests_at_end(u)
  return not u.away and (u.state == "arrived" or u.state == "settled")
end

--- Has the unit an order with a target?
local function has_target(u)
  return u.order and u.order.keep ~= nil or false
end

--- Has the unit come to its target, or as near as there was room?
function crowdunit.has_come(u)
  return has_target(u) and rests_at_end(u)
end

--- Does a unit go round another one, which it does not push? Units with a target
-- do not push those that have come to theirs, or they would push each other off
-- for ever. (One that flees may push another one that flees: that is far enough
-- off, wherever it is pushed.)
local function goes_around(u, other)
  return crowdunit.is_wall(other) or u and u.order and u.order.keep
    and crowdunit.has_come(other) and (u.hunts or other.hunts)
end

function crowdunit.is_large(u)
  return u.wide * u.high > 1
end

--- Does a test hold for one of the places that the unit covers at place `at`?
-- (A function that never returns true is called for each of them.)
local function any_cell(c, u, at, test, other)
  if u.wide == 1 and u.high == 1 then
    return test(c, u, at, other) or false
  end
  for row = at, at + (u.high - 1) * c.pitch, c.pitch do
    for p = row, row + u.wide - 1 do
      if test(c, u, p, other) then
        return true
      end
    end
  end
  return false
end

--- Calls f(c, u) for the units in the rectangle of places or beside it.
function crowdunit.for_units_near(c, p, wide, high, f)
  for row = p - c.pitch - 1, p + high * c.pitch - 1, c.pitch do
    for q = row, row + wide + 1 do
      local u = c.occupant[q]
      if u then
        f(c, u)
      end
    end
  end
end

--- Is a unit of one cell the only one in and beside a place?
function crowdunit.is_alone(c, u, p)
  local occupant, offset = c.occupant, c.offset
  if u.wide > 1 or u.high > 1 then
    return false
  end
  for d = 1, 8 do
    local other = occupant[p + offset[d]]
    if other and other ~= u then
      return false
    end
  end
  return true
end

--- Do both follow the same unit as companions?
local function is_fellow(u, other)
  local leader = u.order and u.order.companion_of
  return leader and other.order and other.order.companion_of == leader
end

--- Does a unit take a detour round another one: round one that it does not push,
-- or one of a lower priority that stands in a queue, and would be pushed in vain?
-- A unit that hunts also does round one that would come back. A companion goes
-- round strangers that came first to its place on the trail: another place is as
-- good.
function crowdunit.detours_around(c, u, other)
  local keep = u.order and u.order.keep
  return goes_around(u, other) or u.hunts and rests_at_end(other)
    or u.priority > other.priority
    and other.state == "going" and crowdunit.is_standing(other)
    and crowdunit.is_held_up(c, other)
    or keep and keep.trail and not is_fellow(u, other)
    and crowdunit.loses_goal_to(u, other)
end

--- Does such a unit hold the place?
function crowdunit.is_wall_at(c, u, p)
  local other = c.occupant[p]
  return other and other ~= u and crowdunit.detours_around(c, u, other)
end

--- Does the unit cover place p at place `at`?
function crowdunit.covers(u, at, p)
  if u.wide == 1 and u.high == 1 then
    return at == p
  end
  local pitch = u.agent.pitch
  local row = floor((p - at) / pitch)
  return row >= 0 and row < u.high and p - at - row * pitch < u.wide
end

--- The columns and rows between two places; on hexagons the steps, and 0.
local function apart(u, p, q)
  local x, y = agent.cell(u.agent, p)
  local left, top = agent.cell(u.agent, q)
  local s = u.agent.grid.stagger
  if s then
    return hexagons.apart(s, x, y, left, top), 0
  end
  return math.abs(x - left), math.abs(y - top)
end

--- Is the place an end of the unit's order?
function crowdunit.ends_at(u, p)
  if u.to_goal then
    return costtogoal.is_end(u.to_goal, p)
  end
  return p == u.goal
end

--- The cost from a place to the end of the unit's order. Without a cost to goal
-- the way is straight.
local function cost(u, p)
  local to_goal = u.to_goal
  if to_goal then
    local rest = costtogoal.cost(to_goal, p)
    return rest < FAR and rest or FAR
  elseif u.goal then
    local columns, rows = apart(u, p, u.goal)
    return (columns + rows) * u.agent.costs.cheapest_straight
  end
  return 0
end

-- Lists of one direction.
local ONLY = { { 1 }, { 2 }, { 3 }, { 4 }, { 5 }, { 6 }, { 7 }, { 8 } }

--- The directions of the steps from a place that the map allows. The agent
-- keeps the list for each place until its next version.
local function legal_directions(u, p)
  local a = u.agent
  if a.directions_version ~= a.version then
    a.directions_version, a.directions_at, a.passage_at = a.version, {}, {}
    a.step_lists = legalsteps.lists(a.rule, false)
  end
  local list = a.directions_at[p]
  if not list then
    local around = search.find_around(a, p)
    list = a.step_lists[9 * around]
      or legalsteps.make(a.step_lists, 9 * around)
    a.directions_at[p] = list
  end
  return list
end

--- Do links lead on from the place, but no steps?
local function is_enclosed(u, p)
  local edges = u.agent.edges
  return edges and edges[p] and not legal_directions(u, p)[1] or false
end

--- Is the place near enough to the unit's goal to settle there?
function crowdunit.may_settle(u, p)
  return u.settle_radius > 0 and u.goal
    and max(apart(u, p, u.goal)) <= u.settle_radius
    and not is_enclosed(u, p)
end

--- The directions of the steps that a unit may choose from a place. From a
-- blocked place that is the next step of its way out; if that leads to a free
-- place, all steps to free places.
function crowdunit.directions(u, p)
  local a = u.agent
  if a.class[p] > 0 then
    return legal_directions(u, p)
  end
  local x, y = agent.cell(a, p)
  local ways = not u.to_goal and wayout.find(a, x, y, wayout.any)
  local out = ways and wayout.best(ways, 1, wayout.zero)
  local to = u.to_goal and costtogoal.next(u.to_goal, p)
    or out and p + a.offset[out.first]
  if not to then
    return legal_directions(u, p)
  end
  local list, d = legal_directions(u, p), a.direction_of[to - p]
  for i = 1, a.class[to] > 0 and #list or 0 do
    if list[i] == d then
      return list
    end
  end
  return ONLY[d]
end

--- The costs from places that are known, by place, and their factor.
local function known_costs(u)
  local to_goal = u.to_goal
  if to_goal then
    return to_goal.search.known or NONE, to_goal.factor
  end
  return NONE, 1
end

--- The cost to enter a place and to go on from there.
function crowdunit.cost_by(u, p, d)
  local a, known, factor = u.agent, known_costs(u)
  local costs = a.costs
  local step = (d > 4 and costs.diagonal or costs.straight)[a.class[p]]
    or costs.cheapest_straight
  return (known[p] or cost(u, p)) + (factor == 1 and step or step * factor)
end

--- The link on which the unit's path goes on, and the cost by it.
function crowdunit.edge(u)
  local edges = u.to_goal and u.agent.edges
  local may = not u.permission or u.permission == "may go"
  if may and edges and edges[u.at] then
    return costtogoal.edge(u.to_goal, u.at)
  end
end

--- Does a unit follow another one as a companion, or one of its companions?
function crowdunit.follows(u, leader)
  local left = MOST_LEADERS -- companions may follow each other in a ring
  repeat
    u, left = u.order and u.order.companion_of, left - 1
  until not u or u == leader or left == 0
  return u == leader
end

--- Is the other unit at its goal, and would keep that if the first one wanted to
-- end there, too? The unit that arrived first stays, or they would push each other
-- off forever. A unit with a target can end elsewhere, unless both have one. So can
-- a companion of the first one: it goes behind that one, wherever it is. (In a ring
-- each is the companion of each.)
function crowdunit.loses_place_to(u, other)
  return u.state ~= "idle" and other.state == "arrived" and not other.away
    and (not has_target(other) or has_target(u))
    and (not crowdunit.follows(other, u) or crowdunit.follows(u, other))
end

--- The same, and the first one wants to end there.
function crowdunit.loses_goal_to(u, other)
  if not crowdunit.loses_place_to(u, other) then
    return false
  elseif not u.goal then
    return crowdunit.ends_at(u, other.at)
  end
  local x, y = agent.cell(u.agent, u.goal)
  local left, top = agent.cell(u.agent, other.at)
  return x < left + other.wide and left < x + u.wide
    and y < top + other.high and top < y + u.high
end

--- Does one unit decide before another one? Units at rest come last. Of two
-- units that both rest, or both do not, one comes first that meets another one
-- in a dead end: pushed, it could not make way. Then comes a higher priority,
-- then the unit that has been under way for longer.
function crowdunit.outranks(u, other)
  local one_rests, other_rests = rests(u), rests(other)
  local one_is_first, other_is_first = u.lead == huge, other.lead == huge
  if one_rests ~= other_rests then
    return other_rests
  elseif one_is_first ~= other_is_first then
    return one_is_first
  elseif u.priority ~= other.priority then
    return u.priority > other.priority
  elseif u.earliest ~= other.earliest then
    return u.earliest < other.earliest
  end
  return u.number < other.number
end

-- Time ------------------------------------------------------------------------

local LONGEST = 4096 -- seconds of a step, as with the module

--- The time of a step as a whole number of units.
function crowdunit.whole_time(c, time)
  return max(1, floor(min(time + 0.5, LONGEST * c.second - 1)))
end

--- Derives the durations of a unit's steps.
function crowdunit.pace(c, u)
  local function duration(length)
    return c.time_unit == "ticks" and u.pace
      or crowdunit.whole_time(c, length / u.speed * c.second)
  end
  local s, w, h = c.grid.stagger, c.grid.pitch_x, c.grid.pitch_y
  local rows, columns = s and s.rows, s and not s.rows
  local aslant = sqrt(w * w / (rows and 4 or 1) + h * h / (columns and 4 or 1))
  u.step_time = duration(columns and aslant or w)
  u.step_time_y = duration(rows and aslant or h)
  u.step_time_diagonal = duration(aslant)
  c.longest_step = max(c.longest_step, u.step_time)
end

--- How much longer a step takes on the ground under the middle of a unit.
local function slowness(c, u, p)
  p = p + floor((u.wide - 1) / 2) + floor((u.high - 1) / 2) * c.pitch
  return c.speeds[c.grid.cells[p - c.pitch - floor(p / c.pitch) + 1]]
end

--- The time that a unit takes from a place. Half of a step follows the ground
-- that the unit leaves, half the ground that it enters.
function crowdunit.duration(c, u, p, by, edge)
  if by == LINK then
    local second = c.time_unit == "ticks" and 1 or c.second
    local time = ceil(edge.link.seconds * second)
    return max(1, time > 0 and time or floor(edge.price * u.step_time + 0.5))
  end
  local duration = by > 4 and u.step_time_diagonal
    or (by == 1 or by == 3) and u.step_time or u.step_time_y
  if c.speeds then
    local both = slowness(c, u, p) + slowness(c, u, p + c.offset[by])
    duration = crowdunit.whole_time(c, duration * both / 2)
  end
  return duration
end

crowdunit.any_cell, crowdunit.cost, crowdunit.rests = any_cell, cost, rests
crowdunit.is_at_point = is_at_point
crowdunit.known_costs = known_costs
crowdunit.has_target, crowdunit.rests_at_end = has_target, rests_at_end
crowdunit.is_fellow = is_fellow
crowdunit.goes_around, crowdunit.legal_directions =
  goes_around, legal_directions

return crowdunit
