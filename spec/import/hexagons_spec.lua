--- Hexagonal maps of Tiled: exports, the places of tiles as Tiled draws them,
-- chunks, and shapes over the map.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local import = require "spec.support.import_helper"
local numbers = require "spec.support.random"

local STAGGER = { y = { odd = "odd-r", even = "even-r" },
  x = { odd = "odd-q", even = "even-q" } }

--- A hexagonal map of open tiles, with one tileset whose tile 2 is a wall.
local function map_of(axis, index, fields)
  local map = { orientation = "hexagonal", width = 4, height = 5,
    tilewidth = 16, tileheight = 14, hexsidelength = 6, staggeraxis = axis,
    staggerindex = index, layers = {}, tilesets = { { name = "set",
      firstgid = 1, tilecount = 9, tiles = {
        { id = 1, properties = { walkable = false } },
        { id = 2, properties = { fence = "left" } } } } } }
  for key, value in pairs(fields or {}) do
    map[key] = value
  end
  return map
end

local function with_objects(map, ...)
  map.layers[#map.layers + 1] = { type = "objectgroup", name = "things",
    objects = { ... } }
  return map
end

--- The corner of a tile's box as in Tiled's HexagonalRenderer, which divides
-- whole numbers.
local function corner_in_tiled(map, x, y)
  local function half(value)
    return (value - value % 2) / 2
  end
  local wide = map.tilewidth - map.tilewidth % 2
  local high = map.tileheight - map.tileheight % 2
  local is_x = map.staggeraxis == "x"
  local side_x = is_x and map.hexsidelength or 0
  local side_y = is_x and 0 or map.hexsidelength
  local column = half(wide - side_x) + side_x
  local row = half(high - side_y) + side_y
  local is_odd = (is_x and x or y) % 2 == 1
  local shove = is_odd == (map.staggerindex == "odd") and 1 or 0
  if is_x then
    return x * column, y * (high + side_y) + shove * row
  end
  return x * (wide + side_x) + shove * column, y * row
end

local function each(f)
  for axis, indices in pairs(STAGGER) do
    for index, stagger in pairs(indices) do
      f(axis, index, stagger)
    end
  end
end

describe("from_tiled with a hexagonal map", function()
  it("reads Tiled's exports", function()
    local grid = tilepath.from_tiled(import.tiled "hexagonal.lua")
    assert.are.same({ "hex", "odd-r", 8, 16, 16 }, { grid.shape, grid.stagger,
      grid.cell_side, grid.cell_width, grid.cell_height })
    assert.are.equal(2, grid.width)
  end)

  it("puts cells at the places of Tiled's tiles, for any size and "
    .. "side", function()
    local random = numbers.new(7)
    each(function(axis, index, stagger)
      for _ = 1, 12 do
        local map = map_of(axis, index, { tilewidth = random(2, 40),
          tileheight = random(2, 40) })
        local most = axis == "x" and map.tilewidth or map.tileheight
        map.hexsidelength = random(0, most - most % 2)
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
          local map = map_of(axis, index, { layers = { { type = "tilelayer",
            name = "a", chunks = {
              { x = left, y = top, width = 2, height = 1, data = { 1, 2 } },
              { x = 1, y = 2, width = 1, height = 2, data = { 1, 1 } } } } } })
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

  it("returns places in pixels of the map", function()
    each(function(axis, index)
      local map = with_objects(map_of(axis, index), { name = "hero", x = 21,
        y = 17, shape = "point", width = 0, height = 0 })
      local grid, places = tilepath.from_tiled(map, { empty = true,
        objects = { hero = "wall" } })
      local x, y = grid:to_cell(places.hero.x, places.hero.y)
      for cx, cy in grid:cells() do
        assert.are.equal(cx == x and cy == y, not grid:is_walkable(cx, cy))
      end
    end)
  end)

  it("covers cells with their centre in a shape, or the cell at the shape's "
    .. "middle",
    function()
      local random = numbers.new(11)
      each(function(axis, index)
        for _ = 1, 25 do
          local x, y = random(-10, 60) + 0.25, random(-10, 60) + 0.25
          local w, h = random(0, 40), random(0, 40)
          local map = with_objects(map_of(axis, index), { name = "lake",
            shape = "rectangle", x = x, y = y, width = w, height = h })
          local grid = tilepath.from_tiled(map, { empty = true,
            objects = { lake = "wall" } })
          local count, around_x, around_y = 0, grid:to_cell(x + w / 2,
            y + h / 2)
          local want = {}
          for cx, cy in grid:cells() do
            local wx, wy = grid:to_world(cx, cy)
            local is_in = wx > x and wx < x + w and wy > y and wy < y + h
            want[cx .. "," .. cy] = is_in
            count = count + (is_in and 1 or 0)
          end
          for cx, cy in grid:cells() do
            local is_own = cx == around_x and cy == around_y
            if count > 0 then
              assert.are.equal(want[cx .. "," .. cy],
                not grid:is_walkable(cx, cy))
            elseif not is_own then
              assert.is_true(grid:is_walkable(cx, cy))
            end
          end
        end
      end)
    end)

  it("fills a triangle cell by cell", function()
    each(function(axis, index)
      local map = with_objects(map_of(axis, index), { name = "hill", x = 3,
        y = 2, shape = "polygon", polygon = { { x = 0, y = 0 },
          { x = 60, y = 11 }, { x = 7, y = 47 } } })
      local grid = tilepath.from_tiled(map, { empty = true,
        objects = { hill = "wall" } })
      local corners = { { 3, 2 }, { 63, 13 }, { 10, 49 } }
      for cx, cy in grid:cells() do
        local wx, wy = grid:to_world(cx, cy)
        local is_in = true
        for i, a in ipairs(corners) do
          local b = corners[i % 3 + 1]
          is_in = is_in and (b[1] - a[1]) * (wy - a[2])
            - (b[2] - a[2]) * (wx - a[1]) > 0
        end
        assert.are.equal(is_in, not grid:is_walkable(cx, cy))
      end
    end)
  end)

  it("raises for wrong maps", function()
    local function says(message, map)
      assert.are.equal("from_tiled: " .. message, helper.mistake(function()
        tilepath.from_tiled(map, { empty = true })
      end))
    end
    says("staggeraxis of the map must be 'x' or 'y', got nil",
      map_of(nil, "odd"))
    says("staggerindex of the map must be 'odd' or 'even', got 'Odd'",
      map_of("x", "Odd"))
    says("hexsidelength of the map must be a whole number from 0 to 14, got 15",
      map_of("y", "odd", { hexsidelength = 15 }))
    says("tilewidth of the map must be a whole number from 2 to 16777216, got 1",
      map_of("y", "odd", { tilewidth = 1 }))
    says("a fence (object 'fence' (objects[1] of layer 'things')) is for "
      .. "grids of squares", with_objects(map_of("x", "odd"),
      { name = "fence", class = "fence", x = 0, y = 20, shape = "polyline",
        polyline = { { x = 0, y = 0 }, { x = 60, y = 0 } } }))
    says("a fence (layer 'a') is for grids of squares", map_of("x", "odd", {
      width = 1, height = 2, layers = { { type = "tilelayer", name = "a",
        width = 1, height = 2, data = { 1, 3 } } } }))
    assert.are.equal("isometric: orientation of the map must be 'isometric', "
      .. "got 'hexagonal'", helper.mistake(function()
        tilepath.isometric(map_of("x", "odd"))
      end))
  end)
end)
