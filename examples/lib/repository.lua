-- Lets `require "tilepath"` find what `make` built in a checkout, or the folder
-- tilepath/ of the zip for games, so that an example can be started by hand.
-- Your own program needs no such file: LuaRocks has installed the library, or
-- the folder tilepath/ lies beside the program.

local examples = (arg and arg[0] or ""):match("^(.*)[/\\]") or "."
local root = examples .. "/.."
local vm = jit and "luajit" or "lua" .. _VERSION:match("%d+%.%d+$")
local build = root .. "/build/" .. vm .. "/?.so"

package.path = table.concat({
  root .. "/lua/?.lua", root .. "/lua/?/init.lua", root .. "/?/init.lua",
  root .. "/?.lua", examples .. "/?.lua", package.path,
}, ";")

-- LUA_CPATH comes first if it is set: `make` uses it to name another build (one
-- with sanitizers, for example).
package.cpath = os.getenv("LUA_CPATH") and package.cpath .. ";" .. build
  or build .. ";" .. package.cpath
