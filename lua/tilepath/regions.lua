--- finder:region. A core names the regions that two-way steps connect, in no
-- useful order. Here two-way links join them, and they get numbers from 1 by
-- their first cells in reading order.

local core = require "tilepath_core"
local siblings = (...):match("^.*[./]") or ""
local check = require(siblings .. "check")
local given = require(siblings .. "given")

-- What was counted, by pathfinder: `revision` of the grid, `names` of the cells,
-- `number` by name, and `sizes` by number.
local counted = setmetatable({}, { __mode = "k" })

--- May the agent take a link?
local function is_open(profile, link)
  local own = profile.links
  return not (own == false or own and own[link.name] == false)
end

local function root_of(joined, name)
  while joined[name] do
    name = joined[name]
  end
  return name
end

--- Joins the names at both ends of two-way links: `joined` leads from a name to
-- another one.
local function join_links(finder, names)
  local grid, profile, joined = finder.grid, finder.profile, {}
  local function root_at(x, y)
    return root_of(joined,
      names[(y - grid.base_y) * grid.width + x - grid.base_x + 1])
  end
  for _, link in ipairs(grid:links()) do
    local one, other = root_at(link.x1, link.y1), root_at(link.x2, link.y2)
    if not link.one_way and one ~= 0 and other ~= 0 and one ~= other
      and is_open(profile, link) then
      joined[one] = other
    end
  end
  return joined
end

local function count(finder)
  local revision = core.edits(finder)
  local names = core.regions(finder)
  local joined, number, sizes = join_links(finder, names), { [0] = 0 }, {}
  for i = 1, #names do
    local name = names[i]
    local n = number[name]
    if not n then
      local root = root_of(joined, name)
      n = number[root]
      if not n then
        n = #sizes + 1
        number[root], sizes[n] = n, 0
      end
      number[name] = n
    end
    if n > 0 then
      sizes[n] = sizes[n] + 1
    end
  end
  return { names = names, number = number, sizes = sizes, revision = revision }
end

--- The regions as they are now.
local function regions_of(finder)
  given.self("region", "a pathfinder", finder, check.is(finder, core.Pathfinder))
  local known = counted[finder]
  if not known or known.revision ~= core.edits(finder) then
    known = count(finder)
    counted[finder] = known
  end
  return known
end

--- finder:region(x, y) -> number, size | nil, reason
function core.pathfinder_methods.region(finder, x, y)
  local known, grid = regions_of(finder), finder.grid
  check.whole("region", "x", x)
  check.whole("region", "y", y)
  if not grid:has(x, y) then
    return nil, "outside"
  end
  local number = known.number[known.names[(y - grid.base_y) * grid.width + x
    - grid.base_x + 1]]
  if number == 0 then
    return nil, "blocked"
  end
  return number, known.sizes[number]
end
