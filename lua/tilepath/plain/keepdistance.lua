--- Units that keep a distance to a target: chase, flee, keep.
--
--     chase    at most `within`
--     flee     at least `within`
--     keep     from `min` to `within`
--     follow   `within` on the trail of the target (trail.lua)
--
-- Each time that the unit stands and decides, it looks at the target:
--
--     in range    it rests
--     too far     it goes to a cell in range, as by unit:go. It searches again
--                 when the target has moved by a quarter of the distance. When
--                 it has come as near as there was room, it moves up over free
--                 cells, and pushes no unit
--     too near    it takes a path on which it comes no nearer
--
-- The order (orders.lua) has `keep` with `least`, `most` (huge: no bound),
-- `sight` and `trail`; `target`; and `companion_of`, the unit of the crowd that it
-- follows on its trail, or nil. It is served often, and seldom looks anew:
-- `rect` is where the target was when it was served last (the cells in which
-- the unit would overlap the target; nil: it was removed). From its last look it
-- has `seen`, the `rect` of that time; `range`; the `version` of its agent; and
-- `looked`, the time of that.

local parent = (...):match("^(.*)plain[./]") or ""
local siblings = (...):match("^.*[./]") or ""
require(parent .. "luajit").off()
local check = require(parent .. "check")
local agent = require(siblings .. "agent")
local args = require(siblings .. "args")
local class = require(parent .. "class")
local exact = require(parent .. "exact")
local options = require(parent .. "options")
local goals = require(siblings .. "goals")
local costtogoal = require(siblings .. "costtogoal")
local orders = require(siblings .. "orders")
local wayout = require(siblings .. "wayout")
local crowdunit = require(siblings .. "crowdunit")
local localsearch = require(siblings .. "localsearch")
local sight = require(siblings .. "sight")
local regions = require(siblings .. "regions")
local transitions = require(siblings .. "transitions")
local unitstates = require(siblings .. "unitstates")
local unit = require(siblings .. "unit")

local abs, ceil, floor, huge, max, min =
  math.abs, math.ceil, math.floor, math.huge, math.max, math.min
local methods, placed = unit.methods, unit.placed

local IN_RANGE, TOO_FAR, TOO_NEAR = 1, 2, 3
local ANYWHERE = orders.ANYWHERE
local PART = 4 -- of the distance
local HELD = 4 -- steps
local CLOSE = 2 -- cells
local SELDOM = 8 -- steps
local MOST_BEHIND = 32 -- cells

-- The target ------------------------------------------------------------------

--- The cells in which the unit would overlap the target. A target between two
-- cells is in both; one off the map counts as in the nearest cell. nil: it was
-- removed.
local function find_target(u, target, call)
  local g, other = u.agent.grid, class.state(unit.Unit, target)
  local wide, high = 1, 1
  local x, y
  if other and not other.crowd then
    return nil
  elseif other and other.agent.grid == g then
    local from = other.duration > 0 and other.from or other.at
    local from_x, from_y = agent.cell(other.agent, from)
    x, y = agent.cell(other.agent, other.at)
    wide, high = other.wide + abs(from_x - x), other.high + abs(from_y - y)
    x, y = min(x, from_x), min(y, from_y)
  else
    x, y = args.cell_around(g, check.finite(call, "target.x", target.x),
      check.finite(call, "target.y", target.y))
  end
  return { x0 = max(0, wayout.inside(x, g.width) - u.wide + 1),
    y0 = max(0, wayout.inside(y, g.height) - u.high + 1),
    x1 = wayout.inside(x + wide - 1, g.width),
    y1 = wayout.inside(y + high - 1, g.height) }
end

--- The square of the distance from a place to the target.
local function square(u, p, rect)
  local x, y = agent.cell(u.agent, p)
  return goals.square(u.agent.grid, x, y, rect.x0, rect.y0, rect.x1, rect.y1)
end

