--- Rows of values for tilepath.grid: where they begin, how many there are, and
-- their values as one list.
--
-- Rows count from 1, or from the grid's base if they begin there. The operator
-- # is not reliable for tables with holes and ignores keys below 1, so the keys
-- are looked at. All reading is raw: metatables are ignored. Cost: O(cells).

local siblings = (...):match("^.*[./]") or ""
require(siblings .. "luajit").off()
local check = require(siblings .. "check")
local given = require(siblings .. "given")

local huge, max, min = math.huge, math.max, math.min
local raw_get, type = rawget, type

local CALL = "grid"
local MAX_SIDE = 32767

local rows_of = {}

-- The value of cells that have none, if `empty` says what they are.
rows_of.NOTHING = {}

--- The lowest and highest number among a table's keys; huge and -huge if there
-- are none.
local function extent(t, place)
  local low, high, after = huge, -huge, nil
  for key in next, t do
    if key == after then -- as nearly all are: without a call
      high, after = key, key + 1
    elseif type(key) == "number" then
      if key % 1 ~= 0 then
        check.fail(CALL, ("each index of %s"):format(place), "a whole number",
          key)
      end
      low = key < low and key or low
      high = key > high and key or high
      after = high + 1
    end
  end
  if type(high) ~= "number" then -- LuaJIT: 2LL equals 2
    check.fail(CALL, ("each index of %s"):format(place), "a whole number", high)
  end
  return low, high
end

--- Does the table have a key that is a number?
function rows_of.is_list(t)
  return extent(t, "rows") < huge
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

--- A row; nil if there is none, or null.
local function get(rows, y)
  local row = raw_get(rows, y)
  if not given.is_null(row) then
    return row
  end
end

--- @param low  the first index of rows
local function row_at(rows, y, low)
  local row = get(rows, y)
  if type(row) ~= "table" then
    check.fail(CALL, ("rows[%.14g]"):format(y), "a table", row, low > y
      and (" (rows that begin with %.14g need base = { x, %.14g })"):format(low,
      low) or y == 1 and row ~= nil and " (one list of values needs width =)"
      or nil)
  end
  return row
end

--- Reads rows.
-- @param has_empty  may cells and rows be missing? These have NOTHING.
-- @return a table { list =, left =, top =, width =, height = }
function rows_of.read(rows, base_x, base_y, has_empty)
  local low, bottom = extent(rows, "rows")
  local top, left, right = first_of(low, base_y, "rows"), huge, -huge
  for y = top, bottom do
    if not has_empty or get(rows, y) ~= nil then
      local first, last = extent(row_at(rows, y, low),
        ("rows[%.14g]"):format(y))
      left, right = min(left, first), max(right, last)
    end
  end
  left = left < huge and first_of(left, base_x, "a row") or 1
  local width = check.whole(CALL, "width of rows", max(right - left + 1, 0), 1,
    MAX_SIDE)
  local height = check.whole(CALL, "height of rows", bottom - top + 1, 1,
    MAX_SIDE)
  local list = {}
  for y = top, bottom do
    local row, before = get(rows, y) or rows_of.NOTHING, (y - top) * width
    local is_bare = getmetatable(row) == nil
    for x = left, right do
      local value = is_bare and row[x] or raw_get(row, x)
      if value == nil then
        value = has_empty and rows_of.NOTHING or check.raise(("%s: "
          .. "rows[%.14g][%.14g] must be a value, got nil (a hole, or a short "
          .. "row: empty = 'wall' fills them)"):format(CALL, y, x))
      end
      list[before + x - left + 1] = value
    end
  end
  return { list = list, left = left, top = top, width = width, height = height }
end

--- The terrain of a value that no legend has; if it has none, raises with its
-- place(i). nil and nan cannot be keys, so neither can have a terrain. null, as a
-- decoder of JSON writes it, stands for a cell without a value.
-- @param empty  the terrain of such cells, or nil
-- @param asks   is is_walkable a function of the game? It may know objects
function rows_of.meaning(is_walkable, value, place, i, empty, asks)
  local is_null = given.is_null(value)
  if is_null and asks then
    is_null = type(value) ~= "userdata" or getmetatable(value) == nil
  elseif is_null and type(is_walkable) == "function" then
    is_null = is_walkable(value) == nil
  end
  if is_null then
    return empty or check.raise(("%s: %s must be a value, got null (empty = says "
      .. "what such cells are)"):format(CALL, place(i)))
  elseif value == nil or value ~= value or not is_walkable then
    check.fail(CALL, place(i), "a terrain's name, a boolean, or a "
      .. "value that walkable or legend explains", value,
      value == value and value ~= nil
      and " (add it to legend, or say what all others are: unknown = 'open')"
      or nil)
  end
  if type(is_walkable) == "string" then
    return is_walkable
  end
  return is_walkable(value) and "open" or "wall"
end

return rows_of
