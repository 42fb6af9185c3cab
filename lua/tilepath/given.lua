--- What games give: options in the few forms that they have, each brought to
-- one. Mistakes are raised in the name of the call that the user made.

local siblings = (...):match("^.*[./]") or ""
local check = require(siblings .. "check")

local given = {}

--- The set of what is in some lists, as check.options takes it.
function given.set(...)
  local set = {}
  for _, list in ipairs { ... } do
    for _, item in ipairs(list) do
      set[item] = true
    end
  end
  return set
end

--- Raises for a method that is called on something else than `noun`.
function given.self(call, noun, self, is_right)
  if not is_right then
    check.raise(("%s: self must be %s, got %s (call it with a colon)"):format(
      call, noun, check.show(self)))
  end
end

--- A value of a type of Lua's; `what` says what it must be.
function given.kind(call, argument, value, kind, what)
  if type(value) ~= kind then
    check.fail(call, argument, what, value)
  end
  return value
end

--- true, false or nil.
function given.flag(call, argument, value)
  return value ~= nil
    and given.kind(call, argument, value, "boolean", "true or false")
end

--- A number from low to high. nan fails every comparison.
function given.number(call, argument, value, low, high, what)
  if type(value) ~= "number" or not (value >= low and value <= high) then
    check.fail(call, argument, what, value)
  end
  return value
end

--- A whole number from low to high, in words of its own.
function given.whole(call, argument, value, low, high, what)
  given.number(call, argument, value, low, high, what)
  return value == math.floor(value) and value
    or check.fail(call, argument, what, value)
end

--- What a unit of length may cost.
function given.price(call, argument, value)
  return given.number(call, argument, value, 1 / 1024, 1024,
    "a number from 1/1024 to 1024")
end

--- Two whole numbers in a table, or one that stands for both.
function given.pair(call, argument, value, low, high)
  if type(value) == "table" then
    return check.whole(call, argument .. "[1]", value[1], low, high),
      check.whole(call, argument .. "[2]", value[2], low, high)
  end
  check.whole(call, argument, value, low, high)
  return value, value
end

--- A list of names, or nil.
function given.names(call, argument, list)
  if list == nil then
    return nil
  end
  local names = {}
  given.kind(call, argument, list, "table", "a list of names")
  for i = 1, check.length(list) do
    names[i] = given.kind(call, ("%s[%d]"):format(argument, i), rawget(list, i),
      "string", "a name")
  end
  return names
end

--- Counts so many more of what a file may have: counter[key], in the name of
-- counter.call. Raises if there are more than `most`, which only a file made to
-- do harm has; `what` says so, and `label` with what.
function given.count(counter, key, more, most, what, label)
  counter[key] = (counter[key] or 0) + more
  if counter[key] > most then
    check.raise(("%s: %s, with %s"):format(counter.call, what:format(most),
      label))
  end
end

--- for key, value, label in given.entries(...): what is in a table (nil counts
-- as empty), in the order of its keys. A label is what messages call the value.
-- @param form    what the table must be
-- @param is_key  a test of each key, or nil
-- @param what    what a key must be
function given.entries(call, argument, t, form, is_key, what)
  local keys, i = {}, 0
  if t ~= nil then
    keys = check.sorted_keys(given.kind(call, argument, t, "table", form))
  end
  return function()
    i = i + 1
    local key = keys[i]
    if key == nil then
      return nil
    elseif is_key and not is_key(key) then
      check.fail(call, "each key of " .. argument, what, key)
    end
    return key, t[key], ("%s[%s]"):format(argument, check.show(key))
  end
end

return given
