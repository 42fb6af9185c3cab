--- The angle of a direction, to the same bit on every machine: C libraries
-- differ in the last bits of their atan2.
--
-- With k the multiple of 1/8 that is nearest to t,
--
--     atan t = atan k + atan r,    r = (t - k) / (1 + t k)
--
-- and r is 1/16 at most: seven terms of its series are enough.

require(((...):match("^.*[./]") or "") .. "luajit").exact()

local abs, floor = math.abs, math.floor

local PI, HALF_PI = 3.141592653589793, 1.5707963267948966

-- The values of atan at 0, 1/8, ..., 1.
local ATAN = { 0, 0.12435499454676144, 0.24497866312686414,
  0.35877067027057225, 0.4636476090008061, 0.5585993153435624,
  0.6435011087932844, 0.7188299996216245, 0.7853981633974483 }

--- The arc tangent of a number from 0 to 1.
local function atan(t)
  local i = floor(8 * t + 0.5)
  local k = i / 8
  local r = (t - k) / (1 + t * k)
  local s = r * r
  return ATAN[i + 1] + (r - r * s * (1 / 3 - s * (1 / 5 - s * (1 / 7 - s *
    (1 / 9 - s * (1 / 11 - s * (1 / 13)))))))
end

--- The same as math.atan2: an angle above -pi, up to pi; 0 for 0, 0.
return function(y, x)
  local across, along = abs(y), abs(x)
  local angle
  if across == 0 and along == 0 then
    return 0
  elseif across <= along then
    angle = atan(across / along)
  else
    angle = HALF_PI - atan(along / across)
  end
  if x < 0 then
    angle = PI - angle
  end
  return y < 0 and -angle or angle
end
