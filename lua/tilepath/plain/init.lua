--- require "tilepath.plain": tilepath on the core in Lua, which loads no module.
--
-- Returns what `require "tilepath"` returns, from then on, too. A Lua state has
-- one core.

local own = (...):gsub("[./]init$", "")
local parent = own:match("^(.*)[./]plain$")

local loader = require(parent .. ".loader")
loader.choose_plain(require(own .. ".core"), "tilepath.plain")

return require(parent)
