--- Hexagonal maps of Tiled: the places of tiles as Tiled draws them, chunks, and
-- shapes over the map.

local tilepath = require "tilepath"
local import = require "spec.support.import_helper"
local numbers = require "spec.support.random"

local STAGGER = { y = { odd = "odd-r", even = "even-r" },
  x = { odd = "odd-q", even = "even-q" } }

--- A hexagonal map with one tileset whose tile 2 is a wall.
local function map_of(axis, index, fields)
  local map = import.map(4, 5, {}, {
    { id = 1, properties = { walkable = false } },
    { id = 2, properties = { fence = "left" } } })
  map.orientation, map.tilewidth, map.tileheight = "hexagonal", 16, 14
  map.hexsidelength, map.staggeraxis, map.staggerindex = 6, axis, index
  for key, value in pairs(fields or {}) do
    map[key] = value
  end
  return map
end

--- The grid of a map with this object, which is a wall.
local function read_with(map, object)
  object.name = "x"
  map.layers[1] = { type = "objectgroup", name = "o", objects = { object } }
  return tilepath.from_tiled(map, { empty = true, legend = { x = "wall" } })
end

--- The corner of a tile's box as in HexagonalRenderer of Tiled 1.12, which
-- divides whole numbers.
local function corner_in_tiled(map, x, y)
  local is_x, side = map.staggeraxis == "x", map.hexsidelength
  local side_x, side_y = is_x and side or 0, is_x and 0 or side
  local offset_x = math.floor((map.tilewidth - side_x) / 2)
  local offset_y = math.floor((map.tileheight - side_y) / 2)
  local column, row = offset_x + side_x, offset_y + side_y
  local is_odd = (is_x and x or y) % 2 == 1
  local shove = is_odd == (map.staggerindex == "odd") and 1 or 0
  if is_x then
    return x * column, y * (row + offset_y + side_y) + shove * row
  end
  return x * (column + offset_x + side_x) + shove * column, y * row
end

local function each(f)
  for axis, indices in pairs(STAGGER) do
    for index, stagger in pairs(indices) do
      f(axis, index, stagger)
    end
  end
end

describe("from_tiled with a hexagonal map", function()
  it("puts cells at the places of Tiled's tiles", function()
    local random = numbers.new(7)
    each(function(axis, index, stagger)
      for _ = 1, 8 do
        local map = map_of(axis, index, { tilewidth = random(2, 40),
          tileheight = random(2, 40) })
        map.hexsidelength = random(0, axis == "x" and map.tilewidth
          or map.tileheight)
        local grid = tilepath.from_tiled(map, { empty = true })
        assert.are.equal(stagger, grid.stagger)
        for x, y in grid:cells() do
          local left, top = grid:cell_rect(x, y)
          assert.are.same({ corner_in_tiled(map, x - 1, y - 1) },
            { left, top })
        end
      end
    end)
  end)

  it("has the stagger of the first row or column of its chunks", function()
    each(function(axis, index)
      for left = -3, 0 do
        for top = -3, 0 do
          local map = map_of(axis, index, { layers = { import.chunked(
            { left, top, 2, 1, { 1, 2 } }, { 1, 2, 1, 2, { 1, 1 } }) } })
          local grid = tilepath.from_tiled(map)
          assert.are.same({ left, top }, { grid.base_x, grid.base_y })
          for x, y in grid:cells() do
            local box_left, box_top = grid:cell_rect(x, y)
            assert.are.same({ corner_in_tiled(map, x, y) },
              { box_left, box_top })
          end
          assert.is_true(grid:is_walkable(left, top))
          assert.is_false(grid:is_walkable(left + 1, top))
        end
      end
    end)
  end)

  it("covers cells with their centre in a shape, or its middle", function()
    local random = numbers.new(11)
    each(function(axis, index)
      for i = 1, 8 do
        local x, y = random(-10, 60) + 0.25, random(-10, 60) + 0.25
        local w, h = i > 1 and random(0, 40) or 0, i > 1 and random(0, 40) or 0
        local grid = read_with(map_of(axis, index), { x = x, y = y, width = w,
          height = h, point = i == 1 or nil })
        local own_x, own_y = grid:to_cell(x + w / 2, y + h / 2)
        local is_in, is_thin = {}, true
        for cx, cy in grid:cells() do
          local wx, wy = grid:to_world(cx, cy)
          is_in[cx .. "," .. cy] = wx > x and wx < x + w and wy > y
            and wy < y + h
          is_thin = is_thin and not is_in[cx .. "," .. cy]
        end
        for cx, cy in grid:cells() do
          assert.are.equal(is_in[cx .. "," .. cy] or is_thin and cx == own_x
            and cy == own_y, not grid:is_walkable(cx, cy))
        end
      end
    end)
  end)

  it("raises for wrong maps", function()
    import.says("staggeraxis of the map must be 'x' or 'y', got nil",
      map_of(nil, "odd"))
    import.says("staggerindex of the map must be 'odd' or 'even', got 'Odd'",
      map_of("x", "Odd"))
    import.says("hexsidelength of the map must be a whole number from 0 to 14, "
      .. "got 15", map_of("y", "odd", { hexsidelength = 15 }))
    import.says("tilewidth of the map must be a whole number from 2 to "
      .. "16777216, got 1", map_of("y", "odd", { tilewidth = 1 }))
    import.says("a fence (chunks[1] of layer 'a') is for grids of squares",
      map_of("x", "odd", { layers = {
        import.chunked { 0, 0, 1, 1, { 3 } } } }))
  end)
end)