--- The query for the cells that are not too far from the target.
local function within(u, rect, k)
  local g, most = u.agent.grid, min(k.most, 2 * ANYWHERE)
  return { call = "update", kind = "within", sight = k.sight,
    eyes = u.finder.profile.eyes or u.agent, max_nodes = huge, escape = true,
    square = floor((most + 0.0) * most * (1 + exact.tolerance(1e-12))),
    goals = { { x = rect.x0 + g.base_x, y = rect.y0 + g.base_y,
      w = rect.x1 - rect.x0 + 1, h = rect.y1 - rect.y0 + 1, cost = 0 } } }
end

--- Is a place too near to the target, or to where it was seen?
local function is_too_near(u, order, p, rect)
  local least = order.keep.least
  return square(u, p, rect or order.seen) < least * least
end

--- The places in which the unit would overlap the target, and that it may enter:
-- a set; nil: there are none.
local function places_of(u, rect)
  local set
  for y = rect.y0, rect.y1 do
    for x = rect.x0, rect.x1 do
      local p = agent.place(u.agent, x, y)
      if u.agent.class[p] > 0 then
        set = set or {}
        set[p] = true
      end
    end
  end
  return set
end

--- Does a way on which it stays in range lead from a place to the target? With
-- `sight` a free line is asked for instead. Yes, if the unit may not enter the
-- target's places.
local function leads(u, order, p, rect)
  local k = order.keep
  local places = not k.sight and k.most < huge and places_of(u, rect)
  return not places or places[p] or localsearch.leads(u, p, function(q)
    return places[q]
  end, function(q)
    return square(u, q, rect) <= k.most * k.most
  end)
end

--- Where is the unit, in that place?
-- @param q  `within` of the rectangle
local function range_of(u, order, q, rect, p)
  local x, y = agent.cell(u.agent, p)
  return is_too_near(u, order, p, rect) and TOO_NEAR
    or goals.is_end(u.agent, q, rect, x, y) and leads(u, order, p, rect)
    and IN_RANGE or TOO_FAR
end

--- Is there a free line from a place to where the target was seen?
local function sees(u, order, p)
  local x, y = agent.cell(u.agent, p)
  local seen = order.seen
  local eyes = order.keep.sight and u.finder.profile.eyes or u.agent
  for row = seen.y0, seen.y1 do
    for column = seen.x0, seen.x1 do
      if sight.sees(eyes, x, y, column, row) then
        return true
      end
    end
  end
  return false
end

-- Looking ---------------------------------------------------------------------

