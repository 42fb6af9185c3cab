-- Starts busted under whichever interpreter runs this file. The `busted`
-- command itself may be a Lua script with another VM in its first line, or a
-- shell wrapper around one.
require "busted.runner" { standalone = false }
