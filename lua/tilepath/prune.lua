--- Pulls a path tight: the second of the two path passes.
--
-- Two pointers. The near one stands on a point that is kept; the far one moves
-- on, point by point, for as long as the straight line between them can be
-- walked and costs no more than the run of the path that it would replace. When
-- it cannot, the point before is kept and becomes the near one. The far pointer
-- never goes back: one sight test a point.
--
-- What a line costs is price x length along it, which is what the second result
-- of line_of_sight says; a run costs the sum over its legs. Where one price
-- holds everywhere the legs need no sight tests of their own, because one of
-- them gives the price of a unit of length; and what a line costs is asked only
-- of those that are kept, because to sum it up takes longer than to look.

local core = require "tilepath_core"

local sqrt, huge = math.sqrt, math.huge

-- Sums of square roots differ in their last digits; a line that is dearer by
-- less than this part of its cost is not dearer.
local ROUNDING = 1e-9

--- The cost of each leg, by the index of its last point's x: huge where the leg
-- can no longer be walked. Also the price of a unit of length, where there is
-- one for all.
local function leg_costs(t, n, sight, finder, in_world, among)
  local grid = finder.grid
  local unit_x = in_world and grid.cell_width or 1
  local unit_y = in_world and grid.cell_height or 1
  local is_uniform = not among and core.is_uniform(finder)
  local costs, price = {}, nil
  for i = 3, n, 2 do
    local dx, dy = (t[i] - t[i - 2]) / unit_x, (t[i + 1] - t[i - 1]) / unit_y
    local length = sqrt(dx * dx + dy * dy)
    if price then
      costs[i] = price * length
    else
      local clear, cost = sight(finder, t[i - 2], t[i - 1], t[i], t[i + 1],
        among)
      costs[i] = clear and cost or huge
      price = is_uniform and clear and length > 0 and cost / length or nil
    end
  end
  return costs, price
end

--- The points of a run without links that stay, and by how much it has become
-- cheaper.
local function pull(t, n, finder, in_world, among)
  local kept, saved = { t[1], t[2] }, 0
  if n < 4 then
    return kept, saved
  end
  local sight = in_world and finder.line_of_sight_world or finder.line_of_sight
  local sees = in_world and core.sees_world or core.sees
  local legs, price = leg_costs(t, n, sight, finder, in_world, among)
  local near_x, near_y = t[1], t[2]
  local run, line = legs[3], legs[3]

  local function keep(i)
    if not line then
      local _, cost = sight(finder, near_x, near_y, t[i], t[i + 1], among)
      line = cost
    end
    near_x, near_y = t[i], t[i + 1]
    kept[#kept + 1] = near_x
    kept[#kept + 1] = near_y
    if line < run then
      saved = saved + (run - line)
    end
  end

  --- What the line to a point costs, or nil; about that where prices are one.
  local function look(x, y)
    if price then
      local length = sees(finder, near_x, near_y, x, y)
      return length and price * length
    end
    local clear, cost = sight(finder, near_x, near_y, x, y, among)
    return clear and cost
  end

  for far = 5, n, 2 do
    local cost = look(t[far], t[far + 1])
    local longer = run + legs[far]
    if cost and longer < huge and cost <= longer * (1 + ROUNDING) then
      run, line = longer, not price and cost or nil
    else
      keep(far - 2)
      run, line = legs[far], legs[far]
    end
  end
  keep(n - 1)
  return kept, saved
end

--- Points first to last of a path.
local function run_of(path, first, last)
  local run = {}
  for i = 2 * first - 1, 2 * last do
    run[#run + 1] = path[i]
  end
  return run
end

--- The points that stay, the links between them, and by how much the path has
-- become cheaper. Nothing is pulled across a link: each run from one to the
-- next is pulled for itself.
-- @param path      x1, y1, x2, y2, ..., checked
-- @param n         how many coordinates
-- @param first     the first point that may be pulled; those before it stay
-- @param links     the path's, or nil
-- @param finder    whose sight and prices count
-- @param among     who is in the way of sight, or nil
return function(path, n, first, links, finder, among)
  local in_world = path.units == "world"
  local points, kept_links, saved = run_of(path, 1, first - 1), {}, 0
  local near = first
  local function pull_to(last)
    local part = run_of(path, near, last)
    local run, less = pull(part, #part, finder, in_world, among)
    for i = 1, #run do
      points[#points + 1] = run[i]
    end
    saved, near = saved + less, last + 1
  end
  for _, link in ipairs(links or {}) do
    if link >= first then
      pull_to(link)
      link = #points / 2
    end
    kept_links[#kept_links + 1] = link
  end
  pull_to(n / 2)
  return points, kept_links, saved
end
