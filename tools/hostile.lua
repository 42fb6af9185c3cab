-- A collector that never rests: a new cycle begins as soon as one has ended,
-- and each step goes ten times as far as the allocations since the last. (Much
-- more, and LuaJIT runs a whole cycle for every allocation.) LUA_INIT has every
-- interpreter run this first.
if _VERSION == "Lua 5.5" then
  collectgarbage("param", "pause", 0)
  collectgarbage("param", "stepmul", 1000)
else
  collectgarbage("setpause", 0)
  collectgarbage("setstepmul", 1000)
end

-- And a compiler that does not wait: what ran once is compiled.
local jit = rawget(_G, "jit")
if jit then
  jit.opt.start("hotloop=1", "hotexit=1")
end
