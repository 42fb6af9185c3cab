--- States as text: a flat table as one line of printable ASCII, and back.
--
--     tilepath-follower 3 path#1=13^-1;way.state:moving;...;0a1b2c3d
--
-- Keys are strings; values are numbers, strings and booleans. The line has no
-- quotes and no backslashes, so JSON and Lua hold it as it is. A number that is
-- not whole is a whole one times a power of two: 13^-1 is 6.5. So numbers come
-- back exactly, in any locale. Of keys and strings, the bytes in NOT_PLAIN
-- are written as %41. At the end stands a sum of all before.
--
-- A text from a stranger is safe to read. What it says is for the reader of the
-- table to check.
--
-- Cost: O(length), and the order of the keys.

local siblings = (...):match("^.*[./]") or ""
local check = require(siblings .. "check")

local abs, byte, char, huge = math.abs, string.byte, string.char, math.huge

local flat = {}

-- The version of each noun's table.
local VERSIONS = { follower = 3, crowd = 7 }

local NOT_PLAIN = "[^0-9A-Za-z .#^_-]"

-- The digits of a sum.
local SUM = 8

-- With these, each product is exact in a double.
local PRIME, FACTOR = 2147483647, 65599

--- A sum of a text: a polynomial of its words of four bytes. It changes with
-- each byte.
local function sum_of(text)
  local sum = #text
  for i = 1, #text, 4 do
    local a, b, c, d = byte(text, i, i + 3)
    local word = ((a * 256 + (b or 0)) * 256 + (c or 0)) * 256 + (d or 0)
    sum = (sum * FACTOR + word) % PRIME
  end
  return ("%08x"):format(sum)
end

local function hide(letter)
  return ("%%%02X"):format(byte(letter))
end

local function unhide(digits)
  return char(tonumber(digits, 16))
end

local function number_text(value)
  local exponent = 0
  if value == huge then
    return "inf"
  end
  while value % 1 ~= 0 do
    value, exponent = value * 2, exponent - 1
  end
  while abs(value) >= 2 ^ 53 do
    value, exponent = value / 2, exponent + 1
  end
  return (exponent == 0 and "%.0f" or "%.0f^%d"):format(value, exponent)
end

--- The number that a text says; nil: none.
function flat.number(text)
  local digits, exponent = text:match("^(-?%d+)%^(-?%d+)$")
  digits = digits or text:match("^-?%d+$")
  if not digits then
    return text == "inf" and huge or nil
  end
  -- (With "e0" it is a float, so -0 keeps its sign.)
  local value = tonumber(digits .. "e0") * 2.0 ^ tonumber(exponent or 0)
  return value - value == 0 and value or nil
end

--- Adds its sum to a text.
function flat.seal(text)
  return text .. sum_of(text)
end

--- Writes a table. Its numbers are finite, or math.huge.
-- @param noun  a key of VERSIONS
function flat.write(noun, values)
  local keys, words = {}, {}
  for key in next, values do
    keys[#keys + 1] = key
  end
  table.sort(keys)
  for i, key in ipairs(keys) do
    local value = values[key]
    local kind = type(value)
    if kind == "string" then
      value = ":" .. value:gsub(NOT_PLAIN, hide)
    else
      value = "=" .. (kind == "number" and number_text(value)
        or tostring(value))
    end
    words[i] = key:gsub(NOT_PLAIN, hide) .. value
  end
  words[#words + 1] = ""
  return flat.seal(("tilepath-%s %d "):format(noun, VERSIONS[noun])
    .. table.concat(words, ";"))
end

--- Reads a text for a call of the game.
-- @return a new table; or nil and "damaged" or "version"
function flat.read(call, noun, text)
  if type(text) ~= "string" then
    check.fail(call, "state", "a string that state() returned", text)
  end
  local name, version, at = text:match("^tilepath%-(%l+) (%d+) ()")
  if name ~= noun or text:sub(-SUM) ~= sum_of(text:sub(1, -SUM - 1)) then
    return nil, "damaged"
  elseif tonumber(version) ~= VERSIONS[noun] then
    return nil, "version"
  end
  local values, body, expected = {}, text:sub(at, -SUM - 1), 1
  for first, key, mark, value, past
    in body:gmatch("()([^=:;]*)([=:])([^;]*);()") do
    key = key:gsub("%%(%x%x)", unhide)
    if mark == ":" then
      value = value:gsub("%%(%x%x)", unhide)
    elseif value == "true" or value == "false" then
      value = value == "true"
    else
      value = flat.number(value)
    end
    if first ~= expected or value == nil or values[key] ~= nil then
      return nil, "damaged"
    end
    values[key], expected = value, past
  end
  if expected <= #body then
    return nil, "damaged"
  end
  return values
end

return flat
