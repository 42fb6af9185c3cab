--- States and dumps as text: a flat table as one line of printable ASCII, and
-- back; or a list of values.
--
--     tilepath-follower 4 path#1=13^-1;progress.state:going;...;0a1b2c3d
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

local core = require "tilepath_core"
local siblings = (...):match("^.*[./]") or ""
local check = require(siblings .. "check")

local abs, char, huge = math.abs, string.char, math.huge

local serialize = {}

-- The version of each noun's form.
local VERSIONS = { follower = 4, crowd = 9, grid = 10, layer = 10 }

-- The version of a text with what the one before cannot say: fences with names,
-- a list of orders.
local LATER = { follower = 5, grid = 11 }

local NOT_PLAIN = "[^0-9A-Za-z .#^_-]"

-- The digits of a sum.
local SUM = 8

local function sum_of(text)
  return ("%08x"):format(core.sum(text))
end

local function hide(letter)
  return ("%%%02X"):format(letter:byte())
end

local function unhide_byte(digits)
  return char(tonumber(digits, 16))
end

local function unhide(text)
  return text:find("%", 1, true) and text:gsub("%%(%x%x)", unhide_byte) or text
end

--- A string as part of a word, and the string that this part says.
function serialize.hidden(text)
  return (text:gsub(NOT_PLAIN, hide))
end

function serialize.plain(text)
  return (unhide(text))
end

--- A number as text.
function serialize.text(value)
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
function serialize.number(text)
  local digits, exponent = text:match("^(-?%d+)%^(-?%d+)$")
  digits = digits or text:match("^-?%d+$")
  if not digits then
    return text == "inf" and huge or nil
  end
  -- (With "e0" it is a float, so -0 keeps its sign.)
  local value = tonumber(digits .. "e0") * 2.0 ^ tonumber(exponent or 0)
  return value - value == 0 and value or nil
end

--- A value as a word: a mark and a text.
local function word_of(value)
  local kind = type(value)
  if kind == "string" then
    return ":" .. value:gsub(NOT_PLAIN, hide)
  end
  return "=" .. (kind == "number" and serialize.text(value) or tostring(value))
end

--- The value of a word; nil: none.
local function value_of(mark, text)
  if mark == ":" then
    return (unhide(text))
  elseif mark ~= "=" then
    return nil
  elseif text == "true" or text == "false" then
    return text == "true"
  end
  return serialize.number(text)
end

--- An iterator over the words of a text, without the semicolon at the end of
-- each; nil if the last one has none. (Without that check, a pattern would look
-- for it behind each byte.)
function serialize.words(text)
  return (text == "" or text:sub(-1) == ";") and text:gmatch("([^;]*);") or nil
end

-- Titles and sums -------------------------------------------------------------

--- Adds its sum to a text.
function serialize.seal(text)
  return text .. sum_of(text)
end

--- The same for a text of a noun (a key of VERSIONS), behind its title.
-- @param is_later  does it need the version of LATER?
function serialize.close(noun, text, is_later)
  return serialize.seal(("tilepath-%s %d "):format(noun,
    is_later and LATER[noun] or VERSIONS[noun]) .. text)
end

--- Reads a sealed text with a title. White space behind the sum does not count.
-- @return the text between title and sum; or nil and "damaged" or "version"
function serialize.open(noun, text)
  text = text:sub(1, text:find("%s*$", -4) - 1)
  local name, version, at = text:match("^tilepath%-(%l+) (%d+) ()")
  if name ~= noun or text:sub(-SUM) ~= sum_of(text:sub(1, -SUM - 1)) then
    return nil, "damaged"
  elseif tonumber(version) ~= VERSIONS[noun]
    and tonumber(version) ~= LATER[noun] then
    return nil, "version"
  end
  return text:sub(at, -SUM - 1)
end

-- Lists -----------------------------------------------------------------------

--- A list of numbers (finite, or math.huge), strings and booleans as a text
-- without line ends. As -0 equals 0, it is written as 0.
function serialize.list(values)
  local words = {}
  for i, value in ipairs(values) do
    words[i] = word_of(value == 0 and 0 or value)
  end
  words[#words + 1] = ""
  return table.concat(words, ";")
end

--- The list that a text says; nil if a word says no value.
function serialize.values(text)
  local list, words = {}, serialize.words(text)
  if not words then
    return nil
  end
  for word in words do
    local value = value_of(word:sub(1, 1), word:sub(2))
    if value == nil then
      return nil
    end
    list[#list + 1] = value
  end
  return list
end

--- Is a value of a text a whole number from `low` to `high`?
function serialize.is_whole(value, low, high)
  return type(value) == "number" and value >= low and value <= high
    and value % 1 == 0
end

--- The goals that numbers of a text say: x, y, w, h and cost of each in turn.
function serialize.goals(numbers)
  local list = {}
  for i = 1, #numbers, 5 do
    list[#list + 1] = { numbers[i], numbers[i + 1], numbers[i + 2],
      numbers[i + 3], cost = numbers[i + 4] }
  end
  return list
end

-- Tables ----------------------------------------------------------------------

--- The words of a table. Its numbers are finite, or math.huge.
-- @param check_value  raises if the value under a key is none to write; or nil
function serialize.body(values, check_value)
  local words = {}
  for i, key in ipairs(check.sorted_keys(values)) do
    if check_value then
      check_value(key, values[key])
    end
    words[i] = key:gsub(NOT_PLAIN, hide) .. word_of(values[key])
  end
  words[#words + 1] = ""
  return table.concat(words, ";")
end

--- The same as a text of a noun.
function serialize.write(noun, values, check_value)
  return serialize.close(noun, serialize.body(values, check_value))
end

--- The table that the text between title and sum says; nil if it is damaged.
-- (Words may be long: their ends are found without a pattern.)
function serialize.parse(text)
  local values, at = {}, 1
  while at <= #text do
    local last, mark = text:find(";", at, true), text:find("[=:]", at)
    if not (mark and last and mark < last) then
      return nil
    end
    local key = unhide(text:sub(at, mark - 1))
    local value = value_of(text:sub(mark, mark), text:sub(mark + 1, last - 1))
    if value == nil or values[key] ~= nil then
      return nil
    end
    values[key], at = value, last + 1
  end
  return values
end

--- Reads a text for a call of the game.
-- @return a new table, and the text between title and sum; or nil and "damaged"
-- or "version"
function serialize.read(call, noun, text)
  if type(text) ~= "string" then
    check.fail(call, "text", "a string that save() returned", text)
  end
  local body, reason = serialize.open(noun, text)
  local values = body and serialize.parse(body)
  return values, values and body or reason or "damaged"
end

return serialize
