--- crowd:go and crowd:go_cell to several goals, to a building and near a place:
-- each unit gets a cell of its own.

local tilepath = require "tilepath"

local SIDE = 15

--- A map with a building of 3 x 3 cells, and a crowd with units in these cells.
local function town(cells, options)
  local grid = tilepath.grid(SIDE, SIDE, options)
  local finder = tilepath.pathfinder(grid)
  local crowd, units = tilepath.crowd(grid), {}
  grid:fill(7, 7, 3, 3, "wall")
  for i, cell in ipairs(cells) do
    units[i] = assert(crowd:add { finder = finder, cell_x = cell[1],
      cell_y = cell[2], speed = 4 })
  end
  return crowd, units, grid, finder
end

--- The cells of a row, a column, or one of the other two sides of the map.
local function side(turn, count)
  local cells = {}
  for i = 1, count do
    local at, far = i + 1, turn % 2 == 0 and 1 or SIDE
    cells[i] = turn < 2 and { at, far } or { far, at }
  end
  return cells
end

local function at_rest(units)
  local seen = {}
  for _, unit in ipairs(units) do
    local cell = unit.cell_x .. "," .. unit.cell_y
    assert.is_nil(seen[cell])
    assert.are.equal("arrived", unit.status)
    seen[cell] = true
  end
  return seen
end

local BUILDING = { { 7, 7, 3, 3 } }

describe("crowd:go_cell to a building", function()
  for turn = 0, 3 do
    it("gives each unit a cell beside it, from side " .. turn, function()
      local crowd, units, _, finder = town(side(turn, 12))
      assert.are.equal(12, crowd:go_cell(units, BUILDING, { adjacent = true }))
      crowd:update(60)
      at_rest(units)
      for _, unit in ipairs(units) do
        local path = finder:find(unit.cell_x, unit.cell_y, BUILDING,
          { adjacent = true })
        assert.are.equal(0, path.cost)
      end
    end)
  end

  it("gives units that find no cell beside it the nearest one", function()
    -- sixteen cells are beside it, with those at its corners
    local cells = side(0, 13)
    for _, cell in ipairs(side(1, 5)) do
      cells[#cells + 1] = cell
    end
    local crowd, units = town(cells)
    assert.are.equal(18, crowd:go_cell(units, BUILDING, { adjacent = true }))
    crowd:update(60)
    local rings = { 0, 0 }
    at_rest(units)
    assert.is_true(crowd:load((crowd:save())))
    for _, unit in ipairs(crowd:units()) do
      local ring = math.max(7 - unit.cell_x, unit.cell_x - 9,
        7 - unit.cell_y, unit.cell_y - 9)
      assert.are.equal(ring == 2 and "occupied" or nil, unit.reason)
      rings[ring] = rings[ring] + 1
    end
    assert.are.same({ 16, 2 }, rings)
  end)

  it("leads to cells beside it on hexagons", function()
    local crowd, units, _, finder = town(side(0, 6), { shape = "hex" })
    crowd:go_cell(units, { { 3, 12 } }, { adjacent = true })
    crowd:update(60)
    at_rest(units)
    for _, unit in ipairs(units) do
      assert.are.equal(1, finder.grid:distance(unit.cell_x, unit.cell_y, 3, 12))
    end
  end)
end)

describe("crowd:go to several goals", function()
  it("gives each unit one of them, the nearest unit first", function()
    -- Both units are nearer to the first goal. The second unit is nearest.
    local crowd, units = town { { 1, 2 }, { 2, 2 } }
    assert.are.equal(2, crowd:go(units, { { 4.5, 1.5 }, { 11.5, 1.5 } }))
    crowd:update(60)
    at_rest(units)
    assert.are.same({ 12, 2, 5, 2 }, { units[1].cell_x, units[1].cell_y,
      units[2].cell_x, units[2].cell_y })
  end)

  it("leads near a place with within", function()
    local crowd, units = town(side(2, 3))
    assert.are.equal(3, crowd:go_cell(units, 4, 8, { within = 2 }))
    crowd:update(60)
    at_rest(units)
    for _, unit in ipairs(units) do
      assert.is_true(math.sqrt((unit.cell_x - 4) ^ 2 + (unit.cell_y - 8) ^ 2)
        <= 2)
    end
  end)

  it("leads units under a wall out, to the nearest free cell", function()
    for turn = 0, 3 do
      local function at(x, y)
        for _ = 1, turn do
          x, y = 7 - y, x
        end
        return x, y
      end
      local grid = tilepath.grid(6, 6)
      local finder = tilepath.pathfinder(grid, { diagonal = "never" })
      local crowd, units = tilepath.crowd(grid), {}
      for i, cell in ipairs { { 3, 1 }, { 5, 5 } } do
        local x, y = at(cell[1], cell[2])
        units[i] = crowd:add { finder = finder, cell_x = x, cell_y = y }
      end
      grid:set(units[2].cell_x, units[2].cell_y, "wall")
      local goal_x, goal_y = at(3, 2)
      assert.are.equal(2, crowd:go_cell(units, { { goal_x, goal_y } }))
      crowd:update(30)
      at_rest(units)
      assert.are.same({ goal_x, goal_y }, { units[1].cell_x, units[1].cell_y })
      assert.are.equal(1, math.abs(units[2].cell_x - goal_x)
        + math.abs(units[2].cell_y - goal_y))
    end
  end)

  it("says why no unit goes", function()
    local crowd, units, grid = town(side(0, 2))
    assert.are.same({ nil, "goal_blocked" },
      { crowd:go_cell(units, { { 8, 8 } }) })
    assert.are.same({ nil, "goal_outside" },
      { crowd:go_cell(units, { { 80, 8 } }) })
    assert.are.same({ nil, "empty" }, { crowd:go_cell({}, { { 8, 8 } }) })
    grid:fill(1, 3, SIDE, 1, "wall")
    assert.are.same({ nil, "unreachable" },
      { crowd:go_cell(units, BUILDING, { adjacent = true }) })
  end)
end)
