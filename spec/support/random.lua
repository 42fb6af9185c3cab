--- Random numbers that are the same on every VM.
--
-- `random(low, high)` is a whole number in [low, high], `random(high)` is in
-- [1, high]. `random.whole(low, high)`, `random.real`, `random.one_of`,
-- `random.any` and `random.chance(percent)` stand beside it.

local rows_of = require "spec.support.rows"

local random = {}

-- Lehmer's generator with Park and Miller's constants. A double holds all
-- of its products exactly.
local FACTOR, MODULUS = 16807, 2147483647

local callable = { __call = function(self, low, high)
  return self.whole(high and low or 1, high or low)
end }

--- A source of its own for each seed and name: laws of one seed share no
-- numbers.
-- @param name  string or nil
function random.new(seed, name)
  local state = seed % (MODULUS - 1) + 1
  for i = 1, name and #name or 0 do
    state = (state * FACTOR + name:byte(i)) % (MODULUS - 1) + 1
  end
  local function whole(low, high)
    state = state * FACTOR % MODULUS
    return low + math.floor(state / MODULUS * (high - low + 1))
  end
  whole(0, 1) -- small seeds have small first numbers
  return setmetatable({
    whole = whole,
    real = function(low, high)
      return low + (high - low) * whole(0, 2 ^ 30) / 2 ^ 30
    end,
    one_of = function(...)
      return (select(whole(1, select("#", ...)), ...))
    end,
    any = function(list)
      return list[whole(1, #list)]
    end,
    chance = function(percent)
      return whole(1, 100) <= percent
    end,
  }, callable)
end

--- A random map as text: each cell is one of the characters.
function random.map(source, width, height, characters)
  return table.concat(rows_of(width, height, function()
    local i = source(1, #characters)
    return characters:sub(i, i)
  end), "\n")
end

return random
