--- A round of a crowd: the steps that units take at one moment. Priority
-- inheritance with backtracking (Okumura, Machida, Défago and Tamura 2019;
-- 2022), over footprints and steps that take time.
--
-- Each unit in turn takes the best of its choices that it may have. A unit that
-- stands there makes way: it decides now, with the rank of the first pusher,
-- and may push others in turn. If a choice leads to nothing, all that was
-- decided for it is undone. Only units found unable to move stay decided, so
-- none is pushed twice.
--
--     1 -> 2 -> 3 -> .       1 pushes 2, 2 pushes 3, and 3 is free to go: all
--                            three step at once. A full ring can turn, too.
--
-- A large pusher reserves more than the cells of the units that it displaces,
-- and so may bar their own ways. With large units, those that were pushed in
-- vain are undecided again. Small ones may not come back towards a pusher: they
-- try once more if they have come no nearer for long.
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
-- occupant[p] is the unit that is in place p after this round if it has decided
-- or tries, else the unit that is there now. Fields of units:
--
--     choice      TRIES, STEPS or STAYS; false: undecided
--     by, to      a direction, STAY or LINK, and the place where it leads; of a
--                 unit under way those of its step
--     edge        of a unit that takes a link
--     forced      the place to which it goes by a joint plan, or false
--     finish      the time at which its step ends
--     held_until  of one that stays: the time at which a step ends that kept it,
--                 or one at rest that it pushed, off a place; huge: none did
--     lead        in a passage: by so many steps' time it comes before others
--                 (passages.lead); `earliest`, since when it has been under
--                 way with these
--
-- Fields of crowds:
--
--     reserved[1..n_reserved]  the places that units have reserved or let go;
--                 and in `displaced` their occupants before
--     chosen[1..n_chosen]      the units that have decided
--     choices[depth]       of the unit at that depth of a chain of pushes; [0]
--                 is for others to read: lists `by` and `cost` of `count`
--                 choices; `edge`, of its link; `stay`, what it costs to stay:
--                 as much as to step back in; `is_alone`: no unit is beside it;
--                 `next`: the direction of its path, once next_of was asked
--     first_pusher     the unit whose turn it is
--     pushes_others    it neither rests nor could settle
--     plan             the joint plan whose members decide, or false; is_search:
--                      in a search for it, where nobody is under way
--     turn             so many decisions were made before its turn
--     retried          `first_pusher`, if pushed in vain before; or false
--     barrier          the unit that kept the last try off a place
--     has_large        a unit of several cells has tried

local siblings = (...):match("^.*[./]") or ""
local parent = (...):match("^(.*)plain[./]") or ""
require(parent .. "luajit").off()
local agent = require(siblings .. "agent")
local costtogoal = require(siblings .. "costtogoal")
local crowdunit = require(siblings .. "crowdunit")
local hexagons = require(siblings .. "hexagons")
local overtaking = require(siblings .. "overtaking")
local passages = require(siblings .. "passages")

local abs, floor, huge, max, min =
  math.abs, math.floor, math.huge, math.max, math.min
local cell, DX, DY = agent.cell, agent.DX, agent.DY
local any_cell, cost, cost_by, covers, directions, ends_at, follows, is_standing,
  rests =
  crowdunit.any_cell, crowdunit.cost, crowdunit.cost_by, crowdunit.covers,
  crowdunit.directions, crowdunit.ends_at, crowdunit.follows,
  crowdunit.is_standing, crowdunit.rests

local pibt = {}

local TRIES, STEPS, STAYS = 1, 2, 3
local STAY, STRAIGHT = crowdunit.STAY, crowdunit.STRAIGHT
local LINK, FAR = crowdunit.LINK, crowdunit.FAR
local LONGEST = 400    -- units in a chain of pushes
local PRIME = 2 ^ 31 - 1
local MOST_ANEW = 64   -- decisions of a turn in which large units push anew
local PASSAGE = 512    -- cells: a longer passage has no end

-- Choices ---------------------------------------------------------------------

