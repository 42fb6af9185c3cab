--- The cells that the units of a group get around a place.
--
-- A field to the place has the cost of each cell and each unit. The cells
-- around the place are given out from the inside, the first to the nearest
-- unit. So units that come first go to the inside, and no unit blocks the
-- others' paths. Units that stand in one of these cells keep it. Large units
-- choose before small ones, each pathfinder by its own field. Cells in which
-- other units of the crowd rest are not given out.
--
-- Cost: a field for each pathfinder, and a look at each cell that may be needed.

local core = require "tilepath_core"

local max, min = math.max, math.min

-- More than any path costs: units without a path come last, the nearest first.
local NO_PATH = 2 ^ 40

local cells = {}

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
function cells.ground(crowd, list)
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
function cells.by_cost(costs)
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
local OUT = { escape = true }
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

local function cost_of(kind, unit)
  local x, y = unit.cell_x, unit.cell_y
  local cost = kind.field:cost(x, y)
  if cost or kind.finder:can_enter(x, y) then
    return cost
  end
  local path, length = kind.finder:find(x, y, kind.goals,
    kind.adjacent and OUT_BESIDE or OUT)
  return path and length + (kind.goals[path.goal_index].cost or 0) or nil
end

--- The costs of the paths of a kind's units to its goals; false for no path.
function cells.costs_of(kind)
  local costs = core.unit_costs and core.unit_costs(kind.field, kind.units)
    or {}
  for i, unit in ipairs(kind.units) do
    if costs[i] == nil then
      costs[i] = cost_of(kind, unit) or false
    end
  end
  return costs
end

--- The kinds of units, which are their pathfinders, each with its units.
function cells.kinds_of(list)
  local kinds, known = {}, {}
  for _, unit in ipairs(list) do
    local finder = unit.finder
    if not known[finder] then
      local size = finder.profile.size
      known[finder] = { finder = finder, size = size, number = #kinds,
        area = size[1] * size[2], units = {}, costs = {} }
      kinds[#kinds + 1] = known[finder]
    end
    local units = known[finder].units
    units[#units + 1] = unit
  end
  return kinds
end

--- The costs of the units of a kind to a place. Units without a path drop out,
-- unless they wait for one.
local function to_place(kind, wx, wy, waits)
  local all = kind.units
  kind.field, kind.goals = field_to(kind.finder, kind.size, wx, wy)
  local costs = cells.costs_of(kind)
  kind.units = {}
  for i, unit in ipairs(all) do
    local cost, n = costs[i], #kind.units + 1
    if waits and not cost then
      cost = NO_PATH + math.abs(unit.x - wx) + math.abs(unit.y - wy)
    end
    if cost then
      kind.units[n], kind.costs[n] = unit, cost
    end
  end
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
  return xs, ys, cells.by_cost(costs)
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
  local is_free, take = cells.ground(crowd, list)
  local orders, left, why = {}, 0, nil
  for _, kind in ipairs(kinds) do
    local xs, ys, next_cell = cells_of(kind.field, crowd.grid, x, y, radius)
    local free, keeps, given_out = {}, {}, 0
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
        free[#free + 1] = at
      end
    end
    for i in cells.by_cost(kind.costs) do
      local unit = kind.units[i]
      local at = keeps[unit] or free[given_out + 1]
      given_out = given_out + (keeps[unit] and 0 or 1)
      if at then
        orders[#orders + 1] = { unit, xs[at], ys[at], kind.field }
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
function cells.around(crowd, list, wx, wy, waits)
  local grid = crowd.grid
  local kinds, area, radius = cells.kinds_of(list), 0, 1
  for _, kind in ipairs(kinds) do
    area = area + kind.area * #kind.units
    radius = max(radius, kind.size[1], kind.size[2])
    to_place(kind, wx, wy, waits)
  end
  table.sort(kinds, function(a, b)
    return a.area > b.area or a.area == b.area and a.number < b.number
  end)
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
  for _, order in ipairs(orders) do
    has_cell[order[1]] = true
  end
  for _, unit in ipairs(waits and list or {}) do
    if not has_cell[unit] then
      orders[#orders + 1] = { unit, x, y }
    end
  end
  return orders, why
end

return cells
