--- Links: grid:link, grid:unlink, lists, dumps and equality.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local numbers = require "spec.support.random"

local mistake = helper.mistake

describe("grid:link", function()
  it("returns a table that describes the link", function()
    local grid = tilepath.grid(9, 5, { base = { 0, -2 } })
    local stairs = grid:link(1, 0, 8, 2, { price = 0, name = "stairs",
      seconds = 1.5, one_way = true })
    assert.are.same({ id = 1, x1 = 1, y1 = 0, x2 = 8, y2 = 2, price = 0,
      name = "stairs", seconds = 1.5, one_way = true }, stairs)
    local plain = grid:link(8, 2, 1, 0)
    assert.are.same({ id = 2, x1 = 8, y1 = 2, x2 = 1, y2 = 0, price = 1,
      seconds = 0, one_way = false }, plain)
    assert.are.same({ stairs, plain }, grid:links())
    assert.are.same({ stairs, plain }, grid:links(8, 2))
    assert.are.same({}, grid:links(2, 2))
    assert.are.same({}, grid:links(2 ^ 40, 2))
  end)

  it("gives each link an id of its own", function()
    local grid = tilepath.grid(1, 3)
    local first, second = grid:link(1, 1, 1, 2), grid:link(1, 1, 1, 2)
    assert.is_true(grid:unlink(second))
    assert.is_false(grid:unlink(second))
    assert.are.equal(3, grid:link(1, 2, 1, 3).id)
    assert.is_true(grid:unlink(first.id))
    assert.is_false(grid:unlink { id = -1 })
    assert.is_false(grid:unlink(2 ^ 53 - 1))
    assert.are.equal(1, #grid:links())
    assert.are.equal(4, grid:copy():link(1, 2, 1, 3).id)
  end)

  it("returns nil, 'outside' for a cell outside", function()
    local grid = tilepath.grid(2, 1)
    assert.are.equal("outside", select(2, grid:link(1, 1, 3, 1)))
    assert.are.equal("outside", select(2, grid:link(2 ^ 40, 1, 2 ^ 41, 1)))
    assert.are.equal(0, grid.revision)
  end)

  it("accepts 255 names at a time", function()
    local grid = tilepath.grid(2, 1)
    local links = {}
    for i = 1, 255 do
      links[i] = grid:link(1, 1, 2, 1, { name = "kind " .. i })
    end
    assert.are.equal("link: a grid has links of at most 255 names, and no room "
      .. "for 'more'", mistake(function()
        grid:link(1, 1, 2, 1, { name = "more" })
      end))
    assert.is_not_nil(grid:link(1, 1, 2, 1))
    assert.are.equal(grid, tilepath.load(grid:save()))
    grid:unlink(links[9])
    assert.are.equal("more", grid:link(1, 1, 2, 1, { name = "more" }).name)
    assert.are.equal("kind 8", grid:links()[8].name)
    assert.are.equal(grid, tilepath.load(grid:save()))
  end)

  it("accepts 16384 links", function()
    local grid = tilepath.grid(2, 1)
    for _ = 1, 16384 do
      grid:link(1, 1, 2, 1, { one_way = true })
    end
    assert.are.equal("link: a grid has at most 16384 links", mistake(function()
      grid:link(1, 1, 2, 1)
    end))
    assert.are.equal(grid, tilepath.load(grid:save()))
    assert.are.equal(16384, #grid:copy():links())
  end)
end)

describe("a grid with links", function()
  local function linked()
    local grid = tilepath.grid("..\n.#")
    grid:link(1, 1, 2, 2, { name = "lift", seconds = 3 })
    grid:link(2, 1, 1, 2, { price = 0.5, one_way = true })
    return grid
  end

  it("equals a grid with the same links", function()
    local grid = linked()
    assert.are.equal(linked(), grid)
    assert.are.equal(linked():save(), grid:save())
    grid:unlink(grid:link(1, 1, 1, 2, { name = "hole" }))
    assert.are.equal(linked(), grid)
    assert.are.equal(linked():save(), grid:save())
    for _, change in ipairs {
      function() grid:unlink(1) end,
      function() grid:unlink(2) end,
      function() grid:link(1, 1, 1, 2) end,
      function() grid:fence(1, 1, 2, 1) end,
    } do
      grid = linked()
      change()
      assert.are_not.equal(linked(), grid)
      assert.are_not.equal(linked():save(), grid:save())
      assert.are.equal(grid, tilepath.load(grid:save()))
      assert.are.equal(grid, grid:copy())
    end
  end)

  it("shares nothing with its copy", function()
    local grid = linked()
    local copy = grid:copy()
    copy:unlink(1)
    copy:fence(1, 1, 2, 1)
    assert.are.equal(linked(), grid)
    assert.are.equal(1, #copy:links())
  end)

  it("keeps the ids and the ways in a dump", function()
    local grid = tilepath.grid(".#.#.#.")
    grid:link(7, 1, 3, 1)
    grid:link(5, 1, 1, 1)
    grid:link(1, 1, 7, 1)
    assert.are.equal(3, tilepath.pathfinder(tilepath.load(grid:save()))
      :find(5, 1, 3, 1).cost)
    grid = linked()
    grid:unlink(1)
    local loaded = tilepath.load(grid:save())
    assert.are.same(grid:links(), loaded:links())
    assert.are.equal(2, loaded:links()[1].id)
    assert.are.equal(3, loaded:link(1, 1, 2, 2).id)
  end)
end)

describe("a search over links", function()
  it("goes round a ring of rooms, from each to each", function()
    local grid = tilepath.grid(".#.#.#.")
    for i, to in ipairs { 3, 5, 7, 1 } do
      grid:link(2 * i - 1, 1, to, 1, { one_way = true })
    end
    local finder = tilepath.pathfinder(grid)
    for from = 1, 7, 2 do
      for to = 1, 7, 2 do
        assert.are.equal((to - from) / 2 % 4, finder:find(from, 1, to, 1).cost)
      end
    end
  end)

  -- The queue may still be wider than this query needs, from an earlier query.
  it("gives the same answer after more expensive ground", function()
    local random = numbers.new(5)
    local options = { algorithm = "dijkstra", straight_cost = 5,
      diagonal_cost = 7 }
    for _ = 1, 15 do
      local grid = tilepath.grid(60, 60, { prices = { mud = 300 } })
      for _ = 1, 20 do
        grid:link(random(1, 30), random(1, 60), random(31, 60), random(1, 60),
          { price = random(11, 40) })
      end
      grid:set(1, 1, "mud")
      local x1, y1 = random(1, 60), random(1, 60)
      local x2, y2 = random(1, 60), random(1, 60)
      local function ask(finder)
        local path, cost = finder:find(x1, y1, x2, y2)
        return { path, cost, finder.info.expanded }
      end
      local old = tilepath.pathfinder(grid, options)
      ask(old)
      grid:terrain("mud", 1)
      assert.are.same(ask(tilepath.pathfinder(grid, options)), ask(old))
    end
  end)
end)
