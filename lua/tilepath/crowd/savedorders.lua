--- The order of a unit as the records of saved states have it (crowd/saved.lua),
-- and the call that gives it.
--
-- Cost: O(length of the record, its list and its path).

local core = require "tilepath_core"
local root = (...):match("^(.*[./])crowd[./]") or ""
local options = require(root .. "options")
local orderlist = require(root .. "orderlist")
local pathpoints = require(root .. "crowd.pathpoints")
local serialize = require(root .. "serialize")
local Wander = require(root .. "wander")

local savedorders = {}

-- A unit that rests as near as it can has this `settle`, whatever the game gave.
local ANYWHERE = 32767

local is_whole = serialize.is_whole

--- What is wanted of a grid here.
function savedorders.size_of(grid)
  return { width = grid.width, height = grid.height, base_x = grid.base_x,
    base_y = grid.base_y }
end

--- The column and row of a cell that is a number, on a grid of that size.
function savedorders.cell_of(size, place)
  local column = (place or 0) % size.width
  return size.base_x + column,
    size.base_y + ((place or 0) - column) / size.width
end

local cell_of = savedorders.cell_of

function savedorders.numbers_of(text)
  local numbers, count = {}, 0
  for word in (text or ""):gmatch("%S+") do
    count = count + 1
    numbers[count] = tonumber(word) or serialize.number(word) or 0
  end
  return numbers
end

local numbers_of = savedorders.numbers_of

--- A path through cells; nil if a number is no cell. With `are_marked` behind
-- each but the first stands 1 if a link leads there.
local function path_of(size, numbers, are_marked)
  local path, count = { units = "cells", links = {} }, 0
  for i = 1, #numbers, are_marked and 2 or 1 do
    if not is_whole(numbers[i], 0, size.width * size.height - 1) then
      return nil
    end
    if are_marked and i > 1 and numbers[i + 1] == 1 then
      path.links[#path.links + 1] = count / 2
    end
    path[count + 1], path[count + 2] = cell_of(size, numbers[i])
    count = count + 2
  end
  return path
end

-- The orders by their kinds. Each gets o: the unit's `record`, the texts of its
-- `list` and `path`, the `size` of the grid, and the `leader`: the field that it
-- follows, or its target. Other kinds are given as unit:go.
local ORDERS = {}

function ORDERS.field(o)
  return { call = "follow", what = o.leader }
end

function ORDERS.keep(o)
  local record = o.record
  local call = not record.within and "flee" or record.min and "keep" or "chase"
  local query = { within = record.within or record.min or 0 }
  if record.trail then
    call = "follow"
  elseif call ~= "flee" then
    query.min, query.sight = record.min, record.sight
  end
  return o.leader ~= nil and { call = call, what = o.leader, query = query }
end

function ORDERS.patrol(o)
  local path = path_of(o.size, numbers_of(o.list))
  return path and { call = "patrol", what = path }
end

--- To a place, or to one of several ends.
local function go_to(record, goals)
  local within = record.within
  local query = { adjacent = not within and record.adjacent, within = within,
    sight = within and record.sight, partial = record.partial,
    wait = record.wait, max_nodes = record.max_nodes,
    avoid_price = record.avoid_price }
  local order = { call = record.in_world and "go" or "go_cell", query = query }
  if not goals then
    order.what, order.y = record.to_x, record.to_y
    return order
  end
  order.what = serialize.goals(numbers_of(goals))
  return order
end

--- To a place, to one of several ends, or to the cell of its goal.
local function go(o)
  local record = o.record
  if o.list and not record.by_field or record.to_x then
    return go_to(record, o.list)
  elseif not record.goal then
    return nil
  end
  local x, y = cell_of(o.size, record.goal)
  return { call = "go_cell", what = x, y = y,
    query = { avoid_price = record.avoid_price } }
end

function ORDERS.path(o)
  if not (o.path and o.path:find("^%d+ 1")) then
    return go(o)
  end
  local path = path_of(o.size, numbers_of(o.path), true)
  return path and { call = "follow", what = path }
end

--- The order: its call, what that gets, and the options (orderlist.lua has the
-- form); nil or false if it is damaged.
function savedorders.read(o)
  return (ORDERS[o.record.order] or go)(o)
end

--- The order of a unit, to be given once more.
function savedorders.present(unit)
  local text, leader = core.order_state(unit)
  local values = text and serialize.parse(text)
  local record = values and core.read_unit(values.unit1)
  if not (record and record.order) or orderlist.has_lost(leader) then
    return nil
  end
  local order = savedorders.read { record = record, list = values.list1,
    path = values.path1, leader = leader,
    size = savedorders.size_of(unit.finder.grid) }
  local query, settle = order and order.query or {}, record.settle
  for _, row in ipairs(options.GIVEN) do
    query[row.name] = record[row.member]
  end
  if order and order.call == "follow" and record.order == "path" then
    pathpoints.keep(unit, order.what)
  end
  if order and record.order == "member" then
    local x, y = cell_of(savedorders.size_of(unit.finder.grid), record.goal)
    query.settle = settle
    order = orderlist.send(x, y, query, record.is_spare and order.what,
      record.in_world)
    query = order.query
  elseif order and record.order == "patrol" then
    query.settle, query.first = settle, record.next
    local wander = core.wander(unit)
    if wander then
      order.call, order.what = "patrol_cell", Wander.goals(wander)
      query.random = wander.seed or nil
      query.first = not wander.seed and wander.area or nil
    end
    query.avoid_price = record.avoid_price
  elseif order and settle ~= ANYWHERE and order.call:find("^go") then
    query.settle = settle
  end
  if order then
    order.query = next(query) ~= nil and query or nil
  end
  return order or nil
end

return savedorders
