--- Reading tables that came out of a file.
--
-- An importer gets what a decoder made of a file that somebody wrote: anything
-- may stand anywhere. So every field is read raw (no metamethod runs), has its
-- type asked for at once, and is named in the message where it is wrong: by
-- `label`, which is the field's own name, or a longer one made only then.

local root = (...):match("^(.*[./])import[./]") or ""
local check = require(root .. "check")

local raw = {}

-- Farther out a coordinate tells nothing: doubles there skip whole numbers.
local FARTHEST = 2 ^ 53
raw.FARTHEST = FARTHEST

--- The value at a key; nil where it is null, as decoders that have one spell
-- it: a userdata, or a function.
local function get(t, key)
  local value = rawget(t, key)
  local kind = type(value)
  if kind ~= "userdata" and kind ~= "function" then
    return value
  end
end

raw.get = get

--- The name of a field: "width of layer 'ground'".
local function name_of(key, owner)
  return owner and ("%s of %s"):format(key, owner) or key
end

--- A table at a key; nil where there is none and it may be left out.
function raw.table(call, t, key, owner, may_lack)
  local value = get(t, key)
  if type(value) ~= "table" and not (may_lack and value == nil) then
    check.fail(call, name_of(key, owner), "a table", value)
  end
  return value
end

--- A string at a key; "" where there is none.
function raw.string(call, t, key, owner)
  local value = get(t, key)
  if value == nil then
    return ""
  elseif type(value) ~= "string" then
    check.fail(call, name_of(key, owner), "a string", value)
  end
  return value
end

function raw.whole(call, t, key, owner, low, high)
  return check.whole(call, name_of(key, owner), get(t, key), low, high)
end

--- A number that is a place or a length; `unless_given` where there is none.
function raw.number(call, t, key, owner, unless_given)
  local value = get(t, key)
  if value == nil and unless_given then
    return unless_given
  elseif type(value) ~= "number"
    or not (value >= -FARTHEST and value <= FARTHEST) then
    check.fail(call, name_of(key, owner), "a number from -2^53 to 2^53", value)
  end
  return value
end

--- The item i of the list at a key, which must be a table.
function raw.item(call, list, i, key, owner)
  local value = get(list, i)
  if type(value) ~= "table" then
    check.fail(call, name_of(("%s[%d]"):format(key, i), owner), "a table",
      value)
  end
  return value
end

--- An option that is a list of names, as a list; empty where it is left out.
function raw.names(call, options, key)
  local list = options[key]
  if list == nil then
    return {}
  elseif type(list) ~= "table" then
    check.fail(call, key, "a list of names", list)
  end
  local names = {}
  for i = 1, check.length(list) do
    if type(rawget(list, i)) ~= "string" then
      check.fail(call, ("%s[%d]"):format(key, i), "a name", rawget(list, i))
    end
    names[i] = rawget(list, i)
  end
  return names
end

return raw
