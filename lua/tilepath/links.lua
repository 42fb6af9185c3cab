--- Links on a path: steps by stairs, a lift, a portal.
--
-- A path's field `links` is a rising list of whole numbers: number i means that
-- a link joins points i and i + 1. A path without links has no such field.
-- Nothing is walked between these two points. So they add nothing to its
-- length, there is no line of sight across them, and both points stay in all
-- operations on paths.
--
-- The path does not store which link of the map it takes. The map is asked each
-- time: the link is the cheapest that the agent may take from cell to cell, and
-- of several such links the oldest. So a path holds no link that was removed.
--
-- Cost: has takes O(log links), link_between O(links of a cell).

local siblings = (...):match("^.*[./]") or ""
require(siblings .. "luajit").exact()
local check = require(siblings .. "check")

local abs, floor, sqrt = math.abs, math.floor, math.sqrt

-- Cells touch if their middles are nearer than this, in cells.
local NEAR = 1.25

local Links = {}

--- Checks the links of a path of n points; nil: there are none.
-- @param name  of the path in messages
function Links.read(call, name, path, n)
  local links = path.links
  if links == nil then
    return nil
  elseif type(links) ~= "table" then
    check.fail(call, name .. ".links", "a list of numbers of points", links)
  end
  local before, count = 0, #links
  for i = 1, count do
    local link = links[i]
    if type(link) ~= "number" or not (link > before and link < n)
      or link ~= floor(link) then
      check.fail(call, ("%s.links[%d]"):format(name, i),
        ("a whole number from %d to %d, in rising order"):format(before + 1,
          n - 1), link)
    end
    before = link
  end
  return count > 0 and links or nil
end

--- A new list of checked links; nil: there are none.
function Links.copy(links)
  local own = {}
  for i = 1, links and #links or 0 do
    own[i] = floor(links[i])
  end
  return own[1] and own or nil
end

--- Does a link join points i and i + 1? The path's links must be checked
-- before.
function Links.has(path, i)
  local links = path.links
  if not links then
    return false
  end
  local low, high = 1, #links
  while low <= high do
    local middle = floor((low + high) / 2)
    local link = links[middle]
    if link == i then
      return true
    elseif link < i then
      low = middle + 1
    else
      high = middle - 1
    end
  end
  return false
end

--- The distance that a follower walks by a link between two places: 0, unless
-- their cells touch. Middles of such cells are at most a cell apart, on each
-- axis; those of other cells are half a cell further apart, on one of them.
-- @param finder  false: the follower knows no links
function Links.length_of_link(finder, x1, y1, x2, y2)
  if not finder then
    return 0
  end
  local grid = finder.grid
  local from_x, from_y = finder:to_world(finder:to_cell(x1, y1))
  local to_x, to_y = finder:to_world(finder:to_cell(x2, y2))
  if abs(to_x - from_x) > NEAR * grid.cell_width
    or abs(to_y - from_y) > NEAR * grid.cell_height then
    return 0
  end
  local dx, dy = x2 - x1, y2 - y1
  return sqrt(dx * dx + dy * dy)
end

--- The distance from point i to point i + 1, as a follower walks it.
function Links.length(finder, path, i)
  local x1, y1 = path[2 * i - 1], path[2 * i]
  local x2, y2 = path[2 * i + 1], path[2 * i + 2]
  if path.links and Links.has(path, i) then
    return Links.length_of_link(finder, x1, y1, x2, y2)
  end
  local dx, dy = x2 - x1, y2 - y1
  return sqrt(dx * dx + dy * dy)
end

--- Are two lists of numbers (or nil) equal?
function Links.are_same(a, b)
  if type(a) ~= "table" or type(b) ~= "table" then
    return a == b
  end
  for i = 1, #a do
    if a[i] ~= b[i] then
      return false
    end
  end
  return #a == #b
end

--- Removes the links that start at point i or later.
function Links.cut(path, i)
  local links = path.links
  if links then
    while links[1] and links[#links] >= i do
      links[#links] = nil
    end
    if not links[1] then
      path.links = nil
    end
  end
end

return Links
