--- Links beside other parts of the library: tables that are filled again, paths
-- that lose their methods on the way to another thread, tickets over edits, and
-- the cells of a search.

local tilepath = require "tilepath"
local numbers = require "spec.support.random"

-- Left and right of a wall.
local function halves()
  local grid = tilepath.grid("....#....\n....#....")
  local finder = tilepath.pathfinder(grid)
  return grid, finder, grid:link(4, 1, 6, 1, { name = "door", price = 2 })
end

describe("a table filled again", function()
  it("has the links of its last path only", function()
    local _, finder = halves()
    local query = { into = {} }
    for _ = 1, 2 do
      local path = finder:find(1, 1, 9, 1, query)
      assert.are.equal(query.into, path)
      assert.are.same({ 4 }, path.links)
      assert.is_nil(finder:find(1, 1, 3, 1, query).links)
      assert.is_nil(rawget(query.into, "links"))
    end
    local kept = finder:find(1, 1, 9, 1, query).links
    finder:find(3, 1, 9, 1, query)
    assert.are.same({ { 4 }, { 2 } }, { kept, query.into.links })
  end)

  it("keeps its links if there is no path", function()
    local grid, finder = halves()
    local query = { into = {} }
    finder:find(1, 1, 9, 1, query)
    grid:set(6, 1, "wall")
    assert.is_nil(finder:find(1, 1, 9, 1, query))
    assert.are.same({ 4 }, query.into.links)
  end)
end)

describe("a path sent through a Channel", function()
  it("has its links, and its methods again", function()
    local _, finder = halves()
    local path = finder:find(1, 1, 9, 2)
    local sent = {} -- as in a Channel: plain values and tables
    for key, value in pairs(path) do
      sent[key] = value
    end
    sent.links = { path.links[1] }
    local again = tilepath.path(sent)
    assert.are.equal(path, again)
    assert.are.same({ path.links, path.cost }, { again.links, again.cost })
    assert.is_true(again:is_valid(finder))
    sent.links[1] = 5 -- the new path has its own table
    assert.are.same(path.links, again.links)
  end)
end)

describe("a ticket over links", function()
  local function last_of(queue, ticket)
    local updates = 0
    while ticket.status == "waiting" or ticket.status == "running" do
      queue:update()
      updates = updates + 1
      assert.is_true(updates < 1e4)
    end
    return ticket:path()
  end

  it("has a path with links", function()
    local _, finder = halves()
    local queue = tilepath.queue { nodes = 1 }
    local path, cost = last_of(queue, queue:find(finder, 1, 1, 9, 1))
    assert.are.same({ { 4 }, 8 }, { path.links, cost })
  end)

  it("has the path of the latest map, after any edits of links", function()
    for after = 0, 12 do
      local grid = tilepath.grid(20, 20)
      grid:fill(10, 1, 1, 20, "wall")
      local finder = tilepath.pathfinder(grid, { algorithm = "astar" })
      local door = grid:link(9, 20, 11, 20)
      local queue = tilepath.queue { nodes = 4 }
      local ticket = queue:find(finder, 1, 1, 20, 1)
      for _ = 1, after do
        queue:update()
      end
      grid:link(9, 2, 11, 2)
      assert.is_true(grid:unlink(door))
      local path, cost = last_of(queue, ticket)
      local now, now_cost = finder:find(1, 1, 20, 1)
      assert.are.equal(now, path)
      assert.are.same({ now.links, now_cost }, { path.links, cost })
    end
  end)

  it("fails once its only link is gone", function()
    local grid, finder, door = halves()
    local queue = tilepath.queue { nodes = 1 }
    local ticket = queue:find(finder, 1, 1, 9, 1)
    queue:update()
    grid:unlink(door)
    last_of(queue, ticket)
    assert.are.equal("unreachable", ticket.reason)
  end)
end)

describe("a search over a link", function()
  it("has the link's other end as a parent", function()
    local grid = halves()
    local finder = tilepath.pathfinder(grid, { algorithm = "astar" })
    local search = finder:search(1, 1, 9, 1)
    while search:step(1) == "running" do end
    assert.are.same({ 4, 1 }, { select(4, search:cell(6, 1)) })
    assert.are.equal(5, (select(2, search:cell(6, 1))))
    assert.are.same({ 4 }, search:path().links)
  end)
end)

describe("removed links and fences", function()
  local function muddy()
    local random = numbers.new(411)
    local grid = tilepath.grid(40, 30, { prices = { mud = 3 } })
    grid:sample(function()
      local what = random(1, 10)
      return what == 1 and "wall" or what < 5 and "mud" or "open"
    end)
    return grid
  end

  it("leave no trace #core_c", function()
    for _, profile in ipairs { {}, { landmarks = 2 }, { size = 2 } } do
      local fresh = tilepath.pathfinder(muddy(), profile)
      local grid = muddy()
      local finder = tilepath.pathfinder(grid, profile)
      local link = grid:link(1, 1, 40, 30)
      grid:fence(3, 3, 4, 3)
      finder:find(1, 1, 40, 30)
      finder:prepare()
      grid:unlink(link)
      grid:unfence(3, 3, 4, 3)
      fresh:prepare()
      finder:prepare()
      local random, found = numbers.new(412), 0
      for _ = 1, 200 do
        local x1, y1 = random(1, 40), random(1, 30)
        local x2, y2 = random(1, 40), random(1, 30)
        local path = fresh:find(x1, y1, x2, y2)
        found = found + (path and 1 or 0)
        assert.are.same(path, (finder:find(x1, y1, x2, y2)))
        assert.are.equal(fresh.info.expanded, finder.info.expanded)
      end
      assert.is_true(found > 20)
    end
  end)
end)
