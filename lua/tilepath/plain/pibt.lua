--- A round of a crowd: the steps that units take at one moment. Priority
-- inheritance with backtracking (Okumura, Machida, Défago and Tamura 2019;
-- 2022), over footprints and steps that take time.
--
-- Each unit in turn takes the best of its choices that it may have. A unit that
-- stands there makes way: it decides now, with the rank of the first pusher,
-- and may push others in turn. If a choice leads to nothing, all that was
-- decided for it is undone, except units that stay: no unit fails twice.
--
--     1 -> 2 -> 3 -> .       1 pushes 2, 2 pushes 3, and 3 is free to go: all
--                            three step at once. A full ring can turn, too.
--
-- A large pusher reserves more than the cells of the units that it displaces,
-- and so may bar their own ways. With large units, those that were pushed in
-- vain try once more when it is their turn. Small ones may not come back
-- towards a pusher: they try once more if they have come no nearer for long.
--
-- A unit may have a cell that is free, or that another unit leaves:
--
--     B -> A ->      B may have A's cell if A starts at this moment, or is gone
--                    when B arrives, and if A does not come back towards B
--
--     S    /         not allowed: a diagonal step between two that stand, or
--        B   S       over the diagonal that another one takes
--
-- A unit in a link holds both ends. It may follow a unit that leaves the far
-- end, but no unit follows it.
--
-- For units that have decided or try, the occupant of a place is the unit that
-- will be there; else the unit that is there. `taken` lists the places whose
-- occupants have changed, and `taken_from` the occupants before. Fields of
-- units:
--
--     choice      TRIES, STEPS or STAYS; false: undecided
--     by, to      a direction, STAY or LINK, and the place where it leads; of a
--                 unit under way those of its step
--     edge        of a unit that takes a link
--     finish      the time at which its step ends

local siblings = (...):match("^.*[./]") or ""
local parent = (...):match("^(.*)plain[./]") or ""
require(parent .. "interpreted")()
local agent = require(siblings .. "agent")
local costtogoal = require(siblings .. "costtogoal")
local hexagons = require(siblings .. "hexagons")
local wayout = require(siblings .. "wayout")
local search = require(siblings .. "search")
local legalsteps = require(siblings .. "legalsteps")

local abs, ceil, floor, max, min =
  math.abs, math.ceil, math.floor, math.max, math.min
local cell, DX, DY = agent.cell, agent.DX, agent.DY

local pibt = {}

local TRIES, STEPS, STAYS = 1, 2, 3
local STAY, LINK = 0, 9

local FAR = 2 ^ 50     -- the cost of a place without a path
local LONGEST = 400    -- units in a chain of pushes
local LONG = 6         -- steps without progress
local PRIME = 2 ^ 31 - 1
local PASSAGE = 512    -- cells: a longer passage has no end

-- Units -----------------------------------------------------------------------

--- A number below 2^31 that looks drawn, for two whole numbers: a generator of
-- Lehmer's (Park and Miller 1988).
function pibt.draw(a, b)
  local h = (a % PRIME * 16807 + b * 48271 + 1) % PRIME
  return (h % 65536 * 48271 + floor(h / 65536)) * 69621 % PRIME
end

local function is_standing(u)
  return u.from == u.at
end

--- Is the unit at rest? A unit that was pushed off its goal is not.
local function rests(u)
  local state = u.state
  return state == "idle" or state == "blocked"
    or (state == "arrived" or state == "settled") and not u.away
end

--- Does the unit block its places until the game moves it?
local function is_fixed(u)
  return u.paused or u.is_immovable and rests(u)
end

local function is_large(u)
  return u.wide * u.high > 1
end

--- Would the unit push a large one off its goal? Two units of one cell change
-- places by a push, but large ones shift all that stand behind them. A unit on
-- a field of the game's has no way round.
local function would_shift(u, other)
  return is_large(other) and is_large(u) and u.goal
    and other.state == "arrived" and not other.away
end

--- Does a unit go round another one if it can? (Does any, without `u`?)
function pibt.is_wall(other, u)
  return is_fixed(other) or u and would_shift(u, other)
end

--- Does a test hold for one of the places that the unit covers at place `at`?
local function any(c, u, at, test, other)
  for row = at, at + (u.high - 1) * c.pitch, c.pitch do
    for p = row, row + u.wide - 1 do
      if test(c, u, p, other) then
        return true
      end
    end
  end
  return false
end