--- A number below 2^31 that looks drawn, for two whole numbers: a generator of
-- Lehmer's (Park and Miller 1988).
local function pseudo_random(a, b)
  local h = (a % PRIME * 16807 + b * 48271 + 1) % PRIME
  return (h % 65536 * 48271 + floor(h / 65536)) * 69621 % PRIME
end

local function add(choices, by, costs)
  local n = choices.count + 1
  choices.count, choices.by[n], choices.cost[n] = n, by, costs
end

--- Twice the steps sideways from a place out of the way of the pusher.
local function steps_aside(u, p, pusher)
  local dx, dy = DX[pusher.by], DY[pusher.by]
  local x, y = cell(u.agent, p)
  local left, top = cell(pusher.agent, pusher.at)
  local across = dx * (2 * (y - top) + u.high - pusher.high)
    - dy * (2 * (x - left) + u.wide - pusher.wide)
  local width = abs(dx) * (u.high + pusher.high)
    + abs(dy) * (u.wide + pusher.wide)
  return max(width - abs(across), 0)
end

--- The link that a unit may choose, and the cost by it: that of its path; or one
-- to the place to which it is forced.
local function edge_of(c, u)
  local edge
  if u.forced then
    edge = agent.edge(u.agent, u.at, u.forced)
  elseif c.is_search and u.to_goal then
    edge = costtogoal.edge(u.to_goal, u.at)
  else
    return crowdunit.edge(u)
  end
  return edge, edge and cost(u, u.at)
end

--- Is the unit a companion on its trail, or at rest? Other places have no costs.
local function is_on_trail(u)
  local keep = u.order and u.order.keep
  return keep and keep.trail and not (u.to_goal and u.to_goal.search.estimate)
end

--- Lists the choices of a unit with their costs: to enter a place and to go on
-- from there. A pushed unit does not choose to stay. An idle or a blocked one
-- goes to a free place rather than push others off their goals in turn. If one
-- of the two is large, it takes several steps to pass: the pushed one gets out of
-- the way by the fewest. So does a companion on its trail.
function pibt.list_choices(c, choices, u, pusher)
  local list, edge, by_edge = directions(u, u.at), edge_of(c, u)
  choices.count, choices.edge, choices.next = 0, edge, nil
  choices.is_alone, choices.stay = true, cost_by(u, u.at, STRAIGHT)
  local step = choices.stay - cost(u, u.at)
  local penalty = pusher and (u.state == "idle" or u.state == "blocked")
    and 4 * step or 0
  local is_large = pusher and pusher.by ~= LINK
    and (is_on_trail(u) or crowdunit.is_large(u) or crowdunit.is_large(pusher))
  local passes, ahead
  if not u.plan and not is_large then
    passes, ahead = overtaking.find(c, u, step)
    choices.stay = choices.stay + (passes and step * passes(u.at) or 0)
  end
  local at, forced, by, by_cost, n = u.at, u.forced, choices.by, choices.cost, 0
  local occupant, offset, class, costs = c.occupant, c.offset, u.agent.class,
    u.agent.costs
  local straight, diagonal = costs.straight, costs.diagonal
  local known, factor = crowdunit.known_costs(u)
  for i = 1, #list do
    local d = list[i]
    local p = at + offset[d]
    local other = occupant[p]
    local extra = (d > 4 and diagonal or straight)[class[p]]
      or costs.cheapest_straight
    extra = factor == 1 and extra or extra * factor
    if other and other ~= u then
      choices.is_alone, extra = false, extra + penalty
    end
    if is_large then
      extra = extra + step * steps_aside(u, p, pusher)
    elseif passes then -- to follow the slower one is no gain
      extra = extra + step * (passes(p)
        + (d == ahead and passes(at) > 0 and 1 or 0))
    end
    if not forced or forced == p then
      n = n + 1
      by[n], by_cost[n] = d, (known[p] or cost(u, p)) + extra
    end
  end
  choices.count = n
  if edge then
    add(choices, LINK, min(by_edge, FAR))
  end
  if not pusher and (u.forced or u.at) == u.at then
    add(choices, STAY, choices.stay)
  end
end

