--- Jump point search on maps with links.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"

local points = helper.points

describe("a search that is asked again after an edit", function()
  it("takes a link whose other end is free again, far away", function()
    local grid = tilepath.grid(150, 9)
    for x = 10, 140, 5 do
      grid:fill(x, x % 10 == 0 and 1 or 2, 1, 8, "wall")
    end
    grid:link(5, 5, 146, 5, { price = 2 })
    grid:set_walkable(146, 5, false)
    local finder = tilepath.pathfinder(grid, { algorithm = "jps" })
    local queue = tilepath.queue { nodes = 2 }
    local ticket = queue:find(finder, 1, 1, 113, 5)
    for _ = 1, 3 do
      queue:update()
    end
    assert.are.equal("running", ticket.status)
    grid:set_walkable(146, 5, true)
    while queue.count > 0 do
      queue:update()
    end
    local path, cost = ticket:path()
    local expected, least = finder:find(1, 1, 113, 5)
    assert.are.equal(1, #expected.links)
    assert.are.equal(least, cost)
    assert.are.equal(points(expected), points(path))
  end)
end)

describe("a search by jump points", function()
  it("has room for nodes beyond its window", function()
    local grid = tilepath.grid(400, 40)
    grid:fill(1, 2, 400, 1, "wall")
    for x = 1, 355 do
      grid:link(x, 1, x, 20, { one_way = true, price = 3000 + 2 * x })
    end
    -- A closet near the goal, and a free link into it.
    grid:fill(394, 36, 5, 5, "wall")
    grid:set(396, 38, "open")
    grid:link(355, 1, 396, 38, { one_way = true, price = 0 })
    local cost = {}
    for i, algorithm in ipairs { "jps", "dijkstra" } do
      local finder = tilepath.pathfinder(grid, { algorithm = algorithm })
      local path
      path, cost[i] = finder:find(1, 1, 400, 40)
      assert.is_not_nil(path)
    end
    assert.are.equal(cost[2], cost[1])
  end)
end)
