--- Rows of values for tilepath.grid: where they begin, how many there are, and
-- their errors.
--
-- Rows count from 1, or from the grid's base if they begin there. The operator
-- # is not reliable for tables with holes and ignores keys below 1, so the keys
-- are counted. The C module counts the keys of each row while it reads the row.
-- If a row does not fit the first one, this file finds the error. All reading
-- is raw: metatables are ignored.
--
-- Cost: O(rows + columns) here and O(cells) in C; O(cells) here for wrong rows
-- and for values that are new.

local siblings = (...):match("^.*[./]") or ""
local check = require(siblings .. "check")

local floor, huge, max, min = math.floor, math.huge, math.max, math.min

local CALL = "grid"
local MAX_SIDE = 32767

local rows_of = {}

-- The value of cells that have none, if `empty` says what they are.
rows_of.NOTHING = {}

local IN_TABLE = "in the table itself: rows are read without metamethods"

--- The lowest and highest number among a table's keys, and the count of such
-- keys; huge, -huge and 0 if there are none.
local function extent(t, place)
  local low, high, count = huge, -huge, 0
  for key in next, t do
    if type(key) == "number" then
      if key ~= floor(key) then
        check.fail(CALL, ("each index of %s"):format(place), "a whole number",
          key)
      end
      low, high, count = min(low, key), max(high, key), count + 1
    end
  end
  return low, high, count
end

--- Does the table have a key that is a number?
function rows_of.is_list(t)
  local _, _, count = extent(t, "rows")
  if count == 0 and t[1] ~= nil then
    check.fail(CALL, "rows[1]", IN_TABLE, t[1])
  end
  return count > 0
end

--- The first index: 1 or the base. A lower key is an error, because its row
-- would be lost. A higher first key means that there is a hole.
local function first_of(low, base, place)
  if low == base then
    return low
  elseif low < 1 then
    local or_base = base == 1 and "(or 0, with base = 0)"
      or ("or %.14g (the base)"):format(base)
    check.fail(CALL, "the first index of " .. place, "1 " .. or_base, low)
  end
  return 1
end

--- @param low  the first index of rows, or nil
local function row_at(rows, y, low)
  local row = rawget(rows, y)
  if type(row) ~= "table" then
    check.fail(CALL, ("rows[%.14g]"):format(y), "a table", row, low and low > y
      and (" (rows that begin with %.14g need base = { x, %.14g })"):format(low,
      low) or nil)
  end
  return row
end

--- Raises for the first row with a missing cell between the first column and
-- the last column of all rows.
local function refuse(rows, top, bottom, base_x)
  local low, high, lengths = huge, -huge, {}
  for y = top, bottom do
    local left, right = extent(row_at(rows, y), ("rows[%.14g]"):format(y))
    low, high = min(low, left), max(high, right)
    lengths[y] = right
  end
  if high < low then
    local from_metatable = rows[top][1]
    if from_metatable ~= nil then
      check.fail(CALL, ("rows[%.14g][1]"):format(top),
        IN_TABLE, from_metatable)
    end
    check.whole(CALL, "width of rows", 0, 1, MAX_SIDE)
  end
  local left = first_of(low, base_x, "a row")
  for y = top, bottom do
    local row = rows[y]
    for x = left, max(lengths[y], left) do
      if rawget(row, x) == nil then
        check.raise(("%s: rows[%.14g][%.14g] must be a value, got nil (a hole: "
          .. "row %.14g has no value in column %.14g; empty = says what such "
          .. "cells are)"):format(CALL, y, x, y, x))
      end
    end
    if lengths[y] ~= lengths[top] then
      check.fail(CALL, ("rows[%.14g]"):format(y), ("as long as rows[%.14g] "
        .. "(%.14g)"):format(top, lengths[top] - left + 1),
        lengths[y] - left + 1, " (or empty = says what the missing cells are)")
    end
  end
end

--- Finds where rows begin, their number, and the columns of the first.
-- @return a table { rows =, left =, top =, width =, height = }
function rows_of.measure(rows, base_x, base_y)
  local low, bottom = extent(rows, "rows")
  local top = first_of(low, base_y, "rows")
  for y = top, bottom do
    row_at(rows, y, low)
  end
  local left, right, count = extent(rows[top], ("rows[%.14g]"):format(top))
  if count == 0 or left ~= first_of(left, base_x, "a row")
    or count ~= right - left + 1 then
    refuse(rows, top, bottom, base_x)
  end
  return { rows = rows, left = left, top = top, width = right - left + 1,
    height = bottom - top + 1, base_x = base_x }
end

--- Rows with a value in each cell: those that are missing, also whole rows, have
-- NOTHING.
function rows_of.filled(rows, base_x, base_y)
  local low, bottom = extent(rows, "rows")
  local top, left, right = first_of(low, base_y, "rows"), huge, -huge
  for y = top, bottom do
    local row = rawget(rows, y)
    if row ~= nil then
      local first, last = extent(row_at(rows, y), ("rows[%.14g]"):format(y))
      left, right = min(left, first), max(right, last)
    end
  end
  left = left < huge and first_of(left, base_x, "a row") or 1
  check.whole(CALL, "width of rows", right - left + 1, 1, MAX_SIDE)
  check.whole(CALL, "height of rows", bottom - top + 1, 1, MAX_SIDE)
  local whole = {}
  for y = top, bottom do
    local row = rawget(rows, y) or {}
    whole[y] = {}
    for x = left, right do
      local value = rawget(row, x)
      whole[y][x] = value == nil and rows_of.NOTHING or value
    end
  end
  return whole
end

--- Raises if rows differ in shape.
function rows_of.check(found)
  refuse(found.rows, found.top, found.top + found.height - 1, found.base_x)
end

--- The terrain of a value that no legend has; if it has none, raises with the
-- place of the value, which is formatted only then. nil and nan cannot be keys,
-- so neither can have a terrain.
function rows_of.meaning(is_walkable, value, place, ...)
  if value == nil or value ~= value or not is_walkable then
    check.fail(CALL, place:format(...), "a terrain's name, a boolean, or a "
      .. "value that walkable or legend explains", value,
      value == value and value ~= nil
      and " (or all others mean the terrain of unknown =)" or nil)
  end
  if type(is_walkable) == "string" then
    return is_walkable
  end
  return is_walkable(value) and "open" or "wall"
end

--- Adds all new values from row `first` on to the map. `walkable` may have
-- changed the rows meanwhile.
function rows_of.explain(found, first, map, is_walkable)
  for y = first, found.top + found.height - 1 do
    local row = row_at(found.rows, y)
    for x = found.left, found.left + found.width - 1 do
      local value = rawget(row, x)
      if value == nil then
        rows_of.check(found)
      end
      if map[value] == nil then
        map[value] = rows_of.meaning(is_walkable, value, "rows[%.14g][%.14g]",
          y, x)
      end
    end
  end
end

return rows_of
