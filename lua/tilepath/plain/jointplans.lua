--- Joint plans: ways out of small jams. Units that block each other stand still
-- while a search goes over the positions of all of them, and then follow what
-- it has found.
--
-- A unit without progress for a while gathers a cluster: the units around it,
-- those at the other ends of links, then the units around these, and so on.
-- Units at rest nearby are members, but add no others. If one of them has made
-- progress lately, it has hope, and no plan is made; nor is one for more than
-- eight, as a part of a large jam stands still in vain. All others are obstacles
-- for the search. They are pushed if they stand in the way when the plan is
-- followed.
--
-- The search is LaCAM (Okumura 2023): depth first over the places of all
-- members. A round makes the next ones. If these are known already, their node
-- is tried once more, with one member after the other forced to one place after
-- the other, until a round leads to new ones. So the search is complete.
--
--     tries of a node   no member is forced | the first one: each of its
--     0, 1, 2 ...       places | the first two: each pair of their places | ...
--
-- A step of a plan begins when all members stand, and lasts as long as the
-- slowest member's step. A plan ends as soon as a member is elsewhere, has
-- another order, or is gone.
--
-- The search ends as soon as each member is nearer to its goal than ever, or at
-- it, or finds another member at it. So each plan is progress for all of its
-- members, and none comes back for ever.
--
-- A plan has its `members`; `steps`: lists of their places, of which they are at
-- `steps[step]`; `misses`: so often a step has waited for other units; and as
-- long as it is made its search:
--
--     nodes, known    in the order in which they were made, and by their places
--     now, top        the node that is tried; the last one that may be open
--     best            the node with the most members that are done
--     decisions       made so far
--
-- A node has `at`, the places of the members; `ages`: for so many steps a member
-- has not been done; `done`, the number of those that are; `parent`, `number`
-- and `tries`.
--
-- Fields of crowds: `plans`, those that are followed; `made`, the one that is
-- being made; `last_stuck`, the number of the unit that gathered last;
-- `searches_left` decisions until `searches_renewed`.

local siblings = (...):match("^.*[./]") or ""
local parent = (...):match("^(.*)plain[./]") or ""
require(parent .. "luajit").off()
local agent = require(siblings .. "agent")
local crowdunit = require(siblings .. "crowdunit")
local pibt = require(siblings .. "pibt")
local timers = require(siblings .. "timers")
local transitions = require(siblings .. "transitions")
local unitstates = require(siblings .. "unitstates")

local floor, huge, max, min =
  math.floor, math.huge, math.max, math.min
local any_cell, cost, directions, is_standing, is_wall, rests =
  crowdunit.any_cell, crowdunit.cost, crowdunit.directions,
  crowdunit.is_standing, crowdunit.is_wall, crowdunit.rests

local jointplans = {}

local PATIENCE = 16   -- steps without progress
local RADIUS = 2      -- cells between members, at first
local MOST_FAILED = 4 -- plans that make the radius wider
local MOST = 8        -- members
local TICK = 256      -- decisions of searches in a tick,
local SLICE = 64      -- or by seconds in one of
local PARTS = 8       -- so many parts of a step
local SEARCH = 1024   -- decisions of a search,
local ALONE = 16384   -- or if no other unit is under way
local MISSES = 4      -- so often a step of a plan may wait for other units

-- Clusters --------------------------------------------------------------------

--- Has it hope? Patience for retries, which `failed_joint_plans` counts, is
-- none: two units might give it to each other in turns.
local function has_patience(c, u)
  return u.state == "going" and u.failed_joint_plans == 0
    and c.now - u.progress_time <= u.step_time * PATIENCE
end

--- Calls f(p) for the places of the map around those of a unit at a place.
-- Returns false if f does.
local function all_around(c, u, at, radius, f)
  local x, y = agent.cell(c, at)
  local left, right =
    max(x - radius, 0), min(x + u.wide - 1 + radius, c.grid.width - 1)
  local last = min(y + u.high - 1 + radius, c.grid.height - 1)
  for row = max(y - radius, 0), last do
    for p = agent.place(c, left, row), agent.place(c, right, row) do
      if not f(p) then
        return false
      end
    end
  end
  return true
end

--- Does one that has come to its target stand beside the unit, which has one,
-- too? Then it settles, and needs no plan.
local function is_at_ring(c, u)
  return u.hunts and not all_around(c, u, u.at, 1, function(p)
    return not (c.occupant[p] and crowdunit.has_come(c.occupant[p]))
  end)
end

