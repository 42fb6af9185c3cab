--- Units that walk somewhere side by side, each to its own place.
--
-- A formation is a set of places around a point. A list gives the places as {
-- ahead, aside } in cells, turned to the direction of the walk. `true` keeps
-- the places that the units have around their middle. Each unit goes to the
-- free cell that is nearest to its place.
--
-- On hexagons a list is turned by sixths, so whole numbers stay cells. Of the
-- lines that run in the direction of the walk, each second one lies half a cell
-- back.

local core = require "tilepath_core"
local siblings = (...):match("^.*[./]") or ""
local check = require(siblings .. "check")
local hexagon = require(siblings .. "hexagon")

local FARTHEST = 2 ^ 31

--- A list of the units, each once, in which each unit is also a key; and the
-- middle of their places.
local function muster(call, crowd, units)
  local list, x, y = {}, 0, 0
  for i = 1, check.length(units) do
    local name, unit = ("units[%d]"):format(i), units[i]
    check.object(call, name, unit, core.Unit, "a unit")
    if not rawequal(unit.crowd, crowd) then
      check.fail(call, name, "a unit of this crowd", unit)
    elseif not list[unit] then
      list[unit], list[#list + 1] = true, unit
      x, y = x + unit.x, y + unit.y
    end
  end
  return list, x / #list, y / #list
end

--- A place of a list: the cells ahead and aside.
local function read_place(call, place, i)
  for k = 1, 2 do
    local value = type(place) == "table" and place[k]
    if type(value) ~= "number" or not (value > -FARTHEST and value < FARTHEST)
    then
      check.fail(call, ("formation[%d]"):format(i),
        "{ ahead, aside }, two numbers of cells", place)
    end
  end
  return place[1], place[2]
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

--- The world place of each unit: a list of x and y in turn. A unit without a
-- place in the formation goes to the point itself.
local function places(call, grid, list, x, y, wx, wy, formation)
  local all = {}
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

--- Does a test hold for any of the cells that an agent covers?
local function any_cell(finder, x, y, test)
  local size = finder.profile.size
  for row = y, y + size[2] - 1 do
    for column = x, x + size[1] - 1 do
      if test(column, row) then
        return true
      end
    end
  end
  return false
end

--- Sends each unit to its place.
-- @return the number of units that go; if none does, nil and the first reason
local function go(call, crowd, units, wx, wy, options)
  local list, x, y = muster(call, crowd, units)
  local taken, sent, first = {}, 0, nil
  local function take(column, row)
    taken[row * 2 ^ 32 + column] = true
  end
  local function is_taken(column, row)
    local other = crowd:at(column, row)
    return taken[row * 2 ^ 32 + column]
      or other and not list[other] and other.status ~= "going"
  end
  local all = places(call, crowd.grid, list, x, y, wx, wy,
    options.formation)
  for i, unit in ipairs(list) do
    local finder = unit.finder
    local cell_x, cell_y = finder:to_cell(all[2 * i - 1], all[2 * i])
    local to_x, to_y = finder:nearest(cell_x, cell_y, unit.cell_x,
      unit.cell_y, { where = function(column, row)
        return not any_cell(finder, column, row, is_taken)
      end })
    local goes, reason = nil, to_y
    if to_x then
      goes, reason = unit:go_cell(to_x, to_y, { settle = options.settle })
    end
    if goes then
      sent = sent + 1
      any_cell(finder, to_x, to_y, take)
    end
    first = first or reason
  end
  if sent == 0 and first then
    return nil, first
  end
  return sent
end

return { go = go }
