--- The profile option `keep_away`: higher prices near walls.

local tilepath = require "tilepath"
local finders = require "spec.support.finders"
local helper = require "spec.support.helper"
local numbers = require "spec.support.random"

local near, points = helper.near, helper.points

--- An agent on open ground of that size.
local function agent(width, height, profile)
  return tilepath.pathfinder(tilepath.grid(width, height), profile)
end

--- The prices of a row of cells.
local function prices_of(finder, y, last)
  local got = {}
  for x = 1, last do
    got[x] = finder:price(x, y)
  end
  return got
end

--- Distance to the nearest wall, by looking at all cells.
local function distance(grid, x, y)
  local least = math.min(x, y, grid.width + 1 - x, grid.height + 1 - y)
  for i, j in grid:cells() do
    if not grid:is_walkable(i, j) then
      least = math.min(least, math.max(math.abs(i - x), math.abs(j - y)))
    end
  end
  return least
end

describe("keep_away = { cells, price }", function()
  it("raises the price of cells near a wall or the map's edge", function()
    assert.are.same({ 7, 5, 3, 1, 1, 1, 3, 5, 7 },
      prices_of(agent(9, 7, { keep_away = { 3, 6 } }), 4, 9))
    -- Measured from the nearest cell of a large agent.
    assert.are.same({ 3, 2, 1, 1, 1, 1, 2, 3 },
      prices_of(agent(9, 6, { size = 2, keep_away = { 2, 2 } }), 3, 8))
    local random = numbers.new(7)
    for _ = 1, 20 do
      local grid = tilepath.grid(numbers.map(random, random(1, 70),
        random(1, 20), "...................#"))
      local n, cost = random(1, 15), random(1, 8)
      local finder = tilepath.pathfinder(grid, { keep_away = { n, cost } })
      for _ = 1, 40 do
        local x, y = random(1, grid.width), random(1, grid.height)
        local price, d = finder:price(x, y), distance(grid, x, y)
        if price then
          near(1 + (d <= n and cost * (n + 1 - d) / n or 0), price)
        end
      end
    end
  end)

  it("leads through the middle of wide ground", function()
    local shy = agent(11, 5, { keep_away = { cells = 2, price = 3 } })
    local path = shy:find(1, 1, 11, 1)
    assert.are.equal("1,1 2,2 3,3 4,3 5,3 6,3 7,3 8,3 9,3 10,2 11,1",
      points(path))
    assert.are.equal("astar", shy.info.algorithm)
    assert.are.same({ 2, 3 }, shy.profile.keep_away)
    local tight = path:prune(shy)
    assert.is_true(tight:size() > 2 and tight.cost <= path.cost)
    assert.are.same({ true, 4 + 12 }, { shy:line_of_sight(4, 1, 8, 1) })
  end)

  it("counts cells that this agent cannot enter as walls", function()
    local grid = tilepath.grid(7, 7, { prices = { lava = 5 } })
    local bold = tilepath.pathfinder(grid, { keep_away = { 1, 1 } })
    local wary = tilepath.pathfinder(grid, { keep_away = { 1, 1 },
      prices = { lava = false } })
    grid:set(4, 4, "lava")
    grid:set(1, 7, "lava")
    assert.are.same({ 1, 5, 6 }, { bold:price(3, 3), bold:price(4, 4),
      (bold:price(1, 7)) })
    assert.are.same({ 2, 1 }, { wary:price(3, 3), (wary:price(2, 4)) })
  end)

  it("follows every edit", function()
    local finder = agent(80, 9, { keep_away = { 4, 4 } })
    local grid = finder.grid -- with a border of tiles behind column 64
    local function costs(price)
      assert.are.equal(price, finder:price(66, 5))
    end
    costs(1)
    grid:set(62, 5, "wall")
    costs(2)
    grid:set(64, 5, "wall")
    costs(4)
    grid:set_walkable(65, 5, false)
    costs(5)
    grid:set_walkable(65, 5, true)
    grid:set(64, 5, "open")
    grid:set(62, 5, "open")
    costs(1)
    grid:terrain("open", 2)
    costs(2)
  end)

  it("merges neighbouring distances if there are very many prices", function()
    local terrain = {}
    for i = 1, 60 do
      terrain["t" .. i] = 1 + i / 64
    end
    local grid = tilepath.grid(31, 31, { prices = terrain })
    local finder = tilepath.pathfinder(grid, { keep_away = { 15, 15 } })
    -- 255 classes, 61 prices: three bands and the plain price.
    assert.are.same({ 16, 16, 16, 16, 16, 11, 11, 11, 11, 11, 6, 6, 6, 6, 6, 1 },
      prices_of(finder, 16, 16))
    grid:set(8, 16, "t60")
    near(1 + 60 / 64 + 10, finder:price(8, 16))
    -- 127 classes besides: a band and the plain price.
    near(1 + 60 / 64 + 15 + 2, select(2, finder:find(7, 16, 8, 16,
      { avoid = { { 8, 16 } }, avoid_price = 2 })))
  end)

  it("leaves a path past a wall without an alternative", function()
    local finder = finders.on([[
      .....#.....
      .....#.....
      ...........
    ]], { keep_away = { 3, 50 } })
    assert.is_truthy(finder:find(1, 1, 11, 1))
    assert.is_false(tilepath.pathfinder(finder.grid, { keep_away = false })
      .profile.keep_away)
  end)
end)
