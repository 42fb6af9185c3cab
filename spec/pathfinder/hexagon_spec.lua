--- Queries on hexagons. fuzz/differential judges their paths.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local hexagons = require "spec.support.hexagons"

local function hex(width, height, stagger)
  return tilepath.grid(width, height, { shape = "hex", stagger = stagger,
    base = 0 })
end

describe("a query on hexagons", function()
  it("accepts ranges longer than the map, and stops beside a goal", function()
    for _, stagger in ipairs(hexagons.STAGGERS) do
      local grid = hex(8, 8, stagger)
      grid:clear("wall")
      grid:set(0, 0, "open")
      local finder = tilepath.pathfinder(grid)
      local away = hexagons.distance(stagger, 0, 0, 7, 7)
      assert.is_true(away > 8)
      assert.are.equal(0,
        select(2, finder:find(0, 0, 7, 7, { within = away })))
      assert.is_nil(finder:find(0, 0, 7, 7, { within = away - 1 }))
      grid:set(1, 0, "open")
      assert.are.equal("0,0 1,0", helper.points(finder:find(0, 0, 2, 0,
        { adjacent = true })))
    end
  end)
end)

describe("a path in a world of hexagons", function()
  it("leads from point to point, over the centres of cells, over all of them if "
    .. "sides are short", function()
      for cell_side, expected in pairs {
        [6] = { "1,5 4,7", "1,5 15,6 16,7", "1,5 15,6 25,6 37,7" },
        [2] = { "1,5 4,7", "1,5 5,6 15,6 16,7",
          "1,5 5,6 15,6 25,6 35,6 37,7" },
      } do
        local finder = tilepath.pathfinder(tilepath.grid(4, 1, { shape = "hex",
          cell_size = { 10, 12 }, cell_side = cell_side }))
        for i, to_x in ipairs { 4, 16, 37 } do
          assert.are.equal(expected[i],
            helper.points(finder:find_world(1, 5, to_x, 7)))
        end
      end
    end)
end)

describe("a pathfinder on hexagons", function()
  it("refuses options for squares", function()
    local grid = hex(3, 3)
    for _, case in ipairs { { diagonal = "always" }, { diagonal_cost = 1 },
      { size = 2 }, { radius = 0.25 }, { landmarks = 1 }, { weight = 2 },
      { heuristic = "octile" }, { algorithm = "jps" },
      { keep_away = { 1, 1 } }, { heuristic = math.max } } do
      assert.matches("^pathfinder: " .. next(case) .. " must be .* on a grid of "
        .. "hexagons", helper.mistake(function()
          tilepath.pathfinder(grid, case)
        end))
    end
  end)

  it("accepts its own profile", function()
    local finder = tilepath.pathfinder(hex(3, 3), { straight_cost = 2,
      algorithm = "astar" })
    local again = tilepath.pathfinder(finder.grid, finder.profile)
    assert.are.same(finder.profile, again.profile)
    assert.are.equal(4, again:find(0, 0, 2, 0).cost)
    assert.are.equal("pathfinder on 3x3 (hexagons, astar)", tostring(again))
  end)
end)
