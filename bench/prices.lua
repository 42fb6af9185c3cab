--- Prices for maps that have none, the same as in textbook.c: in `blocks` of 8
-- x 8 cells; or of a `land`, grass, forest and swamp in patches of some 30
-- cells, with roads through all of it.
-- Each is a function of a cell, counted from 0.

local floor = math.floor

local prices = {}

local FEW = { 1, 1, 2, 3, 5 }

function prices.blocks(x, y)
  return FEW[(7 * floor(x / 8) + 13 * floor(y / 8)) % 5 + 1]
end

-- ---- the land ---------------------------------------------------------------

local WORD = 2 ^ 32 -- C has these numbers in words that wrap round
local PATCH, ROADS_APART, ROAD_WIDTH, ROAD_PIECE = 32, 80, 2, 48

local function xor(a, b)
  local sum, bit = 0, 1
  while a > 0 or b > 0 do
    if a % 2 ~= b % 2 then
      sum = sum + bit
    end
    a, b, bit = floor(a / 2), floor(b / 2), 2 * bit
  end
  return sum
end

--- In halves, since a product of two words is too large for a double.
local function times(a, b)
  local low = a % 65536
  local high = (a - low) / 65536
  return (high * b % 65536 * 65536 + low * b) % WORD
end

local mixed = {}

--- A random number from 0 to 255 that depends on two numbers.
local function mix(a, b)
  local key = a * 65536 + b
  if not mixed[key] then
    local h = xor(a * 73856093 % WORD, b * 19349663 % WORD)
    h = times(xor(h, floor(h / 8192)), 0x5bd1e995)
    mixed[key] = xor(h, floor(h / 32768)) % 256
  end
  return mixed[key]
end

--- Roads run in both directions, and are shifted from piece to piece.
local function is_road(x, y)
  local right = mix(floor(y / ROAD_PIECE), 7) % 24
  local down = mix(floor(x / ROAD_PIECE), 11) % 24
  return (x + right) % ROADS_APART < ROAD_WIDTH
    or (y + down) % ROADS_APART < ROAD_WIDTH
end

--- The ground blends the numbers at the corners of its patch.
function prices.land(x, y)
  if is_road(x, y) then
    return 1
  end
  local u, v = x % PATCH, y % PATCH
  local px, py = (x - u) / PATCH, (y - v) / PATCH
  local above = mix(px, py) * (PATCH - u) + mix(px + 1, py) * u
  local below = mix(px, py + 1) * (PATCH - u) + mix(px + 1, py + 1) * u
  local height = floor((above * (PATCH - v) + below * v) / (PATCH * PATCH))
  return height < 120 and 2 or height < 160 and 4 or 6
end

return prices