--- Does another unit that is like a wall hold the place?
function pibt.is_wall_at(c, u, p)
  local other = c.occupant[p]
  return other and other ~= u and pibt.is_wall(other, u)
end

--- The same for the places that the unit would cover.
function pibt.is_walled(c, u, at)
  return any(c, u, at, pibt.is_wall_at)
end

--- Does the unit cover place p at place `at`?
local function covers(u, at, p)
  if u.wide == 1 and u.high == 1 then
    return at == p
  end
  local pitch = u.agent.pitch
  local row = floor((p - at) / pitch)
  return row >= 0 and row < u.high and p - at - row * pitch < u.wide
end

--- The columns and rows between two places; on hexagons the steps, and 0.
local function apart(u, p, q)
  local x, y = cell(u.agent, p)
  local left, top = cell(u.agent, q)
  local s = u.agent.grid.stagger
  if s then
    return hexagons.apart(s, x, y, left, top), 0
  end
  return abs(x - left), abs(y - top)
end

--- Is the place an end of the unit's order?
local function ends_at(u, p)
  if u.to_goal then
    return costtogoal.is_end(u.to_goal, p)
  end
  return p == u.goal
end

--- Is the place near enough to the unit's goal for a rest?
function pibt.is_near(u, p)
  return u.settle > 0 and u.goal and max(apart(u, p, u.goal)) <= u.settle
end

--- The cost from a place to the end of the unit's order. Without a cost to goal
-- the way is straight.
local function cost(u, p)
  if u.to_goal then
    return min(costtogoal.cost(u.to_goal, p), FAR)
  elseif u.goal then
    local columns, rows = apart(u, p, u.goal)
    return (columns + rows) * u.agent.costs.cheapest_straight
  end
  return 0
end

-- Lists of one direction.
local ONLY = {}
for d = 1, 8 do
  ONLY[d] = { d }
end

--- The directions of the steps from a place that the map allows.
local function map_connections(u, p)
  local a = u.agent
  if a.steps_version ~= a.version then
    a.steps_version, a.steps = a.version, {}
    a.step_lists = legalsteps.lists(a.rule, false)
  end
  local list = a.steps[p]
  if not list then
    local around = search.find_around(a, p)
    list = a.step_lists[around] or legalsteps.make(a.step_lists, around)
    a.steps[p] = list
  end
  return list
end

--- The directions of the steps that a unit may choose from a place. From a
-- blocked place that is the next step of its way out; if that leads to a free
-- place, all steps to free places.
local function directions(u, p)
  local a = u.agent
  if a.class[p] > 0 then
    return map_connections(u, p)
  end
  local x, y = cell(a, p)
  local o = not u.to_goal
    and wayout.find(a, x, y, wayout.any, wayout.zero)
  local to = u.to_goal and costtogoal.next(u.to_goal, p)
    or o and p + a.offset[o.first]
  if not to then
    return map_connections(u, p)
  end
  local list, d = map_connections(u, p), a.step[to - p]
  for i = 1, a.class[to] > 0 and #list or 0 do
    if list[i] == d then
      return list
    end
  end
  return ONLY[d]
end

--- The cost to enter a place and to go on from there.
function pibt.cost_by(u, p, d)
  local costs, class = u.agent.costs, u.agent.class[p]
  local price = (d > 4 and costs.diagonal or costs.straight)[class]
    or costs.cheapest_straight
  return cost(u, p) + (u.to_goal and price * u.to_goal.factor or price)
end

--- Does one unit decide before another one? Units at rest come last. Of the
-- others a higher priority comes first, then the unit that has been under way
-- for longer.
local function outranks(u, other)
  local one_rests, other_rests = rests(u), rests(other)
  if one_rests ~= other_rests then
    return other_rests
  elseif u.priority ~= other.priority then
    return u.priority > other.priority
  elseif u.since ~= other.since then
    return u.since < other.since
  end
  return u.number < other.number
end

-- Time ------------------------------------------------------------------------

--- How much longer a step takes on the ground under the middle of a unit.
local function slowness(c, u, p)
  p = p + floor((u.wide - 1) / 2) + floor((u.high - 1) / 2) * c.pitch
  return c.speeds[c.grid.cells[p - c.pitch - floor(p / c.pitch) + 1]]
end

