-- Starts busted under whichever interpreter runs this file. The `busted`
-- command itself may be a Lua script with another VM in its first line, or a
-- shell wrapper around one.
--
-- Specs may require "tilepath_core" first: by then TILEPATH_CORE has been heeded.
if os.getenv("TILEPATH_CORE") == "lua" then
  require "tilepath"
end
require "busted.runner" { standalone = false }
