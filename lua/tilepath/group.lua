--- Calls for many units of a crowd: crowd:go, crowd:go_cell, crowd:vacate,
-- crowd:nearest.
--
-- Units that go to one place get a cell each around it (cells.lua). In a
-- formation each gets the free cell that is nearest to the cell of its place. To
-- several goals, or near or beside a goal, each gets the end of a path of its
-- own, which ends in no cell that was given out; those that find all ends taken
-- go close by, and to an end that falls free later. With `wait` units without a
-- path get cells, too, and each goes by itself: no field leads to where a path
-- ends for now.
--
-- Cost: in a formation, and with `wait`, a search for each unit; to several
-- goals two.

local core = require "tilepath_core"
local siblings = (...):match("^.*[./]") or ""
require(siblings .. "luajit").exact()
local check = require(siblings .. "check")
local exact = require(siblings .. "exact")
local given = require(siblings .. "given")
local options = require(siblings .. "options")
local orderlist = require(siblings .. "orderlist")
local cells = require(siblings .. "group.cells")
require(siblings .. "nearest") -- for orders that begin in an update

local OPTIONS = options.of "crowd:go"
local FIND, GO = options.of "finder:find", options.of "unit:go"
local huge, max, min = math.huge, math.max, math.min

local FARTHEST = 2 ^ 31
-- Units under walls go on from their exits.
local NEAR = { escape = true, partial = true }

