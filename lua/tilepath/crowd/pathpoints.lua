--- Points of the path that a unit follows, for its on_reached.
--
-- A point counts as reached when the rest of the unit's way is shorter than the
-- path from that point on, or when the unit stands there. So a unit that is
-- pushed aside, or goes round others, comes past each point once, in order. If
-- the unit has on_reached, its order keeps a list:
--
--   rest, x, y, ...  of each point: the length of the path from there, as
--            unit.remaining counts it; and the middle of its cell in the world
--   next     the number of the next point
--   seen_x, seen_y   its cell when it looked last
--
-- Cost: for a unit that has on_reached, O(points) for an order, and
-- unit.remaining for a step. While there are such units, an update takes
-- O(units).

local core = require "tilepath_core"
local root = (...):match("^(.*[./])crowd[./]") or ""
local given = require(root .. "given")
local links = require(root .. "links")
local serialize = require(root .. "serialize")

local abs, floor, max, min, sqrt =
  math.abs, math.floor, math.max, math.min, math.sqrt

local pathpoints = {}

-- The part of a cell by which sums of lengths may differ.
local NEAR = 1e-6

-- The crowds with a unit that has on_reached and a path.
local with_points = setmetatable({}, { __mode = "k" })

-- The lists of paths that are to be taken up again.
local kept = setmetatable({}, { __mode = "k" })

-- The units of a crowd, while an update tells points.
local spare = {}

local function distance(map, x1, y1, x2, y2)
  local ax, ay = map:to_world(x1, y1)
  local bx, by = map:to_world(x2, y2)
  local dx, dy = bx - ax, by - ay
  return sqrt(dx * dx + dy * dy)
end

--- The length from cell to cell by steps, as straight as possible.
local function length(grid, x1, y1, x2, y2)
  local dx, dy = abs(x2 - x1), abs(y2 - y1)
  local w, h, stagger = grid.cell_width, grid.cell_height, grid.stagger
  if stagger then
    local is_rows = stagger:sub(-1) == "r"
    local beside, below = distance(grid, x1, y1, x1 + 1, y1),
      distance(grid, x1, y1, x1, y1 + 1)
    local along = grid:distance(x1, y1, x2, y2) - (is_rows and dy or dx)
    return is_rows and along * beside + dy * below
      or along * below + dx * beside
  end
  local both = min(dx, dy)
  return both * sqrt(w * w + h * h) + (dx - both) * w + (dy - both) * h
end

--- The rest of the path of a unit has the same points when the unit takes it up
-- again.
function pathpoints.keep(unit, rest)
  kept[rest] = core.points(unit)
end

--- The list of a path, which the unit gets; nil if it has no on_reached. A point
-- where it stands is no point to come to.
function pathpoints.read(unit, path)
  local crowd = unit.crowd
  if crowd and kept[path] then
    with_points[crowd] = true
    return kept[path]
  elseif not (crowd and unit.on_reached) then
    return nil
  end
  local numbers, count = given.points("follow", "path", path)
  local finder, x, y = unit.finder, unit.cell_x, unit.cell_y
  local in_cells, left = rawget(path, "units") == "cells", 0
  local points, before_x, before_y = { next = 1 }, nil, nil
  for i = count - 1, 1, -2 do
    local px, py = numbers[i], numbers[i + 1]
    if in_cells then
      px, py = floor(px), floor(py)
    else
      px, py = finder:to_cell(px, py)
    end
    if before_x and not links.has(path, (i + 1) / 2) then
      left = left + length(finder.grid, px, py, before_x, before_y)
    end
    before_x, before_y = px, py
    local k = floor(3 * (i - 1) / 2)
    points[k + 1] = left
    points[k + 2], points[k + 3] = finder:to_world(px, py)
    if px == x and py == y and i < count - 1 then
      points.next = floor((i + 3) / 2)
    end
  end
  with_points[crowd] = true
  return points
end

local function is_at_next(unit, points, near)
  local k = 3 * points.next
  return max(abs(unit.x - points[k - 1]), abs(unit.y - points[k])) <= near
end

--- Calls on_reached of a unit. It may give the unit another order, or remove it.
local function tell(unit, points)
  local grid, x, y = unit.finder.grid, unit.cell_x, unit.cell_y
  local near = NEAR * min(grid.cell_width, grid.cell_height)
  if x == points.seen_x and y == points.seen_y
    and not is_at_next(unit, points, near) then
    return
  end
  local left = unit.remaining
  points.seen_x, points.seen_y = x, y
  while left and unit.crowd and rawequal(core.points(unit), points)
    and points[3 * points.next] do
    local i, rest = points.next, points[3 * points.next - 2]
    if not (left < rest - near
      or left <= rest + near and is_at_next(unit, points, near)) then
      return
    end
    points.next = i + 1
    local f = unit.on_reached
    if f then
      f(i, unit.x, unit.y)
    end
  end
end

--- After an update.
function pathpoints.report(crowd)
  if not with_points[crowd] then
    return
  end
  local list, is_one = spare or {}, false
  spare = nil
  for i = 1, core.list_units(crowd, list) do
    local unit = list[i]
    local points = unit.crowd and core.points(unit)
    if points and points[3 * points.next] then
      is_one = true
      tell(unit, points)
    end
  end
  for i = #list, 1, -1 do
    list[i] = nil
  end
  spare, with_points[crowd] = list, is_one or nil
end

--- The list of a unit as a text; nil if it has none.
function pathpoints.text(unit)
  local points = core.points(unit)
  if not (points and points[3 * points.next]) then
    return nil
  end
  local values = { points.next }
  for i = 1, #points do
    values[i + 1] = points[i]
  end
  return serialize.list(values)
end

--- Gives a unit the list of a text. False if that is damaged.
function pathpoints.restore(unit, text)
  local values = serialize.values(text)
  local points = { next = values and values[1] }
  for i = 2, values and #values or 0 do
    points[i - 1] = values[i]
    if type(values[i]) ~= "number" then
      return false
    end
  end
  local next = points.next
  if #points % 3 ~= 0 or not serialize.is_whole(next, 1, #points / 3) then
    return false
  end
  points.next = floor(next)
  core.set_points(unit, points)
  with_points[unit.crowd] = true
  return true
end

--- May a unit of the crowd have on_reached and a path? So may those of a crowd
-- that was loaded.
function pathpoints.are_in(crowd)
  return with_points[crowd] or false
end

function pathpoints.renew(crowd)
  with_points[crowd] = true
end

return pathpoints