--- The time that a unit takes from a place. Half of a step follows the ground
-- that the unit leaves, half the ground that it enters.
function pibt.duration(c, u, p, by, edge)
  if by == LINK then
    local time = edge.link.seconds * (c.by == "ticks" and 1 or c.second)
    return max(1, time > 0 and ceil(time) or floor(edge.price * u.across + 0.5))
  end
  local duration = by > 4 and u.aslant or (by == 1 or by == 3) and u.across
    or u.down
  if c.speeds then
    local both = slowness(c, u, p) + slowness(c, u, p + c.offset[by])
    duration = max(1, floor(duration * both / 2 + 0.5))
  end
  return duration
end

-- Choices ---------------------------------------------------------------------

local function add(level, by, costs)
  local n = level.count + 1
  level.count, level.by[n], level.cost[n] = n, by, costs
end

--- Lists the choices of a unit with their costs: to enter a place and to go on
-- from there. A pushed unit does not choose to stay. A blocked one that is
-- pushed goes to a free place rather than push others off their goals in turn.
function pibt.list_choices(c, level, u, pusher)
  local list, edge, by_edge = directions(u, u.at), pibt.edge(u)
  level.count, level.is_alone, level.edge, level.next = 0, true, edge, nil
  level.stay = pibt.cost_by(u, u.at, 1)
  local penalty = pusher and u.state == "blocked"
    and 4 * (level.stay - cost(u, u.at)) or 0
  for i = 1, #list do
    local p = u.at + c.offset[list[i]]
    local is_held = c.occupant[p] and c.occupant[p] ~= u
    level.is_alone = level.is_alone and not is_held
    add(level, list[i], pibt.cost_by(u, p, list[i]) + (is_held and penalty or 0))
  end
  if edge then
    add(level, LINK, min(by_edge, FAR))
  end
  if not pusher then
    add(level, STAY, level.stay)
  end
end

--- The link on which the unit's path goes on, and the cost by it.
function pibt.edge(u)
  local edges = u.to_goal and u.agent.edges
  if edges and edges[u.at] and (not u.held or u.held == "may go") then
    return costtogoal.edge(u.to_goal, u.at)
  end
end

--- The number of neighbours that would rather be in a place themselves.
local function hinders(c, u, p)
  local list, count = directions(u, u.at), 0
  for i = 1, #list do
    local q = u.at + c.offset[list[i]]
    local other = c.occupant[q]
    if other and other ~= u and q ~= p and cost(other, p) < cost(other, q) then
      count = count + 1
    end
  end
  return count
end

--- The direction of the next place on the path that the unit shows, if there
-- are no others beside the unit.
local function next_of(level, u)
  if not level.next then
    local p = level.is_alone and u.to_goal and costtogoal.next(u.to_goal, u.at)
    level.next = p and u.agent.step[p - u.at] or STAY
  end
  return level.next
end

--- Of choices with one cost a link comes first, then to stay. Then comes the
-- next place on the path, or if others are beside the unit, the place in which
-- it hinders the fewest of them (Okumura and Nagai 2025), then what is drawn
-- for the moment: units in each other's way try something else next time.
local function order(c, level, u, by)
  if by == LINK or by == STAY then
    return -by - 2
  elseif by == next_of(level, u) then
    return -1
  end
  return hinders(c, u, u.at + c.offset[by]) * PRIME
    + pibt.draw(c.now + u.at, u.number * 8 + by)
end

--- The index of the best choice.
local function best(c, level, u)
  local costs, by, found, tie = level.cost, level.by, 1, nil
  for i = 2, level.count do
    if costs[i] < costs[found] then
      found, tie = i, nil
    elseif costs[i] == costs[found] then
      tie = tie or order(c, level, u, by[found])
      local its = order(c, level, u, by[i])
      if its < tie then
        found, tie = i, its
      end
    end
  end
  return found
end

-- Two steps at the same time --------------------------------------------------

--- How a unit moves: the places that it leaves and enters, by which choice
-- (STAY: it stands), and whether it begins at this moment.
local function going(c, u)
  if u.choice == TRIES or u.choice == STEPS then
    return u.at, u.to, u.by, u.by ~= STAY
  elseif not is_standing(u) then
    return u.from, u.at, u.by, u.finish - u.duration == c.now
  end
  return u.at, u.at, STAY, false
end

--- May a unit follow another one, by these directions? It takes over a place of
-- the leaver, begins no earlier and ends no earlier. Up to 90 degrees apart
-- units of one cell overlap by at most half a cell along both axes; on
-- hexagons, up to 120 degrees. Large units follow in the same direction alone.
local function may_follow(c, u, d, leaver, its)
  local s = c.grid.stagger
  if s then
    return hexagons.angle(s, d, cell(u.agent, (going(c, u))))
      ~= hexagons.angle(s, agent.OPPOSITE[its],
        cell(leaver.agent, (select(2, going(c, leaver)))))
  end
  local has_large = u.wide * u.high * leaver.wide * leaver.high > 1
  return DX[d] * DX[its] + DY[d] * DY[its] >= 0
    and (d == its or not has_large)