--- A list of the units, each once, in which each unit is also a key. Units that
-- were removed from their crowd do not count.
local function muster(call, crowd, units)
  local list = {}
  for i = 1, check.length(units) do
    local unit = units[i]
    local its = check.is(unit, core.Unit) and unit.crowd
    if its == false then
      check.fail(call, ("units[%d]"):format(i), "a unit", unit)
    elseif its and not rawequal(its, crowd) then
      check.fail(call, ("units[%d]"):format(i), "a unit of this crowd", unit)
    elseif its and not list[unit] then
      list[unit], list[#list + 1] = true, unit
    end
  end
  return list
end

-- In a formation --------------------------------------------------------------

local function read_offset(call, label, value)
  return given.number(call, label, value, -FARTHEST, FARTHEST,
    "a number of cells")
end

--- A place of a list: the cells ahead and aside.
local function read_place(call, place, i)
  local form = "{ ahead, aside }, two numbers of cells"
  given.kind(call, ("formation[%d]"):format(i), place, "table", form)
  return given.pair(call, ("formation[%d]"):format(i), place, form, read_offset)
end

--- The world place of each unit: a list of x and y in turn. A unit without a
-- place in the formation goes to the point itself.
local function places(call, grid, list, wx, wy, own)
  local formation, from = own.formation, {}
  local all, x, y = {}, 0, 0 -- the middle of where the units begin
  for i, unit in ipairs(list) do
    local from_x, from_y = unit.x, unit.y
    if own.queued then
      from_x, from_y = orderlist.last_place(unit)
    end
    from[2 * i - 1], from[2 * i] = from_x, from_y
    x, y = x + from_x / #list, y + from_y / #list
  end
  local width, height = grid.cell_width, grid.cell_height
  local to_x, to_y = (wx - x) / width, (wy - y) / height
  local far = math.sqrt(to_x * to_x + to_y * to_y)
  if far == 0 then
    to_x, far = 1, 1
  end
  to_x, to_y = to_x / far, to_y / far
  for i = 1, #list do
    local dx, dy = 0, 0
    if formation == true then
      dx, dy = from[2 * i - 1] - x, from[2 * i] - y
    elseif formation[i] then
      local ahead, aside = read_place(call, formation[i], i)
      dx = (ahead * to_x - aside * to_y) * width
      dy = (ahead * to_y + aside * to_x) * height
    end
    all[2 * i - 1], all[2 * i] = wx + dx, wy + dy
  end
  return all
end

--- The cell from which a unit's free way to a cell begins: that of the unit, or
-- the end of its way out.
local function start_of(unit, to_x, to_y)
  local finder, x, y = unit.finder, unit.cell_x, unit.cell_y
  local path = not finder:can_enter(x, y)
    and finder:find(x, y, to_x, to_y, NEAR)
  if path then
    x, y = path:point((path.escape or 0) + 1)
  end
  return { x, y }
end

--- Those of a list of units that have a way to the point. Near a point in a wall
-- all go, each as near as it can.
local function those_with_a_way(list, wx, wy)
  local those = {}
  for _, unit in ipairs(list) do
    local finder = unit.finder
    local x, y = finder:to_cell(wx, wy)
    local from = finder:can_enter(x, y) and start_of(unit, x, y)
    if not from or finder:is_reachable(from[1], from[2], x, y) then
      those[unit], those[#those + 1] = true, unit
    end
  end
  return those
end

--- Gives each unit the free cell that is nearest to the cell of its place.
-- @return orders; why the first unit gets none
local function in_formation(call, crowd, list, wx, wy, own)
  list = own.wait and list or those_with_a_way(list, wx, wy)
  local is_free, take = cells.ground(crowd, list)
  local orders, why = {}, #list == 0 and "unreachable" or nil
  local all = places(call, crowd.grid, list, wx, wy, own)
  for i, unit in ipairs(list) do
    local finder = unit.finder
    local size = finder.profile.size
    local to_x, to_y = finder:to_cell(all[2 * i - 1], all[2 * i])
    local x, y = finder:nearest(to_x, to_y, {
      from = not own.wait and start_of(unit, to_x, to_y) or nil,
      where = function(column, row) return is_free(size, column, row) end })
    if x then
      take(size, x, y)
      orders[#orders + 1] = { unit, x, y }
    else
      why = why or y
    end
  end
  return orders, why
end

-- To one of several goals ------------------------------------------------------

--- The cells in which the other units of a crowd rest, as a list.
local function resting(crowd, list)
  local held = {}
  for _, unit in ipairs(crowd:units()) do
    if not list[unit] and not unit.moving then
      held[#held + 1] = unit:cells()[1]
    end
  end
  return held
end

--- Gives each unit the end of its path to the goals; if others have got all ends,
-- the nearest free cell. `find` finds a unit's path: find(unit, pass).
-- @return orders; why the first unit gets none
local function to_goals(crowd, list, find)
  local is_free, take = cells.ground(crowd, list)
  local pass, costs, ends, orders, why = resting(crowd, list), {}, {}, {}, nil
  for i, unit in ipairs(list) do
    local path, reason = find(unit)
    why = why or not path and reason
    ends[i], costs[i] = path, path and path.cost or math.huge
  end
  for i in cells.by_cost(costs) do
    local unit = list[i]
    local finder, size = unit.finder, unit.finder.profile.size
    local path = ends[i] and (find(unit, pass) or ends[i])
    local x, y, is_spare
    if path then
      x, y = path[#path - 1], path[#path]
      if path.units == "world" then
        x, y = finder:to_cell(x, y)
      end
      is_spare = not is_free(size, x, y)
      if is_spare then
        x, y = finder:nearest(x, y, { from = start_of(unit, x, y),
          where = function(column, row) return is_free(size, column, row) end })
      end
    end
    if x then
      take(size, x, y)
      pass[#pass + 1] = { x, y, size[1], size[2] }
      orders[#orders + 1] = { unit, x, y, is_spare = is_spare }
    elseif path then
      why = why or "goal_occupied"
    end
  end
  return orders, why
end

-- The calls -------------------------------------------------------------------

--- Sends a unit to its cell or to goals, where it waits for a way.
local function send_to_wait(call, unit, x, y, own)
  local query = options.shared(GO, own)
  if type(x) == "table" then
    return unit[call](unit, x, query)
  elseif call == "go" then
    x, y = unit.finder:to_world(x, y)
  end
  return unit[call](unit, x, y, query)
end

--- Sends each unit to its cell.
-- @param goals  that the spare ones look at
-- @return the number of units that go; if none does, nil and a reason
local function send(call, own, orders, why, goals, in_world)
  local sent, refusal = 0, nil
  for _, order in ipairs(orders) do
    local unit, x, y = order[1], order[2], order[3]
    local goes, reason
    if own.wait then
      goes, reason = send_to_wait(call, unit, x, y, own)
    else
      local one = orderlist.send(x, y, own, order.is_spare and goals, in_world)
      if options.is_listed(own) then
        goes, reason = orderlist.give_read(unit, one, own)
      else
        goes, reason = core.send(unit, one, order[4], call)
      end
    end
    sent = sent + (goes and 1 or 0)
    refusal = refusal or reason
  end
  if sent == 0 then
    return nil, refusal or why
  end
  return sent
end

local function take_cell(call, x, y)
  return check.whole(call, "x", x), check.whole(call, "y", y)
end

local function take_goal(call, grid, x, y, in_world)
  if in_world then
    return check.finite(call, "wx", x), check.finite(call, "wy", y)
  end
  return grid:to_world(take_cell(call, x, y))
end

--- Returns a function that finds the path of a unit to one of several goals.
local function finder_to(call, goals, own, in_world)
  local query = options.shared(FIND, own)
  query.escape = true
  return function(unit, pass)
    local finder, x, y = unit.finder, unit.cell_x, unit.cell_y
    query.pass = pass
    if in_world then
      x, y = finder:to_world(x, y)
    end
    return core.find_for(call, finder, x, y, goals, query, nil, not in_world)
  end
end

--- crowd:go or crowd:go_cell.
local function method(call, in_world)
  return function(self, units, x, y, query)
    given.self(call, "a crowd", self, check.is(self, core.Crowd))
    given.kind(call, "units", units, "table", "a list of units")
    local goals = check.is_table(x) and x
    local own = options.read(OPTIONS, call, goals and y or query)
    options.check_end(call, own)
    orderlist.check(call, own)
    local wx, wy
    if not goals then
      wx, wy = take_goal(call, self.grid, x, y, in_world)
    elseif own.formation then
      check.raise(call .. ": a formation needs one place, x and y")
    else
      goals = given.goals(call, goals, in_world)
    end
    if own.adjacent or own.within then
      goals = goals or given.goals(call, { { x, y } }, in_world)
    end
    local list = muster(call, self, units)
    if wx and not self.grid:has(self.grid:to_cell(wx, wy)) then
      return nil, "goal_outside"
    elseif #list == 0 then
      return nil, "empty"
    end
    local orders, why = {}, nil
    if goals and own.wait then -- each chooses one when it has a path
      for i, unit in ipairs(list) do
        orders[i] = { unit, goals }
      end
    elseif goals then
      orders, why = to_goals(self, list,
        finder_to(call, goals, own, in_world))
    elseif own.formation then
      orders, why = in_formation(call, self, list, wx, wy, own)
    else
      orders, why = cells.around(self, list, wx, wy, own.wait)
    end
    return send(call, own, orders, why, goals, in_world)
  end
end

--- The cells from which an agent of that size covers no cell of a rectangle, but
-- would after a step: a list of rectangles. Only links lead out past them.
local function around(x, y, w, h, size)
  local left, top = x - size[1], y - size[2]
  local wide, high = w + size[1] + 1, h + size[2] + 1
  return { { left, top, wide, 1 }, { left, y + h, wide, 1 },
    { left, top, 1, high }, { x + w, top, 1, high } }
end

--- crowd:vacate(x, y, w, h): sends all units off a rectangle, each to the
-- nearest free cell outside, except those that are on their way off it.
-- @return the number of units that hold one of its cells
local function vacate(self, x, y, w, h)
  local call = "vacate"
  given.self(call, "a crowd", self, check.is(self, core.Crowd))
  given.rect(call, x, y, w, h)
  local list, orders = {}, {}
  local function is_off(unit, column, row)
    local size = unit.finder.profile.size
    return column >= x + w or row >= y + h or column + size[1] <= x
      or row + size[2] <= y
  end
  local all = self:units(x, y, w, h)
  for _, unit in ipairs(all) do
    local goal_x, goal_y = unit.goal_x, unit.goal_y
    if not (unit.moving and (not goal_x
      or is_off(unit, unit.finder:to_cell(goal_x, goal_y)))) then
      list[unit], list[#list + 1] = true, unit
    end
  end
  local is_free, take = cells.ground(self, list)
  local fields = {}
  for _, unit in ipairs(list) do
    local finder, size = unit.finder, unit.finder.profile.size
    local near_x, near_y = unit.cell_x, unit.cell_y
    local query = { where = function(column, row)
      return is_off(unit, column, row) and is_free(size, column, row)
    end }
    if fields[finder] == nil then
      fields[finder] = finder:field(around(x, y, w, h, size)) or false
    end
    local way = fields[finder] and finder:can_enter(near_x, near_y)
      and fields[finder]:path(near_x, near_y)
    if way then -- to the nearest cell outside, or to a free one near that
      query.from = { near_x, near_y }
      near_x, near_y = way:point(#way / 2)
    else -- from under a wall, or by a link
      local to_x, to_y = finder:nearest(near_x, near_y, query)
      query.from = to_x and start_of(unit, to_x, to_y)
    end
    if query.from and not query.where(near_x, near_y) then
      near_x, near_y = finder:nearest(near_x, near_y, query)
    end
    if query.from and near_x then
      take(size, near_x, near_y)
      orders[#orders + 1] = { unit, near_x, near_y }
    end
  end
  send(call, {}, orders)
  return #all
end

-- The nearest units -----------------------------------------------------------

-- The field of crowd:nearest reaches so far at first. The core in Lua makes one
-- that reaches the `count` nearest units.
local NEAR_COST = core.field_to_units and huge or 16

local NEAREST = options.of "crowd:nearest"

local field_to = core.field_to_units or function(kind, goals, most)
  return kind.finder:field(goals, { adjacent = kind.adjacent, max_cost = most })
end

--- Notes the units of a kind and the costs of their paths in two lists: at least
-- the `count` nearest of those that cost at most `max_cost`.
-- @return are these all?
local function note_costs(kind, grid, goals, own, count, units, costs)
  kind.goals = goals
  local limit, all = own.max_cost or huge, #kind.units
  local most, first = min(NEAR_COST, limit), #units
  local is_whole, near
  repeat
    local n = first
    near, is_whole = 0, most > grid.width + grid.height
    most = is_whole and limit or most
    kind.field = field_to(kind, goals, most < huge and most or nil, count)
    local all_costs = cells.costs_of(kind)
    for i, unit in ipairs(kind.units) do
      local cost = all_costs[i]
      if cost and cost <= limit * exact.COST then
        n = n + 1
        units[n], costs[n] = unit, cost
        near = near + (cost <= most and 1 or 0)
      end
    end
    is_whole = is_whole or most == limit
    most = min(4 * most, limit)
  until is_whole or near >= count
  return near < count or near == all or not core.field_to_units and is_whole
end

--- The costs of at least the `count` nearest of some units.
-- @return two lists: units, and their costs; are these all that have a way?
local function costs_of(crowd, those, goals, own, count)
  local units, costs, is_all = {}, {}, true
  for _, kind in ipairs(cells.kinds_of(those)) do
    kind.adjacent = own.adjacent
    is_all = note_costs(kind, crowd.grid, goals, own, count, units, costs)
      and is_all
  end
  return units, costs, is_all
end

--- The `count` nearest of two lists that count: `where` is asked for `most` of
-- them. It may remove units.
-- @param answers  of `where`, by unit
local function take(units, costs, count, where, most, answers)
  local taken, list, list_costs = {}, {}, {}
  for i in cells.by_cost(costs) do
    local unit = units[i]
    if #taken == count or most == 0 then
      break
    elseif where and answers[unit] == nil then
      answers[unit] = where(unit) and true or false
    end
    most = most - 1
    taken[#taken + 1] = (not where or answers[unit]) and i or nil
  end
  for _, i in ipairs(taken) do
    if units[i].crowd then
      list[#list + 1], list_costs[#list + 1] = units[i], costs[i]
    end
  end
  return list, list_costs
end

-- `where` is asked for at least so many of the nearest.
local ASKED = 4

--- The nearest units that count. If too few of the nearest do, `where` is asked
-- for all others: with max_cost by rising costs, up to that cost; without it
-- first, and then only the costs of those that count are computed.
local function nearest_of(crowd, goals, own)
  local count, where, answers, all = own.count, own.where, {}, crowd:units()
  local most = where and max(ASKED, 2 * count) or count
  local units, costs, is_all = costs_of(crowd, all, goals, own, most)
  local list, list_costs = take(units, costs, count, where,
    is_all and huge or most, answers)
  if not where or #list == count or is_all then
    return list, list_costs
  end
  if own.max_cost then
    units, costs = costs_of(crowd, crowd:units(), goals, own, #all)
    return take(units, costs, count, where, huge, answers)
  end
  for _, unit in ipairs(all) do
    if answers[unit] == nil and unit.crowd then
      answers[unit] = where(unit) and true or false
    end
  end
  local those = {}
  for _, unit in ipairs(all) do
    those[#those + 1] = answers[unit] and unit.crowd and unit or nil
  end
  units, costs = costs_of(crowd, those, goals, own, count)
  return take(units, costs, count, nil, huge, answers)
end

--- crowd:nearest(x, y [, options]), or (goals [, options]): the units with the
-- cheapest paths to a place.
-- @return a list of them, and a list of the costs
local function nearest(self, x, y, asked)
  local call = "nearest"
  given.self(call, "a crowd", self, check.is(self, core.Crowd))
  local goals
  if check.is_table(x) then
    goals, asked = given.goals(call, x), y
  else
    x, y = take_cell(call, x, y)
    goals = { { x, y, 1, 1, cost = 0 } }
  end
  local own = options.read(NEAREST, call, asked)
  return nearest_of(self, goals, own)
end

return { go = method("go", true), go_cell = method("go_cell", false),
  nearest = nearest, vacate = vacate }
