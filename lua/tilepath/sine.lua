--- The cosine and the sine of an angle in degrees, to the same bit on every
-- machine: C libraries differ in the last bits of theirs.
--
-- Quarter turns are taken off first, which is exact. The rest is an eighth of a
-- turn at most, for which eight terms of each series are enough. Both results are
-- rounded to ROUNDS, so the halves at 30 and 60 degrees are exact, too.

local siblings = (...):match("^.*[./]") or ""
require(siblings .. "luajit").exact()

local abs, floor = math.abs, math.floor

local RADIAN = 0.017453292519943295 -- of a degree
local ROUNDS = 2 ^ 50

--- The series of the cosine and of the sine of an angle of at least 0.
local function series(angle)
  local s, cosine, sine = angle * angle, 1, 1
  for k = 16, 2, -2 do
    cosine = 1 - s * cosine / (k * (k - 1))
    sine = 1 - s * sine / (k * (k + 1))
  end
  return floor(cosine * ROUNDS + 0.5) / ROUNDS,
    floor(angle * sine * ROUNDS + 0.5) / ROUNDS
end

return function(degrees)
  local turned = degrees % 360
  local quarters = floor(turned / 90 + 0.5)
  local left = turned - 90 * quarters
  local cosine, sine = series(abs(left) * RADIAN)
  sine = left < 0 and -sine or sine
  for _ = 1, quarters do
    cosine, sine = -sine, cosine
  end
  return cosine + 0.0, sine + 0.0 -- no -0
end
