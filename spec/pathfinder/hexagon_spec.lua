--- Queries on hexagons. fuzz/differential judges their paths.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local hexagons = require "spec.support.hexagons"

local mistake = helper.mistake

local function hex(width, height, stagger)
  return tilepath.grid(width, height, { shape = "hex", stagger = stagger,
    base = 0 })
end

describe("a query on hexagons", function()
  it("accepts ranges longer than the map", function()
    for _, stagger in ipairs(hexagons.STAGGERS) do
      local grid = hex(8, 8, stagger)
      grid:clear("wall")
      grid:set(0, 0, "open")
      local finder = tilepath.pathfinder(grid)
      local away = hexagons.distance(stagger, 0, 0, 7, 7)
      assert.is_true(away > 8)
      local path = finder:find(0, 0, 7, 7, { within = away })
      assert.are.equal(0, path and path.cost)
      assert.is_nil(finder:find(0, 0, 7, 7, { within = away - 1 }))
    end
  end)

  it("stops beside a goal", function()
    local grid = hex(5, 5, "odd-r")
    grid:set(2, 2, "wall")
    local path = tilepath.pathfinder(grid):find(0, 2, 2, 2, { adjacent = true })
    assert.are.same({ 0, 2, 1, 2 }, { path[1], path[2], path[3], path[4] })
    assert.are.equal(1, path.cost)
  end)
end)

describe("a path in a world of hexagons", function()
  local function points(cell_side)
    local grid = tilepath.grid(4, 1, { shape = "hex", cell_size = { 10, 12 },
      cell_side = cell_side })
    local finder = tilepath.pathfinder(grid)
    local function list(to_x)
      local path = finder:find_world(1, 5, to_x, 7)
      local t = {}
      for i = 1, #path do
        t[i] = path[i]
      end
      return t
    end
    return list
  end

  it("leads from point to point, over the centres of cells", function()
    local list = points(6)
    assert.are.same({ 1, 5, 4, 7 }, list(4))
    assert.are.same({ 1, 5, 15, 6, 16, 7 }, list(16))
    assert.are.same({ 1, 5, 15, 6, 25, 6, 37, 7 }, list(37))
  end)

  it("keeps all centres if sides are short", function()
    local list = points(2)
    assert.are.same({ 1, 5, 4, 7 }, list(4))
    assert.are.same({ 1, 5, 5, 6, 15, 6, 16, 7 }, list(16))
  end)
end)

describe("a pathfinder on hexagons", function()
  it("refuses options for squares", function()
    local grid = hex(3, 3)
    for _, case in ipairs { { diagonal = "always" }, { diagonal_cost = 1 },
      { size = 2 }, { radius = 0.25 }, { landmarks = 1 }, { weight = 2 },
      { heuristic = "octile" }, { algorithm = "jps" },
      { keep_away = { 1, 1 } }, { heuristic = function()
        return 0
      end } } do
      local name = next(case)
      assert.matches("^pathfinder: " .. name .. " must be .* on a grid of "
        .. "hexagons", mistake(function()
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
