--- Each public call once, and the operators of each kind of object, on the small
-- world of the specs: with the right arguments of spec/contract/calls.lua.
-- Argument: a function of calls.lua.

local starve = ...

local data = require "spec.contract.calls"
local sorted = require "spec.support.sorted"

local unpack = rawget(table, "unpack") or rawget(_G, "unpack")

local CLASSES = { grid = "Grid", finder = "Pathfinder", search = "Search",
  field = "Field", reach = "Reach", view = "View", path = "Path",
  crowd = "Crowd", unit = "Unit", queue = "Queue", ticket = "Ticket",
  hero = "Follower", house = "Building", floor = "Floor",
  layer = "Layer", picture = "Picture", tilepath = "tilepath" }

-- calls.lua has these alone: they fill a table of the game, draw with LÖVE, or
-- refer to each other in circles.
local ELSEWHERE = { ["picture:triangles"] = true, ["tilepath.draw"] = true,
  ["tilepath.building"] = true }

--- All that an iterator gives, or the first result of a call: a list of all
-- results would need memory after the call has done its work.
local function result_of(first, state, value)
  if type(first) ~= "function" then
    return first
  end
  local all = {}
  local values = { first(state, value) }
  while values[1] ~= nil do
    all[#all + 1] = values
    values = { first(state, values[1]) }
  end
  return all
end

--- An entry for a call on a new world: run(world) makes the call.
local function each(name, noun, prepare)
  starve(name .. " (small world)", function()
    local world = data.world()
    local is_shown = CLASSES[noun] ~= "tilepath" and noun ~= "house"
      and noun ~= "floor"
    -- The call is hidden from actions that change tables.
    return { grid = world.grid, finder = world.finder,
      self = is_shown and world[noun] or nil, run = prepare(world) }
  end, function(o)
    return o.run()
  end)
end

for _, name in ipairs(sorted(data.calls)) do
  local noun, rest = name:match("^(%l+)(.*)$")
  if not ELSEWHERE[name] then
    each(CLASSES[noun] .. rest, noun, function(world)
      local call = data.prepare(name, world)
      return function()
        return result_of(call.f(unpack(call.arguments, 1, call.n)))
      end
    end)
  end
end

local some = data.world()
for _, noun in ipairs(sorted(CLASSES)) do
  local metatable = getmetatable(some[noun])
  if metatable and metatable.__tostring then
    each(CLASSES[noun] .. ".__tostring", noun, function(world)
      return function() return tostring(world[noun]) end
    end)
  end
end

for noun in ("grid finder search field reach view crowd queue ticket layer unit")
  :gmatch("%l+") do
  each(CLASSES[noun] .. ".__newindex", noun, function(world)
    local object = world[noun]
    return function() return (pcall(function() object.status = 3 end)) end
  end)
  each(CLASSES[noun] .. ".__index", noun, function(world)
    local object = world[noun]
    return function() return object.no_such_thing end
  end)
end

for noun in ("grid reach view crowd"):gmatch("%l+") do
  each(CLASSES[noun] .. ".__len", noun, function(world)
    local object = world[noun]
    return function() return #object end
  end)
end