--- The unit walks away from the target, on a path on which it comes no nearer;
-- or in any way to the end of that, if others hold it up. A unit with an upper
-- bound passes no units at rest. Otherwise two could drive each other out for
-- ever. Or it moves up: nearer over free cells, half round the target at most.
local function walk(c, u, order, is_away, is_held)
  local rect, k, sign = order.seen, order.keep, is_away and -1 or 1
  local bound = is_away and k.least or k.most
  local reach = 3 + rect.x1 - rect.x0 + rect.y1 - rect.y0
  reach = is_away and localsearch.REACH or reach
  local list = localsearch.walk(c, u, reach, function(p)
    local far = square(u, p, rect)
    if not is_away and far <= bound * bound and not sees(u, order, p) then
      far = bound * bound + 1 -- it does not end there
    end
    return (is_away or far >= k.least * k.least) and sign * far
  end, sign * bound * bound, function(other)
    return not is_away or crowdunit.goes_around(u, other)
      or k.most < huge and other.state ~= "idle" and crowdunit.rests(other)
  end, is_away)
  local last = list[#list]
  last = (is_away or sees(u, order, last)) and last or u.at
  u.settle_radius = is_away and 0 or ANYWHERE
  orders.change_goal(c, u, last)
  if last ~= u.at then
    unitstates.give_cost_to_goal(c, u,
      is_held and costtogoal.new(u.agent, last, u.at)
        or costtogoal.along(u.agent, list), last)
  end
end

--- May the unit, which is as near as there was room, look for a place now? It
-- looks in every eighth step's time.
local function may_look(c, u)
  return (u.settle_radius > 0 or u.order.keep.sight)
    and (u.state == "arrived" or u.state == "settled")
    and (floor(c.now / u.step_time) + u.number) % SELDOM == 0
end

--- Calls a function of the places so many cells around a rectangle, until it
-- returns true. @return true, or nil
local function any_around(u, rect, far, test)
  local g = u.agent.grid
  for y = max(rect.y0 - far, 0), min(rect.y1 + far, g.height - 1) do
    for x = max(rect.x0 - far, 0), min(rect.x1 + far, g.width - 1) do
      if test(agent.place(u.agent, x, y), x, y) then
        return true
      end
    end
  end
end

--- If a place is free, the unit goes there over free cells. To look along a line
-- for each is left to the search, which is paid.
local function takes_place(c, u, order)
  local rect, k = order.seen, order.keep
  local least, q = k.least * k.least, within(u, rect, k)
  local function height_of(p) -- 0: at the right distance; false: too near
    local away = square(u, p, rect)
    return away >= least and (away <= q.square and 0 or 1)
  end
  if k.most < localsearch.REACH and not any_around(u, rect, floor(k.most),
    function(p)
      return (c.occupant[p] or u) == u and u.agent.class[p] > 0
        and height_of(p) == 0
    end) then
    return
  end
  local list = localsearch.walk(c, u, localsearch.REACH, function(p)
    local height = height_of(p)
    return height == 0 and range_of(u, order, q, rect, p) ~= IN_RANGE and 1
      or height
  end, 0, function() return true end)
  local last = list[#list]
  if last ~= u.at then
    orders.change_goal(c, u, last)
    unitstates.give_cost_to_goal(c, u, costtogoal.along(u.agent, list), last)
  end
  return last ~= u.at
end

--- The cells that are too near, for a unit that looks for a free line.
local function closed(u, rect, least)
  local rects = {}
  any_around(u, rect, ceil(min(least, ANYWHERE)) - 1, function(p, x, y)
    if square(u, p, rect) < least * least then
      rects[#rects + 1] = { x, y, 1, 1 }
    end
  end)
  return rects
end

local function come_near(c, u, order)
  local k = order.keep
  order.query, order.chosen = within(u, order.seen, k), nil
  order.query.avoid = k.sight and k.least > 0
    and closed(u, order.seen, k.least) or nil
  if u.goal == u.at then -- or it would count as arrived
    unitstates.give_cost_to_goal(c, u, false, false)
  end
  orders.serve_goal(c, u, order)
end

--- Is the unit kept out by one that has come to its target, or does one rest at
-- its end in the next place, which is in range? To push that one off would be no
-- gain, as it comes back.
local function is_kept_out(c, u, order)
  local p = u.hunts and u.to_goal and costtogoal.next(u.to_goal, u.at)
  return unitstates.is_kept_out(c, u)
    or p and crowdunit.any_cell(c, u, p, function(_, _, q)
      local other = c.occupant[q]
      return other and other ~= u and crowdunit.rests_at_end(other)
    end) and range_of(u, order, within(u, order.seen, order.keep), order.seen,
      p) == IN_RANGE
end

--- If it is kept out, the unit looks for a way round. Without any it settles for
-- where it is.
local function go_around(c, u, order)
  if u.state ~= "going" or u.settle_radius > 0
    or not is_kept_out(c, u, order) then
    return
  elseif not u.seeks_detour then
    transitions.apply(c, u, "detour")
    come_near(c, u, order)
    if u.order ~= order or u.state ~= "going"
      or not is_kept_out(c, u, order) then
      return
    end
  end
  u.settle_radius = ANYWHERE
end

--- May a path of the unit not end in a place?
local function is_closed(u, order, p)
  return is_too_near(u, order, p) or not leads(u, order, p, order.seen)
end

--- A place of the target that the unit can reach.
local function towards(u, order)
  local a, rect = u.agent, order.seen
  for y = rect.y0, rect.y1 do
    for x = rect.x0, rect.x1 do
      local p = agent.place(a, x, y)
      if a.class[p] > 0
        and (a.class[u.at] == 0 or regions.connects(a, u.at, p)) then
        return p
      end
    end
  end
end

--- The free cell nearest to the target that sees it: for a unit that finds all
-- cells in range taken.
local function next_best(c, u, order, taken)
  local place = agent.place(u.agent, order.seen.x0, order.seen.y0)
  return localsearch.find(c, u, place, taken, nil, function(p)
    return not is_too_near(u, order, p) and sees(u, order, p)
  end)
end

--- Has the unit come as near as there was room to a target that it sees, or
-- close by one that rests? Then it pushes no unit. Otherwise the units around a
-- target would push each other for ever.
local function has_come(u, order)
  local other, k = class.state(unit.Unit, order.target), order.keep
  local far = k.most + CLOSE
  local is_close = (not other or crowdunit.rests(other))
    and square(u, u.at, order.seen) <= far * far
  return not k.sight and (is_close or crowdunit.rests(u) and not u.refused)
    and sees(u, order, u.at)
end

--- Is the unit on its way to a place over cells that were free? The others rely
-- on that.
local function moves_up(u)
  return u.state == "going" and u.settle_radius > 0 and u.goal ~= u.at
    and u.to_goal and not costtogoal.is_stale(u.to_goal, u.at)
end

--- Is its path still right, or its pause before it tries again not over? Or does
-- it rest where it sees the target, as near as there was room?
-- @param moved  the square of the way that the target has made
local function goes_on(c, u, order, moved)
  local is_same = order.range == TOO_FAR and moved == 0
    and order.version == u.agent.version
  if u.state == "blocked" then
    return is_same and c.now < u.retry_at
  elseif is_same and order.keep.sight and u.goal == u.at
    and crowdunit.rests_at_end(u) then
    return true
  end
  return u.state ~= "waiting" and u.goal ~= u.at and u.to_goal
    and not costtogoal.is_stale(u.to_goal, u.at)
    and PART * PART * moved <= square(u, u.at, order.seen)
end

--- Before an update: has a target that is no unit of the crowd moved since the
-- unit looked?
local function has_moved(c, u, order)
  local other, last = class.state(unit.Unit, order.target), order.rect
  if other and other.crowd == c then
    return false
  end
  local rect = find_target(u, order.target, "update")
  return not (rect and last) or rect.x0 ~= last.x0 or rect.y0 ~= last.y0
    or rect.x1 ~= last.x1 or rect.y1 ~= last.y1
end

-- On the trail ------------------------------------------------------------------

--- The places of a way; false: the map does not allow it.
local function places_on(u, way, link)
  local g, a, list = u.agent.grid, u.agent, {}
  local fits = true
  for i = 1, #way / 2 do
    local p = agent.place(a, way[2 * i - 1] - g.base_x, way[2 * i] - g.base_y)
    local before = list[i - 1]
    list[i] = p
    if i - 1 == link then
      fits = fits and agent.edge(a, before, p) ~= nil
    elseif before then
      local d, is_legal = a.direction_of[p - before], false
      for _, legal in ipairs(crowdunit.directions(u, before)) do
        is_legal = is_legal or legal == d
      end
      fits = fits and is_legal and a.class[before] > 0
    end
  end
  return fits and list
end

--- Does a unit that cannot be pushed stand in the next place of a way? Or one at
-- rest, which was pushed in vain for long?
local function is_hindered(c, u, list)
  local is_long = crowdunit.is_held_up(c, u)
  return crowdunit.any_cell(c, u, list[2], function(_, _, p)
    local other = c.occupant[p]
    return other and other ~= u and (crowdunit.goes_around(u, other)
      or is_long and crowdunit.rests(other))
  end)
end

--- The unit goes to its place on the trail of its target. It waits for those in
-- its way that can be pushed, and goes round others.
local function follow_trail(c, u, order, rect)
  local other, a = class.state(unit.Unit, order.target), u.agent
  local from_x, from_y = rect.x0 + u.wide - 1, rect.y0 + u.high - 1
  local x, y, wide, high = from_x, from_y, 1, 1
  if other and other.agent.grid == c.grid then
    x, y = agent.cell(a, other.at)
    wide, high = other.wide, other.high
    from_x, from_y = agent.cell(a, other.crowd == c and other.from or other.at)
  end
  x, y = args.shown(c.grid, x, y)
  from_x, from_y = args.shown(c.grid, from_x, from_y)
  local seeks_detour = u.seeks_detour and not u.to_goal
    and (u.state == "going" or u.state == "waiting")
  if c.budget <= 0 and (seeks_detour or not order.seen) then
    return unitstates.wait(c, u)
  end
  local function find_way(is_new)
    local way, link = unit.Unit.__orders.trail(u.handle, order.target,
      order.keep.most, x, y, wide, high, from_x, from_y, is_new,
      seeks_detour, u.takes_any_detour)
    return way, link, way and places_on(u, way, link)
  end
  local way, link, list = find_way(not order.seen)
  if way and not list then -- the map was edited
    way, link, list = find_way(true)
  end
  if u.order ~= order then
    return
  end
  order.seen, order.range, order.looked, u.settle_radius = rect, IN_RANGE, c.now, 0
  if not way then -- if it waited, it would ask anew in the next update
    if u.state ~= "blocked" or c.now >= u.retry_at then
      unitstates.give_cost_to_goal(c, u, false, false)
      order.reason = "unreachable"
      unitstates.refuse(c, u)
    end
    return
  end
  local last = list and list[#list]
  if not list then -- it walks out of walls
    last = agent.place(a, way[#way - 1] - c.grid.base_x, way[#way] - c.grid.base_y)
    orders.change_goal(c, u, last)
    return orders.serve_goal(c, u, order)
  elseif #list == 1 then
    return orders.change_goal(c, u, last)
  end
  local leads_round = not link and is_hindered(c, u, list)
  if u.state ~= "waiting" and u.goal == last and u.to_goal
    and leads_round == (u.to_goal.search.estimate ~= nil)
    and not costtogoal.is_stale(u.to_goal, u.at)
    and costtogoal.cost(u.to_goal, u.at) < huge then
    return
  end
  local to_goal = leads_round and costtogoal.new(a, last, u.at)
    or costtogoal.along(a, list)
  if link then
    to_goal.link = agent.edge(a, list[link], list[link + 1])
    to_goal.link_at = list[link]
  end
  orders.change_goal(c, u, last)
  unitstates.give_cost_to_goal(c, u, to_goal, last, seeks_detour
    and (crowdunit.is_wall_at(c, u, list[2]) and "refused" or "taken") or nil)
end

--- Serves a companion. Its turn comes after that of its leader.
local function serve_companion(c, u, order, rect)
  follow_trail(c, u, order, rect)
  local other = class.state(unit.Unit, order.target)
  if u.order == order and other and other.crowd == c then
    u.since = max(u.since, min(other.since + 1, c.now))
  end
end

--- Serves a unit that keeps a distance, whenever it stands and decides.
local function serve(c, u, order)
  local rect, k = find_target(u, order.target, "update"), order.keep
  order.rect = rect
  if u.order ~= order then
    return
  elseif not rect then
    return unitstates.end_order(c, u)
  elseif k.trail then
    return serve_companion(c, u, order, rect)
  elseif k.sight and u.finder.profile.eyes then
    agent.prepare(u.finder.profile.eyes)
  end
  local other = class.state(unit.Unit, order.target)
  u.hunts = k.most < huge
    and (not other or other.crowd ~= c or crowdunit.rests(other))
  local range = range_of(u, order, within(u, rect, k), rect, u.at)
  local seen, is_up = order.seen, false
  if seen and not seen.x0 then -- it was loaded: only the last cell is known
    seen.x0, seen.y0 = seen.x1 - rect.x1 + rect.x0, seen.y1 - rect.y1 + rect.y0
  end
  local moved = seen and goals.square(u.agent.grid, seen.x0, seen.y0, rect.x0,
    rect.y0, rect.x0, rect.y0)
  local is_held = range == TOO_NEAR and u.state == "going"
    and c.now - max(u.progress_time, order.looked) > HELD * u.step_time
  if range == IN_RANGE then
    u.reported = u.reported and order.range == range
    order.range, u.settle_radius = range, 0
    return orders.change_goal(c, u, u.at)
  elseif range == order.range and seen then
    local is_far = range == TOO_FAR
    if is_far and u.is_restored and u.goal ~= u.at and c.budget > 0 then
      orders.serve_goal(c, u, order) -- paths are not saved
    end
    if is_far and moved == 0 and may_look(c, u) and takes_place(c, u, order) then
      return
    end
    is_up = is_far and moved == 0 and has_come(u, order)
    if is_up and moves_up(u) then
      return
    end
    if not (is_up or is_held) and goes_on(c, u, order, moved) then
      return is_far and go_around(c, u, order)
    end
  end
  if c.budget <= 0 then
    return is_up or u.state == "going" and u.to_goal or unitstates.wait(c, u)
  end
  u.reported = u.reported and moved == 0
  order.range, order.version = range, u.agent.version
  order.seen, order.looked = rect, c.now
  if is_up or range == TOO_NEAR then
    walk(c, u, order, not is_up, is_held)
  else
    come_near(c, u, order)
    if u.order == order then
      go_around(c, u, order)
    end
  end
end

-- Why a unit is not at the distance that it is to keep.
local WHY = { [TOO_FAR] = "occupied", [TOO_NEAR] = "unreachable" }

orders.add("keep", { serve = serve, has_moved = has_moved,
  is_closed = is_closed, towards = towards, next_best = next_best, has_target = true,
  goal_index = function() end,
  reason = function(order)
    return WHY[order.range]
  end,
  move = function(order, to)
    local seen = order.seen
    if seen then
      seen.x0, seen.x1 = seen.x0 and seen.x0 - to.x, seen.x1 - to.x
      seen.y0, seen.y1 = seen.y0 and seen.y0 - to.y, seen.y1 - to.y
    end
    order.rect = nil
  end })

-- The calls -------------------------------------------------------------------

--- Gives a unit an order with a target.
-- @param own, asked  its options, as they were read and as the game gave them
-- @param k  its `keep`
local function give(call, self, target, own, asked, k)
  local u = placed(self, call)
  if type(target) ~= "table" and type(target) ~= "userdata" then
    check.fail(call, "target", "a table or a userdata with x and y", target)
  elseif rawequal(self, target) then
    check.raise(call .. ": a unit cannot be its own target")
  elseif not u.crowd.is_restored and not find_target(u, target, call) then
    check.raise(call .. ": the target was removed from its crowd")
  elseif options.is_listed(own) then
    return orders.give_listed(call, self, target, asked)
  end
  -- A game may give the same order in each frame.
  local last = u.order and u.order.keep
  if last and rawequal(u.order.target, target) and last.least == k.least
    and last.most == k.most and last.sight == k.sight
    and last.trail == k.trail and orders.has_given(u.order, own) then
    u.list = nil
    return true
  end
  u = orders.ready(self, call)
  local other = k.trail and class.state(unit.Unit, target)
  return orders.begin(u, own, { kind = orders.kinds.keep, keep = k,
    target = target, range = IN_RANGE, looked = 0,
    companion_of = other and other.crowd == u.crowd and other or nil },
    { settle_radius = k.trail and 0 or ANYWHERE, asks_each_step = true,
      hunts = k.most < huge and not k.trail })
end

for _, call in ipairs { "chase", "flee", "keep" } do
  local taken = options.of("unit:" .. call)
  methods[call] = function(self, target, asked)
    placed(self, call)
    local own = options.read(taken, call, asked)
    local least, most = options.distances(call, own)
    return give(call, self, target, own, asked, { least = least, most = most,
      sight = own.sight or false, trail = false })
  end
end

--- unit:follow of a body.
function orders.follow_body(self, target, own, asked)
  local cells = own.within or 1
  if cells < 1 or cells > MOST_BEHIND then
    check.fail("follow", "within", "a number from 1 to 32", cells)
  end
  return give("follow", self, target, own, asked, { least = 0,
    most = floor(cells), sight = false, trail = true })
end

function unit.properties.target(u)
  local target = u.order and u.order.target
  local other = class.state(unit.Unit, target)
  return (not other or other.crowd) and target or nil
end
