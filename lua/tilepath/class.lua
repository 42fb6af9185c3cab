--- The kinds of objects in Lua: the handles that a game holds, and the states
-- behind them.
--
-- A handle is a table with only its state. So nothing of a game gets between
-- method names, computed properties, and the fields that the library uses. (A
-- userdata of `newproxy` would support `#` on Lua 5.1, too, but LÖVE crashes if
-- it is given one.)

local siblings = (...):match("^.*[./]") or ""
local check = require(siblings .. "check")

local class = {}

-- The noun for an object in messages, by its metatable.
local nouns = {}

local kinds = {} -- metatables by name

--- The metatable of a kind, which class.new fills when the kind's file is loaded,
-- and its methods.
function class.kind(name)
  local kind = kinds[name] or { metatable = { __name = "tilepath." .. name },
    methods = {} }
  kinds[name] = kind
  return kind.metatable, kind.methods
end

--- Fills the metatable of a new kind.
-- @param name        such as "Grid"
-- @param methods     functions by name; they get the handle
-- @param properties  functions by name; they get the state
-- @param assign      for a kind with fields that a game may write: a function
-- of state, key and value, which returns true if it accepts the value
function class.new(name, methods, properties, assign)
  local noun, metatable = name:lower(), class.kind(name)
  nouns[metatable] = noun
  function metatable.__index(handle, key)
    local method = methods[key]
    if method then
      return method
    end
    local state, property = class.self(metatable, handle, "__index"),
      properties[key]
    return property and property(state)
  end
  function metatable.__newindex(handle, key, value)
    local state = class.self(metatable, handle, "__newindex")
    if not (assign and assign(state, key, value)) then
      check.raise(("%s: field %s cannot be written"):format(noun,
        check.show(key)))
    end
  end
  return metatable
end

--- Adds properties that are fields of the state: by their names, those of the
-- fields.
function class.fields(properties, fields)
  for name, field in pairs(fields) do
    properties[name] = function(state) return state[field] end
  end
end

--- Gives an object a state, which then is its only field: a function that returns
-- the state. What copies or prints a table deeply, as a spy of busted does with the
-- arguments of each call, stops there, before the cells of the map.
function class.give(handle, state)
  rawset(handle, "_state", function() return state end)
  return handle
end

--- A new object with this state.
function class.make(metatable, state)
  return setmetatable(class.give({}, state), metatable)
end

--- The state of an object of this kind; nil for other values.
function class.state(metatable, value)
  if type(value) == "table" and getmetatable(value) == metatable then
    local state = rawget(value, "_state")
    return state and state()
  end
end

--- The state of a method's object; raises for other values.
function class.self(metatable, handle, call)
  local state = class.state(metatable, handle)
  if not state then
    check.raise(("%s: self must be a %s, got %s%s"):format(call,
      nouns[metatable], check.show(handle),
      call:sub(1, 1) == "_" and "" or " (call it with a colon)"))
  end
  return state
end

--- The state of an argument; raises for other values.
function class.argument(call, name, value, metatable, what)
  return class.state(metatable, value) or check.fail(call, name, what, value)
end

local depth = 0 -- of calls of the game's functions

--- Does a function of the game run, which the library has called?
function class.is_within()
  return depth > 0
end

-- What the guard that begins is to call, and what that returned. (No closure for
-- each guard: making one may fail for want of memory.)
local f, a, b, c, d, e, result

local function run()
  local call, p, q, r, s, t = f, a, b, c, d, e
  f, a, b, c, d, e = nil, nil, nil, nil, nil, nil
  depth = depth + 1
  result = call(p, q, r, s, t)
end

--- Calls a function, which may raise but not yield, because a C function is in
-- between. It is to make its object busy itself: the guard raises if the stack is
-- too small for the call.
-- @param ...  the function and up to five arguments
-- @return true and the result; or false and the error
function class.guard(...)
  local before = depth
  f, a, b, c, d, e = ...
  local is_fine, message = pcall(string.gsub, "x", "x", run)
  depth = before
  if is_fine then
    message, result = result, nil
  end
  return is_fine, message
end

return class
