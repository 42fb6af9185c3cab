--- Crowds on small maps, and their units.

local helper = require "spec.support.helper"
local tilepath = require "tilepath"

local stand = {}

--- @param map, more  as of tilepath.grid
-- @param options     of the crowd
-- @return a crowd, a pathfinder, and the grid of both
function stand.field(map, more, profile, options)
  local grid = tilepath.grid(map, more)
  return tilepath.crowd(grid, options), tilepath.pathfinder(grid, profile), grid
end

--- Adds a unit in a cell.
function stand.unit(crowd, finder, x, y, more)
  return assert(crowd:add(helper.with({ finder = finder, cell_x = x,
    cell_y = y }, more)))
end

--- The events of the last update, as lists { unit, what, other }, behind those
-- in a list.
function stand.events(crowd, all)
  all = all or {}
  for unit, what, other in crowd:events() do
    all[#all + 1] = { unit, what, other }
  end
  return all
end

--- Plays so many ticks. @return their events
function stand.ticks(crowd, n)
  local told = {}
  for _ = 1, n do
    crowd:tick()
    stand.events(crowd, told)
  end
  return told
end

--- A unit's cell and its status, and its reason if there is one.
function stand.at(unit)
  return ("%d,%d %s%s"):format(unit.cell_x, unit.cell_y, unit.status,
    unit.reason and " " .. unit.reason or "")
end

--- All that a crowd says of its units and cells, as text.
function stand.show(crowd)
  local words, numbers = {}, {}
  for i, unit in ipairs(crowd:units()) do
    words[i] = ("%d: %s %.17g %.17g"):format(i, tostring(unit), unit.x, unit.y)
    numbers[unit] = i
  end
  local grid = crowd.grid
  for y = grid.base_y, grid.base_y + grid.height - 1 do
    for x = grid.base_x, grid.base_x + grid.width - 1 do
      words[#words + 1] = numbers[crowd:at(x, y) or 0] or "."
    end
  end
  return table.concat(words, " ")
end

return stand
