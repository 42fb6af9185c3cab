--- The orders of a follower that wait (orderlist.lua): its present order, to be
-- given once more, and whether that is over.

local parent = (...):match("^(.*[./])follower[./]") or ""
require(parent .. "luajit").exact()
local given = require(parent .. "given")
local Links = require(parent .. "links")
local orderlist = require(parent .. "orderlist")
local Orders = require(parent .. "follower.orders")
local Progress = require(parent .. "follower.progress")
local Wander = require(parent .. "wander")

local List = {}

--- Is its order over? One with a target ends by itself only if that was removed,
-- and a patrol never, also if it rests at its only point.
function List.is_over(self)
  local progress, target = self._progress, self._order.target
  if target then
    return orderlist.has_lost(target)
  end
  return progress.state == "idle"
    or progress.state == "arrived" and not progress.is_patrol
end

--- Begins the next order.
-- @return the event "blocked", the place of its goal and the reason if it is
-- refused, or waits for a way; else nil
function List.go_on(self)
  local goes, x, y, reason = orderlist.begin_next(self)
  if not goes then
    return "blocked", x, y, reason
  elseif self._progress.state == "blocked" then
    return "blocked", Progress.goal(self)
  end
end

--- A distance in cells that is this one in world units, to the last bit.
local function in_cells(distance, side)
  local cells = distance / side
  for _, other in ipairs { cells, cells * (1 - 2 ^ -53), cells * (1 + 2 ^ -52) } do
    if other * side == distance then
      return other
    end
  end
  return cells
end

--- An order with a target.
local function with_target(self, order)
  local grid, query = self.finder.grid, given.copy(order.query, 1)
  local side = math.min(grid.cell_width, grid.cell_height)
  local call = order.flees and "flee" or order.least > 0 and "keep" or "chase"
  local least = in_cells(order.least, side)
  query.min = call == "keep" and least or nil
  query.within = call == "flee" and least or in_cells(order.within, side)
  return { call = call, what = order.target, query = query }
end

--- The points that a path still has, from the next one on.
local function rest_of(progress)
  local path, first = progress.path, progress.index
  local rest, links = { partial = path.partial, goal_index = path.goal_index },
    {}
  for i = 2 * first - 1, 2 * progress.count do
    rest[#rest + 1] = path[i]
  end
  for i = first, progress.count - 1 do
    if Links.has(path, i) then
      links[#links + 1] = i - first + 1
    end
  end
  rest.links = links[1] and links or nil
  return rest
end

--- Its order, in the form of orderlist.lua; nil: it has none.
local function present(self)
  local order, progress = self._order, self._progress
  local query = given.copy(order.query or {}, given.DEPTH)
  if order.target then
    return with_target(self, order)
  elseif not progress.path then
    return nil
  elseif order.wander then
    query.random, query.rest = order.wander.seed, order.rest
    return { call = "patrol_cell", what = Wander.goals(order.wander),
      query = query }
  elseif progress.is_patrol then
    local points = order.areas or given.copy(progress.path, 1)
    query.first = (progress.index - 1) % progress.count + 1 -- it may be at the end
    query.rest = order.rest
    return { call = "patrol", what = points, query = query }
  elseif not (order.goals or order.x) then
    return { call = "follow", what = rest_of(progress) }
  end
  query.wait = order.waits
  return { call = "go", what = order.goals or order.x,
    y = order.x and order.y or nil, query = query }
end

function List.list(self)
  return self._list or nil
end

function List.keep(self, list)
  self._list = list or false
end

List.present, List.stop = present, Orders.stop

return List
