--- The option `into`: a map is read again into the grid that is in use.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local import = require "spec.support.import_helper"

local TILES = { { id = 1, properties = { walkable = false } },
  { id = 2, class = "mud", properties = { price = 3 } },
  { id = 3, properties = { fence = "left" } } }

local function row(...)
  return import.row(TILES, { ... })
end

describe("a map that is read into a grid", function()
  it("gives it prices, cells, fences and links", function()
    local grid = tilepath.from_tiled(row(1, 4, 1))
    local finder = tilepath.pathfinder(grid)
    local field = finder:field { { 1, 1 } }
    grid:link(1, 1, 3, 1)
    local again, places, found = tilepath.from_tiled(row(1, 3, 4),
      { into = grid })
    assert.are.equal(grid, again)
    assert.are.equal(0, #places)
    assert.are.equal(0, found.closed)
    assert.are.same({ "mud", 3, false }, { grid:get(2, 1) })
    assert.are.same({ { x1 = 2, y1 = 1, x2 = 3, y2 = 1, one_way = false } }, grid:fences())
    assert.are.equal(0, #grid:links())
    assert.are.equal(grid, (tilepath.from_tiled(row(1, 3, 4))))
    assert.is_nil(finder:find(1, 1, 3, 1))
    field:update()
    assert.is_number(field:cost(2, 1))
  end)

  it("changes nothing where nothing has changed", function()
    local grid = tilepath.from_tiled(row(1, 4, 3))
    local before = grid.revision
    tilepath.from_tiled(row(1, 4, 3), { into = grid })
    assert.are.equal(before, grid.revision)
    tilepath.from_tiled(row(1, 4, 1), { into = grid })
    assert.are.equal(before + 1, grid.revision)
  end)

  it("keeps terrains that the map does not have", function()
    local grid = tilepath.grid("..~", { prices = { water = 5 },
      legend = { ["~"] = "water" } })
    assert.are.equal(grid, (tilepath.grid("#..", { into = grid })))
    assert.are.equal("#..", tilepath.ascii(grid))
    assert.are.equal(5, (grid:terrain("water")))
  end)

  it("makes it larger or smaller #core_c", function()
    local grid = tilepath.grid(".#\n..")
    local finder = tilepath.pathfinder(grid, { diagonal = "never" })
    tilepath.grid({ "..#", ".#.", "..." }, { into = grid })
    assert.are.equal("..#\n.#.\n...", tilepath.ascii(grid))
    assert.are.equal("1 1 1 2 1 3 2 3 3 3",
      table.concat(finder:find(1, 1, 3, 3), " "))
    tilepath.grid(2, 1, { into = grid })
    assert.are.equal("..", tilepath.ascii(grid))
  end)

  it("returns the reason and the unit that is in its way #core_c", function()
    local grid = tilepath.from_tiled(row(1, 1, 1))
    local crowd = tilepath.crowd(grid)
    local unit = crowd:add { finder = tilepath.pathfinder(grid), cell_x = 3,
      cell_y = 1 }
    local small = row(2, 1)
    small.width, small.layers[1].width = 2, 2
    assert.are.same({ nil, "occupied", unit }, { tilepath.from_tiled(small,
      { into = grid }) })
    assert.are.equal("...", tilepath.ascii(grid))
    unit:remove()
    assert.are.equal(grid, (tilepath.from_tiled(small, { into = grid })))
    assert.are.equal("#.", tilepath.ascii(grid))
  end)

  it("raises if cells differ in size or place", function()
    local grid = tilepath.grid(3, 1, { cell_size = 10 })
    local function says(expected, options)
      options.into = grid
      assert.are.equal("grid: " .. expected, helper.mistake(function()
        local one = tilepath.grid("###", options)
        return one
      end))
    end
    says("into must be a grid with the cell_width of the map (8), got 10",
      { cell_size = { 8, 10 } })
    says("into must be a grid whose cell 1, 1 lies at 8, 5 as in the map, got "
      .. "5, 5", { cell_size = 10, origin = { 3, 0 } })
    assert.are.equal("...", tilepath.ascii(grid))
  end)
end)
