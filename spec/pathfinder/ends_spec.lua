--- Ranges, adjacent and partial paths on ground of one price: jump point
-- search looks for the end cells. fuzz/differential judges them on any map.

local tilepath = require "tilepath"
local boards = require "spec.support.boards"
local finders = require "spec.support.finders"
local helper = require "spec.support.helper"

local finish, points = finders.finish, helper.points

describe("a query with several end cells", function()
  it("uses A* for too many end cells #core_c", function()
    local finder = tilepath.pathfinder(tilepath.grid(200, 200))
    local path = finder:find(1, 1, 150, 150, { within = 15 })
    assert.are.equal("jps", finder.info.algorithm)
    assert.are.equal(140, path:size())
    path = finder:find(1, 1, 150, 150, { within = 40 })
    assert.are.equal("astar", finder.info.algorithm)
    assert.are.equal(122, path:size())
  end)

  it("expands few cells on a large map #core_c", function()
    local grid = tilepath.grid(400, 400)
    for x = 40, 360, 40 do
      grid:fill(x, x % 80 == 0 and 1 or 21, 1, 380, "wall")
    end
    grid:fill(380, 180, 10, 10, "wall")
    local own = tilepath.pathfinder(grid)
    local other = tilepath.pathfinder(grid, { algorithm = "astar" })
    for _, query in ipairs { { within = 1 }, { within = 12 },
      { within = 6, sight = true }, { adjacent = true },
      { partial = true } } do
      local x = query.partial and 384 or 380
      local _, cost = own:find(5, 200, x, 185, query)
      local mine = own.info.expanded
      local _, least = other:find(5, 200, x, 185, query)
      helper.near(least, cost, 1e-9)
      assert.is_true(mine * 100 < other.info.expanded)
    end
  end)

  it("returns a partial path on a map with very many regions", function()
    local grid = tilepath.grid(22000, 5)
    for y = 1, 5, 2 do
      for x = 2, 22000 do
        grid:fence(x, y, x - 1, y, { one_way = true })
      end
    end
    grid:fill(1, 2, 22000, 1, "wall")
    grid:fill(1, 4, 22000, 1, "wall")
    local finder = tilepath.pathfinder(grid, { diagonal = "never" })
    for x = 16000, 16003 do
      local path = finder:find(x, 1, x + 1, 1, { partial = true })
      assert.are.equal(x .. ",1", points(path))
      assert.is_true(path.partial)
      path = finder:find(x + 1, 1, x, 1, { partial = true })
      assert.is_nil(path.partial)
    end
  end)

  it("ends in the first cell that sees a goal, also near a goal behind a fence",
    function()
      for n = 0, 7 do
        local grid, at = boards.drawn({ "#.#.." }, { prices = { mud = 3 } }, n)
        local hidden_x, hidden_y = at(1, 1)
        local near_x, near_y = at(2, 1)
        local x, y = at(3, 1)
        local far_x, far_y = at(4, 1)
        local mud_x, mud_y = at(5, 1)
        grid:set(mud_x, mud_y, "mud")
        grid:fence(hidden_x, hidden_y, near_x, near_y)
        local path = tilepath.pathfinder(grid, { diagonal = "never" })
          :find(x, y, { { hidden_x, hidden_y }, { x, y } },
          { within = 1, sight = true, escape = true })
        assert.are.same({ 2, math.min(near_x, far_x), math.min(near_y, far_y) },
          { path.goal_index, path:point(2) })
      end
    end)

  it("ends a partial path with max_cost at the cheapest of the nearest cells",
    function()
      for n = 0, 7 do
        local grid, at = boards.drawn({ "...", "#..", "##." },
          { prices = { mud = 3 } }, n)
        local mud_x, mud_y = at(1, 1)
        grid:set(mud_x, mud_y, "mud")
        local x, y = at(2, 1)
        local to_x, to_y = at(1, 3)
        local finder = tilepath.pathfinder(grid, { diagonal = "never" })
        local path = finder:find(x, y, to_x, to_y, { partial = true,
          max_cost = 5 })
        assert.are.same({ 1, { at(2, 2) } }, { path.cost, { path:point(2) } })
      end
    end)

  it("ends a partial path where a look at all cells would", function()
    local map = { "..........#..", ".###....#.#.#", ".#.#....###..",
      ".###....#.#.#", "........#...#", "..######..###", "..........#.." }
    local rules = { never = 2, always = math.sqrt(2) }
    for turn = 0, 15 do
      local rule = turn % 2 == 0 and "never" or "always"
      local grid, at = boards.drawn(map, { prices = { mud = 3 } },
        math.floor(turn / 2))
      local mud = boards.rect(at, 5, 2, 3, 2)
      grid:fill(mud[1], mud[2], mud[3], mud[4], "mud")
      local finder, costs = tilepath.pathfinder(grid, { diagonal = rule }), {}
      local x1, y1 = at(1, 1)
      for x, y in grid:cells() do
        costs[y * 100 + x] = select(2, finder:find(x1, y1, x, y))
      end
      local function apart(x, y, goal_x, goal_y)
        local dx, dy = math.abs(x - goal_x), math.abs(y - goal_y)
        return math.max(dx, dy) + (rules[rule] - 1) * math.min(dx, dy)
      end
      for goal_x, goal_y in grid:cells() do
        local best, least = math.huge, math.huge
        for x, y in grid:cells() do
          local own = tonumber(costs[y * 100 + x])
          local far = own and apart(x, y, goal_x, goal_y) or math.huge
          if far < best - 1e-6 or far < best + 1e-6 and own < least then
            best, least = far, own
          end
        end
        local path, cost = finder:find(x1, y1, goal_x, goal_y,
          { partial = true })
        local x, y = path:point(path:size())
        helper.near(best, apart(x, y, goal_x, goal_y), 1e-6)
        helper.near(least, cost, 1e-6)
        assert.are.equal(best > 1e-6 or nil, path.partial)
      end
    end
  end)

  it("has the first of equal ends and paths, also behind a link", function()
    local grid = tilepath.grid(1, 4)
    grid:terrain("mud", 3)
    grid:set(1, 4, "mud")
    local finder = tilepath.pathfinder(grid)
    assert.are.equal("1,3", points(finder:find(1, 3, 1, 2, { within = 1 })))
    grid:link(1, 3, 1, 2, { price = 0 })
    assert.are.equal("1,3 1,2",
      points(finder:find(1, 3, 1, 2, { within = 1 })))
    grid = tilepath.grid("....mb.\n..m.mmm\nb.mbb..", { legend = { m = "mud",
      b = "bog" }, prices = { mud = 2, bog = 3 } })
    grid:link(2, 1, 7, 3, { price = 2 }) -- east comes before north-west
    assert.are.equal("3,2 2,1 7,3 6,3",
      points(tilepath.pathfinder(grid):find(3, 2, 6, 3)))
  end)

  it("shows its end cells in a search #core_c", function()
    local grid = tilepath.grid("######......\n............\n######......\n"
      .. "######......")
    local finder = tilepath.pathfinder(grid, { algorithm = "jps" })
    local search = finder:search(1, 2, 12, 4, { within = 1 })
    local path, cost = finish(search)
    local state, g, h = search:cell(7, 2)
    assert.are.same({ "closed", 6 }, { state, g })
    helper.near(4 + 2 * math.sqrt(2) - 2, h, 1e-6)
    helper.near(6 + h, cost, 1e-6)
    state, g, h = search:cell(path:point(path:size()))
    helper.near(cost, g, 1e-6)
    assert.are.same({ "open", 0 }, { state, h })
  end)
end)
