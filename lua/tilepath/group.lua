--- crowd:go, crowd:go_cell: units that go to one place, each to a cell of its
-- own.
--
-- A field to the place has the cost of each cell and each unit. The cells
-- around the place are given out from the inside, the first to the nearest
-- unit. So units that come first go to the inside, and no unit blocks the
-- others' paths. Units that stand in one of these cells keep it. Large units
-- choose before small ones, each pathfinder by its own field. Cells in which other
-- units of the crowd rest are not given out. The units go along the field, and
-- near their cells alone.
--
-- If there are several goals, or the place is to be near or beside its goal, each
-- unit gets the end of a path of its own, which ends in no cell that was given
-- out. The nearest units come first.
--
-- A formation is a set of places around a point. A list gives the places as {
-- ahead, aside } in cells, turned to the direction of the walk. `true` keeps
-- the places that the units have around their middle. Each unit goes to the
-- free cell that is nearest to its place.
--
-- On hexagons a list is turned by sixths, so whole numbers stay cells. Of the
-- lines that run in the direction of the walk, each second one lies half a cell
-- back.
--
-- With `wait` units without a path get cells, too. Then each unit goes to its own
-- by itself, since no field leads to where a path ends for now.
--
-- Cost: a field for each pathfinder, and a look at each cell that may be
-- needed; in a formation, and with `wait`, a search for each unit; to several
-- goals two.

local core = require "tilepath_core"
local siblings = (...):match("^.*[./]") or ""
local check = require(siblings .. "check")
local exact = require(siblings .. "exact")
local given = require(siblings .. "given")
local hexagon = require(siblings .. "hexagon")

local OPTIONS = { adjacent = true, formation = true, settle = true,
  sight = true, wait = true, within = true }
local FARTHEST = 2 ^ 31
-- More than any path costs: units without a path come last, the nearest first.
local NO_PATH = 2 ^ 40
-- Places that differ by less are equally near.
local ROUNDING = exact.part(1e-9)

local max, min = math.max, math.min

-- Units and cells -------------------------------------------------------------

