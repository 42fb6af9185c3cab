--- require "tilepath.plain": tilepath with the core in Lua, even if a C module
-- could be loaded.
--
-- Returns the same table as `require "tilepath"`, from then on, too. A Lua
-- state has only one core.

local own = ...
local parent = own:match("^(.*)[./]plain$")

local loader = require(parent .. ".loader")
loader.choose_plain "tilepath.plain"

-- By the file's own name, because plain Lua 5.1 and LuaJIT do not look for
-- init.lua beside a program.
local loaded = package.loaded
loaded[parent] = loaded[parent] or require(parent .. ".init")

return loaded[parent]
