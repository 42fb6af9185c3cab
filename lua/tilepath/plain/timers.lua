--- When the units of a crowd wake: `wake` of each, and a heap of these times
-- (Williams 1964). A unit is in it once for each time that was set; an entry
-- whose unit wakes at another time by now is out of date, and dropped when its
-- turn comes. Units that wake together come in the order of their addition.
--
-- Cost: some steps of a heap for each time that is set; nothing for units that
-- sleep.

local parent = (...):match("^(.*)plain[./]") or ""
require(parent .. "luajit").off()

local floor, huge = math.floor, math.huge

local timers = {}

local SPARE = 64 -- entries

function timers.open(c)
  c.timers = { count = 0, time = {}, unit = {} }
end

local function push(t, u, when)
  local time, unit, i = t.time, t.unit, t.count + 1
  t.count = i
  while i > 1 do
    local above = floor(i / 2)
    if time[above] <= when then
      break
    end
    time[i], unit[i] = time[above], unit[above]
    i = above
  end
  time[i], unit[i] = when, u
end

--- Removes the first entry.
local function drop(t)
  local time, unit, n = t.time, t.unit, t.count
  local last, u, i, half = time[n], unit[n], 1, floor((n - 1) / 2)
  time[n], unit[n], t.count = nil, nil, n - 1
  if n == 1 then
    return
  end
  while i <= half do
    local below = 2 * i
    if below < n - 1 and time[below + 1] < time[below] then
      below = below + 1
    end
    if time[below] >= last then
      break
    end
    time[i], unit[i] = time[below], unit[below]
    i = below
  end
  time[i], unit[i] = last, u
end

--- Drops what is out of date at the top of the heap.
-- @return the first time; huge: all sleep
function timers.next(c)
  local t = c.timers
  while t.count > 0 and t.unit[1].wake ~= t.time[1] do
    drop(t)
  end
  return t.count > 0 and t.time[1] or huge
end

--- Makes the heap anew, without entries that are out of date.
function timers.clean(c)
  timers.open(c)
  for _, u in ipairs(c.units) do
    if u.wake < huge then
      push(c.timers, u, u.wake)
    end
  end
end

--- A unit is to wake at that time; huge: when others wake it.
function timers.set(c, u, time)
  if time == u.wake then
    return
  end
  u.wake = time
  if time < huge then
    push(c.timers, u, time)
    if c.timers.count > 4 * #c.units + SPARE then
      timers.clean(c)
    end
  end
end

local function is_before(u, other)
  return u.addition < other.addition
end

--- Takes the units that wake now out of the heap, and adds those to a list that
-- are not in it (it has its units as keys, too), in order.
function timers.take(c, list)
  local t, count = c.timers, #list
  while timers.next(c) <= c.now do
    local u = t.unit[1]
    drop(t)
    if not list[u] then
      list[u], list[#list + 1] = true, u
    end
  end
  if #list > count then
    table.sort(list, is_before)
  end
end

return timers
