--- Arrays with a value for each place of a map (agent.lua).
--
-- A table that grows takes the next power of two. The places of a map of 64, 256
-- or 1024 cells a side, with its border, are just above one: half of the table
-- would be empty, and the collector looks at all of it in one step. So where the
-- host has a way the table gets its room at once.

local siblings = (...):match("^.*[./]") or ""
local host = require((siblings:gsub("plain[./]$", "")) .. "host")

local array = {}

local has_new, new = pcall(require, "table.new") -- LuaJIT
local create = rawget(table, "create") or has_new and new -- Lua 5.5, Luau
local unpack = rawget(table, "unpack") or host("unpack")

local NONE = {}

--- A list gets the room of its values, here nil, if a call may return so many.
local function listed(last, value)
  return { [0] = value, unpack(NONE, 1, last) }
end

--- A table with room for 0 to `last`, to be filled in that order.
function array.room(last)
  local has_room, t = pcall(create or listed, last, 1)
  return has_room and t or {}
end

--- An array from 0 to `last` with this value.
function array.filled(last, value)
  local t = array.room(last)
  for i = 0, last do
    t[i] = value
  end
  return t
end

return array
