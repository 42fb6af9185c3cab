--- crowd:update: frames of any length, and its cost.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local lacks = require "spec.support.lacks"
local numbers = require "spec.support.random"

describe("an update", function()
  it("of 1/30 s equals two of 1/60 s, bit for bit", function()
    local grid = tilepath.grid(30, 20, { cell_size = 16 })
    local finder = tilepath.pathfinder(grid)
    local function march(frames, dt)
      local crowd, units = tilepath.crowd(grid), {}
      for i = 1, 40 do
        units[i] = crowd:add { finder = finder, cell_x = i % 8 + 1,
          cell_y = math.floor(i / 8) + 1, speed = 37.7 + i }
        units[i]:go_cell(30 - i % 8, 20 - math.floor(i / 8))
      end
      local places = {}
      for frame = 1, frames do
        crowd:update(dt)
        if frame % (frames / 300) == 0 then
          for _, unit in ipairs(units) do
            places[#places + 1] = unit.x
            places[#places + 1] = unit.y
          end
        end
      end
      return places
    end
    assert.are.same(march(300, 1 / 30), march(600, 1 / 60))
  end)

  it("equals its parts if a unit is pushed at a point of its patrol",
    function()
      local function march(part)
        local grid = tilepath.grid(8, 15)
        local crowd = tilepath.crowd(grid)
        local large = crowd:add { cell_x = 1, cell_y = 5, speed = 4,
          finder = tilepath.pathfinder(grid, { size = 2 }) }
        local small = crowd:add { cell_x = 5, cell_y = 11, speed = 7,
          finder = tilepath.pathfinder(grid) }
        small:go_cell(2, 8)
        large:patrol { 0.5, 7.5, 0.5, 5.5 }
        local seen = {}
        for time = part, 520, part do
          crowd:update(part / 64)
          if time % 52 == 0 then
            seen[#seen + 1] = ("%.17g %.17g %s"):format(large.x, large.y,
              large.status)
          end
        end
        return seen
      end
      assert.are.same(march(52), march(1))
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