--- The number of neighbours that would rather be in a place themselves.
local function count_hindered(c, u, p)
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
local function next_of(choices, u)
  if not choices.next then
    local leads = choices.is_alone and u.to_goal
    local p = leads and costtogoal.next(u.to_goal, u.at)
    choices.next = p and u.agent.direction_of[p - u.at] or STAY
  end
  return choices.next
end

--- Of choices with one cost a link comes first, then to stay. Then comes the
-- next place on the path, or if others are beside the unit, the place in which
-- it hinders the fewest of them (Okumura and Nagai 2025), then what is drawn
-- for the moment: units in each other's way try something else next time.
local function tie_rank(c, choices, u, by)
  if by == LINK or by == STAY then
    return -by - 2
  elseif by == next_of(choices, u) then
    return -1
  end
  return count_hindered(c, u, u.at + c.offset[by]) * PRIME
    + pseudo_random(c.now + u.at, u.number * 8 + by)
end

--- The index of the best choice.
local function best(c, choices, u)
  local costs, by, found, tie = choices.cost, choices.by, 1, nil
  for i = 2, choices.count do
    if costs[i] < costs[found] then
      found, tie = i, nil
    elseif costs[i] == costs[found] then
      tie = tie or tie_rank(c, choices, u, by[found])
      local rank = tie_rank(c, choices, u, by[i])
      if rank < tie then
        found, tie = i, rank
      end
    end
  end
  return found
end

-- Two steps at the same time --------------------------------------------------

--- How a unit moves: the places that it leaves and enters, by which choice
-- (STAY: it stands), and whether it begins at this moment.
local function motion_of(c, u)
  if u.choice == TRIES or u.choice == STEPS then
    return u.at, u.to, u.by, u.by ~= STAY
  elseif not (c.is_search or is_standing(u)) then
    return u.from, u.at, u.by, u.finish - u.duration == c.now
  end
  return u.at, u.at, STAY, false
end

--- May a unit follow another one, by these directions? It takes over a place of
-- the leaver, and neither begins nor ends earlier: is_barred tests that, and
-- delay_those_behind sees to the end. On the way they must not overlap by more
-- than half a cell along both axes. For units of one cell that is so up to 90
-- degrees apart, on hexagons up to 120. For large ones all pairs of twelve phases
-- are tried; the one behind is never ahead in its step.
local function may_follow(c, u, d, leaver, other_by)
  local s = c.grid.stagger
  local from, other_from = motion_of(c, u), (motion_of(c, leaver))
  if s then
    return hexagons.side_number(s, d, cell(u.agent, from))
      ~= hexagons.side_number(s, agent.OPPOSITE[other_by],
        cell(leaver.agent, (select(2, motion_of(c, leaver)))))
  end
  if u.wide * u.high * leaver.wide * leaver.high == 1 then
    return DX[d] * DX[other_by] + DY[d] * DY[other_by] >= 0
  end
  local x, y = cell(u.agent, from)
  local left, top = cell(leaver.agent, other_from)
  x, y = 2 * (x - left) + u.wide - leaver.wide,
    2 * (y - top) + u.high - leaver.high
  for ahead = 0, 12 do
    for behind = 0, ahead do
      if abs(x + (DX[d] * behind - DX[other_by] * ahead) / 6)
        < u.wide + leaver.wide - 1
        and abs(y + (DY[d] * behind - DY[other_by] * ahead) / 6)
        < u.high + leaver.high - 1 then
        return false
      end
    end
  end
  return true
end

-- Reservations ----------------------------------------------------------------

--- Sets the occupant of a place.
local function set_occupant(c, u, p)
  if c.occupant[p] ~= u then
    c.n_reserved = c.n_reserved + 1
    c.reserved[c.n_reserved], c.displaced[c.n_reserved] = p, c.occupant[p]
    c.occupant[p] = u
  end
end

