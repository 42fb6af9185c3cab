--- Results around a cell that do not change with the map: views and reaches.
-- Each holds values by place for its cells.

local siblings = (...):match("^.*[./]") or ""
local parent = (...):match("^(.*)plain[./]") or ""
require(parent .. "luajit").off()
local agent = require(siblings .. "agent")
local args = require(siblings .. "args")
local class = require((siblings:gsub("plain[./]$", "")) .. "class")

local snapshot = {}

--- The value of a cell that the game names; nil if it has none. Also: is the
-- cell inside the grid?
function snapshot.look(s, call, x, y)
  local a = s.frame
  x, y = args.cell(call, a.grid, x, y)
  local is_inside = args.contains(a.grid, x, y)
  local p = is_inside and agent.place(a, x, y)
  return s.value[p], is_inside, p
end

--- Iterates in reading order over the cells of an agent for which `report`
-- returns up to three values, with these; without the first if it is true.
function snapshot.each(a, report)
  local at, width, cells = -1, a.grid.width, a.grid.width * a.grid.height
  return function()
    while at < cells - 1 do
      at = at + 1
      local x, y = at % width, math.floor(at / width)
      local value, b, c = report(agent.place(a, x, y))
      if value then
        x, y = args.shown(a.grid, x, y)
        return x, y, value ~= true and value or nil, b, c
      end
    end
  end
end

--- core.maker(view or reach): its pathfinder.
function snapshot.maker(handle)
  return class.state(getmetatable(handle), handle).finder
end

--- A new kind of snapshot, with the methods of all kinds.
function snapshot.new(name)
  local methods, properties, noun = {}, {}, name:lower()
  local kind = class.new(name, methods, properties)
  class.fields(properties, { count = "count" })

  function methods.cells(self)
    local s = class.self(kind, self, "cells")
    return snapshot.each(s.frame, function(p)
      return s.value[p]
    end)
  end

  function kind.__len(self)
    return class.self(kind, self, "__len").count
  end

  function kind.__tostring(self)
    local s = class.self(kind, self, "__tostring")
    return ("%s of %d %s from %d, %d"):format(noun, s.count,
      s.count == 1 and "cell" or "cells", s.x, s.y)
  end

  return kind, methods
end

--- A new snapshot of a kind around a cell: a handle and its state.
function snapshot.make(kind, finder, a, x, y, value)
  local g = a.grid
  local s = { finder = finder, agent = a, value = value, count = 0,
    shape = g.shape,
    frame = { pitch = a.pitch, grid = { width = g.width, height = g.height,
      base_x = g.base_x, base_y = g.base_y } } }
  s.x, s.y = args.shown(a.grid, x, y)
  for _ in pairs(value) do
    s.count = s.count + 1
  end
  return class.make(kind, s), s
end

return snapshot
