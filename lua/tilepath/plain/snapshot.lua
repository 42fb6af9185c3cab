--- Results around a cell that do not change with the map: views and reaches.
-- Each holds the cells of its kind, which are counted and iterated over without
-- the map.

local siblings = (...):match("^.*[./]") or ""
local parent = (...):match("^(.*)plain[./]") or ""
require(parent .. "luajit").off()
local args = require(siblings .. "args")
local class = require((siblings:gsub("plain[./]$", "")) .. "class")

local floor = math.floor

local snapshot = {}

--- Iterates in reading order over the cells of an agent for which `report`
-- returns up to three values, with these; without the first if it is true.
-- @param places  their places, in that order
function snapshot.each(g, pitch, places, report)
  local i, base_x, base_y = 0, floor(g.base_x) - 1, floor(g.base_y) - 1
  return function()
    while places[i + 1] do
      i = i + 1
      local p = places[i]
      local value, b, c = report(p)
      if value then
        return floor(p % pitch + base_x), floor(p / pitch) + base_y,
          value ~= true and value or nil, b, c
      end
    end
  end
end

--- The places that have a value in a table, in reading order.
function snapshot.places(value)
  local places = {}
  for p in pairs(value) do
    places[#places + 1] = p
  end
  table.sort(places)
  return places
end

--- A new kind of snapshot, with the methods of all kinds.
-- @param cells  its iterator, of the state
-- @param count  how many cells these are, of the state
function snapshot.new(name, cells, count)
  local methods, properties, noun = {}, { count = count }, name:lower()
  local kind = class.new(name, methods, properties)

  function methods.cells(self)
    return cells(class.self(kind, self, "cells"))
  end

  function kind.__len(self)
    return count(class.self(kind, self, "__len"))
  end

  function kind.__tostring(self)
    local s = class.self(kind, self, "__tostring")
    return ("%s of %d %s from %d, %d"):format(noun, count(s),
      count(s) == 1 and "cell" or "cells", s.x, s.y)
  end

  return kind, methods
end

--- A new snapshot of a kind around a cell: a handle and its state.
function snapshot.make(kind, finder, a, x, y)
  local g = a.grid
  local s = { finder = finder, agent = a, shape = g.shape, pitch = a.pitch,
    frame = { width = g.width, height = g.height,
      base_x = floor(g.base_x), base_y = floor(g.base_y) } }
  s.x, s.y = args.shown(a.grid, x, y)
  return class.make(kind, s), s
end

function snapshot.open(core)
  --- core.maker(view or reach): its pathfinder.
  function core.maker(handle)
    return class.state(getmetatable(handle), handle).finder
  end
end

return snapshot
