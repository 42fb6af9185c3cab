--- The option `into`: a map is read into a grid that is in use, and all that
-- stands on the grid (pathfinders, followers, units, fields, layers) stays.
--
-- The map has been read into a grid of its own before. So a map with a mistake
-- changes nothing. Then the grid in use becomes equal to it: size, prices,
-- cells, fences and links. What is equal already is left alone. Terrains that
-- the map does not have stay, with their prices: pathfinders may name them.
--
-- Cost: O(cells), and a search for each fence.

local core = require "tilepath_core"
local siblings = (...):match("^.*[./]") or ""
local check = require(siblings .. "check")

-- The most terrains of a grid, with "open" and "wall".
local MAX_TERRAINS = 127

--- Raises unless cells have the same size and lie at the same places.
local function check_place(call, grid, from)
  local x, y = from:to_world(from.base_x, from.base_y)
  local own_x, own_y = grid:to_world(from.base_x, from.base_y)
  for _, field in ipairs { "stagger", "cell_width", "cell_height",
    "cell_side" } do
    if grid[field] ~= from[field] then
      check.raise(("%s: into must be a grid with the %s of the map (%s), got %s"
        ):format(call, field, check.show(from[field]), check.show(grid[field])))
    end
  end
  if x ~= own_x or y ~= own_y then
    check.raise(("%s: into must be a grid whose cell %d, %d lies at %.14g, %.14g "
      .. "as in the map, got %.14g, %.14g"):format(call, from.base_x,
      from.base_y, x, y, own_x, own_y))
  end
end

--- Gives the grid all terrains of the map.
local function take_terrains(call, grid, from)
  local own = core.terrains(grid)
  local names = check.sorted_keys(core.terrains(from))
  local count = #check.sorted_keys(own)
  for _, name in ipairs(names) do
    count = own[name] == nil and count + 1 or count
  end
  if count > MAX_TERRAINS then
    check.raise(("%s: into must have room for the terrains of the map: together "
      .. "they are %d"):format(call, count))
  end
  return function()
    for _, name in ipairs(names) do
      local price, hides = from:terrain(name)
      grid:terrain(name, name ~= "wall" and price or nil, hides)
    end
  end
end

local function key_of(fence)
  return ("%d,%d,%d,%d,%s,%s"):format(fence.x1, fence.y1, fence.x2, fence.y2,
    tostring(fence.one_way), tostring(fence.name))
end

local into = {}

--- Adds a fence or a link of another grid, shifted by columns and rows.
-- @param call  "fence" or "link"
function into.copy(grid, call, one, columns, rows)
  grid[call](grid, one.x1 + columns, one.y1 + rows, one.x2 + columns,
    one.y2 + rows, { price = one.price, seconds = one.seconds,
      one_way = one.one_way, name = one.name })
end

--- Removes all links: no map that is read has any.
local function remove_links(grid)
  for _, link in ipairs(grid:links()) do
    grid:unlink(link)
  end
end

--- The place of a side, from either of its cells.
local function side_of(fence)
  return ("%d,%d"):format(fence.x1 + fence.x2, fence.y1 + fence.y2)
end

--- The fences of each side as one text.
local function sides_of(fences)
  local sides = {}
  for _, fence in ipairs(fences) do
    local side = side_of(fence)
    sides[side] = (sides[side] or "") .. key_of(fence) .. ";"
  end
  return sides
end

--- The same for fences, side by side: a side may have several.
local function take_fences(grid, from)
  local own, wanted = grid:fences(), from:fences()
  local now, later = sides_of(own), sides_of(wanted)
  for _, fence in ipairs(own) do
    local side = side_of(fence)
    if now[side] ~= later[side] then
      grid:unfence(fence.x1, fence.y1, fence.x2, fence.y2)
    end
  end
  for _, fence in ipairs(wanted) do
    local side = side_of(fence)
    if now[side] ~= later[side] then
      into.copy(grid, "fence", fence, 0, 0)
    end
  end
end

--- Makes the grid of the option `into` equal to the grid of a map.
-- @return the grid; or nil, a reason and a unit, as of grid:resize
function into.take(call, grid, from)
  if grid == nil then
    return from
  end
  check.object(call, "into", grid, core.Grid, "a grid")
  check_place(call, grid, from)
  local x, y, width, height = from.base_x, from.base_y, from.width, from.height
  local add_terrains = take_terrains(call, grid, from)
  if grid.base_x ~= x or grid.base_y ~= y or grid.width ~= width
    or grid.height ~= height then
    local done, reason, unit = grid:resize(x, y, width, height)
    if not done then
      return nil, reason, unit
    end
  end
  add_terrains()
  grid:sample(function(column, row) return (from:get(column, row)) end)
  take_fences(grid, from)
  remove_links(grid)
  return grid
end

return into
