--- The kinds of objects: handles that a game holds, and the states behind them.
--
-- A handle is a table with nothing but its state. So nothing of a game can
-- come between the names of methods, properties that are worked out, and what
-- the files of this folder keep. (A userdata of `newproxy` would have `#` on
-- Lua 5.1, too; but LÖVE dies of one that it is given.)

local siblings = (...):match("^(.*)plain[./]") or ""
local check = require(siblings .. "check")

local class = {}

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
  local metatable = { __name = "tilepath." .. name }
  nouns[metatable] = noun
  function metatable.__index(handle, key)
    local method = methods[key]
    if method then
      return method
    end
    local property = properties[key]
    return property and property(class.self(metatable, handle, "__index"))
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

--- A new object with that state.
function class.make(metatable, state)
  return setmetatable({ _state = state }, metatable)
end

--- The state of an object of that kind; nil for anything else.
function class.state(metatable, value)
  if type(value) == "table" and getmetatable(value) == metatable then
    return rawget(value, "_state")
  end
end

--- The state of the object that a method was called on.
function class.self(metatable, handle, call)
  local state = class.state(metatable, handle)
  if not state then
    check.raise(("%s: self must be a %s, got %s%s"):format(call,
      nouns[metatable], check.show(handle),
      call:sub(1, 1) == "_" and "" or " (call it with a colon)"))
  end
  return state
end

--- The state of an argument.
function class.argument(call, name, value, metatable, what)
  return class.state(metatable, value) or check.fail(call, name, what, value)
end

--- Calls f(a, b), which may raise, but not yield: a call from C is in between.
-- @return true; or false and what it has raised
function class.guard(f, a, b)
  local is_fine, message
  string.gsub("x", "x", function()
    is_fine, message = pcall(f, a, b)
  end)
  return is_fine, message
end

--- Raises for what this core has not.
function class.lacks(call, thing)
  check.raise(("%s: %s needs the C module (see \"Without a module\" in "
    .. "docs/install.md)"):format(call, thing))
end

return class
