--- Grids of hexagons: how they are made, where their cells lie, how far these
-- are apart. A model with cube coordinates of its own judges the rest.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"

local mistake = helper.mistake

local STAGGERS = { "odd-r", "even-r", "odd-q", "even-q" }

describe("a grid of hexagons #core_c", function()
  local function refuses(message, ...)
    local arguments = { ... }
    assert.are.equal(message, mistake(function()
      tilepath.grid(arguments[1], arguments[2], arguments[3])
    end))
  end

  it("knows its shape, its stagger and a side", function()
    for _, stagger in ipairs(STAGGERS) do
      local grid = tilepath.grid(4, 3, { shape = "hex", stagger = stagger,
        cell_width = 12, cell_height = 10 })
      local side = stagger:sub(-1) == "q" and 6 or 5
      assert.are.same({ "hex", stagger, side },
        { grid.shape, grid.stagger, grid.cell_side })
    end
    local grid = tilepath.grid(4, 3, { shape = "hex", cell_side = 0.25 })
    assert.are.same({ "odd-r", 0.25 }, { grid.stagger, grid.cell_side })
    grid = tilepath.grid(4, 3, { shape = "square" })
    assert.are.same({ "square" }, { grid.shape, grid.stagger, grid.cell_side })
    assert.is_nil(grid.cell_side)
  end)

  it("is made from each form but a rectangle", function()
    local hex = { shape = "hex", stagger = "even-q" }
    local list = { shape = "hex", stagger = "even-q", width = 2 }
    for _, grid in ipairs { tilepath.grid(2, 1, hex), tilepath.grid("..", hex),
      tilepath.grid({ { true, true } }, hex),
      tilepath.grid({ true, true }, list),
      tilepath.grid { shape = "hex", stagger = "even-q", width = 2,
        height = 1 } } do
      assert.are.same({ 2, 1, "even-q" },
        { grid.width, grid.height, grid.stagger })
    end
    refuses("grid: rect is for grids of squares",
      { shape = "hex", rect = { 0, 0, 1, 1 } })
    refuses("grid: walls is for grids of squares", ".", { shape = "hex",
      walls = true })
  end)

  it("is refused with other options", function()
    refuses("grid: shape must be 'square' or 'hex', got 'hexagon'", 1, 1,
      { shape = "hexagon" })
    refuses("grid: stagger must be left out unless shape is 'hex', got 'odd-r'",
      1, 1, { stagger = "odd-r" })
    refuses("grid: cell_side must be left out unless shape is 'hex', got 1", 1,
      1, { cell_side = 1, shape = "square" })
    refuses("grid: stagger must be 'odd-r', 'even-r', 'odd-q' or 'even-q', "
      .. "got 'odd'", 1, 1, { shape = "hex", stagger = "odd" })
    refuses("grid: cell_side must be a number from 0 to cell_height (2), got 3",
      1, 1, { shape = "hex", cell_width = 4, cell_height = 2, cell_side = 3 })
    refuses("grid: cell_side must be a number from 0 to cell_width (4), got -1",
      1, 1, { shape = "hex", stagger = "odd-q", cell_size = 4, cell_side = -1 })
    refuses("grid: stagger must be 'odd-r', 'even-r', 'odd-q' or 'even-q', "
      .. "got 1", 1, 1, { shape = "hex", stagger = 1 })
  end)

  it("is no building and no platformer", function()
    local hex = tilepath.grid(3, 3, { shape = "hex" })
    assert.are.equal("building: a building is for grids of squares",
      mistake(function() tilepath.building({ a = hex }) end))
    assert.are.equal("building: a building is for grids of squares",
      mistake(function()
        tilepath.building({ a = { 3, 3 } }, { grid = hex })
      end))
    assert.are.equal("platformer: a platformer is for grids of squares",
      mistake(function() tilepath.platformer(hex, { jump = 1 }) end))
  end)
end)
