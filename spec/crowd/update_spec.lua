--- crowd:update: frames of any length, and its cost.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local lacks = require "spec.support.lacks"
local numbers = require "spec.support.random"

describe("an update", function()
  it("of no time begins no step", function()
    local grid = tilepath.grid(9, 1)
    local crowd = tilepath.crowd(grid)
    local unit = crowd:add { finder = tilepath.pathfinder(grid), cell_x = 4,
      cell_y = 1 }
    crowd:update(0.1)
    unit:go_cell(9, 1)
    for _ = 1, 3 do
      crowd:update(0)
      assert.are.same({ 4, "going" }, { unit.cell_x, unit.status })
    end
    crowd:update(0.1)
    assert.are.equal(5, unit.cell_x)
  end)

  it("equals its parts, bit for bit", function()
    local function march(parts)
      local grid = tilepath.grid(30, 12, { cell_size = 16 })
      local finder, crowd = tilepath.pathfinder(grid), tilepath.crowd(grid)
      local places = {}
      for i = 1, 20 do
        local x, y = i % 4 + 1, math.floor(i / 4) + 1
        crowd:add({ finder = finder, cell_x = x, cell_y = y,
          speed = 37.7 + i }):go_cell(31 - x, 13 - y)
      end
      for _ = 1, 150 do
        for _, part in ipairs(parts) do
          crowd:update(part)
        end
        crowd:positions(places, {})
      end
      return places
    end
    assert.are.same(march { 1 / 15 }, march { 1 / 30, 1 / 30 })
    -- A part may be shorter than a unit of the crowd's time.
    assert.are.same(march { 1 / 16 }, march { 2 ^ -22, 1 / 16 - 2 ^ -22 })
  end)

  it("searches quickly over many links of almost the same price"
    .. lacks.work, function()
    local grid, wide, layers = tilepath.grid(64, 64), 20, 6
    local function cell(layer, i)
      local n = (layer - 1) * wide + i - 1
      return 1 + n % 60, 3 + math.floor(n / 60)
    end
    local function price(layer, i)
      return { one_way = true,
        price = 1 / 8 + 1e-6 + i / (wide + 1) / 9 / wide ^ (layer - 1) }
    end
    for i = 1, wide do
      local x, y = cell(1, i)
      grid:link(x, y, 1, 1, price(1, i))
    end
    for layer = 2, layers do
      for i = 1, wide do
        for j = 1, wide do
          local x, y = cell(layer, i)
          local to_x, to_y = cell(layer - 1, j)
          grid:link(x, y, to_x, to_y, price(layer, i))
        end
      end
    end
    local finder = tilepath.pathfinder(grid, { diagonal = "never" })
    local crowd = tilepath.crowd(grid)
    local unit = crowd:add { finder = finder, cell_x = 64, cell_y = 64 }
    assert.is_true(unit:go_cell(1, 1))
    local work = helper.work_of(finder, function() crowd:tick() end)
    -- Each cell is expanded at most eight times.
    assert.is_true(work <= 8 * 64 * 64, work)
  end)

  it("finds cheapest steps if prices lie far apart"
    .. lacks.work, function()
    local random = numbers.new(1)
    local grid = tilepath.grid(64, 64,
      { prices = { road = 1 / 1024, bog = 1024 } })
    for x, y in grid:cells() do
      grid:set(x, y, ({ "open", "road", "bog" })[random(1, 3)])
    end
    local finder = tilepath.pathfinder(grid,
      { straight_cost = 1 / 1024, diagonal_cost = 1024 })
    local crowd = tilepath.crowd(grid)
    local unit = crowd:add { finder = finder, cell_x = 1, cell_y = 1 }
    local field = finder:field { { 64, 64 } }
    unit:go_cell(64, 64)
    local cost = field:cost(1, 1)
    local work = helper.work_of(finder, function()
      while unit.status ~= "arrived" do
        crowd:tick()
        local rest = field:cost(unit.cell_x, unit.cell_y)
        assert.is_true(rest <= cost)
        cost = rest
      end
    end)
    assert.are.equal(0, cost)
    -- Each cell is expanded once, and looked at once a bit of its cost before.
    assert.is_true(work <= (1 + 64 / 16) * 64 * 64, work)
  end)
end)
