--- What the numbers of this host can hold. Some hosts are built with floats and
-- integers of 32 bits, whose sums wrap around beyond 2^31.

local integers = rawget(math, "maxinteger")
local has_small_floats = 2.0 ^ 24 + 1 == 2.0 ^ 24
local is_small = has_small_floats or integers ~= nil and integers < 2 ^ 53

-- The part by which a sum of some numbers may be off.
local ROUNDING = has_small_floats and 2 ^ -17 or 2 ^ -48

local exact = {}

--- Are whole numbers exact only up to less than 2^53, as those of a double are?
exact.is_small = is_small

--- The power of two up to which whole numbers and their sums are exact.
exact.most = is_small and (integers and 2 ^ 30 or 2 ^ 24) or 2 ^ 53

--- The largest number. Floats of 32 bits read this one as infinity.
local LARGEST = 1.7976931348623157e308
exact.largest = LARGEST < math.huge and LARGEST or (2 - 2 ^ -23) * 2.0 ^ 127

--- The tolerance of a comparison, as a part of what is compared: `least`, or a
-- rounding of this host if that is more.
function exact.tolerance(least)
  return math.max(least, ROUNDING)
end

--- Costs are exact to 4e-7. A limit times this has room for what costs exactly
-- that.
exact.COST = 1 + 5e-7

return exact