end

-- Reservations ----------------------------------------------------------------

--- Sets the occupant of a place.
local function hold(c, u, p)
  if c.occupant[p] ~= u then
    c.takes = c.takes + 1
    c.taken[c.takes], c.taken_from[c.takes] = p, c.occupant[p]
    c.occupant[p] = u
  end
end

--- Takes back all changes of occupants and decisions but the first ones. Units
-- that stay are kept.
local function undo(c, takes, chosen)
  for i = c.takes, takes + 1, -1 do
    c.occupant[c.taken[i]] = c.taken_from[i]
  end
  local kept, list = chosen, c.chosen
  for i = chosen + 1, c.choices do
    local u = list[i]
    if u.choice == STAYS then
      kept = kept + 1
      list[kept] = u
    else
      u.choice = false
    end
  end
  c.takes, c.choices = takes, kept
end

--- Is the other unit at its goal, where the first one wants to end? The unit
-- that arrived first stays, or they would push each other off forever. A unit
-- that asks where to go can end elsewhere, unless both ask.
local function is_before(u, other)
  if u.state == "idle" or other.state ~= "arrived" or other.away
    or other.asks and not u.asks then
    return false
  elseif not u.goal then
    return ends_at(u, other.at)
  end
  local x, y = cell(u.agent, u.goal)
  local left, top = cell(u.agent, other.at)
  return x < left + other.wide and left < x + u.wide
    and y < top + other.high and top < y + u.high
end

--- May this unit, which stands, be pushed off its place? A unit at the start of
-- a link that it is about to take may be pushed by one that comes out of the
-- link alone. Otherwise those in the queue behind it would push each other
-- forever. A large unit at its goal is pushed only for one that has looked for
-- a way round it.
local function may_push(c, u, other)
  local root = c.root
  return not (other.choice or is_fixed(other)
      or root and not root.rounds and would_shift(root, other))
    and not (root and not (c.pushes and outranks(root, other)))
    and (u.by == LINK or other.state ~= "going" or not pibt.edge(other))
    and not is_before(u, other)
end

--- Is the unit kept off a place that it wants?
local function is_barred(c, u, p)
  local other = c.occupant[p]
  if not other or other == u then
    return false
  end
  local from, to, its, begins = going(c, other)
  local may = not covers(u, u.at, p)
  if its == STAY then
    may = may and may_push(c, u, other)
  else
    may = may and its ~= LINK and (begins or u.finish >= other.finish)
      and covers(other, from, p) and not covers(other, to, p)
      and (u.by == LINK or may_follow(c, u, u.by, other, its))
  end
  c.barrier = not may and other or c.barrier
  return not may
end

--- Would the unit come back towards a follower that has taken its place?
local function is_followed(c, u, p)
  local other = c.occupant[p]
  if not other or other == u then
    return false
  end
  local _, _, its, begins = going(c, other)
  return begins and (u.by == LINK
    or its ~= LINK and not may_follow(c, other, its, u, u.by))
end

--- Does the occupant of the place stand there, before this round and after it?
local function is_pillar(c, p)
  local other = c.occupant[p]
  if not other then
    return false
  end
  local from, to = going(c, other)
  return covers(other, to, p) and (not other.choice or covers(other, from, p))
end

--- Does the occupant of the place cross the same four cells over the other
-- diagonal?
local function is_crossed(c, u, p)
  local other = c.occupant[p]
  if not other or u.wide * u.high * other.wide * other.high > 1 then
    return false
  end
  local from, to, its = going(c, other)
  return its ~= STAY and its ~= LINK and from + to == u.at + u.to
end

--- Does a diagonal step lead between others that are in its way?
local function is_squeezed(c, u)
  local dx, dy, pitch = DX[u.by], DY[u.by], c.pitch
  local right, below = u.wide - 1, (u.high - 1) * pitch
  local one = u.at + (dx > 0 and right + 1 or -1) + (dy > 0 and 0 or below)
  local two = u.at + (dx > 0 and 0 or right)
    + (dy > 0 and below + pitch or -pitch)
  local is_first = is_crossed(c, u, one) or is_pillar(c, one)
    and is_pillar(c, two)
  if is_first or is_crossed(c, u, two) then
    c.barrier = c.occupant[is_first and one or two]
    return true
  end
  return false
