--- Orders of units: to go to goals, or to a cell of a group; to follow a field
-- or a path; to patrol; to stop, pause and step. keepdistance.lua has those
-- with a target.
--
-- An order is refused at once if there is no path. The path itself is searched
-- when the unit needs its cost to goal. Then a query to one of several ends is
-- answered first, and gives the end; and the cost to goal leads there. An order
-- has
--
--     kind       a row of what tells its kind from others
--     query      the query that chooses the end; nil: the unit's goal
--     chosen     the goal's number in a list
--     is_partial the end is as near as the unit can come, or its path is
--                partial
--     waits      at the end of a partial path it waits for a way
--     reason     why there is no path
--     edits      agent.edits when it was given
--     field      that it follows, and its handle, the `leader`
--     ends       of a unit of a group that got no cell at its goals: the query
--                to these; while it has none, u.is_spare
--     stamp      of the field at the last update
--     wander, area    of a patrol at random (wander.lua), which has one point
--     points, next    of a patrol, or of a path; a path has `links`, too: by
--                the number of a point, does a link lead on from there?
--     checked_for, seen_places, boxes    of a path that was checked: the agent;
--                so many places of its log `edited`; and around each PIECE of its
--                points a box, or nil
--     patrol_rest ...    what was given with it: the members of options.GIVEN
--     keep       of one with a target (keepdistance.lua): its distances
--
-- A row of orders.kinds has what is not as with unit:go. It stands behind the
-- functions of its kind, and has the names of OrderKind in
-- src/bind/crowd/crowd.h:
--
--     name           in saved states, and in orders.kinds
--     serve(c, u, order)      gives the unit a cost to goal
--     goal_of(order)          the place of its goal, in place of u.goal
--     goal_index(order)       the number of its goal that the game sees
--     reason(order, u)        why the unit, which has arrived, is not where it
--                    was to go
--     has_moved(c, u, order)  before an update: has what the unit goes to
--                    changed since it looked?
--     is_closed(u, order, p), next_best(c, u, order, taken)    may the unit not
--                    end in a place? where, if all ends are taken?
--     towards(u, order)       where its path leads if it is to settle on it;
--                    nil: no way leads there
--     alone(u, p)    the unit was saved without what it follows, and is loaded
--                    with an order to its goal p: makes this an order of the
--                    kind
--     move(order, to, moved)  the grid got another size: moves its places. Is
--                    one cut off?
--     has_target     it outlasts a goal that is cut off
--     has_path       its path is given, and leads to its last point
--     is_endless     the remaining distance is infinite; while the unit waits it
--                    may have no goal
--     needs_size     it ends if the unit gets another size
--     renews_field   its field is the library's, and is computed anew when the
--                    map changes

local parent = (...):match("^(.*)plain[./]") or ""
local siblings = (...):match("^.*[./]") or ""
require(parent .. "luajit").off()
local check = require(parent .. "check")
local given = require(parent .. "given")
local Links = require(parent .. "links")
local options = require(parent .. "options")
local agent = require(siblings .. "agent")
local args = require(siblings .. "args")
local obstacles = require(siblings .. "obstacles")
local class = require(parent .. "class")
local field = require(siblings .. "field")
local fences = require(siblings .. "fences")
local finders = require(siblings .. "finder")
local goals = require(siblings .. "goals")
local costtogoal = require(siblings .. "costtogoal")
local heuristic = require(siblings .. "heuristic")
local hexagons = require(siblings .. "hexagons")
local queryrun = require(siblings .. "queryrun")
local simulation = require(siblings .. "simulation")
local wayout = require(siblings .. "wayout")
local query = require(siblings .. "query")
local regions = require(siblings .. "regions")
local crowdunit = require(siblings .. "crowdunit")
local localsearch = require(siblings .. "localsearch")
local sight = require(siblings .. "sight")
local unitstates = require(siblings .. "unitstates")
local unit = require(siblings .. "unit")

local abs, ceil, floor, huge, max, min =
  math.abs, math.ceil, math.floor, math.huge, math.max, math.min
local methods, placed = unit.methods, unit.placed

local orders = { ANYWHERE = crowdunit.ANYWHERE, kinds = {} }
local kinds = orders.kinds

local ANYWHERE = orders.ANYWHERE -- settle_radius: wherever the unit is

--- Adds a kind of orders.
function orders.add(name, row)
  row.name, kinds[name] = name, row
end

-- Searches --------------------------------------------------------------------

orders.BEGIN = 16 -- nodes that a search costs at least
local MOST_SIDES = 64 -- goals whose ends are tested
-- To read so much of the map costs a detour as much as a node.
local MAP_CELLS, MAP_UNITS = 4096, 8

--- The query for a path to a place.
local function to_place(u, call, p)
  local x, y = agent.cell(u.agent, p)
  return { call = call, kind = "cells", square = 0, x2 = x, y2 = y,
    max_nodes = huge, escape = true }
end

--- Begins a query of a unit in c.query_run. A unit under walls walks out.
-- @return nil; or why there is no path
local function begin_query(c, u, q)
  local a, run = u.agent, c.query_run
  q.x, q.y = agent.cell(a, u.at)
  if a.class[u.at] == 0
    and not wayout.find(a, q.x, q.y, wayout.any) then
    return "start_blocked"
  end
  queryrun.begin(run, u.finder, q, true)
  return run.status == "failed" and run.reason or nil
