--- Cuts of time into frames, for walks of followers (follower_walks.lua).

local numbers = require "spec.support.random"

local huge, sqrt = math.huge, math.sqrt

local frames_of = {}

--- The length of a path.
function frames_of.length_of(path)
  local sum = 0
  for i = 3, #path, 2 do
    sum = sum + sqrt((path[i] - path[i - 2]) ^ 2
      + (path[i + 1] - path[i - 1]) ^ 2)
  end
  return sum
end

--- The longest frame in which no whole round can hide (skipped rounds have no
-- events).
local function longest_frame(walk)
  local shortest = huge
  if not walk.is_round then
    return huge
  end
  for _, path in ipairs(walk.paths) do
    local length = frames_of.length_of(path)
    if length > 0 then
      shortest = math.min(shortest, length)
    end
  end
  return 0.9 * shortest / (walk.fastest or 150)
end

--- Even frames, none longer than that.
local function even_frames(time, longest)
  local frames, n = {}, math.max(1, math.ceil(time / longest))
  for i = 1, n do
    frames[i] = time / n
  end
  return frames
end

--- As few frames as possible without a hidden round.
function frames_of.coarse(walk)
  local longest = longest_frame(walk)
  return function(time)
    return even_frames(time, longest)
  end
end

--- Random frames by a seed: few or many, equal, unequal, or some very small;
-- none can hide a lap.
function frames_of.fine(seed, walk)
  local random, longest = numbers.new(seed), longest_frame(walk)
  return function(time)
    local n, marks = random.one_of(1, 2, 7, 40, 150), {}
    local even = random(1, 3) == 1
    for i = 1, n do
      marks[i] = even and time * i / n or random.real(0, time)
    end
    if random(1, 4) == 1 then
      marks[#marks + 1] = time * 1e-9
    end
    table.sort(marks)
    marks[#marks + 1] = time
    local frames, last = {}, 0
    for _, mark in ipairs(marks) do
      for _, dt in ipairs(even_frames(math.max(0, mark - last), longest)) do
        frames[#frames + 1] = dt
      end
      last = mark
    end
    return frames
  end
end

return frames_of
