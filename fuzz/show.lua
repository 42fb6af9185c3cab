--- Shows results and objects as text, by which starve.lua and finalize.lua
-- compare them.

local tilepath = require "tilepath"
local core = require "tilepath_core"
local flat = require "tilepath.serialize"

local Follower = getmetatable(tilepath.follower {})
local house = tilepath.building { hall = { 1, 1 } }
local Building, Floor = getmetatable(house), getmetatable(house.hall)

--- A value as text. Equal values give the same text.
local function show(value)
  local kind = getmetatable(value)
  if type(value) == "number" then
    return ("%.14g"):format(value)
  elseif kind == core.Grid then
    return ("%q"):format(value:save())
  elseif kind == core.Crowd then
    return show(value:save())
  elseif kind == core.Unit then
    return ("%s at %.14g, %.14g"):format(tostring(value), value.x, value.y)
  elseif kind and (kind == core.Queue or kind == core.Ticket
    or kind == Building or kind == Floor) then
    return tostring(value) -- buildings and floors refer to each other
  elseif kind == core.Layer then
    local rows = {}
    for y = 1, value.grid.height do
      for x = 1, value.grid.width do
        rows[#rows + 1] = value:get(x, y)
      end
    end
    return table.concat(rows, " ")
  elseif kind == Follower then
    local values = flat.read("show", "follower", value:save())
    values["motion.budget"] = nil -- grows with each failed update
    return show(values)
  elseif type(value) == "userdata" or type(value) == "function" then
    return type(value)
  elseif type(value) ~= "table" then
    return tostring(value)
  end
  local words = {}
  for key, item in pairs(value) do
    if key ~= "seconds" then
      words[#words + 1] = tostring(key) .. " = " .. show(item)
    end
  end
  table.sort(words)
  return "{ " .. table.concat(words, ", ") .. " }"
end

return show
