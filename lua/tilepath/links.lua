--- Links on a path: where it goes by stairs, a lift, a door that leads far.
--
-- A path's field `links` is a list of whole numbers, rising: a link joins
-- points i and i + 1. A path without links has no such field. Between those
-- points nothing is walked, so they are no part of its length, nothing is seen
-- across them, and both stay whatever is done with the path.
--
-- Which link of the map that is, is not said but asked, each time anew: the
-- cheapest that the agent may take from cell to cell, of those the one that was
-- made first. So a path holds on to no link that was taken away.
--
-- Cost: has takes O(log links), link_between the links of a cell.

local siblings = (...):match("^.*[./]") or ""
local check = require(siblings .. "check")

local floor, sqrt = math.floor, math.sqrt

local Links = {}

--- The links of a path of n points, checked; nil: it has none.
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

--- The same, as a list of one's own.
function Links.copy(call, name, path, n)
  local links = Links.read(call, name, path, n)
  if not links then
    return nil
  end
  local own = {}
  for i = 1, #links do
    own[i] = floor(links[i])
  end
  return own
end

--- Does a link join points i and i + 1? The path's links are right.
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

--- The way from point i to point i + 1: none where a link joins them.
function Links.length(path, i)
  if path.links and Links.has(path, i) then
    return 0
  end
  local dx = path[2 * i + 1] - path[2 * i - 1]
  local dy = path[2 * i + 2] - path[2 * i]
  return sqrt(dx * dx + dy * dy)
end

--- Are two lists of links, or nil, the same?
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

--- Takes those away that lead on from point i or a later one.
function Links.cut(path, i)
  local links = path.links
  if links then
    for k = #links, 1, -1 do
      if links[k] >= i then
        links[k] = nil
      end
    end
    if not links[1] then
      path.links = nil
    end
  end
end

return Links