--- Takes back all changes of occupants and decisions but the first ones. Units
-- that stay are kept.
local function undo(c, n_reserved, n_chosen)
  for i = c.n_reserved, n_reserved + 1, -1 do
    c.occupant[c.reserved[i]] = c.displaced[i]
  end
  local kept, list = n_chosen, c.chosen
  local is_anew = c.has_large and c.decisions - c.turn <= MOST_ANEW
  for i = n_chosen + 1, c.n_chosen do
    local u = list[i]
    if u.choice == STAYS and not is_anew then
      kept = kept + 1
      list[kept] = u
    else
      u.choice = false
    end
  end
  c.n_reserved, c.n_chosen = n_reserved, kept
end

--- Has a unit the right of way in a passage?
local function take_lead(c, u)
  u.lead = rests(u) and 0 or passages.lead(c, u)
  u.earliest = u.since - (u.lead < huge and u.lead * u.step_time or 0)
end

--- Does a unit come after another one, as they stand now?
local function comes_after(c, u, other)
  take_lead(c, u)
  return crowdunit.outranks(other, u)
end

local function loses_goal_to(c, u, other)
  return not c.is_search and crowdunit.loses_goal_to(u, other)
end

--- Does a unit at rest lead the one whose turn it is? Then that does not push it
-- off its goal, nor does a companion that it pushes: these two change places.
local function is_leader_ahead(u, pusher, other)
  if not follows(pusher, other) then
    return false
  end
  return u ~= pusher and follows(u, pusher)
    or u == pusher and other.state == "arrived" and not follows(other, pusher)
end

--- May this unit, which stands, be pushed off its place? A unit at the start of
-- a link that it is about to take may be pushed by one that comes out of the
-- link alone. Otherwise those in the queue behind it would push each other
-- forever. A step that the game takes pushes units that yield, and a plan its
-- members.
local function may_push(c, u, other)
  local pusher, may = c.first_pusher, c.plan or other.yields
  if crowdunit.goes_around(pusher, other) or other.choice
    and (other.choice ~= STAYS or c.depth > 1 or not follows(other, u)) then
    return false
  elseif c.is_search or other.plan then
    may = other.plan == c.plan
  elseif pusher then
    may = c.pushes_others and comes_after(c, other, pusher)
      and not (rests(other) and is_leader_ahead(u, pusher, other))
  end
  local is_next = u.by ~= LINK and other.state == "going" and not other.plan
    and crowdunit.edge(other)
  return may and not is_next and not loses_goal_to(c, u, other)
end

--- Is the unit kept off a place that it wants?
local function is_barred(c, u, p)
  local other = c.occupant[p]
  if not other or other == u then
    return false
  end
  local from, to, other_by, begins = motion_of(c, other)
  local may = not covers(u, u.at, p)
  if other_by == STAY then
    may = may and may_push(c, u, other)
  else
    may = may and other_by ~= LINK and (begins or u.finish >= other.finish)
      and covers(other, from, p) and not covers(other, to, p)
      and (u.by == LINK or may_follow(c, u, u.by, other, other_by))
  end
  c.barrier = not may and other or c.barrier
  return not may
end

--- Would the unit come back towards one behind it that has taken its place?
local function is_followed(c, u, p)
  local other = c.occupant[p]
  if not other or other == u then
    return false
  end
  local _, _, other_by, begins = motion_of(c, other)
  return begins and (u.by == LINK
    or other_by ~= LINK and not may_follow(c, other, other_by, u, u.by))
end

--- Does the occupant of the place cover it after this round, and did it so
-- before? If it has not decided, it may still be stepping in.
local function is_pillar(c, p)
  local other = c.occupant[p]
  if not other then
    return false
  end
  local from, to = motion_of(c, other)
  if other.choice then
    return covers(other, to, p) and covers(other, from, p)
  end -- if a unit stays that is forced to go, the plan fails
  return covers(other, to, p) and (other.forced or from) == from
end

