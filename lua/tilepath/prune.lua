--- The points of a path that stay when it is pulled tight, and the links
-- between them. Which points those are the C module says (src/bind/prune.c).

local core = require "tilepath_core"

--- The points that stay, the links between them, and by how much the path has
-- become cheaper.
-- @param path      x1, y1, x2, y2, ..., checked
-- @param first     the first point that may be pulled; those before it stay
-- @param links     the path's, or nil
-- @param finder    sees for its agent, at its prices
-- @param among     options `avoid`, `except`, `avoid_cost`, or nil
return function(path, first, links, finder, among)
  local stay, saved = core.prune(finder, path, first, links,
    path.units == "world", among)
  local points, own, next_link = {}, {}, 1
  for i, point in ipairs(stay) do
    points[2 * i - 1], points[2 * i] = path[2 * point - 1], path[2 * point]
    if links and links[next_link] == point then
      own[next_link], next_link = i, next_link + 1
    end
  end
  return points, own, saved
end