local function is_stuck(c, u)
  return u.state and not u.plan and not is_wall(u) and not rests(u)
    and (u.state == "going" or u.state == "arrived")
    and c.now - u.progress_time > u.step_time * PATIENCE
    and not is_at_ring(c, u)
end

--- Gathers a cluster around a unit, a wider one the more plans have failed.
-- Returns false if one of its units has hope, or there are too many.
local function gather(c, plan, u)
  local members = plan.members
  local radius = RADIUS * 2 ^ min(u.backoff + u.failed_joint_plans, MOST_FAILED)
  local function add(p)
    local other = c.occupant[p]
    if not other or is_wall(other) or other.plan == plan then
      return true
    elseif other.plan or has_patience(c, other) or #members == MOST then
      return false
    end
    members[#members + 1], other.plan = other, plan
    return true
  end
  members[1], u.plan = u, plan
  for _, one in ipairs(members) do
    local function add_ends(p)
      for _, edge in ipairs(one.agent.edges[p] or {}) do
        if not all_around(c, one, edge.to, 1, add) then
          return false
        end
      end
      return true
    end
    local is_at_rest = rests(one) and one.state ~= "blocked"
    if not is_at_rest and not (all_around(c, one, one.at, radius, add)
      and (not one.agent.edges
        or all_around(c, one, one.at, radius, add_ends))) then
      return false
    end
  end
  return true
end

--- Begins a plan of a unit and those around it, unless there is hope.
local function form_plan(c, u)
  local plan = { members = {}, misses = 0 }
  local is_whole = gather(c, plan, u)
  if is_whole and plan.members[2] then
    plan.most = unitstates.count(c) > #plan.members and SEARCH or ALONE
    return plan
  end
  for _, one in ipairs(plan.members) do
    one.plan = false
  end
  -- A unit alone that still goes on may be on a long detour, and needs no plan.
  -- A unit that stands in a queue needs none as long as one around it has hope.
  local goes_on = c.now - u.stands_since <= 2 * u.step_time
  if goes_on and is_whole then
    transitions.apply(c, u, "hope")
  elseif not goes_on and not is_whole then
    unitstates.hope_anew(c, u)
  end
end

-- The search ------------------------------------------------------------------

--- Is another member at the goal of this one? An idle one makes way.
local function is_goal_taken(plan, at, u)
  for i, other in ipairs(plan.members) do
    if other ~= u and at[i] == u.goal and other.goal == u.goal
      and other.state ~= "idle" then
      return true
    end
  end
  return false
end

--- Is enough done for a member if it is at that place? It is nearer to its goal
-- than ever, or needs nothing elsewhere.
local function is_done(plan, at, u, p)
  return u.state == "idle" or u.state == "waiting" or u.refused or u.late
    or crowdunit.ends_at(u, p) or crowdunit.may_settle(u, p)
    or cost(u, p) < u.best or u.goal and is_goal_taken(plan, at, u)
end

local function add_node(plan, at, from)
  local node = { at = at, ages = {}, done = 0, tries = 0, parent = from,
    number = #plan.nodes + 1 }
  for i, u in ipairs(plan.members) do
    local done = is_done(plan, at, u, at[i])
    node.done = node.done + (done and 1 or 0)
    node.ages[i] = done and 0 or from and from.ages[i] + 1 or 1
  end
  plan.nodes[node.number], plan.known[table.concat(at, " ")] = node, node
  plan.now, plan.top = node, node.number
  plan.best = plan.best and plan.best.done >= node.done and plan.best or node
end

local function begin_search(plan)
  local at = {}
  for i, u in ipairs(plan.members) do
    at[i] = u.at
  end
  plan.nodes, plan.known, plan.decisions = {}, {}, 0
  add_node(plan, at)
end

local function release(copy, _, p, u)
  if not u or copy.occupant[p] == u then
    copy.occupant[p] = false
  end
end

--- A copy of the crowd in which a search plays: what it does not change are the
-- crowd's own units and places. Its members are copies, too, and hold no places.
local function copy_of(c, plan)
  local copy = setmetatable({ occupant = setmetatable({},
    { __index = c.occupant }), chosen = {}, reserved = {}, displaced = {},
    choices = {}, plan = plan, is_search = true, members = {} }, { __index = c })
  for i, u in ipairs(plan.members) do
    copy.members[i] = setmetatable({ choice = false }, { __index = u })
    any_cell(copy, u, u.at, release)
  end
  return copy
end

--- The members of a copy leave their places, and stand at others.
local function put_all(copy, at)
  for _, u in ipairs(copy.members) do
    any_cell(copy, u, u.at, release, u)
  end
  for i, u in ipairs(copy.members) do
    u.at, u.from = at[i], at[i]
    any_cell(copy, u, u.at, pibt.set_occupant)
  end
end

--- The indices of the members: those that have not been done for longest come
-- first.
local function order_of(node)
  local order, ages = {}, node.ages
  for i = 1, #ages do
    order[i] = i
  end
  table.sort(order, function(i, j)
    return ages[i] > ages[j] or ages[i] == ages[j] and i < j
  end)
  return order
end

--- The places that a member may have next: its own, and those of each step and
-- each link.
local function choices_of(c, u)
  local list = { u.at }
  for _, d in ipairs(directions(u, u.at)) do
    list[#list + 1] = u.at + c.offset[d]
  end
  for _, edge in ipairs(u.agent.edges and u.agent.edges[u.at] or {}) do
    list[#list + 1] = edge.to
  end
  return list
end

--- Forces members as the node's next try says. False: all tries are used up.
local function force(c, node, order)
  local rest, combinations, lists = node.tries, 1, {}
  node.tries = node.tries + 1
  while rest >= combinations do
    rest = rest - combinations
    local u = c.members[order[#lists + 1]]
    if not u then
      node.tries = huge
      return false
    end
    lists[#lists + 1] = choices_of(c, u)
    combinations = combinations * #lists[#lists]
  end
  for i, list in ipairs(lists) do
    local u = c.members[order[i]]
    local choice = rest % #list
    rest = (rest - choice) / #list
    u.forced = list[(choice + u.number + node.number) % #list + 1]
  end
  return true
end

--- Units decide, in this order. Returns their next places; nil: one of them does
-- not go where it is forced to.
local function decide(c, units, order)
  local at, goes = {}, true
  for _, i in ipairs(order) do
    pibt.take_turn(c, units[i])
  end
  for i, u in ipairs(units) do
    at[i] = u.choice == pibt.STEPS and u.to or u.at
    goes = goes and (not u.forced or u.forced == at[i])
    u.forced = false
  end
  return goes and at or nil
end

--- One try of a node. If all are used up, goes on with the last open node.
local function try_once(copy, plan)
  local node = plan.now
  local order = order_of(node)
  put_all(copy, node.at)
  copy.now = plan.decisions -- other draws for each try
  pibt.open(copy)
  local is_open = force(copy, node, order)
  local at = is_open and decide(copy, copy.members, order)
  pibt.close(copy, false)
  plan.decisions = plan.decisions + #order
  local known = at and plan.known[table.concat(at, " ")]
  if at and not known then
    add_node(plan, at, node)
  elseif known and known.tries < huge then
    plan.now = known
  elseif not is_open then
    while plan.nodes[plan.top] and plan.nodes[plan.top].tries == huge do
      plan.top = plan.top - 1
    end
    plan.now = plan.nodes[plan.top]
  end
end

local function is_over(plan)
  return plan.best.done == #plan.members or not plan.now
    or plan.decisions >= plan.most
end

--- Goes on with a search, for at most so many decisions. Returns those that were
-- made.
local function search(c, plan, left)
  local copy, before = copy_of(c, plan), plan.decisions
  while not is_over(plan) and plan.decisions - before < left do
    try_once(copy, plan)
  end
  c.decisions = copy.decisions
  return plan.decisions - before
end

-- Making one ------------------------------------------------------------------

--- The plan ends. Members that were on their way hope anew.
local function drop(c, plan)
  plan.is_over = true
  for _, u in ipairs(plan.members) do
    if u.state and u.plan == plan then
      u.plan = false
      if not rests(u) then
        unitstates.hope_anew(c, u)
      end
      if u.state ~= "idle" or u.away then
        unitstates.wake(c, u)
      end
    end
  end
end

--- Are all members where the plan has them?
local function is_in_place(plan)
  local at = plan.steps and plan.steps[plan.step]
    or plan.nodes and plan.nodes[1].at
  for i, u in ipairs(plan.members) do
    if not u.state or u.plan ~= plan or is_wall(u) or at and u.at ~= at[i] then
      return false
    end
  end
  return true
end

local function all_stand(plan)
  for _, u in ipairs(plan.members) do
    if not is_standing(u) then
      return false
    end
  end
  return true
end

--- The members wait until the plan is looked at again.
local function come_back(c, plan, time)
  for _, u in ipairs(plan.members) do
    unitstates.warn(c, u)
  end
  timers.set(c, plan.members[1], time)
end

--- The next unit of this moment that is stuck, by number, after the last one.
local function find_stuck(c)
  local first, later
  for _, u in ipairs(c.deciding) do
    if is_stuck(c, u) then
      first = first and first.number < u.number and first or u
      if u.number > c.last_stuck then
        later = later and later.number < u.number and later or u
      end
    end
  end
  return later or first
end

--- The decisions that searches may make now. The first search after
-- `searches_renewed` begins a new period.
local function decisions_left(c, plan)
  if c.now >= c.searches_renewed then
    local part = floor(plan.members[1].step_time / PARTS)
    local by_ticks = c.time_unit == "ticks"
    c.searches_left = by_ticks and TICK or SLICE
    c.searches_renewed = c.now + 1 + (by_ticks and 0 or part)
  end
  return min(c.searches_left, floor(c.budget / 4))
end

--- Goes on with the plan that is being made. Returns false if it will be none.
local function make(c, plan)
  local left = all_stand(plan) and decisions_left(c, plan)
  if not is_in_place(plan) then
    return false
  elseif not left then
    return true
  elseif left > 0 then
    if not plan.nodes then
      begin_search(plan)
    end
    local made = search(c, plan, left)
    c.searches_left, c.budget = c.searches_left - made, c.budget - 4 * made
    if is_over(plan) then
      return plan.best.done == #plan.members
    end
  end
  come_back(c, plan, c.budget >= 4 and c.searches_renewed
    or max(c.clock, c.now + 1)) -- in the next update
  return unitstates.may_wait(c, plan.members[1])
end

--- The found plan is followed from now on.
local function begin(c, plan)
  local node, steps = plan.best, {}
  while node do
    table.insert(steps, 1, node.at)
    node = node.parent
  end
  plan.steps, plan.step = steps, 1
  plan.nodes, plan.known, plan.now, plan.best = nil, nil, nil, nil
  c.plans[#c.plans + 1] = plan
end

--- Before a round: goes on with the plan that is being made, or gathers a
-- cluster.
function jointplans.think(c)
  local stuck = not c.made and c.budget > 0 and find_stuck(c)
  if stuck then
    c.last_stuck = stuck.number
    c.made = form_plan(c, stuck) or false
  end
  local plan = c.made
  if plan and not make(c, plan) then
    drop(c, plan)
    c.made = false
  elseif plan and plan.best and plan.best.done == #plan.members then
    begin(c, plan)
    c.made = false
  end
end

-- Following plans -------------------------------------------------------------

--- Does a member go on by a link that it may not take before the game has
-- answered?
local function asks_first(c, u, p)
  local d = u.agent.direction_of[p - u.at]
  if p == u.at or not u.permission or u.permission == "may go"
    or d and agent.may_step(u.agent, u.at, d) then
    return false
  end
  u.leaves = true
  unitstates.ask(c, u, agent.edge(u.agent, u.at, p))
  return true
end

--- The members decide as the plan says. False: another unit is in the way, or
-- one of them has to ask the game.
local function lead_members(c, plan)
  local at, goes, order = plan.steps[plan.step + 1], true, {}
  for i, u in ipairs(plan.members) do
    u.forced, order[i] = at[i], i
    goes = not asks_first(c, u, at[i]) and goes
  end
  c.plan = plan
  goes = decide(c, plan.members, goes and order or {}) and goes
  c.plan = false
  return goes
end

--- Is it the plan's turn? One that is over or invalid is dropped.
local function is_on(c, plan)
  if not is_in_place(plan) then
    drop(c, plan)
    return false
  elseif not all_stand(plan) then
    return false
  elseif plan.step == #plan.steps then
    drop(c, plan)
    return false
  end
  return true
end

--- A step of a plan could not be taken.
local function miss(c, plan)
  plan.misses = plan.misses + 1
  if plan.misses > MISSES then
    drop(c, plan)
  else
    come_back(c, plan, c.now + plan.members[1].step_time)
  end
end

--- Begins a round in which plans are followed. If another unit is in a plan's
-- way, all decide again without it.
function jointplans.lead(c)
  pibt.open(c)
  if not c.plans[1] then
    return
  end
  local plans, waits, kept, i = c.plans, {}, {}, 1
  while i <= #plans do
    local plan = plans[i]
    local is_led = not waits[plan] and is_on(c, plan)
    plan.goes = is_led and lead_members(c, plan)
    if is_led and not plan.goes then
      pibt.close(c, false)
      pibt.open(c)
      waits[plan], i = true, 0
      miss(c, plan)
    end
    i = i + 1
  end
  for _, plan in ipairs(plans) do
    plan.step = plan.step + (plan.goes and 1 or 0)
    kept[#kept + 1] = not plan.is_over and plan or nil
  end
  c.plans = kept
end

return jointplans
