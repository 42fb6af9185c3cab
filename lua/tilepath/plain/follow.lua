--- Orders of units along something: follow a field or a path, and patrol.

local parent = (...):match("^(.*)plain[./]") or ""
local siblings = (...):match("^.*[./]") or ""
local check = require(parent .. "check")
local given = require(parent .. "given")
local Links = require(parent .. "links")
local agent = require(siblings .. "agent")
local args = require(siblings .. "args")
local class = require(parent .. "class")
local field = require(siblings .. "field")
local guide = require(siblings .. "guide")
local motion = require(siblings .. "motion")
local orders = require(siblings .. "orders")
local regions = require(siblings .. "regions")
local sight = require(siblings .. "sight")
local unit = require(siblings .. "unit")

local abs, floor, huge, max, min =
  math.abs, math.floor, math.huge, math.max, math.min
local raw_get = rawget
local methods, placed = unit.methods, unit.placed

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

local function follow_field(u, f)
  local own, its = u.finder.profile, f.owner.profile
  if f.g ~= u.crowd.grid then
    check.raise("follow: field must be on the crowd's grid")
  elseif own.wide ~= its.wide or own.high ~= its.high then
    check.raise(("follow: field must be for agents of %dx%d, as the unit is, "
      .. "got a field for %dx%d"):format(own.wide, own.high, its.wide,
      its.high))
  end
  field.look(f, false, "follow")
  orders.ready(u.handle, "follow")
  if guide.cost(f, u.at) == huge and not u.crowd.is_restored then
    return field.refuse(f, agent.cell(u.agent, u.at))
  end
  return orders.begin(u, { kind = orders.FIELD, serve = serve_field,
    field = f }, { guide = f, goal = false, settle = 0 })
end

-- Along paths -----------------------------------------------------------------

local MOST_STEPS = 2 ^ 24

--- Reads points: pairs, or numbers one after the other. A path may be in cells.
-- @return their places; are all on the grid?
local function read_points(call, name, t, f)
  local list, count = given.points(call, name, t)
  local places, are_inside = {}, true
  if count == 0 then
    given.none(call, name, t, given.POINT)
  elseif count % 2 ~= 0 then
    check.raise(("%s: %s must have as many x as y, got %d numbers"):format(call,
      name, count))
  end
  for i = 1, count, 2 do
    local x = check.finite(call, ("%s[%d]"):format(name, i), list[i])
    local y = check.finite(call, ("%s[%d]"):format(name, i + 1), list[i + 1])
    if raw_get(t, "units") == "cells" then
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
local function fill_in(a, points, way)
  local list, by_link = { points[1] }, {}
  for i = 2, #points do
    local x, y = agent.cell(a, points[i - 1])
    local to_x, to_y = agent.cell(a, points[i])
    local dx, dy, is_link = to_x - x, to_y - y, Links.has(way, i - 1)
    local n = is_link and 1 or max(abs(dx), abs(dy))
    if #list + n > MOST_STEPS then
      check.raise(("follow: path must have at most %d steps")
        :format(MOST_STEPS))
    end
    by_link[#list] = is_link or nil
    for k = 1, n do
      list[#list + 1] = agent.place(a, floor(x + dx * k / n + 0.5),
        floor(y + dy * k / n + 0.5))
    end
  end
  return list, by_link
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

--- A unit on a path goes from point to point. If there is no way to the next
-- one, it goes to the end.
local function serve_path(c, u, order)
  local points, g = order.points, u.guide
  if g and not u.rounds and not guide.is_stale(g, u.at)
    and (u.at ~= g.finish or order.next == #points) then
    return
  end
  local i = next_point(c, u, order)
  local link = order.links[i - 1]
  local edge = link and agent.edge(u.agent, points[i - 1], points[i])
  if link and not edge
    or orders.refusal(c, u, orders.to_place(u.agent, "update", points[i])) then
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

local function follow_path(u, way)
  local f = u.finder
  local points, are_inside = read_points("follow", "path", way, f)
  Links.read("follow", "path", way, #points)
  if not are_inside then
    return nil, "goal_outside"
  end
  local list, by_link = fill_in(f.agent, points, way)
  orders.ready(u.handle, "follow")
  local first = nearest(u.agent, list, u.at)
  if list[first] == u.at then
    first = min(first + 1, #list)
  end
  return orders.begin(u, { kind = orders.PATH, serve = serve_path,
    points = list, links = by_link, next = first },
    { goal = list[first], asks = true },
    orders.to_place(u.agent, "follow", list[#list]))
end

function methods.follow(self, way, reason)
  local u, f = placed(self, "follow"), class.state(field.Field, way)
  if f then
    return follow_field(u, f)
  elseif way == nil and type(reason) == "string" then
    return way, reason
  end
  given.kind("follow", "way", way, "table", "a field or a path")
  return follow_path(u, way)
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
  given.refused("patrol", options, NO_PATROL, "a unit", "a follower")
  check.options("patrol", "query", options, { settle = true })
  local settle = orders.settle_of("patrol", options)
  given.kind("patrol", "points", points, "table", "a table")
  local list, are_inside = read_points("patrol", "points", points, f)
  if not are_inside then
    return nil, "goal_outside"
  end
  local u = orders.ready(self, "patrol")
  u.point = 1
  return orders.begin(u, { kind = orders.PATROL, serve = serve_patrol,
    points = list, next = 1 },
    { goal = list[1], settle = settle, loops = true },
    orders.to_place(u.agent, "patrol", list[1]))
end
