--- Sets of the cells that are seen: by row, the runs of columns in it, in order.
--
-- rows[y] is a list of first and last columns, { from, to, from, to, ... }, of
-- runs that neither overlap nor touch. So a set takes room, and time, for its
-- rows, not for its cells, and cells of a row come in order.

local parent = (...):match("^(.*)plain[./]") or ""
require(parent .. "luajit").off()

local floor, max, min = math.floor, math.max, math.min
local insert, remove = table.insert, table.remove

local visibleset = {}

function visibleset.new()
  return { top = math.huge, bottom = -1 }
end

--- The first run of a row that ends at column x or behind it, as the index of
-- its first column.
local function find_run(row, x)
  local first, last = 1, #row / 2
  while first <= last do
    local middle = floor((first + last) / 2)
    if row[2 * middle] < x then
      first = middle + 1
    else
      last = middle - 1
    end
  end
  return 2 * first - 1
end

--- A set has rows up to that one.
function visibleset.extend(set, y)
  set.top, set.bottom = min(set.top, y), max(set.bottom, y)
end

--- Adds columns `from` to `to` of a row.
function visibleset.add(set, y, from, to)
  local row = set[y]
  if not row then
    set[y] = { from, to }
    return visibleset.extend(set, y)
  end
  local count = #row
  if row[count] < from - 1 then
    row[count + 1], row[count + 2] = from, to
    return
  elseif row[count] == from - 1 then
    row[count] = to
    return
  elseif row[1] == to + 1 then
    row[1] = from
    return
  end
  local i = find_run(row, from - 1)
  if row[i] > to + 1 then
    insert(row, i, to)
    insert(row, i, from)
    return
  end
  row[i], row[i + 1] = min(row[i], from), max(row[i + 1], to)
  while row[i + 2] and row[i + 2] <= row[i + 1] + 1 do
    row[i + 1] = max(row[i + 1], row[i + 3])
    remove(row, i + 2)
    remove(row, i + 2)
  end
end

--- Adds the cells of another set.
function visibleset.join(set, other)
  for y = other.top, other.bottom do
    local row = other[y]
    for i = 1, row and #row or 0, 2 do
      visibleset.add(set, y, row[i], row[i + 1])
    end
  end
end

function visibleset.has(set, x, y)
  local row = set[y]
  local from = row and row[find_run(row, x)]
  return from ~= nil and from <= x
end

--- Has a set all columns from `from` to `to` of a row that are free?
-- @param class  by place, 0: it is blocked
-- @param first  the place of the row's column 0
function visibleset.has_free(set, y, from, to, class, first)
  local row = set[y]
  local i = row and find_run(row, from)
  while from <= to do
    local next_run = row and row[i] or to + 1
    for x = from, min(next_run - 1, to) do
      if class[first + x] > 0 then
        return false
      end
    end
    from = next_run <= to and row[i + 1] + 1 or to + 1
    i = i and i + 2
  end
  return true
end

function visibleset.count(set)
  local count = 0
  for y = set.top, set.bottom do
    local row = set[y]
    for i = 1, row and #row or 0, 2 do
      count = count + row[i + 1] - row[i] + 1
    end
  end
  return count
end

--- Iterates over the cells in reading order; base_x and base_y are added to
-- their columns and rows.
function visibleset.cells(set, base_x, base_y)
  local y, row, i, x, to = set.top - 1, {}, -1, 0, -1
  return function()
    x = x + 1
    if x > to then
      i = i + 2
      while not row[i] do
        if y >= set.bottom then
          i = i - 2
          return nil
        end
        y, i = y + 1, 1
        row = set[y] or {}
      end
      x, to = row[i], row[i + 1]
    end
    return x + base_x, y + base_y
  end
end

return visibleset
