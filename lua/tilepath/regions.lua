--- finder:region. A core names the regions that two-way steps connect, in no
-- useful order. Here two-way links join them, and they get numbers from 1 by
-- their first cells in reading order.

local core = require "tilepath_core"
local siblings = (...):match("^.*[./]") or ""
local check = require(siblings .. "check")
local given = require(siblings .. "given")

-- What was counted, by pathfinder: `revision`: core.edits, `name_at` of
-- list_regions, `number` by name, and `sizes` by number.
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

--- The names of regions in the order of their first cells, how many cells each
-- has, and a function: the name at a column and a row from 0; 0: none.
local function list_regions(finder)
  local width, cells = finder.grid.width, core.regions(finder)
  local names, sizes = {}, {}
  for i = 1, #cells do
    local name = cells[i]
    local size = sizes[name]
    if not size and name > 0 then
      names[#names + 1] = name
    end
    sizes[name] = (size or 0) + 1
  end
  return names, sizes, function(x, y)
    return cells[y * width + x + 1]
  end
end

list_regions = core.list_regions or list_regions

--- Joins the names at both ends of two-way links: `joined` leads from a name to
-- another one.
local function join_links(finder, name_at)
  local grid, profile, joined = finder.grid, finder.profile, {}
  local function root_at(x, y)
    return root_of(joined, name_at(x - grid.base_x, y - grid.base_y))
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
  local names, size_of, name_at = list_regions(finder)
  local joined, number, sizes = join_links(finder, name_at), { [0] = 0 }, {}
  for _, name in ipairs(names) do
    local root = root_of(joined, name)
    local n = number[root]
    if not n then
      n = #sizes + 1
      number[root], sizes[n] = n, 0
    end
    number[name] = n
    sizes[n] = sizes[n] + size_of[name]
  end
  return { name_at = name_at, number = number, sizes = sizes,
    revision = revision }
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
  local number = known.number[known.name_at(x - grid.base_x, y - grid.base_y)]
  if number == 0 then
    return nil, "blocked"
  end
  return number, known.sizes[number]
end