end

--- Reserves the places to which a choice leads. False if the unit may not have
-- them.
local function take(c, u, by, edge)
  u.by, u.edge = by, edge
  u.to = by == LINK and edge.to or u.at + c.offset[by]
  u.finish = c.now + pibt.duration(c, u, u.at, by, edge)
  if any(c, u, u.to, is_barred) or any(c, u, u.at, is_followed)
    or by > 4 and by ~= LINK and not c.grid.stagger and is_squeezed(c, u) then
    u.by, u.to = STAY, u.at
    return false
  end
  any(c, u, u.to, hold)
  return true
end

-- The swap rule of LaCAM* (Okumura 2023) --------------------------------------
--
--     # . #        1 wants to go right, and 2 left. If 1 walks on, it pushes 2
--     # . # # #    back, and then 2 pushes 1 back, again and again. Instead 1
--     . . 1 2 .    draws back, the way it wants least, and takes 2 along, until
--     # # # # #    a cell beside the passage lets one of them pass.
--
-- Before a unit goes on, two units are followed along the passage in thought.
-- Must they exchange? The pusher moves the other one on, as long as exactly one
-- way leads on; at its end each wants to go where the other one is. Can they?
-- The unit that draws back finds a cell with two more ways on.
--
-- A second look starts one cell back: a unit that lets another one pass in a
-- side cell may have to back up for it, too. The rule is for units of one cell:
-- degrees do not say whether larger ones can pass each other.

