--- The core in Lua, for hosts that cannot load the C module.
--
-- Returns a table with the same functions and classes as the C module.

local siblings = (...):match("^.*[./]") or ""
local args = require(siblings .. "args")

local core = { version = "1.1.0-dev", language = "Lua", meant = args.meant }

-- Each file adds its functions and classes to the core.
for _, file in ipairs { "grid", "layer", "fill", "dump", "finder", "visibility",
  "field", "reach", "crowd" } do
  require(siblings .. file).open(core)
end
require(siblings .. "resize")

return core
