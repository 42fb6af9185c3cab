--- The power of two up to which whole numbers and their sums are exact here. A
-- double has 2^53 of them. Some hosts are built with floats and integers of 32
-- bits, whose sums wrap around beyond 2^31.

local most = rawget(math, "maxinteger")

return 2 ^ ((2.0 ^ 24 + 1 == 2.0 ^ 24 or most and most < 2 ^ 53) and 30 or 53)
