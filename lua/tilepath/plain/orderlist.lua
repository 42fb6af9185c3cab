--- What orderlist.lua needs of units: their lists of orders, and whether an order
-- is over. A new order, stop and a step of the game drop the list. An order that
-- ends by itself leaves it.

local siblings = (...):match("^.*[./]") or ""
local parent = (...):match("^(.*)plain[./]") or ""
require(parent .. "luajit").off()
local class = require(parent .. "class")
local agent = require(siblings .. "agent")
local args = require(siblings .. "args")
local crowdunit = require(siblings .. "crowdunit")
local orders = require(siblings .. "orders")
local saved = require(siblings .. "saved")
local unit = require(siblings .. "unit")
local unitstates = require(siblings .. "unitstates")

local floor = math.floor

local function state_of(handle)
  return class.state(unit.Unit, handle)
end

--- Adds these functions to the core.
local function open(core)
  core.end_order = orders.stop

  function unitstates.begin_next(c, u)
    c.gives = u
    unit.Unit.__orders.go_on(u.handle)
    c.gives = nil
  end

  --- core.has_lists(crowd): has a unit had a list, or a patrol at random?
  function core.has_lists(handle)
    return class.state(core.Crowd, handle).has_lists or false
  end

  --- core.order_list(unit): the list, or nil
  function core.order_list(handle)
    return state_of(handle).list
  end

  --- core.keep_orders(unit, list or nil)
  function core.keep_orders(handle, list)
    local u, c = state_of(handle), state_of(handle).crowd
    if c then
      u.list, c.has_lists = list, c.has_lists or list ~= nil
      if unitstates.is_due(u) and c.gives ~= u then
        unitstates.requeue_deciders(c)
        unitstates.wake(c, u)
      end
    end
  end

  --- core.order_is_over(unit): has it no order, or come to the end of it?
  function core.order_is_over(handle)
    return unitstates.is_over(state_of(handle))
  end

  --- core.set_wander(unit, wander, area): its patrol has one point, which was
  -- drawn in that area.
  function core.set_wander(handle, wander, area)
    local u = state_of(handle)
    u.order.wander, u.order.area, u.point = wander, area, area
    u.crowd.has_lists = true
  end

  --- core.wander(unit): what it keeps of a patrol at random, or nil
  function core.wander(handle)
    local order = state_of(handle).order
    return order and order.wander
  end

  --- core.trail(unit): its trail (trail.lua), or nil
  function core.trail(handle)
    local order = state_of(handle).order
    return order and order.trail
  end

  --- core.set_trail(unit, trail)
  function core.set_trail(handle, trail)
    local u = state_of(handle)
    if u.order and u.order.keep then
      u.order.trail, u.crowd.has_lists = trail, true
    end
  end

  --- core.walls(unit, left, top, right, bottom): where units stand that overlap
  -- these cells, and round which the unit makes a detour, except its leader. If
  -- another has come first to its place, it seeks one that no unit keeps. The
  -- budget pays for it.
  function core.walls(handle, left, top, right, bottom)
    local u, list = state_of(handle), {}
    local c, leader = u.crowd, u.order and u.order.companion_of
    local seeks_place = c and u.goal
      and crowdunit.any_cell(c, u, u.goal, unitstates.loses_goal_at)
    for _, other in ipairs(c and c.units or {}) do
      if other ~= u and other ~= leader
        and (crowdunit.detours_around(c, u, other)
        or seeks_place and not crowdunit.is_fellow(u, other)
        and crowdunit.loses_place_to(u, other)) then
        local x, y = args.shown(c.grid, agent.cell(other.agent, other.at))
        if x <= right and x + other.wide > left and y <= bottom
          and y + other.high > top then
          list[#list + 1] = { x, y, other.wide, other.high }
        end
      end
    end
    if c then
      c.budget = c.budget - floor(#c.units / 16) - #list
    end
    return list
  end

  --- core.charge(unit): the budget pays for the last search of its pathfinder.
  function core.charge(handle)
    local u = state_of(handle)
    if u.crowd then
      u.crowd.budget = u.crowd.budget - orders.BEGIN - u.finder.info.expanded
    end
  end

  --- core.points(unit): what its order keeps of a path (crowd/pathpoints.lua)
  function core.points(handle)
    local order = state_of(handle).order
    return order and order.told
  end

  --- core.set_points(unit, points)
  function core.set_points(handle, points)
    state_of(handle).order.told = points
  end

  --- core.tell_blocked(unit, reason): an order of its list was refused.
  function core.tell_blocked(handle, reason)
    local u = state_of(handle)
    unitstates.report(u.crowd, u, "refused", reason)
  end

  --- core.order_state(unit): the texts of that unit in a saved state, as the
  -- first one; the field that it follows, or its target
  function core.order_state(handle)
    local u = state_of(handle)
    return saved.order_state(u), u.order.leader or u.order.target
  end
end

return { open = open }
