--- finder:region. A core names the regions that two-way steps connect, in no
-- useful order, and groups those that other ways connect both ways, too. Here
-- each group is one region, and they get numbers from 1 by their first cells in
-- reading order.

local core = require "tilepath_core"
local siblings = (...):match("^.*[./]") or ""
local check = require(siblings .. "check")
local given = require(siblings .. "given")

-- What was counted, by pathfinder: `revision`: core.edits, `name_at` of
-- list_regions, `number` by name, and `sizes` by number.
local counted = setmetatable({}, { __mode = "k" })

-- What the C module's tiles have, by pathfinder: their `lists` by number, as of
-- `shape` and `version` (core.regions); by name the `size` of a region and the
-- index of its `first` cell; and the `names` in the order of these.
local tallies = setmetatable({}, { __mode = "k" })

local TILE, NONE, NEW = 32, {}, { shape = 0, version = 0 }

--- The first cell of a region. Tiles are rows of `across`.
local function find_first(lists, name, across)
  for row = 1, #lists, across do
    local first
    for tile = row, row + across - 1 do
      local list = lists[tile]
      for i = 1, #list, 3 do
        if list[i] == name and list[i + 2] < (first or math.huge) then
          first = list[i + 2]
        end
      end
    end
    if first then
      return first
    end
  end
end

--- Takes away the cells of regions in a tile. `before` gets the first cell of
-- each as it was; false: there was none.
local function take(tally, list, before)
  local size, first = tally.size, tally.first
  for i = 1, #list, 3 do
    local name = list[i]
    if before[name] == nil then
      before[name] = first[name] or false
    end
    size[name] = size[name] - list[i + 1]
    if first[name] == list[i + 2] then
      first[name] = nil
    end
  end
end

local function add(tally, list, before)
  local size, first = tally.size, tally.first
  for i = 1, #list, 3 do
    local name, cell = list[i], list[i + 2]
    if before[name] == nil then
      before[name] = first[name] or false
    end
    size[name] = (size[name] or 0) + list[i + 1]
    first[name] = math.min(first[name] or cell, cell)
  end
end

--- Regions that had those first cells may have others. Has one?
local function mend_firsts(tally, before, across)
  local size, first, is_other = tally.size, tally.first, false
  for name, was in pairs(before) do
    if size[name] == 0 then
      size[name], first[name] = nil, nil
    elseif was and (first[name] or math.huge) > was then
      first[name] = find_first(tally.lists, name, across)
    end
    is_other = is_other or (first[name] or false) ~= was
  end
  return is_other
end

--- Counts again the tiles that have changed. (If that fails for want of memory,
-- the next call counts all.)
local function count_tiles(finder)
  local tally = tallies[finder] or NEW
  local shape, version, lists =
    core.regions(finder, tally.shape, tally.version)
  if shape ~= tally.shape or tally.version == 0 then
    tally = { shape = shape, version = 0, lists = {}, size = {}, first = {},
      names = {} }
  end
  local before = {}
  tallies[finder] = nil
  for tile in pairs(lists) do
    take(tally, tally.lists[tile] or NONE, before)
  end
  for tile, list in pairs(lists) do
    add(tally, list, before)
    tally.lists[tile] = list
  end
  if mend_firsts(tally, before, math.ceil(finder.grid.width / TILE)) then
    local first, names = tally.first, {}
    for name in pairs(first) do
      names[#names + 1] = name
    end
    table.sort(names, function(one, other)
      return first[one] < first[other]
    end)
    tally.names = names
  end
  tally.version = version
  tallies[finder] = tally
  return tally
end

--- The names of regions in the order of their first cells, how many cells each
-- has, and a function: the name at a column and a row from 0; 0: none. It is
-- given the pathfinder, and does not hold it: what was counted must not keep its
-- own key.
local function list_regions(finder)
  local tally = count_tiles(finder)
  return tally.names, tally.size, core.region_at
end

list_regions = core.list_regions or list_regions

local function count(finder)
  local revision = core.edits(finder)
  local names, size_of, name_at = list_regions(finder)
  local number, sizes, number_of_group = { [0] = 0 }, {}, {}
  for _, name in ipairs(names) do
    local group = core.region_group(finder, name)
    local n = number_of_group[group]
    if not n or group == 0 then
      n = #sizes + 1
      number_of_group[group], sizes[n] = n, 0
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
  local number = known.number[known.name_at(finder, x - grid.base_x,
    y - grid.base_y)]
  if number == 0 then
    return nil, "blocked"
  end
  return number, known.sizes[number]
end