--- The number of ways on, 2 for more, for a unit ahead of another one; and a
-- way. A dead end in which a unit is at its goal is none.
local function directions_on(c, u, behind, ahead)
  local list, count, next_place = directions(u, ahead), 0, nil
  for i = 1, #list do
    local p = ahead + c.offset[list[i]]
    local other = c.occupant[p]
    if p ~= behind
      and not (other and #directions(u, p) <= 1 and ends_at(other, p)) then
      count, next_place = count + 1, p
    end
  end
  return min(count, 2), next_place
end

local function wants(u, from, to)
  return cost(u, to) < cost(u, from)
end

local function must_exchange(c, pusher, pulled, behind, ahead)
  local left = PASSAGE
  while wants(pusher, behind, ahead) do
    local count, next_place = directions_on(c, pulled, behind, ahead)
    left = left - 1
    if count == 2 or left == 0 then
      return false
    elseif count == 0 then
      break
    end
    behind, ahead = ahead, next_place
  end
  return wants(pulled, ahead, behind)
    and (ends_at(pusher, behind) or wants(pusher, behind, ahead))
end

local function can_exchange(c, u, behind, ahead)
  local start = behind
  for _ = 1, PASSAGE do
    local count, next_place = directions_on(c, u, behind, ahead)
    behind, ahead = ahead, next_place
    if count ~= 1 or ahead == start then
      return count == 2
    end
  end
  return false
end

--- Must a unit exchange with another one, before the first of them goes on to a
-- place, and can it?
local function must_draw_back(c, u, other, pusher, pulled, to)
  return other and other ~= u and other.wide == 1 and other.high == 1
    and is_standing(other) and not pibt.is_wall(other)
    and not is_before(pusher, pulled)
    and must_exchange(c, pusher, pulled, u.at, to)
    and can_exchange(c, u, to, u.at)
end

--- The unit that a unit must take along if it draws back; nil: it goes on. This
-- is the unit in the place that it wants, or one beside it that wants its own
-- place, and would push it on once it is there.
local function partner_of(c, level, u, by)
  if by == STAY or by == LINK or level.is_alone or not c.pushes
    or u.wide > 1 or u.high > 1 then
    return nil
  end
  local to, list = u.at + c.offset[by], directions(u, u.at)
  local other = c.occupant[to]
  if must_draw_back(c, u, other, u, other, to) and not other.choice then
    return other
  end
  local has_room = wants(u, u.at, to) and directions_on(c, u, u.at, to) == 2
  for i = 1, has_room and 0 or #list do
    local p = u.at + c.offset[list[i]]
    other = p ~= to and c.occupant[p]
    if other and other ~= u and wants(other, p, u.at)
      and must_draw_back(c, u, other, other, u, to)
      and agent.may_step(other.agent, p, agent.OPPOSITE[list[i]]) then
      return other
    end
  end
end

-- Decisions -------------------------------------------------------------------

local function record(c, u, choice)
  u.choice = choice
  if u ~= c.again then
    c.choices = c.choices + 1
    c.chosen[c.choices] = u
  end
end

--- The unit that draws back takes its partner into the place that it leaves.
local function draw_along(c, u, partner)
  for _, d in ipairs(directions(partner, partner.at)) do
    if partner.at + c.offset[d] == u.at and not partner.choice then
      if take(c, partner, d) then
        record(c, partner, STEPS)
      end
      return
    end
  end
end

local decide

--- Tries one choice. The units that stand in its places must make way.
local function try(c, u, by, edge)
  local takes, choices = c.takes, c.choices
  if not take(c, u, by, edge) then
    return false
  end
  for i = takes + 1, c.takes do
    local other = c.taken_from[i]
    if other and is_standing(other) and not other.choice then
      decide(c, other, u)
    end
    if other and other.choice == STAYS then
      c.barrier = other
      undo(c, takes, choices)
      u.by, u.to = STAY, u.at
      return false
    end
  end
  return true
end

--- Tries the choices of a unit until one works or the unit stays. With `by`
-- that is its only choice.
function decide(c, u, pusher, by)
  c.depth, c.decisions = c.depth + 1, c.decisions + 1
  local level = c.levels[c.depth] or { count = 0, by = {}, cost = {} }
  c.levels[c.depth] = level
  c.has_large = c.has_large or is_large(u)
  u.choice, u.by, u.to = TRIES, STAY, u.at
  local is_done, partner = false, nil
  if by then
    is_done, level.count = try(c, u, by), 0
  else
    pibt.list_choices(c, level, u, pusher)
    partner = level.count > 0 and partner_of(c, level, u,
      level.by[best(c, level, u)])
    for i = 1, partner and level.count or 0 do
      level.cost[i] = -level.cost[i] -- the worst comes first
    end
  end
  while level.count > 0 and not is_done and c.depth < LONGEST do
    local i, n = best(c, level, u), level.count
    by = level.by[i]
    level.by[i], level.cost[i], level.count = level.by[n], level.cost[n], n - 1
    if by == STAY then
      break
    end
    is_done = try(c, u, by, by == LINK and level.edge or nil)
    partner = is_done and partner
    if partner then
      draw_along(c, u, partner)
    end
  end
  c.depth = c.depth - 1
  record(c, u, is_done and STEPS or STAYS)
end

--- Followers arrive no earlier than the units that they follow.
local function delay_followers(c)
  repeat
    local is_later = false
    for i = c.takes, 1, -1 do
      local follower, leaver = c.occupant[c.taken[i]], c.taken_from[i]
      if leaver and leaver.finish > follower.finish then
        follower.finish, is_later = leaver.finish, true
      end
    end
  until not is_later
end

--- Begins a round.
function pibt.open(c)
  c.takes, c.choices, c.depth, c.barrier = 0, 0, 0, false
  c.has_large, c.again = false, false
end

--- The units of a list decide, in order of rank. Then chosen[1] to
-- chosen[choices] have decided.
function pibt.run(c, list)
  pibt.open(c)
  table.sort(list, outranks)
  for _, u in ipairs(list) do
    c.again = u.choice == STAYS
      and (c.has_large or c.now - u.nearer > LONG * u.across) and u
    if (c.again or not u.choice) and u.state and is_standing(u)
      and (u.state == "idle" or not rests(u)) then
      c.root, c.pushes = u, not rests(u) and not pibt.is_near(u, u.at)
      decide(c, u)
    end
  end
  delay_followers(c)
end

--- A unit tries one step, before all others. Returns false if it cannot: the
-- barrier is the unit in its way.
function pibt.step(c, u, d)
  pibt.open(c)
  c.root, c.pushes = nil, true
  decide(c, u, nil, d)
  delay_followers(c)
  return u.choice == STEPS
end

--- Ends a round. If its decisions are not kept, occupants are as before it.
function pibt.close(c, is_kept)
  if not is_kept then
    undo(c, 0, 0)
  end
  for i = 1, c.choices do
    c.chosen[i].choice = false
  end
  c.takes, c.choices = 0, 0
end

pibt.STEPS, pibt.STAY, pibt.LINK, pibt.FAR = STEPS, STAY, LINK, FAR
pibt.any, pibt.best, pibt.cost, pibt.covers, pibt.hold =
  any, best, cost, covers, hold
pibt.ends_at, pibt.is_before, pibt.rests, pibt.is_standing, pibt.directions =
  ends_at, is_before, rests, is_standing, directions

return pibt
