--- The fences of a map, from tiles and lines. A fence stays shut if there is a
-- ledge at the same place. Two ledges in opposite directions are a fence.

local root = (...):match("^(.*[./])import[./]") or ""
local check = require(root .. "check")
local given = require(root .. "given")

-- The most sides of a map. Only a malicious file comes near.
local MAX_SIDES = 2 ^ 18

-- The most names of fences, as of a grid.
local MAX_NAMES = 15

-- at: by name ("": none), for each place, the direction of a ledge, or false for a
-- fence.
local Sides = {}
Sides.__index = Sides

--- Adds a fence on the side of a cell (counted from 0) towards dx, dy; or a
-- ledge that an agent may cross out of the cell. Does nothing if one of the two
-- cells lies outside the grid.
-- @param name  of the fence, or nil
function Sides:add(x, y, dx, dy, is_ledge, label, name)
  local grid = self.grid
  check.squares(self.call, grid, ("a fence (%s)"):format(label))
  local width, height, to_x, to_y = grid.width, grid.height, x + dx, y + dy
  if x < 0 or to_x < 0 or x >= width or to_x >= width
    or y < 0 or to_y < 0 or y >= height or to_y >= height then
    return
  end
  local place, way = x + to_x + (y + to_y) * 2 ^ 17, is_ledge and dx + 2 * dy
  local at = self.at[name or ""]
  if not at then
    given.count(self, "names", 1, MAX_NAMES,
      "the map has fences of more than %d names", label)
    at = {}
    self.at[name] = at
  end
  if at[place] == nil then
    given.count(self, "sides", 1, MAX_SIDES,
      "the map has more than %d fences", label)
  elseif at[place] ~= way then
    way = false
  end
  at[place] = way
  grid:fence(grid.base_x + x, grid.base_y + y, grid.base_x + to_x,
    grid.base_y + to_y, { one_way = way and true or false, name = name })
end

--- An empty set of sides. `call` is the function that the user called.
function Sides.new(call, grid)
  return setmetatable({ call = call, grid = grid, at = { [""] = {} } },
    Sides)
end

return Sides
