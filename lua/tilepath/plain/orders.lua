--- Orders of units: go, follow, patrol, stop and pause; and the cells that
-- groups send units to. keep.lua has the orders with a target.
--
-- An order is refused at once if there is no path. The path itself is searched
-- when the unit needs its guide. Then a query to one of several ends is answered
-- first, and gives the end; and the guide leads there. An order has
--
--     kind       its number in states
--     serve      serve(crowd, unit, order): gives the unit a guide
--     query      the query that chooses the end; nil: the unit's goal
--     chosen     the goal's number in a list
--     is_partial the end is as near as the unit can come
--     reason     why there is no path
--     field, field_handle, is_member    the field that it follows
--     points, next    of a patrol, or of a path; a path has `links`, too: by the
--                number of a point, does a link lead on from there?

local parent = (...):match("^(.*)plain[./]") or ""
local siblings = (...):match("^.*[./]") or ""
local check = require(parent .. "check")
local given = require(parent .. "given")
local agent = require(siblings .. "agent")
local args = require(siblings .. "args")
local avoid = require(siblings .. "avoid")
local class = require(parent .. "class")
local field = require(siblings .. "field")
local finders = require(siblings .. "finder")
local goals = require(siblings .. "goals")
local guide = require(siblings .. "guide")
local job = require(siblings .. "job")
local motion = require(siblings .. "motion")
local query = require(siblings .. "query")
local regions = require(siblings .. "regions")
local route = require(siblings .. "route")
local scout = require(siblings .. "scout")
local sight = require(siblings .. "sight")
local trail = require(siblings .. "trail")
local unit = require(siblings .. "unit")

local abs, floor, huge, max, min, sqrt =
  math.abs, math.floor, math.huge, math.max, math.min, math.sqrt
local raw_get = rawget
local methods, properties, placed = unit.methods, unit.properties, unit.placed

local orders = { GOAL = 1, FIELD = 2, MEMBER = 3, PATH = 4, PATROL = 5,
  KEEP = 6 }

-- Searches --------------------------------------------------------------------

local BEGIN = 16 -- nodes that a search costs at least
local MOST_SIDES = 64 -- goals whose ends are tested

local function spend(c, nodes)
  c.budget = max(0, c.budget - nodes)
end

--- The query for a path to a place.
local function to_place(a, call, p)
  local x, y = agent.cell(a, p)
  return { call = call, kind = "cells", square = 0, x2 = x, y2 = y,
    max_nodes = huge, escape = true }
end

--- Begins a query of a unit. A unit under walls takes one step out.
-- @return nil; or why there is no path
local function begin(c, u, q)
  local a, j, reason = u.agent, c.job, "start_blocked"
  for d = 0, a.class[u.at] == 0 and 8 or 0 do
    local p = d > 0 and u.at + a.offset[d] or u.at
    if d > 0 and agent.may_leave(a, u.at, d) or a.class[p] > 0 then
      q.x, q.y = agent.cell(a, p)
      job.begin(j, u.finder, q, true)
      if j.status ~= "failed" then
        return nil
      end
      reason = j.reason
    end
  end
  return reason
end

--- Gives a unit an order, if there is a path.
-- @param settings  those of motion.order
-- @return true; or nil and a reason
local function give(u, q, order, settings)
  local c = u.crowd
  finders.prepare(u.finder, q.call)
  finders.check_idle(u.finder, q.call)
  local reason = not c.is_restored and begin(c, u, q) or nil
  if reason then
    return nil, reason
  end
  return orders.begin(u, order, settings)
end

--- Gives a unit an order. A unit that is under way already, and only gets
-- another goal, keeps its turn among others.
function orders.begin(u, order, settings)
  local goes_on = u.state == "going" or u.state == "waiting"
  local since = u.since
  u.order, u.is_lost = order, false
  motion.order(u.crowd, u, settings)
  if goes_on then
    u.since = since
  end
  return true
end

--- The unit of a call that gives it an order.
function orders.ready(self, call)
  local u = placed(self, call)
  if u.crowd.is_busy then
    check.raise(call .. ": the crowd is busy (a callback may not do this)")
  end
  return u
end

-- Guides ----------------------------------------------------------------------

