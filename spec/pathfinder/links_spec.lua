--- Links in a profile, and links in a path.

local tilepath = require "tilepath"

local unpack = rawget(table, "unpack") or rawget(_G, "unpack")

describe("a profile's links", function()
  local function finder_with(links)
    local grid = tilepath.grid(8, 3)
    for y = 1, 3 do
      grid:set(4, y, "wall")
    end
    grid:link(2, 2, 6, 2, { name = "lift", price = 5 })
    return tilepath.pathfinder(grid, { links = links })
  end

  it("cost the profile's price, or else the link's price", function()
    local function cost(links)
      return select(2, finder_with(links):find(2, 2, 6, 2))
    end
    assert.are.equal(5, cost(nil))
    assert.are.equal(5, cost(true))
    assert.are.equal(5, cost { stairs = 2 })
    assert.are.equal(2, cost { lift = 2 })
    assert.are.equal(0, cost { lift = 0 })
    assert.are.equal("unreachable", cost { lift = false })
    assert.are.equal("unreachable", cost { lift = math.huge })
    assert.are.equal("unreachable", cost(false))
  end)

  it("are in finder.profile, and make an equal pathfinder again", function()
    assert.are.same({ lift = 2, stairs = false },
      finder_with({ lift = 2, stairs = math.huge }).profile.links)
    assert.are.equal(false, finder_with(false).profile.links)
    assert.are.same({}, finder_with(true).profile.links)
    local finder = finder_with { lift = 3 }
    local again = tilepath.pathfinder(finder.grid, finder.profile)
    assert.are.same(finder.profile, again.profile)
  end)
end)

describe("path.links", function()
  it("exists only on a path with links, also in a table that is filled again",
    function()
      local grid = tilepath.grid(20, 3)
      local link = grid:link(3, 2, 18, 2)
      local finder = tilepath.pathfinder(grid)
      local into = {}
      local path = finder:find(1, 2, 20, 2, { into = into })
      assert.are.equal(into, path)
      assert.are.same({ 3 }, path.links)
      assert.are.same({ 2 },
        finder:find(2, 2, 20, 2, { into = into }).links)
      grid:unlink(link)
      assert.is_nil(finder:find(1, 2, 20, 2, { into = into }).links)
      grid:link(1, 2, 20, 2)
      path = finder:find_world(0.2, 1.3, 19.7, 1.9)
      assert.are.same({ 2 }, path.links)
      assert.are.same({ 0.2, 1.3, 0.5, 1.5, 19.5, 1.5, 19.7, 1.9 },
        { unpack(path) })
    end)
end)
