--- The core in Lua: what the C module is elsewhere, for hosts that load none.
--
-- Returns the table that the C module returns, with the same functions and
-- classes. What it lacks raises an error that says so.

local siblings = (...):match("^.*[./]") or ""
local args = require(siblings .. "args")
local class = require(siblings .. "class")

local core = { version = "1.0.0-dev", language = "Lua", meant = args.meant }

-- Each adds its functions and classes to the core.
for _, file in ipairs { "grid", "fill", "dump", "finder", "eyes", "field",
  "reach", "queue" } do
  require(siblings .. file).open(core)
end

-- No object is of these, and what makes one raises.
for _, name in ipairs { "Crowd", "Layer", "Unit", "crowd_methods" } do
  core[name] = {}
end

for name, of in pairs {
  crowd = { "crowd", "a crowd" }, layer = { "layer", "a layer" },
  load_layer = { "load", "a layer" }, opening = { "explain", "to explain" },
} do
  core[name] = function()
    class.lacks(of[1], of[2])
  end
end

return core
