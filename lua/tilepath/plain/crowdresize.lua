--- grid:resize (resize.lua) for the crowds on the grid, which loads this file if
-- there are any.

local parent = (...):match("^(.*)plain[./]") or ""
local siblings = (...):match("^.*[./]") or ""
require(parent .. "luajit").off()
local agent = require(siblings .. "agent")
local args = require(siblings .. "args")
local field = require(siblings .. "field")
local costtogoal = require(siblings .. "costtogoal")
local simulation = require(siblings .. "simulation")
local orders = require(siblings .. "orders")
local query = require(siblings .. "query")
local unitstates = require(siblings .. "unitstates")

local floor = math.floor

local crowdresize = {}

--- The first unit that would be cut off.
function crowdresize.unit_cut(c, to)
  for _, u in ipairs(c.units) do
    for _, p in ipairs { u.at, u.from } do
      local x, y = agent.cell(c, p)
      x, y = x - to.x, y - to.y
      if not (args.contains(to, x, y)
        and args.contains(to, x + u.wide - 1, y + u.high - 1)) then
        return u.handle
      end
    end
  end
end

--- Moves the places of an order.
-- @return true if one of its goals is cut off
local function move_order(order, old, to, moved)
  local q, move = order.query, order.kind.move
  local loses = move and move(order, to, moved)
  if q and q.x2 then
    local was_inside = args.contains(old, q.x2, q.y2)
    query.catch_up(q, to)
    loses = loses or was_inside and not args.contains(to, q.x2, q.y2)
  end
  return loses
end

--- Moves a unit. Its order ends if its goal is cut off; else it gets a new cost
-- to goal.
local function move_unit(c, u, old, to, moved)
  local order, goal = u.order, u.goal and moved(u.goal)
  local loses = u.goal and not goal
  agent.prepare(u.agent)
  u.at, u.from, u.goal, u.old_to_goal = moved(u.at), moved(u.from), goal, nil
  u.to, u.shown = u.at, nil
  loses = order and move_order(order, old, to, moved) or loses
  if loses and order and order.kind.has_target then
    orders.change_goal(c, u, u.at)
  elseif loses then
    unitstates[order and "end_order" or "stop"](c, u)
  elseif u.to_goal and u.to_goal.own then
    u.to_goal.own = goal
  elseif u.to_goal and u.to_goal.goal then
    u.to_goal = costtogoal.new(u.agent, goal, u.at)
    u.to_goal.seen, u.to_goal.version = -1, -1 -- it asks for a better one
  end
end

--- Moves a crowd whose grid has got another rectangle.
function crowdresize.move(c, old, to)
  local occupant, pitch, events = c.occupant, c.pitch, c.events
  local function moved(p)
    local x, y = p % pitch - 1 - to.x, floor(p / pitch) - 1 - to.y
    return args.contains(to, x, y) and agent.place(c, x, y)
  end
  unitstates.requeue_deciders(c)
  for _, u in ipairs(c.units) do
    unitstates.leave_plan(c, u)
  end
  simulation.lay_out(c)
  for p, u in pairs(occupant) do
    if u then
      c.occupant[moved(p)] = u
    end
  end
  for i = 1, events.count do
    if events.unit[i] and events.what[i] == "moved" then
      events.a[i] = moved(events.a[i])
      events.unit[i] = events.a[i] and events.unit[i]
    end
  end
  for _, u in ipairs(c.units) do
    move_unit(c, u, old, to, moved)
  end
  for _, u in ipairs(c.units) do
    if u.order and u.order.field then
      field.catch_up(u.order.field, false, "resize")
      u.order.stamp = u.order.field.stamp
    end
  end
end

return crowdresize
