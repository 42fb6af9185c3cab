--- The globals that a host may lack, by name: host("debug").
--
-- A missing global gives nil, also where a host raises for it. Most hosts keep
-- their globals in _G. Some sandboxes have no _G, and that of Roblox is empty.
-- There each global has to be named in the source.

local NAMED = {
  _VERSION = function() return _VERSION end,
  debug = function() return debug end,
  io = function() return io end,
  jit = function() return jit end,
  love = function() return love end,
  os = function() return os end,
  rawlen = function() return rawlen end,
}

local _, globals = pcall(function() return _G end)
globals = type(globals) == "table" and rawget(globals, "pcall") and globals

return function(name)
  if globals then
    return rawget(globals, name)
  end
  local found, value = pcall(NAMED[name])
  return found and value or nil
end