--- A list of the units, each once, in which each unit is also a key.
local function muster(call, crowd, units)
  local list = {}
  for i = 1, check.length(units) do
    local unit = units[i]
    if not check.is(unit, core.Unit) then
      check.fail(call, ("units[%d]"):format(i), "a unit", unit)
    elseif not rawequal(unit.crowd, crowd) then
      check.fail(call, ("units[%d]"):format(i), "a unit of this crowd", unit)
    elseif not list[unit] then
      list[unit], list[#list + 1] = true, unit
    end
  end
  return list
end

--- Does a test hold for any of the cells that an agent covers?
local function any_cell(size, x, y, test)
  for row = y, y + size[2] - 1 do
    for column = x, x + size[1] - 1 do
      if test(column, row) then
        return true
      end
    end
  end
  return false
end

--- Returns two functions of an agent's size and a cell. The first tells if the
-- agent may get the cell: it is not given out, and no other unit rests there.
-- The second gives it out.
local function ground(crowd, list)
  local taken = {} -- by row, and then by column
  local function is_taken(column, row)
    if taken[row] and taken[row][column] then
      return true
    end
    local other = crowd:at(column, row)
    return other and not list[other] and not other.moving
  end
  local function take(column, row)
    taken[row] = taken[row] or {}
    taken[row][column] = true
  end
  return function(size, x, y)
    return not any_cell(size, x, y, is_taken)
  end, function(size, x, y)
    any_cell(size, x, y, take)
  end
end

-- Around a place --------------------------------------------------------------

--- Loops over the places of costs in their list, by rising cost, and those of
-- equal costs in order. (A sort with a function takes many times as long.)
local function by_cost(costs)
  local first, last, after, different = {}, {}, {}, {}
  for i, cost in ipairs(costs) do
    if last[cost] then
      after[last[cost]] = i
    else
      first[cost], different[#different + 1] = i, cost
    end
    last[cost] = i
  end
  table.sort(different)
  local rank, i = 0, nil
  return function()
    i = i and after[i]
    if not i then
      rank = rank + 1
      i = first[different[rank]]
    end
    return i
  end
end

-- Units under walls go on from their exits.
local OUT, NEAR = { escape = true }, { escape = true, partial = true }
local OUT_BESIDE = { escape = true, adjacent = true }

--- A field to the place, and its goals. If a large agent does not fit there, the
-- field leads to the cells in which it covers the place.
local function field_to(finder, size, wx, wy)
  local goals = { { finder:to_cell(wx, wy) } }
  local field = finder:field(goals)
  local is_large = size[1] * size[2] > 1
  if is_large and not field:cost(finder:to_cell(wx, wy)) then
    local x, y = finder.grid:to_cell(wx, wy)
    goals = { { x - size[1] + 1, y - size[2] + 1, size[1], size[2] } }
    field:update(goals)
  end
  return field, goals
end

--- The cost of a unit's path to a kind's goals; nil if there is none.
local function cost_of(kind, unit)
  local x, y = unit.cell_x, unit.cell_y
  local cost = kind.field:cost(x, y)
  if cost or kind.finder:can_enter(x, y) then
    return cost
  end
  local path, whole = kind.finder:find(x, y, kind.goals,
    kind.adjacent and OUT_BESIDE or OUT)
  return path and whole or nil
end

--- The kinds of units, which are their pathfinders: the largest first, each with
-- its units that have a path (or all, if they wait for one), and with the costs of
-- the paths.
-- @return the kinds; the number of cells that all units cover; the longest side
local function kinds_of(list, wx, wy, waits)
  local kinds, known, area, side = {}, {}, 0, 1
  for _, unit in ipairs(list) do
    local finder = unit.finder
    local kind = known[finder]
    if not kind then
      local size = finder.profile.size
      kind = { finder = finder, size = size, area = size[1] * size[2],
        number = #kinds, units = {}, costs = {} }
      kind.field, kind.goals = field_to(finder, size, wx, wy)
      known[finder], kinds[#kinds + 1] = kind, kind
      side = max(side, size[1], size[2])
    end
    local cost, n = cost_of(kind, unit), #kind.units + 1
    if waits and not cost then
      cost = NO_PATH + math.abs(unit.x - wx) + math.abs(unit.y - wy)
    end
    if cost then
      kind.units[n], kind.costs[n] = unit, cost
    end
    area = area + kind.area
  end
  table.sort(kinds, function(a, b)
    return a.area > b.area or a.area == b.area and a.number < b.number
  end)
  return kinds, area, side
end

--- The cells of a square from which a field leads to the place: columns, rows,
-- and a loop over places in these lists, by rising cost.
local function cells_of(field, grid, x, y, radius)
  local xs, ys, costs = {}, {}, {}
  local left, top = grid.base_x, grid.base_y
  local right, bottom = left + grid.width - 1, top + grid.height - 1
  for row = max(y - radius, top), min(y + radius, bottom) do
    for column = max(x - radius, left), min(x + radius, right) do
      local cost = field:cost(column, row)
      if cost then
        local n = #costs + 1
        xs[n], ys[n], costs[n] = column, row, cost
      end
    end
  end
  return xs, ys, by_cost(costs)
end

--- Adds an order to a list of them: a unit, its cell, and a field or false.
local function add(orders, unit, x, y, field)
  local n = #orders
  orders[n + 1], orders[n + 2], orders[n + 3] = unit, x, y
  orders[n + 4] = field
end

--- The unit of a kind whose own cell this is.
local function unit_in(crowd, list, kind, x, y)
  local unit = crowd:at(x, y)
  return unit and list[unit] and unit.finder == kind.finder
    and unit.cell_x == x and unit.cell_y == y and unit or nil
end

--- Gives out the cells of a square. A unit that stands in one of the cells that
-- its kind gets keeps it, so a group that gets its order again stays.
-- @return orders; how many others have a path; why the first unit gets none
local function give_out(crowd, list, kinds, x, y, radius)
  local is_free, take = ground(crowd, list)
  local orders, left, why = {}, 0, nil
  for _, kind in ipairs(kinds) do
    local xs, ys, next_cell = cells_of(kind.field, crowd.grid, x, y, radius)
    local cells, keeps, given_out = {}, {}, 0
    for _ = 1, #kind.units do
      local at
      repeat
        at = next_cell()
      until not at or is_free(kind.size, xs[at], ys[at])
      if not at then
        break
      end
      take(kind.size, xs[at], ys[at])
      local unit = unit_in(crowd, list, kind, xs[at], ys[at])
      if unit then
        keeps[unit] = at
      else
        cells[#cells + 1] = at
      end
    end
    for i in by_cost(kind.costs) do
      local unit = kind.units[i]
      local at = keeps[unit] or cells[given_out + 1]
      given_out = given_out + (keeps[unit] and 0 or 1)
      if at then
        add(orders, unit, xs[at], ys[at], kind.field)
      else
        left = left + 1
      end
    end
    why = why or #xs == 0 and "goal_blocked"
      or #kind.units == 0 and "unreachable" or "goal_occupied"
  end
  return orders, left, why
end

--- Gives each unit a cell, on more and more ground, until all have a cell or the
-- ground is the whole map. Units that wait and get none go to the place itself.
local function around(crowd, list, wx, wy, waits)
  local grid = crowd.grid
  local kinds, area, radius = kinds_of(list, wx, wy, waits)
  local x, y = grid:to_cell(wx, wy)
  local orders, left, why
  repeat
    radius = 2 * radius
    local is_whole = radius >= max(grid.width, grid.height)
    if is_whole or radius * radius >= area then
      orders, left, why = give_out(crowd, list, kinds, x, y, radius)
    end
  until is_whole or left == 0
  local has_cell = {}
  for i = 1, #orders, 4 do
    has_cell[orders[i]] = true
  end
  for _, unit in ipairs(waits and list or {}) do
    if not has_cell[unit] then
      add(orders, unit, x, y, false)
    end
  end
  return orders, why
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

--- Returns a function that turns a place of a list into a world offset on
-- hexagons.
-- @param x, y  the vector from the units to their goal
local function turner(grid, x, y)
  local steps, turn, most = hexagon.steps(grid), 1, -math.huge
  for i, step in ipairs(steps) do
    local along = (step[1] * x + step[2] * y)
      / math.sqrt(step[1] * step[1] + step[2] * step[2])
    if along > most then
      turn, most = i, along
    end
  end
  local on = steps[turn]
  return function(ahead, aside)
    local side, lines = aside < 0 and -1 or 1, math.abs(aside)
    local one = steps[(turn - 1 + side) % 6 + 1]
    local two = steps[(turn - 1 + 2 * side) % 6 + 1]
    local back = ahead - (lines % 2 == 1 and 0.5 or 0)
    return back * on[1] + lines * (one[1] + two[1]) / 2,
      back * on[2] + lines * (one[2] + two[2]) / 2
  end
end

--- The middle of the units' places.
local function middle(list)
  local x, y = 0, 0
  for _, unit in ipairs(list) do
    x, y = x + unit.x, y + unit.y
  end
  return x / #list, y / #list
end

--- The world place of each unit: a list of x and y in turn. A unit without a
-- place in the formation goes to the point itself.
local function places(call, grid, list, wx, wy, formation)
  local all = {}
  local x, y = middle(list)
  local width, height = grid.cell_width, grid.cell_height
  local to_x, to_y = (wx - x) / width, (wy - y) / height
  local far = math.sqrt(to_x * to_x + to_y * to_y)
  if far == 0 then
    to_x, far = 1, 1
  end
  to_x, to_y = to_x / far, to_y / far
  local turned
  if grid.stagger then
    turned = turner(grid, wx - x, wy - y)
    wx, wy = grid:to_world(grid:to_cell(wx, wy))
  end
  for i, unit in ipairs(list) do
    local dx, dy = 0, 0
    if formation == true then
      dx, dy = unit.x - x, unit.y - y
    elseif formation[i] then
      local ahead, aside = read_place(call, formation[i], i)
      if turned then
        dx, dy = turned(ahead, aside)
      else
        dx = (ahead * to_x - aside * to_y) * width
        dy = (ahead * to_y + aside * to_x) * height
      end
    end
    all[2 * i - 1], all[2 * i] = wx + dx, wy + dy
  end
  return all
end

--- The cell that is nearest to a place of the world, of those that are wanted and
-- can be reached from a cell. (finder:nearest measures from the middle of the
-- place's cell, so another cell may be nearer to the place.)
-- @param from  a cell; nil: any cell will do
local function nearest_to(finder, wx, wy, from, is_wanted)
  local x, y = finder:to_cell(wx, wy)
  x, y = finder:nearest(x, y, { from = from, where = is_wanted })
  if not x then
    return nil, y
  end
  local function square_to(column, row)
    local to_x, to_y = finder:to_world(column, row)
    return (to_x - wx) ^ 2 + (to_y - wy) ^ 2
  end
  local best = square_to(x, y)
  local reach = math.sqrt(best)
  local left, top = finder:to_cell(wx - reach, wy - reach)
  local right, bottom = finder:to_cell(wx + reach, wy + reach)
  for row = top - 1, bottom + 1 do
    for column = left - 1, right + 1 do
      local far = square_to(column, row)
      if far < best * (1 - ROUNDING) and finder:can_enter(column, row)
        and is_wanted(column, row)
        and (not from or finder:is_reachable(from[1], from[2], column, row))
      then
        x, y, best = column, row, far
      end
    end
  end
  return x, y
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

--- Gives each unit the free cell that is nearest to its place.
-- @return orders; why the first unit gets none
local function in_formation(call, crowd, list, wx, wy, options)
  local is_free, take = ground(crowd, list)
  local orders, why = {}, nil
  local all = places(call, crowd.grid, list, wx, wy, options.formation)
  for i, unit in ipairs(list) do
    local finder = unit.finder
    local size = finder.profile.size
    local to_x, to_y = all[2 * i - 1], all[2 * i]
    local x, y = nearest_to(finder, to_x, to_y, not options.wait
      and start_of(unit, finder:to_cell(to_x, to_y)) or nil,
      function(column, row) return is_free(size, column, row) end)
    if x then
      take(size, x, y)
      add(orders, unit, x, y, false)
    else
      why = why or y
    end
  end
  return orders, why
end

-- To one of several goals ------------------------------------------------------

--- The cells in which the other units of a crowd rest, as a list.
local function resting(crowd, list)
  local cells = {}
  for _, unit in ipairs(crowd:units()) do
    if not list[unit] and not unit.moving then
      cells[#cells + 1] = unit:cells()[1]
    end
  end
  return cells
end

--- Gives each unit the end of its path to the goals; if others have got all ends,
-- the nearest free cell. `find` finds a unit's path: find(unit, pass).
-- @return orders; why the first unit gets none
local function to_goals(crowd, list, find)
  local is_free, take = ground(crowd, list)
  local pass, costs, ends, orders, why = resting(crowd, list), {}, {}, {}, nil
  for i, unit in ipairs(list) do
    local path, reason = find(unit)
    why = why or not path and reason
    ends[i], costs[i] = path, path and path.cost or math.huge
  end
  for i in by_cost(costs) do
    local unit = list[i]
    local finder = unit.finder
    local path = ends[i] and (find(unit, pass) or ends[i])
    local x, y
    if path then
      x, y = path[#path - 1], path[#path]
      if path.units == "world" then
        x, y = finder:to_cell(x, y)
      end
      if not is_free(finder.profile.size, x, y) then
        x, y = finder:nearest(x, y, { from = { unit.cell_x, unit.cell_y },
          where = function(column, row)
            return is_free(finder.profile.size, column, row)
          end })
      end
    end
    if x then
      local size = finder.profile.size
      take(size, x, y)
      pass[#pass + 1] = { x, y, size[1], size[2] }
      add(orders, unit, x, y, false)
    elseif path then
      why = why or "goal_occupied"
    end
  end
  return orders, why
end

--- Gives each unit the goals, to choose one when it has a path.
local function to_the_same(list, goals)
  local orders = {}
  for _, unit in ipairs(list) do
    add(orders, unit, goals, false, false)
  end
  return orders
end

-- The calls -------------------------------------------------------------------

--- Sends a unit to its cell or to goals, where it waits for a way.
local function send_to_wait(call, unit, x, y, options)
  local query = { adjacent = options.adjacent, settle = options.settle,
    sight = options.sight, wait = true, within = options.within }
  if type(x) == "table" then
    return unit[call](unit, x, query)
  elseif call == "go" then
    x, y = unit.finder:to_world(x, y)
  end
  return unit[call](unit, x, y, query)
end

--- Sends each unit to its cell.
-- @return the number of units that go; if none does, nil and a reason
local function send(call, options, orders, why)
  local sent, refusal = 0, nil
  for i = 1, #orders, 4 do
    local unit, x, y = orders[i], orders[i + 1], orders[i + 2]
    local goes, reason
    if options.wait then
      goes, reason = send_to_wait(call, unit, x, y, options)
    else
      goes, reason = core.send(unit, x, y, options.settle or 0,
        orders[i + 3] or nil, call)
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
  local most = 2 ^ 53 - 1
  return given.whole(call, "x", x, -most, most, "a whole number"),
    given.whole(call, "y", y, -most, most, "a whole number")
end

local function take_goal(call, grid, x, y, in_world)
  if in_world then
    return check.finite(call, "wx", x), check.finite(call, "wy", y)
  end
  return grid:to_world(take_cell(call, x, y))
end

--- Checks the options of a call.
local function take_options(call, query)
  local options = check.options(call, "query", query, OPTIONS)
  local formation = options.formation
  if formation ~= nil and formation ~= true then
    given.kind(call, "formation", formation, "table",
      "true or a list of { ahead, aside }")
  end
  if options.settle ~= nil then
    check.whole(call, "settle", options.settle, 0, 32767)
  end
  if options.within ~= nil then
    given.number(call, "within", options.within, 0, math.huge,
      "a number of at least 0")
  end
  given.flag(call, "adjacent", options.adjacent)
  given.flag(call, "sight", options.sight)
  given.flag(call, "wait", options.wait)
  return options
end

--- Checks a list of goals, or the goals of a terrain.
local function check_goals(call, goals, in_world)
  local count = check.length(goals)
  if count == 0 and rawget(goals, "terrain") == nil then
    given.none(call, "goals", goals, given.GOAL)
  end
  for i = 1, count do
    given.item(call, "goals", i, rawget(goals, i), given.GOAL, in_world)
  end
end

--- Returns a function that finds the path of a unit to one of several goals.
local function finder_to(goals, options, in_world)
  local query = { adjacent = options.adjacent, within = options.within,
    sight = options.sight, escape = true }
  return function(unit, pass)
    local finder, x, y = unit.finder, unit.cell_x, unit.cell_y
    query.pass = pass
    if in_world then
      x, y = finder:to_world(x, y)
      return finder:find_world(x, y, goals, query)
    end
    return finder:find(x, y, goals, query)
  end
end

--- crowd:go or crowd:go_cell.
local function method(call, in_world)
  return function(self, units, x, y, query)
    given.self(call, "a crowd", self, check.is(self, core.Crowd))
    given.kind(call, "units", units, "table", "a list of units")
    local goals = type(x) == "table" and not check.is_object(x) and x
    local options = take_options(call, goals and y or query)
    local wx, wy
    if not goals then
      wx, wy = take_goal(call, self.grid, x, y, in_world)
    elseif options.formation then
      check.raise(call .. ": a formation needs one place, x and y")
    else
      check_goals(call, goals, in_world)
    end
    if options.adjacent or options.within or options.sight then
      goals = goals or { { x, y } }
    end
    local list = muster(call, self, units)
    if wx and not self.grid:has(self.grid:to_cell(wx, wy)) then
      return nil, "goal_outside"
    elseif #list == 0 then
      return nil, "empty"
    end
    local orders, why
    if goals and options.wait then
      orders = to_the_same(list, goals)
    elseif goals then
      orders, why = to_goals(self, list, finder_to(goals, options, in_world))
    elseif options.formation then
      orders, why = in_formation(call, self, list, wx, wy, options)
    else
      orders, why = around(self, list, wx, wy, options.wait)
    end
    return send(call, options, orders, why)
  end
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
  local is_free, take = ground(self, list)
  for _, unit in ipairs(list) do
    local finder, size = unit.finder, unit.finder.profile.size
    local query = { where = function(column, row)
      return is_off(unit, column, row) and is_free(size, column, row)
    end }
    local to_x, to_y = finder:nearest(unit.cell_x, unit.cell_y, query)
    if to_x then
      query.from = start_of(unit, to_x, to_y)
      to_x, to_y = finder:nearest(unit.cell_x, unit.cell_y, query)
    end
    if to_x then
      take(size, to_x, to_y)
      add(orders, unit, to_x, to_y, false)
    end
  end
  send(call, {}, orders)
  return #all
end

-- The nearest units -----------------------------------------------------------

local NEAREST_OPTIONS = { adjacent = true, count = true, where = true }

--- The units of a crowd for which `where` returns true, by their pathfinders.
local function candidates(crowd, where)
  local kinds, known = {}, {}
  for _, unit in ipairs(crowd:units()) do
    if not where or where(unit) then
      local kind = known[unit.finder]
      if not kind then
        kind = { finder = unit.finder, units = {} }
        known[unit.finder], kinds[#kinds + 1] = kind, kind
      end
      kind.units[#kind.units + 1] = unit
    end
  end
  return kinds
end

--- A limit of cost that `count` units of a kind may be within: their distance
-- from the goals on open ground, and half as much for walls in between.
local function guess(kind, grid, goals, count)
  local far = {}
  for i, unit in ipairs(kind.units) do
    local x, y = unit.cell_x, unit.cell_y
    far[i] = math.huge
    for _, goal in ipairs(goals) do
      far[i] = min(far[i], grid:distance(x, y,
        max(goal[1], min(x, goal[1] + goal[3] - 1)),
        max(goal[2], min(y, goal[2] + goal[4] - 1))) + goal.cost)
    end
  end
  table.sort(far)
  return 4 + 1.5 * (far[count] or math.huge)
end

--- Notes the units of a kind and the costs of their paths in two lists: at least
-- the `count` nearest. Only the whole field has units under walls.
local function note_costs(kind, grid, goals, count, units, costs)
  kind.goals = goals
  local most, first = guess(kind, grid, goals, count), #units
  repeat
    local is_whole = most > grid.width + grid.height
    kind.field = kind.finder:field(goals, { adjacent = kind.adjacent,
      max_cost = not is_whole and most or nil })
    local n = first
    for _, unit in ipairs(kind.units) do
      local cost = is_whole and cost_of(kind, unit)
        or kind.field:cost(unit.cell_x, unit.cell_y)
      if cost then
        n = n + 1
        units[n], costs[n] = unit, cost
      end
    end
    most = 4 * most
  until is_whole or n - first >= count
end

--- crowd:nearest(x, y [, options]), or (goals [, options]): the units with the
-- cheapest paths to a place.
-- @return a list of them, and a list of the costs
local function nearest(self, x, y, options)
  local call = "nearest"
  given.self(call, "a crowd", self, check.is(self, core.Crowd))
  local goals = {}
  if type(x) == "table" and not check.is_object(x) then
    for i = 1, check.length(x) do
      local column, row, w, h, cost = given.item(call, "goals", i, rawget(x, i),
        given.GOAL)
      goals[i] = { column, row, w, h, cost = cost }
    end
    if #goals == 0 then
      given.none(call, "goals", x, given.GOAL)
    end
    options = y
  else
    x, y = take_cell(call, x, y)
    goals[1] = { x, y, 1, 1, cost = 0 }
  end
  options = check.options(call, "options", options, NEAREST_OPTIONS)
  local count, where = options.count or 1, options.where
  check.whole(call, "count", count, 1, 2 ^ 31)
  if where ~= nil then
    given.kind(call, "where", where, "function", "a function")
  end
  local adjacent = given.flag(call, "adjacent", options.adjacent) or nil
  local units, costs, list, list_costs = {}, {}, {}, {}
  for _, kind in ipairs(candidates(self, where)) do
    kind.adjacent = adjacent
    note_costs(kind, self.grid, goals, count, units, costs)
  end
  for i in by_cost(costs) do
    if #list < count then
      list[#list + 1], list_costs[#list + 1] = units[i], costs[i]
    end
  end
  return list, list_costs
end

return { go = method("go", true), go_cell = method("go_cell", false),
  nearest = nearest, vacate = vacate }
