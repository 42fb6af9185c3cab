--- require "tilepath.plain": tilepath on the core in Lua, which loads no module.
--
-- Returns what `require "tilepath"` returns, from then on, too. A Lua state has
-- one core.

local own = ...
local parent = own:match("^(.*)[./]plain$")

local loader = require(parent .. ".loader")
loader.choose_plain(require(own .. ".core"), "tilepath.plain")

-- By the file's own name: plain Lua 5.1 and LuaJIT look for no init.lua beside
-- a program.
local loaded = package.loaded
loaded[parent] = loaded[parent] or require(parent .. ".init")

return loaded[parent]
