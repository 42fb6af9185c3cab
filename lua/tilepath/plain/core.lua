--- The core in Lua, for hosts that cannot load the C module.
--
-- Returns a table with the same functions and classes as the C module.

local siblings = (...):match("^.*[./]") or ""
local args = require(siblings .. "args")
local class = require((siblings:gsub("plain[./]$", "")) .. "class")
local options = require((siblings:gsub("plain[./]$", "")) .. "options")

local core = { version = "1.2.0-dev", language = "Lua", meant = args.meant }

-- Each file adds its functions and classes to the core.
for _, file in ipairs { "grid", "layer", "fill", "dump", "finder", "visibility",
  "field", "reach", "crowd" } do
  require(siblings .. file).open(core)
end
require(siblings .. "resize")

--- core.unaffected(finder, revision [, left, top, right, bottom]): the grid's
-- revision if no line of sight in that box of the world became free or blocked
-- since another revision; else nil. Here each edit counts, wherever it lies.
-- Followers ask in each update, and LuaJIT compiles an update only if it compiles
-- this, too: so it stands here.
function core.unaffected(finder, since)
  local f = class.argument("unaffected", "finder", finder, core.Pathfinder,
    "a pathfinder")
  return f.g.log.version == since and since or nil
end

-- The calls whose options the core reads.
local CALLS = { "crowd:add", "field:advance", "finder:field", "finder:find",
  "finder:line_of_sight", "finder:nearest", "finder:reach", "finder:view",
  "grid:fence", "grid:link", "queue:field", "queue:find", "unit:chase",
  "unit:flee", "unit:go", "unit:keep", "unit:patrol" }

--- core.options(): the options of these calls (options.lua).
function core.options()
  return options.list(CALLS)
end

return core
