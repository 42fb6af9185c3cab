--- When the units of a crowd wake: `wake` of each, and a heap of these times
-- (Williams 1964), each with the units for which it was set. One that wakes at
-- another time by now is out of date, and dropped when its turn comes. Units
-- that wake together come in the order of their addition.
--
-- Cost: an entry of a list for each time that is set, and some steps of a heap
-- if it is the first of its moment; nothing for units that sleep.

local parent = (...):match("^(.*)plain[./]") or ""
require(parent .. "luajit").off()
local search = require((...):match("^.*[./]") .. "search")

local huge = math.huge

local timers = {}

local SPARE = 64 -- entries
local NONE = {}

--- `heap` has so many `times`, and `at` the list of units by time, `count` in all.
-- Each time of `at` is in the heap. (So nothing is lost when there is not enough
-- memory for an entry.)
local function new()
  return { count = 0, times = 0, heap = {}, at = {} }
end

function timers.open(c)
  c.timers = new()
end

local function push(t, u, time)
  local units = t.at[time]
  if not units then
    units = {}
    search.add_number(t.heap, t.times, time)
    t.times = t.times + 1
    t.at[time] = units
  end
  units[#units + 1], t.count = u, t.count + 1
end

--- Removes the first time.
local function drop(t)
  local time = t.heap[1]
  t.count = t.count - #(t.at[time] or NONE)
  t.at[time] = nil
  search.drop_number(t.heap, t.times)
  t.times = t.times - 1
end

--- Drops what is out of date at the top of the heap.
-- @return the first time; huge: all sleep
function timers.next(c)
  local t = c.timers
  while t.times > 0 do
    local time = t.heap[1]
    local units = t.at[time] or NONE
    for i = 1, #units do
      if units[i].wake == time then
        return time
      end
    end
    drop(t)
  end
  return huge
end

--- Makes the heap anew, without entries that are out of date.
function timers.clean(c)
  local t = new()
  for _, u in ipairs(c.units) do
    if u.wake < huge then
      push(t, u, u.wake)
    end
  end
  c.timers = t
end

--- A unit is to wake at that time; huge: when others wake it.
function timers.set(c, u, time)
  if time == u.wake then
    return
  end
  if time < huge then
    push(c.timers, u, time)
  end
  u.wake = time
  if c.timers.count > 4 * #c.units + SPARE then
    timers.clean(c)
  end
end

local function is_before(u, other)
  return u.addition < other.addition
end

--- Takes the units that wake now out of the heap, and adds them to a list, in
-- order. One may be there twice, if it was to wake at another time in between.
function timers.take(c, list)
  local t, count = c.timers, #list
  local time = timers.next(c)
  while time <= c.now do
    local units = t.at[time]
    drop(t)
    for i = 1, #units do
      list[#list + 1] = units[i].wake == time and units[i] or nil
    end
    time = timers.next(c)
  end
  if #list > count then
    table.sort(list, is_before)
  end
end

return timers