end

--- Has the unit, with an order, the same settings?
local function has_settings(u, settings)
  return u.settle_radius == settings.settle_radius
    and u.detour_price == settings.detour_price
end

--- Has an order those options?
function orders.has_given(order, own)
  for _, row in ipairs(options.GIVEN) do
    if order[row.member] ~= (own[row.name] or row.usual) then
      return false
    end
  end
  return true
end
local has_given = orders.has_given

--- Has the unit the same order, and is it under way, or blocked? To a goal also:
-- on the map as it is now? (One that waits for a way sees to edits itself.)
local function is_repeated(u, own, order, settings, goes_on)
  local now, is_on = u.order, goes_on or u.state == "blocked"
  if not now or now.kind ~= order.kind or not has_given(now, own) then
    return false
  elseif order.kind == kinds.field then
    return is_on and now.field == order.field
  elseif order.kind ~= kinds.goal or not has_settings(u, settings) then
    return false
  end
  is_on = is_on and now.edits == order.edits
  if not order.query then
    return is_on and not now.query and u.goal == settings.goal
  end
  return now.query and query.are_same(now.query, order.query)
    and (now.waits and (u.is_path_short or u.refused) or is_on)
end

--- Does the unit resume an interrupted order, which is not refused?
local function is_resuming(u)
  return u.list and unit.Unit.__orders.is_resuming(u.handle)
end

--- Gives a unit an order. A unit that is under way already, and only gets
-- another goal, keeps its turn among others. If it has the same order already,
-- nothing changes: a game may repeat its orders.
-- @param own       its options
-- @param settings  those of unitstates.order
-- @param q         a query that must find a path; nil: none must
-- @return true; or nil and a reason
function orders.begin(u, own, order, settings, q)
  local c, goes_on = u.crowd, u.state == "going" or u.state == "waiting"
  local since = goes_on and u.since
  if q then
    finders.prepare(u.finder, q.call)
    args.check_idle(u.finder, "pathfinder", q.call)
    local reason = not c.is_restored and begin_query(c, u, q)
    if reason and (reason:find("outside") or not (order.waits or is_resuming(u))) then
      return nil, reason
    end
  end
  u.list, order.edits = nil, agent.edits(u.agent)
  order.stamp = order.field and order.field.stamp
  if is_repeated(u, own, order, settings, goes_on) then
    return true
  end
  for _, row in ipairs(options.GIVEN) do
    order[row.member] = own[row.name] or row.usual
  end
  u.order, c.may_follow = order, c.may_follow or order.field ~= nil
  unitstates.order(c, u, settings)
  u.since = since or u.since
  return true
end

--- The unit of a call that gives it an order.
function orders.ready(self, call)
  local u = placed(self, call)
  if u.crowd.gives ~= u then
    args.check_idle(u.crowd, "crowd", call)
  end
  return u
end

-- Costs to goals --------------------------------------------------------------

