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

local function finder_of(call, finder)
  return class.argument(call, "finder", finder, core.Pathfinder, "a pathfinder")
end

--- core.edits(finder): how many edits may have changed where the agent can be.
function core.edits(finder)
  local f = finder_of("edits", finder)
  local closing, edits = f.profile.closing, f.g.log.version
  for i = 1, closing and #closing or 0 do
    edits = edits + closing[i].log.version
  end
  return edits
end

--- core.unaffected(finder, edits [, left, top, right, bottom]): the number of
-- edits if no line of sight in that box of the world became free or blocked
-- since another number of edits; else nil. Here each edit counts, wherever it lies.
-- Followers ask in each update, and LuaJIT compiles an update only if it compiles
-- this, too: so it stands here.
function core.unaffected(finder, since)
  return core.edits(finder) == since and since or nil
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
