--- The core in Lua: what the C module is elsewhere, for hosts that load none.
--
-- Returns the table that the C module returns, with the same functions and
-- classes. What it lacks raises an error that says so.

local siblings = (...):gsub("[./]init$", "") .. "."

local core = {}

-- Each adds its functions and classes to the core.
for _, file in ipairs { "grid", "fill", "dump", "links", "walls", "finder",
  "sight", "field", "reach", "queue" } do
  local is_there, part = pcall(require, siblings .. file)
  if is_there then
    part.open(core)
  elseif not tostring(part):find("module '" .. siblings .. file, 1, true) then
    error(part, 0)
  end
end

return core
