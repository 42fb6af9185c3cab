--- The calls that make grids and pathfinders. Other specs cover what a grid or
-- a pathfinder does then.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"

local map = helper.map

--- The names of all terrains, row by row.
local function terrains(grid)
  local rows = {}
  for y = grid.base_y, grid.base_y + grid.height - 1 do
    local row = {}
    for x = grid.base_x, grid.base_x + grid.width - 1 do
      row[#row + 1] = (grid:get(x, y))
    end
    rows[#rows + 1] = table.concat(row, " ")
  end
  return table.concat(rows, "\n")
end

describe("tilepath.grid(width, height)", function()
  it("makes an open grid, whose first cell is 1, 1 at 0, 0", function()
    local grid = tilepath.grid(4, 3)
    assert.are.same({ 4, 3, 1, 1, 1, 1, 0, 0 }, { grid.width, grid.height,
      grid.base_x, grid.base_y, grid.cell_width, grid.cell_height,
      grid.origin_x, grid.origin_y })
    assert.are.same({ 1, 1 }, { grid(1, 1), grid(4, 3) })
    assert.is_nil(grid(0, 0))
    assert.is_nil(grid(5, 3))
  end)

  it("takes a base, a size of cells and an origin, by axis", function()
    local grid = tilepath.grid(4, 3, { base = 0, cell_size = 32 })
    assert.are.same({ 0, 0, 32, 32, 32 }, { grid.base_x, grid.base_y,
      grid.cell_width, grid.cell_height, grid.cell_size })
    grid = tilepath.grid(4, 3, { base = { -16, 8 }, cell_size = { 32, 16 },
      origin = { -100, 0.5 } })
    assert.are.same({ -16, 8, 32, 16, -100, 0.5 }, { grid.base_x, grid.base_y,
      grid.cell_width, grid.cell_height, grid.origin_x, grid.origin_y })
    assert.are.same({ -84, 8.5 }, { grid:to_world(-16, 8) })
  end)
end)

describe("tilepath.grid(text)", function()
  it("reads '.' and space as open and '#' as wall", function()
    local grid = tilepath.grid(map [[
      .#.
      . #
    ]])
    assert.are.equal("open wall open\nopen open wall", terrains(grid))
  end)

  it("reads other characters by the legend, which comes first", function()
    local grid = tilepath.grid("~.D#", {
      prices = { water = 4, road = 0.5 },
      legend = { ["~"] = "water", ["."] = "road", D = true, ["#"] = false },
    })
    assert.are.equal("water road open wall", terrains(grid))
  end)

  it("drops the blanks at the start of all rows", function()
    local function reads(expected, text, options)
      assert.are.equal(expected, terrains(tilepath.grid(text, options)))
    end
    reads("open wall\nopen open", [[
      .#
      ..
    ]])
    reads("open wall\nopen open", "\t.#\r\n\t .\r\n\t")
    reads("open wall\nwall open", "   #\n  #.\n")
    reads("open wall\nopen open", "  .#\n    ")
    reads("open open\nopen open", "  \n  ")
    reads("wall open\nopen wall", " #.\n .#", { fences = false })
    assert.is_true(tilepath.grid("   .|.\n\n   . .", { fences = true })
      :fence(1, 1, 2, 1))
  end)

  it("keeps all blanks if the legend has a space", function()
    local grid = tilepath.grid(" .\n .", { legend = { [" "] = "wall" } })
    assert.are.equal("wall open\nwall open", terrains(grid))
  end)

  it("skips a byte order mark", function()
    local mark = "\239\187\191"
    for text, options in pairs { [".#\r\n.."] = {}, [". |\n . ."] = {
      shape = "hex", legend = { ["|"] = "wall" } }, [".|."] = { fences = true } }
    do
      assert.are.equal(tilepath.grid(text, options),
        tilepath.grid(mark .. text, options))
    end
  end)
end)

describe("tilepath.grid(rows)", function()
  it("reads names of terrains and booleans", function()
    local grid = tilepath.grid({
      { "grass", true, "wall" },
      { false, "open", "grass" },
    }, { prices = { grass = 2 } })
    assert.are.equal("grass open wall\nwall open grass", terrains(grid))
  end)

  it("takes a value, a set or a predicate as walkable", function()
    local rows = { { 0, 1, 2 }, { 2, 0, 1 } }
    assert.are.equal("open wall wall\nwall open wall",
      terrains(tilepath.grid(rows, { walkable = 0 })))
    assert.are.equal("open wall open\nopen open wall",
      terrains(tilepath.grid(rows,
        { walkable = { [0] = true, [1] = false, [2] = true } })))
    assert.are.equal("wall open open\nopen wall open",
      terrains(tilepath.grid(rows, { walkable = function(value)
        return value >= 1
      end })))
  end)

  it("calls a predicate once for each value, in reading order", function()
    local asked = {}
    tilepath.grid({ { 7, 5, 7 }, { 5, 9, 7 } }, { walkable = function(value)
      asked[#asked + 1] = value
      return true
    end })
    assert.are.same({ 7, 5, 9 }, asked)
  end)

  it("takes a legend for any values, before names and walkable", function()
    local tile = {}
    local grid = tilepath.grid({ { 0, 1, tile, "open" } }, {
      prices = { grass = 2 },
      legend = { [0] = "grass", [tile] = false, open = "grass" },
      walkable = 1,
    })
    assert.are.equal("grass open wall grass", terrains(grid))
  end)
end)

describe("tilepath.pathfinder", function()
  local grid = tilepath.grid(8, 8, { prices = { water = 3, mud = 2 } })

  it("takes true and false as the diagonal rule", function()
    assert.are.equal("only_if_no_obstacles",
      tilepath.pathfinder(grid, { diagonal = true }).profile.diagonal)
    assert.are.equal("never",
      tilepath.pathfinder(grid, { diagonal = false }).profile.diagonal)
  end)

  it("keeps its options", function()
    local function heuristic() return 0 end
    local profile = {
      diagonal = "always", prices = { water = 1, mud = false },
      opaque = { mud = false }, heuristic = heuristic, weight = 2,
      straight_cost = 10,
      diagonal_cost = 14, algorithm = "astar", size = { 2, 3 },
      keep_away = { 2, 0.5 }, radius = 0, links = { lift = 3, rope = false },
      landmarks = false, layers = {}, eyes = false, fences = { kerb = false },
    }
    assert.are.same(profile, tilepath.pathfinder(grid, profile).profile)
    for _, all in ipairs { { false, false }, { true, {} } } do
      assert.are.same(all[2],
        tilepath.pathfinder(grid, { links = all[1] }).profile.links)
    end
  end)

  it("accepts the options that jump point search can use", function()
    for _, profile in ipairs { {}, { heuristic = "octile" },
      { diagonal_cost = 1 }, { diagonal_cost = 2, diagonal = "always" },
      { diagonal = false, diagonal_cost = 900 },
      { prices = { water = 1, mud = false } } } do
      profile.algorithm = "jps"
      assert.are.equal("jps",
        tilepath.pathfinder(grid, profile).profile.algorithm)
    end
  end)
end)
