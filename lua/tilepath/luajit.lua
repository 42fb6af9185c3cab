--- Which functions LuaJIT compiles:
--
--     luajit.off()         it interprets the calling file from now on
--     luajit.on(f, ...)    but it compiles these functions of such a file
--     luajit.exact()       it interprets the calling file where compiled code
--                          would have other last bits
--
-- On ARM64 and PowerPC compiled code fuses a product and a sum, which rounds once
-- in place of twice; interpreted code does not. So files that compute places
-- are interpreted there. (An update of a follower then takes 4 times as long:
-- about a microsecond.)
--
-- LuaJIT keeps at most 512 KB of machine code. Code with many branches, of
-- which each call takes others, fills it with side traces. Then all of it is
-- dropped and compiled again, for ever: crowds became twenty times slower than
-- with the interpreter alone. So of the core in Lua only files with long loops
-- over cells are compiled: search.lua, tiebreaking.lua, dijkstra.lua,
-- heuristic.lua, linkheuristic.lua, path.lua, searchpath.lua, fill.lua, array.lua
-- and visibleset.lua, and such loops of map.lua, agent.lua, fencedsteps.lua and
-- fov.lua; and core.lua, since updates of followers (follower/) are compiled,
-- too, and call it.
--
-- LuaJIT 2.1 sometimes compiles a loop over the keys of a table wrongly, if it
-- has dropped its machine code before: of thousands of calls a few then get a
-- wrong result (rows.lua). fuzz/two_cores.lua looks for that.

local siblings = (...):match("^.*[./]") or ""
local jit = require(siblings .. "host")("jit")
local off = jit and jit.off

local luajit = {}

function luajit.off()
  if off then
    -- As a tail call, so that `true` means the file and not this function.
    return off(true, true)
  end
end

local FUSES = { arm64 = true, arm64be = true, ppc = true }

function luajit.exact()
  if off and FUSES[jit.arch] then
    return off(true, true)
  end
end

function luajit.on(...)
  for _, f in ipairs(off and { ... } or {}) do
    jit.on(f)
  end
end

return luajit
