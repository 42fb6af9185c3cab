--- The kinds of objects: handles that a game holds, and the states behind them.
--
-- A handle is a userdata on Lua 5.1 and LuaJIT, where tables have no `#` of
-- their own, and an empty table elsewhere. Its state is a plain table that the
-- files of this folder read and write freely; a game cannot get at it.
--
-- No state holds its own handle: on Lua 5.1 it would never be collected.

local siblings = (...):match("^(.*)plain[./]") or ""
local check = require(siblings .. "check")

local newproxy = rawget(_G, "newproxy")
local raw_equal = rawequal

local class = {}

-- The states of all objects, by handle.
local states = setmetatable({}, { __mode = "k" })

-- What messages call an object, by its metatable.
local nouns = {}


--- A new kind: its metatable.
-- @param name        "Grid"
-- @param methods     functions by name, which get the handle
-- @param properties  functions by name, which get the state
-- @param assign      for a kind with fields that can be written: a function of
--                    state, key and value that returns true if it took that
function class.new(name, methods, properties, assign)
  local noun = name:lower()
  local proxy = newproxy and newproxy(true)
  local metatable = proxy and getmetatable(proxy) or {}
  nouns[metatable] = noun
  metatable.__name = "tilepath." .. name
  metatable.__index = function(handle, key)
    local method = methods[key]
    if method then
      return method
    end
    local property = properties[key]
    return property and property(class.self(metatable, handle, "__index"))
  end
  metatable.__newindex = function(handle, key, value)
    local state = class.self(metatable, handle, "__newindex")
    if not (assign and assign(state, key, value)) then
      check.raise(("%s: field %s cannot be written"):format(noun,
        check.show(key)))
    end
  end
  metatable.__tostring = function(handle)
    class.self(metatable, handle, "__tostring")
    return noun
  end
  metatable.__proxy = proxy
  return metatable
end

--- A new object with that state.
function class.make(metatable, state)
  local proxy = metatable.__proxy
  local handle = proxy and newproxy(proxy) or setmetatable({}, metatable)
  states[handle] = state
  return handle
end

--- The state of an object of that kind; nil for anything else.
function class.state(metatable, value)
  local state = states[value]
  if state and raw_equal(getmetatable(value), metatable) then
    return state
  end
end

--- The state of the object that a method was called on.
function class.self(metatable, handle, call)
  local state = handle ~= nil and states[handle]
  if state and raw_equal(getmetatable(handle), metatable) then
    return state
  end
  check.raise(("%s: self must be a %s, got %s%s"):format(call,
    nouns[metatable], check.show(handle),
    call:sub(1, 1) == "_" and "" or " (call it with a colon)"))
end

--- The state of an argument.
function class.argument(call, name, value, metatable, what)
  local state = value ~= nil and class.state(metatable, value)
  if not state then
    check.fail(call, name, what, value)
  end
  return state
end

--- Raises for what this core has not.
function class.lacks(call, thing)
  check.raise(("%s: %s needs the C module"):format(call, thing))
end

return class
