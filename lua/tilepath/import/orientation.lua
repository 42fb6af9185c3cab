--- The layout of a Tiled map: its size, the size of a cell, and its orientation.
-- (An oblique map is a skewed picture of an orthogonal one.)

local root = (...):match("^(.*[./])import[./]") or ""
local check = require(root .. "check")
local given = require(root .. "given")
local layout = require(root .. "layout")
local Node = require(root .. "import.node")

-- The largest tile in pixels.
local MAX_TILE = 2 ^ 24

local ceil, floor = math.ceil, math.floor

local ORIENTATIONS = given.set { "orthogonal", "isometric", "staggered",
  "hexagonal", "oblique" }

--- Reads which rows or columns are shifted.
local function add_stagger(frame, node)
  local axis, index = node:get "staggeraxis", node:get "staggerindex"
  if axis ~= "x" and axis ~= "y" then
    node:fail("staggeraxis", "'x' or 'y'")
  elseif index ~= "odd" and index ~= "even" then
    node:fail("staggerindex", "'odd' or 'even'")
  end
  frame.is_flat, frame.is_even = axis == "x", index == "even"
end

--- Adds the layout of hexagons, as Tiled draws them since 1.10.1: what a tile is
-- larger than the side of its hexagon is rounded down to an even number.
local function add_hexagons(frame, node)
  for _, key in ipairs { "tilewidth", "tileheight" } do
    node:whole(key, 2, MAX_TILE)
  end
  local wide, high, is_flat = frame.tile_width, frame.tile_height, frame.is_flat
  local side = node:whole("hexsidelength", 0, is_flat and wide or high)
  frame.cell_side = side
  frame.cell_width = wide - (wide - (is_flat and side or 0)) % 2
  frame.cell_height = high - (high - (is_flat and 0 or side)) % 2
end

--- Adds the lattice of a staggered map. Its tiles have the neighbours of squares:
-- it is an isometric map whose rows (or columns) are shoved, and so a grid of
-- squares with walls round it. Tiled's objects lie on the slanted picture.
local function add_lattice(frame)
  local columns, rows, is_x = frame.columns, frame.rows, frame.is_flat
  local round = frame.is_even and floor or ceil
  local shift = columns - 1 - (is_x and round((columns - 1) / 2) or 0)
  function frame.lattice(x, y)
    local line = is_x and x or y
    local near = round(line / 2)
    return (is_x and y or x) + near, is_x and y - x + near + shift
      or y - near - x + shift
  end
  local wide, high = frame.tile_width / 2, frame.tile_height / 2
  local even = frame.is_even and 1 or 0
  local right = shift + 1 + (is_x and 0 or even)
  local down = shift - (is_x and even or 0)
  function frame.flatten(x, y)
    local across, along = x / wide - right, y / high + down
    return (along + across) * high, (along - across) * high
  end
  local _, last = frame.lattice(0, rows - 1)
  frame.columns = frame.lattice(columns - 1, rows - 1) + 1
  frame.rows = last + 1
end

--- Checks a map.
-- @return { columns =, rows =, tile_width =, tile_height =, is_isometric =,
-- is_slanted =, cell_width =, cell_height = } with cells in world units, for
-- hexagons also cell_side =, is_flat =, is_even =, for staggered maps lattice =,
-- tile_columns =, tile_rows =, for slanted ones flatten =; and the map's node
return function(call, map)
  if not check.is_table(map) then
    check.fail(call, "map", "a table, as Tiled's Lua export returns it", map,
      Node.hint(map))
  end
  local node = Node.new(call, map, "the map")
  local orientation = node:get "orientation"
  if not ORIENTATIONS[orientation] then
    check.fail(call, "orientation of the map", "'orthogonal', 'isometric', "
      .. "'staggered' or 'hexagonal'", orientation,
      orientation == nil and Node.hint(map) or nil)
  end
  local width = node:whole("tilewidth", 1, MAX_TILE)
  local height = node:whole("tileheight", 1, MAX_TILE)
  local is_slanted = orientation == "isometric" or orientation == "staggered"
  local columns = node:whole("width", 1, layout.MAX_SIDE)
  local rows = node:whole("height", 1, layout.MAX_SIDE)
  local frame = {
    columns = columns, rows = rows, tile_columns = columns, tile_rows = rows,
    tile_width = width, tile_height = height, is_slanted = is_slanted,
    is_isometric = orientation == "isometric",
    cell_width = is_slanted and height or width, cell_height = height,
  }
  if orientation == "staggered" or orientation == "hexagonal" then
    add_stagger(frame, node)
  elseif frame.is_isometric then
    --- The picture of a tile that is an object stands upright at its x, y.
    function frame.flatten(from_x, from_y, x, y)
      local across, along = (from_x - x) * height / width, from_y - y
      return x + along + across, y + along - across
    end
  end
  if orientation == "staggered" then
    add_lattice(frame)
  elseif orientation == "hexagonal" then
    add_hexagons(frame, node)
  end
  node.label = nil
  return frame, node
end
