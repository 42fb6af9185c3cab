--- The layout of a Tiled map: its size, the size of a cell, and its orientation.
-- (An oblique map is a skewed picture of an orthogonal one.)

local root = (...):match("^(.*[./])import[./]") or ""
require(root .. "luajit").exact()
local check = require(root .. "check")
local given = require(root .. "given")
local layout = require(root .. "layout")
local Node = require(root .. "import.node")

local ceil, floor = math.ceil, math.floor

local orientation = {}

-- The largest tile, or cell of a tileset's grid, in pixels.
local MAX_TILE = 2 ^ 24
orientation.MAX_TILE = MAX_TILE

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

--- A frame whose plane is drawn slanted: a square of `height` is a diamond, width
-- x height, on the screen. There x, y lie at k (x - y) / 2, (x + y) / 2 with k =
-- width / height. So what the screen turns by an angle is turned in the plane by
--
--     cos + lean sin    - stretch sin      lean = (k - 1 / k) / 2
--     stretch sin       cos - lean sin     stretch = (k + 1 / k) / 2
function orientation.slant(frame, width, height)
  frame.lean = (width / height - height / width) / 2
  frame.stretch = (width / height + height / width) / 2
  return frame
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
  function frame.at(x, y, dx, dy)
    local across, along = (x + dx) / wide - right, (y + dy) / high + down
    return (along + across) * high, (along - across) * high
  end
  local _, last = frame.lattice(0, rows - 1)
  frame.columns = frame.lattice(columns - 1, rows - 1) + 1
  frame.rows = last + 1
end

--- Checks a map.
-- @return { columns =, rows =, tile_width =, tile_height =, is_slanted =,
-- cell_width =, cell_height =, at = } with cells in world units, for hexagons also
-- cell_side =, is_flat =, is_even =, for staggered maps lattice =, tile_columns =,
-- tile_rows =, for isometric ones lean =, stretch =; and the map's node.
-- at(x, y, dx, dy) is the place in the world of an object's x, y that is moved by
-- dx, dy on the screen. on_tile(x, y) is the place, counted from the first corner
-- of a cell, of a point counted from the corner of the box in which it is drawn.
function orientation.read(call, map)
  if not check.is_table(map) then
    check.fail(call, "map", "a table, as Tiled's Lua export returns it", map,
      Node.hint(map))
  end
  local node = Node.new(call, map, "the map")
  local kind = node:get "orientation"
  if not ORIENTATIONS[kind] then
    check.fail(call, "orientation of the map", "'orthogonal', 'isometric', "
      .. "'staggered' or 'hexagonal'", kind,
      kind == nil and Node.hint(map) or nil)
  end
  local width = node:whole("tilewidth", 1, MAX_TILE)
  local height = node:whole("tileheight", 1, MAX_TILE)
  local is_slanted = kind == "isometric" or kind == "staggered"
  local columns = node:whole("width", 1, layout.MAX_SIDE)
  local rows = node:whole("height", 1, layout.MAX_SIDE)
  local frame = {
    columns = columns, rows = rows, tile_columns = columns, tile_rows = rows,
    tile_width = width, tile_height = height, is_slanted = is_slanted,
    cell_width = is_slanted and height or width, cell_height = height,
  }
  function frame.at(x, y, dx, dy)
    return x + dx, y + dy
  end
  if kind == "staggered" or kind == "hexagonal" then
    add_stagger(frame, node)
  elseif kind == "isometric" then
    orientation.slant(frame, width, height)
    function frame.at(x, y, dx, dy)
      local across = dx * height / width
      return x + dy + across, y + dy - across
    end
  end
  function frame.on_tile(x, y)
    local across = (x - width / 2) * height / width
    return is_slanted and y + across or x, is_slanted and y - across or y
  end
  if kind == "staggered" then
    add_lattice(frame)
  elseif kind == "hexagonal" then
    add_hexagons(frame, node)
  end
  node.label = nil
  return frame, node
end

return orientation
