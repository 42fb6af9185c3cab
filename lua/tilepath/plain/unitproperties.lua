--- What a unit says of its order: its goal, the rest of its path, and why it is
-- blocked.

local siblings = (...):match("^.*[./]") or ""
local parent = siblings:gsub("plain[./]$", "")
require(parent .. "luajit").off()
local given = require(parent .. "given")
local class = require(parent .. "class")
local agent = require(siblings .. "agent")
local field = require(siblings .. "field")
local finders = require(siblings .. "finder")
local costtogoal = require(siblings .. "costtogoal")
local gradient = require(siblings .. "gradient")
local orders = require(siblings .. "orders")
local wayout = require(siblings .. "wayout")
local crowdunit = require(siblings .. "crowdunit")
local passages = require(siblings .. "passages")
local paths = require(siblings .. "path")
local unitstates = require(siblings .. "unitstates")
local searchpath = require(siblings .. "searchpath")
local unit = require(siblings .. "unit")

local huge, sqrt = math.huge, math.sqrt
local methods, properties, placed = unit.methods, unit.properties, unit.placed

--- Does the unit's own cost to goal, which an edit has made stale, lead on over
-- cells and by steps that cost what they did?
local function leads_still(u)
  local own, p = u.to_goal, u.at
  local a = own.agent
  if a ~= u.agent then
    return false
  end
  agent.prepare(a)
  while p ~= own.goal do
    local here = a.class[p] > 0 and costtogoal.cost(own, p) or huge
    local directions, edge = gradient.offer(own, p, here, here)
    if here == huge or directions == 0 and not edge then
      return false
    end
    p = costtogoal.next(own, p)
  end
  return a.class[p] > 0
end

local function follows_path(u)
  return u.order ~= nil and u.order.kind.has_path
end

--- A cost to goal for an answer, which knows all cheapest paths; nil: there is
-- no path. A question would extend the unit's own one, and after an edit that
-- changes what the unit does. So it has another one, except along a field or a
-- list. If it was restored, or follows a path, that is as the one it will get.
-- In an obstacle of its query a unit has the path of one without obstacles: ways
-- out of those lead over walls.
local function shown(u)
  local own, s = u.to_goal, u.shown
  local is_alone = not own or own.agent.class[u.at] == 0
  local a = is_alone and u.agent or own.agent
  if own and costtogoal.is_stale(own, u.at, true) and (own.goal
    or own.status ~= "done") then
    return own.goal and leads_still(u) and own or nil
  elseif not (own or u.goal and (u.is_restored or follows_path(u))) then
    return nil
  elseif own and not own.search.estimate then
    s = own
  elseif not s or s.like ~= own or s.goal ~= u.goal or s.agent ~= a
    or costtogoal.is_stale(s, u.at) then
    agent.prepare(u.agent)
    s = costtogoal.new(a, u.goal, u.at)
    s.like, u.shown = own, setmetatable(s, { __index = own or nil })
  end
  return costtogoal.cost(s, u.at) < huge and costtogoal.learn(s, u.at) or nil
end

--- The place of its goal, if that is known. One of several ends is once there
-- is a path.
local function goal_of(u)
  local order = u.order
  if order and order.kind.goal_of then
    return order.kind.goal_of(order)
  end
  return order and (not order.query or u.to_goal or u.is_restored or shown(u)
    or u.state == "arrived" or u.state == "settled") and u.goal or nil
end

for i, name in ipairs { "goal_x", "goal_y" } do
  properties[name] = function(u)
    return goal_of(u) and (select(i, unit.middle(u.finder, goal_of(u))))
  end
end

function properties.goal_index(u)
  if not goal_of(u) then
    return nil
  end
  local index_of = u.order.kind.goal_index
  if index_of then
    return index_of(u.order)
  end
  return u.order.chosen
end

function properties.reason(u)
  if not u.crowd or u.paused then
    return nil
  elseif u.state == "settled" and u.is_path_short then
    return "unreachable"
  elseif u.state == "arrived" or crowdunit.has_come(u) then
    return (u.order.kind.reason or orders.reason)(u.order, u)
  elseif u.state == "blocked" then
    return u.refused and (u.order.reason or "unreachable") or "stuck"
  end
end

--- The link in which the unit is, or before which it stands: an edge.
local function edge_of(u)
  if not u.crowd then
    return nil
  elseif u.from ~= u.at then
    return u.duration == 0 and u.agent.edges
      and agent.edge(u.agent, u.from, u.at) or nil
  end
  local edges = u.agent.edges
  local to_goal = edges and edges[u.at] and u.order and not crowdunit.rests(u)
    and (u.to_goal or shown(u))
  return to_goal and costtogoal.edge(to_goal, u.at)
    or u.leaves and passages.way_out(u.crowd, u) or nil
