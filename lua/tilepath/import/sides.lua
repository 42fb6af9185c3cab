--- The thin walls of a map, from whatever on it has some. A ledge takes nothing
-- from a wall, and two ledges against each other are one.

local root = (...):match("^(.*[./])import[./]") or ""
local check = require(root .. "check")
local given = require(root .. "given")

-- Sides of a map. Only a file made to do harm comes near.
local MAX_SIDES = 2 ^ 18

-- at: by place, the way that a ledge lets pass, or false for a wall.
local Sides = {}
Sides.__index = Sides

--- A wall on the side of a cell, counted from 0, towards dx, dy; or a ledge, by
-- which an agent may leave the cell. Nothing if a cell lies outside the grid.
function Sides:add(x, y, dx, dy, is_ledge, label)
  local grid = self.grid
  check.squares(self.call, grid, ("a thin wall (%s)"):format(label))
  local width, height, to_x, to_y = grid.width, grid.height, x + dx, y + dy
  if x < 0 or to_x < 0 or x >= width or to_x >= width
    or y < 0 or to_y < 0 or y >= height or to_y >= height then
    return
  end
  local place, way = x + to_x + (y + to_y) * 2 ^ 17, is_ledge and dx + 2 * dy
  if self.at[place] == nil then
    given.count(self, "sides", 1, MAX_SIDES,
      "the map has more than %d thin walls", label)
  elseif self.at[place] ~= way then
    way = false
  end
  self.at[place] = way
  grid:wall(grid.base_x + x, grid.base_y + y, grid.base_x + to_x,
    grid.base_y + to_y, way and "one_way" or nil)
end

--- No sides yet, of a grid, in the name of a call.
function Sides.new(call, grid)
  return setmetatable({ call = call, grid = grid, at = {} }, Sides)
end

return Sides
