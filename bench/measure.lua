--- Time and statistics: the clock, means, medians, percentiles.
--
-- The clock counts CPU time, so that other processes disturb it less. Repeated
-- measurements count with their median. `make bench` builds the clock; without it,
-- in specs, no time passes.

local measure = {}

local has_clock, clock = pcall(require, "bench_clock")
if not has_clock then
  clock = function() return 0 end
end
measure.clock = clock

function measure.mean(list)
  local sum = 0
  for _, value in ipairs(list) do
    sum = sum + value
  end
  return sum / #list
end

function measure.geometric_mean(list)
  local sum = 0
  for _, value in ipairs(list) do
    sum = sum + math.log(value)
  end
  return math.exp(sum / #list)
end

local function sorted(list)
  local copy = {}
  for i, value in ipairs(list) do
    copy[i] = value
  end
  table.sort(copy)
  return copy
end

function measure.median(list)
  local by_size = sorted(list)
  local low = math.floor((#list + 1) / 2)
  return (by_size[low] + by_size[#list + 1 - low]) / 2
end

--- The smallest value that is at least as great as that share of the list.
function measure.percentile(list, share)
  return sorted(list)[math.max(1, math.ceil(share * #list))]
end

--- For each index of lists of equal length, the median over the lists.
function measure.medians(lists)
  local result = {}
  for i = 1, #lists[1] do
    local values = {}
    for n, list in ipairs(lists) do
      values[n] = list[i]
    end
    result[i] = measure.median(values)
  end
  return result
end

--- Mean seconds of a query.
function measure.queries(finder, queries, options)
  local begun = clock()
  for _, q in ipairs(queries) do
    finder:find(q[1], q[2], q[3], q[4], options)
  end
  return (clock() - begun) / #queries
end

--- The time that two calls of the clock in a row take.
local function overhead()
  local times = {}
  for i = 1, 1001 do
    local begun = clock()
    times[i] = clock() - begun
  end
  return measure.median(times)
end

measure.overhead = overhead()

--- Nanoseconds of one of `count` repetitions of f(count): the median of rounds
-- that are long enough for the clock.
function measure.call(f)
  local count, least = 1, 20000
  local times = {}
  while #times < 5 do
    local begun = clock()
    f(count)
    local spent = clock() - begun
    if spent >= least then
      times[#times + 1] = spent * 1e3 / count
    else
      count = 2 * count
    end
  end
  return measure.median(times)
end

--- Bytes that Lua's collector counts.
function measure.bytes()
  collectgarbage()
  collectgarbage()
  return collectgarbage("count") * 1024
end

--- Random whole numbers from 0 to n - 1, the same on every VM (Park and Miller
-- 1988).
function measure.random(seed)
  local state = seed
  return function(n)
    state = state * 16807 % 2147483647
    return math.floor(state / 2147483647 * n)
  end
end

--- The machine's load over the last minute, if the system tells it.
function measure.load()
  local file = io.open("/proc/loadavg")
  local word = file and file:read("*l"):match("^%S+")
  if file then
    file:close()
  end
  return word
end

return measure