--- Does the occupant of the place cross the same four cells over the other
-- diagonal?
local function is_crossed(c, u, p)
  local other = c.occupant[p]
  if not other or u.wide * u.high * other.wide * other.high > 1 then
    return false
  end
  local from, to, other_by = motion_of(c, other)
  return other_by ~= STAY and other_by ~= LINK and from + to == u.at + u.to
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
local function reserve(c, u, by, edge)
  u.by, u.edge = by, edge
  u.to = by == LINK and edge.to or u.at + c.offset[by]
  u.finish = c.now + crowdunit.duration(c, u, u.at, by, edge)
  if any_cell(c, u, u.to, is_barred) or any_cell(c, u, u.at, is_followed)
    or by > 4 and by ~= LINK and not c.grid.stagger and is_squeezed(c, u) then
    u.by, u.to = STAY, u.at
    return false
  end
  any_cell(c, u, u.to, set_occupant)
  return true
end

-- The swap rule of LaCAM* (Okumura 2023) --------------------------------------
--
--     # . #        1 wants to go right, and 2 left. If 1 walks on, it pushes 2
--     # . # # #    back, and then 2 pushes 1 back, again and again. Instead 1
--     . . 1 2 .    draws back, the way it wants least, and takes 2 along, until
--     # # # # #    a cell beside the passage lets one of them pass.
--
-- Before a unit goes on, both units are simulated along the passage. Must they
-- exchange? The pusher moves the other one on, as long as exactly one way leads
-- on; at its end each wants to go where the other one is. Can they? The unit
-- that draws back finds a cell with two more ways on.
--
-- At a goal of both, the one ahead stays: no push follows, so they need no
-- exchange. But an idle unit gives up its home: one in a dead end comes out. Two
-- that hunt need no exchange, either: any place near their targets will do. Nor
-- does a leader with its companion, whose goal moves along. A unit ahead whose
-- path goes on by a link leaves the passage there.
--
-- A second look starts one cell back: a unit that lets another one pass in a
-- side cell may have to back up for it, too. The rule is for units of one cell:
-- degrees do not say whether larger ones can pass each other.

--- Does a unit stand in the place that cannot be pushed?
local function is_closed(c, u, p)
  local other = c.occupant[p]
  return other and other ~= u
    and crowdunit.goes_around(c.first_pusher, other)
end

--- May the unit step on in that direction, as far as units go that cannot be
-- pushed?
local function is_way(c, u, p, d)
  return not is_closed(c, u, p + c.offset[d]) and (d <= 4 or c.grid.stagger
    or not (is_closed(c, u, p + c.offset[agent.SIDE_X[d]])
      or is_closed(c, u, p + c.offset[agent.SIDE_Y[d]])))
end

--- The number of ways on, 2 for more, for a unit ahead of another one; and a
-- way. Units that cannot be pushed close them like walls. A dead end in which a
-- unit is at its goal is none.
local function directions_on(c, u, behind, ahead)
  local list, count, next_place = directions(u, ahead), 0, nil
  for i = 1, #list do
    local p = ahead + c.offset[list[i]]
    local other = c.occupant[p]
    if p ~= behind and is_way(c, u, ahead, list[i])
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
  local left, is_idle = PASSAGE, pulled.state == "idle"
  if pusher.hunts and pulled.hunts or follows(pulled, pusher) then
    return false
  end
  while wants(pusher, behind, ahead) do
    local count, next_place = directions_on(c, pulled, behind, ahead)
    left = left - 1
    if count == 2 or left == 0
      or not is_idle and ends_at(pusher, ahead) and ends_at(pulled, ahead)
      or pulled.to_goal and costtogoal.edge(pulled.to_goal, ahead) then
      return false
    elseif count == 0 then
      break
    end
    behind, ahead = ahead, next_place
  end
  if not (is_idle and ends_at(pusher, ahead))
    and not wants(pulled, ahead, behind) then
    return false
  elseif ends_at(pusher, behind) then
    return not ends_at(pulled, behind)
  end
  return wants(pusher, behind, ahead)
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

--- Must a unit exchange with another one, in the place to which a direction
-- leads, before the first of them goes on to a place, and can it? The other one
-- must be able to come after it.
local function must_draw_back(c, u, d, pusher, pulled, to)
  local other = pusher == u and pulled or pusher
  return other.wide == 1 and other.high == 1
    and is_standing(other) and other.plan == c.plan
    and not crowdunit.goes_around(c.first_pusher, other)
    and agent.may_step(other.agent, u.at + c.offset[d], agent.OPPOSITE[d])
    and not loses_goal_to(c, pusher, pulled)
    and must_exchange(c, pusher, pulled, u.at, to)
    and can_exchange(c, u, to, u.at)
