--- Fields that a game has written into units or a follower, in a saved state: the
-- option `keys` of save.
--
-- In the flat table of a state (serialize.lua) stand the names, `keys 1`, and
-- the values, `own 3 hp` for the unit with id 3. Integers stand as digits, under
-- `whole 3 hp`, so that they come back as integers.
--
-- Cost: O(fields).

local siblings = (...):match("^.*[./]") or ""
local check = require(siblings .. "check")
local given = require(siblings .. "given")

local abs, huge = math.abs, math.huge
local type_of = rawget(math, "type")

local gamefields = {}

--- Reads the option `keys`.
-- @param is_free  a function: may a game use the name for a field of its own?
function gamefields.names(keys, is_free)
  local names = {}
  given.kind("save", "keys", keys, "table", "a list of names of fields")
  for i = 1, check.length(keys) do
    local name = keys[i]
    if type(name) ~= "string" or not is_free(name) then
      check.fail("save", ("keys[%d]"):format(i), "the name of a field of the "
        .. "game's own", name)
    end
    names[i] = name
  end
  return names
end

--- The digits of an integer; nil for other values. Where Lua has no integers,
-- whole numbers count as such.
local function digits_of(value)
  if type_of then
    return type_of(value) == "integer" and ("%d"):format(value) or nil
  end
  local is_whole = type(value) == "number" and value % 1 == 0
    and abs(value) < 2 ^ 53 and (value ~= 0 or 1 / value > 0)
  return is_whole and ("%.0f"):format(value) or nil
end

--- Adds the names to a table of values.
function gamefields.begin(values, names)
  for i, name in ipairs(names) do
    values["keys " .. i] = name
  end
end

--- Adds these fields of a body.
-- @param noun  the body in errors: "unit"
function gamefields.add(values, body, id, names, noun)
  for _, name in ipairs(names) do
    local value = body[name]
    local kind, digits = type(value), digits_of(value)
    if kind == "number" and not (value > -huge and value <= huge)
      or value ~= nil and kind ~= "number" and kind ~= "string"
      and kind ~= "boolean" then
      check.fail("save", ("%s of %s"):format(name, noun),
        "a number, a string or a boolean", value)
    end
    values[("%s %d %s"):format(digits and "whole" or "own", id, name)] =
      digits or value
  end
end

--- Takes all of that out of a table of values.
-- @return the names, and tables of values by id; nil if they are damaged
function gamefields.take(values, is_free)
  local names, known, all = {}, {}, {}
  while values["keys " .. #names + 1] ~= nil do
    local key = "keys " .. #names + 1
    local name = values[key]
    if type(name) ~= "string" or not is_free(name) then
      return nil
    end
    names[#names + 1], known[name], values[key] = name, true, nil
  end
  for key, value in next, values do
    local mark, id, name = key:match("^(%l+) (%d+) (.*)$")
    if mark == "own" or mark == "whole" then
      local is_digits = mark == "own" or type(value) == "string"
        and value:find("^%-?%d+$")
      if not known[name] or not is_digits then
        return nil
      end
      all[tonumber(id)] = all[tonumber(id)] or {}
      if mark == "whole" then
        value = tonumber(value)
      end
      all[tonumber(id)][name] = value
      values[key] = nil
    end
  end
  return names, all
end

--- Gives a body its fields: those without a value become nil.
function gamefields.give(body, names, own)
  for _, name in ipairs(names) do
    local value = own and own[name]
    body[name] = value
  end
end

return gamefields
