--- require "tilepath.jit_off"(): LuaJIT interprets the calling file. After that,
-- require "tilepath.jit_off"(f, ...): but it compiles these functions.
--
-- LuaJIT keeps at most 512 KB of machine code. Code with many branches, of
-- which each call takes others, fills it with side traces. Then all of it is
-- dropped and compiled again, for ever: crowds became twenty times slower than
-- with the interpreter alone. So of the core in Lua only files with long loops
-- over cells are compiled: search.lua, dijkstra.lua, heuristic.lua, path.lua,
-- searchpath.lua and fill.lua, and such loops of map.lua and agent.lua; and
-- core.lua, since updates of followers (follower/) are compiled, too, and call
-- it.

local siblings = (...):match("^.*[./]") or ""
local jit = require(siblings .. "host")("jit")
local off = jit and jit.off

return function(...)
  if off and ... then
    for _, loop in ipairs { ... } do
      jit.on(loop)
    end
  elseif off then
    -- As a tail call, so that `true` means the file and not this function.
    return off(true, true)
  end
end