--- The number of the goal for which a path may also end in a place.
local function goal_at(c, u, q, p)
  local x, y = agent.cell(u.agent, p)
  for i = 1, min(#c.job.list, MOST_SIDES) do
    local goal = c.job.list[i]
    if goal.is_inside and goals.is_end(u.agent, q, goal, x, y) then
      return floor(goal.index)
    end
  end
end

--- Answers the query of a unit. If any cell in range or beside the goal will do,
-- and other units rest in the one that was found or go there, the unit takes
-- another one, which is free and near.
-- @return the end, or nil
local function choose_end(c, u, order)
  local q, j = order.query, c.job
  order.reason = begin(c, u, q)
  if order.reason then
    return nil
  end
  job.run(j, job.ALL)
  spend(c, j.expanded)
  order.reason = j.reason
  if j.status == "failed" then
    return nil
  end
  order.chosen = q.goals and floor(j.goal.index) or nil
  order.is_partial = j.is_partial
  local finish, taken = j.last, scout.taken(c, u)
  u.settle = order.keep and 0 or u.settle
  if q.kind == "cells" or j.is_partial or finish == u.at
    or not taken(finish) then
    return finish
  end
  local other = scout.find(u, finish, taken, function(p)
    return not (order.is_shut and order.is_shut(u, order, p))
      and goal_at(c, u, q, p) ~= nil
  end)
  order.chosen = other and q.goals and goal_at(c, u, q, other) or order.chosen
  other = other or order.next_best and order.next_best(u, order, taken)
  u.settle = order.keep and not other and 32767 or u.settle
  return other or finish
end

--- The unit's agent, for which some cells are walls: those that its query avoids,
-- and once others block its path, units that are like walls.
local function among(c, u, order)
  local rects = {}
  for i, rect in ipairs(order.query and order.query.avoid or {}) do
    rects[i] = rect
  end
  for _, other in ipairs(u.rounds and c.units or {}) do
    if other ~= u and motion.is_wall(other) then
      local x, y = agent.cell(u.agent, other.at)
      rects[#rects + 1] = { x, y, other.wide, other.high }
    end
  end
  return avoid.agent(u.agent, rects, {}, agent.cell(u.agent, u.at))
end

--- Gives a unit a guide to its goal, or to an end of its query. Once others that
-- are like walls are in its way, that leads round them if it can.
function orders.serve_goal(c, u, order)
  if c.budget <= 0 then
    return motion.wait(c, u)
  end
  spend(c, BEGIN)
  local finish, g, way = u.goal, nil, nil
  if order.query then
    finish = choose_end(c, u, order)
  else
    order.reason = begin(c, u, to_place(u.agent, "update", finish))
  end
  if order.reason then
    return motion.refuse(c, u)
  end
  local is_shut = u.rounds or order.query and order.query.avoid
  for _, a in ipairs { is_shut and among(c, u, order) or u.agent, u.agent } do
    g = guide.new(a, finish, u.at)
    local is_way = guide.cost(g, u.at) < huge
    spend(c, g.spread.expanded)
    c.searches = c.searches + (is_way and g.spread.expanded == 0 and 0 or 1)
    if is_way then
      way = u.rounds and (a == u.agent and "closed" or "round")
      break
    end
  end
  motion.give_way(c, u, g, finish, way)
end

--- Serves a unit: motion.lua calls this.
function orders.serve(c, u)
  if u.order then
    u.order.serve(c, u, u.order)
  else
    motion.wait(c, u)
  end
end

-- To goals --------------------------------------------------------------------

--- Raises about options that only followers take.
function orders.refuse_options(call, options, names)
  for _, name in ipairs(args.is_table(options) and names or {}) do
    if raw_get(options, name) ~= nil then
      check.raise(("%s: a unit does not take '%s' (a follower does)"):format(
        call, name))
    end
  end
end

local function read_settle(call, options)
  local settle = args.is_table(options) and raw_get(options, "settle")
  return settle and args.whole(call, "settle", settle, 0, 32767) or 0
end

local FOLLOWERS = { "avoid", "avoid_price", "escape", "except" }

--- unit:go or unit:go_cell.
local function go(call, in_world)
  return function(self, x, y, options)
    local u = placed(self, call)
    if x == nil and type(y) == "string" then
      return x, y -- what a query gave: nil and a reason
    elseif check.is_path(x) then
      check.raise(call .. ": a path is for unit:follow")
    end
    local f, q = u.finder, { call = call, in_world = in_world }
    if args.is_table(x) then
      q.list, options = x, y
    elseif in_world then
      check.finite(call, "wx", x)
      check.finite(call, "wy", y)
      q.to_x, q.to_y = x, y
      q.x2, q.y2 = sight.cell_at(f.agent, x, y)
    else
      q.x2, q.y2 = args.cell(call, f.g, x, y)
      q.to_x, q.to_y = x, y
    end
    orders.refuse_options(call, options, FOLLOWERS)
    local settle = read_settle(call, options)
    query.read_options(q, f, options, query.ORDER)
    q.escape = true
    u = orders.ready(self, call)
    query.read_list(q)
    local is_one = q.kind == "cells" and not q.goals and not q.partial
      and q.max_nodes == huge
    return give(u, q, { kind = orders.GOAL, serve = orders.serve_goal,
      query = not is_one and q or nil }, { settle = settle,
      goal = is_one and agent.place(u.agent, q.x2, q.y2) })
  end
end

methods.go, methods.go_cell = go("go", true), go("go_cell", false)

--- Changes the goal of a unit, which needs a guide then.
function orders.change_goal(c, u, goal)
  local order = u.order
  order.query, order.chosen = nil, nil
  motion.give_way(c, u, false, goal)
end

-- In groups -------------------------------------------------------------------

--- A unit that is as near as the field leads goes on alone. If its cell was
-- closed, it gets another one.
function orders.serve_member(c, u, order)
  order.field, order.field_handle = nil, nil
  local goal = u.goal
  if u.agent.class[goal] == 0 then
    goal = scout.find(u, goal, scout.taken(c, u)) or goal
  end
  if goal ~= u.goal or u.guide and not u.guide.finish then
    orders.change_goal(c, u, goal)
  end
  orders.serve_goal(c, u, order)
end

--- core.send(unit, x, y, settle, field, call)
function orders.send(self, x, y, settle, handle, call)
  local u = orders.ready(self, call)
  local f = handle and class.state(field.Field, handle)
  x, y = args.cell(call, u.finder.g, x, y)
  if f and f.owner ~= u.finder then
    return nil, "cancelled"
  end
  local goal = agent.place(u.agent, x, y)
  return give(u, to_place(u.agent, call, goal), { kind = orders.MEMBER,
    serve = orders.serve_member, field = f, field_handle = handle, is_member = true },
    { guide = f and guide.shared(f, goal), goal = goal, settle = settle })
end

-- Along fields ----------------------------------------------------------------

local function serve_field(c, u, order)
  local f = order.field
  if f.status ~= "done" then
    motion.wait(c, u)
  elseif guide.cost(f, u.at) < huge then
    motion.give_way(c, u, f, false)
  else
    order.reason = "unreachable"
    motion.refuse(c, u)
  end
end

local function follow_field(self, handle, f)
  local u = placed(self, "follow")
  local own, its = u.finder.profile, f.owner.profile
  if f.g ~= u.crowd.grid then
    check.raise("follow: field must be on the crowd's grid")
  elseif own.wide ~= its.wide or own.high ~= its.high then
    check.raise(("follow: field must be for agents of %dx%d, as the unit is, "
      .. "got a field for %dx%d"):format(own.wide, own.high, its.wide, its.high))
  end
  field.look(f, false, "follow")
  u = orders.ready(self, "follow")
  if guide.cost(f, u.at) == huge and not u.crowd.is_restored then
    return field.refuse(f, agent.cell(u.agent, u.at))
  end
  return orders.begin(u, { kind = orders.FIELD, serve = serve_field, field = f,
    field_handle = handle }, { guide = f, goal = false, settle = 0 })
end

-- Along paths -----------------------------------------------------------------

local MOST_STEPS = 2 ^ 24

--- The numbers of the points where links begin, as a set.
local function read_links(call, name, t, count)
  local list, set, before = raw_get(t, "links"), {}, 0
  if list ~= nil and type(list) ~= "table" then
    check.fail(call, name .. ".links", "a list of numbers of points", list)
  end
  for i = 1, list and min(check.length(list), count) or 0 do
    local link = raw_get(list, i)
    if not args.is_whole(link) or link <= before or link >= count then
      check.fail(call, ("%s.links[%d]"):format(name, i),
        ("a whole number from %d to %d, in rising order"):format(before + 1,
        count - 1), link)
    end
    set[link], before = true, link
  end
  return set
end

--- Reads points: pairs, or numbers one after the other. A path may be in cells.
-- @return cells: x and y in turn; their number; are all on the grid?
local function read_points(call, name, t, f)
  local count = check.length(t)
  if count == 0 then
    given.none(call, name, t, given.POINT)
  end
  local is_flat = type(raw_get(t, 1)) == "number"
  local in_cells = raw_get(t, "units") == "cells"
  if is_flat and count % 2 ~= 0 then
    check.raise(("%s: %s must have as many x as y, got %d numbers"):format(call,
      name, count))
  end
  count = is_flat and count / 2 or count
  local cells, are_inside = {}, true
  for i = 1, count do
    local x, y
    if is_flat then
      x = check.finite(call, ("%s[%d]"):format(name, 2 * i - 1),
        raw_get(t, 2 * i - 1))
      y = check.finite(call, ("%s[%d]"):format(name, 2 * i), raw_get(t, 2 * i))
    else
      x, y = given.item(call, name, i, raw_get(t, i), given.POINT, true)
    end
    if in_cells then
      x, y = sight.tame(floor(x) - f.g.base_x, floor(y) - f.g.base_y)
    else
      x, y = sight.cell_at(f.agent, x, y)
    end
    cells[2 * i - 1], cells[2 * i] = x, y
    are_inside = are_inside and args.contains(f.g, x, y)
  end
  return cells, count, are_inside
end

--- The whole number nearest to k/n of a distance; the larger of two.
local function part_of(distance, k, n)
  return floor(distance * k / n + 0.5)
end

--- All cells of a path from point to point, as straight as possible: places; and
-- the numbers of those where links begin, as a set.
local function fill_in(a, cells, count, links)
  local list, by_link = { agent.place(a, cells[1], cells[2]) }, {}
  for i = 2, count do
    local x, y = cells[2 * i - 3], cells[2 * i - 2]
    local dx, dy = cells[2 * i - 1] - x, cells[2 * i] - y
    local n = links[i - 1] and 1 or max(abs(dx), abs(dy))
    if #list + n > MOST_STEPS then
      check.raise(("follow: path must have at most %d steps"):format(MOST_STEPS))
    end
    by_link[#list] = links[i - 1]
    for k = 1, n do
      list[#list + 1] = agent.place(a, x + part_of(dx, k, n),
        y + part_of(dy, k, n))
    end
  end
  return list, by_link
end

--- The cheapest link of an agent from a place to another.
local function link_between(a, from, to)
  local best
  for _, edge in ipairs(a.edges and a.edges[from] or {}) do
    if edge.to == to and not (best and best.cost <= edge.cost) then
      best = edge
    end
  end
  return best
end

--- The point to which a unit on a path goes next: the end of a straight run, on
-- ground of one price; but not a wall, nor a unit that is like a wall.
local function next_point(c, u, order)
  local points, links, i = order.points, order.links, order.next
  local function is_shut(p)
    return u.agent.class[p] == 0 or c.holder[p] and motion.is_wall(c.holder[p])
  end
  if u.at == points[i] and i < #points then
    i = i + 1
  end
  while i < #points and is_shut(points[i]) do
    i = i + 1
  end
  local step = i > 1 and points[i] - points[i - 1]
  while i < #points and u.agent.costs.uniform and not (links[i - 1] or links[i]
    or is_shut(points[i + 1])) and points[i + 1] - points[i] == step do
    i = i + 1
  end
  return i
end

--- A unit on a path goes from point to point. If there is no way to the next one,
-- it goes to the end.
local function serve_path(c, u, order)
  local points, g = order.points, u.guide
  if g and not u.rounds and not guide.is_stale(g, u.at)
    and (u.at ~= g.finish or order.next == #points) then
    return
  end
  local i = next_point(c, u, order)
  local link = order.links[i - 1]
  local edge = link and link_between(u.agent, points[i - 1], points[i])
  if link and not edge
    or begin(c, u, to_place(u.agent, "update", points[i])) then
    i = #points
  end
  order.next = i
  if u.goal ~= points[i] then
    motion.give_way(c, u, false, points[i])
  end
  orders.serve_goal(c, u, order)
  if edge and u.guide then
    u.guide.link, u.guide.link_at = edge, points[i - 1]
  end
end

--- The number of the place that is nearest to a unit; of equal ones the first.
local function nearest(a, list, at)
  local best, least = 1, huge
  local x, y = agent.cell(a, at)
  for i, p in ipairs(list) do
    local px, py = agent.cell(a, p)
    local far = max(abs(px - x), abs(py - y))
    if far < least then
      best, least = i, far
    end
  end
  return best
end

local function follow_path(self, way)
  local f = placed(self, "follow").finder
  local cells, count, are_inside = read_points("follow", "path", way, f)
  local links = read_links("follow", "path", way, count)
  if not are_inside then
    return nil, "goal_outside"
  end
  local list, by_link = fill_in(f.agent, cells, count, links)
  local u, n = orders.ready(self, "follow"), #list
  local first = u.crowd.is_restored and 1 or nearest(u.agent, list, u.at)
  if list[first] == u.at then
    first = min(first + 1, n)
  end
  return give(u, to_place(u.agent, "follow", list[n]), { kind = orders.PATH,
    serve = serve_path, points = list, links = by_link, next = first },
    { goal = list[first], asks = true })
end

function methods.follow(self, way, reason)
  placed(self, "follow")
  local f = class.state(field.Field, way)
  if f then
    return follow_field(self, way, f)
  elseif way == nil and type(reason) == "string" then
    return way, reason
  elseif not args.is_table(way) then
    check.fail("follow", "way", "a field or a path", way)
  end
  return follow_path(self, way)
end

-- Patrols ---------------------------------------------------------------------

--- Is there a path now? A unit under walls counts as connected to all cells.
local function may_come(u, p)
  local a = u.agent
  return a.class[p] > 0
    and (a.class[u.at] == 0 or regions.connects(a, u.at, p))
end

--- The unit goes to the next point that is another cell and that it can reach.
-- If it has a point that it can reach, it keeps that.
local function serve_patrol(c, u, order)
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
      u.loops, u.told = false, true
    end
  end
  u.point = order.next
  orders.serve_goal(c, u, order)
end

local NO_PATROL = { "adjacent", "avoid", "avoid_price", "escape", "except",
  "max_nodes", "partial", "sight", "within" }

function methods.patrol(self, points, options)
  local f = placed(self, "patrol").finder
  orders.refuse_options("patrol", options, NO_PATROL)
  check.options("patrol", "query", options, { settle = true })
  local settle = read_settle("patrol", options)
  if not args.is_table(points) then
    check.fail("patrol", "points", "a table", points)
  end
  local cells, count, are_inside = read_points("patrol", "points", points, f)
  if not are_inside then
    return nil, "goal_outside"
  end
  local u = orders.ready(self, "patrol")
  local list = {}
  for i = 1, count do
    list[i] = agent.place(u.agent, cells[2 * i - 1], cells[2 * i])
  end
  u.point = 1
  return give(u, to_place(u.agent, "patrol", list[1]), { kind = orders.PATROL,
    serve = serve_patrol, points = list, next = 1 }, { goal = list[1],
    settle = settle, loops = true })
end

-- The end of orders -----------------------------------------------------------

function methods.stop(self)
  local u = placed(self, "stop")
  u.order = nil
  motion.stop(u.crowd, u)
end

function methods.pause(self)
  local u = placed(self, "pause")
  motion.set_paused(u.crowd, u, true)
end

function methods.resume(self)
  local u = placed(self, "resume")
  motion.set_paused(u.crowd, u, false)
end

function methods.step(self, dx, dy)
  local u = placed(self, "step")
  args.whole("step", "dx", dx, -1, 1)
  args.whole("step", "dy", dy, -1, 1)
  if dx == 0 and dy == 0 then
    check.raise("step: dx and dy must not both be 0")
  end
  local c = orders.ready(self, "step").crowd
  for _, other in ipairs(c.units) do
    finders.prepare(other.finder, "step")
  end
  local direction
  for d = 1, 8 do
    direction = agent.DX[d] == dx and agent.DY[d] == dy and d or direction
  end
  local done, why, other = motion.step(c, u, direction)
  if done then
    u.order = nil
    return true
  end
  return nil, why, other and other.handle
end

-- What can be read ------------------------------------------------------------

--- The place of its goal, if that is known. One of several ends is once there is
-- a path.
local function goal_of(u)
  local order = u.order
  if order and order.kind == orders.PATH then
    return order.points[#order.points]
  end
  return order and (not order.query or u.guide or u.state == "arrived"
    or u.state == "settled") and u.goal or nil
end

function properties.goal_x(u)
  return goal_of(u) and (unit.middle(u.finder, goal_of(u)))
end

function properties.goal_y(u)
  return goal_of(u) and select(2, unit.middle(u.finder, goal_of(u)))
end

function properties.goal(u)
  if not goal_of(u) or u.order.kind == orders.KEEP then
    return nil
  end
  return u.order.kind == orders.PATROL and u.order.next or u.order.chosen
end

-- Why a unit is not at the distance that it is to keep.
local WHY = { [2] = "crowded", [3] = "cornered" }

function properties.reason(u)
  if not u.crowd or u.paused then
    return nil
  elseif u.state == "arrived" then
    return u.order.keep and WHY[u.order.range]
  elseif u.state == "blocked" then
    return u.refused and (u.order.reason or "unreachable") or "stuck"
  end
end

--- The rest of a unit's path: places, and links by the number of the place where
-- they begin. Nil, "waiting": its path is yet to be found.
local function way_of(u)
  local list, edges, g, p, order = {}, {}, u.guide, u.at, u.order
  if p == goal_of(u) or order.kind == orders.PATH
    and p == order.points[order.next - 1] then
    g = { finish = p }
  elseif not g or guide.is_stale(g, p) and (g.finish or g.status ~= "done"
    or guide.cost(g, p) == huge) then
    return nil, "waiting"
  end
  while p do
    local edge
    list[#list + 1] = p
    if p == g.finish or p == g.own then
      break
    end
    p, edge = guide.next(g, p)
    edges[#list] = edge
  end
  for i = order.next or 1, order.kind == orders.PATH and #order.points or 0 do
    if order.points[i] ~= list[#list] then
      edges[#list] = order.links[i - 1]
        and link_between(u.agent, list[#list], order.points[i])
      list[#list + 1] = order.points[i]
    end
  end
  return list, edges
end

--- The length of the rest of its path. Links have none.
function properties.remaining(u)
  local order, w, h = u.order, u.agent.grid.cell_width, u.agent.grid.cell_height
  if not u.crowd then
    return nil
  elseif order and order.kind == orders.PATROL then
    return huge
  end
  local list, edges = { u.at }, {}
  if order and u.at ~= goal_of(u) or order and order.kind == orders.PATH
    and u.state ~= "arrived" then
    list, edges = way_of(u)
  end
  if not list or order and order.field then
    return nil
  end
  local along, down, both, pitch = 0, 0, 0, u.agent.pitch
  for i = 1, #list - 1 do
    local far = not edges[i] and abs(list[i + 1] - list[i])
    along = along + (far == 1 and 1 or 0)
    down = down + (far == pitch and 1 or 0)
    both = both + (far and far ~= 1 and far ~= pitch and 1 or 0)
  end
  local x, y = unit.position(u)
  local to_x, to_y = unit.middle(u.finder, u.at)
  local left = u.at ~= u.from and u.lasts > 0
    and sqrt((to_x - x) ^ 2 + (to_y - y) ^ 2) or 0.0
  return left + (along * w + down * h + both * sqrt(w * w + h * h))
end

function methods.path(self, into)
  local u = placed(self, "path")
  if into ~= nil and not args.is_table(into) then
    check.fail("path", "into", "a table", into)
  end
  finders.prepare(u.finder, "path")
  if not u.order then
    return nil, "idle"
  elseif u.order.field then
    field.look(u.order.field, false, "path")
  end
  local list, edges = way_of(u)
  if not list then
    return nil, edges
  end
  local cost = route.cost(u.agent, list, edges)
  local path = route.path(u.agent, list, edges, cost, properties.goal(u),
    u.agent.class[u.at] == 0 and #list > 1 and 1 or nil)
  for i, p in ipairs(list) do
    path[2 * i - 1], path[2 * i] = unit.middle(u.finder, p)
  end
  path.units, path.partial = "world", u.order.is_partial or nil
  return into and trail.copy(path, into) or path, cost
end

return orders