end

--- The unit that a unit must take along if it draws back from its best choice;
-- nil: it goes on. This is the unit in the place that it wants, or one beside it
-- that wants its own place, and would push it on once it is there.
local function partner_of(c, choices, u, by)
  if by == STAY or by == LINK or u.forced or choices.is_alone
    or not c.pushes_others
    or u.wide > 1 or u.high > 1 then
    return nil
  end
  local to, list = u.at + c.offset[by], directions(u, u.at)
  local other = c.occupant[to]
  if other and other ~= u and not other.choice
    and must_draw_back(c, u, by, u, other, to) then
    return other
  end
  local has_room = wants(u, u.at, to) and directions_on(c, u, u.at, to) == 2
  for i = 1, has_room and 0 or #list do
    local p = u.at + c.offset[list[i]]
    other = p ~= to and c.occupant[p]
    if other and other ~= u and wants(other, p, u.at)
      and must_draw_back(c, u, list[i], other, u, to) then
      return other
    end
  end
end

-- Decisions -------------------------------------------------------------------

local function record(c, u, choice)
  u.choice = choice
  if u ~= c.retried then -- it is in the list since it was pushed in vain
    c.n_chosen = c.n_chosen + 1
    c.chosen[c.n_chosen] = u
  end
end

--- The unit that draws back takes its partner into the place that it leaves.
local function draw_along(c, u, partner)
  for _, d in ipairs(directions(partner, partner.at)) do
    if partner.at + c.offset[d] == u.at and not partner.choice then
      if reserve(c, partner, d) then
        record(c, partner, STEPS)
      end
      return
    end
  end
end

--- Does the unit wait outside a dead end, and not go on by that choice? One that
-- is pushed by a unit that comes out of another dead end itself does not wait
-- for one that comes after that.
local function waits_outside(c, u, by, edge, pusher)
  if by == STAY or u.state == "idle" or u.forced then
    return false
  end
  local to = by == LINK and edge.to or u.at + c.offset[by]
  local root = pusher and c.first_pusher
  local other, is_trap = passages.bars(c, u, to, root)
  if is_trap then
    return true
  end
  if not (other and pusher) or c.plan then
    return other ~= nil
  end
  return root and other ~= root
    and (root.lead < huge or not comes_after(c, other, root))
end

--- A unit that was pushed in vain makes way by a link, if one leads on from
-- there to free places. As nobody may follow it there, its pusher waits. If the
-- game says which links it may take, it asks first.
local function leave_by_link(c, u)
  local edge = is_standing(u) and not (c.plan or u.plan)
    and passages.way_out(c, u)
  if not edge then
    return
  elseif u.permission and u.permission ~= "may go" then
    u.leaves = true
    return
  end
  local is_chosen = u.choice
  u.choice = TRIES
  local leaves = reserve(c, u, LINK, edge)
  u.choice = leaves and STEPS or is_chosen
  if leaves and not is_chosen then
    record(c, u, STEPS)
  end
end

--- When may a unit have a place that another one, under way, enters or leaves?
local function free_at(c, u, other, by, edge)
  if by == LINK or other.duration == 0 then
    return other.finish
  end
  local finish = c.now + crowdunit.duration(c, u, u.at, by, edge)
  return other.finish > finish and other.finish - finish + c.now
    or other.finish
end

--- Another unit has kept the unit off a place. One at rest is woken by no step
-- beside it, so whoever pushes it in vain must know when such a step ends.
local function note_barrier(c, u, by, edge)
  local other, time = c.barrier, huge
  if not other or c.is_search then
    return
  elseif other.choice == STAYS and rests(other) then
    time = other.held_until
  elseif not other.choice and rests(u) and not is_standing(other) then
    time = free_at(c, u, other, by, edge)
  end
  u.held_until = min(u.held_until, time)
