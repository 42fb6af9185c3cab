-- A collector that never rests: a new cycle begins as soon as one has ended,
-- and each step goes far. LUA_INIT has every interpreter run this first.
if _VERSION == "Lua 5.5" then
  collectgarbage("param", "pause", 0)
  collectgarbage("param", "stepmul", 100000)
else
  collectgarbage("setpause", 0)
  -- 5.4 keeps it in a byte, in units of four.
  collectgarbage("setstepmul", _VERSION == "Lua 5.4" and 1000 or 100000)
end
