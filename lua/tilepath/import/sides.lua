--- The thin walls of a map, from whatever on it has some. A ledge takes nothing
-- from a wall, and two ledges against each other are one.

local root = (...):match("^(.*[./])import[./]") or ""
local check = require(root .. "check")
local thinwalls = require(root .. "thinwalls")

-- Sides of a map. Only a file made to do harm comes near.
local MAX_SIDES = 2 ^ 18

local Sides = {}
Sides.__index = Sides

--- A wall on the side of a cell, counted from 0, towards dx, dy; or a ledge, by
-- which an agent may leave the cell. Nothing if a cell lies outside the grid.
function Sides:add(x, y, dx, dy, is_ledge, label)
  local width, height = self.grid.width, self.grid.height
  local to_x, to_y = x + dx, y + dy
  if x < 0 or to_x < 0 or x >= width or to_x >= width
    or y < 0 or to_y < 0 or y >= height or to_y >= height then
    return
  end
  local place = x + to_x + (y + to_y) * 2 ^ 17
  local side = self.at[place]
  if not side then
    self.count = self.count + 1
    if self.count > MAX_SIDES then
      check.raise(("%s: the map has more than %d thin walls, with %s"):format(
        self.call, MAX_SIDES, label))
    end
    side = { x, y, to_x, to_y, is_ledge and "one_way" or nil }
    self.at[place], self.list[self.count] = side, side
  elseif not is_ledge or side[1] ~= x or side[2] ~= y then
    side[5] = nil
  end
end

--- Puts them all on the grid.
function Sides:put()
  thinwalls.put(self.grid, self.list)
end

--- No sides yet, of a grid, in the name of a call.
function Sides.new(call, grid)
  return setmetatable({ call = call, grid = grid, at = {}, list = {},
    count = 0 }, Sides)
end

return Sides