end

local decide

--- A leader changes places with a companion that it pushes in vain: they take
-- each other's places, as in a dead end nothing else leads past it. Units that are
-- pushed themselves do not, as their places are reserved. Returns true if they do.
local function change_places(c, u, other)
  if c.depth > 1 or c.is_search or c.plan or u.by == LINK
    or u.wide * u.high * other.wide * other.high > 1 or not follows(other, u)
    or c.occupant[u.at] ~= u then
    return false
  end
  for _, d in ipairs(directions(other, other.at)) do
    if other.at + c.offset[d] == u.at then
      other.by, other.to, other.edge = d, u.at, nil
      other.finish = c.now + crowdunit.duration(c, other, other.at, d)
      other.choice = STEPS
      set_occupant(c, other, u.at)
      return true
    end
  end
  return false
end

--- Tries one choice. The units that stand in its places must make way.
local function try(c, u, by, edge)
  local n_reserved, n_chosen = c.n_reserved, c.n_chosen
  u.choice, c.barrier = TRIES, false
  if not reserve(c, u, by, edge) then
    note_barrier(c, u, by, edge)
    return false
  end
  for i = n_reserved + 1, c.n_reserved do
    local other = c.displaced[i]
    if other and is_standing(other) and not other.choice then
      decide(c, other, u)
    end
    if other and other.choice == STAYS and not change_places(c, u, other) then
      c.barrier = other
      note_barrier(c, u, by, edge)
      undo(c, n_reserved, n_chosen)
      u.by, u.to = STAY, u.at
      leave_by_link(c, other)
      c.barrier = other
      return false
    end
  end
  return true
end

--- Takes the best choice off the list.
-- @param known  its index, or false
local function take_best(c, choices, u, known)
  local i, n = known or best(c, choices, u), choices.count
  local by = choices.by[i]
  choices.by[i], choices.cost[i] = choices.by[n], choices.cost[n]
  choices.count = n - 1
  return by
end

--- A unit with nobody beside it takes the next place of its path: no costs need
-- be compared. Returns false if it does not.
local function go_alone(c, u)
  local to_goal, a, p = u.to_goal, u.agent, u.at
  local d = to_goal and not (u.forced or u.plan) and crowdunit.is_alone(c, u, p)
    and costtogoal.ahead(to_goal, a, p)
  if not d or waits_outside(c, u, d)
    or overtaking.find(c, u, a.costs.straight[a.class[p]] * to_goal.factor) then
    return false
  end
  c.decisions, u.held_until = c.decisions + 1, huge
  u.by, u.edge, u.to = d, nil, p + c.offset[d]
  u.finish = c.now + crowdunit.duration(c, u, p, d)
  set_occupant(c, u, u.to)
  record(c, u, STEPS)
  return true
end

--- Tries the choices of a unit until one works or the unit stays. A unit that
-- must draw back tries the worst first, and takes its partner along.
-- @param pusher  the unit that it makes way for, or nil
function decide(c, u, pusher)
  c.depth, c.decisions, u.held_until = c.depth + 1, c.decisions + 1, huge
  local choices = c.choices[c.depth] or { count = 0, by = {}, cost = {} }
  c.choices[c.depth] = choices
  c.has_large = c.has_large or crowdunit.is_large(u)
  pibt.list_choices(c, choices, u, pusher)
  local known = choices.count > 0 and best(c, choices, u)
  local first = known and choices.by[known] or STAY
  local partner = partner_of(c, choices, u, first)
  if partner and waits_outside(c, u, first, choices.edge, pusher) then
    partner = nil
  end
  known = not partner and known
  for i = 1, partner and choices.count or 0 do
    choices.cost[i] = -choices.cost[i]
  end
  local by, steps = nil, false
  while choices.count > 0 and by ~= STAY and not steps and c.depth < LONGEST do
    by, known = take_best(c, choices, u, known), false
    local edge = by == LINK and choices.edge or nil
    steps = by ~= STAY
      and (partner or not waits_outside(c, u, by, edge, pusher))
      and try(c, u, by, edge)
  end
  if steps and partner then
    draw_along(c, u, partner)
  end
  c.depth = c.depth - 1
  record(c, u, steps and STEPS or STAYS)
