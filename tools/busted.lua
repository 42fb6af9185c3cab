-- Starts busted under whichever interpreter runs this file. The `busted`
-- command itself may be a Lua script with another VM in its first line, or a
-- shell wrapper around one.
--
-- Specs may require "tilepath_core" first: by then TILEPATH_CORE has been heeded.
-- Unless that is lua, a missing module is an error.
-- SINGLE names a folder with the one file of `make single`, which then is the
-- library.
local single = os.getenv("SINGLE")
if single then
  package.path = single .. "/?.lua;" .. package.path
  require "tilepath_extras"
end
local tilepath = require "tilepath"
if os.getenv("TILEPATH_CORE") ~= "lua" and tilepath.core_reason then
  error(tilepath.core_reason, 0)
end
require "busted.runner" { standalone = false }
