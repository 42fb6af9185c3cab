--- Closed cells: set_walkable(x, y, false) closes a cell of any terrain, for
-- every agent, and everything that copies a grid keeps it so.

local tilepath = require "tilepath"
local boards = require "spec.support.boards"

local PRICES = { wall = 8, lava = 2, open = 1, road = 1 }

--- A row of five cells (or a column, from either end) whose middle cell has the
-- terrain and is closed; the grid, the closed cell and the two ends.
local function row(terrain, shape, is_column, is_turned)
  local grid = tilepath.grid(is_column and 1 or 5, is_column and 5 or 1,
    { shape = shape.shape, stagger = shape.stagger,
      prices = { road = 0.5, lava = false } })
  local x, y = is_column and 1 or 3, is_column and 3 or 1
  grid:set(x, y, terrain)
  assert.is_true(grid:set_walkable(x, y, false))
  local far_x, far_y = is_column and 1 or 5, is_column and 5 or 1
  if is_turned then return grid, x, y, far_x, far_y, 1, 1 end
  return grid, x, y, 1, 1, far_x, far_y
end

local function each_row(f)
  for _, terrain in ipairs { "open", "road", "lava", "wall" } do
    for _, shape in ipairs(boards.SHAPES) do
      for turn = 0, 3 do
        f(row(terrain, shape, turn % 2 == 1, turn > 1))
      end
    end
  end
end

describe("a closed cell", function()
  it("lets no agent in, whatever the terrain and prices", function()
    each_row(function(grid, x, y, x1, y1, x2, y2)
      for i = 1, grid.shape == "hex" and 1 or #boards.RULES do
        local finder = tilepath.pathfinder(grid, { prices = PRICES,
          diagonal = grid.shape == "square" and boards.RULES[i] or nil })
        assert.is_false(finder:can_enter(x, y))
        assert.are.same({ nil, "unreachable" }, { finder:find(x1, y1, x2, y2) })
        assert.are.equal(2, finder:reach(x1, y1, 9).count)
        assert.are.equal("unreachable",
          select(2, finder:field({ { x2, y2 } }):next(x1, y1)))
      end
    end)
  end)

  it("is what finder:explain names, with closed = true", function()
    each_row(function(grid, x, y, x1, y1, x2, y2)
      local finder = tilepath.pathfinder(grid, { prices = PRICES })
      local told = finder:explain(x1, y1, x2, y2)
      assert.are.same({ { what = "cell", x = x, y = y, closed = true,
        terrain = (grid:get(x, y)) } }, told.blockers)
    end)
  end)

  it("is read by grid:get, as third result; a new wall is not", function()
    each_row(function(grid, x, y, x1, y1)
      assert.is_true(select(3, grid:get(x, y)))
      assert.is_true(select(3, grid:get_world(grid:to_world(x, y))))
      assert.is_false(select(3, grid:get(x1, y1)))
      grid:set(x, y, "wall")
      assert.is_false(select(3, grid:get(x, y)))
    end)
  end)

  it("is one of the cells of its terrain", function()
    each_row(function(grid, x, y)
      local found = false
      for cell_x, cell_y, _, price in grid:cells((grid:get(x, y))) do
        local is_it = cell_x == x and cell_y == y
        found = found or is_it and price == math.huge
      end
      assert.is_true(found)
    end)
  end)

  it("opens again: as open ground if its terrain is impassable", function()
    each_row(function(grid, x, y)
      local terrain, revision = grid:get(x, y), grid.revision
      grid:set_walkable(x, y, false)
      assert.are.equal(revision, grid.revision)
      grid:set_walkable(x, y, true)
      assert.is_false(select(3, grid:get(x, y)))
      assert.are.equal(terrain == "road" and "road" or "open", (grid:get(x, y)))
    end)
  end)

  it("changes a wall: agents with a price for walls notice it", function()
    local grid = tilepath.grid("..#..")
    local digger = tilepath.pathfinder(grid, { prices = { wall = 8 } })
    local path = digger:find(1, 1, 5, 1)
    assert.are.equal(11, path.cost)
    local field, revision = digger:field { { 5, 1 } }, grid.revision
    assert.are.equal(11, field:cost(1, 1))
    grid:set_walkable(3, 1, false)
    assert.are.equal(revision + 1, grid.revision)
    assert.is_false(path:is_valid(digger))
    field:update()
    assert.is_nil(field:cost(1, 1))
    assert.are.equal("grid 5x1 (1 blocked)", tostring(grid))
  end)

  it("stays closed in copies and dumps", function()
    each_row(function(grid, x, y)
      local other = grid:copy()
      other:set(x, y, grid:get(x, y))
      assert.is_false(grid == other)
      for _, twin in ipairs { grid:copy(),
        assert(tilepath.load(grid:save())) } do
        assert.are.equal(grid, twin)
        assert.is_true(select(3, twin:get(x, y)))
        assert.is_false(tilepath.pathfinder(twin, { prices = PRICES })
          :can_enter(x, y))
      end
    end)
  end)

  it("is opened by all that gives it a terrain", function()
    each_row(function(grid, x, y)
      local terrain = grid:get(x, y)
      for _, edit in ipairs {
        function(twin) twin:set(x, y, terrain) end,
        function(twin) twin:fill(x, y, 1, 1, terrain) end,
        function(twin) twin:clear(terrain) end,
        function(twin)
          twin:sample(function() return terrain end)
        end,
      } do
        local twin = grid:copy()
        edit(twin)
        assert.is_false(select(3, twin:get(x, y)))
      end
      local twin = grid:copy()
      assert.are.equal(0, twin:sample(function() end))
      assert.are.equal(grid, twin)
    end)
  end)
end)

describe("a building of grids", function()
  local function floor(draw)
    local grid = tilepath.grid(3, 1, { prices = { lava = false } })
    grid:set(2, 1, "lava")
    if draw then
      draw(grid)
    end
    return grid
  end

  it("keeps closed cells closed, whatever their terrain is", function()
    for _, terrain in ipairs { "open", "lava", "wall" } do
      local house, grid = tilepath.building { a = floor(function(own)
        own:set(2, 1, terrain)
        own:set_walkable(2, 1, false)
      end) }
      local finder = tilepath.pathfinder(grid, { prices = { wall = 8,
        lava = 2 } })
      local x, y = house.a:to_grid(2, 1)
      assert.is_true(select(3, grid:get(x, y)))
      assert.is_false(finder:can_enter(x, y))
    end
  end)

  it("closes no cell for being impassable on its own floor", function()
    local house, grid = tilepath.building { a = floor(), b = floor() }
    assert.is_false(select(3, grid:get(house.b:to_grid(2, 1))))
  end)
end)