end

function properties.link(u)
  local edge = edge_of(u)
  return edge and edge.link.number
end

function properties.link_left(u)
  local c = u.crowd
  if u.from == u.at or not edge_of(u) then
    return nil
  end
  local second = c.time_unit == "ticks" and 1 or c.second
  return (u.finish - c.clock - c.fraction) / second
end

--- Adds to the core what callbacks at links need: where the link of a unit
-- leads and its name; and core.hold(unit, is_asked, may): does the game say if
-- the unit may take links, and may it take the one that it has asked about?
local function open(core)
  function core.unit_link(handle)
    local u = class.state(unit.Unit, handle)
    local edge = edge_of(u)
    if edge then
      local x, y = unit.middle(u.finder, edge.to)
      return x, y, edge.link.name
    end
  end

  function core.hold(handle, is_asked, may)
    local u = class.state(unit.Unit, handle)
    if u.crowd then
      unitstates.set_permission(u.crowd, u, is_asked
        and (may and u.permission == "has asked" and "may go" or "asks") or nil)
    end
  end
end

--- The rest of a unit's path: places, and links by the number of the place
-- where they begin. Nil, "waiting": its path is yet to be found.
local function rest_of_path(u)
  local list, edges, p, order = {}, {}, u.at, u.order
  local points = follows_path(u) and order.points or {}
  local first = order and order.next or 1
  local is_there = not order or p == (points[1] and u.goal or goal_of(u))
    or p == points[first - 1]
  local to_goal = is_there and { goal = p } or shown(u)
  if not to_goal then
    return nil, "waiting"
  end
  while p do
    list[#list + 1] = p
    if p == to_goal.goal or p == to_goal.own then
      break
    end
    p, edges[#list] = costtogoal.next(to_goal, p)
  end
  for i = first, #points do
    local from, to = list[#list], points[i]
    local edge = order.links[i - 1] and agent.edge(u.agent, from, to)
    local d = u.agent.direction_of[to - from]
    if from ~= to and not edge and not (d and wayout.can_step(u.agent, from, d))
    then
      return nil, "waiting" -- the map does not allow it any more
    elseif from ~= to then
      edges[#list], list[#list + 1] = edge or nil, to
    end
  end
  return list, edges
end

function properties.status(u)
  if u.crowd and not u.paused and unitstates.rests_at_point(u.crowd, u) then
    return "resting"
  end
  local waits = u.state == "going" and u.at == u.from and not (u.to_goal
    or u.is_restored or follows_path(u))
    or u.state == "idle" and unitstates.is_due(u)
  if u.is_path_short and (u.state == "arrived" or u.state == "settled") then
    return u.paused and "paused" or "blocked"
  end
  return u.paused and "paused" or waits and "waiting"
    or crowdunit.has_come(u) and "arrived" or u.state
end

--- The length of the rest of its path. Links have none.
function properties.remaining(u)
  local order = u.order
  if not u.crowd or order and order.field and u.at ~= u.goal then
    return nil
  elseif order and order.kind.is_endless then
    return huge
  end
  local list, edges = rest_of_path(u)
  if not list then
    return nil
  end
  local left, x, y = 0.0, unit.position(u)
  edges[0] = u.at == u.from or u.duration == 0
  for i, p in ipairs(list) do
    local to_x, to_y = unit.middle(u.finder, p)
    local dx, dy = to_x - x, to_y - y
    left = left + (edges[i - 1] and 0 or sqrt(dx * dx + dy * dy))
    x, y = to_x, to_y
  end
  return left
end

function methods.path(self, into)
  local u = placed(self, "path")
  into = given.into("path", into)
  finders.prepare(u.finder, "path")
  if not u.order then
    return nil, unitstates.is_due(u) and "waiting" or "idle"
  end
  local f = u.order.field
  if f then
    field.catch_up(f, false, "path")
  end
  local list, edges = rest_of_path(u)
  if not list then
    return nil, edges
  end
  local cost = paths.cost(f and f.agent or u.agent, list, #list, edges)
  local blocked = 0
  while blocked + 1 < #list and u.agent.class[list[blocked + 1]] == 0 do
    blocked = blocked + 1
  end
  local path = paths.make(u.agent, list, edges, cost, properties.goal_index(u),
    blocked > 0 and blocked or nil)
  for i, p in ipairs(list) do
    path[2 * i - 1], path[2 * i] = unit.middle(u.finder, p)
  end
  path.units, path.partial = "world", u.order.is_partial or nil
  return searchpath.copy(path, into), cost
end

return { open = open }
