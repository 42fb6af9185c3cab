--- Ways out of blocked cells at fences, in buildings and over closed walls, which
-- take only steps that the map would allow if these cells were free. On random
-- maps fuzz/judge_escape.c judges them, and fuzz/two_cores.lua compares the cores.

local tilepath = require "tilepath"
local boards = require "spec.support.boards"

--- A turned square of walls with these open cells.
local function walled(side, turn, cells)
  local grid = tilepath.grid(side, side)
  grid:fill(1, 1, side, side, "wall")
  for _, cell in ipairs(cells) do
    local x, y = turn(cell[1], cell[2])
    grid:set(x, y, "open")
  end
  return grid
end

describe("a way out", function()
  for n = 0, 5 do
    local turn = boards.turn(n, 7, 7)
    it("leads through a one-way fence in its direction alone, turn " .. n,
      function()
        local grid = tilepath.grid(7, 7)
        for x = 1, 7 do
          local x1, y1 = turn(x, 4)
          local x2, y2 = turn(x, 5)
          grid:fence(x1, y1, x2, y2, { one_way = true })
        end
        -- One may go from row 4 to row 5, and not back.
        local x, y = turn(4, 4)
        local below_x, below_y = turn(4, 5)
        local up_x, up_y = turn(4, 1)
        local down_x, down_y = turn(4, 7)
        grid:set(x, y, "wall")
        grid:set(below_x, below_y, "wall")
        local finder = tilepath.pathfinder(grid)
        local out = { escape = true }
        local path = assert(finder:find(x, y, down_x, down_y, out))
        assert.are.equal(1, path.escape)
        assert.are.same({ nil, "unreachable" },
          { finder:find(below_x, below_y, up_x, up_y, out) })
        local hero = tilepath.follower { finder = finder, cell_x = below_x,
          cell_y = below_y }
        assert.are.same({ nil, "unreachable" }, { hero:go_cell(up_x, up_y) })
        assert.is_nil(finder:reach(below_x, below_y, math.huge, out)
          :cost(up_x, up_y))
        local field = assert(finder:field { { up_x, up_y } })
        local wx, wy = grid:to_world(below_x, below_y)
        local xs, ys = { wx }, { wy }
        field:advance(xs, ys, 1, 100)
        assert.are.same({ wx, wy }, { xs[1], ys[1] })
      end)

    it("leads a large agent off a fence that was built under it, turn " .. n,
      function()
        for _, goal in ipairs { 1, 6 } do
          local grid = tilepath.grid(7, 7)
          for y = 1, 7 do
            local x1, y1 = turn(3, y)
            local x2, y2 = turn(4, y)
            grid:fence(x1, y1, x2, y2)
          end
          -- The place of the agent whose cells are columns 3 and 4.
          local ax, ay = turn(3, 3)
          local bx, by = turn(4, 4)
          local x, y = math.min(ax, bx), math.min(ay, by)
          ax, ay = turn(goal, 3)
          bx, by = turn(goal + 1, 4)
          local finder = tilepath.pathfinder(grid, { size = 2 })
          local to_x, to_y = math.min(ax, bx), math.min(ay, by)
          local path = assert(finder:find(x, y, to_x, to_y, { escape = true }))
          assert.are.equal(1, path.escape)
          assert.are.equal(goal == 1 and 2 or 3, path.cost)
        end
      end)
  end

  it("stays on its floor of a building, whatever walls cost", function()
    local house, grid = tilepath.building { a = { 3, 3 }, b = { 3, 5 },
      c = { 3, 2 } }
    local x, y = house.a:to_grid(3, 2)
    local to_x = house.b:to_grid(1, 2)
    grid:fill(x, 1, 1, 3, "wall")
    grid:fill(to_x, 1, 1, 3, "wall")
    local digger = tilepath.pathfinder(grid, { prices = { wall = 2 } })
    local giant = tilepath.pathfinder(grid, { size = 2, keep_away = { 1, 2 } })
    for _, finder in ipairs { tilepath.pathfinder(grid), giant, digger } do
      assert.are.same({ nil, "unreachable" },
        { finder:find(x, y, to_x + 1, 1, { escape = true }) })
      for cell_x, cell_y in finder:reach(x, y, math.huge, { escape = true })
        :cells() do
        assert.are.equal("a", (house:to_floor(cell_x, cell_y)))
      end
    end
    assert.is_true(tilepath.pathfinder(grid):find(x, y, 1, 1,
      { escape = true }) ~= nil)
    -- The same after it was saved.
    local loaded = tilepath.load(grid:save())
    assert.are.equal(grid, loaded)
    tilepath.building({ a = { 3, 3 }, b = { 3, 5 }, c = { 3, 2 } },
      { grid = loaded })
    assert.are.same({ nil, "unreachable" }, { tilepath.pathfinder(loaded,
      { prices = { wall = 2 } }):find(1, 1, to_x + 1, 1) })
  end)

  -- A link whose price is the difference of the ways out to both of its ends.
  for n = 0, 7 do
    local turn = boards.turn(n, 5, 5)
    it("may end where a link costs as much, turn " .. n, function()
      for _, algorithm in ipairs { "auto", "astar", "jps", "dijkstra" } do
        for _, diagonal_cost in ipairs { 1.4, math.sqrt(2) } do
          local grid = tilepath.grid(5, 5)
          for x = 1, 5 do
            local wall_x, wall_y = turn(x, 3)
            grid:set(wall_x, wall_y, "wall")
          end
          local x, y = turn(3, 3)
          local to_x, to_y = turn(3, 1)
          local near_x, near_y = turn(3, 2)
          local far_x, far_y = turn(4, 2)
          grid:link(near_x, near_y, far_x, far_y, { price = diagonal_cost - 1 })
          local finder = tilepath.pathfinder(grid, { algorithm = algorithm,
            diagonal = "always", straight_cost = 1,
            diagonal_cost = diagonal_cost })
          local path, cost = finder:find(x, y, to_x, to_y, { escape = true })
          assert.are.equal(3, path:size())
          assert.are.equal(2, cost)
          cost = finder:find(x, y, far_x, far_y, { escape = true }).cost
          assert.are.equal(diagonal_cost, cost)
        end
      end
    end)
  end

  it("is the cheapest way to the cell nearest to a goal", function()
    for n = 0, 7 do
      local turn = boards.turn(n, 4, 4)
      local grid = tilepath.grid(4, 4)
      for i = 0, 15 do
        local cell_x, cell_y = turn(1 + i % 4, 1 + math.floor(i / 4))
        grid:set_walkable(cell_x, cell_y, i % 4 < 2 and i < 8)
      end
      -- Two steps cost less than the diagonal one.
      local finder = tilepath.pathfinder(grid, { diagonal = "always",
        diagonal_cost = 2.5 })
      local x, y = turn(1, 3)
      local to_x, to_y = turn(4, 2)
      grid:set(x, y, "wall")
      for _, query in ipairs { {}, { max_nodes = 40 } } do
        query.escape, query.partial = true, true
        local path, cost = finder:find(x, y, to_x, to_y, query)
        assert.are.same({ 3, 1, 2 }, { path:size(), path.escape, cost })
      end
    end
  end)

  it("leads on by a free link, also if max_cost leaves one exit", function()
    for n = 0, 7 do
      local turn = boards.turn(n, 5, 5)
      local grid = walled(5, turn, { { 3, 2 }, { 3, 3 }, { 5, 4 } })
      local x1, y1 = turn(3, 2)
      local x2, y2 = turn(5, 4)
      grid:link(x1, y1, x2, y2, { price = 0 })
      local finder = tilepath.pathfinder(grid, { diagonal = "always" })
      local x, y = turn(2, 2)
      local one_x, one_y = turn(5, 3)
      local other_x, other_y = turn(3, 1)
      local path, cost = finder:find(x, y, { { one_x, one_y },
        { other_x, other_y } }, { partial = true, escape = true, max_cost = 1 })
      assert.are.same({ 1, 1 }, { path.goal_index, cost })
    end
  end)

  it("keeps max_cost, also if the goal is one of the exits", function()
    for n = 0, 7 do
      local turn = boards.turn(n, 3, 3)
      local grid = walled(3, turn, { { 2, 1 }, { 3, 1 } })
      local near_x, near_y = turn(2, 1)
      local far_x, far_y = turn(3, 1)
      local finder = tilepath.pathfinder(grid, { diagonal = "always" })
      local function find(query)
        query.escape = true
        return finder:find(2, 2, far_x, far_y, query)
      end
      assert.is_true(math.abs(select(2, find {}) - math.sqrt(2)) < 1e-6)
      assert.are.same({ nil, "unreachable" }, { find { max_cost = 1.2 } })
      local path, cost = find { max_cost = 1.2, partial = true }
      local x, y = path:point(2)
      assert.are.same({ near_x, near_y, 1, true }, { x, y, cost, path.partial })
    end
  end)

  it("costs the highest price on the map, also if a layer closes all cells "
    .. "of that price", function()
    local grid = tilepath.grid("#..~", { legend = { ["~"] = "mud" },
      prices = { mud = 3 } })
    local pen = tilepath.layer(grid)
    local finder = tilepath.pathfinder(grid, { layers = { { pen, false } } })
    for _, value in ipairs { 0, 1 } do
      pen:set(4, 1, value)
      assert.are.equal(4, (finder:find(1, 1, 3, 1, { escape = true })).cost)
      assert.are.equal(4, (finder:reach(1, 1, 4, { escape = true })):cost(3, 1))
    end
  end)

  it("leads over walls, and not over closed walls", function()
    local grid = tilepath.grid("####.")
    local finder = tilepath.pathfinder(grid)
    assert.are.equal(4, (finder:find(1, 1, 5, 1, { escape = true })).escape)
    grid:set_walkable(2, 1, false)
    assert.are.equal("wall", grid:get(2, 1))
    assert.are.same({ nil, "unreachable" },
      { finder:find(1, 1, 5, 1, { escape = true }) })
    assert.is_true(finder:find(2, 1, 5, 1, { escape = true }) ~= nil)
    grid:set(2, 1, "wall")
    assert.is_true(finder:find(1, 1, 5, 1, { escape = true }) ~= nil)
  end)

  it("of a large agent covers no fence that it did not cover before", function()
    local grid = tilepath.grid("..####....\n..####....")
    local finder = tilepath.pathfinder(grid, { size = 2 })
    grid:fence(7, 1, 7, 2)
    assert.are.same({ nil, "unreachable" },
      { finder:find(5, 1, 9, 1, { escape = true }) })
    assert.are.equal(4, finder:find(5, 1, 1, 1, { escape = true }).escape)
    grid:unfence(7, 1, 7, 2)
    assert.is_true(finder:find(5, 1, 9, 1, { escape = true }) ~= nil)
  end)
end)
