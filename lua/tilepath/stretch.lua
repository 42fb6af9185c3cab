--- From one point of a path to the next: can an agent still go there?

local core = require "tilepath_core"
local siblings = (...):match("^.*[./]") or ""
local Links = require(siblings .. "links")

local stretch = {}

--- Can the agent be there, so that a way begins there? A body may be too near
-- to a wall, from where it goes to the centre of its cell.
function stretch.can_begin(finder, in_world, x, y)
  if in_world then
    x, y = finder:to_cell(x, y)
  end
  return finder:can_enter(x, y)
end

--- Can the agent walk straight from one point to the other? Along a border
-- sight wants both sides free; but within one cell every way of a point is
-- free, and there find_world joins two points directly.
function stretch.can_walk(finder, in_world, x1, y1, x2, y2)
  if not in_world then
    return (finder:line_of_sight(x1, y1, x2, y2))
  elseif finder:line_of_sight_world(x1, y1, x2, y2) then
    return true
  end
  local may_leave = core.may_leave(finder, x1, y1, x2, y2)
  if may_leave ~= nil then
    return may_leave
  end
  local cell_x1, cell_y1 = finder:to_cell(x1, y1)
  local cell_x2, cell_y2 = finder:to_cell(x2, y2)
  return cell_x1 == cell_x2 and cell_y1 == cell_y2
    and (finder:line_of_sight_world(x1, y1, x1, y1))
end

--- Can the agent take a link from one point to the other?
function stretch.can_take(finder, in_world, x1, y1, x2, y2)
  if not in_world then
    x1, y1 = finder:to_world(x1, y1)
    x2, y2 = finder:to_world(x2, y2)
  end
  return Links.passage("is_valid", finder, x1, y1, x2, y2) ~= nil
end

return stretch
