--- Staggered maps of Tiled: a lattice of squares, whose rows or columns are
-- shoved on the picture.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local import = require "spec.support.import_helper"

local WIDE, HIGH = 32, 16

--- A map of tiles; `data` has a wall (2) at some, and an object stands on the
-- middle of each tile.
local function new_map(columns, rows, axis, index, data)
  local objects = {}
  for i = 0, columns * rows - 1 do
    local x, y = i % columns, math.floor(i / columns)
    -- Where Tiled draws the middle of the tile.
    local is_even = index == "even" and 1 or 0
    local wx, wy
    if axis == "y" then
      wx = x * WIDE + WIDE / 2 + (y + is_even) % 2 * WIDE / 2
      wy = y * HIGH / 2 + HIGH / 2
    else
      wx = x * WIDE / 2 + WIDE / 2
      wy = y * HIGH + HIGH / 2 + (x + is_even) % 2 * HIGH / 2
    end
    objects[i + 1] = { id = i, name = x .. "," .. y, x = wx, y = wy,
      point = true }
  end
  local map = import.map(columns, rows, { { type = "tilelayer", name = "ground",
    width = columns, height = rows, data = data }, { type = "objectgroup",
    name = "middles", objects = objects } },
    { { id = 1, properties = { walkable = false } } })
  map.orientation, map.staggeraxis, map.staggerindex = "staggered", axis, index
  map.tilewidth, map.tileheight = WIDE, HIGH
  return map
end

describe("a staggered map", function()
  it("is the lattice of its tiles, with walls round it", function()
    local map = new_map(2, 4, "y", "odd", { 1, 1, 1, 1, 2, 1, 1, 0 })
    local grid = tilepath.from_tiled(map)
    assert.are.same({ 4, 3, 16, 16 }, { grid.width, grid.height,
      grid.cell_width, grid.cell_height })
    assert.are.equal("#..#\n...#\n##.#", tilepath.ascii(grid))
  end)

  it("has the neighbours and the places that Tiled draws", function()
    for _, axis in ipairs { "x", "y" } do
      for _, index in ipairs { "odd", "even" } do
        for columns = 1, 4 do
          for rows = 1, 4 do
            local data = {}
            for i = 1, columns * rows do
              data[i] = i % 3 == 0 and 2 or 1
            end
            local map = new_map(columns, rows, axis, index, data)
            local grid, places = tilepath.from_tiled(map)
            local open = 0
            for i, place in ipairs(places) do
              local label = axis .. index .. columns .. rows .. place.name
              local x, y = grid:to_cell(place.x, place.y)
              helper.near(0.5, place.x / HIGH - math.floor(place.x / HIGH))
              assert.are.equal(data[i] == 1, grid:is_walkable(x, y), label)
              open = open + (data[i] == 1 and 1 or 0)
              -- Tiles whose middles are half a tile apart both ways are
              -- neighbours.
              for k, other in ipairs(places) do
                local a, b = map.layers[2].objects[i], map.layers[2].objects[k]
                local is_beside = math.abs(a.x - b.x) == WIDE / 2
                  and math.abs(a.y - b.y) == HIGH / 2
                local to_x, to_y = grid:to_cell(other.x, other.y)
                assert.are.equal(is_beside,
                  math.abs(to_x - x) + math.abs(to_y - y) == 1, label)
              end
            end
            local _, _, found = tilepath.from_tiled(map, { empty = true })
            assert.are.equal(open, found.cells - found.closed)
          end
        end
      end
    end
  end)

  it("has its shapes on the cells under them", function()
    local data = { 1, 1, 1, 1, 1, 1, 1, 1, 1 }
    local map = new_map(3, 3, "y", "odd", data)
    -- A box round the middles of the tiles 1, 0 and 1, 2 of the picture.
    map.layers[2].objects = { { x = 40, y = 4, width = 16, height = 24,
      name = "box" } }
    local grid, places = tilepath.from_tiled(map, { legend = { box = false } })
    local _, middles = tilepath.from_tiled(new_map(3, 3, "y", "odd", data))
    local closed = {}
    for _, place in ipairs(middles) do
      if not grid:is_walkable(grid:to_cell(place.x, place.y)) then
        closed[#closed + 1] = place.name
      end
    end
    assert.are.equal("1,0 1,2", table.concat(closed, " "))
    assert.are.same({ middles["0,1"].x + HIGH / 2, middles["0,1"].y - HIGH / 2 },
      { places.box.x, places.box.y })
  end)

  it("may be infinite", function()
    local map = new_map(2, 2, "x", "even", { 1, 2, 1, 1 })
    local grid = tilepath.from_tiled(map, { base = 0 })
    map.layers[1].chunks = { { x = 0, y = 0, width = 2, height = 2,
      data = map.layers[1].data } }
    assert.are.equal(tilepath.ascii(grid),
      tilepath.ascii((tilepath.from_tiled(map))))
  end)
end)