--- The number of the goal for which a path may also end in a place.
local function goal_at(u, q, list, p)
  local x, y = agent.cell(u.agent, p)
  for i = 1, min(#list, MOST_SIDES) do
    local goal = list[i]
    if goal.is_inside and goals.is_end(u.agent, q, goal, x, y) then
      return floor(goal.index)
    end
  end
end

--- Returns a function: do units that stay hold a cell that the unit would enter
-- in a place?
local function held(c, u)
  return function(p)
    return crowdunit.any_cell(c, u, p, unitstates.is_taken)
  end
end

--- Begins the query of an order to those goals of a list that no others hold.
local function begin_free(c, u, q)
  local partial = q.partial
  q.is_held, q.partial = held(c, u), false
  local reason = begin_query(c, u, q)
  q.is_held, q.partial = nil, partial
  return reason
end

--- Begins the query of an order. Goals of a list that others hold count only if
-- no other goal can be reached.
local function begin_choice(c, u, q, is_list)
  return (not is_list or begin_free(c, u, q)) and begin_query(c, u, q) or nil
end

--- Answers the query of a unit. If any cell in range or beside the goal will
-- do, and other units rest in the one that was found or go there, the unit
-- takes another one, which is free and near.
-- @return the end, or nil
local function choose_end(c, u, order)
  local q, run = order.query, c.query_run
  local is_list = q.kind == "cells" and q.goals ~= nil
  order.reason = begin_choice(c, u, q, is_list)
  if order.reason then
    return nil
  end
  queryrun.run(run, queryrun.ALL)
  c.budget = c.budget - run.expanded
  order.reason = run.reason
  if run.status == "failed" then
    return nil
  end
  order.chosen = q.goals and floor(run.goal.index) or nil
  order.is_partial = run.is_partial
  local found, kind = run.last, order.kind
  u.has_choice = is_list and not held(c, u)(found)
  u.settle_radius = kind.has_target and 0 or u.settle_radius
  local is_off = kind.is_closed and kind.is_closed(u, order, found)
  if q.kind == "cells" or run.is_partial or not is_off and found == u.at then
    return found
  end
  local taken = localsearch.taken(c, u)
  if not (is_off or taken(found)) then
    u.has_choice = not kind.has_target
    return found
  end
  local other = localsearch.find(c, u, found, taken, run.aim.ends, function(p)
    return goal_at(u, q, run.list, p) ~= nil
      and not (kind.is_closed and kind.is_closed(u, order, p))
  end)
  u.has_choice = other and not kind.has_target or false
  order.chosen = other and q.goals and goal_at(u, q, run.list, other)
    or order.chosen
  other = other or kind.next_best and kind.next_best(c, u, order, taken)
  u.settle_radius = kind.has_target and not other and ANYWHERE
    or u.settle_radius
  if not other and u.state == "blocked" and u.goal
    and goal_at(u, q, run.list, u.goal) then
    return u.goal -- no end is free: it rests on at this one
  end
  if is_off and not other then -- as near to it as there is room
    other = kind.towards(u, order)
    order.reason = not other and "unreachable" or nil
  end
  return other or found
end

--- Is an end of its order free, for a unit that rests at a taken one?
local function has_free_end(c, u, q)
  local is_list, run = q.kind == "cells" and q.goals ~= nil, c.query_run
  if is_list then
    return not begin_free(c, u, q)
  end
  return q.kind ~= "cells" and not begin_query(c, u, q)
    and localsearch.find(c, u, u.goal, localsearch.taken(c, u), run.aim.ends,
      function(p)
        return goal_at(u, q, run.list, p) ~= nil
      end)
end

--- The unit's agent, for which some cells are walls: those that its query
-- avoids, and if it goes round them, units that are like walls. If it avoids
-- nothing else, units share one until a wall comes or goes: it is a copy of the
-- map.
local function among(c, u, order, goes_around)
  local a, f, rects = u.agent, u.finder, {}
  local avoid = order.query and order.query.avoid
  local b = not avoid and f.detour
  local is_same = b and b.base == a and b.seen_edits == a.seen_edits
  for i, rect in ipairs(avoid or rects) do
    rects[i] = rect
  end
  for _, other in ipairs(goes_around and c.units or {}) do
    if other ~= u and crowdunit.detours_around(c, u, other) then
      local n, at, wide, high = #rects + 1, other.at, other.wide, other.high
      local rect = is_same and b.walls[n]
      is_same = rect and rect.at == at and rect[3] == wide and rect[4] == high
      if not is_same then
        local x, y = agent.cell(a, at)
        rect = { x, y, wide, high, at = at }
      end
      rects[n] = rect
    end
  end
  if not is_same or #rects < #b.walls then
    b = obstacles.agent(a, rects, {}, agent.cell(a, u.at))
    b.walls, f.detour = rects, not avoid and b or f.detour
  end
  return b
end

--- A cost to goal to a place, and the cost of its path. It is the cost to goal
-- that the unit had before, if that is as good as new.
-- @param may_wait  if the budget is used up, the search goes on in the next
-- update, unless an edit has made it begin anew
-- @return nil: it waits
local function cost_to_goal(c, u, a, goal, may_wait)
  local to_goal, old = u.old_to_goal, u.old_to_goal
  if not to_goal or not to_goal.search.expanded or to_goal.agent ~= a
    or to_goal.goal ~= goal or costtogoal.is_stale(to_goal, u.at) then
    to_goal = costtogoal.new(a, goal, u.at)
  end
  to_goal.avoids = a ~= u.agent and function(p)
    return crowdunit.any_cell(c, u, p, crowdunit.is_wall_at)
  end
  -- Into a place that its query avoids, or where another unit is, it does not
  -- step in order to get out again.
  to_goal.shuns = a ~= u.agent and function(p)
    return p ~= u.at and u.agent.class[p] > 0
  end
  local before, cost = costtogoal.work(to_goal), nil
  if may_wait and (to_goal == old or not (old and old.is_set_aside))
    and not costtogoal.search(to_goal, u.at, max(c.budget, 1)) then
    to_goal.is_set_aside, u.old_to_goal = true, to_goal
  else
    cost = costtogoal.cost(to_goal, u.at)
    to_goal.is_set_aside = false
  end
  local work = costtogoal.work(to_goal) - before
  c.budget = c.budget - work
  -- It will ask for these costs when it decides. Now its search is at hand.
  if cost and cost < huge and u.agent.class[u.at] > 0 then
    if crowdunit.is_alone(c, u, u.at) then
      costtogoal.learn(to_goal, u.at)
    else
      for _, d in ipairs(crowdunit.legal_directions(u, u.at)) do
        costtogoal.cost(to_goal, u.at + u.agent.offset[d])
      end
    end
  end
  if before == 0 and (cost == huge or work > 0) then
    c.searches = c.searches + 1
  end
  return cost and to_goal, cost
end

--- Gives a unit a cost to goal to its goal, or to an end of its query. Once
-- others that are like walls are in its way, that leads round them if there is
-- a path, and if that is not too long.
function orders.serve_goal(c, u, order)
  if c.budget <= 0 then
    return unitstates.wait(c, u)
  elseif u.state == "blocked" and c.now < u.retry_at and u.to_goal
    and not (u.refused or order.kind.has_target)
    and not (order.query and has_free_end(c, u, order.query)) then
    return -- it only asks for a free end, and rests on
  end
  local goal, to_goal, cost, detour = u.goal, nil, huge, nil
  local was_reported, chosen = u.reported, order.chosen
  if not (u.old_to_goal and u.old_to_goal.is_set_aside) then
    c.budget = c.budget - orders.BEGIN
  end
  if order.query then
    goal = choose_end(c, u, order)
  else
    order.reason = begin_query(c, u, to_place(u, "update", goal))
  end
  u.is_path_short = order.waits and order.is_partial or false
  if order.reason then
    return unitstates.refuse(c, u)
  end
  local avoids = order.query and order.query.avoid
  local a = avoids and among(c, u, order) or u.agent
  if avoids or u.seeks_detour then -- as begin_search of unitsearch.c
    local g = c.grid
    c.budget = c.budget - floor(g.width * g.height / MAP_CELLS)
      - floor(#c.units / MAP_UNITS)
  end
  if u.seeks_detour then
    to_goal, cost = cost_to_goal(c, u, among(c, u, order, true), goal)
    detour = "taken"
  end
  if cost == huge or not u.takes_any_detour then
    local own, own_cost = cost_to_goal(c, u, a, goal,
      not (order.query or u.seeks_detour))
    if not own then
      return unitstates.wait(c, u)
    elseif own_cost == huge and avoids then -- its query has found a way
      goal, u.settle_radius = c.query_run.last, ANYWHERE
      own, own_cost = cost_to_goal(c, u, a, goal)
    end
    if cost == huge or cost > unitstates.most_detour_cost(c, u, own_cost) then
      to_goal, detour = own, u.seeks_detour and "refused"
    end
  end
  unitstates.give_cost_to_goal(c, u, to_goal, goal, detour)
  -- Another end of the same goal is no news.
  u.reported = u.reported or was_reported and order.query ~= nil
    and order.query.kind ~= "cells" and order.chosen == chosen
end

orders.add("goal", { serve = orders.serve_goal })

--- Why a unit that has arrived is not at its goal.
function orders.reason(order)
  return order.is_partial and "unreachable" or nil
end

--- Before an update: if a field, or a target that is no unit of the crowd, has
-- changed since units looked, they look again. After an edit a unit looks for
-- another end if its path may not end where it does.
function orders.record_news(c)
  for _, u in ipairs(c.seen ~= c.grid.log.total.count and c.units or {}) do
    local order, a = u.order, u.agent
    local q = u.goal and order and not order.keep and order.query
    if q and not (order.is_partial or crowdunit.rests_at_end(u)) then
      agent.prepare(a.profile.eyes or a)
      if not goals.keeps_end(a, q, order.chosen, u.goal) then
        unitstates.seek_longer_path(c, u)
        u.goal = false
      end
    end
  end
  for _, u in ipairs(c.may_follow and c.units or {}) do
    local order = u.order
    local f = order and order.field
    if f and f.stamp ~= order.stamp and f.status == "done" then
      order.stamp = f.stamp
      unitstates.record_field(c, u)
    end
  end
  for _, u in ipairs(c.is_round_due and c.deciding or {}) do
    local order = u.order
    if order and order.kind.has_moved
      and order.kind.has_moved(c, u, order) then
      return unitstates.requeue_deciders(c)
    end
  end
end

-- To goals --------------------------------------------------------------------

local MOST_DETOUR = 65534 -- steps; more: none

--- The price of units that stand in the way, in steps, or nil.
local function detour_of(price)
  return price and (price >= MOST_DETOUR and huge or floor(price + 0.5))
end
orders.detour_of = detour_of

local TO_GOALS, PATROL, FOLLOW = options.of "unit:go",
  options.of "unit:patrol", options.of "unit:follow"

--- An order for a list (orderlist.lua).
local function give_listed(call, self, ...)
  return unit.Unit.__orders.give(call, self, ...)
end
orders.give_listed = give_listed

--- unit:go or unit:go_cell.
local function go(call, in_world)
  return function(self, x, y, asked)
    local u = placed(self, call)
    if x == nil and type(y) == "string" then
      return x, y -- what a query gave: nil and a reason
    end
    check.meant_order(call, "unit", x)
    local f, q = u.finder, query.new(call, u.finder, in_world)
    if check.is_table(x) then
      q.list, asked = x, y
    else
      q.to_x, q.to_y = x, y
      q.x2, q.y2 = query.read_cell(q, f, x, y, "x", "y")
    end
    if asked ~= nil then
      query.read_options(q, asked, TO_GOALS)
      if options.is_listed(q) then
        return give_listed(call, self, q.list or q.to_x,
          q.list and asked or q.to_y, asked)
      end
    end
    q.escape, q.partial = true, q.partial or q.wait
    u = orders.ready(self, call)
    query.read_list(q)
    local is_one = q.kind == "cells" and not q.goals and not q.partial
      and q.max_nodes == huge
    return orders.begin(u, q, { kind = kinds.goal,
      query = not is_one and q or nil, waits = q.wait },
      { settle_radius = q.settle or 0, detour_price = detour_of(q.avoid_price),
        goal = is_one and agent.place(u.agent, q.x2, q.y2) }, q)
  end
end

methods.go, methods.go_cell = go("go", true), go("go_cell", false)

--- Changes the goal of a unit, which needs a cost to goal then.
function orders.change_goal(c, u, goal)
  local order = u.order
  order.query, order.chosen = nil, nil
  unitstates.give_cost_to_goal(c, u, false, goal)
end

-- Along fields ----------------------------------------------------------------

local function serve_field(c, u, order)
  local f = order.field
  if f.status ~= "done" then
    unitstates.wait(c, u)
  elseif costtogoal.cost(f, u.at) < huge then
    unitstates.give_cost_to_goal(c, u, f, false)
  else
    order.reason = "unreachable"
    unitstates.refuse(c, u)
  end
end

orders.add("field", { serve = serve_field, needs_size = true })

local function follow_field(u, own, f, handle)
  local size, its = u.finder.profile, f.owner.profile
  if f.g ~= u.crowd.grid then
    check.raise("follow: field must be on the crowd's grid")
  elseif size.wide ~= its.wide or size.high ~= its.high then
    check.raise(("follow: field must be for agents of %dx%d, as the unit is, "
      .. "got a field for %dx%d"):format(size.wide, size.high, its.wide,
      its.high))
  end
  field.catch_up(f, false, "follow")
  orders.ready(u.handle, "follow")
  local cost = u.agent.class[u.at] > 0 and f.search.cost[u.at]
    or costtogoal.cost(f, u.at)
  if (cost < 0 or cost == huge) and not (u.crowd.is_restored or is_resuming(u)) then
    return field.refuse(f, agent.cell(u.agent, u.at))
  end
  return orders.begin(u, own,
    { kind = kinds.field, field = f, leader = handle },
    { to_goal = f, goal = false, settle_radius = 0 })
end

-- Along paths -----------------------------------------------------------------

local MOST_STEPS = 2 ^ 24
local REACH = 8 -- steps after the nearest place of a path
local PIECE = 64 -- points of a path

--- Reads points: pairs, or numbers one after the other. A path may be in cells.
-- @param in_cells  they are in cells, whatever they are
-- @return their places; are all on the grid?
local function read_points(call, name, t, f, in_cells)
  local list, count = given.some_points(call, name, t)
  local places, are_inside = {}, true
  for i = 1, count, 2 do
    local x = check.finite(call, ("%s[%d]"):format(name, i), list[i])
    local y = check.finite(call, ("%s[%d]"):format(name, i + 1), list[i + 1])
    for k = i, in_cells and i + 1 or 0 do
      check.whole(call, ("%s[%d]"):format(name, k), list[k], -huge, huge)
    end
    if in_cells or rawget(t, "units") == "cells" then
      x, y = sight.tame(floor(x) - f.g.base_x, floor(y) - f.g.base_y)
    else
      x, y = sight.cell_at(f.agent, x, y)
    end
    places[#places + 1] = agent.place(f.agent, x, y)
    are_inside = are_inside and args.contains(f.g, x, y)
  end
  return places, are_inside
end

--- All cells of a path from point to point, as straight as possible: places;
-- and the numbers of those where links begin, as a set.
-- @param s  the stagger of hexagons; false also for a saved path, whose pieces
-- are runs of one direction, as on squares
local function fill_in(a, points, path, s)
  local list, by_link = { points[1] }, {}
  for i = 2, #points do
    local x, y = agent.cell(a, points[i - 1])
    local to_x, to_y = agent.cell(a, points[i])
    local dx, dy, is_link = to_x - x, to_y - y, Links.has(path, i - 1)
    local n, left, top = max(abs(dx), abs(dy)), nil, nil
    if s then
      n, dx, dy = hexagons.apart(s, x, y, to_x, to_y),
        hexagons.vector(s, x, y, to_x, to_y)
      x, y, left, top = 0, 0, hexagons.straight(s, x, y)
    end
    n = is_link and 1 or n
    if #list + n > MOST_STEPS then
      check.raise(("follow: path must have at most %d steps")
        :format(MOST_STEPS))
    end
    by_link[#list] = is_link or nil
    for k = 1, n do
      to_x, to_y = floor(x + dx * k / n + 0.5), floor(y + dy * k / n + 0.5)
      if s then -- each step changes one of three cube coordinates by 1
        local third = abs(dx + dy) == n and floor((dx + dy) * k / n + 0.5)
        to_y = third and third - to_x or to_y
        to_x, to_y = hexagons.go(s, left, top, to_x, to_y)
      end
      list[#list + 1] = agent.place(a, to_x, to_y)
    end
  end
  return list, by_link
end

--- The point to which a unit on a path goes next: on squares the end of a
-- straight run, on ground of one price; but not a wall, nor a unit that is like
-- a wall, nor where it is.
local function next_point(c, u, order)
  local points, links, i = order.points, order.links, order.next
  local function is_closed(p)
    local other = c.occupant[p]
    return u.agent.class[p] == 0 or other and crowdunit.is_wall(other)
  end
  if u.at == points[i] and i < #points then
    i = i + 1
  end
  local is_on = u.at == points[i - 1]
  while i < #points and (points[i] == u.at or is_closed(points[i])) do
    i = i + 1
  end
  local step = is_on and not c.grid.stagger and points[i] - points[i - 1]
  while i < #points and u.agent.costs.uniform and not (links[i - 1] or links[i]
    or is_closed(points[i + 1])) and points[i + 1] - points[i] == step do
    i = i + 1
  end
  return i
end

--- Does the map allow all steps and links of a path behind its i-th place?
local function is_whole(a, points, links, i)
  for k = i + 1, #points do
    local from, to = points[k - 1], points[k]
    local d = a.direction_of[to - from]
    if links[k - 1] and not agent.edge(a, from, to)
      or not links[k - 1] and from ~= to
      and not (d and wayout.can_step(a, from, d)) then
      return false
    end
  end
  return true
end

--- Boxes around the pieces of a path, with the places beside them.
local function boxes_of(a, points)
  local boxes = {}
  for i = 1, #points, PIECE do
    local x0, y0, x1, y1 = huge, huge, -huge, -huge
    for k = i, min(i + PIECE - 1, #points) do
      local x, y = agent.cell(a, points[k])
      x0, y0, x1, y1 = min(x0, x), min(y0, y), max(x1, x), max(y1, y)
    end
    local n = #boxes
    boxes[n + 1], boxes[n + 2], boxes[n + 3], boxes[n + 4] =
      x0 - 1, y0 - 1, x1 + 1, y1 + 1
  end
  return boxes
end

--- Has an edit beside a path changed the map since the path was checked?
local function is_touched(a, order)
  local log, points, seen = a.edited, order.points, order.seen_places
  local is_known = order.checked_for == a and seen >= log.forgotten
  order.checked_for, order.seen_places = a, log.count
  if not is_known then
    order.boxes = nil
    return true
  elseif seen == log.count then
    return false
  elseif log.count - seen > PIECE then
    return true
  end
  local boxes = order.boxes or boxes_of(a, points)
  order.boxes = boxes
  for i = seen + 1, log.count do
    local x, y = agent.cell(a, log[i])
    for k = 1, #boxes, 4 do
      if x >= boxes[k] and y >= boxes[k + 1] and x <= boxes[k + 2]
        and y <= boxes[k + 3] then
        return true
      end
    end
  end
  return false
end

--- After an edit, or with another pathfinder: if the map does not allow the rest
-- of the path any more, the unit goes to the end by another way.
local function check_path(u, order)
  local points, i = order.points, order.next
  if not is_touched(u.agent, order) then
    return
  end
  while i > 1 and points[i] ~= u.at do
    i = i - 1
  end
  if not is_whole(u.agent, points, order.links,
    points[i] == u.at and i or order.next) then
    order.next = #points
  end
end

--- A unit on a path goes from point to point. If there is no way to the next
-- one, it goes to the end.
local function serve_path(c, u, order)
  local points, to_goal = order.points, u.to_goal
  check_path(u, order)
  if to_goal and not costtogoal.is_stale(to_goal, u.at)
    and u.goal == points[order.next]
    and (u.at ~= to_goal.goal or order.next == #points) then
    return
  end
  local i = next_point(c, u, order)
  local link = order.links[i - 1]
  local edge = link and agent.edge(u.agent, points[i - 1], points[i])
  if link and not edge
    or begin_query(c, u, to_place(u, "update", points[i])) then
    i = #points
  end
  order.next = i
  if u.goal ~= points[i] then
    unitstates.give_cost_to_goal(c, u, false, points[i])
  end
  orders.serve_goal(c, u, order)
  if edge and u.to_goal then
    u.to_goal.link, u.to_goal.link_at = edge, points[i - 1]
  end
end

--- Moves the places of the points of an order, of a path or a patrol.
local function move_points(order, _, moved)
  local is_cut = false
  for i, p in ipairs(order.points) do
    order.points[i] = moved(p)
    is_cut = is_cut or not order.points[i]
  end
  return is_cut
end

orders.add("path", { serve = serve_path, move = move_points, has_path = true,
  goal_of = function(order)
    return order.points[#order.points]
  end,
  alone = function(u, p)
    u.order = { kind = kinds.path, points = { p }, links = {}, next = 1 }
    u.asks_each_step = true
  end })

--- The number of the place of a path to which a unit goes first: the nearest
-- one, or of the eight after it the one by which the rest of the path is the
-- shortest; of equal ones the first. A part that bends back does not count, and
-- a unit on the path stays there.
local function joining(u, list, links)
  local a, best, least = u.agent, 1, huge
  local diagonal, straight = heuristic.metric(a)
  local function apart(p, q)
    local x, y = agent.cell(a, p)
    local to_x, to_y = agent.cell(a, q)
    return heuristic.to(a.grid.stagger, diagonal, straight, x, y, to_x, to_y,
      to_x, to_y)
  end
  for i = 1, #list do
    local far = apart(u.at, list[i])
    if far < least then
      best, least = i, far
    end
  end
  local first, walked = best, 0
  for i = first + 1, least > 0 and min(first + REACH, #list) or 0 do
    walked = walked + apart(list[i - 1], list[i])
    if links[i - 1] or walked - apart(list[first], list[i]) > straight then
      break
    end
    local far = apart(u.at, list[i]) - walked
    if far < least then
      best, least = i, far
    end
  end
  return best
end

local function follow_path(u, own, path)
  local f = u.finder
  local points, are_inside = read_points("follow", "path", path, f)
  Links.read("follow", "path", path, #points)
  if not are_inside then
    return nil, "goal_outside"
  end
  local s = not u.crowd.is_restored and f.g.stagger
  local list, by_link = fill_in(f.agent, points, path, s)
  orders.ready(u.handle, "follow")
  local told = not u.crowd.is_restored
    and unit.Unit.__orders.points(u.handle, path) or nil
  local first = joining(u, list, by_link)
  first = list[first] == u.at and min(first + 1, #list) or first
  return orders.begin(u, own, { kind = kinds.path,
    points = list, links = by_link, next = first, told = told,
    is_partial = rawget(path, "partial") and true },
    { goal = list[first], asks_each_step = true },
    to_place(u, "follow", list[#list]))
end

function methods.follow(self, path, reason)
  local u, f = placed(self, "follow"), class.state(field.Field, path)
  if path == nil and type(reason) == "string" then
    return path, reason
  end
  local own = check.is_table(reason) and options.read(FOLLOW, "follow", reason)
    or {}
  local noun = check.noun_of(path)
  if noun == "unit" or noun == "follower" then
    return orders.follow_body(self, path, own, reason)
  elseif own.within then
    check.raise("follow: option 'within' is for a body")
  elseif options.is_listed(own) then
    return give_listed("follow", self, path, reason)
  elseif f then
    return follow_field(u, own, f, path)
  end
  given.kind("follow", "way", path, "table", "a field, a path or a body")
  return follow_path(u, own, path)
end

-- Patrols ---------------------------------------------------------------------

--- Is there a path now? A unit under walls counts as connected to all cells.
local function may_come(u, p)
  local a = u.agent
  return a.class[p] > 0 and (a.class[u.at] == 0 or regions.connects(a, u.at, p))
end

--- The unit goes to the next point that is another cell and that it can reach.
-- If it has a point that it can reach, it keeps that.
local function serve_patrol(c, u, order)
  if not u.goal and u.rest_until == 0 then
    local rest = order.patrol_rest or u.rest
    rest = ceil(c.time_unit == "ticks" and rest or rest * c.second)
    u.rest_until = c.now + min(rest, 2 ^ 52)
    if rest > 0 then
      return
    end
  end
  if order.wander and not (u.goal and may_come(u, u.goal)
    and not unitstates.seeks_other_end(c, u)) then
    local x, y, area = unit.Unit.__orders.draw(u.handle, not u.goal)
    local g = c.grid
    local p = x and args.contains(g, x - g.base_x, y - g.base_y)
      and agent.place(u.agent, x - g.base_x, y - g.base_y)
    if p and p ~= u.goal then
      order.points[1], order.area, u.point = p, area, area
      orders.change_goal(c, u, p)
      return orders.serve_goal(c, u, order)
    end
  end
  local points, n, others = order.points, #order.points, false
  local stays = u.goal and may_come(u, u.goal)
  for i = 1, stays and 0 or n do
    local k = (order.next - 1 + i) % n + 1
    local is_other = points[k] ~= u.at
    others = others or is_other
    if is_other and may_come(u, points[k]) then
      order.next, stays = k, true
      orders.change_goal(c, u, points[k])
      break
    end
  end
  if not stays and not (u.goal and others) then
    order.next = order.next % n + 1
    orders.change_goal(c, u, points[order.next])
    if not others then -- it rests
      u.patrols = false
    end
  end
  u.point = order.area or order.next
  orders.serve_goal(c, u, order)
end

orders.add("patrol", { serve = serve_patrol, move = move_points,
  is_endless = true, goal_index = function(order)
    return order.area or order.next
  end })

--- Has the unit that patrol, wherever it goes on? Then the same order changes
-- nothing, unless the unit is blocked, and the map was edited since the order: a
-- new search may find a way.
local function is_on_patrol(u, own, order, settings)
  local now = u.order
  return now and now.kind == order.kind and not now.wander
    and (u.state ~= "blocked" or now.edits == agent.edits(u.agent))
    and has_settings(u, settings) and has_given(now, own)
    and given.are_same(now.points, order.points, 1)
end

for _, call in ipairs { "patrol", "patrol_cell" } do
  methods[call] = function(self, points, asked)
    local f = placed(self, call).finder
    local own = options.read(PATROL, call, asked)
    if options.is_listed(own) then
      return give_listed(call, self, points, asked)
    elseif own.random or given.are_areas(points) then
      return unit.Unit.__orders.wander(call, self, points, asked)
    end
    given.kind(call, "points", points, "table", "a table")
    local list, are_inside = read_points(call, "points", points, f,
      call == "patrol_cell")
    if not are_inside then
      return nil, "goal_outside"
    end
    local first = floor(own.first)
    given.first(call, first, #list)
    local u = orders.ready(self, call)
    local order = { kind = kinds.patrol, points = list, next = first }
    local settings = { goal = list[first], settle_radius = own.settle,
      patrols = true, detour_price = detour_of(own.avoid_price) }
    if is_on_patrol(u, own, order, settings) then
      u.list = nil
      return true
    end
    u.point = first
    return orders.begin(u, own, order, settings,
      to_place(u, call, list[first]))
  end
end

-- In groups -------------------------------------------------------------------

--- The nearest free cell at the goals of a spare unit that it can reach: a
-- place, or nil. With `only`, no other place will do.
local function find_place(c, u, q, only)
  local function is_other(_, _, p)
    return c.occupant[p] and c.occupant[p] ~= u
  end
  local list = goals.make(u.agent, q, {})
  local ends = goals.find_ends(u.agent, q, list)
  return localsearch.find(c, u, only or u.at, localsearch.taken(c, u), ends,
    function(p)
      return (not only or p == only)
        and not crowdunit.any_cell(c, u, p, is_other)
        and goal_at(u, q, list, p) ~= nil
    end)
end

--- The spare unit at rest to which a place is nearest; nil: none is nearer than
-- the unit.
local function find_nearer(c, u, q, place)
  local x, y = agent.cell(u.agent, place)
  local function square(one)
    local left, top = agent.cell(one.agent, one.at)
    return goals.square(c.grid, x, y, left, top, left, top)
  end
  local far, found = square(u), nil
  for _, other in ipairs(c.units) do
    local its = other ~= u and other.agent == u.agent and other.order
      and other.order.ends
    if its and its.sight == q.sight and crowdunit.seeks_place(other)
      and not other.paused then
      local near = square(other)
      if near < far and find_place(c, other, its, place) then
        far, found = near, other
      end
    end
  end
  return found
end

--- A spare unit at rest takes a cell at the goals that has fallen free. If that
-- is nearer to another one, that one looks in its place, at the same moment.
-- (Each such look is for a shorter way, so they end.) One that had taken a cell
-- but came too late is spare again, where it is.
local function look_for_place(c, u, q)
  local is_late = u.state == "blocked" and localsearch.taken(c, u)(u.goal)
  if not (is_late or crowdunit.seeks_place(u)) or c.budget <= 0 then
    return
  elseif q.sight then
    agent.prepare(u.finder.profile.eyes or u.agent)
  end
  local place = find_place(c, u, q)
  local other = place and find_nearer(c, u, q, place)
  if other then
    unitstates.wake(c, other)
    place = nil
  end
  if place or is_late then
    u.is_spare = not place
    orders.change_goal(c, u, place or u.at)
  end
end

--- A unit that is as near as the field leads goes on alone. If its cell was
-- closed, it gets another one.
local function serve_member(c, u, order)
  order.field = nil
  if order.ends then
    look_for_place(c, u, order.ends)
    if u.goal == u.at then
      return
    end
  end
  local goal = u.goal
  if u.agent.class[goal] == 0 then
    goal = localsearch.find(c, u, goal, localsearch.taken(c, u)) or goal
  end
  if goal ~= u.goal or u.to_goal and not u.to_goal.goal then
    orders.change_goal(c, u, goal)
  end
  orders.serve_goal(c, u, order)
end

orders.add("member", { serve = serve_member, renews_field = true,
  reason = function(order, u)
    return u.is_spare and "occupied" or orders.reason(order)
  end,
  alone = function(u)
    u.order.kind = kinds.member
  end })

--- core.send(unit, order, field, call). With goals the unit is spare.
function orders.send(self, order, handle, call)
  local u, own = orders.ready(self, call), order.query or {}
  local ends = order.goals and query.new("update", u.finder, order.in_world)
  local f = handle and class.state(field.Field, handle)
  local x, y = args.cell(call, u.finder.g, order.what, order.y)
  if f and f.owner ~= u.finder then
    return nil, "cancelled"
  end
  if ends then
    ends.goals = goals.read(call, order.goals, order.in_world)
    query.read_options(ends, own, TO_GOALS)
  end
  local goal = agent.place(u.agent, x, y)
  return orders.begin(u, own,
    { kind = kinds.member, field = f, ends = ends },
    { to_goal = f and costtogoal.shared(f, goal), goal = goal,
      is_spare = ends ~= nil, settle_radius = own.settle or 0 }, to_place(u, call, goal))
end

-- The end of orders -----------------------------------------------------------

function methods.stop(self)
  local u = placed(self, "stop")
  u.list = nil
  unitstates.stop(u.crowd, u)
end

--- core.end_order(unit): the same, but its list of orders stays.
function orders.stop(self)
  local u = class.state(unit.Unit, self)
  if u.crowd then
    unitstates.stop(u.crowd, u)
  end
end

function methods.pause(self)
  local u = placed(self, "pause")
  unitstates.set_paused(u.crowd, u, true)
end

--- Of a unit that is not paused, the order ends if another one waits.
function methods.resume(self)
  local u = placed(self, "resume")
  if u.list and not u.paused then
    unit.Unit.__orders.next(self)
  else
    unitstates.set_paused(u.crowd, u, false)
  end
end

--- The direction of a step by its arguments. On hexagons dx and dy would lead
-- elsewhere in every second row, so these take one number, clockwise.
local function read_step(u, dx, dy)
  local s = u.agent.grid.stagger
  if s then
    if dy ~= nil then
      check.raise("step: on hexagons one number is a direction, from 1 to 6; "
        .. "dx and dy are for grids of squares")
    end
    check.whole("step", "direction", dx, 1, 6)
    return hexagons.sides(s, agent.cell(u.agent, u.at))[dx]
  end
  check.whole("step", "dx", dx, -1, 1)
  check.whole("step", "dy", dy, -1, 1)
  if dx == 0 and dy == 0 then
    check.raise("step: dx and dy must not both be 0")
  end
  return fences.towards(dx, dy)
end

function methods.step(self, dx, dy)
  local u = placed(self, "step")
  local direction = read_step(u, dx, dy)
  local c = orders.ready(self, "step").crowd
  for _, other in ipairs(c.units) do
    finders.prepare(other.finder, "step")
  end
  return simulation.step(c, u, direction)
end

return orders
