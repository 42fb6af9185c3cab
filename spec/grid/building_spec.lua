--- tilepath.building: floors as windows of one grid.

local tilepath = require "tilepath"

local SIZES = { ground = { 6, 4 }, cellar = { 3, 2 }, roof = { 4, 1 } }

describe("tilepath.building", function()
  it("lays the floors side by side, with walls between", function()
    local house, grid = tilepath.building(SIZES)
    assert.are.equal(grid, house.grid)
    assert.are.same({ "cellar", "ground", "roof" }, house.names)
    assert.are.equal("...#......#....\n...#......#####\n####......#####\n"
      .. "####......#####", tilepath.ascii(grid))
    assert.are.equal("building of 3 floors, 15 x 4 cells", tostring(house))
    assert.are.equal("floor 'ground' of 6 x 4 cells", tostring(house.ground))
    assert.is_nil(house.attic)
    house = tilepath.building(SIZES, { order = { "roof", "ground", "cellar" } })
    assert.are.same({ "roof", "ground", "cellar" }, house.names)
    assert.are.equal(1, (house.roof:to_grid(1, 1)))
  end)

  it("returns the floor of each cell", function()
    for _, options in ipairs { {}, { base = 0 }, { base = { -7, 3 } } } do
      local house, grid = tilepath.building(SIZES, options)
      local seen, between = {}, 0
      for _, name in ipairs(house.names) do
        local floor = house[name]
        for y = grid.base_y, grid.base_y + SIZES[name][2] - 1 do
          for x = grid.base_x, grid.base_x + SIZES[name][1] - 1 do
            local column, row = floor:to_grid(x, y)
            local key = ("%d,%d"):format(column, row)
            assert.is_nil(seen[key])
            seen[key] = true
            assert.are.equal("open", grid:get(column, row))
            assert.are.same({ name, x, y }, { house:to_floor(column, row) })
          end
        end
      end
      for x, y in grid:cells() do
        if not seen[("%d,%d"):format(x, y)] then
          between = between + 1
          assert.are.equal("wall", grid:get(x, y))
          assert.is_nil(house:to_floor(x, y))
        end
      end
      assert.are.equal(15 * 4 - 24 - 6 - 4, between)
      assert.is_nil(house:to_floor(grid.base_x - 1, grid.base_y))
    end
  end)

  it("accepts floors drawn with fences", function()
    local house, grid = tilepath.building({ a = ". .\n-\n. .",
      b = { ".>.|." }, c = { 2, 2 }, d = tilepath.grid("..") },
      { fences = true })
    assert.are.same({ a = { 2, 2 }, b = { 3, 1 }, c = { 2, 2 },
      d = { 2, 1 } }, { a = { house.a.width, house.a.height },
      b = { house.b.width, house.b.height },
      c = { house.c.width, house.c.height },
      d = { house.d.width, house.d.height } })
    assert.are.same({
      { x1 = 1, y1 = 1, x2 = 1, y2 = 2, one_way = false },
      { x1 = 4, y1 = 1, x2 = 5, y2 = 1, one_way = true },
      { x1 = 5, y1 = 1, x2 = 6, y2 = 1, one_way = false } }, grid:fences())
    assert.are.equal(1, tilepath.building({ a = { { true } } },
      { fences = true }).a.width)
  end)

  it("gives each floor its own world", function()
    local house, grid = tilepath.building(SIZES, { cell_size = { 8, 16 },
      origin = { 100, -50 }, origins = { roof = { 24, 3 } } })
    for _, name in ipairs(house.names) do
      local floor = house[name]
      local left, top = 0, 0
      if name == "roof" then
        left, top = 24, 3
      end
      for x = 1, SIZES[name][1] do
        local wx, wy = floor:to_world(x, 1)
        assert.are.equal(left + (x - 0.5) * 8, wx)
        assert.are.equal(top + 8, wy)
        assert.are.same({ x, 1 }, { floor:to_cell(wx, wy) })
        local grid_wx, grid_wy = floor:to_grid_world(wx, wy)
        assert.are.same({ floor:to_grid(x, 1) },
          { grid:to_cell(grid_wx, grid_wy) })
        assert.are.same({ grid:to_world(floor:to_grid(x, 1)) },
          { grid_wx, grid_wy })
        assert.are.same({ name, wx, wy },
          { house:to_floor_world(grid_wx, grid_wy) })
      end
    end
    assert.is_nil(house:to_floor_world(100 + 3.5 * 8, -50))
    assert.are.same({ nil, "outside" }, { house.roof:to_grid_world(23, 3) })
    assert.are.same({ nil, "outside" }, { house.roof:to_grid(5, 1) })
    assert.are.same({ nil, "outside" }, { house.roof:to_grid(0, 1) })
    assert.are.same({ nil, "outside" }, { house.roof:to_grid(1, 2) })
  end)

  it("accepts drawn maps, lists of rows, rows of values and grids", function()
    local drawn = tilepath.grid(2, 2, { base = 5, prices = { mud = 7 } })
    drawn:set(6, 5, "mud")
    drawn:set_walkable(5, 6, false)
    drawn:fence(5, 5, 6, 5, { one_way = true })
    drawn:link(5, 5, 6, 6, { name = "hatch", price = 3, seconds = 2,
      one_way = true })
    local house, grid = tilepath.building({ a = ".#\n~.", b = { "..", "#~" },
      c = { { true, false }, { true, "water" } }, d = drawn },
      { prices = { water = 2 }, legend = { ["~"] = "water" } })
    local rows = { "", "" }
    for x, y in grid:cells() do
      rows[y] = rows[y] .. grid:get(x, y):sub(1, 1)
    end
    assert.are.equal("owwoowowwom", rows[1])
    assert.are.equal("wowwwwowwoo", rows[2])
    assert.are.equal(7, (grid:terrain("mud")))
    assert.is_false(grid:is_walkable(house.d:to_grid(1, 2)))
    assert.are.equal("open", grid:get(house.d:to_grid(1, 2)))
    local x, y = house.d:to_grid(1, 1)
    assert.are.same({ { x1 = x, y1 = y, x2 = x + 1, y2 = y, one_way = true } },
      grid:fences())
    local link = grid:links()[1]
    assert.are.same({ "hatch", 3, 2, true, x, y, x + 1, y + 1 },
      { link.name, link.price, link.seconds, link.one_way, link.x1, link.y1,
        link.x2, link.y2 })
  end)

  it("keeps a grid's prices and sight, if its options have none", function()
    local floor = tilepath.grid("f.", { legend = { f = "forest" },
      prices = { forest = 2 }, opaque = { forest = true } })
    local _, grid = tilepath.building({ a = floor }, { prices = { open = 3 } })
    assert.are.same({ 3, 2, true },
      { (grid:terrain("open")), grid:terrain("forest") })
  end)

  it("links floors by the floors' own cells", function()
    local house, grid = tilepath.building(SIZES)
    local link = house:link("cellar", 1, 2, "roof", 4, 1, { name = "lift" })
    local x1, y1 = house.cellar:to_grid(1, 2)
    local x2, y2 = house.roof:to_grid(4, 1)
    assert.are.same({ x1, y1, x2, y2, "lift" },
      { link.x1, link.y1, link.x2, link.y2, link.name })
    assert.are.equal(1, #grid:links())
    assert.are.same({ nil, "outside" },
      { house:link("cellar", 4, 1, "roof", 1, 1) })
    assert.are.same({ nil, "outside" },
      { house:link("cellar", 1, 1, "roof", 1, 2) })
  end)

  it("puts windows over a loaded grid", function()
    local house = tilepath.building(SIZES, { base = 0 })
    house.grid:set(house.roof.x, 0, "wall")
    local grid = tilepath.load(house.grid:save())
    local again = tilepath.building(SIZES, { grid = grid })
    assert.are.equal(grid, again.grid)
    assert.are.equal("wall", grid:get(again.roof:to_grid(0, 0)))
    assert.are.same({ house.roof:to_grid(1, 0) }, { again.roof:to_grid(1, 0) })
    local floors, legend = { a = { "=.." }, b = { "..." } }, { ["="] = "road" }
    house = tilepath.building(floors, { legend = legend, prices = { road = 2 } })
    grid = tilepath.load(house.grid:save())
    again = tilepath.building(floors, { grid = grid, legend = legend })
    assert.are.same({ "road", 2, false }, { again.grid:get(1, 1) })
  end)
end)