end

--- The units that another one pushed in vain are undecided again.
local function let_others_decide(c, u, n_chosen)
  local kept, list = n_chosen, c.chosen
  for i = n_chosen + 1, c.n_chosen do
    local other = list[i]
    if other ~= u and other.choice == STAYS then
      other.choice = false
    else
      kept = kept + 1
      list[kept] = other
    end
  end
  c.n_chosen = kept
end

--- Members of a plan arrive together.
local function keep_in_step(c)
  local latest, is_later = {}, false
  for pass = 1, 2 do
    for i = 1, c.n_chosen do
      local u = c.chosen[i]
      local finish = u.plan and u.choice == STEPS and (latest[u.plan] or 0)
      if finish and pass == 1 then
        latest[u.plan] = max(finish, u.finish)
      elseif finish and u.finish < finish then
        u.finish, is_later = finish, true
      end
    end
  end
  return is_later
end

--- Units that follow others arrive no earlier than these.
local function delay_those_behind(c)
  repeat
    local is_later = c.plans[1] and keep_in_step(c) or false
    for i = c.n_reserved, 1, -1 do
      local behind, leaver = c.occupant[c.reserved[i]], c.displaced[i]
      if leaver and leaver.finish > behind.finish then
        behind.finish, is_later = leaver.finish, true
      end
    end
  until not is_later
end

--- Begins a round.
function pibt.open(c)
  c.n_reserved, c.n_chosen, c.depth, c.barrier = 0, 0, 0, false
  c.has_large, c.retried, c.first_pusher = false, false, nil
  c.turn = c.decisions
end

--- Does a companion stand beside the unit?
local function has_companion(c, u)
  local list = directions(u, u.at)
  for i = 1, #list do
    local other = c.occupant[u.at + c.offset[list[i]]]
    if other and follows(other, u) then
      return true
    end
  end
  return false
end

--- A unit decides in its turn. One of a plan comes before all others.
function pibt.take_turn(c, u)
  c.retried = not c.plan and u.choice == STAYS
    and (crowdunit.is_held_up(c, u) or has_companion(c, u)) and u
  if c.retried or not u.choice then
    c.first_pusher = not c.plan and u or nil
    c.pushes_others = c.plan
      or not rests(u) and not crowdunit.may_settle(u, u.at)
    c.turn = c.decisions
    local n_chosen = c.n_chosen
    take_lead(c, u)
    if not go_alone(c, u) then
      decide(c, u)
    end
    if c.has_large then
      let_others_decide(c, u, n_chosen)
    end
  end
end

--- The units of a list decide that follow no plan, in order of rank. Ends the
-- round's decisions.
function pibt.decide_all(c, list)
  for _, u in ipairs(list) do
    take_lead(c, u)
  end
  table.sort(list, crowdunit.outranks)
  for _, u in ipairs(list) do
    if u.state and is_standing(u) and not u.plan
      and (u.state == "idle" or not rests(u)) then
      pibt.take_turn(c, u)
    end
  end
  delay_those_behind(c)
end

--- A unit tries one step, before all others. Returns false if it cannot: the
-- barrier is the unit in its way.
function pibt.step(c, u, d)
  pibt.open(c)
  c.first_pusher, c.pushes_others = nil, true
  c.depth, c.decisions, u.held_until = 1, c.decisions + 1, huge
  record(c, u, try(c, u, d) and STEPS or STAYS)
  delay_those_behind(c)
  return u.choice == STEPS
end

--- Ends a round. If its decisions are not kept, occupants are as before it.
function pibt.close(c, is_kept)
  if not is_kept then
    undo(c, 0, 0)
  end
  for i = 1, c.n_chosen do
    c.chosen[i].choice = false
  end
  c.n_reserved, c.n_chosen = 0, 0
end

pibt.STEPS, pibt.best = STEPS, best
pibt.set_occupant = set_occupant

return pibt
